//! Proof-number search against the clock: can the attacker force a win within so many plies?
//!
//! It is the question of [`Within`](crate::Within), asked of each position with the plies that are left, so that cycles need
//! no care, and its answers go to the same table, [`Bounds`]: won within so many plies is won within more, held for so many is
//! held for fewer. But the search goes where least is missing, for a proof and for a disproof alike. What is missing of a
//! position that is not decided yet stands in a table of its own, for each number of plies apart.

use std::sync::atomic::Ordering;

use ludex_core::mix;

use crate::bounds::{Bounds, Known};
use crate::fight::{Fight, Glance, Guess};
use crate::numbers::{Child, Missing, NEVER, Numbers, a_little_more, together};
use crate::within::{Signals, Stopped, salted};

/// After how many positions it is worth while to look whether other moves have been decided on the way.
const A_WHILE: u64 = 16;
/// How many forcing moves are looked ahead for a win when a position is first met; more cost more than they save.
const AHEAD: u32 = 2;

/// A bounded proof-number search.
pub struct Race<'a, F: Fight> {
    fight: &'a F,
    signals: &'a Signals,
    /// What is decided.
    table: &'a Bounds,
    /// What is missing for the rest.
    numbers: Numbers,
    attacker: usize,
    /// The moves of all positions on the path.
    children: Vec<Child<F::Step>>,
    /// The moves of the position that is being looked at, and where they lead.
    steps: Vec<F::Step>,
    spots: Vec<F::Spot>,
    nodes: u64,
    budget: u64,
}

impl<'a, F: Fight> Race<'a, F> {
    /// The most plies that can be asked for.
    pub const MOST: u32 = 1000;

    /// A search that remembers what it decides in `table`, with about so many bytes for the rest.
    pub fn new(fight: &'a F, table: &'a Bounds, bytes: usize, signals: &'a Signals) -> Self {
        Race {
            fight,
            signals,
            table,
            numbers: Numbers::new(bytes),
            attacker: 0,
            children: Vec::new(),
            steps: Vec::new(),
            spots: Vec::new(),
            nodes: 0,
            budget: 0,
        }
    }

    /// Whether the attacker can win within `plies`, at most [`MOST`](Race::MOST): within how many the win is sure, or ruled
    /// out. Gives up after so many positions; asked again it goes on, as the tables remember.
    pub fn ask(
        &mut self,
        spot: &F::Spot,
        (attacker, plies): (usize, u32),
        budget: u64,
    ) -> Result<Known, Stopped> {
        (self.attacker, self.nodes, self.budget) = (attacker, 0, budget);
        self.children.clear();
        let (key, plies) = (self.key(spot), plies.min(Self::MOST));
        let found = match self.decided(key, plies) {
            Some(found) => Ok(found),
            None => self.search(spot, key, plies, (NEVER, NEVER)),
        };
        self.signals.nodes.fetch_add(self.nodes, Ordering::Relaxed);
        found.map(|found| match found.proof {
            // A win that is there already is one within a ply.
            0 => Known { won: found.plies.max(1), held: 0 },
            _ => Known { won: 0, held: found.plies },
        })
    }

    fn key(&self, spot: &F::Spot) -> u64 {
        salted(self.fight.key(spot), self.attacker)
    }

    /// What is decided of a position in the table.
    fn decided(&self, key: u64, plies: u32) -> Option<Missing> {
        match self.table.get(key) {
            Known { won, .. } if won != 0 && won <= plies => Some(Missing::won(won)),
            // With no plies left the game may still be over.
            Known { held, .. } if plies > 0 && held >= plies => Some(Missing::held(held)),
            _ => None,
        }
    }

    /// What is known of a position without searching it.
    fn known(&self, spot: &F::Spot, key: u64, plies: u32) -> Missing {
        if let Some(wins) = self.fight.soon(spot, self.attacker, plies) {
            return if wins { Missing::won(plies) } else { Missing::held(plies) };
        }
        let found = self.decided(key, plies).or_else(|| self.numbers.get(apart(key, plies)));
        found.unwrap_or_else(|| match self.fight.guess(spot, self.attacker) {
            Guess::Wins(sure) if sure <= plies => Missing::won(sure),
            Guess::Wins(sure) => Missing::held(sure - 1),
            Guess::Held => Missing::HELD,
            Guess::Open { proof, disproof } => Missing::open(proof, disproof),
        })
    }

    fn keep(&mut self, key: u64, plies: u32, missing: Missing) {
        match missing {
            // A game that is over is not worth a place.
            Missing { proof: 0, plies: 0, .. } => {}
            Missing { proof: 0, plies, .. } => self.table.put(key, Known { won: plies, held: 0 }),
            Missing { disproof: 0, plies, .. } => self.table.put(key, Known { won: 0, held: plies }),
            _ => self.numbers.put(apart(key, plies), missing),
        }
    }

    /// What a glance shows, if it decides the question; else the moves are found.
    fn at_once(&mut self, spot: &F::Spot, key: u64, plies: u32) -> (Option<Missing>, bool) {
        let fight = self.fight;
        let glance = fight.moves(spot, self.attacker, &mut self.steps);
        let attacking = glance != Glance::Drawn && fight.side(spot) == self.attacker;
        let in_time = |sure: u32| if sure <= plies { Missing::won(sure) } else { Missing::held(sure - 1) };
        let seen = match glance {
            Glance::Drawn => Some(Missing::HELD),
            Glance::Wins(sure) => Some(if attacking { in_time(sure) } else { Missing::HELD }),
            Glance::Loses(sure) => Some(if attacking { Missing::HELD } else { in_time(sure) }),
            Glance::Open if plies < fight.soonest(attacking) => Some(Missing::held(plies)),
            Glance::Open if attacking => self.foreseen(spot, key, plies),
            Glance::Open => None,
        };
        (seen, attacking)
    }

    /// What can be foreseen of an open position that the attacker is to move in.
    fn foreseen(&self, spot: &F::Spot, key: u64, plies: u32) -> Option<Missing> {
        let forcing = AHEAD.min((plies - 1) / 2);
        let wins_in = 2 * forcing + 1;
        // Not if it is known already that it takes longer.
        let open = self.table.get(key).held < wins_in && self.numbers.get(apart(key, plies)).is_none();
        if open && self.fight.surely_wins(spot, self.attacker, forcing) {
            return Some(Missing::won(wins_in));
        }
        (open && self.fight.never_wins(spot, self.attacker)).then_some(Missing::HELD)
    }

    /// Searches a position until it is decided or as much is missing as the limits say.
    fn search(
        &mut self,
        spot: &F::Spot,
        key: u64,
        plies: u32,
        (most_proof, most_disproof): (u32, u32),
    ) -> Result<Missing, Stopped> {
        self.nodes += 1;
        if self.nodes > self.budget || (self.nodes & 255 == 0 && self.signals.stopped()) {
            return Err(Stopped);
        }
        let (seen, attacking) = self.at_once(spot, key, plies);
        if let Some(seen) = seen {
            self.keep(key, plies, seen);
            return Ok(seen);
        }
        let (first, left) = (self.children.len(), plies - 1);
        self.expand(spot, left);
        let found = loop {
            let here = together(&self.children[first..], attacking);
            if here.is_decided() || here.proof >= most_proof || here.disproof >= most_disproof {
                break Ok(here);
            }
            let (best, second) = self.urgent(first, attacking);
            let &Child { step, key: next, missing } = &self.children[first + best];
            let limits = if attacking {
                let spare = (most_disproof - here.disproof).saturating_add(missing.disproof).min(NEVER);
                (most_proof.min(a_little_more(second)), spare)
            } else {
                let spare = (most_proof - here.proof).saturating_add(missing.proof).min(NEVER);
                (spare, most_disproof.min(a_little_more(second)))
            };
            let before = self.nodes;
            match self.search(&self.fight.play(spot, step), next, left, limits) {
                Ok(missing) => self.children[first + best].missing = missing,
                Err(stopped) => {
                    // What was found so far is kept for a search that goes on.
                    self.children[first + best].missing =
                        self.numbers.get(apart(next, left)).unwrap_or(missing);
                    break Err((stopped, together(&self.children[first..], attacking)));
                }
            }
            if self.nodes - before > A_WHILE {
                self.learn(first, left);
            }
        };
        self.children.truncate(first);
        let (Ok(here) | Err((_, here))) = found;
        self.keep(key, plies, here);
        found.map_err(|(stopped, _)| stopped)
    }

    /// Adds the moves that were just found to those of the path, with what is known of them. All are asked for in the
    /// tables before the first is read.
    fn expand(&mut self, spot: &F::Spot, left: u32) {
        let first = self.children.len();
        self.spots.clear();
        for at in 0..self.steps.len() {
            let step = self.steps[at];
            let after = self.fight.play(spot, step);
            let key = self.key(&after);
            if self.children[first..].iter().all(|child| child.key != key) {
                self.table.ask_for(key);
                self.numbers.ask_for(apart(key, left));
                self.children.push(Child { key, missing: Missing::NEW, step });
                self.spots.push(after);
            }
        }
        for at in first..self.children.len() {
            self.children[at].missing = self.known(&self.spots[at - first], self.children[at].key, left);
        }
    }

    /// What was found on the way may have decided others.
    fn learn(&mut self, first: usize, left: u32) {
        for at in first..self.children.len() {
            let Child { key, missing, .. } = self.children[at];
            if !missing.is_decided() {
                self.children[at].missing = self.decided(key, left).unwrap_or(missing);
            }
        }
    }

    /// The move with least missing, and what is missing of the next best.
    fn urgent(&self, first: usize, attacking: bool) -> (usize, u32) {
        let (mut best, mut second) = ((0, NEVER), NEVER);
        for (at, child) in self.children[first..].iter().enumerate() {
            let number = if attacking { child.missing.proof } else { child.missing.disproof };
            if number < best.1 {
                (best, second) = ((at, number), best.1);
            } else {
                second = second.min(number);
            }
        }
        (best.0, second)
    }
}

/// The key of a position with so many plies left.
fn apart(key: u64, plies: u32) -> u64 {
    key ^ mix(u64::from(plies))
}
