//! Pictures made of a frame with axes and what is drawn in it.
//!
//! Colours are classes, not values: a page or a picture that stands alone gives them light or dark shades. The
//! shades are those of Okabe and Ito, which people with any kind of colour vision tell apart.

use std::fmt::Write;

use super::numbers::{escape, short, ticks};

/// Shades by class, for light and dark. Used by pages, and by pictures that stand alone.
pub(crate) const STYLE: &str = "\
:root{--paper:#fff;--ink:#1d2126;--quiet:#5b6570;--rule:#d9dee3;--soft:#f3f5f7;--one:#0072b2;--two:#d55e00;--three:#009e73;\
--four:#8a5a00;--five:#a3467c}\
@media (prefers-color-scheme:dark){:root{--paper:#15181c;--ink:#e8ebee;--quiet:#9aa5b0;--rule:#353c44;--soft:#1f2429;\
--one:#56b4e9;--two:#ff9a4d;--three:#2fc79b;--four:#e6b422;--five:#e08cbb}}\
.chart text{font:12px system-ui,sans-serif;fill:var(--quiet)}.chart .title{font-size:14px;font-weight:600;fill:var(--ink)}\
.chart .note{fill:var(--ink)}.chart .paper{fill:var(--paper)}.chart .axis{stroke:var(--quiet);fill:none}\
.chart .grid{stroke:var(--rule);fill:none}.chart .fill1{fill:var(--one)}.chart .fill2{fill:var(--two)}\
.chart .fill3{fill:var(--three)}.chart .fill4{fill:var(--four)}.chart .fill5{fill:var(--five)}\
.chart .line1{stroke:var(--one)}.chart .line2{stroke:var(--two)}.chart .line3{stroke:var(--three)}\
.chart .line4{stroke:var(--four)}.chart .line5{stroke:var(--five)}.chart .quiet{fill:var(--quiet)}\
.chart .curve{fill:none;stroke-width:2;stroke-linejoin:round}.chart .band{opacity:.2}\
.chart .mark{stroke:var(--ink);stroke-width:1.5}.chart .dash{stroke-dasharray:4 3}.chart .whisker{stroke-width:2}";

/// The sides of the picture that hold no data.
const LEFT: f64 = 52.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 44.0;

/// A picture in the making.
pub(crate) struct Chart {
    width: f64,
    height: f64,
    left: f64,
    x: (f64, f64),
    y: (f64, f64),
    text: String,
}

/// A coordinate on paper, to a tenth.
pub(crate) fn at(value: f64) -> String {
    let text = format!("{:.1}", if value.is_finite() { value } else { 0.0 });
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

impl Chart {
    /// A frame for data in these ranges, with a title; `label` says in words what there is to see.
    pub(crate) fn new(size: (f64, f64), x: (f64, f64), y: (f64, f64), title: &str, label: &str) -> Chart {
        Chart::with_left(size, LEFT, x, y, title, label)
    }

    /// The same with another width of the left side, for names.
    pub(crate) fn with_left(
        (width, height): (f64, f64),
        left: f64,
        x: (f64, f64),
        y: (f64, f64),
        title: &str,
        label: &str,
    ) -> Chart {
        let spread = |(low, high): (f64, f64)| if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
        let mut text = String::new();
        let _ = write!(
            text,
            "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/><text class=\"title\" x=\"12\" y=\"20\">{}</text>",
            at(width),
            at(height),
            escape(label),
            escape(title)
        );
        Chart { width, height, left, x: spread(x), y: spread(y), text }
    }

    pub(crate) fn px(&self, x: f64) -> f64 {
        let (low, high) = self.x;
        self.left + (x - low) / (high - low) * (self.width - self.left - RIGHT)
    }

    pub(crate) fn py(&self, y: f64) -> f64 {
        let (low, high) = self.y;
        self.height - BOTTOM - (y - low) / (high - low) * (self.height - TOP - BOTTOM)
    }

    /// Ticks and a caption below.
    pub(crate) fn x_axis(&mut self, caption: &str) {
        let (bottom, right) = (self.height - BOTTOM, self.width - RIGHT);
        let _ =
            write!(self.text, "<path class=\"axis\" d=\"M{} {}H{}\"/>", at(self.left), at(bottom), at(right));
        for tick in ticks(self.x.0, self.x.1, 6) {
            let x = at(self.px(tick));
            let _ = write!(
                self.text,
                "<path class=\"axis\" d=\"M{x} {}v5\"/><text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                at(bottom),
                at(bottom + 18.0),
                short(tick)
            );
        }
        let middle = (self.left + right) / 2.0;
        self.words((middle, bottom + 36.0), "middle", "", caption);
    }

    /// Ticks with lines across, and a suffix behind each number.
    pub(crate) fn y_axis(&mut self, suffix: &str) {
        let right = self.width - RIGHT;
        for tick in ticks(self.y.0, self.y.1, 5) {
            let y = self.py(tick);
            let _ = write!(
                self.text,
                "<path class=\"grid\" d=\"M{} {}H{}\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}{suffix}</text>",
                at(self.left),
                at(y),
                at(right),
                at(self.left - 6.0),
                at(y + 4.0),
                short(tick)
            );
        }
    }

    /// Text at a place on paper.
    pub(crate) fn words(&mut self, (x, y): (f64, f64), anchor: &str, class: &str, text: &str) {
        let _ = write!(
            self.text,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            at(x),
            at(y),
            escape(text)
        );
    }

    /// A bar from the ground up, with words for whoever points at it.
    pub(crate) fn bar(&mut self, x: (f64, f64), height: f64, class: &str, hint: &str) {
        let (left, right) = (self.px(x.0), self.px(x.1));
        let (top, bottom) = (self.py(height), self.py(self.y.0));
        let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
        let _ = write!(
            self.text,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>",
            at(left),
            at(top),
            at((right - left - gap).max(0.5)),
            at((bottom - top).max(0.0)),
            escape(hint)
        );
    }

    /// A line through points.
    pub(crate) fn curve(&mut self, points: &[(f64, f64)], class: &str) {
        let mut path = String::new();
        for (index, &(x, y)) in points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{} {}", at(self.px(x)), at(self.py(y)));
        }
        let _ = write!(self.text, "<path class=\"curve {class}\" d=\"{path}\"/>");
    }

    /// The area between two lines.
    pub(crate) fn band(&mut self, points: &[(f64, f64, f64)], class: &str) {
        let there = points.iter().map(|&(x, low, _)| (x, low));
        let back = points.iter().rev().map(|&(x, _, high)| (x, high));
        let path: Vec<String> =
            there.chain(back).map(|(x, y)| format!("{} {}", at(self.px(x)), at(self.py(y)))).collect();
        let _ = write!(self.text, "<path class=\"band {class}\" d=\"M{}Z\"/>", path.join("L"));
    }

    /// A straight line between two places of the data.
    pub(crate) fn rule(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let [x1, x2] = [from.0, to.0].map(|x| at(self.px(x)));
        let [y1, y2] = [from.1, to.1].map(|y| at(self.py(y)));
        let _ = write!(self.text, "<path class=\"{class}\" d=\"M{x1} {y1}L{x2} {y2}\" fill=\"none\"/>");
    }

    /// A round mark.
    pub(crate) fn dot(&mut self, x: f64, y: f64, class: &str, hint: &str) {
        let _ = write!(
            self.text,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"4.5\"><title>{}</title></circle>",
            at(self.px(x)),
            at(self.py(y)),
            escape(hint)
        );
    }

    /// The top of the frame, in data.
    pub(crate) fn top(&self) -> f64 {
        self.y.1
    }

    /// The picture, to be put into a page.
    pub(crate) fn finish(mut self) -> String {
        self.text.push_str("</svg>");
        self.text
    }
}

/// The same picture as a file of its own.
pub(crate) fn standalone(picture: &str) -> String {
    match picture.split_once('>') {
        Some((open, rest)) => format!("{open}><style>{STYLE}</style>{rest}\n"),
        None => String::new(),
    }
}
