//! The exact interval of a rate.

use crate::{Proportion, beta_quantile};

/// Clopper and Pearson's interval for `hits` of `trials`: it contains the true rate with at least this confidence,
/// whatever the rate is. Wider than [`wilson`](crate::wilson); for claims that need a guarantee.
///
/// Its ends are quantiles of beta distributions: low = B(a/2; hits, trials - hits + 1) and
/// high = B(1 - a/2; hits + 1, trials - hits) with a = 1 - confidence.
///
/// C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the
/// binomial", 1934.
///
/// ```
/// let rate = ludex_stats::clopper_pearson(0, 10, 0.95);
/// assert!(rate.low == 0.0 && (rate.high - 0.3085).abs() < 1e-4);
/// ```
pub fn clopper_pearson(hits: u64, trials: u64, confidence: f64) -> Proportion {
    if trials == 0 {
        return Proportion { rate: 0.0, low: 0.0, high: 1.0 };
    }
    let tail = (1.0 - confidence) / 2.0;
    let hits = hits.min(trials);
    let (hit, miss) = (hits as f64, (trials - hits) as f64);
    Proportion {
        rate: hit / trials as f64,
        low: if hits == 0 { 0.0 } else { beta_quantile(tail, hit, miss + 1.0) },
        high: if hits == trials { 1.0 } else { beta_quantile(1.0 - tail, hit + 1.0, miss) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wilson;

    #[test]
    fn it_covers_what_wilson_covers_and_more() {
        for hits in 0..=40 {
            let (exact, score) = (clopper_pearson(hits, 40, 0.95), wilson(hits, 40, 0.95));
            assert!(exact.high - exact.low > score.high - score.low - 0.01, "{hits}");
        }
    }

    #[test]
    fn coverage_is_never_below_what_is_promised() {
        // Exact: sums the binomial probabilities of all outcomes whose interval contains the rate.
        for step in 1..40 {
            let (rate, trials) = (f64::from(step) / 40.0, 25u64);
            let mut covered = 0.0;
            for hits in 0..=trials {
                let interval = clopper_pearson(hits, trials, 0.9);
                if interval.low <= rate && rate <= interval.high {
                    covered += crate::binomial::probability(hits, trials, rate);
                }
            }
            assert!(covered >= 0.9, "{rate}: {covered}");
        }
    }
}
