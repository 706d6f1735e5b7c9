//! What is known of the games of the study, and what the study reports.

use std::collections::HashMap;

use ludex_core::{Describe, Draw, Evaluate, Game, Index, Player, Rng, SiteShape, Text, Turn, perft};
use ludex_games::mancala::*;

const GAMES: u32 = 100_000;

/// A reported percentage lies within the 99.9 % interval of what `GAMES` games show, given that it was itself
/// measured on `reported_on` games.
fn agrees(what: &str, reported: f64, reported_on: f64, hits: u32) {
    let p = reported / 100.0;
    let ours = f64::from(hits) / f64::from(GAMES);
    let sigma = (p * (1.0 - p) * (1.0 / f64::from(GAMES) + 1.0 / reported_on)).sqrt();
    // The sheet rounds to hundredths of a percent, in one case to tenths.
    let rounding = if reported_on < 5000.0 { 0.0005 } else { 0.000_05 };
    assert!(
        (ours - p).abs() < 3.29 * sigma + rounding,
        "{what}: {reported} reported, {:.2} here",
        100.0 * ours
    );
}

#[test]
fn random_play_has_the_reported_results() {
    // South, North and tied games and the mean length in a large independent sample; the study's figures.
    let rows = [
        ("awari", AWARI, [45.84, 48.57, 5.59], 139.9, [45.4, 48.8, 5.8], 1000.0),
        ("oware", OWARE, [45.68, 49.36, 4.96], 112.0, [45.34, 49.81, 4.85], 10_000.0),
        ("vai-lung-thlan", VAI_LUNG_THLAN, [46.66, 46.69, 6.64], 150.9, [47.45, 45.93, 6.62], 10_000.0),
        ("ohvalhu", OHVALHU, [57.15, 39.65, 3.20], 45.0, [57.23, 39.61, 3.16], 10_000.0),
        ("kalah", KALAH, [48.34, 45.28, 6.39], 40.4, [48.64, 44.89, 6.47], 10_000.0),
    ];
    for (name, options, sample, length, study, study_games) in rows {
        let game = Mancala::new(options).unwrap();
        let mut counts = [0u32; 3];
        let (mut plies, mut squares) = (0.0, 0.0);
        let mut rng = Rng::new(2017);
        for _ in 0..GAMES {
            let mut state = game.start();
            let made = f64::from(game.playout(&mut state, &mut rng, 100_000, &mut Vec::new()));
            plies += made;
            squares += made * made;
            let winner = game.outcome(&state).unwrap().winner();
            counts[winner.map_or(2, Player::index)] += 1;
        }
        for (side, hits) in counts.into_iter().enumerate() {
            let what = format!("{name}, {}", ["South", "North", "ties"][side]);
            agrees(&what, sample[side], 200_000.0, hits);
            agrees(&what, study[side], study_games, hits);
        }
        let mean = plies / f64::from(GAMES);
        let deviation = (squares / f64::from(GAMES) - mean * mean).sqrt();
        let interval = 0.05 + 3.29 * deviation * (1.0 / f64::from(GAMES) + 1.0 / 200_000.0).sqrt();
        assert!((mean - length).abs() < interval, "{name}: {mean} plies here, {length} reported");
    }
}

#[test]
fn perft_of_the_start_positions() {
    let rows: [(Options, [u64; 7]); 5] = [
        (AWARI, [6, 36, 190, 1014, 5219, 27332, 139157]),
        (OWARE, [6, 36, 190, 1014, 5219, 27332, 138972]),
        (VAI_LUNG_THLAN, [6, 36, 190, 1015, 5454, 29161, 157011]),
        (OHVALHU, [8, 50, 375, 2649, 18217, 124020, 833865]),
        (KALAH, [6, 35, 185, 942, 4685, 23169, 113959]),
    ];
    for (options, counts) in rows {
        let game = Mancala::new(Options { repetition: 0, ..options }).unwrap();
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&game, &game.start(), depth), count);
        }
    }
}

#[test]
fn the_first_player_can_win_ohvalhu_in_her_first_turn() {
    let game = Mancala::new(OHVALHU).unwrap();
    let mut state = game.start();
    let line = "1-8-5-4-8-3-5-2-7-7-8-3-2-1-3-6-8-2-8-7";
    let stores = [1, 3, 9, 12, 31, 33, 35, 36, 43, 48, 49, 68, 70, 71, 74, 77, 78, 79, 80, 81];
    for (text, store) in line.split('-').zip(stores) {
        assert_eq!(game.turn(&state), Turn::Player(Player::FIRST));
        let chosen = game.read_move(&state, text).unwrap();
        game.play(&mut state, chosen);
        assert_eq!(state.store(Player::FIRST), store);
    }
    assert_eq!(state.mover(), Player::SECOND);
    let text = game.write_position(&state);
    assert!(text.starts_with("1,0,3,2,3,0,0,1/7,8,9,2,0,4,6,1 stores 81:0 mover 2"), "{text}");
}

/// What the player to move still gains over the other with best play, by plain memory-backed minimax.
fn future<W: Lanes>(
    game: &Mancala<W>,
    state: &State<W>,
    known: &mut HashMap<(u32, u64, Player), i32>,
) -> i32 {
    let difference =
        |state: &State<W>, player: Player| state.store(player) as i32 - state.store(player.other()) as i32;
    let mover = state.mover();
    let Some((layer, index)) = game.index(state) else { return 0 };
    if let Some(&value) = known.get(&(layer, index, mover)) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut best = i32::MIN;
    for chosen in moves {
        let mut after = state.clone();
        game.play(&mut after, chosen);
        let gained = difference(&after, mover) - difference(state, mover);
        let later = if game.turn(&after).is_over() {
            0
        } else if after.mover() == mover {
            future(game, &after, known)
        } else {
            -future(game, &after, known)
        };
        best = best.max(gained + later);
    }
    known.insert((layer, index, mover), best);
    best
}

#[test]
fn small_boards_of_kalah_have_their_solved_values() {
    // Pits, seeds, the value, and the value without capture by an empty facing pit.
    let solved = [
        (1, 1, 0, 0),
        (1, 3, 6, 6),
        (1, 5, 2, 2),
        (2, 2, -2, -2),
        (2, 4, -12, -10),
        (2, 6, 8, 8),
        (3, 1, 0, 0),
        (3, 3, 2, 2),
        (4, 2, 6, 6),
        (5, 1, 0, 0),
    ];
    for (pits, seeds, value, without) in solved {
        for (empty_capture, expected) in [(true, value), (false, without)] {
            let game = Mancala::new(Options { pits, seeds, empty_capture, ..KALAH }).unwrap();
            let found = future(&game, &game.start(), &mut HashMap::new());
            assert_eq!(found, expected, "kalah({pits},{seeds}) with empty capture {empty_capture}");
        }
    }
}

#[test]
fn the_end_rule_of_kalah_matters() {
    for (pits, seeds) in [(1, 5), (2, 2)] {
        let game = Mancala::new(Options { pits, seeds, end: End::Stuck, ..KALAH }).unwrap();
        assert_eq!(future(&game, &game.start(), &mut HashMap::new()), 0);
    }
}

/// The values of all positions with up to `most` seeds, endless play being worth nothing.
fn database(game: &Mancala<u64>, most: u32) -> Vec<Vec<i32>> {
    let mut values: Vec<Vec<i32>> = Vec::new();
    for layer in 0..=most {
        let size = game.layer_size(layer) as usize;
        // For every position: what it is worth if the game is over, or where each move leads: to a value that
        // is known, or to another position of the layer.
        let mut ends: Vec<Option<i32>> = vec![None; size];
        let mut known: Vec<Vec<i32>> = vec![Vec::new(); size];
        let mut inside: Vec<Vec<usize>> = vec![Vec::new(); size];
        let mut moves = Vec::new();
        for index in 0..size {
            let state = game.state_at(layer, index as u64);
            let lead =
                |state: &State<u64>| state.store(Player::FIRST) as i32 - state.store(Player::SECOND) as i32;
            let rest = i32::from(game.options().total()) - layer as i32;
            let before = -(rest % 2);
            if game.turn(&state).is_over() {
                ends[index] = Some(lead(&state) - before);
                continue;
            }
            game.moves(&state, &mut moves);
            for &chosen in &moves {
                let mut after = state.clone();
                game.play(&mut after, chosen);
                let gained = lead(&after) - before;
                match game.index(&after) {
                    None => known[index].push(gained),
                    Some((lower, at)) if lower < layer => {
                        known[index].push(gained - values[lower as usize][at as usize]);
                    }
                    Some((_, at)) => inside[index].push(at as usize),
                }
            }
        }
        let mut value: Vec<i32> = ends.iter().map(|end| end.unwrap_or(0)).collect();
        for threshold in 1..=layer as i32 {
            let (mut wins, mut losses) = (vec![false; size], vec![false; size]);
            loop {
                let mut changed = false;
                for index in 0..size {
                    let (win, loss) = match ends[index] {
                        Some(end) => (end >= threshold, end <= -threshold),
                        None => (
                            known[index].iter().any(|&v| v >= threshold)
                                || inside[index].iter().any(|&to| losses[to]),
                            known[index].iter().all(|&v| v <= -threshold)
                                && inside[index].iter().all(|&to| wins[to]),
                        ),
                    };
                    changed |= (win && !wins[index]) || (loss && !losses[index]);
                    wins[index] |= win;
                    losses[index] |= loss;
                }
                if !changed {
                    break;
                }
            }
            for index in 0..size {
                if wins[index] {
                    value[index] = threshold;
                } else if losses[index] {
                    value[index] = -threshold;
                }
            }
        }
        values.push(value);
    }
    values
}

#[test]
fn small_databases_have_the_known_counts() {
    type Row = (u32, [usize; 3], i32);
    let rows: [(Options, &[Row]); 2] = [
        (AWARI, &[(2, [25, 13, 40], -30), (4, [580, 143, 642], -358), (6, [5698, 1548, 5130], 3738)]),
        (OWARE, &[(1, [5, 0, 7], -2), (3, [123, 63, 178], -177), (5, [2172, 0, 2196], -55)]),
    ];
    for (options, known) in rows {
        let game = Mancala::new(Options { repetition: 0, ..options }).unwrap();
        let values = database(&game, known.iter().map(|row| row.0).max().unwrap());
        for &(layer, counts, sum) in known {
            let values = &values[layer as usize];
            let count = |test: fn(&i32) -> bool| values.iter().filter(|v| test(v)).count();
            assert_eq!([count(|v| *v > 0), count(|v| *v == 0), count(|v| *v < 0)], counts, "{layer} seeds");
            assert_eq!(values.iter().sum::<i32>(), sum, "{layer} seeds");
        }
    }
}

#[test]
fn slam_rules_differ_from_two_seeds_on() {
    for (slam, counts) in [(Slam::Nothing, [24, 13, 41]), (Slam::Forbidden, [24, 14, 40])] {
        let game = Mancala::new(Options { repetition: 0, slam, ..AWARI }).unwrap();
        let values = database(&game, 2);
        let count = |test: fn(&i32) -> bool| values[2].iter().filter(|v| test(v)).count();
        assert_eq!([count(|v| *v > 0), count(|v| *v == 0), count(|v| *v < 0)], counts, "{slam:?}");
    }
}

#[test]
fn impossible_positions_are_refused_with_a_reason() {
    let game = Mancala::new(KALAH).unwrap();
    for (text, reason) in [
        (
            "4,4,4,4,4,4/4,4,4,4,4,-4 stores 0:8 mover 1",
            "a pit or store cannot hold -4 seeds: less than none",
        ),
        ("4,4,4,4,4,4/4,4,4,4,4,99 stores 0:0 mover 1", "99 seeds are more than the 48 of this game"),
        (
            "4,4,4,4,4,4/4,4,4,4,4,5 stores 0:0 mover 1",
            "the pits and stores hold 49 seeds in all, but this game has 48",
        ),
        ("4,4,4,4,4/4,4,4,4,4,4 stores 4:0 mover 1", "a row has 6 pits, not 5"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 stores 0:0 mover 3", "'3' is not a player; there are 1 and 2"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 mover 1", "the stores are missing: 'stores 0:0'"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 stores 0:0", "the player to move is missing: 'mover 1' or 'mover 2'"),
        ("4,4,x,4,4,4/4,4,4,4,4,4 stores 0:4 mover 1", "'x' is not a number of seeds"),
        ("", "'' is not two rows of pits; expected something like '4,4,4,4,4,4/4,4,4,4,4,4'"),
        (
            "4,4,4,4,4,4/4,4,4,4,4,4 stores 0:0 mover 1 sown",
            "'sown' has no meaning in a position; expected 'ROW/ROW stores A:B mover 1'",
        ),
    ] {
        assert_eq!(game.read_position(text).unwrap_err().to_string(), reason);
    }
}

#[test]
fn a_position_remembers_what_may_repeat() {
    let game = Mancala::new(AWARI).unwrap();
    let mut rng = Rng::new(3);
    let mut state = game.start();
    while !game.turn(&state).is_over() {
        assert_eq!(game.read_position(&game.write_position(&state)).as_ref(), Ok(&state));
        let chosen = game.random_move(&state, &mut rng, &mut Vec::new());
        game.play(&mut state, chosen);
    }
    assert_eq!(game.read_position(&game.write_position(&state)), Ok(state));
}

#[test]
fn the_evolved_heuristic_has_six_terms() {
    let game = Mancala::new(KALAH).unwrap();
    let state = game.position([&[2, 0, 1, 0, 0, 0], &[0, 0, 3, 0, 0, 1]], [20, 21], Player::FIRST).unwrap();
    let value = 0.198649 * 2.0 + 0.190084 * 3.0 + 0.370793 * 2.0 + 20.0 - 0.565937 * 21.0;
    assert!((game.heuristic(0, &state, Player::FIRST) - value).abs() < 1e-9);
    let last = Some(Pit::new(5));
    assert!((game.heuristic_after(0, &state, Player::FIRST, last) - value - 0.418841).abs() < 1e-9);
    assert_eq!(game.heuristic(1, &state, Player::FIRST), -1.0);
}

#[test]
fn a_board_shows_two_rows_and_two_stores() {
    let game = Mancala::new(KALAH).unwrap();
    let scene = game.scene(&game.start());
    let count = |shape| scene.sites.iter().filter(|site| site.shape == shape).count();
    assert_eq!((count(SiteShape::Pit), count(SiteShape::Store)), (12, 2));
    assert!(scene.pieces.iter().all(|piece| piece.count == 4));
}

#[test]
fn rules_name_what_the_options_change() {
    let words = |options| Mancala::new(options).unwrap().rules();
    assert!(words(KALAH).contains("even if the facing pit is empty"));
    assert!(words(LUDII_KALAH).contains("if the facing pit is empty, nothing is captured"));
    assert!(words(AWARI).contains("unless every possible move is one"));
    assert!(words(OWARE).contains("two, three or four"));
    assert!(words(Options { rounds: Rounds::Refill, ..OHVALHU }).contains("cannot fill even one"));
}

#[test]
fn a_round_of_ohvalhu_is_followed_by_another_with_pits_closed() {
    let game = Mancala::new(Options { rounds: Rounds::Refill, ..OHVALHU }).unwrap();
    let rows = [[0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 3]];
    let mut state = game.position([&rows[0], &rows[1]], [90, 34], Player::FIRST).unwrap();
    // The last seed falls into the store; South has no seeds left at the start of her extra turn.
    game.play(&mut state, Pit::new(7));
    let text = game.write_position(&state);
    assert!(text.starts_with("8,8,8,8,8,8,8,8/8,8,8,8,x,x,x,x stores 27:5 mover 1"), "{text}");
}
