//! Positions and moves.

use ludex_core::{Player, mix};

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
#[repr(align(4))]
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
/// For every tile there is one byte a player: how many pieces, and whether the player owns the column. The last
/// four bytes, past the last tile, hold what else there is to know (see `Tail`). So the position of the
/// two-player game on the standard board is two cache lines, copied with four loads and four stores, and a
/// move changes six bytes of them besides the tail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(32))]
pub struct TricolorState<const P: usize, const N: usize> {
    cells: [[u8; P]; N],
}

/// The last four bytes of a position: the player to move, who dropped out of a game of three (first in the low
/// half of a byte, second in the high half, each plus one), and the turns since the last capture.
#[derive(Clone, Copy)]
pub(super) struct Tail(u32);

impl Tail {
    #[inline(always)]
    pub(super) fn mover(self) -> usize {
        (self.0 & 3) as usize
    }

    #[inline(always)]
    pub(super) fn with_mover(self, player: usize) -> Tail {
        Tail((self.0 & !3) | player as u32)
    }

    /// The first and the second who dropped out, each plus one, 0 for nobody.
    fn out(self) -> [usize; 2] {
        [(self.0 >> 8 & 15) as usize, (self.0 >> 12 & 15) as usize]
    }

    fn with_out(self, player: usize) -> Tail {
        let place = if self.out()[0] == 0 { 8 } else { 12 };
        Tail(self.0 | (player as u32 + 1) << place)
    }

    #[inline(always)]
    pub(super) fn since_capture(self) -> u16 {
        (self.0 >> 16) as u16
    }

    #[inline(always)]
    pub(super) fn with_since_capture(self, turns: u16) -> Tail {
        Tail((self.0 & 0xffff) | u32::from(turns) << 16)
    }

    /// One turn later, with the next of `P` players to move: `tick` is 1 if turns are counted and 0 if not.
    #[inline(always)]
    pub(super) fn next<const P: usize>(self, capture: bool, tick: u16) -> Tail {
        let kept = if capture { self.0 & 0xffff } else { self.0 };
        let ticked = Tail(kept.wrapping_add(u32::from(tick) << 16));
        if P == 2 { Tail(ticked.0 ^ 1) } else { ticked.with_mover((self.mover() + 1) % P) }
    }
}

/// The column on a tile as one number, a byte a player, turned so that the lowest byte is that of a given player
/// and the others follow in the order of turns.
#[derive(Clone, Copy)]
pub(super) struct Turned(u32);

impl Turned {
    /// The pieces of the player in the lowest byte.
    #[inline(always)]
    pub(super) fn men(self) -> u32 {
        self.0 & u32::from(COUNT)
    }

    /// All pieces.
    #[inline(always)]
    pub(super) fn height(self) -> u32 {
        (self.0 + (self.0 >> 8) + (self.0 >> 16)) & u32::from(COUNT)
    }

    /// The pieces of a player and the mark of the owner.
    #[inline(always)]
    pub(super) fn byte(self, offset: u32) -> u8 {
        (self.0 >> (8 * offset)) as u8
    }

    /// The pieces of the owner of an occupied tile.
    #[inline(always)]
    pub(super) fn owners_men(self) -> u32 {
        let mark = (self.0 & 0x80_8080).trailing_zeros();
        (self.0 >> (mark & 24)) & u32::from(COUNT)
    }

    /// The bytes of the player in the lowest byte and of the next.
    #[inline(always)]
    pub(super) fn two(self) -> [i32; 2] {
        [(self.0 & 0xff) as i32, (self.0 >> 8 & 0xff) as i32]
    }

    /// Takes `count` pieces from the top; returns them, and what stays with its new owner. `P` players at most
    /// have pieces here.
    #[inline(always)]
    pub(super) fn split<const P: usize>(self, count: u32) -> (Turned, Turned) {
        let counts = self.0 & 0x7f_7f7f;
        let first = count.min(counts & 0x7f);
        let rest = count - first;
        let group = if P == 2 {
            first | rest << 8
        } else {
            let second = rest.min(counts >> 8 & 0x7f);
            first | second << 8 | (rest - second) << 16
        };
        let left = counts.wrapping_sub(group);
        // Marks for all who have pieces left; of these the lowest is the owner.
        let marks = left.wrapping_add(0x7f_7f7f) & 0x80_8080;
        (Turned(group), Turned(left | (marks & marks.wrapping_neg())))
    }

    /// The column after `group` arrives, of which the lowest player is the owner now.
    #[inline(always)]
    pub(super) fn joined_by<const P: usize>(self, group: Turned, capture: bool) -> Turned {
        let marks = self.0 & 0x80_8080;
        let kept = match (capture, P) {
            (false, _) => 0x7f_7f7f,
            (true, 2) => 0x7f,
            (true, _) => !((marks >> 7) * 0xff) & 0x7f_7f7f,
        };
        Turned((self.0 & kept).wrapping_add(group.0) | 0x80)
    }
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
    pub(super) const EMPTY: TricolorState<P, N> = TricolorState { cells: [[0; P]; N] };

    #[inline(always)]
    pub(super) fn tail(&self) -> Tail {
        Tail(self.cells.as_flattened().last_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes)))
    }

    #[inline(always)]
    pub(super) fn set_tail(&mut self, tail: Tail) {
        if let Some(bytes) = self.cells.as_flattened_mut().last_chunk_mut() {
            *bytes = tail.0.to_le_bytes();
        }
    }

    /// The player whose turn it is.
    #[inline(always)]
    pub fn mover(&self) -> Player {
        Player::new(self.tail().mover())
    }

    /// The turns played since the last capture: 0 at the start, 1 after a capture.
    #[inline(always)]
    pub fn since_capture(&self) -> u16 {
        self.tail().since_capture()
    }

    /// Who has dropped out of a game of three, in that order.
    pub fn dropped_out(&self) -> impl Iterator<Item = Player> + Clone {
        self.tail().out().into_iter().filter(|&player| player > 0).map(|player| Player::new(player - 1))
    }

    pub(super) fn is_out(&self, player: usize) -> bool {
        self.dropped_out().any(|out| out.index() == player)
    }

    pub(super) fn drop_out(&mut self, player: usize) {
        self.set_tail(self.tail().with_out(player));
    }

    /// The byte of each player on a tile: the count, and the mark of the owner.
    #[inline(always)]
    pub(super) fn cell(&self, tile: usize) -> [u8; P] {
        self.cells[tile & (N - 1)]
    }

    #[inline(always)]
    pub(super) fn set_cell(&mut self, tile: usize, cell: [u8; P]) {
        self.cells[tile & (N - 1)] = cell;
    }

    /// The column on a tile as `player` sees it.
    #[inline(always)]
    pub(super) fn turned(&self, tile: usize, player: usize) -> Turned {
        let cell = self.cell(tile);
        if P == 2 {
            return Turned(u32::from(u16::from_le_bytes([cell[0], cell[1]]).rotate_right(8 * player as u32)));
        }
        Turned((0..P).fold(0, |all, offset| all | u32::from(cell[(player + offset) % P]) << (8 * offset)))
    }

    /// Puts down a column that was turned for `player`.
    #[inline(always)]
    pub(super) fn set_turned(&mut self, tile: usize, player: usize, column: Turned) {
        let mut cell = [0; P];
        if P == 2 {
            let [white, black] = (column.0 as u16).rotate_left(8 * player as u32).to_le_bytes();
            (cell[0], cell[1]) = (white, black);
        } else {
            for offset in 0..P {
                cell[(player + offset) % P] = (column.0 >> (8 * offset)) as u8;
            }
        }
        self.set_cell(tile, cell);
    }

    /// What stands on a tile, counted from 0.
    pub fn column(&self, tile: usize) -> Column<P> {
        let cell = self.cell(tile);
        let owner = cell.iter().position(|&men| men & OWNS != 0).map(Player::new);
        Column { owner, pieces: cell.map(|men| men & COUNT) }
    }

    pub(super) fn set_column(&mut self, tile: usize, column: Column<P>) {
        let mut cell = column.pieces;
        if let Some(owner) = column.owner {
            cell[owner.index()] |= OWNS;
        }
        self.set_cell(tile, cell);
    }

    /// Which tiles the mover and the others own, by strength.
    #[inline(always)]
    pub(super) fn sides<M: Mask>(&self, all: M) -> (Owned<M>, Owned<M>) {
        let mover = self.tail().mover();
        let mut owned = [[M::NONE; 3]; P];
        if P == 2 {
            for (part, bytes) in self.cells.as_flattened().as_chunks::<64>().0.iter().enumerate() {
                let (low, high) = bytes.split_at(32);
                for (strength, bits) in strengths(low).into_iter().zip(strengths(high)).enumerate() {
                    let bits = u64::from(bits.0) | u64::from(bits.1) << 32;
                    for (player, owned) in owned.iter_mut().enumerate() {
                        owned[strength] |= M::from_part(every_other_bit(bits >> player), part * 32);
                    }
                }
            }
        } else {
            for tile in all.tiles() {
                let cell = self.cell(tile);
                let Some(owner) = cell.iter().position(|&men| men > OWNS) else { continue };
                for (strength, set) in owned[owner].iter_mut().enumerate() {
                    *set |= M::only_if(tile, cell[owner] > OWNS + strength as u8);
                }
            }
        }
        let mut foe = [M::NONE; 3];
        for offset in 1..P {
            for (set, more) in foe.iter_mut().zip(owned[(mover + offset) % P]) {
                *set |= more & all;
            }
        }
        (owned[mover % P].map(|set| set & all), foe)
    }

    /// All pieces on the first `tiles` tiles, which must be those of the board.
    pub(super) fn count_pieces(&self, tiles: usize) -> u32 {
        let bytes = self.cells.as_flattened();
        // No board holds more than 255 times 255 pieces.
        let sum =
            bytes[..bytes.len().min(tiles * P)].iter().fold(0u16, |sum, &men| sum + u16::from(men & COUNT));
        u32::from(sum)
    }

    /// The key of what lies on the board alone, without whose turn it is.
    pub(super) fn board_key(&self) -> u64 {
        let mut board = *self;
        board.set_tail(Tail(0));
        board.key()
    }

    /// The key of the position without the turns since the last capture: pairs of eight bytes, each pair mixed
    /// by one wide multiplication. Computing it anew takes about as long as keeping it move by move would.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let mut key = 0u64;
        let mut salt = SALT;
        let pairs = self.cells.as_flattened().as_chunks::<16>().0;
        for (index, pair) in pairs.iter().enumerate() {
            let words = pair.as_chunks::<8>().0;
            let mut second = u64::from_le_bytes(words[1]);
            if index + 1 == pairs.len() {
                second &= u64::MAX >> 16;
            }
            let a = u64::from_le_bytes(words[0]) ^ salt;
            let b = second ^ salt.rotate_left(23) ^ SALT;
            salt = salt.wrapping_mul(0xd129_0d3c_5a4b_8a27).wrapping_add(SALT);
            let wide = u128::from(a) * u128::from(b);
            key = key.wrapping_add((wide as u64) ^ (wide >> 64) as u64);
        }
        mix(key)
    }
}

const SALT: u64 = 0x9e6c_63d0_76cc_4a35;

/// Which of 32 bytes mark an owner, with at least 1, 2 and 3 pieces.
#[cfg(target_feature = "avx2")]
#[inline(always)]
fn strengths(bytes: &[u8]) -> [u32; 3] {
    use std::arch::x86_64::*;
    assert!(bytes.len() == 32);
    // SAFETY: this function is compiled only for machines with AVX2, and the load reads 32 bytes that are there.
    unsafe {
        let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
        // As signed numbers the marked bytes are the negative ones, -128 plus the count.
        let owned = _mm256_movemask_epi8(bytes);
        let weak_one = _mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8(-126), bytes));
        let weak_two = _mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8(-125), bytes));
        [owned as u32, (owned & !weak_one) as u32, (owned & !weak_two) as u32]
    }
}

/// Which of 32 bytes mark an owner, with at least 1, 2 and 3 pieces.
#[cfg(not(target_feature = "avx2"))]
#[inline(always)]
fn strengths(bytes: &[u8]) -> [u32; 3] {
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

/// The bits at even places, moved together.
#[cfg(target_feature = "bmi2")]
#[inline(always)]
fn every_other_bit(bits: u64) -> u32 {
    // SAFETY: this function is compiled only for machines that have the instruction.
    unsafe { std::arch::x86_64::_pext_u64(bits, 0x5555_5555_5555_5555) as u32 }
}

/// The bits at even places, moved together.
#[cfg(not(target_feature = "bmi2"))]
#[inline(always)]
fn every_other_bit(bits: u64) -> u32 {
    let mut bits = bits & 0x5555_5555_5555_5555;
    for (shift, mask) in [
        (1, 0x3333_3333_3333_3333),
        (2, 0x0f0f_0f0f_0f0f_0f0f),
        (4, 0x00ff_00ff_00ff_00ff),
        (8, 0x0000_ffff_0000_ffff),
        (16, 0x0000_0000_ffff_ffff),
    ] {
        bits = (bits | bits >> shift) & mask;
    }
    bits as u32
}
