//! Minimax as the studies ran it: full width to a fixed depth, with or without alpha-beta, without tables.
//!
//! Every move costs one ply, also when the same player moves again; a node maximises when the root player's
//! side is on turn and minimises otherwise, chance is averaged. Every root move gets its exact value, so pruning
//! cannot change the choice.

use ludex_core::{Playable, Player, Rng, Turn};

use crate::parts::budget::Clock;
use crate::parts::door;
use crate::parts::expected::{Expected, is_certain};
use crate::parts::judge::{Ends, Judge, WON};
use crate::parts::sides::Sides;
use crate::parts::tables::{Known, sure_value};
use crate::{Agent, Budget, Choice, Report, Row, Stop, Value};

/// Which of several good root moves is played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ties {
    /// The first best.
    First,
    /// One of the best by chance.
    Random,
    /// One by chance of those within a hundredth of the best: at least 0.99 times a best value of 0 or more,
    /// at least 1.01 times a negative one.
    Beam,
}

/// How a minimax player searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MinimaxOptions {
    /// How leaves are judged.
    pub judge: Judge,
    /// Whether branches that cannot matter are cut.
    pub prune: bool,
    /// Whether inner moves are tried in the order of their static values, best first.
    pub order: bool,
    /// How finished games are valued.
    pub ends: Ends,
    /// Whether the search deepens step by step until the budget is spent.
    pub deepen: bool,
    /// Whether rules against endless play are ignored inside the search.
    pub ignore_draw_rules: bool,
    /// Which of equal moves is played.
    pub ties: Ties,
    /// How much it may do.
    pub budget: Budget,
}

/// A plain minimax player.
pub struct Minimax<G: Playable> {
    options: MinimaxOptions,
    sides: Sides,
    relaxed: Option<G>,
    known: Known,
    rng: Rng,
    buffers: Vec<Vec<G::Move>>,
}

impl<G: Playable> Minimax<G> {
    /// A player of a game.
    pub fn new(game: &G, options: MinimaxOptions, seed: u64) -> Minimax<G> {
        let relaxed = if options.ignore_draw_rules { game.without_draw_rules() } else { None };
        let sides = Sides::of(game);
        let known = Known::of(game);
        Minimax { options, sides, relaxed, known, rng: Rng::new(seed), buffers: Vec::new() }
    }
}

/// One search: what does not change from node to node, and what it has found.
struct Search<'a, G: Playable> {
    game: &'a G,
    options: &'a MinimaxOptions,
    sides: Sides,
    root: Player,
    clock: Clock<'a>,
    /// Endgame tables, and how much is left to play for at the root.
    known: (&'a Known, u32),
    buffers: &'a mut Vec<Vec<G::Move>>,
    /// The move of the line being searched at each ply, with the player who made it.
    path: Vec<(Player, G::Move)>,
    nodes: u64,
}

impl<G: Playable> Search<'_, G> {
    fn last_own(&self) -> Option<G::Move> {
        self.path.iter().rev().find(|(player, _)| *player == self.root).map(|(_, chosen)| *chosen)
    }

    fn judge(&self, state: &G::State, ply: u32) -> f64 {
        let (last, ends) = (self.last_own(), self.options.ends);
        self.options.judge.worth(self.game, state, self.root, last, ends, ply)
    }

    /// The value for the root player. `ply` is the distance from the root, `depth` what is left to search.
    fn value(&mut self, state: &G::State, depth: u32, ply: u32, mut alpha: f64, mut beta: f64) -> f64 {
        self.nodes += 1;
        let (known, at_root) = self.known;
        if let Some((lead, in_play)) = known.lead(self.game, state, self.root, &self.sides)
            && (depth == 0 || in_play < at_root)
        {
            let counted = self.options.ends == Ends::Points;
            return if counted { f64::from(lead) } else { sure_value(lead, in_play, ply) };
        }
        if depth == 0 || door::turn(self.game, state).is_over() || self.clock.tick() {
            return self.judge(state, ply);
        }
        let mover = match door::turn(self.game, state) {
            Turn::Player(mover) => mover,
            Turn::Chance => return self.chance(state, depth, ply),
            Turn::Over => return self.judge(state, ply),
        };
        let mut moves = self.take_buffer();
        door::moves(self.game, state, &mut moves);
        let up = self.sides.together(mover, self.root);
        if self.options.order && moves.len() > 1 {
            self.order(state, mover, ply, up, &mut moves);
        }
        let mut best = if up { f64::NEG_INFINITY } else { f64::INFINITY };
        for &chosen in &moves {
            let next = door::after(self.game, state, chosen);
            self.path.push((mover, chosen));
            let value = self.value(&next, depth - 1, ply + 1, alpha, beta);
            self.path.pop();
            if up {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if self.clock.is_out() || self.options.prune && alpha >= beta {
                break;
            }
        }
        self.buffers.push(moves);
        best
    }

    fn chance(&mut self, state: &G::State, depth: u32, ply: u32) -> f64 {
        let mut events = Vec::new();
        self.game.chances(state, &mut events);
        let mut all = Expected::NOTHING;
        for (event, probability) in events {
            let next = door::after(self.game, state, event);
            all.add(probability, self.value(&next, depth - 1, ply + 1, f64::NEG_INFINITY, f64::INFINITY));
        }
        all.value()
    }

    /// Sorts moves by the static value of the positions they lead to, best for the mover first.
    fn order(&mut self, state: &G::State, mover: Player, ply: u32, up: bool, moves: &mut [G::Move]) {
        let mut keyed: Vec<(f64, G::Move)> = Vec::with_capacity(moves.len());
        for &chosen in moves.iter() {
            let next = door::after(self.game, state, chosen);
            self.path.push((mover, chosen));
            let value = self.judge(&next, ply + 1);
            self.path.pop();
            keyed.push((if up { -value } else { value }, chosen));
        }
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (slot, (_, chosen)) in moves.iter_mut().zip(keyed) {
            *slot = chosen;
        }
    }

    fn take_buffer(&mut self) -> Vec<G::Move> {
        self.buffers.pop().unwrap_or_default()
    }

    /// Exact values of the root moves at one depth; fewer if the clock ran out.
    fn root_values(&mut self, state: &G::State, moves: &[G::Move], depth: u32) -> Vec<f64> {
        let mut values = Vec::with_capacity(moves.len());
        for &chosen in moves {
            if !values.is_empty() && self.clock.look() {
                break;
            }
            let next = door::after(self.game, state, chosen);
            self.path.push((self.root, chosen));
            values.push(self.value(&next, depth - 1, 1, f64::NEG_INFINITY, f64::INFINITY));
            self.path.pop();
        }
        values
    }
}

impl<G: Playable> Agent<G> for Minimax<G> {
    fn choose(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<Choice<G::Move>> {
        let root = door::turn(game, state).player()?;
        let mut moves = Vec::new();
        door::moves(game, state, &mut moves);
        let deepest = self.options.budget.depth.unwrap_or(if self.options.deepen { 200 } else { 1 }).max(1);
        let mut search = Search {
            game: self.relaxed.as_ref().unwrap_or(game),
            options: &self.options,
            sides: self.sides,
            root,
            clock: Clock::by_nodes(&self.options.budget, stop),
            known: (&self.known, self.known.in_play(game, state)),
            buffers: &mut self.buffers,
            path: Vec::new(),
            nodes: 0,
        };
        let mut values = vec![];
        let mut depth = 0;
        let mut at = if self.options.deepen { 1 } else { deepest };
        while at <= deepest {
            let found = search.root_values(state, &moves, at);
            // A step is kept if the clock had not run out when its last move was begun; the first one always.
            if found.len() == moves.len() || values.is_empty() {
                values = found;
                depth = at;
            }
            if search.clock.look() || values.iter().all(|&value| is_certain(value)) {
                break;
            }
            at += 1;
        }
        let (nodes, time) = (search.nodes, search.clock.elapsed());
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let floor = match self.options.ties {
            Ties::First | Ties::Random => best,
            Ties::Beam if best >= 0.0 => 0.99 * best,
            Ties::Beam => 1.01 * best,
        };
        let good: Vec<usize> = (0..values.len()).filter(|&at| values[at] >= floor).collect();
        let at = match self.options.ties {
            Ties::First => good.first().copied(),
            Ties::Random | Ties::Beam => self.rng.pick(&good).copied(),
        };
        let chosen = moves[at.unwrap_or(0)];
        let rows = moves.iter().zip(&values).map(|(&chosen, &value)| Row {
            chosen,
            visits: 1,
            value: as_value(value),
        });
        let report =
            Report { value: as_value(best), depth, nodes, rows: rows.collect(), time, ..Report::default() };
        Some(Choice { chosen, report })
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn set_budget(&mut self, budget: Budget) {
        self.options.budget = budget;
        self.options.deepen = budget.depth.is_none();
    }
}

/// A value on the scale of heuristics as people read it.
pub fn as_value(value: f64) -> Value {
    use ludex_core::Verdict;
    let plies = |distance: f64| Some(distance.max(0.0) as u32);
    if !value.is_finite() {
        Value::Unknown
    } else if !is_certain(value) {
        Value::Score(value)
    } else if value > 0.0 {
        Value::Proven(Verdict::Win, plies(WON - value))
    } else {
        Value::Proven(Verdict::Loss, plies(WON + value))
    }
}
