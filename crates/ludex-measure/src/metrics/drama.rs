//! Drama: how much the standings move.

use super::{Column, Metric, mean};
use crate::ply::{Ended, Ply};

/// Sums up the changes of the mover's standing.
#[derive(Default)]
pub(crate) struct Drama {
    pub(super) sum: f64,
    turns: u32,
}

impl Metric for Drama {
    const COLUMNS: &'static [Column] = &[Column {
        name: "drama",
        title: "Drama",
        unit: "standing",
        what: "the mean change of the standing at a turn, up or down",
        variant: false,
    }];

    fn observe(&mut self, ply: &Ply) {
        let Some(worth) = ply.worth else { return };
        self.sum += worth.gain(ply.side).abs();
        self.turns += 1;
    }

    fn end(&mut self, _: Ended, _: u32, values: &mut Vec<f64>) {
        values.push(mean(self.sum, self.turns));
    }
}
