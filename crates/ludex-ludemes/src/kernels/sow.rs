//! The kernel of sowing games: a pit is chosen, its seeds are sown along a track, and something may happen where the
//! last one falls. The seeds of all pits are the bytes of one vector; a sowing adds a row of a table to it.

use ludex_core::Rng;

use super::course::Course;
use crate::runtime::code::Verdict;
use crate::runtime::rules::Rules;
use crate::runtime::{Content, Last, State};

/// The most places, board and hands together.
pub(super) const PLACES: usize = 32;
/// Seeds in a place from this number on are not told apart by conditions.
pub(super) const MANY: u8 = 63;

/// How many seeds each place has.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Seeds(pub(super) [u8; PLACES]);

impl Seeds {
    /// The places with at least so many seeds.
    #[cfg(target_feature = "avx2")]
    #[inline]
    fn at_least(&self, least: u8) -> u32 {
        use std::arch::x86_64::*;
        // SAFETY: the feature is there on every machine this is compiled for, and the array is aligned.
        #[allow(unused_unsafe)]
        unsafe {
            let seeds = _mm256_load_si256(self.0.as_ptr().cast());
            let fits = _mm256_cmpeq_epi8(_mm256_max_epu8(seeds, _mm256_set1_epi8(least as i8)), seeds);
            _mm256_movemask_epi8(fits) as u32
        }
    }

    /// The places with at least so many seeds.
    #[cfg(not(target_feature = "avx2"))]
    #[inline]
    fn at_least(&self, least: u8) -> u32 {
        let places = self.0.iter().enumerate();
        places.fold(0, |bits, (place, &seeds)| bits | u32::from(seeds >= least) << place)
    }

    /// Takes the seeds of a place and sows them.
    #[inline]
    fn sown(&self, keep: &Seeds, add: &Seeds) -> Seeds {
        let mut after = Seeds([0; PLACES]);
        for (place, seeds) in after.0.iter_mut().enumerate() {
            *seeds = (self.0[place] & keep.0[place]).wrapping_add(add.0[place]);
        }
        after
    }
}

/// A condition on the number of seeds in one place: a bit for each number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Test {
    pub(super) place: u8,
    pub(super) numbers: u64,
}

impl Test {
    /// What always holds.
    pub(super) const ALWAYS: Test = Test { place: 0, numbers: u64::MAX };

    #[inline]
    fn holds(&self, seeds: &Seeds) -> bool {
        self.numbers >> seeds.0[usize::from(self.place) % PLACES].min(MANY) & 1 == 1
    }
}

/// Two tests that must both hold.
pub(super) type Tests = [Test; 2];

#[inline]
fn hold(tests: &Tests, seeds: &Seeds) -> bool {
    tests[0].holds(seeds) & tests[1].holds(seeds)
}

/// How a sowing ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arrival {
    /// The place that is asked about.
    pub(super) to: u8,
    /// The index on the track that captures go on from.
    pub(super) index: u8,
    /// The place of the last seed.
    pub(super) last: u8,
}

/// What may happen at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// Only if this holds.
    pub(super) when: Tests,
    /// The first and the last but one of the operations.
    pub(super) ops: (u16, u16),
    /// Captures go on while this holds.
    pub(super) goes_on: Tests,
}

/// A step of what happens where the last seed falls. Numbers are asked for before anything has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Op {
    /// Leaves out so many steps unless this holds.
    Unless(Test, u16),
    /// Leaves out so many steps.
    Skip(u16),
    /// Moves so many seeds.
    Take { from: u8, to: u8, count: u8 },
    /// Moves as many seeds as a place has.
    TakeAll { from: u8, to: u8, counted: u8 },
    /// The mover moves again.
    Again,
}

/// When a rule ends the game, by mover.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sign {
    /// No place of a set has at least so many seeds.
    Bare { places: [u32; 3], least: u8 },
    /// A place has such a number of seeds.
    Held([Test; 3]),
}

/// A sowing game.
#[derive(Clone, Debug)]
pub struct Sow<const W: usize> {
    pub(super) phase: u8,
    pub(super) what: u8,
    pub(super) places: usize,
    /// The most seeds that are sown at once.
    pub(super) most: usize,
    /// Where each player may begin.
    pub(super) sides: [u32; 3],
    /// How many seeds a pit needs to be sown.
    pub(super) least: u8,
    /// Whether a mover who moves again goes on where the last move ended.
    pub(super) laps: bool,
    pub(super) keep: Vec<Seeds>,
    /// What a sowing adds: by mover, start and number of seeds.
    pub(super) rows: Vec<Seeds>,
    pub(super) arrivals: Vec<Arrival>,
    /// By mover and place.
    pub(super) spots: Vec<Spot>,
    pub(super) ops: Vec<Op>,
    /// The track of each mover, and how captures go on along it.
    pub(super) tracks: [Vec<u8>; 3],
    pub(super) step: Option<Step>,
    /// The move must leave the places of a set with at least so many seeds somewhere.
    pub(super) feeds: Option<([u32; 3], u8)>,
    /// Each rule: alternatives of signs, and the result.
    pub(super) ends: Vec<(Vec<Vec<Sign>>, Verdict<W>)>,
}

/// Which way captures go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Backwards,
    Forwards,
}

/// What a move brought about.
struct Made {
    seeds: Seeds,
    from_after: u8,
    to_after: u8,
    again: bool,
}

impl<const W: usize> Sow<W> {
    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        let in_phase = state.phase[1] == self.phase && state.phase[2] == self.phase;
        let limit = limit.min(rules.plies_left(state));
        let Some(mut course) = Course::of(rules, state, 0).filter(|_| in_phase) else { return 0 };
        let Some(mut seeds) = self.load(state) else { return 0 };
        let mut plies = 0;
        while plies < limit {
            let mover = usize::from(course.mover) % 3;
            let mut places = self.sides[mover];
            if self.laps && course.prev == course.mover {
                places = 1 << (course.last.to_after as u32 % PLACES as u32);
            }
            places &= seeds.at_least(self.least);
            let kept = self.feeds.map(|_| rng.clone());
            let made = loop {
                let count = places.count_ones();
                if count == 0 {
                    break None;
                }
                let pit = crate::runtime::nth_bit(u64::from(places), rng.below(count)) as usize;
                let made = self.make(mover, pit, &seeds);
                match self.feeds {
                    Some((fed, least)) if made.seeds.at_least(least) & fed[mover] == 0 => {
                        places &= !(1 << pit)
                    }
                    _ => break Some((pit, made)),
                }
            };
            let Some((pit, made)) = made else {
                // What was drawn in vain is drawn again by the general rules.
                kept.into_iter().for_each(|kept| *rng = kept);
                break;
            };
            let last = Last {
                from: pit as i16,
                to: pit as i16,
                from_after: i16::from(made.from_after),
                to_after: i16::from(made.to_after),
                mover: course.mover,
                pass: false,
            };
            seeds = made.seeds;
            plies += 1;
            if let Some(verdict) = self.end(mover, &seeds) {
                self.store(rules, state, &seeds);
                course.write_end(state, last, made.again);
                rules.end_with(state, verdict);
                return plies;
            }
            course.tick(last, made.again);
        }
        self.store(rules, state, &seeds);
        course.write(state);
        plies
    }

    fn load(&self, state: &State<W>) -> Option<Seeds> {
        let mut seeds = Seeds([0; PLACES]);
        let mut total = 0;
        for place in 0..self.places {
            let count = state.count(place);
            if count > 0 && state.what(place) != self.what {
                return None;
            }
            total += usize::from(count);
            seeds.0[place] = count as u8;
        }
        (total <= self.most).then_some(seeds)
    }

    fn store(&self, rules: &Rules<W>, state: &mut State<W>, seeds: &Seeds) {
        for place in 0..self.places {
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

    #[inline]
    fn make(&self, mover: usize, pit: usize, before: &Seeds) -> Made {
        let row = ((mover - 1) * self.places + pit) * (self.most + 1) + usize::from(before.0[pit]);
        let seeds = before.sown(&self.keep[pit], &self.rows[row]);
        let arrival = self.arrivals[row];
        let mut made = Made { seeds, from_after: pit as u8, to_after: arrival.last, again: false };
        let sown = seeds;
        let mut hole = usize::from(arrival.to);
        let spot = &self.spots[(mover - 1) * self.places + hole];
        if !hold(&spot.when, &sown) {
            return made;
        }
        self.happen(spot, &sown, &mut made);
        let Some(step) = self.step else { return made };
        if !hold(&spot.goes_on, &sown) {
            return made;
        }
        let track = &self.tracks[mover];
        let step = if step == Step::Backwards { track.len() - 1 } else { 1 };
        let mut index = usize::from(arrival.index);
        for _ in 1..track.len() {
            index = (index + step) % track.len();
            hole = usize::from(track[index]);
            let spot = &self.spots[(mover - 1) * self.places + hole];
            if !hold(&spot.goes_on, &sown) || (self.step == Some(Step::Backwards) && hole == pit) {
                return made;
            }
            if !hold(&spot.when, &sown) {
                return made;
            }
            self.happen(spot, &sown, &mut made);
        }
        made
    }

    #[inline]
    fn happen(&self, spot: &Spot, sown: &Seeds, made: &mut Made) {
        let (mut at, end) = spot.ops;
        while at < end {
            let op = self.ops[usize::from(at)];
            at += 1;
            let (from, to, count) = match op {
                Op::Unless(test, left_out) => {
                    at += if test.holds(sown) { 0 } else { left_out };
                    continue;
                }
                Op::Skip(left_out) => {
                    at += left_out;
                    continue;
                }
                Op::Again => {
                    made.again = true;
                    continue;
                }
                Op::Take { from, to, count } => (from, to, count),
                Op::TakeAll { from, to, counted } => (from, to, sown.0[usize::from(counted) % PLACES]),
            };
            let (from, to) = (usize::from(from) % PLACES, usize::from(to) % PLACES);
            if sown.0[from] == 0 {
                continue;
            }
            let moved = count.min(made.seeds.0[from]);
            if from != to {
                made.seeds.0[from] -= moved;
                made.seeds.0[to] += moved;
            }
            (made.from_after, made.to_after) = (from as u8, to as u8);
        }
    }

    #[inline]
    fn end(&self, mover: usize, seeds: &Seeds) -> Option<&Verdict<W>> {
        let shows = |sign: &Sign| match sign {
            Sign::Bare { places, least } => seeds.at_least(*least) & places[mover] == 0,
            Sign::Held(tests) => tests[mover].holds(seeds),
        };
        let fires = |alternatives: &Vec<Vec<Sign>>| alternatives.iter().any(|signs| signs.iter().all(shows));
        self.ends.iter().find(|(alternatives, _)| fires(alternatives)).map(|(_, verdict)| verdict)
    }
}
