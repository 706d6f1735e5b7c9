//! What follows from moves, and where they may end.

use ludex_core::{Game, Player, Text, Turn};
use ludex_ludemes::described::{AnyDescribed, Described};
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::text::Source;

/// A game on a row of four cells with these moves of its pieces and this rule of play.
fn row(moves: &str, play: &str) -> Described<1> {
    let text = format!(
        "(game \"Row\" (players 2)
            (equipment {{ (board (rectangle 1 4)) (piece \"Man\" Each {moves}) }})
            (rules (start {{ (place \"Man1\" 0) (place \"Man2\" 3) }}) (play {play})
                (end (if (is Full) (result Mover Win)))))"
    );
    let library = Library::default();
    match AnyDescribed::compile(Source::new("row", text), &library, &Choices::none(), "row") {
        Ok(AnyDescribed::W1(game)) => game,
        Ok(_) => panic!("four cells fit into one word"),
        Err(problems) => panic!("{}", problems[0]),
    }
}

fn mover_after(game: &Described<1>, chosen: &str) -> Turn {
    let mut state = game.start();
    let made = game.read_move(&state, chosen).unwrap();
    game.play(&mut state, made);
    game.turn(&state)
}

#[test]
fn what_follows_from_the_moves_of_all_pieces_follows_from_each() {
    let step = "(move Step (to if:(is Empty (to))))";
    let again = row(step, "(forEach Piece (then (moveAgain)))");
    let mut moves = Vec::new();
    again.moves(&again.start(), &mut moves);
    assert_eq!(moves.len(), 1);
    let text = again.write_move(&again.start(), moves[0]);
    assert_eq!(mover_after(&again, &text), Turn::Player(Player::new(0)));
    let plain = row(step, "(forEach Piece)");
    assert_eq!(mover_after(&plain, "a1-b1"), Turn::Player(Player::new(1)));
}

#[test]
fn the_same_moves_elsewhere_are_left_alone() {
    let step = "(move Step (to if:(is Empty (to))))";
    let first = "(if (= 0 (count Moves)) (forEach Piece) (forEach Piece (then (moveAgain))))";
    let game = row(step, first);
    assert_eq!(mover_after(&game, "a1-b1"), Turn::Player(Player::new(1)));
}

#[test]
fn moves_of_a_piece_that_are_those_of_all_pieces_are_refused() {
    let text = "(game \"Round\" (players 2)
        (equipment { (board (square 3)) (piece \"Man\" Each (forEach Piece (then (moveAgain)))) })
        (rules (play (forEach Piece)) (end (if (is Full) (result Mover Win)))))";
    let library = Library::default();
    let game = AnyDescribed::compile(Source::new("round", text), &library, &Choices::none(), "round");
    assert!(game.is_err_and(|problems| problems[0].message.contains("moves of all pieces")));
}

#[test]
fn a_slide_ends_only_where_the_condition_of_its_effect_holds() {
    let slide = "(move Slide (to (apply if:(= 2 (to)))))";
    let game = row(slide, "(forEach Piece)");
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    let texts: Vec<String> = moves.iter().map(|&made| game.write_move(&game.start(), made)).collect();
    assert_eq!(texts, ["a1-c1"]);
}

#[test]
fn a_vote_decides_what_more_than_half_want() {
    let play =
        "(if (is Proposed \"End\") (or (move Vote \"End\") (move Vote \"No\")) (move Propose {\"End\"}))";
    let text = format!(
        "(game \"Vote\" (players 3)
            (equipment {{ (board (square 2)) (piece \"Man\" Each) }})
            (rules (play {play}) (end (if (is Decided \"End\") (result All Draw)))))"
    );
    let library = Library::default();
    let Ok(AnyDescribed::W1(game)) =
        AnyDescribed::compile(Source::new("vote", text), &library, &Choices::none(), "vote")
    else {
        panic!("a game of votes");
    };
    let after = |votes: &[&str]| {
        let mut state = game.start();
        for vote in votes {
            let made = game.read_move(&state, vote).unwrap();
            game.play(&mut state, made);
            let again = game.read_position(&game.write_position(&state)).unwrap();
            assert_eq!(game.key(&again), game.key(&state));
        }
        game.turn(&state)
    };
    let (propose, end, no) = ("propose:End", "vote:End", "vote:No~2");
    assert_eq!(after(&[propose, end, no, end]), Turn::Over);
    // Without a majority the proposal is forgotten and can be made again.
    assert_eq!(after(&[propose, no, no, end, propose]), Turn::Player(Player::new(2)));
}

#[test]
fn moves_that_ask_what_follows_from_moves_come_to_an_end() {
    let step = "(move Step (to if:(is Empty (to))))";
    let threat = "(is Threatened (id \"Man\" Next))";
    let checked = "(do (forEach Piece) ifAfterwards:(not (is Threatened (id \"Man\" Mover)))";
    let game = row(step, &format!("{checked} (then (if {threat} (moveAgain))))"));
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    assert_eq!(moves.len(), 1);
}

/// The position after both players have stepped forth and back, so many times.
fn forth_and_back(game: &Described<1>, times: usize) -> <Described<1> as Game>::State {
    let mut state = game.start();
    let mut moves = Vec::new();
    for step in ["a1-b1", "d1-c1", "b1-a1", "c1-d1"].repeat(times) {
        game.moves(&state, &mut moves);
        let made = moves.iter().find(|&&made| game.write_move(&state, made).starts_with(step));
        game.play(&mut state, *made.unwrap());
    }
    state
}

#[test]
fn the_number_of_the_turn_is_part_of_the_essence_only_where_a_rule_asks_for_it() {
    let step = "(move Step (to if:(is Empty (to))))";
    let plain = row(step, "(forEach Piece)");
    assert_ne!(forth_and_back(&plain, 1), forth_and_back(&plain, 2));
    assert_eq!(plain.essence(&forth_and_back(&plain, 1)), plain.essence(&forth_and_back(&plain, 2)));
    // What the essence leaves out changes neither the moves nor the results.
    let (mut listed, mut again) = (Vec::new(), Vec::new());
    plain.moves(&forth_and_back(&plain, 2), &mut listed);
    plain.moves(&plain.essence(&forth_and_back(&plain, 2)), &mut again);
    assert_eq!(listed, again);
    for asks in ["(count Moves)", "(count Turns)", "(counter)"] {
        let counting = row(step, &format!("(if (= 99 {asks}) (move Pass) (forEach Piece))"));
        let (one, other) = (forth_and_back(&counting, 1), forth_and_back(&counting, 2));
        assert_ne!(counting.essence(&one), counting.essence(&other), "{asks}");
    }
}
