//! How strong an agent is over many games: `strength FILE A B [--games NAMES] [--rounds N] [--seed S] [--opening K]
//! [--minutes M] [--most-moves P]`.
//!
//! Plays A against B in every game of the catalogue that has somebody to play against (or in the games named, with commas
//! between), in rounds: one opening of random moves, every seating once. All games get their first round before any gets its
//! second. Each round is one line of FILE, written as soon as it is played, and what is in FILE is not played again; so a
//! run may be ended and taken up at any time. In the end, or after so many minutes, a table says how A did.
//!
//! Agents with a limit of time share one core fairly only if nothing else runs on it; everything is on one thread.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use ludex_core::{Spec, SpecError};
use ludex_lab::game::{Arena, Contest, Row, Seat, play_all};
use ludex_stats::{Estimate, bounded_mean};
use serde::{Deserialize, Serialize};

/// One round as it is written down.
#[derive(Serialize, Deserialize)]
struct Line {
    game: String,
    a: String,
    b: String,
    opening: u32,
    seed: u64,
    round: u64,
    /// The mean score of A over the games of the round, from 0 to 1.
    score: f64,
    games: u64,
    plies: u32,
    /// Games cut off and counted as drawn, and games lost by something other than the rules.
    unfinished: u64,
    troubles: u64,
    /// Seconds that A and B thought.
    seconds: [f64; 2],
    /// Playouts or positions of A and B.
    nodes: [u64; 2],
    /// Decisions of A and B.
    choices: [u64; 2],
}

struct Wanted {
    file: String,
    a: Spec,
    b: Spec,
    games: Vec<String>,
    rounds: u64,
    seed: u64,
    opening: u32,
    until: Option<Duration>,
    most_moves: u32,
}

fn read_arguments() -> Result<Wanted, SpecError> {
    let mut plain = Vec::new();
    let mut named: HashMap<String, String> = HashMap::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.strip_prefix("--") {
            Some(name) => {
                let value = words.next().ok_or_else(|| SpecError::new(format!("--{name} needs a value")))?;
                named.insert(name.to_string(), value);
            }
            None => plain.push(word),
        }
    }
    let [file, a, b] = plain.as_slice() else {
        return Err(SpecError::new("a file and two agents are needed"));
    };
    let known = ["games", "rounds", "seed", "opening", "minutes", "most-moves"];
    if let Some(wrong) = named.keys().find(|name| !known.contains(&name.as_str())) {
        return Err(SpecError::new(format!("there is no --{wrong}; there are --{}", known.join(", --"))));
    }
    let number = |name: &str, otherwise: f64| match named.get(name) {
        Some(text) => text.parse::<f64>().ok().filter(|n| *n >= 0.0 && n.is_finite()).ok_or_else(|| {
            SpecError::new(format!("--{name} is a number, not '{}'", ludex_core::shorten(text)))
        }),
        None => Ok(otherwise),
    };
    let games = match named.get("games") {
        Some(names) => names.split(',').map(str::to_string).collect(),
        None => ludex_catalogue::entries().into_iter().map(|entry| entry.name).collect(),
    };
    Ok(Wanted {
        file: file.clone(),
        a: Spec::parse(a)?,
        b: Spec::parse(b)?,
        games,
        rounds: number("rounds", 5.0)? as u64,
        seed: number("seed", 1.0)? as u64,
        opening: number("opening", 2.0)? as u32,
        until: named
            .contains_key("minutes")
            .then(|| number("minutes", 0.0).map(|m| Duration::from_secs_f64(60.0 * m)))
            .transpose()?,
        most_moves: number("most-moves", 400.0)? as u32,
    })
}

/// The lines of the file that belong to this match.
fn read_file(wanted: &Wanted) -> std::io::Result<Vec<Line>> {
    let Ok(file) = File::open(&wanted.file) else { return Ok(Vec::new()) };
    let (a, b) = (wanted.a.to_string(), wanted.b.to_string());
    let mut lines = Vec::new();
    for text in BufReader::new(file).lines() {
        // A line cut short by the end of the machine is played again.
        let Ok(line) = serde_json::from_str::<Line>(&text?) else { continue };
        let same = line.a == a && line.b == b && line.seed == wanted.seed && line.opening == wanted.opening;
        if same && wanted.games.contains(&line.game) {
            lines.push(line);
        }
    }
    Ok(lines)
}

/// The agents at the sides of a game: A has one and B all others. `None` without anybody to play against.
fn seated(arena: &dyn Arena, wanted: &Wanted) -> Option<Vec<Spec>> {
    let sides = arena.teams().iter().max().map_or(1, |most| most + 1);
    let mut agents = vec![wanted.a.clone()];
    agents.resize(sides, wanted.b.clone());
    (sides > 1).then_some(agents)
}

fn play_round(arena: &dyn Arena, agents: &[Spec], wanted: &Wanted, round: u64) -> Result<Line, SpecError> {
    let mut contest = Contest::new(arena, agents, wanted.seed)?;
    contest.opening_plies = wanted.opening;
    contest.limits.plies = wanted.most_moves;
    let size = contest.round();
    let rows = play_all(&contest, round * size..(round + 1) * size, 1, &|_| {});
    let mut line = Line {
        game: arena.name().to_string(),
        a: wanted.a.to_string(),
        b: wanted.b.to_string(),
        opening: wanted.opening,
        seed: wanted.seed,
        round,
        score: rows.iter().map(|row| row.score_of(0).unwrap_or(0.5)).sum::<f64>() / rows.len().max(1) as f64,
        games: rows.len() as u64,
        plies: 0,
        unfinished: 0,
        troubles: 0,
        seconds: [0.0; 2],
        nodes: [0; 2],
        choices: [0; 2],
    };
    rows.iter().for_each(|row| line.count(row));
    Ok(line)
}

impl Line {
    fn count(&mut self, row: &Row) {
        self.plies += row.plies;
        match &row.trouble {
            Some(ludex_lab::game::Trouble::Unfinished) => self.unfinished += 1,
            Some(_) => self.troubles += 1,
            None => {}
        }
        for (seat, &who) in row.seats.iter().enumerate() {
            let who = usize::from(who > 0);
            self.seconds[who] += row.microseconds.0[seat] as f64 * 1e-6;
            self.nodes[who] += row.nodes[seat].max(row.playouts[seat]);
            self.choices[who] += u64::from(row.choices[seat]);
        }
    }
}

/// The score of A in one game.
fn estimate(lines: &[&Line]) -> Estimate {
    let count = lines.len() as f64;
    let mean = lines.iter().map(|line| line.score).sum::<f64>() / count;
    let variance = lines.iter().map(|line| (line.score - mean).powi(2)).sum::<f64>() / count;
    let round = lines.first().map_or(2, |line| line.games.max(1));
    bounded_mean(lines.len() as u64, mean, variance, 1.0 / round as f64, 0.95)
}

fn print_table(wanted: &Wanted, lines: &[Line]) {
    println!(
        "{} against {}, openings of {} random moves, seed {}\n",
        wanted.a, wanted.b, wanted.opening, wanted.seed
    );
    println!("| game | games | score, % | 95 % interval | moves a game | seconds a move | nodes a move |");
    println!("| --- | --: | --: | --- | --: | --- | --- |");
    let (mut means, mut variance) = (Vec::new(), 0.0);
    let mut least: Option<(f64, &str)> = None;
    for game in &wanted.games {
        let own: Vec<&Line> = lines.iter().filter(|line| line.game == *game).collect();
        if own.is_empty() {
            continue;
        }
        let score = estimate(&own);
        let games: u64 = own.iter().map(|line| line.games).sum();
        let sum = |of: &dyn Fn(&Line) -> f64| own.iter().map(|line| of(line)).sum::<f64>();
        let choices = [0, 1].map(|who| sum(&|line| line.choices[who] as f64).max(1.0));
        let troubles = sum(&|line| line.troubles as f64);
        let unfinished = sum(&|line| line.unfinished as f64);
        let note = match (troubles > 0.0, unfinished > 0.0) {
            (true, _) => format!(" ({troubles} troubled)"),
            (_, true) => format!(" ({unfinished} cut off)"),
            _ => String::new(),
        };
        println!(
            "| {game} | {games}{note} | {:.1} | {:.0} to {:.0} | {:.0} | {:.3}, {:.3} | {:.0}, {:.0} |",
            100.0 * score.value,
            100.0 * score.low,
            100.0 * score.high,
            sum(&|line| f64::from(line.plies)) / games as f64,
            sum(&|line| line.seconds[0]) / choices[0],
            sum(&|line| line.seconds[1]) / choices[1],
            sum(&|line| line.nodes[0] as f64) / choices[0],
            sum(&|line| line.nodes[1] as f64) / choices[1],
        );
        means.push(score.value);
        variance += ((score.high - score.low) / 3.92).powi(2);
        if least.is_none_or(|(score_of_least, _)| score.value < score_of_least) {
            least = Some((score.value, game));
        }
    }
    let Some((score, game)) = least else { return };
    let count = means.len() as f64;
    println!(
        "\nmean {:.1} % +- {:.1} (standard error) over {count} games; least {:.1} % in {game}; {} below 50 %",
        100.0 * means.iter().sum::<f64>() / count,
        100.0 * variance.sqrt() / count,
        100.0 * score,
        means.iter().filter(|mean| **mean < 0.5).count(),
    );
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let began = Instant::now();
    let mut wanted = read_arguments()?;
    let arenas: Vec<(Box<dyn Arena>, Vec<Spec>)> = wanted
        .games
        .iter()
        .map(|game| ludex_catalogue::open(game, Seat))
        .collect::<Result<Vec<_>, SpecError>>()?
        .into_iter()
        .filter_map(|arena| seated(&*arena, &wanted).map(|agents| (arena, agents)))
        .collect();
    wanted.games = arenas.iter().map(|(arena, _)| arena.name().to_string()).collect();
    let mut lines = read_file(&wanted)?;
    let mut file = OpenOptions::new().create(true).append(true).open(&wanted.file)?;
    'rounds: for round in 0..wanted.rounds {
        for (arena, agents) in &arenas {
            if lines.iter().any(|line| line.game == arena.name() && line.round == round) {
                continue;
            }
            if wanted.until.is_some_and(|until| began.elapsed() >= until) {
                break 'rounds;
            }
            let line = play_round(&**arena, agents, &wanted, round)?;
            writeln!(file, "{}", serde_json::to_string(&line)?)?;
            lines.push(line);
        }
    }
    print_table(&wanted, &lines);
    Ok(())
}

fn main() {
    if let Err(error) = run() {
        eprintln!(
            "{error}\nusage: strength FILE A B [--games NAMES] [--rounds N] [--seed S] [--opening K] [--minutes M] [--most-moves P]"
        );
        std::process::exit(2);
    }
}
