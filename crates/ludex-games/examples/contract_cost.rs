//! What the contract costs: random games through the generic interface, opened by name, against the same loop
//! written for the concrete type. Count the instructions of both and compare:
//!
//! ```text
//! cargo build --release -p ludex-games --example contract_cost
//! valgrind --tool=callgrind target/release/examples/contract_cost generic 20000
//! valgrind --tool=callgrind target/release/examples/contract_cost concrete 20000
//! ```

use ludex_core::{Game, Playable, Rng, Spec, Turn, Visitor};
use ludex_games::rows::{Capture, Rows, Rules};

const GAME: &str = "tria(rows=7,cols=8,capture=12)";

struct Generic {
    games: u32,
}

impl Visitor for Generic {
    type Output = u64;

    fn visit<G: Playable>(self, game: G) -> u64 {
        let (mut rng, mut scratch) = (Rng::new(1), Vec::new());
        let mut plies = 0;
        for _ in 0..self.games {
            plies += u64::from(game.playout(&mut game.start(), &mut rng, 10_000, &mut scratch));
        }
        plies
    }
}

fn concrete(games: u32) -> u64 {
    let Ok(rules) = Rules::new(7, 8, 3, Capture::Both) else { return 0 };
    let game = Rows::<u64>::new(rules);
    let (mut rng, mut scratch) = (Rng::new(1), Vec::new());
    let mut plies = 0;
    for _ in 0..games {
        let mut state = game.start();
        let mut made = 0u32;
        while made < 10_000 && game.turn(&state) != Turn::Over {
            let chosen = game.random_move(&state, &mut rng, &mut scratch);
            game.play(&mut state, chosen);
            made += 1;
        }
        plies += u64::from(made);
    }
    plies
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games = args.get(1).and_then(|games| games.parse().ok()).unwrap_or(20_000);
    let plies = match args.first().map(String::as_str) {
        Some("generic") => Spec::parse(GAME).and_then(|spec| ludex_games::open(&spec, Generic { games })),
        Some("concrete") => Ok(concrete(games)),
        _ => {
            eprintln!("say generic or concrete, and how many games");
            return;
        }
    };
    match plies {
        Ok(plies) => println!("{plies} moves in {games} games of {GAME}"),
        Err(why) => eprintln!("{why}"),
    }
}
