//! The statistics behind every number that Ludex prints: each estimate comes with its interval.
//!
//! ```
//! use ludex_stats::wilson;
//!
//! // 60 wins in 100 games: between half and seven in ten.
//! let rate = wilson(60, 100, 0.95);
//! assert_eq!(rate.rate, 0.6);
//! assert!((rate.low - 0.502).abs() < 0.001 && (rate.high - 0.691).abs() < 0.001);
//! ```
//!
//! One file a method; `docs/statistics.md` has the formulas side by side and says when to use which. Every method
//! is checked against values of SciPy and statsmodels (`tests/reference.json`) and by simulation.

mod benjamini_hochberg;
mod beta;
mod binomial;
mod bootstrap;
mod bradley_terry;
mod clopper_pearson;
mod elo;
mod estimate;
mod holm;
mod normal;
mod pairs;
mod proportion;
mod quantile;
mod sample;
mod solve;
mod sprt;
mod stream;

pub use benjamini_hochberg::benjamini_hochberg;
pub use beta::{beta_cdf, beta_quantile};
pub use binomial::binomial_test;
pub use bootstrap::{Bootstrap, bootstrap};
pub use bradley_terry::{BradleyTerry, Meetings, Ratings, bradley_terry};
pub use clopper_pearson::clopper_pearson;
pub use elo::{ELO_LIMIT, elo_of_score, score_of_elo};
pub use estimate::Estimate;
pub use holm::holm;
pub use normal::{normal_cdf, normal_quantile};
pub use pairs::{Games, Pairs, bounded_mean};
pub use proportion::{Proportion, wilson};
pub use quantile::{student_cdf, student_quantile};
pub use sample::Sample;
pub use sprt::{Hypothesis, Sprt, SprtState, Verdict};
pub use stream::{Bar, Stream};
