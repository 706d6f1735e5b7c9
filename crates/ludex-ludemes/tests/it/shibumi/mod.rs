//! Games of balls on pyramids: what their rules speak of, the sizes of their trees, and where the readings of the
//! rules differ.

mod concepts;
mod differences;
mod drawn;
mod shelf;
mod trees;
mod worked;
