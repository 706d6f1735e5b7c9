//! The vocabulary of Ludex: what a game is, and what can be said of any game.
//!
//! A game is a value that implements [`Game`]. List the legal moves, play one, see the result:
//!
//! ```
//! use ludex_core::examples::Nim;
//! use ludex_core::{Game, Player};
//!
//! let game = Nim::new(3);
//! let mut state = game.start();
//! let mut moves = Vec::new();
//! game.moves(&state, &mut moves);
//! assert_eq!(moves, [1, 2, 3]);
//! game.play(&mut state, 3);
//! assert_eq!(game.outcome(&state).unwrap().winner(), Some(Player::FIRST));
//! ```
//!
//! Everything random comes from a seed, and the same seed always gives the same game:
//!
//! ```
//! use ludex_core::examples::Nim;
//! use ludex_core::{Game, Rng};
//!
//! let play = |seed| Nim::new(20).playout(&mut Nim::new(20).start(), &mut Rng::new(seed), 1000, &mut Vec::new());
//! assert_eq!(play(5), play(5));
//! ```

mod abilities;
mod catalogue;
pub mod conformance;
pub mod examples;
mod game;
mod layout;
mod outcome;
mod perft;
mod player;
mod playthrough;
mod random;
mod record;
pub mod scene;
mod session;
mod spec;
mod text;

pub use abilities::{Describe, Draw, Evaluate, Index, MAX_TERMS, Playable, Symmetry, Text, Undo};
pub use catalogue::{Entry, Visitor};
pub use game::{Game, Turn};
pub use layout::{Journey, Layout, PositionCount, Survey};
pub use outcome::{Outcome, Verdict};
pub use perft::{perft, perft_bulk};
pub use player::{MAX_PLAYERS, Player};
pub use playthrough::playthrough;
pub use random::{Rng, derive_seed, mix};
pub use record::{Record, RecordError, RecordedMove};
pub use scene::{Colour, HEX_ROW, Line, Marks, Piece, PieceShape, Scene, Site, SiteId, SiteShape};
pub use session::{AnySession, LegalMove, Session};
pub use spec::{Kind, Param, Spec, SpecError, Values, nearest};
pub use text::{TextError, shorten};
