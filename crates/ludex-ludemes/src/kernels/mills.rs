//! The kernel of games in which men enter the board from a hand, then step or fly, and a row of men takes one of the
//! other player's, until he has too few or cannot move.

use ludex_core::Rng;

use super::course::{Course, plain_last};
use super::{Rollout, Winners};
use crate::runtime::code::Verdict;
use crate::runtime::rules::Rules;
use crate::runtime::{Content, Last, State, nth_bit};

/// What `set Pending` leaves behind.
const PENDING: i32 = -1;

/// A game of mills, on at most 64 places.
#[derive(Clone, Debug)]
pub struct Mills<const W: usize> {
    /// The piece of each player, and the place that is his hand.
    pub(super) what: [u8; 2],
    pub(super) hands: [usize; 2],
    /// The places of the board.
    pub(super) all: u64,
    pub(super) around: Box<[u64; 64]>,
    /// The rows through each place, and all of them.
    pub(super) through: Vec<Vec<u64>>,
    pub(super) rows: Vec<u64>,
    /// What is played at first where its condition holds; then the next.
    pub(super) modes: Vec<(When, Mode)>,
    /// Each end of a game in which nothing is to be taken, and its result.
    pub(super) ends: Vec<(Sign, Verdict<W>)>,
    /// Who wins by each rule, by mover, where that is known beforehand.
    pub(super) winners: Option<Winners>,
}

/// When a player moves in some way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    Always,
    /// He has men in hand.
    InHand,
    /// He has so many men, in hand and on the board.
    Men(u32),
}

/// How men move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// From the hand to any empty place.
    Enter,
    /// From any place to any empty one.
    Fly,
    /// To an empty place beside.
    Step,
    /// Not at all.
    Rest,
}

/// When a rule ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    /// The next player has fewer men than this.
    Few(u32),
    /// The next player cannot move.
    Stuck,
}

/// A game on its way.
struct Game<const W: usize> {
    course: Course<W>,
    men: [u64; 2],
    hand: [u32; 2],
    /// A man is to be taken.
    takes: bool,
    plies: u32,
    /// The rule that has ended it, with the ply that did.
    end: Option<(usize, Last)>,
}

impl<const W: usize> Mills<W> {
    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        let Some(game) = self.play(rules, state, rng, limit) else { return 0 };
        for player in 0..2 {
            let (what, owners) = (self.what[player], &rules.owners);
            for place in 0..rules.tables.sites {
                let (stands, stood) = (game.men[player] >> place & 1 == 1, state.what(place) == what);
                if stood && !stands {
                    state.put(place, Content::default(), owners);
                }
            }
            let hand = Content { count: game.hand[player] as u16, ..Content::piece(what) };
            if u32::from(state.count(self.hands[player])) != game.hand[player] {
                state.put(self.hands[player], hand, owners);
            }
        }
        for player in 0..2 {
            let mut left = game.men[player];
            while left != 0 {
                let place = left.trailing_zeros() as usize;
                if state.what(place) != self.what[player] {
                    state.put(place, Content::piece(self.what[player]), &rules.owners);
                }
                left &= left - 1;
            }
        }
        match game.end {
            Some((rule, last)) => {
                game.course.write_end(state, last, false);
                rules.end_with(state, &self.ends[rule].1);
            }
            None => {
                game.course.write(state);
                if game.plies > 0 && game.takes {
                    state.pending.push(PENDING);
                }
            }
        }
        game.plies
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
        let (rule, _) = game.end?;
        Some((game.plies, self.winners.as_ref()?[rule][usize::from(game.course.mover != 1)]))
    }

    fn load(&self, rules: &Rules<W>, state: &State<W>) -> Option<Game<W>> {
        let takes = match state.pending[..] {
            [] => false,
            [PENDING] => true,
            _ => return None,
        };
        Some(Game {
            course: Course::of(rules, state, 0)?,
            men: [1, 2].map(|player| state.owned(player).0[0] & self.all),
            hand: self.hands.map(|hand| u32::from(state.count(hand))),
            takes,
            plies: 0,
            end: None,
        })
    }

    fn play(&self, rules: &Rules<W>, state: &State<W>, source: &mut Rng, limit: u32) -> Option<Game<W>> {
        let limit = limit.min(rules.plies_left(state));
        let mut game = self.load(rules, state)?;
        // A copy of its own stays in registers.
        let mut rng = source.clone();
        let mut mover = usize::from(game.course.mover != 1);
        let (mut mode, mut count) = self.moves(&game, mover);
        while game.plies < limit {
            let (from, to);
            if game.takes {
                let targets = self.exposed(game.men[1 - mover]);
                let count = targets.count_ones();
                if count == 0 {
                    break;
                }
                to = nth_bit(targets, rng.below(count)) as usize;
                from = to;
                game.men[1 - mover] &= !(1 << to);
            } else {
                if count == 0 {
                    break;
                }
                let index = rng.below(count);
                let own = game.men[mover];
                let empty = self.all & !own & !game.men[1 - mover];
                match mode {
                    Mode::Enter => {
                        (from, to) = (self.hands[mover], nth_bit(empty, index) as usize);
                        game.hand[mover] -= 1;
                    }
                    Mode::Fly => {
                        let width = empty.count_ones();
                        from = nth_bit(own, index / width) as usize;
                        to = nth_bit(empty, index % width) as usize;
                        game.men[mover] = own & !(1 << from);
                    }
                    Mode::Step => {
                        (from, to) = self.step(own, empty, index);
                        game.men[mover] = own & !(1 << from);
                    }
                    Mode::Rest => break,
                }
                game.men[mover] |= 1 << to;
            }
            game.plies += 1;
            let last = plain_last(from, to, game.course.mover);
            let own = game.men[mover];
            game.takes = !game.takes && self.through[to].iter().any(|row| row & !own == 0);
            if game.takes {
                game.course.tick(last, true);
                continue;
            }
            mover = 1 - mover;
            (mode, count) = self.moves(&game, mover);
            let men = game.men[mover].count_ones() + game.hand[mover];
            let ended = self.ends.iter().position(|(sign, _)| match sign {
                Sign::Few(least) => men < *least,
                Sign::Stuck => count == 0,
            });
            if let Some(rule) = ended {
                game.end = Some((rule, last));
                break;
            }
            game.course.tick(last, false);
        }
        *source = rng;
        Some(game)
    }

    /// How a player moves, and in how many ways, when nothing is to be taken.
    #[inline]
    fn moves(&self, game: &Game<W>, player: usize) -> (Mode, u32) {
        let own = game.men[player];
        let empty = self.all & !own & !game.men[1 - player];
        let holds = |when: When| match when {
            When::Always => true,
            When::InHand => game.hand[player] > 0,
            When::Men(number) => own.count_ones() + game.hand[player] == number,
        };
        let mode = self.modes.iter().find(|(when, _)| holds(*when)).map_or(Mode::Rest, |(_, mode)| *mode);
        let count = match mode {
            Mode::Enter if game.hand[player] > 0 => empty.count_ones(),
            Mode::Enter | Mode::Rest => 0,
            Mode::Fly => own.count_ones() * empty.count_ones(),
            Mode::Step => {
                let (mut left, mut count) = (own, 0);
                while left != 0 {
                    count += (self.around[left.trailing_zeros() as usize % 64] & empty).count_ones();
                    left &= left - 1;
                }
                count
            }
        };
        (mode, count)
    }

    /// The step with so many before it, counted origin by origin.
    #[inline]
    fn step(&self, own: u64, empty: u64, index: u32) -> (usize, usize) {
        let (mut left, mut index) = (own, index);
        loop {
            let from = left.trailing_zeros() as usize % 64;
            let targets = self.around[from] & empty;
            let count = targets.count_ones();
            if index < count || left == 0 {
                return (from, nth_bit(targets, index) as usize);
            }
            index -= count;
            left &= left - 1;
        }
    }

    /// The men that may be taken: those outside rows, or all if there are none.
    #[inline]
    fn exposed(&self, men: u64) -> u64 {
        let mut safe = 0;
        for &row in &self.rows {
            safe |= if row & !men == 0 { row } else { 0 };
        }
        if men & !safe != 0 { men & !safe } else { men }
    }
}
