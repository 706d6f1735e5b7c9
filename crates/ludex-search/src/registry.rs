//! Agents by name: `uct(iterations=1000)`, `alphabeta(depth=4)`.
//!
//! A name is read into a [`Plan`], which knows no game; only the last step, from a plan to an agent, is
//! compiled for each game.

use ludex_core::{Param, Playable, Spec, SpecError, nearest};
use serde::Serialize;

use crate::agents::after_phase::AfterPhaseOne;
use crate::agents::brs::BestReply;
use crate::agents::flat::{Flat, Scoring, Spread};
use crate::agents::greedy::{Greedy, OnePly};
use crate::agents::maxn::MaxN;
use crate::agents::minimax::{Minimax, MinimaxOptions};
use crate::agents::mistaken::Mistaken;
use crate::agents::random::Random;
use crate::alphabeta::{AlphaBeta, AlphaBetaOptions};
use crate::mcts::{Mcts, MctsOptions};
use crate::parts::judge::{Ends, Judge};
use crate::parts::sides::Sides;
use crate::presets;
use crate::strong::About;
use crate::ugi::Remote;
use crate::{Agent, Budget};

/// What the list of agents says of one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgentEntry {
    /// The name before the brackets.
    pub name: &'static str,
    /// One sentence about it.
    pub summary: &'static str,
    /// What may stand in the brackets.
    pub parameters: Vec<Param>,
}

/// An agent without its game.
#[derive(Clone, Debug)]
pub(crate) enum Plan {
    Random,
    Greedy { heuristic: String, random_ties: bool, ends: Ends },
    Flat { spread: Spread, scoring: Scoring },
    AfterPhaseOne(Box<Plan>),
    Mistaken(Box<Plan>, f64),
    Minimax { heuristic: String, options: MinimaxOptions },
    MaxN { heuristic: String, budget: Budget },
    BestReply { heuristic: String, budget: Budget },
    AlphaBeta { heuristic: String, options: AlphaBetaOptions },
    Mcts { heuristic: String, options: MctsOptions },
    Remote { command: String, budget: Budget },
}

/// All agents. Programs are among them where they are [permitted](Remote::permit).
pub fn entries() -> Vec<AgentEntry> {
    presets::entries()
}

/// Opens an agent for a game. It begins with seed 0; [`Agent::reset`] gives it another.
///
/// ```
/// use ludex_core::{Game, Spec, examples::Nim};
/// use ludex_search::{Stop, open};
///
/// let game = Nim::new(7);
/// let spec = Spec::parse("uct(iterations=2000)").unwrap();
/// let mut agent = open(&spec, &game).unwrap();
/// let choice = agent.choose(&game, &game.start(), &Stop::new()).unwrap();
/// assert_eq!(choice.chosen, 3);
/// ```
pub fn open<G: Playable>(spec: &Spec, game: &G) -> Result<Box<dyn Agent<G>>, SpecError> {
    let name = game.name();
    let about = About {
        name: name.split('(').next().unwrap_or_default().to_string(),
        two_sides: Sides::of(game).are_two(),
        heuristics: game.heuristics(),
    };
    build(presets::plan(spec, &about)?, game)
}

/// The agent with these limits, unless it has limits of its own or cannot be limited. Positions count as iterations
/// for agents that count those.
///
/// ```
/// use std::time::Duration;
/// use ludex_core::Spec;
/// use ludex_search::{Budget, limited};
///
/// let agent = limited(&Spec::parse("uct(c=0.7)")?, &Budget::time(Duration::from_millis(200)))?;
/// assert_eq!(agent.to_string(), "uct(c=0.7,time=200)");
/// assert_eq!(limited(&Spec::parse("uct")?, &Budget::nodes(50))?.to_string(), "uct(iterations=50)");
/// let own = Spec::parse("alphabeta(depth=4)")?;
/// assert_eq!(limited(&own, &Budget::nodes(50))?, own);
/// # Ok::<(), ludex_core::SpecError>(())
/// ```
pub fn limited(spec: &Spec, budget: &Budget) -> Result<Spec, SpecError> {
    let parameters = entry(spec.name())?.parameters;
    let knows = |name: &str| parameters.iter().any(|param| param.name == name);
    let limits = ["iterations", "nodes", "depth", "time"];
    // A depth that is not off by default is what the agent is, not a limit.
    let off = |name: &str| parameters.iter().any(|param| param.name == name && param.default == "0");
    if spec.args().any(|(key, _)| key.is_some_and(|key| limits.contains(&key) && off(key))) {
        return Ok(spec.clone());
    }
    let mut extra = Vec::new();
    if let Some(time) = budget.time.filter(|_| knows("time")) {
        extra.push(format!("time={}", time.as_millis().max(1)));
    }
    if let Some(count) = budget.nodes.or(budget.iterations)
        && let Some(name) = ["iterations", "nodes"].into_iter().find(|name| knows(name) && off(name))
    {
        extra.push(format!("{name}={count}"));
    }
    if let Some(depth) = budget.depth.filter(|_| off("depth")) {
        extra.push(format!("depth={depth}"));
    }
    let own = spec.args().map(|(key, value)| match key {
        Some(key) => format!("{key}={value}"),
        None => value.to_string(),
    });
    let all: Vec<String> = own.chain(extra).collect();
    if all.is_empty() {
        return Ok(spec.clone());
    }
    Spec::parse(&format!("{}({})", spec.name(), all.join(",")))
}

/// Finds the agent of this name, or says which one was probably meant.
pub(crate) fn entry(name: &str) -> Result<AgentEntry, SpecError> {
    let entries = entries();
    if let Some(entry) = entries.iter().find(|entry| entry.name == name) {
        return Ok(entry.clone());
    }
    let shown = ludex_core::shorten(name);
    Err(match nearest(name, entries.iter().map(|entry| entry.name)) {
        Some(near) => SpecError::new(format!("there is no agent '{shown}'; did you mean '{near}'?")),
        None => {
            let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
            SpecError::new(format!("there is no agent '{shown}'; there are {}", names.join(", ")))
        }
    })
}

fn build<G: Playable>(plan: Plan, game: &G) -> Result<Box<dyn Agent<G>>, SpecError> {
    const SEED: u64 = 0;
    Ok(match plan {
        Plan::Random => Box::new(Random::new(SEED)),
        Plan::Greedy { heuristic, random_ties, ends } => {
            let judge = Judge::named(game, &heuristic)?;
            Box::new(Greedy::new(OnePly::new(judge, ends), random_ties, SEED))
        }
        Plan::Flat { spread, scoring } => Box::new(Flat::new(spread, scoring, SEED)),
        Plan::AfterPhaseOne(inner) => Box::new(AfterPhaseOne::new(build(*inner, game)?, SEED)),
        Plan::Mistaken(inner, rate) => Box::new(Mistaken::new(build(*inner, game)?, rate, SEED)),
        Plan::Minimax { heuristic, options } => {
            let judge = Judge::named(game, &heuristic)?;
            Box::new(Minimax::new(game, MinimaxOptions { judge, ..options }, SEED))
        }
        Plan::MaxN { heuristic, budget } => {
            Box::new(MaxN::new(game, Judge::named(game, &heuristic)?, budget, SEED))
        }
        Plan::BestReply { heuristic, budget } => {
            Box::new(BestReply::new(game, Judge::named(game, &heuristic)?, budget, SEED))
        }
        Plan::AlphaBeta { heuristic, options } => {
            let judge = Judge::named(game, &heuristic)?;
            Box::new(AlphaBeta::new(game, AlphaBetaOptions { judge, ..options }, SEED))
        }
        Plan::Mcts { heuristic, options } => {
            let judge = Judge::named(game, &heuristic)?;
            Box::new(Mcts::new(game, MctsOptions { judge, ..options }, SEED))
        }
        Plan::Remote { command, budget } => Box::new(Remote::start(&command, budget)?),
    })
}
