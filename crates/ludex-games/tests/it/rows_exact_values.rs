//! Exact values of small boards, found by the plainest method there is: mark every position that is won or lost by
//! what its moves lead to, until nothing changes. What is left is a draw, endless play included.

use std::collections::HashMap;

use ludex_core::Game;
use ludex_games::rows::{Capture, Position, Rows, Rules};

/// The value of a position for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Win(u32),
    Loss(u32),
}

/// The values of the first moves for who replies to them, in order; `None` is a draw.
fn solve(game: &Rows<u64>) -> Vec<Option<Value>> {
    let mut numbers: HashMap<Position<u64>, usize> = HashMap::from([(game.start(), 0)]);
    let mut positions = vec![game.start()];
    let mut replies: Vec<Vec<usize>> = Vec::new();
    let mut values: Vec<Option<Value>> = Vec::new();
    let mut moves = Vec::new();
    while let Some(&state) = positions.get(replies.len()) {
        let is_lost = game.outcome(&state).is_some_and(|end| !end.is_draw());
        values.push(is_lost.then_some(Value::Loss(0)));
        game.moves(&state, &mut moves);
        let number = |&chosen: &_| {
            let mut after = state;
            game.play(&mut after, chosen);
            *numbers.entry(after).or_insert_with(|| {
                positions.push(after);
                positions.len() - 1
            })
        };
        replies.push(moves.iter().map(number).collect());
    }
    // In round n exactly the positions decided in n plies are found.
    for round in 1.. {
        let decide = |(state, replies): (usize, &Vec<usize>)| {
            if values[state].is_some() || replies.is_empty() {
                None
            } else if replies.iter().any(|&next| matches!(values[next], Some(Value::Loss(_)))) {
                Some((state, Value::Win(round)))
            } else {
                let lost = replies.iter().all(|&next| matches!(values[next], Some(Value::Win(_))));
                lost.then_some((state, Value::Loss(round)))
            }
        };
        let found: Vec<(usize, Value)> = replies.iter().enumerate().filter_map(decide).collect();
        if found.is_empty() {
            break;
        }
        for (state, value) in found {
            values[state] = Some(value);
        }
    }
    replies[0].iter().map(|&next| values[next]).collect()
}

/// The values of all first moves for Black, as `W9`, `L8` or `D`, row by row.
fn first_moves(rows: usize, cols: usize, line: usize, capture: Capture) -> String {
    let game = Rows::<u64>::new(Rules::new(rows, cols, line, capture).unwrap());
    let text = |value: Option<Value>| match value {
        None => "D".to_string(),
        Some(Value::Loss(plies)) => format!("W{}", plies + 1),
        Some(Value::Win(plies)) => format!("L{}", plies + 1),
    };
    solve(&game).into_iter().map(text).collect::<Vec<_>>().join("|")
}

#[test]
fn on_one_row_of_five_tria_with_capture_1_is_won_from_the_centre_only() {
    assert_eq!(first_moves(1, 5, 3, Capture::One), "D|D|W9|D|D");
    assert_eq!(first_moves(1, 5, 3, Capture::Both), "D|D|W9|D|D");
    assert_eq!(first_moves(1, 5, 3, Capture::None), "D|D|D|D|D");
    assert_eq!(first_moves(1, 5, 3, Capture::Two), "D|D|D|D|D");
}

#[test]
fn longer_rows_have_their_known_values() {
    assert_eq!(first_moves(1, 8, 3, Capture::One), "L12|W11|W9|W9|W9|W9|W11|L12");
    assert_eq!(first_moves(1, 8, 3, Capture::Both), "D|W9|W9|W9|W9|W9|W9|D");
    assert_eq!(first_moves(1, 9, 4, Capture::Both), "D|D|D|D|D|D|D|D|D");
    assert_eq!(first_moves(2, 5, 3, Capture::One), "L14|D|W9|D|L14|L14|D|W9|D|L14");
}

#[test]
fn tria_with_both_captures_on_3x3_is_won_from_the_corners_only() {
    assert_eq!(first_moves(3, 3, 3, Capture::Both), "W7|L8|W7|L8|L8|L8|W7|L8|W7");
    assert_eq!(first_moves(3, 3, 3, Capture::None), "D|D|D|D|D|D|D|D|D");
}

#[test]
fn tria_on_3x4_loses_from_the_middle_of_a_short_edge_unless_pairs_are_captured() {
    let without = "W9|W7|W7|W9|L10|W7|W7|L10|W9|W7|W7|W9";
    assert_eq!(first_moves(3, 4, 3, Capture::None), without);
    assert_eq!(first_moves(3, 4, 3, Capture::Two), without.replace("L10", "W13"));
    assert_eq!(first_moves(3, 4, 3, Capture::One), "W7|W9|W9|W7|L8|L10|L10|L8|W7|W9|W9|W7");
}
