//! Measuring the levels of difficulty and spacing them evenly.
//!
//! Every game has a ladder of players: a line of `crates/ludex-search/src/levels.txt`, or a wide one to begin with. The
//! neighbours on it play each other, which gives the distance of each step in Elo; the levels are then put at even
//! distances on the ladder. What was played is kept in `target/levels.jsonl` and not played again.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::root;
use crate::run::command;

const LEVELS: usize = 10;
/// A player of a ladder: how often it plays any move, and how many positions or iterations it may look at otherwise.
type Step = (f64, u64);
/// How many seconds the highest level may think about a move.
const LONGEST: f64 = 0.008;
/// The widest distance of two levels, in Elo: 70 of 100 points.
const WIDEST: f64 = 145.0;
/// How often the players of a wide ladder play any move, from the lowest on.
const RATES: [f64; 11] = [0.95, 0.86, 0.74, 0.60, 0.46, 0.33, 0.21, 0.11, 0.04, 0.0, 0.0];

/// What is asked for on the command line.
struct Wanted {
    respace: bool,
    games: u64,
    seed: u64,
    names: Vec<String>,
}

fn read(args: &[&str]) -> Result<Wanted> {
    let mut wanted = Wanted { respace: false, games: 40, seed: 1, names: Vec::new() };
    let mut words = args.iter();
    while let Some(&word) = words.next() {
        let mut number = |name: &str| -> Result<u64> {
            let text = words.next().with_context(|| format!("{name} needs a number"))?;
            text.parse().with_context(|| format!("{name} needs a number, not '{text}'"))
        };
        match word {
            "--respace" => wanted.respace = true,
            "--games" => wanted.games = number(word)?.max(2),
            "--seed" => wanted.seed = number(word)?,
            _ if word.starts_with('-') => bail!("levels has --respace, --games N and --seed S, not {word}"),
            name => wanted.names.push(name.to_string()),
        }
    }
    Ok(wanted)
}

/// Plays the neighbours on the ladders of these games, or of all that have somebody to play against; with `--respace`
/// the levels are put at even distances afterwards. The program must have been built.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let wanted = read(args)?;
    let mut bench = Bench::open()?;
    let listed = if wanted.names.is_empty() { bench.games()? } else { wanted.names.clone() };
    let mut lines = lines()?;
    for game in listed {
        let known = lines.iter().position(|(name, _)| *name == game);
        let ladder = match known {
            Some(at) => lines[at].1.clone(),
            None => bench.wide_ladder(&game)?,
        };
        let mut scores = Vec::new();
        for pair in ladder.windows(2) {
            scores.push(bench.score(&game, pair[1], pair[0], &wanted)?);
        }
        let shown: Vec<String> = scores.iter().map(|score| format!("{:.1}", 100.0 * score)).collect();
        println!("| {game} | {} | {} |", wanted.games, shown.join(" | "));
        if wanted.respace || known.is_none() {
            let levels = spaced(&ladder, &scores, wanted.games);
            match known {
                Some(at) => lines[at].1 = levels,
                None => lines.push((game, levels)),
            }
            save(&lines)?;
        }
    }
    Ok(())
}

fn file() -> PathBuf {
    root().join("crates/ludex-search/src/levels.txt")
}

/// The ladders in the file.
fn lines() -> Result<Vec<(String, Vec<Step>)>> {
    let text = std::fs::read_to_string(file())?;
    let step = |word: &str| -> Option<Step> {
        let (rate, nodes) = word.split_once(':')?;
        Some((rate.parse().ok()?, nodes.parse().ok()?))
    };
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default().to_string();
        let steps: Option<Vec<Step>> = words.map(step).collect();
        lines.push((name, steps.with_context(|| format!("levels.txt: {line}"))?));
    }
    Ok(lines)
}

/// Writes the ladders under the comment that the file begins with.
fn save(lines: &[(String, Vec<Step>)]) -> Result<()> {
    let old = std::fs::read_to_string(file())?;
    let mut text: String =
        old.lines().take_while(|line| line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
    for (name, steps) in lines {
        text += name;
        for (rate, nodes) in steps {
            let _ = write!(text, " {rate}:{nodes}");
        }
        text.push('\n');
    }
    Ok(std::fs::write(file(), text)?)
}

/// Ten players at even distances on a ladder whose neighbours scored so.
fn spaced(ladder: &[Step], scores: &[f64], games: u64) -> Vec<Step> {
    let least = 0.5 / games as f64;
    let mut height = vec![0.0];
    for score in scores {
        let score = score.clamp(least, 1.0 - least);
        // A step down is chance: a higher player thinks more and errs less.
        let step = (400.0 * (score / (1.0 - score)).log10()).max(1.0);
        height.push(height[height.len() - 1] + step);
    }
    let top = height[height.len() - 1];
    let step = (top / (LEVELS - 1) as f64).min(WIDEST);
    let first = top - step * (LEVELS - 1) as f64;
    let at = |level: usize| {
        let wanted = first + step * level as f64;
        let upper = height.partition_point(|&height| height < wanted - 1e-9).clamp(1, ladder.len() - 1);
        let share = (wanted - height[upper - 1]) / (height[upper] - height[upper - 1]);
        let share = share.clamp(0.0, 1.0);
        let ((rate, nodes), (next_rate, next_nodes)) = (ladder[upper - 1], ladder[upper]);
        let rate = rate + share * (next_rate - rate);
        let nodes = (nodes as f64).ln() * (1.0 - share) + (next_nodes as f64).ln() * share;
        ((1000.0 * rate).round() / 1000.0, two_digits(nodes.exp()))
    };
    (0..LEVELS).map(at).collect()
}

/// A number with two digits that count, as people write it.
fn two_digits(value: f64) -> u64 {
    let unit = 10f64.powf((value.max(1.0).log10().floor() - 1.0).max(0.0));
    ((value / unit).round() * unit) as u64
}

/// Matches that were played, and the program that plays them.
struct Bench {
    program: String,
    path: PathBuf,
    played: HashMap<String, f64>,
}

impl Bench {
    fn open() -> Result<Bench> {
        let program = root().join("target/release/ludex");
        if !program.exists() {
            bail!("build the program first: cargo build --release");
        }
        let path = root().join("target/levels.jsonl");
        let mut played = HashMap::new();
        for line in std::fs::read_to_string(&path).unwrap_or_default().lines() {
            // A line cut short is played again.
            let Ok(line) = serde_json::from_str::<Value>(line) else { continue };
            if let (Some(key), Some(score)) = (line["match"].as_str(), line["score"].as_f64()) {
                played.insert(key.to_string(), score);
            }
        }
        Ok(Bench { program: program.to_string_lossy().into_owned(), path, played })
    }

    /// All games with somebody to play against.
    fn games(&self) -> Result<Vec<String>> {
        let listed: Value = serde_json::from_str(&command(&self.program, &["games", "--json"]).output()?)?;
        let all = listed.as_array().context("`games --json` is not a list")?;
        let games = all.iter().filter(|game| game["players"] != "1");
        Ok(games.filter_map(|game| game["name"].as_str().map(str::to_string)).collect())
    }

    fn play(&self, game: &str, [a, b]: [&str; 2], games: u64, seed: u64) -> Result<Value> {
        let (games, seed) = (games.to_string(), seed.to_string());
        let args = ["match", game, a, b, "-n", &games, "--seed", &seed, "--opening", "2", "--json"];
        let program = command(&self.program, &args).args(&["--threads", "1", "--max-moves", "300"]);
        Ok(serde_json::from_str(&program.output()?)?)
    }

    /// A ladder from nearly random players to one that thinks as long as the highest level may.
    fn wide_ladder(&self, game: &str) -> Result<Vec<Step>> {
        let trial = self.play(game, ["strong(nodes=200)", "strong(nodes=200)"], 2, 1)?;
        let mean =
            |name: &str| trial[name][0].as_f64().unwrap_or(1.0) + trial[name][1].as_f64().unwrap_or(1.0);
        let each = mean("seconds_a_move") / mean("nodes_a_move").max(1.0);
        let top = (LONGEST / each).clamp(60.0, 10_000.0);
        let (low, high) = (30f64.min(top / 2.0), top / 4.0);
        let last = RATES.len() - 1;
        let nodes = |at: usize| match last - at {
            0 => top,
            1 => top / 2.0,
            _ => low * (high / low).powf(at as f64 / (last - 2) as f64),
        };
        Ok(RATES.iter().enumerate().map(|(at, &rate)| (rate, two_digits(nodes(at)))).collect())
    }

    /// The score of one player of a ladder against another.
    fn score(&mut self, game: &str, a: Step, b: Step, wanted: &Wanted) -> Result<f64> {
        let [a, b] = [a, b].map(|(rate, nodes)| match rate > 0.0 {
            true => format!("mistaken(agent=strong(nodes={nodes}),rate={rate})"),
            false => format!("strong(nodes={nodes})"),
        });
        let key = format!("{game} {a} {b} {} {}", wanted.games, wanted.seed);
        if let Some(&score) = self.played.get(&key) {
            return Ok(score);
        }
        let found = self.play(game, [&a, &b], wanted.games, wanted.seed)?;
        let score = found["score"].as_f64().with_context(|| format!("{game} has no score: {found}"))?;
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        writeln!(file, "{}", serde_json::json!({ "match": key, "score": score }))?;
        self.played.insert(key, score);
        Ok(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_levels_at_even_distances_stay_where_they_are() {
        let ladder: Vec<Step> = (0..10).map(|at| (f64::from(9 - at) / 10.0, 40 + 20 * at as u64)).collect();
        assert_eq!(spaced(&ladder, &[0.65; 9], 40), ladder);
    }

    #[test]
    fn levels_come_to_lie_where_a_step_is_too_high() {
        let ladder = [(0.8, 40), (0.4, 400), (0.0, 4000)];
        // Three hundred Elo, then a hundred.
        let levels = spaced(&ladder, &[0.849, 0.64], 100);
        let below = levels.iter().filter(|&&(rate, _)| rate > 0.4).count();
        assert!(below == 7 && levels[0] == ladder[0] && levels[9] == ladder[2], "{levels:?}");
        let expected = 0.8 - 0.4 * (400.0 / 9.0) / 300.0;
        assert!((levels[1].0 - expected).abs() < 0.01, "{levels:?}");
    }

    #[test]
    fn where_strength_ranges_too_far_the_lowest_players_are_left_out() {
        let ladder = [(0.9, 40), (0.5, 100), (0.0, 1000)];
        let levels = spaced(&ladder, &[0.99, 0.99], 1000);
        assert!(levels[0].0 > 0.45 && levels[9] == (0.0, 1000), "{levels:?}");
    }

    #[test]
    fn numbers_have_two_digits_that_count() {
        assert_eq!([7.4, 96.0, 123.0, 4567.0].map(two_digits), [7, 96, 120, 4600]);
    }
}
