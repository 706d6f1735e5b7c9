//! Stacks: pieces on top of others.
//!
//! What lies on top of a place is its content, as in any game; whatever lies below is kept beside it, in a list that
//! is empty in games without stacks. Levels are counted from 0 at the bottom.

use std::ops::Range;

use ludex_core::mix;
use smallvec::SmallVec;

use super::Bits;
use super::code::{
    Bool, Gen, Int, Kind, LineTest, Region, Role, StackCount, StackLine, StackMark, StackPart,
};
use super::eval::Eval;
use super::generate::Sink;
use super::moves::{Action, Actions, Move};
use super::rules::Rules;
use super::state::{Content, State};

/// The most pieces of a stack, and the most under others: rules cannot fill the memory.
const MOST_STACKED: usize = 256;
const MOST_COVERED: usize = 10_000;

impl<const W: usize> State<W> {
    /// Where the pieces under the one on top of a place are kept.
    #[inline]
    fn under(&self, place: usize) -> Range<usize> {
        if self.covered.is_empty() {
            return 0..0;
        }
        let place = place as u16;
        let first = self.covered.partition_point(|&(at, _)| at < place);
        let len = self.covered[first..].iter().take_while(|&&(at, _)| at == place).count();
        first..first + len
    }

    /// How many pieces are stacked on a place.
    pub fn height(&self, place: usize) -> usize {
        if self.what(place) == 0 { 0 } else { self.under(place).len() + 1 }
    }

    /// What lies at a level of a place; nothing above the top.
    pub fn at_level(&self, place: usize, level: usize) -> Content {
        let under = self.under(place);
        if level < under.len() {
            self.covered[under.start + level].1
        } else if level == under.len() {
            self.content(place)
        } else {
            Content::default()
        }
    }

    /// All that lies on a place, the lowest piece first.
    pub fn stack(&self, place: usize) -> SmallVec<[Content; 8]> {
        let mut stack: SmallVec<[Content; 8]> =
            self.covered[self.under(place)].iter().map(|&(_, content)| content).collect();
        stack.extend((self.what(place) != 0).then(|| self.content(place)));
        stack
    }

    /// What the pieces under the one on top add to the key of the board.
    pub(super) fn covered_key(&self, place: usize) -> u64 {
        self.covered[self.under(place)].iter().enumerate().fold(0, |key, (level, &(_, content))| {
            let marks = u64::from(content.state as u16) << 16 | u64::from(content.value as u16);
            key ^ mix(content.key(place) ^ marks << 8 ^ (level as u64 + 1))
        })
    }

    /// Puts a whole stack on a place in the stead of what was there, the lowest piece first.
    pub fn put_stack(&mut self, place: usize, stack: &[Content], owners: &[u8]) {
        self.board_key ^= self.covered_key(place);
        let (top, below) = match stack.split_last() {
            Some((&top, below)) => (top, below),
            None => (Content::default(), &[][..]),
        };
        let under = self.under(place);
        let room = MOST_COVERED.saturating_sub(self.covered.len() - under.len());
        let below = below.iter().take(room).map(|&content| (place as u16, content));
        self.covered.splice(under, below);
        self.put(place, top, owners);
        self.board_key ^= self.covered_key(place);
    }

    /// Puts a piece on top of a place.
    pub fn push(&mut self, place: usize, content: Content, owners: &[u8]) {
        if owners.get(content.what as usize).is_none_or(|_| content.what == 0) {
            return;
        }
        let mut stack = self.stack(place);
        if stack.len() < MOST_STACKED {
            stack.push(content);
            self.put_stack(place, &stack, owners);
        }
    }

    /// Puts a piece right under the one on top of a place.
    pub fn push_under(&mut self, place: usize, content: Content, owners: &[u8]) {
        let mut stack = self.stack(place);
        if stack.len() < MOST_STACKED {
            stack.insert(stack.len().saturating_sub(1), content);
            self.put_stack(place, &stack, owners);
        }
    }

    /// The pieces under others with their places: place by place, the lowest first.
    pub fn covered(&self) -> impl Iterator<Item = (usize, Content)> + '_ {
        self.covered.iter().map(|&(place, content)| (usize::from(place), content))
    }

    /// Takes the piece off the top of a place.
    pub(super) fn pop(&mut self, place: usize, owners: &[u8]) {
        if self.covered.is_empty() {
            return self.put(place, Content::default(), owners);
        }
        let mut stack = self.stack(place);
        stack.pop();
        self.put_stack(place, &stack, owners);
    }

    /// Makes an atomic change where pieces are stacked. False if stacks make no difference to it.
    pub(super) fn act_on_stacks(&mut self, action: Action, rules: &Rules<W>) -> bool {
        let owners = &rules.owners;
        match action {
            Action::Add { to, what, count, state, value } => {
                for _ in 0..count.min(MOST_STACKED as u16) {
                    self.push(to as usize, Content { what, count: 1, state, value }, owners);
                }
            }
            Action::Remove { at, count } => {
                for _ in 0..count.min(self.height(at as usize) as u16) {
                    self.pop(at as usize, owners);
                }
            }
            Action::RemoveLevel { at, level } => {
                let mut stack = self.stack(at as usize);
                if usize::from(level) < stack.len() {
                    stack.remove(usize::from(level));
                    self.put_stack(at as usize, &stack, owners);
                }
            }
            Action::Insert { at, level, what, state } => {
                let mut stack = self.stack(at as usize);
                if (what as usize) < owners.len() && what > 0 && stack.len() < MOST_STACKED {
                    let content = Content { state, ..Content::piece(what) };
                    stack.insert(usize::from(level).min(stack.len()), content);
                    self.put_stack(at as usize, &stack, owners);
                }
            }
            Action::MoveStack { from, level, count, to, onto, marks } => {
                self.move_stack((from as usize, level), count, (to as usize, onto), marks, owners);
            }
            Action::Move { from, to, count, .. } => {
                let level = (self.height(from as usize) as i16 - count as i16).max(-1);
                self.move_stack((from as usize, level), count, (to as usize, -1), true, owners);
            }
            Action::Copy { from, to } => {
                let piece = self.content(from as usize);
                self.push(to as usize, piece, owners);
            }
            Action::SwapPieces { a, b } => {
                let (one, other) = (self.stack(a as usize), self.stack(b as usize));
                self.put_stack(a as usize, &other, owners);
                self.put_stack(b as usize, &one, owners);
            }
            Action::MarkLevel { at, level, mark, to } => {
                let mut stack = self.stack(at as usize);
                let Some(piece) = stack.get_mut(usize::from(level)) else { return true };
                match mark {
                    StackMark::State => piece.state = to,
                    StackMark::Value => piece.value = to,
                    StackMark::What | StackMark::Who => {}
                }
                self.put_stack(at as usize, &stack, owners);
            }
            _ => return false,
        }
        true
    }

    /// Moves pieces from a level on to another place, in the same order; nothing if there are not so many.
    fn move_stack(
        &mut self,
        (from, level): (usize, i16),
        count: u16,
        (to, onto): (usize, i16),
        marks: bool,
        owners: &[u8],
    ) {
        let mut left = self.stack(from);
        let Ok(first) = usize::try_from(level) else { return };
        let end = first + usize::from(count);
        let fits = self.height(to) + usize::from(count) <= MOST_STACKED;
        if from == to || count == 0 || end > left.len() || !fits {
            return;
        }
        let moved: SmallVec<[Content; 8]> = left.drain(first..end).collect();
        self.put_stack(from, &left, owners);
        let mut there = self.stack(to);
        let at = usize::try_from(onto).map_or(there.len(), |onto| onto.min(there.len()));
        let bare = |piece: Content| if marks { piece } else { Content::piece(piece.what) };
        there.insert_many(at, moved.into_iter().map(bare));
        self.put_stack(to, &there, owners);
    }
}

impl<const W: usize> Eval<'_, W> {
    /// The move of a piece, or of the part of a stack that its leaf names. With `marks` pieces keep their marks.
    pub(super) fn moved(&mut self, made: Move, marks: bool, out: &mut Actions) {
        let rules = self.rules;
        let (from, to) = (made.from.max(0) as u16, made.to.max(0) as u16);
        if !rules.stacks {
            return out.push(Action::Move { from, to, count: 1, keep: false });
        }
        let leaf = &rules.leaves[made.leaf as usize];
        let part = leaf.stack.as_deref();
        let height = self.height_at(i32::from(made.from)) as i16;
        let counted = matches!(&leaf.kind, Kind::FromTo { count: Some(_), .. });
        let (level, count) = match part {
            Some(StackPart { level: Some(_), whole: false, .. }) => (made.aux, 1),
            _ if counted => (height.saturating_sub(made.aux), made.aux.max(0)),
            Some(StackPart { whole: true, .. }) => (0, height),
            _ => (height - 1, 1),
        };
        let onto = self.onto_level(made.leaf).map_or(-1, |level| level as i16);
        let marks = marks || part.is_some();
        out.push(Action::MoveStack { from, level, count: count.max(0) as u16, to, onto, marks });
    }

    /// The level of the target that a leaf names.
    pub(super) fn onto_level(&mut self, leaf: u16) -> Option<u16> {
        let rules = self.rules;
        let onto = rules.leaves[leaf as usize].stack.as_deref()?.onto.as_ref()?;
        Some(self.int(onto).max(0) as u16)
    }

    /// Pieces of a stack are taken away: some from the top, or the one at a level.
    pub(super) fn taken(&mut self, made: Move, count: Option<&Int<W>>, out: &mut Actions) {
        let count = count.map_or(1, |count| self.int(count)).clamp(0, MOST_STACKED as i32) as u16;
        let at = made.to.max(0) as u16;
        let top = self.height_at(i32::from(at)) - 1;
        match u16::try_from(made.aux) {
            Ok(level) if i32::from(level) != top => {
                out.extend((0..count).map(|_| Action::RemoveLevel { at, level }));
            }
            _ => out.push(Action::Remove { at, count }),
        }
    }

    /// How many pieces are stacked on a place, which may be nonsense.
    pub(super) fn height_at(&self, site: i32) -> i32 {
        self.on_place(site, |place| self.state.height(place) as i32)
    }

    /// What is asked of the piece at a level.
    #[inline(never)]
    pub(super) fn of_level(&mut self, mark: StackMark, at: &Int<W>, level: &Int<W>) -> i32 {
        let (site, level) = (self.int(at), self.int(level));
        let (Some(place), Ok(level)) = (self.place(site), usize::try_from(level)) else { return 0 };
        let piece = self.state.at_level(place, level);
        match mark {
            StackMark::What => i32::from(piece.what),
            StackMark::Who => i32::from(self.rules.owners[piece.what as usize]),
            StackMark::State => i32::from(piece.state),
            StackMark::Value => i32::from(piece.value),
        }
    }

    /// How many pieces of stacks fulfil a condition, up to the first that stops the count.
    #[inline(never)]
    pub(super) fn count_stack(&mut self, count: &StackCount<W>) -> i32 {
        let places = self.region(&count.of);
        let before = self.bound;
        let mut found = 0;
        if !self.burn_stacks() {
            return 0;
        }
        for place in places.iter() {
            let height = self.state.height(place);
            for step in 0..height {
                let level = if count.from_top { height - 1 - step } else { step };
                (self.bound.to, self.bound.level) = (place as i32, level as i32);
                if count.stop.as_ref().is_some_and(|stop| self.bool(stop)) {
                    break;
                }
                found += i32::from(count.when.as_ref().is_none_or(|when| self.bool(when)));
            }
        }
        self.bound = before;
        found
    }

    /// The level at which a piece lies in a stack, or -1.
    #[inline(never)]
    pub(super) fn where_level(
        &mut self,
        what: &Int<W>,
        at: &Int<W>,
        state: Option<&Int<W>>,
        from_top: bool,
    ) -> i32 {
        let (what, site) = (self.int(what), self.int(at));
        let state = state.map(|state| self.int(state));
        let Some(place) = self.place(site).filter(|_| what > 0) else { return -1 };
        let stack = self.state.stack(place);
        let is = |piece: &Content| {
            i32::from(piece.what) == what && state.is_none_or(|state| i32::from(piece.state) == state)
        };
        let found = if from_top { stack.iter().rposition(is) } else { stack.iter().position(is) };
        found.map_or(-1, |level| level as i32)
    }

    /// `is Line` where pieces are stacked.
    #[inline(never)]
    pub(super) fn is_stack_line(&mut self, test: &LineTest<W>, which: StackLine) -> bool {
        let length = self.int(&test.length);
        let Some(pivot) = self.region(&test.through).first().filter(|&p| p < self.rules.tables.sites) else {
            return false;
        };
        if length <= 1 {
            return true;
        }
        let whats = self.line_whats(test, pivot) & !1;
        let counts = |piece: Content| whats >> piece.what.min(127) & 1 == 1;
        let table = self.dirs(&test.dirs, pivot as i32);
        let rules = self.rules;
        let top = self.state.height(pivot) as i32 - 1;
        if which == StackLine::ByLevel {
            let upright =
                self.state.stack(pivot).into_iter().rev().take_while(|&piece| counts(piece)).count();
            if top < 0 || upright as i32 >= length {
                return top >= 0;
            }
        }
        let rises: &[i32] = if which == StackLine::ByLevel { &[0, -1, 1] } else { &[0] };
        let before = self.bound.to;
        let found = rises.iter().any(|&rise| {
            let run = |eval: &mut Self, ray: &[u16], rise: i32| {
                let fits = |(step, &site): (usize, &u16)| {
                    let place = usize::from(site);
                    eval.bound.to = i32::from(site);
                    let there = match which {
                        StackLine::Top => counts(eval.state.content(place)),
                        StackLine::Any => eval.state.stack(place).into_iter().any(counts),
                        StackLine::ByLevel => usize::try_from(top + rise * (step as i32 + 1))
                            .is_ok_and(|level| counts(eval.state.at_level(place, level))),
                    };
                    there && test.when.as_ref().is_none_or(|when| eval.bool(when))
                };
                ray.iter().enumerate().map(fits).take_while(|&fits| fits).count() as i32
            };
            let here = match which {
                StackLine::Any => self.state.stack(pivot).into_iter().any(counts),
                _ => counts(self.state.content(pivot)),
            };
            here && rules.tables.dirs[table].lines[pivot].iter().any(|line| {
                let out = 1 + run(self, &line.out, rise);
                let reached = |total: i32| if test.exact { total == length } else { total >= length };
                let back = |eval: &mut Self, back: &[u16]| reached(out + run(eval, back, -rise));
                (line.back.is_empty() && reached(out))
                    || (!test.exact && reached(out))
                    || line.back.iter().any(|ray| back(self, ray))
            })
        });
        self.bound.to = before;
        found
    }

    /// How many pieces, on any level, belong to these owners.
    #[inline(never)]
    pub(super) fn count_stacked(
        &mut self,
        who: Role,
        names: Option<&[u8]>,
        within: Option<&Region<W>>,
        when: Option<&Bool<W>>,
    ) -> i32 {
        let mut places = *self.state.occupied();
        if let Some(region) = within {
            places = places.and(&self.region(region));
        }
        let wanted = self.owners_in(who);
        let before = self.bound;
        let mut count = 0;
        if !self.burn_stacks() {
            return 0;
        }
        for place in places.iter() {
            for (level, piece) in self.state.stack(place).into_iter().enumerate() {
                let owned = wanted >> self.rules.owners[piece.what as usize] & 1 == 1;
                if !owned || names.is_some_and(|names| !names.contains(&piece.what)) {
                    continue;
                }
                (self.bound.site, self.bound.level) = (place as i32, level as i32);
                count += i32::from(when.is_none_or(|when| self.bool(when)));
            }
        }
        self.bound = before;
        count
    }

    /// Uses up the steps for a look at all stacks.
    fn burn_stacks(&self) -> bool {
        self.burn_some(1 + self.state.covered.len() as u64 / 4)
    }

    /// The owners a role stands for, as bits.
    fn owners_in(&self, role: Role) -> u32 {
        self.players_of(role).fold(0, |bits, player| bits | 1 << player)
    }

    /// The places with pieces of these owners on any level, or of these kinds under a piece of theirs.
    #[inline(never)]
    pub(super) fn occupied_stacks(
        &mut self,
        who: &[Role],
        whats: Option<&[Int<W>]>,
        within: &Bits<W>,
        top: bool,
    ) -> Bits<W> {
        if !self.burn_stacks() {
            return Bits::EMPTY;
        }
        let wanted = who.iter().fold(0, |bits, &role| bits | self.owners_in(role));
        let whats: Option<SmallVec<[i32; 4]>> =
            whats.map(|whats| whats.iter().map(|what| self.int(what)).collect());
        let owner = |piece: &Content| wanted >> self.rules.owners[piece.what as usize] & 1 == 1;
        let fits = |place: &usize| {
            let stack = self.state.stack(*place);
            let is = |piece: &Content| {
                owner(piece) && whats.as_ref().is_none_or(|whats| whats.contains(&i32::from(piece.what)))
            };
            stack.iter().any(is) && (!top || stack.last().is_some_and(owner))
        };
        self.state.occupied().and(within).iter().filter(fits).collect()
    }

    /// The moves of each piece of a player on every level, or of those on top.
    pub(super) fn for_each_stacked(
        &mut self,
        player: usize,
        names: Option<&[u8]>,
        (within, top): (&Bits<W>, bool),
        moves: Option<&Gen<W>>,
        sink: Sink<'_, W>,
    ) -> bool {
        if player > self.rules.everybody() {
            return true;
        }
        if player != self.state.mover as usize && (1..=self.rules.players).contains(&player) {
            let mut copy = self.state.trial();
            (copy.prev, copy.next) = (copy.mover, copy.mover);
            copy.mover = player as u8;
            return self.at(&copy).for_each_stacked(player, names, (within, top), moves, sink);
        }
        let before = self.bound;
        let rules = self.rules;
        let places = self.state.occupied().and(within);
        let goes_on = places.iter().all(|place| {
            let stack = self.state.stack(place);
            let height = stack.len();
            stack.into_iter().enumerate().all(|(level, piece)| {
                let own =
                    rules.owners[piece.what as usize] as usize == player && (!top || level + 1 == height);
                if !own || names.is_some_and(|names| !names.contains(&piece.what)) {
                    return true;
                }
                (self.bound.from, self.bound.level) = (place as i32, level as i32);
                match moves.or(rules.components[piece.what as usize].moves.as_ref()) {
                    Some(moves) => self.generate(moves, sink),
                    None => true,
                }
            })
        });
        self.bound = before;
        goes_on
    }

    /// Moves for each level of a stack.
    pub(super) fn for_each_level(
        &mut self,
        site: &Int<W>,
        from_top: bool,
        moves: &Gen<W>,
        sink: Sink<'_, W>,
    ) -> bool {
        let site = self.int(site);
        let height = self.height_at(site);
        let before = self.bound;
        let goes_on = (0..height).all(|step| {
            self.bound.level = if from_top { height - 1 - step } else { step };
            self.generate(moves, sink)
        });
        self.bound = before;
        goes_on
    }
}
