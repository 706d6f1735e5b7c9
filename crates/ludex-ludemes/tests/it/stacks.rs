//! Pieces on top of others.

use ludex_core::{Game, Text, Turn};
use ludex_ludemes::described::{AnyDescribed, Described};
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::text::Source;

/// A game on four cells in a row, with these start rules, moves and ends.
fn row(start: &str, play: &str, end: &str) -> Described<1> {
    let text = format!(
        "(game \"Stacks\" (players 2)
            (equipment {{ (board (rectangle 1 4)) (piece \"Man\" Each) (hand Each) }})
            (rules (start {{ {start} }}) (play {play}) (end {end})))"
    );
    let library = Library::default();
    match AnyDescribed::compile(Source::new("stacks", text), &library, &Choices::none(), "stacks") {
        Ok(AnyDescribed::W1(game)) => game,
        Ok(_) => panic!("four cells fit into one word"),
        Err(problems) => panic!("{}", problems[0]),
    }
}

const NEVER: &str = "(if (is Full) (result Mover Win))";

fn moves<G: Game + Text>(game: &G, state: &G::State) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&made| game.write_move(state, made)).collect();
    texts.sort_unstable();
    texts
}

fn after(game: &Described<1>, chosen: &[&str]) -> String {
    let mut state = game.start();
    for text in chosen {
        let made = game.read_move(&state, text).unwrap();
        game.play(&mut state, made);
        let again = game.read_position(&game.write_position(&state)).unwrap();
        assert_eq!(game.key(&again), game.key(&state), "a position with stacks reads back");
        assert_eq!(game.key_from_scratch(&state), game.key(&state));
    }
    let text = game.write_position(&state);
    let words = text.split(' ').filter(|word| word.starts_with("board:") || word.starts_with("under:"));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_piece_that_moves_onto_another_lies_on_top_of_it() {
    let play = "(move (from (sites Occupied by:Mover)) (to (sites Occupied by:Next)) stack:True)";
    let game = row("(place \"Man1\" 0) (place \"Man2\" 1)", play, NEVER);
    assert_eq!(after(&game, &["a1-b1"]), "board:b1=Man1 under:b1=Man2");
    let mut state = game.start();
    game.play(&mut state, game.read_move(&game.start(), "a1-b1").unwrap());
    assert_eq!(moves(&game, &state), ["pass"], "a piece under another is no longer seen");
    assert_eq!(game.turn(&state), Turn::Player(ludex_core::Player::new(1)));
}

#[test]
fn part_of_a_stack_moves_in_its_order() {
    let start = "(place Stack items:{\"Man2\" \"Man1\" \"Man1\"} 0)";
    let play = "(forEach Piece (forEach Value min:1 max:(size Stack at:(from))
        (move (from) (to (sites Empty)) count:(value))) top:True)";
    let game = row(start, play, NEVER);
    assert_eq!(moves(&game, &game.start()).len(), 9, "one, two or three pieces to three cells");
    assert_eq!(after(&game, &["a1-b1:2"]), "board:a1=Man2,b1=Man1 under:b1=Man1");
    assert_eq!(after(&game, &["a1-d1:3"]), "board:d1=Man1 under:d1=Man2,d1=Man1");
}

#[test]
fn a_level_can_be_asked_about_moved_and_removed() {
    let start = "(place Stack items:{\"Man2\" \"Man1\" \"Man2\" \"Man1\"} 0)";
    let level = "(forEach Level 0 (if (is Enemy (who at:0 level:(level)))
        (move (from 0 level:(level)) (to (sites {2})))))";
    let game = row(start, level, NEVER);
    assert_eq!(moves(&game, &game.start()), ["a1-c1.0", "a1-c1.2"]);
    assert_eq!(after(&game, &["a1-c1.2"]), "board:a1=Man1,c1=Man2 under:a1=Man2,a1=Man1");
    let remove = "(move Remove 0 level:1)";
    let game = row(start, remove, NEVER);
    assert_eq!(after(&game, &["xa1.1"]), "board:a1=Man1 under:a1=Man2,a1=Man2");
}

#[test]
fn the_rules_can_count_levels() {
    let start = "(place Stack items:{\"Man2\" \"Man1\" \"Man1\"} 0)";
    let conditions = [
        "(= 3 (size Stack at:0))",
        "(= 2 (topLevel at:0))",
        "(= 2 (count Stack at:0 if:(= 1 (who at:(to) level:(level)))))",
        "(= 2 (count Pieces P1))",
        "(= 1 (count Pieces P2))",
        "(= 0 (where Level \"Man\" P2 at:0))",
        "(= 3 (count at:0))",
        "(= 0 (count Sites in:(sites Occupied by:P2)))",
        "(= 1 (count Sites in:(sites Occupied by:P2 top:False)))",
    ];
    for condition in conditions {
        let play = format!("(if {condition} (move Add (to (sites {{3}}))))");
        let game = row(start, &play, NEVER);
        assert_eq!(moves(&game, &game.start()), ["d1"], "{condition}");
    }
}

#[test]
fn a_line_can_run_up_a_stack() {
    let start = "(place Stack \"Man1\" 0 count:2)";
    let end = "(if (is Line 3 byLevel:True) (result Mover Win))";
    let game = row(start, "(move Add (to (sites Board)) stack:True)", end);
    let mut state = game.start();
    game.play(&mut state, game.read_move(&game.start(), "a1").unwrap());
    assert_eq!(game.turn(&state), Turn::Over);
    let mut state = game.start();
    game.play(&mut state, game.read_move(&game.start(), "b1").unwrap());
    assert_ne!(game.turn(&state), Turn::Over);
}

#[test]
fn stacks_do_not_grow_without_end() {
    let play = "(move Add (to (sites Board)) count:60000 stack:True)";
    let game = row("(place Stack \"Man1\" 0 count:30000)", play, "(if (is Empty 0) (result Mover Win))");
    let mut state = game.start();
    for _ in 0..8 {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        game.play(&mut state, moves[0]);
    }
    assert_eq!(state.height(0), 256);
}
