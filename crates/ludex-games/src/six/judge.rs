//! Judging positions.

use ludex_core::Evaluate;

use super::State;
use super::rules::Six;

impl Evaluate for Six {
    /// 1 once all tiles have been laid.
    fn phase(&self, state: &State) -> usize {
        usize::from(state.in_second_phase())
    }
}
