//! All methods together: who wins, and how fast?
//!
//! Searches for the shortest win of either side and defences against either side take turns, each with a share of
//! the work that doubles from round to round; with two threads searches and defences run side by side. Whatever is
//! proved by one ends what it makes superfluous in the other.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludex_core::Verdict;

use crate::bounds::Bounds;
use crate::fight::{Fight, Glance};
use crate::guard::{Ending, Guard, Learnt};
use crate::proof::Proof;
use crate::within::{Signals, Within};

/// How much may be spent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Bytes for tables and positions, about.
    pub memory: usize,
    /// How long to search.
    pub time: Option<Duration>,
    /// On how many threads: 1 or 2.
    pub threads: usize,
    /// How wins of any length are decided.
    pub method: Method,
}

/// How wins of any length are proved or ruled out, beside the search for the shortest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Closed sets of positions that the defender does not leave ([`Guard`]).
    #[default]
    Defences,
    /// Depth-first proof-number search ([`Proof`]).
    Proof,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 1 << 30, time: None, threads: 1, method: Method::Defences }
    }
}

/// What is proved about one side as the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Proved {
    /// Its shortest win.
    pub wins_in: Option<u32>,
    /// It wins, in however many plies.
    pub wins: bool,
    /// It has no win within this many plies.
    pub none_within: u32,
    /// It has no win at all.
    pub held: bool,
}

/// How a search stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Positions looked at.
    pub nodes: u64,
    /// Positions kept by defences.
    pub kept: usize,
    /// Share of the table in use.
    pub fill: f64,
    /// Seconds since the beginning.
    pub seconds: f64,
    /// What is proved about each side.
    pub proved: [Proved; 2],
}

/// The end of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The value for the player to move, if it was found.
    pub value: Option<Verdict>,
    /// The length of the shortest forced win, if there is one and it was found.
    pub plies: Option<u32>,
    /// The best play of both sides: the winner wins as fast as possible, the loser holds out as long as possible. In a draw
    /// neither gives a win away, until the game ends or a position comes again.
    pub line: Vec<String>,
    /// How the search stood at the end.
    pub progress: Progress,
}

/// The sides' facts and what the threads share.
struct Shared<'a> {
    signals: &'a Signals,
    table: &'a Bounds,
    proved: Mutex<[Proved; 2]>,
    done: AtomicBool,
    kept: [std::sync::atomic::AtomicUsize; 2],
    begin: Instant,
}

/// Whether nothing is left to find out.
fn is_decided(proved: &[Proved; 2]) -> bool {
    proved.iter().any(|one| one.wins_in.is_some()) || proved.iter().all(|one| one.held)
}

impl Shared<'_> {
    fn proved(&self) -> [Proved; 2] {
        self.proved.lock().map_or_else(|poisoned| *poisoned.into_inner(), |proved| *proved)
    }

    fn note(&self, side: usize, change: impl FnOnce(&mut Proved)) {
        if let Ok(mut proved) = self.proved.lock() {
            change(&mut proved[side]);
            if is_decided(&proved) {
                self.done.store(true, Ordering::Relaxed);
            }
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.signals.nodes.load(Ordering::Relaxed),
            kept: self.kept.iter().map(|kept| kept.load(Ordering::Relaxed)).sum(),
            fill: self.table.fill(),
            seconds: self.begin.elapsed().as_secs_f64(),
            proved: self.proved(),
        }
    }

    fn is_over(&self) -> bool {
        self.done.load(Ordering::Relaxed) || self.signals.stopped()
    }
}

/// The search for the shortest win of one side, a few thousand positions at a time.
struct Hunt {
    side: usize,
    plies: u32,
}

impl Hunt {
    fn work<F: Fight>(&mut self, fight: &F, spot: &F::Spot, shared: &Shared<'_>, budget: u64) {
        let proved = shared.proved();
        if proved[self.side].held || proved[self.side ^ 1].wins || shared.is_over() {
            return;
        }
        let mut left = budget;
        while left > 0 {
            let before = shared.signals.nodes.load(Ordering::Relaxed);
            let mut search = Within::new(fight, shared.table, self.side, shared.signals).with_budget(left);
            match search.wins(spot, self.plies) {
                Ok(true) => {
                    let plies = self.plies;
                    shared.note(self.side, |proved| {
                        proved.wins = true;
                        proved.wins_in = Some(plies);
                    });
                    return;
                }
                Ok(false) => {
                    let plies = self.plies;
                    shared.note(self.side, |proved| proved.none_within = plies);
                    if self.plies > 900 {
                        return;
                    }
                    self.plies += fight.stride();
                }
                Err(_) => return,
            }
            let used = shared.signals.nodes.load(Ordering::Relaxed).saturating_sub(before);
            left = left.saturating_sub(used.max(1));
        }
    }
}

/// The largest set of positions a defence may keep.
fn room<F: Fight>(limits: &Limits) -> usize {
    // A word for each position in a set that is half empty at worst and copied when it grows, and some that wait.
    limits.memory / 4 / (24 + size_of::<F::Packed>() / 2)
}

/// A search that was not finished: what another can begin with.
#[derive(Default)]
pub struct Unfinished {
    /// What is proved about each side.
    pub proved: [Proved; 2],
    /// What the defences against each side have learnt.
    pub defences: [Learnt; 2],
    /// The tables of the proof-number searches for each side, as they save them.
    pub numbers: [Vec<u8>; 2],
}

/// Those who decide for or against a win of either side, however long it takes.
struct Deciders<'a, F: Fight> {
    guards: Vec<(usize, Guard<'a, F>)>,
    proofs: Vec<(usize, Proof<'a, F>)>,
    room: usize,
}

impl<'a, F: Fight> Deciders<'a, F> {
    fn new(
        fight: &'a F,
        spot: &F::Spot,
        limits: &Limits,
        known: &mut Unfinished,
        signals: &'a Signals,
    ) -> Self {
        let side = fight.side(spot);
        let mut all = Deciders { guards: Vec::new(), proofs: Vec::new(), room: room::<F>(limits) };
        for attacker in [side, side ^ 1] {
            let Proved { held, wins, .. } = known.proved[attacker];
            if held || wins {
                continue;
            }
            match limits.method {
                Method::Defences => {
                    let learnt = std::mem::take(&mut known.defences[attacker]);
                    all.guards.push((attacker, Guard::resume(fight, spot, attacker, signals, learnt)));
                }
                Method::Proof => {
                    let proof = Proof::new(fight, attacker, limits.memory / 4, signals);
                    let proof = proof.with_threads(limits.threads);
                    let saved = std::mem::take(&mut known.numbers[attacker]);
                    if !saved.is_empty() {
                        // A table of another size, or a damaged one, is begun anew.
                        let _ = proof.load(saved.as_slice());
                    }
                    all.proofs.push((attacker, proof));
                }
            }
        }
        all
    }

    /// Works for a while; true if there is no room to go on.
    fn work(&mut self, spot: &F::Spot, shared: &Shared<'_>, budget: usize) -> bool {
        let mut full = true;
        let decided = |attacker: usize| {
            let proved = shared.proved()[attacker];
            proved.held || proved.wins || shared.is_over()
        };
        let note = |attacker: usize, ending: Ending| match ending {
            Ending::Held => shared.note(attacker, |proved| proved.held = true),
            Ending::Lost => shared.note(attacker, |proved| proved.wins = true),
            Ending::Unknown => {}
        };
        for (attacker, guard) in &mut self.guards {
            if decided(*attacker) || guard.len() > self.room {
                continue;
            }
            full = false;
            let ending = guard.run((guard.len() + budget).min(self.room + 1));
            shared.kept[*attacker].store(guard.len(), Ordering::Relaxed);
            note(*attacker, ending);
        }
        for (attacker, proof) in &mut self.proofs {
            if !decided(*attacker) {
                full = false;
                // It begins at the root each time, and finds its way back by its table.
                note(*attacker, proof.run(spot, 20 * budget as u64));
            }
        }
        full
    }

    /// Play of both sides in which neither gives a win away, from a drawn position to the end of the game or until a
    /// position comes again.
    fn drawn_line(&mut self, fight: &F, spot: &F::Spot) -> Vec<String> {
        let mut line = Vec::new();
        let mut seen = vec![fight.key(spot)];
        let mut spot = spot.clone();
        let mut steps = Vec::new();
        while fight.look(&spot, 0, None, &mut steps) == Glance::Open {
            let attacker = fight.side(&spot) ^ 1;
            let guard = self.guards.iter_mut().find(|(against, _)| *against == attacker);
            let proof = self.proofs.iter_mut().find(|(against, _)| *against == attacker);
            let holding = match (guard, proof) {
                (Some((_, guard)), _) => guard.reply(&spot),
                (_, Some((_, proof))) => steps
                    .iter()
                    .copied()
                    .find(|&step| proof.run(&fight.play(&spot, step), 1_000_000) == Ending::Held),
                _ => None,
            };
            let Some(step) = holding else { break };
            line.push(fight.write_step(&spot, step));
            spot = fight.play(&spot, step);
            let key = fight.key(&spot);
            if seen.contains(&key) {
                break;
            }
            seen.push(key);
        }
        line
    }

    /// Keeps what another search can use.
    fn keep(&self, known: &mut Unfinished) {
        for (attacker, guard) in &self.guards {
            known.defences[*attacker] = guard.learnt();
        }
        for (attacker, proof) in &self.proofs {
            let mut saved = Vec::new();
            if proof.save(&mut saved).is_ok() {
                known.numbers[*attacker] = saved;
            }
        }
    }
}

/// The stack of a thread that searches: proof numbers may follow thousands of moves.
pub(crate) const STACK: usize = 512 << 20;

/// Does something on a thread with a large stack; nothing if there is no room for one.
pub(crate) fn on_large_stack<T: Send + Default>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let spawned = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        spawned.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
    })
}

/// Solves a position. `known` is what was found before, in a search that was stopped, and takes what is found if this
/// one is stopped too.
pub fn solve<F: Fight>(
    fight: &F,
    spot: &F::Spot,
    limits: &Limits,
    known: &mut Unfinished,
    tools: (&Bounds, &Signals),
    report: &(dyn Fn(&Progress) + Sync),
) -> Answer
where
    F::Spot: Sync,
{
    let (table, signals) = tools;
    let before = known.proved;
    let begin = Instant::now();
    let shared = Shared {
        signals,
        table,
        proved: Mutex::new(before),
        done: AtomicBool::new(is_decided(&before)),
        kept: Default::default(),
        begin,
    };
    let shared = &shared;
    let mut steps = Vec::new();
    let side = fight.side(spot);
    let glance = fight.look(spot, side, None, &mut steps);
    let at_once = |verdict, plies| (Some(verdict), plies);
    let seen = match glance {
        Glance::Drawn => Some(at_once(Verdict::Draw, None)),
        Glance::Wins(plies) => Some(at_once(Verdict::Win, Some(plies))),
        Glance::Loses(plies) => Some(at_once(Verdict::Loss, Some(plies))),
        Glance::Open => None,
    };
    if let Some((value, plies)) = seen {
        let line = plies.map_or_else(Vec::new, |plies| {
            let winner = if value == Some(Verdict::Win) { side } else { side ^ 1 };
            best_line(fight, spot, winner, plies, (table, signals))
        });
        return Answer { value, plies, line, progress: shared.progress() };
    }
    let watch = || {
        let mut ticks = 0u32;
        while !shared.is_over() {
            std::thread::sleep(Duration::from_millis(20));
            ticks += 1;
            if limits.time.is_some_and(|time| begin.elapsed() > time) {
                signals.stop.store(true, Ordering::Relaxed);
            }
            if ticks.is_multiple_of(10) {
                report(&shared.progress());
            }
        }
    };
    let hunts = || {
        let mut hunts = [side, side ^ 1].map(|attacker| Hunt {
            side: attacker,
            plies: match before[attacker].none_within {
                0 if fight.stride() == 2 => 1 + u32::from(attacker != side),
                none_within => none_within + fight.stride(),
            },
        });
        move |budget: u64| hunts.iter_mut().for_each(|hunt| hunt.work(fight, spot, shared, budget))
    };
    let mut deciders = Deciders::new(fight, spot, limits, known, signals);
    let all = &mut deciders;
    std::thread::scope(|scope| {
        scope.spawn(watch);
        let thread = || std::thread::Builder::new().stack_size(STACK);
        let spawned = if limits.threads > 1 {
            let decide = thread()
                .spawn_scoped(scope, || while !shared.is_over() && !all.work(spot, shared, 20_000) {});
            let mut work = hunts();
            while !shared.is_over() {
                work(200_000);
                let proved = shared.proved();
                if proved.iter().all(|proved| proved.held || proved.none_within > 900) {
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
            decide.map(drop)
        } else {
            let mut hunts = hunts();
            let both = move || {
                let mut budget = 2_000;
                while !shared.is_over() {
                    hunts(budget);
                    // A position of a defence costs as much as many positions of a search.
                    all.work(spot, shared, budget as usize / 16);
                    budget = (budget * 2).min(1 << 24);
                }
            };
            thread().spawn_scoped(scope, both).map(drop)
        };
        if spawned.is_err() {
            // The system has no room for another thread: nothing more can be found.
            signals.stop.store(true, Ordering::Relaxed);
        }
    });
    known.proved = shared.proved();
    if !is_decided(&known.proved) {
        deciders.keep(known);
    }
    let mut progress = shared.progress();
    let proved = progress.proved;
    let value = if proved[side].wins {
        Some(Verdict::Win)
    } else if proved[side ^ 1].wins {
        Some(Verdict::Loss)
    } else {
        (proved[0].held && proved[1].held).then_some(Verdict::Draw)
    };
    let winner = if proved[side].wins { side } else { side ^ 1 };
    let plies = proved[winner].wins_in;
    let line = match plies {
        Some(plies) => best_line(fight, spot, winner, plies, (table, &Signals::default())),
        None if value == Some(Verdict::Draw) => on_large_stack(|| deciders.drawn_line(fight, spot)),
        None => Vec::new(),
    };
    progress.seconds = begin.elapsed().as_secs_f64();
    Answer { value, plies, line, progress }
}

/// The play of a shortest win of `winner`, which exists.
pub fn best_line<F: Fight>(
    fight: &F,
    spot: &F::Spot,
    winner: usize,
    plies: u32,
    (table, signals): (&Bounds, &Signals),
) -> Vec<String> {
    let mut line = Vec::new();
    let mut spot = spot.clone();
    let mut steps = Vec::new();
    let mut left = plies;
    let mut search = Within::new(fight, table, winner, signals);
    while left > 0 {
        fight.legal(&spot, &mut steps);
        let attacking = fight.side(&spot) == winner;
        // The winner takes a move that wins in time, the loser one that is lost no sooner than need be.
        let Some(&step) = steps.iter().find(|&&step| {
            let after = fight.play_out(&spot, step);
            let Some(after) = after else { return attacking && left == 1 };
            if attacking {
                search.wins(&after, left - 1) == Ok(true)
            } else {
                left == 1 || search.wins(&after, left - 2) == Ok(false)
            }
        }) else {
            break;
        };
        line.push(fight.write_step(&spot, step));
        left -= 1;
        match fight.play_out(&spot, step) {
            Some(after) => spot = after,
            None => break,
        }
    }
    line
}
