//! The commands as a newcomer uses them.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

fn run(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ludex")).args(args).output().expect("ludex starts");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&run(args)).expect("JSON")
}

/// Plays at the terminal with these lines typed.
fn play(args: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("ludex starts");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn games_are_listed_with_all_that_other_programs_rely_on() {
    let games = json(&["games", "--json"]);
    for game in games.as_array().expect("a list") {
        for key in ["name", "family", "players", "parameters", "source"] {
            assert!(game.get(key).is_some(), "{game} has no {key}");
        }
    }
    for name in [
        "tria",
        "tessera",
        "tricolor",
        "six",
        "awari",
        "oware",
        "vai-lung-thlan",
        "ohvalhu",
        "kalah",
        "wari",
        "cross-wari",
    ] {
        assert!(
            games.as_array().expect("a list").iter().any(|game| game["name"] == name),
            "{name} is missing"
        );
    }
}

#[test]
fn playouts_give_the_same_results_on_any_number_of_threads() {
    let args = |threads| ["playout", "tria", "-n", "700", "--seed", "3", "--threads", threads, "--json"];
    let (mut one, mut two) = (json(&args("1")), json(&args("2")));
    for speed in ["moves_per_second", "playouts_per_second", "seconds", "threads"] {
        assert!(one[speed].is_number(), "{speed} is missing");
        one[speed] = Value::Null;
        two[speed] = Value::Null;
    }
    assert_eq!(one, two);
    for outcome in ["1", "2", "draw"] {
        for key in ["rate", "low", "high"] {
            assert!(one["outcomes"][outcome][key].is_number(), "{outcome} has no {key}");
        }
    }
    assert!(one["mean_length"].is_number() && one["mean_branching"].is_number());
}

#[test]
fn perft_counts_what_the_rules_allow() {
    let rows = json(&["perft", "tricolor", "3", "--json"]);
    let counts: Vec<u64> =
        rows.as_array().expect("a list").iter().map(|row| row["count"].as_u64().expect("a count")).collect();
    assert_eq!(counts, [88, 7744, 690_976]);
}

#[test]
fn a_game_can_be_played_saved_loaded_and_taken_back() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("played.ludex");
    let file = file.to_string_lossy();
    let game = "tria(rows=3,cols=3,capture=0)";
    let typed = format!("a1\nb1\nmoves\nundo\nc1\nhint\nz9\nsave {file}\nquit\n");
    let seen = play(&[game, "--players", "human,human"], &typed);
    assert!(seen.contains("'z9' is not a legal move here"), "{seen}");
    assert!(seen.contains("try "), "{seen}");
    assert!(seen.contains("saved to"), "{seen}");
    let record = std::fs::read_to_string(&*file).expect("a record");
    assert!(record.contains("1. a1 c1") || record.contains("1. c1"), "{record}");
    let seen = play(&["--load", &file, "--players", "human,random"], "resign\n");
    assert!(seen.contains("resigns"), "{seen}");
}

#[test]
fn agents_play_a_game_to_its_end() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("agents.ludex");
    let file = file.to_string_lossy();
    let seen = play(
        &["kalah(pits=3,seeds=2)", "--players", "uct(iterations=50),random", "--seed", "5", "--save", &file],
        "",
    );
    assert!(seen.contains("the game is over"), "{seen}");
    let record = std::fs::read_to_string(&*file).expect("a record");
    assert!(record.contains("result: "), "{record}");
    let again = play(&["--load", &file, "--players", "random,random"], "");
    assert!(again.contains("the game is over"), "{again}");
}

#[test]
fn every_game_can_be_shown_as_text_and_picture() {
    let games = json(&["games", "--json"]);
    for game in games.as_array().expect("a list") {
        let name = game["name"].as_str().expect("a name");
        let picture = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.svg"));
        let text = run(&["show", name, "--svg", &picture.to_string_lossy()]);
        assert!(text.contains("to move: ") || text.contains("chance decides next"), "{name}: {text}");
        let svg = std::fs::read_to_string(&picture).expect("a picture");
        assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{name}");
        assert!(!run(&["rules", name]).trim().is_empty(), "{name} has no rules");
    }
}

#[test]
fn pyramids_are_drawn_layer_by_layer() {
    let text = run(&["show", "spline"]);
    let numbers = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    assert!(text.lines().any(|line| numbers(line) == ["1", "2", "3", "4"]), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains(". . . .")).count(), 4, "{text}");
}

#[test]
fn recorded_games_agree_and_a_changed_one_does_not() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("oracle/nrow/tria_games.jsonl.gz");
    let seen = run(&["conform", &file.to_string_lossy()]);
    assert!(
        seen.starts_with("ok ")
            && seen.contains("game=")
            && seen.contains("games=")
            && seen.contains("plies="),
        "{seen}"
    );
    let wrong = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong.jsonl");
    let record = r#"{"id":"a","board":[1,3],"k":3,"variant":"0","plies":1,"result":"unfinished","reason":"","moves":[{"player":"B","empties":2,"cell":[0,0],"captured":[]}],"final":["B.."]}"#;
    std::fs::write(&wrong, record).expect("a scratch file");
    let output =
        Command::new(env!("CARGO_BIN_EXE_ludex")).arg("conform").arg(&wrong).output().expect("ludex starts");
    let seen = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{seen}");
    assert!(seen.starts_with("MISMATCH ") && seen.contains("line=1 ply=0 expected"), "{seen}");
}

#[test]
fn completions_are_written_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(run(&["completions", shell]).contains("ludex"), "{shell}");
    }
}

#[test]
fn small_pyramids_have_their_values() {
    for (game, value, plies) in [
        ("spline", "win", Some(9)),
        ("spava", "win", Some(7)),
        ("spava-two-colour", "win", Some(6)),
        ("span", "win", Some(7)),
        ("spree", "loss", Some(14)),
        ("spodd", "win", Some(12)),
        ("spight", "loss", Some(4)),
        ("sparro", "loss", Some(12)),
        ("splice", "draw", None),
    ] {
        let game = format!("{game}(base=3)");
        let found = json(&["solve", &game, "--memory", "64M", "--threads", "1", "--json"]);
        assert_eq!(found["value"], value, "{game}");
        assert_eq!(found["plies"].as_u64(), plies, "{game}");
    }
}

#[test]
fn a_draw_in_which_turns_are_counted_for_ever_is_certified_and_a_damaged_proof_refused() {
    let folder = std::env::temp_dir().join(format!("ludex-certificate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("akron.txt");
    let path = file.to_str().expect("a path");
    let solve =
        ["solve", "akron(base=3)", "--memory", "256M", "--threads", "1", "--json", "--certificate", path];
    let found = json(&solve);
    assert_eq!(found["value"], "draw");
    assert!(run(&["verify", path]).contains("draw for the player to move, proved by"));
    // Without one of its lines the proof is refused, with the place where the position is missed.
    let text = std::fs::read_to_string(&file).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let left_out = lines.len() / 2;
    let rest: Vec<&str> = lines.iter().enumerate().filter(|(n, _)| *n != left_out).map(|(_, l)| *l).collect();
    std::fs::write(&file, rest.join("\n")).expect("it is written");
    let output =
        Command::new(env!("CARGO_BIN_EXE_ludex")).args(["verify", path]).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(
        !output.status.success() && said.contains("line ") && said.contains("not in the strategy"),
        "{said}"
    );
    std::fs::remove_dir_all(&folder).expect("it is gone");
}
