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
        let doc = if kind.doc.is_empty() { "Not described yet." } else { kind.doc };
        let _ = match kind.name {
            "" => writeln!(out, "    {doc}"),
            name => writeln!(out, "    {name}: {doc}"),
        };
    }
}

/// Every name that [`reference`] knows: heads, and heads with their constants.
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
