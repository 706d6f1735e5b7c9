//! Games of all kinds: what can be measured is measured, and what cannot is left empty.

use ludex_core::{Visitor, examples::Nim};
use ludex_games::mancala::{KALAH, Mancala};
use ludex_games::rows::{Capture, Rows, Rules};
use ludex_games::tricolor::ThreePlayer;
use ludex_measure::complexity::tree_size;
use ludex_measure::{Judge, Measured, Plan, Prepare, Source, climb, run};

fn measured(source: &dyn Source, games: u64) -> Measured {
    run(source, games, 1, &mut [], &|_| {}).unwrap()
}

fn mean(measured: &Measured, name: &str) -> Option<f64> {
    let stream = measured.stream(name).unwrap();
    (stream.count() > 0).then(|| stream.sample().mean())
}

#[test]
fn a_game_without_evaluation_is_judged_by_playouts() {
    let source = Prepare(&Plan::default()).visit(Nim::new(12)).unwrap();
    assert_eq!(source.about().judge, Judge::Playouts(16));
    assert!(source.about().judge.sentence().contains("16 random games"));
    let measured = measured(source.as_ref(), 200);
    assert!(mean(&measured, "drama").unwrap() > 0.0);
    assert!(mean(&measured, "narrowness").unwrap() <= 3.0);
    assert_eq!(mean(&measured, "move_distance"), None);
    assert_eq!(mean(&measured, "board_coverage"), Some(100.0));
    let standing = Plan { judge: "standing".to_string(), ..Plan::default() };
    let refusal = Prepare(&standing).visit(Nim::new(12)).map(|_| ()).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "nim(heap=12) has no evaluation of its own; judge it by playouts instead"
    );
}

#[test]
fn sowing_games_count_turns_apart_from_moves() {
    let source = Prepare(&Plan::default()).visit(Mancala::new(KALAH).unwrap()).unwrap();
    let measured = measured(source.as_ref(), 300);
    // Extra turns are moves of the same turn.
    assert!(mean(&measured, "turns").unwrap() < mean(&measured, "duration").unwrap());
    // Random Kalah lasts about 40 moves.
    assert!((mean(&measured, "duration").unwrap() - 40.4).abs() < 3.0);
    assert!(mean(&measured, "piece_number").unwrap() < 48.0);
    assert!(mean(&measured, "move_distance").unwrap() > 1.0);
}

#[test]
fn three_players_have_leaders_too() {
    let source = Prepare(&Plan::default()).visit(ThreePlayer::standard()).unwrap();
    let measured = measured(source.as_ref(), 20);
    assert_eq!(measured.about.sides, ["White", "Black", "Red"]);
    assert!(mean(&measured, "lead_change").unwrap() <= mean(&measured, "lead_change_study").unwrap());
    assert!(mean(&measured, "stability").unwrap() > 0.0);
    assert!(measured.wins.iter().sum::<u64>() + measured.draws == 20);
}

#[test]
fn placing_games_move_nothing_and_fill_the_board() {
    let game = Rows::<u64>::new(Rules::new(3, 3, 3, Capture::None).unwrap());
    let source = Prepare(&Plan::default()).visit(game).unwrap();
    let measured = measured(source.as_ref(), 2000);
    assert_eq!(mean(&measured, "move_distance"), None);
    // Every move fills another square.
    assert_eq!(mean(&measured, "sites_occupied"), mean(&measured, "duration"));
    // Random tic-tac-toe: 58.49 % for the first player, 12.70 % drawn.
    let share = measured.share(measured.wins[0], 0.999);
    assert!(share.low < 0.5849 && share.high > 0.5849, "{share:?}");
    let drawn = measured.share(measured.draws, 0.999);
    assert!(drawn.low < 0.1270 && drawn.high > 0.1270, "{drawn:?}");
    assert!((measured.first_side_score(0.95).value - 0.6484).abs() < 0.03);
    // 5478 positions can be reached; a bound from below stays below.
    let states = measured.sampled_states();
    assert!(states.at_least.unwrap() < 5478.0 && states.at_least.unwrap() > 1500.0, "{states:?}");
    assert!(measured.transposition_rate() > 0.7);
    let found = source.reachable(10_000);
    assert_eq!((found.positions, found.complete), (5478, true));
    let size = tree_size(&source.probes(0..5000)).unwrap();
    assert!((size.leaves_log10 - 255_168f64.log10()).abs() < 0.05, "{size:?}");
}

#[test]
fn looking_further_changes_some_moves() {
    let game = Rows::<u64>::new(Rules::new(4, 4, 3, Capture::One).unwrap());
    let source = Prepare(&Plan::default()).visit(game).unwrap();
    let deeper = source.lookahead(60, 3).unwrap();
    assert_eq!(deeper.len(), 2);
    assert!(deeper[0].positions > 50);
    assert!(deeper.iter().all(|step| step.changed.rate < 1.0));
    assert!(deeper[0].changed.rate > 0.0, "{deeper:?}");
}

#[test]
fn nim_has_more_than_one_level_of_strength() {
    let source = Prepare(&Plan::default()).visit(Nim::new(11)).unwrap();
    let ladder = climb(source.as_ref(), 60, 64).unwrap();
    assert!(ladder.levels >= 2, "{ladder:?}");
    assert_eq!(ladder.rungs.len(), 4);
    assert_eq!(ladder.rungs[0].weaker, "random");
}
