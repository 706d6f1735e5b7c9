//! Agents against each other, against other programs, and against their former selves.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const LUDEX: &str = env!("CARGO_BIN_EXE_ludex");

fn ludex(args: &[&str]) -> Output {
    Command::new(LUDEX).args(args).stdin(Stdio::null()).output().expect("ludex starts")
}

/// The object on the last line.
fn json(args: &[&str]) -> Value {
    let output = ludex(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    serde_json::from_str(text.trim().lines().last().expect("a line")).expect("JSON")
}

fn refused(args: &[&str]) -> String {
    let output = ludex(args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{args:?}: {said}");
    said
}

#[test]
fn a_match_ends_with_one_object_that_others_rely_on() {
    let a = "uct(iterations=60)";
    let args =
        |threads| ["match", "tria", a, "random", "-n", "20", "--seed", "4", "--threads", threads, "--json"];
    let (mut one, mut two) = (json(&args("1")), json(&args("2")));
    for key in [
        "game",
        "a",
        "b",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "low",
        "high",
        "elo",
        "elo_low",
        "elo_high",
        "distinct_games",
        "seconds",
    ] {
        assert!(!one[key].is_null(), "{key} is missing: {one}");
    }
    let number = |key: &str| one[key].as_f64().expect("a number");
    assert_eq!(number("games"), 20.0);
    assert_eq!(number("wins") + number("draws") + number("losses"), 20.0);
    assert!((number("score") - (number("wins") + number("draws") / 2.0) / 20.0).abs() < 1e-12);
    assert!(number("low") <= number("score") && number("score") <= number("high"));
    assert!(number("elo_low") <= number("elo") && number("elo") <= number("elo_high"));
    assert!(number("distinct_games") > 10.0 && number("score") > 0.6, "{one}");
    for machine in ["seconds", "seconds_a_move", "threads"] {
        one[machine] = Value::Null;
        two[machine] = Value::Null;
    }
    assert_eq!(one, two, "threads change nothing");
}

#[test]
fn limits_apply_to_agents_without_their_own() {
    let seen =
        json(&["match", "kalah(pits=3,seeds=2)", "strong", "uct", "-n", "4", "--nodes", "50", "--json"]);
    assert_eq!(
        (seen["a"].as_str(), seen["b"].as_str()),
        (Some("strong(nodes=50)"), Some("uct(iterations=50)"))
    );
    let seen = json(&["match", "tria", "strong", "level(n=1)", "-n", "2", "--time", "5ms", "--json"]);
    assert_eq!((seen["a"].as_str(), seen["b"].as_str()), (Some("strong(time=5)"), Some("level(n=1)")));
}

#[test]
fn an_external_program_can_be_played_against() {
    let engine = format!("external(command={LUDEX} engine kalah --agent greedy)");
    let seen =
        json(&["match", "kalah", "random", &engine, "-n", "6", "--time", "1", "--threads", "2", "--json"]);
    assert_eq!(seen["games"].as_u64(), Some(6), "{seen}");
    assert_eq!(seen["crashes"].as_u64(), Some(0), "{seen}");
    assert!(seen["score"].as_f64().is_some_and(|score| score < 0.5), "{seen}");
    let said = refused(&["match", "kalah", "random", "external(command=/no/such/program)", "-n", "2"]);
    assert!(said.contains("cannot be started"), "{said}");
    let said = refused(&["match", "kalah", "random", "external(command=true)", "-n", "2"]);
    assert!(said.contains("does not speak UGI"), "{said}");
    // Only a match may start programs.
    let said = refused(&["play", "kalah", "--players", "random,external(command=true)"]);
    assert!(said.contains("there is no agent 'external'"), "{said}");
}

#[test]
fn wrong_matches_are_refused() {
    for args in [
        &["match"][..],
        &["match", "kalah"],
        &["match", "kalah", "random"],
        &["match", "kalha", "random", "random"],
        &["match", "kalah", "randum", "random"],
        &["match", "kalah", "random", "human"],
        &["match", "kalah", "random", "random", "-n", "0"],
        &["match", "kalah", "random", "random", "--time", "soon"],
        &["match", "kalah", "random", "random", "--time", "1", "--nodes", "5"],
        &["engine", "kalha"],
        &["engine", "kalah", "--agent", "nobody"],
        &["tune", "kalah", "random"],
        &["tune", "kalah", "uct", "--knobs", "colour"],
        &["tune", "kalah", "uct", "--knobs", "c=2..1"],
        &["tune", "kalah", "uct", "--knobs", "c=-5..1"],
        &["tune", "tria", "alphabeta", "--method", "genetic"],
    ] {
        refused(args);
    }
}

#[test]
fn an_engine_speaks_ugi() {
    let mut child = Command::new(LUDEX)
        .args(["engine", "kalah"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("ludex starts");
    let lines = "ugi\nisready\nuginewgame\nposition startpos\nquery p1turn\nnonsense\ngo nodes 2000\n";
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success());
    for line in ["ugiok", "readyok", "response true"] {
        assert!(text.lines().any(|seen| seen == line), "{line}: {text}");
    }
    assert!(text.contains("info string error 'nonsense' is no command"), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{text}");
}

#[test]
fn tuning_goes_on_where_it_was_stopped() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tuning.json");
    let _ = std::fs::remove_file(&file);
    let file = file.to_string_lossy().into_owned();
    let base = [
        "tune",
        "kalah(pits=3,seeds=2)",
        "uct(iterations=20)",
        "--knobs",
        "c=0.1..3",
        "--verify",
        "10",
        "--json",
    ];
    let run = |more: &[&str]| json(&[&base[..], more].concat());
    let whole = run(&["--steps", "12"]);
    assert_eq!(run(&["--steps", "12", "--threads", "1"]), whole);
    // The file of a finished run has nothing left to do, and belongs to its words alone.
    assert_eq!(run(&["--steps", "12", "--state", &file]), whole);
    assert_eq!(run(&["--steps", "12", "--state", &file]), whole);
    let said = refused(&[&base[..], &["--steps", "13", "--state", &file]].concat());
    assert!(said.contains("belongs to another run"), "{said}");
    let bred = ["tune", "kalah(pits=3,seeds=2)", "evolved(depth=2)", "--method", "genetic", "--steps", "2"];
    let bred = json(&[&bred[..], &["--population", "4", "-n", "2", "--verify", "4", "--json"]].concat());
    assert!(bred["tuned"].as_str().is_some_and(|tuned| tuned.matches(';').count() == 5), "{bred}");
}
