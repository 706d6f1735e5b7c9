//! Playing a described game: the set-up, the legal moves, what a move brings about, the end.

use std::cell::Cell;

use smallvec::SmallVec;

use super::chance::Chance;
use super::code::{Gen, Int, Kind, PendingWhat, Region, ToClause};
use super::eval::{Bound, Eval};
use super::moves::{Action, Actions, Move};
use super::rules::Rules;
use super::state::{Content, Last, State};

/// A position on its way to the next: actions are made one by one.
pub(super) struct Play<'a, const W: usize> {
    pub(super) rules: &'a Rules<W>,
    pub(super) state: &'a mut State<W>,
    pub(super) chance: &'a Chance,
    pub(super) fuel: &'a Cell<u64>,
    depth: u32,
    /// How deep play rules are evaluated inside play rules, as for an evaluator.
    nested: u8,
    /// How many moves are being tried within one another.
    trying: u8,
    /// Where the last action that has places began and ended. The last move shows it when all has been done.
    after: Option<(i16, i16)>,
    /// Everything that was done, where somebody wants to know.
    log: Option<SmallVec<[Action; 8]>>,
}

impl<'a, const W: usize> Play<'a, W> {
    pub(super) fn new(
        rules: &'a Rules<W>,
        state: &'a mut State<W>,
        chance: &'a Chance,
        fuel: &'a Cell<u64>,
    ) -> Play<'a, W> {
        Play { rules, state, chance, fuel, depth: 0, nested: 0, trying: 0, after: None, log: None }
    }

    /// An evaluator of the position as it is now.
    fn eval(&self) -> Eval<'_, W> {
        let mut eval = Eval::new(self.rules, self.state, self.chance, self.fuel);
        (eval.nested, eval.trying) = (self.nested, self.trying);
        eval
    }

    /// Does something with numbers drawn by another chance.
    pub(super) fn with_chance(&mut self, chance: &Chance, work: impl FnOnce(&mut Play<'_, W>)) {
        let mut play = Play {
            rules: self.rules,
            state: self.state,
            chance,
            fuel: self.fuel,
            depth: self.depth,
            nested: self.nested,
            trying: self.trying,
            after: self.after,
            log: self.log.take(),
        };
        work(&mut play);
        (self.after, self.log) = (play.after, play.log);
    }

    /// Makes a decision and everything that follows from it, but no change of turn.
    pub(super) fn decide(&mut self, made: Move) {
        let leaf = &self.rules.leaves[made.leaf as usize];
        let value = if made.value >= 0 { i32::from(made.value) } else { -1 };
        let bound = Bound { site: i32::from(made.site), value, ..Bound::NONE };
        if leaf.prior.is_empty() {
            self.state.pending.clear();
        } else {
            // First effects were worked out before the decision: what was pending then still is.
            let pending = self.state.pending.len();
            self.first_effects(&leaf.prior, bound);
            self.state.pending.drain(..pending);
            // What was rolled is used up; rules that ask what could follow roll anew.
            self.state.rolled.clear();
        }
        if !self.act_simply(made) {
            self.act_at_length(made);
        }
        let pass = matches!(leaf.kind, Kind::Pass);
        let (from, to) = (made.from, made.to);
        let mover = self.state.mover;
        self.state.last = Last { from, to, from_after: from, to_after: to, mover, pass };
        self.after = None;
        // What follows from a move counts it.
        self.state.moves += 1;
        for then in &leaf.then {
            self.run(then, bound);
        }
        if let Some((from, to)) = self.after {
            (self.state.last.from_after, self.state.last.to_after) = (from, to);
        }
        if self.rules.meta.gravity {
            self.fall();
        }
    }

    /// Makes a move that is one action known beforehand. False if it is not.
    fn act_simply(&mut self, made: Move) -> bool {
        if self.rules.stacks || self.rules.leaves[made.leaf as usize].dice.is_some() {
            return false;
        }
        let (from, to) = (made.from.max(0) as u16, made.to.max(0) as u16);
        let action = match &self.rules.leaves[made.leaf as usize].kind {
            Kind::Add {
                to: ToClause { apply: None, .. },
                count: Int::Const(count),
                state: None,
                value: None,
                ..
            } => {
                let count = (*count).max(0) as u16;
                Action::Add { to, what: made.aux as u8, count, state: 0, value: 0 }
            }
            Kind::Step { to: ToClause { apply: None, .. }, .. }
            | Kind::Leap { to: ToClause { apply: None, .. }, .. }
            | Kind::FromTo { to: ToClause { apply: None, .. }, count: None, copy: false, .. } => {
                Action::Move { from, to, count: 1, keep: false }
            }
            Kind::Remove { at_end: false, .. } => Action::Remove { at: to, count: u16::MAX },
            Kind::Select { to: None, .. } | Kind::Pass => Action::Pass,
            _ => return false,
        };
        self.state.act(action, self.rules);
        true
    }

    /// Makes a move whose actions must be worked out.
    #[inline(never)]
    fn act_at_length(&mut self, made: Move) {
        let mut actions = Actions::new();
        self.eval().actions_of(made, &mut actions);
        for &action in &actions {
            self.act(action);
        }
    }

    fn act(&mut self, action: Action) {
        if let Some(log) = &mut self.log {
            log.push(action);
        }
        self.state.act(action, self.rules);
        self.after = action.places().or(self.after);
    }

    /// Carries out an effect: all its moves are worked out first, then made, each with what follows from it.
    pub(super) fn run(&mut self, effect: &Gen<W>, bound: Bound) {
        if self.depth > 200 {
            self.fuel.set(0);
            super::generate::note_overrun();
            return;
        }
        self.depth += 1;
        match effect {
            Gen::None => {}
            Gen::Seq(parts) => parts.iter().for_each(|part| self.run(part, bound)),
            Gen::While { when, moves } => loop {
                let mut eval = self.eval();
                eval.bound = bound;
                if !eval.bool(when) || !eval.burn() {
                    break;
                }
                self.run(moves, bound);
            },
            Gen::If(condition, yes, no) => {
                let mut eval = self.eval();
                eval.bound = bound;
                let branch = if eval.bool(condition) { yes } else { no };
                self.run(branch, bound);
            }
            Gen::All(parts) if !self.rules.draws && self.set_together(parts, bound) => {}
            Gen::Leaf(leaf) if self.set_directly(*leaf, bound) || self.sow_directly(*leaf, bound) => {}
            effect => self.run_together(effect, bound),
        }
        self.depth -= 1;
    }

    /// Carries out effects that only set something: all are worked out before the first is carried out. False if
    /// one is of another kind.
    fn set_together(&mut self, parts: &[Gen<W>], bound: Bound) -> bool {
        let rules = self.rules;
        let mut eval = self.eval();
        eval.bound = bound;
        let mut set: SmallVec<[Action; 8]> = SmallVec::new();
        for part in parts {
            let mut part = part;
            while let Gen::If(condition, yes, no) = part {
                part = if eval.bool(condition) { yes } else { no };
            }
            let leaf = match part {
                Gen::None => continue,
                Gen::Leaf(leaf) => &rules.leaves[*leaf as usize],
                _ => return false,
            };
            if !leaf.then.is_empty() || !leaf.prior.is_empty() {
                return false;
            }
            match &leaf.kind {
                Kind::MoveAgain => set.push(Action::SetNext(eval.state.mover)),
                Kind::SetVar(var, to) => set.push(Action::SetVar { var: *var as u16, to: eval.int(to) }),
                Kind::SetScore { who, to } => {
                    let to = eval.int(to);
                    set.extend(eval.players_in(who).into_iter().map(|who| Action::SetScore { who, to }));
                }
                Kind::AddScore { who, by } if by.len() == 1 => {
                    let by = eval.int(&by[0]);
                    set.extend(eval.players_in(who).into_iter().map(|who| Action::AddScore { who, by }));
                }
                _ => return false,
            }
        }
        for action in set {
            self.state.act(action, rules);
        }
        true
    }

    /// Carries out an effect that only sets something. False if it is of another kind.
    fn set_directly(&mut self, leaf: u16, bound: Bound) -> bool {
        let rules = self.rules;
        let leaf = &rules.leaves[leaf as usize];
        if !leaf.then.is_empty() || !leaf.prior.is_empty() || self.log.is_some() {
            return false;
        }
        let mut eval = self.eval();
        eval.bound = bound;
        match &leaf.kind {
            Kind::MoveAgain => self.state.next = self.state.mover,
            Kind::SetVar(var, to) => {
                let to = eval.int(to);
                self.state.vars[*var] = to;
            }
            Kind::SetScore { who, to } => {
                let to = eval.int(to);
                let players = eval.players_in(who);
                players.into_iter().for_each(|who| self.state.scores[who as usize] = to);
            }
            Kind::AddScore { who, by } if by.len() == 1 => {
                let players = eval.players_in(who);
                let by = eval.int(&by[0]);
                players.into_iter().for_each(|who| self.state.scores[who as usize] += by);
            }
            Kind::Forget { list, values: Some(PendingWhat::Number(value)) } => {
                let kept = (*list, eval.int(value));
                if let Some(at) = self.state.remembered.iter().position(|&value| value == kept) {
                    self.state.remembered.remove(at);
                }
            }
            Kind::Add {
                whats: Some(whats),
                to: ToClause { region: Some(Region::Const(place)), when: None, apply: None },
                count: Int::Const(1),
                state: None,
                value: None,
            } if whats.len() == 1 && place.count() == 1 => {
                let what = eval.int(&whats[0]) as u8;
                let to = place.first().unwrap_or(0) as u16;
                self.act(Action::Add { to, what, count: 1, state: 0, value: 0 });
            }
            _ => return false,
        }
        true
    }

    #[inline(never)]
    fn run_together(&mut self, effect: &Gen<W>, bound: Bound) {
        let mut actions = Actions::new();
        let mut made: SmallVec<[(Move, usize); 24]> = SmallVec::new();
        let mut eval = self.eval();
        eval.bound = bound;
        eval.generate(effect, &mut |eval, one| {
            eval.actions_of(one, &mut actions);
            made.push((one, actions.len()));
            true
        });
        let mut at = 0;
        for (one, end) in made {
            // A first effect is part of each move that was worked out after it.
            let rules = self.rules;
            self.first_effects(&rules.leaves[one.leaf as usize].prior, bound);
            while at < end {
                self.act(actions[at]);
                at += 1;
            }
            for then in &rules.leaves[one.leaf as usize].then {
                let mut bound = Bound::NONE;
                bound.site = i32::from(one.site);
                bound.value = if one.value >= 0 { i32::from(one.value) } else { -1 };
                self.run(then, bound);
            }
        }
    }

    /// Sows seed by seed on the position itself, where nothing happens on the way. False if something may.
    fn sow_directly(&mut self, leaf: u16, bound: Bound) -> bool {
        let rules = self.rules;
        let Kind::Sow(sow) = &rules.leaves[leaf as usize].kind else { return false };
        if sow.effect.is_some() || rules.marks || rules.stacks || self.log.is_some() {
            return false;
        }
        let mut eval = self.eval();
        eval.bound = bound;
        let made = Move { from: -1, to: -1, ..eval.made(leaf, -1, -1, -1) };
        eval.bind(made);
        let Some(path) = eval.path_of(sow, None) else { return false };
        self.state.spread(&path, &rules.owners);
        if let Some((from, to)) = path.last() {
            self.after = Some((from as i16, to as i16));
        }
        if let Some(apply) = &sow.apply {
            let mut actions = Actions::new();
            let mut eval = self.eval();
            eval.bound = bound;
            eval.bind(made);
            eval.capture_after(sow, apply, &path, &mut actions);
            for &action in &actions {
                self.act(action);
            }
        }
        for then in &rules.leaves[leaf as usize].then {
            let mut bound = Bound::NONE;
            bound.site = i32::from(made.site);
            bound.value = if made.value >= 0 { i32::from(made.value) } else { -1 };
            self.run(then, bound);
        }
        true
    }

    /// Pieces without support fall, the lowest-numbered first, until all rest.
    fn fall(&mut self) {
        let tables = &self.rules.tables;
        'again: loop {
            for place in self.state.occupied().and(&tables.all).iter() {
                let empty =
                    tables.falls[place].iter().find(|&&below| !self.state.occupied().has(usize::from(below)));
                if let Some(&below) = empty {
                    let piece = self.state.content(place);
                    self.state.put(place, Content::default(), &self.rules.owners);
                    self.state.put(usize::from(below), piece, &self.rules.owners);
                    continue 'again;
                }
            }
            return;
        }
    }
}

/// How many moves may be tried within one another before the rules are taken to ask for ever.
const MOST_TRIED: u8 = 60;

impl<'a, const W: usize> Eval<'a, W> {
    /// A copy of the position on which something is tried; nothing where too much is being tried already.
    fn trial_play<'b>(&self, copy: &'b mut State<W>) -> Option<Play<'b, W>>
    where
        'a: 'b,
    {
        self.trial_play_with(copy, self.chance)
    }

    /// The same with numbers drawn by another chance.
    pub(super) fn trial_play_with<'b>(
        &self,
        copy: &'b mut State<W>,
        chance: &'b Chance,
    ) -> Option<Play<'b, W>>
    where
        'a: 'b,
    {
        if self.trying >= MOST_TRIED {
            self.fuel.set(0);
            super::generate::note_overrun();
            return None;
        }
        let mut play = Play::new(self.rules, copy, chance, self.fuel);
        (play.nested, play.trying) = (self.nested, self.trying + 1);
        Some(play)
    }
}

impl<const W: usize> Eval<'_, W> {
    /// The actions of an effect with all that follows from each of its moves, worked out in this position.
    pub(super) fn effect_with_consequences(&mut self, effect: &Gen<W>, out: &mut Actions) {
        self.generate(effect, &mut |eval, made| {
            let kept = eval.bound;
            eval.actions_with_consequences(made, out);
            eval.bound = kept;
            true
        });
    }

    fn actions_with_consequences(&mut self, made: Move, out: &mut Actions) {
        let leaf = &self.rules.leaves[made.leaf as usize];
        if leaf.then.is_empty() && leaf.prior.is_empty() {
            return self.actions_of(made, out);
        }
        let mut copy = self.state.trial();
        let Some(mut play) = self.trial_play(&mut copy) else { return };
        play.log = Some(SmallVec::new());
        play.first_effects(&leaf.prior, self.bound);
        let mut actions = Actions::new();
        self.actions_of(made, &mut actions);
        actions.into_iter().for_each(|action| play.act(action));
        let last = &mut play.state.last;
        (last.from, last.to, last.from_after, last.to_after) = (made.from, made.to, made.from, made.to);
        for then in &leaf.then {
            play.run(then, self.bound);
        }
        out.extend(play.log.take().unwrap_or_default());
    }

    /// Carries out an effect on a copy.
    pub(super) fn run_on(&self, copy: &mut State<W>, effect: &Gen<W>) {
        if let Some(mut play) = self.trial_play(copy) {
            play.run(effect, self.bound);
        }
    }

    /// Whether a condition holds after a move and all its consequences.
    pub(super) fn holds_after(&self, made: Move, when: &super::code::Bool<W>) -> bool {
        let mut copy = self.state.trial();
        let Some(mut play) = self.trial_play(&mut copy) else { return false };
        play.decide(made);
        if copy.next == copy.mover {
            copy.next = copy.prev;
        }
        let mut eval = self.at(&copy);
        eval.bind(made);
        eval.bool(when)
    }

    /// Only the moves that begin a longest chain of moves of the same player (or one of the largest value).
    pub(super) fn longest_chains(
        &mut self,
        moves: &Gen<W>,
        value: Option<&super::code::Int<W>>,
        sink: super::generate::Sink<'_, W>,
    ) -> bool {
        let mut made = Vec::new();
        self.generate(moves, &mut |_, one| {
            made.push(one);
            true
        });
        let mut lengths = Vec::new();
        for &one in &made {
            let worth = value.map_or(1, |value| {
                self.bind(one);
                self.int(value)
            });
            lengths.push(worth + self.chain_after(one, 0));
        }
        let best = lengths.iter().copied().max().unwrap_or(0);
        made.into_iter().zip(lengths).filter(|(_, length)| *length == best).all(|(one, _)| sink(self, one))
    }

    fn chain_after(&self, made: Move, depth: u32) -> i32 {
        if depth > 64 || !self.burn() {
            return 0;
        }
        let mut copy = self.state.trial();
        let Some(mut play) = self.trial_play(&mut copy) else { return 0 };
        play.decide(made);
        if copy.next != copy.mover {
            return 0;
        }
        copy.moves_this_turn += 1;
        copy.prev = copy.mover;
        let mut later = self.at(&copy);
        later.bound = Bound::NONE;
        later.chaining = true;
        let mut replies = Vec::new();
        let play = &self.rules.phase_of(&copy, copy.mover).play;
        let rules = self.rules;
        later.generate(play, &mut |_, one| {
            // A pass for want of other moves does not make a chain longer.
            if !matches!(rules.leaves[one.leaf as usize].kind, Kind::Pass) {
                replies.push(one);
            }
            true
        });
        replies.into_iter().map(|one| 1 + later.chain_after(one, depth + 1)).max().unwrap_or(0)
    }
}
