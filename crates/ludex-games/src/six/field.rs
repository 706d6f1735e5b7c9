//! What a random game keeps besides the tiles: where the next tile may go, and words in which shapes show.
//!
//! All of this holds away from the seam of the board, where rows and columns need not be folded: for tiles with
//! columns and rows from 2 to 61.

use ludex_core::Rng;

use super::cell::{Cell, DIRECTIONS, fold};
use super::state::{BLACK, RED, State, tile_key};
use super::tiles::Tiles;

/// The list of open cells is cleared of cells that no longer touch a tile when it grows to this. Sixty tiles
/// have at most 124 cells around them.
const MANY: usize = 200;
/// Room for the list, which any byte can index; cells are written eight at a time.
const ROOM: usize = 256;

/// What laying a tile led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Laid {
    /// Nothing.
    Quiet,
    /// A shape.
    Shape,
    /// Nothing was laid: the cell is too near to the seam.
    Seam,
}

/// For each set of taken cells around a cell (bits as [`index_around`] makes them), the steps to the free ones:
/// cells to be added byte by byte, four to a word. No sum of these bytes carries.
static FREE: [[u64; 2]; 128] = {
    // The directions in the order of the bits of the index; bit 1 is the cell itself.
    let order = [3, 6, 0, 2, 1, 4, 5];
    let mut table = [[0; 2]; 128];
    let mut index = 0;
    while index < 128 {
        let (mut count, mut bit) = (0, 0);
        while bit < 7 {
            if bit != 1 && index >> bit & 1 == 0 {
                let (dq, dr) = DIRECTIONS[order[bit]];
                // One is added to both, so that no byte is negative.
                let step = (dq + 1) as u64 | ((dr + 1) as u64) << 8;
                table[index][count / 4] |= step << (16 * (count % 4));
                count += 1;
            }
            bit += 1;
        }
        index += 1;
    }
    table
};

/// Which cells around a cell are taken: bits 0 and 2 are left and right of it, bits 3 and 4 the row that follows,
/// bits 5 and 6 the row before. The rows are shifted so that the cell is bit 1.
#[inline(always)]
fn index_around(before: u64, level: u64, after: u64) -> usize {
    ((level & 5) | (after & 3) << 3 | (before & 6) << 4) as usize
}

/// Six bits in a row, somewhere around the word.
#[inline(always)]
fn has_six_in_a_row(word: u64) -> u64 {
    let two = word & word.rotate_right(1);
    let four = two & two.rotate_right(2);
    four & two.rotate_right(4)
}

/// Whether a triangle or a ring lies in a window of five rows by five columns, one row to a byte. Each term has
/// a bit for every place where the shape's first column and first row can be. Three bits of each byte are never
/// set, so nothing that is rotated out at the bottom meets anything at the top.
#[inline(always)]
fn has_compact_shape(window: u64) -> u64 {
    let pair = window & window.rotate_right(1);
    let (pair_1, pair_16) = (pair.rotate_right(1), pair.rotate_right(16));
    let triangle = pair & pair_1 & pair.rotate_right(8) & window.rotate_right(16);
    let turned = window.rotate_right(2) & pair.rotate_right(9) & pair_16 & pair.rotate_right(17);
    let ring = pair_1 & window.rotate_right(8) & window.rotate_right(10) & pair_16;
    triangle | turned | ring
}

/// What a random game needs besides the rows of tiles in the state.
pub(super) struct Field {
    /// Rows of cells that have a tile or are in the list of open cells.
    seen: [u64; 64],
    /// The tiles by column, for each colour: bit `r` of word `q`.
    columns: [[u64; 64]; 2],
    /// The tiles by diagonal, for each colour: bit `q` of word `q + r`.
    diagonals: [[u64; 64]; 2],
    /// The cells where a tile may be laid, each once, among some that may no longer be.
    open: [Cell; ROOM],
    opens: usize,
    /// Where each numbered tile lies.
    pub(super) cells: [Cell; 64],
    /// The numbers of each colour's tiles.
    pub(super) own: [u64; 2],
    /// The numbers given so far.
    pub(super) used: usize,
}

impl Field {
    /// The field of a position; `None` if it lies across the seam.
    pub(super) fn of(state: &State) -> Option<Field> {
        let mut field = Field {
            seen: [0; 64],
            columns: [[0; 64]; 2],
            diagonals: [[0; 64]; 2],
            open: [Cell::ORIGIN; ROOM],
            opens: 0,
            cells: [Cell::ORIGIN; 64],
            own: [0; 2],
            used: 0,
        };
        if state.laid == [0, 0] {
            field.opens = 1;
            return Some(field);
        }
        // Cells with tiles are seen before any tile opens the cells around it.
        let mut tiles = state.tiles;
        field.seen = *state.field().rows_mut();
        for (colour, own) in tiles.iter_mut().enumerate() {
            for cell in state.tiles[colour].iter() {
                if field.lay(own, colour, cell) == Laid::Seam {
                    return None;
                }
                field.own[colour] |= 1 << field.used;
                field.cells[field.used & 63] = cell;
                field.used += 1;
            }
        }
        Some(field)
    }

    /// Lays a tile that is not in the list of open cells, and opens the cells around it.
    #[inline(always)]
    pub(super) fn lay(&mut self, own: &mut Tiles, colour: usize, cell: Cell) -> Laid {
        let (q, r) = (usize::from(cell.0 & 255), usize::from(cell.0 >> 8));
        let (left, top) = (q.wrapping_sub(2), r.wrapping_sub(2));
        if left >= 60 || top >= 60 {
            return Laid::Seam;
        }
        let rows = own.rows_mut();
        rows[r] |= 1 << q;
        self.columns[colour][q] |= 1 << r;
        let s = (q + r) & 63;
        self.diagonals[colour][s] |= 1 << q;

        let turn = left + 1;
        let [before, level, after] = [self.seen[top + 1], self.seen[top + 2], self.seen[top + 3]];
        let taken = index_around(before >> turn, level >> turn, after >> turn);
        let from = (u64::from(cell.0) - 0x0101) * 0x0001_0001_0001_0001;
        let cells = FREE[taken & 127].map(|steps| from + steps);
        if let Some(place) = self.open[self.opens & 255..].first_chunk_mut::<8>() {
            for (number, place) in place.iter_mut().enumerate() {
                *place = Cell((cells[number / 4] >> (16 * (number % 4))) as u16);
            }
        }
        self.opens += 6 - taken.count_ones() as usize;
        self.seen[top + 1] = before | 6 << turn;
        self.seen[top + 2] = level | 7 << turn;
        self.seen[top + 3] = after | 3 << turn;

        let line = has_six_in_a_row(rows[r])
            | has_six_in_a_row(self.columns[colour][q])
            | has_six_in_a_row(self.diagonals[colour][s]);
        let mut window = 0;
        for row in 0..5 {
            window |= (rows[top + row] >> left & 31) << (8 * row);
        }
        if line | has_compact_shape(window) == 0 { Laid::Quiet } else { Laid::Shape }
    }

    /// Lays a new tile, with the next number, on a random open cell. In the first phase all cells of the list
    /// touch a tile.
    #[inline(always)]
    pub(super) fn lay_new(&mut self, own: &mut Tiles, colour: usize, rng: &mut Rng) -> Laid {
        let drawn = rng.below(self.opens as u32) as usize & 255;
        let cell = self.open[drawn];
        self.close(drawn);
        self.cells[self.used & 63] = cell;
        self.used += 1;
        self.lay(own, colour, cell)
    }

    /// Takes an entry out of the list.
    #[inline(always)]
    fn close(&mut self, number: usize) {
        self.opens = self.opens.wrapping_sub(1) & 255;
        self.open[number & 255] = self.open[self.opens];
    }

    /// Draws a cell that touches a tile, and takes it out of the list. Cells that do not are dropped when drawn,
    /// so the others stay equally likely.
    #[inline(always)]
    pub(super) fn draw_again(&mut self, tiles: &[Tiles; 2], rng: &mut Rng, forbidden: Cell) -> Cell {
        if self.opens > MANY {
            self.tidy(tiles);
        }
        loop {
            let drawn = rng.below(self.opens as u32) as usize & 255;
            let cell = self.open[drawn];
            if !touches(tiles, cell) {
                self.close(drawn);
                self.unsee(cell);
            } else if cell != forbidden {
                self.close(drawn);
                return cell;
            }
        }
    }

    /// Drops the cells that no longer touch a tile.
    #[cold]
    fn tidy(&mut self, tiles: &[Tiles; 2]) {
        for number in (0..self.opens).rev() {
            let cell = self.open[number];
            if !touches(tiles, cell) {
                self.close(number);
                self.unsee(cell);
            }
        }
    }

    /// Takes a tile off and leaves its cell open.
    #[inline(always)]
    pub(super) fn lift(&mut self, own: &mut Tiles, colour: usize, cell: Cell) {
        own.remove(cell);
        self.unmark(colour, cell);
        self.open[self.opens & 255] = cell;
        self.opens += 1;
    }

    /// Takes a captured tile off. No tile that stays touches its cell, so it is not open.
    #[inline(always)]
    pub(super) fn capture(&mut self, own: &mut Tiles, colour: usize, cell: Cell) {
        own.remove(cell);
        self.unmark(colour, cell);
        self.unsee(cell);
    }

    #[inline(always)]
    fn unmark(&mut self, colour: usize, cell: Cell) {
        let (q, r) = (cell.q(), cell.r());
        self.columns[colour][q] &= !(1 << r);
        self.diagonals[colour][(q + r) & 63] &= !(1 << q);
    }

    #[inline(always)]
    fn unsee(&mut self, cell: Cell) {
        self.seen[cell.r()] &= !(1 << cell.q());
    }

    /// Moves the beginning of the field to where tiles have been added.
    pub(super) fn grow_home(&self, state: &mut State) {
        let [mut q, mut r] = state.home;
        while self.column(q - 1) != 0 {
            q -= 1;
        }
        while row(&state.tiles, r - 1) != 0 {
            r -= 1;
        }
        state.home = [q, r];
    }

    /// Moves the beginning of the field to where tiles are left. Some must be.
    #[inline(always)]
    pub(super) fn shrink_home(&self, state: &mut State) {
        let [mut q, mut r] = state.home;
        while self.column(q) == 0 {
            q += 1;
        }
        while row(&state.tiles, r) == 0 {
            r += 1;
        }
        state.home = [q, r];
    }

    fn column(&self, q: i32) -> u64 {
        self.columns[RED][fold(q)] | self.columns[BLACK][fold(q)]
    }

    /// Writes what was not kept up to date in the state.
    pub(super) fn write_back(&self, state: &mut State) {
        state.laid = self.own.map(|tiles| tiles.count_ones() as u8);
        state.tiles_key = 0;
        for (colour, mut tiles) in self.own.into_iter().enumerate() {
            while tiles != 0 {
                state.tiles_key ^= tile_key(colour, self.cells[tiles.trailing_zeros() as usize & 63]);
                tiles &= tiles - 1;
            }
        }
    }
}

fn row(tiles: &[Tiles; 2], r: i32) -> u64 {
    tiles[RED].row(fold(r)) | tiles[BLACK].row(fold(r))
}

#[inline(always)]
fn touches(tiles: &[Tiles; 2], cell: Cell) -> bool {
    let turn = (cell.q() as u32).wrapping_sub(1);
    let [before, level, after] = [cell.r() + 63, cell.r(), cell.r() + 1]
        .map(|r| (tiles[RED].row(r) | tiles[BLACK].row(r)).rotate_right(turn));
    index_around(before, level, after) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::six::shapes::{Shapes, shapes_anywhere};

    #[test]
    fn shifts_find_exactly_the_compact_shapes_of_a_window() {
        let mut rng = Rng::new(8);
        let mut found = 0;
        for _ in 0..20_000 {
            let window = (rng.bits() | rng.bits()) & 0x1f_1f1f_1f1f;
            let mut own = Tiles::EMPTY;
            for bit in (0..40).filter(|bit| window >> bit & 1 == 1) {
                own.add(Cell::at(bit & 7, bit >> 3));
            }
            let expected = shapes_anywhere(&own) != Shapes::NONE;
            assert_eq!(has_compact_shape(window) != 0, expected);
            found += u32::from(expected);
        }
        assert!((2_000..18_000).contains(&found));
    }

    #[test]
    fn six_in_a_row_is_found_around_the_seam() {
        for turn in 0..64 {
            assert_ne!(has_six_in_a_row(0b111111u64.rotate_left(turn)), 0);
            assert_eq!(has_six_in_a_row(0b11111011111u64.rotate_left(turn)), 0);
        }
    }
}
