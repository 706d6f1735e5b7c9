//! Tricolor as Ludii played it: whole columns, and its list of who may move which.
//!
//! Ludii numbers the sites row by row from below, we the tiles from above.

use ludex_core::{Game, Player, Turn};
use ludex_games::tricolor::{WholeColumns, WholeMove, WholeState};

use crate::input::{Input, Place};
use crate::ludii::{self, End, Move, Occupied, Ply, Record};
use crate::{Agreement, Format, Trouble};

pub(crate) const FORMATS: &[Format] =
    &[Format { recognises: |input| ludii::game_of(input) == Some("Tricolor"), replay }];

const NAME: &str = "tricolor(rules=ludii)";

/// Sites with the owners of the pieces there, from the bottom up; players from 1, as Ludii has them.
type Columns = Vec<(usize, Vec<i64>)>;

fn replay(input: &Input) -> Result<Agreement, Trouble> {
    let (header, records) = ludii::read(input)?;
    if header.geometry != "hex5" {
        return Err(Trouble::Unsupported(format!("there is no Tricolor on the board '{}'", header.geometry)));
    }
    let game = WholeColumns::new();
    let mut agreement = Agreement { game: NAME.to_string(), games: 0, plies: 0 };
    for record in records {
        let record = record?;
        agreement.plies += record.plies.len();
        replay_record(&game, &record)?;
        agreement.games += 1;
    }
    Ok(agreement)
}

fn replay_record(game: &WholeColumns, record: &Record) -> Result<(), Trouble> {
    let mut state = game.start();
    let mut place = Place { game: NAME.to_string(), line: 0, ply: 0 };
    place.compare("set-up", &levels(&record.trial.state.occ), &columns(game, &state))?;
    for (line, ply) in &record.plies {
        (place.line, place.ply) = (*line, ply.ply);
        let chosen = compare_moves(game, &state, ply, &place)?;
        game.play(&mut state, chosen);
        if let Some(after) = &ply.after {
            place.compare("position after the move", &levels(&after.occ), &columns(game, &state))?;
        }
    }
    let (line, end) = &record.end;
    place.line = *line;
    compare_end(game, &state, end, &place)
}

/// Compares the legal moves with what each would change, and returns the one that was played.
fn compare_moves(
    game: &WholeColumns,
    state: &WholeState,
    ply: &Ply,
    place: &Place,
) -> Result<WholeMove, Trouble> {
    let mover = game.turn(state).player().map(|player| player.index() + 1);
    place.compare("mover", &Some(ply.mover), &mover)?;
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let before = columns(game, state);
    let mut ours: Vec<(usize, usize, Columns)> = Vec::new();
    for &chosen in &moves {
        let mut after = state.clone();
        game.play(&mut after, chosen);
        let changed = columns(game, &after).into_iter().filter(|column| !before.contains(column));
        let left = game.board().upside_down(usize::from(chosen.from));
        let mut changed: Columns = changed.chain([(left, Vec::new())]).collect();
        changed.sort();
        ours.push((left, game.board().upside_down(usize::from(chosen.to)), changed));
    }
    let mut theirs = Vec::new();
    for legal in &ply.legal {
        theirs
            .push(effects(legal).ok_or_else(|| Trouble::Malformed(format!("line {}: a move", place.line)))?);
    }
    let chosen = theirs.get(ply.chosen).cloned();
    let found = chosen.and_then(|chosen| ours.iter().position(|own| *own == chosen));
    let sorted = |mut list: Vec<(usize, usize, Columns)>| {
        list.sort();
        list.dedup();
        list
    };
    place.compare("legal moves and their effects", &sorted(theirs), &sorted(ours))?;
    found.map(|at| moves[at]).ok_or_else(|| Trouble::Malformed(format!("line {}: no such move", place.line)))
}

/// A recorded move: where it leads, and every site that is different afterwards.
fn effects(legal: &Move) -> Option<(usize, usize, Columns)> {
    let column = |site: &Occupied| {
        let pieces = site.get(1..)?.chunks(5).filter_map(|piece| piece.get(1)).copied();
        Some((usize::try_from(*site.first()?).ok()?, pieces.filter(|&owner| owner != 0).collect()))
    };
    let mut changed: Columns = legal.effects.iter().map(column).collect::<Option<_>>()?;
    changed.sort();
    Some((usize::try_from(legal.from).ok()?, usize::try_from(legal.to).ok()?, changed))
}

/// A recorded position: one entry for each piece, from the bottom up.
fn levels(occupied: &[Occupied]) -> Columns {
    let mut found = Columns::new();
    for entry in occupied {
        let [site, _, owner, ..] = entry[..] else { continue };
        match found.last_mut() {
            Some((last, owners)) if *last as i64 == site => owners.push(owner),
            _ => found.push((usize::try_from(site).unwrap_or(usize::MAX), vec![owner])),
        }
    }
    found.sort();
    found
}

/// The columns of a position in Ludii's numbers.
fn columns(game: &WholeColumns, state: &WholeState) -> Columns {
    let owner = |player: Player| player.index() as i64 + 1;
    let column = |tile: usize| (game.board().upside_down(tile), state.column(tile).map(owner).collect());
    let mut found: Columns = (0..game.board().len()).map(column).collect();
    found.retain(|(_, owners): &(usize, Vec<i64>)| !owners.is_empty());
    found.sort();
    found
}

fn compare_end(game: &WholeColumns, state: &WholeState, end: &End, place: &Place) -> Result<(), Trouble> {
    // Ludii cannot hold a column of more than 32 pieces and gives up.
    if !end.over {
        return Ok(());
    }
    place.compare("end of the game", &true, &(game.turn(state) == Turn::Over))?;
    let outcome = game.outcome(state);
    let winner = outcome.as_ref().map(|outcome| outcome.winner().map_or(0, |player| player.index() + 1));
    place.compare("winner", &end.winner, &winner)?;
    let places: Vec<f64> =
        outcome.iter().flat_map(|outcome| Player::all(2).map(|player| outcome.place(player))).collect();
    place.compare("places", &end.ranking, &places)
}
