//! The worth of what chance decides, on the scale on which heuristics and results are judged.

use crate::parts::judge::WON;

/// No game lasts longer than this many moves from the root, so that wins are told from judgements by their size.
const LONGEST: f64 = 1_048_576.0;

/// Whether a value stands for a result that nothing can change.
pub fn is_certain(value: f64) -> bool {
    value.abs() > WON - LONGEST && value.is_finite()
}

/// The events of chance in one position as they are added up.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    mean: f64,
    low: f64,
    high: f64,
}

impl Expected {
    /// Nothing has been added yet.
    pub const NOTHING: Expected = Expected { mean: 0.0, low: f64::INFINITY, high: f64::NEG_INFINITY };

    /// One more event, with its probability and what it is worth.
    pub fn add(&mut self, probability: f64, value: f64) {
        self.mean += probability * value;
        self.low = self.low.min(value);
        self.high = self.high.max(value);
    }

    /// The mean. Where every event wins for certain it is the latest of the wins, where every event loses the latest
    /// of the losses, so that a certain result stays one and a mere likelihood never becomes one.
    pub fn value(self) -> f64 {
        if is_certain(self.low) && self.low > 0.0 {
            self.low
        } else if is_certain(self.high) && self.high < 0.0 {
            self.high
        } else {
            self.mean
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(events: &[(f64, f64)]) -> f64 {
        let mut all = Expected::NOTHING;
        events.iter().for_each(|&(probability, value)| all.add(probability, value));
        all.value()
    }

    #[test]
    fn a_likely_loss_is_not_certain() {
        let value = expected(&[(10.0 / 11.0, 3.0 - WON), (1.0 / 11.0, WON - 3.0)]);
        assert!(!is_certain(value) && value < -0.8 * WON, "{value}");
    }

    #[test]
    fn certain_results_stay_certain_at_their_latest() {
        assert_eq!(expected(&[(0.5, WON - 3.0), (0.5, WON - 5.0)]), WON - 5.0);
        assert_eq!(expected(&[(0.5, 3.0 - WON), (0.5, 5.0 - WON)]), 5.0 - WON);
        assert_eq!(expected(&[(0.5, 2.0), (0.5, 4.0)]), 3.0);
    }
}
