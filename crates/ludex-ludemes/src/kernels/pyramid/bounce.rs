//! The kernel of games with three kinds of pieces, two of the players and one of nobody, in which a piece jumps over a
//! neighbour of another kind onto a piece, which it takes; the neighbour changes to the third kind. Who cannot jump
//! ends the game: that ply is left to the general rules.

use ludex_core::Rng;

use crate::kernels::place::Clock;
use crate::kernels::status::{Men, Sides};
use crate::runtime::code::{Apply, BetweenClause, Bool, EndRule, Gen, Int, Kind, Region, Role, ToClause};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Move, State};

/// The most jumps that are looked at.
const MOST: usize = 512;

/// A game of jumping.
#[derive(Clone, Debug)]
pub struct Bounce<const W: usize> {
    sides: Sides,
    /// All jumps in the order of the general rules.
    jumps: Vec<Jump<W>>,
}

#[derive(Clone, Copy, Debug)]
struct Jump<const W: usize> {
    /// The place jumped over and the one jumped to.
    path: Bits<W>,
    from: u16,
    over: u16,
    made: Move,
}

/// The jumps a player has.
struct Found {
    jumps: [u16; MOST],
    count: usize,
}

impl<const W: usize> Bounce<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(in crate::kernels) fn of(rules: &Rules<W>) -> Option<Bounce<W>> {
        let sides = Sides::of(rules)
            .filter(|sides| sides.what.iter().map(|&what| u32::from(what)).sum::<u32>() == 6)?;
        let limited = rules.meta.swap || rules.needs_history || rules.may_repeat_moves;
        if rules.phases.len() != 1 || rules.containers.len() != 1 || limited || !ends_when_stuck(rules) {
            return None;
        }
        let Gen::Leaf(number) = rules.phases[0].play else { return None };
        let leaf = &rules.leaves[number as usize];
        let Kind::Hop { from, dirs, between: Some(between), to } = &leaf.kind else { return None };
        let ([table], None, true) = (&dirs.by_facing[..], dirs.towards, super::is_bare(leaf)) else {
            return None;
        };
        let onto_a_piece = match to {
            ToClause { region: None, when: Some(Bool::IsOccupied(site)), apply: None } => {
                matches!(**site, Int::To)
            }
            _ => false,
        };
        let origins = match &from.region {
            Some(Region::Union(parts)) if from.when.is_none() => parts,
            _ => return None,
        };
        let is_of = |region: &Region<W>, role: Role| match region {
            Region::Occupied { who, whats: None, within } => {
                who == &[role] && rules.tables.all.is_within(within)
            }
            _ => false,
        };
        let of_both = matches!(&origins[..], [a, b] if is_of(a, Role::Mover) && is_of(b, Role::Neutral));
        if !onto_a_piece || !of_both || !turns_the_neighbour(rules, between) {
            return None;
        }
        let mut jumps = Vec::new();
        for place in 0..rules.tables.sites {
            for (index, ray) in rules.tables.dirs[*table as usize].rays[place].iter().enumerate() {
                let [over, to, ..] = ray[..] else { continue };
                let aux = (index << 8 | 1) as i16;
                let made = Move { from: place as i16, to: to as i16, aux, ..Move::bare(number) };
                let path = [usize::from(over), usize::from(to)].into_iter().collect();
                jumps.push(Jump { path, from: place as u16, over, made });
            }
        }
        (jumps.len() <= MOST).then_some(Bounce { sides, jumps })
    }

    /// Plays ordinary plies.
    pub(in crate::kernels) fn run(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> u32 {
        if !super::is_ordinary(rules, state) {
            return 0;
        }
        let limit = limit.min(rules.plies_left(state));
        let mut men = self.sides.load(state);
        let mut clock = Clock::new(2, state.mover);
        let mut found = self.jumps_of(&men, usize::from(clock.mover));
        let mut plies = 0;
        while plies < limit && found.count > 0 {
            let jump = &self.jumps[usize::from(found.jumps[rng.below(found.count as u32) as usize])];
            let before = men;
            let (from, over, to) = (usize::from(jump.from), usize::from(jump.over), jump.made.to as usize);
            let owner = |men: &Men<W>, place: usize| men.iter().position(|men| men.has(place)).unwrap_or(0);
            let (jumper, other) = (owner(&men, from), owner(&men, over));
            let taken = owner(&men, to);
            men[taken].remove(to);
            men[jumper].remove(from);
            men[jumper].insert(to);
            men[other].remove(over);
            men[3 - jumper - other].insert(over);
            plies += 1;
            found = self.jumps_of(&men, 3 - usize::from(clock.mover));
            if found.count == 0 {
                self.sides.store(state, &before);
                clock.write(state);
                rules.apply(state, jump.made);
                return plies;
            }
            clock.tick(from, to);
        }
        self.sides.store(state, &men);
        clock.write(state);
        plies
    }

    fn jumps_of(&self, men: &Men<W>, mover: usize) -> Found {
        let occupied = men[0].or(&men[1]).or(&men[2]);
        let mut found = Found { jumps: [0; MOST], count: 0 };
        for (index, jump) in self.jumps.iter().enumerate() {
            let from = usize::from(jump.from);
            let alike = match (men[mover].has(from), men[0].has(from)) {
                (true, _) => &men[mover],
                (_, true) => &men[0],
                _ => continue,
            };
            // Over a piece of another kind onto any piece.
            let possible = jump.path.is_within(&occupied) && !alike.has(usize::from(jump.over));
            found.jumps[found.count] = index as u16;
            found.count += usize::from(possible);
        }
        found
    }
}

/// "Over a piece of another kind, which changes to the third."
fn turns_the_neighbour<const W: usize>(rules: &Rules<W>, between: &BetweenClause<W>) -> bool {
    let BetweenClause { before: None, range: None, after: None, when: Some(when), trail: None, apply } =
        between
    else {
        return false;
    };
    let (Bool::And(parts), Some(Apply { when: None, effect: Some(Gen::Leaf(effect)) })) = (when, apply)
    else {
        return false;
    };
    let [Bool::IsOccupied(there), Bool::Ne(a, b)] = &parts[..] else { return false };
    let is_between = |site: &Int<W>| matches!(site, Int::Between);
    let is_what =
        |what: &Int<W>, is_site: &dyn Fn(&Int<W>) -> bool| matches!(what, Int::What(site) if is_site(site));
    let is_from = |site: &Int<W>| matches!(site, Int::From);
    let another = is_between(there) && is_what(a, &is_between) && is_what(b, &is_from);
    let effect = &rules.leaves[*effect as usize];
    let Kind::Promote { site: Region::Site(site), whats, owner: None } = &effect.kind else { return false };
    let third = match &whats[..] {
        [Int::Sub(six, sum)] => match (&**six, &**sum) {
            (Int::Const(6), Int::Add(parts)) => {
                matches!(&parts[..], [a, b] if is_what(a, &is_from) && is_what(b, &is_between))
            }
            _ => false,
        },
        _ => false,
    };
    another && third && is_between(site) && effect.then.is_empty() && effect.prior.is_empty()
}

/// "The game ends when the next player has no move."
fn ends_when_stuck<const W: usize>(rules: &Rules<W>) -> bool {
    let mut ends = rules.phases[0].end.iter().chain(&rules.end);
    let (Some(EndRule::If(Bool::NoMoves(Role::Next), _, _)), None) = (ends.next(), ends.next()) else {
        return false;
    };
    rules.asks_for_moves
}
