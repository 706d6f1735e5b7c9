//! Moves and positions as text.
//!
//! A move is the name of its square, `c4`. A position is the rows from the top, separated by `/`, with `b` and `w`
//! for stones and numbers for runs of empty squares; then the player to move; where captured pairs can win, the
//! stones captured by Black and White; and where emptied squares must be filled, those squares or `-`:
//! `5/1b1w1/2b2/5/5 w 0:2 c4,d4`.

use ludex_core::{Game, Player, Text, TextError, shorten};

use super::engine::{FULL, WON};
use super::{Capture, Cell, Position, Rows, Word};

/// No position is written longer than this.
const LONGEST: usize = 1000;

impl<W: Word> Text for Rows<W> {
    fn write_move(&self, _: &Position<W>, chosen: Cell) -> String {
        self.rules.square_name(chosen.index())
    }

    fn read_move(&self, state: &Position<W>, text: &str) -> Result<Cell, TextError> {
        let text = text.trim();
        if let Some(square) = self.read_square(text)
            && self.is_legal(state, Cell::new(square))
        {
            return Ok(Cell::new(square));
        }
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        Err(TextError::illegal_move(text, moves.iter().map(|&chosen| self.write_move(state, chosen))))
    }

    fn write_position(&self, state: &Position<W>) -> String {
        let (black, white) = (state.stones(Player::FIRST), state.stones(Player::SECOND));
        let cols = self.rules.cols();
        let mut text = String::new();
        let mut gap = 0;
        for square in 0..self.rules.cells() {
            let stone = if black.has(square) {
                Some('b')
            } else if white.has(square) {
                Some('w')
            } else {
                None
            };
            gap += usize::from(stone.is_none());
            let at_edge = (square + 1) % cols == 0;
            if gap > 0 && (stone.is_some() || at_edge) {
                text.push_str(&gap.to_string());
                gap = 0;
            }
            text.extend(stone);
            if at_edge && square + 1 < self.rules.cells() {
                text.push('/');
            }
        }
        text.push_str(if state.mover() == Player::FIRST { " b" } else { " w" });
        if self.rules.pairs() > 0 {
            text.push_str(&format!(" {}:{}", state.taken[0], state.taken[1]));
        }
        if self.rules.refill() {
            let names: Vec<String> =
                state.pending().squares().map(|square| self.rules.square_name(square)).collect();
            text.push(' ');
            text.push_str(if names.is_empty() { "-" } else { "" });
            text.push_str(&names.join(","));
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, TextError> {
        if text.len() > LONGEST {
            return Err(TextError::new("this is too long to be a position"));
        }
        let mut words = text.split_whitespace();
        let (Some(board), Some(mover)) = (words.next(), words.next()) else {
            return Err(TextError::new(format!(
                "a position is written like '{}'",
                self.write_position(&self.start())
            )));
        };
        let (black, white) = self.read_board(board)?;
        let mover = match mover {
            "b" => 0,
            "w" => 1,
            _ => {
                let shown = shorten(mover);
                return Err(TextError::new(format!("the player to move is b or w, not '{shown}'")));
            }
        };
        let (mine, theirs) = if mover == 0 { (black, white) } else { (white, black) };
        let mut state = Position { mine, theirs, key: 0, taken: [0; 2], mover, end: 0 };
        if self.rules.pairs() > 0 {
            state.taken = read_taken(words.next())?;
        }
        let pending = if self.rules.refill() { self.read_pending(words.next())? } else { W::NONE };
        if let Some(extra) = words.next() {
            return Err(TextError::new(format!(
                "'{}' is more than a position of this game says",
                shorten(extra)
            )));
        }
        self.check_counts(&state)?;
        state.end = self.check_end(&state)?;
        self.check_pending(&state, pending)?;
        state.mine = state.mine | pending;
        state.theirs = state.theirs | pending;
        state.key = self.key_from_scratch(&state);
        Ok(state)
    }
}

fn read_taken(word: Option<&str>) -> Result<[u8; 2], TextError> {
    let numbers = word.and_then(|word| word.split_once(':'));
    let number = |text: &str| text.parse::<u8>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
    match numbers.map(|(black, white)| (number(black), number(white))) {
        Some((Some(black), Some(white))) => Ok([black, white]),
        _ => Err(TextError::new(
            "after the player to move come the stones captured by Black and White, like 2:0",
        )),
    }
}

impl<W: Word> Rows<W> {
    fn read_square(&self, text: &str) -> Option<usize> {
        let mut chars = text.chars();
        let col =
            (chars.next()? as usize).checked_sub('a' as usize).filter(|&col| col < self.rules.cols())?;
        let digits = chars.as_str();
        if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number: usize = digits.parse().ok()?;
        let row = self.rules.rows().checked_sub(number)?;
        Some(row * self.rules.cols() + col)
    }

    /// The black and the white stones.
    fn read_board(&self, text: &str) -> Result<(W, W), TextError> {
        let (rows, cols) = (self.rules.rows(), self.rules.cols());
        let parts: Vec<&str> = text.split('/').collect();
        if parts.len() != rows {
            return Err(TextError::new(format!("there are {} rows where the board has {rows}", parts.len())));
        }
        let (mut black, mut white) = (W::NONE, W::NONE);
        for (row, part) in parts.iter().enumerate() {
            let (mut col, mut gap) = (0, 0);
            for letter in part.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    // A gap that is too long is refused below; capping it keeps the sum small.
                    gap = (gap * 10 + digit as usize).min(LONGEST);
                    continue;
                }
                col += std::mem::take(&mut gap);
                let stone = if col < cols { W::bit(row * cols + col) } else { W::NONE };
                col += 1;
                match letter {
                    'b' => black = black | stone,
                    'w' => white = white | stone,
                    _ => {
                        return Err(TextError::new(format!(
                            "'{letter}' is not a stone; b is black, w is white, numbers are empty squares"
                        )));
                    }
                }
            }
            col += gap;
            if col != cols {
                let number = rows - row;
                return Err(TextError::new(format!(
                    "row {number} has {col} squares where the board has {cols}"
                )));
            }
        }
        Ok((black, white))
    }

    fn read_pending(&self, word: Option<&str>) -> Result<W, TextError> {
        let Some(word) = word else {
            return Err(TextError::new("at the end come the squares that must be filled, like c4,d4, or -"));
        };
        if word == "-" {
            return Ok(W::NONE);
        }
        word.split(',').try_fold(W::NONE, |set, name| match self.read_square(name) {
            Some(square) => Ok(set | W::bit(square)),
            None => Err(TextError::new(format!("'{}' is not a square of this board", shorten(name)))),
        })
    }

    /// Refuses numbers of stones that no game can have.
    fn check_counts(&self, state: &Position<W>) -> Result<(), TextError> {
        let (mover, waiting) = (state.mover(), state.mover().other());
        let count = |player: Player| state.stones(player).count() as usize;
        let (black, white) = (count(Player::FIRST), count(Player::SECOND));
        let names = ["Black", "White"];
        if count(waiting) == 0 && (count(mover) > 0 || mover == Player::SECOND) {
            let (waiting, mover) = (names[waiting.index()], names[mover.index()]);
            return Err(TextError::new(format!(
                "{waiting} has no stone, but must have placed one just before {mover}'s turn"
            )));
        }
        let capture = self.rules.capture();
        let ahead = usize::from(mover == Player::SECOND);
        // What Black captured are white stones that are gone, and the other way round.
        let (placed_black, placed_white) =
            (black + state.taken(Player::SECOND), white + state.taken(Player::FIRST));
        let known = capture == Capture::None || self.rules.pairs() > 0;
        let wrong = if known {
            placed_black != placed_white + ahead
        } else {
            capture == Capture::Two && (black + white) % 2 != ahead
        };
        if wrong {
            return Err(TextError::new(format!(
                "with {black} black and {white} white stones on the board it cannot be {}'s turn",
                names[mover.index()]
            )));
        }
        if capture == Capture::Two && state.taken.iter().any(|taken| taken % 2 != 0) {
            return Err(TextError::new("stones are captured in pairs, so their number is even"));
        }
        Ok(())
    }

    /// How the game has ended in this position, if it has; refuses ends that cannot be.
    fn check_end(&self, state: &Position<W>) -> Result<u8, TextError> {
        let (mover, waiting) = (state.mover(), state.mover().other());
        let names = ["Black", "White"];
        let complete = |stones: W| self.lines.iter().copied().filter(move |&line| (stones & line) == line);
        if complete(state.mine).next().is_some() || state.taken(mover) >= usize::from(self.goal) {
            return Err(TextError::new(format!(
                "{} has won already, so it cannot be that player's turn",
                names[mover.index()]
            )));
        }
        let last = complete(state.theirs).fold(None, |last, line| Some(last.unwrap_or(state.theirs) & line));
        if last.is_some_and(W::is_none) {
            return Err(TextError::new(format!(
                "{} has two lines that no single stone can have completed",
                names[waiting.index()]
            )));
        }
        // The last move captured at most two stones on each of the eight rays.
        if state.taken(waiting) >= usize::from(self.goal) + 16 {
            return Err(TextError::new(format!("{} has captured too many stones", names[waiting.index()])));
        }
        if last.is_some() || state.taken(waiting) >= usize::from(self.goal) {
            return Ok(WON);
        }
        Ok(if (state.mine | state.theirs) == self.board { FULL } else { 0 })
    }

    /// Refuses squares to be filled that no single capture can have emptied.
    fn check_pending(&self, state: &Position<W>, pending: W) -> Result<(), TextError> {
        if pending.is_none() {
            return Ok(());
        }
        if state.end != 0 {
            return Err(TextError::new("the game is over, so nothing must be filled"));
        }
        let stones = state.mine | state.theirs;
        if let Some(square) = (pending & stones).squares().next() {
            let name = self.rules.square_name(square);
            return Err(TextError::new(format!("{name} has a stone, so it need not be filled")));
        }
        // Put the captured stones back: some stone of the last mover must capture exactly these.
        let captures_them = |square| {
            use super::kernel::Kernel;
            self.kernel.captured(square, state.theirs, state.mine | pending) == pending
        };
        if !state.theirs.squares().any(captures_them) {
            return Err(TextError::new(
                "no single move can have emptied exactly the squares that must be filled",
            ));
        }
        Ok(())
    }
}
