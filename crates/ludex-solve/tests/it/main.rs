//! Solvers against the truth: values of all positions of small boards, found by exhaustion.

mod certificates;
mod endgames;
mod kalah;
mod race;
mod study;
mod truth;
