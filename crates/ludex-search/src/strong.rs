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

/// The agent that won most against the others, for games that were measured with `examples/duel.rs` (points of
/// the first, standard error):
/// - kalah, 30,000 positions against 4,000 iterations: alpha-beta 62 % +- 6 against tree search; the evolved
///   heuristic 48 % +- 4 against the stores, so either will do;
/// - awari: alpha-beta 93 % +- 4 against tree search; evolved 69 % +- 5 against the stores;
/// - vai-lung-thlan: alpha-beta 77 % +- 8; ohvalhu: alpha-beta 80 % +- 6;
/// - tessera, 30 ms a move: alpha-beta 64 % +- 6; tria: no difference, both solve it within moves;
/// - tricolor, 3,000 positions against 500 iterations: alpha-beta 6 of 6; 7 of 10 against the study's alpha-beta
///   at 50 ms;
/// - six, which has no heuristic: tree search with proofs 80 % +- 8 against plain UCT; with GRAVE 70 % +- 7
///   against without, at 40 ms a move.
const MEASURED: &[(&str, &str)] = &[
    ("kalah", "alphabeta(heuristic=evolved)"),
    ("awari", "alphabeta(heuristic=evolved)"),
    ("vai-lung-thlan", "alphabeta(heuristic=evolved)"),
    ("ohvalhu", "alphabeta(heuristic=evolved)"),
    ("tria", "alphabeta"),
    ("tessera", "alphabeta"),
    ("tricolor", "alphabeta"),
    ("six", "mcts(grave=50,c=0.3)"),
];

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

/// Levels: how often they err, and how much they may do (positions of alpha-beta, iterations of tree search).
///
/// From one level to the next, measured with `examples/duel.rs`: in Kalah (200 games a step, standard error about
/// 25) 125, 133, 166, 133, 141, 149, 151 and 100 rating points up to level 9; in Six (40 games a step, standard
/// error about 70) 127, 158, 241, 191, 301, 215 and 338 up to level 8.
const STEPS: [(f64, u64, u64); LEVELS] = [
    (0.80, 40, 20),
    (0.61, 40, 20),
    (0.43, 80, 30),
    (0.26, 160, 60),
    (0.15, 400, 120),
    (0.08, 1_000, 300),
    (0.035, 3_000, 800),
    (0.0, 9_000, 2_500),
    (0.0, 90_000, 15_000),
    (0.0, 900_000, 90_000),
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
