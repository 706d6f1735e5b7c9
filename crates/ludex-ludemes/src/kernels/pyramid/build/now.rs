//! A position of a game of placing, as the kernel keeps it.

use ludex_core::Rng;

use super::plan::{Bag, Effect, Layer};
use crate::kernels::pyramid::balls::{Balls, HANDS, KINDS, Layout};
use crate::runtime::{Bits, Last, PLAYERS};

/// Whose turn it is, and what has happened since the position was told last.
#[derive(Clone, Copy)]
pub(super) struct Turn<const W: usize> {
    pub(super) players: u8,
    pub(super) mover: u8,
    pub(super) prev: u8,
    /// The kind of ball that lies where the last ply went.
    pub(super) kind: u8,
    /// Plies that the mover has made in this turn.
    pub(super) made: u32,
    pub(super) turns: u32,
    pub(super) plies: u32,
    /// The moves before these plies.
    pub(super) moves: u32,
    pub(super) visited: Bits<W>,
    pub(super) last: Last,
    pub(super) passed: u16,
    /// The players who have placed a ball, and those who could not, as bits.
    pub(super) moved: u16,
    pub(super) stuck: u16,
}

/// A position.
#[derive(Clone, Copy)]
pub(super) struct Now<const W: usize> {
    pub(super) balls: Balls<W>,
    pub(super) turn: Turn<W>,
    pub(super) scores: [i32; PLAYERS + 1],
    /// Who scored last.
    pub(super) scorer: i32,
    /// How many balls of each kind are in the bag.
    pub(super) bag: [u16; KINDS],
}

impl<const W: usize> Turn<W> {
    /// The player whose turn comes after this one.
    #[inline(always)]
    pub(super) fn after(&self) -> u8 {
        if self.mover == self.players { 1 } else { self.mover + 1 }
    }

    #[inline(always)]
    pub(super) fn pass_on(&mut self, again: bool) {
        self.moved |= 1 << self.mover;
        self.stuck &= !(1 << self.mover);
        self.passed = 0;
        let next = if again { self.mover } else { self.after() };
        if next == self.mover {
            self.visited.insert(self.last.from as usize);
            self.visited.insert(self.last.to as usize);
        }
        self.go_to(next);
    }

    /// A player who has no move passes.
    pub(super) fn pass(&mut self) {
        self.stuck |= 1 << self.mover;
        self.passed = if self.made == 0 { self.passed + 1 } else { 0 };
        self.last = Last { from: -1, to: -1, from_after: -1, to_after: -1, mover: self.mover, pass: true };
        self.kind = 0;
        self.go_to(self.after());
    }

    #[inline(always)]
    pub(super) fn go_to(&mut self, next: u8) {
        if next == self.mover {
            self.made += 1;
        } else {
            self.visited = Bits::EMPTY;
            self.made = 0;
            self.turns += 1;
        }
        self.plies += 1;
        (self.prev, self.mover) = (self.mover, next);
    }
}

impl<const W: usize> Now<W> {
    /// Carries out what follows from a ply: all scores are worked out before the first one is set. Returns whether
    /// the same player goes on, and how often chance decided something.
    #[inline]
    pub(super) fn follow(&mut self, layout: &Layout<W>, effects: &[Effect<W>], rng: &mut Rng) -> (bool, u32) {
        let (mut again, mut draws) = (false, 0);
        let mut scores = self.scores;
        for effect in effects {
            match effect {
                Effect::Again(when) => again |= when.as_ref().is_none_or(|when| when.holds(self)),
                Effect::SetScore { next, to } => scores[self.player(*next)] = to.value(self),
                Effect::AddScore { next, by } => scores[self.player(*next)] += by.value(self),
                Effect::Lines(lines) => {
                    let alike = &self.balls.own[usize::from(self.turn.kind) % KINDS];
                    let whole = |line: &&Bits<W>| line.is_within(alike);
                    let number = lines[self.turn.last.to as usize].iter().filter(whole).count();
                    if number > 0 {
                        scores[self.player(false)] += number as i32;
                        self.scorer = i32::from(self.turn.mover);
                    }
                }
                Effect::Fill(layers) => self.fill(layout, layers),
                Effect::Refill(bag) => draws += self.refill(layout, bag, rng),
            }
        }
        self.scores = scores;
        (again, draws)
    }

    #[inline(always)]
    pub(super) fn player(&self, next: bool) -> usize {
        usize::from(if next { self.turn.after() } else { self.turn.mover })
    }

    /// Puts a ball on every platform, layer by layer.
    #[inline]
    pub(super) fn fill(&mut self, layout: &Layout<W>, layers: &[Layer<W>]) {
        for layer in layers {
            for place in self.balls.open.and(&layer.places).iter() {
                let have = |kind: usize| layer.below[place].and(&self.balls.own[kind]).count() as usize;
                let kind = layer.kinds[have(1) + 5 * have(2) + 25 * have(3)];
                if kind > 0 {
                    layout.put(&mut self.balls, usize::from(kind), place);
                    (self.turn.last.from_after, self.turn.last.to_after) = (place as i16, place as i16);
                }
            }
        }
    }

    /// Takes the placed ball out of the bag and draws the next one. Returns how often chance decided something.
    #[inline]
    pub(super) fn refill(&mut self, layout: &Layout<W>, bag: &Bag, rng: &mut Rng) -> u32 {
        let placed = &mut self.bag[usize::from(self.turn.kind) % KINDS];
        *placed = placed.saturating_sub(1);
        let left: u32 = self.bag.iter().map(|&number| u32::from(number)).sum();
        if left == 0 {
            return 0;
        }
        let mut index = if left > 1 { rng.below(left) } else { 0 };
        let mut kind = 1;
        while index >= u32::from(self.bag[kind % KINDS]) {
            index -= u32::from(self.bag[kind % KINDS]);
            kind += 1;
        }
        let hand = usize::from(bag.hand);
        (self.balls.kinds[hand % HANDS], self.balls.left[hand % HANDS]) = (kind as u8, 1);
        let place = (layout.beside + hand) as i16;
        (self.turn.last.from_after, self.turn.last.to_after) = (place, place);
        u32::from(left > 1)
    }
}
