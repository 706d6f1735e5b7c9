//! The agents of the studies against what their programs did.

use ludex_core::{Playable, Player, Rng, Spec, Visitor, derive_seed};
use ludex_search::{Agent, Stop, Value, open};
use serde_json::Value as Json;

fn agent<G: Playable>(text: &str, game: &G) -> Box<dyn Agent<G>> {
    open(&Spec::parse(text).unwrap(), game).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn with_game<V: Visitor>(name: &str, visitor: V) -> V::Output {
    ludex_games::open(&Spec::parse(name).unwrap(), visitor).unwrap()
}

/// The first turn of an agent: its moves, counted from 1, until the other player moves.
struct FirstTurn(&'static str);

impl Visitor for FirstTurn {
    type Output = Vec<u32>;

    fn visit<G: Playable>(self, game: G) -> Vec<u32> {
        let mut agent = agent(self.0, &game);
        let mut state = game.start();
        let mut played = Vec::new();
        while game.turn(&state).player() == Some(Player::FIRST) {
            let chosen = agent.choose(&game, &state, &Stop::new()).unwrap().chosen;
            played.push(game.move_id(chosen) + 1);
            game.play(&mut state, chosen);
        }
        played
    }
}

#[test]
fn minimax_of_depth_4_plays_the_famous_first_turn_of_ohvalhu() {
    let line = [1, 8, 5, 4, 8, 3, 5, 2, 7, 7, 8, 3, 2, 1, 3, 6, 8, 2, 8, 7];
    assert_eq!(with_game("ohvalhu", FirstTurn("minimax(depth=4)")), line);
    assert_eq!(with_game("ohvalhu", FirstTurn("minimax(depth=4,prune)")), line);
}

/// Whether an agent that moves first has won when its first turn ends, for some seeds of the agent: the game is over and
/// won, or more than half of all seeds lie in its store, from which none ever returns.
struct WinsInFirstTurn(&'static str, u64);

impl Visitor for WinsInFirstTurn {
    type Output = Vec<bool>;

    fn visit<G: Playable>(self, game: G) -> Vec<bool> {
        const SEEDS: i32 = 128;
        let mut agent = agent(self.0, &game);
        let mut play = |seed| {
            agent.reset(seed);
            let mut state = game.start();
            while game.turn(&state).player() == Some(Player::FIRST) {
                let chosen = agent.choose(&game, &state, &Stop::new()).unwrap().chosen;
                game.play(&mut state, chosen);
            }
            let store = game.score(&state, Player::FIRST).unwrap();
            // Whoever plays on, and however: the majority in the store wins by the rules.
            let mut rng = Rng::new(seed);
            for _ in 0..20 {
                let mut later = state.clone();
                game.playout(&mut later, &mut rng, 10_000, &mut Vec::new());
                let won = game.outcome(&later).is_some_and(|outcome| outcome.winner() == Some(Player::FIRST));
                assert!(won || store <= SEEDS / 2, "{store} seeds in store do not win");
            }
            match game.outcome(&state) {
                Some(outcome) => outcome.winner() == Some(Player::FIRST),
                None => store > SEEDS / 2,
            }
        };
        (0..self.1).map(&mut play).collect()
    }
}

#[test]
fn strong_moving_first_wins_ohvalhu_within_its_first_turn_every_time() {
    // A fifth of a second is worth ten times as many positions and more.
    let won = with_game("ohvalhu", WinsInFirstTurn("strong(nodes=20000)", 20));
    assert!(won.iter().all(|&won| won), "{won:?}");
    // Less than that does not always find it: the test can fail.
    let hasty = with_game("ohvalhu", WinsInFirstTurn("random", 20));
    assert!(!hasty.iter().all(|&won| won), "{hasty:?}");
}

#[test]
fn greedy_and_depth_1_begin_ohvalhu_as_in_the_study() {
    assert_eq!(with_game("ohvalhu", FirstTurn("greedy")), [1, 8, 3, 5]);
    assert_eq!(with_game("ohvalhu", FirstTurn("minimax(depth=1)"))[0], 2);
}

/// The share of points of one agent against another, each side half of the games.
struct Score {
    agents: [&'static str; 2],
    games: u64,
    opening: u32,
    swap: bool,
}

impl Visitor for Score {
    type Output = f64;

    fn visit<G: Playable>(self, game: G) -> f64 {
        let mut agents = self.agents.map(|text| agent(text, &game));
        let mut points = 0.0;
        for number in 0..self.games {
            let swapped = self.swap && number % 2 == 1;
            let mut rng = Rng::derived(7, number, 2);
            for (side, agent) in agents.iter_mut().enumerate() {
                agent.reset(derive_seed(7, number, side as u64));
            }
            let mut state = game.start();
            game.playout(&mut state, &mut rng, self.opening, &mut Vec::new());
            while !game.turn(&state).is_over() {
                let chosen = match game.turn(&state).player() {
                    Some(player) => {
                        let side = (player.index() + usize::from(swapped)) % 2;
                        agents[side].choose(&game, &state, &Stop::new()).unwrap().chosen
                    }
                    None => game.random_move(&state, &mut rng, &mut Vec::new()),
                };
                game.play(&mut state, chosen);
            }
            let first = Player::new(usize::from(swapped));
            points += (game.outcome(&state).unwrap().utility(first) + 1.0) / 2.0;
        }
        points / self.games as f64
    }
}

fn mancala(game: &str, agents: [&'static str; 2], games: u64, opening: u32, expected: f64, within: f64) {
    let score = with_game(game, Score { agents, games, opening, swap: true });
    assert!((score - expected).abs() < within, "{game} {agents:?}: {score} instead of {expected}");
}

#[test]
fn mancala_players_score_as_in_the_study() {
    // Wins and half of the ties, measured by an independent program; three standard errors allowed.
    mancala("kalah", ["greedy", "random"], 1000, 0, 0.967, 0.02);
    mancala("awari", ["greedy", "random"], 400, 0, 0.970, 0.025);
    mancala("vai-lung-thlan", ["greedy", "random"], 600, 0, 0.768, 0.05);
    mancala("kalah", ["minimax(depth=4,prune)", "random"], 300, 0, 0.988, 0.02);
    mancala("kalah", ["minimax(depth=4,prune)", "greedy"], 300, 20, 0.67, 0.08);
    mancala("awari", ["evolved(depth=2)", "greedy"], 200, 20, 0.89, 0.07);
    mancala("kalah", ["uct(iterations=10)", "random"], 400, 0, 0.86, 0.05);
    mancala("oware", ["uct(iterations=100)", "greedy"], 100, 0, 0.79, 0.12);
}

/// Red's points against Black's in Six, from the start.
fn six(game: &str, agents: [&'static str; 2], games: u64, expected: f64) {
    let score = with_game(game, Score { agents, games, opening: 0, swap: false });
    let within = 3.5 * (0.25 / games as f64).sqrt();
    assert!((score - expected).abs() < within, "{game} {agents:?}: {score} instead of {expected}");
}

#[test]
fn monte_carlo_players_of_six_score_as_simulated() {
    six("six(half)", ["weak-mc(cursors=5)", "random"], 400, 0.415 + 0.5225 / 2.0);
    six("six(half)", ["weak-mc(cursors=20)", "weak-mc(cursors=20)"], 200, 0.527 + 0.0746 / 2.0);
    six("six(half)", ["basic-mc(playouts=1)", "random"], 200, 0.851 + 0.104 / 2.0);
    six("six(exe)", ["weak-mc(cursors=5)", "random"], 150, 0.715 + 0.0695 / 2.0);
    six("six(exe)", ["diminished(agent=weak-mc(cursors=20))", "random"], 100, 0.899 + 0.015 / 2.0);
    six(
        "six(exe)",
        ["after-phase-one(agent=weak-mc(cursors=20))", "after-phase-one(agent=random)"],
        100,
        0.702 + 0.0633 / 2.0,
    );
}

struct TricolorRoots(Json);

impl Visitor for TricolorRoots {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        for position in self.0["positions"].as_array().unwrap() {
            let state = game.read_position(&written(position)).unwrap();
            for depth in 1..=3 {
                if depth == 3 && position["id"] != "m04" && position["id"] != "m09" {
                    continue;
                }
                let text = format!("tricolor-alphabeta(depth={depth})");
                let choice = agent(&text, &game).choose(&game, &state, &Stop::new()).unwrap();
                let mut rows = choice.report.rows;
                rows.sort_by_key(|row| game.move_id(row.chosen));
                let expected = position["root_values"][depth - 1]["values"].as_array().unwrap();
                assert_eq!(rows.len(), expected.len());
                for (row, expected) in rows.iter().zip(expected) {
                    let expected = expected.as_i64().unwrap();
                    match row.value {
                        Value::Score(value) => assert_eq!(value as i64, expected, "{}", position["id"]),
                        _ => assert!(expected.abs() > 2_000_000_000),
                    }
                }
            }
        }
    }
}

/// A recorded position in the notation of the game.
fn written(position: &Json) -> String {
    let number = |list: &str, tile: usize| position["position"][list][tile].as_u64().unwrap();
    let mut words = Vec::new();
    for tile in 0..61 {
        let columns = [("w", number("white", tile)), ("b", number("black", tile))];
        let owner = number("owner", tile) as usize;
        if owner < 2 {
            let mut word = format!("{}:", tile + 1);
            for (letter, count) in [columns[owner], columns[1 - owner]] {
                if count > 0 {
                    word += &format!("{letter}{count}");
                }
            }
            words.push(word);
        }
    }
    format!("{} {} 0", words.join(" "), position["to_move"].as_str().unwrap())
}

#[test]
fn tricolor_root_values_are_those_of_the_study() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../oracle/tricolor/eval.json");
    let data = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    with_game("tricolor", TricolorRoots(data));
}

#[test]
fn heuristics_can_be_blended_with_weights() {
    struct Blend;
    impl Visitor for Blend {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            let mut state = game.start();
            game.playout(&mut state, &mut ludex_core::Rng::new(3), 9, &mut Vec::new());
            let judge = |name: &str| {
                let judge = ludex_search::parts::judge::Judge::named(&game, name).unwrap();
                judge.judge(&game, &state, ludex_core::Player::FIRST, None)
            };
            let apart = 2.0 * judge("store") - 0.5 * judge("evolved");
            assert!((judge("2*store+-0.5*evolved") - apart).abs() < 1e-9);
            let wrong =
                |name: &str| ludex_search::parts::judge::Judge::named(&game, name).unwrap_err().to_string();
            assert!(wrong("x*store").contains("'x' is not a weight"));
            assert!(wrong("2*stor").contains("no heuristic 'stor'"));
            assert!(
                wrong("2*points").contains("cannot be blended") || wrong("2*points").contains("no heuristic")
            );
        }
    }
    with_game("kalah", Blend);
}
