//! What holds for every game.

mod all;
mod conformance;
mod playthroughs;
