//! The kernel of games with columns: groups of men ride in straight lines from the top of an own column onto empty
//! places and other columns, and after every move the column they come to is sorted, the mover's men on top.
//!
//! So a column is two small numbers, the men of each player, and who is on top. How far a group goes and what it may do
//! to a column depends on those numbers and on what the board says about the two places; it is worked out beforehand.
//! Groups of one column that can do the same are a *step*, columns that can suffer the same are of one *kind*. Moves are
//! counted step by step, as groups times places, and picked by number; none is listed.

mod ask;
mod rules;
mod tables;

use ludex_core::Rng;

use super::course::{Course, is_ordinary};
use super::{Rollout, Winners};
use crate::runtime::code::{Int, Verdict};
use crate::runtime::rules::Rules;
use crate::runtime::{Content, Last, Move, State, nth_bit};
use tables::{FORCES, KINDS, STEPS, Site, Way};

/// The most places.
const SITES: usize = 64;

/// A game of columns.
#[derive(Clone, Debug)]
pub struct Columns<const W: usize> {
    /// The piece of each player.
    what: [u8; 2],
    /// The most men of a player.
    most: usize,
    sites: Vec<Site>,
    /// The kind of a column, by its number and who is on top: nobody, who looks at it, the other.
    kinds: Vec<u8>,
    /// How many kinds there are, and the places of each on the empty board.
    kinds_used: usize,
    bare: [u64; KINDS],
    /// The first way that has a move is the one to choose from.
    ways: Vec<Way<W>>,
    /// The variable that remembers a ply, and what the plies since then are counted from.
    clock: Option<Clock<W>>,
    ends: Vec<Sign>,
    verdicts: Vec<Verdict<W>>,
    winners: Winners,
}

/// The game ends so many plies after what a variable remembers.
#[derive(Clone, Debug)]
struct Clock<const W: usize> {
    var: usize,
    plies: i32,
    since: Int<W>,
}

/// What ends the game after a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    /// Who comes next has no move.
    Stuck,
    /// The clock has run out.
    Late,
}

/// The columns, with players numbered from 0.
#[derive(Clone)]
struct Board {
    men: [[u8; SITES]; 2],
    /// The places where each player is on top.
    owned: [u64; 2],
    /// The places of each kind, by who looks at them.
    kinds: [[u64; KINDS]; 2],
}

/// A game on its way.
struct Game {
    board: Board,
    mover: usize,
    moves: i32,
    var: i32,
    /// The number of moves at which the clock has run out.
    late: i32,
}

/// The moves of a position, counted.
struct Found {
    way: usize,
    total: u32,
    /// What each origin reaches.
    stops: [u64; SITES],
    /// Where each force may land.
    lands: [u64; FORCES],
    /// The number of moves up to each origin.
    sums: [u32; SITES],
}

impl Found {
    const NONE: Found = Found { way: 0, total: 0, stops: [0; SITES], lands: [0; FORCES], sums: [0; SITES] };
}

/// A move.
#[derive(Clone, Copy)]
struct Chosen {
    way: usize,
    from: usize,
    to: usize,
    group: usize,
    force: usize,
}

impl<const W: usize> Columns<W> {
    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        let limit = limit.min(rules.plies_left(state));
        let Some(mut course) = Course::of(rules, state, 0) else { return 0 };
        let Some(mut game) = self.load(state, [true; 2]) else { return 0 };
        let mut found = Found::NONE;
        self.count(&game.board, game.mover, &mut found);
        let (mut plies, mut changed, mut over) = (0, 0, None);
        // Whoever has no move passes by the general rules.
        while plies < limit && found.total > 0 {
            let chosen = self.pick(&game, &found, rng.below(found.total));
            let last = last_of(&chosen, course.mover);
            changed |= 1 << chosen.from | 1 << chosen.to;
            plies += 1;
            over = self.advance(&mut game, chosen, &mut found).map(|end| (end, last));
            if over.is_some() {
                break;
            }
            course.tick(last, false);
        }
        self.write(rules, state, &game, changed, &course, over);
        plies
    }

    /// Makes a move. False if the general rules must.
    pub(super) fn make(&self, rules: &Rules<W>, state: &mut State<W>, made: Move) -> bool {
        let mover = usize::from(state.mover);
        let way = self.ways.iter().position(|way| way.leaf == made.leaf);
        let on_board = |site: i16| usize::try_from(site).ok().filter(|&site| site < self.sites.len());
        let (Some(way), Some(from), Some(to)) = (way, on_board(made.from), on_board(made.to)) else {
            return false;
        };
        let looks = [mover == 2, mover == 1];
        let Some(mut course) = Course::of(rules, state, 0).filter(|_| state.owned(mover).has(from)) else {
            return false;
        };
        let Some(mut game) = self.load(state, looks) else { return false };
        let steps = &self.ways[way].steps[self.column(&game.board, mover - 1, from)];
        let group = usize::try_from(made.aux).unwrap_or(0);
        let has_group = |step: &&tables::Step| step.groups().contains(&group);
        let Some(step) = steps.iter().find(has_group).filter(|_| from != to) else { return false };
        let chosen = Chosen { way, from, to, group, force: usize::from(step.force) };
        let last = last_of(&chosen, course.mover);
        let mut found = Found::NONE;
        let over = self.advance(&mut game, chosen, &mut found).map(|end| (end, last));
        if over.is_none() {
            course.tick(last, false);
        }
        self.write(rules, state, &game, 1 << from | 1 << to, &course, over);
        true
    }

    /// Lists the moves. False if the general rules must, or if there is none.
    pub(super) fn list(&self, rules: &Rules<W>, state: &State<W>, moves: &mut Vec<Move>) -> bool {
        if !is_ordinary(rules, state, 0) {
            return false;
        }
        let Some(game) = self.load(state, [state.mover == 1, state.mover == 2]) else { return false };
        let mut found = Found::NONE;
        self.count(&game.board, game.mover, &mut found);
        if found.total == 0 {
            return false;
        }
        moves.reserve(found.total as usize);
        let way = &self.ways[found.way];
        for (from, stops) in places(game.board.owned[game.mover]).zip(found.stops) {
            let sets = self.landings(&game, &found, from, stops);
            let steps = &way.steps[self.column(&game.board, game.mover, from)];
            for to in places(sets.iter().fold(0, |all, set| all | set)) {
                for (step, _) in steps.iter().zip(&sets).filter(|(_, set)| *set >> to & 1 == 1) {
                    moves.extend(step.groups().map(|group| way.decision(from, to, group)));
                }
            }
        }
        true
    }

    /// Plays a game to its end, of which only the result is wanted.
    pub(super) fn rollout(
        &self,
        rules: &Rules<W>,
        state: &State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> Option<Rollout> {
        if !is_ordinary(rules, state, 0) {
            return None;
        }
        let limit = limit.min(rules.plies_left(state));
        let mut game = self.load(state, [true; 2])?;
        let mut found = Found::NONE;
        self.count(&game.board, game.mover, &mut found);
        // A copy of its own stays in registers.
        let mut source = rng.clone();
        let mut plies = 0;
        while plies < limit && found.total > 0 {
            let chosen = self.pick(&game, &found, source.below(found.total));
            let mover = game.mover;
            plies += 1;
            if let Some(end) = self.advance(&mut game, chosen, &mut found) {
                *rng = source;
                return Some((plies, self.winners[end][mover]));
            }
        }
        None
    }

    /// The number of a column as a player sees it.
    #[inline(always)]
    fn column(&self, board: &Board, player: usize, site: usize) -> usize {
        let (own, other) = (board.men[player & 1][site & 63], board.men[player & 1 ^ 1][site & 63]);
        self.sites[site].first_column + usize::from(own) * (self.most + 1) + usize::from(other)
    }

    /// The kind of a column as a player sees it.
    #[inline(always)]
    fn kind(&self, board: &Board, player: usize, site: usize) -> usize {
        let on_top = |player: usize| usize::from(board.owned[player & 1] >> (site & 63) & 1 == 1);
        let owner = on_top(player) + 2 * on_top(player ^ 1);
        usize::from(self.kinds[3 * self.column(board, player, site) + owner]) % KINDS
    }

    /// Counts the moves of a player, of the first way that has any.
    #[inline(always)]
    fn count(&self, board: &Board, player: usize, found: &mut Found) {
        let (own, kinds) = (board.owned[player & 1], &board.kinds[player & 1]);
        let occupied = board.owned[0] | board.owned[1];
        for (index, site) in places(own).enumerate() {
            found.stops[index % SITES] = self.sites[site].stops(occupied);
        }
        for (number, way) in self.ways.iter().enumerate() {
            found.lands = way.lands(&kinds[..self.kinds_used]);
            let mut total = 0;
            for (index, site) in places(own).enumerate() {
                let within = &self.sites[site].within;
                let stops = found.stops[index % SITES];
                for step in &way.steps[self.column(board, player, site)][..way.deepest] {
                    total += u32::from(step.count) * step.landings(within, &found.lands, stops).count_ones();
                }
                found.sums[index % SITES] = total;
            }
            (found.way, found.total) = (number, total);
            if total > 0 {
                return;
            }
        }
    }

    /// Where the groups of each step may land.
    #[inline(always)]
    fn landings(&self, game: &Game, found: &Found, from: usize, stops: u64) -> [u64; STEPS] {
        let steps = &self.ways[found.way].steps[self.column(&game.board, game.mover, from)];
        let mut sets = [0; STEPS];
        for (set, step) in sets.iter_mut().zip(steps) {
            *set = step.landings(&self.sites[from].within, &found.lands, stops);
        }
        sets
    }

    /// The move with so many before it: by origin, then by target, then by group.
    #[inline(always)]
    fn pick(&self, game: &Game, found: &Found, index: u32) -> Chosen {
        let mut origin = 0;
        while found.sums[origin % SITES] <= index {
            origin += 1;
        }
        let from = nth_bit(game.board.owned[game.mover & 1], origin as u32) as usize;
        let mut left = index - if origin > 0 { found.sums[(origin - 1) % SITES] } else { 0 };
        let sets = self.landings(game, found, from, found.stops[origin % SITES]);
        let steps = &self.ways[found.way].steps[self.column(&game.board, game.mover, from)];
        let mut targets = sets.iter().fold(0, |all, set| all | set);
        let (mut group, mut force) = (0, 0);
        loop {
            let to = targets.trailing_zeros() as usize & 63;
            let has = |step: usize| u32::from(steps[step].count) * (sets[step] >> to & 1) as u32;
            let many: u32 = (0..STEPS).map(has).sum();
            if left >= many && targets != 0 {
                left -= many;
                targets &= targets - 1;
                continue;
            }
            for (at, step) in steps.iter().enumerate() {
                if left < has(at) {
                    (group, force) = (usize::from(step.first) + left as usize, usize::from(step.force));
                    break;
                }
                left -= has(at);
            }
            return Chosen { way: found.way, from, to, group, force };
        }
    }

    /// Makes a move and counts those of the next player. Returns what ends the game, if anything does.
    #[inline(always)]
    fn advance(&self, game: &mut Game, chosen: Chosen, found: &mut Found) -> Option<usize> {
        let Chosen { way, from, to, group, force } = chosen;
        let way = &self.ways[way];
        let (mover, other) = (game.mover & 1, game.mover & 1 ^ 1);
        let board = &mut game.board;
        let (from, to) = (from & 63, to & 63);
        let suffers = way.suffers[self.kind(board, mover, to)] >> force & 1 == 1;
        if suffers {
            if way.captures {
                board.men[other][to] = 0;
            }
            if let Some((clock, (_, to))) = self.clock.as_ref().zip(way.sets.as_ref()) {
                game.var = clock.tick(to, game.moves, game.var);
                game.late = clock.runs_out(game.moves, game.var);
            }
        }
        // The mover's men are on top, those of the other under them.
        let own = (group as u8).min(board.men[mover][from]);
        let others = group as u8 - own;
        board.men[mover][from] -= own;
        board.men[other][from] = board.men[other][from].wrapping_sub(others);
        board.men[mover][to] += own;
        board.men[other][to] += others;
        let (bits, stays) = (1 << from | 1 << to, board.men[mover][from] > 0);
        let freed = !stays && board.men[other][from] > 0;
        board.owned[mover] = board.owned[mover] & !bits | 1 << to | u64::from(stays) << from;
        board.owned[other] = board.owned[other] & !bits | u64::from(freed) << from;
        for player in 0..2 {
            board.kinds[player][..self.kinds_used].iter_mut().for_each(|places| *places &= !bits);
            for site in [from, to] {
                let kind = self.kind(board, player, site);
                board.kinds[player][kind] |= 1 << site;
            }
        }
        game.moves += 1;
        game.mover = other;
        self.count(&game.board, other, found);
        self.ends.iter().position(|sign| match sign {
            Sign::Stuck => found.total == 0,
            Sign::Late => game.moves >= game.late,
        })
    }

    /// The game in a position, if all its columns are sorted. Kinds are worked out for the players who will look.
    fn load(&self, state: &State<W>, looks: [bool; 2]) -> Option<Game> {
        let mut men = [[0; SITES]; 2];
        let owned = [1, 2].map(|player| state.owned(player).0[0]);
        for (site, piece) in state.covered() {
            let player = self.what.iter().position(|&what| Content::piece(what) == piece)?;
            let above = owned.iter().position(|owned| owned >> (site & 63) & 1 == 1)?;
            // Men of whoever is on top lie above the others.
            if player != above && men[above][site & 63] > 0 {
                return None;
            }
            men[player][site & 63] += 1;
        }
        for player in 0..2 {
            for site in places(owned[player]) {
                men[player][site] += 1;
                if state.content(site) != Content::piece(self.what[player]) {
                    return None;
                }
            }
            if men[player].iter().map(|&men| usize::from(men)).sum::<usize>() > self.most {
                return None;
            }
        }
        let mut board = Board { men, owned, kinds: [self.bare; 2] };
        for player in (0..2).filter(|&player| looks[player]) {
            let occupied = owned[0] | owned[1];
            board.kinds[player].iter_mut().for_each(|places| *places &= !occupied);
            for site in places(occupied) {
                let kind = self.kind(&board, player, site);
                board.kinds[player][kind] |= 1 << site;
            }
        }
        let (mover, moves) = (usize::from(state.mover) - 1, state.moves as i32);
        let var = self.clock.as_ref().map_or(0, |clock| state.vars[clock.var]);
        let late = self.clock.as_ref().map_or(i32::MAX, |clock| clock.runs_out(moves, var));
        Some(Game { board, mover, moves, var, late })
    }

    /// Tells the position what has happened: which columns changed, and how the game ended if it did.
    fn write(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        game: &Game,
        changed: u64,
        course: &Course<W>,
        over: Option<(usize, Last)>,
    ) {
        for site in places(changed) {
            let on_top = usize::from(game.board.owned[1] >> site & 1 == 1);
            let mut stack: smallvec::SmallVec<[Content; 32]> = smallvec::SmallVec::new();
            for player in [on_top ^ 1, on_top] {
                let man = Content::piece(self.what[player]);
                stack.extend(std::iter::repeat_n(man, usize::from(game.board.men[player][site])));
            }
            state.put_stack(site, &stack, &rules.owners);
        }
        if let Some(clock) = &self.clock {
            state.vars[clock.var] = game.var;
        }
        match over {
            Some((end, last)) => {
                course.write_end(state, last, false);
                rules.end_with(state, &self.verdicts[end]);
            }
            None => course.write(state),
        }
    }
}

impl<const W: usize> Clock<W> {
    /// A number that depends on the number of moves and on the variable.
    fn tick(&self, int: &Int<W>, moves: i32, var: i32) -> i32 {
        let all = |parts: &[Int<W>], of: fn(i32, i32) -> i32| {
            parts.iter().map(|part| self.tick(part, moves, var)).reduce(of).unwrap_or(0)
        };
        match int {
            Int::Const(number) => *number,
            Int::CountMoves => moves,
            Int::Var(_) => var,
            Int::Add(parts) => all(parts, i32::wrapping_add),
            Int::Max(parts) => all(parts, i32::max),
            Int::Min(parts) => all(parts, i32::min),
            _ => 0,
        }
    }

    fn runs_out(&self, moves: i32, var: i32) -> i32 {
        self.plies.saturating_add(self.tick(&self.since, moves, var))
    }
}

/// What rules ask about a move when it was made: sorting the column was the last of it.
fn last_of(chosen: &Chosen, mover: u8) -> Last {
    let (from, to) = (chosen.from as i16, chosen.to as i16);
    Last { from, to, from_after: to, to_after: to, mover, pass: false }
}

/// The places of a set in ascending order.
#[inline(always)]
fn places(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let place = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(place)
    })
}
