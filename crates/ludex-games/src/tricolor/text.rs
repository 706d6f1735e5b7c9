//! Moves and positions as text.
//!
//! Moves are written as Kraitchik did: the tile of origin, the number of pieces as an exponent (`^2`) unless
//! the whole column moves, a sign, and the tile of destination. The sign is `-` for a move without attack, `:`
//! for a capture, `x` for an imprisonment: `6-12`, `38^1-30`, `15^2:30`, `55^2x48`.
//!
//! A position lists the columns by tile, the owner first, each letter with its number of pieces if more than one:
//! `7:b5w2` is a column of five black pieces over two white prisoners, `44-61:w` a white piece on each of these
//! tiles. The player to move follows, then the turns since the last capture (where the draw rule is on), and
//! with three players those who dropped out, in order: `20:w4b3r2 39:w2r2 white 1 out:black,red`.
//!
//! Tile numbers are those of the study, where White starts below. Kraitchik's two-player game has the same numbers
//! and colours with White above: [`Notation::Kraitchik`] reads and writes his orientation.

use ludex_core::{Player, Text, TextError, nearest, shorten};

use super::Tricolor;
use super::mask::Mask;
use super::state::{Column, Kind, TricolorMove, TricolorState};

/// Which way up the board of the two-player game is numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// White starts on the high numbers, as in the study.
    Study,
    /// White starts on the low numbers, as in Kraitchik's book of 1930. Only the rows are exchanged, top for
    /// bottom: turning the board round would exchange white and black tiles.
    Kraitchik,
}

impl Kind {
    /// Kraitchik's sign.
    pub fn sign(self) -> char {
        match self {
            Kind::Step | Kind::Stack => '-',
            Kind::Capture => ':',
            Kind::Imprison => 'x',
        }
    }
}

/// A move as printed, before it is known whether it is legal.
struct Printed {
    from: usize,
    /// The exponent, if there is one.
    count: Option<usize>,
    sign: char,
    to: usize,
}

impl Printed {
    fn read(text: &str) -> Option<Printed> {
        let text = text.replace('×', "x").replace('–', "-");
        let at = text.find(['-', ':', 'x'])?;
        let (origin, rest) = text.split_at(at);
        let sign = rest.chars().next()?;
        let to = rest[sign.len_utf8()..].trim().parse().ok()?;
        let (from, count) = match origin.trim().split_once('^') {
            Some((from, count)) => (from, Some(count.trim().parse().ok()?)),
            None => (origin.trim(), None),
        };
        Some(Printed { from: from.parse().ok()?, count, sign, to })
    }
}

impl<M: Mask, const P: usize, const N: usize> Tricolor<M, P, N> {
    fn number(&self, tile: u8, notation: Notation) -> usize {
        match notation {
            Notation::Study => usize::from(tile) + 1,
            Notation::Kraitchik => self.board.upside_down(usize::from(tile).min(self.board.len() - 1)) + 1,
        }
    }

    /// A move as a player writes it, in one of the two orientations.
    pub fn write_move_in(
        &self,
        notation: Notation,
        state: &TricolorState<P, N>,
        chosen: TricolorMove,
    ) -> String {
        let (from, to) = (self.number(chosen.from, notation), self.number(chosen.to, notation));
        let sign = chosen.kind.sign();
        if chosen.count() == state.turned(usize::from(chosen.from), 0).height() as usize {
            format!("{from}{sign}{to}")
        } else {
            format!("{from}^{}{sign}{to}", chosen.count)
        }
    }

    /// Reads a legal move in one of the two orientations. An exponent may also name the whole column.
    pub fn read_move_in(
        &self,
        notation: Notation,
        state: &TricolorState<P, N>,
        text: &str,
    ) -> Result<TricolorMove, TextError> {
        use ludex_core::Game;
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let text = text.trim();
        let illegal =
            || TextError::illegal_move(text, moves.iter().map(|&m| self.write_move_in(notation, state, m)));
        let Some(printed) = Printed::read(text) else {
            return Err(if moves.is_empty() { illegal() } else { not_a_move(text) });
        };
        let found = moves.iter().copied().find(|chosen| {
            let height = state.turned(usize::from(chosen.from), 0).height() as usize;
            self.number(chosen.from, notation) == printed.from
                && self.number(chosen.to, notation) == printed.to
                && chosen.count() == printed.count.unwrap_or(height)
        });
        match found {
            Some(chosen) if chosen.kind.sign() == printed.sign => Ok(chosen),
            Some(chosen) => {
                let what = match chosen.kind {
                    Kind::Step | Kind::Stack => "attacks nothing",
                    Kind::Imprison => "is an imprisonment",
                    Kind::Capture => "is a capture",
                };
                let right = self.write_move_in(notation, state, chosen);
                Err(TextError::new(format!("'{}' {what}: it is written '{right}'", shorten(text))))
            }
            None => Err(illegal()),
        }
    }

    fn write_column(&self, column: Column<P>) -> String {
        let Some(owner) = column.owner else { return String::new() };
        (0..P)
            .map(|offset| (owner.index() + offset) % P)
            .filter(|&player| column.pieces[player] > 0)
            .map(|player| match column.pieces[player] {
                1 => letter(player).to_string(),
                many => format!("{}{many}", letter(player)),
            })
            .collect()
    }

    fn read_column(&self, text: &str) -> Result<Column<P>, TextError> {
        let mut column = Column::EMPTY;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let Some(player) = (0..P).find(|&p| letter(p) == first) else {
                let known: Vec<String> = (0..P).map(|p| format!("'{}'", letter(p))).collect();
                return Err(TextError::new(format!(
                    "'{}' is no column: pieces are {} with a number",
                    shorten(text),
                    known.join(", ")
                )));
            };
            rest = &rest[first.len_utf8()..];
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (number, after) = rest.split_at(digits);
            rest = after;
            let number = if number.is_empty() { "1" } else { number };
            let count: u8 = match number.parse() {
                Ok(count) if (1..=self.army).contains(&usize::from(count)) => count,
                _ => {
                    let army = self.army;
                    return Err(TextError::new(format!(
                        "{number} pieces in '{}': from 1 to {army}",
                        shorten(text)
                    )));
                }
            };
            if column.pieces[player] > 0 {
                return Err(TextError::new(format!("'{}' names a player twice", shorten(text))));
            }
            column.owner.get_or_insert(Player::new(player));
            column.pieces[player] = count;
        }
        if column.owner.is_none() {
            return Err(TextError::new("a column without pieces is not written at all"));
        }
        Ok(column)
    }

    fn read_range(&self, text: &str) -> Result<std::ops::Range<usize>, TextError> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (first.parse::<usize>(), last.parse::<usize>()) {
            (Ok(first), Ok(last)) if 1 <= first && first <= last && last <= self.board.len() => {
                Ok(first - 1..last)
            }
            _ => Err(TextError::new(format!(
                "'{}' is no tile: they are numbered 1 to {}",
                shorten(text),
                self.board.len()
            ))),
        }
    }

    fn read_player(&self, text: &str) -> Result<Player, TextError> {
        let names = &super::NAMES[..P];
        match names.iter().position(|name| name.eq_ignore_ascii_case(text)) {
            Some(index) => Ok(Player::new(index)),
            None => {
                let shown = shorten(text);
                Err(TextError::new(match nearest(text, names.iter().copied()) {
                    Some(near) => format!("'{shown}' is no player; did you mean '{}'?", near.to_lowercase()),
                    None => format!("'{shown}' is no player; they are {}", names.join(", ").to_lowercase()),
                }))
            }
        }
    }
}

fn letter(player: usize) -> char {
    ['w', 'b', 'r'][player % 3]
}

fn not_a_move(text: &str) -> TextError {
    TextError::new(format!(
        "'{}' is not a move: write origin, pieces if not all, sign, destination, as in 6-12 or 15^2:30",
        shorten(text)
    ))
}

impl<M: Mask, const P: usize, const N: usize> Text for Tricolor<M, P, N> {
    fn write_move(&self, state: &Self::State, chosen: TricolorMove) -> String {
        self.write_move_in(Notation::Study, state, chosen)
    }

    fn read_move(&self, state: &Self::State, text: &str) -> Result<TricolorMove, TextError> {
        self.read_move_in(Notation::Study, state, text)
    }

    fn write_position(&self, state: &Self::State) -> String {
        let mut words = Vec::new();
        let mut tile = 0;
        while tile < self.board.len() {
            let column = state.column(tile);
            let run = (tile..self.board.len()).take_while(|&next| state.column(next) == column).count();
            if column.owner.is_some() {
                let column = self.write_column(column);
                words.push(match run {
                    1 => format!("{}:{column}", tile + 1),
                    _ => format!("{}-{}:{column}", tile + 1, tile + run),
                });
            }
            tile += run;
        }
        let name = |player: Player| super::NAMES[player.index()].to_lowercase();
        words.push(name(state.mover()));
        if self.draw > 0 {
            words.push(state.since_capture().to_string());
        }
        let out: Vec<String> = state.dropped_out().map(name).collect();
        if !out.is_empty() {
            words.push(format!("out:{}", out.join(",")));
        }
        words.join(" ")
    }

    fn read_position(&self, text: &str) -> Result<Self::State, TextError> {
        let mut columns = vec![Column::EMPTY; self.board.len()];
        let (mut mover, mut since, mut out) = (None, None, Vec::new());
        for word in text.split_whitespace() {
            if let Some(names) = word.strip_prefix("out:") {
                for name in names.split(',') {
                    out.push(self.read_player(name)?);
                }
            } else if let Some((range, column)) = word.split_once(':') {
                let column = self.read_column(column)?;
                for tile in self.read_range(range)? {
                    if columns[tile].owner.is_some() {
                        return Err(TextError::new(format!("tile {} is given twice", tile + 1)));
                    }
                    columns[tile] = column;
                }
            } else if word.starts_with(|c: char| c.is_ascii_digit()) {
                let turns: Option<u16> = word.parse().ok();
                if turns.is_none() || since.is_some() {
                    return Err(TextError::new(format!(
                        "'{}' is no number of turns since the last capture, which stands once at the end",
                        shorten(word)
                    )));
                }
                since = turns;
            } else if mover.is_some() {
                return Err(TextError::new(format!(
                    "'{}' after the player to move means nothing",
                    shorten(word)
                )));
            } else {
                mover = Some(self.read_player(word)?);
            }
        }
        let mover = mover
            .ok_or_else(|| TextError::new("the player to move is missing, as in '1-18:b 44-61:w white 0'"))?;
        self.position(&columns, mover, since.unwrap_or(0), &out)
    }
}
