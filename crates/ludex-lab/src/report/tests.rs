//! Differences of strength and what may be said of them.

use ludex_stats::{Estimate, Pairs, Sprt, Verdict, holm};

use super::results::name;
use super::{Digest, Section, Summary, Table};
use crate::plan::{Cell, Expanded, StopRule, StopWhen};

/// Rating differences, pairs of games by their points, tests of an even score, and where stopping rules stand.
pub(super) fn tests(plan: &Expanded, digests: &[Digest], summaries: &[Summary]) -> Option<Section> {
    let met: Vec<(&Cell, Pairs)> = plan
        .cells
        .iter()
        .zip(digests)
        .filter(|(cell, digest)| cell.labels.len() == 2 && digest.games() > 0)
        .filter_map(|(cell, digest)| Some((cell, digest.pairs()?)))
        .collect();
    let stops = stops(plan, digests, summaries);
    if met.is_empty() && stops.is_none() {
        return None;
    }
    let mut section = Section::new("Differences");
    if !met.is_empty() {
        section.say(
            "Elo of the first-named agent above the other, with its 95 % interval; how many pairs of games with swapped \
             seats brought it 0, a half, 1, one and a half and 2 points; and how likely pairs at least as far from an \
             even score are if both are equally strong: p, and p by Holm's correction for all pairings of this table.",
        );
        let mut table = Table::new(&["game", "pairing", "Elo", "0", "½", "1", "1½", "2", "p", "p (Holm)"]);
        let single: Vec<f64> = met.iter().map(|(_, pairs)| pairs.p_value()).collect();
        for (((cell, pairs), p), corrected) in met.iter().zip(&single).zip(holm(&single)) {
            let mut row = vec![cell.game.clone(), name(cell), elo(pairs.elo(0.95))];
            row.extend(pairs.counts.map(|count| count.to_string()));
            row.extend([likely(*p), likely(corrected)]);
            table.rows.push(row);
        }
        section.table(table);
    }
    if let Some(table) = stops {
        section.say(
            "Stopping rules: where the sequential test (error rates 5 %) or the width of the interval stood when the \
             pairing ended. The intervals above take no account of the stopping, so they are a little too narrow there.",
        );
        section.table(table);
    }
    Some(section)
}

/// Where the stopping rules of a plan stand.
fn stops(plan: &Expanded, digests: &[Digest], summaries: &[Summary]) -> Option<Table> {
    let mut table = Table::new(&["game", "pairing", "rule", "games", "of at most", "stands at", "verdict"]);
    for ((cell, digest), summary) in plan.cells.iter().zip(digests).zip(summaries) {
        let Some(StopRule { rule, .. }) = cell.stop else { continue };
        let tally = summary.tallies.first().copied().unwrap_or_default();
        let alone = Pairs { counts: [tally.losses, 0, tally.draws, 0, tally.wins] };
        let pairs = digest.pairs().unwrap_or(alone);
        let (said, stands, verdict) = match rule {
            StopWhen::Sprt { elo0, elo1 } => {
                let state = Sprt::elo(elo0, elo1).state(&pairs);
                let verdict = match state.verdict {
                    Verdict::AcceptFirst => format!("{elo0} Elo or less"),
                    Verdict::AcceptSecond => format!("{elo1} Elo or more"),
                    Verdict::Continue => "not decided".to_string(),
                };
                let stands = format!("LLR {:.2} in {:.2} to {:.2}", state.llr, state.lower, state.upper);
                (format!("Elo {elo0} or {elo1}"), stands, verdict)
            }
            StopWhen::Precise(width) => {
                let half = (summary.score.high - summary.score.low) / 2.0;
                let verdict = if half <= width { "precise enough" } else { "not precise enough" };
                let said = format!("within ±{} %", 100.0 * width);
                (said, format!("±{:.1} %", 100.0 * half), verdict.to_string())
            }
        };
        table.rows.push(vec![
            cell.game.clone(),
            name(cell),
            said,
            digest.games().to_string(),
            cell.count.to_string(),
            stands,
            verdict,
        ]);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// A rating difference; a score of nothing or everything has no finite one.
fn elo(estimate: Estimate) -> String {
    let end = |value: f64| match value {
        value if value.is_finite() => format!("{value:.0}"),
        value if value > 0.0 => "∞".to_string(),
        _ => "−∞".to_string(),
    };
    format!("{} ({} to {})", end(estimate.value), end(estimate.low), end(estimate.high))
}

fn likely(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_string() } else { format!("{p:.4}") }
}
