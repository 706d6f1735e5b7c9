//! Captures: custodial, by surrounding, by enclosing, by intervening.

use crate::check::Applied;
use crate::runtime::code::{Bool, Gen, Int, Kind, Region};

use super::{Lower, boxed};

impl<const W: usize> Lower<W> {
    /// Effects on what lies around a place.
    pub(super) fn capture(&mut self, call: &Applied) -> Gen<W> {
        let head = call.head();
        let default_from = if head == "surround" { Int::From } else { Int::LastTo { after: false } };
        let from = match call.get("from").and_then(|from| from.call().cloned()) {
            Some(from) => self.int_or(&from, "sites", default_from),
            None => default_from,
        };
        let slot = if head == "surround" { "relation" } else { "directions" };
        let dirs = self.dirs(call.get(slot), "Adjacent");
        let between = self.between_clause(call);
        let enemy = Bool::IsEnemy(boxed(Int::Who(boxed(Int::Between))));
        let friend = Bool::IsFriend(boxed(Int::Who(boxed(Int::To))));
        let (target, range, effect) = match between {
            Some(between) => {
                (between.when.unwrap_or(enemy), between.range, between.apply.and_then(|apply| apply.effect))
            }
            None => (enemy, None, None),
        };
        let effect = effect.unwrap_or_else(|| self.remove_between());
        let has_to = call.signature.slots.iter().any(|slot| slot.name == "to");
        let to = has_to.then(|| call.get("to").cloned()).flatten();
        let to = to.and_then(|to| self.target_of(&to).when);
        let range = range.unwrap_or((Int::Const(1), Int::Const(1_000_000)));
        let kind = match head {
            "custodial" => {
                Kind::Custodial { from, dirs, range, target, friend: to.unwrap_or(friend), effect }
            }
            "surround" => {
                if let Some(with) = call.get("with").cloned() {
                    self.missing(&with);
                }
                let except = call.get("except").map_or(0, |except| self.fixed(except));
                Kind::Surround { from, dirs, except, target, friend: to.unwrap_or(friend), effect }
            }
            "enclose" => {
                let exceptions = call.get("numException").map_or(0, |number| self.fixed(number));
                Kind::Enclose { from, dirs, target, exceptions, effect }
            }
            _ => Kind::Intervene { from, dirs, range, target: to.unwrap_or(target), effect },
        };
        self.capturing(call, kind)
    }

    /// Effects on the run of targets in the direction of the last move, or in others.
    pub(super) fn directional(&mut self, call: &Applied) -> Gen<W> {
        let from = self.origin_or_last(call);
        let dirs = match call.get("directions").cloned() {
            Some(directions) => self.dirs(Some(&directions), "Adjacent"),
            None => self.dirs_between(Int::LastFrom { after: false }, Int::LastTo { after: false }),
        };
        let to = call.get("to").cloned().map(|to| self.target_of(&to));
        let (when, apply) = to.map_or((None, None), |to| (to.when, to.apply));
        let enemy = Bool::IsEnemy(boxed(Int::Who(boxed(Int::To))));
        let effect = apply.and_then(|apply| apply.effect).unwrap_or(Gen::None);
        self.capturing(call, Kind::Directional { from, dirs, target: when.unwrap_or(enemy), effect })
    }

    /// A capture whose moves are those of its effect: what follows from it follows from each of these.
    fn capturing(&mut self, call: &Applied, kind: Kind<W>) -> Gen<W> {
        let capture = Gen::Leaf(self.bare_leaf(kind));
        self.with_then(call, capture)
    }

    fn remove_between(&mut self) -> Gen<W> {
        let region = Region::Site(boxed(Int::Between));
        let priors = std::mem::take(&mut self.open_priors);
        let leaf = self.bare_leaf(Kind::Remove { region, when: None, at_end: false, count: None });
        self.open_priors = priors;
        Gen::Leaf(leaf)
    }
}
