//! The server over the wire, and tables by themselves.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use ludex_search::Stop;
use serde_json::{Value, json};

use super::games::Games;
use super::hall::{Hall, Limits};
use super::store::Store;
use super::table::{HUMAN, Table};
use super::{App, routes};

const GAME: &str = "tria(rows=3,cols=3)";

fn limits() -> Limits {
    Limits { searches: 1, waiting: 4, each: 2, longest: Duration::from_secs(5), tables: 3, kept: 20 }
}

fn games() -> Arc<Games> {
    Arc::new(Games::new(Arc::new(Store::open(None).unwrap())))
}

/// A new folder for what is kept.
pub(super) fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("ludex-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A server on a free port that lives as long as the test program.
pub(super) fn start(store: Store) -> SocketAddr {
    let app = App::new(store, limits(), Vec::new()).unwrap();
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        super::runtime().unwrap().block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            send.send(listener.local_addr().unwrap()).unwrap();
            axum::serve(listener, routes::router(app)).await.unwrap();
        });
    });
    receive.recv().unwrap()
}

/// Sends a request and returns the status, the headers and the body.
pub(super) fn call(
    to: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> (u16, String, String) {
    let mut stream = TcpStream::connect(to).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let host = if headers.contains("Host:") { String::new() } else { format!("Host: {to}\r\n") };
    let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\n{host}{kind}{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head.to_lowercase(), body.to_string())
}

pub(super) fn ask(to: SocketAddr, method: &str, path: &str, body: Value) -> (u16, Value) {
    let text = if body.is_null() { String::new() } else { body.to_string() };
    let (status, _, body) = call(to, method, path, "", &text);
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

fn open(to: SocketAddr, seats: &[&str]) -> Value {
    let (status, view) = ask(to, "POST", "/api/tables", json!({ "game": GAME, "seats": seats, "pace": 0 }));
    assert_eq!(status, 200, "{view}");
    view
}

#[test]
fn a_game_is_played_over_the_wire() {
    let server = start(Store::open(None).unwrap());
    let view = open(server, &[HUMAN, HUMAN]);
    let id = view["id"].as_str().unwrap();
    assert_eq!(view["moves"].as_array().unwrap().len(), 9);
    for text in ["a1", "b1", "a2", "b2", "a3"] {
        let (status, view) = ask(server, "POST", &format!("/api/tables/{id}/play"), json!({ "move": text }));
        assert_eq!(status, 200, "{view}");
    }
    let (_, view) = ask(server, "GET", &format!("/api/tables/{id}"), Value::Null);
    assert_eq!(view["outcome"]["winner"], 0);
    assert_eq!(view["turn"]["kind"], "over");
    let (status, problem) = ask(server, "POST", &format!("/api/tables/{id}/play"), json!({ "move": "c3" }));
    assert_eq!((status, problem["detail"].as_str()), (409, Some("the game is over")));
    let (_, _, record) = call(server, "GET", &format!("/api/tables/{id}/record"), "", "");
    assert!(record.contains("1. a1 b1\n2. a2 b2\n3. a3\n") && record.contains("result: 1-0"), "{record}");
    let (status, again) = ask(server, "POST", "/api/tables", json!({ "record": record }));
    assert_eq!((status, &again["outcome"]["winner"]), (200, &json!(0)));
}

#[test]
fn agents_answer_a_persons_move() {
    let server = start(Store::open(None).unwrap());
    let view = open(server, &[HUMAN, "random"]);
    let path = format!("/api/tables/{}", view["id"].as_str().unwrap());
    ask(server, "POST", &format!("{path}/play"), json!({ "move": "b2" }));
    for _ in 0..200 {
        let (_, view) = ask(server, "GET", &path, Value::Null);
        if view["tree"].as_array().unwrap().len() == 3 {
            assert_eq!(view["turn"]["player"], 0);
            return;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    panic!("the agent never moved");
}

#[test]
fn taking_back_ends_the_agents_thinking() {
    let server = start(Store::open(None).unwrap());
    let view = open(server, &[HUMAN, "uct(time=4000)"]);
    let path = format!("/api/tables/{}", view["id"].as_str().unwrap());
    let (_, view) = ask(server, "POST", &format!("{path}/play"), json!({ "move": "b2" }));
    assert_eq!(view["thinking"], true);
    let begin = std::time::Instant::now();
    ask(server, "POST", &format!("{path}/undo"), Value::Null);
    while ask(server, "GET", &path, Value::Null).1["thinking"] == true {
        assert!(begin.elapsed() < Duration::from_secs(3), "the agent thinks on");
        std::thread::sleep(Duration::from_millis(20));
    }
    let (_, view) = ask(server, "GET", &path, Value::Null);
    assert_eq!((&view["node"], &view["turn"]["player"]), (&json!(0), &json!(0)));
}

#[test]
fn wrong_requests_get_a_sentence() {
    let server = start(Store::open(None).unwrap());
    let view = open(server, &[HUMAN, HUMAN]);
    let play = format!("/api/tables/{}/play", view["id"].as_str().unwrap());
    let long = "x".repeat(5000);
    let cases = [
        ("POST", play.as_str(), json!({ "move": "z9" }), 422, "'z9' is not a legal move here"),
        ("POST", play.as_str(), json!({ "movee": "a1" }), 422, "missing field `move`"),
        (
            "POST",
            play.as_str(),
            json!({ "move": long }),
            422,
            "a move may have at most 4096 characters, not 5000",
        ),
        ("POST", "/api/tables", json!({ "game": "trai" }), 422, "did you mean 'tria'?"),
        (
            "POST",
            "/api/tables",
            json!({ "game": GAME, "seats": ["humann", "human"] }),
            422,
            "there is no agent 'humann'",
        ),
        (
            "POST",
            "/api/tables",
            json!({ "game": GAME, "seats": ["human"] }),
            422,
            "2 seats are needed, not 1",
        ),
        (
            "POST",
            "/api/tables",
            json!({ "game": GAME, "seats": ["mistaken(agent=strong(threads=8))", "human"] }),
            422,
            "one thread",
        ),
        (
            "POST",
            "/api/tables",
            json!({ "game": GAME, "seats": ["mistaken(agent=alphabeta(memory=65536))", "human"] }),
            422,
            "the memory of an agent is at most 16",
        ),
        ("POST", "/api/tables", json!({ "record": "nonsense" }), 422, "a record begins with"),
        ("GET", "/api/rules", Value::Null, 422, "say which game"),
        ("GET", "/api/rules?game=/etc/secret.lud", Value::Null, 422, "files of the server cannot be opened"),
        ("POST", "/api/tables", json!({ "game": "../x.lud" }), 422, "files of the server cannot be opened"),
        (
            "GET",
            "/api/tables/00000000000000000000000000000000",
            Value::Null,
            404,
            "there is no table with this link",
        ),
        ("GET", "/api/tables/..%2f..%2fetc", Value::Null, 404, "there is no table with this link"),
        ("GET", "/api/nothing", Value::Null, 404, "nothing under this address"),
    ];
    for (method, path, body, expected, sentence) in cases {
        let (status, problem) = ask(server, method, path, body);
        assert_eq!(status, expected, "{path}: {problem}");
        assert!(problem["detail"].as_str().unwrap_or("").contains(sentence), "{path}: {problem}");
    }
    let (status, _, _) =
        call(server, "POST", "/api/tables", "", &format!("{{\"game\":\"{}\"}}", "y".repeat(2 << 20)));
    assert_eq!(status, 413);
}

#[test]
fn foreign_pages_may_neither_change_nor_listen() {
    let server = start(Store::open(None).unwrap());
    let view = open(server, &[HUMAN, HUMAN]);
    let path = format!("/api/tables/{}", view["id"].as_str().unwrap());
    let foreign = "Origin: http://elsewhere.example\r\n";
    assert_eq!(call(server, "POST", &format!("{path}/undo"), foreign, "").0, 403);
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    assert_eq!(call(server, "GET", &format!("{path}/live"), &format!("{foreign}{upgrade}"), "").0, 403);
    assert_eq!(call(server, "GET", &path, "Host: rebound.example\r\n", "").0, 403);
}

#[test]
fn tables_outlive_the_server() {
    let folder = folder("tables");
    let file = folder.join("ludex.sqlite");
    let first = start(Store::open(Some(&file)).unwrap());
    let view = open(first, &[HUMAN, HUMAN]);
    let path = format!("/api/tables/{}", view["id"].as_str().unwrap());
    ask(first, "POST", &format!("{path}/play"), json!({ "move": "b2" }));
    ask(first, "POST", &format!("{path}/play"), json!({ "move": "a1" }));
    ask(first, "POST", &format!("{path}/go"), json!({ "node": 1 }));
    ask(first, "POST", &format!("{path}/play"), json!({ "move": "c1" }));
    // The first server is still there, as after a crash that leaves its files behind.
    let second = start(Store::open(Some(&file)).unwrap());
    let (status, view) = ask(second, "GET", &path, Value::Null);
    assert_eq!(status, 200, "{view}");
    let texts: Vec<&str> =
        view["tree"].as_array().unwrap().iter().map(|n| n["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["", "b2", "a1", "c1"]);
    assert_eq!(view["node"], 3);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn tables_nobody_looks_at_rest_on_disk() {
    let server = start(Store::open(None).unwrap());
    let ids: Vec<String> =
        (0..8).map(|_| open(server, &[HUMAN, HUMAN])["id"].as_str().unwrap().to_string()).collect();
    for id in ids {
        assert_eq!(ask(server, "GET", &format!("/api/tables/{id}"), Value::Null).0, 200);
    }
}

#[test]
fn no_more_tables_are_kept_than_there_is_room_for() {
    let server = start(Store::open(None).unwrap());
    for _ in 0..limits().kept {
        open(server, &[HUMAN, HUMAN]);
    }
    let (status, problem) = ask(server, "POST", "/api/tables", json!({ "game": GAME }));
    assert_eq!(status, 503);
    assert!(problem["detail"].as_str().unwrap().contains("at most 20 tables"), "{problem}");
}

#[tokio::test]
async fn one_visitor_cannot_have_all_agents() {
    let store = Arc::new(Store::open(None).unwrap());
    let hall = Hall::new(store.clone(), Arc::new(Games::new(store)), limits());
    let search = |visitor: Option<std::net::IpAddr>| {
        let (stop, work) = (Stop::new(), |_: &Stop| std::thread::sleep(Duration::from_millis(100)));
        let hall = &hall;
        super::guard::on_behalf(visitor, async move { hall.search(GAME, &stop, work).await })
    };
    let (one, other) = (Some([10, 0, 0, 1].into()), Some([10, 0, 0, 2].into()));
    let (a, b, c, d, e) = tokio::join!(search(one), search(one), search(one), search(other), search(None));
    assert!(a.is_ok() && b.is_ok() && d.is_ok() && e.is_ok());
    assert!(c.unwrap_err().sentence.contains("at most 2 agents"));
    assert!(search(one).await.is_ok(), "what is done no longer counts");
}

#[test]
fn a_hint_is_a_legal_move() {
    let server = start(Store::open(None).unwrap());
    let view = open(server, &[HUMAN, HUMAN]);
    let path = format!("/api/tables/{}/hint", view["id"].as_str().unwrap());
    let (status, report) = ask(server, "POST", &path, json!({ "agent": "uct(iterations=200)" }));
    assert_eq!(status, 200, "{report}");
    let legal = view["moves"].as_array().unwrap();
    assert!(legal.iter().any(|m| m["text"] == report["line"][0]), "{report}");
}

#[test]
fn taking_back_skips_the_agents_moves() {
    let mut table =
        Table::open(&games(), "x".to_string(), GAME, vec![HUMAN.to_string(), "random".to_string()], 1)
            .unwrap();
    for text in ["a1", "b2", "a2"] {
        table.play(text, None).unwrap();
    }
    table.undo().unwrap();
    assert_eq!(table.record().moves.len(), 2);
    table.undo().unwrap();
    assert_eq!(table.record().moves.len(), 0);
    assert!(table.undo().is_err());
}

#[test]
fn another_move_becomes_a_variation() {
    let mut table = Table::open(&games(), "x".to_string(), GAME, Vec::new(), 1).unwrap();
    table.play("a1", None).unwrap();
    table.play("b2", None).unwrap();
    table.go_to(1).unwrap();
    table.play("c3", None).unwrap();
    assert_eq!(table.node, 3);
    table.go_to(1).unwrap();
    table.play("b2", None).unwrap();
    assert_eq!(table.node, 2, "the same move leads to the same place");
    assert!(table.go_to(99).is_err());
}
