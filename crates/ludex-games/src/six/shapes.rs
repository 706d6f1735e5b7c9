//! The three winning shapes and every way in which a given cell can be part of one.

use super::cell::Cell;
use super::tiles::Tiles;

/// A winning shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// Six tiles in a row.
    Line,
    /// A filled triangle with three tiles on a side.
    Triangle,
    /// The six cells around a cell, whatever lies in the middle.
    Ring,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 3] = [Shape::Line, Shape::Triangle, Shape::Ring];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Line => "line",
            Shape::Triangle => "triangle",
            Shape::Ring => "ring",
        }
    }
}

/// A set of shapes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Shapes(u8);

impl Shapes {
    /// The set without any shape.
    pub const NONE: Shapes = Shapes(0);

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The shapes in it.
    pub fn iter(self) -> impl Iterator<Item = Shape> {
        Shape::ALL.into_iter().filter(move |&shape| self.0 >> shape as u8 & 1 == 1)
    }

    #[inline]
    fn add(&mut self, shape: Shape, present: bool) {
        self.0 |= u8::from(present) << shape as u8;
    }

    /// Both sets together.
    pub(super) fn with(self, other: Shapes) -> Shapes {
        Shapes(self.0 | other.0)
    }
}

/// The six shapes that differ by more than a translation, as steps from one of their cells: three directions of
/// the line, two triangles, the ring.
pub(super) const FIGURES: [(Shape, [(i32, i32); 6]); 6] = [
    (Shape::Line, [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]),
    (Shape::Line, [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5)]),
    (Shape::Line, [(0, 0), (1, -1), (2, -2), (3, -3), (4, -4), (5, -5)]),
    (Shape::Triangle, [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)]),
    (Shape::Triangle, [(0, 0), (-1, 0), (-2, 0), (0, -1), (-1, -1), (0, -2)]),
    (Shape::Ring, [(0, 0), (-1, 1), (-2, 1), (-2, 0), (-1, -1), (0, -1)]),
];

/// How far a shape reaches from one of its cells, in columns or rows.
const REACH: i32 = 5;
/// The side of the window around a cell that holds every shape with that cell in it.
const WINDOW: i32 = 2 * REACH + 1;

/// The 36 placements of shapes that contain the middle of the window, as sets of window cells: 18 lines, then
/// 12 triangles, then 6 rings.
pub(super) const PLACEMENTS: [u128; 36] = placements();

const fn placements() -> [u128; 36] {
    let mut all = [0; 36];
    let mut figure = 0;
    while figure < 6 {
        let cells = FIGURES[figure].1;
        let mut through = 0;
        while through < 6 {
            let (mut mask, mut cell) = (0u128, 0);
            while cell < 6 {
                let q = cells[cell].0 - cells[through].0 + REACH;
                let r = cells[cell].1 - cells[through].1 + REACH;
                mask |= 1 << (r * WINDOW + q);
                cell += 1;
            }
            all[figure * 6 + through] = mask;
            through += 1;
        }
        figure += 1;
    }
    all
}

/// The tiles around `cell` as a set of window cells.
#[inline]
fn window(own: &Tiles, cell: Cell) -> u128 {
    let mut window = 0;
    for row in 0..WINDOW as usize {
        let r = (cell.r() + row + 64 - REACH as usize) & 63;
        let bits = own.row(r).rotate_right((cell.q() as u32).wrapping_sub(REACH as u32)) & 0x7ff;
        window |= u128::from(bits) << (row * WINDOW as usize);
    }
    window
}

/// The shapes of `own` tiles that the tile on `cell` is part of.
#[inline]
pub(super) fn shapes_through(own: &Tiles, cell: Cell) -> Shapes {
    let window = window(own, cell);
    let mut found = Shapes::NONE;
    for (number, &mask) in PLACEMENTS.iter().enumerate() {
        found.add(FIGURES[number / 6].0, window & mask == mask);
    }
    found
}

/// All shapes that stand anywhere among `own` tiles.
pub(super) fn shapes_anywhere(own: &Tiles) -> Shapes {
    own.iter().fold(Shapes::NONE, |found, cell| found.with(shapes_through(own, cell)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_36_placements_and_all_differ() {
        let mut masks = PLACEMENTS.to_vec();
        masks.sort_unstable();
        masks.dedup();
        assert_eq!(masks.len(), 36);
        assert!(masks.iter().all(|mask| mask.count_ones() == 6 && mask >> 60 & 1 == 1));
        let of = |shape| FIGURES.iter().filter(|figure| figure.0 == shape).count() * 6;
        assert_eq!(Shape::ALL.map(of), [18, 12, 6]);
    }

    #[test]
    fn a_shape_is_seen_from_each_of_its_cells_across_the_seam() {
        for (shape, cells) in FIGURES {
            for (dq, dr) in [(0, 0), (62, 61), (-3, 31)] {
                let mut own = Tiles::EMPTY;
                for (q, r) in cells {
                    own.add(Cell::at(q + dq, r + dr));
                }
                for (q, r) in cells {
                    let seen: Vec<Shape> = shapes_through(&own, Cell::at(q + dq, r + dr)).iter().collect();
                    assert_eq!(seen, [shape]);
                }
                own.remove(Cell::at(cells[2].0 + dq, cells[2].1 + dr));
                assert!(shapes_anywhere(&own).is_empty());
            }
        }
    }
}
