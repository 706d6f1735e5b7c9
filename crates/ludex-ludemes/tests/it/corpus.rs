//! A run over a folder of descriptions, good and bad.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use ludex_ludemes::corpus::{Corpus, Request, Stage, run};

const ROW: &str = r#"(game "Row" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

/// Player 1 has the lowest row first.
const TRIAL: &str = "game=/somewhere/lud/good/row.lud
START GAME OPTIONS
END GAME OPTIONS
RNG internal state=1,2,3,4,5,6,7,8
Move=[Move:mover=1,from=0,to=0,actions=[Add:type=Cell,to=0,what=1,decision=true]]
Move=[Move:mover=2,from=4,to=4,actions=[Add:type=Cell,to=4,what=2,decision=true]]
Move=[Move:mover=1,from=1,to=1,actions=[Add:type=Cell,to=1,what=1,decision=true]]
Move=[Move:mover=2,from=5,to=5,actions=[Add:type=Cell,to=5,what=2,decision=true]]
Move=[Move:mover=1,from=2,to=2,actions=[Add:type=Cell,to=2,what=1,decision=true]]
LEGAL MOVES LIST SIZE = 9
LEGAL MOVES LIST SIZE = 8
LEGAL MOVES LIST SIZE = 7
LEGAL MOVES LIST SIZE = 6
LEGAL MOVES LIST SIZE = 5
numInitialPlacementMoves=0
winner=1
endtype=NaturalEnd
rankings=0.0,1.0,2.0
SANDBOX=false
LUDII_VERSION=1.3.14
";

fn ran(name: &str, trials: &[(&str, String)]) -> Corpus {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    let (lud, kept) = (folder.join("lud"), folder.join("trials"));
    fs::create_dir_all(lud.join("good")).unwrap();
    fs::create_dir_all(&kept).unwrap();
    fs::write(lud.join("good/row.lud"), ROW).unwrap();
    fs::write(lud.join("broken.lud"), "(game \"Broken\"").unwrap();
    fs::write(lud.join("unknown.lud"), ROW.replace("is Line", "is Lime")).unwrap();
    fs::write(lud.join("ahead.lud"), ROW.replace("(square 3))", "(square 3)) (dominoes upTo:3)")).unwrap();
    let for_ever = "(sites Empty)) (then (while (= 1 1) (set Var 1)))";
    fs::write(lud.join("for-ever.lud"), ROW.replace("(sites Empty))", for_ever)).unwrap();
    for (file, text) in trials {
        fs::write(kept.join(file), text).unwrap();
    }
    let request = Request {
        lud,
        defs: None,
        trials: Some(kept),
        milestone: None,
        threads: 2,
        play: Duration::from_millis(5),
        replay: Duration::from_secs(20),
    };
    run(&request, &|_| {}).unwrap()
}

#[test]
fn every_description_gets_as_far_as_it_can() {
    let corpus = ran("corpus", &[("a.txt", TRIAL.to_string()), ("b.txt", TRIAL.to_string())]);
    let stage = |path: &str| corpus.games.iter().find(|game| game.path == path).unwrap().stage;
    assert_eq!(stage("broken.lud"), Stage::Unread);
    assert_eq!(stage("unknown.lud"), Stage::Parsed);
    assert_eq!(stage("ahead.lud"), Stage::Checked);
    assert_eq!(stage("for-ever.lud"), Stage::Checked);
    assert_eq!(stage("good/row.lud"), Stage::Playable);
    let totals = corpus.totals;
    assert_eq!((totals.found, totals.compiled, totals.playable, totals.replayed), (5, 1, 1, 1));
    let row = corpus.games.iter().find(|game| game.path == "good/row.lud").unwrap();
    assert_eq!((row.milestone, row.trials, row.replayed), (Some(1), 2, 2));
    let ahead = corpus.games.iter().find(|game| game.path == "ahead.lud").unwrap();
    assert_eq!((ahead.milestone, ahead.missing.as_slice()), (None, &["dominoes".to_string()][..]));
}

#[test]
fn trials_that_part_from_the_rules_are_noticed() {
    let count = TRIAL.replace("SIZE = 6", "SIZE = 7");
    let mover = TRIAL.replace("Move:mover=2,from=5", "Move:mover=1,from=5");
    let effect = TRIAL.replace("to=5,what=2", "to=5,what=1");
    let early = TRIAL.replace("to=1,to=1", "to=3,to=3").replace("from=1,to=1", "from=3,to=3");
    let winner = TRIAL.replace("rankings=0.0,1.0,2.0", "rankings=0.0,2.0,1.0");
    for (index, trial) in [count, mover, effect, early, winner].into_iter().enumerate() {
        let corpus = ran(&format!("parting{index}"), &[("a.txt", TRIAL.to_string()), ("b.txt", trial)]);
        let row = corpus.games.iter().find(|game| game.path == "good/row.lud").unwrap();
        assert_eq!((row.trials, row.replayed), (2, 1), "trial {index}");
        assert_eq!(corpus.totals.replayed, 0);
        assert!(row.trouble.starts_with("b.txt move"), "{}", row.trouble);
    }
}

#[test]
fn the_report_as_json_has_the_fields_that_programs_expect() {
    let json = serde_json::to_value(ran("json", &[])).unwrap();
    let keys = |value: &serde_json::Value| -> Vec<String> {
        let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(&json), ["games", "totals"]);
    assert_eq!(keys(&json["totals"]), ["compiled", "found", "playable", "replayed"]);
    let expected = ["milestone", "missing", "path", "playouts_per_second", "replayed", "status", "trials"];
    for game in json["games"].as_array().unwrap() {
        assert_eq!(keys(game), expected);
    }
    assert_eq!(json["games"][4]["status"], "parsed");
}
