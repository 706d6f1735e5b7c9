//! Expressions that depend on nothing but the mover, the player after him and one place: worked out once, when a
//! kernel is made.

use crate::runtime::code::{Bool, Int, Region, Role};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, PLAYERS, State};

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
        is_still(int).then(|| rules.number_at(self.with(mover), to, int))
    }

    /// A condition with this mover and `to`, if it depends on nothing else.
    pub(super) fn condition(&mut self, condition: &Bool<W>, mover: usize, to: i32) -> Option<bool> {
        let rules = self.rules;
        is_still_condition(condition).then(|| rules.holds_at(self.with(mover), to, condition))
    }

    /// A set of places with this mover and `to`, if it depends on nothing else.
    pub(super) fn region(&mut self, region: &Region<W>, mover: usize, to: i32) -> Option<Bits<W>> {
        let rules = self.rules;
        is_still_region(region).then(|| rules.places_at(self.with(mover), to, region))
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

fn is_still<const W: usize>(int: &Int<W>) -> bool {
    match int {
        Int::Const(_) | Int::To | Int::Mover | Int::Next => true,
        Int::Role(role) => matches!(role, Role::Mover | Role::Next | Role::Player(_) | Role::Shared),
        Int::Add(parts) | Int::Mul(parts) | Int::Max(parts) | Int::Min(parts) => parts.iter().all(is_still),
        Int::Sub(a, b) | Int::Div(a, b) | Int::Mod(a, b) => is_still(a) && is_still(b),
        Int::Neg(a) | Int::Abs(a) => is_still(a),
        Int::If(condition, a, b) => is_still_condition(condition) && is_still(a) && is_still(b),
        Int::Table { at, .. } => is_still(at),
        Int::HandSite { of, index } => is_still(of) && is_still(index),
        Int::IdOf { role, .. } => is_still(role),
        _ => false,
    }
}

fn is_still_condition<const W: usize>(condition: &Bool<W>) -> bool {
    match condition {
        Bool::Const(_) => true,
        Bool::And(parts) | Bool::Or(parts) => parts.iter().all(is_still_condition),
        Bool::Not(part) => is_still_condition(part),
        Bool::Eq(a, b) | Bool::Ne(a, b) | Bool::Lt(a, b) | Bool::Le(a, b) => is_still(a) && is_still(b),
        Bool::IsIn(sites, region) => sites.iter().all(is_still) && is_still_region(region),
        _ => false,
    }
}

fn is_still_region<const W: usize>(region: &Region<W>) -> bool {
    match region {
        Region::Const(_) => true,
        Region::ByPlayer(_, index) | Region::ByIndex(_, index) => is_still(index),
        Region::Site(site) => is_still(site),
        Region::Sites(sites) => sites.iter().all(is_still),
        Region::Union(parts) | Region::Intersection(parts) => parts.iter().all(is_still_region),
        Region::Difference(a, b) => is_still_region(a) && is_still_region(b),
        Region::TrackPart { track, from: None, to: None } => {
            track.owner.as_ref().is_none_or(|owner| is_still(owner))
        }
        _ => false,
    }
}
