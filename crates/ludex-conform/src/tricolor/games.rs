//! Games of the study's program, with its legal moves, positions and raw counts at every ply.

use std::collections::{BTreeMap, BTreeSet};

use ludex_core::{Evaluate, Game, Player, Turn};
use ludex_games::tricolor::{TricolorMove, TwoPlayer};
use serde::Deserialize;

use super::{Position, SIDES, State, Triple, columns, find, kind_name, legal, player, two_player_game};
use crate::input::Place;
use crate::{Agreement, Format, Input, Trouble};

pub(super) const FORMAT: Format = Format { recognises: is_games, replay: replay_games };

fn is_games(input: &Input) -> bool {
    let ply = input.first_line().and_then(|first| first["plies"].get(0));
    input.has_keys(&["result", "turns", "plies"])
        && ply.is_some_and(|ply| {
            ply["legal"].is_array() && ply["kind"].is_string() && ply["after"]["owner"].is_array()
        })
}

#[derive(Deserialize)]
struct GameRecord {
    result: String,
    turns: usize,
    #[serde(default)]
    metrics: BTreeMap<String, f64>,
    plies: Vec<PlyRecord>,
}

#[derive(Deserialize)]
struct PlyRecord {
    to_move: String,
    legal: Vec<Triple>,
    #[serde(rename = "move")]
    chosen: Triple,
    kind: String,
    after: Position,
}

/// The raw counts that the study's program kept of a game. Its count of repeated positions depends on a flaw of
/// its hashing and is not repeated here.
struct Counts {
    legal: usize,
    with_choice: usize,
    distance: usize,
    pieces: usize,
    sites: BTreeSet<usize>,
    narrow: usize,
    lead_options: usize,
    lead_turns: usize,
    drama: f64,
}

impl Counts {
    fn new(game: &TwoPlayer) -> Counts {
        let start = game.start();
        let sites =
            (0..game.board().len()).filter(|&t| start.column(t).owner.is_some()).map(|t| t + 1).collect();
        Counts {
            legal: 0,
            with_choice: 0,
            distance: 0,
            pieces: 0,
            sites,
            narrow: 0,
            lead_options: 0,
            lead_turns: 0,
            drama: 0.0,
        }
    }

    fn add(
        &mut self,
        game: &TwoPlayer,
        state: &State,
        moves: &BTreeMap<Triple, TricolorMove>,
        chosen: TricolorMove,
    ) {
        let score = |state: &State| game.standing(state, Player::FIRST);
        let before = score(state);
        let after = |chosen| {
            let mut after = *state;
            game.play(&mut after, chosen);
            score(&after)
        };
        self.legal += moves.len();
        self.with_choice += usize::from(moves.len() > 1);
        self.distance += steps(game, chosen);
        self.pieces += game.pieces(state) as usize;
        self.sites.insert(chosen.to());
        for &option in moves.values() {
            let change = after(option) - before;
            let good = if state.mover() == Player::FIRST { change >= 0.0 } else { change <= 0.0 };
            self.narrow += usize::from(good);
            self.lead_options += usize::from(before * after(option) <= 0.0);
        }
        self.lead_turns += usize::from(before * after(chosen) <= 0.0);
        self.drama += (after(chosen) - before).abs();
    }

    fn compare(&self, place: &Place, metrics: &BTreeMap<String, f64>) -> Result<(), Trouble> {
        let ours = [
            ("turns_with_choice", self.with_choice),
            ("sum_legal", self.legal),
            ("sum_distance", self.distance),
            ("sum_pieces", self.pieces),
            ("sites_occupied", self.sites.len()),
            ("sum_narrow", self.narrow),
            ("sum_lead_change_options", self.lead_options),
            ("lead_change_turns", self.lead_turns),
        ];
        for (name, got) in ours {
            if let Some(expected) = metrics.get(name) {
                place.compare(name, expected, &(got as f64))?;
            }
        }
        match metrics.get("sum_drama") {
            Some(drama) if (drama - self.drama).abs() > 1e-9 => {
                place.compare("sum_drama", drama, &self.drama)
            }
            _ => Ok(()),
        }
    }
}

/// How many steps a move goes.
fn steps(game: &TwoPlayer, chosen: TricolorMove) -> usize {
    let tiles = game.board().tiles();
    let (from, to) = (tiles[chosen.from() - 1], tiles[chosen.to() - 1]);
    let (x, row) = (to.x - from.x, to.row - from.row);
    x.abs().max(row.abs()).max((x + row).abs()) as usize
}

fn replay_games(input: &Input) -> Result<Agreement, Trouble> {
    let game = two_player_game(100)?;
    let (mut games, mut plies) = (0, 0);
    for record in input.lines::<GameRecord>() {
        let (line, record) = record?;
        let mut place = Place { game: "tricolor".to_string(), line, ply: 0 };
        let mut state = game.start();
        let mut counts = Counts::new(&game);
        for (ply, expected) in record.plies.iter().enumerate() {
            place.ply = ply;
            let turn = Turn::Player(player(&expected.to_move)?);
            place.compare("turn", &turn, &game.turn(&state))?;
            let ours = legal(&game, &state);
            let mut listed = expected.legal.clone();
            listed.sort_unstable();
            place.compare("legal moves", &listed, &ours.keys().copied().collect())?;
            let chosen = find(&place, &ours, &expected.chosen)?;
            place.compare("kind", &expected.kind.as_str(), &kind_name(chosen.kind()))?;
            counts.add(&game, &state, &ours, chosen);
            game.play(&mut state, chosen);
            place.compare("position after", &expected.after.columns()?, &columns(&game, &state))?;
        }
        place.ply = record.plies.len();
        place.compare("turns", &record.turns, &record.plies.len())?;
        let result = match game.outcome(&state) {
            None => "unfinished",
            Some(outcome) => outcome.winner().map_or("draw", |winner| SIDES[winner.index()]),
        };
        place.compare("result", &record.result.as_str(), &result)?;
        counts.compare(&place, &record.metrics)?;
        games += 1;
        plies += record.plies.len();
    }
    Ok(Agreement { game: "tricolor".to_string(), games, plies })
}
