//! How games are listed and opened by name.

use serde::Serialize;

use crate::{Param, Playable};

/// What the catalogue says of a game before it is opened.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// The name before the brackets: `kalah`.
    pub name: String,
    /// The family it belongs to: `mancala`.
    pub family: String,
    /// How many players: `2`, or several numbers where a parameter decides: `2-4`.
    pub players: String,
    /// One sentence about it.
    pub summary: String,
    /// What may stand in the brackets.
    pub parameters: Vec<Param>,
    /// Where the rules come from.
    pub source: String,
}

/// Something to be done with a game whose type is only known once it is opened. The call is compiled for each
/// game, so what happens inside is as fast as code written for that game alone.
///
/// ```
/// use ludex_core::{Game, Playable, Visitor, examples::Nim};
///
/// struct CountFirstMoves;
/// impl Visitor for CountFirstMoves {
///     type Output = usize;
///     fn visit<G: Playable>(self, game: G) -> usize {
///         game.count_moves(&game.start(), &mut Vec::new())
///     }
/// }
/// assert_eq!(CountFirstMoves.visit(Nim::new(9)), 3);
/// ```
pub trait Visitor {
    /// What comes out.
    type Output;

    /// Does it.
    fn visit<G: Playable>(self, game: G) -> Self::Output;
}
