//! The door through which independent data reaches every engine: files of games recorded by other
//! implementations are replayed, and the legal moves, the position and the result are compared at every ply.
//!
//! The family is told from the content of a file, not from its name or place:
//!
//! ```
//! use ludex_conform::{Input, check};
//!
//! let record = r#"{"id":"a","board":[1,3],"k":3,"variant":"0","plies":0,"result":"unfinished","reason":"","moves":[],"final":["..."]}"#;
//! let agreement = check(&Input::from_text("example", record)).unwrap();
//! assert_eq!((agreement.games, agreement.plies), (1, 0));
//! ```

mod input;
mod ludii;
mod ludii_described;
mod ludii_mancala;
mod ludii_tricolor;
mod mancala;
mod rows;
mod six;
mod tricolor;

pub use input::Input;
pub use ludii_described::check_description;

/// What was compared, and found equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// The game (or games) the file is about, as the catalogue names it.
    pub game: String,
    /// How many games (or positions) were compared.
    pub games: usize,
    /// How many plies (or perft rows) in all.
    pub plies: usize,
}

/// Why a file did not pass.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trouble {
    /// Our engine and the file disagree.
    #[error("{0}")]
    Mismatch(Mismatch),
    /// The file is about a game we have no engine for.
    #[error("{0}")]
    Unsupported(String),
    /// The file cannot be read or is not in a format we know.
    #[error("{0}")]
    Malformed(String),
}

/// The first place where our engine and a file disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The game, as the catalogue names it.
    pub game: String,
    /// The line of the file, from 1.
    pub line: usize,
    /// The ply within the game, from 0.
    pub ply: usize,
    /// What the file says.
    pub expected: String,
    /// What our engine says.
    pub got: String,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Mismatch { game, line, ply, expected, got } = self;
        write!(f, "game={game} line={line} ply={ply} expected {expected} got {got}")
    }
}

/// One format of recorded data.
struct Format {
    /// Whether a file is of this format.
    recognises: fn(&Input) -> bool,
    /// Replays it.
    replay: fn(&Input) -> Result<Agreement, Trouble>,
}

const FORMATS: &[&[Format]] = &[
    rows::FORMATS,
    tricolor::FORMATS,
    six::FORMATS,
    mancala::FORMATS,
    ludii_mancala::FORMATS,
    ludii_tricolor::FORMATS,
    ludii_described::FORMATS,
    ludii::FORMATS,
];

/// Replays one file against our engines.
pub fn check(input: &Input) -> Result<Agreement, Trouble> {
    match FORMATS.iter().copied().flatten().find(|format| (format.recognises)(input)) {
        Some(format) => (format.replay)(input),
        None => Err(Trouble::Malformed("this is not a format of recorded games that we know".to_string())),
    }
}
