//! Steps: from each element of a graph to its neighbours, with the relations and directions of each.

use std::f64::consts::PI;

use super::SiteType;
use super::direction::{COMPASS, DOWNWARD, Direction, Directions, UPWARD};
use super::geometry::{Point, distance_to_line, turn};
use super::graph::{Graph, Index};

const TOUCHING: Directions =
    Directions(Direction::Orthogonal.bit() | Direction::Adjacent.bit() | Direction::All.bit());
const ACROSS_CORNER: Directions =
    Directions(Direction::Diagonal.bit() | Direction::Adjacent.bit() | Direction::All.bit());
const BESIDE_CORNER: Directions =
    Directions(Direction::OffDiagonal.bit() | Direction::Adjacent.bit() | Direction::All.bit());
const ACROSS_FACE: Directions = Directions(Direction::Diagonal.bit() | Direction::All.bit());

/// A step to an element of any kind.
#[derive(Clone, Copy, Debug)]
struct Move {
    kind: SiteType,
    to: Index,
    /// The relations it has, whether or not it is listed under them.
    relations: Directions,
    /// The directions under which it is found.
    listed: Directions,
}

/// A step to an element of the same kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// Where it leads.
    pub(crate) to: u16,
    /// All directions and relations in which it leads there.
    pub(crate) directions: Directions,
}

/// The moves from one element. One to a place already reached adds its relations to the first one, but is
/// not listed under them again: that is how Ludii counts neighbours that are both beside and diagonal.
#[derive(Default)]
struct Moves(Vec<Move>);

impl Moves {
    fn add(&mut self, kind: SiteType, to: Index, relations: Directions) {
        match self.0.iter_mut().find(|m| m.kind == kind && m.to == to) {
            Some(known) => known.relations.0 |= relations.0,
            None => self.0.push(Move { kind, to, relations, listed: relations }),
        }
    }
}

/// All steps between elements of one kind, each list clockwise from north.
pub(crate) fn steps(graph: &Graph, kind: SiteType) -> Vec<Vec<Step>> {
    let unit = graph.mean_edge_length();
    let mut pivots = vec![false; graph.vertices.len()];
    for pivot in graph.vertices.iter().filter_map(|v| v.pivot) {
        pivots[pivot as usize] = true;
    }
    (0..graph.count(kind) as Index)
        .map(|index| {
            let mut moves = match kind {
                SiteType::Vertex => from_vertex(graph, index),
                SiteType::Edge => from_edge(graph, index),
                SiteType::Cell => from_face(graph, index),
            };
            let from = graph.at(kind, index as usize);
            add_compass(graph, from, &mut moves.0, unit);
            if kind == SiteType::Vertex && pivots[index as usize] {
                for m in &mut moves.0 {
                    m.listed = m.listed.with(Direction::Out).with(Direction::Rotational);
                }
            } else if let Some(pivot) = pivot_of(graph, kind, index) {
                add_turns(graph, index, from, pivot, &mut moves.0);
            }
            clockwise(graph, kind, from, &moves.0)
        })
        .collect()
}

fn from_vertex(graph: &Graph, index: Index) -> Moves {
    let mut moves = Moves::default();
    let vertex = &graph.vertices[index as usize];
    for &e in &vertex.edges {
        moves.add(SiteType::Vertex, graph.edges[e as usize].other_end(index), TOUCHING);
    }
    for &f in &vertex.faces {
        let face = &graph.faces[f as usize];
        if face.corners.len() < 4 {
            continue;
        }
        // The corner most nearly opposite: the line to it passes nearest to the middle of the face.
        let mut best = (f64::INFINITY, index);
        for &v in face.corners.iter().filter(|&&v| v != index) {
            let off = distance_to_line(face.at, vertex.at, graph.vertices[v as usize].at);
            if off < best.0 {
                best = (off, v);
            }
        }
        moves.add(SiteType::Vertex, best.1, ACROSS_FACE);
    }
    vertex.edges.iter().for_each(|&e| moves.add(SiteType::Edge, e, TOUCHING));
    vertex.faces.iter().for_each(|&f| moves.add(SiteType::Cell, f, TOUCHING));
    moves
}

fn from_edge(graph: &Graph, index: Index) -> Moves {
    let mut moves = Moves::default();
    let edge = &graph.edges[index as usize];
    let ends = [edge.a, edge.b];
    for v in ends {
        for &e in graph.vertices[v as usize].edges.iter().filter(|&&e| e != index) {
            moves.add(SiteType::Edge, e, TOUCHING);
        }
    }
    ends.iter().for_each(|&v| moves.add(SiteType::Vertex, v, TOUCHING));
    edge.left.iter().chain(&edge.right).for_each(|&f| moves.add(SiteType::Cell, f, TOUCHING));
    for v in ends {
        graph.vertices[v as usize].faces.iter().for_each(|&f| moves.add(SiteType::Cell, f, TOUCHING));
    }
    moves
}

fn from_face(graph: &Graph, index: Index) -> Moves {
    let mut moves = Moves::default();
    let face = &graph.faces[index as usize];
    let mut used = vec![index];
    for &e in &face.edges {
        if let Some(other) = graph.edges[e as usize].other_side(index) {
            used.push(other);
            moves.add(SiteType::Cell, other, TOUCHING);
        }
    }
    let centre = |f: Index| graph.faces[f as usize].at;
    for &v in &face.corners {
        let vertex = &graph.vertices[v as usize];
        let mut best: Option<(f64, Index)> = None;
        for &f in vertex.faces.iter().filter(|f| !used.contains(f)) {
            let off = distance_to_line(vertex.at, face.at, centre(f));
            if best.is_none_or(|(least, _)| off < least) {
                best = Some((off, f));
            }
        }
        if let Some((_, f)) = best {
            used.push(f);
            moves.add(SiteType::Cell, f, ACROSS_CORNER);
        }
    }
    for &v in &face.corners {
        for &f in &graph.vertices[v as usize].faces {
            if !used.contains(&f) {
                used.push(f);
                moves.add(SiteType::Cell, f, BESIDE_CORNER);
            }
        }
    }
    for &v in &face.corners {
        across_gap(graph, index, v, &mut used, &mut moves);
    }
    face.corners.iter().for_each(|&v| moves.add(SiteType::Vertex, v, TOUCHING));
    face.edges.iter().for_each(|&e| moves.add(SiteType::Edge, e, TOUCHING));
    moves
}

/// Where three edges meet, as on hexagons, the diagonal neighbour does not touch: it lies at the far end of
/// the edge that leads away from the corner.
fn across_gap(graph: &Graph, index: Index, corner: Index, used: &mut Vec<Index>, moves: &mut Moves) {
    let face = &graph.faces[index as usize];
    let vertex = &graph.vertices[corner as usize];
    if vertex.edges.len() != 3 {
        return;
    }
    let Some(&away) = vertex.edges.iter().find(|e| !face.edges.contains(e)) else { return };
    let far = &graph.vertices[graph.edges[away as usize].other_end(corner) as usize];
    for &f in &far.faces {
        if used.contains(&f) {
            continue;
        }
        let centre = graph.faces[f as usize].at;
        let off = distance_to_line(vertex.at, face.at, centre) + distance_to_line(far.at, face.at, centre);
        if off / face.at.flat_distance(centre) <= 0.1 {
            used.push(f);
            moves.add(SiteType::Cell, f, ACROSS_FACE);
        }
    }
}

/// Gives each move its compass point or slope: one of eight, or of sixteen if two moves would share one.
fn add_compass(graph: &Graph, from: Point, moves: &mut [Move], unit: f64) {
    let point = |m: &Move, fine: bool| compass(from, graph.at(m.kind, m.to as usize), unit, fine);
    let mut seen = Directions::default();
    let mut fine = false;
    for m in moves.iter() {
        let d = point(m, false);
        fine |= seen.has(d);
        seen.add(d);
    }
    for m in moves.iter_mut() {
        let d = point(m, fine);
        m.listed.add(d);
        m.listed.0 |= d.level().map_or(0, Direction::bit);
    }
}

/// The compass point or slope of a step; a height difference of a tenth of an edge makes it a slope.
fn compass(from: Point, to: Point, unit: f64, fine: bool) -> Direction {
    let rise = to.z - from.z;
    let sloped = rise.abs() > 0.1 * unit;
    if sloped && from.flat_distance(to) < 0.1 * unit {
        return if rise < 0.0 { Direction::D } else { Direction::U };
    }
    let angle = match from.angle_to(to) {
        a if a < 0.0 => a + 2.0 * PI,
        a => a,
    };
    let sectors = if fine { 16.0 } else { 8.0 };
    let half = PI / sectors;
    // Sector 0 is east and they go anticlockwise; the last half sector is east again.
    let sector = (0..sectors as usize).find(|&s| angle < half + 2.0 * s as f64 * PI / sectors).unwrap_or(0);
    if !sloped {
        let sixteenth = if fine { sector } else { sector * 2 };
        return COMPASS[(20 - sixteenth) % 16];
    }
    // Slopes know eight points only: of sixteen, the odd ones fall to the diagonal next to them.
    let eighth = match (fine, sector % 4) {
        (false, _) => sector,
        (true, 0) => sector / 2,
        (true, _) => sector / 4 * 2 + 1,
    };
    if rise < 0.0 { DOWNWARD[(10 - eighth) % 8] } else { UPWARD[(10 - eighth) % 8] }
}

fn pivot_of(graph: &Graph, kind: SiteType, index: Index) -> Option<Point> {
    let of_vertex = |v: Index| graph.vertices[v as usize].pivot;
    let pivot = match kind {
        SiteType::Vertex => of_vertex(index),
        SiteType::Edge => {
            let edge = &graph.edges[index as usize];
            of_vertex(edge.a).or_else(|| of_vertex(edge.b))
        }
        SiteType::Cell => graph.faces[index as usize].corners.iter().find_map(|&v| of_vertex(v)),
    };
    pivot.map(|p| graph.vertices[p as usize].at)
}

/// Marks moves towards the pivot, away from it, and along curved edges around it.
fn add_turns(graph: &Graph, index: Index, from: Point, pivot: Point, moves: &mut [Move]) {
    let inward = from.to(pivot).unit();
    for m in moves.iter_mut().filter(|m| !m.relations.has(Direction::Diagonal)) {
        let to = graph.at(m.kind, m.to as usize);
        let towards = from.to(to).unit().dot(inward);
        let direction = if towards > 0.9 {
            Direction::In
        } else if towards < -0.9 {
            Direction::Out
        } else {
            // Ludii looks for the curve between the vertices with these numbers, whatever kind of element
            // the numbers belong to; described games were tested with that.
            let curved = graph.vertices.get(index as usize).is_some_and(|v| {
                v.edges.iter().map(|&e| &graph.edges[e as usize]).any(|e| {
                    e.curve.is_some() && ((e.a, e.b) == (index, m.to) || (e.a, e.b) == (m.to, index))
                })
            });
            if !curved {
                continue;
            }
            if turn(pivot, to, from) > 1e-7 { Direction::CW } else { Direction::CCW }
        };
        m.listed = m.listed.with(direction).with(Direction::Rotational);
    }
}

/// The moves to the same kind, clockwise from north.
fn clockwise(graph: &Graph, kind: SiteType, from: Point, moves: &[Move]) -> Vec<Step> {
    let mut list: Vec<(f64, Step)> = moves
        .iter()
        .filter(|m| m.kind == kind)
        .map(|m| {
            let turned = clockwise_from_north(from.angle_to(graph.at(kind, m.to as usize)));
            (turned, Step { to: m.to as u16, directions: m.listed })
        })
        .collect();
    list.sort_by(|a, b| a.0.total_cmp(&b.0));
    list.into_iter().map(|(_, step)| step).collect()
}

/// Turns an angle anticlockwise from east into one clockwise from north (and a hair before it).
pub(crate) fn clockwise_from_north(angle: f64) -> f64 {
    let turned = PI / 2.0 - angle + 0.0001;
    if turned < 0.0 { turned + 2.0 * PI } else { turned }
}
