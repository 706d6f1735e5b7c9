//! The rows of Kalah and what each of their moves makes of them, worked out once for all positions.
//!
//! What a move does to the mover's row does not depend on the other row, except for whether a capture finds
//! something there. What it does to the other row is one of few things, the same for all rows: it feeds the first few pits, or
//! all, or empties one. So a position's moves are known from those of its rows.

use super::number::{MOST, ONES, sum, ways};
use super::sower::{STORE, Sower};

/// What a move does to the row of the other player: nothing.
pub(super) const QUIET: usize = 0;
/// Nothing either, but the last seed falls into the store.
pub(super) const HOME: usize = 1;
/// Feeds every pit and ends in a pit of the mover that held something.
pub(super) const LAP: usize = 2;
/// Anything else: sowings that come round twice. The move is given by its pit.
pub(super) const LONG: usize = 3;
/// Ends in an empty pit of the mover, by this pit.
pub(super) const TAKE: usize = 4;
/// Feeds the first pits, by their number less one.
pub(super) const FEED: usize = 12;
/// Feeds every pit and ends in an empty pit of the mover, by this pit.
pub(super) const LAP_TAKE: usize = 20;
/// How many kinds there are, and some room.
pub(super) const KINDS: usize = 32;

/// Rows are numbered with this many bits.
const BITS: u32 = 24;
/// The part of a word that is the number of a row.
pub(super) const ROW: u64 = (1 << BITS) - 1;
/// Where in a move the number of the row after a capture is.
pub(super) const TAKEN: u32 = BITS;
/// Where in a move its kind is.
const KIND: u32 = 56;

/// Numbers for rows with as many seeds.
#[derive(Clone, Debug)]
pub(super) struct RowNumbers {
    pits: usize,
    /// By pit and the number of seeds from this pit on: how many rows come later because of them.
    later: Vec<[usize; MOST + 1]>,
    sizes: [usize; MOST + 1],
}

impl RowNumbers {
    pub(super) fn new(pits: usize) -> RowNumbers {
        let count = |seeds: usize, pits: usize| ways(seeds as u64, pits as u64) as usize;
        let mut later = vec![[0; MOST + 1]; pits];
        for (pit, row) in later.iter_mut().enumerate().skip(1) {
            for (seeds, place) in row.iter_mut().enumerate().skip(1) {
                *place = count(seeds - 1, pits - pit + 1);
            }
        }
        RowNumbers { pits, later, sizes: std::array::from_fn(|seeds| count(seeds, pits)) }
    }

    /// The most seeds whose rows can be numbered.
    pub(super) fn most(&self) -> u32 {
        self.sizes.iter().take_while(|&&size| size <= ROW as usize).count() as u32 - 1
    }

    /// How many rows have this many seeds.
    #[inline(always)]
    pub(super) fn size(&self, seeds: u32) -> usize {
        self.sizes[seeds as usize]
    }

    /// The number of a row among those with as many seeds.
    #[inline(always)]
    pub(super) fn rank(&self, row: u64) -> usize {
        let so_far = row.wrapping_mul(ONES);
        let all = (so_far >> 56) as usize;
        let mut left = 0;
        for pit in 1..self.pits {
            left += self.later[pit][all - (so_far >> (8 * (pit - 1)) & 0xff) as usize];
        }
        self.sizes[all] - 1 - left
    }

    /// All rows with this many seeds, in order.
    fn list(&self, seeds: u32) -> Vec<u64> {
        fn fill(list: &mut Vec<u64>, pits: usize, (row, pit, left): (u64, usize, u32)) {
            if pit + 1 == pits {
                list.push(row | u64::from(left) << (8 * pit));
                return;
            }
            for here in 0..=left {
                fill(list, pits, (row | u64::from(here) << (8 * pit), pit + 1, left - here));
            }
        }
        let mut list = Vec::with_capacity(self.size(seeds));
        fill(&mut list, self.pits, (0, 0, seeds));
        list
    }
}

/// The seeds of a pit.
#[inline(always)]
pub(super) fn pit_of(row: u64, pit: usize) -> u32 {
    (row >> (8 * pit) & 0xff) as u32
}

/// A row without the seeds of a pit.
#[inline(always)]
pub(super) fn without(row: u64, pit: usize) -> u64 {
    row & !(0xff << (8 * pit))
}

/// A row with one more seed in each of its first pits.
#[inline(always)]
pub(super) fn fed(row: u64, pits: usize) -> u64 {
    row + if pits == 8 { ONES } else { ONES & ((1 << (8 * pits)) - 1) }
}

/// All rows with as many seeds.
pub(super) struct SameSeeds {
    pub(super) rows: Vec<u64>,
    /// Where the moves of each row begin; one more for the end.
    first: Vec<u32>,
    /// Each a kind and the numbers of the mover's row afterwards: as sown, and with the last pit emptied.
    moves: Vec<u64>,
    /// By pit, for each row: what it holds, above the number of the row without that.
    pub(super) emptied: Vec<Vec<u32>>,
    /// By the number of pits less one, for each row: the number of the row when its first pits are fed.
    pub(super) fed: Vec<Vec<u32>>,
}

impl SameSeeds {
    /// Rows with `seeds` seeds of a table whose rows hold up to `most`.
    pub(super) fn new(sower: &Sower, numbers: &RowNumbers, seeds: u32, most: u32) -> SameSeeds {
        let rows = numbers.list(seeds);
        let pits = numbers.pits;
        let mut first = Vec::with_capacity(rows.len() + 1);
        let mut moves = Vec::new();
        for &row in &rows {
            first.push(moves.len() as u32);
            for pit in (0..pits).filter(|&pit| pit_of(row, pit) > 0) {
                moves.push(one_move(sower, numbers, row, pit));
            }
        }
        first.push(moves.len() as u32);
        let emptied = |pit: usize| {
            let one = |&row: &u64| pit_of(row, pit) << BITS | numbers.rank(without(row, pit)) as u32;
            rows.iter().map(one).collect()
        };
        let after = |more: usize| {
            let one = |&row: &u64| numbers.rank(fed(row, more)) as u32;
            if seeds + more as u32 > most { Vec::new() } else { rows.iter().map(one).collect() }
        };
        let (emptied, fed) = ((0..pits).map(emptied).collect(), (1..=pits).map(after).collect());
        SameSeeds { rows, first, moves, emptied, fed }
    }

    /// The moves of a row.
    #[inline(always)]
    pub(super) fn moves(&self, row: usize) -> &[u64] {
        &self.moves[self.first[row] as usize..self.first[row + 1] as usize]
    }
}

/// The kind of a move.
#[inline(always)]
pub(super) fn kind(one: u64) -> usize {
    (one >> KIND) as usize % KINDS
}

/// What holds a word of [`SameSeeds::emptied`]: the seeds of the pit and the number of the row without them.
#[inline(always)]
pub(super) fn pit_and_row(word: u32) -> (usize, usize) {
    ((word >> BITS) as usize, word as usize & ROW as usize)
}

fn one_move(sower: &Sower, numbers: &RowNumbers, row: u64, pit: usize) -> u64 {
    let pits = numbers.pits;
    let sown = sower.sown(pit, u64::from(pit_of(row, pit)));
    let after = row.wrapping_add(sown.own);
    let last = usize::from(sown.last);
    let empties = last < pits && pit_of(after, last) == 1;
    let kind = match sown.store {
        0 if empties => TAKE + last,
        0 => QUIET,
        1 if sown.last == STORE => HOME,
        1 if last >= pits => FEED + last - pits,
        1 if empties => LAP_TAKE + last,
        1 => LAP,
        _ => return (LONG as u64) << KIND | pit as u64,
    };
    let emptied = if empties { without(after, last) } else { after };
    (kind as u64) << KIND | (numbers.rank(emptied) as u64) << TAKEN | numbers.rank(after) as u64
}

/// How far the seeds of a row are from the store, together. Moves that take nothing bring it down.
pub(super) fn distance(row: u64, pits: usize) -> u32 {
    debug_assert!(sum(row) as usize <= MOST);
    (0..pits).map(|pit| pit_of(row, pit) * (pits - pit) as u32).sum()
}
