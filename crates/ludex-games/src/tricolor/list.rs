//! Writing lists of moves without guessing their length.

use super::mask::Mask;
use super::state::{Kind, TricolorMove};

/// A place holder.
pub(super) const NOTHING: TricolorMove = TricolorMove { from: 0, to: 0, count: 0, kind: Kind::Step };

/// A list of moves being written. Moves to a set of tiles are written six at a time whether there are that many or
/// not, and only then counted: the number of tiles is hard to predict, and writing too much is cheaper than
/// a wrong guess.
pub(super) struct List<'a> {
    moves: &'a mut Vec<TricolorMove>,
    length: usize,
}

/// Moves written at a time.
const BATCH: usize = 6;

impl<'a> List<'a> {
    /// Room for the moves of columns with so many pieces in all: each piece adds a group, and a group reaches at
    /// most three tiles in six directions.
    #[inline(always)]
    pub(super) fn new(moves: &'a mut Vec<TricolorMove>, pieces: u32) -> List<'a> {
        moves.resize(pieces as usize * 18 + BATCH, NOTHING);
        List { moves, length: 0 }
    }

    /// Forgets what was written.
    #[inline(always)]
    pub(super) fn restart(&mut self) {
        self.length = 0;
    }

    #[inline(always)]
    pub(super) fn push(&mut self, chosen: TricolorMove) {
        self.moves[self.length] = chosen;
        self.length += 1;
    }

    #[inline(always)]
    pub(super) fn push_all<M: Mask>(&mut self, mut tiles: M, make: impl Fn(usize) -> TricolorMove) {
        while !tiles.is_none() {
            let count = tiles.count() as usize;
            if let Some(batch) = self.moves[self.length..].first_chunk_mut::<BATCH>() {
                for slot in batch {
                    *slot = make(tiles.lowest() & (M::BITS - 1));
                    tiles = tiles.without_lowest();
                }
            }
            self.length += count.min(BATCH);
        }
    }

    #[inline(always)]
    pub(super) fn finish(self) {
        self.moves.truncate(self.length);
    }
}
