//! The mancala family: two rows of pits, seeds sown around the board, a store for each player.

mod game;
mod history;
mod index;
mod judge;
mod lanes;
mod names;
mod options;
mod playout;
mod rules;
mod sowing;
mod state;
mod text;
mod view;
mod words;

use ludex_core::{Entry, Spec, SpecError, Visitor};

pub use game::Mancala;
pub use lanes::{Lanes, Wide};
pub use options::*;
pub use state::{Pit, State};

use crate::Baseline;
use names::{Base, NAMED};

/// The games of this family.
pub fn entries() -> Vec<Entry> {
    NAMED.iter().map(|named| named.entry()).collect()
}

/// The rules that a name with parameters means: `kalah(pits=4)`.
pub fn options_of(spec: &Spec) -> Result<Options, SpecError> {
    Base::read(spec).map(|(_, options)| options)
}

/// Opens a game of this family.
pub fn open<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
    let (base, options) = Base::read(spec)?;
    if options.pits <= 8 {
        Ok(visitor.visit(Mancala::<u64>::with(base, options)?))
    } else {
        Ok(visitor.visit(Mancala::<Wide>::with(base, options)?))
    }
}

/// The ordinary implementations of this family.
pub fn baselines() -> Vec<Baseline> {
    Vec::new()
}
