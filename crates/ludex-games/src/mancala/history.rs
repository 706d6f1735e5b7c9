//! Which positions have occurred. Seeds leave the board for ever, so only positions since the last time some
//! did can come again.

use std::cell::RefCell;

use super::lanes::{Lanes, Wide};

/// A position for comparison: the row of the player to move (turned over for the second player), and the other
/// row. Exact: a row turned over holds more seeds than any game has.
pub(super) type Seen<W> = [W; 2];

/// What remembers the positions since seeds last left the board.
pub(super) trait Memory<W> {
    /// Forgets everything.
    fn clear(&mut self);

    /// Notes that a position has come up and returns how often it has by now.
    fn note(&mut self, seen: Seen<W>) -> u32;
}

/// The plain list that a state carries: the positions before the present one, which are added when they are
/// left. So a position after a capture has an empty list, and costs nothing to copy.
impl<W: Lanes> Memory<W> for Vec<Seen<W>> {
    fn clear(&mut self) {
        Vec::clear(self);
    }

    fn note(&mut self, seen: Seen<W>) -> u32 {
        1 + self.iter().filter(|&&other| other == seen).count() as u32
    }
}

#[derive(Clone, Copy)]
struct Slot {
    epoch: u32,
    index: u32,
}

/// The list (with the present position) and a hash table over it, used by playouts and kept by each thread. Forgetting only advances the
/// epoch, so a table is never cleared.
pub struct Recall<W> {
    list: Vec<Seen<W>>,
    slots: Vec<Slot>,
    epoch: u32,
}

impl<W: Lanes> Recall<W> {
    const fn new() -> Recall<W> {
        Recall { list: Vec::new(), slots: Vec::new(), epoch: 0 }
    }

    /// Begins with the positions that a state remembers.
    pub(super) fn load(&mut self, list: &[Seen<W>]) {
        if self.slots.is_empty() {
            self.slots = vec![Slot { epoch: 0, index: 0 }; 1024];
            self.list.reserve(512);
        }
        if self.epoch > u32::MAX / 2 {
            self.restart();
        }
        self.clear();
        for &seen in list {
            self.note(seen);
        }
    }

    /// The positions remembered, oldest first.
    pub(super) fn list(&self) -> &[Seen<W>] {
        &self.list
    }

    /// Forgets everything if `really`. Half of all epochs are left when a game begins, so no game runs out of
    /// them.
    #[inline(always)]
    pub(super) fn forget_if(&mut self, really: bool) {
        self.epoch += u32::from(really);
        self.list.truncate(if really { 0 } else { usize::MAX });
    }

    /// Remembers a position and tells whether it has occurred before.
    #[inline(always)]
    pub(super) fn recalls(&mut self, seen: Seen<W>) -> bool {
        self.note(seen) > 1
    }

    #[cold]
    fn grow(&mut self) {
        let list = std::mem::take(&mut self.list);
        self.slots = vec![Slot { epoch: 0, index: 0 }; self.slots.len() * 2];
        self.epoch = 1;
        self.list.reserve(list.len() * 2);
        for seen in list {
            self.note(seen);
        }
    }

    #[cold]
    fn restart(&mut self) {
        self.slots.fill(Slot { epoch: 0, index: 0 });
        self.epoch = 1;
    }
}

impl<W: Lanes> Memory<W> for Recall<W> {
    #[inline(always)]
    fn clear(&mut self) {
        self.list.clear();
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.restart();
        }
    }

    #[inline(always)]
    fn note(&mut self, seen: Seen<W>) -> u32 {
        if 2 * self.list.len() >= self.slots.len() {
            self.grow();
        }
        let hash = seen[0].digest().wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ seen[1].digest().wrapping_mul(0xd1b5_4a32_d192_ed03);
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 40) as usize & mask;
        let index = self.list.len() as u32;
        self.list.push(seen);
        let mut occurred = 1;
        loop {
            let slot = &mut self.slots[at];
            if slot.epoch != self.epoch {
                *slot = Slot { epoch: self.epoch, index };
                return occurred;
            }
            occurred += u32::from(self.list[slot.index as usize] == seen);
            at = (at + 1) & mask;
        }
    }
}

thread_local! {
    static NARROW: RefCell<Recall<u64>> = const { RefCell::new(Recall::new()) };
    static WIDE: RefCell<Recall<Wide>> = const { RefCell::new(Recall::new()) };
}

pub(super) fn with_narrow<R>(with: impl FnOnce(&mut Recall<u64>) -> R) -> R {
    NARROW.with_borrow_mut(with)
}

pub(super) fn with_wide<R>(with: impl FnOnce(&mut Recall<Wide>) -> R) -> R {
    WIDE.with_borrow_mut(with)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Rng;

    #[test]
    fn the_table_counts_as_the_list_does() {
        let mut rng = Rng::new(5);
        let mut table = Recall::<u64>::new();
        table.load(&[]);
        table.epoch = u32::MAX - 20;
        let mut list = Vec::new();
        for step in 0..20_000 {
            let seen = [u64::from(rng.below(400)), u64::from(rng.below(4)) << 40];
            assert_eq!(table.note(seen), list.note(seen));
            list.push(seen);
            assert_eq!(table.list(), &list);
            if step % 500 == 0 && step < 15_000 {
                Memory::<u64>::clear(&mut table);
                list.clear();
            }
        }
    }
}
