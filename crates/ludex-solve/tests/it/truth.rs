//! Every method against exhaustion, on all positions of small boards and in every variant.

use std::collections::HashSet;

use ludex_core::{Game, Player, Rng, Text, Verdict};
use ludex_games::rows::{Capture, Position, Rows, Rules, Word};
use ludex_solve::grid::{Bits, Grid, Spot};
use ludex_solve::{
    Bounds, Ending, FORESIGHT, Fight, Guard, Guess, Learnt, Limits, Method, Plain, Proof, RowsFight, Signals,
    Threats, Within, solve, solve_all,
};

pub(crate) fn spot<B: Bits, W: Word>(grid: &Grid<B>, state: &Position<W>) -> Spot<B> {
    let squares = |set: W| set.squares().collect::<Vec<_>>();
    let stones = [Player::FIRST, Player::SECOND].map(|player| squares(state.stones(player)));
    grid.spot([&stones[0], &stones[1]], &squares(state.pending()), state.mover().index())
}

pub(crate) fn small_games() -> Vec<Rules> {
    let mut games = Vec::new();
    for (_, capture) in Capture::ALL {
        for (rows, cols, line) in [(3, 3, 3), (1, 8, 3), (2, 4, 3), (1, 8, 4), (2, 5, 4)] {
            let rules = Rules::new(rows, cols, line, capture).unwrap();
            games.push(rules);
            if capture != Capture::None {
                games.push(rules.with_refill(true).unwrap());
            }
        }
    }
    games
}

/// All positions that can be reached, finished games left out.
pub(crate) fn positions(game: &Rows<u64>) -> Vec<Position<u64>> {
    let mut seen = HashSet::from([game.start()]);
    let mut list = vec![game.start()];
    let mut at = 0;
    let mut moves = Vec::new();
    while let Some(&state) = list.get(at) {
        at += 1;
        game.moves(&state, &mut moves);
        for &chosen in &moves {
            let mut after = state;
            game.play(&mut after, chosen);
            if game.outcome(&after).is_none() && seen.insert(after) {
                list.push(after);
            }
        }
    }
    list
}

#[test]
fn threats_parries_and_moves_are_those_of_the_rules() {
    let mut rng = Rng::new(3);
    for (_, capture) in Capture::ALL {
        for (rows, cols, line) in [(4, 5, 3), (5, 5, 4), (3, 8, 4), (6, 6, 5)] {
            for refill in [false, true] {
                let Ok(rules) = Rules::new(rows, cols, line, capture).unwrap().with_refill(refill) else {
                    continue;
                };
                let game = Rows::<u64>::new(rules);
                let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
                for _ in 0..30 {
                    replay(&game, &fight, &mut rng);
                }
            }
        }
    }
}

fn replay(game: &Rows<u64>, fight: &RowsFight<u64>, rng: &mut Rng) {
    let mut state = game.start();
    let mut here = fight.grid.start();
    let mut moves = Vec::new();
    let mut steps = Vec::new();
    for _ in 0..60 {
        if game.outcome(&state).is_some() {
            return;
        }
        assert_eq!(fight.write(&here), game.write_position(&state));
        assert_eq!(fight.unpack(&fight.pack(&here)), here);
        game.moves(&state, &mut moves);
        fight.legal(&here, &mut steps);
        let listed: Vec<usize> = steps.iter().map(|&step| fight.grid.square(usize::from(step))).collect();
        assert_eq!(listed, moves.iter().map(|chosen| chosen.index()).collect::<Vec<_>>());
        let chosen = game.random_move(&state, rng, &mut moves);
        let step = fight.grid.place(chosen.index()) as u8;
        game.play(&mut state, chosen);
        match fight.play_out(&here, step) {
            Some(after) => here = after,
            None => {
                assert!(game.outcome(&state).is_some_and(|outcome| !outcome.is_draw()));
                return;
            }
        }
        assert!(game.outcome(&state).is_none_or(|outcome| outcome.is_draw()));
    }
}

#[test]
fn shortest_wins_are_those_of_exhaustion_in_every_position() {
    let signals = Signals::default();
    let table = Bounds::new(1 << 24);
    for rules in small_games() {
        let game = Rows::<u64>::new(rules);
        let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
        let values = solve_all(&game, &game.start(), 1_000_000).unwrap();
        // Each game has a table of its own, as positions of different games share keys.
        let table = if rules.cells() > 8 { Bounds::new(1 << 24) } else { Bounds::new(1) };
        for (n, state) in positions(&game).iter().enumerate() {
            if n % 7 != 0 && values.len() > 3000 {
                continue;
            }
            let worth = values.worth(state).unwrap();
            let here = spot(&fight.grid, state);
            let mover = state.mover().index();
            let winner = if worth.verdict == Verdict::Win { mover } else { mover ^ 1 };
            let mut search = Within::new(&fight, &table, winner, &signals);
            let shown = game.write_position(state);
            match worth.plies {
                Some(plies) => {
                    assert_eq!(search.wins(&here, plies), Ok(true), "{rules:?} {shown} in {plies}");
                    assert_eq!(search.wins(&here, plies - 1), Ok(false), "{rules:?} {shown} before {plies}");
                }
                None => {
                    assert_eq!(search.wins(&here, 12), Ok(false), "{rules:?} {shown} is drawn");
                    let mut other = Within::new(&fight, &table, mover, &signals);
                    assert_eq!(other.wins(&here, 13), Ok(false), "{rules:?} {shown} is drawn");
                }
            }
        }
    }
    drop(table);
}

/// How a defence must end, by the verdict for the player on turn, who attacks or not.
fn ending(verdict: Verdict, attacks: bool) -> Ending {
    let wins = match verdict {
        Verdict::Win => attacks,
        Verdict::Loss => !attacks,
        Verdict::Draw => false,
    };
    if wins { Ending::Lost } else { Ending::Held }
}

#[test]
fn defences_hold_exactly_where_exhaustion_finds_no_win() {
    let signals = Signals::default();
    for rules in small_games() {
        let game = Rows::<u64>::new(rules);
        let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
        let plain = Plain::new(&game).unwrap();
        let values = solve_all(&game, &game.start(), 1_000_000).unwrap();
        let step = (values.len() / 150).max(1);
        for state in positions(&game).iter().step_by(step) {
            let worth = values.worth(state).unwrap();
            let mover = state.mover().index();
            for attacker in 0..2 {
                let expected = ending(worth.verdict, attacker == mover);
                let shown = game.write_position(state);
                let mut guard = Guard::new(&fight, &spot(&fight.grid, state), attacker, &signals);
                assert_eq!(guard.run(1_000_000), expected, "{rules:?} {shown} attacker {attacker}");
                let mut guard = Guard::spelt_out(&fight, &spot(&fight.grid, state), attacker, &signals);
                assert_eq!(guard.run(1_000_000), expected, "spelt out: {rules:?} {shown} {attacker}");
                let mut guard = Guard::new(&plain, state, attacker, &signals);
                assert_eq!(guard.run(1_000_000), expected, "by rules alone: {rules:?} {shown} {attacker}");
            }
        }
    }
}

#[test]
fn what_is_foreseen_is_what_exhaustion_finds_in_every_position() {
    let (mut won, mut held) = (0, 0);
    for rules in small_games() {
        let game = Rows::<u64>::new(rules);
        let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
        let values = solve_all(&game, &game.start(), 1_000_000).unwrap();
        for state in positions(&game) {
            let here = spot(&fight.grid, &state);
            if fight.winning_step(&here).is_some() {
                continue;
            }
            let wins = values.worth(&state).unwrap().verdict == Verdict::Win;
            let (mover, shown) = (state.mover().index(), game.write_position(&state));
            if fight.surely_wins(&here, mover, FORESIGHT) {
                assert!(wins, "{rules:?} {shown}");
                won += 1;
            }
            if fight.never_wins(&here, mover) {
                assert!(!wins, "{rules:?} {shown}");
                held += 1;
            }
            let verdict = values.worth(&state).unwrap().verdict;
            for attacker in 0..2 {
                let wins = ending(verdict, attacker == mover) == Ending::Lost;
                match fight.guess(&here, attacker) {
                    Guess::Wins(_) => assert!(wins, "{rules:?} {shown} {attacker}"),
                    Guess::Held => assert!(!wins, "{rules:?} {shown} {attacker}"),
                    Guess::Open { proof, disproof } => assert!(proof > 0 && disproof > 0),
                }
            }
        }
    }
    assert!(won > 1000 && held > 1000, "{won} won, {held} held");
}

#[test]
fn open_lines_are_counted_as_they_lie_on_the_board() {
    let mut rng = Rng::new(11);
    for (rows, cols, line) in [(4, 5, 3), (5, 5, 4), (3, 8, 4), (1, 9, 4), (6, 6, 5)] {
        let grid = Grid::<u64>::new(Rules::new(rows, cols, line, Capture::Both).unwrap()).unwrap();
        for _ in 0..300 {
            let mut sets = [0u64; 3];
            for place in grid.board.squares() {
                sets[rng.below(3) as usize] |= 1 << place;
            }
            let [mine, _, empty] = sets;
            if grid.lines.iter().any(|&here| here & !mine == 0) {
                continue;
            }
            let open = || grid.lines.iter().filter(|&&here| here & !(mine | empty) == 0);
            let lacking = |n| open().filter(move |&&here| (here & empty).count_ones() == n);
            let squares = lacking(2).fold(0, |set, &here| set | (here & empty));
            assert_eq!(grid.threatening(mine, empty), squares);
            assert_eq!(grid.prospects(mine, empty), (lacking(2).count() as u32, lacking(3).count() as u32));
        }
    }
}

#[test]
fn threads_that_share_their_numbers_find_what_exhaustion_finds() {
    let signals = Signals::default();
    for rules in small_games() {
        let game = Rows::<u64>::new(rules);
        let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
        let values = solve_all(&game, &game.start(), 1_000_000).unwrap();
        let step = (values.len() / 25).max(1);
        // Small tables, so that entries give way to others all the time.
        let mut both = [0, 1].map(|attacker| Proof::new(&fight, attacker, 1, &signals).with_threads(2));
        for state in positions(&game).iter().step_by(step) {
            let worth = values.worth(state).unwrap();
            for (attacker, search) in both.iter_mut().enumerate() {
                let expected = ending(worth.verdict, attacker == state.mover().index());
                let shown = game.write_position(state);
                let found = search.run(&spot(&fight.grid, state), 100_000_000);
                assert_eq!(found, expected, "{rules:?} {shown} attacker {attacker}");
            }
        }
    }
}

#[test]
fn proof_numbers_find_what_exhaustion_finds_in_every_position() {
    let signals = Signals::default();
    for rules in small_games() {
        let game = Rows::<u64>::new(rules);
        let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
        let plain = Plain::new(&game).unwrap();
        let values = solve_all(&game, &game.start(), 1_000_000).unwrap();
        let step = (values.len() / 150).max(1);
        // One table for all positions: what one search leaves behind must hold for the next.
        let mut seeing = [0, 1].map(|attacker| Proof::new(&fight, attacker, 1 << 22, &signals));
        let mut by_rules = [0, 1].map(|attacker| Proof::new(&plain, attacker, 1 << 22, &signals));
        for state in positions(&game).iter().step_by(step) {
            let worth = values.worth(state).unwrap();
            let mover = state.mover().index();
            for attacker in 0..2 {
                let expected = ending(worth.verdict, attacker == mover);
                let shown = game.write_position(state);
                let found = seeing[attacker].run(&spot(&fight.grid, state), 10_000_000);
                assert_eq!(found, expected, "{rules:?} {shown} attacker {attacker}");
                let found = by_rules[attacker].run(state, 10_000_000);
                assert_eq!(found, expected, "by rules alone: {rules:?} {shown} {attacker}");
            }
        }
    }
}

#[test]
fn a_stopped_search_goes_on_with_what_it_learnt() {
    let rules = Rules::new(3, 3, 3, Capture::None).unwrap();
    let game = Rows::<u64>::new(rules);
    let plain = Plain::new(&game).unwrap();
    let signals = Signals::default();
    let state = game.start();
    // A defence in small pieces, each begun anew with what the one before had learnt.
    let mut learnt = Learnt::default();
    let mut pieces = 0;
    for room in (4..).step_by(4) {
        let mut guard = Guard::resume(&plain, &state, 0, &signals, learnt);
        pieces += 1;
        let ending = guard.run(room);
        learnt = guard.learnt();
        if ending != Ending::Unknown {
            assert_eq!(ending, Ending::Held);
            break;
        }
    }
    assert!(pieces > 3 && !learnt.is_empty());
    // With all that is known the defence stands at once: no position is lost on the way but those known.
    let mut again = Guard::resume(&plain, &state, 0, &signals, learnt.clone());
    assert_eq!(again.run(100_000), Ending::Held);
    assert_eq!(again.learnt(), learnt);
    // Proof numbers go on from a saved table.
    let mut proof = Proof::new(&plain, 0, 1 << 20, &signals);
    assert_eq!(proof.run(&state, 100), Ending::Unknown);
    let mut saved = Vec::new();
    proof.save(&mut saved).unwrap();
    let mut other = Proof::new(&plain, 0, 1 << 20, &signals);
    other.load(saved.as_slice()).unwrap();
    assert_eq!(other.run(&state, 10_000_000), Ending::Held);
}

#[test]
fn all_methods_together_find_value_length_and_line() {
    for rules in small_games() {
        let game = Rows::<u64>::new(rules);
        let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
        let values = solve_all(&game, &game.start(), 1_000_000).unwrap();
        let step = (values.len() / 8).max(1);
        for state in positions(&game).iter().step_by(step) {
            let worth = values.worth(state).unwrap();
            for (threads, method) in
                [1, 2].into_iter().flat_map(|n| [(n, Method::Defences), (n, Method::Proof)])
            {
                let limits = Limits { memory: 16 << 20, threads, method, ..Limits::default() };
                let (table, signals) = (Bounds::new(1), Signals::default());
                let here = spot(&fight.grid, state);
                let answer =
                    solve(&fight, &here, &limits, &mut Default::default(), (&table, &signals), &|_| {});
                let shown = format!("{rules:?} {}", game.write_position(state));
                assert_eq!((answer.value, answer.plies), (Some(worth.verdict), worth.plies), "{shown}");
                assert!(worth.plies.is_none_or(|plies| answer.line.len() as u32 == plies), "{shown}");
                assert!(!answer.line.is_empty(), "{shown}");
                // The line is legal and ends as the value says.
                let mut after = *state;
                for text in &answer.line {
                    let chosen = game.read_move(&after, text).unwrap();
                    game.play(&mut after, chosen);
                    if worth.verdict == Verdict::Draw {
                        assert_eq!(
                            values.worth(&after).unwrap().verdict,
                            Verdict::Draw,
                            "{shown} after {text}"
                        );
                    }
                }
                assert!(worth.plies.is_none() || game.outcome(&after).is_some(), "{shown}");
            }
        }
    }
}

#[test]
fn larger_boards_have_their_known_values() {
    let known = [
        (4, 5, 3, Capture::One, 7),
        (4, 5, 3, Capture::Two, 5),
        (5, 6, 3, Capture::Both, 7),
        (10, 10, 3, Capture::Two, 5),
        (9, 10, 3, Capture::One, 7),
        (10, 10, 3, Capture::Both, 7),
        (1, 17, 3, Capture::Both, 9),
        (5, 6, 4, Capture::None, 11),
    ];
    for (rows, cols, line, capture, plies) in known {
        let rules = Rules::new(rows, cols, line, capture).unwrap();
        let limits = Limits { memory: 64 << 20, ..Limits::default() };
        let answer = ludex_solve::study::solve_board(rules, &limits).unwrap();
        assert_eq!((answer.value, answer.plies), (Some(Verdict::Win), Some(plies)), "{rules:?}");
    }
}

#[test]
fn chains_of_threats_win_only_what_is_won() {
    let signals = Signals::default();
    let mut found = 0;
    for rules in small_games() {
        let game = Rows::<u64>::new(rules);
        let plain = Plain::new(&game).unwrap();
        let values = solve_all(&game, &game.start(), 1_000_000).unwrap();
        let step = (values.len() / 60).max(1);
        for state in positions(&game).iter().step_by(step) {
            let mover = state.mover().index();
            let worth = values.worth(state).unwrap();
            let won = worth.verdict == Verdict::Win;
            let wins = Threats::new(&plain, mover, 2, &signals).wins(state, 3).unwrap();
            let later = Threats::new(&plain, mover, 2, &signals).wins_after(state, 2, 1).unwrap();
            let shown = game.write_position(state);
            assert!(won || !(wins || later), "{rules:?} {shown}");
            // A win in one is seen without threats, a win in three is a threat that cannot be parried or a quiet move.
            assert!(wins || worth.plies != Some(1) || !won, "{rules:?} {shown}");
            found += u32::from(wins && worth.plies > Some(1));
        }
    }
    assert!(found > 100);
}
