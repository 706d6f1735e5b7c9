//! The recorded games, positions and counts of the mancala family that come with the project.

use std::path::Path;

use ludex_conform::{Agreement, Input, Trouble, check};

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

#[test]
fn games_that_ludii_played_replay_move_for_move() {
    for (file, game) in [
        ("Awari", "awari(rules=ludii)"),
        ("FairKalah_board1", "kalah"),
        ("Kalah", "kalah(rules=ludii)"),
        ("Ovalhu", "ohvalhu(rules=ludii)"),
        ("Oware", "oware(rules=ludii)"),
        ("Oware_12max_25end", "oware(pit-limit=12,pass=true,deadlock-draws=true,majority=true,rules=ludii)"),
        ("Oware_12max_nopiece", "oware(pit-limit=12,rules=ludii)"),
        ("Oware_nolimit_25end", "oware(pass=true,deadlock-draws=true,majority=true,rules=ludii)"),
        ("Vai_Lung_Thlan", "vai-lung-thlan(rules=ludii)"),
        ("Wari", "wari(rules=ludii)"),
        ("English_Wari_St_Lucia", "english-wari-st-lucia"),
        ("French_Wari", "french-wari"),
        ("Papan_Dakon", "papan-dakon"),
        ("Tricolor", "tricolor(rules=ludii)"),
    ] {
        let agreement = replay(&format!("ludii_mancala/{file}.jsonl.gz"));
        assert_eq!((agreement.game.as_str(), agreement.games), (game, 20));
    }
}

#[test]
fn a_game_that_is_not_ours_is_said_to_be_unsupported() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../oracle/ludii_mancala/French_Wari.jsonl.gz");
    let known = Input::open(&path).unwrap();
    let unknown = known.text().replacen("French_Wari", "Nobody's_Wari", 1);
    assert!(matches!(check(&Input::from_text("unknown", unknown)), Err(Trouble::Unsupported(_))));
}

#[test]
fn a_wrong_move_is_found_with_its_place() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../oracle/mancala/kalah.jsonl.gz");
    let good = Input::open(&path).unwrap();
    let first = good.text().lines().next().unwrap();
    let bad = first.replacen("\"stores_after\":[0,0]", "\"stores_after\":[0,1]", 1);
    let Err(Trouble::Mismatch(mismatch)) = check(&Input::from_text("bad", bad)) else { panic!("not found") };
    assert_eq!((mismatch.game.as_str(), mismatch.line), ("kalah", 1));
}
