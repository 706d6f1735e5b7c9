//! The kernel of games in which a ball of the own colour is placed or moved to a playable point, and what rested on
//! a moved ball drops. What wins must be sets of points that one player holds: lines, or corners of pyramids.
//!
//! A place or a ball with a place is drawn; balls may not be put on what drops, and such a pair is drawn again. As a
//! ball with two on it cannot move, there is never more than one hole for others to drop into.

use ludex_core::Rng;

use super::goals::Goals;
use crate::kernels::place::Clock;
use crate::runtime::code::{Gen, Int, Kind, Region, Role};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Move, State};

/// A game of placing and moving with drops.
#[derive(Clone, Debug)]
pub struct Fall<const W: usize> {
    /// The leaf that places a ball, and the one that moves one.
    leaves: [u16; 2],
    goals: Goals<W>,
    /// The places a ball may not be moved to, by where it comes from.
    barred: Vec<Bits<W>>,
}

impl<const W: usize> Fall<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(in crate::kernels) fn of(rules: &Rules<W>) -> Option<Fall<W>> {
        let meta = &rules.meta;
        let fits =
            super::is_plain(rules) && rules.players == 2 && meta.gravity && meta.pin && !rules.needs_history;
        if !fits {
            return None;
        }
        let Gen::All(parts) = &rules.phases[0].play else { return None };
        let [Gen::Leaf(place), Gen::Leaf(shift)] = parts[..] else { return None };
        let (placing, shifting) = (&rules.leaves[place as usize], &rules.leaves[shift as usize]);
        if !super::is_bare(placing) || !super::is_bare(shifting) {
            return None;
        }
        match &placing.kind {
            Kind::Add { whats: None, to, count: Int::Const(1), state: None, value: None }
                if super::is_open(to) => {}
            _ => return None,
        }
        match &shifting.kind {
            Kind::FromTo { from, to, count: None, copy: false }
                if super::is_open(to) && from.when.is_none() =>
            {
                match &from.region {
                    Some(Region::Occupied { who, whats: None, within })
                        if who == &[Role::Mover] && rules.tables.all.is_within(within) => {}
                    _ => return None,
                }
            }
            _ => return None,
        }
        let barred = match meta.no_stack_on_fallen {
            true => rules.tables.above_lines.clone(),
            false => vec![Bits::EMPTY; rules.tables.sites],
        };
        Some(Fall { leaves: [place, shift], goals: Goals::of(rules)?, barred })
    }

    /// Plays ordinary plies.
    pub(in crate::kernels) fn run(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> u32 {
        let tables = &rules.tables;
        let mut own = [Bits::EMPTY, *state.owned(1), *state.owned(2)];
        let mut occupied = own[1].or(&own[2]);
        if !super::is_ordinary(rules, state)
            || occupied != *state.occupied()
            || own.iter().any(|own| self.goals.held(own))
        {
            return 0;
        }
        let mut open = tables.platforms(&occupied).minus(&occupied);
        let pins = |occupied: &Bits<W>, place: usize| tables.up[place].and(occupied).count() > 1;
        let mut pinned: Bits<W> = occupied.iter().filter(|&place| pins(&occupied, place)).collect();
        let limit = limit.min(rules.plies_left(state));
        let mut clock = Clock::new(2, state.mover);
        let mut plies = 0;
        while plies < limit {
            let mover = (clock.mover & 3) as usize % 3;
            let count = open.count();
            if count == 0 {
                break;
            }
            let origins = own[mover].minus(&pinned);
            let total = count * (1 + origins.count());
            let (from, to) = loop {
                let index = rng.below(total);
                let place = open.nth(index % count).unwrap_or(0);
                if index < count {
                    break (None, place);
                }
                let origin = origins.nth(index / count - 1).unwrap_or(0);
                if !self.barred[origin].has(place) {
                    break (Some(origin), place);
                }
            };
            let before = own;
            own[mover].insert(to);
            occupied.insert(to);
            open.remove(to);
            plies += 1;
            let mut touched = tables.down[to];
            let mut held = false;
            if let Some(from) = from {
                own[mover].remove(from);
                let mut hole = from;
                while let Some(falling) = tables.up[hole].and(&occupied).first() {
                    let owner = if own[1].has(falling) { 1 } else { 2 };
                    own[owner].remove(falling);
                    own[owner].insert(hole);
                    held |= self.goals.held_through(hole, &own[owner]);
                    hole = falling;
                }
                occupied.remove(hole);
                open = open.minus(&tables.up[hole]);
                open.insert(hole);
                touched = touched.or(&tables.down[hole]);
            }
            held |= self.goals.held_through(to, &own[mover]);
            if held {
                state.rearrange(&before, &rules.owners);
                clock.write(state);
                let leaf = self.leaves[usize::from(from.is_some())];
                let aux = if from.is_some() { -1 } else { mover as i16 };
                let made = Move { from: from.unwrap_or(to) as i16, to: to as i16, aux, ..Move::bare(leaf) };
                rules.apply(state, made);
                return plies;
            }
            for above in tables.up[to].iter() {
                if tables.down[above].is_within(&occupied) {
                    open.insert(above);
                }
            }
            for below in touched.iter() {
                if pins(&occupied, below) {
                    pinned.insert(below);
                } else {
                    pinned.remove(below);
                }
            }
            clock.tick(from.unwrap_or(to), to);
        }
        state.rearrange(&own, &rules.owners);
        clock.write(state);
        plies
    }
}
