//! The kernel of games in which one piece steps to a neighbouring place and takes what is there, until somebody reaches
//! a goal or has nothing left. Steps are counted with shifted sets; nothing is listed.

use ludex_core::Rng;

use super::course::{Course, plain_last};
use super::status::{ANY, EMPTY, ENEMY, OWN, Sides, status};
use super::still::Still;
use crate::runtime::code::{Bool, EndRule, Gen, Int, Kind, Region, Role, Verdict};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, State, nth_bit};

/// The most ways to step of one rule.
const WAYS: usize = 8;
/// The most rules of a piece.
const RULES: usize = 4;

/// A game of steps, on at most 64 places.
#[derive(Clone, Debug)]
pub struct Steps<const W: usize> {
    sides: Sides,
    /// The rules of each player's piece.
    legs: [Vec<Leg>; 2],
    /// Each end: the goal of each player, or no goal for "nothing is left of the other", and the result.
    ends: Vec<(Vec<Sign>, Verdict<W>)>,
}

/// Steps of one rule.
#[derive(Clone, Debug)]
struct Leg {
    ways: Vec<Way>,
    /// What may be on the target.
    onto: u8,
}

/// Steps in one direction.
#[derive(Clone, Copy, Debug)]
struct Way {
    from: u64,
    up: u32,
    down: u32,
}

/// When a rule ends the game.
#[derive(Clone, Copy, Debug)]
enum Sign {
    /// The mover has stepped on one of these places.
    Reach([u64; 2]),
    /// The other player has no piece left.
    Bare,
}

impl Way {
    /// The places from which a step leads to one of these.
    #[inline]
    fn back(&self, targets: u64) -> u64 {
        targets << self.down >> self.up & self.from
    }
}

impl<const W: usize> Steps<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>) -> Option<Steps<W>> {
        let sides = Sides::of(rules)?;
        if rules.phases.len() != 1 || rules.needs_history || rules.meta.swap || rules.places > 64 {
            return None;
        }
        let Gen::ForEachPiece { who, player: None, names: None, within, moves: None } = &rules.phases[0].play
        else {
            return None;
        };
        if who[..] != [Role::Mover] || *within != rules.tables.all || sides.what[0] != 0 {
            return None;
        }
        let mut legs = [Vec::new(), Vec::new()];
        for player in 1..=2 {
            let component = &rules.components[usize::from(sides.what[player])];
            let mut read = |moves: &Gen<W>| {
                let Gen::Leaf(leaf) = moves else { return None };
                legs[player - 1].push(leg(rules, *leaf, usize::from(component.facing))?);
                Some(())
            };
            match component.moves.as_ref()? {
                Gen::All(parts) => parts.iter().try_for_each(&mut read)?,
                moves => read(moves)?,
            }
            if legs[player - 1].len() > RULES {
                return None;
            }
        }
        let mut still = Still::new(rules);
        let mut ends = Vec::new();
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let EndRule::If(condition, inner, Some(verdict)) = rule else { return None };
            if !inner.is_empty() {
                return None;
            }
            ends.push((signs(&mut still, condition)?, verdict.clone()));
        }
        Some(Steps { sides, legs, ends })
    }

    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        let limit = limit.min(rules.plies_left(state));
        let Some(mut course) = Course::of(rules, state, 0) else { return 0 };
        let men = self.sides.load(state);
        let all = rules.tables.all.0[0];
        let mut men = [men[1].0[0], men[2].0[0]];
        let mut mover = usize::from(course.mover != 1);
        let mut made = (0, 0);
        let mut plies = 0;
        let mut end = None;
        while plies < limit {
            let (own, other) = (men[mover], men[1 - mover]);
            let Some((from, to)) = self.draw(mover, own, other, all, rng) else { break };
            made = (from, to);
            plies += 1;
            men[mover] = own & !(1 << from) | 1 << to;
            men[1 - mover] = other & !(1 << to);
            end = self.end(mover, to, men[1 - mover]);
            if end.is_some() {
                break;
            }
            mover ^= 1;
            course.step();
        }
        let word = |places: u64| {
            let mut bits = Bits::EMPTY;
            bits.0[0] = places;
            bits
        };
        if plies > 0 {
            self.sides.store(state, &[Bits::EMPTY, word(men[0]), word(men[1])]);
        }
        match end {
            Some(verdict) => {
                course.write_end(state, plain_last(made.0, made.1, course.mover), false);
                rules.end_with(state, verdict);
            }
            None => {
                if plies > 0 {
                    course.last = plain_last(made.0, made.1, course.prev);
                }
                course.write(state);
            }
        }
        plies
    }

    /// Draws a step, if there is one: origin by origin, as the general rules count them.
    #[inline]
    fn draw(&self, mover: usize, own: u64, other: u64, all: u64, rng: &mut Rng) -> Option<(usize, usize)> {
        let legs = &self.legs[mover];
        let mut origins = [[0u64; WAYS]; RULES];
        let mut counts = [0; RULES];
        for (index, leg) in legs.iter().enumerate() {
            let mut targets = 0;
            targets |= if leg.onto & EMPTY != 0 { all & !own & !other } else { 0 };
            targets |= if leg.onto & OWN != 0 { own } else { 0 };
            targets |= if leg.onto & ENEMY != 0 { other } else { 0 };
            for (number, way) in leg.ways.iter().enumerate() {
                let from = way.back(targets) & own;
                origins[index][number] = from;
                counts[index] += from.count_ones();
            }
        }
        let total = counts.iter().sum();
        if total == 0 {
            return None;
        }
        let mut index = rng.below(total);
        let mut at = 0;
        while index >= counts[at] {
            index -= counts[at];
            at += 1;
        }
        let ways = &legs[at].ways;
        let (from, way) = match ways.len() {
            1 => (nth_bit(origins[at][0], index) as usize, 0),
            count => pick(&origins[at][..count], index),
        };
        let way = &ways[way];
        Some((from, from + way.up as usize - way.down as usize))
    }

    #[inline]
    fn end(&self, mover: usize, to: usize, other: u64) -> Option<&Verdict<W>> {
        let shows = |sign: &Sign| match sign {
            Sign::Reach(goals) => goals[mover] >> to & 1 == 1,
            Sign::Bare => other == 0,
        };
        self.ends.iter().find(|(signs, _)| signs.iter().any(shows)).map(|(_, verdict)| verdict)
    }
}

/// The origin and the way with so many before them, counted origin by origin.
#[inline]
pub(super) fn pick(origins: &[u64], index: u32) -> (usize, usize) {
    let before = |place: u32| origins.iter().map(|set| (set & ((1 << place) - 1)).count_ones()).sum::<u32>();
    let mut place = 0;
    for step in [32, 16, 8, 4, 2, 1] {
        place += if before(place + step) <= index { step } else { 0 };
    }
    let mut left = index - before(place);
    for (way, set) in origins.iter().enumerate() {
        if set >> place & 1 == 1 {
            if left == 0 {
                return (place as usize, way);
            }
            left -= 1;
        }
    }
    (place as usize, 0)
}

fn leg<const W: usize>(rules: &Rules<W>, leaf: u16, facing: usize) -> Option<Leg> {
    let leaf = &rules.leaves[usize::from(leaf)];
    let Kind::Step { from, dirs, to } = &leaf.kind else { return None };
    let is_to = |int: &Int<W>| matches!(int, Int::To);
    let onto = match &to.when {
        Some(when) => status(when, &is_to)?,
        None => ANY,
    };
    let takes = match &to.apply {
        None => onto & (OWN | ENEMY) == 0,
        Some(apply) => match &apply.effect {
            Some(Gen::Leaf(effect)) => {
                let effect = &rules.leaves[usize::from(*effect)];
                let there = match &effect.kind {
                    Kind::Remove { region: Region::Site(site), when: None, at_end: false, count: None } => {
                        matches!(**site, Int::To)
                    }
                    _ => false,
                };
                there && effect.then.is_empty() && onto & OWN == 0
            }
            _ => false,
        },
    };
    let plain = from.region.is_none()
        && from.when.is_none()
        && to.region.is_none()
        && dirs.towards.is_none()
        && leaf.then.is_empty()
        && leaf.prior.is_empty();
    if !plain || !takes {
        return None;
    }
    let table = match &dirs.by_facing[..] {
        [only] => *only,
        all => *all.get(facing)?,
    };
    let around = &rules.tables.dirs[usize::from(table)].around;
    let mut offsets: Vec<i32> = around
        .iter()
        .enumerate()
        .flat_map(|(from, to)| to.iter().map(move |to| to as i32 - from as i32))
        .collect();
    offsets.sort_unstable();
    offsets.dedup();
    let way = |&offset: &i32| {
        let leads = |&place: &usize| {
            let to = place as i32 + offset;
            to >= 0 && around[place].has(to as usize)
        };
        let from = (0..rules.tables.sites).filter(leads).fold(0, |bits, place| bits | 1u64 << place);
        Way { from, up: offset.max(0) as u32, down: (-offset).max(0) as u32 }
    };
    let small = offsets.len() <= WAYS && offsets.iter().all(|offset| offset.abs() < 64);
    small.then(|| Leg { ways: offsets.iter().map(way).collect(), onto })
}

fn signs<const W: usize>(still: &mut Still<'_, W>, condition: &Bool<W>) -> Option<Vec<Sign>> {
    match condition {
        Bool::Or(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(signs(still, part)?);
            }
            Some(all)
        }
        Bool::IsIn(sites, region) => {
            let [Int::LastTo { .. }] = sites[..] else { return None };
            let goals = still.by_mover(region)?;
            Some(vec![Sign::Reach([goals[1].0[0], goals[2].0[0]])])
        }
        Bool::NoPieces { who: Role::Next, names: None, within: None } => Some(vec![Sign::Bare]),
        _ => None,
    }
}
