//! Lists of numbers.

use crate::check::{Applied, Term};
use crate::runtime::code::{Array, Int, Role};

use super::{Lower, boxed};

impl<const W: usize> Lower<W> {
    /// A list of numbers that a slot must have.
    pub(super) fn array_in(&mut self, call: &Applied, name: &str) -> Array<W> {
        call.get(name).map_or(Array::Items(Vec::new()), |term| self.array(term))
    }

    /// A list of numbers.
    pub(super) fn array(&mut self, term: &Term) -> Array<W> {
        let Some(call) = term.call() else {
            return Array::Items(term.items().iter().map(|item| self.int(item)).collect());
        };
        match call.name() {
            ("array", _) if call.signature.slots.iter().any(|slot| slot.name == "region") => {
                Array::OfRegion(boxed(self.region_in(call, "region")))
            }
            ("array", _) => {
                let items = call.get("values").map(|values| values.items()).unwrap_or(&[]);
                Array::Items(items.iter().map(|item| self.int(item)).collect())
            }
            ("if", _) => Array::If(
                boxed(self.bool_in(call, "condition")),
                boxed(self.array_in(call, "yes")),
                boxed(self.array_in(call, "no")),
            ),
            ("values", "Remembered") => {
                let name = call.get("name").and_then(Term::text).unwrap_or("");
                Array::Remembered(Some(Self::number_of(&mut self.lists, name) as u8))
            }
            ("sizes", "Group") => {
                let (who, _) = match (call.get("role"), call.get("of")) {
                    (Some(role), _) => (self.role(role), None::<()>),
                    (_, Some(of)) => {
                        let who = match self.int(of) {
                            Int::Mover => Role::Mover,
                            Int::Next => Role::Next,
                            Int::BoundPlayer => Role::Bound,
                            Int::Const(player) if player > 0 => Role::Player(player as u8),
                            _ => {
                                self.missing(of);
                                Role::All
                            }
                        };
                        (who, None)
                    }
                    _ => (Role::All, None),
                };
                Array::SizesGroup {
                    dirs: self.dirs(call.get("directions"), "Adjacent"),
                    who,
                    min: boxed(self.int_or(call, "min", Int::Const(0))),
                    when: self.condition(call, "if").map(boxed),
                    visible: call.is_true("isVisible"),
                }
            }
            ("team", _) => Array::Team,
            ("results", _) => Array::Results {
                from: boxed(self.site_or_region(call, "from")),
                to: boxed(self.site_or_region(call, "to")),
                value: boxed(self.int_in(call, "value")),
            },
            ("union", _) => Array::Union(self.arrays(call)),
            ("intersection", _) => Array::Intersection(self.arrays(call)),
            ("difference", _) => {
                let b = match call.given("b") {
                    Some((slot, term)) if slot.takes.base.name() == "Int" => {
                        Array::Items(vec![self.int(term)])
                    }
                    Some((_, term)) => self.array(term),
                    None => Array::Items(Vec::new()),
                };
                Array::Difference(boxed(self.array_in(call, "a")), boxed(b))
            }
            _ => {
                self.missing(term);
                Array::Items(Vec::new())
            }
        }
    }

    pub(super) fn arrays(&mut self, call: &Applied) -> Vec<Array<W>> {
        if call.signature.slots.iter().any(|slot| slot.name == "all") {
            let items = call.get("all").map(|all| all.items().to_vec()).unwrap_or_default();
            return items.iter().map(|item| self.array(item)).collect();
        }
        vec![self.array_in(call, "a"), self.array_in(call, "b")]
    }
}
