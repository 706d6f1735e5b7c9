//! Random playouts per second of every description in a folder that Ludii's figures are known for:
//! `bench_ludemes FOLDER [DEFS] [--only NAME]... [--seconds S]`.
//!
//! For each game: our playouts a second, Ludii's, the ratio, the rate when the full list of moves is built at every
//! ply (what most agents need), and the mean length of a game.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

use ludex_core::{Game, Playable, Rng, Visitor};
use ludex_ludemes::described::AnyDescribed;
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::text::Source;

/// Ludii's figures, with their source named in the file.
const LUDII: &str = include_str!("../data/ludii_speed.csv");
/// No playout is longer.
const LIMIT: u32 = 5000;

struct Row {
    group: &'static str,
    game: &'static str,
    playouts: f64,
    length: f64,
}

fn ludii() -> Vec<Row> {
    let rows = LUDII.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [group, game, playouts, length] = fields[..] else { return None };
        Some(Row { group, game, playouts: playouts.parse().ok()?, length: length.parse().ok()? })
    })
    .collect()
}

struct Rates {
    playouts: f64,
    listed: f64,
    length: f64,
    listed_length: f64,
}

/// Seconds this thread has worked, where the system tells; otherwise seconds that have passed.
fn worked() -> f64 {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    let passed = BEGIN.get_or_init(Instant::now).elapsed().as_secs_f64();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    told.map_or(passed, |nanoseconds| nanoseconds * 1e-9)
}

struct Measure {
    seconds: f64,
}

impl Measure {
    /// The best rate of several stretches, since other work on the machine only ever slows one down.
    fn best<G: Game>(
        &self,
        game: &G,
        play: impl Fn(&G, &mut G::State, &mut Rng, &mut Vec<G::Move>) -> u32,
    ) -> (f64, f64) {
        let mut scratch = Vec::new();
        let mut rng = Rng::new(1);
        let (mut best, mut total, mut plies) = (0f64, 0u64, 0u64);
        for _ in 0..5 {
            let begin = worked();
            let mut games = 0u64;
            while games == 0 || (worked() - begin) < self.seconds / 5.0 {
                for _ in 0..if games > 100 { 32 } else { 1 } {
                    let mut state = game.start();
                    plies += u64::from(play(game, &mut state, &mut rng, &mut scratch));
                    std::hint::black_box(&state);
                    games += 1;
                    total += 1;
                }
            }
            best = best.max(games as f64 / (worked() - begin));
        }
        (best, plies as f64 / total as f64)
    }
}

impl Visitor for Measure {
    type Output = Rates;

    fn visit<G: Playable>(self, game: G) -> Rates {
        let (playouts, length) =
            self.best(&game, |game, state, rng, moves| game.playout(state, rng, LIMIT, moves));
        let (listed, listed_length) = self.best(&game, |game, state, rng, moves| {
            let mut plies = 0;
            while plies < LIMIT && !game.turn(state).is_over() {
                game.moves(state, moves);
                let chosen = moves[rng.below(moves.len() as u32) as usize];
                game.play(state, chosen);
                plies += 1;
            }
            plies
        });
        Rates { playouts, listed, length, listed_length }
    }
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "lud") {
            found.push(path);
        }
    }
}

fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric() || *c == '+')
        .collect::<String>()
        .to_lowercase()
        .replace('+', "plus")
}

fn main() {
    let mut folders = Vec::new();
    let mut only: Vec<String> = Vec::new();
    let mut seconds = 1.0;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--only" => only.extend(args.next()),
            "--seconds" => seconds = args.next().and_then(|s| s.parse().ok()).unwrap_or(1.0),
            _ => folders.push(PathBuf::from(arg)),
        }
    }
    let Some(folder) = folders.first() else {
        println!("bench_ludemes FOLDER [DEFS] [--only NAME]... [--seconds S]");
        return;
    };
    let library = match folders.get(1).map(|defs| Library::read(defs)) {
        Some(Ok(library)) => library,
        Some(Err(problem)) => return println!("the definitions cannot be read: {problem:?}"),
        None => Library::empty(),
    };
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    let mut ratios: Vec<(&str, f64)> = Vec::new();
    println!(
        "{:8} {:26} {:>12} {:>9} {:>8} {:>12} {:>7} {:>7} {:>7}",
        "group", "game", "playouts/s", "Ludii", "ratio", "listed/s", "length", "listed", "Ludii"
    );
    for row in ludii() {
        if !only.is_empty() && !only.iter().any(|name| plain(name) == plain(row.game)) {
            continue;
        }
        let name_of = |path: &PathBuf| plain(&path.file_stem().unwrap_or_default().to_string_lossy());
        let Some(path) = files.iter().find(|path| name_of(path) == plain(row.game)) else { continue };
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let source = Source::new(path.to_string_lossy(), text);
        match AnyDescribed::compile(source, &library, &Choices::none(), row.game) {
            Err(_) => println!("{:8} {:26} does not compile", row.group, row.game),
            Ok(game) => {
                let rates = game.visit(Measure { seconds });
                let ratio = rates.playouts / row.playouts;
                ratios.push((row.group, ratio));
                println!(
                    "{:8} {:26} {:>12.0} {:>9.0} {:>8.1} {:>12.0} {:>7.1} {:>7.1} {:>7.1}",
                    row.group,
                    row.game,
                    rates.playouts,
                    row.playouts,
                    ratio,
                    rates.listed,
                    rates.length,
                    rates.listed_length,
                    row.length
                );
            }
        }
    }
    for group in ["classic", "mancala", "3d"] {
        let logs: Vec<f64> =
            ratios.iter().filter(|(g, _)| *g == group).map(|(_, ratio)| ratio.ln()).collect();
        if !logs.is_empty() {
            let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
            println!("{group}: geometric mean of {} ratios {mean:.1}", logs.len());
        }
    }
}
