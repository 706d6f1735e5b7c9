//! Boards of bricks, of Celtic knots, and of quadrilaterals in a hexagon.

use std::f64::consts::PI;
use std::ops::RangeInclusive;

use crate::board::error::{Result, allow_dimension, allow_number, allow_vertices};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, Index, middle};
use crate::board::operators::Polygon;
use crate::board::outline::outlines;

/// The outlines a board of bricks may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BrickShape {
    /// As many rows as bricks in a row.
    Square,
    /// Rows and bricks in a row.
    Rectangle,
    /// One more brick in a row than rows.
    Limping,
    /// A square standing on its tip.
    Diamond,
    /// A diamond drawn out upwards.
    Prism,
}

/// Rows of bricks, each row shifted by half a brick; with `trim`, half bricks fill the ends of rows.
pub fn brick(shape: BrickShape, a: i32, b: Option<i32>, trim: bool) -> Result<Graph> {
    let a = allow_dimension("the number of rows of bricks", a)? as i32;
    let b = b.map(|b| allow_dimension("the second size of a board of bricks", b)).transpose()?;
    let b = b.map(|b| b as i32);
    allow_vertices(2 * a as usize * b.unwrap_or(a) as usize)?;
    let mut graph = Graph::new();
    match shape {
        BrickShape::Square | BrickShape::Rectangle | BrickShape::Limping => {
            let in_row = if shape == BrickShape::Limping { a + 1 } else { b.unwrap_or(a) };
            lay(&mut graph, a, 2 * in_row + 1, 0, trim, |_, _| true);
        }
        BrickShape::Diamond | BrickShape::Prism => {
            let more = if shape == BrickShape::Prism { b.unwrap_or(a) } else { 0 };
            let inside = |r: i32, c: i32| r + c >= a - 1 && c - r < a && r + c < 3 * a - 1 && r - c <= a;
            lay(&mut graph, 2 * a + 2 * more, 2 * a, 1, trim, inside);
        }
    }
    graph.check_size()?;
    graph.renumber();
    Ok(graph)
}

fn lay(
    graph: &mut Graph,
    rows: i32,
    columns: i32,
    first: i32,
    trim: bool,
    wanted: impl Fn(i32, i32) -> bool,
) {
    for row in 0..rows {
        let columns_here = ((row + first) % 2..columns).step_by(2);
        for column in columns_here.filter(|&column| wanted(row, column)) {
            let (start, width) = match column {
                0 if trim => (1, 1),
                c if trim && c >= columns - 1 => (c, 1),
                c => (c, 2),
            };
            let upper = (0..=width).map(|x| (start + x, row + 1));
            let lower = (0..=width).rev().map(|x| (start + x, row));
            // Clockwise from the lower left corner.
            let mut corners: Vec<(i32, i32)> = vec![(start, row)];
            corners.extend(upper.chain(lower.take(width as usize)));
            let corners: Vec<Index> = corners
                .iter()
                .map(|&(x, y)| graph.vertex_at_or_new(Point::flat(f64::from(x), f64::from(y))))
                .collect();
            for (i, &v) in corners.iter().enumerate() {
                graph.add_edge_once(v, corners[(i + 1) % corners.len()]);
            }
            if graph.face_with(&corners).is_none() {
                graph.add_face(&corners);
            }
        }
    }
}

/// A board of Celtic knots with this many rows and columns.
pub fn celtic(rows: i32, columns: i32) -> Result<Graph> {
    let rows = allow_dimension("the number of rows", rows)? as i32;
    let columns = allow_dimension("the number of columns", columns)? as i32;
    allow_vertices(2 * rows as usize * columns as usize)?;
    Ok(knots(0..=rows - 1, 0..=columns - 1, None))
}

/// A board of Celtic knots within a polygon.
pub fn celtic_within(polygon: &Polygon) -> Result<Graph> {
    let polygon = polygon.inflated(0.1);
    let (rows, columns) = polygon.rows_and_columns(1)?;
    allow_vertices(rows.clone().count() * columns.clone().count())?;
    Ok(knots(rows, columns, Some(&polygon)))
}

/// A board of Celtic knots within an outline of sides.
pub fn celtic_sides(sides: &[i32]) -> Result<Graph> {
    let step = 2.0 / 2f64.sqrt();
    let steps = [(step, 0.0), (0.0, step), (-step, 0.0), (0.0, -step)];
    let (mut way, mut x, mut y) = (3usize, 0.0, 0.0);
    let mut corners = vec![Point::flat(x, y)];
    for &side in sides {
        allow_dimension("the length of a side", side.saturating_abs().max(1))?;
        way = (way + if side < 0 { 3 } else { 1 }) % 4;
        x += f64::from(side) * steps[way].0;
        y += f64::from(side) * steps[way].1;
        corners.push(Point::flat(x, y));
    }
    celtic_within(&Polygon::new(corners))
}

/// Squares standing on their tips, with loops where the strands turn back at the border.
fn knots(rows: RangeInclusive<i32>, columns: RangeInclusive<i32>, polygon: Option<&Polygon>) -> Graph {
    let half = 1.0 / 2f64.sqrt();
    let mut graph = Graph::new();
    for row in rows {
        for column in columns.clone() {
            let at = Point::flat(f64::from(column) * 2.0 * half, f64::from(row) * 2.0 * half);
            if polygon.is_none_or(|p| p.contains(at)) {
                for (x, y) in [(half, 0.0), (0.0, half), (-half, 0.0), (0.0, -half)] {
                    graph.vertex_at_or_new(Point::flat(at.x + x, at.y + y));
                }
            }
        }
    }
    let places: Vec<Point> = graph.vertices.iter().map(|v| v.at).collect();
    for (v, a) in places.iter().enumerate() {
        for (w, b) in places.iter().enumerate() {
            if v != w && (a.distance(*b) - 1.0).abs() < 0.05 {
                graph.add_edge_once(v as Index, w as Index);
            }
        }
    }
    graph.make_faces(true);
    add_loops(&mut graph);
    graph.renumber();
    graph
}

/// The signed turn at b of the way a → b → c, positive to the left.
fn turned(a: Point, b: Point, c: Point) -> f64 {
    let (v, u) = (a.to(b), b.to(c));
    (u.y * v.x - u.x * v.y).atan2(u.x * v.x + u.y * v.y)
}

fn add_loops(graph: &mut Graph) {
    let Some(border) = outlines(graph).into_iter().next() else { return };
    let border = border.vertices();
    let n = border.len();
    let place = |graph: &Graph, i: usize| graph.vertices[border[i % n] as usize].at;
    // Loops begin at outward corners and at every other vertex of a flat run.
    let mut flat = 0;
    let mut starts = Vec::new();
    for i in 0..n {
        let bend = turned(place(graph, i + n - 1), place(graph, i), place(graph, i + 1));
        if bend > 0.25 * PI {
            starts.push(i);
            flat = 0;
        } else if bend.abs() < 0.1 * PI {
            flat += 1;
            if flat % 2 == 0 {
                starts.push(i);
            }
        }
    }
    for i in starts {
        let [b, c, d, e] = [n - 1, 0, 1, 2].map(|k| place(graph, i + k));
        let [vc, vd, ve] = [0, 1, 2].map(|k| border[(i + k) % n]);
        if turned(c, d, e) < -0.25 * PI {
            let stretched = |p: Point| {
                let u = p.unit();
                Point::new(u.x * 1.25, u.y * 1.25, u.z * 1.25)
            };
            graph.add_curve(vc, ve, [stretched(d.to(e)), stretched(d.to(c))]);
            graph.add_face(&[vd, vc, ve]);
            continue;
        }
        let out = if turned(b, c, d).abs() < 0.1 * PI {
            let along = c.to(d);
            Point::flat(along.y, -along.x)
        } else {
            b.to(c)
        };
        let mid = middle(c, d);
        let from_mid = |t: f64| Point::flat(mid.x + t * out.x, mid.y + t * out.y);
        let tip = graph.add_vertex(from_mid(0.9));
        let unit = out.unit();
        let leave = Point::flat(unit.x * 1.333, unit.y * 1.333);
        let inner = from_mid(0.5);
        graph.add_curve(vc, tip, [leave, inner.to(c).unit()]);
        graph.add_curve(tip, vd, [inner.to(d).unit(), leave]);
        graph.add_face(&[vc, tip, vd]);
    }
}

fn between(t: f64, a: Point, b: Point) -> Point {
    Point::flat(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y))
}

fn turned_by(angle: f64, p: Point) -> Point {
    let (sin, cos) = (angle.sin(), angle.cos());
    Point::flat(p.x * cos - p.y * sin, p.y * cos + p.x * sin)
}

/// A hexagon made of quadrilaterals in six equal parts, or in three with `thirds`.
pub fn quadhex(layers: i32, thirds: bool) -> Result<Graph> {
    let n = allow_dimension("the number of layers", layers)?;
    allow_vertices(8 * n * n)?;
    let mut graph = Graph::new();
    if thirds {
        allow_number("the number of layers in thirds", n as i64, 2, 1000, "at least two are needed")?;
        three_parts(&mut graph, n);
    } else {
        six_parts(&mut graph, n);
    }
    graph.make_faces(true);
    graph.renumber();
    Ok(graph)
}

fn six_parts(graph: &mut Graph, n: usize) {
    let size = n as f64;
    let high = size * 3f64.sqrt() / 2.0;
    let (a, b, c, e) =
        (Point::default(), Point::flat(0.0, high), Point::flat(size / 2.0, high), Point::flat(size, 0.0));
    let d = Point::flat((c.x + e.x) / 2.0, (c.y + e.y) / 2.0);
    for part in 0..6 {
        let angle = f64::from(part) * PI / 3.0;
        for row in 0..n {
            let at =
                |row: usize, from: Point, to: Point| turned_by(angle, between(row as f64 / size, from, to));
            let (low, high) = ((at(row, a, d), at(row, b, c)), (at(row + 1, a, d), at(row + 1, b, c)));
            for column in 0..n {
                let (t0, t1) = (column as f64 / size, (column + 1) as f64 / size);
                let v = graph.vertex_at_or_new(between(t0, low.0, low.1));
                let w = graph.vertex_at_or_new(between(t1, low.0, low.1));
                let x = graph.vertex_at_or_new(between(t1, high.0, high.1));
                graph.add_edge_once(v, w);
                graph.add_edge_once(w, x);
                if row == n - 1 {
                    let y = graph.vertex_at_or_new(between(t0, high.0, high.1));
                    graph.add_edge_once(x, y);
                }
            }
        }
    }
}

fn three_parts(graph: &mut Graph, n: usize) {
    let size = n as f64;
    let high = size * 3f64.sqrt() / 2.0;
    let (a, c, e) = (Point::flat(-size / 2.0, -high), Point::flat(-size, 0.0), Point::flat(0.0, -high));
    let ratio = size / (size + 0.5);
    let f = between(ratio, e, Point::default());
    let g = between(ratio / 2.0, a, c);
    let mut part = Graph::new();
    for row in 0..n {
        let at = |row: usize, from: Point, to: Point| between(row as f64 / size, from, to);
        let (low, high) = ((at(row, a, e), at(row, g, f)), (at(row + 1, a, e), at(row + 1, g, f)));
        for column in 0..n {
            let (t0, t1) = (column as f64 / size, (column + 1) as f64 / size);
            let corners = [(t0, low), (t1, low), (t0, high), (t1, high)].map(|(t, (p, q))| between(t, p, q));
            for mirror in [1.0, -1.0] {
                let [v, w, x, y] = corners.map(|p| part.vertex_at_or_new(Point::flat(mirror * p.x, p.y)));
                for (p, q) in [(v, w), (x, y), (v, x), (w, y)] {
                    part.add_edge_once(p, q);
                }
            }
        }
    }
    let each = part.vertices.len() as Index;
    let n = n as Index;
    for turn in 0..3 {
        for v in &part.vertices {
            graph.add_vertex(v.at);
        }
        for e in &part.edges {
            graph.add_edge(e.a + turn * each, e.b + turn * each);
        }
        for v in &mut part.vertices {
            v.at = turned_by(2.0 * PI / 3.0, v.at);
        }
    }
    // The parts are joined at the middle and where they meet on the border.
    let saved = |turn: Index, offset: Index| turn * each + offset;
    let inner = n * (2 * n + 3);
    for turn in 0..3 {
        graph.add_edge_once(saved(turn, inner), saved((turn + 1) % 3, inner));
    }
    for turn in 0..3 {
        graph.add_edge_once(saved(turn, 4 * n + 2), saved((turn + 1) % 3, 4 * n));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_left_turn_is_positive() {
        let p = Point::flat;
        assert!(turned(p(0.0, 0.0), p(1.0, 0.0), p(1.0, 1.0)) > 1.0);
    }
}
