//! The ludeme language: descriptions of games as people write them, read, expanded, checked and compiled.
//!
//! ```
//! use ludex_ludemes::expand::{Choices, Library, expand};
//! use ludex_ludemes::text::Source;
//!
//! let text = r#"(define "Row" (is Line 3))
//!     (game "Three in a row" (players 2)
//!         (equipment { (board (square 3)) (piece "Stone" Each) })
//!         (rules (play (move Add (to (sites Empty)))) (end (if "Row" (result Mover Win)))))"#;
//! let expanded = expand(Source::new("row.lud", text), &Library::empty(), &Choices::none()).unwrap();
//! assert_eq!(expanded.name(), "Three in a row");
//! assert!(expanded.text().contains("(if (is Line 3) (result Mover Win))"));
//! ```

pub mod board;
pub mod check;
pub mod expand;
pub mod format;
pub mod lsp;
pub mod text;
