//! Move distance: how far pieces go.

use super::{Column, Metric, mean};
use crate::ply::{Ended, Ply};

/// Sums up the steps of moves.
#[derive(Default)]
pub(crate) struct Distance {
    pub(super) steps: u64,
    moves: u32,
}

impl Metric for Distance {
    const COLUMNS: &'static [Column] = &[Column {
        name: "move_distance",
        title: "Move distance",
        unit: "steps",
        what: "the mean number of steps of the moves that move something; none if pieces are only placed",
        variant: false,
    }];

    fn observe(&mut self, ply: &Ply) {
        if let Some(steps) = ply.journey.steps {
            self.steps += u64::from(steps);
            self.moves += 1;
        }
    }

    fn end(&mut self, _: Ended, _: u32, values: &mut Vec<f64>) {
        values.push(mean(self.steps as f64, self.moves));
    }
}
