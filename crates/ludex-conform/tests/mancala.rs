//! The recorded games, positions and counts of the mancala family that come with the project.

use std::path::Path;

use ludex_conform::{Agreement, Input, check};

fn replay(file: &str) -> Agreement {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../oracle").join(file);
    let input = Input::open(&path).unwrap_or_else(|trouble| panic!("{file}: {trouble}"));
    check(&input).unwrap_or_else(|trouble| panic!("{file}: {trouble}"))
}

#[test]
fn recorded_games_replay_move_for_move() {
    for (file, game) in [
        ("awari", "awari"),
        ("oware", "oware"),
        ("vai_lung_thlan", "vai-lung-thlan"),
        ("ohvalhu", "ohvalhu"),
        ("kalah", "kalah"),
    ] {
        let agreement = replay(&format!("mancala/{file}.jsonl.gz"));
        assert_eq!((agreement.game.as_str(), agreement.games), (game, 200));
        let agreement = replay(&format!("mancala/{file}_edge.jsonl.gz"));
        assert_eq!((agreement.game.as_str(), agreement.games), (game, 400));
    }
}

#[test]
fn perft_counts_agree() {
    let agreement = replay("mancala/perft.json");
    assert_eq!(agreement.games, 30);
    assert_eq!(agreement.plies, 240);
}
