//! The packed engine against the ordinary implementation, move for move, over sizes and rule switches.

use ludex_core::{Game, Player, Rng, Turn};
use ludex_games::mancala::plain::{Plain, PlainState};
use ludex_games::mancala::*;

fn compare<W: Lanes>(game: &Mancala<W>, state: &State<W>, plain: &Plain, other: &PlainState, at: &str) {
    let pits = usize::from(game.options().pits);
    let rows: Vec<u16> = [Player::FIRST, Player::SECOND]
        .into_iter()
        .flat_map(|player| (0..pits).map(move |pit| state.seeds(player, pit) as u16))
        .collect();
    assert_eq!(rows, other.pits[..2 * pits], "pits {at}");
    let stores = [Player::FIRST, Player::SECOND].map(|player| state.store(player) as u16);
    assert_eq!(stores, other.stores, "stores {at}");
    let turn = if other.over { Turn::Over } else { Turn::Player(Player::new(other.mover)) };
    assert_eq!(game.turn(state), turn, "turn {at}");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    game.moves(state, &mut ours);
    plain.legal(other, &mut theirs);
    assert_eq!(ours.into_iter().map(Pit::index).collect::<Vec<_>>(), theirs, "legal moves {at}");
}

fn replay<W: Lanes>(game: &Mancala<W>, seed: u64, limit: u32) {
    let plain = Plain::new(*game.options());
    let (mut state, mut other) = (game.start(), plain.start());
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    let mut made = 0;
    loop {
        let at = || format!("after {made} moves with seed {seed} in {:?}", game.options());
        compare(game, &state, &plain, &other, &at());
        plain.legal(&other, &mut moves);
        if moves.is_empty() || made == limit {
            break;
        }
        let chosen = moves[rng.below(moves.len() as u32) as usize];
        game.play(&mut state, Pit::new(chosen));
        plain.play(&mut other, chosen);
        made += 1;
    }
    // A playout from the same stream is the same game, history included.
    let mut played = game.start();
    let plies = game.playout(&mut played, &mut Rng::new(seed), limit, &mut Vec::new());
    assert_eq!((plies, &played), (made, &state), "playout with seed {seed} of {:?}", game.options());
}

fn replay_any(options: Options, seed: u64, limit: u32) {
    if options.pits <= 8 && !seed.is_multiple_of(4) {
        replay(&Mancala::new(options).unwrap(), seed, limit);
    } else {
        replay(&Mancala::wide(options).unwrap(), seed, limit);
    }
}

#[test]
fn named_games_agree_move_for_move() {
    for options in [
        AWARI,
        OWARE,
        KALAH,
        OHVALHU,
        VAI_LUNG_THLAN,
        WARI,
        CROSS_WARI,
        LUDII_AWARI,
        LUDII_OWARE,
        LUDII_KALAH,
        LUDII_VAI_LUNG_THLAN,
        LUDII_WARI,
    ] {
        for seed in 0..150 {
            replay_any(options, seed, 2000);
        }
    }
}

#[test]
fn the_fast_playouts_agree_in_many_games_of_all_sizes() {
    for seeds in 1..=12 {
        for base in [KALAH, AWARI, OWARE] {
            let game = Mancala::new(Options { seeds, ..base }).unwrap();
            for seed in 0..60 {
                replay(&game, seed, if seed % 3 == 0 { 40 } else { 5000 });
            }
        }
    }
}

#[test]
fn grand_slam_variants_agree() {
    for slam in [
        Slam::Plain,
        Slam::Nothing,
        Slam::TakesAll,
        Slam::RestToOpponent,
        Slam::KeepLast,
        Slam::KeepFirst,
        Slam::Forbidden,
        Slam::ForcedOnly,
    ] {
        for base in [WARI, CROSS_WARI, OWARE] {
            for seed in 0..60 {
                // Short rows make grand slams common.
                let pits = 1 + (seed % 6) as u8;
                replay_any(Options { slam, pits, ..base }, seed, 1000);
            }
        }
    }
}

#[test]
fn random_rules_on_random_boards_agree() {
    let mut rng = Rng::new(2026);
    let mut tried = 0;
    while tried < 3000 {
        let mut pick = |n: u32| rng.below(n);
        let options = Options {
            pits: 1 + pick(12) as u8,
            seeds: 1 + pick(12) as u8,
            direction: [Direction::Counterclockwise, Direction::Clockwise, Direction::Parity]
                [pick(3) as usize],
            store: pick(2) == 0,
            skip_origin: pick(2) == 0,
            jump_captures: pick(4) > 0,
            pit_limit: if pick(8) == 0 { 1 + pick(14) as u8 } else { 0 },
            laps: [Laps::One, Laps::One, Laps::Many][pick(3) as usize],
            capture: [Capture::ToThree, Capture::ToFour, Capture::Singles, Capture::Facing, Capture::Six]
                [pick(5) as usize],
            empty_capture: pick(2) == 0,
            both_sides: pick(2) == 0,
            lander_stays: pick(2) == 0,
            chain_crosses: pick(2) == 0,
            slam: [
                Slam::Plain,
                Slam::Nothing,
                Slam::TakesAll,
                Slam::RestToOpponent,
                Slam::KeepLast,
                Slam::KeepFirst,
                Slam::Forbidden,
                Slam::ForcedOnly,
            ][pick(8) as usize],
            feed: [Feed::No, Feed::Reach, Feed::Always][pick(3) as usize],
            end: [End::Stuck, End::Row, End::Singles][pick(3) as usize],
            pass: pick(2) == 0,
            deadlock_draws: pick(4) == 0,
            majority: pick(4) == 0,
            rest: [Rest::Owner, Rest::Nobody, Rest::Opponent][pick(3) as usize],
            repetition: pick(4) as u8,
            rounds: [Rounds::One, Rounds::One, Rounds::Refill][pick(3) as usize],
            round_limit: pick(6) as u8,
        };
        if options.check().is_ok() {
            tried += 1;
            replay_any(options, tried, 150);
        }
    }
}
