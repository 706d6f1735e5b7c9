//! The side of the one who asks: a program that speaks UGI, as an agent.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use ludex_core::{Game, SpecError, Text, shorten};

use crate::{Agent, Budget, Choice, Report, Stop};

/// How long a program may take to say hello.
const HELLO: Duration = Duration::from_secs(20);
/// How much longer than it was told to a program may think before it counts as lost.
const GRACE: Duration = Duration::from_secs(10);
/// How long a program without a time limit may think.
const LONGEST: Duration = Duration::from_secs(3600);

static PERMITTED: AtomicBool = AtomicBool::new(false);

/// A program that speaks UGI. It is told positions and moves as the game writes them.
pub struct Remote {
    command: String,
    budget: Budget,
    running: Option<Running>,
    fresh: bool,
}

struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Remote {
    /// Lets agents by name be programs from now on. Only a command whose user types the name may do that: whoever
    /// names a program runs it.
    pub fn permit() {
        PERMITTED.store(true, Ordering::Relaxed);
    }

    /// Whether [`permit`](Remote::permit) was called.
    pub fn is_permitted() -> bool {
        PERMITTED.load(Ordering::Relaxed)
    }

    /// Starts a program, given with its arguments, separated by spaces.
    pub fn start(command: &str, budget: Budget) -> Result<Remote, SpecError> {
        let running = Running::start(command)
            .map_err(|why| SpecError::new(format!("external: '{}' {why}", shorten(command))))?;
        Ok(Remote { command: command.to_string(), budget, running: Some(running), fresh: true })
    }

    /// Asks for a move of the position with this text. `None` if the program gives none.
    fn ask(&mut self, position: &str, stop: &Stop) -> Option<Answer> {
        if self.running.is_none() {
            self.running = Running::start(&self.command).ok();
            self.fresh = true;
        }
        let answer = self.running.as_mut()?.ask(position, &self.budget, self.fresh, stop);
        self.fresh = false;
        if answer.is_none() {
            // Whatever it says later belongs to no question.
            self.running = None;
        }
        answer
    }
}

/// What a program said of a position.
#[derive(Debug, Default, PartialEq)]
struct Answer {
    chosen: String,
    depth: u32,
    nodes: u64,
}

impl Running {
    fn start(command: &str) -> Result<Running, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("names no program")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("has no input or output".to_string());
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while matches!(output.read_until(b'\n', &mut line), Ok(1..)) {
                if sender.send(String::from_utf8_lossy(&line).trim().to_string()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        let mut running = Running { child, input, lines };
        let silent = |_: ()| "does not speak UGI: it did not answer 'ugi' with 'ugiok'".to_string();
        running.say("ugi").map_err(silent)?;
        running.wait_for("ugiok").map_err(silent)?;
        running.say("isready").map_err(silent)?;
        running.wait_for("readyok").map_err(silent)?;
        Ok(running)
    }

    fn say(&mut self, line: &str) -> Result<(), ()> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(drop)
    }

    fn wait_for(&mut self, word: &str) -> Result<(), ()> {
        let deadline = Instant::now() + HELLO;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if self.lines.recv_timeout(left).map_err(drop)? == word {
                return Ok(());
            }
        }
    }

    fn ask(&mut self, position: &str, budget: &Budget, fresh: bool, stop: &Stop) -> Option<Answer> {
        if fresh {
            self.say("uginewgame").ok()?;
        }
        self.say(&format!("position fen {position}")).ok()?;
        self.say(&go_line(budget)).ok()?;
        let deadline = Instant::now() + budget.time.map_or(LONGEST, |time| time + GRACE);
        let mut answer = Answer::default();
        let mut told = false;
        loop {
            match self.lines.recv_timeout(Duration::from_millis(20)) {
                Ok(line) => {
                    let words: Vec<&str> = line.split_whitespace().collect();
                    match words.as_slice() {
                        ["bestmove", chosen, ..] => {
                            answer.chosen = (*chosen).to_string();
                            return Some(answer);
                        }
                        ["info", rest @ ..] if rest.first() != Some(&"string") => answer.note(rest),
                        _ => {}
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if stop.is_requested() && !told {
                        self.say("stop").ok()?;
                        told = true;
                    }
                    if Instant::now() > deadline {
                        return None;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.say("quit");
        // It may be busy or not listening; nothing is left to wait for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    fn note(&mut self, words: &[&str]) {
        for pair in words.windows(2) {
            match pair[0] {
                "depth" => self.depth = pair[1].parse().unwrap_or(self.depth),
                "nodes" => self.nodes = pair[1].parse().unwrap_or(self.nodes),
                "pv" => break,
                _ => {}
            }
        }
    }
}

/// The budget in words.
fn go_line(budget: &Budget) -> String {
    let mut line = "go".to_string();
    if let Some(time) = budget.time {
        line += &format!(" movetime {}", time.as_millis().max(1));
    }
    if let Some(nodes) = budget.nodes.or(budget.iterations) {
        line += &format!(" nodes {nodes}");
    }
    if let Some(depth) = budget.depth {
        line += &format!(" depth {depth}");
    }
    if line == "go" { "go infinite".to_string() } else { line }
}

impl<G: Game + Text> Agent<G> for Remote {
    fn choose(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<Choice<G::Move>> {
        game.turn(state).player()?;
        let began = Instant::now();
        let answer = self.ask(&game.write_position(state), stop)?;
        let chosen = game.read_move(state, &answer.chosen).ok()?;
        let report =
            Report { depth: answer.depth, nodes: answer.nodes, time: began.elapsed(), ..Report::default() };
        Some(Choice { chosen, report })
    }

    fn reset(&mut self, _: u64) {
        self.fresh = true;
    }

    fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_told_in_words() {
        assert_eq!(go_line(&Budget::time(Duration::from_millis(250))), "go movetime 250");
        assert_eq!(go_line(&Budget { depth: Some(4), ..Budget::nodes(9) }), "go nodes 9 depth 4");
        assert_eq!(go_line(&Budget::ENDLESS), "go infinite");
    }

    #[test]
    fn what_is_said_on_the_way_is_noted() {
        let mut answer = Answer::default();
        answer.note(&["depth", "7", "score", "cp", "12", "nodes", "900", "pv", "nodes", "3"]);
        assert_eq!((answer.depth, answer.nodes), (7, 900));
    }

    #[test]
    fn programs_that_do_not_speak_it_are_refused_with_a_sentence() {
        let why = |command| Remote::start(command, Budget::ENDLESS).err().map(|error| error.to_string());
        assert!(why("/no/such/program").is_some_and(|why| why.contains("cannot be started")));
        assert!(why("true").is_some_and(|why| why.contains("does not speak UGI")));
        assert!(why(" ").is_some_and(|why| why.contains("names no program")));
    }
}
