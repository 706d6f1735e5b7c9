//! What balls may be placed where, and what follows: rules of games of placing in a form that is quickly asked.

use std::ops::Range;

use super::now::Now;
use crate::kernels::pyramid::balls::HANDS;
use crate::runtime::{Bits, PLAYERS};

/// Something for each player; the first is nobody's.
pub(super) type ByMover = [u8; PLAYERS + 1];

/// Which ways to place a ball there are.
#[derive(Clone, Debug)]
pub(super) enum Plan<const W: usize> {
    If(When, Box<Plan<W>>, Box<Plan<W>>),
    Sources(Vec<Source<W>>),
    /// Only the general rules know.
    Other,
}

/// A condition on the position.
#[derive(Clone, Debug)]
pub(super) enum When {
    /// The mover has moved before in this turn.
    Again,
    /// There is a ball in this hand.
    Holds(ByMover),
    /// There are so many balls on the board.
    Balls(u32),
    /// So many moves have been made.
    Moves(u32),
    Not(Box<When>),
}

/// One way to place a ball.
#[derive(Clone, Debug)]
pub(super) struct Source<const W: usize> {
    pub(super) leaf: u16,
    pub(super) supply: Supply,
    /// Where balls may go.
    pub(super) area: Bits<W>,
    /// What must hold for the place.
    pub(super) test: Option<Test<W>>,
    /// Whether the general rules know the set of places for which it holds.
    pub(super) exact: bool,
    /// Whether they drop a place for which it does not, instead of drawing it again.
    pub(super) drops: bool,
    pub(super) then: Vec<Effect<W>>,
}

/// Where a ball comes from.
#[derive(Clone, Debug)]
pub(super) enum Supply {
    /// A new one of this kind.
    New(ByMover),
    /// The one in this hand.
    Hand(ByMover),
    /// It is handed over from one of some hands to another; with `new`, it is not of the kind of the last one.
    Over { from: Range<usize>, new: bool, to: ByMover },
}

/// A condition on a place.
#[derive(Clone, Debug)]
pub(super) enum Test<const W: usize> {
    /// It is one of these.
    In(Bits<W>),
    /// There are fewer balls of some kinds near it; with `free`, of those that carry nothing.
    Fewer {
        near: Vec<Bits<W>>,
        kinds: Kinds,
        free: bool,
        than: u32,
    },
    /// No ball of these kinds near it is near another one.
    Lonely {
        near: Vec<Bits<W>>,
        kinds: Kinds,
    },
    All(Vec<Test<W>>),
    Any(Vec<Test<W>>),
    Not(Box<Test<W>>),
}

/// Kinds of balls, as bits.
#[derive(Clone, Debug)]
pub(super) enum Kinds {
    /// These.
    Of(ByMover),
    /// That of the ball in this hand.
    Held(ByMover),
}

/// What follows from a ply.
#[derive(Clone, Debug)]
pub(super) enum Effect<const W: usize> {
    /// The same player goes on, if this holds.
    Again(Option<When>),
    /// The score of the mover, or of the next player.
    SetScore {
        next: bool,
        to: Num<W>,
    },
    AddScore {
        next: bool,
        by: Num<W>,
    },
    /// The mover scores a point for each of these lines, by place, that are all of the last ball's kind.
    Lines(Vec<Box<[Bits<W>]>>),
    /// Every platform gets a ball, layer by layer.
    Fill(Vec<Layer<W>>),
    /// The placed ball is taken out of the bag, and the next one is drawn.
    Refill(Bag),
}

/// A layer that is filled by itself.
#[derive(Clone, Debug)]
pub(super) struct Layer<const W: usize> {
    pub(super) places: Bits<W>,
    /// What carries each place.
    pub(super) below: Vec<Bits<W>>,
    /// The kind of ball, 0 for none, by the numbers of balls of the first, second and third kind that carry it.
    pub(super) kinds: [u8; 125],
}

/// A bag of balls that are drawn into a hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bag {
    /// The list of remembered values.
    pub(super) list: u8,
    pub(super) hand: u8,
}

/// The sizes of groups.
#[derive(Clone, Debug)]
pub(super) struct Sizes<const W: usize> {
    pub(super) all: Bits<W>,
    pub(super) around: Vec<Bits<W>>,
}

/// A number.
#[derive(Clone, Debug)]
pub(super) enum Num<const W: usize> {
    Const(i32),
    /// The score of the mover, or of the next player.
    Score {
        next: bool,
    },
    /// How many balls of some kinds, by mover, are near the last one.
    Near {
        near: Vec<Bits<W>>,
        kinds: ByMover,
    },
    Sum(Vec<Num<W>>),
    Minus(Box<Num<W>>, Box<Num<W>>),
    Max(Vec<Num<W>>),
}

impl<const W: usize> Sizes<W> {
    /// The sizes of the groups among some balls, multiplied.
    pub(super) fn product(&self, balls: &Bits<W>) -> i32 {
        let mut left = balls.and(&self.all);
        let mut product = i32::from(!left.is_empty());
        while let Some(first) = left.first() {
            let mut edge = Bits::one(first);
            let mut size = 0;
            left.remove(first);
            while let Some(place) = edge.first() {
                edge.remove(place);
                size += 1;
                let near = self.around[place].and(&left);
                left = left.minus(&near);
                edge = edge.or(&near);
            }
            product = product.wrapping_mul(size);
        }
        product
    }
}

impl<const W: usize> Plan<W> {
    /// The ways to place a ball in a position; `None` if only the general rules know.
    #[inline(always)]
    pub(super) fn at(&self, now: &Now<W>) -> Option<&[Source<W>]> {
        let mut plan = self;
        loop {
            match plan {
                Plan::Sources(sources) => return Some(sources),
                Plan::If(when, yes, no) => plan = if when.holds(now) { yes } else { no },
                Plan::Other => return None,
            }
        }
    }
}

impl When {
    #[inline(always)]
    pub(super) fn holds<const W: usize>(&self, now: &Now<W>) -> bool {
        match self {
            When::Again => now.turn.mover == now.turn.prev,
            When::Holds(hands) => now.balls.left[usize::from(hands[usize::from(now.turn.mover)]) % HANDS] > 0,
            When::Balls(number) => now.balls.occupied.count() == *number,
            When::Moves(number) => now.turn.moves + now.turn.plies == *number,
            When::Not(when) => !when.holds(now),
        }
    }
}

impl<const W: usize> Source<W> {
    /// The places a ball may go to, or the hands one may come from, before conditions that sets cannot say.
    #[inline(always)]
    pub(super) fn candidates(&self, now: &Now<W>) -> Bits<W> {
        let mover = usize::from(now.turn.mover);
        let balls = &now.balls;
        let open = match &self.supply {
            Supply::New(_) => balls.open.and(&self.area),
            Supply::Hand(hands) if balls.left[usize::from(hands[mover]) % HANDS] > 0 => {
                balls.open.and(&self.area)
            }
            Supply::Hand(_) => Bits::EMPTY,
            Supply::Over { from, new, .. } => {
                let last = if *new { now.turn.kind } else { 0 };
                let fits = |&hand: &usize| balls.left[hand % HANDS] > 0 && balls.kinds[hand % HANDS] != last;
                return from.clone().filter(fits).collect();
            }
        };
        match &self.test {
            Some(test) if self.exact => test.among(now, open),
            _ => open,
        }
    }
}

impl Kinds {
    #[inline(always)]
    fn as_bits<const W: usize>(&self, now: &Now<W>) -> u8 {
        let mover = usize::from(now.turn.mover);
        match self {
            Kinds::Of(kinds) => kinds[mover],
            Kinds::Held(hands) => 1 << now.balls.kinds[usize::from(hands[mover]) % HANDS],
        }
    }
}

impl<const W: usize> Test<W> {
    /// Whether the condition holds for a place.
    #[inline]
    pub(super) fn holds(&self, now: &Now<W>, place: usize) -> bool {
        match self {
            Test::All(tests) => tests.iter().all(|test| test.holds(now, place)),
            test => !test.among(now, Bits::one(place)).is_empty(),
        }
    }

    /// Those of some places for which the condition holds.
    fn among(&self, now: &Now<W>, places: Bits<W>) -> Bits<W> {
        match self {
            Test::In(all) => places.and(all),
            Test::Fewer { near, kinds, free, than } => {
                let mut balls = now.balls.of(kinds.as_bits(now));
                if *free {
                    balls = balls.minus(&now.balls.carrying);
                }
                let mut found = places;
                for place in places.iter() {
                    if near[place].and(&balls).count() >= *than {
                        found.remove(place);
                    }
                }
                found
            }
            Test::Lonely { near, kinds } => {
                let balls = now.balls.of(kinds.as_bits(now));
                let is_lonely = |&place: &usize| {
                    let mut beside = near[place].and(&balls).iter();
                    beside.all(|one| !near[one].meets(&balls))
                };
                places.iter().filter(is_lonely).collect()
            }
            Test::All(tests) => tests.iter().fold(places, |left, test| test.among(now, left)),
            Test::Any(tests) => {
                let mut left = places;
                for test in tests {
                    left = left.minus(&test.among(now, left));
                }
                places.minus(&left)
            }
            Test::Not(test) => places.minus(&test.among(now, places)),
        }
    }
}

impl<const W: usize> Num<W> {
    #[inline]
    pub(super) fn value(&self, now: &Now<W>) -> i32 {
        match self {
            Num::Const(number) => *number,
            Num::Score { next } => now.scores[now.player(*next)],
            Num::Near { near, kinds } => {
                let balls = now.balls.of(kinds[usize::from(now.turn.mover)]);
                near[now.turn.last.to as usize].and(&balls).count() as i32
            }
            Num::Sum(parts) => parts.iter().map(|part| part.value(now)).sum(),
            Num::Minus(a, b) => a.value(now) - b.value(now),
            Num::Max(parts) => parts.iter().map(|part| part.value(now)).max().unwrap_or(0),
        }
    }
}
