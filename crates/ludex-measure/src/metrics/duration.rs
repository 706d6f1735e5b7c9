//! Duration: how long a game is.

use super::{Column, Metric};
use crate::ply::{Ended, Ply};

/// Counts moves, and turns: moves in a row by the same player are one turn.
#[derive(Default)]
pub(crate) struct Duration {
    pub(super) moves: u32,
    turns: u32,
    last: Option<usize>,
    choices: f64,
}

impl Metric for Duration {
    const COLUMNS: &'static [Column] = &[
        Column {
            name: "duration",
            title: "Duration",
            unit: "moves",
            what: "the number of moves the players made",
            variant: false,
        },
        Column {
            name: "turns",
            title: "Turns",
            unit: "turns",
            what: "the number of turns: moves in a row by the same player are one turn",
            variant: false,
        },
        Column {
            name: "choices_log10",
            title: "Choices",
            unit: "powers of ten",
            what: "the decimal logarithm of the product of the numbers of legal moves along the game",
            variant: false,
        },
    ];

    fn observe(&mut self, ply: &Ply) {
        self.moves += 1;
        self.turns += u32::from(self.last != Some(ply.player));
        self.last = Some(ply.player);
        if ply.legal > 1 {
            self.choices += f64::from(ply.legal).log10();
        }
    }

    fn end(&mut self, _: Ended, _: u32, values: &mut Vec<f64>) {
        values.extend([f64::from(self.moves), f64::from(self.turns), self.choices]);
    }
}
