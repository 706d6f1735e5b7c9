//! Questions to the rules from outside a game: what an expression is worth in a position.

use std::cell::Cell;

use super::Bits;
use super::chance::Chance;
use super::code::{Bool, Int, Region, Verdict, Walk};
use super::eval::{Bound, Eval};
use super::rules::Rules;
use super::sets::Name;
use super::state::{Content, State};
use super::turns::FUEL;

impl<const W: usize> Rules<W> {
    /// Whether a condition holds in a position.
    pub(crate) fn holds_in(&self, state: &State<W>, condition: &Bool<W>) -> bool {
        Eval::new(self, state, &Chance::default(), &Cell::new(FUEL)).bool(condition)
    }

    /// What a number is worth in a position.
    pub(crate) fn number_in(&self, state: &State<W>, int: &Int<W>) -> i32 {
        Eval::new(self, state, &Chance::default(), &Cell::new(FUEL)).int(int)
    }

    /// Whether a condition holds in a position with `to` bound.
    pub(crate) fn holds_at(&self, state: &State<W>, to: i32, condition: &Bool<W>) -> bool {
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        bound_to(Eval::new(self, state, &chance, &fuel), to).bool(condition)
    }

    /// Whether a condition holds in a position where an iterator stands at a place.
    pub(crate) fn holds_on(&self, state: &State<W>, site: i32, condition: &Bool<W>) -> bool {
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        let mut eval = Eval::new(self, state, &chance, &fuel);
        eval.bound.site = site;
        eval.bool(condition)
    }

    /// What a number is worth in a position with `to` bound.
    pub(crate) fn number_at(&self, state: &State<W>, to: i32, int: &Int<W>) -> i32 {
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        bound_to(Eval::new(self, state, &chance, &fuel), to).int(int)
    }

    /// What a number is worth in a position with `from` bound.
    pub(crate) fn number_from(&self, state: &State<W>, from: i32, int: &Int<W>) -> i32 {
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        let mut eval = Eval::new(self, state, &chance, &fuel);
        eval.bound.from = from;
        eval.int(int)
    }

    /// Whether a condition holds in a position with `from` and `to` bound.
    pub(crate) fn holds_between(&self, state: &State<W>, ends: (i32, i32), condition: &Bool<W>) -> bool {
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        bound_between(Eval::new(self, state, &chance, &fuel), ends).bool(condition)
    }

    /// What a number is worth in a position with `from` and `to` bound.
    pub(crate) fn number_between(&self, state: &State<W>, ends: (i32, i32), int: &Int<W>) -> i32 {
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        bound_between(Eval::new(self, state, &chance, &fuel), ends).int(int)
    }

    /// The places of a set in a position with `from` and `to` bound.
    pub(crate) fn places_between(&self, state: &State<W>, ends: (i32, i32), region: &Region<W>) -> Bits<W> {
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        bound_between(Eval::new(self, state, &chance, &fuel), ends).region(region)
    }

    /// Where a piece that faces as one of these components does leaps from a place.
    pub(crate) fn leaps_of(
        &self,
        what: u8,
        place: usize,
        walks: &[Vec<Walk>],
        (rotations, forward): (bool, bool),
    ) -> Bits<W> {
        let mut state = State::new(self.players, self.marks, self.vars.len());
        state.put(place, Content::piece(what), &self.owners);
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        Eval::new(self, &state, &chance, &fuel).leap_targets(place, walks, rotations, forward)
    }

    /// The places of a set in a position with `to` bound.
    pub(crate) fn places_at(&self, state: &State<W>, to: i32, region: &Region<W>) -> Bits<W> {
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        bound_to(Eval::new(self, state, &chance, &fuel), to).region(region)
    }

    /// Whether the places for which a condition on `to` holds are found as a set.
    pub(crate) fn is_set(&self, condition: &Bool<W>) -> bool {
        self.is_set_of(condition, Name::To)
    }

    /// Whether the places for which a condition on `from` holds are found as a set.
    pub(crate) fn is_set_of_origins(&self, condition: &Bool<W>) -> bool {
        self.is_set_of(condition, Name::From)
    }

    fn is_set_of(&self, condition: &Bool<W>, name: Name) -> bool {
        let state = State::new(self.players, self.marks, self.vars.len());
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        Eval::new(self, &state, &chance, &fuel).set_where(condition, name).is_some()
    }

    /// The places of a set on the empty board with `from` bound.
    pub(crate) fn places_from(&self, from: usize, region: &Region<W>) -> Bits<W> {
        let state = State::new(self.players, self.marks, self.vars.len());
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        let mut eval = Eval::new(self, &state, &chance, &fuel);
        eval.bound.from = from as i32;
        eval.region(region)
    }

    /// The places that a walk from a place goes through, for each way it may begin and stay on the board.
    pub(crate) fn walks_from(&self, place: usize, walk: &[Walk]) -> Vec<Vec<u16>> {
        let state = State::new(self.players, self.marks, self.vars.len());
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        let eval = Eval::new(self, &state, &chance, &fuel);
        let mut all = Vec::new();
        for start in 0..self.tables.orthogonal.len() {
            let mut places = Vec::new();
            let visit = |place: usize| {
                places.push(place as u16);
                true
            };
            if eval.walk_through(place, start, walk, visit).is_some() {
                all.push(places);
            }
        }
        all
    }

    /// Ends the game as a result says that depends on nothing but the position.
    pub(crate) fn end_with(&self, state: &mut State<W>, verdict: &Verdict<W>) {
        self.conclude(state, verdict, Bound::NONE, &Chance::default(), &Cell::new(FUEL));
    }
}

fn bound_between<const W: usize>(mut eval: Eval<'_, W>, (from, to): (i32, i32)) -> Eval<'_, W> {
    (eval.bound.from, eval.bound.to) = (from, to);
    eval
}

fn bound_to<const W: usize>(mut eval: Eval<'_, W>, to: i32) -> Eval<'_, W> {
    eval.bound.to = to;
    eval
}
