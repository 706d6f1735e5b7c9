//! What holds for every agent: it answers with legal moves, the same for the same seed, and stops when asked.

use std::time::{Duration, Instant};

use crate::common::{DiceRace, ThreeNim, TicTacToe};
use ludex_core::{Game, Outcome, Playable, Player, Rng, Spec, examples::Nim};
use ludex_search::{Agent, Budget, Stop, entries, open};

/// Every agent that plays by itself, quick enough for tests.
fn specs() -> Vec<String> {
    let quick = |name: &str| match name {
        "weak-mc" => "weak-mc(cursors=20)".to_string(),
        "uct" | "mast" | "grave" | "mcts" | "tricolor-uct" => format!("{name}(iterations=60)"),
        "tricolor-alphabeta" => "tricolor-alphabeta(depth=3)".to_string(),
        "maxn" | "brs" => format!("{name}(depth=3)"),
        "strong" => "strong(nodes=200)".to_string(),
        "mistaken" => "mistaken(agent=uct(iterations=20))".to_string(),
        "alphabeta" | "paranoid" => format!("{name}(depth=3,memory=1)"),
        "evolved" => "evolved(heuristic=auto)".to_string(),
        _ => name.to_string(),
    };
    let mut specs: Vec<String> =
        entries().iter().filter(|entry| entry.name != "human").map(|entry| quick(entry.name)).collect();
    for part in [
        "playout=greedy",
        "playout=greedy,epsilon=0.3",
        "playout=mast,temperature=0,epsilon=0.1",
        "playout=ngram",
        "playout=reply",
        "cut=3",
        "weight=0",
        "weight=0.5",
        "bias=1",
        "history=0.5",
        "widening=1.5",
        "minimax=0.3",
        "solver",
        "final=max",
        "final=secure",
        "final=max-robust",
        "grave=10,c=0.4",
        "untried=parent",
        "keep",
        "memory=1000",
    ] {
        specs.push(format!("uct(iterations=80,{part})"));
    }
    specs
}

fn agent<G: Playable>(text: &str, game: &G) -> Box<dyn Agent<G>> {
    open(&Spec::parse(text).unwrap(), game).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays a whole game of an agent against itself and returns the moves.
fn self_play<G: Playable>(text: &str, game: &G, seed: u64) -> (Vec<G::Move>, Outcome) {
    let mut agent = agent(text, game);
    agent.reset(seed);
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let mut played = Vec::new();
    while !game.turn(&state).is_over() {
        let chosen = match agent.choose(game, &state, &Stop::new()) {
            Some(choice) => choice.chosen,
            None => game.random_move(&state, &mut rng, &mut Vec::new()),
        };
        assert!(game.is_legal(&state, chosen), "{text} plays {chosen:?} in {state:?}");
        game.play(&mut state, chosen);
        played.push(chosen);
    }
    assert!(agent.choose(game, &state, &Stop::new()).is_none(), "{text} moves in a finished game");
    (played, game.outcome(&state).unwrap())
}

fn plays_well_formed_games<G: Playable>(game: &G) {
    for text in specs() {
        let (first, _) = self_play(&text, game, 5);
        let (second, _) = self_play(&text, game, 5);
        assert_eq!(first, second, "{text} differs for the same seed in {}", game.name());
    }
}

#[test]
fn the_same_seed_gives_the_same_legal_game_of_two() {
    plays_well_formed_games(&TicTacToe);
    plays_well_formed_games(&Nim::new(11));
}

#[test]
fn the_same_seed_gives_the_same_legal_game_of_three() {
    plays_well_formed_games(&ThreeNim(11));
}

#[test]
fn the_same_seed_gives_the_same_legal_game_with_chance() {
    plays_well_formed_games(&DiceRace(9));
}

#[test]
fn every_agent_stops_when_asked_and_still_answers() {
    let game = TicTacToe;
    for text in specs() {
        let mut agent = agent(&text, &game);
        agent.set_budget(Budget::ENDLESS);
        let stop = Stop::new();
        stop.request();
        let choice = agent.choose(&game, &game.start(), &stop).unwrap();
        assert!(game.is_legal(&game.start(), choice.chosen), "{text}");
        let stop = Stop::new();
        let asked = std::thread::scope(|scope| {
            let later = stop.clone();
            let helper = scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(5));
                later.request();
                Instant::now()
            });
            agent.choose(&game, &game.start(), &stop).unwrap();
            let answered = Instant::now();
            let asked = helper.join().unwrap();
            answered.saturating_duration_since(asked)
        });
        assert!(asked < Duration::from_millis(500), "{text} took {asked:?} to stop");
    }
}

#[test]
fn good_agents_beat_random_at_noughts_and_crosses() {
    let game = TicTacToe;
    for text in [
        "uct(iterations=400)",
        "grave(iterations=400)",
        "mast(iterations=400)",
        "mcts(iterations=400)",
        "minimax(depth=5)",
        "basic-mc(playouts=60)",
    ] {
        let mut points = 0.0;
        for seed in 0..20 {
            let mut players = [agent(text, &game), agent("random", &game)];
            let first = seed as usize % 2;
            players.iter_mut().for_each(|player| player.reset(seed));
            let mut state = game.start();
            while let Some(mover) = game.turn(&state).player() {
                let choice = players[mover.index() ^ first].choose(&game, &state, &Stop::new()).unwrap();
                game.play(&mut state, choice.chosen);
            }
            points += game.outcome(&state).unwrap().utility(Player::new(first));
        }
        assert!(points >= 14.0, "{text} scores {points} of 20");
    }
}

#[test]
fn a_good_move_is_followed_before_all_others_were_tried_if_asked() {
    // Nine moves, nine looks: each at a new move, or again at one that did better than the others so far.
    let visited = |text: &str| {
        let choice = agent(text, &TicTacToe).choose(&TicTacToe, &TicTacToe.start(), &Stop::new()).unwrap();
        choice.report.rows.iter().filter(|row| row.visits > 0).count()
    };
    assert_eq!(visited("uct(iterations=9,c=0)"), 9);
    assert!(visited("uct(iterations=9,c=0,untried=parent)") < 9);
}

#[test]
fn several_threads_share_a_tree() {
    let game = Nim::new(15);
    let mut agent = agent("mcts(iterations=4000,threads=2)", &game);
    let choice = agent.choose(&game, &game.start(), &Stop::new()).unwrap();
    assert_eq!(choice.chosen, 3);
}

#[test]
fn mistakes_in_names_are_answered_with_what_was_meant() {
    let error = |text: &str| open(&Spec::parse(text).unwrap(), &TicTacToe).err().unwrap().to_string();
    assert_eq!(error("randm"), "there is no agent 'randm'; did you mean 'random'?");
    assert_eq!(error("uct(iteration=5)"), "uct has no parameter 'iteration'; did you mean 'iterations'?");
    assert_eq!(
        error("greedy(heuristic=material)"),
        "tic-tac-toe has no heuristic 'material'; it has open-lines, auto, points, standing, general"
    );
    assert_eq!(
        error("after-phase-one(agent=basic-mx)"),
        "there is no agent 'basic-mx'; did you mean 'basic-mc'?"
    );
    assert_eq!(error("diminished(agent=uct)"), "diminished: agent must be weak-mc or basic-mc");
    assert_eq!(error("human"), "human is a person: play in the terminal or in the browser");
}
