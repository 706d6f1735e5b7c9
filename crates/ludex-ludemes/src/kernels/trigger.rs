//! When an end rule might apply: necessary conditions that are cheap to test after a piece was put on the board.
//!
//! A condition is turned into alternatives, each a list of parts that must all hold. What is not understood is left
//! out of a list; that only makes the general rules look more often than they would have to.

use crate::runtime::code::{Array, Bool, EndRule, Goals, Int, LineWhats, Region, Role};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, PLAYERS, State};

/// Owners as bits, by the player on turn.
pub(super) type OwnersByMover = [u16; PLAYERS + 1];

/// A part of a necessary condition.
#[derive(Clone, Debug)]
pub(super) enum Part<const W: usize> {
    /// The piece was put on one of these places.
    On(Bits<W>),
    /// The mover is one of these, as bits.
    Mover(u16),
    /// The piece belongs to one of these owners, as bits.
    Owner(u16),
    /// So many of these places are occupied.
    Filled(Bits<W>, u32),
    /// There is a line through the piece.
    Line(LineRule),
    /// The group of the piece touches so many of the goals of the mover.
    Touch { goals: [u16; PLAYERS + 1], needed: u32 },
    /// The piece joins two ends of its group.
    Loop,
    /// Nothing can be placed any more.
    Stuck,
}

/// Lines that count.
#[derive(Clone, Debug)]
pub(super) struct LineRule {
    /// The table of directions.
    pub(super) table: usize,
    /// How many, by place; 0 where no line counts.
    pub(super) length: Vec<u8>,
    /// Of whose pieces; `None` for those of the piece's owner.
    pub(super) owners: Option<Box<OwnersByMover>>,
    /// Lines go both ways from the piece.
    pub(super) both_ways: bool,
    /// There must be pieces of more than one kind.
    pub(super) mixed: bool,
}

/// All parts must hold.
pub(super) type All<const W: usize> = Vec<Part<W>>;

/// What groups are asked for: which neighbours join, and the goals they may touch.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupPlan<const W: usize> {
    /// The table of directions, once a condition asks for groups.
    pub(super) table: Option<usize>,
    /// Sets a group may touch; at most sixteen.
    pub(super) goals: Vec<Bits<W>>,
}

/// Turns conditions into alternatives.
pub(super) struct Reader<'a, const W: usize> {
    rules: &'a Rules<W>,
    probe: State<W>,
    pub(super) groups: GroupPlan<W>,
}

/// More alternatives than this are not worth testing.
const MOST: usize = 12;

impl<'a, const W: usize> Reader<'a, W> {
    pub(super) fn new(rules: &'a Rules<W>) -> Self {
        let probe = State::new(rules.players, rules.marks, rules.vars.len());
        Reader { rules, probe, groups: GroupPlan::default() }
    }

    /// The alternatives under which one of the end rules might apply; `None` if one of them always might.
    pub(super) fn ends(&mut self) -> Option<Vec<All<W>>> {
        let rules = self.rules;
        let mut all = Vec::new();
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            all.extend(self.end(rule)?);
        }
        (all.len() <= MOST).then_some(all)
    }

    /// The alternatives under which an end rule might apply; `None` if it always might.
    pub(super) fn end(&mut self, rule: &EndRule<W>) -> Option<Vec<All<W>>> {
        match rule {
            EndRule::If(condition, inner, verdict) => {
                let outer = self.alternatives(condition);
                if outer.is_some() || verdict.is_some() {
                    return outer;
                }
                let mut all = Vec::new();
                for rule in inner {
                    all.extend(self.end(rule)?);
                }
                Some(all)
            }
            EndRule::ForEach(_, condition, _) => self.alternatives(condition),
        }
    }

    /// Alternatives of which one must hold if the condition holds; `None` if nothing is known.
    fn alternatives(&mut self, condition: &Bool<W>) -> Option<Vec<All<W>>> {
        if let Some(places) = self.by_place(condition) {
            let never = places.is_empty();
            let always = places == self.rules.tables.all;
            return match (never, always) {
                (true, _) => Some(Vec::new()),
                (_, true) => None,
                _ => Some(vec![vec![Part::On(places)]]),
            };
        }
        match condition {
            // A piece was just put on the board, so nobody passed.
            Bool::AllPassed | Bool::WasPass | Bool::Const(false) => Some(Vec::new()),
            Bool::And(parts) => self.conjunction(parts),
            Bool::Or(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.alternatives(part)?);
                }
                Some(all)
            }
            Bool::If(condition, yes, no) => {
                let movers = self.movers(condition);
                let (yes, no) = (self.alternatives(yes)?, self.alternatives(no)?);
                let with = |all: Vec<All<W>>, part: Option<Part<W>>| {
                    all.into_iter().map(move |mut parts| {
                        parts.extend(part.clone());
                        parts
                    })
                };
                let yes = with(yes, movers.map(Part::Mover));
                Some(yes.chain(with(no, movers.map(|movers| Part::Mover(!movers)))).collect())
            }
            Bool::Eq(a, b) => self.equal(a, b),
            Bool::Lt(a, b) | Bool::Le(a, b) => self.touches(condition, a, b),
            Bool::IsFull => {
                Some(vec![vec![Part::Filled(self.rules.tables.all, self.rules.tables.all.count())]])
            }
            Bool::IsLine(test) => {
                let on_last = is_last(&test.through);
                if !on_last || !test.contiguous || test.from_above || test.dirs.by_facing.len() != 1 {
                    return None;
                }
                let length = self.by_place_number(&test.length)?;
                let owners = match &test.whats {
                    LineWhats::OfPivot => None,
                    LineWhats::These(whats) if matches!(&whats[..], [Int::What(at)] if is_last_int(at)) => {
                        None
                    }
                    LineWhats::Of(role) => Some(Box::new(self.owners_of_role(*role)?)),
                    LineWhats::These(whats) => Some(Box::new(self.owners_of_components(whats)?)),
                };
                let table = test.dirs.by_facing[0] as usize;
                let length = length.iter().map(|&length| length.clamp(1, 255) as u8).collect();
                let (both_ways, mixed) = (test.both_ways, test.kinds > 1);
                Some(vec![vec![Part::Line(LineRule { table, length, owners, both_ways, mixed })]])
            }
            Bool::IsConnected { number, at, dirs, goals } => {
                if !is_last_int(at) || dirs.by_facing.len() != 1 {
                    return None;
                }
                let sets: Vec<Vec<Bits<W>>> = match goals {
                    Goals::Regions(regions) => {
                        let fixed: Option<Vec<Bits<W>>> = regions.iter().map(fixed).collect();
                        vec![fixed?; PLAYERS + 1]
                    }
                    Goals::ByPlayer(sets, who) if matches!(**who, Int::Mover | Int::Role(Role::Mover)) => {
                        (0..=PLAYERS).map(|p| sets.get(p).cloned().unwrap_or_default()).collect()
                    }
                    Goals::ByPlayer(sets, who) => match &**who {
                        Int::Const(who) => {
                            let sets = usize::try_from(*who).ok().and_then(|who| sets.get(who));
                            vec![sets.cloned().unwrap_or_default(); PLAYERS + 1]
                        }
                        _ => return None,
                    },
                };
                let number = match number.as_deref() {
                    None => None,
                    Some(Int::Const(number)) => Some((*number).max(0) as u32),
                    Some(_) => return None,
                };
                self.group_table(dirs.by_facing[0] as usize)?;
                let mut all = Vec::new();
                for mover in 1..=self.rules.players {
                    let mut goals = [0; PLAYERS + 1];
                    for set in &sets[mover] {
                        goals[mover] |= self.goal(*set)?;
                    }
                    let needed = number.unwrap_or(sets[mover].len() as u32);
                    all.push(vec![Part::Mover(1 << mover), Part::Touch { goals, needed }]);
                }
                Some(all)
            }
            Bool::IsLoop { dirs, colour, .. } => {
                let own = matches!(**colour, Int::Mover | Int::Role(Role::Mover))
                    || matches!(&**colour, Int::Who(at) if is_last_int(at));
                if !own || dirs.by_facing.len() != 1 {
                    return None;
                }
                self.group_table(dirs.by_facing[0] as usize)?;
                Some(vec![vec![Part::Loop]])
            }
            Bool::NoMoves(Role::Next) => Some(vec![vec![Part::Stuck]]),
            // Only a player who had to pass is known to be stuck.
            Bool::NoMoves(Role::Mover) => Some(Vec::new()),
            _ => None,
        }
    }

    fn conjunction(&mut self, parts: &[Bool<W>]) -> Option<Vec<All<W>>> {
        let mut product: Option<Vec<All<W>>> = None;
        for part in parts {
            let movers = self.movers(part);
            let known = match movers {
                Some(movers) => Some(vec![vec![Part::Mover(movers)]]),
                None => self.alternatives(part),
            };
            let Some(known) = known else { continue };
            product = Some(match product {
                None => known,
                Some(before) if before.len() * known.len() > MOST => before,
                Some(before) => {
                    let joined = |a: &All<W>, b: &All<W>| a.iter().chain(b).cloned().collect();
                    before.iter().flat_map(|a| known.iter().map(move |b| joined(a, b))).collect()
                }
            });
        }
        // That a certain player is on turn says nothing about the end of the game.
        let says_something =
            |parts: &All<W>| parts.iter().any(|part| !matches!(part, Part::Mover(_) | Part::Owner(_)));
        product.filter(|all| all.iter().all(says_something))
    }

    /// The movers for whom a condition holds, if it is about the mover alone.
    fn movers(&self, condition: &Bool<W>) -> Option<u16> {
        let everyone = (1u16 << (self.rules.players + 1)) - 2;
        match condition {
            Bool::Eq(a, b) => match (&**a, &**b) {
                (Int::Mover | Int::Role(Role::Mover), other)
                | (other, Int::Mover | Int::Role(Role::Mover)) => {
                    let player = match other {
                        Int::Const(player) => u32::try_from(*player).ok()?,
                        Int::Role(Role::Player(player)) => u32::from(*player),
                        _ => return None,
                    };
                    (player as usize <= PLAYERS).then(|| everyone & 1 << player)
                }
                _ => None,
            },
            Bool::Not(inner) => self.movers(inner).map(|movers| everyone & !movers),
            _ => None,
        }
    }

    fn equal(&mut self, a: &Int<W>, b: &Int<W>) -> Option<Vec<All<W>>> {
        let (number, other) = match (a, b) {
            (Int::Const(number), other) | (other, Int::Const(number)) => (*number, other),
            _ => return None,
        };
        match other {
            Int::Who(at) if is_last_int(at) && (0..16).contains(&number) => {
                Some(vec![vec![Part::Owner(1 << number)]])
            }
            Int::CountSites(region) if matches!(**region, Region::Empty) => {
                let all = self.rules.tables.all;
                self.filled_within(all, all.count() as i32 - number)
            }
            Int::CountSites(region) => self.filled(region, number),
            Int::SizeArray(array) => match &**array {
                Array::OfRegion(region) => self.filled(region, number),
                _ => None,
            },
            Int::CountPieces { who: Role::All, names: None, within, when: None } if !self.rules.counts => {
                match within.as_deref() {
                    None => self.filled_within(self.rules.tables.all, number),
                    Some(region) => self.filled(region, number),
                }
            }
            _ => None,
        }
    }

    fn filled(&self, region: &Region<W>, number: i32) -> Option<Vec<All<W>>> {
        match region {
            Region::Occupied { who, whats: None, within } if who == &[Role::All] => {
                self.filled_within(*within, number)
            }
            _ => None,
        }
    }

    fn filled_within(&self, places: Bits<W>, number: i32) -> Option<Vec<All<W>>> {
        // Hands empty while the board fills; only the board grows.
        let on_board = places.is_within(&self.rules.tables.all);
        (on_board && number > 0).then(|| vec![vec![Part::Filled(places, number as u32)]])
    }

    /// "More than 0 places of the group of the last piece are in a fixed set."
    fn touches(&mut self, condition: &Bool<W>, a: &Int<W>, b: &Int<W>) -> Option<Vec<All<W>>> {
        let least = match (condition, a) {
            (Bool::Lt(..), Int::Const(number)) => *number + 1,
            (Bool::Le(..), Int::Const(number)) => *number,
            _ => return None,
        };
        let region = match b {
            Int::CountSites(region) => region,
            Int::SizeArray(array) => match &**array {
                Array::OfRegion(region) => region,
                _ => return None,
            },
            _ => return None,
        };
        let Region::Intersection(parts) = &**region else { return None };
        let mut goal = None;
        let mut table = None;
        for part in parts {
            match part {
                Region::Group { from, dirs, when: None, .. }
                    if is_last(from) && dirs.by_facing.len() == 1 =>
                {
                    table = Some(dirs.by_facing[0] as usize);
                }
                other => goal = Some(fixed(other)?),
            }
        }
        if least < 1 {
            return None;
        }
        self.group_table(table?)?;
        let goal = self.goal(goal?)?;
        Some(vec![vec![Part::Touch { goals: [goal; PLAYERS + 1], needed: 1 }]])
    }

    /// All conditions must ask for groups of the same kind.
    fn group_table(&mut self, table: usize) -> Option<()> {
        match self.groups.table {
            None => {
                self.groups.table = Some(table);
                Some(())
            }
            Some(known) => (known == table).then_some(()),
        }
    }

    /// The bit of a goal.
    fn goal(&mut self, set: Bits<W>) -> Option<u16> {
        let known = self.groups.goals.iter().position(|goal| *goal == set);
        let index = known.unwrap_or_else(|| {
            self.groups.goals.push(set);
            self.groups.goals.len() - 1
        });
        (index < 16).then(|| 1 << index)
    }

    fn owners_of_role(&self, role: Role) -> Option<OwnersByMover> {
        let players = self.rules.players;
        let after = |mover: usize| mover % players + 1;
        let before = |mover: usize| (mover + players - 2) % players + 1;
        let mut owners = [0; PLAYERS + 1];
        for (mover, bits) in owners.iter_mut().enumerate().skip(1) {
            let mover = (mover - 1) % players + 1;
            *bits = match role {
                Role::Neutral => 1,
                Role::Player(player) if player < 16 => 1 << player,
                Role::Mover => 1 << mover,
                Role::Next => 1 << after(mover),
                Role::Prev => 1 << before(mover),
                Role::All => u16::MAX,
                _ => return None,
            };
        }
        Some(owners)
    }

    fn owners_of_components(&self, whats: &[Int<W>]) -> Option<OwnersByMover> {
        let mut all = [0; PLAYERS + 1];
        for what in whats {
            let one = match what {
                Int::Mover | Int::Role(Role::Mover) => self.components_as_owners(Role::Mover)?,
                Int::Next | Int::Role(Role::Next) => self.components_as_owners(Role::Next)?,
                Int::Prev | Int::Role(Role::Prev) => self.components_as_owners(Role::Prev)?,
                Int::Const(what) => {
                    let owner = *self.rules.owners.get(usize::try_from(*what).ok()?)?;
                    [1 << owner.min(15); PLAYERS + 1]
                }
                Int::IdOf { role, .. } => match &**role {
                    Int::Mover => self.owners_of_role(Role::Mover)?,
                    Int::Next => self.owners_of_role(Role::Next)?,
                    Int::Prev => self.owners_of_role(Role::Prev)?,
                    Int::Const(owner) if (0..16).contains(owner) => [1 << owner; PLAYERS + 1],
                    Int::Role(role) => self.owners_of_role(*role)?,
                    _ => return None,
                },
                _ => return None,
            };
            all.iter_mut().zip(one).for_each(|(all, one)| *all |= one);
        }
        Some(all)
    }

    /// A player's number taken as the number of a component: whose component that is.
    fn components_as_owners(&self, role: Role) -> Option<OwnersByMover> {
        let mut owners = self.owners_of_role(role)?;
        for bits in owners.iter_mut().skip(1) {
            let component = bits.trailing_zeros() as usize;
            *bits = 1 << self.rules.owners.get(component)?.min(&15);
        }
        Some(owners)
    }

    /// The places for which a condition holds that depends on the last place alone.
    fn by_place(&mut self, condition: &Bool<W>) -> Option<Bits<W>> {
        if !bool_of_last(condition) {
            return None;
        }
        let rules = self.rules;
        Some(
            self.rules
                .tables
                .all
                .iter()
                .filter(|&site| rules.holds_in(self.after(site), condition))
                .collect(),
        )
    }

    fn by_place_number(&mut self, int: &Int<W>) -> Option<Vec<i32>> {
        if !int_of_last(int) {
            return None;
        }
        let rules = self.rules;
        Some((0..rules.tables.sites).map(|site| rules.number_in(self.after(site), int)).collect())
    }

    /// A position after a piece was put on a place.
    fn after(&mut self, site: usize) -> &State<W> {
        let site = site as i16;
        let last = &mut self.probe.last;
        (last.from, last.to, last.from_after, last.to_after) = (site, site, site, site);
        &self.probe
    }
}

/// Whether the alternatives of a condition are sufficient too, where lines of more than one kind cannot go on.
pub(super) fn is_exact<const W: usize>(condition: &Bool<W>) -> bool {
    match condition {
        Bool::And(parts) | Bool::Or(parts) => parts.iter().all(is_exact),
        Bool::IsLine(test) => {
            is_last(&test.through)
                && test.contiguous
                && test.both_ways
                && !(test.exact || test.visible || test.uncut || test.from_above)
                && test.when.is_none()
                && test.kinds <= 2
        }
        condition => bool_of_last(condition),
    }
}

fn is_last_int<const W: usize>(int: &Int<W>) -> bool {
    matches!(int, Int::LastTo { .. })
}

fn is_last<const W: usize>(region: &Region<W>) -> bool {
    match region {
        Region::LastTo => true,
        Region::Site(site) => is_last_int(site),
        Region::Sites(sites) => matches!(&sites[..], [only] if is_last_int(only)),
        _ => false,
    }
}

/// A set that never changes.
fn fixed<const W: usize>(region: &Region<W>) -> Option<Bits<W>> {
    match region {
        Region::Const(bits) => Some(*bits),
        _ => None,
    }
}

/// Whether a number depends on the last place alone (while all players play).
fn int_of_last<const W: usize>(int: &Int<W>) -> bool {
    match int {
        Int::Const(_) | Int::LastTo { .. } | Int::CountActive => true,
        Int::Add(parts) | Int::Mul(parts) | Int::Max(parts) | Int::Min(parts) => {
            parts.iter().all(int_of_last)
        }
        Int::Sub(a, b) | Int::Div(a, b) | Int::Mod(a, b) => int_of_last(a) && int_of_last(b),
        Int::Neg(a) | Int::Abs(a) => int_of_last(a),
        Int::Table { at, .. } => int_of_last(at),
        _ => false,
    }
}

fn bool_of_last<const W: usize>(condition: &Bool<W>) -> bool {
    match condition {
        Bool::And(parts) | Bool::Or(parts) => parts.iter().all(bool_of_last),
        Bool::Not(part) => bool_of_last(part),
        Bool::Eq(a, b) | Bool::Ne(a, b) | Bool::Lt(a, b) | Bool::Le(a, b) => int_of_last(a) && int_of_last(b),
        Bool::IsIn(sites, region) => sites.iter().all(int_of_last) && fixed(region).is_some(),
        _ => false,
    }
}
