//! Many people at the server at once: games against an agent, and pages that only look.
//!
//! A small crowd in every run of the tests; with `LUDEX_FULL=1` the crowd that the server is made for, on two
//! processors: 200 games with an agent at 50 ms a move, and 1,000 idle pages.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A server in a process of its own.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start() -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(["serve", "--port", "0", "--forget"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_end_matches('/').rsplit('/').next().unwrap().parse().unwrap();
        Server { child, address }
    }

    /// Resident memory in megabytes, where the system tells.
    fn memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is kept for many requests.
struct Client {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
}

impl Client {
    fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Client { stream: BufReader::new(stream), address }
    }

    fn ask(&mut self, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let (address, length) = (self.address, body.len());
        write!(
            self.stream.get_mut(),
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let (status, length) = self.head();
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).unwrap();
        assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&answer));
        serde_json::from_slice(&answer).unwrap()
    }

    /// The status and the length of an answer.
    fn head(&mut self) -> (u16, usize) {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line).unwrap();
            if line.trim().is_empty() {
                return (status, length);
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
    }

    /// Turns the connection into the live line of a table.
    fn listen(mut self, id: &str) -> Line {
        let address = self.address;
        write!(
            self.stream.get_mut(),
            "GET /api/tables/{id}/live HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        .unwrap();
        assert_eq!(self.head().0, 101);
        Line { stream: self.stream }
    }
}

/// The live line of a table.
struct Line {
    stream: BufReader<TcpStream>,
}

impl Line {
    /// The next message. The server's frames are plain: a byte of kind, then the length in one, two or eight.
    fn hear(&mut self) -> Value {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head).unwrap();
        let length = match head[1] & 127 {
            126 => {
                let mut long = [0; 2];
                self.stream.read_exact(&mut long).unwrap();
                usize::from(u16::from_be_bytes(long))
            }
            127 => {
                let mut long = [0; 8];
                self.stream.read_exact(&mut long).unwrap();
                u64::from_be_bytes(long) as usize
            }
            short => usize::from(short),
        };
        let mut text = vec![0; length];
        self.stream.read_exact(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }
}

/// How long a person waited: for her own move to be shown, and for the agent's answer.
struct Waits {
    shown: Duration,
    answered: Duration,
}

/// One person at one table: thinks for a while, moves, and waits for the agent.
fn play(address: SocketAddr, person: u64, pause: Duration, until: Instant) -> Vec<Waits> {
    let mut waits = Vec::new();
    let mut client = Client::connect(address);
    let game = json!({ "game": "tria(rows=7,cols=7)", "seats": ["human", "uct(time=50)"], "pace": 0 });
    let mut view = client.ask("/api/tables", &game);
    let mut line = Client::connect(address).listen(view["id"].as_str().unwrap());
    let mut dice = person.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    loop {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        // Between half the pause and half as much again, so that people do not move in step.
        std::thread::sleep(pause.mul_f64(0.5 + (dice % 1000) as f64 / 1000.0));
        if Instant::now() > until {
            return waits;
        }
        let moves = view["moves"].as_array().unwrap();
        if moves.is_empty() {
            view = client.ask("/api/tables", &game);
            line = Client::connect(address).listen(view["id"].as_str().unwrap());
            continue;
        }
        let chosen = &moves[dice as usize % moves.len()]["text"];
        let played = view["tree"].as_array().unwrap().len();
        let path = format!("/api/tables/{}/play", view["id"].as_str().unwrap());
        let begin = Instant::now();
        view = client.ask(&path, &json!({ "move": chosen }));
        let shown = begin.elapsed();
        while view["turn"]["kind"] == "player" && view["tree"].as_array().unwrap().len() < played + 2 {
            let message = line.hear();
            if message["view"]["version"].as_u64() > view["version"].as_u64() {
                view = message["view"].clone();
            }
            assert!(view["trouble"].is_null(), "{}", view["trouble"]);
        }
        waits.push(Waits { shown, answered: begin.elapsed() });
    }
}

fn quantile(mut times: Vec<Duration>, share: f64) -> Duration {
    times.sort();
    times[((times.len() - 1) as f64 * share) as usize]
}

fn full() -> bool {
    std::env::var_os("LUDEX_FULL").is_some()
}

#[test]
fn many_games_against_an_agent_hold() {
    let (games, pause, lasting) = if full() { (200, 10_000, 40) } else { (12, 600, 3) };
    let server = Server::start();
    let (address, pause) = (server.address, Duration::from_millis(pause));
    let until = Instant::now() + Duration::from_secs(lasting);
    let people: Vec<_> =
        (1..=games).map(|person| std::thread::spawn(move || play(address, person, pause, until))).collect();
    let waits: Vec<Waits> = people.into_iter().flat_map(|person| person.join().unwrap()).collect();
    let shown: Vec<Duration> = waits.iter().map(|wait| wait.shown).collect();
    let answered: Vec<Duration> = waits.iter().map(|wait| wait.answered).collect();
    let (own, answer) = (quantile(shown, 0.5), quantile(answered.clone(), 0.5));
    println!(
        "{games} games, {} moves: a move is shown after {own:?}, answered after {answer:?} (95 %: {:?}); {:.0} MB",
        waits.len(),
        quantile(answered, 0.95),
        server.memory().unwrap_or(f64::NAN)
    );
    assert!(waits.len() as u64 >= games, "only {} moves", waits.len());
    if full() {
        assert!(own < Duration::from_millis(150), "a move is shown after {own:?}");
        assert!(answer < Duration::from_millis(150), "a move is answered after {answer:?}");
    }
}

#[test]
fn idle_pages_cost_little() {
    let pages = if full() { 1000 } else { 100 };
    let server = Server::start();
    let mut client = Client::connect(server.address);
    let view = client.ask("/api/tables", &json!({ "game": "tria", "seats": ["human", "human"] }));
    let id = view["id"].as_str().unwrap();
    let before = server.memory();
    let mut lines: Vec<Line> = (0..pages).map(|_| Client::connect(server.address).listen(id)).collect();
    for line in &mut lines {
        assert_eq!(line.hear()["view"]["id"], id);
    }
    let after = server.memory();
    println!("{pages} idle pages: {before:?} MB before, {after:?} MB after");
    if let (Some(before), Some(after)) = (before, after) {
        assert!(after - before < 0.2 * f64::from(pages), "{} MB for {pages} pages", after - before);
        assert!(after < 200.0, "{after} MB in all");
    }
    // One move is heard by all.
    client.ask(&format!("/api/tables/{id}/play"), &json!({ "move": view["moves"][0]["text"] }));
    for line in &mut lines {
        assert_eq!(line.hear()["view"]["node"], 1);
    }
}
