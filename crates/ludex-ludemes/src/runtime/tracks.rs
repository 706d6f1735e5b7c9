//! Tracks and directions, as expressions name them.

use super::code::{Bool, Dirs, Int, TrackChoice};
use super::eval::Eval;
use super::rules::Track;

impl<'a, const W: usize> Eval<'a, W> {
    #[inline(never)]
    pub(super) fn track_first(
        &mut self,
        track: &TrackChoice<W>,
        from: Option<&Int<W>>,
        when: Option<&Bool<W>>,
    ) -> i32 {
        let from = from.map(|from| self.int(from));
        let Some(track) = self.track(track, from) else { return -1 };
        let start = from.and_then(|from| track.index_of(from)).unwrap_or(0);
        let before = self.bound;
        let mut found = -1;
        for offset in 0..track.sites.len() {
            let site = track.after(start, offset as i32);
            self.bound.to = site;
            self.bound.site = site;
            if site >= 0 && when.is_none_or(|when| self.bool(when)) {
                found = site;
                break;
            }
        }
        self.bound = before;
        found
    }

    /// The track along which a player moves: his own; else one of that name, or without a name nobody's.
    pub(super) fn own_track(&mut self, choice: &TrackChoice<W>) -> Option<&'a Track> {
        let player = choice.owner.as_ref().map_or(i32::from(self.state.mover), |owner| self.int(owner));
        let tracks = &self.rules.tracks;
        let owner = |track: &u16| i32::from(tracks[*track as usize].owner);
        let own = choice.candidates.iter().find(|track| owner(track) == player);
        let other = || choice.candidates.iter().find(|track| choice.named || owner(track) == 0);
        own.or_else(other).map(|&track| &tracks[track as usize])
    }

    /// The track that is meant: the first that fits, holds the place and belongs to the owner.
    pub(super) fn track(&mut self, choice: &TrackChoice<W>, with: Option<i32>) -> Option<&'a Track> {
        self.track_number(choice, with).map(|number| &self.rules.tracks[number])
    }

    /// The number of the track that is meant.
    pub(super) fn track_number(&mut self, choice: &TrackChoice<W>, with: Option<i32>) -> Option<usize> {
        let owner = choice.owner.as_ref().map(|owner| self.int(owner));
        let mut first = None;
        for &number in &choice.candidates {
            let track = &self.rules.tracks[number as usize];
            if owner.is_some_and(|owner| i32::from(track.owner) != owner && track.owner != 0) {
                continue;
            }
            if with.is_none_or(|site| track.index_of(site).is_some()) {
                return Some(number as usize);
            }
            first = first.or(Some(number as usize));
        }
        first
    }

    /// The table of directions that applies to the piece on a place.
    #[inline]
    pub(super) fn dirs(&self, dirs: &Dirs, site: i32) -> usize {
        if let Some(pair) = dirs.towards {
            return self.dirs_towards(dirs, pair);
        }
        let facing = match dirs.by_facing.len() {
            1 => 0,
            _ => {
                let what = self.place(site).map_or(0, |site| self.state.what(site));
                let component = if what == 0 { self.mover_component() } else { what };
                self.rules.components[component as usize].facing as usize
            }
        };
        dirs.by_facing[facing] as usize
    }

    /// The table of the direction in which one place is seen from another; the first if in none.
    #[inline(never)]
    pub(super) fn dirs_towards(&self, dirs: &Dirs, pair: u16) -> usize {
        let (from, to) = &self.rules.pairs[pair as usize];
        let mut eval = self.at(self.state);
        let (from, to) = (eval.int(from), eval.int(to));
        let place = self.place(from).filter(|&place| place < self.rules.tables.sites);
        let leads = |table: &&u16| {
            let rays = place.map(|place| &self.rules.tables.dirs[**table as usize].rays[place]);
            rays.is_some_and(|rays| rays.iter().any(|ray| ray.iter().any(|&site| i32::from(site) == to)))
        };
        dirs.by_facing.iter().find(leads).or(dirs.by_facing.first()).map_or(0, |&table| table as usize)
    }

    /// Directions asked for at an empty place are those of the mover.
    pub(super) fn mover_component(&self) -> u8 {
        self.rules.components_of(self.state.mover).next().unwrap_or(0)
    }

    #[inline(never)]
    pub(super) fn ahead(&mut self, site: i32, steps: i32, dirs: &Dirs) -> i32 {
        let table = self.dirs(dirs, site);
        let Some(place) = self.place(site).filter(|&p| p < self.rules.tables.sites) else { return site };
        if steps <= 0 {
            return site;
        }
        let rays = &self.rules.tables.dirs[table].rays[place];
        rays.first().and_then(|ray| ray.get(steps as usize - 1)).map_or(site, |&to| i32::from(to))
    }
}
