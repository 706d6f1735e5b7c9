//! Random games of Kalah on rows of six, with a row and its store in one word and no branch but the end.

use ludex_core::Rng;

use super::lanes::Lanes;
use super::options::KALAH;
use super::playout::pick;
use super::sowing::{STORE, sow};
use super::state::Board;

const ROW: u64 = 0x0000_ffff_ffff_ffff;
const HIGHS: u64 = 0x0000_8080_8080_8080;
const STORE_SHIFT: u32 = 48;
/// Pits hold fewer seeds than this, so that a byte has room for the test whether it is empty.
const COUNTS: usize = 128;

/// The result of sowing one pit, prepared so that the capture and the next turn need no branch.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Sown {
    /// What is added to the own pits and store.
    own: u64,
    other: u64,
    /// The byte of the own pit where the last seed falls, if it falls into one.
    probe: u64,
    /// What that byte holds if the pit was empty; something impossible if there is no such pit.
    single: u64,
    /// The byte of the facing pit.
    facing: u64,
    facing_shift: u32,
    /// All ones if the other player is next.
    swap: u64,
}

/// The table of all sowings.
#[derive(Clone, Debug)]
pub(super) struct FastKalah(Box<[Sown]>);

impl FastKalah {
    /// The most seeds for which a game fits.
    pub(super) const MOST_SEEDS: u8 = 10;

    pub(super) fn new() -> FastKalah {
        let entry = |index: usize| {
            let (pit, seeds) = (index / COUNTS, index % COUNTS);
            let sown = sow::<u64>(&KALAH, pit, seeds as u32, [u16::MAX; 2]);
            let last = u32::from(sown.last);
            let in_own_pit = last < 6;
            let (place, facing_shift) = if in_own_pit { (8 * last, 40 - 8 * last) } else { (0, 0) };
            Sown {
                own: sown.own.wrapping_add(u64::from(sown.store) << STORE_SHIFT),
                other: sown.other,
                probe: if in_own_pit { 0xff << place } else { 0 },
                single: 1 << place,
                facing: if in_own_pit { 0xff << facing_shift } else { 0 },
                facing_shift,
                swap: if sown.last == STORE { 0 } else { u64::MAX },
            }
        };
        FastKalah((0..6 * COUNTS).map(entry).collect())
    }

    /// Plays to the end or the limit and returns the number of moves.
    pub(super) fn run(&self, board: &mut Board<u64>, rng: &mut Rng, limit: u32) -> u32 {
        if board.legal == 0 {
            return 0;
        }
        let Ok(table): Result<&[Sown; 6 * COUNTS], _> = (&*self.0).try_into() else { return 0 };
        let mut mover = board.me();
        let word = |player: usize| board.rows[player] | u64::from(board.stores[player]) << STORE_SHIFT;
        let (mut own, mut other) = (word(mover), word(mover ^ 1));
        let mut last = board.last;
        let mut plies = 0;
        let mut over = false;
        while plies < limit {
            let filled = (own + (HIGHS - (HIGHS >> 7))) & HIGHS;
            let place = pick(filled, rng).trailing_zeros() - 7;
            let seeds = own >> place & 0x7f;
            let sown = &table[place as usize * (COUNTS / 8) + seeds as usize];
            last[mover & 1] = (place / 8 + 1) as u8;
            own = own.wrapping_add(sown.own);
            other = other.wrapping_add(sown.other);
            let captures = u64::from(own & sown.probe == sown.single).wrapping_neg();
            let facing = (other & sown.facing) >> sown.facing_shift;
            let gain = ((facing + 1) << STORE_SHIFT).wrapping_sub(sown.single);
            own = own.wrapping_add(gain & captures);
            other &= !(sown.facing & captures);
            plies += 1;
            let turn = (own ^ other) & sown.swap;
            own ^= turn;
            other ^= turn;
            mover ^= (sown.swap & 1) as usize;
            if own & ROW == 0 || other & ROW == 0 {
                over = true;
                break;
            }
        }
        board.mover = mover as u8;
        board.last = last;
        for (player, word) in [(mover, own), (mover ^ 1, other)] {
            let store = word >> STORE_SHIFT;
            let row = word & ROW;
            let left = if over { row.sum() } else { 0 };
            board.rows[player] = if over { 0 } else { row };
            board.stores[player] = store as u16 + left as u16;
        }
        board.legal = board.rows[mover].filled();
        plies
    }
}
