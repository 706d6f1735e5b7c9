//! Random games of Awari and Oware on rows of six: grand slams and feeding are decided for all pits at once.

use ludex_core::Rng;

use super::history::Recall;
use super::lanes::Lanes;
use super::options::AWARI;
use super::playout::pick;
use super::sowing::sow;
use super::state::Board;

const ONES: u64 = 0x0000_0101_0101_0101;
const HIGHS: u64 = 0x0000_8080_8080_8080;
/// Pits hold fewer seeds than this, so that a byte has room for comparisons.
const COUNTS: usize = 128;

/// High bits of the bytes that are at least `least`.
#[inline(always)]
const fn at_least(bytes: u64, least: u64) -> u64 {
    (bytes + (0x80 - least) * ONES) & HIGHS
}

/// The result of sowing one pit.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Sown {
    own: u64,
    other: u64,
    /// The opponent's pits up to the one where the last seed falls; none if it falls elsewhere.
    reached: u64,
}

/// The table of all sowings. `MOST` is the largest number that is captured: 3 in Awari, 4 in Oware.
#[derive(Clone, Debug)]
pub(super) struct FastAwari<const MOST: u64>(Box<[Sown]>);

impl<const MOST: u64> FastAwari<MOST> {
    /// The most seeds for which a game fits.
    pub(super) const MOST_SEEDS: u8 = 10;

    pub(super) fn new() -> FastAwari<MOST> {
        let entry = |index: usize| {
            let (pit, seeds) = (index / COUNTS, index % COUNTS);
            let sown = sow::<u64>(&AWARI, pit, seeds as u32, [u16::MAX; 2]);
            let reached = match sown.last {
                last @ 6..12 if seeds > 0 => (1 << (8 * (u32::from(last) - 5))) - 1,
                _ => 0,
            };
            Sown { own: sown.own, other: sown.other, reached }
        };
        FastAwari((0..6 * COUNTS).map(entry).collect())
    }

    /// Plays to the end or the limit and returns the number of moves.
    pub(super) fn run(
        &self,
        board: &mut Board<u64>,
        rng: &mut Rng,
        limit: u32,
        memory: &mut Recall<u64>,
    ) -> u32 {
        if board.legal == 0 {
            return 0;
        }
        let Ok(table): Result<&[Sown; 6 * COUNTS], _> = (&*self.0).try_into() else { return 0 };
        let mut mover = board.me();
        let (mut own, mut other) = (board.rows[mover], board.rows[mover ^ 1]);
        let mut turned = (mover as u64).wrapping_neg();
        let mut stores = board.stores;
        let mut last = board.last;
        let mut legal = legal_bytes::<MOST>(table, own, other);
        let mut plies = 0;
        while plies < limit {
            let place = pick(legal, rng).trailing_zeros() - 7;
            let seeds = own >> place & 0x7f;
            let sown = &table[place as usize * (COUNTS / 8) + seeds as usize];
            last[mover & 1] = (place / 8 + 1) as u8;
            own = own.wrapping_add(sown.own);
            other = other.wrapping_add(sown.other);
            let taken = other & captured::<MOST>(other, sown.reached);
            other ^= taken;
            stores[mover & 1] += taken.sum() as u16;
            memory.forget_if(taken != 0);
            plies += 1;
            (own, other) = (other, own);
            mover ^= 1;
            turned = !turned;
            legal = legal_bytes::<MOST>(table, own, other);
            if legal == 0 || memory.recalls([own ^ turned, other]) {
                legal = 0;
                break;
            }
        }
        board.mover = mover as u8;
        board.last = last;
        board.stores = stores;
        board.rows[mover & 1] = own;
        board.rows[mover & 1 ^ 1] = other;
        if legal == 0 {
            for player in 0..2 {
                board.stores[player] += board.rows[player].sum() as u16;
                board.rows[player] = 0;
            }
            memory.forget_if(true);
        }
        // The high bits of the bytes, gathered.
        board.legal = legal.filled();
        plies
    }
}

/// The opponent's pits that the last seed captures, as whole bytes.
#[inline(always)]
fn captured<const MOST: u64>(other: u64, reached: u64) -> u64 {
    let fit = at_least(other, 2) & !at_least(other, MOST + 1);
    let gaps = !fit & HIGHS & reached;
    reached & (u64::MAX << (64 - gaps.leading_zeros()))
}

/// High bits of the pits that may be moved.
#[inline(always)]
fn legal_bytes<const MOST: u64>(table: &[Sown; 6 * COUNTS], own: u64, other: u64) -> u64 {
    let filled = at_least(own, 1);
    // Pit i reaches the other row with at least 6 - i seeds.
    let reaching = (own + (0x80 * ONES - 0x0102_0304_0506)) & HIGHS;
    let legal = if other == 0 { reaching } else { filled };
    // In a grand slam every seed of the opponent lies in a captured pit. A single lap passes her pits from the
    // first to the last without a gap, so her filled pits must be the first ones, with few seeds in each.
    let occupied = (at_least(other, 1) >> 7) * 0xff;
    if at_least(other, MOST) == 0 && (occupied & (occupied + 1) == 0 || at_least(own, 12) != 0) {
        return tame::<MOST>(table, own, other, legal);
    }
    legal
}

/// The moves of a set that are no grand slams; the whole set if all are.
#[inline(always)]
fn tame<const MOST: u64>(table: &[Sown; 6 * COUNTS], own: u64, other: u64, legal: u64) -> u64 {
    let slams = if at_least(own, 12) == 0 {
        if other == 0 {
            return legal;
        }
        // The last seed must fall into the last filled pit j, which takes 6 - i + j seeds from pit i.
        let filled = u64::from(at_least(other, 1).count_ones());
        let exactly = (filled - 1) * ONES + 0x0102_0304_0506;
        !at_least(own ^ exactly, 1) & HIGHS
    } else {
        slams_one_by_one::<MOST>(table, own, other, legal)
    };
    let tame = legal & !slams;
    if tame == 0 { legal } else { tame }
}

#[cold]
fn slams_one_by_one<const MOST: u64>(table: &[Sown; 6 * COUNTS], own: u64, other: u64, legal: u64) -> u64 {
    let mut slams = 0;
    let mut left = legal;
    while left != 0 {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        let place = bit.trailing_zeros() - 7;
        let sown = &table[place as usize * (COUNTS / 8) + (own >> place & 0x7f) as usize];
        let after = other.wrapping_add(sown.other);
        let taken = after & captured::<MOST>(after, sown.reached);
        if taken != 0 && taken == after {
            slams |= bit;
        }
    }
    slams
}
