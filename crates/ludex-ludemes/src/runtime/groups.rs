//! Groups, connections, territories, and what is seen of them from above.

use smallvec::SmallVec;

use super::Bits;
use super::code::{Bool, Dirs, Int, Region, Role};
use super::eval::{Eval, Numbers};

/// Groups of places, in place as long as there are few.
type Groups<const W: usize> = SmallVec<[Bits<W>; 8]>;

impl<const W: usize> Eval<'_, W> {
    /// All places connected with the start through places of a set.
    #[inline(never)]
    pub(super) fn flood(&self, start: Bits<W>, through: &Bits<W>, table: usize) -> Bits<W> {
        let around = &self.rules.tables.dirs[table].around;
        let mut group = start;
        let mut edge = start;
        while !edge.is_empty() {
            let mut next = Bits::EMPTY;
            for place in edge.iter() {
                if let Some(near) = around.get(place) {
                    next = next.or(near);
                }
            }
            edge = next.and(through).minus(&group);
            group = group.or(&edge);
        }
        group
    }

    /// Whether a piece is covered: something stands exactly above it.
    #[inline]
    pub(super) fn is_covered(&self, place: usize) -> bool {
        self.rules.tables.cover.get(place).is_some_and(|cover| cover.meets(self.state.occupied()))
    }

    /// Whether the contact of two places is hidden for groups: two pieces or more lie across it.
    pub(super) fn is_crossed(&self, a: usize, b: usize) -> bool {
        let up = &self.rules.tables.up;
        up[a].and(&up[b]).and(self.state.occupied()).count() >= 2
    }

    /// As [`flood`](Eval::flood), but only through what is seen from above.
    fn flood_visible(&self, start: usize, through: &Bits<W>, table: usize) -> Bits<W> {
        let around = &self.rules.tables.dirs[table].around;
        let mut group = Bits::one(start);
        let mut open = group;
        while let Some(place) = open.first() {
            open.remove(place);
            for near in around[place].and(through).minus(&group).iter() {
                if !self.is_covered(near) && !self.is_crossed(place, near) {
                    group.insert(near);
                    open.insert(near);
                }
            }
        }
        group
    }

    /// The union of the groups of the starting places: connected places with the same component, or those where
    /// a condition on the target holds.
    #[inline(never)]
    pub(super) fn group(
        &mut self,
        from: &Bits<W>,
        dirs: &Dirs,
        when: Option<&Bool<W>>,
        visible: bool,
    ) -> Bits<W> {
        let mut all = Bits::EMPTY;
        let matching = when.map(|when| self.filter_by_to(self.rules.tables.all, Some(when)));
        for start in from.and(&self.rules.tables.all).iter() {
            if all.has(start) {
                continue;
            }
            let table = self.dirs(dirs, start as i32);
            let through = match &matching {
                Some(matching) => *matching,
                None => self.same_component(start),
            };
            if !through.has(start) || (visible && self.is_covered(start)) {
                continue;
            }
            let group = if visible {
                self.flood_visible(start, &through, table)
            } else {
                self.flood(Bits::one(start), &through, table)
            };
            all = all.or(&group);
        }
        all
    }

    /// The places with the same component as a place.
    #[inline]
    pub(super) fn same_component(&self, place: usize) -> Bits<W> {
        match self.state.what(place) {
            0 => self.rules.tables.all.minus(self.state.occupied()),
            what => self.places_of(what),
        }
    }

    /// The places with a component.
    pub(super) fn places_of(&self, what: u8) -> Bits<W> {
        let Some(&owner) = self.rules.owners.get(what as usize) else { return Bits::EMPTY };
        let owned = self.state.owned(owner as usize);
        if self.rules.alone[what as usize] {
            return *owned;
        }
        owned.iter().filter(|&other| self.state.what(other) == what).collect()
    }

    /// All groups of places where a condition on the target holds (by default: occupied ones), or only those
    /// that reach into a set.
    pub(super) fn groups(
        &mut self,
        dirs: &Dirs,
        when: Option<&Bool<W>>,
        visible: bool,
        among: Option<Bits<W>>,
    ) -> Groups<W> {
        let all = self.rules.tables.all;
        let matching = match when {
            Some(when) => self.filter_by_to(all, Some(when)),
            None => all.and(self.state.occupied()),
        };
        let mut groups = self.split(matching, dirs, visible);
        if let Some(among) = among {
            groups.retain(|group| group.meets(&among));
        }
        groups
    }

    /// The groups of the mover's pieces, or those with a piece for whose places a condition holds.
    pub(super) fn own_groups(&mut self, dirs: &Dirs, when: Option<&Bool<W>>) -> Groups<W> {
        let all = self.rules.tables.all;
        match when {
            Some(when) => {
                let matching = self.filter_by_to(all, Some(when));
                let mut groups = self.split(matching, dirs, false);
                groups.retain(|group| group.meets(self.state.occupied()));
                groups
            }
            None => self.split(all.and(self.state.owned(self.state.mover as usize)), dirs, false),
        }
    }

    /// How many groups have so many places at least.
    #[inline(never)]
    pub(super) fn count_groups(&mut self, dirs: &Dirs, when: Option<&Bool<W>>, min: u32) -> i32 {
        let groups = self.groups(dirs, when, false, None);
        groups.iter().filter(|group| group.count() >= min).count() as i32
    }

    /// The size of the largest group.
    #[inline(never)]
    pub(super) fn biggest_group(
        &mut self,
        dirs: &Dirs,
        when: Option<&Bool<W>>,
        visible: bool,
        among: Option<Bits<W>>,
    ) -> i32 {
        let groups = self.groups(dirs, when, visible, among);
        groups.iter().map(|group| group.count() as i32).max().unwrap_or(0)
    }

    /// The groups a set of places falls into.
    fn split(&self, matching: Bits<W>, dirs: &Dirs, visible: bool) -> Groups<W> {
        let mut left = matching;
        let mut groups = Groups::new();
        while let Some(start) = left.first() {
            if visible && self.is_covered(start) {
                left.remove(start);
                continue;
            }
            let table = self.dirs(dirs, start as i32);
            let group = if visible {
                self.flood_visible(start, &matching, table)
            } else {
                self.flood(Bits::one(start), &matching, table)
            };
            left = left.minus(&group);
            groups.push(group);
        }
        groups
    }

    /// The sizes of the groups of a player, or of all players for `All`.
    #[inline(never)]
    pub(super) fn group_sizes(
        &mut self,
        dirs: &Dirs,
        who: Role,
        min: i32,
        when: Option<&Bool<W>>,
        visible: bool,
    ) -> Numbers {
        let all = self.rules.tables.all;
        let owned = match who {
            Role::All => *self.state.occupied(),
            _ => self.players_of(who).fold(Bits::EMPTY, |sum, p| sum.or(self.state.owned(p))),
        };
        let matching = if when.is_some() { self.filter_by_to(all, when) } else { all.and(&owned) };
        let sizes = self.split(matching, dirs, visible).into_iter().map(|group| group.count() as i32);
        sizes.filter(|&size| size >= min).collect()
    }

    /// The empty places that touch the group of a place.
    #[inline(never)]
    pub(super) fn liberties(&mut self, at: i32, dirs: &Dirs, when: Option<&Bool<W>>) -> i32 {
        let Some(place) = self.place(at).filter(|&p| p < self.rules.tables.sites) else { return 0 };
        let group = self.group(&Bits::one(place), dirs, when, false);
        self.touching(&group, dirs).minus(&group).minus(self.state.occupied()).count() as i32
    }

    /// The number of empty places enclosed by pieces of a player alone.
    #[inline(never)]
    pub(super) fn territory(&mut self, who: Role, dirs: &Dirs) -> i32 {
        let own = self.players_of(who).fold(Bits::EMPTY, |sum, p| sum.or(self.state.owned(p)));
        let empty = self.rules.tables.all.minus(self.state.occupied());
        let mut left = empty;
        let mut total = 0;
        while let Some(start) = left.first() {
            let table = self.dirs(dirs, start as i32);
            let group = self.flood(Bits::one(start), &empty, table);
            left = left.minus(&group);
            let border = self.touching(&group, dirs).minus(&group);
            if !border.is_empty() && border.is_within(&own) {
                total += group.count() as i32;
            }
        }
        total
    }

    /// The number of steps from a place to the nearest of a set; a large number if there is no way.
    #[inline(never)]
    pub(super) fn steps_between(&mut self, dirs: &Dirs, from: i32, to: &Bits<W>) -> i32 {
        let Some(place) = self.place(from).filter(|&p| p < self.rules.tables.sites) else { return -1 };
        let mut seen = Bits::one(place);
        let mut ring = seen;
        for step in 0.. {
            if ring.meets(to) {
                return step;
            }
            ring = self.touching(&ring, dirs).minus(&seen);
            if ring.is_empty() {
                break;
            }
            seen = seen.or(&ring);
        }
        1_000_000_000
    }

    /// Whether a place of the region has an empty place of the ground beside it, other than the exception.
    #[inline(never)]
    pub(super) fn is_freedom(&mut self, region: &Region<W>, except: Option<&Int<W>>) -> bool {
        let tables = &self.rules.tables;
        let region = self.region(region).and(&tables.all);
        let mut holes = tables.ground.minus(self.state.occupied());
        if let Some(except) = except {
            let except = self.int(except);
            self.place(except).into_iter().for_each(|place| holes.remove(place));
        }
        region.iter().any(|place| tables.beside[place].meets(&holes))
    }

    /// Whether a place is the tip of a pyramid, upright or inverted, whose five corners hold the same component.
    #[inline(never)]
    pub(super) fn is_pyramid_corners(&self, place: usize) -> bool {
        let what = self.state.what(place);
        if what == 0 || place >= self.rules.tables.sites {
            return false;
        }
        self.rules.tables.slopes.iter().any(|slopes| {
            let mut at = [place; 4];
            loop {
                for (corner, slope) in at.iter_mut().zip(slopes) {
                    match usize::try_from(slope[*corner]) {
                        Ok(next) => *corner = next,
                        Err(_) => return false,
                    }
                }
                if at.iter().all(|&corner| self.state.what(corner) == what) {
                    return true;
                }
            }
        })
    }

    /// Whether the last piece closed a loop: some place beside it is cut off from the outline of the board by
    /// pieces of one colour.
    #[inline(never)]
    pub(super) fn is_loop(&mut self, dirs: &Dirs, surround: Option<&[Role]>, colour: &Int<W>) -> bool {
        let last = i32::from(self.state.last.to);
        let Some(place) = self.place(last).filter(|&p| p < self.rules.tables.sites) else { return false };
        let colour = self.int(colour).clamp(0, self.rules.everybody() as i32) as usize;
        let wall = *self.state.owned(colour);
        if !wall.has(place) {
            return false;
        }
        let tables = &self.rules.tables;
        let table = self.dirs(dirs, last);
        let inside = match surround {
            None => tables.all.minus(&wall),
            Some(roles) => {
                let players = roles.iter().flat_map(|&role| self.players_of(role));
                players.fold(Bits::EMPTY, |sum, p| sum.or(self.state.owned(p))).minus(&wall)
            }
        };
        tables.dirs[table].around[place].and(&inside).minus(&tables.outer).iter().any(|start| {
            let open = tables.all.minus(&wall);
            let pocket = self.flood(Bits::one(start), &open, table);
            !pocket.meets(&tables.outer) && pocket.is_within(&inside)
        })
    }

    /// Whether the recorded positions end in three equal blocks.
    pub(super) fn is_cycle(&self) -> bool {
        let block = self.rules.players * self.rules.players;
        let history = &self.state.history;
        if history.len() < 3 * block {
            return false;
        }
        let tail = &history[history.len() - 3 * block..];
        tail[..block] == tail[block..2 * block] && tail[block..2 * block] == tail[2 * block..]
    }
}
