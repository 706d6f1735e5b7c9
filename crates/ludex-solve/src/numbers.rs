//! What is missing for a proof and for a disproof, by position: the table of a proof-number search.

use std::sync::atomic::Ordering;

use crate::words::Words;

/// Nothing can be done any more.
pub(crate) const NEVER: u32 = (1 << 24) - 1;
/// A disproof that rests on no position above.
pub(crate) const NOTHING: u16 = u16::MAX;
/// As many plies as one likes; more than any search counts.
pub(crate) const EVER: u32 = 1023;
/// Positions a bucket; with two words each they fill a line of memory.
const WAYS: usize = 4;

/// What is missing for a proof and for a disproof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Missing {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    /// The place on the path of the highest position that a disproof rests on.
    pub(crate) rests_on: u16,
    /// Of a proof, within how many plies the attacker wins; of a disproof, within how many she does not. The former is
    /// kept in the table.
    pub(crate) plies: u32,
}

impl Missing {
    pub(crate) const NEW: Missing = Missing::open(1, 1);
    pub(crate) const HELD: Missing = Missing::held(EVER);

    pub(crate) const fn open(proof: u32, disproof: u32) -> Missing {
        Missing { proof, disproof, rests_on: NOTHING, plies: 0 }
    }

    pub(crate) const fn won(plies: u32) -> Missing {
        Missing { proof: 0, disproof: NEVER, rests_on: NOTHING, plies }
    }

    pub(crate) const fn held(plies: u32) -> Missing {
        Missing { proof: NEVER, disproof: 0, rests_on: NOTHING, plies }
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    fn pack(&self) -> u64 {
        let last =
            if self.proof == 0 { self.plies.min(u32::from(u16::MAX)) } else { u32::from(self.rests_on) };
        u64::from(self.proof) << 40 | u64::from(self.disproof) << 16 | u64::from(last)
    }

    fn unpack(word: u64) -> Missing {
        let (proof, disproof, last) = ((word >> 40) as u32, (word >> 16) as u32 & NEVER, word as u16);
        match (proof, disproof) {
            (0, _) => Missing::won(u32::from(last)),
            (_, 0) => Missing { rests_on: last, ..Missing::HELD },
            _ => Missing { rests_on: last, ..Missing::open(proof, disproof) },
        }
    }
}

/// A move and what is known of where it leads.
pub(crate) struct Child<S> {
    pub(crate) key: u64,
    pub(crate) missing: Missing,
    pub(crate) step: S,
}

/// The numbers of a position from those of its moves.
pub(crate) fn together<S>(children: &[Child<S>], attacking: bool) -> Missing {
    let all = children.iter().map(|child| &child.missing);
    let own = |missing: &Missing| if attacking { missing.proof } else { missing.disproof };
    let other = |missing: &Missing| if attacking { missing.disproof } else { missing.proof };
    let least = all.clone().map(own).min().unwrap_or(NEVER);
    let sum = all.clone().map(other).fold(0u32, |sum, one| sum.saturating_add(one));
    let sum = if all.clone().any(|one| other(one) == NEVER) { NEVER } else { sum.min(NEVER - 1) };
    let (proof, disproof) = if attacking { (least, sum) } else { (sum, least) };
    if proof == 0 {
        // The attacker takes the nearest win, the defender the farthest.
        let won = all.filter(|missing| missing.proof == 0).map(|missing| missing.plies);
        let plies = if attacking { won.min() } else { won.max() };
        return Missing::won(plies.unwrap_or(0) + 1);
    }
    if disproof != 0 {
        return Missing::open(proof, disproof);
    }
    // The attacker's moves all fail, and all reasons count; the defender needs one that holds, the surest.
    let held = all.filter(|missing| missing.disproof == 0);
    let (rests_on, plies) = (held.clone().map(|missing| missing.rests_on), held.map(|missing| missing.plies));
    let (rests_on, plies) =
        if attacking { (rests_on.min(), plies.min()) } else { (rests_on.max(), plies.max()) };
    let plies = match plies {
        None | Some(EVER) => EVER,
        Some(plies) => (plies + 1).min(EVER - 1),
    };
    Missing { rests_on: rests_on.unwrap_or(NOTHING), ..Missing::held(plies) }
}

/// A little above the second best, so that a search does not go to and fro.
pub(crate) fn a_little_more(second: u32) -> u32 {
    second.saturating_add(1 + second / 4).min(NEVER)
}

/// Numbers by position, shared by threads without locks. An entry is its numbers and its key, which is kept mixed with
/// them, so that an entry of which another thread has written one half is not recognised.
pub(crate) struct Numbers {
    pub(crate) words: Words,
    mask: usize,
}

impl Numbers {
    pub(crate) fn new(bytes: usize) -> Numbers {
        let count = 1usize << (bytes / 16).max(1 << 12).ilog2();
        Numbers { words: Words::new(2 * count), mask: count - 1 }
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        2 * ((key as usize & self.mask) & !(WAYS - 1))
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Missing> {
        self.get_after(key, 0)
    }

    /// What is known of a position that comes after the path with this sign: what is true of the position alone, if
    /// that decides it, else what is true of the path.
    #[inline]
    pub(crate) fn get_after(&self, key: u64, sign: u64) -> Option<Missing> {
        let first = self.bucket(key);
        let mut open = None;
        for way in 0..WAYS {
            let numbers = self.words[first + 2 * way + 1].load(Ordering::Relaxed);
            let there = self.words[first + 2 * way].load(Ordering::Relaxed) ^ numbers;
            if numbers == 0 {
                continue;
            }
            if there == key {
                let missing = Missing::unpack(numbers);
                if missing.is_decided() || sign == 0 {
                    return Some(missing);
                }
                open = open.or(Some(missing));
            } else if there == key ^ sign {
                open = Some(Missing::unpack(numbers));
            }
        }
        open
    }

    /// Has what is known of a position brought near.
    #[inline]
    pub(crate) fn ask_for(&self, key: u64) {
        self.words.ask_for(self.bucket(key));
    }

    /// What is decided stays longest, and of the rest what has most missing: it took most work. What is true of one
    /// path only goes first.
    pub(crate) fn put(&self, key: u64, missing: Missing) {
        let first = self.bucket(key);
        let mut cheapest = (u64::MAX, first);
        for way in 0..WAYS {
            let at = first + 2 * way;
            let numbers = self.words[at + 1].load(Ordering::Relaxed);
            if numbers == 0 || self.words[at].load(Ordering::Relaxed) ^ numbers == key {
                cheapest = (0, at);
                break;
            }
            let there = Missing::unpack(numbers);
            let work = match there.rests_on {
                NOTHING => u64::from(there.proof) + u64::from(there.disproof),
                _ => 1,
            };
            if work < cheapest.0 {
                cheapest = (work, at);
            }
        }
        let numbers = missing.pack();
        self.words[cheapest.1].store(key ^ numbers, Ordering::Relaxed);
        self.words[cheapest.1 + 1].store(numbers, Ordering::Relaxed);
    }
}
