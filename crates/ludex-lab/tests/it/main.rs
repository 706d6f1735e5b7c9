//! The tests of the laboratory.

mod columns;
mod games;
mod plans;
mod reports;
mod runs;
