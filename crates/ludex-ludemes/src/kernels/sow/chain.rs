//! Plies of sowing whose captures go on backwards, pit by pit, as long as the numbers of seeds fit.
//!
//! The pits of each player are the bytes of one word, in the order in which captures go through them, so that what is
//! captured are the bytes below the first one that does not fit. No branch depends on the seeds but what is rare: that
//! a move is not allowed, that captures go on from one row into the other, that the game ends.

use ludex_core::Rng;

use super::past::Past;
use super::seeds::{MANY, Seeds};
use super::{Game, Sow};
use crate::runtime::nth_bit;

/// The bytes of a word.
pub(super) const BYTES: usize = 8;
/// Bytes have room for a test whether they reach a number.
pub(super) const MOST_SEEDS: usize = 127;
/// The highest bits of all bytes, and the lowest.
pub(super) const HIGHS: u64 = 0x8080_8080_8080_8080;
const LOWS: u64 = HIGHS >> 7;

/// Numbers for the pits of a mover, and for those of the other player.
pub(super) type Both = [u64; 2];

/// A sowing.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Row {
    /// What it adds.
    pub(super) adds: Both,
    /// The pits that are captured if the numbers of all of them fit, as whole bytes of one of the words.
    pub(super) reached: Both,
}

/// What a mover may do. Where a number of seeds is asked for, it is what must be added so that the highest bits show
/// which bytes have so many.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Side {
    /// The pits that may be sown.
    pub(super) need: u64,
    /// All ones if the pits are counted from the highest byte down.
    pub(super) turned: u32,
    /// The numbers with which pits are captured: from the first to below the second.
    pub(super) least: Both,
    pub(super) above: Both,
    /// A move must leave one of these.
    pub(super) feeds: Both,
    /// Whoever has a pit like this can move: `free` if there is a pit like `fed`, `bound` if there is none.
    pub(super) fed: Both,
    pub(super) free: u64,
    pub(super) bound: u64,
    /// The numbers of captured seeds with which the game ends.
    pub(super) held: u64,
    /// What tells positions with this mover from others.
    pub(super) salt: u64,
}

/// What ends the game after a move, with the number of the result.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    pub(super) repeat: Option<usize>,
    pub(super) stuck: Option<usize>,
    pub(super) held: Option<usize>,
}

/// A game of sowing with captures in a chain.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// The place of each byte, by player.
    pub(super) places: [Vec<u8>; 2],
    /// Where each player's captured seeds go.
    pub(super) stores: [u8; 2],
    pub(super) sides: [Side; 2],
    /// By mover, byte of the pit and number of seeds.
    pub(super) rows: Vec<Row>,
    /// From which rows captures may go on into the other word.
    pub(super) beyond: Vec<bool>,
    /// An eighth of the number of rows of a pit.
    pub(super) stride: usize,
    /// Whether captures happen in the mover's word or go on into the other.
    pub(super) wide: bool,
    pub(super) ends: Ends,
}

/// The seeds while a game is played.
#[derive(Clone, Copy)]
struct Board {
    /// The pits of the mover and of the other player.
    pits: Both,
    /// What each player has captured, in half a word.
    stores: u64,
}

/// Why the loop stopped.
pub(super) enum Stop {
    /// The game is over, with the number of the result.
    End(usize),
    /// No move was found among those that were drawn.
    Stuck,
    /// Enough plies, or nothing could be drawn here.
    Enough,
}

/// Whether one of the bytes has as many seeds as are asked for.
#[inline(always)]
fn shows(pits: &Both, asked: &Both) -> bool {
    (pits[0].wrapping_add(asked[0]) | pits[1].wrapping_add(asked[1])) & HIGHS != 0
}

impl Side {
    /// Which of the pits that are reached are captured, in one of the words.
    #[inline(always)]
    fn captured(&self, word: usize, pits: u64, reached: u64) -> u64 {
        let fit = pits.wrapping_add(self.least[word]) & !pits.wrapping_add(self.above[word]);
        let gaps = (!fit & HIGHS & reached) >> 7;
        reached & gaps.wrapping_sub(1) & !gaps
    }

    /// A number that tells positions apart. A byte never has its highest bit, so no factor is zero.
    #[inline(always)]
    fn hash(&self, pits: &Both) -> u64 {
        let product = u128::from(pits[0] ^ self.salt) * u128::from(pits[1] ^ 0xd1b5_8ab2_d192_ed83);
        product as u64 ^ (product >> 64) as u64
    }
}

impl Chain {
    /// Plays until something is out of the ordinary.
    pub(super) fn play<const W: usize>(
        &self,
        sow: &Sow<W>,
        game: &mut Game,
        past: Option<&mut Past>,
        rng: &mut Rng,
        limit: u32,
    ) -> Stop {
        if self.wide {
            self.run::<true, W>(sow, game, past, rng, limit)
        } else {
            self.run::<false, W>(sow, game, past, rng, limit)
        }
    }

    fn run<const WIDE: bool, const W: usize>(
        &self,
        sow: &Sow<W>,
        game: &mut Game,
        mut past: Option<&mut Past>,
        rng: &mut Rng,
        limit: u32,
    ) -> Stop {
        // A copy of its own stays in registers.
        let mut source = rng.clone();
        let mut at = game.mover - 1;
        let mut board = self.load(&game.seeds, at);
        let first = game.plies;
        let stop = loop {
            let side = &self.sides[at % 2];
            let pits = board.pits[0].wrapping_add(side.need) & HIGHS;
            if game.plies >= limit || pits == 0 {
                break Stop::Enough;
            }
            let count = pits.count_ones();
            let index = (source.below(count) ^ side.turned).wrapping_add(count & side.turned);
            let shift = nth_bit(pits, index) & 56;
            let seeds = board.pits[0] >> shift & MOST_SEEDS as u64;
            let number = (at * 64 + shift as usize) * self.stride + seeds as usize;
            let row = &self.rows[number];
            let sown = [0, 1].map(|word| board.pits[word].wrapping_add(row.adds[word]));
            let own = if WIDE { side.captured(0, sown[0], row.reached[0]) } else { 0 };
            let captured = [own, side.captured(1, sown[1], row.reached[1])];
            let taken = [sown[0] & captured[0], sown[1] & captured[1]];
            let gained = (taken[0] | taken[1]).wrapping_mul(LOWS) >> 56;
            let mut after = Board {
                pits: [sown[0] ^ taken[0], sown[1] ^ taken[1]],
                stores: board.stores + (gained << (32 * at)),
            };
            let goes_beyond = WIDE && captured == row.reached && self.beyond[number];
            if goes_beyond || !shows(&after.pits, &side.feeds) {
                let pit = usize::from(self.places[at][shift as usize / 8]);
                match self.make(sow, at, pit, &self.unload(&game.seeds, at, &board), &mut source) {
                    Some(made) => after = made,
                    None => break Stop::Stuck,
                }
            }
            let is_changed = after.stores != board.stores;
            game.plies += 1;
            at ^= 1;
            board = Board { pits: [after.pits[1], after.pits[0]], stores: after.stores };
            let next = &self.sides[at % 2];
            let mut is_repeated = false;
            if let Some(past) = &mut past {
                past.forget_if(is_changed);
                is_repeated = past.note(next.hash(&board.pits));
            }
            let asked = if shows(&board.pits, &next.fed) { next.free } else { next.bound };
            let may_be_stuck = board.pits[0].wrapping_add(asked) & HIGHS == 0;
            let store = board.stores >> (32 * (at ^ 1)) & u64::from(u32::MAX);
            let is_held = side.held >> store.min(u64::from(MANY)) & 1 == 1;
            if is_repeated || may_be_stuck || is_held {
                let is_stuck = may_be_stuck && sow.is_stuck(at + 1, &self.unload(&game.seeds, at, &board));
                let repeat = self.ends.repeat.filter(|_| is_repeated);
                let stuck = self.ends.stuck.filter(|_| is_stuck);
                let held = self.ends.held.filter(|_| is_held);
                // The rule that comes first says what the result is.
                if let Some(end) = [repeat, stuck, held].into_iter().flatten().min() {
                    break Stop::End(end);
                }
            }
        };
        *rng = source;
        game.seeds = self.unload(&game.seeds, at, &board);
        game.mover = at + 1;
        if game.plies > first {
            game.prev = 2 - at;
        }
        stop
    }

    /// Makes a move, or another one if it is not allowed.
    #[cold]
    fn make<const W: usize>(
        &self,
        sow: &Sow<W>,
        at: usize,
        pit: usize,
        seeds: &Seeds,
        rng: &mut Rng,
    ) -> Option<Board> {
        let mut made = sow.tables.make(at + 1, pit, seeds);
        if !sow.choices[0].allows(at + 1, &made) {
            (_, made) = sow.draw_again(at + 1, pit, seeds, rng)?;
        }
        Some(self.load(&made.seeds, at))
    }

    /// A number that tells positions apart.
    pub(super) fn hash(&self, seeds: &Seeds, mover: usize) -> u64 {
        self.sides[mover - 1].hash(&self.load(seeds, mover - 1).pits)
    }

    fn load(&self, seeds: &Seeds, at: usize) -> Board {
        let word = |player: usize| {
            let places = self.places[player].iter().enumerate();
            places.fold(0, |word, (byte, &place)| word | u64::from(seeds.0[usize::from(place)]) << (8 * byte))
        };
        let store = |player: usize| u64::from(seeds.0[usize::from(self.stores[player])]);
        Board { pits: [word(at), word(at ^ 1)], stores: store(0) | store(1) << 32 }
    }

    /// The seeds of a board; places that never change have what they had before.
    fn unload(&self, before: &Seeds, at: usize, board: &Board) -> Seeds {
        let mut seeds = *before;
        for (word, player) in [at, at ^ 1].into_iter().enumerate() {
            for (byte, &place) in self.places[player].iter().enumerate() {
                seeds.0[usize::from(place)] = (board.pits[word] >> (8 * byte)) as u8;
            }
        }
        for (player, &store) in self.stores.iter().enumerate() {
            seeds.0[usize::from(store)] = (board.stores >> (32 * player)) as u8;
        }
        seeds
    }
}
