//! Players, numbered in the order in which they first move.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The largest number of players a game may have.
pub const MAX_PLAYERS: usize = 8;

/// A player. Written as a number from 1: `Player::FIRST` is "1".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Player(u8);

impl Player {
    /// The player who moves first.
    pub const FIRST: Player = Player(0);
    /// The player who moves second.
    pub const SECOND: Player = Player(1);

    /// The player with this index, counted from 0.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_PLAYERS`].
    #[inline]
    pub fn new(index: usize) -> Player {
        assert!(index < MAX_PLAYERS, "a game has at most {MAX_PLAYERS} players");
        Player(index as u8)
    }

    /// The index, counted from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// In a two-player game, the other player.
    #[inline]
    pub fn other(self) -> Player {
        Player(self.0 ^ 1)
    }

    /// The player who follows in a game of `players`.
    #[inline]
    pub fn next(self, players: usize) -> Player {
        Player((self.0 + 1) % players as u8)
    }

    /// All players of a game of `players`, in order.
    pub fn all(players: usize) -> impl Iterator<Item = Player> {
        (0..players).map(Player::new)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}
