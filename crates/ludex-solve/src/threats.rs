//! Threat search: wins by force, each move of the attacker leaving the defender only a few replies.
//!
//! A threat is a move after which the attacker would win at once, and which the defender can parry in at most a few ways. A
//! chain of threats whose every parry runs into the next one is a win; since all parries are tried, it is a
//! proof. That no chain is found proves nothing.

use rustc_hash::FxHashMap;

use crate::fight::{Fight, Glance};
use crate::within::{Signals, Stopped};

/// A search for chains of threats by one side.
pub struct Threats<'a, F: Fight> {
    fight: &'a F,
    attacker: usize,
    /// The most parries a threat may have.
    parries: usize,
    signals: &'a Signals,
    /// By position: the longest chain that was tried in vain, or a win.
    known: FxHashMap<u64, Tried>,
    /// Positions looked at.
    pub nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Won,
    InVain(u32),
}

impl<'a, F: Fight> Threats<'a, F> {
    /// A search for wins of `attacker` by threats with at most so many parries.
    pub fn new(fight: &'a F, attacker: usize, parries: usize, signals: &'a Signals) -> Self {
        Threats { fight, attacker, parries, signals, known: FxHashMap::default(), nodes: 0 }
    }

    /// Who has won here or is seen to win at once.
    fn winner(&self, spot: &F::Spot, steps: &mut Vec<F::Step>) -> Option<usize> {
        match self.fight.look(spot, self.attacker, None, steps) {
            Glance::Wins(_) => Some(self.fight.side(spot)),
            Glance::Loses(_) => Some(self.fight.side(spot) ^ 1),
            Glance::Open | Glance::Drawn => None,
        }
    }

    /// Whether the side to move wins with its next move, or has won.
    fn wins_now(&mut self, spot: &F::Spot, side: usize) -> bool {
        let mut steps = Vec::new();
        match self.winner(spot, &mut steps) {
            Some(winner) => winner == side,
            None => {
                self.nodes += steps.len() as u64;
                let mut below = Vec::new();
                steps.iter().any(|&step| self.winner(&self.fight.play(spot, step), &mut below) == Some(side))
            }
        }
    }

    /// Whether the attacker, who is to move, wins by a chain of at most `chain` threats.
    pub fn wins(&mut self, spot: &F::Spot, chain: u32) -> Result<bool, Stopped> {
        self.nodes += 1;
        if self.signals.stopped() {
            return Err(Stopped);
        }
        let key = self.fight.key(spot);
        match self.known.get(&key) {
            Some(Tried::Won) => return Ok(true),
            Some(Tried::InVain(tried)) if *tried >= chain => return Ok(false),
            _ => {}
        }
        let won = self.wins_now(spot, self.attacker) || (chain > 0 && self.some_threat_wins(spot, chain)?);
        self.known.insert(key, if won { Tried::Won } else { Tried::InVain(chain) });
        Ok(won)
    }

    fn some_threat_wins(&mut self, spot: &F::Spot, chain: u32) -> Result<bool, Stopped> {
        let (mut steps, mut replies) = (Vec::new(), Vec::new());
        if self.fight.look(spot, self.attacker, None, &mut steps) != Glance::Open {
            return Ok(false);
        }
        'threats: for step in steps {
            let after = self.fight.play(spot, step);
            if self.fight.look(&after, self.attacker, None, &mut replies) != Glance::Open
                || self.fight.side(&after) == self.attacker
                || self.wins_now(&after, self.attacker ^ 1)
            {
                continue;
            }
            let mut parries = Vec::new();
            for &reply in &replies {
                let next = self.fight.play(&after, reply);
                if self.fight.side(&next) != self.attacker {
                    continue 'threats;
                }
                if !self.wins_now(&next, self.attacker) {
                    parries.push(next);
                    if parries.len() > self.parries {
                        continue 'threats;
                    }
                }
            }
            let mut all = true;
            for next in &parries {
                if !self.wins(next, chain - 1)? {
                    all = false;
                    break;
                }
            }
            if all {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the attacker wins by a chain of threats after at most `plies` moves of any kind.
    pub fn wins_after(&mut self, spot: &F::Spot, plies: u32, chain: u32) -> Result<bool, Stopped> {
        let mut steps = Vec::new();
        if let Some(winner) = self.winner(spot, &mut steps) {
            return Ok(winner == self.attacker);
        }
        let attacking = self.fight.side(spot) == self.attacker;
        if steps.is_empty() || self.signals.stopped() {
            return if steps.is_empty() { Ok(false) } else { Err(Stopped) };
        }
        if attacking && self.wins(spot, chain)? {
            return Ok(true);
        }
        if plies == 0 {
            return Ok(false);
        }
        let mut seen = Vec::new();
        for step in steps {
            let after = self.fight.play(spot, step);
            let key = self.fight.key(&after);
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            if self.wins_after(&after, plies - 1, chain)? == attacking {
                return Ok(attacking);
            }
        }
        Ok(!attacking)
    }
}
