//! The positions that may come again.

use smallvec::SmallVec;

/// The words of the sieve.
const WORDS: usize = 16;

/// The hashes of earlier positions, behind a sieve: few positions come again, and nearly all others are told apart by
/// a bit.
#[derive(Default)]
pub(super) struct Past {
    hashes: SmallVec<[u64; 64]>,
    sieve: [u64; WORDS],
}

impl Past {
    /// The word and the bit of the sieve for a hash.
    #[inline(always)]
    fn place(hash: u64) -> (usize, u64) {
        let place = hash >> 40;
        (place as usize / 64 % WORDS, 1 << (place % 64))
    }

    #[inline(always)]
    pub(super) fn contains(&self, hash: u64) -> bool {
        let (word, bit) = Past::place(hash);
        self.sieve[word] & bit != 0 && self.hashes.contains(&hash)
    }

    #[inline(always)]
    pub(super) fn push(&mut self, hash: u64) {
        let (word, bit) = Past::place(hash);
        self.sieve[word] |= bit;
        self.hashes.push(hash);
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.sieve = [0; WORDS];
        self.hashes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_pushed_is_found_until_all_is_cleared() {
        let mut past = Past::default();
        let hash = |index: u64| ludex_core::mix(index);
        for index in 0..500 {
            assert!(!past.contains(hash(index)));
            past.push(hash(index));
        }
        assert!((0..500).all(|index| past.contains(hash(index))));
        past.clear();
        assert!(!(0..500).any(|index| past.contains(hash(index))));
    }
}
