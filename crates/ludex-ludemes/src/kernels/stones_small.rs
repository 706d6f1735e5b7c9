//! The loop of games of stones on at most 64 places that end with a line or a full board. Everything is in a few
//! registers: what a stone makes of a line is one gathering of bits and one look into a table.

use ludex_core::Rng;

use super::stones::{Board, Game, Groups, NOWHERE, Seen, Stop, THROUGH};
use super::stones_takes::Takes;
use crate::runtime::{Bits, gather_bits, nth_alone, nth_bit};

/// The longest line that the table has.
const LONGEST: usize = 9;
/// Boards of so many places have a table of all their stones.
const WHOLE: usize = 12;
/// No rule ends the game.
const NONE: u8 = u8::MAX;

/// What never changes.
#[derive(Clone, Debug)]
pub(super) struct Small {
    /// The lines through each place.
    lines: Box<[[u64; THROUGH]; 64]>,
    /// The longest run in a line as a bit, by its stones.
    runs: Box<[u16; 1 << LONGEST]>,
    /// What opens when a place is filled.
    opens: Box<[u64; 64]>,
    /// The longest run on the whole board as a bit, by its stones, where the board is very small.
    whole: Option<Box<[u16; 1 << WHOLE]>>,
    /// Which stones are taken.
    takes: Option<Takes>,
    /// The bit of the shortest run that ends the game.
    least: u16,
    /// The rule that ends the game with a run of such length, and with it on a full board.
    ends: [[u8; 16]; 2],
}

impl Small {
    /// The tables of a board, if its lines are short. `lines` are those through each place.
    pub(super) fn of(board: &Board<1>, lines: &[Vec<u64>], takes: Option<Takes>) -> Option<Small> {
        let fits = |line: &u64| line.count_ones() as usize <= LONGEST;
        let plain = board.groups == Groups::None
            && board.grow.is_none()
            && lines.len() <= 64
            && board.ends.len() < usize::from(NONE);
        if !plain || !lines.iter().all(|through| through.len() <= THROUGH && through.iter().all(fits)) {
            return None;
        }
        let mut small = Small {
            lines: Box::new([[0; THROUGH]; 64]),
            runs: Box::new([0; 1 << LONGEST]),
            opens: Box::new([0; 64]),
            whole: None,
            takes,
            least: 1 << board.shortest.min(15),
            ends: [[NONE; 16]; 2],
        };
        for (place, through) in lines.iter().enumerate() {
            small.lines[place][..through.len()].copy_from_slice(through);
        }
        for (word, run) in small.runs.iter_mut().enumerate() {
            let mut left = word;
            *run = 1;
            while left != 0 {
                left &= left >> 1;
                *run <<= 1;
            }
        }
        for (place, &opened) in board.opens.iter().enumerate().filter(|(_, opened)| **opened != NOWHERE) {
            small.opens[place] = 1 << opened;
        }
        for (full, by_run) in small.ends.iter_mut().enumerate() {
            for (longest, rule) in by_run.iter_mut().enumerate() {
                let (longest, full) = (longest as u32, full == 1);
                let seen = Seen {
                    place: 0,
                    mover: 0,
                    longest,
                    touched: 0,
                    closes: false,
                    full,
                    shaped: false,
                    counted: false,
                };
                if let Some(Stop::End(number, _)) = board.end(&seen) {
                    *rule = number as u8;
                }
            }
        }
        if lines.len() <= WHOLE && !board.drops && small.takes.is_none() {
            let longest = |stones: usize| {
                let places = Bits([stones as u64 & ((1 << lines.len()) - 1)]);
                places.iter().fold(1, |runs, place| runs.max(small.runs(stones as u64, place)))
            };
            let all: Vec<u16> = (0..1 << WHOLE).map(longest).collect();
            small.whole = all.into_boxed_slice().try_into().ok();
        }
        Some(small)
    }

    /// The longest runs of the lines through a place, as bits.
    #[inline]
    fn runs(&self, stones: u64, place: usize) -> u16 {
        let run = |line: u64| self.runs[gather_bits(stones, line) as usize % (1 << LONGEST)];
        let lines = &self.lines[place % 64];
        (run(lines[0]) | run(lines[1])) | (run(lines[2]) | run(lines[3]))
    }

    /// Whether stones of a player make a line that should have ended the game.
    fn has_line(&self, stones: u64) -> bool {
        Bits([stones]).iter().any(|place| self.runs(stones, place) >= self.least)
    }

    /// Plays plies.
    #[inline(always)]
    pub(super) fn play(&self, board: &Board<1>, game: &mut Game<1>, rng: &mut Rng, limit: u32) -> Stop {
        let lined = game.own.iter().any(|own| self.has_line(own.0[0]));
        if let Some(takes) = &self.takes {
            return if lined { Stop::Enough } else { self.go_taking(takes, game, rng, limit) };
        }
        if lined {
            return board.play(game, rng, limit);
        }
        if let Some(whole) = self.whole.as_ref().filter(|_| game.swap_at >= limit) {
            return self.go_whole(whole, game, rng, limit);
        }
        match (board.drops, game.swap_at < limit) {
            (false, false) => self.go::<false, false>(board, game, rng, limit),
            (false, true) => self.go::<false, true>(board, game, rng, limit),
            (true, false) => self.go::<true, false>(board, game, rng, limit),
            (true, true) => self.go::<true, true>(board, game, rng, limit),
        }
    }

    fn go<const DROPS: bool, const SWAPS: bool>(
        &self,
        board: &Board<1>,
        game: &mut Game<1>,
        rng: &mut Rng,
        limit: u32,
    ) -> Stop {
        let (mut own, mut other) = (game.own[game.mover].0[0], game.own[1 - game.mover].0[0]);
        let mut open = game.open.0[0];
        let empty = open.count_ones();
        // How many places are empty, and how many shall stay so.
        let (mut left, most_left) = (empty, empty.saturating_sub(limit));
        if DROPS {
            open &= board.open_drops(&game.own[0].or(&game.own[1])).0[0];
        }
        let mut last = game.last;
        // A copy of its own stays in registers.
        let mut source = rng.clone();
        let stop = loop {
            let count = if DROPS { open.count_ones() } else { left };
            if left == most_left || (DROPS && count == 0) {
                break Stop::Enough;
            }
            let may_swap = SWAPS && empty - left == game.swap_at;
            let index = source.below(count + u32::from(may_swap));
            if SWAPS && index == count {
                break Stop::Swap;
            }
            let place = nth_bit(open, index % 64) as usize;
            let bit = 1u64 << (place % 64);
            let stones = own | bit;
            let runs = self.runs(stones, place);
            if runs >= self.least || left == 1 {
                let rule = self.ends[usize::from(left == 1)][runs.ilog2() as usize % 16];
                if rule != NONE {
                    break Stop::End(usize::from(rule), place);
                }
            }
            open ^= bit;
            if DROPS {
                open |= self.opens[place % 64];
            }
            left -= 1;
            (own, other) = (other, stones);
            last = place;
        };
        *rng = source;
        game.plies = empty - left;
        game.last = last;
        game.mover ^= game.plies as usize & 1;
        (game.own[game.mover].0[0], game.own[1 - game.mover].0[0]) = (own, other);
        stop
    }

    /// The loop of very small boards: the runs of all stones are one look into a table. A line that was not there
    /// before goes through the last stone.
    #[inline(always)]
    fn go_whole(&self, whole: &[u16; 1 << WHOLE], game: &mut Game<1>, rng: &mut Rng, limit: u32) -> Stop {
        let (mut own, mut other) = (game.own[game.mover].0[0], game.own[1 - game.mover].0[0]);
        let mut open = game.open.0[0];
        let empty = open.count_ones();
        let (mut left, most_left) = (empty, empty.saturating_sub(limit));
        let mut last = 1u64 << game.last;
        let mut source = rng.clone();
        let stop = loop {
            if left == most_left {
                break Stop::Enough;
            }
            let bit = nth_alone(open, source.below(left));
            let stones = own | bit;
            let runs = whole[stones as usize % (1 << WHOLE)];
            if runs >= self.least || left == 1 {
                let rule = self.ends[usize::from(left == 1)][runs.ilog2() as usize % 16];
                if rule != NONE {
                    break Stop::End(usize::from(rule), bit.trailing_zeros() as usize);
                }
            }
            open ^= bit;
            left -= 1;
            (own, other) = (other, stones);
            last = bit;
        };
        *rng = source;
        game.plies = empty - left;
        game.last = last.trailing_zeros() as usize;
        game.mover ^= game.plies as usize & 1;
        (game.own[game.mover].0[0], game.own[1 - game.mover].0[0]) = (own, other);
        stop
    }

    /// The loop of games in which enclosed stones are taken.
    fn go_taking(&self, takes: &Takes, game: &mut Game<1>, rng: &mut Rng, limit: u32) -> Stop {
        let (mut own, mut other) = (game.own[game.mover].0[0], game.own[1 - game.mover].0[0]);
        let mut open = game.open.0[0];
        let mut source = rng.clone();
        let (mut last, mut before) = (None, (0, 0));
        let stop = loop {
            if game.plies >= limit || open == 0 {
                break Stop::Enough;
            }
            let count = open.count_ones();
            let may_swap = game.plies == game.swap_at;
            let index = source.below(count + u32::from(may_swap));
            if index == count {
                break Stop::Swap;
            }
            let place = nth_bit(open, index) as usize;
            let bit = 1u64 << (place % 64);
            let taken = takes.taken(place, own, other);
            before = (own, other);
            last = Some(place);
            let stones = own | bit;
            open = (open ^ bit) | taken;
            other &= !taken;
            let runs = self.runs(stones, place);
            if runs >= self.least || open == 0 {
                let rule = self.ends[usize::from(open == 0)][runs.ilog2() as usize % 16];
                if rule != NONE {
                    break Stop::End(usize::from(rule), place);
                }
            }
            (own, other) = (other, stones);
            game.plies += 1;
        };
        *rng = source;
        if let Some(place) = last {
            game.last = place;
            game.taken = takes.last(place, before.0, before.1);
        }
        game.mover ^= game.plies as usize & 1;
        (game.own[game.mover].0[0], game.own[1 - game.mover].0[0]) = (own, other);
        stop
    }
}
