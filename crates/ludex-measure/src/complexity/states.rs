//! How many positions a game has: counted where they are few, bounded from below by sampling where they are many.

use ludex_core::{Playable, Turn};
use rustc_hash::FxHashSet;
use serde::Serialize;

/// The positions that can be reached, told apart by the game's key (what lies on the board and whose turn it is;
/// counters of draw rules are left out).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reachable {
    /// How many were found.
    pub positions: u64,
    /// Those among them in which the game is over.
    pub finished: u64,
    /// How many there are if symmetric ones are counted once, in games that know symmetries.
    pub up_to_symmetry: Option<u64>,
    /// Whether all were found, or the limit ended the search.
    pub complete: bool,
    /// New positions after each number of moves, for numbers of moves that were searched completely.
    pub by_depth: Vec<u64>,
}

/// Finds all positions, breadth first, remembering 8 bytes for each and the states at the edge only.
pub(crate) fn reachable<G: Playable>(game: &G, limit: usize) -> Reachable {
    let symmetric = game.symmetries() > 1;
    let mut seen = FxHashSet::default();
    let mut classes = FxHashSet::default();
    let mut edge = vec![game.start()];
    let mut found =
        Reachable { positions: 1, finished: 0, up_to_symmetry: None, complete: true, by_depth: vec![1] };
    seen.insert(game.key(&edge[0]));
    if symmetric {
        classes.insert(game.canonical_key(&edge[0]));
    }
    let mut moves = Vec::new();
    // The states at the edge are the larger part of the memory.
    let widest = (64 << 20) / size_of::<G::State>().max(1);
    'search: while !edge.is_empty() {
        let mut next = Vec::new();
        for state in &edge {
            if game.turn(state) == Turn::Over {
                found.finished += 1;
                continue;
            }
            game.moves(state, &mut moves);
            for &chosen in &moves {
                let mut after = state.clone();
                game.play(&mut after, chosen);
                if !seen.insert(game.key(&after)) {
                    continue;
                }
                if symmetric {
                    classes.insert(game.canonical_key(&after));
                }
                found.positions += 1;
                if seen.len() >= limit || next.len() >= widest {
                    found.complete = false;
                    break 'search;
                }
                next.push(after);
            }
        }
        if !next.is_empty() {
            found.by_depth.push(next.len() as u64);
        }
        edge = next;
    }
    if found.complete && symmetric {
        found.up_to_symmetry = Some(classes.len() as u64);
    }
    found
}

/// A lower bound on the number of positions from positions met by chance.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SampledStates {
    /// How many positions were drawn, one from each game.
    pub drawn: u64,
    /// How many of them were different.
    pub different: u64,
    /// About how many there are at least; `None` if no position was met twice, so that nothing can be said.
    pub at_least: Option<f64>,
    /// The 95 % interval of that number.
    pub interval: Option<(f64, f64)>,
}

/// Chao's estimator (A. Chao 1984; the interval 1987): what was met once and twice tells how much was not met. It
/// estimates a lower bound, since positions that random play hardly ever reaches do not show. Positions must be
/// drawn independently: one from each game.
pub fn sampled_states(keys: &[u64]) -> SampledStates {
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    let (mut once, mut twice, mut different) = (0u64, 0u64, 0u64);
    for group in sorted.chunk_by(|a, b| a == b) {
        different += 1;
        once += u64::from(group.len() == 1);
        twice += u64::from(group.len() == 2);
    }
    let (f1, f2) = (once as f64, twice as f64);
    let mut states = SampledStates { drawn: keys.len() as u64, different, at_least: None, interval: None };
    if different == keys.len() as u64 {
        return states;
    }
    // The form that also holds when nothing was met exactly twice.
    let unseen = f1 * (f1 - 1.0) / (2.0 * (f2 + 1.0));
    let estimate = different as f64 + unseen.max(0.0);
    states.at_least = Some(estimate);
    if unseen <= 0.0 {
        states.interval = Some((estimate, estimate));
        return states;
    }
    let variance = if twice > 0 {
        let ratio = f1 / f2;
        f2 * (ratio.powi(2) / 2.0 + ratio.powi(3) + ratio.powi(4) / 4.0)
    } else {
        f1 * (f1 - 1.0) / 2.0 + f1 * (2.0 * f1 - 1.0).powi(2) / 4.0 - f1.powi(4) / (4.0 * estimate)
    };
    let factor = (1.96 * (1.0 + variance / unseen.powi(2)).ln().sqrt()).exp();
    states.interval = Some((different as f64 + unseen / factor, different as f64 + unseen * factor));
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Rng, examples::Nim};
    use ludex_games::rows::{Capture, Rows, Rules};

    #[test]
    fn tic_tac_toe_has_5478_positions_and_765_up_to_symmetry() {
        let game = Rows::<u64>::new(Rules::new(3, 3, 3, Capture::None).unwrap());
        let found = reachable(&game, 100_000);
        assert_eq!((found.positions, found.up_to_symmetry, found.complete), (5478, Some(765), true));
        assert_eq!(found.finished, 958);
        assert_eq!(found.by_depth.iter().sum::<u64>(), 5478);
    }

    #[test]
    fn a_limit_ends_the_search_and_says_so() {
        let found = reachable(&Nim::new(1000), 50);
        assert!(!found.complete && found.positions == 50);
    }

    #[test]
    fn the_interval_of_the_bound_holds_the_truth_for_even_chances() {
        let mut held = 0;
        for seed in 0..100 {
            let mut rng = Rng::new(seed);
            let keys: Vec<u64> = (0..400).map(|_| u64::from(rng.below(1000))).collect();
            let (low, high) = sampled_states(&keys).interval.unwrap();
            held += u32::from((low..=high).contains(&1000.0));
        }
        assert!((88..=100).contains(&held), "{held} of 100");
    }

    #[test]
    fn nothing_met_twice_says_nothing() {
        assert_eq!(sampled_states(&[1, 2, 3]).at_least, None);
    }
}
