//! UGI, the universal game interface: a line protocol by which programs play each other.
//!
//! It is UCI of chess, generalised (kz04px, cutegames): the one who asks writes `ugi`, `isready`, `uginewgame`,
//! `position`, `go`, `stop`, `query`, `quit`; the engine answers `ugiok`, `readyok`, `info`, `bestmove`, `response`.
//! [`serve`] is the engine's side, [`Remote`] that of the one who asks.

mod engine;
mod go;
mod remote;
mod thinker;

pub use engine::{Opener, serve};
pub use remote::Remote;
pub use thinker::{Sit, Thinker};
