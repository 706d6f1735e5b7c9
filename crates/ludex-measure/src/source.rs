//! Where measured games come from: a game with its players, ready to be played in any number, whatever its type.

use std::ops::Range;

use ludex_core::{Playable, Player, PositionCount, Record, Rng, Spec, SpecError, Visitor, derive_seed};
use ludex_search::{Agent, Stop};
use ludex_stats::Games;

use crate::board::Distances;
use crate::complexity::{Probe, Reachable, probe, reachable};
use crate::course::{Courses, Curve};
use crate::distinct::Distinct;
use crate::judge::{Judge, sides};
use crate::levels::play_match;
use crate::lookahead::{Deeper, lookahead};
use crate::metrics::Raw;
use crate::ply::Ended;
use crate::walk::{Walker, Watched};

/// What is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Who plays, in order; one agent alone plays all, and nobody named means that all play at random.
    pub agents: Vec<Spec>,
    /// The seed from which every game's own seed is derived.
    pub seed: u64,
    /// Games are cut off after this many moves and counted as unfinished.
    pub limit: u32,
    /// How positions are judged: `auto`, `standing`, `playouts`, or a number of playouts.
    pub judge: String,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { agents: Vec::new(), seed: 1, limit: 10_000, judge: "auto".to_string() }
    }
}

/// What is known of a game before it is played.
#[derive(Clone, PartialEq, Debug)]
pub struct About {
    /// The game, as the catalogue names it.
    pub name: String,
    /// What the sides are called.
    pub sides: Vec<String>,
    /// Who plays.
    pub agents: Vec<String>,
    /// Whether all play at random.
    pub random: bool,
    /// How positions are judged.
    pub judge: Judge,
    /// The seed.
    pub seed: u64,
    /// The limit of moves.
    pub limit: u32,
    /// How many positions there are, by a formula.
    pub position_count: Option<PositionCount>,
}

/// What was measured in one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The number of the game, from 0.
    pub game: u64,
    /// How it ended.
    pub ended: Ended,
    /// The values of the columns; NaN where there is none.
    pub values: Vec<f64>,
    /// The counts behind them.
    pub raw: Raw,
}

impl Row {
    /// The result as files write it: the winning side from 1, `draw` or `unfinished`.
    pub fn result(&self) -> String {
        result_text(self.ended)
    }
}

fn result_text(ended: Ended) -> String {
    match ended {
        Ended::Won(side) => (side + 1).to_string(),
        Ended::Drawn => "draw".to_string(),
        Ended::Cut => "unfinished".to_string(),
    }
}

/// Some games in a row.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// What was measured in each.
    pub rows: Vec<Row>,
    /// How they went.
    pub courses: Courses,
    /// Their positions.
    pub distinct: Distinct,
    /// One position of each.
    pub sampled: Vec<u64>,
}

/// A game with its players. What it gives depends on the numbers of the games asked for, never on the order or the
/// thread in which they are played.
pub trait Source: Send + Sync {
    /// What is known beforehand.
    fn about(&self) -> &About;

    /// Plays the games with these numbers.
    fn games(&self, games: Range<u64>) -> Result<Batch, String>;

    /// Plays one game again and gives its evaluation curve.
    fn curve(&self, game: u64) -> Result<Curve, String>;

    /// Measures recorded games; the error names the record and the move that is wrong.
    fn records(&self, records: &[(String, Record)]) -> Result<(Batch, Vec<Curve>), String>;

    /// Walks down the game tree at random, for estimates of its size.
    fn probes(&self, numbers: Range<u64>) -> Vec<Probe>;

    /// Counts the positions that can be reached, up to a limit.
    fn reachable(&self, limit: usize) -> Reachable;

    /// How often looking one move further changes the chosen move, at this many positions.
    fn lookahead(&self, positions: u64, deepest: u32) -> Result<Vec<Deeper>, String>;

    /// A match between two players of different strength.
    fn play_match(&self, weaker: &Spec, stronger: &Spec, games: Range<u64>) -> Result<Games, String>;
}

/// Makes a [`Source`] of a game.
pub struct Prepare<'a>(pub &'a Plan);

impl Visitor for Prepare<'_> {
    type Output = Result<Box<dyn Source>, SpecError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let mut plan = self.0.clone();
        // One name is for all.
        if plan.agents.len() == 1 {
            plan.agents = vec![plan.agents[0].clone(); game.players()];
        }
        let judge = Judge::named(&game, &plan.judge)?;
        if !plan.agents.is_empty() && plan.agents.len() != game.players() {
            return Err(SpecError::new(format!(
                "{} has {} players, but {} agents are named",
                game.name(),
                game.players(),
                plan.agents.len()
            )));
        }
        // What cannot be opened is refused now, not in the middle of a run.
        for spec in &plan.agents {
            ludex_search::open(spec, &game)?;
        }
        if game.turn(&game.start()).is_over() {
            return Err(SpecError::new(format!("{} is over before it begins", game.name())));
        }
        let (side, count) = sides(&game);
        let names = game.player_names();
        let of_side = |wanted: usize| {
            let members = Player::all(game.players()).filter(|player| side[player.index()] == wanted);
            members.map(|player| names[player.index()].clone()).collect::<Vec<_>>().join(" and ")
        };
        let random = plan.agents.iter().all(|spec| spec.name() == "random");
        let agents = if plan.agents.is_empty() {
            vec!["random".to_string(); game.players()]
        } else {
            plan.agents.iter().map(Spec::to_string).collect()
        };
        let about = About {
            name: game.name(),
            sides: (0..count).map(of_side).collect(),
            agents,
            random,
            judge,
            seed: plan.seed,
            limit: plan.limit,
            position_count: game.position_count(),
        };
        let scene = game.scene(&game.start());
        let distances = if scene.is_growing() { Distances::default() } else { Distances::of(&scene) };
        Ok(Box::new(Prepared { game, about, plan, distances }))
    }
}

struct Prepared<G: Playable> {
    game: G,
    about: About,
    plan: Plan,
    distances: Distances,
}

/// Whose random numbers a stream serves.
mod role {
    pub(super) const PLAYERS: u64 = 0;
    pub(super) const CHANCE: u64 = 1;
    pub(super) const PROBE: u64 = 2;
    pub(super) const LOOKAHEAD: u64 = 3;
    pub(super) const MATCH: u64 = 4;
    pub(super) const AGENT: u64 = 16;
}

impl<G: Playable> Prepared<G> {
    fn agents(&self) -> Result<Vec<Box<dyn Agent<G>>>, String> {
        let open = |spec: &Spec| ludex_search::open(spec, &self.game).map_err(|error| error.to_string());
        if self.about.random { Ok(Vec::new()) } else { self.plan.agents.iter().map(open).collect() }
    }

    fn play(
        &self,
        walker: &mut Walker<'_, G>,
        agents: &mut [Box<dyn Agent<G>>],
        distinct: &mut Distinct,
        number: u64,
    ) -> Result<Watched, String> {
        let seed = self.plan.seed;
        let mut chance = Rng::derived(seed, number, role::CHANCE);
        let start = self.game.start();
        if agents.is_empty() {
            let mut rng = Rng::derived(seed, number, role::PLAYERS);
            return walker.watch(start, &mut chance, distinct, &mut |_, moves| {
                Ok(rng.below(moves.len() as u32) as usize)
            });
        }
        for (player, agent) in agents.iter_mut().enumerate() {
            agent.reset(derive_seed(seed, number, role::AGENT + player as u64));
        }
        let stop = Stop::new();
        walker.watch(start, &mut chance, distinct, &mut |state, moves| {
            let player = self.game.turn(state).player().unwrap_or(Player::FIRST);
            let choice = agents[player.index()].choose(&self.game, state, &stop);
            let chosen = choice.map(|choice| choice.chosen);
            moves.iter().position(|&legal| Some(legal) == chosen).ok_or_else(|| {
                format!("{} made no legal move in game {number}", self.about.agents[player.index()])
            })
        })
    }
}

impl<G: Playable> Source for Prepared<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn games(&self, games: Range<u64>) -> Result<Batch, String> {
        let mut walker = Walker::new(&self.game, &self.distances, self.about.judge, self.plan.limit);
        let mut agents = self.agents()?;
        let mut batch = Batch::default();
        for game in games {
            let watched = self.play(&mut walker, &mut agents, &mut batch.distinct, game)?;
            batch.courses.add(&walker.course, watched.ended);
            batch.sampled.push(watched.sampled);
            batch.rows.push(Row { game, ended: watched.ended, values: watched.values, raw: watched.raw });
        }
        Ok(batch)
    }

    fn curve(&self, game: u64) -> Result<Curve, String> {
        let mut walker = Walker::new(&self.game, &self.distances, self.about.judge, self.plan.limit);
        let watched = self.play(&mut walker, &mut self.agents()?, &mut Distinct::default(), game)?;
        Ok(curve(&walker, game, watched.ended))
    }

    fn records(&self, records: &[(String, Record)]) -> Result<(Batch, Vec<Curve>), String> {
        let mut walker =
            Walker::new(&self.game, &self.distances, self.about.judge, self.plan.limit.max(1_000_000));
        let mut batch = Batch::default();
        let mut curves = Vec::new();
        for (number, (name, record)) in records.iter().enumerate() {
            let game = number as u64;
            let watched =
                watch_record(&self.game, &mut walker, &mut batch.distinct, record, self.plan.seed, game)
                    .map_err(|error| format!("{name}: {error}"))?;
            batch.courses.add(&walker.course, watched.ended);
            batch.sampled.push(watched.sampled);
            curves.push(curve(&walker, game, watched.ended));
            batch.rows.push(Row { game, ended: watched.ended, values: watched.values, raw: watched.raw });
        }
        Ok((batch, curves))
    }

    fn probes(&self, numbers: Range<u64>) -> Vec<Probe> {
        let mut scratch = Vec::new();
        numbers
            .map(|number| {
                let mut rng = Rng::derived(self.plan.seed, number, role::PROBE);
                probe(&self.game, self.plan.limit, &mut rng, &mut scratch)
            })
            .collect()
    }

    fn reachable(&self, limit: usize) -> Reachable {
        match self.game.without_draw_rules() {
            Some(game) => reachable(&game, limit),
            None => reachable(&self.game, limit),
        }
    }

    fn lookahead(&self, positions: u64, deepest: u32) -> Result<Vec<Deeper>, String> {
        lookahead(&self.game, positions, deepest, self.plan.limit, |number| {
            Rng::derived(self.plan.seed, number, role::LOOKAHEAD)
        })
    }

    fn play_match(&self, weaker: &Spec, stronger: &Spec, games: Range<u64>) -> Result<Games, String> {
        let seed = derive_seed(self.plan.seed, 0, role::MATCH);
        play_match(&self.game, [weaker, stronger], games, self.plan.limit, seed)
    }
}

fn curve<G: Playable>(walker: &Walker<'_, G>, game: u64, ended: Ended) -> Curve {
    let course = &walker.course;
    let later = course.points.iter().map(|point| f64::from(point.standing));
    Curve {
        game,
        result: result_text(ended),
        standings: std::iter::once(course.start).chain(later).collect(),
    }
}

/// Replays a record. Events of chance stand among its moves.
fn watch_record<G: Playable>(
    game: &G,
    walker: &mut Walker<'_, G>,
    distinct: &mut Distinct,
    record: &Record,
    seed: u64,
    number: u64,
) -> Result<Watched, String> {
    let start = match &record.position {
        Some(text) => game.read_position(text).map_err(|error| error.to_string())?,
        None => game.start(),
    };
    if record.moves.is_empty() {
        return Err("the record has no moves".to_string());
    }
    let mut rng = Rng::derived(seed, number, role::CHANCE);
    let mut moves = record.moves.iter().enumerate();
    walker
        .watch(start, &mut rng, distinct, &mut |state, legal| {
            let Some((index, recorded)) = moves.next() else {
                return Err(format!("the game has not ended after its {} moves", record.moves.len()));
            };
            let chosen = game.read_move(state, &recorded.text);
            let chosen = chosen.map_err(|error| format!("move {}: {error}", index + 1))?;
            legal.iter().position(|&m| m == chosen).ok_or_else(|| format!("move {} is not legal", index + 1))
        })
        .and_then(|watched| match moves.next() {
            Some((index, recorded)) => {
                Err(format!("move {}: '{}' comes after the end of the game", index + 1, recorded.text))
            }
            None => Ok(watched),
        })
}
