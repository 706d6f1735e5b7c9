//! Engines written by hand for speed.
//!
//! Each family has a module; the rules and their source stand at the top of its file. Games are opened by name,
//! or made directly:
//!
//! ```
//! use ludex_games::entries;
//!
//! let names: Vec<String> = entries().into_iter().map(|entry| entry.name).collect();
//! assert!(names.iter().all(|name| !name.is_empty()));
//! ```

use ludex_core::{Entry, Spec, SpecError, Visitor};

pub mod mancala;
pub mod rows;
pub mod six;
pub mod tricolor;

/// An ordinary implementation of a game (arrays and loops, no tricks), for benchmarks to compare with. The same
/// code serves as the second opinion on the rules in tests.
pub struct Baseline {
    /// The game it plays, as the catalogue names it.
    pub game: &'static str,
    /// Plays this many uniformly random games from this seed and returns the number of moves made.
    pub playouts: fn(games: u32, seed: u64) -> u64,
}

/// All games with hand-written engines.
pub fn entries() -> Vec<Entry> {
    [rows::entries(), tricolor::entries(), six::entries(), mancala::entries()].concat()
}

/// The ordinary implementations that benchmarks compare with.
pub fn baselines() -> Vec<Baseline> {
    let mut all = rows::baselines();
    all.extend(tricolor::baselines());
    all.extend(six::baselines());
    all.extend(mancala::baselines());
    all
}

/// Whether there is a hand-written engine of this name.
pub fn knows(name: &str) -> bool {
    entries().iter().any(|entry| entry.name == name)
}

/// Opens a game by name and hands it to the visitor.
pub fn open<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
    let known = |entries: Vec<Entry>| entries.iter().any(|entry| entry.name == spec.name());
    if known(rows::entries()) {
        rows::open(spec, visitor)
    } else if known(tricolor::entries()) {
        tricolor::open(spec, visitor)
    } else if known(six::entries()) {
        six::open(spec, visitor)
    } else if known(mancala::entries()) {
        mancala::open(spec, visitor)
    } else {
        let entries = entries();
        Err(SpecError::unknown("game", spec.name(), entries.iter().map(|entry| entry.name.as_str())))
    }
}
