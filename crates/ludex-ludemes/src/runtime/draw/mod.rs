//! Where moves come from, as sets: drawing a random move without listing all of them, and listing them quickly.
//!
//! Where a rule says "any of these places, if ...", a candidate is drawn from the set of places and tested; if it
//! fails, it is dropped and another is drawn. Every legal move stays exactly as likely as any other, and most of
//! the tests are never made. Steps and slides whose conditions are set algebra are counted, not made.

mod list;
mod pieces;

use std::cell::Cell;

use ludex_core::Rng;
use smallvec::SmallVec;

use super::Bits;
use super::chance::Chance;
use super::code::{BetweenClause, Bool, Dirs, FromClause, Gen, Int, Kind, Role, ToClause};
use super::eval::Eval;
use super::jump::Jump;
use super::moves::{Move, SWAP};
use super::rules::Rules;
use super::sets::{Name, is_plain};
use super::state::State;
use super::turns::FUEL;

/// How often a candidate may fail before all moves are listed after all.
pub(crate) const TRIES: u32 = 64;

/// Where candidates come from.
enum Source<'g, const W: usize> {
    /// A place, with one of some components; the condition is about the place as target and origin.
    Places { leaf: u16, places: Bits<W>, auxes: SmallVec<[i32; 4]>, when: Option<&'g Bool<W>> },
    /// Any of these origins with any of these targets.
    Pairs {
        leaf: u16,
        origins: Bits<W>,
        targets: Bits<W>,
        from: Option<&'g Bool<W>>,
        to: Option<&'g Bool<W>>,
    },
    /// From each of these origins to a neighbour among the targets.
    Steps { leaf: u16, origins: Bits<W>, table: usize, targets: Bits<W> },
    /// From each of these origins along rays.
    Slides { leaf: u16, origins: Bits<W>, table: usize, free: Bits<W>, stops: Bits<W>, range: (usize, usize) },
    /// From each of these origins along rays over others.
    Hops { leaf: u16, origins: Bits<W>, table: usize, jump: Jump<W> },
    /// One move.
    Single(Move),
}

impl<const W: usize> Source<'_, W> {
    fn count(&self, rules: &Rules<W>) -> u32 {
        match self {
            Source::Places { places, auxes, .. } => places.count() * auxes.len() as u32,
            Source::Pairs { origins, targets, .. } => origins.count() * targets.count(),
            Source::Steps { origins, .. } | Source::Slides { origins, .. } => {
                origins.iter().map(|origin| self.targets(rules, origin).count()).sum()
            }
            Source::Hops { origins, table, jump, .. } => {
                let mut count = 0;
                for origin in origins.iter().filter(|&origin| origin < rules.tables.sites) {
                    jump.each(&rules.tables.dirs[*table].rays[origin], |_, _| count += 1);
                }
                count
            }
            Source::Single(_) => 1,
        }
    }

    /// Drops a candidate that has failed, if it can be dropped: a place can, a pair is drawn again as often as it
    /// comes up. Returns how many candidates fewer there are.
    #[inline]
    fn drop_failed(&mut self, index: u32) -> u32 {
        if let Source::Places { places, auxes, .. } = self
            && auxes.len() == 1
            && let Some(failed) = places.nth(index)
        {
            places.remove(failed);
            return 1;
        }
        0
    }

    /// Whether every candidate is a move.
    fn is_exact(&self) -> bool {
        match self {
            Source::Places { when, .. } => when.is_none(),
            Source::Pairs { from, to, .. } => from.is_none() && to.is_none(),
            _ => true,
        }
    }

    /// The places that can be reached from an origin.
    #[inline]
    fn targets(&self, rules: &Rules<W>, origin: usize) -> Bits<W> {
        match self {
            Source::Steps { table, targets, .. } => match rules.tables.dirs[*table].around.get(origin) {
                Some(around) => around.and(targets),
                None => Bits::EMPTY,
            },
            Source::Slides { table, free, stops, range: (min, max), .. } => {
                let mut found = Bits::EMPTY;
                let Some(rays) = rules.tables.dirs[*table].rays.get(origin) else { return found };
                for ray in rays {
                    for (distance, &site) in (1..=*max).zip(ray.iter()) {
                        let site = usize::from(site);
                        let stop = stops.has(site);
                        if !stop && !free.has(site) {
                            break;
                        }
                        if distance >= *min {
                            found.insert(site);
                        }
                        if stop {
                            break;
                        }
                    }
                }
                found
            }
            _ => Bits::EMPTY,
        }
    }
}

/// A source with what must hold after its moves.
struct Tested<'g, const W: usize> {
    source: Source<'g, W>,
    afterwards: SmallVec<[&'g Bool<W>; 1]>,
}

/// What came of drawing.
enum Drawn {
    Made(Move),
    /// There is no move.
    Nothing,
    /// Too many candidates have failed.
    TriedEnough,
}

type Sources<'g, const W: usize> = SmallVec<[Tested<'g, W>; 4]>;

impl<const W: usize> Rules<W> {
    /// A move drawn uniformly among the legal ones, if the rules are of a shape that allows it without a list and
    /// there is a legal move. `None` means that the moves must be listed.
    pub fn draw_move(&self, state: &State<W>, rng: &mut Rng) -> Option<Move> {
        let chance = Chance::default();
        let fuel = Cell::new(FUEL);
        let mut eval = Eval::new(self, state, &chance, &fuel);
        let mut play = &self.phase_of(state, state.mover).play;
        while let Gen::If(condition, yes, no) = play {
            play = if eval.bool(condition) { yes } else { no };
        }
        if let Gen::Leaf(leaf) = play
            && let Kind::Add { whats: None, to: ToClause { region: Some(region), when: None, .. }, .. } =
                &self.leaves[*leaf as usize].kind
            && self.meta.no_repeat.is_none()
            && !self.can_swap(state)
        {
            // The most common of all rules.
            let places = eval.region(region);
            let count = places.count();
            let place = (count > 0).then(|| places.nth(rng.below(count)))?? as i32;
            return Some(eval.made(*leaf, place, place, i32::from(state.mover)));
        }
        if let Gen::Leaf(leaf) = play
            && self.meta.no_repeat.is_none()
            && !self.can_swap(state)
        {
            let source = eval.source(*leaf)?;
            if !self.limits_moves() {
                return eval.draw_from(source, rng);
            }
        }
        if let Gen::Afterwards { moves, when } = play
            && pieces::are_of_pieces(moves)
            && !self.limits_moves()
            && !self.can_swap(state)
        {
            return eval.draw_of_pieces(moves, when, rng);
        }
        let mut sources = Sources::new();
        if !eval.sources(play, &[], &mut sources) {
            let Gen::Priority(parts) = play else { return None };
            if self.limits_moves() || self.can_swap(state) {
                return None;
            }
            // The first part that has a move.
            for part in parts {
                let mut sources = Sources::new();
                if !eval.sources(part, &[], &mut sources) {
                    return None;
                }
                match eval.draw_tested(sources, rng) {
                    Drawn::Nothing => {}
                    Drawn::Made(made) => return Some(made),
                    Drawn::TriedEnough => return None,
                }
            }
            return None;
        }
        if self.can_swap(state) {
            let source = Source::Single(Move::bare(SWAP));
            sources.push(Tested { source, afterwards: SmallVec::new() });
        }
        match eval.draw_tested(sources, rng) {
            Drawn::Made(made) => Some(made),
            Drawn::Nothing | Drawn::TriedEnough => None,
        }
    }
}

impl<'a, const W: usize> Eval<'a, W> {
    /// Draws from one source of moves that nothing else limits.
    #[inline]
    fn draw_from(&mut self, mut source: Source<'_, W>, rng: &mut Rng) -> Option<Move> {
        let mut count = source.count(self.rules);
        let exact = source.is_exact();
        for _ in 0..TRIES {
            if count == 0 {
                return None;
            }
            let index = rng.below(count);
            let made = self.candidate(&source, index);
            if made.is_some() || exact {
                return made;
            }
            count -= source.drop_failed(index);
        }
        None
    }

    /// Draws from several sources with all that limits their moves.
    fn draw_tested(&mut self, mut sources: Sources<'_, W>, rng: &mut Rng) -> Drawn {
        let (rules, state) = (self.rules, self.state);
        let mut counts: SmallVec<[u32; 4]> =
            sources.iter().map(|tested| tested.source.count(rules)).collect();
        let mut total: u32 = counts.iter().sum();
        for _ in 0..TRIES {
            if total == 0 {
                return Drawn::Nothing;
            }
            let mut index = rng.below(total);
            let mut at = 0;
            while index >= counts[at] {
                index -= counts[at];
                at += 1;
            }
            let tested = &mut sources[at];
            let fits = self.candidate(&tested.source, index).filter(|&made| {
                rules.is_allowed(state, made)
                    && tested.afterwards.iter().all(|when| self.holds_after(made, when))
                    && (rules.meta.no_repeat.is_none() || rules.is_new(state, made, self.chance, self.fuel))
            });
            if let Some(made) = fits {
                return Drawn::Made(made);
            }
            let dropped = tested.source.drop_failed(index);
            counts[at] -= dropped;
            total -= dropped;
        }
        Drawn::TriedEnough
    }

    /// Collects where the moves of a generator come from. False if they must be listed.
    fn sources<'g>(&mut self, moves: &'g Gen<W>, afterwards: &[&'g Bool<W>], out: &mut Sources<'g, W>) -> bool
    where
        'a: 'g,
    {
        match moves {
            Gen::None => true,
            Gen::All(parts) | Gen::Seq(parts) => parts.iter().all(|part| self.sources(part, afterwards, out)),
            Gen::If(condition, yes, no) => {
                let branch = if self.bool(condition) { yes } else { no };
                self.sources(branch, afterwards, out)
            }
            Gen::Afterwards { moves, when } => {
                let mut more: SmallVec<[&Bool<W>; 2]> = SmallVec::from_slice(afterwards);
                more.push(when);
                self.sources(moves, &more, out)
            }
            Gen::ForEachPiece { who, player: None, names, within, moves } if who[..] == [Role::Mover] => {
                self.piece_sources(names.as_deref(), within, moves.as_deref(), afterwards, out)
            }
            // The first part that has a move, where every candidate is one.
            Gen::Priority(parts) if afterwards.is_empty() && !self.rules.limits_moves() => {
                for part in parts {
                    let first = out.len();
                    if !self.sources(part, afterwards, out) {
                        return false;
                    }
                    let exact = out[first..]
                        .iter()
                        .all(|tested| tested.source.is_exact() && tested.afterwards.is_empty());
                    if !exact {
                        return false;
                    }
                    if out[first..].iter().any(|tested| tested.source.count(self.rules) > 0) {
                        return true;
                    }
                    out.truncate(first);
                }
                true
            }
            Gen::Leaf(leaf) => {
                let Some(source) = self.source(*leaf) else { return false };
                out.push(Tested { source, afterwards: SmallVec::from_slice(afterwards) });
                true
            }
            _ => false,
        }
    }

    fn source<'g>(&mut self, leaf: u16) -> Option<Source<'g, W>>
    where
        'a: 'g,
    {
        let rules = self.rules;
        if rules.leaves[leaf as usize].stack.is_some() {
            return None;
        }
        match &rules.leaves[leaf as usize].kind {
            Kind::Add { whats, to, .. } => {
                let mut places = self.region(to.region.as_ref()?);
                let mut when = to.when.as_ref();
                if let Some(set) = when.and_then(|when| self.set_where(when, Name::To)) {
                    places = places.and(&set);
                    when = None;
                }
                let auxes = match whats {
                    None => SmallVec::from_slice(&[i32::from(self.state.mover)]),
                    Some(whats) => whats.iter().map(|what| self.int(what)).collect(),
                };
                Some(Source::Places { leaf, places, auxes, when })
            }
            Kind::Select { from, to: None } => {
                let mut places = self.region(from.region.as_ref()?);
                let mut when = from.when.as_ref();
                if let Some(set) = when.and_then(|when| self.set_where(when, Name::From)) {
                    places = places.and(&set);
                    when = None;
                }
                Some(Source::Places { leaf, places, auxes: SmallVec::from_slice(&[-1]), when })
            }
            Kind::Remove { region, when: None, .. } => {
                let places = self.region(region).and(self.state.occupied());
                let places = self.unpinned(places);
                Some(Source::Places { leaf, places, auxes: SmallVec::from_slice(&[-1]), when: None })
            }
            Kind::FromTo { from, to, count: None, copy } => {
                let (origins, targets) = (from.region.as_ref()?, to.region.as_ref()?);
                if !is_plain(targets) {
                    return None;
                }
                let mut origins = self.region(origins);
                if !copy {
                    origins = self.unpinned(origins.and(self.state.occupied()));
                }
                let mut targets = self.region(targets);
                let mut tested = (from.when.as_ref(), to.when.as_ref());
                if let Some(set) = tested.0.and_then(|when| self.set_where(when, Name::From)) {
                    (origins, tested.0) = (origins.and(&set), None);
                }
                if let Some(set) = tested.1.and_then(|when| self.set_where(when, Name::To)) {
                    (targets, tested.1) = (targets.and(&set), None);
                }
                Some(Source::Pairs { leaf, origins, targets, from: tested.0, to: tested.1 })
            }
            Kind::Step { from, dirs, to } => {
                let origins = self.region(from.region.as_ref()?);
                self.steps(leaf, origins, from, dirs, to)
            }
            Kind::Slide { from, dirs, between, to } => {
                let origins = self.region(from.region.as_ref()?);
                self.slide_source(leaf, origins, from, dirs, between.as_ref(), to.as_ref())
            }
            Kind::Hop { from, dirs, between, to } => {
                let origins = self.region(from.region.as_ref()?);
                self.hop_source(leaf, origins, from, dirs, between.as_ref(), to)
            }
            Kind::Pass => Some(Source::Single(Move { from: -1, to: -1, ..self.made(leaf, -1, -1, -1) })),
            _ => None,
        }
    }

    /// Those of the places whose pieces are not pinned, where rules about rules pin pieces.
    fn unpinned(&self, places: Bits<W>) -> Bits<W> {
        if !self.rules.meta.pin {
            return places;
        }
        let mut free = places;
        for place in places.and(&self.rules.tables.all).iter() {
            if self.rules.tables.up[place].and(self.state.occupied()).count() > 1 {
                free.remove(place);
            }
        }
        free
    }

    /// The moves of all pieces of the mover, kind by kind.
    fn piece_sources<'g>(
        &mut self,
        names: Option<&[u8]>,
        within: &Bits<W>,
        moves: Option<&'g Gen<W>>,
        afterwards: &[&'g Bool<W>],
        out: &mut Sources<'g, W>,
    ) -> bool
    where
        'a: 'g,
    {
        let rules = self.rules;
        let own = self.state.owned(self.state.mover as usize).and(within);
        let alone = rules.components_of(self.state.mover).nth(1).is_none();
        rules.components_of(self.state.mover).all(|what| {
            if names.is_some_and(|names| !names.contains(&what)) {
                return true;
            }
            let origins = match alone {
                true => own,
                false => own.iter().filter(|&place| self.state.what(place) == what).collect(),
            };
            match moves.or(rules.components[what as usize].moves.as_ref()) {
                Some(moves) if !origins.is_empty() => self.sources_from(moves, origins, afterwards, out),
                _ => true,
            }
        })
    }

    fn sources_from<'g>(
        &mut self,
        moves: &'g Gen<W>,
        origins: Bits<W>,
        afterwards: &[&'g Bool<W>],
        out: &mut Sources<'g, W>,
    ) -> bool
    where
        'a: 'g,
    {
        let rules = self.rules;
        if let Gen::Leaf(leaf) = moves
            && rules.leaves[*leaf as usize].stack.is_some()
        {
            return false;
        }
        let source = match moves {
            Gen::None => return true,
            Gen::All(parts) => {
                return parts.iter().all(|part| self.sources_from(part, origins, afterwards, out));
            }
            Gen::Leaf(leaf) => match &rules.leaves[*leaf as usize].kind {
                Kind::Step { from, dirs, to } if from.region.is_none() => {
                    self.steps(*leaf, origins, from, dirs, to)
                }
                Kind::Slide { from, dirs, between, to } if from.region.is_none() => {
                    self.slide_source(*leaf, origins, from, dirs, between.as_ref(), to.as_ref())
                }
                Kind::Hop { from, dirs, between, to } if from.region.is_none() => {
                    self.hop_source(*leaf, origins, from, dirs, between.as_ref(), to)
                }
                _ => None,
            },
            _ => None,
        };
        let Some(source) = source else { return false };
        out.push(Tested { source, afterwards: SmallVec::from_slice(afterwards) });
        true
    }

    fn steps<'g>(
        &mut self,
        leaf: u16,
        origins: Bits<W>,
        from: &FromClause<W>,
        dirs: &Dirs,
        to: &ToClause<W>,
    ) -> Option<Source<'g, W>> {
        if from.when.is_some() || to.region.is_some() {
            return None;
        }
        let targets = match &to.when {
            None => self.rules.tables.all,
            Some(when) => self.set_where(when, Name::To)?,
        };
        let table = self.one_table(dirs, &origins)?;
        Some(Source::Steps { leaf, origins, table, targets })
    }

    fn slide_source<'g>(
        &mut self,
        leaf: u16,
        origins: Bits<W>,
        from: &FromClause<W>,
        dirs: &Dirs,
        between: Option<&BetweenClause<W>>,
        to: Option<&ToClause<W>>,
    ) -> Option<Source<'g, W>> {
        let ends = to.and_then(|to| to.apply.as_ref()).is_some_and(|apply| apply.when.is_some());
        if from.when.is_some() || to.is_some_and(|to| to.region.is_some()) || ends {
            return None;
        }
        let stops = match to.and_then(|to| to.when.as_ref()) {
            None => Bits::EMPTY,
            Some(when) => self.set_where(when, Name::ToOrBetween)?,
        };
        let free = match between.and_then(|between| between.when.as_ref()) {
            None => self.rules.tables.all.minus(self.state.occupied()),
            Some(when) => self.set_where(when, Name::ToOrBetween)?,
        };
        let range = match between.and_then(|between| between.range.as_ref()) {
            None => (1, usize::MAX),
            Some((Int::Const(min), Int::Const(max))) => ((*min).max(0) as usize, (*max).max(0) as usize),
            Some(_) => return None,
        };
        let table = self.one_table(dirs, &origins)?;
        Some(Source::Slides { leaf, origins, table, free, stops, range })
    }

    fn hop_source<'g>(
        &mut self,
        leaf: u16,
        origins: Bits<W>,
        from: &FromClause<W>,
        dirs: &Dirs,
        between: Option<&BetweenClause<W>>,
        to: &ToClause<W>,
    ) -> Option<Source<'g, W>> {
        if from.when.is_some() || to.region.is_some() {
            return None;
        }
        let number = |int: Option<&Int<W>>, default: usize| match int {
            None => Some(default),
            Some(Int::Const(number)) => Some((*number).max(0) as usize),
            Some(_) => None,
        };
        let (min, max) = match between.and_then(|between| between.range.as_ref()) {
            None => (1, 1),
            Some((min, max)) => (number(Some(min), 1)?, number(Some(max), 1)?),
        };
        let jump = Jump {
            hurdles: match between.and_then(|between| between.when.as_ref()) {
                None => self.rules.tables.all,
                Some(when) => self.set_where(when, Name::ToOrBetween)?,
            },
            landings: match &to.when {
                None => self.rules.tables.all,
                Some(when) => self.set_where(when, Name::To)?,
            },
            before: number(between.and_then(|between| between.before.as_ref()), 0)?,
            range: (min, max),
            after: number(between.and_then(|between| between.after.as_ref()), 0)?,
        };
        let table = self.one_table(dirs, &origins)?;
        Some(Source::Hops { leaf, origins, table, jump })
    }

    /// The table of directions that holds for all these pieces, if one does.
    fn one_table(&self, dirs: &Dirs, origins: &Bits<W>) -> Option<usize> {
        if let [only] = dirs.by_facing[..] {
            return Some(only as usize);
        }
        let table = self.dirs(dirs, origins.first()? as i32);
        let alone = self.rules.components_of(self.state.mover).nth(1).is_none()
            && origins.is_within(self.state.owned(self.state.mover as usize));
        (alone || origins.iter().all(|origin| self.dirs(dirs, origin as i32) == table)).then_some(table)
    }

    /// The candidate with this number, if the conditions on its places hold.
    fn candidate(&mut self, source: &Source<'_, W>, index: u32) -> Option<Move> {
        match source {
            Source::Places { leaf, places, auxes, when } => {
                let kinds = auxes.len() as u32;
                let (place, aux) = match kinds {
                    1 => (places.nth(index)?, auxes[0]),
                    _ => (places.nth(index / kinds)?, auxes[(index % kinds) as usize]),
                };
                let before = self.bound;
                self.bound.to = place as i32;
                self.bound.from = place as i32;
                let fits = when.is_none_or(|when| self.bool(when));
                self.bound = before;
                fits.then(|| self.made(*leaf, place as i32, place as i32, aux))
            }
            Source::Pairs { leaf, origins, targets, from, to } => {
                let width = targets.count();
                let (origin, target) = match index < width {
                    true => (origins.first()?, targets.nth(index)?),
                    false => (origins.nth(index / width)?, targets.nth(index % width)?),
                };
                let before = self.bound;
                self.bound.from = origin as i32;
                let mut fits = from.is_none_or(|when| self.bool(when));
                self.bound.to = target as i32;
                fits = fits && to.is_none_or(|when| self.bool(when));
                self.bound = before;
                fits.then(|| self.made(*leaf, origin as i32, target as i32, -1))
            }
            Source::Steps { leaf, origins, .. } | Source::Slides { leaf, origins, .. } => {
                let mut left = index;
                for origin in origins.iter() {
                    let targets = source.targets(self.rules, origin);
                    let count = targets.count();
                    if left < count {
                        return Some(self.made(*leaf, origin as i32, targets.nth(left)? as i32, -1));
                    }
                    left -= count;
                }
                None
            }
            Source::Hops { leaf, origins, table, jump } => {
                let (mut left, mut found) = (index, None);
                for origin in origins.iter().filter(|&origin| origin < self.rules.tables.sites) {
                    jump.each(&self.rules.tables.dirs[*table].rays[origin], |landing, aux| {
                        if left == 0 && found.is_none() {
                            found = Some((origin, landing, aux));
                        }
                        left = left.saturating_sub(1);
                    });
                    if found.is_some() {
                        break;
                    }
                }
                found.map(|(origin, landing, aux)| self.made(*leaf, origin as i32, landing as i32, aux))
            }
            Source::Single(made) => Some(*made),
        }
    }
}
