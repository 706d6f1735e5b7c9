//! What ends a game: sets of places of which a player must hold one whole.

use crate::runtime::code::{Bool, EndRule, Int, LineWhats, Region, Role};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, State};

/// Sets of places. While no player holds one of them, no end rule applies.
#[derive(Clone, Debug)]
pub(super) struct Goals<const W: usize> {
    all: Vec<Bits<W>>,
    through: Vec<Box<[Bits<W>]>>,
}

impl<const W: usize> Goals<W> {
    /// The goals of the end rules, if they are all of this kind.
    pub(super) fn of(rules: &Rules<W>) -> Option<Goals<W>> {
        let mut all = Vec::new();
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let EndRule::If(condition, _, _) = rule else { return None };
            all.extend(goals_of(rules, condition)?);
        }
        all.sort_unstable();
        all.dedup();
        let through = |site| all.iter().filter(|goal: &&Bits<W>| goal.has(site)).copied().collect();
        Some(Goals { through: (0..rules.tables.sites).map(through).collect(), all })
    }

    /// Whether a player with these places holds a goal.
    pub(super) fn held(&self, own: &Bits<W>) -> bool {
        self.all.iter().any(|goal| goal.is_within(own))
    }

    /// Whether a player with these places holds a goal that one of them is part of.
    #[inline(always)]
    pub(super) fn held_through(&self, place: usize, own: &Bits<W>) -> bool {
        self.through[place].iter().any(|goal| goal.is_within(own))
    }
}

/// Sets of which a player holds one if the condition holds.
fn goals_of<const W: usize>(rules: &Rules<W>, condition: &Bool<W>) -> Option<Vec<Bits<W>>> {
    let tables = &rules.tables;
    match condition {
        Bool::And(parts) => parts.iter().find_map(|part| goals_of(rules, part)),
        Bool::Or(parts) => {
            let all: Option<Vec<_>> = parts.iter().map(|part| goals_of(rules, part)).collect();
            Some(all?.concat())
        }
        Bool::IsLine(test) => {
            let Region::Const(through) = &test.through else { return None };
            let fits = test.contiguous && test.kinds <= 1 && !test.from_above && test.both_ways;
            let one_colour =
                matches!(test.whats, LineWhats::OfPivot | LineWhats::Of(Role::Mover | Role::Next));
            if !fits || !one_colour || test.dirs.by_facing.len() != 1 || test.dirs.towards.is_some() {
                return None;
            }
            if through.is_empty() {
                return Some(Vec::new());
            }
            let length = usize::try_from(constant(rules, &test.length)?).ok().filter(|&length| length > 0)?;
            let stretches = tables.dirs[test.dirs.by_facing[0] as usize].stretches.get(length)?;
            let on_board = through.and(&tables.all);
            Some(on_board.iter().flat_map(|place| stretches[place].iter().copied()).collect())
        }
        Bool::IsPyramidCorners(region) => match &**region {
            Region::Occupied { who, .. } if matches!(who[..], [Role::Mover | Role::Next]) => {
                Some(pyramids(rules))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The corners of every pyramid, upright or inverted.
fn pyramids<const W: usize>(rules: &Rules<W>) -> Vec<Bits<W>> {
    let mut all = Vec::new();
    for slopes in &rules.tables.slopes {
        for tip in 0..rules.tables.sites {
            let mut at = [tip; 4];
            loop {
                let next: Option<Vec<usize>> = at
                    .iter()
                    .zip(slopes)
                    .map(|(&corner, slope)| usize::try_from(slope[corner]).ok())
                    .collect();
                let Some(next) = next else { break };
                at.copy_from_slice(&next);
                all.push(at.into_iter().chain([tip]).collect::<Bits<W>>());
            }
        }
    }
    all
}

/// A number made of constants alone.
fn constant<const W: usize>(rules: &Rules<W>, int: &Int<W>) -> Option<i32> {
    fn is_constant<const W: usize>(int: &Int<W>) -> bool {
        match int {
            Int::Const(_) => true,
            Int::Sub(a, b) | Int::Div(a, b) => is_constant(a) && is_constant(b),
            Int::Add(parts) | Int::Mul(parts) => parts.iter().all(is_constant),
            _ => false,
        }
    }
    let probe = State::new(rules.players, rules.marks, rules.vars.len());
    is_constant(int).then(|| rules.number_in(&probe, int))
}
