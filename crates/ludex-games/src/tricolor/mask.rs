//! Sets of tiles, one bit a tile: `u64` for boards up to 61 tiles, `u128` for the board of 91.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of tiles.
pub trait Mask:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How many tiles a set can hold.
    const BITS: usize;
    /// The empty set.
    const NONE: Self;

    /// The set of one tile.
    fn only(tile: usize) -> Self;
    /// The set of `tile` if `condition`, else the empty set.
    fn only_if(tile: usize, condition: bool) -> Self;
    /// How many tiles there are.
    fn count(self) -> u32;
    /// The lowest tile; unspecified of the empty set.
    fn lowest(self) -> usize;
    /// The set without its lowest tile.
    fn without_lowest(self) -> Self;
    /// Everything up to the lowest tile, which is included; all tiles if the set is empty.
    fn up_to_lowest(self) -> Self;
    /// Everything down to the highest tile, which is included; all tiles if the set is empty.
    fn down_to_highest(self) -> Self;
    /// 32 membership bits, put at a place that is a multiple of 32.
    fn from_part(bits: u32, place: usize) -> Self;
    /// Whether [`gather`](Mask::gather) and [`scatter`](Mask::scatter) take one instruction each.
    const GATHERS: bool;
    /// One bit for each tile of `from`, in order: whether it is in the set.
    fn gather(self, from: Self) -> u64;
    /// The set that `gather` of the same tiles makes these bits of.
    fn scatter(bits: u64, to: Self) -> Self;
    /// Whether the set is empty.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }
    /// Whether the tile is in the set.
    #[inline(always)]
    fn has(self, tile: usize) -> bool {
        !(self & Self::only(tile)).is_none()
    }
    /// The tile that has exactly `index` others of the set below it.
    fn nth(self, index: u32) -> usize;
    /// The tiles in ascending order.
    #[inline(always)]
    fn tiles(self) -> Tiles<Self> {
        Tiles(self)
    }
}

/// The tiles of a set, one by one.
pub struct Tiles<M>(M);

impl<M: Mask> Iterator for Tiles<M> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_none() {
            return None;
        }
        let tile = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(tile)
    }
}

macro_rules! mask {
    ($type:ty, $bits:ident) => {
        impl Mask for $type {
            const BITS: usize = <$type>::BITS as usize;
            const NONE: $type = 0;

            #[inline(always)]
            fn only(tile: usize) -> $type {
                1 << (tile & (Self::BITS as usize - 1))
            }
            #[inline(always)]
            fn only_if(tile: usize, condition: bool) -> $type {
                <$type>::from(condition) << (tile & (Self::BITS as usize - 1))
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn without_lowest(self) -> $type {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn up_to_lowest(self) -> $type {
                self ^ self.wrapping_sub(1)
            }
            #[inline(always)]
            fn down_to_highest(self) -> $type {
                <$type>::MAX << (<$type>::BITS - 1 - (self | 1).leading_zeros())
            }
            #[inline(always)]
            fn nth(self, index: u32) -> usize {
                $bits::nth(self, index)
            }
            const GATHERS: bool = $bits::GATHERS;
            #[inline(always)]
            fn gather(self, from: $type) -> u64 {
                $bits::gather(self, from)
            }
            #[inline(always)]
            fn scatter(bits: u64, to: $type) -> $type {
                $bits::scatter(bits, to)
            }
            #[inline(always)]
            fn from_part(bits: u32, place: usize) -> $type {
                <$type>::from(bits) << place
            }
        }
    };
}

mask!(u64, narrow);
mask!(u128, wide);

/// Bits of `u64` by the instructions made for it.
#[cfg(target_feature = "bmi2")]
mod narrow {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    pub(super) const GATHERS: bool = true;

    #[inline(always)]
    pub(super) fn nth(set: u64, index: u32) -> usize {
        scatter(1 << (index & 63), set).trailing_zeros() as usize
    }

    #[inline(always)]
    pub(super) fn gather(set: u64, from: u64) -> u64 {
        // SAFETY: this module is compiled only for machines that have the instruction.
        unsafe { _pext_u64(set, from) }
    }

    #[inline(always)]
    pub(super) fn scatter(bits: u64, to: u64) -> u64 {
        // SAFETY: this module is compiled only for machines that have the instruction.
        unsafe { _pdep_u64(bits, to) }
    }
}

/// Bits of `u64`, one by one.
#[cfg(not(target_feature = "bmi2"))]
mod narrow {
    use super::{Mask, one_by_one};

    pub(super) const GATHERS: bool = false;

    #[inline(always)]
    pub(super) fn nth(mut set: u64, index: u32) -> usize {
        for _ in 0..index {
            set = set.without_lowest();
        }
        set.lowest()
    }

    pub(super) fn gather(set: u64, from: u64) -> u64 {
        one_by_one::gather(set, from)
    }

    pub(super) fn scatter(bits: u64, to: u64) -> u64 {
        one_by_one::scatter(bits, to)
    }
}

/// Bits of `u128`, one by one.
mod wide {
    use super::{Mask, one_by_one};

    pub(super) const GATHERS: bool = false;

    pub(super) fn nth(set: u128, index: u32) -> usize {
        let low = set as u64;
        match index.checked_sub(low.count()) {
            None => low.nth(index),
            Some(rest) => 64 + ((set >> 64) as u64).nth(rest),
        }
    }

    pub(super) fn gather(set: u128, from: u128) -> u64 {
        one_by_one::gather(set, from)
    }

    pub(super) fn scatter(bits: u64, to: u128) -> u128 {
        one_by_one::scatter(bits, to)
    }
}

/// What `gather` and `scatter` mean.
mod one_by_one {
    use super::Mask;

    pub(super) fn gather<M: Mask>(set: M, from: M) -> u64 {
        from.tiles().enumerate().fold(0, |bits, (place, tile)| bits | u64::from(set.has(tile)) << place)
    }

    pub(super) fn scatter<M: Mask>(bits: u64, to: M) -> M {
        let tiles = to.tiles().enumerate().filter(|(place, _)| bits >> place & 1 != 0);
        tiles.fold(M::NONE, |set, (_, tile)| set | M::only(tile))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_include_the_first_tile_met() {
        let set = 0b0110_1000u64;
        assert_eq!(set.up_to_lowest(), 0b1111);
        assert_eq!(set.down_to_highest(), u64::MAX << 6);
        assert_eq!((0u64.up_to_lowest(), 0u64.down_to_highest()), (u64::MAX, u64::MAX));
        assert_eq!(set.tiles().collect::<Vec<_>>(), [3, 5, 6]);
        assert_eq!(set.nth(2), 6);
        assert_eq!((u128::from(set) << 60).nth(1), 65);
    }

    #[test]
    fn scattered_bits_are_gathered_again() {
        let tiles = 0x1234_5678_9abc_def0u64;
        for bits in [0, 1, 0b1011, 0xffff_ffff] {
            assert_eq!(u64::scatter(bits, tiles), one_by_one::scatter(bits, tiles));
            assert_eq!(u64::scatter(bits, tiles).gather(tiles), bits);
            assert_eq!(one_by_one::gather(u64::scatter(bits, tiles), tiles), bits);
        }
    }
}
