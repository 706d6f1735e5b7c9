//! The hexagonal board: numbering, colours, lines and symmetries, for every side from 3 to 6.
//!
//! Tiles are counted left to right, top row first, from 0 inside the engine and from 1 in all text. A tile's
//! place is given by its row and by `x`, its column minus that of the middle of the slanted axis; both are 0 in
//! the centre. The six directions are left, right, up-left, up-right, down-left, down-right.
//!
//! Colours depend on `(x - row) mod 3` alone, and the centre is red on every board. So no two neighbours share
//! a colour, and three steps in a straight line always end on the colour where they began.

use super::mask::Mask;

/// The smallest and the largest side of a board.
pub const SIDES: std::ops::RangeInclusive<usize> = 3..=6;

/// The six directions as (x, row), in the order of the study's engine.
const DIRECTIONS: [(i32, i32); 6] = [(-1, 0), (1, 0), (0, -1), (1, -1), (-1, 1), (0, 1)];

/// The colour of a tile, which multiplies the strength of the column on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TileColour {
    /// Counts once.
    White = 1,
    /// Counts twice.
    Black = 2,
    /// Counts three times.
    Red = 3,
}

impl TileColour {
    /// What a piece on the tile counts.
    #[inline]
    pub fn value(self) -> u32 {
        self as u32
    }
}

/// What is known of a tile once and for all.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    /// Its row, 0 in the middle of the board, negative above.
    pub row: i32,
    /// Its place along the row, so that up-left and down-right keep it.
    pub x: i32,
    /// Its colour.
    pub colour: TileColour,
}

/// The board of one side.
#[derive(Clone, Debug)]
pub struct Board {
    side: usize,
    tiles: Vec<Tile>,
    symmetries: Vec<Vec<u8>>,
}

impl Board {
    /// The board with `side` tiles on each of its six edges.
    ///
    /// # Panics
    /// If `side` is not in [`SIDES`].
    pub fn new(side: usize) -> Board {
        assert!(SIDES.contains(&side), "boards have {} to {} tiles on a side", SIDES.start(), SIDES.end());
        let last = side as i32 - 1;
        let tiles: Vec<Tile> = (-last..=last)
            .flat_map(|row| {
                let first = -last - row.min(0);
                let length = 2 * last + 1 - row.abs();
                (first..first + length).map(move |x| Tile { row, x, colour: colour(x, row) })
            })
            .collect();
        let mut board = Board { side, tiles, symmetries: Vec::new() };
        board.symmetries = board.find_symmetries();
        board
    }

    /// How many tiles an edge has.
    pub fn side(&self) -> usize {
        self.side
    }

    /// How many tiles there are.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Always false; a board has tiles.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The tiles in the order of their numbers.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The tile at a place, if it is on the board.
    pub fn at(&self, x: i32, row: i32) -> Option<usize> {
        self.tiles.iter().position(|tile| (tile.x, tile.row) == (x, row))
    }

    /// The tile `steps` away in one of the six directions.
    pub fn along(&self, tile: usize, direction: usize, steps: i32) -> Option<usize> {
        let Tile { x, row, .. } = self.tiles[tile];
        let (dx, drow) = DIRECTIONS[direction];
        self.at(x + dx * steps, row + drow * steps)
    }

    /// The tile in the mirrored row (top and bottom exchanged) and the same column. This leads from the study's
    /// orientation, White below, to Kraitchik's, White above, and back; the colours are the same.
    pub fn upside_down(&self, tile: usize) -> usize {
        usize::from(self.symmetries[3][tile])
    }

    /// The ways to turn or mirror the board that keep every colour: `symmetries()[s][tile]` is where the tile
    /// goes. Number 0 is the identity, 1 and 2 are thirds of a turn, 3 exchanges top and bottom, 4 and 5 are that
    /// followed by a third of a turn. Half turns and the left-right mirror exchange white and black tiles and are
    /// not among them.
    pub fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    fn find_symmetries(&self) -> Vec<Vec<u8>> {
        let image = |symmetry: usize, tile: &Tile| {
            let (mut x, mut row) = (tile.x, tile.row);
            if symmetry >= 3 {
                (x, row) = (x + row, -row);
            }
            for _ in 0..symmetry % 3 {
                (x, row) = (-x - row, x);
            }
            self.at(x, row).unwrap_or(0) as u8
        };
        (0..6).map(|symmetry| self.tiles.iter().map(|tile| image(symmetry, tile)).collect()).collect()
    }

    /// The tiles on which the armies start, one piece on each.
    ///
    /// Two players: the `side - 2` outer rows below (White) and above (Black), so that three empty rows lie
    /// between the armies on every board (18 pieces each on the board of side 5). Three players: `side - 3` rows
    /// along every other edge, White above, then Black and Red (11 pieces each on the board of side 5), so that
    /// along the free edges one empty tile parts the neighbours. With side 3 no row would be left for that:
    /// then there is no set-up.
    pub fn armies(&self, players: usize) -> Vec<Vec<usize>> {
        let last = self.side as i32 - 1;
        let within = |depth: i32, distance: fn(&Tile) -> i32| -> Vec<usize> {
            let near = |&t: &usize| distance(&self.tiles[t]) > last - depth;
            (0..self.len()).filter(near).collect()
        };
        match players {
            2 => vec![within(last - 1, |tile| tile.row), within(last - 1, |tile| -tile.row)],
            _ => vec![
                within(last - 2, |tile| -tile.row),
                within(last - 2, |tile| -tile.x),
                within(last - 2, |tile| tile.x + tile.row),
            ],
        }
    }
}

fn colour(x: i32, row: i32) -> TileColour {
    match (x - row).rem_euclid(3) {
        0 => TileColour::Red,
        1 => TileColour::Black,
        _ => TileColour::White,
    }
}

/// What move generation looks up about a tile, as sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<M> {
    /// Up to three tiles in each direction of growing numbers: right, down-left, down-right.
    onward: [M; 3],
    /// Up to three tiles in each direction of falling numbers: left, up-left, up-right.
    back: [M; 3],
    /// `within[n]`: the tiles at most n steps away in a straight line.
    pub(super) within: [M; 4],
    /// Which of the 18 tiles around a tile in the middle of a boundless board are on this one.
    shape: u32,
    /// The colour's value.
    pub(super) value: u32,
}

/// Places among the 18 tiles within three steps in a straight line, counted as tiles are, ray by ray from the
/// nearest: up-left, up-right and left are among the first nine, the other three among the last nine.
const BACK: [[u32; 3]; 3] = [[4, 2, 0], [5, 3, 1], [8, 7, 6]];
const ONWARD: [[u32; 3]; 3] = [[0, 1, 2], [3, 5, 7], [4, 6, 8]];

/// Where a group can stop on three of the rays, for every way in which their nine tiles are occupied.
const fn stops_table(rays: [[u32; 3]; 3], shift: u32) -> [u32; 512] {
    let mut table = [0; 512];
    let mut occupied = 0;
    while occupied < 512 {
        let mut ray = 0;
        while ray < 3 {
            let mut step = 0;
            while step < 3 {
                table[occupied] |= 1 << (rays[ray][step] + shift);
                if occupied >> rays[ray][step] & 1 != 0 {
                    break;
                }
                step += 1;
            }
            ray += 1;
        }
        occupied += 1;
    }
    table
}

static BACK_STOPS: [u32; 512] = stops_table(BACK, 0);
static ONWARD_STOPS: [u32; 512] = stops_table(ONWARD, 9);

impl<M: Mask> Lines<M> {
    const NONE: Lines<M> =
        Lines { onward: [M::NONE; 3], back: [M::NONE; 3], within: [M::NONE; 4], shape: 0, value: 1 };

    /// Where a group with the longest reach can stop: in every direction the empty tiles and the first
    /// occupied one.
    #[inline(always)]
    pub(super) fn stops(&self, occupied: M) -> M {
        if M::GATHERS { self.stops_by_table(occupied) } else { self.stops_by_ray(occupied) }
    }

    #[inline(always)]
    fn stops_by_table(&self, occupied: M) -> M {
        let shape = u64::from(self.shape);
        let around = u64::scatter(occupied.gather(self.within[3]), shape) as usize;
        let stops = BACK_STOPS[around & 511] | ONWARD_STOPS[around >> 9 & 511];
        M::scatter(u64::from(stops).gather(shape), self.within[3])
    }

    #[inline(always)]
    fn stops_by_ray(&self, occupied: M) -> M {
        let [a, b, c] = self.onward;
        let [d, e, f] = self.back;
        (a & (a & occupied).up_to_lowest())
            | (b & (b & occupied).up_to_lowest())
            | (c & (c & occupied).up_to_lowest())
            | (d & (d & occupied).down_to_highest())
            | (e & (e & occupied).down_to_highest())
            | (f & (f & occupied).down_to_highest())
    }

    /// How many steps away a tile is that lies within three in a straight line.
    #[inline(always)]
    pub(super) fn distance(&self, tile: usize) -> u32 {
        1 + u32::from(!self.within[1].has(tile)) + u32::from(!self.within[2].has(tile))
    }
}

impl Board {
    fn shape(&self, tile: usize) -> u32 {
        let mut shape = 0;
        for (directions, places, shift) in [([2, 3, 0], BACK, 0), ([1, 4, 5], ONWARD, 9)] {
            for (direction, ray) in directions.into_iter().zip(places) {
                for (steps, place) in (1..).zip(ray) {
                    shape |= u32::from(self.along(tile, direction, steps).is_some()) << (place + shift);
                }
            }
        }
        shape
    }
}

/// The tables of a board for sets of type `M`; entries past the last tile are empty.
#[derive(Clone, Debug)]
pub(super) struct Tables<M, const N: usize> {
    pub(super) lines: [Lines<M>; N],
    /// All tiles.
    pub(super) all: M,
    /// The tiles of each colour value, less 1.
    pub(super) colours: [M; 3],
    /// The colour value of each tile.
    pub(super) values: [u8; N],
}

impl<M: Mask, const N: usize> Tables<M, N> {
    pub(super) fn new(board: &Board) -> Tables<M, N> {
        assert!(board.len() + 3 <= N && N == M::BITS, "a board needs a set type that holds it");
        let mut tables =
            Tables { lines: [Lines::NONE; N], all: M::NONE, colours: [M::NONE; 3], values: [0; N] };
        for (tile, about) in board.tiles().iter().enumerate() {
            let ray = |direction, steps| {
                (1..=steps)
                    .filter_map(|step| board.along(tile, direction, step))
                    .fold(M::NONE, |set, there| set | M::only(there))
            };
            let within = |steps| (0..6).fold(M::NONE, |set, direction| set | ray(direction, steps));
            tables.lines[tile] = Lines {
                onward: [ray(1, 3), ray(4, 3), ray(5, 3)],
                back: [ray(0, 3), ray(2, 3), ray(3, 3)],
                within: [M::NONE, within(1), within(2), within(3)],
                shape: board.shape(tile),
                value: about.colour.value(),
            };
            tables.all |= M::only(tile);
            tables.values[tile] = about.colour.value() as u8;
            tables.colours[about.colour.value() as usize - 1] |= M::only(tile);
        }
        tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_of_side_five_has_the_colours_of_the_study() {
        let board = Board::new(5);
        let values: String = board.tiles().iter().map(|tile| tile.colour.value().to_string()).collect();
        let rows =
            ["21321", "132132", "3213213", "21321321", "132132132", "21321321", "3213213", "132132", "21321"];
        assert_eq!(values, rows.concat());
    }

    #[test]
    fn numbers_and_colours_hold_on_every_side() {
        for side in SIDES {
            let board = Board::new(side);
            assert_eq!(board.len(), 3 * side * (side - 1) + 1);
            assert_eq!(board.tiles()[board.len() / 2].colour, TileColour::Red);
            for tile in 0..board.len() {
                for direction in 0..6 {
                    let colour = |steps| board.along(tile, direction, steps).map(|t| board.tiles()[t].colour);
                    assert!(colour(1).is_none_or(|near| near != board.tiles()[tile].colour));
                    assert!(colour(3).is_none_or(|far| far == board.tiles()[tile].colour));
                }
            }
        }
    }

    #[test]
    fn six_symmetries_keep_every_colour_and_there_are_no_more() {
        for side in SIDES {
            let board = Board::new(side);
            for symmetry in board.symmetries() {
                let mut seen = symmetry.clone();
                seen.sort_unstable();
                assert!(seen.iter().enumerate().all(|(index, &tile)| index == usize::from(tile)));
                for (tile, &image) in symmetry.iter().enumerate() {
                    assert_eq!(board.tiles()[tile].colour, board.tiles()[usize::from(image)].colour);
                }
            }
            let half_turn = |tile: usize| board.len() - 1 - tile;
            assert!((0..board.len()).any(|t| board.tiles()[t].colour != board.tiles()[half_turn(t)].colour));
        }
    }

    #[test]
    fn tables_and_rays_find_the_same_stops() {
        let mut rng = ludex_core::Rng::new(3);
        for side in 3..=5 {
            let tables = Tables::<u64, 64>::new(&Board::new(side));
            for _ in 0..2000 {
                let occupied = rng.bits() & rng.bits() & tables.all;
                for tile in tables.all.tiles() {
                    let lines = &tables.lines[tile];
                    assert_eq!(lines.stops_by_table(occupied), lines.stops_by_ray(occupied));
                }
            }
        }
    }

    #[test]
    fn armies_stand_as_kraitchik_drew_them() {
        let board = Board::new(5);
        let numbers = |army: &[usize]| army.iter().map(|t| t + 1).collect::<Vec<_>>();
        let two = board.armies(2);
        assert_eq!(numbers(&two[0]), (44..=61).collect::<Vec<_>>());
        assert_eq!(numbers(&two[1]), (1..=18).collect::<Vec<_>>());
        let three = board.armies(3);
        assert_eq!(numbers(&three[0]), (1..=11).collect::<Vec<_>>());
        assert_eq!(numbers(&three[1]), [19, 27, 28, 36, 37, 44, 45, 51, 52, 57, 58]);
        assert_eq!(numbers(&three[2]), [26, 34, 35, 42, 43, 49, 50, 55, 56, 60, 61]);
    }

    #[test]
    fn upside_down_exchanges_the_two_armies() {
        for side in SIDES {
            let board = Board::new(side);
            let [white, black] = &board.armies(2)[..] else { panic!("two armies") };
            let mut image: Vec<usize> = white.iter().map(|&t| board.upside_down(t)).collect();
            image.sort_unstable();
            assert_eq!(&image, black);
        }
    }
}
