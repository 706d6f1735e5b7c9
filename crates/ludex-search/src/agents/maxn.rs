//! Max^n: with more than two sides, every player maximises its own value.
//!
//! Luckhardt and Irani (1986). Values of one player say little about those of another, so lines are cut only where
//! a player has already won.

use ludex_core::{MAX_PLAYERS, Playable, Player, Rng, Turn};

use crate::agents::many::{Below, deepen};
use crate::parts::budget::Clock;
use crate::parts::door;
use crate::parts::expected::Expected;
use crate::parts::judge::{Ends, Judge, WON, worth};
use crate::parts::sides::Sides;
use crate::{Agent, Budget, Choice, Stop};

/// Search in which every player plays for itself.
pub struct MaxN<G: Playable> {
    judge: Judge,
    budget: Budget,
    sides: Sides,
    rng: Rng,
    buffers: Vec<Vec<G::Move>>,
}

impl<G: Playable> MaxN<G> {
    /// A player of a game.
    pub fn new(game: &G, judge: Judge, budget: Budget, seed: u64) -> MaxN<G> {
        MaxN { judge, budget, sides: Sides::of(game), rng: Rng::new(seed), buffers: Vec::new() }
    }
}

/// A value for every player.
type Values = [f64; MAX_PLAYERS];

struct Search<'a, G: Playable> {
    game: &'a G,
    judge: &'a Judge,
    sides: Sides,
    root: Player,
    clock: Clock<'a>,
    buffers: &'a mut Vec<Vec<G::Move>>,
}

impl<G: Playable> Search<'_, G> {
    fn judged(&self, state: &G::State) -> Values {
        let mut values = [0.0; MAX_PLAYERS];
        for player in Player::all(self.sides.players()) {
            values[player.index()] = self.judge.judge(self.game, state, player, None);
        }
        values
    }

    fn values(&mut self, state: &G::State, depth: u32, ply: u32) -> Values {
        if let Some(outcome) = door::outcome(self.game, state) {
            let mut values = [0.0; MAX_PLAYERS];
            for player in Player::all(self.sides.players()) {
                values[player.index()] = worth(&self.sides, &outcome, player, Ends::Result, ply);
            }
            return values;
        }
        if depth == 0 || self.clock.tick() {
            return self.judged(state);
        }
        let mover = match door::turn(self.game, state) {
            Turn::Player(mover) => mover,
            Turn::Chance => return self.chance(state, depth, ply),
            Turn::Over => return self.judged(state),
        };
        let mut moves = self.buffers.pop().unwrap_or_default();
        door::moves(self.game, state, &mut moves);
        let mut best = [f64::NEG_INFINITY; MAX_PLAYERS];
        for &chosen in &moves {
            let next = door::after(self.game, state, chosen);
            let values = self.values(&next, depth - 1, ply + 1);
            if values[mover.index()] > best[mover.index()] {
                best = values;
            }
            if self.clock.is_out() || best[mover.index()] >= WON - f64::from(ply + 1) {
                break;
            }
        }
        self.buffers.push(moves);
        best
    }

    fn chance(&mut self, state: &G::State, depth: u32, ply: u32) -> Values {
        let mut events = Vec::new();
        self.game.chances(state, &mut events);
        let mut all = [Expected::NOTHING; MAX_PLAYERS];
        for (event, probability) in events {
            let next = door::after(self.game, state, event);
            let values = self.values(&next, depth - 1, ply + 1);
            all.iter_mut().zip(values).for_each(|(all, value)| all.add(probability, value));
        }
        all.map(Expected::value)
    }
}

impl<'a, G: Playable> Below<'a, G> for Search<'a, G> {
    fn is_exact(&self) -> bool {
        true
    }

    fn value_below(&mut self, next: &G::State, depth: u32, _: f64) -> f64 {
        self.values(next, depth, 1)[self.root.index()]
    }

    fn clock(&mut self) -> &mut Clock<'a> {
        &mut self.clock
    }
}

impl<G: Playable> Agent<G> for MaxN<G> {
    fn choose(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<Choice<G::Move>> {
        let root = door::turn(game, state).player()?;
        let clock = Clock::by_nodes(&self.budget, stop);
        let (judge, sides, buffers) = (&self.judge, self.sides, &mut self.buffers);
        let mut search = Search { game, judge, sides, root, clock, buffers };
        deepen(&mut search, game, state, &self.budget, &mut self.rng)
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }
}
