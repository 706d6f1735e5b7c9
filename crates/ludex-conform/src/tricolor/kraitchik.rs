//! The two games of Kraitchik's book, move by move as printed.

use std::collections::BTreeMap;

use ludex_core::{Evaluate, Game, Turn};
use ludex_games::tricolor::{Column, Notation, ThreePlayer, Tricolor, TricolorState};
use serde::Deserialize;
use serde_json::Value;

use super::is_json;
use super::{Position, SIDES, Triple, columns, find, kind_name, legal, player, triple, two_player_game};
use crate::input::Place;
use crate::{Agreement, Format, Input, Trouble};

pub(super) const FORMAT: Format = Format { recognises: is_kraitchik, replay: replay_kraitchik };

fn is_kraitchik(input: &Input) -> bool {
    let printed = |game: &Value| game["plies"].get(0).is_some_and(|ply| ply.get("printed").is_some());
    is_json(input, |file| printed(&file["two_player"]) || printed(&file["three_player"]))
}

#[derive(Deserialize)]
struct KraitchikFile {
    two_player: Option<TwoPlayerGame>,
    three_player: Option<ThreePlayerGame>,
}

#[derive(Deserialize)]
struct TwoPlayerGame {
    result: String,
    plies: Vec<PrintedPly>,
    final_reference: Option<Position>,
}

#[derive(Deserialize)]
struct ThreePlayerGame {
    setup: BTreeMap<String, Vec<usize>>,
    result: String,
    plies: Vec<PrintedPly>,
    #[serde(default, rename = "final")]
    last: BTreeMap<usize, FinalColumn>,
}

#[derive(Deserialize)]
struct PrintedPly {
    side: String,
    printed: String,
    #[serde(alias = "move_reference")]
    #[serde(rename = "move")]
    chosen: Triple,
    #[serde(rename = "move_kraitchik")]
    mirrored: Option<Triple>,
    kind: String,
    legal_count: usize,
    forced: Option<bool>,
}

#[derive(Deserialize)]
struct FinalColumn {
    owner: String,
    #[serde(default)]
    white: u8,
    #[serde(default)]
    black: u8,
    #[serde(default)]
    red: u8,
}

/// Replays a printed game and returns the last position.
fn replay_printed<const P: usize>(
    place: &mut Place,
    game: &Tricolor<u64, P, 64>,
    notation: Notation,
    plies: &[PrintedPly],
    result: &str,
) -> Result<TricolorState<P, 64>, Trouble> {
    let mut state = game.start();
    for (ply, expected) in plies.iter().enumerate() {
        place.ply = ply;
        place.compare("turn", &Turn::Player(player(&expected.side)?), &game.turn(&state))?;
        let ours = legal(game, &state);
        place.compare("number of legal moves", &expected.legal_count, &ours.len())?;
        let chosen = find(place, &ours, &expected.chosen)?;
        place.compare("kind", &expected.kind.as_str(), &kind_name(chosen.kind()))?;
        if let Some(forced) = expected.forced {
            place.compare("forced attack", &forced, &!game.is_quiet(&state))?;
        }
        if let Some([from, to, count]) = expected.mirrored {
            let upside_down = |tile: usize| game.board().upside_down(tile - 1) + 1;
            let [ours_from, ours_to, ours_count] = triple(chosen);
            let got = [upside_down(ours_from), upside_down(ours_to), ours_count];
            place.compare("Kraitchik's tiles", &[from, to, count], &got)?;
        }
        let read = game.read_move_in(notation, &state, &expected.printed).map_err(|why| why.to_string());
        place.compare("reading the printed move", &Ok(chosen), &read)?;
        let written = game.write_move_in(notation, &state, chosen);
        let exponent = format!("^{}", chosen.count());
        if !expected.printed.contains(&exponent) || written.contains('^') {
            place.compare("printed move", &expected.printed, &written)?;
        }
        game.play(&mut state, chosen);
    }
    place.ply = plies.len();
    let winner =
        game.outcome(&state).and_then(|outcome| outcome.winner()).map_or("none", |p| SIDES[p.index()]);
    place.compare("winner", &result, &winner)?;
    Ok(state)
}

fn replay_kraitchik(input: &Input) -> Result<Agreement, Trouble> {
    let file: KraitchikFile = input.json()?;
    let (mut games, mut plies) = (0, 0);
    if let Some(record) = &file.two_player {
        let game = two_player_game(0)?;
        let mut place = Place { game: "tricolor".to_string(), line: 1, ply: 0 };
        let last = replay_printed(&mut place, &game, Notation::Kraitchik, &record.plies, &record.result)?;
        if let Some(expected) = &record.final_reference {
            place.compare("final position", &expected.columns()?, &columns(&game, &last))?;
        }
        games += 1;
        plies += record.plies.len();
    }
    if let Some(record) = &file.three_player {
        let game = ThreePlayer::new(5, 0).map_err(|error| Trouble::Unsupported(error.to_string()))?;
        let mut place = Place { game: "tricolor(players=3)".to_string(), line: 1, ply: 0 };
        for (side, tiles) in &record.setup {
            let owner = player(side)?;
            let owned = |&t: &usize| game.start().column(t - 1).owner == Some(owner);
            let ours: Vec<usize> = (1..=game.board().len()).filter(owned).collect();
            place.compare(&format!("set-up of {side}"), tiles, &ours)?;
        }
        let last = replay_printed(&mut place, &game, Notation::Study, &record.plies, &record.result)?;
        if !record.last.is_empty() {
            let mut expected = vec![Column::EMPTY; game.board().len()];
            for (&tile, column) in &record.last {
                let Some(place) = tile.checked_sub(1).and_then(|tile| expected.get_mut(tile)) else {
                    return Err(Trouble::Malformed(format!("there is no tile {tile}")));
                };
                let pieces = [column.white, column.black, column.red];
                *place = Column { owner: Some(player(&column.owner)?), pieces };
            }
            place.compare("final position", &expected, &columns(&game, &last))?;
        }
        games += 1;
        plies += record.plies.len();
    }
    let game = match (&file.two_player, &file.three_player) {
        (Some(_), Some(_)) => "tricolor, tricolor(players=3)",
        (_, Some(_)) => "tricolor(players=3)",
        _ => "tricolor",
    };
    Ok(Agreement { game: game.to_string(), games, plies })
}
