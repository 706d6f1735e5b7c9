//! Expressions that depend on nothing but the mover, the player after him and one place: worked out once, when a
//! kernel is made.

use crate::runtime::code::{Bool, Int, Region, Role};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, PLAYERS, State};

/// What is known besides the mover and `to`.
#[derive(Clone, Copy, Default)]
struct Known {
    from: bool,
    last: bool,
}

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
        let (rules, known) = (self.rules, Known { from: true, last: false });
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
        let (rules, known) = (self.rules, Known { from: false, last: true });
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
            Region::TrackPart { track, from: None, to: None } => {
                track.owner.as_ref().is_none_or(|owner| self.number(owner))
            }
            _ => false,
        }
    }
}
