//! Perft counts, split by the kind of the last move.

use std::collections::{BTreeMap, HashMap};

use ludex_core::Game;
use ludex_games::tricolor::{Kind, TwoPlayer};
use serde::Deserialize;
use serde_json::Value;

use super::{Position, State, columns, is_json, kind_name, two_player_game};
use crate::input::Place;
use crate::{Agreement, Format, Input, Trouble};

pub(super) const FORMAT: Format = Format { recognises: is_perft, replay: replay_perft };

fn is_perft(input: &Input) -> bool {
    let counted = |at: &Value| at["position"]["owner"].is_array() && at["perft"].is_array();
    is_json(input, |file| counted(&file["start"]) || counted(&file["positions"][0]))
}

#[derive(Deserialize)]
struct PerftFile {
    start: Option<PerftPosition>,
    #[serde(default)]
    positions: Vec<PerftPosition>,
}

#[derive(Deserialize)]
struct PerftPosition {
    #[serde(default)]
    id: String,
    to_move: String,
    position: Position,
    perft: Vec<PerftRow>,
}

#[derive(Deserialize)]
struct PerftRow {
    depth: u32,
    nodes: u64,
    #[serde(default)]
    last_ply_kinds: BTreeMap<String, u64>,
}

/// Positions remembered at most, so that memory stays bounded.
const MOST_KNOWN: usize = 1 << 20;

/// Counts move sequences by the kind of their last move. Positions reached in several ways are counted once.
fn count_by_kind(
    game: &TwoPlayer,
    state: &State,
    depth: u32,
    seen: &mut HashMap<(State, u32), [u64; 4]>,
) -> [u64; 4] {
    if depth == 1 {
        return game.count_kinds(state);
    }
    if let Some(&known) = seen.get(&(*state, depth)) {
        return known;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut sum = [0; 4];
    for chosen in moves {
        let mut after = *state;
        game.play(&mut after, chosen);
        for (sum, more) in sum.iter_mut().zip(count_by_kind(game, &after, depth - 1, seen)) {
            *sum += more;
        }
    }
    if seen.len() < MOST_KNOWN {
        seen.insert((*state, depth), sum);
    }
    sum
}

fn replay_perft(input: &Input) -> Result<Agreement, Trouble> {
    // The counts of the study ignore the draw rule.
    let game = two_player_game(0)?;
    let file: PerftFile = input.json()?;
    let mut rows = 0;
    let mut place = Place { game: "tricolor".to_string(), line: 1, ply: 0 };
    if let Some(start) = &file.start {
        place.compare("start", &start.position.columns()?, &columns(&game, &game.start()))?;
    }
    let positions: Vec<&PerftPosition> = file.start.iter().chain(&file.positions).collect();
    for position in &positions {
        let state = position.position.state(&game, &position.to_move)?;
        let mut seen = HashMap::new();
        for row in &position.perft {
            place.ply = row.depth as usize;
            if row.depth == 0 {
                place.compare("perft of depth 0", &row.nodes, &1)?;
                continue;
            }
            let kinds = count_by_kind(&game, &state, row.depth, &mut seen);
            let what = format!("perft({}) {}", row.depth, position.id);
            place.compare(&what, &row.nodes, &kinds.iter().sum())?;
            for (index, kind) in
                [Kind::Step, Kind::Stack, Kind::Imprison, Kind::Capture].into_iter().enumerate()
            {
                if let Some(expected) = row.last_ply_kinds.get(kind_name(kind)) {
                    place.compare(&format!("{what} {}", kind_name(kind)), expected, &kinds[index])?;
                }
            }
            rows += 1;
        }
    }
    Ok(Agreement { game: "tricolor".to_string(), games: positions.len(), plies: rows })
}
