//! The kernel of games in which balls are only ever placed on playable points: new ones, or such as lie in hands
//! beside the board, also several in a turn, with conditions on the balls around a point and points for them.
//!
//! Which moves there are is decided as the rules decide it; a candidate that fails a condition which sets cannot say
//! is dropped, or drawn again, just as the general rules do. Plies after which the game might end are made by them.

mod effects;
mod now;
mod plan;
mod rules;

use ludex_core::Rng;

use self::now::{Now, Turn};
use self::plan::{Bag, Effect, Plan, Sizes, Source, Supply};
use super::balls::{HANDS, KINDS, Layout};
use super::watch::Watch;
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Last, Move, State, TRIES};

/// The most ways to place a ball in one turn.
const SOURCES: usize = 4;

/// A game of placing.
#[derive(Clone, Debug)]
pub struct Build<const W: usize> {
    layout: Layout<W>,
    plan: Plan<W>,
    watch: Watch<W>,
    /// A score that depends on the balls of its player alone and is worked out when somebody wants to know.
    sizes: Option<Sizes<W>>,
    /// The bag that balls are drawn from.
    bag: Option<Bag>,
    /// The variable that holds who scored last.
    scorer: Option<usize>,
    /// Whether more balls than the one placed may come.
    fills: bool,
    /// Whether nothing happens when a player passes, unless all do.
    passes: bool,
}

/// What was drawn.
enum Drawn<'a, const W: usize> {
    Ply(&'a Source<W>, usize),
    /// There is no move.
    Nothing,
    /// The general rules must make this ply.
    Unknown,
}

/// A ply: where a ball comes from and goes to, and of which kind it is.
#[derive(Clone, Copy)]
struct Ply {
    from: usize,
    to: usize,
    kind: usize,
    leaf: u16,
}

impl Ply {
    fn as_move(self) -> Move {
        let aux = if self.from == self.to { self.kind as i16 } else { -1 };
        Move { from: self.from as i16, to: self.to as i16, aux, ..Move::bare(self.leaf) }
    }
}

impl<const W: usize> Build<W> {
    /// Plays ordinary plies.
    pub(in crate::kernels) fn run(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> u32 {
        if !self.is_ordinary(rules, state) {
            return 0;
        }
        // What chance draws counts as a ply.
        let limit = limit.min(rules.plies_left(state)).saturating_sub(u32::from(self.bag.is_some()));
        let mut now = self.load(rules, state);
        let mut plies = 0;
        while plies < limit {
            let kept = rng.clone();
            let (source, place) = match self.draw(&now, rng) {
                Drawn::Ply(source, place) => (source, place),
                Drawn::Nothing if self.passes => {
                    // The only move is to pass.
                    rng.below(1);
                    plies += 1;
                    if usize::from(now.turn.passed) + 1 < rules.players {
                        now.turn.pass();
                        continue;
                    }
                    self.store(rules, state, &now);
                    rules.apply(state, Move::PASS);
                    return plies;
                }
                _ => {
                    *rng = kept;
                    break;
                }
            };
            let ply = self.ply(&now, source, place);
            let source_of_chance = rng.clone();
            let mut may_end = false;
            if ply.to < self.layout.beside {
                now.balls.own[ply.kind % KINDS].insert(ply.to);
                may_end = self.watch.may_end(&now.balls, usize::from(now.turn.mover), ply.kind, ply.to);
                if may_end {
                    let mover = usize::from(now.turn.mover);
                    if let Some(verdict) = self.watch.verdict(&now.balls, mover, ply.kind, ply.to)
                        && let [] | [Effect::Again(None)] = source.then[..]
                        && self.sizes.is_none()
                    {
                        self.finish(rules, state, &mut now, ply, !source.then.is_empty());
                        rules.end_with(state, verdict);
                        return plies + 1;
                    }
                    now.balls.own[ply.kind % KINDS].remove(ply.to);
                }
            }
            let mut before = None;
            if !may_end && (self.watch.stuck || self.fills) {
                before = Some(now);
                before.iter_mut().for_each(|now| now.balls.own[ply.kind % KINDS].remove(ply.to));
            }
            let mut draws = 0;
            if !may_end {
                draws = self.make(&mut now, source, ply, rng);
                may_end =
                    (self.fills && now.balls.open.is_empty()) || (self.watch.stuck && !self.can_move(&now));
            }
            if may_end {
                self.store(rules, state, before.as_ref().unwrap_or(&now));
                match self.bag {
                    None => rules.apply(state, ply.as_move()),
                    Some(_) => {
                        *rng = source_of_chance;
                        (draws, _) = rules.apply_at_once(state, ply.as_move(), rng, false);
                    }
                }
            }
            plies += 1 + draws;
            if may_end {
                if !self.is_ordinary(rules, state) {
                    return plies;
                }
                now = self.load(rules, state);
            }
        }
        self.store(rules, state, &now);
        plies
    }

    /// Whether a position is one of the course of the game.
    fn is_ordinary(&self, rules: &Rules<W>, state: &State<W>) -> bool {
        let everyone = ((1u32 << (rules.players + 1)) - 2) as u16;
        let bag_is_sorted = |bag: &Bag| {
            state.remembered.iter().all(|&(list, kind)| list == bag.list && (1..KINDS as i32).contains(&kind))
                && state.remembered.is_sorted()
        };
        !state.over
            && state.waiting.is_none()
            && state.active == everyone
            && state.to_clear.is_empty()
            && usize::from(state.next) == usize::from(state.mover) % rules.players + 1
            && self.bag.as_ref().is_none_or(bag_is_sorted)
    }

    fn load(&self, rules: &Rules<W>, state: &State<W>) -> Now<W> {
        let turn = Turn {
            players: rules.players as u8,
            mover: state.mover,
            prev: state.prev,
            kind: usize::try_from(state.last.to).map_or(0, |place| state.what(place)),
            made: state.moves_this_turn,
            turns: 0,
            plies: 0,
            moves: state.moves,
            visited: state.visited,
            last: state.last,
            passed: state.passed,
            moved: 0,
            stuck: state.stuck,
        };
        let mut bag = [0; KINDS];
        if self.bag.is_some() {
            state.remembered.iter().for_each(|&(_, kind)| bag[kind as usize % KINDS] += 1);
        }
        let scorer = self.scorer.map_or(-1, |var| state.vars[var]);
        Now { balls: self.layout.load(rules, state), turn, scores: state.scores, scorer, bag }
    }

    /// Tells a position about the plies played.
    fn store(&self, rules: &Rules<W>, state: &mut State<W>, now: &Now<W>) {
        let turn = &now.turn;
        if turn.plies > 0 {
            self.store_all(rules, state, now);
        }
    }

    /// Tells a position about the plies played and the last one, after which the game is over.
    fn finish(&self, rules: &Rules<W>, state: &mut State<W>, now: &mut Now<W>, ply: Ply, again: bool) {
        if ply.from >= self.layout.beside {
            now.balls.left[(ply.from - self.layout.beside) % HANDS] -= 1;
        }
        self.store_all(rules, state, now);
        let (from, to) = (ply.from as i16, ply.to as i16);
        state.last = Last { from, to, from_after: from, to_after: to, mover: state.mover, pass: false };
        state.passed = 0;
        state.stuck &= !(1 << state.mover);
        state.moves += 1;
        if again {
            state.next = state.mover;
        }
    }

    fn store_all(&self, rules: &Rules<W>, state: &mut State<W>, now: &Now<W>) {
        let turn = &now.turn;
        self.layout.store(state, &now.balls);
        state.scores = now.scores;
        if let Some(sizes) = &self.sizes {
            for player in (1..=rules.players).filter(|player| turn.moved >> player & 1 == 1) {
                state.scores[player] = sizes.product(state.owned(player));
            }
        }
        if let Some(var) = self.scorer {
            state.vars[var] = now.scorer;
        }
        if self.bag.is_some() {
            for kind in (1..KINDS as i32).rev() {
                let first = state.remembered.partition_point(|&(_, other)| other < kind);
                let end = state.remembered.partition_point(|&(_, other)| other <= kind);
                state.remembered.drain(first + usize::from(now.bag[kind as usize])..end);
            }
        }
        state.last = turn.last;
        (state.passed, state.stuck) = (turn.passed, turn.stuck);
        state.pending.clear();
        state.visited = turn.visited;
        state.moves += turn.plies;
        state.counter += turn.plies as i32;
        state.turn += turn.turns;
        state.moves_this_turn = turn.made;
        (state.prev, state.mover, state.next) = (turn.prev, turn.mover, turn.after());
    }

    /// Draws a way to place a ball and a place, as the general rules do.
    #[inline]
    fn draw(&self, now: &Now<W>, rng: &mut Rng) -> Drawn<'_, W> {
        let Some(sources) = self.plan.at(now) else { return Drawn::Unknown };
        let mut candidates = [Bits::EMPTY; SOURCES];
        let mut counts = [0; SOURCES];
        let mut total = 0;
        for ((source, candidates), count) in sources.iter().zip(&mut candidates).zip(&mut counts) {
            *candidates = source.candidates(now);
            *count = candidates.count();
            total += *count;
        }
        for _ in 0..TRIES {
            if total == 0 {
                return Drawn::Nothing;
            }
            let mut index = rng.below(total);
            let mut at = 0;
            while index >= counts[at] {
                index -= counts[at];
                at += 1;
            }
            let source = &sources[at];
            let place = candidates[at].nth(index).unwrap_or(0);
            match &source.test {
                Some(test) if !source.exact && !test.holds(now, place) => {}
                _ => return Drawn::Ply(source, place),
            }
            if source.drops {
                candidates[at].remove(place);
                counts[at] -= 1;
                total -= 1;
            }
        }
        Drawn::Unknown
    }

    /// Whether the player on turn has a move, or may have one.
    fn can_move(&self, now: &Now<W>) -> bool {
        let Some(sources) = self.plan.at(now) else { return true };
        sources.iter().any(|source| {
            let candidates = source.candidates(now);
            match &source.test {
                Some(test) if !source.exact => candidates.iter().any(|place| test.holds(now, place)),
                _ => !candidates.is_empty(),
            }
        })
    }

    #[inline(always)]
    fn ply(&self, now: &Now<W>, source: &Source<W>, place: usize) -> Ply {
        let mover = usize::from(now.turn.mover);
        let beside = self.layout.beside;
        let kind = |hand: usize| usize::from(now.balls.kinds[hand % HANDS]);
        let (from, to, kind) = match &source.supply {
            Supply::New(kinds) => (place, place, usize::from(kinds[mover])),
            Supply::Hand(hands) => {
                (beside + usize::from(hands[mover]), place, kind(usize::from(hands[mover])))
            }
            Supply::Over { to, .. } => (beside + place, beside + usize::from(to[mover]), kind(place)),
        };
        Ply { from, to, kind, leaf: source.leaf }
    }

    /// Makes a ply, with all that follows. Returns how often chance decided something.
    #[inline]
    fn make(&self, now: &mut Now<W>, source: &Source<W>, ply: Ply, rng: &mut Rng) -> u32 {
        let beside = self.layout.beside;
        let balls = &mut now.balls;
        if ply.from >= beside {
            balls.left[(ply.from - beside) % HANDS] -= 1;
        }
        if ply.to < beside {
            self.layout.put(balls, ply.kind, ply.to);
        } else {
            let hand = (ply.to - beside) % HANDS;
            let alike = balls.left[hand] > 0 && usize::from(balls.kinds[hand]) == ply.kind;
            balls.left[hand] = 1 + if alike { balls.left[hand] } else { 0 };
            balls.kinds[hand] = ply.kind as u8;
        }
        let (from, to) = (ply.from as i16, ply.to as i16);
        let mover = now.turn.mover;
        now.turn.last = Last { from, to, from_after: from, to_after: to, mover, pass: false };
        now.turn.kind = ply.kind as u8;
        let (again, draws) = now.follow(&self.layout, &source.then, rng);
        now.turn.pass_on(again);
        draws
    }
}
