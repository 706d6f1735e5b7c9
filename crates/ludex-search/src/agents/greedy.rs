//! Greedy: the move that looks best right after it.
//!
//! As in the study of mancala games: a move is worth what the position after it is worth to its player. If it
//! grants another turn, it is worth the best of that turn's moves, one level deep only. Of equal moves the
//! first is played (in mancala the leftmost pit).

use std::time::Instant;

use ludex_core::{Playable, Player, Rng, Turn};

use crate::parts::door;
use crate::parts::judge::{Ends, Judge};
use crate::{Agent, Choice, Report, Row, Stop, Value};

/// Looks one move ahead with an evaluation, reusing its buffers.
pub struct OnePly<G: Playable> {
    /// How positions are judged.
    pub judge: Judge,
    /// How finished games are valued.
    pub ends: Ends,
    again: Vec<G::Move>,
}

impl<G: Playable> OnePly<G> {
    /// A look-ahead of one move.
    pub fn new(judge: Judge, ends: Ends) -> OnePly<G> {
        OnePly { judge, ends, again: Vec::new() }
    }

    fn after(&self, game: &G, state: &G::State, player: Player, last: G::Move) -> f64 {
        self.judge.worth(game, state, player, Some(last), self.ends, 0)
    }

    /// What a move of `player` is worth.
    pub fn value(&mut self, game: &G, state: &G::State, player: Player, chosen: G::Move) -> f64 {
        let next = door::after(game, state, chosen);
        if door::turn(game, &next) != Turn::Player(player) {
            return self.after(game, &next, player, chosen);
        }
        let mut again = std::mem::take(&mut self.again);
        door::moves(game, &next, &mut again);
        let mut best = f64::NEG_INFINITY;
        for &second in &again {
            let later = door::after(game, &next, second);
            best = best.max(self.after(game, &later, player, second));
        }
        self.again = again;
        best
    }

    /// The first best of `moves` for `player` with its value.
    pub fn best(&mut self, game: &G, state: &G::State, player: Player, moves: &[G::Move]) -> (usize, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        for (index, &chosen) in moves.iter().enumerate() {
            let value = self.value(game, state, player, chosen);
            if value > best.1 {
                best = (index, value);
            }
        }
        best
    }
}

/// Plays the move that looks best right after it.
pub struct Greedy<G: Playable> {
    ply: OnePly<G>,
    random_ties: bool,
    rng: Rng,
    moves: Vec<G::Move>,
}

impl<G: Playable> Greedy<G> {
    /// A greedy player. With `random_ties` it chooses among equal moves by chance, else it plays the first.
    pub fn new(ply: OnePly<G>, random_ties: bool, seed: u64) -> Greedy<G> {
        Greedy { ply, random_ties, rng: Rng::new(seed), moves: Vec::new() }
    }
}

impl<G: Playable> Agent<G> for Greedy<G> {
    fn choose(&mut self, game: &G, state: &G::State, stop: &Stop) -> Option<Choice<G::Move>> {
        let began = Instant::now();
        let player = door::turn(game, state).player()?;
        door::moves(game, state, &mut self.moves);
        let mut rows: Vec<Row<G::Move>> = Vec::with_capacity(self.moves.len());
        let mut best = f64::NEG_INFINITY;
        for &chosen in &self.moves {
            let value = self.ply.value(game, state, player, chosen);
            best = best.max(value);
            rows.push(Row { chosen, visits: 1, value: Value::Score(value) });
            if stop.is_requested() {
                break;
            }
        }
        let mut ties = rows.iter().filter(|row| row.value == Value::Score(best)).map(|row| row.chosen);
        let chosen = if self.random_ties {
            let ties: Vec<G::Move> = ties.collect();
            *self.rng.pick(&ties)?
        } else {
            ties.next()?
        };
        let report = Report {
            value: Value::Score(best),
            depth: 1,
            nodes: rows.len() as u64,
            rows,
            time: began.elapsed(),
            ..Report::default()
        };
        Some(Choice { chosen, report })
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
