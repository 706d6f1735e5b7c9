//! Depth-first proof-number search: can the attacker force a win, in however many moves?
//!
//! Each position has two numbers: how many positions at least must still be won to prove a win, and how many must be
//! held to disprove it. The search always goes where least is missing, as deep as the numbers allow, and keeps them in a
//! table of fixed size.
//!
//! Cycles are treated exactly. A position that is on the path already cannot help the attacker, so it counts as
//! held *on this path*. A proved win never rests on that and is true of the position alone. A disproof may rest
//! on it: with every disproof goes the place of the highest position on the path that it rests on. If that is not above
//! the position itself, all its cycles close below it, the positions form a set that the attacker cannot leave, and the
//! disproof is true of the position alone. Otherwise it is remembered for this path only.

use std::io::{Read, Write};
use std::sync::atomic::Ordering;

use ludex_core::mix;
use rustc_hash::FxHashMap;

use crate::fight::{Fight, Glance};
use crate::guard::Ending;
use crate::within::{Signals, Stopped};
use crate::words::Words;

/// Nothing can be done any more.
const NEVER: u32 = (1 << 24) - 1;
/// A disproof that rests on no position above.
const NOTHING: u16 = u16::MAX;
/// Positions a bucket; with two words each they fill a line of memory.
const WAYS: usize = 4;
/// The longest path that is followed.
const DEEPEST: usize = 4000;

/// What is missing for a proof and for a disproof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Missing {
    proof: u32,
    disproof: u32,
    /// The place on the path of the highest position that a disproof rests on.
    rests_on: u16,
}

impl Missing {
    const NEW: Missing = Missing { proof: 1, disproof: 1, rests_on: NOTHING };
    const WON: Missing = Missing { proof: 0, disproof: NEVER, rests_on: NOTHING };
    const HELD: Missing = Missing { proof: NEVER, disproof: 0, rests_on: NOTHING };

    fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    fn pack(&self) -> u64 {
        u64::from(self.proof) << 40 | u64::from(self.disproof) << 16 | u64::from(self.rests_on)
    }

    fn unpack(word: u64) -> Missing {
        Missing { proof: (word >> 40) as u32, disproof: (word >> 16) as u32 & NEVER, rests_on: word as u16 }
    }
}

/// Numbers by position. An entry is its numbers and its key, which is kept mixed with them, so that an entry of which
/// another thread has written one half is not recognised.
struct Numbers {
    words: Words,
    mask: usize,
}

impl Numbers {
    fn new(bytes: usize) -> Numbers {
        let count = 1usize << (bytes / 16).max(1 << 12).ilog2();
        Numbers { words: Words::new(2 * count), mask: count - 1 }
    }

    fn bucket(&self, key: u64) -> usize {
        2 * ((key as usize & self.mask) & !(WAYS - 1))
    }

    fn get(&self, key: u64) -> Option<Missing> {
        let first = self.bucket(key);
        (0..WAYS).find_map(|way| {
            let numbers = self.words[first + 2 * way + 1].load(Ordering::Relaxed);
            let there = self.words[first + 2 * way].load(Ordering::Relaxed) ^ numbers;
            (there == key && numbers != 0).then(|| Missing::unpack(numbers))
        })
    }

    /// What is decided stays longest, and of the rest what has most missing: it took most work.
    fn put(&self, key: u64, missing: Missing) {
        let first = self.bucket(key);
        let mut cheapest = (u64::MAX, first);
        for way in 0..WAYS {
            let at = first + 2 * way;
            let numbers = self.words[at + 1].load(Ordering::Relaxed);
            if numbers == 0 || self.words[at].load(Ordering::Relaxed) ^ numbers == key {
                cheapest = (0, at);
                break;
            }
            let there = Missing::unpack(numbers);
            let work = u64::from(there.proof) + u64::from(there.disproof);
            if work < cheapest.0 {
                cheapest = (work, at);
            }
        }
        let numbers = missing.pack();
        self.words[cheapest.1].store(key ^ numbers, Ordering::Relaxed);
        self.words[cheapest.1 + 1].store(numbers, Ordering::Relaxed);
    }
}

/// A move and where it leads.
struct Child<S> {
    spot: S,
    key: u64,
    missing: Missing,
}

/// A proof-number search for one attacker.
pub struct Proof<'a, F: Fight> {
    fight: &'a F,
    attacker: usize,
    signals: &'a Signals,
    numbers: Numbers,
    /// The positions on the path with their places.
    path: FxHashMap<u64, u16>,
    nodes: u64,
    budget: u64,
    /// When each position was found to be won, if that is to be told.
    order: Option<FxHashMap<u64, u32>>,
}

impl<'a, F: Fight> Proof<'a, F> {
    /// A search with a table of about so many bytes.
    pub fn new(fight: &'a F, attacker: usize, bytes: usize, signals: &'a Signals) -> Self {
        let numbers = Numbers::new(bytes);
        let path = FxHashMap::default();
        Proof { fight, attacker, signals, numbers, path, nodes: 0, budget: 0, order: None }
    }

    /// A search that remembers in which order positions were won, and keeps positions apart that the rules tell apart.
    pub(crate) fn to_tell(fight: &'a F, attacker: usize, bytes: usize, signals: &'a Signals) -> Self {
        Proof { order: Some(FxHashMap::default()), ..Proof::new(fight, attacker, bytes, signals) }
    }

    fn key(&self, spot: &F::Spot) -> u64 {
        if self.order.is_some() { self.fight.identity(spot) } else { self.fight.key(spot) }
    }

    /// Works until the question is answered, the search is stopped, or so many positions have been looked at. May be
    /// called again to go on: the table remembers. The path can be thousands of moves long, for which a thread
    /// needs a stack of some hundred megabytes.
    pub fn run(&mut self, spot: &F::Spot, budget: u64) -> Ending {
        self.path.clear();
        self.nodes = 0;
        self.budget = budget;
        let key = self.key(spot);
        let found = self.search(spot, key, (0, 0), (NEVER, NEVER));
        self.signals.nodes.fetch_add(self.nodes, Ordering::Relaxed);
        match found {
            Ok(missing) if missing.proof == 0 => Ending::Lost,
            Ok(missing) if missing.disproof == 0 => Ending::Held,
            _ => Ending::Unknown,
        }
    }

    /// The share of the table in use.
    pub fn fill(&self) -> f64 {
        self.numbers.words.fill()
    }

    /// Writes the table, so that a search that was stopped can go on.
    pub fn save(&self, to: impl Write) -> std::io::Result<()> {
        self.numbers.words.save(to)
    }

    /// Reads a table that was saved with the same amount of memory.
    pub fn load(&self, from: impl Read) -> std::io::Result<()> {
        self.numbers.words.load(from)
    }

    /// What is known of a position without searching it, when it comes after the path with this sign.
    fn known(&self, key: u64, sign: u64) -> Missing {
        if let Some(&place) = self.path.get(&key) {
            return Missing { rests_on: place, ..Missing::HELD };
        }
        match self.numbers.get(key) {
            Some(missing) if missing.is_decided() => missing,
            other => self.numbers.get(key ^ sign).or(other).unwrap_or(Missing::NEW),
        }
    }

    /// Keeps what was found of a position in the table, under a key of its own where it is true of the path only.
    fn keep(&mut self, key: u64, kept_as: u64, missing: Missing) {
        self.numbers.put(kept_as, missing);
        if let Some(order) = self.order.as_mut().filter(|_| missing.proof == 0) {
            let when = order.len() as u32 + 1;
            order.entry(key).or_insert(when);
        }
    }

    /// The move of the attacker, who is to move, to the position that was won first, and when that was. Whatever the
    /// defender does there, some move leads on to a position that was won earlier still.
    pub(crate) fn first_won(&self, spot: &F::Spot) -> Option<(F::Step, u32)> {
        let (fight, attacker) = (self.fight, self.attacker);
        let mut steps = Vec::new();
        if fight.look(spot, attacker, None, &mut steps) != Glance::Open {
            return None;
        }
        let when = |after: &F::Spot| {
            let glance = fight.look(after, attacker, None, &mut Vec::new());
            let attacking = glance != Glance::Drawn && fight.side(after) == attacker;
            match glance {
                Glance::Wins(_) if attacking => Some(0),
                Glance::Loses(_) if !attacking => Some(0),
                Glance::Open => self.order.as_ref()?.get(&self.key(after)).copied(),
                _ => None,
            }
        };
        let found = steps.into_iter().filter_map(|step| Some((step, when(&fight.play(spot, step))?)));
        found.min_by_key(|&(_, when)| when)
    }

    /// What can be foreseen of an open position that is met for the first time.
    fn foreseen(&self, spot: &F::Spot, key: u64, attacking: bool) -> Option<Missing> {
        if !attacking || self.numbers.get(key).is_some() {
            None
        } else if self.fight.surely_wins(spot, self.attacker) {
            Some(Missing::WON)
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
        let stopped = self.nodes & 255 == 0 && self.signals.stopped();
        if stopped || self.nodes > self.budget || usize::from(place) > DEEPEST {
            return Err(Stopped);
        }
        let mut steps = Vec::new();
        let glance = self.fight.look(spot, self.attacker, None, &mut steps);
        let attacking = glance != Glance::Drawn && self.fight.side(spot) == self.attacker;
        let seen = match glance {
            Glance::Open => None,
            Glance::Drawn => Some(Missing::HELD),
            Glance::Wins(_) => Some(if attacking { Missing::WON } else { Missing::HELD }),
            Glance::Loses(_) => Some(if attacking { Missing::HELD } else { Missing::WON }),
        };
        let seen = seen.or_else(|| self.foreseen(spot, key, attacking));
        if let Some(seen) = seen {
            self.keep(key, key, seen);
            return Ok(seen);
        }
        self.path.insert(key, place);
        // The sign of the path tells disproofs that rest on it from others.
        let below = mix(sign ^ key).wrapping_add(u64::from(place)) | 1;
        let mut children: Vec<Child<F::Spot>> = Vec::with_capacity(steps.len());
        for step in steps {
            let spot = self.fight.play(spot, step);
            let key = self.key(&spot);
            if children.iter().all(|child| child.key != key) {
                children.push(Child { spot, key, missing: self.known(key, below) });
            }
        }
        let found = loop {
            let here = together(&children, attacking);
            if here.is_decided() || here.proof >= most_proof || here.disproof >= most_disproof {
                break Ok(here);
            }
            let (best, second) = urgent(&children, attacking);
            let Child { spot, key, missing } = &children[best];
            let limits = if attacking {
                let spare = (most_disproof - here.disproof).saturating_add(missing.disproof).min(NEVER);
                (most_proof.min(a_little_more(second)), spare)
            } else {
                let spare = (most_proof - here.proof).saturating_add(missing.proof).min(NEVER);
                (spare, most_disproof.min(a_little_more(second)))
            };
            match self.search(&spot.clone(), *key, (place + 1, below), limits) {
                Ok(missing) => children[best].missing = missing,
                Err(stopped) => break Err(stopped),
            }
            // What was found on the way may have decided others.
            for child in children.iter_mut().filter(|child| !child.missing.is_decided()) {
                if let Some(missing) = self.numbers.get(child.key).filter(Missing::is_decided) {
                    child.missing = missing;
                }
            }
        };
        self.path.remove(&key);
        let mut here = found?;
        // Where all cycles close at or below this position, the disproof rests on nothing above.
        if here.disproof == 0 && here.rests_on != NOTHING && here.rests_on >= place {
            here.rests_on = NOTHING;
        }
        let for_this_path = here.disproof == 0 && here.rests_on != NOTHING;
        self.keep(key, if for_this_path { key ^ sign } else { key }, here);
        Ok(here)
    }
}

/// A little above the second best, so that the search does not go to and fro.
fn a_little_more(second: u32) -> u32 {
    second.saturating_add(1 + second / 4).min(NEVER)
}

/// The numbers of a position from those of its moves.
fn together<S>(children: &[Child<S>], attacking: bool) -> Missing {
    let all = children.iter().map(|child| &child.missing);
    let own = |missing: &Missing| if attacking { missing.proof } else { missing.disproof };
    let other = |missing: &Missing| if attacking { missing.disproof } else { missing.proof };
    let least = all.clone().map(own).min().unwrap_or(NEVER);
    let sum = all.clone().map(other).fold(0u32, |sum, one| sum.saturating_add(one));
    let sum = if all.clone().any(|one| other(one) == NEVER) { NEVER } else { sum.min(NEVER - 1) };
    let (proof, disproof) = if attacking { (least, sum) } else { (sum, least) };
    if disproof != 0 {
        return Missing { proof, disproof, rests_on: NOTHING };
    }
    // The attacker's moves all fail, and all reasons count; the defender needs one that holds, the surest.
    let held = all.filter(|missing| missing.disproof == 0).map(|missing| missing.rests_on);
    let rests_on = if attacking { held.min() } else { held.max() };
    Missing { proof: NEVER, disproof: 0, rests_on: rests_on.unwrap_or(NOTHING) }
}

/// The move to look at, and the number of the next best.
fn urgent<S>(children: &[Child<S>], attacking: bool) -> (usize, u32) {
    let number = |child: &Child<S>| if attacking { child.missing.proof } else { child.missing.disproof };
    let (mut best, mut second) = ((0, NEVER), NEVER);
    for (at, child) in children.iter().enumerate() {
        let own = number(child);
        if own < best.1 {
            (best, second) = ((at, own), best.1);
        } else {
            second = second.min(own);
        }
    }
    (best.0, second)
}
