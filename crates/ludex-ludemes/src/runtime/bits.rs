//! Sets of places as bits, of a width fixed when the program is compiled.

/// A set of places, numbered from 0 to 64·W - 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Bits<const W: usize>(pub [u64; W]);

// Loops over indices rather than iterators: they are unrolled wherever they are compiled.
#[allow(clippy::needless_range_loop)]
impl<const W: usize> Bits<W> {
    /// Nothing.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// One place.
    #[inline(always)]
    pub fn one(place: usize) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        bits.insert(place);
        bits
    }

    /// The places `from` up to but not including `to`.
    pub fn range(from: usize, to: usize) -> Bits<W> {
        (from..to).collect()
    }

    /// Adds a place.
    #[inline(always)]
    pub fn insert(&mut self, place: usize) {
        self.0[place >> 6] |= 1 << (place & 63);
    }

    /// Takes a place out.
    #[inline(always)]
    pub fn remove(&mut self, place: usize) {
        self.0[place >> 6] &= !(1 << (place & 63));
    }

    /// Whether a place is in the set. Places beyond the width never are.
    #[inline(always)]
    pub fn has(&self, place: usize) -> bool {
        self.0.get(place >> 6).is_some_and(|word| word >> (place & 63) & 1 == 1)
    }

    /// How many places there are.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        let mut count = 0;
        for word in 0..W {
            count += self.0[word].count_ones();
        }
        count
    }

    /// Whether there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        let mut any = 0;
        for word in 0..W {
            any |= self.0[word];
        }
        any == 0
    }

    /// Whether the sets share a place.
    #[inline(always)]
    pub fn meets(&self, other: &Bits<W>) -> bool {
        let mut shared = 0;
        for word in 0..W {
            shared |= self.0[word] & other.0[word];
        }
        shared != 0
    }

    /// Whether every place is also in `other`.
    #[inline(always)]
    pub fn is_within(&self, other: &Bits<W>) -> bool {
        let mut beyond = 0;
        for word in 0..W {
            beyond |= self.0[word] & !other.0[word];
        }
        beyond == 0
    }

    /// The places of either.
    #[inline(always)]
    pub fn or(mut self, other: &Bits<W>) -> Bits<W> {
        for word in 0..W {
            self.0[word] |= other.0[word];
        }
        self
    }

    /// The places of both.
    #[inline(always)]
    pub fn and(mut self, other: &Bits<W>) -> Bits<W> {
        for word in 0..W {
            self.0[word] &= other.0[word];
        }
        self
    }

    /// The places that are not in `other`.
    #[inline(always)]
    pub fn minus(mut self, other: &Bits<W>) -> Bits<W> {
        for word in 0..W {
            self.0[word] &= !other.0[word];
        }
        self
    }

    /// The lowest place.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        for word in 0..W {
            if self.0[word] != 0 {
                return Some(word * 64 + self.0[word].trailing_zeros() as usize);
            }
        }
        None
    }

    /// The highest place.
    #[inline(always)]
    pub fn last(&self) -> Option<usize> {
        for word in (0..W).rev() {
            if self.0[word] != 0 {
                return Some(word * 64 + 63 - self.0[word].leading_zeros() as usize);
            }
        }
        None
    }

    /// The place with `index` places before it.
    #[inline(always)]
    pub fn nth(&self, index: u32) -> Option<usize> {
        let mut left = index;
        for at in 0..W {
            let word = self.0[at];
            let count = word.count_ones();
            if left < count {
                return Some(at * 64 + nth_bit(word, left) as usize);
            }
            left -= count;
        }
        None
    }

    /// The places in ascending order.
    #[inline(always)]
    pub fn iter(self) -> Places<W> {
        Places { words: self.0, at: 0 }
    }
}

/// The places of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Places<const W: usize> {
    words: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for Places<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.at < W {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some(self.at * 64 + word.trailing_zeros() as usize);
            }
            self.at += 1;
        }
        None
    }
}

/// The position of the set bit of `word` with `index` set bits below it; there must be one.
#[inline]
pub(crate) fn nth_bit(word: u64, index: u32) -> u32 {
    nth_alone(word, index).trailing_zeros()
}

/// The set bit of `word` with `index` set bits below it, alone; there must be one.
#[cfg(target_feature = "bmi2")]
#[inline]
pub(crate) fn nth_alone(word: u64, index: u32) -> u64 {
    // SAFETY: the feature is there on every machine this is compiled for.
    #[allow(unused_unsafe)]
    unsafe {
        std::arch::x86_64::_pdep_u64(1 << index, word)
    }
}

/// The set bit of `word` with `index` set bits below it, alone; there must be one.
#[cfg(not(target_feature = "bmi2"))]
#[inline]
pub(crate) fn nth_alone(mut word: u64, index: u32) -> u64 {
    for _ in 0..index {
        word &= word.wrapping_sub(1);
    }
    word & word.wrapping_neg()
}

/// The bits of `word` at the places of `mask`, moved together.
#[cfg(target_feature = "bmi2")]
#[inline]
pub(crate) fn gather_bits(word: u64, mask: u64) -> u64 {
    // SAFETY: the feature is there on every machine this is compiled for.
    #[allow(unused_unsafe)]
    unsafe {
        std::arch::x86_64::_pext_u64(word, mask)
    }
}

/// The bits of `word` at the places of `mask`, moved together.
#[cfg(not(target_feature = "bmi2"))]
#[inline]
pub(crate) fn gather_bits(word: u64, mut mask: u64) -> u64 {
    let (mut gathered, mut at) = (0, 0);
    while mask != 0 {
        gathered |= (word >> mask.trailing_zeros() & 1) << at;
        at += 1;
        mask &= mask - 1;
    }
    gathered
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        places.into_iter().for_each(|place| bits.insert(place));
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_gathered_in_order() {
        assert_eq!(gather_bits(0b1011_0010, 0b1111_0000), 0b1011);
        assert_eq!(gather_bits(0b1000_0010, 0b1000_0110), 0b101);
        assert_eq!(gather_bits(u64::MAX, 0), 0);
    }

    #[test]
    fn set_algebra_holds_across_words() {
        let a: Bits<2> = [1, 63, 64, 100].into_iter().collect();
        let b: Bits<2> = [63, 100, 127].into_iter().collect();
        assert_eq!(a.and(&b).iter().collect::<Vec<_>>(), [63, 100]);
        assert_eq!(a.minus(&b).iter().collect::<Vec<_>>(), [1, 64]);
        assert_eq!(a.or(&b).count(), 5);
        assert!(a.meets(&b) && !a.is_within(&b) && a.and(&b).is_within(&a));
        assert_eq!(b.first(), Some(63));
        assert!(!a.has(500));
        assert_eq!(
            (0..5).map(|i| a.nth(i)).collect::<Vec<_>>(),
            [Some(1), Some(63), Some(64), Some(100), None]
        );
    }
}
