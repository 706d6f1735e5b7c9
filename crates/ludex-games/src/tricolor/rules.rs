//! The rules at full speed: sets of tiles, and counting instead of listing where a number is enough.
//!
//! From a column of height `h` with `n` pieces of its owner, a group of `c` pieces (1 to `h`) reaches
//! `min(3, c, n)` steps. So a tile `k` steps away can be reached by `h - k + 1` groups if `n >= k`, else by none;
//! and a hostile column of defence `D` by the groups of at least `max(k, a)`, where `a` is the smallest number of
//! pieces whose strength exceeds `D`. Counting the moves of a column takes three population counts.

use ludex_core::{Game, Outcome, Player, Rng, Turn};

use super::Tricolor;
use super::board::Lines;
use super::list::{List, NOTHING};
use super::mask::Mask;
use super::state::{Kind, OWNS, Owned, TricolorMove, TricolorState, Turned};

/// More columns than any army has pieces.
const COLUMNS: usize = 32;

/// Which hostile columns a group can beat, by its power (1, 2, 3, 4, 6 or 9).
type Beatable<M> = [M; 16];

/// What can be done from one column.
#[derive(Clone, Copy)]
struct Reach<M> {
    /// Tiles without an enemy where a group can stop.
    quiet: M,
    /// Hostile columns that the strongest group beats.
    attack: M,
}

/// The position as move generation sees it.
struct View<M> {
    own: M,
    foe: M,
    beatable: Beatable<M>,
}

/// The moves that may be picked, counted column by column.
struct Counted<M> {
    quiet: [M; COLUMNS],
    attack: [M; COLUMNS],
    /// The number of quiet moves up to and including each column.
    sums: [u32; COLUMNS],
}

impl<M: Mask, const P: usize, const N: usize> Tricolor<M, P, N> {
    #[inline(always)]
    fn lines(&self, tile: usize) -> &Lines<M> {
        &self.tables.lines[tile & (N - 1)]
    }

    /// The sets of hostile columns with a defence below each possible power.
    #[inline(always)]
    fn view(&self, own: &Owned<M>, foe: &Owned<M>) -> View<M> {
        let [white, black, red] = self.tables.colours;
        let one = foe[0] & !foe[1];
        let two = foe[1] & !foe[2];
        let three = foe[2];
        let below_2 = one & white;
        let below_3 = below_2 | (two & white) | (one & black);
        let below_4 = below_3 | (three & white) | (one & red);
        let below_6 = below_4 | (two & black);
        let below_9 = below_6 | (three & black) | (two & red);
        let mut beatable = [M::NONE; 16];
        beatable[2] = below_2;
        beatable[3] = below_3;
        beatable[4] = below_4;
        beatable[6] = below_6;
        beatable[9] = below_9;
        View { own: own[0], foe: foe[0], beatable }
    }

    /// Where groups from a column with `men` pieces of its owner can go.
    #[inline(always)]
    fn reach(&self, view: &View<M>, tile: usize, men: u32) -> Reach<M> {
        let lines = self.lines(tile);
        let most = men.min(3);
        let stops = lines.stops(view.own | view.foe) & lines.within[most as usize & 3];
        Reach { quiet: stops & !view.foe, attack: stops & view.beatable[(most * lines.value) as usize & 15] }
    }

    /// The same with a short cut for single pieces, which reach all their neighbours and nothing else. Worth a
    /// branch where whole lists are written, but not in random play, where columns are hard to predict.
    #[inline(always)]
    fn reach_guessing(&self, view: &View<M>, tile: usize, men: u32) -> Reach<M> {
        if men > 1 {
            return self.reach(view, tile, men);
        }
        let lines = self.lines(tile);
        let stops = lines.within[1];
        Reach { quiet: stops & !view.foe, attack: stops & view.beatable[lines.value as usize & 15] }
    }

    /// The strength of a hostile column.
    #[inline(always)]
    fn defence(&self, state: &TricolorState<P, N>, tile: usize) -> u32 {
        state.turned(tile, 0).owners_men().min(3) * self.lines(tile).value
    }

    /// The smallest group that may attack `to` from `from`, if the strongest may.
    #[inline(always)]
    fn smallest_attack(&self, state: &TricolorState<P, N>, from: usize, to: usize) -> u32 {
        let lines = self.lines(from);
        let defence = self.defence(state, to);
        let needed = 1 + u32::from(lines.value <= defence) + u32::from(2 * lines.value <= defence);
        needed.max(lines.distance(to))
    }

    #[inline(always)]
    fn attack_move(&self, state: &TricolorState<P, N>, from: usize, to: usize, count: u32) -> TricolorMove {
        let men = state.turned(from, state.tail().mover()).men();
        let power = count.min(men).min(3) * self.lines(from).value;
        let kind = if power > 2 * self.defence(state, to) { Kind::Capture } else { Kind::Imprison };
        TricolorMove { from: from as u8, to: to as u8, count: count as u8, kind }
    }

    #[inline(always)]
    fn quiet_move(&self, view: &View<M>, from: usize, to: usize, count: u32) -> TricolorMove {
        let kind = if view.own.has(to) { Kind::Stack } else { Kind::Step };
        TricolorMove { from: from as u8, to: to as u8, count: count as u8, kind }
    }

    /// The number of moves from a column of height `height` to the tiles of `quiet`.
    #[inline(always)]
    fn count_quiet(lines: &Lines<M>, quiet: M, height: u32) -> u32 {
        quiet.count() * height - (quiet & !lines.within[1]).count() - (quiet & !lines.within[2]).count()
    }

    /// Counts the moves of every column. Returns the number of quiet moves and the union of all attacked tiles.
    #[inline(always)]
    fn count_columns(
        &self,
        state: &TricolorState<P, N>,
        view: &View<M>,
        counted: &mut Counted<M>,
    ) -> (u32, M) {
        let mover = state.tail().mover();
        let (mut total, mut attacked) = (0, M::NONE);
        for (index, tile) in view.own.tiles().enumerate() {
            let column = state.turned(tile, mover);
            let Reach { quiet, attack } = self.reach(view, tile, column.men());
            attacked |= attack;
            total += Self::count_quiet(self.lines(tile), quiet, column.height());
            counted.quiet[index & (COLUMNS - 1)] = quiet;
            counted.attack[index & (COLUMNS - 1)] = attack;
            counted.sums[index & (COLUMNS - 1)] = total;
        }
        (total, attacked)
    }

    /// Calls `each` with (from, to, smallest group, largest group) of every attack until it returns false.
    #[inline(always)]
    fn attacks(
        &self,
        state: &TricolorState<P, N>,
        view: &View<M>,
        counted: &Counted<M>,
        mut each: impl FnMut(usize, usize, u32, u32) -> bool,
    ) {
        for (index, from) in view.own.tiles().enumerate() {
            for to in counted.attack[index & (COLUMNS - 1)].tiles() {
                if !each(from, to, self.smallest_attack(state, from, to), state.turned(from, 0).height()) {
                    return;
                }
            }
        }
    }

    /// A move uniformly among the legal ones, or none if there is none.
    #[inline(always)]
    fn pick(
        &self,
        state: &TricolorState<P, N>,
        view: &View<M>,
        counted: &mut Counted<M>,
        rng: &mut Rng,
    ) -> Option<TricolorMove> {
        let (total, attacked) = self.count_columns(state, view, counted);
        if !attacked.is_none() {
            return Some(self.pick_attack(state, view, counted, rng));
        }
        if total == 0 {
            return None;
        }
        let mut rest = rng.below(total);
        let mut index = 0;
        while counted.sums[index & (COLUMNS - 1)] <= rest {
            index += 1;
        }
        let from = view.own.nth(index as u32);
        let quiet = counted.quiet[index & (COLUMNS - 1)];
        let lines = self.lines(from);
        // Counted backwards, so that the sum before this column is not needed: groups of three and more reach
        // everything, groups of two the second ring, groups of one the first.
        rest = counted.sums[index & (COLUMNS - 1)] - 1 - rest;
        let (near, middle) = (quiet & lines.within[1], quiet & lines.within[2]);
        let (first, second, all) = (near.count(), middle.count(), quiet.count().max(1));
        let (one, two) = (rest < first, rest < first + second);
        let beyond = rest.wrapping_sub(first + second);
        let more = beyond / all;
        let count = if one {
            1
        } else if two {
            2
        } else {
            3 + more
        };
        let among = if one {
            near
        } else if two {
            middle
        } else {
            quiet
        };
        let place = if one {
            rest
        } else if two {
            rest - first
        } else {
            beyond - more * all
        };
        Some(self.quiet_move(view, from, among.nth(place), count))
    }

    #[inline(always)]
    fn pick_attack(
        &self,
        state: &TricolorState<P, N>,
        view: &View<M>,
        counted: &Counted<M>,
        rng: &mut Rng,
    ) -> TricolorMove {
        let mut total = 0;
        self.attacks(state, view, counted, |_, _, smallest, largest| {
            total += largest + 1 - smallest;
            true
        });
        let mut rest = rng.below(total);
        let mut chosen = (0, 0, 0);
        self.attacks(state, view, counted, |from, to, smallest, largest| {
            let groups = largest + 1 - smallest;
            let here = rest < groups;
            if here {
                chosen = (from, to, smallest + rest);
            } else {
                rest -= groups;
            }
            !here
        });
        self.attack_move(state, chosen.0, chosen.1, chosen.2)
    }

    /// Whether the player to move has a legal move.
    fn can_move(&self, state: &TricolorState<P, N>) -> bool {
        let (own, foe) = state.sides(self.tables.all);
        // One piece may step to any neighbour that is no enemy; only a player without any such neighbour
        // needs a closer look.
        if own[0].tiles().any(|tile| !(self.lines(tile).within[1] & !foe[0]).is_none()) {
            return true;
        }
        let view = self.view(&own, &foe);
        let mover = state.tail().mover();
        let attacks = |tile| self.reach(&view, tile, state.turned(tile, mover).men()).attack;
        view.own.tiles().any(|tile| !attacks(tile).is_none())
    }

    /// Whether the draw rule has ended the game.
    #[inline(always)]
    pub(super) fn is_drawn(&self, state: &TricolorState<P, N>) -> bool {
        self.draw > 0 && state.since_capture() > self.draw
    }

    /// Moves the pieces and gives the turn to the next player. Returns what the mover sees on the origin and on the
    /// destination afterwards.
    #[inline(always)]
    fn carry_out(&self, state: &mut TricolorState<P, N>, chosen: TricolorMove) -> [Turned; 2] {
        let tail = state.tail();
        let mover = tail.mover();
        let capture = chosen.kind == Kind::Capture;
        // Without a draw rule turns are not counted, so that equal positions are equal states.
        state.set_tail(tail.next::<P>(capture, u16::from(self.draw > 0)));
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        let (group, left) = state.turned(from, mover).split::<P>(u32::from(chosen.count));
        let joined = state.turned(to, mover).joined_by::<P>(group, capture);
        state.set_turned(from, mover, left);
        state.set_turned(to, mover, joined);
        [left, joined]
    }

    /// In a game of three: lets players who cannot move drop out, until one can or only one is left.
    pub(super) fn settle(&self, state: &mut TricolorState<P, N>) {
        while P > 2 && state.dropped_out().count() + 1 < P {
            let mover = state.tail().mover();
            if !state.is_out(mover) {
                if self.can_move(state) {
                    return;
                }
                state.drop_out(mover);
            }
            state.set_tail(state.tail().with_mover((mover + 1) % P));
        }
        while state.is_out(state.tail().mover()) {
            state.set_tail(state.tail().with_mover((state.tail().mover() + 1) % P));
        }
    }

    /// Whether the rules leave the mover nothing to do: stuck, or the last of three.
    #[inline(always)]
    fn is_decided(&self, state: &TricolorState<P, N>) -> bool {
        if P == 2 { !self.can_move(state) } else { state.dropped_out().count() + 1 >= P }
    }

    /// How many legal moves there are of each [`Kind`], in the order of its variants.
    pub fn count_kinds(&self, state: &TricolorState<P, N>) -> [u64; 4] {
        let mut kinds = [0; 4];
        if self.is_drawn(state) || (P > 2 && self.is_decided(state)) {
            return kinds;
        }
        let (own, foe) = state.sides(self.tables.all);
        let view = self.view(&own, &foe);
        let mover = state.tail().mover();
        let mut forced = false;
        for from in view.own.tiles() {
            let column = state.turned(from, mover);
            let Reach { quiet, attack } = self.reach_guessing(&view, from, column.men());
            if !attack.is_none() {
                forced = true;
                for to in attack.tiles() {
                    for count in self.smallest_attack(state, from, to)..=column.height() {
                        kinds[self.attack_move(state, from, to, count).kind as usize] += 1;
                    }
                }
            } else if !forced {
                let (lines, height) = (self.lines(from), column.height());
                let step = Self::count_quiet(lines, quiet & !view.own, height);
                let stack = Self::count_quiet(lines, quiet & view.own, height);
                kinds[Kind::Step as usize] += u64::from(step);
                kinds[Kind::Stack as usize] += u64::from(stack);
            }
        }
        if forced {
            kinds[Kind::Step as usize] = 0;
            kinds[Kind::Stack as usize] = 0;
        }
        kinds
    }
}

impl<M: Mask> Counted<M> {
    #[inline(always)]
    fn new() -> Counted<M> {
        Counted { quiet: [M::NONE; COLUMNS], attack: [M::NONE; COLUMNS], sums: [0; COLUMNS] }
    }
}

impl<M: Mask, const P: usize, const N: usize> Game for Tricolor<M, P, N> {
    type State = TricolorState<P, N>;
    type Move = TricolorMove;

    fn players(&self) -> usize {
        P
    }

    fn start(&self) -> Self::State {
        self.start
    }

    #[inline]
    fn turn(&self, state: &Self::State) -> Turn {
        if self.is_drawn(state) || self.is_decided(state) { Turn::Over } else { Turn::Player(state.mover()) }
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<TricolorMove>) {
        if self.is_drawn(state) || (P > 2 && self.is_decided(state)) {
            return moves.clear();
        }
        let (own, foe) = state.sides(self.tables.all);
        let view = self.view(&own, &foe);
        let mover = state.tail().mover();
        let mut list = List::new(moves, view.own.tiles().map(|tile| state.turned(tile, 0).height()).sum());
        let mut forced = false;
        for from in view.own.tiles() {
            let column = state.turned(from, mover);
            let Reach { quiet, attack } = self.reach_guessing(&view, from, column.men());
            let height = column.height();
            if !attack.is_none() {
                if !forced {
                    list.restart();
                    forced = true;
                }
                for to in attack.tiles() {
                    for count in self.smallest_attack(state, from, to)..=height {
                        list.push(self.attack_move(state, from, to, count));
                    }
                }
            } else if !forced {
                let lines = self.lines(from);
                for count in 1..=height {
                    let reached = quiet & lines.within[count.min(3) as usize];
                    list.push_all(reached, |to| self.quiet_move(&view, from, to, count));
                }
            }
        }
        list.finish();
    }

    #[inline]
    fn play(&self, state: &mut Self::State, chosen: TricolorMove) {
        self.carry_out(state, chosen);
        if P > 2 {
            self.settle(state);
        }
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        if self.is_decided(state) {
            if P == 2 {
                return Some(Outcome::loss(state.mover()));
            }
            return Some(Outcome::by_merit(&self.lasted(state)));
        }
        self.is_drawn(state).then(|| Outcome::by_merit(&self.lasted(state)))
    }

    #[inline]
    fn key(&self, state: &Self::State) -> u64 {
        state.key()
    }

    #[inline]
    fn move_id(&self, chosen: TricolorMove) -> u32 {
        u32::from(chosen.from) << 14 | u32::from(chosen.to) << 7 | u32::from(chosen.count)
    }

    fn count_moves(&self, state: &Self::State, _: &mut Vec<TricolorMove>) -> usize {
        if self.is_drawn(state) || (P > 2 && self.is_decided(state)) {
            return 0;
        }
        let (own, foe) = state.sides(self.tables.all);
        let view = self.view(&own, &foe);
        let mover = state.tail().mover();
        let (mut quiet_moves, mut attacks) = (0, 0);
        for from in view.own.tiles() {
            let column = state.turned(from, mover);
            let Reach { quiet, attack } = self.reach(&view, from, column.men());
            quiet_moves += Self::count_quiet(self.lines(from), quiet, column.height());
            for to in attack.tiles() {
                attacks += column.height() + 1 - self.smallest_attack(state, from, to);
            }
        }
        if attacks > 0 { attacks as usize } else { quiet_moves as usize }
    }

    #[inline]
    fn random_move(&self, state: &Self::State, rng: &mut Rng, _: &mut Vec<TricolorMove>) -> TricolorMove {
        let (own, foe) = state.sides(self.tables.all);
        let view = self.view(&own, &foe);
        // The game is not over, so there is a move; if the caller broke that promise, any answer will do.
        self.pick(state, &view, &mut Counted::new(), rng).unwrap_or(NOTHING)
    }

    fn playout(
        &self,
        state: &mut Self::State,
        rng: &mut Rng,
        limit: u32,
        scratch: &mut Vec<TricolorMove>,
    ) -> u32 {
        let mut plies = 0;
        if P > 2 {
            while plies < limit && !self.turn(state).is_over() {
                let chosen = self.random_move(state, rng, scratch);
                self.play(state, chosen);
                plies += 1;
            }
            return plies;
        }
        // Two players: the sets follow the moves, so that the bytes need not be searched at every turn.
        let (mut own, mut foe) = state.sides(self.tables.all);
        let mut counted = Counted::new();
        while plies < limit && !self.is_drawn(state) {
            let view = self.view(&own, &foe);
            let Some(chosen) = self.pick(state, &view, &mut counted, rng) else { break };
            let [left, joined] = self.carry_out(state, chosen);
            let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
            let elsewhere = !(M::only(from) | M::only(to));
            for (strength, (own, foe)) in own.iter_mut().zip(&mut foe).enumerate() {
                let owns = |byte: u8| byte > OWNS + strength as u8;
                let (stays, arrives) =
                    (M::only_if(from, owns(left.byte(0))), M::only_if(to, owns(joined.byte(0))));
                *own = (*own & elsewhere) | stays | arrives;
                *foe = (*foe & elsewhere) | M::only_if(from, owns(left.byte(1)));
            }
            std::mem::swap(&mut own, &mut foe);
            plies += 1;
        }
        plies
    }
}

impl<M: Mask, const P: usize, const N: usize> Tricolor<M, P, N> {
    /// How long each player lasted: more for those still in the game.
    fn lasted(&self, state: &TricolorState<P, N>) -> [i32; P] {
        std::array::from_fn(|p| {
            let out = state.dropped_out().position(|player| player == Player::new(p));
            out.map_or(P as i32, |place| place as i32)
        })
    }
}
