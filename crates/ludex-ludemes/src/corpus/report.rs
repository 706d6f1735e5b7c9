//! What a run over a folder of descriptions found.

use std::collections::BTreeMap;

use serde::Serialize;

/// How far a description came.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// It could not be read or expanded.
    Unread,
    /// Read and expanded; something in it is not as the language has it.
    Parsed,
    /// As the language has it; it uses something that is not covered.
    Checked,
    /// Compiled; random games with it come to no end in time.
    Compiled,
    /// Random games were played with it.
    Playable,
}

/// One description.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameReport {
    /// Its file within the folder.
    pub path: String,
    /// The milestone of coverage it belongs to, `M1` and so on; unknown if it could not be read.
    #[serde(serialize_with = "milestone_name")]
    pub milestone: Option<u8>,
    /// How far it came.
    #[serde(rename = "status")]
    pub stage: Stage,
    /// The ludemes it needs that are not covered.
    pub missing: Vec<String>,
    /// How many trials were recorded.
    pub trials: usize,
    /// How many of them replay move for move.
    pub replayed: usize,
    /// Random games a second, on one thread.
    pub playouts_per_second: Option<f64>,
    /// The first thing that is wrong, in words.
    #[serde(skip)]
    pub trouble: String,
}

fn milestone_name<S: serde::Serializer>(milestone: &Option<u8>, to: S) -> Result<S::Ok, S::Error> {
    milestone.map(|number| format!("M{number}")).serialize(to)
}

impl GameReport {
    pub(super) fn new(path: &str) -> GameReport {
        GameReport {
            path: path.to_string(),
            milestone: None,
            stage: Stage::Unread,
            missing: Vec::new(),
            trials: 0,
            replayed: 0,
            playouts_per_second: None,
            trouble: String::new(),
        }
    }

    /// Whether there are trials, and all of them replay.
    pub fn replays(&self) -> bool {
        self.trials > 0 && self.replayed == self.trials
    }

    /// One line for people: parse, check, compile, playable, trials, speed, and what is wrong.
    pub fn line(&self) -> String {
        let mark = |stage: Stage| if self.stage >= stage { "yes" } else { "-" };
        let milestone = self.milestone.map_or("?".to_string(), |number| format!("M{number}"));
        let speed = self.playouts_per_second.map_or("-".to_string(), |speed| format!("{speed:.0}"));
        let mut line = format!(
            "{milestone:<4} {:<5} {:<5} {:<7} {:<8} {:>2}/{:<2} {speed:>9}  {}",
            mark(Stage::Parsed),
            mark(Stage::Checked),
            mark(Stage::Compiled),
            mark(Stage::Playable),
            self.replayed,
            self.trials,
            self.path,
        );
        if !self.missing.is_empty() {
            line.push_str(&format!("  missing: {}", self.missing.join(", ")));
        } else if !self.trouble.is_empty() {
            line.push_str(&format!("  {}", self.trouble));
        }
        line
    }

    /// What the columns of [`line`](GameReport::line) are.
    pub fn heading() -> &'static str {
        "     parse check compile playable trials  games/s  description"
    }
}

/// How many descriptions came how far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Totals {
    /// Descriptions found.
    pub found: usize,
    /// Of these, compiled.
    pub compiled: usize,
    /// Of these, playable.
    pub playable: usize,
    /// Descriptions all of whose trials replay move for move.
    pub replayed: usize,
}

impl Totals {
    fn add(&mut self, game: &GameReport) {
        self.found += 1;
        self.compiled += usize::from(game.stage >= Stage::Compiled);
        self.playable += usize::from(game.stage >= Stage::Playable);
        self.replayed += usize::from(game.replays());
    }
}

/// A whole folder.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Corpus {
    /// Every description, by path.
    pub games: Vec<GameReport>,
    /// All of them together.
    pub totals: Totals,
}

impl Corpus {
    pub(super) fn new(games: Vec<GameReport>) -> Corpus {
        let mut totals = Totals::default();
        games.iter().for_each(|game| totals.add(game));
        Corpus { games, totals }
    }

    /// Totals of each milestone, those without one last.
    pub fn by_milestone(&self) -> Vec<(String, Totals)> {
        let mut all: BTreeMap<u8, Totals> = BTreeMap::new();
        for game in &self.games {
            all.entry(game.milestone.unwrap_or(u8::MAX)).or_default().add(game);
        }
        let name = |number: u8| if number == u8::MAX { "?".to_string() } else { format!("M{number}") };
        all.into_iter().map(|(number, totals)| (name(number), totals)).collect()
    }

    /// The totals as a small table.
    pub fn table(&self) -> String {
        let mut text = format!(
            "{:<9} {:>6} {:>9} {:>9} {:>9}\n",
            "milestone", "found", "compiled", "playable", "replayed"
        );
        let rows = self.by_milestone().into_iter().chain([("all".to_string(), self.totals)]);
        for (name, Totals { found, compiled, playable, replayed }) in rows {
            text.push_str(&format!("{name:<9} {found:>6} {compiled:>9} {playable:>9} {replayed:>9}\n"));
        }
        text
    }

    /// The ludemes that are missing, with how many descriptions need each, most needed first.
    pub fn missing(&self) -> Vec<(String, usize)> {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        for item in self.games.iter().flat_map(|game| &game.missing) {
            *count.entry(item).or_default() += 1;
        }
        let mut all: Vec<(String, usize)> =
            count.into_iter().map(|(item, n)| (item.to_string(), n)).collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        all
    }
}
