//! The agents, a file each.

pub mod after_phase;
pub mod brs;
pub mod flat;
pub mod greedy;
mod many;
pub mod maxn;
pub mod minimax;
pub mod mistaken;
pub mod random;
