//! `ludex tune`: the numbers of an agent, tuned by its games.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use ludex_core::{Spec, SpecError, derive_seed};
use ludex_lab::game::{Arena, Contest, Seat, play_all};
use ludex_search::tuning::{Breeding, Genetic, Knob, Spsa};
use ludex_search::{Budget, entries, limited};
use serde::{Deserialize, Serialize};

use crate::cli::processors;
use crate::failure::Failure;
use crate::progress;
use crate::terminal::{say_json, say_line};

/// The words of `ludex tune`.
#[derive(Args)]
pub(crate) struct Tune {
    /// The game, with parameters
    game: String,
    /// The agent, with the parameters that stay as they are
    agent: String,
    /// What to tune: parameters of the agent, with ranges if wanted, as in c=0.1..2,bias=0..5 (default: all that are
    /// numbers with fractions); or weights, those of the game's evolved heuristic
    #[arg(long)]
    knobs: Option<String>,
    /// How: spsa follows the results of noisy matches; genetic breeds a population
    #[arg(long, value_enum, default_value_t = Method::Spsa)]
    method: Method,
    /// Steps of spsa, or generations
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    steps: Option<u64>,
    /// How many sets of values a genetic population has
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u16).range(4..=10_000))]
    population: u16,
    /// Games of each match between two sets of values
    #[arg(short = 'n', long = "games", default_value_t = 8, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// Random moves at the beginning of each pair of games
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1000))]
    opening: u32,
    /// Positions or iterations for a move, if the agent has no limit of its own
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The seed: the same seed gives the same result
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// On how many threads (results do not depend on it)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Games of the match in the end between the tuned and the given agent; 0 plays none
    #[arg(long, default_value_t = 100)]
    verify: u64,
    /// Keeps what is known here after every match; a run that was interrupted goes on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// As JSON, on one line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
enum Method {
    Spsa,
    Genetic,
}

/// What is written to the file: all that must be the same for a run to go on, and how far it is.
#[derive(Serialize, Deserialize)]
struct Kept {
    ludex_tune: u32,
    task: Task,
    run: Run,
}

/// What is tuned, and how. Two runs with the same task give the same result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Task {
    game: String,
    agent: String,
    knobs: Vec<Knob>,
    weights: bool,
    method: Method,
    steps: u64,
    population: usize,
    games: u64,
    opening: u32,
    seed: u64,
}

#[derive(Serialize, Deserialize)]
enum Run {
    Spsa(Spsa),
    Genetic(Genetic),
}

impl Run {
    fn new(task: &Task) -> Run {
        match task.method {
            Method::Spsa => Run::Spsa(Spsa::new(task.knobs.clone(), task.steps, task.seed)),
            Method::Genetic => {
                let breeding =
                    Breeding { population: task.population, generations: task.steps, ..Breeding::default() };
                Run::Genetic(Genetic::new(task.knobs.clone(), breeding, task.seed))
            }
        }
    }

    fn ask(&self) -> [Vec<f64>; 2] {
        match self {
            Run::Spsa(spsa) => spsa.ask(),
            Run::Genetic(genetic) => genetic.ask(),
        }
    }

    fn tell(&mut self, score: f64) {
        match self {
            Run::Spsa(spsa) => spsa.tell(score),
            Run::Genetic(genetic) => genetic.tell(score),
        }
    }

    fn values(&self) -> Vec<f64> {
        match self {
            Run::Spsa(spsa) => spsa.values(),
            Run::Genetic(genetic) => genetic.values(),
        }
    }

    /// Matches played, and matches in all.
    fn progress(&self) -> (u64, u64) {
        match self {
            Run::Spsa(spsa) => (spsa.step(), spsa.steps),
            Run::Genetic(genetic) => {
                let (played, of) = genetic.progress();
                let all = genetic.breeding.generations * of as u64;
                (genetic.generation() * of as u64 + played as u64, all)
            }
        }
    }
}

/// What came out.
#[derive(Serialize)]
struct Found {
    game: String,
    agent: String,
    tuned: String,
    values: Vec<(String, f64)>,
    matches: u64,
    seed: u64,
    /// The score of the tuned against the given agent in other games, with its interval.
    score: Option<[f64; 3]>,
    verify_games: u64,
}

pub(crate) fn run(args: &Tune) -> Result<ExitCode, Failure> {
    let arena = ludex_catalogue::open(&args.game, Seat)?;
    let sides = arena.teams().iter().max().map_or(1, |most| most + 1);
    if sides != 2 {
        return Err(Failure::input(format!(
            "{} has {sides} sides; only games of two can be tuned",
            arena.name()
        )));
    }
    let budget = Budget { nodes: args.nodes, ..Budget::ENDLESS };
    let agent = limited(&Spec::parse(&args.agent)?, &budget)?;
    arena.check_agent(&agent)?;
    let task = task(args, &*arena, &agent)?;
    check_knobs(&*arena, &task, &agent)?;
    let mut run = match &args.state {
        Some(path) if path.exists() => resume(path, &task)?,
        _ => Run::new(&task),
    };
    let threads = args.threads.map_or_else(processors, usize::from);
    tune(&*arena, &task, &agent, &mut run, threads, args.state.as_deref())?;
    let values = run.values();
    let tuned = with_values(&agent, &task, &values)?;
    let score = match args.verify {
        0 => None,
        games => Some(verify(&*arena, &task, [&tuned, &agent], games, threads)?),
    };
    let found = Found {
        game: task.game,
        agent: agent.to_string(),
        tuned: tuned.to_string(),
        values: task.knobs.iter().map(|knob| knob.name.clone()).zip(values).collect(),
        matches: run.progress().0,
        seed: args.seed,
        score,
        verify_games: args.verify,
    };
    if args.json {
        say_json(&found);
    } else {
        for (name, value) in &found.values {
            say_line(&format!("{name:<12} {value:.4}"));
        }
        say_line(&format!("tuned        {}", found.tuned));
        if let Some([score, low, high]) = found.score {
            say_line(&format!(
                "against the agent it began as: {:.1} % ({:.1} to {:.1} %) of {} other games",
                100.0 * score,
                100.0 * low,
                100.0 * high,
                found.verify_games
            ));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn task(args: &Tune, arena: &dyn Arena, agent: &Spec) -> Result<Task, Failure> {
    let weights =
        args.knobs.as_deref() == Some("weights") || args.knobs.is_none() && args.method == Method::Genetic;
    let knobs = if weights { weight_knobs() } else { knobs(args.knobs.as_deref(), agent)? };
    if knobs.is_empty() {
        return Err(Failure::input(format!("{} has no numbers that could be tuned", agent.name())));
    }
    let usual = if args.method == Method::Spsa { 200 } else { 30 };
    Ok(Task {
        game: arena.name().to_string(),
        agent: agent.to_string(),
        knobs,
        weights,
        method: args.method,
        steps: args.steps.unwrap_or(usual),
        population: args.population.into(),
        games: args.games.next_multiple_of(2),
        opening: args.opening,
        seed: args.seed,
    })
}

/// The weights of the six terms that evolved players of mancala combine.
fn weight_knobs() -> Vec<Knob> {
    const TERMS: [&str; 6] = ["leftmost", "row", "filled", "store", "rightmost", "other-store"];
    let knob = |name: &str| Knob { name: name.to_string(), low: -1.0, high: 1.0, start: 0.0, whole: false };
    TERMS.map(knob).to_vec()
}

/// Reads `c=0.1..2,bias`; without a text, every number with fractions.
fn knobs(text: Option<&str>, agent: &Spec) -> Result<Vec<Knob>, Failure> {
    let entry = entries().into_iter().find(|entry| entry.name == agent.name());
    let parameters = entry.map(|entry| entry.parameters).unwrap_or_default();
    let value = |name: &str| agent.args().find(|(key, _)| *key == Some(name)).map(|(_, value)| value);
    let Some(text) = text else {
        let all = parameters.iter().filter_map(|param| Knob::of(param, value(&param.name)));
        return Ok(all.filter(|knob| !knob.whole).collect());
    };
    let mut knobs: Vec<Knob> = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, range) =
            part.split_once('=').map_or((part, None), |(name, range)| (name.trim(), Some(range)));
        let param = parameters.iter().find(|param| param.name == name).ok_or_else(|| {
            let known = parameters.iter().map(|param| param.name.as_ref());
            let near = ludex_core::nearest(name, known)
                .map_or(String::new(), |near| format!("; did you mean '{near}'?"));
            Failure::input(format!("{} has no parameter '{}'{near}", agent.name(), ludex_core::shorten(name)))
        })?;
        let mut knob = Knob::of(param, value(name))
            .ok_or_else(|| Failure::input(format!("{name} is not a number that can be tuned")))?;
        if knobs.iter().any(|known| known.name == knob.name) {
            return Err(Failure::input(format!("{name} is named twice")));
        }
        if let Some(range) = range {
            let ends =
                range.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
            let Some((low, high)) = ends.filter(|(low, high): &(f64, f64)| low < high && high - low < 1e12)
            else {
                let shown = ludex_core::shorten(range);
                return Err(Failure::input(format!(
                    "'{shown}' is no range; write {name}=LOW..HIGH, as in {name}=0.1..2"
                )));
            };
            (knob.low, knob.high) = (low, high);
            knob.start = knob.start.clamp(low, high);
        }
        knobs.push(knob);
    }
    Ok(knobs)
}

/// The agent with these values for its knobs.
fn with_values(agent: &Spec, task: &Task, values: &[f64]) -> Result<Spec, SpecError> {
    let written: Vec<String> =
        task.knobs.iter().zip(values).map(|(knob, &value)| knob.write(value)).collect();
    let mut args: Vec<(String, String)> = Vec::new();
    for (key, value) in agent.args() {
        args.push((key.unwrap_or_default().to_string(), value.to_string()));
    }
    let mut set = |name: &str, value: String| match args.iter_mut().find(|(key, _)| key == name) {
        Some((_, old)) => *old = value,
        None => args.push((name.to_string(), value)),
    };
    if task.weights {
        set("heuristic", written.join(";"));
    } else {
        for (knob, value) in task.knobs.iter().zip(written) {
            set(&knob.name, value);
        }
    }
    let args: Vec<String> = args
        .into_iter()
        .map(|(key, value)| if key.is_empty() { value } else { format!("{key}={value}") })
        .collect();
    Spec::parse(&format!("{}({})", agent.name(), args.join(",")))
}

/// Says what is wrong with the knobs before anything is played: both ends of every range must be allowed.
fn check_knobs(arena: &dyn Arena, task: &Task, agent: &Spec) -> Result<(), Failure> {
    for end in [|knob: &Knob| knob.low, |knob: &Knob| knob.high] {
        let values: Vec<f64> = task.knobs.iter().map(end).collect();
        arena.check_agent(&with_values(agent, task, &values)?)?;
    }
    Ok(())
}

/// The score of the first agent against the second.
fn play(
    arena: &dyn Arena,
    task: &Task,
    agents: [&Spec; 2],
    games: u64,
    seed: u64,
    threads: usize,
) -> Result<ludex_stats::Pairs, Failure> {
    let agents = agents.map(Clone::clone);
    let mut contest = Contest::new(arena, &agents, seed)?;
    contest.opening_plies = task.opening;
    let rows = play_all(&contest, 0..games, threads, &|_| {});
    Ok(rows
        .chunks(2)
        .map(|pair| {
            let score = |at: usize| pair.get(at).and_then(|row| row.score_of(0)).unwrap_or(0.5);
            (score(0), score(1))
        })
        .collect())
}

fn tune(
    arena: &dyn Arena,
    task: &Task,
    agent: &Spec,
    run: &mut Run,
    threads: usize,
    state: Option<&Path>,
) -> Result<(), Failure> {
    let bar = progress::bar(run.progress().1, "matches");
    bar.set_position(run.progress().0);
    loop {
        let (step, all) = run.progress();
        if step >= all {
            break;
        }
        let [first, second] = run.ask();
        let (first, second) = (with_values(agent, task, &first)?, with_values(agent, task, &second)?);
        let seed = derive_seed(task.seed, step, 0x7e);
        let pairs = play(arena, task, [&first, &second], task.games, seed, threads)?;
        run.tell(pairs.mean());
        bar.inc(1);
        if let Some(path) = state {
            keep(path, task, run)?;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn verify(
    arena: &dyn Arena,
    task: &Task,
    agents: [&Spec; 2],
    games: u64,
    threads: usize,
) -> Result<[f64; 3], Failure> {
    let seed = derive_seed(task.seed, u64::MAX, 0x7f);
    let score = play(arena, task, agents, games.next_multiple_of(2), seed, threads)?.score(0.95);
    Ok([score.value, score.low, score.high])
}

/// Writes the state beside the file and then puts it in its place, so that a kill at any moment leaves a whole one.
fn keep(path: &Path, task: &Task, run: &mut Run) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Written<'a> {
        ludex_tune: u32,
        task: &'a Task,
        run: &'a Run,
    }
    let text = serde_json::to_string(&Written { ludex_tune: 1, task, run })
        .map_err(|error| Failure::unwritable(path, error))?;
    let beside = path.with_extension("new");
    std::fs::write(&beside, text).map_err(|error| Failure::unwritable(&beside, error))?;
    std::fs::rename(&beside, path).map_err(|error| Failure::unwritable(path, error))
}

fn resume(path: &Path, task: &Task) -> Result<Run, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::unreadable(path, error))?;
    let kept: Kept = serde_json::from_str(&text).map_err(|error| {
        Failure::input(format!("{} is no state of `ludex tune`: {error}", path.display()))
    })?;
    if kept.task != *task {
        let sentence = "belongs to another run; name another file, or give the same words as before";
        return Err(Failure::input(format!("{} {sentence}", path.display())));
    }
    Ok(kept.run)
}
