//! The loop of games of stones in which each is put beside others, and rows, shapes or the number of moves end the game.

use ludex_core::Rng;

use super::pick::Shares;
use super::stones::{Board, Game, Seen, Stop};
use super::stones_figures::{Figures, Parts};
use crate::runtime::Bits;

/// How stones are put beside others, and what they are to make.
#[derive(Clone, Debug)]
pub(super) struct Grow {
    /// The neighbours of each place.
    pub(super) beside: Parts,
    pub(super) figures: Figures,
    /// The number of moves with which the game ends.
    pub(super) moves: Option<u32>,
}

impl Grow {
    pub(super) fn play<const N: usize>(
        &self,
        board: &Board<N>,
        game: &mut Game<N>,
        source: &mut Rng,
        limit: u32,
    ) -> Stop {
        // A copy of its own stays in registers.
        let mut rng = source.clone();
        let mut open = game.open;
        // Where stones lie or may be put.
        let mut known = open.or(&game.own[0]).or(&game.own[1]);
        let mut count = open.count();
        let mut shares = Shares::of(&open);
        let mut mover = game.mover;
        // The ply with which the game ends for its length.
        let last_ply = self.moves.map_or(u32::MAX, |moves| moves.wrapping_sub(game.moves + 1));
        // The ply after which only places beside stones are open.
        let first_ply = if game.moves == 0 { 0 } else { u32::MAX };
        let stop = loop {
            if game.plies >= limit || count == 0 {
                break Stop::Enough;
            }
            let place = shares.select(&open, rng.below(count));
            let own = &mut game.own[mover];
            let counted = game.plies == last_ply;
            if self.figures.any(place, own) || counted {
                let (longest, shaped) = self.figures.made(place, own);
                if let Some(stop) =
                    board.end(&Seen { place, mover, longest, shaped, counted, ..Seen::default() })
                {
                    break stop;
                }
            }
            own.insert(place);
            if game.plies == first_ply {
                (open, known, count) = (Bits::one(place), Bits::one(place), 1);
                shares = Shares::of(&open);
            }
            open.remove(place);
            shares.remove(place);
            count -= 1;
            for part in self.beside.get(place) {
                let word = usize::from(part.word) % N;
                let opened = part.mask & !known.0[word];
                known.0[word] |= opened;
                open.0[word] |= opened;
                shares.add(word, opened.count_ones());
                count += opened.count_ones();
            }
            mover ^= 1;
            game.last = place;
            game.plies += 1;
        };
        game.mover = mover;
        *source = rng;
        stop
    }
}
