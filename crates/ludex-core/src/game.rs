//! The contract between games and everything that plays, solves, measures or shows them.
//!
//! Rules are an immutable value shared by all threads; a state is plain data without a pointer back to the
//! rules; a move is small and `Copy`. Agents, solvers and measurements are generic over [`Game`] and compiled
//! for each game, so no dynamic call sits in a hot loop.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Player, Rng};

/// Whose decision a state waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A player chooses among the legal moves. The same player may be on turn several times in a row.
    Player(Player),
    /// Chance chooses: a die, a draw, a random set-up. The "moves" are the possible events.
    Chance,
    /// The game has ended; [`Game::outcome`] tells how.
    Over,
}

impl Turn {
    /// The player who decides, if a player does.
    pub fn player(self) -> Option<Player> {
        match self {
            Turn::Player(player) => Some(player),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Whether the game has ended.
    #[inline]
    pub fn is_over(self) -> bool {
        self == Turn::Over
    }
}

/// The rules of a game.
///
/// Required is only what the rules must say; the other methods have defaults made from those, which a game
/// replaces where it knows a faster way that gives the same answer.
///
/// ```
/// use ludex_core::examples::Nim;
/// use ludex_core::{Game, Rng, Turn};
///
/// let game = Nim::new(7);
/// let mut state = game.start();
/// let mut rng = Rng::new(1);
/// let mut moves = Vec::new();
/// while let Turn::Player(_) = game.turn(&state) {
///     let chosen = game.random_move(&state, &mut rng, &mut moves);
///     game.play(&mut state, chosen);
/// }
/// assert!(game.outcome(&state).unwrap().winner().is_some());
/// ```
pub trait Game: Send + Sync + Sized + 'static {
    /// A position with all that the rules need to know of the past.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One decision. Its effects are computed when it is played.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// How many players there are: 1 (a puzzle) to [`MAX_PLAYERS`](crate::MAX_PLAYERS).
    fn players(&self) -> usize;

    /// The team a player belongs to, numbered from 0. Players of a team win and lose together.
    #[inline]
    fn team(&self, player: Player) -> usize {
        player.index()
    }

    /// The position in which the game begins (before chance has set anything up).
    fn start(&self) -> Self::State;

    /// Whose decision `state` waits for.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Writes every legal move to `moves` (cleared first), each once, in an order that depends on the state
    /// alone. At a chance turn, the possible events. Never empty unless the game is over: where the rules let
    /// a player who cannot move pass, the pass is a move.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Plays a legal move. What an illegal one does is unspecified, but it must not break memory safety;
    /// ask [`is_legal`](Game::is_legal) about moves that come from outside.
    fn play(&self, state: &mut Self::State, chosen: Self::Move);

    /// How the game ended; `None` exactly as long as it goes on.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// A 64-bit key of the position, kept up to date move by move where that is cheaper. Equal states have
    /// equal keys. Whatever may change which moves and results lie ahead belongs in it, save counters and
    /// histories of draw rules, which a game may leave out (search treats equal keys as one position).
    fn key(&self, state: &Self::State) -> u64;

    /// The position without what no rule will read again, such as the number of the turn where none asks for it.
    /// Positions with the same essence have the same moves and results before them, save that a limit on the length
    /// of games may end one of them sooner, as a draw.
    fn essence(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// A name for the move that does not depend on the position, so that statistics over moves (history
    /// tables, MAST, GRAVE) can be kept across positions. Different moves of one position get different ids.
    fn move_id(&self, chosen: Self::Move) -> u32;

    /// The key computed anew from the position. Games that keep their key incrementally override this, and
    /// the conformance kit compares the two.
    fn key_from_scratch(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// The number of legal moves.
    fn count_moves(&self, state: &Self::State, scratch: &mut Vec<Self::Move>) -> usize {
        self.moves(state, scratch);
        scratch.len()
    }

    /// Whether `chosen` is among the legal moves.
    fn is_legal(&self, state: &Self::State, chosen: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.contains(&chosen)
    }

    /// Draws a move uniformly among the legal ones; at a chance turn, an event with its own probability.
    /// The game must not be over.
    #[inline]
    fn random_move(&self, state: &Self::State, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Self::Move {
        self.moves(state, scratch);
        scratch[rng.below(scratch.len() as u32) as usize]
    }

    /// The events of a chance turn with their probabilities, which sum to 1.
    fn chances(&self, state: &Self::State, events: &mut Vec<(Self::Move, f64)>) {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let each = 1.0 / moves.len() as f64;
        events.clear();
        events.extend(moves.into_iter().map(|event| (event, each)));
    }

    /// Plays uniformly random moves until the game ends or `limit` moves were made, and returns their number.
    /// A game may override this to avoid listing moves, as long as each move stays uniform over the legal
    /// ones.
    #[inline]
    fn playout(
        &self,
        state: &mut Self::State,
        rng: &mut Rng,
        limit: u32,
        scratch: &mut Vec<Self::Move>,
    ) -> u32 {
        let mut plies = 0;
        while plies < limit && !self.turn(state).is_over() {
            let chosen = self.random_move(state, rng, scratch);
            self.play(state, chosen);
            plies += 1;
        }
        plies
    }

    /// A playout of which only its length and result are wanted: how many moves were made, and how the game ended
    /// if it did. `state` stays as it is. A game may override this to play without a position of its own, as long
    /// as a seed gives the same as [`playout`](Game::playout).
    #[inline]
    fn rollout(
        &self,
        state: &Self::State,
        rng: &mut Rng,
        limit: u32,
        scratch: &mut Vec<Self::Move>,
    ) -> (u32, Option<Outcome>) {
        let mut end = state.clone();
        let plies = self.playout(&mut end, rng, limit, scratch);
        (plies, self.outcome(&end))
    }
}
