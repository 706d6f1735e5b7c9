//! Rates: how often something happened, and how sure we are of it.

use serde::Serialize;

use crate::normal_quantile;

/// A rate with its confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Proportion {
    /// The share observed.
    pub rate: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Wilson's score interval for `hits` of `trials` at this confidence (0.95 for a 95 % interval). Unlike the
/// plain normal interval it stays inside 0 and 1 and keeps its width at the ends. Nothing tried means nothing
/// known: the interval is everything.
///
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
pub fn wilson(hits: u64, trials: u64, confidence: f64) -> Proportion {
    if trials == 0 {
        return Proportion { rate: 0.0, low: 0.0, high: 1.0 };
    }
    let n = trials as f64;
    let p = hits as f64 / n;
    let z = normal_quantile(0.5 + confidence / 2.0);
    let centre = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    Proportion {
        rate: p,
        low: if hits == 0 { 0.0 } else { (centre - spread) / scale },
        high: if hits == trials { 1.0 } else { (centre + spread) / scale },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textbook_example_agrees() {
        // Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662 without continuity correction.
        let rate = wilson(81, 263, 0.95);
        assert!((rate.low - 0.2553).abs() < 5e-5 && (rate.high - 0.3662).abs() < 5e-5, "{rate:?}");
    }

    #[test]
    fn certain_results_keep_an_interval() {
        let all = wilson(20, 20, 0.95);
        assert_eq!(all.high, 1.0);
        assert!(all.low > 0.8 && all.low < 0.9);
        assert_eq!(wilson(0, 0, 0.95).high, 1.0);
    }
}
