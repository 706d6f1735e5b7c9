//! Lines and walks over the board.

use super::Bits;
use super::code::{Bool, Dirs, Int, LineTest, LineWhats, Region, Walk};
use super::eval::Eval;

impl<const W: usize> Eval<'_, W> {
    /// `is Line` with all its parameters.
    pub(super) fn is_line(&mut self, test: &LineTest<W>) -> bool {
        let length = self.int(&test.length);
        if let (Region::LastTo, LineWhats::OfPivot, [table], None, None) =
            (&test.through, &test.whats, &test.dirs.by_facing[..], test.dirs.towards, &test.when)
            && test.contiguous
            && !(test.exact || test.visible || test.uncut || test.from_above)
            && test.kinds <= 1
            && length > 1
        {
            // The most common test of all.
            let place = self.state.last.to as usize;
            let table = &self.rules.tables.dirs[*table as usize];
            let kept = if test.both_ways { &table.stretches } else { &table.beginnings };
            if let Some(stretches) = kept.get(length as usize) {
                let Some(stretches) = stretches.get(place) else { return false };
                let what = self.state.what(place);
                let own = self.places_of(what);
                return what != 0 && stretches.iter().any(|stretch| stretch.is_within(&own));
            }
        }
        if let Region::LastTo = test.through {
            let last =
                usize::try_from(self.state.last.to).ok().filter(|&last| last < self.rules.tables.sites);
            return last.is_some_and(|last| self.is_line_at(test, length, last));
        }
        let mut through = self.region(&test.through).and(&self.rules.tables.all);
        if !matches!(test.whats, LineWhats::OfPivot) {
            // Lines begin with a piece that counts, and there must be enough of those.
            let own = self.places_in_line(test, 0);
            if test.contiguous && (own.count() as i32) < length {
                return false;
            }
            through = through.and(&own);
        }
        let before = self.bound.to;
        let mut found = false;
        for pivot in through.iter() {
            if self.is_line_through(test, length, pivot) {
                found = true;
                break;
            }
        }
        self.bound.to = before;
        found
    }

    /// Whether there is a line through one place.
    fn is_line_at(&mut self, test: &LineTest<W>, length: i32, pivot: usize) -> bool {
        let before = self.bound.to;
        let found = self.is_line_through(test, length, pivot);
        self.bound.to = before;
        found
    }

    /// The components that count, as bits.
    pub(super) fn line_whats(&mut self, test: &LineTest<W>, pivot: usize) -> u128 {
        match &test.whats {
            LineWhats::OfPivot => 1 << self.state.what(pivot).min(127),
            LineWhats::Of(role) => {
                let mut bits = 0;
                for player in self.players_of(*role) {
                    for component in self.rules.components_of(player as u8) {
                        bits |= 1 << component.min(127);
                    }
                }
                bits
            }
            LineWhats::These(whats) => {
                let mut bits = 0;
                for what in whats {
                    let what = self.int(what);
                    bits |= 1 << what.clamp(0, 127);
                }
                bits
            }
        }
    }

    fn is_line_through(&mut self, test: &LineTest<W>, length: i32, pivot: usize) -> bool {
        if test.contiguous && !test.from_above {
            let plain = !test.visible && !test.uncut && test.when.is_none() && test.kinds <= 1;
            // Conditions, hidden links and kinds of pieces can only make a line shorter or fewer.
            let might = self.is_plain_line(test, length, pivot, plain && test.exact);
            if plain || !might {
                return might;
            }
        }
        let whats = self.line_whats(test, pivot) & !1;
        let state = self.state;
        let counts = |place: usize| whats >> state.what(place).min(127) & 1 == 1;
        let seen = test.visible || test.uncut || test.from_above;
        if !counts(pivot) || (seen && self.is_covered(pivot)) {
            return false;
        }
        self.bound.to = pivot as i32;
        if test.when.as_ref().is_some_and(|when| !self.bool(when)) {
            return false;
        }
        if test.from_above {
            return self.is_line_from_above(test, length, pivot, &counts);
        }
        let table = self.dirs(&test.dirs, pivot as i32);
        let rules = self.rules;
        // Where lines go one way only, every ray is looked at, not each line once.
        if !test.both_ways {
            return rules.tables.dirs[table].rays[pivot].iter().any(|ray| {
                let mut kinds = 1u128 << state.what(pivot).min(127);
                let count = self.run_along(test, pivot, ray, 1, length, &mut kinds, &counts, true);
                self.is_long_enough(test, count, length, kinds)
            });
        }
        rules.tables.dirs[table].lines[pivot].iter().any(|line| {
            let mut kinds = 1u128 << state.what(pivot).min(127);
            let out = self.run_along(test, pivot, &line.out, 1, length, &mut kinds, &counts, true);
            if self.is_long_enough(test, out, length, kinds) && (!test.exact || line.back.is_empty()) {
                return true;
            }
            line.back.iter().any(|back| {
                let mut kinds = kinds;
                let total = self.run_along(test, pivot, back, out, length, &mut kinds, &counts, false);
                self.is_long_enough(test, total, length, kinds)
            })
        })
    }

    /// The places with pieces that count for a line through a place.
    fn places_in_line(&mut self, test: &LineTest<W>, pivot: usize) -> Bits<W> {
        match &test.whats {
            LineWhats::OfPivot => self.same_component(pivot),
            LineWhats::Of(role) => {
                self.players_of(*role).fold(Bits::EMPTY, |all, player| all.or(self.state.owned(player)))
            }
            LineWhats::These(_) => {
                let mut left = self.line_whats(test, pivot) & !1;
                let mut own = Bits::EMPTY;
                while left != 0 {
                    own = own.or(&self.places_of(left.trailing_zeros() as u8));
                    left &= left - 1;
                }
                own
            }
        }
    }

    /// A line of pieces that follow one another, whatever else is asked of it.
    fn is_plain_line(&mut self, test: &LineTest<W>, length: i32, pivot: usize, exact: bool) -> bool {
        if self.state.what(pivot) == 0 {
            return false;
        }
        let own = self.places_in_line(test, pivot);
        if !own.has(pivot) {
            return false;
        }
        let table = self.dirs(&test.dirs, pivot as i32);
        let table = &self.rules.tables.dirs[table];
        let kept = if test.both_ways { &table.stretches } else { &table.beginnings };
        if !exact
            && length > 1
            && let Some(stretches) = kept.get(length as usize)
        {
            return stretches[pivot].iter().any(|stretch| stretch.is_within(&own));
        }
        let run = |ray: &[u16]| ray.iter().take_while(|&&site| own.has(usize::from(site))).count() as i32;
        let fits = |count: i32| if exact { count == length } else { count >= length };
        if !test.both_ways {
            return table.rays[pivot].iter().any(|ray| fits(1 + run(ray)));
        }
        table.lines[pivot].iter().any(|line| {
            let out = 1 + run(&line.out);
            (fits(out) && (!exact || line.back.is_empty()))
                || line.back.iter().any(|back| fits(out + run(back)))
        })
    }

    fn is_long_enough(&self, test: &LineTest<W>, count: i32, length: i32, kinds: u128) -> bool {
        let long = if test.exact { count == length } else { count >= length };
        long && kinds.count_ones() as i32 >= test.kinds
    }

    /// How far a line goes along a ray, counting on from `count`.
    #[allow(clippy::too_many_arguments)] // The state of one scan; a struct would only rename it.
    fn run_along(
        &mut self,
        test: &LineTest<W>,
        pivot: usize,
        ray: &[u16],
        mut count: i32,
        length: i32,
        kinds: &mut u128,
        counts: &dyn Fn(usize) -> bool,
        check_links: bool,
    ) -> i32 {
        let mut previous = pivot;
        for &site in ray {
            if !test.exact && count >= length && kinds.count_ones() as i32 >= test.kinds {
                break;
            }
            let site = usize::from(site);
            self.bound.to = site as i32;
            let hidden = (test.visible
                && (self.is_covered(site) || (check_links && self.is_hidden_link(previous, site))))
                || (test.uncut && (self.is_covered(site) || self.is_cut(previous, site)));
            let matches = counts(site) && !hidden && test.when.as_ref().is_none_or(|when| self.bool(when));
            if matches {
                *kinds |= 1 << self.state.what(site).min(127);
                count += 1;
            } else if test.contiguous || hidden {
                break;
            }
            previous = site;
        }
        count
    }

    /// Whether the step between two places of a line is hidden: everything that can lie across it does.
    fn is_hidden_link(&self, a: usize, b: usize) -> bool {
        let up = &self.rules.tables.up;
        let across = up[a].and(&up[b]);
        !across.is_empty() && across.is_within(self.state.occupied())
    }

    /// Whether a step of a line is cut: two pieces lie across neighbours in a row, or one across a diagonal.
    /// Pieces of different layers touch in sight of everybody.
    fn is_cut(&self, a: usize, b: usize) -> bool {
        let tables = &self.rules.tables;
        let across = tables.up[a].and(&tables.up[b]).and(self.state.occupied()).count();
        across >= if tables.beside[a].has(b) { 2 } else { 1 }
    }

    /// Whether there is a line through a piece as seen from straight above: at each spot of the ground plan the
    /// topmost piece counts, and each must touch the one before in sight.
    fn is_line_from_above(
        &mut self,
        test: &LineTest<W>,
        length: i32,
        pivot: usize,
        counts: &dyn Fn(usize) -> bool,
    ) -> bool {
        let tables = &self.rules.tables;
        let above = tables.board.from_above();
        let touches = |a: usize, b: usize| {
            tables.up[a].has(b) || tables.down[a].has(b) || tables.beside[a].has(b) && !self.is_crossed(a, b)
        };
        let run = |line: &[u16]| {
            let mut last = pivot;
            let (mut count, mut kinds) = (0, 0u128);
            for &spot in &line[1..] {
                let column = above.sites_at(usize::from(spot)).iter().rev().map(|&site| usize::from(site));
                let top = column.into_iter().find(|&site| self.state.occupied().has(site));
                let Some(top) = top.filter(|&top| counts(top) && touches(last, top)) else { break };
                count += 1;
                kinds |= 1 << self.state.what(top).min(127);
                last = top;
            }
            (count, kinds)
        };
        let own = 1u128 << self.state.what(pivot).min(127);
        above.axes(above.spot_of(pivot)).iter().any(|(out, back)| {
            let (ahead, mut kinds) = run(out);
            let mut total = 1 + ahead;
            if let Some(back) = back.as_ref().filter(|_| test.both_ways) {
                let (behind, more) = run(back);
                total += behind;
                kinds |= more;
            }
            self.is_long_enough(test, total, length, kinds | own)
        })
    }

    /// The longest line of places where a condition on the target holds (by default: occupied ones).
    pub(super) fn biggest_line(&mut self, dirs: &Dirs, when: Option<&Bool<W>>) -> i32 {
        let all = self.rules.tables.all;
        let matching = match when {
            Some(when) => self.filter_by_to(all, Some(when)),
            None => all.and(self.state.occupied()),
        };
        let run =
            |ray: &[u16]| ray.iter().take_while(|&&site| matching.has(usize::from(site))).count() as i32;
        let mut longest = 0;
        for place in matching.iter() {
            longest = longest.max(1);
            let table = self.dirs(dirs, place as i32);
            for line in &self.rules.tables.dirs[table].lines[place] {
                let back: i32 = line.back.iter().map(|back| run(back)).sum();
                longest = longest.max(1 + run(&line.out) + back);
            }
        }
        longest
    }

    /// The place a walk leads to, beginning in one of the board's orthogonal directions.
    pub(super) fn walk(&self, from: usize, start: usize, walk: &[Walk]) -> Option<usize> {
        self.walk_through(from, start, walk, |_| true)
    }

    /// The end of a walk all of whose places satisfy `visit`.
    pub(super) fn walk_through(
        &self,
        from: usize,
        start: usize,
        walk: &[Walk],
        mut visit: impl FnMut(usize) -> bool,
    ) -> Option<usize> {
        let ways = &self.rules.tables.orthogonal;
        let count = ways.len();
        let (mut at, mut way) = (from, start);
        for step in walk {
            match step {
                Walk::Left => way = (way + count - 1) % count,
                Walk::Right => way = (way + 1) % count,
                Walk::Forward => {
                    at = usize::try_from(*ways[way].get(at)?).ok()?;
                    if !visit(at) {
                        return None;
                    }
                }
            }
        }
        Some(at)
    }

    /// Whether a walk from a place, begun in some direction, meets the components of a cyclic list.
    pub(super) fn is_pattern(&mut self, walk: &[Walk], from: &Int<W>, whats: &[Int<W>]) -> bool {
        let from = self.int(from);
        let Some(from) = self.place(from).filter(|&p| p < self.rules.tables.sites) else { return false };
        let whats: Vec<i32> = if whats.is_empty() {
            vec![i32::from(self.state.what(from))]
        } else {
            whats.iter().map(|what| self.int(what)).collect()
        };
        if i32::from(self.state.what(from)) != whats[0] || whats[0] <= 0 {
            return false;
        }
        (0..self.rules.tables.orthogonal.len()).any(|start| {
            let mut index = 0;
            let meets = |place: usize| {
                index = (index + 1) % whats.len();
                i32::from(self.state.what(place)) == whats[index]
            };
            self.walk_through(from, start, walk, meets).is_some()
        })
    }

    /// The places of all patterns that begin at a place.
    pub(super) fn pattern_sites(&mut self, walk: &[Walk], from: &Int<W>, whats: &[Int<W>]) -> Bits<W> {
        let from = self.int(from);
        let Some(from) = self.place(from).filter(|&p| p < self.rules.tables.sites) else {
            return Bits::EMPTY;
        };
        let whats: Vec<i32> = match whats {
            [] => vec![i32::from(self.state.what(from))],
            whats => whats.iter().map(|what| self.int(what)).collect(),
        };
        let mut found = Bits::EMPTY;
        if i32::from(self.state.what(from)) != whats[0] {
            return found;
        }
        for start in 0..self.rules.tables.orthogonal.len() {
            let mut index = 0;
            let mut pattern = Bits::one(from);
            let meets = |place: usize| {
                index = (index + 1) % whats.len();
                pattern.insert(place);
                i32::from(self.state.what(place)) == whats[index]
            };
            if self.walk_through(from, start, walk, meets).is_some() {
                found = found.or(&pattern);
            }
        }
        found
    }

    /// The places a leap may lead to, from any orthogonal direction or from the facing of the piece only.
    pub(super) fn leaps(&self, from: usize, walks: &[Vec<Walk>], rotations: bool) -> Bits<W> {
        let starts = if rotations { self.rules.tables.orthogonal.len() } else { 1 };
        let mut found = Bits::EMPTY;
        for start in 0..starts {
            for walk in walks {
                self.walk(from, start, walk).into_iter().for_each(|to| found.insert(to));
            }
        }
        found
    }
}
