//! How fast the engines are: random playouts and perft from the start of a game.
//!
//! ```text
//! cargo run --release -p ludex-games --example speed -- rows
//! cargo run --release -p ludex-games --example speed -- 'tria(rows=7,cols=8)' 5
//! ```
//!
//! The first argument is a family, or a game as the catalogue names it; the second is the depth of perft.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use ludex_core::{Playable, Rng, Spec, Visitor, perft};
use ludex_games::open;

/// What is measured for a family: games, and a depth of perft that takes about a second or less.
fn of_family(family: &str) -> &'static [(&'static str, u32)] {
    match family {
        "rows" => &[
            ("tria(rows=7,cols=8)", 5),
            ("tria(rows=7,cols=8,capture=0)", 5),
            ("tria", 6),
            ("tessera(rows=8,cols=8)", 5),
            ("tessera(rows=10,cols=10)", 4),
            ("rows", 4),
            ("rows(rows=19,cols=19,capture=2,pairs=5)", 3),
        ],
        "tricolor" => &[("tricolor", 4), ("tricolor(side=6)", 3), ("tricolor(players=3)", 4)],
        "mancala" => &[
            ("kalah", 8),
            ("awari", 8),
            ("oware", 8),
            ("vai-lung-thlan", 8),
            ("ohvalhu", 6),
            ("wari", 8),
            ("cross-wari", 8),
            ("kalah(pits=12,seeds=12)", 5),
        ],
        "six" => &[("six(half)", 6), ("six", 6), ("six(exe)", 6)],
        _ => &[],
    }
}

/// Runs `once` again and again for a while and returns the best rate of what it counts, per second.
fn best_rate(mut once: impl FnMut() -> u64) -> f64 {
    let until = Instant::now() + Duration::from_millis(1500);
    let mut best = 0.0f64;
    while Instant::now() < until {
        let begin = Instant::now();
        let count = once();
        best = best.max(count as f64 / begin.elapsed().as_secs_f64());
    }
    best
}

struct Measure {
    depth: u32,
}

impl Visitor for Measure {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        const GAMES: u64 = 20_000;
        let mut rng = Rng::new(1);
        let mut scratch = Vec::new();
        let (mut games, mut plies) = (0u64, 0u64);
        let moves_rate = best_rate(|| {
            let mut made = 0;
            for _ in 0..GAMES {
                made += u64::from(game.playout(&mut game.start(), &mut rng, 10_000, &mut scratch));
            }
            games += GAMES;
            plies += made;
            made
        });
        let length = plies as f64 / games as f64;
        let start = game.start();
        let perft_rate = best_rate(|| (1..=self.depth).map(|depth| perft(&game, &start, depth)).sum());
        println!(
            "{:45} {:9.0} k playouts/s {:7.1} M moves/s  length {length:7.2}  perft({}) {:7.1} M moves/s",
            game.name(),
            moves_rate / length / 1e3,
            moves_rate / 1e6,
            self.depth,
            perft_rate / 1e6
        );
    }
}

fn measure(name: &str, depth: u32) -> ExitCode {
    match Spec::parse(name).and_then(|spec| open(&spec, Measure { depth })) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(name) = args.next() else {
        eprintln!("say which family or game to measure, for example: rows");
        return ExitCode::FAILURE;
    };
    if let Some(depth) = args.next() {
        match depth.parse() {
            Ok(depth) => return measure(&name, depth),
            Err(_) => {
                eprintln!("the depth of perft is a whole number, not '{depth}'");
                return ExitCode::FAILURE;
            }
        }
    }
    match of_family(&name) {
        [] => measure(&name, 3),
        games => {
            let failed =
                games.iter().filter(|(name, depth)| measure(name, *depth) == ExitCode::FAILURE).count();
            ExitCode::from(u8::from(failed > 0))
        }
    }
}
