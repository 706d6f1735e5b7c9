//! The sizes of the trees of decisions, counted by hand or by independent programs.

use ludex_core::{Game, perft};

use super::drawn::{after, game, moves, place_all, winner};

fn tree(name: &str, sizes: &[u64]) {
    let game = game(name);
    for (depth, &size) in (1..).zip(sizes) {
        assert_eq!(perft(&game, &game.start(), depth), size, "{name} at depth {depth}");
    }
}

#[test]
fn games_of_lines() {
    tree("spline", &[16, 240, 3360, 43680, 524376]);
    tree("spline-plus", &[16, 240, 6720, 181440]);
    tree("spline-plus(supply=set)", &[16, 240, 6720]);
    tree("splice", &[32, 960, 26880]);
    tree("splice(ruleset=study)", &[16, 480, 13440]);
    tree("spree", &[3, 48, 96, 1440, 2880, 40320]);
    tree("spava", &[32, 960, 26880]);
    tree("splade", &[16, 240, 3360]);
    tree("sparro", &[12, 64, 640, 5840]);
    tree("sparro(ruleset=study)", &[12, 64, 640, 5840]);
    tree("sploof", &[16, 256, 4064, 63704]);
    tree("sploof(ruleset=study)", &[16, 256, 4064, 63704]);
    tree("spaniel", &[16, 240, 3360, 43680]);
}

#[test]
fn games_of_connection_and_pattern() {
    tree("span", &[16, 240, 3360, 43680]);
    tree("sponnect", &[13, 156, 1736, 17932]);
    tree("spight(ruleset=study)", &[24, 420, 5324, 68124]);
    tree("spice", &[12, 144]);
    tree("spice(ruleset=study)", &[12, 144]);
    tree("spaiji", &[32, 96, 2688, 7168]);
    tree("spaiji(ruleset=study)", &[32, 96, 2688, 7168]);
    tree("spyramid", &[16, 240, 6720, 181440]);
}

#[test]
fn games_of_completion_capture_and_counting() {
    tree("spire", &[32, 720, 16800, 349440]);
    tree("spire(ruleset=study)", &[32, 720, 16800]);
    tree("spinimax", &[16, 240, 3360]);
    tree("splastwo", &[16, 64]);
    tree("splastwo(ruleset=study)", &[16, 100]);
    tree("spoing", &[8, 88, 732, 5182, 32188]);
    tree("spargo", &[16, 240, 3360]);
    tree("sprite", &[32, 960, 13440, 349440]);
    tree("spao", &[16, 240, 3360]);
    tree("speedo", &[16, 16, 512, 7680]);
    tree("spirit", &[16, 240, 3360, 26208]);
    tree("spodd", &[28, 80, 1920, 4768]);
    tree("spuzzle", &[48, 2160, 89784]);
}

#[test]
fn a_corner_between_two_enemies_is_suicide() {
    let game = game("spargo");
    // Of 43,680 ways to place four balls 104 are suicides in a corner.
    assert_eq!(perft(&game, &game.start(), 4), 43576);
    let state = place_all(&game, &[(1, 1), (29, 2), (7, 1)]);
    assert!(moves(&game, &state).iter().all(|chosen| chosen.to != 0));
}

#[test]
fn white_wins_spline_with_the_seventh_ball() {
    let game = game("spline");
    let state = place_all(&game, &[(0, 1), (26, 2), (1, 1), (27, 2), (2, 1), (28, 2), (3, 1)]);
    assert_eq!(winner(&game, &state), Some(1));
}

#[test]
fn three_of_four_lose_spava() {
    for name in ["spava", "spava-two-colour"] {
        let game = game(name);
        let state = place_all(&game, &[(0, 1), (26, 2), (1, 1), (27, 2), (2, 1)]);
        assert_eq!(winner(&game, &state), Some(2), "{name}");
    }
}

#[test]
fn a_mixed_row_wins_splice_whoever_ends_it() {
    let game = game("splice");
    // White 0, red 1 by Black, white 2, red 3 by Black.
    let state = place_all(&game, &[(0, 1), (1, 3), (2, 1), (3, 3)]);
    assert_eq!(winner(&game, &state), Some(1));
}

#[test]
fn splade_is_won_by_the_colour_that_follows() {
    let game = game("splade");
    // White, Black and Red in turn; the base row comes to be white, black, white, black.
    let balls = [(0, 1), (1, 2), (26, 3), (2, 1), (3, 2)];
    let state = place_all(&game, &balls);
    assert_eq!(winner(&game, &state), Some(2));
}

#[test]
fn platforms_of_spinimax_get_the_absent_colour() {
    let game = game("spinimax");
    // White 0 and 1, Black 7, Red elsewhere, then white 8: three white and one black carry red.
    let state = place_all(&game, &[(0, 1), (7, 2), (29, 3), (1, 1), (28, 2), (27, 3), (8, 1)]);
    assert_eq!(state.what(4), 3);
}

#[test]
fn spoing_takes_one_ball_and_recolours_another() {
    let game = game("spoing");
    let state = after(&game, &game.start(), &[(7, 0), (17, 3), (26, 1)]).unwrap();
    assert_eq!(state.what(0), 1);
}

#[test]
fn spirit_bars_rows_and_columns_of_free_balls() {
    let game = game("spirit");
    let state = place_all(&game, &[(0, 1), (29, 2), (28, 3)]);
    let open: Vec<i16> = moves(&game, &state).iter().map(|chosen| chosen.to).collect();
    assert_eq!(open, [8, 10, 12, 18, 20, 22, 27]);
}

#[test]
fn spire_allows_no_three_alike() {
    let game = game("spire");
    let state = place_all(&game, &[(0, 1), (29, 2), (1, 1), (28, 2)]);
    let own = |site: i16| {
        moves(&game, &state).into_iter().any(|chosen| {
            let mut played = state.clone();
            game.play(&mut played, chosen);
            chosen.to == site && played.what(site as usize) == 1
        })
    };
    assert!(own(2) && own(18) && !own(7) && !own(8));
}

#[test]
fn margo_opens_with_36_points_and_a_swap() {
    let name = ludex_core::Spec::parse("margo").unwrap();
    let shelved = ludex_ludemes::shelf::find("margo").unwrap();
    let ludex_ludemes::described::AnyDescribed::W2(game) =
        ludex_ludemes::shelf::compile(shelved, &name).unwrap()
    else {
        panic!("91 points need two words")
    };
    assert_eq!(perft(&game, &game.start(), 1), 36);
    assert_eq!(perft(&game, &game.start(), 2), 36 * 36);
}
