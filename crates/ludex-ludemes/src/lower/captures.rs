//! Captures: custodial, by surrounding, by enclosing, by intervening.

use crate::check::Applied;
use crate::runtime::code::{Bool, Gen, Int, Kind, Leaf, Region};

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
        self.leaf(call, kind)
    }

    fn remove_between(&mut self) -> Gen<W> {
        self.leaves.push(Leaf {
            kind: Kind::Remove {
                region: Region::Site(boxed(Int::Between)),
                when: None,
                at_end: false,
                count: None,
            },
            then: Vec::new(),
            prior: Vec::new(),
            binds: false,
            tag: String::new(),
            stack: None,
        });
        Gen::Leaf((self.leaves.len() - 1) as u16)
    }
}
