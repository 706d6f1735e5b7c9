//! Positions from outside: built column by column, and refused with a reason if they cannot be.

use ludex_core::{Player, TextError};

use super::board::Board;
use super::state::{Column, TricolorState};

/// What must hold of a position before it may be played on.
pub(super) struct Limits<'a> {
    pub(super) board: &'a Board,
    /// Pieces in each army at the start.
    pub(super) army: usize,
    /// The draw rule: turns without capture, 0 for none.
    pub(super) draw: u16,
    pub(super) names: &'a [&'static str],
}

impl Limits<'_> {
    /// Builds a position, refusing with a reason what cannot be.
    pub(super) fn build<const P: usize, const N: usize>(
        &self,
        columns: &[Column<P>],
        mover: Player,
        since_capture: u16,
        dropped_out: &[Player],
    ) -> Result<TricolorState<P, N>, TextError> {
        let refuse = |why: String| Err(TextError::new(why));
        if columns.len() != self.board.len() {
            return refuse(format!("the board has {} tiles, not {}", self.board.len(), columns.len()));
        }
        let mut state = TricolorState::EMPTY;
        let mut armies = [0usize; P];
        let mut owns = [false; P];
        for (tile, column) in columns.iter().enumerate() {
            let number = tile + 1;
            let any = column.pieces.iter().any(|&n| n > 0);
            match column.owner {
                None if any => return refuse(format!("tile {number} has pieces but no owner")),
                Some(owner) if owner.index() >= P => {
                    return refuse(format!("tile {number} belongs to player {owner} in a game of {P}"));
                }
                Some(owner) if column.pieces[owner.index()] == 0 => {
                    let name = self.names[owner.index()];
                    return refuse(format!("{name} owns tile {number} without a piece on it"));
                }
                _ => {}
            }
            for p in 0..P {
                armies[p] += usize::from(column.pieces[p]);
                owns[p] |= column.owner.map(Player::index) == Some(p);
                if armies[p] > self.army {
                    let name = self.names[p];
                    return refuse(format!("{name} has more than {} pieces by tile {number}", self.army));
                }
            }
            state.set_column(tile, *column);
        }
        if mover.index() >= P {
            return refuse(format!("player {mover} is to move in a game of {P}"));
        }
        for (index, out) in dropped_out.iter().enumerate() {
            if P == 2 || index + 1 >= P || out.index() >= P || state.is_out(out.index()) {
                return refuse("at most two of three players drop out, each once".to_string());
            }
            state.drop_out(out.index());
        }
        if state.is_out(mover.index()) {
            return refuse(format!("{} dropped out and cannot be to move", self.names[mover.index()]));
        }
        // Whoever has just moved owns the tile where the move ended.
        let before = (1..P).map(|back| (mover.index() + P - back) % P).find(|&p| !state.is_out(p));
        if let Some(before) = before
            && !owns[before]
        {
            let (mover, before) = (self.names[mover.index()], self.names[before]);
            return refuse(format!("{before} owns no tile, so it cannot be the turn of {mover}"));
        }
        if self.draw > 0 && since_capture > self.draw + 1 {
            return refuse(format!(
                "{since_capture} turns since a capture are too many: the game was drawn after {}",
                self.draw + 1
            ));
        }
        let since_capture = if self.draw > 0 { since_capture } else { 0 };
        state.set_tail(state.tail().with_mover(mover.index()).with_since_capture(since_capture));
        Ok(state)
    }
}
