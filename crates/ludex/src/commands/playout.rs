//! `ludex playout`: uniformly random games in bulk.

use std::process::ExitCode;

use ludex_core::{Playable, Visitor};
use ludex_lab::{PlayoutSummary, Playouts, playouts};

use crate::cli::{Playout, processors};
use crate::failure::Failure;
use crate::progress;
use crate::terminal::{columns, grouped, say, say_json, say_line};

struct Run {
    plan: Playouts,
}

impl Visitor for Run {
    type Output = PlayoutSummary;

    fn visit<G: Playable>(self, game: G) -> PlayoutSummary {
        let bar = progress::bar(self.plan.games, "games");
        let summary = playouts(&game, &self.plan, &|done| bar.inc(done));
        bar.finish_and_clear();
        summary
    }
}

pub(crate) fn run(args: &Playout) -> Result<ExitCode, Failure> {
    let threads = args.threads.map_or_else(processors, usize::from);
    let plan = Playouts { games: args.games, seed: args.seed, threads, limit: args.max_moves };
    let summary = ludex_catalogue::open(&args.game, Run { plan })?;
    if args.json {
        say_json(&summary);
    } else {
        say_summary(&summary);
    }
    Ok(ExitCode::SUCCESS)
}

fn say_summary(summary: &PlayoutSummary) {
    let PlayoutSummary { game, playouts, seed, threads, .. } = summary;
    say_line(&format!("{game}: {} random games, seed {seed}, {threads} threads", grouped(*playouts)));
    let rows: Vec<Vec<String>> = summary
        .outcomes
        .iter()
        .map(|(outcome, rate)| {
            let share = &rate.share;
            let name = match outcome.as_str() {
                "draw" | "unfinished" => outcome.clone(),
                player => format!("player {player} wins"),
            };
            let interval = format!("({:.2} to {:.2} %)", 100.0 * share.low, 100.0 * share.high);
            vec![name, format!("{:.2} %", 100.0 * share.rate), interval]
        })
        .collect();
    say(&columns(&rows));
    say_line(&format!("length     {:.2} moves (SD {:.2})", summary.mean_length, summary.length_deviation));
    say_line(&format!(
        "branching  {:.2} legal moves (over {} games)",
        summary.mean_branching, summary.branching_games
    ));
    say_line(&format!(
        "speed      {} playouts/s, {} moves/s",
        grouped(summary.playouts_per_second as u64),
        grouped(summary.moves_per_second as u64)
    ));
}
