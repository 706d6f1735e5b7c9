//! Balls on a pyramid that are only ever added: a set of places for each kind of ball, the playable points, and what
//! lies in hands beside the board.

use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Content, State, piece_key};

/// Kinds of balls have numbers from 1, and there are fewer than this.
pub(super) const KINDS: usize = 8;
/// The most places beside the board.
pub(super) const HANDS: usize = 8;

/// What never changes about a pyramid and its balls.
#[derive(Clone, Debug)]
pub(super) struct Layout<const W: usize> {
    /// By place: all that carries each of the places above it, and those places. Filled up with what is never there.
    above: Vec<([Bits<W>; 4], [Bits<W>; 4])>,
    /// What carries each place.
    below: Vec<Bits<W>>,
    /// By kind and place: what a ball adds to the key of the board.
    keys: Vec<Vec<u64>>,
    owners: Vec<u8>,
    /// The first place beside the board, and how many there are.
    pub(super) beside: usize,
    pub(super) hands: usize,
}

/// Where balls are.
#[derive(Clone, Copy)]
pub(super) struct Balls<const W: usize> {
    /// By kind.
    pub(super) own: [Bits<W>; KINDS],
    pub(super) occupied: Bits<W>,
    /// The playable points.
    pub(super) open: Bits<W>,
    /// The places that carry a ball.
    pub(super) carrying: Bits<W>,
    /// The kinds of balls beside the board, and how many are left.
    pub(super) kinds: [u8; HANDS],
    pub(super) left: [u16; HANDS],
}

impl<const W: usize> Layout<W> {
    /// The layout of a pyramid, if it has no more kinds of balls and no more hands than are counted here.
    pub(super) fn of(rules: &Rules<W>) -> Option<Layout<W>> {
        let tables = &rules.tables;
        let fits = rules.components.len() <= KINDS
            && tables.up.iter().all(|up| up.count() <= 4)
            && rules.places.saturating_sub(tables.sites) <= HANDS
            && !rules.marks;
        if !fits {
            return None;
        }
        let above = |site: usize| {
            let mut all = ([Bits([u64::MAX; W]); 4], [Bits::EMPTY; 4]);
            for (index, above) in tables.up[site].iter().enumerate() {
                (all.0[index], all.1[index]) = (tables.down[above], Bits::one(above));
            }
            all
        };
        let keys = |kind| (0..tables.sites).map(|place| piece_key(place, kind as u8)).collect();
        Some(Layout {
            above: (0..tables.sites).map(above).collect(),
            below: tables.down.clone(),
            keys: (0..rules.components.len()).map(keys).collect(),
            owners: rules.owners.clone(),
            beside: tables.sites,
            hands: rules.places.saturating_sub(tables.sites),
        })
    }

    /// Where the balls of a position are.
    pub(super) fn load(&self, rules: &Rules<W>, state: &State<W>) -> Balls<W> {
        let tables = &rules.tables;
        let occupied = state.occupied().and(&tables.all);
        let mut own = [Bits::EMPTY; KINDS];
        for place in occupied.iter() {
            own[usize::from(state.what(place)) % KINDS].insert(place);
        }
        let carrying = occupied.iter().fold(Bits::EMPTY, |all, place| all.or(&self.below[place]));
        let (mut kinds, mut left) = ([0; HANDS], [0; HANDS]);
        for hand in 0..self.hands.min(HANDS) {
            kinds[hand] = state.what(self.beside + hand);
            left[hand] = state.count(self.beside + hand);
        }
        let open = tables.platforms(&occupied).minus(&occupied);
        Balls { own, occupied, open, carrying, kinds, left }
    }

    /// Lets a position have the balls that have come.
    pub(super) fn store(&self, state: &mut State<W>, balls: &Balls<W>) {
        for (kind, keys) in self.keys.iter().enumerate().skip(1) {
            let owner = usize::from(self.owners[kind]);
            let come = balls.own[kind % KINDS].minus(state.owned(owner));
            if !come.is_empty() {
                state.drop_all(come, kind as u8, owner, keys);
            }
        }
        for hand in 0..self.hands.min(HANDS) {
            let (place, count) = (self.beside + hand, balls.left[hand]);
            if state.count(place) != count || state.what(place) != balls.kinds[hand] {
                let held = Content { count, ..Content::piece(balls.kinds[hand]) };
                state.put(place, if count == 0 { Content::default() } else { held }, &self.owners);
            }
        }
    }

    /// Adds a ball.
    #[inline(always)]
    pub(super) fn put(&self, balls: &mut Balls<W>, kind: usize, place: usize) {
        balls.own[kind % KINDS].insert(place);
        balls.occupied.insert(place);
        balls.open = self.opened(&balls.open, &balls.occupied, place);
        balls.carrying = balls.carrying.or(&self.below[place]);
    }

    /// The playable points after a ball was put on one of them, which is among the occupied places already.
    #[inline(always)]
    pub(super) fn opened(&self, open: &Bits<W>, occupied: &Bits<W>, place: usize) -> Bits<W> {
        let mut open = *open;
        open.remove(place);
        let (carriers, above) = &self.above[place];
        for (carriers, above) in carriers.iter().zip(above) {
            let rests = carriers.is_within(occupied);
            open = open.or(if rests { above } else { &Bits::EMPTY });
        }
        open
    }
}

impl<const W: usize> Balls<W> {
    /// The balls of some kinds, as bits.
    #[inline(always)]
    pub(super) fn of(&self, kinds: u8) -> Bits<W> {
        let mut all = Bits::EMPTY;
        let mut left = u32::from(kinds);
        while left != 0 {
            all = all.or(&self.own[left.trailing_zeros() as usize % KINDS]);
            left &= left - 1;
        }
        all
    }
}
