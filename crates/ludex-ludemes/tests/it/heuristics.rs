//! The heuristics that every described game has.

use ludex_core::{Evaluate, Game, Player, Text};
use ludex_ludemes::described::{AnyDescribed, Described};
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::text::Source;

const ROWS: &str = r#"(game "Rows" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

fn compiled(text: &str) -> Described<1> {
    match AnyDescribed::compile(Source::new("t.lud", text), &Library::ours(), &Choices::none(), "t").unwrap()
    {
        AnyDescribed::W1(game) => game,
        _ => panic!("the board is small"),
    }
}

fn value(game: &Described<1>, heuristic: &str, moves: &str) -> f64 {
    let index = game.heuristics().iter().position(|name| name == heuristic).unwrap();
    let mut state = game.start();
    for text in moves.split_whitespace() {
        let chosen = game.read_move(&state, text).unwrap();
        game.play(&mut state, chosen);
    }
    let (first, second) = (Player::new(0), Player::new(1));
    let of = |player| game.heuristic(index, &state, player);
    assert!(
        (of(first) + of(second)).abs() < 1e-9 || heuristic == "mobility",
        "what one gains the other loses"
    );
    assert!((game.standing(&state, first) + game.standing(&state, second)).abs() < 1e-9);
    of(first)
}

#[test]
fn places_are_near_to_centre_corner_or_side() {
    let game = compiled(ROWS);
    assert_eq!(value(&game, "centre proximity", "b2"), 1.0);
    assert_eq!(value(&game, "centre proximity", "a1"), 0.0);
    assert_eq!(value(&game, "corner proximity", "a1"), 1.0);
    assert_eq!(value(&game, "corner proximity", "b2"), 0.0);
    assert_eq!(value(&game, "side proximity", "a2"), 1.0);
    assert_eq!(value(&game, "side proximity", "b2"), 0.0);
    assert_eq!(value(&game, "null", "b2"), 0.0);
}

#[test]
fn open_lines_count_more_the_fuller_they_are_and_blocked_ones_not_at_all() {
    let game = compiled(ROWS);
    // The middle is on four lines, each with one of three: 4 * 4^(1-3+1).
    assert_eq!(value(&game, "open lines", "b2"), 1.0);
    // a1 b1: the row has two of three (1), two columns and a diagonal have one (1/4 each); the stone on c3 takes the
    // diagonal away and has its own row and column.
    let open = value(&game, "open lines", "a1 c3 b1");
    let blocked = value(&game, "open lines", "a1 c1 b1");
    assert_eq!(open, 1.0 + 0.5 - 0.5);
    assert!(blocked < open);
}

#[test]
fn line_completion_is_the_share_of_the_best_line_and_half_that_of_the_next() {
    let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{found} is not {wanted}");
    let game = compiled(ROWS);
    near(value(&game, "line completion", "b2"), 1.0 / 3.0 + 1.0 / 6.0);
    // The row has two of three, the next best line one; the other has one of three twice.
    near(value(&game, "line completion", "a1 c3 b1"), (2.0 / 3.0 + 1.0 / 6.0) - (1.0 / 3.0 + 1.0 / 6.0));
    // On a wider board another's piece just beyond the end halves a line; b1 to d1 has it inside.
    let wide = compiled(&ROWS.replace("(square 3)", "(rectangle 1 4)"));
    near(value(&wide, "line completion", "a1 d1 b1"), 2.0 / 3.0 / 2.0);
}

#[test]
fn pieces_and_moves_are_counted() {
    let game = compiled(ROWS);
    assert_eq!(value(&game, "material", "a1"), 1.0);
    assert_eq!(value(&game, "material", "a1 b2"), 0.0);
    assert_eq!(value(&game, "mobility", "a1 b2"), 7.0);
}

#[test]
fn the_metadata_weighs_the_blend() {
    let weighed = format!(
        "{ROWS} (metadata (ai (heuristics {{ (centreProximity weight:2.0) (cornerProximity weight:-0.5) }})))"
    );
    let game = compiled(&weighed);
    assert_eq!(value(&game, "blend", "b2"), 2.0);
    assert_eq!(value(&game, "blend", "a1"), -0.5);
}

#[test]
fn higher_balls_stand_nearer_to_the_top() {
    let game = compiled(
        r#"(game "Stack" (players 2)
            (equipment { (board (square 3 pyramidal:True) use:Vertex) (piece "Ball" Each) })
            (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))"#,
    );
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    let mut layers: Vec<f64> = moves
        .iter()
        .map(|&chosen| value(&game, "top layer", &game.write_move(&game.start(), chosen)))
        .collect();
    layers.sort_by(f64::total_cmp);
    assert_eq!(layers, [vec![0.0; 9], vec![1.0; 4], vec![2.0]].concat());
}
