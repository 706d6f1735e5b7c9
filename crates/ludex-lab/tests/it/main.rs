//! The tests of the laboratory.

mod games;
