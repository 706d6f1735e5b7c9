//! The agent: deepens step by step, orders the root moves, and chooses.

use ludex_core::{Playable, Rng, Verdict};

use super::search::{Memory, Search};
use crate::parts::budget::Clock;
use crate::parts::door;
use crate::parts::judge::Judge;
use crate::parts::score::{INFINITE, Score, as_value, from_eval, is_certain, to_eval};
use crate::parts::sides::Sides;
use crate::parts::stats::move_key;
use crate::parts::table::Table;
use crate::parts::tables::Known;
use crate::{Agent, Budget, Choice, Report, Row, Stop, Value};

/// Everything that can be chosen in alpha-beta.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AlphaBetaOptions {
    /// How much it may do.
    pub budget: Budget,
    /// How positions are judged.
    pub judge: Judge,
    /// Whether positions are remembered in a table.
    pub table: bool,
    /// The size of the table in megabytes.
    pub megabytes: usize,
    /// Whether moves that refuted a sister position come early.
    pub killers: bool,
    /// Whether moves that refuted anything come early.
    pub history: bool,
    /// Whether late moves are searched less deep at first.
    pub reductions: bool,
    /// Whether unquiet positions, unfinished turns and forced moves are searched further.
    pub quiescence: bool,
    /// For how many moves beyond the depth they are followed.
    pub chase: u32,
    /// From which depth on moves are ordered by how the positions after them are judged; 0 for never.
    pub sort: u32,
    /// Whether windows around the last value are tried first.
    pub aspiration: bool,
    /// Whether only entries of exactly the same depth are used, so that the value equals plain minimax.
    pub strict: bool,
    /// Whether every root move gets its exact value.
    pub exact_rows: bool,
    /// Whether one of equal root moves is taken at random.
    pub random_ties: bool,
    /// How many threads search. More than one is not reproducible.
    pub threads: usize,
    /// How much worse than the best, in units of the evaluation, a chosen move may be by chance; 0 plays the best.
    pub softness: f64,
}

impl Default for AlphaBetaOptions {
    fn default() -> AlphaBetaOptions {
        AlphaBetaOptions {
            budget: Budget::depth(6),
            judge: Judge::Standing,
            table: true,
            megabytes: 16,
            killers: true,
            history: true,
            reductions: true,
            quiescence: true,
            chase: 8,
            sort: 0,
            aspiration: true,
            strict: false,
            exact_rows: false,
            random_ties: true,
            threads: 1,
            softness: 0.0,
        }
    }
}

/// Alpha-beta with all enhancements.
pub struct AlphaBeta<G: Playable> {
    options: AlphaBetaOptions,
    sides: Sides,
    table: Option<Table>,
    memories: Vec<Memory<G>>,
    known: Known,
    rng: Rng,
}

/// A root move and what is known of it.
#[derive(Clone, Copy)]
struct RootMove<M> {
    chosen: M,
    score: Score,
    exact: bool,
    nodes: u64,
}

/// What a finished step of the search found.
struct Found<M> {
    depth: u32,
    score: Score,
    line: Vec<M>,
}

impl<G: Playable> AlphaBeta<G> {
    /// A player of a game.
    pub fn new(game: &G, options: AlphaBetaOptions, seed: u64) -> AlphaBeta<G> {
        AlphaBeta {
            options,
            sides: Sides::of(game),
            table: None,
            memories: (0..options.threads.max(1)).map(|_| Memory::new()).collect(),
            known: Known::of(game),
            rng: Rng::new(seed),
        }
    }

    /// The same player with these endgame tables.
    pub fn with_tables(self, known: Known) -> AlphaBeta<G> {
        AlphaBeta { known, ..self }
    }
}

/// Deepens until the budget is spent; the moves end up best first. `skip` lets a second thread run ahead.
fn deepen<G: Playable>(
    search: &mut Search<G>,
    state: &G::State,
    moves: &mut [RootMove<G::Move>],
    skip: u32,
    budget: &Budget,
) -> Found<G::Move> {
    let mut found = Found { depth: 0, score: 0, line: vec![moves[0].chosen] };
    let deepest = budget.depth.unwrap_or(200).clamp(1, 250);
    let mut last = 0.0;
    for step in 1..=deepest {
        let depth = (step + skip).min(deepest) as i32;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let value = to_eval(found.score);
        let mut width = 2.0 * (value - last).abs() + 0.05 * value.abs() + 1e-6;
        let narrow = search.options.aspiration && !search.options.exact_rows && step > 3;
        if narrow && !is_certain(found.score) {
            (alpha, beta) = (from_eval(value - width), from_eval(value + width));
        }
        last = value;
        let step = loop {
            match root_step(search, state, moves, depth, alpha, beta) {
                Some((score, _)) if score <= alpha && alpha > -INFINITE => {
                    width *= 8.0;
                    alpha = if is_wide(width, value, score) { -INFINITE } else { from_eval(value - width) };
                }
                Some((score, line)) if score >= beta && beta < INFINITE => {
                    found = Found { depth: found.depth, score, line };
                    width *= 8.0;
                    beta = if is_wide(width, value, score) { INFINITE } else { from_eval(value + width) };
                }
                step => break step,
            }
            if search.clock.is_out() {
                break None;
            }
        };
        if let Some((score, line)) = step {
            let depth = if search.clock.is_out() { found.depth } else { depth as u32 };
            // Where everything loses, the move that took the deepest look to refute is the hardest to answer.
            let lost = is_certain(score) && score < 0 && found.depth > 0;
            found = Found { depth, score, line: if lost { found.line } else { line } };
        }
        let settled = is_certain(found.score) && !search.options.exact_rows;
        let alone = moves.len() == 1 && budget.time.is_some();
        if search.clock.look() || settled || alone {
            break;
        }
    }
    found
}

/// Whether a window has grown so much that it may as well be open.
fn is_wide(width: f64, value: f64, score: Score) -> bool {
    is_certain(score) || width > 100.0 * (value.abs() + 1e-6)
}

/// Searches all root moves to one depth. If the clock runs out, what was found so far counts as long as the first
/// move, the best of the last step, was finished.
fn root_step<G: Playable>(
    search: &mut Search<G>,
    state: &G::State,
    moves: &mut [RootMove<G::Move>],
    depth: i32,
    alpha: Score,
    beta: Score,
) -> Option<(Score, Vec<G::Move>)> {
    let mut best: Option<(usize, Score, Vec<G::Move>)> = None;
    let mut low = alpha;
    for (at, root) in moves.iter_mut().enumerate() {
        let chosen = root.chosen;
        let next = door::after(search.game, state, chosen);
        let id = move_key(search.game.move_id(chosen), 1, 2);
        let before = search.clock.spent();
        let full = at == 0 || search.options.exact_rows;
        let score = if full {
            let floor = if search.options.exact_rows { -INFINITE } else { low };
            search.value(&next, depth - 1, 1, floor, beta, true, id)
        } else {
            let score = search.value(&next, depth - 1, 1, low, low.saturating_add(1), true, id);
            if score > low && score < beta && !search.clock.is_out() {
                search.value(&next, depth - 1, 1, low, beta, true, id)
            } else {
                score
            }
        };
        if search.clock.is_out() {
            break;
        }
        root.nodes += search.clock.spent() - before;
        root.score = score;
        root.exact = score < beta && (search.options.exact_rows || score > low);
        if best.as_ref().is_none_or(|(_, most, _)| score > *most) {
            let mut line = vec![chosen];
            line.extend_from_slice(search.line_below_root());
            best = Some((at, score, line));
            low = low.max(score);
        }
        if low >= beta {
            break;
        }
    }
    let (at, score, line) = best?;
    if score > alpha {
        // The best goes to the front; the others keep the order of earlier steps.
        moves[..=at].rotate_right(1);
    }
    Some((score, line))
}

impl<G: Playable> Agent<G> for AlphaBeta<G> {
    fn choose(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<Choice<G::Move>> {
        let root = door::turn(game, state).player()?;
        let mut list = Vec::new();
        door::moves(game, state, &mut list);
        let mut moves: Vec<RootMove<G::Move>> = list
            .iter()
            .map(|&chosen| RootMove { chosen, score: -INFINITE, exact: false, nodes: 0 })
            .collect();
        if self.options.random_ties {
            self.rng.shuffle(&mut moves);
        }
        let options = self.options;
        let mut table = self
            .table
            .take()
            .unwrap_or_else(|| Table::new(if options.table { options.megabytes } else { 1 }));
        table.grow_older();
        let clock = Clock::by_nodes(&options.budget, stop);
        let halt = Stop::new();
        let (sides, salt) = (self.sides, Search::<G>::salt_of(&self.sides, root));
        let known = (&self.known, self.known.in_play(game, state));
        let (own, others) = self.memories.split_at_mut(1);
        let (memory, shared) = (&mut own[0], &table);
        let mut search =
            Search { game, options: &options, sides, root, table: shared, clock, memory, salt, known };
        let found = std::thread::scope(|scope| {
            for (skip, memory) in others.iter_mut().enumerate() {
                let mut moves = moves.clone();
                let (halt, table, options) = (&halt, &table, &options);
                scope.spawn(move || {
                    let clock = Clock::by_nodes(&Budget::ENDLESS, halt);
                    let mut search = Search { game, options, sides, root, table, clock, memory, salt, known };
                    deepen(
                        &mut search,
                        state,
                        &mut moves,
                        1 + skip as u32 % 2,
                        &Budget { depth: options.budget.depth, ..Budget::ENDLESS },
                    );
                });
            }
            let found = deepen(&mut search, state, &mut moves, 0, &options.budget);
            halt.request();
            found
        });
        let (nodes, time) = (search.clock.spent(), search.clock.elapsed());
        self.table = Some(table);
        let best = found.line.first().copied().unwrap_or(moves[0].chosen);
        let chosen = if options.softness > 0.0 && options.exact_rows { self.soften(&moves) } else { best };
        let rows = list.iter().filter_map(|&listed| {
            let root = moves.iter().find(|root| root.chosen == listed)?;
            let value = if root.exact { self.as_value(root.score) } else { Value::Unknown };
            Some(Row { chosen: listed, visits: root.nodes, value })
        });
        let report = Report {
            value: if found.depth == 0 { Value::Unknown } else { self.as_value(found.score) },
            depth: found.depth,
            nodes,
            line: if chosen == best { found.line } else { vec![chosen] },
            rows: rows.collect(),
            time,
            ..Report::default()
        };
        Some(Choice { chosen, report })
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.memories.iter_mut().for_each(Memory::clear);
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    fn set_budget(&mut self, budget: Budget) {
        self.options.budget = budget;
    }
}

impl<G: Playable> AlphaBeta<G> {
    /// A score as people read it.
    fn as_value(&self, score: Score) -> Value {
        match to_eval(score) {
            value if self.known.is_sure(value) && value > 0.0 => Value::Proven(Verdict::Win, None),
            value if self.known.is_sure(value) => Value::Proven(Verdict::Loss, None),
            _ => as_value(score),
        }
    }

    /// Draws among the root moves: the worse a move, the less likely, measured by the softness.
    fn soften(&mut self, moves: &[RootMove<G::Move>]) -> G::Move {
        let scale = |score: Score| match score {
            score if is_certain(score) => f64::from(score.signum()) * 1e6 * self.options.softness,
            score => to_eval(score),
        };
        let best = scale(moves[0].score);
        let weight = |root: &RootMove<G::Move>| match root.exact {
            true => ((scale(root.score) - best) / self.options.softness).exp(),
            false => 0.0,
        };
        let total: f64 = moves.iter().map(weight).sum();
        let mut left = self.rng.unit() * total;
        for root in moves {
            left -= weight(root);
            if left < 0.0 {
                return root.chosen;
            }
        }
        moves[0].chosen
    }
}
