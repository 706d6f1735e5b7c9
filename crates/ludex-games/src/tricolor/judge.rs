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
const ALT_STRONG: [u16; 4] = [0, 1, 3, 5];
const ALT_SPARE: [u16; 4] = [0, 1, 2, 4];
const ALT_PIECE: u32 = 100_000;

impl<M: Mask, const P: usize, const N: usize> Tricolor<M, P, N> {
    /// For every player the sum of `worth(pieces, colour value)` over the columns of that player. All sums stay
    /// far below 65,536 on every board, and small numbers are summed up sixteen at a time.
    #[inline(always)]
    fn over_columns(&self, state: &TricolorState<P, N>, worth: impl Fn(u16, u16) -> u16) -> [u32; P] {
        let mut sums = [0u16; P];
        // All of the array, so that the loop has a fixed length; past the last tile the value is 0.
        for (player, sum) in sums.iter_mut().enumerate() {
            for (tile, &value) in self.tables.values.iter().enumerate() {
                let men = state.cell(tile)[player];
                let owned = if men & OWNS != 0 && value > 0 { men & COUNT } else { 0 };
                *sum = sum.wrapping_add(worth(u16::from(owned), u16::from(value)));
            }
        }
        sums.map(u32::from)
    }

    /// The strength of all columns of each player, as the position score counts it.
    pub(super) fn strengths(&self, state: &TricolorState<P, N>) -> [i32; P] {
        self.over_columns(state, |men, value| men * value).map(|strength| strength as i32)
    }

    /// Above all sums of squares, so that one piece more outweighs any arrangement.
    fn piece_weight(&self) -> u32 {
        (self.board.len() * self.army * self.army * 3 + 1) as u32
    }

    /// A weight for every piece plus something for its place.
    fn terms(&self, state: &TricolorState<P, N>, weight: u32, places: [u32; P]) -> [u32; P] {
        let men = self.over_columns(state, |men, _| men);
        std::array::from_fn(|player| weight * men[player] + places[player])
    }

    fn main_terms(&self, state: &TricolorState<P, N>) -> [u32; P] {
        let squares = self.over_columns(state, |men, value| men * men * value);
        self.terms(state, self.piece_weight(), squares)
    }

    fn alt_terms(&self, state: &TricolorState<P, N>) -> [u32; P] {
        let places = self.over_columns(state, |men, value| {
            let value = usize::from(value & 3);
            men.min(3) * ALT_STRONG[value] + men.saturating_sub(3) * ALT_SPARE[value]
        });
        self.terms(state, ALT_PIECE, places)
    }

    /// A player's term against the mean of the others'.
    fn against_others(&self, player: Player, terms: [u32; P]) -> f64 {
        let own = f64::from(terms[player.index() % P]);
        let all: f64 = terms.into_iter().map(f64::from).sum();
        own - (all - own) / (P - 1) as f64
    }
}

impl<M: Mask, const P: usize, const N: usize> Evaluate for Tricolor<M, P, N> {
    fn heuristics(&self) -> Vec<String> {
        HEURISTICS.map(str::to_string).to_vec()
    }

    fn heuristic(&self, index: usize, state: &Self::State, player: Player) -> f64 {
        if index == 0 {
            return self.against_others(player, self.main_terms(state));
        }
        // The study's program takes 1 for each own column and gives nothing back for the opponent's.
        let columns = self.over_columns(state, |men, _| u16::from(men > 0));
        self.against_others(player, self.alt_terms(state)) - f64::from(columns[player.index() % P])
    }

    /// The position score of the study, `(own - other) / (own + other)` with the strengths of all columns.
    fn standing(&self, state: &Self::State, player: Player) -> f64 {
        let strengths = self.strengths(state).map(f64::from);
        let own = strengths[player.index() % P];
        let others = strengths.into_iter().sum::<f64>() - own;
        let own = own * (P - 1) as f64;
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
            mirrored.set_cell(usize::from(image), state.cell(tile));
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
        let cells = (0..self.board.len()).flat_map(|tile| state.cell(tile));
        cells.map(|men| u32::from(men & COUNT)).sum()
    }
}
