//! Games between agents: the same on any number of threads, fair in seats and openings, and safe from crashes.

use ludex_core::{Spec, Visitor, examples::Nim};
use ludex_lab::game::{Arena, Contest, Keep, Limits, Opening, Row, Seat, Trouble, play_all};

fn agents(texts: &[&str]) -> Vec<Spec> {
    texts.iter().map(|text| Spec::parse(text).unwrap()).collect()
}

fn nim(heap: u32) -> Box<dyn Arena> {
    Seat.visit(Nim::new(heap))
}

#[test]
fn rows_are_the_same_on_any_number_of_threads() {
    let arena = nim(25);
    let agents = agents(&["uct(iterations=30)", "random"]);
    let mut contest = Contest::new(&*arena, &agents, 3).unwrap();
    contest.opening_plies = 2;
    contest.keep = Keep { moves: true, branching: true, curve: true };
    let alone = play_all(&contest, 0..100, 1, &|_| {});
    assert_eq!(alone.len(), 100);
    for threads in [2, 5] {
        assert_eq!(alone, play_all(&contest, 0..100, threads, &|_| {}));
    }
    // And part by part, in any order.
    let mut parts = play_all(&contest, 60..100, 2, &|_| {});
    parts.splice(0..0, play_all(&contest, 0..60, 2, &|_| {}));
    assert_eq!(alone, parts);
}

#[test]
fn both_games_of_a_round_have_the_same_opening_and_swapped_seats() {
    let arena = nim(30);
    let agents = agents(&["random", "random"]);
    let mut contest = Contest::new(&*arena, &agents, 1).unwrap();
    contest.opening_plies = 4;
    contest.keep.moves = true;
    for pair in play_all(&contest, 0..40, 2, &|_| {}).chunks(2) {
        let opening =
            |row: &Row| row.moves.as_ref().unwrap().split(' ').take(4).collect::<Vec<_>>().join(" ");
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        assert_eq!((&pair[0].seats[..], &pair[1].seats[..]), (&[0, 1][..], &[1, 0][..]));
        assert_eq!(pair[0].opening, 4);
    }
}

#[test]
fn openings_have_no_doubles_as_long_as_there_are_others() {
    let arena = nim(30);
    let agents = agents(&["random"]);
    let mut contest = Contest::new(&*arena, &agents, 1).unwrap();
    // Two moves of 1 to 3 stones leave 28 to 24: five positions.
    assert_eq!(contest.distinct_openings(2, 100), 5);
    let seeds: Vec<u64> = (0..5)
        .map(|round| match contest.order(round).opening {
            Opening::Random { seed, .. } => arena.opening_key(2, seed).unwrap(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(seeds.iter().collect::<std::collections::BTreeSet<_>>().len(), 5);
}

#[test]
fn a_game_that_is_cut_off_has_no_result_and_says_so() {
    let arena = nim(30);
    let agents = agents(&["random"]);
    let mut contest = Contest::new(&*arena, &agents, 1).unwrap();
    contest.limits = Limits { plies: 3, move_time: None };
    let row = &play_all(&contest, 0..1, 1, &|_| {})[0];
    assert_eq!((row.result, row.plies, &row.trouble), (None, 3, &Some(Trouble::Unfinished)));
}

#[test]
fn an_agent_that_thinks_for_too_long_loses_and_is_named() {
    let arena = nim(60);
    let agents = agents(&["uct(iterations=20000)", "random"]);
    let mut contest = Contest::new(&*arena, &agents, 1).unwrap();
    contest.limits.move_time = Some(std::time::Duration::from_nanos(1_000_000));
    let row = &play_all(&contest, 0..1, 1, &|_| {})[0];
    assert_eq!(row.score_of(0), Some(0.0));
    assert!(matches!(row.trouble, Some(Trouble::TimeOut { seat: 0, .. })), "{:?}", row.trouble);
}

#[test]
fn one_agent_may_play_all_sides() {
    let arena = nim(9);
    let agents = agents(&["random"]);
    let contest = Contest::new(&*arena, &agents, 1).unwrap();
    assert_eq!(contest.round(), 1);
    let rows = play_all(&contest, 0..200, 2, &|_| {});
    let distinct: std::collections::BTreeSet<u64> = rows.iter().map(|row| row.hash).collect();
    assert!(distinct.len() > 50 && distinct.len() < 200);
    assert!(rows.iter().all(|row| row.score_of(0) == Some(0.5)));
}

#[test]
fn a_wrong_number_of_agents_is_refused_with_a_sentence() {
    let arena = nim(9);
    let agents = agents(&["random", "random", "random"]);
    let error = Contest::new(&*arena, &agents, 1).err().unwrap().to_string();
    assert_eq!(error, "nim(heap=9) has 2 sides, so 2 agents are needed (or one that plays them all), not 3");
}
