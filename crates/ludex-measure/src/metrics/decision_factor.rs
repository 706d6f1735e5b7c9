//! Decision factor: how many moves there are to choose from when there is a choice.

use super::{Column, Metric, mean};
use crate::ply::{Ended, Ply};

/// Sums up the legal moves of turns with more than one.
#[derive(Default)]
pub(crate) struct DecisionFactor {
    legal: u64,
    turns: u32,
}

impl Metric for DecisionFactor {
    const COLUMNS: &'static [Column] = &[Column {
        name: "decision_factor",
        title: "Decision factor",
        unit: "legal moves",
        what: "the mean number of legal moves at turns with more than one",
        variant: false,
    }];

    fn observe(&mut self, ply: &Ply) {
        if ply.legal > 1 {
            self.legal += u64::from(ply.legal);
            self.turns += 1;
        }
    }

    fn end(&mut self, _: Ended, _: u32, values: &mut Vec<f64>) {
        values.push(mean(self.legal as f64, self.turns));
    }
}
