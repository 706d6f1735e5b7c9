//! A growing list of places without repeats.

use std::collections::HashMap;

use crate::board::error::{Result, allow_vertices};
use crate::board::geometry::Point;

/// Places in the order in which they were first named.
#[derive(Default)]
pub(super) struct Places {
    list: Vec<Point>,
    near: HashMap<(i64, i64), Vec<usize>>,
}

impl Places {
    /// Adds a place unless one nearer than a tenth is there.
    pub(super) fn add(&mut self, at: Point) -> Result<()> {
        let square = ((at.x / 0.25).floor() as i64, (at.y / 0.25).floor() as i64);
        for dx in -1..=1 {
            for dy in -1..=1 {
                let known = self.near.get(&(square.0 + dx, square.1 + dy));
                if known.is_some_and(|list| list.iter().any(|&i| self.list[i].flat_distance(at) < 0.1)) {
                    return Ok(());
                }
            }
        }
        allow_vertices(self.list.len() + 1)?;
        self.near.entry(square).or_default().push(self.list.len());
        self.list.push(at);
        Ok(())
    }

    /// The places found.
    pub(super) fn list(&self) -> &[Point] {
        &self.list
    }
}
