//! Decisiveness: when the winner takes the lead for good.
//!
//! In percent of the game: the first turn from which on the winner led without a break; the last turn if the
//! winner did not lead at the end. The study's text leaves draws out; its program writes a value for them too, the
//! turn since which the last leader led.

use super::{Column, Metric};
use crate::ply::{Ended, Ply};

/// Follows the lead.
#[derive(Default)]
pub(crate) struct Decisiveness {
    /// The turn since which `leader` has led.
    pub(super) since: u32,
    leader: Option<u8>,
    judged: bool,
}

impl Metric for Decisiveness {
    const COLUMNS: &'static [Column] = &[
        Column {
            name: "decisiveness",
            title: "Decisiveness",
            unit: "% of the game",
            what: "when the winner took the lead for good; won games only",
            variant: false,
        },
        Column {
            name: "decisiveness_study",
            title: "Decisiveness (with draws)",
            unit: "% of the game",
            what: "the same with drawn games, where the last leader counts, as in the study's program",
            variant: true,
        },
    ];

    fn observe(&mut self, ply: &Ply) {
        let Some(worth) = ply.worth else { return };
        self.judged = true;
        if self.leader.is_none() || self.leader != worth.leader_after {
            self.since = ply.number;
            self.leader = worth.leader_after;
        }
    }

    fn end(&mut self, ended: Ended, plies: u32, values: &mut Vec<f64>) {
        if let Some(winner) = ended.winner()
            && self.leader != Some(winner)
        {
            self.since = plies;
        }
        let share = 100.0 * f64::from(self.since) / f64::from(plies);
        let (won, ended) = (ended.winner().is_some(), ended != Ended::Cut);
        values.push(if self.judged && won { share } else { f64::NAN });
        values.push(if self.judged && ended { share } else { f64::NAN });
    }
}
