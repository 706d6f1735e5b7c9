//! Adding vertices, edges and cells to a graph.

use crate::board::error::{Result, allow_vertices};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, Index};

/// What to add to a graph, by place or by number.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Additions {
    /// Vertices by place.
    pub vertices: Vec<Point>,
    /// Edges by the places of their ends.
    pub edges_at: Vec<(Point, Point)>,
    /// Curved edges: the places of their ends and the directions in which they leave them.
    pub curves: Vec<[Point; 4]>,
    /// Cells by the places of their corners.
    pub cells_at: Vec<Vec<Point>>,
    /// Edges by the numbers of their ends.
    pub edges: Vec<(Index, Index)>,
    /// Cells by the numbers of their corners.
    pub cells: Vec<Vec<Index>>,
    /// Whether the new vertices are joined to all vertices near them.
    pub connect: bool,
}

/// Adds to a graph. What is there already is not added again; numbers of vertices that are not there are
/// passed over.
pub fn add(mut graph: Graph, new: &Additions) -> Result<Graph> {
    let places = new.vertices.len() + 2 * (new.edges_at.len() + new.curves.len());
    allow_vertices(places + new.cells_at.iter().map(Vec::len).sum::<usize>())?;
    for &[a, b, leave_a, leave_b] in &new.curves {
        let (a, b) = (graph.vertex_at_or_new(a), graph.vertex_at_or_new(b));
        if a != b {
            graph.add_curve(a, b, [leave_a, leave_b]);
        }
    }
    let mut added = Vec::new();
    for &at in &new.vertices {
        if graph.vertex_at(at).is_none() {
            added.push(graph.add_vertex(at));
        }
    }
    for &(a, b) in &new.edges_at {
        let (a, b) = (graph.vertex_at_or_new(a), graph.vertex_at_or_new(b));
        if a != b {
            graph.add_edge_once(a, b);
        }
    }
    for corners in &new.cells_at {
        let corners: Vec<Index> = corners.iter().map(|&at| graph.vertex_at_or_new(at)).collect();
        if corners.len() < 3 || has_repeats(&corners) {
            continue;
        }
        for (i, &a) in corners.iter().enumerate() {
            graph.add_edge_once(a, corners[(i + 1) % corners.len()]);
        }
        add_cell_once(&mut graph, &corners);
    }
    let known = |graph: &Graph, v: Index| (v as usize) < graph.vertices.len();
    for &(a, b) in &new.edges {
        if a != b && known(&graph, a) && known(&graph, b) {
            graph.add_edge_once(a, b);
        }
    }
    for corners in &new.cells {
        if corners.len() >= 3 && !has_repeats(corners) && corners.iter().all(|&v| known(&graph, v)) {
            add_cell_once(&mut graph, corners);
        }
    }
    if new.connect {
        let near = 1.1 * graph.mean_edge_length();
        for v in added {
            for w in 0..graph.vertices.len() as Index {
                let at = |v: Index| graph.vertices[v as usize].at;
                if v != w && at(v).flat_distance(at(w)) < near {
                    graph.add_edge_once(v, w);
                }
            }
        }
    }
    graph.check_size()?;
    Ok(graph)
}

fn has_repeats(corners: &[Index]) -> bool {
    (1..corners.len()).any(|i| corners[..i].contains(&corners[i]))
}

fn add_cell_once(graph: &mut Graph, corners: &[Index]) {
    if graph.face_with(corners).is_none() {
        graph.add_face(corners);
    }
}
