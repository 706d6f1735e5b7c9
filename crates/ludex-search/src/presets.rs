//! The agents by name with their parameters, those of the studies among them.

use std::time::Duration;

use ludex_core::{Param, Spec, SpecError};

use crate::Budget;
use crate::agents::flat::{Scoring, Spread};
use crate::agents::minimax::{MinimaxOptions, Ties};
use crate::levels;
use crate::mcts::{MctsOptions, PlayoutKind, Rewards};
use crate::parameters::{
    alphabeta_options, alphabeta_params, budget, ends, ends_of, flat_params, heuristic, limits, many_budget,
    many_params, scoring_of, ties, tree_options, tree_params,
};
use crate::parts::judge::{Ends, Judge};
use crate::registry::{AgentEntry, Plan, entry};
use crate::strong::{self, About};
use crate::ugi::Remote;

fn uct() -> MctsOptions {
    MctsOptions::default()
}

fn mast() -> MctsOptions {
    MctsOptions { playouts: PlayoutKind::Mast, ..uct() }
}

fn grave() -> MctsOptions {
    MctsOptions { grave: 100, exploration: 0.0, ..uct() }
}

fn mcts() -> MctsOptions {
    MctsOptions { solver: true, keep_tree: true, exploration: 0.7, ..uct() }
}

/// A program that speaks UGI; listed only where it may be used.
fn external() -> AgentEntry {
    let mut parameters =
        vec![Param::word("command", "", "the program and its arguments, with spaces between")];
    parameters.extend(limits(&["nodes", "depth", "time"]));
    AgentEntry { name: "external", summary: "A program that speaks UGI, as `ludex engine` does.", parameters }
}

pub(crate) fn entries() -> Vec<AgentEntry> {
    let mut entries = own_entries();
    if Remote::is_permitted() {
        entries.push(external());
    }
    entries
}

fn own_entries() -> Vec<AgentEntry> {
    let entry = |name, summary, parameters| AgentEntry { name, summary, parameters };
    let playouts = |name, default, about| Param::whole(name, 1..=1_000_000_000, default, about);
    vec![
        entry("random", "Plays any legal move, all equally likely.", vec![]),
        entry("human", "A person, at the terminal or in the browser.", vec![]),
        entry(
            "greedy",
            "Plays the move that looks best right after it; an extra turn is looked at one move deep.",
            vec![heuristic("points"), ties(), ends()],
        ),
        entry(
            "weak-mc",
            "Tries moves drawn at random with one random game each and plays the first with the best result.",
            flat_params(playouts("cursors", 100, "how many moves are drawn")),
        ),
        entry(
            "basic-mc",
            "Plays random games after every move and takes the move with the most wins less losses.",
            flat_params(playouts("playouts", 20, "random games for every move")),
        ),
        entry(
            "diminished",
            "A Monte Carlo player whose playouts end as draws where the second phase begins, until it has begun.",
            vec![Param::word("agent", "basic-mc", "weak-mc or basic-mc with parameters")],
        ),
        entry(
            "after-phase-one",
            "Plays at random until the second phase begins, then as another agent.",
            vec![Param::word("agent", "basic-mc", "the agent of the second phase, with parameters")],
        ),
        entry(
            "minimax",
            "Looks at every line to a fixed depth, without tables, as the studies did.",
            vec![
                Param::whole("depth", 1..=200, 4, "moves looked ahead"),
                Param::switch("prune", false, "whether lines that cannot matter are cut"),
                heuristic("points"),
                ties(),
                ends(),
            ],
        ),
        entry(
            "alphabeta",
            "Alpha-beta that deepens step by step, with a table of positions and all other enhancements.",
            alphabeta_params(),
        ),
        entry(
            "paranoid",
            "Alpha-beta for more than two sides: all others are taken to play against it.",
            alphabeta_params(),
        ),
        entry(
            "maxn",
            "Search for more than two sides in which every player plays for itself.",
            many_params(),
        ),
        entry(
            "brs",
            "Best-reply search (BRS+): of the opponents in a round only one plays against it.",
            many_params(),
        ),
        entry(
            "strong",
            "The strongest agent for the game, chosen by measurement; one second unless told otherwise.",
            {
                let mut params = limits(&["nodes", "depth", "time"]);
                params.push(Param::whole("threads", 1..=64, 1, "threads; more than one is not reproducible"));
                params
            },
        ),
        entry(
            "level",
            "A level of difficulty, from 1 (nearly random) to 10 (strong), in even steps.",
            vec![Param::whole("n", 1..=levels::LEVELS as i64, 5, "the level")],
        ),
        entry(
            "mistaken",
            "Plays as another agent, but now and then any legal move.",
            vec![
                Param::word("agent", "strong", "the agent, with parameters"),
                Param::real("rate", 0.0..=1.0, 0.1, "how often it errs"),
            ],
        ),
        entry(
            "evolved",
            "Alpha-beta with the evolved six-term heuristic of mancala and its beam of nearly equal moves.",
            vec![
                Param::whole("depth", 1..=200, 2, "moves looked ahead; the study's HMM1 plays like 2"),
                heuristic("evolved"),
            ],
        ),
        entry(
            "tricolor-alphabeta",
            "Alpha-beta as the study of Tricolor ran it: one second, children sorted by the heuristic, no table.",
            {
                let mut params = limits(&["time", "depth", "nodes"]);
                params.push(heuristic("auto"));
                params
            },
        ),
        entry(
            "tricolor-uct",
            "UCT as the study of Tricolor ran it: the tree assumes that the opponent helps, playouts ignore draws.",
            limits(&["iterations", "time"]),
        ),
        entry("uct", "Monte Carlo tree search by upper confidence bounds.", tree_params(&uct())),
        entry("mast", "UCT whose playouts prefer moves that did well before (Gibbs).", tree_params(&mast())),
        entry(
            "grave",
            "Tree search guided by all moves as first, of a well-visited ancestor.",
            tree_params(&grave()),
        ),
        entry(
            "mcts",
            "Tree search with proofs, keeping its tree, and any other part switched on.",
            tree_params(&mcts()),
        ),
    ]
}

/// Reads an agent's name and parameters.
pub(crate) fn plan(spec: &Spec, about: &About) -> Result<Plan, SpecError> {
    let name = spec.name();
    let values = spec.resolve(&entry(name)?.parameters)?;
    let thousand = Budget::iterations(1000);
    let second = Budget::time(Duration::from_secs(1));
    Ok(match name {
        "human" => {
            return Err(SpecError::new("human is a person: play in the terminal or in the browser"));
        }
        "external" => Plan::Remote {
            command: values.word("command").to_string(),
            budget: budget(&values, &["nodes", "depth", "time"], second),
        },
        "greedy" => Plan::Greedy {
            heuristic: values.word("heuristic").to_string(),
            random_ties: values.word("ties") == "random",
            ends: ends_of(&values),
        },
        "weak-mc" => {
            Plan::Flat { spread: Spread::Weak(values.whole("cursors") as u64), scoring: scoring_of(&values) }
        }
        "basic-mc" => Plan::Flat {
            spread: Spread::Basic(values.whole("playouts") as u64),
            scoring: scoring_of(&values),
        },
        "diminished" => match plan(&Spec::parse(values.word("agent"))?, about)? {
            Plan::Flat { spread, scoring } => {
                Plan::Flat { spread, scoring: Scoring { diminished: true, ..scoring } }
            }
            _ => return Err(SpecError::new("diminished: agent must be weak-mc or basic-mc")),
        },
        "after-phase-one" => Plan::AfterPhaseOne(Box::new(plan(&Spec::parse(values.word("agent"))?, about)?)),
        "minimax" => Plan::Minimax {
            heuristic: values.word("heuristic").to_string(),
            options: MinimaxOptions {
                prune: values.is_on("prune"),
                ends: ends_of(&values),
                ties: if values.word("ties") == "random" { Ties::Random } else { Ties::First },
                budget: Budget::depth(values.whole("depth") as u32),
                ..plain()
            },
        },
        "alphabeta" | "paranoid" => Plan::AlphaBeta {
            heuristic: values.word("heuristic").to_string(),
            options: alphabeta_options(&values),
        },
        "strong" => {
            let budget = budget(&values, &["nodes", "depth", "time"], second);
            strong::strong(about, budget, values.whole("threads") as usize)?
        }
        "level" => levels::level(about, values.whole("n") as usize)?,
        "mistaken" => {
            let inner = plan(&Spec::parse(values.word("agent"))?, about)?;
            Plan::Mistaken(Box::new(inner), values.real("rate"))
        }
        "maxn" => {
            Plan::MaxN { heuristic: values.word("heuristic").to_string(), budget: many_budget(&values) }
        }
        "brs" => {
            Plan::BestReply { heuristic: values.word("heuristic").to_string(), budget: many_budget(&values) }
        }
        "evolved" => Plan::Minimax {
            heuristic: values.word("heuristic").to_string(),
            options: MinimaxOptions {
                ends: Ends::Heuristic,
                ties: Ties::Beam,
                budget: Budget::depth(values.whole("depth") as u32),
                ..plain()
            },
        },
        "tricolor-alphabeta" => {
            let budget = budget(&values, &["time", "depth", "nodes"], second);
            Plan::Minimax {
                heuristic: values.word("heuristic").to_string(),
                options: MinimaxOptions {
                    order: true,
                    ends: Ends::Result,
                    deepen: true,
                    ignore_draw_rules: true,
                    ties: Ties::Random,
                    budget,
                    ..plain()
                },
            }
        }
        "tricolor-uct" => Plan::Mcts {
            heuristic: "standing".to_string(),
            options: MctsOptions {
                budget: budget(&values, &["iterations", "time"], second),
                exploration: 1.41,
                rewards: Rewards::RootEverywhere,
                ignore_draw_rules: true,
                ..MctsOptions::default()
            },
        },
        "uct" | "mast" | "grave" | "mcts" => Plan::Mcts {
            heuristic: values.word("heuristic").to_string(),
            options: tree_options(&values, thousand),
        },
        _ => Plan::Random,
    })
}

/// Plain alpha-beta to a fixed depth.
fn plain() -> MinimaxOptions {
    MinimaxOptions {
        judge: Judge::Standing,
        prune: true,
        order: false,
        ends: Ends::Points,
        deepen: false,
        ignore_draw_rules: false,
        ties: Ties::First,
        budget: Budget::depth(4),
    }
}
