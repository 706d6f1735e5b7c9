//! From a plan to the pairings that are played.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use ludex_core::{Spec, SpecError, mix};

use super::values::{PlanError, in_order, place};
use super::{ContestPlan, OpeningPlan, Pairing, Placed, Plan, StopRule};
use crate::game::{Arena, Contest, Limits, seatings};

/// How games are found by name: usually `|text| ludex_catalogue::open(text, Seat)`.
pub type Opener<'a> = &'a dyn Fn(&str) -> Result<Box<dyn Arena>, SpecError>;

/// One pairing in one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The contest it belongs to.
    pub contest: String,
    /// The game as the catalogue names it.
    pub game: String,
    /// The number of its arena among those opened.
    pub arena: usize,
    /// The names of the agents in reports.
    pub labels: Vec<String>,
    /// The agents.
    pub agents: Vec<Spec>,
    /// What stands for the names in curly brackets.
    pub values: Vec<(String, String)>,
    /// The seed of its games.
    pub seed: u64,
    /// How many games.
    pub count: u64,
    /// When to stop earlier.
    pub stop: Option<StopRule>,
    /// Whether some agent is limited by time alone, so that its games cannot be repeated exactly.
    pub timed: bool,
    plan: usize,
}

/// A plan ready to be played.
pub struct Expanded {
    /// The plan.
    pub plan: Plan,
    /// The games in play.
    pub arenas: Vec<Box<dyn Arena>>,
    /// All pairings.
    pub cells: Vec<Cell>,
    /// For each cell, the positions it begins from (empty: none).
    positions: Vec<Vec<String>>,
    /// For each cell, its openings without doubles.
    openings: Vec<Vec<u64>>,
    files: Vec<(String, String)>,
    /// Remarks that a reader should see: openings that ran out, agents limited by time.
    pub remarks: Vec<String>,
}

/// Opens the games and agents of a plan. `folder` is where files named in the plan are looked for.
pub fn expand(plan: Plan, folder: &Path, open: Opener<'_>) -> Result<Expanded, Vec<PlanError>> {
    let mut work = Work {
        open,
        folder,
        arenas: Vec::new(),
        known: HashMap::new(),
        files: Vec::new(),
        errors: Vec::new(),
    };
    let mut cells: Vec<Cell> = Vec::new();
    let mut positions = Vec::new();
    let mut seen: HashMap<String, u64> = HashMap::new();
    for (index, contest) in plan.contests.iter().enumerate() {
        work.contest(&plan, index, contest, &mut seen, &mut cells, &mut positions);
    }
    if !work.errors.is_empty() {
        return Err(in_order(work.errors));
    }
    let arenas = work.arenas;
    let mut expanded = Expanded {
        files: work.files,
        openings: vec![Vec::new(); cells.len()],
        plan,
        arenas,
        cells,
        positions,
        remarks: Vec::new(),
    };
    expanded.choose_openings();
    expanded.remark_on_time();
    Ok(expanded)
}

impl Expanded {
    /// How many games are planned at most.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.count).sum()
    }

    /// The files that the plan names, descriptions of games and positions, with what was read from them.
    pub fn files(&self) -> &[(String, String)] {
        &self.files
    }

    /// Games of a round of a cell.
    pub fn round(&self, cell: usize) -> u64 {
        let about = &self.cells[cell];
        let seatings = seatings(&*self.arenas[about.arena], &about.agents);
        if self.plan.contests[about.plan].swap { seatings.map_or(1, |all| all.len() as u64) } else { 1 }
    }

    /// The contest of a cell, ready to be played.
    pub fn contest(&self, cell: usize) -> Result<Contest<'_>, SpecError> {
        let about = &self.cells[cell];
        let plan = &self.plan.contests[about.plan];
        let mut contest = Contest::new(&*self.arenas[about.arena], &about.agents, about.seed)?;
        contest.swap = plan.swap;
        contest.keep = plan.keep;
        contest.limits = Limits { plies: plan.plies, move_time: plan.move_time };
        contest.positions = self.positions[cell].clone();
        if let OpeningPlan::Random { plies, each, .. } = plan.opening {
            contest.opening_plies = plies;
            contest.opening_each = each;
            contest.openings = self.openings[cell].clone();
        }
        Ok(contest)
    }

    fn choose_openings(&mut self) {
        for cell in 0..self.cells.len() {
            let about = &self.cells[cell];
            let plan = &self.plan.contests[about.plan];
            let OpeningPlan::Random { plies, each: false, distinct: true } = plan.opening else {
                continue;
            };
            let Ok(mut contest) = self.contest(cell) else {
                continue;
            };
            let rounds = about.count.div_ceil(contest.round());
            let found = contest.distinct_openings(plies, rounds);
            let openings = std::mem::take(&mut contest.openings);
            drop(contest);
            if found < rounds {
                let about = &self.cells[cell];
                self.remarks.push(format!(
                    "{} has only {found} different openings of {plies} random moves that were found, so they come \
                     again in the {rounds} rounds of '{}'",
                    about.game, about.contest
                ));
            }
            self.openings[cell] = openings;
        }
    }

    fn remark_on_time(&mut self) {
        if self.cells.iter().any(|cell| cell.timed) {
            self.remarks.push(
                "some agents are limited by time: their games depend on the machine and differ from run to run"
                    .to_string(),
            );
        }
    }
}

struct Work<'a> {
    open: Opener<'a>,
    folder: &'a Path,
    arenas: Vec<Box<dyn Arena>>,
    known: HashMap<String, usize>,
    files: Vec<(String, String)>,
    errors: Vec<PlanError>,
}

/// The folder in which a run keeps the files that its plan names, so that nothing else is needed to go on with it.
const FILES: &str = "files";

/// Where a run keeps a file that its plan names.
pub(crate) fn kept(folder: &Path, name: &str) -> PathBuf {
    let flat: String = name.chars().map(|c| if matches!(c, '/' | '\\' | ':') { '_' } else { c }).collect();
    folder.join(FILES).join(flat)
}

/// Where a file that a plan names is: with a run, or as seen from the plan.
fn located(folder: &Path, name: &str) -> PathBuf {
    let kept = kept(folder, name);
    if kept.exists() { kept } else { folder.join(name) }
}

impl Work<'_> {
    fn wrong(&mut self, plan: &Plan, at: usize, what: String) {
        let error = place(&plan.file, &plan.source, at, what);
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    fn contest(
        &mut self,
        plan: &Plan,
        index: usize,
        contest: &ContestPlan,
        seen: &mut HashMap<String, u64>,
        cells: &mut Vec<Cell>,
        positions: &mut Vec<Vec<String>>,
    ) {
        let begin = match &contest.opening {
            OpeningPlan::Positions(file) => self.positions(plan, file),
            _ => Vec::new(),
        };
        for (name, _) in &contest.vary {
            let hole = format!("{{{name}}}");
            let mut texts = contest.games.iter().chain(contest.agents.iter().map(|(_, agent)| agent));
            if !texts.any(|placed| placed.text.contains(&hole)) {
                let what =
                    format!("vary names '{name}', but {hole} stands in no game and no agent of the contest");
                self.wrong(plan, contest.at, what);
            }
        }
        for values in combinations(&contest.vary) {
            for game in &contest.games {
                let Some(arena) = self.arena(plan, game, &values) else {
                    continue;
                };
                for (line, text) in &begin {
                    if let Err(error) = self.arenas[arena].check_position(text) {
                        let OpeningPlan::Positions(file) = &contest.opening else { continue };
                        let what = format!("line {line} of {} is no position: {error}", file.text);
                        self.wrong(plan, file.at, what);
                    }
                }
                for lineup in lineups(contest) {
                    let mut agents = Vec::new();
                    let mut labels = Vec::new();
                    for &who in &lineup {
                        let (label, placed) = &contest.agents[who];
                        let Some(spec) = self.agent(plan, arena, placed, &values) else {
                            continue;
                        };
                        labels.push(fill(label, &values));
                        agents.push(spec);
                    }
                    if agents.len() < lineup.len() {
                        continue;
                    }
                    if let Err(error) = Contest::new(&*self.arenas[arena], &agents, 0) {
                        self.wrong(plan, contest.at, error.to_string());
                        continue;
                    }
                    // A description is called as the plan calls it, wherever the run keeps it.
                    let game = match fill(&game.text, &values) {
                        text if description(&text).is_some() => text,
                        _ => self.arenas[arena].name().to_string(),
                    };
                    let names: Vec<String> = agents.iter().map(Spec::to_string).collect();
                    // A pairing keeps its seed when others are added to the plan.
                    let identity =
                        format!("{game}|{}|{:?}|{}", names.join("|"), contest.opening, contest.swap);
                    let again = seen.entry(identity.clone()).or_insert(0);
                    let seed = mix(fingerprint(&identity) ^ mix(plan.seed).wrapping_add(*again));
                    *again += 1;
                    cells.push(Cell {
                        contest: contest.name.clone(),
                        game,
                        arena,
                        labels,
                        timed: agents.iter().any(limited_by_time),
                        agents,
                        values: values.clone(),
                        seed,
                        count: contest.count,
                        stop: contest.stop,
                        plan: index,
                    });
                    positions.push(begin.iter().map(|(_, text)| text.clone()).collect());
                }
            }
        }
    }

    fn arena(&mut self, plan: &Plan, game: &Placed, values: &[(String, String)]) -> Option<usize> {
        let text = fill(&game.text, values);
        if let Some(&known) = self.known.get(&text) {
            return Some(known);
        }
        let (found, file) = self.description(&text);
        match (self.open)(found.as_deref().unwrap_or(&text)) {
            Ok(arena) => {
                self.files.extend(file.filter(|file| !self.files.contains(file)));
                self.arenas.push(arena);
                self.known.insert(text, self.arenas.len() - 1);
                Some(self.arenas.len() - 1)
            }
            Err(error) => {
                self.wrong(plan, game.at, error.to_string());
                None
            }
        }
    }

    /// If a game is a description in a file: how the catalogue finds it from here, and the file.
    fn description(&self, text: &str) -> (Option<String>, Option<(String, String)>) {
        let Some(name) = description(text) else {
            return (None, None);
        };
        let beside = located(self.folder, &name);
        let path = if beside.exists() { beside } else { PathBuf::from(&name) };
        let Ok(content) = std::fs::read_to_string(&path) else {
            return (None, None);
        };
        let found = text.replacen(&name, &path.display().to_string(), 1);
        // A folder whose name has brackets in it would be misread.
        let found = (description(&found) == Some(path.display().to_string())).then_some(found);
        (found, Some((name, content)))
    }

    fn agent(
        &mut self,
        plan: &Plan,
        arena: usize,
        placed: &Placed,
        values: &[(String, String)],
    ) -> Option<Spec> {
        let text = fill(&placed.text, values);
        if let Some(open) = text.find('{') {
            let name: String = text[open..].chars().take_while(|c| *c != '}').chain(['}']).collect();
            self.wrong(plan, placed.at, format!("{name} stands for nothing; say what in vary = {{ ... }}"));
            return None;
        }
        let spec = Spec::parse(&text).and_then(|spec| self.arenas[arena].check_agent(&spec).map(|()| spec));
        spec.map_err(|error| self.wrong(plan, placed.at, error.to_string())).ok()
    }

    fn positions(&mut self, plan: &Plan, file: &Placed) -> Vec<(usize, String)> {
        let path = located(self.folder, &file.text);
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                let entry = (file.text.clone(), text.clone());
                if !self.files.contains(&entry) {
                    self.files.push(entry);
                }
                let lines = text.lines().map(str::trim).zip(1..);
                let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
                let all: Vec<(usize, String)> = lines.map(|(line, at)| (at, line.to_string())).collect();
                if all.is_empty() {
                    self.wrong(plan, file.at, format!("{} holds no position", path.display()));
                }
                all
            }
            Err(error) => {
                self.wrong(plan, file.at, format!("{} cannot be read: {error}", path.display()));
                Vec::new()
            }
        }
    }
}

/// The path of the description, if a game is one.
fn description(game: &str) -> Option<String> {
    let spec = Spec::parse(game).ok()?;
    spec.name().ends_with(".lud").then(|| spec.name().to_string())
}

/// Who sits down together.
fn lineups(contest: &ContestPlan) -> Vec<Vec<usize>> {
    let all = 0..contest.agents.len();
    match contest.pairing {
        Pairing::RoundRobin => all.clone().flat_map(|a| (a + 1..all.end).map(move |b| vec![a, b])).collect(),
        Pairing::Gauntlet => (1..all.end).map(|other| vec![0, other]).collect(),
        Pairing::Itself => all.map(|one| vec![one]).collect(),
        Pairing::Listed => vec![all.collect()],
    }
}

/// Every combination of values, the last name changing fastest.
fn combinations(vary: &[(String, Vec<String>)]) -> Vec<Vec<(String, String)>> {
    vary.iter().fold(vec![Vec::new()], |so_far, (name, values)| {
        so_far
            .iter()
            .flat_map(|before| {
                values.iter().map(|value| {
                    let mut longer = before.clone();
                    longer.push((name.clone(), value.clone()));
                    longer
                })
            })
            .collect()
    })
}

/// Puts values in the place of their names in curly brackets.
fn fill(text: &str, values: &[(String, String)]) -> String {
    values.iter().fold(text.to_string(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Whether an agent, or one inside it, thinks by the clock. Agents that do so by default are known by name.
fn limited_by_time(agent: &Spec) -> bool {
    let fixed = |name: &str| ["nodes", "depth", "iterations"].contains(&name);
    let mut by_time = matches!(agent.name(), "strong" | "tricolor-alphabeta" | "tricolor-uct")
        && !agent.args().any(|(key, value)| key.is_some_and(fixed) && value != "0");
    for (key, value) in agent.args() {
        by_time |= key == Some("time") && value != "0";
        by_time |= key == Some("agent") && Spec::parse(value).is_ok_and(|inner| limited_by_time(&inner));
    }
    by_time
}
