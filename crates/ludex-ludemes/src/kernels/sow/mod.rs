//! The kernel of sowing games: a pit is chosen, its seeds are sown along a track, and something may happen where the
//! last one falls. The seeds of all pits are the bytes of one vector; a sowing adds a row of a table to it.

mod chain;
mod chain_tables;
mod conditions;
mod ends;
mod make;
mod past;
mod plain;
mod rules;
mod seeds;
mod tables;

use ludex_core::Rng;

use super::Settled;
use super::course::{Course, is_ordinary};
use crate::runtime::code::Verdict;
use crate::runtime::rules::Rules;
use crate::runtime::{Content, Last, Move, State, nth_bit};
use chain::{Chain, Stop};
use ends::{Result, Sign};
use make::{Made, Tables};
use past::Past;
use plain::Plain;
use seeds::{PLACES, Seeds};

pub(super) use rules::is_again;

/// Where a move may begin, and what it must lead to.
#[derive(Clone, Debug)]
struct Choice {
    /// How many seeds a pit needs to be sown, by mover; 255 where it cannot be.
    need: [Seeds; 3],
    /// What pits need instead if no place of a set, by mover, has so many seeds.
    unless: Option<([u32; 3], u8, [Seeds; 3])>,
    /// The move must leave the places of a set with at least so many seeds somewhere.
    feeds: Option<([u32; 3], u8)>,
    /// All pits of each mover, where the general rules draw from them and test the one drawn.
    tried: Option<[u32; 3]>,
}

impl Choice {
    /// The pits to choose from.
    #[inline(always)]
    fn places(&self, mover: usize, seeds: &Seeds) -> u32 {
        match &self.unless {
            Some((fed, least, need)) if seeds.at_least(*least) & fed[mover] == 0 => seeds.reach(&need[mover]),
            _ => seeds.reach(&self.need[mover]),
        }
    }

    /// The pits that may be chosen, with any number of seeds.
    fn begins(&self, mover: usize) -> u32 {
        let origins = |need: &[Seeds; 3]| {
            let places = need[mover].0.iter().enumerate().filter(|(_, need)| **need < u8::MAX);
            places.fold(0, |bits, (place, _)| bits | 1u32 << place)
        };
        origins(&self.need) | self.unless.as_ref().map_or(0, |(_, _, need)| origins(need))
    }

    #[inline(always)]
    fn allows(&self, mover: usize, made: &Made) -> bool {
        self.feeds.is_none_or(|(fed, least)| made.seeds.at_least(least) & fed[mover] != 0)
    }
}

/// A sowing game.
#[derive(Clone, Debug)]
pub struct Sow<const W: usize> {
    phase: u8,
    what: u8,
    /// The first choice that has a move is the one to choose from.
    choices: Vec<Choice>,
    /// The leaf of each choice.
    leaves: Vec<u16>,
    /// Whether a mover who moves again goes on where the last move ended, and how many seeds that takes.
    laps: Option<u8>,
    tables: Tables,
    /// The variable in which sowings that go on keep their place.
    relay: Option<usize>,
    /// What ends the game after a move, after a pass, and after passes of both; with the number of the result.
    ends: [Vec<(Sign, usize)>; 3],
    /// Whether passes of both end the game without anything else.
    passes_end: bool,
    verdicts: Vec<Verdict<W>>,
    /// Who wins by each of the results, if it can be told from the seeds.
    results: Option<Vec<Result>>,
    /// What so many seeds on a place add to the key of the board, where positions are remembered.
    keys: Vec<u64>,
    /// The places that never lose seeds, marked with 255.
    stores: Seeds,
    /// The same game as a loop without branches, if it is plain enough.
    plain: Option<Plain>,
    /// The same game as a loop in which captures go on backwards without branches.
    chain: Option<Chain>,
}

/// How far a game has come.
struct Game {
    seeds: Seeds,
    mover: usize,
    prev: usize,
    plies: u32,
}

/// What is asked of a position after a ply.
struct After<'a> {
    seeds: &'a Seeds,
    mover: usize,
    next: usize,
}

impl<const W: usize> Sow<W> {
    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        self.run_with(rules, state, limit, |mover, lap, seeds| {
            let kept = rng.clone();
            let drawn = self.draw(mover, lap, seeds, rng).filter(|(_, made)| !made.unknown);
            if drawn.is_none() {
                // What was drawn in vain is drawn again by the general rules.
                *rng = kept;
            }
            drawn
        })
    }

    /// Makes a move. False if the general rules must.
    pub(super) fn make(&self, rules: &Rules<W>, state: &mut State<W>, made: Move) -> bool {
        let pit = usize::try_from(made.to).ok().filter(|&pit| pit < self.tables.places);
        let Some(pit) = pit.filter(|&pit| self.leaves.contains(&made.leaf) && state.count(pit) > 0) else {
            return false;
        };
        let plies = self.run_with(rules, state, 1, |mover, _, seeds| {
            Some((pit, self.tables.make(mover, pit, seeds))).filter(|(_, made)| !made.unknown)
        });
        plies == 1
    }

    /// Lists the moves. False if the general rules must, or if there is none.
    pub(super) fn list(&self, rules: &Rules<W>, state: &State<W>, moves: &mut Vec<Move>) -> bool {
        if !self.is_in_phase(state) || !is_ordinary(rules, state, 0) {
            return false;
        }
        let Some(seeds) = self.load(state) else { return false };
        let mover = usize::from(state.mover) % 3;
        let lap = (state.prev == state.mover).then_some(state.last.to_after as u8);
        for (choice, &leaf) in self.choices.iter().zip(&self.leaves) {
            let mut left = self.places(choice, mover, lap, &seeds);
            while left != 0 {
                let pit = left.trailing_zeros() as usize;
                left &= left - 1;
                if choice.feeds.is_none() || choice.allows(mover, &self.tables.make(mover, pit, &seeds)) {
                    moves.push(Move { from: pit as i16, to: pit as i16, ..Move::bare(leaf) });
                }
            }
            if !moves.is_empty() {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn run_with(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        limit: u32,
        mut choose: impl FnMut(usize, Option<u8>, &Seeds) -> Option<(usize, Made)>,
    ) -> u32 {
        let limit = limit.min(rules.plies_left(state));
        let Some(mut course) = Course::of(rules, state, 0).filter(|_| self.is_in_phase(state)) else {
            return 0;
        };
        let Some(mut seeds) = self.load(state) else { return 0 };
        let mut history = std::mem::take(&mut state.history);
        // Positions before this one cannot come again.
        let mut since = 0;
        let mut plies = 0;
        let mut over = None;
        while plies < limit {
            let mover = usize::from(course.mover) % 3;
            let lap = (course.prev == course.mover).then_some(course.last.to_after as u8);
            let Some((pit, made)) = choose(mover, lap, &seeds) else { break };
            let last = Last {
                from: pit as i16,
                to: pit as i16,
                from_after: i16::from(made.from_after),
                to_after: i16::from(made.to_after),
                mover: course.mover,
                pass: false,
            };
            let next = if made.again { mover } else { usize::from(course.next()) };
            let key = self.key(&made.seeds, next);
            if !seeds.agrees(&made.seeds, &self.stores) {
                since = history.len();
            }
            seeds = made.seeds;
            plies += 1;
            let after = After { seeds: &seeds, mover, next };
            if let Some(end) = self.end(&self.ends[0], &after, || history[since..].contains(&key)) {
                over = Some((end, last, made.again));
                break;
            }
            if !self.keys.is_empty() {
                history.push(key);
            }
            course.tick(last, made.again);
        }
        self.store(rules, state, &seeds);
        if let Some(var) = self.relay.filter(|_| plies > 0) {
            state.vars[var] = -1;
        }
        match over {
            Some((end, last, again)) => {
                if !self.keys.is_empty() {
                    history.push(self.key(&seeds, usize::from(course.mover)));
                }
                course.write_end(state, last, again);
                rules.end_with(state, &self.verdicts[end]);
            }
            None => course.write(state),
        }
        state.history = history;
        plies
    }

    /// Plays a game to its end, of which only the result is wanted.
    pub(super) fn settle(
        &self,
        rules: &Rules<W>,
        state: &State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> Option<Settled> {
        let results = self.results.as_ref()?;
        if !self.is_in_phase(state) || !is_ordinary(rules, state, 0) {
            return None;
        }
        let limit = limit.min(rules.plies_left(state));
        let mut seeds = self.load(state)?;
        let (mut mover, mut prev) = (usize::from(state.mover) % 3, usize::from(state.prev));
        // Positions of this game by a hash of their own, and the earlier ones by their keys, which cost more.
        let mut past = (!self.keys.is_empty()).then(Past::default);
        let mut earlier = if past.is_some() { &state.history[..] } else { &[] };
        if let Some(past) = &mut past
            && earlier.len() == 1
            && earlier[0] == self.key(&seeds, mover)
        {
            past.note(self.hash(&seeds, mover));
            earlier = &[];
        }
        let (mut lap, mut passed) = (state.last.to_after as u8, u32::from(state.passed));
        // A copy of its own stays in registers.
        let mut source = rng.clone();
        let mut over = None;
        let mut plies = 0;
        if let Some(plain) = &self.plain {
            let mut game = Game { seeds, mover, prev, plies };
            let end = plain.play(&mut game, &mut source, limit);
            Game { seeds, mover, prev, plies } = game;
            if plies > 0 {
                passed = 0;
            }
            over = end.map(|end| results[end].of(prev, &seeds));
        }
        while plies < limit && over.is_none() {
            let mut is_stuck = false;
            if let Some(chain) = self.chain.as_ref().filter(|_| earlier.is_empty()) {
                let mut game = Game { seeds, mover, prev, plies };
                let stop = chain.play(self, &mut game, past.as_mut(), &mut source, limit);
                passed = if game.plies > plies { 0 } else { passed };
                Game { seeds, mover, prev, plies } = game;
                match stop {
                    Stop::End(end) => {
                        over = Some(results[end].of(prev, &seeds));
                        break;
                    }
                    Stop::Enough if plies == limit => break,
                    Stop::Enough => {}
                    Stop::Stuck => is_stuck = true,
                }
            }
            let going_on = (prev == mover).then_some(lap);
            let drawn = if is_stuck { None } else { self.draw(mover, going_on, &seeds, &mut source) };
            let (next, ends) = match drawn {
                Some((_, made)) => {
                    if made.unknown {
                        return None;
                    }
                    if let Some(past) = &mut past
                        && !seeds.agrees(&made.seeds, &self.stores)
                    {
                        past.forget_if(true);
                        earlier = &[];
                    }
                    (seeds, lap, passed) = (made.seeds, made.to_after, 0);
                    (if made.again { mover } else { 3 - mover }, &self.ends[0])
                }
                None => {
                    // A pass in the middle of a turn counts otherwise.
                    if prev == mover {
                        return None;
                    }
                    // The pass is drawn from a list of one.
                    source.below(1);
                    passed += 1;
                    (3 - mover, &self.ends[passed.min(2) as usize])
                }
            };
            plies += 1;
            let after = After { seeds: &seeds, mover, next };
            let is_known = past.as_mut().is_some_and(|past| past.note(self.hash(&seeds, next)));
            let is_repeated =
                || is_known || (!earlier.is_empty() && earlier.contains(&self.key(&seeds, next)));
            if let Some(end) = self.end(ends, &after, is_repeated) {
                over = Some(results[end].of(mover, &seeds));
                break;
            }
            if passed >= 2 && self.passes_end {
                over = Some((None, None));
                break;
            }
            (prev, mover) = (mover, next);
        }
        let (winner, scores) = over?;
        *rng = source;
        Some(Settled { plies, winner, scores: scores.unwrap_or([state.scores[1], state.scores[2]]) })
    }

    fn is_in_phase(&self, state: &State<W>) -> bool {
        state.phase[1] == self.phase && state.phase[2] == self.phase
    }

    /// The pits to choose from.
    #[inline(always)]
    fn places(&self, choice: &Choice, mover: usize, lap: Option<u8>, seeds: &Seeds) -> u32 {
        match (self.laps, lap) {
            (Some(least), Some(at)) => seeds.at_least(least) & 1 << (u32::from(at) % PLACES as u32),
            _ => choice.places(mover, seeds),
        }
    }

    /// Draws a move; `lap` is where the last move of the same mover ended.
    #[inline(always)]
    fn draw(&self, mover: usize, lap: Option<u8>, seeds: &Seeds, rng: &mut Rng) -> Option<(usize, Made)> {
        for choice in &self.choices {
            let places = self.places(choice, mover, lap, seeds);
            let drawn = self.draw_from(choice, mover, (places, 0), seeds, rng);
            if drawn.is_some() {
                return drawn;
            }
        }
        None
    }

    /// Draws a move after one of the first choice was drawn that is not allowed.
    fn draw_again(&self, mover: usize, drawn: usize, seeds: &Seeds, rng: &mut Rng) -> Option<(usize, Made)> {
        let mut without = 1 << drawn;
        self.choices.iter().find_map(|choice| {
            let places = (choice.places(mover, seeds), std::mem::take(&mut without));
            self.draw_from(choice, mover, places, seeds, rng)
        })
    }

    /// Draws a move of a choice; `places` are those from which there is one, and those that are left out.
    #[inline(always)]
    fn draw_from(
        &self,
        choice: &Choice,
        mover: usize,
        places: (u32, u32),
        seeds: &Seeds,
        rng: &mut Rng,
    ) -> Option<(usize, Made)> {
        let mut left = choice.tried.map_or(places.0, |tried| tried[mover]) & !places.1;
        while left != 0 {
            let pit = nth_bit(u64::from(left), rng.below(left.count_ones())) as usize;
            if places.0 >> pit & 1 == 1 {
                let made = self.tables.make(mover, pit, seeds);
                if choice.allows(mover, &made) {
                    return Some((pit, made));
                }
            }
            left &= !(1 << pit);
        }
        None
    }

    /// Whether a player to move has no move. Nobody moves on from where he ended here.
    #[inline(always)]
    fn is_stuck(&self, mover: usize, seeds: &Seeds) -> bool {
        let plain = |choice: &Choice| choice.feeds.is_none() && choice.places(mover, seeds) != 0;
        !self.choices.iter().any(plain) && !self.has_feeding_move(mover, seeds)
    }

    /// Whether a player has a move among those that must lead to something.
    #[inline(never)]
    fn has_feeding_move(&self, mover: usize, seeds: &Seeds) -> bool {
        self.choices.iter().filter(|choice| choice.feeds.is_some()).any(|choice| {
            let mut places = choice.places(mover, seeds);
            while places != 0 {
                let pit = places.trailing_zeros() as usize;
                if choice.allows(mover, &self.tables.make(mover, pit, seeds)) {
                    return true;
                }
                places &= places - 1;
            }
            false
        })
    }

    /// The number of the result with which a ply ends the game, if it does.
    #[inline(always)]
    fn end(
        &self,
        ends: &[(Sign, usize)],
        after: &After<'_>,
        is_repeated: impl Fn() -> bool,
    ) -> Option<usize> {
        let shows = |(sign, _): &(Sign, usize)| match sign {
            Sign::Always => true,
            Sign::Bare { places, least } => after.seeds.at_least(*least) & places[after.mover] == 0,
            Sign::Held(tests) => tests[after.mover].holds(after.seeds),
            Sign::Stuck => self.is_stuck(after.next, after.seeds),
            Sign::Repeat => is_repeated(),
        };
        for end in ends {
            if shows(end) {
                return Some(end.1);
            }
        }
        None
    }

    /// A number that tells the positions of a game apart.
    #[inline(always)]
    fn hash(&self, seeds: &Seeds, mover: usize) -> u64 {
        self.chain.as_ref().map_or_else(|| seeds.hash(mover), |chain| chain.hash(seeds, mover))
    }

    /// The key by which positions count as repeated, where they are remembered.
    #[inline]
    fn key(&self, seeds: &Seeds, mover: usize) -> u64 {
        if self.keys.is_empty() {
            return 0;
        }
        let rows = self.keys.chunks_exact(self.tables.most + 1).zip(&seeds.0);
        let board =
            rows.fold(0, |key, (row, &seeds)| key ^ row.get(usize::from(seeds)).copied().unwrap_or(0));
        ludex_core::mix(board ^ mover as u64)
    }

    fn load(&self, state: &State<W>) -> Option<Seeds> {
        let mut seeds = Seeds::NONE;
        let mut total = 0;
        for place in 0..self.tables.places {
            let count = state.count(place);
            if count > 0 && state.what(place) != self.what {
                return None;
            }
            total += usize::from(count);
            seeds.0[place] = count as u8;
        }
        (total <= self.tables.most).then_some(seeds)
    }

    fn store(&self, rules: &Rules<W>, state: &mut State<W>, seeds: &Seeds) {
        for place in 0..self.tables.places {
            let count = u16::from(seeds.0[place]);
            if count != state.count(place) {
                let content = if count == 0 {
                    Content::default()
                } else {
                    Content { count, ..Content::piece(self.what) }
                };
                state.put(place, content, &rules.owners);
            }
        }
    }
}
