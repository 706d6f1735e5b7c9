//! Random playouts per second of every description in a folder that Ludii's figures are known for:
//! `bench_ludemes FOLDER [DEFS] [--only NAME]... [--seconds S]`; or, with `bench_ludemes --twins`, of every game that
//! is both described and written by hand, one after the other in the same run.
//!
//! For each game: our playouts a second, Ludii's, the ratio, the ratios to games compiled by Regular Boardgames and
//! to loops written by hand where those are known, the rate when the full list of moves is built at every ply (what
//! most agents need), and the mean length of a game. A playout is a game from its beginning to its result.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

use ludex_core::{Game, Playable, Rng, Spec, Visitor};
use ludex_ludemes::described::AnyDescribed;
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::shelf;
use ludex_ludemes::text::Source;

/// Ludii's figures, with their source named in the file.
const LUDII: &str = include_str!("../data/ludii_speed.csv");
/// Figures of others, with their source named in the file.
const OTHERS: &str = include_str!("../data/other_speed.csv");
/// Games written by hand, with the names of their descriptions.
const TWINS: [(&str, &str); 16] = [
    ("awari", "awari-described"),
    ("oware", "oware-described"),
    ("kalah", "kalah-described"),
    ("vai-lung-thlan", "vai-lung-thlan-described"),
    ("ohvalhu", "ohvalhu-described"),
    ("tria(rows=4,cols=4,capture=0)", "tria-described(rows=4,cols=4,capture=0)"),
    ("tria(rows=7,cols=8,capture=0)", "tria-described(rows=7,cols=8,capture=0)"),
    ("tria(rows=7,cols=8,capture=1)", "tria-described(rows=7,cols=8,capture=1)"),
    ("tria(rows=7,cols=8,capture=2)", "tria-described(rows=7,cols=8,capture=2)"),
    ("tria(rows=7,cols=8,capture=12)", "tria-described(rows=7,cols=8,capture=12)"),
    ("tessera(rows=6,cols=6,capture=0)", "tessera-described(rows=6,cols=6,capture=0)"),
    ("tessera(rows=6,cols=6,capture=2)", "tessera-described(rows=6,cols=6,capture=2)"),
    ("tessera(rows=6,cols=6,capture=12)", "tessera-described(rows=6,cols=6,capture=12)"),
    ("tricolor", "tricolor-described"),
    ("six(half,tiles=12)", "half-six-described(tiles=12)"),
    ("six(half)", "half-six-described"),
];
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

/// The rates of Regular Boardgames and of a loop written by hand.
fn others(game: &str) -> (Option<f64>, Option<f64>) {
    let rows = OTHERS.lines().filter(|line| !line.starts_with('#'));
    let found = rows.map(|line| line.split(',').collect::<Vec<_>>()).find(|fields| fields[0] == game);
    let rate = |index: usize| found.as_ref()?.get(index)?.parse().ok();
    (rate(1), rate(2))
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
        play: impl Fn(&G, &G::State, &mut Rng, &mut Vec<G::Move>) -> u32,
    ) -> (f64, f64) {
        let mut scratch = Vec::new();
        let mut rng = Rng::new(1);
        let start = game.start();
        let (mut best, mut total, mut plies) = (0f64, 0u64, 0u64);
        // So many games between two looks at the clock that looking costs nothing beside them.
        let mut batch = 1;
        for _ in 0..5 {
            let begin = worked();
            let mut games = 0u64;
            loop {
                for _ in 0..batch {
                    plies += u64::from(play(game, &start, &mut rng, &mut scratch));
                }
                games += batch;
                let seconds = worked() - begin;
                if seconds >= self.seconds / 5.0 {
                    best = best.max(games as f64 / seconds);
                    break;
                }
                if seconds < self.seconds / 100.0 {
                    batch *= 2;
                }
            }
            total += games;
        }
        (best, plies as f64 / total as f64)
    }
}

impl Visitor for Measure {
    type Output = Rates;

    fn visit<G: Playable>(self, game: G) -> Rates {
        let (playouts, length) = self.best(&game, |game, start, rng, moves| {
            let (plies, outcome) = game.rollout(start, rng, LIMIT, moves);
            std::hint::black_box(&outcome);
            plies
        });
        let (listed, listed_length) = self.best(&game, |game, start, rng, moves| {
            let mut state = start.clone();
            let mut plies = 0;
            while plies < LIMIT && !game.turn(&state).is_over() {
                game.moves(&state, moves);
                let chosen = moves[rng.below(moves.len() as u32) as usize];
                game.play(&mut state, chosen);
                plies += 1;
            }
            std::hint::black_box(&state);
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

/// Measures games that are both described and written by hand.
fn twins(only: &[String], seconds: f64) {
    println!(
        "{:34} {:>12} {:>12} {:>6} {:>12} {:>12} {:>6} {:>7} {:>7}",
        "game", "playouts/s", "by hand", "ratio", "listed/s", "by hand", "ratio", "length", "by hand"
    );
    for (by_hand, described) in TWINS {
        if !only.is_empty() && !only.iter().any(|name| by_hand.starts_with(name.as_str())) {
            continue;
        }
        let (Ok(spec), Ok(hand)) = (Spec::parse(described), Spec::parse(by_hand)) else { continue };
        let Some(shelved) = shelf::find(spec.name()) else { continue };
        let compiled = shelf::compile(shelved, &spec).map(|game| game.visit(Measure { seconds }));
        match (compiled, ludex_games::open(&hand, Measure { seconds })) {
            (Ok(ours), Ok(hand)) => println!(
                "{:34} {:>12.0} {:>12.0} {:>6.2} {:>12.0} {:>12.0} {:>6.2} {:>7.1} {:>7.1}",
                described,
                ours.playouts,
                hand.playouts,
                ours.playouts / hand.playouts,
                ours.listed,
                hand.listed,
                ours.listed / hand.listed,
                ours.length,
                hand.length
            ),
            (ours, hand) => println!("{described}: {:?} {:?}", ours.err(), hand.err()),
        }
    }
}

fn main() {
    let mut folders = Vec::new();
    let mut only: Vec<String> = Vec::new();
    let mut seconds = 1.0;
    let mut of_twins = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--twins" => of_twins = true,
            "--only" => only.extend(args.next()),
            "--seconds" => seconds = args.next().and_then(|s| s.parse().ok()).unwrap_or(1.0),
            _ => folders.push(PathBuf::from(arg)),
        }
    }
    if of_twins {
        return twins(&only, seconds);
    }
    let Some(folder) = folders.first() else {
        println!("bench_ludemes (FOLDER [DEFS] | --twins) [--only NAME]... [--seconds S]");
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
        "{:8} {:26} {:>12} {:>9} {:>8} {:>6} {:>6} {:>12} {:>7} {:>7} {:>7}",
        "group",
        "game",
        "playouts/s",
        "Ludii",
        "ratio",
        "RBG",
        "hand",
        "listed/s",
        "length",
        "listed",
        "Ludii"
    );
    for row in ludii() {
        if !only.is_empty() && !only.iter().any(|name| plain(name) == plain(row.game)) {
            continue;
        }
        let name_of = |path: &PathBuf| plain(&path.file_stem().unwrap_or_default().to_string_lossy());
        // A description that has a hand-written twin is named after it.
        let names = [plain(row.game), plain(row.game) + "described"];
        let Some(path) = names.iter().find_map(|name| files.iter().find(|path| name_of(path) == *name))
        else {
            continue;
        };
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let source = Source::new(path.to_string_lossy(), text);
        match AnyDescribed::compile(source, &library, &Choices::none(), row.game) {
            Err(_) => println!("{:8} {:26} does not compile", row.group, row.game),
            Ok(game) => {
                let rates = game.visit(Measure { seconds });
                let ratio = rates.playouts / row.playouts;
                ratios.push((row.group, ratio));
                let (compiled, by_hand) = others(row.game);
                let beside = |rate: Option<f64>| {
                    rate.map_or(String::new(), |rate| format!("{:.2}", rates.playouts / rate))
                };
                println!(
                    "{:8} {:26} {:>12.0} {:>9.0} {:>8.1} {:>6} {:>6} {:>12.0} {:>7.1} {:>7.1} {:>7.1}",
                    row.group,
                    row.game,
                    rates.playouts,
                    row.playouts,
                    ratio,
                    beside(compiled),
                    beside(by_hand),
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
