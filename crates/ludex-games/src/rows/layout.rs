//! Positions in numbers.

use ludex_core::{Journey, Layout, Player, PositionCount, Survey, mix};

use super::{Capture, Cell, Position, Rows, Word};

impl<W: Word> Layout for Rows<W> {
    fn survey(&self, state: &Position<W>, survey: &mut Survey) {
        survey.clear();
        survey.sites = Some(self.rules().cells() as u32);
        for player in [Player::FIRST, Player::SECOND] {
            for square in state.stones(player).squares() {
                survey.occupied.push(square as u32);
                survey.key = survey.key.wrapping_add(mix((square << 1 | player.index()) as u64));
            }
        }
        survey.pieces = survey.occupied.len() as u32;
    }

    /// Stones are placed and do not move.
    fn journey(&self, _: &Position<W>, chosen: Cell) -> Journey {
        Journey { to: Some(chosen.index() as u32), ..Journey::default() }
    }

    fn position_count(&self) -> Option<PositionCount> {
        let squares = self.rules().cells();
        if self.rules().capture() != Capture::None {
            let log10 = squares as f64 * 3f64.log10() + 2f64.log10();
            let what = format!(
                "{squares} squares each empty, black or white, and either player to move; captured stones and \
                 squares to be refilled left out; not all of them can be reached"
            );
            return Some(PositionCount::large(log10, what));
        }
        let what = format!(
            "stones on {squares} squares, as many black as white or one more; lines that end the game not excluded"
        );
        // Sum over the number of stones of binomial(squares, stones) * binomial(stones, half of them).
        let mut count = 0.0f64;
        let mut exact = Some(0u128);
        let (mut places, mut halves) = (1.0f64, 1.0f64);
        let (mut exact_places, mut exact_halves) = (Some(1u128), Some(1u128));
        for stones in 0..=squares {
            if stones > 0 {
                places *= (squares - stones + 1) as f64 / stones as f64;
                exact_places = exact_places
                    .and_then(|n| n.checked_mul((squares - stones + 1) as u128))
                    .map(|n| n / stones as u128);
                // binomial(s, s/2) from binomial(s - 1, (s - 1)/2).
                let (up, down) = (stones as u128, stones.div_ceil(2) as u128);
                halves *= up as f64 / down as f64;
                exact_halves = exact_halves.and_then(|n| n.checked_mul(up)).map(|n| n / down);
            }
            count += places * halves;
            exact = exact
                .zip(exact_places.zip(exact_halves))
                .and_then(|(sum, (a, b))| a.checked_mul(b).and_then(|more| sum.checked_add(more)));
        }
        Some(PositionCount { log10: count.log10(), exact, what })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;
    use ludex_core::{Draw, Game, Rng};

    #[test]
    fn tic_tac_toe_has_6046_arrangements_of_stones() {
        // Known: 6046 with alternating stones, of which 5478 are left when lines end the game.
        let game = Rows::<u64>::new(Rules::new(3, 3, 3, Capture::None).unwrap());
        assert_eq!(game.position_count().unwrap().exact, Some(6046));
    }

    #[test]
    fn numbers_agree_with_the_scene() {
        let game = Rows::<u64>::new(Rules::new(4, 5, 3, Capture::One).unwrap());
        let (mut fast, mut plain) = (Survey::default(), Survey::default());
        let mut state = game.start();
        let mut rng = Rng::new(4);
        while !game.turn(&state).is_over() {
            game.survey(&state, &mut fast);
            plain.read(&game.scene(&state));
            assert_eq!((fast.sites, fast.pieces), (plain.sites, plain.pieces));
            fast.occupied.sort_unstable();
            plain.occupied.sort_unstable();
            assert_eq!(fast.occupied, plain.occupied);
            let chosen = game.random_move(&state, &mut rng, &mut Vec::new());
            game.play(&mut state, chosen);
        }
    }
}
