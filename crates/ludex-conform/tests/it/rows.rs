//! The recorded games and counts of Tria and Tessera that come with the project.

use std::path::Path;

use ludex_conform::{Agreement, Input, Trouble, check};

fn replay(file: &str) -> Agreement {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../oracle/nrow").join(file);
    let input = Input::open(&path).unwrap_or_else(|trouble| panic!("{file}: {trouble}"));
    check(&input).unwrap_or_else(|trouble| panic!("{file}: {trouble}"))
}

#[test]
fn recorded_games_replay_move_for_move() {
    for file in ["tria_games.jsonl.gz", "tessera_games.jsonl.gz"] {
        assert_eq!(replay(file).games, 600, "{file}");
    }
}

#[test]
fn perft_counts_agree() {
    let agreement = replay("perft.csv");
    assert_eq!((agreement.games, agreement.plies), (21, 136));
}

const GAME: &str = r#"{"id":"x","board":[1,5],"k":3,"variant":"1","plies":3,"result":"unfinished","reason":"ply_cap","moves":[{"player":"B","empties":5,"cell":[0,1],"captured":[]},{"player":"W","empties":4,"cell":[0,2],"captured":[]},{"player":"B","empties":3,"cell":[0,3],"captured":[[0,2]]}],"final":[".B.B."]}"#;

#[test]
fn a_disagreement_names_the_place() {
    assert_eq!(check(&Input::from_text("game", GAME)).unwrap().plies, 3);
    let trouble = |wrong: String| match check(&Input::from_text("game", wrong)) {
        Err(Trouble::Mismatch(mismatch)) => (mismatch.ply, mismatch.expected),
        other => panic!("no mismatch but {other:?}"),
    };
    let cases = [
        (r#""variant":"1""#, r#""variant":"2""#, 2, "captured stones [[0, 2]]"),
        (r#""empties":4"#, r#""empties":3"#, 1, "empty squares 3"),
        (r#""player":"W""#, r#""player":"B""#, 1, "player \"B\""),
        (r#""cell":[0,2]"#, r#""cell":[0,1]"#, 1, "legality of 0,1 true"),
        (r#""cell":[0,2]"#, r#""cell":[7,99999999]"#, 1, "legality of 7,99999999 true"),
        (r#""result":"unfinished""#, r#""result":"B""#, 3, "result \"B\""),
        (r#"".B.B.""#, r#"".BWB.""#, 3, "final board [\".BWB.\"]"),
        (r#""plies":3"#, r#""plies":4"#, 3, "plies 4"),
    ];
    for (right, wrong, ply, expected) in cases {
        assert_eq!(trouble(GAME.replace(right, wrong)), (ply, expected.to_string()));
    }
}

#[test]
fn boards_and_lines_beyond_the_engine_are_unsupported() {
    for (right, wrong) in
        [("[1,5]", "[1,50]"), (r#""k":3"#, r#""k":9"#), (r#""variant":"1""#, r#""variant":"3""#)]
    {
        let answer = check(&Input::from_text("game", GAME.replace(right, wrong)));
        assert!(matches!(answer, Err(Trouble::Unsupported(_))), "{answer:?}");
    }
}
