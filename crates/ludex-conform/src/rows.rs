//! Recorded games and perft counts of Tria, Tessera and other games of rows.

use ludex_core::{Describe, Game, Player, Turn};
use ludex_games::rows::{Capture, Cell, Position, Rows, RowsVisitor, Rules, Word, build};
use serde::Deserialize;

use crate::input::Place;
use crate::{Agreement, Format, Input, Trouble};

pub(crate) const FORMATS: &[Format] = &[
    Format {
        recognises: |input| input.has_keys(&["board", "k", "variant", "moves", "final"]),
        replay: replay_games,
    },
    Format {
        recognises: |input| input.text().lines().next().is_some_and(|line| line.trim() == PERFT_HEADER),
        replay: replay_perft,
    },
];

/// A square as the files write it: row from the top and column, both from 0.
type Square = [usize; 2];

#[derive(Deserialize)]
struct Record {
    board: [usize; 2],
    k: usize,
    variant: String,
    plies: usize,
    result: String,
    moves: Vec<Ply>,
    #[serde(rename = "final")]
    last: Vec<String>,
}

#[derive(Deserialize)]
struct Ply {
    player: String,
    empties: usize,
    cell: Square,
    captured: Vec<Square>,
}

/// The rules a file is about, if we can play them.
fn rules(board: [usize; 2], k: usize, variant: &str) -> Result<Rules, Trouble> {
    let Some(capture) = Capture::named(variant) else {
        return Err(Trouble::Unsupported(format!("variant '{variant}' is none of 0, 1, 2, 12")));
    };
    Rules::new(board[0], board[1], k, capture).map_err(|why| Trouble::Unsupported(why.to_string()))
}

/// Several games are named by the first and the number of the others.
fn all_names(names: &[String]) -> String {
    match names {
        [] => "rows".to_string(),
        [only] => only.clone(),
        [first, ..] => format!("{first} and {} more", names.len() - 1),
    }
}

fn replay_games(input: &Input) -> Result<Agreement, Trouble> {
    let mut names: Vec<String> = Vec::new();
    let (mut games, mut plies) = (0, 0);
    for line in input.lines::<Record>() {
        let (line, record) = line?;
        let rules = rules(record.board, record.k, &record.variant)?;
        let name = build(rules, Replay { record: &record, line })?;
        if !names.contains(&name) {
            names.push(name);
        }
        games += 1;
        plies += record.moves.len();
    }
    Ok(Agreement { game: all_names(&names), games, plies })
}

struct Replay<'a> {
    record: &'a Record,
    line: usize,
}

fn letter(player: Player) -> &'static str {
    if player == Player::FIRST { "B" } else { "W" }
}

fn board_rows<W: Word>(game: &Rows<W>, state: &Position<W>) -> Vec<String> {
    let cols = game.rules().cols();
    let stone = |square| match Player::all(2).find(|&player| state.stones(player).has(square)) {
        Some(player) => letter(player),
        None => ".",
    };
    (0..game.rules().rows()).map(|row| (row * cols..(row + 1) * cols).map(stone).collect()).collect()
}

/// The stones of `player` that a move took away.
fn lost<W: Word>(before: &Position<W>, after: &Position<W>, player: Player) -> W {
    before.stones(player) & !after.stones(player)
}

impl RowsVisitor for Replay<'_> {
    type Output = Result<String, Trouble>;

    fn visit<W: Word>(self, game: Rows<W>) -> Result<String, Trouble> {
        let Replay { record, line } = self;
        let mut place = Place { game: game.name(), line, ply: 0 };
        let [rows, cols] = record.board;
        let mut state = game.start();
        let mut legal = Vec::new();
        let mut empty: Vec<Cell> = (0..rows * cols).map(Cell::new).collect();
        for (ply, recorded) in record.moves.iter().enumerate() {
            place.ply = ply;
            let Turn::Player(mover) = game.turn(&state) else {
                place.compare("the game to go on,", &true, &false)?;
                break;
            };
            place.compare("player", &recorded.player.as_str(), &letter(mover))?;
            game.moves(&state, &mut legal);
            place.compare("legal moves", &empty, &legal)?;
            place.compare("empty squares", &recorded.empties, &legal.len())?;
            let [row, col] = recorded.cell;
            let square = row.saturating_mul(cols).saturating_add(col);
            let is_legal = row < rows && col < cols && game.is_legal(&state, Cell::new(square));
            place.compare(&format!("legality of {row},{col}"), &true, &is_legal)?;
            let before = state;
            game.play(&mut state, Cell::new(square));
            let taken = lost(&before, &state, mover.other());
            let taken: Vec<Square> = taken.squares().map(|square| [square / cols, square % cols]).collect();
            place.compare("captured stones", &recorded.captured, &taken)?;
            empty.retain(|cell| cell.index() != square);
            empty.extend(taken.iter().map(|[row, col]| Cell::new(row * cols + col)));
            empty.sort_unstable();
        }
        place.ply = record.moves.len();
        place.compare("plies", &record.plies, &record.moves.len())?;
        let result = match game.outcome(&state) {
            None => "unfinished",
            Some(outcome) => outcome.winner().map_or("draw", letter),
        };
        place.compare("result", &record.result.as_str(), &result)?;
        place.compare("final board", &record.last, &board_rows(&game, &state))?;
        Ok(place.game)
    }
}

const PERFT_HEADER: &str = "board,k,variant,ply,nodes,wins,full_draws,capture_moves,captured_stones";

/// What happened at one ply of all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    moves: u64,
    wins: u64,
    full_boards: u64,
    capturing_moves: u64,
    captured_stones: u64,
}

/// One row of a perft file.
struct PerftRow {
    line: usize,
    rules: Rules,
    ply: usize,
    counts: Counts,
}

fn read_perft_row(line: usize, text: &str) -> Result<PerftRow, Trouble> {
    let malformed = || Trouble::Malformed(format!("line {line}: expected {PERFT_HEADER}"));
    let fields: Vec<&str> = text.trim().split(',').collect();
    let [board, k, variant, numbers @ ..] = fields.as_slice() else { return Err(malformed()) };
    let numbers: Vec<u64> = numbers.iter().map_while(|number| number.parse().ok()).collect();
    let [ply, moves, wins, full_boards, capturing_moves, captured_stones] = numbers[..] else {
        return Err(malformed());
    };
    let side = |text: &str| text.parse::<usize>().map_err(|_| malformed());
    let (rows, cols) = board.split_once('x').ok_or_else(malformed)?;
    let rules = rules([side(rows)?, side(cols)?], side(k)?, variant)?;
    if !(1..=100).contains(&ply) {
        return Err(malformed());
    }
    let counts = Counts { moves, wins, full_boards, capturing_moves, captured_stones };
    Ok(PerftRow { line, rules, ply: ply as usize, counts })
}

fn replay_perft(input: &Input) -> Result<Agreement, Trouble> {
    let lines = input.text().lines().enumerate().skip(1).filter(|(_, line)| !line.trim().is_empty());
    let rows: Vec<PerftRow> =
        lines.map(|(index, line)| read_perft_row(index + 1, line)).collect::<Result<_, _>>()?;
    let mut names = Vec::new();
    let mut different: Vec<Rules> = Vec::new();
    for row in &rows {
        if !different.contains(&row.rules) {
            different.push(row.rules);
        }
    }
    for rules in &different {
        let rows: Vec<&PerftRow> = rows.iter().filter(|row| row.rules == *rules).collect();
        names.push(build(*rules, Perft { rows: &rows })?);
    }
    Ok(Agreement { game: all_names(&names), games: different.len(), plies: rows.len() })
}

/// Compares the rows of one game with one walk through its tree.
struct Perft<'a> {
    rows: &'a [&'a PerftRow],
}

impl RowsVisitor for Perft<'_> {
    type Output = Result<String, Trouble>;

    fn visit<W: Word>(self, game: Rows<W>) -> Result<String, Trouble> {
        let depth = self.rows.iter().map(|row| row.ply).max().unwrap_or(0);
        // More moves than the file has at its last ply are a disagreement already: there is no need to count on.
        let most = self.rows.iter().filter(|row| row.ply == depth).map(|row| row.counts.moves).max();
        let mut counts = vec![Counts::default(); depth];
        count(&game, &game.start(), &mut counts, most.unwrap_or(0));
        for row in self.rows {
            let place = Place { game: game.name(), line: row.line, ply: row.ply };
            place.compare("counts", &row.counts, &counts[row.ply - 1])?;
        }
        Ok(game.name())
    }
}

/// Adds what happens from `state` on; false once there are more than `most` moves at the last ply.
fn count<W: Word>(game: &Rows<W>, state: &Position<W>, counts: &mut [Counts], most: u64) -> bool {
    let Some((now, deeper)) = counts.split_first_mut() else { return true };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let enemy = state.mover().other();
    for chosen in moves {
        let mut after = *state;
        game.play(&mut after, chosen);
        let taken = u64::from(lost(state, &after, enemy).count());
        now.moves += 1;
        now.capturing_moves += u64::from(taken > 0);
        now.captured_stones += taken;
        if let Some(outcome) = game.outcome(&after) {
            now.wins += u64::from(outcome.winner().is_some());
            now.full_boards += u64::from(outcome.winner().is_none());
        }
        if deeper.is_empty() && now.moves > most || !count(game, &after, deeper, most) {
            return false;
        }
    }
    true
}
