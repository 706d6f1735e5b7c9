//! The kernel of games in which balls are only ever placed on playable points: new ones, or such as lie in hands
//! beside the board, also several in a turn, with conditions on the balls around a point and points for them.
//!
//! Which moves there are is decided as the rules decide it; a candidate that fails a condition which sets cannot say
//! is dropped, or drawn again, just as the general rules do. Plies after which the game might end are made by them.

use ludex_core::Rng;

use super::balls::{Balls, HANDS, Layout};
use super::build_rules::{Effect, Num, Plan, Source, Supply, Test, When};
use super::watch::Watch;
use crate::runtime::code::Int;
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Last, Move, PLAYERS, State, TRIES};

/// The most ways to place a ball in one turn.
pub(super) const SOURCES: usize = 4;

/// A game of placing.
#[derive(Clone, Debug)]
pub struct Build<const W: usize> {
    pub(super) layout: Layout<W>,
    pub(super) plan: Plan<W>,
    pub(super) watch: Watch<W>,
    /// A score that depends on the balls of its player alone and is worked out when somebody wants to know.
    pub(super) later: Option<Int<W>>,
}

/// Whose turn it is, and what has happened since the position was told last.
#[derive(Clone, Copy)]
struct Turn<const W: usize> {
    players: u8,
    mover: u8,
    prev: u8,
    /// Plies that the mover has made in this turn.
    made: u32,
    turns: u32,
    plies: u32,
    visited: Bits<W>,
    from: usize,
    to: usize,
    /// The kind of ball that lies where the last ply went.
    kind: u8,
    /// The players who have moved, as bits.
    moved: u16,
}

/// A position.
#[derive(Clone, Copy)]
struct Now<const W: usize> {
    balls: Balls<W>,
    turn: Turn<W>,
    scores: [i32; PLAYERS + 1],
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
        if !is_ordinary(rules, state) {
            return 0;
        }
        let limit = limit.min(rules.plies_left(state));
        let mut now = self.load(rules, state);
        let mut plies = 0;
        while plies < limit {
            let kept = rng.clone();
            let Some((source, place)) = self.draw(&now, rng) else {
                *rng = kept;
                break;
            };
            let mut after = now;
            let made = self.make(&mut after, source, place);
            plies += 1;
            if made.may_end || (self.watch.stuck && !self.can_move(&after)) {
                self.store(rules, state, &now);
                rules.apply(state, made.ply);
                if !is_ordinary(rules, state) {
                    return plies;
                }
                after = self.load(rules, state);
            }
            now = after;
        }
        self.store(rules, state, &now);
        plies
    }

    fn load(&self, rules: &Rules<W>, state: &State<W>) -> Now<W> {
        let turn = Turn {
            players: rules.players as u8,
            mover: state.mover,
            prev: state.prev,
            made: state.moves_this_turn,
            turns: 0,
            plies: 0,
            visited: state.visited,
            from: 0,
            to: 0,
            kind: usize::try_from(state.last.to).map_or(0, |place| state.what(place)),
            moved: 0,
        };
        Now { balls: self.layout.load(rules, state), turn, scores: state.scores }
    }

    fn store(&self, rules: &Rules<W>, state: &mut State<W>, now: &Now<W>) {
        let turn = &now.turn;
        if turn.plies == 0 {
            return;
        }
        self.layout.store(state, &now.balls);
        state.scores = now.scores;
        if let Some(score) = &self.later {
            for player in (1..=rules.players).filter(|player| turn.moved >> player & 1 == 1) {
                state.mover = player as u8;
                state.scores[player] = rules.number_in(state, score);
            }
        }
        let (from, to) = (turn.from as i16, turn.to as i16);
        state.last = Last { from, to, from_after: from, to_after: to, mover: turn.prev, pass: false };
        state.passed = 0;
        state.stuck &= !turn.moved;
        state.pending.clear();
        state.visited = turn.visited;
        state.moves += turn.plies;
        state.counter += turn.plies as i32;
        state.turn += turn.turns;
        state.moves_this_turn = turn.made;
        (state.prev, state.mover, state.next) = (turn.prev, turn.mover, turn.after());
    }

    /// Draws a way to place a ball and a place, as the general rules do. `None` if they must.
    #[inline]
    fn draw(&self, now: &Now<W>, rng: &mut Rng) -> Option<(&Source<W>, usize)> {
        let sources = self.plan.at(now);
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
                return None;
            }
            let mut index = rng.below(total);
            let mut at = 0;
            while index >= counts[at] {
                index -= counts[at];
                at += 1;
            }
            let (source, place) = (&sources[at], candidates[at].nth(index)?);
            match &source.test {
                Some(test) if !source.exact && !test.holds(now, place) => {}
                _ => return Some((source, place)),
            }
            if source.drops {
                candidates[at].remove(place);
                counts[at] -= 1;
                total -= 1;
            }
        }
        None
    }

    /// Whether the player on turn has a move.
    fn can_move(&self, now: &Now<W>) -> bool {
        self.plan.at(now).iter().any(|source| {
            let candidates = source.candidates(now);
            match &source.test {
                Some(test) if !source.exact => candidates.iter().any(|place| test.holds(now, place)),
                _ => !candidates.is_empty(),
            }
        })
    }

    /// Makes a ply, with all that follows.
    #[inline]
    fn make(&self, now: &mut Now<W>, source: &Source<W>, place: usize) -> Made {
        let mover = usize::from(now.turn.mover);
        let beside = self.layout.beside;
        let balls = &mut now.balls;
        let (from, to, kind) = match &source.supply {
            Supply::New(kinds) => (place, place, usize::from(kinds[mover])),
            Supply::Hand(hands) => {
                let hand = usize::from(hands[mover]) % HANDS;
                balls.left[hand] -= 1;
                (beside + hand, place, usize::from(balls.kinds[hand]))
            }
            Supply::Over { to, .. } => {
                let (hand, other) = (place % HANDS, usize::from(to[mover]) % HANDS);
                let kind = balls.kinds[hand];
                balls.left[hand] -= 1;
                let alike = balls.left[other] > 0 && balls.kinds[other] == kind;
                balls.left[other] = 1 + if alike { balls.left[other] } else { 0 };
                balls.kinds[other] = kind;
                (beside + hand, beside + other, usize::from(kind))
            }
        };
        let aux = if from == to { kind as i16 } else { -1 };
        let ply = Move { from: from as i16, to: to as i16, aux, ..Move::bare(source.leaf) };
        let mut may_end = false;
        if to < beside {
            self.layout.put(balls, kind, to);
            may_end = self.watch.may_end(balls, mover, kind, to);
        }
        (now.turn.from, now.turn.to, now.turn.kind) = (from, to, kind as u8);
        let again = now.follow(&source.then);
        now.turn.pass_on(again);
        Made { ply, may_end }
    }
}

/// A ply, and whether an end rule might apply after it.
struct Made {
    ply: Move,
    may_end: bool,
}

/// Whether a position is one of the course of the game.
fn is_ordinary<const W: usize>(rules: &Rules<W>, state: &State<W>) -> bool {
    let everyone = ((1u32 << (rules.players + 1)) - 2) as u16;
    !state.over
        && state.waiting.is_none()
        && state.active == everyone
        && state.to_clear.is_empty()
        && usize::from(state.next) == usize::from(state.mover) % rules.players + 1
}

impl<const W: usize> Turn<W> {
    /// The player whose turn comes after this one.
    #[inline(always)]
    fn after(&self) -> u8 {
        if self.mover == self.players { 1 } else { self.mover + 1 }
    }

    #[inline(always)]
    fn pass_on(&mut self, again: bool) {
        let next = if again { self.mover } else { self.after() };
        if next == self.mover {
            self.visited.insert(self.from);
            self.visited.insert(self.to);
            self.made += 1;
        } else {
            self.visited = Bits::EMPTY;
            self.made = 0;
            self.turns += 1;
        }
        self.moved |= 1 << self.mover;
        self.plies += 1;
        (self.prev, self.mover) = (self.mover, next);
    }
}

impl<const W: usize> Now<W> {
    /// Carries out what follows from a ply: everything is worked out before the first score is set. Returns whether
    /// the same player goes on.
    #[inline]
    fn follow(&mut self, effects: &[Effect<W>]) -> bool {
        let mut again = false;
        let mut scores = self.scores;
        for effect in effects {
            match effect {
                Effect::Again(when) => again |= when.as_ref().is_none_or(|when| when.holds(self)),
                Effect::SetScore { next, to } => scores[self.player(*next)] = to.value(self),
                Effect::AddScore { next, by } => scores[self.player(*next)] += by.value(self),
            }
        }
        self.scores = scores;
        again
    }

    #[inline(always)]
    fn player(&self, next: bool) -> usize {
        usize::from(if next { self.turn.after() } else { self.turn.mover })
    }
}

impl<const W: usize> Plan<W> {
    /// The ways to place a ball in a position.
    #[inline(always)]
    fn at(&self, now: &Now<W>) -> &[Source<W>] {
        let mut plan = self;
        loop {
            match plan {
                Plan::Sources(sources) => return sources,
                Plan::If(when, yes, no) => plan = if when.holds(now) { yes } else { no },
            }
        }
    }
}

impl When {
    #[inline(always)]
    fn holds<const W: usize>(&self, now: &Now<W>) -> bool {
        match self {
            When::Again => now.turn.mover == now.turn.prev,
            When::Holds(hands) => now.balls.left[usize::from(hands[usize::from(now.turn.mover)]) % HANDS] > 0,
            When::Balls(number) => now.balls.occupied.count() == *number,
            When::Not(when) => !when.holds(now),
        }
    }
}

impl<const W: usize> Source<W> {
    /// The places a ball may go to, or the hands one may come from, before conditions that sets cannot say.
    #[inline(always)]
    fn candidates(&self, now: &Now<W>) -> Bits<W> {
        let mover = usize::from(now.turn.mover);
        let balls = &now.balls;
        let open = match &self.supply {
            Supply::New(_) => balls.open,
            Supply::Hand(hands) if balls.left[usize::from(hands[mover]) % HANDS] > 0 => balls.open,
            Supply::Hand(_) => Bits::EMPTY,
            Supply::Over { from, new, .. } => {
                let last = if *new { now.turn.kind } else { 0 };
                let fits = |&hand: &usize| balls.left[hand % HANDS] > 0 && balls.kinds[hand % HANDS] != last;
                return from.clone().filter(fits).collect();
            }
        };
        match &self.test {
            Some(test) if self.exact => open.iter().filter(|&place| test.holds(now, place)).collect(),
            _ => open,
        }
    }
}

impl<const W: usize> Test<W> {
    /// Whether the condition holds for a place.
    #[inline]
    fn holds(&self, now: &Now<W>, place: usize) -> bool {
        let mover = usize::from(now.turn.mover);
        match self {
            Test::In(places) => places.has(place),
            Test::Fewer { near, kinds, free, than } => {
                let mut balls = now.balls.of(kinds[mover]);
                if *free {
                    balls = balls.minus(&now.balls.carrying);
                }
                near[place].and(&balls).count() < *than
            }
            Test::Lonely { near, kinds } => {
                let balls = now.balls.of(kinds[mover]);
                let mut beside = near[place].and(&balls).iter();
                beside.all(|one| !near[one].meets(&balls))
            }
            Test::All(tests) => tests.iter().all(|test| test.holds(now, place)),
            Test::Any(tests) => tests.iter().any(|test| test.holds(now, place)),
            Test::Not(test) => !test.holds(now, place),
        }
    }
}

impl<const W: usize> Num<W> {
    #[inline]
    fn value(&self, now: &Now<W>) -> i32 {
        match self {
            Num::Const(number) => *number,
            Num::Score { next } => now.scores[now.player(*next)],
            Num::Near { near, kinds } => {
                let balls = now.balls.of(kinds[usize::from(now.turn.mover)]);
                near[now.turn.to].and(&balls).count() as i32
            }
            Num::Sum(parts) => parts.iter().map(|part| part.value(now)).sum(),
            Num::Minus(a, b) => a.value(now) - b.value(now),
            Num::Max(parts) => parts.iter().map(|part| part.value(now)).max().unwrap_or(0),
        }
    }
}
