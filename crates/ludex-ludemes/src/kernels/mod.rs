//! Playouts by kernels: loops for common shapes of rules.
//!
//! A kernel plays the ordinary plies of a playout on a few sets of bits, with the board's tables and masks as data.
//! At anything out of the ordinary (an end rule that might apply, a pass, nothing left to draw) it writes the
//! position back and lets the general rules make that ply, so that it never has to know how a game ends; it must
//! only know when nothing can happen. Which kernel fits is decided once, from the compiled rules alone.
//!
//! A kernel draws the same random numbers for the same choices as the general rules do: with the same seed a game
//! goes the same way with and without it.

mod lines;
mod place;
mod pyramid;
mod trigger;

use ludex_core::Rng;

use crate::runtime::State;
use crate::runtime::rules::Rules;

/// A loop that plays ordinary plies.
#[derive(Clone, Debug)]
pub enum Kernel<const W: usize> {
    /// Pieces are put on the board and stay there.
    Place(Box<place::Place<W>>),
    /// Balls are placed on a pyramid, and lines decide.
    Stack(Box<pyramid::stack::Stack<W>>),
    /// Balls are placed or moved on a pyramid, and others drop.
    Fall(Box<pyramid::fall::Fall<W>>),
    /// Balls are placed on a pyramid, and surrounded ones are taken off.
    Surround(Box<pyramid::surround::Surround<W>>),
}

impl<const W: usize> Kernel<W> {
    /// The kernel for these rules, if there is one.
    pub fn of(rules: &Rules<W>) -> Option<Kernel<W>> {
        use pyramid::{fall::Fall, stack::Stack, surround::Surround};
        Stack::of(rules)
            .map(|stack| Kernel::Stack(Box::new(stack)))
            .or_else(|| place::Place::of(rules).map(|place| Kernel::Place(Box::new(place))))
            .or_else(|| Fall::of(rules).map(|fall| Kernel::Fall(Box::new(fall))))
            .or_else(|| Surround::of(rules).map(|surround| Kernel::Surround(Box::new(surround))))
    }

    /// What the kernel is called, for tables of measurements.
    pub fn name(&self) -> &'static str {
        match self {
            Kernel::Place(_) => "place",
            Kernel::Stack(_) => "stack",
            Kernel::Fall(_) => "fall",
            Kernel::Surround(_) => "surround",
        }
    }

    /// Plays random plies, at most `limit`, until something out of the ordinary has happened or must happen next.
    /// Returns how many were played.
    pub fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        match self {
            Kernel::Place(place) => place.run(rules, state, rng, limit),
            Kernel::Stack(stack) => stack.run(rules, state, rng, limit),
            Kernel::Fall(fall) => fall.run(rules, state, rng, limit),
            Kernel::Surround(surround) => surround.run(rules, state, rng, limit),
        }
    }
}
