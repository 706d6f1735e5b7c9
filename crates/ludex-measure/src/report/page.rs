//! One page that holds everything: no other file, no script, light and dark as the reader's machine is set.

use std::fmt::Write;

use ludex_stats::wilson;

use super::charts;
use super::compare::Comparison;
use super::findings::Findings;
use super::numbers::{escape, grouped, number, short};
use super::svg::{STYLE, standalone};
use super::table::{interval, mean};
use crate::course::{PARTS, Part};

const CSS: &str = include_str!("page.css");

fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\">\n<title>{}</title>\n<style>\n{STYLE}\n{CSS}</style>\n</head>\n\
         <body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escape(title)
    )
}

fn figure(picture: &str) -> String {
    format!("<figure>{picture}</figure>\n")
}

fn percent(confidence: f64) -> String {
    short((confidence * 1e6).round() / 1e4)
}

/// What is drawn over the course of games: a name for the file, and how.
type CourseValue = fn(&Part) -> (f64, f64, f64);

/// A rate of games in percent with its 95 % interval. Rates of turns get none here: turns of one game are not
/// independent of each other.
fn rate(hits: u64, trials: u64) -> (f64, f64, f64) {
    let share = wilson(hits, trials, 0.95);
    (100.0 * share.rate, 100.0 * share.low, 100.0 * share.high)
}

fn plain(value: f64) -> (f64, f64, f64) {
    (value, value, value)
}

const COURSES: [(&str, &str, &str, &str, CourseValue, bool); 5] = [
    (
        "uncertainty",
        "Uncertainty",
        "1: the lead tells nothing about who will win; 0: the leader wins",
        "",
        uncertainty,
        true,
    ),
    ("lead-changes", "Lead changes", "share of turns that change the lead", " %", lead_changes, true),
    ("margin", "Distance from even", "mean distance of the standing from 0", "", margin, true),
    ("branching", "Branching factor", "mean number of legal moves", "", branching, false),
    ("pieces", "Piece number", "mean number of pieces on the board", "", pieces, false),
];

fn uncertainty(part: &Part) -> (f64, f64, f64) {
    let right = part.leader_won + part.nobody_led / 2;
    let (_, low, high) = rate(right, part.won);
    let scale = |share: f64| (2.0 * (1.0 - share / 100.0)).clamp(0.0, 1.0);
    (part.uncertainty(), scale(high), scale(low))
}

fn lead_changes(part: &Part) -> (f64, f64, f64) {
    plain(100.0 * part.lead_change_rate())
}

fn margin(part: &Part) -> (f64, f64, f64) {
    plain(part.mean_margin())
}

fn branching(part: &Part) -> (f64, f64, f64) {
    plain(part.branching())
}

fn pieces(part: &Part) -> (f64, f64, f64) {
    plain(part.piece_number())
}

impl Findings<'_> {
    /// All pictures by name: `histogram-duration`, `course-uncertainty`, `game-0`, `outcomes`.
    fn drawn(&self) -> Vec<(String, String)> {
        let measured = self.measured;
        let mut pictures = vec![("outcomes".to_string(), charts::outcomes(measured, self.confidence))];
        for (column, stream) in &measured.streams {
            if stream.count() > 0 {
                pictures.push((format!("histogram-{}", column.name), charts::histogram(column, stream)));
            }
        }
        let judged = measured.stream("drama").is_some_and(|stream| stream.count() > 0);
        for (number, (name, title, caption, suffix, value, needs_judge)) in COURSES.into_iter().enumerate() {
            if (judged || !needs_judge) && measured.courses.parts.len() == PARTS {
                let class = (number + 1).to_string();
                let parts = &measured.courses.parts;
                let picture = charts::course(parts, title, caption, suffix, &class, value);
                pictures.push((format!("course-{name}"), picture));
            }
        }
        for curve in &self.curves {
            if curve.standings.iter().all(|standing| standing.is_finite()) {
                let picture = charts::evaluation(curve, &measured.about.sides);
                pictures.push((format!("game-{}", curve.game), picture));
            }
        }
        pictures
    }

    /// All pictures as files: a name without ending, and the text of the file.
    pub fn pictures(&self) -> Vec<(String, String)> {
        self.drawn().into_iter().map(|(name, picture)| (name, standalone(&picture))).collect()
    }

    /// The page.
    pub fn page(&self) -> String {
        let measured = self.measured;
        let about = &measured.about;
        let mut body = String::new();
        let _ = write!(
            body,
            "<h1>{}</h1>\n<p class=\"lead\">{} games of {}, seed {}. {} Intervals are at {} %.</p>\n",
            escape(&about.name),
            grouped(measured.games),
            escape(&about.agents.join(" against ")),
            about.seed,
            escape(&about.judge.sentence()),
            percent(self.confidence)
        );
        body.push_str(&self.cards());
        body.push_str("<h2>Metrics</h2>\n");
        body.push_str(&self.metrics_table());
        let pictures = self.drawn();
        let of = |prefix: &str| -> String {
            let some = pictures.iter().filter(|(name, _)| name.starts_with(prefix));
            some.map(|(_, picture)| figure(picture)).collect()
        };
        let _ = write!(
            body,
            "<h2>Results and the course of a game</h2>\n<div class=\"pictures\">\n{}{}</div>\n",
            of("outcomes"),
            of("course-")
        );
        let curves = of("game-");
        if !curves.is_empty() {
            let _ =
                write!(body, "<h2>Evaluation of single games</h2>\n<div class=\"wide\">\n{curves}</div>\n");
        }
        let _ = write!(
            body,
            "<h2>How the values are spread</h2>\n<div class=\"pictures\">\n{}</div>\n",
            of("histogram-")
        );
        body.push_str("<h2>Results, complexity and depth</h2>\n<dl>\n");
        for (name, text) in self.facts() {
            let _ = writeln!(body, "<dt>{}</dt><dd>{}</dd>", escape(&name), escape(&text));
        }
        body.push_str("</dl>\n");
        body.push_str(&self.ladder_table());
        body.push_str("<h2>What the numbers mean</h2>\n<dl>\n");
        for line in self.lines() {
            let column = line.column;
            let _ = writeln!(body, "<dt>{}</dt><dd>{}.</dd>", escape(column.title), escape(column.what));
        }
        body.push_str("</dl>\n");
        page(&format!("{} measured", about.name), &body)
    }

    fn cards(&self) -> String {
        let mut cards = String::from("<div class=\"cards\">\n");
        let mut card = |value: String, what: &str| {
            let _ = writeln!(
                cards,
                "<div class=\"card\"><b>{}</b><span>{}</span></div>",
                escape(&value),
                escape(what)
            );
        };
        let of = |name: &str| self.measured.stream(name).filter(|stream| stream.count() > 0);
        if let Some(stream) = of("duration") {
            card(number(stream.sample().mean()), "moves in a game");
        }
        if let Some(stream) = of("branching_factor") {
            card(number(stream.sample().mean()), "legal moves at a turn");
        }
        for rate in self.outcomes().into_iter().filter(|rate| rate.count > 0) {
            card(format!("{:.1} %", 100.0 * rate.share.rate), &rate.what);
        }
        if let Some(stream) = of("drama") {
            card(number(stream.sample().mean()), "drama");
        }
        let tree = self.measured.tree_log10(self.confidence);
        card(format!("10^{:.0}", tree.value), "game tree, b^d");
        cards.push_str("</div>\n");
        cards
    }

    fn metrics_table(&self) -> String {
        let mut table = format!(
            "<div class=\"scroll\"><table>\n<thead><tr><th>metric</th><th>mean</th><th>SD</th><th>median</th>\
             <th>{} % interval</th><th>min</th><th>max</th><th>games</th><th class=\"words\">unit</th></tr></thead>\n<tbody>\n",
            percent(self.confidence)
        );
        for line in self.lines() {
            let class = if line.column.variant { " class=\"variant\"" } else { "" };
            let _ = writeln!(
                table,
                "<tr{class}><th scope=\"row\" title=\"{}\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
                 <td>{}</td><td>{}</td><td class=\"words\">{}</td></tr>",
                escape(line.column.what),
                escape(line.column.title),
                mean(line.mean, line.high - line.low),
                number(line.deviation),
                number(line.median),
                interval(line.low, line.high),
                short(line.min),
                short(line.max),
                grouped(line.games),
                escape(line.column.unit)
            );
        }
        table.push_str("</tbody>\n</table></div>\n");
        table
    }

    fn ladder_table(&self) -> String {
        let Some(ladder) = &self.ladder else { return String::new() };
        let mut table = String::from(
            "<h2>Levels of strength</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>stronger</th><th>weaker</th>\
             <th>won</th><th>drawn</th><th>lost</th><th>score</th><th>95 % interval</th><th>new level</th></tr></thead>\n<tbody>\n",
        );
        for rung in &ladder.rungs {
            let _ = writeln!(
                table,
                "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1} %</td><td>{:.1} to \
                 {:.1} %</td><td>{}</td></tr>",
                escape(&rung.stronger),
                escape(&rung.weaker),
                rung.result.wins,
                rung.result.draws,
                rung.result.losses,
                100.0 * rung.score.value,
                100.0 * rung.score.low,
                100.0 * rung.score.high,
                if rung.distinct { "yes" } else { "no" }
            );
        }
        table.push_str("</tbody>\n</table></div>\n");
        table
    }
}

impl Comparison {
    /// The differences as a table for the terminal.
    pub fn table(&self, confidence: f64) -> Vec<Vec<String>> {
        let mut rows = vec![vec![
            "metric".to_string(),
            self.first.clone(),
            self.other.clone(),
            "difference".to_string(),
            format!("{} % interval", percent(confidence)),
            "clear".to_string(),
            "unit".to_string(),
        ]];
        for row in &self.differences {
            let width = row.difference.high - row.difference.low;
            let title = if row.variant { format!("  {}", row.title) } else { row.title.clone() };
            let sign = if row.difference.value > 0.0 { "+" } else { "" };
            rows.push(vec![
                title,
                mean(row.first.value, width),
                mean(row.other.value, width),
                format!("{sign}{}", mean(row.difference.value, width)),
                interval(row.difference.low, row.difference.high),
                if row.clear { "yes" } else { "no" }.to_string(),
                row.unit.clone(),
            ]);
        }
        rows
    }

    /// A picture of the differences in standard deviations of single games.
    pub fn picture(&self) -> String {
        standalone(&self.drawn())
    }

    fn drawn(&self) -> String {
        let rows: Vec<charts::Whisker> = self
            .differences
            .iter()
            .filter_map(|row| row.standardised.map(|standard| (row, standard)))
            .map(|(row, standard)| charts::Whisker {
                name: row.title.clone(),
                value: standard.value,
                low: standard.low,
                high: standard.high,
                clear: row.clear,
                hint: format!("{}: {} and {}", row.title, number(row.first.value), number(row.other.value)),
            })
            .collect();
        let title = format!("{} against {}", self.other, self.first);
        charts::whiskers(&rows, &title, "difference in standard deviations of single games (orange: clear)")
    }
}

/// The page of a comparison: every game against the first.
pub fn comparison_page(findings: &[Findings], comparisons: &[Comparison]) -> String {
    let Some(first) = findings.first() else { return page("Nothing compared", "") };
    let names: Vec<&str> = findings.iter().map(|found| found.measured.about.name.as_str()).collect();
    let mut body = format!("<h1>{}</h1>\n", escape(&names.join(" · ")));
    let _ = writeln!(
        body,
        "<p class=\"lead\">{} games each of {}, seed {}. Differences are against {}; intervals are at {} % each, and a \
         difference is called clear if it holds when the doubt is shared among all numbers compared.</p>",
        grouped(first.measured.games),
        escape(&first.measured.about.agents.join(" against ")),
        first.measured.about.seed,
        escape(names[0]),
        percent(first.confidence)
    );
    for comparison in comparisons {
        let _ = write!(
            body,
            "<h2>{} against {}</h2>\n{}<div class=\"scroll\"><table>\n<thead><tr>",
            escape(&comparison.other),
            escape(&comparison.first),
            figure(&comparison.drawn())
        );
        let table = comparison.table(first.confidence);
        for (index, cell) in table[0].iter().enumerate() {
            let _ =
                write!(body, "<th{}>{}</th>", if index == 6 { " class=\"words\"" } else { "" }, escape(cell));
        }
        body.push_str("</tr></thead>\n<tbody>\n");
        for (cells, row) in table[1..].iter().zip(&comparison.differences) {
            let classes = [(row.variant, "variant"), (row.clear, "clear")];
            let classes: Vec<&str> = classes.iter().filter(|(is, _)| *is).map(|(_, class)| *class).collect();
            let _ = write!(
                body,
                "<tr class=\"{}\"><th scope=\"row\">{}</th>",
                classes.join(" "),
                escape(cells[0].trim())
            );
            for (index, cell) in cells[1..].iter().enumerate() {
                let class = match index {
                    2 => " class=\"difference\"",
                    5 => " class=\"words\"",
                    _ => "",
                };
                let _ = write!(body, "<td{class}>{}</td>", escape(cell));
            }
            body.push_str("</tr>\n");
        }
        body.push_str("</tbody>\n</table></div>\n");
    }
    body.push_str("<h2>How positions were judged</h2>\n<dl>\n");
    for found in findings {
        let about = &found.measured.about;
        let _ =
            writeln!(body, "<dt>{}</dt><dd>{}</dd>", escape(&about.name), escape(&about.judge.sentence()));
    }
    body.push_str("</dl>\n");
    page(&format!("{} compared", names.join(", ")), &body)
}
