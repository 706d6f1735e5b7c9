//! The mancala family: two rows of pits, seeds sown around the board, a store for each player.

mod game;
mod history;
mod lanes;
mod options;
mod playout;
mod rules;
mod sowing;
mod state;

use ludex_core::{Entry, Spec, SpecError, Visitor};

pub use game::Mancala;
pub use lanes::{Lanes, Wide};
pub use options::*;
pub use state::{Pit, State};

use crate::Baseline;

/// The games of this family.
pub fn entries() -> Vec<Entry> {
    Vec::new()
}

/// Opens a game of this family.
pub fn open<V: Visitor>(spec: &Spec, _visitor: V) -> Result<V::Output, SpecError> {
    Err(SpecError::unknown("game", spec.name(), std::iter::empty()))
}

/// The ordinary implementations of this family.
pub fn baselines() -> Vec<Baseline> {
    Vec::new()
}
