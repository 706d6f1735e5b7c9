//! The study of five mancala games (Rovaris 2017).

use ludex_stats::{Games, normal_cdf};

use super::{Claim, Found, Sampled, verdicts};
use crate::report::plot::{Branch, forest};
use crate::report::{Section, Summary, Table, short};

const HEAD_TO_HEAD: &str = include_str!("../../../../experiments/published/mancala-head-to-head.csv");
const SELF_PLAY: &str = include_str!("../../../../experiments/published/mancala-self-play.csv");
const TIMES: &str = include_str!("../../../../experiments/published/mancala-times.csv");
const LONG: &str = include_str!("../../../../experiments/published/mancala-ohvalhu-mcts-long.csv");

pub(super) fn compare(found: &Found<'_>) -> Vec<Section> {
    vec![self_play(found), head_to_head(found), statements(found), pruning(found)]
}

fn lines(csv: &str) -> impl Iterator<Item = Vec<&str>> {
    csv.lines().skip(1).filter(|line| !line.trim().is_empty()).map(|line| line.split(',').collect())
}

fn number(text: &str) -> f64 {
    text.trim().parse().unwrap_or(f64::NAN)
}

/// The catalogue's name of a game of the study.
fn game(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

/// Our name of a player of the study: BMM and ABMM choose the same moves.
fn player(name: &str) -> String {
    match name.strip_prefix("MCTS") {
        Some(iterations) => format!("uct(iterations={iterations})"),
        None => name.replace("ABMM", "MM").replace("BMM", "MM"),
    }
}

/// The games of two players in a game, as the first sees them: as South and as North.
fn meeting(found: &Found<'_>, of: &str, a: &str, b: &str) -> Option<(Games, Games)> {
    let (of, a, b) = (game(of), player(a), player(b));
    let seats = |cell: usize| -> Option<(Games, Games)> {
        let summary: &Summary = &found.summaries[cell];
        Some((*summary.by_seat.first()?, *summary.by_seat.get(1)?))
    };
    if a == b {
        return seats(
            found.cell(|cell| cell.game == of && cell.labels == [a.clone()] && cell.labels.len() == 1)?,
        );
    }
    let usual = |cell: &crate::plan::Cell| !cell.contest.starts_with("time saved");
    if let Some(cell) =
        found.cell(|cell| cell.game == of && usual(cell) && cell.labels == [a.clone(), b.clone()])
    {
        return seats(cell);
    }
    let cell = found.cell(|cell| cell.game == of && usual(cell) && cell.labels == [b.clone(), a.clone()])?;
    let (first, second) = seats(cell)?;
    let turned = |games: Games| Games { wins: games.losses, draws: games.draws, losses: games.wins };
    Some((turned(second), turned(first)))
}

fn self_play(found: &Found<'_>) -> Section {
    let mut section = Section::new("Everyone against itself (tables 5.1 to 5.66)");
    let mut claims = Vec::new();
    for line in lines(SELF_PLAY) {
        let [table, name, who, south, north, ties, games] = line[..] else { continue };
        // Two decimals need ten thousand games; the text says a thousand.
        let games = if who == "random" && name != "Awari" { 10_000 } else { number(games) as u64 };
        let ours = meeting(found, name, who, who).map(|(first, _)| first);
        let share = |hits: &dyn Fn(&Games) -> u64| ours.map(|o| Sampled::share(hits(&o), o.count()));
        let claim = |side: &str, published: &str, ours| {
            let what = format!("{name}, {who} against itself: {side} %");
            Claim::share(format!("table {table}"), what, number(published), games).ours(ours)
        };
        claims.push(claim("South wins", south, share(&|games| games.wins)));
        claims.push(claim("North wins", north, share(&|games| games.losses)));
        claims.push(claim("ties", ties, share(&|games| games.draws)));
    }
    verdicts(&mut section, &claims);
    section
}

/// Chi-squared of two rows of counts, with its degrees of freedom.
fn chi_squared(a: [f64; 3], b: [f64; 3]) -> (f64, f64) {
    let (sum_a, sum_b) = (a.iter().sum::<f64>(), b.iter().sum::<f64>());
    let mut chi = 0.0;
    let mut cells: f64 = 0.0;
    for (x, y) in a.into_iter().zip(b) {
        if x + y > 0.0 {
            cells += 1.0;
            let expected_a = (x + y) * sum_a / (sum_a + sum_b);
            let expected_b = (x + y) * sum_b / (sum_a + sum_b);
            chi += (x - expected_a).powi(2) / expected_a + (y - expected_b).powi(2) / expected_b;
        }
    }
    (chi, (cells - 1.0).max(0.0))
}

/// The probability of a larger chi-squared, by Wilson and Hilferty's approximation.
fn beyond(chi: f64, degrees: f64) -> f64 {
    if degrees < 1.0 {
        return 1.0;
    }
    let spread = 2.0 / (9.0 * degrees);
    normal_cdf(-((chi / degrees).powf(1.0 / 3.0) - (1.0 - spread)) / spread.sqrt())
}

fn head_to_head(found: &Found<'_>) -> Section {
    let mut section = Section::new("Players against each other (tables 5.2 to 5.75)");
    section.say(
        "In each cell the published per cent of wins and ours. BMM and ABMM choose the same moves and are played by \
         one agent; the study played 100 games with each side. The verdict is on the wins, ties and losses of a row \
         together (chi-squared), significant at 5 % after Holm's correction for all rows.",
    );
    let mut rows = Vec::new();
    let mut p_values = Vec::new();
    let mut branches = Vec::new();
    let mut missing = 0;
    for line in lines(HEAD_TO_HEAD) {
        let [table, name, a, b, a_wins, a_south, a_north, b_wins, b_south, b_north, ..] = line[..] else {
            continue;
        };
        let Some((south, north)) = meeting(found, name, a, b) else {
            missing += 1;
            rows.push((
                vec![
                    table,
                    name,
                    &format!("{a} – {b}"),
                    a_south,
                    a_north,
                    a_wins,
                    b_south,
                    b_north,
                    b_wins,
                    "",
                ]
                .into_iter()
                .map(str::to_string)
                .collect::<Vec<String>>(),
                None,
            ));
            continue;
        };
        let percent = |count: u64, games: Games| 100.0 * count as f64 / games.count().max(1) as f64;
        let published = |wins: &str, losses: &str| {
            let (wins, losses) = (number(wins), number(losses));
            [wins, (100.0 - wins - losses).max(0.0), losses]
        };
        let counts = |games: Games| [games.wins as f64, games.draws as f64, games.losses as f64];
        let (chi_south, df_south) = chi_squared(published(a_south, b_north), counts(south));
        let (chi_north, df_north) = chi_squared(published(a_north, b_south), counts(north));
        let p = beyond(chi_south + chi_north, df_south + df_north);
        let both = |published: &str, ours: f64| format!("{published} / {ours:.1}");
        let all = |wins: f64| both(if wins.is_nan() { "" } else { a_wins }, wins);
        let a_ours = (percent(south.wins, south) + percent(north.wins, north)) / 2.0;
        let b_ours = (percent(south.losses, south) + percent(north.losses, north)) / 2.0;
        rows.push((
            vec![
                table.to_string(),
                name.to_string(),
                format!("{a} – {b}"),
                both(a_south, percent(south.wins, south)),
                both(a_north, percent(north.wins, north)),
                all(a_ours),
                both(b_south, percent(north.losses, north)),
                both(b_north, percent(south.losses, south)),
                both(b_wins, b_ours),
                (south.count() + north.count()).to_string(),
            ],
            Some(p),
        ));
        p_values.push(p);
        let games = Games {
            wins: south.wins + north.wins,
            draws: south.draws + north.draws,
            losses: south.losses + north.losses,
        };
        branches.push(Branch {
            label: format!("{table} {name}: {a} – {b}"),
            estimate: Sampled::share(games.wins, games.count()).estimate,
            published: Some(number(a_wins)),
        });
    }
    let adjusted = ludex_stats::holm(&p_values);
    let mut next = adjusted.iter();
    let heads = [
        "table", "game", "A – B", "A South", "A North", "A wins", "B South", "B North", "B wins", "games",
        "p", "verdict",
    ];
    let mut table = Table::new(&heads);
    let mut differ = 0;
    for (mut row, p) in rows {
        row.push(p.map_or_else(String::new, |p| format!("{p:.3}")));
        row.push(match p {
            None => "not comparable: not played at this effort".to_string(),
            Some(_) if next.next().is_some_and(|&p| p < 0.05) => {
                differ += 1;
                "differs".to_string()
            }
            Some(_) => "agrees".to_string(),
        });
        table.rows.push(row);
    }
    let low = p_values.iter().filter(|&&p| p < 0.05).count();
    section.say(format!(
        "{} rows agree, {differ} differ, {missing} were not played at this effort; {low} of {} single p-values are \
         below 0.05, where {:.0} would be by chance alone.",
        p_values.len() - differ,
        p_values.len(),
        0.05 * p_values.len() as f64
    ));
    section.table(table);
    for part in branches.chunks(50) {
        section.plot(
            "Wins of the first-named player in per cent: ours with 95 % intervals (dots), published (diamonds).",
            forest("wins %", part, (0.0, 100.0), Some(50.0)),
        );
    }
    section
}

/// Numbers that only the text gives.
fn statements(found: &Found<'_>) -> Section {
    let mut section = Section::new("MCTS with many iterations (text and table 5.67)");
    let mut claims = Vec::new();
    let wins = |name: &str, a: &str, b: &str| {
        meeting(found, name, a, b)
            .map(|(south, north)| Sampled::share(south.wins + north.wins, south.count() + north.count()))
    };
    for (name, published) in [("Awari", 23.5), ("Oware", 31.0), ("Vai Lung Thlan", 52.0), ("Kalah", 12.5)] {
        let what = format!("{name}, MCTS4000 – HMM8: MCTS wins %");
        claims.push(Claim::share("5.6.1", what, published, 200).ours(wins(name, "MCTS4000", "HMM8")));
    }
    for name in ["Awari", "Oware", "Kalah"] {
        let what = format!("{name}, MCTS4000 – HMM1: MCTS wins %");
        claims.push(Claim::share("5.6.1", what, 80.0, 200).about(3.0).ours(wins(name, "MCTS4000", "HMM1")));
    }
    for line in lines(LONG) {
        let [table, name, a, b, iterations, all, south, north, ties] = line[..] else { continue };
        let who = format!("{a}{iterations}");
        let ours = meeting(found, name, &who, b);
        let place = format!("table {table}");
        let share = |games: Option<Games>| games.map(|games| Sampled::share(games.wins, games.count()));
        // The columns of this table sum to the total, so they count all games of the pairing.
        let what = |side: &str| format!("{name}, {who} – {b}: wins {side} %");
        claims.push(Claim::share(&place, what("in all"), number(all), 200).ours(wins(name, &who, b)));
        claims.push(
            Claim::share(&place, what("as South, of all games"), number(south), 200)
                .ours(ours.map(|(s, n)| Sampled::share(s.wins, s.count() + n.count()))),
        );
        claims.push(
            Claim::share(&place, what("as North"), number(north), 200).ours(share(ours.map(|(_, n)| n))),
        );
        claims.push(
            Claim::share(&place, format!("{name}, {who} – {b}: ties %"), number(ties), 200)
                .ours(ours.map(|(s, n)| Sampled::share(s.draws + n.draws, s.count() + n.count()))),
        );
    }
    verdicts(&mut section, &claims);
    section.say("The figures 5.1 to 5.24 are pictures without numbers; the curves over n and e below stand beside them.");
    section
}

fn pruning(found: &Found<'_>) -> Section {
    let mut section = Section::new("Seconds a game and time saved by pruning (tables 5.4, 5.33, 5.37)");
    section.say(
        "Seconds belong to the machine (theirs: C# on two Xeons) and cannot be compared; the share saved can, roughly: \
         it depends on what a position costs besides the search. Positions are counted exactly.",
    );
    let heads = [
        "table",
        "game",
        "player",
        "published s",
        "ours s",
        "with pruning s",
        "ours s",
        "saved %",
        "ours %",
        "positions saved %",
        "games",
        "verdict",
    ];
    let mut table = Table::new(&heads);
    for line in lines(TIMES) {
        let [place, name, a, a_seconds, b, b_seconds, saved] = line[..] else { continue };
        let (of, ours_a) = (game(name), a.to_string());
        let pair = found.cell(|cell| {
            cell.game == of && cell.contest.starts_with("time saved") && cell.labels.first() == Some(&ours_a)
        });
        let alone = found.cell(|cell| cell.game == of && cell.labels == [player(a)]);
        let mut row = vec![place.to_string(), name.to_string(), a.to_string(), a_seconds.to_string()];
        match (pair, alone) {
            (Some(cell), _) if !b.is_empty() => {
                let summary = &found.summaries[cell];
                let (plain, cut) = (summary.seconds[0].mean(), summary.seconds[1].mean());
                let positions = 100.0 * (1.0 - summary.work[1] / summary.work[0].max(1e-9));
                let share = 100.0 * (1.0 - cut / plain.max(1e-12));
                row.extend([short(plain), b_seconds.to_string(), short(cut), saved.to_string()]);
                row.extend([format!("{share:.1}"), format!("{positions:.1}"), summary.games.to_string()]);
                // Positions are counted exactly; the times of a few fast games are mostly noise.
                let near = (positions - number(saved)).abs() < 20.0;
                row.push(if near {
                    "agrees: within 20 points, by positions".into()
                } else {
                    "differs: by more than 20 points, counted in positions".into()
                });
            }
            (_, Some(cell)) if b.is_empty() => {
                let summary = &found.summaries[cell];
                // Both seats are the same player; a game of one player is half of it.
                row.extend([
                    short(summary.seconds[0].mean() / 2.0),
                    String::new(),
                    String::new(),
                    String::new(),
                ]);
                row.extend([String::new(), String::new(), summary.games.to_string()]);
                row.push("not comparable: another machine".into());
            }
            _ => {
                row.extend([String::new(), b_seconds.to_string(), String::new(), saved.to_string()]);
                row.extend([String::new(), String::new(), String::new()]);
                row.push("not comparable: not played at this effort".into());
            }
        }
        table.rows.push(row);
    }
    section.table(table);
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_row_is_read() {
        assert_eq!(lines(HEAD_TO_HEAD).count(), 300);
        assert_eq!(lines(SELF_PLAY).count(), 55);
        assert!(lines(HEAD_TO_HEAD).all(|line| line.len() >= 10 && !number(line[4]).is_nan()));
        assert_eq!(player("ABMM4"), "MM4");
        assert_eq!(player("BMM8"), "MM8");
        assert_eq!(player("MCTS250"), "uct(iterations=250)");
    }

    #[test]
    fn chi_squared_has_its_known_points() {
        // 9.488 is the 95 % point with 4 degrees of freedom.
        assert!((beyond(9.488, 4.0) - 0.05).abs() < 0.002);
        let (chi, degrees) = chi_squared([50.0, 10.0, 40.0], [50.0, 10.0, 40.0]);
        assert_eq!((chi, degrees), (0.0, 2.0));
    }
}
