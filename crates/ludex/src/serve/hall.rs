//! The hall: all tables of a server, and the agents that play at them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ludex_core::{derive_seed, mix};
use ludex_search::{Budget, Stop, Value, WrittenReport};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::games::Games;
use super::guard::{on_behalf, visitor};
use super::problem::Problem;
use super::store::Store;
use super::table::Table;
use super::think::{self, Exact, Question};

/// What a server allows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Searches at the same time; more wait for their turn.
    pub(crate) searches: usize,
    /// Searches that may wait.
    pub(crate) waiting: usize,
    /// Searches that run or wait for one visitor from another machine.
    pub(crate) each: usize,
    /// The longest search.
    pub(crate) longest: Duration,
    /// Tables held in memory; others rest on disk.
    pub(crate) tables: usize,
    /// Tables kept on disk.
    pub(crate) kept: u64,
}

/// How much longer than its limit a search is waited for.
const GRACE: Duration = Duration::from_secs(5);

/// A table that several pages may look at.
pub(crate) struct Place {
    table: Mutex<Table>,
    /// Told at every change.
    changed: watch::Sender<u64>,
    /// Stops the agent that is thinking at this table.
    stop: Mutex<Stop>,
}

impl Place {
    fn new(table: Table) -> Place {
        Place { changed: watch::Sender::new(table.version), table: Mutex::new(table), stop: Mutex::default() }
    }

    /// The table, for as long as the guard lives.
    pub(crate) fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hears of every change.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Makes the agent that is thinking answer now.
    pub(crate) fn hurry(&self) {
        self.stop.lock().unwrap_or_else(PoisonError::into_inner).request();
    }
}

/// All tables.
pub(crate) struct Hall {
    places: Mutex<HashMap<String, (Arc<Place>, Instant)>>,
    store: Arc<Store>,
    pub(crate) games: Arc<Games>,
    pub(crate) limits: Limits,
    searches: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// How many searches run or wait for each visitor.
    visitors: Mutex<HashMap<IpAddr, usize>>,
}

/// The places in the queue and among the searches that one search has.
type Places = (OwnedSemaphorePermit, OwnedSemaphorePermit);

/// Gives the places of a search to others.
fn leave(seat: &Mutex<Option<Places>>) {
    drop(seat.lock().unwrap_or_else(PoisonError::into_inner).take());
}

/// Ends a search for whose answer nobody waits any more.
struct Hurry(Stop);

impl Drop for Hurry {
    fn drop(&mut self) {
        self.0.request();
    }
}

/// A search that counts for a visitor as long as it lives.
struct Counted<'h>(&'h Hall, IpAddr);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        let mut visitors = self.0.visitors.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = visitors.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                visitors.remove(&self.1);
            }
        }
    }
}

impl Hall {
    pub(crate) fn new(store: Arc<Store>, games: Arc<Games>, limits: Limits) -> Hall {
        Hall {
            places: Mutex::default(),
            store,
            games,
            limits,
            searches: Arc::new(Semaphore::new(limits.searches)),
            queue: Arc::new(Semaphore::new(limits.waiting + limits.searches)),
            visitors: Mutex::default(),
        }
    }

    /// Counts a search for the visitor of the present task, unless she has too many.
    fn count(&self) -> Result<Option<Counted<'_>>, Problem> {
        let Some(address) = visitor() else { return Ok(None) };
        let mut visitors = self.visitors.lock().unwrap_or_else(PoisonError::into_inner);
        let count = visitors.entry(address).or_default();
        if *count >= self.limits.each {
            let most = self.limits.each;
            return Err(Problem::busy(format!(
                "one visitor may have at most {most} agents thinking at a time"
            )));
        }
        *count += 1;
        Ok(Some(Counted(self, address)))
    }

    /// Opens a table under a new link that cannot be guessed.
    pub(crate) fn open(
        &self,
        make: impl FnOnce(String, u64) -> Result<Table, Problem>,
    ) -> Result<Arc<Place>, Problem> {
        if !self.store.make_room(self.limits.kept)? {
            let most = self.limits.kept;
            return Err(Problem::busy(format!(
                "this server keeps at most {most} tables, and all are in use"
            )));
        }
        let mut random = [0u8; 16];
        getrandom::fill(&mut random)
            .map_err(|error| Problem::fault(format!("the system gives no random numbers: {error}")))?;
        let id: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let seed = mix(u64::from_le_bytes(random[..8].try_into().unwrap_or_default()));
        let table = make(id.clone(), seed)?;
        self.store.save(&id, &table.game(), &table.keep()?)?;
        Ok(self.seat(id, table))
    }

    fn seat(&self, id: String, table: Table) -> Arc<Place> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if places.len() >= self.limits.tables {
            // Tables nobody looks at rest on disk; the longest unused go first.
            let mut idle: Vec<(Instant, String)> = (places.iter())
                .filter(|(_, (place, _))| Arc::strong_count(place) == 1)
                .map(|(id, (_, used))| (*used, id.clone()))
                .collect();
            idle.sort();
            for (_, id) in idle.into_iter().take(self.limits.tables / 10 + 1) {
                places.remove(&id);
            }
        }
        // Two requests may have read the same table from disk: the first one wins.
        let entry = places.entry(id).or_insert_with(|| (Arc::new(Place::new(table)), Instant::now()));
        entry.1 = Instant::now();
        entry.0.clone()
    }

    /// The table with this link.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Place>, Problem> {
        let missing = || Problem::missing("there is no table with this link");
        if id.len() != 32 || !id.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(missing());
        }
        {
            let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((place, used)) = places.get_mut(id) {
                *used = Instant::now();
                return Ok(place.clone());
            }
        }
        let kept = self.store.load(id)?.ok_or_else(missing)?;
        Ok(self.seat(id.to_string(), Table::recall(&self.games, id.to_string(), &kept)?))
    }

    /// Changes a table, keeps it and tells everyone who looks at it.
    pub(crate) fn change<T>(
        &self,
        place: &Place,
        action: impl FnOnce(&mut Table) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let mut table = place.table();
        let done = action(&mut table)?;
        table.version += 1;
        self.store.save(&table.id, &table.game(), &table.keep()?)?;
        place.changed.send_replace(table.version);
        Ok(done)
    }

    /// Runs a search on a thread of its own, when it is its turn, and no longer than the limit. A search that does
    /// not end then is given up: its place goes to others, and no agent thinks about that draft again.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        game: &str,
        stop: &Stop,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        if !self.games.is_trusted(game) {
            return Err(Problem::conflict("agents never come to an end over the rules of this draft"));
        }
        let _counted = self.count()?;
        let queued = self.queue.clone().try_acquire_owned();
        let queued = queued
            .map_err(|_| Problem::busy("too many agents are thinking just now; try again in a moment"))?;
        let permit = self.searches.clone().acquire_owned().await;
        let permit = permit.map_err(|_| Problem::busy("the server is closing"))?;
        // The thread keeps its place until it ends, also when nobody waits for the answer any more.
        let seat = Arc::new(Mutex::new(Some((queued, permit))));
        let (answer, mut answered) = tokio::sync::oneshot::channel();
        let (own, taken) = (stop.clone(), seat.clone());
        let thread = std::thread::Builder::new().name("agent".to_string()).stack_size(64 << 20);
        thread
            .spawn(move || {
                let result = work(&own);
                leave(&taken);
                let _ = answer.send(result);
            })
            .map_err(|error| Problem::busy(format!("no thread for the agent: {error}")))?;
        let _hurry = Hurry(stop.clone());
        let broken = |_| Problem::fault("the agent broke down over this position");
        if let Ok(result) = tokio::time::timeout(self.limits.longest, &mut answered).await {
            return result.map_err(broken);
        }
        stop.request();
        if let Ok(result) = tokio::time::timeout(GRACE, &mut answered).await {
            return result.map_err(broken);
        }
        self.games.distrust(game);
        leave(&seat);
        Err(Problem::conflict("the agent does not come to an end over this position"))
    }

    /// What an agent would play at a table, looked for about a second.
    pub(crate) async fn hint(&self, place: &Place, agent: String) -> Result<WrittenReport, Problem> {
        let question = {
            let table = place.table();
            if table.mover().is_none() {
                return Err(Problem::conflict("nobody is on turn"));
            }
            let budget = Some(Budget::time(Duration::from_millis(1000).min(self.limits.longest)));
            Question { record: table.record(), agent, seed: table.seed, budget }
        };
        let (game, games) = (question.record.game.clone(), self.games.clone());
        self.search(&game, &Stop::new(), move |stop| think::ask(&games, &question, stop)).await?
    }

    /// What is known for certain about the position on a table.
    pub(crate) async fn exact(&self, place: &Place) -> Result<Exact, Problem> {
        let record = {
            let table = place.table();
            if table.mover().is_none() {
                return Err(Problem::conflict("nobody is on turn"));
            }
            table.record()
        };
        let (game, games) = (record.game.clone(), self.games.clone());
        let time = LONGEST_PROOF.min(self.limits.longest);
        self.search(&game, &Stop::new(), move |_| think::solve(&games, &record, time)).await?
    }
}

/// The longest search for an exact value.
const LONGEST_PROOF: Duration = Duration::from_secs(5);

/// Lets the agents at a table move until a person is on turn.
pub(crate) fn wake(hall: &Arc<Hall>, place: &Arc<Place>) {
    let question = {
        let mut table = place.table();
        let Some(agent) = table.waiting_agent().map(str::to_string) else { return };
        if table.thinking {
            return;
        }
        table.thinking = true;
        table.version += 1;
        place.changed.send_replace(table.version);
        let seed = derive_seed(table.seed, table.node as u64, 1);
        (table.node, table.pace, Question { record: table.record(), agent, seed, budget: None })
    };
    let (node, pace, question) = question;
    let stop = Stop::new();
    *place.stop.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
    let (hall, place) = (hall.clone(), place.clone());
    tokio::spawn(on_behalf(visitor(), async move {
        let begin = Instant::now();
        let agent = question.agent.clone();
        let (game, games) = (question.record.game.clone(), hall.games.clone());
        let search = hall.search(&game, &stop, move |stop| think::ask(&games, &question, stop));
        let answer = search.await.and_then(|answer| answer);
        tokio::time::sleep(Duration::from_millis(pace).saturating_sub(begin.elapsed())).await;
        let settle = {
            let (hall, place) = (hall.clone(), place.clone());
            move || {
                let settled = hall.change(&place, |table| {
                    table.thinking = false;
                    // Meanwhile the board may have moved on, or the seat may have been taken by another.
                    if table.node != node || table.waiting_agent() != Some(agent.as_str()) {
                        return Ok(());
                    }
                    match answer {
                        Ok(report) => {
                            // A forced move is made without a thought, and so is a random one.
                            let known = report.rows.len() > 1 && report.value != Value::Unknown.to_string();
                            let evaluation = known.then(|| (report.standing * 1000.0).round() / 1000.0);
                            let chosen = report.line.first().cloned().unwrap_or_default();
                            if let Err(problem) = table.play(&chosen, evaluation) {
                                table.trouble = Some(format!("{agent} cannot move: {}", problem.sentence));
                            }
                        }
                        Err(problem) => {
                            table.trouble = Some(format!("{agent} cannot move: {}", problem.sentence));
                        }
                    }
                    Ok(())
                });
                if let Err(problem) = settled {
                    crate::terminal::complain_line(&problem.sentence);
                }
            }
        };
        if tokio::task::spawn_blocking(settle).await.is_ok() {
            wake(&hall, &place);
        }
    }));
}
