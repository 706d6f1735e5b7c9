//! Every game goes through the conformance kit.

use std::sync::atomic::{AtomicUsize, Ordering};

use ludex_core::{Playable, Visitor, conformance};

use crate::all;

struct Check;

impl Visitor for Check {
    type Output = Result<(), String>;

    fn visit<G: Playable>(self, game: G) -> Result<(), String> {
        conformance::check(&game, 6, 2026)
    }
}

#[test]
fn every_game_passes_the_conformance_kit() {
    let games = all::games();
    assert!(!games.is_empty());
    let next = AtomicUsize::new(0);
    let faults = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdict = ludex_catalogue::open(game, Check).map_err(|error| error.to_string());
                    if let Err(fault) = verdict.and_then(|checked| checked) {
                        faults.lock().unwrap().push(format!("{game}: {fault}"));
                    }
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_name_reads_back_to_the_same_game() {
    for text in all::games() {
        let name = ludex_catalogue::session(&text).unwrap().name();
        let again = ludex_catalogue::session(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(again.name(), name, "opened as {text}");
    }
}
