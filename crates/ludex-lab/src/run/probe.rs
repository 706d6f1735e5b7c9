//! How long a plan will take, found by playing some of it.

use std::time::{Duration, Instant};

use crate::plan::Expanded;

/// Seconds that a game of each cell takes, found by playing for about `budget`: first the cells of all contests in
/// turn, evenly spread, then again and again the cell whose share of the whole is least certain, so that one long game
/// of a cheap cell is not taken for all of them, until the whole is known well or is not worth more looking. Cells that
/// were not reached are taken to be like those of their contest on average, or like all if none of it was reached.
pub fn probe(plan: &Expanded, budget: Duration) -> Vec<f64> {
    let began = Instant::now();
    let mut tried: Vec<Option<Tried>> = vec![None; plan.cells.len()];
    let contests: Vec<&str> = plan.cells.iter().map(|cell| cell.contest.as_str()).collect();
    for cell in spread(&contests) {
        if began.elapsed() >= budget {
            break;
        }
        tried[cell] = Tried::default().once_more(plan, cell);
    }
    while began.elapsed() < budget {
        let (mut cost, mut doubt, mut least) = (0.0, 0.0, None);
        for (cell, tried) in tried.iter().enumerate().filter_map(|(cell, tried)| Some((cell, (*tried)?))) {
            let games = plan.cells[cell].count as f64;
            cost += games * tried.cost();
            doubt += games * tried.doubt();
            if least.is_none_or(|(_, _, most)| games * tried.doubt() > most) {
                least = Some((cell, tried, games * tried.doubt()));
            }
        }
        let Some((cell, least, _)) = least else { break };
        if doubt < 0.1 * cost || began.elapsed().as_secs_f64() > 0.02 * cost {
            break;
        }
        tried[cell] = least.once_more(plan, cell);
    }
    let costs: Vec<Option<f64>> = tried.iter().map(|tried| tried.map(Tried::cost)).collect();
    filled(&contests, &costs)
}

/// Costs with those that are not known set to the mean of their contest, or of all.
fn filled(contests: &[&str], costs: &[Option<f64>]) -> Vec<f64> {
    let mean = |of: Option<&str>| -> Option<f64> {
        let wanted = contests.iter().zip(costs).filter(|(contest, _)| of.is_none_or(|of| of == **contest));
        let known: Vec<f64> = wanted.filter_map(|(_, cost)| *cost).collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    };
    let like = |contest: &str| mean(Some(contest)).or_else(|| mean(None)).unwrap_or(0.0);
    contests.iter().zip(costs).map(|(contest, cost)| cost.unwrap_or_else(|| like(contest))).collect()
}

/// All cells, given the contest of each, such that the first few are of all contests and from everywhere in each.
fn spread(contests: &[&str]) -> Vec<usize> {
    // The place of a cell in its contest, its bits turned round: 0, a half, a quarter, three quarters and so on.
    let turn = |at: usize, of: usize| {
        let bits = of.next_power_of_two().trailing_zeros();
        (at as u64).reverse_bits().checked_shr(64 - bits).unwrap_or(0)
    };
    let mut order: Vec<(u64, usize)> = Vec::new();
    for cells in contests.chunk_by(|a, b| a == b) {
        let first = order.len();
        order.extend((0..cells.len()).map(|at| (turn(at, cells.len()), first + at)));
    }
    order.sort_unstable();
    order.into_iter().map(|(_, cell)| cell).collect()
}

/// Games of a cell that were played to see how long they take.
#[derive(Clone, Copy, Default)]
struct Tried {
    games: u64,
    seconds: f64,
}

impl Tried {
    /// A game more, or several if they are short; none if the cell cannot be played.
    fn once_more(mut self, plan: &Expanded, cell: usize) -> Option<Tried> {
        let contest = plan.contest(cell).ok()?;
        let mut table = contest.table().ok()?;
        // From a number that no run reaches.
        let mut play = |number: u64| drop(table.play(&contest.order(u64::MAX / 4 + number)));
        let mut start = Instant::now();
        play(self.games);
        if start.elapsed() < Duration::from_millis(1) {
            // The first game opens the agents and finds nothing in the processor's memory: with cheap agents it takes
            // many times as long as all others.
            start = Instant::now();
        } else {
            self.games += 1;
        }
        for _ in 0..(plan.cells[cell].count / 50).max(20) {
            play(self.games);
            self.games += 1;
            if start.elapsed() >= Duration::from_millis(2) {
                break;
            }
        }
        self.seconds += start.elapsed().as_secs_f64();
        Some(self)
    }

    fn cost(self) -> f64 {
        self.seconds / self.games as f64
    }

    /// How far off the cost may be, if games differ about as much as they are long.
    fn doubt(self) -> f64 {
        self.cost() / (self.games as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contest_is_tried_before_any_is_tried_again() {
        let contests = ["a", "a", "a", "a", "b", "c", "c"];
        let order = spread(&contests);
        assert_eq!(order[..3].iter().map(|&cell| contests[cell]).collect::<String>(), "abc");
        assert_eq!(order, [0, 4, 5, 2, 6, 1, 3]);
    }

    #[test]
    fn cells_that_were_not_tried_cost_what_others_of_their_contest_do() {
        let costs =
            filled(&["dear", "dear", "cheap", "cheap", "none"], &[Some(8.0), None, None, Some(2.0), None]);
        assert_eq!(costs, [8.0, 8.0, 2.0, 2.0, 5.0]);
        assert_eq!(filled(&["x"], &[None]), [0.0]);
    }
}
