//! Whether both players can bring about the values of a layer in finitely many moves.
//!
//! A value says how seeds are shared if play comes to an end. Where endless play is worth something else (in Vai Lung
//! Thlan it is a draw, whoever is ahead), that is the whole truth only if either player is sure of her share: the
//! mover if some best move takes seeds or leads to where she is sure as the one not to move, the other if all moves do. That is worked
//! out from the ends backwards, so that going in circles never makes anyone sure.

use super::number::{Numbering, Pits};
use super::sower::Sower;

/// The player to move is sure of her share.
const MOVER: u8 = 1;
/// The other player is.
const OTHER: u8 = 2;

/// In how many positions of the last layer somebody is not sure of the value. The layers below must have none.
pub(super) fn unsure(sower: &Sower, numbering: &Numbering, layers: &[Vec<i8>]) -> u64 {
    let Some(values) = layers.last() else { return 0 };
    let seeds = layers.len() as u32 - 1;
    let mut sure = vec![0u8; values.len()];
    let mut open: Vec<u32> = (0..values.len() as u32).collect();
    loop {
        let before = open.len();
        let mut learnt = false;
        open.retain(|&number| {
            let here = number as usize;
            let pits = numbering.unrank(seeds, u64::from(number));
            let now = sure[here] | look(sower, numbering, layers, (pits, values[here]), &sure);
            learnt |= now != sure[here];
            sure[here] = now;
            now != MOVER | OTHER
        });
        if !learnt && open.len() == before {
            return open.len() as u64;
        }
    }
}

/// Who is sure of the value of a position, by what is known of those that follow.
fn look(
    sower: &Sower,
    numbering: &Numbering,
    layers: &[Vec<i8>],
    (pits, value): (Pits, i8),
    sure: &[u8],
) -> u8 {
    let moves = sower.moves(pits);
    let (mut mover, mut other) = (moves.is_empty(), true);
    for after in moves.iter() {
        let next = numbering.rank(after.pits) as usize;
        let rest = layers[after.pits.seeds() as usize][next];
        let best = after.taken as i8 + if after.again { rest } else { -rest } == value;
        // Who moves next is the other, or the same again.
        let (same, opposite) = if after.again { (MOVER, OTHER) } else { (OTHER, MOVER) };
        mover |= best && (after.taken > 0 || sure[next] & same != 0);
        other &= after.taken > 0 || sure[next] & opposite != 0;
    }
    (MOVER * u8::from(mover)) | (OTHER * u8::from(other))
}
