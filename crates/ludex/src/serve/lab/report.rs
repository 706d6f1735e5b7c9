//! What came out of a run, in numbers with their intervals.

use std::collections::HashSet;

use ludex_measure::{Column, Ended, Row, columns};
use ludex_stats::{ELO_LIMIT, Sample, Stream, bounded_mean, elo_of_score, wilson};
use serde_json::{Value, json};

use super::Run;
use super::play::OPENING;

const CONFIDENCE: f64 = 0.95;

/// The report of a match from the first agent's point of view. The two games of a pair begin alike with the sides
/// changed, so a pair is one observation.
pub(crate) fn of_match(run: &Run) -> Value {
    let results = &run.results;
    if results.is_empty() {
        return Value::Null;
    }
    let count = |wanted: &dyn Fn(f64) -> bool| results.iter().filter(|result| wanted(result.score)).count();
    let (wins, losses) = (count(&|score| score >= 1.0), count(&|score| score <= 0.0));
    let pairs: Vec<f64> =
        results.chunks(2).map(|pair| pair.iter().map(|r| r.score).sum::<f64>() / pair.len() as f64).collect();
    let mean = results.iter().map(|result| result.score).sum::<f64>() / results.len() as f64;
    let variance = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>() / pairs.len() as f64;
    let score = bounded_mean(pairs.len() as u64, mean, variance, 0.5, CONFIDENCE);
    let elo = score.map(elo_of_score).map(|elo| elo.clamp(-ELO_LIMIT, ELO_LIMIT));
    let mut lengths = Sample::default();
    results.iter().for_each(|result| lengths.add(f64::from(result.plies)));
    let by_seat: Vec<Value> = (0..2)
        .map(|seat| {
            let own: Vec<f64> = results.iter().filter(|r| r.seat == seat).map(|r| r.score).collect();
            let won = own.iter().filter(|score| **score >= 1.0).count();
            let lost = own.iter().filter(|score| **score <= 0.0).count();
            json!({ "wins": won, "draws": own.len() - won - lost, "losses": lost })
        })
        .collect();
    let distinct: HashSet<u64> = results.iter().map(|result| result.hash).collect();
    let pace =
        |who: usize| results.iter().map(|r| f64::from(r.pace[who])).sum::<f64>() / results.len() as f64;
    json!({
        "wins": wins, "draws": results.len() - wins - losses, "losses": losses,
        "score": score, "elo": elo, "by_seat": by_seat, "length": lengths.mean(), "opening": OPENING,
        "distinct": distinct.len(), "troubled": results.iter().filter(|result| result.troubled).count(),
        "pace": [pace(0), pace(1)],
        "course": results.iter().map(|result| result.score).collect::<Vec<f64>>(),
    })
}

/// Measurements of many games, one by one.
pub(crate) struct Measured {
    pub(crate) games: u64,
    sides: Vec<String>,
    wins: Vec<u64>,
    draws: u64,
    cut: u64,
    streams: Vec<(Column, Stream)>,
}

impl Measured {
    pub(crate) fn new(sides: &[String]) -> Measured {
        Measured {
            games: 0,
            sides: sides.to_vec(),
            wins: vec![0; sides.len()],
            draws: 0,
            cut: 0,
            streams: columns().into_iter().map(|column| (column, Stream::default())).collect(),
        }
    }

    pub(crate) fn add(&mut self, row: &Row) {
        self.games += 1;
        match row.ended {
            Ended::Won(side) => {
                if let Some(wins) = self.wins.get_mut(usize::from(side)) {
                    *wins += 1;
                }
            }
            Ended::Drawn => self.draws += 1,
            Ended::Cut => self.cut += 1,
        }
        self.streams.iter_mut().zip(&row.values).for_each(|((_, stream), value)| stream.add(*value));
    }

    pub(crate) fn report(&self) -> Value {
        let share = |name: &str, count: u64| json!({ "name": name, "count": count, "share": wilson(count, self.games, CONFIDENCE) });
        let mut ends: Vec<Value> = self
            .sides
            .iter()
            .zip(&self.wins)
            .map(|(name, wins)| share(&format!("{name} wins"), *wins))
            .collect();
        ends.push(share("draw", self.draws));
        if self.cut > 0 {
            ends.push(share("unfinished", self.cut));
        }
        let metrics: Vec<Value> = self
            .streams
            .iter()
            .filter(|(column, stream)| !column.variant && stream.count() > 0)
            .map(|(column, stream)| {
                let (low, high) = stream.interval(CONFIDENCE);
                json!({ "name": column.title, "unit": column.unit, "what": column.what, "mean": stream.sample().mean(),
                        "low": finite(low), "high": finite(high), "median": stream.median(), "min": stream.min(),
                        "max": stream.max(), "games": stream.count() })
            })
            .collect();
        let lengths = self.streams.iter().find(|(column, _)| column.name == "duration");
        let bars: Vec<Value> = lengths.map_or_else(Vec::new, |(_, stream)| {
            stream.bars(24).iter().map(|bar| json!([bar.low, bar.high, bar.count])).collect()
        });
        json!({ "ends": ends, "metrics": metrics, "lengths": bars })
    }
}

/// JSON knows no infinity.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}
