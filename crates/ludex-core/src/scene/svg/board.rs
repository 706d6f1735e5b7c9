//! The board itself: its plate, its fields and hollows, and the letters along its edge.

use super::ink::{Ink, field_shades, hexagon, is_dark_field};
use super::{Painter, UNIT};
use crate::scene::{Scene, Site, SiteId, SiteShape};

/// How far each site reaches from its centre, in pixels. Stores are as tall as the rows of pits beside them.
pub(super) fn reaches(scene: &Scene) -> Vec<[f32; 2]> {
    let pits = || scene.sites.iter().filter(|site| site.shape == SiteShape::Pit);
    let span = |axis: usize| {
        let low = pits().map(|site| site.at[axis]).fold(f32::MAX, f32::min);
        let high = pits().map(|site| site.at[axis]).fold(f32::MIN, f32::max);
        (low, high)
    };
    let (left, right) = span(0);
    let (low, high) = span(1);
    let reach = |site: &Site| match site.shape {
        SiteShape::Square => [0.5, 0.5],
        SiteShape::Hexagon => [0.5, 0.577],
        SiteShape::Point | SiteShape::Edge => [0.5, 0.5],
        SiteShape::Pit => [0.46, 0.46],
        SiteShape::Hole => [0.5, 0.5],
        SiteShape::Store if left > right => [0.9, 0.46],
        SiteShape::Store if site.at[0] < left || site.at[0] > right => [0.46, 0.46 + (high - low) / 2.0],
        SiteShape::Store => [0.46 + (right - left) / 2.0, 0.46],
    };
    scene.sites.iter().map(|site| reach(site).map(|half| half * UNIT)).collect()
}

impl Painter<'_> {
    /// The wood or cloth that the sites lie on.
    pub(super) fn draw_plate(&self, ink: &mut Ink) {
        let centre = [(self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0];
        let half = [(self.right - self.left) / 2.0, (self.bottom - self.top) / 2.0];
        let grown = |by: f32| half.map(|side| side + by);
        if self.has(SiteShape::Pit) || self.has(SiteShape::Store) {
            let wood = ink.fade("mancala", "#c08a55", "#9c6534");
            ink.rect([centre[0], centre[1] + 5.0], grown(18.0), 46.0, "#6b431f", "");
            ink.rect(centre, grown(18.0), 46.0, &wood, "");
        } else if self.scene.is_3d() {
            self.draw_stand(ink);
        } else if self.has(SiteShape::Hole) || self.has(SiteShape::Point) || self.has(SiteShape::Edge) {
            let wood = ink.fade("wood", "#efd5a5", "#e2bf85");
            ink.rect([centre[0], centre[1] + 4.0], grown(2.0), 10.0, "#a5824f", "");
            ink.rect(centre, grown(2.0), 10.0, &wood, "");
        } else if self.has(SiteShape::Square) {
            ink.rect([centre[0], centre[1] + 4.0], grown(6.0), 10.0, "#7f5f36", "");
            ink.rect(centre, grown(6.0), 10.0, "#a98352", "");
        }
    }

    /// The slab under a pyramid, seen from the front.
    fn draw_stand(&self, ink: &mut Ink) {
        let ground = self.scene.sites.iter().zip(&self.reach).filter(|(site, _)| site.at[2] <= 0.01);
        let mut corners = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        for (site, reach) in ground {
            let [x, y] = self.view.point(site.at);
            let (wide, high) = (reach[0], reach[1] * self.view.tilt);
            corners[0] = corners[0].min(x - wide);
            corners[1] = corners[1].min(y - high);
            corners[2] = corners[2].max(x + wide);
            corners[3] = corners[3].max(y + high);
        }
        let [left, top, right, bottom] = corners;
        if left > right {
            return;
        }
        // Balls stand on the slab, which lies half a ball below their centres.
        let centre = [(left + right) / 2.0, (top + bottom) / 2.0 + 0.5 * self.view.rise * UNIT * 0.6];
        let reach = [(right - left) / 2.0 + 5.0, (bottom - top) / 2.0 + 5.0];
        let wood = ink.fade("wood", "#efd5a5", "#e2bf85");
        ink.rect([centre[0], centre[1] + 12.0], reach, 14.0, "#9a7744", "");
        ink.rect(centre, reach, 14.0, &wood, "");
    }

    /// One empty site.
    pub(super) fn draw_site(&self, ink: &mut Ink, id: SiteId) {
        let site = &self.scene.sites[id as usize];
        let [x, y] = self.view.point(site.at);
        let [fill, edge] = field_shades(site.colour);
        let stroke = format!(" stroke=\"{edge}\" stroke-width=\"1.5\"");
        let marked = self.is_highlighted(id);
        match site.shape {
            SiteShape::Square => {
                ink.rect([x, y], [UNIT * 0.485; 2], 4.0, fill, "");
                if marked {
                    ink.rect([x, y], [UNIT * 0.455; 2], 4.0, "none", " class=\"lx-mark\"");
                }
            }
            SiteShape::Hexagon if self.scene.is_growing() => {
                if !self.scene.is_filled(id) {
                    ink.polygon(&hexagon(x, y, UNIT * 0.92, self.lies), "none", " class=\"lx-cell\"");
                }
            }
            SiteShape::Hexagon => {
                ink.polygon(
                    &hexagon(x, y, UNIT * 0.97, self.lies),
                    fill,
                    &(stroke + " stroke-linejoin=\"round\""),
                );
                if marked {
                    ink.polygon(&hexagon(x, y, UNIT * 0.88, self.lies), "none", " class=\"lx-mark\"");
                }
                self.draw_name(ink, site, [x, y + UNIT * if self.lies { 0.4 } else { 0.47 }]);
            }
            SiteShape::Point => {
                ink.circle(x, y, 2.6, "#7a5c38", "");
                if marked && !self.scene.is_filled(id) {
                    ink.circle(x, y, 9.0, "none", " class=\"lx-mark\"");
                }
            }
            SiteShape::Edge => {
                for end in self.scene.line_through(id).iter().flat_map(|line| [line.from, line.to]) {
                    let [x, y] = self.view.point(end);
                    ink.circle(x, y, 5.0, "#7a5c38", "");
                }
            }
            SiteShape::Pit | SiteShape::Store => self.draw_hollow(ink, id, [x, y], marked),
            SiteShape::Hole => self.draw_hole(ink, id, [x, y], marked),
        }
    }

    fn draw_hollow(&self, ink: &mut Ink, id: SiteId, at: [f32; 2], marked: bool) {
        let hollow = ink.hollow_fill();
        let reach = self.reach[id as usize];
        let corner = reach[0].min(reach[1]);
        // A light lower rim makes the hollow look deep.
        ink.rect([at[0], at[1] + 2.0], reach, corner, "#d8a571", "");
        ink.rect(at, reach, corner, &hollow, "");
        if marked {
            ink.rect(at, reach, corner, "none", " class=\"lx-mark\"");
        }
    }

    fn draw_hole(&self, ink: &mut Ink, id: SiteId, [x, y]: [f32; 2], marked: bool) {
        if self.scene.is_filled(id) || !self.scene.is_open(id) {
            return;
        }
        let site = &self.scene.sites[id as usize];
        let tilt = self.view.tilt;
        let raised = site.at[2] > 0.01;
        let sunk = if raised || tilt == 1.0 { 0.0 } else { 0.5 * self.view.rise * UNIT * 0.6 };
        let reach = [UNIT * 0.3, UNIT * 0.3 * tilt];
        let ring = if marked {
            " class=\"lx-mark\"".to_string()
        } else {
            " stroke=\"#8a6a3c\" stroke-opacity=\".55\" stroke-width=\"1.5\"".to_string()
        };
        if raised {
            let dashed =
                " stroke=\"#ffffff\" stroke-opacity=\".75\" stroke-width=\"1.6\" stroke-dasharray=\"4 3\"";
            ink.ellipse([x, y + UNIT * 0.16], reach.map(|r| r * 0.8), "#ffffff22", dashed);
        } else {
            ink.ellipse([x, y + sunk], reach, "#b8935a", &ring);
            ink.ellipse([x, y + sunk + 2.0], reach.map(|r| r * 0.8), "#cfab73", "");
        }
    }

    fn draw_name(&self, ink: &mut Ink, site: &Site, [x, y]: [f32; 2]) {
        if site.name.chars().count() > 4 {
            return;
        }
        let class = if is_dark_field(site.colour) { "lx-name-light" } else { "lx-name" };
        ink.text(x, y, class, "", &site.name);
    }

    /// Letters and numbers along the edge, where names say column and row.
    pub(super) fn draw_axes(&self, ink: &mut Ink) {
        let Some(axes) = Axes::of(self.scene) else { return };
        for (x, name) in &axes.columns {
            ink.text(x * UNIT, self.bottom + 24.0, "lx-axis", "", name);
        }
        for (y, name) in &axes.rows {
            ink.text(self.left - 17.0, -y * UNIT + 5.0, "lx-axis", "", name);
        }
    }
}

/// Names of columns and rows taken from names of sites such as "c4".
pub(in crate::scene) struct Axes {
    /// Where each column is, and its letters.
    pub(in crate::scene) columns: Vec<(f32, String)>,
    /// Where each row is, and its number.
    pub(in crate::scene) rows: Vec<(f32, String)>,
}

impl Axes {
    /// The axes of a flat board of squares, points or edges, if every site is named by its column and row.
    pub(in crate::scene) fn of(scene: &Scene) -> Option<Axes> {
        let mut axes = Axes { columns: Vec::new(), rows: Vec::new() };
        if scene.sites.is_empty() || scene.is_3d() {
            return None;
        }
        for site in &scene.sites {
            if !matches!(site.shape, SiteShape::Square | SiteShape::Point | SiteShape::Edge) {
                return None;
            }
            let letters = site.name.chars().take_while(|c| c.is_ascii_alphabetic()).count();
            let (column, row) = site.name.split_at_checked(letters)?;
            if column.is_empty() || row.is_empty() || !row.chars().all(|c| c.is_ascii_digit()) {
                return None;
            }
            enter(&mut axes.columns, site.at[0], column)?;
            enter(&mut axes.rows, site.at[1], row)?;
        }
        Some(axes)
    }
}

/// Notes the name of a line; `None` if the line or the name is already taken by another.
fn enter(names: &mut Vec<(f32, String)>, at: f32, name: &str) -> Option<()> {
    for (place, known) in names.iter() {
        let same_place = (place - at).abs() < 0.01;
        if same_place != (known == name) {
            return None;
        }
        if same_place {
            return Some(());
        }
    }
    names.push((at, name.to_string()));
    Some(())
}
