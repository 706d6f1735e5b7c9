//! Parts that agents are built from. None of them knows a particular agent.

pub mod budget;
pub mod door;
pub mod expected;
pub mod judge;
pub mod order;
pub mod score;
pub mod sides;
pub mod stats;
pub mod table;
pub mod tables;
