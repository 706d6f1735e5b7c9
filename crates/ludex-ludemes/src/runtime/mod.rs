//! Playing compiled rules.
//!
//! The evaluator walks typed expressions; sets of places are bits of a width fixed at compile time. Players are
//! numbered from 1 here, as descriptions do.

mod bits;
mod capture;
mod chance;
pub mod code;
mod conditions;
mod dice;
mod draw;
mod effects;
mod ends;
mod eval;
mod generate;
mod groups;
mod jump;
mod lines;
mod moves;
mod play;
mod probe;
mod reach;
mod region;
pub mod rules;
mod sets;
mod sow;
mod stacks;
mod state;
mod strands;
pub mod tables;
mod tracks;
mod turns;
mod winding;

pub use bits::Bits;
pub(crate) use bits::{gather_bits, nth_alone, nth_bit};
pub use dice::{Dice, DiceHand, DiceUse};
pub(crate) use draw::TRIES;
pub use generate::overruns;
pub use moves::{Action, FORCED_PASS, Move, SWAP};
pub(crate) use state::piece_key;
pub use state::{Ballot, Content, Last, PLAYERS, State};
pub(crate) use turns::{MOVE_LIMIT, TURN_LIMIT};
pub use winding::Progress;

/// The most places a game can have: board, hands and all.
pub const MAX_PLACES: usize = 512;
