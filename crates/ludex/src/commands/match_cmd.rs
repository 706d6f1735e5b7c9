//! `ludex match`: two agents against each other, in pairs of games with sides changed.

use std::collections::HashSet;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use ludex_core::{Spec, SpecError};
use ludex_lab::game::{Arena, Contest, Row, Seat, Trouble, play_all};
use ludex_search::ugi::Remote;
use ludex_search::{Budget, limited};
use ludex_stats::{ELO_LIMIT, Estimate, Sample, bounded_mean, elo_of_score};
use serde::Serialize;

use crate::cli::processors;
use crate::failure::Failure;
use crate::progress;
use crate::terminal::{say, say_json, say_line};

/// The words of `ludex match`.
#[derive(Args)]
pub(crate) struct Match {
    /// The game, with parameters
    game: String,
    /// The first agent, with parameters; external(command=PROGRAM) is a program that speaks UGI
    a: String,
    /// The second agent; with more than two sides it has all other seats
    b: String,
    /// How many games
    #[arg(short = 'n', long = "games", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// The seed: the same seed gives the same openings, and the same games unless an agent is limited by time
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time for a move of agents without limits of their own: 0.2 (seconds), 200ms, 1s
    #[arg(long, value_parser = read_time)]
    time: Option<Duration>,
    /// Positions or iterations for a move of agents without limits of their own
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "time")]
    nodes: Option<u64>,
    /// Random moves at the beginning of each pair of games: more make games more different, and more lopsided
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=1000))]
    opening: u32,
    /// On how many threads (without time limits, results do not depend on it)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Cut games off after this many moves and count them as drawn
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,
    /// As JSON, on one line
    #[arg(long)]
    json: bool,
}

/// Reads a time: seconds, unless it says otherwise.
fn read_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(value) if (0.001..=86_400.0).contains(&(value * unit)) => {
            Ok(Duration::from_secs_f64(value * unit))
        }
        _ => Err("a time is a number of seconds from 0.001 to 86400, as in 0.2, or 200ms".to_string()),
    }
}

/// What came out, for agent a.
#[derive(Serialize)]
struct Summary {
    game: String,
    a: String,
    b: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    low: f64,
    high: f64,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    distinct_games: u64,
    seconds: f64,
    seed: u64,
    threads: usize,
    opening: u32,
    distinct_openings: u64,
    /// Games of the first seat won, drawn and lost by whoever sat there.
    first_seat: [u64; 3],
    mean_length: f64,
    /// Mean seconds of a move, of a and of b.
    seconds_a_move: [f64; 2],
    /// Mean positions or playouts of a move, of a and of b.
    nodes_a_move: [f64; 2],
    unfinished: u64,
    crashes: u64,
}

pub(crate) fn run(args: &Match) -> Result<ExitCode, Failure> {
    Remote::permit();
    let budget = Budget { time: args.time, nodes: args.nodes, ..Budget::ENDLESS };
    let arena = ludex_catalogue::open(&args.game, Seat)?;
    let agents = seated(
        &*arena,
        limited(&Spec::parse(&args.a)?, &budget)?,
        limited(&Spec::parse(&args.b)?, &budget)?,
    )?;
    let mut contest = Contest::new(&*arena, &agents, args.seed)?;
    contest.limits.plies = args.max_moves;
    let rounds = args.games.div_ceil(contest.round());
    let distinct_openings = choose_openings(&mut contest, args.opening, rounds);
    let threads = args.threads.map_or_else(processors, usize::from);
    let bar = progress::bar(args.games, "games");
    let began = Instant::now();
    let rows = play_all(&contest, 0..args.games, threads, &|done| bar.inc(done));
    bar.finish_and_clear();
    if (rows.len() as u64) < args.games {
        return Err(Failure::input("an agent could not be started on every thread"));
    }
    let mut summary = summarise(&rows, contest.round());
    summary.game = arena.name().to_string();
    (summary.a, summary.b) = (agents[0].to_string(), agents[1].to_string());
    summary.seconds = began.elapsed().as_secs_f64();
    (summary.seed, summary.threads) = (args.seed, threads);
    (summary.opening, summary.distinct_openings) = (contest.opening_plies, distinct_openings);
    if args.json {
        say_json(&summary);
    } else {
        say_summary(&summary);
        say_troubles(&rows);
    }
    Ok(ExitCode::SUCCESS)
}

/// One agent for each side: a has one of them and b the others.
fn seated(arena: &dyn Arena, a: Spec, b: Spec) -> Result<Vec<Spec>, SpecError> {
    let sides = arena.teams().iter().max().map_or(1, |most| most + 1);
    if sides < 2 {
        return Err(SpecError::new(format!("{} has one side, so nobody to play against", arena.name())));
    }
    let mut agents = vec![a];
    agents.resize(sides, b);
    Ok(agents)
}

/// Gives every round an opening of its own as far as there are enough; returns how many there are.
fn choose_openings(contest: &mut Contest<'_>, plies: u32, rounds: u64) -> u64 {
    const MOST: u64 = 10_000;
    contest.distinct_openings(plies, rounds.min(MOST))
}

/// Counts from agent a's point of view; the games of a round are one observation.
fn summarise(rows: &[Row], round: u64) -> Summary {
    let (mut wins, mut draws, mut losses, mut unfinished, mut crashes) = (0, 0, 0, 0, 0);
    let mut first_seat = [0; 3];
    let mut units = Vec::new();
    let (mut times, mut nodes, mut choices) = ([0.0; 2], [0.0; 2], [0.0; 2]);
    let mut lengths = Sample::default();
    let sides = rows.first().map_or(2, |row| row.seats.iter().max().map_or(2, |most| most + 1));
    let kind = |score: f64| {
        if score >= 1.0 {
            0
        } else if score == 0.5 || sides > 2 && score > 0.5 {
            1
        } else {
            2
        }
    };
    for games in rows.chunk_by(|a, b| a.game / round == b.game / round) {
        let mut unit = Sample::default();
        for row in games {
            let score = row.score_of(0).unwrap_or(0.5);
            unit.add(score);
            match kind(score) {
                0 => wins += 1,
                1 => draws += 1,
                _ => losses += 1,
            }
            if let Some(first) = row.result.as_ref().and_then(|result| result.first()) {
                first_seat[kind(*first)] += 1;
            }
            match row.trouble {
                Some(Trouble::Unfinished) => unfinished += 1,
                Some(_) => crashes += 1,
                None => {}
            }
            lengths.add(f64::from(row.plies));
            for (seat, &who) in row.seats.iter().enumerate() {
                let who = usize::from(who > 0);
                times[who] += row.microseconds.0[seat] as f64 * 1e-6;
                nodes[who] += row.nodes[seat].max(row.playouts[seat]) as f64;
                choices[who] += f64::from(row.choices[seat]);
            }
        }
        units.push(unit.mean());
    }
    let mean = units.iter().sum::<f64>() / units.len().max(1) as f64;
    let variance = units.iter().map(|unit| (unit - mean).powi(2)).sum::<f64>() / units.len().max(1) as f64;
    let score = bounded_mean(units.len() as u64, mean, variance, 1.0 / round as f64, 0.95);
    let Estimate { value: elo, low: elo_low, high: elo_high } =
        score.map(elo_of_score).map(|elo| elo.clamp(-ELO_LIMIT, ELO_LIMIT));
    let distinct: HashSet<u64> = rows.iter().map(|row| row.hash).collect();
    Summary {
        game: String::new(),
        a: String::new(),
        b: String::new(),
        games: rows.len() as u64,
        wins,
        draws,
        losses,
        score: score.value,
        low: score.low,
        high: score.high,
        elo,
        elo_low,
        elo_high,
        distinct_games: distinct.len() as u64,
        seconds: 0.0,
        seed: 0,
        threads: 0,
        opening: 0,
        distinct_openings: 0,
        first_seat,
        mean_length: lengths.mean(),
        seconds_a_move: [0, 1].map(|who| times[who] / choices[who].max(1.0)),
        nodes_a_move: [0, 1].map(|who| nodes[who] / choices[who].max(1.0)),
        unfinished,
        crashes,
    }
}

fn say_summary(summary: &Summary) {
    let Summary { game, a, b, games, wins, draws, losses, .. } = summary;
    say_line(&format!("{game}: {a} against {b}, {games} games, seed {}", summary.seed));
    say_line(&format!("result     {wins} won, {draws} drawn, {losses} lost"));
    say_line(&format!(
        "score      {:.1} % ({:.1} to {:.1} %)",
        100.0 * summary.score,
        100.0 * summary.low,
        100.0 * summary.high
    ));
    let elo = |elo: f64| match elo {
        elo if elo >= ELO_LIMIT => "unbounded".to_string(),
        elo if elo <= -ELO_LIMIT => "-unbounded".to_string(),
        elo => format!("{elo:+.0}"),
    };
    say_line(&format!(
        "Elo        {} ({} to {})",
        elo(summary.elo),
        elo(summary.elo_low),
        elo(summary.elo_high)
    ));
    say_line(&format!(
        "games      {} distinct, from {} distinct openings of {} random moves; {:.1} moves on average",
        summary.distinct_games, summary.distinct_openings, summary.opening, summary.mean_length
    ));
    let [won, drawn, lost] = summary.first_seat;
    say_line(&format!("first seat {won} won, {drawn} drawn, {lost} lost"));
    let each = |who: usize| {
        format!("{:.3} s and {:.0} positions a move", summary.seconds_a_move[who], summary.nodes_a_move[who])
    };
    say_line(&format!("effort     a: {}; b: {}", each(0), each(1)));
    say_line(&format!("took       {:.1} s on {} threads", summary.seconds, summary.threads));
}

/// Lists what went wrong; such games are counted, never dropped.
fn say_troubles(rows: &[Row]) {
    const SHOWN: usize = 10;
    let troubled: Vec<&Row> = rows.iter().filter(|row| row.trouble.is_some()).collect();
    for row in troubled.iter().take(SHOWN) {
        let what = match &row.trouble {
            Some(Trouble::Crash { seat, message }) => {
                format!("seat {} crashed and lost: {message}", seat + 1)
            }
            Some(Trouble::NoMove { seat }) => format!("seat {} gave no legal move and lost", seat + 1),
            Some(Trouble::TimeOut { seat, milliseconds }) => {
                format!("seat {} took {milliseconds} ms and lost", seat + 1)
            }
            Some(Trouble::Unfinished) => "cut off and counted as drawn".to_string(),
            None => continue,
        };
        say_line(&format!("trouble    game {}: {what}", row.game + 1));
    }
    if troubled.len() > SHOWN {
        say(&format!("           and {} more\n", troubled.len() - SHOWN));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_seconds_unless_they_say_otherwise() {
        assert_eq!(read_time("0.2"), Ok(Duration::from_millis(200)));
        assert_eq!(read_time("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(read_time("1s"), Ok(Duration::from_secs(1)));
        for wrong in ["", "soon", "0", "-1", "1e9", "nan", "ms"] {
            assert!(read_time(wrong).is_err(), "{wrong}");
        }
    }
}
