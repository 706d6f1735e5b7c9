//! One sowing move on a vector of seeds.

use super::seeds::{PLACES, Seeds, Test, Tests, hold};

/// A sowing that goes on longer is left to the general rules.
const MOST_LAPS: u32 = 4000;
/// A sowing does not go on.
pub(super) const HALT: u8 = u8::MAX;
/// Nothing was said about whether it goes on.
const UNSAID: u8 = u8::MAX - 1;

/// How a sowing ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Arrival {
    /// The place that is asked about.
    pub(super) to: u8,
    /// The index on the track that captures go on from.
    pub(super) index: u8,
    /// The place of the last seed.
    pub(super) last: u8,
}

/// What may happen at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// The sowing goes on from a place, or halts.
    Onward(u8),
}

/// Which way captures go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Backwards,
    Forwards,
}

/// Where seeds go, and what happens then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tables {
    pub(super) places: usize,
    /// The most seeds that are sown at once.
    pub(super) most: usize,
    /// What a sowing adds: by mover, start and number of seeds.
    pub(super) rows: Vec<Seeds>,
    /// Where the rows of each mover and start begin.
    pub(super) starts: [[u32; PLACES]; 3],
    pub(super) arrivals: Vec<Arrival>,
    /// By mover and place.
    pub(super) spots: Vec<Spot>,
    pub(super) ops: Vec<Op>,
    /// The track of each mover, and how captures go on along it.
    pub(super) tracks: [Vec<u8>; 3],
    pub(super) step: Option<Step>,
    /// Whether sowings may go on.
    pub(super) relays: bool,
}

/// What a move brought about.
#[derive(Clone, Copy)]
pub(super) struct Made {
    pub(super) seeds: Seeds,
    pub(super) from_after: u8,
    pub(super) to_after: u8,
    pub(super) again: bool,
    onward: u8,
    /// The move could not be worked out here.
    pub(super) unknown: bool,
}

impl Tables {
    /// Makes a move.
    #[inline(always)]
    pub(super) fn make(&self, mover: usize, pit: usize, before: &Seeds) -> Made {
        let mut made = Made {
            seeds: *before,
            from_after: pit as u8,
            to_after: pit as u8,
            again: false,
            onward: HALT,
            unknown: false,
        };
        self.sow(mover, pit, &mut made);
        if self.relays {
            self.go_on(mover, &mut made);
        }
        made
    }

    /// Sows on until the sowing halts.
    #[inline(never)]
    fn go_on(&self, mover: usize, made: &mut Made) {
        for _ in 0..MOST_LAPS {
            match made.onward {
                HALT => return,
                UNSAID => break,
                start => self.sow(mover, usize::from(start), made),
            }
        }
        made.unknown = true;
    }

    #[inline(always)]
    fn sow(&self, mover: usize, start: usize, made: &mut Made) {
        let start = start % PLACES;
        let row = self.starts[mover][start] as usize + usize::from(made.seeds.0[start]);
        let sown = made.seeds.sown(&self.rows[row]);
        let arrival = self.arrivals[row];
        (made.seeds, made.from_after, made.to_after) = (sown, start as u8, arrival.last);
        made.onward = UNSAID;
        let spots = &self.spots[(mover - 1) * self.places..][..self.places];
        let spot = &spots[usize::from(arrival.to)];
        if !hold(&spot.when, &sown) {
            return;
        }
        self.happen(spot, &sown, made);
        let Some(step) = self.step else { return };
        if !hold(&spot.goes_on, &sown) {
            return;
        }
        let track = &self.tracks[mover];
        let mut index = usize::from(arrival.index);
        for _ in 1..track.len() {
            index = match step {
                Step::Backwards if index == 0 => track.len() - 1,
                Step::Backwards => index - 1,
                Step::Forwards if index + 1 == track.len() => 0,
                Step::Forwards => index + 1,
            };
            let hole = usize::from(track[index]);
            let spot = &spots[hole];
            if !hold(&spot.goes_on, &sown) || (step == Step::Backwards && hole == start) {
                return;
            }
            if !hold(&spot.when, &sown) {
                return;
            }
            self.happen(spot, &sown, made);
        }
    }

    #[inline(always)]
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
                Op::Onward(place) => {
                    made.onward = place;
                    continue;
                }
                Op::Take { from, to, count } => (from, to, count),
                Op::TakeAll { from, to, counted } => (from, to, sown.0[usize::from(counted) % PLACES]),
            };
            if sown.0[usize::from(from) % PLACES] == 0 {
                continue;
            }
            let moved = count.min(made.seeds.0[usize::from(from) % PLACES]);
            made.seeds = made.seeds.moved(from, to, moved);
            (made.from_after, made.to_after) = (from, to);
        }
    }
}
