//! All that was found out about a game, as plain data.

use ludex_stats::{Estimate, Proportion};
use serde::Serialize;

use super::numbers::{grouped, power};
use crate::complexity::{Reachable, SampledStates, TreeSize};
use crate::course::Curve;
use crate::levels::Ladder;
use crate::lookahead::Deeper;
use crate::measured::Measured;
use crate::metrics::Column;

/// Measurements of many games, with whatever else was asked for.
pub struct Findings<'a> {
    /// The measurements.
    pub measured: &'a Measured,
    /// The confidence of all intervals, 0.95 for 95 %.
    pub confidence: f64,
    /// The size of the game tree.
    pub tree: Option<TreeSize>,
    /// The positions that can be reached.
    pub reachable: Option<Reachable>,
    /// What looking further changes.
    pub lookahead: Vec<Deeper>,
    /// The levels of strength.
    pub ladder: Option<Ladder>,
    /// The evaluation curves of some games.
    pub curves: Vec<Curve>,
}

/// One metric over all games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// What was measured.
    #[serde(flatten)]
    pub column: Column,
    /// In how many games it has a value.
    pub games: u64,
    /// The mean over games.
    pub mean: f64,
    /// The standard deviation over games.
    pub deviation: f64,
    /// The lower end of the interval of the mean.
    pub low: f64,
    /// The upper end of the interval of the mean.
    pub high: f64,
    /// The middle value.
    pub median: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
}

/// How often something happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rate {
    /// What.
    pub what: String,
    /// In how many games.
    pub count: u64,
    /// The share with its interval.
    #[serde(flatten)]
    pub share: Proportion,
}

/// Everything in one value that can be written as JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The game.
    pub game: String,
    /// Who played.
    pub agents: Vec<String>,
    /// How many games.
    pub games: u64,
    /// From which seed.
    pub seed: u64,
    /// Where games were cut off.
    pub limit: u32,
    /// The confidence of the intervals.
    pub confidence: f64,
    /// How positions were judged.
    pub judge: String,
    /// The metrics.
    pub metrics: Vec<Line>,
    /// How games ended.
    pub outcomes: Vec<Rate>,
    /// The first side's share of the points in finished games.
    pub first_side_score: Estimate,
    /// The largest difference between the win rates of two sides, in percentage points.
    pub imbalance: f64,
    /// Games that came to an end.
    pub completion: Proportion,
    /// Games without a winner.
    pub drawishness: Proportion,
    /// Turns with a choice in all games together, in percent.
    pub pooled_decision_moves: Estimate,
    /// Positions met in all games.
    pub positions: u64,
    /// About how many of them were different.
    pub distinct_positions: f64,
    /// The share of positions met that had been met before.
    pub transposition_rate: f64,
    /// The decimal logarithm of b to the d.
    pub tree_log10: Estimate,
    /// The size of the game tree by sampling.
    pub tree: Option<TreeSize>,
    /// The positions that can be reached.
    pub reachable: Option<Reachable>,
    /// How many positions there are by a formula, and what it counts.
    pub position_count: Option<(f64, Option<String>, String)>,
    /// A lower bound on the number of positions by sampling.
    pub sampled_states: SampledStates,
    /// What looking further changes.
    pub lookahead: Vec<Deeper>,
    /// The levels of strength.
    pub ladder: Option<Ladder>,
    /// The course of games, part by part.
    pub course: crate::course::Courses,
    /// How long the games took.
    pub seconds: f64,
}

impl<'a> Findings<'a> {
    /// The measurements alone.
    pub fn of(measured: &'a Measured, confidence: f64) -> Findings<'a> {
        Findings {
            measured,
            confidence,
            tree: None,
            reachable: None,
            lookahead: Vec::new(),
            ladder: None,
            curves: Vec::new(),
        }
    }

    /// The metrics that have values.
    pub fn lines(&self) -> Vec<Line> {
        let with_values = self.measured.streams.iter().filter(|(_, stream)| stream.count() > 0);
        with_values
            .map(|(column, stream)| {
                let (low, high) = stream.interval(self.confidence);
                Line {
                    column: *column,
                    games: stream.count(),
                    mean: stream.sample().mean(),
                    deviation: stream.sample().deviation(),
                    low,
                    high,
                    median: stream.median(),
                    min: stream.min(),
                    max: stream.max(),
                }
            })
            .collect()
    }

    /// How games ended.
    pub fn outcomes(&self) -> Vec<Rate> {
        let measured = self.measured;
        let alone = measured.about.sides.len() == 1;
        let rate = |what: String, count| Rate { what, count, share: measured.share(count, self.confidence) };
        let mut rates: Vec<Rate> = (measured.about.sides.iter().zip(&measured.wins))
            .map(|(side, &wins)| {
                rate(if alone { "solved".to_string() } else { format!("{side} wins") }, wins)
            })
            .collect();
        rates.push(rate(if alone { "not solved" } else { "draw" }.to_string(), measured.draws));
        rates.push(rate("unfinished".to_string(), measured.cut));
        rates
    }

    /// Everything in one value.
    pub fn summary(&self) -> Summary {
        let measured = self.measured;
        let about = &measured.about;
        let rates = measured.wins.iter().map(|&wins| 100.0 * wins as f64 / measured.games as f64);
        let (least, most) =
            rates.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), rate| (a.min(rate), b.max(rate)));
        Summary {
            game: about.name.clone(),
            agents: about.agents.clone(),
            games: measured.games,
            seed: about.seed,
            limit: about.limit,
            confidence: self.confidence,
            judge: about.judge.sentence(),
            metrics: self.lines(),
            outcomes: self.outcomes(),
            first_side_score: measured.first_side_score(self.confidence),
            imbalance: most - least,
            completion: measured.share(measured.games - measured.cut, self.confidence),
            drawishness: measured.share(measured.draws, self.confidence),
            pooled_decision_moves: measured.pooled_decision_moves(self.confidence),
            positions: measured.distinct.seen(),
            distinct_positions: measured.distinct.estimate(),
            transposition_rate: measured.transposition_rate(),
            tree_log10: measured.tree_log10(self.confidence),
            tree: self.tree,
            reachable: self.reachable.clone(),
            position_count: about
                .position_count
                .as_ref()
                .map(|count| (count.log10, count.exact.map(|n| n.to_string()), count.what.clone())),
            sampled_states: measured.sampled_states(),
            lookahead: self.lookahead.clone(),
            ladder: self.ladder.clone(),
            course: measured.courses.clone(),
            seconds: measured.seconds,
        }
    }

    /// What there is to say besides the table, as pairs of a name and a sentence.
    pub fn facts(&self) -> Vec<(String, String)> {
        let measured = self.measured;
        let percent = |rate: f64| format!("{:.2} %", 100.0 * rate);
        let between = |low: f64, high: f64| format!("({} to {})", percent(low), percent(high));
        let mut facts = Vec::new();
        let mut say = |name: &str, text: String| facts.push((name.to_string(), text));
        for rate in self.outcomes().into_iter().filter(|rate| rate.what != "unfinished") {
            let share = rate.share;
            say(&rate.what, format!("{} {}", percent(share.rate), between(share.low, share.high)));
        }
        if measured.about.sides.len() > 1 {
            let score = measured.first_side_score(self.confidence);
            let side = &measured.about.sides[0];
            let text = format!(
                "{} of the points for {side} {}",
                percent(score.value),
                between(score.low, score.high)
            );
            say("first player", text);
            let summary = self.summary();
            say(
                "imbalance",
                format!(
                    "{:.2} percentage points between the sides that win most and least",
                    summary.imbalance
                ),
            );
        }
        let completion = measured.share(measured.games - measured.cut, self.confidence);
        let cut = match measured.cut {
            0 => format!("none was cut off at {} moves", grouped(u64::from(measured.about.limit))),
            cut => format!("{} cut off at {} moves", grouped(cut), grouped(u64::from(measured.about.limit))),
        };
        say(
            "completion",
            format!("{} {}; {cut}", percent(completion.rate), between(completion.low, completion.high)),
        );
        let pooled = measured.pooled_decision_moves(self.confidence);
        say(
            "decision moves, pooled",
            format!(
                "{:.3} % of all turns of all games ({:.3} to {:.3} %)",
                pooled.value, pooled.low, pooled.high
            ),
        );
        say(
            "positions met",
            format!(
                "{}, about {} of them different (standard error 0.8 %), so {} (give or take 1.6 points) had been met before",
                grouped(measured.distinct.seen()),
                grouped(measured.distinct.estimate().round() as u64),
                percent(measured.transposition_rate())
            ),
        );
        let naive = measured.tree_log10(self.confidence);
        say("game tree, b^d", format!("10^{:.1} (10^{:.1} to 10^{:.1})", naive.value, naive.low, naive.high));
        if let Some(tree) = &self.tree {
            say("game tree, sampled", tree_sentence(tree));
        }
        if let Some(count) = &measured.about.position_count {
            let number = count.exact.map_or_else(
                || power(count.log10),
                |n| u64::try_from(n).map_or_else(|_| power(count.log10), grouped),
            );
            say("positions, by formula", format!("{number}: {}", count.what));
        }
        if let Some(found) = &self.reachable {
            say("positions, reached", reachable_sentence(found));
        }
        say("positions, sampled", sampled_sentence(&measured.sampled_states()));
        for step in &self.lookahead {
            let changed = step.changed;
            say(
                "lookahead",
                format!(
                    "{} chooses another move than {} at {} {} of {} positions",
                    step.to,
                    step.from,
                    percent(changed.rate),
                    between(changed.low, changed.high),
                    grouped(step.positions)
                ),
            );
        }
        if let Some(ladder) = &self.ladder {
            let top = ladder.rungs.last().map_or("", |rung| rung.stronger.as_str());
            say("levels of strength", format!("at least {} up to {top}", ladder.levels));
        }
        facts
    }
}

fn tree_sentence(tree: &TreeSize) -> String {
    let cut = match tree.cut {
        0 => String::new(),
        cut => format!("; {} walks were cut off, so the number is too small", grouped(cut)),
    };
    let error = if tree.leaves_error < 0.3 {
        format!("standard error {:.1} %", 100.0 * tree.leaves_error)
    } else {
        format!(
            "but a single walk makes up {:.0} % of that, so only this is sure: at least 10^{:.1} (95 %)",
            100.0 * tree.largest_share,
            tree.at_least_log10
        )
    };
    format!(
        "{} games, {} nodes by {} random walks ({error}){cut}",
        power(tree.leaves_log10),
        power(tree.nodes_log10),
        grouped(tree.probes)
    )
}

fn reachable_sentence(found: &Reachable) -> String {
    if !found.complete {
        let depth = found.by_depth.len().saturating_sub(1);
        return format!(
            "more than {}, the limit of the search; {} within {depth} moves",
            grouped(found.positions.saturating_sub(1)),
            grouped(found.by_depth.iter().sum())
        );
    }
    let symmetric =
        found.up_to_symmetry.map_or(String::new(), |n| format!(", {} up to symmetry", grouped(n)));
    format!(
        "{} exactly{symmetric}; the game is over in {}",
        grouped(found.positions),
        grouped(found.finished)
    )
}

fn sampled_sentence(states: &SampledStates) -> String {
    match (states.at_least, states.interval) {
        (Some(estimate), Some((low, high))) => format!(
            "at least about {} ({} to {}) by Chao's bound: {} different among {} drawn from as many games",
            whole(estimate),
            whole(low),
            whole(high),
            grouped(states.different),
            grouped(states.drawn)
        ),
        _ => format!(
            "nothing to say: all {} positions drawn from as many games were different",
            grouped(states.drawn)
        ),
    }
}

fn whole(value: f64) -> String {
    if value < 1e12 { grouped(value.round() as u64) } else { power(value.log10()) }
}
