//! The generalised sequential probability ratio test on pairs of games: play until the question is answered.
//!
//! Two hypotheses name the strength of a player against another; after every pair the log of the likelihood ratio
//! is compared with two bounds. "Generalised": the distribution of the five pair outcomes is unknown, so each
//! hypothesis is given the likelihood of the distribution that fits best among those it allows.
//!
//! - In Elo: the mean is fixed at s. The best distribution is p_i = q_i / (1 + x (a_i - s)), where q are the shares
//!   seen, a the outcomes, and x the root of sum q_i (a_i - s) / (1 + x (a_i - s)) = 0 (Owen's empirical
//!   likelihood); the log likelihood ratio is n sum q_i ln(p1_i / p0_i).
//! - In normalised Elo: t = (mean - 1/2) / deviation is fixed. With t as seen,
//!   LLR = n/2 ln((1 + (t - t0)^2) / (1 + (t - t1)^2)) (Van den Bergh, "Normalized Elo").
//!
//! The bounds are ln(b / (1 - a)) and ln((1 - b) / a) for error rates a and b (A. Wald, "Sequential tests of
//! statistical hypotheses", 1945). A hundredth of an observation is added to every outcome, so that outcomes never
//! seen, runs of equal results and no results at all give finite numbers; roots are found by bisection in a fixed
//! number of steps. Nothing here can loop or divide by zero.

use serde::Serialize;

use crate::{Pairs, score_of_elo};

/// In what the hypotheses are stated.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub enum Hypothesis {
    /// A difference in Elo.
    Elo(f64),
    /// A difference in normalised Elo: in units of the spread of a game, see [`Pairs::normalised_elo`].
    Normalised(f64),
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Verdict {
    /// Not yet known: more pairs are needed.
    Continue,
    /// The first hypothesis holds: the player is no stronger than it says.
    AcceptFirst,
    /// The second hypothesis holds.
    AcceptSecond,
}

/// A test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The weaker claim, as 0 Elo.
    pub first: Hypothesis,
    /// The stronger claim, as 5 Elo.
    pub second: Hypothesis,
    /// The probability of accepting the second although the first holds.
    pub alpha: f64,
    /// The probability of accepting the first although the second holds.
    pub beta: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtState {
    /// The log of the likelihood ratio.
    pub llr: f64,
    /// At or below it the first hypothesis is accepted.
    pub lower: f64,
    /// At or above it the second is.
    pub upper: f64,
    /// What follows.
    pub verdict: Verdict,
}

/// The share of an observation added to each outcome.
const PRIOR: f64 = 0.01;

impl Sprt {
    /// A test in Elo with error rates of 5 %.
    pub fn elo(first: f64, second: f64) -> Sprt {
        Sprt { first: Hypothesis::Elo(first), second: Hypothesis::Elo(second), alpha: 0.05, beta: 0.05 }
    }

    /// A test in normalised Elo with error rates of 5 %.
    pub fn normalised(first: f64, second: f64) -> Sprt {
        let (first, second) = (Hypothesis::Normalised(first), Hypothesis::Normalised(second));
        Sprt { first, second, alpha: 0.05, beta: 0.05 }
    }

    /// Where the test stands after these pairs.
    ///
    /// ```
    /// use ludex_stats::{Pairs, Sprt, Verdict};
    ///
    /// let test = Sprt::elo(0.0, 100.0);
    /// assert_eq!(test.state(&Pairs::default()).verdict, Verdict::Continue);
    /// assert_eq!(test.state(&Pairs { counts: [1, 2, 6, 20, 31] }).verdict, Verdict::AcceptSecond);
    /// assert_eq!(test.state(&Pairs { counts: [60, 0, 0, 0, 0] }).verdict, Verdict::AcceptFirst);
    /// ```
    pub fn state(&self, pairs: &Pairs) -> SprtState {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let llr = self.llr(pairs);
        let verdict = match llr {
            llr if llr >= upper => Verdict::AcceptSecond,
            llr if llr <= lower => Verdict::AcceptFirst,
            _ => Verdict::Continue,
        };
        SprtState { llr, lower, upper, verdict }
    }

    /// The log of the likelihood ratio after these pairs; 0 after none.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let weights = pairs.counts.map(|count| count as f64 + PRIOR);
        let n: f64 = weights.iter().sum();
        let shares = weights.map(|weight| weight / n);
        let llr = match (self.first, self.second) {
            (Hypothesis::Normalised(first), Hypothesis::Normalised(second)) => {
                let t = t_value(&shares);
                let off = |elo: f64| 1.0 + (t - t_of_normalised(elo)).powi(2);
                n / 2.0 * (off(first) / off(second)).ln()
            }
            (first, second) => {
                let log = |hypothesis| fitted_log(&shares, mean_of(hypothesis, &shares));
                let (first, second) = (log(first), log(second));
                n * (0..5).map(|at| shares[at] * (second[at] - first[at])).sum::<f64>()
            }
        };
        if llr.is_finite() { llr } else { 0.0 }
    }
}

/// The share of the points of each pair outcome.
fn outcome(at: usize) -> f64 {
    at as f64 / 4.0
}

fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = (0..5).map(|at| shares[at] * outcome(at)).sum();
    let variance = (0..5).map(|at| shares[at] * (outcome(at) - mean).powi(2)).sum();
    (mean, variance)
}

/// How far the mean is from one half, in deviations of a pair.
fn t_value(shares: &[f64; 5]) -> f64 {
    let (mean, variance) = moments(shares);
    (mean - 0.5) / variance.sqrt().max(1e-9)
}

/// Normalised Elo is in deviations of a game; a pair's share of the points deviates by 1/sqrt 2 of that.
fn t_of_normalised(elo: f64) -> f64 {
    elo * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2
}

/// The mean that a hypothesis claims.
fn mean_of(hypothesis: Hypothesis, shares: &[f64; 5]) -> f64 {
    let mean = match hypothesis {
        Hypothesis::Elo(elo) => score_of_elo(elo),
        Hypothesis::Normalised(elo) => 0.5 + t_of_normalised(elo) * moments(shares).1.sqrt(),
    };
    mean.clamp(1e-6, 1.0 - 1e-6)
}

/// ln(p_i / q_i) of the likeliest distribution with this mean.
fn fitted_log(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    // All 1 + x (a - s) must be positive: x lies between -1/(1 - s) and 1/s, and the sum falls from one end to the
    // other.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let x = 0.5 * (low + high);
        let sum: f64 = (0..5)
            .map(|at| {
                let off = outcome(at) - mean;
                shares[at] * off / (1.0 + x * off)
            })
            .sum();
        if sum > 0.0 { low = x } else { high = x }
    }
    let x = 0.5 * (low + high);
    std::array::from_fn(|at| -(1.0 + x * (outcome(at) - mean)).max(1e-300).ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Rng;

    #[test]
    fn degenerate_results_give_finite_answers_at_once() {
        for test in
            [Sprt::elo(0.0, 5.0), Sprt::elo(-800.0, 800.0), Sprt::normalised(0.0, 10.0), Sprt::elo(3.0, 3.0)]
        {
            for at in 0..5 {
                for count in [0, 1, 2, 1000, 1 << 40] {
                    let mut pairs = Pairs::default();
                    pairs.counts[at] = count;
                    let state = test.state(&pairs);
                    assert!(state.llr.is_finite(), "{test:?} {pairs:?}");
                }
            }
        }
    }

    #[test]
    fn a_run_of_losses_or_draws_ends_a_test() {
        let mut pairs = Pairs { counts: [100, 0, 0, 0, 0] };
        assert_eq!(Sprt::elo(0.0, 50.0).state(&pairs).verdict, Verdict::AcceptFirst);
        pairs.counts = [0, 0, 4000, 0, 0];
        assert_eq!(Sprt::elo(0.0, 50.0).state(&pairs).verdict, Verdict::AcceptFirst);
    }

    /// How often, and after how many pairs on average, the second hypothesis is accepted.
    fn simulate(test: &Sprt, shares: [f64; 5], seed: u64, rounds: u32) -> (f64, f64) {
        let mut rng = Rng::new(seed);
        let (mut accepted, mut played) = (0u32, 0u64);
        for _ in 0..rounds {
            let mut pairs = Pairs::default();
            loop {
                let mut draw = rng.unit();
                let at = shares.iter().position(|share| {
                    draw -= share;
                    draw < 0.0
                });
                pairs.counts[at.unwrap_or(4)] += 1;
                match test.state(&pairs).verdict {
                    Verdict::Continue if pairs.count() < 20_000 => {}
                    verdict => {
                        accepted += u32::from(verdict == Verdict::AcceptSecond);
                        break;
                    }
                }
            }
            played += pairs.count();
        }
        (f64::from(accepted) / f64::from(rounds), played as f64 / f64::from(rounds))
    }

    /// A symmetric distribution tilted to a mean.
    fn tilted(shares: [f64; 5], mean: f64) -> [f64; 5] {
        let log = fitted_log(&shares, mean);
        std::array::from_fn(|at| shares[at] * log[at].exp())
    }

    #[test]
    fn error_rates_are_about_as_promised() {
        let shares = [0.05, 0.2, 0.5, 0.2, 0.05];
        let test = Sprt::elo(0.0, 30.0);
        let (wrong, length) = simulate(&test, shares, 21, 500);
        let (right, _) = simulate(&test, tilted(shares, score_of_elo(30.0)), 22, 500);
        assert!((0.02..=0.08).contains(&wrong), "{wrong}");
        assert!((0.92..=0.98).contains(&right), "{right}");
        assert!(length > 30.0 && length < 1000.0, "{length}");
    }

    #[test]
    fn both_scales_agree_near_equality() {
        let pairs = Pairs { counts: [30, 190, 500, 215, 40] };
        let deviation = (2.0 * pairs.variance()).sqrt();
        // Near one half, an Elo is worth ln 10 / 1600 of the points.
        let scale = 1.0 / (2.0 * deviation);
        let (elo, normalised) =
            (Sprt::elo(0.0, 10.0).llr(&pairs), Sprt::normalised(0.0, 10.0 * scale).llr(&pairs));
        assert!((elo - normalised).abs() < 0.02 * elo.abs(), "{elo} {normalised}");
    }
}
