//! Ratings of many agents from all their meetings: Bradley and Terry's model with draws and the first move.
//!
//! Agent i has strength pi_i = e^(r_i). When i moves first against j, the results have probabilities in the ratio
//!
//! - i wins: g pi_i,
//! - draw: v sqrt(g pi_i pi_j),
//! - j wins: pi_j,
//!
//! with one worth g = e^h of the first move for all, and one tendency v = e^d to draw (R. R. Davidson, "On extending
//! the Bradley-Terry model to accommodate ties in paired comparison experiments", 1970; with order effects,
//! Davidson and Beaver 1977). The log likelihood is concave in r, h and d; it is maximised by Newton's method with
//! steps halved until they gain. The covariance is the inverse of the negative second derivative.
//!
//! A prior of a fraction of a virtual win and loss against a neutral agent keeps undefeated agents finite.

use serde::Serialize;

use crate::solve::{Matrix, cholesky, inverse, solve};
use crate::{Estimate, normal_quantile};

/// The meetings of two agents in which the first of them moved first.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Meetings {
    /// The number of the agent that moved first.
    pub first: usize,
    /// The number of the other.
    pub second: usize,
    /// Games that the first won.
    pub wins: f64,
    /// Games drawn.
    pub draws: f64,
    /// Games that the second won.
    pub losses: f64,
}

/// What to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BradleyTerry {
    /// Whether the first move is given a worth; else it has none.
    pub first_move: bool,
    /// The agent whose rating is 0.
    pub anchor: usize,
    /// How many virtual wins and losses every agent gets against a neutral one, together.
    pub prior: f64,
}

impl Default for BradleyTerry {
    fn default() -> BradleyTerry {
        BradleyTerry { first_move: true, anchor: 0, prior: 0.1 }
    }
}

/// Ratings on the Elo scale.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    ratings: Vec<f64>,
    covariance: Vec<Vec<f64>>,
    anchor: usize,
    first_move: Option<(f64, f64)>,
    draw_tendency: f64,
    log_likelihood: f64,
}

/// One unit of the log scale in Elo.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Fits ratings of `agents` agents. Meetings of numbers that are not below `agents`, and of an agent with itself, say
/// nothing and are left out.
///
/// ```
/// use ludex_stats::{BradleyTerry, Meetings, bradley_terry};
///
/// let met = |first, second, wins, draws, losses| Meetings { first, second, wins, draws, losses };
/// let meetings = [met(0, 1, 40.0, 20.0, 40.0), met(1, 0, 60.0, 20.0, 20.0)];
/// let ratings = bradley_terry(2, &meetings, BradleyTerry::default());
/// assert!(ratings.rating(1, 0.95).low > 0.0 && ratings.first_move(0.95).unwrap().low > 0.0);
/// ```
pub fn bradley_terry(agents: usize, meetings: &[Meetings], model: BradleyTerry) -> Ratings {
    let meetings: Vec<Meetings> = meetings
        .iter()
        .copied()
        .filter(|m| m.first < agents && m.second < agents && m.first != m.second)
        .collect();
    let fit = Fit {
        agents,
        first_move: model.first_move.then_some(agents),
        draws: meetings.iter().any(|m| m.draws > 0.0).then_some(agents + usize::from(model.first_move)),
        meetings,
        prior: model.prior,
    };
    let mut at = vec![0.0; fit.size()];
    let mut here = fit.look(&at);
    for _ in 0..200 {
        let step = solve(&cholesky(&here.curvature), &here.slope);
        let mut scale = 1.0;
        let better = loop {
            // Far steps are cut: where hardly anything is known, Newton's step is too bold.
            let cut = step.iter().fold(1.0f64, |cut, s| cut.min(4.0 / (scale * s.abs()).max(1e-300)));
            let next: Vec<f64> = at.iter().zip(&step).map(|(x, s)| x + scale * cut.min(1.0) * s).collect();
            let there = fit.look(&next);
            if there.value >= here.value {
                break Some((next, there));
            }
            scale /= 2.0;
            if scale < 1e-9 {
                break None;
            }
        };
        let Some((next, there)) = better else { break };
        let gain = there.value - here.value;
        (at, here) = (next, there);
        if gain < 1e-13 * (1.0 + here.value.abs()) && here.slope.iter().all(|s| s.abs() < 1e-9) {
            break;
        }
    }
    let covariance = inverse(&cholesky(&here.curvature));
    Ratings {
        ratings: at[..agents].to_vec(),
        anchor: model.anchor.min(agents.saturating_sub(1)),
        first_move: fit.first_move.map(|index| (at[index], covariance[index][index])),
        draw_tendency: fit.draws.map_or(0.0, |index| at[index].exp()),
        covariance,
        log_likelihood: here.likelihood,
    }
}

struct Fit {
    agents: usize,
    meetings: Vec<Meetings>,
    /// The place of the worth of the first move among the parameters.
    first_move: Option<usize>,
    /// The place of the tendency to draw.
    draws: Option<usize>,
    prior: f64,
}

/// What is known at one point: the log likelihood with the prior and without, its slope, and its negative curvature.
struct Look {
    value: f64,
    likelihood: f64,
    slope: Vec<f64>,
    curvature: Matrix,
}

impl Fit {
    fn size(&self) -> usize {
        self.agents + usize::from(self.first_move.is_some()) + usize::from(self.draws.is_some())
    }

    fn look(&self, at: &[f64]) -> Look {
        let size = self.size();
        let (mut slope, mut curvature) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        let mut likelihood = 0.0;
        for met in &self.meetings {
            // The logarithms of the three weights are linear in the parameters: these are their coefficients.
            let mut parts: Vec<(usize, [f64; 3])> = Vec::with_capacity(4);
            parts.push((met.first, [1.0, 0.5, 0.0]));
            parts.push((met.second, [0.0, 0.5, 1.0]));
            parts.extend(self.first_move.map(|index| (index, [1.0, 0.5, 0.0])));
            parts.extend(self.draws.map(|index| (index, [0.0, 1.0, 0.0])));
            let mut logs = [0.0; 3];
            for &(index, coefficients) in &parts {
                for (log, coefficient) in logs.iter_mut().zip(coefficients) {
                    *log += coefficient * at[index];
                }
            }
            if self.draws.is_none() {
                logs[1] = f64::NEG_INFINITY;
            }
            let most = logs.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
            let total: f64 = logs.iter().map(|log| (log - most).exp()).sum();
            let p = logs.map(|log| (log - most).exp() / total);
            let seen = [met.wins, met.draws, met.losses];
            let games: f64 = seen.iter().sum();
            for (log, count) in logs.iter().zip(seen) {
                if count > 0.0 {
                    likelihood += count * (log - most - total.ln());
                }
            }
            let expected = |c: [f64; 3]| p[0] * c[0] + p[1] * c[1] + p[2] * c[2];
            for &(i, c) in &parts {
                slope[i] += seen[0] * c[0] + seen[1] * c[1] + seen[2] * c[2] - games * expected(c);
                for &(j, k) in &parts {
                    let both = expected([c[0] * k[0], c[1] * k[1], c[2] * k[2]]);
                    curvature[i][j] += games * (both - expected(c) * expected(k));
                }
            }
        }
        let mut value = likelihood;
        // Games tell only differences: the sum of all ratings is held near 0, which changes none of them.
        let sum: f64 = at[..self.agents].iter().sum();
        value -= sum * sum / 2.0;
        for i in 0..self.agents {
            slope[i] -= sum;
            curvature[i][..self.agents].iter_mut().for_each(|entry| *entry += 1.0);
        }
        for (index, &x) in at.iter().enumerate() {
            // Half a virtual win and half a virtual loss, times the weight.
            let won = 1.0 / (1.0 + (-x).exp());
            value -= self.prior / 2.0 * (x.abs() + 2.0 * (-x.abs()).exp().ln_1p());
            slope[index] += self.prior * (0.5 - won);
            curvature[index][index] += self.prior * won * (1.0 - won);
        }
        Look { value, likelihood, slope, curvature }
    }
}

impl Ratings {
    /// How many agents there are.
    pub fn agents(&self) -> usize {
        self.ratings.len()
    }

    /// By how much agent `a` is rated above agent `b`, with its interval.
    pub fn difference(&self, a: usize, b: usize, confidence: f64) -> Estimate {
        if a >= self.agents() || b >= self.agents() || a == b {
            return Estimate { value: 0.0, low: 0.0, high: 0.0 };
        }
        let c = &self.covariance;
        let variance = c[a][a] + c[b][b] - 2.0 * c[a][b];
        around(self.ratings[a] - self.ratings[b], variance, confidence)
    }

    /// The rating of an agent above the anchor.
    pub fn rating(&self, agent: usize, confidence: f64) -> Estimate {
        self.difference(agent, self.anchor, confidence)
    }

    /// What the first move is worth in Elo, if it was fitted.
    pub fn first_move(&self, confidence: f64) -> Option<Estimate> {
        self.first_move.map(|(value, variance)| around(value, variance, confidence))
    }

    /// The tendency to draw: with equal strength, draws are to wins of either side as this to 1. 0 without draws.
    pub fn draw_tendency(&self) -> f64 {
        self.draw_tendency
    }

    /// The log likelihood of the games (without the prior).
    pub fn log_likelihood(&self) -> f64 {
        self.log_likelihood
    }

    /// The agents' numbers, the best first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.agents()).collect();
        order.sort_by(|&a, &b| self.ratings[b].total_cmp(&self.ratings[a]));
        order
    }
}

fn around(value: f64, variance: f64, confidence: f64) -> Estimate {
    let margin = normal_quantile(0.5 + confidence / 2.0) * variance.max(0.0).sqrt();
    Estimate { value: ELO * value, low: ELO * (value - margin), high: ELO * (value + margin) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Rng;

    fn met(first: usize, second: usize, wins: f64, draws: f64, losses: f64) -> Meetings {
        Meetings { first, second, wins, draws, losses }
    }

    #[test]
    fn two_agents_get_the_elo_of_their_score() {
        let model = BradleyTerry { first_move: false, prior: 0.0, anchor: 1 };
        let ratings = bradley_terry(2, &[met(0, 1, 30.0, 0.0, 10.0)], model);
        assert!((ratings.rating(0, 0.95).value - crate::elo_of_score(0.75)).abs() < 1e-6);
    }

    #[test]
    fn degenerate_tables_stay_finite() {
        for meetings in [
            vec![],
            vec![met(0, 1, 50.0, 0.0, 0.0)],
            vec![met(0, 1, 0.0, 50.0, 0.0), met(1, 2, 0.0, 9.0, 0.0)],
            vec![met(0, 1, 5.0, 0.0, 0.0), met(1, 2, 1e6, 0.0, 0.0)],
            vec![met(0, 0, 5.0, 0.0, 0.0), met(7, 2, 1.0, 0.0, 0.0)],
        ] {
            let ratings = bradley_terry(3, &meetings, BradleyTerry::default());
            for agent in 0..3 {
                let rating = ratings.rating(agent, 0.95);
                assert!(rating.low.is_finite() && rating.high.is_finite(), "{meetings:?}: {rating:?}");
            }
        }
        assert_eq!(bradley_terry(0, &[], BradleyTerry::default()).agents(), 0);
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_promised() {
        let truth = [0.0, 0.4, -0.3, 0.9];
        let (first_move, draw) = (0.25f64, 0.6f64);
        let mut rng = Rng::new(31);
        let rounds = 300;
        let mut covered = [0u32; 2];
        for _ in 0..rounds {
            let mut meetings = Vec::new();
            for i in 0..4 {
                for j in 0..4 {
                    if i == j {
                        continue;
                    }
                    let (a, b) = (truth[i] + first_move, truth[j]);
                    let weights = [a.exp(), draw * ((a + b) / 2.0f64).exp(), b.exp()];
                    let total: f64 = weights.iter().sum();
                    let mut seen = [0.0; 3];
                    for _ in 0..40 {
                        let x = rng.unit() * total;
                        let at = if x < weights[0] {
                            0
                        } else if x < weights[0] + weights[1] {
                            1
                        } else {
                            2
                        };
                        seen[at] += 1.0;
                    }
                    meetings.push(met(i, j, seen[0], seen[1], seen[2]));
                }
            }
            let ratings = bradley_terry(4, &meetings, BradleyTerry::default());
            covered[0] += u32::from(ratings.rating(3, 0.9).contains(ELO * (truth[3] - truth[0])));
            covered[1] += u32::from(ratings.first_move(0.9).is_some_and(|f| f.contains(ELO * first_move)));
        }
        for count in covered {
            let rate = f64::from(count) / f64::from(rounds);
            assert!((0.84..=0.95).contains(&rate), "{rate}");
        }
    }
}
