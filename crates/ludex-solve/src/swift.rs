//! Strategies that win in time, for certificates.

use rustc_hash::FxHashMap;

use crate::bounds::Bounds;
use crate::fight::Fight;
use crate::line::EFFORTS;
use crate::race::Race;
use crate::within::Signals;

/// Bytes for what is missing of positions that are not decided.
const MEMORY: usize = 1 << 28;

/// A position with the winner to move, her move, and within how many plies she wins.
type Entry<F> = (<F as Fight>::Packed, <F as Fight>::Step, u32);

/// Calls `found` with every position, with `side` to move, that the other side can reach by legal moves, and how many plies
/// were played until then.
pub(crate) fn replies<F: Fight>(
    fight: &F,
    spot: &F::Spot,
    (side, played): (usize, u32),
    found: &mut dyn FnMut(F::Spot, u32),
) {
    let mut steps = Vec::new();
    fight.legal(spot, &mut steps);
    if steps.is_empty() {
        return;
    }
    if fight.side(spot) == side {
        return found(spot.clone(), played);
    }
    for step in steps {
        if let Some(after) = fight.play_out(spot, step) {
            replies(fight, &after, (side, played + 1), found);
        }
    }
}

/// A strategy with which `side` wins within so many plies: every position that can arise. `None` if there is none, or the
/// search was stopped.
pub(crate) fn swift<F: Fight>(
    fight: &F,
    spot: &F::Spot,
    (side, plies): (usize, u32),
    (table, signals): (&Bounds, &Signals),
) -> Option<Vec<Entry<F>>> {
    let mut race = Race::new(fight, table, MEMORY, signals);
    let mut places: FxHashMap<u64, usize> = FxHashMap::default();
    let mut strategy: Vec<Entry<F>> = Vec::new();
    let mut open = Vec::new();
    replies(fight, spot, (side, 0), &mut |spot, played| open.push((spot, plies.saturating_sub(played))));
    while let Some((spot, most)) = open.pop() {
        let place = places.get(&fight.identity(&spot)).copied();
        if place.is_some_and(|place| strategy[place].2 <= most) {
            continue;
        }
        // A position that was won too late for the new way to it is won sooner by another move.
        let (rank, step, after) = in_time(fight, &mut race, &spot, (side, most))?;
        let entry = (fight.pack(&spot), step, rank);
        match place {
            Some(place) => strategy[place] = entry,
            None => {
                places.insert(fight.identity(&spot), strategy.len());
                strategy.push(entry);
            }
        }
        if let Some(after) = after {
            let left = |played| rank.saturating_sub(played);
            replies(fight, &after, (side, 1), &mut |spot, played| open.push((spot, left(played))));
        }
    }
    Some(strategy)
}

/// A move of `side`, who is to move, that wins within so many plies, within how many it does, and the position after it.
fn in_time<F: Fight>(
    fight: &F,
    race: &mut Race<'_, F>,
    spot: &F::Spot,
    (side, most): (usize, u32),
) -> Option<(u32, F::Step, Option<F::Spot>)> {
    if let Some(step) = fight.winning_step(spot).filter(|_| most > 0) {
        return Some((1, step, None));
    }
    let rank = race.ask(spot, (side, most), u64::MAX).ok().map(|known| known.won).filter(|&won| won != 0)?;
    let mut steps = Vec::new();
    fight.look(spot, side, None, &mut steps);
    EFFORTS.into_iter().find_map(|effort| {
        steps.iter().find_map(|&step| {
            let after = fight.play(spot, step);
            let known = race.ask(&after, (side, rank - 1), effort).ok()?;
            (known.won != 0).then(|| (rank, step, Some(after)))
        })
    })
}
