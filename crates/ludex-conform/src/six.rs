//! Games of Six: one JSON object a line, with every tile laid, lifted and captured.

use ludex_core::{Game, Player};
use ludex_games::six::{BLACK, Form, Hex, Move, Options, RED, Reason, Six, Stage, State};
use serde::Deserialize;

use crate::input::Place;
use crate::{Agreement, Format, Input, Trouble};

pub(crate) const FORMATS: &[Format] =
    &[Format { recognises: |input| input.has_keys(&["rules", "final_counts", "moves"]), replay }];

#[derive(Deserialize)]
struct Record {
    rules: String,
    tiles: u8,
    plies: usize,
    result: String,
    reason: String,
    final_counts: Counts,
    moves: Vec<Ply>,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Counts {
    #[serde(rename = "R")]
    red: u8,
    #[serde(rename = "B")]
    black: u8,
}

/// One turn. The fields of the second phase are absent in the first.
#[derive(Deserialize)]
struct Ply {
    player: String,
    legal: usize,
    placed: Option<[i32; 2]>,
    removable: Option<usize>,
    removed: Option<[i32; 2]>,
    #[serde(default)]
    groups: Vec<usize>,
    #[serde(default)]
    captured: Vec<[i32; 2]>,
}

fn replay(input: &Input) -> Result<Agreement, Trouble> {
    let mut agreement = Agreement { game: "six".to_string(), games: 0, plies: 0 };
    for line in input.lines::<Record>() {
        let (line, record) = line?;
        let form = match record.rules.as_str() {
            "half" => Form::Half,
            "full" => Form::Full,
            "exe" => Form::Exe,
            other => {
                return Err(Trouble::Unsupported(format!("line {line}: we know no rules '{other}' of Six")));
            }
        };
        let options = Options { red: record.tiles, black: record.tiles, ..Options::of(form) };
        let game =
            Six::new(options).map_err(|error| Trouble::Unsupported(format!("line {line}: {error}")))?;
        let mut at = Place { game: ludex_core::Describe::name(&game), line, ply: 0 };
        replay_game(&game, &record, &mut at)?;
        agreement.games += 1;
        agreement.plies += record.moves.len();
    }
    Ok(agreement)
}

fn replay_game(game: &Six, record: &Record, at: &mut Place) -> Result<(), Trouble> {
    at.compare("plies", &record.plies, &record.moves.len())?;
    let mut state = game.start();
    for (ply, turn) in record.moves.iter().enumerate() {
        at.ply = ply;
        replay_turn(game, &mut state, turn, at)?;
    }
    let [red, black] = state.laid();
    at.compare("tiles on the field", &record.final_counts, &Counts { red, black })?;
    let (result, reason) = match state.stage() {
        Stage::Over(ending) => {
            let result = match ending.winner {
                Some(RED) => "R",
                Some(_) => "B",
                None => "draw",
            };
            (result, reason_text(ending.reason))
        }
        _ => ("unfinished", String::new()),
    };
    at.compare("result", &record.result.as_str(), &result)?;
    at.compare("reason", &record.reason, &reason)
}

fn reason_text(reason: Reason) -> String {
    match reason {
        Reason::Shape(shapes) => shapes.iter().map(|shape| shape.name()).collect::<Vec<_>>().join("+"),
        Reason::ShutOut => "shutout".to_string(),
        Reason::AllLaid => "tiles_exhausted".to_string(),
        Reason::Limit => "limit".to_string(),
    }
}

fn replay_turn(game: &Six, state: &mut State, turn: &Ply, at: &Place) -> Result<(), Trouble> {
    let player = game.turn(state).player().map_or("nobody", |player: Player| ["R", "B"][player.index() & 1]);
    at.compare("player", &turn.player.as_str(), &player)?;
    at.compare("lifting a tile", &turn.removed.is_some(), &(state.stage() == Stage::Lift))?;
    if let Some([q, r]) = turn.removed {
        let count = game.count_moves(state, &mut Vec::new());
        at.compare("removable tiles", &turn.removable, &Some(count))?;
        lift(game, state, Hex::new(q, r), turn, at)?;
    }
    let over = matches!(state.stage(), Stage::Over(_));
    let legal = if over { 0 } else { game.count_moves(state, &mut Vec::new()) };
    at.compare("legal placements", &turn.legal, &legal)?;
    at.compare("a tile laid", &turn.placed.is_some(), &!over)?;
    if let Some([q, r]) = turn.placed {
        let place = Hex::new(q, r);
        let chosen = Move::Lay(place.cell());
        at.compare("a legal placement on", &Some(place), &game.is_legal(state, chosen).then_some(place))?;
        game.play(state, chosen);
        let laid = (0..2).any(|colour| state.tiles(colour).any(|tile| tile == place));
        at.compare("a tile on", &Some(place), &laid.then_some(place))?;
    }
    Ok(())
}

fn lift(game: &Six, state: &mut State, from: Hex, turn: &Ply, at: &Place) -> Result<(), Trouble> {
    let chosen = Move::Lift(from.cell());
    at.compare("a removable tile on", &Some(from), &game.is_legal(state, chosen).then_some(from))?;
    let sizes: Vec<usize> = game.groups_without(state, from).iter().map(Vec::len).collect();
    at.compare("groups", &turn.groups, &sizes)?;
    let before = all_tiles(state);
    game.play(state, chosen);
    if let Stage::Keep(cell) = state.stage() {
        // The recorded choice is followed: the group none of whose tiles was captured.
        let captured = |&place: &Hex| turn.captured.contains(&[place.q, place.r]);
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let kept = moves.into_iter().find(|&chosen| match chosen {
            Move::Keep(sides) => !sides.directions().any(|d| captured(&state.hex(cell.step(d)))),
            _ => false,
        });
        at.compare("one of the largest groups kept", &true, &kept.is_some())?;
        if let Some(kept) = kept {
            game.play(state, kept);
        }
    }
    let after = all_tiles(state);
    let mut captured: Vec<[i32; 2]> = before
        .into_iter()
        .filter(|place| *place != from && !after.contains(place))
        .map(|place| [place.q, place.r])
        .collect();
    captured.sort_unstable();
    let mut expected = turn.captured.clone();
    expected.sort_unstable();
    at.compare("captured tiles", &expected, &captured)
}

fn all_tiles(state: &State) -> Vec<Hex> {
    state.tiles(RED).chain(state.tiles(BLACK)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    fn recorded() -> Input {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../oracle/six/games.jsonl.gz");
        Input::open(std::path::Path::new(path)).unwrap()
    }

    #[test]
    fn recorded_games_replay_without_a_difference() {
        let agreement = check(&recorded()).unwrap();
        assert_eq!((agreement.game.as_str(), agreement.games), ("six", 200));
        assert!(agreement.plies > 8000);
    }

    #[test]
    fn a_change_in_a_record_is_seen_where_it_is() {
        let text = recorded().text().to_string();
        let changed = |from: &str, to: &str| {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            check(&Input::from_text("changed", changed)).unwrap_err()
        };
        for (from, to) in [
            ("\"legal\":6", "\"legal\":7"),
            ("\"result\":\"R\"", "\"result\":\"B\""),
            ("\"reason\":\"ring\"", "\"reason\":\"line\""),
            ("\"removable\":19", "\"removable\":18"),
            ("\"groups\":[37]", "\"groups\":[36,1]"),
            ("\"player\":\"B\"", "\"player\":\"R\""),
        ] {
            assert!(matches!(changed(from, to), Trouble::Mismatch(_)), "{from}");
        }
        assert!(matches!(changed("\"half\"", "\"thirds\""), Trouble::Unsupported(_)));
        assert!(matches!(changed("\"tiles\":19", "\"tiles\":99"), Trouble::Unsupported(_)));
        assert!(matches!(changed("\"moves\":[", "\"moves\":[7,"), Trouble::Malformed(_)));
    }
}
