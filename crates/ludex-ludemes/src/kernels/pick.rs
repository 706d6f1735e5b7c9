//! Picking by number: the place with so many before it, in a set of several words or in several sets at once.

use crate::runtime::{Bits, nth_bit};

/// Moves in up to eight directions: for each, the places from which there is one. The origin and the direction with
/// `index` moves before them, counted origin by origin; there must be one.
// Loops over indices rather than iterators: they are unrolled wherever they are compiled.
#[allow(clippy::needless_range_loop)]
#[inline]
pub(super) fn pick<const K: usize>(origins: &[u64; K], index: u32) -> (usize, usize) {
    const { assert!(K.is_power_of_two() && K <= 8) };
    if K == 1 {
        return (nth_bit(origins[0], index) as usize, 0);
    }
    // Halves the places until those left, with all directions of each, fit in one word.
    let (mut first, mut left) = (0, index);
    let mut size = 32;
    while size >= 64 / K {
        let mask = (1u64 << size) - 1;
        let mut count = 0;
        for way in 0..K {
            count += (origins[way] >> first & mask).count_ones();
        }
        let beyond = left >= count;
        left -= if beyond { count } else { 0 };
        first += if beyond { size } else { 0 };
        size /= 2;
    }
    let mut word = 0;
    for way in 0..K {
        word |= spread::<K>(origins[way] >> first) << way;
    }
    let at = nth_bit(word, left) as usize;
    (first + at / K, at % K)
}

/// The lowest bits of a word, so that there is room for the bits of `K - 1` more words between them.
#[cfg(target_feature = "bmi2")]
#[inline]
fn spread<const K: usize>(word: u64) -> u64 {
    let mask = u64::MAX / ((1 << K) - 1);
    // SAFETY: the feature is there on every machine this is compiled for.
    #[allow(unused_unsafe)]
    unsafe {
        std::arch::x86_64::_pdep_u64(word, mask)
    }
}

/// The lowest bits of a word, so that there is room for the bits of `K - 1` more words between them.
#[cfg(not(target_feature = "bmi2"))]
#[inline]
fn spread<const K: usize>(word: u64) -> u64 {
    (0..64 / K).fold(0, |spread, at| spread | (word >> at & 1) << (at * K))
}

/// How many places of a set of up to eight words lie before each word, as numbers of 16 bits, four to a word.
pub(super) struct Shares<const N: usize>([u64; 2]);

/// One in each number.
const ONES: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each number.
const TOPS: u64 = ONES << 15;
/// What a place in each word adds to the numbers.
static AFTER: [[u64; 2]; 8] = {
    let mut after = [[0, ONES]; 8];
    let mut word = 0;
    while word < 8 {
        after[word][word / 4] = ONES << (16 * (word % 4)) << 16;
        word += 1;
    }
    after
};

impl<const N: usize> Shares<N> {
    pub(super) fn of(places: &Bits<N>) -> Shares<N> {
        const { assert!(N <= 8) };
        let mut shares = Shares([0; 2]);
        places.0.iter().enumerate().for_each(|(at, word)| shares.add(at, word.count_ones()));
        shares
    }

    #[inline]
    pub(super) fn remove(&mut self, place: usize) {
        let after = &AFTER[place / 64 % N];
        self.0[0] = self.0[0].wrapping_sub(after[0]);
        if N > 4 {
            self.0[1] = self.0[1].wrapping_sub(after[1]);
        }
    }

    #[inline]
    pub(super) fn insert(&mut self, place: usize) {
        self.add(place / 64, 1);
    }

    /// Takes note of so many more places in a word.
    #[inline]
    pub(super) fn add(&mut self, word: usize, places: u32) {
        let after = &AFTER[word % N];
        self.0[0] = self.0[0].wrapping_add(after[0].wrapping_mul(u64::from(places)));
        if N > 4 {
            self.0[1] = self.0[1].wrapping_add(after[1].wrapping_mul(u64::from(places)));
        }
    }

    /// The place with `index` places before it, without a branch on where it is.
    #[inline]
    pub(super) fn select(&self, places: &Bits<N>, index: u32) -> usize {
        if N == 1 {
            return nth_bit(places.0[0], index) as usize;
        }
        // A number keeps its highest bit where `index` is not below the share.
        let index_in_each = (u64::from(index) * ONES) | TOPS;
        let reached = |shares: u64| (index_in_each.wrapping_sub(shares) & TOPS).count_ones() as usize;
        let mut words = reached(self.0[0]);
        let mut shares = self.0[0];
        if N > 4 {
            words += reached(self.0[1]);
            shares = if words > 4 { self.0[1] } else { shares };
        }
        // Words beyond the last have as many places before them as there are.
        let at = (words - 1).min(N - 1);
        let before = (shares >> (16 * (at % 4))) as u32 & 0xffff;
        at * 64 + nth_bit(places.0[at], index - before) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_origin_by_origin() {
        let sets = [0x8000_0001_0400_0003, 0x8000_0000_0000_0002, 0x0000_0001_0000_0003, 1 << 63];
        let mut listed = Vec::new();
        for place in 0..64 {
            listed.extend((0..4).filter(|&way: &usize| sets[way] >> place & 1 == 1).map(|way| (place, way)));
        }
        for (index, &expected) in listed.iter().enumerate() {
            assert_eq!(pick(&sets, index as u32), expected);
        }
        let sets = [sets[0], sets[1]];
        listed.retain(|&(_, way)| way < 2);
        for (index, &expected) in listed.iter().enumerate() {
            assert_eq!(pick(&sets, index as u32), expected);
        }
        assert_eq!(pick(&[0b1010_0100], 2), (7, 0));
    }

    #[test]
    fn shares_follow_a_set() {
        let mut places: Bits<4> = [3, 64, 70, 129, 200, 255].into_iter().collect();
        let mut shares = Shares::of(&places);
        for gone in [70, 255, 3] {
            places.remove(gone);
            shares.remove(gone);
            for (index, place) in places.iter().enumerate() {
                assert_eq!(shares.select(&places, index as u32), place);
            }
        }
        places.insert(100);
        shares.insert(100);
        assert_eq!(shares.select(&places, 1), 100);
    }

    #[test]
    fn shares_of_eight_words_follow_a_set() {
        let mut places: Bits<8> = (0..512).step_by(7).collect();
        let mut shares = Shares::of(&places);
        for round in 0..60 {
            let gone = shares.select(&places, round % 13);
            places.remove(gone);
            shares.remove(gone);
            let word = (round * 5 % 8) as usize;
            let new = !places.0[word] & (0b1011 << (round % 60));
            places.0[word] |= new;
            shares.add(word, new.count_ones());
            for (index, place) in places.iter().enumerate() {
                assert_eq!(shares.select(&places, index as u32), place);
            }
        }
    }
}
