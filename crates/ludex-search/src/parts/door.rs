//! The rules through one door: a single compiled copy of each rule for a game.
//!
//! Engines are written to be inlined into their own playouts. Inlined into every agent as well they would be
//! compiled dozens of times for each game, for no measurable gain: here a call is small beside the rule.

use ludex_core::{Game, Outcome, Rng, Turn};

/// [`Game::turn`].
#[inline(never)]
pub fn turn<G: Game>(game: &G, state: &G::State) -> Turn {
    game.turn(state)
}

/// [`Game::moves`].
#[inline(never)]
pub fn moves<G: Game>(game: &G, state: &G::State, moves: &mut Vec<G::Move>) {
    game.moves(state, moves);
}

/// [`Game::play`].
#[inline(never)]
pub fn play<G: Game>(game: &G, state: &mut G::State, chosen: G::Move) {
    game.play(state, chosen);
}

/// The position after a move.
#[inline(never)]
pub fn after<G: Game>(game: &G, state: &G::State, chosen: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, chosen);
    next
}

/// [`Game::outcome`].
#[inline(never)]
pub fn outcome<G: Game>(game: &G, state: &G::State) -> Option<Outcome> {
    game.outcome(state)
}

/// [`Game::random_move`].
#[inline(never)]
pub fn random_move<G: Game>(
    game: &G,
    state: &G::State,
    rng: &mut Rng,
    scratch: &mut Vec<G::Move>,
) -> G::Move {
    game.random_move(state, rng, scratch)
}

/// [`Game::playout`].
#[inline(never)]
pub fn playout<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    limit: u32,
    scratch: &mut Vec<G::Move>,
) -> u32 {
    game.playout(state, rng, limit, scratch)
}

/// [`Game::rollout`].
#[inline(never)]
pub fn rollout<G: Game>(
    game: &G,
    state: &G::State,
    rng: &mut Rng,
    limit: u32,
    scratch: &mut Vec<G::Move>,
) -> (u32, Option<Outcome>) {
    game.rollout(state, rng, limit, scratch)
}
