//! The study of Shibumi games in three dimensions (UCLouvain 2025).

mod heuristics;
mod tournament;

use ludex_stats::{Estimate, Sample};

use super::{Claim, Found, Sampled, verdicts};
use crate::game::Row;
use crate::plan::Cell;
use crate::report::{Section, Table, short};
use heuristics::{beyond, heuristics};
use tournament::tournament;

/// The study's games; it has pictures of their tournaments but numbers of three only.
const GAMES: [&str; 11] = [
    "spline-plus",
    "splice",
    "spree",
    "spava-two-colour",
    "splade",
    "sparro",
    "spaniel",
    "span",
    "sponnect",
    "spight",
    "spice",
];

pub(super) fn compare(found: &Found<'_>) -> Vec<Section> {
    let mut sections = vec![random_play(found), tournament(found), heuristics(found)];
    sections.extend(every_game(found));
    sections.extend(beyond(found));
    sections
}

fn random_play(found: &Found<'_>) -> Section {
    let mut section = Section::new("Branching and length under random play (5.3.1)");
    let of = |game: &str| {
        found.cell(|cell| cell.contest == "random play" && cell.game.split('(').next() == Some(game))
    };
    let branching = |game: &str| of(game).map(|cell| over_plies(&found.rows[cell]));
    let length = |game: &str| of(game).map(|cell| Sampled::mean(&found.summaries[cell].plies));
    // The study played 500 games of each and gives no spread: its error is taken to be ours at 500 games.
    let claim = |what: String, published: f64, digits: f64, ours: Option<Sampled>| {
        let error = ours.map_or(0.0, |ours| ours.error * (ours.games as f64 / 500.0).sqrt());
        Claim::new("5.3.1", what, published, error).about(digits).ours(ours)
    };
    let mut claims = vec![
        claim("Spline+: branching".into(), 37.76, 0.005, branching("spline-plus")),
        claim("Spline+: length".into(), 45.79, 0.005, length("spline-plus")),
        claim("Splice: branching".into(), 20.5, 0.05, branching("splice")),
        claim("Splice: length".into(), 10.85, 0.005, length("splice")),
    ];
    let all: Vec<usize> = GAMES.iter().filter_map(|game| of(game)).collect();
    let over = |value: &dyn Fn(usize) -> f64| -> Option<Sampled> {
        (all.len() == GAMES.len())
            .then(|| Sampled::mean(&all.iter().map(|&cell| value(cell)).collect::<Sample>()))
    };
    claims.push(
        Claim::new("5.3.1", "all eleven games: mean branching", 12.44, 0.0)
            .ours(over(&|cell| over_plies(&found.rows[cell]).estimate.value))
            .incomparable(
                "Spline+ and Splice alone have more by the study's own numbers; how it averaged is not said",
            ),
    );
    claims.push(
        Claim::new("5.3.1", "all eleven games: mean length", 23.12, 0.0)
            .ours(over(&|cell| found.summaries[cell].plies.mean()))
            .incomparable("an average over games, which has no sampling error to compare with"),
    );
    verdicts(&mut section, &claims);
    section.table(character(found, &all));
    section
}

/// The mean number of legal moves over all positions of all games, as Ludii counts branching: long games weigh more. A
/// ratio of two sums, with the error that its linear form gives.
fn over_plies(rows: &[Row]) -> Sampled {
    let games: Vec<(f64, f64)> = rows
        .iter()
        .filter_map(|row| row.branching.map(|mean| (mean * f64::from(row.plies), f64::from(row.plies))))
        .collect();
    let (choices, plies) = games.iter().fold((0.0, 0.0), |sum, game| (sum.0 + game.0, sum.1 + game.1));
    let ratio = choices / f64::max(plies, 1.0);
    let off: Sample = games.iter().map(|(choices, plies)| choices - ratio * plies).collect();
    let error = off.deviation() * (games.len() as f64).sqrt() / f64::max(plies, 1.0);
    let estimate = Estimate { value: ratio, low: ratio - 1.96 * error, high: ratio + 1.96 * error };
    Sampled { estimate, error, games: games.len() as u64 }
}

/// Branching, length and the first seat's wins in games of random players.
fn character(found: &Found<'_>, cells: &[usize]) -> Table {
    let mut table = Table::new(&["game", "games", "branching", "length", "first player wins %"]);
    for &cell in cells {
        let summary = &found.summaries[cell];
        table.rows.push(vec![
            found.plan.cells[cell].game.clone(),
            summary.games.to_string(),
            short(over_plies(&found.rows[cell]).estimate.value),
            format!("{} ± {}", short(summary.plies.mean()), short(summary.plies.deviation())),
            format!("{:.1}", 100.0 * summary.seat_rate(0).rate),
        ]);
    }
    table
}

/// Random play of all the games we have, by the book's rules where those are known.
fn every_game(found: &Found<'_>) -> Option<Section> {
    let cells = cells_of(found, "beyond: random play of every game");
    if cells.is_empty() {
        return None;
    }
    let mut section = Section::new("Beyond the study: random play of every game");
    section.table(character(found, &cells));
    Some(section)
}

/// The cells of a contest that have games.
fn cells_of(found: &Found<'_>, contest: &str) -> Vec<usize> {
    (0..found.plan.cells.len())
        .filter(|&cell| found.plan.cells[cell].contest == contest && found.summaries[cell].games > 0)
        .collect()
}

fn base(cell: &Cell) -> &str {
    cell.game.split('(').next().unwrap_or_default()
}
