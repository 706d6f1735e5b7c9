//! The strongest agent of each game, chosen by measurement (`docs/strength.md`).

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
    /// Its heuristics, best first.
    pub heuristics: Vec<String>,
}

/// The agents that won most against the others, for games that were measured.
const MEASURED: &[(&str, &str)] = &[
    ("tria", "alphabeta"),
    ("tessera", "alphabeta"),
    ("tricolor", "alphabeta(chase=4,sort=2)"),
    ("six", "alphabeta"),
];

/// The strongest agent for a game, without its budget.
pub(crate) fn strongest(about: &About) -> &'static str {
    if !about.two_sides {
        return "mcts";
    }
    match MEASURED.iter().find(|(game, _)| *game == about.name) {
        Some((_, agent)) => agent,
        None if about.heuristics.iter().any(|known| known == "evolved") => "alphabeta(heuristic=evolved)",
        // Nothing is known of how good its heuristics are: playouts judge any game.
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
