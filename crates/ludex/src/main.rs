//! `ludex`: the command line of the laboratory, and the server behind its page.

mod cli;
mod commands;
mod failure;
mod progress;
mod serve;
mod tables;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return cli::explain(&error),
    };
    match commands::run(cli.command) {
        Ok(code) => code,
        Err(failure) => {
            terminal::complain_line(&failure.to_string());
            failure.code()
        }
    }
}
