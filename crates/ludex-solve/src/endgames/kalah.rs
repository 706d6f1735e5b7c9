//! Endgames of Kalah, worked out forwards.
//!
//! A sowing that takes nothing brings the mover's seeds nearer to her store, so play cannot come round, and a
//! position follows from its moves alone once those with fewer seeds are known and those whose seeds lie nearer. No moves
//! are taken back, and every position is worked out once.
//!
//! Positions are kept by their two rows. Of all positions with one row of few seeds (the short row) and another of at least
//! as many (the long row) there are two planes, one for each that can be to move; in a plane, all long rows
//! follow one another for each short row. A move that takes nothing changes the mover's row alone. So one short row
//! after the other is taken, by distance from the store: first its owner to move, against all long rows, then the
//! other. Whatever is looked up lies together, since a move leads from all long rows to the same few short
//! ones; and short rows of the same distance do not need one another, so that threads share them.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use memmap2::MmapMut;

use super::kalah_rows::{
    FEED, HOME, KINDS, LAP, LAP_TAKE, LONG, QUIET, ROW, RowNumbers, SameSeeds, TAKE, TAKEN, distance, fed,
    kind, pit_and_row, pit_of, without,
};
use super::number::{MOST, Numbering, Pits, Rows, sum};
use super::sower::Sower;
use crate::words::ask_for;

/// Layers with fewer positions are built on one thread.
const SMALL: usize = 1 << 18;

/// The exact margins of all positions of Kalah with up to some number of seeds, in memory.
pub(crate) struct KalahEndgames {
    sower: Sower,
    numbers: RowNumbers,
    /// Where the positions begin in which the mover has so many seeds and the other so many.
    starts: Vec<usize>,
    /// How many layers were worked out, from that without seeds on.
    layers: u32,
    /// The most seeds there is room for.
    most: u32,
    /// The rows of the layers that were worked out, until all are.
    rows: Vec<SameSeeds>,
    values: MmapMut,
}

/// Looks up positions with one row given: that of the player who keeps it, after the move.
#[derive(Clone, Copy)]
struct View {
    base: *const i8,
    stride: usize,
    /// What the move takes.
    taken: i8,
    /// -1 if it is the other's turn then, so that values change their sign; else 0.
    turn: i8,
    /// Which of the two rows of a move is meant.
    shift: u32,
}

impl View {
    const NONE: View = View { base: std::ptr::null(), stride: 0, taken: 0, turn: 0, shift: 0 };

    /// What a move is worth that leads to this row.
    ///
    /// # Safety
    /// The view must have been made for rows with as many seeds.
    #[inline(always)]
    unsafe fn worth(&self, row: usize) -> i8 {
        // SAFETY: the caller's promise; views begin in the table, and their rows end in it.
        let value = unsafe { *self.base.add(row * self.stride) };
        self.taken.wrapping_add((value ^ self.turn).wrapping_sub(self.turn))
    }
}

/// A layer in the making.
struct Making<'a> {
    tables: &'a KalahEndgames,
    seeds: u32,
    values: *mut i8,
    /// The second plane of positions with as many seeds on either side, which is kept only meanwhile.
    mirror: *mut i8,
    empty_capture: bool,
}

// SAFETY: threads write to the planes of their own short rows alone, and read only what was written before they
// were started.
unsafe impl Sync for Making<'_> {}

impl KalahEndgames {
    /// Room for all positions with up to `most` seeds, of which none is known yet.
    pub(crate) fn new(sower: &Sower, most: u32) -> Result<KalahEndgames, String> {
        let numbers = RowNumbers::new(sower.pits());
        if sower.empty_capture().is_none() {
            return Err("only the endgames of kalah are worked out forwards".to_string());
        }
        let fits = "the endgames do not fit into memory; ask for fewer";
        if most > numbers.most() {
            return Err(fits.to_string());
        }
        let side = MOST + 1;
        let mut starts = vec![0; side * side];
        let mut end = 0usize;
        for seeds in 0..=most {
            for own in 0..=seeds {
                starts[own as usize * side + (seeds - own) as usize] = end;
                let size = numbers.size(own).checked_mul(numbers.size(seeds - own));
                end = size.and_then(|size| end.checked_add(size)).ok_or(fits)?;
            }
        }
        let values = MmapMut::map_anon(end).map_err(|_| fits)?;
        #[cfg(target_os = "linux")]
        let _ = values.advise(memmap2::Advice::HugePage);
        Ok(KalahEndgames { sower: sower.clone(), numbers, starts, layers: 0, most, rows: Vec::new(), values })
    }

    /// The most seeds that a position may have.
    pub(crate) const MOST_SEEDS: u32 = MOST as u32;

    /// How many positions there is room for.
    pub(crate) fn positions(&self) -> u64 {
        self.values.len() as u64
    }

    /// How many bytes all positions with up to `most` seeds take.
    pub(crate) fn bytes(pits: usize, most: u32) -> u64 {
        super::number::ways(u64::from(most), 2 * pits as u64 + 1)
    }

    /// Whether positions with so many seeds are covered.
    #[inline(always)]
    pub(crate) fn cover(&self, seeds: u32) -> bool {
        seeds < self.layers
    }

    #[inline(always)]
    fn start(&self, own: u32, other: u32) -> usize {
        self.starts[own as usize * (MOST + 1) + other as usize]
    }

    /// Where the value of a position is.
    #[inline(always)]
    pub(crate) fn place(&self, pits: Pits) -> usize {
        let (own, other) = (sum(pits.own), sum(pits.other));
        let (short, long, size) = if own <= other {
            (pits.own, pits.other, self.numbers.size(other))
        } else {
            (pits.other, pits.own, self.numbers.size(own))
        };
        self.start(own, other) + self.numbers.rank(short) * size + self.numbers.rank(long)
    }

    /// Has a value brought near.
    #[inline(always)]
    pub(crate) fn ask_for(&self, place: usize) {
        ask_for(&self.values, place);
    }

    /// The value at a place.
    #[inline(always)]
    pub(crate) fn at(&self, place: usize) -> i32 {
        i32::from(self.values[place] as i8)
    }

    /// What a position is worth to the player to move. It must be covered.
    #[inline(always)]
    pub(crate) fn value(&self, pits: Pits) -> i32 {
        self.at(self.place(pits))
    }

    /// Works out all layers there is room for, counting positions in `done`. `false` if it was stopped.
    pub(crate) fn build(&mut self, threads: usize, signals: (&AtomicBool, &AtomicU64)) -> bool {
        let all = (self.layers..=self.most).all(|_| self.build_layer(threads, signals));
        self.rows = Vec::new();
        all
    }

    /// Works out the next layer, counting positions in `done`. `false` if it was stopped.
    pub(super) fn build_layer(&mut self, threads: usize, (stop, done): (&AtomicBool, &AtomicU64)) -> bool {
        let seeds = self.layers;
        for seeds in self.rows.len() as u32..=seeds {
            let rows = SameSeeds::new(&self.sower, &self.numbers, seeds, self.most);
            self.rows.push(rows);
        }
        let (lost, won) = (self.start(0, seeds), self.start(seeds, 0));
        let size = self.numbers.size(seeds);
        self.values[lost..lost + size].fill(-(seeds as i8) as u8);
        self.values[won..won + size].fill(seeds as u8);
        done.fetch_add(if seeds == 0 { 1 } else { 2 * size as u64 }, Ordering::Relaxed);
        // Short rows by their distance.
        let mut steps: Vec<Vec<(u32, usize)>> = Vec::new();
        let mut positions = 0;
        for short in 1..=seeds / 2 {
            for (number, &row) in self.rows[short as usize].rows.iter().enumerate() {
                let far = distance(row, self.sower.pits()) as usize;
                steps.resize_with(steps.len().max(far + 1), Vec::new);
                steps[far].push((short, number));
                positions += 2 * self.numbers.size(seeds - short);
            }
        }
        let half = self.numbers.size(seeds / 2);
        let mut mirror = vec![0i8; if seeds.is_multiple_of(2) { half * half } else { 0 }];
        let values = self.values.as_mut_ptr().cast::<i8>();
        let making = Making {
            tables: self,
            seeds,
            values,
            mirror: mirror.as_mut_ptr(),
            empty_capture: self.sower.empty_capture().unwrap_or(true),
        };
        let threads = if positions < SMALL { 1 } else { threads };
        for step in &steps {
            let next = AtomicUsize::new(0);
            let run = || {
                let mut best = Vec::new();
                while let Some(&(short, number)) = step.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    making.short_row(short, number, &mut best);
                    let planes = if 2 * short == seeds { 1 } else { 2 };
                    done.fetch_add(planes * best.len() as u64, Ordering::Relaxed);
                }
            };
            std::thread::scope(|scope| {
                for _ in 1..threads.min(step.len()) {
                    scope.spawn(run);
                }
                run();
            });
        }
        let whole = !stop.load(Ordering::Relaxed);
        self.layers += u32::from(whole);
        whole
    }

    /// The values of a layer in the order of the numbers of its positions.
    pub(super) fn layer(&self, numbering: &Numbering, seeds: u32) -> Vec<i8> {
        let mut values = Vec::with_capacity(numbering.size(seeds) as usize);
        self.each_row(numbering, seeds, |(first, stride, count)| {
            values.extend(self.values[first..].iter().step_by(stride).take(count).map(|&value| value as i8));
        });
        values
    }

    /// Takes the next layer over from such a list.
    pub(super) fn put(&mut self, numbering: &Numbering, layer: &[i8]) {
        let (mut left, mut places) = (layer, Vec::new());
        self.each_row(numbering, self.layers, |row| places.push(row));
        for (first, stride, count) in places {
            let (row, rest) = left.split_at(count);
            let places = self.values[first..].iter_mut().step_by(stride);
            places.zip(row).for_each(|(place, &value)| *place = value as u8);
            left = rest;
        }
        self.layers += 1;
    }

    /// Calls `found` for every row of the mover with the places of its positions: the first, the stride and how
    /// many there are.
    fn each_row(&self, numbering: &Numbering, seeds: u32, mut found: impl FnMut((usize, usize, usize))) {
        let rows = Rows::new(numbering, seeds);
        for place in 0..rows.len() {
            let (_, row, others) = rows.row(place);
            let (own, number) = (sum(row), self.numbers.rank(row));
            let start = self.start(own, seeds - own);
            found(if own <= seeds - own {
                (start + number * others.len(), 1, others.len())
            } else {
                (start + number, self.numbers.size(own), others.len())
            });
        }
    }
}

impl Making<'_> {
    /// Where a short row begins in the plane in which the other is to move.
    fn other_plane(&self, short: u32, number: usize) -> *mut i8 {
        let long = self.seeds - short;
        let size = self.tables.numbers.size(long);
        // SAFETY: both planes have room for every short row.
        unsafe {
            if short == long {
                self.mirror.add(number * size)
            } else {
                self.values.add(self.tables.start(long, short) + number * size)
            }
        }
    }

    /// Looks up positions where one player keeps this row and the other has any row of `seeds` seeds.
    fn view(&self, row: u64, seeds: u32, kept_by_mover: bool, taken: u32, again: bool) -> View {
        let (kept, number) = (sum(row), self.tables.numbers.rank(row));
        let (own, other) = if kept_by_mover { (kept, seeds) } else { (seeds, kept) };
        let start = self.tables.start(own, other);
        // Of rows with as many seeds the mover's is the short one.
        let short = kept < seeds || (kept == seeds && kept_by_mover);
        let (offset, stride) = match short {
            true => (number * self.tables.numbers.size(seeds), 1),
            false => (number, self.tables.numbers.size(kept)),
        };
        // SAFETY: the plane of a smaller layer lies in the table.
        let base = unsafe { self.values.add(start + offset) };
        View { base, stride, taken: taken as i8, turn: if again { 0 } else { -1 }, shift: 0 }
    }

    /// Works out all positions with a short row, its owner to move, then the other.
    fn short_row(&self, short: u32, number: usize, best: &mut Vec<i8>) {
        let row = self.tables.rows[short as usize].rows[number];
        let long = &self.tables.rows[(self.seeds - short) as usize];
        best.clear();
        best.resize(long.rows.len(), i8::MIN);
        for pit in (0..self.tables.sower.pits()).filter(|&pit| pit_of(row, pit) > 0) {
            self.move_short(row, pit, long, best);
        }
        let plane = self.tables.start(short, self.seeds - short) + number * best.len();
        // SAFETY: the place of this short row, which no other thread writes or reads now.
        let own = unsafe { std::slice::from_raw_parts_mut(self.values.add(plane), best.len()) };
        own.copy_from_slice(best);
        self.move_long(row, short, long, (own, best));
        // SAFETY: as above.
        unsafe { self.other_plane(short, number).copy_from_nonoverlapping(best.as_ptr(), best.len()) };
    }

    /// One move of the owner of the short row, against all long rows.
    fn move_short(&self, row: u64, pit: usize, long: &SameSeeds, best: &mut [i8]) {
        let (tables, pits) = (self.tables, self.tables.sower.pits());
        let sown = tables.sower.sown(pit, u64::from(pit_of(row, pit)));
        let after = row.wrapping_add(sown.own);
        let last = usize::from(sown.last);
        let longs = self.seeds - sum(row);
        let quiet = |after: u64| {
            let base = self.other_plane(sum(row), tables.numbers.rank(after)).cast_const();
            View { base, stride: 1, turn: -1, ..View::NONE }
        };
        match sown.store {
            0 if pit_of(after, last) > 1 => {
                // SAFETY: a row of the other plane, written before: its short row is nearer to the store.
                let next = unsafe { std::slice::from_raw_parts(quiet(after).base, best.len()) };
                best.iter_mut().zip(next).for_each(|(best, &next)| *best = (*best).max(-next));
            }
            0 => {
                let kept = without(after, last);
                let mut views = [View::NONE; MOST + 1];
                for (facing, view) in (0..=longs).zip(&mut views) {
                    *view = if facing == 0 && !self.empty_capture {
                        quiet(after)
                    } else {
                        self.view(kept, longs - facing, false, 1 + facing, false)
                    };
                }
                for (best, &word) in best.iter_mut().zip(&long.emptied[pits - 1 - last]) {
                    let (facing, row) = pit_and_row(word);
                    // SAFETY: the view is for rows without so many seeds.
                    *best = (*best).max(unsafe { views[facing].worth(row) });
                }
            }
            1 if last >= 2 * pits => {
                let view = self.view(after, longs, true, 1, true);
                // SAFETY: a row of a smaller layer.
                let next = unsafe { std::slice::from_raw_parts(view.base, best.len()) };
                best.iter_mut().zip(next).for_each(|(best, &next)| *best = (*best).max(1 + next));
            }
            1 if last >= pits => {
                let more = last - pits + 1;
                let view = self.view(after, longs + more as u32, false, 1, false);
                for (best, &row) in best.iter_mut().zip(&long.fed[more - 1]) {
                    // SAFETY: the view is for rows with so many more seeds.
                    *best = (*best).max(unsafe { view.worth(row as usize) });
                }
            }
            _ => {
                for (best, &other) in best.iter_mut().zip(&long.rows) {
                    *best = (*best).max(self.any_move(Pits { own: row, other }, pit));
                }
            }
        }
    }

    /// What a move that takes something is worth.
    fn any_move(&self, pits: Pits, pit: usize) -> i8 {
        let after = self.tables.sower.one_kalah_move(pits, pit);
        // SAFETY: the place of a position in a smaller layer.
        let value = unsafe { *self.values.add(self.tables.place(after.pits)) };
        after.taken as i8 + if after.again { value } else { -value }
    }

    /// All moves of the owners of the long rows. `own` has the positions in which it is the turn of the other.
    fn move_long(&self, row: u64, short: u32, long: &SameSeeds, (own, best): (&[i8], &mut [i8])) {
        let views = self.views_of_long(row, short, own);
        let short_row = row;
        for (number, best) in best.iter_mut().enumerate() {
            let mut most = i8::MIN;
            for &one in long.moves(number) {
                let kind = kind(one);
                let worth = if kind == LONG {
                    self.any_move(Pits { own: long.rows[number], other: short_row }, (one & ROW) as usize)
                } else {
                    let view = &views[kind];
                    // SAFETY: the view of a kind is for the rows that moves of this kind leave.
                    unsafe { view.worth((one >> view.shift & ROW) as usize) }
                };
                most = most.max(worth);
            }
            *best = most;
        }
    }

    fn views_of_long(&self, row: u64, short: u32, own: &[i8]) -> [View; KINDS] {
        let pits = self.tables.sower.pits();
        let longs = self.seeds - short;
        let mut views = [View::NONE; KINDS];
        let quiet = View { base: own.as_ptr(), stride: 1, turn: -1, ..View::NONE };
        views[QUIET] = quiet;
        views[HOME] = self.view(row, longs - 1, false, 1, true);
        for pit in 0..pits {
            let facing = pits - 1 - pit;
            let (seeds, more) = (pit_of(row, facing), pit as u32 + 1);
            views[TAKE + pit] = if seeds == 0 && !self.empty_capture {
                quiet
            } else {
                let view = self.view(without(row, facing), longs - 1, true, 1 + seeds, false);
                View { shift: TAKEN, ..view }
            };
            if longs > more {
                views[FEED + pit] = self.view(fed(row, pit + 1), longs - 1 - more, true, 1, false);
            }
            if longs > pits as u32 + 1 {
                let all = fed(row, pits);
                views[LAP] = self.view(all, longs - 1 - pits as u32, true, 1, false);
                let view = self.view(without(all, facing), longs - 2 - pits as u32, true, 3 + seeds, false);
                views[LAP_TAKE + pit] = View { shift: TAKEN, ..view };
            }
        }
        views
    }
}

#[cfg(test)]
mod tests {
    use ludex_games::mancala::{KALAH, Options};

    use super::*;
    use crate::endgames::build::build_layer;

    /// All values by retrograde analysis and forwards.
    fn compare(pits: u8, most: u32, empty_capture: bool, threads: usize) {
        let options = Options { pits, empty_capture, ..KALAH };
        let sower = Sower::new(&options).unwrap();
        let numbering = Numbering::new(sower.pits());
        let mut forwards = KalahEndgames::new(&sower, most).unwrap();
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        assert!(forwards.build(threads, (&stop, &done)));
        assert_eq!(done.into_inner(), forwards.values.len() as u64);
        let mut taken_over = KalahEndgames::new(&sower, most).unwrap();
        let mut back: Vec<Vec<i8>> = Vec::new();
        for seeds in 0..=most {
            let layer = build_layer(&sower, &numbering, &back, 1, &stop, &AtomicU64::new(0)).unwrap();
            assert_eq!(forwards.layer(&numbering, seeds), layer);
            for (number, &value) in layer.iter().enumerate() {
                let here = numbering.unrank(seeds, number as u64);
                assert_eq!(forwards.value(here), i32::from(value), "{pits} pits, {here:x?}");
                assert!((value + seeds as i8) % 2 == 0, "a margin has the parity of the seeds");
            }
            taken_over.put(&numbering, &layer);
            back.push(layer);
        }
        assert!(forwards.values[..] == taken_over.values[..]);
    }

    #[test]
    fn forwards_and_backwards_agree() {
        for empty_capture in [true, false] {
            for (pits, most) in [(1, 40), (2, 24), (3, 15), (4, 11), (5, 9), (6, 8), (7, 6), (8, 5)] {
                compare(pits, most, empty_capture, 1);
            }
        }
    }

    #[test]
    fn threads_do_not_matter() {
        compare(4, 13, true, 3);
        compare(6, 10, false, 2);
    }
}
