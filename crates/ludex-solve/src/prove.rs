//! One thread's part of a proof-number search, and what it shares with others.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use ludex_core::mix;
use rustc_hash::FxHashMap;

use crate::fight::{Fight, Glance, Guess};
use crate::numbers::{Child, Missing, NEVER, NOTHING, Numbers, a_little_more, together};
use crate::proof::Alike;
use crate::within::{Signals, Stopped};

/// After how many positions it is worth while to look whether other moves have been decided on the way.
const A_WHILE: u64 = 16;
/// The longest path that is followed.
const DEEPEST: usize = 4000;
/// How many forcing moves are looked ahead for a win when a position is first met; more cost more than they save.
const AHEAD: u32 = 3;

/// The positions on the path, by their keys.
struct Path {
    keys: Vec<u64>,
    /// How many of them have a key with these lowest bits, so that it is mostly seen at once that a position is not
    /// among them.
    counts: Vec<u16>,
}

impl Path {
    fn new() -> Path {
        Path { keys: Vec::new(), counts: vec![0; 1 << 12] }
    }

    fn lot(&self, key: u64) -> usize {
        key as usize & (self.counts.len() - 1)
    }

    fn push(&mut self, key: u64) {
        let lot = self.lot(key);
        self.counts[lot] += 1;
        self.keys.push(key);
    }

    fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let lot = self.lot(key);
            self.counts[lot] -= 1;
        }
    }

    /// The place of a position.
    fn place(&self, key: u64) -> Option<u16> {
        if self.counts[self.lot(key)] == 0 {
            return None;
        }
        self.keys.iter().position(|&there| there == key).map(|place| place as u16)
    }
}

/// How many threads are at each position, by some bits of its key.
struct Busy(Vec<AtomicU8>);

impl Busy {
    fn new() -> Busy {
        Busy((0..1 << 16).map(|_| AtomicU8::new(0)).collect())
    }

    fn at(&self, key: u64) -> &AtomicU8 {
        &self.0[(key >> 16) as usize & (self.0.len() - 1)]
    }
}

/// What the threads that work on one question share besides the table.
pub(crate) struct Company {
    busy: Busy,
    /// One of them has the answer.
    pub(crate) finished: AtomicBool,
}

impl Company {
    pub(crate) fn new() -> Company {
        Company { busy: Busy::new(), finished: AtomicBool::new(false) }
    }
}

/// One thread's part of a search.
pub(crate) struct Worker<'w, F: Fight> {
    fight: &'w F,
    attacker: usize,
    signals: &'w Signals,
    numbers: &'w Numbers,
    alike: Alike,
    company: Option<&'w Company>,
    path: Path,
    /// The moves of all positions on the path.
    children: Vec<Child<F::Step>>,
    /// The moves of the position that is being looked at, and where they lead.
    steps: Vec<F::Step>,
    spots: Vec<F::Spot>,
    nodes: u64,
    budget: u64,
    order: Option<&'w mut FxHashMap<u64, u32>>,
}

impl<'w, F: Fight> Worker<'w, F> {
    pub(crate) fn new(
        (fight, attacker, alike): (&'w F, usize, Alike),
        (numbers, signals): (&'w Numbers, &'w Signals),
        order: Option<&'w mut FxHashMap<u64, u32>>,
        company: Option<&'w Company>,
    ) -> Self {
        Worker {
            fight,
            attacker,
            signals,
            numbers,
            alike,
            company,
            path: Path::new(),
            children: Vec::new(),
            steps: Vec::new(),
            spots: Vec::new(),
            nodes: 0,
            budget: 0,
            order,
        }
    }

    pub(crate) fn run(&mut self, spot: &F::Spot, budget: u64) -> Result<Missing, Stopped> {
        self.budget = budget;
        let found = self.search(spot, self.key(spot), (0, 0), (NEVER, NEVER));
        self.signals.nodes.fetch_add(self.nodes, Ordering::Relaxed);
        found
    }

    fn key(&self, spot: &F::Spot) -> u64 {
        self.alike.key(self.fight, spot)
    }

    /// What is known of a position without searching it, when it comes after the path with this sign.
    fn known(&self, spot: &F::Spot, key: u64, sign: u64) -> Missing {
        if let Some(place) = self.path.place(key) {
            return Missing { rests_on: place, ..Missing::HELD };
        }
        self.numbers.get_after(key, sign).unwrap_or_else(|| match self.fight.guess(spot, self.attacker) {
            Guess::Wins(plies) => Missing::won(plies),
            Guess::Held => Missing::HELD,
            Guess::Open { proof, disproof } => Missing::open(proof, disproof),
        })
    }

    /// Keeps what was found of a position in the table, under a key of its own where it is true of the path only.
    fn keep(&mut self, key: u64, kept_as: u64, missing: Missing) {
        self.numbers.put(kept_as, missing);
        if let Some(order) = self.order.as_mut().filter(|_| missing.proof == 0) {
            let when = order.len() as u32 + 1;
            order.entry(key).or_insert(when);
        }
    }

    /// What can be foreseen of an open position that is met for the first time.
    fn foreseen(&self, spot: &F::Spot, key: u64, attacking: bool) -> Option<Missing> {
        if !attacking || self.numbers.get(key).is_some() {
            None
        } else if self.fight.surely_wins(spot, self.attacker, AHEAD) {
            Some(Missing::won(2 * AHEAD + 1))
        } else {
            self.fight.never_wins(spot, self.attacker).then_some(Missing::HELD)
        }
    }

    /// Searches a position until it is decided or as much is missing as the limits say.
    fn search(
        &mut self,
        spot: &F::Spot,
        key: u64,
        (place, sign): (u16, u64),
        (most_proof, most_disproof): (u32, u32),
    ) -> Result<Missing, Stopped> {
        self.nodes += 1;
        let stopped = self.nodes & 255 == 0 && self.is_over();
        if stopped || self.nodes > self.budget || usize::from(place) > DEEPEST {
            return Err(Stopped);
        }
        let glance = self.fight.moves(spot, self.attacker, &mut self.steps);
        let attacking = glance != Glance::Drawn && self.fight.side(spot) == self.attacker;
        let seen = match glance {
            Glance::Open => None,
            Glance::Drawn => Some(Missing::HELD),
            Glance::Wins(plies) => Some(if attacking { Missing::won(plies) } else { Missing::HELD }),
            Glance::Loses(plies) => Some(if attacking { Missing::HELD } else { Missing::won(plies) }),
        };
        let seen = seen.or_else(|| self.foreseen(spot, key, attacking));
        if let Some(seen) = seen {
            self.keep(key, key, seen);
            return Ok(seen);
        }
        self.path.push(key);
        // The sign of the path tells disproofs that rest on it from others. It changes the upper half of a key, so that
        // what is true of a path lies beside what is true of the position.
        let below = (mix(sign ^ key).wrapping_add(u64::from(place)) | 1) << 32;
        let first = self.children.len();
        self.expand(spot, below);
        let found = loop {
            let here = together(&self.children[first..], attacking);
            if here.is_decided() || here.proof >= most_proof || here.disproof >= most_disproof {
                break Ok(here);
            }
            let most = if attacking { most_proof } else { most_disproof };
            let (best, second) = self.urgent(first, attacking, most);
            let &Child { step, key: next, missing } = &self.children[first + best];
            let limits = if attacking {
                let spare = (most_disproof - here.disproof).saturating_add(missing.disproof).min(NEVER);
                (most.min(a_little_more(second)), spare)
            } else {
                let spare = (most_proof - here.proof).saturating_add(missing.proof).min(NEVER);
                (spare, most.min(a_little_more(second)))
            };
            let before = self.nodes;
            if let Some(company) = self.company {
                company.busy.at(next).fetch_add(1, Ordering::Relaxed);
            }
            let found = self.search(&self.fight.play(spot, step), next, (place + 1, below), limits);
            if let Some(company) = self.company {
                company.busy.at(next).fetch_sub(1, Ordering::Relaxed);
            }
            match found {
                Ok(missing) => self.children[first + best].missing = missing,
                Err(stopped) => {
                    // What was found so far is kept for a search that goes on.
                    self.children[first + best].missing = self.numbers.get(next).unwrap_or(missing);
                    let here = together(&self.children[first..], attacking);
                    if !here.is_decided() {
                        self.keep(key, key, here);
                    }
                    break Err(stopped);
                }
            }
            if self.nodes - before > A_WHILE {
                self.learn(first);
            }
        };
        self.path.pop();
        self.children.truncate(first);
        let mut here = found?;
        // Where all cycles close at or below this position, the disproof rests on nothing above.
        if here.disproof == 0 && here.rests_on != NOTHING && here.rests_on >= place {
            here.rests_on = NOTHING;
        }
        let for_this_path = here.disproof == 0 && here.rests_on != NOTHING;
        self.keep(key, if for_this_path { key ^ sign } else { key }, here);
        Ok(here)
    }

    /// Adds the moves that were just found to those of the path, with what is known of them after the path with this
    /// sign. All are asked for in the table before the first is read.
    fn expand(&mut self, spot: &F::Spot, sign: u64) {
        let first = self.children.len();
        self.spots.clear();
        for at in 0..self.steps.len() {
            let step = self.steps[at];
            let after = self.fight.play(spot, step);
            let key = self.key(&after);
            if self.children[first..].iter().all(|child| child.key != key) {
                self.numbers.ask_for(key);
                self.children.push(Child { key, missing: Missing::NEW, step });
                self.spots.push(after);
            }
        }
        for at in first..self.children.len() {
            self.children[at].missing = self.known(&self.spots[at - first], self.children[at].key, sign);
        }
    }

    /// What was found on the way may have decided others; other threads may have got further with them.
    fn learn(&mut self, first: usize) {
        let alone = self.company.is_none();
        for child in self.children[first..].iter_mut().filter(|child| !child.missing.is_decided()) {
            if let Some(missing) = self.numbers.get(child.key).filter(|there| there.is_decided() || !alone) {
                child.missing = missing;
            }
        }
    }

    /// The move to look at, of those with less missing than `most`, and the number of the next best, or its own if that is
    /// higher. Moves that another thread is looking at are taken to have more missing.
    fn urgent(&self, first: usize, attacking: bool, most: u32) -> (usize, u32) {
        let (mut best, mut second) = ((0, NEVER), NEVER);
        let mut own = 0;
        for (at, child) in self.children[first..].iter().enumerate() {
            let number = if attacking { child.missing.proof } else { child.missing.disproof };
            let busy = |company: &Company| company.busy.at(child.key).load(Ordering::Relaxed) != 0;
            let weighed = match self.company {
                Some(company) if number < NEVER && busy(company) => (number + number / 2 + 1).min(NEVER - 1),
                _ => number,
            };
            if number < most && weighed < best.1 {
                (best, second) = ((at, weighed), best.1);
                own = number;
            } else {
                second = second.min(weighed);
            }
        }
        (best.0, second.max(own))
    }

    fn is_over(&self) -> bool {
        let finished = |company: &Company| company.finished.load(Ordering::Relaxed);
        self.signals.stopped() || self.company.is_some_and(finished)
    }
}
