//! Numbers for positions: all ways to spread n seeds over the pits, without gaps.
//!
//! Pits count from the player to move's left, hers first. Positions with fewer seeds in the first pit come first, and
//! so on; the numbers are those of `Index` for mancala games. A row is a word with a byte a pit.

/// The pits of both players, seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pits {
    /// The row of the player to move, from her left.
    pub own: u64,
    /// The other row, from its owner's left.
    pub other: u64,
}

/// One in every byte.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// The seeds of a row.
#[inline(always)]
pub fn sum(row: u64) -> u32 {
    (row.wrapping_mul(ONES) >> 56) as u32
}

impl Pits {
    /// All seeds.
    #[inline(always)]
    pub fn seeds(&self) -> u32 {
        sum(self.own) + sum(self.other)
    }
}

/// The numbering of positions with rows of a certain length.
#[derive(Clone, Debug)]
pub struct Numbering {
    pits: usize,
    /// By pit and the number of seeds from this pit on: how many positions come later because of them.
    later: Vec<[u64; MOST + 1]>,
    sizes: [u64; MOST + 1],
}

/// The most seeds a table can have.
pub const MOST: usize = 100;

/// In how many ways seeds lie in pits.
pub(super) fn ways(seeds: u64, pits: u64) -> u64 {
    let (mut result, k) = (1u128, (pits - 1).min(seeds));
    let n = seeds + pits - 1;
    for i in 0..k {
        result = result * u128::from(n - i) / u128::from(i + 1);
    }
    u64::try_from(result).unwrap_or(u64::MAX)
}

impl Numbering {
    /// For rows of 1 to 8 pits.
    pub fn new(pits: usize) -> Numbering {
        let all = 2 * pits;
        let mut later = vec![[0; MOST + 1]; all];
        for (pit, row) in later.iter_mut().enumerate().skip(1) {
            for (seeds, place) in row.iter_mut().enumerate().skip(1) {
                *place = ways(seeds as u64 - 1, (all - pit + 1) as u64);
            }
        }
        let mut sizes = [0; MOST + 1];
        for (seeds, size) in sizes.iter_mut().enumerate() {
            *size = ways(seeds as u64, all as u64);
        }
        Numbering { pits, later, sizes }
    }

    /// How many positions have this many seeds.
    #[inline]
    pub fn size(&self, seeds: u32) -> u64 {
        self.sizes[seeds as usize]
    }

    /// The number of a position among those with as many seeds.
    #[inline(always)]
    pub fn rank(&self, pits: Pits) -> u64 {
        let own = pits.own.wrapping_mul(ONES);
        let other = pits.other.wrapping_mul(ONES);
        let others = (other >> 56) as usize;
        let all = (own >> 56) as usize + others;
        let mut left = 0;
        for pit in 1..=self.pits {
            left += self.later[pit][all - (own >> (8 * (pit - 1)) & 0xff) as usize];
        }
        for pit in 1..self.pits {
            left += self.later[self.pits + pit][others - (other >> (8 * (pit - 1)) & 0xff) as usize];
        }
        self.sizes[all] - 1 - left
    }

    /// The position with this number.
    pub fn unrank(&self, seeds: u32, number: u64) -> Pits {
        let mut left = self.size(seeds) - 1 - number;
        let mut from = seeds as usize;
        let mut pits = Pits::default();
        let mut put = |pit: usize, seeds: usize| {
            let row = if pit < self.pits { &mut pits.own } else { &mut pits.other };
            *row |= (seeds as u64) << (8 * (pit % self.pits));
        };
        for pit in 1..2 * self.pits {
            let mut rest = from;
            while self.later[pit][rest] > left {
                rest -= 1;
            }
            left -= self.later[pit][rest];
            put(pit - 1, from - rest);
            from = rest;
        }
        put(2 * self.pits - 1, from);
        pits
    }
}

/// The positions of a layer by rows, in the order of their numbers: each own row with all other rows that fit.
pub(super) struct Rows {
    /// Own rows with the number of their first position.
    own: Vec<(u64, usize)>,
    /// All rows by their seeds.
    by_seeds: Vec<Vec<u64>>,
    seeds: u32,
}

impl Rows {
    pub(super) fn new(numbering: &Numbering, seeds: u32) -> Rows {
        let mut rows = Rows { own: Vec::new(), by_seeds: vec![Vec::new(); seeds as usize + 1], seeds };
        rows.fill(numbering.pits, (0, 0, seeds));
        let mut start = 0;
        for (row, first) in &mut rows.own {
            *first = start;
            start += rows.by_seeds[(seeds - sum(*row)) as usize].len();
        }
        rows
    }

    /// Adds all rows that begin with these pits.
    fn fill(&mut self, pits: usize, (row, pit, left): (u64, usize, u32)) {
        if pit == pits {
            self.own.push((row, 0));
            self.by_seeds[(self.seeds - left) as usize].push(row);
            return;
        }
        for here in 0..=left {
            self.fill(pits, (row | u64::from(here) << (8 * pit), pit + 1, left - here));
        }
    }

    /// How many own rows there are.
    pub(super) fn len(&self) -> usize {
        self.own.len()
    }

    /// An own row: the number of its first position, the row, and the other rows in order.
    #[inline(always)]
    pub(super) fn row(&self, place: usize) -> (usize, u64, &[u64]) {
        let (row, first) = self.own[place];
        (first, row, &self.by_seeds[(self.seeds - sum(row)) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_without_gaps_and_in_order() {
        for (pits, most) in [(1, 9), (2, 9), (3, 6), (6, 4), (8, 3)] {
            let numbering = Numbering::new(pits);
            for seeds in 0..=most {
                for number in 0..numbering.size(seeds) {
                    let here = numbering.unrank(seeds, number);
                    assert_eq!(numbering.rank(here), number);
                    assert_eq!(here.seeds(), seeds);
                }
            }
        }
    }

    #[test]
    fn rows_list_positions_in_the_order_of_their_numbers() {
        for (pits, seeds) in [(1, 5), (2, 7), (3, 6), (6, 4)] {
            let numbering = Numbering::new(pits);
            let rows = Rows::new(&numbering, seeds);
            let mut number = 0;
            for place in 0..rows.len() {
                let (first, own, others) = rows.row(place);
                assert_eq!(first as u64, number);
                for &other in others {
                    assert_eq!(numbering.rank(Pits { own, other }), number);
                    number += 1;
                }
            }
            assert_eq!(number, numbering.size(seeds));
        }
    }
}
