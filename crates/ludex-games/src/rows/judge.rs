//! Judging positions, and the symmetries of the board.

use ludex_core::{Evaluate, Game, Player, Symmetry};

use super::engine::WON;
use super::rules::AXES;
use super::{Cell, Position, Rows, Rules, Word};

/// Every winning line of the board, without those that a longer board edge would be needed for.
pub(super) fn lines<W: Word>(rules: &Rules) -> Vec<W> {
    let line = |square: usize, axis: (i32, i32)| {
        (0..rules.line() as i32)
            .map(|n| rules.step(square, axis, n))
            .try_fold(W::NONE, |line, square| square.map(|square| line | W::bit(square)))
    };
    (0..rules.cells()).flat_map(|square| AXES.iter().filter_map(move |&axis| line(square, axis))).collect()
}

/// Where each symmetry puts each square. A rectangle has four symmetries, a square eight.
pub(super) fn mirrors(rules: &Rules) -> Vec<Vec<u16>> {
    let (rows, cols) = (rules.rows(), rules.cols());
    let count = if rows == cols { 8 } else { 4 };
    let image = |symmetry: usize, square: usize| {
        let (mut row, mut col) = (square / cols, square % cols);
        if symmetry & 1 != 0 {
            col = cols - 1 - col;
        }
        if symmetry & 2 != 0 {
            row = rows - 1 - row;
        }
        if symmetry & 4 != 0 {
            (row, col) = (col, row);
        }
        (row * cols + col) as u16
    };
    (0..count).map(|symmetry| (0..rules.cells()).map(|square| image(symmetry, square)).collect()).collect()
}

/// How much a line is worth that holds this many stones of one player and none of the other.
const LINE_WORTH: [f64; 7] = [0.0, 1.0, 4.0, 16.0, 64.0, 256.0, 1024.0];

impl<W: Word> Rows<W> {
    /// How much better the open lines of the player to move are than the other's.
    fn open_lines(&self, state: &Position<W>) -> f64 {
        let pending = state.pending();
        let (mine, theirs) = (state.mine & !pending, state.theirs & !pending);
        let worth = |line: &W| match ((mine & *line).count(), (theirs & *line).count()) {
            (own, 0) => LINE_WORTH[own as usize],
            (0, other) => -LINE_WORTH[other as usize],
            _ => 0.0,
        };
        self.lines.iter().map(worth).sum()
    }

    /// How many more stones the player to move has on the board.
    fn more_stones(&self, state: &Position<W>) -> f64 {
        f64::from(state.mine.count()) - f64::from(state.theirs.count())
    }

    /// How many more stones the player to move has captured.
    fn more_taken(&self, state: &Position<W>) -> f64 {
        let mover = state.mover();
        state.taken(mover) as f64 - state.taken(mover.other()) as f64
    }
}

impl<W: Word> Evaluate for Rows<W> {
    fn heuristics(&self) -> Vec<String> {
        let mut names = vec!["open lines"];
        if self.rules.capture() != super::Capture::None {
            names.push("stones on the board");
        }
        if self.rules.pairs() > 0 {
            names.push("captured stones");
        }
        names.into_iter().map(str::to_string).collect()
    }

    fn heuristic(&self, index: usize, state: &Position<W>, player: Player) -> f64 {
        let value = match index {
            0 => self.open_lines(state),
            1 => self.more_stones(state),
            2 => self.more_taken(state),
            _ => 0.0,
        };
        if player == state.mover() { value } else { -value }
    }

    fn standing(&self, state: &Position<W>, player: Player) -> f64 {
        let value = if state.end & WON != 0 {
            -1.0
        } else if state.end != 0 {
            0.0
        } else {
            let capture = if self.rules.capture() == super::Capture::None { 0.0 } else { 1.0 };
            let taken = if self.rules.pairs() == 0 { 0.0 } else { 20.0 / self.rules.pairs() as f64 };
            let value =
                self.open_lines(state) + capture * self.more_stones(state) + taken * self.more_taken(state);
            // A gentle curve that never reaches the value of a finished game.
            let scale = LINE_WORTH[self.rules.line() - 1] * 2.0;
            value / (value.abs() + scale)
        };
        if player == state.mover() { value } else { -value }
    }
}

impl<W: Word> Symmetry for Rows<W> {
    fn symmetries(&self) -> usize {
        self.mirrors.len()
    }

    fn mirror_state(&self, symmetry: usize, state: &Position<W>) -> Position<W> {
        let Some(mirror) = self.mirrors.get(symmetry) else { return *state };
        let image =
            |set: W| set.squares().fold(W::NONE, |image, square| image | W::bit(mirror[square].into()));
        let mut seen = Position { mine: image(state.mine), theirs: image(state.theirs), ..*state };
        seen.key = self.key_from_scratch(&seen);
        seen
    }

    fn mirror_move(&self, symmetry: usize, chosen: Cell) -> Cell {
        let image = self.mirrors.get(symmetry).and_then(|mirror| mirror.get(chosen.index()));
        image.map_or(chosen, |&square| Cell::new(square.into()))
    }

    fn canonical_key(&self, state: &Position<W>) -> u64 {
        let parts =
            [(0, state.stones(Player::FIRST)), (1, state.stones(Player::SECOND)), (2, state.pending())];
        let sum = |mirror: &[u16]| {
            let of = |(kind, set): (usize, W)| {
                set.squares().fold(0, |key, square| key ^ self.keys[usize::from(mirror[square])][kind])
            };
            parts.map(of).into_iter().fold(0, |all, key| all ^ key)
        };
        // What does not depend on the squares is the same for every symmetry.
        let rest = state.key ^ sum(&self.mirrors[0]);
        self.mirrors.iter().map(|mirror| rest ^ sum(mirror)).fold(u64::MAX, u64::min)
    }
}
