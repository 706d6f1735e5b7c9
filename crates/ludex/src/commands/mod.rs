//! One file a command.

mod bench;
pub(crate) mod compare;
mod conform;
mod corpus;
pub(crate) mod description;
mod endgames;
pub(crate) mod engine;
mod games;
pub(crate) mod lab;
mod margin;
pub(crate) mod match_cmd;
pub(crate) mod measure;
mod perft;
mod play;
mod playout;
pub(crate) mod reproduce;
mod saved;
mod show;
mod solve;
pub(crate) mod tune;
mod verify;

pub(crate) use solve::{read_memory, read_seconds};

use std::process::ExitCode;

use clap::CommandFactory;

use crate::cli::{Cli, Command};
use crate::failure::Failure;

/// Does what the command line asks for.
pub(crate) fn run(command: Command) -> Result<ExitCode, Failure> {
    if matches!(command, Command::Play(_) | Command::Engine(_) | Command::Serve(_)) {
        crate::tables::allow();
    }
    match command {
        Command::Games(args) => games::run(&args),
        Command::Rules { game } => games::rules(&game),
        Command::Show(args) => show::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Agents { json } => Ok(games::agents(json)),
        Command::Perft(args) => perft::run(&args),
        Command::Playout(args) => playout::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Endgames(args) => endgames::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Measure(args) => measure::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Conform(args) => Ok(conform::run(&args)),
        Command::Corpus(args) => corpus::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Lab(command) => lab::run(command),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Check(args) => description::check(&args),
        Command::Fmt(args) => description::fmt(&args),
        Command::Ludemes(args) => description::ludemes(&args),
        Command::Lsp(args) => description::lsp(&args),
        Command::Match(args) => match_cmd::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Serve(args) => crate::serve::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "ludex", &mut script);
            crate::terminal::say(&String::from_utf8_lossy(&script));
            Ok(ExitCode::SUCCESS)
        }
    }
}
