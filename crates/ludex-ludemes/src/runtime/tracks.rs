//! Tracks and directions, as expressions name them.

use super::code::{Bool, Dirs, Int, TrackChoice, Ways};
use super::eval::Eval;
use super::rules::Track;
use crate::board::COMPASS;

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
        self.own_track_number(choice).map(|number| &self.rules.tracks[number])
    }

    /// Whose track is meant.
    pub(super) fn track_owner(&mut self, choice: &TrackChoice<W>) -> i32 {
        choice.owner.as_ref().map_or(i32::from(self.state.mover), |owner| self.int(owner))
    }

    /// The number of the track along which a player moves.
    pub(super) fn own_track_number(&mut self, choice: &TrackChoice<W>) -> Option<usize> {
        let player = self.track_owner(choice);
        let tracks = &self.rules.tracks;
        let owner = |track: &u16| i32::from(tracks[*track as usize].owner);
        let own = choice.candidates.iter().find(|track| owner(track) == player);
        let other = || choice.candidates.iter().find(|track| choice.named || owner(track) == 0);
        own.or_else(other).map(|&track| track as usize)
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
        if let Some(ways) = dirs.towards {
            return self.dirs_now(dirs, ways, site);
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

    /// The table of directions for going on from a place: relative ones are seen in the direction of the step that
    /// led there, if there was one.
    pub(super) fn dirs_onward(&self, dirs: &Dirs, site: i32) -> usize {
        if dirs.by_facing.len() != COMPASS.len() || dirs.towards.is_some() {
            return self.dirs(dirs, site);
        }
        let tables = &self.rules.tables;
        let radials = tables.board.radials(tables.board.default_type());
        let from = self.place(self.bound.from).filter(|&place| place < tables.sites);
        let leads = |&facing: &usize| {
            let mut lines = from.into_iter().flat_map(|from| radials.from_site(from, COMPASS[facing]));
            lines.any(|line| line.sites.get(1).is_some_and(|&next| i32::from(next) == self.bound.to))
        };
        match (0..COMPASS.len()).rev().find(leads) {
            Some(facing) => dirs.by_facing[facing] as usize,
            None => self.dirs(dirs, self.bound.from),
        }
    }

    /// The table of directions that depend on the position.
    #[inline(never)]
    fn dirs_now(&self, dirs: &Dirs, ways: u16, site: i32) -> usize {
        let mut eval = self.at(self.state);
        let none = dirs.by_facing.len() - 1;
        let found = match &self.rules.ways[ways as usize] {
            Ways::Either(condition, yes, no) => {
                let chosen = if eval.bool(condition) { yes } else { no };
                return self.dirs(chosen, site);
            }
            Ways::Towards(from, to) => self.leading(&dirs.by_facing[..none], eval.int(from), eval.int(to)),
            Ways::Without(from, to, each) => self.leading(each, eval.int(from), eval.int(to)),
        };
        dirs.by_facing[found.unwrap_or(none)] as usize
    }

    /// The first of some tables along which one place is seen from another.
    fn leading(&self, tables: &[u16], from: i32, to: i32) -> Option<usize> {
        let place = self.place(from).filter(|&place| place < self.rules.tables.sites)?;
        tables.iter().position(|&table| {
            let rays = &self.rules.tables.dirs[table as usize].rays[place];
            rays.iter().any(|ray| ray.iter().any(|&site| i32::from(site) == to))
        })
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
