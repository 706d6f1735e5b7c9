//! The twelve ways to turn and mirror the plane about the first tile.
//!
//! The key of a position is relative to the first tile ever laid: a position and its translated copy have
//! different keys. The canonical key is the same for all positions that are alike up to turning, mirroring and
//! moving the whole field.

use ludex_core::{Symmetry, mix};

use super::cell::{Cell, Hex, Sides};
use super::rules::{Move, Six};
use super::state::{Stage, State, tile_key};

/// Symmetry number: six turns, then six turns of the mirrored plane.
const COUNT: usize = 12;

/// A place seen through a symmetry.
fn turn_hex(symmetry: usize, place: Hex) -> Hex {
    let Hex { mut q, mut r } = place;
    if symmetry >= 6 {
        (q, r) = (r, q);
    }
    for _ in 0..symmetry % 6 {
        (q, r) = (-r, q + r);
    }
    Hex::new(q, r)
}

/// Turning is linear, so it may be done modulo 64.
fn turn_cell(symmetry: usize, cell: Cell) -> Cell {
    turn_hex(symmetry, Hex::new(cell.q() as i32 - 32, cell.r() as i32 - 32)).cell()
}

fn turn_sides(symmetry: usize, sides: Sides) -> Sides {
    let turned = sides.directions().map(|d| {
        // Mirroring swaps directions 0 and 1, 5 and 2, 4 and 3; each turn goes one direction further.
        let mirrored = if symmetry >= 6 { (7 - d) % 6 } else { d };
        (mirrored + symmetry) % 6
    });
    Sides(turned.fold(0, |mask, d| mask | 1 << d))
}

fn turn_stage(stage: Stage, turned: impl Fn(Cell) -> Cell) -> Stage {
    match stage {
        Stage::Keep(cell) => Stage::Keep(turned(cell)),
        Stage::LayAgain(cell) => Stage::LayAgain(cell.map(turned)),
        Stage::Lay | Stage::Lift | Stage::Over(_) => stage,
    }
}

impl Symmetry for Six {
    fn symmetries(&self) -> usize {
        COUNT
    }

    fn mirror_state(&self, symmetry: usize, state: &State) -> State {
        let places: Vec<(usize, Hex)> = (0..2)
            .flat_map(|colour| state.tiles(colour).map(move |place| (colour, turn_hex(symmetry, place))))
            .collect();
        let mut turned = State { made: state.made, mover: state.mover, ..State::empty(state.hand) };
        for &(colour, place) in &places {
            turned.add(colour, place.cell());
        }
        // In the middle of a lift the beginning of the field still counts the lifted tile.
        let lifted = match state.stage {
            Stage::Keep(cell) => Some(turn_hex(symmetry, state.hex(cell))),
            _ => None,
        };
        let all = places.iter().map(|&(_, place)| place).chain(lifted);
        turned.home = all.fold([i32::MAX; 2], |[q, r], place| [q.min(place.q), r.min(place.r)]);
        if state.laid == [0, 0] {
            turned.home = state.home;
        }
        turned.stage = turn_stage(state.stage, |cell| turn_cell(symmetry, cell));
        turned
    }

    fn mirror_move(&self, symmetry: usize, chosen: Move) -> Move {
        let turned = |cell| turn_cell(symmetry, cell);
        match chosen {
            Move::Lay(cell) => Move::Lay(turned(cell)),
            Move::Lift(cell) => Move::Lift(turned(cell)),
            Move::Keep(sides) => Move::Keep(turn_sides(symmetry, sides)),
            Move::Shift { from, to } => Move::Shift { from: turned(from), to: turned(to) },
        }
    }

    fn canonical_key(&self, state: &State) -> u64 {
        let mut places: Vec<(usize, Hex)> = Vec::with_capacity(64);
        let keys = (0..COUNT).map(|symmetry| {
            places.clear();
            for colour in 0..2 {
                places.extend(state.tiles(colour).map(|place| (colour, turn_hex(symmetry, place))));
            }
            let [q, r] =
                places.iter().fold([i32::MAX; 2], |[q, r], &(_, place)| [q.min(place.q), r.min(place.r)]);
            let moved = |place: Hex| Cell::at(place.q.wrapping_sub(q), place.r.wrapping_sub(r));
            let tiles = places.iter().fold(0, |key, &(colour, place)| key ^ tile_key(colour, moved(place)));
            let stage = turn_stage(state.stage, |cell| moved(turn_hex(symmetry, state.hex(cell))));
            let rest = State { stage, mover: state.mover, ..State::empty(state.hand) };
            mix(tiles) ^ rest.rest_key()
        });
        keys.min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use ludex_core::{Game, Rng};

    use super::*;

    #[test]
    fn sides_turn_as_the_cells_beyond_them() {
        for symmetry in 0..COUNT {
            for direction in 0..6 {
                let cell = turn_cell(symmetry, Cell::ORIGIN.step(direction));
                let turned = turn_sides(symmetry, Sides(1 << direction));
                assert!(turned.directions().eq((0..6).filter(|&d| Cell::ORIGIN.step(d) == cell)));
            }
        }
    }

    #[test]
    fn the_canonical_key_does_not_depend_on_which_tile_was_first() {
        let game = Six::full();
        let build = |moves: [(i32, i32); 3]| {
            let mut state = game.start();
            for (q, r) in moves {
                game.play(&mut state, Move::Lay(Cell::at(q, r)));
            }
            game.canonical_key(&state)
        };
        assert_eq!(build([(0, 0), (1, 0), (2, 0)]), build([(0, 0), (-1, 0), (-2, 0)]));
        assert_eq!(build([(0, 0), (1, 0), (0, 1)]), build([(0, 0), (1, -1), (0, -1)]));
        assert_ne!(build([(0, 0), (1, 0), (0, 1)]), build([(0, 0), (1, 0), (2, 0)]));
    }

    #[test]
    fn a_state_turned_twelve_ways_keeps_its_canonical_key() {
        let game = Six::exe();
        let mut state = game.start();
        game.playout(&mut state, &mut Rng::new(4), 50, &mut Vec::new());
        for symmetry in 0..COUNT {
            let turned = game.mirror_state(symmetry, &state);
            assert_eq!(game.canonical_key(&turned), game.canonical_key(&state));
            assert_eq!(turned.laid(), state.laid());
        }
    }
}
