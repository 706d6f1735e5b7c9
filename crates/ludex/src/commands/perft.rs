//! `ludex perft`: all move sequences counted, depth by depth.

use std::process::ExitCode;
use std::time::Instant;

use ludex_core::{Playable, TextError, Visitor, perft, perft_bulk};
use serde::Serialize;

use crate::cli::Perft;
use crate::failure::Failure;
use crate::terminal::{grouped, say_json, say_line};

#[derive(Serialize)]
struct Row {
    depth: u32,
    count: u64,
    seconds: f64,
}

struct Count<'a>(&'a Perft);

impl Visitor for Count<'_> {
    type Output = Result<Vec<Row>, TextError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let args = self.0;
        let start = match &args.position {
            Some(text) => game.read_position(text)?,
            None => game.start(),
        };
        let mut rows = Vec::new();
        for depth in 1..=args.depth {
            let begin = Instant::now();
            let count =
                if args.bulk { perft_bulk(&game, &start, depth) } else { perft(&game, &start, depth) };
            let row = Row { depth, count, seconds: begin.elapsed().as_secs_f64() };
            if !args.json {
                say_row(&row);
            }
            rows.push(row);
        }
        Ok(rows)
    }
}

fn say_row(row: &Row) {
    let speed = row.count as f64 / row.seconds.max(1e-9) / 1e6;
    let count = grouped(row.count);
    say_line(&format!("{:>3}  {count:>20}  {:>9.3} s  {speed:>8.1} million nodes/s", row.depth, row.seconds));
}

pub(crate) fn run(args: &Perft) -> Result<ExitCode, Failure> {
    let rows = ludex_catalogue::open(&args.game, Count(args))??;
    if args.json {
        say_json(&rows);
    }
    Ok(ExitCode::SUCCESS)
}
