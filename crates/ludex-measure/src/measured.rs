//! What many games have in common.

use ludex_stats::{Estimate, Proportion, Stream, normal_quantile, wilson};

use crate::complexity::{SampledStates, sampled_states};
use crate::course::Courses;
use crate::distinct::Distinct;
use crate::metrics::{Column, columns};
use crate::ply::Ended;
use crate::source::{About, Row};

/// Measurements of many games.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The game and who played.
    pub about: About,
    /// How many games were measured.
    pub games: u64,
    /// What each metric gave.
    pub streams: Vec<(Column, Stream)>,
    /// How many games each side won.
    pub wins: Vec<u64>,
    /// Games without a winner.
    pub draws: u64,
    /// Games cut off at the limit of moves.
    pub cut: u64,
    /// How games went, part by part.
    pub courses: Courses,
    /// The positions met.
    pub distinct: Distinct,
    /// One position of each game, of the first million.
    pub sampled: Vec<u64>,
    /// Turns with a choice as a share of all turns of all games.
    pooled: Ratio,
    branching: Ratio,
    /// How long it took.
    pub seconds: f64,
}

/// The ratio of two sums over games, with what its error needs.
#[derive(Clone, Copy, Debug, Default)]
struct Ratio {
    games: f64,
    above: f64,
    below: f64,
    above_squared: f64,
    below_squared: f64,
    product: f64,
}

impl Ratio {
    fn add(&mut self, above: f64, below: f64) {
        self.games += 1.0;
        self.above += above;
        self.below += below;
        self.above_squared += above * above;
        self.below_squared += below * below;
        self.product += above * below;
    }

    /// The ratio with its interval, by the linear approximation of the error of a ratio of sums.
    fn estimate(&self, confidence: f64) -> Estimate {
        let value = self.above / self.below;
        let residuals = self.above_squared - 2.0 * value * self.product + value * value * self.below_squared;
        let n = self.games;
        let error = (residuals.max(0.0) * n / (n - 1.0).max(1.0)).sqrt() / self.below;
        let margin = normal_quantile(0.5 + confidence / 2.0) * error;
        Estimate { value, low: value - margin, high: value + margin }
    }
}

impl Measured {
    pub(crate) fn new(about: &About) -> Measured {
        Measured {
            about: about.clone(),
            games: 0,
            streams: columns().into_iter().map(|column| (column, Stream::default())).collect(),
            wins: vec![0; about.sides.len()],
            draws: 0,
            cut: 0,
            courses: Courses::default(),
            distinct: Distinct::default(),
            sampled: Vec::new(),
            pooled: Ratio::default(),
            branching: Ratio::default(),
            seconds: 0.0,
        }
    }

    pub(crate) fn add(&mut self, row: &Row) {
        self.games += 1;
        match row.ended {
            Ended::Won(side) => self.wins[usize::from(side)] += 1,
            Ended::Drawn => self.draws += 1,
            Ended::Cut => self.cut += 1,
        }
        for ((_, stream), &value) in self.streams.iter_mut().zip(&row.values) {
            stream.add(value);
        }
        let turns = f64::from(row.raw.turns);
        self.pooled.add(f64::from(row.raw.turns_with_choice), turns);
        self.branching.add(row.raw.sum_legal as f64, turns);
    }

    /// The values of one column.
    pub fn stream(&self, name: &str) -> Option<&Stream> {
        self.streams.iter().find(|(column, _)| column.name == name).map(|(_, stream)| stream)
    }

    /// How often games end this way.
    pub fn share(&self, count: u64, confidence: f64) -> Proportion {
        wilson(count, self.games, confidence)
    }

    /// The points of the first side in finished games, a draw counting half, with the interval. With more than two
    /// sides a shared first place counts as one half too.
    pub fn first_side_score(&self, confidence: f64) -> Estimate {
        let losses = self.games - self.cut - self.draws - self.wins[0];
        ludex_stats::Games { wins: self.wins[0], draws: self.draws, losses }.score(confidence)
    }

    /// Turns with a choice as a share of all turns of all games, in percent: the pooled figure of the study.
    pub fn pooled_decision_moves(&self, confidence: f64) -> Estimate {
        self.pooled.estimate(confidence).map(|share| 100.0 * share)
    }

    /// The mean number of legal moves over all turns of all games.
    pub fn pooled_branching(&self, confidence: f64) -> Estimate {
        self.branching.estimate(confidence)
    }

    /// The decimal logarithm of b to the d, with the mean branching factor of a turn and the mean duration.
    pub fn tree_log10(&self, confidence: f64) -> Estimate {
        let duration = self.stream("duration").map_or(0.0, |stream| stream.sample().mean());
        let margin = self.stream("duration").map_or(0.0, |stream| stream.margin(confidence));
        let branching = self.pooled_branching(confidence);
        let value = duration * branching.value.log10();
        // Errors of both, taken as unrelated.
        let by_duration = margin * branching.value.log10();
        let by_branching =
            duration * (branching.high - branching.value) / branching.value / std::f64::consts::LN_10;
        let off = by_duration.hypot(by_branching);
        Estimate { value, low: value - off, high: value + off }
    }

    /// The share of positions met that had been met before, in the same game or another; from an estimate with a
    /// relative standard error of 0.8 %.
    pub fn transposition_rate(&self) -> f64 {
        1.0 - self.distinct.estimate() / (self.distinct.seen() as f64).max(1.0)
    }

    /// A lower bound on the number of positions from one position of each game.
    pub fn sampled_states(&self) -> SampledStates {
        sampled_states(&self.sampled)
    }
}
