//! Text as people write it: files, places in them, tokens, the tree of brackets, and messages about all of these.

mod brackets;
mod diagnostic;
mod source;
mod tokens;
mod tree;

pub use brackets::{check_brackets, matching_bracket};
pub use diagnostic::{Diagnostic, Location, Note, Severity};
pub use source::{Place, Position, Source, SourceId, Span};
pub(crate) use tokens::end_of_text;
pub use tokens::{Token, TokenKind, tokens};
pub use tree::{Argument, Call, Label, Node, Value, read_tree};

/// Brackets may be nested this deeply; the deepest of Ludii's descriptions needs about forty levels.
pub const MAX_DEPTH: usize = 256;
