//! Endgame tables of mancala games: for every position with few seeds, how many more seeds the player to move gets from
//! here on than the other, with best play. Endless play is worth nothing to either.
//!
//! ```
//! use ludex_games::mancala::AWARI;
//! use ludex_solve::endgames::Endgames;
//!
//! let tables = Endgames::in_memory("awari", &AWARI, 4, 1).unwrap();
//! let stats = tables.stats(4).unwrap();
//! assert_eq!((stats.won, stats.drawn, stats.lost, stats.sum), (580, 143, 642, -358));
//! ```

mod build;
mod file;
mod finite;
pub(crate) mod kalah;
mod kalah_rows;
mod number;
mod sower;

use std::borrow::Cow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64};

use ludex_core::Player;
use ludex_games::mancala::{Lanes, Options, State};

use kalah::KalahEndgames;

pub use file::{LayerFile, TableError};
pub use number::{MOST, Numbering, Pits, sum};
pub use sower::{After, Moves, Sower};

/// Where the values of a layer are.
enum Values {
    Memory(Vec<i8>),
    File(LayerFile),
}

/// The tables of one game, for all numbers of seeds up to some.
pub struct Endgames {
    sower: Sower,
    numbering: Numbering,
    layers: Vec<Values>,
}

/// What a layer holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Stats {
    /// Seeds on the board.
    pub seeds: u32,
    /// All positions.
    pub positions: u64,
    /// Positions in which the player to move gets more from here on.
    pub won: u64,
    /// Positions in which both get as much.
    pub drawn: u64,
    /// Positions in which the other gets more.
    pub lost: u64,
    /// The sum of all differences.
    pub sum: i64,
}

impl Stats {
    fn of(seeds: u32, values: &[i8]) -> Stats {
        let mut stats = Stats { seeds, positions: values.len() as u64, ..Stats::default() };
        for &value in values {
            stats.won += u64::from(value > 0);
            stats.drawn += u64::from(value == 0);
            stats.lost += u64::from(value < 0);
            stats.sum += i64::from(value);
        }
        stats
    }
}

/// What to do after each layer: its seeds, its values, and whether it was read instead of built.
pub type Told<'a> = &'a mut dyn FnMut(Stats, bool);

/// Builds what is missing of the tables with up to `most` seeds in a folder. A build that was stopped goes on with
/// the first layer that is not there. `false` if it was stopped again.
pub fn build(
    folder: &Path,
    game: &str,
    options: &Options,
    most: u32,
    threads: usize,
    (stop, done): (&AtomicBool, &AtomicU64),
    told: Told<'_>,
) -> Result<bool, TableError> {
    let wrong = |why: String| TableError::new(folder, why);
    let sower = Sower::new(options).map_err(wrong)?;
    std::fs::create_dir_all(folder).map_err(|error| TableError::new(folder, error))?;
    let mut known = Known::new(sower, most).map_err(wrong)?;
    for seeds in 0..=most {
        let path = file::path(folder, game, seeds);
        if path.exists() {
            let values = LayerFile::open(&path, game, seeds)?.all()?;
            if values.len() as u64 != known.numbering.size(seeds) {
                return Err(TableError::new(&path, "the table has not as many positions as the game"));
            }
            done.fetch_add(values.len() as u64, std::sync::atomic::Ordering::Relaxed);
            told(Stats::of(seeds, &values), true);
            known.put(values);
            continue;
        }
        if !known.build(threads, (stop, done)).map_err(wrong)? {
            return Ok(false);
        }
        let values = known.layer(seeds);
        file::write(&path, game, seeds, &values, threads)?;
        told(Stats::of(seeds, &values), false);
    }
    Ok(true)
}

/// The layers known so far, and how the next is worked out.
struct Known {
    sower: Sower,
    numbering: Numbering,
    layers: Vec<Vec<i8>>,
    /// Kalah's are worked out forwards and kept there instead.
    forwards: Option<KalahEndgames>,
}

impl Known {
    fn new(sower: Sower, most: u32) -> Result<Known, String> {
        let kalah = sower.empty_capture().is_some();
        let forwards = if kalah { Some(KalahEndgames::new(&sower, most)?) } else { None };
        Ok(Known { numbering: Numbering::new(sower.pits()), sower, layers: Vec::new(), forwards })
    }

    fn put(&mut self, values: Vec<i8>) {
        match &mut self.forwards {
            Some(forwards) => forwards.put(&self.numbering, &values),
            None => self.layers.push(values),
        }
    }

    /// Works out the next layer. `false` if it was stopped.
    fn build(&mut self, threads: usize, (stop, done): (&AtomicBool, &AtomicU64)) -> Result<bool, String> {
        if let Some(forwards) = &mut self.forwards {
            return Ok(forwards.build_layer(threads, (stop, done)));
        }
        let layer = build::build_layer(&self.sower, &self.numbering, &self.layers, threads, stop, done);
        let Some(layer) = layer else { return Ok(false) };
        self.layers.push(layer);
        check_ends(&self.sower, &self.numbering, &self.layers)?;
        Ok(true)
    }

    fn layer(&self, seeds: u32) -> Cow<'_, [i8]> {
        match &self.forwards {
            Some(forwards) => forwards.layer(&self.numbering, seeds).into(),
            None => (&self.layers[seeds as usize]).into(),
        }
    }
}

/// Refuses a layer whose values are not the whole truth, because play may go on for ever.
fn check_ends(sower: &Sower, numbering: &Numbering, layers: &[Vec<i8>]) -> Result<(), String> {
    let unsure = if sower.must_end() { finite::unsure(sower, numbering, layers) } else { 0 };
    let seeds = layers.len() - 1;
    match unsure {
        0 => Ok(()),
        _ => Err(format!(
            "in {unsure} positions with {seeds} seeds a player can go on for ever instead of losing, so that what is \
             left to win does not depend on the pits alone; tables end at {} seeds",
            seeds.saturating_sub(1)
        )),
    }
}

impl Endgames {
    /// Builds the tables without writing them.
    pub fn in_memory(_: &str, options: &Options, most: u32, threads: usize) -> Result<Endgames, String> {
        let mut known = Known::new(Sower::new(options)?, most)?;
        let mut layers = Vec::new();
        for seeds in 0..=most {
            if !known.build(threads, (&AtomicBool::new(false), &AtomicU64::new(0)))? {
                return Err("the table does not fit into memory".to_string());
            }
            if known.forwards.is_some() {
                layers.push(known.layer(seeds).into_owned());
            }
        }
        layers.extend(known.layers);
        let layers = layers.into_iter().map(Values::Memory).collect();
        Ok(Endgames { sower: known.sower, numbering: known.numbering, layers })
    }

    /// Opens the tables of a game in a folder, as far as there are some.
    pub fn open(folder: &Path, game: &str, options: &Options) -> Result<Endgames, TableError> {
        let sower = Sower::new(options).map_err(|why| TableError::new(folder, why))?;
        let numbering = Numbering::new(sower.pits());
        let mut layers = Vec::new();
        for seeds in 0..=MOST as u32 {
            let path = file::path(folder, game, seeds);
            if !path.exists() {
                break;
            }
            let layer = LayerFile::open(&path, game, seeds)?;
            if layer.positions() != numbering.size(seeds) {
                return Err(TableError::new(&path, "the table has not as many positions as the game"));
            }
            layers.push(Values::File(layer));
        }
        if layers.is_empty() {
            return Err(TableError::new(folder, format!("there are no endgame tables of {game} here")));
        }
        Ok(Endgames { sower, numbering, layers })
    }

    /// The most seeds covered.
    pub fn most(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// The rules.
    pub fn sower(&self) -> &Sower {
        &self.sower
    }

    /// What a position is worth to the player to move, if it is covered.
    pub fn value(&self, pits: Pits) -> Result<Option<i32>, TableError> {
        match self.layers.get(pits.seeds() as usize) {
            None => Ok(None),
            Some(Values::Memory(values)) => Ok(Some(i32::from(values[self.numbering.rank(pits) as usize]))),
            Some(Values::File(file)) => Ok(Some(i32::from(file.value(self.numbering.rank(pits))?))),
        }
    }

    /// All values of a layer.
    pub fn layer(&self, seeds: u32) -> Result<Vec<i8>, TableError> {
        match self.layers.get(seeds as usize) {
            None => Err(TableError::new(Path::new("table"), format!("{seeds} seeds are not covered"))),
            Some(Values::Memory(values)) => Ok(values.clone()),
            Some(Values::File(file)) => file.all(),
        }
    }

    /// What a layer holds.
    pub fn stats(&self, seeds: u32) -> Result<Stats, TableError> {
        Ok(Stats::of(seeds, &self.layer(seeds)?))
    }

    /// Checks a layer: every block, and for every `step`-th position that its value follows from its moves. Values of
    /// endless play cannot be told from their neighbours alone; there it is checked that nothing better is at
    /// hand and nothing worse is forced.
    pub fn check(&self, seeds: u32, step: u64) -> Result<u64, TableError> {
        let values = self.layer(seeds)?;
        let mut checked = 0;
        for number in (0..values.len() as u64).step_by(step.max(1) as usize) {
            let pits = self.numbering.unrank(seeds, number);
            let moves = self.sower.moves(pits);
            let mut best = None;
            for after in moves.iter() {
                let value = self.value(after.pits)?.unwrap_or(0);
                let worth = i32::from(after.taken) + if after.again { value } else { -value };
                best = Some(best.map_or(worth, |best: i32| best.max(worth)));
            }
            let expected = best.or_else(|| self.sower.settled(pits)).unwrap_or(0);
            if expected != i32::from(values[number as usize]) {
                let what = format!(
                    "position {number} with {seeds} seeds is wrong: {expected} follows from its moves"
                );
                return Err(TableError::new(Path::new("table"), what));
            }
            checked += 1;
        }
        Ok(checked)
    }
}

/// The pits of a position as the tables see them, unless a pit holds too much.
pub fn pits_of<W: Lanes>(state: &State<W>, pits: usize) -> Option<Pits> {
    let row = |player: Player| {
        let mut bytes = [0u8; 8];
        for (pit, byte) in bytes.iter_mut().enumerate().take(pits.min(8)) {
            *byte = u8::try_from(state.seeds(player, pit)).ok()?;
        }
        Some(u64::from_le_bytes(bytes))
    };
    let mover = state.mover();
    let pits = Pits { own: row(mover)?, other: row(mover.other())? };
    (pits.seeds() as usize <= MOST).then_some(pits)
}
