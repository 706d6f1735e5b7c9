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

/// The agents that won most against the others, for the games that were measured.
const MEASURED: &[(&str, &[&str])] = &[
    ("alphabeta(chase=4,sort=2)", &["tricolor"]),
    // Lines, pieces or points say enough for a search that looks far ahead.
    (
        "alphabeta",
        &[
            "tria",
            "tessera",
            "six",
            "akron",
            "breakthrough",
            "chess",
            "dots-and-boxes",
            "gekitai",
            "gomoku",
            "lines-of-action",
            "margo",
            "nine-mens-morris",
            "ninuki",
            "spline-plus",
            "sprite",
            "spyramid",
            "yavalath",
            "tessera-described",
            "tria-described",
        ],
    ),
    // A move is worth about the same whenever it is made.
    ("mcts(grave=50,c=0.2)", &["half-six-described", "havannah", "hex", "rows", "sparks", "spava", "y"]),
    // Random games say little of it, so that much has to be tried.
    ("mcts(c=1.4)", &["spinout"]),
];

/// The same for games of three or more.
const MEASURED_OF_MANY: &[(&str, &[&str])] = &[("mcts(c=0.5,solver=false)", &["spao", "spirit"])];

/// Whether it is a sowing game that knows the evolved heuristic of mancala.
pub(crate) fn is_sowing(about: &About) -> bool {
    about.heuristics.iter().any(|known| known == "evolved")
}

/// The strongest agent for a game, without its budget.
pub(crate) fn strongest(about: &About) -> &'static str {
    // Nothing is known of how good a game's heuristics are until it is measured: playouts judge any game.
    const ANY: &str = "mcts(c=0.5)";
    let measured = if about.two_sides { MEASURED } else { MEASURED_OF_MANY };
    match measured.iter().find(|(_, games)| games.contains(&about.name.as_str())) {
        Some((agent, _)) => agent,
        None if about.two_sides && is_sowing(about) => "alphabeta(heuristic=evolved)",
        None => ANY,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measured_games_are_in_the_catalogue_once() {
        let mut seen = std::collections::HashSet::new();
        for game in MEASURED.iter().chain(MEASURED_OF_MANY).flat_map(|(_, games)| games.iter()) {
            assert!(ludex_catalogue::entry(game).is_some(), "there is no game {game}");
            assert!(seen.insert(game), "{game} is listed twice");
        }
    }
}
