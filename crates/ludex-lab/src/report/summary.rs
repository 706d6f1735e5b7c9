//! What the games of one pairing amount to.

use std::collections::HashSet;

use ludex_stats::{Estimate, Games, Pairs, Proportion, Sample, wilson};

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
        let seats = rows.first().map_or(0, |row| row.seats.len());
        let mut summary = Summary {
            games: rows.len() as u64,
            distinct: rows.iter().map(|row| row.hash).collect::<HashSet<_>>().len() as u64,
            tallies: vec![Games::default(); agents],
            by_seat: vec![Games::default(); seats],
            score: Estimate { value: 0.5, low: 0.0, high: 1.0 },
            seat_wins: vec![0; seats],
            draws: 0,
            unfinished: 0,
            plies: rows.iter().map(|row| f64::from(row.plies)).collect(),
            branching: rows.iter().filter_map(|row| row.branching).collect(),
            seconds: vec![Sample::default(); agents],
            work: vec![0.0; agents],
            troubles: Vec::new(),
        };
        let mut choices = vec![0u64; agents];
        for row in rows {
            summary.add(row, agents);
            for (seat, &who) in row.seats.iter().enumerate() {
                choices[who as usize] += u64::from(row.choices[seat]);
                summary.work[who as usize] += (row.nodes[seat] + row.playouts[seat]) as f64;
            }
            for (agent, sample) in summary.seconds.iter_mut().enumerate() {
                sample.add(row.sum_of(agent as u8, &row.microseconds.0) as f64 / 1e6);
            }
            if let Some(trouble) = &row.trouble {
                let text = serde_json::to_string(trouble).unwrap_or_default();
                summary.troubles.push((row.game, text));
            }
        }
        for (work, choices) in summary.work.iter_mut().zip(choices) {
            *work /= choices.max(1) as f64;
        }
        summary.score = if round == 2 && agents == 2 { paired(rows) } else { summary.alone(agents) };
        summary
    }

    fn add(&mut self, row: &Row, agents: usize) {
        let Some(result) = &row.result else {
            self.unfinished += 1;
            return;
        };
        for agent in 0..agents {
            if let Some(score) = row.score_of(agent as u8) {
                count(&mut self.tallies[agent], score);
            }
        }
        for (seat, &score) in result.iter().enumerate() {
            self.seat_wins[seat] += u64::from(score == 1.0);
            if agents == 1 || row.seats[seat] == 0 {
                count(&mut self.by_seat[seat], score);
            }
        }
        self.draws += u64::from(result.iter().all(|&score| score < 1.0));
    }

    /// The score of agent 0 by single games; of the first seat if one agent has them all.
    fn alone(&self, agents: usize) -> Estimate {
        match (agents, self.by_seat.first()) {
            (1, Some(first)) => first.score(0.95),
            _ => self.tallies.first().map_or(self.score, |tally| tally.score(0.95)),
        }
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

fn count(games: &mut Games, score: f64) {
    if score > 0.5 {
        games.wins += 1;
    } else if score < 0.5 {
        games.losses += 1;
    } else {
        games.draws += 1;
    }
}

/// The score of agent 0 with pairs as the unit; a last game without its pair counts as one.
fn paired(rows: &[Row]) -> Estimate {
    let mut pairs = Pairs::default();
    for pair in rows.chunk_by(|a, b| a.game / 2 == b.game / 2) {
        let score = |row: &Row| row.score_of(0).unwrap_or(0.5);
        pairs.add(score(&pair[0]), score(&pair[pair.len() - 1]));
    }
    pairs.score(0.95)
}
