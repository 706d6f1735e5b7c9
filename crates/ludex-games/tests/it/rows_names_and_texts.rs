//! What a person can type about games of rows: names, moves, positions; what is refused, and how.

use ludex_core::{Describe, Draw, Evaluate, Game, Playable, Player, Spec, Text, Turn, Visitor};
use ludex_games::open;
use ludex_games::rows::{Capture, Cell, Rows, Rules};

struct Name;

impl Visitor for Name {
    type Output = String;
    fn visit<G: Playable>(self, game: G) -> String {
        game.name()
    }
}

fn name(text: &str) -> Result<String, String> {
    let spec = Spec::parse(text).map_err(|why| why.to_string())?;
    open(&spec, Name).map_err(|why| why.to_string())
}

#[test]
fn names_lead_back_to_the_same_game() {
    let cases = [
        ("tria", "tria"),
        ("tria(capture=12,rows=4,cols=5)", "tria(rows=4)"),
        ("tria(1)", "tria(capture=1)"),
        ("tessera(refill,1,rows=4,cols=5)", "tessera(rows=4,cols=5,capture=1,refill=true)"),
        ("rows(line=3)", "tria(rows=15,cols=15,capture=0)"),
        ("rows(line=6)", "rows(line=6)"),
        ("rows(rows=19,cols=19,capture=2,pairs=5)", "rows(rows=19,cols=19,capture=2,pairs=5)"),
    ];
    for (typed, canonical) in cases {
        assert_eq!(name(typed).as_deref(), Ok(canonical));
        assert_eq!(name(canonical).as_deref(), Ok(canonical));
    }
}

#[test]
fn impossible_games_are_refused_in_a_sentence() {
    let cases = [
        ("tria(rows=0)", "tria: rows must be a whole number from 1 to 26, not '0'"),
        ("tria(cols=27)", "tria: cols must be a whole number from 1 to 26, not '27'"),
        (
            "tria(rows=20,cols=19)",
            "tria: a board of 20 by 19 squares is too large; it may have up to 361 squares",
        ),
        ("rows(line=7)", "rows: line must be a whole number from 3 to 6, not '7'"),
        ("tria(capture=3)", "tria: capture must be one of 0, 1, 2, 12, not '3'"),
        ("tria(0,pairs=2)", "tria: pairs=0 is the only choice where nothing is captured (capture=0)"),
        ("tria(0,refill)", "tria: refill means nothing where nothing is captured (capture=0)"),
    ];
    for (typed, sentence) in cases {
        assert_eq!(name(typed), Err(sentence.to_string()));
    }
}

fn game(rows: usize, cols: usize, capture: Capture) -> Rows<u64> {
    Rows::new(Rules::new(rows, cols, 3, capture).unwrap())
}

#[test]
fn squares_are_named_from_the_bottom_left() {
    let game = game(3, 4, Capture::One);
    let start = game.start();
    assert_eq!(game.write_move(&start, Cell::new(0)), "a3");
    assert_eq!(game.write_move(&start, Cell::new(11)), "d1");
    assert_eq!(game.read_move(&start, " d1 "), Ok(Cell::new(11)));
    for wrong in ["", "a", "1", "a0", "a4", "e1", "a01", "a+1", "A1", "é1", "a99999999999999999999", "a1 b1"]
    {
        assert!(game.read_move(&start, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_capture_is_seen_in_the_position() {
    let game = game(3, 4, Capture::One);
    let mut state = game.start();
    for chosen in ["a3", "b3", "c3"] {
        let chosen = game.read_move(&state, chosen).unwrap();
        game.play(&mut state, chosen);
    }
    assert_eq!(game.write_position(&state), "b1b1/4/4 w");
    assert_eq!(game.scene(&state).pieces.len(), 2);
}

fn refusal(game: &Rows<u64>, text: &str) -> String {
    game.read_position(text).unwrap_err().to_string()
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let with_captures = game(3, 4, Capture::One);
    let cases = [
        ("", "a position is written like '4/4/4 b'"),
        ("4/4/4", "a position is written like '4/4/4 b'"),
        ("4/4 b", "there are 2 rows where the board has 3"),
        ("4/5/4 b", "row 2 has 5 squares where the board has 4"),
        ("4/4/bwbwb b", "row 1 has 5 squares where the board has 4"),
        ("4/99999999999999999999/4 b", "row 2 has 1000 squares where the board has 4"),
        ("4/x3/4 b", "'x' is not a stone; b is black, w is white, numbers are empty squares"),
        ("4/4/4 x", "the player to move is b or w, not 'x'"),
        ("4/4/4 b b", "'b' is more than a position of this game says"),
        ("4/4/4 w", "Black has no stone, but must have placed one just before White's turn"),
        ("b3/4/4 b", "White has no stone, but must have placed one just before Black's turn"),
        ("bbb1/ww2/4 b", "Black has won already, so it cannot be that player's turn"),
        ("bbb1/4/www1 w", "White has won already, so it cannot be that player's turn"),
        ("bbb1/4/bbbw w", "Black has two lines that no single stone can have completed"),
    ];
    for (text, sentence) in cases {
        assert_eq!(refusal(&with_captures, text), sentence, "{text}");
    }
    let without = game(3, 4, Capture::None);
    let sentence = "with 2 black and 1 white stones on the board it cannot be Black's turn";
    assert_eq!(refusal(&without, "bb2/4/w3 b"), sentence);
    let with_pairs = Rows::<u64>::new(Rules::new(3, 4, 3, Capture::Two).unwrap().with_pairs(2).unwrap());
    assert!(with_pairs.read_position("b2b/4/1w2 w 2:0").is_err(), "2 + 0 placed against 1 + 2");
    assert!(with_pairs.read_position("b2b/b3/1w2 w 2:0").is_err(), "3 + 0 placed against 1 + 2");
    assert!(with_pairs.read_position("b2b/2b1/4 w 2:0").is_ok(), "3 + 0 placed against 0 + 2");
    assert_eq!(
        refusal(&with_pairs, "b3/4/4 w"),
        "after the player to move come the stones captured by Black and White, like 2:0"
    );
}

#[test]
fn squares_to_be_filled_must_come_from_one_capture() {
    let rules = Rules::new(3, 5, 3, Capture::One).unwrap().with_refill(true).unwrap();
    let game = Rows::<u64>::new(rules);
    let state = game.read_position("b1b2/5/4w w b3").unwrap();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    assert_eq!(moves, [Cell::new(1)]);
    assert_eq!(
        refusal(&game, "b1b2/5/4w w d3"),
        "no single move can have emptied exactly the squares that must be filled"
    );
    assert_eq!(refusal(&game, "b1b2/5/4w w a3"), "a3 has a stone, so it need not be filled");
    assert_eq!(refusal(&game, "b1b2/5/4w w z9"), "'z9' is not a square of this board");
    assert_eq!(refusal(&game, "bbb2/5/4w w b2"), "the game is over, so nothing must be filled");
}

#[test]
fn a_winning_move_may_leave_the_square_unfilled() {
    let rules = Rules::new(3, 5, 3, Capture::One).unwrap().with_refill(true).unwrap();
    let game = Rows::<u64>::new(rules);
    let state = game.read_position("b1b2/5/3ww w b3").unwrap();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let moves: Vec<String> = moves.iter().map(|&chosen| game.write_move(&state, chosen)).collect();
    assert_eq!(moves, ["b3", "c1"]);
}

#[test]
fn captured_pairs_win() {
    let rules = Rules::new(1, 12, 6, Capture::Two).unwrap().with_pairs(1).unwrap();
    let game = Rows::<u64>::new(rules);
    let mut state = game.read_position("bww7b1 b 0:0").unwrap();
    let chosen = game.read_move(&state, "d1").unwrap();
    game.play(&mut state, chosen);
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!(game.outcome(&state).unwrap().winner(), Some(Player::FIRST));
    assert_eq!(game.standing(&state, Player::FIRST), 1.0);
    assert_eq!(game.write_position(&state), "b2b6b1 w 2:0");
    assert_eq!(game.read_position("b2b6b1 w 2:0"), Ok(state));
    let sentence = "White has no stone, but must have placed one just before Black's turn";
    assert_eq!(refusal(&game, "b2b6b1 b 2:0"), sentence);
}

#[test]
fn moves_that_are_not_legal_do_no_harm() {
    let game = game(3, 3, Capture::Both);
    let mut state = game.start();
    for square in [0, 0, 4, 4, 9, 63, 64, 400, usize::MAX, 1, 2, 1, 0, 8, 7, 6, 5, 3, 3] {
        game.play(&mut state, Cell::new(square));
        let _ = (game.write_position(&state), game.outcome(&state), game.scene(&state), game.turn(&state));
    }
}

#[test]
fn the_rules_mention_what_the_parameters_change() {
    let rules = |rules: Rules| Describe::rules(&Rows::<u64>::new(rules));
    let plain = rules(Rules::new(3, 3, 3, Capture::None).unwrap());
    assert!(plain.contains("three or more") && !plain.contains("aptur"), "{plain}");
    let all = Rules::new(7, 8, 4, Capture::Both).unwrap().with_pairs(5).unwrap().with_refill(true).unwrap();
    let all = rules(all);
    for words in
        ["7 rows of 8", "four or more", "single enemy stone or", "10 stones (5 pairs)", "just emptied"]
    {
        assert!(all.contains(words), "{words} in {all}");
    }
}
