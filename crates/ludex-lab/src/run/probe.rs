//! How long a plan will take, found by playing some of it.

use std::time::{Duration, Instant};

use crate::plan::{Cell, Expanded};

/// Seconds that a game of each cell takes, found by playing for about `budget`: first the cells of all contests in
/// turn, evenly spread, then again and again the cell whose share of the whole is least certain, so that one long game
/// of a cheap cell is not taken for all of them, until the whole is known well or is not worth more looking. Cells that
/// were not reached are taken to be like those of their contest on average, or like all if none of it was reached.
pub fn probe(plan: &Expanded, budget: Duration) -> Vec<f64> {
    let began = Instant::now();
    let mut tried: Vec<Option<Tried>> = vec![None; plan.cells.len()];
    for cell in spread(plan) {
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
    let mean = |holds: &dyn Fn(&Cell) -> bool| -> Option<f64> {
        let known = plan.cells.iter().zip(&tried).filter(|(cell, _)| holds(cell));
        let costs: Vec<f64> = known.filter_map(|(_, tried)| Some((*tried)?.cost())).collect();
        (!costs.is_empty()).then(|| costs.iter().sum::<f64>() / costs.len() as f64)
    };
    let like = |cell: &Cell| {
        mean(&|other: &Cell| other.contest == cell.contest).or_else(|| mean(&|_| true)).unwrap_or(0.0)
    };
    plan.cells.iter().zip(&tried).map(|(cell, tried)| tried.map_or_else(|| like(cell), Tried::cost)).collect()
}

/// All cells, such that the first few are of all contests and from everywhere in each.
fn spread(plan: &Expanded) -> Vec<usize> {
    let mut contests: Vec<Vec<usize>> = Vec::new();
    for cell in 0..plan.cells.len() {
        match contests.last_mut() {
            Some(last) if plan.cells[last[0]].contest == plan.cells[cell].contest => last.push(cell),
            _ => contests.push(vec![cell]),
        }
    }
    // The place of a cell in its contest, its bits turned round: 0, a half, a quarter, three quarters and so on.
    let turn = |at: usize, of: usize| {
        let bits = of.next_power_of_two().trailing_zeros();
        (at as u64).reverse_bits().checked_shr(64 - bits).unwrap_or(0)
    };
    let mut order: Vec<(u64, usize)> = contests
        .iter()
        .flat_map(|cells| cells.iter().enumerate().map(|(at, &cell)| (turn(at, cells.len()), cell)))
        .collect();
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
        let start = Instant::now();
        for game in 0..20 {
            // From a number that no run reaches.
            table.play(&contest.order(u64::MAX / 4 + self.games));
            self.games += 1;
            if game > 0 && start.elapsed() >= Duration::from_millis(2) {
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
