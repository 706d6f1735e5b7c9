//! All methods together: who wins, and how fast?
//!
//! Searches for the shortest win of either side and defences against either side take turns, each with a share of
//! the work that doubles from round to round; with two threads searches and defences run side by side. Whatever is
//! proved by one ends what it makes superfluous in the other.

use std::sync::atomic::Ordering;
use std::time::Duration;

use ludex_core::Verdict;

use crate::bounds::Bounds;
use crate::decide::Deciders;
use crate::fight::{Fight, Glance};
use crate::guard::Learnt;
use crate::hunt::{Hunt, LONGEST, Shared, is_decided};
use crate::line::{best_line, shortest_line, timely_line};
use crate::race::Race;
use crate::within::Signals;

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
    /// Closed sets of positions that the defender does not leave ([`Guard`](crate::Guard)).
    #[default]
    Defences,
    /// Depth-first proof-number search ([`Proof`](crate::Proof)).
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
    /// Within how many plies each side is known to win.
    pub within: [Option<u32>; 2],
}

/// The end of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The value for the player to move, if it was found.
    pub value: Option<Verdict>,
    /// The length of the shortest forced win, if there is one and it was found.
    pub plies: Option<u32>,
    /// Within how many plies the win is proved, which may be more than the shortest takes.
    pub within: Option<u32>,
    /// The best play of both sides: the winner wins as fast as possible, the loser holds out as long as possible. In a draw
    /// neither gives a win away, until the game ends or a position comes again. Where the length of the shortest win was not
    /// found, a win as it was proved.
    pub line: Vec<String>,
    /// Whether the line of a win ends before the game does, because the rest was not found.
    pub cut_short: bool,
    /// How the search stood at the end.
    pub progress: Progress,
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
    // What is left to do at the end is not stopped.
    let afterwards = Signals::default();
    let shared = Shared::new(tools, before);
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
        return Answer { value, plies, within: plies, line, cut_short: false, progress: shared.progress() };
    }
    let watch = || {
        let mut ticks = 0u32;
        while !shared.is_over() {
            std::thread::sleep(Duration::from_millis(20));
            ticks += 1;
            if limits.time.is_some_and(|time| shared.begin.elapsed() > time) {
                signals.stop.store(true, Ordering::Relaxed);
            }
            if ticks.is_multiple_of(10) {
                report(&shared.progress());
            }
        }
    };
    let by_numbers = limits.method == Method::Proof;
    let hunts = || {
        [side, side ^ 1].map(|attacker| {
            let race = || Race::new(fight, table, limits.memory / 16, signals);
            Hunt::new(fight, spot, attacker, by_numbers.then(race))
        })
    };
    let mut deciders = Deciders::new(fight, spot, limits, known, signals);
    let all = &mut deciders;
    std::thread::scope(|scope| {
        scope.spawn(watch);
        let thread = || std::thread::Builder::new().stack_size(STACK);
        let spawned = if limits.threads > 1 {
            let decide = || {
                while !shared.is_over() && !all.work(spot, shared, 20_000) {}
                let (mut hunts, mut budget) = (hunts(), 20_000);
                while by_numbers && shared.proved().iter().any(|proved| proved.wins) && !shared.is_over() {
                    hunts.iter_mut().for_each(|hunt| hunt.work_from_above(shared, budget));
                    budget = (budget * 2).min(1 << 26);
                }
            };
            let decide = thread().spawn_scoped(scope, decide);
            let (mut hunts, mut budget) = (hunts(), 200_000);
            while !shared.is_over() {
                hunts.iter_mut().for_each(|hunt| hunt.work(shared, budget));
                let proved = shared.proved();
                if proved.iter().any(|proved| proved.wins) {
                    budget = (budget * 2).min(1 << 26);
                }
                if proved.iter().all(|proved| proved.held || proved.none_within >= LONGEST) {
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
            decide.map(drop)
        } else {
            let both = || {
                let (mut hunts, mut budget) = (hunts(), 2_000);
                while !shared.is_over() {
                    hunts.iter_mut().for_each(|hunt| hunt.work(shared, budget));
                    // A position of a defence costs as much as many positions of a search.
                    all.work(spot, shared, budget as usize / 16);
                    if by_numbers {
                        hunts.iter_mut().for_each(|hunt| hunt.work_from_above(shared, budget));
                    }
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
    let (line, whole) = match (value, plies) {
        (_, Some(plies)) if by_numbers => {
            let mut race = Race::new(fight, table, limits.memory / 16, &afterwards);
            let mut wins = |spot: &F::Spot, plies: u32, effort: u64| {
                race.ask(spot, (winner, plies), effort).ok().map(|known| known.won != 0)
            };
            let line = shortest_line(fight, spot, (winner, plies), &mut wins);
            let whole = line.len() == plies as usize;
            (line, whole)
        }
        (_, Some(plies)) => {
            let line = best_line(fight, spot, winner, plies, (table, &afterwards));
            let whole = line.len() == plies as usize;
            (line, whole)
        }
        (Some(Verdict::Draw), None) => (on_large_stack(|| deciders.drawn_line(fight, spot)), true),
        (None, None) => (Vec::new(), true),
        (Some(_), None) => {
            let timely = progress.within[winner].filter(|_| by_numbers).and_then(|plies| {
                let mut race = Race::new(fight, table, limits.memory / 16, &afterwards);
                let mut within = |spot: &F::Spot, plies: u32, effort: u64| {
                    let known = race.ask(spot, (winner, plies), effort).ok()?;
                    (known.won != 0).then_some(known.won)
                };
                timely_line(fight, spot, (winner, plies), &mut within)
            });
            match timely {
                Some(line) => (line, true),
                None => on_large_stack(|| deciders.won_line((fight, spot, winner), limits, &afterwards)),
            }
        }
    };
    progress.seconds = shared.begin.elapsed().as_secs_f64();
    Answer { value, plies, within: progress.within[winner], line, cut_short: !whole, progress }
}
