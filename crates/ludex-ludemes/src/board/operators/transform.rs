//! Moving, stretching and turning a graph. Numbers in descriptions are 32-bit, so the parameters are too.

use crate::board::geometry::{Point, bounds};
use crate::board::graph::Graph;

/// Moves a graph.
pub fn shift(mut graph: Graph, dx: f32, dy: f32, dz: f32) -> Graph {
    let by = Point::new(f64::from(dx), f64::from(dy), f64::from(dz));
    for v in &mut graph.vertices {
        v.at = Point::new(v.at.x + by.x, v.at.y + by.y, v.at.z + by.z);
    }
    graph.refresh_middles();
    graph
}

/// Stretches a graph.
pub fn scale(mut graph: Graph, sx: f32, sy: f32, sz: f32) -> Graph {
    for v in &mut graph.vertices {
        v.at = Point::new(v.at.x * f64::from(sx), v.at.y * f64::from(sy), v.at.z * f64::from(sz));
    }
    graph.refresh_middles();
    graph
}

/// Turns a graph anticlockwise around the middle of its bounding rectangle. The sites keep their numbers.
pub fn rotate(mut graph: Graph, degrees: f32) -> Graph {
    let angle = f64::from(degrees).to_radians();
    let (low, high) = bounds(graph.vertices.iter().map(|v| v.at));
    let pivot = Point::flat(low.x + (high.x - low.x) / 2.0, low.y + (high.y - low.y) / 2.0);
    let (sin, cos) = (angle.sin(), angle.cos());
    for v in &mut graph.vertices {
        let d = pivot.to(v.at);
        v.at = Point::new(pivot.x + d.x * cos - d.y * sin, pivot.y + d.y * cos + d.x * sin, v.at.z);
    }
    for curve in graph.edges.iter_mut().filter_map(|e| e.curve.as_mut()) {
        *curve = curve.map(|t| Point::flat(t.x * cos - t.y * sin, t.y * cos + t.x * sin));
    }
    graph.refresh_middles();
    graph
}

/// Leans a graph to the right by `amount` for each unit of height.
pub fn skew(mut graph: Graph, amount: f32) -> Graph {
    let (low, _) = bounds(graph.vertices.iter().map(|v| v.at));
    let lean = |p: Point| Point::new(p.x + (p.y - low.y) * f64::from(amount), p.y, p.z);
    for v in &mut graph.vertices {
        v.at = lean(v.at);
    }
    for curve in graph.edges.iter_mut().filter_map(|e| e.curve.as_mut()) {
        *curve = curve.map(lean);
    }
    graph.refresh_middles();
    graph
}
