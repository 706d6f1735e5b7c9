//! Judging positions, and the symmetries of the board.
//!
//! The position score and the two search heuristics are those of the study; its text names more terms than
//! its program uses, and the program is what its results come from. For three players each takes the mean of
//! the opponents where the study has the one opponent.

use ludex_core::{Evaluate, Game, Player, Symmetry};

use super::Tricolor;
use super::mask::Mask;
use super::state::{COUNT, Kind, OWNS, TricolorMove, TricolorState};

/// The names of the heuristics.
const HEURISTICS: [&str; 2] = ["main", "alt"];

/// What a piece counts in the second heuristic, by colour value: up to the third of a column, and beyond.
const ALT_STRONG: [i64; 4] = [0, 1, 3, 5];
const ALT_SPARE: [i64; 4] = [0, 1, 2, 4];
const ALT_PIECE: i64 = 100_000;

impl<M: Mask, const P: usize, const N: usize> Tricolor<M, P, N> {
    /// The sum of `worth(pieces, colour value)` over the columns a player owns.
    #[inline(always)]
    fn over_columns(
        &self,
        state: &TricolorState<P, N>,
        player: Player,
        worth: impl Fn(u32, u8) -> u32,
    ) -> u32 {
        let row = &state.men[player.index() % P];
        // Bytes past the last tile have value 0 and, whatever they hold, own nothing that counts.
        let each = row.iter().zip(&self.tables.values).map(|(&men, &value)| {
            let owned = if men & OWNS != 0 && value > 0 { men & COUNT } else { 0 };
            worth(u32::from(owned), value)
        });
        each.sum()
    }

    /// The owner's pieces times the colour value, summed over the player's columns.
    fn strength(&self, state: &TricolorState<P, N>, player: Player) -> f64 {
        f64::from(self.over_columns(state, player, |men, value| men * u32::from(value)))
    }

    /// Above all sums of squares, so that one piece more outweighs any arrangement.
    fn piece_weight(&self) -> i64 {
        (self.board.len() * self.army * self.army * 3 + 1) as i64
    }

    fn main_term(&self, state: &TricolorState<P, N>, player: Player) -> i64 {
        let men = self.over_columns(state, player, |men, _| men);
        let squares = self.over_columns(state, player, |men, value| men * men * u32::from(value));
        self.piece_weight() * i64::from(men) + i64::from(squares)
    }

    fn alt_term(&self, state: &TricolorState<P, N>, player: Player) -> i64 {
        let row = &state.men[player.index() % P];
        let columns = row[..self.board.len()].iter().zip(&self.tables.values);
        let owned = columns.filter(|(men, _)| **men & OWNS != 0);
        owned
            .map(|(&men, &value)| {
                let men = i64::from(men & COUNT);
                let value = usize::from(value & 3);
                ALT_PIECE * men + men.min(3) * ALT_STRONG[value] + (men - 3).max(0) * ALT_SPARE[value]
            })
            .sum()
    }

    /// The player's term against the mean of the others'.
    fn against_others(&self, player: Player, term: impl Fn(Player) -> i64) -> f64 {
        let others: i64 = Player::all(P).filter(|&other| other != player).map(&term).sum();
        term(player) as f64 - others as f64 / (P - 1) as f64
    }
}

impl<M: Mask, const P: usize, const N: usize> Evaluate for Tricolor<M, P, N> {
    fn heuristics(&self) -> Vec<String> {
        HEURISTICS.map(str::to_string).to_vec()
    }

    fn heuristic(&self, index: usize, state: &Self::State, player: Player) -> f64 {
        if index == 0 {
            return self.against_others(player, |p| self.main_term(state, p));
        }
        // The study's program takes 1 for each own column and gives nothing back for the opponent's.
        let columns = self.over_columns(state, player, |men, _| u32::from(men > 0));
        self.against_others(player, |p| self.alt_term(state, p)) - f64::from(columns)
    }

    /// The position score of the study, `(own - other) / (own + other)` with the strengths of all columns.
    fn standing(&self, state: &Self::State, player: Player) -> f64 {
        let own = self.strength(state, player) * (P - 1) as f64;
        let others: f64 =
            Player::all(P).filter(|&other| other != player).map(|other| self.strength(state, other)).sum();
        if own + others == 0.0 { 0.0 } else { (own - others) / (own + others) }
    }

    /// Whether no attack is forced.
    fn is_quiet(&self, state: &Self::State) -> bool {
        let kinds = self.count_kinds(state);
        kinds[Kind::Imprison as usize] + kinds[Kind::Capture as usize] == 0
    }

    fn without_draw_rules(&self) -> Option<Self> {
        (self.draw > 0).then(|| Tricolor { draw: 0, ..self.clone() })
    }
}

/// Pieces move alike in all six directions, so every way to turn or mirror the board that keeps its colours
/// keeps the game, with the same players: thirds of a turn, and the mirrors through opposite corners (see
/// [`Board::symmetries`](super::Board::symmetries)). The start is not symmetric in itself: the top-bottom mirror
/// leads to the same game with the armies on each other's places.
impl<M: Mask, const P: usize, const N: usize> Symmetry for Tricolor<M, P, N> {
    fn symmetries(&self) -> usize {
        self.board.symmetries().len()
    }

    fn mirror_state(&self, symmetry: usize, state: &Self::State) -> Self::State {
        let mut mirrored = *state;
        for (tile, &image) in self.board.symmetries()[symmetry].iter().enumerate() {
            for player in 0..P {
                mirrored.men[player][usize::from(image) & (N - 1)] = state.men[player][tile];
            }
        }
        mirrored
    }

    fn mirror_move(&self, symmetry: usize, chosen: Self::Move) -> Self::Move {
        let images = &self.board.symmetries()[symmetry];
        let image = |tile: u8| images.get(usize::from(tile)).copied().unwrap_or(tile);
        TricolorMove { from: image(chosen.from), to: image(chosen.to), ..chosen }
    }
}

impl<M: Mask, const P: usize, const N: usize> Tricolor<M, P, N> {
    /// The pieces on the board, prisoners included.
    pub fn pieces(&self, state: &<Self as Game>::State) -> u32 {
        let rows = state.men.iter().map(|row| &row[..self.board.len()]);
        rows.flatten().map(|&men| u32::from(men & COUNT)).sum()
    }
}
