//! Golden playthroughs: one seeded random game written out so that a person can follow it. Kept in files and
//! compared in tests, they show any change of behaviour as a readable difference.

use std::fmt::Write;

use crate::{AnySession, Rng, Turn, scene};

/// Drawings and move lists of long games would fill books: after this many plies only the moves are written.
const DRAWN_PLIES: usize = 24;

/// A random game from `seed` as text: the rules' name, and at each ply the board, the legal moves, the choice;
/// at the end the scores. `limit` cuts off games that are very long.
///
/// ```
/// use ludex_core::{Session, examples::Nim, playthrough};
///
/// let text = playthrough(&mut Session::new(Nim::new(3)), 1, 100);
/// assert!(text.contains("legal (3): 1 2 3"));
/// ```
pub fn playthrough(session: &mut dyn AnySession, seed: u64, limit: usize) -> String {
    let mut rng = Rng::new(seed);
    let mut text = format!("game: {}\nseed: {seed}\n", session.name());
    let names = session.player_names();
    // Writing to a string cannot fail.
    let line = |text: &mut String, what: std::fmt::Arguments| {
        let _ = writeln!(text, "{what}");
    };
    while session.ply() < limit {
        let mover = match session.turn() {
            Turn::Over => break,
            Turn::Chance => "chance".to_string(),
            Turn::Player(player) => names[player.index()].clone(),
        };
        let ply = session.ply();
        if ply < DRAWN_PLIES {
            line(&mut text, format_args!("\n# ply {ply}"));
            text.push_str(&scene::to_text(&session.scene()));
            line(&mut text, format_args!("position: {}", session.position()));
            let legal = session.legal_texts();
            line(&mut text, format_args!("legal ({}): {}", legal.len(), legal.join(" ")));
            if let Some(standings) = session.standings() {
                let standings: Vec<String> = standings.iter().map(|s| format!("{s:.3}")).collect();
                line(&mut text, format_args!("standings: {}", standings.join(" ")));
            }
        }
        let count = session.legal_texts().len();
        let chosen = session.play_random(&mut rng).unwrap_or_default();
        if ply < DRAWN_PLIES {
            line(&mut text, format_args!("{mover} plays {chosen}"));
        } else {
            line(&mut text, format_args!("{ply}: {mover} plays {chosen} of {count}"));
        }
    }
    line(&mut text, format_args!("\n# end after {} plies", session.ply()));
    text.push_str(&scene::to_text(&session.scene()));
    line(&mut text, format_args!("position: {}", session.position()));
    match session.outcome() {
        Some(outcome) => line(&mut text, format_args!("result: {outcome}")),
        None => line(&mut text, format_args!("cut off after {limit} plies")),
    }
    text
}
