//! Graphs: vertices in space, the edges between them and the faces they enclose.
//!
//! Every board is first a graph. The order of vertices, edges and faces is the order in which sites are
//! numbered; the order of the edges around a vertex decides in which order faces are found, so all operations
//! keep it. Numbering agrees with Ludii's, so that recorded games and described regions mean the same places.

use super::SiteType;
use super::error::{BoardError, MAX_EDGES, MAX_SITES, Result};
use super::geometry::{Point, order};

/// Vertices nearer than this to each other are one vertex.
pub(crate) const SAME_PLACE: f64 = 0.001;

/// How far from the origin a vertex may lie.
const FARTHEST: f64 = 100_000.0;

/// The number of a vertex, edge or face in its graph.
pub type Index = u32;

/// A vertex of a graph.
#[derive(Clone, PartialEq, Debug)]
pub struct Vertex {
    /// Where it is.
    pub at: Point,
    /// The edges that end here, anticlockwise from west.
    pub edges: Vec<Index>,
    /// The faces that have it as a corner.
    pub faces: Vec<Index>,
    /// The vertex around which rings turn, on concentric boards.
    pub pivot: Option<Index>,
}

/// An edge of a graph.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// The vertex where it begins.
    pub a: Index,
    /// The vertex where it ends.
    pub b: Index,
    /// The face on its left seen from `a`.
    pub left: Option<Index>,
    /// The face on its right seen from `a`.
    pub right: Option<Index>,
    /// Its middle.
    pub at: Point,
    /// For a curved edge, the directions in which it leaves `a` and `b`.
    pub curve: Option<[Point; 2]>,
}

impl Edge {
    /// The vertex at the other end.
    pub fn other_end(&self, vertex: Index) -> Index {
        if self.a == vertex { self.b } else { self.a }
    }

    /// The face on the other side.
    pub fn other_side(&self, face: Index) -> Option<Index> {
        match (self.left, self.right) {
            (Some(l), r) if l == face => r,
            (l, Some(r)) if r == face => l,
            _ => None,
        }
    }

    fn joins(&self, v: Index, w: Index) -> bool {
        (self.a == v && self.b == w) || (self.a == w && self.b == v)
    }
}

/// A face of a graph: a cell of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Face {
    /// Its corners in order.
    pub corners: Vec<Index>,
    /// Its edges in the same order: edge `i` joins corners `i` and `i + 1`.
    pub edges: Vec<Index>,
    /// Its middle.
    pub at: Point,
}

/// Vertices, edges and faces.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) faces: Vec<Face>,
}

impl Graph {
    /// A graph without anything.
    pub fn new() -> Self {
        Self::default()
    }

    /// The vertices in order.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The edges in order.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The faces in order.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// How many elements of a kind there are.
    pub fn count(&self, kind: SiteType) -> usize {
        match kind {
            SiteType::Vertex => self.vertices.len(),
            SiteType::Edge => self.edges.len(),
            SiteType::Cell => self.faces.len(),
        }
    }

    /// Where an element is.
    pub fn at(&self, kind: SiteType, index: usize) -> Point {
        match kind {
            SiteType::Vertex => self.vertices[index].at,
            SiteType::Edge => self.edges[index].at,
            SiteType::Cell => self.faces[index].at,
        }
    }

    /// Refuses a graph that has grown beyond what a board may have.
    pub fn check_size(&self) -> Result<()> {
        let far = |x: f64| !x.is_finite() || x.abs() > FARTHEST;
        if self.vertices.iter().any(|v| far(v.at.x) || far(v.at.y) || far(v.at.z)) {
            let sentence = "a vertex of this board lies too far away: coordinates reach to 100,000";
            return Err(BoardError::Impossible(sentence.into()));
        }
        for (what, count, most) in [
            ("vertices", self.vertices.len(), MAX_SITES),
            ("edges", self.edges.len(), MAX_EDGES),
            ("cells", self.faces.len(), MAX_SITES),
        ] {
            if count > most {
                return Err(BoardError::TooLarge { what, count, most });
            }
        }
        Ok(())
    }

    /// The graph given by its vertices and by pairs of vertex numbers, with the faces found.
    pub fn from_lists(vertices: &[Point], edges: &[(Index, Index)]) -> Result<Self> {
        super::error::allow_vertices(vertices.len())?;
        let mut graph = Self::new();
        for &at in vertices {
            graph.add_vertex(at.rounded());
        }
        for &(a, b) in edges {
            if a as usize >= vertices.len() || b as usize >= vertices.len() {
                return Err(BoardError::Impossible(format!(
                    "an edge joins vertices {a} and {b}, but there are only {} vertices",
                    vertices.len()
                )));
            }
            if a == b {
                return Err(BoardError::Impossible(format!("an edge joins vertex {a} to itself")));
            }
            graph.add_edge_once(a, b);
        }
        graph.assemble();
        Ok(graph)
    }

    /// The graph of these points in which points at unit distance (seen from above) are joined.
    pub(crate) fn from_unit_distances(points: &[Point]) -> Result<Self> {
        super::error::allow_vertices(points.len())?;
        let mut graph = Self::new();
        for &at in points {
            graph.add_vertex(at.rounded());
        }
        for (a, &p) in points.iter().enumerate() {
            for (b, &q) in points.iter().enumerate().skip(a + 1) {
                if (p.x - q.x).abs() < 1.1 && (p.flat_distance(q) - 1.0).abs() < 0.01 {
                    graph.push_edge(a as Index, b as Index);
                }
            }
        }
        graph.sort_all_edges();
        graph.assemble();
        Ok(graph)
    }

    /// Finds the faces and sorts those around each vertex.
    pub(crate) fn assemble(&mut self) {
        self.make_faces(false);
        for v in 0..self.vertices.len() {
            let at = self.vertices[v].at;
            let mut faces = std::mem::take(&mut self.vertices[v].faces);
            faces.sort_by(|&f, &g| {
                let angle = |i: Index| at.angle_to(self.faces[i as usize].at);
                order(angle(f), angle(g))
            });
            self.vertices[v].faces = faces;
        }
    }

    /// Adds a vertex and returns its number.
    pub fn add_vertex(&mut self, at: Point) -> Index {
        self.vertices.push(Vertex { at, edges: Vec::new(), faces: Vec::new(), pivot: None });
        (self.vertices.len() - 1) as Index
    }

    /// The first vertex at this place.
    pub fn vertex_at(&self, at: Point) -> Option<Index> {
        self.vertices.iter().position(|v| v.at.is_near(at, SAME_PLACE)).map(|i| i as Index)
    }

    /// The vertex at this place, added if there is none.
    pub fn vertex_at_or_new(&mut self, at: Point) -> Index {
        self.vertex_at(at).unwrap_or_else(|| self.add_vertex(at))
    }

    /// The edge between two vertices.
    pub fn edge_between(&self, v: Index, w: Index) -> Option<Index> {
        let edges = &self.vertices.get(v as usize)?.edges;
        edges.iter().copied().filter(|&e| self.edges[e as usize].joins(v, w)).min()
    }

    fn push_edge(&mut self, a: Index, b: Index) -> Index {
        let e = self.edges.len() as Index;
        let at = middle(self.vertices[a as usize].at, self.vertices[b as usize].at);
        self.edges.push(Edge { a, b, left: None, right: None, at, curve: None });
        self.vertices[a as usize].edges.push(e);
        self.vertices[b as usize].edges.push(e);
        e
    }

    /// Adds an edge, even if the vertices are joined already.
    pub(crate) fn add_edge(&mut self, a: Index, b: Index) -> Index {
        let e = self.push_edge(a, b);
        self.sort_edges(a);
        self.sort_edges(b);
        e
    }

    /// The edge between two vertices, added if there is none.
    pub fn add_edge_once(&mut self, a: Index, b: Index) -> Index {
        self.edge_between(a, b).unwrap_or_else(|| self.add_edge(a, b))
    }

    /// The edge between two vertices, added as a curved one if there is none.
    pub(crate) fn add_curve_once(&mut self, a: Index, b: Index, curve: [Point; 2]) -> Index {
        self.edge_between(a, b).unwrap_or_else(|| self.add_curve(a, b, curve))
    }

    /// Adds a curved edge.
    pub(crate) fn add_curve(&mut self, a: Index, b: Index, curve: [Point; 2]) -> Index {
        let e = self.add_edge(a, b);
        self.edges[e as usize].curve = Some(curve);
        e
    }

    /// Sorts the edges around a vertex by direction, anticlockwise from west.
    fn sort_edges(&mut self, v: Index) {
        let at = self.vertices[v as usize].at;
        let mut edges = std::mem::take(&mut self.vertices[v as usize].edges);
        let angle = |e: Index| {
            let end = self.edges[e as usize].other_end(v);
            at.angle_to(self.vertices[end as usize].at)
        };
        edges.sort_by(|&e, &f| order(angle(e), angle(f)));
        self.vertices[v as usize].edges = edges;
    }

    pub(crate) fn sort_all_edges(&mut self) {
        for v in 0..self.vertices.len() {
            self.sort_edges(v as Index);
        }
    }

    /// The mean length of the edges, 0 without edges.
    pub fn mean_edge_length(&self) -> f64 {
        if self.edges.is_empty() {
            return 0.0;
        }
        let length = |e: &Edge| self.vertices[e.a as usize].at.distance(self.vertices[e.b as usize].at);
        self.edges.iter().map(length).sum::<f64>() / self.edges.len() as f64
    }

    /// Puts edges and faces in the middle of their vertices again.
    pub(crate) fn refresh_middles(&mut self) {
        for e in &mut self.edges {
            e.at = middle(self.vertices[e.a as usize].at, self.vertices[e.b as usize].at);
        }
        for f in &mut self.faces {
            f.at = Point::mean(f.corners.iter().map(|&v| self.vertices[v as usize].at));
        }
    }

    /// Numbers vertices, edges and faces row by row from the bottom, left to right in a row.
    pub fn renumber(&mut self) {
        for kind in SiteType::EVERY {
            self.renumber_kind(kind);
        }
    }

    /// Numbers one kind of element row by row from the bottom, left to right in a row.
    pub fn renumber_kind(&mut self, kind: SiteType) {
        let score = |i: &Index| {
            let at = self.at(kind, *i as usize);
            at.y * 100.0 + at.x
        };
        let mut ranked: Vec<Index> = (0..self.count(kind) as Index).collect();
        ranked.sort_by(|i, j| order(score(i), score(j)));
        self.reorder(kind, &ranked);
    }

    /// Gives element `order[n]` the number `n`.
    fn reorder(&mut self, kind: SiteType, order: &[Index]) {
        let mut new = vec![0; order.len()];
        for (n, &old) in order.iter().enumerate() {
            new[old as usize] = n as Index;
        }
        let rename = |list: &mut Vec<Index>| list.iter_mut().for_each(|i| *i = new[*i as usize]);
        match kind {
            SiteType::Vertex => {
                self.vertices = order.iter().map(|&i| self.vertices[i as usize].clone()).collect();
                for v in &mut self.vertices {
                    v.pivot = v.pivot.map(|p| new[p as usize]);
                }
                for e in &mut self.edges {
                    (e.a, e.b) = (new[e.a as usize], new[e.b as usize]);
                }
                self.faces.iter_mut().for_each(|f| rename(&mut f.corners));
            }
            SiteType::Edge => {
                self.edges = order.iter().map(|&i| self.edges[i as usize].clone()).collect();
                self.vertices.iter_mut().for_each(|v| rename(&mut v.edges));
                self.faces.iter_mut().for_each(|f| rename(&mut f.edges));
            }
            SiteType::Cell => {
                self.faces = order.iter().map(|&i| self.faces[i as usize].clone()).collect();
                self.vertices.iter_mut().for_each(|v| rename(&mut v.faces));
                for e in &mut self.edges {
                    e.left = e.left.map(|f| new[f as usize]);
                    e.right = e.right.map(|f| new[f as usize]);
                }
            }
        }
    }
}

/// The point halfway between two points.
pub(crate) fn middle(a: Point, b: Point) -> Point {
    Point::new((a.x + b.x) * 0.5, (a.y + b.y) * 0.5, (a.z + b.z) * 0.5)
}
