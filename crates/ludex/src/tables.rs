//! Endgame tables on this machine, for agents.

use std::any::Any;
use std::sync::Arc;

use ludex_search::parts::tables::{Settled, Tables};
use ludex_solve::tables::{Probe, shared};

struct Opened(Arc<Probe>);

impl Tables for Opened {
    fn look_up(&self, state: &dyn Any) -> Option<Settled> {
        self.0.look_up(state).map(|found| Settled { lead: found.lead, in_play: found.in_play })
    }
}

/// Lets agents use the tables that are there. Commands call it whose results need not be the same on another machine.
pub(crate) fn allow() {
    ludex_search::use_tables(|game| shared(game).map(|probe| Arc::new(Opened(probe)) as Arc<dyn Tables>));
}
