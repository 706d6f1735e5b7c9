//! A game with an agent that thinks about it, whatever their types.

use ludex_core::{AnySession, Playable, Session, Spec, SpecError, Visitor};

use crate::{Agent, Budget, Stop, WrittenReport, open};

/// A game in progress and the agent that is asked about it.
pub trait Thinker: Send {
    /// The game in progress.
    fn session(&mut self) -> &mut dyn AnySession;
    /// Lets the agent think about the present position; `None` if it has nothing to decide. The first move of the
    /// report's line is the one it plays.
    fn think(&mut self, budget: Option<Budget>, stop: &Stop) -> Option<WrittenReport>;
    /// Makes the agent forget everything.
    fn reset(&mut self, seed: u64);
}

/// The visitor that seats an agent at a game.
pub struct Sit<'a> {
    /// The agent.
    pub agent: &'a Spec,
    /// The seed of its randomness.
    pub seed: u64,
}

impl Visitor for Sit<'_> {
    type Output = Result<Box<dyn Thinker>, SpecError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let mut agent = open(self.agent, &game)?;
        agent.reset(self.seed);
        Ok(Box::new(Seated { spec: self.agent.clone(), agent, session: Session::new(game), changed: false }))
    }
}

struct Seated<G: Playable> {
    spec: Spec,
    agent: Box<dyn Agent<G>>,
    session: Session<G>,
    /// Whether the agent has a budget that is not its own.
    changed: bool,
}

impl<G: Playable> Thinker for Seated<G> {
    fn session(&mut self) -> &mut dyn AnySession {
        &mut self.session
    }

    fn think(&mut self, budget: Option<Budget>, stop: &Stop) -> Option<WrittenReport> {
        let game = self.session.game();
        match budget {
            Some(budget) => {
                self.agent.set_budget(budget);
                self.changed = true;
            }
            // An agent cannot tell its own budget, so it is opened anew.
            None if self.changed => {
                self.agent = open(&self.spec, game).ok()?;
                self.changed = false;
            }
            None => {}
        }
        let state = self.session.state();
        Some(self.agent.choose(game, state, stop)?.write(game, state))
    }

    fn reset(&mut self, seed: u64) {
        self.agent.reset(seed);
    }
}
