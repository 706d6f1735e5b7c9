//! `ludex compare`: rule sets side by side.

use std::process::ExitCode;

use clap::Args;
use ludex_measure::report::{Comparison, Findings, compare, comparison_page};
use ludex_measure::{Measured, Prepare};

use super::measure::{Playing, write};
use crate::failure::Failure;
use crate::terminal::{columns, grouped, say, say_json, say_line};

#[derive(Args)]
pub(crate) struct Compare {
    /// The games, with parameters; each is compared with the first
    #[arg(required = true, num_args = 2.., value_name = "GAME")]
    rule_sets: Vec<String>,
    #[command(flatten)]
    playing: Playing,
}

pub(crate) fn run(args: &Compare) -> Result<ExitCode, Failure> {
    let playing = &args.playing;
    let plan = playing.plan()?;
    // All are opened before the first is played.
    let sources = (args.rule_sets.iter())
        .map(|game| Ok(ludex_catalogue::open(game, Prepare(&plan))??))
        .collect::<Result<Vec<_>, Failure>>()?;
    let measured = (sources.iter())
        .map(|source| playing.measure(source.as_ref(), &mut []))
        .collect::<Result<Vec<Measured>, Failure>>()?;
    let comparisons = compare(&measured.iter().collect::<Vec<_>>(), playing.share());
    if let Some(folder) = &playing.out {
        std::fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, error))?;
        let findings: Vec<Findings> = measured.iter().map(|one| Findings::of(one, playing.share())).collect();
        write(folder, "index.html", &comparison_page(&findings, &comparisons))?;
        for (number, comparison) in comparisons.iter().enumerate() {
            write(folder, &format!("difference-{}.svg", number + 1), &comparison.picture())?;
        }
        let json = serde_json::to_string_pretty(&comparisons);
        write(folder, "comparison.json", &json.map_err(|error| Failure::unwritable(folder, error))?)?;
    }
    if playing.json {
        say_json(&comparisons);
    } else {
        say_comparisons(&measured, &comparisons, playing);
    }
    Ok(ExitCode::SUCCESS)
}

fn say_comparisons(measured: &[Measured], comparisons: &[Comparison], playing: &Playing) {
    let first = &measured[0];
    say_line(&format!(
        "{} games each of {}, seed {}",
        grouped(first.games),
        first.about.agents.join(" against "),
        playing.seed
    ));
    for one in measured {
        say_line(&format!("{}: {}", one.about.name, one.about.judge.sentence()));
    }
    for comparison in comparisons {
        say_line("");
        say(&columns(&comparison.table(playing.share())));
    }
    say_line("\nA difference is clear if it holds when the doubt is shared among all numbers compared.");
    if let Some(folder) = &playing.out {
        say_line(&format!("written to {}: index.html, comparison.json and pictures", folder.display()));
    }
}
