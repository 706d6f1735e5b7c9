//! Boards given as ludemes, compared with counts and checksums recorded from Ludii (1.3.14, master of February
//! 2025): neighbours of every relation, radials, corners, sides, rows and columns of 244 boards, on which 942 of the
//! 1,144 games with a board in its collection are played. `compare_boards` compares a whole collection.

use std::collections::HashMap;

use ludex_ludemes::board::{Board, Checksums, Mark, SiteType, described};
use ludex_ludemes::check::{Term, check};
use ludex_ludemes::expand::{Choices, Library, expand};
use ludex_ludemes::text::Source;

const BOARDS: [&str; 4] = ["board", "mancalaBoard", "boardless", "surakartaBoard"];

fn described_board(ludeme: &str, layered: bool) -> Result<Board, String> {
    let text = format!(
        r#"(game "Fill" (players 2) (equipment {{ {ludeme} (piece "Stone" Each) }})
            (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"#
    );
    let expanded = expand(Source::new("board.lud", text), &Library::empty(), &Choices::none());
    let expanded = expanded.map_err(|problems| problems[0].to_string())?;
    let checked = check(&expanded).map_err(|problems| problems[0].to_string())?;
    let mut item: Option<&Term> = None;
    checked.root.walk(&mut |term| {
        if item.is_none() && term.call().is_some_and(|call| BOARDS.contains(&call.head())) {
            item = Some(term);
        }
    });
    described::board(item.ok_or("no board")?, layered).map_err(|error| error.to_string())
}

#[test]
fn boards_agree_with_recorded_figures() {
    let mut lines = include_str!("../data/board_figures.csv").lines();
    let columns: Vec<&str> = lines.next().expect("column names").split(',').collect();
    let mut count = 0;
    for line in lines {
        let want: HashMap<&str, &str> = columns.iter().copied().zip(line.split(',')).collect();
        let name = want["board"];
        let board =
            described_board(name, want["layered"] == "true").unwrap_or_else(|e| panic!("{name}: {e}"));
        let kind = board.default_type();
        let sums = Checksums::of(&board);
        let equal = |column: &str, found: usize| {
            assert_eq!(found.to_string(), want[column], "{name}: {column}");
        };
        let same = |column: &str, found: u64| {
            assert_eq!(format!("{found:x}"), want[column], "{name}: {column}");
        };
        equal("vertices", board.count(SiteType::Vertex));
        equal("edges", board.count(SiteType::Edge));
        equal("cells", board.count(SiteType::Cell));
        for (column, (n, sum)) in
            [("orth", sums.orthogonal), ("diag", sums.diagonal), ("adj", sums.adjacent), ("all", sums.all)]
        {
            equal(&format!("{column}_n"), n);
            same(&format!("{column}_fnv"), sum);
        }
        equal("radials_all_n", sums.radials.0);
        equal("radials_all_len", sums.radials.1);
        same("radials_all_fnv", sums.radials.2);
        for (column, mark) in [
            ("corners", Mark::Corner),
            ("outer", Mark::Outer),
            ("perimeter", Mark::Perimeter),
            ("centre", Mark::Centre),
            ("top", Mark::Top),
            ("bottom", Mark::Bottom),
            ("left", Mark::Left),
            ("right", Mark::Right),
        ] {
            equal(column, board.marked(kind, mark).len());
        }
        equal("rows", board.rows(kind).len());
        equal("columns", board.columns(kind).len());
        equal("layers", board.layers(kind).len());
        count += 1;
    }
    assert_eq!(count, 244);
}

#[test]
fn impossible_boards_are_explained() {
    for (ludeme, part) in [
        ("(board (square 0))", "cannot be 0"),
        ("(board (square 100))", "at most 4096"),
        ("(board (rectangle 1 5000))", "1 to 1000"),
        ("(board (hex 500))", "at most 4096"),
        ("(board (square -3))", "cannot be -3"),
        ("(board (square (/ 5 0)))", "divided by 0"),
        ("(board (square (* 100000 100000)))", "too large"),
        ("(board (graph vertices:{{0 0} {1 0}} edges:{{0 7}}))", "only 2 vertices"),
        ("(board (graph vertices:{{0}}))", "two or three coordinates"),
        ("(mancalaBoard 9 6)", "two to six rows"),
        ("(board (spiral turns:4 sites:3))", "more sites"),
        ("(board (complete (square 20)))", "at most 16384"),
        ("(board (concentric Target rings:3) use:Vertex)", "cells only"),
        ("(board (concentric Square))", "rings"),
        ("(board (wedge 3) use:Cell)", "no cells"),
        ("(board (scale 1000000 (square 3)))", "too far"),
        ("(board (shift (/ 1 0) 0 (square 3)))", "finite"),
        ("(board (square (poly {{0 0} {0 9999999} {5 5}})))", "too large"),
        ("(board (graph vertices:{{0 0} {1 0}} edges:{{1 1}}) use:Vertex)", "to itself"),
        ("(board (keep (square 3) (poly {{0 0} {1 1}})))", "three corners"),
    ] {
        let sentence = described_board(ludeme, false).err().unwrap_or_else(|| panic!("{ludeme} was built"));
        assert!(sentence.contains(part), "{ludeme}: {sentence}");
    }
}
