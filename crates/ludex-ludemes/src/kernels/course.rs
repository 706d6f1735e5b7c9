//! The course of a game as a kernel keeps it: whose turn it is, and what a position must still be told about the
//! plies played.

use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Last, State};

/// The course of a game in which everybody still plays.
pub(super) struct Course<const W: usize> {
    players: u8,
    pub(super) mover: u8,
    pub(super) prev: u8,
    pub(super) last: Last,
    pub(super) counter: i32,
    plies: u32,
    turns: u32,
    this_turn: u32,
    moved: u16,
    visited: Bits<W>,
}

impl<const W: usize> Course<W> {
    /// The course of a position, if it is an ordinary one with at least `plies` to go before the limits of length.
    pub(super) fn of(rules: &Rules<W>, state: &State<W>, plies: u32) -> Option<Course<W>> {
        is_ordinary(rules, state, plies).then(|| Course::at(rules, state))
    }

    /// The course of a position that is known to be an ordinary one.
    pub(super) fn at(rules: &Rules<W>, state: &State<W>) -> Course<W> {
        Course {
            players: rules.players as u8,
            mover: state.mover,
            prev: state.prev,
            last: state.last,
            counter: state.counter,
            plies: 0,
            turns: 0,
            this_turn: state.moves_this_turn,
            moved: 0,
            visited: state.visited,
        }
    }

    /// The player after the mover.
    #[inline]
    pub(super) fn next(&self) -> u8 {
        if self.mover == self.players { 1 } else { self.mover + 1 }
    }

    /// How many moves the mover has made in this turn.
    pub(super) fn this_turn(&self) -> u32 {
        self.this_turn
    }

    /// So many plies were made by the players in turn, the last of them on this place.
    pub(super) fn advance(&mut self, plies: u32, last: usize) {
        if plies == 0 {
            return;
        }
        let players = u32::from(self.players);
        let at = |plies: u32| ((u32::from(self.mover) - 1 + plies) % players + 1) as u8;
        let (prev, mover) = (at(plies - 1), at(plies));
        let moved = (0..plies.min(players)).fold(0, |bits, ply| bits | 1 << at(ply));
        self.moved |= moved;
        self.last = plain_last(last, last, prev);
        (self.prev, self.mover) = (prev, mover);
        self.plies += plies;
        self.turns += plies;
        self.counter += plies as i32;
        self.this_turn = 0;
        self.visited = Bits::EMPTY;
    }

    /// A ply was made; `again` if the mover moves once more.
    #[inline]
    pub(super) fn tick(&mut self, last: Last, again: bool) {
        self.last = last;
        if again {
            self.plies += 1;
            self.counter += 1;
            self.moved |= 1 << self.mover;
            self.prev = self.mover;
            self.this_turn += 1;
            for site in [last.from, last.to] {
                self.visited.insert(site as usize);
            }
        } else {
            self.step();
        }
    }

    /// A ply was made by the mover, whose turn is over; what it was is told later.
    #[inline]
    pub(super) fn step(&mut self) {
        self.plies += 1;
        self.turns += 1;
        self.counter += 1;
        self.moved |= 1 << self.mover;
        self.prev = self.mover;
        self.mover = self.next();
        self.this_turn = 0;
        self.visited = Bits::EMPTY;
    }

    /// Tells the position about the plies played.
    pub(super) fn write(&self, state: &mut State<W>) {
        if self.plies == 0 {
            return;
        }
        state.stuck &= !self.moved;
        state.last = self.last;
        state.passed = 0;
        state.pending.clear();
        state.visited = self.visited;
        state.moves += self.plies;
        state.turn += self.turns;
        state.moves_this_turn = self.this_turn;
        state.counter = self.counter;
        (state.prev, state.mover, state.next) = (self.prev, self.mover, self.next());
    }

    /// Tells the position about the plies played and one more, with which the game ends. What it put on the board
    /// has been told; who wins has not.
    pub(super) fn write_end(&self, state: &mut State<W>, last: Last, again: bool) {
        self.write(state);
        state.stuck &= !(1 << self.mover);
        state.last = last;
        state.passed = 0;
        state.pending.clear();
        state.moves += 1;
        if again {
            state.next = self.mover;
        }
    }
}

/// Whether a position is an ordinary one, with at least `plies` to go before the limits of length.
#[inline]
pub(super) fn is_ordinary<const W: usize>(rules: &Rules<W>, state: &State<W>, plies: u32) -> bool {
    let everyone = ((1u32 << (rules.players + 1)) - 2) as u16;
    !state.over
        && state.waiting.is_none()
        && state.active == everyone
        && state.to_clear.is_empty()
        && rules.plies_left(state) > plies
}

/// A move from a place to another that nothing came after.
#[inline]
pub(super) fn plain_last(from: usize, to: usize, mover: u8) -> Last {
    let (from, to) = (from as i16, to as i16);
    Last { from, to, from_after: from, to_after: to, mover, pass: false }
}
