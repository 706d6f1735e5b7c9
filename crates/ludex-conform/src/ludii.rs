//! The format `ludii-oracle-1`: random games recorded while Ludii played them, one JSON object a line. A header
//! says what the game is made of; then come, for every game, its set-up, its plies with all legal moves and
//! what each would change, and its end.

use serde::Deserialize;
use serde_json::Value;

use crate::input::Input;
use crate::{Format, Trouble};

/// What is left when no engine takes a file of this format. Must come last.
pub(crate) const FORMATS: &[Format] = &[Format {
    recognises: |input| game_of(input).is_some(),
    replay: |input| {
        let game = game_of(input).unwrap_or_default();
        Err(Trouble::Unsupported(format!("there is no engine for the game '{game}' of Ludii")))
    },
}];

/// The game that a file of this format is about.
pub(crate) fn game_of(input: &Input) -> Option<&str> {
    let first = input.first_line()?;
    let text = |key: &str| first.get(key).and_then(Value::as_str);
    if text("format") == Some("ludii-oracle-1") { text("game") } else { None }
}

/// What a game is made of.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Header {
    /// The name of the game, as a file name; options that were selected are part of it.
    pub(crate) game: String,
    /// The name of the board.
    pub(crate) geometry: String,
    /// Whether points are counted.
    #[serde(default)]
    pub(crate) scored: bool,
    /// The kinds of pieces.
    #[serde(default)]
    pub(crate) components: Vec<Component>,
    /// The board and the hands.
    #[serde(default)]
    pub(crate) containers: Vec<Container>,
}

/// A kind of piece.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Component {
    /// Its number; 0 stands for nothing.
    pub(crate) what: i64,
    /// Whose it is; 0 for nobody and for everybody.
    pub(crate) owner: i64,
}

/// The board or a hand.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Container {
    /// The number of its first site.
    pub(crate) first_site: i64,
    /// How many it has.
    pub(crate) num_sites: i64,
}

/// A site and what is on it: `[site, what, owner, count]`, with local state and value where they matter.
pub(crate) type Occupied = Vec<i64>;

/// A position.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Position {
    /// The occupied sites.
    pub(crate) occ: Vec<Occupied>,
    /// The phase each player is in, in games that have several.
    #[serde(default)]
    pub(crate) phase: Vec<String>,
    /// Who moves next, 0 when the game is over.
    pub(crate) next: Option<usize>,
    /// Points, in games that count them.
    pub(crate) scores: Option<Vec<i32>>,
}

/// The set-up of a game.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Trial {
    /// The position after the set-up.
    pub(crate) state: Position,
    /// The player who begins, from 1.
    pub(crate) first: usize,
}

/// A legal move.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Move {
    /// The site it comes from, -1 if none (a pass).
    #[serde(rename = "f")]
    pub(crate) from: i64,
    /// The site it goes to.
    #[serde(rename = "t")]
    pub(crate) to: i64,
    /// Every site that is different afterwards.
    #[serde(rename = "e")]
    pub(crate) effects: Vec<Occupied>,
    /// The points afterwards, if they change.
    #[serde(rename = "s")]
    pub(crate) scores: Option<Vec<i32>>,
}

impl Move {
    /// Whether the move does nothing at all.
    pub(crate) fn is_pass(&self) -> bool {
        self.from < 0 && self.effects.is_empty()
    }
}

/// One ply.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Ply {
    /// Its number in the game, from 0.
    pub(crate) ply: usize,
    /// Who moves, from 1.
    pub(crate) mover: usize,
    /// All legal moves.
    pub(crate) legal: Vec<Move>,
    /// Which of them was played.
    pub(crate) chosen: usize,
    /// The position afterwards, unless Ludii broke down.
    pub(crate) after: Option<Position>,
}

/// How a game ended.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct End {
    /// Whether it did.
    pub(crate) over: bool,
    /// The winner from 1, or 0.
    pub(crate) winner: Option<usize>,
    /// The place of each player; those that are level share one.
    #[serde(default)]
    pub(crate) ranking: Vec<f64>,
    /// The final scores, in games that count them.
    pub(crate) scores: Option<Vec<i32>>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    Header(Header),
    Trial(Trial),
    Ply(Ply),
    End(End),
}

/// A whole game with the lines on which its parts stand.
pub(crate) struct Record {
    /// The set-up.
    pub(crate) trial: Trial,
    /// The plies.
    pub(crate) plies: Vec<(usize, Ply)>,
    /// The end.
    pub(crate) end: (usize, End),
}

/// The header and the games of a file, read one by one.
pub(crate) fn read(
    input: &Input,
) -> Result<(Header, impl Iterator<Item = Result<Record, Trouble>> + '_), Trouble> {
    let mut lines = input.lines::<Line>();
    let Some(Line::Header(header)) = lines.next().transpose()?.map(|(_, line)| line) else {
        return Err(Trouble::Malformed("line 1: the header is missing".to_string()));
    };
    let records = std::iter::from_fn(move || {
        let mut started: Option<(Trial, Vec<(usize, Ply)>)> = None;
        for line in lines.by_ref() {
            let (number, line) = match line {
                Ok(line) => line,
                Err(trouble) => return Some(Err(trouble)),
            };
            match (line, started.as_mut()) {
                (Line::Trial(trial), None) => started = Some((trial, Vec::new())),
                (Line::Ply(ply), Some((_, plies))) => plies.push((number, ply)),
                (Line::End(end), Some(_)) => {
                    let (trial, plies) = started?;
                    return Some(Ok(Record { trial, plies, end: (number, end) }));
                }
                _ => {
                    let what = "a header, set-up, ply or end out of order";
                    return Some(Err(Trouble::Malformed(format!("line {number}: {what}"))));
                }
            }
        }
        started.map(|_| Err(Trouble::Malformed("the last game has no end".to_string())))
    });
    Ok((header, records))
}
