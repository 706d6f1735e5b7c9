//! Stacks of pieces.

use crate::check::{Applied, Term};
use crate::runtime::Bits;
use crate::runtime::code::{Bool, Int, Region, StackCount, StackLine, StackMark, StackPart, StartRule};

use super::{Lower, boxed};

/// The argument in a slot that not every way to write the ludeme has.
fn slot<'t>(call: &'t Applied, name: &str) -> Option<&'t Term> {
    call.arguments().find(|(slot, _)| slot.name == name).map(|(_, term)| term)
}

/// Whether a description asks for stacks anywhere.
pub(super) fn used(root: &Applied) -> bool {
    let mut found = false;
    for (_, term) in root.arguments() {
        term.walk(&mut |term| {
            let Some(call) = term.call() else { return };
            let is_true = |name: &str| slot(call, name).and_then(Term::boolean) == Some(true);
            let level_in = |name: &str| {
                slot(call, name).and_then(Term::call).is_some_and(|c| slot(c, "level").is_some())
            };
            found |= match call.name() {
                ("place" | "size" | "count", "Stack") | ("where", "Level") | ("level" | "topLevel", _) => {
                    true
                }
                ("forEach", "Piece") => slot(call, "top").is_some(),
                ("add", _) | ("move", "Add") => is_true("stack") || level_in("to"),
                ("fromTo", _) | ("move", "") => is_true("stack") || level_in("from"),
                ("hop" | "step" | "slide", _) | ("move", "Hop" | "Step" | "Slide") => is_true("stack"),
                ("place", "Random") => is_true("stack"),
                ("board" | "mancalaBoard", _) => is_true("largeStack"),
                _ => false,
            };
        });
    }
    found
}

impl<const W: usize> Lower<W> {
    /// Which part of a stack a move takes.
    pub(super) fn stack_part(&mut self, call: &Applied) -> Option<Box<StackPart<W>>> {
        if !self.stacks {
            return None;
        }
        let level_in = |name: &str| slot(call, name).and_then(Term::call).and_then(|c| slot(c, "level"));
        let level = match call.name() {
            ("remove", _) | ("move", "Remove") => slot(call, "level"),
            _ => level_in("from"),
        };
        if let (("hop", _) | ("move", "Hop"), Some(level)) = (call.name(), level) {
            self.missing(level);
        }
        let adds = matches!(call.name(), ("add", _) | ("move", "Add"));
        // A level that is named, or a number, counts for more than the whole stack.
        let from_to = matches!(call.name(), ("fromTo", _) | ("move", ""));
        let named = (level.is_some() && level_in("to").is_none()) || slot(call, "count").is_some();
        let whole = !(adds || from_to && named) && slot(call, "stack").and_then(Term::boolean) == Some(true);
        let level = level.map(|level| self.int(level));
        let onto = level_in("to").map(|level| self.int(level));
        let none = level.is_none() && onto.is_none() && !whole;
        (!none).then(|| boxed(StackPart { level, onto, whole }))
    }

    /// A number about stacks, or one that stacks give another meaning.
    pub(super) fn of_stack(&mut self, call: &Applied) -> Option<Int<W>> {
        let mark = match call.name() {
            ("who", _) => Some(StackMark::Who),
            ("what", _) => Some(StackMark::What),
            ("state", _) => Some(StackMark::State),
            ("value", "Piece") => Some(StackMark::Value),
            _ => None,
        };
        if let Some(mark) = mark {
            let level = slot(call, "level")?;
            self.marks |= matches!(mark, StackMark::State | StackMark::Value);
            let level = boxed(self.int(level));
            return Some(Int::OfLevel { mark, at: boxed(self.int_in(call, "at")), level });
        }
        match call.name() {
            ("size", "Stack") => Some(Int::SizeStack(boxed(self.places_in(call)))),
            ("topLevel", _) => Some(Int::TopLevel(boxed(self.int_in(call, "at")))),
            ("count", "") => Some(Int::SizeStack(boxed(self.places_in(call)))),
            ("count", "Stack") => Some(Int::CountStack(boxed(StackCount {
                of: self.places_in(call),
                from_top: slot(call, "order").and_then(Term::constant) == Some("FromTop"),
                when: self.condition(call, "if"),
                stop: self.condition(call, "stop"),
            }))),
            ("where", "Level") => {
                let what = match slot(call, "what") {
                    Some(what) => self.int(what),
                    None => {
                        let name = slot(call, "name").and_then(Term::text).unwrap_or("");
                        let found = self.components_containing(name);
                        let name = found.into_iter().map(|id| (id, self.owners[id as usize])).collect();
                        Int::IdOf { name, role: boxed(self.who(call, "who")) }
                    }
                };
                let state = slot(call, "state").map(|state| boxed(self.int(state)));
                self.marks |= state.is_some();
                let at = boxed(self.int_in(call, "at"));
                let from_top = slot(call, "fromTop").and_then(Term::boolean).unwrap_or(true);
                Some(Int::WhereLevel { what: boxed(what), at, state, from_top })
            }
            _ => None,
        }
    }

    /// `is Line` where pieces are stacked.
    pub(super) fn stack_line(&mut self, term: &Term, call: &Applied) -> Bool<W> {
        let is_true = |name: &str| slot(call, name).and_then(Term::boolean) == Some(true);
        let which = match (is_true("byLevel"), is_true("top")) {
            (true, _) => StackLine::ByLevel,
            (_, true) => StackLine::Top,
            _ => StackLine::Any,
        };
        Bool::IsStackLine(boxed(self.line_test(term, call)), which)
    }

    /// The places whose stacks are asked about: those of the kind of site that is named, or else of the board.
    fn places_in(&mut self, call: &Applied) -> Region<W> {
        for name in ["at", "in", "to"] {
            if let Some((kind, term)) = call.arguments().find(|(slot, _)| slot.name == name) {
                return match kind.takes.base.name() {
                    "Int" => Region::Site(boxed(self.int(term))),
                    _ => self.region(term),
                };
            }
        }
        Region::Const(Bits::EMPTY)
    }

    /// `(place Stack ...)`: the same piece several times, or several pieces.
    pub(super) fn place_stack(&mut self, term: &Term, call: &Applied, out: &mut Vec<StartRule<W>>) {
        let names = slot(call, "name").or(slot(call, "items")).map(|names| names.items().to_vec());
        let names = names.unwrap_or_default();
        let count = self.int_or(call, "count", Int::Const(1));
        let (state, value) =
            (self.int_or(call, "state", Int::Const(0)), self.int_or(call, "value", Int::Const(0)));
        self.marks |= call.get("state").is_some() || call.get("value").is_some();
        if let Some(container) = call.get("container").and_then(Term::text).map(str::to_string) {
            return self.stack_in_hand(term, call, (&names, &container), out);
        }
        let whats: Vec<u8> = names.iter().filter_map(|name| self.component(name)).collect();
        let sites: Vec<Region<W>> = match (call.given("site"), call.get("coord"), call.get("coordinates")) {
            (Some((kind, sites)), _, _) => match (kind.takes.lists, kind.takes.base.name()) {
                (0, "Int") => vec![Region::Site(boxed(self.int(sites)))],
                (0, _) => match (self.region(sites), call.get("counts")) {
                    (Region::Const(places), Some(_)) => {
                        places.iter().map(|place| Region::Site(boxed(Int::Const(place as i32)))).collect()
                    }
                    (Region::Sites(places), Some(_)) => {
                        places.into_iter().map(|place| Region::Site(boxed(place))).collect()
                    }
                    (places, _) => vec![places],
                },
                _ => sites.items().iter().map(|site| Region::Site(boxed(self.int(site)))).collect(),
            },
            (_, Some(coord), _) => vec![Region::Site(boxed(Int::Const(self.fixed(coord))))],
            (_, _, Some(list)) => {
                list.items().iter().map(|item| Region::Site(boxed(Int::Const(self.fixed(item))))).collect()
            }
            _ => {
                self.missing(term);
                return;
            }
        };
        let counts: Vec<Int<W>> = match call.get("counts") {
            Some(counts) => counts.items().iter().map(|count| self.int(count)).collect(),
            None => vec![count; sites.len()],
        };
        if counts.len() != sites.len() {
            return self.problem(term, "there must be as many counts as sites");
        }
        for (at, count) in sites.into_iter().zip(counts) {
            let (state, value) = (state.clone(), value.clone());
            out.push(StartRule::PlaceStack { whats: whats.clone(), at, count, state, value });
        }
    }

    /// A stack on every place of a named container.
    fn stack_in_hand(
        &mut self,
        term: &Term,
        call: &Applied,
        (names, container): (&[Term], &str),
        out: &mut Vec<StartRule<W>>,
    ) {
        let whats: Vec<u8> = names.iter().filter_map(|name| self.component(name)).collect();
        let Some(hand) = self.containers.iter().find(|hand| hand.name == container).cloned() else {
            return self.problem(term, format!("there is no container \"{container}\""));
        };
        let at = match call.get("site") {
            Some(site) => Region::Site(boxed(Int::Add(vec![Int::Const(hand.first as i32), self.int(site)]))),
            None => Region::Const(Bits::range(hand.first, hand.first + hand.len)),
        };
        let zero = Int::Const(0);
        // In a container there is one piece of each, whatever the count.
        let count = Int::Const(1);
        out.push(StartRule::PlaceStack { whats, at, count, state: zero.clone(), value: zero });
    }
}
