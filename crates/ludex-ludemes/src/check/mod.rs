//! The expanded tree against the table of ludemes: every call gets its signature and its arguments by slot.

mod matching;
mod table;
mod term;
mod types;

pub use table::{Kind, Signature, Slot, Table};
pub use term::{Applied, Term, TermValue};
pub use types::{Base, Type};

use crate::expand::Expanded;
use crate::text::Diagnostic;
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
    let base = table.of(head).next().map(|signature| signature.gives);
    let mut matcher = Matcher::new();
    let root = base.and_then(|base| {
        let wanted = Type { base, lists: 0 };
        if matcher.fits(&expanded.root, wanted) { matcher.build(&expanded.root, wanted) } else { None }
    });
    match root {
        Some(root) => Ok(Checked { root, warnings: Vec::new() }),
        None => Err(vec![expanded.error(expanded.root.span, "the description does not fit the language")]),
    }
}
