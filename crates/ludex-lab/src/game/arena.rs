//! Playing a game without knowing its type.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use ludex_core::{
    MAX_PLAYERS, Outcome, Playable, Player, Rng, Spec, SpecError, TextError, Turn, Visitor, derive_seed, mix,
};
use ludex_search::{Agent, Choice, Stop};

use super::row::{Elapsed, PerSeat, Row, Trouble, result_of};

/// The roles for which streams of random numbers are derived from a game's seed.
const AGENT: u64 = 1;
const CHANCE: u64 = 2;

/// A game at which agents can be seated.
pub trait Arena: Send + Sync {
    /// The name by which the catalogue finds it.
    fn name(&self) -> &str;
    /// How many players it has.
    fn players(&self) -> usize;
    /// The team of each player.
    fn teams(&self) -> Vec<usize>;
    /// What the players are called.
    fn player_names(&self) -> Vec<String>;
    /// Says what is wrong if this agent cannot play the game.
    fn check_agent(&self, agent: &Spec) -> Result<(), SpecError>;
    /// Says what is wrong if this is no position of the game.
    fn check_position(&self, text: &str) -> Result<(), TextError>;
    /// The key of the position after an opening of random moves; `None` if the game is over by then.
    fn opening_key(&self, plies: u32, seed: u64) -> Option<u64>;
    /// A table at which these agents play. They must have been checked.
    fn table(&self, agents: &[Spec]) -> Result<Box<dyn Table + '_>, SpecError>;
}

/// A place where the same agents play game after game. Every thread has its own.
pub trait Table: Send {
    /// Plays one game.
    fn play(&mut self, order: &Order<'_>) -> Row;
}

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening<'a> {
    /// As the rules say.
    Start,
    /// With so many random decisions, drawn from this seed.
    Random {
        /// How many.
        plies: u32,
        /// Whether every player makes so many of her own, and not all together.
        each: bool,
        /// The seed.
        seed: u64,
    },
    /// From a position, which must have been checked.
    Position(&'a str),
}

/// What may not be exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Games are cut off after this many moves.
    pub plies: u32,
    /// An agent that thinks for longer about one move loses.
    pub move_time: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { plies: 10_000, move_time: None }
    }
}

/// What is written down beyond the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keep {
    /// The moves as text.
    pub moves: bool,
    /// The mean number of legal moves.
    pub branching: bool,
    /// The standing after each move.
    pub curve: bool,
}

/// One game to be played.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// Its number in the contest.
    pub game: u64,
    /// Which agent sits where.
    pub seats: &'a [u8],
    /// How it begins.
    pub opening: Opening<'a>,
    /// The seed of everything random after the opening.
    pub seed: u64,
    /// What may not be exceeded.
    pub limits: Limits,
    /// What is written down.
    pub keep: Keep,
}

/// The visitor that makes an [`Arena`] of any game.
pub struct Seat;

impl Visitor for Seat {
    type Output = Box<dyn Arena>;

    fn visit<G: Playable>(self, game: G) -> Box<dyn Arena> {
        Box::new(Typed { name: game.name(), game })
    }
}

struct Typed<G> {
    name: String,
    game: G,
}

impl<G: Playable> Arena for Typed<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn teams(&self) -> Vec<usize> {
        Player::all(self.game.players()).map(|player| self.game.team(player)).collect()
    }

    fn player_names(&self) -> Vec<String> {
        self.game.player_names()
    }

    fn check_agent(&self, agent: &Spec) -> Result<(), SpecError> {
        ludex_search::open(agent, &self.game).map(drop)
    }

    fn check_position(&self, text: &str) -> Result<(), TextError> {
        let state = self.game.read_position(text)?;
        match self.game.turn(&state) {
            Turn::Over => Err(TextError::new("the game is over in this position")),
            _ => Ok(()),
        }
    }

    fn opening_key(&self, plies: u32, seed: u64) -> Option<u64> {
        let mut state = self.game.start();
        let mut scratch = Vec::new();
        opening_moves(&self.game, &mut state, plies, seed, &mut scratch, |_, _| {});
        (!self.game.turn(&state).is_over()).then(|| self.game.key(&state))
    }

    fn table(&self, agents: &[Spec]) -> Result<Box<dyn Table + '_>, SpecError> {
        let players = self.game.players();
        let opened = std::iter::repeat_with(|| None).take(agents.len() * players).collect();
        let table = Played {
            game: &self.game,
            start: self.game.start(),
            specs: agents.to_vec(),
            agents: opened,
            scratch: Vec::new(),
            stop: Stop::new(),
        };
        Ok(Box::new(table))
    }
}

/// Plays random decisions, and whatever chance decides between them.
fn opening_moves<G: Playable>(
    game: &G,
    state: &mut G::State,
    plies: u32,
    seed: u64,
    scratch: &mut Vec<G::Move>,
    mut seen: impl FnMut(&G::State, G::Move),
) {
    let mut rng = Rng::new(seed);
    let mut made = 0;
    while made < plies {
        match game.turn(state) {
            Turn::Over => return,
            Turn::Chance => {}
            Turn::Player(_) => made += 1,
        }
        let chosen = game.random_move(state, &mut rng, scratch);
        seen(state, chosen);
        game.play(state, chosen);
    }
}

struct Played<'g, G: Playable> {
    game: &'g G,
    start: G::State,
    specs: Vec<Spec>,
    /// By agent and seat, opened when first needed: an agent that plays itself is two.
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    scratch: Vec<G::Move>,
    stop: Stop,
}

/// How the moves of a game ended.
enum Ending {
    Over(Outcome),
    Cut,
    Lost(u8, Trouble),
}

impl<G: Playable> Table for Played<'_, G> {
    fn play(&mut self, order: &Order<'_>) -> Row {
        let players = self.game.players();
        let mut row = Row {
            game: order.game,
            seats: PerSeat::of(order.seats.iter().copied()),
            result: None,
            points: None,
            plies: 0,
            opening: 0,
            hash: 0,
            nodes: PerSeat::new(players),
            playouts: PerSeat::new(players),
            choices: PerSeat::new(players),
            branching: None,
            moves: order.keep.moves.then(String::new),
            curve: order.keep.curve.then(Vec::new),
            trouble: None,
            microseconds: Elapsed(PerSeat::new(players)),
        };
        let mut thinking = 0;
        // A crash of one agent must not take the other games of the experiment with it.
        let ending = catch_unwind(AssertUnwindSafe(|| self.moves(order, &mut row, &mut thinking)));
        let ending = ending.unwrap_or_else(|payload| {
            self.agents.iter_mut().for_each(|agent| *agent = None);
            Ending::Lost(thinking, Trouble::Crash { seat: thinking, message: spoken(&*payload) })
        });
        row.hash = mix(row.hash);
        match ending {
            Ending::Over(outcome) => {
                row.result = Some(result_of(&outcome));
                row.points = outcome.scores().map(|points| PerSeat::of(points.iter().copied()));
            }
            Ending::Cut => row.trouble = Some(Trouble::Unfinished),
            Ending::Lost(seat, trouble) => {
                row.result = Some(result_of(&self.lost_by(seat)));
                row.trouble = Some(trouble);
            }
        }
        row
    }
}

impl<G: Playable> Played<'_, G> {
    /// Plays the moves of a game, with `thinking` always naming the seat whose agent was asked last.
    fn moves(&mut self, order: &Order<'_>, row: &mut Row, thinking: &mut u8) -> Ending {
        let game = self.game;
        for (seat, &who) in order.seats.iter().enumerate() {
            let agent = &mut self.agents[who as usize * order.seats.len() + seat];
            if agent.is_none() {
                match ludex_search::open(&self.specs[who as usize], game) {
                    Ok(opened) => *agent = Some(opened),
                    Err(_) => return Ending::Lost(seat as u8, Trouble::NoMove { seat: seat as u8 }),
                }
            }
            if let Some(agent) = agent {
                agent.reset(derive_seed(order.seed, seat as u64, AGENT));
            }
        }
        let mut state = self.start.clone();
        let mut writer = Writer { hash: 0, plies: 0 };
        // How many moves of her own every player makes at random, and how many are made.
        let mut own: Option<(u32, Rng)> = None;
        let mut made = [0; MAX_PLAYERS];
        match order.opening {
            Opening::Start => {}
            Opening::Random { plies, each: true, seed } => own = Some((plies, Rng::new(seed))),
            Opening::Random { plies, each: false, seed } => {
                opening_moves(game, &mut state, plies, seed, &mut self.scratch, |before, chosen| {
                    writer.note(game, before, chosen, row);
                });
                row.opening = writer.plies;
            }
            Opening::Position(text) => match game.read_position(text) {
                Ok(position) => {
                    state = position;
                    writer.hash = game.key(&state);
                }
                Err(_) => return Ending::Cut,
            },
        }
        if let Some(curve) = &mut row.curve {
            curve.push(game.standing(&state, Player::FIRST) as f32);
        }
        let mut chance = None;
        let (mut decisions, mut listed) = (0u64, 0u64);
        let ending = loop {
            let turn = game.turn(&state);
            let chosen = match turn {
                Turn::Over => match game.outcome(&state) {
                    Some(outcome) => break Ending::Over(outcome),
                    None => break Ending::Cut,
                },
                _ if writer.plies >= order.limits.plies => break Ending::Cut,
                Turn::Chance => {
                    let rng = chance.get_or_insert_with(|| Rng::derived(order.seed, 0, CHANCE));
                    game.random_move(&state, rng, &mut self.scratch)
                }
                Turn::Player(player)
                    if own.as_ref().is_some_and(|(plies, _)| made[player.index()] < *plies) =>
                {
                    made[player.index()] += 1;
                    row.opening += 1;
                    match &mut own {
                        Some((_, rng)) => game.random_move(&state, rng, &mut self.scratch),
                        None => break Ending::Cut,
                    }
                }
                Turn::Player(player) => {
                    let seat = player.index();
                    *thinking = seat as u8;
                    if order.keep.branching {
                        decisions += 1;
                        listed += game.count_moves(&state, &mut self.scratch) as u64;
                    }
                    let slot = order.seats[seat] as usize * order.seats.len() + seat;
                    let agent = self.agents[slot].as_mut();
                    let Some(choice) = agent.and_then(|agent| {
                        ask(&mut **agent, game, &state, &self.stop, order.limits.move_time)
                    }) else {
                        break Ending::Lost(seat as u8, Trouble::NoMove { seat: seat as u8 });
                    };
                    row.choices[seat] += 1;
                    let report = &choice.report;
                    // The cheapest agents have nothing to report.
                    if report.nodes | report.playouts != 0 || !report.time.is_zero() {
                        row.nodes[seat] += report.nodes;
                        row.playouts[seat] += report.playouts;
                        row.microseconds.0[seat] += report.time.as_micros() as u64;
                    }
                    if order.limits.move_time.is_some_and(|limit| choice.report.time > limit) {
                        let milliseconds = choice.report.time.as_millis() as u64;
                        break Ending::Lost(seat as u8, Trouble::TimeOut { seat: seat as u8, milliseconds });
                    }
                    choice.chosen
                }
            };
            writer.note(game, &state, chosen, row);
            game.play(&mut state, chosen);
            if let Some(curve) = &mut row.curve {
                curve.push(game.standing(&state, Player::FIRST) as f32);
            }
        };
        row.hash = writer.hash;
        row.plies = writer.plies;
        if decisions > 0 {
            row.branching = Some(listed as f64 / decisions as f64);
        }
        ending
    }

    /// The result when the agent at a seat could not go on: its side is last, all others share the rest.
    fn lost_by(&self, seat: u8) -> Outcome {
        let teams: Vec<usize> = Player::all(self.game.players()).map(|p| self.game.team(p)).collect();
        let sides = teams.iter().max().map_or(1, |most| most + 1);
        if sides == 1 {
            return Outcome::puzzle(false);
        }
        let merit: Vec<i32> = (0..sides).map(|side| i32::from(side != teams[seat as usize])).collect();
        Outcome::by_team_merit(&merit, &teams)
    }
}

/// Asks an agent, with an own look at the clock only where its time is limited.
#[inline(always)]
fn ask<G: Playable>(
    agent: &mut dyn Agent<G>,
    game: &G,
    state: &G::State,
    stop: &Stop,
    limit: Option<Duration>,
) -> Option<Choice<G::Move>> {
    if limit.is_none() {
        return agent.choose(game, state, stop);
    }
    let began = Instant::now();
    let mut choice = agent.choose(game, state, stop)?;
    choice.report.time = began.elapsed();
    Some(choice)
}

/// Counts and fingerprints moves.
struct Writer {
    hash: u64,
    plies: u32,
}

impl Writer {
    #[inline(always)]
    fn note<G: Playable>(&mut self, game: &G, before: &G::State, chosen: G::Move, row: &mut Row) {
        // One multiplication a move: a stronger mix would cost more than the cheapest rules do.
        self.hash = (self.hash.rotate_left(5) ^ u64::from(game.move_id(chosen))).wrapping_add(1);
        self.hash = self.hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.plies += 1;
        if let Some(moves) = &mut row.moves {
            append(moves, &game.write_move(before, chosen));
        }
    }
}

#[cold]
fn append(moves: &mut String, text: &str) {
    if !moves.is_empty() {
        moves.push(' ');
    }
    moves.push_str(text);
}

/// What a crash said.
fn spoken(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_string())
}
