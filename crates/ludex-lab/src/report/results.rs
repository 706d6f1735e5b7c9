//! The page of a run.

use std::collections::BTreeMap;

use ludex_stats::{BradleyTerry, Estimate, Meetings, bradley_terry};

use super::plot::{Branch, Series, bars, courses, curves, forest};
use super::tests::tests;
use super::{Digest, Page, Section, Summary, Table, percent, short};
use crate::plan::{Cell, Expanded};
use crate::run::About;

/// The page of a run, given the games of each cell.
pub fn page_of(plan: &Expanded, digests: &[Digest], abouts: &[About], command: String) -> Page {
    let summaries: Vec<Summary> = digests.iter().map(Digest::summary).collect();
    let mut page = Page { title: plan.plan.title.clone(), command, ..Page::default() };
    if !plan.plan.about.is_empty() {
        page.lead.push(plan.plan.about.clone());
    }
    let games: u64 = summaries.iter().map(|summary| summary.games).sum();
    page.lead.push(format!("{games} of {} games in {} pairings.", plan.games(), plan.cells.len()));
    page.lead.extend(plan.remarks.iter().cloned());
    page.facts = facts(plan, abouts);
    page.sections.push(pairings(plan, &summaries));
    page.sections.extend(tests(plan, digests, &summaries));
    page.sections.extend(tournaments(plan, &summaries));
    page.sections.extend(over_parameters(plan, &summaries));
    page.sections.extend(distributions(plan, digests));
    page.sections.extend(examples(plan, digests));
    page.sections.push(work(plan, &summaries));
    page.sections.push(troubles(plan, &summaries));
    page
}

pub(crate) fn facts(plan: &Expanded, abouts: &[About]) -> Vec<(String, String)> {
    let mut facts = vec![("seed".to_string(), plan.plan.seed.to_string())];
    for about in abouts {
        facts.push(("version".to_string(), format!("{} (commit {})", about.version, about.commit)));
        facts.push(("program".to_string(), about.program.clone()));
        facts.push(("plan".to_string(), format!("{} ({})", plan.plan.file, about.plan)));
        facts.push(("machine".to_string(), about.machine.clone()));
    }
    facts
}

/// What a cell is called where the contest is named already.
pub(super) fn name(cell: &Cell) -> String {
    // A blank at which no line is broken.
    let values: Vec<String> =
        cell.values.iter().map(|(name, value)| format!("{name}\u{a0}{value}")).collect();
    let agents = match &cell.labels[..] {
        [one] => format!("{one} against itself"),
        labels => labels.join(" – "),
    };
    // Values that are in the names of the agents already are not repeated.
    let values: Vec<String> = values
        .into_iter()
        .zip(&cell.values)
        .filter(|(_, (_, value))| !agents.contains(value.as_str()) && !cell.game.contains(value.as_str()))
        .map(|(text, _)| text)
        .collect();
    if values.is_empty() { agents } else { format!("{agents}, {}", values.join(", ")) }
}

fn with_interval(estimate: Estimate) -> String {
    format!("{:.1} ({:.1}–{:.1})", 100.0 * estimate.value, 100.0 * estimate.low, 100.0 * estimate.high)
}

fn pairings(plan: &Expanded, summaries: &[Summary]) -> Section {
    let mut section = Section::new("Scores");
    section.say(
        "Score of the first-named agent in per cent (of the first player where an agent meets itself), with its 95 % \
         interval: over pairs of games with swapped seats where seats were swapped, else over games. How often whoever \
         moves first wins has its interval too; lengths are given with their standard deviation.",
    );
    let heads = [
        "game",
        "pairing",
        "games",
        "distinct",
        "score %",
        "won / drawn / lost",
        "first player wins %",
        "moves ± s.d.",
    ];
    let mut table = Table::new(&heads);
    let mut branches = Vec::new();
    for (cell, summary) in plan.cells.iter().zip(summaries) {
        if summary.games == 0 {
            continue;
        }
        let tally = if cell.labels.len() == 1 { summary.by_seat[0] } else { summary.tallies[0] };
        let first = summary.seat_rate(0);
        table.rows.push(vec![
            cell.game.clone(),
            name(cell),
            summary.games.to_string(),
            summary.distinct.to_string(),
            with_interval(summary.score),
            format!("{} / {} / {}", tally.wins, tally.draws, tally.losses),
            with_interval(Estimate { value: first.rate, low: first.low, high: first.high }),
            format!("{} ± {}", short(summary.plies.mean()), short(summary.plies.deviation())),
        ]);
        branches.push(Branch {
            label: format!("{}: {}", cell.game, name(cell)),
            estimate: summary.score.map(|score| 100.0 * score),
            published: None,
        });
    }
    section.table(table);
    for (index, part) in branches.chunks(60).enumerate() {
        let more = if index == 0 { "" } else { " (continued)" };
        section.plot(
            format!("Scores with 95 % intervals{more}; the broken line is an even score."),
            forest("score %", part, (0.0, 100.0), Some(50.0)),
        );
    }
    section
}

/// A contest in one game with one choice of values.
type Group = (String, String, Vec<(String, String)>);

/// The curves of one plot by name: places on the horizontal axis with the cells that belong there.
type Lines = BTreeMap<String, Vec<(f64, usize)>>;

/// Cross-tables and ratings of contests in which at least three agents met.
fn tournaments(plan: &Expanded, summaries: &[Summary]) -> Vec<Section> {
    // In the order of the plan.
    let mut groups: Vec<(Group, Vec<usize>)> = Vec::new();
    for (index, cell) in plan.cells.iter().enumerate() {
        if cell.labels.len() == 2 && summaries[index].games > 0 {
            let key = (cell.contest.clone(), cell.game.clone(), cell.values.clone());
            match groups.iter_mut().find(|(group, _)| *group == key) {
                Some((_, cells)) => cells.push(index),
                None => groups.push((key, vec![index])),
            }
        }
    }
    let mut sections = Vec::new();
    for ((contest, game, values), cells) in groups {
        let mut agents: Vec<&str> = Vec::new();
        for &cell in &cells {
            for label in &plan.cells[cell].labels {
                if !agents.contains(&label.as_str()) {
                    agents.push(label);
                }
            }
        }
        if agents.len() < 3 {
            continue;
        }
        let values: Vec<String> = values.iter().map(|(name, value)| format!(", {name} {value}")).collect();
        let mut section = Section::new(format!("{contest}: {game}{}", values.concat()));
        let number = |label: &str| agents.iter().position(|agent| *agent == label).unwrap_or(0);
        let met: Vec<(usize, usize, &Summary)> = cells
            .iter()
            .map(|&cell| {
                let labels = &plan.cells[cell].labels;
                (number(&labels[0]), number(&labels[1]), &summaries[cell])
            })
            .collect();
        section.table(cross_table(&agents, &met));
        ratings(&mut section, &agents, &met);
        sections.push(section);
    }
    sections
}

fn cross_table(agents: &[&str], met: &[(usize, usize, &Summary)]) -> Table {
    let mut heads = vec!["score % of row against column (95 % interval)"];
    heads.extend(agents);
    let mut table = Table::new(&heads);
    for (a, agent) in agents.iter().enumerate() {
        let mut row = vec![agent.to_string()];
        for b in 0..agents.len() {
            let found =
                met.iter().find_map(|(x, y, summary)| match (*x == a && *y == b, *x == b && *y == a) {
                    (true, _) => Some(summary.score),
                    (_, true) => Some(turned(summary.score)),
                    _ => None,
                });
            let otherwise = || if a == b { "·".to_string() } else { String::new() };
            row.push(found.map_or_else(otherwise, with_interval));
        }
        table.rows.push(row);
    }
    table
}

/// The score of the other side.
fn turned(score: Estimate) -> Estimate {
    Estimate { value: 1.0 - score.value, low: 1.0 - score.high, high: 1.0 - score.low }
}

fn ratings(section: &mut Section, agents: &[&str], met: &[(usize, usize, &Summary)]) {
    let mut meetings = Vec::new();
    for (a, b, summary) in met {
        let [first, second, ..] = &summary.by_seat[..] else { continue };
        let add = |first, second, wins: u64, draws: u64, losses: u64| Meetings {
            first,
            second,
            wins: wins as f64,
            draws: draws as f64,
            losses: losses as f64,
        };
        meetings.push(add(*a, *b, first.wins, first.draws, first.losses));
        meetings.push(add(*b, *a, second.losses, second.draws, second.wins));
    }
    let rated = bradley_terry(agents.len(), &meetings, BradleyTerry::default());
    let mut table = Table::new(&["agent", "rating", "95 % interval"]);
    let mut branches = Vec::new();
    for agent in rated.order() {
        let rating = rated.rating(agent, 0.95);
        table.rows.push(vec![
            agents[agent].to_string(),
            format!("{:.0}", rating.value),
            if rating.low == rating.high {
                "·".to_string()
            } else {
                format!("{:.0} to {:.0}", rating.low, rating.high)
            },
        ]);
        branches.push(Branch { label: agents[agent].to_string(), estimate: rating, published: None });
    }
    section.table(table);
    if let Some(first) = rated.first_move(0.95) {
        section.say(format!(
            "The first move is worth {:.0} Elo ({:.0} to {:.0}). {} is the zero of the ratings (Bradley-Terry with \
             draws and first move).",
            first.value, first.low, first.high, agents[0]
        ));
    }
    let low = branches.iter().map(|b| b.estimate.low.max(-3000.0)).fold(f64::INFINITY, f64::min);
    let high = branches.iter().map(|b| b.estimate.high.min(3000.0)).fold(f64::NEG_INFINITY, f64::max);
    let margin = 0.04 * (high - low).max(1.0);
    let bounds = (low - margin, high + margin);
    section.plot("Ratings with 95 % intervals.", forest("Elo", &branches, bounds, Some(0.0)));
}

/// Curves of score and length over every parameter that was varied in at least three steps.
fn over_parameters(plan: &Expanded, summaries: &[Summary]) -> Vec<Section> {
    let mut lines: BTreeMap<(String, String), Lines> = BTreeMap::new();
    for (index, cell) in plan.cells.iter().enumerate() {
        for (position, (parameter, value)) in cell.values.iter().enumerate() {
            let Ok(x) = value.parse::<f64>() else { continue };
            if summaries[index].games == 0 {
                continue;
            }
            let rest: Vec<String> = cell
                .values
                .iter()
                .enumerate()
                .filter(|(at, _)| *at != position)
                .map(|(_, (name, value))| format!("{name} {value}"))
                .collect();
            let hole = format!("{{{parameter}}}");
            let agents: Vec<String> = cell
                .labels
                .iter()
                .map(|label| label.replace(&format!("={value}"), &format!("={hole}")))
                .collect();
            let series = [vec![cell.game.clone()], vec![agents.join(" – ")], rest].concat().join(", ");
            let key = (cell.contest.clone(), parameter.clone());
            lines.entry(key).or_default().entry(series).or_default().push((x, index));
        }
    }
    let mut sections = Vec::new();
    for ((contest, parameter), series) in lines {
        let series: Vec<(String, Vec<(f64, usize)>)> =
            series.into_iter().filter(|(_, points)| points.len() >= 3).collect();
        if series.is_empty() {
            continue;
        }
        let mut section = Section::new(format!("{contest}: over {parameter}"));
        for part in series.chunks(6) {
            let line = |of: &dyn Fn(&Summary) -> Estimate| -> Vec<Series> {
                part.iter()
                    .map(|(name, points)| {
                        let mut points: Vec<(f64, Estimate)> =
                            points.iter().map(|(x, cell)| (*x, of(&summaries[*cell]))).collect();
                        points.sort_by(|a, b| a.0.total_cmp(&b.0));
                        Series { name: name.clone(), points }
                    })
                    .collect()
            };
            let score = line(&|summary| summary.score.map(|score| 100.0 * score));
            section.plot(
                format!("Score of the first-named agent over {parameter}, with 95 % intervals."),
                curves(&parameter, "score %", &score, Some((0.0, 100.0))),
            );
            let moves = line(&|summary| {
                let (mean, margin) = (summary.plies.mean(), summary.plies.margin(0.95));
                let margin = if margin.is_finite() { margin } else { 0.0 };
                Estimate { value: mean, low: mean - margin, high: mean + margin }
            });
            section.plot(
                format!("Mean number of moves over {parameter}, with 95 % intervals."),
                curves(&parameter, "moves", &moves, None),
            );
        }
        sections.push(section);
    }
    sections
}

/// Numbers with how often each was seen.
type Counted = Vec<(f64, u64)>;

fn distributions(plan: &Expanded, digests: &[Digest]) -> Option<Section> {
    let mut by_game: BTreeMap<&str, (BTreeMap<u32, u64>, Counted)> = BTreeMap::new();
    for (cell, digest) in plan.cells.iter().zip(digests) {
        let (plies, branching) = by_game.entry(&cell.game).or_default();
        for (length, many) in digest.lengths() {
            *plies.entry(length).or_insert(0) += many;
        }
        branching.extend(digest.branching().iter().map(|&mean| (mean, 1)));
    }
    let mut section = Section::new("Lengths and choices");
    for (game, (plies, branching)) in by_game {
        if plies.values().sum::<u64>() >= 10 {
            let plies: Counted = plies.into_iter().map(|(length, many)| (f64::from(length), many)).collect();
            section.plot(format!("Moves of a game of {game}, all pairings together."), bars("moves", &plies));
        }
        if branching.len() >= 10 {
            section.plot(
                format!("Mean number of legal moves in a game of {game}, all pairings together."),
                bars("legal moves", &branching),
            );
        }
    }
    (!section.blocks.is_empty()).then_some(section)
}

fn examples(plan: &Expanded, digests: &[Digest]) -> Option<Section> {
    let mut section = Section::new("How games went");
    for (cell, digest) in plan.cells.iter().zip(digests) {
        let curves = digest.curves().iter();
        let games: Vec<(String, Vec<f32>)> =
            curves.map(|(game, curve)| (format!("game {}", game + 1), curve.clone())).collect();
        if !games.is_empty() {
            section.plot(
                format!("Standing of the first player in the first games of {}, {}.", cell.game, name(cell)),
                courses("move", "standing", &games),
            );
        }
    }
    (!section.blocks.is_empty()).then_some(section)
}

fn work(plan: &Expanded, summaries: &[Summary]) -> Section {
    let mut section = Section::new("Time and work");
    section
        .say("Seconds of thinking a game, and positions with playouts a move. Times belong to the machine.");
    let mut table =
        Table::new(&["game", "pairing", "agent", "seconds a game", "positions and playouts a move"]);
    for (cell, summary) in plan.cells.iter().zip(summaries) {
        for (agent, label) in cell.labels.iter().enumerate() {
            if summary.games > 0 && summary.work[agent] > 0.0 {
                table.rows.push(vec![
                    cell.game.clone(),
                    name(cell),
                    label.clone(),
                    short(summary.seconds[agent].mean()),
                    short(summary.work[agent]),
                ]);
            }
        }
    }
    if table.rows.is_empty() {
        section.say("No agent looked ahead.");
    }
    section.table(table);
    section
}

fn troubles(plan: &Expanded, summaries: &[Summary]) -> Section {
    let mut section = Section::new("Crashes, time-outs and unfinished games");
    let mut table = Table::new(&["game", "pairing", "number", "what"]);
    for (cell, summary) in plan.cells.iter().zip(summaries) {
        for (game, what) in &summary.troubles {
            table.rows.push(vec![cell.game.clone(), name(cell), game.to_string(), what.clone()]);
        }
    }
    let games: u64 = summaries.iter().map(|summary| summary.games).sum();
    let troubled = table.rows.len();
    section.say(match troubled {
        0 => format!("None in {games} games."),
        _ => format!(
            "{troubled} of {games} games ({}). They are counted in all tables: an agent that crashed or was out of \
             time lost; an unfinished game has no result.",
            percent(troubled as f64 / games.max(1) as f64)
        ),
    });
    section.table(table);
    section
}
