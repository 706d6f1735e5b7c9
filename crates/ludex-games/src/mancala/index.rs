//! Numbering positions without gaps, for tables of exact values.
//!
//! A layer holds the positions with the same number of seeds in the pits, seen by the player to move: all ways
//! to spread n seeds over 2P pits, of which there are C(n + 2P - 1, 2P - 1). Stores are left out.

use ludex_core::{Index, Player};

use super::game::Mancala;
use super::lanes::Lanes;
use super::state::State;

/// C(n, k), or as much of it as fits.
fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let k = k.min(n - k);
    let mut result = 1u128;
    for i in 0..k {
        result = result * u128::from(n - i) / u128::from(i + 1);
    }
    u64::try_from(result).unwrap_or(u64::MAX)
}

/// In how many ways `seeds` seeds lie in `pits` pits.
pub(super) fn ways(seeds: u64, pits: u64) -> u64 {
    if pits == 0 { u64::from(seeds == 0) } else { choose(seeds + pits - 1, pits - 1) }
}

impl<W: Lanes> Mancala<W> {
    /// The pits of the position with this number, the player's to move first.
    pub fn pits_at(&self, layer: u32, mut index: u64) -> [Vec<u32>; 2] {
        let pits = usize::from(self.options().pits);
        let mut left = u64::from(layer);
        let mut seeds = Vec::with_capacity(2 * pits);
        for place in 0..2 * pits {
            let after = (2 * pits - 1 - place) as u64;
            let mut here = if after == 0 { left } else { 0 };
            while after > 0 && here < left && index >= ways(left - here, after) {
                index -= ways(left - here, after);
                here += 1;
            }
            seeds.push(here as u32);
            left -= here;
        }
        let other = seeds.split_off(pits);
        [seeds, other]
    }
}

impl<W: Lanes> Index for Mancala<W> {
    fn layer_size(&self, layer: u32) -> u64 {
        ways(u64::from(layer), 2 * u64::from(self.options().pits))
    }

    /// `None` for finished games, in the middle of a sowing, between rounds, and with pits closed.
    fn index(&self, state: &State<W>) -> Option<(u32, u64)> {
        let board = &state.board;
        let pits = usize::from(self.options().pits);
        let all = (1u16 << pits) - 1;
        if board.legal == 0 || board.pending > 0 || board.filling || board.open != [all; 2] {
            return None;
        }
        let me = board.me();
        let layer = state.in_play();
        let mut left = u64::from(layer);
        let mut index = 0;
        let places =
            (0..pits).map(|p| board.rows[me].get(p)).chain((0..pits).map(|p| board.rows[me ^ 1].get(p)));
        for (place, here) in places.enumerate() {
            let after = (2 * pits - 1 - place) as u64;
            if after > 0 {
                // Positions with fewer seeds here come first: those with at least left - here + 1 seeds
                // after this pit, summed in closed form.
                index += ways(left, after + 1) - ways(left - u64::from(here), after + 1);
            }
            left -= u64::from(here);
        }
        Some((layer, index))
    }

    /// The position with the first player to move and the other seeds shared equally by the stores (an odd
    /// one goes to the second player). Where the game is over in it, the seeds are handed out already.
    fn state_at(&self, layer: u32, index: u64) -> State<W> {
        let rows = self.pits_at(layer, index);
        let rest = u32::from(self.options().total()).saturating_sub(layer);
        let stores = [rest / 2, rest - rest / 2];
        self.position([&rows[0], &rows[1]], stores, Player::FIRST).unwrap_or_else(|_| self.state_at(0, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mancala::{AWARI, KALAH, Options};

    #[test]
    fn numbers_and_positions_match_one_to_one() {
        for (pits, seeds, most) in [(1, 5, 10), (2, 3, 12), (3, 2, 8), (6, 4, 4)] {
            for base in [AWARI, KALAH] {
                let game = Mancala::new(Options { pits, seeds, ..base }).unwrap();
                for layer in 0..=most {
                    let mut seen = std::collections::HashSet::new();
                    for index in 0..game.layer_size(layer) {
                        assert!(seen.insert(game.pits_at(layer, index)));
                        let state = game.state_at(layer, index);
                        assert!(game.index(&state).is_none_or(|found| found == (layer, index)));
                    }
                }
            }
        }
    }

    #[test]
    fn the_layers_of_awari_are_as_large_as_published() {
        let game = Mancala::new(AWARI).unwrap();
        let sizes: Vec<u64> = [2, 4, 6, 8, 10, 12].into_iter().map(|n| game.layer_size(n)).collect();
        assert_eq!(sizes, [78, 1365, 12376, 75582, 352716, 1352078]);
        // Romein and Bal's count: the side that moved last has an empty pit, 47 seeds cannot be left, and the
        // start position is one more.
        let reachable = |n: u64| choose(n + 11, 11) - choose(n + 5, 11);
        let total: u64 = (0..=46).chain([48]).map(reachable).sum();
        assert_eq!(total + 1, 889_063_398_406);
    }

    #[test]
    fn the_players_share_their_numbers() {
        let game = Mancala::new(KALAH).unwrap();
        let (own, other) = ([1, 0, 2, 0, 0, 3], [0, 5, 0, 0, 1, 0]);
        let south = game.position([&own, &other], [36, 0], Player::FIRST).unwrap();
        let north = game.position([&other, &own], [1, 35], Player::SECOND).unwrap();
        assert_eq!(game.index(&south), game.index(&north));
    }
}
