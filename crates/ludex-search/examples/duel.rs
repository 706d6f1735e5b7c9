//! Plays two agents against each other: `duel GAME AGENT AGENT [GAMES] [RANDOM-MOVES] [SEED]`.
//!
//! Each opening of so many random moves is played twice with sides changed. Prints the score of the first agent
//! with its standard error, and the rating difference that goes with it.

use ludex_core::{Playable, Player, Rng, Spec, SpecError, Visitor, derive_seed};
use ludex_search::{Stop, open};

struct Duel {
    agents: [Spec; 2],
    games: u64,
    opening: u32,
    seed: u64,
}

impl Visitor for Duel {
    type Output = Result<String, SpecError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let mut agents = [open(&self.agents[0], &game)?, open(&self.agents[1], &game)?];
        let stop = Stop::new();
        let (mut sum, mut squares, mut plies) = (0.0, 0.0, 0u64);
        let mut times = [0.0; 2];
        for number in 0..self.games / 2 {
            let mut pair = 0.0;
            for swapped in 0..2 {
                let mut rng = Rng::derived(self.seed, number, 9);
                let mut state = game.start();
                game.playout(&mut state, &mut rng, self.opening, &mut Vec::new());
                for (side, agent) in agents.iter_mut().enumerate() {
                    agent.reset(derive_seed(self.seed, 2 * number + swapped, side as u64));
                }
                let mut length = 0;
                while !game.turn(&state).is_over() && length < 1000 {
                    let chosen = match game.turn(&state).player() {
                        Some(player) => {
                            let side = (game.team(player) + swapped as usize) % 2;
                            let began = std::time::Instant::now();
                            let choice = agents[side].choose(&game, &state, &stop);
                            times[side] += began.elapsed().as_secs_f64();
                            choice.map(|choice| choice.chosen)
                        }
                        None => None,
                    };
                    let chosen =
                        chosen.unwrap_or_else(|| game.random_move(&state, &mut rng, &mut Vec::new()));
                    game.play(&mut state, chosen);
                    length += 1;
                }
                plies += length;
                let first = Player::all(game.players())
                    .find(|&p| (game.team(p) + swapped as usize).is_multiple_of(2))
                    .unwrap_or(Player::FIRST);
                pair +=
                    game.outcome(&state).map_or(0.5, |outcome| (outcome.utility(first) + 1.0) / 2.0) / 2.0;
            }
            sum += pair;
            squares += pair * pair;
        }
        let pairs = (self.games / 2) as f64;
        let mean = sum / pairs;
        let error = ((squares / pairs - mean * mean).max(0.0) / pairs).sqrt();
        let clipped = mean.clamp(0.5 / pairs, 1.0 - 0.5 / pairs);
        Ok(format!(
            "{} {} - {}: {:.1}% +- {:.1} of {} games, {:+.0} Elo, {:.0} moves a game, {:.2} and {:.2} s a game",
            game.name(),
            self.agents[0],
            self.agents[1],
            100.0 * mean,
            100.0 * error,
            2 * (self.games / 2),
            -400.0 * (1.0 / clipped - 1.0).log10(),
            plies as f64 / (2.0 * pairs),
            times[0] / (2.0 * pairs),
            times[1] / (2.0 * pairs),
        ))
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, otherwise: u64| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let run = || -> Result<String, SpecError> {
        let [game, first, second] = [0, 1, 2].map(|at| args.get(at).map_or("", String::as_str));
        let duel = Duel {
            agents: [Spec::parse(first)?, Spec::parse(second)?],
            games: number(3, 100).max(2),
            opening: number(4, 4) as u32,
            seed: number(5, 1),
        };
        ludex_games::open(&Spec::parse(game)?, duel)?
    };
    match run() {
        Ok(line) => println!("{line}"),
        Err(error) => {
            eprintln!("{error}\nusage: duel GAME AGENT AGENT [GAMES] [RANDOM-MOVES] [SEED]");
            std::process::exit(2);
        }
    }
}
