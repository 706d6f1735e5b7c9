//! A position of Six.

use std::hash::{Hash, Hasher};

use ludex_core::mix;

use super::cell::{Cell, Hex, fold};
use super::shapes::Shapes;
use super::tiles::Tiles;

/// A colour: red starts.
pub const RED: usize = 0;
/// The other colour.
pub const BLACK: usize = 1;

/// What the player on turn has to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Lay a new tile (first phase).
    Lay,
    /// Lift an own tile (second phase).
    Lift,
    /// Decide which of the equal largest groups around the lifted tile's cell stays.
    Keep(Cell),
    /// Lay the lifted tile. The cell is the one it came from where the rules forbid to lay it there again,
    /// otherwise none.
    LayAgain(Option<Cell>),
    /// Nothing: the game has ended.
    Over(Ending),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The winning colour; `None` for a draw.
    pub winner: Option<usize>,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The last tile completed these shapes.
    Shape(Shapes),
    /// A capture left a colour (or both) with fewer than six tiles.
    ShutOut,
    /// All tiles lie, and only the first phase is played.
    AllLaid,
    /// The limit of turns was reached.
    Limit,
}

/// A position with all that the rules need to know of the past.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The tiles of each colour on the field.
    pub(super) tiles: [Tiles; 2],
    /// The part of the key that the tiles make.
    pub(super) tiles_key: u64,
    /// The true column and row in which the field of tiles begins (the smallest), from which the place of every
    /// cell follows.
    pub(super) home: [i32; 2],
    /// The turns played, in games that have a limit of turns; otherwise 0.
    pub(super) made: u32,
    /// How many tiles of each colour lie on the field.
    pub(super) laid: [u8; 2],
    /// How many tiles each colour has still to lay in the first phase.
    pub(super) hand: [u8; 2],
    /// The index of the player on turn (or who moved last, at the end).
    pub(super) mover: u8,
    /// What that player has to do.
    pub(super) stage: Stage,
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // Equal states have equal tiles and so equal keys; hashing the kilobyte behind them would be slow.
        self.tiles_key.hash(hasher);
        (self.hand, self.mover, self.stage).hash(hasher);
    }
}

/// A random number for every cell; black uses it turned by half.
static CELL_KEYS: [u64; 4096] = {
    let mut keys = [0; 4096];
    let mut index = 0;
    while index < 4096 {
        keys[index] = mix(0x6978_0000 + index as u64);
        index += 1;
    }
    keys
};

/// What a tile adds to the key.
#[inline]
pub(super) fn tile_key(colour: usize, cell: Cell) -> u64 {
    CELL_KEYS[cell.index()].rotate_left(32 * colour as u32)
}

impl State {
    /// An empty field with these tiles to be laid.
    pub(super) fn empty(hand: [u8; 2]) -> State {
        State {
            tiles: [Tiles::EMPTY; 2],
            tiles_key: 0,
            home: [0, 0],
            made: 0,
            laid: [0, 0],
            hand,
            mover: 0,
            stage: Stage::Lay,
        }
    }

    /// What the player on turn has to do.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The tiles of a colour that lie on the field, row by row.
    pub fn tiles(&self, colour: usize) -> impl Iterator<Item = Hex> {
        let [q, r] = self.home;
        self.tiles[colour & 1].iter_from(q - 1, r - 1).map(|cell| self.hex(cell))
    }

    /// How many tiles of each colour lie on the field, red first.
    pub fn laid(&self) -> [u8; 2] {
        self.laid
    }

    /// How many tiles each colour has still to lay in the first phase, red first.
    pub fn hand(&self) -> [u8; 2] {
        self.hand
    }

    /// The turns played so far, in games with a limit of turns.
    pub fn turns(&self) -> u32 {
        self.made
    }

    /// Whether all tiles have been laid once.
    pub fn in_second_phase(&self) -> bool {
        self.hand == [0, 0]
    }

    /// The colour on turn.
    #[inline]
    pub fn colour(&self) -> usize {
        usize::from(self.mover & 1)
    }

    /// The true place of a cell on or next to the field of tiles.
    pub fn hex(&self, cell: Cell) -> Hex {
        let unfold = |home: i32, value: usize| {
            let from = home - 1;
            from + ((value as i32 - fold(from) as i32) & 63)
        };
        Hex::new(unfold(self.home[0], cell.q()), unfold(self.home[1], cell.r()))
    }

    /// All tiles of both colours.
    #[inline]
    pub(super) fn field(&self) -> Tiles {
        self.tiles[RED].union(&self.tiles[BLACK])
    }

    /// Puts a tile on the field.
    pub(super) fn add(&mut self, colour: usize, cell: Cell) {
        if self.laid == [0, 0] {
            self.home = [cell.q(), cell.r()].map(|value| value as i32 - 32);
        }
        self.tiles[colour].add(cell);
        self.tiles_key ^= tile_key(colour, cell);
        self.laid[colour] += 1;
        for (home, value) in self.home.iter_mut().zip([cell.q(), cell.r()]) {
            if fold(*home - 1) == value {
                *home -= 1;
            }
        }
    }

    /// Takes a tile off the field. The field's beginning is left to [`settle_home`](State::settle_home).
    pub(super) fn take(&mut self, colour: usize, cell: Cell) {
        self.tiles[colour].remove(cell);
        self.tiles_key ^= tile_key(colour, cell);
        self.laid[colour] = self.laid[colour].saturating_sub(1);
    }

    /// Moves the beginning of the field to the first column and row that still hold tiles.
    pub(super) fn settle_home(&mut self) {
        let field = self.field();
        let columns = field.columns();
        if columns == 0 {
            return;
        }
        while columns >> fold(self.home[0]) & 1 == 0 {
            self.home[0] += 1;
        }
        while field.row(fold(self.home[1])) == 0 {
            self.home[1] += 1;
        }
    }

    /// The part of the key that the tiles make, computed anew.
    pub(super) fn tiles_key_from_scratch(&self) -> u64 {
        (0..2)
            .flat_map(|colour| self.tiles[colour].iter().map(move |cell| tile_key(colour, cell)))
            .fold(0, |key, tile| key ^ tile)
    }

    /// What the key holds besides the tiles: the tiles in hand, the player on turn and what has to be done.
    /// Turns played are left out.
    #[inline]
    pub(super) fn rest_key(&self) -> u64 {
        let (stage, cell) = match self.stage {
            Stage::Lay => (0, Cell::NONE),
            Stage::Lift => (1, Cell::NONE),
            Stage::Keep(cell) => (2, cell),
            Stage::LayAgain(cell) => (3, cell.unwrap_or(Cell::NONE)),
            Stage::Over(_) => (4, Cell::NONE),
        };
        let [red, black] = self.hand.map(u64::from);
        mix(red | black << 8 | u64::from(self.mover) << 16 | stage << 24 | u64::from(cell.0) << 32)
    }
}
