//! Judging positions: who is closer to a shape, and who has more tiles.

use ludex_core::{Evaluate, Player};

use super::rules::Six;
use super::shapes::FIGURES;
use super::state::{Stage, State};
use super::tiles::Tiles;

/// What a place for a shape without enemy tiles is worth, by the number of own tiles in it. Another tile makes it
/// worth about four times as much.
const WORTH: [u32; 7] = [0, 0, 1, 4, 16, 64, 256];
/// How many points of shapes make a position about as good as won.
const SHAPES_SCALE: f64 = 150.0;
/// How many tiles more on the field do.
const TILES_SCALE: f64 = 8.0;

/// Adds three bits in every column of three words: the sums' low and high bits.
#[inline]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}

/// The worth of all shapes that `own` tiles can still become where no `enemy` tile lies.
fn prospects(own: &Tiles, enemy: &Tiles) -> u32 {
    let mut points = 0;
    // Each bit of row `r` stands for a shape whose first cell is there. Shapes reach over the seam.
    for r in 64..128 {
        for (_, cells) in FIGURES {
            let seen = |tiles: &Tiles| {
                cells.map(|(q, dr)| tiles.row((r + dr) as usize).rotate_right((q & 63) as u32))
            };
            let [a, b, c, d, e, f] = seen(own);
            if a | b | c | d | e | f == 0 {
                continue;
            }
            let free = !seen(enemy).into_iter().fold(0, |all, row| all | row);
            let ((one_a, two_a), (one_b, two_b)) = (add(a, b, c), add(d, e, f));
            let ones = one_a ^ one_b;
            let (twos, fours) = add(two_a, two_b, one_a & one_b);
            for (count, worth) in WORTH.into_iter().enumerate().skip(2) {
                let bit = |word: u64, number: usize| if count >> number & 1 == 1 { word } else { !word };
                let here = free & bit(ones, 0) & bit(twos, 1) & bit(fours, 2);
                points += worth * here.count_ones();
            }
        }
    }
    points
}

impl Six {
    /// How much more the shapes in progress of `colour` are worth than those of the other.
    fn shapes_ahead(&self, state: &State, colour: usize) -> f64 {
        let [own, enemy] = [&state.tiles[colour], &state.tiles[colour ^ 1]];
        f64::from(prospects(own, enemy)) - f64::from(prospects(enemy, own))
    }

    /// How many more tiles `colour` has on the field and in hand.
    fn tiles_ahead(&self, state: &State, colour: usize) -> f64 {
        let lifted = usize::from(matches!(state.stage, Stage::Keep(_) | Stage::LayAgain(_)));
        let owned = |side: usize| {
            let in_hand = if side == state.colour() { lifted } else { 0 };
            f64::from(state.laid[side]) + f64::from(state.hand[side]) + in_hand as f64
        };
        owned(colour) - owned(colour ^ 1)
    }
}

impl Evaluate for Six {
    fn heuristics(&self) -> Vec<String> {
        vec!["shapes".to_string(), "tiles".to_string()]
    }

    /// `shapes`: places where a shape can still be completed, own minus enemy's, worth four times as much with
    /// every tile that lies. `tiles`: own tiles minus enemy's.
    fn heuristic(&self, index: usize, state: &State, player: Player) -> f64 {
        let colour = player.index() & 1;
        match index {
            0 => self.shapes_ahead(state, colour),
            _ => self.tiles_ahead(state, colour),
        }
    }

    fn standing(&self, state: &State, player: Player) -> f64 {
        let colour = player.index() & 1;
        match state.stage {
            Stage::Over(ending) => match ending.winner {
                Some(winner) if winner == colour => 1.0,
                Some(_) => -1.0,
                None => 0.0,
            },
            _ => {
                // Red's view first, so that the two players' standings are exact opposites.
                let red =
                    self.shapes_ahead(state, 0) / SHAPES_SCALE + self.tiles_ahead(state, 0) / TILES_SCALE;
                let red = red / (1.0 + red.abs());
                if colour == 0 { red } else { -red }
            }
        }
    }

    fn phase(&self, state: &State) -> usize {
        usize::from(state.in_second_phase())
    }

    fn without_draw_rules(&self) -> Option<Six> {
        (self.options.limit > 0).then(|| {
            let mut game = self.clone();
            game.options.limit = 0;
            game
        })
    }
}

#[cfg(test)]
mod tests {
    use ludex_core::{Game, Rng};

    use super::*;
    use crate::six::{Cell, Move};

    /// The same points, placement by placement.
    fn prospects_one_by_one(own: &Tiles, enemy: &Tiles) -> u32 {
        let mut points = 0;
        for r in 0..64 {
            for q in 0..64 {
                for (_, steps) in FIGURES {
                    let cells = steps.map(|step| Cell::new(q, r).moved(step));
                    if !cells.iter().any(|&cell| enemy.has(cell)) {
                        points += WORTH[cells.iter().filter(|&&cell| own.has(cell)).count()];
                    }
                }
            }
        }
        points
    }

    #[test]
    fn adding_bits_in_words_counts_every_placement() {
        let game = Six::full();
        for seed in 0..20 {
            let mut state = game.start();
            game.playout(&mut state, &mut Rng::new(seed), 5 + 4 * seed as u32, &mut Vec::new());
            let [red, black] = &state.tiles;
            assert_eq!(prospects(red, black), prospects_one_by_one(red, black));
            assert_eq!(prospects(black, red), prospects_one_by_one(black, red));
        }
    }

    #[test]
    fn five_in_a_line_are_better_than_five_apart() {
        let game = Six::full();
        let mut state = game.start();
        for n in 0..5 {
            game.play(&mut state, Move::Lay(Cell::at(n, 0)));
            game.play(&mut state, Move::Lay(Cell::at(n, if n % 2 == 0 { 1 } else { -1 })));
        }
        assert!(game.standing(&state, Player::FIRST) > 0.2);
        assert_eq!(game.standing(&state, Player::FIRST), -game.standing(&state, Player::SECOND));
        assert!(game.heuristic(0, &state, Player::FIRST) > 0.0);
        assert_eq!(game.heuristic(1, &state, Player::FIRST), 0.0);
    }

    #[test]
    fn going_by_shapes_beats_random_play() {
        let game = Six::half();
        let mut moves = Vec::new();
        let mut rng = Rng::new(1);
        let mut won = 0;
        for _ in 0..60 {
            let mut state = game.start();
            while !game.turn(&state).is_over() {
                let chosen = if state.colour() == 0 {
                    game.moves(&state, &mut moves);
                    let after = |&chosen: &Move| {
                        let mut after = state.clone();
                        game.play(&mut after, chosen);
                        game.standing(&after, Player::FIRST)
                    };
                    *moves.iter().max_by(|a, b| after(a).total_cmp(&after(b))).unwrap()
                } else {
                    game.random_move(&state, &mut rng, &mut moves)
                };
                game.play(&mut state, chosen);
            }
            won += u32::from(game.outcome(&state).unwrap().winner() == Some(Player::FIRST));
        }
        assert!(won >= 57, "won {won} of 60");
    }
}
