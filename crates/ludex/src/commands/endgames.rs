//! `ludex endgames`: tables of exact values for positions with few seeds.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use ludex_core::{Game, Player, Spec, Text};
use ludex_games::mancala::{Mancala, Options, Pit, options_of};
use ludex_solve::endgames::{Endgames, Numbering, Sower, Stats, TableError, build, pits_of};
use ludex_solve::tables;
use serde::Serialize;

use crate::cli::{Endgames as Args, EndgamesTask};
use crate::failure::Failure;
use crate::terminal::{columns, grouped, say, say_json, say_line};

fn failure(error: TableError) -> Failure {
    Failure::input(error.to_string())
}

/// The game whose tables are meant.
struct Tabled {
    options: Options,
    name: String,
    folder: PathBuf,
}

fn read(args: &Args) -> Result<Tabled, Failure> {
    let spec = Spec::parse(&args.game)?;
    let known = ludex_games::mancala::entries().iter().any(|entry| entry.name == spec.name());
    if !known && ludex_catalogue::entries().iter().any(|entry| entry.name == spec.name()) {
        let name = spec.name();
        return Err(Failure::input(format!(
            "{name} has no endgame tables; awari, oware, wari, kalah and vai-lung-thlan have"
        )));
    }
    let options = options_of(&spec)?;
    let no = |why: String| Failure::input(format!("{} has no endgame tables: {why}", args.game));
    Sower::new(&options).map_err(no)?;
    let name = tables::name(&options).map_err(no)?;
    let folder = match &args.folder {
        Some(folder) => folder.clone(),
        None => tables::folder().ok_or_else(|| {
            Failure::input("there is no home folder to keep tables in; say where with --folder")
        })?,
    };
    Ok(Tabled { options, name, folder })
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let game = read(args)?;
    match args.task {
        EndgamesTask::Build => make(args, &game),
        EndgamesTask::Query => query(args, &game),
        EndgamesTask::Verify => check(args, &game),
        EndgamesTask::Stats => stats(args, &game),
    }
}

fn make(args: &Args, game: &Tabled) -> Result<ExitCode, Failure> {
    let most = args.seeds.unwrap_or(12);
    let size: u64 = {
        let numbering = Numbering::new(usize::from(game.options.pits));
        (0..=most).map(|seeds| numbering.size(seeds)).fold(0, u64::saturating_add)
    };
    if size > 20_000_000_000 {
        return Err(Failure::input(format!(
            "tables up to {most} seeds have {} positions, more than fit into memory; ask for fewer --seeds",
            grouped(size)
        )));
    }
    let threads = args.threads.map_or_else(crate::cli::processors, usize::from);
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let begin = Instant::now();
    let mut before = 0.0;
    let mut told = |stats: Stats, was_there: bool| {
        let now = begin.elapsed().as_secs_f64();
        let took = now - std::mem::replace(&mut before, now);
        let how = if was_there {
            "was there".to_string()
        } else {
            format!("{took:.2} s, {:.2} million/s", stats.positions as f64 / took.max(1e-9) / 1e6)
        };
        say_line(&format!("{:>3} seeds  {:>15} positions  {how}", stats.seeds, grouped(stats.positions)));
    };
    build(&game.folder, &game.name, &game.options, most, threads, (&stop, &done), &mut told)
        .map_err(failure)?;
    say_line(&format!("{} up to {most} seeds are in {}", game.name, game.folder.display()));
    Ok(ExitCode::SUCCESS)
}

fn open(game: &Tabled, seeds: Option<u32>) -> Result<Endgames, Failure> {
    let tables = Endgames::open(&game.folder, &game.name, &game.options).map_err(failure)?;
    match seeds {
        Some(seeds) if seeds > tables.most() => Err(Failure::input(format!(
            "the tables of {} go up to {} seeds, not {seeds}; build more with 'ludex endgames build'",
            game.name,
            tables.most()
        ))),
        _ => Ok(tables),
    }
}

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    value: i32,
    moves: Vec<Answered>,
}

#[derive(Serialize)]
struct Answered {
    r#move: String,
    value: i32,
}

fn query(args: &Args, game: &Tabled) -> Result<ExitCode, Failure> {
    let Some(text) = &args.position else {
        return Err(Failure::input("say which position with --position"));
    };
    let rules = Mancala::new(game.options)?;
    let state = rules.read_position(text)?;
    if let Some(outcome) = rules.outcome(&state) {
        return Err(Failure::input(format!("the game is over in this position: {outcome}")));
    }
    let tables = open(game, Some(state.in_play()))?;
    let pits = pits_of(&state, usize::from(game.options.pits))
        .ok_or_else(|| Failure::input("this position has more seeds than any table"))?;
    let value = tables.value(pits).map_err(failure)?.unwrap_or(0);
    let mut moves = Vec::new();
    for after in tables.sower().moves(pits).iter() {
        let rest = tables.value(after.pits).map_err(failure)?.unwrap_or(0);
        let value = i32::from(after.taken) + if after.again { rest } else { -rest };
        let chosen = rules.write_move(&state, Pit::new(usize::from(after.pit)));
        moves.push(Answered { r#move: chosen, value });
    }
    let answer = Answer { game: args.game.clone(), position: rules.write_position(&state), value, moves };
    if args.json {
        say_json(&answer);
        return Ok(ExitCode::SUCCESS);
    }
    let mover = state.mover();
    let ahead = state.store(mover) as i32 - state.store(mover.other()) as i32;
    let who = if mover == Player::FIRST { "first" } else { "second" };
    say_line(&format!(
        "{value:+} from here on for the {who} player, who is to move; {:+} in the end",
        value + ahead
    ));
    let mut rows = vec![vec!["move".to_string(), "value".to_string()]];
    rows.extend(answer.moves.iter().map(|one| vec![one.r#move.clone(), format!("{:+}", one.value)]));
    say(&columns(&rows));
    Ok(ExitCode::SUCCESS)
}

fn check(args: &Args, game: &Tabled) -> Result<ExitCode, Failure> {
    let tables = open(game, args.seeds)?;
    for seeds in 0..=args.seeds.unwrap_or(tables.most()) {
        let size = Numbering::new(usize::from(game.options.pits)).size(seeds);
        // Every block is read; of large layers a sample is compared with what follows from the moves.
        let step = if args.all { 1 } else { (size / 200_000).max(1) };
        let checked = tables.check(seeds, step).map_err(failure)?;
        say_line(&format!(
            "{seeds:>3} seeds  sound, {} of {} positions checked",
            grouped(checked),
            grouped(size)
        ));
    }
    Ok(ExitCode::SUCCESS)
}

fn stats(args: &Args, game: &Tabled) -> Result<ExitCode, Failure> {
    let tables = open(game, args.seeds)?;
    let layers: Result<Vec<Stats>, TableError> =
        (0..=args.seeds.unwrap_or(tables.most())).map(|seeds| tables.stats(seeds)).collect();
    let layers = layers.map_err(failure)?;
    if args.json {
        say_json(&layers);
        return Ok(ExitCode::SUCCESS);
    }
    let heads = ["seeds", "positions", "won", "drawn", "lost", "sum"].map(str::to_string).to_vec();
    let mut rows = vec![heads];
    for layer in &layers {
        let numbers = [layer.positions, layer.won, layer.drawn, layer.lost].map(grouped);
        let mut row = vec![layer.seeds.to_string()];
        row.extend(numbers);
        row.push(layer.sum.to_string());
        rows.push(row);
    }
    say(&columns(&rows));
    Ok(ExitCode::SUCCESS)
}
