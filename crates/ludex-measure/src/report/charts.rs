//! The kinds of pictures.

use ludex_stats::{Stream, wilson};

use super::numbers::{grouped, number, short};
use super::svg::Chart;
use crate::course::{Curve, PARTS, Part};
use crate::measured::Measured;
use crate::metrics::Column;

const SIZE: (f64, f64) = (440.0, 250.0);
const WIDE: (f64, f64) = (900.0, 260.0);

/// How the values of a metric are spread, with mean and median.
pub(crate) fn histogram(column: &Column, stream: &Stream) -> String {
    let bars = stream.bars(40);
    let total = stream.count().max(1) as f64;
    let share = |count: u64| 100.0 * count as f64 / total;
    let highest = bars.iter().map(|bar| share(bar.count)).fold(0.0, f64::max);
    let x = (bars.first().map_or(0.0, |bar| bar.low), bars.last().map_or(1.0, |bar| bar.high));
    let (mean, median) = (stream.sample().mean(), stream.median());
    let label = format!(
        "Histogram of {}: mean {}, median {}, from {} to {}",
        column.title,
        number(mean),
        number(median),
        short(stream.min()),
        short(stream.max())
    );
    let mut chart = Chart::new(SIZE, x, (0.0, highest * 1.12), column.title, &label);
    chart.y_axis(" %");
    for bar in &bars {
        let games = if bar.count == 1 { "game" } else { "games" };
        let hint = if bar.high - bar.low == 1.0 && (bar.low + 0.5).fract() == 0.0 {
            format!("{}: {} {games}", short(bar.low + 0.5), grouped(bar.count))
        } else {
            format!("{} to {}: {} {games}", number(bar.low), number(bar.high), grouped(bar.count))
        };
        chart.bar((bar.low, bar.high), share(bar.count), "fill1", &hint);
    }
    let top = chart.top();
    chart.rule((mean, 0.0), (mean, top), "mark");
    chart.rule((median, 0.0), (median, top), "mark dash");
    chart.x_axis(&format!("{} (line: mean, dashed: median)", column.unit));
    chart.finish()
}

/// How often each side wins, with intervals.
pub(crate) fn outcomes(measured: &Measured, confidence: f64) -> String {
    let mut rows: Vec<(String, u64, usize)> = Vec::new();
    for (side, name) in measured.about.sides.iter().enumerate() {
        let what =
            if measured.about.sides.len() == 1 { "solved".to_string() } else { format!("{name} wins") };
        rows.push((what, measured.wins[side], side));
    }
    let draw = if measured.about.sides.len() == 1 { "not solved" } else { "draw" };
    rows.push((draw.to_string(), measured.draws, 9));
    if measured.cut > 0 {
        rows.push(("unfinished".to_string(), measured.cut, 9));
    }
    let count = rows.len() as f64;
    let size = (SIZE.0, 90.0 + 34.0 * count);
    let label = "How often games end in each way, with intervals";
    let highest =
        rows.iter().map(|row| 100.0 * wilson(row.1, measured.games, confidence).high).fold(1.0, f64::max);
    let right = (highest * 1.25).min(100.0);
    let mut chart = Chart::with_left(size, 130.0, (0.0, right), (0.0, count), "How games end", label);
    for (index, (name, hits, side)) in rows.iter().enumerate() {
        let y = count - index as f64 - 0.5;
        let share = wilson(*hits, measured.games, confidence);
        let class = ["1", "2", "3", "4", "5"].get(*side).copied();
        let (fill, line) = match class {
            Some(n) => (format!("fill{n}"), format!("whisker line{n}")),
            None => ("quiet".to_string(), "whisker axis".to_string()),
        };
        let hint = format!("{name}: {} of {}", grouped(*hits), grouped(measured.games));
        chart.rule((100.0 * share.low, y), (100.0 * share.high, y), &line);
        chart.dot(100.0 * share.rate, y, &fill, &hint);
        let place = (120.0, chart.py(y) + 4.0);
        chart.words(place, "end", "note", name);
        // The number stands behind the interval, or before it where there is no room behind.
        let (end, anchor) = if 100.0 * share.high > 0.8 * right + 0.1 {
            (chart.px(100.0 * share.low) - 10.0, "end")
        } else {
            (chart.px(100.0 * share.high) + 10.0, "start")
        };
        chart.words((end, chart.py(y) + 4.0), anchor, "", &format!("{:.1} %", 100.0 * share.rate));
    }
    chart.x_axis("% of games");
    chart.finish()
}

/// One of the curves over the course of a game, with an interval where it is a rate.
pub(crate) fn course(
    parts: &[Part],
    title: &str,
    caption: &str,
    suffix: &str,
    class: &str,
    value: impl Fn(&Part) -> (f64, f64, f64),
) -> String {
    let points: Vec<(f64, f64, f64, f64)> = parts
        .iter()
        .enumerate()
        .filter(|(_, part)| part.turns > 0)
        .map(|(index, part)| {
            let (value, low, high) = value(part);
            ((index as f64 + 0.5) * 100.0 / PARTS as f64, value, low, high)
        })
        .collect();
    let highest = points.iter().map(|point| point.3).fold(f64::MIN_POSITIVE, f64::max);
    let label = format!("{title} from the beginning to the end of a game; {caption}");
    let mut chart = Chart::new(SIZE, (0.0, 100.0), (0.0, highest * 1.1), title, &label);
    chart.y_axis(suffix);
    let band: Vec<(f64, f64, f64)> = points.iter().map(|&(x, _, low, high)| (x, low, high)).collect();
    chart.band(&band, &format!("fill{class}"));
    let line: Vec<(f64, f64)> = points.iter().map(|&(x, y, _, _)| (x, y)).collect();
    chart.curve(&line, &format!("line{class}"));
    chart.x_axis("% of the game");
    chart.finish()
}

/// The evaluation curve of a game: the first side's standing after each turn.
pub(crate) fn evaluation(curve: &Curve, sides: &[String]) -> String {
    let turns = curve.standings.len().saturating_sub(1);
    let nobody = "the first side".to_string();
    let name = sides.first().unwrap_or(&nobody);
    let result = match curve.result.as_str() {
        "draw" => "drawn".to_string(),
        "unfinished" => "cut off".to_string(),
        side => {
            let winner = side.parse::<usize>().ok().and_then(|side| sides.get(side - 1));
            format!("won by {}", winner.unwrap_or(&nobody))
        }
    };
    let title = format!("Game {}: {turns} moves, {result}", curve.game);
    let label = format!("{title}. Standing of {name} after each move");
    let mut chart = Chart::new(WIDE, (0.0, turns as f64), (-1.0, 1.0), &title, &label);
    chart.y_axis("");
    let points: Vec<(f64, f64)> = curve.standings.iter().enumerate().map(|(n, &e)| (n as f64, e)).collect();
    let above: Vec<(f64, f64, f64)> = points.iter().map(|&(x, y)| (x, 0.0, y.max(0.0))).collect();
    let below: Vec<(f64, f64, f64)> = points.iter().map(|&(x, y)| (x, y.min(0.0), 0.0)).collect();
    chart.band(&above, "fill1");
    chart.band(&below, "fill2");
    chart.rule((0.0, 0.0), (turns as f64, 0.0), "axis");
    chart.curve(&points, "note-line line1");
    let other = sides.get(1).filter(|_| sides.len() == 2);
    chart.words((58.0, 48.0), "start", "", &format!("{name} ahead"));
    if let Some(other) = other {
        chart.words((58.0, WIDE.1 - 50.0), "start", "", &format!("{other} ahead"));
    }
    chart.x_axis("moves");
    chart.finish()
}

/// A row of a picture of differences.
pub(crate) struct Whisker {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) clear: bool,
    pub(crate) hint: String,
}

/// Differences with their intervals, one below the other.
pub(crate) fn whiskers(rows: &[Whisker], title: &str, caption: &str) -> String {
    let count = rows.len() as f64;
    let reach = rows.iter().flat_map(|row| [row.low.abs(), row.high.abs()]).filter(|end| end.is_finite());
    let reach = reach.fold(0.1, f64::max) * 1.05;
    let size = (WIDE.0, 90.0 + 24.0 * count);
    let mut chart = Chart::with_left(size, 230.0, (-reach, reach), (0.0, count), title, caption);
    chart.rule((0.0, 0.0), (0.0, count), "grid");
    for (index, row) in rows.iter().enumerate() {
        let y = count - index as f64 - 0.5;
        let class = if row.clear { "2" } else { "1" };
        let (low, high) = (row.low.clamp(-reach, reach), row.high.clamp(-reach, reach));
        chart.rule((low, y), (high, y), &format!("whisker line{class}"));
        chart.dot(row.value, y, &format!("fill{class}"), &row.hint);
        let place = (220.0, chart.py(y) + 4.0);
        chart.words(place, "end", if row.clear { "note" } else { "" }, &row.name);
    }
    chart.x_axis(caption);
    chart.finish()
}
