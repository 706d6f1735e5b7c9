//! Game records: a played game as a text file of our own, described in `docs/records.md`.
//!
//! ```
//! use ludex_core::Record;
//!
//! let text = "ludex record 1\ngame: tria\nplayer 1: human\nplayer 2: random\nseed: 7\n\n1. b2 a1\n2. c3 {0.5} a3\n3. a2\n\nresult: 1-0\n";
//! let record = Record::parse(text).unwrap();
//! assert_eq!(record.moves.len(), 5);
//! assert_eq!(record.moves[2].evaluation, Some(0.5));
//! assert_eq!(record.to_string(), text);
//! ```

use std::fmt;

use crate::text::shorten;

const HEADER: &str = "ludex record 1";

/// A move of a record.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedMove {
    /// The move as the game writes it.
    pub text: String,
    /// What the mover thought the position after it is worth, from -1 to 1, if it was noted.
    pub evaluation: Option<f64>,
}

/// A played game: everything needed to play it again.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The game with its parameters.
    pub game: String,
    /// Who played, in order of the players.
    pub players: Vec<String>,
    /// The seed of everything random, if there was one.
    pub seed: Option<u64>,
    /// The position it began in, if not the game's own start.
    pub position: Option<String>,
    /// The moves, chance events among them, in order.
    pub moves: Vec<RecordedMove>,
    /// How it ended, if it did: `1-0`, or `resigned 2` when player 2 gave up.
    pub result: Option<String>,
}

/// What is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The sentence.
    pub what: String,
}

impl Record {
    /// Reads a record. Whether its moves are legal is for the game to say.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut record = Record::default();
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        match lines.next() {
            Some((_, HEADER)) => {}
            _ => return Err(error(1, format!("a record begins with '{HEADER}'"))),
        }
        for (line, content) in lines {
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            match field(content) {
                Some((key, value)) => record.set(line, key, value)?,
                None if record.game.is_empty() => {
                    return Err(error(line, "moves come after the line 'game: NAME'".to_string()));
                }
                None if record.result.is_some() => {
                    return Err(error(line, "nothing may follow the result".to_string()));
                }
                None => record.read_moves(line, content)?,
            }
        }
        if record.game.is_empty() {
            return Err(error(1, "the line 'game: NAME' is missing".to_string()));
        }
        Ok(record)
    }

    fn set(&mut self, line: usize, key: &str, value: &str) -> Result<(), RecordError> {
        if value.is_empty() {
            return Err(error(line, format!("'{key}' has no value")));
        }
        let twice = || Err(error(line, format!("'{key}' is given twice")));
        match key {
            "game" if !self.game.is_empty() => return twice(),
            "game" => self.game = value.to_string(),
            "seed" if self.seed.is_some() => return twice(),
            "seed" => match value.parse() {
                Ok(seed) => self.seed = Some(seed),
                Err(_) => return Err(error(line, format!("'{}' is not a seed", shorten(value)))),
            },
            "position" if self.position.is_some() => return twice(),
            "position" => self.position = Some(value.to_string()),
            "result" if self.result.is_some() => return twice(),
            "result" => self.result = Some(value.to_string()),
            _ => match key.strip_prefix("player ").and_then(|number| number.parse::<usize>().ok()) {
                Some(number) if number == self.players.len() + 1 => self.players.push(value.to_string()),
                Some(_) => {
                    let expected = self.players.len() + 1;
                    return Err(error(line, format!("'{key}' stands where 'player {expected}' should")));
                }
                None => {
                    let known = ["game", "player", "seed", "position", "result"];
                    let hint = match crate::nearest(key, known.into_iter()) {
                        Some(near) => format!("; did you mean '{near}'?"),
                        None => String::new(),
                    };
                    return Err(error(line, format!("'{}' is not a field of a record{hint}", shorten(key))));
                }
            },
        }
        Ok(())
    }

    fn read_moves(&mut self, line: usize, content: &str) -> Result<(), RecordError> {
        for word in content.split_whitespace() {
            if let Some(inner) = word.strip_prefix('{') {
                let value = inner.strip_suffix('}').and_then(|number| number.parse::<f64>().ok());
                match (value, self.moves.last_mut()) {
                    (Some(value), Some(last)) if (-1.0..=1.0).contains(&value) => {
                        last.evaluation = Some(value)
                    }
                    (_, None) => return Err(error(line, format!("'{word}' stands before the first move"))),
                    _ => {
                        let shown = shorten(word);
                        return Err(error(
                            line,
                            format!("'{shown}' is not an evaluation from {{-1}} to {{1}}"),
                        ));
                    }
                }
            } else if !is_number(word) {
                self.moves.push(RecordedMove { text: word.to_string(), evaluation: None });
            }
        }
        Ok(())
    }
}

/// `1.` and the like count the moves for the reader's eye only.
fn is_number(word: &str) -> bool {
    word.strip_suffix('.')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn field(content: &str) -> Option<(&str, &str)> {
    let (key, value) = content.split_once(':')?;
    let is_word = |c: char| c.is_ascii_alphabetic() || c == ' ' || c.is_ascii_digit();
    let is_key = key.starts_with(|c: char| c.is_ascii_lowercase()) && key.chars().all(is_word);
    // A move such as `a:b` has no space after the colon; a field has.
    (is_key && (value.is_empty() || value.starts_with(' '))).then(|| (key.trim(), value.trim()))
}

fn error(line: usize, what: String) -> RecordError {
    RecordError { line, what }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        writeln!(f, "game: {}", self.game)?;
        for (index, player) in self.players.iter().enumerate() {
            writeln!(f, "player {}: {player}", index + 1)?;
        }
        if let Some(seed) = self.seed {
            writeln!(f, "seed: {seed}")?;
        }
        if let Some(position) = &self.position {
            writeln!(f, "position: {position}")?;
        }
        if !self.moves.is_empty() {
            writeln!(f)?;
        }
        let a_line = self.players.len().max(2);
        for (number, moves) in self.moves.chunks(a_line).enumerate() {
            write!(f, "{}.", number + 1)?;
            for recorded in moves {
                write!(f, " {}", recorded.text)?;
                if let Some(value) = recorded.evaluation {
                    write!(f, " {{{value}}}")?;
                }
            }
            writeln!(f)?;
        }
        if let Some(result) = &self.result {
            writeln!(f, "\nresult: {result}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_named_with_their_line() {
        let cases = [
            ("", "line 1: a record begins with 'ludex record 1'"),
            ("ludex record 1\n", "line 1: the line 'game: NAME' is missing"),
            ("ludex record 1\n1. a1", "line 2: moves come after the line 'game: NAME'"),
            ("ludex record 1\ngame: x\ngame: y", "line 3: 'game' is given twice"),
            ("ludex record 1\ngame: x\nseed: many", "line 3: 'many' is not a seed"),
            ("ludex record 1\ngame: x\nplayer 2: a", "line 3: 'player 2' stands where 'player 1' should"),
            (
                "ludex record 1\ngame: x\nsede: 1",
                "line 3: 'sede' is not a field of a record; did you mean 'seed'?",
            ),
            ("ludex record 1\ngame: x\n1. a1 {2}", "line 3: '{2}' is not an evaluation from {-1} to {1}"),
            ("ludex record 1\ngame: x\n{0.5} a1", "line 3: '{0.5}' stands before the first move"),
            ("ludex record 1\ngame: x\nresult: 1-0\n1. a1", "line 4: nothing may follow the result"),
            ("ludex record 1\ngame:\n", "line 2: 'game' has no value"),
        ];
        for (text, expected) in cases {
            assert_eq!(Record::parse(text).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn moves_with_colons_are_moves() {
        let record = Record::parse("ludex record 1\ngame: tricolor\n\n1. 15^2:30 47^2:30\n").unwrap();
        assert_eq!(record.moves[0].text, "15^2:30");
    }
}
