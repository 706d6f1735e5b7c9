//! `ludex bench`: speed, always beside a baseline measured in the same run.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use ludex_core::{Playable, Rng, Visitor, nearest, perft};
use ludex_games::{Baseline, baselines};
use serde::Serialize;

use crate::cli::Bench;
use crate::failure::Failure;
use crate::terminal::{columns, complain, complain_line, grouped, say, say_json, say_line};

/// What one game reaches.
#[derive(Serialize)]
struct Figure {
    game: String,
    playouts_per_second: f64,
    moves_per_second: f64,
    baseline_moves_per_second: f64,
    ratio: f64,
    perft_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions_per_move: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_instructions_per_move: Option<f64>,
}

/// The best of several runs: on a shared machine the fastest run is the one that was disturbed least.
const RUNS: u32 = 5;

pub(crate) fn run(args: &Bench) -> Result<ExitCode, Failure> {
    if let Ok(request) = std::env::var(instructions::CHILD) {
        return instructions::child(&request).map(|()| ExitCode::SUCCESS);
    }
    if !(0.01..=600.0).contains(&args.seconds) {
        return Err(Failure::input(format!("--seconds must be from 0.01 to 600, not {}", args.seconds)));
    }
    let chosen = choose(&args.what)?;
    if cfg!(debug_assertions) {
        complain_line("this is a build with checks on; figures of a release build are higher");
    }
    let mut figures = Vec::new();
    for baseline in chosen {
        let figure = measure(&baseline, args)?;
        if !args.json {
            complain(&format!("{} done\n", figure.game));
        }
        figures.push(figure);
    }
    if args.json {
        say_json(&figures);
    } else {
        say(&table(&figures));
        say_line("baseline: the plain implementation of the same rules, one core, same run; best of 5");
        if figures.iter().all(|figure| figure.instructions_per_move.is_none()) && !args.no_instructions {
            say_line("instructions are counted where valgrind is installed");
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn choose(what: &str) -> Result<Vec<Baseline>, Failure> {
    let entries = ludex_catalogue::entries();
    let family_of = |game: &str| {
        let name = game.split('(').next().unwrap_or(game);
        entries.iter().find(|entry| entry.name == name).map(|entry| entry.family.clone())
    };
    let all = baselines();
    let mut names: Vec<String> = all.iter().filter_map(|b| family_of(b.game)).collect();
    names.extend(all.iter().map(|baseline| baseline.game.to_string()));
    names.push("engines".to_string());
    let chosen: Vec<Baseline> = all
        .into_iter()
        .filter(|b| what == "engines" || b.game == what || family_of(b.game).as_deref() == Some(what))
        .collect();
    if chosen.is_empty() {
        let hint = match nearest(what, names.iter().map(String::as_str)) {
            Some(near) => format!("; did you mean '{near}'?"),
            None => "; try 'engines'".to_string(),
        };
        return Err(Failure::input(format!("there is no benchmark '{what}'{hint}")));
    }
    Ok(chosen)
}

fn measure(baseline: &Baseline, args: &Bench) -> Result<Figure, Failure> {
    let slice = Duration::from_secs_f64(args.seconds / f64::from(RUNS));
    let ours = ludex_catalogue::open(baseline.game, Speed { slice })?;
    let theirs = (0..RUNS).map(|run| baseline_speed(baseline, slice, run)).fold(0.0, f64::max);
    let count = !args.no_instructions && instructions::can_be_counted();
    let (instructions, baseline_instructions) = if count {
        let ours = instructions::per_move(baseline.game, false)?;
        (Some(ours), Some(instructions::per_move(baseline.game, true)?))
    } else {
        (None, None)
    };
    Ok(Figure {
        game: baseline.game.to_string(),
        playouts_per_second: ours.playouts,
        moves_per_second: ours.moves,
        baseline_moves_per_second: theirs,
        ratio: ours.moves / theirs,
        perft_per_second: ours.perft,
        instructions_per_move: instructions,
        baseline_instructions_per_move: baseline_instructions,
    })
}

/// What our engine reaches: the best of several runs, per second.
struct Reached {
    playouts: f64,
    moves: f64,
    perft: f64,
}

struct Speed {
    slice: Duration,
}

impl Visitor for Speed {
    type Output = Reached;

    fn visit<G: Playable>(self, game: G) -> Reached {
        let mut best = Reached { playouts: 0.0, moves: 0.0, perft: 0.0 };
        for run in 0..RUNS {
            let (playouts, moves) = playout_speed(&game, self.slice, run);
            if moves > best.moves {
                (best.playouts, best.moves) = (playouts, moves);
            }
            best.perft = best.perft.max(perft_speed(&game, self.slice));
        }
        best
    }
}

fn playout_speed<G: Playable>(game: &G, slice: Duration, run: u32) -> (f64, f64) {
    let mut rng = Rng::derived(1, u64::from(run), 0);
    let mut scratch = Vec::new();
    let (mut games, mut moves) = (0u64, 0u64);
    let begin = Instant::now();
    while begin.elapsed() < slice {
        for _ in 0..16 {
            let mut state = game.start();
            moves += u64::from(game.playout(&mut state, &mut rng, 100_000, &mut scratch));
            games += 1;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    (games as f64 / seconds, moves as f64 / seconds)
}

fn perft_speed<G: Playable>(game: &G, slice: Duration) -> f64 {
    let start = game.start();
    let mut best = 0.0f64;
    for depth in 1..=12 {
        let begin = Instant::now();
        let count = perft(game, &start, depth);
        let time = begin.elapsed();
        // Short counts measure the clock, not the engine.
        if time * 8 > slice {
            best = best.max(count as f64 / time.as_secs_f64());
        }
        if time * 4 > slice || count == 0 {
            break;
        }
    }
    best
}

fn baseline_speed(baseline: &Baseline, slice: Duration, run: u32) -> f64 {
    let mut moves = 0u64;
    let begin = Instant::now();
    let mut round = 0u64;
    while begin.elapsed() < slice {
        moves += (baseline.playouts)(32, u64::from(run) << 32 | round);
        round += 1;
    }
    moves as f64 / begin.elapsed().as_secs_f64()
}

fn table(figures: &[Figure]) -> String {
    let million = |speed: f64| format!("{:.2}", speed / 1e6);
    let mut rows = vec![
        ["game", "playouts/s", "M moves/s", "baseline", "ratio", "M perft/s", "instr/move", "baseline"]
            .map(str::to_string)
            .to_vec(),
    ];
    for figure in figures {
        let instructions = |count: Option<f64>| count.map_or("-".to_string(), |count| format!("{count:.0}"));
        rows.push(vec![
            figure.game.clone(),
            grouped(figure.playouts_per_second as u64),
            million(figure.moves_per_second),
            million(figure.baseline_moves_per_second),
            format!("{:.1}", figure.ratio),
            million(figure.perft_per_second),
            instructions(figure.instructions_per_move),
            instructions(figure.baseline_instructions_per_move),
        ]);
    }
    columns(&rows)
}

/// Instructions per move, which do not depend on how busy the machine is: the program runs itself under
/// callgrind twice with different numbers of games, and the difference is divided by the moves between.
mod instructions {
    use std::process::Command;

    use super::{Failure, Playable, Rng, Visitor, baselines};

    /// The hidden argument with which the program measures itself.
    pub(super) const CHILD: &str = "LUDEX_BENCH_CHILD";

    struct Fixed(u32);

    impl Visitor for Fixed {
        type Output = u64;

        fn visit<G: Playable>(self, game: G) -> u64 {
            let mut scratch = Vec::new();
            (0..self.0)
                .map(|index| {
                    let mut rng = Rng::derived(1, u64::from(index), 0);
                    u64::from(game.playout(&mut game.start(), &mut rng, 100_000, &mut scratch))
                })
                .sum()
        }
    }

    /// Whether valgrind is there to count.
    pub(super) fn can_be_counted() -> bool {
        Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
    }

    fn moves(game: &str, plain: bool, games: u32) -> Result<u64, Failure> {
        if plain {
            let all = baselines();
            let baseline = all.iter().find(|baseline| baseline.game == game);
            return Ok(baseline.map_or(0, |baseline| (baseline.playouts)(games, 1)));
        }
        Ok(ludex_catalogue::open(game, Fixed(games))?)
    }

    /// What the child does: plays games and prints how many moves that took.
    pub(super) fn child(request: &str) -> Result<(), Failure> {
        let mut parts = request.splitn(3, ' ');
        let (plain, games, game) = (parts.next(), parts.next(), parts.next().unwrap_or(""));
        let games = games.and_then(|games| games.parse().ok()).unwrap_or(1);
        super::say_line(&moves(game, plain == Some("plain"), games)?.to_string());
        Ok(())
    }

    pub(super) fn per_move(game: &str, plain: bool) -> Result<f64, Failure> {
        let (few, more) = (50, 250);
        let (few_moves, few_instructions) = callgrind(game, plain, few)?;
        let (more_moves, more_instructions) = callgrind(game, plain, more)?;
        Ok((more_instructions - few_instructions) as f64 / (more_moves - few_moves).max(1) as f64)
    }

    fn callgrind(game: &str, plain: bool, games: u32) -> Result<(u64, u64), Failure> {
        let missing = |why: String| Failure::input(format!("instructions cannot be counted: {why}"));
        let program = std::env::current_exe().map_err(|error| missing(error.to_string()))?;
        let kind = if plain { "plain" } else { "ours" };
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(program)
            .args(["bench"])
            .env(CHILD, format!("{kind} {games} {game}"))
            .output()
            .map_err(|_| missing("valgrind is not installed".to_string()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let moves = text.trim().parse().map_err(|_| missing("the measured run failed".to_string()))?;
        let log = String::from_utf8_lossy(&output.stderr);
        let counted = log.lines().find_map(|line| line.split_once("Collected :"));
        let instructions = counted.and_then(|(_, number)| number.trim().parse().ok());
        Ok((moves, instructions.ok_or_else(|| missing("valgrind reported no count".to_string()))?))
    }
}
