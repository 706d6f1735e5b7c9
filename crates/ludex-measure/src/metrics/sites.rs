//! Board sites occupied, and board coverage: how much of the board is used.

use super::{Column, Metric};
use crate::ply::{Begin, Ended, Ply};

/// Marks every site on which something has lain.
#[derive(Default)]
pub(crate) struct Sites {
    seen: Vec<u64>,
    board: Option<u32>,
}

impl Sites {
    fn mark(&mut self, sites: &[u32]) {
        for &site in sites {
            let word = site as usize / 64;
            if self.seen.len() <= word {
                self.seen.resize(word + 1, 0);
            }
            self.seen[word] |= 1 << (site % 64);
        }
    }

    pub(super) fn count(&self) -> u32 {
        self.seen.iter().map(|word| word.count_ones()).sum()
    }
}

impl Metric for Sites {
    const COLUMNS: &'static [Column] = &[
        Column {
            name: "sites_occupied",
            title: "Board sites occupied",
            unit: "sites",
            what: "the number of sites on which something lay at some time of the game",
            variant: false,
        },
        Column {
            name: "board_coverage",
            title: "Board coverage",
            unit: "% of sites",
            what: "the share of the board's sites on which something lay at some time; none for boards that grow",
            variant: false,
        },
    ];

    fn begin(&mut self, begin: &Begin) {
        self.mark(&begin.survey.occupied);
        self.board = begin.survey.sites;
    }

    fn observe(&mut self, ply: &Ply) {
        self.mark(&ply.after.occupied);
        self.board = ply.after.sites;
    }

    fn end(&mut self, _: Ended, _: u32, values: &mut Vec<f64>) {
        let count = f64::from(self.count());
        values.push(count);
        values.push(
            self.board.filter(|&sites| sites > 0).map_or(f64::NAN, |sites| 100.0 * count / f64::from(sites)),
        );
    }
}
