//! Directions relative to the way a piece faces.

use super::direction::{COMPASS, Direction};

/// A direction as seen by a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // FL is forward left, BRR backward right by two, and so on.
pub enum Relative {
    /// Straight ahead.
    Forward,
    /// Straight back.
    Backward,
    /// To the right by a quarter turn.
    Rightward,
    /// To the left by a quarter turn.
    Leftward,
    /// Anything ahead.
    Forwards,
    /// Anything behind.
    Backwards,
    /// Anything to the right.
    Rightwards,
    /// Anything to the left.
    Leftwards,
    FL,
    FLL,
    FLLL,
    BL,
    BLL,
    BLLL,
    FR,
    FRR,
    FRRR,
    BR,
    BRR,
    BRRR,
    /// As the last move went.
    SameDirection,
    /// Back along the last move.
    OppositeDirection,
}

impl Relative {
    /// All relative directions in order.
    pub const EVERY: [Relative; 22] = [
        Relative::Forward,
        Relative::Backward,
        Relative::Rightward,
        Relative::Leftward,
        Relative::Forwards,
        Relative::Backwards,
        Relative::Rightwards,
        Relative::Leftwards,
        Relative::FL,
        Relative::FLL,
        Relative::FLLL,
        Relative::BL,
        Relative::BLL,
        Relative::BLLL,
        Relative::FR,
        Relative::FRR,
        Relative::FRRR,
        Relative::BR,
        Relative::BRR,
        Relative::BRRR,
        Relative::SameDirection,
        Relative::OppositeDirection,
    ];

    /// The relative direction called by this name in a description.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::EVERY.into_iter().find(|r| format!("{r:?}") == name)
    }

    /// The directions among those a board supports (see [`super::Board::supported`]) for a piece that faces a
    /// compass point. `SameDirection` and `OppositeDirection` depend on the last move and give none here.
    ///
    /// FL is the next supported direction to the left of straight ahead, FR to the right, BL and BR the same
    /// from straight back; further letters change nothing, as in Ludii.
    pub fn directions(self, facing: Direction, supported: &[Direction]) -> Vec<Direction> {
        let Some(ahead) = facing.compass_index() else { return Vec::new() };
        let at = |turn: usize| COMPASS[(ahead + turn) % 16];
        let is_supported = |d: &Direction| supported.contains(d);
        let only = |turn: usize| Some(at(turn)).filter(is_supported).into_iter().collect();
        let clockwise = |from: usize, count: usize| {
            (0..count).map(|i| at(from + i)).filter(is_supported).collect::<Vec<_>>()
        };
        let next_right = |from: usize| clockwise(from + 1, 16).into_iter().take(1).collect();
        let next_left = |from: usize| {
            (1..=16).map(|i| at(from + 16 - i)).find(is_supported).into_iter().collect::<Vec<_>>()
        };
        match self {
            Relative::Forward => only(0),
            Relative::Backward => only(8),
            Relative::Rightward => only(4),
            Relative::Leftward => only(12),
            Relative::Forwards => clockwise(13, 7),
            Relative::Backwards => clockwise(5, 7),
            Relative::Rightwards => clockwise(1, 7),
            Relative::Leftwards => (1..8).map(|i| at(16 - i)).filter(is_supported).collect(),
            Relative::FL | Relative::FLL | Relative::FLLL => next_left(0),
            Relative::BL | Relative::BLL | Relative::BLLL => next_left(8),
            Relative::FR | Relative::FRR | Relative::FRRR => next_right(0),
            Relative::BR | Relative::BRR | Relative::BRRR => next_right(8),
            Relative::SameDirection | Relative::OppositeDirection => Vec::new(),
        }
    }

    /// The way a piece faces after `turns` turns to the right through the supported directions.
    pub fn turned(facing: Direction, turns: usize, supported: &[Direction]) -> Direction {
        (0..turns).fold(facing, |facing, _| {
            Relative::FR.directions(facing, supported).first().copied().unwrap_or(facing)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Direction::*;
    use super::*;

    #[test]
    fn a_pawn_that_faces_south_has_its_left_in_the_east() {
        let supported = [N, NE, E, SE, S, SW, W, NW];
        let seen = |r: Relative| r.directions(S, &supported);
        assert_eq!(seen(Relative::Forward), [S]);
        assert_eq!(seen(Relative::Leftward), [E]);
        assert_eq!(seen(Relative::FL), [SE]);
        assert_eq!(seen(Relative::FR), [SW]);
        assert_eq!(seen(Relative::BL), [NW]);
        assert_eq!(seen(Relative::Forwards), [SE, S, SW]);
        assert_eq!(seen(Relative::Rightwards), [SW, W, NW]);
        assert_eq!(seen(Relative::Leftwards), [SE, E, NE]);
    }

    #[test]
    fn on_hexagons_forward_left_skips_what_is_missing() {
        let supported = [NNE, E, SSE, SSW, W, NNW];
        assert_eq!(Relative::FL.directions(N, &supported), [NNW]);
        assert_eq!(Relative::FRR.directions(N, &supported), [NNE]);
        assert!(Relative::Forward.directions(N, &supported).is_empty());
        assert_eq!(Relative::turned(N, 2, &supported), E);
    }

    #[test]
    fn without_compass_points_nothing_is_ahead() {
        for r in Relative::EVERY {
            assert!(r.directions(N, &[]).is_empty());
            assert_eq!(Relative::from_name(&format!("{r:?}")), Some(r));
        }
    }
}
