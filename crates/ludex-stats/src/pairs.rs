//! Scores of games and of pairs of games.
//!
//! Two games from the same opening with sides changed are one observation, not two: an opening that favours one
//! side gives a win and a loss, which says nothing about the players but looks like spread if games are counted
//! alone. So the unit is the pair, with five outcomes (0, 1/2, 1, 3/2 or 2 points), hence "pentanomial".

use serde::Serialize;

use crate::{Estimate, elo_of_score, normal_cdf, normal_quantile};

/// The mean of numbers between 0 and 1 with an interval that stays there and never collapses.
///
/// A number between 0 and 1 with mean m has at most the variance m(1 - m); let f be the share of that which is seen.
/// The interval is Wilson's with n / f trials: all m with |mean - m| <= z sqrt(f m(1 - m) / n). The share is
/// estimated with two observations of the `usual` share added, so that a run of equal results does not pretend to
/// certainty: f = (n variance + usual / 2) / (n mean (1 - mean) + 1 / 2). With wins and losses only, f is 1 and the
/// interval is exactly Wilson's.
pub fn bounded_mean(count: u64, mean: f64, variance: f64, usual: f64, confidence: f64) -> Estimate {
    if count == 0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    let n = count as f64;
    let share = (n * variance + 0.5 * usual) / (n * mean * (1.0 - mean) + 0.5);
    let z = normal_quantile(0.5 + confidence / 2.0);
    let zz = z * z * share;
    let centre = mean + zz / (2.0 * n);
    let spread = (zz * (mean * (1.0 - mean) / n + zz / (4.0 * n * n))).sqrt();
    let scale = 1.0 + zz / n;
    Estimate {
        value: mean,
        low: if mean <= 0.0 { 0.0 } else { ((centre - spread) / scale).clamp(0.0, mean) },
        high: if mean >= 1.0 { 1.0 } else { ((centre + spread) / scale).clamp(mean, 1.0) },
    }
}

/// Games counted alone, as one player sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Games {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Games {
    /// How many there are.
    pub fn count(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points with its interval; half of nothing.
    pub fn score(&self, confidence: f64) -> Estimate {
        let n = self.count().max(1) as f64;
        let mean = (self.wins as f64 + self.draws as f64 / 2.0) / n;
        let square = (self.wins as f64 + self.draws as f64 / 4.0) / n;
        bounded_mean(self.count(), mean, (square - mean * mean).max(0.0), 1.0, confidence)
    }

    /// The rating difference with its interval.
    pub fn elo(&self, confidence: f64) -> Estimate {
        self.score(confidence).map(elo_of_score)
    }
}

/// Pairs of games counted by the points that one player made in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pairs {
    /// How many pairs brought 0, 1/2, 1, 3/2 and 2 points.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Adds a pair by the points of its two games (each 0, 1/2 or 1; values between are rounded to the nearest
    /// half point of the pair).
    pub fn add(&mut self, first: f64, second: f64) {
        let slot = (2.0 * (first + second)).round().clamp(0.0, 4.0) as usize;
        self.counts[slot] += 1;
    }

    /// Adds all pairs of another count.
    pub fn merge(&mut self, other: &Pairs) {
        for (sum, count) in self.counts.iter_mut().zip(other.counts) {
            *sum += count;
        }
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean share of the points; half of nothing.
    pub fn mean(&self) -> f64 {
        match self.count() {
            0 => 0.5,
            n => {
                self.counts.iter().zip(0u64..).map(|(&count, at)| count * at).sum::<u64>() as f64
                    / (4 * n) as f64
            }
        }
    }

    /// The variance of a pair's share of the points (dividing by n).
    pub fn variance(&self) -> f64 {
        let (n, mean) = (self.count().max(1) as f64, self.mean());
        let off = |at: usize| at as f64 / 4.0 - mean;
        self.counts.iter().enumerate().map(|(at, &count)| count as f64 * off(at) * off(at)).sum::<f64>() / n
    }

    /// The share of the points with its interval.
    pub fn score(&self, confidence: f64) -> Estimate {
        // Two independent games without draws have half the variance of one.
        bounded_mean(self.count(), self.mean(), self.variance(), 0.5, confidence)
    }

    /// The rating difference with its interval.
    pub fn elo(&self, confidence: f64) -> Estimate {
        self.score(confidence).map(elo_of_score)
    }

    /// The difference in units of the spread of one game, which does not depend on how many games are drawn or on
    /// how lopsided the openings are: (mean - 1/2) / (deviation of a game), on the Elo scale (times 800 / ln 10).
    /// Infinite, or 0, if nothing varies.
    pub fn normalised_elo(&self) -> f64 {
        let off = self.mean() - 0.5;
        if off == 0.0 {
            return 0.0;
        }
        off / (2.0 * self.variance()).sqrt() * 800.0 / std::f64::consts::LN_10
    }

    /// The probability, by the normal approximation, of a mean at least as far from one half if the players were
    /// equal; 1 if nothing is known.
    pub fn p_value(&self) -> f64 {
        let n = self.count() as f64;
        // The prior keeps a run of equal results from counting as infinitely significant.
        let variance = (n * self.variance() + 0.125) / (n + 1.0);
        let z = (self.mean() - 0.5).abs() / (variance / n.max(1.0)).sqrt();
        (2.0 * normal_cdf(-z)).min(1.0)
    }
}

impl FromIterator<(f64, f64)> for Pairs {
    fn from_iter<I: IntoIterator<Item = (f64, f64)>>(pairs: I) -> Pairs {
        let mut counts = Pairs::default();
        pairs.into_iter().for_each(|(first, second)| counts.add(first, second));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wilson;
    use ludex_core::Rng;

    #[test]
    fn without_draws_the_interval_is_wilsons() {
        for wins in [0, 1, 13, 30] {
            let score = Games { wins, draws: 0, losses: 30 - wins }.score(0.95);
            let rate = wilson(wins, 30, 0.95);
            assert!((score.low - rate.low).abs() < 1e-12 && (score.high - rate.high).abs() < 1e-12, "{wins}");
        }
    }

    #[test]
    fn runs_of_equal_results_keep_an_interval() {
        let won = Pairs { counts: [0, 0, 0, 0, 20] }.score(0.95);
        assert!(won.high == 1.0 && (won.low - wilson(40, 40, 0.95).low).abs() < 1e-12);
        let drawn = Pairs { counts: [0, 0, 20, 0, 0] }.score(0.95);
        assert!(drawn.high - drawn.low > 0.05 && drawn.high - drawn.low < 0.15, "{drawn:?}");
        let none = Pairs::default();
        assert_eq!((none.score(0.95).low, none.score(0.95).high, none.p_value()), (0.0, 1.0, 1.0));
    }

    #[test]
    fn pairing_narrows_the_interval_where_openings_decide() {
        // Every opening is won by the first player: the pairs are all 1-1.
        let pairs = Pairs { counts: [1, 0, 48, 0, 1] }.score(0.95);
        let games = Games { wins: 50, draws: 0, losses: 50 }.score(0.95);
        assert!(pairs.high - pairs.low < (games.high - games.low) / 2.0);
    }

    /// Plays pairs in which each opening gives the first player an edge that both games share.
    fn simulate(rng: &mut Rng, pairs: u32, strength: f64, edge: f64, draws: f64) -> Pairs {
        let mut counts = Pairs::default();
        for _ in 0..pairs {
            let opening = edge * (2.0 * rng.unit() - 1.0);
            let mut game = |advantage: f64| {
                if rng.chance(draws) { 0.5 } else { f64::from(rng.chance(strength + advantage)) }
            };
            counts.add(game(opening), game(-opening));
        }
        counts
    }

    #[test]
    fn intervals_cover_as_often_as_promised() {
        let mut rng = Rng::new(77);
        for (pairs, strength, edge, draws) in [
            (50, 0.5, 0.0, 0.0),
            (50, 0.5, 0.45, 0.3),
            (50, 0.7, 0.3, 0.5),
            (100, 0.9, 0.05, 0.0),
            (200, 0.6, 0.3, 0.8),
            (20, 0.6, 0.2, 0.2),
        ] {
            let truth = draws / 2.0 + (1.0 - draws) * strength;
            let rounds = 4000;
            let covered = (0..rounds)
                .filter(|_| simulate(&mut rng, pairs, strength, edge, draws).score(0.95).contains(truth))
                .count();
            let rate = covered as f64 / f64::from(rounds);
            assert!((0.935..=0.98).contains(&rate), "{pairs} {strength} {edge} {draws}: {rate}");
        }
    }

    #[test]
    fn equal_players_are_rarely_found_different() {
        let mut rng = Rng::new(78);
        let rounds = 4000;
        let wrong = (0..rounds).filter(|_| simulate(&mut rng, 40, 0.5, 0.3, 0.3).p_value() <= 0.05).count();
        let rate = wrong as f64 / f64::from(rounds);
        assert!((0.035..=0.06).contains(&rate), "{rate}");
    }
}
