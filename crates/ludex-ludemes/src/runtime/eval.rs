//! The evaluator: what a compiled expression is worth in a position.

use std::cell::Cell;

use smallvec::SmallVec;

use super::Bits;
use super::chance::Chance;
use super::code::{Array, Bool, Int, Missing, Role};
use super::rules::Rules;
use super::state::State;

/// A list of numbers, in place as long as it is short.
pub(super) type Numbers = SmallVec<[i32; 16]>;

/// The names that iterators and generators bind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bound {
    pub(super) from: i32,
    pub(super) to: i32,
    pub(super) between: i32,
    pub(super) site: i32,
    pub(super) player: i32,
    pub(super) value: i32,
    pub(super) level: i32,
}

impl Bound {
    /// Nothing bound.
    pub(super) const NONE: Bound =
        Bound { from: -1, to: -1, between: -1, site: -1, player: -1, value: -1, level: -1 };
}

/// Some of the players (0 for nobody, one more than the last for everybody), in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Players(u32);

impl Players {
    /// Those who still play.
    pub(super) fn active<const W: usize>(state: &State<W>) -> Players {
        Players(u32::from(state.active))
    }

    /// Those among them for whom `keep` holds.
    pub(super) fn keep(self, keep: impl Fn(usize) -> bool) -> Players {
        Players(self.filter(|&player| keep(player)).fold(0, |bits, player| bits | 1 << player))
    }
}

impl Iterator for Players {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let player = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(player)
    }
}

/// Evaluates expressions in a position.
pub(super) struct Eval<'a, const W: usize> {
    pub(super) rules: &'a Rules<W>,
    pub(super) state: &'a State<W>,
    pub(super) bound: Bound,
    pub(super) chance: &'a Chance,
    /// How deep play rules are evaluated inside play rules.
    pub(super) nested: u8,
    /// How many moves are being tried within one another.
    pub(super) trying: u8,
    /// Whether it is asked what could follow the last move: its places count as visited then.
    pub(super) follows: bool,
    /// Whether the length of a chain of moves is being found: rules that ask for the longest do not ask again then.
    pub(super) chaining: bool,
    /// Work left before the rules are taken to loop for ever.
    pub(super) fuel: &'a Cell<u64>,
    /// The places where a ball would rest, once they were asked for.
    pub(super) platforms: Option<Bits<W>>,
    /// The group that an iterator stands at.
    pub(super) group: Option<Bits<W>>,
}

impl<'a, const W: usize> Eval<'a, W> {
    /// An evaluator of a position with nothing bound.
    pub(super) fn new(
        rules: &'a Rules<W>,
        state: &'a State<W>,
        chance: &'a Chance,
        fuel: &'a Cell<u64>,
    ) -> Self {
        Eval {
            rules,
            state,
            bound: Bound::NONE,
            chance,
            nested: 0,
            trying: 0,
            follows: false,
            chaining: false,
            fuel,
            platforms: None,
            group: None,
        }
    }

    /// The same evaluator looking at another position.
    pub(super) fn at<'b>(&self, state: &'b State<W>) -> Eval<'b, W>
    where
        'a: 'b,
    {
        Eval {
            rules: self.rules,
            state,
            bound: self.bound,
            chance: self.chance,
            nested: self.nested,
            trying: self.trying,
            follows: self.follows,
            chaining: self.chaining,
            fuel: self.fuel,
            platforms: None,
            group: self.group,
        }
    }

    /// The player numbers a role stands for.
    pub(super) fn players_of(&self, role: Role) -> Players {
        let everyone = Players((1u32 << self.rules.everybody()) - 2);
        let one = |player: usize| Players(1 << player.min(31));
        let mover = self.state.mover as usize;
        let team = |player: usize| {
            let same = everyone.filter(|&p| self.state.teams[p] == self.state.teams[player]);
            Players(same.fold(0, |bits, p| bits | 1 << p))
        };
        match role {
            Role::Neutral => Players(1),
            Role::Player(player) => one(player as usize),
            Role::Mover => one(mover),
            Role::Next => one(self.state.next as usize),
            Role::Prev => one(self.state.prev as usize),
            Role::Bound => one(self.bound.player.max(0) as usize),
            Role::Shared => one(self.rules.everybody()),
            Role::All => Players((2u32 << self.rules.everybody()) - 1),
            Role::Each => everyone,
            Role::NonMover => Players(everyone.0 & !(1 << mover)),
            Role::Enemy => Players(everyone.0 & !team(mover).0),
            Role::Friend => team(mover),
            Role::Ally => Players(team(mover).0 & !(1 << mover)),
            Role::Team(number) => everyone.keep(|p| self.state.teams[p] == number),
        }
    }

    /// A role as a number.
    pub(super) fn role(&self, role: Role) -> i32 {
        match role {
            Role::Neutral => 0,
            Role::Player(player) => i32::from(player),
            Role::Mover => i32::from(self.state.mover),
            Role::Next => i32::from(self.state.next),
            Role::Prev => i32::from(self.state.prev),
            Role::Bound => self.bound.player,
            Role::Shared | Role::All | Role::Each => self.rules.everybody() as i32,
            Role::NonMover | Role::Enemy | Role::Friend | Role::Ally | Role::Team(_) => -1,
        }
    }

    /// The number of a place on which something can stand, if it is one.
    #[inline]
    pub(super) fn place(&self, site: i32) -> Option<usize> {
        usize::try_from(site).ok().filter(|&site| site < self.rules.places)
    }

    /// Places of the rules' boards asked about by a number that may be nonsense.
    pub(super) fn on_place(&self, site: i32, answer: impl Fn(usize) -> i32) -> i32 {
        self.place(site).map_or(0, answer)
    }

    /// The owner of the piece on a place.
    #[inline]
    pub(super) fn who(&self, site: i32) -> i32 {
        self.on_place(site, |site| i32::from(self.rules.owners[self.state.what(site) as usize]))
    }

    /// What a number is worth.
    #[inline]
    pub(super) fn int(&mut self, int: &Int<W>) -> i32 {
        match int {
            Int::Const(number) => *number,
            Int::From => self.bound.from,
            Int::To => self.bound.to,
            Int::BoundSite => self.bound.site,
            Int::Mover => i32::from(self.state.mover),
            Int::LastTo { after: false } => i32::from(self.state.last.to),
            int => self.worked_out(int),
        }
    }

    /// What a number is worth that is not at hand. Whatever needs room for lists is in functions of its own, so
    /// that the common numbers cost little.
    #[inline(never)]
    pub(super) fn worked_out(&mut self, int: &Int<W>) -> i32 {
        match int {
            Int::Const(number) => *number,
            Int::From => self.bound.from,
            Int::To => self.bound.to,
            Int::Between => self.bound.between,
            Int::BoundSite => self.bound.site,
            Int::BoundPlayer => self.bound.player,
            Int::BoundValue => self.bound.value,
            Int::Level => self.bound.level,
            Int::Mover => i32::from(self.state.mover),
            Int::Next => i32::from(self.state.next),
            Int::Prev => i32::from(self.state.prev),
            Int::Role(role) => self.role(*role),
            Int::LastFrom { after } => {
                i32::from(if *after { self.state.last.from_after } else { self.state.last.from })
            }
            Int::LastTo { after } => {
                i32::from(if *after { self.state.last.to_after } else { self.state.last.to })
            }
            Int::Add(terms) => terms.iter().fold(0i32, |sum, term| sum.wrapping_add(self.int(term))),
            Int::LinesThroughLast(lines) => {
                let last = usize::try_from(self.state.last.to).ok();
                let Some((last, lines)) = last.and_then(|last| Some((last, lines.get(last)?))) else {
                    return 0;
                };
                match self.state.what(last) {
                    0 => 0,
                    what => {
                        let own = self.places_of(what);
                        lines.iter().filter(|line| line.is_within(&own)).count() as i32
                    }
                }
            }
            Int::Mul(factors) => {
                factors.iter().fold(1i32, |product, factor| product.wrapping_mul(self.int(factor)))
            }
            Int::Sub(a, b) => self.int(a).wrapping_sub(self.int(b)),
            Int::Div(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                a.checked_div(b).unwrap_or(0)
            }
            Int::Mod(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                a.checked_rem(b).unwrap_or(0)
            }
            Int::Pow(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                a.wrapping_pow(b.clamp(0, 64) as u32)
            }
            Int::Neg(a) => self.int(a).wrapping_neg(),
            Int::Abs(a) => self.int(a).wrapping_abs(),
            Int::Max(items) => items.iter().map(|item| self.int(item)).max().unwrap_or(-1),
            Int::Min(items) => items.iter().map(|item| self.int(item)).min().unwrap_or(-1),
            Int::SumOf(array) => {
                self.of_list(array, |values| values.iter().copied().fold(0, i32::wrapping_add))
            }
            // Of nothing, nothing.
            Int::ProductOf(array) => self.of_list(array, |values| match values {
                [] => 0,
                values => values.iter().copied().fold(1, i32::wrapping_mul),
            }),
            Int::MaxOf(array) => self.of_list(array, |values| values.iter().copied().max().unwrap_or(-1)),
            Int::MinOf(array) => self.of_list(array, |values| values.iter().copied().min().unwrap_or(-1)),
            Int::If(condition, yes, no) => {
                if self.bool(condition) {
                    self.int(yes)
                } else {
                    self.int(no)
                }
            }
            Int::Who(at) => {
                let site = self.int(at);
                self.who(site)
            }
            Int::What(at) => {
                let site = self.int(at);
                self.on_place(site, |site| i32::from(self.state.what(site)))
            }
            Int::State(at) => {
                let site = self.int(at);
                self.on_place(site, |site| i32::from(self.state.local(site)))
            }
            Int::PieceValue(at) => {
                let site = self.int(at);
                self.on_place(site, |site| i32::from(self.state.piece_value(site)))
            }
            Int::PlayerValue(player) => {
                let player = self.int(player);
                self.state.values.get(player as usize).copied().unwrap_or(-1)
            }
            Int::CountAt(at) => {
                let site = self.int(at);
                let hand = matches!(**at, Int::HandSite { .. });
                let counts = |site: &usize| hand || self.rules.counted().has(*site);
                self.place(site).filter(counts).map_or(0, |site| i32::from(self.state.count(site)))
            }
            Int::CountBeside(at) => {
                let site = self.int(at);
                let beside = |site: &usize| *site >= self.rules.tables.sites;
                self.place(site).filter(beside).map_or(0, |site| i32::from(self.state.count(site)))
            }
            Int::CountIn(region) => {
                let places = self.region(region).and(self.rules.counted());
                places.iter().map(|place| i32::from(self.state.count(place))).sum()
            }
            Int::CountSites(region) => self.region(region).count() as i32,
            Int::CountPieces { who, names, within, when } => {
                self.count_pieces(*who, names.as_deref(), within, when)
            }
            Int::CountMoves => self.state.moves as i32,
            Int::CountTurns => self.state.turn as i32,
            Int::CountMovesThisTurn => self.state.moves_this_turn as i32,
            Int::CountActive => self.state.active.count_ones() as i32,
            Int::CountGroups { dirs, when, min } => {
                let min = self.int(min).max(1) as u32;
                self.count_groups(dirs, when.as_deref(), min)
            }
            Int::CountLiberties { at, dirs, when } => {
                let at = self.int(at);
                self.liberties(at, dirs, when.as_deref())
            }
            Int::CountSteps { dirs, from, to } => {
                let from = self.int(from);
                let to = self.region(to);
                self.steps_between(dirs, from, &to)
            }
            Int::SizeBiggestGroup { dirs, among, when, visible } => {
                let among = among.as_ref().map(|region| self.region(region));
                self.biggest_group(dirs, when.as_deref(), *visible, among)
            }
            Int::CountStepsBy { dirs, when, from, to } => {
                let (from, to) = (self.int(from), self.region(to));
                self.steps_by(dirs, when.as_deref(), from, &to)
            }
            Int::SizeBiggestLine { dirs, when } => self.biggest_line(dirs, when.as_deref()),
            Int::SizeLongestStrand { who, dirs, visible, induced } => {
                self.longest_strand(*who, dirs, *visible, *induced)
            }
            Int::SitesPlatformBelow { site, by, owner } => self.platform_below(site, by, *owner),
            Int::SizeGroup { at, dirs, when, visible } => {
                let at = self.int(at);
                let start = self.place(at).map_or(Bits::EMPTY, Bits::one);
                self.group(&start, dirs, when.as_deref(), *visible).count() as i32
            }
            Int::SizeTerritory { who, dirs } => self.territory(*who, dirs),
            Int::SizeArray(array) => match &**array {
                Array::OfRegion(region) => self.region(region).count() as i32,
                Array::Remembered(list) => self.remembered(*list).count() as i32,
                array => self.of_list(array, |values| values.len() as i32),
            },
            Int::ArrayValue(array, index) => {
                let index = self.int(index);
                if let Array::Remembered(list) = &**array {
                    return usize::try_from(index)
                        .ok()
                        .and_then(|at| self.remembered(*list).nth(at))
                        .unwrap_or(-1);
                }
                self.of_list(array, |values| {
                    usize::try_from(index).ok().and_then(|index| values.get(index).copied()).unwrap_or(-1)
                })
            }
            Int::Table { at, entries, missing } => {
                let key = self.int(at);
                match (usize::try_from(key).ok().and_then(|key| entries.get(key).copied()), missing) {
                    (Some(entry), Missing::Off) => entry,
                    (Some(entry), Missing::Key) if entry != i32::MIN => entry,
                    (_, Missing::Key) => key,
                    (None, Missing::Off) => -1,
                }
            }
            Int::HandSite { of, index } => {
                let (player, index) = (self.int(of), self.int(index));
                let hands = self.rules.containers[1..].iter();
                let mut own = hands.filter(|hand| i32::from(hand.owner) == player && !hand.is_dice);
                own.next().map_or(-1, |hand| hand.first as i32 + index)
            }
            Int::IdOf { name, role } => {
                let role = self.int(role);
                name.iter().find(|(_, owner)| i32::from(*owner) == role).map_or(-1, |(id, _)| i32::from(*id))
            }
            Int::Where { what, state } => {
                let what = self.int(what);
                let state = state.as_ref().map(|state| self.int(state));
                let is_in = |local: i16| state.is_none_or(|state| i32::from(local) == state);
                let is = |&p: &usize| match self.rules.stacks {
                    true => self.state.stack(p).iter().any(|c| i32::from(c.what) == what && is_in(c.state)),
                    false => i32::from(self.state.what(p)) == what && is_in(self.state.local(p)),
                };
                self.state.occupied().iter().find(is).map_or(-1, |p| p as i32)
            }
            Int::Ahead { site, steps, dirs } => {
                let (site, steps) = (self.int(site), self.int(steps));
                self.ahead(site, steps, dirs)
            }
            Int::RegionSite(region, index) => {
                let index = self.int(index);
                let places = self.region(region);
                usize::try_from(index)
                    .ok()
                    .and_then(|index| places.iter().nth(index))
                    .map_or(-1, |place| place as i32)
            }
            Int::Score(player) => {
                let player = self.int(player);
                self.state.scores.get(player as usize).copied().unwrap_or(0)
            }
            Int::Var(index) => self.state.vars[*index],
            Int::Counter => self.state.counter,
            Int::PendingValue => {
                if let [only] = self.state.pending[..] {
                    only
                } else {
                    0
                }
            }
            Int::Random { from, to } => {
                let (from, to) = (self.int(from), self.int(to));
                from + self.chance.draw((to - from + 1).max(1) as u32) as i32
            }
            Int::TrackMove { from, track, steps } => {
                let (from, steps) = (self.int(from), self.int(steps));
                // From a place that is not on it, a loop is counted from its beginning.
                let winding = self.rules.winding;
                let player = if winding { self.track_owner(track) } else { 0 };
                self.own_track_number(track).map_or(-1, |number| {
                    let track = &self.rules.tracks[number];
                    let index = match winding && !track.looped {
                        true if from < 0 => return -1,
                        true => self.index_on(number, from, player),
                        false => track.index_of(from).unwrap_or(track.sites.len()),
                    };
                    track.after(index, steps.max(0))
                })
            }
            Int::TrackFirst { track, from, when } => {
                self.track_first(track, from.as_deref(), when.as_deref())
            }
            Int::CountValue { of, within } => {
                let of = self.int(of);
                self.of_list(within, |values| values.iter().filter(|&&value| value == of).count() as i32)
            }
            Int::OfLevel { mark, at, level } => self.of_level(*mark, at, level),
            Int::Pips(dice) => self.pips(dice),
            Int::CountPips(owner) => {
                let owner = self.int(owner);
                self.count_pips(owner)
            }
            Int::Face(site) => {
                let site = self.int(site);
                self.face(site)
            }
            Int::TrackEnd(track) => {
                let track = self.own_track(track);
                track.and_then(|track| track.sites.last().copied()).unwrap_or(-1)
            }
            Int::SizeStack(region) => {
                let places = self.region(region);
                places.iter().map(|place| self.state.height(place) as i32).sum()
            }
            Int::TopLevel(at) => {
                let site = self.int(at);
                (self.height_at(site) - 1).max(0)
            }
            Int::CountStack(count) => self.count_stack(count),
            Int::WhereLevel { what, at, state, from_top } => {
                self.where_level(what, at, state.as_deref(), *from_top)
            }
        }
    }

    /// The values of a remembered list.
    pub(super) fn remembered(&self, list: Option<u8>) -> impl Iterator<Item = i32> {
        let wanted = list.unwrap_or(0);
        self.state.remembered.iter().filter(move |(list, _)| *list == wanted).map(|(_, value)| *value)
    }

    /// What a number is for every pair of a place to begin and a place to end at.
    #[inline(never)]
    fn results(
        &mut self,
        from: &super::code::Region<W>,
        to: &super::code::Region<W>,
        value: &Int<W>,
    ) -> Numbers {
        let before = self.bound;
        let mut all = Numbers::new();
        for from in self.region(from).iter() {
            self.bound.from = from as i32;
            for to in self.region(to).iter() {
                self.bound.to = to as i32;
                all.push(self.int(value));
            }
        }
        self.bound = before;
        all
    }

    /// A number made of a list.
    #[inline(never)]
    pub(super) fn of_list(&mut self, array: &Array<W>, answer: impl FnOnce(&[i32]) -> i32) -> i32 {
        answer(&self.array(array))
    }

    #[inline(never)]
    pub(super) fn count_pieces(
        &mut self,
        who: Role,
        names: Option<&[u8]>,
        within: &Option<Box<super::code::Region<W>>>,
        when: &Option<Box<Bool<W>>>,
    ) -> i32 {
        if self.rules.stacks {
            return self.count_stacked(who, names, within.as_deref(), when.as_deref());
        }
        let mut places = self.players_of(who).fold(Bits::EMPTY, |all, p| all.or(self.state.owned(p)));
        if let Some(region) = within {
            places = places.and(&self.region(region));
        }
        let mut count = 0;
        let before = self.bound;
        for place in places.iter() {
            if names.is_some_and(|names| !names.contains(&self.state.what(place))) {
                continue;
            }
            self.bound.site = place as i32;
            if when.as_ref().is_none_or(|when| self.bool(when)) {
                count += i32::from(self.state.count(place));
            }
        }
        self.bound = before;
        count
    }

    #[inline(never)]
    pub(super) fn platform_below(&mut self, site: &Int<W>, by: &[Int<W>], owner: bool) -> i32 {
        let site = self.int(site);
        let Some(site) = self.place(site).filter(|&site| site < self.rules.tables.sites) else { return 0 };
        self.rules.tables.down[site].and(&self.wanted(by, owner)).count() as i32
    }

    /// The places with pieces of these owners, or of these components.
    pub(super) fn wanted(&mut self, by: &[Int<W>], owner: bool) -> Bits<W> {
        let mut wanted = Bits::EMPTY;
        for by in by {
            let Ok(by) = usize::try_from(self.int(by)) else { continue };
            let places = match owner {
                true if by <= self.rules.everybody() => *self.state.owned(by),
                false if by > 0 => self.places_of(by.min(255) as u8),
                _ => Bits::EMPTY,
            };
            wanted = wanted.or(&places);
        }
        wanted
    }

    /// What a list of numbers is.
    #[inline(never)]
    pub(super) fn array(&mut self, array: &Array<W>) -> Numbers {
        match array {
            Array::Items(items) => items.iter().map(|item| self.int(item)).collect(),
            Array::OfRegion(region) => self.region(region).iter().map(|place| place as i32).collect(),
            Array::Remembered(list) => self.remembered(*list).collect(),
            Array::SizesGroup { dirs, who, min, when, visible } => {
                let min = self.int(min).max(0);
                self.group_sizes(dirs, *who, min, when.as_deref(), *visible)
            }
            Array::Union(parts) => {
                let mut all = Numbers::new();
                for part in parts {
                    for value in self.array(part) {
                        if !all.contains(&value) {
                            all.push(value);
                        }
                    }
                }
                all
            }
            Array::Intersection(parts) => {
                let mut lists = parts.iter().map(|part| self.array(part)).collect::<Vec<_>>().into_iter();
                let first = lists.next().unwrap_or_default();
                lists
                    .fold(first, |kept, list| kept.into_iter().filter(|value| list.contains(value)).collect())
            }
            Array::Difference(a, b) => {
                let (a, b) = (self.array(a), self.array(b));
                a.into_iter().filter(|value| !b.contains(value)).collect()
            }
            Array::If(condition, yes, no) => {
                let chosen = if self.bool(condition) { yes } else { no };
                self.array(chosen)
            }
            Array::Results { from, to, value } => self.results(from, to, value),
            Array::Team => {
                let mover = self.state.mover as usize;
                let mates =
                    (1..=self.rules.players).filter(|&p| self.state.teams[p] == self.state.teams[mover]);
                mates.map(|p| p as i32).collect()
            }
        }
    }
}
