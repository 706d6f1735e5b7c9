//! The pieces: stones and columns of discs, balls, tiles, seeds.

use super::ink::{Ink, figure_shade, hexagon, piece_shades};
use super::{Painter, UNIT};
use crate::scene::{Colour, Piece, PieceShape, SiteId, SiteShape};

/// The most seeds drawn one by one; a fuller pit shows this many and the count.
const MOST_SEEDS: u32 = 60;
/// The tallest a column of discs is drawn, in pixels.
const TALLEST: f32 = 26.0;

/// How many pieces there are.
fn total(pieces: &[&Piece]) -> u64 {
    pieces.iter().map(|piece| u64::from(piece.count)).sum()
}

impl Painter<'_> {
    /// What lies on a site, the lowest first.
    fn pieces_on(&self, id: SiteId) -> Vec<&Piece> {
        let mut pieces: Vec<&Piece> =
            self.scene.pieces.iter().filter(|piece| piece.site == id && piece.count > 0).collect();
        pieces.sort_by_key(|piece| piece.level);
        pieces
    }

    /// Everything that lies on a site.
    pub(super) fn draw_pieces(&self, ink: &mut Ink, id: SiteId) {
        let pieces = self.pieces_on(id);
        let at = self.view.point(self.scene.sites[id as usize].at);
        let shape = self.scene.sites[id as usize].shape;
        let Some(top) = pieces.last() else {
            if matches!(shape, SiteShape::Pit | SiteShape::Store) {
                self.draw_count(ink, id, 0);
            }
            return;
        };
        match top.shape {
            PieceShape::Seed => self.draw_seeds(ink, id, &pieces),
            PieceShape::Disc => self.draw_column(ink, id, at, &pieces),
            PieceShape::Ball => {
                for piece in &pieces {
                    self.draw_ball(ink, id, at, piece);
                }
            }
            PieceShape::Tile => {
                for piece in &pieces {
                    self.draw_tile(ink, id, at, piece);
                }
            }
            PieceShape::Bar => self.draw_bar(ink, id, at, top),
        }
    }

    /// Discs on each other, with the count of the top colour on top and of those beneath at the side.
    fn draw_column(&self, ink: &mut Ink, id: SiteId, [x, y]: [f32; 2], pieces: &[&Piece]) {
        let total = total(pieces);
        let shown = total.min(9) as u32;
        let step = if shown > 1 { (TALLEST / (shown - 1) as f32).min(6.5) } else { 0.0 };
        let radius = UNIT * if total > 1 { 0.34 } else { 0.41 };
        let flat = if total > 1 { 0.8 } else { 1.0 };
        let reach = [radius, radius * flat];
        let base = y + step * (shown - 1) as f32 * 0.45;
        ink.ellipse([x, base + 4.0], [radius + 2.0, radius * flat + 1.0], "#000000", " fill-opacity=\".22\"");
        let mut height = 0.0;
        let mut drawn = 0;
        for (index, piece) in pieces.iter().enumerate() {
            let [_, body, shaded, rim] = piece_shades(piece.colour);
            // Every colour keeps at least one disc when a tall column is shortened.
            let others = (pieces.len() - 1 - index) as u32;
            let share = (u64::from(piece.count) * u64::from(shown)).div_ceil(total) as u32;
            let share = share.min((shown - drawn.min(shown)).saturating_sub(others)).max(1);
            for _ in 0..share {
                let edge = format!(" stroke=\"{rim}\" stroke-width=\"1.2\"");
                ink.ellipse([x, base - height], reach, shaded, &edge);
                ink.ellipse([x, base - height - 1.5], reach, body, &edge);
                height += step;
            }
            drawn += share;
        }
        let top = base - height + step - 1.5;
        if let Some(piece) = pieces.last() {
            let [lit, body, _, _] = piece_shades(piece.colour);
            let shine = ink.fade(&format!("disc-{}", piece.colour.name()), lit, body);
            ink.ellipse([x, top], reach.map(|r| r * 0.8), &shine, "");
            self.write_on(ink, [x, top], piece, total);
        }
        if self.is_highlighted(id)
            && matches!(self.scene.sites[id as usize].shape, SiteShape::Point | SiteShape::Hole)
        {
            ink.circle(x, top, radius * 0.36, "none", " class=\"lx-mark\"");
        }
    }

    /// How many pieces lie beneath the top colour of a column, at its foot.
    pub(super) fn draw_badges(&self, ink: &mut Ink, id: SiteId) {
        let pieces = self.pieces_on(id);
        if pieces.len() < 2 || pieces.iter().any(|piece| piece.shape != PieceShape::Disc) {
            return;
        }
        let [x, y] = self.view.point(self.scene.sites[id as usize].at);
        for (index, piece) in pieces.iter().rev().skip(1).enumerate() {
            let text = piece.count.to_string();
            let badge = [x + UNIT * 0.3 - 15.0 * index as f32, y + UNIT * 0.34];
            let [_, body, _, rim] = piece_shades(piece.colour);
            let reach = [5.0 + 4.5 * text.len() as f32, 9.5];
            ink.rect(badge, reach, 9.5, body, &format!(" stroke=\"{rim}\" stroke-width=\"1.2\""));
            let fill = format!(" fill=\"{}\"", figure_shade(piece.colour));
            ink.text(badge[0], badge[1] + 5.0, "lx-small", &fill, &text);
        }
    }

    /// The label of the top piece, or how many there are.
    fn write_on(&self, ink: &mut Ink, [x, y]: [f32; 2], piece: &Piece, total: u64) {
        let text = match (piece.label.is_empty(), piece.count) {
            (false, 1) => piece.label.clone(),
            (false, count) => format!("{count}{}", piece.label),
            (true, 1) if total == 1 => return,
            (true, count) => count.to_string(),
        };
        let fill = format!(" fill=\"{}\"", figure_shade(piece.colour));
        ink.text(x, y + 6.5, "lx-count", &fill, &text);
    }

    fn draw_ball(&self, ink: &mut Ink, id: SiteId, [x, y]: [f32; 2], piece: &Piece) {
        let radius = UNIT * 0.5;
        if self.scene.sites[id as usize].at[2] <= 0.01 {
            let sunk = if self.scene.is_3d() { radius * self.view.rise * 0.75 } else { 4.0 };
            ink.ellipse(
                [x + 3.0, y + sunk],
                [radius * 0.95, radius * 0.95 * self.view.tilt],
                "#000000",
                " fill-opacity=\".2\"",
            );
        }
        let fill = ink.ball_fill(piece.colour);
        let rim = piece_shades(piece.colour)[3];
        ink.circle(
            x,
            y,
            radius - 0.5,
            &fill,
            &format!(" stroke=\"{rim}\" stroke-width=\".8\" stroke-opacity=\".6\""),
        );
        if !piece.label.is_empty() {
            self.write_on(ink, [x, y], piece, 1);
        }
        if self.is_highlighted(id) {
            ink.circle(x, y, radius * 0.35, "none", " class=\"lx-mark\"");
        }
    }

    fn draw_tile(&self, ink: &mut Ink, id: SiteId, [x, y]: [f32; 2], piece: &Piece) {
        let [lit, body, shaded, rim] = piece_shades(piece.colour);
        let face = ink.fade(&format!("tile-{}", piece.colour.name()), lit, body);
        let edge = format!(" stroke=\"{rim}\" stroke-width=\"1.2\" stroke-linejoin=\"round\"");
        if self.scene.sites[id as usize].shape == SiteShape::Hexagon {
            ink.polygon(&hexagon(x, y + 3.0, UNIT * 0.94, self.lies), shaded, &edge);
            ink.polygon(&hexagon(x, y, UNIT * 0.94, self.lies), body, &edge);
            ink.polygon(&hexagon(x, y, UNIT * 0.78, self.lies), &face, "");
        } else {
            ink.rect([x, y + 3.0], [UNIT * 0.45; 2], 7.0, shaded, &edge);
            ink.rect([x, y], [UNIT * 0.45; 2], 7.0, body, &edge);
            ink.rect([x, y], [UNIT * 0.37; 2], 5.0, &face, "");
        }
        if self.is_highlighted(id) {
            ink.circle(x, y, UNIT * 0.16, "none", " class=\"lx-mark\"");
        }
        self.write_on(ink, [x, y], piece, 1);
    }

    /// A bar along the edge it lies on, a little shorter than that.
    fn draw_bar(&self, ink: &mut Ink, id: SiteId, at: [f32; 2], piece: &Piece) {
        let ends =
            self.scene.line_through(id).map(|line| [line.from, line.to].map(|end| self.view.point(end)));
        let [from, to] = ends.unwrap_or([[at[0] - UNIT / 2.0, at[1]], [at[0] + UNIT / 2.0, at[1]]]);
        let between = |end: [f32; 2]| [0, 1].map(|axis| at[axis] + 0.8 * (end[axis] - at[axis]));
        let [_, body, _, rim] = piece_shades(piece.colour);
        ink.bar(between(from), between(to), 13.0, rim);
        ink.bar(between(from), between(to), 10.0, body);
        if self.is_highlighted(id) {
            ink.circle(at[0], at[1], 9.0, "none", " class=\"lx-mark\"");
        }
    }

    /// Seeds spread evenly over their hollow, and how many they are.
    fn draw_seeds(&self, ink: &mut Ink, id: SiteId, pieces: &[&Piece]) {
        let total = total(pieces);
        let [x, y] = self.view.point(self.scene.sites[id as usize].at);
        let [wide, high] = self.reach[id as usize].map(|half| half * 0.78);
        let colours: Vec<Colour> = pieces
            .iter()
            .flat_map(|piece| std::iter::repeat_n(piece.colour, piece.count.min(MOST_SEEDS) as usize))
            .take(MOST_SEEDS as usize)
            .collect();
        let many = colours.len() as f32;
        let size = (9.6 - many.sqrt() * 0.55).max(5.2);
        for (index, &colour) in colours.iter().enumerate() {
            // A sunflower spiral: every seed a golden angle further, at a radius that fills the disc evenly.
            let turn = index as f32 * 2.399_963 + id as f32;
            let out = if many < 2.0 { 0.0 } else { ((index as f32 + 0.5) / many).sqrt() };
            // Few seeds lie together in the middle instead of along the rim.
            let spread = (0.34 + 0.16 * many.sqrt()).min(1.0);
            let seed = [
                x + turn.cos() * out * spread * (wide - size * 0.4),
                y + turn.sin() * out * spread * (high - size * 0.4),
            ];
            let fill = ink.ball_fill(colour);
            ink.circle(seed[0] + 1.2, seed[1] + 2.0, size, "#000000", " fill-opacity=\".3\"");
            ink.circle(
                seed[0],
                seed[1],
                size,
                &fill,
                " stroke=\"#3d2310\" stroke-width=\".7\" stroke-opacity=\".7\"",
            );
        }
        self.draw_count(ink, id, total);
    }

    /// The number of seeds, on a small plate at the edge of the hollow.
    fn draw_count(&self, ink: &mut Ink, id: SiteId, count: u64) {
        let [x, y] = self.view.point(self.scene.sites[id as usize].at);
        let high = self.reach[id as usize][1];
        let text = count.to_string();
        let wide = 9.0 + 4.5 * text.len() as f32;
        let upper = y < (self.top + self.bottom) / 2.0 - 1.0;
        let plate = [x, if upper { y - high + 1.0 } else { y + high - 1.0 }];
        ink.rect(plate, [wide, 10.5], 10.5, "#fff6e6", " stroke=\"#6b431f\" stroke-width=\"1\"");
        ink.text(plate[0], plate[1] + 5.2, "lx-small", " fill=\"#3d2310\"", &text);
    }
}
