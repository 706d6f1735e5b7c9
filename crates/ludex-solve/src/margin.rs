//! Exact margins of Kalah: how many more seeds the player to move gets from here on, with best play.
//!
//! Kalah cannot go round in circles: a sowing that puts no seed into the store moves seeds towards it. So alpha-beta is
//! exact. The value counts only what is still to come, so positions with equal pits are one whatever the stores
//! hold. The search asks whether the margin is at least some number, and closes in on it; what it learns is
//! kept as bounds in a table of fixed size that threads share without locks. Endgames are looked up.

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

/// A solver of Kalah.
pub struct KalahSolver {
    sower: Sower,
    table: Margins,
    endgames: KalahEndgames,
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
    /// A solver with a table of at most this many bytes that looks up endgames of up to `seeds` seeds, which it
    /// works out first.
    pub fn new(options: &Options, memory: usize, seeds: u32, threads: usize) -> Result<KalahSolver, String> {
        if !options.store {
            return Err("margins are only searched in kalah, where play cannot go in circles".to_string());
        }
        let sower = Sower::new(options)?;
        let mut endgames = KalahEndgames::new(&sower, seeds)?;
        endgames.build(seeds, threads, (&AtomicBool::new(false), &AtomicU64::new(0)));
        Ok(KalahSolver { sower, table: Margins::new(memory), endgames })
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
        let run = |twist: bool| {
            let mut search = Search { solver: self, signals, finished: &finished, twist, nodes: 0 };
            let value = search.search(pits, beta - 1, beta);
            signals.nodes.fetch_add(search.nodes & COUNTED, Ordering::Relaxed);
            if value.is_ok() {
                finished.store(true, Ordering::Relaxed);
            }
            value
        };
        if threads < 2 {
            return run(false);
        }
        std::thread::scope(|scope| {
            let other = scope.spawn(|| run(true));
            let own = run(false);
            let other = other.join().unwrap_or(Err(Stopped));
            own.or(other)
        })
    }

    fn line(&self, pits: Pits, margin: i32, signals: &Signals) -> Result<Vec<usize>, Stopped> {
        let (mut here, mut margin) = (pits, margin);
        let mut line = Vec::new();
        'moves: loop {
            let moves = self.sower.moves(here);
            for after in moves.iter() {
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

struct Search<'a> {
    solver: &'a KalahSolver,
    signals: &'a Signals,
    finished: &'a AtomicBool,
    /// Turns the order of moves round where nothing else speaks, so that two threads do not do the same.
    twist: bool,
    nodes: u64,
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
        let seeds = pits.seeds();
        if seeds <= self.solver.endgames.most() {
            return Ok(self.solver.endgames.value(pits));
        }
        if let Some(value) = self.solver.sower.settled(pits) {
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
        let known = self.solver.table.get(key);
        let mut bound = known.unwrap_or(Bound { low: -(most as i8), high: most as i8, best: NO_MOVE });
        if i32::from(bound.low) >= beta || bound.low == bound.high {
            return Ok(i32::from(bound.low));
        }
        if i32::from(bound.high) <= alpha {
            return Ok(i32::from(bound.high));
        }
        let moves = self.solver.sower.moves(pits);
        let mut keys = [0; 8];
        for (after, key) in moves.iter().zip(&mut keys) {
            *key = self::key(after.pits);
            self.solver.table.ask_for(*key);
        }
        let (mut best, first_alpha) = (i32::MIN, alpha);
        let mut order: [(i32, u8); 8] = [(0, 0); 8];
        let mut open = 0;
        for (place, after) in moves.iter().enumerate() {
            let taken = i32::from(after.taken);
            if seeds - u32::from(after.taken) <= self.solver.endgames.most() {
                let rest = self.solver.endgames.value(after.pits);
                best = best.max(taken + if after.again { rest } else { -rest });
                if best >= beta {
                    return Ok(best);
                }
                continue;
            }
            // What the table says of the next position may decide at once.
            if let Some(next) = self.solver.table.get(keys[place]) {
                let sure = if after.again { i32::from(next.low) } else { -i32::from(next.high) };
                if taken + sure >= beta {
                    return Ok(taken + sure);
                }
            }
            let first = if u64::from(after.pit) == bound.best { 1000 } else { 0 };
            let again = if after.again { 100 } else { 0 };
            let near = if self.twist { -i32::from(after.pit) } else { i32::from(after.pit) };
            order[open] = (first + again + 8 * taken + near, place as u8);
            open += 1;
        }
        alpha = alpha.max(best);
        let order = &mut order[..open];
        order.sort_unstable_by(|a, b| b.cmp(a));
        for &(_, place) in order.iter() {
            let after: &After = &moves[usize::from(place)];
            let taken = i32::from(after.taken);
            let value = if after.again {
                taken + self.search(after.pits, alpha - taken, beta - taken)?
            } else {
                taken - self.search(after.pits, taken - beta, taken - alpha)?
            };
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
        self.solver.table.put(key, seeds, bound);
        Ok(best)
    }
}
