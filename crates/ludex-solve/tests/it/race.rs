//! Wins against the clock and lines of play, against exhaustion.

use ludex_core::{Game, Text, Verdict};
use ludex_games::rows::{Position, Rows};
use ludex_solve::grid::Grid;
use ludex_solve::{
    Answer, Bounds, Fight, Limits, Method, Plain, Proved, Race, RowsFight, Signals, Unfinished, Worth, solve,
    solve_all,
};

use crate::truth::{positions, small_games, spot};

/// The side that wins, if one does, and in how many plies.
fn winner(state: &Position<u64>, worth: Worth) -> Option<(usize, u32)> {
    let mover = state.mover().index();
    let side = if worth.verdict == Verdict::Win { mover } else { mover ^ 1 };
    worth.plies.map(|plies| (side, plies))
}

/// Whether the attacker wins within so many plies, asked in small pieces.
fn wins<F: Fight>(race: &mut Race<'_, F>, spot: &F::Spot, question: (usize, u32)) -> bool {
    for budget in [3, 30, 300] {
        let _ = race.ask(spot, question, budget);
    }
    let known = race.ask(spot, question, u64::MAX).unwrap();
    assert!(if known.won == 0 { known.held >= question.1 } else { known.won <= question.1 });
    known.won != 0
}

fn check<F: Fight>(race: &mut Race<'_, F>, spot: &F::Spot, found: Option<(usize, u32)>, shown: &str) {
    for attacker in 0..2 {
        // Longer wins first, so that what is missing was asked for other numbers of plies before.
        for plies in [40, 13, 12, 6, 5, 4, 3, 2, 1] {
            let expected = found.is_some_and(|(side, length)| side == attacker && length <= plies);
            assert_eq!(wins(race, spot, (attacker, plies)), expected, "{shown} {attacker} within {plies}");
        }
    }
    if let Some((side, length)) = found {
        assert!(wins(race, spot, (side, length)), "{shown} in {length}");
        assert!(length < 2 || !wins(race, spot, (side, length - 1)), "{shown} before {length}");
    }
}

#[test]
fn wins_against_the_clock_are_those_of_exhaustion_in_every_position() {
    let signals = Signals::default();
    for rules in small_games() {
        let game = Rows::<u64>::new(rules);
        let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
        let plain = Plain::new(&game).unwrap();
        let values = solve_all(&game, &game.start(), 1_000_000).unwrap();
        // One table for all positions, and a small one for what is missing, so that entries give way all the time.
        let tables = [Bounds::new(1), Bounds::new(1)];
        let mut seeing = Race::new(&fight, &tables[0], 1, &signals);
        let mut by_rules = Race::new(&plain, &tables[1], 1, &signals);
        let step = (values.len() / 40).max(1);
        for state in positions(&game).iter().step_by(step) {
            let found = winner(state, values.worth(state).unwrap());
            let shown = format!("{rules:?} {}", game.write_position(state));
            check(&mut seeing, &spot(&fight.grid, state), found, &shown);
            check(&mut by_rules, state, found, &format!("by rules alone: {shown}"));
        }
    }
}

#[test]
fn what_is_told_soon_is_what_exhaustion_finds_in_every_position() {
    for rules in small_games() {
        let game = Rows::<u64>::new(rules);
        let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
        let values = solve_all(&game, &game.start(), 1_000_000).unwrap();
        for state in positions(&game) {
            let found = winner(&state, values.worth(&state).unwrap());
            for (attacker, plies) in (0..2).flat_map(|attacker| (0..6).map(move |plies| (attacker, plies))) {
                let soon = fight.soon(&spot(&fight.grid, &state), attacker, plies);
                let expected = found.is_some_and(|(side, length)| side == attacker && length <= plies);
                let shown = game.write_position(&state);
                assert!(soon.is_none_or(|wins| wins == expected), "{rules:?} {shown} {attacker} {plies}");
                assert!(plies > 4 || soon.is_some());
            }
        }
    }
}

/// What `solve` says of a win that was found before the search was stopped, without its length.
fn stopped<F: Fight>(fight: &F, spot: &F::Spot, winner: usize, method: Method) -> Answer
where
    F::Spot: Sync,
{
    let limits = Limits { memory: 16 << 20, method, ..Limits::default() };
    let (table, signals) = (Bounds::new(1), Signals::default());
    signals.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut known = Unfinished::default();
    known.proved[winner] = Proved { wins: true, ..Proved::default() };
    solve(fight, spot, &limits, &mut known, (&table, &signals), &|_| {})
}

#[test]
fn a_win_of_unknown_length_has_a_line_that_ends_in_the_win() {
    let mut longest = 0;
    for rules in small_games() {
        let game = Rows::<u64>::new(rules);
        let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
        let plain = Plain::new(&game).unwrap();
        let values = solve_all(&game, &game.start(), 1_000_000).unwrap();
        let step = (values.len() / 12).max(1);
        for state in positions(&game).iter().step_by(step) {
            let Some((side, plies)) = winner(state, values.worth(state).unwrap()) else { continue };
            for (method, seeing) in [(Method::Proof, true), (Method::Defences, true), (Method::Proof, false)]
            {
                let answer = match seeing {
                    true => stopped(&fight, &spot(&fight.grid, state), side, method),
                    false => stopped(&plain, state, side, method),
                };
                let shown = format!("{rules:?} {} {method:?} {seeing}", game.write_position(state));
                assert!(!answer.cut_short && answer.line.len() as u32 >= plies.min(5), "{shown}");
                let mut after = *state;
                for text in &answer.line {
                    let chosen = game.read_move(&after, text).unwrap();
                    game.play(&mut after, chosen);
                }
                let outcome = game.outcome(&after).expect("the line ends the game");
                assert_eq!(outcome.winner().map(|player| player.index()), Some(side), "{shown}");
                longest = longest.max(answer.line.len());
            }
        }
    }
    assert!(longest >= 7, "{longest}");
}
