//! The laboratory on the page: matches and measurements that run one after the other in the background, with their
//! progress and their reports. Runs are kept; one that was cut off by a crash goes on where it was.

mod play;
mod report;
pub(crate) mod routes;

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::broadcast;

use super::games::Games;
use super::problem::Problem;
use super::store::Store;
use play::{Job, News};

/// Runs that may wait for their turn.
const MOST_WAITING: usize = 16;
/// Runs that are kept.
const MOST_KEPT: usize = 1000;
/// The most games of a run.
pub(crate) const MOST_GAMES: u64 = 20_000;
/// A single game may take this long before its run is given up.
const LONGEST_GAME: Duration = Duration::from_secs(600);
/// How often a run is written to disk and shown.
const BEAT: Duration = Duration::from_millis(500);

/// What is to be found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Two agents against each other.
    Match,
    /// The character of a game, from games of given or random players.
    Measure,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Phase {
    Waiting,
    Running,
    Finished,
    Stopped,
    Failed,
}

/// A run as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) kind: Kind,
    pub(crate) game: String,
    pub(crate) title: Option<String>,
    pub(crate) agents: Vec<String>,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    pub(crate) phase: Phase,
    pub(crate) done: u64,
    /// Seconds of work so far.
    pub(crate) seconds: f64,
    pub(crate) trouble: Option<String>,
    /// What each game of a match gave; with it a match goes on after a crash.
    pub(crate) results: Vec<play::Result>,
    pub(crate) report: Value,
}

impl Run {
    /// What a page is told of it.
    fn view(&self, id: i64) -> Value {
        let Run { kind, game, title, agents, games, seed, phase, done, seconds, trouble, report, .. } = self;
        json!({ "id": id, "kind": kind, "game": game, "title": title, "agents": agents, "games": games, "seed": seed,
                "phase": phase, "done": done, "seconds": seconds, "trouble": trouble, "report": report })
    }

    fn keep(&self) -> Result<String, Problem> {
        serde_json::to_string(self).map_err(|error| Problem::fault(error.to_string()))
    }
}

/// All runs.
pub(crate) struct Lab {
    games: Arc<Games>,
    store: Arc<Store>,
    runs: Mutex<BTreeMap<i64, Run>>,
    queue: Mutex<Sender<i64>>,
    news: broadcast::Sender<String>,
    longest: Duration,
}

impl Lab {
    /// Opens the laboratory and goes on with what was not finished.
    pub(crate) fn open(games: Arc<Games>, store: Arc<Store>, longest: Duration) -> Result<Arc<Lab>, Problem> {
        let mut runs = BTreeMap::new();
        for (id, _, data) in store.runs()? {
            // A run that cannot be read was written by another version; it stays in the file.
            if let Ok(run) = serde_json::from_str::<Run>(&data) {
                runs.insert(id, run);
            }
        }
        let (queue, waiting) = std::sync::mpsc::channel();
        for (id, run) in &mut runs {
            if matches!(run.phase, Phase::Waiting | Phase::Running) {
                run.phase = Phase::Waiting;
                let _ = queue.send(*id);
            }
        }
        let lab = Arc::new(Lab {
            games,
            store,
            runs: Mutex::new(runs),
            queue: Mutex::new(queue),
            news: broadcast::Sender::new(64),
            longest,
        });
        let worker = Arc::downgrade(&lab);
        let thread = std::thread::Builder::new().name("laboratory".to_string());
        let started = thread.spawn(move || {
            while let Ok(id) = waiting.recv() {
                let Some(lab) = worker.upgrade() else { return };
                lab.work(id);
            }
        });
        started.map_err(|error| Problem::fault(format!("no thread for the laboratory: {error}")))?;
        Ok(lab)
    }

    fn runs(&self) -> MutexGuard<'_, BTreeMap<i64, Run>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All runs, the latest first.
    pub(crate) fn list(&self) -> Vec<Value> {
        self.runs().iter().rev().map(|(id, run)| run.view(*id)).collect()
    }

    /// One run.
    pub(crate) fn find(&self, id: i64) -> Result<Value, Problem> {
        self.runs().get(&id).map(|run| run.view(id)).ok_or_else(missing)
    }

    /// Hears of every change of a run.
    pub(crate) fn watch(&self) -> broadcast::Receiver<String> {
        self.news.subscribe()
    }

    /// Checks what is asked and puts it in the queue.
    pub(crate) fn begin(
        &self,
        kind: Kind,
        game: &str,
        agents: Vec<String>,
        games: u64,
        seed: u64,
    ) -> Result<Value, Problem> {
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(Problem::input(format!("a run has from 1 to {MOST_GAMES} games, not {games}")));
        }
        let name = play::check(&self.games, kind, game, &agents, self.longest)?;
        let run = Run {
            kind,
            title: self.games.title(&name),
            game: name,
            agents,
            games,
            seed,
            phase: Phase::Waiting,
            done: 0,
            seconds: 0.0,
            trouble: None,
            results: Vec::new(),
            report: Value::Null,
        };
        let mut runs = self.runs();
        let open = runs.values().filter(|run| matches!(run.phase, Phase::Waiting | Phase::Running)).count();
        if open > MOST_WAITING {
            return Err(Problem::busy("the laboratory has enough to do; wait until a run is finished"));
        }
        if runs.len() >= MOST_KEPT {
            return Err(Problem::busy(format!(
                "the laboratory keeps at most {MOST_KEPT} runs; remove some first"
            )));
        }
        let id = self.store.add_run(&run.keep()?)?;
        let view = run.view(id);
        runs.insert(id, run);
        drop(runs);
        let _ = self.queue.lock().unwrap_or_else(PoisonError::into_inner).send(id);
        let _ = self.news.send(json!({ "run": view }).to_string());
        Ok(view)
    }

    /// Ends a run where it is.
    pub(crate) fn stop(&self, id: i64) -> Result<Value, Problem> {
        self.change(id, |run| {
            if matches!(run.phase, Phase::Waiting | Phase::Running) {
                run.phase = Phase::Stopped;
            }
        })?
        .ok_or_else(missing)
    }

    /// Forgets a run.
    pub(crate) fn remove(&self, id: i64) -> Result<(), Problem> {
        self.runs().remove(&id).ok_or_else(missing)?;
        self.store.drop_run(id)?;
        let _ = self.news.send(json!({ "removed": id }).to_string());
        Ok(())
    }

    /// Changes a run, keeps it and tells everyone; `None` if it is gone.
    fn change(&self, id: i64, action: impl FnOnce(&mut Run)) -> Result<Option<Value>, Problem> {
        let (kept, view) = {
            let mut runs = self.runs();
            let Some(run) = runs.get_mut(&id) else { return Ok(None) };
            action(run);
            (run.keep()?, run.view(id))
        };
        self.store.save_run(id, &kept)?;
        let _ = self.news.send(json!({ "run": view }).to_string());
        Ok(Some(view))
    }

    /// Does a run on a thread of its own and follows it.
    fn work(&self, id: i64) {
        let run = self.runs().get(&id).filter(|run| run.phase == Phase::Waiting).cloned();
        let Some(run) = run else { return };
        let (send, news) = std::sync::mpsc::sync_channel(64);
        let job = Job { games: self.games.clone(), run: run.clone(), send };
        let thread = std::thread::Builder::new().name("laboratory run".to_string()).stack_size(16 << 20);
        let told = self.change(id, |run| run.phase = Phase::Running);
        let result = match (told, thread.spawn(move || job.run())) {
            (Err(problem), _) => Err(problem.sentence),
            (_, Err(error)) => Err(format!("no thread for the run: {error}")),
            _ => self.follow(id, run.seconds, &news),
        };
        if let Err(sentence) = result {
            let failed = self.change(id, |run| {
                run.phase = Phase::Failed;
                run.trouble = Some(sentence);
            });
            if let Err(problem) = failed {
                crate::terminal::complain_line(&problem.sentence);
            }
        }
    }

    fn follow(&self, id: i64, before: f64, news: &Receiver<News>) -> Result<(), String> {
        let begin = Instant::now();
        let (mut heard, mut told) = (Instant::now(), Instant::now());
        let mut fresh: Vec<play::Result> = Vec::new();
        let mut measured: Option<(u64, Value)> = None;
        loop {
            let item = news.recv_timeout(Duration::from_millis(200));
            let mut finished = false;
            match item {
                Ok(News::Game(result)) => fresh.push(result),
                Ok(News::Measured(done, report)) => measured = Some((done, report)),
                Ok(News::Trouble(sentence)) => return Err(sentence),
                Err(RecvTimeoutError::Disconnected) => finished = true,
                Err(RecvTimeoutError::Timeout) if heard.elapsed() > LONGEST_GAME => {
                    return Err("a game took longer than ten minutes".to_string());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if item_is_news(&fresh, &measured) {
                heard = Instant::now();
            }
            let due = finished || (told.elapsed() > BEAT && item_is_news(&fresh, &measured));
            if due {
                let mut gone = false;
                let changed = self.change(id, |run| {
                    gone = run.phase != Phase::Running;
                    run.results.append(&mut fresh);
                    if run.kind == Kind::Match {
                        run.done = run.results.len() as u64;
                        run.report = report::of_match(run);
                    }
                    if let Some((done, report)) = measured.take() {
                        (run.done, run.report) = (done, report);
                    }
                    run.seconds = before + begin.elapsed().as_secs_f64();
                    if finished && !gone {
                        let whole = run.done >= run.games;
                        run.phase = if whole { Phase::Finished } else { Phase::Failed };
                        run.trouble = (!whole).then(|| "the run broke down".to_string());
                    }
                });
                told = Instant::now();
                match changed {
                    Ok(Some(_)) if !gone && !finished => {}
                    Ok(_) => return Ok(()),
                    Err(problem) => return Err(problem.sentence),
                }
            } else if self.runs().get(&id).is_none_or(|run| run.phase != Phase::Running) {
                return Ok(());
            }
        }
    }
}

fn item_is_news(fresh: &[play::Result], measured: &Option<(u64, Value)>) -> bool {
    !fresh.is_empty() || measured.is_some()
}

fn missing() -> Problem {
    Problem::missing("there is no run with this number")
}
