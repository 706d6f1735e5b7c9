//! The study of Six (Deering 2018).

use ludex_stats::Games;

use super::{Claim, Found, Sampled, verdicts};
use crate::report::{Section, Summary, Table, short};

const EXPERIMENTS: &str = include_str!("../../../../experiments/published/six-experiments.csv");

pub(super) fn compare(found: &Found<'_>) -> Vec<Section> {
    vec![numbers(found), statements(found), first_move(found), open_questions(found)]
}

/// The turns of the games of a cell with so many tiles in all. Lifting and laying are two moves of ours and one of the
/// study's.
fn turns(found: &Found<'_>, cell: usize, tiles: u32) -> ludex_stats::Sample {
    found.rows[cell]
        .iter()
        .map(|row| {
            let later = row.plies.saturating_sub(tiles);
            f64::from(row.plies.min(tiles) + later.div_ceil(2))
        })
        .collect()
}

fn numbers(found: &Found<'_>) -> Section {
    let mut section = Section::new("The numbers of the text");
    let at = |contest: &str, n: &str| found.at(contest, "n", n);
    let half = found.cell(|cell| cell.contest == "4.2 half: random – random");
    let ended = half.map(|cell| {
        let summary = &found.summaries[cell];
        Sampled::share(summary.games - summary.draws, summary.games)
    });
    let draws = |cell: Option<usize>| {
        cell.map(|cell| Sampled::share(found.summaries[cell].draws, found.summaries[cell].games))
    };
    let mut claims = vec![
        Claim::share("4.5", "half, random – random: games that end in phase one, %", 22.0, 1_000_000)
            .about(0.5)
            .ours(ended)
            .remark(
                "19.1 % follows from 19 tiles a colour and cells drawn uniformly; 20 tiles would give 21.7 %",
            ),
        Claim::share("4.2", "half, weak 100 – weak 100: draws, %", 0.29, 10_000)
            .ours(draws(at("4.2 half: weak – weak", "100"))),
    ];
    for n in ["20", "30", "40", "50", "100", "150"] {
        let ours = at("4.3 full: weak – random", n)
            .map(|cell| Sampled::share(found.summaries[cell].seat_wins[0], found.summaries[cell].games));
        claims.push(
            Claim::share("4.3", format!("full, weak {n} – random: red wins, % (the plateau)"), 70.0, 1000)
                .about(2.0)
                .ours(ours)
                .remark("flat from 20 cursors on here too, but at 78 to 80 %; 70 % is what 5 cursors give"),
        );
    }
    let last = at("4.5 second phase: basic – basic", "150");
    claims.push(
        Claim::new("4.5", "second phase, basic 150 – basic 150: mean moves", 38.5, 0.5)
            .ours(last.map(|cell| Sampled::mean(&turns(found, cell, 38)))),
    );
    verdicts(&mut section, &claims);
    section
}

/// The 23 experiments with what the text says of each.
fn statements(found: &Found<'_>) -> Section {
    let mut section = Section::new("The experiments of 4.2 to 4.5");
    section.say(
        "The figures of the study are pictures; its text says what they show. Ours: per cent of games won by red and \
         black, drawn, and mean turns, at the smallest and the largest setting played. The curves are further down.",
    );
    let mut table = Table::new(&["figure", "experiment", "what the text says", "ours", "verdict"]);
    for line in EXPERIMENTS.lines().skip(1) {
        let fields = fields(line);
        let [part, figure, form, red, black, _, _, stated] = &fields[..] else { continue };
        let form = match form.as_str() {
            "second-phase-focused" => "second phase",
            other => other,
        };
        let name = format!("{part} {form}: {red} – {black}");
        let cells: Vec<usize> = (0..found.plan.cells.len())
            .filter(|&cell| found.plan.cells[cell].contest == name && found.summaries[cell].games > 0)
            .collect();
        let ours: Vec<String> = match &cells[..] {
            [] => Vec::new(),
            [only] => vec![line_of(found, *only)],
            [first, .., last] => vec![line_of(found, *first), line_of(found, *last)],
        };
        table.rows.push(vec![
            figure.clone(),
            name,
            stated.clone(),
            ours.join("; "),
            judge(found, figure, &cells).to_string(),
        ]);
    }
    section.table(table);
    section
}

/// A line of a table with quotes.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => {
                if let Some(last) = fields.last_mut() {
                    last.push(c);
                }
            }
        }
    }
    fields
}

fn line_of(found: &Found<'_>, cell: usize) -> String {
    let summary = &found.summaries[cell];
    let n = found.plan.cells[cell].values.first().map_or_else(String::new, |(_, n)| format!("n {n}: "));
    let share = |count: u64| 100.0 * count as f64 / summary.games.max(1) as f64;
    format!(
        "{n}{:.1} / {:.1} / {:.1}, {} turns ({} games)",
        share(summary.seat_wins[0]),
        share(summary.seat_wins[1]),
        share(summary.draws),
        short(turns(found, cell, 38).mean()),
        summary.games
    )
}

/// Whether our games bear the statement out, where it can be put as a comparison.
fn judge(found: &Found<'_>, figure: &str, cells: &[usize]) -> &'static str {
    let [first, .., last] = cells else {
        return match cells {
            [only] => judge_one(found, figure, *only),
            _ => "not comparable: not played at this effort",
        };
    };
    let red = |cell: usize| found.summaries[cell].seat_rate(0);
    let black = |cell: usize| found.summaries[cell].seat_rate(1);
    let mean = |cell: usize| turns(found, cell, 38).mean();
    let holds = match figure {
        // One cursor is effectively random: red wins about a ninth of the games.
        "4.2-4.5" => red(*first).low < 0.13 && red(*last).low > red(*first).high,
        "4.6-4.7" => black(*last).low > black(*first).high,
        "4.8" => cells.iter().all(|&cell| red(cell).high > black(cell).low),
        "4.9" => black(*last).low < 0.05,
        "4.10" => red(*last).rate > 0.5,
        "4.11" | "4.17" => mean(*last) < 38.0,
        "4.15" | "4.16" => {
            // The spike: games at five playouts that are longer than those with fewer and with more.
            let five = found.at(&found.plan.cells[*first].contest, "n", "5");
            let spike = five.is_some_and(|five| mean(five) > mean(*first) && mean(five) > mean(*last));
            return match (mean(*last) < 38.0, spike) {
                (true, true) => "agrees",
                (true, false) => "differs: most games end before phase two, but none are longer around 5",
                (false, _) => "differs",
            };
        }
        "4.13" => mean(*last) > 38.0,
        "4.14" => (red(*last).rate - black(*last).rate).abs() < 0.15,
        "4.18" => red(*last).rate > red(*first).rate,
        "4.19" => red(*last).rate >= black(*last).rate,
        "4.20" | "4.21" => mean(*last) < 38.0,
        "4.22" => mean(*first) < 38.0 && red(*last).rate > red(*first).rate,
        "4.23" => cells.iter().all(|&cell| mean(cell) > 38.0),
        "4.24" => (mean(*first) - mean(*last)).abs() < 6.0,
        "4.25" => red(*last).rate < 1.0,
        "4.26" => red(*last).rate > 0.5,
        "4.27" => mean(*last) < mean(*first),
        _ => return "not comparable",
    };
    if holds { "agrees" } else { "differs" }
}

fn judge_one(found: &Found<'_>, figure: &str, cell: usize) -> &'static str {
    let summary: &Summary = &found.summaries[cell];
    let holds = match figure {
        "4.1" => summary.seat_wins[0] > summary.seat_wins[1] && summary.draw_rate().low > 0.5,
        "4.12" => summary.seat_wins[0] > summary.seat_wins[1] && summary.draw_rate().high < 0.3,
        _ => return "not comparable",
    };
    if holds { "agrees" } else { "differs" }
}

/// What the first move is worth.
fn first_move(found: &Found<'_>) -> Section {
    let mut section = Section::new("The advantage of the starting player");
    let mut table = Table::new(&[
        "experiment",
        "games",
        "score of red %",
        "95 % interval",
        "verdict on 'the starter is ahead'",
    ]);
    for (cell, about) in found.plan.cells.iter().enumerate() {
        let summary = &found.summaries[cell];
        if about.labels.len() != 1 || summary.games == 0 || about.contest.starts_with("open") {
            continue;
        }
        let score = Sampled::score(*summary.by_seat.first().unwrap_or(&Games::default()));
        let n = about.values.first().map_or_else(String::new, |(_, n)| format!(", n {n}"));
        table.rows.push(vec![
            format!("{}{n}", about.contest),
            summary.games.to_string(),
            format!("{:.1}", score.estimate.value),
            format!("{:.1} to {:.1}", score.estimate.low, score.estimate.high),
            match (score.estimate.low > 50.0, score.estimate.high < 50.0) {
                (true, _) => "agrees".into(),
                (_, true) => "differs: black is ahead".into(),
                _ => "not comparable: too close to call".into(),
            },
        ]);
    }
    section.table(table);
    let mut doubled =
        Table::new(&["n", "random wins as starter %", "as second %", "ratio", "verdict on 'nearly doubles'"]);
    for cell in 0..found.plan.cells.len() {
        let about = &found.plan.cells[cell];
        if about.contest != "4.2 half: random – weak" {
            continue;
        }
        let Some((_, n)) = about.values.first() else { continue };
        let Some(other) = found.at("4.2 half: weak – random", "n", n) else { continue };
        let (starts, second) = (&found.summaries[cell], &found.summaries[other]);
        if starts.games == 0 {
            continue;
        }
        let (a, b) = (starts.seat_rate(0), second.seat_rate(1));
        let ratio = a.rate / b.rate.max(1e-9);
        doubled.rows.push(vec![
            n.clone(),
            format!("{:.1} ({:.1} to {:.1})", 100.0 * a.rate, 100.0 * a.low, 100.0 * a.high),
            format!("{:.1} ({:.1} to {:.1})", 100.0 * b.rate, 100.0 * b.low, 100.0 * b.high),
            format!("{ratio:.2}"),
            if a.low / b.high.max(1e-9) <= 2.1 && a.high / b.low.max(1e-9) >= 1.5 {
                "agrees".into()
            } else {
                "differs".into()
            },
        ]);
    }
    section.say("5.1 says that Random wins almost twice as often against Weak Monte Carlo when it starts (half game):");
    section.table(doubled);
    section
}

fn open_questions(found: &Found<'_>) -> Section {
    let mut section = Section::new("Questions the study left open");
    let mut table = Table::new(&[
        "question",
        "setting",
        "games",
        "first %",
        "second %",
        "drawn %",
        "score of the first % (95 % interval)",
    ]);
    section.say(
        "First is the agent named first, who is red unless seats change from game to game (defensive scoring), and red \
         where an agent plays itself. Defensive scoring: what a drawn playout counts, and the factor by which a \
         result counts less for every move it is away.",
    );
    for (cell, about) in found.plan.cells.iter().enumerate() {
        let summary = &found.summaries[cell];
        let Some(question) = about.contest.strip_prefix("open: ") else { continue };
        if summary.games == 0 {
            continue;
        }
        let values: Vec<String> =
            about.values.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let agents = about.labels.join(" – ");
        let share = |count: u64| format!("{:.1}", 100.0 * count as f64 / summary.games as f64);
        // With four players the teams are seats 1 and 3, and 2 and 4.
        let games = match &summary.tallies[..] {
            [first, _] => *first,
            _ => Games {
                wins: summary.seat_wins[0],
                draws: summary.draws,
                losses: summary.games - summary.seat_wins[0] - summary.draws - summary.unfinished,
            },
        };
        let score = Sampled::score(games).estimate;
        table.rows.push(vec![
            question.to_string(),
            format!("{} {agents}", values.join(", ")).trim().to_string(),
            summary.games.to_string(),
            share(games.wins),
            share(games.losses),
            share(games.draws),
            format!("{:.1} ({:.1} to {:.1})", score.value, score.low, score.high),
        ]);
    }
    section.table(table);
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_experiments_are_read() {
        let rows: Vec<Vec<String>> = EXPERIMENTS.lines().skip(1).map(fields).collect();
        assert_eq!(rows.len(), 23);
        assert!(rows.iter().all(|row| row.len() == 8), "{rows:?}");
    }
}
