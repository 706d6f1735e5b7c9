//! Defences that hold for ever: a closed set of positions in which the attacker never wins.
//!
//! The defender keeps one reply for each position. Positions are added as the attacker reaches them; when all
//! replies of a position are refuted it is lost, and the positions whose reply led there take their next reply. When
//! nothing is left to expand, the whole set is walked once more from the start; if nothing is to be mended, the set
//! is closed: whatever the attacker does, the game stays inside. Going round in circles is then as good as any other way of not losing, which is exactly what the
//! value of a game with cycles says, and no position is judged by the path that led to it. If the first position
//! is lost instead, the attacker wins.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::fight::{Fight, Glance};
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

const NOBODY: u32 = u32::MAX;
/// The reply of a position that has not been expanded.
const NONE: u16 = u16::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    /// Known, but not needed when it was last looked at.
    Idle,
    /// Waiting to be expanded.
    Waiting,
    /// It has a reply that is not refuted yet.
    Standing,
    /// Every reply is refuted.
    Lost,
}

struct Node<P> {
    packed: P,
    /// The head of the list of positions whose reply led here.
    users: u32,
    reply: u16,
    status: Status,
    /// Whether the walk under way has been here.
    seen: bool,
}

/// What a defence has learnt: the keys of positions in which all replies are refuted. That is true of the positions
/// alone, so that another defence can begin with it. (Replies that stood are not kept: mirror images share a key, and
/// the replies of one are not in the order of the other's.)
pub type Learnt = FxHashSet<u64>;

/// A defence under construction.
pub struct Guard<'a, F: Fight> {
    fight: &'a F,
    attacker: usize,
    signals: &'a Signals,
    index: FxHashMap<u64, u32>,
    nodes: Vec<Node<F::Packed>>,
    /// Links of the lists of users: the user, and the next link. A user may have taken another reply since.
    uses: Vec<(u32, u32)>,
    waiting: Vec<u32>,
    /// Positions to be walked again, while a walk is under way.
    walking: Option<Vec<u32>>,
    /// Whether the walk under way has changed anything.
    mended: bool,
    lost: usize,
    /// The positions that the attacker can reach before the first reply; the defence must hold all of them.
    roots: Vec<u32>,
    /// Whether the attacker wins without any reply.
    beaten: bool,
    /// Whether also what is foreseen to hold is kept, position by position.
    spelt_out: bool,
    /// What an earlier defence has learnt.
    learnt: Learnt,
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
        let mut guard = Guard {
            fight,
            attacker,
            signals,
            index: FxHashMap::default(),
            nodes: Vec::new(),
            uses: Vec::new(),
            waiting: Vec::new(),
            walking: None,
            mended: false,
            lost: 0,
            roots: Vec::new(),
            beaten: false,
            spelt_out,
            learnt,
            buffers: Vec::new(),
        };
        let mut reach = Vec::new();
        guard.beaten = guard.reach(spot, 0, &mut reach);
        if !guard.beaten {
            for spot in reach {
                let id = guard.add(&spot);
                if !guard.roots.contains(&id) {
                    guard.roots.push(id);
                }
            }
            // The first is expanded first.
            for id in guard.roots.clone().into_iter().rev() {
                guard.want(id);
            }
        }
        guard
    }

    /// What has been learnt, for a later defence.
    pub fn learnt(&self) -> Learnt {
        let lost = self.index.iter().filter(|&(_, &id)| self.is_lost(id)).map(|(&key, _)| key);
        self.learnt.iter().copied().chain(lost).collect()
    }

    /// How many positions are kept.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no position is kept.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many of them are lost.
    pub fn lost(&self) -> usize {
        self.lost
    }

    /// How many wait to be expanded.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Works until the question is answered, the search is stopped, or more than `limit` positions are kept. May
    /// be called again to go on.
    pub fn run(&mut self, limit: usize) -> Ending {
        let mut work = 0u32;
        loop {
            if self.beaten || self.roots.iter().any(|&root| self.is_lost(root)) {
                return Ending::Lost;
            }
            work += 1;
            if self.nodes.len() > limit || (work & 255 == 0 && self.signals.stopped()) {
                return Ending::Unknown;
            }
            if let Some(id) = self.waiting.pop() {
                if self.is_needed(id) {
                    self.expand(id);
                } else {
                    self.nodes[id as usize].status = Status::Idle;
                }
            } else if let Some(mut walking) = self.walking.take() {
                match walking.pop() {
                    Some(id) => {
                        self.walk(id, &mut walking);
                        self.walking = Some(walking);
                    }
                    None if self.mended => {}
                    None => return Ending::Held,
                }
            } else {
                self.nodes.iter_mut().for_each(|node| node.seen = false);
                self.mended = false;
                self.walking = Some(self.roots.clone());
            }
        }
    }

    fn is_lost(&self, id: u32) -> bool {
        self.nodes[id as usize].status == Status::Lost
    }

    /// Whether some position relies on this one, or did.
    fn is_needed(&self, id: u32) -> bool {
        let mut at = self.nodes[id as usize].users;
        while let Some(&(user, next)) = self.uses.get(at as usize) {
            if self.nodes[user as usize].status == Status::Standing {
                return true;
            }
            at = next;
        }
        self.walking.is_some() || self.roots.contains(&id)
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

    /// The number of a position, which is new or not.
    fn add(&mut self, spot: &F::Spot) -> u32 {
        let next = self.nodes.len() as u32;
        let key = self.fight.key(spot);
        let id = *self.index.entry(key).or_insert(next);
        if id == next {
            let packed = self.fight.pack(spot);
            let lost = self.learnt.contains(&key);
            self.lost += usize::from(lost);
            let status = if lost { Status::Lost } else { Status::Idle };
            self.nodes.push(Node { packed, users: NOBODY, reply: NONE, status, seen: false });
        }
        id
    }

    /// Puts a position on the list of those to be expanded, unless it is there or done.
    fn want(&mut self, id: u32) {
        let node = &mut self.nodes[id as usize];
        if node.status == Status::Idle {
            node.status = Status::Waiting;
            self.waiting.push(id);
        }
    }

    /// Finds a reply, and tells the positions that relied on this one if there is none, which then do the same.
    fn expand(&mut self, id: u32) {
        let mut shaken = vec![id];
        while let Some(id) = shaken.pop() {
            if self.is_lost(id) || self.find_reply(id) {
                continue;
            }
            self.nodes[id as usize].status = Status::Lost;
            self.lost += 1;
            self.mended = true;
            let mut at = self.nodes[id as usize].users;
            while let Some(&(user, next)) = self.uses.get(at as usize) {
                if self.nodes[user as usize].status == Status::Standing {
                    shaken.push(user);
                }
                at = next;
            }
        }
    }

    /// Takes the reply that leads to the fewest new positions, and to none that is known to be lost.
    fn find_reply(&mut self, id: u32) -> bool {
        let node = &self.nodes[id as usize];
        let stood = node.reply;
        let spot = self.fight.unpack(&node.packed);
        let mut steps = Vec::new();
        self.fight.look(&spot, self.attacker, None, &mut steps);
        let (mut reach, mut best) = (Vec::new(), Vec::new());
        let mut chosen = None;
        for (reply, &step) in (0..NONE).zip(&steps) {
            reach.clear();
            let after = self.fight.play(&spot, step);
            if self.reach(&after, 0, &mut reach) {
                continue;
            }
            if let Some(new) = self.count_new(&reach)
                && chosen.is_none_or(|(fewest, _)| new < fewest)
                && !self.fight.surely_wins(&after, self.attacker)
            {
                chosen = Some((new, reply));
                std::mem::swap(&mut reach, &mut best);
                if new == 0 {
                    break;
                }
            }
        }
        let Some((_, reply)) = chosen else { return false };
        self.nodes[id as usize].reply = reply;
        self.nodes[id as usize].status = Status::Standing;
        if reply != stood {
            for spot in best.iter().rev() {
                let child = self.add(spot);
                let next = self.nodes[child as usize].users;
                self.nodes[child as usize].users = self.uses.len() as u32;
                self.uses.push((id, next));
                self.want(child);
            }
        }
        true
    }

    /// How many of these positions would have to be expanded; `None` if one is known to be lost.
    fn count_new(&self, reach: &[F::Spot]) -> Option<usize> {
        let mut new = 0;
        for spot in reach {
            let key = self.fight.key(spot);
            match self.index.get(&key).map(|&id| self.nodes[id as usize].status) {
                Some(Status::Lost) => return None,
                Some(Status::Waiting | Status::Standing) => {}
                None if self.learnt.contains(&key) => return None,
                Some(Status::Idle) | None => new += 1,
            }
        }
        Some(new)
    }

    /// Looks at a position again: whether its reply still stands, and what it relies on.
    fn walk(&mut self, id: u32, walking: &mut Vec<u32>) {
        let node = &mut self.nodes[id as usize];
        if std::mem::replace(&mut node.seen, true) || node.status != Status::Standing {
            return;
        }
        let spot = self.fight.unpack(&node.packed);
        let mut reach = Vec::new();
        self.children(&spot, self.nodes[id as usize].reply, &mut reach);
        let ids: Vec<u32> =
            reach.iter().filter_map(|s| self.index.get(&self.fight.key(s)).copied()).collect();
        if ids.iter().any(|&child| self.is_lost(child)) {
            self.mended = true;
            self.expand(id);
            return;
        }
        for child in ids {
            if self.nodes[child as usize].status == Status::Idle {
                self.mended = true;
                self.want(child);
            } else {
                walking.push(child);
            }
        }
    }

    /// What the attacker can reach after this reply, which does not lose at once.
    fn children(&mut self, spot: &F::Spot, reply: u16, reach: &mut Vec<F::Spot>) -> Option<F::Step> {
        let mut steps = Vec::new();
        self.fight.look(spot, self.attacker, None, &mut steps);
        let step = *steps.get(usize::from(reply))?;
        let after = self.fight.play(spot, step);
        self.reach(&after, 0, reach);
        Some(step)
    }

    /// The reply to a position of the set, whichever of its mirror images is kept, or to one that follows from what
    /// was foreseen.
    pub fn reply(&self, spot: &F::Spot) -> Option<F::Step> {
        let mut steps = Vec::new();
        let Some(&id) = self.index.get(&self.fight.key(spot)) else {
            self.fight.look(spot, self.attacker, None, &mut steps);
            let holds = |&step: &F::Step| {
                let after = self.fight.play(spot, step);
                self.fight.look(&after, self.attacker, None, &mut Vec::new()) == Glance::Drawn
                    || self.fight.never_wins(&after, self.attacker)
            };
            return steps.into_iter().find(holds);
        };
        let node = &self.nodes[id as usize];
        let kept = self.fight.unpack(&node.packed);
        self.fight.look(&kept, self.attacker, None, &mut steps);
        let after = self.fight.play(&kept, *steps.get(usize::from(node.reply))?);
        self.fight.look(spot, self.attacker, None, &mut steps);
        let wanted = self.fight.key(&after);
        steps.into_iter().find(|&step| self.fight.key(&self.fight.play(spot, step)) == wanted)
    }

    /// The closed set once the defence holds: every position that can arise, with the reply.
    pub fn closed_set(&mut self) -> Vec<(F::Spot, F::Step)> {
        self.nodes.iter_mut().for_each(|node| node.seen = false);
        let mut open = self.roots.clone();
        let mut set = Vec::new();
        while let Some(id) = open.pop() {
            let node = &mut self.nodes[id as usize];
            if std::mem::replace(&mut node.seen, true) {
                continue;
            }
            let spot = self.fight.unpack(&node.packed);
            let reply = node.reply;
            let mut reach = Vec::new();
            if let Some(step) = self.children(&spot, reply, &mut reach) {
                open.extend(reach.iter().filter_map(|spot| self.index.get(&self.fight.key(spot))));
                set.push((spot, step));
            }
        }
        set
    }
}
