//! Experiments: many seeded games on all cores, with results that do not depend on how many cores there are.
//!
//! ```
//! use ludex_core::examples::Nim;
//! use ludex_lab::{Playouts, playouts};
//!
//! let plan = Playouts { games: 1000, seed: 1, threads: 2, ..Playouts::default() };
//! let summary = playouts(&Nim::new(10), &plan, &|_| {});
//! assert_eq!(summary.playouts, 1000);
//! let alone = playouts(&Nim::new(10), &Playouts { threads: 1, ..plan }, &|_| {});
//! assert_eq!(summary.mean_length, alone.mean_length);
//! ```

pub mod game;
pub mod plan;
mod playouts;
pub mod report;
pub mod run;
pub mod slurm;
pub mod study;

pub use playouts::{OutcomeRate, PlayoutSummary, Playouts, playouts};
