//! Cells of the hexagonal plane, and what stands around one.
//!
//! The plane has no edge. Since the tiles on it always hang together, and there are at most 60 of them, no two
//! cells that a rule can ask about at the same time are 64 columns or 64 rows apart; so a cell is kept as its
//! column and row modulo 64, and only what a person reads has the true coordinates ([`Hex`]).

use std::fmt;

/// A place on the unbounded plane in axial coordinates: `q` counts columns, `r` rows, from the first tile laid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hex {
    /// The column.
    pub q: i32,
    /// The row.
    pub r: i32,
}

impl Hex {
    /// The place in this column and row.
    pub const fn new(q: i32, r: i32) -> Hex {
        Hex { q, r }
    }

    /// The cell that stands for this place.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::at(self.q, self.r)
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

/// A cell: its column modulo 64 in the low byte, its row in the high byte, both counted so that the first tile
/// lies in the middle, at 32. So a game that stays near its beginning never sees the seam.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub(super) u16);

/// The column (or row) of the board that stands for this true column (or row).
#[inline]
pub(super) const fn fold(value: i32) -> usize {
    ((value + 32) & 63) as usize
}

/// The six sides of a cell in circular order, as steps in column and row.
pub const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Cell {
    /// Where the first tile is laid.
    pub const ORIGIN: Cell = Cell::at(0, 0);
    /// No cell at all.
    pub(super) const NONE: Cell = Cell(u16::MAX);

    /// The cell in this column and row.
    #[inline]
    pub const fn at(q: i32, r: i32) -> Cell {
        Cell::new(fold(q), fold(r))
    }

    /// The cell with this column and row of the board, modulo 64.
    #[inline]
    pub(super) const fn new(q: usize, r: usize) -> Cell {
        Cell((q & 63) as u16 | ((r & 63) as u16) << 8)
    }

    /// The column on the board, modulo 64.
    #[inline]
    pub const fn q(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The row on the board, modulo 64.
    #[inline]
    pub const fn r(self) -> usize {
        (self.0 >> 8 & 63) as usize
    }

    /// The cell beyond this side.
    #[inline]
    pub const fn step(self, direction: usize) -> Cell {
        self.moved(DIRECTIONS[direction % 6])
    }

    /// The cell this many columns and rows further.
    #[inline]
    pub(super) const fn moved(self, (dq, dr): (i32, i32)) -> Cell {
        Cell::new((self.q() as i32 + dq) as usize, (self.r() as i32 + dr) as usize)
    }

    /// A number below 4096.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.r() << 6 | self.q()
    }
}

/// Some of the six sides of a cell: bit `d` is the side in direction `d`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sides(pub(super) u8);

impl Sides {
    /// The directions of the sides, in circular order.
    pub fn directions(self) -> impl Iterator<Item = usize> {
        (0..6).filter(move |d| self.0 >> d & 1 == 1)
    }

    /// How many stretches the sides form around the cell.
    #[inline]
    pub(super) fn stretches(self) -> u32 {
        if self.0 == 63 { 1 } else { (self.0 & !(self.0 << 1 | self.0 >> 5)).count_ones() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_steps_around_a_cell_lead_back() {
        for start in [Cell::at(0, 0), Cell::at(63, 63), Cell::at(-1, 40)] {
            let end = (0..6).fold(start, |cell, direction| cell.step(direction));
            assert_eq!(end, start);
        }
    }

    #[test]
    fn stretches_are_counted_around_the_corner() {
        assert_eq!(Sides(0b100001).stretches(), 1);
        assert_eq!(Sides(0b010101).stretches(), 3);
        assert_eq!(Sides(0b111111).stretches(), 1);
        assert_eq!(Sides(0b011011).stretches(), 2);
        assert_eq!(Sides(0).stretches(), 0);
    }
}
