//! Polygons with which parts of boards are chosen.

use std::ops::RangeInclusive;

use crate::board::error::{BoardError, Result};
use crate::board::geometry::{Point, bounds, is_inside, turns_right};

/// A polygon given by its corners.
#[derive(Clone, PartialEq, Debug)]
pub struct Polygon {
    corners: Vec<Point>,
}

impl Polygon {
    /// The polygon with these corners.
    pub fn new(corners: Vec<Point>) -> Self {
        Self { corners }
    }

    /// The polygon that these corners and their turns around the origin make; a negative number of turns goes
    /// the other way round.
    pub fn rotated(mut corners: Vec<Point>, turns: i32) -> Self {
        if turns != 0 {
            if turns < 0 {
                corners.reverse();
            }
            let part = corners.clone();
            let each = 2.0 * std::f64::consts::PI / f64::from(turns);
            let mut angle = each;
            for _ in 1..turns.unsigned_abs().min(64) {
                let (sin, cos) = angle.sin_cos();
                corners
                    .extend(part.iter().map(|p| Point::flat(p.x * cos - p.y * sin, p.x * sin + p.y * cos)));
                angle += each;
            }
        }
        Self { corners }
    }

    /// The corners in order.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Whether a point is inside.
    pub fn contains(&self, at: Point) -> bool {
        is_inside(at, &self.corners)
    }

    /// The smallest upright rectangle around it.
    pub fn bounds(&self) -> (Point, Point) {
        bounds(self.corners.iter().copied())
    }

    /// The whole numbers that cover it with a margin, rows and columns; a polygon over 1,000 wide or high is
    /// refused.
    pub(crate) fn rows_and_columns(&self, margin: i32) -> Result<(RangeInclusive<i32>, RangeInclusive<i32>)> {
        let (low, high) = self.bounds();
        let fits = |low: f64, high: f64| high - low <= 1000.0 && low.abs() <= 10_000.0;
        if !fits(low.x, high.x) || !fits(low.y, high.y) {
            let sentence = "this outline is too large: it may be 1,000 wide and high, near the origin";
            return Err(BoardError::Impossible(sentence.into()));
        }
        let range = |low: f64, high: f64| low as i32 - margin..=high as i32 + margin;
        Ok((range(low.y, high.y), range(low.x, high.x)))
    }

    /// The polygon with its corners moved outwards a little, so that it contains what lies on its border.
    pub fn inflated(&self, amount: f64) -> Self {
        let n = self.corners.len();
        let corners = (0..n).map(|i| {
            let (a, b, c) = (self.corners[(i + n - 1) % n], self.corners[i], self.corners[(i + 1) % n]);
            let (from, to) = if turns_right(a, b, c) {
                (a.to(b).unit(), c.to(b).unit())
            } else {
                (b.to(a).unit(), b.to(c).unit())
            };
            let push = |p: f64, q: f64| (p * amount + q * amount) * 0.5;
            Point::flat(b.x + push(from.x, to.x), b.y + push(from.y, to.y))
        });
        Self { corners: corners.collect() }
    }
}
