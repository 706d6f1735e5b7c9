//! Winning strategies taken from a search by proof numbers.
//!
//! [`Proof`] finds positions won one after another, each because some move, or every reply, leads on to one that was won
//! before it. So a winner who always goes to the position that was won first gets nearer to the end with every
//! move, although nobody has counted how many it takes. They are counted here, along the strategy.

use rustc_hash::FxHashMap;

use crate::fight::Fight;
use crate::guard::Ending;
use crate::proof::Proof;
use crate::solve::on_large_stack;
use crate::within::Signals;

/// Bytes for the table of the search.
const MEMORY: usize = 1 << 29;

/// What can follow from a position before the winner's next move.
#[derive(Default)]
struct Next {
    /// The numbers of the positions, each with the plies played until then.
    positions: Vec<(u32, u32)>,
    /// After how many plies the game may be over.
    end: u32,
}

/// A strategy with which a side wins.
pub(crate) struct Proven<'a, F: Fight> {
    fight: &'a F,
    side: usize,
    /// The number of each position by its identity.
    numbers: FxHashMap<u64, u32>,
    /// The positions with the winner to move that can arise.
    spots: Vec<F::Packed>,
    /// The move in each of them, and what can follow.
    moves: Vec<(F::Step, Next)>,
    /// Within how many plies each of them is won.
    ranks: Vec<u32>,
    /// Within how many plies the game is won.
    plies: u32,
}

impl<'a, F: Fight> Proven<'a, F> {
    /// The strategy of `side`; `None` if the other side can hold, or the search was stopped.
    pub(crate) fn new(fight: &'a F, spot: &F::Spot, side: usize, signals: &Signals) -> Option<Self> {
        let mut proof = Proof::to_tell(fight, side, MEMORY, signals);
        let (search, start) = (&mut proof, spot.clone());
        if on_large_stack(move || Some(search.run(&start, u64::MAX))) != Some(Ending::Lost) {
            return None;
        }
        let mut strategy = Proven {
            fight,
            side,
            numbers: FxHashMap::default(),
            spots: Vec::new(),
            moves: Vec::new(),
            ranks: Vec::new(),
            plies: 0,
        };
        let mut first = Next::default();
        strategy.follow(spot, 0, &mut first);
        while let Some(packed) = strategy.spots.get(strategy.moves.len()) {
            let here = fight.unpack(packed);
            let mut next = Next { end: 1, ..Next::default() };
            let step = match fight.winning_step(&here) {
                Some(step) => step,
                None => {
                    let sure = fight.sure_step(&here, side);
                    let step = sure.or_else(|| proof.first_won(&here).map(|(step, _)| step))?;
                    strategy.follow(&fight.play(&here, step), 1, &mut next);
                    step
                }
            };
            strategy.moves.push((step, next));
        }
        strategy.count();
        strategy.plies = strategy.longest(&first);
        Some(strategy)
    }

    /// Within how many plies the game is won.
    pub(crate) fn plies(&self) -> u32 {
        self.plies
    }

    /// Every position with the winner to move that can arise, the move, and within how many plies it wins.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (F::Spot, F::Step, u32)> + '_ {
        let spots = self.spots.iter().map(|packed| self.fight.unpack(packed));
        spots.zip(&self.moves).zip(&self.ranks).map(|((spot, (step, _)), &rank)| (spot, *step, rank))
    }

    /// Finds what can follow from here after so many plies; new positions are numbered.
    fn follow(&mut self, spot: &F::Spot, played: u32, next: &mut Next) {
        let fight = self.fight;
        let mut steps = Vec::new();
        fight.legal(spot, &mut steps);
        if steps.is_empty() {
            next.end = next.end.max(played);
        } else if fight.side(spot) == self.side {
            let number = *self.numbers.entry(fight.identity(spot)).or_insert_with(|| {
                self.spots.push(fight.pack(spot));
                self.spots.len() as u32 - 1
            });
            if !next.positions.contains(&(number, played)) {
                next.positions.push((number, played));
            }
        } else {
            for after in steps.into_iter().filter_map(|step| fight.play_out(spot, step)) {
                self.follow(&after, played + 1, next);
            }
        }
    }

    /// Counts the plies to the end from every position. Play according to the strategy never comes back to a position, so
    /// each can be counted when all that follow have been.
    fn count(&mut self) {
        self.ranks = vec![0; self.spots.len()];
        for first in 0..self.spots.len() as u32 {
            let mut path = vec![first];
            while let Some(&here) = path.last() {
                let next = &self.moves[here as usize].1;
                let uncounted = |&&(number, _): &&(u32, u32)| self.ranks[number as usize] == 0;
                match next.positions.iter().find(uncounted) {
                    Some(&(number, _)) => path.push(number),
                    None => {
                        self.ranks[here as usize] = self.longest(next);
                        path.pop();
                    }
                }
            }
        }
    }

    /// After how many plies the game is over at the latest.
    fn longest(&self, next: &Next) -> u32 {
        let after = |&(number, played): &(u32, u32)| played + self.ranks[number as usize];
        next.positions.iter().map(after).max().unwrap_or(0).max(next.end)
    }
}
