//! Decision moves: how often there is anything to choose.
//!
//! The study's text speaks of a percentage for each game, which is the metric here. Its program writes a running
//! percentage pooled over all games so far; the pooled value stands beside the table (`Summary::pooled`).

use super::{Column, Metric, mean};
use crate::ply::{Ended, Ply};

/// Counts turns with more than one legal move.
#[derive(Default)]
pub(crate) struct DecisionMoves {
    pub(super) with_choice: u32,
}

impl Metric for DecisionMoves {
    const COLUMNS: &'static [Column] = &[Column {
        name: "decision_moves",
        title: "Decision moves",
        unit: "% of turns",
        what: "the share of turns with more than one legal move",
        variant: false,
    }];

    fn observe(&mut self, ply: &Ply) {
        self.with_choice += u32::from(ply.legal > 1);
    }

    fn end(&mut self, _: Ended, plies: u32, values: &mut Vec<f64>) {
        values.push(100.0 * mean(f64::from(self.with_choice), plies));
    }
}
