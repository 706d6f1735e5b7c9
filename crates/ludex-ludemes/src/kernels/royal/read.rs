//! Reading how pieces move from the compiled rules.

use super::super::status::{ANY, EMPTY, ENEMY, OWN, status};
use super::super::still::{Still, Trip};
use super::moves::{Act, Army, Leg, Onto, Ray, Reach, Side, Spot, Test};
use crate::runtime::code::{BetweenClause, Bool, Dirs, FromClause, Gen, Int, Kind, Region, Role, ToClause};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, State};

/// Reads the rules of pieces.
pub(super) struct Reader<'a, const W: usize> {
    pub(super) rules: &'a Rules<W>,
    pub(super) still: Still<'a, W>,
    /// The royal piece of each player.
    royals: [u8; 2],
    /// The position in which games begin.
    start: &'a State<W>,
}

/// A piece whose rules are being read.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    /// Its owner: 1 or 2.
    pub(super) mover: usize,
    pub(super) what: u8,
}

impl Piece {
    pub(super) fn at(self, from: usize, to: i32) -> Trip {
        Trip { mover: self.mover, what: self.what, from, to }
    }
}

/// What a rule asks for before a piece may move by it.
#[derive(Clone)]
pub(super) struct Ask<const W: usize> {
    pub(super) starts: Bits<W>,
    pub(super) marked: bool,
    pub(super) tests: Vec<Test<W>>,
}

impl<'a, const W: usize> Reader<'a, W> {
    /// A reader of rules with these royal pieces.
    pub(super) fn new(rules: &'a Rules<W>, start: &'a State<W>, royals: [u8; 2]) -> Reader<'a, W> {
        Reader { rules, still: Still::new(rules), royals, start }
    }

    /// Both sides with all they can do.
    pub(super) fn army(&mut self, extras: &[Gen<W>]) -> Option<Army<W>> {
        let sites = self.rules.tables.sites;
        let mut army = Army {
            sides: [self.side(1, extras)?, self.side(2, extras)?],
            sites,
            all: self.rules.tables.all,
            between: vec![Bits::EMPTY; sites * sites],
            lower: (0..sites).map(|place| Bits::range(0, place)).collect(),
            higher: (0..sites).map(|place| Bits::range(place + 1, sites)).collect(),
        };
        self.draw_lines(&mut army)?;
        army.sides.iter_mut().try_for_each(|side| self.find_threats(side))?;
        let knows_threats = army.knows_what_reaches() && army.marks_only_unmoved(self.start);
        (knows_threats && army.leaves_empty_places_pending()).then_some(army)
    }

    fn side(&mut self, mover: usize, extras: &[Gen<W>]) -> Option<Side<W>> {
        let mut legs = Vec::new();
        let rules = self.rules;
        let kinds: Vec<u8> = rules.components_of(mover as u8).collect();
        let faces = |&kind: &u8| rules.components[usize::from(kind)].facing;
        if !kinds.windows(2).all(|two| faces(&two[0]) == faces(&two[1])) {
            return None;
        }
        for what in kinds {
            if let Some(moves) = &rules.components[usize::from(what)].moves {
                let ask = Ask { starts: rules.tables.all, marked: false, tests: Vec::new() };
                self.moves(Piece { mover, what }, moves, &ask, &mut legs)?;
            }
        }
        let royal = self.royals[mover - 1];
        for extra in extras {
            let ask = Ask { starts: rules.tables.all, marked: false, tests: Vec::new() };
            self.castles(Piece { mover, what: royal }, extra, &ask, &mut legs)?;
        }
        legs.sort_by_key(|leg: &Leg<W>| leg.leaf);
        // The royal piece stays what it is.
        let keeps = |leg: &Leg<W>| {
            leg.ops.iter().all(|op| match op.act {
                Act::Become { own, .. } => own != royal && leg.kind != royal,
                _ => true,
            })
        };
        (!legs.is_empty() && legs.iter().all(keeps)).then(|| Side {
            legs,
            near: Vec::new(),
            far: Vec::new(),
            quiet: Vec::new(),
            royal,
        })
    }

    fn moves(&mut self, piece: Piece, moves: &Gen<W>, ask: &Ask<W>, legs: &mut Vec<Leg<W>>) -> Option<()> {
        match moves {
            Gen::None => Some(()),
            Gen::All(parts) => parts.iter().try_for_each(|part| self.moves(piece, part, ask, legs)),
            Gen::If(condition, yes, no) => {
                if !matches!(**no, Gen::None) {
                    return None;
                }
                let mut ask = ask.clone();
                self.ask(piece, condition, &mut ask)?;
                self.moves(piece, yes, &ask, legs)
            }
            Gen::Leaf(leaf) => {
                legs.push(self.leg(piece, *leaf, ask)?);
                Some(())
            }
            _ => None,
        }
    }

    /// Reads a condition on a piece that may move.
    fn ask(&mut self, piece: Piece, condition: &Bool<W>, ask: &mut Ask<W>) -> Option<()> {
        if let Bool::And(parts) = condition {
            return parts.iter().try_for_each(|part| self.ask(piece, part, ask));
        }
        if self.still.before(condition, piece.at(0, -1)).is_some() {
            for from in self.rules.tables.all.iter() {
                if !self.still.before(condition, piece.at(from, -1))? {
                    ask.starts.remove(from);
                }
            }
            return Some(());
        }
        match condition {
            Bool::Eq(a, b) => {
                let (asked, wanted) = match (&**a, &**b) {
                    (Int::State(_) | Int::What(_), wanted) => (&**a, wanted),
                    (wanted, Int::State(_) | Int::What(_)) => (&**b, wanted),
                    _ => return None,
                };
                let wanted = self.still.number(wanted, piece.mover, -1)?;
                match asked {
                    Int::State(at) if wanted == 1 => match **at {
                        Int::From => ask.marked = true,
                        _ => ask.tests.push(Test::Marked(self.places(piece, at)?)),
                    },
                    Int::What(at) if wanted > 0 => {
                        ask.tests.push(Test::Is(self.places(piece, at)?, u8::try_from(wanted).ok()?));
                    }
                    _ => return None,
                }
            }
            Bool::AllSites { region, when } => {
                let Bool::IsEmpty(site) = &**when else { return None };
                if !matches!(**site, Int::BoundSite) {
                    return None;
                }
                let places = (0..self.rules.tables.sites)
                    .map(|from| self.still.region_before(region, piece.at(from, -1)))
                    .collect::<Option<Vec<_>>>()?;
                ask.tests.push(Test::Empty(places));
            }
            Bool::CanMove(moves) => {
                let Gen::Afterwards { moves, when } = &**moves else { return None };
                let Gen::Leaf(leaf) = **moves else { return None };
                if self.guarded(when) != Some(Role::Mover) {
                    return None;
                }
                let leaf = &self.rules.leaves[usize::from(leaf)];
                let Kind::FromTo { from, to, count: None, copy: false } = &leaf.kind else { return None };
                let plain = to.when.is_none() && to.apply.is_none() && leaf.then.is_empty();
                let Some(Region::Site(site)) = &to.region else { return None };
                if !plain || !is_bound_origin(from) {
                    return None;
                }
                ask.tests.push(Test::Safe(self.places(piece, site)?));
            }
            condition if self.guarded(condition) == Some(Role::Mover) => ask.tests.push(Test::Calm),
            _ => return None,
        }
        Some(())
    }

    /// Whose royal piece a condition says is not threatened: that of the mover or of the next player.
    pub(super) fn guarded(&mut self, condition: &Bool<W>) -> Option<Role> {
        match condition {
            Bool::Not(part) => self.threatened(part),
            _ => None,
        }
    }

    /// Whose royal piece a condition says is threatened.
    pub(super) fn threatened(&mut self, condition: &Bool<W>) -> Option<Role> {
        let Bool::IsThreatened { what: Some(what), sites: None, moves: None } = condition else {
            return None;
        };
        let both = [self.still.number(what, 1, -1)?, self.still.number(what, 2, -1)?];
        let [first, second] = self.royals.map(i32::from);
        match both {
            both if both == [first, second] => Some(Role::Mover),
            both if both == [second, first] => Some(Role::Next),
            _ => None,
        }
    }

    /// A place for every place of a piece.
    fn places(&mut self, piece: Piece, site: &Int<W>) -> Option<Vec<i16>> {
        let sites = self.rules.tables.sites;
        (0..sites)
            .map(|from| Some(on_board(self.still.number_before(site, piece.at(from, -1))?, sites)))
            .collect()
    }

    fn leg(&mut self, piece: Piece, number: u16, ask: &Ask<W>) -> Option<Leg<W>> {
        let rules = self.rules;
        let leaf = &rules.leaves[usize::from(number)];
        if leaf.binds || leaf.stack.is_some() || leaf.dice.is_some() || !leaf.prior.is_empty() {
            return None;
        }
        let mut aux = None;
        let (from, to, mut reach) = match &leaf.kind {
            Kind::Step { from, dirs, to } => {
                let table = self.table(piece, dirs)?;
                (from, Some(to), Reach::Near(rules.tables.dirs[table].around.clone()))
            }
            Kind::Leap { from, walks, rotations, forward, to } => {
                let leaps = |place| rules.leaps_of(piece.what, place, walks, (*rotations, *forward));
                (from, Some(to), Reach::Near((0..rules.tables.sites).map(leaps).collect()))
            }
            Kind::Hop { from, dirs, between, to } if is_over_anything(between.as_ref()) => {
                let (targets, numbers) = self.hops(piece, dirs)?;
                aux = Some(numbers);
                (from, Some(to), Reach::Near(targets))
            }
            Kind::FromTo { from, to, count: None, copy: false } => {
                (from, Some(to), Reach::Near(self.targets(piece, to.region.as_ref()?)?))
            }
            Kind::Slide { from, dirs, between, to } => {
                let range = slide_range(between.as_ref())?;
                (from, to.as_ref(), Reach::Far(self.rays(piece, dirs, range)?))
            }
            _ => return None,
        };
        let names_targets = to.is_some_and(|to| to.region.is_some());
        if !is_bound_origin(from) || names_targets != matches!(leaf.kind, Kind::FromTo { .. }) {
            return None;
        }
        let lands = self.land(piece, to, &mut reach)?;
        let mut starts = ask.starts;
        for place in rules.tables.all.iter() {
            let stays = match &reach {
                Reach::Near(to) | Reach::Pending(to) => to[place].is_empty(),
                Reach::Far(rays) => rays[place].is_empty(),
            };
            if stays {
                starts.remove(place);
            }
        }
        let onto = Onto { empty: lands & EMPTY != 0, own: lands & OWN != 0, enemy: lands & ENEMY != 0 };
        let mut leg = Leg {
            leaf: number,
            kind: piece.what,
            starts,
            marked: ask.marked,
            tests: ask.tests.clone(),
            reach,
            aux,
            onto,
            ops: Vec::new(),
            plain: true,
        };
        self.effects_of(piece, to, &leaf.then, &mut leg)?;
        leg.plain = !leg.ops.iter().any(|op| op.act.changes_others());
        Some(leg)
    }

    /// Reads where a move may end, and keeps only what it reaches. Returns what may be there.
    fn land(&mut self, piece: Piece, to: Option<&ToClause<W>>, reach: &mut Reach<W>) -> Option<u8> {
        let is_to = |int: &Int<W>| matches!(int, Int::To | Int::Between);
        let when = to.and_then(|to| to.when.as_ref());
        if let Reach::Far(rays) = reach {
            let stops = when.map_or(Some(0), |when| status(when, &is_to))?;
            // In a slide the condition of the effect says where it may end.
            if to.and_then(|to| to.apply.as_ref()).is_some_and(|apply| apply.when.is_some()) {
                return None;
            }
            if stops & EMPTY != 0 {
                // It ends on the first place that is far enough.
                rays.iter_mut().flatten().for_each(Ray::shorten);
            }
            return Some(stops | EMPTY);
        }
        let Reach::Near(targets) = &mut *reach else { return None };
        let mut lands = ANY;
        let mut pending = (false, false);
        let mut parts = when.map_or(Vec::new(), |when| vec![when]);
        while let Some(part) = parts.pop() {
            match part {
                Bool::And(more) => parts.extend(more),
                Bool::IsPending => pending.0 = true,
                Bool::IsIn(sites, region) if matches!(**region, Region::Pending) => match sites[..] {
                    [Int::To] => pending = (true, true),
                    _ => return None,
                },
                Bool::Eq(a, b) if matches!((&**a, &**b), (Int::To, Int::PendingValue)) => pending.1 = true,
                part => {
                    if let Some(status) = status(part, &is_to) {
                        lands &= status;
                        continue;
                    }
                    for (from, set) in targets.iter_mut().enumerate() {
                        for target in set.iter() {
                            if !self.still.before(part, piece.at(from, target as i32))? {
                                set.remove(target);
                            }
                        }
                    }
                }
            }
        }
        match pending {
            (false, false) => {}
            (true, true) => *reach = Reach::Pending(std::mem::take(targets)),
            _ => return None,
        }
        Some(lands)
    }

    /// The table of directions of a piece.
    fn table(&self, piece: Piece, dirs: &Dirs) -> Option<usize> {
        let facing = usize::from(self.rules.components[usize::from(piece.what)].facing);
        match &dirs.by_facing[..] {
            _ if dirs.towards.is_some() => None,
            [only] => Some(usize::from(*only)),
            all => all.get(facing).map(|table| usize::from(*table)),
        }
    }

    /// The places of a set that depends on nothing but where the piece is.
    fn targets(&mut self, piece: Piece, region: &Region<W>) -> Option<Vec<Bits<W>>> {
        let all = self.rules.tables.all;
        let from_each = |from| {
            let targets = self.still.region_before(region, piece.at(from, -1))?;
            (targets.is_within(&all) && !targets.has(from)).then_some(targets)
        };
        (0..self.rules.tables.sites).map(from_each).collect()
    }

    /// Where hops over one place end, whatever is there, and how the rules number them.
    fn hops(&self, piece: Piece, dirs: &Dirs) -> Option<(Vec<Bits<W>>, Spot)> {
        let table = &self.rules.tables.dirs[self.table(piece, dirs)?];
        let sites = self.rules.tables.sites;
        let mut targets = vec![Bits::EMPTY; sites];
        let mut numbers = vec![-1; sites * sites];
        for (from, rays) in table.rays.iter().enumerate() {
            for (ray, places) in rays.iter().enumerate() {
                let Some(&to) = places.get(1) else { continue };
                if targets[from].has(usize::from(to)) {
                    return None;
                }
                targets[from].insert(usize::from(to));
                numbers[from * sites + usize::from(to)] = (ray << 8 | 1) as i16;
            }
        }
        Some((targets, numbers.into_boxed_slice()))
    }

    fn rays(&self, piece: Piece, dirs: &Dirs, (least, most): (usize, usize)) -> Option<Vec<Vec<Ray<W>>>> {
        let table = &self.rules.tables.dirs[self.table(piece, dirs)?];
        let mut rays = Vec::new();
        for (from, lines) in table.rays.iter().enumerate() {
            let mut here = Vec::new();
            for line in lines.iter().filter(|line| line.len() >= least && !line.is_empty()) {
                let places = &line[..line.len().min(most)];
                let falls = usize::from(places[0]) < from;
                let in_order = if falls { places.iter().rev().is_sorted() } else { places.is_sorted() };
                if !in_order || least == 0 {
                    return None;
                }
                let set = |places: &[u16]| places.iter().map(|&place| usize::from(place)).collect();
                here.push(Ray { places: set(places), skipped: set(&places[..least - 1]), falls });
            }
            rays.push(here);
        }
        Some(rays)
    }
}

impl<const W: usize> Ray<W> {
    /// Leaves out all but the first place that is far enough.
    fn shorten(&mut self) {
        let far = self.places.minus(&self.skipped);
        let first = if self.falls { far.last() } else { far.first() };
        self.places = first.map_or(self.skipped, |first| self.skipped.or(&Bits::one(first)));
    }
}

impl<const W: usize> Leg<W> {
    /// All origins and targets that the board allows.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for from in self.starts.iter() {
            let targets = match &self.reach {
                Reach::Near(targets) | Reach::Pending(targets) => targets[from],
                Reach::Far(rays) => {
                    rays[from].iter().fold(Bits::EMPTY, |all, ray| all.or(&ray.places.minus(&ray.skipped)))
                }
            };
            pairs.extend(targets.iter().map(|to| (from, to)));
        }
        pairs
    }
}

/// The number of a place of the board, -1 for all other numbers.
pub(super) fn on_board(site: i32, sites: usize) -> i16 {
    match usize::try_from(site) {
        Ok(place) if place < sites => place as i16,
        _ => -1,
    }
}

/// Whether a move begins where its piece stands.
fn is_bound_origin<const W: usize>(from: &FromClause<W>) -> bool {
    let here = match &from.region {
        None => true,
        Some(Region::Site(site)) => matches!(**site, Int::From),
        Some(_) => false,
    };
    here && from.when.is_none()
}

/// Whether a hop goes over one place, whatever is there.
fn is_over_anything<const W: usize>(between: Option<&BetweenClause<W>>) -> bool {
    between.is_none_or(|between| {
        let one = matches!(between.range, None | Some((Int::Const(1), Int::Const(1))));
        let plain = between.before.is_none() && between.after.is_none() && between.trail.is_none();
        one && plain && between.apply.is_none() && matches!(between.when, None | Some(Bool::Const(true)))
    })
}

/// How far a slide goes over empty places: at least and at most.
fn slide_range<const W: usize>(between: Option<&BetweenClause<W>>) -> Option<(usize, usize)> {
    let Some(between) = between else { return Some((1, usize::MAX)) };
    let passes = between
        .when
        .as_ref()
        .map_or(Some(EMPTY), |when| status(when, &|int| matches!(int, Int::To | Int::Between)))?;
    let plain = between.before.is_none() && between.after.is_none() && between.trail.is_none();
    if passes != EMPTY || !plain || between.apply.is_some() {
        return None;
    }
    match &between.range {
        None => Some((1, usize::MAX)),
        Some((Int::Const(least), Int::Const(most))) => {
            Some((usize::try_from(*least).ok()?, usize::try_from(*most).ok()?))
        }
        Some(_) => None,
    }
}
