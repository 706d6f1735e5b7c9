//! Why a description does not fit the table, in sentences a person can act on.

use super::matching::{Matcher, labels_agree, select};
use super::reference;
use super::table::{Signature, Table};
use super::types::Type;
use crate::expand::Expanded;
use crate::text::{Argument, Call, Diagnostic, Node, Span, Value};

/// Collects what is wrong. Only the innermost cause is told, not the brackets around it that fail because of it.
pub(crate) struct Explainer<'a> {
    pub(crate) expanded: &'a Expanded,
    pub(crate) matcher: &'a mut Matcher,
    pub(crate) found: Vec<Diagnostic>,
}

impl Explainer<'_> {
    /// Explains why a node does not fit. `slot` says in which slot of which ludeme it stands.
    pub(crate) fn explain(&mut self, node: &Node, wanted: Type, slot: Option<(&'static Signature, &str)>) {
        if self.found.len() >= Diagnostic::MAX_PER_FILE {
            return;
        }
        let before = self.found.len();
        match &node.value {
            Value::Call(call) => self.explain_call(node, call, wanted, slot),
            Value::List(items) if wanted.lists > 0 => {
                let inner = Type { lists: wanted.lists - 1, ..wanted };
                for item in items {
                    if !self.matcher.fits(item, inner) {
                        self.explain(item, inner, slot);
                    }
                }
            }
            _ => {}
        }
        if self.found.len() == before {
            self.wrong_value(node, wanted, slot);
        }
    }

    /// A call that does not fit: an unknown name, something wrong inside it, or arguments that do not go together.
    fn explain_call(
        &mut self,
        node: &Node,
        call: &Call,
        wanted: Type,
        slot: Option<(&'static Signature, &str)>,
    ) {
        let table = Table::get();
        if table.of(&call.head).next().is_none() {
            self.unknown(call);
            self.inside(call);
            return;
        }
        if self.inside(call) {
            return;
        }
        if let Some(diagnostic) = self.unknown_kind(call) {
            self.found.push(diagnostic);
            return;
        }
        let here: Vec<&Signature> = if wanted.lists == 0 {
            table.of(&call.head).filter(|signature| table.accepts(wanted.base, signature)).collect()
        } else {
            Vec::new()
        };
        if self.matcher.fits_somewhere(call) && (here.is_empty() || wanted.lists > 0) {
            return self.wrong_value(node, wanted, slot);
        }
        let candidates = if here.is_empty() { table.of(&call.head).collect() } else { here };
        self.closest(call, &candidates);
    }

    /// Explains what is wrong inside the arguments of a call; whether there was anything.
    fn inside(&mut self, call: &Call) -> bool {
        let before = self.found.len();
        for argument in &call.args {
            self.inside_node(&argument.value);
        }
        self.found.len() > before
    }

    fn inside_node(&mut self, node: &Node) {
        match &node.value {
            Value::List(items) => items.iter().for_each(|item| self.inside_node(item)),
            Value::Call(call) if !self.matcher.fits_somewhere(call) => {
                let table = Table::get();
                let base = table.of(&call.head).map(|signature| signature.gives).next();
                match base {
                    Some(_) => self.explain_anywhere(call),
                    None => {
                        self.unknown(call);
                        self.inside(call);
                    }
                }
            }
            _ => {}
        }
    }

    /// Explains a call that has no meaning in any place.
    fn explain_anywhere(&mut self, call: &Call) {
        if self.inside(call) {
            return;
        }
        if let Some(diagnostic) = self.unknown_kind(call) {
            self.found.push(diagnostic);
            return;
        }
        let candidates: Vec<&Signature> = Table::get().of(&call.head).collect();
        self.closest(call, &candidates);
    }

    fn unknown(&mut self, call: &Call) {
        let mut diagnostic =
            self.expanded.error(call.head_span, format!("there is no ludeme `{}`", call.head));
        let near = nearest(&call.head, Table::get().heads().into_iter());
        if !near.is_empty() {
            diagnostic = diagnostic.help(format!("near it: {}", near.join(", ")));
        }
        self.found.push(diagnostic);
    }

    /// When every way to write a ludeme begins with a constant, the constant must be one of them.
    fn unknown_kind(&mut self, call: &Call) -> Option<Diagnostic> {
        let signatures: Vec<&Signature> = Table::get().of(&call.head).collect();
        let first = call.args.first().filter(|argument| argument.label.is_none());
        let is_word = first.is_some_and(|argument| matches!(argument.value.value, Value::Word(_)));
        let possible = |signature: &&&'static Signature| match select(call, signature) {
            // Without a selecting constant the word must fit one of the slots.
            Some(("", args)) if is_word => {
                let slots = signature.slots.iter().filter(|slot| !slot.labelled);
                slots.into_iter().any(|slot| self.matcher.fits(&args[0].value, slot.takes))
            }
            other => other.is_some(),
        };
        if signatures.iter().filter(possible).count() > 0 || !signatures.iter().any(|s| s.has_kinds()) {
            return None;
        }
        let kinds =
            || signatures.iter().flat_map(|s| s.kinds.iter()).map(|kind| kind.name).filter(|k| !k.is_empty());
        let word =
            call.args.first().filter(|argument| argument.label.is_none()).map(|argument| &argument.value);
        let (span, message) = match word {
            Some(Node { span, value: Value::Word(word) }) => {
                (*span, format!("there is no ludeme `({} {word} ...)`", call.head))
            }
            _ => (
                call.head_span,
                format!("`{}` must be followed by a constant that says which one is meant", call.head),
            ),
        };
        let near = match word {
            Some(Node { value: Value::Word(word), .. }) => nearest(word, kinds()),
            _ => Vec::new(),
        };
        let mut all: Vec<String> = kinds().map(|kind| format!("`{kind}`")).collect();
        all.dedup();
        let help = if near.is_empty() {
            format!("after `{}` may stand {}", call.head, all[..all.len().min(30)].join(", "))
        } else {
            format!("near it: {}", near.join(", "))
        };
        Some(self.expanded.error(span, message).help(help))
    }

    /// Explains the mismatch with the signature that comes closest.
    fn closest(&mut self, call: &Call, candidates: &[&'static Signature]) {
        let mut best: Option<(usize, &'static Signature, Mismatch)> = None;
        for &signature in candidates {
            let Some((_, args)) = select(call, signature) else { continue };
            let (matched, mismatch) = self.mismatch(signature, args);
            // Of equals, one that takes any arguments was meant.
            let better =
                |most: usize, than: &Signature| matched > most || matched == most && than.slots.is_empty();
            if best.as_ref().is_none_or(|(most, than, _)| better(*most, than)) {
                best = Some((matched, signature, mismatch));
            }
        }
        let Some((_, signature, mismatch)) = best else { return };
        let shown = reference::one_line(signature);
        let diagnostic = match mismatch {
            Mismatch::Missing(slot) => {
                let what = reference::slot_text(&signature.slots[slot]);
                let takes = Table::get().describe(signature.slots[slot].takes);
                let message = format!("`{}` lacks its argument `{what}`: {takes}", call.head);
                self.expanded.error(call.head_span, message)
            }
            Mismatch::Surplus(span, message) => self.expanded.error(span, message),
            Mismatch::Value(number, slot) => {
                let argument = &select(call, signature).map_or(&call.args[..], |(_, args)| args)[number];
                let takes = signature.slots[slot].takes;
                let name = signature.slots[slot].name;
                return self.explain(&argument.value, takes, Some((signature, name)));
            }
        };
        self.found.push(diagnostic.help(format!("it is written {shown}")));
    }

    /// Places arguments as far as they go: how many fitted, and what stopped it.
    fn mismatch(&mut self, signature: &'static Signature, args: &[Argument]) -> (usize, Mismatch) {
        let (mut next, mut matched, mut groups) = (0, 0, 0u8);
        for (number, argument) in args.iter().enumerate() {
            let slots = &signature.slots;
            let free =
                |slot: usize, groups: u8| slots[slot].group == 0 || groups & (1 << slots[slot].group) == 0;
            let fitting = (next..slots.len()).find(|&slot| {
                free(slot, groups)
                    && labels_agree(argument, &slots[slot])
                    && self.matcher.fits(&argument.value, slots[slot].takes)
            });
            match fitting {
                Some(slot) => {
                    if slots[slot].group > 0 {
                        groups |= 1 << slots[slot].group;
                    }
                    next = slot + 1;
                    matched += 2;
                }
                None => return (matched, self.stuck(signature, args, number, next)),
            }
        }
        let missing = signature.slots.iter().enumerate().find(|(number, slot)| {
            let needed = match slot.group {
                0 => !slot.optional,
                group => signature.required_groups & !groups & (1 << group) != 0,
            };
            let given = *number < next
                && args.iter().any(|a| labels_agree(a, slot) && self.matcher.fits(&a.value, slot.takes));
            needed && !given
        });
        let first_needed = missing.map_or(0, |(number, _)| number);
        (matched + 1, Mismatch::Missing(first_needed))
    }

    /// Why an argument finds no slot.
    fn stuck(
        &mut self,
        signature: &'static Signature,
        args: &[Argument],
        number: usize,
        next: usize,
    ) -> Mismatch {
        let argument = &args[number];
        let slots = &signature.slots;
        let span = argument.label.as_ref().map_or(argument.value.span, |label| label.span);
        let named: Vec<usize> =
            (0..slots.len()).filter(|&slot| labels_agree(argument, &slots[slot])).collect();
        if let Some(label) = &argument.label {
            if named.is_empty() {
                let labels: Vec<String> = slots
                    .iter()
                    .filter(|slot| slot.labelled)
                    .map(|slot| format!("`{}:`", slot.name))
                    .collect();
                let known = if labels.is_empty() {
                    "it takes no labels".into()
                } else {
                    format!("it takes {}", labels.join(", "))
                };
                let message = format!("`{}` has no argument `{}:`; {known}", signature.head, label.name);
                return Mismatch::Surplus(span, message);
            }
            if let Some(&slot) =
                named.iter().find(|&&slot| self.matcher.fits(&argument.value, slots[slot].takes))
            {
                let message = if slot < next {
                    format!(
                        "`{}:` stands too late: the arguments of `{}` have a fixed order",
                        label.name, signature.head
                    )
                } else {
                    format!("`{}:` cannot stand together with the arguments before it", label.name)
                };
                return Mismatch::Surplus(span, message);
            }
            return Mismatch::Value(number, named[0]);
        }
        if named.iter().any(|&slot| slot < next && self.matcher.fits(&argument.value, slots[slot].takes)) {
            let message =
                format!("this argument of `{}` is one too many, or stands too late", signature.head);
            return Mismatch::Surplus(span, message);
        }
        // The slot that is most likely meant: one that must be filled, or else the next one.
        let open = || named.iter().copied().filter(|&slot| slot >= next);
        match open().find(|&slot| !slots[slot].optional).or_else(|| open().next()) {
            Some(slot) if open().count() == 1 || !slots[slot].optional => Mismatch::Value(number, slot),
            _ => Mismatch::Surplus(span, format!("`{}` does not take this argument here", signature.head)),
        }
    }

    /// A value that is fine in itself, but not here.
    fn wrong_value(&mut self, node: &Node, wanted: Type, slot: Option<(&'static Signature, &str)>) {
        let mut given = given_text(node);
        if let Value::Call(call) = &node.value {
            let table = Table::get();
            let gives = table.of(&call.head).find(|s| select(call, s).is_some()).map(|s| s.gives.name());
            given = format!("`({} ...)`, which gives {}", call.head, gives.unwrap_or("something else"));
        }
        let place =
            slot.map_or(String::new(), |(signature, name)| format!(" for `{name}` of `{}`", signature.head));
        let message = format!("found {given}, but wanted{place} {}", Table::get().describe(wanted));
        let mut diagnostic = self.expanded.error(node.span, message);
        if let Value::Word(word) = &node.value {
            let constants = Table::get().constants(wanted.base);
            let near = nearest(word, constants.iter().copied());
            if !near.is_empty() {
                diagnostic = diagnostic.note(format!("near it: {}", near.join(", ")));
            }
        }
        if let Some((signature, _)) = slot {
            diagnostic = diagnostic.help(format!("it is written {}", reference::one_line(signature)));
        }
        self.found.push(diagnostic);
    }
}

/// What keeps arguments from fitting a signature.
enum Mismatch {
    /// This slot must be filled and is not.
    Missing(usize),
    /// This argument has no place.
    Surplus(Span, String),
    /// This argument is meant for this slot, but its value does not fit.
    Value(usize, usize),
}

fn given_text(node: &Node) -> String {
    match &node.value {
        Value::Number(number) => format!("the number {number}"),
        Value::Real(real) => format!("the number {real}"),
        Value::Boolean(true) => "`True`".into(),
        Value::Boolean(false) => "`False`".into(),
        Value::Text(text) => format!("the text \"{text}\""),
        Value::Word(word) => format!("`{word}`"),
        Value::List(_) => "a list".into(),
        Value::Call(call) => format!("`({} ...)`", call.head),
    }
}

/// The names most like a word, at most three, only those that are really like it.
pub(crate) fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let lower = word.to_lowercase();
    let mut scored: Vec<(usize, &str)> = names
        .map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= 1 + word.len().min(name.len()) / 3)
        .collect();
    scored.sort_unstable();
    scored.dedup();
    scored.into_iter().take(3).map(|(_, name)| format!("`{name}`")).collect()
}
