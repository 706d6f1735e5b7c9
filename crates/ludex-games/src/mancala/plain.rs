//! The family written in the ordinary way: an array of pits, one seed after the other, a trial copy where a move
//! has to be tried. Benchmarks compare the engine with it, and tests take it as a second opinion.
//!
//! Pits are numbered counterclockwise from South's left, so North's begin at the number of pits in a row. The
//! two switches that split a move into several (`laps=steps`, `rounds=choose`) are not played here.

use ludex_core::Rng;

use super::options::*;

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    options: Options,
    pits: usize,
}

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct PlainState {
    /// The seeds in every pit.
    pub pits: [u16; 24],
    /// The seeds in the stores.
    pub stores: [u16; 2],
    /// The player to move: 0 is South.
    pub mover: usize,
    /// Whether the game has ended.
    pub over: bool,
    /// Whether it is drawn because neither player can move.
    pub drawn: bool,
    closed: [bool; 24],
    round: u8,
    seen: Vec<([u16; 24], usize)>,
}

/// Where a sowing ended.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    Store,
    Pit(usize),
}

impl Plain {
    /// The rules that the options give.
    pub fn new(options: Options) -> Plain {
        Plain { options, pits: usize::from(options.pits) }
    }

    /// The start.
    pub fn start(&self) -> PlainState {
        let mut pits = [0; 24];
        pits[..2 * self.pits].fill(u16::from(self.options.seeds));
        let mut state = PlainState {
            pits,
            stores: [0; 2],
            mover: 0,
            over: false,
            drawn: false,
            closed: [false; 24],
            round: 1,
            seen: Vec::new(),
        };
        self.give_turn(&mut state, 0);
        state
    }

    fn row(&self, player: usize) -> std::ops::Range<usize> {
        player * self.pits..(player + 1) * self.pits
    }

    fn seeds_of(&self, state: &PlainState, player: usize) -> u16 {
        state.pits[self.row(player)].iter().sum()
    }

    /// The legal moves, as the player to move counts her pits from her left, from 0.
    pub fn legal(&self, state: &PlainState, moves: &mut Vec<usize>) {
        moves.clear();
        if !state.over {
            self.legal_for(state, state.mover, moves);
        }
    }

    fn legal_for(&self, state: &PlainState, player: usize, moves: &mut Vec<usize>) {
        moves.clear();
        let first = player * self.pits;
        moves.extend((0..self.pits).filter(|pit| state.pits[first + pit] > 0));
        let other = 1 - player;
        if self.options.feed == Feed::Reach && self.seeds_of(state, other) == 0 {
            moves.retain(|pit| {
                let mut tried = state.pits;
                self.sow(&mut tried, &mut [0; 2], &state.closed, player, first + pit);
                tried[self.row(other)].iter().any(|&seeds| seeds > 0)
            });
        }
        if self.options.feed == Feed::Always {
            moves.retain(|pit| self.try_move(state, player, *pit).1 > 0);
        }
        if matches!(self.options.slam, Slam::Forbidden | Slam::ForcedOnly) {
            let is_slam = |pit: &usize| {
                let (captured, left) = self.try_move(state, player, *pit);
                captured > 0 && left == 0
            };
            if self.options.slam == Slam::Forbidden || !moves.iter().all(is_slam) {
                moves.retain(|pit| !is_slam(pit));
            }
        }
    }

    /// What a move would capture, and what it would leave the opponent.
    fn try_move(&self, state: &PlainState, player: usize, pit: usize) -> (u16, u16) {
        let mut pits = state.pits;
        let last = self.sow(&mut pits, &mut [0; 2], &state.closed, player, player * self.pits + pit);
        let captured = match last.0 {
            Last::Store => 0,
            Last::Pit(at) => self.capture(&mut pits, player, at, last.1),
        };
        (captured, pits[self.row(1 - player)].iter().sum())
    }

    /// Sows one pit. Returns where the last seed fell, and the step from pit to pit.
    fn sow(
        &self,
        pits: &mut [u16; 24],
        stores: &mut [u16; 2],
        closed: &[bool; 24],
        player: usize,
        from: usize,
    ) -> (Last, isize) {
        let o = &self.options;
        let around = 2 * self.pits as isize;
        let mut hand = pits[from];
        let clockwise = match o.direction {
            Direction::Counterclockwise => false,
            Direction::Clockwise => true,
            Direction::Parity => hand % 2 == 1,
        };
        let step = if clockwise { -1 } else { 1 };
        let border = if clockwise { self.row(player).start } else { self.row(player).end - 1 };
        let mut full = [false; 24];
        if o.pit_limit > 0 {
            for pit in 0..2 * self.pits {
                full[pit] = pits[pit] >= u16::from(o.pit_limit);
            }
        }
        let left_out = |pit: usize| closed[pit] || full[pit] || (pit == from && o.skip_origin);
        if !o.store && (0..2 * self.pits).all(left_out) {
            return (Last::Pit(from), step);
        }
        pits[from] = 0;
        let mut at = from;
        let mut last = Last::Pit(from);
        let mut jumped = false;
        while hand > 0 {
            if at == border && o.store && last != Last::Store {
                stores[player] += 1;
                hand -= 1;
                last = Last::Store;
                jumped = false;
                continue;
            }
            at = (at as isize + step).rem_euclid(around) as usize;
            if at == from && o.skip_origin {
                jumped = !full[at];
                last = Last::Pit(from);
                continue;
            }
            last = Last::Pit(at);
            if !closed[at] && !full[at] {
                pits[at] += 1;
                hand -= 1;
                if hand > 0 {
                    jumped = false;
                }
            }
        }
        if jumped && !o.jump_captures && last != Last::Store {
            last = Last::Pit(from);
        }
        (last, step)
    }

    /// Captures what the last seed captures and returns how much.
    fn capture(&self, pits: &mut [u16; 24], player: usize, last: usize, step: isize) -> u16 {
        let o = &self.options;
        let other = self.row(1 - player);
        let around = 2 * self.pits as isize;
        let mut captured = 0;
        match o.capture {
            Capture::ToThree | Capture::ToFour => {
                let most = if o.capture == Capture::ToThree { 3 } else { 4 };
                let mut taken = Vec::new();
                let mut at = last as isize;
                while other.contains(&(at as usize)) && (2..=most).contains(&pits[at as usize]) {
                    taken.push(at as usize);
                    at -= step;
                    if at < 0 {
                        break;
                    }
                }
                let total: u16 = pits[other].iter().sum();
                if taken.iter().map(|&pit| pits[pit]).sum::<u16>() == total {
                    match o.slam {
                        Slam::Nothing => taken.clear(),
                        Slam::KeepLast if !taken.is_empty() => {
                            taken.remove(0);
                        }
                        Slam::KeepFirst => {
                            taken.pop();
                        }
                        _ => {}
                    }
                }
                for pit in taken {
                    captured += pits[pit];
                    pits[pit] = 0;
                }
            }
            Capture::Singles => {
                let row = self.row(last / self.pits);
                let mut at = last;
                while pits[at] == 1 && (o.chain_crosses || row.contains(&at)) {
                    captured += 1;
                    pits[at] = 0;
                    at = (at as isize - step).rem_euclid(around) as usize;
                }
            }
            Capture::Facing => {
                let facing = 2 * self.pits - 1 - last;
                let here = self.row(player).contains(&last) || o.both_sides;
                if here && pits[last] == 1 && (pits[facing] > 0 || o.empty_capture) {
                    captured = pits[facing];
                    pits[facing] = 0;
                    if !o.lander_stays {
                        captured += 1;
                        pits[last] = 0;
                    }
                }
            }
            Capture::Six => {
                if pits[last] == 6 {
                    captured = 6;
                    pits[last] = 0;
                }
            }
        }
        captured
    }

    /// Plays a legal move.
    pub fn play(&self, state: &mut PlainState, pit: usize) {
        let o = &self.options;
        let player = state.mover;
        let before = state.stores;
        let mut from = player * self.pits + pit;
        let (last, step) = loop {
            let PlainState { pits, stores, closed, .. } = state;
            let (last, step) = self.sow(pits, stores, closed, player, from);
            match last {
                Last::Pit(at) if o.laps != Laps::One && pits[at] > 1 => from = at,
                _ => break (last, step),
            }
        };
        if let Last::Pit(at) = last {
            let captured = self.capture(&mut state.pits, player, at, step);
            state.stores[player] += captured;
            if captured > 0 && self.seeds_of(state, 1 - player) == 0 {
                let heir = match o.slam {
                    Slam::TakesAll => Some(player),
                    Slam::RestToOpponent => Some(1 - player),
                    _ => None,
                };
                if let Some(heir) = heir {
                    state.stores[heir] += state.pits.iter().sum::<u16>();
                    state.pits = [0; 24];
                    state.mover = 1 - player;
                    return self.end_round(state);
                }
            }
        }
        if state.stores != before {
            state.seen.clear();
        }
        self.give_turn(state, if last == Last::Store { player } else { 1 - player });
    }

    fn give_turn(&self, state: &mut PlainState, player: usize) {
        let o = &self.options;
        state.mover = player;
        let half = o.total() / 2;
        let over = (o.majority && state.stores.iter().any(|&store| store > half))
            || (o.end == End::Row && (0..2).any(|player| self.seeds_of(state, player) == 0))
            || (o.end == End::Singles && state.pits.iter().all(|&seeds| seeds <= 1));
        if over {
            return self.settle(state);
        }
        let mut moves = Vec::new();
        self.legal_for(state, player, &mut moves);
        if moves.is_empty() && o.pass {
            self.legal_for(state, 1 - player, &mut moves);
            if moves.is_empty() {
                state.drawn = o.deadlock_draws;
            } else {
                state.mover = 1 - player;
            }
        }
        if moves.is_empty() {
            return self.settle(state);
        }
        if o.repetition > 0 {
            let now = (state.pits, state.mover);
            state.seen.push(now);
            let times = state.seen.iter().filter(|&&then| then == now).count();
            if times >= usize::from(o.repetition) {
                self.settle(state);
            }
        }
    }

    fn settle(&self, state: &mut PlainState) {
        for player in 0..2 {
            let heir = match self.options.rest {
                Rest::Owner => player,
                Rest::Opponent => 1 - state.mover,
                Rest::Nobody => break,
            };
            state.stores[heir] += self.seeds_of(state, player);
            let row = self.row(player);
            state.pits[row].fill(0);
        }
        self.end_round(state);
    }

    fn end_round(&self, state: &mut PlainState) {
        let o = &self.options;
        let seeds = u16::from(o.seeds);
        state.seen.clear();
        let last = o.rounds == Rounds::One || state.round == o.round_limit;
        if last || state.stores.iter().any(|&store| store < seeds) {
            state.over = true;
            return;
        }
        state.round = state.round.saturating_add(1);
        let next = if state.stores[0] == state.stores[1] {
            state.mover
        } else {
            usize::from(state.stores[1] > state.stores[0])
        };
        for player in 0..2 {
            for pit in self.row(player) {
                state.closed[pit] = state.stores[player] < seeds;
                if !state.closed[pit] {
                    state.pits[pit] = seeds;
                    state.stores[player] -= seeds;
                }
            }
        }
        self.give_turn(state, next);
    }
}

/// Plays uniformly random games and returns the number of moves made.
pub(super) fn playouts(options: Options, games: u32, seed: u64) -> u64 {
    let plain = Plain::new(options);
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    let mut made = 0;
    for _ in 0..games {
        let mut state = plain.start();
        plain.legal(&state, &mut moves);
        while !moves.is_empty() {
            let chosen = moves[rng.below(moves.len() as u32) as usize];
            plain.play(&mut state, chosen);
            made += 1;
            plain.legal(&state, &mut moves);
        }
    }
    made
}
