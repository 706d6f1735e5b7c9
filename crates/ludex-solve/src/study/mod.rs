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

/// How much work a table may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A few seconds.
    Quick,
    /// Minutes.
    Thorough,
}

impl Effort {
    fn nodes(self) -> u64 {
        match self {
            Effort::Quick => 300_000,
            Effort::Thorough => 30_000_000,
        }
    }

    fn seconds(self) -> u64 {
        match self {
            Effort::Quick => 5,
            Effort::Thorough => 600,
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

/// All tables of the study.
pub fn tables(effort: Effort) -> Vec<Table> {
    let mut tables: Vec<Table> = ["I", "II", "III", "IV", "V", "VIII", "IX"]
        .into_iter()
        .map(|number| enhancement_table(number, effort))
        .collect();
    tables.push(best_table());
    tables.push(tessera_table(effort));
    tables
}

fn heads(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
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

fn enhancement_table(number: &str, effort: Effort) -> Table {
    let mut rows = Vec::new();
    let (mut equal, mut differ, mut skipped) = (0, 0, 0);
    for entry in TRIA.iter().filter(|entry| entry.table == number) {
        let found = rules(entry.rows, entry.cols, 3, entry.variant)
            .filter(|_| entry.nodes <= effort.nodes())
            .and_then(|rules| as_study(rules, enhancements(entry.column), 4 * effort.nodes()));
        let verdict = match found {
            None => {
                skipped += 1;
                "not run".to_string()
            }
            Some(found) if found.nodes == entry.nodes => {
                equal += 1;
                "equal".to_string()
            }
            Some(found) => {
                differ += 1;
                format!("{:+.0} %", 100.0 * (found.nodes as f64 / entry.nodes as f64 - 1.0))
            }
        };
        let value = |is_win: bool| if is_win { "win" } else { "draw" };
        rows.push(vec![
            format!("{}x{}", entry.rows, entry.cols),
            entry.variant.to_string(),
            column_name(entry.column).to_string(),
            entry.nodes.to_string(),
            found.map_or_else(|| "-".to_string(), |found| found.nodes.to_string()),
            value(entry.is_win).to_string(),
            found.map_or_else(|| "-".to_string(), |found| value(found.value > 0).to_string()),
            verdict,
        ]);
    }
    Table {
        title: format!("Table {number}: nodes of the study's solver on Tria"),
        columns: heads(&[
            "board",
            "variant",
            "enhancements",
            "published",
            "ours",
            "published value",
            "our value",
            "verdict",
        ]),
        rows,
        verdict: format!("{equal} counts equal, {differ} different, {skipped} not run"),
    }
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

/// The study's best counts against the exact solver.
fn best_table() -> Table {
    let mut rows = Vec::new();
    let (mut fewer, mut large, mut agree, mut all) = (0, 0, 0, 0);
    for entry in TRIA.iter().filter(|entry| entry.column == Column::Best) {
        let Some(answer) = rules(entry.rows, entry.cols, 3, entry.variant)
            .and_then(|rules| solve_board(rules, &Limits { memory: 16 << 20, ..Limits::default() }))
        else {
            continue;
        };
        let nodes = answer.progress.nodes + answer.progress.kept as u64;
        all += 1;
        let same = value_word(answer.value) == if entry.is_win { "win" } else { "draw" };
        agree += usize::from(same);
        if entry.nodes > 1000 {
            large += 1;
            fewer += usize::from(nodes < entry.nodes);
        }
        rows.push(vec![
            format!("{}x{}", entry.rows, entry.cols),
            entry.variant.to_string(),
            entry.nodes.to_string(),
            nodes.to_string(),
            value_word(answer.value).to_string(),
            answer.plies.map_or_else(|| "-".to_string(), |plies| plies.to_string()),
            if nodes < entry.nodes { "fewer" } else { "not fewer" }.to_string(),
        ]);
    }
    Table {
        title: "Table VI: the study's best counts and the exact solver, which also finds the shortest win"
            .to_string(),
        columns: heads(&["board", "variant", "published", "ours", "value", "plies", "verdict"]),
        rows,
        verdict: format!(
            "{agree} of {all} values agree; fewer nodes on {fewer} of the {large} boards where the study needed \
             more than 1000"
        ),
    }
}

/// Tessera, which the study could not finish on 4x5 with Capture-1.
fn tessera_table(effort: Effort) -> Table {
    let limits = Limits {
        memory: if effort == Effort::Quick { 1 << 30 } else { 8 << 30 },
        time: Some(std::time::Duration::from_secs(effort.seconds())),
        threads: 1,
        ..Limits::default()
    };
    let mut rows = Vec::new();
    for entry in TESSERA {
        let answer = rules(entry.rows, entry.cols, 4, entry.variant)
            .and_then(|rules| rules.with_refill(entry.refill).ok())
            .and_then(|rules| solve_board(rules, &limits));
        let ours = answer.as_ref().map_or("unknown", |answer| value_word(answer.value));
        let theirs = entry.found.map_or("-", |(_, is_win)| if is_win { "win" } else { "draw" });
        let verdict = match (theirs, ours) {
            ("-", "unknown") => "open",
            ("-", _) => "new",
            (_, "unknown") => "not reached",
            (a, b) if a == b => "agrees",
            _ => "differs",
        };
        rows.push(vec![
            format!("{}x{}", entry.rows, entry.cols),
            format!("{}{}", entry.variant, if entry.refill { " with refill" } else { "" }),
            entry.found.map_or_else(|| "-".to_string(), |(nodes, _)| nodes.to_string()),
            answer.as_ref().map_or_else(
                || "-".to_string(),
                |answer| (answer.progress.nodes + answer.progress.kept as u64).to_string(),
            ),
            theirs.to_string(),
            ours.to_string(),
            verdict.to_string(),
        ]);
    }
    Table {
        title: "Table VII: Tessera".to_string(),
        columns: heads(&[
            "board",
            "variant",
            "published nodes",
            "our positions",
            "published value",
            "our value",
            "verdict",
        ]),
        rows,
        verdict:
            "the published win with refill rests on answering threats by occupation only; with captures \
                  as defences allowed it is no win"
                .to_string(),
    }
}
