//! The evaluator: what a compiled expression is worth in a position.

use std::cell::Cell;

use ludex_core::Rng;
use smallvec::SmallVec;

use super::Bits;
use super::code::{Array, Bool, Dirs, Goals, Int, Missing, Role, TrackChoice};
use super::rules::{Rules, Track};
use super::state::State;

/// The numbers chance has drawn for a move so far, and how many sides the next draw needs.
#[derive(Default)]
pub(super) struct Chance {
    drawn: Vec<u32>,
    used: Cell<usize>,
    need: Cell<u32>,
    /// Where numbers come from that have not been drawn, in playouts.
    source: Cell<Option<Rng>>,
    /// Whether it may be taken for granted that the next player has a move, and whether it was.
    trusts: Cell<bool>,
    trusted: Cell<bool>,
}

impl Chance {
    /// Chance with these numbers drawn.
    #[inline]
    pub(super) fn new(drawn: Vec<u32>) -> Chance {
        Chance { drawn, ..Chance::default() }
    }

    /// Chance that draws whatever is needed.
    pub(super) fn drawing(rng: Rng) -> Chance {
        Chance { source: Cell::new(Some(rng)), ..Chance::default() }
    }

    /// The source of random numbers, how many were drawn, and whether a move of the next player was trusted in.
    pub(super) fn into_source(self) -> (Option<Rng>, u32, bool) {
        (self.source.into_inner(), self.used.get() as u32, self.trusted.get())
    }

    /// Lets the rules trust, from now on or no longer, that the next player has a move.
    pub(super) fn trust(&self, trusts: bool) {
        self.trusts.set(trusts);
    }

    /// Whether it is taken for granted that the next player has a move.
    pub(super) fn trusts_in_a_move(&self) -> bool {
        self.trusted.set(self.trusted.get() || self.trusts.get());
        self.trusts.get()
    }

    /// A number below `sides`; 0 for now, with a note that it is needed, if it has not been drawn.
    pub(super) fn draw(&self, sides: u32) -> u32 {
        if sides <= 1 || self.need.get() > 0 {
            return 0;
        }
        let at = self.used.get();
        self.used.set(at + 1);
        if let Some(mut rng) = self.source.take() {
            let number = rng.below(sides);
            self.source.set(Some(rng));
            return number;
        }
        match self.drawn.get(at) {
            Some(&number) => number.min(sides - 1),
            None => {
                self.need.set(sides);
                0
            }
        }
    }

    /// The sides of the draw that was missing, if one was.
    pub(super) fn needs(&self) -> Option<u32> {
        (self.need.get() > 0).then(|| self.need.get())
    }
}

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
}

impl Bound {
    /// Nothing bound.
    pub(super) const NONE: Bound = Bound { from: -1, to: -1, between: -1, site: -1, player: -1, value: -1 };
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
    /// Whether it is asked what could follow the last move: its places count as visited then.
    follows: bool,
    /// Work left before the rules are taken to loop for ever.
    pub(super) fuel: &'a Cell<u64>,
    /// The places where a ball would rest, once they were asked for.
    pub(super) platforms: Option<Bits<W>>,
}

impl<'a, const W: usize> Eval<'a, W> {
    /// An evaluator of a position with nothing bound.
    pub(super) fn new(
        rules: &'a Rules<W>,
        state: &'a State<W>,
        chance: &'a Chance,
        fuel: &'a Cell<u64>,
    ) -> Self {
        Eval { rules, state, bound: Bound::NONE, chance, nested: 0, follows: false, fuel, platforms: None }
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
            follows: self.follows,
            fuel: self.fuel,
            platforms: None,
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
            Role::NonMover | Role::Enemy | Role::Friend | Role::Ally => -1,
        }
    }

    /// The number of a place on which something can stand, if it is one.
    #[inline]
    pub(super) fn place(&self, site: i32) -> Option<usize> {
        usize::try_from(site).ok().filter(|&site| site < self.rules.places)
    }

    /// Places of the rules' boards asked about by a number that may be nonsense.
    fn on_place(&self, site: i32, answer: impl Fn(usize) -> i32) -> i32 {
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
    fn worked_out(&mut self, int: &Int<W>) -> i32 {
        match int {
            Int::Const(number) => *number,
            Int::From => self.bound.from,
            Int::To => self.bound.to,
            Int::Between => self.bound.between,
            Int::BoundSite => self.bound.site,
            Int::BoundPlayer => self.bound.player,
            Int::BoundValue => self.bound.value,
            Int::Level => 0,
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
                let mut own = hands.filter(|container| i32::from(container.owner) == player);
                own.next().map_or(-1, |hand| hand.first as i32 + index)
            }
            Int::IdOf { name, role } => {
                let role = self.int(role);
                name.iter().find(|(_, owner)| i32::from(*owner) == role).map_or(-1, |(id, _)| i32::from(*id))
            }
            Int::Where { what } => {
                let what = self.int(what);
                self.state
                    .occupied()
                    .iter()
                    .find(|&p| i32::from(self.state.what(p)) == what)
                    .map_or(-1, |p| p as i32)
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
                self.own_track(track).map_or(-1, |track| {
                    let index = track.index_of(from).unwrap_or(track.sites.len());
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
        }
    }

    /// The values of a remembered list.
    fn remembered(&self, list: Option<u8>) -> impl Iterator<Item = i32> {
        let wanted = list.unwrap_or(0);
        self.state.remembered.iter().filter(move |(list, _)| *list == wanted).map(|(_, value)| *value)
    }

    /// A number made of a list.
    #[inline(never)]
    fn of_list(&mut self, array: &Array<W>, answer: impl FnOnce(&[i32]) -> i32) -> i32 {
        answer(&self.array(array))
    }

    #[inline(never)]
    fn count_pieces(
        &mut self,
        who: Role,
        names: Option<&[u8]>,
        within: &Option<Box<super::code::Region<W>>>,
        when: &Option<Box<Bool<W>>>,
    ) -> i32 {
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
    fn platform_below(&mut self, site: &Int<W>, by: &[Int<W>], owner: bool) -> i32 {
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

    #[inline(never)]
    fn track_first(&mut self, track: &TrackChoice<W>, from: Option<&Int<W>>, when: Option<&Bool<W>>) -> i32 {
        let from = from.map(|from| self.int(from));
        let Some(track) = self.track(track, from) else { return -1 };
        let start = from.and_then(|from| track.index_of(from)).unwrap_or(0);
        let before = self.bound;
        let mut found = -1;
        for offset in 0..track.sites.len() {
            let site = track.after(start, offset as i32);
            self.bound.to = site;
            self.bound.site = site;
            if site >= 0 && when.is_none_or(|when| self.bool(when)) {
                found = site;
                break;
            }
        }
        self.bound = before;
        found
    }

    /// The track along which a player moves: his own; else one of that name, or without a name nobody's.
    fn own_track(&mut self, choice: &TrackChoice<W>) -> Option<&'a Track> {
        let player = choice.owner.as_ref().map_or(i32::from(self.state.mover), |owner| self.int(owner));
        let tracks = &self.rules.tracks;
        let owner = |track: &u16| i32::from(tracks[*track as usize].owner);
        let own = choice.candidates.iter().find(|track| owner(track) == player);
        let other = || choice.candidates.iter().find(|track| choice.named || owner(track) == 0);
        own.or_else(other).map(|&track| &tracks[track as usize])
    }

    /// The track that is meant: the first that fits, holds the place and belongs to the owner.
    pub(super) fn track(&mut self, choice: &TrackChoice<W>, with: Option<i32>) -> Option<&'a Track> {
        self.track_number(choice, with).map(|number| &self.rules.tracks[number])
    }

    /// The number of the track that is meant.
    pub(super) fn track_number(&mut self, choice: &TrackChoice<W>, with: Option<i32>) -> Option<usize> {
        let owner = choice.owner.as_ref().map(|owner| self.int(owner));
        let mut first = None;
        for &number in &choice.candidates {
            let track = &self.rules.tracks[number as usize];
            if owner.is_some_and(|owner| i32::from(track.owner) != owner && track.owner != 0) {
                continue;
            }
            if with.is_none_or(|site| track.index_of(site).is_some()) {
                return Some(number as usize);
            }
            first = first.or(Some(number as usize));
        }
        first
    }

    /// The table of directions that applies to the piece on a place.
    #[inline]
    pub(super) fn dirs(&self, dirs: &Dirs, site: i32) -> usize {
        if let Some(pair) = dirs.towards {
            return self.dirs_towards(dirs, pair);
        }
        let facing = match dirs.by_facing.len() {
            1 => 0,
            _ => {
                let what = self.place(site).map_or(0, |site| self.state.what(site));
                let component = if what == 0 { self.mover_component() } else { what };
                self.rules.components[component as usize].facing as usize
            }
        };
        dirs.by_facing[facing] as usize
    }

    /// The table of the direction in which one place is seen from another; the first if in none.
    #[inline(never)]
    fn dirs_towards(&self, dirs: &Dirs, pair: u16) -> usize {
        let (from, to) = &self.rules.pairs[pair as usize];
        let mut eval = self.at(self.state);
        let (from, to) = (eval.int(from), eval.int(to));
        let place = self.place(from).filter(|&place| place < self.rules.tables.sites);
        let leads = |table: &&u16| {
            let rays = place.map(|place| &self.rules.tables.dirs[**table as usize].rays[place]);
            rays.is_some_and(|rays| rays.iter().any(|ray| ray.iter().any(|&site| i32::from(site) == to)))
        };
        dirs.by_facing.iter().find(leads).or(dirs.by_facing.first()).map_or(0, |&table| table as usize)
    }

    /// Directions asked for at an empty place are those of the mover.
    fn mover_component(&self) -> u8 {
        self.rules.components_of(self.state.mover).next().unwrap_or(0)
    }

    #[inline(never)]
    fn ahead(&mut self, site: i32, steps: i32, dirs: &Dirs) -> i32 {
        let table = self.dirs(dirs, site);
        let Some(place) = self.place(site).filter(|&p| p < self.rules.tables.sites) else { return site };
        if steps <= 0 {
            return site;
        }
        let rays = &self.rules.tables.dirs[table].rays[place];
        rays.first().and_then(|ray| ray.get(steps as usize - 1)).map_or(site, |&to| i32::from(to))
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
            Array::Team => {
                let mover = self.state.mover as usize;
                let mates =
                    (1..=self.rules.players).filter(|&p| self.state.teams[p] == self.state.teams[mover]);
                mates.map(|p| p as i32).collect()
            }
        }
    }

    /// Whether a condition holds.
    pub(super) fn bool(&mut self, condition: &Bool<W>) -> bool {
        // Conditions within conditions for each place can be asked without end.
        if !self.burn_some(1) {
            return false;
        }
        match condition {
            Bool::Const(value) => *value,
            Bool::And(parts) => parts.iter().all(|part| self.bool(part)),
            Bool::Or(parts) => parts.iter().any(|part| self.bool(part)),
            Bool::Not(part) => !self.bool(part),
            Bool::Xor(a, b) => self.bool(a) != self.bool(b),
            Bool::If(condition, yes, no) => {
                if self.bool(condition) {
                    self.bool(yes)
                } else {
                    self.bool(no)
                }
            }
            Bool::Eq(a, b) => self.int(a) == self.int(b),
            Bool::Ne(a, b) => self.int(a) != self.int(b),
            Bool::Lt(a, b) => self.int(a) < self.int(b),
            Bool::Le(a, b) => self.int(a) <= self.int(b),
            Bool::SameRegion(a, b) => self.region(a) == self.region(b),
            Bool::IsEmpty(at) => {
                let site = self.int(at);
                self.place(site).is_some_and(|site| !self.state.occupied().has(site))
            }
            Bool::IsOccupied(at) => {
                let site = self.int(at);
                self.place(site).is_some_and(|site| self.state.occupied().has(site))
            }
            Bool::IsIn(sites, region) => {
                let places = self.region(region);
                sites.iter().all(|site| {
                    let site = self.int(site);
                    self.place(site).is_some_and(|site| places.has(site))
                })
            }
            Bool::IsInArray(value, array) => {
                let value = self.int(value);
                self.of_list(array, |values| i32::from(values.contains(&value))) == 1
            }
            Bool::IsEnemy(player) => {
                let player = self.int(player);
                self.is_enemy(player)
            }
            Bool::IsFriend(player) => {
                let player = self.int(player);
                player > 0 && player <= self.rules.players as i32 && !self.is_enemy(player)
            }
            Bool::IsActive(player) => {
                let player = self.int(player);
                (0..16).contains(&player) && self.state.active >> player & 1 == 1
            }
            Bool::IsEven(value) => self.int(value) % 2 == 0,
            Bool::IsPending => !self.state.pending.is_empty(),
            Bool::IsFull => self.rules.tables.all.is_within(self.state.occupied()),
            Bool::IsVisited(site) => {
                let site = self.int(site);
                let last = self.state.last;
                let just_left = self.follows && (site == i32::from(last.from) || site == i32::from(last.to));
                self.place(site).is_some_and(|site| just_left || self.state.visited.has(site))
            }
            Bool::IsFlat(site) => {
                let site = self.int(site);
                let tables = &self.rules.tables;
                self.place(site).filter(|&site| site < tables.sites).is_some_and(|site| {
                    tables.ground.has(site) || tables.down[site].is_within(self.state.occupied())
                })
            }
            Bool::IsLine(test) => self.is_line(test),
            Bool::IsConnected { number, at, dirs, goals } => {
                self.is_connected(number.as_deref(), at, dirs, goals)
            }
            Bool::IsLoop { dirs, surround, colour } => self.is_loop(dirs, surround.as_deref(), colour),
            Bool::IsPattern { walk, from, whats } => self.is_pattern(walk, from, whats),
            Bool::IsWithin { what, region } => {
                let what = self.int(what);
                self.region(region).iter().any(|place| i32::from(self.state.what(place)) == what)
            }
            Bool::IsCycle => self.is_cycle(),
            Bool::IsRepeat { situational } => self.rules.has_occurred(self.state, *situational),
            Bool::IsFreedom { region, except } => self.is_freedom(region, except.as_deref()),
            Bool::IsPyramidCorners(region) => {
                let places = self.region(region);
                places.iter().any(|place| self.is_pyramid_corners(place))
            }
            Bool::IsRelated { dirs, site, region } => {
                let site = self.int(site);
                let goal = self.region(region);
                let table = self.dirs(dirs, site);
                let near = self.place(site).filter(|&site| site < self.rules.tables.sites);
                near.is_some_and(|site| self.rules.tables.dirs[table].around[site].meets(&goal))
            }
            Bool::IsThreatened { what, sites, moves } => {
                self.is_threatened(what.as_deref(), sites.as_deref(), moves.as_deref())
            }
            Bool::IsTriggered { event, who } => {
                let who = self.int(who);
                self.state.triggers >> trigger_bit(*event, who) & 1 == 1
            }
            Bool::CanMove(moves) => {
                let before = std::mem::replace(&mut self.follows, true);
                let can = self.can_move(moves);
                self.follows = before;
                can
            }
            Bool::NoMoves(role) => self.no_moves(*role),
            Bool::NoPieces { who, names, within } => {
                self.count_pieces(*who, names.as_deref(), within, &None) == 0
            }
            Bool::AllSites { region, when } => {
                let places = self.region(region);
                let before = self.bound.site;
                let all = places.iter().all(|place| {
                    self.bound.site = place as i32;
                    self.bool(when)
                });
                self.bound.site = before;
                all
            }
            Bool::AllPassed => usize::from(self.state.passed) >= self.rules.players,
            Bool::WasPass => self.state.last.pass,
        }
    }

    /// Whether a player is an enemy of the mover. Shared pieces count as an enemy's; neutral ones do not.
    pub(super) fn is_enemy(&self, player: i32) -> bool {
        let mover = self.state.mover as usize;
        match usize::try_from(player) {
            Ok(0) | Err(_) => false,
            Ok(player) if player <= self.rules.players => self.state.teams[player] != self.state.teams[mover],
            Ok(_) => true,
        }
    }

    #[inline(never)]
    fn is_connected(&mut self, number: Option<&Int<W>>, at: &Int<W>, dirs: &Dirs, goals: &Goals<W>) -> bool {
        let at = self.int(at);
        let Some(start) = self.place(at).filter(|&site| site < self.rules.tables.sites) else { return false };
        let owner = self.who(at);
        if owner <= 0 {
            return false;
        }
        let regions: SmallVec<[Bits<W>; 4]>;
        let goals: &[Bits<W>] = match goals {
            Goals::Regions(sets) => {
                regions = sets.iter().map(|region| self.region(region)).collect();
                &regions
            }
            Goals::ByPlayer(by_player, who) => {
                let who = self.int(who).max(0) as usize;
                // The regions of a player are connected by that player's pieces.
                if (1..=self.rules.players).contains(&who) && owner as usize != who {
                    return false;
                }
                by_player.get(who).map_or(&[], |sets| &sets[..])
            }
        };
        let needed = number.map_or(goals.len() as i32, |number| self.int(number));
        let table = self.dirs(dirs, at);
        let own = *self.state.owned(owner as usize);
        let group = self.flood(Bits::one(start), &own, table);
        let touched = goals.iter().filter(|goal| goal.meets(&group)).count() as i32;
        touched >= needed && needed > 0
    }
}

/// Which bit remembers that an event was triggered for a player.
pub(super) fn trigger_bit(event: u8, player: i32) -> u32 {
    (u32::from(event) * 8 + player.max(0) as u32) % 64
}

impl Chance {
    /// The numbers drawn.
    pub(super) fn into_drawn(self) -> Vec<u32> {
        self.drawn
    }
}
