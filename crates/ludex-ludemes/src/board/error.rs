//! Why a board cannot be made.

use std::fmt;

/// The most vertices or cells a board may have. The largest boards in use have about 2,650 vertices.
pub const MAX_SITES: usize = 4096;

/// The most edges a board may have.
pub const MAX_EDGES: usize = 16_384;

/// Why a board cannot be made, as one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// The board would have more places than [`MAX_SITES`] or [`MAX_EDGES`].
    TooLarge {
        /// What there would be too many of.
        what: &'static str,
        /// How many there would be.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// A number given for a board is out of range.
    BadNumber {
        /// What the number stands for.
        what: &'static str,
        /// The number given.
        given: i64,
        /// What would be right.
        expected: &'static str,
    },
    /// The parts given cannot make a board.
    Impossible(String),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { what, count, most } => {
                write!(f, "this board would have {count} {what}, but at most {most} are allowed")
            }
            Self::BadNumber { what, given, expected } => {
                write!(f, "{what} cannot be {given}: {expected}")
            }
            Self::Impossible(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for BoardError {}

/// The result of making a board or a part of one.
pub type Result<T> = std::result::Result<T, BoardError>;

/// Refuses a count of vertices (or cells) before room is made for them.
pub(crate) fn allow_vertices(count: usize) -> Result<()> {
    if count > MAX_SITES {
        return Err(BoardError::TooLarge { what: "vertices", count, most: MAX_SITES });
    }
    Ok(())
}

/// Refuses a number outside `low..=high`; `expected` says what would be right.
pub(crate) fn allow_number(
    what: &'static str,
    given: i64,
    low: i64,
    high: i64,
    expected: &'static str,
) -> Result<()> {
    if (low..=high).contains(&given) { Ok(()) } else { Err(BoardError::BadNumber { what, given, expected }) }
}

/// Refuses a dimension that is not between 1 and 1000; the number of sites is checked on its own.
pub(crate) fn allow_dimension(what: &'static str, given: i32) -> Result<usize> {
    allow_number(what, i64::from(given), 1, 1000, "a number from 1 to 1000 is expected")?;
    Ok(given as usize)
}
