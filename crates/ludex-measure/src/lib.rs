//! Measurements of the character of a game, each with its error bar.
//!
//! A game is prepared with its players, played in any number on any number of threads, and measured as it goes:
//!
//! ```
//! use ludex_core::{Visitor, examples::Nim};
//! use ludex_measure::{Plan, Prepare, run};
//!
//! let source = Prepare(&Plan { judge: "100".to_string(), ..Plan::default() }).visit(Nim::new(10)).unwrap();
//! let measured = run(source.as_ref(), 500, 2, &mut [], &|_| {}).unwrap();
//! let duration = measured.stream("duration").unwrap();
//! // Between 4 moves (3 + 3 + 3 + 1) and 10.
//! assert!(duration.min() >= 4.0 && duration.max() <= 10.0);
//! assert_eq!(measured.wins[0] + measured.wins[1], 500);
//! ```
//!
//! The metrics stand in `metrics`, one file each; `docs/metrics.md` defines them all. What is compiled for each
//! game is small ([`Source`]); everything else works on plain numbers.

mod board;
pub mod complexity;
mod course;
mod distinct;
mod judge;
mod levels;
mod lookahead;
mod measured;
mod metrics;
mod ply;
pub mod report;
mod rows;
mod run;
mod source;
mod walk;

pub use course::{Courses, Curve, PARTS, Part};
pub use distinct::Distinct;
pub use judge::Judge;
pub use levels::{CLEAR, Ladder, Rung, climb};
pub use lookahead::Deeper;
pub use measured::Measured;
pub use metrics::{Column, Raw, columns};
pub use ply::Ended;
pub use rows::{CsvRows, ParquetRows};
pub use run::{RowSink, RunError, gather, run};
pub use source::{About, Batch, Plan, Prepare, Row, Source};
