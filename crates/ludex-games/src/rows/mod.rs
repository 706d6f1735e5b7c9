//! Tria, Tessera and their kin: rows of stones, with captures.
//!
//! Rules: on an empty board of squares, Black and White put one stone of their own on an empty square in turn.
//! Whoever completes a straight line of at least `line` own stones (3 in Tria, 4 in Tessera) with the stone just
//! placed wins; a full board without a line is a draw.
//!
//! - *Capture-1*: a single enemy stone that the new stone and another own stone enclose in a straight line is
//!   removed. *Capture-2*: the same for a pair of neighbouring enemy stones. Captures are automatic, happen in
//!   all eight directions at once, and only by the stone just placed: moving between two enemy stones is safe.
//! - *Pairs*: as in Pente, capturing that many pairs (twice as many stones) wins too.
//! - *Refill*: after a capture, the next move must fill one of the emptied squares, unless it wins at once.
//!
//! Play with captures may go on for ever; there is no rule of repetition.
//!
//! Source: L. A. Wu's bachelor thesis on Tria and Tessera (Maastricht University), which leaves open what a full
//! board means and who may choose when several squares must be refilled; `rows` extends it to Gomoku and Pente.

mod bits;
mod engine;
mod entry;
mod judge;
mod kernel;
mod layout;
pub mod plain;
mod rules;
mod show;
mod text;
mod word;

use ludex_core::{Entry, Spec, SpecError, Visitor};

pub use engine::{Cell, Position, Rows};
pub use rules::{Capture, Rules};
pub use word::{Wide, Word};

use crate::Baseline;

/// The games of this family.
pub fn entries() -> Vec<Entry> {
    entry::entries()
}

/// Opens a game of this family.
pub fn open<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
    struct AnyWidth<V>(V);
    impl<V: Visitor> RowsVisitor for AnyWidth<V> {
        type Output = V::Output;
        fn visit<W: Word>(self, game: Rows<W>) -> V::Output {
            self.0.visit(game)
        }
    }
    Ok(build(entry::read(spec)?, AnyWidth(visitor)))
}

/// Something to be done with a game of rows whose width of word is only known once the board is.
pub trait RowsVisitor {
    /// What comes out.
    type Output;

    /// Does it.
    fn visit<W: Word>(self, game: Rows<W>) -> Self::Output;
}

/// Makes the engine for these rules with the narrowest word that holds the board.
pub fn build<V: RowsVisitor>(rules: Rules, visitor: V) -> V::Output {
    match rules.cells() {
        0..=64 => visitor.visit(Rows::<u64>::new(rules)),
        65..=128 => visitor.visit(Rows::<u128>::new(rules)),
        _ => visitor.visit(Rows::<Wide>::new(rules)),
    }
}

/// The ordinary implementations of this family.
pub fn baselines() -> Vec<Baseline> {
    plain::baselines()
}
