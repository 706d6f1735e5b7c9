//! Scenes as SVG pictures.
//!
//! Flat boards are seen straight from above, pyramids a little from the front, the farthest things first. The
//! document stands alone: colours, light and shade are in it, and it follows the reader's light or dark theme.

mod board;
mod ink;
mod pieces;

use super::{Scene, SiteId, SiteShape};
use ink::{Ink, escape, number};

pub(super) use board::Axes;

/// The side of a board unit in pixels.
const UNIT: f32 = 64.0;
/// Room around the board, in board units.
const MARGIN: f32 = 0.45;
/// The height of a line of captions, in pixels.
const CAPTION: f32 = 24.0;

/// The scene as a self-contained SVG document. A board with layers is drawn as it stands in space; for the
/// layers next to each other, draw [`Scene::side_by_side`].
pub fn to_svg(scene: &Scene) -> String {
    let painter = Painter::new(scene);
    let mut ink = Ink::default();
    painter.draw(&mut ink);
    painter.document(&ink)
}

/// How the eye stands to the board.
#[derive(Clone, Copy)]
struct View {
    /// How much of a step away from the eye is seen as a step up: 1 from straight above.
    tilt: f32,
    /// How much of a step towards the sky is seen as a step up.
    rise: f32,
}

impl View {
    fn of(scene: &Scene) -> View {
        if scene.is_3d() { View { tilt: 0.74, rise: 0.672 } } else { View { tilt: 1.0, rise: 0.0 } }
    }

    /// A point of the board on the paper, in pixels.
    fn point(self, at: [f32; 3]) -> [f32; 2] {
        [at[0] * UNIT, -(at[1] * self.tilt + at[2] * self.rise) * UNIT]
    }

    /// How far from the eye: larger is farther.
    fn depth(self, at: [f32; 3]) -> f32 {
        at[1] * self.rise - at[2] * self.tilt
    }
}

/// A scene with what is known about it as a picture.
struct Painter<'a> {
    scene: &'a Scene,
    view: View,
    /// Whether hexagons lie on a side.
    lies: bool,
    /// Half the sides of each site, in pixels.
    reach: Vec<[f32; 2]>,
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl<'a> Painter<'a> {
    fn new(scene: &'a Scene) -> Painter<'a> {
        let view = View::of(scene);
        let reach = board::reaches(scene);
        let mut painter = Painter {
            scene,
            view,
            lies: scene.hexagons_lie(),
            reach,
            left: 0.0,
            top: 0.0,
            right: 0.0,
            bottom: 0.0,
        };
        let mut corners: Vec<[f32; 2]> = Vec::new();
        for (site, [wide, high]) in scene.sites.iter().zip(&painter.reach) {
            let [x, y] = view.point(site.at);
            let high = if site.at[2] > 0.01 { *wide } else { *high };
            corners.extend([[x - wide, y - high], [x + wide, y + high]]);
        }
        corners.extend(scene.lines.iter().flat_map(|line| [view.point(line.from), view.point(line.to)]));
        if corners.is_empty() {
            corners.push([0.0, 0.0]);
        }
        let fold = |axis: usize, pick: fn(f32, f32) -> f32| {
            corners.iter().map(|corner| corner[axis]).reduce(pick).unwrap_or(0.0)
        };
        painter.left = fold(0, f32::min);
        painter.right = fold(0, f32::max);
        painter.top = fold(1, f32::min);
        painter.bottom = fold(1, f32::max);
        painter
    }

    fn draw(&self, ink: &mut Ink) {
        self.draw_plate(ink);
        self.draw_axes(ink);
        let mut order: Vec<SiteId> = (0..self.scene.sites.len() as SiteId).collect();
        order.sort_by(|&a, &b| self.depth(b).total_cmp(&self.depth(a)));
        for &site in &order {
            // Places on top of balls are drawn among the balls, in their turn.
            if !self.is_raised(site) {
                self.draw_site(ink, site);
            }
        }
        for line in &self.scene.lines {
            let ([x1, y1], [x2, y2]) = (self.view.point(line.from), self.view.point(line.to));
            ink.line(x1, y1, x2, y2, "lx-line");
        }
        for &site in &order {
            if self.is_raised(site) {
                self.draw_site(ink, site);
            }
            self.draw_pieces(ink, site);
        }
        for &site in &order {
            self.draw_badges(ink, site);
        }
    }

    fn is_raised(&self, site: SiteId) -> bool {
        self.scene.sites[site as usize].at[2] > 0.01
    }

    fn depth(&self, site: SiteId) -> f32 {
        self.view.depth(self.scene.sites[site as usize].at)
    }

    fn is_highlighted(&self, site: SiteId) -> bool {
        self.scene.highlights.contains(&site)
    }

    fn has(&self, shape: SiteShape) -> bool {
        self.scene.sites.iter().any(|site| site.shape == shape)
    }

    fn document(&self, ink: &Ink) -> String {
        let margin = MARGIN * UNIT;
        let longest = self.scene.captions.iter().map(|caption| caption.chars().count()).max().unwrap_or(0);
        let (left, top) = (self.left - margin, self.top - margin);
        let width = (self.right - self.left + 2.0 * margin).max(longest as f32 * 8.4 + 2.0 * margin);
        let captions_at = self.bottom + margin + CAPTION * 0.4;
        let captions = self.scene.captions.len() as f32 * CAPTION;
        let height =
            self.bottom - self.top + 2.0 * margin + if captions > 0.0 { captions + 8.0 } else { 0.0 };
        let mut document = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" role=\"img\">\n",
            number(left),
            number(top),
            number(width),
            number(height),
            number(width),
            number(height)
        );
        document.push_str(&format!("<title>{}</title>\n", escape(&self.title())));
        document.push_str(ink::STYLE);
        document.push_str(&ink.definitions());
        document.push_str(ink.body());
        for (index, caption) in self.scene.captions.iter().enumerate() {
            document.push_str(&format!(
                "<text class=\"lx-caption\" x=\"{}\" y=\"{}\">{}</text>\n",
                number(left + margin),
                number(captions_at + (index as f32 + 0.4) * CAPTION),
                escape(caption)
            ));
        }
        document.push_str("</svg>\n");
        document
    }

    fn title(&self) -> String {
        if self.scene.captions.is_empty() { "Board".to_string() } else { self.scene.captions.join("; ") }
    }
}
