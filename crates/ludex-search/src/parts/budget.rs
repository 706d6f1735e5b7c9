//! How much an agent may do, and the clock that watches over it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much an agent may do for one move. What is reached first ends the search; a search without any limit
/// runs until it is stopped or nothing is left to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Playouts or tree iterations.
    pub iterations: Option<u64>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Moves looked ahead.
    pub depth: Option<u32>,
    /// Time. Only searches limited by time may differ from run to run.
    pub time: Option<Duration>,
}

impl Budget {
    /// No limit: the search runs until it is stopped.
    pub const ENDLESS: Budget = Budget { iterations: None, nodes: None, depth: None, time: None };

    /// This many playouts or tree iterations.
    pub fn iterations(iterations: u64) -> Budget {
        Budget { iterations: Some(iterations), ..Budget::ENDLESS }
    }

    /// This many positions.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::ENDLESS }
    }

    /// This many moves ahead.
    pub fn depth(depth: u32) -> Budget {
        Budget { depth: Some(depth), ..Budget::ENDLESS }
    }

    /// This long.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::ENDLESS }
    }

    /// Whether nothing limits the search.
    pub fn is_endless(&self) -> bool {
        *self == Budget::ENDLESS
    }
}

/// A request to stop thinking, which any thread may make. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Not requested yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks the agents that look at this to answer now.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back, before the next move.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether an answer is wanted now.
    #[inline]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Watches a budget while a search runs.
#[derive(Debug)]
pub struct Clock<'a> {
    stop: &'a Stop,
    began: Instant,
    deadline: Option<Instant>,
    limit: u64,
    /// Units (nodes or iterations) spent so far.
    spent: u64,
    /// How many units pass between two looks at the time, less one; a power of two less one.
    pause: u64,
    /// When iterations are counted, the time of the last look: long ones are timed one by one.
    looked: Option<Instant>,
    out: bool,
}

impl<'a> Clock<'a> {
    /// A clock that counts nodes and looks at the time now and then.
    pub fn by_nodes(budget: &Budget, stop: &'a Stop) -> Clock<'a> {
        Clock::start(budget, budget.nodes, 255, stop)
    }

    /// A clock that counts iterations and looks at the time often, since one may be long: after each that takes more
    /// than some microseconds, otherwise after every eighth.
    pub fn by_iterations(budget: &Budget, stop: &'a Stop) -> Clock<'a> {
        let clock = Clock::start(budget, budget.iterations.or(budget.nodes), 0, stop);
        Clock { looked: Some(clock.began), ..clock }
    }

    fn start(budget: &Budget, limit: Option<u64>, pause: u64, stop: &'a Stop) -> Clock<'a> {
        let began = Instant::now();
        Clock {
            stop,
            began,
            deadline: budget.time.map(|time| began + time),
            limit: limit.unwrap_or(u64::MAX),
            spent: 0,
            pause,
            looked: None,
            out: false,
        }
    }

    /// Counts one unit of work and says whether the search must end now. Once it has said so it always does.
    #[inline]
    pub fn tick(&mut self) -> bool {
        if self.out {
            return true;
        }
        if self.spent >= self.limit {
            self.out = true;
            return true;
        }
        if self.spent & self.pause == 0 && self.look() {
            return true;
        }
        self.spent += 1;
        false
    }

    /// Looks at the time and the stop request without counting.
    pub fn look(&mut self) -> bool {
        const LONG: Duration = Duration::from_micros(5);
        if let Some(deadline) = self.deadline {
            let now = Instant::now();
            self.out |= now >= deadline;
            if let Some(looked) = self.looked {
                self.pause = if now - looked > LONG * (self.pause as u32 + 1) { 0 } else { 7 };
                self.looked = Some(now);
            }
        }
        self.out |= self.stop.is_requested();
        self.out
    }

    /// Whether the search had to end.
    #[inline]
    pub fn is_out(&self) -> bool {
        self.out
    }

    /// Units of work counted.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// How long the search has run.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// How much of the time has passed, from 0 to 1; 0 without a deadline.
    pub fn share(&self) -> f64 {
        match self.deadline {
            Some(deadline) if deadline > self.began => {
                self.began.elapsed().as_secs_f64() / (deadline - self.began).as_secs_f64()
            }
            Some(_) => 1.0,
            None => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_counts_exactly_its_limit() {
        let stop = Stop::new();
        let mut clock = Clock::by_nodes(&Budget::nodes(1000), &stop);
        let ticks = std::iter::from_fn(|| (!clock.tick()).then_some(())).count();
        assert_eq!(ticks, 1000);
        assert!(clock.tick() && clock.is_out());
    }

    #[test]
    fn a_requested_stop_ends_an_endless_search() {
        let stop = Stop::new();
        let mut clock = Clock::by_iterations(&Budget::ENDLESS, &stop);
        assert!(!clock.tick());
        stop.clone().request();
        assert!((0..8).any(|_| clock.tick()));
    }
}
