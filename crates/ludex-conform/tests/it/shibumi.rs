//! The games of balls on pyramids that Ludii played, replayed with our own descriptions.

use std::path::{Path, PathBuf};

use ludex_conform::{Agreement, Input, Trouble, check};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../oracle/ludii3d")
}

fn replay(file: &str) -> Result<Agreement, Trouble> {
    check(&Input::open(&folder().join(file))?)
}

#[test]
fn every_recorded_game_replays_move_for_move() {
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".jsonl.gz"))
        .collect();
    files.sort();
    assert_eq!(files.len(), 32);
    let mut troubles = Vec::new();
    for file in &files {
        match replay(file) {
            Ok(agreement) => {
                assert_eq!(agreement.games, 20, "{file}");
                println!("{file}: {} {} plies", agreement.game, agreement.plies);
            }
            Err(trouble) => troubles.push(format!("{file}: {trouble}")),
        }
    }
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}

/// The first ply of a file, changed.
fn changed(file: &str, from: &str, to: &str) -> Result<Agreement, Trouble> {
    let input = Input::open(&folder().join(file)).unwrap();
    assert!(input.text().contains(from));
    check(&Input::from_text(file, input.text().replacen(from, to, 1)))
}

#[test]
fn a_wrong_effect_is_found_with_its_place() {
    let Err(Trouble::Mismatch(mismatch)) =
        changed("Spline.jsonl.gz", r#""e":[[0,1,1,1]]"#, r#""e":[[0,2,2,1]]"#)
    else {
        panic!("not found")
    };
    assert_eq!((mismatch.game.as_str(), mismatch.line, mismatch.ply), ("spline(ruleset=study)", 3, 0));
}

#[test]
fn a_wrong_position_mover_or_score_is_found() {
    let wrong = |file, from, to| matches!(changed(file, from, to), Err(Trouble::Mismatch(_)));
    assert!(wrong("Spline.jsonl.gz", r#""after":{"occ":[[1,1,1,1]]"#, r#""after":{"occ":[[2,1,1,1]]"#));
    assert!(wrong("Spline.jsonl.gz", r#""next":2"#, r#""next":1"#));
    assert!(wrong("Spuzzle.jsonl.gz", r#""s":[1]"#, r#""s":[2]"#));
    assert!(wrong("Spline.jsonl.gz", r#""winner":1"#, r#""winner":2"#));
}
