//! The kernel of games in which a turn is two balls that touch, one of each colour, on playable points; the first
//! must leave a point for the second. The last plies of a game, when the pyramid is full or no pair fits any more,
//! are left to the general rules.

use ludex_core::Rng;

use crate::kernels::place::Clock;
use crate::runtime::code::{Around, Bool, EndRule, Gen, Int, Kind, Region, Role};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Move, State};

/// After so many draws in vain the general rules list the moves.
const TRIES: u32 = 64;

/// A game of placing pairs.
#[derive(Clone, Debug)]
pub struct Couple<const W: usize> {
    /// The leaves of the first and the second ball.
    leaves: [u16; 2],
    /// The places that touch each place.
    around: Vec<Bits<W>>,
}

impl<const W: usize> Couple<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(in crate::kernels) fn of(rules: &Rules<W>) -> Option<Couple<W>> {
        let meta = &rules.meta;
        let limited = meta.gravity || meta.pin || meta.no_stack_on_fallen || meta.swap || rules.needs_history;
        if !super::is_plain(rules) || limited || rules.players != 2 || !ends_when_stuck(rules) {
            return None;
        }
        let Gen::If(condition, second, first) = &rules.phases[0].play else { return None };
        let again = matches!(&**condition, Bool::Eq(a, b) if matches!((&**a, &**b), (Int::Mover, Int::Prev)));
        let (true, Gen::Leaf(second), Gen::Afterwards { moves, when }) = (again, &**second, &**first) else {
            return None;
        };
        let Gen::Leaf(first) = **moves else { return None };
        let table = second_ball(rules, *second)?;
        let partner = match &**when {
            Bool::CanMove(partner) => partner,
            Bool::Or(parts) => match &parts[..] {
                [Bool::IsFull, Bool::CanMove(partner)] => partner,
                _ => return None,
            },
            _ => return None,
        };
        let Gen::Leaf(partner) = **partner else { return None };
        if second_ball(rules, partner)? != table || !is_first_ball(rules, first) {
            return None;
        }
        Some(Couple { leaves: [first, *second], around: rules.tables.dirs[table].around.clone() })
    }

    /// Plays ordinary turns.
    pub(in crate::kernels) fn run(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> u32 {
        let mut own = [*state.owned(0), *state.owned(1), *state.owned(2)];
        let mut occupied = own[0].or(&own[1]).or(&own[2]);
        if !super::is_ordinary(rules, state) || state.prev == state.mover || occupied != *state.occupied() {
            return 0;
        }
        let tables = &rules.tables;
        let mut open = tables.platforms(&occupied).minus(&occupied);
        let limit = limit.min(rules.plies_left(state));
        let mut clock = Clock::new(2, state.mover);
        let mut turns = 0;
        let mut ending: [Option<Move>; 2] = [None; 2];
        'turns: while 2 * turns + 2 <= limit {
            let count = open.count();
            if count == 0 {
                break;
            }
            let kept = rng.clone();
            let mut tries = 0;
            let (first, colour, after, near) = loop {
                let index = rng.below(2 * count);
                let place = open.nth(index / 2).unwrap_or(0);
                let colour = 1 + (index % 2) as usize;
                let after = self.filled(rules, &open, &occupied, place);
                let near = after.and(&self.around[place]);
                if !near.is_empty() {
                    break (place, colour, after, near);
                }
                tries += 1;
                if after.is_empty() || tries == TRIES {
                    // The last point, or hardly a pair: the general rules know what that means.
                    *rng = kept;
                    break 'turns;
                }
            };
            let second = near.nth(rng.below(near.count())).unwrap_or(0);
            let mut now = occupied;
            now.insert(first);
            let later = self.filled(rules, &after, &now, second);
            now.insert(second);
            if !self.has_pair(rules, &later, &now) {
                let ball = |leaf: usize, place: usize, colour: usize| Move {
                    from: place as i16,
                    to: place as i16,
                    aux: colour as i16,
                    ..Move::bare(self.leaves[leaf])
                };
                ending = [Some(ball(0, first, colour)), Some(ball(1, second, 3 - colour))];
                break;
            }
            own[colour].insert(first);
            own[3 - colour].insert(second);
            (occupied, open) = (now, later);
            clock.tick(second, second);
            turns += 1;
        }
        state.rearrange(&own, &rules.owners);
        clock.write(state);
        // A turn has two plies.
        state.moves += turns;
        state.counter += turns as i32;
        let mut plies = 2 * turns;
        for made in ending.into_iter().flatten() {
            rules.apply(state, made);
            plies += 1;
        }
        plies
    }

    /// The playable points after a ball was put on one of them; `occupied` is without it.
    #[inline(always)]
    fn filled(&self, rules: &Rules<W>, open: &Bits<W>, occupied: &Bits<W>, place: usize) -> Bits<W> {
        let tables = &rules.tables;
        let (mut open, mut occupied) = (*open, *occupied);
        open.remove(place);
        occupied.insert(place);
        for above in tables.up[place].iter() {
            if tables.down[above].is_within(&occupied) {
                open.insert(above);
            }
        }
        open
    }

    /// Whether there are two playable points for a pair.
    #[inline]
    fn has_pair(&self, rules: &Rules<W>, open: &Bits<W>, occupied: &Bits<W>) -> bool {
        let leaves_one = |place: usize| self.filled(rules, open, occupied, place).meets(&self.around[place]);
        open.iter().any(leaves_one)
    }
}

/// "A ball of either colour on any playable point; then the same player goes on, unless the pyramid is full."
fn is_first_ball<const W: usize>(rules: &Rules<W>, leaf: u16) -> bool {
    let leaf = &rules.leaves[leaf as usize];
    let Kind::Add { whats: Some(whats), to, count: Int::Const(1), state: None, value: None } = &leaf.kind
    else {
        return false;
    };
    let goes_on = |effect: &Gen<W>| {
        let Gen::Leaf(leaf) = effect else { return false };
        let leaf = &rules.leaves[*leaf as usize];
        matches!(leaf.kind, Kind::MoveAgain) && leaf.then.is_empty()
    };
    let again = match &leaf.then[..] {
        [Gen::If(full, _, effect)] => matches!(**full, Bool::IsFull) && goes_on(effect),
        [effect] => goes_on(effect),
        _ => false,
    };
    matches!(whats[..], [Int::Const(1), Int::Const(2)])
        && super::is_open(to)
        && again
        && leaf.prior.is_empty()
        && !leaf.binds
}

/// "A ball of the other colour on a playable point that touches the last one": the table of what touches.
fn second_ball<const W: usize>(rules: &Rules<W>, leaf: u16) -> Option<usize> {
    let leaf = &rules.leaves[leaf as usize];
    let Kind::Add { whats: Some(whats), to, count: Int::Const(1), state: None, value: None } = &leaf.kind
    else {
        return None;
    };
    let [Int::Sub(three, last)] = &whats[..] else { return None };
    let is_last = |site: &Int<W>| matches!(site, Int::LastTo { after: false });
    let other = matches!((&**three, &**last), (Int::Const(3), Int::What(site)) if is_last(site));
    let quiet = match &leaf.then[..] {
        [] => true,
        [Gen::If(full, _, no)] => matches!((&**full, &**no), (Bool::IsFull, Gen::None)),
        _ => false,
    };
    if !other || !quiet || !leaf.prior.is_empty() || leaf.binds || to.when.is_some() || to.apply.is_some() {
        return None;
    }
    let Some(Region::Intersection(parts)) = &to.region else { return None };
    let [Region::Intersection(near), Region::Platforms] = &parts[..] else { return None };
    let [
        Region::Empty,
        Region::Around { of, dirs, distance, when: None, what: Around::Any, include_self: false },
    ] = &near[..]
    else {
        return None;
    };
    let of_last = matches!(&**of, Region::Site(site) if is_last(site));
    match (&**distance, &dirs.by_facing[..]) {
        (Int::Const(1), [table]) if of_last && dirs.towards.is_none() => Some(*table as usize),
        _ => None,
    }
}

/// "The game ends when the pyramid is full or the next player has no move."
fn ends_when_stuck<const W: usize>(rules: &Rules<W>) -> bool {
    let mut ends = rules.phases[0].end.iter().chain(&rules.end);
    let (Some(EndRule::If(Bool::Or(parts), _, _)), None) = (ends.next(), ends.next()) else { return false };
    matches!(parts[..], [Bool::IsFull, Bool::NoMoves(Role::Next)])
}
