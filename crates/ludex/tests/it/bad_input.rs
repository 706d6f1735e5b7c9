//! Whatever is wrong gets one clear sentence, exit code 2, within a second, and no panic.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn ludex(args: &[&str]) -> (Output, Duration) {
    let begin = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("ludex starts");
    (output, begin.elapsed())
}

/// Runs a command that must be refused and returns the sentence.
fn refused(args: &[&str]) -> String {
    // A busy machine may be slow once; a command that is slow every time is at fault.
    let tries = (0..3).map(|_| ludex(args));
    let (output, time) = tries.min_by_key(|(_, time)| *time).expect("three tries");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?} exits with {:?}: {error}", output.status.code());
    assert!(!error.contains("panicked"), "{args:?} panics: {error}");
    assert_eq!(error.trim_end().lines().count(), 1, "{args:?} needs more than a line: {error}");
    let sentence = error.strip_prefix("ludex: ").unwrap_or_else(|| panic!("{args:?} says {error}"));
    assert!(sentence.trim().len() > 10, "{args:?} says only {sentence}");
    assert!(time < Duration::from_secs(1), "{args:?} takes {time:?}");
    sentence.trim().to_string()
}

fn scratch(name: &str, content: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad_input");
    std::fs::create_dir_all(&folder).expect("a folder for scratch files");
    let path = folder.join(name);
    std::fs::write(&path, content).expect("a scratch file");
    path
}

#[test]
fn wrong_games_are_refused() {
    for game in [
        "",
        " ",
        "chess2",
        "trai",
        "tria(",
        "tria)",
        "tria(rows)",
        "tria(rows=)",
        "tria(rows=0)",
        "tria(rows=-1)",
        "tria(rows=100000)",
        "tria(rows=99999999999999999999)",
        "tria(rows=3.5)",
        "tria(rows=x)",
        "tria(row=3)",
        "tria(rows=3,rows=4)",
        "tria(capture=3)",
        "tria(capture)",
        "tria(=3)",
        "tria(,)",
        "tria((rows=3))",
        "kalah(pits=0)",
        "kalah(pits=13)",
        "kalah(seeds=13)",
        "kalah(rules=chess)",
        "awari(pits=1000000)",
        "six(thirds)",
        "six(tiles=0)",
        "tricolor(side=2)",
        "tricolor(side=7)",
        "tricolor(players=4)",
        "tricolor(draw=-1)",
        "rows(line=7)",
        "rows(line=2)",
        "tessera(rows=27)",
        "é",
        "💥(x=1)",
        "tria\u{0}",
    ] {
        if game.contains('\u{0}') {
            continue;
        }
        for command in ["rules", "show", "playout"] {
            refused(&[command, game]);
        }
    }
}

#[test]
fn unknown_names_get_a_suggestion() {
    assert_eq!(refused(&["show", "trai"]), "there is no game 'trai'; did you mean 'tria'?");
    assert_eq!(refused(&["show", "tria(row=3)"]), "tria has no parameter 'row'; did you mean 'rows'?");
    assert!(refused(&["shwo", "tria"]).contains("did you mean 'show'?"));
    assert!(refused(&["playout", "tria", "--sed", "1"]).contains("did you mean '--seed'?"));
    assert!(refused(&["play", "tria", "--players", "human,utc"]).contains("did you mean 'uct'?"));
    assert!(refused(&["games", "--family", "mancla"]).contains("did you mean 'mancala'?"));
    assert!(refused(&["bench", "tricolr"]).contains("did you mean 'tricolor'?"));
}

#[test]
fn wrong_numbers_and_words_are_refused() {
    for args in [
        &["perft", "tria"] as &[&str],
        &["perft", "tria", "0"],
        &["perft", "tria", "-1"],
        &["perft", "tria", "1000"],
        &["perft", "tria", "x"],
        &["playout", "tria", "-n", "0"],
        &["playout", "tria", "-n", "-5"],
        &["playout", "tria", "-n", "many"],
        &["playout", "tria", "--seed", "x"],
        &["playout", "tria", "--threads", "0"],
        &["playout", "tria", "--threads", "100000"],
        &["playout", "tria", "--max-moves", "0"],
        &["bench", "engines", "--seconds", "0"],
        &["bench", "engines", "--seconds", "nan"],
        &["completions", "cobol"],
        &["conform"],
        &["rules"],
        &["show"],
        &["show", "tria", "extra"],
        &["nonsense"],
        &["play"],
        &["play", "tria", "--players", "human"],
        &["play", "tria", "--players", "human,human,human"],
        &["play", "tria", "--players", "human,uct(iterations=-1)"],
        &["play", "tria", "--players", "human,uct(iterations=x)"],
        &["play", "tria", "--players", "human,"],
        &["play", "tria", "--players", "human,level(n=11)"],
    ] {
        refused(args);
    }
}

#[test]
fn a_check_also_says_what_keeps_a_description_from_being_played() {
    let text = r#"(game "T" (players 2) (equipment { (board (square 900)) (piece "Stone" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;
    let file = scratch("large.lud", text.as_bytes());
    let (output, _) = ludex(&["check", &file.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("at most 4096 are allowed") && said.contains("large.lud:1:"), "{said}");
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for (game, position) in [
        ("tria", ""),
        ("tria", "nonsense"),
        ("tria", "9/9/9"),
        ("tria", "XXXXX/5/5/5/5 B"),
        ("kalah", "4,4,4"),
        ("kalah", "-4,4,4,4,4,4/4,4,4,4,4,4 stores 0:0 mover 1"),
        ("kalah", "200,4,4,4,4,4/4,4,4,4,4,4 stores 0:0 mover 1"),
        ("awari", "x"),
        ("tricolor", "1-18:b"),
        ("tricolor", "1-99:b white 0"),
        ("tricolor", "1:b19 44-61:w white 0"),
        ("six", "x"),
        ("six", "red 0,0 5,5"),
        ("ohvalhu", "💥"),
    ] {
        refused(&["show", game, "--position", position]);
        refused(&["perft", game, "1", "--position", position]);
    }
}

#[test]
fn unreadable_files_and_malformed_records_are_refused() {
    let missing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-such-file");
    refused(&["conform", &missing.to_string_lossy()]);
    refused(&["play", "--load", &missing.to_string_lossy()]);
    refused(&["check", &missing.to_string_lossy()]);
    let folder = env!("CARGO_TARGET_TMPDIR");
    refused(&["conform", folder]);
    refused(&["play", "--load", folder]);
    let files: &[(&str, &[u8])] = &[
        ("empty.jsonl", b""),
        ("text.jsonl", b"hello"),
        ("binary.jsonl", &[0xff, 0xfe, 0, 1, 2]),
        ("half.jsonl", b"{\"id\":\"a\",\"board\":[3,"),
        ("list.json", b"[1,2,3]"),
        ("truncated.gz", &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]),
        ("only-magic.gz", &[0x1f, 0x8b]),
        ("wrong-game.jsonl", b"{\"game\":\"chess\",\"plies\":[]}"),
    ];
    for (name, content) in files {
        refused(&["conform", &scratch(name, content).to_string_lossy()]);
    }
    let records: &[(&str, &str)] = &[
        ("a.ludex", ""),
        ("b.ludex", "ludex record 2\ngame: tria\n"),
        ("c.ludex", "ludex record 1\n"),
        ("d.ludex", "ludex record 1\ngame: trai\n"),
        ("e.ludex", "ludex record 1\ngame: tria\n\n1. z99\n"),
        ("f.ludex", "ludex record 1\ngame: tria\n\n1. a1 a1\n"),
        ("g.ludex", "ludex record 1\ngame: tria\nseed: x\n"),
        ("h.ludex", "ludex record 1\ngame: tria\n1. a1 {7}\n"),
        ("i.ludex", "ludex record 1\ngame: tria\nposition: nonsense\n"),
        ("j.ludex", "ludex record 1\ngame: tria(rows=1,cols=3)\n\n1. a1 b1 c1\n\nresult: 1-0\n"),
    ];
    for (name, content) in records {
        refused(&["play", "--load", &scratch(name, content.as_bytes()).to_string_lossy()]);
    }
    let other = scratch("k.ludex", b"ludex record 1\ngame: kalah\n");
    refused(&["play", "tria", "--load", &other.to_string_lossy()]);
    refused(&["show", "tria", "--svg", &Path::new(folder).join("no/such/folder.svg").to_string_lossy()]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["games", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ludex starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ludex ends");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_commands_of_matches_measures_solving_and_the_lab_refuse_what_is_wrong() {
    let no_plan = scratch("no-plan.toml", b"name = ");
    let no_plan = no_plan.to_str().expect("a path of plain letters");
    let empty = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-descriptions");
    std::fs::create_dir_all(&empty).expect("a folder");
    let empty = empty.to_str().expect("a path of plain letters");
    for args in [
        &["measure", "kalah", "--games", "0"][..],
        &["measure", "kalah", "--agents", "nobody"],
        &["measure", "chess2", "--games", "1"],
        &["compare", "kalah"],
        &["compare", "kalah", "chess2"],
        &["solve", "chess2"],
        &["solve", "tria", "--position", "nonsense"],
        &["solve", "tria", "--memory", "much"],
        &["solve", "kalah", "--method", "proof"],
        &["solve", "kalah", "--certificate", "no-such-folder/kalah.txt"],
        &["verify", "no-such-file"],
        &["endgames", "query", "kalah", "--seeds", "3"],
        &["endgames", "build", "tria", "--seeds", "3"],
        &["lab", "run", "no-such-plan.toml"],
        &["lab", "run", no_plan],
        &["lab", "status", "no-such-folder"],
        &["lab", "resume", "no-such-folder"],
        &["reproduce", "chess"],
        &["corpus", "--lud", "no-such-folder"],
        &["corpus", "--lud", empty],
    ] {
        refused(args);
    }
}

#[cfg(unix)]
#[test]
fn complaints_that_nobody_reads_do_not_panic() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let status = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["show", "chess2"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(writer)
        .status()
        .expect("ludex starts");
    assert_eq!(status.code(), Some(2));
}
