//! The study of Shibumi games in three dimensions (UCLouvain 2025).

use ludex_stats::{Estimate, Games, Sample};

use super::{Claim, Found, Sampled, verdicts};
use crate::game::Row;
use crate::plan::Cell;
use crate::report::{Section, Table, short};

/// The study's games; it has pictures of their tournaments but numbers of three only.
const GAMES: [&str; 11] = [
    "spline-plus",
    "splice",
    "spree",
    "spava",
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

/// The games that the study counts as games of connection; the others of its eleven are games of rows.
const CONNECTION: [&str; 4] = ["span", "sponnect", "spight", "spice"];

const INSTEAD: &str = "heuristics instead of playouts";

/// The cells of a contest that have games.
fn cells_of(found: &Found<'_>, contest: &str) -> Vec<usize> {
    (0..found.plan.cells.len())
        .filter(|&cell| found.plan.cells[cell].contest == contest && found.summaries[cell].games > 0)
        .collect()
}

/// The games of the second agent, the one with a heuristic, in these cells together.
fn pooled(found: &Found<'_>, cells: &[usize], holds: impl Fn(&Cell) -> bool) -> Games {
    let mut all = Games::default();
    for &cell in cells.iter().filter(|&&cell| holds(&found.plan.cells[cell])) {
        if let Some(games) = found.summaries[cell].tallies.get(1) {
            all.wins += games.wins;
            all.draws += games.draws;
            all.losses += games.losses;
        }
    }
    all
}

fn base(cell: &Cell) -> &str {
    cell.game.split('(').next().unwrap_or_default()
}

/// What was varied in a cell besides the thinking time.
fn setting(cell: &Cell) -> String {
    let values = cell.values.iter().filter(|(name, _)| name != "ms");
    values.map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", ")
}

/// The settings of a contest in the order of the plan.
fn settings(found: &Found<'_>, cells: &[usize]) -> Vec<String> {
    let mut settings: Vec<String> = Vec::new();
    for &cell in cells {
        let this = setting(&found.plan.cells[cell]);
        if !settings.contains(&this) {
            settings.push(this);
        }
    }
    settings
}

/// Scores against plain UCT by category of game and in all.
fn by_category(found: &Found<'_>, cells: &[usize]) -> Table {
    let mut table = Table::new(&["heuristic", "games of rows", "games of connection", "all", "games"]);
    for this in settings(found, cells) {
        let of = |holds: &dyn Fn(&str) -> bool| {
            pooled(found, cells, |cell| setting(cell) == this && holds(base(cell)))
        };
        let all = of(&|_| true);
        let percent = |games: Games| match games.count() {
            0 => String::new(),
            _ => {
                let score = Sampled::score(games).estimate;
                format!("{:.1} ({:.1} to {:.1})", score.value, score.low, score.high)
            }
        };
        table.rows.push(vec![
            this.clone(),
            percent(of(&|game| !CONNECTION.contains(&game))),
            percent(of(&|game| CONNECTION.contains(&game))),
            percent(all),
            all.count().to_string(),
        ]);
    }
    table
}

/// Heuristics in the place of playouts, against plain UCT.
fn heuristics(found: &Found<'_>) -> Section {
    let mut section = Section::new("Heuristics in the place of playouts (5.3.3)");
    let cells = cells_of(found, INSTEAD);
    if cells.is_empty() {
        section.say("Not played at this effort.");
        return section;
    }
    let line_completion = |game: &str| {
        let games = pooled(found, &cells, |cell| setting(cell) == "line-completion" && base(cell) == game);
        (games.count() > 0).then(|| Sampled::score(games))
    };
    let claims = [
        Claim::share("5.3.3", "Spline+: line completion against UCT, %", 85.0, 100)
            .about(2.0)
            .ours(line_completion("spline-plus")),
        Claim::share("5.3.3", "Spava: line completion against UCT, %", 2.0, 100)
            .about(3.0)
            .ours(line_completion("spava")),
    ];
    verdicts(&mut section, &claims);
    let connection = |heuristic: &str| {
        let games =
            pooled(found, &cells, |cell| setting(cell) == heuristic && CONNECTION.contains(&base(cell)));
        Sampled::score(games).estimate
    };
    let (centre, corner) = (connection("centre-proximity"), connection("corner-proximity"));
    section.say(format!(
        "On games of connection the study sees centre proximity clearly ahead of plain UCT and corner proximity notably poor. \
         Here centre proximity scores {:.1} % ({:.1} to {:.1}), which {}, and corner proximity {:.1} % ({:.1} to {:.1}), which {}.",
        centre.value,
        centre.low,
        centre.high,
        if centre.low > 50.0 { "agrees" } else { "does not show that at this thinking time and number of games" },
        corner.value,
        corner.low,
        corner.high,
        if corner.high < 50.0 { "agrees" } else { "does not show that at this thinking time and number of games" },
    ));
    section
        .say("Scores in per cent against UCT with playouts at the same thinking time, with 95 % intervals:");
    section.table(by_category(found, &cells));
    section
}

/// What the study names as open, each against plain UCT.
fn beyond(found: &Found<'_>) -> Vec<Section> {
    let contests = [
        ("beyond: heuristics blended with playouts", "Beyond the study: heuristics blended with playouts"),
        ("beyond: progressive bias", "Beyond the study: heuristics as progressive bias"),
        (
            "beyond: heuristics turned round and together",
            "Beyond the study: corners avoided, and heuristics together",
        ),
    ];
    let mut sections = Vec::new();
    for (contest, title) in contests {
        let cells = cells_of(found, contest);
        if !cells.is_empty() {
            let mut section = Section::new(title);
            section.say("Scores in per cent against UCT with playouts at the same thinking time, with 95 % intervals:");
            section.table(by_category(found, &cells));
            sections.push(section);
        }
    }
    sections
}

/// The mean win rate of each agent over all games and times, which the study shows as a picture.
fn tournament(found: &Found<'_>) -> Section {
    let mut section = Section::new("Five agents (figure 5.3)");
    section.say("Splade and Spaniel are for three players; how the study let two agents play them is not said, so they are left out.");
    let mut agents: Vec<(String, u64, u64)> = Vec::new();
    for (cell, about) in found.plan.cells.iter().enumerate() {
        if about.contest != "five agents" {
            continue;
        }
        for (label, tally) in about.labels.iter().zip(&found.summaries[cell].tallies) {
            let name = label.split('(').next().unwrap_or_default().to_string();
            match agents.iter_mut().find(|(agent, ..)| *agent == name) {
                Some((_, wins, games)) => {
                    *wins += tally.wins;
                    *games += tally.count();
                }
                None => agents.push((name, tally.wins, tally.count())),
            }
        }
    }
    if agents.iter().all(|(_, _, games)| *games == 0) {
        section.say("No game of the study is in the catalogue yet, so nothing was played.");
        return section;
    }
    let mut table = Table::new(&["agent", "games", "wins % (95 % interval)"]);
    for (agent, wins, games) in &agents {
        let share = Sampled::share(*wins, *games).estimate;
        table.rows.push(vec![
            agent.clone(),
            games.to_string(),
            format!("{:.1} ({:.1} to {:.1})", share.value, share.low, share.high),
        ]);
    }
    section.table(table);
    let rate = |name: &str| {
        agents
            .iter()
            .find(|(agent, ..)| agent == name)
            .map_or(0.0, |(_, w, g)| *w as f64 / (*g).max(1) as f64)
    };
    let best = rate("uct").min(rate("mast")) >= rate("grave").max(rate("alphabeta"));
    section.say(format!(
        "The study finds UCT and MAST ahead of the others; here that {}. Its numbers are a picture.",
        if best { "agrees" } else { "differs (at this thinking time and number of games)" }
    ));
    section
}
