//! The kernel of games in which a piece is put where it encloses rows of the other player's pieces, which then change
//! sides. All directions are looked at side by side.

use ludex_core::Rng;

use super::course::Course;
use super::place::Open;
use super::status::{ENEMY, OWN, Sides, status};
use crate::runtime::code::{Bool, EndRule, Gen, Int, Kind, Region, Role, Verdict};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Last, State, nth_bit};

/// The most directions.
const WAYS: usize = 8;

/// A game of turning pieces over, on at most 64 places.
#[derive(Clone, Debug)]
pub struct Flips<const W: usize> {
    sides: Sides,
    ways: Ways,
    /// How many pieces a row may have.
    rounds: usize,
    full: Option<Verdict<W>>,
}

/// Steps in each direction: from which places, and by how much places are shifted up or down.
#[derive(Clone, Copy, Debug)]
struct Ways {
    from: [u64; WAYS],
    up: [u64; WAYS],
    down: [u64; WAYS],
}

impl Ways {
    /// One step in every direction, each from places of its own.
    #[inline]
    fn step(&self, places: &[u64; WAYS]) -> [u64; WAYS] {
        let mut after = [0; WAYS];
        for way in 0..WAYS {
            after[way] = (places[way] & self.from[way]) << self.up[way] >> self.down[way];
        }
        after
    }

    /// Rows of these places that begin beside the start, in every direction.
    #[inline]
    fn rows(&self, start: u64, through: u64, rounds: usize) -> [u64; WAYS] {
        let mut rows = self.step(&[start; WAYS]);
        rows.iter_mut().for_each(|row| *row &= through);
        for _ in 1..rounds {
            let next = self.step(&rows);
            for way in 0..WAYS {
                rows[way] |= next[way] & through;
            }
        }
        rows
    }

    /// The places from which a row of the other player's pieces leads to an own one. Directions come in pairs, so
    /// it does not matter that rows are followed from the own pieces outwards.
    #[inline]
    fn targets(&self, own: u64, other: u64, empty: u64, rounds: usize) -> u64 {
        let beyond = self.step(&self.rows(own, other, rounds));
        beyond.iter().fold(0, |all, ends| all | ends) & empty
    }

    /// The rows that a piece on a place turns over.
    #[inline]
    fn turned(&self, place: u64, own: u64, other: u64, rounds: usize) -> [u64; WAYS] {
        let mut rows = self.rows(place, other, rounds);
        let beyond = self.step(&rows);
        for way in 0..WAYS {
            rows[way] &= if beyond[way] & own != 0 { u64::MAX } else { 0 };
        }
        rows
    }

    /// The piece that is turned over last: in the last direction, the farthest.
    fn last(&self, turned: &[u64; WAYS]) -> Option<usize> {
        let way = (0..WAYS).rev().find(|&way| turned[way] != 0)?;
        let row = turned[way];
        Some(if self.up[way] > 0 { 63 - row.leading_zeros() } else { row.trailing_zeros() } as usize)
    }
}

impl<const W: usize> Flips<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>) -> Option<Flips<W>> {
        let sides = Sides::of(rules)?;
        if rules.phases.len() != 1 || rules.needs_history || rules.meta.swap || rules.places > 64 {
            return None;
        }
        let Gen::Leaf(leaf) = &rules.phases[0].play else { return None };
        let leaf = &rules.leaves[usize::from(*leaf)];
        let Kind::Add { whats: None, to, count: Int::Const(1), state: None, value: None } = &leaf.kind else {
            return None;
        };
        let (Some(Bool::CanMove(can)), [then]) = (&to.when, &leaf.then[..]) else { return None };
        let open = Open::of(to.region.as_ref()?)?;
        let everywhere =
            open.empty && !open.supported && open.area.is_none_or(|area| area == rules.tables.all);
        // A player's number is the number of his piece.
        if !everywhere || to.apply.is_some() || !leaf.prior.is_empty() || sides.what != [0, 1, 2] {
            return None;
        }
        let ways = turning(rules, can, |from| matches!(from, Int::To))?;
        let again = turning(rules, then, |from| matches!(from, Int::LastTo { .. }))?;
        if ways != again {
            return None;
        }
        let mut full = None;
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let EndRule::If(condition, inner, Some(verdict)) = rule else { return None };
            if !inner.is_empty() {
                return None;
            }
            if when_full(condition)? && full.is_none() {
                full = Some(verdict.clone());
            }
        }
        let (ways, rounds) = shifts(rules, usize::from(ways))?;
        Some(Flips { sides, ways, rounds, full })
    }

    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        let limit = limit.min(rules.plies_left(state));
        let Some(mut course) = Course::of(rules, state, 0) else { return 0 };
        let men = self.sides.load(state);
        let all = rules.tables.all.0[0];
        let (mut own, mut other) = (men[1].0[0], men[2].0[0]);
        if course.mover != 1 {
            std::mem::swap(&mut own, &mut other);
        }
        let mut turned = [0; WAYS];
        let mut plies = 0;
        let mut ended = false;
        while plies < limit {
            let empty = all & !own & !other;
            let targets = self.ways.targets(own, other, empty, self.rounds);
            let count = targets.count_ones();
            if count == 0 {
                break;
            }
            let place = nth_bit(targets, rng.below(count));
            turned = self.ways.turned(1 << place, own, other, self.rounds);
            let flips = turned.iter().fold(0, |all, row| all | row);
            own |= flips | 1 << place;
            other &= !flips;
            plies += 1;
            course.last.to = place as i16;
            if empty.count_ones() == 1 && self.full.is_some() {
                ended = true;
                break;
            }
            course.step();
            std::mem::swap(&mut own, &mut other);
        }
        // After the last ply of a game nobody is on turn any more.
        let first_is_own = course.mover == 1;
        let (first, second) = if first_is_own { (own, other) } else { (other, own) };
        let word = |places: u64| {
            let mut bits = Bits::EMPTY;
            bits.0[0] = places;
            bits
        };
        self.sides.store(state, &[Bits::EMPTY, word(first), word(second)]);
        if plies == 0 {
            return 0;
        }
        let place = course.last.to;
        let after = self.ways.last(&turned).map_or(place, |place| place as i16);
        let mover = if ended { course.mover } else { course.prev };
        let last = Last { from: place, to: place, from_after: after, to_after: after, mover, pass: false };
        match (&self.full, ended) {
            (Some(verdict), true) => {
                course.write_end(state, last, false);
                rules.end_with(state, verdict);
            }
            _ => {
                course.last = last;
                course.write(state);
            }
        }
        plies
    }
}

/// The directions in which enclosed rows of the other player's pieces become the mover's.
fn turning<const W: usize>(
    rules: &Rules<W>,
    moves: &Gen<W>,
    is_start: impl Fn(&Int<W>) -> bool,
) -> Option<u16> {
    let Gen::Leaf(leaf) = moves else { return None };
    let leaf = &rules.leaves[usize::from(*leaf)];
    let Kind::Custodial { from, dirs, range, target, friend, effect } = &leaf.kind else { return None };
    let is_there = |int: &Int<W>| matches!(int, Int::To | Int::Between);
    let plain = is_start(from)
        && leaf.then.is_empty()
        && leaf.prior.is_empty()
        && status(target, &is_there)? == ENEMY
        && status(friend, &is_there)? == OWN
        && matches!(range.0, Int::Const(..=1))
        && matches!(range.1, Int::Const(32..))
        && dirs.towards.is_none();
    let ([table], Gen::Leaf(effect), true) = (&dirs.by_facing[..], effect, plain) else { return None };
    let effect = &rules.leaves[usize::from(*effect)];
    let Kind::Promote { site, whats, owner } = &effect.kind else { return None };
    let between = matches!(site, Region::Site(site) if matches!(**site, Int::Between));
    let to_mover = match (&whats[..], owner) {
        // One kind of piece for all: whose it is to be says which it becomes.
        ([Int::Const(_)], Some(owner)) => is_mover(owner) && same_name(rules),
        ([Int::IdOf { role, .. }], None) => is_mover(role) && same_name(rules),
        _ => false,
    };
    (between && to_mover && effect.then.is_empty() && effect.prior.is_empty()).then_some(*table)
}

fn is_mover<const W: usize>(int: &Int<W>) -> bool {
    matches!(int, Int::Mover | Int::Role(Role::Mover))
}

fn same_name<const W: usize>(rules: &Rules<W>) -> bool {
    rules.components[1..].iter().all(|component| component.plain == rules.components[1].plain)
}

/// Whether a rule applies when the board is full; `None` if it may apply at other times, save after passes.
fn when_full<const W: usize>(condition: &Bool<W>) -> Option<bool> {
    match condition {
        Bool::IsFull => Some(true),
        Bool::AllPassed | Bool::WasPass => Some(false),
        Bool::Or(parts) => parts.iter().try_fold(false, |any, part| Some(any | when_full(part)?)),
        _ => None,
    }
}

/// The directions as shifts, in the order of the rays, and how many steps the longest row has.
fn shifts<const W: usize>(rules: &Rules<W>, table: usize) -> Option<(Ways, usize)> {
    let rays = &rules.tables.dirs[table].rays;
    // The place with the most rays shows the order of the directions.
    let widest = (0..rays.len()).max_by_key(|&place| rays[place].len())?;
    let offset = |place: usize, ray: &[u16]| ray.first().map(|&site| i32::from(site) - place as i32);
    let offsets: Vec<i32> = rays[widest].iter().map(|ray| offset(widest, ray)).collect::<Option<_>>()?;
    if offsets.len() > WAYS {
        return None;
    }
    let mut from = [0; WAYS];
    let mut longest = 0;
    for (place, rays) in rays.iter().enumerate() {
        let mut order = 0;
        for ray in rays {
            let offset = offset(place, ray)?;
            let mut at = place as i32;
            for &site in ray {
                if i32::from(site) - at != offset {
                    return None;
                }
                at = i32::from(site);
            }
            let way = offsets.iter().position(|&known| known == offset)?;
            // Rays come in the same order everywhere, or the piece turned over last would be another.
            if way < order {
                return None;
            }
            order = way;
            from[way] |= 1 << place;
            longest = longest.max(ray.len());
        }
    }
    let amount = |way: usize| offsets.get(way).copied().unwrap_or(0);
    let mut ways = Ways { from, up: [0; WAYS], down: [0; WAYS] };
    for way in 0..WAYS {
        ways.up[way] = amount(way).max(0) as u64;
        ways.down[way] = (-amount(way)).max(0) as u64;
    }
    // Rows are also followed backwards: every direction needs its opposite.
    let paired = offsets.iter().all(|offset| offsets.contains(&-offset));
    (paired && longest >= 2).then_some((ways, longest - 1))
}
