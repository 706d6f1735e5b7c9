//! What an agent is, and what it says about a move.

use std::fmt;
use std::time::Duration;

use ludex_core::{Game, Text, Verdict};
use serde::Serialize;

use crate::{Budget, Stop};

/// A player that chooses moves.
///
/// Between moves of one game an agent may remember (a tree, a table); [`reset`](Agent::reset) begins a new
/// game. With a budget by iterations, nodes or depth the same seed and the same positions give the same moves.
pub trait Agent<G: Game>: Send {
    /// Chooses a legal move for the player on turn; `None` exactly when no player is (the game is over, or
    /// chance decides). When `stop` is requested it answers at once with the best move known so far.
    fn choose(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<Choice<G::Move>>;

    /// Chooses as [`choose`](Agent::choose) does, for callers who want nothing but the move. Agents that are as cheap as a
    /// move itself need not make a report then.
    fn choose_move(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<G::Move> {
        Some(self.choose(game, state, stop)?.chosen)
    }

    /// Whether its reports never say anything, so that nothing is lost by asking for the moves alone.
    fn is_silent(&self) -> bool {
        false
    }

    /// Forgets everything and begins a new stream of random numbers.
    fn reset(&mut self, seed: u64);

    /// Replaces how long it may think. Agents whose work is fixed by their definition keep it.
    fn set_budget(&mut self, budget: Budget) {
        let _ = budget;
    }
}

/// A chosen move with what the agent knows about it.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The move.
    pub chosen: M,
    /// What was done to find it.
    pub report: Report<M>,
}

impl<M: Copy + PartialEq> Choice<M> {
    /// A move chosen without looking ahead.
    pub fn blind(chosen: M) -> Choice<M> {
        Choice { chosen, report: Report::default() }
    }

    /// What the agent says about `state`, with its moves as text. Its line always begins with the chosen move.
    pub fn write<G: Text<Move = M>>(&self, game: &G, state: &G::State) -> WrittenReport {
        let report = &self.report;
        let mut line = vec![game.write_move(state, self.chosen)];
        if let Some((first, rest)) = report.line.split_first()
            && *first == self.chosen
        {
            let mut later = state.clone();
            game.play(&mut later, *first);
            for &chosen in rest {
                // A line from a table of positions may be cut short by a rule the table does not know of.
                if game.turn(&later).is_over() || !game.is_legal(&later, chosen) {
                    break;
                }
                line.push(game.write_move(&later, chosen));
                game.play(&mut later, chosen);
            }
        }
        let rows = report.rows.iter().map(|row| WrittenRow {
            chosen: game.write_move(state, row.chosen),
            visits: row.visits,
            value: row.value.to_string(),
            standing: row.value.standing(),
        });
        WrittenReport {
            value: report.value.to_string(),
            standing: report.value.standing(),
            depth: report.depth,
            nodes: report.nodes,
            playouts: report.playouts,
            seconds: report.time.as_secs_f64(),
            line,
            rows: rows.collect(),
        }
    }
}

/// What a value means. All values are for the player on turn.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Value {
    /// Nothing is known.
    #[default]
    Unknown,
    /// The expected result between -1 (loss) and 1 (win).
    Expected(f64),
    /// A score in the unit of the evaluation.
    Score(f64),
    /// Certain with best play, in this many moves if that is known.
    Proven(Verdict, Option<u32>),
}

impl Value {
    /// The value on one scale for all agents, from -1 (loss) to 1 (win); 0 if nothing is known.
    pub fn standing(self) -> f64 {
        match self {
            Value::Unknown => 0.0,
            Value::Expected(value) => value,
            Value::Score(score) => score / (1.0 + score.abs()),
            Value::Proven(verdict, _) => match verdict {
                Verdict::Win => 1.0,
                Verdict::Draw => 0.0,
                Verdict::Loss => -1.0,
            },
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Unknown => f.write_str("unknown"),
            Value::Expected(value) => write!(f, "{value:+.3}"),
            Value::Score(score) => write!(f, "{:+}", (score * 1000.0).round() / 1000.0),
            Value::Proven(verdict, plies) => {
                f.write_str(match verdict {
                    Verdict::Win => "win",
                    Verdict::Draw => "draw",
                    Verdict::Loss => "loss",
                })?;
                match plies {
                    Some(plies) => write!(f, " in {plies}"),
                    None => Ok(()),
                }
            }
        }
    }
}

/// What an agent did and found.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The worth of the position for the player on turn.
    pub value: Value,
    /// The deepest complete look-ahead, in moves; for tree search, the length of its longest line.
    pub depth: u32,
    /// Positions looked at, without those inside playouts.
    pub nodes: u64,
    /// Playouts made.
    pub playouts: u64,
    /// The expected course of the game, beginning with the chosen move; empty if the agent looked no further.
    pub line: Vec<M>,
    /// What is known of each legal move, in the game's order of moves.
    pub rows: Vec<Row<M>>,
    /// How long it took.
    pub time: Duration,
}

impl<M> Default for Report<M> {
    fn default() -> Report<M> {
        Report {
            value: Value::Unknown,
            depth: 0,
            nodes: 0,
            playouts: 0,
            line: Vec::new(),
            rows: Vec::new(),
            time: Duration::ZERO,
        }
    }
}

/// What is known of one move.
#[derive(Clone, Copy, Debug)]
pub struct Row<M> {
    /// The move.
    pub chosen: M,
    /// How often it was tried.
    pub visits: u64,
    /// Its worth for the player on turn.
    pub value: Value,
}

/// A report with its moves as text, for people and other programs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WrittenReport {
    /// The worth of the position as text: `+0.250`, `win in 5`.
    pub value: String,
    /// The worth from -1 to 1.
    pub standing: f64,
    /// The deepest look-ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Playouts made.
    pub playouts: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The expected course of the game, beginning with the chosen move.
    pub line: Vec<String>,
    /// What is known of each move.
    pub rows: Vec<WrittenRow>,
}

/// A row of a report with its move as text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WrittenRow {
    /// The move.
    pub chosen: String,
    /// How often it was tried.
    pub visits: u64,
    /// Its worth as text.
    pub value: String,
    /// Its worth from -1 to 1.
    pub standing: f64,
}
