//! What positions are worth, for the metrics that ask.

use ludex_core::{MAX_PLAYERS, Playable, Player, Rng, SpecError};

/// How positions are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// Not at all: there is nobody to lead.
    Nobody,
    /// By the game's own evaluation.
    Standing,
    /// By the mean result of this many random games from the position on.
    Playouts(u32),
}

/// Playouts from a position where the game has no evaluation of its own.
pub(crate) const PLAYOUTS: u32 = 16;
/// With playouts, all legal moves are judged at one turn in so many.
pub(crate) const OPTIONS_EVERY: u64 = 16;

impl Judge {
    /// The judge that is asked for: `auto` (the game's evaluation, or playouts where it has none), `standing`,
    /// `playouts`, or a number of playouts.
    pub fn named<G: Playable>(game: &G, name: &str) -> Result<Judge, SpecError> {
        let sides = sides(game).1;
        let able = !game.heuristics().is_empty();
        match name {
            _ if sides < 2 => Ok(Judge::Nobody),
            "auto" if able => Ok(Judge::Standing),
            "auto" | "playouts" => Ok(Judge::Playouts(PLAYOUTS)),
            "standing" if able => Ok(Judge::Standing),
            "standing" => Err(SpecError::new(format!(
                "{} has no evaluation of its own; judge it by playouts instead",
                game.name()
            ))),
            _ => match name.parse() {
                Ok(count) if (1..=100_000).contains(&count) => Ok(Judge::Playouts(count)),
                _ => Err(SpecError::new(format!(
                    "positions are judged by 'auto', 'standing', 'playouts' or a number of playouts from 1 to 100000, \
                     not by '{}'",
                    ludex_core::shorten(name)
                ))),
            },
        }
    }

    /// A sentence that says how positions were judged.
    pub fn sentence(self) -> String {
        match self {
            Judge::Nobody => "Positions were not judged: a single player leads nobody.".to_string(),
            Judge::Standing => "Positions were judged by the game's own evaluation.".to_string(),
            Judge::Playouts(count) => format!(
                "The game has no evaluation that was used: positions were judged by {count} random games each, and all \
                 legal moves at one turn in {OPTIONS_EVERY}. Such values are noisy, which adds to drama, lead changes and \
                 killer moves."
            ),
        }
    }
}

/// The side of each player, and how many sides there are.
pub(crate) fn sides<G: Playable>(game: &G) -> ([usize; MAX_PLAYERS], usize) {
    let mut side = [0; MAX_PLAYERS];
    let mut count = 1;
    for player in Player::all(game.players()) {
        side[player.index()] = game.team(player);
        count = count.max(game.team(player) + 1);
    }
    (side, if game.players() == 1 { 1 } else { count })
}

/// Judges positions of one game.
pub(crate) struct Judging<G: Playable> {
    pub(crate) judge: Judge,
    /// How many sides there are.
    pub(crate) sides: usize,
    /// A player of each side.
    members: [Player; MAX_PLAYERS],
    limit: u32,
    scratch: Vec<G::Move>,
}

impl<G: Playable> Judging<G> {
    pub(crate) fn new(game: &G, judge: Judge, limit: u32) -> Judging<G> {
        let (side, sides) = sides(game);
        let mut members = [Player::FIRST; MAX_PLAYERS];
        for player in Player::all(game.players()).collect::<Vec<_>>().into_iter().rev() {
            members[side[player.index()]] = player;
        }
        Judging { judge, sides, members, limit, scratch: Vec::new() }
    }

    /// The standing of each side.
    pub(crate) fn standings(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> [f64; MAX_PLAYERS] {
        let mut standings = [0.0; MAX_PLAYERS];
        match self.judge {
            Judge::Nobody => {}
            Judge::Standing if self.sides == 2 => {
                standings[0] = game.standing(state, self.members[0]);
                standings[1] = -standings[0];
            }
            Judge::Standing => {
                for (standing, &member) in standings.iter_mut().zip(&self.members[..self.sides]) {
                    *standing = game.standing(state, member);
                }
            }
            Judge::Playouts(count) => {
                for _ in 0..count {
                    // A game cut off counts as even.
                    if let (_, Some(outcome)) = game.rollout(state, rng, self.limit, &mut self.scratch) {
                        for (standing, &member) in standings.iter_mut().zip(&self.members[..self.sides]) {
                            *standing += outcome.utility(member) / f64::from(count);
                        }
                    }
                }
            }
        }
        standings
    }
}
