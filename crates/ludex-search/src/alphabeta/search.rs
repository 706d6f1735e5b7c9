//! The search itself, one per thread.

use ludex_core::{Playable, Player, Turn, mix};

use super::agent::AlphaBetaOptions;
use crate::parts::budget::Clock;
use crate::parts::door;
use crate::parts::judge::WON;
use crate::parts::order::{History, MOST};
use crate::parts::score::{
    INFINITE, Score, from_eval, from_table, is_certain, of_outcome, to_eval, to_table,
};
use crate::parts::sides::Sides;
use crate::parts::stats::move_key;
use crate::parts::table::{Bound, Known, Table};
use crate::parts::tables::{self, sure_value};

/// No move is known.
const NONE: u16 = u16::MAX;

/// What a thread keeps from search to search.
pub(super) struct Memory<G: Playable> {
    pub history: History,
    killers: Vec<[Option<G::Move>; 2]>,
    buffers: Vec<Buffer<G::Move>>,
    /// The best line found from each distance to the root on.
    lines: Vec<Vec<G::Move>>,
}

impl<G: Playable> Memory<G> {
    pub(super) fn new() -> Memory<G> {
        Memory { history: History::default(), killers: Vec::new(), buffers: Vec::new(), lines: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.history.clear();
        self.killers.clear();
    }
}

/// The moves of a position with their urgency and their number in the game's list.
struct Buffer<M> {
    moves: Vec<M>,
    order: Vec<(i32, u16)>,
    judged: Vec<(Score, u16)>,
}

/// One search.
pub(super) struct Search<'a, G: Playable> {
    pub game: &'a G,
    pub options: &'a AlphaBetaOptions,
    pub sides: Sides,
    pub root: Player,
    pub table: &'a Table,
    pub clock: Clock<'a>,
    pub memory: &'a mut Memory<G>,
    /// Mixed into keys, since scores are judged by the root player.
    pub salt: u64,
    /// Endgame tables, and how much is left to play for at the root.
    pub known: (&'a tables::Known, u32),
}

impl<'a, G: Playable> Search<'a, G> {
    pub(super) fn salt_of(sides: &Sides, root: Player) -> u64 {
        // Between two sides, judgement is symmetric up to the sign only if the heuristic is, so each has its own.
        mix(0x5eed + sides.team(root) as u64)
    }

    /// The best line after a root move was searched.
    pub(super) fn line_below_root(&self) -> &[G::Move] {
        self.memory.lines.get(1).map_or(&[], Vec::as_slice)
    }

    #[allow(clippy::too_many_arguments)]
    /// The value of a position for `view` (true: the root player's side), within a window of `view`.
    pub(super) fn value(
        &mut self,
        state: &G::State,
        depth: i32,
        ply: u32,
        alpha: Score,
        beta: Score,
        view: bool,
        before: u32,
    ) -> Score {
        if self.clock.tick() {
            return 0;
        }
        if self.memory.lines.len() <= ply as usize + 1 {
            self.memory.lines.resize(ply as usize + 2, Vec::new());
        }
        self.memory.lines[ply as usize].clear();
        let sign = if view { 1 } else { -1 };
        if let Some(outcome) = door::outcome(self.game, state) {
            return sign * of_outcome(&outcome, self.root, ply);
        }
        let Turn::Player(mover) = door::turn(self.game, state) else {
            return self.chance(state, depth, ply, view);
        };
        let (known, at_root) = self.known;
        if let Some((lead, in_play)) = known.lead(self.game, state, self.root, &self.sides)
            && (depth <= 0 || in_play < at_root)
        {
            return sign * from_eval(sure_value(lead, in_play, ply));
        }
        let own = self.sides.together(mover, self.root);
        // In the middle of a turn the one who moves on may still take everything. A puzzle is one long turn.
        let chased = depth <= 0
            && self.options.quiescence
            && depth > -(self.options.chase as i32)
            && (own == view && self.game.players() > 1 || !self.game.is_quiet(state));
        if depth <= 0 && !chased {
            return sign * self.judge(state);
        }
        if own == view {
            self.inner(state, depth, ply, alpha, beta, mover, before)
        } else {
            -self.inner(state, depth, ply, -beta, -alpha, mover, before)
        }
    }

    /// The static score for the root player.
    pub(super) fn judge(&self, state: &G::State) -> Score {
        from_eval(self.options.judge.judge(self.game, state, self.root, None))
    }

    /// The mean over the events of chance; no window can cut it short.
    fn chance(&mut self, state: &G::State, depth: i32, ply: u32, view: bool) -> Score {
        if depth <= 0 {
            return if view { self.judge(state) } else { -self.judge(state) };
        }
        let mut events = Vec::new();
        self.game.chances(state, &mut events);
        let (mut mean, mut low, mut high) = (0.0, INFINITE, -INFINITE);
        for (event, probability) in events {
            let next = door::after(self.game, state, event);
            let score = self.value(&next, depth - 1, ply + 1, -INFINITE, INFINITE, view, u32::MAX);
            (low, high) = (low.min(score), high.max(score));
            mean +=
                probability * if is_certain(score) { to_eval(score).signum() * WON } else { to_eval(score) };
        }
        match (is_certain(low), is_certain(high)) {
            (true, _) if low > 0 => low,
            (_, true) if high < 0 => high,
            _ => from_eval(mean),
        }
    }

    /// A position in which `mover` chooses; scores and window are those of the mover's side.
    #[allow(clippy::too_many_arguments)]
    fn inner(
        &mut self,
        state: &G::State,
        depth: i32,
        ply: u32,
        mut alpha: Score,
        beta: Score,
        mover: Player,
        before: u32,
    ) -> Score {
        let key = self.game.key(state) ^ self.salt;
        let known = if self.options.table { self.table.look_up(key) } else { None };
        let mut first = NONE;
        if let Some(known) = known {
            first = known.best;
            let deep = i32::from(known.depth);
            let enough = if self.options.strict { deep == depth } else { deep >= depth.max(0) };
            if enough {
                let score = from_table(known.score, ply);
                let cuts = match known.bound {
                    Bound::Exact => true,
                    Bound::Lower => score >= beta,
                    Bound::Upper => score <= alpha,
                };
                if cuts {
                    return score;
                }
            }
        }
        let mut buffer = self.memory.buffers.pop().unwrap_or(Buffer {
            moves: Vec::new(),
            order: Vec::new(),
            judged: Vec::new(),
        });
        door::moves(self.game, state, &mut buffer.moves);
        if first == NONE && depth >= 4 && self.options.table && !self.options.strict {
            // Nothing is known of an important position: a shallower search finds the move to begin with.
            self.inner(state, depth - 2, ply, alpha, beta, mover, before);
            first = self.table.look_up(key).map_or(NONE, |known| known.best);
        }
        self.order(&mut buffer, mover, ply, first, before);
        if self.options.sort > 0 && depth >= self.options.sort as i32 {
            self.sort_by_judgement(&mut buffer, state, mover);
        }
        let view = self.sides.together(mover, self.root);
        let start = alpha;
        let (mut best, mut best_at) = (-INFINITE, NONE);
        let count = buffer.moves.len();
        let next_depth = if depth > 0 && count == 1 && self.options.quiescence && ply < 60 {
            depth // a forced move costs nothing
        } else {
            depth - 1
        };
        for at in 0..count {
            let index = pick(&mut buffer.order, at);
            let chosen = buffer.moves[index as usize];
            let id = move_key(self.game.move_id(chosen), view.into(), 2);
            let next = door::after(self.game, state, chosen);
            let score = if at == 0 {
                self.value(&next, next_depth, ply + 1, alpha, beta, view, id)
            } else {
                let less = self.reduction(depth, at, id);
                let narrow = alpha.saturating_add(1);
                let mut score = self.value(&next, next_depth - less, ply + 1, alpha, narrow, view, id);
                if score > alpha && less > 0 {
                    score = self.value(&next, next_depth, ply + 1, alpha, narrow, view, id);
                }
                if score > alpha && score < beta {
                    score = self.value(&next, next_depth, ply + 1, alpha, beta, view, id);
                }
                score
            };
            if self.clock.is_out() {
                self.memory.buffers.push(buffer);
                return 0;
            }
            if score > best {
                (best, best_at) = (score, index);
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, chosen);
                }
            }
            if alpha >= beta {
                self.reward(&buffer, at, depth, ply, view, before);
                break;
            }
        }
        self.memory.buffers.push(buffer);
        if self.options.table {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > start {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let depth = depth.clamp(0, 255) as u8;
            self.table.store(key, Known { score: to_table(best, ply), depth, bound, best: best_at });
        }
        best
    }

    /// Gives every move its urgency.
    fn order(&self, buffer: &mut Buffer<G::Move>, mover: Player, ply: u32, first: u16, before: u32) {
        let view = self.sides.together(mover, self.root);
        let killers = self.memory.killers.get(ply as usize).copied().unwrap_or([None; 2]);
        let reply = self.memory.history.reply(before);
        buffer.order.clear();
        for (index, &chosen) in buffer.moves.iter().enumerate() {
            let urgency = if index == first as usize {
                i32::MAX
            } else if self.options.killers && killers[0] == Some(chosen) {
                4 * MOST
            } else if self.options.killers && killers[1] == Some(chosen) {
                3 * MOST
            } else if self.options.history {
                let key = move_key(self.game.move_id(chosen), view.into(), 2);
                self.memory.history.merit(key) + if key == reply { 2 * MOST } else { 0 }
            } else {
                0
            };
            buffer.order.push((urgency, index as u16));
        }
    }

    /// Adds to every move's urgency its place among all by how the position after it is judged. That costs as
    /// much as a ply of search, so it is done only well above the leaves.
    fn sort_by_judgement(&self, buffer: &mut Buffer<G::Move>, state: &G::State, mover: Player) {
        let sign = if self.sides.together(mover, self.root) { 1 } else { -1 };
        buffer.judged.clear();
        for (index, &chosen) in buffer.moves.iter().enumerate() {
            let next = door::after(self.game, state, chosen);
            let score = match door::outcome(self.game, &next) {
                Some(outcome) => of_outcome(&outcome, self.root, 0),
                None => self.judge(&next),
            };
            buffer.judged.push((sign * score, index as u16));
        }
        buffer.judged.sort_unstable();
        let step = 2 * MOST / buffer.judged.len().max(1) as i32;
        for (place, &(_, index)) in buffer.judged.iter().enumerate() {
            let urgency = &mut buffer.order[index as usize].0;
            *urgency = urgency.saturating_add(step * place as i32);
        }
    }

    /// How much less deep a late move is searched at first.
    fn reduction(&self, depth: i32, at: usize, id: u32) -> i32 {
        if !self.options.reductions || depth < 3 || at < 4 {
            return 0;
        }
        let merit = self.memory.history.merit(id);
        let mut less = 1 + i32::from(at >= 12) + i32::from(depth >= 6 && at >= 24);
        if merit > MOST / 8 {
            less -= 1;
        }
        less.min(depth - 2).max(0)
    }

    /// A move cut the search short: it is tried early elsewhere, those before it later.
    fn reward(&mut self, buffer: &Buffer<G::Move>, at: usize, depth: i32, ply: u32, view: bool, before: u32) {
        let chosen = buffer.moves[buffer.order[at].1 as usize];
        let gain = (depth.max(1) * depth.max(1)).min(400);
        let history = &mut self.memory.history;
        let key = |chosen| move_key(self.game.move_id(chosen), view.into(), 2);
        history.adjust(key(chosen), gain);
        for &(_, earlier) in &buffer.order[..at] {
            history.adjust(key(buffer.moves[earlier as usize]), -gain);
        }
        if before != u32::MAX {
            history.set_reply(before, key(chosen));
        }
        let ply = ply as usize;
        if self.memory.killers.len() <= ply {
            self.memory.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.memory.killers[ply];
        if killers[0] != Some(chosen) {
            *killers = [Some(chosen), killers[0]];
        }
    }

    fn extend_line(&mut self, ply: u32, chosen: G::Move) {
        let (here, below) = self.memory.lines.split_at_mut(ply as usize + 1);
        let line = &mut here[ply as usize];
        line.clear();
        line.push(chosen);
        if let Some(rest) = below.first() {
            line.extend_from_slice(rest);
        }
    }
}

/// Brings the most urgent of the remaining moves to place `at`; the earlier in the list wins a tie.
fn pick(order: &mut [(i32, u16)], at: usize) -> u16 {
    let mut best = at;
    for later in at + 1..order.len() {
        let (urgency, index) = order[later];
        if urgency > order[best].0 || urgency == order[best].0 && index < order[best].1 {
            best = later;
        }
    }
    order.swap(at, best);
    order[at].1
}
