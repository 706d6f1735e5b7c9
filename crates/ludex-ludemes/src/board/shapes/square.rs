//! Boards of squares: rectangles, diamonds, free shapes, pyramids.

use std::ops::RangeInclusive;

use crate::board::SiteType;
use crate::board::error::{BoardError, Result, allow_dimension, allow_vertices};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, Index};
use crate::board::operators::Polygon;

/// How the diagonals of squares are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Diagonals {
    /// Not drawn, though pieces may move along them.
    Implied,
    /// Both, with a point where they cross.
    Solid,
    /// Both, without a point where they cross.
    SolidNoSplit,
    /// One in each square, leaning left and right by turns.
    Alternating,
    /// One in each square, around the centre.
    Concentric,
    /// Outwards from the centre.
    Radiating,
}

/// How many rows of vertices make `n` rows of sites.
fn vertex_rows(n: usize, sites: SiteType) -> usize {
    n + usize::from(sites == SiteType::Cell)
}

/// A square board with `n` rows and columns of sites.
pub fn square(n: i32, diagonals: Option<Diagonals>, sites: SiteType) -> Result<Graph> {
    rectangle(n, n, diagonals, sites)
}

/// A rectangular board.
pub fn rectangle(rows: i32, columns: i32, diagonals: Option<Diagonals>, sites: SiteType) -> Result<Graph> {
    let mut graph = grid(rows, columns, sites)?;
    let rows = vertex_rows(rows as usize, sites) as i32;
    let columns = vertex_rows(columns as usize, sites) as i32;
    add_diagonals(&mut graph, (0, rows), (0, columns), diagonals);
    graph.make_faces(false);
    graph.renumber();
    Ok(graph)
}

/// The vertices and edges of a rectangle; row by row, so that vertex (row, column) has number
/// row * columns + column.
fn grid(rows: i32, columns: i32, sites: SiteType) -> Result<Graph> {
    let rows = vertex_rows(allow_dimension("the number of rows", rows)?, sites);
    let columns = vertex_rows(allow_dimension("the number of columns", columns)?, sites);
    allow_vertices(rows * columns)?;
    let mut graph = Graph::new();
    for row in 0..rows {
        for column in 0..columns {
            graph.add_vertex(Point::flat(column as f64, row as f64));
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let here = (row * columns + column) as Index;
            if row + 1 < rows {
                graph.add_edge(here, here + columns as Index);
            }
            if column + 1 < columns {
                graph.add_edge(here, here + 1);
            }
        }
    }
    Ok(graph)
}

/// A pyramid of balls with `n` rows of vertices at the base. Layer k has one row and column less than the one
/// below, is shifted by half a step and raised by 1/√2, so that each ball touches four below it.
pub fn pyramid(rows: i32, columns: i32, sites: SiteType) -> Result<Graph> {
    let mut graph = grid(rows, columns, sites)?;
    let (rows, columns) = (vertex_rows(rows as usize, sites), vertex_rows(columns as usize, sites));
    let balls = (0..rows).map(|k| (rows - k) * columns.saturating_sub(k)).sum::<usize>();
    allow_vertices(balls)?;
    let rise = 1.0 / 2f64.sqrt();
    for layer in 1..rows {
        let (off, z) = (layer as f64 * 0.5, layer as f64 * rise);
        for row in 0..rows - layer {
            for column in 0..columns.saturating_sub(layer) {
                graph.add_vertex(Point::new(off + column as f64, off + row as f64, z));
            }
        }
    }
    join_unit_distances(&mut graph);
    graph.make_faces(false);
    graph.renumber();
    Ok(graph)
}

/// Joins vertices that are about a unit apart in space.
pub(super) fn join_unit_distances(graph: &mut Graph) {
    let places: Vec<Point> = graph.vertices().iter().map(|v| v.at).collect();
    for (v, a) in places.iter().enumerate() {
        for (w, b) in places.iter().enumerate() {
            if v != w && (a.x - b.x).abs() < 1.1 && (a.distance(*b) - 1.0).abs() < 0.05 {
                graph.add_edge_once(v as Index, w as Index);
            }
        }
    }
}

/// A square board standing on its tip, `n` sites along a side.
pub fn square_diamond(n: i32, diagonals: Option<Diagonals>) -> Result<Graph> {
    let n = allow_dimension("the size of a diamond", n)? as i32;
    let size = 2 * n;
    allow_vertices(2 * n as usize * n as usize)?;
    let mut places = Vec::new();
    for row in 0..size {
        for column in 0..size {
            let cut = row + column < n - 1 || column - row > n || row - column > n || row + column >= 3 * n;
            if !cut {
                places.push(Point::flat(f64::from(column), f64::from(row)));
            }
        }
    }
    let mut graph = Graph::from_unit_distances(&places)?;
    add_diagonals(&mut graph, (0, size), (0, size), diagonals);
    graph.make_faces(false);
    graph.renumber();
    Ok(graph)
}

/// The square grid within a polygon.
pub fn square_within(polygon: &Polygon, diagonals: Option<Diagonals>) -> Result<Graph> {
    let polygon = polygon.inflated(0.1);
    let (rows, columns) = polygon.rows_and_columns(2)?;
    let mut places = Vec::new();
    for row in rows.clone() {
        for column in columns.clone() {
            let at = Point::flat(f64::from(column), f64::from(row));
            if polygon.contains(at) {
                allow_vertices(places.len() + 1)?;
                places.push(at);
            }
        }
    }
    let mut graph = Graph::from_unit_distances(&places)?;
    let ends = |range: RangeInclusive<i32>| (*range.start(), *range.end());
    add_diagonals(&mut graph, ends(rows), ends(columns), diagonals);
    graph.make_faces(false);
    graph.renumber();
    Ok(graph)
}

/// The square grid within an outline of sides: lengths of walks, turning right by a quarter before each (left
/// for a negative length).
pub fn square_sides(sides: &[i32], diagonals: Option<Diagonals>) -> Result<Graph> {
    const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    if sides.len() < 3 {
        return Err(BoardError::Impossible("a board needs at least three sides".into()));
    }
    let (mut step, mut row, mut column) = (3usize, 0i32, 0i32);
    let mut corners = vec![Point::flat(0.0, 0.0)];
    for &side in sides {
        allow_dimension("the length of a side", side.saturating_abs().max(1))?;
        step = (step + if side < 0 { 3 } else { 1 }) % 4;
        row += side * STEPS[step].0;
        column += side * STEPS[step].1;
        corners.push(Point::flat(f64::from(column), f64::from(row)));
    }
    square_within(&Polygon::new(corners), diagonals)
}

/// Draws diagonals into the squares between these rows and columns.
fn add_diagonals(graph: &mut Graph, rows: (i32, i32), columns: (i32, i32), diagonals: Option<Diagonals>) {
    let Some(kind) = diagonals else { return };
    let at = |column: i32, row: i32| Point::flat(f64::from(column), f64::from(row));
    let middle = ((rows.0 + rows.1) / 2, (columns.0 + columns.1) / 2);
    if kind == Diagonals::Radiating {
        let reach = ((rows.1 - rows.0) / 2).max((columns.1 - columns.0) / 2) + 1;
        for n in 0..reach {
            for (dx, dy) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
                let from = graph.vertex_at(at(middle.0 + n * dx, middle.1 + n * dy));
                let to = graph.vertex_at(at(middle.0 + (n + 1) * dx, middle.1 + (n + 1) * dy));
                if let (Some(a), Some(b)) = (from, to) {
                    graph.add_edge_once(a, b);
                }
            }
        }
        return;
    }
    for row in rows.0..=rows.1 {
        for column in columns.0..=columns.1 {
            let corner = |dx: i32, dy: i32| graph.vertex_at(at(column + dx, row + dy));
            let (Some(a), Some(b), Some(c), Some(d)) =
                (corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0))
            else {
                continue;
            };
            match kind {
                Diagonals::Implied | Diagonals::Radiating => {}
                Diagonals::Solid => {
                    let place = Point::flat(f64::from(column) + 0.5, f64::from(row) + 0.5);
                    let x = graph.vertex_at_or_new(place);
                    for corner in [a, b, c, d] {
                        graph.add_edge_once(corner, x);
                    }
                }
                Diagonals::SolidNoSplit => {
                    graph.add_edge_once(a, c);
                    graph.add_edge_once(b, d);
                }
                Diagonals::Alternating => {
                    let (v, w) = if (row + column) % 2 == 0 { (a, c) } else { (b, d) };
                    graph.add_edge_once(v, w);
                }
                Diagonals::Concentric => {
                    let falling = (row < middle.0) == (column < middle.1);
                    let (v, w) = if falling { (b, d) } else { (a, c) };
                    graph.add_edge_once(v, w);
                }
            }
        }
    }
}
