//! Playing a game without knowing its type.

use std::time::Duration;

use ludex_core::{Playable, Player, Rng, Spec, SpecError, TextError, Turn, Visitor};

use super::played::{Played, play_apart};
use super::row::{Plain, Row};

/// A game at which agents can be seated.
pub trait Arena: Send + Sync {
    /// The name by which the catalogue finds it.
    fn name(&self) -> &str;
    /// How many players it has.
    fn players(&self) -> usize;
    /// The team of each player.
    fn teams(&self) -> Vec<usize>;
    /// What the players are called.
    fn player_names(&self) -> Vec<String>;
    /// Says what is wrong if this agent cannot play the game.
    fn check_agent(&self, agent: &Spec) -> Result<(), SpecError>;
    /// Says what is wrong if this is no position of the game.
    fn check_position(&self, text: &str) -> Result<(), TextError>;
    /// The key of the position after an opening of random moves; `None` if the game is over by then.
    fn opening_key(&self, plies: u32, seed: u64) -> Option<u64>;
    /// A table at which these agents play. They must have been checked.
    fn table(&self, agents: &[Spec]) -> Result<Box<dyn Table + '_>, SpecError>;
}

/// A place where the same agents play game after game. Every thread has its own.
pub trait Table: Send {
    /// Plays one game.
    fn play(&mut self, order: &Order<'_>) -> Row;

    /// Plays one game about which there is nothing special to say, and says it shortly. `None` where there is more to
    /// say or it cannot be foreseen; the game then begins anew with [`play`](Table::play), and is the same.
    fn play_plain(&mut self, order: &Order<'_>) -> Option<Plain>;
}

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening<'a> {
    /// As the rules say.
    Start,
    /// With so many random decisions, drawn from this seed.
    Random {
        /// How many.
        plies: u32,
        /// Whether every player makes so many of her own, and not all together.
        each: bool,
        /// The seed.
        seed: u64,
    },
    /// From a position, which must have been checked.
    Position(&'a str),
}

/// What may not be exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Games are cut off after this many moves.
    pub plies: u32,
    /// An agent that thinks for longer about one move loses.
    pub move_time: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { plies: 10_000, move_time: None }
    }
}

/// What is written down beyond the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keep {
    /// The moves as text.
    pub moves: bool,
    /// The mean number of legal moves.
    pub branching: bool,
    /// The standing after each move.
    pub curve: bool,
}

/// One game to be played.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// Its number in the contest.
    pub game: u64,
    /// Which agent sits where.
    pub seats: &'a [u8],
    /// How it begins.
    pub opening: Opening<'a>,
    /// The seed of everything random after the opening.
    pub seed: u64,
    /// What may not be exceeded.
    pub limits: Limits,
    /// What is written down.
    pub keep: Keep,
}

/// The visitor that makes an [`Arena`] of any game.
pub struct Seat;

impl Visitor for Seat {
    type Output = Box<dyn Arena>;

    fn visit<G: Playable>(self, game: G) -> Box<dyn Arena> {
        Box::new(Typed { name: game.name(), game })
    }
}

struct Typed<G> {
    name: String,
    game: G,
}

impl<G: Playable> Arena for Typed<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn teams(&self) -> Vec<usize> {
        Player::all(self.game.players()).map(|player| self.game.team(player)).collect()
    }

    fn player_names(&self) -> Vec<String> {
        self.game.player_names()
    }

    fn check_agent(&self, agent: &Spec) -> Result<(), SpecError> {
        ludex_search::open(agent, &self.game).map(drop)
    }

    fn check_position(&self, text: &str) -> Result<(), TextError> {
        let state = self.game.read_position(text)?;
        match self.game.turn(&state) {
            Turn::Over => Err(TextError::new("the game is over in this position")),
            _ => Ok(()),
        }
    }

    fn opening_key(&self, plies: u32, seed: u64) -> Option<u64> {
        let mut state = self.game.start();
        let mut scratch = Vec::new();
        opening_moves(&self.game, &mut state, plies, seed, &mut scratch, |_, _| {});
        (!self.game.turn(&state).is_over()).then(|| self.game.key(&state))
    }

    fn table(&self, agents: &[Spec]) -> Result<Box<dyn Table + '_>, SpecError> {
        Ok(Box::new(Played::new(&self.game, agents)))
    }
}

/// Plays random decisions, and whatever chance decides between them.
pub(super) fn opening_moves<G: Playable>(
    game: &G,
    state: &mut G::State,
    plies: u32,
    seed: u64,
    scratch: &mut Vec<G::Move>,
    mut seen: impl FnMut(&G::State, G::Move),
) {
    let mut rng = Rng::new(seed);
    let mut made = 0;
    while made < plies {
        match game.turn(state) {
            Turn::Over => return,
            Turn::Chance => {}
            Turn::Player(_) => made += 1,
        }
        let chosen = game.random_move(state, &mut rng, scratch);
        seen(state, chosen);
        play_apart(game, state, chosen);
    }
}
