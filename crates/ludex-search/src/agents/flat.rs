//! Monte Carlo without a tree, as in the study of Six.
//!
//! - Weak: so many times, draw a legal decision at random, play it and finish the game at random; play the first
//!   decision with the best result. With all games lost that is the first one drawn.
//! - Basic: finish so many random games after every legal decision, in the order of the list; play the first
//!   decision with the most wins less losses.
//! - Diminished: while the real game is in its first phase, random games end as draws where the second begins.
//!
//! The study asks what would become of a player that values defending too: [`Scoring`] says what a draw is worth and
//! how much a result fades with its distance, so that a late loss is better than an early one.

use std::cmp::Ordering;

use ludex_core::{Playable, Player, Rng, Verdict};

use crate::parts::budget::Clock;
use crate::parts::door;
use crate::{Agent, Budget, Choice, Report, Row, Stop, Value};

/// Random games longer than this count as draws, so that a game without an end cannot hang an agent.
pub const LONGEST_PLAYOUT: u32 = 20_000;

/// Which decisions get how many random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spread {
    /// This many decisions drawn at random, one game each.
    Weak(u64),
    /// This many games for every decision.
    Basic(u64),
}

/// What the end of a random game is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scoring {
    /// A drawn game, where a won one is 1 and a lost one -1.
    pub draw: f64,
    /// A result is multiplied by this for every move it is away; 1 looks at the result alone.
    pub fade: f64,
    /// Whether games end as draws where the second phase begins, until the real one has begun.
    pub diminished: bool,
}

/// Monte Carlo without a tree.
pub struct Flat<G: Playable> {
    spread: Spread,
    scoring: Scoring,
    budget: Budget,
    rng: Rng,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
}

impl<G: Playable> Flat<G> {
    /// A Monte Carlo player.
    pub fn new(spread: Spread, scoring: Scoring, seed: u64) -> Flat<G> {
        Flat {
            spread,
            scoring,
            budget: Budget::ENDLESS,
            rng: Rng::new(seed),
            moves: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// The worth of one random game after `chosen`.
    fn sample(&mut self, game: &G, state: &G::State, player: Player, chosen: G::Move, cut: bool) -> f64 {
        let mut state = door::after(game, state, chosen);
        let (mut plies, outcome);
        if cut {
            plies = 0;
            while plies < LONGEST_PLAYOUT && !door::turn(game, &state).is_over() && game.phase(&state) == 0 {
                let next = door::random_move(game, &state, &mut self.rng, &mut self.scratch);
                door::play(game, &mut state, next);
                plies += 1;
            }
            outcome = door::outcome(game, &state);
        } else {
            (plies, outcome) = door::rollout(game, &state, &mut self.rng, LONGEST_PLAYOUT, &mut self.scratch);
        }
        let result = match outcome.map(|outcome| outcome.verdict(player)) {
            Some(Verdict::Win) => 1.0,
            Some(Verdict::Loss) => -1.0,
            Some(Verdict::Draw) | None => self.scoring.draw,
        };
        if self.scoring.fade == 1.0 { result } else { result * self.scoring.fade.powi(plies as i32) }
    }
}

impl<G: Playable> Agent<G> for Flat<G> {
    fn choose(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<Choice<G::Move>> {
        let player = door::turn(game, state).player()?;
        let mut clock = Clock::by_iterations(&self.budget, stop);
        let mut moves = std::mem::take(&mut self.moves);
        door::moves(game, state, &mut moves);
        let cut = self.scoring.diminished && game.phase(state) == 0;
        let mut totals = vec![(0u64, 0.0f64); moves.len()];
        let mut chosen = None;
        match self.spread {
            Spread::Weak(cursors) => {
                let mut best = f64::NEG_INFINITY;
                for _ in 0..cursors {
                    let at = self.rng.below(moves.len() as u32) as usize;
                    if chosen.is_some() && clock.tick() {
                        break;
                    }
                    let result = self.sample(game, state, player, moves[at], cut);
                    totals[at] = (totals[at].0 + 1, totals[at].1 + result);
                    if result > best {
                        best = result;
                        chosen = Some(at);
                    }
                }
            }
            Spread::Basic(playouts) => {
                'all: for at in 0..moves.len() {
                    for _ in 0..playouts {
                        if clock.tick() {
                            break 'all;
                        }
                        let result = self.sample(game, state, player, moves[at], cut);
                        totals[at] = (totals[at].0 + 1, totals[at].1 + result);
                    }
                }
                // With a stop in between, means are compared; otherwise that is the same as comparing sums.
                let mut best = 0;
                for at in 1..moves.len() {
                    if compare_means(totals[at], totals[best]) == Ordering::Greater {
                        best = at;
                    }
                }
                chosen = Some(best);
            }
        }
        let at = chosen.unwrap_or(0);
        let playouts = totals.iter().map(|total| total.0).sum();
        let value = |(games, sum): (u64, f64)| match games {
            0 => Value::Unknown,
            _ => Value::Expected(sum / games as f64),
        };
        let report = Report {
            value: value(totals[at]),
            depth: 1,
            nodes: moves.len() as u64,
            playouts,
            rows: moves
                .iter()
                .zip(&totals)
                .map(|(&chosen, &total)| Row { chosen, visits: total.0, value: value(total) })
                .collect(),
            time: clock.elapsed(),
            ..Report::default()
        };
        let chosen = moves[at];
        self.moves = moves;
        Some(Choice { chosen, report })
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }
}

/// Orders (games, sum) by their means; a move without games counts as lost.
fn compare_means(a: (u64, f64), b: (u64, f64)) -> Ordering {
    let mean = |(games, sum): (u64, f64)| if games == 0 { -2.0 } else { sum / games as f64 };
    mean(a).total_cmp(&mean(b))
}
