//! Expressions that depend on nothing but the mover, the player after him and one place: worked out once, when a
//! kernel is made.

use crate::runtime::code::{Bool, Int, Region, Role};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Content, PLAYERS, State};

/// What is known besides the mover and `to`.
#[derive(Clone, Copy, Default)]
struct Known {
    from: bool,
    last: bool,
    /// What stands on `from`, and after a move on its target.
    piece: bool,
}

/// A piece on its way from a place to another; -1 where it does not matter where to.
#[derive(Clone, Copy)]
pub(super) struct Trip {
    pub(super) mover: usize,
    pub(super) what: u8,
    pub(super) from: usize,
    pub(super) to: i32,
}

/// What is known before a piece goes, and after.
const BEFORE: Known = Known { from: true, last: false, piece: true };
const AFTER: Known = Known { from: false, last: true, piece: true };

/// Works out expressions for a mover and a place.
pub(super) struct Still<'a, const W: usize> {
    pub(super) rules: &'a Rules<W>,
    state: State<W>,
}

impl<'a, const W: usize> Still<'a, W> {
    pub(super) fn new(rules: &'a Rules<W>) -> Self {
        Still { rules, state: State::new(rules.players, rules.marks, rules.vars.len()) }
    }

    fn with(&mut self, mover: usize) -> &State<W> {
        self.state.mover = mover as u8;
        self.state.next = (mover % self.rules.players + 1) as u8;
        &self.state
    }

    /// A number with this mover and `to`, if it depends on nothing else.
    pub(super) fn number(&mut self, int: &Int<W>, mover: usize, to: i32) -> Option<i32> {
        let rules = self.rules;
        Known::default().number(int).then(|| rules.number_at(self.with(mover), to, int))
    }

    /// A number with this mover and `from`, if it depends on nothing else.
    pub(super) fn number_from(&mut self, int: &Int<W>, mover: usize, from: i32) -> Option<i32> {
        let (rules, known) = (self.rules, Known { from: true, ..Known::default() });
        known.number(int).then(|| rules.number_from(self.with(mover), from, int))
    }

    /// A condition with this mover and `to`, if it depends on nothing else.
    pub(super) fn condition(&mut self, condition: &Bool<W>, mover: usize, to: i32) -> Option<bool> {
        let rules = self.rules;
        Known::default().condition(condition).then(|| rules.holds_at(self.with(mover), to, condition))
    }

    /// A condition with this mover and `to` after a move that ended on `last`, if it depends on nothing else.
    pub(super) fn condition_after(
        &mut self,
        condition: &Bool<W>,
        mover: usize,
        to: i32,
        last: usize,
    ) -> Option<bool> {
        let (rules, known) = (self.rules, Known { last: true, ..Known::default() });
        known.condition(condition).then(|| {
            self.state.last.to = last as i16;
            let holds = rules.holds_at(self.with(mover), to, condition);
            self.state.last.to = -1;
            holds
        })
    }

    /// A set of places with this mover and `to`, if it depends on nothing else.
    pub(super) fn region(&mut self, region: &Region<W>, mover: usize, to: i32) -> Option<Bits<W>> {
        let rules = self.rules;
        Known::default().region(region).then(|| rules.places_at(self.with(mover), to, region))
    }

    /// A condition before a piece goes, if it depends on nothing but where and what it is.
    pub(super) fn before(&mut self, condition: &Bool<W>, trip: Trip) -> Option<bool> {
        let ends = (trip.from as i32, trip.to);
        BEFORE.condition(condition).then(|| {
            self.on_board(trip, trip.from, |rules, state| rules.holds_between(state, ends, condition))
        })
    }

    /// A number before a piece goes.
    pub(super) fn number_before(&mut self, int: &Int<W>, trip: Trip) -> Option<i32> {
        let ends = (trip.from as i32, trip.to);
        BEFORE
            .number(int)
            .then(|| self.on_board(trip, trip.from, |rules, state| rules.number_between(state, ends, int)))
    }

    /// A set of places before a piece goes.
    pub(super) fn region_before(&mut self, region: &Region<W>, trip: Trip) -> Option<Bits<W>> {
        let ends = (trip.from as i32, trip.to);
        BEFORE
            .region(region)
            .then(|| self.on_board(trip, trip.from, |rules, state| rules.places_between(state, ends, region)))
    }

    /// A number after a piece has gone.
    pub(super) fn number_after(&mut self, int: &Int<W>, trip: Trip) -> Option<i32> {
        let to = usize::try_from(trip.to).ok()?;
        AFTER.number(int).then(|| {
            (self.state.last.from, self.state.last.to) = (trip.from as i16, trip.to as i16);
            let number = self.on_board(trip, to, |rules, state| rules.number_in(state, int));
            (self.state.last.from, self.state.last.to) = (-1, -1);
            number
        })
    }

    /// Asks for something while the piece stands on a place.
    fn on_board<T>(&mut self, trip: Trip, at: usize, ask: impl FnOnce(&Rules<W>, &State<W>) -> T) -> T {
        let rules = self.rules;
        self.state.put(at, Content::piece(trip.what), &rules.owners);
        let answer = ask(rules, self.with(trip.mover));
        self.state.put(at, Content::default(), &rules.owners);
        answer
    }

    /// A set of places for each mover.
    pub(super) fn by_mover(&mut self, region: &Region<W>) -> Option<[Bits<W>; PLAYERS + 1]> {
        let mut all = [Bits::EMPTY; PLAYERS + 1];
        for (mover, set) in all.iter_mut().enumerate().take(self.rules.players + 1).skip(1) {
            *set = self.region(region, mover, -1)?;
        }
        Some(all)
    }
}

impl Known {
    fn number<const W: usize>(self, int: &Int<W>) -> bool {
        match int {
            Int::Const(_) | Int::To | Int::Mover | Int::Next => true,
            Int::From => self.from,
            Int::LastTo { after: false } => self.last,
            Int::Role(role) => matches!(role, Role::Mover | Role::Next | Role::Player(_) | Role::Shared),
            Int::Add(parts) | Int::Mul(parts) | Int::Max(parts) | Int::Min(parts) => {
                parts.iter().all(|part| self.number(part))
            }
            Int::Sub(a, b) | Int::Div(a, b) | Int::Mod(a, b) => self.number(a) && self.number(b),
            Int::Neg(a) | Int::Abs(a) => self.number(a),
            Int::If(condition, a, b) => self.condition(condition) && self.number(a) && self.number(b),
            Int::Table { at, .. } => self.number(at),
            Int::HandSite { of, index } => self.number(of) && self.number(index),
            Int::IdOf { role, .. } => self.number(role),
            Int::LastFrom { after: false } => self.last && self.piece,
            Int::What(at) => self.piece && self.from && matches!(**at, Int::From),
            Int::Ahead { site, steps, dirs } => {
                // Which way a piece faces is known where the piece stands.
                let is_there = match **site {
                    Int::From => self.from,
                    Int::LastTo { after: false } => self.last,
                    _ => false,
                };
                let faces = dirs.towards.is_none() && (dirs.by_facing.len() == 1 || is_there);
                self.piece && faces && self.number(site) && self.number(steps)
            }
            _ => false,
        }
    }

    fn condition<const W: usize>(self, condition: &Bool<W>) -> bool {
        match condition {
            Bool::Const(_) => true,
            Bool::And(parts) | Bool::Or(parts) => parts.iter().all(|part| self.condition(part)),
            Bool::Not(part) => self.condition(part),
            Bool::Eq(a, b) | Bool::Ne(a, b) | Bool::Lt(a, b) | Bool::Le(a, b) => {
                self.number(a) && self.number(b)
            }
            Bool::IsIn(sites, region) => sites.iter().all(|part| self.number(part)) && self.region(region),
            _ => false,
        }
    }

    fn region<const W: usize>(self, region: &Region<W>) -> bool {
        match region {
            Region::Const(_) => true,
            Region::ByPlayer(_, index) | Region::ByIndex(_, index) => self.number(index),
            Region::Site(site) => self.number(site),
            Region::Sites(sites) => sites.iter().all(|part| self.number(part)),
            Region::Union(parts) | Region::Intersection(parts) => parts.iter().all(|part| self.region(part)),
            Region::Difference(a, b) => self.region(a) && self.region(b),
            Region::Start(what) => self.piece && self.number(what),
            Region::BetweenSites { from, to, dirs } => {
                let fixed = dirs.towards.is_none() && dirs.by_facing.len() == 1;
                self.piece && fixed && self.number(from) && self.number(to)
            }
            Region::TrackPart { track, from: None, to: None } => {
                track.owner.as_ref().is_none_or(|owner| self.number(owner))
            }
            _ => false,
        }
    }
}
