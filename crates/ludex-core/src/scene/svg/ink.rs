//! The shades, and the marks from which a picture is made.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::scene::Colour;

/// Colours that follow the reader's theme. Class names begin alike so that several pictures on one page agree.
pub(super) const STYLE: &str = "<style>\
.lx-caption{font:16px system-ui,sans-serif;fill:#2b2622}\
.lx-axis{font:15px system-ui,sans-serif;fill:#8a7a66;text-anchor:middle}\
.lx-name{font:10px system-ui,sans-serif;text-anchor:middle;fill:#000;fill-opacity:.42}\
.lx-name-light{font:10px system-ui,sans-serif;text-anchor:middle;fill:#fff;fill-opacity:.6}\
.lx-count{font:600 19px system-ui,sans-serif;text-anchor:middle}\
.lx-small{font:600 14px system-ui,sans-serif;text-anchor:middle}\
.lx-line{stroke:#7a5c38;stroke-width:1.6;stroke-linecap:round}\
.lx-cell{stroke:#8a7a66;stroke-opacity:.28;stroke-dasharray:5 5}\
.lx-mark{fill:none;stroke:#ff9f1c;stroke-width:3.5}\
@media (prefers-color-scheme:dark){.lx-caption{fill:#ece4d8}.lx-axis{fill:#a8998a}}\
</style>\n";

/// The shades in which a colour is painted on a piece: lit, body, shaded, rim.
pub(super) fn piece_shades(colour: Colour) -> [&'static str; 4] {
    match colour {
        Colour::White => ["#ffffff", "#f3eee3", "#c9c0ae", "#9d937f"],
        Colour::Black => ["#6d6b70", "#343338", "#131215", "#625e69"],
        Colour::Red => ["#f58f7c", "#d1412f", "#8d1d14", "#6d130c"],
        Colour::Blue => ["#8ec1f5", "#2f78c8", "#164a86", "#0f3562"],
        Colour::Yellow => ["#ffeaa0", "#f2bf2c", "#b58209", "#8a6204"],
        Colour::Green => ["#97d9a4", "#3b9c54", "#1c6231", "#124522"],
        Colour::Neutral | Colour::Board => ["#e8c79a", "#b98552", "#7a4d26", "#5a3617"],
    }
}

/// The shades of a field: fill and edge.
pub(super) fn field_shades(colour: Colour) -> [&'static str; 2] {
    match colour {
        Colour::Board => ["#ead7b3", "#c3a577"],
        Colour::White => ["#f7f1e3", "#cdbf9f"],
        Colour::Black => ["#57514c", "#3a3531"],
        Colour::Red => ["#c9705c", "#a24a37"],
        Colour::Blue => ["#7fa6cf", "#567fab"],
        Colour::Yellow => ["#ecd07a", "#c7a548"],
        Colour::Green => ["#93b98a", "#6c9562"],
        Colour::Neutral => ["#cdb592", "#a88e68"],
    }
}

/// The colour of figures written on a piece.
pub(super) fn figure_shade(colour: Colour) -> &'static str {
    match colour {
        Colour::White | Colour::Yellow => "#2b2622",
        _ => "#fffaf0",
    }
}

/// Whether writing on a field of this colour must be light.
pub(super) fn is_dark_field(colour: Colour) -> bool {
    matches!(colour, Colour::Black | Colour::Red)
}

/// What has been drawn so far.
#[derive(Default)]
pub(super) struct Ink {
    body: String,
    definitions: BTreeSet<String>,
}

impl Ink {
    pub(super) fn body(&self) -> &str {
        &self.body
    }

    pub(super) fn definitions(&self) -> String {
        let list: Vec<&str> = self.definitions.iter().map(String::as_str).collect();
        format!("<defs>{}</defs>\n", list.concat())
    }

    /// A ball lit from the upper left; returns how to refer to it.
    pub(super) fn ball_fill(&mut self, colour: Colour) -> String {
        let [lit, body, shaded, _] = piece_shades(colour);
        let id = format!("lx-ball-{}", colour.name());
        self.definitions.insert(format!(
            "<radialGradient id=\"{id}\" cx=\".36\" cy=\".3\" r=\".75\"><stop offset=\"0\" stop-color=\"{lit}\"/>\
             <stop offset=\".45\" stop-color=\"{body}\"/><stop offset=\"1\" stop-color=\"{shaded}\"/></radialGradient>"
        ));
        format!("url(#{id})")
    }

    /// A gradient from top to bottom; returns how to refer to it.
    pub(super) fn fade(&mut self, id: &str, from: &str, to: &str) -> String {
        self.definitions.insert(format!(
            "<linearGradient id=\"lx-{id}\" x2=\"0\" y2=\"1\"><stop stop-color=\"{from}\"/>\
             <stop offset=\"1\" stop-color=\"{to}\"/></linearGradient>"
        ));
        format!("url(#lx-{id})")
    }

    /// A hollow in wood, dark at the rim that faces the light.
    pub(super) fn hollow_fill(&mut self) -> String {
        self.definitions.insert(
            "<radialGradient id=\"lx-hollow\" cx=\".5\" cy=\".62\" r=\".68\"><stop offset=\".35\" stop-color=\"#8f5e36\"/>\
             <stop offset=\".8\" stop-color=\"#734724\"/><stop offset=\"1\" stop-color=\"#4f2e14\"/></radialGradient>"
                .to_string(),
        );
        "url(#lx-hollow)".to_string()
    }

    pub(super) fn circle(&mut self, x: f32, y: f32, radius: f32, fill: &str, extra: &str) {
        let (x, y, radius) = (number(x), number(y), number(radius));
        let _ = writeln!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"{extra}/>");
    }

    pub(super) fn ellipse(&mut self, at: [f32; 2], reach: [f32; 2], fill: &str, extra: &str) {
        let ([x, y], [rx, ry]) = (at.map(number), reach.map(number));
        let _ = writeln!(
            self.body,
            "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\" fill=\"{fill}\"{extra}/>"
        );
    }

    /// A rectangle around a centre, `reach` being half its sides.
    pub(super) fn rect(&mut self, at: [f32; 2], reach: [f32; 2], corner: f32, fill: &str, extra: &str) {
        let (x, y) = (number(at[0] - reach[0]), number(at[1] - reach[1]));
        let (width, height, corner) = (number(2.0 * reach[0]), number(2.0 * reach[1]), number(corner));
        let _ = writeln!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{corner}\" fill=\"{fill}\"{extra}/>"
        );
    }

    pub(super) fn polygon(&mut self, corners: &[[f32; 2]], fill: &str, extra: &str) {
        let points: Vec<String> =
            corners.iter().map(|[x, y]| format!("{},{}", number(*x), number(*y))).collect();
        let _ = writeln!(self.body, "<polygon points=\"{}\" fill=\"{fill}\"{extra}/>", points.join(" "));
    }

    pub(super) fn line(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, class: &str) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
        let _ =
            writeln!(self.body, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" class=\"{class}\"/>");
    }

    /// A thick line with round ends.
    pub(super) fn bar(&mut self, from: [f32; 2], to: [f32; 2], width: f32, stroke: &str) {
        let [x1, y1, x2, y2] = [from[0], from[1], to[0], to[1]].map(number);
        let _ = writeln!(
            self.body,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\" stroke-width=\"{}\" \
             stroke-linecap=\"round\"/>",
            number(width)
        );
    }

    pub(super) fn text(&mut self, x: f32, y: f32, class: &str, extra: &str, text: &str) {
        let (x, y, text) = (number(x), number(y), escape(text));
        let _ = writeln!(self.body, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\"{extra}>{text}</text>");
    }
}

/// The corners of a hexagon `width` pixels between its sides, with a vertex at the top, or, if it lies on a side, with
/// one at the right.
pub(super) fn hexagon(x: f32, y: f32, width: f32, lies: bool) -> [[f32; 2]; 6] {
    let (half, side) = (width / 2.0, width / 3f32.sqrt());
    let corners = [
        [0.0, -side],
        [half, -side / 2.0],
        [half, side / 2.0],
        [0.0, side],
        [-half, side / 2.0],
        [-half, -side / 2.0],
    ];
    corners.map(|[across, down]| if lies { [x + down, y + across] } else { [x + across, y + down] })
}

/// A length with one decimal, without a needless ".0".
pub(super) fn number(value: f32) -> String {
    let value = if value.is_finite() { (value * 10.0).round() / 10.0 } else { 0.0 };
    format!("{}", if value == 0.0 { 0.0 } else { value })
}

/// Text that cannot be taken for markup. Control characters, which XML forbids, are left out.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() && !matches!(c, '\t' | '\n') => {}
            c => safe.push(c),
        }
    }
    safe
}
