//! Scores of alpha-beta: whole numbers that order evaluations and wins on one line.
//!
//! An evaluation is rounded to single precision and its bits are read as a whole number, which keeps the order and
//! the symmetry between the players. So windows can be made one step wide whatever the unit of the evaluation is.
//! Wins lie above all evaluations, quick ones highest.

use ludex_core::{Outcome, Player, Verdict};

use crate::Value;
use crate::parts::judge;

/// A score. Larger is better.
pub type Score = i32;

/// Above every score.
pub const INFINITE: Score = i32::MAX;

/// A win at once; one move later is worth 1 less.
const WON: Score = i32::MAX - 1;

/// Scores beyond this are certain wins: the largest number that stands for an evaluation.
const LARGEST: Score = 0x7f7f_ffff;

/// The score of an evaluation.
#[inline]
pub fn from_eval(value: f64) -> Score {
    let value = value as f32;
    if value.is_nan() {
        return 0;
    }
    let bits = (value.abs().to_bits() as Score).min(LARGEST);
    if value < 0.0 { -bits } else { bits }
}

/// The evaluation of a score; certain results become large numbers.
#[inline]
pub fn to_eval(score: Score) -> f64 {
    let value = f64::from(f32::from_bits(score.unsigned_abs().min(LARGEST as u32)));
    if score < 0 { -value } else { value }
}

/// A win after so many moves.
#[inline]
pub fn win(plies: u32) -> Score {
    WON - plies.min(1 << 20) as Score
}

/// Whether the result is certain.
#[inline]
pub fn is_certain(score: Score) -> bool {
    score.abs() > LARGEST
}

/// A finished game, for a player, so many moves away.
pub fn of_outcome(outcome: &Outcome, player: Player, plies: u32) -> Score {
    let utility = outcome.utility(player);
    if utility >= 1.0 {
        win(plies)
    } else if utility <= -1.0 {
        -win(plies)
    } else {
        // Places between first and last: between all evaluations and a certain result, draws in the middle.
        from_eval(utility * judge::WON / 2.0)
    }
}

/// A score found `plies` below the root as a table keeps it: counted from the position itself.
#[inline]
pub fn to_table(score: Score, plies: u32) -> Score {
    if !is_certain(score) {
        score
    } else if score > 0 {
        score + plies as Score
    } else {
        score - plies as Score
    }
}

/// The reverse of [`to_table`].
#[inline]
pub fn from_table(score: Score, plies: u32) -> Score {
    if !is_certain(score) {
        score
    } else if score > 0 {
        score - plies as Score
    } else {
        score + plies as Score
    }
}

/// A score as people read it.
pub fn as_value(score: Score) -> Value {
    if !is_certain(score) {
        Value::Score(to_eval(score))
    } else if score > 0 {
        Value::Proven(Verdict::Win, Some((WON - score) as u32))
    } else {
        Value::Proven(Verdict::Loss, Some((WON + score) as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_the_order_of_evaluations() {
        let values = [-1e30, -59293.0, -2.5, -1e-3, 0.0, 1e-3, 2.5, 59293.0, 59294.0, 1e30, 1e300];
        for pair in values.windows(2) {
            assert!(from_eval(pair[0]) < from_eval(pair[1]), "{pair:?}");
        }
        for value in values {
            assert_eq!(from_eval(-value), -from_eval(value));
            assert!(from_eval(value) < win(1000) && from_eval(value) > -win(1000));
        }
        assert_eq!(to_eval(from_eval(59294.0)), 59294.0);
        assert_eq!(to_eval(from_eval(-2.5)), -2.5);
    }

    #[test]
    fn quick_wins_are_better_and_survive_the_table() {
        assert!(win(3) > win(5));
        for score in [win(7), -win(7), from_eval(3.0)] {
            assert_eq!(from_table(to_table(score, 4), 4), score);
        }
        assert_eq!(as_value(win(7)), Value::Proven(Verdict::Win, Some(7)));
        assert_eq!(as_value(-win(6)), Value::Proven(Verdict::Loss, Some(6)));
    }
}
