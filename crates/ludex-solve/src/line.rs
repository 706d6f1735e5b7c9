//! Lines of play: how a game goes when both sides know what was proved.

use std::sync::atomic::Ordering;

use crate::bounds::Bounds;
use crate::fight::Fight;
use crate::guard::Ending;
use crate::proof::Proof;
use crate::within::{Signals, Within};

/// How many positions a move may cost before the next one is tried; one that is known costs none.
pub(crate) const EFFORTS: [u64; 4] = [1, 10_000, 1_000_000, u64::MAX];
/// The longest line that is shown.
const LONGEST: usize = 1000;

/// Whether the winner wins a position within so many plies, as far as so many positions tell.
type Oracle<'o, S> = &'o mut dyn FnMut(&S, u32, u64) -> Option<bool>;

/// The play of a shortest win of `winner`, which exists.
pub fn best_line<F: Fight>(
    fight: &F,
    spot: &F::Spot,
    winner: usize,
    plies: u32,
    (table, signals): (&Bounds, &Signals),
) -> Vec<String> {
    shortest_line(fight, spot, (winner, plies), &mut |spot, plies, effort| {
        Within::new(fight, table, winner, signals).with_budget(effort).wins(spot, plies).ok()
    })
}

/// The play of a shortest win, of which somebody can tell.
pub(crate) fn shortest_line<F: Fight>(
    fight: &F,
    spot: &F::Spot,
    (winner, plies): (usize, u32),
    wins: Oracle<'_, F::Spot>,
) -> Vec<String> {
    let mut line = Vec::new();
    let mut spot = spot.clone();
    let mut steps = Vec::new();
    for left in (0..plies).rev() {
        fight.legal(&spot, &mut steps);
        let attacking = fight.side(&spot) == winner;
        // The winner takes a move that wins in time, the loser one that is lost no sooner than need be.
        let mut is_best = |step: F::Step, effort: u64| match fight.play_out(&spot, step) {
            None => attacking && left == 0,
            Some(after) if attacking => wins(&after, left, effort) == Some(true),
            Some(after) => left == 0 || wins(&after, left - 1, effort) == Some(false),
        };
        let found =
            EFFORTS.iter().find_map(|&effort| steps.iter().copied().find(|&step| is_best(step, effort)));
        let Some(step) = found else { break };
        line.push(fight.write_step(&spot, step));
        match fight.play_out(&spot, step) {
            Some(after) => spot = after,
            None => break,
        }
    }
    line
}

/// Within how many plies the winner wins a position, of so many, as far as so many positions tell.
type Clock<'o, S> = &'o mut dyn FnMut(&S, u32, u64) -> Option<u32>;

/// The play of a win within so many plies of which somebody can tell, though there may be shorter ones. The winner goes where
/// the win is nearest, the loser where it is farthest, as far as little effort tells. None if nobody can tell on the way.
pub(crate) fn timely_line<F: Fight>(
    fight: &F,
    spot: &F::Spot,
    (winner, plies): (usize, u32),
    within: Clock<'_, F::Spot>,
) -> Option<Vec<String>> {
    let mut line = Vec::new();
    let (mut spot, mut left) = (spot.clone(), plies);
    let mut steps = Vec::new();
    loop {
        fight.legal(&spot, &mut steps);
        if steps.is_empty() {
            return Some(line);
        }
        left = left.checked_sub(1)?;
        let attacking = fight.side(&spot) == winner;
        let mut ask = |effort: u64| {
            let after = steps.iter().map(|&step| match fight.play_out(&spot, step) {
                None => (step, attacking.then_some(0)),
                Some(after) => (step, within(&after, left, effort)),
            });
            if attacking {
                after.filter_map(|(step, within)| Some((step, within?))).min_by_key(|&(_, within)| within)
            } else {
                // Every reply is lost in time; of some it is known that they are lost sooner.
                after.map(|(step, within)| (step, within.unwrap_or(left))).max_by_key(|&(_, within)| within)
            }
        };
        let efforts = if attacking { &EFFORTS[..EFFORTS.len() - 1] } else { &EFFORTS[..1] };
        let (step, within) = efforts.iter().find_map(|&effort| ask(effort))?;
        line.push(fight.write_step(&spot, step));
        left = left.min(within);
        match fight.play_out(&spot, step) {
            Some(after) => spot = after,
            None => return Some(line),
        }
    }
}

/// A win of which only a proof by numbers is known.
pub(crate) struct Proven<'p, 'a, F: Fight> {
    pub(crate) proof: &'p mut Proof<'a, F>,
    pub(crate) winner: usize,
    /// What the proof listens to and counts in.
    pub(crate) signals: &'a Signals,
    /// How many positions may still be searched again that the table has forgotten.
    pub(crate) effort: u64,
}

impl<F: Fight> Proven<'_, '_, F> {
    /// Play that ends with the win, and whether it is whole. The winner goes where the win is nearest as far as the proof
    /// tells, and the loser where it is farthest. Each position of a proof is won within fewer plies than the one before, so
    /// the play does not go round, unless much is forgotten: then it is cut short.
    pub(crate) fn line(&mut self, fight: &F, spot: &F::Spot) -> (Vec<String>, bool) {
        let (mut line, mut seen) = (Vec::new(), Vec::new());
        let mut spot = spot.clone();
        let mut steps = Vec::new();
        while line.len() < LONGEST {
            fight.legal(&spot, &mut steps);
            if steps.is_empty() {
                return (line, true);
            }
            seen.push(fight.key(&spot));
            let attacking = fight.side(&spot) == self.winner;
            if let Some(step) = fight.winning_step(&spot).filter(|_| attacking) {
                line.push(fight.write_step(&spot, step));
                return (line, true);
            }
            let next = if attacking {
                self.nearest(fight, &spot, (&steps, &seen))
            } else {
                self.farthest(fight, &spot, &steps)
            };
            let Some((step, after)) = next else { break };
            line.push(fight.write_step(&spot, step));
            spot = after;
        }
        (line, false)
    }

    fn nearest(
        &mut self,
        fight: &F,
        spot: &F::Spot,
        (steps, seen): (&[F::Step], &[u64]),
    ) -> Option<(F::Step, F::Spot)> {
        let best = |proof: &Proof<'_, F>| {
            let after = steps.iter().map(|&step| (step, fight.play(spot, step)));
            let new = after.filter(|(_, after)| !seen.contains(&fight.key(after)));
            let won = new.filter_map(|next| Some((proof.won_within(&next.1)?, next)));
            won.min_by_key(|&(plies, _)| plies).map(|(_, next)| next)
        };
        // A win that is foreseen has no moves in the table.
        let sure = || fight.sure_step(spot, self.winner).map(|step| (step, fight.play(spot, step)));
        if let Some(next) = best(self.proof).or_else(sure) {
            return Some(next);
        }
        if self.search(spot) { best(self.proof) } else { None }
    }

    fn farthest(&mut self, fight: &F, spot: &F::Spot, steps: &[F::Step]) -> Option<(F::Step, F::Spot)> {
        let mut all = Vec::with_capacity(steps.len());
        for &step in steps {
            let Some(after) = fight.play_out(spot, step) else { continue };
            let known = self.proof.won_within(&after);
            let known = known.or_else(|| self.search(&after).then(|| self.proof.won_within(&after))?);
            all.push((known?, (step, after)));
        }
        all.into_iter().max_by_key(|&(plies, _)| plies).map(|(_, next)| next)
    }

    /// Proves a position again; whether it is won.
    fn search(&mut self, spot: &F::Spot) -> bool {
        let before = self.signals.nodes.load(Ordering::Relaxed);
        let ending = self.proof.run(spot, self.effort);
        let used = self.signals.nodes.load(Ordering::Relaxed).saturating_sub(before);
        self.effort = self.effort.saturating_sub(used);
        ending == Ending::Lost
    }
}

#[cfg(test)]
mod tests {
    use ludex_core::{Game, Text};
    use ludex_games::rows::{Capture, Rows, Rules};

    use super::*;
    use crate::grid::Grid;
    use crate::race::Race;
    use crate::rows::RowsFight;

    #[test]
    fn a_win_within_a_time_has_a_line_that_ends_in_time() {
        for (_, capture) in Capture::ALL {
            let rules = Rules::new(4, 5, 3, capture).unwrap();
            let game = Rows::<u64>::new(rules);
            let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
            let spot = fight.grid.start();
            let (table, signals) = (Bounds::new(1), Signals::default());
            let mut race = Race::new(&fight, &table, 1 << 20, &signals);
            for plies in [25, 17, 13, 11, 9] {
                let mut within = |spot: &_, plies: u32, effort: u64| {
                    let known = race.ask(spot, (0, plies), effort).ok()?;
                    (known.won != 0).then_some(known.won)
                };
                let line = timely_line(&fight, &spot, (0, plies), &mut within).unwrap();
                assert!(line.len() as u32 <= plies, "{rules:?} {plies}: {line:?}");
                let mut state = game.start();
                for text in &line {
                    let chosen = game.read_move(&state, text).unwrap();
                    game.play(&mut state, chosen);
                }
                let outcome = game.outcome(&state).expect("the line ends the game");
                assert_eq!(
                    outcome.winner().map(|player| player.index()),
                    Some(0),
                    "{rules:?} {plies}: {line:?}"
                );
            }
        }
    }
}
