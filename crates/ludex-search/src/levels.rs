//! Levels of difficulty: the strongest agent, made to err and to think less.

use std::time::Duration;

use ludex_core::SpecError;

use crate::Budget;
use crate::registry::Plan;
use crate::strong::{About, is_sowing, strong};

/// The number of levels.
pub(crate) const LEVELS: usize = 10;

/// A line a game: its name, and for each level how often it plays any legal move and how many positions (of alpha-beta) or
/// iterations (of tree search) it may look at otherwise. From one level to the next a player is meant to make 60 to 75 % of
/// the points: `docs/strength.md` says how the lines were made and what was measured. Games differ in how much a mistake
/// costs and in what thinking gains, so that each has its own; games that are not in the catalogue have the line
/// of their kind.
const TABLE: &str = include_str!("levels.txt");

/// The steps of a line of the table.
fn line(wanted: &str) -> Option<impl Iterator<Item = (f64, u64)>> {
    let line = TABLE.lines().find_map(|line| line.strip_prefix(wanted)?.strip_prefix(' '))?;
    Some(line.split_whitespace().filter_map(|step| {
        let (rate, nodes) = step.split_once(':')?;
        Some((rate.parse().ok()?, nodes.parse().ok()?))
    }))
}

/// A level of a game, from 1 to [`LEVELS`].
fn step(about: &About, by_playouts: bool, number: usize) -> Option<(f64, u64)> {
    let kind = match by_playouts {
        true => "*playouts",
        false if is_sowing(about) => "*sowing",
        false => "*alphabeta",
    };
    line(&about.name).or_else(|| line(kind))?.nth(number.clamp(1, LEVELS) - 1)
}

/// A level of difficulty, from 1 to [`LEVELS`].
pub(crate) fn level(about: &About, number: usize) -> Result<Plan, SpecError> {
    let by_playouts = matches!(strong(about, Budget::ENDLESS, 1)?, Plan::Mcts { .. });
    let found = step(about, by_playouts, number);
    let (rate, nodes) =
        found.ok_or_else(|| SpecError::new("the table of levels has no line for this game"))?;
    // A limit of time keeps a move within what a person waits for on a slow machine.
    let budget = Budget { nodes: Some(nodes), time: Some(Duration::from_secs(20)), ..Budget::ENDLESS };
    let plan = strong(about, budget, 1)?;
    Ok(if rate > 0.0 { Plan::Mistaken(Box::new(plan), rate) } else { plan })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_ten_levels_each_no_weaker_than_the_one_before() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        for name in lines.filter_map(|line| line.split_whitespace().next()) {
            let steps: Vec<(f64, u64)> = line(name).unwrap().collect();
            assert_eq!(steps.len(), LEVELS, "{name}");
            assert!(steps.iter().all(|&(rate, nodes)| (0.0..=1.0).contains(&rate) && nodes > 0), "{name}");
            let rises = |pair: &[(f64, u64)]| pair[1].0 <= pair[0].0 && pair[1].1 >= pair[0].1;
            assert!(steps.windows(2).all(rises), "{name}: {steps:?}");
            let known = name.starts_with('*') || ludex_catalogue::entry(name).is_some();
            assert!(known, "there is no game {name}");
        }
    }

    #[test]
    fn the_kinds_without_a_line_of_their_own_have_one() {
        for kind in ["*sowing", "*alphabeta", "*playouts"] {
            assert!(line(kind).is_some(), "{kind}");
        }
    }
}
