//! The study of Tricolor (Bourceanu 2026).

use ludex_core::{Record, RecordedMove};
use ludex_measure::Source;
use ludex_stats::{Estimate, Sample};

use super::{Claim, Found, Measures, Sampled, verdicts};
use crate::game::Row;
use crate::plan::Expanded;
use crate::report::{Section, Table, short};

const PUBLISHED: &str = include_str!("../../../../experiments/published/tricolor.csv");
/// Unlike agents with the games of both colours together, as the study's plots have them.
const BOTH: &str = include_str!("../../../../experiments/published/tricolor-both.csv");

pub(super) fn compare(found: &Found<'_>) -> Vec<Section> {
    let mut random = Section::new("Random against random (chapter 5)");
    verdicts(&mut random, &claims(found, |white, black| white == "random" && black == "random"));
    let mut agents = Section::new("Agents against random and against each other (chapter 8)");
    agents.say(
        "The study's agents had one second a move on another machine, so their strength, and with it the character of \
         their games, need not be the same; results that do not depend on it should agree.",
    );
    verdicts(&mut agents, &claims(found, |white, black| white != "random" || black != "random"));
    let mut both = Section::new("Unlike agents, both colours together (the plots of chapter 8)");
    verdicts(&mut both, &both_colours(found));
    vec![random, agents, both, spreads(found)]
}

/// The published numbers of unlike agents with both colours together.
fn both_colours(found: &Found<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for line in BOTH.lines().skip(1) {
        let [first, other, games, metric, mean, deviation] = line.split(',').collect::<Vec<_>>()[..] else {
            continue;
        };
        let (Ok(games), Ok(published)) = (games.parse::<u64>(), mean.parse::<f64>()) else { continue };
        let place = format!("{first} with {other}");
        if matches!(metric, "first_wins" | "other_wins" | "draws") {
            let white = games_of(found.plan, found.rows, first, other);
            let black = games_of(found.plan, found.rows, other, first);
            let seats = white.iter().map(|row| (row, 0)).chain(black.iter().map(|row| (row, 1)));
            let hits = seats.filter(|(row, seat)| {
                row.result.is_some_and(|result| match metric {
                    "first_wins" => result[*seat] == 1.0,
                    "other_wins" => result[1 - *seat] == 1.0,
                    _ => result[0] < 1.0 && result[1] < 1.0,
                })
            });
            let ours = Sampled::share(hits.count() as u64, (white.len() + black.len()) as u64);
            let what = match metric {
                "first_wins" => format!("{first} wins, %"),
                "other_wins" => format!("{other} wins, %"),
                _ => words(metric).to_string(),
            };
            claims.push(Claim::share(place, what, published, games).ours((ours.games > 0).then_some(ours)));
            continue;
        }
        let of =
            |white: &str, black: &str| found.measures.iter().find(|m| m.white == white && m.black == black);
        let sample = |measures: &Measures| Some(measures.samples.iter().find(|(name, _)| name == metric)?.1);
        let mut ours = Sample::default();
        for measures in [of(first, other), of(other, first)].into_iter().flatten() {
            ours.merge(&sample(measures).unwrap_or_default());
        }
        let error = deviation.parse::<f64>().map_or(0.0, |spread| spread / (games as f64).sqrt());
        let mut claim = Claim::new(place, words(metric), published, error);
        claim.slack = rounding(mean);
        if ours.count() > 1 {
            claim = claim.ours(Some(Sampled::mean(&ours)));
        }
        if metric == "decision_moves" {
            claim = claim.incomparable(
                "the mean of a percentage that is counted on from game to game; ours is of games",
            );
        }
        claims.push(claim);
    }
    claims
}

/// The published standard deviations beside ours.
fn spreads(found: &Found<'_>) -> Section {
    let mut section = Section::new("Standard deviations between games");
    section.say(
        "Published with every mean above. How far off a standard deviation may be depends on the tails of what it \
         measures, which are not published, so there is no verdict on them; ours stand beside them.",
    );
    let mut table = Table::new(&["games of", "what", "published", "ours", "games"]);
    for line in PUBLISHED.lines().skip(1) {
        let [white, black, _, metric, _, deviation] = line.split(',').collect::<Vec<_>>()[..] else {
            continue;
        };
        let measures = found.measures.iter().find(|m| m.white == white && m.black == black);
        let sample = measures.and_then(|m| m.samples.iter().find(|(name, _)| name == metric));
        let (Ok(_), Some((_, sample))) = (deviation.parse::<f64>(), sample) else { continue };
        // The percentage of decision moves is counted on from game to game there.
        if metric != "decision_moves" {
            table.rows.push(vec![
                format!("{white} – {black}"),
                words(metric).to_string(),
                deviation.to_string(),
                short(sample.deviation()),
                sample.count().to_string(),
            ]);
        }
    }
    section.table(table);
    section
}

/// Half a unit of the last digit of a published number.
fn rounding(number: &str) -> f64 {
    let digits = number.split_once('.').map_or(0, |(_, digits)| digits.len());
    0.5 * 10f64.powi(-(digits as i32))
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
        "first_wins" => "first-named wins, %",
        "other_wins" => "other wins, %",
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
                claim.slack = rounding(mean);
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
        assert_eq!((PUBLISHED.lines().count(), BOTH.lines().count()), (1 + 9 * 16, 1 + 3 * 16));
        for line in PUBLISHED.lines().skip(1).chain(BOTH.lines().skip(1)) {
            let fields: Vec<&str> = line.split(',').collect();
            assert!(fields.len() == 6 && fields[4].parse::<f64>().is_ok(), "{line}");
            assert!(!words(fields[3]).contains('_'), "{line}");
        }
    }
}
