//! Defences that hold for ever: a closed set of positions in which the attacker never wins.
//!
//! The defender keeps to one reply in each position. The positions that the attacker can reach are walked depth first, and each
//! is taken to stand until all its replies are refuted; then it is lost, and the position before it takes its next
//! reply. That a position is lost is true of the position alone and is kept for good. That it stands is not: it may rely on one that is
//! lost only later. So the walk is made again, with all that is known to be lost, until nothing more is lost on the
//! way: then the set is closed, and whatever the attacker does, the game stays inside. Going round in circles
//! is then as good as any other way of not losing, which is exactly what the value of a game with cycles says, and no position is
//! judged by the path that led to it. If the first position is lost instead, the attacker wins.

use rustc_hash::FxHashSet;

use crate::fight::{FORESIGHT, Fight, Glance};
use crate::marks::Marks;
use crate::within::Signals;

/// How a question of defence ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The attacker cannot force a win.
    Held,
    /// The attacker wins.
    Lost,
    /// There was not enough room, or the search was stopped.
    Unknown,
}

/// The mark of positions that are lost; smaller ones say in which walk a position was met.
const LOST: u8 = 15;
/// The mark of positions that were met in an earlier walk, however long ago.
const EARLIER: u8 = 14;
/// Of how many replies that may stand the one is taken that needs the fewest new positions.
const CHOICE: usize = 3;

/// What a defence has learnt: the keys of positions in which all replies are refuted. That is true of the positions
/// alone, so that another defence can begin with it.
pub type Learnt = FxHashSet<u64>;

/// A position on the path of the walk.
struct Stand<P> {
    packed: P,
    key: u64,
    /// How many positions were pending when it was met; what is above follows from its reply.
    base: usize,
}

/// A position that must stand, with its key.
type Pending<P> = (P, u64);

/// A reply with the positions that must stand after it.
type Kept<F> = (<F as Fight>::Step, Vec<Pending<<F as Fight>::Packed>>);

/// What follows from a reply.
struct Follow<P> {
    /// Positions that were not met in this walk.
    pending: Vec<Pending<P>>,
    /// How many of them were met in no walk.
    unknown: usize,
}

impl<P> Follow<P> {
    fn cost(&self) -> (usize, usize) {
        (self.unknown, self.pending.len())
    }
}

/// A defence under construction.
pub struct Guard<'a, F: Fight> {
    fight: &'a F,
    attacker: usize,
    signals: &'a Signals,
    marks: Marks,
    /// The mark of the walk under way.
    walk: u8,
    path: Vec<Stand<F::Packed>>,
    pending: Vec<Pending<F::Packed>>,
    /// The positions that the attacker can reach before the first reply; the defence must hold all of them.
    roots: Vec<Pending<F::Packed>>,
    lost: usize,
    /// How many were lost when the walk began.
    lost_before: usize,
    ending: Ending,
    /// Whether also what is foreseen to hold is kept, position by position, and positions are kept apart that the rules
    /// tell apart.
    spelt_out: bool,
    buffers: Vec<Vec<F::Step>>,
}

impl<'a, F: Fight> Guard<'a, F> {
    /// A defence of `spot` against `attacker`.
    pub fn new(fight: &'a F, spot: &F::Spot, attacker: usize, signals: &'a Signals) -> Self {
        Guard::resume(fight, spot, attacker, signals, Learnt::default())
    }

    /// A defence that begins with what an earlier one of the same game has learnt.
    pub fn resume(
        fight: &'a F,
        spot: &F::Spot,
        attacker: usize,
        signals: &'a Signals,
        learnt: Learnt,
    ) -> Self {
        Guard::begin(fight, spot, (attacker, false), signals, learnt)
    }

    /// A defence that keeps every position that can arise, also where it could be foreseen that the attacker never
    /// wins.
    pub fn spelt_out(fight: &'a F, spot: &F::Spot, attacker: usize, signals: &'a Signals) -> Self {
        Guard::begin(fight, spot, (attacker, true), signals, Learnt::default())
    }

    fn begin(
        fight: &'a F,
        spot: &F::Spot,
        (attacker, spelt_out): (usize, bool),
        signals: &'a Signals,
        learnt: Learnt,
    ) -> Self {
        let mut marks = Marks::new();
        learnt.iter().for_each(|&key| marks.set(key, LOST));
        let mut guard = Guard {
            fight,
            attacker,
            signals,
            lost: marks.len(),
            marks,
            walk: 1,
            path: Vec::new(),
            pending: Vec::new(),
            roots: Vec::new(),
            lost_before: 0,
            ending: Ending::Unknown,
            spelt_out,
            buffers: Vec::new(),
        };
        let mut reach = Vec::new();
        if guard.reach(spot, 0, &mut reach) {
            guard.ending = Ending::Lost;
        }
        // The first is walked first.
        guard.roots = reach.iter().rev().map(|spot| (fight.pack(spot), guard.key(spot))).collect();
        guard.set_out();
        guard
    }

    /// What has been learnt, for a later defence.
    pub fn learnt(&self) -> Learnt {
        self.marks.marked(LOST).collect()
    }

    /// How many positions are kept.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Whether no position is kept.
    pub fn is_empty(&self) -> bool {
        self.marks.len() == 0
    }

    /// How many of them are lost.
    pub fn lost(&self) -> usize {
        self.lost
    }

    /// How many wait to be met in this walk.
    pub fn waiting(&self) -> usize {
        self.pending.len()
    }

    #[inline]
    fn key(&self, spot: &F::Spot) -> u64 {
        if self.spelt_out { self.fight.outlook(spot) } else { self.fight.key(spot) }
    }

    /// Begins a walk.
    fn set_out(&mut self) {
        self.lost_before = self.lost;
        self.path.clear();
        self.pending.clone_from(&self.roots);
    }

    /// Works until the question is answered, the search is stopped, or more than `limit` positions are kept. May
    /// be called again to go on.
    pub fn run(&mut self, limit: usize) -> Ending {
        let mut work = 0u32;
        while self.ending == Ending::Unknown {
            work += 1;
            if self.marks.len() > limit || (work & 255 == 0 && self.signals.stopped()) {
                return Ending::Unknown;
            }
            if self.go_on() {
                if self.lost == self.lost_before {
                    self.ending = Ending::Held;
                } else {
                    self.next_walk();
                }
            }
        }
        self.ending
    }

    fn next_walk(&mut self) {
        self.walk += 1;
        if self.walk == EARLIER {
            self.marks.change(|mark| if mark == LOST { LOST } else { EARLIER });
            self.walk = 1;
        }
        self.set_out();
    }

    /// Meets the next position, or leaves the last one; true at the end of the walk.
    fn go_on(&mut self) -> bool {
        let base = self.path.last().map_or(0, |stand| stand.base);
        if self.pending.len() == base {
            return self.path.pop().is_none();
        }
        let Some((packed, key)) = self.pending.pop() else { return true };
        match self.marks.get(key) {
            LOST => {}
            mark if mark == self.walk => return false,
            _ => {
                self.marks.set(key, self.walk);
                self.path.push(Stand { packed, key, base: self.pending.len() });
            }
        }
        // The last position of the path has no reply, or its reply is refuted.
        while let Some(stand) = self.path.last() {
            let key = stand.key;
            self.pending.truncate(stand.base);
            let spot = self.fight.unpack(&stand.packed);
            if let Some(reach) = self.find_reply(&spot) {
                self.pending.extend(reach);
                return false;
            }
            self.marks.set(key, LOST);
            self.lost += 1;
            self.path.pop();
        }
        self.ending = Ending::Lost;
        true
    }

    /// The positions with the defender to move that the attacker can reach from here; true if she wins instead.
    fn reach(&mut self, spot: &F::Spot, depth: usize, found: &mut Vec<F::Spot>) -> bool {
        let attacking = self.fight.side(spot) == self.attacker;
        if self.buffers.len() <= depth {
            self.buffers.push(Vec::new());
        }
        let mut steps = std::mem::take(&mut self.buffers[depth]);
        let hint = if attacking { None } else { Some(0) };
        let wins = match self.fight.look(spot, self.attacker, hint, &mut steps) {
            Glance::Drawn => false,
            Glance::Wins(_) => attacking,
            Glance::Loses(_) => !attacking,
            Glance::Open if !attacking => {
                found.push(spot.clone());
                false
            }
            Glance::Open if !self.spelt_out && self.fight.never_wins(spot, self.attacker) => false,
            Glance::Open => steps.iter().any(|&step| {
                let after = self.fight.play(spot, step);
                self.reach(&after, depth + 1, found)
            }),
        };
        self.buffers[depth] = steps;
        wins
    }

    /// What follows from a reply that is not refuted yet and was not met in this walk.
    fn find_reply(&mut self, spot: &F::Spot) -> Option<Vec<Pending<F::Packed>>> {
        let mut steps = Vec::new();
        self.fight.look(spot, self.attacker, None, &mut steps);
        let (mut reach, mut tried) = (Vec::new(), 0);
        let mut best: Option<Follow<F::Packed>> = None;
        for step in steps {
            reach.clear();
            let after = self.fight.play(spot, step);
            if self.reach(&after, 0, &mut reach) {
                continue;
            }
            let Some(follow) = self.follow(&reach) else { continue };
            if best.as_ref().is_some_and(|best| best.cost() <= follow.cost())
                || (follow.unknown > 0 && self.fight.surely_wins(&after, self.attacker, FORESIGHT))
            {
                continue;
            }
            tried += 1;
            let enough = follow.unknown == 0 || tried == CHOICE;
            best = Some(follow);
            if enough {
                break;
            }
        }
        best.map(|follow| follow.pending)
    }

    /// What follows if the attacker can reach these positions; `None` if one is known to be lost.
    fn follow(&self, reach: &[F::Spot]) -> Option<Follow<F::Packed>> {
        let mut follow = Follow { pending: Vec::new(), unknown: 0 };
        // The first is met first, so it comes last.
        for spot in reach.iter().rev() {
            let key = self.key(spot);
            match self.marks.get(key) {
                LOST => return None,
                mark if mark == self.walk => {}
                mark => {
                    follow.unknown += usize::from(mark == 0);
                    follow.pending.push((self.fight.pack(spot), key));
                }
            }
        }
        Some(follow)
    }

    /// A reply to a position of the set that stays in it, or to one that follows from what was foreseen.
    pub fn reply(&mut self, spot: &F::Spot) -> Option<F::Step> {
        self.reply_within(spot, [self.walk; 2]).map(|(step, _)| step)
    }

    /// A reply after which the attacker only reaches positions with these marks, and those with the first of them: few,
    /// as far as a short look can tell.
    fn reply_within(&mut self, spot: &F::Spot, [open, closed]: [u8; 2]) -> Option<Kept<F>> {
        let mut steps = Vec::new();
        self.fight.look(spot, self.attacker, None, &mut steps);
        let (mut reach, mut tried) = (Vec::new(), 0);
        let mut best: Option<Kept<F>> = None;
        for step in steps {
            reach.clear();
            let after = self.fight.play(spot, step);
            if self.reach(&after, 0, &mut reach) {
                continue;
            }
            let keys: Vec<u64> = reach.iter().map(|spot| self.key(spot)).collect();
            let marks: Vec<u8> = keys.iter().map(|&key| self.marks.get(key)).collect();
            if marks.iter().any(|&mark| mark != open && mark != closed) {
                continue;
            }
            let still = reach.iter().zip(keys).zip(marks).filter(|&(_, mark)| mark == open);
            let pending: Vec<_> = still.map(|((spot, key), _)| (self.fight.pack(spot), key)).collect();
            tried += 1;
            if best.as_ref().is_none_or(|(_, fewest)| pending.len() < fewest.len()) {
                best = Some((step, pending));
            }
            if tried == CHOICE {
                break;
            }
        }
        best
    }

    /// Tells a closed set once the defence holds: every position that can arise, with the reply.
    pub fn tell_set(&mut self, told: &mut dyn FnMut(&F::Spot, F::Step)) {
        if self.ending != Ending::Held {
            return;
        }
        let held = self.walk;
        self.marks.change(|mark| match mark {
            LOST => LOST,
            mark if mark == held => 1,
            _ => EARLIER,
        });
        self.walk = 2;
        let mut open = self.roots.clone();
        while let Some((packed, key)) = open.pop() {
            if self.marks.get(key) == 2 {
                continue;
            }
            self.marks.set(key, 2);
            let spot = self.fight.unpack(&packed);
            if let Some((step, pending)) = self.reply_within(&spot, [1, 2]) {
                told(&spot, step);
                open.extend(pending);
            }
        }
    }
}
