//! Published studies repeated: their plans ship with Ludex, and every published number stands beside ours.
//!
//! The five studies are listed in [`STUDIES`]. A study's plan is run like any other; what comes out is compared
//! number by number and put on a page, with a verdict on each.

mod claim;
mod mancala;
mod shibumi;
mod six;
pub mod tricolor;

use std::collections::BTreeMap;

pub use claim::{Claim, Sampled, verdicts};

use ludex_stats::{Estimate, Sample};

use crate::game::Row;
use crate::plan::{Expanded, Opener, Plan};
use crate::report::{Digest, Page, Section, Summary, digests, page_of};
use crate::run::About;

/// A published study.
#[derive(Clone, Copy)]
pub struct Study {
    /// The word by which it is called.
    pub name: &'static str,
    /// The plan that repeats its games; empty if it has none.
    pub plan: &'static str,
    compare: fn(&Found<'_>) -> Vec<Section>,
}

/// The studies that are repeated by playing games.
pub const STUDIES: [Study; 4] = [
    Study {
        name: "tricolor",
        plan: include_str!("../../../../experiments/tricolor.toml"),
        compare: tricolor::compare,
    },
    Study { name: "six", plan: include_str!("../../../../experiments/six.toml"), compare: six::compare },
    Study {
        name: "mancala",
        plan: include_str!("../../../../experiments/mancala.toml"),
        compare: mancala::compare,
    },
    Study {
        name: "shibumi",
        plan: include_str!("../../../../experiments/shibumi.toml"),
        compare: shibumi::compare,
    },
];

/// What was found in the games of a study.
pub struct Found<'a> {
    /// The plan.
    pub plan: &'a Expanded,
    /// The games, by cell.
    pub rows: &'a [Vec<Row>],
    /// What they amount to, by cell.
    pub summaries: &'a [Summary],
    /// Metrics of games of which they were taken.
    pub measures: &'a [Measures],
}

/// Metrics of the games of two players, by the names that `ludex measure` gives them.
#[derive(Clone, PartialEq, Debug)]
pub struct Measures {
    /// Who had the first seat, in the words of the study.
    pub white: String,
    /// Who had the second.
    pub black: String,
    /// The metrics, a number for each game.
    pub samples: Vec<(String, Sample)>,
    /// Turns with a choice in per cent of all turns of all games.
    pub decision_moves: Option<Estimate>,
}

impl Found<'_> {
    /// The first cell with games for which a condition holds, with its number.
    fn cell(&self, holds: impl Fn(&crate::plan::Cell) -> bool) -> Option<usize> {
        (0..self.plan.cells.len())
            .find(|&cell| holds(&self.plan.cells[cell]) && self.summaries[cell].games > 0)
    }

    /// The cell of a contest with this value of a parameter.
    fn at(&self, contest: &str, parameter: &str, value: &str) -> Option<usize> {
        self.cell(|cell| {
            cell.contest == contest && cell.values.iter().any(|(name, v)| name == parameter && v == value)
        })
    }
}

/// Takes games out of a plan that the catalogue does not have, and contests in which none is left; says which.
pub fn keep_known(plan: &mut Plan, open: Opener<'_>) -> Vec<String> {
    let mut missing: BTreeMap<String, String> = BTreeMap::new();
    for contest in &mut plan.contests {
        let varied = !contest.vary.is_empty();
        contest.games.retain(|game| {
            if varied && game.text.contains('{') {
                return true;
            }
            match open(&game.text) {
                Ok(_) => true,
                Err(error) => {
                    missing.insert(game.text.clone(), error.to_string());
                    false
                }
            }
        });
    }
    plan.contests.retain(|contest| !contest.games.is_empty());
    missing.into_iter().map(|(game, why)| format!("{game} is left out: {why}.")).collect()
}

/// The page of a study: verdicts first, then everything that was found.
pub fn page(
    study: &Study,
    plan: &Expanded,
    rows: &[Vec<Row>],
    abouts: &[About],
    skipped: &[String],
    measures: &[Measures],
    command: String,
) -> Page {
    let digests = digests(plan, rows);
    let summaries: Vec<Summary> = digests.iter().map(Digest::summary).collect();
    let found = Found { plan, rows, summaries: &summaries, measures };
    let mut page = page_of(plan, &digests, abouts, command);
    page.lead.push(format!("Effort: {}.", plan.plan.effort.word()));
    let mut sections = (study.compare)(&found);
    let mut left: Vec<String> = skipped.to_vec();
    left.extend(plan.plan.left_out.iter().map(|name| format!("'{name}' is not played at this effort.")));
    if !left.is_empty() {
        let mut section = Section::new("Left out");
        left.into_iter().for_each(|sentence| section.say(sentence));
        sections.push(section);
    }
    page.sections.splice(0..0, sections);
    page
}
