//! How large a game is: its tree, and its positions.

mod states;
mod tree;

pub(crate) use states::reachable;
pub use states::{Reachable, SampledStates, sampled_states};
pub(crate) use tree::probe;
pub use tree::{Probe, TreeSize, tree_size};
