//! Drawing among the moves of pieces of which most are legal: they are listed, and only those drawn are tested.

use ludex_core::Rng;
use smallvec::SmallVec;

use crate::runtime::code::{Bool, Gen};
use crate::runtime::eval::Eval;
use crate::runtime::moves::Move;

/// Whether a generator makes moves of all pieces, perhaps with others.
pub(super) fn are_of_pieces<const W: usize>(moves: &Gen<W>) -> bool {
    match moves {
        Gen::ForEachPiece { .. } => true,
        Gen::All(parts) => parts.iter().any(are_of_pieces),
        _ => false,
    }
}

impl<const W: usize> Eval<'_, W> {
    /// Draws a move after which a condition holds; those drawn after which it does not are dropped.
    pub(super) fn draw_of_pieces(&mut self, moves: &Gen<W>, when: &Bool<W>, rng: &mut Rng) -> Option<Move> {
        let mut made: SmallVec<[Move; 128]> = SmallVec::new();
        self.generate(moves, &mut |_, one| {
            made.push(one);
            true
        });
        made.sort_unstable();
        made.dedup();
        while !made.is_empty() {
            let index = rng.below(made.len() as u32) as usize;
            if self.holds_after(made[index], when) {
                return Some(made[index]);
            }
            made.remove(index);
        }
        None
    }
}
