//! A number with its interval.

use serde::Serialize;

/// An estimate with the ends of its confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// The same estimate on another scale, which must be increasing.
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }

    /// Whether the interval contains a number.
    pub fn contains(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }
}
