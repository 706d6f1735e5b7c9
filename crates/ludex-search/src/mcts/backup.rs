//! The way back up: results, bounds and statistics.

use ludex_core::{Playable, Player};

use super::descend::{Context, Worker};
use super::options::Rewards;
use super::tree::{Amaf, CHANCE, Tree};
use crate::parts::stats::{Tally, move_key, pair_key};

impl<G: Playable> Worker<G> {
    /// Carries the result of the last playout up the way that was taken.
    pub(super) fn back_up(&mut self, context: &Context<G>, tree: &mut Tree<G::Move>) {
        let options = context.options;
        let root_reward = self.rewards[context.root.index()];
        let mut parent_visits = 0;
        for &at in &self.path {
            let node = &mut tree.nodes[at as usize];
            node.visits += 1;
            if node.visits == 1 {
                node.born = parent_visits;
            }
            parent_visits = node.visits;
            node.sum += match (options.rewards, node.mover) {
                (Rewards::RootEverywhere, _) | (_, CHANCE) => root_reward,
                (Rewards::Mover, mover) => self.rewards[mover as usize],
            };
        }
        self.deepest = self.deepest.max(self.path.len() as u32 - 1);
        if options.solver {
            self.back_up_bounds(context, tree);
        }
        if options.implicit_minimax > 0.0 && context.sides.are_two() {
            self.back_up_implicit(context, tree);
        }
        if options.grave > 0 {
            self.back_up_amaf(context, tree);
        }
        if options.records_moves() {
            self.learn(context);
        }
    }

    fn back_up_bounds(&mut self, context: &Context<G>, tree: &mut Tree<G::Move>) {
        for window in (1..self.path.len()).rev() {
            let parent = self.path[window - 1] as usize;
            let children = tree.nodes[parent].children();
            let mover = tree.nodes[children.start].mover;
            if context.sides.are_two() {
                let nodes = &tree.nodes[children];
                let lows = nodes.iter().map(|child| child.low);
                let highs = nodes.iter().map(|child| child.high);
                // Chance may bring any of its events; a player brings the best one.
                let (low, high) = match mover {
                    CHANCE => (lows.min(), highs.max()),
                    mover if context.sides.team(Player::new(mover.into())) == 0 => (lows.max(), highs.max()),
                    _ => (lows.min(), highs.min()),
                };
                let (low, high) = (low.unwrap_or(-1), high.unwrap_or(1));
                let node = &mut tree.nodes[parent];
                if (node.low, node.high) == (low, high) {
                    return;
                }
                (node.low, node.high) = (low, high);
            } else {
                let nodes = &tree.nodes[children];
                let own = match mover {
                    CHANCE => 0,
                    mover => context.sides.team(Player::new(mover.into())) as u8 + 1,
                };
                let first = nodes.first().map_or(0, |child| child.winner);
                let winner = if own > 0 && nodes.iter().any(|child| child.winner == own) {
                    own
                } else if nodes.iter().all(|child| child.winner == first) {
                    first
                } else {
                    0
                };
                if tree.nodes[parent].winner == winner {
                    return;
                }
                tree.nodes[parent].winner = winner;
            }
        }
    }

    /// Implicit minimax: a position is judged by the best judgement among the positions it leads to.
    fn back_up_implicit(&mut self, context: &Context<G>, tree: &mut Tree<G::Move>) {
        let Some(&leaf) = self.path.last() else { return };
        let first = context.sides.member(0);
        let leaf = &mut tree.nodes[leaf as usize];
        if leaf.count == 0 {
            leaf.implicit = self.judged[first.index()];
        }
        for window in (1..self.path.len()).rev() {
            let parent = self.path[window - 1] as usize;
            let children = tree.nodes[parent].children();
            let nodes = tree.nodes[children].iter().filter(|child| child.visits > 0);
            let mover = tree.nodes[self.path[window] as usize].mover;
            let values = nodes.map(|child| child.implicit);
            let value = match mover {
                CHANCE => {
                    let (count, sum) = values.fold((0.0f32, 0.0), |(n, sum), value| (n + 1.0, sum + value));
                    sum / count.max(1.0)
                }
                mover if context.sides.team(Player::new(mover.into())) == 0 => values.fold(-1.0, f32::max),
                _ => values.fold(1.0, f32::min),
            };
            tree.nodes[parent].implicit = value;
        }
    }

    /// Every position on the way learns from all moves made after it.
    fn back_up_amaf(&mut self, context: &Context<G>, tree: &mut Tree<G::Move>) {
        let players = context.sides.players();
        self.slots.clear();
        for &(player, id) in &self.trail {
            let slot = match player {
                CHANCE => u32::MAX,
                _ => tree.slot(move_key(id, player.into(), players)),
            };
            self.slots.push(slot);
        }
        // A table is used once its position has enough visits; it begins to learn at an eighth of them, which
        // saves most of the work and hardly changes what it knows by then.
        let enough = context.options.grave / 8;
        for (depth, &at) in self.path.iter().enumerate() {
            let node = &mut tree.nodes[at as usize];
            if depth > 0 && (node.count == 0 || node.visits < enough) {
                break;
            }
            if node.amaf == 0 {
                if tree.amaf.len() >= context.options.memory / 128 {
                    break;
                }
                tree.amaf.push(Amaf::default());
                node.amaf = tree.amaf.len() as u32;
            }
            let table = &mut tree.amaf[node.amaf as usize - 1];
            for (&slot, &(player, _)) in self.slots.iter().zip(&self.trail).skip(depth) {
                if player == CHANCE {
                    continue;
                }
                if slot as usize >= table.len() {
                    table.resize((slot as usize + 1).next_power_of_two(), Tally::default());
                }
                table[slot as usize].add(self.rewards[player as usize] as f32);
            }
        }
    }

    /// Statistics over moves, for playouts and history.
    fn learn(&mut self, context: &Context<G>) {
        use super::options::PlayoutKind;
        let players = context.sides.players();
        let kind = context.options.playouts;
        let mut before = None;
        for &(player, id) in &self.trail {
            let key = move_key(id, player.into(), players);
            if player != CHANCE {
                let reward = self.rewards[player as usize];
                self.moves_seen.add(key, reward as f32);
                match (kind, before) {
                    (PlayoutKind::NGram, Some(before)) => {
                        self.pairs_seen.add(pair_key(before, key), reward as f32);
                    }
                    (PlayoutKind::LastGoodReply, Some(before)) => {
                        let key = pair_key(before, u32::from(player));
                        if reward > 0.5 {
                            self.replies.insert(key, id);
                        } else if self.replies.get(&key) == Some(&id) {
                            self.replies.remove(&key);
                        }
                    }
                    _ => {}
                }
            }
            before = Some(key);
        }
    }
}
