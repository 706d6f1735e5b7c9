//! The kernel of placement games: every ply puts one piece on an empty place of the board, and nothing ever moves.
//! On pyramids, and wherever else places need support, the open places are kept up to date ply by ply; groups are
//! joined as they grow.

use ludex_core::Rng;

use super::lines::{LineMap, OWNERS, Words};
use super::trigger::{All, GroupPlan, LineRule, Part, Reader};
use crate::runtime::code::{Bool, Gen, Int, Kind, Region, Role, ToClause};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Last, Move, PLAYERS, State};

/// A placement game.
#[derive(Clone, Debug)]
pub struct Place<const W: usize> {
    sources: Vec<Source>,
    pass: Option<u16>,
    area: Bits<W>,
    supported: bool,
    triggers: Vec<All<W>>,
    groups: GroupPlan<W>,
    /// The goals each place belongs to, as bits.
    goals: Vec<u16>,
    /// Lines as words, where end rules ask for lines of one set of directions.
    lines: Option<LineMap>,
    /// Whether there is one way to place a piece, and no pass.
    simple: bool,
    /// Whether an end rule asks for loops.
    loops: bool,
}

/// More ways to place a piece than this are left to the general rules.
const MOST_SOURCES: usize = 4;

/// One way to place a piece, by the player on turn.
#[derive(Clone, Debug)]
struct Source {
    leaf: u16,
    /// The piece.
    what: [u8; PLAYERS + 1],
    /// The hand it comes from.
    hand: Option<[u16; PLAYERS + 1]>,
}

/// Groups of pieces that touch, joined as pieces come.
struct Groups<const W: usize> {
    parent: [[u16; 64]; W],
    touch: [[u16; 64]; W],
}

impl<const W: usize> Groups<W> {
    fn new() -> Self {
        Groups { parent: [[0; 64]; W], touch: [[0; 64]; W] }
    }

    #[inline]
    fn root(&mut self, place: usize) -> usize {
        let mut at = place;
        loop {
            let up = self.parent[at >> 6][at & 63] as usize;
            if up == at {
                return at;
            }
            let above = self.parent[up >> 6][up & 63];
            self.parent[at >> 6][at & 63] = above;
            at = above as usize;
        }
    }

    /// Adds a piece and joins it to its neighbours of the same owner. Returns what its group touches.
    #[inline]
    fn add(&mut self, place: usize, goals: u16, neighbours: Bits<W>) -> u16 {
        self.parent[place >> 6][place & 63] = place as u16;
        let mut touch = goals;
        for near in neighbours.iter() {
            let root = self.root(near);
            touch |= self.touch[root >> 6][root & 63];
            self.parent[root >> 6][root & 63] = place as u16;
        }
        self.touch[place >> 6][place & 63] = touch;
        touch
    }

    /// Whether two of the neighbours are of one group without touching each other beside the place.
    fn closes(&mut self, neighbours: Bits<W>, around: &[Bits<W>]) -> bool {
        let mut left = neighbours;
        let mut roots = [usize::MAX; 8];
        let mut count = 0;
        while let Some(first) = left.first() {
            let mut run = Bits::one(first);
            loop {
                let wider = run.iter().fold(run, |all, place| all.or(&around[place].and(&neighbours)));
                if wider == run {
                    break;
                }
                run = wider;
            }
            left = left.minus(&run);
            let root = self.root(first);
            if roots[..count].contains(&root) || count == roots.len() {
                return true;
            }
            roots[count] = root;
            count += 1;
        }
        false
    }
}

impl<const W: usize> Place<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>) -> Option<Place<W>> {
        let meta = &rules.meta;
        let plain = rules.players >= 2
            && rules.players <= PLAYERS
            && rules.phases.len() == 1
            && !rules.needs_history
            && !meta.gravity
            && !meta.pin
            && !meta.no_stack_on_fallen
            && !rules.draws
            && !rules.marks
            && rules.tables.sites > 0;
        if !plain {
            return None;
        }
        let mut place = Place {
            sources: Vec::new(),
            pass: None,
            area: Bits::EMPTY,
            supported: false,
            triggers: Vec::new(),
            groups: GroupPlan::default(),
            goals: Vec::new(),
            lines: None,
            simple: false,
            loops: false,
        };
        place.read(rules, &rules.phases[0].play)?;
        if place.sources.is_empty() || place.sources.len() > MOST_SOURCES {
            return None;
        }
        let mut reader = Reader::new(rules);
        place.triggers = reader.ends()?;
        for parts in &mut place.triggers {
            parts.sort_by_key(cost);
        }
        place.groups = reader.groups;
        let goals = |site| {
            let sets = place.groups.goals.iter().enumerate();
            sets.filter(|(_, goal)| goal.has(site)).fold(0, |bits, (index, _)| bits | 1 << index)
        };
        place.goals = (0..rules.tables.sites).map(goals).collect();
        place.simple = place.pass.is_none() && matches!(&place.sources[..], [only] if only.hand.is_none());
        place.loops = place.triggers.iter().flatten().any(|part| matches!(part, Part::Loop));
        place.lines = place.line_map(rules);
        Some(place)
    }

    /// Lines as words, if all rules about lines look the same way.
    fn line_map(&self, rules: &Rules<W>) -> Option<LineMap> {
        let mut all: Vec<&LineRule> = Vec::new();
        for part in self.triggers.iter().flatten() {
            if let Part::Line(rule) = part {
                all.push(rule);
            }
        }
        let first = all.first()?;
        let alike = all.iter().all(|rule| rule.table == first.table && rule.both_ways);
        if !alike || rules.owners.iter().any(|&owner| usize::from(owner) >= OWNERS) {
            return None;
        }
        let shortest = |site: usize| all.iter().map(|rule| usize::from(rule.length[site])).min().unwrap_or(1);
        LineMap::new(&rules.tables, first.table, shortest)
    }

    fn read(&mut self, rules: &Rules<W>, play: &Gen<W>) -> Option<()> {
        match play {
            Gen::All(parts) => parts.iter().try_for_each(|part| self.read(rules, part)),
            Gen::If(condition, yes, no) => match (&**condition, &**yes, &**no) {
                (Bool::Not(inner), Gen::Leaf(leaf), Gen::None) if matches!(**inner, Bool::WasPass) => {
                    self.read_pass(rules, *leaf)
                }
                _ => None,
            },
            Gen::Leaf(leaf) => self.read_leaf(rules, *leaf),
            _ => None,
        }
    }

    /// A pass that is possible unless the last move was one.
    fn read_pass(&mut self, rules: &Rules<W>, leaf: u16) -> Option<()> {
        let is_pass = matches!(rules.leaves[leaf as usize].kind, Kind::Pass);
        (is_pass && self.pass.is_none() && !self.sources.is_empty()).then(|| self.pass = Some(leaf))
    }

    fn read_leaf(&mut self, rules: &Rules<W>, number: u16) -> Option<()> {
        let leaf = &rules.leaves[number as usize];
        if !leaf.then.is_empty() || !leaf.prior.is_empty() || leaf.binds || self.pass.is_some() {
            return None;
        }
        let (to, what, hand) = match &leaf.kind {
            Kind::Add { whats, to, count: Int::Const(1), state: None, value: None } => {
                let what = match whats.as_deref() {
                    None => by_mover(rules, &Int::Mover)?,
                    Some([what]) => by_mover(rules, what)?,
                    Some(_) => return None,
                };
                (to, what, None)
            }
            Kind::FromTo { from, to, count: None | Some(Int::Const(1)), copy: false }
                if from.when.is_none() =>
            {
                let hand = match &from.region {
                    Some(Region::Site(site)) => by_mover(rules, site)?,
                    Some(Region::Const(one)) if one.count() == 1 => [one.first()? as u16; PLAYERS + 1],
                    _ => return None,
                };
                if hand[1..=rules.players].iter().any(|&site| (site as usize) < rules.tables.sites) {
                    return None;
                }
                (to, [0; PLAYERS + 1], Some(hand))
            }
            _ => return None,
        };
        let ToClause { region: Some(region), when: None, apply: None } = to else { return None };
        let open = Open::of(region)?;
        let area = open.area.unwrap_or(rules.tables.all).and(&rules.tables.all);
        let same = self.sources.is_empty() || (self.area == area && self.supported == open.supported);
        if !open.empty || !same {
            return None;
        }
        (self.area, self.supported) = (area, open.supported);
        let pieces = what.map(|what| what as u8);
        if hand.is_none()
            && (1..=rules.players).any(|p| pieces[p] == 0 || pieces[p] as usize >= rules.owners.len())
        {
            return None;
        }
        self.sources.push(Source { leaf: number, what: pieces, hand });
        Some(())
    }

    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        let everyone = ((1u32 << (rules.players + 1)) - 2) as u16;
        let sites = rules.tables.sites as u32;
        let fits = !state.over
            && state.waiting.is_none()
            && state.active == everyone
            && state.to_clear.is_empty()
            && state.moves_this_turn == 0
            && (!rules.meta.swap || state.moves as usize >= rules.players)
            && rules.plies_left(state) > 2 * sites + 2;
        if !fits {
            return 0;
        }
        match (self.supported, self.groups.table.is_some(), self.lines.is_some()) {
            (false, false, false) => self.play::<false, false, false>(rules, state, rng, limit),
            (false, false, true) => self.play::<false, false, true>(rules, state, rng, limit),
            (false, true, false) => self.play::<false, true, false>(rules, state, rng, limit),
            (true, false, true) => self.play::<true, false, true>(rules, state, rng, limit),
            (true, true, false) => self.play::<true, true, false>(rules, state, rng, limit),
            // Rare: the loops that can do everything.
            (false, true, true) => self.play::<false, true, true>(rules, state, rng, limit),
            (true, false, false) => self.play::<true, false, false>(rules, state, rng, limit),
            (true, true, true) => self.play::<true, true, false>(rules, state, rng, limit),
        }
    }

    fn play<const SUPPORTED: bool, const GROUPED: bool, const LINED: bool>(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> u32 {
        let tables = &rules.tables;
        let mut open = self.area.minus(state.occupied());
        if SUPPORTED {
            open = open.and(&tables.platforms(state.occupied()));
        }
        let mut count = open.count();
        let table = if GROUPED { self.groups.table.unwrap_or(0) } else { 0 };
        let mut groups = Groups::new();
        if GROUPED {
            self.join_all(rules, state, table, &mut groups);
        }
        let mut words = Words::new();
        let lines = if LINED { self.lines.as_ref() } else { None };
        if let Some(lines) = lines {
            for owner in 0..OWNERS.min(rules.everybody()) {
                for place in state.owned(owner).and(&tables.all).iter() {
                    lines.add(&mut words, owner, place);
                }
            }
        }
        let mut clock = Clock::new(rules.players as u8, state.mover);
        let mut plies = 0;
        while plies < limit {
            let mover = clock.mover as usize;
            let (source, place) = if self.simple {
                if count == 0 {
                    break;
                }
                (&self.sources[0], open.nth(rng.below(count)))
            } else {
                match self.choose(state, mover, &open, clock.plies > 0, rng) {
                    Some(chosen) => chosen,
                    None => break,
                }
            };
            let Some(place) = place else {
                clock.write(state);
                rules.apply(state, Move::bare(self.pass.unwrap_or(0)));
                plies += 1;
                if !clock.agrees(rules, state) {
                    break;
                }
                continue;
            };
            let (from, what) = match source.hand {
                Some(hand) => (hand[mover] as usize, state.what(hand[mover] as usize)),
                None => (place, source.what[mover]),
            };
            let owner = rules.owners[what as usize] as usize;
            let mut touched = 0;
            if GROUPED {
                let around = &tables.dirs[table].around;
                let neighbours = around[place].and(state.owned(owner));
                // Whether a loop closes must be known before the neighbours are joined.
                let closes = self.loops && neighbours.count() > 1 && groups.closes(neighbours, around);
                touched =
                    u32::from(groups.add(place, self.goals[place], neighbours)) | u32::from(closes) << 16;
            }
            open.remove(place);
            count -= 1;
            if SUPPORTED {
                let mut occupied = *state.occupied();
                occupied.insert(place);
                for above in tables.up[place].iter() {
                    if tables.down[above].is_within(&occupied) && self.area.has(above) && !occupied.has(above)
                    {
                        open.insert(above);
                        count += 1;
                    }
                }
            }
            plies += 1;
            let longest = match lines {
                Some(lines) => lines.longest(&words, 1 << owner, place),
                None => 0,
            };
            let seen = Seen { place, mover, owner, touched, longest, stuck: count == 0 };
            let holds = |part: &Part<W>| match (part, lines) {
                (Part::Line(rule), Some(lines)) => rule.holds_in(lines, &words, &seen),
                (part, _) => part.holds(rules, state, &seen),
            };
            let special = self.triggers.iter().any(|parts| parts.iter().all(holds));
            if let Some(lines) = lines {
                lines.add(&mut words, owner, place);
            }
            if special {
                clock.write(state);
                let aux = if source.hand.is_some() { -1 } else { i16::from(what) };
                let made = Move { from: from as i16, to: place as i16, aux, ..Move::bare(source.leaf) };
                rules.apply(state, made);
                if !clock.agrees(rules, state) {
                    return plies;
                }
                continue;
            }
            if source.hand.is_some() {
                state.take_one(from, &rules.owners);
            }
            state.drop_in(place, what, owner);
            clock.tick(from, place);
        }
        clock.write(state);
        plies
    }

    /// Draws a source and a place; no place means a pass. `None` if there is nothing to draw.
    fn choose(
        &self,
        state: &State<W>,
        mover: usize,
        open: &Bits<W>,
        moved: bool,
        rng: &mut Rng,
    ) -> Option<(&Source, Option<usize>)> {
        let count = open.count();
        let mut sources = [0u8; MOST_SOURCES];
        let mut available = 0;
        for (index, source) in self.sources.iter().enumerate().take(MOST_SOURCES) {
            if source.hand.is_none_or(|hand| state.what(hand[mover] as usize) != 0) {
                sources[available] = index as u8;
                available += 1;
            }
        }
        let can_pass = self.pass.is_some() && (moved || !state.last.pass);
        let total = count * available as u32 + u32::from(can_pass);
        if total == 0 {
            return None;
        }
        let index = rng.below(total);
        if index >= count * available as u32 {
            return Some((&self.sources[0], None));
        }
        let source = if available == 1 { 0 } else { (index / count) as usize };
        Some((&self.sources[sources[source] as usize], open.nth(index - source as u32 * count)))
    }

    fn join_all(&self, rules: &Rules<W>, state: &State<W>, table: usize, groups: &mut Groups<W>) {
        let around = &rules.tables.dirs[table].around;
        for owner in 0..=rules.everybody() {
            let mut joined = Bits::EMPTY;
            for place in state.owned(owner).and(&rules.tables.all).iter() {
                groups.add(place, self.goals[place], around[place].and(&joined));
                joined.insert(place);
            }
        }
    }
}

/// The places a rule offers.
pub(super) struct Open<const W: usize> {
    pub(super) empty: bool,
    pub(super) supported: bool,
    pub(super) area: Option<Bits<W>>,
}

impl<const W: usize> Open<W> {
    pub(super) fn of(region: &Region<W>) -> Option<Open<W>> {
        let plain = Open { empty: false, supported: false, area: None };
        Some(match region {
            Region::Empty => Open { empty: true, ..plain },
            Region::Platforms => Open { supported: true, ..plain },
            Region::Const(area) => Open { area: Some(*area), ..plain },
            Region::Difference(a, b) => match (&**a, &**b) {
                (Region::Const(area), Region::Occupied { who, whats: None, within })
                    if who == &[Role::All] && area.is_within(within) =>
                {
                    Open { empty: true, supported: false, area: Some(*area) }
                }
                _ => return None,
            },
            Region::Intersection(parts) => {
                let mut all = plain;
                for part in parts {
                    let part = Open::of(part)?;
                    all.empty |= part.empty;
                    all.supported |= part.supported;
                    all.area = match (all.area, part.area) {
                        (Some(a), Some(b)) => Some(a.and(&b)),
                        (a, b) => a.or(b),
                    };
                }
                all
            }
            _ => return None,
        })
    }
}

/// A number that depends on the mover alone, for each mover; the next player is the one who comes after in order.
pub(super) fn by_mover<const W: usize>(rules: &Rules<W>, int: &Int<W>) -> Option<[u16; PLAYERS + 1]> {
    fn of_mover<const W: usize>(int: &Int<W>) -> bool {
        match int {
            Int::Mover | Int::Next | Int::Const(_) => true,
            Int::Role(role) => matches!(role, Role::Mover | Role::Next | Role::Player(_) | Role::Shared),
            Int::Add(parts) => parts.iter().all(of_mover),
            Int::Sub(a, b) | Int::Mod(a, b) => of_mover(a) && of_mover(b),
            _ => false,
        }
    }
    let known = match int {
        Int::HandSite { of, index } => of_mover(of) && of_mover(index),
        Int::IdOf { role, .. } => of_mover(role),
        int => of_mover(int),
    };
    if !known {
        return None;
    }
    let mut state = State::new(rules.players, rules.marks, rules.vars.len());
    let mut numbers = [0; PLAYERS + 1];
    for (mover, number) in numbers.iter_mut().enumerate().take(rules.players + 1).skip(1) {
        (state.mover, state.next) = (mover as u8, (mover % rules.players + 1) as u8);
        *number = u16::try_from(rules.number_in(&state, int)).ok()?;
    }
    Some(numbers)
}

/// What happened in a ply, for the tests.
struct Seen {
    place: usize,
    mover: usize,
    owner: usize,
    /// The goals the group touches; bit 16 if it may have closed a loop.
    touched: u32,
    /// The longest line of the piece's owner through it, where lines are kept as words.
    longest: u32,
    stuck: bool,
}

fn cost<const W: usize>(part: &Part<W>) -> u32 {
    match part {
        Part::Mover(_) | Part::Owner(_) | Part::Stuck => 0,
        Part::On(_) | Part::Touch { .. } | Part::Loop => 1,
        Part::Filled(..) => 2,
        Part::Line(_) => 3,
    }
}

impl<const W: usize> Part<W> {
    /// Whether the part holds once the piece is on its place (where it is not yet).
    #[inline]
    fn holds(&self, rules: &Rules<W>, state: &State<W>, seen: &Seen) -> bool {
        match self {
            Part::On(places) => places.has(seen.place),
            Part::Mover(movers) => movers >> seen.mover & 1 == 1,
            Part::Owner(owners) => owners >> seen.owner & 1 == 1,
            Part::Stuck => seen.stuck,
            Part::Filled(places, number) => {
                places.and(state.occupied()).count() + u32::from(places.has(seen.place)) >= *number
            }
            Part::Touch { goals, needed } => {
                (seen.touched & u32::from(goals[seen.mover])).count_ones() >= *needed
            }
            Part::Loop => seen.touched >> 16 & 1 == 1,
            Part::Line(rule) => rule.holds(rules, state, seen),
        }
    }
}

impl LineRule {
    #[inline]
    fn holds_in(&self, lines: &LineMap, words: &Words, seen: &Seen) -> bool {
        let longest = match &self.owners {
            None => seen.longest,
            Some(owners) if owners[seen.mover] >> seen.owner & 1 == 0 => return false,
            Some(owners) => lines.longest(words, owners[seen.mover] & ((1 << OWNERS) - 1), seen.place),
        };
        longest >= u32::from(self.length[seen.place])
    }

    fn holds<const W: usize>(&self, rules: &Rules<W>, state: &State<W>, seen: &Seen) -> bool {
        let own = match &self.owners {
            None => *state.owned(seen.owner),
            Some(owners) => {
                let owners = owners[seen.mover];
                if owners >> seen.owner & 1 == 0 {
                    return false;
                }
                let mut all = Bits::EMPTY;
                for owner in 0..=rules.everybody() {
                    if owners >> owner & 1 == 1 {
                        all = all.or(state.owned(owner));
                    }
                }
                all
            }
        };
        let length = usize::from(self.length[seen.place]);
        let table = &rules.tables.dirs[self.table];
        let run = |ray: &[u16]| ray.iter().take_while(|&&site| own.has(usize::from(site))).count();
        if length <= 1 {
            return true;
        }
        if !self.both_ways {
            return table.rays[seen.place].iter().any(|ray| 1 + run(ray) >= length);
        }
        table.lines[seen.place].iter().any(|line| {
            let out = 1 + run(&line.out);
            out >= length || line.back.iter().any(|back| out + run(back) >= length)
        })
    }
}

/// Whose turn it is, and what a position must still be told about the plies played.
pub(super) struct Clock {
    players: u8,
    pub(super) mover: u8,
    plies: u32,
    from: usize,
    to: usize,
}

impl Clock {
    pub(super) fn new(players: u8, mover: u8) -> Clock {
        Clock { players, mover, plies: 0, from: 0, to: 0 }
    }

    #[inline]
    pub(super) fn tick(&mut self, from: usize, to: usize) {
        self.mover = if self.mover == self.players { 1 } else { self.mover + 1 };
        self.plies += 1;
        (self.from, self.to) = (from, to);
    }

    /// Goes on by some plies of two players in turn, the last of which put a piece on a place.
    #[inline]
    pub(super) fn advance(&mut self, plies: u32, place: usize) {
        if plies > 0 {
            self.mover = if plies % 2 == 1 { 3 - self.mover } else { self.mover };
            self.plies += plies;
            (self.from, self.to) = (place, place);
        }
    }

    /// Tells the position about the plies played since it was told last.
    pub(super) fn write<const W: usize>(&mut self, state: &mut State<W>) {
        if self.plies == 0 {
            return;
        }
        let before = |mover: u8| if mover == 1 { self.players } else { mover - 1 };
        let last = before(self.mover);
        let mut moved = last;
        for _ in 0..self.plies.min(u32::from(self.players)) {
            state.stuck &= !(1 << moved);
            moved = before(moved);
        }
        let (from, to) = (self.from as i16, self.to as i16);
        state.last = Last { from, to, from_after: from, to_after: to, mover: last, pass: false };
        state.passed = 0;
        state.pending.clear();
        state.visited = Bits::EMPTY;
        state.moves += self.plies;
        state.turn += self.plies;
        state.counter += self.plies as i32;
        (state.prev, state.mover) = (last, self.mover);
        state.next = if self.mover == self.players { 1 } else { self.mover + 1 };
        self.plies = 0;
    }

    /// Goes on after a ply that the general rules made, if it was an ordinary one after all.
    pub(super) fn agrees<const W: usize>(&mut self, rules: &Rules<W>, state: &State<W>) -> bool {
        self.mover = if self.mover == self.players { 1 } else { self.mover + 1 };
        let everyone = ((1u32 << (rules.players + 1)) - 2) as u16;
        !state.over && state.waiting.is_none() && state.mover == self.mover && state.active == everyone
    }
}
