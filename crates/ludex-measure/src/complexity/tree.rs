//! The size of the game tree, by walking down at random.
//!
//! The product of the numbers of legal moves along a random walk is an unbiased estimate of the number of leaves,
//! that is, of different games; the sum of the products on the way, of the number of nodes (D. E. Knuth, "Estimating
//! the efficiency of backtrack programs", 1975). The estimate is unbiased but wild: most walks say far too little
//! and a few far too much. So besides the standard error there is a bound that always holds: a mean of positive numbers
//! is twenty times its expectation or more with a probability of at most one in twenty (Markov).

use ludex_core::{Game, Rng, Turn};
use serde::Serialize;

/// One walk. Logarithms are natural, since products do not fit into numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// The logarithm of the product of all numbers of legal moves.
    pub leaves: f64,
    /// The logarithm of the sum of the products on the way, the root included.
    pub nodes: f64,
    /// Whether the walk was cut off before the end of the game.
    pub cut: bool,
}

/// Walks down once. Events of chance count like moves.
pub(crate) fn probe<G: Game>(game: &G, limit: u32, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> Probe {
    let mut state = game.start();
    let (mut leaves, mut nodes) = (0.0f64, 0.0f64);
    for _ in 0..limit {
        if game.turn(&state) == Turn::Over {
            return Probe { leaves, nodes, cut: false };
        }
        game.moves(&state, scratch);
        leaves += (scratch.len() as f64).ln();
        nodes = log_sum(nodes, leaves);
        // Events of chance are walked alike, whatever their probability: here they are branches to be counted.
        let chosen = scratch[rng.below(scratch.len() as u32) as usize];
        game.play(&mut state, chosen);
    }
    Probe { leaves, nodes, cut: game.turn(&state) != Turn::Over }
}

/// The logarithm of the sum of two numbers given by their logarithms.
fn log_sum(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high + (low - high).exp().ln_1p()
}

/// An estimate of the size of the game tree.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TreeSize {
    /// How many walks were made.
    pub probes: u64,
    /// Those that were cut off; if there are any, the numbers are too small.
    pub cut: u64,
    /// The decimal logarithm of the number of leaves.
    pub leaves_log10: f64,
    /// The standard error of the number of leaves as a share of it.
    pub leaves_error: f64,
    /// The share of the walk that counts most in the number of leaves.
    pub largest_share: f64,
    /// The number of leaves is at least ten to this, with a confidence of 95 % that holds for any distribution.
    pub at_least_log10: f64,
    /// The decimal logarithm of the number of nodes.
    pub nodes_log10: f64,
    /// The standard error of the number of nodes as a share of it.
    pub nodes_error: f64,
}

/// Puts walks together; `None` of none.
pub fn tree_size(probes: &[Probe]) -> Option<TreeSize> {
    if probes.is_empty() {
        return None;
    }
    let (leaves, leaves_error, largest_share) = mean_of_logs(probes.iter().map(|probe| probe.leaves));
    let (nodes, nodes_error, _) = mean_of_logs(probes.iter().map(|probe| probe.nodes));
    let ten = std::f64::consts::LN_10;
    Some(TreeSize {
        probes: probes.len() as u64,
        cut: probes.iter().filter(|probe| probe.cut).count() as u64,
        leaves_log10: leaves / ten,
        leaves_error,
        largest_share,
        at_least_log10: leaves / ten - 20f64.log10(),
        nodes_log10: nodes / ten,
        nodes_error,
    })
}

/// The logarithm of the mean of numbers given by their logarithms, its relative standard error, and the share of
/// the largest.
fn mean_of_logs(logs: impl Iterator<Item = f64> + Clone) -> (f64, f64, f64) {
    let largest = logs.clone().fold(f64::NEG_INFINITY, f64::max);
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for log in logs {
        let scaled = (log - largest).exp();
        count += 1.0;
        sum += scaled;
        squares += scaled * scaled;
    }
    let mean: f64 = sum / count;
    let variance =
        if count > 1.0 { (squares - count * mean * mean).max(0.0) / (count - 1.0) } else { f64::INFINITY };
    (largest + mean.ln(), (variance / count).sqrt() / mean, 1.0 / sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_games::rows::{Capture, Rows, Rules};

    #[test]
    fn tic_tac_toe_has_255168_games() {
        let game = Rows::<u64>::new(Rules::new(3, 3, 3, Capture::None).unwrap());
        let probes: Vec<Probe> =
            (0..20_000).map(|n| probe(&game, 100, &mut Rng::derived(1, n, 0), &mut Vec::new())).collect();
        let size = tree_size(&probes).unwrap();
        let (leaves, nodes) = (10f64.powf(size.leaves_log10), 10f64.powf(size.nodes_log10));
        assert!((leaves - 255_168.0).abs() < 4.0 * size.leaves_error * leaves, "{leaves} {size:?}");
        assert!((nodes - 549_946.0).abs() < 4.0 * size.nodes_error * nodes, "{nodes} {size:?}");
        assert!(size.leaves_error < 0.01 && size.at_least_log10 < 255_168f64.log10());
    }

    #[test]
    fn products_beyond_all_numbers_are_no_trouble() {
        let probes = [800.0, 900.0].map(|log| Probe { leaves: log, nodes: log, cut: false });
        let size = tree_size(&probes).unwrap();
        assert!((size.leaves_log10 - (900.0 - 2f64.ln()) / std::f64::consts::LN_10).abs() < 1e-9);
        assert!(size.largest_share > 0.999);
    }
}
