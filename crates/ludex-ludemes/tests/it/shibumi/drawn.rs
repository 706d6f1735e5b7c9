//! Positions as drawings.
//!
//! The layers of a pyramid stand side by side, the base at the left, and the row nearest to the first player is the
//! last line: `W`, `B` and `R` are the balls of the first, second and third kind, `.` is an empty point.
//!
//! ```text
//! . . . .
//! . . . . | . . .
//! W W . . | . . . | . .
//! W W . . | B . . | . . | .
//! ```

use ludex_core::{Game, Outcome, Spec, Turn};
use ludex_ludemes::described::{AnyDescribed, Described};
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::runtime::{Content, Move, State};
use ludex_ludemes::shelf;
use ludex_ludemes::text::Source;

pub(crate) type Pyramid = Described<1>;

fn small(game: AnyDescribed) -> Pyramid {
    match game {
        AnyDescribed::W1(game) => game,
        _ => panic!("the board is not small"),
    }
}

/// A game of ours by its name.
pub(crate) fn game(name: &str) -> Pyramid {
    let spec = Spec::parse(name).unwrap();
    small(shelf::compile(shelf::find(spec.name()).unwrap(), &spec).unwrap())
}

/// A pyramid of four by four holes with some rules.
pub(crate) fn with_rules(rules: &str) -> Pyramid {
    let text = format!(
        r#"(game "Try" (players 2)
            (equipment {{ ("Pyramid" 4) (piece "Ball" Each) (piece "Red" Neutral) }}) (rules {rules}))"#
    );
    let compiled =
        AnyDescribed::compile(Source::new("try.lud", text), &Library::ours(), &Choices::none(), "try");
    match compiled {
        Ok(game) => small(game),
        Err(problems) => panic!("{problems:?}"),
    }
}

/// The site at a row and column of a layer: rows are numbered from the front, all layers together.
pub(crate) fn site(layer: usize, row: usize, column: usize) -> usize {
    let mut points = Vec::new();
    for l in 0..4 {
        for r in 0..4 - l {
            for c in 0..4 - l {
                points.push((2 * r + l, 2 * c + l, l, (l, r, c)));
            }
        }
    }
    points.sort_unstable();
    points.iter().position(|point| point.3 == (layer, row, column)).unwrap()
}

/// The balls of a drawing: sites and kinds.
pub(crate) fn balls(drawing: &str) -> Vec<(usize, u8)> {
    let lines: Vec<&str> = drawing.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 4, "a drawing has four lines");
    let mut balls = Vec::new();
    for (row, line) in lines.iter().rev().enumerate() {
        for (layer, part) in line.split('|').enumerate() {
            for (column, ball) in part.split_whitespace().enumerate() {
                let kind = match ball {
                    "W" => 1,
                    "B" => 2,
                    "R" => 3,
                    _ => continue,
                };
                balls.push((site(layer, row, column), kind));
            }
        }
    }
    balls
}

/// The position of a drawing, with a player to move.
pub(crate) fn position(game: &Pyramid, drawing: &str, mover: u8) -> State<1> {
    let mut state = game.start();
    for place in 0..30 {
        state.put(place, Content::default(), &game.rules_code().owners);
    }
    for (site, kind) in balls(drawing) {
        state.put(site, Content::piece(kind), &game.rules_code().owners);
    }
    let players = game.players() as u8;
    state.mover = mover;
    state.next = mover % players + 1;
    state.prev = (mover + players - 2) % players + 1;
    // Nobody's first move any more.
    state.moves = 2;
    state
}

/// The legal moves.
pub(crate) fn moves(game: &Pyramid, state: &State<1>) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// The position after the legal move that turns these sites into these kinds (0 for empty).
pub(crate) fn after(game: &Pyramid, state: &State<1>, wanted: &[(usize, u8)]) -> Option<State<1>> {
    moves(game, state).into_iter().find_map(|chosen| {
        let mut played = state.clone();
        game.play(&mut played, chosen);
        wanted.iter().all(|&(site, kind)| played.what(site) == kind).then_some(played)
    })
}

/// Places balls in turn: sites and kinds, each by a legal move.
pub(crate) fn place_all(game: &Pyramid, balls: &[(usize, u8)]) -> State<1> {
    balls.iter().fold(game.start(), |state, &(site, kind)| {
        assert_eq!(state.what(site), 0);
        after(game, &state, &[(site, kind)]).unwrap_or_else(|| panic!("{kind} cannot go to {site}"))
    })
}

/// The winner, from 1, of a finished game.
pub(crate) fn winner(game: &Pyramid, state: &State<1>) -> Option<usize> {
    assert_eq!(game.turn(state), Turn::Over, "the game goes on");
    game.outcome(state).as_ref().and_then(Outcome::winner).map(|winner| winner.index() + 1)
}

/// Whether a condition holds in a drawn position, for the first player.
pub(crate) fn holds(drawing: &str, condition: &str) -> bool {
    let game = with_rules(&format!("(play (move Pass)) (end (if {condition} (result Mover Win)))"));
    let mut state = position(&game, drawing, 1);
    let pass = moves(&game, &state)[0];
    game.play(&mut state, pass);
    state.over
}

/// Whether a set of sites is exactly this.
pub(crate) fn region_is(drawing: &str, region: &str, sites: &[usize]) -> bool {
    let list: Vec<String> = sites.iter().map(usize::to_string).collect();
    let same = |sites: &str| holds(drawing, &format!("(= {region} (sites {{ {sites} }}))"));
    match list.is_empty() {
        true => holds(drawing, &format!("(= 0 (count Sites in:{region}))")),
        false => same(&list.join(" ")),
    }
}
