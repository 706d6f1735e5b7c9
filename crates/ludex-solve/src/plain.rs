//! Any game of two players without chance as a [`Fight`], by its rules alone.

use std::hash::BuildHasher;

use ludex_core::{Playable, Player, Rng, Turn, Verdict};
use rustc_hash::FxBuildHasher;

use crate::exhaustive::SolveError;
use crate::fight::{Fight, Glance};

/// A game as a fight. Positions that are equal up to a symmetry are one; so are those that differ only in what the
/// game leaves out of its key.
pub struct Plain<'a, G> {
    game: &'a G,
}

impl<'a, G: Playable> Plain<'a, G> {
    /// The fight of a game, unless it is not for two or chance plays a part.
    pub fn new(game: &'a G) -> Result<Plain<'a, G>, SolveError> {
        if game.players() != 2 || meets_chance(game) {
            return Err(SolveError::NotTwoPlayers);
        }
        Ok(Plain { game })
    }
}

/// Whether chance plays a part in some random games.
fn meets_chance<G: Playable>(game: &G) -> bool {
    let mut rng = Rng::new(1);
    let mut scratch = Vec::new();
    (0..8).any(|_| {
        let mut state = game.start();
        for _ in 0..300 {
            match game.turn(&state) {
                Turn::Chance => return true,
                Turn::Over => return false,
                Turn::Player(_) => {
                    let chosen = game.random_move(&state, &mut rng, &mut scratch);
                    game.play(&mut state, chosen);
                }
            }
        }
        false
    })
}

impl<G: Playable> Fight for Plain<'_, G> {
    type Spot = G::State;
    type Packed = G::State;
    type Step = G::Move;

    fn key(&self, spot: &G::State) -> u64 {
        self.game.canonical_key(spot)
    }

    fn identity(&self, spot: &G::State) -> u64 {
        let identity = |symmetry| {
            FxBuildHasher.hash_one(self.game.write_position(&self.game.mirror_state(symmetry, spot)))
        };
        (0..self.game.symmetries()).map(identity).fold(u64::MAX, u64::min)
    }

    fn outlook(&self, spot: &G::State) -> u64 {
        self.identity(&self.game.essence(spot))
    }

    fn side(&self, spot: &G::State) -> usize {
        self.game.turn(spot).player().map_or(0, Player::index)
    }

    fn look(&self, spot: &G::State, _: usize, _: Option<u32>, steps: &mut Vec<G::Move>) -> Glance {
        match self.game.outcome(spot).map(|outcome| outcome.verdict(Player::FIRST)) {
            None => {
                self.game.moves(spot, steps);
                Glance::Open
            }
            Some(Verdict::Win) => Glance::Wins(0),
            Some(Verdict::Loss) => Glance::Loses(0),
            Some(Verdict::Draw) => Glance::Drawn,
        }
    }

    fn play(&self, spot: &G::State, step: G::Move) -> G::State {
        let mut after = spot.clone();
        self.game.play(&mut after, step);
        after
    }

    fn pack(&self, spot: &G::State) -> G::State {
        spot.clone()
    }

    fn unpack(&self, packed: &G::State) -> G::State {
        packed.clone()
    }

    fn legal(&self, spot: &G::State, steps: &mut Vec<G::Move>) {
        self.game.moves(spot, steps);
    }

    fn write(&self, spot: &G::State) -> String {
        self.game.write_position(spot)
    }

    fn write_step(&self, spot: &G::State, step: G::Move) -> String {
        self.game.write_move(spot, step)
    }
}
