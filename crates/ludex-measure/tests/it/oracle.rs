//! The raw counts that the program of the Tricolor study kept of its recorded games.

use std::io::Read;

use flate2::read::GzDecoder;
use ludex_core::{Game, Record, RecordedMove, Text, Visitor};
use ludex_games::tricolor::TwoPlayer;
use ludex_measure::{Ended, Plan, Prepare, Row};
use serde::Deserialize;

#[derive(Deserialize)]
struct Recorded {
    result: String,
    metrics: Counts,
    plies: Vec<Turn>,
}

#[derive(Deserialize)]
struct Turn {
    #[serde(rename = "move")]
    chosen: [usize; 3],
}

#[derive(Deserialize)]
struct Counts {
    turns: u32,
    total_moves: u32,
    turns_with_choice: u32,
    sum_legal: u64,
    sum_narrow: u64,
    sum_lead_change_options: u64,
    lead_change_turns: u32,
    last_lead_turn: u32,
    sum_drama: f64,
    repeated_states: u32,
    sites_occupied: u32,
    sum_distance: u64,
    sum_pieces: u64,
}

fn recorded_games() -> Vec<Recorded> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../oracle/tricolor/games.jsonl.gz");
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let read = |line: &str| {
        let mut recorded: Recorded = serde_json::from_str(line).unwrap();
        // The reader of JSON may be off by the last binary digit of a fraction, the standard library is not.
        let (_, after) = line.split_once("\"sum_drama\":").unwrap();
        recorded.metrics.sum_drama = after[..after.find([',', '}']).unwrap()].parse().unwrap();
        recorded
    };
    text.lines().map(read).collect()
}

fn as_record(game: &TwoPlayer, recorded: &Recorded) -> Record {
    let mut state = game.start();
    let mut legal = Vec::new();
    let mut moves = Vec::new();
    for turn in &recorded.plies {
        game.moves(&state, &mut legal);
        let chosen = legal.iter().find(|m| [m.from(), m.to(), m.count()] == turn.chosen).unwrap();
        moves.push(RecordedMove { text: game.write_move(&state, *chosen), evaluation: None });
        game.play(&mut state, *chosen);
    }
    Record { game: "tricolor".to_string(), moves, ..Record::default() }
}

fn measured() -> Vec<(Recorded, Row)> {
    let game = TwoPlayer::standard();
    let games = recorded_games();
    let records: Vec<(String, Record)> =
        games.iter().map(|recorded| ("game".to_string(), as_record(&game, recorded))).collect();
    let source = Prepare(&Plan::default()).visit(game).unwrap();
    let (batch, _) = source.records(&records).unwrap();
    games.into_iter().zip(batch.rows).collect()
}

#[test]
fn raw_counts_of_recorded_games_are_those_of_the_study() {
    let games = measured();
    assert_eq!(games.len(), 60);
    let mut repeats = 0;
    for (number, (recorded, row)) in games.iter().enumerate() {
        let (theirs, ours) = (&recorded.metrics, &row.raw);
        assert_eq!((theirs.turns, theirs.total_moves), (ours.turns, ours.turns), "game {number}");
        assert_eq!(theirs.turns_with_choice, ours.turns_with_choice, "game {number}");
        assert_eq!(theirs.sum_legal, ours.sum_legal, "game {number}");
        assert_eq!(theirs.sum_narrow, ours.sum_narrow, "game {number}");
        assert_eq!(theirs.sum_lead_change_options, ours.sum_lead_change_options, "game {number}");
        assert_eq!(theirs.lead_change_turns, ours.lead_change_turns, "game {number}");
        assert_eq!(theirs.last_lead_turn, ours.last_lead_turn, "game {number}");
        assert_eq!(theirs.sum_drama, ours.sum_drama, "game {number}");
        assert_eq!(theirs.repeated_states, ours.repeated_states, "game {number}");
        assert_eq!(theirs.sites_occupied, ours.sites_occupied, "game {number}");
        assert_eq!(theirs.sum_distance, ours.sum_distance, "game {number}");
        assert_eq!(theirs.sum_pieces, ours.sum_pieces, "game {number}");
        let ended = match recorded.result.as_str() {
            "white" => Ended::Won(0),
            "black" => Ended::Won(1),
            _ => Ended::Drawn,
        };
        assert_eq!(row.ended, ended, "game {number}");
        repeats += theirs.repeated_states;
    }
    assert!(repeats > 0, "no recorded game puts the key of repeated positions to the test");
}

#[test]
fn repeated_positions_are_those_of_the_states_themselves() {
    let game = TwoPlayer::standard();
    for (recorded, row) in measured() {
        let mut state = game.start();
        let mut seen = std::collections::HashSet::from([position_alone(&game, &state)]);
        let mut repeats = 0;
        let mut legal = Vec::new();
        for turn in &recorded.plies {
            game.moves(&state, &mut legal);
            let chosen = *legal.iter().find(|m| [m.from(), m.to(), m.count()] == turn.chosen).unwrap();
            game.play(&mut state, chosen);
            repeats += u32::from(!seen.insert(position_alone(&game, &state)));
        }
        assert_eq!(row.raw.repeated_positions, repeats);
    }
}

/// The position without the turns since the last capture, which stand at its end.
fn position_alone(game: &TwoPlayer, state: &<TwoPlayer as Game>::State) -> String {
    let text = game.write_position(state);
    text.rsplit_once(' ').unwrap().0.to_string()
}

#[test]
fn the_columns_follow_from_the_counts() {
    let columns = ludex_measure::columns();
    let value =
        |row: &Row, name: &str| row.values[columns.iter().position(|column| column.name == name).unwrap()];
    for (recorded, row) in measured() {
        let counts = &recorded.metrics;
        let turns = f64::from(counts.turns);
        let near = |name: &str, expected: f64| {
            let found = value(&row, name);
            assert!((found - expected).abs() < 1e-9, "{name}: {found}, not {expected}");
        };
        near("duration", turns);
        near("branching_factor", counts.sum_legal as f64 / turns);
        near("decision_moves", 100.0 * f64::from(counts.turns_with_choice) / turns);
        let forced = f64::from(counts.turns - counts.turns_with_choice);
        near("decision_factor", (counts.sum_legal as f64 - forced) / f64::from(counts.turns_with_choice));
        near("narrowness", counts.sum_narrow as f64 / turns);
        near("lead_change_study", counts.sum_lead_change_options as f64 / turns);
        near("stability_study", 100.0 * f64::from(counts.lead_change_turns) / turns);
        near("decisiveness_study", 100.0 * f64::from(counts.last_lead_turn) / turns);
        near("drama", counts.sum_drama / turns);
        near("state_repetition_study", f64::from(counts.repeated_states));
        near("sites_occupied", f64::from(counts.sites_occupied));
        near("board_coverage", 100.0 * f64::from(counts.sites_occupied) / 61.0);
        near("move_distance", counts.sum_distance as f64 / turns);
        near("piece_number", counts.sum_pieces as f64 / turns);
        assert_eq!(value(&row, "decisiveness").is_nan(), recorded.result == "draw");
        // The program's counting of leads includes all that the text's meaning counts.
        assert!(value(&row, "lead_change") <= value(&row, "lead_change_study"));
        assert!(value(&row, "stability") < value(&row, "stability_study"));
    }
}
