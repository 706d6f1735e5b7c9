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
    ($type:ty, $nth:path) => {
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
                $nth(self, index)
            }
            #[inline(always)]
            fn from_part(bits: u32, place: usize) -> $type {
                <$type>::from(bits) << place
            }
        }
    };
}

mask!(u64, nth_of_64);
mask!(u128, nth_of_128);

/// The tile by bit deposit: no loop, so nothing to mispredict.
#[cfg(target_feature = "bmi2")]
#[inline(always)]
fn nth_of_64(set: u64, index: u32) -> usize {
    // SAFETY: this function is compiled only for machines that have the instruction.
    unsafe { std::arch::x86_64::_pdep_u64(1 << (index & 63), set).trailing_zeros() as usize }
}

#[cfg(not(target_feature = "bmi2"))]
#[inline(always)]
fn nth_of_64(mut set: u64, index: u32) -> usize {
    for _ in 0..index {
        set = set.without_lowest();
    }
    set.lowest()
}

fn nth_of_128(set: u128, index: u32) -> usize {
    let low = set as u64;
    match index.checked_sub(low.count()) {
        None => nth_of_64(low, index),
        Some(rest) => 64 + nth_of_64((set >> 64) as u64, rest),
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
}
