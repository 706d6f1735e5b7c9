//! Positions in numbers.

use ludex_core::{Draw, Journey, Layout, PositionCount, Survey, mix};

use super::game::Mancala;
use super::index::ways;
use super::lanes::Lanes;
use super::options::{Laps, Rounds};
use super::state::{Pit, State};

impl<W: Lanes> Layout for Mancala<W> {
    fn survey(&self, state: &State<W>, survey: &mut Survey) {
        let pits = usize::from(self.options().pits);
        let board = &state.board;
        survey.clear();
        survey.sites = Some(2 * pits as u32);
        for (player, row) in board.rows.iter().enumerate() {
            for pit in 0..pits {
                let seeds = row.get(pit);
                let site = (player * pits + pit) as u32;
                survey.pieces += seeds;
                survey.key = mix(survey.key ^ u64::from(seeds));
                if seeds > 0 {
                    survey.occupied.push(site);
                }
            }
        }
        for player in 0..2 {
            survey.key =
                mix(survey.key ^ u64::from(board.stores[player]) << 16 ^ u64::from(board.open[player]));
        }
    }

    /// A sowing goes as many steps as it has seeds, the later laps of a long one not counted.
    fn journey(&self, state: &State<W>, chosen: Pit) -> Journey {
        let marks = self.marks(state, chosen);
        let pits = usize::from(self.options().pits);
        let seeds = marks.from.map(|site| site as usize).filter(|&site| site < 2 * pits);
        let steps = seeds.map(|site| state.board.rows[site / pits].get(site % pits));
        Journey { from: marks.from, to: marks.to, steps }
    }

    fn position_count(&self) -> Option<PositionCount> {
        let options = self.options();
        if options.rounds != Rounds::One || options.laps == Laps::Steps {
            return None;
        }
        let (total, pits) = (u64::from(options.total()), u64::from(options.pits));
        let sown_from_empties = options.skip_origin && !options.store && options.laps == Laps::One;
        if sown_from_empties {
            // The pit just sown from is empty; a capture takes at least two seeds.
            let count = (0..=total).filter(|&seeds| seeds + 1 != total);
            let count = count.map(|n| u128::from(ways(n, 2 * pits)) - u128::from(with_a_full_row(n, pits)));
            let what = "pits as the player to move sees them, stores left out, with an empty pit on the side that \
                        has just moved (the count of Romein and Bal, 2003)";
            return Some(PositionCount::exact(count.sum::<u128>() + 1, what));
        }
        let count = (0..=total).map(|seeds| u128::from(ways(seeds, 2 * pits))).sum();
        let what = "ways in which seeds lie in the pits as the player to move sees them, stores left out; not all of \
                    them can be reached";
        Some(PositionCount::exact(count, what))
    }
}

/// In how many ways `seeds` seeds lie in two rows of `pits` pits when no pit of one of them is empty.
fn with_a_full_row(seeds: u64, pits: u64) -> u64 {
    seeds.checked_sub(pits).map_or(0, |rest| ways(rest, 2 * pits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mancala::{AWARI, KALAH};
    use ludex_core::{Game, Rng};

    #[test]
    fn awari_has_the_published_number_of_positions() {
        let count = Mancala::new(AWARI).unwrap().position_count().unwrap();
        assert_eq!(count.exact, Some(889_063_398_406));
    }

    #[test]
    fn numbers_agree_with_the_scene() {
        for base in [AWARI, KALAH] {
            let game = Mancala::new(base).unwrap();
            let (mut fast, mut plain) = (Survey::default(), Survey::default());
            let mut state = game.start();
            let mut rng = Rng::new(4);
            while !game.turn(&state).is_over() {
                game.survey(&state, &mut fast);
                plain.read(&game.scene(&state));
                assert_eq!(
                    (fast.sites, fast.pieces, &fast.occupied),
                    (plain.sites, plain.pieces, &plain.occupied)
                );
                let chosen = game.random_move(&state, &mut rng, &mut Vec::new());
                game.play(&mut state, chosen);
            }
        }
    }

    #[test]
    fn a_sowing_goes_as_many_steps_as_it_has_seeds() {
        let game = Mancala::new(KALAH).unwrap();
        assert_eq!(game.journey(&game.start(), Pit::new(2)).steps, Some(4));
    }
}
