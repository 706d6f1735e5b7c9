//! `ludex engine`: an agent that other programs can ask, on standard input and output.

use std::process::ExitCode;

use clap::Args;
use ludex_core::Spec;
use ludex_search::ugi::{Sit, serve};

use crate::failure::Failure;

/// The words of `ludex engine`.
#[derive(Args)]
pub(crate) struct Engine {
    /// The game, with parameters; `setoption name game value ...` changes it
    #[arg(default_value = "kalah")]
    game: String,
    /// The agent that thinks; `setoption name agent value ...` changes it
    #[arg(long, default_value = "strong")]
    agent: String,
    /// The seed of its randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Engine) -> Result<ExitCode, Failure> {
    let agent = Spec::parse(&args.agent)?;
    let mut open = |game: &str, agent: &Spec| ludex_catalogue::open(game, Sit { agent, seed: args.seed })?;
    serve(&mut open, &args.game, &agent, std::io::stdin().lock(), std::io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
