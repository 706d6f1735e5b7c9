//! The metrics, one file each.
//!
//! A metric watches a game turn by turn and says at the end what it measured: one number or several, each with its
//! place in the row of the game. Where the program of the Tricolor study counts something else than its text
//! says, the text's meaning is the metric and the program's counting is a column of its own, marked as a variant.

mod branching;
mod comeback;
mod decision_factor;
mod decision_moves;
mod decisiveness;
mod distance;
mod drama;
mod duration;
mod killer;
mod lead_change;
mod narrowness;
mod permanence;
mod pieces;
mod repetition;
mod sites;
mod stability;

use serde::Serialize;

use crate::ply::{Begin, Ended, Ply};

/// A number measured in every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Column {
    /// Its name in files.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it is counted in.
    pub unit: &'static str,
    /// What it says, in a sentence.
    pub what: &'static str,
    /// Whether this is not the metric itself but the counting of the study's program.
    pub variant: bool,
}

/// Something measured in every game.
pub(crate) trait Metric: Default {
    /// What it measures.
    const COLUMNS: &'static [Column];

    /// A game begins.
    fn begin(&mut self, begin: &Begin) {
        let _ = begin;
    }

    /// A player has moved.
    fn observe(&mut self, ply: &Ply);

    /// The game is over: one value for each column, NaN where there is none.
    fn end(&mut self, ended: Ended, plies: u32, values: &mut Vec<f64>);
}

/// The mean of a sum over so many turns; nothing of none.
fn mean(sum: f64, turns: u32) -> f64 {
    if turns == 0 { f64::NAN } else { sum / f64::from(turns) }
}

macro_rules! all_metrics {
    ($($field:ident: $module:ident::$metric:ident),* $(,)?) => {
        /// All metrics of one game.
        #[derive(Default)]
        pub(crate) struct All {
            $($field: $module::$metric,)*
        }

        impl All {
            /// Begins a new game.
            pub(crate) fn begin(&mut self, begin: &Begin) {
                $(self.$field = Default::default(); self.$field.begin(begin);)*
            }

            /// A player has moved.
            pub(crate) fn observe(&mut self, ply: &Ply) {
                $(self.$field.observe(ply);)*
            }

            /// The values of all columns.
            pub(crate) fn end(&mut self, ended: Ended, plies: u32) -> Vec<f64> {
                let mut values = Vec::with_capacity(32);
                $(self.$field.end(ended, plies, &mut values);)*
                values
            }
        }

        /// All columns, in the order of the values of a row.
        pub fn columns() -> Vec<Column> {
            [$(<$module::$metric as Metric>::COLUMNS,)*].concat()
        }
    };
}

all_metrics! {
    duration: duration::Duration,
    branching: branching::Branching,
    decision_moves: decision_moves::DecisionMoves,
    decision_factor: decision_factor::DecisionFactor,
    repetition: repetition::Repetition,
    sites: sites::Sites,
    distance: distance::Distance,
    pieces: pieces::Pieces,
    narrowness: narrowness::Narrowness,
    decisiveness: decisiveness::Decisiveness,
    lead_change: lead_change::LeadChange,
    stability: stability::Stability,
    drama: drama::Drama,
    killer: killer::Killer,
    permanence: permanence::Permanence,
    comeback: comeback::Comeback,
}

/// The whole numbers behind the metrics of a game, as the program of the Tricolor study keeps them.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Raw {
    /// Moves made.
    pub turns: u32,
    /// Turns with more than one legal move.
    pub turns_with_choice: u32,
    /// Legal moves, summed over the turns.
    pub sum_legal: u64,
    /// Legal moves that do not lower the mover's standing.
    pub sum_narrow: u64,
    /// Legal moves after which not one and the same side leads before and after.
    pub sum_lead_change_options: u64,
    /// Turns after which not one and the same side leads before and after.
    pub lead_change_turns: u32,
    /// The turn since which the leader has led.
    pub last_lead_turn: u32,
    /// Changes of the score.
    pub sum_drama: f64,
    /// Repeated positions by the program's key.
    pub repeated_states: u32,
    /// Repeated positions.
    pub repeated_positions: u32,
    /// Sites that were occupied at some time.
    pub sites_occupied: u32,
    /// Steps of all moves.
    pub sum_distance: u64,
    /// Pieces on the board, summed over the turns.
    pub sum_pieces: u64,
}

impl All {
    /// The counts, once the game has ended.
    pub(crate) fn raw(&self) -> Raw {
        Raw {
            turns: self.duration.moves,
            turns_with_choice: self.decision_moves.with_choice,
            sum_legal: self.branching.legal,
            sum_narrow: self.narrowness.options,
            sum_lead_change_options: self.lead_change.not_kept,
            lead_change_turns: self.stability.not_kept,
            last_lead_turn: self.decisiveness.since,
            sum_drama: self.drama.sum,
            repeated_states: self.repetition.study,
            repeated_positions: self.repetition.positions,
            sites_occupied: self.sites.count(),
            sum_distance: self.distance.steps,
            sum_pieces: self.pieces.sum,
        }
    }
}
