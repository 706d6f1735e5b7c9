//! The loop of games of stones on at most 64 places that end with a line or a full board. Everything is in a few
//! registers: what a stone makes of a line is one gathering of bits and one look into a table.

use ludex_core::Rng;

use super::stones::{Board, Game, Groups, NOWHERE, Seen, Stop, THROUGH};
use crate::runtime::{Bits, gather_bits, nth_bit};

/// The longest line that the table has.
const LONGEST: usize = 9;
/// No rule ends the game.
const NONE: u8 = u8::MAX;

/// What never changes.
#[derive(Clone, Debug)]
pub(super) struct Small {
    /// The lines through each place.
    lines: Box<[[u64; THROUGH]; 64]>,
    /// The longest run in a line, by its stones.
    runs: Box<[u8; 1 << LONGEST]>,
    /// What opens when a place is filled.
    opens: Box<[u64; 64]>,
    shortest: u8,
    /// The rule that ends the game with a run of such length, and with it on a full board.
    ends: [[u8; 16]; 2],
}

impl Small {
    /// The tables of a board, if its lines are short. `lines` are those through each place.
    pub(super) fn of(board: &Board<1>, lines: &[Vec<u64>]) -> Option<Small> {
        let fits = |line: &u64| line.count_ones() as usize <= LONGEST;
        let plain = board.groups == Groups::None && lines.len() <= 64 && board.ends.len() < usize::from(NONE);
        if !plain || !lines.iter().all(|through| through.len() <= THROUGH && through.iter().all(fits)) {
            return None;
        }
        let mut small = Small {
            lines: Box::new([[0; THROUGH]; 64]),
            runs: Box::new([0; 1 << LONGEST]),
            opens: Box::new([0; 64]),
            shortest: board.shortest.min(u32::from(u8::MAX)) as u8,
            ends: [[NONE; 16]; 2],
        };
        for (place, through) in lines.iter().enumerate() {
            small.lines[place][..through.len()].copy_from_slice(through);
        }
        for (word, run) in small.runs.iter_mut().enumerate() {
            let mut left = word;
            while left != 0 {
                left &= left >> 1;
                *run += 1;
            }
        }
        for (place, &opened) in board.opens.iter().enumerate().filter(|(_, opened)| **opened != NOWHERE) {
            small.opens[place] = 1 << opened;
        }
        for (full, by_run) in small.ends.iter_mut().enumerate() {
            for (longest, rule) in by_run.iter_mut().enumerate() {
                let (longest, full) = (longest as u32, full == 1);
                let seen = Seen { place: 0, mover: 0, longest, touched: 0, closes: false, full };
                if let Some(Stop::End(number, _)) = board.end(&seen) {
                    *rule = number as u8;
                }
            }
        }
        Some(small)
    }

    /// The longest run on a line through a place.
    #[inline]
    fn longest(&self, stones: u64, place: usize) -> u8 {
        let run = |line: u64| self.runs[gather_bits(stones, line) as usize % (1 << LONGEST)];
        let lines = &self.lines[place % 64];
        (run(lines[0]).max(run(lines[1]))).max(run(lines[2]).max(run(lines[3])))
    }

    /// Whether stones of a player make a line that should have ended the game.
    fn has_line(&self, stones: u64) -> bool {
        Bits([stones]).iter().any(|place| self.longest(stones, place) >= self.shortest)
    }

    /// Plays plies.
    #[inline]
    pub(super) fn play(&self, board: &Board<1>, game: &mut Game<1>, rng: &mut Rng, limit: u32) -> Stop {
        if game.own.iter().any(|own| self.has_line(own.0[0])) {
            board.play(game, rng, limit)
        } else if board.drops {
            self.go::<true>(board, game, rng, limit)
        } else {
            self.go::<false>(board, game, rng, limit)
        }
    }

    fn go<const DROPS: bool>(&self, board: &Board<1>, game: &mut Game<1>, rng: &mut Rng, limit: u32) -> Stop {
        let (mut own, mut other) = (game.own[game.mover].0[0], game.own[1 - game.mover].0[0]);
        let mut open = game.open.0[0];
        let mut left = open.count_ones();
        if DROPS {
            open &= board.open_drops(&game.own[0].or(&game.own[1])).0[0];
        }
        let mut count = open.count_ones();
        let mut plies = 0;
        // A copy of its own stays in registers.
        let mut source = rng.clone();
        let stop = loop {
            if plies >= limit || count == 0 {
                break Stop::Enough;
            }
            let mut index = source.below(count + u32::from(plies == game.swap_at));
            if index == count {
                break Stop::Swap;
            }
            index &= 63;
            let place = nth_bit(open, index) as usize;
            let bit = 1u64 << (place % 64);
            let stones = own | bit;
            let longest = self.longest(stones, place);
            if longest >= self.shortest || left == 1 {
                let rule = self.ends[usize::from(left == 1)][usize::from(longest % 16)];
                if rule != NONE {
                    break Stop::End(usize::from(rule), place);
                }
            }
            open ^= bit;
            left -= 1;
            if DROPS {
                open |= self.opens[place % 64];
                count = open.count_ones();
            } else {
                count -= 1;
            }
            (own, other) = (other, stones);
            game.last = place;
            plies += 1;
        };
        *rng = source;
        game.mover ^= plies as usize & 1;
        (game.own[game.mover].0[0], game.own[1 - game.mover].0[0]) = (own, other);
        game.plies = plies;
        stop
    }
}
