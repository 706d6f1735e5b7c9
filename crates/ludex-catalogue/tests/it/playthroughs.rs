//! One seeded random game of every game, compared with the text kept in `playthroughs/`. When a change of
//! behaviour is meant, `cargo xtask golden` writes the texts anew.

use std::path::{Path, PathBuf};

use ludex_core::playthrough;

use crate::all;

/// Very long games are cut off: the first part shows the rules at work.
const LIMIT: usize = 400;

fn file_of(game: &str) -> PathBuf {
    let plain: String =
        game.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    let name = format!("{}.txt", plain.trim_end_matches('_'));
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs").join(name)
}

#[test]
fn every_game_plays_as_it_did() {
    let renew = std::env::var_os("LUDEX_RENEW").is_some();
    let mut faults = Vec::new();
    for game in all::games() {
        let mut session = ludex_catalogue::session(&game).unwrap_or_else(|error| panic!("{game}: {error}"));
        let text = playthrough(session.as_mut(), 2026, LIMIT);
        let path = file_of(&game);
        if renew {
            std::fs::write(&path, &text).unwrap();
        }
        match std::fs::read_to_string(&path) {
            Ok(kept) if kept == text => {}
            Ok(kept) => {
                let same = kept.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
                let (was, is) = (kept.lines().nth(same).unwrap_or(""), text.lines().nth(same).unwrap_or(""));
                faults.push(format!("{game}, line {}: was '{was}', is '{is}'", same + 1));
            }
            Err(_) => faults.push(format!("{game}: no playthrough is kept")),
        }
    }
    assert!(faults.is_empty(), "{}\nIf this is meant: cargo xtask golden", faults.join("\n"));
}
