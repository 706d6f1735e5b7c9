//! Best-reply search for more than two sides (BRS+).
//!
//! Schadd and Winands (2011), with the legal order of turns as in Esser, Gras, Winands, Schadd and Lanctot (2013):
//! between two turns of the root player only one opponent chooses freely, against the root player; the others play
//! the move that looks best to themselves. So the search looks further ahead than one in which all opponents
//! choose, without turning them into one enemy as paranoid search does.

use ludex_core::{Playable, Player, Rng, Turn};

use crate::agents::minimax::as_value;
use crate::parts::budget::Clock;
use crate::parts::door;
use crate::parts::judge::{Ends, Judge, WON, worth};
use crate::parts::sides::Sides;
use crate::{Agent, Budget, Choice, Report, Row, Stop};

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
        let mut mean = 0.0;
        for (event, probability) in events {
            let next = door::after(self.game, state, event);
            let value = self.value(&next, depth - 1, ply + 1, f64::NEG_INFINITY, f64::INFINITY, replied);
            mean += probability * value;
        }
        mean
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

impl<G: Playable> Agent<G> for BestReply<G> {
    fn choose(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<Choice<G::Move>> {
        let root = door::turn(game, state).player()?;
        let mut moves = Vec::new();
        door::moves(game, state, &mut moves);
        self.rng.shuffle(&mut moves);
        let mut search = Search {
            game,
            judge: &self.judge,
            sides: self.sides,
            root,
            clock: Clock::by_nodes(&self.budget, stop),
            buffers: &mut self.buffers,
        };
        let mut found: Vec<(f64, G::Move)> =
            moves.iter().map(|&chosen| (f64::NEG_INFINITY, chosen)).collect();
        let mut depth = 0;
        for step in 1..=self.budget.depth.unwrap_or(200) {
            let mut values = Vec::with_capacity(moves.len());
            let mut alpha = f64::NEG_INFINITY;
            for &(_, chosen) in &found {
                let next = door::after(game, state, chosen);
                let value = search.value(&next, step - 1, 1, alpha, f64::INFINITY, false);
                // A move that only reaches what is had already does not pass it.
                values.push(if value > alpha { value } else { value.min(alpha) });
                alpha = alpha.max(value);
                if search.clock.is_out() {
                    break;
                }
            }
            if search.clock.is_out() && depth > 0 {
                break;
            }
            for (slot, value) in found.iter_mut().zip(values) {
                slot.0 = value;
            }
            let best = found.iter().map(|slot| slot.0).fold(f64::NEG_INFINITY, f64::max);
            let first = found.iter().position(|slot| slot.0 == best).unwrap_or(0);
            found[..=first].rotate_right(1);
            depth = step;
            if search.clock.look() || best.abs() > WON * 0.75 || search.clock.share() > 0.6 {
                break;
            }
        }
        let (best, chosen) = found[0];
        let report = Report {
            value: as_value(best),
            depth,
            nodes: search.clock.spent(),
            line: vec![chosen],
            rows: vec![Row { chosen, visits: 1, value: as_value(best) }],
            time: search.clock.elapsed(),
            ..Report::default()
        };
        Some(Choice { chosen, report })
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }
}
