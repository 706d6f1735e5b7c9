//! Runs: the games of a plan, on all cores, in a folder that survives a crash at any moment.
//!
//! While a run lasts, every finished game is appended to a journal as a line of JSON, in the order in which games
//! end. When all are there, `results.parquet` has them in columns and in the order of the plan, without their times,
//! which belong to the machine; so it does not depend on the number of threads, on interruptions, or on how the plan
//! was cut into shards.

mod finish;
mod journal;
mod lines;
mod machine;
mod order;
mod parquet;
mod plain;
mod probe;
mod read;

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use ludex_stats::{Pairs, Sprt, Verdict};

pub use finish::{Status, digest, finish, load, merge, status};
pub use lines::Draft;
pub use machine::{About, identity, makers, signatures};
pub use probe::probe;
pub use read::read_line;

use crate::game::{Contest, Flow, Table, in_groups};
use crate::plan::{Expanded, StopRule, StopWhen, kept};
use journal::Journal;

/// What kept a run from going on, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct RunError(String);

impl RunError {
    pub(crate) fn new(sentence: impl Into<String>) -> RunError {
        RunError(sentence.into())
    }

    fn file(path: &Path, error: impl std::fmt::Display) -> RunError {
        RunError(format!("{}: {error}", path.display()))
    }
}

/// A part of a run: rounds are dealt out to `of` shards in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which one, from 0.
    pub index: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// Reads `i/n`, with i from 0 to n - 1.
    pub fn read(text: &str) -> Result<Shard, RunError> {
        let parts =
            text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
        match parts {
            Some((index, of)) if of >= 1 && index < of => Ok(Shard { index, of }),
            _ => Err(RunError::new(format!(
                "'{}' is no shard: it is written i/n with i from 0 to n - 1, as in 0/4",
                ludex_core::shorten(text)
            ))),
        }
    }
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Games done, those of earlier runs included.
    pub done: u64,
    /// Games planned.
    pub planned: u64,
    /// The share of the work that is done, as far as it can be told.
    pub share: f64,
    /// How many seconds are left, as far as it can be told.
    pub seconds_left: Option<f64>,
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// Games played now.
    pub played: u64,
    /// Games that were there already.
    pub found: u64,
    /// Games in which something went wrong.
    pub troubled: u64,
    /// How long it took.
    pub seconds: f64,
}

/// What is known of each cell while it is played.
struct State {
    done: Vec<u64>,
    count: u64,
    /// All games before this one are done.
    first: u64,
    /// For cells with a stopping rule, the score of the first agent in each game that was not looked at yet.
    scores: HashMap<u64, f64>,
    /// What was looked at so far: games, and pairs of them by their points.
    looked: u64,
    pairs: Pairs,
    /// How many games are to be played as far as it is known.
    target: u64,
    decided: bool,
}

impl State {
    fn new() -> State {
        State {
            done: Vec::new(),
            count: 0,
            first: 0,
            scores: HashMap::new(),
            looked: 0,
            pairs: Pairs::default(),
            target: 0,
            decided: false,
        }
    }

    fn has(&self, game: u64) -> bool {
        self.done.get((game / 64) as usize).is_some_and(|word| word >> (game % 64) & 1 == 1)
    }

    fn add(&mut self, games: Range<u64>) {
        let words = games.end.div_ceil(64) as usize;
        if words > self.done.len() {
            self.done.resize(words, 0);
        }
        for game in games {
            self.count += u64::from(!self.has(game));
            self.done[(game / 64) as usize] |= 1 << (game % 64);
        }
    }
}

/// Plays all games of a plan that are not yet in the folder and belong to the shard. `watch` is told about the
/// progress and may stop the run, which can be taken up again at any time.
pub fn run(
    plan: &Expanded,
    folder: &Path,
    threads: usize,
    shard: Shard,
    costs: &[f64],
    watch: &mut dyn FnMut(&Progress) -> Flow,
) -> Result<Summary, RunError> {
    if shard.of > 1 && plan.cells.iter().any(|cell| cell.stop.is_some()) {
        return Err(RunError::new(
            "a plan with a stopping rule cannot be cut into shards: it looks at all games",
        ));
    }
    prepare(plan, folder)?;
    let began = Instant::now();
    let (mut journal, content) = Journal::open(folder, shard)?;
    let contests: Vec<Contest<'_>> = (0..plan.cells.len())
        .map(|cell| plan.contest(cell))
        .collect::<Result<_, _>>()
        .map_err(|error| RunError::new(error.to_string()))?;
    let mut states = read_states(plan, &content)?;
    let found = states.iter().map(|state| state.count).sum();
    let mut summary = Summary { played: 0, found, troubled: 0, seconds: 0.0 };
    let mine =
        |cell: usize, game: u64| shard.of == 1 || (game / contests[cell].round()) % shard.of == shard.index;
    let mut flow = Flow::On;
    while flow == Flow::On {
        for (cell, state) in states.iter_mut().enumerate() {
            decide(state, plan.cells[cell].count, plan.cells[cell].stop, contests[cell].round());
        }
        let wave: Vec<(usize, u64, u64)> = states
            .iter_mut()
            .enumerate()
            .filter(|(_, state)| !state.decided || state.count < state.target)
            .filter_map(|(cell, state)| {
                while state.has(state.first) {
                    state.first += 1;
                }
                let first = (state.first..state.target).find(|&game| !state.has(game) && mine(cell, game))?;
                Some((cell, first, state.target))
            })
            .collect();
        if wave.is_empty() {
            break;
        }
        if summary.played == 0 {
            machine::sign(plan, folder, shard)?;
        }
        flow = play_wave(
            &Wave { plan, contests: &contests, segments: &wave, costs, threads, mine: &mine },
            &mut states,
            &mut journal,
            &mut summary,
            watch,
        )?;
    }
    journal.sync()?;
    summary.seconds = began.elapsed().as_secs_f64();
    Ok(summary)
}

struct Wave<'a> {
    plan: &'a Expanded,
    contests: &'a [Contest<'a>],
    /// Cells with the range of games to be played.
    segments: &'a [(usize, u64, u64)],
    costs: &'a [f64],
    threads: usize,
    mine: &'a (dyn Fn(usize, u64) -> bool + Sync),
}

/// What a worker gives back for several games.
#[derive(Default)]
struct Group {
    lines: Draft,
    /// Pairings, and games of them that follow each other.
    games: Vec<(usize, Range<u64>)>,
    /// The scores of the first agent where a stopping rule asks for them.
    scores: Vec<(usize, u64, f64)>,
    troubled: u64,
}

impl Group {
    /// Empties it and keeps its memory.
    fn clear(&mut self) {
        self.lines.clear();
        self.games.clear();
        self.scores.clear();
        self.troubled = 0;
    }
}

fn play_wave(
    wave: &Wave<'_>,
    states: &mut [State],
    journal: &mut Journal,
    summary: &mut Summary,
    watch: &mut dyn FnMut(&Progress) -> Flow,
) -> Result<Flow, RunError> {
    let mut begins = vec![0];
    for (_, from, to) in wave.segments {
        begins.push(begins[begins.len() - 1] + to - from);
    }
    let done: Vec<Vec<u64>> = wave.segments.iter().map(|&(cell, ..)| states[cell].done.clone()).collect();
    // Groups go back to the workers when they are written: pages of memory are not free.
    let spare: Mutex<Vec<Group>> = Mutex::new(Vec::new());
    let total = begins[begins.len() - 1];
    let cost = |cell: usize| wave.costs.get(cell).copied().unwrap_or(1.0).max(1e-9);
    let planned: u64 = wave.plan.cells.iter().map(|cell| cell.count).sum();
    let mut work: f64 = wave.segments.iter().map(|&(cell, from, to)| cost(cell) * (to - from) as f64).sum();
    let (mut worked, began, mut last) = (0.0, Instant::now(), Instant::now());
    let (mut failure, mut stopped) = (None, Flow::On);
    work = work.max(1e-9);
    in_groups(
        0..total,
        wave.threads,
        || Worker { cell: usize::MAX, table: None, segment: 0 },
        |worker: &mut Worker<'_>, numbers| {
            let mut group = spare.lock().map_or(None, |mut spare| spare.pop()).unwrap_or_default();
            worker.play(wave, &begins, &done, numbers, &mut group);
            group
        },
        |mut group: Group| {
            if let Err(error) = journal.append(group.lines.bytes()) {
                failure = Some(error);
                return Flow::Stop;
            }
            for (cell, games) in group.games.drain(..) {
                let count = games.end - games.start;
                worked += cost(cell) * count as f64;
                summary.played += count;
                states[cell].add(games);
            }
            for (cell, game, score) in group.scores.drain(..) {
                states[cell].scores.insert(game, score);
            }
            summary.troubled += group.troubled;
            group.clear();
            if let Ok(mut spare) = spare.lock() {
                spare.push(group);
            }
            if last.elapsed() < Duration::from_millis(100) && summary.found + summary.played < planned {
                return stopped;
            }
            last = Instant::now();
            let elapsed = began.elapsed().as_secs_f64();
            let left = (worked > 0.0 && elapsed > 0.5).then(|| elapsed / worked * (work - worked).max(0.0));
            let done = summary.found + summary.played;
            stopped = watch(&Progress { done, planned, share: (worked / work).min(1.0), seconds_left: left });
            stopped
        },
    );
    match failure {
        Some(error) => Err(error),
        None => Ok(stopped),
    }
}

/// A thread's own place to play, which it keeps as long as the pairing stays the same.
struct Worker<'a> {
    cell: usize,
    table: Option<Box<dyn Table + 'a>>,
    segment: usize,
}

impl<'a> Worker<'a> {
    fn play(
        &mut self,
        wave: &Wave<'a>,
        begins: &[u64],
        done: &[Vec<u64>],
        numbers: Range<u64>,
        group: &mut Group,
    ) {
        for number in numbers {
            while !(begins[self.segment]..begins[self.segment + 1]).contains(&number) {
                self.segment = begins.partition_point(|&begin| begin <= number) - 1;
            }
            let (cell, from, _) = wave.segments[self.segment];
            let game = from + number - begins[self.segment];
            let known =
                done[self.segment].get((game / 64) as usize).is_some_and(|word| word >> (game % 64) & 1 == 1);
            if known || !(wave.mine)(cell, game) {
                continue;
            }
            let contest = &wave.contests[cell];
            if self.cell != cell {
                self.table = contest.table().ok();
                self.cell = cell;
            }
            let Some(table) = &mut self.table else {
                continue;
            };
            let order = contest.order(game);
            let judged = wave.plan.cells[cell].stop.is_some();
            let plain = if judged { None } else { table.play_plain(&order) };
            if !plain.is_some_and(|plain| group.lines.add_plain(cell, &plain)) {
                let row = table.play(&order);
                group.lines.add(cell, &row);
                group.troubled += u64::from(row.trouble.is_some());
                if judged {
                    group.scores.push((cell, game, row.score_of(0).unwrap_or(0.5)));
                }
            }
            match group.games.last_mut() {
                Some((last, games)) if *last == cell && games.end == game => games.end += 1,
                _ => group.games.push((cell, game..game + 1)),
            }
        }
    }
}

/// Sets how many games of a cell are to be played, given what is known. What was looked at is not looked at again.
fn decide(state: &mut State, count: u64, stop: Option<StopRule>, round: u64) {
    if state.decided {
        return;
    }
    let Some(stop) = stop else {
        (state.target, state.decided) = (count, true);
        return;
    };
    let step = stop.every * round;
    loop {
        let next = (state.looked + step).min(count);
        if (state.looked..next).any(|game| !state.scores.contains_key(&game)) {
            state.target = next;
            return;
        }
        for first in (state.looked..next).step_by(round as usize) {
            let score = |game: u64| state.scores.get(&game.min(next - 1)).copied().unwrap_or(0.5);
            state.pairs.add(score(first), score(first + round - 1));
        }
        for game in state.looked..next {
            state.scores.remove(&game);
        }
        state.looked = next;
        let settled = match stop.rule {
            StopWhen::Precise(width) => {
                let score = state.pairs.score(0.95);
                (score.high - score.low) / 2.0 <= width
            }
            StopWhen::Sprt { elo0, elo1 } => {
                Sprt::elo(elo0, elo1).state(&state.pairs).verdict != Verdict::Continue
            }
        };
        if settled || next >= count {
            (state.target, state.decided) = (next, true);
            return;
        }
    }
}

fn read_states(plan: &Expanded, content: &[u8]) -> Result<Vec<State>, RunError> {
    let mut states: Vec<State> = plan.cells.iter().map(|_| State::new()).collect();
    for line in journal::lines_of(content) {
        let Some((cell, game)) = read::key(line) else { continue };
        let state = states
            .get_mut(cell)
            .filter(|_| game < plan.cells[cell].count)
            .ok_or_else(|| RunError::new("the folder has games that are not in the plan"))?;
        state.add(game..game + 1);
        if plan.cells[cell].stop.is_some() {
            let text = String::from_utf8_lossy(line);
            let (_, row) =
                read_line(&text).map_err(|error| RunError::new(format!("a game cannot be read: {error}")))?;
            state.scores.insert(game, row.score_of(0).unwrap_or(0.5));
        }
    }
    Ok(states)
}

/// Makes the folder and puts the plan into it, or checks that the same plan is there.
fn prepare(plan: &Expanded, folder: &Path) -> Result<(), RunError> {
    std::fs::create_dir_all(folder).map_err(|error| RunError::file(folder, error))?;
    let path = folder.join("plan.toml");
    match std::fs::read_to_string(&path) {
        Ok(text) if text == plan.plan.source => return same_files(plan, folder),
        Ok(_) => {
            return Err(RunError::new(format!(
                "{} holds a run of another plan; choose another folder with --out",
                folder.display()
            )));
        }
        Err(_) => {}
    }
    // With the plan go the files it names, so that the folder is all that is needed to go on.
    for (file, content) in plan.files() {
        let target = kept(folder, file);
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent).map_err(|error| RunError::file(parent, error))?;
        }
        write_whole(&target, content.as_bytes())?;
    }
    write_whole(&path, plan.plan.source.as_bytes())
}

/// Games of other rules or from other positions must not come among those of a run.
fn same_files(plan: &Expanded, folder: &Path) -> Result<(), RunError> {
    for (file, content) in plan.files() {
        if std::fs::read(kept(folder, file)).is_ok_and(|known| known != content.as_bytes()) {
            return Err(RunError::new(format!(
                "{} holds games of another {file}; choose another folder with --out",
                folder.display()
            )));
        }
    }
    Ok(())
}

/// Writes a file under another name first, so that it is there completely or not at all.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), RunError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}", std::process::id()));
    let beside = PathBuf::from(beside);
    std::fs::write(&beside, content).map_err(|error| RunError::file(&beside, error))?;
    std::fs::rename(&beside, path).map_err(|error| RunError::file(path, error))
}
