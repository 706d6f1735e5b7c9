//! Tricolor: single rules, texts and pictures.

use ludex_core::{
    Draw, Evaluate, Game, Outcome, Playable, Player, Spec, Text, Visitor, conformance, perft, perft_bulk,
};
use ludex_games::tricolor::{
    Kind, LargeThreePlayer, LargeTwoPlayer, ThreePlayer, TricolorMove, TricolorState, TwoPlayer,
};

fn after<const N: usize>(game: &TwoPlayer, text: &str, moves: [&str; N]) -> TricolorState<2, 64> {
    let mut state = game.read_position(text).unwrap();
    for text in moves {
        let chosen = game.read_move(&state, text).unwrap();
        game.play(&mut state, chosen);
    }
    state
}

fn kinds(game: &TwoPlayer, state: &TricolorState<2, 64>, from: usize, to: usize) -> Vec<(usize, Kind)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut kinds: Vec<(usize, Kind)> =
        moves.iter().filter(|m| (m.from(), m.to()) == (from, to)).map(|m| (m.count(), m.kind())).collect();
    kinds.sort_unstable();
    kinds
}

#[test]
fn positions_and_moves_are_small() {
    assert_eq!(size_of::<TricolorState<2, 64>>(), 128);
    assert_eq!(size_of::<TricolorMove>(), 4);
}

#[test]
fn prisoners_travel_only_beneath_all_own_pieces_and_add_nothing() {
    let game = TwoPlayer::standard();
    let state = game.read_position("31:w2b3 1:b white 0").unwrap();
    // Straight left of the centre lie 30, 29, 28. Two own pieces reach two steps, with any number of prisoners.
    let groups = |to| kinds(&game, &state, 31, to).iter().map(|&(count, _)| count).collect::<Vec<_>>();
    assert_eq!((groups(30), groups(29), groups(28)), (vec![1, 2, 3, 4, 5], vec![2, 3, 4, 5], vec![]));
    let carried = after(&game, "31:w2b3 1:b white 0", ["31^3-30"]);
    assert_eq!(game.write_position(&carried), "1:b 30:w2b 31:b2 black 1");
}

#[test]
fn power_decides_between_nothing_imprisonment_and_capture() {
    let game = TwoPlayer::standard();
    // The centre is red: a piece from there counts 3. Tile 30 is white, 29 black, 32 black.
    let state = game.read_position("31:w3 32:b2 white 0").unwrap();
    assert_eq!(kinds(&game, &state, 31, 32), [(2, Kind::Imprison), (3, Kind::Capture)]);
    let state = game.read_position("31:w3 30:b1 white 0").unwrap();
    assert_eq!(kinds(&game, &state, 31, 30), [(1, Kind::Capture), (2, Kind::Capture), (3, Kind::Capture)]);
    let state = game.read_position("31:w 28:b3 32:b2 white 0").unwrap();
    assert_eq!(kinds(&game, &state, 31, 32), []);
}

#[test]
fn an_attack_is_compulsory() {
    let game = TwoPlayer::standard();
    let state = game.read_position("31:w2 30:b 61:w white 0").unwrap();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    assert!(moves.iter().all(|m| m.kind() >= Kind::Imprison));
    assert!(!game.is_quiet(&state));
    let refused = game.read_move(&state, "61-60").unwrap_err().to_string();
    assert!(refused.starts_with("'61-60' is not a legal move here"), "{refused}");
}

#[test]
fn capture_frees_own_prisoners_and_keeps_those_carried_along() {
    let game = TwoPlayer::standard();
    let state = after(&game, "31:w3b2 30:bw4 1:b white 7", ["31:30"]);
    assert_eq!(game.write_position(&state), "1:b 30:w7b2 black 1");
}

#[test]
fn imprisonment_frees_own_prisoners_and_does_not_stop_the_count() {
    let game = TwoPlayer::standard();
    let state = after(&game, "31:w3b2 32:b2w4 1:b white 7", ["31^2x32"]);
    assert_eq!(game.write_position(&state), "1:b 31:wb2 32:w6b2 black 8");
}

#[test]
fn prisoners_left_alone_are_free() {
    let game = TwoPlayer::standard();
    let state = after(&game, "31:wb2 1:b white 0", ["31^1-32"]);
    assert_eq!(game.write_position(&state), "1:b 31:b2 32:w black 1");
}

#[test]
fn without_any_capture_the_game_is_drawn_after_101_turns() {
    let game = TwoPlayer::standard();
    let mut state = game.start();
    let mut turns = 0;
    // White and Black each walk a piece onto the next column and back.
    while !game.turn(&state).is_over() {
        let text = [["61-60", "1-2"], ["60^1-61", "2^1-1"]][turns / 2 % 2][turns % 2];
        let chosen = game.read_move(&state, text).unwrap();
        game.play(&mut state, chosen);
        turns += 1;
    }
    assert_eq!(turns, 101);
    assert!(game.outcome(&state).unwrap().is_draw());
    assert!(game.without_draw_rules().is_some_and(|endless| !endless.turn(&state).is_over()));
}

#[test]
fn after_a_capture_exactly_100_further_turns_are_played() {
    let game = TwoPlayer::new(5, 100).unwrap();
    let mut state = after(&game, "31:w3 30:b1 1:b 61:w white 50", ["31:30"]);
    let mut turns = 0;
    while !game.turn(&state).is_over() {
        let text = [["1-2", "61-60"], ["2-1", "60-61"]][turns / 2 % 2][turns % 2];
        let chosen = game.read_move(&state, text).unwrap();
        game.play(&mut state, chosen);
        turns += 1;
    }
    assert_eq!(turns, 100);
}

#[test]
fn who_cannot_move_loses_even_when_the_game_would_be_drawn() {
    let game = TwoPlayer::standard();
    let state = game.read_position("31:w3b2 black 101").unwrap();
    assert_eq!(game.outcome(&state), Some(Outcome::loss(Player::SECOND)));
    // Blocked, though not without pieces: a lone piece in a corner behind stronger columns.
    let state = game.read_position("1:b 2:w3 6:w3 7:w3 black 5").unwrap();
    assert!(game.turn(&state).is_over());
    assert_eq!(game.outcome(&state).unwrap().winner(), Some(Player::FIRST));
}

#[test]
fn positions_that_cannot_be_are_refused_with_a_reason() {
    let game = TwoPlayer::standard();
    let cases = [
        ("1-19:b 44-61:w white 0", "Black has more than 18 pieces by tile 19"),
        ("1:b19 44:w white 0", "19 pieces in 'b19': from 1 to 18"),
        ("1:b 1:w 44:w white 0", "tile 1 is given twice"),
        ("1:b2b 44:w white 0", "'b2b' names a player twice"),
        ("1:b0 44:w white 0", "0 pieces in 'b0': from 1 to 18"),
        ("1: 44:w white 0", "a column without pieces is not written at all"),
        ("62:b 44:w white 0", "'62' is no tile: they are numbered 1 to 61"),
        ("9-5:b 44:w white 0", "'9-5' is no tile: they are numbered 1 to 61"),
        ("1:g 44:w white 0", "'g' is no column: pieces are 'w', 'b' with a number"),
        ("1:b 44:w 0", "the player to move is missing, as in '1-18:b 44-61:w white 0'"),
        ("1:b 44:w whit 0", "'whit' is no player; did you mean 'white'?"),
        ("1:b 44:w zzz 0", "'zzz' is no player; they are white, black"),
        ("1:b 44:w white black 0", "'black' after the player to move means nothing"),
        ("1:b 44:w white 102", "102 turns since a capture are too many: the game was drawn after 101"),
        (
            "1:b 44:w white 5 6",
            "'6' is no number of turns since the last capture, which stands once at the end",
        ),
        ("1:b 44:w white 0 out:black", "at most two of three players drop out, each once"),
        ("31:w3b2 white 5", "Black owns no tile, so it cannot be the turn of White"),
        ("", "the player to move is missing, as in '1-18:b 44-61:w white 0'"),
    ];
    for (text, expected) in cases {
        assert_eq!(game.read_position(text).unwrap_err().to_string(), expected, "{text}");
    }
    let three = ThreePlayer::standard();
    let error = three.read_position("1:w 2:b black 0 out:black").unwrap_err().to_string();
    assert_eq!(error, "Black dropped out and cannot be to move");
}

#[test]
fn wrong_moves_are_explained() {
    let game = TwoPlayer::standard();
    let state = game.read_position("31:w3 32:b2 white 0").unwrap();
    let error = |text: &str| game.read_move(&state, text).unwrap_err().to_string();
    assert_eq!(error("31-32"), "'31-32' is a capture: it is written '31:32'");
    assert_eq!(error("31^2:32"), "'31^2:32' is an imprisonment: it is written '31^2x32'");
    assert!(error("31").starts_with("'31' is not a move: write origin"));
    assert_eq!(game.read_move(&state, "31^3:32"), game.read_move(&state, "31:32"));
    assert_eq!(game.read_move(&state, "31^2×32"), game.read_move(&state, "31^2x32"));
}

#[test]
fn all_games_of_the_family_conform() {
    struct Conform;
    impl Visitor for Conform {
        type Output = Result<String, String>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            assert!(game.rules().len() > 500);
            conformance::check(&game, 4, 11).map(|()| game.name())
        }
    }
    let names = [
        "tricolor",
        "tricolor(side=3)",
        "tricolor(side=4,draw=0)",
        "tricolor(side=6)",
        "tricolor(players=3)",
        "tricolor(players=3,side=4,draw=20)",
        "tricolor(players=3,side=6)",
    ];
    for name in names {
        let opened = ludex_games::open(&Spec::parse(name).unwrap(), Conform).unwrap();
        assert_eq!(opened.as_deref(), Ok(name));
    }
    let refused =
        ludex_games::open(&Spec::parse("tricolor(players=3,side=3)").unwrap(), Conform).unwrap_err();
    assert_eq!(refused.to_string(), "tricolor for 3 players has a board of side 4 to 6, not 3");
}

#[test]
fn boards_of_other_sides_open_with_the_armies_three_rows_apart() {
    let small = TwoPlayer::new(3, 100).unwrap();
    assert_eq!(small.write_position(&small.start()), "1-3:b 17-19:w white 0");
    let middle = TwoPlayer::new(4, 100).unwrap();
    assert_eq!(middle.write_position(&middle.start()), "1-9:b 29-37:w white 0");
    let large = LargeTwoPlayer::new(6, 100).unwrap();
    assert_eq!(large.write_position(&large.start()), "1-30:b 62-91:w white 0");
    let three = LargeThreePlayer::new(6, 0).unwrap();
    assert_eq!(three.pieces(&three.start()), 63);
    assert!(TwoPlayer::new(6, 100).is_err() && TwoPlayer::new(2, 100).is_err());
}

#[test]
fn perft_counts_from_the_start_are_those_of_the_study() {
    let game = TwoPlayer::standard();
    for (depth, nodes) in [(1, 88), (2, 7_744), (3, 690_976)] {
        assert_eq!(perft(&game, &game.start(), depth), nodes);
    }
    assert_eq!(perft_bulk(&game, &game.start(), 4), 61_623_052);
}

#[test]
fn columns_with_two_kinds_of_prisoners_are_split_in_the_order_of_turns() {
    let game = ThreePlayer::standard();
    let play = |position: &str, text: &str| {
        let mut state = game.read_position(position).unwrap();
        let chosen = game.read_move(&state, text).unwrap();
        game.play(&mut state, chosen);
        game.write_position(&state)
    };
    // White's column over two black and two red prisoners: black ones lie above the red ones.
    assert_eq!(play("31:wb2r2 1:b 61:r white 0", "31^2-30"), "1:b 30:wb 31:br2 61:r black 1");
    assert_eq!(play("31:wb2r2 1:b 61:r white 0", "31^4-30"), "1:b 30:wb2r 31:r 61:r black 1");
    // Black's column: Red follows Black, then White.
    assert_eq!(play("31:bw2r2 1:w 61:r black 0", "31^1-30"), "1:w 30:b 31:r2w2 61:r red 1");
    // A capture removes the owner's pieces only; the third player's stay prisoners.
    assert_eq!(play("31:w3 30:br2w 1:b 61:r white 9", "31:30"), "1:b 30:w4r2 61:r black 1");
}

#[test]
fn a_player_of_three_without_a_move_drops_out_for_good() {
    let game = ThreePlayer::standard();
    let mut state = game.read_position("31:w3 30:b 61:r2 1:r white 0").unwrap();
    let chosen = game.read_move(&state, "31:30").unwrap();
    game.play(&mut state, chosen);
    assert_eq!(game.write_position(&state), "1:r 30:w3 61:r2 red 1 out:black");
    let state = game.read_position("30:w3b2 white 1 out:black,red").unwrap();
    let outcome = game.outcome(&state).unwrap();
    let places: Vec<f64> = Player::all(3).map(|player| outcome.place(player)).collect();
    assert_eq!(places, [1.0, 3.0, 2.0]);
}

#[test]
fn scenes_show_prisoners_beneath_their_owner() {
    let game = TwoPlayer::standard();
    let scene = game.scene(&game.read_position("31:w2b3 1:b white 60").unwrap());
    assert_eq!(scene.sites.len(), 61);
    let column: Vec<_> =
        scene.pieces.iter().filter(|piece| piece.site == 30).map(|p| (p.level, p.count)).collect();
    assert_eq!(column, [(0, 3), (1, 2)]);
    assert_eq!(scene.captions[0], "White is to move");
    assert_eq!(scene.captions[3], "Drawn in 41 turns unless something is captured");
    let x = |site: usize| scene.sites[site].at[0];
    assert_eq!((x(30), x(31) - x(30)), (0.0, 1.0));
}

proptest::proptest! {
    #[test]
    fn no_text_breaks_the_readers(text in "[0-9wbr:^x,. -]{0,24}", junk in ".{0,20}") {
        let (two, three) = (TwoPlayer::standard(), ThreePlayer::standard());
        for text in [format!("{text} white 3"), format!("1:b 61:w {text}"), format!("{text}{junk}"), junk.clone()] {
            if let Ok(state) = two.read_position(&text) {
                let written = two.write_position(&state);
                proptest::prop_assert_eq!(two.read_position(&written), Ok(state));
                let _ = two.scene(&state);
            }
            if let Ok(state) = three.read_position(&text) {
                proptest::prop_assert_eq!(three.read_position(&three.write_position(&state)), Ok(state));
            }
            if let Ok(chosen) = two.read_move(&two.start(), &text) {
                proptest::prop_assert!(two.is_legal(&two.start(), chosen));
            }
        }
    }
}
