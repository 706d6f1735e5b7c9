//! The kernel of games in which balls are only ever placed on playable points, one a turn, and lines through the
//! last ball decide. Lines are sets of places, so that a test is one operation; the position is a set for each
//! player, and is written back when a line may have decided.

use ludex_core::Rng;

use crate::kernels::place::Clock;
use crate::kernels::trigger::{LineRule, Part, Reader};
use crate::runtime::code::{Gen, Int, Kind};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Move, State};

/// The most players, and nobody.
const OWNERS: usize = 5;
/// The most different sets of owners that lines of one player may consist of.
const MIXES: usize = 4;

/// Lines through a place, with the number of the owners of their balls.
type Lines<const W: usize> = Box<[(u8, Bits<W>)]>;

/// A game of placing on a pyramid.
#[derive(Clone, Debug)]
pub struct Stack<const W: usize> {
    leaf: u16,
    /// By mover: whose balls lines may consist of, as bits.
    mixes: [Vec<u16>; OWNERS],
    /// By mover and place.
    lines: [Vec<Lines<W>>; OWNERS],
    /// By mover: places where a ball may decide whatever else there is.
    always: [Bits<W>; OWNERS],
}

impl<const W: usize> Stack<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(in crate::kernels) fn of(rules: &Rules<W>) -> Option<Stack<W>> {
        let meta = &rules.meta;
        let falls = meta.gravity || meta.pin || meta.no_stack_on_fallen;
        if !super::is_plain(rules) || falls || rules.needs_history || !(2..OWNERS).contains(&rules.players) {
            return None;
        }
        let Gen::Leaf(leaf) = rules.phases[0].play else { return None };
        let placing = &rules.leaves[leaf as usize];
        match &placing.kind {
            Kind::Add { whats: None, to, count: Int::Const(1), state: None, value: None }
                if super::is_open(to) && super::is_bare(placing) => {}
            _ => return None,
        }
        let none = || vec![Box::from([]); rules.tables.sites];
        let mut stack = Stack {
            leaf,
            mixes: Default::default(),
            lines: std::array::from_fn(|_| none()),
            always: [Bits::EMPTY; OWNERS],
        };
        let alternatives = Reader::new(rules).ends()?;
        for mover in 1..=rules.players {
            let mut lines: Vec<Vec<(u8, Bits<W>)>> = vec![Vec::new(); rules.tables.sites];
            for parts in &alternatives {
                stack.read(rules, mover, parts, &mut lines)?;
            }
            stack.lines[mover] = lines.into_iter().map(Vec::into_boxed_slice).collect();
        }
        Some(stack)
    }

    /// Notes where one alternative may hold after a ply of a player.
    fn read(
        &mut self,
        rules: &Rules<W>,
        mover: usize,
        parts: &[Part<W>],
        lines: &mut [Vec<(u8, Bits<W>)>],
    ) -> Option<()> {
        let mut places = rules.tables.all;
        let mut line: Option<&LineRule> = None;
        for part in parts {
            match part {
                Part::On(on) => places = places.and(on),
                Part::Mover(players) | Part::Owner(players) if players >> mover & 1 == 0 => return Some(()),
                Part::Mover(_) | Part::Owner(_) => {}
                // The board fills from below: only the ball on top, or the last one, can complete it.
                Part::Filled(all, number) if *number == all.count() && *all == rules.tables.all => {
                    let carries_nothing = |&place: &usize| rules.tables.up[place].is_empty();
                    places = places.iter().filter(carries_nothing).collect();
                }
                Part::Line(rule) if line.is_none() && rule.both_ways => line = Some(rule),
                _ => return None,
            }
        }
        let Some(rule) = line else {
            self.always[mover] = self.always[mover].or(&places);
            return Some(());
        };
        let owners = rule.owners.as_ref().map_or(1 << mover, |owners| owners[mover]) & ((1 << OWNERS) - 1);
        let mixes = &mut self.mixes[mover];
        let mix = mixes.iter().position(|mix| *mix == owners).unwrap_or(mixes.len());
        if mix == mixes.len() {
            mixes.push(owners);
        }
        if mix >= MIXES {
            return None;
        }
        let stretches = &rules.tables.dirs[rule.table].stretches;
        for place in places.iter() {
            // The length is at least 1, and a ball is a line of one.
            let length = usize::from(rule.length[place]);
            match stretches.get(length) {
                Some(stretches) if length > 1 => {
                    lines[place].extend(stretches[place].iter().map(|stretch| (mix as u8, *stretch)));
                }
                _ => self.always[mover].insert(place),
            }
        }
        Some(())
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
        let mut own = [Bits::EMPTY; OWNERS];
        let mut occupied = Bits::EMPTY;
        for (player, own) in own.iter_mut().enumerate().take(rules.players + 1).skip(1) {
            *own = *state.owned(player);
            occupied = occupied.or(own);
        }
        if !super::is_ordinary(rules, state)
            || occupied != *state.occupied()
            || rules.plies_left(state) <= tables.sites as u32
        {
            return 0;
        }
        let mut open = tables.platforms(&occupied).minus(&occupied);
        let mut clock = Clock::new(rules.players as u8, state.mover);
        let mut plies = 0;
        while plies < limit {
            let mover = clock.mover as usize % OWNERS;
            let count = open.count();
            if count == 0 {
                break;
            }
            let place = open.nth(rng.below(count)).unwrap_or(0);
            own[mover].insert(place);
            plies += 1;
            let mut sets = [Bits::EMPTY; MIXES];
            for (set, &owners) in sets.iter_mut().zip(&self.mixes[mover]) {
                let mut left = u32::from(owners);
                while left != 0 {
                    *set = set.or(&own[left.trailing_zeros() as usize % OWNERS]);
                    left &= left - 1;
                }
            }
            let mut special = self.always[mover].has(place);
            for (mix, line) in &self.lines[mover][place] {
                special |= line.is_within(&sets[*mix as usize % MIXES]);
            }
            if special {
                own[mover].remove(place);
                state.rearrange(&own[..=rules.players], &rules.owners);
                clock.write(state);
                let aux = mover as i16;
                let made = Move { from: place as i16, to: place as i16, aux, ..Move::bare(self.leaf) };
                rules.apply(state, made);
                if !clock.agrees(rules, state) {
                    return plies;
                }
                own[mover].insert(place);
                occupied.insert(place);
            } else {
                occupied.insert(place);
                clock.tick(place, place);
            }
            open.remove(place);
            for above in tables.up[place].iter() {
                if tables.down[above].is_within(&occupied) {
                    open.insert(above);
                }
            }
        }
        state.rearrange(&own[..=rules.players], &rules.owners);
        clock.write(state);
        plies
    }
}
