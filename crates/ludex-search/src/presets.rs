//! The agents by name with their parameters, those of the studies among them.

use std::time::Duration;

use ludex_core::{Param, Spec, SpecError, Values};

use crate::Budget;
use crate::agents::flat::{Scoring, Spread};
use crate::agents::minimax::{MinimaxOptions, Ties};
use crate::alphabeta::AlphaBetaOptions;
use crate::levels;
use crate::mcts::{Criterion, MctsOptions, PlayoutKind, Rewards, Untried};
use crate::parts::judge::{Ends, Judge};
use crate::registry::{AgentEntry, Plan, entry};
use crate::strong::{self, About};
use crate::ugi::Remote;

/// Limits are off at 0.
fn limits(of: &[&str]) -> Vec<Param> {
    let most = i64::from(u32::MAX);
    let all = [
        Param::whole("iterations", 0..=most, 0, "playouts or tree iterations for a move; 0 sets no limit"),
        Param::whole("nodes", 0..=i64::MAX, 0, "positions looked at for a move; 0 sets no limit"),
        Param::whole("depth", 0..=200, 0, "moves looked ahead; 0 sets no limit"),
        Param::whole("time", 0..=86_400_000, 0, "milliseconds for a move; 0 sets no limit"),
    ];
    all.into_iter().filter(|param| of.contains(&param.name.as_ref())).collect()
}

fn heuristic(default: &'static str) -> Param {
    Param::word(
        "heuristic",
        default,
        "how positions are judged: auto, points, standing, general, or one of the game's heuristics",
    )
}

fn ends() -> Param {
    Param::choice(
        "ends",
        &["points", "result", "heuristic"],
        "how a finished game counts: by its lead in points (if it has any), as won, drawn or lost, or as judged",
    )
}

fn ends_of(values: &Values) -> Ends {
    match values.word("ends") {
        "result" => Ends::Result,
        "heuristic" => Ends::Heuristic,
        _ => Ends::Points,
    }
}

fn ties() -> Param {
    Param::choice("ties", &["first", "random"], "which of equally good moves is played")
}

/// The parameters of tree search with the defaults of one preset.
fn tree_params(options: &MctsOptions) -> Vec<Param> {
    let mut params = limits(&["iterations", "time"]);
    params.extend([
        Param::real("c", 0.0..=100.0, options.exploration, "weight of exploration, for rewards from 0 to 1"),
        choice(
            "untried",
            &["first", "parent"],
            "first",
            "whether a move never tried comes first or counts as much as those tried so far",
        ),
        choice("final", &["robust", "max", "max-robust", "secure"], "robust", "which root move is played"),
        choice(
            "playout",
            &["random", "greedy", "mast", "ngram", "reply"],
            match options.playouts {
                PlayoutKind::Random => "random",
                PlayoutKind::Greedy => "greedy",
                PlayoutKind::Mast => "mast",
                PlayoutKind::NGram => "ngram",
                PlayoutKind::LastGoodReply => "reply",
            },
            "how playouts choose their moves",
        ),
        Param::real("epsilon", 0.0..=1.0, options.epsilon, "share of random moves in guided playouts"),
        Param::real(
            "temperature",
            0.0..=100.0,
            options.temperature,
            "of mast and ngram playouts; 0 plays the best",
        ),
        Param::whole(
            "cut",
            0..=100_000,
            options.cut.into(),
            "playout moves before the position is judged; 0 plays to the end",
        ),
        Param::real(
            "weight",
            0.0..=1.0,
            options.playout_weight,
            "share of the playout in a leaf's value; the rest is the heuristic",
        ),
        heuristic("standing"),
        Param::whole(
            "grave",
            0..=1_000_000,
            options.grave.into(),
            "visits a position needs for GRAVE to use its statistics; 0 without GRAVE",
        ),
        Param::real("grave-bias", 0.0..=1.0, options.grave_bias, "how fast GRAVE's statistics lose weight"),
        Param::real(
            "bias",
            0.0..=100.0,
            options.progressive_bias,
            "weight of the heuristic that fades with visits",
        ),
        Param::real(
            "history",
            0.0..=100.0,
            options.progressive_history,
            "weight of the move's history that fades with visits",
        ),
        Param::real(
            "widening",
            0.0..=1000.0,
            options.widening,
            "a node with n visits looks at this times sqrt(n) moves; 0 looks at all",
        ),
        Param::real(
            "minimax",
            0.0..=1.0,
            options.implicit_minimax,
            "share of the backed-up heuristic in a node's value",
        ),
        Param::switch("solver", options.solver, "whether proven results are used"),
        Param::switch("keep", options.keep_tree, "whether the tree is kept for the next move"),
        Param::whole(
            "threads",
            1..=64,
            options.threads as i64,
            "threads in one tree; more than one is not reproducible",
        ),
        Param::whole("memory", 1_000..=1_000_000_000, options.memory as i64, "nodes the tree may have"),
    ]);
    params
}

/// The parameters of alpha-beta.
fn alphabeta_params() -> Vec<Param> {
    let plain = AlphaBetaOptions::default();
    let mut params = limits(&["depth", "nodes", "time"]);
    params.extend([
        heuristic("auto"),
        Param::switch("table", plain.table, "whether positions are remembered"),
        Param::whole("memory", 1..=65_536, plain.megabytes as i64, "megabytes of the table"),
        Param::switch("killers", plain.killers, "whether moves that refuted sister positions come early"),
        Param::switch("history", plain.history, "whether moves that refuted anything come early"),
        Param::switch("reductions", plain.reductions, "whether late moves are searched less deep at first"),
        Param::switch(
            "quiescence",
            plain.quiescence,
            "whether forced captures and unfinished turns are searched to their end",
        ),
        Param::whole(
            "chase",
            0..=100,
            plain.chase.into(),
            "moves beyond the depth for which forced captures and unfinished turns are followed",
        ),
        Param::whole(
            "sort",
            0..=100,
            plain.sort.into(),
            "depth from which moves are tried in the order of how positions after them are judged; 0 never",
        ),
        Param::switch("aspiration", plain.aspiration, "whether a narrow window is tried first"),
        Param::switch("strict", plain.strict, "whether the value must equal that of plain minimax"),
        Param::switch("exact", plain.exact_rows, "whether every move gets its exact value"),
        choice("ties", &["first", "random"], "random", "which of equally good moves is played"),
        Param::whole("threads", 1..=64, 1, "threads; more than one is not reproducible"),
    ]);
    params
}

fn alphabeta_options(values: &Values) -> AlphaBetaOptions {
    let strict = values.is_on("strict");
    AlphaBetaOptions {
        budget: budget(values, &["depth", "nodes", "time"], Budget::depth(6)),
        judge: Judge::Standing,
        table: values.is_on("table"),
        megabytes: values.whole("memory") as usize,
        killers: values.is_on("killers"),
        history: values.is_on("history"),
        reductions: values.is_on("reductions") && !strict,
        quiescence: values.is_on("quiescence") && !strict,
        chase: values.whole("chase") as u32,
        sort: values.whole("sort") as u32,
        aspiration: values.is_on("aspiration"),
        strict,
        exact_rows: values.is_on("exact"),
        random_ties: values.word("ties") == "random",
        threads: values.whole("threads") as usize,
        softness: 0.0,
    }
}

/// The parameters of search for more than two sides.
fn many_params() -> Vec<Param> {
    let mut params = limits(&["depth", "nodes", "time"]);
    params.push(heuristic("auto"));
    params
}

fn many_budget(values: &Values) -> Budget {
    budget(values, &["depth", "nodes", "time"], Budget::depth(4))
}

/// A choice whose default need not be its first word.
fn choice(name: &'static str, of: &[&'static str], default: &'static str, about: &'static str) -> Param {
    Param { default: default.into(), ..Param::choice(name, of, about) }
}

fn tree_options(values: &Values, otherwise: Budget) -> MctsOptions {
    MctsOptions {
        budget: budget(values, &["iterations", "time"], otherwise),
        exploration: values.real("c"),
        untried: match values.word("untried") {
            "parent" => Untried::Parent,
            _ => Untried::First,
        },
        rewards: Rewards::Mover,
        criterion: match values.word("final") {
            "max" => Criterion::Max,
            "max-robust" => Criterion::MaxRobust,
            "secure" => Criterion::Secure,
            _ => Criterion::Robust,
        },
        playouts: match values.word("playout") {
            "greedy" => PlayoutKind::Greedy,
            "mast" => PlayoutKind::Mast,
            "ngram" => PlayoutKind::NGram,
            "reply" => PlayoutKind::LastGoodReply,
            _ => PlayoutKind::Random,
        },
        epsilon: values.real("epsilon"),
        temperature: values.real("temperature"),
        cut: values.whole("cut") as u32,
        playout_weight: values.real("weight"),
        judge: Judge::Standing,
        grave: values.whole("grave") as u32,
        grave_bias: values.real("grave-bias"),
        progressive_bias: values.real("bias"),
        progressive_history: values.real("history"),
        widening: values.real("widening"),
        implicit_minimax: values.real("minimax"),
        solver: values.is_on("solver"),
        keep_tree: values.is_on("keep"),
        ignore_draw_rules: false,
        threads: values.whole("threads") as usize,
        memory: values.whole("memory") as usize,
        softness: 0.0,
    }
}

/// The limits that were given, or `otherwise` if none was.
fn budget(values: &Values, of: &[&str], otherwise: Budget) -> Budget {
    let given = |name: &str| {
        let value = if of.contains(&name) { values.whole(name) } else { 0 };
        (value > 0).then_some(value as u64)
    };
    let budget = Budget {
        iterations: given("iterations"),
        nodes: given("nodes"),
        depth: given("depth").map(|depth| depth as u32),
        time: given("time").map(Duration::from_millis),
    };
    if budget.is_endless() { otherwise } else { budget }
}

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

/// The parameters of Monte Carlo without a tree.
fn flat_params(work: Param) -> Vec<Param> {
    vec![
        work,
        Param::switch("diminished", false, "whether playouts end as draws where the second phase begins"),
        Param::real("draw", -1.0..=1.0, 0.0, "worth of a drawn playout, where a win is 1 and a loss -1"),
        Param::real(
            "fade",
            0.0..=1.0,
            1.0,
            "a result counts so much less for every move it is away; 1 not at all",
        ),
    ]
}

fn scoring_of(values: &Values) -> Scoring {
    Scoring { draw: values.real("draw"), fade: values.real("fade"), diminished: values.is_on("diminished") }
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
