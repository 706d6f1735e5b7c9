//! Rule sets side by side.

use ludex_stats::{Estimate, student_quantile};
use serde::Serialize;

use crate::measured::Measured;
use crate::metrics::Column;

/// One number of two games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// What it is called.
    pub title: String,
    /// What it is counted in.
    pub unit: String,
    /// The first game's mean with its interval.
    pub first: Estimate,
    /// The other game's.
    pub other: Estimate,
    /// The other less the first, with its interval.
    pub difference: Estimate,
    /// The difference in standard deviations of single games, where there are such.
    pub standardised: Option<Estimate>,
    /// Whether it is clear that they differ, even though many numbers were compared.
    pub clear: bool,
    /// Whether this is the counting of the study's program and not the metric itself.
    pub variant: bool,
}

/// A game compared with the first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The first game.
    pub first: String,
    /// The other.
    pub other: String,
    /// Number by number.
    pub differences: Vec<Difference>,
}

/// Compares games with the first of them. The intervals are at the given confidence each; a difference is called
/// clear if it holds at the confidence that is left when the doubt is shared among all numbers compared (Bonferroni).
pub fn compare(games: &[&Measured], confidence: f64) -> Vec<Comparison> {
    let Some((first, others)) = games.split_first() else { return Vec::new() };
    others
        .iter()
        .map(|other| {
            let shared = shared_columns(first, other);
            let doubt = (1.0 - confidence) / (shared.len() + 3) as f64;
            let mut differences = rates(first, other, confidence, 1.0 - doubt);
            differences.extend(
                shared.iter().filter_map(|column| of_column(column, first, other, confidence, 1.0 - doubt)),
            );
            Comparison { first: first.about.name.clone(), other: other.about.name.clone(), differences }
        })
        .collect()
}

fn shared_columns(first: &Measured, other: &Measured) -> Vec<Column> {
    let has =
        |measured: &Measured, name: &str| measured.stream(name).is_some_and(|stream| stream.count() > 1);
    let both = |column: &&Column| has(first, column.name) && has(other, column.name);
    first.streams.iter().map(|(column, _)| column).filter(both).copied().collect()
}

/// The difference of two means by Welch's method: each game has its own spread.
fn of_column(
    column: &Column,
    first: &Measured,
    other: &Measured,
    confidence: f64,
    strict: f64,
) -> Option<Difference> {
    let [a, b] = [first, other].map(|measured| measured.stream(column.name));
    let (a, b) = (a?, b?);
    let parts = [a, b].map(|stream| stream.sample().deviation().powi(2) / stream.count() as f64);
    let error = (parts[0] + parts[1]).sqrt();
    let sum = parts[0] + parts[1];
    let freedom = if sum > 0.0 {
        let each =
            [(parts[0], a.count()), (parts[1], b.count())].map(|(part, n)| part * part / (n - 1) as f64);
        (sum * sum / (each[0] + each[1])).floor().max(1.0) as u64
    } else {
        1
    };
    let value = b.sample().mean() - a.sample().mean();
    let around = |confidence: f64| {
        let margin =
            if error > 0.0 { student_quantile(0.5 + confidence / 2.0, freedom) * error } else { 0.0 };
        Estimate { value, low: value - margin, high: value + margin }
    };
    let spread = ((a.sample().deviation().powi(2) + b.sample().deviation().powi(2)) / 2.0).sqrt();
    let mean = |stream: &ludex_stats::Stream| {
        let (low, high) = stream.interval(confidence);
        Estimate { value: stream.sample().mean(), low, high }
    };
    let difference = around(confidence);
    let standardised = (spread > 0.0).then(|| difference.map(|x| x / spread));
    Some(Difference {
        title: column.title.to_string(),
        unit: column.unit.to_string(),
        first: mean(a),
        other: mean(b),
        difference,
        standardised,
        clear: value != 0.0 && !around(strict).contains(0.0),
        variant: column.variant,
    })
}

/// The rates of results, their differences by adding the squares of the parts of the intervals that lie between
/// (R. G. Newcombe, 1998).
fn rates(first: &Measured, other: &Measured, confidence: f64, strict: f64) -> Vec<Difference> {
    type Get = fn(&Measured, f64) -> Estimate;
    let all: [(&str, Get); 3] = [
        ("First player's points", |measured, confidence| measured.first_side_score(confidence)),
        ("Draws", |measured, confidence| of_share(measured, measured.draws, confidence)),
        ("Completion", |measured, confidence| of_share(measured, measured.games - measured.cut, confidence)),
    ];
    all.into_iter()
        .map(|(title, get)| {
            let percent = |x: f64| 100.0 * x;
            let [a, b] = [first, other].map(|measured| get(measured, confidence).map(percent));
            let difference = apart(a, b);
            let [strict_a, strict_b] = [first, other].map(|measured| get(measured, strict).map(percent));
            Difference {
                title: title.to_string(),
                unit: "%".to_string(),
                first: a,
                other: b,
                difference,
                standardised: None,
                clear: difference.value != 0.0 && !apart(strict_a, strict_b).contains(0.0),
                variant: false,
            }
        })
        .collect()
}

fn of_share(measured: &Measured, count: u64, confidence: f64) -> Estimate {
    let share = measured.share(count, confidence);
    Estimate { value: share.rate, low: share.low, high: share.high }
}

fn apart(a: Estimate, b: Estimate) -> Estimate {
    let value = b.value - a.value;
    let low = value - (b.value - b.low).hypot(a.high - a.value);
    let high = value + (b.high - b.value).hypot(a.value - a.low);
    Estimate { value, low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_textbook_difference_of_two_rates_is_met() {
        // Newcombe 1998, table II, method 10, case (a): 56 of 70 less 48 of 80 is 0.2, between 0.0524 and 0.3339.
        let of = |hits, trials| {
            let share = ludex_stats::wilson(hits, trials, 0.95);
            Estimate { value: share.rate, low: share.low, high: share.high }
        };
        let difference = apart(of(48, 80), of(56, 70));
        assert!(
            (difference.low - 0.0524).abs() < 5e-5 && (difference.high - 0.3339).abs() < 5e-5,
            "{difference:?}"
        );
    }
}
