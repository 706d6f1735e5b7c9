//! Exact solving: values that hold against every defence.
//!
//! The value of a game with cycles is defined once: a forced win is a win in finitely many moves, and everything
//! that neither side can force is a draw. Repetition can therefore neither hide a win nor make one up.
//!
//! ```
//! use ludex_core::{Game, Verdict, examples::Nim};
//! use ludex_solve::{Worth, solve_all};
//!
//! let game = Nim::new(4);
//! let values = solve_all(&game, &game.start(), 1000).unwrap();
//! // Four stones are lost for the player to move: whatever is taken, the other takes the rest.
//! assert_eq!(values.worth(&game.start()), Some(Worth { verdict: Verdict::Loss, plies: Some(2) }));
//! ```

mod bounds;
mod certificate;
mod cover;
mod decide;
pub mod endgames;
mod exhaustive;
mod fight;
pub mod grid;
mod guard;
mod guess;
mod held;
mod hunt;
mod line;
mod margin;
mod marks;
mod numbers;
mod plain;
mod proof;
mod prove;
mod proven;
mod race;
mod rows;
mod solve;
pub mod study;
mod swift;
pub mod tables;
mod threats;
pub mod tricolor;
mod within;
mod words;

pub use bounds::{Bounds, Known};
pub use certificate::{Claim, Refusal, Verified, certify, game_of, verify};
pub use exhaustive::{SolveError, Values, Worth, solve_all, solve_from};
pub use fight::{FORESIGHT, Fight, Glance, Guess};
pub use guard::{Ending, Guard, Learnt};
pub use line::best_line;
pub use margin::{KalahSolver, Margin};
pub use plain::Plain;
pub use proof::Proof;
pub use race::Race;
pub use rows::{PackedSpot, RowsFight};
pub use solve::{Answer, Limits, Method, Progress, Proved, Unfinished, solve};
pub use threats::Threats;
pub use within::{Signals, Stopped, Within, wins_within};
