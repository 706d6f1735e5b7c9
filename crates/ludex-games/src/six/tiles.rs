//! Sets of cells as bitboards: 64 rows of 64 bits, joined at their edges.

use super::cell::{Cell, Sides, fold};

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tiles([u64; 64]);

impl Tiles {
    /// The set without any cell.
    pub(super) const EMPTY: Tiles = Tiles([0; 64]);

    /// One row (modulo 64); bit `q` is column `q`.
    #[inline]
    pub(super) fn row(&self, r: usize) -> u64 {
        self.0[r & 63]
    }

    /// All rows.
    #[inline]
    pub(super) fn rows_mut(&mut self) -> &mut [u64; 64] {
        &mut self.0
    }

    /// Whether `cell` is in the set.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        self.0[cell.r()] >> cell.q() & 1 == 1
    }

    #[inline]
    pub(super) fn add(&mut self, cell: Cell) {
        self.0[cell.r()] |= 1 << cell.q();
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: Cell) {
        self.0[cell.r()] &= !(1 << cell.q());
    }

    /// How many cells there are.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    /// Both sets together.
    #[inline]
    pub(super) fn union(&self, other: &Tiles) -> Tiles {
        Tiles(std::array::from_fn(|r| self.0[r] | other.0[r]))
    }

    /// Takes the cells of another set away.
    #[inline]
    pub(super) fn subtract(&mut self, other: &Tiles) {
        for (row, other) in self.0.iter_mut().zip(&other.0) {
            *row &= !other;
        }
    }

    /// The columns that hold a cell.
    #[inline]
    pub(super) fn columns(&self) -> u64 {
        self.0.iter().fold(0, |all, row| all | row)
    }

    /// Which of the six cells around `cell` are in the set.
    #[inline]
    pub(super) fn around(&self, cell: Cell) -> Sides {
        let turn = (cell.q() as u32).wrapping_sub(1);
        let [above, level, below] =
            [cell.r() + 63, cell.r(), cell.r() + 1].map(|r| self.row(r).rotate_right(turn) as u8);
        Sides(
            level >> 2 & 1
                | (below & 2)
                | (below & 1) << 2
                | (level & 1) << 3
                | (above & 2) << 3
                | (above & 4) << 3,
        )
    }

    /// The cells outside the set that touch it.
    pub(super) fn border(&self) -> Tiles {
        Tiles(std::array::from_fn(|r| {
            let (above, level, below) = (self.0[(r + 63) & 63], self.0[r], self.0[(r + 1) & 63]);
            let beside = level.rotate_left(1) | level.rotate_right(1);
            let touched = beside | above | above.rotate_right(1) | below | below.rotate_left(1);
            touched & !level
        }))
    }

    /// All cells of the set that hang together with `start` (which is in it).
    pub(super) fn group(&self, start: Cell) -> Tiles {
        let mut rest = *self;
        rest.remove(start);
        // Each cell of the set is pushed once, and no set the rules make has more than 60.
        let mut stack = [start; 64];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let cell = stack[height];
            for direction in rest.around(cell).directions() {
                let next = cell.step(direction);
                rest.remove(next);
                stack[height & 63] = next;
                height += 1;
            }
        }
        let mut group = *self;
        group.subtract(&rest);
        group
    }

    /// The cells, row by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> {
        self.iter_from(0, 0)
    }

    /// The cells, row by row upwards from the true row `r`, in each row from column `q`.
    pub(super) fn iter_from(&self, q: i32, r: i32) -> impl Iterator<Item = Cell> {
        let (q, r) = (fold(q), fold(r));
        (r..r + 64).flat_map(move |row| {
            let mut bits = self.row(row).rotate_right(q as u32);
            std::iter::from_fn(move || {
                let column = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(Cell::new(column + q, row))
            })
        })
    }

    /// The cell with this number in the order of [`iter_from`](Tiles::iter_from).
    pub(super) fn nth_from(&self, q: i32, r: i32, mut number: u32) -> Option<Cell> {
        let (q, r) = (fold(q), fold(r));
        for row in r..r + 64 {
            let mut bits = self.row(row).rotate_right(q as u32);
            if number < bits.count_ones() {
                for _ in 0..number {
                    bits &= bits - 1;
                }
                return Some(Cell::new(bits.trailing_zeros() as usize + q, row));
            }
            number -= bits.count_ones();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[(i32, i32)]) -> Tiles {
        let mut tiles = Tiles::EMPTY;
        for &(q, r) in cells {
            tiles.add(Cell::at(q, r));
        }
        tiles
    }

    #[test]
    fn around_agrees_with_single_steps() {
        for middle in [Cell::at(0, 0), Cell::at(63, 0), Cell::at(0, 63), Cell::at(17, 30)] {
            for mask in 0..64u8 {
                let mut tiles = Tiles::EMPTY;
                for direction in Sides(mask).directions() {
                    tiles.add(middle.step(direction));
                }
                assert_eq!(tiles.around(middle), Sides(mask));
            }
        }
    }

    #[test]
    fn border_is_what_touches_from_outside() {
        let tiles = set(&[(0, 0), (1, 0), (63, 63), (5, 5)]);
        let border = tiles.border();
        for index in 0..4096 {
            let cell = Cell::at(index & 63, index >> 6);
            assert_eq!(border.has(cell), !tiles.has(cell) && tiles.around(cell).0 != 0);
        }
    }

    #[test]
    fn a_group_ends_where_no_side_is_shared() {
        let tiles = set(&[(0, 0), (-1, 0), (-1, -1), (1, 1), (2, 1)]);
        assert_eq!(tiles.group(Cell::at(0, 0)), set(&[(0, 0), (-1, 0), (-1, -1)]));
        assert_eq!(tiles.group(Cell::at(2, 1)).count(), 2);
    }

    #[test]
    fn numbering_agrees_with_listing() {
        let tiles = set(&[(0, 0), (-1, 0), (-1, -1), (1, 1), (2, 1)]);
        for (number, cell) in tiles.iter_from(-1, -1).enumerate() {
            assert_eq!(tiles.nth_from(-1, -1, number as u32), Some(cell));
        }
        assert_eq!(tiles.nth_from(-1, -1, 5), None);
        assert_eq!(tiles.iter_from(-1, -1).next(), Some(Cell::at(-1, -1)));
    }
}
