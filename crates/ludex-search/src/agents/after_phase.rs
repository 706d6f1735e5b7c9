//! Random until the second phase of the game begins, then another agent: the "second-phase-focused" players of
//! the study of Six.

use ludex_core::{Playable, Rng, derive_seed};

use crate::parts::door;
use crate::{Agent, Budget, Choice, Stop};

/// Plays at random in the first phase of the game and as another agent afterwards.
pub struct AfterPhaseOne<G: Playable> {
    agent: Box<dyn Agent<G>>,
    rng: Rng,
    scratch: Vec<G::Move>,
}

impl<G: Playable> AfterPhaseOne<G> {
    /// Wraps an agent.
    pub fn new(agent: Box<dyn Agent<G>>, seed: u64) -> AfterPhaseOne<G> {
        AfterPhaseOne { agent, rng: Rng::new(seed), scratch: Vec::new() }
    }
}

impl<G: Playable> Agent<G> for AfterPhaseOne<G> {
    fn choose(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<Choice<G::Move>> {
        door::turn(game, state).player()?;
        if game.phase(state) == 0 {
            return Some(Choice::blind(door::random_move(game, state, &mut self.rng, &mut self.scratch)));
        }
        self.agent.choose(game, state, stop)
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.agent.reset(derive_seed(seed, 1, 0));
    }

    fn set_budget(&mut self, budget: Budget) {
        self.agent.set_budget(budget);
    }
}
