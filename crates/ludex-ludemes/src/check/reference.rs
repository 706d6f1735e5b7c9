//! The reference of ludemes, printed from the table.

use std::fmt::Write as _;

use super::explain::nearest;
use super::table::{Signature, Slot, Table};

/// A slot as a person writes it: `[through:Int]`.
pub(crate) fn slot_text(slot: &Slot) -> String {
    let inner = if slot.labelled {
        format!("{}:{}", slot.name, slot.takes)
    } else if slot.takes.to_string().eq_ignore_ascii_case(slot.name) {
        format!("<{}>", slot.takes)
    } else {
        format!("<{} {}>", slot.name, slot.takes)
    };
    if slot.optional { format!("[{inner}]") } else { inner }
}

/// A signature in one line: `(is Line [<type SiteType>] <length Int> ...)`. Alternatives are joined by `|`.
pub(crate) fn one_line(signature: &Signature) -> String {
    let kinds: Vec<&str> =
        signature.kinds.iter().map(|kind| kind.name).filter(|name| !name.is_empty()).collect();
    let kinds = if kinds.len() > 6 { format!("{}|...", kinds[..6].join("|")) } else { kinds.join("|") };
    write_form(signature, &kinds)
}

fn write_form(signature: &Signature, kinds: &str) -> String {
    let mut line = format!("({}", signature.head);
    if !kinds.is_empty() {
        let _ = if signature.kind_optional { write!(line, " [{kinds}]") } else { write!(line, " {kinds}") };
    }
    for (number, slot) in signature.slots.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| &signature.slots[before]);
        let alternative = before.is_some_and(|before| slot.group > 0 && before.group == slot.group);
        line.push_str(if alternative { " | " } else { " " });
        line.push_str(&slot_text(slot));
    }
    line.push(')');
    line
}

/// The reference for a name such as `is`, `is Line` or `=`: every way to write it, what it gives, and what it means.
/// For a name that does not exist, a sentence that names near ones.
pub fn reference(name: &str) -> Result<String, String> {
    let table = Table::get();
    let mut words = name.trim_matches(['(', ')']).split_whitespace();
    let head = words.next().unwrap_or_default();
    let kind = words.next();
    let mut out = String::new();
    for signature in table.of(head) {
        if kind.is_some_and(|kind| signature.kind(kind).is_none()) {
            continue;
        }
        entry(&mut out, signature, kind);
    }
    if !out.is_empty() {
        return Ok(out);
    }
    let all: Vec<String> = names(table);
    let near = nearest(name, all.iter().map(String::as_str));
    let hint = if near.is_empty() { String::new() } else { format!("; near it: {}", near.join(", ")) };
    Err(format!("there is no ludeme `{name}`{hint}"))
}

fn entry(out: &mut String, signature: &Signature, only: Option<&str>) {
    let _ = match only {
        Some(kind) => writeln!(out, "{}", write_form(signature, kind).replace(&format!("[{kind}]"), kind)),
        None => writeln!(out, "{}", one_line(signature)),
    };
    let _ = writeln!(out, "    gives {}", signature.gives.name());
    for kind in signature.kinds.iter().filter(|kind| only.is_none_or(|only| kind.name == only)) {
        let _ = match kind.name {
            "" => writeln!(out, "    {}", kind.doc),
            name => writeln!(out, "    {name}: {}", kind.doc),
        };
    }
    let defaults = defaults(signature);
    if !defaults.is_empty() {
        let _ = writeln!(out, "    left out: {defaults}");
    }
}

/// What counts when a slot is left out: `exact is False, through is (last To)`.
fn defaults(signature: &Signature) -> String {
    let known = signature.slots.iter().filter(|slot| !slot.default.is_empty());
    known.map(|slot| format!("{} is {}", slot.name, slot.default)).collect::<Vec<_>>().join("; ")
}

/// Every name that [`reference()`] knows: heads, and heads with their constants.
pub fn names(table: &Table) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for signature in &table.signatures {
        all.push(signature.head.to_string());
        let kinds = signature.kinds.iter().filter(|kind| !kind.name.is_empty());
        all.extend(kinds.map(|kind| format!("{} {}", signature.head, kind.name)));
    }
    all.sort();
    all.dedup();
    all
}

/// The whole reference as a page in Markdown: `docs/ludemes.md` is this text.
pub fn markdown() -> String {
    let table = Table::get();
    let mut out = String::from(
        "# The ludemes\n\nGenerated from the table of ludemes by `ludex ludemes --markdown`; edit the table, not this \
         page.\n\nA ludeme is written `(name arguments...)`. `[...]` may be left out, `label:` must be written, \
         `{...}` is a list, and of arguments joined by `|` one is given. Arguments are written in this order.\n",
    );
    let mut gives: Vec<&str> = Vec::new();
    for signature in &table.signatures {
        if !gives.contains(&signature.gives.name()) {
            gives.push(signature.gives.name());
        }
    }
    for given in gives {
        let _ = writeln!(out, "\n## {given}\n");
        for signature in table.signatures.iter().filter(|signature| signature.gives.name() == given) {
            let _ = writeln!(out, "- `{}`  ", one_line(signature));
            let lines: Vec<String> = signature
                .kinds
                .iter()
                .map(|kind| match kind.name {
                    "" => format!("  {}", kind.doc),
                    name => format!("  *{name}*: {}", kind.doc),
                })
                .collect();
            let _ = writeln!(out, "{}", lines.join("  \n"));
            let defaults = defaults(signature);
            if !defaults.is_empty() {
                let _ = writeln!(out, "  Left out: {defaults}.");
            }
        }
    }
    let _ = writeln!(out, "\n## Constants\n");
    for base in table.bases.iter().filter(|base| !base.words.is_empty()) {
        let _ = writeln!(out, "- {}: {}", base.name, base.words.join(", "));
    }
    out
}
