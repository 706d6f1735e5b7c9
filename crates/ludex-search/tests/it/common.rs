//! Three small games for the tests: one for two players, one for three, one with a die.
#![allow(dead_code)]

use ludex_core::{
    Describe, Draw, Evaluate, Game, Layout, Marks, Outcome, Player, Scene, Symmetry, Text, TextError, Turn,
    mix,
};

/// Noughts and crosses.
pub(crate) struct TicTacToe;

/// The two players' cells as bits, and how many are filled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Cells {
    pub own: [u16; 2],
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Cells {
    fn filled(&self) -> u32 {
        (self.own[0] | self.own[1]).count_ones()
    }

    fn won(&self, player: usize) -> bool {
        LINES.iter().any(|line| self.own[player] & line == *line)
    }
}

impl Game for TicTacToe {
    type State = Cells;
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Cells {
        Cells::default()
    }

    fn turn(&self, state: &Cells) -> Turn {
        if self.outcome(state).is_some() {
            Turn::Over
        } else {
            Turn::Player(Player::new(state.filled() as usize % 2))
        }
    }

    fn moves(&self, state: &Cells, moves: &mut Vec<u8>) {
        moves.clear();
        if self.outcome(state).is_none() {
            moves.extend((0..9).filter(|cell| (state.own[0] | state.own[1]) >> cell & 1 == 0));
        }
    }

    fn play(&self, state: &mut Cells, cell: u8) {
        let mover = state.filled() as usize % 2;
        state.own[mover] |= 1 << cell;
    }

    fn outcome(&self, state: &Cells) -> Option<Outcome> {
        (0..2)
            .find(|&player| state.won(player))
            .map(|player| Outcome::win(2, Player::new(player)))
            .or_else(|| (state.filled() == 9).then(|| Outcome::draw(2)))
    }

    fn key(&self, state: &Cells) -> u64 {
        mix(u64::from(state.own[0]) << 16 | u64::from(state.own[1]))
    }

    fn move_id(&self, cell: u8) -> u32 {
        cell.into()
    }
}

impl Evaluate for TicTacToe {
    fn heuristics(&self) -> Vec<String> {
        vec!["open lines".to_string()]
    }

    /// Lines still open to the player less those open to the other.
    fn heuristic(&self, _: usize, state: &Cells, player: Player) -> f64 {
        let open = |p: usize| LINES.iter().filter(|&line| state.own[1 - p] & line == 0).count() as f64;
        open(player.index()) - open(1 - player.index())
    }

    fn standing(&self, state: &Cells, player: Player) -> f64 {
        self.heuristic(0, state, player) / 8.0
    }
}

/// Nim for three: take 1 or 2 stones; who takes the last wins.
pub(crate) struct ThreeNim(pub u8);

impl Game for ThreeNim {
    type State = (u8, u8);
    type Move = u8;

    fn players(&self) -> usize {
        3
    }

    fn start(&self) -> (u8, u8) {
        (self.0, 0)
    }

    fn turn(&self, state: &(u8, u8)) -> Turn {
        if state.0 == 0 { Turn::Over } else { Turn::Player(Player::new(state.1.into())) }
    }

    fn moves(&self, state: &(u8, u8), moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(1..=state.0.min(2));
    }

    fn play(&self, state: &mut (u8, u8), taken: u8) {
        *state = (state.0.saturating_sub(taken), (state.1 + 1) % 3);
    }

    fn outcome(&self, state: &(u8, u8)) -> Option<Outcome> {
        (state.0 == 0).then(|| Outcome::win(3, Player::new((state.1 as usize + 2) % 3)))
    }

    fn key(&self, state: &(u8, u8)) -> u64 {
        mix(u64::from(state.0) << 8 | u64::from(state.1))
    }

    fn move_id(&self, taken: u8) -> u32 {
        taken.into()
    }
}

impl Evaluate for ThreeNim {}

/// A race with a die: step 2 for sure, or roll: 1 with probability 2/3, 4 with probability 1/3. First to reach
/// the goal wins.
pub(crate) struct DiceRace(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Race {
    pub at: [u8; 2],
    pub mover: u8,
    pub rolling: bool,
}

impl Game for DiceRace {
    type State = Race;
    /// 0 steps, 1 rolls; as an event, how far the die carries.
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Race {
        Race { at: [0; 2], mover: 0, rolling: false }
    }

    fn turn(&self, state: &Race) -> Turn {
        if state.at.iter().any(|&at| at >= self.0) {
            Turn::Over
        } else if state.rolling {
            Turn::Chance
        } else {
            Turn::Player(Player::new(state.mover.into()))
        }
    }

    fn moves(&self, state: &Race, moves: &mut Vec<u8>) {
        moves.clear();
        match self.turn(state) {
            Turn::Over => {}
            Turn::Chance => moves.extend([11, 14]),
            Turn::Player(_) => moves.extend([0, 1]),
        }
    }

    fn chances(&self, _: &Race, events: &mut Vec<(u8, f64)>) {
        events.clear();
        events.extend([(11, 2.0 / 3.0), (14, 1.0 / 3.0)]);
    }

    fn random_move(&self, state: &Race, rng: &mut ludex_core::Rng, _: &mut Vec<u8>) -> u8 {
        if state.rolling { if rng.below(3) == 0 { 14 } else { 11 } } else { rng.below(2) as u8 }
    }

    fn play(&self, state: &mut Race, chosen: u8) {
        let mover = state.mover as usize;
        match chosen {
            1 => {
                state.rolling = true;
                return;
            }
            0 => state.at[mover] += 2,
            rolled => state.at[mover] += rolled - 10,
        }
        state.rolling = false;
        state.mover ^= 1;
    }

    fn outcome(&self, state: &Race) -> Option<Outcome> {
        state.at.iter().position(|&at| at >= self.0).map(|winner| Outcome::win(2, Player::new(winner)))
    }

    fn key(&self, state: &Race) -> u64 {
        let bits = [state.at[0], state.at[1], state.mover, state.rolling.into()];
        mix(u32::from_le_bytes(bits).into())
    }

    fn move_id(&self, chosen: u8) -> u32 {
        chosen.into()
    }
}

impl Evaluate for DiceRace {}

macro_rules! plain_abilities {
    ($($game:ty, $name:literal);*) => {$(
        impl Describe for $game {
            fn name(&self) -> String {
                $name.to_string()
            }
            fn rules(&self) -> String {
                "A game for tests.".to_string()
            }
        }

        impl Text for $game {
            fn write_move(&self, _: &Self::State, chosen: u8) -> String {
                chosen.to_string()
            }
            fn write_position(&self, state: &Self::State) -> String {
                format!("{state:?}")
            }
            fn read_position(&self, _: &str) -> Result<Self::State, TextError> {
                Err(TextError::new("not read in tests"))
            }
        }

        impl Draw for $game {
            fn scene(&self, _: &Self::State) -> Scene {
                Scene::default()
            }
            fn marks(&self, _: &Self::State, _: u8) -> Marks {
                Marks::default()
            }
        }

        impl Layout for $game {}

        impl Symmetry for $game {}
    )*};
}

plain_abilities!(TicTacToe, "tic-tac-toe"; ThreeNim, "three-nim"; DiceRace, "dice-race");

/// The exact result for every player when each plays best for itself (the first of equal moves).
pub(crate) fn exact<G: Game>(game: &G, state: &G::State) -> Vec<f64> {
    if let Some(outcome) = game.outcome(state) {
        return Player::all(game.players()).map(|player| outcome.utility(player)).collect();
    }
    let after = |chosen| {
        let mut next = state.clone();
        game.play(&mut next, chosen);
        exact(game, &next)
    };
    match game.turn(state) {
        Turn::Player(mover) => {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            let mut best: Option<Vec<f64>> = None;
            for chosen in moves {
                let values = after(chosen);
                if best.as_ref().is_none_or(|best| values[mover.index()] > best[mover.index()]) {
                    best = Some(values);
                }
            }
            best.unwrap_or_default()
        }
        _ => {
            let mut events = Vec::new();
            game.chances(state, &mut events);
            let mut mean = vec![0.0; game.players()];
            for (event, probability) in events {
                for (sum, value) in mean.iter_mut().zip(after(event)) {
                    *sum += probability * value;
                }
            }
            mean
        }
    }
}

/// A position after so many random moves and what chance does then, before the end of the game.
pub(crate) fn random_position<G: Game>(game: &G, plies: u32, rng: &mut ludex_core::Rng) -> G::State {
    let mut scratch = Vec::new();
    loop {
        let mut state = game.start();
        game.playout(&mut state, rng, plies, &mut scratch);
        while game.turn(&state) == Turn::Chance {
            let event = game.random_move(&state, rng, &mut scratch);
            game.play(&mut state, event);
        }
        if game.turn(&state).player().is_some() {
            return state;
        }
    }
}
