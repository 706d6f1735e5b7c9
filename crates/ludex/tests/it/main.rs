//! The program as its users meet it.

mod bad_input;
mod commands;
mod load;
mod matches;
mod measures;
