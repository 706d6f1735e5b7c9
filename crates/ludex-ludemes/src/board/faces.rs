//! Finding the faces that edges enclose, and taking elements out of a graph.

use std::collections::HashSet;

use super::geometry::{Point, meeting, signed_area};
use super::graph::{Edge, Face, Graph, Index};

/// Faces with more corners than this are holes in the board.
const MAX_CORNERS: usize = 32;

impl Graph {
    /// Finds all faces anew: from each vertex along each edge, always taking the next edge around, on one
    /// level, until the walk closes. With `without_crossings`, walks along edges that cross others are dropped.
    pub fn make_faces(&mut self, without_crossings: bool) {
        self.clear_faces();
        let crossed = if without_crossings { self.crossed_edges() } else { Vec::new() };
        let mut known: HashSet<Vec<Index>> = HashSet::new();
        for start in 0..self.vertices.len() as Index {
            for n in 0..self.vertices[start as usize].edges.len() {
                let first = self.vertices[start as usize].edges[n];
                let Some(corners) = self.walk_around(start, first, &crossed) else { continue };
                let lowest = (0..corners.len()).min_by_key(|&i| corners[i]).unwrap_or(0);
                let mut key = corners.clone();
                key.rotate_left(lowest);
                if known.insert(key) {
                    self.add_face(&corners);
                }
            }
        }
    }

    /// The corners of the face met when turning from edge `first` at vertex `start`, if there is one.
    fn walk_around(&self, start: Index, first: Index, crossed: &[bool]) -> Option<Vec<Index>> {
        let level = self.vertices[start as usize].at.z;
        let mut corners = vec![start];
        let (mut here, mut edge) = (start, first);
        loop {
            if corners.len() > MAX_CORNERS {
                return None;
            }
            let around = &self.vertices[here as usize].edges;
            let n = around.iter().position(|&e| self.same_ends(e, edge))?;
            edge = (1..around.len()).map(|m| around[(n + m) % around.len()]).find(|&e| {
                let end = self.edges[e as usize].other_end(here);
                (self.vertices[end as usize].at.z - level).abs() < 0.0001
            })?;
            here = self.edges[edge as usize].other_end(here);
            if here == start {
                break;
            }
            if corners.contains(&here) {
                return None;
            }
            corners.push(here);
            if crossed.get(edge as usize) == Some(&true) {
                return None;
            }
        }
        let outline: Vec<Point> = corners.iter().map(|&v| self.vertices[v as usize].at).collect();
        (corners.len() >= 3 && signed_area(&outline) < 0.0).then_some(corners)
    }

    fn same_ends(&self, e: Index, f: Index) -> bool {
        let (e, f) = (&self.edges[e as usize], &self.edges[f as usize]);
        (e.a == f.a && e.b == f.b) || (e.a == f.b && e.b == f.a)
    }

    /// For each edge, whether it crosses an edge with a smaller number.
    fn crossed_edges(&self) -> Vec<bool> {
        let ends = |e: &Edge| (self.vertices[e.a as usize].at, self.vertices[e.b as usize].at);
        let touch = |p: Point, q: Point| p.flat_distance(q) < 0.001;
        let crosses = |e: &Edge, f: &Edge| {
            let ((a, b), (c, d)) = (ends(e), ends(f));
            if touch(a, c) || touch(a, d) || touch(b, c) || touch(b, d) {
                return false;
            }
            let on = |t: f64| (-1e-7..=1.0 + 1e-7).contains(&t);
            meeting(a, b, c, d).is_some_and(|(s, t)| on(s) && on(t))
        };
        (0..self.edges.len()).map(|i| self.edges[..i].iter().any(|f| crosses(&self.edges[i], f))).collect()
    }

    /// Adds a face with these corners, which edges must join; otherwise nothing is added.
    pub(crate) fn add_face(&mut self, corners: &[Index]) -> Option<Index> {
        let next = corners.iter().cycle().skip(1);
        let edges: Option<Vec<Index>> =
            corners.iter().zip(next).map(|(&v, &w)| self.edge_between(v, w)).collect();
        let edges = edges?;
        let face = self.faces.len() as Index;
        for (&v, &e) in corners.iter().zip(&edges) {
            let edge = &mut self.edges[e as usize];
            if edge.a == v {
                edge.right = Some(face);
            } else {
                edge.left = Some(face);
            }
            self.vertices[v as usize].faces.push(face);
        }
        let at = Point::mean(corners.iter().map(|&v| self.vertices[v as usize].at));
        self.faces.push(Face { corners: corners.to_vec(), edges, at });
        Some(face)
    }

    /// The face with these corners in this cyclic order or its reverse.
    pub(crate) fn face_with(&self, corners: &[Index]) -> Option<Index> {
        let first = *corners.first()?;
        let fits = |face: &Face| {
            let n = face.corners.len();
            let Some(start) = face.corners.iter().position(|&v| v == first) else { return false };
            n == corners.len()
                && ((0..n).all(|i| face.corners[(start + i) % n] == corners[i])
                    || (0..n).all(|i| face.corners[(start + n - i) % n] == corners[i]))
        };
        self.faces.iter().position(fits).map(|f| f as Index)
    }

    /// Takes all faces out.
    pub(crate) fn clear_faces(&mut self) {
        self.faces.clear();
        self.vertices.iter_mut().for_each(|v| v.faces.clear());
        for e in &mut self.edges {
            (e.left, e.right) = (None, None);
        }
    }

    /// Takes a face out; with `orphans`, also those of its edges that then bound no face.
    pub fn remove_face(&mut self, face: Index, orphans: bool) {
        let gone = self.faces.remove(face as usize);
        for v in &mut self.vertices {
            drop_index(&mut v.faces, face);
        }
        for e in &mut self.edges {
            for side in [&mut e.left, &mut e.right] {
                *side = side.filter(|&f| f != face).map(|f| if f > face { f - 1 } else { f });
            }
        }
        if orphans {
            let mut edges = gone.edges;
            edges.retain(|&e| {
                let edge = &self.edges[e as usize];
                edge.left.is_none() && edge.right.is_none()
            });
            edges.sort_unstable();
            edges.dedup();
            edges.iter().rev().for_each(|&e| self.remove_edge(e));
        }
    }

    /// Takes an edge out, and the faces it bounds.
    pub fn remove_edge(&mut self, edge: Index) {
        for face in (0..self.faces.len() as Index).rev() {
            if self.faces[face as usize].edges.contains(&edge) {
                self.remove_face(face, false);
            }
        }
        self.edges.remove(edge as usize);
        self.vertices.iter_mut().for_each(|v| drop_index(&mut v.edges, edge));
        for f in &mut self.faces {
            drop_index(&mut f.edges, edge);
        }
    }

    /// Takes a vertex out, and the edges and faces it belongs to.
    pub fn remove_vertex(&mut self, vertex: Index) {
        let mut edges = self.vertices[vertex as usize].edges.clone();
        for face in (0..self.faces.len() as Index).rev() {
            if self.faces[face as usize].corners.contains(&vertex) {
                self.remove_face(face, false);
            }
        }
        edges.sort_unstable();
        edges.iter().rev().for_each(|&e| self.remove_edge(e));
        self.vertices.remove(vertex as usize);
        for v in &mut self.vertices {
            v.pivot = v.pivot.filter(|&p| p != vertex).map(|p| if p > vertex { p - 1 } else { p });
        }
        for e in &mut self.edges {
            for end in [&mut e.a, &mut e.b] {
                *end -= Index::from(*end > vertex);
            }
        }
        for f in &mut self.faces {
            drop_index(&mut f.corners, vertex);
        }
    }
}

/// Takes one number out of a list and closes the gap in the numbering.
fn drop_index(list: &mut Vec<Index>, gone: Index) {
    list.retain(|&i| i != gone);
    for i in list {
        *i -= Index::from(*i > gone);
    }
}
