//! Builds the board and the tracks of every description under a folder and compares the board with recorded
//! figures.
//!
//! `cargo run --release -p ludex-ludemes --example compare_boards -- DIR DEFDIR FIGURES.csv [-v]`
//!
//! The figures are one line a game with the columns `game`, `site_type`, `vertices`, `edges`, `cells`, counts and
//! checksums of neighbours and radials (see `board::Checksums`), and the sizes of the named sets of sites. `-v`
//! prints what differs.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use ludex_ludemes::board::{Board, Checksums, Mark, SiteType, described};
use ludex_ludemes::check::{Term, check};
use ludex_ludemes::expand::{Choices, Library, expand};
use ludex_ludemes::text::Source;

const BOARDS: [&str; 4] = ["board", "mancalaBoard", "boardless", "surakartaBoard"];

/// The figures of a board under the names of the columns.
fn figures(board: &Board) -> Vec<(&'static str, String)> {
    let kind = board.default_type();
    let sums = Checksums::of(board);
    let hex = |sum: u64| format!("{sum:x}");
    let marked = |mark: Mark| board.marked(kind, mark).len().to_string();
    vec![
        ("site_type", kind.name().to_string()),
        ("vertices", board.count(SiteType::Vertex).to_string()),
        ("edges", board.count(SiteType::Edge).to_string()),
        ("cells", board.count(SiteType::Cell).to_string()),
        ("orth_n", sums.orthogonal.0.to_string()),
        ("orth_fnv", hex(sums.orthogonal.1)),
        ("diag_n", sums.diagonal.0.to_string()),
        ("diag_fnv", hex(sums.diagonal.1)),
        ("adj_n", sums.adjacent.0.to_string()),
        ("adj_fnv", hex(sums.adjacent.1)),
        ("all_n", sums.all.0.to_string()),
        ("all_fnv", hex(sums.all.1)),
        ("radials_all_n", sums.radials.0.to_string()),
        ("radials_all_len", sums.radials.1.to_string()),
        ("radials_all_fnv", hex(sums.radials.2)),
        ("corners", marked(Mark::Corner)),
        ("outer", marked(Mark::Outer)),
        ("perimeter", marked(Mark::Perimeter)),
        ("centre", marked(Mark::Centre)),
        ("top", marked(Mark::Top)),
        ("bottom", marked(Mark::Bottom)),
        ("left", marked(Mark::Left)),
        ("right", marked(Mark::Right)),
        ("rows", board.rows(kind).len().to_string()),
        ("columns", board.columns(kind).len().to_string()),
        ("layers", board.layers(kind).len().to_string()),
    ]
}

fn described_board(path: &Path, library: &Library) -> Result<Board, String> {
    let text = String::from_utf8_lossy(&std::fs::read(path).map_err(|e| e.to_string())?).into_owned();
    let first = |problems: Vec<ludex_ludemes::text::Diagnostic>| {
        problems.first().map_or(String::new(), ToString::to_string)
    };
    let source = Source::new(path.display().to_string(), text);
    let expanded = expand(source, library, &Choices::none()).map_err(first)?;
    let checked = check(&expanded).map_err(first)?;
    let (mut item, mut layered): (Option<&Term>, bool) = (None, false);
    checked.root.walk(&mut |term| {
        if let Some(call) = term.call() {
            layered |= call.head() == "layer";
            if item.is_none() && BOARDS.contains(&call.head()) {
                item = Some(term);
            }
        }
    });
    let item = item.ok_or("there is no board")?;
    let board = described::board(item, layered).map_err(|error| error.to_string())?;
    if item.call().is_some_and(|call| ["board", "mancalaBoard"].contains(&call.head())) {
        described::tracks(item, &board).map_err(|error| error.to_string())?;
    }
    Ok(board)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, defines, csv, ..] = arguments.as_slice() else {
        eprintln!("usage: compare_boards DIR DEFDIR FIGURES.csv [-v]");
        return;
    };
    let verbose = arguments.iter().any(|a| a == "-v");
    let library = Library::read(Path::new(defines)).unwrap_or_default();
    let csv = std::fs::read_to_string(csv).unwrap_or_default();
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let (mut games, mut agree, mut failed) = (0, 0, 0);
    let mut wrong: HashMap<&str, usize> = HashMap::new();
    let mut slowest = (Duration::ZERO, String::new());
    let began = Instant::now();
    for line in lines {
        // Only the name of the game is quoted, and may contain commas.
        let Some((name, rest)) = line.trim_start_matches('"').split_once("\",") else { continue };
        let values: HashMap<&str, &str> = names.iter().copied().skip(1).zip(rest.split(',')).collect();
        if values.get("site_type").is_none_or(|kind| !["Vertex", "Edge", "Cell"].contains(kind)) {
            continue;
        }
        games += 1;
        let start = Instant::now();
        let board = match described_board(&Path::new(folder).join(name), &library) {
            Ok(board) => board,
            Err(sentence) => {
                failed += 1;
                if verbose {
                    println!("{name}: {sentence}");
                }
                continue;
            }
        };
        let found = figures(&board);
        if start.elapsed() > slowest.0 {
            slowest = (start.elapsed(), name.to_string());
        }
        let differing: Vec<String> = found
            .iter()
            .filter(|(column, value)| values.get(column) != Some(&value.as_str()))
            .map(|(column, value)| {
                *wrong.entry(column).or_default() += 1;
                format!("{column} {value} instead of {}", values.get(column).unwrap_or(&"nothing"))
            })
            .collect();
        if differing.is_empty() {
            agree += 1;
        } else if verbose {
            println!("{name}: {}", differing.join(", "));
        }
    }
    println!("{games} games, {agree} boards agree, {failed} could not be built, {:.2?}", began.elapsed());
    println!("slowest: {:.2?} {}", slowest.0, slowest.1);
    let mut wrong: Vec<_> = wrong.into_iter().collect();
    wrong.sort_by_key(|&(column, count)| (std::cmp::Reverse(count), column));
    wrong.iter().for_each(|(column, count)| println!("{column}: {count} differ"));
}
