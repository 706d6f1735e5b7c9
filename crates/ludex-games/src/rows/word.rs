//! Sets of squares as machine words: one `u64` for boards of up to 64 squares, one `u128` for up to 128, and
//! six words for the largest (19x19 has 361).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::bits::{deposit, extract};
use super::kernel::{Kernel, Masks, Walk};

/// A set of squares. Square `i` of the board is bit `i`.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How lines and captures are found in sets of this width.
    type Kernel: Kernel<Self>;
    /// The empty set.
    const NONE: Self;
    /// How many squares fit.
    const SQUARES: usize;

    /// The set of one square; any set at all if the square does not fit.
    fn bit(square: usize) -> Self;

    /// How many squares the set has.
    fn count(self) -> u32;

    /// The lowest square of a set that is not empty.
    fn first(self) -> usize;

    /// The set without its lowest square.
    fn without_first(self) -> Self;

    /// The square that has `n` squares of the set before it; `n` is below the count.
    fn nth(self, n: u32) -> usize;

    /// Whether the set is empty.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether the square is in the set.
    #[inline(always)]
    fn has(self, square: usize) -> bool {
        square < Self::SQUARES && !(self & Self::bit(square)).is_none()
    }

    /// The squares in ascending order.
    #[inline]
    fn squares(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            if rest.is_none() {
                return None;
            }
            let square = rest.first();
            rest = rest.without_first();
            Some(square)
        })
    }
}

/// What the mask kernel needs beyond sets: bits gathered from a mask's places, and spread over them.
pub trait Gather: Word {
    /// The bits at the places of `mask` (at most 64 of them), pushed together.
    fn gather(self, mask: Self) -> u64;

    /// The low bits of `bits` spread to the places of `mask`.
    fn scatter(bits: u64, mask: Self) -> Self;
}

impl Word for u64 {
    type Kernel = Masks<u64>;
    const NONE: u64 = 0;
    const SQUARES: usize = 64;

    #[inline(always)]
    fn bit(square: usize) -> u64 {
        1u64.wrapping_shl(square as u32)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline(always)]
    fn without_first(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn nth(self, n: u32) -> usize {
        deposit(1u64.wrapping_shl(n), self).trailing_zeros() as usize
    }
}

impl Gather for u64 {
    #[inline(always)]
    fn gather(self, mask: u64) -> u64 {
        extract(self, mask)
    }

    #[inline(always)]
    fn scatter(bits: u64, mask: u64) -> u64 {
        deposit(bits, mask)
    }
}

#[inline(always)]
fn halves(word: u128) -> (u64, u64) {
    (word as u64, (word >> 64) as u64)
}

impl Word for u128 {
    type Kernel = Masks<u128>;
    const NONE: u128 = 0;
    const SQUARES: usize = 128;

    #[inline(always)]
    fn bit(square: usize) -> u128 {
        1u128.wrapping_shl(square as u32)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline(always)]
    fn without_first(self) -> u128 {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn nth(self, n: u32) -> usize {
        let (low, high) = halves(self);
        let below = low.count_ones();
        if n < below { low.nth(n) } else { 64 + high.nth(n - below) }
    }
}

impl Gather for u128 {
    #[inline(always)]
    fn gather(self, mask: u128) -> u64 {
        let ((low, high), (low_mask, high_mask)) = (halves(self), halves(mask));
        extract(low, low_mask) | extract(high, high_mask).wrapping_shl(low_mask.count_ones())
    }

    #[inline(always)]
    fn scatter(bits: u64, mask: u128) -> u128 {
        let (low, high) = halves(mask);
        u128::from(deposit(bits, low)) | u128::from(deposit(bits.wrapping_shr(low.count_ones()), high)) << 64
    }
}

const WORDS: usize = 6;

/// A set of up to 384 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide([u64; WORDS]);

impl Wide {
    #[inline(always)]
    fn zip(self, other: Wide, each: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|i| each(self.0[i], other.0[i])))
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline(always)]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Word for Wide {
    type Kernel = Walk;
    const NONE: Wide = Wide([0; WORDS]);
    const SQUARES: usize = 64 * WORDS;

    #[inline(always)]
    fn bit(square: usize) -> Wide {
        let mut words = [0; WORDS];
        if let Some(word) = words.get_mut(square / 64) {
            *word = 1 << (square % 64);
        }
        Wide(words)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn has(self, square: usize) -> bool {
        self.0.get(square / 64).is_some_and(|word| word >> (square % 64) & 1 != 0)
    }

    #[inline]
    fn first(self) -> usize {
        match self.0.iter().position(|&word| word != 0) {
            Some(index) => 64 * index + self.0[index].first(),
            None => Self::SQUARES,
        }
    }

    #[inline]
    fn without_first(mut self) -> Wide {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word = word.without_first();
        }
        self
    }

    #[inline]
    fn nth(self, mut n: u32) -> usize {
        for (index, word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if n < count {
                return 64 * index + word.nth(n);
            }
            n -= count;
        }
        Self::SQUARES
    }

    fn squares(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(index, word)| word.squares().map(move |s| 64 * index + s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees_with_a_list<W: Word>(squares: &[usize]) {
        let set = squares.iter().fold(W::NONE, |set, &s| set | W::bit(s));
        assert_eq!(set.squares().collect::<Vec<_>>(), squares);
        assert_eq!(set.count() as usize, squares.len());
        assert_eq!(set.is_none(), squares.is_empty());
        for (n, &square) in squares.iter().enumerate() {
            assert_eq!(set.nth(n as u32), square);
            assert!(set.has(square) && !(!set).has(square));
        }
        if let Some(&first) = squares.first() {
            assert_eq!(set.first(), first);
            assert_eq!(set.without_first(), set & !W::bit(first));
        }
        assert!(!(!W::NONE).has(W::SQUARES));
    }

    #[test]
    fn every_width_is_a_set() {
        for squares in [&[][..], &[0], &[63], &[0, 1, 5, 40, 63]] {
            agrees_with_a_list::<u64>(squares);
            agrees_with_a_list::<u128>(squares);
            agrees_with_a_list::<Wide>(squares);
        }
        agrees_with_a_list::<u128>(&[3, 63, 64, 100, 127]);
        agrees_with_a_list::<Wide>(&[3, 63, 64, 127, 128, 250, 300, 320, 383]);
    }

    #[test]
    fn gathering_and_scattering_agree_across_the_halves() {
        let mask = u128::bit(5) | u128::bit(60) | u128::bit(70) | u128::bit(127);
        assert_eq!((u128::bit(60) | u128::bit(127) | u128::bit(1)).gather(mask), 0b1010);
        assert_eq!(u128::scatter(0b0101, mask), u128::bit(5) | u128::bit(70));
        assert_eq!((!0u128).gather(mask & !0u128 << 64), 0b11);
    }
}
