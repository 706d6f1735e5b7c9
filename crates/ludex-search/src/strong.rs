//! The strongest agent of each game, chosen by measurement, and levels of difficulty made from it.

use std::time::Duration;

use ludex_core::{Spec, SpecError};

use crate::Budget;
use crate::presets::plan;
use crate::registry::Plan;

/// What is known of a game before it is played.
#[derive(Clone, Debug)]
pub(crate) struct About {
    /// Its name without parameters.
    pub name: String,
    /// Whether at most two sides play.
    pub two_sides: bool,
    /// Whether it has a heuristic of its own.
    pub judged: bool,
}

/// The agent that won most against the others at equal time, for games that were measured.
const MEASURED: &[(&str, &str)] = &[("kalah", "alphabeta(heuristic=evolved)"), ("tricolor", "alphabeta")];

/// The strongest agent for a game, without its budget.
pub(crate) fn strongest(about: &About) -> &'static str {
    if !about.two_sides {
        return "mcts";
    }
    match MEASURED.iter().find(|(game, _)| *game == about.name) {
        Some((_, agent)) => agent,
        None if about.judged => "alphabeta",
        None => "mcts",
    }
}

/// The strongest agent with a budget and a number of threads.
pub(crate) fn strong(about: &About, budget: Budget, threads: usize) -> Result<Plan, SpecError> {
    let mut plan = plan(&Spec::parse(strongest(about))?, about)?;
    match &mut plan {
        Plan::AlphaBeta { options, .. } => {
            options.budget = budget;
            options.threads = threads;
        }
        Plan::Mcts { options, .. } => {
            options.budget = budget;
            options.threads = threads;
        }
        _ => {}
    }
    Ok(plan)
}

/// The number of levels.
pub(crate) const LEVELS: usize = 10;

/// A level: how often it errs, and how much it may do (positions of alpha-beta, iterations of tree search).
const STEPS: [(f64, u64, u64); LEVELS] = [
    (0.80, 40, 20),
    (0.60, 40, 20),
    (0.42, 80, 30),
    (0.28, 160, 60),
    (0.16, 400, 120),
    (0.08, 1_000, 300),
    (0.03, 3_000, 800),
    (0.0, 10_000, 2_500),
    (0.0, 60_000, 12_000),
    (0.0, 400_000, 60_000),
];

/// A level of difficulty, from 1 to [`LEVELS`].
pub(crate) fn level(about: &About, number: usize) -> Result<Plan, SpecError> {
    let (rate, nodes, iterations) = STEPS[number.clamp(1, LEVELS) - 1];
    let plan = strong(about, Budget::ENDLESS, 1)?;
    let nodes = if matches!(plan, Plan::Mcts { .. }) { iterations } else { nodes };
    // A limit of time keeps a move within what a person waits for on a slow machine.
    let budget = Budget { nodes: Some(nodes), time: Some(Duration::from_secs(20)), ..Budget::ENDLESS };
    let plan = strong(about, budget, 1)?;
    Ok(if rate > 0.0 { Plan::Mistaken(Box::new(plan), rate) } else { plan })
}
