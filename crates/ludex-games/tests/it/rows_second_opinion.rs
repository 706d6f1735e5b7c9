//! The engines of rows against an ordinary implementation: thousands of random games, move for move and state for
//! state, on boards of every width and with every option.

use ludex_core::{Evaluate, Game, Player, Rng, Symmetry, Text, Turn};
use ludex_games::rows::{Capture, Cell, Position, Rows, RowsVisitor, Rules, Word, build, plain::Plain};

struct Compare {
    games: u32,
    seed: u64,
}

const PLY_LIMIT: usize = 150;

fn agree<W: Word>(game: &Rows<W>, state: &Position<W>, plain: &Plain) {
    let at = || format!("{:?}\n{}", game.rules(), game.write_position(state));
    for square in 0..game.rules().cells() {
        let stone = Player::all(2).find(|&player| state.stones(player).has(square));
        assert_eq!(stone, plain.stone(square), "stone on {square} of {}", at());
    }
    assert_eq!(state.mover(), plain.mover(), "player to move in {}", at());
    assert_eq!(state.pending().squares().collect::<Vec<_>>(), plain.pending(), "to be filled in {}", at());
    if game.rules().pairs() > 0 {
        for player in Player::all(2) {
            assert_eq!(state.taken(player), plain.taken(player), "captured stones in {}", at());
        }
    }
    assert_eq!(game.turn(state).is_over(), plain.is_over(), "end of {}", at());
    assert_eq!(
        game.outcome(state).and_then(|outcome| outcome.winner()),
        plain.winner(),
        "winner of {}",
        at()
    );
}

fn holds_together<W: Word>(game: &Rows<W>, state: &Position<W>) {
    let text = game.write_position(state);
    assert_eq!(game.key(state), game.key_from_scratch(state), "key of {text}");
    assert_eq!(game.read_position(&text).as_ref(), Ok(state), "text of {text}");
    let [first, second] = [Player::FIRST, Player::SECOND].map(|player| game.standing(state, player));
    assert!(first + second == 0.0 && first.abs() <= 1.0, "standing in {text}");
    let canonical = game.canonical_key(state);
    for symmetry in 0..game.symmetries() {
        let seen = game.mirror_state(symmetry, state);
        assert_eq!(game.canonical_key(&seen), canonical, "symmetry {symmetry} of {text}");
        assert!(game.key(&seen) >= canonical);
    }
}

impl RowsVisitor for Compare {
    type Output = ();

    fn visit<W: Word>(self, game: Rows<W>) {
        let mut rng = Rng::new(self.seed);
        let (mut moves, mut expected, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
        for number in 0..self.games {
            let (mut state, mut plain) = (game.start(), Plain::new(*game.rules()));
            for ply in 0..PLY_LIMIT {
                agree(&game, &state, &plain);
                if number < 2 {
                    holds_together(&game, &state);
                }
                plain.moves(&mut expected);
                game.moves(&state, &mut moves);
                let got: Vec<usize> = moves.iter().map(|chosen| chosen.index()).collect();
                assert_eq!(got, expected, "moves of {}", game.write_position(&state));
                assert_eq!(game.count_moves(&state, &mut scratch), expected.len());
                if game.turn(&state) == Turn::Over {
                    break;
                }
                let chosen = game.random_move(&state, &mut rng, &mut scratch);
                assert!(game.is_legal(&state, chosen), "ply {ply} of {:?}", game.rules());
                plain.play(chosen.index());
                game.play(&mut state, chosen);
            }
        }
    }
}

const CAPTURES: [Capture; 4] = [Capture::None, Capture::One, Capture::Two, Capture::Both];

/// Every combination of options for a board and a line.
fn variants(rows: usize, cols: usize, line: usize) -> impl Iterator<Item = Rules> {
    let base = CAPTURES.into_iter().map(move |capture| Rules::new(rows, cols, line, capture).unwrap());
    base.flat_map(|rules| {
        [(0, false), (1, false), (5, false), (0, true), (3, true)]
            .into_iter()
            .filter_map(move |(pairs, refill)| rules.with_pairs(pairs).ok()?.with_refill(refill).ok())
    })
}

fn compare(boards: &[(usize, usize)], games: u32) {
    for (number, &(rows, cols)) in boards.iter().enumerate() {
        for line in 3..=6 {
            for (variant, rules) in variants(rows, cols, line).enumerate() {
                build(rules, Compare { games, seed: (number * 1000 + line * 100 + variant) as u64 });
            }
        }
    }
}

#[test]
fn small_boards_agree_with_the_ordinary_implementation() {
    let boards = [(1, 1), (1, 2), (2, 1), (1, 5), (5, 1), (2, 4), (4, 2), (3, 3), (3, 4), (4, 3), (5, 5)];
    compare(&boards, 25);
}

#[test]
fn boards_of_one_word_agree_with_the_ordinary_implementation() {
    compare(&[(1, 19), (19, 1), (2, 19), (19, 3), (3, 19), (4, 15), (15, 4), (4, 16), (7, 8), (8, 8)], 12);
}

#[test]
fn boards_of_two_words_agree_with_the_ordinary_implementation() {
    compare(&[(5, 13), (4, 19), (19, 4), (8, 9), (10, 10), (11, 11), (8, 16), (16, 8)], 8);
}

#[test]
fn the_largest_boards_agree_with_the_ordinary_implementation() {
    compare(&[(7, 19), (19, 7), (12, 11), (15, 15), (19, 19)], 4);
}

#[test]
fn every_width_plays_the_same_game() {
    fn play<W: Word>(rules: Rules) -> Vec<(Cell, String)> {
        let game = Rows::<W>::new(rules);
        let (mut rng, mut scratch) = (Rng::new(3), Vec::new());
        let mut seen = Vec::new();
        for _ in 0..50 {
            let mut state = game.start();
            for _ in 0..PLY_LIMIT {
                if game.turn(&state).is_over() {
                    break;
                }
                let chosen = game.random_move(&state, &mut rng, &mut scratch);
                game.play(&mut state, chosen);
                seen.push((chosen, game.write_position(&state)));
            }
        }
        seen
    }
    for rules in variants(7, 8, 4) {
        let narrow = play::<u64>(rules);
        assert_eq!(narrow, play::<u128>(rules));
        assert_eq!(narrow, play::<ludex_games::rows::Wide>(rules));
    }
}
