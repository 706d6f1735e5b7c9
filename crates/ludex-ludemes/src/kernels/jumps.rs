//! The kernel of games like draughts: two kinds of pieces step and jump over the other player's pieces, which are
//! taken; jumps come first and go on as long as they can, and the lesser kind is promoted where it arrives.

use ludex_core::Rng;

use super::course::{Course, plain_last};
use super::steps::pick;
use crate::runtime::code::Verdict;
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Content, State};

/// The most directions of a rule.
pub(super) const WAYS: usize = 8;
/// The most rules that are open at once.
const RULES: usize = 4;

/// A game of jumps, on at most 64 places.
#[derive(Clone, Debug)]
pub struct Jumps<const W: usize> {
    /// The two kinds of pieces of each player.
    pub(super) what: [[u8; 2]; 2],
    /// Jumps, and what is played when there is none.
    pub(super) jumps: Vec<Rule>,
    pub(super) steps: Vec<Rule>,
    /// How a piece of each kind goes on in the same turn.
    pub(super) again: [Rule; 2],
    /// Each end: whether it asks for moves of the next player, or for the counter.
    pub(super) ends: Vec<(Sign, Verdict<W>)>,
}

/// How pieces of a kind move.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) kind: usize,
    pub(super) jumps: bool,
    /// By player.
    pub(super) ways: [Vec<Way>; 2],
    /// What the counter is set to.
    pub(super) counter: Option<i32>,
    /// Where each player's piece becomes one of the other kind.
    pub(super) promotes: [u64; 2],
    /// Whether the mover goes on while the piece can jump.
    pub(super) goes_on: bool,
}

/// Moves in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    /// The places from which there is a step, and a jump.
    pub(super) steps: u64,
    pub(super) jumps: u64,
    pub(super) up: u32,
    pub(super) down: u32,
}

impl Way {
    /// Places a step back.
    #[inline]
    fn back(&self, places: u64) -> u64 {
        places << self.down >> self.up
    }

    #[inline]
    fn ahead(&self, place: usize) -> usize {
        place + self.up as usize - self.down as usize
    }
}

/// When a rule ends the game.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sign {
    /// The next player cannot move.
    Stuck,
    /// The counter has come to a number.
    Counter(i32),
}

/// The pieces: by player and kind.
type Men = [[u64; 2]; 2];

/// The moves of a player, rule by rule.
struct Moves<'a> {
    rules: &'a [Rule],
    origins: [[u64; WAYS]; RULES],
    counts: [u32; RULES],
    total: u32,
}

impl Rule {
    /// From where there is a move, by direction; only pieces in `of` move.
    #[inline]
    fn origins(&self, men: &Men, mover: usize, all: u64, of: u64) -> ([u64; WAYS], u32) {
        let other = men[1 - mover][0] | men[1 - mover][1];
        let empty = all & !other & !men[mover][0] & !men[mover][1];
        let own = men[mover][self.kind] & of;
        let mut origins = [0; WAYS];
        let mut count = 0;
        for (index, way) in self.ways[mover].iter().enumerate() {
            let from = if self.jumps {
                way.back(way.back(empty) & other & way.steps) & way.jumps
            } else {
                way.back(empty) & way.steps
            };
            origins[index] = from & own;
            count += (from & own).count_ones();
        }
        (origins, count)
    }
}

impl<const W: usize> Jumps<W> {
    fn moves<'a>(&self, rules: &'a [Rule], men: &Men, mover: usize, all: u64, of: u64) -> Moves<'a> {
        let mut moves = Moves { rules, origins: [[0; WAYS]; RULES], counts: [0; RULES], total: 0 };
        for (index, rule) in rules.iter().enumerate() {
            (moves.origins[index], moves.counts[index]) = rule.origins(men, mover, all, of);
            moves.total += moves.counts[index];
        }
        moves
    }

    /// The moves at the beginning of a turn.
    #[inline]
    fn first_moves(&self, men: &Men, mover: usize, all: u64) -> Moves<'_> {
        let jumps = self.moves(&self.jumps, men, mover, all, u64::MAX);
        if jumps.total > 0 { jumps } else { self.moves(&self.steps, men, mover, all, u64::MAX) }
    }

    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        let limit = limit.min(rules.plies_left(state));
        let Some(mut course) = Course::of(rules, state, 0) else { return 0 };
        let Some(mut men) = self.load(state) else { return 0 };
        let all = rules.tables.all.0[0];
        let mut mover = usize::from(course.mover != 1);
        let goes_on = |course: &Course<W>, men: &Men, mover: usize| {
            let place = u64::from(course.last.to as u8 & 63);
            let kind = usize::from(men[mover][1] >> place & 1 == 1);
            self.moves(std::slice::from_ref(&self.again[kind]), men, mover, all, 1 << place)
        };
        let mut moves = match course.prev == course.mover {
            true => goes_on(&course, &men, mover),
            false => self.first_moves(&men, mover, all),
        };
        let mut plies = 0;
        while plies < limit && moves.total > 0 {
            let mut index = rng.below(moves.total);
            let mut at = 0;
            while index >= moves.counts[at] {
                index -= moves.counts[at];
                at += 1;
            }
            let rule = &moves.rules[at];
            let ways = &rule.ways[mover];
            let (from, way) = pick(&moves.origins[at][..ways.len()], index);
            let way = &ways[way];
            let mut to = way.ahead(from);
            if rule.jumps {
                men[1 - mover].iter_mut().for_each(|kind| *kind &= !(1 << to));
                to = way.ahead(to);
            }
            men[mover][rule.kind] ^= 1 << from | 1 << to;
            plies += 1;
            let mut last = plain_last(from, to, course.mover);
            if let Some(counter) = rule.counter {
                course.counter = counter;
            }
            let mut again = false;
            if rule.promotes[mover] >> to & 1 == 1 {
                men[mover][rule.kind] ^= 1 << to;
                men[mover][1 - rule.kind] |= 1 << to;
                last.from_after = last.to;
            } else if rule.goes_on {
                moves = self.moves(std::slice::from_ref(&self.again[rule.kind]), &men, mover, all, 1 << to);
                again = moves.total > 0;
            }
            if !again {
                moves = self.first_moves(&men, 1 - mover, all);
            }
            let stuck = moves.total == 0;
            let ended = self.ends.iter().find(|(sign, _)| match sign {
                Sign::Stuck => stuck,
                Sign::Counter(most) => course.counter >= *most,
            });
            if let Some((_, verdict)) = ended {
                self.store(rules, state, &men);
                course.write_end(state, last, again);
                state.counter = course.counter;
                rules.end_with(state, verdict);
                return plies;
            }
            course.tick(last, again);
            mover = if again { mover } else { 1 - mover };
        }
        self.store(rules, state, &men);
        course.write(state);
        plies
    }

    fn load(&self, state: &State<W>) -> Option<Men> {
        let mut men = [[0; 2]; 2];
        for (player, kinds) in men.iter_mut().enumerate() {
            for place in state.owned(player + 1).iter() {
                let kind = self.what[player].iter().position(|&what| what == state.what(place))?;
                kinds[kind] |= 1u64.checked_shl(place as u32)?;
            }
        }
        Some(men)
    }

    fn store(&self, rules: &Rules<W>, state: &mut State<W>, men: &Men) {
        let stand = men[0][0] | men[0][1] | men[1][0] | men[1][1];
        for place in state.occupied().iter().filter(|&place| stand >> place & 1 == 0) {
            state.put(place, Content::default(), &rules.owners);
        }
        for (player, kinds) in men.iter().enumerate() {
            for (kind, &places) in kinds.iter().enumerate() {
                let what = self.what[player][kind];
                for place in Bits::<1>([places]).iter() {
                    if state.what(place) != what {
                        state.put(place, Content::piece(what), &rules.owners);
                    }
                }
            }
        }
    }
}
