//! The statistics against those of other people.

mod reference;
