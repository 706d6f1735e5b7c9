//! The engine's side of the protocol.

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use ludex_core::{Spec, SpecError, Turn, Verdict, shorten};

use super::go::Go;
use super::thinker::Thinker;
use crate::{Budget, Stop, WrittenReport};

/// Opens a game with an agent by their names.
pub type Opener<'a> = dyn FnMut(&str, &Spec) -> Result<Box<dyn Thinker>, SpecError> + 'a;

/// Answers lines from `input` on `output` until `quit` or the end of the input. A line that makes no sense is
/// answered with `info string error ...` and changes nothing. At the end of the input a search under way is
/// finished, unless it has no limit.
///
/// Beyond the protocol, `setoption name game value ...` and `setoption name agent value ...` change what is played
/// and who thinks, and `query fen`, `query moves` and `query islegal MOVE` tell the position and its moves.
pub fn serve<W: Write + Send + 'static>(
    opener: &mut Opener<'_>,
    game: &str,
    agent: &Spec,
    mut input: impl BufRead,
    output: W,
) -> Result<(), SpecError> {
    let thinker = opener(game, agent)?;
    let mut engine = Engine {
        game: game.to_string(),
        agent: agent.clone(),
        rest: State::Waiting(thinker),
        output: Arc::new(Mutex::new(output)),
        seed: 0,
    };
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line);
        let words: Vec<&str> = text.split_whitespace().collect();
        match engine.obey(opener, &words) {
            Ok(true) => {}
            Ok(false) => {
                engine.halt(true);
                return Ok(());
            }
            Err(why) => engine.say(&format!("info string error {}", one_line(&why))),
        }
    }
    engine.halt(false);
    Ok(())
}

struct Engine<W> {
    game: String,
    agent: Spec,
    rest: State,
    output: Arc<Mutex<W>>,
    seed: u64,
}

enum State {
    Waiting(Box<dyn Thinker>),
    Thinking {
        thread: JoinHandle<Box<dyn Thinker>>,
        stop: Stop,
        endless: bool,
        /// The move is decided and about to be said: whoever hears it may send the next line at once.
        answered: Arc<AtomicBool>,
    },
    /// Between two states, and after a thread was lost.
    Gone,
}

impl<W: Write + Send + 'static> Engine<W> {
    fn say(&self, line: &str) {
        say(&self.output, line);
    }

    /// Does what a line asks; false to quit.
    fn obey(&mut self, opener: &mut Opener<'_>, words: &[&str]) -> Result<bool, String> {
        let Some((&command, rest)) = words.split_first() else { return Ok(true) };
        match command {
            "ugi" => {
                self.say(&format!("id name Ludex {}", env!("CARGO_PKG_VERSION")));
                self.say("id author the Ludex authors");
                self.say(&format!("option name game type string default {}", one_line(&self.game)));
                self.say(&format!("option name agent type string default {}", self.agent));
                self.say("ugiok");
            }
            "isready" => self.say("readyok"),
            "quit" => return Ok(false),
            "stop" => match &self.rest {
                State::Thinking { stop, .. } => {
                    stop.request();
                    self.settle(opener)?;
                }
                _ => return Err("there is no search to stop".to_string()),
            },
            "uginewgame" => {
                self.seed += 1;
                let seed = self.seed;
                let start = opener(&self.game, &self.agent).map_err(|error| error.to_string())?;
                let thinker = self.thinker(opener)?;
                *thinker = start;
                thinker.reset(seed);
            }
            "setoption" => self.set_option(opener, rest)?,
            "position" => set_position(&mut **self.thinker(opener)?, rest)?,
            "go" => self.go(opener, rest)?,
            "query" => {
                let answer = query(&mut **self.thinker(opener)?, rest)?;
                self.say(&format!("response {answer}"));
            }
            _ => {
                return Err(format!(
                    "'{}' is no command; there are ugi, uginewgame, isready, setoption, position, go, stop, query, quit",
                    shorten(command)
                ));
            }
        }
        Ok(true)
    }

    /// The thinker, if it is not thinking; one whose thread was lost is replaced.
    fn thinker(&mut self, opener: &mut Opener<'_>) -> Result<&mut Box<dyn Thinker>, String> {
        if let State::Thinking { answered, .. } = &self.rest {
            if !answered.load(Ordering::Acquire) {
                return Err("a search is under way; send stop first".to_string());
            }
            self.settle(opener)?;
        }
        if matches!(self.rest, State::Gone) {
            self.rest = State::Waiting(opener(&self.game, &self.agent).map_err(|error| error.to_string())?);
        }
        match &mut self.rest {
            State::Waiting(thinker) => Ok(thinker),
            _ => Err("the engine is not ready".to_string()),
        }
    }

    /// Waits for a search to end and takes the thinker back.
    fn settle(&mut self, opener: &mut Opener<'_>) -> Result<(), String> {
        if let State::Thinking { thread, .. } = std::mem::replace(&mut self.rest, State::Gone)
            && let Ok(thinker) = thread.join()
        {
            self.rest = State::Waiting(thinker);
            return Ok(());
        }
        self.thinker(opener).map(drop)
    }

    /// Ends whatever is under way before the program ends.
    fn halt(&mut self, at_once: bool) {
        if let State::Thinking { thread, stop, endless, .. } = std::mem::replace(&mut self.rest, State::Gone)
        {
            if at_once || endless {
                stop.request();
            }
            let _ = thread.join();
        }
    }

    fn set_option(&mut self, opener: &mut Opener<'_>, rest: &[&str]) -> Result<(), String> {
        let usage = "setoption needs the form: setoption name NAME value VALUE";
        let (Some(&"name"), Some(at)) = (rest.first(), rest.iter().position(|&word| word == "value")) else {
            return Err(usage.to_string());
        };
        let (name, value) = (rest[1..at].join(" ").to_lowercase(), rest[at + 1..].join(" "));
        self.thinker(opener)?;
        match name.as_str() {
            "game" => {
                self.rest = State::Waiting(opener(&value, &self.agent).map_err(|error| error.to_string())?);
                self.game = value;
            }
            "agent" => {
                let agent = Spec::parse(&value).map_err(|error| error.to_string())?;
                self.rest = State::Waiting(opener(&self.game, &agent).map_err(|error| error.to_string())?);
                self.agent = agent;
            }
            _ => return Err(format!("there is no option '{}'; there are game and agent", shorten(&name))),
        }
        Ok(())
    }

    fn go(&mut self, opener: &mut Opener<'_>, rest: &[&str]) -> Result<(), String> {
        let session = self.thinker(opener)?.session();
        let mover = match session.turn() {
            Turn::Player(player) => player.index(),
            Turn::Chance => {
                self.say("bestmove none");
                return Err("chance decides in this position: send the event as a move".to_string());
            }
            Turn::Over => {
                self.say("bestmove none");
                return Err("the game is over".to_string());
            }
        };
        let (budget, endless) = match Go::parse(rest, mover)? {
            Go::AsUsual => (None, false),
            Go::Within(budget) => (Some(budget), false),
            Go::Endless => (Some(Budget::ENDLESS), true),
        };
        let State::Waiting(mut thinker) = std::mem::replace(&mut self.rest, State::Gone) else {
            return Err("the engine is not ready".to_string());
        };
        let (stop, output) = (Stop::new(), self.output.clone());
        let (request, answered) = (stop.clone(), Arc::new(AtomicBool::new(false)));
        let done = answered.clone();
        let thread = std::thread::spawn(move || {
            let found = catch_unwind(AssertUnwindSafe(|| thinker.think(budget, &request)));
            // An endless search that has nothing left to find still answers only when it is asked to.
            while endless && !request.is_requested() {
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            done.store(true, Ordering::Release);
            match found {
                Ok(Some(report)) => say_found(&output, &report),
                found => {
                    let why = if found.is_err() { "the agent crashed" } else { "the agent found no move" };
                    say(&output, &format!("info string error {why}; any legal move is played"));
                    let any = thinker.session().legal_texts().into_iter().next();
                    say(&output, &format!("bestmove {}", any.as_deref().unwrap_or("none")));
                }
            }
            thinker
        });
        self.rest = State::Thinking { thread, stop, endless, answered };
        Ok(())
    }
}

fn say<W: Write>(output: &Mutex<W>, line: &str) {
    if let Ok(mut output) = output.lock() {
        // A reader that has gone away will end the input too.
        let _ = writeln!(output, "{line}").and_then(|()| output.flush());
    }
}

/// An error message stays on its line, whatever the user's text was.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn say_found<W: Write>(output: &Mutex<W>, report: &WrittenReport) {
    let mut info = format!("info depth {} nodes {}", report.depth, report.nodes.max(report.playouts));
    info += &format!(" time {}", (report.seconds * 1000.0).round() as u64);
    if report.value != "unknown" {
        // In hundredths of a won game, for the player on turn.
        info += &format!(" score cp {}", (report.standing * 100.0).round());
    }
    info += &format!(" pv {}", report.line.join(" "));
    say(output, &info);
    if report.value != "unknown" {
        say(output, &format!("info string value {}", report.value));
    }
    say(output, &format!("bestmove {}", report.line.first().map_or("none", String::as_str)));
}

/// `position startpos|fen TEXT [moves ...]`. On an error the position stays what it was.
fn set_position(thinker: &mut dyn Thinker, rest: &[&str]) -> Result<(), String> {
    let at = rest.iter().position(|&word| word == "moves").unwrap_or(rest.len());
    let (place, moves) = (&rest[..at], rest.get(at + 1..).unwrap_or_default());
    let session = thinker.session();
    let before = session.record();
    let result = (|| {
        match place.split_first() {
            Some((&"startpos", [])) => {
                let fresh = ludex_core::Record { game: before.game.clone(), ..Default::default() };
                session.load(&fresh).map_err(|error| error.to_string())?;
            }
            Some((&("fen" | "pos"), text)) if !text.is_empty() => {
                session.set_position(&text.join(" ")).map_err(|error| error.to_string())?;
            }
            _ => {
                return Err(
                    "position needs startpos or fen POSITION, and then moves if there are any".to_string()
                );
            }
        }
        for (at, text) in moves.iter().enumerate() {
            session.play(text).map_err(|error| format!("move {}: {error}", at + 1))?;
        }
        Ok(())
    })();
    if result.is_err() {
        let _ = session.load(&before);
    }
    result
}

fn query(thinker: &mut dyn Thinker, rest: &[&str]) -> Result<String, String> {
    let session = thinker.session();
    let outcome = session.outcome();
    Ok(match rest {
        ["gameover"] => outcome.is_some().to_string(),
        ["p1turn"] => (session.turn().player() == Some(ludex_core::Player::FIRST)).to_string(),
        ["result"] => match outcome {
            None => "none".to_string(),
            Some(outcome) => {
                let won = ludex_core::Player::all(outcome.players())
                    .find(|&player| outcome.verdict(player) == Verdict::Win);
                won.map_or("draw".to_string(), |player| format!("p{player}win"))
            }
        },
        ["fen"] => session.position(),
        ["moves"] => session.legal_texts().join(" "),
        ["islegal", text] => session.legal_texts().iter().any(|legal| legal == text).to_string(),
        _ => {
            return Err(format!(
                "'{}' cannot be asked; gameover, p1turn, result, fen, moves and islegal MOVE can",
                shorten(&rest.join(" "))
            ));
        }
    })
}
