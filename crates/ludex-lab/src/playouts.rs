//! Uniformly random games in bulk: how often each player wins, how long games are, how many moves there are to
//! choose from, and how fast all that is computed.

use std::collections::BTreeMap;
use std::time::Instant;

use ludex_core::{MAX_PLAYERS, Playable, Player, Rng, Verdict};
use ludex_stats::{Proportion, Sample, wilson};
use rayon::prelude::*;
use serde::Serialize;

/// What to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playouts {
    /// How many games.
    pub games: u64,
    /// The seed from which every game's own seed is derived.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
    /// Games are cut off after this many moves and counted as unfinished.
    pub limit: u32,
}

impl Default for Playouts {
    fn default() -> Playouts {
        Playouts { games: 1000, seed: 1, threads: 1, limit: 10_000 }
    }
}

/// How often something was the outcome.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OutcomeRate {
    /// How many games.
    pub count: u64,
    /// Their share with a 95 % interval.
    #[serde(flatten)]
    pub share: Proportion,
}

/// What came out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayoutSummary {
    /// The game, as the catalogue names it.
    pub game: String,
    /// How many games were played.
    pub playouts: u64,
    /// From which seed.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
    /// Moves made per second of wall-clock time.
    pub moves_per_second: f64,
    /// Games played per second of wall-clock time.
    pub playouts_per_second: f64,
    /// The mean number of moves of a game.
    pub mean_length: f64,
    /// The standard deviation of the number of moves.
    pub length_deviation: f64,
    /// The mean number of legal moves at a player's decision, from a separate sample of games whose moves were
    /// all listed.
    pub mean_branching: f64,
    /// How many games that sample has.
    pub branching_games: u64,
    /// Rates by the player who wins (`1`, `2`, ...), `draw`, and `unfinished` where games were cut off.
    pub outcomes: BTreeMap<String, OutcomeRate>,
    /// How long the games took.
    pub seconds: f64,
}

/// Games of one task; small enough to spread over threads, large enough that the spreading costs nothing.
const CHUNK: u64 = 256;
/// At most so many games are replayed with their moves listed, to measure branching.
const BRANCHING_GAMES: u64 = 1000;

#[derive(Clone, Default)]
struct Tally {
    wins: [u64; MAX_PLAYERS],
    draws: u64,
    unfinished: u64,
    plies: u64,
    squared_plies: u64,
}

impl Tally {
    fn merge(mut self, other: Tally) -> Tally {
        for (sum, wins) in self.wins.iter_mut().zip(other.wins) {
            *sum += wins;
        }
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.plies += other.plies;
        self.squared_plies += other.squared_plies;
        self
    }
}

/// Plays the games. `progress` is told from time to time how many more are done. Everything but the times is a
/// function of the game, the number of games, the seed and the limit alone.
pub fn playouts<G: Playable>(game: &G, plan: &Playouts, progress: &(dyn Fn(u64) + Sync)) -> PlayoutSummary {
    let begin = Instant::now();
    let chunks = plan.games.div_ceil(CHUNK);
    let play = |chunk: u64| {
        let tally = play_chunk(game, plan, chunk);
        progress(CHUNK.min(plan.games - chunk * CHUNK));
        tally
    };
    let tally = if plan.threads <= 1 {
        (0..chunks).map(play).fold(Tally::default(), Tally::merge)
    } else {
        in_pool(plan.threads, || (0..chunks).into_par_iter().map(play).reduce(Tally::default, Tally::merge))
    };
    let seconds = begin.elapsed().as_secs_f64();
    let branching_games = plan.games.min(BRANCHING_GAMES);
    let branching = branching(game, plan, branching_games);
    let games = plan.games as f64;
    let mean = tally.plies as f64 / games.max(1.0);
    let variance = tally.squared_plies as f64 / games.max(1.0) - mean * mean;
    let rate =
        |outcome: String, count| (outcome, OutcomeRate { count, share: wilson(count, plan.games, 0.95) });
    let wins = Player::all(game.players()).map(|player| rate(player.to_string(), tally.wins[player.index()]));
    let draws = rate("draw".to_string(), tally.draws);
    let unfinished = (tally.unfinished > 0).then(|| rate("unfinished".to_string(), tally.unfinished));
    let outcomes = wins.chain([draws]).chain(unfinished).collect();
    PlayoutSummary {
        game: game.name(),
        playouts: plan.games,
        seed: plan.seed,
        threads: plan.threads,
        moves_per_second: tally.plies as f64 / seconds,
        playouts_per_second: games / seconds,
        mean_length: mean,
        length_deviation: variance.max(0.0).sqrt(),
        mean_branching: branching.mean(),
        branching_games,
        outcomes,
        seconds,
    }
}

fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        // A machine that cannot start threads can still do the work, on rayon's own terms.
        Err(_) => work(),
    }
}

fn play_chunk<G: Playable>(game: &G, plan: &Playouts, chunk: u64) -> Tally {
    let mut tally = Tally::default();
    let mut scratch = Vec::new();
    let start = game.start();
    for index in chunk * CHUNK..plan.games.min((chunk + 1) * CHUNK) {
        let mut rng = Rng::derived(plan.seed, index, 0);
        let (plies, outcome) = game.rollout(&start, &mut rng, plan.limit, &mut scratch);
        let plies = u64::from(plies);
        tally.plies += plies;
        tally.squared_plies += plies * plies;
        match outcome {
            None => tally.unfinished += 1,
            Some(outcome) => match outcome.winner() {
                // Team mates win together; a puzzle nobody solved counts as a draw of nobody.
                Some(winner) => {
                    for player in Player::all(game.players()) {
                        let wins = player == winner || outcome.verdict(player) == Verdict::Win;
                        tally.wins[player.index()] += u64::from(wins);
                    }
                }
                None => tally.draws += 1,
            },
        }
    }
    tally
}

fn branching<G: Playable>(game: &G, plan: &Playouts, games: u64) -> Sample {
    let mut sample = Sample::default();
    let mut scratch = Vec::new();
    for index in 0..games {
        let mut rng = Rng::derived(plan.seed, index, 1);
        let mut state = game.start();
        for _ in 0..plan.limit {
            let turn = game.turn(&state);
            if turn.is_over() {
                break;
            }
            if turn.player().is_some() {
                sample.add(game.count_moves(&state, &mut scratch) as f64);
            }
            let chosen = game.random_move(&state, &mut rng, &mut scratch);
            game.play(&mut state, chosen);
        }
    }
    sample
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::examples::Nim;

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let plan = Playouts { games: 3000, seed: 9, threads: 1, limit: 100 };
        let one = playouts(&Nim::new(12), &plan, &|_| {});
        let three = playouts(&Nim::new(12), &Playouts { threads: 3, ..plan }, &|_| {});
        assert_eq!(one.outcomes, three.outcomes);
        assert_eq!((one.mean_length, one.mean_branching), (three.mean_length, three.mean_branching));
    }

    #[test]
    fn games_that_are_cut_off_are_counted_as_unfinished() {
        let plan = Playouts { games: 10, limit: 1, ..Playouts::default() };
        let summary = playouts(&Nim::new(12), &plan, &|_| {});
        assert_eq!(summary.outcomes["unfinished"].count, 10);
    }
}
