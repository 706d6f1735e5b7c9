//! Sowing: seeds go one by one along a track, and something may happen where the last one falls.

use smallvec::SmallVec;

use super::code::{Gen, Sow};
use super::eval::{Bound, Eval};
use super::moves::{Action, Actions};
use super::sets::Name;
use super::state::{Content, State};

/// Where the seeds of a sowing go.
pub(super) struct Path {
    /// The place they come from.
    start: usize,
    /// The places they fall into, in order, with their number.
    holes: SmallVec<[(u16, u16); 64]>,
    /// Whether the first seeds went back to where they came from.
    origin: bool,
    /// What is bound after the last seed: the last place that was asked about.
    bound: Bound,
    /// The index of the last place on the track.
    index: usize,
    /// Which track.
    track: usize,
}

impl Path {
    /// The last seed's way.
    pub(super) fn last(&self) -> Option<(u16, u16)> {
        let start = self.start as u16;
        self.holes.last().map(|&(hole, _)| (start, hole)).or(self.origin.then_some((start, start)))
    }
}

impl<const W: usize> Eval<'_, W> {
    /// Where the seeds of a sowing go; `None` if it cannot be done. The actions, and those of effects on the way,
    /// are written to `out` where they are wanted.
    pub(super) fn path_of(&mut self, sow: &Sow<W>, mut out: Option<&mut Actions>) -> Option<Path> {
        let start = self.int(&sow.start);
        let place = self.place(start)?;
        let mut seeds = match &sow.count {
            Some(count) => self.int(count),
            None if self.rules.stacks => self.state.height(place) as i32,
            None => i32::from(self.state.count(place)),
        };
        let number = self.track_number(&sow.track, Some(start))?;
        let track = &self.rules.tracks[number];
        let mut index = track.index_of(start)?;
        let before = self.bound;
        let mut holes = SmallVec::new();
        let from = place as u16;
        self.bound.from = start;
        let origin = sow.origin.as_ref().is_some_and(|origin| self.bool(origin));
        if origin {
            if let (Some(effect), Some(out)) = (&sow.effect, out.as_deref_mut()) {
                self.effect(effect, out);
            }
            let count = self.int(&sow.per_hole).max(1).min(seeds);
            if let Some(out) = out.as_deref_mut() {
                out.push(Action::Move { from, to: from, count: count as u16, keep: true });
            }
            seeds -= count;
            self.bound.to = start;
        }
        self.bound.from = before.from;
        let skips = sow.skip.as_ref().and_then(|skip| self.set_where(skip, Name::To));
        let mut skipped = 0;
        while seeds > 0 && skipped <= track.sites.len() {
            index = if index + 1 == track.sites.len() { 0 } else { index + 1 };
            let mut hole = track.sites[index];
            if (index == 0 && !track.looped) || hole < 0 {
                break;
            }
            self.bound.to = hole;
            self.bound.value = seeds;
            let skip = match &skips {
                Some(skips) => skips.has(hole as usize),
                None => sow.skip.as_ref().is_some_and(|skip| self.bool(skip)),
            };
            if skip {
                skipped += 1;
                continue;
            }
            // The start is stepped over, but what is asked about the last place is then asked about the start.
            if hole == start && !sow.include_self {
                index = (index + 1) % track.sites.len();
                hole = track.sites[index];
                if hole < 0 {
                    break;
                }
            }
            skipped = 0;
            if let (Some(effect), Some(out)) = (&sow.effect, out.as_deref_mut()) {
                self.effect(effect, out);
            }
            let count = self.int(&sow.per_hole).max(1).min(seeds);
            holes.push((hole as u16, count as u16));
            if let Some(out) = out.as_deref_mut() {
                out.push(Action::Move { from, to: hole as u16, count: count as u16, keep: true });
            }
            seeds -= count;
        }
        let path = Path { start: place, holes, origin, bound: self.bound, index, track: number };
        self.bound = before;
        Some(path)
    }

    /// Sows along a track, and captures at the last place: the actions, worked out beforehand.
    pub(super) fn sow(&mut self, sow: &Sow<W>, out: &mut Actions) {
        let first_action = out.len();
        let Some(path) = self.path_of(sow, Some(out)) else { return };
        if let Some(apply) = &sow.apply {
            let mut copy = self.state.trial();
            for &action in &out[first_action..] {
                copy.act(action, self.rules);
            }
            self.at(&copy).capture_after(sow, apply, &path, out);
        }
    }

    /// What happens where the last seed fell, in the position after the sowing.
    pub(super) fn capture_after(&mut self, sow: &Sow<W>, apply: &Gen<W>, path: &Path, out: &mut Actions) {
        let sites = &self.rules.tracks[path.track].sites;
        self.bound = path.bound;
        let (start, mut hole, mut index) = (path.start as i32, path.bound.to, path.index);
        for _ in 0..sites.len() {
            self.bound.to = hole;
            if sow.when.as_ref().is_some_and(|when| !self.bool(when)) {
                return;
            }
            self.bound.from = start;
            self.effect_with_consequences(apply, out);
            let (goes_on, step) = match (&sow.backtracking, &sow.forward) {
                (Some(backtracking), _) => (backtracking, sites.len() - 1),
                (None, Some(forward)) => (forward, 1),
                (None, None) => return,
            };
            if !self.bool(goes_on) {
                return;
            }
            index = (index + step) % sites.len();
            hole = sites[index];
            self.bound.to = hole;
            if !self.bool(goes_on) || (sow.backtracking.is_some() && hole == start) {
                return;
            }
        }
    }
}

impl<const W: usize> State<W> {
    /// Sows along a path: what its moves would do one by one, with the start counted once.
    pub(super) fn spread(&mut self, path: &Path, owners: &[u8]) {
        let piece = self.content(path.start);
        if piece.what == 0 {
            return;
        }
        let mut left = piece.count;
        for &(hole, count) in &path.holes {
            let hole = hole as usize;
            let moved = count.min(left);
            if hole == path.start || moved == 0 {
                continue;
            }
            left -= moved;
            if !self.add_alike(hole, piece.what, moved) {
                self.put(hole, Content { count: moved, ..piece }, owners);
            }
        }
        let rest = if left == 0 { Content::default() } else { Content { count: left, ..piece } };
        self.put(path.start, rest, owners);
    }
}
