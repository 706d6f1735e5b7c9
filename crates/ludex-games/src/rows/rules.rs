//! What may differ between games of rows.

use ludex_core::SpecError;

/// Which enemy stones a placed stone captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Capture {
    /// None.
    None,
    /// Single stones enclosed in a straight line.
    One,
    /// Pairs enclosed in a straight line.
    Two,
    /// Single stones and pairs.
    Both,
}

impl Capture {
    /// All of them, with the words that name them.
    pub const ALL: [(&'static str, Capture); 4] =
        [("0", Capture::None), ("1", Capture::One), ("2", Capture::Two), ("12", Capture::Both)];

    /// The capture of this name: `0`, `1`, `2` or `12`.
    pub fn named(word: &str) -> Option<Capture> {
        Self::ALL.into_iter().find(|(name, _)| *name == word).map(|(_, capture)| capture)
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Whether single stones are captured.
    pub fn single(self) -> bool {
        matches!(self, Capture::One | Capture::Both)
    }

    /// Whether pairs are captured.
    pub fn double(self) -> bool {
        matches!(self, Capture::Two | Capture::Both)
    }
}

/// The rules of one game: the board, the goal, the captures.
///
/// ```
/// use ludex_games::rows::{Capture, Rules};
///
/// let tria = Rules::new(7, 8, 3, Capture::Both).unwrap();
/// assert_eq!(tria.cells(), 56);
/// let pente = Rules::new(19, 19, 5, Capture::Two).unwrap().with_pairs(5).unwrap();
/// assert_eq!(pente.pairs(), 5);
/// assert!(Rules::new(1, 24, 4, Capture::One).is_ok());
/// assert!(Rules::new(0, 8, 3, Capture::None).is_err() && Rules::new(20, 19, 3, Capture::None).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    rows: u8,
    cols: u8,
    line: u8,
    capture: Capture,
    pairs: u8,
    refill: bool,
}

impl Rules {
    /// The longest side of a board: columns are named by letters.
    pub const LONGEST_SIDE: usize = 26;
    /// The most squares of a board: those of 19 by 19.
    pub const MOST_SQUARES: usize = 361;
    /// The shortest and the longest line that may be asked for.
    pub const LINES: (usize, usize) = (3, 6);
    /// The most captured pairs that may be asked for.
    pub const MOST_PAIRS: usize = 50;

    /// A game on `rows` by `cols` squares, won by `line` stones in a row.
    pub fn new(rows: usize, cols: usize, line: usize, capture: Capture) -> Result<Rules, SpecError> {
        let sides = 1..=Self::LONGEST_SIDE;
        if !(sides.contains(&rows) && sides.contains(&cols)) {
            return Err(SpecError::new(format!(
                "a board of {rows} by {cols} squares is not possible; each side is 1 to {}",
                Self::LONGEST_SIDE
            )));
        }
        if rows * cols > Self::MOST_SQUARES {
            return Err(SpecError::new(format!(
                "a board of {rows} by {cols} squares is too large; it may have up to {} squares",
                Self::MOST_SQUARES
            )));
        }
        if !(Self::LINES.0..=Self::LINES.1).contains(&line) {
            return Err(SpecError::new(format!(
                "a line of {line} stones is not possible; it is {} to {} stones long",
                Self::LINES.0,
                Self::LINES.1
            )));
        }
        Ok(Rules { rows: rows as u8, cols: cols as u8, line: line as u8, capture, pairs: 0, refill: false })
    }

    /// The same game, won by capturing `pairs` pairs too (0: not).
    pub fn with_pairs(self, pairs: usize) -> Result<Rules, SpecError> {
        if pairs > Self::MOST_PAIRS {
            return Err(SpecError::new(format!(
                "{pairs} captured pairs are too many to ask for; it is 0 (off) to {}",
                Self::MOST_PAIRS
            )));
        }
        if pairs > 0 && self.capture == Capture::None {
            return Err(SpecError::new("pairs=0 is the only choice where nothing is captured (capture=0)"));
        }
        Ok(Rules { pairs: pairs as u8, ..self })
    }

    /// The same game, with the duty to fill an emptied square after a capture.
    pub fn with_refill(self, refill: bool) -> Result<Rules, SpecError> {
        if refill && self.capture == Capture::None {
            return Err(SpecError::new("refill means nothing where nothing is captured (capture=0)"));
        }
        Ok(Rules { refill, ..self })
    }

    /// How many rows the board has.
    pub fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    /// How many columns the board has.
    pub fn cols(&self) -> usize {
        usize::from(self.cols)
    }

    /// How many squares the board has.
    pub fn cells(&self) -> usize {
        self.rows() * self.cols()
    }

    /// How many stones in a straight line win.
    pub fn line(&self) -> usize {
        usize::from(self.line)
    }

    /// What is captured.
    pub fn capture(&self) -> Capture {
        self.capture
    }

    /// How many captured pairs win; 0 if none do.
    pub fn pairs(&self) -> usize {
        usize::from(self.pairs)
    }

    /// Whether an emptied square must be filled after a capture.
    pub fn refill(&self) -> bool {
        self.refill
    }

    /// The square `steps` steps from `square` in a direction, if it is on the board.
    pub(super) fn step(&self, square: usize, direction: (i32, i32), steps: i32) -> Option<usize> {
        let row = (square / self.cols()) as i32 + direction.0 * steps;
        let col = (square % self.cols()) as i32 + direction.1 * steps;
        let inside = (0..self.rows() as i32).contains(&row) && (0..self.cols() as i32).contains(&col);
        inside.then(|| row as usize * self.cols() + col as usize)
    }
}

/// The four directions in which squares are numbered upwards. The other four are their opposites.
pub(super) const AXES: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

/// All eight directions.
pub(super) const DIRECTIONS: [(i32, i32); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
