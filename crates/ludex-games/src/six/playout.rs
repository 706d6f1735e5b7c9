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
//!
//! Games that come near the seam of the board, and turns that cannot be played whole, go step by step.

use ludex_core::{Game, Rng};

use super::cell::{Cell, fold};
use super::contacts::Contacts;
use super::field::{Field, Laid};
use super::options::Decisions;
use super::rules::{Move, Six, end};
use super::shapes::{Shapes, shapes_through};
use super::state::{BLACK, RED, Reason, Stage, State};

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

/// The numbers from `first` on, `count` of them, that belong to the side that begins, and to the other.
fn alternating(first: usize, count: usize) -> [u64; 2] {
    let all = ((1u128 << count) - 1) as u64;
    [0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa].map(|every_other| (all & every_other) << first)
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
        let mut field = None;
        if state.stage == Stage::Lay {
            field = Field::of(state);
            if let Some(field) = &mut field {
                made += self.random_first_phase(state, field, rng, limit);
            }
        }
        // A turn that was begun before, or tiles of one colour only that are left to lay.
        while made < limit && !matches!(state.stage, Stage::Lift | Stage::Over(_)) {
            made += self.random_step(state, rng, scratch);
        }
        if state.stage == Stage::Lift && self.options.turn == Decisions::Steps {
            // The field of the first phase serves on if no tile was laid without it.
            let laid = usize::from(state.laid[RED] + state.laid[BLACK]);
            if let Some(mut field) = field.filter(|field| field.used == laid).or_else(|| Field::of(state)) {
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

    /// Lays new tiles as long as the colours alternate.
    fn random_first_phase(&self, state: &mut State, field: &mut Field, rng: &mut Rng, limit: u32) -> u32 {
        let begins = state.colour();
        let [own, other] = [begins, begins ^ 1].map(|colour| u32::from(state.hand[colour]));
        let alternate = if own > other { 2 * other + 1 } else { 2 * own };
        let turns_left = if self.options.limit > 0 { self.options.limit - state.made } else { u32::MAX };
        let first = field.used;
        let last = first + alternate.min(limit).min(turns_left) as usize;
        let mut laid = Laid::Quiet;
        if begins == BLACK && first < last {
            laid = field.lay_new(&mut state.tiles[BLACK], BLACK, rng);
        }
        while laid == Laid::Quiet && field.used < last {
            laid = field.lay_new(&mut state.tiles[RED], RED, rng);
            if laid != Laid::Quiet || field.used == last {
                break;
            }
            laid = field.lay_new(&mut state.tiles[BLACK], BLACK, rng);
        }
        field.used -= usize::from(laid == Laid::Seam);
        let made = field.used - first;
        let [own, other] = alternating(first, made);
        field.own[begins] |= own;
        field.own[begins ^ 1] |= other;
        state.hand[begins] -= made.div_ceil(2) as u8;
        state.hand[begins ^ 1] -= (made / 2) as u8;
        if made > 0 {
            field.grow_home(state);
            field.write_back(state);
            // Only the last of these turns may end the game or the phase.
            state.mover = ((usize::from(state.mover) + made - 1) % self.players()) as u8;
            state.made += if self.options.limit > 0 { made as u32 - 1 } else { 0 };
            let shapes = match laid {
                Laid::Shape => {
                    shapes_through(&state.tiles[state.colour()], field.cells[(field.used - 1) & 63])
                }
                Laid::Quiet | Laid::Seam => Shapes::NONE,
            };
            self.end_turn(state, shapes);
        }
        if laid == Laid::Seam {
            self.play(state, Move::Lay(field.cells[field.used & 63]));
        }
        made as u32 + u32::from(laid == Laid::Seam)
    }

    /// Plays whole turns as long as three decisions are left (lift, keep, lay).
    fn random_second_phase(&self, state: &mut State, field: &mut Field, rng: &mut Rng, limit: u32) -> u32 {
        let mut contacts = Contacts::of(&field.cells[..field.used.min(64)]);
        let counts_turns = u32::from(self.options.limit > 0);
        let mut made = 0;
        while made + 3 <= limit {
            let colour = state.colour();
            let number = nth_bit(field.own[colour], rng.below(field.own[colour].count_ones()));
            let from = field.cells[number as usize];
            made += 1;
            field.own[colour] &= !(1 << number);
            field.lift(&mut state.tiles[colour], colour, from);
            let around = contacts.remove(number, from);
            if let Some(groups) = contacts.groups(field.own[RED] | field.own[BLACK], around) {
                made += random_capture(state, field, &mut contacts, groups, rng);
                let laid = field.own.map(|tiles| tiles.count_ones() as u8);
                if let Some(winner) = self.shut_out(laid, colour) {
                    field.shrink_home(state);
                    state.made += counts_turns;
                    end(state, winner, Reason::ShutOut);
                    break;
                }
            }
            field.shrink_home(state);
            let forbidden = (!self.options.back).then_some(from);
            let cell = field.draw_again(&state.tiles, rng, forbidden.unwrap_or(Cell::NONE));
            made += 1;
            let laid = field.lay(&mut state.tiles[colour], colour, cell);
            if laid == Laid::Seam {
                field.write_back(state);
                state.stage = Stage::LayAgain(forbidden);
                self.play(state, Move::Lay(cell));
                return made;
            }
            field.cells[number as usize] = cell;
            field.own[colour] |= 1 << number;
            contacts.add(number, cell);
            for (home, value) in state.home.iter_mut().zip([cell.q(), cell.r()]) {
                *home -= i32::from(fold(*home - 1) == value);
            }
            if laid == Laid::Shape || counts_turns > 0 {
                let shapes = shapes_through(&state.tiles[colour], cell);
                self.end_turn(state, shapes);
                if matches!(state.stage, Stage::Over(_)) {
                    break;
                }
            } else {
                state.mover = (state.mover + 1) % self.options.players;
            }
        }
        field.write_back(state);
        made
    }
}

/// Keeps the largest group, a random one of those if several are, and takes the other tiles off. Returns how
/// many decisions that took.
#[inline(always)]
fn random_capture(
    state: &mut State,
    field: &mut Field,
    contacts: &mut Contacts,
    groups: [u64; 3],
    rng: &mut Rng,
) -> u32 {
    let sizes = groups.map(u64::count_ones);
    let most = sizes[0].max(sizes[1]).max(sizes[2]);
    let mut largest = (0..3).filter(|&group| sizes[group] == most);
    let tied = largest.clone().count() as u32;
    let choice = if tied > 1 { rng.below(tied) } else { 0 };
    let kept = groups[largest.nth(choice as usize).unwrap_or(0)];
    let mut captured = (field.own[RED] | field.own[BLACK]) & !kept;
    while captured != 0 {
        let number = captured.trailing_zeros() as usize & 63;
        captured &= captured - 1;
        let cell = field.cells[number];
        let owner = (field.own[BLACK] >> number & 1) as usize;
        field.capture(&mut state.tiles[owner], owner, cell);
        contacts.forget(cell);
    }
    field.own = field.own.map(|tiles| tiles & kept);
    u32::from(tied > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbered_bit_is_counted_from_below() {
        assert_eq!((0..4).map(|number| nth_bit(1 << 63 | 0b1101, number)).collect::<Vec<_>>(), [0, 2, 3, 63]);
    }

    #[test]
    fn numbers_alternate_from_the_first() {
        assert_eq!(alternating(0, 5), [0b10101, 0b01010]);
        assert_eq!(alternating(3, 2), [0b01000, 0b10000]);
        assert_eq!(alternating(0, 60).map(u64::count_ones), [30, 30]);
        assert_eq!(alternating(7, 0), [0, 0]);
    }
}
