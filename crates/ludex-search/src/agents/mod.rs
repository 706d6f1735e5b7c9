//! The agents, a file each.

pub mod after_phase;
pub mod flat;
pub mod greedy;
pub mod minimax;
pub mod random;
