//! Mancala boards: rows of pits, with or without a store at each end.

use super::square::rectangle;
use crate::board::SiteType;
use crate::board::error::{Result, allow_dimension, allow_number};
use crate::board::geometry::Point;
use crate::board::graph::Graph;
use crate::board::operators::{shift, union};

/// Where the stores of a mancala board are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Store {
    /// None.
    None,
    /// One at each end.
    #[default]
    Outer,
    /// Within the rows.
    Inner,
}

/// A mancala board of vertices. The left store comes first, then the pits row by row from the bottom, then the
/// right store. With inner stores or another number of stores than two it is a plain square board.
pub fn mancala(rows: i32, columns: i32, store: Store, stores: i32) -> Result<Graph> {
    allow_number(
        "the number of rows of a mancala board",
        i64::from(rows),
        2,
        6,
        "two to six rows are possible",
    )?;
    allow_dimension("the number of columns of a mancala board", columns)?;
    if store == Store::Inner || stores != 2 {
        return super::square(rows, None, SiteType::Vertex);
    }
    let mut parts = Vec::new();
    for row in 0..rows {
        let pits = rectangle(1, columns, None, SiteType::Vertex)?;
        parts.push(shift(pits, 0.0, row as f32, 0.0));
    }
    if store == Store::Outer {
        // How far out the stores lie depends on the number of rows.
        let (left, shifted, right_extra) = match rows {
            2 => (-0.85f32, -0.15f32, 0.0f32),
            3 => (-1.0, 0.0, 0.0),
            5 => (-1.0, -0.1, 0.1),
            _ => (-0.9, -0.1, 0.0),
        };
        let middle = f64::from(rows - 1) / 2.0;
        let at = |x: f32| Graph::from_lists(&[Point::flat(f64::from(x), middle)], &[]);
        parts.insert(0, at(left)?);
        parts.push(shift(at((f64::from(columns) + f64::from(right_extra)) as f32)?, shifted, 0.0, 0.0));
    }
    union(parts, true)
}
