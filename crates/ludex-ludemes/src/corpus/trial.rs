//! Recorded trials of Ludii as text: one fact a line.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The largest file that is read.
const LARGEST: u64 = 64 << 20;

/// A recorded game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trial {
    /// The description it was played with, as the recorder's machine called the file.
    pub game: String,
    /// Choices of options, `Heading/Label`.
    pub options: Vec<String>,
    /// The set-up: moves by nobody.
    pub set_up: Vec<Recorded>,
    /// The moves.
    pub moves: Vec<Recorded>,
    /// How many moves were legal before each.
    pub sizes: Vec<usize>,
    /// The winner, 0 for nobody.
    pub winner: i32,
    /// How it ended: `NaturalEnd`, `TurnLimit`, `MoveLimit`.
    pub end: String,
    /// The ranks, index 0 unused.
    pub ranks: Vec<f64>,
}

/// One recorded move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Recorded {
    /// Whose.
    pub mover: i32,
    /// Where from, -1 if nowhere.
    pub from: i32,
    /// Where to, -1 if nowhere.
    pub to: i32,
    /// Everything it did, in order.
    pub acts: Vec<Act>,
}

impl Recorded {
    /// What the player proposed or voted for.
    pub fn proposal(&self) -> Option<&str> {
        let decision = self.acts.iter().find(|act| act.is_decision())?;
        match decision.kind.as_str() {
            "Vote" => decision.get("vote"),
            "Propose" => decision.get("proposition"),
            _ => None,
        }
    }
}

/// One recorded action.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Act {
    /// What kind: `Move`, `Add`, `SetScore` and so on.
    pub kind: String,
    /// Its fields.
    pub fields: Vec<(String, String)>,
}

impl Act {
    /// A field, if it is given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A field as a number, or a default.
    pub fn number(&self, name: &str, default: i32) -> i32 {
        self.get(name).and_then(|value| value.parse().ok()).unwrap_or(default)
    }

    /// Whether it is what the player chose.
    pub fn is_decision(&self) -> bool {
        self.get("decision") == Some("true")
    }
}

/// Where the trials of each description are: by the name of its file, the whole path it was recorded under and the
/// file of the trial.
pub type Index = HashMap<String, Vec<(String, PathBuf)>>;

/// Finds every trial under a folder.
pub fn index(folder: &Path) -> std::io::Result<Index> {
    let mut found = Index::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "txt")
                && let Some(game) = game_of(&path)
            {
                let name = game.rsplit('/').next().unwrap_or(&game).to_string();
                found.entry(name).or_default().push((game, path));
            }
        }
    }
    found.values_mut().for_each(|trials| trials.sort());
    Ok(found)
}

/// The first line of a trial names its description.
fn game_of(path: &Path) -> Option<String> {
    use std::io::{BufRead, BufReader, Read};
    let mut line = String::new();
    BufReader::new(std::fs::File::open(path).ok()?.take(4096)).read_line(&mut line).ok()?;
    Some(line.trim_end().strip_prefix("game=")?.replace('\\', "/"))
}

/// Reads a trial.
pub(super) fn read(path: &Path) -> Result<Trial, String> {
    let file = path.display();
    let size = std::fs::metadata(path).map_err(|error| format!("{file}: {error}"))?.len();
    if size > LARGEST {
        return Err(format!("{file} has {size} bytes, and at most {LARGEST} are read"));
    }
    let bytes = std::fs::read(path).map_err(|error| format!("{file}: {error}"))?;
    Ok(parse(&String::from_utf8_lossy(&bytes)))
}

/// The facts of a trial's text. Lines of an unknown kind are left out.
pub fn parse(text: &str) -> Trial {
    let mut trial = Trial::default();
    let mut placements = None;
    let mut moves = Vec::new();
    let mut in_options = false;
    for line in text.lines() {
        if let Some(text) = line.strip_prefix("Move=") {
            moves.push(parse_move(text));
        } else if let Some(size) = line.strip_prefix("LEGAL MOVES LIST SIZE = ") {
            trial.sizes.push(size.trim().parse().unwrap_or(0));
        } else if let Some(game) = line.strip_prefix("game=") {
            trial.game = game.to_string();
        } else if line == "START GAME OPTIONS" || line == "END GAME OPTIONS" {
            in_options = line.starts_with("START");
        } else if in_options {
            trial.options.push(line.to_string());
        } else if let Some(number) = line.strip_prefix("numInitialPlacementMoves=") {
            placements = number.trim().parse().ok();
        } else if let Some(winner) = line.strip_prefix("winner=") {
            trial.winner = winner.trim().parse().unwrap_or(0);
        } else if let Some(end) = line.strip_prefix("endtype=") {
            trial.end = end.trim().to_string();
        } else if let Some(ranks) = line.strip_prefix("rankings=") {
            trial.ranks = ranks.split(',').map(|rank| rank.trim().parse().unwrap_or(0.0)).collect();
        }
    }
    let leading = moves.iter().take_while(|recorded: &&Recorded| recorded.mover == 0).count();
    // Old files do not say how many moves set the game up.
    let placements = placements.filter(|&n| n > 0).unwrap_or(leading).min(moves.len());
    trial.moves = moves.split_off(placements);
    trial.set_up = moves;
    trial
}

fn parse_move(text: &str) -> Recorded {
    let mut recorded = Recorded { from: -1, to: -1, ..Recorded::default() };
    let (head, actions) = text.split_once(",actions=").unwrap_or((text, ""));
    for (key, value) in fields(head.trim_start_matches("[Move:")) {
        match key.as_str() {
            "mover" => recorded.mover = value.parse().unwrap_or(0),
            "from" => recorded.from = value.parse().unwrap_or(-1),
            "to" => recorded.to = value.parse().unwrap_or(-1),
            _ => {}
        }
    }
    // Actions are `[Name:key=value,...]`; an action may hold others, whose brackets are then the ones found.
    let mut rest = actions;
    while let Some(close) = rest.find(']') {
        let inner = &rest[..close];
        if let Some((_, action)) = inner.rsplit_once('[')
            && let Some((kind, list)) = action.split_once(':')
        {
            recorded.acts.push(Act { kind: kind.to_string(), fields: fields(list) });
        }
        rest = &rest[close + 1..];
    }
    recorded
}

fn fields(text: &str) -> Vec<(String, String)> {
    let pairs = text.split(',').filter_map(|pair| pair.split_once('='));
    pairs.map(|(key, value)| (key.trim().to_string(), value.trim_end_matches(']').to_string())).collect()
}
