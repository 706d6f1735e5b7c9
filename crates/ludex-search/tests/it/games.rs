//! Search results in every game of the catalogue, against plain minimax and against each other.

use crate::common::random_position;
use ludex_core::{Playable, Rng, Spec, Turn, Verdict, Visitor};
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

/// Compares alpha-beta with everything that keeps its value on (table, killers, history, replies, narrow windows; not the
/// reductions and extensions, which are meant to change it) with plain minimax, at this many positions or until this
/// many lines have been looked at, and returns how many positions that were.
struct EqualsMinimax {
    positions: u32,
    effort: u64,
}

impl Visitor for EqualsMinimax {
    type Output = u32;

    /// By points where there are any: a heuristic that remembers the last move differs between lines to one position.
    fn visit<G: Playable>(self, game: G) -> u32 {
        let mut rng = Rng::new(11);
        let longest = length(&game, &mut rng);
        let mut plain = agent("minimax(prune,heuristic=points,ends=result)", &game);
        let texts = ["strict,memory=1,heuristic=points", "strict,memory=1,exact,heuristic=points"];
        let mut enhanced = texts.map(|text| agent(&format!("alphabeta({text})"), &game));
        let (mut effort, mut compared) = (0, 0);
        for number in 0..self.positions {
            let plies = rng.below(longest);
            let state = random_position(&game, plies, &mut rng);
            if !matches!(game.turn(&state), Turn::Player(_)) {
                continue;
            }
            // As deep as a few thousand lines go, for every second position; the others less deep.
            let moves = (game.count_moves(&state, &mut Vec::new()) as u64).max(2);
            let deepest = (1..=5).rev().find(|&depth| moves.pow(depth) <= 4000).unwrap_or(1);
            let depth = 1 + (deepest - 1) / (1 + number % 2);
            effort += moves.pow(depth);
            if effort > self.effort {
                break;
            }
            let budget = Budget::depth(depth);
            plain.set_budget(budget);
            let b = value(&mut *plain, &game, &state);
            for (enhanced, text) in enhanced.iter_mut().zip(texts) {
                enhanced.set_budget(budget);
                let a = value(&mut **enhanced, &game, &state);
                let same = match (a, b) {
                    (Value::Proven(a, m), Value::Proven(b, n)) => a == b && m == n,
                    // Judgements are rounded to single precision.
                    (Value::Score(a), Value::Score(b)) => (a - b).abs() <= 1e-6 * (1.0 + b.abs()),
                    _ => false,
                };
                assert!(same, "{} depth {depth}: {text} {a:?}, minimax {b:?} in {state:?}", game.name());
            }
            compared += 1;
        }
        compared
    }
}

struct ProofsAgree;

impl Visitor for ProofsAgree {
    type Output = u32;

    /// Near the end of the game, what the tree proves is what a full search finds.
    fn visit<G: Playable>(self, game: G) -> u32 {
        let mut rng = Rng::new(12);
        let mut tree = agent("mcts(iterations=400,keep=false)", &game);
        let mut full = agent("alphabeta(nodes=5000,memory=1)", &game);
        let mut compared = 0;
        for _ in 0..12 {
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
    ludex_catalogue::entries().into_iter().map(|entry| entry.name).collect()
}

/// With LUDEX_FULL, in thousands of positions of every game, which takes minutes.
#[test]
fn enhanced_alphabeta_equals_minimax_in_every_game() {
    let full = std::env::var_os("LUDEX_FULL").is_some();
    let (positions, effort, least) = if full { (2200, u64::MAX, 2000) } else { (1000, 15_000, 3) };
    let mut all = 0;
    for name in every_game() {
        let compared = ludex_catalogue::open(&name, EqualsMinimax { positions, effort }).unwrap();
        assert!(compared >= least, "{name}: only {compared} positions");
        all += compared;
    }
    assert!(all > 1500, "{all} positions");
}

#[test]
fn proven_results_agree_in_every_game() {
    let mut all = 0;
    for name in every_game() {
        let compared = ludex_catalogue::open(&name, ProofsAgree).unwrap();
        println!("{name}: {compared} proofs");
        all += compared;
    }
    assert!(all > 150, "{all} proofs");
}

struct RollsAsItPlays;

impl Visitor for RollsAsItPlays {
    type Output = ();

    /// The same random numbers give the same tree, whether playouts are made on a position or by a game's own way to
    /// find only their results: an end so far away that it never comes makes tree search look at the position.
    fn visit<G: Playable>(self, game: G) {
        let texts = ["uct(iterations=40)", "uct(iterations=40,cut=20000)"];
        let rows = texts.map(|text| {
            let choice = agent(text, &game).choose(&game, &game.start(), &Stop::new());
            let rows = choice.map(|choice| choice.report.rows).unwrap_or_default();
            rows.iter().map(|row| (row.chosen, row.visits, row.value)).collect::<Vec<_>>()
        });
        assert_eq!(rows[0], rows[1], "{}", game.name());
    }
}

#[test]
fn tree_search_sees_the_same_results_by_rollouts_and_by_playouts() {
    for name in every_game() {
        ludex_catalogue::open(&name, RollsAsItPlays).unwrap();
    }
}
