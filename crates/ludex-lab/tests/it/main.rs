//! The tests of the laboratory.

mod games;
mod plans;
mod reports;
mod runs;
