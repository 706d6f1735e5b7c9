//! Depth-first proof-number search: can the attacker force a win, in however many moves?
//!
//! Each position has two numbers: how many positions at least must still be won to prove a win, and how many must be
//! held to disprove it. A new position begins with what the [`Fight`] takes it for. The search always goes where least is
//! missing, as deep as the numbers allow, and keeps them in a table of fixed size. Several threads can work on one
//! question: they share the table, and what one is searching counts a little more for the others.
//!
//! Cycles are treated exactly. A position that is on the path already cannot help the attacker, so it counts as
//! held *on this path*. A proved win never rests on that and is true of the position alone. A disproof may rest
//! on it: with every disproof goes the place of the highest position on the path that it rests on. If that is not above
//! the position itself, all its cycles close below it, the positions form a set that the attacker cannot leave, and the
//! disproof is true of the position alone. Otherwise it is remembered for this path only.

use std::io::{Read, Write};
use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;

use crate::fight::{Fight, Glance};
use crate::guard::Ending;
use crate::numbers::{Missing, Numbers};
use crate::prove::{Company, Worker};
use crate::solve::STACK;
use crate::within::{Signals, Stopped};

/// Which positions a search takes for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Alike {
    /// Those with the same [`Fight::key`].
    ToSearch,
    /// Those that the rules cannot tell apart at all.
    ToRules,
    /// Those that the rules will not tell apart any more.
    InFuture,
}

impl Alike {
    pub(crate) fn key<F: Fight>(self, fight: &F, spot: &F::Spot) -> u64 {
        match self {
            Alike::ToSearch => fight.key(spot),
            Alike::ToRules => fight.identity(spot),
            Alike::InFuture => fight.outlook(spot),
        }
    }
}

/// A proof-number search for one attacker.
pub struct Proof<'a, F: Fight> {
    fight: &'a F,
    attacker: usize,
    signals: &'a Signals,
    numbers: Numbers,
    threads: usize,
    alike: Alike,
    /// When each position was found to be won, if that is to be told.
    order: Option<FxHashMap<u64, u32>>,
}

impl<'a, F: Fight> Proof<'a, F> {
    /// A search with a table of about so many bytes.
    pub fn new(fight: &'a F, attacker: usize, bytes: usize, signals: &'a Signals) -> Self {
        let (numbers, alike) = (Numbers::new(bytes), Alike::ToSearch);
        Proof { fight, attacker, signals, numbers, threads: 1, alike, order: None }
    }

    /// The same search on so many threads.
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// A search that remembers in which order positions were won, and keeps positions apart that the rules tell apart.
    pub(crate) fn to_tell(fight: &'a F, attacker: usize, bytes: usize, signals: &'a Signals) -> Self {
        let order = Some(FxHashMap::default());
        Proof { order, alike: Alike::ToRules, ..Proof::new(fight, attacker, bytes, signals) }
    }

    /// A search that keeps positions apart that the rules may still tell apart.
    pub(crate) fn to_hold(fight: &'a F, attacker: usize, bytes: usize, signals: &'a Signals) -> Self {
        Proof { alike: Alike::InFuture, ..Proof::new(fight, attacker, bytes, signals) }
    }

    pub(crate) fn key(&self, spot: &F::Spot) -> u64 {
        self.alike.key(self.fight, spot)
    }

    /// Whether the table says that the attacker never wins a position, whatever led to it.
    pub(crate) fn is_held(&self, spot: &F::Spot) -> bool {
        self.numbers.get(self.key(spot)).is_some_and(|missing| missing.disproof == 0)
    }

    /// Whether the table says that the attacker wins a position.
    pub(crate) fn is_won(&self, spot: &F::Spot) -> bool {
        self.numbers.get(self.key(spot)).is_some_and(|missing| missing.proof == 0)
    }

    /// Within how many plies the attacker wins a position, if a proof of that is known: any proof, perhaps not the shortest.
    pub fn won_within(&self, spot: &F::Spot) -> Option<u32> {
        let attacking = || self.fight.side(spot) == self.attacker;
        match self.fight.look(spot, self.attacker, None, &mut Vec::new()) {
            Glance::Drawn => return None,
            Glance::Wins(plies) => return attacking().then_some(plies),
            Glance::Loses(plies) => return (!attacking()).then_some(plies),
            Glance::Open => {}
        }
        let known = self.numbers.get(self.key(spot)).filter(|missing| missing.proof == 0);
        known.map(|missing| missing.plies)
    }

    /// The same search, which listens to other signals from now on.
    pub(crate) fn listen_to(&mut self, signals: &'a Signals) {
        self.signals = signals;
    }

    /// Works until the question is answered, the search is stopped, or so many positions have been looked at. May be
    /// called again to go on: the table remembers. The path can be thousands of moves long, for which a thread
    /// needs a stack of some hundred megabytes.
    pub fn run(&mut self, spot: &F::Spot, budget: u64) -> Ending {
        let found = if self.threads > 1 && self.order.is_none() {
            self.run_in_company(spot, budget)
        } else {
            let mut order = self.order.take();
            let mut worker = self.worker(order.as_mut(), None);
            let found = worker.run(spot, budget);
            self.order = order;
            found
        };
        match found {
            Ok(missing) if missing.proof == 0 => Ending::Lost,
            Ok(missing) if missing.disproof == 0 => Ending::Held,
            _ => Ending::Unknown,
        }
    }

    fn worker<'w>(
        &'w self,
        order: Option<&'w mut FxHashMap<u64, u32>>,
        company: Option<&'w Company>,
    ) -> Worker<'w, F> {
        let question = (self.fight, self.attacker, self.alike);
        Worker::new(question, (&self.numbers, self.signals), order, company)
    }

    fn run_in_company(&self, spot: &F::Spot, budget: u64) -> Result<Missing, Stopped> {
        let company = Company::new();
        let work = |spot: F::Spot| {
            let found = self.worker(None, Some(&company)).run(&spot, budget / self.threads as u64);
            if found.is_ok() {
                company.finished.store(true, Ordering::Relaxed);
            }
            found
        };
        let work = &work;
        std::thread::scope(|scope| {
            // Where the system has no room for a thread, the others do its part.
            let helpers: Vec<_> = (1..self.threads)
                .filter_map(|_| {
                    let spot = spot.clone();
                    let thread = std::thread::Builder::new().stack_size(STACK);
                    thread.spawn_scoped(scope, move || work(spot)).ok()
                })
                .collect();
            let found = work(spot.clone());
            helpers.into_iter().fold(found, |found, helper| match (found, helper.join()) {
                (Err(_), Ok(other)) => other,
                (found, _) => found,
            })
        })
    }

    /// How many positions at least must still be won for a proof and held for a disproof, as far as the search has got.
    pub fn missing(&self, spot: &F::Spot) -> Option<(u32, u32)> {
        self.numbers.get(self.key(spot)).map(|missing| (missing.proof, missing.disproof))
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
}
