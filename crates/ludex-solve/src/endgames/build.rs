//! Retrograde analysis of one layer: all positions with the same number of seeds.
//!
//! Moves that take seeds lead to smaller layers, whose values are known; the others stay in the layer. Values are
//! settled from the largest down: a position is worth +v if some move is worth v and nothing larger can come, and -v
//! if all its moves are settled and the best is worth -v. Every position is settled once and then passed to those
//! that lead to it. What is never settled goes round for ever, and is worth nothing to either side.
//!
//! All that is known of a position is one word of 16 bits, so that passing a value on touches one place in
//! memory; the places that a batch of positions will touch are asked for before the first is used.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize, Ordering};

use super::number::{Numbering, Pits, Rows};
use super::sower::Sower;
use crate::words::ask_for;

/// A best move that is not known.
const NOTHING: i8 = i8::MIN;
/// Stands for the number of open moves where the value is settled.
const SETTLED: u8 = u8::MAX;
/// How many positions a thread takes at a time, about.
const CHUNK: usize = 1 << 14;
/// How many settled positions are passed on together.
const BATCH: usize = 24;
/// How many settled positions a thread hands to others at a time.
const SHARE: usize = 1 << 12;

/// What is known of a position: the best settled move, and how many moves within the layer are not settled.
#[inline(always)]
fn word(best: i8, open: u8) -> u16 {
    u16::from(open) << 8 | u16::from(best as u8)
}

#[inline(always)]
fn best(word: u16) -> i8 {
    word as u8 as i8
}

#[inline(always)]
fn open(word: u16) -> u8 {
    (word >> 8) as u8
}

struct Layer<'a> {
    sower: &'a Sower,
    numbering: &'a Numbering,
    smaller: &'a [Vec<i8>],
    rows: Rows,
    seeds: u32,
    words: Vec<AtomicU16>,
    threads: usize,
    stop: &'a AtomicBool,
}

/// The values of all positions with this many seeds, given those with fewer. `None` if it was stopped.
pub(super) fn build_layer(
    sower: &Sower,
    numbering: &Numbering,
    smaller: &[Vec<i8>],
    threads: usize,
    stop: &AtomicBool,
    done: &AtomicU64,
) -> Option<Vec<i8>> {
    let seeds = smaller.len() as u32;
    let size = numbering.size(seeds);
    let room = usize::try_from(size).ok()?;
    let layer = Layer {
        sower,
        numbering,
        smaller,
        rows: Rows::new(numbering, seeds),
        seeds,
        words: (0..room).map(|_| AtomicU16::new(0)).collect(),
        threads: if room < 4 * CHUNK { 1 } else { threads.max(1) },
        stop,
    };
    layer.ahead(done);
    for value in (1..=seeds.max(1) as i8).rev() {
        layer.settle(value);
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let known = |word: AtomicU16| match word.into_inner() {
        word if open(word) == SETTLED => best(word),
        _ => 0,
    };
    Some(layer.words.into_iter().map(known).collect())
}

/// The settled positions that threads have handed over, and how many threads are at work.
struct Pool {
    won: Mutex<Vec<Vec<Pits>>>,
    lost: Mutex<Vec<Vec<Pits>>>,
    busy: AtomicUsize,
}

/// Settled positions that have not been passed on.
#[derive(Default)]
struct Waiting {
    won: Vec<Pits>,
    lost: Vec<Pits>,
    /// Positions that lead to those of a batch, with their numbers.
    before: Vec<(Pits, usize)>,
}

impl Layer<'_> {
    fn on_threads(&self, run: &(impl Fn() + Sync)) {
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(run);
            }
            run();
        });
    }

    /// Takes the next own rows whose positions make up a chunk.
    fn next_chunk(&self, next: &AtomicUsize) -> Option<std::ops::Range<usize>> {
        // The positions of a row are few beside a chunk; rows are taken by their average.
        let each = (self.rows.len() * CHUNK / self.words.len().max(1)).max(1);
        let from = next.fetch_add(each, Ordering::Relaxed);
        (from < self.rows.len() && !self.stop.load(Ordering::Relaxed))
            .then(|| from..(from + each).min(self.rows.len()))
    }

    /// Finds the best move of every position that leaves the layer, and counts those that stay.
    fn ahead(&self, done: &AtomicU64) {
        let next = AtomicUsize::new(0);
        self.on_threads(&|| {
            while let Some(chunk) = self.next_chunk(&next) {
                for row in chunk {
                    let (start, own, others) = self.rows.row(row);
                    for (word, &other) in self.words[start..].iter().zip(others) {
                        word.store(self.look_ahead(Pits { own, other }), Ordering::Relaxed);
                    }
                    done.fetch_add(others.len() as u64, Ordering::Relaxed);
                }
            }
        });
    }

    #[inline(always)]
    fn look_ahead(&self, pits: Pits) -> u16 {
        let mut best = NOTHING;
        let mut open = 0;
        let moves = self.sower.moves(pits);
        for after in moves.iter() {
            if after.taken == 0 {
                open += 1;
                continue;
            }
            let left = self.seeds - u32::from(after.taken);
            let value = self.smaller[left as usize][self.numbering.rank(after.pits) as usize];
            let worth = after.taken as i8 + if after.again { value } else { -value };
            best = best.max(worth);
        }
        if moves.is_empty() {
            best = self.sower.settled(pits).map_or(0, |value| value as i8);
        }
        word(best, open)
    }

    /// Settles all positions worth `value` or `-value`.
    fn settle(&self, value: i8) {
        let next = AtomicUsize::new(0);
        let pool = Pool { won: Mutex::default(), lost: Mutex::default(), busy: AtomicUsize::new(0) };
        self.on_threads(&|| {
            let mut waiting = Waiting::default();
            loop {
                pool.busy.fetch_add(1, Ordering::SeqCst);
                let found = self.take(&pool, &mut waiting)
                    || self.next_chunk(&next).is_some_and(|chunk| {
                        self.ripe(chunk, value, &mut waiting);
                        true
                    });
                if found {
                    self.pass_on(value, &mut waiting, &pool);
                }
                // Who finds nothing to do waits until nobody else can hand anything over.
                if pool.busy.fetch_sub(1, Ordering::SeqCst) == 1 && !found {
                    return;
                }
                if !found {
                    std::thread::yield_now();
                }
            }
        });
    }

    fn take(&self, pool: &Pool, waiting: &mut Waiting) -> bool {
        let from = |shared: &Mutex<Vec<Vec<Pits>>>| shared.lock().ok().and_then(|mut lists| lists.pop());
        if let Some(list) = from(&pool.won) {
            waiting.won = list;
            return true;
        }
        from(&pool.lost).is_some_and(|list| {
            waiting.lost = list;
            true
        })
    }

    /// The positions that are worth `value` or `-value` by what is known already.
    fn ripe(&self, chunk: std::ops::Range<usize>, value: i8, waiting: &mut Waiting) {
        for row in chunk {
            let (start, own, others) = self.rows.row(row);
            for (word, &other) in self.words[start..].iter().zip(others) {
                let known = word.load(Ordering::Relaxed);
                if best(known).unsigned_abs() != value.unsigned_abs() || open(known) == SETTLED {
                    continue;
                }
                let won = best(known) == value;
                // What other threads find meanwhile they pass on themselves.
                if (won || open(known) == 0) && self.claim(word, best(known)) {
                    let list = if won { &mut waiting.won } else { &mut waiting.lost };
                    list.push(Pits { own, other });
                }
            }
        }
    }

    /// Passes settled positions on, and what they settle, until nothing is left.
    fn pass_on(&self, value: i8, waiting: &mut Waiting, pool: &Pool) {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                waiting.won.clear();
                waiting.lost.clear();
            }
            let Waiting { won, lost, before } = waiting;
            if !won.is_empty() {
                self.gather(won, before);
                for &(pits, at) in before.iter() {
                    if self.has_losing_move(&self.words[at], value) {
                        lost.push(pits);
                    }
                }
            } else if !lost.is_empty() {
                self.gather(lost, before);
                for &(pits, at) in before.iter() {
                    if self.claim(&self.words[at], value) {
                        won.push(pits);
                    }
                }
            } else {
                return;
            }
            if self.threads > 1 {
                for (list, shared) in [(won, &pool.won), (lost, &pool.lost)] {
                    if list.len() >= 2 * SHARE
                        && let Ok(mut shared) = shared.lock()
                    {
                        shared.push(list.split_off(list.len() - SHARE));
                    }
                }
            }
        }
    }

    /// Takes a batch from a list and gathers the positions that lead to it.
    #[inline(always)]
    fn gather(&self, list: &mut Vec<Pits>, before: &mut Vec<(Pits, usize)>) {
        before.clear();
        let from = list.len().saturating_sub(BATCH);
        for &pits in &list[from..] {
            self.sower.before(pits, |pits| {
                let at = self.numbering.rank(pits) as usize;
                ask_for(&self.words, at);
                before.push((pits, at));
            });
        }
        list.truncate(from);
    }

    /// A move is worth `-value`: whether that settles the position.
    #[inline(always)]
    fn has_losing_move(&self, place: &AtomicU16, value: i8) -> bool {
        let mut known = place.load(Ordering::Relaxed);
        loop {
            if open(known) == SETTLED {
                return false;
            }
            let (best, open) = (best(known).max(-value), open(known) - 1);
            let settled = open == 0 && best == -value;
            let new = word(best, if settled { SETTLED } else { open });
            match place.compare_exchange_weak(known, new, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return settled,
                Err(now) => known = now,
            }
        }
    }

    /// Gives a position its value, unless it has one.
    #[inline(always)]
    fn claim(&self, place: &AtomicU16, value: i8) -> bool {
        let mut known = place.load(Ordering::Relaxed);
        loop {
            if open(known) == SETTLED {
                return false;
            }
            let new = word(value, SETTLED);
            match place.compare_exchange_weak(known, new, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return true,
                Err(now) => known = now,
            }
        }
    }
}
