//! What a move does: its actions, worked out in the position before it.

use smallvec::SmallVec;

use super::Bits;
use super::code::{Apply, Gen, Int, Kind, PendingWhat, Region};
use super::eval::Eval;
use super::moves::{Action, Actions, Move};
use super::state::{Content, State};

/// The most numbers that a position remembers, or leaves pending: rules cannot fill the memory.
const MOST_KEPT: usize = 10_000;

impl<const W: usize> Eval<'_, W> {
    /// Writes the actions of a move to `out`: effects that come first, then the move itself.
    pub(super) fn actions_of(&mut self, made: Move, out: &mut Actions) {
        let before = self.bound;
        self.bind(made);
        let rules = self.rules;
        let (from, to) = (made.from.max(0) as u16, made.to.max(0) as u16);
        match &rules.leaves[made.leaf as usize].kind {
            Kind::Add { to: clause, count, state, value, .. } => {
                self.apply_clause(clause.apply.as_ref(), out);
                let count = self.int(count).max(0) as u16;
                let state = state.as_ref().map_or(0, |state| self.int(state)) as i16;
                let value = value.as_ref().map_or(0, |value| self.int(value)) as i16;
                match self.onto_level(made.leaf) {
                    Some(level) => out.push(Action::Insert { at: to, level, what: made.aux as u8, state }),
                    None => out.push(Action::Add { to, what: made.aux as u8, count, state, value }),
                }
            }
            Kind::Step { to: clause, .. } | Kind::Leap { to: clause, .. } => {
                self.apply_clause(clause.apply.as_ref(), out);
                self.moved(made, true, out);
            }
            Kind::Slide { between, to: clause, .. } => {
                if let Some(apply) = between.as_ref().and_then(|between| between.apply.as_ref()) {
                    self.effects_between(from, to, Some(apply), out);
                }
                self.apply_clause(clause.as_ref().and_then(|clause| clause.apply.as_ref()), out);
                self.moved(made, true, out);
            }
            Kind::Hop { dirs, between, to: clause, .. } => {
                let table = self.dirs(dirs, i32::from(made.from));
                let (ray, start, jumped) = (made.aux >> 8, made.aux >> 4 & 15, made.aux & 15);
                // Directions may depend on the last move, which need not be the one a move was worked out after.
                let ray = rules.tables.dirs[table].rays[from as usize].get(ray as usize);
                let hurdles = ray.into_iter().flat_map(|ray| ray.iter());
                for &hurdle in hurdles.skip(start as usize).take(jumped as usize) {
                    self.bound.between = i32::from(hurdle);
                    self.apply_clause(between.as_ref().and_then(|between| between.apply.as_ref()), out);
                }
                self.apply_clause(clause.apply.as_ref(), out);
                self.moved(made, true, out);
            }
            Kind::FromTo { to: clause, count, copy, .. } => {
                self.apply_clause(clause.apply.as_ref(), out);
                if *copy {
                    out.push(Action::Copy { from, to });
                } else if rules.stacks {
                    self.moved(made, count.is_some(), out);
                } else {
                    let many = if count.is_some() { made.aux.max(0) as u16 } else { 1 };
                    out.push(Action::Move { from, to, count: many, keep: count.is_some() });
                }
            }
            Kind::Remove { at_end: true, .. } => out.push(Action::ClearLater { at: to }),
            Kind::Remove { count, .. } if rules.stacks => self.taken(made, count.as_ref(), out),
            // All of them: a number counts only in stacks.
            Kind::Remove { .. } => out.push(Action::Remove { at: to, count: u16::MAX }),
            Kind::Select { to: clause, .. } => {
                self.apply_clause(clause.as_ref().and_then(|clause| clause.apply.as_ref()), out);
                out.push(Action::Select { from: made.from, to: made.to });
            }
            Kind::Pass => out.push(Action::Pass),
            Kind::Swap => out.push(Action::Swap { a: 1, b: 2 }),
            Kind::Promote { owner, .. } => {
                let what = self.promoted(made.aux, owner.as_ref());
                out.push(Action::Promote { at: to, what });
            }
            Kind::SwapPieces { .. } => {
                let (a, b) = (i32::from(made.from), i32::from(made.to));
                if let (Some(a), Some(b)) = (self.place(a), self.place(b)) {
                    out.push(Action::SwapPieces { a: a as u16, b: b as u16 });
                }
            }
            Kind::MoveAgain => out.push(Action::SetNext(self.state.mover)),
            Kind::Roll => self.roll(out),
            Kind::SwapPlayers { a, b } => self.swap_players(a, b, out),
            Kind::Flip(site) => self.flip(site, out),
            Kind::Push { from, dirs } => self.push(from, dirs, out),
            Kind::SetNext(player) => {
                let player = self.int(player);
                if (1..=rules.players as i32).contains(&player) {
                    out.push(Action::SetNext(player as u8));
                }
            }
            Kind::SetScore { who, to } => {
                let to = self.int(to);
                for who in self.players_in(who) {
                    out.push(Action::SetScore { who, to });
                }
            }
            Kind::AddScore { who, by } => {
                let players = self.players_in(who);
                for (index, who) in players.into_iter().enumerate() {
                    let by = self.int(&by[index.min(by.len() - 1)]);
                    out.push(Action::AddScore { who, by });
                }
            }
            Kind::SetVar(var, to) => {
                let to = self.int(to);
                out.push(Action::SetVar { var: *var as u16, to });
            }
            Kind::SetCounter(to) => {
                let to = self.int(to);
                out.push(Action::SetCounter(to));
            }
            Kind::SetPending(None) => out.push(Action::SetPending(-1)),
            Kind::SetPending(Some(what)) => {
                self.each_value(what, &mut |value| out.push(Action::SetPending(value)));
            }
            Kind::SetCount { at, to, what } => self.set_counts(at, to, what.as_ref(), out),
            Kind::SetState { at, to } => {
                let (at, to) = (self.region(at), self.int(to) as i16);
                out.extend(at.iter().map(|at| Action::SetState { at: at as u16, to }));
            }
            Kind::MarkLevel { at, level, mark, to } => {
                let (at, level, to) = (self.int(at), self.int(level), self.int(to) as i16);
                if let (Some(at), Ok(level)) = (self.place(at), u16::try_from(level)) {
                    out.push(Action::MarkLevel { at: at as u16, level, mark: *mark, to });
                }
            }
            Kind::SetValue { at, to } => {
                let (at, to) = (self.region(at), self.int(to) as i16);
                out.extend(at.iter().map(|at| Action::SetValue { at: at as u16, to }));
            }
            Kind::SetPlayerValue { who, to } => {
                let to = self.int(to);
                for who in self.players_in(std::slice::from_ref(who)) {
                    out.push(Action::SetPlayerValue { who, to });
                }
            }
            Kind::Remember { list, values, unique } => {
                let (list, unique) = (*list, *unique);
                self.each_value(values, &mut |value| out.push(Action::Remember { list, value, unique }));
            }
            // What is remembered now is forgotten, not what other effects of the same move remember first.
            Kind::Forget { list, values: None } => {
                let kept = self.state.remembered.iter().filter(|(kept, _)| kept == list);
                out.extend(kept.map(|&(list, value)| Action::Forget { list, value }));
            }
            Kind::Forget { list, values: Some(values) } => {
                let list = *list;
                self.each_value(values, &mut |value| out.push(Action::Forget { list, value }));
            }
            Kind::Ballot { vote, .. } => {
                let name = made.aux.max(0) as u8;
                out.push(if *vote { Action::Vote { name } } else { Action::Propose { name } });
            }
            Kind::Trigger { event, who } => {
                let who = self.int(who).max(0) as u8;
                out.push(Action::Trigger { event: *event, who });
            }
            Kind::Sow(sow) => self.sow(sow, out),
            // These run their effects while moves are made.
            Kind::Custodial { .. }
            | Kind::Surround { .. }
            | Kind::Enclose { .. }
            | Kind::Directional { .. }
            | Kind::Intervene { .. } => {}
        }
        if let Some(used) = &rules.leaves[made.leaf as usize].dice {
            self.use_dice(used, out);
        }
        self.bound = before;
    }

    /// The actions of an effect, worked out in this position.
    pub(super) fn effect(&mut self, effect: &Gen<W>, out: &mut Actions) {
        self.generate(effect, &mut |eval, made| {
            let kept = eval.bound;
            eval.actions_of(made, out);
            eval.bound = kept;
            true
        });
    }

    fn apply_clause(&mut self, apply: Option<&Apply<W>>, out: &mut Actions) {
        let Some(apply) = apply else { return };
        if apply.when.as_ref().is_some_and(|when| !self.bool(when)) {
            return;
        }
        if let Some(effect) = &apply.effect {
            self.effect_with_consequences(effect, out);
        }
    }

    fn effects_between(&mut self, from: u16, to: u16, apply: Option<&Apply<W>>, out: &mut Actions) {
        let rules = self.rules;
        for table in &rules.tables.dirs {
            let Some(rays) = table.rays.get(from as usize) else { return };
            if let Some(ray) = rays.iter().find(|ray| ray.contains(&to)) {
                for &site in ray.iter().take_while(|&&site| site != to) {
                    self.bound.between = i32::from(site);
                    self.apply_clause(apply, out);
                }
                return;
            }
        }
    }

    fn promoted(&mut self, what: i16, owner: Option<&Int<W>>) -> u8 {
        let Some(owner) = owner else { return what as u8 };
        let owner = self.int(owner);
        let plain = &self.rules.components[what.max(0) as usize].plain;
        let is =
            |&c: &usize| self.rules.components[c].plain == *plain && i32::from(self.rules.owners[c]) == owner;
        (1..self.rules.components.len()).find(is).map_or(what as u8, |c| c as u8)
    }

    pub(super) fn players_in(&mut self, who: &[Int<W>]) -> SmallVec<[u8; 8]> {
        let mut players = SmallVec::new();
        for who in who {
            match who {
                Int::Role(role) => players.extend(
                    self.players_of(*role).filter(|p| (1..=self.rules.players).contains(p)).map(|p| p as u8),
                ),
                who => {
                    let who = self.int(who);
                    players.extend((1..=self.rules.players as i32).contains(&who).then_some(who as u8));
                }
            }
        }
        players
    }

    fn each_value(&mut self, what: &PendingWhat<W>, then: &mut dyn FnMut(i32)) {
        match what {
            PendingWhat::Number(number) => then(self.int(number)),
            PendingWhat::Sites(region) => self.region(region).iter().for_each(|place| then(place as i32)),
        }
    }

    fn set_counts(&mut self, at: &Region<W>, to: &Int<W>, what: Option<&Int<W>>, out: &mut Actions) {
        let (at, count) = (self.region(at), self.int(to).max(0) as u16);
        let what = what.map(|what| self.int(what) as u8);
        for place in at.iter() {
            let there = self.state.what(place);
            let what =
                what.unwrap_or(if there > 0 { there } else { (self.rules.components.len() - 1) as u8 });
            out.push(Action::SetCount { at: place as u16, what, count });
        }
    }
}

impl<const W: usize> State<W> {
    /// Makes an atomic change.
    pub(super) fn act(&mut self, action: Action, rules: &super::rules::Rules<W>) {
        let owners = &rules.owners;
        if rules.winding {
            self.follow_tracks(action, rules);
        }
        if rules.stacks && self.act_on_stacks(action, rules) {
            return;
        }
        match action {
            Action::Add { to, what, count, state, value } => {
                let to = to as usize;
                let there = self.content(to);
                // What stands there stays: a place holds one kind of piece, and more only where pieces are counted.
                let (what, total) = match there.what {
                    0 => (what, count),
                    kept if rules.counts => (kept, there.count + count),
                    kept => (kept, 1),
                };
                self.put(to, Content { what, count: total, state, value }, owners);
            }
            Action::Remove { at, count } => {
                let at = at as usize;
                let there = self.content(at);
                let left = there.count.saturating_sub(count);
                let content = if left == 0 { Content::default() } else { Content { count: left, ..there } };
                self.put(at, content, owners);
            }
            Action::Move { from, to, count, keep } => {
                self.shift(from as usize, to as usize, count, keep, rules)
            }
            Action::Copy { from, to } => {
                let piece = self.content(from as usize);
                self.put(to as usize, piece, owners);
            }
            // Without stacks these do nothing.
            Action::MoveStack { .. }
            | Action::RemoveLevel { .. }
            | Action::Insert { .. }
            | Action::MarkLevel { .. } => {}
            Action::Select { .. } | Action::Pass => {}
            Action::Swap { a, b } => self.seats.swap(a as usize, b as usize),
            Action::SetScore { who, to } => self.scores[who as usize] = to,
            Action::AddScore { who, by } => self.scores[who as usize] += by,
            Action::SetCount { at, what, count } => {
                let at = at as usize;
                let there = self.content(at);
                self.put(at, Content { what, count, ..there }, owners);
            }
            Action::SetState { at, to } => {
                let there = self.content(at as usize);
                self.put(at as usize, Content { state: to, ..there }, owners);
            }
            Action::SetValue { at, to } => {
                let there = self.content(at as usize);
                self.put(at as usize, Content { value: to, ..there }, owners);
            }
            Action::SetPlayerValue { who, to } => self.values[who as usize] = to,
            Action::SetNext(player) => self.next = player,
            Action::SetVar { var, to } => self.vars[var as usize] = to,
            Action::SetCounter(to) => self.counter = to,
            Action::SetPending(value) => {
                if self.pending.len() < MOST_KEPT && !self.pending.contains(&value) {
                    self.pending.push(value);
                }
            }
            Action::Remember { list, value, unique } => {
                let room = self.remembered.len() < MOST_KEPT;
                if room && (!unique || !self.remembered.contains(&(list, value))) {
                    self.remembered.push((list, value));
                }
            }
            Action::Forget { list, value } => {
                if let Some(at) = self.remembered.iter().position(|&kept| kept == (list, value)) {
                    self.remembered.remove(at);
                }
            }
            Action::Promote { at, what } => {
                let there = self.content(at as usize);
                self.put(at as usize, Content { what, count: there.count.max(1), ..there }, owners);
            }
            Action::ClearLater { at } => self.to_clear.insert(at as usize),
            Action::Propose { name } => self.ballot.propose(name),
            Action::Vote { name } => self.ballot.vote(name, rules.players),
            Action::Trigger { event, who } => {
                self.triggers |= 1 << super::conditions::trigger_bit(event, i32::from(who))
            }
            Action::SwapPieces { a, b } => {
                let (one, other) = (self.content(a as usize), self.content(b as usize));
                self.put(a as usize, other, owners);
                self.put(b as usize, one, owners);
            }
        }
    }

    /// Moves pieces: in games that count pieces, some of them join those on the target if they are alike;
    /// otherwise the piece takes the place of what was there.
    fn shift(&mut self, from: usize, to: usize, count: u16, keep: bool, rules: &super::rules::Rules<W>) {
        let piece = self.content(from);
        if piece.what == 0 || from == to {
            return;
        }
        if !rules.counts {
            self.put(from, Content::default(), &rules.owners);
            self.put(to, piece, &rules.owners);
            return;
        }
        let moved = count.min(piece.count);
        if moved == 0 {
            return;
        }
        let rest = Content { count: piece.count - moved, ..piece };
        self.put(from, if rest.count == 0 { Content::default() } else { rest }, &rules.owners);
        let there = self.content(to);
        let count = if there.what == piece.what { there.count + moved } else { moved };
        let marks = if keep { there } else { piece };
        let joined = Content { what: piece.what, count, state: marks.state, value: marks.value };
        self.put(to, joined, &rules.owners);
    }

    /// Removes everything that was marked to be cleared.
    pub(super) fn clear_marked(&mut self, owners: &[u8]) {
        let marked = std::mem::replace(&mut self.to_clear, Bits::EMPTY);
        for place in marked.iter() {
            self.pop(place, owners);
        }
    }
}
