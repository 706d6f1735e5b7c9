//! Work in progress.

use crate::Format;

pub(crate) const FORMATS: &[Format] = &[];
