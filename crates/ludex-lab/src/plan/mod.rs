//! Plans: an experiment as a text file.
//!
//! A plan names games, agents, how they are paired, how many games they play, how these begin and when to stop. It
//! is read and checked as a whole before anything is played; what is wrong is said with file, line and the nearest
//! thing that would be right. `docs/lab.md` explains the format and [`SCHEMA`] describes it for editors.
//!
//! ```
//! use ludex_lab::plan::Plan;
//!
//! let text = "title = 'Nim'\n[[contest]]\ngame = 'nim'\nagents = ['random', 'uct(iterations=10)']\ncount = 4\nswpa = true\n";
//! let errors = Plan::read("nim.toml", text).unwrap_err();
//! assert_eq!(errors[0].to_string(), "nim.toml:6:1: a contest has no key 'swpa'; did you mean 'swap'?");
//! ```

mod expand;
mod read;
mod values;

pub(crate) use expand::kept;
pub use expand::{Cell, Expanded, Opener, expand};
pub use values::PlanError;

use std::time::Duration;

use crate::game::Keep;

/// The JSON schema of plans.
pub const SCHEMA: &str = include_str!("schema.json");

/// A text with the place where it stands in the plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The text.
    pub text: String,
    /// Its place, in bytes from the beginning of the file.
    pub at: usize,
}

/// How much is played: a plan may name different numbers for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effort {
    /// A first look, in minutes.
    Quick,
    /// Enough to see differences, in half an hour or so.
    Standard,
    /// Everything.
    Full,
}

impl Effort {
    /// All of them, smallest first.
    pub const ALL: [Effort; 3] = [Effort::Quick, Effort::Standard, Effort::Full];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Standard => "standard",
            Effort::Full => "full",
        }
    }
}

/// An experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The name of the file, for messages.
    pub file: String,
    /// The text it was read from.
    pub source: String,
    /// How much of it is played.
    pub effort: Effort,
    /// What it is about.
    pub title: String,
    /// A paragraph about it; may be empty.
    pub about: String,
    /// From which everything random is derived.
    pub seed: u64,
    /// The contests, each of which stands for many pairings.
    pub contests: Vec<ContestPlan>,
    /// The names of contests that are not played at this effort.
    pub left_out: Vec<String>,
}

/// Games and agents with one way of pairing them.
#[derive(Clone, PartialEq, Debug)]
pub struct ContestPlan {
    /// What it is called.
    pub name: String,
    /// Its place in the file.
    pub at: usize,
    /// The games.
    pub games: Vec<Placed>,
    /// The agents with the names they have in reports.
    pub agents: Vec<(String, Placed)>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// How many games each pairing plays.
    pub count: u64,
    /// Whether seats change.
    pub swap: bool,
    /// How games begin.
    pub opening: OpeningPlan,
    /// Names in curly brackets and what stands for them, one pairing for each combination.
    pub vary: Vec<(String, Vec<String>)>,
    /// What is written down.
    pub keep: Keep,
    /// Games are cut off after this many moves.
    pub plies: u32,
    /// An agent that thinks for longer about one move loses.
    pub move_time: Option<Duration>,
    /// When to stop before all games are played.
    pub stop: Option<StopRule>,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Everyone meets everyone else.
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
    /// Everyone meets itself.
    Itself,
    /// The agents sit down as listed: one for each side.
    Listed,
}

/// How games begin.
#[derive(Clone, PartialEq, Debug)]
pub enum OpeningPlan {
    /// As the rules say.
    Start,
    /// With so many random moves.
    Random {
        /// How many.
        plies: u32,
        /// Whether every player makes so many, and not all together.
        each: bool,
        /// Whether no two rounds may begin alike.
        distinct: bool,
    },
    /// From the positions of a file, one on each line.
    Positions(Placed),
}

/// When to stop before all games are played. Looked at after every so many rounds, in the order of the games, so
/// that the answer does not depend on which game was finished first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StopRule {
    /// How many rounds lie between two looks.
    pub every: u64,
    /// What is looked for.
    pub rule: StopWhen,
}

/// What ends a contest early.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum StopWhen {
    /// The 95 % interval of the first agent's score is this narrow on either side.
    Precise(f64),
    /// The sequential test of two Elo differences is decided.
    Sprt {
        /// The smaller difference.
        elo0: f64,
        /// The larger difference.
        elo1: f64,
    },
}
