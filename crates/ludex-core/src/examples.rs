//! A complete small game, as the first thing to read: Nim with one heap.
//!
//! Rules: a heap of stones; the players take 1, 2 or 3 in turn; whoever takes the last one wins.

use crate::{
    Colour, Describe, Draw, Evaluate, Game, Layout, Marks, Outcome, PieceShape, Player, Scene, SiteShape,
    Symmetry, Text, TextError, Turn, mix,
};

/// The rules: only the size of the heap is to be known.
#[derive(Clone, Debug)]
pub struct Nim {
    heap: u32,
}

/// A position: what is left, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NimState {
    left: u32,
    mover: Player,
}

impl Nim {
    /// Nim with a heap of `heap` stones.
    pub fn new(heap: u32) -> Nim {
        Nim { heap }
    }
}

impl Game for Nim {
    type State = NimState;
    /// How many stones are taken.
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> NimState {
        NimState { left: self.heap, mover: Player::FIRST }
    }

    fn turn(&self, state: &NimState) -> Turn {
        if state.left == 0 { Turn::Over } else { Turn::Player(state.mover) }
    }

    fn moves(&self, state: &NimState, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(1..=state.left.min(3) as u8);
    }

    fn play(&self, state: &mut NimState, taken: u8) {
        state.left = state.left.saturating_sub(u32::from(taken));
        state.mover = state.mover.other();
    }

    fn outcome(&self, state: &NimState) -> Option<Outcome> {
        (state.left == 0).then(|| Outcome::loss(state.mover))
    }

    fn key(&self, state: &NimState) -> u64 {
        mix(u64::from(state.left) << 1 | state.mover.index() as u64)
    }

    fn move_id(&self, taken: u8) -> u32 {
        u32::from(taken)
    }
}

impl Describe for Nim {
    fn name(&self) -> String {
        format!("nim(heap={})", self.heap)
    }

    fn rules(&self) -> String {
        format!(
            "There is a heap of {} stones. The players take 1, 2 or 3 stones in turn.\n\n\
             Whoever takes the last stone wins.",
            self.heap
        )
    }
}

impl Text for Nim {
    fn write_move(&self, _: &NimState, taken: u8) -> String {
        taken.to_string()
    }

    fn write_position(&self, state: &NimState) -> String {
        format!("{} {}", state.left, state.mover)
    }

    fn read_position(&self, text: &str) -> Result<NimState, TextError> {
        let (left, mover) = text.split_once(' ').ok_or_else(|| TextError::new("expected 'STONES PLAYER'"))?;
        let left: u32 =
            left.parse().map_err(|_| TextError::new(format!("'{left}' is not a number of stones")))?;
        if left > self.heap {
            return Err(TextError::new(format!("{left} stones are more than the heap of {}", self.heap)));
        }
        let mover = match mover {
            "1" => Player::FIRST,
            "2" => Player::SECOND,
            _ => return Err(TextError::new(format!("'{mover}' is not a player; there are 1 and 2"))),
        };
        Ok(NimState { left, mover })
    }
}

impl Draw for Nim {
    fn scene(&self, state: &NimState) -> Scene {
        let mut scene = Scene::default();
        let heap = scene.add_site("heap", [0.0; 3], SiteShape::Pit, Colour::Board);
        if state.left > 0 {
            scene.add_piece(heap, state.left, Colour::Neutral, PieceShape::Seed);
        }
        scene
    }

    fn marks(&self, _: &NimState, taken: u8) -> Marks {
        Marks { from: Some(0), choice: format!("take {taken}"), ..Marks::default() }
    }
}

impl Evaluate for Nim {}

impl Layout for Nim {}

impl Symmetry for Nim {}
