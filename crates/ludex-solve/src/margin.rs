//! Exact margins of Kalah: how many more seeds the player to move gets from here on, with best play.
//!
//! Kalah cannot go round in circles: a sowing that puts no seed into the store moves seeds towards it. So alpha-beta is
//! exact. The value counts only what is still to come, so positions with equal pits are one whatever the stores
//! hold. The search asks whether the margin is at least some number, and closes in on it; what it learns is
//! kept as bounds in a table of fixed size that threads share without locks. Endgames are looked up. A margin has the
//! parity of the seeds, so that every question rules two numbers out.
//!
//! Threads search the same tree and learn from each other by the table. A thread that comes to a move which another is
//! searching puts it off, and often finds it answered when it comes back.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ludex_core::mix;
use ludex_games::mancala::Options;

use crate::endgames::kalah::KalahEndgames;
use crate::endgames::{After, Pits, Sower};
use crate::within::{Signals, Stopped};
use crate::words::Words;

const WAYS: usize = 4;
const TAG: u32 = 26;
const NO_MOVE: u64 = 15;
/// Positions are counted, and signals heeded, whenever these bits of their number are zero.
const COUNTED: u64 = 4095;
/// Threads do not share searches of positions that are only so many seeds away from the endgames.
const NEAR: u32 = 3;

/// Bounds on margins, by position.
struct Margins {
    entries: Words,
    mask: usize,
}

/// What is known of a position.
#[derive(Clone, Copy)]
struct Bound {
    low: i8,
    high: i8,
    best: u64,
}

impl Margins {
    fn new(bytes: usize) -> Margins {
        let count = 1usize << (bytes / 8).max(1 << 16).ilog2();
        Margins { entries: Words::new(count), mask: count - 1 }
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let first = (key as usize & self.mask) & !(WAYS - 1);
        &self.entries[first..first + WAYS]
    }

    /// Has what is known of a position brought near.
    #[inline(always)]
    fn ask_for(&self, key: u64) {
        self.entries.ask_for((key as usize & self.mask) & !(WAYS - 1));
    }

    #[inline]
    fn get(&self, key: u64) -> Option<Bound> {
        for entry in self.bucket(key) {
            let entry = entry.load(Ordering::Relaxed);
            if entry >> TAG == key >> TAG && entry != 0 {
                return Some(Bound { low: entry as i8, high: (entry >> 8) as i8, best: entry >> 16 & 15 });
            }
        }
        None
    }

    /// Positions with fewer seeds cost less to find again and give way first.
    #[inline]
    fn put(&self, key: u64, seeds: u32, bound: Bound) {
        let word = key >> TAG << TAG
            | u64::from(seeds.min(63)) << 20
            | bound.best << 16
            | u64::from(bound.high as u8) << 8
            | u64::from(bound.low as u8);
        let mut cheapest = (u64::MAX, 0);
        let bucket = self.bucket(key);
        for (index, place) in bucket.iter().enumerate() {
            let entry = place.load(Ordering::Relaxed);
            if entry >> TAG == key >> TAG && entry != 0 {
                place.store(word, Ordering::Relaxed);
                return;
            }
            let cost = if entry == 0 { 0 } else { 1 + (entry >> 20 & 63) };
            if cost < cheapest.0 {
                cheapest = (cost, index);
            }
        }
        bucket[cheapest.1].store(word, Ordering::Relaxed);
    }
}

#[inline(always)]
fn key(pits: Pits) -> u64 {
    mix(pits.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ pits.other.rotate_left(24).wrapping_mul(0xd6e8_feb8_6659_fd93))
        | 1 << TAG
}

/// The positions that threads are searching, so that they go different ways.
struct Busy(Vec<AtomicU64>);

impl Busy {
    const PLACES: usize = 1 << 10;

    fn new() -> Busy {
        Busy((0..Busy::PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % Busy::PLACES]
    }
}

/// A solver of Kalah.
pub struct KalahSolver {
    sower: Sower,
    table: Margins,
    endgames: KalahEndgames,
    busy: Busy,
}

/// The answer of a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Margin {
    /// How many more seeds the player to move gets from here on.
    pub margin: i32,
    /// Best play, as pits counted from the mover's left, from 0.
    pub line: Vec<usize>,
    /// Positions looked at.
    pub nodes: u64,
}

impl KalahSolver {
    /// A solver with a table of at most this many bytes and room for the endgames with up to `seeds` seeds.
    pub fn new(options: &Options, memory: usize, seeds: u32) -> Result<KalahSolver, String> {
        if !options.store {
            return Err("margins are only searched in kalah, where play cannot go in circles".to_string());
        }
        let sower = Sower::new(options)?;
        let endgames = KalahEndgames::new(&sower, seeds)?;
        Ok(KalahSolver { sower, table: Margins::new(memory), endgames, busy: Busy::new() })
    }

    /// A solver for games with so many seeds that takes about this much memory, in good proportion.
    pub fn within(options: &Options, seeds: u32, memory: usize) -> Result<KalahSolver, String> {
        let endgames = endgames_within(usize::from(options.pits), seeds, memory as u64 / 2);
        let taken = KalahEndgames::bytes(usize::from(options.pits), endgames) as usize;
        KalahSolver::new(options, memory.saturating_sub(taken), endgames)
    }

    /// How many endgames there is room for.
    pub fn endgames(&self) -> u64 {
        self.endgames.positions()
    }

    /// Works out the endgames, counting them in `done`; without, or if it is stopped, searches take longer.
    pub fn prepare(&mut self, threads: usize, signals: &Signals, done: &AtomicU64) -> Result<(), Stopped> {
        if self.endgames.build(threads, (&signals.stop, done)) { Ok(()) } else { Err(Stopped) }
    }

    /// The share of the table in use, from a sample.
    pub fn fill(&self) -> f64 {
        self.table.entries.fill()
    }

    /// Writes what was found so far, so that a search that was stopped can go on.
    pub fn save(&self, to: impl Write) -> std::io::Result<()> {
        self.table.entries.save(to)
    }

    /// Reads what an earlier search with the same amount of memory has written.
    pub fn load(&self, from: impl Read) -> std::io::Result<()> {
        self.table.entries.load(from)
    }

    /// Between which margins that of a position lies, as far as was found.
    pub fn between(&self, pits: Pits) -> (i32, i32) {
        let most = pits.seeds() as i32;
        self.table.get(key(pits)).map_or((-most, most), |known| (i32::from(known.low), i32::from(known.high)))
    }

    /// The margin of a position.
    pub fn margin(&self, pits: Pits, threads: usize, signals: &Signals) -> Result<Margin, Stopped> {
        let before = signals.nodes.load(Ordering::Relaxed);
        let margin = self.close_in(pits, threads, signals)?;
        let line = self.line(pits, margin, signals)?;
        Ok(Margin { margin, line, nodes: signals.nodes.load(Ordering::Relaxed) - before })
    }

    fn close_in(&self, pits: Pits, threads: usize, signals: &Signals) -> Result<i32, Stopped> {
        // A search that was stopped goes on with what its table says of the root.
        let (mut low, mut high) = self.between(pits);
        let mut guess = 0.clamp(low, high);
        while low < high {
            let beta = if guess == low { guess + 1 } else { guess };
            let value = self.ask(pits, beta, threads, signals)?;
            if value < beta {
                high = value;
            } else {
                low = value;
            }
            guess = value;
        }
        Ok(low)
    }

    /// A bound on the margin: at least `beta` if it is, else below.
    fn ask(&self, pits: Pits, beta: i32, threads: usize, signals: &Signals) -> Result<i32, Stopped> {
        let finished = AtomicBool::new(false);
        let run = || {
            let shares = threads > 1;
            let mut search = Search { solver: self, signals, finished: &finished, shares, nodes: 0 };
            let value = search.search(pits, beta - 1, beta);
            signals.nodes.fetch_add(search.nodes & COUNTED, Ordering::Relaxed);
            if value.is_ok() {
                finished.store(true, Ordering::Relaxed);
            }
            value
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
            let own = run();
            others.into_iter().fold(own, |found, other| found.or(other.join().unwrap_or(Err(Stopped))))
        })
    }

    fn line(&self, pits: Pits, margin: i32, signals: &Signals) -> Result<Vec<usize>, Stopped> {
        let (mut here, mut margin) = (pits, margin);
        let mut line = Vec::new();
        'moves: loop {
            let moves = self.sower.moves(here);
            // What the search found best is most likely to be.
            let best = self.table.get(key(here)).map_or(NO_MOVE, |known| known.best);
            let (first, rest): (Vec<&After>, _) =
                moves.iter().partition(|after| u64::from(after.pit) == best);
            for after in first.into_iter().chain(rest) {
                let taken = i32::from(after.taken);
                // The move must be worth the margin: its own part, and the rest from there on.
                let rest = if after.again { margin - taken } else { taken - margin };
                let fits = if after.again {
                    self.ask(after.pits, rest, 1, signals)? >= rest
                } else {
                    self.ask(after.pits, rest + 1, 1, signals)? <= rest
                };
                if fits {
                    line.push(usize::from(after.pit));
                    (here, margin) = (after.pits, rest);
                    continue 'moves;
                }
            }
            return Ok(line);
        }
    }
}

/// The most endgame seeds that fit into so many bytes and are sooner worked out than searched, in a game of so many
/// seeds. Two seeds more in the endgames halve the search; two seeds more in the game make it about twice as long.
fn endgames_within(pits: usize, seeds: u32, bytes: u64) -> u32 {
    let worth_while = (150e6 * 2f64.powf((f64::from(seeds) - 48.0) / 2.25)) as u64;
    let fits = |&most: &u32| KalahEndgames::bytes(pits, most) <= bytes.min(worth_while.max(1 << 16));
    (1..=seeds.min(KalahEndgames::MOST_SEEDS) / 2).take_while(fits).last().unwrap_or(0)
}

struct Search<'a> {
    solver: &'a KalahSolver,
    signals: &'a Signals,
    finished: &'a AtomicBool,
    /// Whether other threads search too.
    shares: bool,
    nodes: u64,
}

/// A move that must be searched.
#[derive(Clone, Copy, Default)]
struct Open {
    score: i32,
    place: u8,
    key: u64,
}

impl Search<'_> {
    fn search(&mut self, pits: Pits, mut alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes & COUNTED == 0 {
            self.signals.nodes.fetch_add(COUNTED + 1, Ordering::Relaxed);
            if self.signals.stopped() || self.finished.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
        }
        let (solver, seeds) = (self.solver, pits.seeds());
        if solver.endgames.cover(seeds) {
            return Ok(solver.endgames.value(pits));
        }
        if let Some(value) = solver.sower.settled(pits) {
            return Ok(value);
        }
        let most = seeds as i32;
        if alpha >= most {
            return Ok(most);
        }
        if beta <= -most {
            return Ok(-most);
        }
        let key = key(pits);
        let known = solver.table.get(key);
        let mut bound = known.unwrap_or(Bound { low: -(most as i8), high: most as i8, best: NO_MOVE });
        if i32::from(bound.low) >= beta || bound.low == bound.high {
            return Ok(i32::from(bound.low));
        }
        if i32::from(bound.high) <= alpha {
            return Ok(i32::from(bound.high));
        }
        let moves = solver.sower.moves(pits);
        let mut open = [Open::default(); 8];
        let (mut best, count) = self.foresee(&moves, seeds, (beta, bound.best), &mut open);
        if best >= beta {
            return Ok(best);
        }
        let first_alpha = alpha;
        alpha = alpha.max(best);
        let open = &mut open[..count];
        open.sort_unstable_by_key(|one| std::cmp::Reverse((one.score, one.place)));
        // Those that another thread is at come last.
        let mut put_off = 0u32;
        for turn in 0..2 * count {
            let (late, n) = (turn >= count, turn % count);
            if late && put_off >> n & 1 == 0 {
                continue;
            }
            let one = open[n];
            let busy = solver.busy.place(one.key);
            let shared = self.shares && turn > 0 && !late && !solver.endgames.cover(seeds - NEAR.min(seeds));
            if shared {
                if busy.load(Ordering::Relaxed) == one.key {
                    put_off |= 1 << n;
                    continue;
                }
                busy.store(one.key, Ordering::Relaxed);
            }
            let after: &After = &moves[usize::from(one.place)];
            let taken = i32::from(after.taken);
            let value = if after.again {
                self.search(after.pits, alpha - taken, beta - taken).map(|rest| taken + rest)
            } else {
                self.search(after.pits, taken - beta, taken - alpha).map(|rest| taken - rest)
            };
            if shared {
                busy.store(0, Ordering::Relaxed);
            }
            let value = value?;
            if value > best {
                best = value;
                if value > alpha {
                    bound.best = u64::from(after.pit);
                    alpha = value;
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        if best > first_alpha {
            bound.low = bound.low.max(best as i8);
        }
        if best < beta {
            bound.high = bound.high.min(best as i8);
        }
        solver.table.put(key, seeds, bound);
        Ok(best)
    }

    /// The best that is known of the moves without a search, and the moves that need one, of which there are so many. At
    /// least `beta` if that is known.
    #[inline(always)]
    fn foresee(
        &self,
        moves: &[After],
        seeds: u32,
        (beta, first): (i32, u64),
        open: &mut [Open; 8],
    ) -> (i32, usize) {
        let solver = self.solver;
        // Where each next position is: in the endgames or in the table. All are asked for before the first is used.
        let mut places = [0u64; 8];
        for (after, place) in moves.iter().zip(&mut places) {
            if solver.endgames.cover(seeds - u32::from(after.taken)) {
                *place = solver.endgames.place(after.pits) as u64;
                solver.endgames.ask_for(*place as usize);
            } else {
                *place = key(after.pits);
                solver.table.ask_for(*place);
            }
        }
        let (mut best, mut count) = (i32::MIN, 0);
        for (number, (after, &place)) in moves.iter().zip(&places).enumerate() {
            let taken = i32::from(after.taken);
            if solver.endgames.cover(seeds - u32::from(after.taken)) {
                let rest = solver.endgames.at(place as usize);
                best = best.max(taken + if after.again { rest } else { -rest });
                if best >= beta {
                    return (best, 0);
                }
                continue;
            }
            // What the table says of the next position may decide at once.
            if let Some(next) = solver.table.get(place) {
                let sure = if after.again { i32::from(next.low) } else { -i32::from(next.high) };
                if taken + sure >= beta {
                    return (taken + sure, 0);
                }
            }
            // First what was best before, then moves that keep the turn, then what takes most; of others those next to the
            // store, which makes the greatest difference of all.
            let score = if u64::from(after.pit) == first { 1000 } else { 0 }
                + if after.again { 100 } else { 0 }
                + 8 * taken
                + i32::from(after.pit);
            open[count] = Open { score, place: number as u8, key: place };
            count += 1;
        }
        (best, count)
    }
}
