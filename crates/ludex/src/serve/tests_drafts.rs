//! What strangers may write, what positions and runs answer.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::store::Store;
use super::table::HUMAN;
use super::tests::{ask, call, folder, start};

const ROW: &str = r#"(game "Tiny" (players 2) (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end { (if (is Line 3) (result Mover Win)) (if (is Full) (result All Draw)) })))"#;

#[test]
fn a_description_is_checked_as_it_is_typed() {
    let server = start(Store::open(None).unwrap());
    let check =
        |text: &str| ask(server, "POST", "/api/descriptions/check", json!({ "text": text, "plies": 2 }));
    let (status, checked) = check(ROW);
    assert_eq!(status, 200, "{checked}");
    assert_eq!(
        (checked["remarks"].as_array().unwrap().len(), &checked["game"]["title"]),
        (0, &json!("Tiny"))
    );
    assert_eq!(checked["game"]["scene"]["sites"].as_array().unwrap().len(), 9);
    assert_eq!(checked["game"]["scene"]["pieces"].as_array().unwrap().len(), 2);
    let wrong = ROW.replace("Empty", "Emty");
    let (_, checked) = check(&wrong);
    let remark = &checked["remarks"][0];
    assert_eq!(remark["severity"], "error");
    let (from, to) = (remark["from"].as_u64().unwrap() as usize, remark["to"].as_u64().unwrap() as usize);
    assert!(wrong[from..to].contains("Emty"), "{remark}");
    assert!(checked["game"].is_null());
}

#[test]
fn words_are_completed_and_explained() {
    let server = start(Store::open(None).unwrap());
    let at = ROW.find("Empty").unwrap() + 2;
    let typed = format!("{}{}", &ROW[..at], &ROW[at + 3..]);
    let (_, found) =
        ask(server, "POST", "/api/descriptions/complete", json!({ "text": typed, "offset": at }));
    assert!(found.as_array().unwrap().iter().any(|one| one["text"] == "Empty"), "{found}");
    let at = ROW.find("is Line").unwrap() + 1;
    let (_, found) = ask(server, "POST", "/api/descriptions/hover", json!({ "text": ROW, "offset": at }));
    assert!(found["text"].as_str().unwrap().contains("Line"), "{found}");
}

#[test]
fn a_draft_is_played_and_outlives_the_server() {
    let folder = folder("drafts");
    let file = folder.join("ludex.sqlite");
    let first = start(Store::open(Some(&file)).unwrap());
    let begin = Instant::now();
    let (status, kept) = ask(first, "POST", "/api/descriptions", json!({ "text": ROW }));
    assert_eq!(status, 200, "{kept}");
    let game = kept["game"].as_str().unwrap();
    assert!(game.starts_with("draft-"));
    let (status, view) = ask(
        first,
        "POST",
        "/api/tables",
        json!({ "game": game, "seats": [HUMAN, "uct(iterations=20)"], "pace": 0 }),
    );
    assert_eq!((status, &view["title"]), (200, &json!("Tiny")), "{view}");
    assert!(begin.elapsed() < Duration::from_secs(5), "playable after {:?}", begin.elapsed());
    let path = format!("/api/tables/{}", view["id"].as_str().unwrap());
    ask(first, "POST", &format!("{path}/play"), json!({ "move": "b2" }));
    let second = start(Store::open(Some(&file)).unwrap());
    for _ in 0..400 {
        let (status, view) = ask(second, "GET", &path, Value::Null);
        assert_eq!(status, 200, "{view}");
        if view["tree"].as_array().unwrap().len() == 3 {
            let (_, text) = ask(second, "GET", &format!("/api/descriptions/{game}"), Value::Null);
            assert_eq!(text["text"], ROW);
            std::fs::remove_dir_all(&folder).unwrap();
            return;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    panic!("the agent never moved");
}

#[test]
fn a_strangers_description_cannot_harm() {
    let server = start(Store::open(None).unwrap());
    let game = |equipment: &str, rules: &str| {
        format!("(game \"G\" (players 2) (equipment {{ {equipment} (piece \"S\" Each) }}) (rules {rules}))")
    };
    let add = "(play (move Add (to (sites Empty))))";
    let full = "(end (if (is Full) (result All Draw)))";
    let board = "(board (square 3))";
    let deep = (0..150).fold("(move Pass)".to_string(), |inner, _| format!("(or {inner} (move Pass))"));
    let texts = [
        "(".repeat(60_000),
        "(define \"A\" (x \"A\" \"A\")) (game \"G\" \"A\")".to_string(),
        "(game \"G\" {0..999999999})".to_string(),
        game("(board (square 100000))", &format!("{add} {full}")),
        game("(board (square 60))", &format!("{add} {full}")),
        game("(board (hex 99999999999999))", &format!("{add} {full}")),
        game(board, &format!("(start (place \"S1\" (sites {{0..100000}}))) {add} {full}")),
        game(board, &format!("(play {deep}) {full}")),
        // A turn that never ends, a game that never ends, and an effect that goes on for ever.
        game(board, &format!("(play (move Add (to (sites Board)) (then (moveAgain)))) {full}")),
        game(board, &format!("(play (move Pass)) {full}")),
        game(
            board,
            &format!("(play (move Add (to (sites Empty)) (then (while (>= 1 1) (set Counter))))) {full}"),
        ),
        game("(board (square 3)) (dice num:1000000)", &format!("{add} {full}")),
    ];
    for text in texts {
        let begin = Instant::now();
        let shown: String = text.chars().take(200).collect();
        let (status, checked) =
            ask(server, "POST", "/api/descriptions/check", json!({ "text": text, "plies": 60 }));
        assert!(status == 200 || status == 422, "{status} for {shown}: {checked}");
        let (status, kept) = ask(server, "POST", "/api/descriptions", json!({ "text": text }));
        assert!(status == 200 || status == 422, "{status} for {shown}: {kept}");
        assert!(begin.elapsed() < Duration::from_secs(25), "{:?} for {shown}", begin.elapsed());
        if status == 200 {
            // What is let in can be played by agents, and the server goes on.
            let seats = json!({ "game": kept["game"], "seats": [HUMAN, HUMAN] });
            let (status, view) = ask(server, "POST", "/api/tables", seats);
            assert_eq!(status, 200, "{shown}: {view}");
            let hint = format!("/api/tables/{}/hint", view["id"].as_str().unwrap());
            let (status, answer) = ask(server, "POST", &hint, json!({ "agent": "uct(iterations=10)" }));
            assert!(matches!(status, 200 | 409), "{shown}: {answer}");
        }
    }
    let (status, problem) = ask(server, "POST", "/api/descriptions", json!({ "text": "x".repeat(100_000) }));
    assert_eq!(status, 422);
    assert!(problem["detail"].as_str().unwrap().contains("at most 65536 bytes"), "{problem}");
    for name in ["draft-0000000000000000", "..%2f..%2fetc%2fpasswd", "tria"] {
        assert_eq!(ask(server, "GET", &format!("/api/descriptions/{name}"), Value::Null).0, 404, "{name}");
    }
    assert_eq!(call(server, "GET", "/api/games", "", "").0, 200);
}

#[test]
fn a_position_is_shown_or_refused_with_a_sentence() {
    let server = start(Store::open(None).unwrap());
    let look = |game: &str, position: &str| {
        ask(server, "POST", "/api/position", json!({ "game": game, "position": position }))
    };
    let (status, shown) = look("tria(rows=3,cols=3)", "b2/3/2w w");
    assert_eq!(status, 200, "{shown}");
    assert_eq!((&shown["player"], &shown["moves"]), (&json!(1), &json!(7)));
    let (status, start) = look("tic-tac-toe", "");
    assert_eq!((status, &start["pieces"]), (200, &json!(["Cross1", "Nought2"])));
    for (position, sentence) in [
        ("board:z9=Cross1", "there is no place 'z9'"),
        ("nonsense", "KEY:VALUE"),
        ("board:a1=Nobody", "Nobody"),
    ] {
        let (status, problem) = look("tic-tac-toe", position);
        assert_eq!(status, 422);
        assert!(problem["detail"].as_str().unwrap().contains(sentence), "{problem}");
    }
}

#[test]
fn exact_values_are_told_where_they_can_be_proved() {
    let server = start(Store::open(None).unwrap());
    let exact = |game: &str, position: &str| {
        let (_, view) = ask(server, "POST", "/api/tables", json!({ "game": game, "position": position }));
        let path = format!("/api/tables/{}/exact", view["id"].as_str().unwrap());
        ask(server, "POST", &path, Value::Null)
    };
    let (status, found) = exact("tic-tac-toe", "board:a1=Cross1,b1=Cross1,a3=Nought2,b3=Nought2 mover:1");
    assert_eq!((status, &found["value"], &found["plies"]), (200, &json!("win"), &json!(1)), "{found}");
    assert_eq!(found["line"][0], "c1");
    let (_, found) = exact("tic-tac-toe", "board:b2=Cross1,a1=Nought2 mover:1");
    assert_eq!(found["value"], "draw", "{found}");
}

fn finished(server: std::net::SocketAddr, id: &Value) -> Value {
    for _ in 0..600 {
        let (status, run) = ask(server, "GET", &format!("/api/runs/{id}"), Value::Null);
        assert_eq!(status, 200, "{run}");
        if !matches!(run["phase"].as_str(), Some("waiting" | "running")) {
            return run;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("the run never ended");
}

#[test]
fn a_match_and_a_measurement_are_run_and_kept() {
    let folder = folder("runs");
    let file = folder.join("ludex.sqlite");
    let server = start(Store::open(Some(&file)).unwrap());
    let wish = json!({ "kind": "match", "game": "tria(rows=3,cols=3)", "games": 20,
                       "agents": ["uct(iterations=100)", "random"] });
    let (status, run) = ask(server, "POST", "/api/runs", wish);
    assert_eq!(status, 200, "{run}");
    let run = finished(server, &run["id"]);
    assert_eq!((&run["phase"], &run["done"]), (&json!("finished"), &json!(20)), "{run}");
    let report = &run["report"];
    let all: u64 = ["wins", "draws", "losses"].iter().map(|key| report[key].as_u64().unwrap()).sum();
    assert_eq!(all, 20);
    assert!(report["score"]["low"].as_f64() < report["score"]["value"].as_f64(), "{report}");
    let wish = json!({ "kind": "measure", "game": "tria(rows=3,cols=3)", "games": 40 });
    let (_, measured) = ask(server, "POST", "/api/runs", wish);
    let measured = finished(server, &measured["id"]);
    assert_eq!(measured["phase"], "finished", "{measured}");
    assert!(measured["report"]["metrics"].as_array().unwrap().len() > 5, "{measured}");
    let again = start(Store::open(Some(&file)).unwrap());
    let (_, runs) = ask(again, "GET", "/api/runs", Value::Null);
    assert_eq!((runs.as_array().unwrap().len(), &runs[1]["report"]), (2, report));
    assert_eq!(ask(again, "DELETE", &format!("/api/runs/{}", run["id"]), Value::Null).0, 200);
    assert_eq!(ask(again, "GET", &format!("/api/runs/{}", run["id"]), Value::Null).0, 404);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_match_that_was_cut_off_goes_on_to_the_same_end() {
    let folder = folder("resume");
    let file = folder.join("ludex.sqlite");
    let wish = json!({ "kind": "match", "game": "tria(rows=3,cols=3)", "games": 300,
                       "agents": ["uct(iterations=60)", "random"] });
    let first = start(Store::open(Some(&file)).unwrap());
    let (_, run) = ask(first, "POST", "/api/runs", wish.clone());
    let whole = finished(first, &run["id"]);
    // The same run as a crash would have left it, halfway.
    let store = Store::open(Some(&file)).unwrap();
    let (id, _, data) = store.runs().unwrap().remove(0);
    let mut kept: Value = serde_json::from_str(&data).unwrap();
    kept["phase"] = json!("running");
    kept["done"] = json!(150);
    kept["results"].as_array_mut().unwrap().truncate(150);
    store.save_run(id, &kept.to_string()).unwrap();
    let second = start(Store::open(Some(&file)).unwrap());
    let resumed = finished(second, &run["id"]);
    for key in ["wins", "draws", "losses", "distinct", "course"] {
        assert_eq!(resumed["report"][key], whole["report"][key], "{key}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn wrong_runs_get_a_sentence() {
    let server = start(Store::open(None).unwrap());
    let cases = [
        (
            json!({ "kind": "match", "game": "trai", "games": 2, "agents": ["random", "random"] }),
            "did you mean",
        ),
        (json!({ "kind": "match", "game": "tria", "games": 2, "agents": ["random"] }), "two agents"),
        (json!({ "kind": "match", "game": "tria", "games": 0, "agents": ["random", "random"] }), "from 1 to"),
        (json!({ "kind": "match", "game": "tria", "games": 2, "agents": ["human", "random"] }), "not people"),
        (
            json!({ "kind": "match", "game": "tria", "games": 2, "agents": ["uct(time=9999999)", "random"] }),
            "time is at most",
        ),
        (
            json!({ "kind": "match", "game": "x.lud", "games": 2, "agents": ["random", "random"] }),
            "files of the server",
        ),
        (
            json!({ "kind": "match", "game": "tria", "games": 2, "agents": ["external(command=ls)", "random"] }),
            "",
        ),
        (json!({ "kind": "dance", "game": "tria", "games": 2 }), "dance"),
    ];
    for (wish, sentence) in cases {
        let (status, problem) = ask(server, "POST", "/api/runs", wish.clone());
        assert_eq!(status, 422, "{wish}: {problem}");
        assert!(problem["detail"].as_str().unwrap().contains(sentence), "{wish}: {problem}");
    }
    assert_eq!(ask(server, "POST", "/api/runs/77/stop", Value::Null).0, 404);
}
