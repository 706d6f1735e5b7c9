//! The ludeme language: descriptions of games as people write them, read, expanded, checked and compiled.
//!
//! A description goes through passes, each with a type of its own: [`text`] (tokens and the tree of brackets),
//! [`expand`] (defines, options and ranges written out, every word still knowing where it came from), [`check`]
//! (every ludeme matched with its entry in the one table of ludemes), then boards and rules.
//!
//! ```
//! use ludex_ludemes::check::check;
//! use ludex_ludemes::expand::{Choices, Library, expand};
//! use ludex_ludemes::text::Source;
//!
//! let text = r#"(define "Row" (is Line 3))
//!     (game "Three in a row" (players 2)
//!         (equipment { (board (square 3)) (piece "Stone" Each) })
//!         (rules (play (move Add (to (sites Empty)))) (end (if "Row" (result Mover Win)))))"#;
//! let expanded = expand(Source::new("row.lud", text), &Library::empty(), &Choices::none()).unwrap();
//! let game = check(&expanded).unwrap().root;
//! let rules = game.call().unwrap().get("rules").unwrap().call().unwrap();
//! let play = rules.get("play").unwrap().call().unwrap();
//! assert_eq!(play.get("moves").unwrap().call().unwrap().name(), ("move", "Add"));
//!
//! let wrong = Source::new("row.lud", text.replace("Empty", "Emty"));
//! let wrong = expand(wrong, &Library::empty(), &Choices::none()).unwrap();
//! assert_eq!(check(&wrong).unwrap_err()[0].message, "there is no ludeme `(sites Emty ...)`");
//! ```

pub mod board;
pub mod check;
pub mod corpus;
pub mod described;
pub mod expand;
pub mod format;
pub mod kernels;
pub mod lower;
pub mod lsp;
pub mod runtime;
pub mod shelf;
pub mod text;
