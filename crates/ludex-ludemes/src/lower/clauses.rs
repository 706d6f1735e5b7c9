//! Where moves begin, what they pass and where they end.

use crate::check::{Applied, Term};
use crate::runtime::code::{Apply, BetweenClause, FromClause, Int, Region, ToClause};

use super::{Lower, boxed};

impl<const W: usize> Lower<W> {
    pub(super) fn origin_clause(&mut self, call: &Applied, default: Option<Region<W>>) -> FromClause<W> {
        let Some(term) = call.get("from").cloned() else { return FromClause { region: default, when: None } };
        let Some(from) = term.call() else { return FromClause { region: default, when: None } };
        let region = from.get("sites").map(|_| self.site_or_region(from, "sites")).or(default);
        let when = self.condition(from, "if");
        self.sift_from(region, when)
    }

    pub(super) fn target_clause(&mut self, call: &Applied) -> ToClause<W> {
        match call.get("to").cloned() {
            Some(to) => self.target_of(&to),
            None => ToClause { region: None, when: None, apply: None },
        }
    }

    pub(super) fn target_of(&mut self, term: &Term) -> ToClause<W> {
        let Some(to) = term.call() else { return ToClause { region: None, when: None, apply: None } };
        if to.get("rotations").is_some() {
            self.missing(term);
        }
        let region = to.get("sites").map(|_| self.site_or_region(to, "sites"));
        let when = self.condition(to, "if");
        let apply = self.apply(to);
        let (region, when) = self.sift_to(region, when);
        ToClause { region, when, apply }
    }

    pub(super) fn apply(&mut self, clause: &Applied) -> Option<Apply<W>> {
        let apply = clause.get("apply")?.call()?.clone();
        let has = |name: &str| apply.signature.slots.iter().any(|slot| slot.name == name);
        let when = if has("if") { self.condition(&apply, "if") } else { None };
        let effect = if has("effect") { Some(self.as_effect(&apply, "effect")) } else { None };
        Some(Apply { when, effect })
    }

    pub(super) fn between_clause(&mut self, call: &Applied) -> Option<BetweenClause<W>> {
        let term = call.get("between")?.clone();
        let between = term.call()?;
        if between.get("trail").is_some() {
            self.missing(&term);
        }
        Some(BetweenClause {
            before: between.get("before").map(|before| self.int(before)),
            range: between.get("range").cloned().map(|range| self.range(&range)),
            after: between.get("after").map(|after| self.int(after)),
            when: self.condition(between, "if"),
            trail: None,
            apply: self.apply(between),
        })
    }

    /// The components a `(piece ...)` names.
    pub(super) fn whats(&mut self, piece: &Term) -> (Vec<Int<W>>, Option<Int<W>>) {
        let Some(call) = piece.call() else { return (Vec::new(), None) };
        let state = call.get("state").map(|state| self.int(state));
        if state.is_some() {
            self.marks = true;
        }
        let Some((slot, what)) = call.given("what") else { return (Vec::new(), state) };
        let is_text = slot.takes.base.name() == "Text";
        let items = what.items().to_vec();
        let mut whats = Vec::new();
        for item in &items {
            match (is_text, item.text()) {
                (true, Some(name)) => {
                    let exact = self
                        .equipment
                        .pieces
                        .iter()
                        .position(|piece| piece.name == name)
                        .filter(|&id| id > 0);
                    match exact {
                        Some(id) => whats.push(Int::Const(id as i32)),
                        None => {
                            // A name without number: the mover's piece of that name.
                            let found: Vec<(u8, u8)> = self
                                .components_containing(name)
                                .into_iter()
                                .map(|id| (id, self.owners[id as usize]))
                                .collect();
                            if found.is_empty() {
                                self.problem(item, format!("there is no piece called \"{name}\""));
                            }
                            whats.push(Int::IdOf { name: found, role: boxed(Int::Mover) });
                        }
                    }
                }
                _ => whats.push(self.int(item)),
            }
        }
        (whats, state)
    }
}
