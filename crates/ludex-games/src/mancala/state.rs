//! A position of a mancala game.

use ludex_core::Player;

use super::history::Seen;
use super::lanes::Lanes;

/// A move: a pit of the player to move, counted from her left, from 0. After the last pit comes the number of
/// the move that sows the next lap, in rules that make it a move of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pit(u8);

impl Pit {
    /// The pit with this index from the player's left, counted from 0.
    pub fn new(index: usize) -> Pit {
        Pit(index.min(usize::from(u8::MAX)) as u8)
    }

    /// The index from the player's left, counted from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Everything but the memory of earlier positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board<W> {
    /// The pits of each player from her own left.
    pub(super) rows: [W; 2],
    pub(super) stores: [u16; 2],
    /// The pits in use in this round.
    pub(super) open: [u16; 2],
    /// The legal moves, a bit each; none exactly when the game is over.
    pub(super) legal: u16,
    pub(super) mover: u8,
    /// The pit each player moved last, counted from 1; 0 if she has not moved.
    pub(super) last: [u8; 2],
    /// The place (as the player to move counts places) from which the sowing goes on, counted from 1.
    pub(super) pending: u8,
    /// Whether the players are choosing the pits to fill for the next round.
    pub(super) filling: bool,
    /// The number of the round, from 1.
    pub(super) round: u8,
    /// Whether the game is drawn because neither player can move.
    pub(super) drawn: bool,
}

impl<W: Lanes> Board<W> {
    #[inline(always)]
    pub(super) fn me(&self) -> usize {
        usize::from(self.mover & 1)
    }

    /// The position as it is compared with others.
    #[inline(always)]
    pub(super) fn seen(&self) -> Seen<W> {
        let me = self.me();
        let own = self.rows[me];
        [if me == 0 { own } else { own.inverted() }, self.rows[me ^ 1]]
    }
}

/// A position: the pits, the stores, the player to move, and, where the game ends by repetition, the earlier
/// positions since seeds last left the board.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State<W> {
    pub(super) board: Board<W>,
    pub(super) history: Vec<Seen<W>>,
}

/// A copy is mostly made to play a move on it, so its list has room for one more position.
impl<W: Lanes> Clone for State<W> {
    #[inline]
    fn clone(&self) -> State<W> {
        let mut history = Vec::new();
        if !self.history.is_empty() {
            history.reserve_exact(self.history.len() + 1);
            history.extend_from_slice(&self.history);
        }
        State { board: self.board, history }
    }

    #[inline]
    fn clone_from(&mut self, other: &State<W>) {
        self.board = other.board;
        self.history.clear();
        self.history.extend_from_slice(&other.history);
    }
}

impl<W: Lanes> State<W> {
    /// The seeds in a pit of a player, counted from her left, from 0.
    #[inline]
    pub fn seeds(&self, player: Player, pit: usize) -> u32 {
        self.board.rows[player.index() & 1].get(pit)
    }

    /// The seeds in a player's row.
    #[inline]
    pub fn row(&self, player: Player) -> u32 {
        self.board.rows[player.index() & 1].sum()
    }

    /// The seeds in a player's store.
    #[inline]
    pub fn store(&self, player: Player) -> u32 {
        u32::from(self.board.stores[player.index() & 1])
    }

    /// The player to move; once the game is over, the one who would have been.
    #[inline]
    pub fn mover(&self) -> Player {
        Player::new(self.board.me())
    }

    /// The pit that a player moved last.
    pub fn last_move(&self, player: Player) -> Option<Pit> {
        self.board.last[player.index() & 1].checked_sub(1).map(Pit)
    }

    /// How many seeds lie in the pits.
    #[inline]
    pub fn in_play(&self) -> u32 {
        self.board.rows[0].sum() + self.board.rows[1].sum()
    }
}
