//! Boards of rings: morris boards, wheels and targets.

use std::f64::consts::PI;

use crate::board::SiteType;
use crate::board::error::{BoardError, Result, allow_dimension, allow_number, allow_vertices};
use crate::board::geometry::{Point, order};
use crate::board::graph::{Graph, Index};

/// What lies between the corners of polygonal rings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rings {
    /// Whether sides have a point in their middle.
    pub midpoints: bool,
    /// Whether the middles of sides are joined to those of the next ring.
    pub join_midpoints: bool,
    /// Whether corners are joined to those of the next ring.
    pub join_corners: bool,
}

impl Default for Rings {
    fn default() -> Self {
        Self { midpoints: true, join_midpoints: true, join_corners: false }
    }
}

/// The shapes of rings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Concentric {
    /// Rings of squares.
    Square,
    /// Rings of triangles.
    Triangle,
    /// Rings of hexagons.
    Hexagon,
    /// Rings of polygons with this many sides.
    Sides(i32),
}

/// Polygons within each other.
pub fn concentric(shape: Concentric, rings: i32, parts: Rings, sites: SiteType) -> Result<Graph> {
    let sides = match shape {
        Concentric::Triangle => 3,
        Concentric::Square => 4,
        Concentric::Hexagon => 6,
        Concentric::Sides(n) => n,
    };
    allow_number("the number of sides of a ring", i64::from(sides), 3, 1000, "at least three are needed")?;
    let rings = allow_dimension("the number of rings", rings)? as Index;
    allow_vertices(rings as usize * sides as usize * (1 + usize::from(parts.midpoints)))?;
    let arc = 2.0 * PI / f64::from(sides);
    let first = PI / 2.0 + if sides % 2 == 0 { arc / 2.0 } else { 0.0 };
    let mut graph = Graph::new();
    for ring in 0..rings {
        let radius = f64::from(1 + ring * if sides == 3 { 2 } else { 1 });
        let corner = |n: i32| {
            let angle = first + arc * f64::from(n);
            Point::flat(radius * angle.cos(), radius * angle.sin())
        };
        let start = graph.vertices().len() as Index;
        for side in 0..sides {
            let (a, c) = (corner(side), corner(side + 1));
            graph.vertex_at_or_new(a);
            if parts.midpoints {
                graph.vertex_at_or_new(Point::flat((a.x + c.x) / 2.0, (a.y + c.y) / 2.0));
            }
        }
        let end = graph.vertices().len() as Index;
        for v in start..end {
            graph.add_edge(v, if v + 1 < end { v + 1 } else { start });
        }
    }
    let per_side = 1 + Index::from(parts.midpoints);
    let per_ring = sides as Index * per_side;
    for ring in 0..rings - 1 {
        for side in 0..sides as Index {
            let corner = ring * per_ring + side * per_side;
            if parts.join_corners {
                graph.add_edge(corner, corner + per_ring);
            }
            if parts.midpoints && parts.join_midpoints {
                graph.add_edge(corner + 1, corner + 1 + per_ring);
            }
        }
    }
    graph.renumber();
    if sites == SiteType::Cell {
        graph.make_faces(true);
    }
    Ok(graph)
}

/// A place on a ring.
#[derive(Clone, Copy)]
struct Spot {
    at: Point,
    angle: f64,
}

/// Circles within each other with these numbers of sites, innermost first; with `stagger`, every other ring is
/// turned by half a site.
pub fn concentric_circles(counts: &[i32], stagger: bool, sites: SiteType) -> Result<Graph> {
    allow_vertices(counts.iter().map(|&n| n.unsigned_abs() as usize).sum::<usize>().saturating_mul(2))?;
    let mut graph = Graph::new();
    match (sites, counts) {
        (_, []) => {}
        (SiteType::Cell, _) => circles_of_cells(&mut graph, counts, stagger),
        (_, &[n]) => {
            allow_number("the number of sites on a ring", i64::from(n), 3, 1000, "three or more are needed")?;
            polygon(&mut graph, n);
        }
        _ => circles_of_vertices(&mut graph, counts, stagger),
    }
    Ok(graph)
}

fn turn_of_ring(ring: usize, count: i32, stagger: bool) -> f64 {
    if stagger && ring % 2 == 1 { 2.0 * PI / f64::from(count) / 2.0 } else { 0.0 }
}

fn on_circle(radius: f64, angle: f64) -> Point {
    Point::flat(radius * angle.cos(), radius * angle.sin())
}

/// Cells between circles: the spokes of two neighbouring rings divide the circle between them.
fn circles_of_cells(graph: &mut Graph, counts: &[i32], stagger: bool) {
    let pivot = graph.add_vertex(Point::default());
    let mut circles: Vec<Vec<Spot>> = vec![Vec::new(); counts.len() + 1];
    let radii = |ring: usize| ((ring as f64 - 0.5).max(0.0), ring as f64 + 0.5);
    let spoke = |ring: usize, step: i32| {
        let count = counts[ring].abs();
        PI / 2.0 + turn_of_ring(ring, count, stagger) - 2.0 * PI * f64::from(step) / f64::from(count)
    };
    for (ring, &count) in counts.iter().enumerate().filter(|(_, count)| count.abs() >= 2) {
        let (inner, outer) = radii(ring);
        for step in 0..count.abs() {
            let mut angle = spoke(ring, step);
            while angle < -PI {
                angle += 2.0 * PI;
            }
            while angle > PI {
                angle -= 2.0 * PI;
            }
            circles[ring].push(Spot { at: on_circle(inner, angle), angle });
            circles[ring + 1].push(Spot { at: on_circle(outer, angle), angle });
        }
    }
    for circle in &mut circles {
        sort_and_thin(circle, 0.001);
    }
    for spot in circles.iter().flatten() {
        graph.vertex_at_or_new(spot.at);
    }
    circles.iter().for_each(|circle| close_circle(graph, circle));
    for (ring, &count) in counts.iter().enumerate().filter(|(_, count)| count.abs() >= 2) {
        let (inner, outer) = radii(ring);
        for step in 0..count.abs() {
            let angle = spoke(ring, step);
            let a = graph.vertex_at_or_new(on_circle(inner, angle));
            let b = graph.vertex_at_or_new(on_circle(outer, angle));
            if a != b {
                graph.add_edge_once(a, b);
            }
        }
    }
    graph.vertices.iter_mut().for_each(|v| v.pivot = Some(pivot));
    graph.make_faces(true);
}

/// Sorts the spots of a circle by angle and drops those at the place of the one before.
fn sort_and_thin(circle: &mut Vec<Spot>, near: f64) {
    circle.sort_by(|a, b| order(a.angle, b.angle));
    for n in (1..circle.len()).rev() {
        if circle[n].at.flat_distance(circle[n - 1].at) < near {
            circle.remove(n);
        }
    }
}

/// Joins the spots of a circle by curved edges.
fn close_circle(graph: &mut Graph, circle: &[Spot]) {
    let n = circle.len();
    if n < 2 {
        return;
    }
    for i in 0..n {
        let at = |k: usize| circle[(i + k) % n].at;
        let a = graph.vertex_at_or_new(at(0));
        let b = graph.vertex_at_or_new(at(1));
        if a != b {
            let curve = [at(n - 1).to(at(1)).unit(), at(2).to(at(0)).unit()];
            graph.add_curve_once(a, b, curve);
        }
    }
}

fn circles_of_vertices(graph: &mut Graph, counts: &[i32], stagger: bool) {
    // Without a site in the middle, the first ring goes round an empty centre.
    let mut counts = counts.to_vec();
    if counts[0].abs() > 1 {
        counts.insert(0, 0);
    }
    let hollow = counts[0] == 0;
    let mut circles: Vec<Vec<Spot>> = Vec::new();
    for (ring, &count) in counts.iter().enumerate() {
        let count = count.abs();
        let spot = |step: i32| {
            let angle =
                PI / 2.0 + turn_of_ring(ring, count, stagger) - 2.0 * PI * f64::from(step) / f64::from(count);
            Spot { at: on_circle(ring as f64, angle), angle }
        };
        let mut circle: Vec<Spot> = (0..count).map(spot).collect();
        if ring > 0 {
            sort_and_thin(&mut circle, 0.1);
        }
        circles.push(circle);
    }
    for spot in circles.iter().flatten() {
        graph.vertex_at_or_new(spot.at);
    }
    // A negative count makes a ring of sites that are not joined to each other.
    for (circle, _) in circles.iter().zip(&counts).skip(1).filter(|(_, count)| **count >= 2) {
        close_circle(graph, circle);
    }
    for ring in 0..circles.len() - 1 {
        for spot in &circles[ring] {
            let Some(a) = graph.vertex_at(spot.at) else { continue };
            if ring == 0 {
                for b in circles[1].iter().filter_map(|s| graph.vertex_at(s.at)).collect::<Vec<_>>() {
                    graph.add_edge_once(a, b);
                }
                continue;
            }
            let ratio = (ring + 1) as f64 / ring as f64;
            if let Some(b) = graph.vertex_at(Point::flat(spot.at.x * ratio, spot.at.y * ratio)) {
                graph.add_edge_once(a, b);
                if hollow {
                    graph.vertices[b as usize].pivot = Some(a);
                }
            }
        }
    }
    if !hollow {
        let pivot = graph.vertex_at(Point::default());
        graph.vertices.iter_mut().for_each(|v| v.pivot = pivot);
    }
}

/// One ring of vertices a unit apart.
fn polygon(graph: &mut Graph, sides: i32) {
    let radius = f64::from(sides) / (2.0 * PI);
    let first = if sides == 4 { PI / 4.0 } else { PI / 2.0 };
    for n in 0..sides {
        graph.add_vertex(on_circle(radius, first + f64::from(n) / f64::from(sides) * 2.0 * PI));
    }
    for n in 0..sides {
        graph.add_edge(n as Index, ((n + 1) % sides) as Index);
    }
    graph.renumber();
}

/// Rings around each other, each one cell.
pub fn concentric_target(rings: i32, sites: SiteType) -> Result<Graph> {
    if sites != SiteType::Cell {
        return Err(BoardError::Impossible("a target has cells only: say `use:Cell`".into()));
    }
    let rings = allow_dimension("the number of rings", rings)?;
    allow_vertices(rings * 8)?;
    let mut graph = Graph::new();
    for ring in 0..rings {
        let start = (ring * 8) as Index;
        for step in 0..8 {
            graph.add_vertex(on_circle((ring + 1) as f64, PI / 2.0 + 2.0 * PI / 8.0 * f64::from(step)));
        }
        for v in start..start + 8 {
            let w = if v + 1 < start + 8 { v + 1 } else { start };
            let along = |v: Index| {
                let out = Point::default().to(graph.vertices[v as usize].at).unit();
                Point::flat(-out.y, out.x)
            };
            let back = along(w);
            let curve = [along(v), Point::flat(-back.x, -back.y)];
            graph.add_curve(v, w, curve);
        }
    }
    graph.make_faces(true);
    for (f, face) in graph.faces.iter_mut().enumerate() {
        face.at = Point::flat(0.0, if f == 0 { 0.0 } else { -(f as f64) - 0.5 });
    }
    Ok(graph)
}
