//! Comeback: how long the winner was behind.

use super::{Column, Metric};
use crate::ply::{Ended, NOBODY, Ply};

/// Counts the positions in which each side led.
#[derive(Default)]
pub(crate) struct Comeback {
    led: [u32; ludex_core::MAX_PLAYERS],
    positions: u32,
    judged: bool,
}

impl Metric for Comeback {
    const COLUMNS: &'static [Column] = &[Column {
        name: "comeback",
        title: "Comeback",
        unit: "% of turns",
        what: "the share of turns after which a side led that did not win; won games only",
        variant: false,
    }];

    fn observe(&mut self, ply: &Ply) {
        let Some(worth) = ply.worth else { return };
        self.judged = true;
        self.positions += 1;
        let leader = worth.leader_after.unwrap_or(NOBODY);
        if let Some(led) = self.led.get_mut(usize::from(leader)) {
            *led += 1;
        }
    }

    fn end(&mut self, ended: Ended, _: u32, values: &mut Vec<f64>) {
        values.push(match ended.winner() {
            Some(winner) if self.judged => {
                let behind: u32 = self.led.iter().sum::<u32>() - self.led[usize::from(winner)];
                100.0 * f64::from(behind) / f64::from(self.positions)
            }
            _ => f64::NAN,
        });
    }
}
