//! Errors of reading moves and positions.

use crate::nearest;

/// Why a text is not a move or a position, in a sentence for the person who wrote it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct TextError(String);

impl TextError {
    /// An error with this sentence (no final full stop).
    pub fn new(sentence: impl Into<String>) -> TextError {
        TextError(sentence.into())
    }

    /// `text` is none of the legal moves.
    pub fn illegal_move(text: &str, legal: impl Iterator<Item = String>) -> TextError {
        let legal: Vec<String> = legal.collect();
        let shown = shorten(text);
        if legal.is_empty() {
            return TextError(format!("'{shown}' cannot be played: the game is over"));
        }
        match nearest(text, legal.iter().map(String::as_str)) {
            Some(near) => TextError(format!("'{shown}' is not a legal move here; did you mean '{near}'?")),
            None => {
                let few: Vec<&str> = legal.iter().take(8).map(String::as_str).collect();
                let more = if legal.len() > few.len() { ", ..." } else { "" };
                TextError(format!("'{shown}' is not a legal move here; legal are {}{more}", few.join(", ")))
            }
        }
    }
}

/// A user's text cut to a length that fits in an error message.
pub fn shorten(text: &str) -> String {
    const LIMIT: usize = 60;
    if text.chars().count() <= LIMIT {
        text.to_string()
    } else {
        text.chars().take(LIMIT).chain("...".chars()).collect()
    }
}
