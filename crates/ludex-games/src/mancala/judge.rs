//! Judging positions: the heuristics of the study.

use ludex_core::{Evaluate, MAX_TERMS, Player, Symmetry};

use super::game::Mancala;
use super::lanes::Lanes;
use super::options::Options;
use super::state::{Pit, State};

/// The weights that Divilly, O'Riordan and Hill evolved, as the study gives them: for the seeds in the leftmost
/// pit, the seeds in the row, the pits that hold seeds, the store, a last move from the rightmost pit, and the
/// opponent's store.
const WEIGHTS: [f64; 6] = [0.198649, 0.190084, 0.370793, 1.0, 0.418841, -0.565937];

impl<W: Lanes> Evaluate for Mancala<W> {
    /// `evolved`: six terms with evolved weights; `store`: the difference of the stores.
    fn heuristics(&self) -> Vec<String> {
        vec!["evolved".to_string(), "store".to_string()]
    }

    /// The last move that `evolved` asks about is the one the state remembers.
    fn heuristic(&self, index: usize, state: &State<W>, player: Player) -> f64 {
        self.heuristic_after(index, state, player, state.last_move(player))
    }

    fn heuristic_after(&self, index: usize, state: &State<W>, player: Player, last: Option<Pit>) -> f64 {
        let own = f64::from(state.store(player));
        let other = f64::from(state.store(player.other()));
        if index == 1 {
            return own - other;
        }
        let mut terms = [0.0; MAX_TERMS];
        self.terms(state, player, last, &mut terms);
        terms.iter().zip(WEIGHTS).map(|(term, weight)| term * weight).sum()
    }

    /// Those of `evolved`, in the order of its weights.
    fn terms(
        &self,
        state: &State<W>,
        player: Player,
        last: Option<Pit>,
        terms: &mut [f64; MAX_TERMS],
    ) -> usize {
        let row = state.board.rows[player.index() & 1];
        let rightmost = Pit::new(usize::from(self.options().pits) - 1);
        let last = last.or_else(|| state.last_move(player));
        terms[0] = f64::from(row.get(0));
        terms[1] = f64::from(row.sum());
        terms[2] = f64::from(row.filled().count_ones());
        terms[3] = f64::from(state.store(player));
        terms[4] = f64::from(u8::from(last == Some(rightmost)));
        terms[5] = f64::from(state.store(player.other()));
        WEIGHTS.len()
    }

    /// The difference of the stores as a share of all seeds.
    fn standing(&self, state: &State<W>, player: Player) -> f64 {
        let difference = f64::from(state.store(player)) - f64::from(state.store(player.other()));
        difference / f64::from(self.options().total())
    }

    fn score(&self, state: &State<W>, player: Player) -> Option<i32> {
        Some(state.store(player) as i32)
    }

    /// The same game without the rule that a repeated position ends it.
    fn without_draw_rules(&self) -> Option<Mancala<W>> {
        let options = Options { repetition: 0, ..*self.options() };
        if options == *self.options() { None } else { Mancala::with(self.base, options).ok() }
    }
}

/// Turning the board swaps the players, which is no symmetry of a position with a player to move.
impl<W: Lanes> Symmetry for Mancala<W> {}
