//! The kernel of games in which a piece moves along a line exactly as far as there are pieces on some line, and whoever
//! has brought all pieces together wins.

use ludex_core::Rng;

use super::course::{Course, is_ordinary, plain_last};
use super::status::{ANY, EMPTY, ENEMY, Men, NEUTRAL, OWN, Sides, places_with, removes, status};
use crate::runtime::code::{Bool, Dirs, EndRule, Gen, Int, Kind, Region, Role};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Move, State};

/// The longest way.
const FAR: usize = 16;
/// The most moves of a position.
const MOST: usize = 512;

/// A game of such moves.
#[derive(Clone, Debug)]
pub struct Rides<const W: usize> {
    sides: Sides,
    /// The leaf of each direction, by player.
    leaves: [Vec<u16>; 2],
    /// The way from each place, by direction and place.
    ways: Vec<Vec<Way<W>>>,
    /// The places with lower and with higher numbers than each place, and at last those for beyond the edge.
    sides_of: [Vec<Bits<W>>; 2],
    /// Whether moves are ordered by direction first.
    by_direction: bool,
    /// What may lie on the way, and what may be at its end.
    passes: u8,
    lands: u8,
    /// Who touches whom.
    around: Vec<Bits<W>>,
}

/// A way from a place.
#[derive(Clone, Debug)]
struct Way<const W: usize> {
    /// The places whose pieces say how far it goes.
    counted: Bits<W>,
    /// All its places.
    ray: Bits<W>,
    /// Its places in order; one more than there are beyond the edge.
    places: [u16; FAR],
    /// Whether its numbers fall.
    falls: bool,
}

impl<const W: usize> Rides<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>) -> Option<Rides<W>> {
        let sides = Sides::of(rules)?;
        if rules.phases.len() != 1 || rules.needs_history || rules.meta.swap {
            return None;
        }
        let Gen::ForEachPiece { who, player: None, names: None, within, moves: None } = &rules.phases[0].play
        else {
            return None;
        };
        if who[..] != [Role::Mover] || *within != rules.tables.all || sides.what[0] != 0 {
            return None;
        }
        let mut game = Rides {
            leaves: [Vec::new(), Vec::new()],
            ways: Vec::new(),
            sides_of: sides_of(rules.tables.sites),
            by_direction: rules.may_repeat_moves,
            passes: ANY,
            lands: ANY,
            around: Vec::new(),
            sides,
        };
        let moves = |player: usize| rules.components[usize::from(game.sides.what[player])].moves.as_ref();
        let (Some(Gen::All(first)), Some(Gen::All(second))) = (moves(1), moves(2)) else { return None };
        let mut other = game.clone();
        first.iter().try_for_each(|part| game.read(rules, part, 0))?;
        second.iter().try_for_each(|part| other.read(rules, part, 1))?;
        // Both play by the same rules; only the numbers of the leaves differ.
        let same =
            game.passes == other.passes && game.lands == other.lands && game.ways.len() == other.ways.len();
        let alike = game.ways.iter().flatten().zip(other.ways.iter().flatten()).all(|(a, b)| a.is_like(b));
        game.leaves[1] = std::mem::take(&mut other.leaves[1]);
        if !same || !alike || game.ways.is_empty() || !game.leaves.iter().all(|leaves| leaves.is_sorted()) {
            return None;
        }
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let EndRule::If(condition, ..) = rule else { return None };
            game.asks_for_union(rules, condition)?;
        }
        (!game.around.is_empty()).then_some(game)
    }

    fn read(&mut self, rules: &Rules<W>, part: &Gen<W>, player: usize) -> Option<()> {
        let Gen::ForEachDirection { from, dirs, min, max, between, when, moves } = part else { return None };
        let is_to = |int: &Int<W>| matches!(int, Int::To | Int::Between);
        let (Int::From, Dirs { by_facing, towards: None }) = (&**from, dirs) else { return None };
        let [table] = by_facing[..] else { return None };
        let (Int::CountSites(least), Int::CountSites(most)) = (&**min, &**max) else { return None };
        let mut lands = match when {
            Some(when) => status(when, &is_to)?,
            None => ANY,
        };
        let passes = match between {
            Some(between) => status(between, &is_to)?,
            None => ANY,
        };
        let leaf = match &**moves {
            Gen::If(condition, yes, no) => {
                lands &= status(condition, &is_to)?;
                match (&**yes, &**no) {
                    (Gen::Leaf(leaf), Gen::None) => *leaf,
                    _ => return None,
                }
            }
            Gen::Leaf(leaf) => *leaf,
            _ => return None,
        };
        self.read_leaf(rules, leaf)?;
        if !self.ways.is_empty() && (self.lands, self.passes) != (lands, passes) {
            return None;
        }
        (self.lands, self.passes) = (lands, passes);
        let mut ways = Vec::new();
        for place in 0..rules.tables.sites {
            let counted = counted_from(rules, least, place)?;
            if counted_from(rules, most, place)? != counted {
                return None;
            }
            let edge = rules.tables.sites as u16;
            let mut way = Way { counted, ray: Bits::EMPTY, places: [edge; FAR], falls: false };
            match &rules.tables.dirs[usize::from(table)].rays[place][..] {
                [] => {}
                [ray] if ray.len() < FAR => {
                    way.falls = ray.first().is_some_and(|&site| usize::from(site) < place);
                    // Then the places before one of them are those with lower or with higher numbers.
                    if !(if way.falls { ray.iter().rev().is_sorted() } else { ray.is_sorted() }) {
                        return None;
                    }
                    for (index, &site) in ray.iter().enumerate() {
                        way.places[index] = site;
                        way.ray.insert(usize::from(site));
                    }
                }
                _ => return None,
            }
            ways.push(way);
        }
        self.leaves[player].push(leaf);
        self.ways.push(ways);
        Some(())
    }

    /// The piece goes there, in place of what was there.
    fn read_leaf(&self, rules: &Rules<W>, leaf: u16) -> Option<()> {
        let leaf = &rules.leaves[usize::from(leaf)];
        let Kind::FromTo { from, to, count: None, copy: false } = &leaf.kind else { return None };
        let from_here = match &from.region {
            None => true,
            Some(Region::Site(site)) => matches!(**site, Int::From),
            Some(_) => false,
        };
        let to_there = matches!(&to.region, Some(Region::Site(site)) if matches!(**site, Int::To));
        let takes = match &to.apply {
            None => true,
            Some(apply) => match &apply.effect {
                Some(Gen::Leaf(effect)) => {
                    let effect = &rules.leaves[usize::from(*effect)];
                    removes(&effect.kind, &|int| matches!(int, Int::To)) && effect.then.is_empty()
                }
                _ => false,
            },
        };
        let plain = from.when.is_none() && to.when.is_none() && leaf.then.is_empty() && leaf.prior.is_empty();
        (from_here && to_there && takes && plain).then_some(())
    }

    /// A condition that can only hold when the pieces of a player form one group.
    fn asks_for_union(&mut self, rules: &Rules<W>, condition: &Bool<W>) -> Option<()> {
        match condition {
            Bool::And(parts) => parts.iter().find_map(|part| self.asks_for_union(rules, part)),
            Bool::Or(parts) => parts.iter().try_for_each(|part| self.asks_for_union(rules, part)),
            Bool::Eq(a, b) => match (&**a, &**b) {
                (Int::Const(1), Int::CountGroups { dirs, when: Some(when), min })
                | (Int::CountGroups { dirs, when: Some(when), min }, Int::Const(1)) => {
                    let ([table], Int::Const(..=1)) = (&dirs.by_facing[..], &**min) else { return None };
                    let owned = status(when, &|int| matches!(int, Int::To))?;
                    let around = &rules.tables.dirs[usize::from(*table)].around;
                    if !matches!(owned, OWN | ENEMY) || (!self.around.is_empty() && self.around != *around) {
                        return None;
                    }
                    self.around = around.clone();
                    Some(())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        let mut moves = [(0u8, 0u16, 0u16); MOST];
        self.run_with(rules, state, limit, |men, mover| {
            match self.moves(men, mover, &rules.tables.all, &mut moves) {
                0 => None,
                count => Some(moves[rng.below(count as u32) as usize]),
            }
        })
    }

    /// Makes a move. False if the general rules must.
    pub(super) fn make(&self, rules: &Rules<W>, state: &mut State<W>, made: Move) -> bool {
        let mover = usize::from(state.mover);
        let leaves = self.leaves.get(mover.wrapping_sub(1));
        let way = leaves.and_then(|leaves| leaves.iter().position(|&leaf| leaf == made.leaf));
        let on_board = |site: i16| usize::try_from(site).ok().filter(|&site| site < rules.tables.sites);
        let (Some(way), Some(from), Some(to)) = (way, on_board(made.from), on_board(made.to)) else {
            return false;
        };
        if !state.owned(mover).has(from) || state.owned(mover).has(to) {
            return false;
        }
        let chosen = (way as u8, from as u16, to as u16);
        self.run_with(rules, state, 1, |_, _| Some(chosen)) == 1
    }

    /// Lists the moves. False if the general rules must, or if there is none.
    pub(super) fn list(&self, rules: &Rules<W>, state: &State<W>, moves: &mut Vec<Move>) -> bool {
        if !is_ordinary(rules, state, 0) {
            return false;
        }
        let mover = usize::from(state.mover);
        let mut all = [(0u8, 0u16, 0u16); MOST];
        let count = self.moves(&self.sides.load(state), mover, &rules.tables.all, &mut all);
        moves.extend(all[..count].iter().map(|&chosen| self.decision(mover, chosen)));
        count > 0
    }

    fn decision(&self, mover: usize, (way, from, to): (u8, u16, u16)) -> Move {
        Move { from: from as i16, to: to as i16, ..Move::bare(self.leaves[mover - 1][usize::from(way)]) }
    }

    #[inline(always)]
    fn run_with(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        limit: u32,
        mut choose: impl FnMut(&Men<W>, usize) -> Option<(u8, u16, u16)>,
    ) -> u32 {
        let limit = limit.min(rules.plies_left(state));
        let Some(mut course) = Course::of(rules, state, 0) else { return 0 };
        let mut men = self.sides.load(state);
        // Whether the pieces of a player are known to lie apart.
        let mut apart = [false; 3];
        let mut plies = 0;
        while plies < limit {
            let mover = usize::from(course.mover);
            let Some(chosen) = choose(&men, mover) else { break };
            let (_, from, to) = chosen;
            plies += 1;
            let mut after = men;
            after[mover].remove(usize::from(from));
            after[3 - mover].remove(usize::from(to));
            after[mover].insert(usize::from(to));
            let taken = after[3 - mover] != men[3 - mover];
            apart[mover] = !self.is_united(&after[mover], Some(usize::from(to)));
            if taken || !apart[3 - mover] {
                apart[3 - mover] = !self.is_united(&after[3 - mover], after[3 - mover].first());
            }
            if !(apart[1] && apart[2]) {
                self.sides.store(state, &men);
                course.write(state);
                rules.apply(state, self.decision(mover, chosen));
                return plies;
            }
            men = after;
            course.tick(plain_last(usize::from(from), usize::from(to), course.mover), false);
        }
        self.sides.store(state, &men);
        course.write(state);
        plies
    }

    /// The moves: direction, origin and target.
    fn moves(&self, men: &Men<W>, mover: usize, all: &Bits<W>, moves: &mut [(u8, u16, u16); MOST]) -> usize {
        let stones = men[1].or(&men[2]);
        let lands = places_with(men, all, mover, self.lands);
        let blocks = places_with(men, all, mover, (EMPTY | OWN | ENEMY | NEUTRAL) & !self.passes);
        let mut count = 0;
        let mut add = |direction: usize, from: usize| {
            let way = &self.ways[direction][from];
            let far = way.counted.and(&stones).count();
            let to = way.places[far.wrapping_sub(1) as usize % FAR];
            let before = way.ray.and(&self.sides_of[usize::from(way.falls)][usize::from(to)]);
            let fits =
                lands.has(usize::from(to)) & !before.meets(&blocks) & (far.wrapping_sub(1) < FAR as u32);
            moves[count % MOST] = (direction as u8, from as u16, to);
            count += usize::from(fits);
        };
        if self.by_direction {
            for direction in 0..self.ways.len() {
                men[mover].iter().for_each(|from| add(direction, from));
            }
        } else {
            for from in men[mover].iter() {
                (0..self.ways.len()).for_each(|direction| add(direction, from));
            }
        }
        count.min(MOST - 1)
    }

    /// Whether the pieces form one group, of which one is given.
    #[inline]
    fn is_united(&self, men: &Bits<W>, one: Option<usize>) -> bool {
        let Some(first) = one else { return false };
        let mut group = Bits::one(first);
        let mut edge = group;
        while let Some(place) = edge.first() {
            edge.remove(place);
            let near = self.around[place].and(men).minus(&group);
            group = group.or(&near);
            edge = edge.or(&near);
        }
        group == *men
    }
}

/// The places with lower and with higher numbers than each place, and all of them for one beyond the last.
fn sides_of<const W: usize>(sites: usize) -> [Vec<Bits<W>>; 2] {
    let all = Bits::range(0, sites);
    let lower = (0..=sites).map(|place| Bits::range(0, place)).collect();
    let higher = (0..=sites).map(|place| if place == sites { all } else { Bits::range(place + 1, sites) });
    [lower, higher.collect()]
}

impl<const W: usize> Way<W> {
    fn is_like(&self, other: &Way<W>) -> bool {
        self.counted == other.counted && self.places == other.places
    }
}

/// The places of a set that never changes, cut with all occupied ones, seen from a place.
fn counted_from<const W: usize>(rules: &Rules<W>, region: &Region<W>, from: usize) -> Option<Bits<W>> {
    let Region::Intersection(parts) = region else { return None };
    let mut counted = rules.tables.all;
    let mut occupied = false;
    for part in parts {
        match part {
            Region::Occupied { who, whats: None, within } if who == &[Role::All] => {
                occupied = true;
                counted = counted.and(within);
            }
            part if is_seen_from(part) => counted = counted.and(&rules.places_from(from, part)),
            _ => return None,
        }
    }
    occupied.then_some(counted)
}

/// Whether a set depends on `from` alone.
fn is_seen_from<const W: usize>(region: &Region<W>) -> bool {
    match region {
        Region::Const(_) => true,
        Region::Union(parts) => parts.iter().all(is_seen_from),
        Region::Direction { from, dirs, stop: None, distance, .. } => {
            let here = match &**from {
                Region::Site(site) => matches!(**site, Int::From),
                Region::Sites(sites) => matches!(&sites[..], [Int::From]),
                _ => false,
            };
            here && dirs.by_facing.len() == 1 && dirs.towards.is_none() && matches!(**distance, Int::Const(_))
        }
        _ => false,
    }
}
