//! Playouts: from a position to a result, uniformly or guided by what was learnt.

use ludex_core::{MAX_PLAYERS, Outcome, Playable, Player};

use super::descend::{Context, Worker};
use super::options::PlayoutKind;
use super::tree::CHANCE;
use crate::agents::flat::LONGEST_PLAYOUT;
use crate::parts::door;
use crate::parts::stats::{move_key, pair_key};

/// Moves of a playout beyond this many are played but not remembered.
const LONGEST_TRAIL: usize = 2_000;

impl<G: Playable> Worker<G> {
    /// Finds the worth of a position that is new in the tree, for every player. Allocates nothing once its
    /// buffers have grown.
    pub(super) fn simulate(&mut self, context: &Context<G>, mut state: G::State) {
        let (game, options) = (context.game, context.options);
        let players = context.sides.players();
        let leaf = door::outcome(game, &state).or_else(|| {
            let (lead, _) = context.known.lead(game, &state, Player::FIRST, &context.sides)?;
            Some(match lead.signum() {
                1 => Outcome::win(players, Player::FIRST),
                0 => Outcome::draw(players),
                _ => Outcome::win(players, Player::SECOND),
            })
        });
        if leaf.is_some() || options.judges_nodes() {
            for player in Player::all(players) {
                self.judged[player.index()] = match &leaf {
                    Some(outcome) => outcome.utility(player) as f32,
                    None => options.judge.standing(game, &state, player) as f32,
                };
            }
        }
        let weight = if leaf.is_some() { 0.0 } else { options.playout_weight };
        let mut played = [0.0; MAX_PLAYERS];
        if weight > 0.0 {
            let result = if options.looks_at_results_only() {
                door::rollout(game, &state, &mut self.rng, LONGEST_PLAYOUT, &mut self.moves).1
            } else {
                self.playout(context, &mut state);
                door::outcome(game, &state)
            };
            self.playouts += 1;
            for player in Player::all(players) {
                played[player.index()] = match &result {
                    Some(outcome) => outcome.utility(player),
                    None if options.cut > 0 => options.judge.standing(game, &state, player),
                    None => 0.0,
                };
            }
        }
        for player in Player::all(players) {
            let (played, judged) = (played[player.index()], f64::from(self.judged[player.index()]));
            let mixed = if weight >= 1.0 { played } else { weight * played + (1.0 - weight) * judged };
            self.rewards[player.index()] = reward(mixed);
        }
    }

    fn playout(&mut self, context: &Context<G>, state: &mut G::State) {
        let (game, options) = (context.game, context.options);
        let limit = if options.cut > 0 { options.cut } else { LONGEST_PLAYOUT };
        if options.plays_at_random() {
            door::playout(game, state, &mut self.rng, limit, &mut self.moves);
            return;
        }
        for _ in 0..limit {
            let turn = door::turn(game, state);
            if turn.is_over() {
                return;
            }
            let (chosen, player) = match turn.player() {
                Some(player) => (self.playout_move(context, state, player), player.index() as u8),
                None => (door::random_move(game, state, &mut self.rng, &mut self.moves), CHANCE),
            };
            if self.trail.len() < LONGEST_TRAIL {
                self.trail.push((player, game.move_id(chosen)));
            }
            door::play(game, state, chosen);
        }
    }

    fn playout_move(&mut self, context: &Context<G>, state: &G::State, player: Player) -> G::Move {
        let (game, options) = (context.game, context.options);
        let uniform = options.playouts == PlayoutKind::Random
            || options.epsilon > 0.0 && self.rng.chance(options.epsilon);
        if uniform {
            return door::random_move(game, state, &mut self.rng, &mut self.moves);
        }
        let mut moves = std::mem::take(&mut self.moves);
        door::moves(game, state, &mut moves);
        let at = if moves.len() == 1 {
            0
        } else {
            match options.playouts {
                PlayoutKind::Random => 0,
                PlayoutKind::Greedy => self.one_ply.best(game, state, player, &moves).0,
                PlayoutKind::Mast => self.by_history(context, player, &moves, false),
                PlayoutKind::NGram => self.by_history(context, player, &moves, true),
                PlayoutKind::LastGoodReply => self.by_reply(context, player, &moves),
            }
        };
        let chosen = moves[at];
        self.moves = moves;
        chosen
    }

    /// Draws a move by its past results: from a Gibbs distribution, or the best at temperature 0.
    fn by_history(&mut self, context: &Context<G>, player: Player, moves: &[G::Move], pairs: bool) -> usize {
        let (game, options) = (context.game, context.options);
        let players = context.sides.players();
        let before = self.trail.last().map(|&(player, id)| move_key(id, player.into(), players));
        self.weights.clear();
        let mut best = (0, f64::NEG_INFINITY);
        let mut total = 0.0;
        for (at, &chosen) in moves.iter().enumerate() {
            let key = move_key(game.move_id(chosen), player.index(), players);
            // A move never seen is worth a win, so that it gets its try.
            let mut mean = f64::from(self.moves_seen.get(key).mean_or(1.0));
            if pairs && let Some(before) = before {
                let tally = self.pairs_seen.get(pair_key(before, key));
                if tally.visits >= 7.0 {
                    mean = (mean + f64::from(tally.mean_or(1.0))) / 2.0;
                }
            }
            if mean > best.1 {
                best = (at, mean);
            }
            let weight = if options.temperature > 0.0 { (mean / options.temperature).exp() } else { 0.0 };
            total += weight;
            self.weights.push(weight);
        }
        if options.temperature <= 0.0 {
            return best.0;
        }
        let mut left = self.rng.unit() * total;
        for (at, weight) in self.weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return at;
            }
        }
        best.0
    }

    /// The reply that last worked against the previous move, if it is legal; else a random move.
    fn by_reply(&mut self, context: &Context<G>, player: Player, moves: &[G::Move]) -> usize {
        let players = context.sides.players();
        let reply = self.trail.last().and_then(|&(before, id)| {
            let key = pair_key(move_key(id, before.into(), players), player.index() as u32);
            self.replies.get(&key).copied()
        });
        let known =
            reply.and_then(|reply| moves.iter().position(|&chosen| context.game.move_id(chosen) == reply));
        known.unwrap_or_else(|| self.rng.below(moves.len() as u32) as usize)
    }
}

/// A result between -1 and 1 as a reward between 0 and 1.
#[inline]
pub(super) fn reward(result: f64) -> f64 {
    (result + 1.0) / 2.0
}
