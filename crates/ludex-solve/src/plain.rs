//! Any game of two players without chance as a [`Fight`], by its rules alone.

use ludex_core::{Playable, Player, Turn, Verdict};

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
        if game.players() != 2 || game.turn(&game.start()) == Turn::Chance {
            return Err(SolveError::NotTwoPlayers);
        }
        Ok(Plain { game })
    }
}

impl<G: Playable> Fight for Plain<'_, G> {
    type Spot = G::State;
    type Packed = G::State;
    type Step = G::Move;

    fn key(&self, spot: &G::State) -> u64 {
        self.game.canonical_key(spot)
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
