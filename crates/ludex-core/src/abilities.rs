//! What a game may be able to do beyond its rules. Each ability is a small trait whose default says "not
//! able", so that a new game writes the rules first and adds abilities one by one; an agent or a measurement
//! asks for what it needs and says in a sentence when it is missing.

use crate::{Game, Layout, Marks, Player, Scene, TextError};

/// What a game is called and how it is played, in words.
pub trait Describe: Game {
    /// The name by which the catalogue finds exactly this game again, with the parameters that differ from
    /// the defaults: `tria(rows=7,cols=8)`.
    fn name(&self) -> String;

    /// The rules in plain words, for a person who has never seen the game. Paragraphs are separated by an
    /// empty line; list items begin with "- ".
    fn rules(&self) -> String;

    /// What the players are called, in order ("Black", "White").
    fn player_names(&self) -> Vec<String> {
        Player::all(self.players()).map(|player| format!("Player {player}")).collect()
    }
}

/// Moves and positions as text that reads back to the same thing.
pub trait Text: Game {
    /// A legal move of `state` as a player writes it. Different legal moves of a state are written differently,
    /// without spaces.
    fn write_move(&self, state: &Self::State, chosen: Self::Move) -> String;

    /// Reads a legal move of `state`.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, TextError> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let text = text.trim();
        moves
            .iter()
            .copied()
            .find(|&m| self.write_move(state, m) == text)
            .ok_or_else(|| TextError::illegal_move(text, moves.iter().map(|&m| self.write_move(state, m))))
    }

    /// The position on one line.
    fn write_position(&self, state: &Self::State) -> String;

    /// Reads a position, refusing with a reason what cannot be.
    fn read_position(&self, text: &str) -> Result<Self::State, TextError>;
}

/// What a person sees.
pub trait Draw: Game {
    /// The board with everything on it, in space.
    fn scene(&self, state: &Self::State) -> Scene;

    /// Which sites a move concerns, so that it can be chosen by pointing and shown when played.
    fn marks(&self, state: &Self::State, chosen: Self::Move) -> Marks;
}

/// The most terms a heuristic may be the weighted sum of.
pub const MAX_TERMS: usize = 8;

/// Judging positions without searching.
pub trait Evaluate: Game {
    /// The names of the heuristics, best first; empty if the game has none.
    fn heuristics(&self) -> Vec<String> {
        Vec::new()
    }

    /// A heuristic in its own unit: larger is better for `player`. `index` is below the number of
    /// [`heuristics`](Evaluate::heuristics).
    fn heuristic(&self, index: usize, state: &Self::State, player: Player) -> f64 {
        let _ = (index, state, player);
        0.0
    }

    /// The standing of `player` between -1 (lost) and 1 (won), for measurements and for search that mixes it
    /// with results. In a two-player game the two players' standings sum to 0.
    fn standing(&self, state: &Self::State, player: Player) -> f64 {
        let _ = (state, player);
        0.0
    }

    /// A heuristic that may look at how the position came about: `last` is the most recent move of `player`
    /// on the line that was searched, if there was one.
    fn heuristic_after(
        &self,
        index: usize,
        state: &Self::State,
        player: Player,
        last: Option<Self::Move>,
    ) -> f64 {
        let _ = last;
        self.heuristic(index, state, player)
    }

    /// The terms of which the first heuristic is the weighted sum, as it sees them for `player`: written to the front
    /// of `terms`, and their number returned, so that other weights can be tried. 0 if it is no such sum.
    fn terms(
        &self,
        state: &Self::State,
        player: Player,
        last: Option<Self::Move>,
        terms: &mut [f64; MAX_TERMS],
    ) -> usize {
        let _ = (state, player, last, terms);
        0
    }

    /// The points `player` has so far, in games that count points from the first move on.
    fn score(&self, state: &Self::State, player: Player) -> Option<i32> {
        let _ = (state, player);
        None
    }

    /// The stage of the game, counted from 0: in Six, 1 once all tiles have been laid.
    fn phase(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// Whether nothing is about to be taken. Search does not trust its judgement of a position that is not
    /// quiet, such as one with a forced capture, and looks further.
    fn is_quiet(&self, state: &Self::State) -> bool {
        let _ = state;
        true
    }

    /// The same game on the same states without its rules against endless play (a limit of turns without a
    /// capture), for studies whose playouts ignored them; `None` if there are none to leave out.
    fn without_draw_rules(&self) -> Option<Self> {
        None
    }
}

/// Board symmetries: ways to turn or mirror a position without changing the game.
pub trait Symmetry: Game {
    /// How many symmetries there are. Number 0 is the identity.
    fn symmetries(&self) -> usize {
        1
    }

    /// The position seen through a symmetry.
    fn mirror_state(&self, symmetry: usize, state: &Self::State) -> Self::State {
        let _ = symmetry;
        state.clone()
    }

    /// The move seen through a symmetry.
    fn mirror_move(&self, symmetry: usize, chosen: Self::Move) -> Self::Move {
        let _ = symmetry;
        chosen
    }

    /// The smallest key among all symmetric positions: equal for positions that are the same up to symmetry.
    fn canonical_key(&self, state: &Self::State) -> u64 {
        (1..self.symmetries())
            .map(|symmetry| self.key(&self.mirror_state(symmetry, state)))
            .fold(self.key(state), u64::min)
    }
}

/// Taking a move back, for games where that is cheaper than copying the state.
pub trait Undo: Game {
    /// What must be remembered to take a move back.
    type Memory;

    /// Plays a move and returns what is needed to take it back.
    fn play_remembering(&self, state: &mut Self::State, chosen: Self::Move) -> Self::Memory;

    /// Takes the last move back.
    fn undo(&self, state: &mut Self::State, chosen: Self::Move, memory: Self::Memory);
}

/// Positions numbered without gaps, for tables of exact values. Positions fall into layers (in mancala, by the
/// number of seeds in play); moves lead within a layer or to a lower one.
pub trait Index: Game {
    /// How many positions a layer has.
    fn layer_size(&self, layer: u32) -> u64;

    /// The layer of a position and its number there; `None` if the position is not covered.
    fn index(&self, state: &Self::State) -> Option<(u32, u64)>;

    /// The position with this number.
    fn state_at(&self, layer: u32, index: u64) -> Self::State;
}

/// A game with all that the command line, the server and the lab expect. Implemented for every game that has
/// the abilities (an ability not had is one empty `impl`).
pub trait Playable: Describe + Text + Draw + Evaluate + Layout + Symmetry {}

impl<G: Describe + Text + Draw + Evaluate + Layout + Symmetry> Playable for G {}
