//! Dice: what they show, and the rolls that come before a player's choice.
//!
//! Dice are rolled by first effects of moves. A roll is chance's turn, before that of the player: the numbers drawn
//! are kept with the position until a move is made, so that every move listed, tried and played sees the same dice.

use std::cell::Cell;

use super::chance::Chance;
use super::code::{Bool, Gen};
use super::eval::{Bound, Eval};
use super::moves::{Action, Actions, Move};
use super::play::Play;
use super::rules::Rules;
use super::state::{State, Waiting};
use super::turns::FUEL;

/// Dice that lie together.
#[derive(Clone, Debug)]
pub struct DiceHand {
    /// Whose dice they are.
    pub owner: u8,
    /// The place of the first.
    pub place: usize,
    /// The number of the first among all dice.
    pub first: usize,
    /// The numbers on the faces of each.
    pub faces: Vec<Vec<i32>>,
}

/// The dice of a game. What they show is kept in variables: for each die the number that can still be used and the
/// number of the face, then whether all showed the same when they were rolled.
#[derive(Clone, Debug, Default)]
pub struct Dice {
    /// The dice by container.
    pub hands: Vec<DiceHand>,
    /// The first of their variables.
    pub var: usize,
}

impl Dice {
    /// How many dice there are.
    pub fn count(&self) -> usize {
        self.hands.iter().map(|hand| hand.faces.len()).sum()
    }

    /// The variable that holds the number of a die that can still be used.
    fn value(&self, die: usize) -> usize {
        self.var + 2 * die
    }

    /// The variable that holds the face of a die.
    fn face(&self, die: usize) -> usize {
        self.var + 2 * die + 1
    }

    /// The variable that tells whether all dice showed the same.
    fn equal(&self) -> usize {
        self.var + 2 * self.count()
    }

    fn each(&self) -> impl Iterator<Item = (usize, &[i32])> {
        self.hands
            .iter()
            .flat_map(|hand| hand.faces.iter().enumerate().map(|(i, faces)| (hand.first + i, &faces[..])))
    }

    /// Lays the dice out as they lie before the first roll.
    pub(super) fn lay_out<const W: usize>(&self, state: &mut State<W>) {
        for (die, faces) in self.each() {
            state.vars[self.value(die)] = faces.first().copied().unwrap_or(0);
            state.vars[self.face(die)] = 0;
        }
        if self.count() > 0 {
            state.vars[self.equal()] = 0;
        }
    }

    /// The numbers shown in a position, by the places of the dice.
    pub fn shown<const W: usize>(&self, state: &State<W>) -> Vec<(usize, i32)> {
        let mut shown = Vec::new();
        for hand in &self.hands {
            for (index, faces) in hand.faces.iter().enumerate() {
                let face = state.vars[self.face(hand.first + index)].max(0) as usize;
                shown.push((hand.place + index, faces.get(face).copied().unwrap_or(0)));
            }
        }
        shown
    }
}

/// Which dice a move uses up.
#[derive(Clone, Debug)]
pub struct DiceUse<const W: usize> {
    /// The dice.
    pub dice: Vec<u8>,
    /// Whether it is one die by itself, after which a double may be played again.
    pub single: bool,
    /// Whether doubles are played twice, where the rules say so.
    pub replay: Option<Bool<W>>,
}

impl<const W: usize> Eval<'_, W> {
    /// The sum of what some dice have left to use.
    pub(super) fn pips(&self, dice: &[u8]) -> i32 {
        dice.iter().map(|&die| self.state.vars[self.rules.dice.value(usize::from(die))]).sum()
    }

    /// The sum of what the dice of an owner show.
    pub(super) fn count_pips(&self, owner: i32) -> i32 {
        let dice = &self.rules.dice;
        let Some(hand) = dice.hands.iter().find(|hand| i32::from(hand.owner) == owner) else { return 0 };
        let shown = |(index, faces): (usize, &Vec<i32>)| {
            let face = self.state.vars[dice.face(hand.first + index)].max(0) as usize;
            faces.get(face).copied().unwrap_or(0)
        };
        hand.faces.iter().enumerate().map(shown).sum()
    }

    /// What the die on a place shows; -1 if there is none.
    pub(super) fn face(&self, site: i32) -> i32 {
        let shown = self.rules.dice.shown(self.state);
        shown.into_iter().find(|&(place, _)| place as i32 == site).map_or(-1, |(_, number)| number)
    }

    /// Whether all dice have been used.
    pub(super) fn all_dice_used(&self) -> bool {
        let dice = &self.rules.dice;
        (0..dice.count()).all(|die| self.state.vars[dice.value(die)] == 0)
    }

    /// Whether all dice showed the same when they were rolled.
    pub(super) fn all_dice_equal(&self) -> bool {
        let dice = &self.rules.dice;
        dice.count() > 0 && self.state.vars[dice.equal()] == 1
    }

    /// Whether one of the first dice has a number left to use.
    pub(super) fn is_any_die(&self, number: i32) -> bool {
        let dice = &self.rules.dice;
        let first = dice.hands.first().map_or(0, |hand| hand.faces.len());
        (0..first).any(|die| self.state.vars[dice.value(die)] == number)
    }

    /// Rolls all dice.
    pub(super) fn roll(&self, out: &mut Actions) {
        let dice = &self.rules.dice;
        let mut first = None;
        let mut equal = true;
        for (die, faces) in dice.each() {
            let face = self.chance.draw(faces.len() as u32) as usize;
            equal &= *first.get_or_insert(face) == face;
            out.push(Action::SetVar { var: dice.face(die) as u16, to: face as i32 });
            let number = faces.get(face).copied().unwrap_or(0);
            out.push(Action::SetVar { var: dice.value(die) as u16, to: number });
        }
        if dice.count() > 0 {
            out.push(Action::SetVar { var: dice.equal() as u16, to: i32::from(equal) });
        }
    }

    /// Uses up the dice of a move. The first unnamed variable holds the number of a double that is to be played
    /// again.
    pub(super) fn use_dice(&mut self, used: &DiceUse<W>, out: &mut Actions) {
        let dice = &self.rules.dice;
        for &die in &used.dice {
            out.push(Action::SetVar { var: dice.value(usize::from(die)) as u16, to: 0 });
        }
        let Some(&[die]) = used.single.then_some(&used.dice[..]) else { return };
        let hand =
            dice.hands.iter().find(|hand| (hand.first..hand.first + hand.faces.len()).contains(&die.into()));
        let Some(hand) = hand else { return };
        let left = |die: usize| self.state.vars[dice.value(die)];
        let all_same = (0..hand.faces.len()).all(|i| left(hand.first + i) == left(hand.first));
        let number = left(usize::from(die));
        let replays = all_same && used.replay.as_ref().is_some_and(|replay| self.bool(replay));
        let double = self.state.vars[0];
        match (replays, double) {
            (true, -1) => out.push(Action::SetVar { var: 0, to: number }),
            (true, _) => out.push(Action::SetVar { var: 0, to: -1 }),
            (false, -1) => {}
            (false, double) => {
                for (die, faces) in dice.each() {
                    let face = double - 1;
                    let Some(&number) = usize::try_from(face).ok().and_then(|face| faces.get(face)) else {
                        continue;
                    };
                    out.push(Action::SetVar { var: dice.face(die) as u16, to: face });
                    out.push(Action::SetVar { var: dice.value(die) as u16, to: number });
                }
            }
        }
    }

    /// Carries out a first effect on a copy, with what was rolled for it.
    pub(super) fn first_effect(&self, copy: &mut State<W>, prior: u16) {
        let effect = &self.rules.priors[prior as usize];
        let drawn = copy.drawn_for(prior);
        if drawn.is_empty() {
            return self.run_on(copy, effect);
        }
        let chance = Chance::new(drawn);
        if let Some(mut play) = self.trial_play_with(copy, &chance) {
            play.run(effect, self.bound);
        }
    }

    /// The first effect of the moves of a play rule that waits for a draw, and how many sides it has.
    fn missing_roll(&mut self, moves: &Gen<W>) -> Option<(u16, u32)> {
        match moves {
            Gen::All(parts) | Gen::Priority(parts) | Gen::Seq(parts) => {
                parts.iter().find_map(|part| self.missing_roll(part))
            }
            Gen::If(condition, yes, no) => {
                let branch = if self.bool(condition) { yes } else { no };
                self.missing_roll(branch)
            }
            Gen::After { prior, moves, .. } => {
                let mut copy = self.state.trial();
                let chance = Chance::new(copy.drawn_for(*prior));
                let mut play = self.trial_play_with(&mut copy, &chance)?;
                play.run(&self.rules.priors[*prior as usize], self.bound);
                match chance.needs() {
                    Some(sides) => Some((*prior, sides)),
                    None => self.at(&copy).missing_roll(moves),
                }
            }
            Gen::Afterwards { moves, .. } | Gen::MaxMoves { moves, .. } => self.missing_roll(moves),
            _ => None,
        }
    }
}

impl<const W: usize> Play<'_, W> {
    /// Carries out the first effects of a move, each with what was rolled for it.
    pub(super) fn first_effects(&mut self, priors: &[u16], bound: Bound) {
        for &prior in priors {
            let effect = &self.rules.priors[prior as usize];
            let drawn = self.state.drawn_for(prior);
            if drawn.is_empty() {
                self.run(effect, bound);
                continue;
            }
            let chance = Chance::new(drawn);
            self.with_chance(&chance, |play| play.run(effect, bound));
        }
    }
}

impl<const W: usize> State<W> {
    /// What was drawn for a first effect.
    pub(super) fn drawn_for(&self, prior: u16) -> Vec<u32> {
        let own = self.rolled.iter().filter(|(of, _)| *of == prior);
        own.map(|&(_, number)| u32::from(number)).collect()
    }
}

impl<const W: usize> Rules<W> {
    /// Lets the position wait for chance if the moves of the player on turn begin with a roll that is not known.
    pub(crate) fn await_roll(&self, state: &mut State<W>) {
        if !self.rolls || state.over || state.waiting.is_some() {
            return;
        }
        let (chance, fuel) = (Chance::default(), Cell::new(FUEL));
        let play = &self.phase_of(state, state.mover).play;
        let missing = Eval::new(self, state, &chance, &fuel).missing_roll(play);
        if let Some((prior, sides)) = missing {
            let waiting =
                Waiting { before: None, chosen: Move::PASS, draws: Vec::new(), sides, roll: Some(prior) };
            state.waiting = Some(Box::new(waiting));
        }
    }
}
