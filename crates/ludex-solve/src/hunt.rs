//! Searches for the shortest win, from below and from above, a few thousand positions at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::time::Instant;

use crate::bounds::{Bounds, Known};
use crate::fight::Fight;
use crate::numbers::EVER;
use crate::race::Race;
use crate::solve::{Progress, Proved};
use crate::within::{Signals, Stopped, Within};

/// Longer wins are not sought.
pub(crate) const LONGEST: u32 = 900;
/// Within how many plies a win is sought first that is known to exist, and no more.
const FIRST_GUESS: u32 = 60;

/// The sides' facts and what the threads share.
pub(crate) struct Shared<'a> {
    pub(crate) signals: &'a Signals,
    pub(crate) table: &'a Bounds,
    proved: Mutex<[Proved; 2]>,
    /// Within how many plies each side is known to win.
    within: [AtomicU32; 2],
    done: AtomicBool,
    /// How many positions the defences against each side keep.
    pub(crate) kept: [AtomicUsize; 2],
    pub(crate) begin: Instant,
}

/// Whether nothing is left to find out.
pub(crate) fn is_decided(proved: &[Proved; 2]) -> bool {
    proved.iter().any(|one| one.wins_in.is_some()) || proved.iter().all(|one| one.held)
}

impl<'a> Shared<'a> {
    pub(crate) fn new((table, signals): (&'a Bounds, &'a Signals), proved: [Proved; 2]) -> Self {
        Shared {
            signals,
            table,
            proved: Mutex::new(proved),
            within: proved.map(|one| AtomicU32::new(one.wins_in.unwrap_or(u32::MAX))),
            done: AtomicBool::new(is_decided(&proved)),
            kept: Default::default(),
            begin: Instant::now(),
        }
    }

    pub(crate) fn proved(&self) -> [Proved; 2] {
        self.proved.lock().map_or_else(|poisoned| *poisoned.into_inner(), |proved| *proved)
    }

    pub(crate) fn note(&self, side: usize, change: impl FnOnce(&mut Proved)) {
        if let Ok(mut proved) = self.proved.lock() {
            change(&mut proved[side]);
            if is_decided(&proved) {
                self.done.store(true, Ordering::Relaxed);
            }
        }
    }

    /// A win of this side within so many plies was found.
    pub(crate) fn note_within(&self, side: usize, plies: u32) {
        self.within[side].fetch_min(plies, Ordering::Relaxed);
        self.note(side, |proved| proved.wins = true);
    }

    /// Within how many plies a side is known to win.
    pub(crate) fn within(&self, side: usize) -> Option<u32> {
        Some(self.within[side].load(Ordering::Relaxed)).filter(|&plies| plies < u32::MAX)
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress {
            nodes: self.signals.nodes.load(Ordering::Relaxed),
            kept: self.kept.iter().map(|kept| kept.load(Ordering::Relaxed)).sum(),
            fill: self.table.fill(),
            seconds: self.begin.elapsed().as_secs_f64(),
            proved: self.proved(),
            within: [0, 1].map(|side| self.within(side)),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.done.load(Ordering::Relaxed) || self.signals.stopped()
    }
}

/// The search for the shortest win of one side.
pub(crate) struct Hunt<'a, F: Fight> {
    fight: &'a F,
    spot: &'a F::Spot,
    side: usize,
    /// Asks by proof numbers, if it is there.
    race: Option<Race<'a, F>>,
}

impl<'a, F: Fight> Hunt<'a, F> {
    pub(crate) fn new(fight: &'a F, spot: &'a F::Spot, side: usize, race: Option<Race<'a, F>>) -> Self {
        Hunt { fight, spot, side, race }
    }

    /// The fewest plies in which the side may win, as far as is known.
    fn soonest(&self, shared: &Shared<'_>) -> u32 {
        let none_within = shared.proved()[self.side].none_within;
        let stride = self.fight.stride();
        let first = if stride == 2 { 1 + u32::from(self.side != self.fight.side(self.spot)) } else { 1 };
        if none_within < first { first } else { first + (none_within - first) / stride * stride + stride }
    }

    fn ask(&mut self, shared: &Shared<'_>, plies: u32, budget: u64) -> Result<Known, Stopped> {
        let found = match &mut self.race {
            Some(race) => race.ask(self.spot, (self.side, plies), budget)?,
            None => {
                let search = Within::new(self.fight, shared.table, self.side, shared.signals);
                match search.with_budget(budget).wins(self.spot, plies)? {
                    true => Known { won: plies, held: 0 },
                    false => Known { won: 0, held: plies },
                }
            }
        };
        if found.won != 0 {
            shared.note_within(self.side, found.won);
        } else {
            shared.note(self.side, |proved| {
                proved.none_within = proved.none_within.max(found.held.min(LONGEST));
                proved.held |= found.held == EVER;
            });
        }
        if let Some(within) = shared.within(self.side).filter(|&within| within <= self.soonest(shared)) {
            shared.note(self.side, |proved| proved.wins_in = Some(within));
        }
        Ok(found)
    }

    fn is_idle(&self, shared: &Shared<'_>) -> bool {
        let proved = shared.proved();
        proved[self.side].held || proved[self.side ^ 1].wins || shared.is_over()
    }

    /// Asks for wins one stride longer than those that were ruled out.
    pub(crate) fn work(&mut self, shared: &Shared<'_>, budget: u64) {
        let mut left = budget;
        while left > 0 && !self.is_idle(shared) {
            let before = shared.signals.nodes.load(Ordering::Relaxed);
            let plies = self.soonest(shared);
            if plies > LONGEST || self.ask(shared, plies, left).is_err() {
                return;
            }
            let used = shared.signals.nodes.load(Ordering::Relaxed).saturating_sub(before);
            left = left.saturating_sub(used.max(1));
        }
    }

    /// Asks for wins shorter than the shortest that is known, if there is one: by a stride as long as that is easy, then
    /// half-way to those that were ruled out.
    pub(crate) fn work_from_above(&mut self, shared: &Shared<'_>, budget: u64) {
        let stride = self.fight.stride();
        while !self.is_idle(shared) && shared.proved()[self.side].wins {
            let (soonest, known) = (self.soonest(shared), shared.within(self.side));
            if soonest > LONGEST {
                return;
            }
            let within = known.unwrap_or(soonest + FIRST_GUESS).max(soonest + stride);
            if self.ask(shared, within - stride, budget / 4).is_ok() {
                continue;
            }
            let half_way = soonest + (within - soonest) / 2 / stride * stride;
            if half_way > soonest {
                // If it takes longer, the next round has more time for it.
                let _ = self.ask(shared, half_way, budget);
            }
            return;
        }
    }
}
