//! Positions and moves.

use ludex_core::{Player, TextError, mix};

use super::board::Board;
use super::mask::Mask;

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// To an empty tile.
    Step,
    /// Onto a column of the same player.
    Stack,
    /// Onto a weaker column, whose owner's pieces become prisoners.
    Imprison,
    /// Onto a column less than half as strong, whose owner's pieces leave the game.
    Capture,
}

/// A group taken from the top of a column goes to another tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TricolorMove {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) count: u8,
    pub(super) kind: Kind,
}

impl TricolorMove {
    /// The number of the tile where the group starts, from 1.
    pub fn from(self) -> usize {
        usize::from(self.from) + 1
    }

    /// The number of the tile where it ends, from 1.
    pub fn to(self) -> usize {
        usize::from(self.to) + 1
    }

    /// How many pieces go, prisoners included.
    pub fn count(self) -> usize {
        usize::from(self.count)
    }

    /// What the move does.
    pub fn kind(self) -> Kind {
        self.kind
    }
}

/// Marks the owner's count of a column.
pub(super) const OWNS: u8 = 0x80;
/// The count itself. Even both armies of the largest board on one tile stay below this.
pub(super) const COUNT: u8 = 0x7f;

/// A position of a game of `P` players, with room for `N` tiles.
///
/// For every player and tile there is one byte: how many pieces, and whether the player owns the column. The
/// bytes past the last tile hold what else there is to know, so that the position of the two-player game on the
/// standard board is two cache lines, copied with four loads and four stores:
/// the last byte of the first row is the player to move, the two before it count the turns since the last
/// capture; with three players the last two bytes of the second row tell who dropped out, first and second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(32))]
pub struct TricolorState<const P: usize, const N: usize> {
    pub(super) men: [[u8; N]; P],
}

/// The pieces on one tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column<const P: usize> {
    /// Whose pieces are on top; nobody's on an empty tile.
    pub owner: Option<Player>,
    /// How many pieces of each player; those of the others are the owner's prisoners.
    pub pieces: [u8; P],
}

impl<const P: usize> Column<P> {
    /// Nothing.
    pub const EMPTY: Column<P> = Column { owner: None, pieces: [0; P] };
}

/// Tiles owned by one side or by all its opponents: with at least 1, 2 and 3 of the owner's pieces.
pub(super) type Owned<M> = [M; 3];

impl<const P: usize, const N: usize> TricolorState<P, N> {
    pub(super) const EMPTY: TricolorState<P, N> = TricolorState { men: [[0; N]; P] };

    /// The player whose turn it is.
    #[inline(always)]
    pub fn mover(&self) -> Player {
        Player::new(self.mover_index())
    }

    #[inline(always)]
    pub(super) fn mover_index(&self) -> usize {
        let index = usize::from(self.men[0][N - 1]);
        if P == 2 { index & 1 } else { index % P }
    }

    #[inline(always)]
    pub(super) fn set_mover(&mut self, player: usize) {
        self.men[0][N - 1] = player as u8;
    }

    /// The turns played since the last capture: 0 at the start, 1 after a capture.
    #[inline(always)]
    pub fn since_capture(&self) -> u16 {
        u16::from_le_bytes([self.men[0][N - 3], self.men[0][N - 2]])
    }

    #[inline(always)]
    pub(super) fn set_since_capture(&mut self, turns: u16) {
        let [low, high] = turns.to_le_bytes();
        self.men[0][N - 3] = low;
        self.men[0][N - 2] = high;
    }

    /// Who has dropped out of a game of three, in that order.
    pub fn dropped_out(&self) -> impl Iterator<Item = Player> + Clone {
        let gone = if P > 2 { [self.men[1][N - 1], self.men[1][N - 2]] } else { [0; 2] };
        gone.into_iter().filter(|&player| player > 0).map(|player| Player::new(usize::from(player) - 1))
    }

    pub(super) fn is_out(&self, player: usize) -> bool {
        self.dropped_out().any(|out| out.index() == player)
    }

    pub(super) fn drop_out(&mut self, player: usize) {
        let place = if self.men[1][N - 1] == 0 { N - 1 } else { N - 2 };
        self.men[1][place] = player as u8 + 1;
    }

    /// What stands on a tile, counted from 0.
    pub fn column(&self, tile: usize) -> Column<P> {
        let owner = (0..P).find(|&p| self.men[p][tile] & OWNS != 0).map(Player::new);
        Column { owner, pieces: std::array::from_fn(|p| self.men[p][tile] & COUNT) }
    }

    pub(super) fn set_column(&mut self, tile: usize, column: Column<P>) {
        for p in 0..P {
            let flag = if column.owner.map(Player::index) == Some(p) { OWNS } else { 0 };
            self.men[p][tile] = column.pieces[p] | flag;
        }
    }

    /// All pieces on a tile that `player` owns.
    #[inline(always)]
    pub(super) fn height(&self, tile: usize) -> u32 {
        let sum = self.men.iter().fold(0u8, |sum, row| sum.wrapping_add(row[tile & (N - 1)]));
        u32::from(sum & COUNT)
    }

    /// Which tiles a player owns, by strength.
    #[inline(always)]
    pub(super) fn owned<M: Mask>(&self, player: usize, all: M) -> Owned<M> {
        let mut sets = [M::NONE; 3];
        for (part, bytes) in self.men[player % P].as_chunks::<32>().0.iter().enumerate() {
            let bits = strengths(bytes);
            for (set, bits) in sets.iter_mut().zip(bits) {
                *set |= M::from_part(bits, part * 32);
            }
        }
        sets.map(|set| set & all)
    }

    /// Which tiles the mover and the others own, by strength.
    #[inline(always)]
    pub(super) fn sides<M: Mask>(&self, all: M) -> (Owned<M>, Owned<M>) {
        let mover = self.mover_index();
        let own = self.owned(mover, all);
        let mut foe = self.owned(mover + 1, all);
        for other in 2..P {
            let more: Owned<M> = self.owned(mover + other, all);
            for (set, more) in foe.iter_mut().zip(more) {
                *set |= more;
            }
        }
        (own, foe)
    }

    /// The key of the position without the turns since the last capture: pairs of eight bytes, each pair mixed
    /// by one wide multiplication. Computing it anew takes about as long as keeping it move by move would.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let mut key = 0u64;
        let mut salt = SALT;
        for (player, row) in self.men.iter().enumerate() {
            let pairs = row.as_chunks::<16>().0;
            for (index, pair) in pairs.iter().enumerate() {
                let words = pair.as_chunks::<8>().0;
                let mut second = u64::from_le_bytes(words[1]);
                if player == 0 && index + 1 == pairs.len() {
                    second &= !(0xffff << 40);
                }
                let a = u64::from_le_bytes(words[0]) ^ salt;
                let b = second ^ salt.rotate_left(23) ^ SALT;
                salt = salt.wrapping_mul(0xd129_0d3c_5a4b_8a27).wrapping_add(SALT);
                let wide = u128::from(a) * u128::from(b);
                key = key.wrapping_add((wide as u64) ^ (wide >> 64) as u64);
            }
        }
        mix(key)
    }
}

const SALT: u64 = 0x9e6c_63d0_76cc_4a35;

/// Which of 32 columns are owned, and with at least 2 and at least 3 pieces.
#[cfg(target_feature = "avx2")]
#[inline(always)]
fn strengths(bytes: &[u8; 32]) -> [u32; 3] {
    use std::arch::x86_64::*;
    // SAFETY: the module is compiled for machines with AVX2, and the load reads the 32 bytes of the array.
    unsafe {
        let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
        // As signed numbers owned columns are the negative ones: -128 plus the count. Adding 126 with
        // saturation would bring two pieces to zero; so a comparison with the lowest numbers tells strengths.
        let owned = _mm256_movemask_epi8(bytes);
        let weak_one = _mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8(-126), bytes));
        let weak_two = _mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8(-125), bytes));
        [owned as u32, (owned & !weak_one) as u32, (owned & !weak_two) as u32]
    }
}

/// Which of 32 columns are owned, and with at least 2 and at least 3 pieces.
#[cfg(not(target_feature = "avx2"))]
#[inline(always)]
fn strengths(bytes: &[u8; 32]) -> [u32; 3] {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let gather = |high: u64| ((high & HIGH) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let mut sets = [0u32; 3];
    for (part, word) in bytes.as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let counts = word & !HIGH;
        let two = word & (counts + 0x7e7e_7e7e_7e7e_7e7e);
        let three = word & (counts + 0x7d7d_7d7d_7d7d_7d7d);
        for (set, high) in sets.iter_mut().zip([word, two, three]) {
            *set |= (gather(high) as u32) << (8 * part);
        }
    }
    sets
}

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
        state.set_mover(mover.index());
        state.set_since_capture(if self.draw > 0 { since_capture } else { 0 });
        Ok(state)
    }
}
