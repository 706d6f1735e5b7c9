//! What a metric sees of a game: plain numbers, turn by turn, whatever the game.

use ludex_core::{Journey, Survey};

/// The position in which a game begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begin<'a> {
    /// What lies on the board.
    pub(crate) survey: &'a Survey,
    /// The key of the position.
    pub(crate) key: u64,
}

/// One decision of a player, with what came of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply<'a> {
    /// Its number, from 1. Events of chance are not counted.
    pub(crate) number: u32,
    /// The player, from 0.
    pub(crate) player: usize,
    /// The side the player belongs to, from 0.
    pub(crate) side: usize,
    /// How many moves were legal.
    pub(crate) legal: u32,
    /// Where the move went; its steps are known if anything moved.
    pub(crate) journey: Journey,
    /// What lay on the board before.
    pub(crate) before: &'a Survey,
    /// What lies on the board now.
    pub(crate) after: &'a Survey,
    /// The key of the position now.
    pub(crate) key: u64,
    /// What the positions are worth, if they can be judged.
    pub(crate) worth: Option<Worth<'a>>,
}

/// What the positions around a decision are worth. Standings lie between -1 and 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth<'a> {
    /// The standing of each side before the move.
    pub(crate) before: &'a [f64],
    /// The standing of each side after it.
    pub(crate) after: &'a [f64],
    /// Who led before: the only side with the highest standing.
    pub(crate) leader_before: Option<u8>,
    /// Who leads after it.
    pub(crate) leader_after: Option<u8>,
    /// Who led last, up to the position before the move; nobody until somebody has led.
    pub(crate) held: Option<u8>,
    /// All legal moves, if they were judged at this turn.
    pub(crate) options: Option<Options<'a>>,
}

/// What the positions after each legal move are worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options<'a> {
    /// The standing of the mover's side after each.
    pub(crate) own: &'a [f64],
    /// Who leads after each, by number of the side; `NOBODY` for nobody. Empty between two sides, where the
    /// mover leads exactly if its standing is positive.
    pub(crate) leaders: &'a [u8],
}

/// No side.
pub(crate) const NOBODY: u8 = u8::MAX;

impl Worth<'_> {
    /// How much better off the mover is.
    pub(crate) fn gain(&self, side: usize) -> f64 {
        self.after[side] - self.before[side]
    }

    /// Whether the lead went over to another side than the one that held it last.
    pub(crate) fn lead_changes(&self) -> bool {
        matches!((self.held, self.leader_after), (Some(held), Some(now)) if held != now)
    }

    /// Whether it is not the case that one and the same side leads before and after: the counting of the Tricolor
    /// study's program, which multiplies the two scores and asks whether the product is above zero.
    pub(crate) fn lead_is_not_kept(&self) -> bool {
        self.leader_before.is_none() || self.leader_before != self.leader_after
    }
}

/// How many values pass a test: four sums side by side, so that four values are tested at a time.
#[inline]
pub(crate) fn count(values: &[f64], test: impl Fn(f64) -> bool) -> u64 {
    let (fours, rest) = values.as_chunks::<4>();
    let mut sums = [0u64; 4];
    for four in fours {
        for (sum, &value) in sums.iter_mut().zip(four) {
            *sum += u64::from(test(value));
        }
    }
    sums.iter().sum::<u64>() + rest.iter().filter(|&&value| test(value)).count() as u64
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// This side won.
    Won(u8),
    /// First place is shared, or a puzzle was not solved.
    Drawn,
    /// The game was cut off at the limit of moves.
    Cut,
}

impl Ended {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<u8> {
        match self {
            Ended::Won(side) => Some(side),
            Ended::Drawn | Ended::Cut => None,
        }
    }
}

/// The only side with the highest standing.
pub(crate) fn leader(standings: &[f64]) -> Option<u8> {
    let mut best = 0;
    let mut alone = false;
    for (side, &standing) in standings.iter().enumerate() {
        if side == 0 || standing > standings[best] {
            (best, alone) = (side, true);
        } else if standing == standings[best] {
            alone = false;
        }
    }
    (alone && standings.len() > 1).then_some(best as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_standings_have_no_leader() {
        assert_eq!(leader(&[0.0, -0.0]), None);
        assert_eq!(leader(&[0.1, -0.1]), Some(0));
        assert_eq!(leader(&[0.2, 0.1, 0.2]), None);
        assert_eq!(leader(&[0.2, 0.3, 0.2]), Some(1));
        assert_eq!(leader(&[0.5]), None);
    }
}
