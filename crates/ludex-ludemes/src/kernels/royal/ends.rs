//! How such games end: mate, no move left, the counter, few pieces left.

use super::board::Board;
use super::moves::{Act, Army};
use super::read::Reader;
use crate::runtime::code::{Bool, EndRule, Gen, Int, Role, Verdict};

/// Signs that must all show for a result.
#[derive(Clone, Debug)]
pub(super) struct End {
    signs: Vec<Sign>,
    /// The number of the result.
    pub(super) verdict: usize,
    /// Whether it asks whether the next player has a move.
    asks_for_moves: bool,
}

/// Something about the position after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    /// The next player has no move.
    Stuck,
    /// Nor do his pieces.
    OfPieces,
    /// Nor has he one when his moves are tried as if the mover made them: what becomes of a piece is the mover's then.
    Mated,
    /// The royal piece of the next player is threatened.
    Check,
    /// The counter is at least, or just, so high.
    Counter { least: i32, most: i32 },
    /// A player, the next one or the mover, has so many pieces of these kinds, as bits.
    Left { next: bool, kinds: u32, least: i32, most: i32 },
    /// The mover had no move: never after a move.
    Never,
}

/// The position after a move, for which signs are looked for.
pub(super) struct Now<'a, const W: usize> {
    pub(super) army: &'a Army<W>,
    pub(super) board: &'a Board<W>,
    /// Who has moved: 0 or 1.
    pub(super) mover: usize,
    pub(super) counter: i32,
}

impl<const W: usize> Now<'_, W> {
    fn shows(&self, sign: Sign, stuck: &mut Option<bool>) -> bool {
        let next = self.mover ^ 1;
        match sign {
            Sign::Stuck | Sign::OfPieces => {
                *stuck.get_or_insert_with(|| self.army.is_stuck(self.board, next, false))
            }
            Sign::Mated => *stuck == Some(true) || self.army.is_stuck(self.board, next, true),
            Sign::Check => self.army.is_threatened(self.board, next),
            Sign::Counter { least, most } => (least..=most).contains(&self.counter),
            Sign::Left { next: of_next, kinds, least, most } => {
                let men = &self.board.men[(if of_next { next } else { self.mover }) & 1];
                let count = match kinds {
                    u32::MAX => men.count(),
                    _ => men.iter().filter(|&place| kinds >> self.board.what(place) & 1 == 1).count() as u32,
                };
                (least..=most).contains(&(count as i32))
            }
            Sign::Never => false,
        }
    }

    /// The result of the first rule that applies, where it may be known whether the next player has a move.
    pub(super) fn result(&self, ends: &[End], mut stuck: Option<bool>) -> Option<usize> {
        let applies = |end: &&End| end.signs.iter().all(|&sign| self.shows(sign, &mut stuck));
        ends.iter().find(applies).map(|end| end.verdict)
    }

    /// Whether a rule applies that does not ask for moves of the next player.
    #[inline]
    pub(super) fn may_end(&self, ends: &[End]) -> bool {
        let applies = |end: &End| end.signs.iter().all(|&sign| self.shows(sign, &mut None));
        ends.iter().any(|end| !end.asks_for_moves && applies(end))
    }
}

impl<const W: usize> Reader<'_, W> {
    /// Reads the end rules, with their results.
    pub(super) fn ends(&mut self, army: &Army<W>) -> Option<(Vec<End>, Vec<Verdict<W>>)> {
        let (mut ends, mut verdicts) = (Vec::new(), Vec::new());
        let rules = self.rules;
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            self.end(army, rule, &[Vec::new()], &mut ends, &mut verdicts)?;
        }
        Some((ends, verdicts))
    }

    fn end(
        &mut self,
        army: &Army<W>,
        rule: &EndRule<W>,
        before: &[Vec<Sign>],
        ends: &mut Vec<End>,
        verdicts: &mut Vec<Verdict<W>>,
    ) -> Option<()> {
        let EndRule::If(condition, inner, verdict) = rule else { return None };
        let signs = both(before, &self.signs(army, condition)?);
        for rule in inner {
            self.end(army, rule, &signs, ends, verdicts)?;
        }
        if let Some(verdict) = verdict {
            for signs in signs.into_iter().filter(|signs| !signs.contains(&Sign::Never)) {
                // Castling is not among the moves of the pieces, but nobody castles out of a threat.
                let castles = army.sides.iter().any(|side| side.castles());
                if castles && signs.contains(&Sign::OfPieces) && !signs.contains(&Sign::Check) {
                    return None;
                }
                let asks_for_moves = signs.contains(&Sign::Stuck) || signs.contains(&Sign::OfPieces);
                ends.push(End { signs, verdict: verdicts.len(), asks_for_moves });
            }
            verdicts.push(verdict.clone());
        }
        Some(())
    }

    /// A condition as alternatives of signs.
    fn signs(&mut self, army: &Army<W>, condition: &Bool<W>) -> Option<Vec<Vec<Sign>>> {
        let one = |sign: Sign| Some(vec![vec![sign]]);
        match condition {
            Bool::And(parts) => {
                let mut all = vec![Vec::new()];
                for part in parts {
                    all = both(&all, &self.signs(army, part)?);
                }
                Some(all)
            }
            Bool::Or(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.signs(army, part)?);
                }
                Some(all)
            }
            Bool::NoMoves(Role::Next) => one(Sign::Stuck),
            Bool::NoMoves(Role::Mover) => one(Sign::Never),
            Bool::Not(part) => match &**part {
                Bool::CanMove(moves) if self.are_all_of_next(moves) => {
                    let mut ops = army.sides.iter().flat_map(|side| &side.legs).flat_map(|leg| &leg.ops);
                    let changes = ops.any(|op| matches!(op.act, Act::Become { .. }));
                    one(if changes { Sign::Mated } else { Sign::OfPieces })
                }
                _ => None,
            },
            Bool::IsThreatened { .. } if self.threatened(condition) == Some(Role::Next) => one(Sign::Check),
            Bool::NoPieces { who, names, within: None } => one(left(*who, names.as_deref(), 0, 0)?),
            Bool::Eq(a, b) => match (&**a, &**b) {
                (Int::Const(n), counted) | (counted, Int::Const(n)) => one(within(counted, *n, *n)?),
                _ => None,
            },
            Bool::Le(a, b) | Bool::Lt(a, b) => {
                let apart = i32::from(matches!(condition, Bool::Lt(..)));
                match (&**a, &**b) {
                    (Int::Const(n), counted) => one(within(counted, n.checked_add(apart)?, i32::MAX)?),
                    (counted, Int::Const(n)) => one(within(counted, i32::MIN, n.checked_sub(apart)?)?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether moves are all moves of the next player that leave the royal piece unthreatened.
    fn are_all_of_next(&mut self, moves: &Gen<W>) -> bool {
        let Gen::Afterwards { moves, when } = moves else { return false };
        let Gen::ForEachPiece { who, player: None, names: None, within, moves: None } = &**moves else {
            return false;
        };
        who[..] == [Role::Next] && *within == self.rules.tables.all && self.guarded(when) == Some(Role::Next)
    }
}

/// The sign that something counted lies within bounds.
fn within<const W: usize>(counted: &Int<W>, least: i32, most: i32) -> Option<Sign> {
    match counted {
        Int::Counter => Some(Sign::Counter { least, most }),
        Int::CountPieces { who, names, within: None, when: None } => {
            left(*who, names.as_deref(), least, most)
        }
        _ => None,
    }
}

/// The sign that a player has so many pieces of some kinds.
fn left(who: Role, names: Option<&[u8]>, least: i32, most: i32) -> Option<Sign> {
    let next = match who {
        Role::Next => true,
        Role::Mover => false,
        _ => return None,
    };
    let bit = |&kind: &u8| 1u32.checked_shl(u32::from(kind)).unwrap_or(0);
    let kinds = names.map_or(u32::MAX, |names| names.iter().map(bit).fold(0, |all, bit| all | bit));
    Some(Sign::Left { next, kinds, least, most })
}

/// Alternatives that say both.
fn both(some: &[Vec<Sign>], others: &[Vec<Sign>]) -> Vec<Vec<Sign>> {
    some.iter().flat_map(|a| others.iter().map(move |b| [&a[..], &b[..]].concat())).collect()
}
