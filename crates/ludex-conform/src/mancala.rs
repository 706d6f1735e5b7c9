//! Games, single positions and perft counts of the mancala family, written by an independent program.
//!
//! Pits are numbered counterclockwise from South's left; moves are counted from the mover's left, from 0. In
//! single positions and perft no position counts as a repetition.

use ludex_core::{Game, Player, Turn, perft};
use ludex_games::mancala::{AWARI, KALAH, Mancala, OHVALHU, OWARE, Options, Pit, State, VAI_LUNG_THLAN};
use serde::Deserialize;

use crate::input::{Input, Place};
use crate::{Agreement, Format, Trouble};

pub(crate) const FORMATS: &[Format] = &[
    Format { recognises: |input| input.has_keys(&["game", "plies", "final_stores"]), replay: games },
    Format { recognises: |input| input.has_keys(&["game", "pits", "results"]), replay: positions },
    Format { recognises: is_perft, replay: perfts },
];

const NAMES: [(&str, &str, Options); 5] = [
    ("awari", "awari", AWARI),
    ("oware", "oware", OWARE),
    ("vai_lung_thlan", "vai-lung-thlan", VAI_LUNG_THLAN),
    ("ohvalhu", "ohvalhu", OHVALHU),
    ("kalah", "kalah", KALAH),
];

/// The name in the catalogue and the engine for a name in a file.
fn engine(name: &str, repetition: bool) -> Result<(&'static str, Mancala<u64>), Trouble> {
    let Some((_, ours, options)) = NAMES.iter().find(|(theirs, ..)| *theirs == name) else {
        return Err(Trouble::Unsupported(format!("there is no engine for the mancala game '{name}'")));
    };
    let repetition = if repetition { options.repetition } else { 0 };
    let game = Mancala::new(Options { repetition, ..*options });
    game.map(|game| (*ours, game)).map_err(|error| Trouble::Malformed(error.to_string()))
}

/// What the files say of a position.
#[derive(Clone, PartialEq, Debug)]
struct Shown {
    pits: Vec<u32>,
    stores: [u32; 2],
}

fn shown(game: &Mancala<u64>, state: &State<u64>) -> Shown {
    let row = |player| (0..usize::from(game.options().pits)).map(move |pit| state.seeds(player, pit));
    let stores = [state.store(Player::FIRST), state.store(Player::SECOND)];
    Shown { pits: row(Player::FIRST).chain(row(Player::SECOND)).collect(), stores }
}

fn legal(game: &Mancala<u64>, state: &State<u64>) -> Vec<usize> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(Pit::index).collect()
}

fn set_up(
    game: &Mancala<u64>,
    pits: &[u32],
    stores: [u32; 2],
    mover: usize,
    line: usize,
) -> Result<State<u64>, Trouble> {
    let malformed = |why: String| Trouble::Malformed(format!("line {line}: {why}"));
    if mover > 1 {
        return Err(malformed(format!("there is no player {mover}")));
    }
    let row = usize::from(game.options().pits).min(pits.len());
    let (south, north) = pits.split_at(row);
    game.position([south, north], stores, Player::new(mover)).map_err(|error| malformed(error.to_string()))
}

#[derive(Deserialize)]
struct Ply {
    pits: Vec<u32>,
    stores: [u32; 2],
    mover: usize,
    legal: Vec<usize>,
    #[serde(rename = "move")]
    chosen: usize,
    pits_after: Vec<u32>,
    stores_after: [u32; 2],
    mover_after: usize,
    #[serde(default)]
    extra: bool,
    over: bool,
}

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Winner {
    South,
    North,
    Tie,
}

#[derive(Deserialize)]
struct Recorded {
    game: String,
    plies: Vec<Ply>,
    final_stores: [u32; 2],
    winner: Winner,
}

fn games(input: &Input) -> Result<Agreement, Trouble> {
    let mut agreement = Agreement { game: String::new(), games: 0, plies: 0 };
    for record in input.lines::<Recorded>() {
        let (line, record) = record?;
        let (name, game) = engine(&record.game, true)?;
        agreement.game = name.to_string();
        let mut place = Place { game: name.to_string(), line, ply: 0 };
        let mut state = match record.plies.first() {
            // A game need not begin at the start, but then nothing is known of the positions before.
            Some(first) => set_up(&game, &first.pits, first.stores, first.mover, line)?,
            None => game.start(),
        };
        for (number, ply) in record.plies.iter().enumerate() {
            place.ply = number;
            replay_ply(&game, &mut state, ply, &place)?;
            agreement.plies += 1;
        }
        let stores = [state.store(Player::FIRST), state.store(Player::SECOND)];
        place.compare("final stores", &record.final_stores, &stores)?;
        let winner = game.outcome(&state).map(|outcome| match outcome.winner() {
            Some(Player::FIRST) => Winner::South,
            Some(_) => Winner::North,
            None => Winner::Tie,
        });
        place.compare("winner", &Some(record.winner), &winner)?;
        agreement.games += 1;
    }
    Ok(agreement)
}

fn replay_ply(game: &Mancala<u64>, state: &mut State<u64>, ply: &Ply, place: &Place) -> Result<(), Trouble> {
    let before = Shown { pits: ply.pits.clone(), stores: ply.stores };
    place.compare("position", &before, &shown(game, state))?;
    place.compare("mover", &Turn::Player(player(ply.mover)?), &game.turn(state))?;
    place.compare("legal moves", &ply.legal, &legal(game, state))?;
    if !game.is_legal(state, Pit::new(ply.chosen)) {
        return Err(Trouble::Malformed(format!("line {}: the move {} is not legal", place.line, ply.chosen)));
    }
    let mover = state.mover();
    game.play(state, Pit::new(ply.chosen));
    let after = Shown { pits: ply.pits_after.clone(), stores: ply.stores_after };
    place.compare("position after the move", &after, &shown(game, state))?;
    place.compare("over", &ply.over, &game.turn(state).is_over())?;
    if !ply.over {
        place.compare("next mover", &player(ply.mover_after)?, &state.mover())?;
        place.compare("extra turn", &ply.extra, &(state.mover() == mover))?;
    }
    Ok(())
}

fn player(index: usize) -> Result<Player, Trouble> {
    match index {
        0 | 1 => Ok(Player::new(index)),
        _ => Err(Trouble::Malformed(format!("there is no player {index}"))),
    }
}

#[derive(Deserialize)]
struct Tried {
    #[serde(rename = "move")]
    chosen: usize,
    pits_after: Vec<u32>,
    stores_after: [u32; 2],
    mover_after: usize,
    over: bool,
}

#[derive(Deserialize)]
struct Position {
    game: String,
    pits: Vec<u32>,
    stores: [u32; 2],
    mover: usize,
    results: Vec<Tried>,
}

fn positions(input: &Input) -> Result<Agreement, Trouble> {
    let mut agreement = Agreement { game: String::new(), games: 0, plies: 0 };
    for record in input.lines::<Position>() {
        let (line, record) = record?;
        let (name, game) = engine(&record.game, false)?;
        agreement.game = name.to_string();
        let place = Place { game: name.to_string(), line, ply: 0 };
        let state = set_up(&game, &record.pits, record.stores, record.mover, line)?;
        let mut expected: Vec<usize> = record.results.iter().map(|tried| tried.chosen).collect();
        expected.sort_unstable();
        if !expected.is_empty() {
            place.compare("mover", &player(record.mover)?, &state.mover())?;
        }
        place.compare("legal moves", &expected, &legal(&game, &state))?;
        for tried in &record.results {
            let mut after = state.clone();
            game.play(&mut after, Pit::new(tried.chosen));
            let shown_after = Shown { pits: tried.pits_after.clone(), stores: tried.stores_after };
            place.compare(&format!("after move {}", tried.chosen), &shown_after, &shown(&game, &after))?;
            place.compare("over", &tried.over, &game.turn(&after).is_over())?;
            if !tried.over {
                place.compare("next mover", &player(tried.mover_after)?, &after.mover())?;
            }
            agreement.plies += 1;
        }
        agreement.games += 1;
    }
    Ok(agreement)
}

#[derive(Deserialize)]
struct Counted {
    pits: Vec<u32>,
    stores: [u32; 2],
    mover: usize,
    perft: Vec<u64>,
}

#[derive(Deserialize)]
struct Counts {
    start: Counted,
    midgame: Vec<Counted>,
}

/// Deeper counts than this are not repeated: they would take minutes.
const DEEPEST: usize = 8;

type Perfts = std::collections::BTreeMap<String, Counts>;

fn is_perft(input: &Input) -> bool {
    input.text().trim_start().starts_with('{')
        && input.text().contains("\"midgame\"")
        && input.json::<Perfts>().is_ok()
}

fn perfts(input: &Input) -> Result<Agreement, Trouble> {
    let mut agreement = Agreement { game: String::new(), games: 0, plies: 0 };
    for (name, counts) in input.json::<Perfts>()? {
        let (ours, game) = engine(&name, false)?;
        let separator = if agreement.game.is_empty() { "" } else { ", " };
        agreement.game += &format!("{separator}{ours}");
        for (number, counted) in std::iter::once(&counts.start).chain(&counts.midgame).enumerate() {
            let state = set_up(&game, &counted.pits, counted.stores, counted.mover, number + 1)?;
            for (index, expected) in counted.perft.iter().take(DEEPEST).enumerate() {
                let depth = index as u32 + 1;
                let place = Place { game: ours.to_string(), line: number + 1, ply: index };
                place.compare(&format!("perft {depth}"), expected, &perft(&game, &state, depth))?;
                agreement.plies += 1;
            }
            agreement.games += 1;
        }
    }
    Ok(agreement)
}
