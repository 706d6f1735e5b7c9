//! Endgame tables for whoever plays or analyses: open them once, ask about states.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ludex_core::Describe;
use ludex_games::mancala::{Mancala, Options, State};

use crate::endgames::{After, Endgames, Pits, TableError, pits_of};

/// The name under which the tables of a game are kept: endgames do not depend on how many seeds a pit had at the
/// start.
pub fn name(options: &Options) -> Result<String, String> {
    let game = Mancala::new(Options { seeds: 4, ..*options }).map_err(|error| error.to_string())?;
    Ok(game.name())
}

/// Where tables are kept unless told otherwise: the folder named by `LUDEX_TABLES`, or `ludex/endgames` in the user's
/// data folder.
pub fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("LUDEX_TABLES").filter(|name| !name.is_empty()).map(PathBuf::from);
    let data = || std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    named.or_else(|| data().or_else(home).map(|folder| folder.join("ludex/endgames")))
}

/// The tables of a game in [`folder`], opened once for all who ask. Tables that cannot be read are as good as none.
pub fn shared(game: &dyn Any) -> Option<Arc<Probe>> {
    static OPEN: Mutex<Vec<(PathBuf, String, Arc<Probe>)>> = Mutex::new(Vec::new());
    let name = name(options_of(game)?).ok()?;
    let folder = folder()?;
    let mut open = OPEN.lock().ok()?;
    if let Some((_, _, probe)) = open.iter().find(|(there, known, _)| (there, known) == (&folder, &name)) {
        return Some(Arc::clone(probe));
    }
    let probe = Arc::new(Probe::open(game, &folder)?.ok()?);
    open.push((folder, name, Arc::clone(&probe)));
    Some(probe)
}

fn options_of(game: &dyn Any) -> Option<&Options> {
    game.downcast_ref::<Mancala<u64>>().map(Mancala::options)
}

/// The tables of a game, asked by its states.
pub struct Probe {
    endgames: Endgames,
    pits: usize,
}

/// What tables say of a state that is not over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probed {
    /// By how many seeds the player to move wins in the end.
    pub lead: i32,
    /// How many seeds are in the pits.
    pub in_play: u32,
}

impl Probe {
    /// The tables of this game in a folder; `None` if the game is none that has tables.
    pub fn open(game: &dyn Any, folder: &Path) -> Option<Result<Probe, TableError>> {
        let options = options_of(game)?;
        let name = name(options).ok()?;
        let pits = usize::from(options.pits);
        Some(Endgames::open(folder, &name, options).map(|endgames| Probe { endgames, pits }))
    }

    /// Tables that were worked out in memory.
    pub fn from_memory(options: &Options, endgames: Endgames) -> Probe {
        Probe { endgames, pits: usize::from(options.pits) }
    }

    /// The pits of a state that is covered and not over, and the lead in seeds taken so far.
    fn covered(&self, state: &dyn Any) -> Option<(Pits, i32)> {
        let state = state.downcast_ref::<State<u64>>()?;
        let pits = pits_of(state, self.pits)?;
        if pits.seeds() > self.endgames.most() || !self.endgames.sower().can_move(pits) {
            return None;
        }
        let mover = state.mover();
        Some((pits, state.store(mover) as i32 - state.store(mover.other()) as i32))
    }

    /// How many more seeds the player to move gets from here on than the other, if the tables say. Nothing is said
    /// of finished games.
    pub fn value(&self, state: &dyn Any) -> Option<i32> {
        self.endgames.value(self.covered(state)?.0).ok().flatten()
    }

    /// How the game ends with best play, if the tables say.
    pub fn look_up(&self, state: &dyn Any) -> Option<Probed> {
        let (pits, ahead) = self.covered(state)?;
        let rest = self.endgames.value(pits).ok().flatten()?;
        Some(Probed { lead: ahead + rest, in_play: pits.seeds() })
    }

    /// The moves of a state, as pits from the mover's left, each with the lead in the end, if the tables say.
    pub fn moves(&self, state: &dyn Any) -> Option<Vec<(usize, i32)>> {
        let (pits, ahead) = self.covered(state)?;
        let worth = |after: &After| {
            let rest = self.endgames.value(after.pits).ok().flatten()?;
            let lead = ahead + i32::from(after.taken) + if after.again { rest } else { -rest };
            Some((usize::from(after.pit), lead))
        };
        self.endgames.sower().moves(pits).iter().map(worth).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Game, Player, examples::Nim};
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
        // Whoever is ahead stays ahead by as much, and the best move is worth what the position is.
        let ahead = game.position([&own, &other], [24, 20], Player::FIRST).unwrap();
        let found = probe.look_up(&ahead).unwrap();
        assert_eq!((Some(found.lead - 4), found.in_play), (probe.value(&south), 4));
        assert_eq!(probe.moves(&ahead).unwrap().iter().map(|(_, lead)| *lead).max(), Some(found.lead));
        assert!(Probe::open(&Nim::new(3), Path::new(".")).is_none());
    }

    #[test]
    fn seeds_at_the_start_do_not_change_the_name() {
        assert_eq!(name(&Options { seeds: 3, ..AWARI }).unwrap(), "awari");
        assert_eq!(name(&Options { pits: 4, ..AWARI }).unwrap(), "awari(pits=4)");
    }
}
