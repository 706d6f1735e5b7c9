//! From the text of a plan to a plan.

use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::values::{PlanError, Reader, in_order};
use super::{ContestPlan, Effort, OpeningPlan, Pairing, Placed, Plan, StopRule, StopWhen};
use crate::game::{Keep, Limits};

const CONTEST_KEYS: &[&str] = &[
    "name", "game", "games", "agents", "pairing", "count", "swap", "opening", "vary", "keep", "plies",
    "seconds", "stop",
];

/// The first line of a plan that is played at another effort than its full one.
const EFFORT: &str = "# effort: ";

impl Plan {
    /// The text of a plan as it is played at an effort; reading it again gives the same.
    pub fn at_effort(text: &str, effort: Effort) -> String {
        match effort {
            Effort::Full => text.to_string(),
            _ => format!("{EFFORT}{}\n{text}", effort.word()),
        }
    }

    /// Reads a plan; `file` is its name in messages. Everything that is wrong is reported, not only the first.
    pub fn read(file: &str, text: &str) -> Result<Plan, Vec<PlanError>> {
        let word = text.lines().next().and_then(|line| line.strip_prefix(EFFORT)).map(str::trim);
        let effort =
            Effort::ALL.into_iter().find(|effort| Some(effort.word()) == word).unwrap_or(Effort::Full);
        let mut reader = Reader { file, text, effort, errors: Vec::new() };
        let (document, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let at = error.span().map_or(0, |span| span.start);
            let what = error.message().to_string();
            reader.wrong(at, format!("this is no TOML: {what}"));
        }
        if !reader.errors.is_empty() {
            return Err(in_order(reader.errors));
        }
        let plan = reader.plan(document.get_ref());
        if reader.errors.is_empty() { Ok(plan) } else { Err(in_order(reader.errors)) }
    }
}

impl Reader<'_> {
    fn plan(&mut self, document: &DeTable<'_>) -> Plan {
        self.keys(document, "a plan", &["title", "about", "seed", "agents", "contest"]);
        let named = self.named_agents(document);
        let (mut contests, mut left_out) = (Vec::new(), Vec::new());
        match document.get("contest").map(|value| (value.get_ref(), value.span().start)) {
            Some((DeValue::Array(items), _)) => {
                for (index, item) in items.iter().enumerate() {
                    match item.get_ref() {
                        DeValue::Table(table) => {
                            let contest = self.contest(table, item.span().start, index, &named);
                            if contest.count > 0 {
                                contests.push(contest);
                            } else {
                                left_out.push(contest.name);
                            }
                        }
                        _ => self.wrong(item.span().start, "a contest is a table: begin it with [[contest]]"),
                    }
                }
            }
            Some((_, at)) => self.wrong(at, "contests begin with [[contest]], in double brackets"),
            None => self.wrong(0, "a plan needs at least one [[contest]]"),
        }
        let mut text = |key| self.text(document, key).map(|(text, _)| text);
        let (title, about) = (text("title"), text("about").unwrap_or_default());
        if title.is_none() && !document.contains_key("title") {
            self.wrong(0, "a plan needs a title = '...'");
        }
        Plan {
            file: self.file.to_string(),
            source: self.text.to_string(),
            effort: self.effort,
            title: title.unwrap_or_default(),
            about,
            seed: self.whole(document, "seed", 0, u64::MAX).unwrap_or(1),
            contests,
            left_out,
        }
    }

    /// The value for the effort: a table of efforts gives that of the next larger one where one is missing.
    fn for_effort<'t, 'i>(
        &mut self,
        value: &'t Spanned<DeValue<'i>>,
        key: &str,
    ) -> Option<&'t Spanned<DeValue<'i>>> {
        let DeValue::Table(table) = value.get_ref() else {
            return Some(value);
        };
        self.keys(table, &format!("{key} by effort"), &["quick", "standard", "full"]);
        let found = Effort::ALL.into_iter().filter(|&effort| effort >= self.effort);
        let found = found.filter_map(|effort| table.get(effort.word())).next();
        if found.is_none() {
            self.wrong(value.span().start, format!("{key} by effort must say what holds for full"));
        }
        found
    }

    /// The number of games; none if the contest is left out at this effort.
    fn count(&mut self, table: &DeTable<'_>, at: usize) -> u64 {
        const MOST: u64 = 1_000_000_000;
        let Some(given) = table.get("count") else {
            self.wrong(at, "a contest needs count = ..., the number of games of each pairing");
            return 1;
        };
        let least = u64::from(!given.get_ref().is_table());
        let Some(value) = self.for_effort(given, "count") else {
            return 1;
        };
        self.whole_value(value, "count", least, MOST).unwrap_or(1)
    }

    /// The agents that were given names of their own.
    fn named_agents(&mut self, document: &DeTable<'_>) -> Vec<(String, Placed)> {
        let Some(table) = self.table(document, "agents") else {
            return Vec::new();
        };
        let names: Vec<String> = table.keys().map(|key| key.get_ref().to_string()).collect();
        names
            .into_iter()
            .filter_map(|name| {
                let (text, at) = self.text(table, &name)?;
                Some((name, Placed { text, at }))
            })
            .collect()
    }

    fn contest(
        &mut self,
        table: &DeTable<'_>,
        at: usize,
        index: usize,
        named: &[(String, Placed)],
    ) -> ContestPlan {
        self.keys(table, "a contest", CONTEST_KEYS);
        let games = self.games(table, at);
        let agents = match table.get("agents") {
            Some(value) => self.texts(value, "agents"),
            None => {
                self.wrong(at, "a contest needs agents = ['...']");
                Vec::new()
            }
        };
        let agents: Vec<(String, Placed)> = agents
            .into_iter()
            .map(|(text, at)| match named.iter().find(|(name, _)| *name == text) {
                Some((name, placed)) => (name.clone(), placed.clone()),
                None => (text.clone(), Placed { text, at }),
            })
            .collect();
        let pairings = [
            ("round-robin", Pairing::RoundRobin),
            ("gauntlet", Pairing::Gauntlet),
            ("itself", Pairing::Itself),
            ("listed", Pairing::Listed),
        ];
        let otherwise = match agents.len() {
            1 => Pairing::Itself,
            _ => Pairing::RoundRobin,
        };
        let pairing = self.choice(table, "pairing", &pairings).unwrap_or(otherwise);
        if agents.len() == 1 && matches!(pairing, Pairing::RoundRobin | Pairing::Gauntlet) {
            self.wrong(at, "one agent alone meets nobody; name another, or say pairing = 'itself'");
        }
        let count = self.count(table, at);
        let name =
            self.text(table, "name").map_or_else(|| format!("contest {}", index + 1), |(name, _)| name);
        ContestPlan {
            name,
            at,
            games,
            agents,
            pairing,
            count,
            swap: self.switch(table, "swap").unwrap_or(true),
            opening: self.opening(table),
            vary: self.vary(table),
            keep: self.keep(table),
            plies: self
                .whole(table, "plies", 1, u64::from(u32::MAX))
                .map_or(Limits::default().plies, |plies| plies as u32),
            move_time: self.real(table, "seconds", 0.001, 86_400.0).map(Duration::from_secs_f64),
            stop: self.stop(table),
        }
    }

    fn games(&mut self, table: &DeTable<'_>, at: usize) -> Vec<Placed> {
        let placed = |(text, at)| Placed { text, at };
        match (self.text(table, "game"), table.get("games")) {
            (Some(game), None) => vec![placed(game)],
            (None, Some(value)) => self.texts(value, "games").into_iter().map(placed).collect(),
            (Some((_, at)), Some(_)) => {
                self.wrong(at, "either game or games, not both");
                Vec::new()
            }
            (None, None) => {
                if !table.contains_key("game") {
                    self.wrong(at, "a contest needs game = '...' or games = ['...']");
                }
                Vec::new()
            }
        }
    }

    fn opening(&mut self, table: &DeTable<'_>) -> OpeningPlan {
        let Some(inner) = self.table(table, "opening") else {
            return OpeningPlan::Start;
        };
        self.keys(inner, "an opening", &["plies", "each", "distinct", "positions"]);
        if let Some((text, at)) = self.text(inner, "positions") {
            if inner.contains_key("plies") {
                self.wrong(at, "an opening has either positions or plies, not both");
            }
            return OpeningPlan::Positions(Placed { text, at });
        }
        let each = self.switch(inner, "each").unwrap_or(false);
        let distinct = self.switch(inner, "distinct").unwrap_or(!each);
        if each && distinct {
            let at = inner.get("distinct").map_or(0, |value| value.span().start);
            self.wrong(
                at,
                "openings of each player's own moves depend on the agents and cannot be kept distinct",
            );
        }
        match self.whole(inner, "plies", 0, 10_000) {
            Some(0) => OpeningPlan::Start,
            Some(plies) => OpeningPlan::Random { plies: plies as u32, each, distinct },
            None => {
                if !inner.contains_key("plies") {
                    let at = table.get("opening").map_or(0, |value| value.span().start);
                    self.wrong(at, "an opening needs plies = ... or positions = 'FILE'");
                }
                OpeningPlan::Start
            }
        }
    }

    fn vary(&mut self, table: &DeTable<'_>) -> Vec<(String, Vec<String>)> {
        let Some(inner) = self.table(table, "vary") else {
            return Vec::new();
        };
        // In the order in which they stand in the file.
        let mut entries: Vec<(usize, String, &Spanned<DeValue<'_>>)> =
            inner.iter().map(|(key, value)| (key.span().start, key.get_ref().to_string(), value)).collect();
        entries.sort_by_key(|(at, _, _)| *at);
        entries
            .into_iter()
            .map(|(_, key, value)| {
                let values = match self.for_effort(value, &key) {
                    Some(value) => self.texts(value, &key).into_iter().map(|(text, _)| text).collect(),
                    None => Vec::new(),
                };
                (key, values)
            })
            .collect()
    }

    fn keep(&mut self, table: &DeTable<'_>) -> Keep {
        let mut keep = Keep::default();
        let Some(value) = table.get("keep") else {
            return keep;
        };
        for (word, at) in self.texts(value, "keep") {
            match word.as_str() {
                "moves" => keep.moves = true,
                "branching" => keep.branching = true,
                "curve" => keep.curve = true,
                _ => self.wrong(at, format!("'{word}' cannot be kept; there are moves, branching, curve")),
            }
        }
        keep
    }

    fn stop(&mut self, table: &DeTable<'_>) -> Option<StopRule> {
        let inner = self.table(table, "stop")?;
        let at = table.get("stop").map_or(0, |value| value.span().start);
        self.keys(inner, "a stopping rule", &["every", "precision", "elo"]);
        let every = self.whole(inner, "every", 1, 1_000_000).unwrap_or(20);
        let precision = self.real(inner, "precision", 0.0001, 0.5);
        let rule = match (precision, inner.get("elo")) {
            (Some(precision), None) => StopWhen::Precise(precision),
            (None, Some(value)) => {
                let bounds: Vec<f64> =
                    self.texts(value, "elo").iter().filter_map(|(text, _)| text.parse().ok()).collect();
                match bounds[..] {
                    [elo0, elo1] if elo0 < elo1 && elo0.is_finite() && elo1.is_finite() => {
                        StopWhen::Sprt { elo0, elo1 }
                    }
                    _ => {
                        self.wrong(value.span().start, "elo must be two numbers, the smaller first: [0, 10]");
                        return None;
                    }
                }
            }
            _ => {
                self.wrong(at, "a stopping rule has either precision = 0.02 or elo = [0, 10]");
                return None;
            }
        };
        Some(StopRule { every, rule })
    }
}
