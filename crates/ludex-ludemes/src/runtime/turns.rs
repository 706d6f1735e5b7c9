//! The course of a game: the set-up, the legal moves, what a move brings about, whose turn comes next.

use std::cell::Cell;

use ludex_core::Rng;

use super::Bits;
use super::chance::Chance;
use super::code::{Kind, PendingWhat, Phase, Repeat, StartRule};
use super::eval::{Bound, Eval};
use super::moves::{Action, Move, SWAP};
use super::play::Play;
use super::rules::Rules;
use super::state::{Content, Last, State, Waiting};

/// How many steps the rules may take for one move before they are taken to loop for ever.
pub(super) const FUEL: u64 = 40_000_000;
/// How many steps a rule of the set-up counts for: it copies the position.
const SETTING_UP: u64 = 400;
/// A game is drawn after so many turns of each player.
pub(crate) const TURN_LIMIT: u32 = 1250;
/// A game is drawn after so many moves.
pub(crate) const MOVE_LIMIT: u32 = 10_000;

impl<const W: usize> Rules<W> {
    /// The phase a player is in.
    pub(super) fn phase_of(&self, state: &State<W>, player: u8) -> &Phase<W> {
        &self.phases[state.phase[player as usize] as usize]
    }

    /// Whether the players before and after the mover are those of the order of turns.
    pub(crate) fn is_in_turn(&self, state: &State<W>) -> bool {
        let players = self.players as u8;
        let before = if state.mover == 1 { players } else { state.mover - 1 };
        state.next == state.mover % players + 1 && (state.prev == before || state.prev == 0)
    }

    /// The next player in order who still plays.
    pub(super) fn player_after(&self, state: &State<W>, player: u8) -> u8 {
        let mut next = player;
        for _ in 0..self.players {
            next = next % self.players as u8 + 1;
            if state.active >> next & 1 == 1 {
                return next;
            }
        }
        player
    }

    /// The position in which the game begins; waiting for chance if the set-up has something to draw.
    pub fn begin(&self, draws: Vec<u32>) -> State<W> {
        let mut state = State::new(self.players, self.marks, self.vars.len());
        for player in 1..=self.players {
            let own = |phase: &Phase<W>| phase.owner == 0 || phase.owner as usize == player;
            state.phase[player] = self.phases.iter().position(own).unwrap_or(0) as u8;
        }
        let chance = Chance::new(draws.clone());
        let fuel = Cell::new(FUEL);
        for rule in &self.start {
            self.set_up(&mut state, rule, &chance, &fuel, Bound::NONE);
        }
        state.last = Last { from: -1, to: -1, from_after: -1, to_after: -1, mover: 0, pass: false };
        self.dice.lay_out(&mut state);
        if let Some(sides) = chance.needs() {
            let chosen = Move::PASS;
            state.waiting = Some(Box::new(Waiting { before: None, chosen, draws, sides, roll: None }));
            return state;
        }
        if self.needs_history {
            state.history.push(self.repetition_key(state.board_key(), state.mover));
        }
        self.await_roll(&mut state);
        state
    }

    fn set_up(
        &self,
        state: &mut State<W>,
        rule: &StartRule<W>,
        chance: &Chance,
        fuel: &Cell<u64>,
        bound: Bound,
    ) {
        let copy = state.clone();
        let mut eval = Eval::new(self, &copy, chance, fuel);
        eval.bound = bound;
        if !eval.burn_some(SETTING_UP) {
            return;
        }
        match rule {
            StartRule::Place { what, at, count, state: local, value } => {
                let (at, count) = (eval.region(at), eval.int(count).max(0) as u16);
                let (local, value) = (eval.int(local) as i16, eval.int(value) as i16);
                // Only whole stacks are counted.
                let count = if self.stacks { count.min(1) } else { count };
                for place in at.iter() {
                    let action = Action::Add { to: place as u16, what: *what, count, state: local, value };
                    state.act(action, self);
                }
            }
            StartRule::PlaceStack { whats, at, count, state: local, value } => {
                let (at, count) = (eval.region(at), eval.int(count).max(0) as u16);
                let (local, value) = (eval.int(local) as i16, eval.int(value) as i16);
                for place in at.iter() {
                    for &what in whats {
                        let action = Action::Add { to: place as u16, what, count, state: local, value };
                        state.act(action, self);
                    }
                }
            }
            StartRule::PlaceRandom { at, whats, counts, random_order } => {
                let mut left = eval.region(at).minus(copy.occupied());
                let counts: Vec<i32> = counts.iter().map(|count| eval.int(count)).collect();
                let mut kinds: Vec<usize> = (0..whats.len()).collect();
                // With a random order the list shrinks while it is gone through, so half of the kinds are placed.
                let rounds = if *random_order { whats.len() / 2 } else { whats.len() };
                for _ in 0..rounds {
                    let next = if *random_order { chance.draw(kinds.len() as u32) as usize } else { 0 };
                    let kind = kinds.remove(next);
                    let count = counts.get(kind).or(counts.first()).copied().unwrap_or(1);
                    for _ in 0..count.max(0) {
                        let Some(place) = left.iter().nth(chance.draw(left.count()) as usize) else { break };
                        left.remove(place);
                        state.put(place, Content::piece(whats[kind]), &self.owners);
                    }
                }
            }
            StartRule::SetCount { what, at, to } => {
                let (at, count) = (eval.region(at), eval.int(to).max(0) as u16);
                for place in at.iter() {
                    state.act(Action::SetCount { at: place as u16, what: *what, count }, self);
                }
            }
            StartRule::SetScore { who, to } => {
                let to = eval.int(to);
                for who in who {
                    let who = eval.int(who);
                    let all = who > self.players as i32;
                    for player in (1..=self.players).filter(|&p| all || p as i32 == who) {
                        state.scores[player] = to;
                    }
                }
            }
            StartRule::SetState { at, to } => {
                let (at, to) = (eval.region(at), eval.int(to) as i16);
                for place in at.iter() {
                    state.act(Action::SetState { at: place as u16, to }, self);
                }
            }
            StartRule::SetValue { at, to } => {
                let (at, to) = (eval.region(at), eval.int(to) as i16);
                for place in at.iter() {
                    state.act(Action::SetValue { at: place as u16, to }, self);
                }
            }
            StartRule::SetTeam { team, players } => {
                for &player in players {
                    state.teams[player as usize] = *team;
                }
            }
            StartRule::Remember { list, values } => match values {
                PendingWhat::Number(number) => state.remembered.push((*list, eval.int(number))),
                PendingWhat::Sites(region) => {
                    state.remembered.extend(eval.region(region).iter().map(|place| (*list, place as i32)));
                }
            },
            StartRule::ForEachValue(values, rules) => {
                for value in eval.values(values) {
                    for rule in rules {
                        self.set_up(state, rule, chance, fuel, Bound { value, ..bound });
                    }
                }
            }
            StartRule::ForEachSite(region, rules) => {
                for place in eval.region(region).iter() {
                    for rule in rules {
                        let bound = Bound { site: place as i32, to: place as i32, ..bound };
                        self.set_up(state, rule, chance, fuel, bound);
                    }
                }
            }
        }
    }

    /// Writes the legal moves to `moves`, as often as the rules make them.
    pub fn raw_moves(&self, state: &State<W>, moves: &mut Vec<Move>) {
        moves.clear();
        if state.over {
            return;
        }
        let chance = Chance::default();
        let fuel = Cell::new(FUEL);
        let mut eval = Eval::new(self, state, &chance, &fuel);
        let play = &self.phase_of(state, state.mover).play;
        if !self.list_by_sets(&mut eval, play, moves) {
            eval.generate(play, &mut |eval, made| {
                if eval.rules.is_allowed(eval.state, made) {
                    moves.push(made);
                }
                true
            });
        }
        if self.can_swap(state) {
            moves.push(Move::bare(SWAP));
        }
        if self.meta.no_repeat.is_some() {
            moves.retain(|&made| self.is_new(state, made, &chance, &fuel));
        }
        if moves.is_empty() {
            moves.push(Move::PASS);
        }
    }

    pub(super) fn can_swap(&self, state: &State<W>) -> bool {
        self.meta.swap && state.moves as usize == self.players - 1 && state.prev != state.mover
    }

    /// Whether moves that a play rule makes may still be forbidden by rules about rules.
    pub(super) fn limits_moves(&self) -> bool {
        self.meta.pin || self.meta.no_stack_on_fallen || self.meta.no_repeat.is_some()
    }

    /// Whether pinned pieces and fallen ones allow the move.
    #[inline]
    pub(super) fn is_allowed(&self, state: &State<W>, made: Move) -> bool {
        if !self.meta.pin && !self.meta.no_stack_on_fallen {
            return true;
        }
        let (taken, put) = match self.leaves[made.leaf as usize].kind {
            Kind::Remove { .. } => (made.to, -1),
            Kind::Step { .. }
            | Kind::Slide { .. }
            | Kind::Hop { .. }
            | Kind::Leap { .. }
            | Kind::FromTo { .. } => (made.from, made.to),
            _ => return true,
        };
        let Some(taken) = usize::try_from(taken).ok().filter(|&place| place < self.tables.sites) else {
            return true;
        };
        if self.meta.pin && self.tables.up[taken].and(state.occupied()).count() > 1 {
            return false;
        }
        let onto_fallen = usize::try_from(put).is_ok_and(|put| self.tables.above_lines[taken].has(put));
        !(self.meta.no_stack_on_fallen && onto_fallen)
    }

    pub(super) fn is_new(&self, state: &State<W>, made: Move, chance: &Chance, fuel: &Cell<u64>) -> bool {
        if matches!(self.leaves[made.leaf as usize].kind, Kind::Pass | Kind::Swap | Kind::SwapPlayers { .. })
        {
            return true;
        }
        let mut copy = state.trial();
        Play::new(self, &mut copy, chance, fuel).decide(made);
        // Who moves next belongs to a position, not who has just moved.
        !state.history.contains(&self.repetition_key(copy.board_key(), copy.next))
    }

    /// The key by which positions count as repeated.
    #[inline]
    pub(crate) fn repetition_key(&self, board_key: u64, mover: u8) -> u64 {
        match self.meta.no_repeat {
            Some(Repeat::Positional | Repeat::PositionalInTurn) => board_key,
            Some(Repeat::Situational | Repeat::SituationalInTurn) | None => {
                ludex_core::mix(board_key ^ u64::from(mover))
            }
        }
    }

    /// Whether the pieces have stood like this before; with `situational` also with the same player to move next.
    pub(super) fn has_occurred(&self, state: &State<W>, situational: bool) -> bool {
        let with = |mover: u8| state.history.contains(&self.repetition_key(state.board_key(), mover));
        if situational { with(state.next) } else { (1..=self.players as u8).any(with) }
    }

    /// Makes a move with everything that follows. If chance must decide something first, the position waits
    /// for it.
    pub fn apply(&self, state: &mut State<W>, made: Move) {
        self.apply_with(state, made, Vec::new());
    }

    /// Lets chance decide what a position waits for.
    pub fn apply_draw(&self, state: &mut State<W>, drawn: u32) {
        let Some(waiting) = state.waiting.take() else { return };
        let Waiting { before, chosen, mut draws, roll, sides } = *waiting;
        if let Some(prior) = roll {
            state.rolled.push((prior, drawn.min(sides - 1) as u16));
            return self.await_roll(state);
        }
        draws.push(drawn);
        match before {
            None => *state = self.begin(draws),
            Some(before) => {
                *state = before;
                self.apply_with(state, chosen, draws);
            }
        }
    }

    fn apply_with(&self, state: &mut State<W>, made: Move, draws: Vec<u32>) {
        let before = self.has_chance().then(|| state.clone());
        let chance = Chance::new(draws);
        self.make(state, made, &chance, false);
        if let Some(sides) = chance.needs() {
            let draws = chance.into_drawn();
            state.waiting = Some(Box::new(Waiting { before, chosen: made, draws, sides, roll: None }));
        }
    }

    /// Makes a move and lets chance decide at once whatever it must decide. With `trusting`, end rules that ask
    /// whether the next player has a move are told so without looking. Returns how often chance decided, and
    /// whether an end rule asked.
    pub fn apply_at_once(
        &self,
        state: &mut State<W>,
        made: Move,
        rng: &mut Rng,
        trusting: bool,
    ) -> (u32, bool) {
        let chance = Chance::drawing(rng.clone());
        self.make(state, made, &chance, trusting);
        let (source, drawn, trusted) = chance.into_source();
        source.into_iter().for_each(|source| *rng = source);
        (drawn, trusted)
    }

    fn make(&self, state: &mut State<W>, made: Move, chance: &Chance, trusting: bool) {
        let fuel = Cell::new(FUEL);
        let pass = matches!(self.leaves[made.leaf as usize].kind, Kind::Pass);
        if pass {
            self.note_stuck(state);
        }
        self.note_pass(state, pass);
        // What was decided holds for one move.
        state.ballot.decided = 0;
        Play::new(self, state, chance, &fuel).decide(made);
        if state.next != state.mover && !state.to_clear.is_empty() {
            state.clear_marked(&self.owners);
        }
        chance.trust(trusting);
        self.end_rules(state, chance, &fuel);
        chance.trust(false);
        if chance.needs().is_some() {
            return;
        }
        if fuel.get() == 0 {
            // The rules did not come to an end: the game is abandoned as a draw.
            self.draw(state);
        }
        if !state.over && (state.turn >= TURN_LIMIT * self.players as u32 || state.moves >= MOVE_LIMIT) {
            self.draw(state);
        }
        if !state.over {
            self.change_phases(state, chance, &fuel);
            state.counter += 1;
            self.pass_turn(state, made);
        }
        if self.needs_history {
            state.history.push(self.repetition_key(state.board_key(), state.mover));
        }
        self.await_roll(state);
    }

    /// How many plies there are at least before a game is drawn for its length.
    pub(crate) fn plies_left(&self, state: &State<W>) -> u32 {
        let turns = (TURN_LIMIT * self.players as u32).saturating_sub(state.turn);
        turns.min(MOVE_LIMIT.saturating_sub(state.moves)).saturating_sub(1)
    }

    /// The position without the numbers of moves and turns, where no rule asks for them: neither a condition nor the
    /// choice to swap colours, which comes with the second move.
    pub(crate) fn essence(&self, state: &State<W>) -> State<W> {
        let mut essence = state.clone();
        if !self.counts_time && !self.needs_history && state.waiting.is_none() {
            essence.moves = state.moves.min(self.players as u32);
            (essence.turn, essence.counter) = (1, -1);
        }
        essence
    }

    /// Notes whether a player who passes has a move. Moves that only pinned pieces or repetitions forbid count
    /// as moves here, even where the pass was forced by that.
    fn note_stuck(&self, state: &mut State<W>) {
        let bit = 1u16 << state.mover;
        let stuck = {
            let chance = Chance::default();
            let fuel = Cell::new(FUEL);
            let play = &self.phase_of(state, state.mover).play;
            !Eval::new(self, state, &chance, &fuel).can_move(play)
        };
        state.stuck = if stuck { state.stuck | bit } else { state.stuck & !bit };
    }

    fn note_pass(&self, state: &mut State<W>, pass: bool) {
        let bit = 1u16 << state.mover;
        if pass && state.moves_this_turn == 0 {
            state.passed = state.passed.saturating_add(1);
        } else {
            state.passed = 0;
            if !pass {
                state.stuck &= !bit;
            }
        }
    }

    fn change_phases(&self, state: &mut State<W>, chance: &Chance, fuel: &Cell<u64>) {
        if self.phases.len() == 1 {
            return;
        }
        for player in 1..=self.players {
            let phase = &self.phases[state.phase[player] as usize];
            let mut to = None;
            for next in &phase.next {
                let mut eval = Eval::new(self, state, chance, fuel);
                let who = next.who.as_ref().map(|who| eval.int(who));
                let concerns = who.is_none_or(|who| who == player as i32 || who > self.players as i32);
                if concerns && eval.bool(&next.when) {
                    to = Some(next.to);
                    break;
                }
            }
            if let Some(to) = to {
                state.phase[player] = to;
            }
        }
    }

    fn pass_turn(&self, state: &mut State<W>, made: Move) {
        if state.next == state.mover {
            for site in [made.from, made.to] {
                if let Ok(site) = usize::try_from(site) {
                    state.visited.insert(site);
                }
            }
        } else {
            state.visited = Bits::EMPTY;
        }
        let old = state.mover;
        state.prev = old;
        state.mover = state.next;
        let swaps = matches!(self.leaves[made.leaf as usize].kind, Kind::Swap | Kind::SwapPlayers { .. });
        if state.mover == old && !swaps {
            state.moves_this_turn += 1;
        } else {
            state.moves_this_turn = 0;
            state.turn += 1;
        }
        if made.leaf == SWAP {
            state.mover = old;
        }
        state.next = self.player_after(state, state.mover);
    }
}
