//! The work of a run, on a thread of its own.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use ludex_core::{Playable, Spec, Visitor};
use ludex_lab::game::{Contest, Seat, Trouble};
use ludex_measure::{Plan, Prepare};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::games::Games;
use super::super::problem::Problem;
use super::super::think::read_agent;
use super::{Kind, Run, report};

/// The most iterations, positions or playouts of an agent in a run.
const MOST_WORK: f64 = 1_000_000.0;
/// Games of a match are cut off after this many moves.
const MOST_PLIES: u32 = 2000;
/// Random moves before a pair of games of a match.
pub(crate) const OPENING: u32 = 2;
/// Games measured between two reports.
const CHUNK: u64 = 4;

/// What one game of a match gave.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Result {
    /// The score of the first agent: 1 won, 0 lost, a half drawn or cut off.
    pub(crate) score: f64,
    /// The seat of the first agent.
    pub(crate) seat: u8,
    pub(crate) plies: u32,
    pub(crate) hash: u64,
    /// Whether it was cut off, or lost by a crash.
    pub(crate) troubled: bool,
    /// Milliseconds a move, of the first agent and of the second.
    pub(crate) pace: [f32; 2],
}

/// What the thread of a run has to say.
pub(crate) enum News {
    Game(Result),
    /// How many games are measured, and the report of them all.
    Measured(u64, Value),
    Trouble(String),
}

pub(crate) struct Job {
    pub(crate) games: Arc<Games>,
    pub(crate) run: Run,
    pub(crate) send: SyncSender<News>,
}

/// An agent for a run: read like any other, with bounded work.
fn bounded(agent: &str, longest: Duration) -> std::result::Result<Spec, Problem> {
    if agent.trim().starts_with("human") {
        return Err(Problem::input("in the laboratory agents play, not people"));
    }
    for part in agent.split([',', '(', ')']) {
        let Some((key, value)) = part.split_once('=') else { continue };
        let Ok(value) = value.trim().parse::<f64>() else { continue };
        let most = match key.trim() {
            "time" => longest.as_secs_f64() * 1000.0,
            "depth" => 64.0,
            _ => MOST_WORK,
        };
        if value > most {
            return Err(Problem::input(format!("in a run on this server {} is at most {most}", key.trim())));
        }
    }
    read_agent(agent)
}

/// Says what is wrong with a wish, or how the game is called.
pub(crate) fn check(
    games: &Games,
    kind: Kind,
    game: &str,
    agents: &[String],
    longest: Duration,
) -> std::result::Result<String, Problem> {
    let specs: Vec<Spec> =
        agents.iter().map(|agent| bounded(agent, longest)).collect::<std::result::Result<_, _>>()?;
    struct Name;
    impl Visitor for Name {
        type Output = String;
        fn visit<G: Playable>(self, game: G) -> String {
            game.name()
        }
    }
    match kind {
        Kind::Match => {
            let arena = games.open(game, Seat)?;
            if arena.teams().iter().max() != Some(&1) || specs.len() != 2 {
                return Err(Problem::input("a match is between two agents in a game with two sides"));
            }
            Contest::new(&*arena, &specs, 1)?;
        }
        Kind::Measure => {
            games.open(game, Prepare(&Plan { agents: specs, ..Plan::default() }))??;
        }
    }
    games.open(game, Name)
}

impl Job {
    pub(crate) fn run(self) {
        let done = match self.run.kind {
            Kind::Match => self.play(),
            Kind::Measure => self.measure(),
        };
        if let Err(problem) = done {
            let _ = self.send.send(News::Trouble(problem.sentence));
        }
    }

    fn specs(&self) -> std::result::Result<Vec<Spec>, Problem> {
        self.run.agents.iter().map(|agent| read_agent(agent)).collect()
    }

    /// Plays the games that are not played yet. Every game has a seed of its own, so it does not matter when.
    fn play(&self) -> std::result::Result<(), Problem> {
        let specs = self.specs()?;
        let arena = self.games.open(&self.run.game, Seat)?;
        let mut contest = Contest::new(&*arena, &specs, self.run.seed)?;
        contest.limits.plies = MOST_PLIES;
        contest.opening_plies = OPENING;
        let mut table = contest.table()?;
        for game in self.run.results.len() as u64..self.run.games {
            let row = table.play(&contest.order(game));
            let mut pace = [0.0; 2];
            for (seat, &who) in row.seats.iter().enumerate() {
                pace[usize::from(who).min(1)] =
                    row.microseconds.0[seat] as f32 / 1000.0 / row.choices[seat].max(1) as f32;
            }
            let troubled = row.trouble.as_ref().is_some_and(|trouble| *trouble != Trouble::Unfinished);
            let result = Result {
                score: row.score_of(0).unwrap_or(0.5),
                seat: row.seats.iter().position(|&who| who == 0).unwrap_or(0) as u8,
                plies: row.plies,
                hash: row.hash,
                troubled,
                pace,
            };
            if self.send.send(News::Game(result)).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn measure(&self) -> std::result::Result<(), Problem> {
        let plan = Plan { agents: self.specs()?, seed: self.run.seed, ..Plan::default() };
        let source = self.games.open(&self.run.game, Prepare(&plan))??;
        let mut measured = report::Measured::new(&source.about().sides);
        let mut told = std::time::Instant::now();
        for first in (0..self.run.games).step_by(CHUNK as usize) {
            let batch = source.games(first..self.run.games.min(first + CHUNK)).map_err(Problem::input)?;
            batch.rows.iter().for_each(|row| measured.add(row));
            if told.elapsed() > super::BEAT || measured.games >= self.run.games {
                told = std::time::Instant::now();
                if self.send.send(News::Measured(measured.games, measured.report())).is_err() {
                    break;
                }
            }
        }
        Ok(())
    }
}
