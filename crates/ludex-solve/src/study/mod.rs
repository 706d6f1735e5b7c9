//! The study of Tria and Tessera repeated: its solver, its tables, and ours beside them.
//!
//! L. A. Wu's thesis counts the nodes that alpha-beta visits with several enhancements. [`solve_as_study`] is that
//! solver in the conventions that give the same counts: a value in {-1, 0, 1} from Black's view with the window
//! -1 to 1, moves row by row, every visited position counted, a repetition on the path worth a draw and not
//! counted. With these the columns without a table agree exactly for Tria-0 and, with win-or-block, for
//! Tria-1; elsewhere the loop list of the original differs in a way its text does not settle. The table of the
//! original cannot be rebuilt from its text either: those columns are comparable in size only.

mod published;
mod search;

use ludex_core::Verdict;
use ludex_games::rows::{Capture, Rules};
use serde::Serialize;

pub use published::{Column, Published, PublishedTessera, TESSERA, TRIA};
pub use search::{Enhancements, Found, solve as solve_as_study};

use crate::bounds::Bounds;
use crate::grid::Grid;
use crate::rows::RowsFight;
use crate::solve::{Answer, Limits, solve};
use crate::within::Signals;

/// How much work may go into the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Seconds a board.
    Quick,
    /// Minutes a board; all counts that the study could make.
    Standard,
    /// An hour a board of Tessera.
    Full,
}

impl Effort {
    /// Published counts up to this are made anew.
    fn nodes(self) -> u64 {
        match self {
            Effort::Quick => 300_000,
            Effort::Standard | Effort::Full => 30_000_000,
        }
    }

    /// Seconds and bytes for a board of Tessera.
    fn limits(self) -> (u64, usize) {
        match self {
            Effort::Quick => (5, 1 << 30),
            Effort::Standard => (300, 2 << 30),
            Effort::Full => (3600, 8 << 30),
        }
    }
}

/// A table to be printed: published numbers with ours beside them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The heads of the columns; the last is the verdict on the row.
    pub columns: Vec<String>,
    /// The rows, a text for each column.
    pub rows: Vec<Vec<String>>,
    /// What the comparison says as a whole.
    pub verdict: String,
}

/// A row of a table yet to be computed. Rows do not depend on each other.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    table: &'static str,
    what: What,
    effort: Effort,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Count(&'static Published),
    Best(&'static Published),
    Tessera(&'static PublishedTessera),
}

/// The tables in the order in which they are printed.
const TABLES: [&str; 9] = ["I", "II", "III", "IV", "V", "VIII", "IX", "VI", "VII"];

/// All rows of all tables of the study.
pub fn jobs(effort: Effort) -> Vec<Job> {
    let rows = |table: &'static str| {
        let counts = TRIA.iter().filter(move |entry| entry.table == table).map(|entry| match entry.column {
            Column::Best => What::Best(entry),
            _ => What::Count(entry),
        });
        let tessera = TESSERA.iter().filter(move |_| table == "VII").map(What::Tessera);
        counts.chain(tessera).map(move |what| Job { table, what, effort })
    };
    TABLES.into_iter().flat_map(rows).collect()
}

impl Job {
    /// Computes the row; the last text is the verdict.
    pub fn run(&self) -> Vec<String> {
        match self.what {
            What::Count(entry) => count_row(entry, self.effort),
            What::Best(entry) => best_row(entry),
            What::Tessera(entry) => tessera_row(entry, self.effort),
        }
    }
}

/// Puts the rows of the jobs, in the same order, into their tables.
pub fn tables(jobs: &[Job], rows: &[Vec<String>]) -> Vec<Table> {
    let of = |table: &str| -> Vec<Vec<String>> {
        jobs.iter().zip(rows).filter(|(job, _)| job.table == table).map(|(_, row)| row.clone()).collect()
    };
    TABLES.into_iter().map(|number| assembled(number, of(number))).collect()
}

/// How many rows have verdicts that begin so.
fn judged(rows: &[Vec<String>], word: &str) -> usize {
    rows.iter().filter(|row| row.last().is_some_and(|verdict| verdict.starts_with(word))).count()
}

fn assembled(number: &str, rows: Vec<Vec<String>>) -> Table {
    let (agree, differ, open) =
        (judged(&rows, "agrees"), judged(&rows, "differs"), judged(&rows, "not comparable"));
    let counts = format!("{agree} agree, {differ} differ, {open} cannot be compared.");
    let (title, columns, verdict): (_, &[&str], _) = match number {
        "VI" => (
            "Table VI: the study's best counts and the exact solver, which also finds the shortest win"
                .to_string(),
            &[
                "board",
                "variant",
                "published nodes",
                "our nodes",
                "published value",
                "our value",
                "plies",
                "verdict",
            ],
            format!(
                "{counts} The verdict is on the value; the exact solver is another program than the study's, so \
                 its nodes only show what the same answer costs it: fewer on {} of {} boards.",
                rows.iter().filter(|row| fewer(row)).count(),
                rows.len(),
            ),
        ),
        "VII" => (
            "Table VII: Tessera".to_string(),
            &[
                "board",
                "variant",
                "published nodes",
                "our positions",
                "published value",
                "our value",
                "verdict",
            ],
            counts,
        ),
        _ => (
            format!("Table {number}: nodes of the study's solver on Tria"),
            &[
                "board",
                "variant",
                "enhancements",
                "published",
                "ours",
                "published value",
                "our value",
                "verdict",
            ],
            format!("{counts} Counts are exact: they have no interval."),
        ),
    };
    Table { title, columns: columns.iter().map(|head| head.to_string()).collect(), rows, verdict }
}

/// Whether our nodes, in the column after the published ones, are fewer.
fn fewer(row: &[String]) -> bool {
    let number = |column: usize| row.get(column).and_then(|text| text.parse::<u64>().ok());
    matches!((number(2), number(3)), (Some(published), Some(ours)) if ours < published)
}

/// The enhancements of a column; the table has the size the study gives it, as far as memory is concerned here.
fn enhancements(column: Column) -> Enhancements {
    let wb = Enhancements { win_or_block: true, ..Enhancements::NONE };
    match column {
        Column::Plain => Enhancements::NONE,
        Column::WinOrBlock | Column::Best => wb,
        Column::TableOnly => Enhancements { table: Some(22), ..wb },
        Column::Table => Enhancements { table: Some(22), symmetry: true, ..wb },
        Column::Ordering => Enhancements { ordering: true, ..wb },
        Column::All => Enhancements { table: Some(22), symmetry: true, ordering: true, ..wb },
    }
}

fn column_name(column: Column) -> &'static str {
    match column {
        Column::Plain => "alpha-beta",
        Column::WinOrBlock => "win-or-block",
        Column::TableOnly => "+ table",
        Column::Table => "+ table with symmetry",
        Column::Ordering => "+ ordering",
        Column::All => "+ table + ordering",
        Column::Best => "best",
    }
}

fn rules(rows: usize, cols: usize, line: usize, variant: &str) -> Option<Rules> {
    let capture = Capture::named(variant)?;
    Rules::new(rows, cols, line, capture).ok()
}

/// Runs the study's solver on a board.
fn as_study(rules: Rules, on: Enhancements, limit: u64) -> Option<Found> {
    match Grid::<u64>::new(rules) {
        Some(grid) => solve_as_study(&grid, on, limit),
        None => solve_as_study(&Grid::<u128>::new(rules)?, on, limit),
    }
}

fn win_or_draw(is_win: bool) -> &'static str {
    if is_win { "win" } else { "draw" }
}

/// A count of the study's solver made anew.
fn count_row(entry: &Published, effort: Effort) -> Vec<String> {
    let found = rules(entry.rows, entry.cols, 3, entry.variant)
        .filter(|_| entry.nodes <= effort.nodes())
        .and_then(|rules| as_study(rules, enhancements(entry.column), 4 * effort.nodes()));
    let off = |found: Found| 100.0 * (found.nodes as f64 / entry.nodes as f64 - 1.0);
    // The study's tables contradict each other in places.
    let elsewhere = |found: Found| {
        let board = |entry: &Published| (entry.rows, entry.cols, entry.variant, entry.column);
        let same = TRIA.iter().find(|other| board(other) == board(entry) && other.nodes == found.nodes);
        same.map(|other| other.table)
    };
    let has_table = enhancements(entry.column).table.is_some();
    let verdict = match found {
        None => "not comparable: not run at this effort".to_string(),
        Some(found) if (found.value > 0) != entry.is_win => "differs: in the value".to_string(),
        Some(found) if found.nodes == entry.nodes => "agrees".to_string(),
        Some(found) if elsewhere(found).is_some() => {
            format!("differs: the study itself prints ours in table {}", elsewhere(found).unwrap_or_default())
        }
        Some(found) if has_table => format!(
            "not comparable: {:+.0} %, what the original's table keeps cannot be told from its text",
            off(found)
        ),
        Some(found) => {
            format!(
                "differs: {:+.0} %, how the original finds loops cannot be told from its text",
                off(found)
            )
        }
    };
    vec![
        format!("{}x{}", entry.rows, entry.cols),
        entry.variant.to_string(),
        column_name(entry.column).to_string(),
        entry.nodes.to_string(),
        found.map_or_else(|| "-".to_string(), |found| found.nodes.to_string()),
        win_or_draw(entry.is_win).to_string(),
        found.map_or_else(|| "-".to_string(), |found| win_or_draw(found.value > 0).to_string()),
        verdict,
    ]
}

/// Solves a board exactly.
pub fn solve_board(rules: Rules, limits: &Limits) -> Option<Answer> {
    let table = Bounds::new(limits.memory / 2);
    let signals = Signals::default();
    let tools = (&table, &signals);
    let known = &mut Default::default();
    let silent = |_: &_| {};
    match Grid::<u64>::new(rules) {
        Some(grid) => {
            let fight = RowsFight::new(grid);
            Some(solve(&fight, &fight.grid.start(), limits, known, tools, &silent))
        }
        None => {
            let fight = RowsFight::new(Grid::<u128>::new(rules)?);
            Some(solve(&fight, &fight.grid.start(), limits, known, tools, &silent))
        }
    }
}

fn value_word(value: Option<Verdict>) -> &'static str {
    match value {
        Some(Verdict::Win) => "win",
        Some(Verdict::Draw) => "draw",
        Some(Verdict::Loss) => "loss",
        None => "unknown",
    }
}

/// A best count of the study against the exact solver.
fn best_row(entry: &Published) -> Vec<String> {
    let limits = Limits { memory: 16 << 20, ..Limits::default() };
    let answer =
        rules(entry.rows, entry.cols, 3, entry.variant).and_then(|rules| solve_board(rules, &limits));
    let nodes = answer.as_ref().map(|answer| answer.progress.nodes + answer.progress.kept as u64);
    let value = answer.as_ref().map_or("unknown", |answer| value_word(answer.value));
    let plies = answer.as_ref().and_then(|answer| answer.plies);
    vec![
        format!("{}x{}", entry.rows, entry.cols),
        entry.variant.to_string(),
        entry.nodes.to_string(),
        nodes.map_or_else(|| "-".to_string(), |nodes| nodes.to_string()),
        win_or_draw(entry.is_win).to_string(),
        value.to_string(),
        plies.map_or_else(|| "-".to_string(), |plies| plies.to_string()),
        if value == win_or_draw(entry.is_win) { "agrees" } else { "differs" }.to_string(),
    ]
}

/// A board of Tessera, some of which the study could not finish.
fn tessera_row(entry: &PublishedTessera, effort: Effort) -> Vec<String> {
    let (seconds, memory) = effort.limits();
    let time = Some(std::time::Duration::from_secs(seconds));
    let limits = Limits { memory, time, threads: 1, ..Limits::default() };
    let answer = rules(entry.rows, entry.cols, 4, entry.variant)
        .and_then(|rules| rules.with_refill(entry.refill).ok())
        .and_then(|rules| solve_board(rules, &limits));
    let ours = answer.as_ref().map_or("unknown", |answer| value_word(answer.value));
    let theirs = entry.found.map(|(_, is_win)| win_or_draw(is_win));
    let verdict = match (theirs, ours) {
        (None, "unknown") => format!("not comparable: open in the study, and not solved here in {seconds} s"),
        (None, _) => "not comparable: open in the study, solved here".to_string(),
        (_, "unknown") => format!("not comparable: not solved here in {seconds} s"),
        (Some(theirs), ours) if theirs == ours => "agrees".to_string(),
        _ if entry.refill => {
            "differs: the published win rests on answering threats by occupation only; where \
                              captures may answer them, it is none"
                .to_string()
        }
        _ => "differs".to_string(),
    };
    vec![
        format!("{}x{}", entry.rows, entry.cols),
        format!("{}{}", entry.variant, if entry.refill { " with refill" } else { "" }),
        entry.found.map_or_else(|| "-".to_string(), |(nodes, _)| nodes.to_string()),
        answer.as_ref().map_or_else(
            || "-".to_string(),
            |answer| (answer.progress.nodes + answer.progress.kept as u64).to_string(),
        ),
        theirs.unwrap_or("-").to_string(),
        ours.to_string(),
        verdict,
    ]
}
