//! When sowing games end, and who wins.

use std::cmp::Ordering;

use super::seeds::{PLACES, Seeds, Test};
use crate::kernels::still::Still;
use crate::kernels::winner_by;
use crate::runtime::code::{Bool, Int, Role, Verdict};
use crate::runtime::{Content, State};

use super::conditions::{counted, low, none_has, place_or_none};

/// What ends the game, by mover.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sign {
    /// Whatever the seeds are.
    Always,
    /// No place of a set has at least so many seeds.
    Bare { places: [u32; 3], least: u8 },
    /// A place has such a number of seeds.
    Held([Test; 3]),
    /// Who comes next has no move.
    Stuck,
    /// The position has come up before with the same player to move.
    Repeat,
}

/// Who wins, and the points of both if they are counted then.
pub(super) type Won = (Option<u8>, Option<[i32; 2]>);

/// What a result says about the winner.
#[derive(Clone, Copy, Debug)]
pub(super) enum Result {
    /// A colour or nobody, by mover.
    Known([Option<u8>; 2]),
    /// Whoever has more seeds in the places marked with 255, or fewer.
    Counted { marked: [Seeds; 2], misere: bool },
}

impl Result {
    pub(super) fn of(&self, mover: usize, seeds: &Seeds) -> Won {
        match self {
            Result::Known(winners) => (winners[mover - 1], None),
            Result::Counted { marked, misere } => {
                let scores = [seeds.sum(&marked[0]), seeds.sum(&marked[1])];
                let best = match scores[0].cmp(&scores[1]) {
                    Ordering::Equal => None,
                    order => Some(if (order == Ordering::Greater) != *misere { 1 } else { 2 }),
                };
                (best, Some(scores))
            }
        }
    }

    /// What a result says, if it can be told from the seeds. `what` is the kind of piece that seeds are.
    pub(super) fn read<const W: usize>(
        still: &mut Still<'_, W>,
        verdict: &Verdict<W>,
        what: u8,
    ) -> Option<Result> {
        let Verdict::ByScore(scores, misere) = verdict else {
            return winner_by(still.rules, verdict).map(Result::Known);
        };
        let mut marked = [None; 2];
        for (who, value) in scores {
            if !is_sum(still, value) {
                return None;
            }
            let who = still.number(who, 1, -1).filter(|who| (1..=2).contains(who))?;
            let mut marks = Seeds::NONE;
            for place in 0..still.rules.places.min(PLACES) {
                let worth = |mover: u8| {
                    let rules = still.rules;
                    let mut state = State::new(rules.players, rules.marks, rules.vars.len());
                    (state.mover, state.next) = (mover, 3 - mover);
                    state.put(place, Content::piece(what), &rules.owners);
                    rules.number_in(&state, value)
                };
                marks.0[place] = match (worth(1), worth(2)) {
                    (0, 0) => 0,
                    (1, 1) => u8::MAX,
                    _ => return None,
                };
            }
            marked[who as usize - 1] = Some(marks);
        }
        Some(Result::Counted { marked: [marked[0]?, marked[1]?], misere: *misere })
    }
}

/// Whether a number is a sum of seeds in places that do not change.
fn is_sum<const W: usize>(still: &mut Still<'_, W>, int: &Int<W>) -> bool {
    match int {
        Int::Add(parts) => parts.iter().all(|part| is_sum(still, part)),
        Int::CountAt(at) | Int::CountBeside(at) => still.number(at, 1, -1).is_some(),
        Int::CountIn(region) => still.region(region, 1, -1).is_some(),
        _ => false,
    }
}

/// When a condition holds after a ply: any of some signs. `passes` of the last plies were passes. `None` if it cannot
/// be told from the seeds.
pub(super) fn signs<const W: usize>(
    still: &mut Still<'_, W>,
    condition: &Bool<W>,
    passes: usize,
) -> Option<Vec<Sign>> {
    let always = |holds: bool| Some(if holds { vec![Sign::Always] } else { Vec::new() });
    match condition {
        // Whoever has moved was not stuck, and has not passed; whoever passes is stuck.
        Bool::NoMoves(Role::Mover) | Bool::WasPass => always(passes > 0),
        Bool::AllPassed => always(passes > 1),
        Bool::Const(holds) => always(*holds),
        Bool::NoMoves(Role::Next) => Some(vec![Sign::Stuck]),
        Bool::IsRepeat { situational: true } => Some(vec![Sign::Repeat]),
        Bool::Or(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(signs(still, part, passes)?);
            }
            Some(all)
        }
        condition => {
            if let Some((sets, least)) = none_has(still, condition) {
                return Some(vec![Sign::Bare { places: low([sets[0], sets[1], sets[2]]), least }]);
            }
            let mut tests = [Test::ALWAYS; 3];
            for (mover, test) in tests.iter_mut().enumerate().skip(1) {
                let (place, numbers) = counted(still, condition, (mover, -1), &mut |at, still| {
                    place_or_none(still, at, mover, -1)
                })?;
                *test = Test { place, numbers };
            }
            Some(vec![Sign::Held(tests)])
        }
    }
}
