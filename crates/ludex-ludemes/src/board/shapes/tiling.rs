//! Boards of the tilings by several regular polygons, named by the polygons around each vertex.

use std::f64::consts::PI;

use super::hex::polygon_of_sides;
use super::points::Places;
use crate::board::error::{Result, allow_dimension, allow_vertices};
use crate::board::geometry::Point;
use crate::board::graph::Graph;
use crate::board::operators::{Polygon, keep};

/// The tilings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The names say which polygons meet: T3464 is triangle, square, hexagon, square.
pub enum Tiling {
    T31212,
    T3464,
    T488,
    T33434,
    T33336,
    T33344,
    T3636,
    T4612,
    T333333_33434,
}

/// One tile's vertices around its middle, and where the middles are.
struct Pattern {
    corners: Vec<(f64, f64)>,
    middle: fn(i32, i32) -> Point,
}

/// A board of a tiling with `a` tiles along a side, or `a` times `b` where the tiling allows it.
pub fn tiling(tiling: Tiling, a: i32, b: Option<i32>) -> Result<Graph> {
    let n = allow_dimension("the size of a tiling", a)? as i32;
    if let Some(b) = b {
        allow_dimension("the second size of a tiling", b)?;
    }
    allow_vertices(n as usize * n as usize / 4)?;
    let across = 2 * n - 1;
    let hexagon = move |row: i32, column: i32| (row - column).abs() <= across / 2;
    let pattern = pattern(tiling);
    match (tiling, b) {
        (Tiling::T3636, Some(b)) => laid(&pattern, across, 2 * b - 1, |_, _| true),
        (Tiling::T3464, Some(b)) => laid(&pattern, n, b, |_, _| true),
        (Tiling::T33344 | Tiling::T488, b) => laid(&pattern, n, b.unwrap_or(n), |_, _| true),
        (Tiling::T33434, _) => laid(&pattern, n, n, |_, _| true),
        _ => laid(&pattern, across, across, hexagon),
    }
    .map(|mut graph| {
        if tiling != Tiling::T488 {
            graph.renumber();
        }
        graph
    })
}

/// A board of a tiling within a polygon.
pub fn tiling_within(tiling: Tiling, polygon: &Polygon) -> Result<Graph> {
    if tiling == Tiling::T33434 {
        return keep(&self::tiling(tiling, 5, None)?, polygon);
    }
    let pattern = upright(tiling);
    let polygon = polygon.inflated(0.1);
    let (rows, columns) = polygon.rows_and_columns(2)?;
    let mut places = Places::default();
    for row in rows {
        for column in columns.clone() {
            let middle = (pattern.middle)(row, column);
            if polygon.contains(middle) {
                add_tile(&mut places, &pattern, middle)?;
            }
        }
    }
    finished(&places)
}

/// A board of a tiling within an outline of sides, for the tilings with hexagons.
pub fn tiling_sides(tiling: Tiling, sides: &[i32]) -> Result<Graph> {
    let pattern = upright(tiling);
    tiling_within(tiling, &polygon_of_sides(sides, pattern.middle)?)
}

fn laid(pattern: &Pattern, rows: i32, columns: i32, wanted: impl Fn(i32, i32) -> bool) -> Result<Graph> {
    let mut places = Places::default();
    for row in 0..rows {
        for column in (0..columns).filter(|&column| wanted(row, column)) {
            add_tile(&mut places, pattern, (pattern.middle)(row, column))?;
        }
    }
    Graph::from_unit_distances(places.list())
}

fn finished(places: &Places) -> Result<Graph> {
    let mut graph = Graph::from_unit_distances(places.list())?;
    graph.renumber();
    Ok(graph)
}

fn add_tile(places: &mut Places, pattern: &Pattern, middle: Point) -> Result<()> {
    for (x, y) in &pattern.corners {
        places.add(Point::flat(middle.x + x, middle.y + y))?;
    }
    Ok(())
}

fn polygon_corners(corners: u32, radius: f64, first: f64) -> Vec<(f64, f64)> {
    (0..corners)
        .map(|n| {
            let angle = first + f64::from(n) / f64::from(corners) * 2.0 * PI;
            (radius * angle.cos(), radius * angle.sin())
        })
        .collect()
}

/// A hexagon with the squares and triangles around it: six inner and twelve outer vertices.
fn hexagon_with_ring() -> Vec<(f64, f64)> {
    let y = 3f64.sqrt() / 2.0;
    let mut corners = vec![(-0.5, y), (0.5, y), (1.0, 0.0), (0.5, -y), (-0.5, -y), (-1.0, 0.0)];
    let radius = (1.0 + y) / 15f64.to_radians().cos();
    corners.extend((0..12).map(|n| {
        let angle = f64::from(15 + n * 30).to_radians();
        (radius * angle.cos(), radius * angle.sin())
    }));
    corners
}

fn swapped(corners: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    corners.into_iter().map(|(x, y)| (y, x)).collect()
}

fn pattern(tiling: Tiling) -> Pattern {
    let (half, high) = (0.5, 3f64.sqrt() / 2.0);
    match tiling {
        Tiling::T3464 => Pattern {
            corners: hexagon_with_ring(),
            middle: |row, column| {
                let (x, y) = (1.0 + 3f64.sqrt(), (3.0 + 3f64.sqrt()) / 2.0);
                Point::flat(y * f64::from(column - row), x * f64::from(row + column) * 0.5)
            },
        },
        Tiling::T333333_33434 => Pattern {
            corners: hexagon_with_ring(),
            middle: |row, column| {
                let (x, y) = (1.5 + 3f64.sqrt(), 2.0 + 3f64.sqrt());
                Point::flat(x * f64::from(column - row), y * f64::from(row + column) * 0.5)
            },
        },
        Tiling::T3636 => Pattern {
            corners: swapped(vec![
                (0.0, 1.0),
                (high, 0.5),
                (high, -0.5),
                (0.0, -1.0),
                (-high, -0.5),
                (-high, 0.5),
            ]),
            middle: |row, column| {
                Point::flat(2.0 * (f64::from(column) - 0.5 * f64::from(row)), 3f64.sqrt() * f64::from(row))
            },
        },
        Tiling::T33434 => Pattern {
            corners: snub_square(half, high),
            middle: |row, column| {
                let step = (1.0 + 3f64.sqrt()) / 2.0;
                Point::flat(step * f64::from(column - row), step * f64::from(row + column))
            },
        },
        Tiling::T33336 => Pattern {
            corners: snub_hexagon(half, high),
            middle: |row, column| {
                let (half, high) = (0.5, 3f64.sqrt() / 2.0);
                Point::flat(
                    f64::from(column) * 5.0 * half - f64::from(row) * 4.0 * half,
                    f64::from(row) * 2.0 * high + f64::from(column) * high,
                )
            },
        },
        Tiling::T33344 => Pattern {
            corners: vec![(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)],
            middle: |row, column| {
                let step = 1.0 + 3f64.sqrt() / 2.0;
                Point::flat(f64::from(column) + 0.5 * f64::from(row), f64::from(row) * step)
            },
        },
        Tiling::T488 => Pattern {
            corners: octagon(),
            middle: |row, column| {
                let step = 1.0 + 2.0 / 2f64.sqrt();
                Point::flat(f64::from(column) * step, f64::from(row) * step)
            },
        },
        Tiling::T4612 => Pattern {
            corners: polygon_corners(12, 1.0 / (2.0 - 3f64.sqrt()).sqrt(), PI / 12.0),
            middle: |row, column| dodecagon_middle(4.732_050_8, row, column),
        },
        Tiling::T31212 => Pattern {
            corners: polygon_corners(12, 1.0 / (2.0 - 3f64.sqrt()).sqrt(), PI / 12.0),
            middle: |row, column| dodecagon_middle(3.732_050_8, row, column),
        },
    }
}

/// The pattern turned so that rows are level: what free outlines are cut from.
fn upright(tiling: Tiling) -> Pattern {
    match tiling {
        Tiling::T3464 => Pattern {
            corners: swapped(hexagon_with_ring()),
            middle: |row, column| {
                let (x, y) = (1.0 + 3f64.sqrt(), (3.0 + 3f64.sqrt()) / 2.0);
                Point::flat(x * (f64::from(column) - 0.5 * f64::from(row)), y * f64::from(row))
            },
        },
        other => pattern(other),
    }
}

fn dodecagon_middle(step: f64, row: i32, column: i32) -> Point {
    let rise = step * 3f64.sqrt() / 2.0;
    Point::flat((f64::from(column) - 0.5 * f64::from(row)) * step, f64::from(row) * rise)
}

fn octagon() -> Vec<(f64, f64)> {
    let (near, far) = (0.5, (1.0 + 2.0 / 2f64.sqrt()) / 2.0);
    let quarter = [(near, far), (far, near)];
    let half = [quarter[0], quarter[1], (far, -near), (near, -far)];
    half.into_iter().chain(half.map(|(x, y)| (-x, -y))).collect()
}

fn snub_square(h: f64, t: f64) -> Vec<(f64, f64)> {
    vec![
        (-h, -h - t),
        (h, -h - t),
        (-h - t, -t),
        (h + t, -t),
        (0.0, -h),
        (-2.0 * h - t, 0.0),
        (-t, 0.0),
        (t, 0.0),
        (2.0 * h + t, 0.0),
        (0.0, h),
        (-h - t, t),
        (h + t, t),
        (-h, h + t),
        (h, h + t),
    ]
}

fn snub_hexagon(h: f64, t: f64) -> Vec<(f64, f64)> {
    [
        (-1, 1),
        (1, 1),
        (2, 0),
        (1, -1),
        (-1, -1),
        (-2, 0),
        (-2, 2),
        (0, 2),
        (2, 2),
        (3, 1),
        (4, 0),
        (3, -1),
        (2, -2),
        (0, -2),
        (-2, -2),
        (-3, -1),
        (-4, 0),
        (-3, 1),
    ]
    .iter()
    .map(|&(x, y)| (f64::from(x) * h, f64::from(y) * t))
    .collect()
}
