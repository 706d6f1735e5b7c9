//! The mancala family: two rows of pits, seeds sown around the board, a store for each player.
//!
//! The games are those of Gabriele Rovaris, *Design of Artificial Intelligence for Mancala Games* (Politecnico di
//! Milano, 2017), in the readings that reproduce the study's results:
//!
//! - **Wari**: sow counterclockwise, stores left out, a full lap leaves out its origin. A last seed that brings a
//!   pit of the opponent to two or three captures it and the like ones directly before it. Taking everything (a
//!   grand slam) is legal but captures nothing; the variants of this rule are values of [`Slam`]. Who faces an
//!   empty row must feed it if she can; else the game ends and each keeps her row. The study lets players agree
//!   to end a cycle; here a repeated position ends the game.
//! - **Cross-Wari** (W. D. Troyka, 2001): odd counts are sown clockwise; what is left at the end is nobody's.
//! - **Awari**: Wari that ends when a position repeats; grand slams are illegal unless every move is one.
//! - **Oware**: Awari that captures fours, too.
//! - **Vai Lung Thlan**: five seeds a pit, the origin is sown. A last seed in an empty pit on either side captures
//!   itself and the unbroken chain of single seeds before it. Who cannot move passes.
//! - **Ohvalhu**: eight pits of eight, own store sown, laps go on from pits with seeds. A last seed in an empty own
//!   pit captures with the facing pit, if that holds seeds. One round is the game; `rounds=refill` plays on: the
//!   pits are filled from the left, those that stay empty are closed, the winner of a round begins the next.
//! - **Kalah**: own store sown, a last seed there gives another turn; a last seed in an empty own pit captures with
//!   the facing pit, even if that is empty; the game ends when a row is empty.
//!
//! `rules=ludii` are the readings of Ludii 1.3.14, taken from games it played. Every difference is a field of
//! [`Options`], and every named game a constant of that type.
//!
//! ```
//! use ludex_core::{Game, Rng};
//! use ludex_games::mancala::{KALAH, Mancala, Options};
//!
//! let game = Mancala::new(Options { seeds: 6, ..KALAH }).unwrap();
//! let mut state = game.start();
//! game.playout(&mut state, &mut Rng::new(1), 1000, &mut Vec::new());
//! assert_eq!(game.outcome(&state).unwrap().scores().unwrap().iter().sum::<i32>(), 72);
//! ```

mod capture;
mod fast_awari;
mod fast_kalah;
mod game;
mod history;
mod index;
mod judge;
mod lanes;
mod layout;
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
