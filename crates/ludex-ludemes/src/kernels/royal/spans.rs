//! The moves of a position, counted by rule and piece, and drawn by number.

use super::moves::Chosen;
use crate::runtime::Bits;

/// Moves of a piece by one rule.
#[derive(Clone, Copy, Debug)]
struct Span<const W: usize> {
    leg: u16,
    from: u16,
    count: u32,
    targets: Bits<W>,
}

/// The most spans of a position.
pub(super) const SPANS: usize = 512;

/// The moves of a position, most of which are legal.
#[derive(Debug)]
pub(super) struct Spans<const W: usize> {
    all: [Span<W>; SPANS],
    len: usize,
    total: u32,
}

impl<const W: usize> Spans<W> {
    pub(super) fn new() -> Spans<W> {
        let none = Span { leg: 0, from: 0, count: 0, targets: Bits::EMPTY };
        Spans { all: [none; SPANS], len: 0, total: 0 }
    }

    /// Forgets all moves.
    pub(super) fn clear(&mut self) {
        (self.len, self.total) = (0, 0);
    }

    /// Adds the moves of a piece by one rule.
    #[inline(always)]
    pub(super) fn push(&mut self, leg: usize, from: usize, targets: Bits<W>) {
        let count = targets.count();
        self.all[self.len % SPANS] = Span { leg: leg as u16, from: from as u16, count, targets };
        self.len += usize::from(count > 0);
        self.total += count;
    }

    /// Draws moves until one fits; those that do not are dropped.
    #[inline]
    pub(super) fn draw(
        &mut self,
        mut below: impl FnMut(u32) -> u32,
        mut fits: impl FnMut(Chosen) -> bool,
    ) -> Option<Chosen> {
        while self.total > 0 {
            let mut index = below(self.total);
            let mut at = 0;
            while index >= self.all[at % SPANS].count {
                index -= self.all[at % SPANS].count;
                at += 1;
            }
            let span = &mut self.all[at % SPANS];
            let to = span.targets.nth(index)?;
            let chosen = Chosen { leg: span.leg, from: span.from, to: to as u16 };
            if fits(chosen) {
                return Some(chosen);
            }
            span.targets.remove(to);
            span.count -= 1;
            self.total -= 1;
        }
        None
    }
}
