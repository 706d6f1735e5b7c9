//! The outline of a board: its outer vertices in order, its corners and its sides.

use std::f64::consts::PI;

use super::SiteType;
use super::geometry::{Point, distance_to_line, is_inside, turns_right};
use super::graph::{Graph, Index};
use super::marks::{Mark, Marks};

/// One closed walk around a connected part of the board, clockwise.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Outline {
    vertices: Vec<Index>,
    places: Vec<Point>,
}

impl Outline {
    /// The outer vertices in order.
    pub(crate) fn vertices(&self) -> &[Index] {
        &self.vertices
    }
}

/// The outlines of all parts that do not lie inside another part.
pub(crate) fn outlines(graph: &Graph) -> Vec<Outline> {
    let mut covered = vec![false; graph.vertices.len()];
    let mut found: Vec<Outline> = Vec::new();
    loop {
        // Each walk starts at the leftmost vertex that no earlier part has.
        let mut start: Option<Index> = None;
        for (v, vertex) in graph.vertices.iter().enumerate() {
            let left = |s: Index| graph.vertices[s as usize].at.x;
            if !covered[v] && start.is_none_or(|s| vertex.at.x < left(s)) {
                start = Some(v as Index);
            }
        }
        let Some(start) = start else { break };
        let vertices = walk_clockwise(graph, start);
        let places: Vec<Point> = vertices.iter().map(|&v| graph.vertices[v as usize].at).collect();
        vertices.iter().for_each(|&v| covered[v as usize] = true);
        for (v, vertex) in graph.vertices.iter().enumerate() {
            covered[v] = covered[v] || is_inside(vertex.at, &places);
        }
        found.push(Outline { vertices, places });
    }
    for n in (0..found.len()).rev() {
        let start = found[n].places[0];
        if (0..found.len()).any(|m| m != n && is_inside(start, &found[m].places)) {
            found.remove(n);
        }
    }
    found
}

fn walk_clockwise(graph: &Graph, start: Index) -> Vec<Index> {
    let at = |v: Index| graph.vertices[v as usize].at;
    let around = |v: Index| &graph.vertices[v as usize].edges;
    let mut first: Option<(f64, Index)> = None;
    for &e in around(start) {
        let way = at(start).to(at(graph.edges[e as usize].other_end(start)));
        let angle = way.x.atan2(-way.y);
        if first.is_none_or(|(least, _)| angle < least) {
            first = Some((angle, e));
        }
    }
    let mut walk = vec![start];
    let Some((_, mut edge)) = first else { return walk };
    let mut here = start;
    // A walk passes each edge at most twice, so a longer one is going in circles.
    for _ in 0..2 * graph.edges.len() {
        let before = here;
        here = graph.edges[edge as usize].other_end(here);
        let edges = around(here);
        let n = edges.iter().position(|&e| e == edge).unwrap_or(0);
        for m in 1..edges.len() {
            edge = edges[(n + m) % edges.len()];
            if graph.edges[edge as usize].other_end(here) != before {
                break;
            }
        }
        if here == start {
            break;
        }
        walk.push(here);
    }
    walk
}

/// Marks what lies on the outline, what is inner, and what is missing a neighbour.
pub(crate) fn mark_outer(graph: &Graph, outlines: &[Outline], marks: &mut Marks) {
    use SiteType::{Cell, Edge, Vertex};
    for outline in outlines {
        let next = outline.vertices.iter().cycle().skip(1);
        for (&v, &w) in outline.vertices.iter().zip(next) {
            marks.set(Vertex, v, Mark::Perimeter);
            let Some(e) = graph.edge_between(v, w) else { continue };
            marks.set(Edge, e, Mark::Perimeter);
            let edge = &graph.edges[e as usize];
            if let Some(f) = edge.left.or(edge.right) {
                marks.set(Cell, f, Mark::Perimeter);
            }
        }
    }
    for (f, face) in graph.faces.iter().enumerate() {
        if face.corners.iter().any(|&v| marks.has(Vertex, v, Mark::Perimeter)) {
            marks.set(Cell, f as Index, Mark::Perimeter);
        }
        if face.edges.iter().any(|&e| graph.edges[e as usize].other_side(f as Index).is_none()) {
            marks.set(Cell, f as Index, Mark::Open);
        }
    }
    for (e, edge) in graph.edges.iter().enumerate() {
        let ends_outside = [edge.a, edge.b].iter().all(|&v| marks.has(Vertex, v, Mark::Perimeter));
        if ends_outside && (edge.left.is_none() || edge.right.is_none()) {
            marks.set(Edge, e as Index, Mark::Perimeter);
        }
    }
    for kind in SiteType::EVERY {
        for i in 0..graph.count(kind) as Index {
            let outer = marks.has(kind, i, Mark::Perimeter);
            marks.set(kind, i, if outer { Mark::Outer } else { Mark::Inner });
        }
    }
}

/// Marks the corners of the outlines, and the edges and cells at them.
pub(crate) fn mark_corners(graph: &Graph, outlines: &[Outline], marks: &mut Marks) {
    outlines.iter().for_each(|outline| corners_of(outline, marks));
    for v in 0..graph.vertices.len() as Index {
        if marks.has(SiteType::Vertex, v, Mark::Corner) {
            spread_corner(graph, v, marks);
        }
    }
}

/// A vertex is a corner where the outline bends more than nearby. The bend is measured over the next one, two
/// and three vertices both ways; outlines of fewer than six vertices consist of corners.
fn corners_of(outline: &Outline, marks: &mut Marks) {
    let n = outline.places.len();
    let mut mark = |i: usize, which: Mark| {
        marks.set(SiteType::Vertex, outline.vertices[i], Mark::Corner);
        marks.set(SiteType::Vertex, outline.vertices[i], which);
    };
    if n < 6 {
        (0..n).for_each(|i| mark(i, Mark::Convex));
        return;
    }
    let raw: Vec<f64> = (0..n)
        .map(|i| {
            let p = outline.places[i];
            let bend = |k: usize| {
                let (a, b) = (outline.places[(i + n - k) % n], outline.places[(i + k) % n]);
                let off = distance_to_line(p, a, b);
                (if turns_right(a, p, b) { -off } else { off }) / k as f64
            };
            bend(1) + bend(2) + bend(3)
        })
        .collect();
    let before = |i: usize| (i + n - 1) % n;
    let after = |i: usize| (i + 1) % n;
    let score: Vec<f64> = (0..n).map(|i| (4.0 * raw[i] + raw[after(i)] + raw[before(i)]) / 6.0).collect();
    let slack = 0.001;
    let mut corner: Vec<bool> = (0..n)
        .map(|i| {
            score[i] >= 0.320 && score[i] >= score[before(i)] - slack && score[i] >= score[after(i)] - slack
        })
        .collect();
    for i in 0..n {
        for j in [before(i), after(i)] {
            if corner[i] && score[j] >= 0.95 * score[i] {
                corner[j] = true;
            }
        }
    }
    (0..n).filter(|&i| corner[i]).for_each(|i| mark(i, Mark::Convex));
    for i in 0..n {
        let lowest = score[i] <= score[before(i)] + slack && score[i] <= score[after(i)] + slack;
        if score[i] <= -0.25 && lowest {
            mark(i, Mark::Concave);
        }
    }
}

/// Makes corners of the edges between two corner vertices and their cells; a corner vertex alone makes corners
/// of its outline edges and the cells there.
fn spread_corner(graph: &Graph, v: Index, marks: &mut Marks) {
    use SiteType::{Cell, Edge, Vertex};
    let vertex = &graph.vertices[v as usize];
    let concave = marks.has(Vertex, v, Mark::Concave);
    let which = if concave { Mark::Concave } else { Mark::Convex };
    let beside = |e: Index| graph.edges[e as usize].left.or(graph.edges[e as usize].right);
    let mut paired = false;
    for &e in &vertex.edges {
        if marks.has(Vertex, graph.edges[e as usize].other_end(v), Mark::Corner) {
            paired = true;
            marks.set_both(Edge, e, Mark::Corner, which);
            if let Some(f) = beside(e) {
                marks.set_both(Cell, f, Mark::Corner, which);
            }
        }
    }
    if paired {
        return;
    }
    for &e in &vertex.edges {
        if !marks.has(Edge, e, Mark::Perimeter) {
            continue;
        }
        marks.set_both(Edge, e, Mark::Corner, which);
        if !concave {
            if let Some(f) = beside(e) {
                marks.set_both(Cell, f, Mark::Corner, which);
            }
            continue;
        }
        for &f in &vertex.faces {
            let corners = &graph.faces[f as usize].corners;
            if corners.iter().filter(|&&w| marks.has(Vertex, w, Mark::Perimeter)).count() == 1 {
                marks.set_both(Cell, f, Mark::Corner, which);
            }
        }
    }
}

/// Marks the sides: runs of the outline from corner to corner, named by where their middle lies.
pub(crate) fn mark_sides(graph: &Graph, outlines: &[Outline], marks: &mut Marks) {
    let centre = Point::mean(graph.vertices.iter().map(|v| v.at));
    for outline in outlines {
        let n = outline.vertices.len();
        let is_corner: Vec<bool> =
            outline.vertices.iter().map(|&v| marks.has(SiteType::Vertex, v, Mark::Corner)).collect();
        for from in (0..n).filter(|&i| is_corner[i]) {
            let length = (1..=n).find(|&k| is_corner[(from + k) % n]).unwrap_or(n);
            let run = || (0..=length).map(|k| (from + k) % n);
            let side = side_facing(centre, Point::mean(run().map(|i| outline.places[i])));
            run().for_each(|i| marks.set(SiteType::Vertex, outline.vertices[i], side));
        }
    }
    for (v, vertex) in graph.vertices.iter().enumerate() {
        for side in Mark::SIDES {
            if marks.has(SiteType::Vertex, v as Index, side) {
                vertex.edges.iter().for_each(|&e| marks.set(SiteType::Edge, e, side));
                vertex.faces.iter().for_each(|&f| marks.set(SiteType::Cell, f, side));
            }
        }
    }
}

/// The side that faces from the centre towards a point: N, E, S, W only when within a sixteenth of a turn.
fn side_facing(centre: Point, middle: Point) -> Mark {
    match sixteenth(centre, middle) {
        0 => Mark::SideE,
        1..4 => Mark::SideNE,
        4 => Mark::SideN,
        5..8 => Mark::SideNW,
        8 => Mark::SideW,
        9..12 => Mark::SideSW,
        12 => Mark::SideS,
        _ => Mark::SideSE,
    }
}

/// The sixteenth of a turn, anticlockwise from east, in which `to` lies seen from `from`.
pub(crate) fn sixteenth(from: Point, to: Point) -> usize {
    let angle = match from.angle_to(to) {
        a if a < 0.0 => a + 2.0 * PI,
        a => a,
    };
    let arc = 2.0 * PI / 16.0;
    ((angle + arc / 2.0) / arc) as usize % 16
}
