//! What an editor asks about a description: what is wrong, what a word means, what could stand here.

use serde::Serialize;

use super::cursor::{Around, Cursor};
use crate::check::{Signature, Slot, Table, check, reference};
use crate::expand::{Choices, Library, expand, local_defines};
use crate::text::{Diagnostic, Location, Source, SourceId, TokenKind, check_brackets};

/// Something that could stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Completion {
    /// What to write.
    pub text: String,
    /// What sort of thing it is.
    pub kind: CompletionKind,
    /// A sentence about it.
    pub doc: String,
    /// Whether it fits what is wanted here, as far as can be told.
    pub fits: bool,
}

/// What sort of thing a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CompletionKind {
    /// The name of a ludeme.
    Ludeme,
    /// A constant.
    Constant,
    /// A label with its colon.
    Label,
    /// The name of a define.
    Define,
}

/// Everything that is wrong with a description or doubtful in it. A file without a game (a library of defines) is only
/// checked for its brackets.
pub fn diagnostics(name: &str, text: &str, library: &Library) -> Vec<Diagnostic> {
    let source = Source::new(name, text);
    if is_shared(name, text) {
        return check_brackets(&source, SourceId(0));
    }
    match expand(source, library, &Choices::none()) {
        Err(problems) => problems,
        Ok(expanded) => check(&expanded).map_or_else(|problems| problems, |checked| checked.warnings),
    }
}

/// Whether a file has defines to be shared and no game of its own.
pub fn is_shared(name: &str, text: &str) -> bool {
    name.ends_with(".def")
        || (!text.contains("(game") && !text.contains("(match") && text.contains("(define"))
}

/// The place in the description itself that a message is about: its own, or the use of the shared define it is in.
pub fn place_in_file(diagnostic: &Diagnostic) -> Option<&Location> {
    let own = diagnostic.location.iter();
    let through = diagnostic.notes.iter().filter_map(|note| note.location.as_ref());
    own.chain(through).find(|location| location.source == SourceId(0))
}

/// What the word at a byte offset means, in Markdown.
pub fn hover(text: &str, offset: usize, library: &Library) -> Option<String> {
    let cursor = Cursor::new(text, offset);
    let token = cursor.token()?;
    if let Some((head, kind)) = cursor.head() {
        let with_kind = kind.and_then(|kind| reference(&format!("{head} {kind}")).ok());
        let found = with_kind.or_else(|| reference(head).ok())?;
        return Some(format!("```\n{}\n```", found.trim_end()));
    }
    match token.kind {
        TokenKind::Text => {
            let name = cursor.slice(token).trim_matches('"');
            let body = define_body(text, name, library)?;
            Some(format!("define \"{name}\"\n```\n{body}\n```"))
        }
        TokenKind::Label => {
            let around = cursor.around();
            let label = cursor.slice(token).trim_end_matches(':');
            let slots = slots_of(around.first()?);
            let found: Vec<String> =
                slots.filter(|slot| slot.labelled && slot.name == label).map(describe_slot).collect();
            found.into_iter().next()
        }
        TokenKind::Word => {
            let word = cursor.slice(token);
            let table = Table::get();
            let sets =
                table.types().filter(|base| table.constants(*base).contains(&word)).map(|base| base.name());
            let sets: Vec<&str> = sets.collect();
            (!sets.is_empty()).then(|| format!("`{word}`: a constant of {}", sets.join(", ")))
        }
        _ => None,
    }
}

/// What could stand at a byte offset.
pub fn completions(text: &str, offset: usize, library: &Library) -> Vec<Completion> {
    let cursor = Cursor::new(text, offset);
    if cursor.in_comment() {
        return Vec::new();
    }
    let around = cursor.around();
    let prefix = cursor.prefix().trim_start_matches('"');
    let mut found = if cursor.in_text() {
        define_names(text, library)
    } else if cursor.at_head() {
        ludemes(around.get(1))
    } else {
        around.first().map_or_else(Vec::new, arguments)
    };
    let lower = prefix.to_lowercase();
    found.retain(|completion| completion.text.to_lowercase().starts_with(&lower));
    found.sort_by(|a, b| (!a.fits, &a.text).cmp(&(!b.fits, &b.text)));
    found.dedup_by(|a, b| a.text == b.text);
    found
}

/// Every ludeme; those that fit a slot of the bracket around come first.
fn ludemes(outer: Option<&Around>) -> Vec<Completion> {
    let table = Table::get();
    let wanted: Vec<_> =
        outer.map_or_else(Vec::new, |outer| slots_of(outer).map(|slot| slot.takes.base).collect());
    let mut found: Vec<Completion> = Vec::new();
    for signature in &table.signatures {
        let fits = wanted.iter().any(|base| table.accepts(*base, signature));
        for kind in &signature.kinds {
            let text = format!("{} {}", signature.head, kind.name).trim_end().to_string();
            found.push(Completion { text, kind: CompletionKind::Ludeme, doc: kind.doc.to_string(), fits });
        }
    }
    found
}

/// Constants and labels that may stand inside a bracket.
fn arguments(around: &Around) -> Vec<Completion> {
    let table = Table::get();
    let mut found = Vec::new();
    let Some(head) = around.head else { return found };
    if around.arguments == 0 {
        for kind in table.of(head).flat_map(|signature| &signature.kinds).filter(|kind| !kind.name.is_empty())
        {
            let doc = kind.doc.to_string();
            found.push(Completion {
                text: kind.name.to_string(),
                kind: CompletionKind::Constant,
                doc,
                fits: true,
            });
        }
    }
    for slot in slots_of(around) {
        if slot.labelled && !around.labels.contains(&slot.name) {
            let (text, kind) = (format!("{}:", slot.name), CompletionKind::Label);
            found.push(Completion { text, kind, doc: describe_slot(slot), fits: true });
        }
        for word in table.constants(slot.takes.base).iter().take(80) {
            let doc = format!("a constant of {}", slot.takes.base.name());
            let (text, kind) = (word.to_string(), CompletionKind::Constant);
            found.push(Completion { text, kind, doc, fits: !slot.labelled });
        }
    }
    found
}

/// The slots of all ways to write the ludeme of a bracket, as far as its constant is written.
fn slots_of(around: &Around) -> impl Iterator<Item = &'static Slot> {
    let kind = around.kind;
    let signatures: Vec<&'static Signature> =
        around.head.map_or_else(Vec::new, |head| Table::get().of(head).collect());
    let chosen = signatures.iter().any(|s| kind.is_some_and(|kind| s.has_kinds() && s.kind(kind).is_some()));
    signatures
        .into_iter()
        .filter(move |s| !chosen || kind.is_some_and(|kind| s.has_kinds() && s.kind(kind).is_some()))
        .flat_map(|signature| &signature.slots)
}

fn describe_slot(slot: &'static Slot) -> String {
    let takes = Table::get().describe(slot.takes);
    let label = if slot.labelled { format!("`{}:` ", slot.name) } else { String::new() };
    let default =
        if slot.default.is_empty() { String::new() } else { format!("; left out: {}", slot.default) };
    format!("{label}takes {takes}{default}")
}

fn define_names(text: &str, library: &Library) -> Vec<Completion> {
    let completion = |name: &str, doc: &str| Completion {
        text: name.to_string(),
        kind: CompletionKind::Define,
        doc: doc.to_string(),
        fits: true,
    };
    let local = local_defines(text).into_iter().map(|(name, body)| completion(&name, &shorten(&body)));
    let shared =
        library.names().into_iter().map(|name| completion(name, &shorten(library.body(name).unwrap_or(""))));
    local.chain(shared).collect()
}

fn define_body(text: &str, name: &str, library: &Library) -> Option<String> {
    let local = local_defines(text).into_iter().find(|(known, _)| known == name).map(|(_, body)| body);
    local.or_else(|| library.body(name).map(str::to_string)).map(|body| shorten(&body))
}

/// The beginning of a text that may be long.
fn shorten(body: &str) -> String {
    let lines: Vec<&str> = body.lines().take(12).collect();
    let more = if body.lines().count() > 12 { "\n..." } else { "" };
    lines.join("\n") + more
}
