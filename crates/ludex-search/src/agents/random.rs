//! Random: every legal move equally likely.

use ludex_core::{Game, Rng};

use crate::parts::door;
use crate::{Agent, Choice, Stop};

/// Plays uniformly random legal moves.
pub struct Random<G: Game> {
    rng: Rng,
    scratch: Vec<G::Move>,
}

impl<G: Game> Random<G> {
    /// A random player.
    pub fn new(seed: u64) -> Random<G> {
        Random { rng: Rng::new(seed), scratch: Vec::new() }
    }
}

impl<G: Game> Agent<G> for Random<G> {
    fn choose(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<Choice<G::Move>> {
        self.choose_move(game, state, stop).map(Choice::blind)
    }

    fn choose_move(&mut self, game: &G, state: &G::State, _: &Stop) -> Option<G::Move> {
        door::turn(game, state).player()?;
        Some(door::random_move(game, state, &mut self.rng, &mut self.scratch))
    }

    fn is_silent(&self) -> bool {
        true
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
