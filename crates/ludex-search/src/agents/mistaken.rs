//! An agent that errs: now and then it plays any legal move. Levels of difficulty are made of it.

use ludex_core::{Game, Rng, derive_seed};

use crate::parts::door;
use crate::{Agent, Budget, Choice, Stop};

/// Plays as another agent, but a random move with a fixed probability.
pub struct Mistaken<G: Game> {
    agent: Box<dyn Agent<G>>,
    rate: f64,
    rng: Rng,
    scratch: Vec<G::Move>,
}

impl<G: Game> Mistaken<G> {
    /// An agent that errs with probability `rate`.
    pub fn new(agent: Box<dyn Agent<G>>, rate: f64, seed: u64) -> Mistaken<G> {
        Mistaken { agent, rate, rng: Rng::new(derive_seed(seed, 0, 3)), scratch: Vec::new() }
    }
}

impl<G: Game> Agent<G> for Mistaken<G> {
    fn choose(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<Choice<G::Move>> {
        door::turn(game, state).player()?;
        if self.rng.chance(self.rate) {
            return Some(Choice::blind(door::random_move(game, state, &mut self.rng, &mut self.scratch)));
        }
        self.agent.choose(game, state, stop)
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(derive_seed(seed, 0, 3));
        self.agent.reset(seed);
    }

    fn set_budget(&mut self, budget: Budget) {
        self.agent.set_budget(budget);
    }
}
