//! Questions to the rules from outside a game: what an expression is worth in a position.

use std::cell::Cell;

use super::code::{Bool, Int};
use super::eval::{Chance, Eval};
use super::rules::Rules;
use super::state::State;
use super::turns::FUEL;

impl<const W: usize> Rules<W> {
    /// Whether a condition holds in a position.
    pub(crate) fn holds_in(&self, state: &State<W>, condition: &Bool<W>) -> bool {
        Eval::new(self, state, &Chance::default(), &Cell::new(FUEL)).bool(condition)
    }

    /// What a number is worth in a position.
    pub(crate) fn number_in(&self, state: &State<W>, int: &Int<W>) -> i32 {
        Eval::new(self, state, &Chance::default(), &Cell::new(FUEL)).int(int)
    }
}
