//! Shortest wins: can the attacker win within n plies? Asked for n = 1, 2, 3, ... the first yes is the exact length.
//!
//! The answer depends on the position and n alone, never on the path, so repetition needs no special care: a line
//! of play that goes round in circles just runs out of plies.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::bounds::{Bounds, Known};
use crate::fight::{Fight, Glance};

/// Tells a search to stop, and counts its work.
#[derive(Default)]
pub struct Signals {
    /// Set to make all searches end soon.
    pub stop: AtomicBool,
    /// Positions looked at so far by finished parts of the search.
    pub nodes: AtomicU64,
}

impl Signals {
    /// Whether searches shall end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The search was stopped before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A search for wins of one side.
pub struct Within<'a, F: Fight> {
    fight: &'a F,
    table: &'a Bounds,
    attacker: usize,
    signals: &'a Signals,
    /// Another thread has the answer.
    finished: Option<&'a AtomicBool>,
    /// Turns the order of moves a little, so that several threads do not all do the same.
    twist: u64,
    /// Ends the search after this many positions.
    budget: u64,
    /// Positions looked at.
    pub nodes: u64,
    steps: Vec<Vec<F::Step>>,
}

/// Tells the attackers' entries in the table apart.
#[inline(always)]
pub(crate) fn salted(key: u64, attacker: usize) -> u64 {
    if attacker == 0 { key } else { key.rotate_left(32) ^ 0x9e37_79b9_7f4a_7c15 }
}

impl<'a, F: Fight> Within<'a, F> {
    /// A search that remembers in `table`.
    pub fn new(fight: &'a F, table: &'a Bounds, attacker: usize, signals: &'a Signals) -> Self {
        Within {
            fight,
            table,
            attacker,
            signals,
            finished: None,
            twist: 0,
            budget: u64::MAX,
            nodes: 0,
            steps: Vec::new(),
        }
    }

    /// The same search that gives up after this many further positions.
    pub fn with_budget(mut self, nodes: u64) -> Self {
        self.budget = self.nodes.saturating_add(nodes);
        self
    }

    /// Whether the attacker can win within `plies`.
    pub fn wins(&mut self, spot: &F::Spot, plies: u32) -> Result<bool, Stopped> {
        let answer = self.search(spot, plies, 0);
        if self.finished.is_none() {
            self.signals.nodes.fetch_add(std::mem::take(&mut self.nodes), Ordering::Relaxed);
        }
        answer
    }

    fn check(&self) -> Result<(), Stopped> {
        let others = self.finished.is_some_and(|finished| finished.load(Ordering::Relaxed));
        if others || self.nodes > self.budget || self.signals.stopped() { Err(Stopped) } else { Ok(()) }
    }

    fn search(&mut self, spot: &F::Spot, plies: u32, ply: usize) -> Result<bool, Stopped> {
        self.nodes += 1;
        if self.nodes & 1023 == 0 || self.nodes > self.budget {
            self.check()?;
        }
        let key = salted(self.fight.key(spot), self.attacker);
        let known = self.table.get(key);
        if known.won != 0 && known.won <= plies {
            return Ok(true);
        }
        if plies > 0 && known.held >= plies {
            return Ok(false);
        }
        if self.steps.len() <= ply {
            self.steps.push(Vec::new());
        }
        let mut steps = std::mem::take(&mut self.steps[ply]);
        let answer = self.judge(spot, plies, ply, &mut steps);
        self.steps[ply] = steps;
        let answer = answer?;
        self.table
            .put(key, if answer { Known { won: plies, held: 0 } } else { Known { won: 0, held: plies } });
        Ok(answer)
    }

    fn judge(
        &mut self,
        spot: &F::Spot,
        plies: u32,
        ply: usize,
        steps: &mut Vec<F::Step>,
    ) -> Result<bool, Stopped> {
        let glance = self.fight.look(spot, self.attacker, Some(plies), steps);
        let attacking = match glance {
            Glance::Drawn => return Ok(false),
            Glance::Open => self.fight.side(spot) == self.attacker,
            Glance::Wins(n) => return Ok(self.fight.side(spot) == self.attacker && n <= plies),
            Glance::Loses(n) => return Ok(self.fight.side(spot) != self.attacker && n <= plies),
        };
        if plies < self.fight.soonest(attacking) {
            return Ok(false);
        }
        if self.twist != 0 && ply < 6 && steps.len() > 1 {
            let turn = (self.twist.wrapping_mul(ply as u64 + 1) >> 8) as usize % steps.len().min(3);
            steps[..=turn].rotate_left(turn.min(1));
        }
        for &step in steps.iter() {
            let after = self.fight.play(spot, step);
            if self.search(&after, plies - 1, ply + 1)? == attacking {
                return Ok(attacking);
            }
        }
        Ok(!attacking)
    }
}

/// Whether the attacker can win within `plies`, searched by several threads that share the table.
pub fn wins_within<F: Fight>(
    fight: &F,
    table: &Bounds,
    signals: &Signals,
    threads: usize,
    question: (&F::Spot, usize, u32),
) -> Result<bool, Stopped>
where
    F::Spot: Sync,
{
    let (spot, attacker, plies) = question;
    if threads < 2 || plies < 8 {
        return Within::new(fight, table, attacker, signals).wins(spot, plies);
    }
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let run = |twist: u64| {
            let mut search = Within::new(fight, table, attacker, signals);
            search.finished = Some(&finished);
            search.twist = twist;
            let answer = search.wins(spot, plies);
            if answer.is_ok() {
                finished.store(true, Ordering::Relaxed);
            }
            signals.nodes.fetch_add(search.nodes, Ordering::Relaxed);
            answer
        };
        let helpers: Vec<_> = (1..threads as u64).map(|n| scope.spawn(move || run(n * 0x1_0001))).collect();
        let mut answer = run(0);
        for helper in helpers {
            if let Ok(Ok(found)) = helper.join() {
                answer = Ok(found);
            }
        }
        answer
    })
}
