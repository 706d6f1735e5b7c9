//! Alpha-beta with all its enhancements.
//!
//! Principal variation search with a table of positions, deepening step by step with narrow windows, killer moves,
//! history and refutations for ordering, late moves searched less deep, unquiet positions searched further.
//! Players may move several times in a row. With more than two sides it is paranoid: all others against the root
//! player. Chance is averaged.

mod agent;
mod search;

pub use agent::{AlphaBeta, AlphaBetaOptions};
