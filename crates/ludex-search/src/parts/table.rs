//! The table of positions: a fixed block of memory that all threads read and write without locks.
//!
//! An entry is two words; the first is the key mixed with the second, so that an entry torn between two writers
//! does not match any key and is ignored.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::parts::score::Score;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is at most this.
    Upper = 1,
    /// It is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The score, counted from the position.
    pub score: Score,
    /// How deep it was searched.
    pub depth: u8,
    /// What the score says.
    pub bound: Bound,
    /// The number of the best move in the game's list; `u16::MAX` if none is known.
    pub best: u16,
}

/// Entries that share a place; together they fill a line of the cache.
const BUCKET: usize = 4;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// A table of positions.
pub struct Table {
    slots: Vec<Slot>,
    mask: u64,
    age: u8,
}

impl Table {
    /// A table that uses at most this many megabytes.
    pub fn new(megabytes: usize) -> Table {
        let slots = (megabytes.max(1) << 20) / size_of::<Slot>();
        let slots = if slots.is_power_of_two() { slots } else { slots.next_power_of_two() / 2 };
        Table {
            slots: (0..slots).map(|_| Slot::default()).collect(),
            mask: (slots / BUCKET - 1) as u64,
            age: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for slot in &mut self.slots {
            *slot = Slot::default();
        }
        self.age = 0;
    }

    /// A new search begins: what earlier ones left may be replaced first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let first = (key & self.mask) as usize * BUCKET;
        &self.slots[first..first + BUCKET]
    }

    /// What is known of a position.
    #[inline]
    pub fn look_up(&self, key: u64) -> Option<Known> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data)).flatten()
        })
    }

    /// Remembers a position in place of the least valuable one of its bucket.
    pub fn store(&self, key: u64, known: Known) {
        let bucket = self.bucket(key);
        let mut place = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key || data == 0 {
                place = slot;
                break;
            }
            let depth = (data >> 32 & 0xff) as i32;
            let older = i32::from(self.age.wrapping_sub((data >> 42) as u8) & 63);
            if depth - 4 * older < least {
                least = depth - 4 * older;
                place = slot;
            }
        }
        let data = pack(known, self.age);
        place.data.store(data, Ordering::Relaxed);
        place.check.store(key ^ data, Ordering::Relaxed);
    }
}

/// Score in bits 0 to 31, depth 32 to 39, bound 40 and 41, age 42 to 47, best move 48 to 63.
fn pack(known: Known, age: u8) -> u64 {
    u64::from(known.score as u32)
        | u64::from(known.depth) << 32
        | (known.bound as u64) << 40
        | u64::from(age) << 42
        | u64::from(known.best) << 48
}

fn unpack(data: u64) -> Option<Known> {
    let bound = match data >> 40 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Known { score: data as u32 as Score, depth: (data >> 32) as u8, bound, best: (data >> 48) as u16 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::mix;

    fn known(score: Score, depth: u8) -> Known {
        Known { score, depth, bound: Bound::Lower, best: 17 }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1);
        for n in 0..1000 {
            table.store(mix(n), known(-(n as i32), n as u8));
        }
        for n in 0..1000 {
            assert_eq!(table.look_up(mix(n)), Some(known(-(n as i32), n as u8)));
        }
        assert_eq!(table.look_up(mix(5000)), None);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones() {
        let table = Table::new(1);
        table.store(7, known(1, 30));
        for n in 1..100_000u64 {
            table.store(n << 40 | 7, known(2, 3));
        }
        assert_eq!(table.look_up(7), Some(known(1, 30)));
    }

    #[test]
    fn torn_entries_match_nothing() {
        let table = Table::new(1);
        table.store(7, known(1, 3));
        let slot = table.bucket(7).iter().find(|slot| slot.data.load(Ordering::Relaxed) != 0).unwrap();
        slot.data.fetch_add(1, Ordering::Relaxed);
        assert_eq!(table.look_up(7), None);
    }
}
