//! The parameters of agents: what can be written in their names, and what it means as options.

use std::time::Duration;

use ludex_core::{Param, Values};

use crate::Budget;
use crate::agents::flat::Scoring;
use crate::alphabeta::AlphaBetaOptions;
use crate::mcts::{Criterion, MctsOptions, PlayoutKind, Rewards, Untried};
use crate::parts::judge::{Ends, Judge};

/// Limits are off at 0.
pub(crate) fn limits(of: &[&str]) -> Vec<Param> {
    let most = i64::from(u32::MAX);
    let all = [
        Param::whole("iterations", 0..=most, 0, "playouts or tree iterations for a move; 0 sets no limit"),
        Param::whole("nodes", 0..=i64::MAX, 0, "positions looked at for a move; 0 sets no limit"),
        Param::whole("depth", 0..=200, 0, "moves looked ahead; 0 sets no limit"),
        Param::whole("time", 0..=86_400_000, 0, "milliseconds for a move; 0 sets no limit"),
    ];
    all.into_iter().filter(|param| of.contains(&param.name.as_ref())).collect()
}

pub(crate) fn heuristic(default: &'static str) -> Param {
    Param::word(
        "heuristic",
        default,
        "how positions are judged: auto, points, standing, general, or one of the game's heuristics",
    )
}

pub(crate) fn ends() -> Param {
    Param::choice(
        "ends",
        &["points", "result", "heuristic"],
        "how a finished game counts: by its lead in points (if it has any), as won, drawn or lost, or as judged",
    )
}

pub(crate) fn ends_of(values: &Values) -> Ends {
    match values.word("ends") {
        "result" => Ends::Result,
        "heuristic" => Ends::Heuristic,
        _ => Ends::Points,
    }
}

pub(crate) fn ties() -> Param {
    Param::choice("ties", &["first", "random"], "which of equally good moves is played")
}

/// The parameters of tree search with the defaults of one preset.
pub(crate) fn tree_params(options: &MctsOptions) -> Vec<Param> {
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
pub(crate) fn alphabeta_params() -> Vec<Param> {
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

pub(crate) fn alphabeta_options(values: &Values) -> AlphaBetaOptions {
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
pub(crate) fn many_params() -> Vec<Param> {
    let mut params = limits(&["depth", "nodes", "time"]);
    params.push(heuristic("auto"));
    params
}

pub(crate) fn many_budget(values: &Values) -> Budget {
    budget(values, &["depth", "nodes", "time"], Budget::depth(4))
}

/// A choice whose default need not be its first word.
fn choice(name: &'static str, of: &[&'static str], default: &'static str, about: &'static str) -> Param {
    Param { default: default.into(), ..Param::choice(name, of, about) }
}

pub(crate) fn tree_options(values: &Values, otherwise: Budget) -> MctsOptions {
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
pub(crate) fn budget(values: &Values, of: &[&str], otherwise: Budget) -> Budget {
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

/// The parameters of Monte Carlo without a tree.
pub(crate) fn flat_params(work: Param) -> Vec<Param> {
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

pub(crate) fn scoring_of(values: &Values) -> Scoring {
    Scoring { draw: values.real("draw"), fade: values.real("fade"), diminished: values.is_on("diminished") }
}
