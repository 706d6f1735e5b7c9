//! One game after the other at a table: seating, opening, moves, result.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use ludex_core::{MAX_PLAYERS, Outcome, Playable, Player, Rng, Spec, Turn, derive_seed, mix};
use ludex_search::{Agent, Choice, Stop};

use super::arena::{Keep, Opening, Order, Table, opening_moves};
use super::row::{PerSeat, Plain, Row, Trouble, result_at, result_of};

/// The roles for which streams of random numbers are derived from a game's seed.
const AGENT: u64 = 1;
const CHANCE: u64 = 2;

/// The agents of a contest at their game.
pub(super) struct Played<'g, G: Playable> {
    game: &'g G,
    start: G::State,
    specs: Vec<Spec>,
    /// By agent and seat, opened when first needed: an agent that plays itself is two.
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    scratch: Vec<G::Move>,
    stop: Stop,
}

impl<'g, G: Playable> Played<'g, G> {
    /// A table for these agents, which are opened when they first play.
    pub(super) fn new(game: &'g G, agents: &[Spec]) -> Played<'g, G> {
        Played {
            game,
            start: game.start(),
            specs: agents.to_vec(),
            agents: std::iter::repeat_with(|| None).take(agents.len() * game.players()).collect(),
            scratch: Vec::new(),
            stop: Stop::new(),
        }
    }
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
            moves: order.keep.moves.then(String::new),
            curve: order.keep.curve.then(Vec::new),
            ..Row::blank(players)
        };
        let mut thinking = 0;
        // A crash of one agent must not take the other games of the experiment with it.
        let ending = catch_unwind(AssertUnwindSafe(|| self.moves(order, &mut row, &mut thinking)));
        let ending = ending.unwrap_or_else(|payload| {
            self.agents.iter_mut().for_each(|agent| *agent = None);
            Ending::Lost(thinking, Trouble::Crash { seat: thinking, message: spoken(&*payload) })
        });
        row.hash = mix(row.hash);
        // Moves of cheap agents take less than a microsecond each, so nanoseconds were summed.
        row.microseconds.0.iter_mut().filter(|time| **time > 0).for_each(|time| *time = time.div_ceil(1000));
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

    fn play_plain(&mut self, order: &Order<'_>) -> Option<Plain> {
        let from_start = order.opening == Opening::Start;
        if !from_start || order.keep != Keep::default() || order.limits.move_time.is_some() {
            return None;
        }
        let played = catch_unwind(AssertUnwindSafe(|| self.plain_moves(order)));
        played.unwrap_or_else(|_| {
            self.agents.iter_mut().for_each(|agent| *agent = None);
            None
        })
    }
}

impl<G: Playable> Played<'_, G> {
    /// Plays a game of two silent agents. Games of the cheapest agents are a few dozen moves of some thirty nanoseconds,
    /// so that asking at each of them what is to be written down would be felt. None where it is not such a game, an
    /// agent was not opened yet, chance has a part in it, or it does not end in time.
    fn plain_moves(&mut self, order: &Order<'_>) -> Option<Plain> {
        let &[first, second] = order.seats else { return None };
        // Agents lie by agent and seat, so that these two are never the same.
        let places = [2 * usize::from(first), 2 * usize::from(second) + 1];
        let [first_agent, second_agent] = self.agents.get_disjoint_mut(places).ok()?;
        let mut seated = [first_agent.as_deref_mut()?, second_agent.as_deref_mut()?];
        if seated.iter().any(|agent| !agent.is_silent()) {
            return None;
        }
        for (seat, agent) in seated.iter_mut().enumerate() {
            agent.reset(derive_seed(order.seed, seat as u64, AGENT));
        }
        let game = self.game;
        let mut state = self.start.clone();
        let (mut hash, mut plies, mut answered) = (0, 0, 0);
        while let Turn::Player(player) = game.turn(&state) {
            if plies >= order.limits.plies {
                return None;
            }
            let seat = player.index();
            let chosen = seated.get_mut(seat)?.choose_move(game, &state, &self.stop)?;
            hash = fingerprint(hash, game.move_id(chosen));
            plies += 1;
            answered += seat as u32;
            game.play(&mut state, chosen);
        }
        let outcome = game.outcome(&state)?;
        let &[left, right] = outcome.scores()? else { return None };
        Some(Plain {
            game: order.game,
            seats: [first, second],
            result: [Player::FIRST, Player::SECOND].map(|player| result_at(&outcome, player)),
            points: [left, right],
            plies,
            hash: mix(hash),
            choices: [plies - answered, answered],
        })
    }

    /// Seats the agents, makes the opening and plays the rest. What is noted is in `row` at any moment, so that a crash
    /// loses none of it; `thinking` names the seat whose agent was asked last.
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
        let mut own = None;
        match order.opening {
            Opening::Start => {}
            Opening::Random { plies, each: true, seed } => own = Some((plies, Rng::new(seed))),
            Opening::Random { plies, each: false, seed } => {
                opening_moves(game, &mut state, plies, seed, &mut self.scratch, |before, chosen| {
                    Noted::from(row).add(game.move_id(chosen));
                    write(game, before, chosen, row);
                });
                row.opening = row.plies;
            }
            Opening::Position(text) => match game.read_position(text) {
                Ok(position) => {
                    state = position;
                    row.hash = game.key(&state);
                }
                Err(_) => return Ending::Cut,
            },
        }
        if let Some(curve) = &mut row.curve {
            curve.push(game.standing(&state, Player::FIRST) as f32);
        }
        self.course(state, own, order, row, thinking)
    }

    /// Plays from a position to the end. `own` is how many moves of her own every player makes at random first.
    fn course(
        &mut self,
        mut state: G::State,
        mut own: Option<(u32, Rng)>,
        order: &Order<'_>,
        row: &mut Row,
        thinking: &mut u8,
    ) -> Ending {
        let game = self.game;
        let mut made = [0; MAX_PLAYERS];
        let mut chance = None;
        let (mut decisions, mut listed) = (0u64, 0u64);
        let mut slots = [0; MAX_PLAYERS];
        for (seat, &who) in order.seats.iter().enumerate() {
            slots[seat] = who as usize * order.seats.len() + seat;
        }
        let mut noted = Noted::from(row);
        loop {
            let chosen = match game.turn(&state) {
                Turn::Over => {
                    return game.outcome(&state).map_or(Ending::Cut, Ending::Over);
                }
                _ if noted.plies >= order.limits.plies => return Ending::Cut,
                Turn::Chance => {
                    let rng = chance.get_or_insert_with(|| Rng::derived(order.seed, 0, CHANCE));
                    game.random_move(&state, rng, &mut self.scratch)
                }
                Turn::Player(player) => {
                    let seat = player.index();
                    match &mut own {
                        Some((plies, rng)) if made[seat] < *plies => {
                            made[seat] += 1;
                            noted.row.opening += 1;
                            game.random_move(&state, rng, &mut self.scratch)
                        }
                        _ => {
                            *thinking = seat as u8;
                            if order.keep.branching {
                                decisions += 1;
                                listed += game.count_moves(&state, &mut self.scratch) as u64;
                                noted.row.branching = Some(listed as f64 / decisions as f64);
                            }
                            let limit = order.limits.move_time;
                            let Some(agent) = &mut self.agents[slots[seat]] else {
                                return Ending::Lost(seat as u8, Trouble::NoMove { seat: seat as u8 });
                            };
                            // Looked at where it lies: to copy it would cost as much as a cheap agent.
                            let choice = &ask(&mut **agent, game, &state, &self.stop, limit);
                            let Some(choice) = choice else {
                                return Ending::Lost(seat as u8, Trouble::NoMove { seat: seat as u8 });
                            };
                            noted.choices[seat] += 1;
                            let report = &choice.report;
                            noted.row.nodes[seat] += report.nodes;
                            noted.row.playouts[seat] += report.playouts;
                            noted.row.microseconds.0[seat] += report.time.as_nanos() as u64;
                            if limit.is_some_and(|limit| report.time > limit) {
                                let milliseconds = report.time.as_millis() as u64;
                                let seat = seat as u8;
                                return Ending::Lost(seat, Trouble::TimeOut { seat, milliseconds });
                            }
                            choice.chosen
                        }
                    }
                }
            };
            noted.add(game.move_id(chosen));
            write(game, &state, chosen, noted.row);
            play_apart(game, &mut state, chosen);
            if let Some(curve) = &mut noted.row.curve {
                curve.push(game.standing(&state, Player::FIRST) as f32);
            }
        }
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

/// What is counted at every move, in registers; it goes to the row when the game ends, also by a crash.
struct Noted<'r> {
    row: &'r mut Row,
    hash: u64,
    plies: u32,
    choices: [u32; MAX_PLAYERS],
}

impl<'r> Noted<'r> {
    #[inline(always)]
    fn from(row: &'r mut Row) -> Noted<'r> {
        let (hash, plies) = (row.hash, row.plies);
        Noted { row, hash, plies, choices: [0; MAX_PLAYERS] }
    }

    /// Counts and fingerprints a move.
    #[inline(always)]
    fn add(&mut self, id: u32) {
        self.hash = fingerprint(self.hash, id);
        self.plies += 1;
    }
}

/// The fingerprint of a list of moves with one more move.
#[inline(always)]
fn fingerprint(hash: u64, id: u32) -> u64 {
    // One multiplication a move: a stronger mix would cost more than the cheapest rules do.
    let hash = (hash.rotate_left(5) ^ u64::from(id)).wrapping_add(1);
    hash.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Drop for Noted<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.row.hash = self.hash;
        self.row.plies = self.plies;
        for (sum, more) in self.row.choices.iter_mut().zip(self.choices) {
            *sum += more;
        }
    }
}

/// Plays a move. Of all the loops only the one for silent agents has the rules compiled into it.
#[inline(never)]
pub(super) fn play_apart<G: Playable>(game: &G, state: &mut G::State, chosen: G::Move) {
    game.play(state, chosen);
}

/// Appends the text of a move if moves are kept.
fn write<G: Playable>(game: &G, before: &G::State, chosen: G::Move, row: &mut Row) {
    if let Some(moves) = &mut row.moves {
        if !moves.is_empty() {
            moves.push(' ');
        }
        moves.push_str(&game.write_move(before, chosen));
    }
}

/// What a crash said.
fn spoken(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_string())
}
