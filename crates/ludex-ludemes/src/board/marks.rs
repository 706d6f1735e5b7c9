//! What is special about each vertex, edge and cell: outer, corner, centre, side and so on.

use super::SiteType;
use super::direction::Direction;
use super::geometry::{Point, bounds};
use super::graph::{Graph, Index};
use super::outline::{mark_corners, mark_outer, mark_sides, outlines, sixteenth};

/// One thing that may be special about a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // The sides explain themselves.
pub enum Mark {
    /// Not on the outline.
    Inner,
    /// On the outline.
    Outer,
    /// On the outline.
    Perimeter,
    /// In the middle of the board.
    Centre,
    /// A cell with as many corners as any.
    Major,
    /// A cell with fewer corners.
    Minor,
    /// A vertex around which rings turn.
    Pivot,
    /// A cell with a side where nothing is.
    Open,
    /// At a corner of the board.
    Corner,
    /// At a corner that points outwards.
    Convex,
    /// At a corner that points inwards.
    Concave,
    /// Furthest left.
    Left,
    /// Furthest right.
    Right,
    /// Furthest up.
    Top,
    /// Furthest down.
    Bottom,
    /// An edge along a row or column.
    Axial,
    /// An edge along a row.
    Horizontal,
    /// An edge along a column.
    Vertical,
    /// An edge neither along a row nor a column.
    Angled,
    /// An edge rising to the right.
    Slash,
    /// An edge falling to the right.
    Slosh,
    SideN,
    SideE,
    SideS,
    SideW,
    SideNE,
    SideSE,
    SideSW,
    SideNW,
}

impl Mark {
    /// All marks in order.
    pub const EVERY: [Mark; 29] = [
        Mark::Inner,
        Mark::Outer,
        Mark::Perimeter,
        Mark::Centre,
        Mark::Major,
        Mark::Minor,
        Mark::Pivot,
        Mark::Open,
        Mark::Corner,
        Mark::Convex,
        Mark::Concave,
        Mark::Left,
        Mark::Right,
        Mark::Top,
        Mark::Bottom,
        Mark::Axial,
        Mark::Horizontal,
        Mark::Vertical,
        Mark::Angled,
        Mark::Slash,
        Mark::Slosh,
        Mark::SideN,
        Mark::SideE,
        Mark::SideS,
        Mark::SideW,
        Mark::SideNE,
        Mark::SideSE,
        Mark::SideSW,
        Mark::SideNW,
    ];

    /// The mark of the side that faces a compass point, if it is one of eight.
    pub fn side(facing: Direction) -> Option<Self> {
        Some(match facing {
            Direction::N => Mark::SideN,
            Direction::E => Mark::SideE,
            Direction::S => Mark::SideS,
            Direction::W => Mark::SideW,
            Direction::NE => Mark::SideNE,
            Direction::SE => Mark::SideSE,
            Direction::SW => Mark::SideSW,
            Direction::NW => Mark::SideNW,
            _ => return None,
        })
    }

    /// The marks of the eight sides.
    pub(crate) const SIDES: [Mark; 8] = [
        Mark::SideN,
        Mark::SideE,
        Mark::SideS,
        Mark::SideW,
        Mark::SideNE,
        Mark::SideSE,
        Mark::SideSW,
        Mark::SideNW,
    ];
}

/// The marks of all elements of a graph.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Marks {
    bits: [Vec<u32>; 3],
}

impl Marks {
    pub(crate) fn set(&mut self, kind: SiteType, index: Index, mark: Mark) {
        self.bits[kind as usize][index as usize] |= 1 << mark as u8;
    }

    pub(crate) fn set_both(&mut self, kind: SiteType, index: Index, mark: Mark, other: Mark) {
        self.set(kind, index, mark);
        self.set(kind, index, other);
    }

    pub(crate) fn has(&self, kind: SiteType, index: Index, mark: Mark) -> bool {
        self.bits[kind as usize][index as usize] & (1 << mark as u8) != 0
    }

    /// The elements of a kind with a mark, in order.
    pub(crate) fn with(&self, kind: SiteType, mark: Mark) -> Vec<u16> {
        let bits = &self.bits[kind as usize];
        (0..bits.len()).filter(|&i| bits[i] & (1 << mark as u8) != 0).map(|i| i as u16).collect()
    }

    /// Measures a graph.
    pub(crate) fn of(graph: &Graph) -> Self {
        let mut marks = Self { bits: SiteType::EVERY.map(|kind| vec![0; graph.count(kind)]) };
        for pivot in graph.vertices.iter().filter_map(|v| v.pivot) {
            marks.set(SiteType::Vertex, pivot, Mark::Pivot);
        }
        let outlines = outlines(graph);
        mark_outer(graph, &outlines, &mut marks);
        mark_extremes(graph, &mut marks);
        mark_sizes(graph, &mut marks);
        mark_corners(graph, &outlines, &mut marks);
        mark_sides(graph, &outlines, &mut marks);
        mark_slopes(graph, &mut marks);
        mark_centre(graph, &mut marks);
        marks
    }
}

fn mark_extremes(graph: &Graph, marks: &mut Marks) {
    let near = 0.01;
    for kind in SiteType::EVERY {
        let places: Vec<Point> = (0..graph.count(kind)).map(|i| graph.at(kind, i)).collect();
        let (low, high) = bounds(places.iter().copied());
        for (i, p) in places.iter().enumerate() {
            for (mark, gap) in [
                (Mark::Left, p.x - low.x),
                (Mark::Bottom, p.y - low.y),
                (Mark::Right, high.x - p.x),
                (Mark::Top, high.y - p.y),
            ] {
                if gap < near {
                    marks.set(kind, i as Index, mark);
                }
            }
        }
    }
}

fn mark_sizes(graph: &Graph, marks: &mut Marks) {
    let most = graph.faces.iter().map(|f| f.corners.len()).max().unwrap_or(0);
    for (f, face) in graph.faces.iter().enumerate() {
        let mark = if face.corners.len() == most { Mark::Major } else { Mark::Minor };
        marks.set(SiteType::Cell, f as Index, mark);
    }
}

fn mark_slopes(graph: &Graph, marks: &mut Marks) {
    for (e, edge) in graph.edges.iter().enumerate() {
        let at = |v: Index| graph.vertices[v as usize].at;
        let (class, kind) = match sixteenth(at(edge.a), at(edge.b)) {
            0 | 8 => (Mark::Axial, Mark::Horizontal),
            4 | 12 => (Mark::Axial, Mark::Vertical),
            1..4 | 9..12 => (Mark::Angled, Mark::Slash),
            _ => (Mark::Angled, Mark::Slosh),
        };
        marks.set_both(SiteType::Edge, e as Index, class, kind);
    }
}

/// The centre are the elements with the least sum of squared distances from the outline and the corners; on
/// boards of 100 elements or more only the corners count.
fn mark_centre(graph: &Graph, marks: &mut Marks) {
    for kind in SiteType::EVERY {
        let count = graph.count(kind);
        let place = |i: usize| graph.at(kind, i);
        let marked = |mark: Mark| -> Vec<Point> {
            (0..count).filter(|&i| marks.has(kind, i as Index, mark)).map(place).collect()
        };
        let mut from = if count < 100 { marked(Mark::Perimeter) } else { Vec::new() };
        from.extend(marked(Mark::Corner));
        let far: Vec<f64> = (0..count)
            .map(|i| {
                let p = place(i);
                from.iter().map(|q| (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y)).sum()
            })
            .collect();
        // Sums beyond a million count as a million: such boards have no centre.
        let least = far.iter().copied().fold(1_000_000.0, f64::min);
        for (i, sum) in far.iter().enumerate() {
            if (sum - least).abs() < 0.0001 {
                marks.set(kind, i as Index, Mark::Centre);
            }
        }
    }
}
