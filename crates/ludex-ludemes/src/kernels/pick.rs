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

/// How many places of a set lie before each of its words, as four numbers of 16 bits; sets of more words are counted
/// each time.
pub(super) struct Shares(u64);

/// One in each number.
const ONES: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each number.
const TOPS: u64 = ONES << 15;

impl Shares {
    pub(super) fn of<const N: usize>(places: &Bits<N>) -> Shares {
        let mut before = 0;
        for (at, word) in places.0.iter().enumerate().take(3) {
            before += u64::from(word.count_ones()) * (ONES << (16 * at) << 16);
        }
        Shares(before)
    }

    #[inline]
    pub(super) fn remove(&mut self, place: usize) {
        self.0 = self.0.wrapping_sub(ONES << (place >> 6 << 4 & 63) << 16);
    }

    #[inline]
    pub(super) fn insert(&mut self, place: usize) {
        self.0 = self.0.wrapping_add(ONES << (place >> 6 << 4 & 63) << 16);
    }

    /// The place with `index` places before it, without a branch on where it is.
    #[inline]
    pub(super) fn select<const N: usize>(&self, places: &Bits<N>, index: u32) -> usize {
        if N == 1 {
            return nth_bit(places.0[0], index) as usize;
        }
        if N > 4 {
            return select(places, index);
        }
        // A number keeps its highest bit where `index` is not below the share.
        let reached = ((u64::from(index) * ONES) | TOPS).wrapping_sub(self.0) & TOPS;
        // Words beyond the last have as many places before them as there are.
        let at = (reached.count_ones() as usize - 1).min(N - 1);
        let before = (self.0 >> (16 * at)) as u32 & 0xffff;
        at * 64 + nth_bit(places.0[at], index - before) as usize
    }
}

/// The place with `index` places before it, without a branch on where it is.
#[inline]
fn select<const N: usize>(places: &Bits<N>, index: u32) -> usize {
    let (mut word, mut before) = (places.0[0], 0);
    let (mut total, mut at) = (0, 0);
    for number in 0..N - 1 {
        total += places.0[number].count_ones();
        let beyond = index >= total;
        word = if beyond { places.0[number + 1] } else { word };
        before = if beyond { total } else { before };
        at += usize::from(beyond);
    }
    at * 64 + nth_bit(word, index - before) as usize
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
}
