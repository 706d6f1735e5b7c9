//! The agents of the study of three-dimensional games play every game of the pyramid.

use ludex_core::{Playable, Rng, Spec, Turn, Visitor};
use ludex_search::{Stop, open};

const AGENTS: [&str; 4] =
    ["uct(iterations=4)", "mast(iterations=4)", "grave(iterations=4)", "alphabeta(depth=1)"];

/// So many plies are chosen by agents; the rest of a game is random.
const CHOSEN: u32 = 24;

/// No game is longer.
const LONGEST: u32 = 10_000;

/// Plays games until every agent has had a seat. Says what went wrong.
struct Everyone;

impl Visitor for Everyone {
    type Output = Result<(), String>;

    fn visit<G: Playable>(self, game: G) -> Result<(), String> {
        (0..AGENTS.len()).step_by(game.players()).try_for_each(|first| play(&game, first))
    }
}

/// Seats agents from one of them on and lets them begin a game, which must come to its end.
fn play<G: Playable>(game: &G, first: usize) -> Result<(), String> {
    let mut seats = Vec::new();
    for seat in 0..game.players() {
        let name = AGENTS[(first + seat) % AGENTS.len()];
        let spec = Spec::parse(name).map_err(|error| error.to_string())?;
        let mut agent = open(&spec, game).map_err(|error| format!("{name}: {error}"))?;
        agent.reset(seat as u64);
        seats.push(agent);
    }
    let (mut state, mut moves, mut rng) = (game.start(), Vec::new(), Rng::new(1));
    for _ in 0..CHOSEN {
        let chosen = match game.turn(&state) {
            Turn::Over => return Ok(()),
            Turn::Chance => game.random_move(&state, &mut rng, &mut moves),
            Turn::Player(player) => {
                let choice = seats[player.index()].choose(game, &state, &Stop::new());
                choice.ok_or_else(|| format!("no move from seat {player}, first {first}"))?.chosen
            }
        };
        game.moves(&state, &mut moves);
        if !moves.contains(&chosen) {
            return Err(format!("{chosen:?} is not legal"));
        }
        game.play(&mut state, chosen);
    }
    game.playout(&mut state, &mut rng, LONGEST, &mut moves);
    if game.turn(&state).is_over() { Ok(()) } else { Err("the game does not end".to_string()) }
}

#[test]
fn every_game_of_the_pyramid_is_played_by_every_agent() {
    let mut troubles = Vec::new();
    let all = ludex_catalogue::entries();
    let family: Vec<&str> =
        all.iter().filter(|entry| entry.family == "shibumi").map(|entry| entry.name.as_str()).collect();
    assert_eq!(family.len(), 37);
    for name in family {
        if let Err(trouble) = ludex_catalogue::open(name, Everyone).unwrap() {
            troubles.push(format!("{name}: {trouble}"));
        }
    }
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}
