//! The seeds of all places as the bytes of one vector.

/// The most places, board and hands together.
pub(super) const PLACES: usize = 32;
/// Seeds in a place from this number on are not told apart by conditions.
pub(super) const MANY: u8 = 63;

/// How many seeds each place has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(super) struct Seeds(pub(super) [u8; PLACES]);

impl Seeds {
    /// None anywhere.
    pub(super) const NONE: Seeds = Seeds([0; PLACES]);

    /// The places with at least so many seeds.
    #[inline(always)]
    pub(super) fn at_least(&self, least: u8) -> u32 {
        self.reach(&Seeds([least; PLACES]))
    }

    /// The places with at least as many seeds as they need.
    #[cfg(target_feature = "avx2")]
    #[inline(always)]
    pub(super) fn reach(&self, need: &Seeds) -> u32 {
        use std::arch::x86_64::*;
        // SAFETY: the feature is there on every machine this is compiled for, and the arrays are aligned.
        #[allow(unused_unsafe)]
        unsafe {
            let seeds = _mm256_load_si256(self.0.as_ptr().cast());
            let need = _mm256_load_si256(need.0.as_ptr().cast());
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(seeds, need), seeds)) as u32
        }
    }

    /// The places with at least as many seeds as they need.
    #[cfg(not(target_feature = "avx2"))]
    #[inline(always)]
    pub(super) fn reach(&self, need: &Seeds) -> u32 {
        let places = self.0.iter().zip(&need.0).enumerate();
        places.fold(0, |bits, (place, (seeds, need))| bits | u32::from(seeds >= need) << place)
    }

    /// What a sowing leaves; what it takes from a place is added to it as a number below zero.
    #[inline(always)]
    pub(super) fn sown(&self, row: &Seeds) -> Seeds {
        let mut after = *self;
        for (place, seeds) in after.0.iter_mut().enumerate() {
            *seeds = seeds.wrapping_add(row.0[place]);
        }
        after
    }

    /// Moves seeds from a place to another. All places are written at once: a byte that is written alone holds up
    /// whoever reads the vector next.
    #[inline(always)]
    pub(super) fn moved(&self, from: u8, to: u8, count: u8) -> Seeds {
        let mut after = *self;
        for (place, seeds) in after.0.iter_mut().enumerate() {
            let out = if place as u8 == from { count } else { 0 };
            let into = if place as u8 == to { count } else { 0 };
            *seeds = seeds.wrapping_sub(out).wrapping_add(into);
        }
        after
    }

    /// The sum over the places that are marked with 255; the others are marked with 0.
    #[inline(always)]
    pub(super) fn sum(&self, marked: &Seeds) -> i32 {
        self.0.iter().zip(&marked.0).map(|(seeds, mark)| i32::from(seeds & mark)).sum()
    }

    /// A number that tells positions apart: seeds, and who is to move.
    #[inline(always)]
    pub(super) fn hash(&self, mover: usize) -> u64 {
        const FACTORS: [u64; 4] =
            [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0xa24b_aed4_963e_e407, 0x8cb9_2ba7_2f3d_8dd7];
        let mut hash = (mover as u64) << 61;
        for (word, factor) in self.0.as_chunks::<8>().0.iter().zip(FACTORS) {
            let product = u64::from_le_bytes(*word).wrapping_mul(factor);
            hash = hash.wrapping_add(product ^ product >> 32);
        }
        hash
    }

    /// Whether other seeds are the same in the places that are marked with 255.
    #[inline(always)]
    pub(super) fn agrees(&self, other: &Seeds, marked: &Seeds) -> bool {
        let mut differ = 0;
        for place in 0..PLACES {
            differ |= (self.0[place] ^ other.0[place]) & marked.0[place];
        }
        differ == 0
    }
}

/// A condition on the number of seeds in one place: a bit for each number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Test {
    pub(super) place: u8,
    pub(super) numbers: u64,
}

impl Test {
    /// What always holds.
    pub(super) const ALWAYS: Test = Test { place: 0, numbers: u64::MAX };
    /// What never holds.
    pub(super) const NEVER: Test = Test { place: 0, numbers: 0 };

    #[inline(always)]
    pub(super) fn holds(&self, seeds: &Seeds) -> bool {
        self.numbers >> seeds.0[usize::from(self.place) % PLACES].min(MANY) & 1 == 1
    }
}

/// Two tests that must both hold.
pub(super) type Tests = [Test; 2];

#[inline]
pub(super) fn hold(tests: &Tests, seeds: &Seeds) -> bool {
    tests[0].holds(seeds) & tests[1].holds(seeds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_compared_moved_and_summed_place_by_place() {
        let mut seeds = Seeds::NONE;
        (seeds.0[1], seeds.0[5], seeds.0[31]) = (3, 200, 7);
        assert_eq!(seeds.at_least(7), 1 << 5 | 1 << 31);
        let mut need = Seeds([255; PLACES]);
        (need.0[1], need.0[5]) = (3, 201);
        assert_eq!(seeds.reach(&need), 1 << 1);
        let moved = seeds.moved(5, 31, 100);
        assert_eq!((moved.0[1], moved.0[5], moved.0[31]), (3, 100, 107));
        assert_eq!(seeds.moved(5, 5, 9), seeds);
        let mut marked = Seeds::NONE;
        (marked.0[1], marked.0[5]) = (255, 255);
        assert_eq!(seeds.sum(&marked), 203);
        assert!(!seeds.agrees(&moved, &marked));
        marked.0[5] = 0;
        assert!(seeds.agrees(&moved, &marked));
    }

    #[test]
    fn positions_that_differ_have_different_hashes() {
        let mut hashes = std::collections::HashSet::new();
        for (from, to) in (0..PLACES as u8).flat_map(|from| (0..PLACES as u8).map(move |to| (from, to))) {
            let seeds = Seeds([4; PLACES]).moved(from, to, 1);
            for mover in 1..=2 {
                assert!(hashes.insert(seeds.hash(mover)) || from == to);
            }
        }
        assert_eq!(hashes.len(), 2 * (PLACES * (PLACES - 1) + 1));
    }
}
