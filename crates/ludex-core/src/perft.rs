//! Perft: counting all move sequences of a length. The count is a fingerprint of the rules; the time is a
//! measure of their speed.

use crate::Game;

/// The number of move sequences of exactly `depth` moves from `state`. Finished games are not extended. Every
/// last move is really made, so the count also exercises the rules' effects.
///
/// ```
/// use ludex_core::{Game, examples::Nim, perft};
///
/// let game = Nim::new(4);
/// assert_eq!(perft(&game, &game.start(), 2), 3 + 2 + 1);
/// ```
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut buffers = vec![Vec::new(); depth as usize];
    walk(game, state, &mut buffers, &mut |game, state, moves| {
        let mut made = 0;
        for &chosen in moves {
            let mut after = state.clone();
            game.play(&mut after, chosen);
            std::hint::black_box(&after);
            made += 1;
        }
        made
    })
}

/// As [`perft`], but the last moves are only counted, not made.
pub fn perft_bulk<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut buffers = vec![Vec::new(); depth as usize];
    walk(game, state, &mut buffers, &mut |_, _, moves| moves.len() as u64)
}

fn walk<G: Game>(
    game: &G,
    state: &G::State,
    buffers: &mut [Vec<G::Move>],
    leaves: &mut impl FnMut(&G, &G::State, &[G::Move]) -> u64,
) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return 1 };
    if game.turn(state).is_over() {
        return 0;
    }
    game.moves(state, moves);
    if deeper.is_empty() {
        return leaves(game, state, moves);
    }
    let mut count = 0;
    for &chosen in moves.iter() {
        let mut after = state.clone();
        game.play(&mut after, chosen);
        count += walk(game, &after, deeper, leaves);
    }
    count
}
