//! The study of Shibumi games in three dimensions (UCLouvain 2025).

use ludex_stats::Sample;

use super::{Claim, Found, Sampled, verdicts};
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
    vec![random_play(found), tournament(found)]
}

fn random_play(found: &Found<'_>) -> Section {
    let mut section = Section::new("Branching and length under random play (5.3.1)");
    let of = |game: &str| {
        found.cell(|cell| cell.contest == "random play" && cell.game.split('(').next() == Some(game))
    };
    let branching = |game: &str| of(game).map(|cell| Sampled::mean(&found.summaries[cell].branching));
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
            .ours(over(&|cell| found.summaries[cell].branching.mean()))
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
    let mut table = Table::new(&["game", "games", "branching", "length", "first player wins %"]);
    for cell in all {
        let summary = &found.summaries[cell];
        table.rows.push(vec![
            found.plan.cells[cell].game.clone(),
            summary.games.to_string(),
            short(summary.branching.mean()),
            format!("{} ± {}", short(summary.plies.mean()), short(summary.plies.deviation())),
            format!("{:.1}", 100.0 * summary.seat_rate(0).rate),
        ]);
    }
    section.table(table);
    section
}

/// The mean win rate of each agent over all games and times, which the study shows as a picture.
fn tournament(found: &Found<'_>) -> Section {
    let mut section = Section::new("Five agents (figure 5.3)");
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
