//! The exact binomial test.

use crate::beta::ln_gamma;

/// The probability of exactly `hits` in `trials`.
pub(crate) fn probability(hits: u64, trials: u64, rate: f64) -> f64 {
    if rate <= 0.0 {
        return f64::from(hits == 0);
    }
    if rate >= 1.0 {
        return f64::from(hits == trials);
    }
    let (k, n) = (hits as f64, trials as f64);
    let ways = ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0);
    (ways + k * rate.ln() + (n - k) * (1.0 - rate).ln()).exp()
}

/// The two-sided p-value of `hits` in `trials` if each had probability `rate`: the probability of all outcomes that
/// are no likelier than the one seen. 1 if nothing was tried.
///
/// ```
/// // Eight heads in ten throws are no proof against a coin.
/// assert!((ludex_stats::binomial_test(8, 10, 0.5) - 0.109375).abs() < 1e-12);
/// ```
pub fn binomial_test(hits: u64, trials: u64, rate: f64) -> f64 {
    let seen = probability(hits.min(trials), trials, rate);
    // Outcomes equally likely by symmetry may differ in the last digits.
    let limit = seen * (1.0 + 1e-7);
    let sum: f64 = (0..=trials).map(|k| probability(k, trials, rate)).filter(|&p| p <= limit).sum();
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_tried_proves_nothing() {
        assert_eq!(binomial_test(0, 0, 0.5), 1.0);
        assert_eq!(binomial_test(5, 5, 1.0), 1.0);
        assert_eq!(binomial_test(4, 5, 1.0), 0.0);
    }
}
