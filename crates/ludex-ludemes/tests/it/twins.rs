//! Descriptions of games that were also written by hand: both behave the same, move for move.

use ludex_core::{Game, Playable, Player, Rng, Spec, SpecError, Text, Turn, Visitor, perft};
use ludex_ludemes::board::SiteType;
use ludex_ludemes::described::{AnyDescribed, Described};
use ludex_ludemes::runtime::{Move, State};
use ludex_ludemes::shelf;

/// How a move is called by the hand-written game.
type Name = fn(&Shape, Move, usize) -> String;

/// The board and the position, as far as names of moves need them.
struct Shape {
    columns: i16,
    /// How many pieces are stacked where a move begins.
    height: usize,
}

/// A random game of the hand-written engine: the legal moves and the one made, then the winner.
struct Trace {
    steps: Vec<(Vec<String>, String)>,
    over: bool,
    winner: Option<Player>,
}

/// Random games, and numbers of sequences of moves.
struct Record {
    games: u64,
    depth: u32,
}

impl Visitor for Record {
    type Output = (Vec<Trace>, Vec<u64>);

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let counts = (1..=self.depth).map(|depth| perft(&game, &game.start(), depth)).collect();
        ((0..self.games).map(|seed| trace(&game, seed)).collect(), counts)
    }
}

fn trace<G: Game + Text>(game: &G, seed: u64) -> Trace {
    let mut rng = Rng::derived(11, seed, 0);
    let mut state = game.start();
    let mut moves = Vec::new();
    let mut steps = Vec::new();
    while steps.len() < 1000 && game.turn(&state) != Turn::Over {
        game.moves(&state, &mut moves);
        // The signs for captures and imprisonments say nothing that the places do not.
        let name = |&made: &G::Move| game.write_move(&state, made).replace([':', 'x'], "-");
        let mut legal: Vec<String> = moves.iter().map(name).collect();
        let chosen = rng.below(moves.len() as u32) as usize;
        let text = legal[chosen].clone();
        legal.sort_unstable();
        game.play(&mut state, moves[chosen]);
        steps.push((legal, text));
    }
    let winner = game.outcome(&state).and_then(|outcome| outcome.winner());
    Trace { steps, over: game.turn(&state) == Turn::Over, winner }
}

fn follow<const W: usize>(name: &str, game: &Described<W>, traces: &[Trace], call: Name, info: &Shape) {
    let mut moves = Vec::new();
    let mut cut = 0;
    'games: for (number, trace) in traces.iter().enumerate() {
        let mut state = game.start();
        for (at, (legal, text)) in trace.steps.iter().enumerate() {
            let mover = match game.turn(&state) {
                Turn::Player(player) => player.index(),
                turn => panic!("{name}: game {number}, move {at}: {turn:?}"),
            };
            let mover = pass_on(game, &mut state, &mut moves, mover);
            let called = |made: &Move| {
                let height = usize::try_from(made.from).map_or(0, |from| state.height(from));
                call(&Shape { columns: info.columns, height }, *made, mover)
            };
            let mut ours: Vec<String> = moves.iter().map(called).collect();
            let chosen = ours.iter().position(|ours| ours == text);
            ours.sort_unstable();
            // On a board with an edge the comparison ends where an unbounded game reaches beyond it.
            if ours != *legal && legal.iter().any(|text| is_beyond(game, text)) {
                cut += 1;
                continue 'games;
            }
            assert_eq!(&ours, legal, "{name}: game {number}, move {at}");
            game.play(&mut state, moves[chosen.unwrap()]);
        }
        pass_on(game, &mut state, &mut moves, 0);
        assert_eq!(game.turn(&state) == Turn::Over, trace.over, "{name}: the end of game {number}");
        let winner = game.outcome(&state).and_then(|outcome| outcome.winner());
        assert_eq!(winner, trace.winner, "{name}: the winner of game {number}");
    }
    assert!(cut * 50 <= traces.len(), "{name}: {cut} games reach beyond the board");
}

/// Whether a coordinate of the unbounded game, like `3,-14`, is not on the board of the described one.
fn is_beyond<const W: usize>(game: &Described<W>, text: &str) -> bool {
    let numbers: Option<Vec<i32>> = text.split(',').map(|number| number.parse().ok()).collect();
    let Some([q, r]) = numbers.as_deref() else { return false };
    // The centre of a hexagonal board of side n, in the middle of its 2n - 1 rows.
    let side = (game.rules_code().tables.board.rows(SiteType::Cell).len() as i32 + 1) / 2;
    q.abs().max(r.abs()).max((q + r).abs()) >= side
}

/// Where a hand-written game goes on with the next player who has a move, a described one makes the others pass.
fn pass_on<const W: usize>(
    game: &Described<W>,
    state: &mut State<W>,
    moves: &mut Vec<Move>,
    mover: usize,
) -> usize {
    let mut mover = mover;
    while let Turn::Player(player) = game.turn(state) {
        mover = player.index();
        game.moves(state, moves);
        if moves[..] != [Move::PASS] {
            break;
        }
        game.play(state, Move::PASS);
    }
    mover
}

fn counts<const W: usize>(game: &Described<W>, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft(game, &game.start(), depth)).collect()
}

type Open = fn(&Spec, Record) -> Result<(Vec<Trace>, Vec<u64>), SpecError>;

#[track_caller]
fn twins(by_hand: &str, open: Open, described: &str, depth: u32, columns: i16, call: Name) {
    let games = if std::env::var_os("LUDEX_FULL").is_some() { 10_000 } else { 200 };
    let (traces, known) = open(&Spec::parse(by_hand).unwrap(), Record { games, depth }).unwrap();
    let spec = Spec::parse(described).unwrap();
    let shelved = shelf::find(spec.name()).unwrap_or_else(|| panic!("{described} is not on the shelf"));
    let info = Shape { columns, height: 0 };
    let found = match shelf::compile(shelved, &spec).unwrap() {
        AnyDescribed::W1(game) => {
            follow(described, &game, &traces, call, &info);
            counts(&game, depth)
        }
        AnyDescribed::W2(game) => {
            follow(described, &game, &traces, call, &info);
            counts(&game, depth)
        }
        AnyDescribed::W8(game) => {
            follow(described, &game, &traces, call, &info);
            counts(&game, depth)
        }
    };
    assert_eq!(found, known, "{described}");
}

fn square(info: &Shape, Move { to: site, .. }: Move, _: usize) -> String {
    let column = char::from(b'a' + (site % info.columns) as u8);
    format!("{column}{}", site / info.columns + 1)
}

/// South's pits are counted from the left, North's from the right.
fn pit(_: &Shape, Move { to: site, .. }: Move, mover: usize) -> String {
    (if mover == 0 { site } else { 13 - site }).to_string()
}

/// The same with eight pits in a row.
fn pit_of_eight(_: &Shape, Move { to: site, .. }: Move, mover: usize) -> String {
    (if mover == 0 { site } else { 17 - site }).to_string()
}

/// The same without stores, where the first pit is number 0.
fn pit_without_stores(_: &Shape, Move { to: site, .. }: Move, mover: usize) -> String {
    (if mover == 0 { site + 1 } else { 12 - site }).to_string()
}

/// The row of a hexagonal board, from the bottom, and the place in it from the left.
fn row_of(site: i16, side: i16) -> (i16, i16) {
    let mut first = 0;
    for row in 0..2 * side - 1 {
        let len = 2 * side - 1 - (side - 1 - row).abs();
        if site < first + len {
            return (row, site - first);
        }
        first += len;
    }
    (-1, -1)
}

/// Tiles are numbered from 1 in the top row; a number of pieces is written unless it is the whole column.
fn tiles(info: &Shape, made: Move, _: usize) -> String {
    let tile = |site: i16| {
        let (row, column) = row_of(site, 5);
        (0..8 - row).map(|above| 9 - (4 - above).abs()).sum::<i16>() + column + 1
    };
    let (from, to) = (tile(made.from), tile(made.to));
    match made.value as usize == info.height {
        true => format!("{from}-{to}"),
        false => format!("{from}^{}-{to}", made.value),
    }
}

/// Coordinates along two of the three lines of a hexagonal board, from its centre.
fn hexes(_: &Shape, made: Move, _: usize) -> String {
    let (row, column) = row_of(made.to, 13);
    let r = 12 - row;
    format!("{},{r}", column - 12 + (-r).max(0))
}

#[test]
fn vai_lung_thlan_is_what_its_description_says() {
    let open: Open = |spec, record| ludex_games::mancala::open(spec, record);
    twins("vai-lung-thlan", open, "vai-lung-thlan-described", 5, 6, pit_without_stores);
}

#[test]
fn awari_and_oware_are_what_their_descriptions_say() {
    let open: Open = |spec, record| ludex_games::mancala::open(spec, record);
    for game in ["awari", "oware"] {
        twins(game, open, &format!("{game}-described"), 6, 6, pit);
    }
}

#[test]
fn ohvalhu_is_what_its_description_says() {
    let open: Open = |spec, record| ludex_games::mancala::open(spec, record);
    twins("ohvalhu", open, "ohvalhu-described", 4, 8, pit_of_eight);
}

#[test]
fn tria_and_tessera_are_what_their_descriptions_say() {
    let open: Open = |spec, record| ludex_games::rows::open(spec, record);
    for capture in ["0", "1", "2", "12"] {
        for (game, rows, cols, depth) in [("tria", 4, 4, 4), ("tria", 3, 5, 4), ("tessera", 5, 6, 3)] {
            let by_hand = format!("{game}(rows={rows},cols={cols},capture={capture})");
            let described = format!("{game}-described(rows={rows},cols={cols},capture={capture})");
            twins(&by_hand, open, &described, depth, cols, square);
        }
    }
}

#[test]
fn kalah_is_what_its_description_says() {
    let open: Open = |spec, record| ludex_games::mancala::open(spec, record);
    for seeds in [3, 4, 6] {
        let by_hand = format!("kalah(seeds={seeds})");
        twins(&by_hand, open, &format!("kalah-described(seeds={seeds})"), 5, 6, pit);
    }
}

#[test]
fn tricolor_is_what_its_description_says() {
    let open: Open = |spec, record| ludex_games::tricolor::open(spec, record);
    twins("tricolor", open, "tricolor-described", 3, 0, tiles);
}

#[test]
fn half_six_on_a_bounded_board_is_what_its_description_says() {
    let open: Open = |spec, record| ludex_games::six::open(spec, record);
    for tiles in [6, 12, 19] {
        let by_hand = format!("six(half,tiles={tiles})");
        twins(&by_hand, open, &format!("half-six-described(tiles={tiles})"), 4, 0, hexes);
    }
}
