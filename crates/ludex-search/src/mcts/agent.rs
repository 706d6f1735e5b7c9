//! The agent: plants or keeps a tree, searches it, and chooses.

use std::sync::Mutex;

use ludex_core::{Outcome, Playable, Player, Rng, Verdict, derive_seed};

use super::descend::{Context, Worker};
use super::options::{Criterion, MctsOptions};
use super::playout::reward;
use super::tree::{CHANCE, Node, Tree};
use crate::parts::budget::Clock;
use crate::parts::door;
use crate::parts::sides::Sides;
use crate::parts::tables::Known;
use crate::{Agent, Budget, Choice, Report, Row, Stop, Value};

/// Monte Carlo tree search.
pub struct Mcts<G: Playable> {
    options: MctsOptions,
    sides: Sides,
    relaxed: Option<G>,
    tree: Tree<G::Move>,
    /// The position of the tree's root and the child that was played, as long as the tree is kept.
    kept: Option<(G::State, usize)>,
    workers: Vec<Worker<G>>,
    known: Known,
    rng: Rng,
}

impl<G: Playable> Mcts<G> {
    /// A player of a game.
    pub fn new(game: &G, options: MctsOptions, seed: u64) -> Mcts<G> {
        let workers = (0..options.threads.max(1))
            .map(|thread| Worker::new(&options, derive_seed(seed, thread as u64, 1)));
        Mcts {
            sides: Sides::of(game),
            relaxed: if options.ignore_draw_rules { game.without_draw_rules() } else { None },
            tree: Tree::default(),
            kept: None,
            workers: workers.collect(),
            known: Known::of(game),
            rng: Rng::new(derive_seed(seed, 0, 2)),
            options,
        }
    }

    /// The same player with these endgame tables.
    pub fn with_tables(self, known: Known) -> Mcts<G> {
        Mcts { known, ..self }
    }

    /// Begins with the part of the last tree that is still of use, or with a new tree.
    fn prepare(&mut self, game: &G, state: &G::State, root: Player) {
        let found = match &self.kept {
            Some((kept, played)) if self.options.keep_tree => find(game, &self.tree, kept, *played, state),
            _ => None,
        };
        match found {
            Some(0) => {}
            Some(at) => self.tree.compact(at, 0),
            None => {
                let mut moves = Vec::new();
                door::moves(game, state, &mut moves);
                self.tree.plant(moves[0]);
                for worker in &mut self.workers {
                    if !self.options.keep_tree {
                        worker.forget();
                    }
                }
            }
        }
        if self.tree.nodes[0].count == 0 {
            let known = &self.known;
            let context = Context { game, options: &self.options, sides: self.sides, root, known };
            (self.tree.nodes[0].low, self.tree.nodes[0].high, self.tree.nodes[0].winner) = (-1, 1, 0);
            self.workers[0].grow(&context, &mut self.tree, 0, state, door::turn(game, state));
        }
    }

    /// Searches until the clock runs out or the root is proven.
    fn search(&mut self, context: &Context<G>, state: &G::State, clock: &mut Clock) {
        if self.workers.len() > 1 {
            return self.search_together(context, state, clock);
        }
        let worker = &mut self.workers[0];
        let tree = &mut self.tree;
        loop {
            let proven = context.options.solver && tree.nodes[0].is_proven();
            if proven || clock.tick() {
                break;
            }
            if tree.nodes.len() + 1024 > context.options.memory {
                tree.make_room(context.options.memory);
            }
            let leaf = worker.descend(context, tree, state);
            if !worker.take_proof(context, tree) {
                worker.simulate(context, leaf);
            }
            worker.back_up(context, tree);
        }
    }

    /// Several threads in one tree: the tree is held while going down and up, playouts run side by side, and
    /// what others are looking at counts as lost until they are back.
    fn search_together(&mut self, context: &Context<G>, state: &G::State, clock: &mut Clock) {
        let memory = context.options.memory;
        let shared = Mutex::new((&mut self.tree, clock, 0usize));
        std::thread::scope(|scope| {
            for worker in &mut self.workers {
                let shared = &shared;
                scope.spawn(move || {
                    loop {
                        let leaf = {
                            let Ok(mut held) = shared.lock() else { return };
                            let (tree, clock, under_way) = &mut *held;
                            let full = tree.nodes.len() + 1024 > memory;
                            if full && *under_way > 0 {
                                drop(held);
                                std::thread::yield_now();
                                continue;
                            }
                            let proven = context.options.solver && tree.nodes[0].is_proven();
                            if proven || clock.tick() {
                                return;
                            }
                            if full {
                                tree.make_room(memory);
                            }
                            *under_way += 1;
                            let leaf = worker.descend(context, tree, state);
                            for &at in &worker.path {
                                tree.nodes[at as usize].pending += 1;
                            }
                            (!worker.take_proof(context, tree)).then_some(leaf)
                        };
                        if let Some(leaf) = leaf {
                            worker.simulate(context, leaf);
                        }
                        let Ok(mut held) = shared.lock() else { return };
                        let (tree, _, under_way) = &mut *held;
                        *under_way -= 1;
                        for &at in &worker.path {
                            tree.nodes[at as usize].pending -= 1;
                        }
                        worker.back_up(context, tree);
                    }
                });
            }
        });
    }

    /// The root child to play.
    fn decide(&mut self, root: Player) -> usize {
        let parent = &self.tree.nodes[0];
        let team = self.sides.team(root);
        let two = self.sides.are_two();
        let nodes = &self.tree.nodes;
        let wins = |at: &usize| match two {
            true => nodes[*at].bounds_for(team).0 == 1,
            false => nodes[*at].winner as usize == team + 1,
        };
        let loses = |at: &usize| match two {
            true => nodes[*at].bounds_for(team).1 == -1,
            false => nodes[*at].winner > 0 && nodes[*at].winner as usize != team + 1,
        };
        if let Some(winning) = parent.children().find(wins) {
            return winning;
        }
        let mut candidates: Vec<usize> = parent.children().filter(|at| !loses(at)).collect();
        if candidates.is_empty() {
            candidates = parent.children().collect();
        }
        if self.options.softness > 0.0 {
            return self.draw_softly(&candidates);
        }
        let best = best_of(nodes, &candidates, self.options.criterion);
        let sure = |at: &&usize| two && nodes[**at].bounds_for(team) == (0, 0);
        match candidates.iter().find(sure) {
            Some(&draw) if nodes[best].mean() < 0.5 => draw,
            _ => best,
        }
    }

    /// Draws a move with probability proportional to visits^(1/softness).
    fn draw_softly(&mut self, candidates: &[usize]) -> usize {
        let most = candidates.iter().map(|&at| self.tree.nodes[at].visits).max().unwrap_or(1).max(1);
        let weight = |at: usize| {
            (f64::from(self.tree.nodes[at].visits) / f64::from(most)).powf(1.0 / self.options.softness)
        };
        let total: f64 = candidates.iter().map(|&at| weight(at)).sum();
        let mut left = self.rng.unit() * total;
        for &at in candidates {
            left -= weight(at);
            if left < 0.0 {
                return at;
            }
        }
        candidates[0]
    }

    fn report(&self, game: &G, state: &G::State, root: Player, chosen: usize) -> Report<G::Move> {
        let team = self.sides.team(root);
        let value = |node: &Node<G::Move>| value_of(node, &self.sides, team);
        let nodes = &self.tree.nodes;
        let mut line = vec![nodes[chosen].chosen];
        let mut later = door::after(game, state, nodes[chosen].chosen);
        let mut at = chosen;
        while nodes[at].count > 0 && line.len() < 40 && door::turn(game, &later).player().is_some() {
            let all: Vec<usize> = nodes[at].children().collect();
            at = best_of(nodes, &all, Criterion::Robust);
            if nodes[at].visits == 0 {
                break;
            }
            line.push(nodes[at].chosen);
            door::play(game, &mut later, nodes[at].chosen);
        }
        Report {
            value: value(&nodes[chosen]),
            depth: self.workers.iter().map(|worker| worker.deepest).max().unwrap_or(0),
            nodes: nodes.len() as u64,
            playouts: self.workers.iter().map(|worker| worker.playouts).sum(),
            line,
            rows: nodes[0]
                .children()
                .map(|at| Row {
                    chosen: nodes[at].chosen,
                    visits: nodes[at].visits.into(),
                    value: value(&nodes[at]),
                })
                .collect(),
            ..Report::default()
        }
    }
}

impl<G: Playable> Agent<G> for Mcts<G> {
    fn choose(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<Choice<G::Move>> {
        let root = door::turn(game, state).player()?;
        let relaxed = self.relaxed.take();
        let options = self.options;
        let rules = relaxed.as_ref().unwrap_or(game);
        for worker in &mut self.workers {
            (worker.deepest, worker.playouts) = (0, 0);
        }
        let mut clock = Clock::by_iterations(&options.budget, stop);
        self.prepare(rules, state, root);
        let known = self.known.clone();
        let context = Context { game: rules, options: &options, sides: self.sides, root, known: &known };
        self.search(&context, state, &mut clock);
        if options.criterion == Criterion::MaxRobust && !options.budget.is_endless() {
            // As long again, in small steps, while the best and the most visited move differ.
            let step = options.budget.iterations.unwrap_or(1000) / 20 + 1;
            for _ in 0..20 {
                let all: Vec<usize> = self.tree.nodes[0].children().collect();
                let nodes = &self.tree.nodes;
                if best_of(nodes, &all, Criterion::Max) == best_of(nodes, &all, Criterion::Robust) {
                    break;
                }
                let budget = Budget {
                    iterations: Some(step),
                    time: options.budget.time.map(|t| t / 20),
                    ..Budget::ENDLESS
                };
                self.search(&context, state, &mut Clock::by_iterations(&budget, stop));
            }
        }
        let chosen = self.decide(root);
        let mut report = self.report(rules, state, root, chosen);
        report.time = clock.elapsed();
        if options.keep_tree {
            self.kept = Some((state.clone(), chosen));
        }
        let chosen = self.tree.nodes[chosen].chosen;
        self.relaxed = relaxed;
        Some(Choice { chosen, report })
    }

    fn reset(&mut self, seed: u64) {
        self.kept = None;
        self.rng = Rng::new(derive_seed(seed, 0, 2));
        for (thread, worker) in self.workers.iter_mut().enumerate() {
            worker.rng = Rng::new(derive_seed(seed, thread as u64, 1));
            worker.forget();
        }
    }

    fn set_budget(&mut self, budget: Budget) {
        self.options.budget = budget;
    }
}

impl<G: Playable> Worker<G> {
    /// If the way down ended in a proven position, takes the result from the proof.
    fn take_proof(&mut self, context: &Context<G>, tree: &Tree<G::Move>) -> bool {
        let leaf = &tree.nodes[self.path.last().map_or(0, |&at| at as usize)];
        if !context.options.solver || !leaf.is_proven() {
            return false;
        }
        for player in Player::all(context.sides.players()) {
            let team = context.sides.team(player);
            let result = if context.sides.are_two() {
                f64::from(leaf.bounds_for(team).0)
            } else {
                let winner = context.sides.member(leaf.winner as usize - 1);
                if context.sides.together(winner, player) {
                    1.0
                } else {
                    let other = (0..).map(Player::new).find(|&p| p != winner).unwrap_or(player);
                    Outcome::win(context.sides.players(), winner).utility(other)
                }
            };
            self.judged[player.index()] = result as f32;
            self.rewards[player.index()] = reward(result);
        }
        true
    }
}

/// The best of these nodes; of equals the one that was tried first.
fn best_of<M>(nodes: &[Node<M>], candidates: &[usize], criterion: Criterion) -> usize {
    let total: f64 = candidates.iter().map(|&at| f64::from(nodes[at].visits)).sum();
    let merit = |at: usize| {
        let node = &nodes[at];
        let visits = f64::from(node.visits);
        match criterion {
            _ if node.visits == 0 => f64::NEG_INFINITY,
            Criterion::Max => node.mean(),
            Criterion::Robust | Criterion::MaxRobust => visits,
            Criterion::Secure => node.mean() - (2.0 * total.max(1.0).ln() / visits).sqrt(),
        }
    };
    let mut best = candidates.first().copied().unwrap_or(0);
    for &at in candidates {
        let (own, most) = (merit(at), merit(best));
        if own > most || own == most && nodes[at].born < nodes[best].born {
            best = at;
        }
    }
    best
}

/// What a node is worth to the player who chose it.
fn value_of<M>(node: &Node<M>, sides: &Sides, team: usize) -> Value {
    if node.winner > 0 {
        let verdict = if node.winner as usize == team + 1 { Verdict::Win } else { Verdict::Loss };
        return Value::Proven(verdict, None);
    }
    if sides.are_two() && node.low == node.high {
        let verdict = match node.bounds_for(team).0 {
            1 => Verdict::Win,
            0 => Verdict::Draw,
            _ => Verdict::Loss,
        };
        return Value::Proven(verdict, None);
    }
    if node.visits == 0 { Value::Unknown } else { Value::Expected(2.0 * node.mean() - 1.0) }
}

/// Where in the tree a later position of the same game stands: the root itself, or a few moves below the child that was
/// played. Looking below its sisters too would cost more than a tree is worth.
fn find<G: Playable>(
    game: &G,
    tree: &Tree<G::Move>,
    root: &G::State,
    played: usize,
    wanted: &G::State,
) -> Option<usize> {
    const LEVELS: usize = 5;
    const EFFORT: usize = 5_000;
    let key = game.key(wanted);
    let is_wanted = |state: &G::State| game.key(state) == key && state == wanted;
    if is_wanted(root) {
        return Some(0);
    }
    let mut level = vec![(played, door::after(game, root, tree.nodes[played].chosen))];
    let mut effort = 0;
    for _ in 0..LEVELS {
        if let Some((at, _)) = level.iter().find(|(_, state)| is_wanted(state)) {
            return Some(*at);
        }
        let mut below = Vec::new();
        for (at, state) in &level {
            for child in tree.nodes[*at].children() {
                let node = &tree.nodes[child];
                if node.visits == 0 && node.mover != CHANCE {
                    continue;
                }
                effort += 1;
                if effort > EFFORT {
                    return None;
                }
                below.push((child, door::after(game, state, node.chosen)));
            }
        }
        level = below;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_criteria_differ_where_they_should() {
        let mut tree: Tree<u8> = Tree::default();
        tree.plant(0);
        tree.grow(0, &[1, 2, 3, 4], 0);
        // The best mean of few visits, the most visits, nearly as many with a better mean, and one never tried.
        for (at, visits, mean) in [(1, 10, 0.9), (2, 500, 0.5), (3, 400, 0.6), (4, 0, 0.0)] {
            (tree.nodes[at].visits, tree.nodes[at].sum) = (visits, f64::from(visits) * mean);
        }
        let best = |criterion| best_of(&tree.nodes, &[1, 2, 3, 4], criterion);
        assert_eq!(best(Criterion::Max), 1);
        assert_eq!(best(Criterion::Robust), 2);
        assert_eq!(best(Criterion::MaxRobust), 2);
        assert_eq!(best(Criterion::Secure), 3);
    }
}
