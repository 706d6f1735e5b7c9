//! Where the book and the study of 2025 differ: each fault of the study is in the one ruleset and not in the other.

use std::collections::HashSet;

use ludex_core::{Game, Player, Rng, Spec, Turn};
use ludex_ludemes::described::{AnyDescribed, Described};
use ludex_ludemes::shelf;

use super::drawn::{Pyramid, after, game, moves, place_all, position, winner};

fn both(name: &str) -> (Pyramid, Pyramid) {
    (game(name), game(&format!("{name}(ruleset=study)")))
}

#[test]
fn spargo_takes_covered_balls_in_the_study_and_leaves_the_others_hanging() {
    // 9 covers 8, and all balls are black; White plays far away.
    let drawing = "
        . . . .
        B B B . | . . .
        B B B . | B B . | . .
        B B B . | B B . | B . | .";
    let (book, study) = both("spargo");
    let kept = after(&book, &position(&book, drawing, 1), &[(29, 1)]).unwrap();
    assert_eq!((kept.what(8), kept.what(14)), (2, 2));
    let hanging = after(&study, &position(&study, drawing, 1), &[(29, 1)]).unwrap();
    assert_eq!((hanging.what(8), hanging.what(14)), (0, 2));
}

#[test]
fn spargo_spares_what_carries_zombies_only_in_the_book() {
    // Black 4 carries the white 9 and stays; 0 carries only 4. White takes the last freedom at 12.
    let drawing = "
        . . . .
        W W W . | . . .
        B W W . | W W . | . .
        B B B B | B W . | W . | .";
    let (book, study) = both("spargo");
    let standing = after(&book, &position(&book, drawing, 1), &[(12, 1)]).unwrap();
    assert_eq!([0, 3, 4].map(|site| standing.what(site)), [2, 0, 2]);
    let hanging = after(&study, &position(&study, drawing, 1), &[(12, 1)]).unwrap();
    assert_eq!([0, 3, 4].map(|site| hanging.what(site)), [0, 0, 2]);
}

/// In random games: positions that came back with the same player to move, and positions in which a ball has lost a
/// support.
fn repeats_and_hanging<const W: usize>(game: &Described<W>, games: u64, plies: u32) -> (u32, u32) {
    let tables = &game.rules_code().tables;
    let (mut repeats, mut hanging) = (0, 0);
    let mut scratch = Vec::new();
    for seed in 0..games {
        let (mut state, mut rng) = (game.start(), Rng::new(seed));
        let mut seen = HashSet::from([(state.board_key(), state.mover)]);
        for _ in 0..plies {
            if game.turn(&state) == Turn::Over {
                break;
            }
            let chosen = game.random_move(&state, &mut rng, &mut scratch);
            game.play(&mut state, chosen);
            let balls = state.occupied().and(&tables.all);
            hanging += u32::from(balls.iter().any(|place| !tables.down[place].is_within(&balls)));
            // A pass, a swap of sides and the last ply leave things as they are.
            let new = chosen.to < 0 || state.over || seen.insert((state.board_key(), state.mover));
            repeats += u32::from(!new);
        }
    }
    (repeats, hanging)
}

#[test]
fn positions_come_back_and_balls_hang_in_the_air_only_in_the_study() {
    let (book, study) = both("spargo");
    assert_eq!(repeats_and_hanging(&book, 60, 200), (0, 0));
    let (repeats, hanging) = repeats_and_hanging(&study, 60, 200);
    assert!(repeats > 0 && hanging > 0, "{repeats} repeats, {hanging} with hanging balls");
    let margo = |name: &str| {
        let compiled = shelf::compile(shelf::find("margo").unwrap(), &Spec::parse(name).unwrap());
        let Ok(AnyDescribed::W2(game)) = compiled else { panic!("91 points need two words") };
        repeats_and_hanging(&game, 6, 150)
    };
    assert_eq!(margo("margo"), (0, 0));
    assert!(margo("margo(ruleset=study)").1 > 0);
}

#[test]
fn lone_balls_lose_only_in_the_older_spava() {
    // The first ball on the layer of four points: a line of one there.
    let drawing = "
        . . . .
        W B W . | . . .
        B W B . | W B . | . .
        W B B . | B W . | . . | .";
    let (book, older) = (game("spava"), game("spava-two-colour"));
    assert!(!after(&book, &position(&book, drawing, 1), &[(9, 1)]).unwrap().over);
    let lost = after(&older, &position(&older, drawing, 1), &[(9, 1)]).unwrap();
    assert_eq!(winner(&older, &lost), Some(2));
}

#[test]
fn spodd_allows_stranded_balls_only_in_the_study() {
    // Beside 3 only 2 and 12 are holes, and the platform above needs a ball on 10.
    let drawing = "
        . . . R
        . . . . | . . .
        . . . B | . . . | . .
        R . W . | . . . | . . | .";
    let (book, study) = both("spodd");
    assert!(after(&book, &position(&book, drawing, 1), &[(3, 1)]).is_none());
    assert!(after(&study, &position(&study, drawing, 1), &[(3, 1)]).is_some());
}

#[test]
fn spuzzle_is_solved_by_a_full_pyramid_and_always_in_the_study() {
    for (name, solved) in [("spuzzle", false), ("spuzzle(ruleset=study)", true)] {
        let game = game(name);
        for seed in 0..20 {
            let mut state = game.start();
            game.playout(&mut state, &mut Rng::new(seed), 100, &mut Vec::new());
            let outcome = game.outcome(&state).unwrap();
            assert_eq!(outcome.winner().is_some(), solved, "{name}, seed {seed}");
            assert_eq!(outcome.scores().unwrap()[0] as u32, state.occupied().count());
        }
    }
    // With three by three holes the pyramid can be filled.
    let small = game("spuzzle(base=3)");
    let solves = |seed| {
        let mut state = small.start();
        small.playout(&mut state, &mut Rng::new(seed), 100, &mut Vec::new());
        small.outcome(&state).unwrap().winner().is_some()
    };
    assert!((0..2000).any(solves));
}

#[test]
fn spice_counts_the_top_for_nobody_and_the_study_stops_before_it() {
    // White's only ball outside the top, next to it, is a group of one; with the top it would be two.
    let drawing = "
        B B B B
        B R R B | B B B
        B R R B | B R B | B B
        B B B B | B B B | B W | .";
    let (book, study) = both("spice");
    let full = after(&book, &position(&book, drawing, 1), &[(15, 1)]).unwrap();
    assert_eq!((full.scores[1], winner(&book, &full)), (1, Some(2)));
    let before_last = drawing.replace("B W | .", "B . | .");
    let stopped = after(&study, &position(&study, &before_last, 1), &[(11, 1)]).unwrap();
    assert_eq!((stopped.scores[1], winner(&study, &stopped)), (1, Some(2)));
    assert!(!after(&book, &position(&book, &before_last, 1), &[(11, 1)]).unwrap().over);
}

#[test]
fn spire_is_lost_at_once_and_after_a_pass_in_the_study() {
    // The last move of the first random game that ends before the pyramid is full.
    let last_move = |game: &Pyramid| {
        let all = &game.rules_code().tables.all;
        (0..400).find_map(|seed| {
            let (mut state, mut rng) = (game.start(), Rng::new(seed));
            let mut last = None;
            while game.turn(&state) != Turn::Over {
                let chosen = game.random_move(&state, &mut rng, &mut Vec::new());
                game.play(&mut state, chosen);
                last = Some(chosen.to);
            }
            last.filter(|_| !all.is_within(state.occupied()))
        })
    };
    let (book, study) = both("spire");
    assert!(last_move(&book).is_some_and(|to| to >= 0));
    assert_eq!(last_move(&study), Some(-1));
}

#[test]
fn sparro_counts_alike_on_the_usual_base_and_differs_on_larger_ones() {
    let line = [(0, 1), (1, 1), (3, 1)];
    let others = [(27, 2), (29, 2), (26, 2)];
    let four: Vec<(usize, u8)> =
        line.into_iter().zip(others).flat_map(|(w, b)| [w, b]).chain([(2, 1)]).collect();
    let five = [(0, 1), (51, 2), (1, 1), (53, 2), (3, 1), (50, 2), (4, 1), (54, 2), (2, 1)];
    let (book, study) = both("sparro");
    assert_eq!((place_all(&book, &four).scores[1], place_all(&study, &four).scores[1]), (2, 2));
    let (book, study) = (game("sparro(base=5)"), game("sparro(base=5,ruleset=study)"));
    assert_eq!((place_all(&book, &five).scores[1], place_all(&study, &five).scores[1]), (3, 2));
}

#[test]
fn sploof_sees_lines_that_climb_only_in_the_book() {
    let drawing = "
        . R R R
        . R R R | . R R
        R W R R | . W R | . .
        R R . . | W . . | . . | .";
    let (book, study) = both("sploof");
    let won = after(&book, &position(&book, drawing, 1), &[(21, 1)]).unwrap();
    assert_eq!(winner(&book, &won), Some(1));
    let goes_on = after(&study, &position(&study, drawing, 1), &[(21, 1)]).unwrap();
    assert_eq!(study.turn(&goes_on), Turn::Player(Player::SECOND));
}

#[test]
fn sploof_is_lost_with_pinned_balls_only_and_passed_in_the_study() {
    // Black has no ball in stock, and the only red ball carries two others.
    let drawing = "
        . . . .
        . . . . | . . .
        B R B . | . . . | . .
        W B W . | W B . | . . | .";
    let (book, study) = both("sploof");
    for (game, lost) in [(&book, true), (&study, false)] {
        let mut state = position(game, drawing, 1);
        state.put(31, ludex_ludemes::runtime::Content::default(), &game.rules_code().owners);
        let state = after(game, &state, &[(29, 1)]).unwrap();
        assert_eq!(state.over, lost);
        if lost {
            assert_eq!(winner(game, &state), Some(1));
        } else {
            let passed = moves(game, &state);
            assert_eq!((passed.len(), passed[0].to), (1, -1));
        }
    }
}

#[test]
fn sploof_has_sixteen_balls_only_in_the_book() {
    let (book, study) = both("sploof");
    let balls = |game: &Pyramid| (30..game.rules_code().places).map(|p| game.start().count(p)).sum::<u16>();
    assert_eq!((balls(&book), balls(&study)), (32, 4));
}

#[test]
fn spaniel_edges_cannot_be_cut_except_in_the_study() {
    // A ball lies over the left end of the row, or over its right end.
    let left = "
        . . . .
        . . . . | . . .
        B B B . | . . . | . .
        W W . . | R . . | . . | .";
    let right = "
        . . . .
        . . . . | . . .
        B B B . | . . . | . .
        . W W . | . R . | . . | .";
    let (book, study) = both("spaniel");
    let ends = |game: &Pyramid, drawing: &str, site: usize| {
        after(game, &position(game, drawing, 1), &[(site, 1)]).unwrap().over
    };
    assert!(ends(&book, left, 2) && ends(&book, right, 0));
    assert!(!ends(&study, left, 2) || !ends(&study, right, 0));
}

#[test]
fn the_others_share_the_lower_places_except_in_the_study() {
    let (book, study) = both("splade");
    let balls = [(0, 1), (1, 2), (26, 3), (2, 1), (3, 2)];
    let places = |game: &Pyramid| {
        let outcome = game.outcome(&place_all(game, &balls)).unwrap();
        [0, 1, 2].map(|player| outcome.place(Player::new(player)))
    };
    assert_eq!(places(&book), [2.5, 1.0, 2.5]);
    assert_eq!(places(&study), [3.0, 1.0, 2.0]);
}

#[test]
fn spight_moves_upper_balls_only_in_the_study() {
    let drawing = "
        B B B B
        B B B B | . . .
        B B B B | . . . | . .
        B B B B | W . . | . . | .";
    let (book, study) = both("spight");
    let jumps =
        |game: &Pyramid| moves(game, &position(game, drawing, 1)).iter().filter(|m| m.from == 4).count();
    assert_eq!((jumps(&book), jumps(&study)), (0, 2));
}

#[test]
fn spight_overlooks_that_the_opponent_is_united_only_in_the_study() {
    // Black's only ball is a group of its own, and White's two stay apart.
    let drawing = "
        . . . B
        . . . . | . . .
        . . . . | . . . | . .
        W . . W | . . . | . . | .";
    let (book, study) = both("spight");
    let jumped = |game: &Pyramid| after(game, &position(game, drawing, 1), &[(0, 0), (10, 1)]).unwrap();
    assert_eq!(winner(&book, &jumped(&book)), Some(2));
    assert!(!jumped(&study).over);
}

#[test]
fn spice_allows_any_ball_to_be_taken_only_in_the_study() {
    let (book, study) = both("spice");
    let removals = |game: &Pyramid| {
        let state = place_all(game, &[(0, 1), (28, 2), (29, 2)]);
        moves(game, &state).iter().filter(|chosen| state.what(chosen.to as usize) != 0).count()
    };
    // Black made a pair: White may take one of its two balls, in the study also the own one.
    assert_eq!((removals(&book), removals(&study)), (2, 3));
}

#[test]
fn spaiji_allows_stranded_balls_and_gives_black_such_games_only_in_the_study() {
    let drawing = "
        . . . .
        . . . . | . . .
        W . . . | . . . | . .
        . B . . | . . . | . . | .";
    let (book, study) = both("spaiji");
    assert!(after(&book, &position(&book, drawing, 1), &[(0, 1)]).is_none());
    assert!(after(&study, &position(&study, drawing, 1), &[(0, 1)]).is_some());
    // White is connected all over, but the last point is filled by a first ball.
    let last = "
        W W W W
        W W W W | W W W
        W W W W | W B W | W W
        W W W W | W W W | W W | .";
    let full = after(&study, &position(&study, last, 1), &[(15, 1)]).unwrap();
    assert_eq!(winner(&study, &full), Some(2));
}

#[test]
fn spire_is_won_on_top_except_in_the_study() {
    let drawing = "
        W B R W
        B R W B | B W R
        R W B R | R B W | B R
        W B R W | W R B | R B | .";
    let (book, study) = both("spire");
    let top = |game: &Pyramid| after(game, &position(game, drawing, 1), &[(15, 1)]).unwrap();
    assert_eq!(winner(&book, &top(&book)), Some(1));
    assert_eq!(winner(&study, &top(&study)), None);
}

#[test]
fn spinimax_ends_at_once_except_in_the_study() {
    let holes = [0, 1, 2, 3, 7, 8, 10, 12, 17, 18, 20, 22, 26, 27, 28, 29];
    let balls: Vec<(usize, u8)> =
        holes.iter().zip((1..=3).cycle()).map(|(&hole, kind)| (hole, kind)).collect();
    let (book, study) = both("spinimax");
    let (at_once, passing) = (place_all(&book, &balls), place_all(&study, &balls));
    assert!(winner(&book, &at_once).is_some());
    assert_eq!(at_once.what(15), passing.what(15));
    assert_ne!(study.turn(&passing), Turn::Over);
}

#[test]
fn splastwo_has_a_stock_and_straight_rows_except_in_the_study() {
    let (book, study) = both("splastwo");
    let second = |game: &Pyramid| moves(game, &place_all(game, &[(8, 1)])).len();
    // Four neighbours in a row or eight around, and the pass.
    assert_eq!((second(&book), second(&study)), (5, 9));
    assert_eq!(book.start().count(30), 15);
    assert_eq!(study.rules_code().places, 30);
}

#[test]
fn speedo_scores_lag_behind_drops_only_in_the_study() {
    // The white ball on 4 touches the one on 8; when 0 is taken it drops there and does not.
    let drawing = "
        . . . .
        . . . . | . . .
        B W . . | . . . | . .
        B B . . | W . . | . . | .";
    let (book, study) = both("speedo");
    let taken = |game: &Pyramid| after(game, &position(game, drawing, 1), &[(0, 1), (4, 0)]).unwrap();
    assert_eq!(taken(&study).scores[1], 2);
    assert_eq!(taken(&book).scores[1], 0);
    assert!(super::drawn::holds(
        "
        . . . .
        . . . . | . . .
        B W . . | . . . | . .
        W B . . | . . . | . . | .",
        "(= 1 (* (sizes Group P1 isVisible:True)))"
    ));
}

#[test]
fn spalone_draws_balls_and_the_study_colours() {
    let draws = |name: &str| {
        let game = game(name);
        let mut state = game.start();
        while game.turn(&state) == Turn::Chance {
            let first = moves(&game, &state)[0];
            game.play(&mut state, first);
        }
        let place = moves(&game, &state)[0];
        game.play(&mut state, place);
        assert_eq!(game.turn(&state), Turn::Chance);
        moves(&game, &state).len()
    };
    // Of thirty balls one is gone; of three colours none.
    assert_eq!((draws("spalone"), draws("spalone(ruleset=study)")), (29, 3));
}
