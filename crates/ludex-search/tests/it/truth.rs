//! Search results against exact values found by plain enumeration.

use crate::common::{DiceRace, ThreeNim, TicTacToe, exact, random_position};
use ludex_core::{Game, Playable, Rng, Spec, Verdict, examples::Nim};
use ludex_search::{Agent, Report, Stop, Value, open};

fn agent<G: Playable>(text: &str, game: &G) -> Box<dyn Agent<G>> {
    open(&Spec::parse(text).unwrap(), game).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn report<G: Playable>(agent: &mut dyn Agent<G>, game: &G, state: &G::State) -> Report<G::Move> {
    let choice = agent.choose(game, state, &Stop::new()).unwrap();
    assert!(game.is_legal(state, choice.chosen));
    choice.report
}

/// What a value claims the result to be, if it claims one.
fn claim(value: Value) -> Option<f64> {
    match value {
        Value::Proven(Verdict::Win, _) => Some(1.0),
        Value::Proven(Verdict::Draw, _) => Some(0.0),
        Value::Proven(Verdict::Loss, _) => Some(-1.0),
        _ => None,
    }
}

#[test]
fn enhanced_alphabeta_equals_plain_minimax_at_every_depth() {
    let game = TicTacToe;
    let mut rng = Rng::new(1);
    let mut enhanced = agent("alphabeta(strict,memory=1,depth=1)", &game);
    let mut plain = agent("minimax(depth=1)", &game);
    for _ in 0..400 {
        let plies = rng.below(7);
        let state = random_position(&game, plies, &mut rng);
        for depth in 1..=5 {
            let budget = ludex_search::Budget::depth(depth);
            enhanced.set_budget(budget);
            plain.set_budget(budget);
            let (a, b) = (report(&mut *enhanced, &game, &state), report(&mut *plain, &game, &state));
            match (a.value, b.value) {
                // Plain search goes on to the depth it was given; the enhanced one stops once the end is certain.
                (Value::Proven(a, _), Value::Proven(b, _)) => assert_eq!(a, b),
                (a, b) => assert_eq!(a, b, "depth {depth} of {state:?}"),
            }
        }
    }
}

#[test]
fn alphabeta_with_everything_on_finds_exact_results() {
    let game = TicTacToe;
    let mut rng = Rng::new(2);
    let mut agent = agent("alphabeta(depth=9,memory=1)", &game);
    for _ in 0..1000 {
        let plies = 2 + rng.below(6);
        let state = random_position(&game, plies, &mut rng);
        let mover = game.turn(&state).player().unwrap();
        let value = report(&mut *agent, &game, &state).value;
        let found = claim(value).unwrap_or(if value == Value::Score(0.0) { 0.0 } else { f64::NAN });
        assert_eq!(found, exact(&game, &state)[mover.index()], "{state:?}: {value}");
    }
}

fn proofs_are_true<G: Playable>(game: &G, text: &str, plies: u32, positions: u32) {
    let mut rng = Rng::new(3);
    let mut agent = agent(text, game);
    let mut proven = 0;
    for _ in 0..positions {
        let length = rng.below(plies);
        let state = random_position(game, length, &mut rng);
        let mover = game.turn(&state).player().unwrap().index();
        let report = report(&mut *agent, game, &state);
        for row in &report.rows {
            if let Some(claimed) = claim(row.value) {
                let mut next = state.clone();
                game.play(&mut next, row.chosen);
                let truth = exact(game, &next)[mover];
                // With three players a loss may also be a shared place: only wins are claimed exactly.
                if game.players() == 2 || claimed == 1.0 {
                    assert_eq!(claimed, truth, "{} after {:?} in {state:?}", game.name(), row.chosen);
                } else {
                    assert!(truth < 1.0);
                }
                proven += 1;
            }
        }
    }
    assert!(proven > 30, "only {proven} moves were proven");
}

#[test]
fn proven_tree_values_equal_exact_values() {
    proofs_are_true(&TicTacToe, "mcts(iterations=300,keep=false)", 6, 500);
    proofs_are_true(&Nim::new(12), "mcts(iterations=300)", 8, 300);
    proofs_are_true(&ThreeNim(9), "mcts(iterations=200,keep=false)", 6, 200);
    proofs_are_true(&DiceRace(7), "mcts(iterations=300,keep=false)", 6, 200);
}

#[test]
fn chance_is_averaged() {
    let game = DiceRace(6);
    let mut state = game.start();
    state.at = [3, 4];
    // After a step to 5 the other steps to 6 and wins; a roll wins a third of the time.
    let best = report(&mut *agent("alphabeta(depth=6)", &game), &game, &state).line[0];
    assert_eq!(best, 1);
    let report = report(&mut *agent("uct(iterations=20000)", &game), &game, &state);
    assert_eq!(report.line[0], 1);
    let Value::Expected(value) = report.rows[1].value else { panic!("no expectation") };
    assert!((value - (1.0 / 3.0 - 2.0 / 3.0)).abs() < 0.05, "{value}");
}

#[test]
fn three_players_each_play_for_themselves() {
    let game = ThreeNim(2);
    for text in [
        "uct(iterations=500)",
        "mcts(iterations=500)",
        "alphabeta(depth=4)",
        "minimax(depth=4)",
        "paranoid(depth=4)",
        "maxn(depth=4)",
        "brs(depth=4)",
    ] {
        let choice = agent(text, &game).choose(&game, &game.start(), &Stop::new()).unwrap();
        assert_eq!(choice.chosen, 2, "{text}");
    }
}

#[test]
fn maxn_finds_what_every_player_gets_when_each_plays_for_itself() {
    let mut compared = 0;
    for stones in 1..=14 {
        let game = ThreeNim(stones);
        let mut agent = agent("maxn(depth=14)", &game);
        for mover in 0..3u8 {
            let state = (stones, mover);
            let choice = agent.choose(&game, &state, &Stop::new()).unwrap();
            let wins = exact(&game, &state)[usize::from(mover)] == 1.0;
            assert_eq!(claim(choice.report.value) == Some(1.0), wins, "{state:?}: {}", choice.report.value);
            compared += u32::from(wins);
        }
    }
    assert!(compared > 5, "only {compared} positions are won");
}

/// The value for `root` when all others play against it together.
fn paranoid_value(game: &ThreeNim, state: &(u8, u8), root: usize) -> f64 {
    if let Some(outcome) = game.outcome(state) {
        return if outcome.utility(ludex_core::Player::new(root)) == 1.0 { 1.0 } else { -1.0 };
    }
    let values = (1..=state.0.min(2)).map(|taken| {
        let mut next = *state;
        game.play(&mut next, taken);
        paranoid_value(game, &next, root)
    });
    if usize::from(state.1) == root { values.fold(-1.0, f64::max) } else { values.fold(1.0, f64::min) }
}

#[test]
fn paranoid_search_finds_what_is_won_against_all_others_together() {
    for stones in 1..=14 {
        let game = ThreeNim(stones);
        let mut agent = agent("paranoid(depth=14,memory=1)", &game);
        let value = agent.choose(&game, &game.start(), &Stop::new()).unwrap().report.value;
        let wins = paranoid_value(&game, &game.start(), 0) == 1.0;
        assert_eq!(claim(value) == Some(1.0), wins, "{stones} stones: {value}");
    }
}
