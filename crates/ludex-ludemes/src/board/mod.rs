//! Boards: graphs of sites in two and three dimensions, and everything rules ask about them.
//!
//! A [`Graph`] is made by a constructor from [`shapes`] and changed by the operators of [`operators`]; a
//! [`Board`] is computed from it once and never changes. Sites are numbered as in Ludii, so that descriptions
//! and recorded games mean the same places; the facts were taken from its behaviour and are checked against
//! figures recorded from it (`tests/data`).
//!
//! ```
//! use ludex_ludemes::board::{Board, Direction, Mark, SiteType, shapes};
//!
//! let graph = shapes::square(8, None, SiteType::Cell).unwrap();
//! let board = Board::new(graph, SiteType::Cell).unwrap();
//! assert_eq!(board.sites(), 64);
//! assert_eq!(board.label(SiteType::Cell, 63), "H8");
//! assert_eq!(board.marked(SiteType::Cell, Mark::Corner), &[0, 7, 56, 63]);
//! let orthogonal: Vec<u16> = board.neighbours(SiteType::Cell, 9, Direction::Orthogonal).collect();
//! assert_eq!(orthogonal, [17, 10, 1, 8]);
//! ```

mod above;
mod checksum;
pub mod described;
mod direction;
mod distance;
mod error;
mod faces;
mod geometry;
mod graph;
mod marks;
pub mod operators;
mod outline;
mod radials;
mod relative;
mod rows;
pub mod shapes;
mod steps;
mod topology;
mod track;
mod values;

pub use above::{Axis, FromAbove};
pub use checksum::Checksums;
pub use direction::{COMPASS, DIRECTIONS, DOWNWARD, Direction, Directions, UPWARD};
pub use distance::{Distances, UNREACHABLE};
pub use error::{BoardError, MAX_EDGES, MAX_SITES, Result};
pub use geometry::Point;
pub use graph::{Edge, Face, Graph, Index, Vertex};
pub use marks::Mark;
pub use radials::{Radial, Radials};
pub use relative::Relative;
pub use topology::Board;
pub use track::{END, OFF, Track, TrackPlace};
pub use values::DescribedError;

/// The kinds of places on a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SiteType {
    /// A point where lines meet.
    Vertex,
    /// A line between two points.
    Edge,
    /// A field between lines.
    Cell,
}

impl SiteType {
    /// The three kinds in order.
    pub const EVERY: [SiteType; 3] = [SiteType::Vertex, SiteType::Edge, SiteType::Cell];

    /// Its name in a description.
    pub const fn name(self) -> &'static str {
        match self {
            SiteType::Vertex => "Vertex",
            SiteType::Edge => "Edge",
            SiteType::Cell => "Cell",
        }
    }
}
