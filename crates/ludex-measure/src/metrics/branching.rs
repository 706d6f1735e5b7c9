//! Branching factor: how many moves there are to choose from.

use super::{Column, Metric, mean};
use crate::ply::{Ended, Ply};

/// Sums up the legal moves.
#[derive(Default)]
pub(crate) struct Branching {
    pub(super) legal: u64,
}

impl Metric for Branching {
    const COLUMNS: &'static [Column] = &[Column {
        name: "branching_factor",
        title: "Branching factor",
        unit: "legal moves",
        what: "the mean number of legal moves at a turn",
        variant: false,
    }];

    fn observe(&mut self, ply: &Ply) {
        self.legal += u64::from(ply.legal);
    }

    fn end(&mut self, _: Ended, plies: u32, values: &mut Vec<f64>) {
        values.push(mean(self.legal as f64, plies));
    }
}
