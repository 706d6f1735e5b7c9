//! `ludex corpus`: a whole folder of descriptions, with the trials recorded for them.

use std::process::ExitCode;
use std::time::Duration;

use ludex_ludemes::corpus::{GameReport, Request, run as run_corpus};

use crate::cli::Corpus;
use crate::failure::Failure;
use crate::terminal::{say, say_json, say_line};

/// One line a description and totals by milestone, or all of it as JSON.
pub(crate) fn run(args: &Corpus) -> Result<ExitCode, Failure> {
    for folder in [Some(&args.lud), args.defs.as_ref(), args.trials.as_ref()].into_iter().flatten() {
        if !folder.exists() {
            return Err(Failure::input(format!("there is no folder {}", folder.display())));
        }
    }
    let request = Request {
        lud: args.lud.clone(),
        defs: args.defs.clone(),
        trials: args.trials.clone(),
        milestone: args.milestone,
        threads: args.threads.map_or_else(
            || std::thread::available_parallelism().map_or(1, |threads| threads.get()),
            usize::from,
        ),
        play: Duration::from_secs_f64(args.seconds.clamp(0.001, 3600.0)),
        replay: Duration::from_secs(60),
    };
    if !args.json {
        say_line(GameReport::heading());
    }
    let tell = |report: &GameReport| {
        if !args.json {
            say_line(&report.line());
        }
    };
    let corpus = run_corpus(&request, &tell).map_err(|error| Failure::unreadable(&args.lud, error))?;
    if corpus.totals.found == 0 {
        return Err(Failure::input(format!("there is no description (.lud) under {}", args.lud.display())));
    }
    if args.json {
        say_json(&corpus);
        return Ok(ExitCode::SUCCESS);
    }
    say(&format!("\n{}", corpus.table()));
    let missing = corpus.missing();
    if !missing.is_empty() {
        say_line("\nludemes that are missing, and how many descriptions need them:");
        missing.iter().for_each(|(item, games)| say_line(&format!("{games:>5} {item}")));
    }
    Ok(ExitCode::SUCCESS)
}
