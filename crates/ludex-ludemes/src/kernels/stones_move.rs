//! One stone put by choice in a game of stones whose groups decide: its group is followed once, for all end rules.

use super::course::Course;
use super::stones::{Board, Game, Groups, Play, Seen, Stones, Stop};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Move, State};

impl<const W: usize> Stones<W> {
    /// Makes a move. False if the general rules must, which also see at once whether there is a line.
    pub(super) fn make(&self, rules: &Rules<W>, state: &mut State<W>, made: Move) -> bool {
        let place = usize::try_from(made.to).ok().filter(|_| made.leaf == self.leaf);
        let Some(place) = place.filter(|&place| place < rules.tables.sites) else { return false };
        match &self.play {
            Play::Small(..) => false,
            Play::One(board) => self.put(rules, state, board, place),
            Play::Two(board) => self.put(rules, state, board, place),
            Play::Four(board) => self.put(rules, state, board, place),
            Play::Eight(board) => self.put(rules, state, board, place),
        }
    }

    fn put<const N: usize>(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        board: &Board<N>,
        place: usize,
    ) -> bool {
        if board.groups == Groups::None || board.lines > 1 {
            return false;
        }
        let Some(mut game): Option<Game<N>> = self.begin(rules, state) else { return false };
        if !game.open.has(place) {
            return false;
        }
        let mover = game.mover;
        let full = game.open.count() == 1;
        let (touched, closes) = board.joined(place, mover, &game.own[mover]);
        let enough = (touched & board.own_goals[mover]).count_ones() >= board.fewest[mover];
        let mut stop = Stop::Enough;
        if full || closes || enough {
            let seen = Seen { place, mover, longest: 1, touched, closes, full, ..Seen::default() };
            stop = board.end(&seen).unwrap_or(Stop::Enough);
        }
        match stop {
            // A loop is for the general rules to judge.
            Stop::Ask(_) | Stop::Swap => return false,
            Stop::Enough => {
                game.own[mover].insert(place);
                (game.plies, game.last) = (1, place);
            }
            Stop::End(..) => {}
        }
        self.finish(rules, state, Course::at(rules, state), &game, stop);
        true
    }
}

impl<const N: usize> Board<N> {
    /// What the group of a new stone touches, and whether it may close a loop.
    fn joined(&self, place: usize, mover: usize, own: &Bits<N>) -> (u16, bool) {
        let neighbours = self.around[place].and(own);
        let (mut touched, mut groups) = (self.goals[place], 0);
        let mut left = neighbours;
        while let Some(start) = left.first() {
            let (mut group, mut front) = (Bits::EMPTY, Bits::one(start));
            while let Some(at) = front.first() {
                group.insert(at);
                touched |= self.goals[at];
                front = front.or(&self.around[at].and(own)).minus(&group);
            }
            left = left.minus(&group);
            groups += 1;
        }
        let closes = self.loops && neighbours.count() > 1 && groups < self.runs(&neighbours);
        (touched & self.own_goals[mover], closes)
    }
}
