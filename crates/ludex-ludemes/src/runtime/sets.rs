//! Conditions on a place as set algebra: the set of all places where a condition holds, in a few operations.

use super::Bits;
use super::code::{Bool, Dirs, Gen, Int, Kind, Missing, Region, Role};
use super::eval::Eval;
use super::tables::Ray;

/// The name a condition is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Name {
    /// The target.
    To,
    /// The target, which is also what lies between.
    ToOrBetween,
    /// The origin.
    From,
    /// The place an iterator stands at.
    Site,
}

impl<const W: usize> Eval<'_, W> {
    /// The places for which a condition holds; `None` if set algebra cannot say.
    pub(super) fn set_where(&mut self, condition: &Bool<W>, name: Name) -> Option<Bits<W>> {
        let is_name = |int: &Int<W>| match int {
            Int::To => matches!(name, Name::To | Name::ToOrBetween),
            Int::BoundSite => name == Name::Site,
            Int::Between => name == Name::ToOrBetween,
            Int::From => name == Name::From,
            _ => false,
        };
        let everywhere = self.rules.everywhere;
        Some(match condition {
            Bool::Const(true) => everywhere,
            Bool::Const(false) => Bits::EMPTY,
            Bool::And(parts) => {
                let mut all = everywhere;
                for part in parts {
                    all = all.and(&self.set_where(part, name)?);
                }
                all
            }
            Bool::Or(parts) => {
                let mut any = Bits::EMPTY;
                for part in parts {
                    any = any.or(&self.set_where(part, name)?);
                }
                any
            }
            Bool::Not(part) => everywhere.minus(&self.set_where(part, name)?),
            Bool::IsEmpty(site) if is_name(site) => everywhere.minus(self.state.occupied()),
            Bool::IsOccupied(site) if is_name(site) => *self.state.occupied(),
            Bool::IsFlat(site) if is_name(site) => self.rules.tables.platforms(self.state.occupied()),
            Bool::IsOccupied(site) => match &**site {
                Int::Ahead { site, steps, dirs } if is_name(site) => self.occupied_ahead(steps, dirs)?,
                _ => return None,
            },
            Bool::CanMove(moves) => match &**moves {
                Gen::Leaf(leaf) => self.enclosing(*leaf, is_name)?,
                _ => return None,
            },
            Bool::IsEnemy(player) => match &**player {
                Int::Who(site) if is_name(site) => {
                    let shared = *self.state.owned(self.rules.everybody());
                    self.players_of(Role::Enemy).fold(shared, |all, p| all.or(self.state.owned(p)))
                }
                _ => return None,
            },
            Bool::IsFriend(player) => match &**player {
                Int::Who(site) if is_name(site) => {
                    self.players_of(Role::Friend).fold(Bits::EMPTY, |all, p| all.or(self.state.owned(p)))
                }
                _ => return None,
            },
            Bool::Eq(a, b) if is_name(a) && is_free(b) => {
                let site = self.int(b);
                self.place(site).map_or(Bits::EMPTY, Bits::one)
            }
            Bool::Eq(a, b) | Bool::Ne(a, b) | Bool::Lt(a, b) | Bool::Le(a, b)
                if matches!((&**a, &**b), (Int::CountAt(_), _) | (_, Int::CountAt(_))) =>
            {
                self.counted_where(condition, a, b, is_name)?
            }
            Bool::Eq(a, b) => self.owned_where(a, b, is_name)?,
            Bool::Ne(a, b) => everywhere.minus(&self.owned_where(a, b, is_name)?),
            Bool::Lt(least, count) | Bool::Le(least, count) => match (&**least, &**count) {
                (Int::Const(number), Int::SitesPlatformBelow { site, by, owner })
                    if is_name(site) && by.iter().all(is_free) =>
                {
                    let least = *number + i32::from(matches!(condition, Bool::Lt(..)));
                    self.resting_on(by, *owner, least)
                }
                (Int::SitesPlatformBelow { site, by, owner }, Int::Const(number))
                    if is_name(site) && by.iter().all(is_free) =>
                {
                    let beyond = *number + i32::from(matches!(condition, Bool::Le(..)));
                    everywhere.minus(&self.resting_on(by, *owner, beyond))
                }
                _ => return None,
            },
            Bool::IsIn(sites, region) => match &sites[..] {
                [site] if is_name(site) && is_plain(region) => self.region(region).and(&everywhere),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The places from which a custodial capture is possible whose effect is possible on every piece.
    fn enclosing(&mut self, leaf: u16, is_name: impl Fn(&Int<W>) -> bool) -> Option<Bits<W>> {
        let rules = self.rules;
        let Kind::Custodial { from, dirs, range: (Int::Const(min), Int::Const(max)), target, friend, effect } =
            &rules.leaves[usize::from(leaf)].kind
        else {
            return None;
        };
        let (Gen::Leaf(effect), [table], None) = (effect, &dirs.by_facing[..], dirs.towards) else {
            return None;
        };
        let Kind::Promote { site: Region::Site(site), .. } = &rules.leaves[usize::from(*effect)].kind else {
            return None;
        };
        if !is_name(from) || !matches!(**site, Int::Between) {
            return None;
        }
        let targets = self.set_where(target, Name::ToOrBetween)?.and(self.state.occupied());
        let friends = self.set_where(friend, Name::ToOrBetween)?;
        let (min, max) = ((*min).max(1) as usize, (*max).max(1) as usize);
        let encloses = |ray: &Ray| {
            let run = ray.iter().take_while(|&&site| targets.has(usize::from(site))).count();
            (min..=max).contains(&run) && ray.get(run).is_some_and(|&site| friends.has(usize::from(site)))
        };
        let rays = rules.tables.dirs[usize::from(*table)].rays.iter().enumerate();
        Some(rays.filter(|(_, rays)| rays.iter().any(encloses)).map(|(place, _)| place).collect())
    }

    /// The places a step before an occupied one.
    fn occupied_ahead(&self, steps: &Int<W>, dirs: &Dirs) -> Option<Bits<W>> {
        let (Int::Const(1), [table], None) = (steps, &dirs.by_facing[..], dirs.towards) else { return None };
        let rays = &self.rules.tables.dirs[usize::from(*table)].rays;
        let occupied = self.state.occupied();
        // Where the board ends, and off the board, the place itself is meant.
        let is_before = |&place: &usize| {
            let ahead = rays.get(place).and_then(|rays| rays.first()?.first());
            occupied.has(ahead.map_or(place, |&ahead| usize::from(ahead)))
        };
        Some(self.rules.everywhere.iter().filter(is_before).collect())
    }

    /// The places where so many pieces are as a comparison asks for.
    fn counted_where(
        &mut self,
        comparison: &Bool<W>,
        a: &Int<W>,
        b: &Int<W>,
        is_name: impl Fn(&Int<W>) -> bool,
    ) -> Option<Bits<W>> {
        let (site, number, turned) = match (a, b) {
            (Int::CountAt(site), number) => (site, number, false),
            (number, Int::CountAt(site)) => (site, number, true),
            _ => return None,
        };
        if !is_name(site) || !is_free(number) {
            return None;
        }
        let number = self.int(number);
        let holds = |count: u16| {
            let count = i32::from(count);
            let (a, b) = if turned { (number, count) } else { (count, number) };
            match comparison {
                Bool::Eq(..) => a == b,
                Bool::Ne(..) => a != b,
                Bool::Lt(..) => a < b,
                _ => a <= b,
            }
        };
        let occupied = self.state.occupied().and(self.rules.counted());
        let none = holds(0);
        let found = match !none && number <= 1 && holds(1) && holds(u16::MAX) {
            true => occupied,
            false => occupied.iter().filter(|&place| holds(self.state.count(place))).collect(),
        };
        Some(if none { self.rules.everywhere.minus(&occupied).or(&found) } else { found })
    }

    /// The places below which there are so many of these pieces at least.
    fn resting_on(&mut self, by: &[Int<W>], owner: bool, least: i32) -> Bits<W> {
        if least <= 0 {
            return self.rules.everywhere;
        }
        let wanted = self.wanted(by, owner);
        let upper = self.rules.tables.upper.iter();
        let rests = upper.filter(|(_, down)| down.and(&wanted).count() as i32 >= least);
        rests.map(|&(site, _)| usize::from(site)).collect()
    }

    /// The places about which something equals a number: whose piece is there, which one, in which layer.
    fn owned_where(&mut self, a: &Int<W>, b: &Int<W>, is_name: impl Fn(&Int<W>) -> bool) -> Option<Bits<W>> {
        let (asked, number) = match (a, b) {
            (Int::Const(_), _) => (b, a),
            _ => (a, b),
        };
        if !is_free(number) {
            return None;
        }
        let player = match asked {
            Int::Who(site) if is_name(site) => number,
            Int::What(site) if is_name(site) => {
                return Some(match self.int(number) {
                    0 => self.rules.everywhere.minus(self.state.occupied()),
                    what => u8::try_from(what).map_or(Bits::EMPTY, |what| self.places_of(what)),
                });
            }
            // What never changes of a place: its layer, its row.
            Int::Table { at, entries, missing: Missing::Off } if is_name(at) => {
                let wanted = self.int(number);
                let fits = entries.iter().enumerate().filter(|&(_, &entry)| entry == wanted);
                let places: Bits<W> =
                    fits.map(|(place, _)| place).filter(|&p| p < self.rules.places).collect();
                let beyond = if wanted == -1 && entries.len() < self.rules.places {
                    Bits::range(entries.len(), self.rules.places)
                } else {
                    Bits::EMPTY
                };
                return Some(places.or(&beyond));
            }
            _ => return None,
        };
        Some(match usize::try_from(self.int(player)) {
            // Nobody's: neutral pieces, and places without a piece.
            Ok(0) => self.rules.everywhere.minus(self.state.occupied()).or(self.state.owned(0)),
            Ok(player) if player <= self.rules.everybody() => *self.state.owned(player),
            _ => Bits::EMPTY,
        })
    }
}

/// Whether a number certainly does not depend on what a generator binds.
fn is_free<const W: usize>(int: &Int<W>) -> bool {
    match int {
        Int::Const(_) | Int::Mover | Int::Next | Int::Prev => true,
        Int::Role(role) => *role != Role::Bound,
        Int::Table { at, .. } => is_free(at),
        Int::HandSite { of, index } => is_free(of) && is_free(index),
        Int::IdOf { role, .. } => is_free(role),
        Int::LastTo { .. } | Int::LastFrom { .. } | Int::Var(_) => true,
        Int::What(site) | Int::Who(site) => is_free(site),
        _ => false,
    }
}

/// Whether a set certainly does not depend on what a generator binds.
pub(super) fn is_plain<const W: usize>(region: &Region<W>) -> bool {
    match region {
        Region::Const(_) | Region::Empty | Region::Platforms | Region::Occupied { whats: None, .. } => true,
        Region::ByPlayer(_, who) => matches!(**who, Int::Mover | Int::Next | Int::Prev | Int::Const(_)),
        Region::Union(parts) | Region::Intersection(parts) => parts.iter().all(is_plain),
        Region::Difference(a, b) => is_plain(a) && is_plain(b),
        Region::Site(site) => is_plain_number(site),
        Region::LastTo => true,
        // What lies in some directions from the last piece.
        Region::Direction { from, dirs, stop: None, distance, .. } => {
            is_plain(from) && dirs.towards.is_none() && is_plain_number(distance)
        }
        _ => false,
    }
}

fn is_plain_number<const W: usize>(int: &Int<W>) -> bool {
    match int {
        Int::Const(_) | Int::Mover | Int::Next | Int::Prev | Int::Var(_) => true,
        Int::LastTo { .. } | Int::LastFrom { .. } => true,
        Int::Role(role) => {
            matches!(role, Role::Mover | Role::Next | Role::Prev | Role::Player(_) | Role::Shared)
        }
        Int::HandSite { of, index } => is_plain_number(of) && is_plain_number(index),
        Int::Sub(a, b) | Int::Mod(a, b) => is_plain_number(a) && is_plain_number(b),
        Int::Add(parts) => parts.iter().all(is_plain_number),
        _ => false,
    }
}
