//! The numbers that chance draws while a move is worked out.

use std::cell::Cell;

use ludex_core::Rng;

/// The numbers chance has drawn for a move so far, and how many sides the next draw needs.
#[derive(Default)]
pub(super) struct Chance {
    drawn: Vec<u32>,
    used: Cell<usize>,
    need: Cell<u32>,
    /// Where numbers come from that have not been drawn, in playouts.
    source: Cell<Option<Rng>>,
    /// Whether it may be taken for granted that the next player has a move, and whether it was.
    trusts: Cell<bool>,
    trusted: Cell<bool>,
    /// Whether it is being found out if the next player has a move: rules asked meanwhile take it for granted, since
    /// the answer may depend on itself.
    looking: Cell<bool>,
}

impl Chance {
    /// Chance with these numbers drawn.
    #[inline]
    pub(super) fn new(drawn: Vec<u32>) -> Chance {
        Chance { drawn, ..Chance::default() }
    }

    /// Chance that draws whatever is needed.
    pub(super) fn drawing(rng: Rng) -> Chance {
        Chance { source: Cell::new(Some(rng)), ..Chance::default() }
    }

    /// The source of random numbers, how many were drawn, and whether a move of the next player was trusted in.
    pub(super) fn into_source(self) -> (Option<Rng>, u32, bool) {
        (self.source.into_inner(), self.used.get() as u32, self.trusted.get())
    }

    /// Lets the rules trust, from now on or no longer, that the next player has a move.
    pub(super) fn trust(&self, trusts: bool) {
        self.trusts.set(trusts);
    }

    /// Whether it is taken for granted that the next player has a move.
    pub(super) fn trusts_in_a_move(&self) -> bool {
        self.trusted.set(self.trusted.get() || self.trusts.get());
        self.trusts.get()
    }

    /// Begins to find out whether the next player has a move; false if that is going on already.
    pub(super) fn begin_looking(&self) -> bool {
        !self.looking.replace(true)
    }

    /// It has been found out.
    pub(super) fn end_looking(&self) {
        self.looking.set(false);
    }

    /// A number below `sides`; 0 for now, with a note that it is needed, if it has not been drawn.
    pub(super) fn draw(&self, sides: u32) -> u32 {
        if sides <= 1 || self.need.get() > 0 {
            return 0;
        }
        let at = self.used.get();
        self.used.set(at + 1);
        if let Some(mut rng) = self.source.take() {
            let number = rng.below(sides);
            self.source.set(Some(rng));
            return number;
        }
        match self.drawn.get(at) {
            Some(&number) => number.min(sides - 1),
            None => {
                self.need.set(sides);
                0
            }
        }
    }

    /// The sides of the draw that was missing, if one was.
    pub(super) fn needs(&self) -> Option<u32> {
        (self.need.get() > 0).then(|| self.need.get())
    }

    /// The numbers drawn.
    pub(super) fn into_drawn(self) -> Vec<u32> {
        self.drawn
    }
}
