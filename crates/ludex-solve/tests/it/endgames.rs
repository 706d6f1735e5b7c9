//! Endgame tables against check values, the rules and plain exhaustion.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64};

use ludex_core::{Game, Index, Player, Verdict};
use ludex_games::mancala::{AWARI, KALAH, Mancala, OWARE, Options, Slam, VAI_LUNG_THLAN, WARI};
use ludex_solve::endgames::{Endgames, Numbering, Pits, Sower, build, pits_of, sum};
use ludex_solve::solve_all;

#[test]
fn counts_by_value_agree_with_the_check_values() {
    let known = [
        (AWARI, 2, [25, 13, 40], -30),
        (AWARI, 4, [580, 143, 642], -358),
        (AWARI, 6, [5698, 1548, 5130], 3738),
        (AWARI, 8, [37767, 8351, 29464], 62331),
        (OWARE, 1, [5, 0, 7], -2),
        (OWARE, 3, [123, 63, 178], -177),
        (OWARE, 5, [2172, 0, 2196], -55),
        (OWARE, 7, [15105, 4722, 11997], 22193),
        (OWARE, 9, [86985, 21471, 59504], 212595),
        (Options { slam: Slam::Nothing, ..AWARI }, 8, [37806, 8333, 29443], 62592),
        // By a separate program that asks how many seeds either player can be sure of.
        (VAI_LUNG_THLAN, 4, [469, 389, 507], -94),
        (VAI_LUNG_THLAN, 9, [78552, 0, 89408], -43068),
    ];
    for (options, seeds, [won, drawn, lost], sum) in known {
        let tables = Endgames::in_memory("", &options, seeds, 2).unwrap();
        let stats = tables.stats(seeds).unwrap();
        assert_eq!((stats.won, stats.drawn, stats.lost, stats.sum), (won, drawn, lost, sum), "{seeds} seeds");
        assert_eq!(tables.check(seeds, 1).unwrap(), stats.positions);
    }
}

#[test]
fn awari_with_ten_and_twelve_seeds_agrees_and_threads_do_not_matter() {
    let one = Endgames::in_memory("", &AWARI, 10, 1).unwrap();
    let stats = one.stats(10).unwrap();
    assert_eq!((stats.won, stats.drawn, stats.lost, stats.sum), (157721, 93743, 101252, 394988));
    let two = Endgames::in_memory("", &AWARI, 12, 2).unwrap();
    assert_eq!(one.layer(10).unwrap(), two.layer(10).unwrap());
    let stats = two.stats(12).unwrap();
    assert_eq!((stats.won, stats.drawn, stats.lost, stats.sum), (714486, 197894, 439698, 1744456));
}

fn variants() -> Vec<Options> {
    let mut list = Vec::new();
    for base in [
        AWARI,
        OWARE,
        WARI,
        Options { slam: Slam::Plain, ..AWARI },
        KALAH,
        Options { empty_capture: false, ..KALAH },
    ] {
        for pits in [1, 2, 3, 6] {
            list.push(Options { pits, ..base });
        }
    }
    list
}

#[test]
fn moves_are_those_of_the_rules_and_can_be_taken_back() {
    for options in variants() {
        let sower = Sower::new(&options).unwrap();
        let pits = usize::from(options.pits);
        let numbering = Numbering::new(pits);
        let game = Mancala::new(Options { seeds: 12, ..options }).unwrap();
        for seeds in 0..=if pits == 6 { 5 } else { 9 } {
            let mut forwards: HashMap<(Pits, Pits), usize> = HashMap::new();
            let mut backwards = forwards.clone();
            for number in 0..numbering.size(seeds) {
                let here = numbering.unrank(seeds, number);
                let state = game.state_at(seeds, number);
                let moves = sower.moves(here);
                assert_eq!(moves.is_empty(), game.outcome(&state).is_some(), "{options:?} {here:x?}");
                if !moves.is_empty() {
                    assert_eq!(game.index(&state), Some((seeds, number)));
                }
                let mut legal = Vec::new();
                game.moves(&state, &mut legal);
                let listed: Vec<usize> = moves.iter().map(|after| usize::from(after.pit)).collect();
                assert_eq!(listed, legal.iter().map(|pit| pit.index()).collect::<Vec<_>>(), "{here:x?}");
                for (after, &chosen) in moves.iter().zip(&legal) {
                    let mut next = state.clone();
                    game.play(&mut next, chosen);
                    let gain = next.store(Player::FIRST) as i32 - state.store(Player::FIRST) as i32;
                    if game.outcome(&next).is_some() {
                        // The rules have handed out what was left.
                        let rest = if after.again { sum(after.pits.own) } else { sum(after.pits.other) };
                        assert_eq!(gain, i32::from(after.taken) + rest as i32);
                        assert!(sower.settled(after.pits).is_some());
                    } else {
                        assert_eq!(gain, i32::from(after.taken));
                        assert_eq!(pits_of(&next, pits), Some(after.pits));
                        assert_eq!(next.mover() == Player::FIRST, after.again);
                    }
                    if after.taken == 0 {
                        *forwards.entry((here, after.pits)).or_default() += 1;
                    }
                }
                sower.before(here, |before| *backwards.entry((before, here)).or_default() += 1);
            }
            assert_eq!(forwards, backwards, "{options:?} with {seeds} seeds");
        }
    }
}

/// Values by plain repetition: bounds from both sides until nothing changes.
fn plain_values(sower: &Sower, numbering: &Numbering, most: u32) -> HashMap<Pits, i32> {
    let mut known: HashMap<Pits, i32> = HashMap::new();
    for seeds in 0..=most {
        let all: Vec<Pits> = (0..numbering.size(seeds)).map(|n| numbering.unrank(seeds, n)).collect();
        let (mut low, mut high): (HashMap<Pits, i32>, HashMap<Pits, i32>) =
            (all.iter().map(|&p| (p, -1000)).collect(), all.iter().map(|&p| (p, 1000)).collect());
        loop {
            let mut changed = false;
            for &here in &all {
                let moves = sower.moves(here);
                let worth = |bound: &HashMap<Pits, i32>| {
                    let one = |after: &ludex_solve::endgames::After| {
                        let value = *known.get(&after.pits).unwrap_or_else(|| &bound[&after.pits]);
                        i32::from(after.taken) + if after.again { value } else { -value }
                    };
                    moves.iter().map(one).max().unwrap_or_else(|| sower.settled(here).unwrap())
                };
                let (l, h) = (worth(&high), worth(&low));
                changed |= low.insert(here, l) != Some(l);
                changed |= high.insert(here, h) != Some(h);
            }
            if !changed {
                break;
            }
        }
        for &here in &all {
            let value = if low[&here] > 0 { low[&here] } else { high[&here].min(0) };
            known.insert(here, value);
        }
    }
    known
}

#[test]
fn tables_agree_with_plain_repetition() {
    for options in variants() {
        let sower = Sower::new(&options).unwrap();
        let numbering = Numbering::new(sower.pits());
        let most = if sower.pits() == 6 { 4 } else { 8 };
        let tables = Endgames::in_memory("", &options, most, 1).unwrap();
        for (pits, value) in plain_values(&sower, &numbering, most) {
            assert_eq!(tables.value(pits).unwrap(), Some(value), "{options:?} {pits:x?}");
        }
    }
}

#[test]
fn files_resume_and_damage_is_noticed() {
    let folder = std::env::temp_dir().join(format!("ludex-endgames-{}", std::process::id()));
    let tools = (AtomicBool::new(false), AtomicU64::new(0));
    let mut built = Vec::new();
    let mut told = |stats: ludex_solve::endgames::Stats, read: bool| built.push((stats.seeds, read));
    assert!(build(&folder, "awari", &AWARI, 4, 1, (&tools.0, &tools.1), &mut told).unwrap());
    assert!(build(&folder, "awari", &AWARI, 6, 1, (&tools.0, &tools.1), &mut told).unwrap());
    assert_eq!(built.iter().filter(|(_, read)| *read).count(), 5);
    let opened = Endgames::open(&folder, "awari", &AWARI).unwrap();
    assert_eq!(opened.most(), 6);
    let memory = Endgames::in_memory("awari", &AWARI, 6, 1).unwrap();
    assert_eq!(opened.layer(6).unwrap(), memory.layer(6).unwrap());
    let numbering = Numbering::new(6);
    for number in (0..numbering.size(6)).step_by(97) {
        let pits = numbering.unrank(6, number);
        assert_eq!(opened.value(pits).unwrap(), memory.value(pits).unwrap());
    }
    assert!(Endgames::open(&folder, "oware", &OWARE).is_err());
    let file = folder.join("awari.06.endgames");
    let whole = std::fs::read(&file).unwrap();
    for at in [3, 20, 60, whole.len() / 2, whole.len() - 1] {
        let mut spoilt = whole.clone();
        spoilt[at] ^= 0x10;
        std::fs::write(&file, &spoilt).unwrap();
        let opened = Endgames::open(&folder, "awari", &AWARI);
        assert!(opened.is_err() || opened.unwrap().layer(6).is_err(), "byte {at}");
    }
    std::fs::write(&file, &whole[..whole.len() - 5]).unwrap();
    assert!(Endgames::open(&folder, "awari", &AWARI).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Vai Lung Thlan with few seeds left: the moves and captures of the rules, and the way back.
#[test]
fn moves_of_vai_lung_thlan_are_those_of_the_rules_and_can_be_taken_back() {
    for pits in [1, 2, 3, 6] {
        let options = Options { pits, ..VAI_LUNG_THLAN };
        let sower = Sower::new(&options).unwrap();
        let pits = usize::from(pits);
        let numbering = Numbering::new(pits);
        let game = Mancala::new(Options { seeds: 5, ..options }).unwrap();
        let total = u32::from(game.options().total());
        for seeds in 1..=if pits == 6 { 5 } else { 10.min(total) } {
            let mut forwards: HashMap<(Pits, Pits), usize> = HashMap::new();
            let mut backwards = forwards.clone();
            for number in 0..numbering.size(seeds) {
                let here = numbering.unrank(seeds, number);
                let moves = sower.moves(here);
                for after in moves.iter().filter(|after| after.taken == 0) {
                    *forwards.entry((here, after.pits)).or_default() += 1;
                }
                sower.before(here, |before| *backwards.entry((before, here)).or_default() += 1);
                let row =
                    |row: u64| row.to_le_bytes()[..pits].iter().map(|&n| u32::from(n)).collect::<Vec<_>>();
                let stores = [(total - seeds) / 2, total - seeds - (total - seeds) / 2];
                let position = game.position([&row(here.own), &row(here.other)], stores, Player::FIRST);
                let Ok(state) = position else { continue };
                if state.mover() != Player::FIRST || game.outcome(&state).is_some() {
                    continue;
                }
                let mut legal = Vec::new();
                game.moves(&state, &mut legal);
                let listed: Vec<usize> = moves.iter().map(|after| usize::from(after.pit)).collect();
                assert_eq!(listed, legal.iter().map(|pit| pit.index()).collect::<Vec<_>>(), "{here:x?}");
                for (after, &chosen) in moves.iter().zip(&legal) {
                    let mut next = state.clone();
                    game.play(&mut next, chosen);
                    let gain = next.store(Player::FIRST) - state.store(Player::FIRST);
                    assert_eq!(gain, u32::from(after.taken), "{here:x?}");
                    if game.outcome(&next).is_none() {
                        // Who has an empty row has passed.
                        let passed = after.pits.own == 0;
                        assert_eq!(next.mover() == Player::FIRST, passed);
                        let pits_there =
                            if passed { Pits { own: after.pits.other, other: 0 } } else { after.pits };
                        assert_eq!(pits_of(&next, pits), Some(pits_there));
                    }
                }
            }
            assert_eq!(forwards, backwards, "{pits} pits with {seeds} seeds");
        }
    }
}

/// The whole game with stores against the table, which knows the pits alone: who wins is the same.
#[test]
fn vai_lung_thlan_is_won_as_its_tables_say_whatever_the_stores_hold() {
    let options = Options { pits: 3, seeds: 2, ..VAI_LUNG_THLAN };
    let game = Mancala::new(options).unwrap();
    let tables = Endgames::in_memory("", &options, 5, 1).unwrap();
    let numbering = Numbering::new(3);
    let mut compared = 0;
    for seeds in 1..=5u32 {
        for number in (0..numbering.size(seeds)).step_by(3) {
            let here = numbering.unrank(seeds, number);
            let row = |row: u64| row.to_le_bytes()[..3].iter().map(|&n| u32::from(n)).collect::<Vec<_>>();
            for own in 12 - seeds - 6.min(12 - seeds)..=6.min(12 - seeds) {
                let stores = [own, 12 - seeds - own];
                let position = game.position([&row(here.own), &row(here.other)], stores, Player::FIRST);
                let Ok(state) = position else { continue };
                if state.mover() != Player::FIRST || game.outcome(&state).is_some() {
                    continue;
                }
                let values = solve_all(&game, &state, 1_000_000).unwrap();
                let verdict = values.worth(&state).unwrap().verdict;
                let rest = tables.value(here).unwrap().unwrap();
                let lead = rest + stores[0] as i32 - stores[1] as i32;
                let expected = match lead.signum() {
                    1 => Verdict::Win,
                    0 => Verdict::Draw,
                    _ => Verdict::Loss,
                };
                assert_eq!(verdict, expected, "{here:x?} {stores:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn tables_of_vai_lung_thlan_end_where_play_need_not() {
    // On rows of three there are positions with nine seeds from which a player can go round for ever instead of losing.
    let options = Options { pits: 3, ..VAI_LUNG_THLAN };
    let refused = Endgames::in_memory("", &options, 9, 1).err().unwrap();
    assert!(refused.contains("positions with 9 seeds"), "{refused}");
    assert!(Endgames::in_memory("", &options, 8, 1).is_ok());
    assert!(Endgames::in_memory("", &VAI_LUNG_THLAN, 9, 1).is_ok());
}

#[test]
fn games_whose_endgames_depend_on_more_than_the_pits_are_refused() {
    assert!(Sower::new(&Options { majority: false, ..VAI_LUNG_THLAN }).is_err());
    assert!(Sower::new(&Options { majority: true, ..AWARI }).is_err());
    assert!(Sower::new(&Options { pits: 9, ..KALAH }).is_err());
}
