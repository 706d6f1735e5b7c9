//! What the searches for more than two sides share: deepening step by step over the root moves.

use ludex_core::{Playable, Rng};

use crate::agents::minimax::as_value;
use crate::parts::budget::Clock;
use crate::parts::door;
use crate::parts::expected::is_certain;
use crate::{Budget, Choice, Report, Row};

/// A search below the root.
pub(super) trait Below<'a, G: Playable> {
    /// Whether the values of all moves are exact, not only that of the best.
    fn is_exact(&self) -> bool;

    /// The value for the root player of a position one move below the root; what is not above `alpha` need not be
    /// known exactly.
    fn value_below(&mut self, next: &G::State, depth: u32, alpha: f64) -> f64;

    /// The clock that watches over the search.
    fn clock(&mut self) -> &mut Clock<'a>;
}

/// Searches deeper and deeper until the budget is spent, and chooses the best root move; of equals, by lot.
pub(super) fn deepen<'a, G: Playable>(
    search: &mut impl Below<'a, G>,
    game: &G,
    state: &G::State,
    budget: &Budget,
    rng: &mut Rng,
) -> Option<Choice<G::Move>> {
    door::turn(game, state).player()?;
    let mut moves = Vec::new();
    door::moves(game, state, &mut moves);
    rng.shuffle(&mut moves);
    let mut found: Vec<(f64, G::Move)> = moves.iter().map(|&chosen| (f64::NEG_INFINITY, chosen)).collect();
    let mut depth = 0;
    for step in 1..=budget.depth.unwrap_or(200) {
        let mut values = Vec::with_capacity(moves.len());
        let mut alpha = f64::NEG_INFINITY;
        for &(_, chosen) in &found {
            let next = door::after(game, state, chosen);
            let value = search.value_below(&next, step - 1, alpha);
            values.push(value);
            alpha = alpha.max(value);
            if search.clock().is_out() {
                break;
            }
        }
        if search.clock().is_out() && depth > 0 {
            break;
        }
        for (slot, value) in found.iter_mut().zip(values) {
            slot.0 = value;
        }
        // Of equals the one that was better before stays ahead.
        let best = found.iter().map(|slot| slot.0).fold(f64::NEG_INFINITY, f64::max);
        let first = found.iter().position(|slot| slot.0 == best).unwrap_or(0);
        found[..=first].rotate_right(1);
        depth = step;
        let clock = search.clock();
        if clock.look() || is_certain(best) || clock.share() > 0.6 {
            break;
        }
    }
    let (best, chosen) = *found.first()?;
    let known = if search.is_exact() { found.len() } else { 1 };
    let rows =
        found[..known].iter().map(|&(value, chosen)| Row { chosen, visits: 1, value: as_value(value) });
    let clock = search.clock();
    let report = Report {
        value: as_value(best),
        depth,
        nodes: clock.spent(),
        rows: rows.collect(),
        time: clock.elapsed(),
        ..Report::default()
    };
    Some(Choice { chosen, report })
}
