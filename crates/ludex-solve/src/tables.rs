//! Endgame tables for whoever plays or analyses: open them once, ask about states.

use std::any::Any;
use std::path::{Path, PathBuf};

use ludex_core::{Describe, Game};
use ludex_games::mancala::{Mancala, Options, State};

use crate::endgames::{Endgames, TableError, pits_of};

/// The name under which the tables of a game are kept: endgames do not depend on how many seeds a pit had at the
/// start.
pub fn name(options: &Options) -> Result<String, String> {
    let game = Mancala::new(Options { seeds: 4, ..*options }).map_err(|error| error.to_string())?;
    Ok(game.name())
}

/// Where tables are kept unless told otherwise: `ludex/endgames` in the user's data folder.
pub fn folder() -> Option<PathBuf> {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    data.or_else(home).map(|folder| folder.join("ludex/endgames"))
}

/// The tables of a game, asked by its states.
pub struct Probe {
    endgames: Endgames,
    pits: usize,
}

impl Probe {
    /// The tables of this game in a folder; `None` if the game is none that has tables.
    pub fn open<G: Game>(game: &G, folder: &Path) -> Option<Result<Probe, TableError>> {
        let any: &dyn Any = game;
        let options = any.downcast_ref::<Mancala<u64>>()?.options();
        let name = name(options).ok()?;
        let pits = usize::from(options.pits);
        Some(Endgames::open(folder, &name, options).map(|endgames| Probe { endgames, pits }))
    }

    /// Tables that were worked out in memory.
    pub fn from_memory(options: &Options, endgames: Endgames) -> Probe {
        Probe { endgames, pits: usize::from(options.pits) }
    }

    /// How many more seeds the player to move gets from here on than the other, if the tables say. Nothing is said
    /// of finished games.
    pub fn value<S: Any>(&self, state: &S) -> Option<i32> {
        let any: &dyn Any = state;
        let pits = pits_of(any.downcast_ref::<State<u64>>()?, self.pits)?;
        if pits.seeds() > self.endgames.most() || self.endgames.sower().moves(pits).is_empty() {
            return None;
        }
        self.endgames.value(pits).ok().flatten()
    }

    /// The tables.
    pub fn endgames(&self) -> &Endgames {
        &self.endgames
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Player, examples::Nim};
    use ludex_games::mancala::AWARI;

    #[test]
    fn states_are_looked_up_whoever_is_to_move() {
        let game = Mancala::new(AWARI).unwrap();
        let probe = Probe::from_memory(&AWARI, Endgames::in_memory("awari", &AWARI, 5, 1).unwrap());
        let (own, other) = ([0, 0, 0, 0, 1, 1], [0, 1, 0, 0, 1, 0]);
        let south = game.position([&own, &other], [22, 22], Player::FIRST).unwrap();
        let north = game.position([&other, &own], [22, 22], Player::SECOND).unwrap();
        assert!(probe.value(&south).is_some());
        assert_eq!(probe.value(&south), probe.value(&north));
        assert_eq!(probe.value(&game.start()), None);
        assert!(Probe::open(&Nim::new(3), Path::new(".")).is_none());
    }

    #[test]
    fn seeds_at_the_start_do_not_change_the_name() {
        assert_eq!(name(&Options { seeds: 3, ..AWARI }).unwrap(), "awari");
        assert_eq!(name(&Options { pits: 4, ..AWARI }).unwrap(), "awari(pits=4)");
    }
}
