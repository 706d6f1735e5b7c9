//! Narrowness: how many moves do no harm.

use super::{Column, Metric, mean};
use crate::ply::{Ended, Ply, count};

/// Counts legal moves that do not lower the mover's standing.
#[derive(Default)]
pub(crate) struct Narrowness {
    pub(super) options: u64,
    turns: u32,
}

impl Metric for Narrowness {
    const COLUMNS: &'static [Column] = &[Column {
        name: "narrowness",
        title: "Narrowness",
        unit: "legal moves",
        what: "the mean number of legal moves at a turn that do not lower the mover's standing",
        variant: false,
    }];

    fn observe(&mut self, ply: &Ply) {
        let Some(worth) = ply.worth else { return };
        let Some(options) = worth.options else { return };
        let before = worth.before[ply.side];
        self.options += count(options.own, |after| after >= before);
        self.turns += 1;
    }

    fn end(&mut self, _: Ended, _: u32, values: &mut Vec<f64>) {
        values.push(mean(self.options as f64, self.turns));
    }
}
