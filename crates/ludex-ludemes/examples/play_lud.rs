//! Compiles a description and plays random games with it: `play_lud FILE [DEFS]`.

use std::path::Path;
use std::time::Instant;

use ludex_core::{Playable, Rng, Visitor, conformance, perft};
use ludex_ludemes::described::AnyDescribed;
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::text::Source;

struct Try;

impl Visitor for Try {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        for depth in 1..=4 {
            println!("perft {depth}: {}", perft(&game, &game.start(), depth));
        }
        let begin = Instant::now();
        let (mut games, mut plies, mut wins, mut draws) = (0u32, 0u64, [0u32; 8], 0u32);
        while begin.elapsed().as_secs_f64() < 1.0 {
            let mut state = game.start();
            let mut rng = Rng::derived(1, u64::from(games), 0);
            plies += u64::from(game.playout(&mut state, &mut rng, 5000, &mut Vec::new()));
            games += 1;
            match game.outcome(&state).and_then(|outcome| outcome.winner()) {
                Some(winner) => wins[winner.index()] += 1,
                None => draws += 1,
            }
        }
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "{:.0} playouts/s, {:.2} plies, wins {:?} draws {draws}",
            f64::from(games) / seconds,
            plies as f64 / f64::from(games),
            &wins[..game.players()]
        );
        println!("kit: {:?}", conformance::check(&game, 3, 7));
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let library = args.get(2).map_or(Library::empty(), |defs| Library::read(Path::new(defs)).unwrap());
    let text = std::fs::read_to_string(&args[1]).unwrap();
    match AnyDescribed::compile(Source::new(&args[1], &text), &library, &Choices::none(), "test") {
        Ok(game) => game.visit(Try),
        Err(problems) => problems.iter().for_each(|problem| println!("{problem:?}")),
    }
}
