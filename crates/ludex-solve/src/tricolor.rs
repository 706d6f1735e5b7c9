//! Endgames of Tricolor with few pieces: which material wins against which?
//!
//! All ways to place a few free pieces of both sides (on columns or apart, no prisoners at first) are starting points;
//! what follows from them, prisoners included, is solved by exhaustion, without the rule that draws after many turns
//! without a capture. Endless play is a draw.

use ludex_core::{Player, Verdict};
use ludex_games::tricolor::{Column, TricolorState, TwoPlayer};
use serde::Serialize;

use crate::exhaustive::{SolveError, solve_from};

/// How one side fares with its pieces against the other's, over all placements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Material {
    /// Pieces of the player to move.
    pub mover: usize,
    /// Pieces of the other.
    pub other: usize,
    /// Placements in which the player to move wins, draws, loses.
    pub results: [u64; 3],
    /// The longest win or loss, in plies.
    pub longest: u32,
    /// All positions that were solved on the way.
    pub solved: usize,
}

/// All ways to put `pieces` on tiles, as counts by tile, never on those in `taken`.
fn placements(tiles: usize, pieces: usize, taken: &[u8]) -> Vec<Vec<u8>> {
    fn fill(from: usize, left: usize, taken: &[u8], here: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
        if left == 0 {
            found.push(here.clone());
            return;
        }
        for tile in from..here.len() {
            if taken[tile] == 0 {
                here[tile] += 1;
                fill(tile, left - 1, taken, here, found);
                here[tile] -= 1;
            }
        }
    }
    let mut found = Vec::new();
    fill(0, pieces, taken, &mut vec![0; tiles], &mut found);
    found
}

/// Solves all placements of `mover` pieces of the player to move (White, but the board looks the same to both) against
/// `other` pieces on a board of this side, if no more than `limit` positions follow from them.
pub fn material(side: usize, mover: usize, other: usize, limit: usize) -> Result<Material, SolveError> {
    let Ok(game) = TwoPlayer::new(side, 0) else { return Err(SolveError::NotTwoPlayers) };
    let tiles = game.board().len();
    let mut starts: Vec<TricolorState<2, 64>> = Vec::new();
    for white in placements(tiles, mover, &vec![0; tiles]) {
        for black in placements(tiles, other, &white) {
            let column = |tile: usize| {
                let owner = match (white[tile], black[tile]) {
                    (0, 0) => None,
                    (_, 0) => Some(Player::FIRST),
                    _ => Some(Player::SECOND),
                };
                Column { owner, pieces: [white[tile], black[tile]] }
            };
            let columns: Vec<Column<2>> = (0..tiles).map(column).collect();
            if let Ok(state) = game.position(&columns, Player::FIRST, 0, &[]) {
                starts.push(state);
            }
            if starts.len() > limit {
                return Err(SolveError::TooLarge(limit));
            }
        }
    }
    let values = solve_from(&game, &starts, limit)?;
    let mut found = Material { mover, other, results: [0; 3], longest: 0, solved: values.len() };
    for start in &starts {
        let Some(worth) = values.worth(start) else { continue };
        let place = match worth.verdict {
            Verdict::Win => 0,
            Verdict::Draw => 1,
            Verdict::Loss => 2,
        };
        found.results[place] += 1;
        found.longest = found.longest.max(worth.plies.unwrap_or(0));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_piece_against_one_is_decided_by_who_can_attack() {
        let one = material(3, 1, 1, 100_000).unwrap();
        // 19 tiles for one piece and 18 for the other.
        assert_eq!(one.results.iter().sum::<u64>(), 19 * 18);
        assert!(one.results[0] > 0);
    }

    #[test]
    fn too_much_material_is_refused() {
        assert_eq!(material(5, 3, 3, 1000), Err(SolveError::TooLarge(1000)));
    }
}
