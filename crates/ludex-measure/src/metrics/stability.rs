//! Stability: how often the lead changes. A low value means a stable game.

use super::{Column, Metric, mean};
use crate::ply::{Ended, Ply};

/// Counts turns that change who leads.
#[derive(Default)]
pub(crate) struct Stability {
    changes: u32,
    pub(super) not_kept: u32,
    turns: u32,
}

impl Metric for Stability {
    const COLUMNS: &'static [Column] = &[
        Column {
            name: "stability",
            title: "Stability",
            unit: "% of turns",
            what: "the share of turns after which another side leads than the one that led last",
            variant: false,
        },
        Column {
            name: "stability_study",
            title: "Stability (even scores count)",
            unit: "% of turns",
            what: "the share of turns unless the same side leads before and after, as in the study's program",
            variant: true,
        },
    ];

    fn observe(&mut self, ply: &Ply) {
        let Some(worth) = ply.worth else { return };
        self.changes += u32::from(worth.lead_changes());
        self.not_kept += u32::from(worth.lead_is_not_kept());
        self.turns += 1;
    }

    fn end(&mut self, _: Ended, _: u32, values: &mut Vec<f64>) {
        values.push(100.0 * mean(f64::from(self.changes), self.turns));
        values.push(100.0 * mean(f64::from(self.not_kept), self.turns));
    }
}
