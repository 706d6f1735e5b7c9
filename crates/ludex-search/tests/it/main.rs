//! Tests of all agents, in one program so that agents are compiled once for each game.

mod agents;
mod allocations;
mod common;
mod games;
mod pyramids;
mod studies;
mod tables;
mod truth;
mod ugi;
