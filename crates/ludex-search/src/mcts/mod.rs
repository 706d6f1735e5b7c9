//! Monte Carlo tree search: one engine whose parts are switched on and off by [`MctsOptions`].

mod agent;
mod backup;
mod descend;
mod options;
mod playout;
mod tree;

pub use agent::Mcts;
pub use options::{Criterion, MctsOptions, PlayoutKind, Rewards, Untried};
