//! What kernels of games with one kind of piece a player have in common: whose pieces stand where, and conditions on
//! a place that ask for nothing else.

use crate::runtime::code::{Bool, Int, Kind, Region, Role};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, State, piece_key};

/// A place is empty.
pub(super) const EMPTY: u8 = 1;
/// A piece of the mover is there.
pub(super) const OWN: u8 = 2;
/// A piece of the other player is there.
pub(super) const ENEMY: u8 = 4;
/// A piece of nobody is there.
pub(super) const NEUTRAL: u8 = 8;
/// Whatever is there.
pub(super) const ANY: u8 = 15;

/// What may be on a place for a condition to hold, if it asks for nothing else. `is_name` tells whether a number is
/// the place in question.
pub(super) fn status<const W: usize>(condition: &Bool<W>, is_name: &dyn Fn(&Int<W>) -> bool) -> Option<u8> {
    let is_mover = |int: &Int<W>| matches!(int, Int::Mover | Int::Role(Role::Mover));
    let is_next = |int: &Int<W>| matches!(int, Int::Next | Int::Role(Role::Next));
    let owner_at = |int: &Int<W>| matches!(int, Int::Who(at) if is_name(at));
    Some(match condition {
        Bool::Const(true) => ANY,
        Bool::Const(false) => 0,
        Bool::And(parts) => parts.iter().try_fold(ANY, |all, part| Some(all & status(part, is_name)?))?,
        Bool::Or(parts) => parts.iter().try_fold(0, |any, part| Some(any | status(part, is_name)?))?,
        Bool::Not(part) => ANY & !status(part, is_name)?,
        Bool::IsEmpty(at) if is_name(at) => EMPTY,
        Bool::IsOccupied(at) if is_name(at) => ANY & !EMPTY,
        Bool::IsEnemy(player) if owner_at(player) => ENEMY,
        Bool::IsFriend(player) if owner_at(player) => OWN,
        Bool::Eq(a, b) if (owner_at(a) && is_mover(b)) || (owner_at(b) && is_mover(a)) => OWN,
        Bool::Eq(a, b) if (owner_at(a) && is_next(b)) || (owner_at(b) && is_next(a)) => ENEMY,
        _ => return None,
    })
}

/// Whether an effect does no more than to take away what is on the place in question, at once.
pub(super) fn removes<const W: usize>(kind: &Kind<W>, is_name: &dyn Fn(&Int<W>) -> bool) -> bool {
    matches!(kind, Kind::Remove { region: Region::Site(site), when: None, at_end: false, count: None } if is_name(site))
}

/// Two players with one kind of piece each, and perhaps one of nobody's.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    /// The pieces of nobody and of the players; 0 for none.
    pub(super) what: [u8; 3],
    keys: [Vec<u64>; 3],
}

/// Where the pieces of nobody and of the players stand.
pub(super) type Men<const W: usize> = [Bits<W>; 3];

impl Sides {
    /// The sides of a game, if it has no other pieces.
    pub(super) fn of<const W: usize>(rules: &Rules<W>) -> Option<Sides> {
        let mut what = [0; 3];
        for (piece, &owner) in rules.owners.iter().enumerate().skip(1) {
            let kind = what.get_mut(usize::from(owner)).filter(|kind| **kind == 0)?;
            *kind = piece as u8;
        }
        let keys = |what| (0..rules.places).map(|place| piece_key(place, what)).collect();
        let plain = rules.players == 2
            && what[1] != 0
            && what[2] != 0
            && !(rules.counts || rules.marks || rules.draws)
            && !(rules.meta.gravity || rules.meta.pin || rules.meta.no_stack_on_fallen);
        plain.then(|| Sides { what, keys: what.map(keys) })
    }

    /// Where the pieces stand.
    pub(super) fn load<const W: usize>(&self, state: &State<W>) -> Men<W> {
        [0, 1, 2].map(|owner| *state.owned(owner))
    }

    /// Puts the pieces where they stand now.
    pub(super) fn store<const W: usize>(&self, state: &mut State<W>, men: &Men<W>) {
        for (owner, now) in men.iter().enumerate() {
            let gone = state.owned(owner).minus(now);
            state.clear_all(gone, owner, &self.keys[owner]);
        }
        for (owner, now) in men.iter().enumerate() {
            let come = now.minus(state.owned(owner));
            state.drop_all(come, self.what[owner], owner, &self.keys[owner]);
        }
    }

    /// What a piece on a place adds to the key of the board.
    #[inline]
    pub(super) fn key(&self, owner: usize, place: usize) -> u64 {
        self.keys[owner][place]
    }
}

/// The places with such a status for a mover.
#[inline]
pub(super) fn places_with<const W: usize>(men: &Men<W>, all: &Bits<W>, mover: usize, status: u8) -> Bits<W> {
    let mut places = Bits::EMPTY;
    for (bit, set) in [(OWN, &men[mover]), (ENEMY, &men[3 - mover]), (NEUTRAL, &men[0])] {
        if status & bit != 0 {
            places = places.or(set);
        }
    }
    if status & EMPTY != 0 {
        places = places.or(&all.minus(&men[0]).minus(&men[1]).minus(&men[2]));
    }
    places
}
