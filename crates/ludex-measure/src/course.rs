//! The course of a game, and the courses of many games laid over each other.

use serde::Serialize;

use crate::ply::{Ended, NOBODY, Ply};

/// What is kept of every turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    /// The first side's standing after the turn.
    pub(crate) standing: f32,
    /// Who leads then.
    pub(crate) leader: u8,
    pub(crate) lead_changes: bool,
    pub(crate) legal: u32,
    pub(crate) pieces: u32,
}

impl Point {
    pub(crate) fn of(ply: &Ply) -> Point {
        Point {
            standing: ply.worth.map_or(f32::NAN, |worth| worth.after[0] as f32),
            leader: ply.worth.and_then(|worth| worth.leader_after).unwrap_or(NOBODY),
            lead_changes: ply.worth.is_some_and(|worth| worth.lead_changes()),
            legal: ply.legal,
            pieces: ply.before.pieces,
        }
    }
}

/// One game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    pub(crate) start: f64,
    pub(crate) points: Vec<Point>,
}

impl Course {
    pub(crate) fn begin(&mut self, standing: f64) {
        self.start = standing;
        self.points.clear();
    }

    pub(crate) fn observe(&mut self, point: Point) {
        self.points.push(point);
    }
}

/// The evaluation curve of one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curve {
    /// The number of the game, from 0.
    pub game: u64,
    /// How it ended: the number of the side that won, from 1, `draw` or `unfinished`.
    pub result: String,
    /// The first side's standing at the start and after each turn.
    pub standings: Vec<f64>,
}

/// Games are cut into this many parts of equal length.
pub const PARTS: usize = 20;

/// The mean course of many games: each is cut into parts of equal length, whatever its length.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Courses {
    /// The parts, from the beginning.
    pub parts: Vec<Part>,
}

/// What happened in one part of many games.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Part {
    /// Turns that fell into this part.
    pub turns: u64,
    /// Those in which the lead changed.
    pub lead_changes: u64,
    /// Legal moves, summed.
    pub legal: u64,
    /// Pieces, summed.
    pub pieces: u64,
    /// Games that were won, with at least one turn in this part.
    pub won: u64,
    /// Those in which the winner led at the end of the part.
    pub leader_won: u64,
    /// Those in which nobody led at the end of the part.
    pub nobody_led: u64,
    /// The distance of the first side's standing from 0, summed over turns.
    pub margin: f64,
}

impl Part {
    fn mean(&self, sum: f64) -> f64 {
        if self.turns == 0 { 0.0 } else { sum / self.turns as f64 }
    }

    /// How uncertain the winner still is: 1 if the lead says nothing about who will win, 0 if the leader always
    /// wins. Games in which nobody leads count as undecided.
    pub fn uncertainty(&self) -> f64 {
        if self.won == 0 {
            return 0.0;
        }
        let right = self.leader_won as f64 + self.nobody_led as f64 / 2.0;
        (2.0 * (1.0 - right / self.won as f64)).clamp(0.0, 1.0)
    }

    /// The share of turns that change the lead.
    pub fn lead_change_rate(&self) -> f64 {
        self.mean(self.lead_changes as f64)
    }

    /// The mean number of legal moves.
    pub fn branching(&self) -> f64 {
        self.mean(self.legal as f64)
    }

    /// The mean number of pieces.
    pub fn piece_number(&self) -> f64 {
        self.mean(self.pieces as f64)
    }

    /// The mean distance of the standing from even.
    pub fn mean_margin(&self) -> f64 {
        self.mean(self.margin)
    }
}

impl Courses {
    pub(crate) fn add(&mut self, course: &Course, ended: Ended) {
        self.parts.resize(PARTS, Part::default());
        let length = course.points.len();
        let judged = course.points.first().is_some_and(|point| !point.standing.is_nan());
        for (turn, point) in course.points.iter().enumerate() {
            let number = turn * PARTS / length;
            let part = &mut self.parts[number];
            part.turns += 1;
            part.legal += u64::from(point.legal);
            part.pieces += u64::from(point.pieces);
            if !judged {
                continue;
            }
            part.lead_changes += u64::from(point.lead_changes);
            part.margin += f64::from(point.standing.abs());
            let last_of_part = (turn + 1) * PARTS / length != number || turn + 1 == length;
            if let (true, Some(winner)) = (last_of_part, ended.winner()) {
                part.won += 1;
                part.leader_won += u64::from(point.leader == winner);
                part.nobody_led += u64::from(point.leader == NOBODY);
            }
        }
    }

    pub(crate) fn merge(&mut self, other: &Courses) {
        self.parts.resize(PARTS, Part::default());
        for (part, more) in self.parts.iter_mut().zip(&other.parts) {
            part.turns += more.turns;
            part.lead_changes += more.lead_changes;
            part.legal += more.legal;
            part.pieces += more.pieces;
            part.won += more.won;
            part.leader_won += more.leader_won;
            part.nobody_led += more.nobody_led;
            part.margin += more.margin;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_spread_over_all_parts() {
        let point = Point { standing: 0.5, leader: 0, lead_changes: false, legal: 3, pieces: 2 };
        let mut courses = Courses::default();
        courses.add(&Course { start: 0.0, points: vec![point; 40] }, Ended::Won(0));
        assert!(courses.parts.iter().all(|part| (part.turns, part.won, part.leader_won) == (2, 1, 1)));
        assert_eq!(courses.parts[0].uncertainty(), 0.0);
        courses.add(&Course { start: 0.0, points: vec![point; 40] }, Ended::Won(1));
        assert_eq!(courses.parts[7].uncertainty(), 1.0);
    }
}
