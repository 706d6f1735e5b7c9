//! The tournament of five agents at four thinking times.

use ludex_stats::{Bootstrap, Estimate, Games, Sample, bootstrap, holm, normal_cdf};

use super::cells_of;
use crate::report::plot::{Series, curves};
use crate::report::{Section, Table};
use crate::study::{Claim, Found, Sampled, verdicts};

/// The share of the study's second that the plan gives an agent in its place: described games run about so many
/// times faster here than the study's program runs them (`docs/performance.md`). At full effort it is the second.
const SCALE: f64 = 62.5;

/// What an agent made at a thinking time, over all games and opponents.
struct Stand {
    agent: String,
    milliseconds: f64,
    games: Games,
}

pub(super) fn tournament(found: &Found<'_>) -> Section {
    let mut section = Section::new("Five agents at four thinking times (5.2, 5.3.1, figure 5.3)");
    section.say(
        "Splade and Spaniel are for three players; how the study let two agents play them is not said, so they are \
         left out.",
    );
    let cells = cells_of(found, "five agents");
    let stands = stands(found, &cells);
    if stands.is_empty() {
        section.say("Not played at this effort.");
        return section;
    }
    let times = times(&stands);
    // The study's numbers are those of a second.
    let second = times.iter().copied().find(|&time| time == 1000.0 || time * SCALE == 1000.0);
    let scaled = second.is_some_and(|time| time < 1000.0);
    if scaled {
        section.say(format!(
            "Thinking times are those of the study divided by {SCALE}, which is about the factor by which these games \
             are played faster here: {} ms stand for 0.25, 0.5, 1 and 2 s. At full effort they are the study's own.",
            times.iter().map(f64::to_string).collect::<Vec<_>>().join(", "),
        ));
    }
    if let Some(time) = second {
        let ours = Some(spread(found, &cells, time));
        let what = "standard deviation of the win ratios of the four agents that think, 1 s a move";
        verdicts(
            &mut section,
            &[Claim::new("5.3.1", what, 0.08, 0.0)
                .about(0.005)
                .ours(ours)
                .remark("how the study counts is not said")],
        );
    }
    section.table(statements(&stands, second));
    section.say("Games won, drawn and lost in per cent over all games and opponents, with 95 % intervals of the wins:");
    section.table(results(&stands));
    let mut agents: Vec<&str> = stands.iter().map(|stand| stand.agent.as_str()).collect();
    agents.dedup();
    let series: Vec<Series> = agents
        .iter()
        .map(|agent| Series {
            name: agent.to_string(),
            points: of(&stands, agent).map(|stand| (stand.milliseconds, wins(stand).estimate)).collect(),
        })
        .collect();
    if times.len() > 1 {
        section.plot(
            "Games won in per cent over the thinking time in milliseconds, with 95 % intervals.",
            curves("milliseconds a move", "wins %", &series, Some((0.0, 100.0))),
        );
    }
    section
}

/// All agents at all times, agent by agent.
fn stands(found: &Found<'_>, cells: &[usize]) -> Vec<Stand> {
    let mut stands: Vec<Stand> = Vec::new();
    for &cell in cells {
        let about = &found.plan.cells[cell];
        let milliseconds = thinking(found, cell);
        for (label, tally) in about.labels.iter().zip(&found.summaries[cell].tallies) {
            let agent = kind(label);
            let at = stands.iter().position(|s| s.agent == agent && s.milliseconds == milliseconds);
            let at = at.unwrap_or_else(|| {
                stands.push(Stand { agent: agent.to_string(), milliseconds, games: Games::default() });
                stands.len() - 1
            });
            let games = &mut stands[at].games;
            games.wins += tally.wins;
            games.draws += tally.draws;
            games.losses += tally.losses;
        }
    }
    let mut order: Vec<String> = Vec::new();
    for stand in &stands {
        if !order.contains(&stand.agent) {
            order.push(stand.agent.clone());
        }
    }
    let place = |agent: &str| order.iter().position(|name| name == agent);
    stands.sort_by(|a, b| {
        place(&a.agent).cmp(&place(&b.agent)).then(a.milliseconds.total_cmp(&b.milliseconds))
    });
    stands
}

fn thinking(found: &Found<'_>, cell: usize) -> f64 {
    let values = &found.plan.cells[cell].values;
    values.iter().find(|(name, _)| name == "ms").and_then(|(_, ms)| ms.parse().ok()).unwrap_or(f64::NAN)
}

/// The agent without its settings.
fn kind(label: &str) -> &str {
    label.split('(').next().unwrap_or_default()
}

fn times(stands: &[Stand]) -> Vec<f64> {
    let mut times: Vec<f64> = stands.iter().map(|stand| stand.milliseconds).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

fn of<'a>(stands: &'a [Stand], agent: &'a str) -> impl Iterator<Item = &'a Stand> {
    stands.iter().filter(move |stand| stand.agent == agent)
}

fn wins(stand: &Stand) -> Sampled {
    Sampled::share(stand.games.wins, stand.games.count())
}

/// The standard deviation of the win ratios of the agents that think, with a bootstrap over rounds of two games.
fn spread(found: &Found<'_>, cells: &[usize], time: f64) -> Sampled {
    let mut rounds: Vec<[(String, u32, u32); 2]> = Vec::new();
    for &cell in cells.iter().filter(|&&cell| thinking(found, cell) == time) {
        for round in found.rows[cell].chunk_by(|a, b| a.game / 2 == b.game / 2) {
            rounds.push([0, 1].map(|agent| {
                let won = round.iter().filter(|row| row.score_of(agent).is_some_and(|score| score == 1.0));
                let name = kind(&found.plan.cells[cell].labels[agent as usize]).to_string();
                (name, won.count() as u32, round.len() as u32)
            }));
        }
    }
    let deviation = |rounds: &[&[(String, u32, u32); 2]]| {
        let mut sums: Vec<(&str, u32, u32)> = Vec::new();
        for (name, won, games) in
            rounds.iter().flat_map(|round| round.iter()).filter(|part| part.0 != "random")
        {
            match sums.iter_mut().find(|sum| sum.0 == name) {
                Some(sum) => (sum.1, sum.2) = (sum.1 + won, sum.2 + games),
                None => sums.push((name, *won, *games)),
            }
        }
        let ratios: Sample = sums.iter().map(|(_, won, games)| f64::from(*won) / f64::from(*games)).collect();
        ratios.deviation()
    };
    let estimate = bootstrap(&rounds, deviation, Bootstrap::default());
    let games = rounds.iter().map(|[(_, _, games), _]| u64::from(*games)).sum();
    Sampled { estimate, error: (estimate.high - estimate.low) / 3.92, games }
}

/// What the text says, with ours beside it.
fn statements(stands: &[Stand], second: Option<f64>) -> Table {
    let mut table = Table::new(&["where", "what the text says", "ours", "verdict"]);
    if let Some(time) = second {
        let at = |agent: &str| of(stands, agent).find(|stand| stand.milliseconds == time).map(wins);
        let written = |agent: &str| {
            at(agent).map_or_else(String::new, |wins| {
                let Estimate { value, low, high } = wins.estimate;
                format!("{agent} {value:.1} ({low:.1} to {high:.1})")
            })
        };
        let value = |agent: &str| at(agent).map_or(f64::NAN, |wins| wins.estimate.value);
        let best = value("uct").min(value("mast")) >= value("grave").max(value("alphabeta"));
        table.rows.push(vec![
            "figure 5.3".into(),
            "with 1 s a move UCT and MAST win more than GRAVE and alpha-beta".into(),
            ["uct", "mast", "grave", "alphabeta"].map(written).join("; "),
            if best { "agrees" } else { "differs: at this thinking time and number of games" }.into(),
        ]);
    }
    let mut agents: Vec<&str> = stands.iter().map(|stand| stand.agent.as_str()).collect();
    agents.dedup();
    if times(stands).len() > 1 {
        let p_values: Vec<f64> = agents.iter().map(|agent| trend(of(stands, agent))).collect();
        let adjusted = holm(&p_values);
        let ours: Vec<String> =
            agents.iter().zip(&adjusted).map(|(agent, p)| format!("{agent} p = {p:.3}")).collect();
        let changes = adjusted.iter().any(|&p| p < 0.05);
        table.rows.push(vec![
            "5.3.2".into(),
            "no significant correlation between thinking time and win ratio".into(),
            format!("trend over the logarithm of the time, after Holm: {}", ours.join(", ")),
            if changes { "differs: at these thinking times" } else { "agrees" }.into(),
        ]);
    }
    table
}

/// The p-value of a trend of the share of wins over the logarithm of the time (Cochran and Armitage).
fn trend<'a>(stands: impl Iterator<Item = &'a Stand>) -> f64 {
    let points: Vec<(f64, f64, f64)> = stands
        .map(|stand| (stand.milliseconds.ln(), stand.games.wins as f64, stand.games.count() as f64))
        .collect();
    let games: f64 = points.iter().map(|(_, _, games)| games).sum();
    let rate = points.iter().map(|(_, won, _)| won).sum::<f64>() / games.max(1.0);
    let middle = points.iter().map(|(x, _, games)| x * games).sum::<f64>() / games.max(1.0);
    let slope: f64 = points.iter().map(|(x, won, games)| (x - middle) * (won - rate * games)).sum();
    let variance =
        rate * (1.0 - rate) * points.iter().map(|(x, _, games)| games * (x - middle).powi(2)).sum::<f64>();
    if variance > 0.0 { 2.0 * normal_cdf(-slope.abs() / variance.sqrt()) } else { 1.0 }
}

fn results(stands: &[Stand]) -> Table {
    let mut table = Table::new(&["agent", "ms a move", "games", "won %", "drawn %", "lost %"]);
    for stand in stands {
        let Estimate { value, low, high } = wins(stand).estimate;
        let share = |count: u64| format!("{:.1}", 100.0 * count as f64 / stand.games.count().max(1) as f64);
        table.rows.push(vec![
            stand.agent.clone(),
            stand.milliseconds.to_string(),
            stand.games.count().to_string(),
            format!("{value:.1} ({low:.1} to {high:.1})"),
            share(stand.games.draws),
            share(stand.games.losses),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stands(won: [u64; 3]) -> Vec<Stand> {
        let at = |(milliseconds, wins): (f64, u64)| Stand {
            agent: "uct".to_string(),
            milliseconds,
            games: Games { wins, draws: 0, losses: 100 - wins },
        };
        [4.0, 8.0, 16.0].into_iter().zip(won).map(at).collect()
    }

    #[test]
    fn a_trend_is_seen_and_an_even_row_shows_none() {
        assert!(trend(stands([20, 50, 80]).iter()) < 1e-9);
        assert!(trend(stands([50, 50, 50]).iter()) > 0.99);
        assert!(trend(stands([45, 60, 45]).iter()) > 0.9, "no trend, only a bump");
        // By hand: 14 / √50 = 1.98 standard errors.
        let p = trend(stands([43, 50, 57]).iter());
        assert!((p - 0.0477).abs() < 0.001, "{p}");
    }
}
