//! The kernel of games in which balls are only ever placed on playable points, one a turn, and lines through the
//! last ball decide. Lines are sets of places, so that a test is one operation; the position is a set for each
//! player, and is written back when a line may have decided.

use ludex_core::Rng;

use super::balls::{Balls, KINDS, Layout};
use super::watch::{UNKNOWN, known_verdict, known_winner};
use crate::kernels::Rollout;
use crate::kernels::place::Clock;
use crate::kernels::trigger::{LineRule, Part, Reader};
use crate::runtime::code::{Gen, Int, Kind, Verdict};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Last, Move, State};

/// The most players, and nobody.
const OWNERS: usize = 5;
/// The most different sets of owners that lines of one player may consist of.
const MIXES: usize = 4;

/// A stretch of a line that may decide.
#[derive(Clone, Copy, Debug)]
struct Line<const W: usize> {
    places: Bits<W>,
    /// The number of the owners of its balls.
    mix: u8,
    /// Whether there must be more than the mover's own balls.
    mixed: bool,
    /// The end rule, or `UNKNOWN`.
    rule: u8,
}

impl<const W: usize> Line<W> {
    /// Whether the line is there; `own` are the mover's balls.
    #[inline(always)]
    fn is_whole(&self, sets: &[Bits<W>; MIXES], own: &Bits<W>) -> bool {
        let within = self.places.is_within(&sets[usize::from(self.mix) % MIXES]);
        within && !(self.mixed && self.places.is_within(own))
    }
}

/// A game of placing on a pyramid.
#[derive(Clone, Debug)]
pub struct Stack<const W: usize> {
    leaf: u16,
    layout: Layout<W>,
    /// By mover: whose balls lines may consist of, as bits.
    mixes: [Vec<u16>; OWNERS],
    /// Whether two players play, and the same places and lines of one colour decide for both.
    alike: bool,
    /// By mover: as many lines for each place as there are at most, filled up with such as are never there.
    lines: [Vec<Line<W>>; OWNERS],
    width: usize,
    /// By mover: places where a ball may decide whatever else there is.
    always: [Bits<W>; OWNERS],
    /// What the end rules say, where that is known beforehand.
    verdicts: Vec<Option<Verdict<W>>>,
    /// By end rule and mover: who wins, where that is known beforehand.
    winners: Vec<[Option<u8>; OWNERS]>,
}

impl<const W: usize> Stack<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(in crate::kernels) fn of(rules: &Rules<W>) -> Option<Stack<W>> {
        let meta = &rules.meta;
        let falls = meta.gravity || meta.pin || meta.no_stack_on_fallen;
        if !super::is_plain(rules) || falls || rules.needs_history || !(2..OWNERS).contains(&rules.players) {
            return None;
        }
        let Gen::Leaf(leaf) = rules.phases[0].play else { return None };
        let placing = &rules.leaves[leaf as usize];
        match &placing.kind {
            Kind::Add { whats: None, to, count: Int::Const(1), state: None, value: None }
                if super::is_open(to) && super::is_bare(placing) => {}
            _ => return None,
        }
        let mut stack = Stack {
            leaf,
            layout: Layout::of(rules)?,
            mixes: Default::default(),
            alike: false,
            lines: Default::default(),
            width: 0,
            always: [Bits::EMPTY; OWNERS],
            verdicts: Vec::new(),
            winners: Vec::new(),
        };
        let mut reader = Reader::new(rules);
        let mut alternatives = Vec::new();
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let parts = reader.end(rule)?;
            alternatives.extend(parts.into_iter().map(|parts| (stack.verdicts.len(), parts)));
            let rule_number = stack.verdicts.len();
            stack.verdicts.push(known_verdict(rules, rule));
            stack.winners.push(std::array::from_fn(|mover| match mover {
                0 => None,
                mover => known_winner(rules, rule_number, mover).filter(|_| mover <= rules.players),
            }));
        }
        let sites = rules.tables.sites;
        let mut all: [Vec<Vec<Line<W>>>; OWNERS] = std::array::from_fn(|_| vec![Vec::new(); sites]);
        for (mover, lines) in all.iter_mut().enumerate().take(rules.players + 1).skip(1) {
            for (rule, parts) in &alternatives {
                stack.read(rules, mover, (*rule, parts), lines)?;
            }
        }
        stack.width = all.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let never = Line { places: Bits([u64::MAX; W]), mix: 0, mixed: false, rule: UNKNOWN };
        for (flat, lines) in stack.lines.iter_mut().zip(&mut all) {
            for lines in lines {
                lines.resize(stack.width, never);
                flat.append(lines);
            }
        }
        let lines_are_own = |mover: usize| stack.mixes[mover].iter().all(|&owners| owners == 1 << mover);
        let places = |lines: &[Line<W>]| lines.iter().map(|line| line.places).collect::<Vec<_>>();
        stack.alike = rules.players == 2
            && lines_are_own(1)
            && lines_are_own(2)
            && stack.always[1] == stack.always[2]
            && places(&stack.lines[1]) == places(&stack.lines[2]);
        Some(stack)
    }

    /// Notes where one alternative may hold after a ply of a player.
    fn read(
        &mut self,
        rules: &Rules<W>,
        mover: usize,
        (rule, parts): (usize, &[Part<W>]),
        lines: &mut [Vec<Line<W>>],
    ) -> Option<()> {
        let mut places = rules.tables.all;
        let mut line: Option<&LineRule> = None;
        for part in parts {
            match part {
                Part::On(on) => places = places.and(on),
                Part::Mover(players) | Part::Owner(players) if players >> mover & 1 == 0 => return Some(()),
                Part::Mover(_) | Part::Owner(_) => {}
                // The board fills from below: only the ball on top, or the last one, can complete it.
                Part::Filled(all, number) if *number == all.count() && *all == rules.tables.all => {
                    let carries_nothing = |&place: &usize| rules.tables.up[place].is_empty();
                    places = places.iter().filter(carries_nothing).collect();
                }
                Part::Line(rule) if line.is_none() && rule.both_ways => line = Some(rule),
                _ => return None,
            }
        }
        let is_known = self.verdicts[rule].is_some() || self.winners[rule][mover].is_some();
        let known = if is_known { rule as u8 } else { UNKNOWN };
        let Some(rule) = line else {
            self.always[mover] = self.always[mover].or(&places);
            return Some(());
        };
        let owners = rule.owners.as_ref().map_or(1 << mover, |owners| owners[mover]) & ((1 << OWNERS) - 1);
        let mixes = &mut self.mixes[mover];
        let mix = mixes.iter().position(|mix| *mix == owners).unwrap_or(mixes.len());
        if mix == mixes.len() {
            mixes.push(owners);
        }
        if mix >= MIXES {
            return None;
        }
        let stretches = &rules.tables.dirs[rule.table].stretches;
        for place in places.iter() {
            // The length is at least 1, and a ball is a line of one.
            let length = usize::from(rule.length[place]);
            let longer = stretches.get(length + 1).is_none_or(|longer| !longer[place].is_empty());
            match stretches.get(length) {
                Some(stretches) if length > 1 => {
                    let mixed = rule.mixed && !longer;
                    let rule = if mixed == rule.mixed { known } else { UNKNOWN };
                    let line = |&places| Line { places, mix: mix as u8, mixed, rule };
                    lines[place].extend(stretches[place].iter().map(line));
                }
                _ => self.always[mover].insert(place),
            }
        }
        Some(())
    }

    /// Plays ordinary plies.
    pub(in crate::kernels) fn run(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> u32 {
        if !self.is_ordinary(rules, state) {
            return 0;
        }
        let mut balls = self.layout.load(rules, state);
        let mut clock = Clock::new(rules.players as u8, state.mover);
        let mut plies = 0;
        while plies < limit {
            if self.alike {
                plies += self.dash(&mut balls, &mut clock, rng, limit - plies);
                if plies == limit {
                    break;
                }
            }
            let mover = clock.mover as usize % OWNERS;
            let count = balls.open.count();
            if count == 0 {
                break;
            }
            let place = balls.open.nth(rng.below(count)).unwrap_or(0);
            balls.own[mover].insert(place);
            plies += 1;
            let sets = self.sets(&balls, mover);
            let own = balls.own[mover];
            let mut lines = self.lines[mover][place * self.width..][..self.width].iter();
            let special = self.always[mover].has(place) || lines.any(|line| line.is_whole(&sets, &own));
            if special {
                let first = self.rules_met(&sets, &own, mover, place).map(|(first, _)| first);
                if let Some(verdict) = first.and_then(|first| self.verdicts.get(first)?.as_ref()) {
                    self.layout.store(state, &balls);
                    clock.write(state);
                    let (to, mover) = (place as i16, mover as u8);
                    state.last = Last { from: to, to, from_after: to, to_after: to, mover, pass: false };
                    state.passed = 0;
                    state.stuck &= !(1 << mover);
                    state.pending.clear();
                    state.moves += 1;
                    rules.end_with(state, verdict);
                    return plies;
                }
                balls.own[mover].remove(place);
                self.layout.store(state, &balls);
                clock.write(state);
                let aux = mover as i16;
                let made = Move { from: place as i16, to: place as i16, aux, ..Move::bare(self.leaf) };
                rules.apply(state, made);
                if !clock.agrees(rules, state) {
                    return plies;
                }
            } else {
                clock.tick(place, place);
            }
            self.layout.put(&mut balls, mover, place);
        }
        self.layout.store(state, &balls);
        clock.write(state);
        plies
    }

    /// Plays plies of two players after which no end rule applies. The next one is drawn again.
    #[inline]
    fn dash(&self, balls: &mut Balls<W>, clock: &mut Clock, rng: &mut Rng, limit: u32) -> u32 {
        let mover = usize::from(clock.mover);
        let (mut own, mut other) = (balls.own[mover], balls.own[3 - mover]);
        let (mut occupied, mut open) = (balls.occupied, balls.open);
        let (always, lines) = (self.always[1], &self.lines[1][..]);
        let mut last = 0;
        let mut plies = 0;
        while plies < limit {
            let kept = rng.clone();
            let count = open.count();
            if count == 0 {
                break;
            }
            let place = open.nth(rng.below(count)).unwrap_or(0);
            let mut with = own;
            with.insert(place);
            let mut lines = lines[place * self.width..][..self.width].iter();
            if always.has(place) || lines.any(|line| line.places.is_within(&with)) {
                *rng = kept;
                break;
            }
            occupied.insert(place);
            open = self.layout.opened(&open, &occupied, place);
            (own, other) = (other, with);
            last = place;
            plies += 1;
        }
        clock.advance(plies, last);
        let mover = usize::from(clock.mover);
        (balls.own[mover], balls.own[3 - mover]) = (own, other);
        (balls.occupied, balls.open) = (occupied, open);
        plies
    }

    /// The balls that lines of a player may consist of.
    #[inline(always)]
    fn sets(&self, balls: &Balls<W>, mover: usize) -> [Bits<W>; MIXES] {
        let mut sets = [Bits::EMPTY; MIXES];
        for (set, &owners) in sets.iter_mut().zip(&self.mixes[mover]) {
            let mut left = u32::from(owners);
            while left != 0 {
                *set = set.or(&balls.own[left.trailing_zeros() as usize % OWNERS]);
                left &= left - 1;
            }
        }
        sets
    }

    /// The first and the last of the end rules that apply after a ball after which they might, if they are known.
    fn rules_met(
        &self,
        sets: &[Bits<W>; MIXES],
        own: &Bits<W>,
        mover: usize,
        place: usize,
    ) -> Option<(usize, usize)> {
        if self.always[mover].has(place) {
            return None;
        }
        let lines = &self.lines[mover][place * self.width..][..self.width];
        let met = lines.iter().filter(|line| line.is_whole(sets, own)).map(|line| line.rule);
        let (first, last) = (met.clone().min()?, met.max()?);
        // One that is not known might come before the others.
        (last != UNKNOWN).then_some((usize::from(first), usize::from(last)))
    }

    /// Plays a random game of which only its length and result are wanted.
    pub(in crate::kernels) fn rollout(
        &self,
        rules: &Rules<W>,
        state: &State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> Option<Rollout> {
        if !self.is_ordinary(rules, state) {
            return None;
        }
        let mut balls = self.layout.load(rules, state);
        let mover = usize::from(state.mover);
        match (self.alike, rules.players) {
            (true, _) => self.roll_two(&mut balls, mover, rng, limit),
            (_, players) => self.roll(&mut balls, players, mover, rng, limit),
        }
    }

    /// A game of two players for whom the same lines decide.
    fn roll_two(&self, balls: &mut Balls<W>, first: usize, source: &mut Rng, limit: u32) -> Option<Rollout> {
        // A copy of its own stays in registers.
        let mut rng = source.clone();
        let (mut own, mut other) = (balls.own[first % KINDS], balls.own[3 - first]);
        let (mut occupied, mut open) = (balls.occupied, balls.open);
        let (always, lines) = (self.always[1], &self.lines[1][..]);
        let mut plies = 0;
        let place = loop {
            let count = open.count();
            if count == 0 || plies == limit {
                return None;
            }
            let place = open.nth(rng.below(count)).unwrap_or(0);
            own.insert(place);
            plies += 1;
            let mut lines = lines[place * self.width..][..self.width].iter();
            if always.has(place) || lines.any(|line| line.places.is_within(&own)) {
                break place;
            }
            occupied.insert(place);
            open = self.layout.opened(&open, &occupied, place);
            (own, other) = (other, own);
        };
        *source = rng;
        let mover = if plies % 2 == 1 { first } else { 3 - first };
        // Lines of the own balls alone.
        let (rule, _) = self.rules_met(&[own; MIXES], &Bits::EMPTY, mover, place)?;
        Some((plies, Some(self.winners[rule][mover]?)))
    }

    /// A game of any number of players.
    fn roll(
        &self,
        balls: &mut Balls<W>,
        players: usize,
        first: usize,
        source: &mut Rng,
        limit: u32,
    ) -> Option<Rollout> {
        let mut rng = source.clone();
        let mut mover = first;
        for ply in 1..=limit {
            let count = balls.open.count();
            if count == 0 {
                return None;
            }
            let place = balls.open.nth(rng.below(count)).unwrap_or(0);
            self.layout.put(balls, mover, place);
            let (sets, own) = (self.sets(balls, mover), &balls.own[mover % KINDS]);
            let mut lines = self.lines[mover][place * self.width..][..self.width].iter();
            if self.always[mover].has(place) || lines.any(|line| line.is_whole(&sets, own)) {
                *source = rng;
                let (rule, last) = self.rules_met(&sets, own, mover, place)?;
                // Where more than one plays on, a second rule might apply as well.
                let winner = self.winners[rule][mover].filter(|_| players == 2 || rule == last)?;
                return Some((ply, Some(winner)));
            }
            mover = if mover == players { 1 } else { mover + 1 };
        }
        None
    }

    /// Whether a position is one of the course of the game, with nothing on the board but balls of the players.
    fn is_ordinary(&self, rules: &Rules<W>, state: &State<W>) -> bool {
        let of_players = (1..=rules.players).fold(Bits::EMPTY, |all, player| all.or(state.owned(player)));
        super::is_ordinary(rules, state)
            && of_players == *state.occupied()
            && rules.plies_left(state) > rules.tables.sites as u32
    }
}
