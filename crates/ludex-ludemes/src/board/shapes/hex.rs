//! Boards of hexagons.

use super::points::Places;
use crate::board::error::{BoardError, Result, allow_dimension, allow_vertices};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, Index};
use crate::board::operators::Polygon;

/// The outlines a board of hexagons may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HexShape {
    /// A hexagon; with a second number, sides of two lengths by turns.
    Hexagon,
    /// A triangle.
    Triangle,
    /// A rhombus standing on its tip.
    Diamond,
    /// A diamond drawn out upwards.
    Prism,
    /// A six-pointed star.
    Star,
    /// A hexagon whose sides are n and n + 1 by turns.
    Limping,
    /// A square of rows shifted by turns.
    Square,
    /// A rectangle of rows shifted by turns.
    Rectangle,
}

/// The corners of a hexagon with a corner at the top, clockwise from there.
fn corners() -> [(f64, f64); 6] {
    let x = 3f64.sqrt() / 2.0;
    [(0.0, 1.0), (x, 0.5), (x, -0.5), (0.0, -1.0), (-x, -0.5), (-x, 0.5)]
}

/// The centre of the hexagon in a row and column; columns lean to the left.
fn centre(row: i32, column: i32) -> Point {
    Point::flat(3f64.sqrt() * (f64::from(column) - 0.5 * f64::from(row)), 3.0 / 2.0 * f64::from(row))
}

/// A board of hexagons in one of several outlines.
pub fn hex(shape: HexShape, a: i32, b: Option<i32>) -> Result<Graph> {
    let n = allow_dimension("the size of a board of hexagons", a)? as i32;
    if let Some(b) = b {
        allow_dimension("the second size of a board of hexagons", b)?;
    }
    // Far more than any outline needs, but enough to stop huge sizes before their cells are listed.
    allow_vertices(n as usize * n as usize / 4)?;
    match (shape, b) {
        (HexShape::Hexagon, Some(b)) => hex_sides(&[n, b]),
        (HexShape::Hexagon, None) => hexagon(n),
        (HexShape::Limping, _) => hex_sides(&[n, n + 1]),
        (HexShape::Triangle, _) => cells(0..n, 0..n, |row, column| row <= column),
        (HexShape::Diamond, _) => diamond(n, n, |_, _| true),
        (HexShape::Prism, b) => {
            let size = n + b.unwrap_or(n) - 1;
            diamond(size, size, |row, column| (row - column).abs() < n)
        }
        (HexShape::Star, _) => cells(0..4 * n + 1, 0..4 * n + 1, |row, column| in_star(n, row, column)),
        (HexShape::Square, _) => rectangle(n, n),
        (HexShape::Rectangle, b) => rectangle(n, b.unwrap_or(n)),
    }
}

/// Whether a place belongs to a six-pointed star with points of `n` rows.
pub(super) fn in_star(n: i32, row: i32, column: i32) -> bool {
    match row {
        r if r < n => column >= n && column - r <= n,
        r if r <= 2 * n => r - column <= n && column <= 3 * n,
        r if r <= 3 * n => column >= n && column - r <= n,
        r => column <= 3 * n && r - column <= n,
    }
}

fn rectangle(rows: i32, columns: i32) -> Result<Graph> {
    cells(0..rows, 0..columns + rows, |row, column| column >= (row + 1) / 2 && column < columns + row / 2)
}

/// The graph of the hexagons at those rows and columns that `wanted` accepts.
fn cells(
    rows: impl Iterator<Item = i32>,
    columns: impl Iterator<Item = i32> + Clone,
    wanted: impl Fn(i32, i32) -> bool,
) -> Result<Graph> {
    let mut places = Places::default();
    for row in rows {
        for column in columns.clone().filter(|&column| wanted(row, column)) {
            let c = centre(row, column);
            for (x, y) in corners() {
                places.add(Point::flat(c.x + x, c.y + y))?;
            }
        }
    }
    let mut graph = Graph::from_unit_distances(places.list())?;
    graph.renumber();
    Ok(graph)
}

/// Flat-topped hexagons in rows that rise to the right, so that the board stands on its tip.
fn diamond(rows: i32, columns: i32, wanted: impl Fn(i32, i32) -> bool) -> Result<Graph> {
    let mut places = Places::default();
    for row in 0..rows {
        for column in (0..columns).filter(|&column| wanted(row, column)) {
            let c = Point::flat(1.5 * f64::from(column - row), 3f64.sqrt() * f64::from(row + column) * 0.5);
            for (x, y) in corners() {
                places.add(Point::flat(c.x + y, c.y + x))?;
            }
        }
    }
    let mut graph = Graph::from_unit_distances(places.list())?;
    graph.renumber();
    Ok(graph)
}

/// A hexagon of hexagons: the zigzag lines between the rows, then the edges across them.
fn hexagon(n: i32) -> Result<Graph> {
    let across = 2 * n - 1;
    allow_vertices(6 * n as usize * n as usize)?;
    let in_row = |row: i32| (0..across).filter(move |&c| c <= across / 2 + row && row - c <= across / 2);
    let mut graph = Graph::new();
    let mut lines: Vec<Vec<Index>> = Vec::new();
    let at = |c: Point, i: usize| {
        let (x, y) = corners()[i];
        Point::flat(c.x + x, c.y + y)
    };
    // The line below each row up to the middle one, then the line above each row from the middle one on.
    for row in 0..=across / 2 {
        let last = in_row(row).next_back().unwrap_or(0);
        let mut line = Vec::new();
        for column in in_row(row) {
            let c = centre(row, column);
            line.push(graph.add_vertex(at(c, 4)));
            line.push(graph.add_vertex(at(c, 3)));
            if column == last {
                line.push(graph.add_vertex(at(c, 2)));
            }
        }
        lines.push(line);
    }
    for row in across / 2..across {
        let last = in_row(row).next_back().unwrap_or(0);
        let mut line = Vec::new();
        for column in in_row(row) {
            let c = centre(row, column);
            line.push(graph.add_vertex(at(c, 5)));
            line.push(graph.add_vertex(at(c, 0)));
            if column == last {
                line.push(graph.add_vertex(at(c, 1)));
            }
        }
        lines.push(line);
    }
    for line in &lines {
        for pair in line.windows(2) {
            graph.add_edge(pair[0], pair[1]);
        }
    }
    for pair in lines.windows(2) {
        let (below, above) = (&pair[0], &pair[1]);
        // A longer line above takes an edge from every lower point below it, a shorter one from every upper.
        let offset = |from: &Vec<Index>, to: &Vec<Index>| usize::from(from.len() < to.len());
        for n in (offset(above, below)..below.len()).step_by(2) {
            graph.add_edge(below[n], above[n + offset(below, above) - offset(above, below)]);
        }
    }
    graph.make_faces(false);
    graph.renumber();
    Ok(graph)
}

/// The hexagons within an outline of sides, given by numbers of cells and walked with turns by a sixth to the
/// right (left for a negative number); two numbers are taken by turns.
pub fn hex_sides(sides: &[i32]) -> Result<Graph> {
    hex_within(&polygon_of_sides(sides, centre)?)
}

/// The hexagons whose centre lies within a polygon.
pub fn hex_within(polygon: &Polygon) -> Result<Graph> {
    let polygon = polygon.inflated(0.1);
    let (rows, columns) = polygon.rows_and_columns(3)?;
    cells(rows, columns, |row, column| polygon.contains(centre(row, column)))
}

/// The outline of a walk on a triangular grid.
pub(super) fn polygon_of_sides(sides: &[i32], place: impl Fn(i32, i32) -> Point) -> Result<Polygon> {
    const STEPS: [(i32, i32); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
    if sides.is_empty() {
        return Err(BoardError::Impossible("a board needs at least one side".into()));
    }
    let (mut step, mut row, mut column) = (1usize, 0, 0);
    let mut corners = vec![place(0, 0)];
    for n in 0..sides.len().max(5) {
        let side = sides[n % sides.len()];
        allow_dimension("the length of a side", side.saturating_abs().max(1))?;
        let walk = if side < 0 { side + 1 } else { side - 1 };
        step = (step + if walk < 0 { 5 } else { 1 }) % 6;
        if walk > 0 {
            row += walk * STEPS[step].0;
            column += walk * STEPS[step].1;
            corners.push(place(row, column));
        }
    }
    Ok(Polygon::new(corners))
}
