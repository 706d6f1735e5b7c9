//! Taking parts of a graph away.

use super::polygon::Polygon;
use crate::board::error::{BoardError, Result};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, Index};

/// How far polygons are widened so that they contain what lies on their border.
const BORDER: f64 = 0.1;

/// Keeps what lies inside a polygon.
pub fn keep(graph: &Graph, polygon: &Polygon) -> Result<Graph> {
    let polygon = checked(polygon)?;
    Ok(only(graph, |at| polygon.contains(at)))
}

/// Cuts away what lies inside a polygon.
pub fn clip(graph: &Graph, polygon: &Polygon) -> Result<Graph> {
    let polygon = checked(polygon)?;
    Ok(only(graph, |at| !polygon.contains(at)))
}

fn checked(polygon: &Polygon) -> Result<Polygon> {
    if polygon.corners().len() < 3 {
        return Err(BoardError::Impossible("a polygon needs at least three corners".into()));
    }
    Ok(polygon.inflated(BORDER))
}

/// The vertices that are wanted, the edges between them, and the faces found anew.
fn only(graph: &Graph, wanted: impl Fn(Point) -> bool) -> Graph {
    let mut new = Graph::new();
    let numbers: Vec<Option<Index>> =
        graph.vertices.iter().map(|v| wanted(v.at).then(|| new.add_vertex(v.at))).collect();
    for e in &graph.edges {
        if let (Some(a), Some(b)) = (numbers[e.a as usize], numbers[e.b as usize]) {
            new.add_edge_once(a, b);
        }
    }
    new.assemble();
    new
}

/// Cuts a hole: takes out the cells whose middle lies inside a polygon, and edges that then bound none.
pub fn hole(mut graph: Graph, polygon: &Polygon) -> Result<Graph> {
    let polygon = checked(polygon)?;
    for face in (0..graph.faces.len() as Index).rev() {
        // Where cells overlap, one may have gone with another.
        if graph.faces.get(face as usize).is_some_and(|f| polygon.contains(f.at)) {
            graph.remove_face(face, true);
        }
    }
    Ok(graph)
}

/// Takes out the vertices inside a polygon with all that hangs on them.
pub fn remove_within(mut graph: Graph, polygon: &Polygon) -> Graph {
    for v in (0..graph.vertices.len() as Index).rev() {
        if polygon.contains(graph.vertices[v as usize].at) {
            graph.remove_vertex(v);
        }
    }
    graph
}

/// What to take out of a graph, by place or by number.
#[derive(Clone, PartialEq, Debug)]
pub struct Removals {
    /// Cells given by the places of their corners.
    pub cells_at: Vec<Vec<Point>>,
    /// Cells given by number.
    pub cells: Vec<Index>,
    /// Edges given by the places of their ends.
    pub edges_at: Vec<(Point, Point)>,
    /// Edges given by the numbers of their ends.
    pub edges: Vec<(Index, Index)>,
    /// Vertices given by place.
    pub vertices_at: Vec<Point>,
    /// Vertices given by number.
    pub vertices: Vec<Index>,
    /// Whether edges that no longer bound a cell go too.
    pub trim_edges: bool,
}

impl Default for Removals {
    fn default() -> Self {
        Self {
            cells_at: Vec::new(),
            cells: Vec::new(),
            edges_at: Vec::new(),
            edges: Vec::new(),
            vertices_at: Vec::new(),
            vertices: Vec::new(),
            trim_edges: true,
        }
    }
}

/// Takes cells, edges and vertices out of a graph. Places where nothing is are passed over.
pub fn remove(mut graph: Graph, removals: &Removals) -> Graph {
    for corners in &removals.cells_at {
        let corners: Option<Vec<Index>> = corners.iter().map(|&at| graph.vertex_at(at)).collect();
        if let Some(face) = corners.and_then(|c| graph.face_with(&c)) {
            graph.remove_face(face, removals.trim_edges);
        }
    }
    for face in from_the_last(&removals.cells) {
        if (face as usize) < graph.faces.len() {
            graph.remove_face(face, removals.trim_edges);
        }
    }
    for &(a, b) in &removals.edges_at {
        if let (Some(a), Some(b)) = (graph.vertex_at(a), graph.vertex_at(b)) {
            remove_between(&mut graph, a, b);
        }
    }
    for &(a, b) in &removals.edges {
        remove_between(&mut graph, a, b);
    }
    for &at in &removals.vertices_at {
        if let Some(v) = graph.vertex_at(at) {
            graph.remove_vertex(v);
        }
    }
    for v in from_the_last(&removals.vertices) {
        if (v as usize) < graph.vertices.len() {
            graph.remove_vertex(v);
        }
    }
    graph
}

fn remove_between(graph: &mut Graph, a: Index, b: Index) {
    if let Some(e) = graph.edge_between(a, b) {
        graph.remove_edge(e);
    }
}

/// Highest number first, so that the others keep theirs.
fn from_the_last(numbers: &[Index]) -> Vec<Index> {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    numbers.reverse();
    numbers
}
