//! Conditions on seeds, as a sowing game asks for them.

use super::seeds::{MANY, PLACES, Test, Tests};
use crate::kernels::still::Still;
use crate::runtime::code::{Bool, Int};
use crate::runtime::{Bits, PLAYERS};

/// How many seeds of one place a condition is about, and which numbers fulfil it.
type Counted = (u8, u64);

/// Sets of places as bits of one word.
pub(super) fn low<const W: usize>(sets: [Bits<W>; 3]) -> [u32; 3] {
    sets.map(|set| set.iter().fold(0, |bits, place| bits | 1 << (place % PLACES)))
}

/// The least number of a set that holds every number from it on.
pub(super) fn threshold(numbers: u64) -> Option<u8> {
    let least = numbers.trailing_zeros();
    (least < 64 && numbers >> least == u64::MAX >> least).then_some(least as u8)
}

/// A condition on the number of seeds in one place. `bound` are the mover and `from`; `place` says which place a number
/// asks about.
pub(super) fn counted<const W: usize>(
    still: &mut Still<'_, W>,
    condition: &Bool<W>,
    bound: (usize, i32),
    place: &mut impl FnMut(&Int<W>, &mut Still<'_, W>) -> Option<u8>,
) -> Option<Counted> {
    match condition {
        Bool::Eq(a, b) | Bool::Ne(a, b) | Bool::Lt(a, b) | Bool::Le(a, b) => {
            let (at, other, turned) = match (&**a, &**b) {
                (Int::CountAt(at), other) => (at, other, false),
                (other, Int::CountAt(at)) => (at, other, true),
                _ => return None,
            };
            let number = still.number_from(other, bound.0, bound.1)?;
            if !(0..i32::from(MANY) - 1).contains(&number) {
                return None;
            }
            let holds = |seeds: i32| {
                let (a, b) = if turned { (number, seeds) } else { (seeds, number) };
                match condition {
                    Bool::Eq(..) => a == b,
                    Bool::Ne(..) => a != b,
                    Bool::Lt(..) => a < b,
                    _ => a <= b,
                }
            };
            let numbers = (0..64).fold(0, |bits, seeds| bits | u64::from(holds(seeds)) << seeds);
            Some((place(at, still)?, numbers))
        }
        Bool::IsEmpty(at) => Some((place(at, still)?, 1)),
        Bool::IsOccupied(at) => Some((place(at, still)?, !1)),
        Bool::Not(inner) => counted(still, inner, bound, place).map(|(at, numbers)| (at, !numbers)),
        Bool::Or(parts) => {
            let mut all: Option<Counted> = None;
            for part in parts {
                let (at, numbers) = counted(still, part, bound, place)?;
                all = match all {
                    None => Some((at, numbers)),
                    Some((known, so_far)) if known == at => Some((at, so_far | numbers)),
                    Some(_) => return None,
                };
            }
            all
        }
        _ => None,
    }
}

/// A condition as tests that must all hold.
pub(super) fn conjunction<const W: usize>(
    still: &mut Still<'_, W>,
    condition: &Bool<W>,
    mover: usize,
    to: i32,
) -> Option<Vec<Test>> {
    if let Some(holds) = still.condition(condition, mover, to) {
        return Some(if holds { Vec::new() } else { vec![Test::NEVER] });
    }
    if let Bool::And(parts) = condition {
        // What can never hold need not be understood in full.
        if parts.iter().any(|part| still.condition(part, mover, to) == Some(false)) {
            return Some(vec![Test::NEVER]);
        }
        let mut all = Vec::new();
        for part in parts {
            all.extend(conjunction(still, part, mover, to)?);
        }
        return Some(all);
    }
    let (place, numbers) =
        counted(still, condition, (mover, -1), &mut |at, still| place_or_none(still, at, mover, to))?;
    Some(vec![Test { place, numbers }])
}

/// A place; beyond all places there is one that never holds a seed.
pub(super) fn place_or_none<const W: usize>(
    still: &mut Still<'_, W>,
    at: &Int<W>,
    mover: usize,
    to: i32,
) -> Option<u8> {
    let place =
        usize::try_from(still.number(at, mover, to)?).ok().filter(|&place| place < still.rules.places);
    Some(place.unwrap_or(PLACES - 1) as u8)
}

pub(super) fn both(tests: &[Test]) -> Option<Tests> {
    // One test that never holds is enough.
    if let Some(&never) = tests.iter().find(|test| test.numbers == 0) {
        return Some([never; 2]);
    }
    match tests {
        [] => Some([Test::ALWAYS; 2]),
        [one] => Some([*one, Test::ALWAYS]),
        [one, other] => Some([*one, *other]),
        _ => None,
    }
}

/// "Some place of a set has at least so many seeds", by mover.
pub(super) fn some_have<const W: usize>(
    still: &mut Still<'_, W>,
    condition: &Bool<W>,
) -> Option<([u32; 3], u8)> {
    let none = match condition {
        Bool::Not(inner) => none_has(still, inner),
        Bool::Lt(none, count) => match (&**none, &**count) {
            (Int::Const(0), Int::CountIn(region)) => Some((still.by_mover(region)?, 1)),
            _ => None,
        },
        _ => None,
    };
    let (sets, least) = none?;
    Some((low([sets[0], sets[1], sets[2]]), least))
}

/// "No place of a set has at least so many seeds", by mover.
pub(super) fn none_has<const W: usize>(
    still: &mut Still<'_, W>,
    condition: &Bool<W>,
) -> Option<([Bits<W>; PLAYERS + 1], u8)> {
    match condition {
        Bool::Eq(a, b) => match (&**a, &**b) {
            (Int::Const(0), Int::CountIn(region)) | (Int::CountIn(region), Int::Const(0)) => {
                Some((still.by_mover(region)?, 1))
            }
            _ => None,
        },
        Bool::AllSites { region, when } => {
            let (_, numbers) = counted(still, when, (1, -1), &mut |at, _| match at {
                Int::BoundSite => Some(0),
                _ => None,
            })?;
            let least = threshold(!numbers).filter(|&least| least > 0)?;
            Some((still.by_mover(region)?, least))
        }
        _ => None,
    }
}
