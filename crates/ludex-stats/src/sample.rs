//! A sample of numbers reduced to what its mean and spread need.

use serde::Serialize;

use crate::normal_quantile;

/// Count, mean and spread of numbers seen one by one (Welford's recurrence, which does not lose digits).
/// Samples made apart can be merged.
///
/// ```
/// use ludex_stats::Sample;
///
/// let sample: Sample = [2.0, 4.0, 6.0].into_iter().collect();
/// assert_eq!((sample.mean(), sample.deviation()), (4.0, 2.0));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Sample {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Sample {
    /// Adds a number.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
    }

    /// Adds a number that was seen so many times.
    pub fn add_times(&mut self, value: f64, count: u64) {
        self.merge(&Sample { count, mean: value, squares: 0.0 });
    }

    /// Adds all numbers of another sample.
    pub fn merge(&mut self, other: &Sample) {
        if other.count == 0 {
            return;
        }
        let total = (self.count + other.count) as f64;
        let off = other.mean - self.mean;
        self.squares += other.squares + off * off * self.count as f64 * other.count as f64 / total;
        self.mean += off * other.count as f64 / total;
        self.count += other.count;
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Their standard deviation (dividing by n - 1); 0 of fewer than two.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 { 0.0 } else { (self.squares / (self.count - 1) as f64).sqrt() }
    }

    /// Half the width of the interval of the mean at this confidence, by the normal approximation.
    pub fn margin(&self, confidence: f64) -> f64 {
        if self.count < 2 {
            return f64::INFINITY;
        }
        normal_quantile(0.5 + confidence / 2.0) * self.deviation() / (self.count as f64).sqrt()
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Sample {
        let mut sample = Sample::default();
        values.into_iter().for_each(|value| sample.add(value));
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_is_the_same_as_adding_all() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i * i % 37)).collect();
        let whole: Sample = values.iter().copied().collect();
        let mut parts: Sample = values[..33].iter().copied().collect();
        parts.merge(&values[33..].iter().copied().collect());
        assert_eq!(parts.count(), whole.count());
        assert!((parts.mean() - whole.mean()).abs() < 1e-12);
        assert!((parts.deviation() - whole.deviation()).abs() < 1e-12);
    }

    #[test]
    fn a_number_seen_often_is_that_number_added_often() {
        let mut counted = Sample::default();
        for (value, count) in [(3.0, 0), (2.0, 5), (7.0, 1), (-1.0, 4)] {
            counted.add_times(value, count);
        }
        let one_by_one: Sample = [2.0; 5].into_iter().chain([7.0]).chain([-1.0; 4]).collect();
        assert_eq!(counted.count(), one_by_one.count());
        assert!((counted.mean() - one_by_one.mean()).abs() < 1e-12);
        assert!((counted.deviation() - one_by_one.deviation()).abs() < 1e-12);
    }
}
