//! The kernel of games like draughts: two kinds of pieces step and jump over the other player's pieces, which are
//! taken; jumps come first and go on as long as they can, and the lesser kind is promoted where it arrives.

use ludex_core::Rng;

use super::course::{Course, plain_last};
use super::pick::pick;
use super::{Rollout, Winners};
use crate::runtime::code::Verdict;
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Content, Last, State};

/// The most directions of a rule.
pub(super) const WAYS: usize = 4;
/// The most rules that are open at once.
pub(super) const RULES: usize = 2;

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
    /// Who wins by each rule, by mover, where that is known beforehand.
    pub(super) winners: Option<Winners>,
}

/// How pieces of a kind move.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) kind: usize,
    pub(super) jumps: bool,
    /// By player.
    pub(super) ways: [[Way; WAYS]; 2],
    /// What the counter is set to.
    pub(super) counter: Option<i32>,
    /// Where each player's piece becomes one of the other kind.
    pub(super) promotes: [u64; 2],
    /// Whether the mover goes on while the piece can jump.
    pub(super) goes_on: bool,
}

/// Moves in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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

/// A game on its way.
struct Game<const W: usize> {
    course: Course<W>,
    men: Men,
    plies: u32,
    end: Option<End>,
}

/// The rule that has ended a game, and the ply with which it did.
struct End {
    rule: usize,
    last: Last,
    again: bool,
}

/// The moves of a player, rule by rule.
struct Moves<'a> {
    rules: &'a [Rule],
    origins: [[u64; WAYS]; RULES],
    counts: [u32; RULES],
    total: u32,
}

impl Rule {
    /// From where there is a move, by direction; only pieces in `of` move.
    // Loops over indices rather than iterators: they are unrolled wherever they are compiled.
    #[allow(clippy::needless_range_loop)]
    #[inline]
    fn origins(&self, men: &Men, mover: usize, all: u64, of: u64) -> ([u64; WAYS], u32) {
        let other = men[1 - mover][0] | men[1 - mover][1];
        let empty = all & !other & !men[mover][0] & !men[mover][1];
        let own = men[mover][self.kind] & of;
        let mut origins = [0; WAYS];
        let mut count = 0;
        if own == 0 {
            return (origins, count);
        }
        for index in 0..WAYS {
            let way = &self.ways[mover][index];
            let from = match self.jumps {
                true => way.back(way.back(empty) & other) & way.jumps,
                false => way.back(empty) & way.steps,
            };
            origins[index] = from & own;
            count += origins[index].count_ones();
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
        let Some(game) = self.play(rules, state, rng, limit) else { return 0 };
        self.finish(rules, state, game)
    }

    /// Plays a random game of which only its length and result are wanted.
    pub(super) fn rollout(
        &self,
        rules: &Rules<W>,
        state: &State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> Option<Rollout> {
        let game = self.play(rules, state, rng, limit)?;
        let rule = game.end?.rule;
        Some((game.plies, self.winners.as_ref()?[rule][usize::from(game.course.mover != 1)]))
    }

    fn play(&self, rules: &Rules<W>, state: &State<W>, source: &mut Rng, limit: u32) -> Option<Game<W>> {
        let limit = limit.min(rules.plies_left(state));
        let mut game =
            Game { course: Course::of(rules, state, 0)?, men: self.load(state)?, plies: 0, end: None };
        // Copies of their own stay in registers.
        let mut rng = source.clone();
        let (course, men) = (&mut game.course, &mut game.men);
        let all = rules.tables.all.0[0];
        let mut mover = usize::from(course.mover != 1);
        let mut moves = match course.prev == course.mover {
            true => {
                let place = u64::from(course.last.to as u8 & 63);
                let kind = usize::from(men[mover][1] >> place & 1 == 1);
                self.moves(std::slice::from_ref(&self.again[kind]), men, mover, all, 1 << place)
            }
            false => self.first_moves(men, mover, all),
        };
        while game.plies < limit && moves.total > 0 {
            let index = rng.below(moves.total);
            let at = usize::from(index >= moves.counts[0]);
            let index = index - if at == 1 { moves.counts[0] } else { 0 };
            let rule = &moves.rules[at];
            let (from, way) = pick(&moves.origins[at], index);
            let way = &rule.ways[mover][way];
            let mut to = way.ahead(from);
            if rule.jumps {
                men[1 - mover].iter_mut().for_each(|kind| *kind &= !(1 << to));
                to = way.ahead(to);
            }
            men[mover][rule.kind] ^= 1 << from | 1 << to;
            game.plies += 1;
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
                moves = self.moves(std::slice::from_ref(&self.again[rule.kind]), men, mover, all, 1 << to);
                again = moves.total > 0;
            }
            if !again {
                moves = self.first_moves(men, 1 - mover, all);
            }
            let stuck = moves.total == 0;
            let ended = self.ends.iter().position(|(sign, _)| match sign {
                Sign::Stuck => stuck,
                Sign::Counter(most) => course.counter >= *most,
            });
            if let Some(rule) = ended {
                game.end = Some(End { rule, last, again });
                break;
            }
            course.tick(last, again);
            mover = if again { mover } else { 1 - mover };
        }
        *source = rng;
        Some(game)
    }

    /// Tells the position what was played. Returns how many plies.
    fn finish(&self, rules: &Rules<W>, state: &mut State<W>, game: Game<W>) -> u32 {
        self.store(rules, state, &game.men);
        match game.end {
            Some(End { rule, last, again }) => {
                game.course.write_end(state, last, again);
                state.counter = game.course.counter;
                rules.end_with(state, &self.ends[rule].1);
            }
            None => game.course.write(state),
        }
        game.plies
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
