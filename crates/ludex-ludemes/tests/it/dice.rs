//! Dice: rolls are turns of chance, and moves use the numbers up.

use ludex_core::{Game, Rng, Text, Turn, conformance};
use ludex_ludemes::described::{AnyDescribed, Described};
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::shelf;
use ludex_ludemes::text::Source;

/// A race on six cells in a row, with these dice, moves and ends.
fn race(dice: &str, play: &str, end: &str) -> Described<1> {
    let text = format!(
        "(game \"Race\" (players 2)
            (equipment {{
                (board (rectangle 1 6) (track \"Way\" {{0..5 End}} directed:True))
                (piece \"Man\" Each) (hand Each) {dice}
            }})
            (rules (start {{ (place \"Man1\" 0) (place \"Man2\" 1) }}) (play {play}) (end {end})))"
    );
    match AnyDescribed::compile(Source::new("race", text), &Library::default(), &Choices::none(), "race") {
        Ok(AnyDescribed::W1(game)) => game,
        Ok(_) => panic!("a dozen places fit into one word"),
        Err(problems) => panic!("{}", problems[0]),
    }
}

const NEVER: &str = "(if (is Full) (result Mover Win))";
const ARRIVES: &str = "(if (is In (last To) (sites {5})) (result Mover Win))";

/// A man goes as far as the dice show in all.
const BY_SUM: &str = "(do (roll) next:(forEach Piece (move (from)
    (to (trackSite Move from:(from) \"Way\" steps:(count Pips)) if:(is Empty (to))))))";

/// A man goes as far as a die shows, until both have been used.
const BY_DIE: &str = "(do (if (not (is Prev Mover)) (roll))
    next:(forEach Die if:(!= 0 (pips)) (forEach Piece (move (from)
        (to (trackSite Move from:(from) \"Way\" steps:(pips)) if:(is Empty (to))))))
    (then (if (not (or (was Pass) (all DiceUsed))) (moveAgain))))";

fn moves(game: &Described<1>, chosen: &[&str]) -> Vec<String> {
    let mut state = game.start();
    for text in chosen {
        let made = game.read_move(&state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(&mut state, made);
        let again = game.read_position(&game.write_position(&state)).unwrap();
        assert_eq!(again, state, "a position with dice reads back");
    }
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    moves.iter().map(|&made| game.write_move(&state, made)).collect()
}

#[test]
fn a_roll_comes_before_the_choice_and_every_face_is_equally_likely() {
    let game = race("(dice d:4 num:1)", BY_SUM, NEVER);
    let start = game.start();
    assert_eq!(game.turn(&start), Turn::Chance);
    let mut events = Vec::new();
    game.chances(&start, &mut events);
    assert_eq!(events.iter().map(|event| event.1).collect::<Vec<_>>(), [0.25; 4]);
    assert_eq!(moves(&game, &["draw2"]), ["a1-c1"]);
    assert_eq!(moves(&game, &["draw4"]), ["a1-e1"]);
}

#[test]
fn who_cannot_use_the_dice_passes() {
    let game = race("(dice d:4 num:1)", BY_SUM, NEVER);
    assert_eq!(moves(&game, &["draw1"]), ["pass"]);
    assert_eq!(moves(&game, &["draw1", "pass", "draw4"]), ["b1-f1"], "the turn has passed on");
}

#[test]
fn dice_are_added_up_with_the_numbers_on_their_faces() {
    let game = race("(dice d:2 facesByDie:{{0 1} {0 3}} num:2)", BY_SUM, NEVER);
    assert_eq!(moves(&game, &["draw1", "draw2"]), ["a1-d1"]);
    assert_eq!(moves(&game, &["draw2", "draw2"]), ["a1-e1"]);
}

#[test]
fn each_die_is_used_once() {
    let game = race("(dice d:4 num:2)", BY_DIE, NEVER);
    assert_eq!(moves(&game, &["draw2", "draw3"]), ["a1-c1", "a1-d1~2"]);
    assert_eq!(moves(&game, &["draw2", "draw3", "a1-d1~2"]), ["d1-f1"], "the two is left");
    assert_eq!(moves(&game, &["draw2", "draw3", "a1-d1~2", "d1-f1"]).len(), 4, "the other player rolls");
}

#[test]
fn doubles_are_played_twice_where_the_rules_say_so() {
    let doubles = BY_DIE.replace("(forEach Die ", "(forEach Die replayDouble:True ");
    let game = race("(dice d:2 num:2)", &doubles.replace("if:(is Empty (to))", ""), NEVER);
    let played = moves(&game, &["draw1", "draw1", "a1-b1", "b1-c1~2", "c1-d1", "d1-e1~2"]);
    assert_eq!(played, ["draw1", "draw2"], "four moves of one, then the other player rolls");
    assert_eq!(moves(&game, &["draw1", "draw2", "a1-b1", "b1-d1~2"]), ["draw1", "draw2"]);
}

#[test]
fn two_dice_may_be_used_together_where_the_rules_say_so() {
    let combined = BY_DIE.replace("(forEach Die ", "(forEach Die combined:True ");
    let game = race("(dice d:4 num:2)", &combined, NEVER);
    assert_eq!(moves(&game, &["draw2", "draw3"]), ["a1-c1", "a1-d1~2", "a1-f1~3"]);
}

#[test]
fn what_dice_show_can_be_asked() {
    let play = "(do (roll) next:(move Add (to (sites Empty)
        if:(or (all DiceEqual) (= (to) (face 9))))))";
    let game = race("(dice d:6 from:0 num:2)", play, NEVER);
    assert_eq!(moves(&game, &["draw4", "draw6"]), ["f1"], "the second die shows five");
    assert_eq!(moves(&game, &["draw4", "draw4"]).len(), 4, "all four empty cells");
}

#[test]
fn races_pass_the_kit() {
    for play in [BY_SUM, BY_DIE] {
        conformance::check(&race("(dice d:3 num:2)", play, ARRIVES), 10, 3).unwrap();
    }
}

#[test]
fn tracks_that_come_by_a_place_twice_know_how_far_a_piece_has_come() {
    let text = "(game \"Loop\" (players 1)
        (equipment { (board (rectangle 1 4) (track \"Way\" {0 1 2 3 2 1 0 End} P1 directed:True)) (piece \"Man\" P1) })
        (rules (start (place \"Man\" 0))
            (play (forEach Piece (move (from) (to (trackSite Move from:(from) \"Way\" steps:1)))))
            (end (if (= 6 (count Moves)) (result P1 Win)))))";
    let game =
        match AnyDescribed::compile(Source::new("loop", text), &Library::default(), &Choices::none(), "loop")
        {
            Ok(AnyDescribed::W1(game)) => game,
            Ok(_) => panic!("four places fit into one word"),
            Err(problems) => panic!("{}", problems[0]),
        };
    let way = ["a1-b1", "b1-c1", "c1-d1", "d1-c1", "c1-b1"];
    assert_eq!(moves(&game, &way), ["b1-a1"], "on the way back");
}

#[test]
fn random_games_of_backgammon_end_with_a_winner_who_has_borne_off_all() {
    let spec = ludex_core::Spec::parse("backgammon").unwrap();
    let game = shelf::compile(shelf::find(spec.name()).unwrap(), &spec).unwrap();
    let AnyDescribed::W1(game) = game else { panic!("backgammon fits into one word") };
    for number in 0..20 {
        let mut state = game.start();
        game.playout(&mut state, &mut Rng::derived(5, number, 0), 10_000, &mut Vec::new());
        let winner = game.outcome(&state).and_then(|outcome| outcome.winner()).expect("somebody wins");
        let hand = format!("hand{0}.1=Checker{0}*15", winner.index() + 1);
        assert!(game.write_position(&state).contains(&hand), "{}", game.write_position(&state));
    }
}

#[test]
fn a_checker_on_the_bar_enters_first() {
    let spec = ludex_core::Spec::parse("backgammon").unwrap();
    let Ok(AnyDescribed::W1(game)) = shelf::compile(shelf::find(spec.name()).unwrap(), &spec) else {
        panic!("backgammon compiles")
    };
    let text = game.write_position(&game.start()).replace("m1=Checker1*2", "m1=Checker1,g1=Checker1");
    let mut state = game.read_position(&text).unwrap();
    for draw in ["draw6", "draw5"] {
        let drawn = game.read_move(&state, draw).unwrap();
        game.play(&mut state, drawn);
    }
    let mut legal = Vec::new();
    game.moves(&state, &mut legal);
    let texts: Vec<String> = legal.iter().map(|&made| game.write_move(&state, made)).collect();
    assert_eq!(legal.len(), 1, "{texts:?}");
    assert!(texts[0].starts_with("g1-i1"), "five places on, as six is held by the other: {texts:?}");
}
