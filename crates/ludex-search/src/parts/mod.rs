//! Parts that agents are built from. None of them knows a particular agent.

pub mod budget;
pub mod judge;
pub mod sides;
pub mod stats;
