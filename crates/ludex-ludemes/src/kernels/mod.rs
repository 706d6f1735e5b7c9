//! Playouts by kernels: loops for common shapes of rules.
//!
//! A kernel plays the ordinary plies of a playout on a few sets of bits, with the board's tables and masks as data.
//! At anything out of the ordinary (an end rule that might apply, a pass, nothing left to draw) it writes the
//! position back and lets the general rules make that ply, so that it never has to know how a game ends; it must
//! only know when nothing can happen. Which kernel fits is decided once, from the compiled rules alone.
//!
//! A kernel draws the same random numbers for the same choices as the general rules do: with the same seed a game
//! goes the same way with and without it.

mod columns;
mod course;
mod enclose;
mod flips;
mod guard;
mod jumps;
mod jumps_rules;
mod lines;
mod mills;
mod mills_rules;
mod pick;
mod place;
mod pyramid;
mod rides;
mod royal;
mod slides;
mod sow;
mod status;
mod steps;
mod still;
mod stones;
mod stones_figures;
mod stones_grow;
mod stones_move;
mod stones_rules;
mod stones_small;
mod stones_takes;
mod trigger;

use std::cmp::Ordering;

use ludex_core::Rng;

use crate::runtime::code::Verdict;
use crate::runtime::rules::Rules;
use crate::runtime::{Move, State};

pub(crate) use guard::Guard;

/// A playout of which only its length and result are wanted: how many plies, and the colour that won or nobody.
pub(crate) type Rollout = (u32, Option<u8>);

/// The same of a game with points, with what both have.
pub(crate) struct Settled {
    pub(crate) plies: u32,
    pub(crate) winner: Option<u8>,
    pub(crate) scores: [i32; 2],
}

/// A loop that plays ordinary plies.
#[derive(Clone, Debug)]
pub enum Kernel<const W: usize> {
    /// Two players put stones on a board.
    Stones(Box<stones::Stones<W>>),
    /// Pieces are put on the board and stay there.
    Place(Box<place::Place<W>>),
    /// Balls are placed on a pyramid, and lines decide.
    Stack(Box<pyramid::stack::Stack<W>>),
    /// Balls are placed on a pyramid, also from hands and with conditions.
    Build(Box<pyramid::build::Build<W>>),
    /// Pieces jump over others, which change their kind.
    Bounce(Box<pyramid::bounce::Bounce<W>>),
    /// Balls are placed on a pyramid two by two.
    Couple(Box<pyramid::couple::Couple<W>>),
    /// Balls are placed or moved on a pyramid, and others drop.
    Fall(Box<pyramid::fall::Fall<W>>),
    /// Balls are placed on a pyramid, and surrounded ones are taken off.
    Surround(Box<pyramid::surround::Surround<W>>),
    /// Pieces move as far as there are pieces on a line.
    Rides(Box<rides::Rides<W>>),
    /// Pieces of several kinds take one another, and a royal one must not be threatened.
    Royal(Box<royal::Royal<W>>),
    /// Rows of pieces are turned over.
    Flips(Box<flips::Flips<W>>),
    /// Groups are enclosed and taken.
    Enclose(Box<enclose::Enclose<W>>),
    /// Pieces slide and shoot.
    Slides(Box<slides::Slides<W>>),
    /// Pieces step.
    Steps(Box<steps::Steps<W>>),
    /// Pieces jump over others and take them.
    Jumps(Box<jumps::Jumps<W>>),
    /// Men enter and step, and a row of them takes another.
    Mills(Box<mills::Mills<W>>),
    /// Seeds are sown.
    Sow(Box<sow::Sow<W>>),
    /// Groups ride from column to column.
    Columns(Box<columns::Columns<W>>),
}

impl<const W: usize> Kernel<W> {
    /// The kernel for these rules, if there is one; `start` is the position in which games begin.
    pub fn of(rules: &Rules<W>, start: &State<W>) -> Option<Kernel<W>> {
        // All others know of one piece a place.
        if rules.stacks {
            return columns::Columns::of(rules, start).map(|columns| Kernel::Columns(Box::new(columns)));
        }
        use pyramid::{
            bounce::Bounce, build::Build, couple::Couple, fall::Fall, stack::Stack, surround::Surround,
        };
        let stack = || Stack::of(rules).map(|stack| Kernel::Stack(Box::new(stack)));
        let build = || Build::of(rules).map(|build| Kernel::Build(Box::new(build)));
        let bounce = || Bounce::of(rules).map(|bounce| Kernel::Bounce(Box::new(bounce)));
        let couple = || Couple::of(rules).map(|couple| Kernel::Couple(Box::new(couple)));
        let fall = || Fall::of(rules).map(|fall| Kernel::Fall(Box::new(fall)));
        let surround = || Surround::of(rules).map(|surround| Kernel::Surround(Box::new(surround)));
        let stones = || stones::Stones::of(rules).map(|stones| Kernel::Stones(Box::new(stones)));
        let place = || place::Place::of(rules).map(|place| Kernel::Place(Box::new(place)));
        let sow = || sow::Sow::of(rules, start).map(|sow| Kernel::Sow(Box::new(sow)));
        let rides = || rides::Rides::of(rules).map(|rides| Kernel::Rides(Box::new(rides)));
        let flips = || flips::Flips::of(rules).map(|flips| Kernel::Flips(Box::new(flips)));
        let enclose = || enclose::Enclose::of(rules).map(|enclose| Kernel::Enclose(Box::new(enclose)));
        let slides = || slides::Slides::of(rules).map(|slides| Kernel::Slides(Box::new(slides)));
        let steps = || steps::Steps::of(rules).map(|steps| Kernel::Steps(Box::new(steps)));
        let mills = || mills::Mills::of(rules).map(|mills| Kernel::Mills(Box::new(mills)));
        let royal = || royal::Royal::of(rules, start).map(|royal| Kernel::Royal(Box::new(royal)));
        let jumps = || jumps::Jumps::of(rules).map(|jumps| Kernel::Jumps(Box::new(jumps)));
        stack()
            .or_else(build)
            .or_else(stones)
            .or_else(place)
            .or_else(bounce)
            .or_else(couple)
            .or_else(fall)
            .or_else(surround)
            .or_else(sow)
            .or_else(rides)
            .or_else(flips)
            .or_else(enclose)
            .or_else(slides)
            .or_else(steps)
            .or_else(jumps)
            .or_else(mills)
            .or_else(royal)
    }

    /// What the kernel is called, for tables of measurements.
    pub fn name(&self) -> &'static str {
        match self {
            Kernel::Stones(_) => "stones",
            Kernel::Place(_) => "place",
            Kernel::Stack(_) => "stack",
            Kernel::Bounce(_) => "bounce",
            Kernel::Build(_) => "build",
            Kernel::Couple(_) => "couple",
            Kernel::Fall(_) => "fall",
            Kernel::Surround(_) => "surround",
            Kernel::Sow(_) => "sow",
            Kernel::Jumps(_) => "jumps",
            Kernel::Mills(_) => "mills",
            Kernel::Slides(_) => "slides",
            Kernel::Steps(_) => "steps",
            Kernel::Enclose(_) => "enclose",
            Kernel::Flips(_) => "flips",
            Kernel::Rides(_) => "rides",
            Kernel::Columns(_) => "columns",
            Kernel::Royal(_) => "royal",
        }
    }

    /// Plays random plies, at most `limit`, until something out of the ordinary has happened or must happen next.
    /// Returns how many were played.
    pub fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        match self {
            Kernel::Stones(stones) => stones.run(rules, state, rng, limit),
            Kernel::Place(place) => place.run(rules, state, rng, limit),
            Kernel::Stack(stack) => stack.run(rules, state, rng, limit),
            Kernel::Bounce(bounce) => bounce.run(rules, state, rng, limit),
            Kernel::Build(build) => build.run(rules, state, rng, limit),
            Kernel::Couple(couple) => couple.run(rules, state, rng, limit),
            Kernel::Fall(fall) => fall.run(rules, state, rng, limit),
            Kernel::Surround(surround) => surround.run(rules, state, rng, limit),
            Kernel::Sow(sow) => sow.run(rules, state, rng, limit),
            Kernel::Jumps(jumps) => jumps.run(rules, state, rng, limit),
            Kernel::Mills(mills) => mills.run(rules, state, rng, limit),
            Kernel::Slides(slides) => slides.run(rules, state, rng, limit),
            Kernel::Steps(steps) => steps.run(rules, state, rng, limit),
            Kernel::Enclose(enclose) => enclose.run(rules, state, rng, limit),
            Kernel::Flips(flips) => flips.run(rules, state, rng, limit),
            Kernel::Rides(rides) => rides.run(rules, state, rng, limit),
            Kernel::Columns(columns) => columns.run(rules, state, rng, limit),
            Kernel::Royal(royal) => royal.run(rules, state, rng, limit),
        }
    }

    /// Writes the legal moves of a position as the general rules list them. False if the kernel does not know them.
    #[inline]
    pub(crate) fn list(&self, rules: &Rules<W>, state: &State<W>, moves: &mut Vec<Move>) -> bool {
        moves.clear();
        match self {
            Kernel::Surround(surround) => surround.list(rules, state, moves),
            Kernel::Sow(sow) => sow.list(rules, state, moves),
            Kernel::Enclose(enclose) => enclose.list(rules, state, moves),
            Kernel::Flips(flips) => flips.list(rules, state, moves),
            Kernel::Rides(rides) => rides.list(rules, state, moves),
            Kernel::Columns(columns) => columns.list(rules, state, moves),
            Kernel::Royal(royal) => royal.list(rules, state, moves),
            _ => false,
        }
    }

    /// Makes a legal move as the general rules make it. False if the kernel cannot.
    #[inline]
    pub(crate) fn make(&self, rules: &Rules<W>, state: &mut State<W>, made: Move) -> bool {
        match self {
            Kernel::Surround(surround) => surround.make(rules, state, made),
            Kernel::Stones(stones) => stones.make(rules, state, made),
            Kernel::Sow(sow) => sow.make(rules, state, made),
            Kernel::Enclose(enclose) => enclose.make(rules, state, made),
            Kernel::Flips(flips) => flips.make(rules, state, made),
            Kernel::Rides(rides) => rides.make(rules, state, made),
            Kernel::Columns(columns) => columns.make(rules, state, made),
            Kernel::Royal(royal) => royal.make(rules, state, made),
            _ => false,
        }
    }

    /// Plays a random game of which only its length and result are wanted. `None` if the kernel cannot play it to its
    /// end; random numbers may have been drawn.
    #[inline]
    pub(crate) fn rollout(
        &self,
        rules: &Rules<W>,
        state: &State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> Option<Rollout> {
        match self {
            Kernel::Stones(stones) => stones.rollout(rules, state, rng, limit),
            Kernel::Stack(stack) => stack.rollout(rules, state, rng, limit),
            Kernel::Steps(steps) => steps.rollout(rules, state, rng, limit),
            Kernel::Jumps(jumps) => jumps.rollout(rules, state, rng, limit),
            Kernel::Mills(mills) => mills.rollout(rules, state, rng, limit),
            Kernel::Columns(columns) => columns.rollout(rules, state, rng, limit),
            Kernel::Royal(royal) => royal.rollout(rules, state, rng, limit),
            _ => None,
        }
    }

    /// Plays a random game with points of which only its length and result are wanted, as `rollout` does.
    #[inline]
    pub(crate) fn settle(
        &self,
        rules: &Rules<W>,
        state: &State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> Option<Settled> {
        match self {
            Kernel::Sow(sow) => sow.settle(rules, state, rng, limit),
            _ => None,
        }
    }
}

/// Who wins by each of some results: a colour or nobody, by mover.
type Winners = Vec<[Option<u8>; 2]>;

/// Who wins by each of some results in a game of two, if that depends on nothing but who has moved.
fn winners_by<'a, const W: usize>(
    rules: &Rules<W>,
    mut verdicts: impl Iterator<Item = &'a Verdict<W>>,
) -> Option<Winners> {
    let mut winners = Winners::new();
    verdicts.try_for_each(|verdict| {
        winners.push(winner_by(rules, verdict).filter(|_| !rules.scored)?);
        Some(())
    })?;
    Some(winners)
}

/// Who wins by a result in a game of two, by mover, if that depends on nothing but who has moved.
fn winner_by<const W: usize>(rules: &Rules<W>, verdict: &Verdict<W>) -> Option<[Option<u8>; 2]> {
    if rules.players != 2 || !matches!(verdict, Verdict::Of(..)) {
        return None;
    }
    let mut by_mover = [None; 2];
    for mover in 1..=2 {
        let mut state = State::new(2, rules.marks, rules.vars.len());
        (state.mover, state.next, state.prev) = (mover, 3 - mover, 3 - mover);
        rules.end_with(&mut state, verdict);
        if !state.over {
            return None;
        }
        by_mover[usize::from(mover - 1)] = match state.ranks[1].cmp(&state.ranks[2]) {
            Ordering::Less => Some(1),
            Ordering::Greater => Some(2),
            Ordering::Equal => None,
        };
    }
    Some(by_mover)
}
