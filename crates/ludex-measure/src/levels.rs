//! Strategic depth: how many levels of strength can be told apart.
//!
//! Tree search with more and more playouts climbs a ladder. A player with twice the playouts of another is a new
//! level if it beats the last level clearly; if not, the playouts are doubled again. The number of levels is how far
//! the ladder goes before the largest budget.

use std::ops::Range;

use ludex_core::{Playable, Player, Rng, Spec, Turn, derive_seed};
use ludex_search::Stop;
use ludex_stats::{Estimate, Games};
use serde::Serialize;

use crate::source::Source;

/// One rung of the ladder.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rung {
    /// The level below.
    pub weaker: String,
    /// Who tried to be the next level.
    pub stronger: String,
    /// Their match as the stronger player sees it.
    pub result: Games,
    /// The score of the stronger with its interval.
    pub score: Estimate,
    /// Whether it is a new level.
    pub distinct: bool,
}

/// The ladder.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ladder {
    /// How many levels were told apart, the random player being the first.
    pub levels: u32,
    /// All matches.
    pub rungs: Vec<Rung>,
}

/// A new level scores at least this much against the last one, with an interval above one half.
pub const CLEAR: f64 = 0.6;

/// Climbs the ladder with `games` games a match, up to `most` playouts a move.
pub fn climb(source: &dyn Source, games: u64, most: u64) -> Result<Ladder, String> {
    if source.about().agents.len() != 2 {
        return Err("levels of strength are measured in games of two players".to_string());
    }
    let agent =
        |playouts: u64| Spec::parse(&format!("uct(iterations={playouts})")).map_err(|e| e.to_string());
    let mut weaker = Spec::parse("random").map_err(|error| error.to_string())?;
    let mut ladder = Ladder { levels: 1, rungs: Vec::new() };
    let mut playouts = 8;
    while playouts <= most {
        let stronger = agent(playouts)?;
        // Pairs of games with the seats exchanged, in small parts so that all processors have work.
        let parts: Vec<u64> = (0..games.div_ceil(2)).collect();
        let play = |&part: &u64| source.play_match(&weaker, &stronger, 2 * part..games.min(2 * part + 2));
        let results: Result<Vec<Games>, String> = {
            use rayon::prelude::*;
            parts.par_iter().map(play).collect()
        };
        let mut result = Games::default();
        for part in results? {
            result.wins += part.wins;
            result.draws += part.draws;
            result.losses += part.losses;
        }
        let score = result.score(0.95);
        let distinct = score.value >= CLEAR && score.low > 0.5;
        let (from, to) = (weaker.to_string(), stronger.to_string());
        ladder.rungs.push(Rung { weaker: from, stronger: to, result, score, distinct });
        if distinct {
            ladder.levels += 1;
            weaker = stronger;
        }
        playouts *= 2;
    }
    Ok(ladder)
}

/// Plays some games of a match; in games with odd numbers the weaker player begins.
pub(crate) fn play_match<G: Playable>(
    game: &G,
    [weaker, stronger]: [&Spec; 2],
    games: Range<u64>,
    limit: u32,
    seed: u64,
) -> Result<Games, String> {
    let open = |spec: &Spec| ludex_search::open(spec, game).map_err(|error| error.to_string());
    let mut agents = [open(stronger)?, open(weaker)?];
    let stop = Stop::new();
    let mut result = Games::default();
    let mut scratch = Vec::new();
    for number in games {
        // The names of the players are part of the seed, so that every match has games of its own.
        let own =
            format!("{weaker} {stronger}").bytes().fold(seed, |seed, byte| derive_seed(seed, byte.into(), 0));
        let mut chance = Rng::derived(own, number, 0);
        for (role, agent) in agents.iter_mut().enumerate() {
            agent.reset(derive_seed(own, number, 1 + role as u64));
        }
        let swapped = (number & 1) as usize;
        let mut state = game.start();
        for _ in 0..limit {
            let chosen = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.random_move(&state, &mut chance, &mut scratch),
                Turn::Player(player) => {
                    match agents[(player.index() ^ swapped) & 1].choose(game, &state, &stop) {
                        Some(choice) => choice.chosen,
                        None => break,
                    }
                }
            };
            game.play(&mut state, chosen);
        }
        match game.outcome(&state).and_then(|outcome| outcome.winner()) {
            None => result.draws += 1,
            Some(winner) if (winner == Player::FIRST) == (swapped == 0) => result.wins += 1,
            Some(_) => result.losses += 1,
        }
    }
    Ok(result)
}
