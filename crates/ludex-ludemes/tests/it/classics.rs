//! The classics of `games/classic`: counts and values that are known from elsewhere.

use std::collections::{HashMap, HashSet};

use ludex_core::{Colour, Game, Playable, Player, Rng, Spec, Text, Turn, Visitor, perft};
use ludex_ludemes::described::{AnyDescribed, Described};
use ludex_ludemes::runtime::State;
use ludex_ludemes::shelf;

fn open(name: &str) -> AnyDescribed {
    let spec = Spec::parse(name).unwrap();
    let shelved = shelf::find(spec.name()).unwrap_or_else(|| panic!("{name} is not on the shelf"));
    shelf::compile(shelved, &spec).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Sequences of moves of every length up to a number, or of turns, which may be several moves of a player.
struct Count {
    depth: u32,
    turns: bool,
}

impl Visitor for Count {
    type Output = Vec<u64>;

    fn visit<G: Playable>(self, game: G) -> Vec<u64> {
        let start = game.start();
        let count = |depth| match self.turns {
            true => turns(&game, &start, depth),
            false => perft(&game, &start, depth),
        };
        (1..=self.depth).map(count).collect()
    }
}

fn turns<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let before = game.turn(state);
    if depth == 0 || before == Turn::Over {
        return u64::from(depth == 0);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = |&made: &G::Move| {
        let mut state = state.clone();
        game.play(&mut state, made);
        let rest = if game.turn(&state) == before { depth } else { depth - 1 };
        turns(game, &state, rest)
    };
    moves.iter().map(after).sum()
}

#[track_caller]
fn sequences(name: &str, known: &[u64]) {
    let found = open(name).visit(Count { depth: known.len() as u32, turns: false });
    assert_eq!(found, known, "{name}");
}

#[track_caller]
fn turn_sequences(name: &str, known: &[u64]) {
    let found = open(name).visit(Count { depth: known.len() as u32, turns: true });
    assert_eq!(found, known, "{name}");
}

/// Wins of the first, wins of the second, draws of random games.
struct Random(u64);

impl Visitor for Random {
    type Output = [u32; 3];

    fn visit<G: Playable>(self, game: G) -> [u32; 3] {
        let mut ends = [0; 3];
        for number in 0..self.0 {
            let mut state = game.start();
            game.playout(&mut state, &mut Rng::derived(7, number, 0), 10_000, &mut Vec::new());
            let outcome = game.outcome(&state).expect("random games end");
            ends[outcome.winner().map_or(2, Player::index)] += 1;
        }
        ends
    }
}

/// The value for the first player with best play: 1, 0 or -1.
struct Value;

impl Visitor for Value {
    type Output = i8;

    fn visit<G: Playable>(self, game: G) -> i8 {
        value(&game, &game.start(), &mut HashMap::new())
    }
}

fn value<G: Game>(game: &G, state: &G::State, known: &mut HashMap<u64, i8>) -> i8 {
    let player = match game.turn(state) {
        Turn::Player(player) => player,
        _ => {
            let winner = game.outcome(state).and_then(|outcome| outcome.winner());
            return winner.map_or(0, |winner| if winner == Player::FIRST { 1 } else { -1 });
        }
    };
    if let Some(&value) = known.get(&game.key(state)) {
        return value;
    }
    let sign = if player == Player::FIRST { 1 } else { -1 };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut best = -1;
    for &made in &moves {
        let mut state = state.clone();
        game.play(&mut state, made);
        best = best.max(sign * value(game, &state, known));
        if best == 1 {
            break;
        }
    }
    known.insert(game.key(state), sign * best);
    sign * best
}

#[test]
fn tic_tac_toe_is_a_draw() {
    assert_eq!(open("tic-tac-toe").visit(Value), 0);
}

#[test]
fn connect_four_has_the_known_numbers_of_games() {
    sequences("connect-four", &[7, 49, 343, 2401, 16807, 117_649]);
}

#[test]
fn reversi_has_the_known_numbers_of_games() {
    sequences("reversi", &[4, 12, 56, 244, 1396, 8200]);
}

#[test]
fn breakthrough_agrees_with_an_independent_count() {
    sequences("breakthrough", &[22, 484, 11132]);
    sequences("breakthrough(board-size=5)", &[13, 156, 1924, 23084]);
}

/// A position of chess, from the notation of Forsyth and Edwards.
fn chess_position(game: &Described<1>, notation: &str) -> State<1> {
    let words: Vec<&str> = notation.split(' ').collect();
    let mut pieces = Vec::new();
    for (row, line) in words[0].split('/').enumerate() {
        let mut column = 0u8;
        for letter in line.chars() {
            if let Some(empty) = letter.to_digit(10) {
                column += empty as u8;
                continue;
            }
            let (row, colour) = (8 - row, if letter.is_uppercase() { 1 } else { 2 });
            let name = match letter.to_ascii_lowercase() {
                'p' => "Pawn",
                'n' => "Knight",
                'b' => "Bishop",
                'r' => "Rook",
                'q' => "Queen",
                _ => "King",
            };
            let place = format!("{}{row}", char::from(b'a' + column));
            let rights = match place.as_str() {
                "a1" => "Q",
                "h1" => "K",
                "e1" => "KQ",
                "a8" => "q",
                "h8" => "k",
                "e8" => "kq",
                _ => "",
            };
            let unmoved = matches!(name, "Rook" | "King") && words[2].contains(|c| rights.contains(c));
            pieces.push(format!("{place}={name}{colour}{}", if unmoved { "/1/0" } else { "" }));
            column += 1;
        }
    }
    let mover = if words[1] == "w" { 1 } else { 2 };
    game.read_position(&format!("board:{} mover:{mover}", pieces.join(","))).unwrap()
}

/// Positions of chess with the numbers of games from them: the start, one with everything in it, one of captures in
/// passing, two of promotions.
const CHESS: [(&str, &[u64]); 5] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &[20, 400, 8902, 197_281, 4_865_609]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", &[48, 2039, 97_862, 4_085_603]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2812, 43_238, 674_624]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", &[6, 264, 9467, 422_333]),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", &[24, 496, 9483, 182_838, 3_605_103]),
];

#[test]
fn chess_lists_and_makes_the_same_moves_with_and_without_its_kernel() {
    let AnyDescribed::W1(game) = open("chess") else { panic!("64 squares fit into one word") };
    assert_eq!(game.kernel().map(|kernel| kernel.name()), Some("royal"));
    let general = game.clone().without_kernel();
    let games = if std::env::var_os("LUDEX_FULL").is_some() { 100 } else { 6 };
    let (mut moves, mut general_moves) = (Vec::new(), Vec::new());
    for (notation, _) in CHESS {
        for seed in 0..games {
            let mut rng = Rng::new(seed);
            let mut state = chess_position(&game, notation);
            for ply in 0..80 {
                if game.turn(&state).is_over() {
                    break;
                }
                game.moves(&state, &mut moves);
                general.moves(&state, &mut general_moves);
                assert_eq!(moves, general_moves, "{notation}, game {seed}, ply {ply}");
                let mut other = state.clone();
                let chosen = moves[rng.below(moves.len() as u32) as usize];
                game.play(&mut state, chosen);
                general.play(&mut other, chosen);
                assert_eq!(state, other, "{notation}, game {seed}, ply {ply}, {chosen:?}");
            }
        }
    }
}

#[test]
fn chess_has_the_known_numbers_of_games() {
    let AnyDescribed::W1(game) = open("chess") else { panic!("64 squares fit into one word") };
    let full = std::env::var_os("LUDEX_FULL").is_some();
    assert_eq!(chess_position(&game, CHESS[0].0).board_key(), game.start().board_key());
    for (notation, counts) in CHESS {
        let state = chess_position(&game, notation);
        for (depth, &count) in (1..).zip(counts) {
            if full || count < 500_000 {
                assert_eq!(perft(&game, &state, depth), count, "{notation}, {depth} moves");
            }
        }
    }
}

#[test]
fn english_draughts_have_the_known_numbers_of_turns() {
    turn_sequences("english-draughts", &[7, 49, 302, 1469, 7361]);
}

#[test]
fn amazons_have_2176_first_turns() {
    turn_sequences("amazons", &[2176]);
}

#[test]
fn lines_of_action_agree_with_an_independent_count() {
    sequences("lines-of-action", &[36, 1244]);
}

#[test]
fn konane_agrees_with_an_independent_count() {
    sequences("konane(board-size=4)", &[4, 12, 16, 52, 120, 376, 972, 2808]);
    sequences("konane(board-size=6)", &[4, 12, 28, 152, 632]);
}

#[test]
fn placement_games_begin_with_every_empty_place() {
    sequences("gomoku", &[225, 225 * 224]);
    sequences("ninuki(board-size=9)", &[81, 81 * 80]);
    // The second player may swap instead.
    sequences("yavalath", &[61, 61 * 61]);
    sequences("havannah", &[169, 169 * 169]);
    sequences("y", &[78, 78 * 78]);
    sequences("hex", &[121, 121 * 121]);
    sequences("nine-mens-morris", &[24, 24 * 23, 24 * 23 * 22]);
}

#[test]
fn connection_games_are_never_drawn() {
    for name in ["hex(board-size=6)", "y(board-size=7)"] {
        let [first, second, draws] = open(name).visit(Random(300));
        assert_eq!(draws, 0, "{name}");
        assert!(first > 90 && second > 90, "{name}: {first} and {second} wins");
    }
}

#[test]
fn hex_is_won_by_the_first_player_and_with_the_swap_by_the_second() {
    for size in [2, 3] {
        assert_eq!(open(&format!("hex(board-size={size},swap=off)")).visit(Value), 1, "without the swap");
        assert_eq!(open(&format!("hex(board-size={size})")).visit(Value), -1, "with the swap");
    }
}

/// All boards that come up when stones are put and players pass once in between.
fn boards_of_go(game: &Described<1>) -> usize {
    let mut seen = HashSet::new();
    let mut open = vec![game.start()];
    let mut moves = Vec::new();
    while let Some(state) = open.pop() {
        if game.turn(&state) == Turn::Over || !seen.insert((state.board_key(), state.mover, state.last.pass))
        {
            continue;
        }
        game.moves(&state, &mut moves);
        for &made in &moves {
            let mut next: State<1> = state.clone();
            game.play(&mut next, made);
            open.push(next);
        }
    }
    seen.iter().map(|(board, ..)| *board).collect::<HashSet<u64>>().len()
}

/// John Tromp and Gunnar Farnebäck: 57 legal positions of two lines, 12,675 of three.
#[test]
fn go_reaches_every_legal_position_of_small_boards() {
    for (size, known) in [(2, 57), (3, 12_675)] {
        let AnyDescribed::W1(game) = open(&format!("go(board-size={size})")) else { panic!("too wide") };
        assert_eq!(boards_of_go(&game), known);
    }
}

#[test]
fn nine_mens_morris_has_sixteen_mills() {
    let AnyDescribed::W1(game) = open("nine-mens-morris") else { panic!("too wide") };
    let mut mills = 0;
    let places: Vec<i16> = (0..24).collect();
    for &a in &places {
        for &b in places.iter().filter(|&&b| b > a) {
            for &c in places.iter().filter(|&&c| c > b) {
                let mut others = places.iter().copied().filter(|p| ![a, b, c].contains(p));
                let order = [a, others.next().unwrap(), b, others.next().unwrap(), c];
                let mut state = game.start();
                let mut moves = Vec::new();
                for to in order {
                    game.moves(&state, &mut moves);
                    let made = *moves.iter().find(|made| made.to == to).unwrap();
                    game.play(&mut state, made);
                }
                // After a mill the same player takes a man.
                mills += u32::from(game.turn(&state) == Turn::Player(Player::FIRST));
            }
        }
    }
    assert_eq!(mills, 16);
}

#[test]
fn ninuki_takes_pairs_between_two_stones() {
    struct Capture;
    impl Visitor for Capture {
        type Output = Vec<i32>;
        fn visit<G: Playable>(self, game: G) -> Vec<i32> {
            let mut state = game.start();
            let mut moves = Vec::new();
            // White's b1 and c1 end between a1 and d1; a stone put between two others is safe.
            for to in ["a1", "b1", "a9", "c1", "d1"] {
                let made = game.read_move(&state, to).unwrap();
                game.play(&mut state, made);
            }
            game.moves(&state, &mut moves);
            vec![moves.len() as i32]
        }
    }
    // Five stones were put and two taken.
    assert_eq!(open("ninuki(board-size=9)").visit(Capture), [81 - 3]);
}

/// How many boxes more the player to move wins from here on, with best play. The lines drawn decide it.
fn boxes_ahead<const W: usize>(
    game: &Described<W>,
    state: &State<W>,
    known: &mut HashMap<Vec<usize>, i32>,
) -> i32 {
    let lines: Vec<usize> = state.occupied().iter().collect();
    if let Some(&value) = known.get(&lines) {
        return value;
    }
    let Turn::Player(mover) = game.turn(state) else { return 0 };
    let boxes = |state: &State<W>| state.scores[mover.index() + 1];
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let value = moves.iter().map(|&line| {
        let mut after = state.clone();
        game.play(&mut after, line);
        let ahead = boxes_ahead(game, &after, known);
        boxes(&after) - boxes(state) + if game.turn(&after) == Turn::Player(mover) { ahead } else { -ahead }
    });
    let value = value.max().unwrap_or(0);
    known.insert(lines, value);
    value
}

#[test]
fn the_first_player_wins_three_of_four_boxes() {
    // One box goes to whoever draws the last of its four lines; two in a row are shared.
    for (board, lines, ahead) in [("1x1", 4, -1), ("1x2", 7, 0), ("2x2", 12, 2)] {
        let AnyDescribed::W1(game) = open(&format!("dots-and-boxes(board={board})")) else {
            panic!("the board is small")
        };
        let start = game.start();
        assert_eq!(game.count_moves(&start, &mut Vec::new()), lines, "{board}");
        assert_eq!(boxes_ahead(&game, &start, &mut HashMap::new()), ahead, "{board}");
    }
}

#[test]
fn black_begins_where_tradition_says_so() {
    for name in ["go", "gomoku", "ninuki", "reversi", "english-draughts", "konane", "lines-of-action"] {
        assert_eq!(open(name).visit(FirstPiece), (Colour::Black, "Black".to_string()), "{name}");
    }
    // Without colours of its own a description gets ours.
    assert_eq!(open("breakthrough").visit(FirstPiece), (Colour::White, "Player 1".to_string()));
}

/// The colour in which a piece of the first player is drawn, and what that player is called.
struct FirstPiece;

impl Visitor for FirstPiece {
    type Output = (Colour, String);

    fn visit<G: Playable>(self, game: G) -> (Colour, String) {
        let mut state = game.start();
        let empty = game.scene(&state).pieces;
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        game.play(&mut state, moves[0]);
        let after = game.scene(&state).pieces;
        // The first move puts a piece somewhere, or takes an own one off.
        let came = after.iter().find(|piece| !empty.contains(piece));
        let fresh = came.or(empty.iter().find(|piece| !after.contains(piece))).expect("a piece");
        (fresh.colour, game.player_names()[0].clone())
    }
}
