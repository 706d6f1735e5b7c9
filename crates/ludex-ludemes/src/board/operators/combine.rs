//! Making one graph of several.

use crate::board::error::{Result, allow_vertices};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, Index};

/// Puts graphs side by side without joining them; with `connect`, joins vertices that are near each other.
pub fn union(parts: Vec<Graph>, connect: bool) -> Result<Graph> {
    allow_vertices(parts.iter().map(|g| g.vertices.len()).sum())?;
    let mut parts = parts.into_iter();
    let Some(mut graph) = parts.next() else { return Ok(Graph::new()) };
    for mut part in parts {
        let vertices = graph.vertices.len() as Index;
        let edges = graph.edges.len() as Index;
        let faces = graph.faces.len() as Index;
        let add = |list: &mut Vec<Index>, n: Index| list.iter_mut().for_each(|i| *i += n);
        for v in &mut part.vertices {
            add(&mut v.edges, edges);
            add(&mut v.faces, faces);
            v.pivot = v.pivot.map(|p| p + vertices);
        }
        for e in &mut part.edges {
            (e.a, e.b) = (e.a + vertices, e.b + vertices);
            (e.left, e.right) = (e.left.map(|f| f + faces), e.right.map(|f| f + faces));
        }
        for f in &mut part.faces {
            add(&mut f.corners, vertices);
            add(&mut f.edges, edges);
        }
        graph.vertices.append(&mut part.vertices);
        graph.edges.append(&mut part.edges);
        graph.faces.append(&mut part.faces);
    }
    if connect {
        join_near(&mut graph);
    }
    Ok(graph)
}

/// Puts graphs together so that vertices at the same place become one; with `connect`, also joins vertices that
/// are near each other.
pub fn merge(parts: Vec<Graph>, connect: bool) -> Result<Graph> {
    allow_vertices(parts.iter().map(|g| g.vertices.len()).sum())?;
    let mut graph = Graph::new();
    let mut pivots: Vec<(Index, Point)> = Vec::new();
    for part in &parts {
        let place = |v: Index| part.vertices[v as usize].at;
        let new: Vec<Index> = part
            .vertices
            .iter()
            .map(|vertex| {
                let known = graph.vertices.iter().position(|v| v.at.is_near(vertex.at, 0.01));
                let v = known.map_or_else(|| graph.add_vertex(vertex.at), |v| v as Index);
                if let (None, Some(p)) = (known, vertex.pivot) {
                    pivots.push((v, place(p)));
                }
                v
            })
            .collect();
        for e in &part.edges {
            let (a, b) = (new[e.a as usize], new[e.b as usize]);
            if a == b {
                continue;
            }
            match e.curve {
                Some(curve) => graph.add_curve_once(a, b, curve),
                None => graph.add_edge_once(a, b),
            };
        }
    }
    for (v, place) in pivots {
        graph.vertices[v as usize].pivot = graph.vertex_at(place);
    }
    graph.assemble();
    if connect {
        join_near(&mut graph);
    }
    Ok(graph)
}

/// Joins vertices that are nearer (seen from above) than 1.1 mean edges, and finds the faces again.
fn join_near(graph: &mut Graph) {
    let near = 1.1 * graph.mean_edge_length();
    let places: Vec<Point> = graph.vertices.iter().map(|v| v.at).collect();
    for (v, a) in places.iter().enumerate() {
        for (w, b) in places.iter().enumerate() {
            if v != w && a.flat_distance(*b) < near {
                graph.add_edge_once(v as Index, w as Index);
            }
        }
    }
    graph.make_faces(true);
}

/// What several graphs have in common: the vertices and edges of the first that all others have at the same
/// places.
pub fn intersect(parts: &[Graph]) -> Graph {
    let Some((first, others)) = parts.split_first() else { return Graph::new() };
    if others.is_empty() {
        return first.clone();
    }
    let same = |a: Point, b: Point| a.is_near(b, 0.01);
    let mut graph = Graph::new();
    let new: Vec<Option<Index>> = first
        .vertices
        .iter()
        .map(|v| {
            let everywhere = others.iter().all(|g| g.vertices.iter().any(|w| same(v.at, w.at)));
            everywhere.then(|| graph.add_vertex(v.at))
        })
        .collect();
    for e in &first.edges {
        let ends = |g: &Graph, a: Index, b: Index| (g.vertices[a as usize].at, g.vertices[b as usize].at);
        let (a, b) = ends(first, e.a, e.b);
        let in_graph = |g: &Graph| {
            g.edges.iter().any(|f| {
                let (c, d) = ends(g, f.a, f.b);
                (same(a, c) && same(b, d)) || (same(a, d) && same(b, c))
            })
        };
        if let (Some(v), Some(w)) = (new[e.a as usize], new[e.b as usize])
            && others.iter().all(in_graph)
        {
            graph.add_edge_once(v, w);
        }
    }
    graph.assemble();
    graph
}
