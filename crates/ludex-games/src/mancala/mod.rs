//! The mancala family: two rows of pits, seeds sown around the board, a store for each player.

mod fast_awari;
mod fast_kalah;
mod game;
mod history;
mod index;
mod judge;
mod lanes;
mod names;
mod options;
pub mod plain;
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
    vec![
        Baseline { game: "kalah", playouts: |games, seed| plain::playouts(KALAH, games, seed) },
        Baseline { game: "awari", playouts: |games, seed| plain::playouts(AWARI, games, seed) },
        Baseline { game: "oware", playouts: |games, seed| plain::playouts(OWARE, games, seed) },
        Baseline {
            game: "vai-lung-thlan",
            playouts: |games, seed| plain::playouts(VAI_LUNG_THLAN, games, seed),
        },
        Baseline { game: "ohvalhu", playouts: |games, seed| plain::playouts(OHVALHU, games, seed) },
    ]
}
