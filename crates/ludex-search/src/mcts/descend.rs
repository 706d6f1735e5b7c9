//! The way down: from the root to the position where a playout begins.

use ludex_core::{MAX_PLAYERS, Playable, Player, Rng, Turn};
use rustc_hash::FxHashMap;

use super::options::{MctsOptions, Untried};
use super::tree::{CHANCE, Node, Tree};
use crate::agents::greedy::OnePly;
use crate::parts::door;
use crate::parts::judge::Ends;
use crate::parts::sides::Sides;
use crate::parts::stats::{MoveStats, move_key};
use crate::parts::tables::Known;

/// What all threads of one search share and never change.
pub(super) struct Context<'a, G: Playable> {
    pub game: &'a G,
    pub options: &'a MctsOptions,
    pub sides: Sides,
    /// The player who is to choose.
    pub root: Player,
    /// Endgame tables.
    pub known: &'a Known,
}

/// What one thread needs: its own stream of random numbers, buffers and statistics.
pub(super) struct Worker<G: Playable> {
    pub rng: Rng,
    pub moves: Vec<G::Move>,
    /// The nodes on the way down, the root first.
    pub path: Vec<u32>,
    /// The moves made since the root, in the tree and in the playout: who, and which number.
    pub trail: Vec<(u8, u32)>,
    /// The slots of these moves in all-moves-as-first tables.
    pub slots: Vec<u32>,
    /// The reward of each player, between 0 and 1.
    pub rewards: [f64; MAX_PLAYERS],
    /// How each player stands in the position where the playout began, between -1 and 1.
    pub judged: [f32; MAX_PLAYERS],
    pub moves_seen: MoveStats,
    pub pairs_seen: MoveStats,
    pub replies: FxHashMap<u32, u32>,
    pub one_ply: OnePly<G>,
    pub weights: Vec<f64>,
    /// The length of the longest way down.
    pub deepest: u32,
    pub playouts: u64,
}

impl<G: Playable> Worker<G> {
    pub(super) fn new(options: &MctsOptions, seed: u64) -> Worker<G> {
        Worker {
            rng: Rng::new(seed),
            moves: Vec::new(),
            path: Vec::new(),
            trail: Vec::new(),
            slots: Vec::new(),
            rewards: [0.0; MAX_PLAYERS],
            judged: [0.0; MAX_PLAYERS],
            moves_seen: MoveStats::default(),
            pairs_seen: MoveStats::default(),
            replies: FxHashMap::default(),
            one_ply: OnePly::new(options.judge, Ends::Points),
            weights: Vec::new(),
            deepest: 0,
            playouts: 0,
        }
    }

    /// Forgets what was learnt from earlier playouts.
    pub(super) fn forget(&mut self) {
        self.moves_seen.clear();
        self.pairs_seen.clear();
        self.replies.clear();
    }

    /// Goes down from the root until a new position, a finished or a proven one, and returns it.
    pub(super) fn descend(
        &mut self,
        context: &Context<G>,
        tree: &mut Tree<G::Move>,
        root: &G::State,
    ) -> G::State {
        let (game, options) = (context.game, context.options);
        let mut state = root.clone();
        let mut node = 0;
        self.path.clear();
        self.path.push(0);
        self.trail.clear();
        loop {
            let turn = door::turn(game, &state);
            if turn.is_over() {
                if options.solver
                    && let Some(outcome) = door::outcome(game, &state)
                {
                    tree.nodes[node].prove(&context.sides, &outcome);
                }
                return state;
            }
            let here = &tree.nodes[node];
            let is_root = node == 0;
            if !is_root && (here.visits == 0 || options.solver && here.is_proven()) {
                return state;
            }
            if here.count == 0 && !self.grow(context, tree, node, &state, turn) {
                return state;
            }
            let child = match turn {
                Turn::Player(mover) => self.select(context, tree, node, mover),
                _ => {
                    let event = door::random_move(game, &state, &mut self.rng, &mut self.moves);
                    let mut children = tree.nodes[node].children();
                    let first = children.start;
                    children.find(|&at| tree.nodes[at].chosen == event).unwrap_or(first)
                }
            };
            let chosen = tree.nodes[child].chosen;
            let player = turn.player().map_or(CHANCE, |player| player.index() as u8);
            self.trail.push((player, game.move_id(chosen)));
            door::play(game, &mut state, chosen);
            self.path.push(child as u32);
            node = child;
        }
    }

    /// Gives a node its children; false if the tree has no room.
    pub(super) fn grow(
        &mut self,
        context: &Context<G>,
        tree: &mut Tree<G::Move>,
        node: usize,
        state: &G::State,
        turn: Turn,
    ) -> bool {
        let (game, options) = (context.game, context.options);
        door::moves(game, state, &mut self.moves);
        if node != 0 && tree.nodes.len() + self.moves.len() > options.memory {
            return false;
        }
        let Turn::Player(mover) = turn else {
            tree.grow(node, &self.moves, CHANCE);
            return true;
        };
        if options.progressive_bias > 0.0 || options.widening > 0.0 {
            let mut priors: Vec<(f32, G::Move)> = Vec::with_capacity(self.moves.len());
            for &chosen in &self.moves {
                let next = door::after(game, state, chosen);
                let value = match door::outcome(game, &next) {
                    Some(outcome) => outcome.utility(mover),
                    None => options.judge.standing(game, &next, mover),
                };
                priors.push(((value as f32 + 1.0) / 2.0, chosen));
            }
            if options.widening > 0.0 {
                priors.sort_by(|a, b| b.0.total_cmp(&a.0));
                for (slot, prior) in self.moves.iter_mut().zip(&priors) {
                    *slot = prior.1;
                }
            }
            tree.grow(node, &self.moves, mover.index() as u8);
            for (at, (prior, _)) in tree.nodes[node].children().zip(priors) {
                tree.nodes[at].prior = prior;
            }
        } else {
            tree.grow(node, &self.moves, mover.index() as u8);
        }
        if options.grave > 0 {
            let players = context.sides.players();
            for at in tree.nodes[node].children() {
                let id = game.move_id(tree.nodes[at].chosen);
                tree.nodes[at].slot = tree.slot(move_key(id, mover.index(), players));
            }
        }
        true
    }

    /// The child of `node` to look at next.
    fn select(&mut self, context: &Context<G>, tree: &Tree<G::Move>, node: usize, mover: Player) -> usize {
        let options = context.options;
        let parent = &tree.nodes[node];
        let mut children = parent.children();
        if options.widening > 0.0 {
            let looked_at = (options.widening * f64::from(parent.visits + 1).sqrt()).ceil().max(2.0) as usize;
            children.end = children.end.min(children.start + looked_at);
        }
        let guided = options.grave > 0 || options.progressive_bias > 0.0 || options.progressive_history > 0.0;
        if !guided && options.untried == Untried::First {
            // Untried moves come first, in random order.
            let untried = |at: &usize| tree.nodes[*at].visits == 0 && tree.nodes[*at].pending == 0;
            let count = children.clone().filter(untried).count();
            if count > 0 {
                let nth = self.rng.below(count as u32) as usize;
                return children.filter(untried).nth(nth).unwrap_or(parent.first as usize);
            }
        }
        let team = context.sides.team(mover);
        let floor = parent.bounds_for(team).0;
        let log = f64::from((parent.visits + u32::from(parent.pending)).max(1)).ln();
        let amaf = if options.grave > 0 { self.reference(tree, options.grave) } else { None };
        let so_far = match options.untried {
            Untried::First => 0.5,
            Untried::Parent => mean_of(&tree.nodes[children.clone()]),
        };
        let mut best = (children.start, f64::NEG_INFINITY);
        let mut ties = 0;
        for at in children {
            let child = &tree.nodes[at];
            if options.solver && is_settled(child, &context.sides, team, floor) {
                if child.winner as usize == team + 1 {
                    return at;
                }
                continue;
            }
            let mut value = self.urgency(context, child, team, log, so_far);
            if let Some(amaf) = amaf {
                let tally = amaf.get(child.slot as usize).copied().unwrap_or_default();
                value = with_amaf(value, child, tally, options.grave_bias);
            }
            if options.progressive_history > 0.0 {
                let id = context.game.move_id(child.chosen);
                let key = move_key(id, mover.index(), context.sides.players());
                let lost = f64::from(child.visits) - child.sum;
                let history = f64::from(self.moves_seen.get(key).mean_or(0.5));
                value += options.progressive_history * history / (lost + 1.0);
            }
            if value > best.1 {
                best = (at, value);
                ties = 1;
            } else if value == best.1 {
                // Every one of several equals is taken with the same probability.
                ties += 1;
                if self.rng.below(ties) == 0 {
                    best = (at, value);
                }
            }
        }
        best.0
    }

    /// How much a child deserves a visit, without all-moves-as-first and history; `so_far` is what one never visited is
    /// taken to be worth.
    fn urgency(
        &self,
        context: &Context<G>,
        child: &Node<G::Move>,
        team: usize,
        log: f64,
        so_far: f64,
    ) -> f64 {
        let options = context.options;
        let visits = f64::from(child.visits + u32::from(child.pending));
        let mut value = if visits > 0.0 { child.sum / visits } else { so_far };
        if options.solver && context.sides.are_two() {
            // A proven draw bounds what the mean can be.
            let (low, high) = child.bounds_for(team);
            value = value.clamp((f64::from(low) + 1.0) / 2.0, (f64::from(high) + 1.0) / 2.0);
        }
        if options.implicit_minimax > 0.0 && child.visits > 0 {
            let own = if team == 0 { child.implicit } else { -child.implicit };
            let share = options.implicit_minimax;
            value = (1.0 - share) * value + share * (f64::from(own) + 1.0) / 2.0;
        }
        if options.exploration > 0.0 {
            let least = if options.untried == Untried::Parent { 1.0 } else { 0.5 };
            value += options.exploration * (log / visits.max(least)).sqrt();
        }
        if options.progressive_bias > 0.0 {
            value += options.progressive_bias * f64::from(child.prior) / (visits + 1.0);
        }
        value
    }

    /// The statistics that GRAVE uses: of the nearest position on the way with enough visits.
    fn reference<'t>(&self, tree: &'t Tree<G::Move>, enough: u32) -> Option<&'t super::tree::Amaf> {
        let nodes = self.path.iter().rev().map(|&at| &tree.nodes[at as usize]);
        let mut with_table = nodes.filter(|node| node.amaf > 0);
        let root = tree.nodes[0].amaf;
        let found = with_table.find(|node| node.visits >= enough).map_or(root, |node| node.amaf);
        (found > 0).then(|| &tree.amaf[found as usize - 1])
    }
}

/// The mean reward of all visits of some nodes; a half without any.
fn mean_of<M>(nodes: &[Node<M>]) -> f64 {
    let (sum, visits) = nodes
        .iter()
        .fold((0.0, 0.0), |(sum, visits), node| (sum + node.sum, visits + f64::from(node.visits)));
    if visits > 0.0 { sum / visits } else { 0.5 }
}

/// Whether a child cannot change anything any more, so that visits would be wasted on it.
fn is_settled<M>(child: &Node<M>, sides: &Sides, team: usize, floor: i8) -> bool {
    if sides.are_two() { child.is_proven() || child.bounds_for(team).1 <= floor } else { child.winner > 0 }
}

/// Mixes a child's value with what all moves as first say of it.
fn with_amaf<M>(value: f64, child: &Node<M>, tally: crate::parts::stats::Tally, bias: f64) -> f64 {
    let (visits, seen) = (f64::from(child.visits + u32::from(child.pending)), f64::from(tally.visits));
    if seen == 0.0 {
        // Nothing is known of it at all: it is tried first.
        return if visits == 0.0 { f64::MAX } else { value };
    }
    let beta = seen / (seen + visits + bias * seen * visits);
    (1.0 - beta) * value + beta * f64::from(tally.sum) / seen
}
