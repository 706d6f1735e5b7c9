//! A contest: the same agents in one game, many times, with seats changing.

use std::ops::Range;

use ludex_core::{Spec, SpecError, derive_seed};

use super::arena::{Arena, Keep, Limits, Opening, Order, Table};
use super::parallel::{Flow, in_parallel};
use super::row::{PerSeat, Row};

/// The roles for which seeds are derived from the contest's seed.
const GAME: u64 = 10;
const OPENING: u64 = 11;

/// The same agents in one game, many times.
///
/// Games come in rounds. In a round every seating is played once from the same opening: two games with swapped
/// sides for two sides, one for each rotation with more.
#[derive(Clone)]
pub struct Contest<'a> {
    /// The game.
    pub arena: &'a dyn Arena,
    /// The agents: one for each side, or one that plays all sides.
    pub agents: &'a [Spec],
    /// From which everything random is derived.
    pub seed: u64,
    /// Random decisions at the beginning of a game.
    pub opening_plies: u32,
    /// Whether each player makes so many of her own moves at random, instead of all players together.
    pub opening_each: bool,
    /// Openings without a double: for each round, how many draws were thrown away before. Empty: doubles are
    /// allowed. Rounds beyond the list begin anew with its first.
    pub openings: Vec<u64>,
    /// Positions to begin from, one for each round and then anew; empty begins as the rules say.
    pub positions: Vec<String>,
    /// Whether seats change within a round; without, agent 0 always has the first seat.
    pub swap: bool,
    /// What may not be exceeded.
    pub limits: Limits,
    /// What is written down.
    pub keep: Keep,
    seatings: Vec<PerSeat<u8>>,
}

impl<'a> Contest<'a> {
    /// A contest from the start of the game with seats swapped, or a sentence that says why these agents cannot
    /// play it.
    pub fn new(arena: &'a dyn Arena, agents: &'a [Spec], seed: u64) -> Result<Contest<'a>, SpecError> {
        let seatings = seatings(arena, agents)?;
        for agent in agents {
            arena.check_agent(agent)?;
        }
        Ok(Contest {
            arena,
            agents,
            seed,
            opening_plies: 0,
            opening_each: false,
            openings: Vec::new(),
            positions: Vec::new(),
            swap: true,
            limits: Limits::default(),
            keep: Keep::default(),
            seatings,
        })
    }

    /// Games of a round.
    pub fn round(&self) -> u64 {
        if self.swap { self.seatings.len() as u64 } else { 1 }
    }

    /// A table for one thread.
    pub fn table(&self) -> Result<Box<dyn Table + 'a>, SpecError> {
        self.arena.table(self.agents)
    }

    /// What is to be played as game number `game`.
    pub fn order(&self, game: u64) -> Order<'_> {
        // A division by a number known only here takes as long as a cheap agent's move.
        let (round, seating) = match self.round() {
            1 => (game, 0),
            2 => (game / 2, game % 2),
            seatings => (game / seatings, game % seatings),
        };
        let opening = match (self.positions.is_empty(), self.opening_plies) {
            (false, _) => {
                let at = round % self.positions.len() as u64;
                Opening::Position(&self.positions[at as usize])
            }
            (true, 0) => Opening::Start,
            (true, plies) => {
                Opening::Random { plies, each: self.opening_each, seed: self.opening_seed(round) }
            }
        };
        Order {
            game,
            seats: &self.seatings[seating as usize],
            opening,
            seed: derive_seed(self.seed, game, GAME),
            limits: self.limits,
            keep: self.keep,
        }
    }

    fn opening_seed(&self, round: u64) -> u64 {
        match self.openings.len() as u64 {
            0 => derive_seed(self.seed, round, OPENING),
            known => {
                let round = round % known;
                derive_seed(derive_seed(self.seed, round, OPENING), self.openings[round as usize], OPENING)
            }
        }
    }

    /// Chooses openings of `plies` random moves for `rounds` rounds so that no two lead to the same position, and
    /// returns how many were found: a short opening of a small game has only so many.
    pub fn distinct_openings(&mut self, plies: u32, rounds: u64) -> u64 {
        const TRIES: u64 = 1000;
        self.opening_plies = plies;
        self.openings.clear();
        if plies == 0 {
            return u64::from(rounds > 0);
        }
        let mut seen = std::collections::HashSet::new();
        for round in 0..rounds {
            let seed = derive_seed(self.seed, round, OPENING);
            let fresh = (0..TRIES).find(|&draw| {
                self.arena
                    .opening_key(plies, derive_seed(seed, draw, OPENING))
                    .is_some_and(|key| seen.insert(key))
            });
            match fresh {
                Some(draw) => self.openings.push(draw),
                None => break,
            }
        }
        self.openings.len() as u64
    }
}

/// Who sits where, for each game of a round.
pub(crate) fn seatings(arena: &dyn Arena, agents: &[Spec]) -> Result<Vec<PerSeat<u8>>, SpecError> {
    let teams = arena.teams();
    let sides = teams.iter().max().map_or(1, |most| most + 1);
    if agents.len() == 1 {
        return Ok(vec![PerSeat::new(teams.len())]);
    }
    let by = |unit: usize, of: &dyn Fn(usize) -> usize| -> Vec<PerSeat<u8>> {
        (0..unit)
            .map(|turn| PerSeat::of((0..teams.len()).map(|seat| ((of(seat) + turn) % unit) as u8)))
            .collect()
    };
    if agents.len() == sides {
        Ok(by(sides, &|seat| teams[seat]))
    } else if agents.len() == teams.len() {
        Ok(by(teams.len(), &|seat| seat))
    } else {
        Err(SpecError::new(format!(
            "{} has {sides} sides, so {sides} agents are needed (or one that plays them all), not {}",
            arena.name(),
            agents.len()
        )))
    }
}

/// Plays games of a contest and returns their rows in order. `progress` is told now and then how many more are
/// done. Everything but the times in the rows is the same on any number of threads.
pub fn play_all(
    contest: &Contest<'_>,
    games: Range<u64>,
    threads: usize,
    progress: &dyn Fn(u64),
) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    in_parallel(
        games,
        threads,
        || contest.table().ok(),
        |table, game| table.as_mut().map(|table| table.play(&contest.order(game))),
        |_, group| {
            progress(group.len() as u64);
            rows.extend(group.into_iter().flatten());
            Flow::On
        },
    );
    rows.sort_unstable_by_key(|row| row.game);
    rows
}
