//! Sets of places.

use super::Bits;
use super::code::{Around, Bool, Dirs, Int, Region, Role, Sight};
use super::eval::Eval;
use super::sets::Name;

impl<const W: usize> Eval<'_, W> {
    /// What a set of places is.
    pub(super) fn region(&mut self, region: &Region<W>) -> Bits<W> {
        match region {
            Region::Const(bits) => *bits,
            Region::ByPlayer(sets, player) | Region::ByIndex(sets, player) => {
                let index = self.int(player);
                usize::try_from(index).ok().and_then(|index| sets.get(index)).copied().unwrap_or(Bits::EMPTY)
            }
            Region::Empty => self.rules.tables.all.minus(self.state.occupied()),
            Region::Occupied { who, whats, within } => self.occupied_by(who, whats.as_deref(), within),
            Region::OccupiedStacks { who, whats, within, top } => {
                self.occupied_stacks(who, whats.as_deref(), within, *top)
            }
            Region::OccupiedBy { who, within } => {
                let who = self.int(who);
                let owner = usize::try_from(who).ok().filter(|&who| who <= self.rules.everybody());
                owner.map_or(Bits::EMPTY, |who| self.state.owned(who).and(within))
            }
            Region::Site(site) => {
                let site = self.int(site);
                self.place(site).map_or(Bits::EMPTY, Bits::one)
            }
            Region::Sites(sites) => {
                let mut bits = Bits::EMPTY;
                for site in sites {
                    let site = self.int(site);
                    self.place(site).into_iter().for_each(|site| bits.insert(site));
                }
                bits
            }
            Region::OfArray(array) => {
                let values = self.array(array);
                values.into_iter().filter_map(|value| self.place(value)).collect()
            }
            Region::Union(parts) => parts.iter().fold(Bits::EMPTY, |all, part| all.or(&self.region(part))),
            Region::Intersection(parts) => {
                let mut parts = parts.iter();
                let first = parts.next().map_or(Bits::EMPTY, |part| self.region(part));
                parts.fold(first, |all, part| if all.is_empty() { all } else { all.and(&self.region(part)) })
            }
            Region::Difference(a, b) => self.region(a).minus(&self.region(b)),
            Region::If(condition, yes, no) => {
                if self.bool(condition) {
                    self.region(yes)
                } else {
                    self.region(no)
                }
            }
            Region::ForEach(region, when) => {
                let places = self.region(region);
                self.filter_by_site(places, when)
            }
            Region::Platforms => match self.platforms {
                Some(platforms) => platforms,
                None => {
                    let platforms = self.rules.tables.platforms(self.state.occupied());
                    self.platforms = Some(platforms);
                    platforms
                }
            },
            Region::Around { of, dirs, distance, when: None, what: Around::Any, include_self: false }
                if matches!((&**of, &**distance), (Region::Site(_), Int::Const(1))) =>
            {
                let Region::Site(site) = &**of else { return Bits::EMPTY };
                let site = self.int(site);
                let table = self.dirs(dirs, site);
                let around = &self.rules.tables.dirs[table].around;
                usize::try_from(site).ok().and_then(|site| around.get(site)).copied().unwrap_or(Bits::EMPTY)
            }
            Region::Around { of, dirs, distance, when, what, include_self } => {
                let of = self.region(of);
                let distance = self.int(distance);
                let mut found = self.around(&of, dirs, distance, *what, when.as_deref());
                if *include_self {
                    found = found.or(&of);
                }
                found
            }
            Region::Expand { of, steps, dirs } => {
                let of = self.region(of);
                let steps = self.int(steps).clamp(0, 4096);
                let mut all = of;
                for _ in 0..steps {
                    let wider = self.touching(&all, dirs).or(&all);
                    if wider == all {
                        break;
                    }
                    all = wider;
                }
                all
            }
            Region::Direction { from, dirs, included, stop, stop_included, distance } => {
                let from = self.region(from);
                let distance = self.int(distance);
                self.in_direction(&from, dirs, *included, stop.as_deref(), *stop_included, distance)
            }
            Region::LineOfSight { what, at, dirs } => {
                let at = self.int(at);
                self.line_of_sight(*what, at, dirs)
            }
            Region::Distance { from, min, max, dirs } => {
                let (from, min, max) = (self.int(from), self.int(min), self.int(max));
                self.at_distance(from, min, max, dirs)
            }
            Region::Group { from, dirs, when, visible } => {
                let from = self.region(from);
                self.group(&from, dirs, when.as_deref(), *visible)
            }
            Region::BetweenSites { from, to, dirs } => {
                let (from, to) = (self.int(from), self.int(to));
                self.between_sites(from, to, dirs)
            }
            Region::OfMoves { moves, to } => self.sites_of_moves(moves, *to),
            Region::Pending => {
                let pending = &self.state.pending;
                pending.iter().filter_map(|&value| self.place(value)).collect()
            }
            Region::Start(what) => {
                let what = self.int(what);
                let places = usize::try_from(what).ok().and_then(|what| self.rules.starts.get(what));
                places.copied().unwrap_or(Bits::EMPTY)
            }
            Region::Walk { from, walks, rotations } => {
                let from = self.int(from);
                let from = self.place(from).filter(|&place| place < self.rules.tables.sites);
                from.map_or(Bits::EMPTY, |from| self.leaps(from, walks, *rotations))
            }
            Region::BoundGroup => self.group.unwrap_or(Bits::EMPTY),
            Region::Pattern { walk, from, whats } => self.pattern_sites(walk, from, whats),
            Region::ToClear => self.state.to_clear,
            Region::LastTo => self.place(i32::from(self.state.last.to)).map_or(Bits::EMPTY, Bits::one),
            Region::LastFrom => self.place(i32::from(self.state.last.from)).map_or(Bits::EMPTY, Bits::one),
            Region::State(value) => {
                let value = self.int(value);
                let with = |&place: &usize| i32::from(self.state.local(place)) == value;
                self.rules.tables.all.iter().filter(with).collect()
            }
            Region::Support(what) => {
                let what = what.as_ref().map(|what| self.int(what));
                self.supporting(what)
            }
            Region::TrackPart { track, from, to } => {
                let from = from.as_ref().map(|from| self.int(from));
                let to = to.as_ref().map(|to| self.int(to));
                let Some(track) = self.track(track, from) else { return Bits::EMPTY };
                let first = from.and_then(|from| track.index_of(from)).unwrap_or(0);
                let mut found = Bits::EMPTY;
                for offset in 0..track.sites.len() {
                    let site = track.after(first, offset as i32);
                    self.place(site).into_iter().for_each(|place| found.insert(place));
                    if site == -1 || to == Some(site) {
                        break;
                    }
                }
                found
            }
            Region::Hand(player) => {
                let player = self.int(player);
                usize::try_from(player).map_or(Bits::EMPTY, |player| self.rules.hand(player))
            }
            Region::Random { of, count } => {
                let mut left = self.region(of);
                let count = self.int(count);
                let mut found = Bits::EMPTY;
                for _ in 0..count.max(0) {
                    let sides = left.count();
                    let chosen = left.iter().nth(self.chance.draw(sides) as usize);
                    let Some(chosen) = chosen else { break };
                    left.remove(chosen);
                    found.insert(chosen);
                }
                found
            }
        }
    }

    /// The places below a piece, or below one of these components.
    #[inline(never)]
    fn supporting(&self, what: Option<i32>) -> Bits<W> {
        let above = match what {
            None => *self.state.occupied(),
            Some(what) => match u8::try_from(what) {
                Ok(what) if what > 0 => self.places_of(what),
                _ => Bits::EMPTY,
            },
        };
        let above = above.and(&self.rules.tables.all);
        above.iter().fold(Bits::EMPTY, |all, place| all.or(&self.rules.tables.down[place]))
    }

    fn occupied_by(
        &mut self,
        who: &[Role],
        whats: Option<&[super::code::Int<W>]>,
        within: &Bits<W>,
    ) -> Bits<W> {
        let mut places = Bits::EMPTY;
        for &role in who {
            match role {
                Role::Mover => places = places.or(self.state.owned(self.state.mover as usize)),
                Role::All => places = places.or(self.state.occupied()),
                role => {
                    for player in self.players_of(role) {
                        places = places.or(self.state.owned(player));
                    }
                }
            }
        }
        places = places.and(within);
        match whats {
            None => places,
            Some(whats) => {
                let mut wanted = Bits::EMPTY;
                for what in whats {
                    let what = u8::try_from(self.int(what)).unwrap_or(0);
                    if what > 0 {
                        wanted = wanted.or(&self.places_of(what));
                    }
                }
                places.and(&wanted)
            }
        }
    }

    /// The places of a set where a condition on the bound site holds.
    #[inline(never)]
    fn filter_by_site(&mut self, places: Bits<W>, when: &Bool<W>) -> Bits<W> {
        if places.is_empty() {
            return places;
        }
        if let Some(set) = self.set_where(when, Name::Site) {
            return places.and(&set);
        }
        let before = self.bound.site;
        let mut kept = Bits::EMPTY;
        for place in places.iter() {
            self.bound.site = place as i32;
            if self.bool(when) {
                kept.insert(place);
            }
        }
        self.bound.site = before;
        kept
    }

    /// The places of a set where a condition on the bound target holds.
    #[inline(never)]
    pub(super) fn filter_by_to(&mut self, places: Bits<W>, when: Option<&Bool<W>>) -> Bits<W> {
        let Some(when) = when else { return places };
        if let Some(set) = self.set_where(when, Name::To) {
            return places.and(&set);
        }
        let before = self.bound.to;
        let mut kept = Bits::EMPTY;
        for place in places.iter() {
            self.bound.to = place as i32;
            if self.bool(when) {
                kept.insert(place);
            }
        }
        self.bound.to = before;
        kept
    }

    /// The neighbours of all places of a set.
    pub(super) fn touching(&self, places: &Bits<W>, dirs: &Dirs) -> Bits<W> {
        let on_board = places.and(&self.rules.tables.all);
        on_board.iter().fold(Bits::EMPTY, |all, place| {
            let table = self.dirs(dirs, place as i32);
            all.or(&self.rules.tables.dirs[table].around[place])
        })
    }

    #[inline(never)]
    fn around(
        &mut self,
        of: &Bits<W>,
        dirs: &Dirs,
        distance: i32,
        what: Around,
        when: Option<&Bool<W>>,
    ) -> Bits<W> {
        let mut found = Bits::EMPTY;
        if distance == 1 {
            found = self.touching(of, dirs);
        } else if distance > 1 {
            for place in of.and(&self.rules.tables.all).iter() {
                let table = self.dirs(dirs, place as i32);
                for ray in &self.rules.tables.dirs[table].rays[place] {
                    if let Some(&to) = ray.get(distance as usize - 1) {
                        found.insert(usize::from(to));
                    }
                }
            }
        }
        let occupied = self.state.occupied();
        let found = match what {
            Around::Any => found,
            Around::Empty => found.minus(occupied),
            Around::NotEmpty => found.and(occupied),
            Around::Own => found.and(self.state.owned(self.state.mover as usize)),
            Around::Enemy => found.iter().filter(|&place| self.is_enemy(self.who(place as i32))).collect(),
        };
        self.filter_by_to(found, when)
    }

    #[inline(never)]
    fn in_direction(
        &mut self,
        from: &Bits<W>,
        dirs: &Dirs,
        included: bool,
        stop: Option<&Bool<W>>,
        stop_included: bool,
        distance: i32,
    ) -> Bits<W> {
        let mut found = if included { *from } else { Bits::EMPTY };
        let before = self.bound.to;
        let rules = self.rules;
        for place in from.and(&rules.tables.all).iter() {
            let table = self.dirs(dirs, place as i32);
            for ray in &rules.tables.dirs[table].rays[place] {
                for &to in ray.iter().take(distance.max(0) as usize) {
                    self.bound.to = i32::from(to);
                    if stop.is_some_and(|stop| self.bool(stop)) {
                        if stop_included {
                            found.insert(usize::from(to));
                        }
                        break;
                    }
                    found.insert(usize::from(to));
                }
            }
        }
        self.bound.to = before;
        found
    }

    #[inline(never)]
    fn line_of_sight(&mut self, what: Sight, at: i32, dirs: &Dirs) -> Bits<W> {
        let mut found = Bits::EMPTY;
        let Some(place) = self.place(at).filter(|&p| p < self.rules.tables.sites) else { return found };
        let table = self.dirs(dirs, at);
        for ray in &self.rules.tables.dirs[table].rays[place] {
            let mut last = None;
            for &to in ray.iter() {
                let to = usize::from(to);
                if self.state.occupied().has(to) {
                    if what == Sight::Piece {
                        found.insert(to);
                    }
                    break;
                }
                if what == Sight::Empty {
                    found.insert(to);
                }
                last = Some(to);
            }
            if what == Sight::Farthest {
                last.into_iter().for_each(|to| found.insert(to));
            }
        }
        found
    }

    #[inline(never)]
    fn at_distance(&mut self, from: i32, min: i32, max: i32, dirs: &Dirs) -> Bits<W> {
        let Some(place) = self.place(from).filter(|&p| p < self.rules.tables.sites) else {
            return Bits::EMPTY;
        };
        let mut found = Bits::EMPTY;
        let mut seen = Bits::one(place);
        let mut ring = seen;
        for step in 0..=max.min(4096) {
            if step >= min {
                found = found.or(&ring);
            }
            ring = self.touching(&ring, dirs).minus(&seen);
            if ring.is_empty() {
                break;
            }
            seen = seen.or(&ring);
        }
        found
    }

    #[inline(never)]
    fn between_sites(&mut self, from: i32, to: i32, dirs: &Dirs) -> Bits<W> {
        let Some(place) = self.place(from).filter(|&p| p < self.rules.tables.sites) else {
            return Bits::EMPTY;
        };
        let table = self.dirs(dirs, from);
        for ray in &self.rules.tables.dirs[table].rays[place] {
            if let Some(end) = ray.iter().position(|&site| i32::from(site) == to) {
                return ray[..end].iter().map(|&site| usize::from(site)).collect();
            }
        }
        Bits::EMPTY
    }
}
