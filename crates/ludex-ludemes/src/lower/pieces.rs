//! The pieces' own moves, where something follows from them.

use crate::check::Term;
use crate::runtime::code::Gen;

use super::Lower;

impl<const W: usize> Lower<W> {
    /// Moves with the pieces' own moves written out, so that something can follow from these alone and not from the
    /// same moves elsewhere.
    pub(super) fn spelled_out(&mut self, moves: Gen<W>) -> Gen<W> {
        let all = |lower: &mut Self, parts: Vec<Gen<W>>| -> Vec<Gen<W>> {
            parts.into_iter().map(|part| lower.spelled_out(part)).collect()
        };
        let boxed = |lower: &mut Self, moves: Box<Gen<W>>| Box::new(lower.spelled_out(*moves));
        match moves {
            Gen::All(parts) => Gen::All(all(self, parts)),
            Gen::Priority(parts) => Gen::Priority(all(self, parts)),
            Gen::Seq(parts) => Gen::Seq(all(self, parts)),
            Gen::If(condition, yes, no) => Gen::If(condition, boxed(self, yes), boxed(self, no)),
            Gen::ForEachSite { region, moves, otherwise } => {
                Gen::ForEachSite { region, moves: boxed(self, moves), otherwise: boxed(self, otherwise) }
            }
            Gen::ForEachValue { values, moves } => Gen::ForEachValue { values, moves: boxed(self, moves) },
            Gen::ForEachPlayer { who, moves } => Gen::ForEachPlayer { who, moves: boxed(self, moves) },
            Gen::Afterwards { moves, when } => Gen::Afterwards { moves: boxed(self, moves), when },
            Gen::After { prior, moves, otherwise } => {
                Gen::After { prior, moves: boxed(self, moves), otherwise }
            }
            Gen::FirstOnTrack { tracks, owner, moves } => {
                Gen::FirstOnTrack { tracks, owner, moves: boxed(self, moves) }
            }
            Gen::MaxMoves { moves, value } => Gen::MaxMoves { moves: boxed(self, moves), value },
            Gen::ForEachPiece { who, player, names, within, moves: None } => {
                Gen::All(self.own_moves(names.as_deref(), |names, moves| Gen::ForEachPiece {
                    who: who.clone(),
                    player: player.clone(),
                    names,
                    within,
                    moves,
                }))
            }
            Gen::ForEachStacked { who, player, names, within, moves: None, top } => {
                Gen::All(self.own_moves(names.as_deref(), |names, moves| Gen::ForEachStacked {
                    who: who.clone(),
                    player: player.clone(),
                    names,
                    within,
                    moves,
                    top,
                }))
            }
            other => other,
        }
    }

    /// The moves of each kind of piece, each in an iterator of its own.
    fn own_moves(
        &mut self,
        names: Option<&[u8]>,
        each: impl Fn(Option<Vec<u8>>, Option<Box<Gen<W>>>) -> Gen<W>,
    ) -> Vec<Gen<W>> {
        let pieces = self.equipment.pieces.iter().enumerate().skip(1);
        let wanted = pieces.filter(|(id, _)| names.is_none_or(|names| names.contains(&(*id as u8))));
        let wanted: Vec<(u8, Term)> =
            wanted.filter_map(|(id, piece)| Some((id as u8, piece.moves.clone()?))).collect();
        if self.spelling {
            if let Some((_, term)) = wanted.first() {
                self.problem(term, "the moves of this piece are made of the moves of all pieces");
            }
            return Vec::new();
        }
        self.spelling = true;
        let moves = wanted
            .into_iter()
            .map(|(id, term)| {
                let moves = self.moves(&term);
                each(Some(vec![id]), Some(Box::new(moves)))
            })
            .collect();
        self.spelling = false;
        moves
    }
}
