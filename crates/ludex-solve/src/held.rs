//! Holding strategies taken from a search by proof numbers.
//!
//! [`Proof`] tells of any position whether the attacker wins it, and what it says of the position that it was asked about
//! rests on no path. So a defender who only makes moves to positions that it calls held never leaves them, and the
//! positions that can arise then are a closed set. Of several such moves the one is taken that adds the fewest
//! positions to the set.

use rustc_hash::FxHashSet;

use crate::fight::{Fight, Glance};
use crate::guard::Ending;
use crate::proof::Proof;
use crate::solve::on_large_stack;
use crate::within::Signals;

/// Bytes for the table of the search.
const MEMORY: usize = 1 << 28;
/// Of how many moves that hold the best is taken.
const CHOICE: usize = 3;
/// How many positions are spent on a move before the next one is tried; then ten times as many, and so on.
const FIRST_EFFORT: u64 = 300;

/// A strategy with which a side never loses, as it is being found.
struct Holding<'a, F: Fight> {
    fight: &'a F,
    attacker: usize,
    signals: &'a Signals,
    proof: Proof<'a, F>,
    seen: FxHashSet<u64>,
    /// Positions with the defender to move that need an answer.
    open: Vec<F::Packed>,
    found: Vec<(F::Packed, F::Step)>,
}

/// Every position that can arise with the defender to move, and the move with which she never loses; `None` if the
/// attacker wins, or the search was stopped.
pub(crate) fn hold<F: Fight>(
    fight: &F,
    spot: &F::Spot,
    attacker: usize,
    signals: &Signals,
) -> Option<Vec<(F::Packed, F::Step)>> {
    let spot = spot.clone();
    on_large_stack(move || {
        let proof = Proof::to_hold(fight, attacker, MEMORY, signals);
        let seen = FxHashSet::default();
        let mut holding =
            Holding { fight, attacker, signals, proof, seen, open: Vec::new(), found: Vec::new() };
        if holding.proof.run(&spot, u64::MAX) != Ending::Held {
            return None;
        }
        let mut first = Vec::new();
        holding.reach(&spot, &mut first);
        holding.add(first);
        while let Some(packed) = holding.open.pop() {
            let here = fight.unpack(&packed);
            let step = match fight.winning_step(&here) {
                Some(step) => step,
                None => {
                    let (step, next) = holding.answer(&here)?;
                    holding.add(next);
                    step
                }
            };
            holding.found.push((packed, step));
        }
        Some(holding.found)
    })
}

impl<F: Fight> Holding<'_, F> {
    /// The positions with the defender to move that the attacker can reach.
    fn reach(&self, spot: &F::Spot, found: &mut Vec<F::Spot>) {
        let mut steps = Vec::new();
        self.fight.legal(spot, &mut steps);
        if steps.is_empty() {
            return;
        }
        if self.fight.side(spot) != self.attacker {
            return found.push(spot.clone());
        }
        for step in steps {
            if let Some(after) = self.fight.play_out(spot, step) {
                self.reach(&after, found);
            }
        }
    }

    /// Adds positions to the set.
    fn add(&mut self, spots: Vec<F::Spot>) {
        for spot in spots {
            if self.seen.insert(self.proof.key(&spot)) {
                self.open.push(self.fight.pack(&spot));
            }
        }
    }

    /// A move of the defender that holds, with what the attacker can reach after it.
    fn answer(&mut self, spot: &F::Spot) -> Option<(F::Step, Vec<F::Spot>)> {
        let mut steps = Vec::new();
        if self.fight.look(spot, self.attacker, None, &mut steps) != Glance::Open {
            return None;
        }
        let mut effort = 0;
        let mut best: Option<(usize, F::Step, Vec<F::Spot>)> = None;
        let mut tried = 0;
        // First what is known to hold, then what can be found to hold with more and more work.
        while best.is_none() && !self.signals.stopped() {
            for &step in &steps {
                let after = self.fight.play(spot, step);
                if !self.holds(&after, effort) {
                    continue;
                }
                let mut next = Vec::new();
                self.reach(&after, &mut next);
                let new = next.iter().filter(|spot| !self.seen.contains(&self.proof.key(spot))).count();
                if best.as_ref().is_none_or(|(fewest, ..)| new < *fewest) {
                    best = Some((new, step, next));
                }
                tried += 1;
                if tried == CHOICE || new == 0 {
                    break;
                }
            }
            effort = effort.saturating_mul(10).max(FIRST_EFFORT);
        }
        best.map(|(_, step, next)| (step, next))
    }

    /// Whether a position is found to hold by looking at no more than so many positions.
    fn holds(&mut self, spot: &F::Spot, effort: u64) -> bool {
        let mut steps = Vec::new();
        match self.fight.look(spot, self.attacker, None, &mut steps) {
            Glance::Drawn => return true,
            Glance::Wins(_) => return self.fight.side(spot) != self.attacker,
            Glance::Loses(_) => return self.fight.side(spot) == self.attacker,
            Glance::Open => {}
        }
        let known = self.proof.is_held(spot)
            || (self.fight.side(spot) == self.attacker && self.fight.never_wins(spot, self.attacker));
        known || (effort > 0 && !self.proof.is_won(spot) && self.proof.run(spot, effort) == Ending::Held)
    }
}
