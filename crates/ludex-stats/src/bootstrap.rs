//! The bootstrap over whatever is independent: pairs of games, openings, seeds.

use ludex_core::Rng;

use crate::Estimate;

/// How to resample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bootstrap {
    /// How many resamples.
    pub resamples: u32,
    /// The seed: the same seed gives the same interval.
    pub seed: u64,
    /// The confidence of the interval.
    pub confidence: f64,
}

impl Default for Bootstrap {
    fn default() -> Bootstrap {
        Bootstrap { resamples: 2000, seed: 1, confidence: 0.95 }
    }
}

/// The statistic of the units with its percentile interval: the units are drawn anew with replacement as often as
/// there are, the statistic computed each time, and the middle part of the values taken.
///
/// Games that share an opening or a seed are not independent; resample the pairs (or openings), never the games.
/// Nothing resampled gives an interval without end. B. Efron, "Bootstrap methods: another look at the
/// jackknife", 1979.
///
/// ```
/// use ludex_stats::{Bootstrap, bootstrap};
///
/// let pairs = [1.0, 0.5, 0.5, 0.75, 1.0, 0.25];
/// let mean = |units: &[&f64]| units.iter().copied().sum::<f64>() / units.len() as f64;
/// let score = bootstrap(&pairs, mean, Bootstrap::default());
/// assert!(score.low > 0.3 && score.high < 0.95 && score.contains(score.value));
/// ```
pub fn bootstrap<T>(units: &[T], statistic: impl Fn(&[&T]) -> f64, plan: Bootstrap) -> Estimate {
    let whole: Vec<&T> = units.iter().collect();
    let value = statistic(&whole);
    if units.is_empty() || plan.resamples == 0 {
        return Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let mut rng = Rng::derived(plan.seed, 0, 0xb007);
    let mut drawn = whole.clone();
    let mut values: Vec<f64> = (0..plan.resamples)
        .map(|_| {
            for slot in &mut drawn {
                *slot = whole[rng.below(whole.len() as u32) as usize];
            }
            statistic(&drawn)
        })
        .collect();
    values.sort_by(f64::total_cmp);
    let tail = (1.0 - plan.confidence) / 2.0;
    Estimate { value, low: quantile(&values, tail), high: quantile(&values, 1.0 - tail) }
}

/// The quantile of sorted numbers, with straight lines between them.
fn quantile(sorted: &[f64], p: f64) -> f64 {
    let at = p.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    if low == high { low } else { low + (high - low) * at.fract() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(units: &[&f64]) -> f64 {
        units.iter().copied().sum::<f64>() / units.len() as f64
    }

    #[test]
    fn the_interval_of_a_mean_covers_it_about_as_often_as_promised() {
        let mut rng = Rng::new(5);
        let rounds = 400;
        let mut covered = 0;
        for round in 0..rounds {
            // The mean of three uniform numbers: mean 0.5.
            let units: Vec<f64> = (0..60).map(|_| (rng.unit() + rng.unit() + rng.unit()) / 3.0).collect();
            let plan = Bootstrap { resamples: 400, seed: round, confidence: 0.9 };
            covered += u32::from(bootstrap(&units, mean, plan).contains(0.5));
        }
        let rate = f64::from(covered) / rounds as f64;
        assert!((0.85..=0.94).contains(&rate), "{rate}");
    }

    #[test]
    fn equal_units_and_none_are_no_trouble() {
        let all = bootstrap(&[1.0; 7], mean, Bootstrap::default());
        assert_eq!((all.value, all.low, all.high), (1.0, 1.0, 1.0));
        assert_eq!(
            bootstrap(&[], |units: &[&f64]| units.len() as f64, Bootstrap::default()).low,
            f64::NEG_INFINITY
        );
    }
}
