//! Operators: graphs made from other graphs.

mod combine;
mod polygon;
mod transform;

pub use combine::{merge, union};
pub use polygon::Polygon;
pub use transform::{rotate, scale, shift, skew};
