//! Heuristics in UCT against plain UCT, by category of game.

use ludex_stats::{Estimate, Games};

use super::{base, cells_of};
use crate::plan::Cell;
use crate::report::{Section, Table};
use crate::study::{Claim, Found, Sampled, verdicts};

/// The games that the study counts as games of connection; the others of its eleven are games of rows.
const CONNECTION: [&str; 4] = ["span", "sponnect", "spight", "spice"];

const BOOK: &str = "beyond: line completion in the Spava of the book";

const PLAYOUTS: &str = "beyond: the study's number of playouts";

const INSTEAD: &str = "heuristics instead of playouts";

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
            _ => with_interval(Sampled::score(games).estimate),
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
pub(super) fn heuristics(found: &Found<'_>) -> Section {
    let mut section = Section::new("Heuristics in the place of playouts (5.3.3)");
    let cells = cells_of(found, INSTEAD);
    if cells.is_empty() {
        section.say("Not played at this effort.");
        return section;
    }
    let score = |cells: &[usize], holds: &dyn Fn(&Cell) -> bool| {
        let games = pooled(found, cells, holds);
        (games.count() > 0).then(|| Sampled::score(games))
    };
    let line_completion_in = |cells: &[usize], game: &str| {
        score(cells, &|cell| setting(cell) == "line-completion" && base(cell) == game)
    };
    let line_completion = |game: &str| line_completion_in(&cells, game);
    let slow = cells_of(found, PLAYOUTS);
    let claims = [
        Claim::share("5.3.3", "Spline+: line completion against UCT, %", 85.0, 100)
            .about(2.0)
            .ours(line_completion("spline-plus")),
        Claim::share("5.3.3", "Spava: line completion against UCT, %", 2.0, 100)
            .about(3.0)
            .ours(line_completion("spava-two-colour")),
        Claim::share("5.3.3", "Spline+: the same with the study's number of playouts, %", 85.0, 100)
            .about(2.0)
            .ours(line_completion_in(&slow, "spline-plus")),
        Claim::share("5.3.3", "Spava: the same with the study's number of playouts, %", 2.0, 100)
            .about(3.0)
            .ours(line_completion_in(&slow, "spava-two-colour")),
        Claim::share("5.3.3", "the same in the Spava of the book, %", 2.0, 100)
            .ours(score(&cells_of(found, BOOK), &|_| true))
            .incomparable("what the study calls Spava is the older game of two colours, in the row above"),
    ];
    verdicts(&mut section, &claims);
    section.say("What the text says of its figures 5.4 and 5.5, which are pictures:");
    section.table(statements(found, &cells));
    section
        .say("Scores in per cent against UCT with playouts at the same thinking time, with 95 % intervals:");
    section.table(by_category(found, &cells));
    section
}

/// What the text says of the categories, with ours beside it.
fn statements(found: &Found<'_>, cells: &[usize]) -> Table {
    let score = |heuristic: &str, connection: bool| {
        let games = pooled(found, cells, |cell| {
            setting(cell) == heuristic && CONNECTION.contains(&base(cell)) == connection
        });
        Sampled::score(games).estimate
    };
    let written = |heuristic: &str, score: Estimate| format!("{heuristic} {}", with_interval(score));
    let mut table = Table::new(&["where", "what the text says", "ours, % against UCT", "verdict"]);
    let mut add = |place: &str, says: &str, ours: String, verdict: &str| {
        table.rows.push(vec![place.into(), says.into(), ours, verdict.into()]);
    };
    let on_rows: Vec<(String, Estimate)> = settings(found, cells)
        .into_iter()
        .map(|heuristic| (heuristic.clone(), score(&heuristic, false)))
        .collect();
    let ahead: Vec<String> = on_rows
        .iter()
        .filter(|(_, score)| score.low > 50.0)
        .map(|(name, score)| written(name, *score))
        .collect();
    let best = on_rows.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    add(
        "figure 5.4",
        "games of rows: no heuristic is better than UCT",
        match (&ahead[..], best) {
            ([], Some((name, score))) => format!("best: {}", written(name, *score)),
            _ => ahead.join("; "),
        },
        if ahead.is_empty() { "agrees" } else { "differs: at this thinking time" },
    );
    let centre = score("centre-proximity", true);
    add(
        "figure 5.5",
        "games of connection: centre proximity is clearly better than UCT",
        with_interval(centre),
        side(centre.low > 50.0, centre.high < 50.0),
    );
    let corner = score("corner-proximity", true);
    add(
        "figure 5.5",
        "games of connection: corner proximity is notably poor",
        with_interval(corner),
        side(corner.high < 50.0, corner.low > 50.0),
    );
    for connection in [false, true] {
        let top = score("top-layer", connection);
        let kind = if connection { "connection" } else { "rows" };
        add(
            "5.3.4",
            &format!("games of {kind}: top layer proximity is no better than UCT"),
            with_interval(top),
            side(top.high < 50.0, top.low > 50.0),
        );
    }
    table
}

/// The verdict on a statement that a score lies on one side of a half.
fn side(as_said: bool, other: bool) -> &'static str {
    match (as_said, other) {
        (true, _) => "agrees",
        (_, true) => "differs: at this thinking time",
        _ => "not comparable: too close to call with so many games",
    }
}

fn with_interval(score: Estimate) -> String {
    format!("{:.1} ({:.1} to {:.1})", score.value, score.low, score.high)
}

/// What the study names as open, each against plain UCT.
pub(super) fn beyond(found: &Found<'_>) -> Vec<Section> {
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
    sections.extend(playouts_of_the_study(found));
    sections
}

/// Heuristics against UCT with as many playouts as the study's program had time for, game by game.
fn playouts_of_the_study(found: &Found<'_>) -> Option<Section> {
    let cells = cells_of(found, PLAYOUTS);
    if cells.is_empty() {
        return None;
    }
    let mut section = Section::new("Beyond the study: as many playouts as its program makes in a second");
    section.say(
        "At equal time a heuristic gains what a playout costs, and that differs from program to program and from game \
         to game. Here UCT makes as many playouts as the study's program makes in a second of random play, and the \
         heuristic gets 3,000 looks in every game. Scores of the heuristic in per cent, with 95 % intervals:",
    );
    let mut table = Table::new(&["game", "agent", "against", "games", "score"]);
    for &cell in &cells {
        let about = &found.plan.cells[cell];
        let games = found.summaries[cell].tallies.get(1).copied().unwrap_or_default();
        table.rows.push(vec![
            base(about).to_string(),
            setting(about),
            about.labels.first().cloned().unwrap_or_default(),
            games.count().to_string(),
            with_interval(Sampled::score(games).estimate),
        ]);
    }
    section.table(table);
    section.table(by_category(found, &cells));
    Some(section)
}
