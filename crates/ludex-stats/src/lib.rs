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

mod normal;
mod proportion;
mod sample;

pub use normal::{normal_cdf, normal_quantile};
pub use proportion::{Proportion, wilson};
pub use sample::Sample;
