//! Killer moves: the largest step forward that a single move makes (named so in C. Browne's work on evaluating games).

use super::{Column, Metric};
use crate::ply::{Ended, Ply};

/// Keeps the largest gain.
#[derive(Default)]
pub(crate) struct Killer {
    largest: Option<f64>,
}

impl Metric for Killer {
    const COLUMNS: &'static [Column] = &[Column {
        name: "killer_move",
        title: "Killer move",
        unit: "standing",
        what: "the most that any one move of the game raised its mover's standing",
        variant: false,
    }];

    fn observe(&mut self, ply: &Ply) {
        let Some(worth) = ply.worth else { return };
        let gain = worth.gain(ply.side);
        self.largest = Some(self.largest.map_or(gain, |largest| largest.max(gain)));
    }

    fn end(&mut self, _: Ended, _: u32, values: &mut Vec<f64>) {
        values.push(self.largest.map_or(f64::NAN, |largest| largest.max(0.0)));
    }
}
