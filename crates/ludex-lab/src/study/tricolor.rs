//! The study of Tricolor (Bourceanu 2026).

use ludex_stats::Sample;

use super::{Claim, Found, Sampled, verdicts};
use crate::game::Row;
use crate::report::Section;

pub(super) fn compare(found: &Found<'_>) -> Vec<Section> {
    vec![random_play(found), agents(found)]
}

/// The metrics of the study that follow from the results, the numbers of moves and the standings of a game.
struct Metrics {
    duration: Sample,
    branching: Sample,
    decisiveness: Sample,
    stability: Sample,
    drama: Sample,
}

impl Metrics {
    fn of<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> Metrics {
        let curves = || rows.clone().filter_map(|row| Some((row, row.curve.as_deref()?)));
        Metrics {
            duration: rows.clone().map(|row| f64::from(row.plies)).collect(),
            branching: rows.clone().filter_map(|row| row.branching).collect(),
            decisiveness: curves().map(|(row, curve)| decisiveness(row, curve)).collect(),
            stability: curves().map(|(_, curve)| stability(curve)).collect(),
            drama: curves().map(|(_, curve)| drama(curve)).collect(),
        }
    }
}

/// How late the final leader took the lead, in per cent of the turns; draws included, as the study counts them.
fn decisiveness(row: &Row, curve: &[f32]) -> f64 {
    let turns = curve.len().saturating_sub(1);
    let (mut last, mut leader) = (1, 0.0f32);
    for (turn, &score) in curve.iter().enumerate().skip(1) {
        if leader * score <= 0.0 {
            last = turn;
            leader = if score == 0.0 { 0.0 } else { score.signum() };
        }
    }
    if let Some(result) = &row.result {
        // No leader counts as White here.
        let white_leads = leader >= 0.0;
        if (result[0] == 1.0 && !white_leads) || (result[1] == 1.0 && white_leads) {
            last = turns;
        }
    }
    100.0 * last as f64 / turns.max(1) as f64
}

/// The share of turns in per cent at which the lead changed or was level before or after.
fn stability(curve: &[f32]) -> f64 {
    let changes = curve.windows(2).filter(|pair| pair[0] * pair[1] <= 0.0).count();
    100.0 * changes as f64 / curve.len().saturating_sub(1).max(1) as f64
}

/// The mean change of the standing in a turn.
fn drama(curve: &[f32]) -> f64 {
    let sum: f64 = curve.windows(2).map(|pair| f64::from((pair[1] - pair[0]).abs())).sum();
    sum / curve.len().saturating_sub(1).max(1) as f64
}

const NOT_HERE: &str = "Decision factor, decision moves, repetition, sites, distance, piece number, narrowness and lead \
    change look at all legal moves of each position; they are measured by the metrics of `ludex measure` and are compared \
    where those are given below.";

fn random_play(found: &Found<'_>) -> Section {
    let mut section = Section::new("Random against random (chapter 5)");
    let Some(cell) = found.cell(|cell| cell.contest == "random – random") else {
        section.say("Not played at this effort.");
        return section;
    };
    let summary = &found.summaries[cell];
    let metrics = Metrics::of(found.rows[cell].iter());
    let share = |count: u64| Some(Sampled::share(count, summary.games));
    let million = 1_000_000;
    let mean = |what: &str, published: f64, deviation: f64, digits: f64, ours: &Sample| {
        Claim::new("5.3, 5.4", what, published, deviation / 1000.0)
            .about(digits)
            .ours(Some(Sampled::mean(ours)))
    };
    let claims = vec![
        Claim::share("5.3", "White wins, %", 49.3662, million).ours(share(summary.seat_wins[0])),
        Claim::share("5.3", "Black wins, %", 48.8731, million).ours(share(summary.seat_wins[1])),
        Claim::share("5.3", "draws, %", 1.7607, million).ours(share(summary.draws)),
        mean("duration, turns", 177.46, 69.19, 0.0, &metrics.duration),
        mean("branching factor", 46.50, 8.91, 0.005, &metrics.branching),
        mean("decisiveness, %, draws included", 70.05, 22.42, 0.005, &metrics.decisiveness),
        mean("stability, %", 15.98, 6.79, 0.005, &metrics.stability),
        mean("drama", 0.07, 0.02, 0.005, &metrics.drama),
    ];
    verdicts(&mut section, &claims);
    section.say(NOT_HERE);
    section
}

/// A pair of the study: who was White and Black, games, results in per cent of White, Black and draws, and duration,
/// branching, decisiveness, stability, drama with their deviations.
struct Pair {
    white: &'static str,
    black: &'static str,
    games: u64,
    results: [f64; 3],
    metrics: [(f64, f64); 5],
}

const PAIRS: [Pair; 8] = [
    Pair {
        white: "alphabeta",
        black: "alphabeta",
        games: 100,
        results: [12.0, 13.0, 75.0],
        metrics: [(111.70, 27.89), (161.49, 25.55), (66.47, 30.98), (54.42, 32.81), (0.0172, 0.0199)],
    },
    Pair {
        white: "uct",
        black: "uct",
        games: 100,
        results: [51.0, 41.0, 8.0],
        metrics: [(125.77, 42.70), (48.64, 11.60), (70.94, 22.13), (19.92, 10.90), (0.0772, 0.0188)],
    },
    Pair {
        white: "alphabeta",
        black: "uct",
        games: 50,
        results: [96.0, 2.0, 2.0],
        metrics: [(78.94, 32.25), (76.26, 14.42), (31.28, 37.64), (5.10, 6.33), (0.0552, 0.0181)],
    },
    Pair {
        white: "uct",
        black: "alphabeta",
        games: 50,
        results: [0.0, 96.0, 4.0],
        metrics: [(74.70, 23.67), (78.60, 12.04), (31.38, 33.78), (5.01, 3.56), (0.0518, 0.0126)],
    },
    Pair {
        white: "alphabeta",
        black: "random",
        games: 50,
        results: [100.0, 0.0, 0.0],
        metrics: [(63.08, 18.82), (71.54, 15.51), (10.92, 20.43), (3.12, 2.61), (0.0405, 0.0068)],
    },
    Pair {
        white: "random",
        black: "alphabeta",
        games: 50,
        results: [0.0, 100.0, 0.0],
        metrics: [(64.72, 11.33), (71.09, 13.21), (9.56, 16.11), (4.54, 2.81), (0.0407, 0.0061)],
    },
    Pair {
        white: "uct",
        black: "random",
        games: 50,
        results: [100.0, 0.0, 0.0],
        metrics: [(95.20, 25.50), (51.77, 7.97), (43.75, 21.10), (12.63, 6.69), (0.0507, 0.0077)],
    },
    Pair {
        white: "random",
        black: "uct",
        games: 50,
        results: [0.0, 100.0, 0.0],
        metrics: [(99.32, 29.92), (53.24, 6.68), (43.79, 19.93), (11.86, 6.94), (0.0497, 0.0059)],
    },
];

fn agents(found: &Found<'_>) -> Section {
    let mut section = Section::new("Agents against random and against each other (chapter 8)");
    section.say(
        "The study's agents had one second a move on another machine, so their strength, and with it the character of \
         their games, need not be the same; results that do not depend on it should agree.",
    );
    let mut claims = Vec::new();
    for pair in &PAIRS {
        let rows = games_of(found, pair.white, pair.black);
        let games = rows.len() as u64;
        let name = format!("{} – {}", pair.white, pair.black);
        let place = format!("8, {name}");
        let wins = |seat: usize| {
            rows.iter().filter(|row| row.result.is_some_and(|result| result[seat] == 1.0)).count() as u64
        };
        let drawn = games - wins(0) - wins(1);
        let ours = |count: u64| (games > 0).then(|| Sampled::share(count, games));
        for (what, published, count) in [
            ("White wins, %", pair.results[0], wins(0)),
            ("Black wins, %", pair.results[1], wins(1)),
            ("draws, %", pair.results[2], drawn),
        ] {
            claims.push(Claim::share(&place, what, published, pair.games).ours(ours(count)));
        }
        let metrics = Metrics::of(rows.iter().copied());
        let samples =
            [metrics.duration, metrics.branching, metrics.decisiveness, metrics.stability, metrics.drama];
        let names = ["duration, turns", "branching factor", "decisiveness, %", "stability, %", "drama"];
        for ((what, sample), (mean, deviation)) in names.into_iter().zip(samples).zip(pair.metrics) {
            let error = deviation / (pair.games as f64).sqrt();
            let ours = (sample.count() > 1).then(|| Sampled::mean(&sample));
            claims.push(Claim::new(&place, what, mean, error).ours(ours));
        }
    }
    verdicts(&mut section, &claims);
    section
}

/// All games in which these two sat as White and Black; those with a second a move if there are any.
fn games_of<'a>(found: &'a Found<'_>, white: &str, black: &str) -> Vec<&'a Row> {
    let kind = |label: &str| -> &'static str {
        if label.starts_with("tricolor-alphabeta") {
            "alphabeta"
        } else if label.starts_with("tricolor-uct") {
            "uct"
        } else {
            "random"
        }
    };
    let of = |prefix: &str| -> Vec<&'a Row> {
        let mut rows = Vec::new();
        for (cell, about) in found.plan.cells.iter().enumerate() {
            if !about.contest.starts_with(prefix) {
                continue;
            }
            for row in &found.rows[cell] {
                let at = |seat: usize| kind(&about.labels[row.seats[seat] as usize]);
                if at(0) == white && at(1) == black {
                    rows.push(row);
                }
            }
        }
        rows
    };
    let timed = of("one second");
    if timed.is_empty() { of("fixed work") } else { timed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_measures_of_a_small_curve_are_right() {
        let curve = [0.0, 0.5, -0.5, -0.5];
        assert!((drama(&curve) - 0.5).abs() < 1e-9);
        // The start is level, so the first turn counts; then the lead changes once.
        assert!((stability(&curve) - 200.0 / 3.0).abs() < 1e-9);
    }
}
