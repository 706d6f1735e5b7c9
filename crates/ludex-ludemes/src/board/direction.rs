//! Absolute directions: compass points, slopes, turns around a centre, and classes of directions.

/// A direction in which a step or a line may go, or a class of such directions.
///
/// The order is the one in which rules list directions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // The compass points and slopes explain themselves.
pub enum Direction {
    /// Every direction.
    All,
    /// Any of the compass points that are not N, E, S or W.
    Angled,
    /// To sites that touch.
    Adjacent,
    /// N, E, S, W, straight up or down.
    Axial,
    /// Across an edge (cells) or along one (vertices).
    Orthogonal,
    /// Across a corner (cells) or a face (vertices).
    Diagonal,
    /// Touching at a corner but not straight across it.
    OffDiagonal,
    /// On the same layer.
    SameLayer,
    /// To a higher layer.
    Upward,
    /// To a lower layer.
    Downward,
    /// In, out and both ways round a centre.
    Rotational,
    /// Towards the base of a stack.
    Base,
    /// Towards what carries a piece.
    Support,
    N,
    E,
    S,
    W,
    NE,
    SE,
    NW,
    SW,
    NNW,
    WNW,
    WSW,
    SSW,
    SSE,
    ESE,
    ENE,
    NNE,
    /// Clockwise round the centre.
    CW,
    /// Anticlockwise round the centre.
    CCW,
    /// Towards the centre.
    In,
    /// Away from the centre.
    Out,
    U,
    UN,
    UNE,
    UE,
    USE,
    US,
    USW,
    UW,
    UNW,
    D,
    DN,
    DNE,
    DE,
    DSE,
    DS,
    DSW,
    DW,
    DNW,
}

use Direction::*;

/// How many directions there are.
pub const DIRECTIONS: usize = 51;

/// The sixteen compass points, clockwise from north.
pub const COMPASS: [Direction; 16] = [N, NNE, NE, ENE, E, ESE, SE, SSE, S, SSW, SW, WSW, W, WNW, NW, NNW];

/// The eight upward slopes, clockwise from north.
pub const UPWARD: [Direction; 8] = [UN, UNE, UE, USE, US, USW, UW, UNW];

/// The eight downward slopes, clockwise from north.
pub const DOWNWARD: [Direction; 8] = [DN, DNE, DE, DSE, DS, DSW, DW, DNW];

impl Direction {
    /// All directions in order.
    pub const EVERY: [Direction; DIRECTIONS] = [
        All,
        Angled,
        Adjacent,
        Axial,
        Orthogonal,
        Diagonal,
        OffDiagonal,
        SameLayer,
        Upward,
        Downward,
        Rotational,
        Base,
        Support,
        N,
        E,
        S,
        W,
        NE,
        SE,
        NW,
        SW,
        NNW,
        WNW,
        WSW,
        SSW,
        SSE,
        ESE,
        ENE,
        NNE,
        CW,
        CCW,
        In,
        Out,
        U,
        UN,
        UNE,
        UE,
        USE,
        US,
        USW,
        UW,
        UNW,
        D,
        DN,
        DNE,
        DE,
        DSE,
        DS,
        DSW,
        DW,
        DNW,
    ];

    /// The direction as a member of a [`Directions`] set.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }

    /// The direction called by this name in a description.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::EVERY.into_iter().find(|d| d.name() == name)
    }

    /// Its name in a description.
    pub fn name(self) -> String {
        format!("{self:?}")
    }

    /// Whether it is one direction rather than a class of directions.
    pub const fn is_specific(self) -> bool {
        self as u8 >= N as u8
    }

    /// Its place among the sixteen compass points, clockwise from north.
    pub fn compass_index(self) -> Option<usize> {
        COMPASS.iter().position(|&d| d == self)
    }

    /// Its place in the order of its own kind: compass points and slopes clockwise from north, turns from out.
    pub(crate) fn rank(self) -> usize {
        let among = |list: &[Direction]| list.iter().position(|&d| d == self);
        let down = || among(&DOWNWARD).map(|i| i + 1).or(among(&[D]));
        let up = || among(&UPWARD).map(|i| i + 10).or(among(&[U]).map(|_| 9));
        self.compass_index().or_else(down).or_else(up).or_else(|| among(&[Out, CW, In, CCW])).unwrap_or(0)
    }

    /// The opposite of a compass point, a slope or a turn; classes have none.
    pub fn opposite(self) -> Option<Self> {
        if let Some(i) = self.compass_index() {
            return Some(COMPASS[(i + 8) % 16]);
        }
        let slope = |from: &[Direction; 8], to: &[Direction; 8]| {
            from.iter().position(|&d| d == self).map(|i| to[(i + 4) % 8])
        };
        slope(&UPWARD, &DOWNWARD).or_else(|| slope(&DOWNWARD, &UPWARD)).or(match self {
            U => Some(D),
            D => Some(U),
            CW => Some(CCW),
            CCW => Some(CW),
            In => Some(Out),
            Out => Some(In),
            Upward => Some(Downward),
            Downward => Some(Upward),
            _ => None,
        })
    }

    /// The class to which a specific direction belongs by its height: same layer, upward or downward.
    pub(crate) fn level(self) -> Option<Self> {
        match self as u8 {
            x if x >= D as u8 => Some(Downward),
            x if x >= U as u8 => Some(Upward),
            x if x >= N as u8 && x <= NNE as u8 => Some(SameLayer),
            _ => None,
        }
    }
}

/// A set of directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Directions(pub u64);

impl Directions {
    /// Whether a direction is in the set.
    pub const fn has(self, direction: Direction) -> bool {
        self.0 & direction.bit() != 0
    }

    /// Puts a direction into the set.
    pub fn add(&mut self, direction: Direction) {
        self.0 |= direction.bit();
    }

    /// The set with one more direction.
    pub const fn with(self, direction: Direction) -> Self {
        Self(self.0 | direction.bit())
    }

    /// The directions in order.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::EVERY.into_iter().filter(move |d| self.has(*d))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_numbers_follow_the_order() {
        for (i, d) in Direction::EVERY.into_iter().enumerate() {
            assert_eq!(d as usize, i);
            assert_eq!(Direction::from_name(&d.name()), Some(d));
        }
        assert_eq!(Direction::from_name("Nowhere"), None);
    }

    #[test]
    fn an_opposite_of_an_opposite_is_the_direction_itself() {
        for d in Direction::EVERY {
            if let Some(o) = d.opposite() {
                assert_eq!(o.opposite(), Some(d));
            }
        }
        assert_eq!(Direction::UNE.opposite(), Some(Direction::DSW));
        assert_eq!(Direction::ENE.opposite(), Some(Direction::WSW));
    }
}
