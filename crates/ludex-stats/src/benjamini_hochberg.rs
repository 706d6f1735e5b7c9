//! Benjamini and Hochberg's control of the share of false findings, for screening many games.

/// Adjusted p-values (q-values), in the order given: of the findings with a value of at most `q`, a share of at most
/// `q` is expected to be false, if the tests are independent or positively dependent.
///
/// With p sorted, the adjusted value of the i-th of m (from 1) is the smallest of p_j m / j over j >= i, at most 1.
/// Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", 1995.
///
/// ```
/// let adjusted = ludex_stats::benjamini_hochberg(&[0.01, 0.04, 0.03]);
/// assert!(adjusted.iter().zip([0.03, 0.04, 0.04]).all(|(a, b)| (a - b).abs() < 1e-12));
/// ```
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut smallest: f64 = 1.0;
    for (rank, &at) in order.iter().enumerate().rev() {
        smallest = smallest.min(p_values[at] * p_values.len() as f64 / (rank + 1) as f64);
        adjusted[at] = smallest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Rng;

    #[test]
    fn the_share_of_false_findings_is_controlled() {
        // Of twenty tests, five have an effect (p = u^8, mostly small); the mean share of false findings at
        // q = 0.1 stays below 0.1 (simulated).
        let mut rng = Rng::new(12);
        let mut share = 0.0;
        let families = 5_000;
        for _ in 0..families {
            let p: Vec<f64> = (0..20).map(|i| if i < 5 { rng.unit().powi(8) } else { rng.unit() }).collect();
            let found: Vec<usize> = benjamini_hochberg(&p)
                .iter()
                .enumerate()
                .filter(|(_, q)| **q <= 0.1)
                .map(|(i, _)| i)
                .collect();
            if !found.is_empty() {
                share += found.iter().filter(|&&i| i >= 5).count() as f64 / found.len() as f64;
            }
        }
        let rate = share / f64::from(families);
        assert!(rate < 0.1 && rate > 0.04, "{rate}");
    }
}
