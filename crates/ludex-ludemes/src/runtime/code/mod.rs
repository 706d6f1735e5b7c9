//! Compiled rules: trees of typed expressions over places, numbers and players, made from a checked description.
//! Nothing here looks at text any more; names have become numbers, and everything that never changes has become
//! a table.

mod moves;
mod structure;
mod values;

pub use moves::*;
pub use structure::*;
pub use values::*;
