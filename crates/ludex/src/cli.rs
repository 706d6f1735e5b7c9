//! The words of the command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand};

use crate::commands::{compare, description, engine, lab, match_cmd, measure, reproduce, tune};

/// A laboratory for abstract board games.
#[derive(Parser)]
#[command(name = "ludex", version, about, max_term_width = 110)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games
    Games(Games),
    /// Explain the rules of a game in plain words
    Rules {
        /// The game, with parameters: tria(rows=4,cols=5)
        game: String,
    },
    /// Draw a position
    Show(Show),
    /// Play a game at the terminal
    Play(Play),
    /// List the agents
    Agents {
        /// As JSON, with parameters
        #[arg(long)]
        json: bool,
    },
    /// Count all move sequences of each length up to a depth
    Perft(Perft),
    /// Play uniformly random games and report how they end
    Playout(Playout),
    /// Find the exact value of a position, with proof
    Solve(Solve),
    /// Work out, ask and check tables of exact values for positions with few seeds
    Endgames(Endgames),
    /// Check a certificate of `ludex solve` with the rules alone
    Verify(Verify),
    /// Measure the character of a game: metrics, complexity, pictures
    Measure(measure::Measure),
    /// Put games or rule sets side by side, with the differences of all metrics
    Compare(compare::Compare),
    /// Replay games recorded by independent implementations and compare every ply
    Conform(Conform),
    /// Compile and play a whole folder of descriptions, and replay the trials recorded for them
    Corpus(Corpus),
    /// Measure speed against a baseline in the same run
    Bench(Bench),
    /// Experiments from plans: run, look at, resume, report, merge
    #[command(subcommand)]
    Lab(lab::Lab),
    /// Repeat a published study and put its numbers beside ours
    Reproduce(reproduce::Reproduce),
    /// Say everything that is wrong with descriptions of games
    Check(description::Check),
    /// Lay descriptions of games out
    Fmt(description::Fmt),
    /// Print the reference of a ludeme, or the names of all
    Ludemes(description::Ludemes),
    /// Serve an editor on standard input and output
    Lsp(description::Lsp),
    /// Play two agents against each other, in pairs of games with sides changed
    Match(match_cmd::Match),
    /// Tune the numbers of an agent by its games
    Tune(tune::Tune),
    /// Let other programs ask an agent, by UGI on standard input and output
    Engine(engine::Engine),
    /// Play and study in the browser
    Serve(Serve),
    /// Write the completion script of a shell to standard output
    Completions {
        /// bash, zsh, fish, elvish or powershell
        shell: clap_complete::Shell,
    },
}

#[derive(Args)]
pub(crate) struct Games {
    /// As JSON, with parameters and sources
    #[arg(long)]
    pub(crate) json: bool,
    /// Only this family
    #[arg(long)]
    pub(crate) family: Option<String>,
}

#[derive(Args)]
pub(crate) struct Show {
    /// The game, with parameters
    pub(crate) game: String,
    /// A position as the game writes it (default: the start)
    #[arg(long)]
    pub(crate) position: Option<String>,
    /// Write a picture to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// The scene as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Play {
    /// The game, with parameters (default: that of the loaded record)
    pub(crate) game: Option<String>,
    /// Who plays, in order: human, or agents with parameters, as in human,uct(iterations=1000)
    #[arg(long)]
    pub(crate) players: Option<String>,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Go on with the game of this record
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Write the record of the game to this file at the end
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Perft {
    /// The game, with parameters
    pub(crate) game: String,
    /// Up to which number of moves
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: u32,
    /// From this position instead of the start
    #[arg(long)]
    pub(crate) position: Option<String>,
    /// Count the last moves without making them
    #[arg(long)]
    pub(crate) bulk: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Playout {
    /// The game, with parameters
    pub(crate) game: String,
    /// How many games
    #[arg(short = 'n', long = "games", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub(crate) games: u64,
    /// The seed: the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// On how many threads (results do not depend on it)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Cut games off after this many moves
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_moves: u32,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Solve {
    /// The game, with parameters
    pub(crate) game: String,
    /// From this position instead of the start
    #[arg(long)]
    pub(crate) position: Option<String>,
    /// How much memory to use, about: 500M, 4G
    #[arg(long, default_value = "1G", value_parser = crate::commands::read_memory)]
    pub(crate) memory: usize,
    /// Give up after this many seconds
    #[arg(long, value_parser = crate::commands::read_seconds)]
    pub(crate) time: Option<f64>,
    /// On how many threads, 1 or 2
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// How wins of any length are proved or ruled out; by defences unless said otherwise
    #[arg(long, value_enum)]
    pub(crate) method: Option<SolveMethod>,
    /// Keep the search in this file when it is stopped, and go on with what the file holds
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Write the proof to this file (compressed if it ends in .gz)
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum SolveMethod {
    /// By closed sets of positions that the defender does not leave
    Defences,
    /// By depth-first proof-number search
    Proof,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum EndgamesTask {
    /// Work out what is missing up to --seeds, and go on where an earlier run was stopped
    Build,
    /// Look a position up, with all its moves
    Query,
    /// Check that the files are whole and the values follow from the moves
    Verify,
    /// Count won, drawn and lost positions
    Stats,
}

#[derive(Args)]
pub(crate) struct Endgames {
    /// What to do
    pub(crate) task: EndgamesTask,
    /// The game, with parameters: awari, oware, wari or kalah
    pub(crate) game: String,
    /// Up to how many seeds on the board
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) seeds: Option<u32>,
    /// The position to look up
    #[arg(long)]
    pub(crate) position: Option<String>,
    /// Where the tables are (default: ludex/endgames in the user's data folder)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// On how many threads (default: the number of processors)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Check every position, not a sample
    #[arg(long)]
    pub(crate) all: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Verify {
    /// The certificate
    pub(crate) file: PathBuf,
}

#[derive(Args)]
pub(crate) struct Conform {
    /// Files of recorded games
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Corpus {
    /// The folder with the descriptions, or one description
    #[arg(long, value_name = "DIR")]
    pub(crate) lud: PathBuf,
    /// The folder with the defines that the descriptions share
    #[arg(long, value_name = "DIR")]
    pub(crate) defs: Option<PathBuf>,
    /// The folder with the recorded trials
    #[arg(long, value_name = "DIR")]
    pub(crate) trials: Option<PathBuf>,
    /// Only descriptions of this milestone of coverage and earlier ones
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=12))]
    pub(crate) milestone: Option<u8>,
    /// Seconds of random games with each description
    #[arg(long, default_value_t = 0.1)]
    pub(crate) seconds: f64,
    /// On how many threads; speeds are those of one thread, and best measured on one
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Bench {
    /// What to measure: engines, or the name of one family
    #[arg(default_value = "engines")]
    pub(crate) what: String,
    /// Seconds for each figure
    #[arg(long, default_value_t = 1.0)]
    pub(crate) seconds: f64,
    /// Do not count instructions per move (which needs valgrind and takes longer)
    #[arg(long)]
    pub(crate) no_instructions: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Serve {
    /// The address to listen on; the default can be reached from this machine only
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) address: std::net::IpAddr,
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 7878)]
    pub(crate) port: u16,
    /// The folder in which games, drafts and runs are kept (default: ludex in the user's data folder)
    #[arg(long, value_name = "DIR", conflicts_with = "forget")]
    pub(crate) data: Option<PathBuf>,
    /// Keep everything in memory only
    #[arg(long)]
    pub(crate) forget: bool,
    /// How many agents may think at the same time (default: the number of processors)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) searches: Option<u16>,
    /// The longest an agent may think about a move, in seconds
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub(crate) longest: u32,
    /// How many tables are kept
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) tables: u64,
    /// A host name by which the server is reached, besides localhost and its addresses
    #[arg(long, value_name = "HOST")]
    pub(crate) name: Vec<String>,
}

/// The number of processors, for commands that use all of them unless told otherwise.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Says in one sentence what is wrong with the words of a command; help and version are no errors.
pub(crate) fn explain(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        crate::terminal::say(&error.to_string());
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        crate::terminal::complain(&error.to_string());
        return ExitCode::from(2);
    }
    let text = error.to_string();
    // The first paragraph says what is wrong, over several lines when it lists what is missing.
    let paragraph: Vec<&str> = text.split("\n\n").next().unwrap_or("").lines().map(str::trim).collect();
    let mut sentence = paragraph.join(" ");
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue] {
        match error.get(kind) {
            Some(ContextValue::String(near)) => sentence += &format!("; did you mean '{near}'?"),
            Some(ContextValue::Strings(near)) if !near.is_empty() => {
                sentence += &format!("; did you mean '{}'?", near[0]);
            }
            _ => {}
        }
    }
    let sentence: String = sentence.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    crate::terminal::complain_line(sentence.trim_start_matches("error: "));
    ExitCode::from(2)
}
