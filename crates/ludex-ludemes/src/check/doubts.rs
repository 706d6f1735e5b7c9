//! What fits the language and is surely not meant: rules that can never apply, ends that cannot be reached.

use std::collections::HashSet;

use super::term::{Applied, Term, TermValue};
use crate::expand::Expanded;
use crate::text::Diagnostic;

/// Looks for rules that can never apply and ends that can never be reached.
pub(crate) fn doubts(root: &Term, expanded: &Expanded) -> Vec<Diagnostic> {
    let mut doubts = Doubts { expanded, facts: Facts::of(root), found: Vec::new() };
    root.walk(&mut |term| {
        if let Some(call) = term.call() {
            doubts.look(term, call);
        }
    });
    // One place in a define may be used many times.
    let mut seen = HashSet::new();
    doubts
        .found
        .retain(|d| seen.insert((d.message.clone(), d.location.as_ref().map(|l| (l.source, l.bytes)))));
    doubts.found.truncate(Diagnostic::MAX_PER_FILE);
    doubts.found
}

/// What is known about the whole game before it is played.
struct Facts {
    /// The number of players, when it is written plainly.
    players: Option<i64>,
    /// The longest line that fits on the board, when it is a plain square or rectangle.
    line: Option<i64>,
    /// The names of pieces, without player numbers; empty when there are none of our own.
    pieces: Vec<String>,
}

impl Facts {
    fn of(root: &Term) -> Facts {
        let mut facts = Facts { players: None, line: None, pieces: Vec::new() };
        root.walk(&mut |term| {
            let Some(call) = term.call() else { return };
            match (call.head(), call.signature.gives.name()) {
                ("players", "Players") => {
                    let listed = || call.arguments().next().map(|(_, list)| list.items().len() as i64);
                    let counted = call.arguments().next().and_then(|(_, count)| count.number());
                    facts.players = counted.or_else(listed);
                }
                ("board", "Item") => facts.line = call.get("graph").and_then(longest_line),
                ("piece" | "tile" | "card" | "die" | "domino", "Item") => {
                    facts.pieces.extend(call.get("name").and_then(Term::text).map(plain_name));
                }
                ("dice" | "deck" | "dominoes", "Item") => facts.pieces.push(String::new()),
                _ => {}
            }
        });
        facts
    }
}

/// A piece's name without the number of its owner.
fn plain_name(name: &str) -> String {
    name.trim_end_matches(|c: char| c.is_ascii_digit()).to_string()
}

fn longest_line(graph: &Term) -> Option<i64> {
    let call = graph.call()?;
    let size = |name| call.get(name).and_then(Term::number);
    match call.name() {
        ("square", "" | "Square") if call.get("size").is_some() && !call.is_true("pyramidal") => size("size"),
        ("rectangle", _) => Some(size("rows")?.max(size("columns").or(size("rows"))?)),
        _ => None,
    }
}

struct Doubts<'a> {
    expanded: &'a Expanded,
    facts: Facts,
    found: Vec<Diagnostic>,
}

impl Doubts<'_> {
    fn warn(&mut self, term: &Term, message: String) {
        self.found.push(self.expanded.warning(term.span, message));
    }

    fn look(&mut self, term: &Term, call: &Applied) {
        match (call.head(), call.signature.gives.name()) {
            ("end", _) => self.end_rules(call),
            ("if", "EndRule") => self.end_condition(call),
            ("if", "Moves") => self.choice(call),
            ("priority", _) => self.priority(call),
            ("rules", _) => self.phases(call),
            ("place", _) => self.placed(call),
            _ => {}
        }
        if let Some(players) = self.facts.players {
            for (slot, argument) in call.arguments().filter(|(slot, _)| slot.takes.base.name() == "Role") {
                for role in argument.items() {
                    let seat = role.constant().and_then(|name| name.strip_prefix('P')?.parse::<i64>().ok());
                    if let Some(seat) = seat.filter(|seat| *seat > players) {
                        let role = if slot.takes.lists > 0 { term } else { role };
                        self.warn(role, format!("there is no player {seat}: the game has {players}"));
                    }
                }
            }
        }
    }

    fn end_condition(&mut self, call: &Applied) {
        if let Some(condition) = call.get("condition").filter(|c| self.truth(c) == Some(false)) {
            let why = self.reason(condition);
            self.warn(condition, format!("this end can never be reached: {why}"));
        }
    }

    /// Ends that stand behind one that always applies, or behind the same condition.
    fn end_rules(&mut self, call: &Applied) {
        let Some(rules) = call.get("rules") else { return };
        let conditions: Vec<(&Term, &Term)> = rules
            .items()
            .iter()
            .filter_map(|rule| Some((rule, rule.call().filter(|c| c.head() == "if")?.get("condition")?)))
            .collect();
        for (index, (rule, condition)) in conditions.iter().enumerate() {
            let before = &conditions[..index];
            // With more than two players a later rule may decide about those still in the game.
            let decided = |earlier: &Term| {
                self.facts.players.is_some_and(|players| players <= 2)
                    && earlier.call().is_some_and(|c| c.get("rules").is_none() && c.get("result").is_some())
            };
            if before.iter().any(|(earlier, c)| self.truth(c) == Some(true) && decided(earlier)) {
                self.warn(rule, "this end can never be reached: an end before it always applies".into());
            } else if before.iter().any(|(earlier, c)| same(c, condition) && decided(earlier)) {
                self.warn(
                    rule,
                    "this end can never be reached: an end before it has the same condition".into(),
                );
            }
        }
    }

    fn choice(&mut self, call: &Applied) {
        let Some(condition) = call.get("condition") else { return };
        match self.truth(condition) {
            Some(false) => {
                let why = self.reason(condition);
                self.warn(condition, format!("this rule can never apply: {why}"));
            }
            Some(true) => {
                if let Some(other) = call.get("no") {
                    self.warn(
                        other,
                        "this rule can never apply: the condition before it always holds".into(),
                    );
                }
            }
            None => {}
        }
    }

    /// Moves behind moves that are always there.
    fn priority(&mut self, call: &Applied) {
        let moves: Vec<&Term> = match call.get("all") {
            Some(list) => list.items().iter().collect(),
            None => ["a", "b"].iter().filter_map(|name| call.get(name)).collect(),
        };
        let always = |term: &Term| term.call().is_some_and(|call| call.name() == ("move", "Pass"));
        if let Some(at) = moves.iter().position(|term| always(term)).filter(|at| at + 1 < moves.len()) {
            self.warn(
                moves[at + 1],
                "these moves can never be chosen: the pass before them is always there".into(),
            );
        }
    }

    /// Phases that no other phase leads to.
    fn phases(&mut self, call: &Applied) {
        let Some(phases) = call.get("phases") else { return };
        let phases: Vec<&Applied> = phases.items().iter().filter_map(Term::call).collect();
        let name_of =
            |phase: &Applied| phase.get("name").and_then(Term::text).unwrap_or_default().to_string();
        let names: Vec<String> = phases.iter().map(|phase| name_of(phase)).collect();
        let role = |phase: &Applied| phase.get("role").and_then(Term::constant).unwrap_or("Shared");
        // Every player begins in the first phase that is everyone's or his own.
        let mut reached: Vec<bool> = phases.iter().map(|phase| role(phase) != "Shared").collect();
        if let Some(first) = phases.iter().position(|phase| role(phase) == "Shared") {
            reached[first] = true;
        }
        let mut open: Vec<usize> = (0..phases.len()).filter(|&n| reached[n]).collect();
        while let Some(number) = open.pop() {
            for next in phases[number].get("next").map_or(&[][..], Term::items) {
                let Some(next) = next.call() else { continue };
                let target = match next.get("name").map(|name| (name, name.text().unwrap_or_default())) {
                    None => Some((number + 1) % phases.len()),
                    Some((term, wanted)) => {
                        let target = names.iter().position(|name| name == wanted);
                        if target.is_none() {
                            self.warn(term, format!("there is no phase \"{wanted}\""));
                        }
                        target
                    }
                };
                if let Some(target) = target.filter(|&target| !reached[target]) {
                    reached[target] = true;
                    open.push(target);
                }
            }
        }
        for (number, phase) in phases.iter().enumerate().filter(|(number, _)| !reached[*number]) {
            if let Some(name) = phase.get("name") {
                self.warn(
                    name,
                    format!("no phase leads to the phase \"{}\": its rules can never apply", names[number]),
                );
            }
        }
    }

    fn placed(&mut self, call: &Applied) {
        let Some(term) = call.get("name") else { return };
        let Some(name) = term.text() else { return };
        if self.facts.pieces.is_empty() || self.facts.pieces.iter().any(String::is_empty) {
            return;
        }
        if !self.facts.pieces.contains(&plain_name(name)) {
            let known: Vec<String> =
                self.facts.pieces.iter().take(8).map(|piece| format!("\"{piece}\"")).collect();
            let message = format!("there is no piece \"{name}\"; there are {}", known.join(", "));
            self.warn(term, message);
        }
    }

    /// The value of a condition that does not depend on the position; `None` when it does.
    fn truth(&self, condition: &Term) -> Option<bool> {
        let call = match &condition.value {
            TermValue::Boolean(value) => return Some(*value),
            TermValue::Call(call) => call,
            _ => return None,
        };
        let numbers = || Some((call.get("a")?.number()?, call.get("b")?.number()?));
        match call.name() {
            ("not", _) => self.truth(call.get("condition")?).map(|value| !value),
            ("and" | "or", _) => self.truth_of_all(call),
            ("=", _) => numbers().map(|(a, b)| a == b),
            ("!=", _) => numbers().map(|(a, b)| a != b),
            ("<", _) => numbers().map(|(a, b)| a < b),
            ("<=", _) => numbers().map(|(a, b)| a <= b),
            (">", _) => numbers().map(|(a, b)| a > b),
            (">=", _) => numbers().map(|(a, b)| a >= b),
            ("is", "Line") => (call.get("length")?.number()? > self.facts.line?).then_some(false),
            _ => None,
        }
    }

    fn truth_of_all(&self, call: &Applied) -> Option<bool> {
        let parts: Vec<&Term> = match call.get("all") {
            Some(list) => list.items().iter().collect(),
            None => ["a", "b"].iter().filter_map(|name| call.get(name)).collect(),
        };
        let decisive = call.head() == "or";
        if parts.iter().any(|part| self.truth(part) == Some(decisive)) {
            return Some(decisive);
        }
        // A condition together with its opposite.
        if parts
            .iter()
            .any(|part| negated(part).is_some_and(|inner| parts.iter().any(|other| same(other, inner))))
        {
            return Some(decisive);
        }
        parts.iter().all(|part| self.truth(part) == Some(!decisive)).then_some(!decisive)
    }

    fn reason(&self, condition: &Term) -> String {
        let line = condition.call().filter(|call| call.name() == ("is", "Line"));
        match (line, self.facts.line) {
            (Some(_), Some(longest)) => format!("no line on this board is longer than {longest}"),
            _ => "its condition is always false".into(),
        }
    }
}

/// The condition inside a `not`.
fn negated(term: &Term) -> Option<&Term> {
    term.call().filter(|call| call.head() == "not")?.get("condition")
}

/// Whether two pieces mean the same.
fn same(a: &Term, b: &Term) -> bool {
    match (&a.value, &b.value) {
        (TermValue::Call(a), TermValue::Call(b)) => {
            a.signature.id == b.signature.id
                && a.kind == b.kind
                && a.slots.iter().zip(&b.slots).all(|pair| match pair {
                    (Some(a), Some(b)) => same(a, b),
                    (None, None) => true,
                    _ => false,
                })
        }
        (TermValue::List(a), TermValue::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (TermValue::Number(a), TermValue::Number(b)) => a == b,
        (TermValue::Real(a), TermValue::Real(b)) => a == b,
        (TermValue::Boolean(a), TermValue::Boolean(b)) => a == b,
        (TermValue::Text(a), TermValue::Text(b)) => a == b,
        (TermValue::Constant(a), TermValue::Constant(b)) => a == b,
        _ => false,
    }
}
