//! Strands: chains of touching pieces that visit none twice.

use super::Bits;
use super::code::{Dirs, Role};
use super::eval::Eval;

/// A search that takes longer than this answers with what it has found.
const STEPS: u32 = 2_000_000;

/// A search for the longest chain.
struct Strands<'n, const W: usize> {
    near: &'n [Bits<W>],
    induced: bool,
    best: u32,
    steps: u32,
}

impl<const W: usize> Strands<'_, W> {
    /// Lengthens a chain that ends at `last`; `open` are the places it may still visit.
    fn lengthen(&mut self, last: usize, length: u32, open: Bits<W>) {
        self.best = self.best.max(length);
        self.steps += 1;
        if self.steps > STEPS || length + self.reach(last, &open) <= self.best {
            return;
        }
        let next = self.near[last].and(&open);
        for place in next.iter() {
            let mut left = open;
            left.remove(place);
            if self.induced {
                // What touches the place that is left behind may not come later.
                left = left.minus(&self.near[last]);
            }
            self.lengthen(place, length + 1, left);
        }
    }

    /// How many of the open places can be reached from a place at all.
    fn reach(&self, from: usize, open: &Bits<W>) -> u32 {
        let mut found = Bits::EMPTY;
        let mut edge = self.near[from].and(open);
        while !edge.is_empty() {
            found = found.or(&edge);
            let next = edge.iter().fold(Bits::EMPTY, |next, place| next.or(&self.near[place]));
            edge = next.and(open).minus(&found);
        }
        found.count()
    }
}

impl<const W: usize> Eval<'_, W> {
    /// The length of the longest strand of a player.
    pub(super) fn longest_strand(&mut self, who: Role, dirs: &Dirs, visible: bool, induced: bool) -> i32 {
        let tables = &self.rules.tables;
        let own = self.players_of(who).into_iter().fold(Bits::EMPTY, |sum, p| sum.or(self.state.owned(p)));
        let pieces: Bits<W> =
            own.and(&tables.all).iter().filter(|&place| !visible || !self.is_covered(place)).collect();
        let near: Vec<Bits<W>> = (0..tables.sites)
            .map(|place| {
                let table = self.dirs(dirs, place as i32);
                let touching = tables.dirs[table].around[place].and(&pieces);
                touching.iter().filter(|&other| !visible || !self.is_crossed(place, other)).collect()
            })
            .collect();
        let mut strands = Strands { near: &near, induced, best: 0, steps: 0 };
        for start in pieces.iter() {
            let mut open = pieces;
            open.remove(start);
            strands.lengthen(start, 1, open);
        }
        strands.best as i32
    }
}
