//! Margins of Kalah against the check values.

use std::sync::atomic::AtomicU64;

use ludex_games::mancala::{KALAH, Options};
use ludex_solve::endgames::{Endgames, Pits};
use ludex_solve::{KalahSolver, Signals};

fn prepared(options: &Options, memory: usize, endgames: u32) -> KalahSolver {
    let mut solver = KalahSolver::new(options, memory, endgames).unwrap();
    solver.prepare(1, &Signals::default(), &AtomicU64::new(0)).unwrap();
    solver
}

fn margin(pits: u8, seeds: u8, empty_capture: bool) -> i32 {
    let options = Options { pits, seeds, empty_capture, ..KALAH };
    // Large games are searched with more memory and more endgames.
    let (memory, endgames) = if pits == 6 && seeds > 3 { (1 << 30, 14) } else { (1 << 24, 10) };
    let endgames = u32::from(options.total() / 2).min(endgames);
    let solver = prepared(&options, memory, endgames);
    let row = (0..pits).fold(0u64, |row, pit| row | u64::from(seeds) << (8 * pit));
    let found = solver.margin(Pits { own: row, other: row }, 1, &Signals::default()).unwrap();
    let mut here = Pits { own: row, other: row };
    // The line is legal to its end and adds up to the margin.
    let (mut sum, mut sign) = (0, 1);
    for pit in &found.line {
        let moves = solver_moves(&options, here);
        let after = moves.iter().find(|after| usize::from(after.pit) == *pit).unwrap();
        sum += sign * i32::from(after.taken);
        sign = if after.again { sign } else { -sign };
        here = after.pits;
    }
    let sower = ludex_solve::endgames::Sower::new(&options).unwrap();
    assert_eq!(sum + sign * sower.settled(here).unwrap(), found.margin);
    found.margin
}

fn solver_moves(options: &Options, pits: Pits) -> Vec<ludex_solve::endgames::After> {
    ludex_solve::endgames::Sower::new(options).unwrap().moves(pits).to_vec()
}

#[test]
fn small_games_have_their_known_margins() {
    let known = [
        (1, 1, 0, 0),
        (1, 3, 6, 6),
        (1, 5, 2, 2),
        (2, 2, -2, -2),
        (2, 4, -12, -10),
        (2, 6, 8, 8),
        (3, 1, 0, 0),
        (3, 3, 2, 2),
        (3, 5, 6, 6),
        (4, 2, 6, 6),
        (4, 4, 2, 2),
        (4, 6, 0, 0),
        (5, 1, 0, 0),
        (5, 3, 8, 6),
        (6, 2, 10, 6),
    ];
    for (pits, seeds, with, without) in known {
        assert_eq!(margin(pits, seeds, true), with, "Kalah({pits},{seeds})");
        assert_eq!(margin(pits, seeds, false), without, "Kalah({pits},{seeds}) without empty capture");
    }
}

/// The largest of the check values; two minutes of processor time: set LUDEX_FULL to run it.
#[test]
fn the_usual_game_has_its_known_margin() {
    if std::env::var_os("LUDEX_FULL").is_none() {
        return;
    }
    assert_eq!(margin(6, 4, true), 10);
    assert_eq!(margin(6, 4, false), 8);
}

#[test]
fn search_agrees_with_the_tables() {
    let options = Options { pits: 3, seeds: 4, ..KALAH };
    let tables = Endgames::in_memory("kalah", &options, 9, 1).unwrap();
    let solver = prepared(&options, 1 << 22, 3);
    let numbering = ludex_solve::endgames::Numbering::new(3);
    for number in (0..numbering.size(9)).step_by(13) {
        let pits = numbering.unrank(9, number);
        let found = solver.margin(pits, 1, &Signals::default()).unwrap();
        assert_eq!(Some(found.margin), tables.value(pits).unwrap(), "{pits:x?}");
    }
}

#[test]
fn a_search_goes_on_with_what_was_saved() {
    let options = Options { pits: 4, seeds: 3, ..KALAH };
    let start = Pits { own: 0x0303_0303, other: 0x0303_0303 };
    let solver = || prepared(&options, 1 << 24, 6);
    let first = solver();
    let found = first.margin(start, 1, &Signals::default()).unwrap();
    assert_eq!(first.between(start), (found.margin, found.margin));
    let mut saved = Vec::new();
    first.save(&mut saved).unwrap();
    let second = solver();
    assert_eq!(second.between(start), (-24, 24));
    second.load(saved.as_slice()).unwrap();
    let again = second.margin(start, 1, &Signals::default()).unwrap();
    assert_eq!((again.margin, &again.line), (found.margin, &found.line));
    assert!(again.nodes * 10 < found.nodes, "{} positions again, {} before", again.nodes, found.nodes);
}

#[test]
fn threads_that_share_a_search_find_the_same_margin() {
    for (pits, seeds, expected) in [(3u8, 5u8, 6), (4, 4, 2), (5, 3, 8)] {
        let options = Options { pits, seeds, ..KALAH };
        let row = (0..pits).fold(0u64, |row, pit| row | u64::from(seeds) << (8 * pit));
        let solver = prepared(&options, 1 << 22, 8);
        let found = solver.margin(Pits { own: row, other: row }, 3, &Signals::default()).unwrap();
        assert_eq!(found.margin, expected, "Kalah({pits},{seeds})");
    }
}

#[test]
fn a_solver_keeps_to_its_memory_and_can_do_without_endgames() {
    let options = Options { pits: 4, seeds: 3, ..KALAH };
    let start = Pits { own: 0x0303_0303, other: 0x0303_0303 };
    let mut solver = KalahSolver::within(&options, 24, 1 << 24).unwrap();
    assert!(solver.endgames() > 1 && solver.endgames() <= 1 << 23, "{}", solver.endgames());
    let stopped = Signals::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(solver.prepare(1, &stopped, &AtomicU64::new(0)).is_err());
    let without = solver.margin(start, 1, &Signals::default()).unwrap();
    solver.prepare(2, &Signals::default(), &AtomicU64::new(0)).unwrap();
    assert_eq!(solver.margin(start, 1, &Signals::default()).unwrap().margin, without.margin);
}
