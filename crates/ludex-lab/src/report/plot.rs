//! Plots as SVG: curves with intervals, forests, bars.
//!
//! Colours are named by class and set by a style inside the picture, so that a picture is light or dark as its
//! reader's system is. Series differ by colour (Okabe and Ito's, made for all eyes), by dash and by mark.

use std::fmt::Write;

use ludex_stats::Estimate;

use super::html::escape;
use super::short;

const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#1d2328}\
.g{stroke:#d9dde0}.z{stroke:#5c666f;stroke-dasharray:3 3}.a{stroke:#1d2328}.f{fill:none;stroke-width:2}\
.c0{stroke:#0072b2}.c1{stroke:#d55e00}.c2{stroke:#009e73}.c3{stroke:#cc79a7}.c4{stroke:#b07d00}.c5{stroke:#56b4e9}\
.m0{fill:#0072b2}.m1{fill:#d55e00}.m2{fill:#009e73}.m3{fill:#cc79a7}.m4{fill:#b07d00}.m5{fill:#56b4e9}\
.p{fill:none;stroke:#d55e00;stroke-width:2}\
@media(prefers-color-scheme:dark){text{fill:#e6e9eb}.g{stroke:#363e44}.z{stroke:#a3adb5}.a{stroke:#e6e9eb}\
.c0{stroke:#56b4e9}.c1{stroke:#ff8c42}.c2{stroke:#3fd0a0}.c3{stroke:#e79ac6}.c4{stroke:#e6b422}.c5{stroke:#b9dcf5}\
.m0{fill:#56b4e9}.m1{fill:#ff8c42}.m2{fill:#3fd0a0}.m3{fill:#e79ac6}.m4{fill:#e6b422}.m5{fill:#b9dcf5}\
.p{stroke:#ff8c42}}";

const DASHES: [&str; 6] = ["", "6 3", "2 3", "8 3 2 3", "12 4", "1 2"];

/// A curve: points with their intervals.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// What it shows.
    pub name: String,
    /// Points by their place on the horizontal axis.
    pub points: Vec<(f64, Estimate)>,
}

/// A row of a forest.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// What it is.
    pub label: String,
    /// The estimate.
    pub estimate: Estimate,
    /// A published number to compare with.
    pub published: Option<f64>,
}

/// The frame of a plot: where numbers lie in the picture.
struct Frame {
    out: String,
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: Scale,
    y: Scale,
}

#[derive(Clone, Copy)]
struct Scale {
    from: f64,
    to: f64,
    log: bool,
}

impl Scale {
    fn new(from: f64, to: f64, log: bool) -> Scale {
        let (from, to) = if to > from { (from, to) } else { (from - 0.5, from + 0.5) };
        Scale { from, to, log }
    }

    /// The place of a number between 0 and 1.
    fn share(self, value: f64) -> f64 {
        let of = |v: f64| if self.log { v.max(1e-12).ln() } else { v };
        (of(value) - of(self.from)) / (of(self.to) - of(self.from))
    }

    /// Round numbers to be written beside the axis.
    fn ticks(self) -> Vec<f64> {
        if self.log {
            let mut ticks = Vec::new();
            let mut decade = 10f64.powf(self.from.max(1e-12).log10().floor());
            while decade <= self.to * 1.001 {
                for digit in [1.0, 2.0, 5.0] {
                    let tick = decade * digit;
                    if tick >= self.from * 0.999 && tick <= self.to * 1.001 {
                        ticks.push(tick);
                    }
                }
                decade *= 10.0;
            }
            return ticks;
        }
        let rough = (self.to - self.from) / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|s| s * power).into_iter().find(|&s| s >= rough).unwrap_or(rough);
        let first = (self.from / step).ceil() as i64;
        let last = (self.to / step + 1e-9).floor() as i64;
        (first..=last).map(|k| k as f64 * step).collect()
    }
}

impl Frame {
    fn new(size: (f64, f64), margins: [f64; 4], x: Scale, y: Scale, alternative: &str) -> Frame {
        let (width, height) = size;
        let [top, right, bottom, left] = margins;
        let out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" aria-label=\"{}\"><style>{STYLE}</style>",
            escape(alternative)
        );
        Frame { out, width, height, left, right, top, bottom, x, y }
    }

    fn px(&self, value: f64) -> f64 {
        self.left + self.x.share(value) * (self.width - self.left - self.right)
    }

    fn py(&self, value: f64) -> f64 {
        self.height - self.bottom - self.y.share(value) * (self.height - self.top - self.bottom)
    }

    fn line(&mut self, class: &str, x1: f64, y1: f64, x2: f64, y2: f64) {
        let _ = write!(
            self.out,
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        );
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let _ = write!(
            self.out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            escape(text)
        );
    }

    fn x_axis(&mut self, label: &str) {
        let floor = self.height - self.bottom;
        for tick in self.x.ticks() {
            let x = self.px(tick);
            self.line("g", x, self.top, x, floor);
            self.text(x, floor + 16.0, "middle", &short(tick));
        }
        self.line("a", self.left, floor, self.width - self.right, floor);
        self.text((self.left + self.width - self.right) / 2.0, floor + 34.0, "middle", label);
    }

    fn y_axis(&mut self, label: &str) {
        for tick in self.y.ticks() {
            let y = self.py(tick);
            self.line("g", self.left, y, self.width - self.right, y);
            self.text(self.left - 6.0, y + 4.0, "end", &short(tick));
        }
        self.text(self.left - 40.0, self.top - 10.0, "start", label);
    }

    fn mark(&mut self, kind: usize, x: f64, y: f64) {
        let class = format!("m{}", kind % 6);
        let _ = match kind % 4 {
            0 => write!(self.out, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>"),
            1 => write!(
                self.out,
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"6.6\" height=\"6.6\"/>",
                x - 3.3,
                y - 3.3
            ),
            2 => write!(self.out, "<path class=\"{class}\" d=\"M{x:.1} {:.1}l4.2 7.2h-8.4z\"/>", y - 4.4),
            _ => write!(
                self.out,
                "<path class=\"{class}\" d=\"M{x:.1} {:.1}l4.4 4.4l-4.4 4.4l-4.4 -4.4z\"/>",
                y - 4.4
            ),
        };
    }

    fn done(mut self) -> String {
        self.out += "</svg>";
        self.out
    }
}

/// Curves with intervals over a parameter. The horizontal axis is logarithmic where the parameter spans decades.
pub fn curves(x_label: &str, y_label: &str, series: &[Series], bounds: Option<(f64, f64)>) -> String {
    let all = || series.iter().flat_map(|series| series.points.iter());
    let least = all().map(|(x, _)| *x).fold(f64::INFINITY, f64::min);
    let most = all().map(|(x, _)| *x).fold(f64::NEG_INFINITY, f64::max);
    let log = least > 0.0 && most / least >= 20.0;
    let (low, high) = bounds.unwrap_or_else(|| {
        let low = all().map(|(_, y)| y.low).fold(f64::INFINITY, f64::min);
        let high = all().map(|(_, y)| y.high).fold(f64::NEG_INFINITY, f64::max);
        (low - 0.05 * (high - low), high + 0.05 * (high - low))
    });
    let legend = 18.0 * series.len() as f64;
    let size = (720.0, 330.0 + legend);
    let margins = [30.0, 20.0, 50.0 + legend, 60.0];
    let mut frame =
        Frame::new(size, margins, Scale::new(least, most, log), Scale::new(low, high, false), y_label);
    frame.y_axis(y_label);
    frame.x_axis(x_label);
    for (kind, one) in series.iter().enumerate() {
        let mut path = String::new();
        for (index, (x, y)) in one.points.iter().enumerate() {
            let (px, py) = (frame.px(*x), frame.py(y.value));
            let _ = write!(path, "{}{px:.1} {py:.1}", if index == 0 { "M" } else { "L" });
            let (low, high) = (frame.py(y.low), frame.py(y.high));
            frame.line(&format!("c{}", kind % 6), px, low, px, high);
        }
        let _ = write!(
            frame.out,
            "<path class=\"f c{}\" stroke-dasharray=\"{}\" d=\"{path}\"/>",
            kind % 6,
            DASHES[kind % 6]
        );
        for (x, y) in &one.points {
            let (px, py) = (frame.px(*x), frame.py(y.value));
            frame.mark(kind, px, py);
        }
        let y = size.1 - legend + 18.0 * kind as f64 + 6.0;
        let _ = write!(
            frame.out,
            "<path class=\"f c{}\" stroke-dasharray=\"{}\" d=\"M60 {y:.1}h34\"/>",
            kind % 6,
            DASHES[kind % 6]
        );
        frame.mark(kind, 77.0, y);
        frame.text(102.0, y + 4.0, "start", &one.name);
    }
    frame.done()
}

/// Estimates below each other with their intervals; `middle` is marked by a broken line, published numbers by open
/// diamonds.
pub fn forest(label: &str, rows: &[Branch], bounds: (f64, f64), middle: Option<f64>) -> String {
    let longest = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    let left = (20.0 + 6.6 * longest as f64).min(420.0);
    let height = 20.0 * rows.len() as f64;
    let size = (left + 460.0, height + 62.0);
    let scale = Scale::new(bounds.0, bounds.1, false);
    let mut frame = Frame::new(size, [10.0, 20.0, 52.0, left], scale, Scale::new(0.0, 1.0, false), label);
    frame.x_axis(label);
    if let Some(middle) = middle {
        let x = frame.px(middle);
        frame.line("z", x, 10.0, x, 10.0 + height);
    }
    for (index, row) in rows.iter().enumerate() {
        let y = 20.0 + 20.0 * index as f64;
        let cut = |value: f64| value.clamp(bounds.0, bounds.1);
        frame.text(left - 10.0, y + 4.0, "end", &row.label);
        let (low, high) = (frame.px(cut(row.estimate.low)), frame.px(cut(row.estimate.high)));
        frame.line("f c0", low, y, high, y);
        let x = frame.px(cut(row.estimate.value));
        frame.mark(0, x, y);
        if let Some(published) = row.published {
            let x = frame.px(cut(published));
            let _ = write!(frame.out, "<path class=\"p\" d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\"/>", y - 5.0);
        }
    }
    frame.done()
}

/// How often numbers, each with how often it was seen, fall into equal intervals.
pub fn bars(label: &str, values: &[(f64, u64)]) -> String {
    let least = values.iter().map(|(value, _)| *value).fold(f64::INFINITY, f64::min);
    let most = values.iter().map(|(value, _)| *value).fold(f64::NEG_INFINITY, f64::max);
    let whole = values.iter().all(|(value, _)| value.fract() == 0.0);
    let all = values.iter().map(|(_, many)| many).sum::<u64>().max(1) as f64;
    let mut width = ((most - least) / 40.0).max(1e-9);
    if whole {
        width = width.ceil().max(1.0);
    }
    let count = (((most - least) / width).floor() as usize + 1).min(60);
    let mut counts = vec![0u64; count];
    for (value, many) in values {
        counts[(((value - least) / width) as usize).min(count - 1)] += many;
    }
    let highest = counts.iter().copied().max().unwrap_or(1) as f64 / all;
    let x = Scale::new(least, least + width * count as f64, false);
    let mut frame = Frame::new(
        (720.0, 240.0),
        [30.0, 20.0, 50.0, 60.0],
        x,
        Scale::new(0.0, highest * 100.0, false),
        label,
    );
    frame.y_axis("% of games");
    frame.x_axis(label);
    for (index, &many) in counts.iter().enumerate() {
        let from = least + width * index as f64;
        let (x1, x2) = (frame.px(from) + 0.5, frame.px(from + width) - 0.5);
        let y = frame.py(100.0 * many as f64 / all);
        let floor = frame.py(0.0);
        let _ = write!(
            frame.out,
            "<rect class=\"m0\" x=\"{x1:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            (x2 - x1).max(0.5),
            (floor - y).max(0.0)
        );
    }
    frame.done()
}

/// How games went: a line for each, from -1 to 1 over the moves.
pub fn courses(x_label: &str, y_label: &str, games: &[(String, Vec<f32>)]) -> String {
    let longest = games.iter().map(|(_, curve)| curve.len()).max().unwrap_or(2) as f64;
    let legend = 18.0 * games.len() as f64;
    let size = (720.0, 300.0 + legend);
    let mut frame = Frame::new(
        size,
        [30.0, 20.0, 50.0 + legend, 60.0],
        Scale::new(0.0, longest - 1.0, false),
        Scale::new(-1.0, 1.0, false),
        y_label,
    );
    frame.y_axis(y_label);
    frame.x_axis(x_label);
    for (kind, (name, curve)) in games.iter().enumerate() {
        let mut path = String::new();
        for (at, value) in curve.iter().enumerate() {
            let (x, y) = (frame.px(at as f64), frame.py(f64::from(*value)));
            let _ = write!(path, "{}{x:.1} {y:.1}", if at == 0 { "M" } else { "L" });
        }
        let y = size.1 - legend + 18.0 * kind as f64 + 6.0;
        let dash = DASHES[kind % 6];
        let _ = write!(
            frame.out,
            "<path class=\"f c{0}\" stroke-dasharray=\"{dash}\" d=\"{path}\"/>\
             <path class=\"f c{0}\" stroke-dasharray=\"{dash}\" d=\"M60 {y:.1}h34\"/>",
            kind % 6
        );
        frame.text(102.0, y + 4.0, "start", name);
    }
    frame.done()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(Scale::new(0.0, 1.0, false).ticks(), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(Scale::new(1.0, 150.0, true).ticks(), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
    }

    #[test]
    fn pictures_of_next_to_nothing_are_still_pictures() {
        let estimate = Estimate { value: 0.5, low: 0.2, high: 0.8 };
        let series = [Series { name: "<a>".into(), points: vec![(1.0, estimate)] }];
        for svg in [
            curves("n", "score", &series, None),
            forest("score", &[], (0.0, 1.0), Some(0.5)),
            bars("plies", &[(3.0, 1)]),
            courses("move", "standing", &[("one".into(), vec![0.0])]),
        ] {
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>") && !svg.contains("NaN"), "{svg}");
        }
    }
}
