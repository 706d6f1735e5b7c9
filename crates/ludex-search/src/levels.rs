//! Levels of difficulty: the strongest agent, made to err and to think less.

use std::time::Duration;

use ludex_core::SpecError;

use crate::Budget;
use crate::registry::Plan;
use crate::strong::{About, strong};

/// The number of levels.
pub(crate) const LEVELS: usize = 10;

/// How often a level plays any legal move, and how many positions (of alpha-beta) or iterations (of tree search) it
/// may look at otherwise.
type Steps = [(f64, u64); LEVELS];

/// From one level to the next a player is meant to make 60 to 75 % of the points: `docs/strength.md` says how the tables
/// were made and what was measured. Games differ in how much a mistake costs and in what thinking gains, so the
/// families have tables of their own.
const KALAH: Steps = [
    (0.90, 40),
    (0.66, 45),
    (0.50, 60),
    (0.34, 110),
    (0.22, 200),
    (0.14, 480),
    (0.07, 1_300),
    (0.03, 3_500),
    (0.0, 9_000),
    (0.0, 900_000),
];

/// Awari and the other sowing games without extra turns.
const SOWING: Steps = [
    (0.68, 40),
    (0.54, 52),
    (0.45, 76),
    (0.33, 120),
    (0.23, 210),
    (0.14, 460),
    (0.067, 1_400),
    (0.028, 3_700),
    (0.0, 11_000),
    (0.0, 90_000),
];

const TRICOLOR: Steps = [
    (0.70, 40),
    (0.50, 60),
    (0.38, 87),
    (0.28, 140),
    (0.217, 206),
    (0.123, 570),
    (0.042, 2_500),
    (0.015, 5_600),
    (0.0, 12_000),
    (0.0, 30_000),
];

const SIX: Steps = [
    (0.66, 44),
    (0.48, 70),
    (0.30, 145),
    (0.19, 305),
    (0.12, 650),
    (0.074, 1_400),
    (0.036, 3_000),
    (0.013, 6_000),
    (0.0, 11_000),
    (0.0, 25_000),
];

const TESSERA: Steps = [
    (0.80, 40),
    (0.62, 40),
    (0.40, 90),
    (0.22, 220),
    (0.15, 400),
    (0.076, 1_100),
    (0.035, 3_000),
    (0.012, 6_100),
    (0.0, 18_000),
    (0.0, 90_000),
];

/// So small a game is soon played without error, so the levels differ in their mistakes alone.
const TRIA: Steps = [
    (1.0, 40),
    (0.944, 40),
    (0.887, 40),
    (0.83, 40),
    (0.74, 40),
    (0.623, 60),
    (0.39, 240),
    (0.258, 960),
    (0.138, 3_200),
    (0.0, 9_000),
];

const OTHERS: Steps = [
    (0.80, 40),
    (0.62, 40),
    (0.45, 80),
    (0.30, 150),
    (0.18, 300),
    (0.10, 700),
    (0.04, 1_700),
    (0.0, 4_000),
    (0.0, 10_000),
    (0.0, 25_000),
];

const BY_PLAYOUTS: Steps = [
    (0.75, 20),
    (0.485, 32),
    (0.358, 49),
    (0.253, 77),
    (0.186, 112),
    (0.119, 185),
    (0.059, 350),
    (0.0, 1_200),
    (0.0, 3_000),
    (0.0, 7_500),
];

fn steps(about: &About, by_playouts: bool) -> &'static Steps {
    match about.name.as_str() {
        _ if by_playouts => &BY_PLAYOUTS,
        "kalah" => &KALAH,
        "tricolor" => &TRICOLOR,
        "six" => &SIX,
        "tessera" => &TESSERA,
        "tria" => &TRIA,
        _ if about.heuristics.iter().any(|known| known == "evolved") => &SOWING,
        _ => &OTHERS,
    }
}

/// A level of difficulty, from 1 to [`LEVELS`].
pub(crate) fn level(about: &About, number: usize) -> Result<Plan, SpecError> {
    let by_playouts = matches!(strong(about, Budget::ENDLESS, 1)?, Plan::Mcts { .. });
    let (rate, nodes) = steps(about, by_playouts)[number.clamp(1, LEVELS) - 1];
    // A limit of time keeps a move within what a person waits for on a slow machine.
    let budget = Budget { nodes: Some(nodes), time: Some(Duration::from_secs(20)), ..Budget::ENDLESS };
    let plan = strong(about, budget, 1)?;
    Ok(if rate > 0.0 { Plan::Mistaken(Box::new(plan), rate) } else { plan })
}
