//! Operators: graphs made from other graphs.

mod add;
mod combine;
mod polygon;
mod reshape;
mod select;
mod transform;

pub use add::{Additions, add};
pub use combine::{intersect, merge, union};
pub use polygon::Polygon;
pub use reshape::{complete, complete_cells, dual, make_faces, split_crossings, subdivide, trim};
pub use select::{Removals, clip, hole, keep, remove, remove_within};
pub use transform::{rotate, scale, shift, skew};
