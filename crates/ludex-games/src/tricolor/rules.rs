//! The rules at full speed: sets of tiles, and counting instead of listing where a number is enough.
//!
//! From a column of height `h` with `n` pieces of its owner, a group of `c` pieces (1 to `h`) reaches
//! `min(3, c, n)` steps. So a tile `k` steps away can be reached by `h - k + 1` groups if `n >= k`, else by none;
//! and a hostile column of defence `D` by the groups of at least `max(k, a)`, where `a` is the smallest number of
//! pieces whose strength exceeds `D`. Counting the moves of a column takes three population counts.

use ludex_core::{Game, Outcome, Player, Rng, Turn};

use super::Tricolor;
use super::board::Lines;
use super::mask::Mask;
use super::state::{COUNT, Kind, OWNS, Owned, TricolorMove, TricolorState};

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

    #[inline(always)]
    fn men(&self, state: &TricolorState<P, N>, player: usize, tile: usize) -> u32 {
        u32::from(state.men[player][tile & (N - 1)] & COUNT)
    }

    /// The owner's pieces and the defence of a column.
    #[inline(always)]
    fn defence(&self, state: &TricolorState<P, N>, tile: usize) -> u32 {
        let men = (0..P).map(|p| state.men[p][tile & (N - 1)]).find(|&men| men & OWNS != 0).unwrap_or(0);
        u32::from(men & COUNT).min(3) * self.lines(tile).value
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
        let men = self.men(state, state.mover_index(), from);
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
        let mover = state.mover_index();
        let (mut total, mut attacked) = (0, M::NONE);
        for (index, tile) in view.own.tiles().enumerate() {
            let Reach { quiet, attack } = self.reach(view, tile, self.men(state, mover, tile));
            attacked |= attack;
            total += Self::count_quiet(self.lines(tile), quiet, state.height(tile));
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
                if !each(from, to, self.smallest_attack(state, from, to), state.height(from)) {
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
        if index > 0 {
            rest -= counted.sums[(index - 1) & (COLUMNS - 1)];
        }
        let from = view.own.nth(index as u32);
        let quiet = counted.quiet[index & (COLUMNS - 1)];
        let lines = self.lines(from);
        // Groups of one reach the first ring, groups of two the second, all larger groups everything.
        let [_, first, second, _] = lines.within.map(|within| (quiet & within).count());
        let (count, among) = if rest < first {
            (1, quiet & lines.within[1])
        } else if rest - first < second {
            rest -= first;
            (2, quiet & lines.within[2])
        } else {
            rest -= first + second;
            let all = quiet.count().max(1);
            let more = rest / all;
            rest -= more * all;
            (3 + more, quiet)
        };
        Some(self.quiet_move(view, from, among.nth(rest), count))
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
        let mover = state.mover_index();
        view.own.tiles().any(|tile| !self.reach(&view, tile, self.men(state, mover, tile)).attack.is_none())
    }

    /// Whether the draw rule has ended the game.
    #[inline(always)]
    pub(super) fn is_drawn(&self, state: &TricolorState<P, N>) -> bool {
        self.draw > 0 && state.since_capture() > self.draw
    }

    /// Moves the pieces and counts the turn; whose turn is next is not decided here.
    #[inline(always)]
    fn carry_out(&self, state: &mut TricolorState<P, N>, chosen: TricolorMove) {
        let mover = state.mover_index();
        let from = usize::from(chosen.from) & (N - 1);
        let to = usize::from(chosen.to) & (N - 1);
        let capture = chosen.kind == Kind::Capture;
        let mut take = chosen.count;
        // Until a player with pieces left on the origin is found, who then owns it.
        let mut vacant = true;
        for offset in 0..P {
            let player = if P == 2 { mover ^ offset } else { (mover + offset) % P };
            let row = &mut state.men[player];
            let here = row[from] & COUNT;
            let moved = here.min(take);
            take -= moved;
            let left = here - moved;
            row[from] = left | if vacant && left > 0 { OWNS } else { 0 };
            vacant &= left == 0;
            let there = row[to];
            let kept = if capture && there & OWNS != 0 { 0 } else { there & COUNT };
            row[to] = (kept + moved) | if offset == 0 { OWNS } else { 0 };
        }
        let since = if self.draw == 0 {
            0
        } else if capture {
            1
        } else {
            state.since_capture().saturating_add(1)
        };
        state.set_since_capture(since);
    }

    /// Gives the turn to the next player; players of a game of three who cannot move drop out.
    #[inline(always)]
    fn pass_turn(&self, state: &mut TricolorState<P, N>) {
        if P == 2 {
            state.set_mover(state.mover_index() ^ 1);
            return;
        }
        state.set_mover((state.mover_index() + 1) % P);
        self.settle(state);
    }

    /// In a game of three: lets players who cannot move drop out, until one can or only one is left.
    pub(super) fn settle(&self, state: &mut TricolorState<P, N>) {
        while P > 2 && state.dropped_out().count() + 1 < P {
            let mover = state.mover_index();
            if !state.is_out(mover) {
                if self.can_move(state) {
                    return;
                }
                state.drop_out(mover);
            }
            state.set_mover((mover + 1) % P);
        }
        while state.is_out(state.mover_index()) {
            state.set_mover((state.mover_index() + 1) % P);
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
        let mut counted = Counted::new();
        let (_, attacked) = self.count_columns(state, &view, &mut counted);
        if attacked.is_none() {
            for (index, from) in view.own.tiles().enumerate() {
                let (lines, height) = (self.lines(from), state.height(from));
                let quiet = counted.quiet[index & (COLUMNS - 1)];
                kinds[Kind::Step as usize] += u64::from(Self::count_quiet(lines, quiet & !view.own, height));
                kinds[Kind::Stack as usize] += u64::from(Self::count_quiet(lines, quiet & view.own, height));
            }
        } else {
            self.attacks(state, &view, &counted, |from, to, smallest, largest| {
                for count in smallest..=largest {
                    kinds[self.attack_move(state, from, to, count).kind as usize] += 1;
                }
                true
            });
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
        moves.clear();
        if self.is_drawn(state) || (P > 2 && self.is_decided(state)) {
            return;
        }
        let (own, foe) = state.sides(self.tables.all);
        let view = self.view(&own, &foe);
        let mover = state.mover_index();
        let mut forced = false;
        for from in view.own.tiles() {
            let Reach { quiet, attack } = self.reach(&view, from, self.men(state, mover, from));
            let height = state.height(from);
            if !attack.is_none() {
                if !forced {
                    moves.clear();
                    forced = true;
                }
                for to in attack.tiles() {
                    let smallest = self.smallest_attack(state, from, to);
                    moves.extend((smallest..=height).map(|count| self.attack_move(state, from, to, count)));
                }
            } else if !forced {
                let lines = self.lines(from);
                for count in 1..=height {
                    for to in (quiet & lines.within[count.min(3) as usize]).tiles() {
                        moves.push(self.quiet_move(&view, from, to, count));
                    }
                }
            }
        }
    }

    #[inline]
    fn play(&self, state: &mut Self::State, chosen: TricolorMove) {
        self.carry_out(state, chosen);
        self.pass_turn(state);
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
        self.count_kinds(state).iter().sum::<u64>() as usize
    }

    #[inline]
    fn random_move(&self, state: &Self::State, rng: &mut Rng, _: &mut Vec<TricolorMove>) -> TricolorMove {
        let (own, foe) = state.sides(self.tables.all);
        let view = self.view(&own, &foe);
        // The game is not over, so there is a move; if the caller broke that promise, any answer will do.
        let nothing = TricolorMove { from: 0, to: 0, count: 0, kind: Kind::Step };
        self.pick(state, &view, &mut Counted::new(), rng).unwrap_or(nothing)
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
            self.carry_out(state, chosen);
            let mover = state.mover_index();
            let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
            let both = !(M::only(from) | M::only(to));
            let arrived = state.men[mover][to & (N - 1)];
            let stayed = state.men[mover][from & (N - 1)];
            let freed = state.men[mover ^ 1][from & (N - 1)];
            for (strength, (own, foe)) in own.iter_mut().zip(&mut foe).enumerate() {
                let least = OWNS | (strength as u8 + 1);
                *own = (*own & both) | M::only_if(to, arrived >= least) | M::only_if(from, stayed >= least);
                *foe = (*foe & both) | M::only_if(from, freed >= least);
            }
            std::mem::swap(&mut own, &mut foe);
            state.set_mover(mover ^ 1);
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
