//! The rules of games of placing, read from the compiled ones.

use super::plan::{Bag, ByMover, Kinds, Plan, Sizes, Source, Supply, Test, When};
use super::{Build, SOURCES};
use crate::kernels::place::by_mover;
use crate::kernels::pyramid::balls::{HANDS, KINDS, Layout};
use crate::kernels::pyramid::watch::Watch;
use crate::runtime::code::{Around, Bool, EndRule, FromClause, Gen, Int, Kind, Leaf, Region, Role, ToClause};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Content, PLAYERS, State};

impl<const W: usize> Build<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(in crate::kernels) fn of(rules: &Rules<W>) -> Option<Build<W>> {
        let meta = &rules.meta;
        let falls = meta.gravity || meta.pin || meta.no_stack_on_fallen;
        let layered = rules.tables.up.iter().any(|up| !up.is_empty());
        if rules.phases.len() != 1 || !layered || falls || meta.swap || rules.needs_history {
            return None;
        }
        let layout = Layout::of(rules)?;
        let mut reader = Reader { rules, sizes: None, bag: None, scorer: None, fills: false };
        let plan = reader.plan(&rules.phases[0].play)?;
        let watch = Watch::of(rules)?;
        let Reader { sizes, bag, scorer, fills, .. } = reader;
        let hands_over = plan.any(&|source: &Source<W>| matches!(source.supply, Supply::Over { .. }));
        let fits = plan.any(&|_| true)
            && (watch.needs_lines || !hands_over)
            && (watch.needs_all || !fills)
            // Chance may decide which ball comes next, and nothing else.
            && rules.draws == bag.is_some()
            && (layout.hands == 0 || rules.counts || bag.is_some());
        let passes = rules.phases[0].end.iter().chain(&rules.end).all(ends_by_itself);
        fits.then_some(Build { layout, plan, watch, sizes, bag, scorer, fills, passes })
    }
}

/// Whether an end rule asks for nothing but a full board or a round of passes.
fn ends_by_itself<const W: usize>(rule: &EndRule<W>) -> bool {
    fn fits<const W: usize>(condition: &Bool<W>) -> bool {
        match condition {
            Bool::IsFull | Bool::AllPassed => true,
            Bool::And(parts) | Bool::Or(parts) => parts.iter().all(fits),
            _ => false,
        }
    }
    matches!(rule, EndRule::If(condition, _, _) if fits(condition))
}

impl<const W: usize> Plan<W> {
    /// Both the ways of one plan and of another.
    fn with(self, other: &Plan<W>) -> Option<Plan<W>> {
        Some(match (self, other) {
            (Plan::Other, _) | (_, Plan::Other) => Plan::Other,
            (Plan::If(when, yes, no), other) => {
                Plan::If(when, Box::new(yes.with(other)?), Box::new(no.with(other)?))
            }
            (this, Plan::If(when, yes, no)) => {
                Plan::If(when.clone(), Box::new(this.clone().with(yes)?), Box::new(this.with(no)?))
            }
            (Plan::Sources(mut all), Plan::Sources(more)) => {
                all.extend(more.iter().cloned());
                if all.len() > SOURCES {
                    return None;
                }
                Plan::Sources(all)
            }
        })
    }

    fn any(&self, fits: &dyn Fn(&Source<W>) -> bool) -> bool {
        match self {
            Plan::If(_, yes, no) => yes.any(fits) || no.any(fits),
            Plan::Sources(sources) => sources.iter().any(fits),
            Plan::Other => false,
        }
    }
}

pub(super) struct Reader<'a, const W: usize> {
    pub(super) rules: &'a Rules<W>,
    pub(super) sizes: Option<Sizes<W>>,
    pub(super) bag: Option<Bag>,
    pub(super) scorer: Option<usize>,
    pub(super) fills: bool,
}

impl<const W: usize> Reader<'_, W> {
    fn plan(&mut self, play: &Gen<W>) -> Option<Plan<W>> {
        Some(match play {
            Gen::None => Plan::Sources(Vec::new()),
            Gen::Leaf(leaf) => Plan::Sources(vec![self.source(*leaf)?]),
            Gen::If(condition, yes, no) => {
                let when = self.when(condition)?;
                let yes = match (&when, self.plan(yes)) {
                    // A single ply of another shape.
                    (When::Moves(_), None) => Plan::Other,
                    (_, yes) => yes?,
                };
                Plan::If(when, Box::new(yes), Box::new(self.plan(no)?))
            }
            Gen::All(parts) => {
                let mut all = Plan::Sources(Vec::new());
                for part in parts {
                    all = all.with(&self.plan(part)?)?;
                }
                all
            }
            _ => return None,
        })
    }

    pub(super) fn when(&self, condition: &Bool<W>) -> Option<When> {
        Some(match condition {
            Bool::Not(inner) => When::Not(Box::new(self.when(inner)?)),
            Bool::IsOccupied(site) => When::Holds(self.hands(site)?),
            Bool::Eq(a, b) => match (&**a, &**b) {
                (Int::Mover, Int::Prev) | (Int::Prev, Int::Mover) => When::Again,
                (Int::CountMoves, Int::Const(number)) => When::Moves(u32::try_from(*number).ok()?),
                (Int::Const(number), Int::CountSites(region))
                | (Int::CountSites(region), Int::Const(number)) => match &**region {
                    Region::Occupied { who, whats: None, within }
                        if who == &[Role::All] && *within == self.rules.tables.all =>
                    {
                        When::Balls(u32::try_from(*number).ok()?)
                    }
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The hand at a place, by mover.
    pub(super) fn hands(&self, site: &Int<W>) -> Option<ByMover> {
        let places = by_mover(self.rules, site)?;
        let beside = self.rules.tables.sites;
        let mut hands = [0; PLAYERS + 1];
        for mover in 1..=self.rules.players {
            let hand = usize::from(places[mover]).checked_sub(beside)?;
            hands[mover] = u8::try_from(hand).ok().filter(|&hand| usize::from(hand) < HANDS)?;
        }
        Some(hands)
    }

    fn source(&mut self, number: u16) -> Option<Source<W>> {
        let rules = self.rules;
        let leaf = &rules.leaves[number as usize];
        if leaf.binds || !leaf.prior.is_empty() {
            return None;
        }
        let (supply, to, drops) = match &leaf.kind {
            Kind::Add { whats, to, count: Int::Const(1), state: None, value: None } => {
                let kinds = match whats.as_deref() {
                    None => by_mover(rules, &Int::Mover)?,
                    Some([what]) => by_mover(rules, what)?,
                    Some(_) => return None,
                };
                let known = |&kind: &u16| kind > 0 && usize::from(kind) < rules.components.len();
                if !kinds[1..=rules.players].iter().all(known) {
                    return None;
                }
                (Supply::New(kinds.map(|kind| kind as u8)), to, true)
            }
            Kind::FromTo { from, to, count: None, copy: false } => match &from.region {
                Some(Region::Site(hand)) if from.when.is_none() => {
                    (Supply::Hand(self.hands(hand)?), to, false)
                }
                Some(Region::Const(hand)) if from.when.is_none() && hand.count() == 1 => {
                    (Supply::Hand(self.hands(&Int::Const(hand.first()? as i32))?), to, false)
                }
                _ => return self.handing_over(number, leaf, from, to),
            },
            _ => return None,
        };
        let ToClause { region: Some(Region::Intersection(parts)), when, apply: None } = to else {
            return None;
        };
        let area = match &parts[..] {
            [Region::Empty, Region::Platforms] => rules.tables.all,
            [Region::Const(area), Region::Empty] if area.is_within(&rules.tables.ground) => *area,
            _ => return None,
        };
        let (test, exact) = match when {
            None => (None, true),
            Some(when) => (Some(self.test(when)?), rules.is_set(when)),
        };
        Some(Source { leaf: number, supply, area, test, exact, drops, then: self.effects(leaf)? })
    }

    /// "A ball from one of the shared places, of another kind than the last one, goes to the next player's hand."
    fn handing_over(
        &mut self,
        number: u16,
        leaf: &Leaf<W>,
        from: &FromClause<W>,
        to: &ToClause<W>,
    ) -> Option<Source<W>> {
        let Some(Region::Hand(of)) = &from.region else { return None };
        let places = match **of {
            Int::Role(Role::Shared) => self.rules.hand(self.rules.everybody()),
            _ => return None,
        };
        let (first, beside) = (places.first()?, self.rules.tables.sites);
        let hands = first.checked_sub(beside)?..first - beside + places.count() as usize;
        if Bits::range(first, first + places.count() as usize) != places || hands.end > HANDS {
            return None;
        }
        let new = match &from.when {
            None => false,
            Some(Bool::Ne(a, b)) => match (&**a, &**b) {
                (Int::What(a), Int::What(b)) => {
                    matches!((&**a, &**b), (Int::From, Int::LastTo { after: false })).then_some(true)?
                }
                _ => return None,
            },
            Some(_) => return None,
        };
        let ToClause { region: Some(Region::Site(site)), when: None, apply: None } = to else { return None };
        let supply = Supply::Over { from: hands, new, to: self.hands(site)? };
        let then = self.effects(leaf)?;
        Some(Source { leaf: number, supply, area: Bits::EMPTY, test: None, exact: true, drops: false, then })
    }

    /// A condition on `to`.
    fn test(&self, condition: &Bool<W>) -> Option<Test<W>> {
        let all = |parts: &[Bool<W>]| parts.iter().map(|part| self.test(part)).collect::<Option<Vec<_>>>();
        let tables = &self.rules.tables;
        if is_of_place(condition) {
            let probe = State::new(self.rules.players, false, self.rules.vars.len());
            let holds = |&place: &usize| self.rules.holds_at(&probe, place as i32, condition);
            return Some(Test::In(tables.all.iter().filter(holds).collect()));
        }
        Some(match condition {
            Bool::And(parts) => Test::All(all(parts)?),
            Bool::Or(parts) => Test::Any(all(parts)?),
            Bool::Not(part) => Test::Not(Box::new(self.test(part)?)),
            Bool::Eq(a, b) => match (&**a, &**b) {
                (Int::Const(0), count) | (count, Int::Const(0)) => self.fewer(count, 1)?,
                _ => return None,
            },
            Bool::Lt(a, b) | Bool::Le(a, b) => {
                let more = i32::from(matches!(condition, Bool::Lt(..)));
                match (&**a, &**b) {
                    (Int::Const(number), count) => Test::Not(Box::new(self.fewer(count, *number + more)?)),
                    (count, Int::Const(number)) => self.fewer(count, *number + 1 - more)?,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// "There are fewer."
    fn fewer(&self, count: &Int<W>, than: i32) -> Option<Test<W>> {
        let is_to = |site: &Int<W>| matches!(site, Int::To);
        let tables = &self.rules.tables;
        let than = u32::try_from(than).ok()?;
        Some(match count {
            Int::SitesPlatformBelow { site, by, .. } if is_to(site) && by.iter().all(is_of_mover) => {
                let carried = (0..tables.sites).find(|&place| !tables.down[place].is_empty())?;
                let below = tables.down[carried].first()?;
                let is_counted = |state: &State<W>| self.rules.number_at(state, carried as i32, count) == 1;
                let kinds = Kinds::Of(self.kinds(below, &is_counted));
                Test::Fewer { near: tables.down.clone(), kinds, free: false, than }
            }
            Int::SitesPlatformBelow { site, by, owner: false } if is_to(site) => {
                let [Int::What(hand)] = &by[..] else { return None };
                let kinds = Kinds::Held(self.hands(hand)?);
                Test::Fewer { near: tables.down.clone(), kinds, free: false, than }
            }
            Int::CountSites(region) => {
                let (near, kinds, free) = self.near(region, &is_to)?;
                Test::Fewer { near, kinds: Kinds::Of(kinds), free, than }
            }
            Int::SizeBiggestGroup { dirs, among: Some(among), when: Some(when), visible: false }
                if than == 2 && dirs.towards.is_none() =>
            {
                let near = self.around(among, &is_to)?;
                let ([table], Bool::Eq(what, kind)) = (&dirs.by_facing[..], &**when) else { return None };
                let (Int::What(site), Int::Const(kind)) = (&**what, &**kind) else { return None };
                let kind = usize::try_from(*kind).ok().filter(|&kind| (1..KINDS).contains(&kind))?;
                if !is_to(site) || tables.dirs[*table as usize].around != near {
                    return None;
                }
                Test::Lonely { near, kinds: Kinds::Of([1 << kind; PLAYERS + 1]) }
            }
            _ => return None,
        })
    }

    /// "The balls of some kinds near a place": what is near, which kinds, and whether only those that carry nothing.
    pub(super) fn near(
        &self,
        region: &Region<W>,
        is_site: &dyn Fn(&Int<W>) -> bool,
    ) -> Option<(Vec<Bits<W>>, ByMover, bool)> {
        let Region::Intersection(parts) = region else { return None };
        let [a, b] = &parts[..] else { return None };
        let (near, balls) = match self.around(a, is_site) {
            Some(near) => (near, b),
            None => (self.around(b, is_site)?, a),
        };
        let (balls, free) = match balls {
            Region::Difference(balls, support) if matches!(**support, Region::Support(None)) => {
                (&**balls, true)
            }
            balls => (balls, false),
        };
        let Region::Occupied { whats, within, .. } = balls else { return None };
        let fixed = whats.as_ref().is_none_or(|whats| whats.iter().all(is_of_mover));
        if !fixed || !self.rules.tables.all.is_within(within) {
            return None;
        }
        let is_counted = |state: &State<W>| self.rules.places_at(state, -1, balls).has(0);
        Some((near, self.kinds(0, &is_counted), free))
    }

    /// The kinds of balls of which one on a place is counted, by mover.
    fn kinds(&self, place: usize, is_counted: &dyn Fn(&State<W>) -> bool) -> ByMover {
        let rules = self.rules;
        let mut kinds = [0; PLAYERS + 1];
        for (mover, kinds) in kinds.iter_mut().enumerate().take(rules.players + 1).skip(1) {
            for kind in 1..rules.components.len() {
                let mut state = State::new(rules.players, false, rules.vars.len());
                (state.mover, state.next) = (mover as u8, (mover % rules.players + 1) as u8);
                state.put(place, Content::piece(kind as u8), &rules.owners);
                *kinds |= u8::from(is_counted(&state)) << kind;
            }
        }
        kinds
    }

    /// What is around a place, or in some directions from it, whatever stands there.
    fn around(&self, region: &Region<W>, is_site: &dyn Fn(&Int<W>) -> bool) -> Option<Vec<Bits<W>>> {
        let is_here = |region: &Region<W>| match region {
            Region::Site(site) => is_site(site),
            Region::Sites(sites) => matches!(&sites[..], [only] if is_site(only)),
            Region::LastTo => is_site(&Int::LastTo { after: false }),
            _ => false,
        };
        let fits = match region {
            Region::Around { of, dirs, distance, when: None, what: Around::Any, include_self: false } => {
                is_here(of) && dirs.towards.is_none() && matches!(**distance, Int::Const(_))
            }
            Region::Direction { from, dirs, stop: None, distance, .. } => {
                is_here(from) && dirs.towards.is_none() && matches!(**distance, Int::Const(_))
            }
            _ => false,
        };
        if !fits {
            return None;
        }
        let mut probe = State::new(self.rules.players, false, self.rules.vars.len());
        let places = (0..self.rules.tables.sites).map(|place| {
            (probe.last.to, probe.last.to_after) = (place as i16, place as i16);
            self.rules.places_at(&probe, place as i32, region)
        });
        Some(places.collect())
    }
}

/// Whether a number depends on nothing but the player on turn.
fn is_of_mover<const W: usize>(int: &Int<W>) -> bool {
    match int {
        Int::Const(_) | Int::Mover | Int::Next => true,
        Int::Role(role) => matches!(role, Role::Mover | Role::Next | Role::Neutral | Role::Player(_)),
        Int::IdOf { role, .. } => is_of_mover(role),
        _ => false,
    }
}

/// Whether a condition is about the place itself.
fn is_of_place<const W: usize>(condition: &Bool<W>) -> bool {
    fn of_place<const W: usize>(int: &Int<W>) -> bool {
        match int {
            Int::Const(_) | Int::To => true,
            Int::Table { at, .. } => of_place(at),
            Int::Sub(a, b) => of_place(a) && of_place(b),
            Int::Add(parts) => parts.iter().all(of_place),
            _ => false,
        }
    }
    match condition {
        Bool::Eq(a, b) | Bool::Ne(a, b) | Bool::Lt(a, b) | Bool::Le(a, b) => of_place(a) && of_place(b),
        Bool::IsIn(sites, region) => sites.iter().all(of_place) && matches!(**region, Region::Const(_)),
        _ => false,
    }
}
