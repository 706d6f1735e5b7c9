//! A row of pits packed into machine words, so that sowing is one addition.

use std::fmt::Debug;
use std::hash::Hash;

use super::history::{self, Recall};

/// A row of pits. Pits beyond the row's length are always 0. Sets of pits are bit masks.
pub trait Lanes: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The seeds in a pit.
    fn get(self, pit: usize) -> u32;

    /// Puts `seeds` into a pit instead of what was there.
    fn put(&mut self, pit: usize, seeds: u32);

    /// Adds pit by pit. Negative numbers are written in two's complement; the sums must not be negative.
    fn plus(self, other: Self) -> Self;

    /// What added takes `seeds` from one pit.
    fn taking(pit: usize, seeds: u32) -> Self;

    /// The pits that hold exactly `seeds`.
    fn equal(self, seeds: u32) -> u16;

    /// The row with these pits emptied.
    fn without(self, pits: u16) -> Self;

    /// All seeds of the row.
    fn sum(self) -> u32;

    /// Whether all pits are empty.
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The pits that hold seeds.
    fn filled(self) -> u16;

    /// The row with every bit turned over, which is never a row that can occur.
    fn inverted(self) -> Self;

    /// A number that tells rows apart, for hashing.
    fn digest(self) -> u64;

    /// Lends the table of positions that playouts of this thread use.
    fn with_recall<R>(with: impl FnOnce(&mut Recall<Self>) -> R) -> R;
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Gathers the high bit of every byte into a mask with byte 0 as bit 0.
#[inline(always)]
fn gather(highs: u64) -> u16 {
    (((highs >> 7) & ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}

/// High bits of the bytes that are not 0.
#[inline(always)]
pub(super) fn filled_bytes(bytes: u64) -> u64 {
    (((bytes & !HIGHS) + !HIGHS) | bytes) & HIGHS
}

/// Up to eight pits of up to 255 seeds, a byte each.
impl Lanes for u64 {
    #[inline(always)]
    fn get(self, pit: usize) -> u32 {
        (self >> (8 * (pit & 7))) as u32 & 0xff
    }

    #[inline(always)]
    fn put(&mut self, pit: usize, seeds: u32) {
        let shift = 8 * (pit & 7);
        *self = (*self & !(0xff << shift)) | u64::from(seeds) << shift;
    }

    #[inline(always)]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }

    fn taking(pit: usize, seeds: u32) -> u64 {
        (u64::from(seeds) << (8 * pit)).wrapping_neg()
    }

    #[inline(always)]
    fn equal(self, seeds: u32) -> u16 {
        gather(!filled_bytes(self ^ (u64::from(seeds) * ONES)))
    }

    #[inline(always)]
    fn without(self, pits: u16) -> u64 {
        // The bits of the mask, spread to one byte each: byte i keeps bit i of its copy of the mask.
        let spread = (u64::from(pits & 0xff) * ONES) & 0x8040_2010_0804_0201;
        self & !((filled_bytes(spread) >> 7) * 0xff)
    }

    #[inline(always)]
    fn sum(self) -> u32 {
        (self.wrapping_mul(ONES) >> 56) as u32
    }

    #[inline(always)]
    fn filled(self) -> u16 {
        gather(filled_bytes(self))
    }

    #[inline(always)]
    fn inverted(self) -> u64 {
        !self
    }

    #[inline(always)]
    fn digest(self) -> u64 {
        self
    }

    fn with_recall<R>(with: impl FnOnce(&mut Recall<u64>) -> R) -> R {
        history::with_narrow(with)
    }
}

/// Up to twelve pits of any number of seeds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wide([u16; 16]);

impl Lanes for Wide {
    #[inline]
    fn get(self, pit: usize) -> u32 {
        u32::from(self.0[pit & 15])
    }

    #[inline]
    fn put(&mut self, pit: usize, seeds: u32) {
        self.0[pit & 15] = seeds as u16;
    }

    #[inline]
    fn plus(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|pit| self.0[pit].wrapping_add(other.0[pit])))
    }

    fn taking(pit: usize, seeds: u32) -> Wide {
        let mut row = Wide::default();
        row.0[pit] = (seeds as u16).wrapping_neg();
        row
    }

    #[inline]
    fn equal(self, seeds: u32) -> u16 {
        (0..16).fold(0, |mask, pit| mask | u16::from(u32::from(self.0[pit]) == seeds) << pit)
    }

    #[inline]
    fn without(self, pits: u16) -> Wide {
        Wide(std::array::from_fn(|pit| if pits >> pit & 1 == 1 { 0 } else { self.0[pit] }))
    }

    #[inline]
    fn sum(self) -> u32 {
        self.0.iter().map(|&seeds| u32::from(seeds)).sum()
    }

    #[inline]
    fn filled(self) -> u16 {
        !self.equal(0)
    }

    #[inline]
    fn inverted(self) -> Wide {
        Wide(self.0.map(|seeds| !seeds))
    }

    #[inline]
    fn digest(self) -> u64 {
        self.0.iter().fold(0, |digest, &seeds| {
            (digest ^ u64::from(seeds)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        })
    }

    fn with_recall<R>(with: impl FnOnce(&mut Recall<Wide>) -> R) -> R {
        history::with_wide(with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Rng;

    fn agrees_with_an_array<W: Lanes>(pits: usize, most: u32) {
        let mut rng = Rng::new(11);
        for _ in 0..2000 {
            let seeds: Vec<u32> =
                (0..pits).map(|_| if rng.chance(0.3) { 0 } else { rng.below(most) }).collect();
            let mut row = W::default();
            for (pit, &count) in seeds.iter().enumerate() {
                row.put(pit, count);
            }
            assert!(seeds.iter().enumerate().all(|(pit, &count)| row.get(pit) == count));
            assert_eq!(row.sum(), seeds.iter().sum::<u32>());
            for value in [0, 1, 2, 3, most - 1] {
                let mask = row.equal(value) & ((1 << pits) - 1);
                let expected = (0..pits).fold(0, |m, p| m | u16::from(seeds[p] == value) << p);
                assert_eq!(mask, expected, "{seeds:?} equal {value}");
            }
            assert_eq!(row.filled(), (0..pits).fold(0, |m, p| m | u16::from(seeds[p] > 0) << p));
            let drop = rng.bits() as u16 & ((1 << pits) - 1);
            let left = row.without(drop);
            assert!((0..pits).all(|p| left.get(p) == if drop >> p & 1 == 1 { 0 } else { seeds[p] }));
            let from = rng.below(pits as u32) as usize;
            assert_eq!(row.plus(W::taking(from, seeds[from])), row.without(1 << from));
        }
    }

    #[test]
    fn bytes_agree_with_an_array() {
        agrees_with_an_array::<u64>(8, 32);
        agrees_with_an_array::<u64>(1, 193);
    }

    #[test]
    fn wide_rows_agree_with_an_array() {
        agrees_with_an_array::<Wide>(12, 24);
        agrees_with_an_array::<Wide>(12, 289);
    }
}
