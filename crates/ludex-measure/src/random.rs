//! What random play shows of a game: how long it lasts and how much there is to choose.

use ludex_core::{Game, Rng};
use ludex_stats::Sample;

/// Measurements over many games. Each game contributes one number to each sample.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measures {
    /// The number of moves.
    pub duration: Sample,
    /// The mean number of legal moves at a decision.
    pub branching: Sample,
    /// The share of decisions with more than one legal move.
    pub decisions: Sample,
    /// Games that reached the limit of moves.
    pub unfinished: u64,
}

/// Plays `games` uniformly random games, each cut off after `limit` moves, and measures them.
pub fn random_games<G: Game>(game: &G, games: u64, seed: u64, limit: u32) -> Measures {
    let mut measures = Measures::default();
    let mut scratch = Vec::new();
    for index in 0..games {
        let mut rng = Rng::derived(seed, index, 0);
        let mut state = game.start();
        let (mut plies, mut decisions, mut choices, mut legal) = (0u32, 0u32, 0u32, 0u64);
        while plies < limit && !game.turn(&state).is_over() {
            if game.turn(&state).player().is_some() {
                let count = game.count_moves(&state, &mut scratch);
                decisions += 1;
                choices += u32::from(count > 1);
                legal += count as u64;
            }
            let chosen = game.random_move(&state, &mut rng, &mut scratch);
            game.play(&mut state, chosen);
            plies += 1;
        }
        measures.unfinished += u64::from(!game.turn(&state).is_over());
        measures.duration.add(f64::from(plies));
        if decisions > 0 {
            measures.branching.add(legal as f64 / f64::from(decisions));
            measures.decisions.add(f64::from(choices) / f64::from(decisions));
        }
    }
    measures
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::examples::Nim;

    #[test]
    fn a_heap_of_one_is_a_game_of_one_forced_move() {
        let measures = random_games(&Nim::new(1), 10, 1, 100);
        assert_eq!(
            (measures.duration.mean(), measures.branching.mean(), measures.decisions.mean()),
            (1.0, 1.0, 0.0)
        );
    }

    #[test]
    fn games_that_reach_the_limit_are_counted() {
        assert_eq!(random_games(&Nim::new(50), 10, 1, 3).unfinished, 10);
    }
}
