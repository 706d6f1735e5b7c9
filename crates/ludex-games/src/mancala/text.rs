//! Moves and positions as text.
//!
//! A move is the number of a pit as its player counts from her left, from 1. A position reads
//! `4,4,4,0,5,5/5,5,4,4,4,4 stores 0:0 mover 2`: South's row, then North's, each from its player's left; `x`
//! is a pit closed for the round. What follows is written only where it matters: `over`; `drawn`, if neither
//! player could move; `last 4:0`, the pits the players moved last; `lap 9`, the place (counted from 1 along the own row and then the opponent's) from
//! which the sowing goes on; `filling`, while the pits for the next round are chosen; `round 2`; and `before`,
//! the positions since seeds last left the board, each with the player to move.

use ludex_core::{Player, Text, TextError, shorten};

use super::game::Mancala;
use super::history::Seen;
use super::lanes::Lanes;
use super::options::{Laps, Rest, Rounds};
use super::state::{Pit, State};

impl<W: Lanes> Text for Mancala<W> {
    fn write_move(&self, state: &State<W>, chosen: Pit) -> String {
        if state.board.pending > 0 { "on".to_string() } else { (chosen.index() + 1).to_string() }
    }

    fn write_position(&self, state: &State<W>) -> String {
        let board = &state.board;
        let mut text = format!(
            "{} stores {}:{} mover {}",
            self.write_rows(board.rows, board.open),
            board.stores[0],
            board.stores[1],
            state.mover()
        );
        if board.legal == 0 {
            text += if board.drawn { " drawn" } else { " over" };
        }
        if board.last != [0; 2] {
            text += &format!(" last {}:{}", board.last[0], board.last[1]);
        }
        if board.pending > 0 {
            text += &format!(" lap {}", board.pending);
        }
        if board.filling {
            text += " filling";
        }
        if board.round > 1 {
            text += &format!(" round {}", board.round);
        }
        for (number, &seen) in state.history.iter().enumerate() {
            text += if number == 0 { " before " } else { ";" };
            let mover = self.mover_of(seen);
            let own = if mover == 0 { seen[0] } else { seen[0].inverted() };
            let rows = if mover == 0 { [own, seen[1]] } else { [seen[1], own] };
            text += &format!("{}:{}", self.write_rows(rows, [u16::MAX; 2]), mover + 1);
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<State<W>, TextError> {
        let mut words = text.split_whitespace();
        let rows = words.next().unwrap_or("");
        let (rows, open) = self.read_rows(rows)?;
        let mut stores = None;
        let mut mover = None;
        let (mut over, mut filling, mut last, mut lap, mut round) = (false, false, [0; 2], 0, 1);
        let (mut drawn, mut before) = (false, Vec::new());
        while let Some(word) = words.next() {
            let mut value =
                || words.next().ok_or_else(|| TextError::new(format!("something must follow '{word}'")));
            match word {
                "stores" => {
                    stores = Some(read_pair(value()?, "the stores", u32::from(self.options().total()))?)
                }
                "mover" => mover = Some(read_player(value()?)?),
                "over" => over = true,
                "drawn" if self.options().deadlock_draws => drawn = true,
                "filling" => filling = true,
                "last" => {
                    last = read_pair(value()?, "the last pits moved", u32::from(self.options().pits) + 1)?
                        .map(|pit| pit as u8);
                }
                "lap" => lap = self.read_lap(value()?)?,
                "round" => round = self.read_round(value()?)?,
                "before" => {
                    for part in value()?.split(';') {
                        before.push(self.read_seen(part)?);
                    }
                }
                _ => {
                    return Err(TextError::new(format!(
                        "'{}' has no meaning in a position; expected 'ROW/ROW stores A:B mover 1'",
                        shorten(word)
                    )));
                }
            }
        }
        let stores = stores.ok_or_else(|| TextError::new("the stores are missing: 'stores 0:0'"))?;
        let mover =
            mover.ok_or_else(|| TextError::new("the player to move is missing: 'mover 1' or 'mover 2'"))?;
        let plain = |error: ludex_core::SpecError| TextError::new(error.to_string());
        let mut state = self.position([&rows[0], &rows[1]], stores, mover).map_err(plain)?;
        let packed = |row: &[u32]| {
            let mut lanes = W::default();
            row.iter().enumerate().for_each(|(pit, &seeds)| lanes.put(pit, seeds));
            lanes
        };
        // From here on the board is as written, and what the rules make of it is worked out again.
        let board = &mut state.board;
        board.rows = [packed(&rows[0]), packed(&rows[1])];
        board.stores = stores.map(|store| store as u16);
        board.mover = mover.index() as u8;
        board.open = open;
        board.last = last;
        board.pending = lap;
        board.filling = filling;
        board.round = round;
        state.history = before;
        if over || drawn {
            state.board.drawn = drawn;
            if self.options().rest != Rest::Nobody && state.in_play() > 0 {
                return Err(TextError::new("seeds are left in the pits although the game is over"));
            }
            state.board.legal = 0;
            return Ok(state);
        }
        if filling && self.options().rounds != Rounds::Choose {
            return Err(TextError::new("'filling' has no meaning in this game"));
        }
        self.engine.resume(&mut state.board, &mut state.history);
        Ok(state)
    }
}

impl<W: Lanes> Mancala<W> {
    fn write_rows(&self, rows: [W; 2], open: [u16; 2]) -> String {
        let row = |player: usize| {
            let pits = (0..usize::from(self.options().pits)).map(|pit| match open[player] >> pit & 1 {
                1 => rows[player].get(pit).to_string(),
                _ => "x".to_string(),
            });
            pits.collect::<Vec<_>>().join(",")
        };
        format!("{}/{}", row(0), row(1))
    }

    /// The rows as numbers, and the pits that are open.
    fn read_rows(&self, text: &str) -> Result<([Vec<u32>; 2], [u16; 2]), TextError> {
        let pits = usize::from(self.options().pits);
        let Some((south, north)) = text.split_once('/') else {
            return Err(TextError::new(format!(
                "'{}' is not two rows of pits; expected something like '{}'",
                shorten(text),
                self.write_rows(self.engine_start_rows(), [u16::MAX; 2])
            )));
        };
        let mut rows = [Vec::new(), Vec::new()];
        let mut open = [0u16; 2];
        for (player, row) in [south, north].into_iter().enumerate() {
            let numbers: Vec<&str> = row.split(',').collect();
            if numbers.len() != pits {
                return Err(TextError::new(format!("a row has {pits} pits, not {}", numbers.len())));
            }
            for (pit, number) in numbers.into_iter().enumerate() {
                if number == "x" && self.options().rounds != Rounds::One {
                    rows[player].push(0);
                    continue;
                }
                rows[player].push(read_seeds(number, u32::from(self.options().total()))?);
                open[player] |= 1 << pit;
            }
        }
        Ok((rows, open))
    }

    fn read_lap(&self, text: &str) -> Result<u8, TextError> {
        let places = 2 * self.options().pits;
        match text.parse() {
            Ok(place @ 1..) if place <= places && self.options().laps == Laps::Steps => Ok(place),
            _ if self.options().laps != Laps::Steps => {
                Err(TextError::new("'lap' has no meaning in this game"))
            }
            _ => Err(TextError::new(format!("'{}' is not a place from 1 to {places}", shorten(text)))),
        }
    }

    fn read_round(&self, text: &str) -> Result<u8, TextError> {
        match text.parse() {
            Ok(round @ 1..) if round == 1 || self.options().rounds != Rounds::One => Ok(round),
            Ok(_) => Err(TextError::new("this game has only one round")),
            Err(_) => Err(TextError::new(format!("'{}' is not the number of a round", shorten(text)))),
        }
    }

    fn read_seen(&self, text: &str) -> Result<Seen<W>, TextError> {
        let wrong = || TextError::new(format!("'{}' is not an earlier position 'ROW/ROW:1'", shorten(text)));
        let (rows, mover) = text.split_once(':').ok_or_else(wrong)?;
        let me = read_player(mover)?.index();
        let (rows, _) = self.read_rows(rows)?;
        let mut lanes = [W::default(); 2];
        for (side, row) in rows.iter().enumerate() {
            row.iter().enumerate().for_each(|(pit, &seeds)| lanes[side].put(pit, seeds));
        }
        Ok([if me == 0 { lanes[0] } else { lanes[1].inverted() }, lanes[me ^ 1]])
    }

    /// Who was to move in a position remembered: a row turned over holds more seeds than the game has.
    fn mover_of(&self, seen: Seen<W>) -> usize {
        let most = u32::from(self.options().total());
        let pits = usize::from(self.options().pits);
        usize::from((0..pits).map(|pit| seen[0].get(pit)).sum::<u32>() > most)
    }

    fn engine_start_rows(&self) -> [W; 2] {
        let mut row = W::default();
        for pit in 0..usize::from(self.options().pits) {
            row.put(pit, u32::from(self.options().seeds));
        }
        [row; 2]
    }
}

fn read_seeds(text: &str, most: u32) -> Result<u32, TextError> {
    match text.trim().parse::<i64>() {
        Ok(number) if number < 0 => {
            Err(TextError::new(format!("a pit or store cannot hold {number} seeds: less than none")))
        }
        Ok(number) if number > i64::from(most) => {
            Err(TextError::new(format!("{number} seeds are more than the {most} of this game")))
        }
        Ok(number) => Ok(number as u32),
        Err(_) => Err(TextError::new(format!("'{}' is not a number of seeds", shorten(text)))),
    }
}

fn read_pair(text: &str, what: &str, most: u32) -> Result<[u32; 2], TextError> {
    let (first, second) = text.split_once(':').ok_or_else(|| {
        TextError::new(format!("{what} are two numbers with a colon, like 3:5, not '{}'", shorten(text)))
    })?;
    Ok([read_seeds(first, most)?, read_seeds(second, most)?])
}

fn read_player(text: &str) -> Result<Player, TextError> {
    match text {
        "1" => Ok(Player::FIRST),
        "2" => Ok(Player::SECOND),
        _ => Err(TextError::new(format!("'{}' is not a player; there are 1 and 2", shorten(text)))),
    }
}
