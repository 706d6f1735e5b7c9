//! What a position of rows is taken for before it is searched by proof numbers.
//!
//! A proof-number search goes where least is missing, and of a new position it knows nothing. What is cheap to see
//! tells much, though: who has open lines, whose stones can be captured, and whether the player to move must answer
//! a threat, which leaves few moves to look at. With these guesses wins of Tessera took one and a half to seven times fewer
//! positions than when every position begins with ones, and a draw on 4x6 2.7 times fewer. They decide the order of the
//! search alone, never its result.

use crate::fight::Guess;
use crate::grid::{Bits, Spot};
use crate::rows::RowsFight;

/// How much is missing in a quiet position, where all moves are open, compared with one that has a single reply.
const QUIET: i32 = 16;
/// From how far behind the attacker is taken to have a long way to a win, and the defender to safety.
const FAR: i32 = 24;
/// How much strength makes a difference of one.
const GRAIN: i32 = 8;

impl<B: Bits> RowsFight<B> {
    /// What a position is taken for, from the open lines of both players and the stones that can be captured.
    pub(crate) fn at_first_sight(&self, spot: &Spot<B>, attacker: usize) -> Guess {
        let grid = &self.grid;
        let empty = grid.empty(spot);
        let attacking = spot.mover == attacker;
        if empty.is_none() {
            return Guess::Held;
        }
        if !grid.completing(spot.mine(), empty).is_none() {
            return if attacking { Guess::Wins(1) } else { Guess::Held };
        }
        let threats = grid.completing(spot.theirs(), empty);
        let replies = if threats.is_none() { QUIET } else { self.parrying(spot, threats).count() as i32 };
        if replies == 0 {
            return if attacking { Guess::Held } else { Guess::Wins(2) };
        }
        let strength = self.strength(spot.stones[attacker], spot.stones[attacker ^ 1], empty);
        let proof = 1 + (FAR - strength).max(0) / GRAIN;
        let disproof = 1 + (FAR + strength).max(0) / GRAIN;
        let (proof, disproof) =
            if attacking { (proof, disproof * replies) } else { (proof * replies, disproof) };
        Guess::Open { proof: proof as u32, disproof: disproof as u32 }
    }

    /// How much better the attacker stands.
    fn strength(&self, own: B, other: B, empty: B) -> i32 {
        let grid = &self.grid;
        let (twos, ones) = grid.prospects(own, empty);
        let (their_twos, their_ones) = grid.prospects(other, empty);
        let lines = 4 * twos as i32 + ones as i32 - 2 * their_twos as i32 - their_ones as i32;
        if !grid.captures() {
            return lines;
        }
        let captures = grid.capturing(own, other, empty).count() as i32;
        let losses = grid.capturing(other, own, empty).count() as i32;
        lines + 4 * (captures - losses)
    }
}
