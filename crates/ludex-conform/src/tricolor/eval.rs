//! Evaluations and exact minimax values.

use std::collections::BTreeMap;

use ludex_core::{Evaluate, Game, Player};
use ludex_games::tricolor::TwoPlayer;
use serde::Deserialize;

use super::{Position, State, Triple, find, is_json, legal, player, two_player_game};
use crate::input::Place;
use crate::{Agreement, Format, Input, Trouble};

pub(super) const FORMAT: Format = Format { recognises: is_eval, replay: replay_eval };

fn is_eval(input: &Input) -> bool {
    is_json(input, |file| file["positions"].get(0).is_some_and(|position| position.get("h_main").is_some()))
}

#[derive(Deserialize)]
struct EvalFile {
    positions: Vec<EvalPosition>,
}

#[derive(Deserialize)]
struct EvalPosition {
    to_move: String,
    position: Position,
    legal: Vec<Triple>,
    position_score: f64,
    h_main: BTreeMap<String, f64>,
    h_alt: BTreeMap<String, f64>,
    #[serde(default)]
    root_values: Vec<RootValues>,
}

#[derive(Deserialize)]
struct RootValues {
    depth: u32,
    values: Vec<i64>,
}

/// Exact minimax with the first heuristic, seen by `root`; a side without moves `plies` after the root scores
/// as the study's program has it.
fn minimax(
    game: &TwoPlayer,
    state: &State,
    root: Player,
    depth: u32,
    plies: i64,
    mut low: i64,
    mut high: i64,
) -> i64 {
    if game.turn(state).is_over() {
        return if state.mover() == root { i64::from(i32::MIN) + plies } else { i64::from(i32::MAX) - plies };
    }
    if depth == 0 {
        return game.heuristic(0, state, root) as i64;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let ours = state.mover() == root;
    let mut best = if ours { i64::MIN } else { i64::MAX };
    for chosen in moves {
        let mut after = *state;
        game.play(&mut after, chosen);
        let value = minimax(game, &after, root, depth - 1, plies + 1, low, high);
        if ours {
            best = best.max(value);
            low = low.max(value);
        } else {
            best = best.min(value);
            high = high.min(value);
        }
        if low >= high {
            break;
        }
    }
    best
}

fn replay_eval(input: &Input) -> Result<Agreement, Trouble> {
    let game = two_player_game(0)?;
    let file: EvalFile = input.json()?;
    let mut rows = 0;
    for (number, expected) in file.positions.iter().enumerate() {
        let place = Place { game: "tricolor".to_string(), line: 1, ply: number };
        let state = expected.position.state(&game, &expected.to_move)?;
        let ours = legal(&game, &state);
        let mut listed = expected.legal.clone();
        listed.sort_unstable();
        place.compare("legal moves", &listed, &ours.keys().copied().collect())?;
        place.compare("position score", &expected.position_score, &game.standing(&state, Player::FIRST))?;
        for (index, values) in [&expected.h_main, &expected.h_alt].into_iter().enumerate() {
            for (side, value) in values {
                place.compare(
                    &format!("heuristic {} for {side}", game.heuristics()[index]),
                    value,
                    &game.heuristic(index, &state, player(side)?),
                )?;
            }
        }
        for row in &expected.root_values {
            if row.depth == 0 {
                return Err(Trouble::Malformed("minimax values need a depth of at least 1".to_string()));
            }
            place.compare("number of root values", &row.values.len(), &expected.legal.len())?;
            for (wanted, value) in expected.legal.iter().zip(&row.values) {
                let mut after = state;
                game.play(&mut after, find(&place, &ours, wanted)?);
                let got = minimax(&game, &after, state.mover(), row.depth - 1, 1, i64::MIN, i64::MAX);
                place.compare(&format!("value of {wanted:?} at depth {}", row.depth), value, &got)?;
                rows += 1;
            }
        }
    }
    Ok(Agreement { game: "tricolor".to_string(), games: file.positions.len(), plies: rows })
}
