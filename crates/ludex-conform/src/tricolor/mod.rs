//! Tricolor: games recorded by the study's program, perft counts, evaluations with exact minimax values, and the
//! two games that Kraitchik printed.

mod eval;
mod games;
mod kraitchik;
mod perft;

use std::collections::BTreeMap;

use ludex_core::{Game, Player};
use ludex_games::tricolor::{Column, Kind, Mask, Tricolor, TricolorMove, TricolorState, TwoPlayer};
use serde::Deserialize;
use serde_json::Value;

use crate::input::Place;
use crate::{Format, Input, Mismatch, Trouble};

pub(crate) const FORMATS: &[Format] = &[games::FORMAT, perft::FORMAT, eval::FORMAT, kraitchik::FORMAT];

type State = TricolorState<2, 64>;

/// A move as [from, to, count].
type Triple = [usize; 3];

const SIDES: [&str; 3] = ["white", "black", "red"];

/// A position as lists over the tiles; owner 2 is an empty tile.
#[derive(Deserialize)]
struct Position {
    white: Vec<u8>,
    black: Vec<u8>,
    owner: Vec<u8>,
}

impl Position {
    fn columns(&self) -> Result<Vec<Column<2>>, Trouble> {
        let tiles = self.owner.len();
        if self.white.len() != tiles || self.black.len() != tiles {
            return Err(Trouble::Malformed("the lists of a position differ in length".to_string()));
        }
        let column = |tile: usize| {
            let owner = match self.owner[tile] {
                side @ 0..=1 => Some(Player::new(usize::from(side))),
                _ => None,
            };
            Column { owner, pieces: [self.white[tile], self.black[tile]] }
        };
        Ok((0..tiles).map(column).collect())
    }

    fn state(&self, game: &TwoPlayer, to_move: &str) -> Result<State, Trouble> {
        game.position(&self.columns()?, player(to_move)?, 0, &[])
            .map_err(|why| Trouble::Malformed(format!("a position is impossible: {why}")))
    }
}

fn player(name: &str) -> Result<Player, Trouble> {
    match SIDES.iter().position(|&side| side == name) {
        Some(index) => Ok(Player::new(index)),
        None => Err(Trouble::Malformed(format!("there is no side '{name}'"))),
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Step => "step",
        Kind::Stack => "stack",
        Kind::Imprison => "imprison",
        Kind::Capture => "capture",
    }
}

fn triple(chosen: TricolorMove) -> Triple {
    [chosen.from(), chosen.to(), chosen.count()]
}

fn two_player_game(draw: u16) -> Result<TwoPlayer, Trouble> {
    TwoPlayer::new(5, draw).map_err(|error| Trouble::Unsupported(error.to_string()))
}

/// All legal moves by (from, to, count).
fn legal<M: Mask, const P: usize, const N: usize>(
    game: &Tricolor<M, P, N>,
    state: &TricolorState<P, N>,
) -> BTreeMap<Triple, TricolorMove> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(|chosen| (triple(chosen), chosen)).collect()
}

fn columns<M: Mask, const P: usize, const N: usize>(
    game: &Tricolor<M, P, N>,
    state: &TricolorState<P, N>,
) -> Vec<Column<P>> {
    (0..game.board().len()).map(|tile| state.column(tile)).collect()
}

/// The move of the file among ours.
fn find(
    place: &Place,
    ours: &BTreeMap<Triple, TricolorMove>,
    wanted: &Triple,
) -> Result<TricolorMove, Trouble> {
    ours.get(wanted).copied().ok_or_else(|| {
        let near: Vec<&Triple> = ours.keys().filter(|ours| ours[0] == wanted[0]).collect();
        Trouble::Mismatch(Mismatch {
            game: place.game.clone(),
            line: place.line,
            ply: place.ply,
            expected: format!("a legal move {wanted:?}"),
            got: format!("from there only {near:?}"),
        })
    })
}

/// Whether the file is one JSON value for which `test` holds, on one line or on many.
fn is_json(input: &Input, test: impl Fn(&Value) -> bool) -> bool {
    match input.first_line() {
        Some(first) => test(first),
        None => input.text().starts_with('{') && input.json::<Value>().is_ok_and(|whole| test(&whole)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agreement, check};

    fn oracle(name: &str) -> Result<Agreement, Trouble> {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../oracle/tricolor").join(name);
        check(&Input::open(&path).unwrap())
    }

    #[test]
    fn recorded_games_agree_move_for_move() {
        assert_eq!(oracle("games.jsonl.gz").map(|agreement| agreement.games), Ok(60));
    }

    #[test]
    fn perft_counts_agree_by_kind() {
        assert_eq!(oracle("perft.json").map(|agreement| agreement.games), Ok(11));
    }

    #[test]
    fn evaluations_and_minimax_values_agree() {
        assert_eq!(oracle("eval.json").map(|agreement| agreement.games), Ok(10));
    }

    #[test]
    fn tampered_files_are_caught() {
        let text = std::fs::read_to_string(
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../oracle/tricolor/kraitchik.json"),
        )
        .unwrap();
        for (from, to, part) in [
            ("\"printed\":\"38^1-30\"", "\"printed\":\"38^1:30\"", "it is written '38^1-30'"),
            ("\"legal_count\":91", "\"legal_count\":92", "expected number of legal moves 92 got 91"),
            ("\"move_reference\":[45,44,1]", "\"move_reference\":[45,30,1]", "a legal move [45, 30, 1]"),
        ] {
            assert!(text.contains(from), "{from}");
            let trouble = check(&Input::from_text("tampered", text.replacen(from, to, 1))).unwrap_err();
            assert!(trouble.to_string().contains(part), "{trouble}");
        }
        let cut = check(&Input::from_text("cut", r#"{"two_player":{"plies":[{"printed":"6-12"}]}}"#));
        assert!(matches!(cut, Err(Trouble::Malformed(_))));
    }

    #[test]
    fn both_games_that_kraitchik_printed_replay() {
        assert_eq!(oracle("kraitchik.json").map(|a| (a.games, a.plies)), Ok((2, 128)));
    }
}
