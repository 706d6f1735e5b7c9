//! The study of Tricolor (Bourceanu 2026).

use ludex_core::{Record, RecordedMove};
use ludex_measure::Source;
use ludex_stats::Estimate;

use super::{Claim, Found, Measures, Sampled, verdicts};
use crate::game::Row;
use crate::plan::Expanded;
use crate::report::Section;

const PUBLISHED: &str = include_str!("../../../../experiments/published/tricolor.csv");

pub(super) fn compare(found: &Found<'_>) -> Vec<Section> {
    let mut random = Section::new("Random against random (chapter 5)");
    verdicts(&mut random, &claims(found, |white, black| white == "random" && black == "random"));
    let mut agents = Section::new("Agents against random and against each other (chapter 8)");
    agents.say(
        "The study's agents had one second a move on another machine, so their strength, and with it the character of \
         their games, need not be the same; results that do not depend on it should agree.",
    );
    verdicts(&mut agents, &claims(found, |white, black| white != "random" || black != "random"));
    vec![random, agents]
}

/// The metrics in the words of the study.
fn words(metric: &str) -> &str {
    match metric {
        "duration" => "duration, turns",
        "branching_factor" => "branching factor",
        "decision_factor" => "decision factor",
        "decision_moves" => "decision moves, % of all turns",
        "state_repetition_study" => "state repetition",
        "sites_occupied" => "board sites occupied",
        "move_distance" => "move distance",
        "piece_number" => "piece number",
        "narrowness" => "narrowness",
        "decisiveness_study" => "decisiveness, %, draws included",
        "lead_change_study" => "lead change, options a turn",
        "stability_study" => "stability, %",
        "drama" => "drama",
        "white_wins" => "White wins, %",
        "black_wins" => "Black wins, %",
        "draws" => "draws, %",
        other => other,
    }
}

fn claims(found: &Found<'_>, wanted: impl Fn(&str, &str) -> bool) -> Vec<Claim> {
    let mut claims = Vec::new();
    for line in PUBLISHED.lines().skip(1) {
        let [white, black, games, metric, mean, deviation] = line.split(',').collect::<Vec<_>>()[..] else {
            continue;
        };
        let (Ok(games), Ok(published)) = (games.parse::<u64>(), mean.parse::<f64>()) else { continue };
        if !wanted(white, black) {
            continue;
        }
        let place = format!("{white} – {black}");
        let digits = mean.split_once('.').map_or(0, |(_, digits)| digits.len());
        let rounding = 0.5 * 10f64.powi(-(digits as i32));
        let claim = match metric {
            "white_wins" | "black_wins" | "draws" => {
                let rows = games_of(found.plan, found.rows, white, black);
                let won = |row: &Row, seat: usize| row.result.is_some_and(|result| result[seat] == 1.0);
                let hits = rows.iter().filter(|row| match metric {
                    "white_wins" => won(row, 0),
                    "black_wins" => won(row, 1),
                    _ => !won(row, 0) && !won(row, 1),
                });
                let ours = Sampled::share(hits.count() as u64, rows.len() as u64);
                Claim::share(place, words(metric), published, games).ours((!rows.is_empty()).then_some(ours))
            }
            _ => {
                let ours = found.measures.iter().find(|m| m.white == white && m.black == black);
                let ours = ours.and_then(|measures| measured(measures, metric));
                // Where no spread is published, ours at their number of games stands for it.
                let error = match deviation.parse::<f64>() {
                    Ok(deviation) => deviation / (games as f64).sqrt(),
                    Err(_) => ours.map_or(0.0, |ours| ours.error * (ours.games as f64 / games as f64).sqrt()),
                };
                let mut claim = Claim::new(place, words(metric), published, error).ours(ours);
                claim.slack = rounding;
                claim
            }
        };
        claims.push(claim);
    }
    claims
}

fn measured(measures: &Measures, metric: &str) -> Option<Sampled> {
    let (_, sample) = measures.samples.iter().find(|(name, _)| name == metric)?;
    if metric == "decision_moves" {
        let Estimate { low, high, .. } = measures.decision_moves?;
        let error = (high - low) / 3.92;
        return Some(Sampled { estimate: measures.decision_moves?, error, games: sample.count() });
    }
    (sample.count() > 1).then(|| Sampled::mean(sample))
}

/// The metrics of the games: of the recorded ones where agents played, of as many new ones where all is random.
pub fn metrics(
    source: &dyn Source,
    plan: &Expanded,
    rows: &[Vec<Row>],
    threads: usize,
) -> Result<Vec<Measures>, String> {
    let words = ["random", "alphabeta", "uct"];
    let mut all = Vec::new();
    for (white, black) in words.iter().flat_map(|white| words.iter().map(move |black| (*white, *black))) {
        let games = games_of(plan, rows, white, black);
        if games.is_empty() {
            continue;
        }
        let measured = if white == "random" && black == "random" {
            ludex_measure::run(source, games.len() as u64, threads, &mut [], &|_| {})
        } else {
            let (batch, _) = source.records(&records(&games, white, black))?;
            ludex_measure::gather(source.about(), &batch, &mut [])
        };
        let measured = measured.map_err(|error| error.to_string())?;
        let streams = measured.streams.iter();
        all.push(Measures {
            white: white.to_string(),
            black: black.to_string(),
            samples: streams.map(|(column, stream)| (column.name.to_string(), *stream.sample())).collect(),
            decision_moves: Some(measured.pooled_decision_moves(0.95)),
        });
    }
    Ok(all)
}

fn records(games: &[&Row], white: &str, black: &str) -> Vec<(String, Record)> {
    let read = |row: &&Row| {
        let texts = row.moves.as_deref()?.split(' ');
        let moves = texts.map(|text| RecordedMove { text: text.to_string(), evaluation: None }).collect();
        let record = Record { game: "tricolor".to_string(), moves, ..Record::default() };
        Some((format!("{white} – {black}, game {}", row.game), record))
    };
    games.iter().filter_map(read).collect()
}

/// The word of the study for an agent.
fn kind(label: &str) -> &'static str {
    if label.starts_with("tricolor-alphabeta") {
        "alphabeta"
    } else if label.starts_with("tricolor-uct") {
        "uct"
    } else {
        "random"
    }
}

/// All games in which these two sat as White and Black; those with a second a move if there are any.
fn games_of<'a>(plan: &'a Expanded, games: &'a [Vec<Row>], white: &str, black: &str) -> Vec<&'a Row> {
    let of = |prefix: &str| -> Vec<&'a Row> {
        let mut rows = Vec::new();
        for (cell, about) in plan.cells.iter().enumerate() {
            if !about.contest.starts_with(prefix) {
                continue;
            }
            let named = |seat: usize, row: &Row| kind(&about.labels[row.seats[seat] as usize]);
            rows.extend(games[cell].iter().filter(|row| named(0, row) == white && named(1, row) == black));
        }
        rows
    };
    if white == "random" && black == "random" {
        return of("random – random");
    }
    let timed = of("one second");
    if timed.is_empty() { of("fixed work") } else { timed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_number_is_read() {
        assert_eq!(PUBLISHED.lines().count(), 1 + 9 * 16);
        for line in PUBLISHED.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            assert!(fields.len() == 6 && fields[4].parse::<f64>().is_ok(), "{line}");
            assert!(!words(fields[3]).contains('_'), "{line}");
        }
    }
}
