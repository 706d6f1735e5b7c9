//! Single games played by hand, move by move.

use std::collections::BTreeSet;

use ludex_core::{Game, Player, Rng, Turn};

use super::drawn::{Pyramid, after, game, holds, moves, place_all, position, winner};

/// The places that a ball may go to.
fn targets(game: &Pyramid, balls: &[(usize, u8)]) -> BTreeSet<i16> {
    moves(game, &place_all(game, balls)).iter().map(|chosen| chosen.to).collect()
}

#[test]
fn a_row_across_wins_span_and_corners_belong_to_both_sides() {
    let game = game("span");
    let row = [(7, 1), (0, 2), (8, 1), (1, 2), (10, 1), (2, 2), (12, 1)];
    assert_eq!(winner(&game, &place_all(&game, &row)), Some(1));
    let column = [(1, 1), (0, 2), (2, 1), (7, 2), (8, 1), (17, 2), (10, 1), (26, 2)];
    assert_eq!(winner(&game, &place_all(&game, &column)), Some(2));
}

#[test]
fn spree_is_won_by_mixed_lines_and_not_by_red_ones() {
    let game = game("spree");
    // Red, white and black are handed over from the shared places; the ball in hand is placed then.
    let play = |colours: [u8; 4]| {
        let mut state = game.start();
        for (hole, colour) in [0, 1, 3, 2].into_iter().zip(colours) {
            let hand = if state.mover == 1 { 31 } else { 30 };
            state = after(&game, &state, &[(hand, colour)]).unwrap_or_else(|| panic!("{colour} for {hole}"));
            state = after(&game, &state, &[(hole, colour)]).unwrap();
        }
        state
    };
    // Black, red, red, black; the first player hands over first, so the second places the first and third ball.
    assert_eq!(winner(&game, &play([2, 3, 2, 3])), Some(1));
    let drawing = "
        . . . .
        . . . . | . . .
        . . . . | . . . | . .
        R R R . | . . . | . . | .";
    let mut state = position(&game, drawing, 1);
    state.put(30, ludex_ludemes::runtime::Content::piece(3), &game.rules_code().owners);
    let four_reds = after(&game, &state, &[(3, 3)]).unwrap();
    assert_ne!(game.turn(&four_reds), Turn::Over);
}

#[test]
fn pyramids_upright_upside_down_and_large_win_spyramid() {
    let game = game("spyramid");
    let upright = "
        B . . .
        B . . . | . . .
        W W . . | . . . | . .
        W W B B | . . . | . . | .";
    let upside_down = "
        . . . .
        B B B . | . . .
        B W B . | W . . | . .
        B B B . | W W . | . . | .";
    let large = "
        W B B W
        B B B B | B B B
        B W B B | W B W | B W
        W B B W | B W B | W B | .";
    for (drawing, last) in [(upright, 4), (upside_down, 14), (large, 15)] {
        let won = after(&game, &position(&game, drawing, 1), &[(last, 1)]).unwrap();
        assert_eq!(winner(&game, &won), Some(1), "{drawing}");
    }
}

#[test]
fn both_ways_over_the_ridge_win_sploof() {
    let game = game("sploof");
    let over_nine = "
        . R R R
        R R R R | . R R
        R R R R | R W R | . .
        R R R . | W R . | W . | .";
    let won = after(&game, &position(&game, over_nine, 1), &[(21, 1)]);
    assert_eq!(won.map(|won| winner(&game, &won)), Some(Some(1)));
}

#[test]
fn products_of_groups_count_in_spao() {
    let game = game("spao");
    // With the ball on 3 White has groups of two, four and four.
    let drawing = "
        W W W W
        B B B B | . . .
        W B W W | . . . | . .
        W B W . | . . . | . . | .";
    let placed = after(&game, &position(&game, drawing, 1), &[(3, 1)]).unwrap();
    assert_eq!(placed.scores[1], 2 * 4 * 4);
}

#[test]
fn contacts_with_red_score_in_sprite() {
    let game = game("sprite");
    // White 17 touches the red ball on 7, and the red ball on 18 touches that white one.
    let state = place_all(&game, &[(7, 3), (17, 1), (18, 3)]);
    assert_eq!(&state.scores[1..=2], &[2, 0]);
}

#[test]
fn rows_of_splastwo_are_pairs_and_triples() {
    let game = game("splastwo");
    let mut sets: [BTreeSet<BTreeSet<usize>>; 3] = Default::default();
    let mut open = vec![game.start()];
    for set in &mut sets {
        let mut next = Vec::new();
        for state in open {
            for chosen in moves(&game, &state).into_iter().filter(|chosen| chosen.to >= 0) {
                let mut played = state.clone();
                game.play(&mut played, chosen);
                set.insert((0..30).filter(|&place| played.what(place) != 0).collect());
                next.push(played);
            }
        }
        open = next;
    }
    assert_eq!(sets.map(|set| set.len()), [16, 24, 16]);
}

#[test]
fn spaghetti_goes_on_beside_the_last_ball() {
    let game = game("spaghetti");
    assert_eq!(moves(&game, &game.start()).len(), 16);
    for (hole, neighbours) in [(0, 3), (1, 5), (8, 8)] {
        assert_eq!(targets(&game, &[(hole, 3)]).len(), neighbours, "from {hole}");
    }
}

#[test]
fn the_first_ball_of_spalone_goes_in_any_hole() {
    let game = game("spalone");
    let mut state = game.start();
    while game.turn(&state) == Turn::Chance {
        let first = moves(&game, &state)[0];
        game.play(&mut state, first);
    }
    assert_eq!(moves(&game, &state).len(), 16);
}

#[test]
fn sparro_answers_a_corner_on_an_edge_and_an_edge_on_a_corner() {
    let game = game("sparro");
    assert_eq!(targets(&game, &[(0, 1)]), [1, 2, 7, 12, 17, 22, 27, 28].into_iter().collect());
    assert_eq!(targets(&game, &[(1, 1)]), [0, 3, 26, 29].into_iter().collect());
}

#[test]
fn a_row_of_four_is_one_line_of_sparro_or_two() {
    let balls = [(0, 1), (27, 2), (1, 1), (29, 2), (2, 1), (26, 2), (3, 1)];
    let points = |name: &str| place_all(&game(name), &balls).scores[1];
    assert_eq!((points("sparro"), points("sparro(count=rows)")), (2, 1));
}

#[test]
fn a_full_pyramid_shows_25_balls_with_60_contacts() {
    let game = game("span");
    let tables = &game.rules_code().tables;
    let visible: Vec<usize> = (0..30).filter(|&site| tables.cover[site].is_empty()).collect();
    let hidden: Vec<usize> = (0..30).filter(|site| !visible.contains(site)).collect();
    assert_eq!((visible.len(), &hidden[..]), (25, &[8, 10, 14, 18, 20][..]));
    let touches = |a: usize, b: usize| tables.beside[a].or(&tables.up[a]).or(&tables.down[a]).has(b);
    let is_cut = |a: usize, b: usize| tables.up[a].and(&tables.up[b]).count() > 1;
    let pairs = visible.iter().flat_map(|&a| visible.iter().map(move |&b| (a, b)));
    assert_eq!(pairs.filter(|&(a, b)| a < b && touches(a, b) && !is_cut(a, b)).count(), 60);
    let full = "
        W W W W
        W W W W | W W W
        W W W W | W W W | W W
        W W W W | W W W | W W | W";
    assert!(holds(full, "(= 25 (count Sites in:(sites Group at:15 isVisible:True)))"));
}

#[test]
fn every_lift_and_placing_of_sparks_hands_the_turn_over() {
    let game = game("sparks");
    let start = game.start();
    for lift in moves(&game, &start) {
        let mut lifted = start.clone();
        game.play(&mut lifted, lift);
        for placing in moves(&game, &lifted) {
            let mut placed = lifted.clone();
            game.play(&mut placed, placing);
            assert_eq!(game.turn(&placed), Turn::Player(Player::new(1)));
        }
    }
}

#[test]
fn who_must_pass_at_pylos_loses() {
    let game = game("pylos");
    let mut scratch = Vec::new();
    let mut passed = 0;
    for seed in 0..100 {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        while let Turn::Player(mover) = game.turn(&state) {
            let is_first = state.moves_this_turn == 0;
            let chosen = game.random_move(&state, &mut rng, &mut scratch);
            game.play(&mut state, chosen);
            if is_first && state.last.pass {
                passed += 1;
                assert_eq!(winner(&game, &state), Some(2 - mover.index()));
            }
        }
    }
    assert!(passed > 0, "no game came to that");
}
