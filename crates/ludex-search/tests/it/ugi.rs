//! The line protocol: what an engine answers, and an engine as an agent.

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use ludex_core::{Rng, Spec, SpecError, Visitor, examples::Nim};
use ludex_search::ugi::{Sit, Thinker, serve};

/// Something to write to that can be read afterwards.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panicked").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn open(game: &str, agent: &Spec) -> Result<Box<dyn Thinker>, SpecError> {
    let heap = match game {
        "nim" => 21,
        "small" => 3,
        _ => return Err(SpecError::new(format!("there is no game '{game}'"))),
    };
    Sit { agent, seed: 1 }.visit(Nim::new(heap))
}

/// What an engine of Nim answers to these lines.
fn answers(lines: &[u8]) -> Vec<String> {
    let output = Shared::default();
    let agent = Spec::parse("alphabeta(depth=20)").expect("a name");
    serve(&mut open, "nim", &agent, lines, output.clone()).expect("it opens");
    let bytes = output.0.lock().expect("nobody panicked").clone();
    String::from_utf8(bytes).expect("text").lines().map(str::to_string).collect()
}

fn has(lines: &[String], line: &str) -> bool {
    lines.iter().any(|seen| seen == line)
}

#[test]
fn a_game_is_played_by_lines() {
    let seen = answers(
        b"ugi\nisready\nuginewgame\nposition startpos moves 1 2\nquery p1turn\nquery fen\ngo depth 20\n",
    );
    for line in ["ugiok", "readyok", "response true", "response 18 1"] {
        assert!(has(&seen, line), "{line}: {seen:?}");
    }
    // 18 stones: two must be taken to leave a multiple of four.
    assert_eq!(seen.last().map(String::as_str), Some("bestmove 2"), "{seen:?}");
    assert!(seen.iter().any(|line| line.starts_with("info depth ") && line.contains(" pv 2 ")), "{seen:?}");
}

#[test]
fn results_can_be_asked_for() {
    let seen = answers(
        b"setoption name game value small\nposition startpos moves 3\nquery gameover\nquery result\ngo\n",
    );
    assert!(has(&seen, "response true") && has(&seen, "response p1win"), "{seen:?}");
    assert!(has(&seen, "bestmove none") && has(&seen, "info string error the game is over"), "{seen:?}");
}

#[test]
fn an_endless_search_answers_when_stopped() {
    let seen = answers(b"position fen 10 1\ngo infinite\nstop\nquery gameover\n");
    assert!(
        seen.iter().any(|line| line.starts_with("bestmove ")) && has(&seen, "response false"),
        "{seen:?}"
    );
}

#[test]
fn bad_lines_are_answered_and_change_nothing() {
    let bad: &[&[u8]] = &[
        b"fly",
        b"position",
        b"position here",
        b"position fen",
        b"position fen ninety 1",
        b"position startpos moves 4",
        b"position startpos moves 1 1 1 x",
        b"go movetime",
        b"go movetime soon",
        b"go sideways 3",
        b"stop",
        b"query",
        b"query weather",
        b"setoption",
        b"setoption name game",
        b"setoption name game value chess",
        b"setoption name agent value uct(",
        b"setoption name agent value nobody",
        b"setoption name colour value red",
        b"\xff\xfe\x00 \x07",
    ];
    let mut lines = b"position startpos moves 1\n".to_vec();
    for line in bad {
        lines.extend_from_slice(line);
        lines.push(b'\n');
    }
    lines.extend_from_slice(b"query fen\n");
    let seen = answers(&lines);
    let errors = seen.iter().filter(|line| line.starts_with("info string error ")).count();
    assert_eq!(errors, bad.len(), "{seen:?}");
    assert_eq!(seen.last().map(String::as_str), Some("response 20 2"), "{seen:?}");
}

#[test]
fn rubbish_never_stops_an_engine() {
    let mut rng = Rng::new(8);
    let words =
        ["position", "startpos", "moves", "fen", "go", "nodes", "1", "3", "-1", "stop", "query", "fen", "é"];
    let mut lines = Vec::new();
    for _ in 0..400 {
        for _ in 0..rng.below(6) {
            lines.extend_from_slice(words[rng.below(words.len() as u32) as usize].as_bytes());
            lines.push(if rng.chance(0.1) { rng.below(256) as u8 } else { b' ' });
        }
        lines.push(b'\n');
    }
    lines.extend_from_slice(b"isready\n");
    assert!(has(&answers(&lines), "readyok"));
}

/// The other side of an engine that answers every `bestmove` at once: what it says is read as soon as it is said.
struct Eager {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Eager {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(into.len());
        into[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Sends the next question while the engine is still saying its move, before the call that says it returns.
struct Asking {
    heard: Shared,
    line: Vec<u8>,
    left: u32,
    lines: Sender<Vec<u8>>,
}

impl Write for Asking {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if self.line.ends_with(b"\n") {
            if self.line.starts_with(b"bestmove ") {
                self.left -= 1;
                let next: &[u8] =
                    if self.left > 0 { b"position startpos moves 1\ngo depth 3\n" } else { b"quit\n" };
                let _ = self.lines.send(next.to_vec());
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            let _ = self.heard.write(&self.line);
            self.line.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn questions_right_after_a_move_are_answered() {
    let (sender, lines) = channel();
    sender.send(b"position startpos\ngo depth 3\n".to_vec()).expect("it listens");
    let heard = Shared::default();
    let asking = Asking { heard: heard.clone(), line: Vec::new(), left: 100, lines: sender };
    let agent = Spec::parse("alphabeta(depth=3)").expect("a name");
    serve(&mut open, "nim", &agent, BufReader::new(Eager { lines, rest: Vec::new() }), asking)
        .expect("it opens");
    let bytes = heard.0.lock().expect("nobody panicked").clone();
    let text = String::from_utf8(bytes).expect("text");
    assert_eq!(text.lines().filter(|line| line.starts_with("bestmove ")).count(), 100, "{text}");
    assert!(!text.contains("error"), "{text}");
}
