//! Positions in numbers: what measurements ask of every turn of a million games.

use ludex_core::{Evaluate, Game, Journey, Layout, Player, PositionCount, Survey};

use super::Tricolor;
use super::mask::Mask;
use super::state::{TricolorMove, TricolorState};

impl<M: Mask, const P: usize, const N: usize> Layout for Tricolor<M, P, N> {
    fn survey(&self, state: &TricolorState<P, N>, survey: &mut Survey) {
        survey.clear();
        survey.sites = Some(self.board.len() as u32);
        survey.pieces = state.count_pieces(self.board.len());
        let (own, foe) = state.sides(self.tables.all);
        survey.occupied.extend((own[0] | foe[0]).tiles().map(|tile| tile as u32));
        survey.key = state.board_key();
    }

    /// Moves go in straight lines, so the steps are those between the tiles.
    fn journey(&self, _: &TricolorState<P, N>, chosen: TricolorMove) -> Journey {
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        let steps = self.tables.lines[from & (N - 1)].distance(to);
        Journey { from: Some(from as u32), to: Some(to as u32), steps: Some(steps) }
    }

    /// Only the two columns that a move changes are looked at: the strengths of both sides follow from the sums
    /// before it.
    fn standings_after(&self, state: &TricolorState<P, N>, moves: &[TricolorMove], standings: &mut Vec<f64>) {
        standings.clear();
        if P > 2 {
            standings.extend(moves.iter().map(|&chosen| {
                let mut after = *state;
                self.play(&mut after, chosen);
                self.standing(&after, Player::FIRST)
            }));
            return;
        }
        let mover = state.tail().mover() & 1;
        let strengths = self.strengths(state);
        let sums = [strengths[mover & (P - 1)], strengths[(mover ^ 1) & (P - 1)]];
        let sign = if mover == 0 { 1.0 } else { -1.0 };
        standings.resize(moves.len(), 0.0);
        for (standing, chosen) in standings.iter_mut().zip(moves) {
            let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
            let (value_from, value_to) = (self.value(from), self.value(to));
            let [men, prisoners] = state.turned(from, mover).two();
            let [held, hostile] = state.turned(to, mover).two();
            // The own pieces on the destination are new only if they were held there; hostile ones are lost only if
            // they owned it. Of both bytes the mark of the owner is set in at most one.
            let (men, prisoners) = (men & 0x7f, prisoners & 0x7f);
            let joined = if held & 0x80 == 0 { held } else { 0 };
            let beaten = if hostile & 0x80 == 0 { 0 } else { hostile & 0x7f };
            let count = i32::from(chosen.count);
            let group = count.min(men);
            // Prisoners left alone on the origin are free.
            let left = if count >= men { prisoners + men - count } else { 0 };
            let own = sums[0] + joined * value_to + group * (value_to - value_from);
            let other = sums[1] - beaten * value_to + left * value_from;
            let all = (own + other).max(1);
            *standing = sign * (f64::from(own - other) / f64::from(all));
        }
    }

    /// Every way to spread at most an army of each side over the tiles, with every possible owner of each
    /// column, for each player to move.
    fn position_count(&self) -> Option<PositionCount> {
        let (tiles, army) = (self.board.len(), self.army);
        // Large armies of three would take minutes to count.
        if (army + 1).pow(P as u32) > 3000 {
            return None;
        }
        let what = format!(
            "arrangements of up to {army} pieces of each of {P} players on {tiles} tiles, with the owner of each column \
             and the player to move; not all of them can be reached"
        );
        Some(PositionCount::large(arrangements(P, tiles, army).log10() + (P as f64).log10(), what))
    }
}

impl<M: Mask, const P: usize, const N: usize> Tricolor<M, P, N> {
    #[inline(always)]
    fn value(&self, tile: usize) -> i32 {
        i32::from(self.tables.values[tile & (N - 1)])
    }
}

/// The number of ways to put up to `army` pieces of each of `players` players on `tiles` tiles, where each
/// occupied tile belongs to one of the players who have pieces on it.
///
/// `ways[a]` holds the ways in which the tiles so far carry exactly the numbers of pieces that the index spells
/// out, a digit a player; one tile more is one multiplication by the polynomial of a tile.
fn arrangements(players: usize, tiles: usize, army: usize) -> f64 {
    let base = army + 1;
    let size = base.pow(players as u32);
    let digits = |index: usize| -> Vec<usize> {
        (0..players).map(|player| index / base.pow(player as u32) % base).collect()
    };
    let all: Vec<Vec<usize>> = (0..size).map(digits).collect();
    // A tile: nothing, or some pieces of each, owned by any who has some.
    let tile: Vec<f64> = all
        .iter()
        .map(|pieces| match pieces.iter().filter(|&&n| n > 0).count() {
            0 => 1.0,
            owners => owners as f64,
        })
        .collect();
    let product = |a: &[f64], b: &[f64]| {
        let mut result = vec![0.0; size];
        for (i, left) in all.iter().enumerate().filter(|(i, _)| a[*i] > 0.0) {
            for (j, right) in all.iter().enumerate() {
                if left.iter().zip(right).all(|(x, y)| x + y <= army) {
                    result[i + j] += a[i] * b[j];
                }
            }
        }
        result
    };
    // Square and multiply.
    let mut result = vec![0.0; size];
    result[0] = 1.0;
    let mut power = tile;
    let mut left = tiles;
    while left > 0 {
        if left & 1 == 1 {
            result = product(&result, &power);
        }
        left >>= 1;
        if left > 0 {
            power = product(&power, &power);
        }
    }
    result.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::super::{ThreePlayer, TwoPlayer};
    use super::*;
    use ludex_core::{Draw, Game, Rng};

    fn agrees_with_the_scene<M: Mask, const P: usize, const N: usize>(game: &Tricolor<M, P, N>) {
        let (mut moves, mut fast, mut plain) = (Vec::new(), Survey::default(), Survey::default());
        let mut standings = Vec::new();
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut state = game.start();
            while !game.turn(&state).is_over() {
                game.survey(&state, &mut fast);
                plain.read(&game.scene(&state));
                assert_eq!(
                    (fast.sites, fast.pieces, &fast.occupied),
                    (plain.sites, plain.pieces, &plain.occupied)
                );
                game.moves(&state, &mut moves);
                game.standings_after(&state, &moves, &mut standings);
                for (&chosen, &standing) in moves.iter().zip(&standings) {
                    let mut after = state;
                    game.play(&mut after, chosen);
                    assert_eq!(game.standing(&after, Player::FIRST), standing, "{chosen:?}");
                }
                let chosen = game.random_move(&state, &mut rng, &mut moves);
                game.play(&mut state, chosen);
            }
        }
    }

    #[test]
    fn standings_after_each_move_are_those_of_the_position_reached() {
        agrees_with_the_scene(&TwoPlayer::standard());
        agrees_with_the_scene(&ThreePlayer::standard());
    }

    #[test]
    fn arrangements_of_few_pieces_can_be_counted_by_hand() {
        // One piece each on two tiles: nobody, White alone, Black alone on either tile, apart (2), together with
        // either owner (2 tiles, 2 owners).
        assert_eq!(arrangements(2, 2, 1), 1.0 + 2.0 + 2.0 + 2.0 + 4.0);
        assert_eq!(arrangements(3, 1, 1), 1.0 + 3.0 + 3.0 * 2.0 + 3.0);
    }

    #[test]
    fn the_standard_game_has_fewer_positions_than_the_bound_of_the_study() {
        // The study multiplies the ways to spread each army, binomial(79, 18), and 2^19: about 4.0e40.
        let bound: f64 = (1..=18).map(|i| (f64::from(61 + i) / f64::from(i)).log10()).sum::<f64>() * 2.0;
        let bound = bound + 19.0 * 2f64.log10();
        assert!((bound - 40.6).abs() < 0.01, "{bound}");
        let count = TwoPlayer::standard().position_count().unwrap().log10;
        assert!((30.0..bound).contains(&count), "{count}");
    }
}
