//! A whole folder of descriptions: which can be read, checked, compiled and played, and which recorded trials they
//! replay move for move.
//!
//! The folder may be any, for instance the one of a Ludii checkout. Nothing in it can make a run fail: every
//! description has limits of time and work, and a description that breaks us is a line of the report.

mod milestone;
mod piles;
mod replay;
mod report;
mod trial;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::check::check;
use crate::described::{AnyDescribed, Described};
use crate::expand::{Choices, Library, expand};
use crate::lower::compile;
use crate::runtime::overruns;
use crate::text::Source;
use ludex_core::{Game, Rng};

pub use milestone::milestone;
pub use replay::{Parting, replay};
pub use report::{Corpus, GameReport, Stage, Totals};
pub use trial::{Act, Index, Recorded, Trial, index, parse};

/// What to look at, and how much of it.
#[derive(Clone, Debug)]
pub struct Request {
    /// The folder with the descriptions.
    pub lud: PathBuf,
    /// The folder with defines that the descriptions share; ours if there is none.
    pub defs: Option<PathBuf>,
    /// The folder with recorded trials.
    pub trials: Option<PathBuf>,
    /// Only descriptions of this milestone or an earlier one.
    pub milestone: Option<u8>,
    /// On how many threads.
    pub threads: usize,
    /// How long random games are played with one description, to measure.
    pub play: Duration,
    /// How long the trials of one description may take.
    pub replay: Duration,
}

/// The most moves of a random game.
const LONGEST: u32 = 3000;
/// The largest description that is read.
const LARGEST: u64 = 4 << 20;
/// Descriptions are nested; checking and compiling follow them down.
const STACK: usize = 256 << 20;

/// Runs over a folder. `tell` hears of every description when it is done.
pub fn run(request: &Request, tell: &(dyn Fn(&GameReport) + Sync)) -> std::io::Result<Corpus> {
    let mut files = descriptions(&request.lud)?;
    files.sort();
    // A name may mean something else in another library: ours counts only where there is none.
    let library = match &request.defs {
        Some(folder) => Library::read(folder)?,
        None => Library::ours(),
    };
    let trials = match &request.trials {
        Some(folder) => index(folder)?,
        None => Index::new(),
    };
    let next = AtomicUsize::new(0);
    let games = Mutex::new(Vec::new());
    std::thread::scope(|scope| -> std::io::Result<()> {
        let mut workers = Vec::new();
        for _ in 0..request.threads.clamp(1, 256) {
            let work = || {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(report) = guarded(request, path, &library, &trials) {
                        tell(&report);
                        games.lock().unwrap_or_else(|broken| broken.into_inner()).push(report);
                    }
                }
            };
            workers.push(std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?);
        }
        for worker in workers {
            let _ = worker.join();
        }
        Ok(())
    })?;
    let mut games = games.into_inner().unwrap_or_else(|broken| broken.into_inner());
    games.sort_by(|a: &GameReport, b: &GameReport| a.path.cmp(&b.path));
    Ok(Corpus::new(games))
}

/// Every `.lud` file under a folder, or the file itself.
fn descriptions(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    if folder.is_file() {
        return Ok(vec![folder.to_path_buf()]);
    }
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            // Links could lead round in circles.
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|e| e == "lud") {
                files.push(entry.path());
            }
        }
    }
    Ok(files)
}

/// One description; should it break us after all, the report says so.
fn guarded(request: &Request, path: &Path, library: &Library, trials: &Index) -> Option<GameReport> {
    let name = path.strip_prefix(&request.lud).unwrap_or(path).display().to_string().replace('\\', "/");
    let name = if name.is_empty() { path.display().to_string() } else { name };
    let one = || one(request, path, &name, library, trials);
    catch_unwind(AssertUnwindSafe(one)).unwrap_or_else(|_| {
        let mut report = GameReport::new(&name);
        report.trouble = "the program broke down over this description".to_string();
        Some(report)
    })
}

fn one(request: &Request, path: &Path, name: &str, library: &Library, trials: &Index) -> Option<GameReport> {
    let mut report = GameReport::new(name);
    let recorded: Vec<&PathBuf> = path
        .file_name()
        .and_then(|file| trials.get(&*file.to_string_lossy()))
        .map(|found| found.iter().filter(|(game, _)| is_of(game, name)).map(|(_, trial)| trial).collect())
        .unwrap_or_default();
    report.trials = recorded.len();
    let size = std::fs::metadata(path).map_or(0, |data| data.len());
    if size > LARGEST {
        report.trouble = format!("the file has {size} bytes, and at most {LARGEST} are read");
        return Some(report);
    }
    let text = match std::fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            report.trouble = error.to_string();
            return Some(report);
        }
    };
    let first = |problems: &[crate::text::Diagnostic]| {
        problems.iter().find(|p| p.is_error()).map(|p| p.message.clone()).unwrap_or_default()
    };
    let source = Source::new(name, text);
    let expanded = match expand(source.clone(), library, &Choices::none()) {
        Ok(expanded) => expanded,
        Err(problems) => {
            report.trouble = first(&problems);
            return request.milestone.is_none().then_some(report);
        }
    };
    report.stage = Stage::Parsed;
    report.milestone = milestone(&expanded.root);
    if request.milestone.is_some_and(|wanted| report.milestone.is_none_or(|found| found > wanted)) {
        return None;
    }
    let checked = match check(&expanded) {
        Ok(checked) => checked,
        Err(problems) => {
            report.trouble = first(&problems);
            return Some(report);
        }
    };
    report.stage = Stage::Checked;
    if let Err(refusal) = compile(&checked) {
        report.missing = refusal.missing.iter().cloned().collect();
        report.trouble = refusal.problems.first().map(|(_, message)| message.clone()).unwrap_or_default();
        return Some(report);
    }
    let game = match AnyDescribed::compile(source, library, &Choices::none(), name) {
        Ok(game) => game,
        Err(problems) => {
            report.trouble = first(&problems);
            return Some(report);
        }
    };
    report.stage = Stage::Compiled;
    match game {
        AnyDescribed::W1(game) => play_and_replay(request, &game, &recorded, &mut report),
        AnyDescribed::W2(game) => play_and_replay(request, &game, &recorded, &mut report),
        AnyDescribed::W8(game) => play_and_replay(request, &game, &recorded, &mut report),
    }
    Some(report)
}

/// Whether a trial recorded under this path is one of this description.
fn is_of(game: &str, name: &str) -> bool {
    game.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

fn play_and_replay<const W: usize>(
    request: &Request,
    game: &Described<W>,
    recorded: &[&PathBuf],
    report: &mut GameReport,
) {
    match playouts(game, request.play) {
        Ok(speed) => {
            report.stage = Stage::Playable;
            report.playouts_per_second = Some(speed);
        }
        Err(trouble) => report.trouble = trouble,
    }
    let until = Instant::now() + request.replay;
    for path in recorded {
        let followed = match trial::read(path) {
            Ok(trial) if !trial.options.is_empty() => Err("recorded with other options".to_string()),
            Ok(trial) => replay(game.rules_code(), &trial, until).map_err(|parting| parting.to_string()),
            Err(trouble) => Err(trouble),
        };
        match followed {
            Ok(()) => report.replayed += 1,
            Err(trouble) if report.trouble.is_empty() => {
                let file = path.file_name().map(|name| name.to_string_lossy().into_owned());
                report.trouble = format!("{} {trouble}", file.unwrap_or_default());
            }
            Err(_) => {}
        }
    }
}

/// Random games for a while, at least one; how many a second.
fn playouts<const W: usize>(game: &Described<W>, time: Duration) -> Result<f64, String> {
    let begin = Instant::now();
    let stopped = overruns();
    let mut scratch = Vec::new();
    let mut games = 0u32;
    while games == 0 || begin.elapsed() < time {
        let mut rng = Rng::derived(1, u64::from(games), 0);
        let mut state = game.start();
        let mut plies = 0;
        while plies < LONGEST && !game.turn(&state).is_over() {
            let chosen = game.random_move(&state, &mut rng, &mut scratch);
            game.play(&mut state, chosen);
            plies += 1;
            if plies % 16 == 0 && begin.elapsed() > time + Duration::from_secs(10) {
                return Err(format!("a random game takes too long: {plies} moves in ten seconds"));
            }
        }
        games += 1;
        if overruns() > stopped {
            return Err("the rules do not come to an end".to_string());
        }
    }
    Ok(f64::from(games) / begin.elapsed().as_secs_f64())
}
