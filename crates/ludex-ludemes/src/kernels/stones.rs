//! The kernel of games in which two players put stones on a board and nothing else happens, and the end is a line, a
//! connection, a loop or a full board. The board lives in a few words while a game is played; what an end means is
//! known beforehand, so that a whole game needs the general rules for nothing.

use ludex_core::Rng;

use super::course::{Course, is_ordinary, plain_last};
use super::lines::run_at;
use super::pick::Shares;
use super::stones_grow::Grow;
use super::stones_small::Small;
use super::{Rollout, Winners};
use crate::runtime::code::Verdict;
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Last, Move, SWAP, State};

/// The most lines through a place.
pub(super) const THROUGH: usize = 4;
/// No place.
pub(super) const NOWHERE: u16 = u16::MAX;

/// A game of stones.
#[derive(Clone, Debug)]
pub struct Stones<const W: usize> {
    pub(super) leaf: u16,
    /// The piece of each player.
    pub(super) what: [u8; 3],
    /// What each stone adds to the key of the board, by player and place.
    pub(super) keys: [Vec<u64>; 2],
    pub(super) area: Bits<W>,
    /// Where the first stone is put, and the table of directions in which others are put beside stones.
    pub(super) grows: Option<(Bits<W>, usize)>,
    pub(super) play: Play,
    pub(super) verdicts: Vec<Verdict<W>>,
    /// Whether stones are taken.
    pub(super) takes: bool,
    /// Who wins by each rule, by mover, where that is known beforehand.
    pub(super) winners: Option<Winners>,
}

/// The loop, by how many words a set of places has.
#[derive(Clone, Debug)]
pub(super) enum Play {
    /// One word, and lines alone decide.
    Small(Board<1>, Small),
    One(Board<1>),
    Two(Board<2>),
    Four(Board<4>),
    Eight(Board<8>),
}

/// How groups are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Groups {
    /// Not at all.
    None,
    /// The stones connected with the first of two goals are marked.
    Reached,
    /// Groups are joined as they grow.
    Joined,
}

/// What never changes.
#[derive(Clone, Debug)]
pub(super) struct Board<const N: usize> {
    /// The lines through each place, then its positions on them.
    pub(super) through: Vec<[u8; 2 * THROUGH]>,
    /// How many lines there are, counting one that stands for none.
    pub(super) lines: usize,
    pub(super) around: Vec<Bits<N>>,
    pub(super) groups: Groups,
    /// The goals each place belongs to, as bits.
    pub(super) goals: Vec<u16>,
    /// With `Groups::Reached`: the first goal and the second goal of each player.
    pub(super) first_goal: [Bits<N>; 2],
    pub(super) second_goal: [Bits<N>; 2],
    /// The place that opens when a place is filled; `NOWHERE` for none.
    pub(super) opens: Vec<u16>,
    /// The places that no other place opens.
    pub(super) rests: Bits<N>,
    pub(super) drops: bool,
    /// How stones are put beside others, where they are.
    pub(super) grow: Option<Grow>,
    pub(super) loops: bool,
    /// No line shorter than this ends the game.
    pub(super) shortest: u32,
    /// With how many goals each player's group may end the game.
    pub(super) fewest: [u32; 2],
    pub(super) own_goals: [u16; 2],
    /// The conditions of each rule.
    pub(super) ends: Vec<Vec<Sign>>,
}

/// When a rule ends the game.
#[derive(Clone, Debug)]
pub(super) enum Sign {
    /// A line through the stone of at least so many.
    Line(u32),
    /// The stone's group touches so many of the goals of its owner.
    Touch([u16; 2], u32),
    /// The stone closes a loop.
    Loop,
    /// No place is left.
    Full,
    /// The stone completes a shape.
    Shape,
    /// So many moves were made.
    Moves,
}

/// Why a loop stopped.
pub(super) enum Stop {
    /// Enough plies, or nothing to be put anywhere.
    Enough,
    /// A rule ended the game with a stone on this place.
    End(usize, usize),
    /// The general rules must say what a stone on this place means.
    Ask(usize),
    /// The players swap sides.
    Swap,
}

/// A game on its way.
pub(super) struct Game<const N: usize> {
    pub(super) own: [Bits<N>; 2],
    pub(super) open: Bits<N>,
    /// Whose turn it is: 0 or 1.
    pub(super) mover: usize,
    pub(super) last: usize,
    pub(super) plies: u32,
    /// How many moves were made before.
    pub(super) moves: u32,
    /// The ply before which the players may swap sides.
    pub(super) swap_at: u32,
    /// The stone that was taken last with the last ply, the one that ends the game included.
    pub(super) taken: Option<usize>,
}

impl<const W: usize> Stones<W> {
    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        match &self.play {
            Play::Small(board, small) => {
                let limit = limit.min(rules.plies_left(state));
                self.run_with(rules, state, |game| small.play(board, game, rng, limit))
            }
            Play::One(board) => self.run_with(rules, state, |game| board.play(game, rng, limit)),
            Play::Two(board) => self.run_with(rules, state, |game| board.play(game, rng, limit)),
            Play::Four(board) => self.run_with(rules, state, |game| board.play(game, rng, limit)),
            Play::Eight(board) => self.run_with(rules, state, |game| board.play(game, rng, limit)),
        }
    }

    fn run_with<const N: usize>(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        play: impl FnOnce(&mut Game<N>) -> Stop,
    ) -> u32 {
        let Some(mut game) = self.begin(rules, state) else { return 0 };
        let stop = play(&mut game);
        self.finish(rules, state, Course::at(rules, state), &game, stop)
    }

    /// Plays a random game of which only its length and result are wanted.
    #[inline]
    pub(super) fn rollout(
        &self,
        rules: &Rules<W>,
        state: &State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> Option<Rollout> {
        match &self.play {
            Play::Small(board, small) => {
                let limit = limit.min(rules.plies_left(state));
                self.roll_with(rules, state, |game| small.play(board, game, rng, limit))
            }
            Play::One(board) => self.roll_with(rules, state, |game| board.play(game, rng, limit)),
            Play::Two(board) => self.roll_with(rules, state, |game| board.play(game, rng, limit)),
            Play::Four(board) => self.roll_with(rules, state, |game| board.play(game, rng, limit)),
            Play::Eight(board) => self.roll_with(rules, state, |game| board.play(game, rng, limit)),
        }
    }

    #[inline(always)]
    fn roll_with<const N: usize>(
        &self,
        rules: &Rules<W>,
        state: &State<W>,
        play: impl FnOnce(&mut Game<N>) -> Stop,
    ) -> Option<Rollout> {
        let winners = self.winners.as_ref()?;
        let mut game = self.begin(rules, state)?;
        match play(&mut game) {
            Stop::End(rule, _) => Some((game.plies + 1, winners[rule][game.mover])),
            _ => None,
        }
    }

    /// A game that begins in a position, if it is an ordinary one.
    #[inline(always)]
    pub(super) fn begin<const N: usize>(&self, rules: &Rules<W>, state: &State<W>) -> Option<Game<N>> {
        let (first, second) = (state.owned(1), state.owned(2));
        let ordinary = is_ordinary(rules, state, rules.tables.sites as u32)
            && state.moves_this_turn == 0
            && first.or(second) == *state.occupied();
        if !ordinary {
            return None;
        }
        let can_swap = rules.meta.swap && state.moves < 2 && (state.moves == 0 || state.prev != state.mover);
        let area = match &self.grows {
            None => self.area,
            Some((first, _)) if state.moves == 0 => *first,
            Some((_, table)) => {
                let around = &rules.tables.dirs[*table].around;
                state.occupied().iter().fold(Bits::EMPTY, |all, place| all.or(&around[place]))
            }
        };
        Some(Game {
            own: [narrow(first), narrow(second)],
            open: narrow(&area.minus(state.occupied())),
            moves: state.moves,
            mover: usize::from(state.mover != 1),
            last: 0,
            plies: 0,
            swap_at: if can_swap { 1 - state.moves } else { u32::MAX },
            taken: None,
        })
    }

    /// Tells the position what was played. Returns how many plies.
    pub(super) fn finish<const N: usize>(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        mut course: Course<W>,
        game: &Game<N>,
        stop: Stop,
    ) -> u32 {
        if self.takes {
            for index in 0..2 {
                let gone = state.owned(index + 1).minus(&widen(&game.own[index]));
                state.clear_all(gone, index + 1, &self.keys[index]);
            }
        }
        for index in 0..2 {
            let added = widen(&game.own[index]).minus(state.owned(index + 1));
            state.drop_all(added, self.what[index + 1], index + 1, &self.keys[index]);
        }
        course.advance(game.plies, game.last);
        let mover = course.mover;
        let after = |mut last: Last| {
            if let Some(taken) = game.taken {
                (last.from_after, last.to_after) = (taken as i16, taken as i16);
            }
            last
        };
        match stop {
            Stop::Enough => {
                course.last = after(course.last);
                course.write(state);
                game.plies
            }
            Stop::End(rule, place) => {
                let owner = usize::from(mover);
                state.drop_all(Bits::one(place), self.what[owner], owner, &self.keys[owner - 1]);
                course.write_end(state, after(plain_last(place, place, mover)), false);
                rules.end_with(state, &self.verdicts[rule]);
                game.plies + 1
            }
            Stop::Ask(place) => {
                course.write(state);
                let (site, aux) = (place as i16, i16::from(self.what[usize::from(mover)]));
                rules.apply(state, Move { from: site, to: site, aux, ..Move::bare(self.leaf) });
                game.plies + 1
            }
            Stop::Swap => {
                course.last = after(course.last);
                course.write(state);
                rules.apply(state, Move::bare(SWAP));
                game.plies + 1
            }
        }
    }
}

#[inline]
fn narrow<const W: usize, const N: usize>(bits: &Bits<W>) -> Bits<N> {
    let mut narrow = Bits::EMPTY;
    for word in 0..N.min(W) {
        narrow.0[word] = bits.0[word];
    }
    narrow
}

fn widen<const W: usize, const N: usize>(bits: &Bits<N>) -> Bits<W> {
    narrow(bits)
}

/// Groups of stones that touch.
struct Joined<const N: usize> {
    parent: [[u16; 64]; N],
    touch: [[u16; 64]; N],
}

impl<const N: usize> Joined<N> {
    #[inline]
    fn root(&mut self, place: usize) -> usize {
        let mut at = place;
        loop {
            let up = usize::from(self.parent[at >> 6][at & 63]);
            if up == at {
                return at;
            }
            let above = self.parent[up >> 6][up & 63];
            self.parent[at >> 6][at & 63] = above;
            at = usize::from(above);
        }
    }

    /// Adds a stone and joins it to its neighbours. Returns what its group touches, and how many groups it joined.
    #[inline]
    fn add(&mut self, place: usize, goals: u16, neighbours: Bits<N>) -> (u16, u32) {
        self.parent[place >> 6][place & 63] = place as u16;
        let (mut touch, mut joined) = (goals, 0);
        for near in neighbours.iter() {
            let root = self.root(near);
            if root != place {
                touch |= self.touch[root >> 6][root & 63];
                self.parent[root >> 6][root & 63] = place as u16;
                joined += 1;
            }
        }
        self.touch[place >> 6][place & 63] = touch;
        (touch, joined)
    }
}

impl<const N: usize> Board<N> {
    pub(super) fn play(&self, game: &mut Game<N>, rng: &mut Rng, limit: u32) -> Stop {
        if let Some(grow) = &self.grow {
            return grow.play(self, game, rng, limit);
        }
        match (self.groups, self.lines > 1, self.lines > 32, self.drops) {
            (Groups::None, _, false, false) => self.go::<0, true, 32, false>(game, rng, limit),
            (Groups::None, _, true, false) => self.go::<0, true, 128, false>(game, rng, limit),
            (Groups::None, _, _, true) => self.go::<0, true, 128, true>(game, rng, limit),
            (Groups::Reached, false, ..) => self.go::<1, false, 1, false>(game, rng, limit),
            (Groups::Joined, false, ..) => self.go::<2, false, 1, false>(game, rng, limit),
            (_, true, ..) => self.go::<2, true, 128, false>(game, rng, limit),
        }
    }

    fn go<const GROUPS: u8, const LINED: bool, const L: usize, const DROPS: bool>(
        &self,
        game: &mut Game<N>,
        source: &mut Rng,
        limit: u32,
    ) -> Stop {
        // A copy of its own stays in registers.
        let mut rng = source.clone();
        let mut words = [[0u32; L]; 2];
        let mut reached = [Bits::<N>::EMPTY; 2];
        let mut joined = Joined { parent: [[0; 64]; N], touch: [[0; 64]; N] };
        for (owner, words) in words.iter_mut().enumerate() {
            let mut so_far = Bits::EMPTY;
            for place in game.own[owner].iter() {
                if LINED {
                    self.add_to_lines(words, place);
                }
                so_far.insert(place);
                if GROUPS == 1 {
                    self.reach(&mut reached[owner], &so_far, owner, place);
                }
                if GROUPS == 2 {
                    joined.add(place, self.goals[place], self.around[place].and(&so_far));
                }
            }
        }
        let mut open = game.open;
        let filled = open;
        if DROPS {
            open = open.and(&self.open_drops(&game.own[0].or(&game.own[1])));
        }
        let mut count = open.count();
        let mut left = filled.count();
        let mut shares = Shares::of(&open);
        let mut mover = game.mover;
        let stop = loop {
            if game.plies >= limit || count == 0 {
                break Stop::Enough;
            }
            let place = if game.plies == game.swap_at {
                match rng.below(count + 1) {
                    index if index == count => break Stop::Swap,
                    index => shares.select(&open, index),
                }
            } else {
                shares.select(&open, rng.below(count))
            };
            let mut special = left == 1;
            let mut longest = 1;
            if LINED {
                longest = self.add_to_lines(&mut words[mover], place);
                special |= longest >= self.shortest;
            }
            let mut touched = 0;
            let mut closes = false;
            if GROUPS == 1 {
                let own = &mut game.own[mover];
                own.insert(place);
                if self.reach(&mut reached[mover], own, mover, place) {
                    touched = self.own_goals[mover];
                    special = true;
                }
            }
            if GROUPS == 2 {
                let neighbours = self.around[place].and(&game.own[mover]);
                let (touch, groups) = joined.add(place, self.goals[place], neighbours);
                touched = touch;
                special |= (touch & self.own_goals[mover]).count_ones() >= self.fewest[mover];
                if self.loops && neighbours.count() > 1 {
                    closes = groups < self.runs(&neighbours);
                    special |= closes;
                }
            }
            open.remove(place);
            shares.remove(place);
            if special {
                let full = left == 1;
                let seen = Seen { place, mover, longest, touched, closes, full, ..Seen::default() };
                if let Some(stop) = self.end(&seen) {
                    if GROUPS == 1 {
                        game.own[mover].remove(place);
                    }
                    break stop;
                }
            }
            game.own[mover].insert(place);
            count -= 1;
            left -= 1;
            if DROPS {
                let opened = self.opens[place];
                if opened != NOWHERE {
                    open.insert(usize::from(opened));
                    shares.insert(usize::from(opened));
                    count += 1;
                }
            }
            mover ^= 1;
            game.last = place;
            game.plies += 1;
        };
        game.mover = mover;
        *source = rng;
        stop
    }

    /// The rule that ends the game, if one does.
    #[inline(never)]
    pub(super) fn end(&self, seen: &Seen) -> Option<Stop> {
        for (rule, signs) in self.ends.iter().enumerate() {
            for sign in signs {
                let holds = match sign {
                    Sign::Line(length) => seen.longest >= *length,
                    Sign::Touch(goals, needed) => (seen.touched & goals[seen.mover]).count_ones() >= *needed,
                    Sign::Loop if seen.closes => return Some(Stop::Ask(seen.place)),
                    Sign::Loop => false,
                    Sign::Full => seen.full,
                    Sign::Shape => seen.shaped,
                    Sign::Moves => seen.counted,
                };
                if holds {
                    return Some(Stop::End(rule, seen.place));
                }
            }
        }
        None
    }

    /// Adds a stone to the lines through its place. Returns the longest run through it.
    #[inline]
    fn add_to_lines<const L: usize>(&self, words: &mut [u32; L], place: usize) -> u32 {
        let through = &self.through[place];
        let mut longest = 1;
        for index in 0..THROUGH {
            let (line, position) = (usize::from(through[index]) % L, u32::from(through[THROUGH + index]));
            let word = words[line] | 1 << position;
            words[line] = word;
            longest = longest.max(run_at(word, position));
        }
        longest
    }

    /// Marks what a new stone connects with the first goal. True if the second goal is among it.
    #[inline]
    fn reach(&self, reached: &mut Bits<N>, own: &Bits<N>, owner: usize, place: usize) -> bool {
        if !self.first_goal[owner].has(place) && !self.around[place].meets(reached) {
            return false;
        }
        let mut front = Bits::one(place);
        let before = *reached;
        while let Some(at) = front.first() {
            reached.insert(at);
            front = front.or(&self.around[at].and(own)).minus(reached);
        }
        reached.minus(&before).meets(&self.second_goal[owner])
    }

    /// How many separate runs the neighbours of a stone form around it.
    #[inline]
    pub(super) fn runs(&self, neighbours: &Bits<N>) -> u32 {
        let touching: u32 = neighbours.iter().map(|near| self.around[near].and(neighbours).count()).sum();
        (neighbours.count() - (touching / 2).min(neighbours.count())).max(1)
    }

    /// Where a stone comes to rest.
    pub(super) fn open_drops(&self, stones: &Bits<N>) -> Bits<N> {
        let mut open = self.rests;
        for place in stones.iter().filter(|&place| self.opens[place] != NOWHERE) {
            open.insert(usize::from(self.opens[place]));
        }
        open
    }
}

/// What a stone brought about.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) place: usize,
    pub(super) mover: usize,
    pub(super) longest: u32,
    pub(super) touched: u16,
    pub(super) closes: bool,
    pub(super) full: bool,
    pub(super) shaped: bool,
    pub(super) counted: bool,
}
