//! How far pieces reach: places chosen, slides, hops and leaps.

use super::Bits;
use super::code::{BetweenClause, Bool, Dirs, FromClause, Int, ToClause, Walk};
use super::eval::Eval;
use super::generate::Sink;

impl<const W: usize> Eval<'_, W> {
    /// Goes through the places that may be selected: each is both ends of a move.
    pub(super) fn each_selected(
        &mut self,
        from: &FromClause<W>,
        then: &mut dyn FnMut(&mut Self, usize) -> bool,
    ) -> bool {
        let places = match &from.region {
            Some(region) => self.region(region),
            None => self.place(self.bound.from).map_or(Bits::EMPTY, Bits::one),
        };
        let before = self.bound;
        let goes_on = places.iter().all(|place| {
            (self.bound.from, self.bound.to) = (place as i32, place as i32);
            if from.when.as_ref().is_some_and(|when| !self.bool(when)) {
                return true;
            }
            then(self, place)
        });
        self.bound = before;
        goes_on
    }

    /// Goes through the places moves may begin at.
    pub(super) fn each_origin(
        &mut self,
        from: &FromClause<W>,
        then: &mut dyn FnMut(&mut Self, usize) -> bool,
    ) -> bool {
        let places = match &from.region {
            Some(region) => self.region(region),
            None => self.place(self.bound.from).map_or(Bits::EMPTY, Bits::one),
        };
        let before = self.bound.from;
        let goes_on = places.iter().all(|place| {
            self.bound.from = place as i32;
            if from.when.as_ref().is_some_and(|when| !self.bool(when)) {
                return true;
            }
            then(self, place)
        });
        self.bound.from = before;
        goes_on
    }

    /// Emits a move from a place to each target that the clause allows.
    pub(super) fn each_target(
        &mut self,
        leaf: u16,
        from: usize,
        targets: Bits<W>,
        to: &ToClause<W>,
        aux: i32,
        sink: Sink<'_, W>,
    ) -> bool {
        let before = self.bound.to;
        let goes_on = targets.iter().all(|target| {
            self.bound.to = target as i32;
            if to.when.as_ref().is_some_and(|when| !self.bool(when)) {
                return true;
            }
            let made = self.made(leaf, from as i32, target as i32, aux);
            sink(self, made)
        });
        self.bound.to = before;
        goes_on
    }

    pub(super) fn slides(
        &mut self,
        leaf: u16,
        place: usize,
        dirs: &Dirs,
        between: Option<&BetweenClause<W>>,
        to: Option<&ToClause<W>>,
        sink: Sink<'_, W>,
    ) -> bool {
        let table = self.dirs(dirs, place as i32);
        let rules = self.rules;
        let Some(rays) = rules.tables.dirs[table].rays.get(place) else { return true };
        let (min, max) = match between.and_then(|between| between.range.as_ref()) {
            Some((min, max)) => (self.int(min), self.int(max)),
            None => (1, i32::MAX),
        };
        let Some(level) = self.level_of(leaf) else { return true };
        // In a slide the condition of the effect says where it may end.
        let may_end = |eval: &mut Self| {
            let apply = to.and_then(|to| to.apply.as_ref());
            apply.and_then(|apply| apply.when.as_ref()).is_none_or(|when| eval.bool(when))
        };
        rays.iter().all(|ray| {
            for (distance, &site) in (1..=max).zip(ray.iter()) {
                self.bound.to = i32::from(site);
                self.bound.between = i32::from(site);
                // Before the least distance nothing stops a slide but what stands in its way.
                if distance >= min
                    && let Some(when) = to.and_then(|to| to.when.as_ref())
                    && self.bool(when)
                {
                    let made = self.made(leaf, place as i32, i32::from(site), level);
                    if may_end(self) && !sink(self, made) {
                        return false;
                    }
                    break;
                }
                let passable = match between.and_then(|between| between.when.as_ref()) {
                    Some(when) => self.bool(when),
                    None => !self.state.occupied().has(usize::from(site)),
                };
                if !passable {
                    break;
                }
                let made = self.made(leaf, place as i32, i32::from(site), level);
                if distance >= min && may_end(self) && !sink(self, made) {
                    return false;
                }
            }
            true
        })
    }

    /// `aux` of a hop holds the ray and the number of places jumped, so that the effects find them again.
    pub(super) fn hops(
        &mut self,
        leaf: u16,
        place: usize,
        dirs: &Dirs,
        between: Option<&BetweenClause<W>>,
        to: &ToClause<W>,
        sink: Sink<'_, W>,
    ) -> bool {
        let table = self.dirs(dirs, place as i32);
        let rules = self.rules;
        let Some(rays) = rules.tables.dirs[table].rays.get(place) else { return true };
        let number =
            |eval: &mut Self, int: Option<&Int<W>>, default| int.map_or(default, |int| eval.int(int));
        let before = number(self, between.and_then(|b| b.before.as_ref()), 0).max(0) as usize;
        let after = number(self, between.and_then(|b| b.after.as_ref()), 0).max(0) as usize;
        let (min, max) = match between.and_then(|b| b.range.as_ref()) {
            Some((min, max)) => (self.int(min).max(0) as usize, self.int(max).max(0) as usize),
            None => (1, 1),
        };
        for (index, ray) in rays.iter().enumerate() {
            let mut start = 0;
            loop {
                // Hurdles begin after `start` free places.
                let mut hurdles = 0;
                while hurdles < max
                    && let Some(&site) = ray.get(start + hurdles)
                    && self.is_hurdle(between, site)
                {
                    hurdles += 1;
                }
                if hurdles >= min {
                    for jumped in min.max(usize::from(min > 0))..=hurdles {
                        if jumped < hurdles && jumped < min {
                            continue;
                        }
                        let aux = (index << 8 | start << 4 | jumped) as i32;
                        for landing in ray.iter().skip(start + jumped).take(after + 1) {
                            self.bound.to = i32::from(*landing);
                            if to.when.as_ref().is_some_and(|when| !self.bool(when)) {
                                break;
                            }
                            let made = self.made(leaf, place as i32, i32::from(*landing), aux);
                            if !sink(self, made) {
                                return false;
                            }
                        }
                    }
                }
                let Some(&site) = ray.get(start).filter(|_| start < before) else { break };
                self.bound.to = i32::from(site);
                if to.when.as_ref().is_some_and(|when| !self.bool(when)) {
                    break;
                }
                start += 1;
            }
        }
        true
    }

    pub(super) fn is_hurdle(&mut self, between: Option<&BetweenClause<W>>, site: u16) -> bool {
        self.bound.between = i32::from(site);
        let kept = self.bound.to;
        self.bound.to = i32::from(site);
        let is = between.and_then(|b| b.when.as_ref()).is_none_or(|when| self.bool(when));
        self.bound.to = kept;
        is
    }

    /// How many steps of a kind lead from a place into a set; a very large number if none do.
    #[inline(never)]
    pub(super) fn steps_by(&mut self, dirs: &Dirs, when: Option<&Bool<W>>, from: i32, to: &Bits<W>) -> i32 {
        const NEVER: i32 = 1_000_000_000;
        let to = to.and(&self.rules.tables.all);
        if from < 0 {
            return 0;
        }
        let Some(start) = self.place(from).filter(|&place| place < self.rules.tables.sites) else {
            return NEVER;
        };
        if to.is_empty() || to.has(start) {
            return if to.is_empty() { NEVER } else { 0 };
        }
        let before = self.bound;
        let (mut seen, mut ring) = (Bits::one(start), Bits::one(start));
        let mut steps = 0;
        while !ring.is_empty() && !ring.meets(&to) {
            let mut next = Bits::EMPTY;
            for place in ring.iter() {
                self.bound.from = place as i32;
                let table = self.dirs(dirs, place as i32);
                let around = self.rules.tables.dirs[table].around[place].minus(&seen);
                for near in around.iter() {
                    self.bound.to = near as i32;
                    if when.is_none_or(|when| self.bool(when)) {
                        next.insert(near);
                    }
                }
            }
            seen = seen.or(&next);
            ring = next;
            steps += 1;
        }
        self.bound = before;
        if ring.is_empty() { NEVER } else { steps }
    }

    pub(super) fn leap_targets(
        &mut self,
        place: usize,
        walks: &[Vec<Walk>],
        rotations: bool,
        forward: bool,
    ) -> Bits<W> {
        if place >= self.rules.tables.sites {
            return Bits::EMPTY;
        }
        let targets = self.leaps(place, walks, rotations);
        if !forward {
            return targets;
        }
        let facing = self.rules.components[self.state.what(place) as usize].facing;
        let board = &self.rules.tables.board;
        let at = |site: usize| board.at(board.default_type(), site);
        let angle = f64::from(facing) * std::f64::consts::TAU / 16.0;
        let ahead = |&to: &usize| {
            let (from, to) = (at(place), at(to));
            (to.x - from.x) * angle.sin() + (to.y - from.y) * angle.cos() > 1e-6
        };
        targets.iter().filter(ahead).collect()
    }
}
