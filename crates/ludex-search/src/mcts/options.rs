//! What can be chosen in Monte Carlo tree search.

use crate::Budget;
use crate::parts::judge::Judge;

/// Which root move is played in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// The move with the best mean.
    Max,
    /// The most visited move.
    Robust,
    /// The move that is both; the search goes on (at most as long again) until there is one.
    MaxRobust,
    /// The move with the best lower confidence bound.
    Secure,
}

/// How playouts choose their moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayoutKind {
    /// Uniformly.
    Random,
    /// The move that looks best right after it.
    Greedy,
    /// By the mean result of the move over all playouts (MAST).
    Mast,
    /// By the mean results of the move and of the pairs it ends (N-gram selection).
    NGram,
    /// The reply that last won against the previous move, if it is legal; else uniformly.
    LastGoodReply,
}

/// Whose result counts at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rewards {
    /// That of the player who chose the move into the node.
    Mover,
    /// That of the root player everywhere, as if the opponent helped: the quirk of the study of Tricolor.
    RootEverywhere,
}

/// What a move that was never tried is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Untried {
    /// More than any other: all moves are tried once, in random order.
    First,
    /// As much as the moves tried so far, with the exploration of a single visit, so that a good move is followed before
    /// all others were tried.
    Parent,
}

/// Everything that can be chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsOptions {
    /// How much it may do.
    pub budget: Budget,
    /// The weight of exploration: c in mean + c sqrt(ln(parent visits) / visits), rewards between 0 and 1.
    pub exploration: f64,
    /// What a move that was never tried is worth.
    pub untried: Untried,
    /// Whose result counts.
    pub rewards: Rewards,
    /// How the final move is chosen.
    pub criterion: Criterion,
    /// How playouts choose.
    pub playouts: PlayoutKind,
    /// In guided playouts, the probability of a uniformly random move.
    pub epsilon: f64,
    /// In MAST and n-gram playouts, the temperature of the Gibbs distribution; 0 plays the best known move.
    pub temperature: f64,
    /// How many playout moves are made before the position is judged; 0 plays to the end.
    pub cut: u32,
    /// The share of the playout in a leaf's value; the rest is the evaluation.
    pub playout_weight: f64,
    /// How positions are judged where they are.
    pub judge: Judge,
    /// With GRAVE, how many visits a position needs for its statistics to be used; 0 without GRAVE.
    pub grave: u32,
    /// How fast the all-moves-as-first statistics lose weight.
    pub grave_bias: f64,
    /// The weight of the evaluation that fades with visits (progressive bias); 0 without.
    pub progressive_bias: f64,
    /// The weight of the move's history that fades with visits (progressive history); 0 without.
    pub progressive_history: f64,
    /// Progressive widening: a node with n visits looks at its best k n^0.5 moves; 0 looks at all.
    pub widening: f64,
    /// The share of the backed-up evaluation in a node's value (implicit minimax); 0 without.
    pub implicit_minimax: f64,
    /// Whether proven results are used (MCTS-Solver).
    pub solver: bool,
    /// Whether the tree is kept for the next move.
    pub keep_tree: bool,
    /// Whether playouts ignore rules against endless play.
    pub ignore_draw_rules: bool,
    /// How many threads search one tree. More than one is not reproducible.
    pub threads: usize,
    /// How many nodes the tree may have.
    pub memory: usize,
    /// With what probability each visit of the final choice counts: 0 plays the criterion's move, larger
    /// values draw the move with probability proportional to visits^(1/softness).
    pub softness: f64,
}

impl Default for MctsOptions {
    fn default() -> MctsOptions {
        MctsOptions {
            budget: Budget::iterations(1000),
            exploration: std::f64::consts::SQRT_2,
            untried: Untried::First,
            rewards: Rewards::Mover,
            criterion: Criterion::Robust,
            playouts: PlayoutKind::Random,
            epsilon: 0.0,
            temperature: 1.0,
            cut: 0,
            playout_weight: 1.0,
            judge: Judge::Standing,
            grave: 0,
            grave_bias: 1e-3,
            progressive_bias: 0.0,
            progressive_history: 0.0,
            widening: 0.0,
            implicit_minimax: 0.0,
            solver: false,
            keep_tree: false,
            ignore_draw_rules: false,
            threads: 1,
            memory: 1 << 20,
            softness: 0.0,
        }
    }
}

impl MctsOptions {
    /// Whether the moves of playouts must be remembered.
    pub fn records_moves(&self) -> bool {
        self.grave > 0
            || self.progressive_history > 0.0
            || matches!(self.playouts, PlayoutKind::Mast | PlayoutKind::NGram | PlayoutKind::LastGoodReply)
    }

    /// Whether playouts are random and nobody asks for their moves.
    pub fn plays_at_random(&self) -> bool {
        self.playouts == PlayoutKind::Random && !self.records_moves()
    }

    /// Whether nothing but the result of a playout is wanted.
    pub fn looks_at_results_only(&self) -> bool {
        self.cut == 0 && self.plays_at_random()
    }

    /// Whether every new node is judged.
    pub fn judges_nodes(&self) -> bool {
        self.implicit_minimax > 0.0 || self.playout_weight < 1.0
    }
}
