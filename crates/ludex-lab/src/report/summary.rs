//! What the games of one pairing amount to.

use ludex_stats::{Estimate, Games, Proportion, Sample, wilson};

use super::Digest;
use crate::game::Row;

/// The games of one pairing in numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// How many games.
    pub games: u64,
    /// How many different ones.
    pub distinct: u64,
    /// Games of each agent, as it sees them: all seats together.
    pub tallies: Vec<Games>,
    /// Games of agent 0 (or the only one) by the seat it had, as it sees them.
    pub by_seat: Vec<Games>,
    /// The score of agent 0, by pairs of games where seats were swapped.
    pub score: Estimate,
    /// Games won at each seat by whoever sat there.
    pub seat_wins: Vec<u64>,
    /// Games without a winner.
    pub draws: u64,
    /// Games cut off.
    pub unfinished: u64,
    /// Their lengths.
    pub plies: Sample,
    /// Mean numbers of legal moves, if they were counted.
    pub branching: Sample,
    /// Seconds that each agent thought in a game.
    pub seconds: Vec<Sample>,
    /// Positions and playouts a move, of each agent.
    pub work: Vec<f64>,
    /// Games in which something went wrong, with what it was.
    pub troubles: Vec<(u64, String)>,
}

impl Summary {
    /// Sums the games of a pairing of `agents` agents up; rows must be in order. `round` is the number of games in
    /// a round.
    pub fn of(rows: &[Row], agents: usize, round: u64) -> Summary {
        let mut digest = Digest::new(agents, round);
        rows.iter().for_each(|row| digest.add(row));
        digest.summary()
    }

    /// The share of games won at a seat.
    pub fn seat_rate(&self, seat: usize) -> Proportion {
        wilson(self.seat_wins.get(seat).copied().unwrap_or(0), self.games, 0.95)
    }

    /// The share of games without a winner.
    pub fn draw_rate(&self) -> Proportion {
        wilson(self.draws, self.games, 0.95)
    }

    /// The share of games that an agent won.
    pub fn win_rate(&self, agent: usize) -> Proportion {
        wilson(self.tallies.get(agent).map_or(0, |tally| tally.wins), self.games, 0.95)
    }
}
