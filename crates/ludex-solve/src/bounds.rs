//! A table of what is known about positions, shared by all threads without locks.
//!
//! For a position and an attacker two numbers are kept: within how many plies a win is proved, and within how many it
//! is disproved. Both are true of the position alone, whatever led to it, so that nothing in the table
//! depends on the history. One entry is one word, written at once. The memory is fixed when the table is made; in a
//! full bucket the entry that cost least gives way.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::words::Words;

const WAYS: usize = 8;
const TAG_SHIFT: u32 = 20;
const FIELD: u64 = 1023;

/// What is known of a position and an attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// A win within this many plies is proved; 0 if none is.
    pub won: u32,
    /// A win within this many plies is disproved.
    pub held: u32,
}

/// The table.
pub struct Bounds {
    entries: Words,
    mask: usize,
}

impl Bounds {
    /// A table of at most this many bytes (and at least 8 MiB, so that what an entry leaves out of the key is
    /// said by its place).
    pub fn new(bytes: usize) -> Bounds {
        let wanted = (bytes / 8).max(1 << TAG_SHIFT);
        let count = 1usize << wanted.ilog2();
        Bounds { entries: Words::new(count), mask: count - 1 }
    }

    /// Writes the table, compressed.
    pub fn save(&self, to: impl Write) -> std::io::Result<()> {
        self.entries.save(to)
    }

    /// Reads a table that was saved. It must have been as large as this one.
    pub fn load(&self, from: impl Read) -> std::io::Result<()> {
        self.entries.load(from)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none; never so.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The share of entries in use, from a sample.
    pub fn fill(&self) -> f64 {
        self.entries.fill()
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let first = (key as usize & self.mask) & !(WAYS - 1);
        &self.entries[first..first + WAYS]
    }

    #[inline(always)]
    fn known(entry: u64) -> Known {
        Known { won: (entry & FIELD) as u32, held: (entry >> 10 & FIELD) as u32 }
    }

    /// Has what is known of a key brought near.
    #[inline]
    pub(crate) fn ask_for(&self, key: u64) {
        self.entries.ask_for((key as usize & self.mask) & !(WAYS - 1));
    }

    /// What is known of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Known {
        let tag = key >> TAG_SHIFT;
        for entry in self.bucket(key) {
            let entry = entry.load(Ordering::Relaxed);
            if entry >> TAG_SHIFT == tag {
                return Self::known(entry);
            }
        }
        Known::default()
    }

    /// Adds to what is known of a key.
    #[inline]
    pub fn put(&self, key: u64, known: Known) {
        let tag = key >> TAG_SHIFT;
        let word = |known: Known| {
            tag << TAG_SHIFT | u64::from(known.held.min(1023)) << 10 | u64::from(known.won.min(1023))
        };
        let mut cheapest = (u32::MAX, 0);
        let bucket = self.bucket(key);
        for (index, place) in bucket.iter().enumerate() {
            let entry = place.load(Ordering::Relaxed);
            let there = Self::known(entry);
            if entry >> TAG_SHIFT == tag && entry != 0 {
                let won = match (there.won, known.won) {
                    (0, won) | (won, 0) => won,
                    (a, b) => a.min(b),
                };
                place.store(word(Known { won, held: there.held.max(known.held) }), Ordering::Relaxed);
                return;
            }
            let cost = if entry == 0 { 0 } else { 1 + there.won.max(there.held) };
            if cost < cheapest.0 {
                cheapest = (cost, index);
            }
        }
        bucket[cheapest.1].store(word(known), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::mix;

    #[test]
    fn what_was_learnt_is_joined() {
        let table = Bounds::new(1);
        let key = mix(7);
        table.put(key, Known { won: 0, held: 4 });
        table.put(key, Known { won: 9, held: 0 });
        table.put(key, Known { won: 7, held: 2 });
        assert_eq!(table.get(key), Known { won: 7, held: 4 });
        assert_eq!(table.get(mix(8)), Known::default());
    }

    #[test]
    fn a_saved_table_is_read_back_and_damage_is_noticed() {
        let table = Bounds::new(1);
        table.put(mix(3), Known { won: 5, held: 0 });
        let mut file = Vec::new();
        table.save(&mut file).unwrap();
        let again = Bounds::new(1);
        again.load(file.as_slice()).unwrap();
        assert_eq!(again.get(mix(3)).won, 5);
        assert!(Bounds::new(64 << 20).load(file.as_slice()).is_err());
        assert!(again.load(&file[..file.len() / 2]).is_err());
    }

    #[test]
    fn a_full_bucket_keeps_what_cost_most() {
        let table = Bounds::new(1);
        let keys: Vec<u64> = (1..=20).map(|n| n << 40).collect();
        for (n, &key) in keys.iter().enumerate() {
            table.put(key, Known { won: 0, held: n as u32 + 1 });
        }
        assert_eq!(table.get(keys[19]).held, 20);
        assert_eq!(table.get(keys[0]).held, 0);
        assert!(table.fill() > 0.0);
    }
}
