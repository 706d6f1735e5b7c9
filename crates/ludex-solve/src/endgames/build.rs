//! Retrograde analysis of one layer: all positions with the same number of seeds.
//!
//! Moves that take seeds lead to smaller layers, whose values are known; the others stay in the layer. Values are
//! settled from the largest down: a position is worth +v if some move is worth v and nothing larger can come, and -v
//! if all its moves are settled and the best is worth -v. Every position is settled once and then passed to those
//! that lead to it. What is never settled goes round for ever, and is worth nothing to either side.

use std::sync::atomic::{AtomicBool, AtomicI8, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use super::number::{Numbering, Pits};
use super::sower::Sower;

/// A position without a value.
const UNKNOWN: i8 = i8::MIN;
/// A best move that is not known.
const NOTHING: i8 = i8::MIN;
/// How many positions a thread takes at a time.
const CHUNK: u64 = 1 << 14;

/// A position that has just been settled, and whether it is won.
type Settled = (Pits, bool);

struct Layer<'a> {
    sower: &'a Sower,
    numbering: &'a Numbering,
    smaller: &'a [Vec<i8>],
    seeds: u32,
    size: u64,
    values: Vec<AtomicI8>,
    /// The best settled move.
    best: Vec<AtomicI8>,
    /// How many moves within the layer are not settled.
    open: Vec<AtomicU8>,
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
        seeds,
        size,
        values: (0..room).map(|_| AtomicI8::new(UNKNOWN)).collect(),
        best: (0..room).map(|_| AtomicI8::new(NOTHING)).collect(),
        open: (0..room).map(|_| AtomicU8::new(0)).collect(),
        threads: if size < 2 * CHUNK { 1 } else { threads.max(1) },
        stop,
    };
    layer.in_parallel(|layer, range| layer.look_ahead(range), done);
    for value in (1..=seeds.max(1) as i8).rev() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        layer.settle(value);
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let known = |value: AtomicI8| match value.into_inner() {
        UNKNOWN => 0,
        value => value,
    };
    Some(layer.values.into_iter().map(known).collect())
}

impl Layer<'_> {
    /// Runs something over all positions, a chunk at a time, and gathers what it gives.
    fn in_parallel<T: Send>(
        &self,
        work: impl Fn(&Self, std::ops::Range<u64>) -> Vec<T> + Sync,
        done: &AtomicU64,
    ) -> Vec<T> {
        let next = AtomicU64::new(0);
        let run = || {
            let mut found = Vec::new();
            loop {
                let from = next.fetch_add(CHUNK, Ordering::Relaxed);
                if from >= self.size || self.stop.load(Ordering::Relaxed) {
                    return found;
                }
                let to = (from + CHUNK).min(self.size);
                found.append(&mut work(self, from..to));
                done.fetch_add(to - from, Ordering::Relaxed);
            }
        };
        self.threads_run(&run)
    }

    fn threads_run<T: Send>(&self, run: &(impl Fn() -> Vec<T> + Sync)) -> Vec<T> {
        if self.threads == 1 {
            return run();
        }
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(run)).collect();
            let mut found = run();
            for other in others {
                found.append(&mut other.join().unwrap_or_default());
            }
            found
        })
    }

    /// Finds the best move that leaves the layer, and counts those that stay.
    fn look_ahead(&self, range: std::ops::Range<u64>) -> Vec<()> {
        let mut pits = self.numbering.unrank(self.seeds, range.start);
        for number in range {
            let moves = self.sower.moves(pits);
            let mut best = NOTHING;
            let mut open = 0;
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
            self.best[number as usize].store(best, Ordering::Relaxed);
            self.open[number as usize].store(open, Ordering::Relaxed);
            pits = self.numbering.next(pits);
        }
        Vec::new()
    }

    /// Settles all positions worth `value` or `-value`.
    fn settle(&self, value: i8) {
        let found = self.in_parallel(|layer, range| layer.ripe(range, value), &AtomicU64::new(0));
        let (mut won, mut lost): (Vec<Settled>, Vec<Settled>) = found.into_iter().partition(|one| one.1);
        while !won.is_empty() || !lost.is_empty() {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let mut news = self.over(&won, |layer, pits, found| layer.pass_win(pits, value, found));
            news.append(&mut self.over(&lost, |layer, pits, found| layer.pass_loss(pits, value, found)));
            (won, lost) = news.into_iter().partition(|one| one.1);
        }
    }

    /// Runs something over a list of positions.
    fn over(&self, list: &[Settled], work: impl Fn(&Self, Pits, &mut Vec<Settled>) + Sync) -> Vec<Settled> {
        const PART: usize = 1 << 10;
        let next = AtomicUsize::new(0);
        let run = || {
            let mut found = Vec::new();
            loop {
                let from = next.fetch_add(PART, Ordering::Relaxed);
                let Some(part) = list.get(from..(from + PART).min(list.len())) else { return found };
                if part.is_empty() {
                    return found;
                }
                for &(pits, _) in part {
                    work(self, pits, &mut found);
                }
            }
        };
        if list.len() < 4 * PART { run() } else { self.threads_run(&run) }
    }

    /// The positions that are worth `value` (true) or `-value` (false) by what is known already.
    fn ripe(&self, range: std::ops::Range<u64>, value: i8) -> Vec<Settled> {
        let mut found = Vec::new();
        for number in range {
            let at = number as usize;
            let best = self.best[at].load(Ordering::Relaxed);
            if (best != value && best != -value) || self.values[at].load(Ordering::Relaxed) != UNKNOWN {
                continue;
            }
            if best == value || self.open[at].load(Ordering::Relaxed) == 0 {
                self.values[at].store(best, Ordering::Relaxed);
                found.push((self.numbering.unrank(self.seeds, number), best == value));
            }
        }
        found
    }

    /// Who leads to a position worth `value` to the other has a move worth `-value`.
    #[inline]
    fn pass_win(&self, pits: Pits, value: i8, found: &mut Vec<Settled>) {
        self.sower.before(pits, |before| {
            let at = self.numbering.rank(before) as usize;
            if self.values[at].load(Ordering::Relaxed) != UNKNOWN {
                return;
            }
            self.best[at].fetch_max(-value, Ordering::AcqRel);
            let was_last = self.open[at].fetch_sub(1, Ordering::AcqRel) == 1;
            if was_last && self.best[at].load(Ordering::Acquire) == -value && self.claim(at, -value) {
                found.push((before, false));
            }
        });
    }

    /// Who leads to a position lost by `value` wins that much.
    #[inline]
    fn pass_loss(&self, pits: Pits, value: i8, found: &mut Vec<Settled>) {
        self.sower.before(pits, |before| {
            let at = self.numbering.rank(before) as usize;
            if self.claim(at, value) {
                found.push((before, true));
            }
        });
    }

    /// Gives a position its value, unless another thread has.
    fn claim(&self, at: usize, value: i8) -> bool {
        self.values[at].compare_exchange(UNKNOWN, value, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }
}
