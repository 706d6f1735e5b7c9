//! Six: the rules against a second implementation, against the published numbers, and against the kit.

use ludex_core::{
    Describe, Game, Outcome, Player, Rng, Spec, Text, Turn, Verdict, Visitor, conformance, perft,
};
use ludex_games::six::{Cell, Move, Plain, Six, Stage, State};

/// Opens a game of Six by name.
fn open(name: &str) -> Six {
    struct Take;
    impl Visitor for Take {
        type Output = Box<dyn std::any::Any>;
        fn visit<G: ludex_core::Playable>(self, game: G) -> Self::Output {
            Box::new(game)
        }
    }
    let opened = ludex_games::open(&Spec::parse(name).unwrap(), Take).unwrap();
    *opened.downcast::<Six>().unwrap()
}

#[test]
fn every_form_passes_the_kit() {
    for (name, games) in [
        ("six", 4),
        ("six(half)", 4),
        ("six(exe)", 4),
        ("six(exe,tiles=8)", 30),
        ("six(tiles=8,back=false,hand=false)", 20),
        ("six(players=4,tiles=9)", 10),
        ("six(red=7,black=9,players=4)", 10),
        ("six(red=9,black=7,limit=40)", 20),
        ("six(tiles=6,turn=whole)", 6),
        ("six(exe,tiles=7,turn=whole,back=false)", 4),
        ("six(tiles=30)", 1),
    ] {
        conformance::check(&open(name), games, 11).unwrap();
    }
}

#[test]
fn names_lead_back_to_the_same_game() {
    for name in [
        "six",
        "six(form=half)",
        "six(form=exe,tiles=20)",
        "six(red=18)",
        "six(form=exe,ties=mover,back=false)",
        "six(players=4,limit=100,turn=whole,ties=random,hand=false)",
    ] {
        assert_eq!(open(name).name(), name);
    }
    assert_eq!(open("six(half)").name(), "six(form=half)");
}

/// The number of a cell in the plain implementation, which counts rows of 64 from the first tile.
fn index(cell: Cell) -> usize {
    let (q, r) = (cell.q() as i32 - 32, cell.r() as i32 - 32);
    (q + 64 * r).rem_euclid(4096) as usize
}

fn cell(index: usize) -> Cell {
    let q = (index as i32 + 32) % 64 - 32;
    Cell::at(q, (index as i32 - q) / 64)
}

fn sorted(mut cells: Vec<usize>) -> Vec<usize> {
    cells.sort_unstable();
    cells
}

/// The cells that the engine offers.
fn offered(game: &Six, state: &State) -> Vec<usize> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let cell_of = |&chosen: &Move| match chosen {
        Move::Lay(cell) | Move::Lift(cell) => index(cell),
        other => panic!("{other:?} is neither laying nor lifting"),
    };
    sorted(moves.iter().map(cell_of).collect())
}

/// Plays a random game on both implementations and compares everything at every decision.
fn compare_game(game: &Six, mut plain: Plain, rng: &mut Rng) {
    let mut state = game.start();
    while plain.result().is_none() {
        assert_eq!(game.turn(&state), Turn::Player(Player::new(plain.mover())));
        if plain.in_second_phase() {
            let own = plain.tiles(plain.mover()).to_vec();
            assert_eq!(offered(game, &state), sorted(own.clone()));
            let from = *rng.pick(&own).unwrap();
            let groups = plain.lift(from);
            let most = groups.iter().map(Vec::len).max().unwrap();
            let largest: Vec<usize> = (0..groups.len()).filter(|&g| groups[g].len() == most).collect();
            let kept = *rng.pick(&largest).unwrap();
            game.play(&mut state, Move::Lift(cell(from)));
            assert_eq!(matches!(state.stage(), Stage::Keep(_)), largest.len() > 1);
            if largest.len() > 1 {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                assert_eq!(moves.len(), largest.len());
                let keeps = |chosen: &Move| match *chosen {
                    Move::Keep(sides) => {
                        let beside = sides.directions().map(|d| index(cell(from).step(d)));
                        beside.into_iter().all(|tile| groups[kept].contains(&tile))
                    }
                    _ => false,
                };
                game.play(&mut state, *moves.iter().find(|chosen| keeps(chosen)).unwrap());
            }
            plain.keep(&groups, kept);
            if plain.result().is_some() {
                break;
            }
        }
        assert_eq!(offered(game, &state), sorted(plain.open().to_vec()));
        let to = *rng.pick(plain.open()).unwrap();
        plain.lay(to);
        game.play(&mut state, Move::Lay(cell(to)));
        for colour in 0..2 {
            let ours: Vec<usize> = state.tiles(colour).map(|place| index(place.cell())).collect();
            assert_eq!(sorted(ours), sorted(plain.tiles(colour).to_vec()));
        }
    }
    let Stage::Over(ending) = state.stage() else { panic!("the engine plays on") };
    assert_eq!(Some(ending.winner), plain.result());
}

#[test]
fn both_implementations_agree_at_every_decision() {
    let mut rng = Rng::new(2);
    for _ in 0..1500 {
        compare_game(&Six::half(), Plain::new(true, 19), &mut rng);
        compare_game(&Six::full(), Plain::new(false, 19), &mut rng);
        compare_game(&open("six(tiles=9)"), Plain::new(false, 9), &mut rng);
    }
    for _ in 0..200 {
        compare_game(&open("six(tiles=30)"), Plain::new(false, 30), &mut rng);
    }
}

/// What a number of random games gave.
#[derive(Default)]
struct Tally {
    games: f64,
    /// Red wins, black wins, draws.
    counts: [f64; 3],
    turns: f64,
    squares: f64,
}

impl Tally {
    fn add(&mut self, outcome: Outcome, turns: u32) {
        self.games += 1.0;
        self.counts[match outcome.verdict(Player::FIRST) {
            Verdict::Win => 0,
            Verdict::Loss => 1,
            Verdict::Draw => 2,
        }] += 1.0;
        self.turns += f64::from(turns);
        self.squares += f64::from(turns).powi(2);
    }

    fn share(&self, side: usize) -> f64 {
        self.counts[side] / self.games
    }

    fn mean(&self) -> f64 {
        self.turns / self.games
    }

    fn variance(&self) -> f64 {
        self.squares / self.games - self.mean().powi(2)
    }
}

fn playouts(game: &Six, games: u32, seed: u64) -> Tally {
    let (mut tally, mut rng, mut moves) = (Tally::default(), Rng::new(seed), Vec::new());
    for _ in 0..games {
        let mut state = game.start();
        game.playout(&mut state, &mut rng, 100_000, &mut moves);
        tally.add(game.outcome(&state).unwrap(), state.turns());
    }
    tally
}

/// Both samples are random: the difference has the variance of both. 3.2905 standard errors are 99.9 %.
fn agrees(what: &str, ours: f64, theirs: f64, variance: f64, games: f64, their_games: f64) {
    let bound = 3.2905 * (variance * (1.0 / games + 1.0 / their_games)).sqrt();
    assert!((ours - theirs).abs() <= bound, "{what}: {ours} against {theirs}, allowed {bound}");
}

#[test]
fn random_play_gives_the_published_rates() {
    // A limit far beyond any random game makes the engine count turns.
    for (name, games, theirs, their_mean, their_games, seed) in [
        ("six(half,limit=100000)", 400_000, [0.1111, 0.0799, 0.8089], 36.25, 1e6, 1),
        ("six(exe,limit=100000)", 200_000, [0.4475, 0.3976, 0.1549], 54.07, 2e5, 2),
        ("six(limit=100000)", 200_000, [0.4475, 0.3976, 0.1549], 54.07, 2e5, 3),
    ] {
        let tally = playouts(&open(name), games, seed);
        for (side, theirs) in theirs.into_iter().enumerate() {
            let variance = theirs * (1.0 - theirs);
            agrees(name, tally.share(side), theirs, variance, tally.games, their_games);
        }
        agrees(name, tally.mean(), their_mean, tally.variance(), tally.games, their_games);
    }
}

#[test]
fn fast_playouts_and_single_steps_agree() {
    for name in [
        "six(tiles=9,limit=500)",
        "six(exe,tiles=9,back=false,hand=false,limit=500)",
        "six(red=8,black=10,limit=60)",
    ] {
        let game = open(name);
        let fast = playouts(&game, 100_000, 15);
        let (mut steps, mut rng, mut moves) = (Tally::default(), Rng::new(16), Vec::new());
        for _ in 0..100_000 {
            let mut state = game.start();
            while !game.turn(&state).is_over() {
                let chosen = game.random_move(&state, &mut rng, &mut moves);
                game.play(&mut state, chosen);
            }
            steps.add(game.outcome(&state).unwrap(), state.turns());
        }
        for side in 0..3 {
            let share = steps.share(side);
            agrees(name, fast.share(side), share, share * (1.0 - share), fast.games, steps.games);
        }
        agrees(name, fast.mean(), steps.mean(), steps.variance(), fast.games, steps.games);
    }
}

#[test]
fn a_playout_leaves_a_sound_state_wherever_it_stops() {
    for name in [
        "six",
        "six(half)",
        "six(exe,tiles=9)",
        "six(players=4,red=9,black=8)",
        "six(tiles=7,turn=whole,limit=30)",
    ] {
        let game = open(name);
        let mut moves = Vec::new();
        for limit in 0..90 {
            let mut state = game.start();
            let mut rng = Rng::derived(9, u64::from(limit), 0);
            let made = game.playout(&mut state, &mut rng, limit, &mut moves);
            assert!(made == limit || game.turn(&state).is_over());
            let text = game.write_position(&state);
            let read = game.read_position(&text).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
            assert_eq!(read, state, "{name}: {text}");
            assert_eq!(game.key(&state), game.key_from_scratch(&state));
            game.playout(&mut state, &mut rng, 100_000, &mut moves);
            assert!(game.turn(&state).is_over());
            let text = game.write_position(&state);
            assert_eq!(game.read_position(&text).unwrap(), state, "{name}: {text}");
        }
    }
}

#[test]
fn perft_counts() {
    let game = Six::full();
    let counts: Vec<u64> = (0..=5).map(|depth| perft(&game, &game.start(), depth)).collect();
    assert_eq!(counts, [1, 1, 6, 48, 468, 5328]);
}
