//! Endgame tables: exact results of positions, for searches that meet them.
//!
//! Tables are found by the program that runs the agents, which says so once with [`use_tables`]; without that,
//! agents play the same everywhere, whatever lies on a disk.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use ludex_core::{Playable, Player};

use super::door;
use super::sides::Sides;

/// What a table says of a position that is not over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// By how much the player on turn leads in the end, with best play.
    pub lead: i32,
    /// How much is left to play for: less means nearer to the end.
    pub in_play: u32,
}

/// Tables of one game.
pub trait Tables: Send + Sync {
    /// What they say of a state of their game, if it is covered.
    fn look_up(&self, state: &dyn Any) -> Option<Settled>;
}

/// Finds the tables of a game, if there are some.
pub type Opener = fn(game: &dyn Any) -> Option<Arc<dyn Tables>>;

static OPENER: OnceLock<Opener> = OnceLock::new();

/// Lets agents opened from now on use tables. The first call counts.
pub fn use_tables(opener: Opener) {
    let _ = OPENER.set(opener);
}

/// Beyond every evaluation of a game that has tables, and below a finished game.
const SURE: f64 = 1e6;

/// The tables of an agent's game, or none.
#[derive(Clone, Default)]
pub struct Known {
    tables: Option<Arc<dyn Tables>>,
}

impl Known {
    /// The tables of a game, where [`use_tables`] was called and some are there.
    pub fn of<G: Playable>(game: &G) -> Known {
        Known { tables: OPENER.get().and_then(|open| open(game)) }
    }

    /// These tables.
    pub fn new(tables: Arc<dyn Tables>) -> Known {
        Known { tables: Some(tables) }
    }

    /// How much is left to play for in a position: a search from there takes tables at their word only where it has
    /// become less, so that it sees how to get there. Without end where nothing is known.
    pub fn in_play<G: Playable>(&self, game: &G, state: &G::State) -> u32 {
        self.lead(game, state, Player::FIRST, &Sides::of(game)).map_or(u32::MAX, |(_, in_play)| in_play)
    }

    /// By how much a player leads in the end, and how much is left to play for.
    #[inline]
    pub fn lead<G: Playable>(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        sides: &Sides,
    ) -> Option<(i32, u32)> {
        let tables = self.tables.as_ref()?;
        let mover = door::turn(game, state).player()?;
        let settled = tables.look_up(state)?;
        let lead = if sides.together(mover, player) { settled.lead } else { -settled.lead };
        Some((lead, settled.in_play))
    }

    /// Whether an evaluation comes from tables and is a sure win or loss.
    pub fn is_sure(&self, value: f64) -> bool {
        self.tables.is_some() && value.abs() >= SURE && value.abs() < 2.0 * SURE
    }
}

/// What a lead in the end is worth beside evaluations: a win is a win, the more the better, the nearer the better.
pub fn sure_value(lead: i32, in_play: u32, plies: u32) -> f64 {
    let near = f64::from(in_play.min(200)) + 0.25 * f64::from(plies.min(400));
    match lead {
        0 => 0.0,
        lead => f64::from(lead.signum()) * (SURE + 1000.0 + 500.0 * f64::from(lead.abs()) - near),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sure_wins_are_ordered_by_lead_then_by_how_near_they_are() {
        assert!(sure_value(4, 10, 3) > sure_value(2, 2, 1));
        assert!(sure_value(2, 8, 3) > sure_value(2, 10, 1));
        assert!(sure_value(2, 10, 3) > sure_value(2, 10, 4));
        assert_eq!(sure_value(-2, 10, 3), -sure_value(2, 10, 3));
        assert!(sure_value(1, 200, 400) >= SURE && sure_value(100, 0, 0) < 2.0 * SURE);
    }
}
