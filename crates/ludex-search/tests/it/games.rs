//! Search results in every game of the hand-written family, against plain minimax and against each other.

use crate::common::random_position;
use ludex_core::{Playable, Rng, Spec, SpecError, Turn, Verdict, Visitor};
use ludex_games::{entries, open as open_game};
use ludex_search::{Agent, Budget, Stop, Value, open};

fn agent<G: Playable>(text: &str, game: &G) -> Box<dyn Agent<G>> {
    open(&Spec::parse(text).unwrap(), game).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn value<G: Playable>(agent: &mut dyn Agent<G>, game: &G, state: &G::State) -> Value {
    let choice = agent.choose(game, state, &Stop::new()).unwrap();
    assert!(game.is_legal(state, choice.chosen), "{}: {state:?}", game.name());
    choice.report.value
}

/// How many random moves lead into the middle and near the end of a game.
fn length<G: Playable>(game: &G, rng: &mut Rng) -> u32 {
    (0..8).map(|_| game.playout(&mut game.start(), rng, 2000, &mut Vec::new())).min().unwrap_or(1).max(1)
}

struct EqualsMinimax;

impl Visitor for EqualsMinimax {
    type Output = ();

    /// By points where there are any: a heuristic that remembers the last move differs between lines to one position.
    fn visit<G: Playable>(self, game: G) {
        let mut rng = Rng::new(11);
        let longest = length(&game, &mut rng);
        let mut plain = agent("minimax(prune,heuristic=points,ends=result)", &game);
        for text in [
            "alphabeta(strict,memory=1,heuristic=points)",
            "alphabeta(strict,memory=1,exact,heuristic=points)",
        ] {
            let mut enhanced = agent(text, &game);
            for depth in 1..=5 {
                let budget = Budget::depth(depth);
                plain.set_budget(budget);
                enhanced.set_budget(budget);
                let mut effort = 0;
                // As many positions as can be searched fully in a short time: hundreds in games of few moves.
                for _ in 0..200 {
                    let plies = rng.below(longest);
                    let state = random_position(&game, plies, &mut rng);
                    effort += (game.count_moves(&state, &mut Vec::new()) as u64).pow(depth);
                    if effort > 100_000 {
                        break;
                    }
                    let (a, b) = (value(&mut *enhanced, &game, &state), value(&mut *plain, &game, &state));
                    let same = match (a, b) {
                        (Value::Proven(a, m), Value::Proven(b, n)) => a == b && m == n,
                        // Judgements are rounded to single precision.
                        (Value::Score(a), Value::Score(b)) => (a - b).abs() <= 1e-6 * (1.0 + b.abs()),
                        _ => false,
                    };
                    assert!(same, "{} depth {depth}: {text} {a:?}, minimax {b:?} in {state:?}", game.name());
                }
            }
        }
    }
}

struct ProofsAgree;

impl Visitor for ProofsAgree {
    type Output = u32;

    /// Near the end of the game, what the tree proves is what a full search finds.
    fn visit<G: Playable>(self, game: G) -> u32 {
        let mut rng = Rng::new(12);
        let mut tree = agent("mcts(iterations=400,keep=false)", &game);
        let mut full = agent("alphabeta(nodes=20000,memory=1)", &game);
        let mut compared = 0;
        for _ in 0..30 {
            // A position a few moves before the end of a random game.
            let mut states = vec![game.start()];
            while !game.turn(&states[states.len() - 1]).is_over() && states.len() < 2000 {
                let mut next = states[states.len() - 1].clone();
                let chosen = game.random_move(&next, &mut rng, &mut Vec::new());
                game.play(&mut next, chosen);
                states.push(next);
            }
            let back = (2 + rng.below(5) as usize).min(states.len());
            let state = &states[states.len() - back];
            if !matches!(game.turn(state), Turn::Player(_)) {
                continue;
            }
            let (a, b) = (value(&mut *tree, &game, state), value(&mut *full, &game, state));
            if let (Value::Proven(a, _), Value::Proven(b, _)) = (a, b) {
                let agree = a == b || game.players() > 2 && a != Verdict::Win && b != Verdict::Win;
                assert!(agree, "{}: tree {a:?}, full {b:?} in {state:?}", game.name());
                compared += 1;
            }
        }
        compared
    }
}

fn every_game() -> Vec<String> {
    entries().into_iter().map(|entry| entry.name).collect()
}

fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, SpecError> {
    open_game(&Spec::parse(name)?, visitor)
}

#[test]
fn enhanced_alphabeta_equals_minimax_in_every_game() {
    for name in every_game() {
        visit(&name, EqualsMinimax).unwrap();
    }
}

#[test]
fn proven_results_agree_in_every_game() {
    for name in every_game() {
        let compared = visit(&name, ProofsAgree).unwrap();
        println!("{name}: {compared} proofs");
    }
}
