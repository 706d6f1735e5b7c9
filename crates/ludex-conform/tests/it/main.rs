//! Recorded games of independent implementations, replayed.

mod mancala;
mod rows;
mod shibumi;
