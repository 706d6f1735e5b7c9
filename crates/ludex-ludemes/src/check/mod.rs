//! The expanded tree against the table of ludemes: every call gets its signature and its arguments by slot.

mod doubts;
mod explain;
mod matching;
mod reference;
mod table;
mod term;
mod types;

pub use reference::{markdown, names, reference};
pub use table::{Kind, Signature, Slot, Table};
pub use term::{Applied, Term, TermValue};
pub use types::{Base, Type};

use crate::expand::Expanded;
use crate::text::Diagnostic;
use explain::Explainer;
use matching::Matcher;

/// A checked description.
#[derive(Debug)]
pub struct Checked {
    /// The `(game ...)` or `(match ...)`.
    pub root: Term,
    /// What is surely not meant, though it can be played.
    pub warnings: Vec<Diagnostic>,
}

/// Checks an expanded description. All errors are given in one go.
pub fn check(expanded: &Expanded) -> Result<Checked, Vec<Diagnostic>> {
    let table = Table::get();
    let head = expanded.root.as_call().map_or("game", |call| call.head.as_str());
    let base = table.of(head).next().map_or(Base(0), |signature| signature.gives);
    let wanted = Type { base, lists: 0 };
    let mut matcher = Matcher::new();
    if matcher.fits(&expanded.root, wanted)
        && let Some(root) = matcher.build(&expanded.root, wanted)
    {
        let warnings = doubts::doubts(&root, expanded);
        return Ok(Checked { root, warnings });
    }
    let mut explainer = Explainer { expanded, matcher: &mut matcher, found: Vec::new() };
    explainer.explain(&expanded.root, wanted, None);
    Err(explainer.found)
}
