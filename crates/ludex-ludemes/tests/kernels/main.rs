//! Playouts by kernels and by sets give the games that the general rules give, and allocate nothing.

mod games;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::path::Path;

use ludex_core::{Game, Rng};
use ludex_ludemes::described::{AnyDescribed, Described};
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::runtime::{Content, State};
use ludex_ludemes::text::Source;

use games::{ALL, CAPTURES};

/// The system's allocator, with a count of what each thread asks for.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending has no counter any more, and nothing to count.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: everything is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn compile(text: &str) -> AnyDescribed {
    let source = Source::new("test.lud", text);
    AnyDescribed::compile(source, &Library::empty(), &Choices::none(), "test")
        .unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

/// Something to try with a game of any width.
trait Trial {
    fn of<const W: usize>(&mut self, game: Described<W>);
}

fn with_each(trial: &mut impl Trial) {
    for (text, _) in ALL {
        match compile(text) {
            AnyDescribed::W1(game) => trial.of(game),
            AnyDescribed::W2(game) => trial.of(game),
            AnyDescribed::W8(game) => trial.of(game),
        }
    }
}

#[test]
fn kernels_are_found_from_the_shape_of_the_rules() {
    for (text, kernel) in ALL {
        let found = match compile(text) {
            AnyDescribed::W1(game) => game.kernel().map(|kernel| kernel.name()),
            AnyDescribed::W2(game) => game.kernel().map(|kernel| kernel.name()),
            AnyDescribed::W8(game) => game.kernel().map(|kernel| kernel.name()),
        };
        assert_eq!(found, kernel, "{text}");
    }
}

/// Games of the pyramid that have no kernel.
const WITHOUT: [&str; 13] = [
    "akron",
    "pylos",
    "spaghetti",
    "spair",
    "sparks",
    "speedo",
    "spice",
    "spight",
    "spinout",
    "splastwo",
    "sploof",
    "spoff",
    "spook",
];

/// The moves of a position, and what each of them brings about, are the same with and without the kernel.
fn same_moves<const W: usize>(game: &Described<W>, general: &Described<W>, state: &State<W>) {
    if game.turn(state).is_over() {
        return;
    }
    let (mut moves, mut general_moves) = (Vec::new(), Vec::new());
    game.moves(state, &mut moves);
    general.moves(state, &mut general_moves);
    assert_eq!(moves, general_moves);
    for chosen in moves {
        let (mut one, mut other) = (state.clone(), state.clone());
        game.play(&mut one, chosen);
        general.play(&mut other, chosen);
        assert_eq!(one, other, "{chosen:?}");
    }
}

/// Plays games with the same seeds with and without the kernel, whose name is returned.
fn same_games<const W: usize>(game: &Described<W>, seeds: u64) -> Option<&'static str> {
    let kernel = game.kernel()?.name();
    let general = game.clone().without_kernel();
    let name = &game.rules_code().name;
    let mut scratch = Vec::new();
    for seed in 0..seeds {
        let (mut one, mut other) = (game.start(), game.start());
        let plies = game.playout(&mut one, &mut Rng::new(seed), 1000, &mut scratch);
        let general_plies = general.playout(&mut other, &mut Rng::new(seed), 1000, &mut scratch);
        assert_eq!((plies, &one), (general_plies, &other), "{name} seed {seed}");
        let rolled = game.rollout(&game.start(), &mut Rng::new(seed), 1000, &mut scratch);
        assert_eq!(rolled, (plies, game.outcome(&one)), "{name} seed {seed}");
    }
    // Every position on the way, and playouts that begin in the middle of a game.
    for seed in 0..seeds.div_ceil(40) {
        for limit in 0..40 {
            let (mut one, mut other) = (game.start(), game.start());
            let (mut rng, mut general_rng) = (Rng::new(seed), Rng::new(seed));
            game.playout(&mut one, &mut rng, limit, &mut scratch);
            general.playout(&mut other, &mut general_rng, limit, &mut scratch);
            assert_eq!(one, other, "{name} seed {seed}, {limit} plies");
            assert_eq!(game.key(&one), game.key_from_scratch(&one));
            same_moves(game, &general, &one);
            let rolled = game.rollout(&one, &mut rng.clone(), 1000, &mut scratch);
            let plies = game.playout(&mut one, &mut rng, 1000, &mut scratch);
            assert_eq!(rolled, (plies, game.outcome(&one)), "{name} seed {seed} from ply {limit}");
            general.playout(&mut other, &mut general_rng, 1000, &mut scratch);
            assert_eq!(one, other, "{name} seed {seed} from ply {limit}");
        }
    }
    Some(kernel)
}

#[test]
fn a_seed_gives_the_same_game_with_and_without_a_kernel() {
    struct Same;
    impl Trial for Same {
        fn of<const W: usize>(&mut self, game: Described<W>) {
            same_games(&game, 300);
        }
    }
    with_each(&mut Same);
}

/// Compares the moves listed and the positions they lead to, with and without the kernel, along random games.
fn same_plies<const W: usize>(game: &Described<W>, games: u64) {
    if game.kernel().is_none() {
        return;
    }
    let general = game.clone().without_kernel();
    let name = &game.rules_code().name;
    let (mut moves, mut general_moves) = (Vec::new(), Vec::new());
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        for ply in 0..400 {
            if game.turn(&state).is_over() {
                break;
            }
            game.moves(&state, &mut moves);
            general.moves(&state, &mut general_moves);
            assert_eq!(moves, general_moves, "{name} seed {seed}, ply {ply}");
            let chosen = moves[rng.below(moves.len() as u32) as usize];
            let mut other = state.clone();
            game.play(&mut state, chosen);
            general.play(&mut other, chosen);
            assert_eq!(state, other, "{name} seed {seed}, ply {ply}, {chosen:?}");
            assert_eq!(game.key(&state), game.key_from_scratch(&state));
        }
    }
}

#[test]
fn moves_and_what_they_lead_to_are_the_same_with_and_without_a_kernel() {
    struct Same;
    impl Trial for Same {
        fn of<const W: usize>(&mut self, game: Described<W>) {
            same_plies(&game, 20);
        }
    }
    with_each(&mut Same);
}

fn same_in_all<const W: usize>(game: &Described<W>, seeds: u64) -> Option<&'static str> {
    same_plies(game, seeds.div_ceil(10));
    same_games(game, seeds)
}

/// Compares the games of a folder, each with some choices, with and without kernels. Returns how many there were, and
/// which have no kernel without choices.
fn same_in_folder(folder: &str, variants: &[Choices], seeds: u64) -> (u32, Vec<String>) {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let library = Library::read(&Path::new(games).join("def")).expect("definitions");
    let mut files: Vec<_> =
        std::fs::read_dir(Path::new(games).join(folder)).expect("games").flatten().collect();
    files.sort_by_key(|file| file.path());
    let mut found = 0;
    let mut without = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file.path()).expect("a description");
        for choices in variants {
            // Not every game has every variant.
            let kernel =
                match AnyDescribed::compile(Source::new("test.lud", &text), &library, choices, "test") {
                    Ok(AnyDescribed::W1(game)) => same_in_all(&game, seeds),
                    Ok(AnyDescribed::W2(game)) => same_in_all(&game, seeds),
                    Ok(AnyDescribed::W8(game)) => same_in_all(&game, seeds),
                    Err(_) => continue,
                };
            found += 1;
            if kernel.is_none() && *choices == Choices::none() {
                without.push(file.file_name().to_string_lossy().replace(".lud", ""));
            }
        }
    }
    (found, without)
}

#[test]
fn the_games_of_the_pyramid_are_the_same_with_and_without_a_kernel() {
    let seeds = if std::env::var_os("LUDEX_FULL").is_some() { 2000 } else { 40 };
    let variants = [
        Choices::none(),
        Choices::ruleset("Ruleset/study"),
        Choices::answers(["Base/5"]),
        Choices::answers(["Shape/triangle"]),
    ];
    let (found, without) = same_in_folder("shibumi", &variants, seeds);
    assert!(found > 60, "{found} variants");
    assert_eq!(without, WITHOUT);
}

#[test]
fn classics_and_sowing_games_are_the_same_with_and_without_a_kernel() {
    let seeds = if std::env::var_os("LUDEX_FULL").is_some() { 400 } else { 8 };
    let found: u32 =
        ["classic", "mancala"].map(|folder| same_in_folder(folder, &[Choices::none()], seeds).0).iter().sum();
    assert!(found > 15, "{found} games");
    let variants = [
        Choices::none(),
        Choices::answers(["Capture/1"]),
        Choices::answers(["Capture/2", "Rows/7", "Cols/8"]),
        Choices::answers(["Capture/12"]),
    ];
    let (found, without) = same_in_folder("twins", &variants, 10 * seeds);
    assert!(found > 14, "{found} variants");
    assert_eq!(without, [""; 0]);
}

/// A position with random columns; sorted ones, unless `mixed`.
fn random_columns<const W: usize>(game: &Described<W>, rng: &mut Rng, mixed: bool) -> State<W> {
    let mut state = game.start();
    let rules = game.rules_code();
    let men: Vec<u32> = (1..=2).map(|player| state.owned(player).count()).collect();
    (0..rules.places).for_each(|place| state.put_stack(place, &[], &rules.owners));
    let mut columns = vec![[0; 2]; rules.places];
    // Few columns are tall ones.
    let places: Vec<usize> = (0..=rng.below(20)).map(|_| rng.below(rules.places as u32) as usize).collect();
    for (player, &men) in men.iter().enumerate() {
        for _ in 0..rng.below(men + 1) {
            columns[places[rng.below(places.len() as u32) as usize]][player] += 1;
        }
    }
    for (place, men) in columns.into_iter().enumerate() {
        let below = rng.below(2) as usize;
        let of = |player: usize| std::iter::repeat_n(Content::piece(player as u8 + 1), men[player]);
        let mut stack: Vec<Content> = of(below).chain(of(1 - below)).collect();
        if mixed && stack.len() > 2 {
            stack.rotate_left(1);
        }
        state.put_stack(place, &stack, &rules.owners);
    }
    if rng.below(2) == 1 {
        (state.mover, state.next, state.prev) = (2, 1, 1);
    }
    (state.moves, state.turn) = (state.moves + rng.below(120), state.turn + 1);
    state
}

#[test]
fn random_columns_have_the_moves_of_the_general_rules() {
    let full = std::env::var_os("LUDEX_FULL").is_some();
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/twins/tricolor-described.lud");
    let text = std::fs::read_to_string(text).expect("a description");
    let library = Library::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/def")));
    let library = library.expect("definitions");
    let tricolor = AnyDescribed::compile(Source::new("test.lud", text), &library, &Choices::none(), "test");
    let small = ALL.iter().filter(|(_, kernel)| *kernel == Some("columns")).map(|(text, _)| compile(text));
    for game in small.chain(tricolor.ok()) {
        let AnyDescribed::W1(game) = game else { panic!("these boards fit one word") };
        let general = game.clone().without_kernel();
        let mut rng = Rng::new(5);
        let (mut moves, mut general_moves, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
        let mut listed = 0;
        for round in 0..if full { 20_000 } else { 2000 } {
            let state = random_columns(&game, &mut rng, round % 8 == 0);
            game.moves(&state, &mut moves);
            general.moves(&state, &mut general_moves);
            assert_eq!(moves, general_moves, "round {round}");
            listed += moves.len();
            let chosen = moves[rng.below(moves.len() as u32) as usize];
            let (mut one, mut other) = (state.clone(), state.clone());
            game.play(&mut one, chosen);
            general.play(&mut other, chosen);
            assert_eq!(one, other, "round {round}, {chosen:?}");
            if round % 20 == 0 {
                let mut same = rng.clone();
                let plies = game.playout(&mut one, &mut rng, 300, &mut scratch);
                assert_eq!(plies, general.playout(&mut other, &mut same, 300, &mut scratch), "round {round}");
                assert_eq!(one, other, "round {round}");
            }
        }
        assert!(listed > 2000, "{listed} moves");
    }
}

#[test]
fn drawn_moves_are_legal_and_every_legal_move_is_as_likely() {
    struct Uniform;
    impl Trial for Uniform {
        fn of<const W: usize>(&mut self, game: Described<W>) {
            let mut rng = Rng::new(11);
            let (mut moves, mut scratch) = (Vec::new(), Vec::new());
            for plies in [0, 3, 8, 13, 21] {
                let mut state = game.start();
                game.playout(&mut state, &mut rng, plies, &mut scratch);
                if game.turn(&state).is_over() {
                    continue;
                }
                game.moves(&state, &mut moves);
                let draws = 60 * moves.len();
                let mut counts = vec![0u32; moves.len()];
                for _ in 0..draws {
                    let drawn = game.random_move(&state, &mut rng, &mut scratch);
                    let index = moves.iter().position(|&listed| listed == drawn);
                    counts[index.unwrap_or_else(|| panic!("{drawn:?} is not among {moves:?}"))] += 1;
                }
                let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 60.0).powi(2) / 60.0).sum();
                let freedom = (moves.len() - 1) as f64;
                // Five standard deviations above the mean of chi-squared.
                let most = freedom + 5.0 * (2.0 * freedom).sqrt() + 1e-9;
                assert!(chi <= most, "{}: chi-squared {chi} of {freedom}", game.rules_code().name);
            }
        }
    }
    with_each(&mut Uniform);
}

#[test]
fn no_position_comes_back_with_the_same_player_to_move() {
    let AnyDescribed::W1(game) = compile(CAPTURES) else { panic!("a small pyramid fits one word") };
    let mut scratch = Vec::new();
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        let mut seen = std::collections::HashSet::from([(state.board_key(), state.mover)]);
        while !game.turn(&state).is_over() {
            let chosen = game.random_move(&state, &mut rng, &mut scratch);
            game.play(&mut state, chosen);
            let places_a_ball = chosen.to >= 0 && !game.turn(&state).is_over();
            assert!(!places_a_ball || seen.insert((state.board_key(), state.mover)), "seed {seed}");
        }
    }
}

#[test]
fn playouts_allocate_nothing() {
    struct Frugal;
    impl Trial for Frugal {
        fn of<const W: usize>(&mut self, game: Described<W>) {
            // Where positions may not repeat, a game remembers them.
            if game.rules_code().needs_history {
                return;
            }
            let mut rng = Rng::new(1);
            let mut scratch = Vec::with_capacity(4096);
            let start = game.start();
            let mut state = start.clone();
            for round in 0..2 {
                let before = ASKED.with(Cell::get);
                for _ in 0..200 {
                    // The pieces under others are a list, which a position that is written needs.
                    if game.rules_code().stacks {
                        std::hint::black_box(game.rollout(&start, &mut rng, 2000, &mut scratch));
                        continue;
                    }
                    state.clone_from(&start);
                    game.playout(&mut state, &mut rng, 2000, &mut scratch);
                    std::hint::black_box(&state);
                }
                // The first round fills what is kept for later ones.
                let asked = ASKED.with(Cell::get) - before;
                // A position that remembers the earlier ones grows with them, by doubling.
                let most = if game.rules_code().needs_history { 200 * 8 } else { 0 };
                assert!(round == 0 || asked <= most, "{}: {asked} allocations", game.rules_code().name);
            }
        }
    }
    with_each(&mut Frugal);
}
