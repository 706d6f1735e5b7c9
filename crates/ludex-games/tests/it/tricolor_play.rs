//! Tricolor: the fast engine against the ordinary one, and random play against what was published.

use std::collections::HashMap;

use ludex_core::{Game, Player, Rng, Text};
use ludex_games::tricolor::plain::{PlainState, PlainTricolor};
use ludex_games::tricolor::{Mask, ThreePlayer, Tricolor, TricolorMove, TricolorState, TwoPlayer};

/// Compares a position with that of the ordinary implementation.
fn assert_same<M: Mask, const P: usize, const N: usize>(
    game: &Tricolor<M, P, N>,
    state: &TricolorState<P, N>,
    plain: &PlainState,
) {
    for tile in 0..game.board().len() {
        let column = state.column(tile);
        assert_eq!(column.owner.map(Player::index), plain.owner[tile]);
        assert!(
            column.pieces.iter().zip(plain.pieces[tile]).all(|(&ours, theirs)| u32::from(ours) == theirs)
        );
    }
    assert_eq!(state.mover().index(), plain.mover);
    assert_eq!(state.dropped_out().map(Player::index).collect::<Vec<_>>(), plain.out);
}

/// Plays random games on both implementations and compares everything at every move.
fn agree<M: Mask, const P: usize, const N: usize>(side: usize, draw: u16, games: u32) {
    let game = Tricolor::<M, P, N>::new(side, draw).unwrap();
    let plain = PlainTricolor::new(P, side, u32::from(draw));
    let mut moves = Vec::new();
    for number in 0..games {
        let mut rng = Rng::derived(77, u64::from(number), side as u64);
        let (mut state, mut other): (_, PlainState) = (game.start(), plain.start());
        for _ in 0..3000 {
            assert_same(&game, &state, &other);
            game.moves(&state, &mut moves);
            let mut ours: Vec<_> =
                moves.iter().map(|m| (m.from() - 1, m.to() - 1, m.count() as u32)).collect();
            ours.sort_unstable();
            let over = plain.is_last(&other) || plain.is_drawn(&other);
            let mut theirs = if over { Vec::new() } else { plain.moves(&other) };
            theirs.sort_unstable();
            assert_eq!(ours, theirs, "{}", game.write_position(&state));
            assert_eq!(game.count_moves(&state, &mut Vec::new()), ours.len());
            assert_eq!(game.turn(&state).is_over(), ours.is_empty());
            if ours.is_empty() {
                break;
            }
            let chosen = game.random_move(&state, &mut rng, &mut Vec::new());
            assert!(moves.contains(&chosen));
            game.play(&mut state, chosen);
            plain.play(&mut other, (chosen.from() - 1, chosen.to() - 1, chosen.count() as u32));
        }
    }
}

#[test]
fn two_implementations_agree_move_for_move() {
    agree::<u64, 2, 64>(5, 100, 1000);
    agree::<u64, 2, 64>(5, 0, 100);
    agree::<u64, 2, 64>(3, 100, 300);
    agree::<u64, 2, 64>(4, 100, 300);
    agree::<u128, 2, 128>(6, 100, 60);
    // The wide sets must give the standard game as well.
    agree::<u128, 2, 128>(5, 100, 60);
}

#[test]
fn two_implementations_agree_on_the_game_for_three() {
    agree::<u64, 3, 64>(5, 100, 1000);
    agree::<u64, 3, 64>(4, 100, 200);
    agree::<u128, 3, 128>(6, 100, 40);
}

#[test]
fn a_playout_plays_the_same_game_as_its_moves_one_by_one() {
    let game = TwoPlayer::standard();
    for seed in 0..200 {
        let (mut quick, mut slow) = (game.start(), game.start());
        let plies = game.playout(&mut quick, &mut Rng::new(seed), 300, &mut Vec::new());
        let mut rng = Rng::new(seed);
        for _ in 0..plies {
            let chosen = game.random_move(&slow, &mut rng, &mut Vec::new());
            game.play(&mut slow, chosen);
        }
        assert_eq!(quick, slow);
        assert!(game.turn(&quick).is_over() || plies == 300);
    }
}

#[test]
fn a_seed_gives_the_same_game_on_every_machine() {
    let game = TwoPlayer::standard();
    let mut state = game.start();
    let plies = game.playout(&mut state, &mut Rng::new(5), u32::MAX, &mut Vec::new());
    let end = game.write_position(&state);
    assert_eq!(
        (plies, game.key(&state), end.as_str()),
        (312, 4878367354026762278, "10:b 29:w 59:w white 101")
    );
}

/// The number of legal moves, and chi-squared of draws against the uniform distribution over them with its
/// 99.9 % point (Wilson and Hilferty's approximation).
fn uniformity<M: Mask, const P: usize, const N: usize>(
    game: &Tricolor<M, P, N>,
    text: &str,
) -> (usize, f64, f64) {
    let state = game.read_position(text).unwrap();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let draws = moves.len() as u32 * 200;
    let mut counts: HashMap<TricolorMove, u32> = moves.iter().map(|&m| (m, 0)).collect();
    let mut rng = Rng::new(2026);
    for _ in 0..draws {
        *counts.get_mut(&game.random_move(&state, &mut rng, &mut Vec::new())).unwrap() += 1;
    }
    let chi: f64 = counts.values().map(|&c| (f64::from(c) - 200.0).powi(2) / 200.0).sum();
    let freedom = (moves.len() - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    (moves.len(), chi, freedom * (1.0 - spread + 3.0902 * spread.sqrt()).powi(3))
}

#[test]
fn random_moves_are_uniform_over_all_legal_moves() {
    let game = TwoPlayer::standard();
    let positions = [
        "1-18:b 44-61:w white 0",
        "1:b 31:w9b6 61:w 8:w3 39:w2b4 white 3",
        "31:w12b9 1:b 18:b white 0",
        // Forced attacks with very different numbers of groups.
        "31:w7b5 30:b2 23:bw3 39:w2 38:b2 41:w 40:b 1:b white 0",
    ];
    for text in positions {
        let (moves, chi, limit) = uniformity(&game, text);
        assert!(moves > 12 && chi < limit, "{moves} moves at {text}: chi-squared {chi}, limit {limit}");
    }
    let three = ThreePlayer::standard();
    let (_, chi, limit) = uniformity(&three, "31:w5b3r3 1:w2b4 61:r 44:b3 white 0");
    assert!(chi < limit, "chi-squared {chi}, limit {limit}");
}

/// Mean and standard deviation of a sample.
fn moments(sample: &[f64]) -> (f64, f64) {
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    (mean, (sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt())
}

/// Half the 99.9 % interval of the difference between the means of a sample and of the million published
/// games, plus what the rounding of the published mean to two digits may add.
fn margin(deviation: f64, games: usize) -> f64 {
    3.2905 * deviation * (1.0 / games as f64 + 1e-6).sqrt() + 0.005
}

#[test]
fn random_play_reproduces_the_published_rates() {
    let game = TwoPlayer::standard();
    let mut results = [0u32; 3];
    let mut lengths = Vec::new();
    for number in 0..100_000 {
        let mut state = game.start();
        let mut rng = Rng::derived(1930, number, 0);
        lengths.push(f64::from(game.playout(&mut state, &mut rng, u32::MAX, &mut Vec::new())));
        results[game.outcome(&state).unwrap().winner().map_or(2, Player::index)] += 1;
    }
    let n = lengths.len() as f64;
    for (got, published) in results.into_iter().zip([493_662.0, 488_731.0, 17_607.0]) {
        let p: f64 = published / 1e6;
        let margin = 3.2905 * (p * (1.0 - p) * (1.0 / n + 1e-6)).sqrt();
        assert!((f64::from(got) / n - p).abs() < margin, "{got} of {n}, published {p}");
    }
    let (mean, deviation) = moments(&lengths);
    assert!((mean - 177.46).abs() < margin(deviation, lengths.len()), "mean length {mean}");
    assert!((deviation - 69.19).abs() < 1.0, "deviation of length {deviation}");
}

#[test]
fn random_play_has_the_published_branching_factor() {
    let game = TwoPlayer::standard();
    let mut means = Vec::new();
    for number in 0..100_000 {
        let mut state = game.start();
        let mut rng = Rng::derived(61, number, 0);
        let (mut legal, mut turns) = (0, 0);
        while !game.turn(&state).is_over() {
            legal += game.count_moves(&state, &mut Vec::new());
            turns += 1;
            let chosen = game.random_move(&state, &mut rng, &mut Vec::new());
            game.play(&mut state, chosen);
        }
        means.push(legal as f64 / f64::from(turns));
    }
    // Published is the mean of the games' means.
    let (mean, deviation) = moments(&means);
    assert!((mean - 46.50).abs() < margin(deviation, means.len()), "branching {mean}");
    assert!((deviation - 8.91).abs() < 0.1, "deviation {deviation}");
}
