//! Operators that change how a graph hangs together.

use crate::board::SiteType;
use crate::board::error::{BoardError, MAX_EDGES, Result, allow_vertices};
use crate::board::geometry::{Point, meeting};
use crate::board::graph::{Graph, Index};

/// Finds the cells anew, without those whose edges cross.
pub fn make_faces(mut graph: Graph) -> Graph {
    graph.make_faces(true);
    graph
}

/// The graph whose vertices are the cells of another, joined where cells share an edge.
pub fn dual(graph: Graph) -> Graph {
    if graph.faces.is_empty() {
        return graph;
    }
    let mut new = Graph::new();
    for face in &graph.faces {
        new.add_vertex(face.at);
    }
    for e in &graph.edges {
        if let (Some(left), Some(right)) = (e.left, e.right) {
            new.add_edge(left, right);
        }
    }
    new.make_faces(false);
    new.renumber();
    new
}

/// Divides each cell with at least `min` corners by edges from its middle to its corners. On boards played on
/// vertices or edges no cells remain.
pub fn subdivide(mut graph: Graph, min: usize, sites: SiteType) -> Result<Graph> {
    if sites == SiteType::Vertex {
        graph.make_faces(true);
    }
    allow_vertices(graph.vertices.len() + graph.faces.len())?;
    for f in (0..graph.faces.len()).rev() {
        let face = &graph.faces[f];
        if face.corners.len() >= min {
            let corners = face.corners.clone();
            let middle = graph.add_vertex(graph.faces[f].at);
            for v in corners {
                graph.add_edge_once(middle, v);
            }
        }
    }
    if sites == SiteType::Cell {
        graph.make_faces(true);
    } else {
        graph.clear_faces();
    }
    Ok(graph)
}

/// Takes out loose edges and the vertices without edges that nothing turns around.
pub fn trim(mut graph: Graph) -> Graph {
    for e in (0..graph.edges.len() as Index).rev() {
        let edge = &graph.edges[e as usize];
        if [edge.a, edge.b].iter().any(|&v| graph.vertices[v as usize].edges.len() == 1) {
            graph.remove_edge(e);
        }
    }
    let pivots: Vec<Index> = graph.vertices.iter().filter_map(|v| v.pivot).collect();
    for v in (0..graph.vertices.len() as Index).rev() {
        if graph.vertices[v as usize].edges.is_empty() && !pivots.contains(&v) {
            graph.remove_vertex(v);
        }
    }
    graph
}

/// Joins every vertex to every other.
pub fn complete(mut graph: Graph) -> Result<Graph> {
    let n = graph.vertices.len();
    let count = n * n.saturating_sub(1) / 2;
    if count > MAX_EDGES {
        return Err(BoardError::TooLarge { what: "edges", count, most: MAX_EDGES });
    }
    graph.edges.clear();
    graph.vertices.iter_mut().for_each(|v| v.edges.clear());
    for v in 0..n as Index {
        for w in v + 1..n as Index {
            graph.add_edge(v, w);
        }
    }
    graph.make_faces(true);
    Ok(graph)
}

/// Joins every corner of a cell to every other corner of it.
pub fn complete_cells(mut graph: Graph) -> Result<Graph> {
    for f in 0..graph.faces.len() {
        let corners = graph.faces[f].corners.clone();
        for (i, &v) in corners.iter().enumerate() {
            for &w in &corners[i + 1..] {
                graph.add_edge_once(v, w);
            }
        }
    }
    graph.check_size()?;
    Ok(graph)
}

/// How many pairs of edges are looked at for crossings, at most.
const MOST_TESTS: usize = 100_000_000;

/// Puts a vertex wherever edges cross or touch a vertex, and finds the cells anew.
pub fn split_crossings(mut graph: Graph) -> Result<Graph> {
    let mut tests = 0;
    while split_one_crossing(&mut graph, &mut tests) {
        graph.check_size()?;
        if tests > MOST_TESTS {
            let sentence = "this board has too many crossings to be split";
            return Err(BoardError::Impossible(sentence.into()));
        }
    }
    // Each split makes the pieces shorter; a bound keeps odd graphs from being split for ever.
    for _ in 0..MAX_EDGES {
        if !split_one_touch(&mut graph) {
            break;
        }
    }
    graph.make_faces(true);
    Ok(graph)
}

fn ends(graph: &Graph, e: usize) -> (Point, Point) {
    let edge = &graph.edges[e];
    (graph.vertices[edge.a as usize].at, graph.vertices[edge.b as usize].at)
}

fn pivot_at(graph: &Graph, e: usize) -> Option<Index> {
    let of = |v: Index| graph.vertices[v as usize].pivot;
    of(graph.edges[e].b).or(of(graph.edges[e].a))
}

fn split_one_crossing(graph: &mut Graph, tests: &mut usize) -> bool {
    let inside = |t: f64| t > 0.01 && t < 1.0 - 0.01;
    for e in 0..graph.edges.len() {
        let (a, b) = ends(graph, e);
        let mut pivot = pivot_at(graph, e);
        *tests += graph.edges.len() - e;
        for f in e + 1..graph.edges.len() {
            let (c, d) = ends(graph, f);
            pivot = pivot.or_else(|| pivot_at(graph, f));
            let Some((s, _)) = meeting(a, b, c, d).filter(|&(s, t)| inside(s) && inside(t)) else { continue };
            let x = graph.add_vertex(Point::flat(a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)));
            graph.vertices[x as usize].pivot = pivot;
            let (old_e, old_f) = (graph.edges[e].clone(), graph.edges[f].clone());
            graph.remove_edge(f as Index);
            graph.remove_edge(e as Index);
            for (v, w) in [(old_e.a, x), (x, old_e.b), (old_f.a, x), (x, old_f.b)] {
                graph.add_edge_once(v, w);
            }
            return true;
        }
    }
    false
}

/// Splits the first edge that passes through vertices. After its first split, the edge that takes its number
/// goes at each further vertex, as in Ludii.
fn split_one_touch(graph: &mut Graph) -> bool {
    for e in 0..graph.edges.len() {
        let (a, b) = ends(graph, e);
        let pivot = pivot_at(graph, e);
        let old = graph.edges[e].clone();
        let mut did_split = false;
        for v in 0..graph.vertices.len() as Index {
            if v == old.a || v == old.b || !touches(graph.vertices[v as usize].at, a, b) {
                continue;
            }
            if pivot.is_some() {
                graph.vertices[v as usize].pivot = pivot;
            }
            if e < graph.edges.len() {
                graph.remove_edge(e as Index);
            }
            graph.add_edge_once(old.a, v);
            graph.add_edge_once(v, old.b);
            did_split = true;
        }
        if did_split {
            return true;
        }
    }
    false
}

/// Whether a point lies on the segment between two others, and not at its ends.
fn touches(p: Point, a: Point, b: Point) -> bool {
    let near = 0.001;
    if p.distance(a) < near || p.distance(b) < near {
        return false;
    }
    let along = a.to(b);
    let t = (a.to(p).dot(along) / along.dot(along)).clamp(0.0, 1.0);
    let foot = Point::new(a.x + t * along.x, a.y + t * along.y, a.z + t * along.z);
    p.distance(foot) <= near
}
