//! Tuning the numbers of an agent by the results of its games.
//!
//! Both methods are asked what to try and told what came of it; who plays the games is not their business. All they
//! know can be written down after every step and read again, so that a run that was interrupted goes on as if
//! nothing had happened.

mod genetic;
mod knob;
mod spsa;

pub use genetic::{Breeding, Genetic};
pub use knob::Knob;
pub use spsa::Spsa;
