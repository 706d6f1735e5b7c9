//! Certificates are accepted when they are whole, and refused with the place when they are not.

use ludex_core::{Describe, Game, Player, Text, Verdict, examples::Nim};
use ludex_games::rows::{Capture, Rows, Rules};
use ludex_games::tricolor::{Column, TwoPlayer};
use ludex_solve::grid::Grid;
use ludex_solve::{Bounds, Claim, Fight, Plain, RowsFight, Signals, Within, certify, verify};

fn text_of<F: Fight>(fight: &F, game: &str, start: &F::Spot, claim: Claim, table: &Bounds) -> String {
    let mut text = Vec::new();
    assert!(certify(fight, game, start, claim, (table, &Signals::default()), &mut text).unwrap());
    String::from_utf8(text).unwrap()
}

fn written(rules: Rules, claim: Claim) -> (Rows<u64>, String) {
    let game = Rows::<u64>::new(rules);
    let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
    let text = text_of(&fight, &game.name(), &fight.grid.start(), claim, &Bounds::new(1));
    (game, text)
}

#[test]
fn wins_are_certified_and_checked_by_the_rules_alone() {
    for (rows, cols, capture, plies) in
        [(3, 4, Capture::None, 7), (1, 5, Capture::One, 9), (3, 3, Capture::Both, 7), (4, 5, Capture::Two, 5)]
    {
        let rules = Rules::new(rows, cols, 3, capture).unwrap();
        let (game, text) = written(rules, Claim::Win { side: 0, plies });
        let verified = verify(&game, &text).unwrap();
        assert_eq!((verified.value, verified.plies), (Verdict::Win, Some(plies)));
        // A win that is claimed to be shorter is refused.
        let boast = text.replace(&format!("in {plies}"), &format!("in {}", plies - 2));
        assert!(verify(&game, &boast).is_err());
    }
}

#[test]
fn wins_of_unknown_length_are_certified_from_proof_numbers() {
    for (rows, cols, line, capture, shortest) in [
        (3, 4, 3, Capture::None, 7),
        (1, 5, 3, Capture::One, 9),
        (3, 3, 3, Capture::Both, 7),
        (4, 4, 3, Capture::Two, 5),
        (5, 6, 4, Capture::None, 11),
    ] {
        let rules = Rules::new(rows, cols, line, capture).unwrap();
        let (game, text) = written(rules, Claim::SomeWin { side: 0 });
        let verified = verify(&game, &text).unwrap();
        assert_eq!(verified.value, Verdict::Win);
        assert!(verified.plies.is_some_and(|plies| (shortest..200).contains(&plies)), "{verified:?}");
    }
    // By the rules alone, without anything foreseen.
    let game = Nim::new(9);
    let fight = Plain::new(&game).unwrap();
    let text = text_of(&fight, &game.name(), &game.start(), Claim::SomeWin { side: 0 }, &Bounds::new(1));
    assert_eq!(verify(&game, &text).unwrap().value, Verdict::Win);
}

#[test]
fn a_win_must_come_in_as_many_plies_as_are_claimed() {
    let rules = Rules::new(3, 4, 3, Capture::None).unwrap();
    let (game, text) = written(rules, Claim::Win { side: 0, plies: 7 });
    // Numbers that go down by one a turn would let four moves of the winner pass for four plies.
    let squeezed: String = text
        .lines()
        .map(|line| match line.rsplit_once('\t') {
            Some((head, rank)) => format!("{head}\t{}\n", rank.parse::<u32>().unwrap().div_ceil(2)),
            None => format!("{line}\n"),
        })
        .collect();
    let refusal = verify(&game, &squeezed.replace("in 7", "in 4")).unwrap_err();
    assert!(refusal.reason.contains("plies left"), "{refusal}");
}

#[test]
fn draws_are_certified_by_two_strategies() {
    for (rows, cols, line, capture) in [
        (3, 3, 3, Capture::None),
        (2, 4, 3, Capture::One),
        (1, 8, 4, Capture::Both),
        (3, 4, 4, Capture::Both),
    ] {
        let rules = Rules::new(rows, cols, line, capture).unwrap();
        let (game, text) = written(rules, Claim::Draw);
        assert_eq!(verify(&game, &text).unwrap().value, Verdict::Draw);
        let half: String =
            text.lines().take_while(|line| *line != "strategy 2 holds").collect::<Vec<_>>().join("\n");
        assert!(verify(&game, &format!("{half}\nend\n")).unwrap_err().reason.contains("missing"));
    }
}

#[test]
fn every_line_of_a_strategy_is_needed() {
    let rules = Rules::new(3, 3, 3, Capture::None).unwrap();
    let (game, text) = written(rules, Claim::Draw);
    let lines: Vec<&str> = text.lines().collect();
    for (left_out, line) in lines.iter().enumerate() {
        if line.contains('\t') {
            let rest: Vec<&str> =
                lines.iter().enumerate().filter(|(n, _)| *n != left_out).map(|(_, line)| *line).collect();
            let refusal = verify(&game, &rest.join("\n")).unwrap_err();
            assert!(refusal.reason.contains("not in the strategy"), "{refusal}");
        }
    }
}

#[test]
fn corrupt_certificates_are_refused_with_the_place() {
    let rules = Rules::new(3, 4, 3, Capture::None).unwrap();
    let (game, text) = written(rules, Claim::Win { side: 0, plies: 7 });
    let spoilt = |from: &str, to: &str| verify(&game, &text.replacen(from, to, 1)).unwrap_err();
    assert_eq!(spoilt("ludex certificate 1", "ludex certificate 9").line, 1);
    assert_eq!(spoilt("position ", "place ").line, 3);
    assert_eq!(spoilt("value win in 7", "value loss in 7").line, 4);
    assert_eq!(spoilt("strategy 1 wins", "strategy 3 wins").line, 5);
    assert_eq!(spoilt("\nend\n", "\n").line, text.lines().count() - 1);
    let line = text.lines().position(|line| line.contains('\t')).unwrap();
    let entry = text.lines().nth(line).unwrap();
    let chosen = entry.split('\t').nth(1).unwrap();
    let refusal = spoilt(&format!("\t{chosen}\t"), "\tz9\t");
    assert_eq!(refusal.line, line + 1, "{refusal}");
}

#[test]
fn other_games_are_certified_by_their_rules() {
    let game = Nim::new(9);
    let fight = Plain::new(&game).unwrap();
    let claim = Claim::Win { side: 0, plies: 5 };
    let text = text_of(&fight, &game.name(), &game.start(), claim, &Bounds::new(1));
    assert_eq!(verify(&game, &text).unwrap().plies, Some(5));
    assert!(text.contains(&game.write_position(&game.start())));
}

#[test]
fn counters_of_draw_rules_do_not_break_a_certificate() {
    // Two pieces hunt one; the same position comes after more and after fewer quiet turns.
    let game = TwoPlayer::new(3, 40).unwrap();
    let fight = Plain::new(&game).unwrap();
    let (table, signals) = (Bounds::new(1), Signals::default());
    let mut proved = 0;
    for hunted in 2..game.board().len() {
        let columns: Vec<Column<2>> = (0..game.board().len())
            .map(|tile| match tile {
                0 | 1 => Column { owner: Some(Player::FIRST), pieces: [1, 0] },
                tile if tile == hunted => Column { owner: Some(Player::SECOND), pieces: [0, 1] },
                _ => Column { owner: None, pieces: [0, 0] },
            })
            .collect();
        let start = game.position(&columns, Player::FIRST, 0, &[]).unwrap();
        let mut search = Within::new(&fight, &table, 0, &signals);
        if let Some(plies) = (3..=9).find(|&plies| search.wins(&start, plies) == Ok(true)) {
            let claim = Claim::Win { side: 0, plies };
            let text = text_of(&fight, &game.name(), &start, claim, &table);
            assert_eq!(verify(&game, &text).unwrap().plies, Some(plies));
            proved += 1;
        }
    }
    assert!(proved > 5, "{proved}");
}

#[test]
fn a_wrong_claim_is_not_certified() {
    let rules = Rules::new(3, 3, 3, Capture::None).unwrap();
    let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
    let (table, signals) = (Bounds::new(1), Signals::default());
    let claim = Claim::Win { side: 0, plies: 9 };
    let start = fight.grid.start();
    assert!(!certify(&fight, "tria", &start, claim, (&table, &signals), &mut Vec::new()).unwrap());
    let claim = Claim::SomeWin { side: 0 };
    assert!(!certify(&fight, "tria", &start, claim, (&table, &signals), &mut Vec::new()).unwrap());
}

#[test]
fn tessera_with_refilling_is_drawn_on_four_by_five() {
    let rules = Rules::new(4, 5, 4, Capture::One).unwrap().with_refill(true).unwrap();
    let (game, text) = written(rules, Claim::Draw);
    assert_eq!(verify(&game, &text).unwrap().value, Verdict::Draw);
}
