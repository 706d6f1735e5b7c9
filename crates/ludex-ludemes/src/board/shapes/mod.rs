//! Constructors of graphs: each kind of board is one function with typed parameters.
//!
//! Where a constructor asks for the kind of site, dimensions count that kind: eight rows of cells need nine rows
//! of vertices.

mod concentric;
mod hex;
mod knots;
mod lines;
mod mancala;
mod points;
mod square;
mod tiling;
mod tri;

pub use concentric::{Concentric, Rings, concentric, concentric_circles, concentric_target};
pub use hex::{HexShape, hex, hex_sides, hex_within};
pub use knots::{BrickShape, brick, celtic, celtic_sides, celtic_within, quadhex};
pub use lines::{regular, repeat, spiral, star, wedge};
pub use mancala::{Store, mancala};
pub use square::{Diagonals, pyramid, rectangle, square, square_diamond, square_sides, square_within};
pub use tiling::{Tiling, tiling, tiling_sides, tiling_within};
pub use tri::{TriShape, tetrahedron, tri, tri_sides, tri_within};
