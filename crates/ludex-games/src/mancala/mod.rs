//! Work in progress.

use ludex_core::{Entry, Spec, SpecError, Visitor};

use crate::Baseline;

/// The games of this family.
pub fn entries() -> Vec<Entry> {
    Vec::new()
}

/// Opens a game of this family.
pub fn open<V: Visitor>(spec: &Spec, _visitor: V) -> Result<V::Output, SpecError> {
    Err(SpecError::unknown("game", spec.name(), std::iter::empty()))
}

/// The ordinary implementations of this family.
pub fn baselines() -> Vec<Baseline> {
    Vec::new()
}
