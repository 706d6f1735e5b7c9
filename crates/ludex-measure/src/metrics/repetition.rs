//! State repetition: how often a position comes back.
//!
//! Over all positions of a game, the first and the last included: the sum over distinct positions of how often each
//! occurs, less one. A position is what lies on the board and whose turn it is (the game's key).
//!
//! The program of the Tricolor study uses another key. An empty site remembers whether the piece that left it
//! last was moved by the second player, and instead of whose turn it is there is a bit that changes only after
//! the moves of the first player. So it misses repeats that lie 2, 6, 10, ... turns apart, and repeats whose empty
//! sites were left by different sides.

use super::{Column, Metric};
use crate::ply::{Begin, Ended, Ply};
use ludex_core::mix;

/// Keeps the keys of all positions of a game.
#[derive(Default)]
pub(crate) struct Repetition {
    keys: Vec<u64>,
    study_keys: Vec<u64>,
    /// Sites left by the second player and empty since, a bit each.
    left: Vec<u64>,
    left_key: u64,
    /// Whether the board keeps its sites, so that the study's key makes sense.
    fixed: bool,
    pub(super) positions: u32,
    pub(super) study: u32,
}

impl Repetition {
    fn set_left(&mut self, site: u32, value: bool) {
        let (word, bit) = (site as usize / 64, site % 64);
        if self.left.len() <= word {
            self.left.resize(word + 1, 0);
        }
        if (self.left[word] >> bit & 1 != 0) != value {
            self.left[word] ^= 1 << bit;
            self.left_key ^= mix(u64::from(site) + 1);
        }
    }
}

/// How many keys are there more than once.
fn repeats(keys: &mut [u64]) -> u32 {
    keys.sort_unstable();
    keys.windows(2).filter(|pair| pair[0] == pair[1]).count() as u32
}

impl Metric for Repetition {
    const COLUMNS: &'static [Column] = &[
        Column {
            name: "state_repetition",
            title: "State repetition",
            unit: "positions",
            what: "how many positions had occurred before in the game",
            variant: false,
        },
        Column {
            name: "state_repetition_study",
            title: "State repetition (study's key)",
            unit: "positions",
            what: "the same by the key of the study's program, which misses some repeats",
            variant: true,
        },
    ];

    fn begin(&mut self, begin: &Begin) {
        self.keys.push(begin.key);
        self.study_keys.push(begin.survey.key);
        self.fixed = begin.survey.sites.is_some();
    }

    fn observe(&mut self, ply: &Ply) {
        self.keys.push(ply.key);
        self.fixed &= ply.after.sites.is_some();
        if !self.fixed {
            return;
        }
        if let Some(from) = ply.journey.from {
            let emptied = !ply.after.occupied.contains(&from);
            self.set_left(from, emptied && ply.side == 1);
        }
        if let Some(to) = ply.journey.to {
            self.set_left(to, false);
        }
        let toggle = u64::from(ply.number.div_ceil(2) % 2);
        self.study_keys.push(mix(ply.after.key ^ self.left_key).wrapping_add(toggle));
    }

    fn end(&mut self, _: Ended, _: u32, values: &mut Vec<f64>) {
        self.positions = repeats(&mut self.keys);
        values.push(f64::from(self.positions));
        if self.fixed {
            // The start is mixed like the others, with nothing left behind and the bit at 0.
            if let Some(start) = self.study_keys.first_mut() {
                *start = mix(*start);
            }
            self.study = repeats(&mut self.study_keys);
        }
        values.push(if self.fixed { f64::from(self.study) } else { f64::NAN });
    }
}
