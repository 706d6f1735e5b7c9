//! Best-reply search for more than two sides (BRS+).
//!
//! Schadd and Winands (2011), with the legal order of turns as in Esser, Gras, Winands, Schadd and Lanctot (2013):
//! between two turns of the root player only one opponent chooses freely, against the root player; the others play
//! the move that looks best to themselves. So the search looks further ahead than one in which all opponents
//! choose, without turning them into one enemy as paranoid search does.

use ludex_core::{Playable, Player, Rng, Turn};

use crate::agents::many::{Below, deepen};
use crate::parts::budget::Clock;
use crate::parts::door;
use crate::parts::expected::Expected;
use crate::parts::judge::{Ends, Judge, worth};
use crate::parts::sides::Sides;
use crate::{Agent, Budget, Choice, Stop};

/// Best-reply search.
pub struct BestReply<G: Playable> {
    judge: Judge,
    budget: Budget,
    sides: Sides,
    rng: Rng,
    buffers: Vec<Vec<G::Move>>,
}

impl<G: Playable> BestReply<G> {
    /// A player of a game.
    pub fn new(game: &G, judge: Judge, budget: Budget, seed: u64) -> BestReply<G> {
        BestReply { judge, budget, sides: Sides::of(game), rng: Rng::new(seed), buffers: Vec::new() }
    }
}

struct Search<'a, G: Playable> {
    game: &'a G,
    judge: &'a Judge,
    sides: Sides,
    root: Player,
    clock: Clock<'a>,
    buffers: &'a mut Vec<Vec<G::Move>>,
}

impl<G: Playable> Search<'_, G> {
    fn judged(&self, state: &G::State, player: Player, ply: u32) -> f64 {
        match door::outcome(self.game, state) {
            Some(outcome) => worth(&self.sides, &outcome, player, Ends::Result, ply),
            None => self.judge.judge(self.game, state, player, None),
        }
    }

    /// The value for the root player; `replied` says that an opponent has already chosen freely since the root
    /// player's last turn.
    fn value(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: u32,
        mut alpha: f64,
        mut beta: f64,
        replied: bool,
    ) -> f64 {
        let turn = door::turn(self.game, state);
        if depth == 0 || turn.is_over() || self.clock.tick() {
            return self.judged(state, self.root, ply);
        }
        let Turn::Player(mover) = turn else {
            return self.chance(state, depth, ply, replied);
        };
        let mut moves = self.buffers.pop().unwrap_or_default();
        door::moves(self.game, state, &mut moves);
        let own = self.sides.together(mover, self.root);
        let mut best = if own { f64::NEG_INFINITY } else { f64::INFINITY };
        // An opponent's own choice stands first, so that free replies are measured against it.
        let natural = if own { None } else { self.natural(state, mover, ply, &moves) };
        if let Some(at) = natural {
            moves.swap(0, at);
        }
        for (at, &chosen) in moves.iter().enumerate() {
            if natural.is_some() && replied && at > 0 {
                break;
            }
            let next = door::after(self.game, state, chosen);
            let used = !own && (replied || at > 0);
            let value = self.value(&next, depth - 1, ply + 1, alpha, beta, used);
            if own {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta || self.clock.is_out() {
                break;
            }
        }
        self.buffers.push(moves);
        best
    }

    fn chance(&mut self, state: &G::State, depth: u32, ply: u32, replied: bool) -> f64 {
        let mut events = Vec::new();
        self.game.chances(state, &mut events);
        let mut all = Expected::NOTHING;
        for (event, probability) in events {
            let next = door::after(self.game, state, event);
            let value = self.value(&next, depth - 1, ply + 1, f64::NEG_INFINITY, f64::INFINITY, replied);
            all.add(probability, value);
        }
        all.value()
    }

    /// The move that looks best to the player who makes it.
    fn natural(&self, state: &G::State, mover: Player, ply: u32, moves: &[G::Move]) -> Option<usize> {
        let mut best = (None, f64::NEG_INFINITY);
        for (at, &chosen) in moves.iter().enumerate() {
            let next = door::after(self.game, state, chosen);
            let value = self.judged(&next, mover, ply + 1);
            if value > best.1 {
                best = (Some(at), value);
            }
        }
        best.0
    }
}

impl<'a, G: Playable> Below<'a, G> for Search<'a, G> {
    fn is_exact(&self) -> bool {
        false
    }

    fn value_below(&mut self, next: &G::State, depth: u32, alpha: f64) -> f64 {
        self.value(next, depth, 1, alpha, f64::INFINITY, false)
    }

    fn clock(&mut self) -> &mut Clock<'a> {
        &mut self.clock
    }
}

impl<G: Playable> Agent<G> for BestReply<G> {
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
