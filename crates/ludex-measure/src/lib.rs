//! Measurements of the character of a game, each with its error bar.
//!
//! ```
//! use ludex_core::examples::Nim;
//! use ludex_measure::random_games;
//!
//! let measures = random_games(&Nim::new(10), 500, 1, 1000);
//! // Between 4 moves (3 + 3 + 3 + 1) and 10.
//! assert!((4.0..10.0).contains(&measures.duration.mean()));
//! assert!(measures.branching.mean() <= 3.0);
//! ```

mod random;

pub use random::{Measures, random_games};
