//! Piece number: how much lies on the board.

use super::{Column, Metric, mean};
use crate::ply::{Ended, Ply};

/// Sums up the pieces before each turn.
#[derive(Default)]
pub(crate) struct Pieces {
    pub(super) sum: u64,
}

impl Metric for Pieces {
    const COLUMNS: &'static [Column] = &[Column {
        name: "piece_number",
        title: "Piece number",
        unit: "pieces",
        what: "the mean number of pieces of all players on the board at a turn, prisoners included, stores not",
        variant: false,
    }];

    fn observe(&mut self, ply: &Ply) {
        self.sum += u64::from(ply.before.pieces);
    }

    fn end(&mut self, _: Ended, plies: u32, values: &mut Vec<f64>) {
        values.push(mean(self.sum as f64, plies));
    }
}
