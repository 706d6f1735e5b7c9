//! Dice: those of the equipment, what rules ask of them, and the moves that use them.

use crate::check::{Applied, Term};
use crate::runtime::code::{Bool, Gen, Int};
use crate::runtime::rules::Container;
use crate::runtime::{DiceHand, DiceUse};

use super::equipment::{Equipment, Piece};
use super::{Lower, Refusal, boxed, role_named};
use crate::runtime::code::Role;

/// The most dice of a game, and faces of a die.
const MOST: usize = 100;

impl Equipment {
    /// A set of dice: a place for each, with the die on it.
    pub(super) fn add_dice(&mut self, term: &Term, call: &Applied, refusal: &mut Refusal) {
        let number = |name: &str| call.get(name).and_then(Term::number);
        let count = number("num").unwrap_or(1).clamp(0, MOST as i64 + 1) as usize;
        let numbers = |term: &Term| -> Vec<i32> {
            term.items().iter().filter_map(Term::number).map(|number| number as i32).collect()
        };
        let faces: Vec<Vec<i32>> = match (call.get("faces"), call.get("facesByDie")) {
            (Some(faces), _) => vec![numbers(faces); count],
            (_, Some(by_die)) => by_die.items().iter().map(numbers).collect(),
            _ => {
                let (from, sides) = (number("from").unwrap_or(1), number("d").unwrap_or(6));
                let sides = sides.clamp(0, MOST as i64 + 1);
                vec![(from..from + sides).map(|number| number as i32).collect(); count]
            }
        };
        let wrong = |faces: &Vec<i32>| faces.is_empty() || faces.len() > MOST;
        let mut refuse = |message: String| refusal.problems.push((term.span, message));
        if faces.len() != count || faces.iter().any(wrong) || self.die_count() + count > MOST {
            return refuse(format!("a game has at most {MOST} dice, each with 1 to {MOST} faces"));
        }
        if call.get("biased").is_some() {
            refusal.missing.insert("dice biased:".to_string());
            return refuse("dice that are not fair cannot be rolled yet".to_string());
        }
        let owner = match call.get("role").and_then(Term::constant).and_then(role_named) {
            Some(Role::Player(player)) => player,
            Some(Role::Neutral) => 0,
            _ => self.players as u8 + 1,
        };
        let first = self.die_count();
        for die in first..first + count {
            let name = format!("Die{}", die + 1);
            self.pieces.push(Piece { plain: name.clone(), name, owner, facing: 0, moves: None, flips: None });
        }
        let name = format!("Dice{owner}");
        self.containers.push(Container { name, owner, first: self.places, len: count, is_dice: true });
        self.dice.push(DiceHand { owner, place: self.places, first, faces });
        self.places += count;
    }

    /// How many dice there are.
    pub(super) fn die_count(&self) -> usize {
        self.dice.iter().map(|hand| hand.faces.len()).sum()
    }
}

impl<const W: usize> Lower<W> {
    /// The moves for each die: those of a die use it up. With `combined` two or three dice make one number.
    pub(super) fn for_each_die(&mut self, term: &Term, call: &Applied) -> Gen<W> {
        let hand = call.get("container").cloned().map_or(0, |container| self.fixed(&container));
        let hand = usize::try_from(hand).ok().and_then(|hand| self.equipment.dice.get(hand));
        let Some((first, count)) = hand.map(|hand| (hand.first as u8, hand.faces.len() as u8)) else {
            self.problem(term, "there are no such dice");
            return Gen::None;
        };
        let mut parts: Vec<Gen<W>> = (first..first + count).map(|die| self.with_dice(call, &[die])).collect();
        if let Some(combined) = self.condition(call, "combined") {
            let sums: &[&[u8]] = match count {
                2 => &[&[0, 1]],
                3 => &[&[0, 1, 2], &[0, 1], &[0, 2], &[1, 2]],
                _ => &[],
            };
            for sum in sums {
                let dice: Vec<u8> = sum.iter().map(|die| first + die).collect();
                let unused = |&die: &u8| Bool::Ne(boxed(Int::Pips(vec![die])), boxed(Int::Const(0)));
                let all = std::iter::once(combined.clone()).chain(dice.iter().map(unused)).collect();
                let moves = self.with_dice(call, &dice);
                parts.push(Gen::If(boxed(Bool::And(all)), boxed(moves), boxed(Gen::None)));
            }
        }
        Gen::All(parts)
    }

    /// The moves of `forEach Die` that use these dice.
    fn with_dice(&mut self, call: &Applied, dice: &[u8]) -> Gen<W> {
        let replay = self.condition(call, "replayDouble");
        let used = DiceUse { dice: dice.to_vec(), single: dice.len() == 1, replay };
        let outer = self.open_dice.replace(used);
        let when = self.condition(call, "if");
        let moves = self.moves_in(call, "moves");
        let moves = self.spelled_out(moves);
        self.open_dice = outer;
        match when {
            Some(when) => Gen::If(boxed(when), boxed(moves), boxed(Gen::None)),
            None => moves,
        }
    }

    /// The number of the die at hand.
    pub(super) fn pips(&self) -> Int<W> {
        match &self.open_dice {
            Some(used) => Int::Pips(used.dice.clone()),
            None => Int::Const(-1),
        }
    }

    /// The sum of the dice: those of everybody, if nobody is named.
    pub(super) fn count_pips(&mut self, call: &Applied) -> Int<W> {
        let owner = match (call.get("role").cloned(), call.get("of").cloned()) {
            (Some(who), _) | (None, Some(who)) => self.player(&who),
            (None, None) => Int::Role(Role::Shared),
        };
        Int::CountPips(boxed(owner))
    }
}
