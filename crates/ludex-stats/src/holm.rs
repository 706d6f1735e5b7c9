//! Holm's correction for a family of claims.

/// Adjusted p-values, in the order given: rejecting all at most `a` errs on any one of the claims with probability
/// at most `a`, however the tests depend on each other.
///
/// With p sorted, the adjusted value of the i-th of m (from 1) is the largest of (m - j + 1) p_j over j <= i, at
/// most 1. S. Holm, "A simple sequentially rejective multiple test procedure", 1979.
///
/// ```
/// let adjusted = ludex_stats::holm(&[0.01, 0.04, 0.03]);
/// assert!(adjusted.iter().zip([0.03, 0.06, 0.06]).all(|(a, b)| (a - b).abs() < 1e-12));
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, &at) in order.iter().enumerate() {
        largest = largest.max((p_values.len() - rank) as f64 * p_values[at]);
        adjusted[at] = largest.min(1.0);
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Rng;

    #[test]
    fn one_claim_is_left_as_it_is() {
        assert_eq!(holm(&[0.2]), [0.2]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn false_claims_are_rarely_made() {
        // Ten tests of nothing: some rejection at 5 % in at most 5 % of the families (simulated, 4 standard errors).
        let mut rng = Rng::new(11);
        let families = 20_000;
        let wrong = (0..families)
            .filter(|_| {
                let p: Vec<f64> = (0..10).map(|_| rng.unit()).collect();
                holm(&p).iter().any(|&p| p <= 0.05)
            })
            .count();
        let rate = wrong as f64 / f64::from(families);
        assert!(rate < 0.05 + 4.0 * (0.05f64 * 0.95 / f64::from(families)).sqrt(), "{rate}");
    }
}
