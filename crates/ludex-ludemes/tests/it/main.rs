//! The ludeme language seen from outside.

mod board_figures;
mod board_geometry;
mod board_properties;
mod boards_in_full;
mod classics;
mod common;
mod consequences;
mod corpus;
mod dice;
mod editor;
mod formatting;
mod heuristics;
mod hostile;
mod messages;
mod reading;
mod shibumi;
mod stacks;
mod twins;
