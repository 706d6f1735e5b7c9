//! What a person sees of a position: sites in space, pieces on them, captions beside them.
//!
//! A game makes a [`Scene`] from a state; the terminal, SVG and the browser draw the same scene, so a game that
//! has one can be seen everywhere. Lengths are in board units: neighbouring sites are about 1 apart. x grows
//! to the right, y upwards (away from the first player's eye), z towards the sky.

mod layers;
mod svg;
mod terminal;
#[cfg(test)]
mod tests;

use serde::Serialize;

pub use svg::to_svg;
pub use terminal::to_text;

/// The number of a site in its scene.
pub type SiteId = u32;

/// The shape in which a site is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SiteShape {
    /// A unit square.
    Square,
    /// A hexagon one unit wide, with a vertex at the top unless its neighbours lie straight above and below.
    Hexagon,
    /// A point where lines meet.
    Point,
    /// A hollow that holds seeds.
    Pit,
    /// A large hollow beside the board: a store, a hand.
    Store,
    /// A place for a ball, drawn only when it can be used.
    Hole,
    /// The way between two points: it lies in the middle of one of the scene's lines.
    Edge,
}

/// The shape of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PieceShape {
    /// A flat disc; several on a site stand as a column.
    Disc,
    /// A ball.
    Ball,
    /// A hexagonal tile that fills its site.
    Tile,
    /// Small seeds lying together.
    Seed,
    /// A bar that lies along its edge.
    Bar,
}

/// A colour by meaning, so that each renderer can choose shades for light and dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// The plain board.
    Board,
    /// White pieces or fields.
    White,
    /// Black pieces or fields.
    Black,
    /// Red pieces or fields.
    Red,
    /// Blue pieces or fields.
    Blue,
    /// Yellow pieces or fields.
    Yellow,
    /// Green pieces or fields.
    Green,
    /// Seeds and other pieces nobody owns.
    Neutral,
}

impl Colour {
    /// The colour as a word.
    pub fn name(self) -> &'static str {
        match self {
            Colour::Board => "plain",
            Colour::White => "white",
            Colour::Black => "black",
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Yellow => "yellow",
            Colour::Green => "green",
            Colour::Neutral => "neutral",
        }
    }

    /// The usual colours of players in order.
    pub const PLAYERS: [Colour; 8] = [
        Colour::White,
        Colour::Black,
        Colour::Red,
        Colour::Blue,
        Colour::Yellow,
        Colour::Green,
        Colour::Neutral,
        Colour::Board,
    ];
}

/// A place on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Site {
    /// What players call it ("c4", "17").
    pub name: String,
    /// Where its centre is.
    pub at: [f32; 3],
    /// How it is drawn.
    pub shape: SiteShape,
    /// The colour of the field.
    pub colour: Colour,
}

/// Pieces of one kind on a site.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Piece {
    /// On which site.
    pub site: SiteId,
    /// How high in the stack, 0 at the bottom. A piece with a count takes one level.
    pub level: u32,
    /// How many, drawn as one heap or column.
    pub count: u32,
    /// Their colour.
    pub colour: Colour,
    /// Their shape.
    pub shape: PieceShape,
    /// Short text on the piece, if any ("K" for a king).
    pub label: String,
}

/// A line drawn on the board between two points (grid lines, connections).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Line {
    /// One end.
    pub from: [f32; 3],
    /// The other end.
    pub to: [f32; 3],
}

/// Everything there is to see.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Scene {
    /// The places, numbered by their index.
    pub sites: Vec<Site>,
    /// The pieces, bottom level first on each site.
    pub pieces: Vec<Piece>,
    /// Lines on the board.
    pub lines: Vec<Line>,
    /// Sentences beside the board: scores, hands, whose turn.
    pub captions: Vec<String>,
    /// Sites to be pointed out: the last move, a winning line.
    pub highlights: Vec<SiteId>,
}

impl Scene {
    /// Adds a site and returns its number.
    pub fn add_site(
        &mut self,
        name: impl Into<String>,
        at: [f32; 3],
        shape: SiteShape,
        colour: Colour,
    ) -> SiteId {
        self.sites.push(Site { name: name.into(), at, shape, colour });
        (self.sites.len() - 1) as SiteId
    }

    /// Puts `count` pieces on a site, on top of what is there.
    pub fn add_piece(&mut self, site: SiteId, count: u32, colour: Colour, shape: PieceShape) {
        let level = self.pieces.iter().filter(|piece| piece.site == site).count() as u32;
        self.pieces.push(Piece { site, level, count, colour, shape, label: String::new() });
    }

    /// Whether the board is made of the tiles laid so far, and of the empty cells beside them.
    pub fn is_growing(&self) -> bool {
        let plain = |site: &Site| {
            site.shape == SiteShape::Hexagon && site.colour == Colour::Board && site.at[2] <= 0.01
        };
        self.sites.iter().all(plain) && self.pieces.iter().any(|piece| piece.shape == PieceShape::Tile)
    }

    /// Whether hexagons lie on a side, because neighbours lie straight above and below each other.
    pub fn hexagons_lie(&self) -> bool {
        let hexagons = || self.sites.iter().filter(|site| site.shape == SiteShape::Hexagon);
        let near = |a: f32, b: f32| (a - b).abs() < 0.02;
        hexagons().any(|site| {
            hexagons().any(|other| near(other.at[0], site.at[0]) && near(other.at[1], site.at[1] + 1.0))
        })
    }

    /// The line in the middle of which a site lies, if there is one.
    pub fn line_through(&self, id: SiteId) -> Option<Line> {
        let at = self.sites[id as usize].at;
        let is_middle = |line: &&Line| {
            (0..3).all(|axis| ((line.from[axis] + line.to[axis]) / 2.0 - at[axis]).abs() < 0.01)
        };
        self.lines.iter().find(is_middle).copied()
    }

    /// Whether anything stands above the ground.
    pub fn is_3d(&self) -> bool {
        self.sites.iter().any(|site| site.at[2] > 0.01)
    }
}

/// Where the hexagon with axial coordinates (q, r) lies: q counts along a row to the right, r counts rows
/// downwards, each row shifted half a hexagon to the right of the one above.
pub fn hex_at(q: i32, r: i32) -> [f32; 3] {
    [q as f32 + r as f32 / 2.0, -(r as f32) * HEX_ROW, 0.0]
}

/// The distance between rows of hexagons that are one unit wide.
pub const HEX_ROW: f32 = 0.866_025_4;

/// Which sites of the scene a move concerns. A person points at `from` (if any) and then at `to`; where
/// several moves share both, `choice` tells them apart.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Marks {
    /// Where the move starts.
    pub from: Option<SiteId>,
    /// Where it ends.
    pub to: Option<SiteId>,
    /// What remains to be chosen, in words ("2 pieces", "keep the left group"); empty if nothing.
    pub choice: String,
    /// The place of a site that is not in the scene yet (Six: an empty cell beside the tiles), in the axial
    /// coordinates that [`hex_at`] turns into a point.
    pub at: Option<[i32; 2]>,
}
