//! Boards of triangles.

use super::hex::{in_star, polygon_of_sides};
use crate::board::SiteType;
use crate::board::error::{Result, allow_dimension, allow_vertices};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, Index};
use crate::board::operators::Polygon;

/// The outlines a board of triangles may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TriShape {
    /// A triangle.
    Triangle,
    /// A hexagon.
    Hexagon,
    /// A rhombus standing on its tip.
    Diamond,
    /// A diamond drawn out upwards.
    Prism,
    /// A square of rows shifted by turns.
    Square,
    /// A rectangle of rows shifted by turns.
    Rectangle,
    /// A six-pointed star.
    Star,
    /// A hexagon whose sides are n and n + 1 by turns.
    Limping,
}

/// The vertex in a row and column; columns lean to the left.
fn place(row: i32, column: i32) -> Point {
    Point::flat(f64::from(column) - 0.5 * f64::from(row), 3f64.sqrt() / 2.0 * f64::from(row))
}

/// The vertex in a row and column of a board that stands on its tip.
fn tip_place(row: i32, column: i32) -> Point {
    Point::flat(3f64.sqrt() / 2.0 * f64::from(column - row), f64::from(row + column) * 0.5)
}

/// A board of triangles in one of several outlines.
pub fn tri(shape: TriShape, a: i32, b: Option<i32>, sites: SiteType) -> Result<Graph> {
    let given = allow_dimension("the size of a board of triangles", a)? as i32;
    if let Some(b) = b {
        allow_dimension("the second size of a board of triangles", b)?;
    }
    allow_vertices(given as usize * given as usize / 4)?;
    let more = i32::from(sites == SiteType::Cell);
    let n = given + more;
    match shape {
        TriShape::Triangle => vertices(n, n, place, |row, column| row <= column),
        TriShape::Hexagon => hexagon(n),
        TriShape::Diamond => vertices(n, n, tip_place, |_, _| true),
        TriShape::Prism => {
            let size = n + b.unwrap_or(given) + more - 1;
            vertices(size, size, tip_place, |row, column| (row - column).abs() < n)
        }
        TriShape::Square => rectangle(n, n),
        TriShape::Rectangle => rectangle(n, b.unwrap_or(given) + more),
        TriShape::Star => {
            let size = 4 * given + 1;
            vertices(size, size, place, |row, column| in_star(given, row, column))
        }
        TriShape::Limping => {
            let outline = polygon_of_sides(&[given, given + 1], place)?;
            within(&outline, given)
        }
    }
}

/// A pyramid of balls on a triangular base with `n` balls along a side: each ball above the base touches three
/// below it.
pub fn tetrahedron(n: i32) -> Result<Graph> {
    let n = allow_dimension("the size of a pyramid", n)? as i32;
    allow_vertices(n as usize * (n as usize + 1) * (n as usize + 2) / 6)?;
    let mut graph = Graph::new();
    for layer in 0..n {
        let up = f64::from(layer);
        for row in 0..n - layer {
            for column in row..n - layer {
                let at = place(row, column);
                let across =
                    Point::new(at.x + up * 0.5, at.y + up * 3f64.sqrt() / 6.0, up * (2f64 / 3.0).sqrt());
                graph.add_vertex(across);
            }
        }
    }
    super::square::join_unit_distances(&mut graph);
    graph.make_faces(false);
    graph.renumber();
    Ok(graph)
}

/// The triangles within an outline of sides, given by numbers of vertices.
pub fn tri_sides(sides: &[i32]) -> Result<Graph> {
    let outline = polygon_of_sides(sides, place)?;
    let margin = match *sides {
        [a, b] if a == b - 1 => a,
        _ => 2,
    };
    within(&outline, margin)
}

/// The triangles within a polygon.
pub fn tri_within(polygon: &Polygon) -> Result<Graph> {
    within(polygon, 2)
}

fn within(outline: &Polygon, margin: i32) -> Result<Graph> {
    let outline = outline.inflated(0.1);
    let (rows, columns) = outline.rows_and_columns(margin)?;
    let mut list = Vec::new();
    for row in rows {
        for column in columns.clone() {
            if outline.contains(place(row, column)) {
                allow_vertices(list.len() + 1)?;
                list.push(place(row, column));
            }
        }
    }
    finished(&list)
}

fn rectangle(rows: i32, columns: i32) -> Result<Graph> {
    vertices(rows, columns + rows, place, |row, column| column >= (row + 1) / 2 && column < columns + row / 2)
}

fn vertices(
    rows: i32,
    columns: i32,
    place: impl Fn(i32, i32) -> Point,
    wanted: impl Fn(i32, i32) -> bool,
) -> Result<Graph> {
    let mut list = Vec::new();
    for row in 0..rows {
        for column in (0..columns).filter(|&column| wanted(row, column)) {
            allow_vertices(list.len() + 1)?;
            list.push(place(row, column));
        }
    }
    finished(&list)
}

fn finished(list: &[Point]) -> Result<Graph> {
    let mut graph = Graph::from_unit_distances(list)?;
    graph.renumber();
    Ok(graph)
}

/// A hexagon of triangles: the edges along the rows, then those between them.
fn hexagon(n: i32) -> Result<Graph> {
    let across = 2 * n - 1;
    allow_vertices(3 * n as usize * n as usize)?;
    let mut graph = Graph::new();
    let mut rows: Vec<Vec<Index>> = Vec::new();
    for row in 0..across {
        let wanted = |c: &i32| *c <= across / 2 + row && row - *c <= across / 2;
        rows.push((0..across).filter(wanted).map(|c| graph.add_vertex(place(row, c))).collect());
    }
    for row in &rows {
        for pair in row.windows(2) {
            graph.add_edge(pair[0], pair[1]);
        }
    }
    for pair in rows.windows(2) {
        // Every vertex of the shorter row is joined to the two next to it in the longer row.
        let (short, long) = if pair[0].len() < pair[1].len() { (0, 1) } else { (1, 0) };
        for (i, &v) in pair[short].iter().enumerate() {
            graph.add_edge(v, pair[long][i]);
            graph.add_edge(v, pair[long][i + 1]);
        }
    }
    graph.make_faces(false);
    graph.renumber();
    Ok(graph)
}
