//! A guard before the end rules of any game: conditions on the last move that are cheap to test, and without which
//! no end rule applies.

use super::trigger::{LineRule, Part, Reader};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, State};

/// Necessary conditions for the end rules: one of the alternatives must hold.
#[derive(Clone, Debug)]
pub(crate) struct Guard<const W: usize> {
    alternatives: Vec<Vec<Check<W>>>,
    everyone: u16,
    /// Whether the conditions hold only while players move in turn.
    in_turn: bool,
}

#[derive(Clone, Debug)]
enum Check<const W: usize> {
    /// The last move ended on one of these places of the board.
    On(Bits<W>),
    /// The mover is one of these, as bits.
    Mover(u16),
    /// The piece on the last place is of one of these owners, as bits.
    Owner(u16),
    /// So many of these places are occupied.
    Filled(Bits<W>, u32),
    /// One of these sets, by the last place, is all of the owners of the mover's lines.
    Line { owners: Option<Vec<u16>>, stretches: Vec<Box<[Bits<W>]>> },
}

impl<const W: usize> Guard<W> {
    /// The guard of these rules, if there is one that says more than nothing.
    pub(crate) fn of(rules: &Rules<W>) -> Option<Guard<W>> {
        if rules.phases.len() > 1 || rules.players < 2 {
            return None;
        }
        let mut alternatives = Vec::new();
        for parts in Reader::new(rules).ends()? {
            let checks: Vec<Check<W>> = parts.iter().filter_map(|part| Check::of(rules, part)).collect();
            let says_something =
                |check: &Check<W>| matches!(check, Check::On(_) | Check::Filled(..) | Check::Line { .. });
            if !checks.iter().any(says_something) {
                return None;
            }
            // What another alternative says in fewer words need not be asked.
            let implied = |known: &Vec<Check<W>>| implies(&checks, known);
            if !alternatives.iter().any(implied) {
                alternatives.retain(|known| !implies(known, &checks));
                alternatives.push(checks);
            }
        }
        let in_turn = alternatives.iter().flatten().any(|check| check.names_others(rules.players));
        Some(Guard { alternatives, everyone: ((1u32 << (rules.players + 1)) - 2) as u16, in_turn })
    }

    /// Whether an end rule might apply.
    #[inline]
    pub(crate) fn may_end(&self, rules: &Rules<W>, state: &State<W>) -> bool {
        let unusual = state.last.pass
            || state.passed > 0
            || state.active != self.everyone
            || (self.in_turn && !rules.is_in_turn(state));
        unusual || self.alternatives.iter().any(|checks| checks.iter().all(|check| check.holds(rules, state)))
    }
}

/// Whether all of some checks hold only if all of others do.
fn implies<const W: usize>(some: &[Check<W>], others: &[Check<W>]) -> bool {
    others.iter().all(|other| some.iter().any(|check| check.implies(other)))
}

impl<const W: usize> Check<W> {
    /// Whether another check certainly holds where this one does.
    fn implies(&self, other: &Check<W>) -> bool {
        match (self, other) {
            (Check::On(a), Check::On(b)) => a.is_within(b),
            (Check::Mover(a), Check::Mover(b)) | (Check::Owner(a), Check::Owner(b)) => a & !b == 0,
            (Check::Filled(a, n), Check::Filled(b, m)) => a == b && n >= m,
            (
                Check::Line { owners: Some(a), stretches: of_a },
                Check::Line { owners: Some(b), stretches: of_b },
            ) => of_a == of_b && a.iter().zip(b).all(|(a, b)| a & !b == 0),
            _ => false,
        }
    }

    fn of(rules: &Rules<W>, part: &Part<W>) -> Option<Check<W>> {
        Some(match part {
            Part::On(places) => Check::On(*places),
            Part::Mover(movers) => Check::Mover(*movers),
            Part::Owner(owners) => Check::Owner(*owners),
            Part::Filled(places, number) => Check::Filled(*places, *number),
            Part::Line(rule) => Check::line(rules, rule)?,
            Part::Touch { .. } | Part::Loop | Part::Stuck => return None,
        })
    }

    /// Whether lines are of players that are named by their place in the order of turns.
    fn names_others(&self, players: usize) -> bool {
        let Check::Line { owners: Some(owners), .. } = self else { return false };
        let others = |mover: usize| owners[mover] & !(1 << mover);
        let alike = owners[1..=players].iter().all(|of| *of == owners[1]);
        !alike && (1..=players).any(|mover| others(mover) != others(1))
    }

    fn line(rules: &Rules<W>, rule: &LineRule) -> Option<Check<W>> {
        let table = &rules.tables.dirs[rule.table];
        let kept = if rule.both_ways { &table.stretches } else { &table.beginnings };
        let at = |place: usize| match usize::from(rule.length[place]) {
            0 | 1 => Some(Box::from([Bits::EMPTY])),
            length => kept.get(length).map(|kept| kept[place].clone()),
        };
        let stretches: Option<Vec<_>> = (0..rules.tables.sites).map(at).collect();
        Some(Check::Line {
            owners: rule.owners.as_ref().map(|owners| owners.to_vec()),
            stretches: stretches?,
        })
    }

    #[inline]
    fn holds(&self, rules: &Rules<W>, state: &State<W>) -> bool {
        let place = state.last.to as usize;
        let on_board = place < rules.tables.sites;
        match self {
            // Nothing is known of what lies beside the board.
            Check::On(places) => !on_board || places.has(place),
            Check::Mover(movers) => movers >> state.mover & 1 == 1,
            Check::Owner(owners) => !on_board || owners >> rules.owners[state.what(place) as usize] & 1 == 1,
            Check::Filled(places, number) => places.and(state.occupied()).count() >= *number,
            Check::Line { owners, stretches } => {
                if !on_board {
                    return false;
                }
                let own = match owners {
                    None if state.what(place) == 0 => return false,
                    None => *state.owned(usize::from(rules.owners[state.what(place) as usize])),
                    Some(owners) => {
                        let mut left = u32::from(owners[state.mover as usize]);
                        let mut own = Bits::EMPTY;
                        while left != 0 {
                            let owner = left.trailing_zeros() as usize;
                            if owner <= rules.everybody() {
                                own = own.or(state.owned(owner));
                            }
                            left &= left - 1;
                        }
                        own
                    }
                };
                stretches[place].iter().any(|stretch| stretch.is_within(&own))
            }
        }
    }
}
