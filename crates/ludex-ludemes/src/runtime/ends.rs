//! How a game ends: end rules, ranks, draws.

use std::cell::Cell;

use smallvec::SmallVec;

use super::chance::Chance;
use super::code::{EndRule, Ending, Role, Verdict};
use super::eval::{Bound, Eval, Players};
use super::rules::Rules;
use super::state::State;

impl<const W: usize> Rules<W> {
    pub(super) fn end_rules(&self, state: &mut State<W>, chance: &Chance, fuel: &Cell<u64>) {
        let phase = state.phase[state.mover as usize] as usize;
        if self.guard.as_ref().is_none_or(|guard| guard.may_end(self, state)) {
            for rule in self.phases[phase].end.iter().chain(&self.end) {
                if state.over {
                    return;
                }
                self.end_rule(state, rule, chance, fuel);
            }
        }
        // As many turns as there are players, also when some of them play no more. A phase that cannot end the game
        // goes on however often the players pass.
        if !state.over && !self.meta.passes_go_on && usize::from(state.passed) >= self.players {
            let can_end = !self.phases[phase].end.is_empty() || !self.end.is_empty();
            if can_end {
                self.draw(state);
            }
        }
    }

    /// Tries an end rule; true if it fired.
    fn end_rule(&self, state: &mut State<W>, rule: &EndRule<W>, chance: &Chance, fuel: &Cell<u64>) -> bool {
        match rule {
            EndRule::If(condition, inner, verdict) => {
                let holds = Eval::new(self, state, chance, fuel).bool(condition);
                if !holds {
                    return false;
                }
                if inner.iter().any(|rule| self.end_rule(state, rule, chance, fuel)) {
                    return true;
                }
                match verdict {
                    Some(verdict) => self.conclude(state, verdict, Bound::NONE, chance, fuel),
                    None => false,
                }
            }
            EndRule::ForEach(roles, condition, verdict) => {
                let mut fired: SmallVec<[Bound; 4]> = SmallVec::new();
                let mut eval = Eval::new(self, state, chance, fuel);
                for &role in roles {
                    eval.bound = Bound::NONE;
                    for player in eval.players_of(role) {
                        let bound = Bound { player: player as i32, ..Bound::NONE };
                        eval.bound = bound;
                        if state.active >> player & 1 == 1 && eval.bool(condition) {
                            fired.push(bound);
                        }
                    }
                }
                let any = !fired.is_empty();
                for bound in fired {
                    if !state.over {
                        self.conclude(state, verdict, bound, chance, fuel);
                    }
                }
                any
            }
        }
    }

    pub(super) fn conclude(
        &self,
        state: &mut State<W>,
        verdict: &Verdict<W>,
        bound: Bound,
        chance: &Chance,
        fuel: &Cell<u64>,
    ) -> bool {
        match verdict {
            Verdict::ByScore(scores, misere) => {
                let mut set: SmallVec<[(i32, i32); 4]> = SmallVec::new();
                {
                    let mut eval = Eval::new(self, state, chance, fuel);
                    eval.bound = bound;
                    for (who, value) in scores {
                        set.push((eval.int(who), eval.int(value)));
                    }
                }
                for (who, value) in set {
                    if (1..=self.players as i32).contains(&who) {
                        state.scores[who as usize] = value;
                    }
                }
                self.rank_by_score(state, *misere);
                true
            }
            Verdict::Of(role, ending) => {
                let all = matches!(role, Role::All | Role::Each | Role::Shared);
                let mut eval = Eval::new(self, state, chance, fuel);
                eval.bound = bound;
                let mut players = eval.players_of(*role);
                let first = players.find(|&p| (1..=self.players).contains(&p) && state.active >> p & 1 == 1);
                let Some(first) = first else { return false };
                match ending {
                    Ending::Draw | Ending::Abandon => self.draw(state),
                    Ending::Tie => self.tie(state),
                    Ending::Win if all && self.players > 1 => self.tie(state),
                    Ending::Win if matches!(role, Role::Friend | Role::Team(_)) => {
                        self.team_wins(state, first)
                    }
                    Ending::Win => self.win(state, first),
                    Ending::Loss if all && self.players > 1 => self.draw(state),
                    Ending::Loss => self.with_team(state, first).for_each(|p| self.lose(state, p)),
                }
                true
            }
        }
    }

    /// All of a player's team share the best place left; if one team is left, it shares the place after them.
    fn team_wins(&self, state: &mut State<W>, player: usize) {
        let place = 1 + self.best_taken(state);
        let team = state.teams[player];
        let members =
            (1..=self.players).filter(|&p| state.teams[p] == team).fold(0u16, |bits, p| bits | 1 << p);
        for p in (1..=self.players).filter(|p| members >> p & 1 == 1) {
            state.ranks[p] = 2 * place as u8;
        }
        state.active &= !members;
        let left = Players::active(state);
        let one_team =
            left.min().is_none_or(|first| left == left.keep(|p| state.teams[p] == state.teams[first]));
        if one_team {
            for p in left {
                state.ranks[p] = 2 * (place + members.count_ones() as usize) as u8;
            }
            state.active = 0;
            state.over = true;
        }
    }

    /// A player with the team mates that still play.
    fn with_team(&self, state: &State<W>, player: usize) -> Players {
        Players::active(state).keep(|p| state.teams[p] == state.teams[player])
    }

    /// Ends a game by score after the last ply, which has been played to its end. The turn has passed on already
    /// and is given back.
    pub(crate) fn end_by_score(&self, state: &mut State<W>, scores: &[i32]) {
        state.next = state.mover;
        state.mover = state.prev;
        state.prev = state.next;
        state.turn -= 1;
        state.counter -= 1;
        state.scores[1..=scores.len()].copy_from_slice(scores);
        self.rank_by_score(state, false);
        if self.needs_history {
            state.history.pop();
            state.history.push(self.repetition_key(state.board_key(), state.mover));
        }
    }

    fn rank_by_score(&self, state: &mut State<W>, misere: bool) {
        let merit = |state: &State<W>, p: usize| if misere { -state.scores[p] } else { state.scores[p] };
        for player in 1..=self.players {
            let own = merit(state, player);
            let above = (1..=self.players).filter(|&p| merit(state, p) > own).count();
            let level = (1..=self.players).filter(|&p| merit(state, p) == own).count();
            state.ranks[player] = (2 * above + level + 1) as u8;
        }
        state.active = 0;
        state.over = true;
    }

    pub(super) fn draw(&self, state: &mut State<W>) {
        let winners =
            (1..=self.players).filter(|&p| state.ranks[p] > 0 && state.active >> p & 1 == 0).count();
        let active = state.active.count_ones() as usize;
        for player in 1..=self.players {
            if state.active >> player & 1 == 1 {
                state.ranks[player] = (active + 1 + 2 * winners.min(self.players - active)) as u8;
            }
        }
        state.active = 0;
        state.over = true;
    }

    fn tie(&self, state: &mut State<W>) {
        for player in 1..=self.players {
            state.ranks[player] = (self.players + 1) as u8;
        }
        state.active = 0;
        state.over = true;
    }

    fn win(&self, state: &mut State<W>, player: usize) {
        if self.players == 1 {
            state.ranks[1] = 2;
            state.active = 0;
            state.over = true;
            return;
        }
        state.ranks[player] = 2 * (1 + self.best_taken(state)) as u8;
        self.drop_out(state, player);
    }

    fn lose(&self, state: &mut State<W>, player: usize) {
        if self.players == 1 {
            state.ranks[1] = 4;
            state.active = 0;
            state.over = true;
            return;
        }
        state.ranks[player] = 2 * (self.players - self.worst_taken(state)) as u8;
        self.drop_out(state, player);
        // A loser's turn is skipped; a winner whose turn comes has it once more.
        if !state.over && usize::from(state.next) == player {
            state.next = self.player_after(state, state.next);
        }
    }

    /// How many of the best places are taken.
    fn best_taken(&self, state: &State<W>) -> usize {
        (1..=self.players)
            .take_while(|&place| state.ranks[1..=self.players].contains(&(2 * place as u8)))
            .count()
    }

    /// How many of the worst places are taken.
    fn worst_taken(&self, state: &State<W>) -> usize {
        let worst = (1..=self.players).rev();
        worst.take_while(|&place| state.ranks[1..=self.players].contains(&(2 * place as u8))).count()
    }

    fn drop_out(&self, state: &mut State<W>, player: usize) {
        state.active &= !(1 << player);
        let left = Players::active(state);
        let first = left.min();
        let one_team = first.is_some_and(|first| left == left.keep(|p| state.teams[p] == state.teams[first]));
        if first.is_none() || (one_team && (left.count() == 1 || self.has_teams(state))) {
            let place = 2 * (1 + self.best_taken(state)) as u8;
            for p in left {
                state.ranks[p] = place;
            }
            state.active = 0;
            state.over = true;
        }
    }

    /// Whether two players play together.
    pub(crate) fn has_teams(&self, state: &State<W>) -> bool {
        (1..=self.players).any(|a| (1..a).any(|b| state.teams[a] == state.teams[b]))
    }
}
