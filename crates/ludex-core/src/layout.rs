//! Positions in numbers, for measurements: how many pieces lie on which sites, how far a move goes.
//!
//! Everything here has a default made from the scene, which is right for every game; a game that is measured in
//! bulk overrides it with something faster that gives the same answers.

use crate::{Draw, Evaluate, HEX_ROW, Player, Scene, SiteId, SiteShape, mix};

/// A position in numbers. Stores and hands do not belong to the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Survey {
    /// How many sites the board has; `None` if it grows while the game goes on.
    pub sites: Option<u32>,
    /// The pieces on the board.
    pub pieces: u32,
    /// The sites on which they lie, each once.
    pub occupied: Vec<SiteId>,
    /// A key of what lies where, without whose turn it is.
    pub key: u64,
}

/// Where a move goes, in the numbers of the sites that a [`Survey`] uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Journey {
    /// Where it starts, if something moves.
    pub from: Option<SiteId>,
    /// Where it ends.
    pub to: Option<SiteId>,
    /// How many steps that is, if the game says so; otherwise the fewest steps from neighbour to neighbour.
    pub steps: Option<u32>,
}

/// How many positions a game has, by a formula.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionCount {
    /// The decimal logarithm.
    pub log10: f64,
    /// The number itself, where it fits.
    pub exact: Option<u128>,
    /// What is counted, in words.
    pub what: String,
}

impl PositionCount {
    /// A number that fits.
    pub fn exact(count: u128, what: impl Into<String>) -> PositionCount {
        PositionCount { log10: (count as f64).log10(), exact: Some(count), what: what.into() }
    }

    /// A number known by its logarithm.
    pub fn large(log10: f64, what: impl Into<String>) -> PositionCount {
        PositionCount { log10, exact: None, what: what.into() }
    }
}

/// What measurements ask of a position.
pub trait Layout: Draw + Evaluate {
    /// Counts what lies on the board.
    fn survey(&self, state: &Self::State, survey: &mut Survey) {
        survey.read(&self.scene(state));
    }

    /// Where a legal move of `state` goes.
    fn journey(&self, state: &Self::State, chosen: Self::Move) -> Journey {
        let marks = self.marks(state, chosen);
        let (Some(from), Some(to)) = (marks.from, marks.to) else {
            return Journey { from: marks.from, to: marks.to, steps: None };
        };
        let scene = self.scene(state);
        match (scene.sites.get(from as usize), scene.sites.get(to as usize)) {
            (Some(start), Some(end)) if scene.is_growing() => {
                let (start, end) = (axial(start.at), axial(end.at));
                let steps = hex_steps(start, end);
                Journey { from: Some(pair(start)), to: Some(pair(end)), steps: Some(steps) }
            }
            _ => Journey { from: Some(from), to: Some(to), steps: None },
        }
    }

    /// Writes the standing of the first player after each of some legal moves of `state` to `standings`
    /// (cleared first).
    fn standings_after(&self, state: &Self::State, moves: &[Self::Move], standings: &mut Vec<f64>) {
        standings.clear();
        standings.extend(moves.iter().map(|&chosen| {
            let mut after = state.clone();
            self.play(&mut after, chosen);
            self.standing(&after, Player::FIRST)
        }));
    }

    /// How many positions there are, where a formula is known.
    fn position_count(&self) -> Option<PositionCount> {
        None
    }
}

impl Survey {
    /// Counts what a scene shows.
    pub fn read(&mut self, scene: &Scene) {
        let growing = scene.is_growing();
        let is_board = |site: SiteId| scene.sites[site as usize].shape != SiteShape::Store;
        let count = (0..scene.sites.len() as SiteId).filter(|&site| is_board(site)).count();
        self.sites = if growing { None } else { Some(count as u32) };
        self.clear();
        for piece in scene.pieces.iter().filter(|piece| piece.count > 0) {
            let site = if growing { pair(axial(scene.sites[piece.site as usize].at)) } else { piece.site };
            let label = piece.label.bytes().fold(0, |label, byte| mix(label ^ u64::from(byte)));
            let kind = u64::from(piece.level) << 40 | (piece.colour as u64) << 32 | u64::from(piece.count);
            self.key = self.key.wrapping_add(mix(mix(u64::from(site) ^ label) ^ kind));
            if is_board(piece.site) {
                self.pieces += piece.count;
                if !self.occupied.contains(&site) {
                    self.occupied.push(site);
                }
            }
        }
    }

    /// Forgets the pieces, but not the size of the board.
    pub fn clear(&mut self) {
        self.pieces = 0;
        self.occupied.clear();
        self.key = 0;
    }
}

/// The axial coordinates of a point of a hexagonal grid, the reverse of [`hex_at`](crate::scene::hex_at).
fn axial(at: [f32; 3]) -> [i32; 2] {
    let r = -at[1] / HEX_ROW;
    [(at[0] - r / 2.0).round() as i32, r.round() as i32]
}

/// The fewest steps between two hexagons.
fn hex_steps(a: [i32; 2], b: [i32; 2]) -> u32 {
    let (q, r) = (a[0] - b[0], a[1] - b[1]);
    q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs())
}

/// One number for a place on a board without edges; small for places near the first tile (Szudzik's pairing).
fn pair([q, r]: [i32; 2]) -> SiteId {
    let fold = |n: i32| if n < 0 { n.unsigned_abs() * 2 - 1 } else { n as u32 * 2 };
    let (a, b) = (fold(q).min(1 << 15), fold(r).min(1 << 15));
    if a < b { b * b + a } else { a * a + a + b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::Nim;
    use crate::scene::hex_at;
    use crate::{Colour, Game, PieceShape};

    #[test]
    fn stores_do_not_belong_to_the_board() {
        let mut scene = Scene::default();
        let pit = scene.add_site("pit", [0.0; 3], SiteShape::Pit, Colour::Board);
        let store = scene.add_site("store", [1.0, 0.0, 0.0], SiteShape::Store, Colour::Board);
        scene.add_piece(pit, 3, Colour::Neutral, PieceShape::Seed);
        scene.add_piece(store, 5, Colour::Neutral, PieceShape::Seed);
        let mut survey = Survey::default();
        survey.read(&scene);
        assert_eq!((survey.sites, survey.pieces, &survey.occupied[..]), (Some(1), 3, &[pit][..]));
    }

    #[test]
    fn what_lies_in_a_store_is_part_of_the_key() {
        let keys = [1, 2].map(|count| {
            let mut scene = Scene::default();
            let store = scene.add_site("store", [0.0; 3], SiteShape::Store, Colour::Board);
            scene.add_piece(store, count, Colour::Neutral, PieceShape::Seed);
            let mut survey = Survey::default();
            survey.read(&scene);
            survey.key
        });
        assert_ne!(keys[0], keys[1]);
    }

    #[test]
    fn tiles_without_a_board_keep_their_number_when_the_field_grows() {
        let field = |places: &[[i32; 2]]| {
            let mut scene = Scene::default();
            for &[q, r] in places {
                let site = scene.add_site("", hex_at(q, r), SiteShape::Hexagon, Colour::Board);
                scene.add_piece(site, 1, Colour::Red, PieceShape::Tile);
            }
            let mut survey = Survey::default();
            survey.read(&scene);
            survey
        };
        let small = field(&[[0, 0], [1, -1]]);
        let large = field(&[[-3, 5], [1, -1], [0, 0]]);
        assert_eq!(small.sites, None);
        assert!(small.occupied.iter().all(|site| large.occupied.contains(site)));
        assert_eq!(hex_steps([-3, 5], [1, -1]), 6);
    }

    #[test]
    fn a_heap_is_one_site() {
        let mut survey = Survey::default();
        let game = Nim::new(7);
        game.survey(&game.start(), &mut survey);
        assert_eq!((survey.sites, survey.pieces, survey.occupied.len()), (Some(1), 7, 1));
    }
}
