//! Random games at full speed.
//!
//! The same rules as [`rules`](super::rules), on data that make one random decision cheap:
//!
//! - the cells where a tile may be laid are a list from which one is drawn and swapped out, so nothing is ever
//!   looked up in it. Cells that a capture has left alone stay in the list until they are drawn; they are then
//!   dropped and another is drawn, so every legal cell stays equally likely;
//! - lines are looked for in rows, columns and diagonals kept as words of bits; triangles and rings by shifting a
//!   word that holds the tiles within two steps, all 18 placements at once;
//! - in the second phase every tile has a number, and which tiles touch it is a word of bits; whether the field
//!   falls apart is found by spreading within one word.

use ludex_core::{Game, Rng};

use super::cell::{Cell, DIRECTIONS};
use super::options::{Decisions, Form};
use super::rules::{Move, Six, end};
use super::shapes::shapes_through;
use super::state::{BLACK, RED, Reason, Stage, State, tile_key};
use super::tiles::Tiles;

/// The list of open cells is cleared of cells that no longer touch a tile when it grows to this. Sixty tiles
/// have at most 124 cells around them.
const MANY: usize = 200;
/// Room for the list: a cell opens at most six others, written eight at a time.
const ROOM: usize = MANY + 16;
/// The mark of a cell without a tile; tiles are numbered below 60.
const NOBODY: u8 = 63;

/// Which cells around a cell are taken, as an index: bits 0 and 2 are left and right of it, bits 3 and 4 the
/// row that follows, bits 5 and 6 the row before.
#[inline(always)]
fn index_around(before: u64, level: u64, after: u64, q: usize) -> usize {
    let turn = (q as u32).wrapping_sub(1);
    let level = level.rotate_right(turn) & 5;
    let after = after.rotate_right(turn) & 3;
    let before = before.rotate_right(turn) & 6;
    (level | after << 3 | before << 4) as usize
}

/// For each index of taken cells, the steps to the free ones, as cells to be added byte by byte (no sum of two
/// bytes below 64 carries into the next), four to a word; and their number.
static FREE: [([u64; 2], usize); 128] = {
    // The directions in the order of the bits of the index; bit 1 is the cell itself.
    let order = [3, 6, 0, 2, 1, 4, 5];
    let mut table = [([0; 2], 0); 128];
    let mut index = 0;
    while index < 128 {
        let (mut steps, mut count, mut bit) = ([0; 2], 0, 0);
        while bit < 7 {
            if bit != 1 && index >> bit & 1 == 0 {
                let (dq, dr) = DIRECTIONS[order[bit]];
                steps[count / 4] |= (Cell::at(dq, dr).0 as u64) << (16 * (count % 4));
                count += 1;
            }
            bit += 1;
        }
        table[index] = (steps, count);
        index += 1;
    }
    table
};

/// Whether a triangle or a ring lies in a window of five rows by five columns, one row to a byte. Each term has
/// a bit for every place where the shape's first column and first row can be.
#[inline(always)]
fn has_compact_shape(window: u64) -> u64 {
    let pair = window & window >> 1;
    let triangle = pair & pair >> 1 & pair >> 8 & window >> 16;
    let turned = window >> 2 & pair >> 9 & pair >> 16 & pair >> 17;
    let ring = pair >> 1 & window >> 8 & window >> 10 & pair >> 16;
    triangle | turned | ring
}

/// Six bits in a row, somewhere around the word.
#[inline(always)]
fn has_six_in_a_row(word: u64) -> u64 {
    let two = word & word.rotate_right(1);
    let four = two & two.rotate_right(2);
    four & two.rotate_right(4)
}

/// The bit with this number among the bits of `word`, which has more than `number` of them.
#[inline(always)]
fn nth_bit(word: u64, number: u32) -> u32 {
    #[cfg(target_feature = "bmi2")]
    {
        // SAFETY: the instruction is there, as the condition above says.
        let bit = unsafe { std::arch::x86_64::_pdep_u64(1 << number, word) };
        bit.trailing_zeros() & 63
    }
    #[cfg(not(target_feature = "bmi2"))]
    {
        let mut word = word;
        for _ in 0..number {
            word &= word - 1;
        }
        word.trailing_zeros() & 63
    }
}

/// What a random game needs besides the rows of tiles in the state.
struct Field {
    /// Cells with a tile, and cells in the list of open cells.
    seen: Tiles,
    /// The tiles by column, for each colour: bit `r` of word `q`.
    columns: [[u64; 64]; 2],
    /// The tiles by diagonal, for each colour: bit `q` of word `q + r`.
    diagonals: [[u64; 64]; 2],
    /// The cells where a tile may be laid, each once, among some that may no longer be.
    open: [Cell; ROOM],
    opens: usize,
    /// Where each numbered tile lies.
    cells: [Cell; 64],
    /// The numbers of each colour's tiles.
    own: [u64; 2],
    /// The numbers given so far.
    used: u32,
}

impl Field {
    fn of(state: &State) -> Field {
        let mut field = Field {
            seen: Tiles::EMPTY,
            columns: [[0; 64]; 2],
            diagonals: [[0; 64]; 2],
            open: [Cell::ORIGIN; ROOM],
            opens: 0,
            cells: [Cell::ORIGIN; 64],
            own: [0; 2],
            used: 0,
        };
        if state.laid == [0, 0] {
            field.seen.add(Cell::ORIGIN);
            field.opens = 1;
            return field;
        }
        field.seen = state.field();
        for colour in [RED, BLACK] {
            for cell in state.tiles[colour].iter() {
                field.number(colour, cell);
                field.mark(colour, cell);
                field.open_around(cell);
            }
        }
        field
    }

    /// Gives a tile the next number.
    #[inline(always)]
    fn number(&mut self, colour: usize, cell: Cell) {
        self.cells[(self.used & 63) as usize] = cell;
        self.own[colour] |= 1 << self.used;
        self.used += 1;
    }

    #[inline(always)]
    fn mark(&mut self, colour: usize, cell: Cell) {
        self.columns[colour][cell.q()] |= 1 << cell.r();
        self.diagonals[colour][cell.s()] |= 1 << cell.q();
    }

    #[inline(always)]
    fn unmark(&mut self, colour: usize, cell: Cell) {
        self.columns[colour][cell.q()] &= !(1 << cell.r());
        self.diagonals[colour][cell.s()] &= !(1 << cell.q());
    }

    /// Adds the cells around a new tile that are not in the list yet.
    #[inline(always)]
    fn open_around(&mut self, cell: Cell) {
        let (q, r) = (cell.q(), cell.r());
        let [before, level, after] = [r + 63, r, r + 1].map(|r| self.seen.row(r));
        let (steps, count) = &FREE[index_around(before, level, after, q)];
        let from = u64::from(cell.0) * 0x0001_0001_0001_0001;
        let cells = steps.map(|steps| (from + steps) & 0x3f3f_3f3f_3f3f_3f3f);
        let place = &mut self.open[self.opens..self.opens + 8];
        for (number, place) in place.iter_mut().enumerate() {
            *place = Cell((cells[number / 4] >> (16 * (number % 4))) as u16);
        }
        self.opens += count;
        let turn = (q as u32).wrapping_sub(1);
        *self.seen.row_mut(r + 63) |= 6u64.rotate_left(turn);
        *self.seen.row_mut(r) |= 7u64.rotate_left(turn);
        *self.seen.row_mut(r + 1) |= 3u64.rotate_left(turn);
    }

    /// Takes an entry out of the list.
    #[inline(always)]
    fn close(&mut self, number: usize) {
        self.opens -= 1;
        self.open[number] = self.open[self.opens];
    }

    /// Whether the new tile on `cell` completes a shape.
    #[inline(always)]
    fn completes(&self, rows: &Tiles, colour: usize, cell: Cell) -> bool {
        let (q, r) = (cell.q(), cell.r());
        let line = has_six_in_a_row(rows.row(r))
            | has_six_in_a_row(self.columns[colour][q])
            | has_six_in_a_row(self.diagonals[colour][cell.s()]);
        let turn = (q as u32).wrapping_sub(2);
        let mut window = 0;
        for row in 0..5 {
            window |= (rows.row(r + 62 + row).rotate_right(turn) & 31) << (8 * row);
        }
        line | has_compact_shape(window) != 0
    }

    /// The first column (or row) with tiles at or below `home`, after tiles have been added.
    fn grow_home(&self, state: &mut State) {
        let held = |q: i32| self.columns[RED][(q & 63) as usize] | self.columns[BLACK][(q & 63) as usize];
        while held(state.home[0] - 1) != 0 {
            state.home[0] -= 1;
        }
        let held = |r: i32| (state.tiles[RED].row(r as usize)) | state.tiles[BLACK].row(r as usize);
        let mut home = state.home[1];
        while held(home - 1) != 0 {
            home -= 1;
        }
        state.home[1] = home;
    }

    /// The first column and row with tiles at or above `home`, after tiles have been taken.
    #[inline(always)]
    fn shrink_home(&self, state: &mut State) {
        let [mut q, mut r] = state.home;
        while self.columns[RED][(q & 63) as usize] | self.columns[BLACK][(q & 63) as usize] == 0 {
            q += 1;
        }
        while state.tiles[RED].row(r as usize) | state.tiles[BLACK].row(r as usize) == 0 {
            r += 1;
        }
        state.home = [q, r];
    }

    /// Writes what was not kept up to date in the state.
    fn write_back(&self, state: &mut State) {
        state.laid = self.own.map(|tiles| tiles.count_ones() as u8);
        state.tiles_key = 0;
        for (colour, mut tiles) in self.own.into_iter().enumerate() {
            while tiles != 0 {
                state.tiles_key ^= tile_key(colour, self.cells[tiles.trailing_zeros() as usize]);
                tiles &= tiles - 1;
            }
        }
    }
}

/// Which tiles touch each other, by number.
struct Contacts {
    /// The number of the tile on each cell.
    number: [u8; 4096],
    /// The tiles that touch each tile.
    touching: [u64; 64],
}

impl Contacts {
    fn of(field: &Field) -> Contacts {
        let mut contacts = Contacts { number: [NOBODY; 4096], touching: [0; 64] };
        for number in 0..field.used {
            contacts.add(number, field.cells[number as usize]);
        }
        contacts
    }

    #[inline(always)]
    fn add(&mut self, number: u32, cell: Cell) {
        let mut around = 0;
        for direction in 0..6 {
            let other = self.number[cell.step(direction).index()];
            around |= 1 << other;
            self.touching[usize::from(other & 63)] |= 1 << number;
        }
        self.touching[number as usize & 63] = around & !(1 << NOBODY);
        self.number[cell.index()] = number as u8;
    }

    /// Removes a tile and returns those that touched it.
    #[inline(always)]
    fn remove(&mut self, number: u32, cell: Cell) -> u64 {
        self.number[cell.index()] = NOBODY;
        let around = self.touching[number as usize & 63];
        let mut left = around;
        while left != 0 {
            self.touching[left.trailing_zeros() as usize] &= !(1 << number);
            left &= left - 1;
        }
        around
    }

    /// The tiles that hang together with the lowest of `targets`; not necessarily all of them if the other
    /// targets are among them.
    #[inline(always)]
    fn spread(&self, targets: u64) -> u64 {
        let mut fresh = targets & targets.wrapping_neg();
        let mut reached = fresh;
        while fresh != 0 && reached & targets != targets {
            let mut next = 0;
            while fresh != 0 {
                next |= self.touching[fresh.trailing_zeros() as usize];
                fresh &= fresh - 1;
            }
            fresh = next & !reached;
            reached |= fresh;
        }
        reached
    }

    /// The groups into which `all` tiles fall, if those `around` the lifted tile no longer hang together: at
    /// most three.
    #[inline(always)]
    fn groups(&self, all: u64, around: u64) -> Option<[u64; 3]> {
        let first = self.spread(around);
        let others = around & !first;
        if others == 0 {
            return None;
        }
        let second = self.spread_fully(others);
        let third = all & !first & !second;
        Some([first, second, third])
    }

    /// All tiles that hang together with the lowest of `targets`.
    fn spread_fully(&self, targets: u64) -> u64 {
        self.spread(targets & targets.wrapping_neg() | 1 << NOBODY)
    }
}

impl Six {
    /// Random moves until the end, or until `limit` decisions have been made; returns their number.
    pub(super) fn random_game(
        &self,
        state: &mut State,
        rng: &mut Rng,
        limit: u32,
        scratch: &mut Vec<Move>,
    ) -> u32 {
        let mut made = 0;
        // A turn that was interrupted is finished first.
        while made < limit && matches!(state.stage, Stage::Keep(_) | Stage::LayAgain(_)) {
            made += self.random_step(state, rng, scratch);
        }
        if made < limit && matches!(state.stage, Stage::Lay | Stage::Lift) {
            let mut field = Field::of(state);
            if state.stage == Stage::Lay {
                made += self.random_first_phase(state, &mut field, rng, limit - made);
            }
            if state.stage == Stage::Lift && self.options.turn == Decisions::Steps {
                made += self.random_second_phase(state, &mut field, rng, limit - made);
            }
        }
        while made < limit && !self.turn(state).is_over() {
            made += self.random_step(state, rng, scratch);
        }
        made
    }

    fn random_step(&self, state: &mut State, rng: &mut Rng, scratch: &mut Vec<Move>) -> u32 {
        let chosen = self.random_move(state, rng, scratch);
        self.play(state, chosen);
        1
    }

    fn random_first_phase(&self, state: &mut State, field: &mut Field, rng: &mut Rng, limit: u32) -> u32 {
        let mut colour = state.colour();
        let mut hand = state.hand.map(u32::from);
        let turns_left = if self.options.limit > 0 { self.options.limit - state.made } else { u32::MAX };
        let most = limit.min(turns_left).min(hand[RED] + hand[BLACK]);
        // Players who sat out for want of tiles.
        let mut skipped = 0;
        let mut winning = None;
        let mut made = 0;
        while made < most {
            let drawn = rng.below(field.opens as u32) as usize;
            let cell = field.open[drawn];
            field.close(drawn);
            state.tiles[colour].add(cell);
            field.number(colour, cell);
            field.mark(colour, cell);
            field.open_around(cell);
            made += 1;
            hand[colour] -= 1;
            if field.completes(&state.tiles[colour], colour, cell) {
                winning = Some((colour, cell));
                break;
            }
            let next_sits_out = hand[colour ^ 1] == 0;
            skipped += u32::from(next_sits_out);
            colour ^= usize::from(!next_sits_out);
        }
        state.hand = hand.map(|tiles| tiles as u8);
        state.made += if self.options.limit > 0 { made } else { 0 };
        let all_laid = hand == [0, 0];
        // When all tiles lie nobody sits out any more.
        skipped -= u32::from(all_laid && winning.is_none());
        state.mover = ((u32::from(state.mover) + made + skipped) % u32::from(self.options.players)) as u8;
        state.stage = if all_laid { Stage::Lift } else { Stage::Lay };
        field.grow_home(state);
        field.write_back(state);
        if let Some((colour, cell)) = winning {
            end(state, Some(colour), Reason::Shape(shapes_through(&state.tiles[colour], cell)));
        } else if all_laid && self.options.form == Form::Half {
            end(state, None, Reason::AllLaid);
        } else if made == turns_left {
            end(state, None, Reason::Limit);
        }
        made
    }

    /// Plays whole turns as long as three decisions are left (lift, keep, lay).
    fn random_second_phase(&self, state: &mut State, field: &mut Field, rng: &mut Rng, limit: u32) -> u32 {
        let mut contacts = Contacts::of(field);
        let counts_turns = u32::from(self.options.limit > 0);
        let mut made = 0;
        while made + 3 <= limit {
            let colour = state.colour();
            let number = nth_bit(field.own[colour], rng.below(field.own[colour].count_ones()));
            let from = field.cells[number as usize];
            made += 1;
            field.own[colour] &= !(1 << number);
            state.tiles[colour].remove(from);
            field.unmark(colour, from);
            let around = contacts.remove(number, from);
            let all = field.own[RED] | field.own[BLACK];
            if let Some(groups) = contacts.groups(all, around) {
                let sizes = groups.map(u64::count_ones);
                let most = sizes[0].max(sizes[1]).max(sizes[2]);
                let tied = sizes.iter().filter(|&&size| size == most).count() as u32;
                let mut choice = 0;
                if tied > 1 {
                    choice = rng.below(tied);
                    made += 1;
                }
                let mut largest = (0..3).filter(|&group| sizes[group] == most);
                let kept = groups[largest.nth(choice as usize).unwrap_or(0)];
                let mut captured = all & !kept;
                while captured != 0 {
                    let number = captured.trailing_zeros() as usize;
                    captured &= captured - 1;
                    let cell = field.cells[number];
                    let owner = (field.own[BLACK] >> number & 1) as usize;
                    state.tiles[owner].remove(cell);
                    field.unmark(owner, cell);
                    field.seen.remove(cell);
                    contacts.number[cell.index()] = NOBODY;
                }
                field.own = field.own.map(|tiles| tiles & kept);
                let laid = field.own.map(|tiles| tiles.count_ones() as u8);
                if let Some(winner) = self.shut_out(laid, colour) {
                    field.shrink_home(state);
                    state.made += counts_turns;
                    end(state, winner, Reason::ShutOut);
                    break;
                }
            }
            field.shrink_home(state);
            // The lifted tile's cell was seen as a tile's; now it is open.
            field.open[field.opens] = from;
            field.opens += 1;
            let cell = field.draw_landing(state, rng, if self.options.back { Cell::NONE } else { from });
            made += 1;
            state.tiles[colour].add(cell);
            field.cells[number as usize] = cell;
            field.own[colour] |= 1 << number;
            field.mark(colour, cell);
            field.open_around(cell);
            contacts.add(number, cell);
            for (home, value) in state.home.iter_mut().zip([cell.q(), cell.r()]) {
                *home -= i32::from((*home - 1) & 63 == value as i32);
            }
            state.made += counts_turns;
            if field.completes(&state.tiles[colour], colour, cell) {
                let shapes = shapes_through(&state.tiles[colour], cell);
                end(state, Some(colour), Reason::Shape(shapes));
                break;
            }
            if counts_turns > 0 && state.made >= self.options.limit {
                end(state, None, Reason::Limit);
                break;
            }
            state.mover = (state.mover + 1) % self.options.players;
        }
        field.write_back(state);
        made
    }
}

impl Field {
    /// Draws a cell that touches a tile, and takes it out of the list.
    #[inline(always)]
    fn draw_landing(&mut self, state: &State, rng: &mut Rng, forbidden: Cell) -> Cell {
        if self.opens > MANY {
            self.tidy(state);
        }
        loop {
            let drawn = rng.below(self.opens as u32) as usize;
            let cell = self.open[drawn];
            if !touches(state, cell) {
                self.close(drawn);
                self.seen.remove(cell);
            } else if cell != forbidden {
                self.close(drawn);
                return cell;
            }
        }
    }

    /// Drops the cells that no longer touch a tile.
    #[cold]
    fn tidy(&mut self, state: &State) {
        for number in (0..self.opens).rev() {
            let cell = self.open[number];
            if !touches(state, cell) {
                self.close(number);
                self.seen.remove(cell);
            }
        }
    }
}

#[inline(always)]
fn touches(state: &State, cell: Cell) -> bool {
    let [before, level, after] =
        [cell.r() + 63, cell.r(), cell.r() + 1].map(|r| state.tiles[RED].row(r) | state.tiles[BLACK].row(r));
    index_around(before, level, after, cell.q()) != 0
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

    #[test]
    fn the_numbered_bit_is_counted_from_below() {
        assert_eq!((0..4).map(|number| nth_bit(1 << 63 | 0b1101, number)).collect::<Vec<_>>(), [0, 2, 3, 63]);
    }
}
