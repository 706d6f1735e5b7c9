//! Judging positions.

use ludex_core::Evaluate;

use super::rules::Six;

impl Evaluate for Six {}
