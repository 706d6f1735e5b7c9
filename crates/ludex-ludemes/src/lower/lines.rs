//! Sums of lines through the last place: instead of asking for each line, the places of each are counted as a set.

use crate::runtime::Bits;
use crate::runtime::code::{Bool, Int, LineWhats, Region};

use super::Lower;

impl<const W: usize> Lower<W> {
    /// A sum; where it counts lines through the last place, one that knows the places of the lines.
    pub(super) fn sum(&self, terms: Vec<Int<W>>) -> Int<W> {
        let lines = |place| {
            let mut lines = Vec::new();
            for term in &terms {
                lines.extend(self.line_counted(term, place)?);
            }
            Some(lines.into_boxed_slice())
        };
        let lines: Option<Vec<Box<[Bits<W>]>>> = match terms.len() {
            0 | 1 => None,
            _ => (0..self.tables.sites).map(lines).collect(),
        };
        lines.map_or(Int::Add(terms), Int::LinesThroughLast)
    }

    /// The line that a term counts as one if it goes through a place; `None` if the term is of another kind.
    fn line_counted(&self, term: &Int<W>, place: usize) -> Option<Option<Bits<W>>> {
        match term {
            Int::If(condition, yes, no) if matches!((&**yes, &**no), (Int::Const(1), Int::Const(0))) => {
                self.line_asked_for(condition, place)
            }
            _ => None,
        }
    }

    fn line_asked_for(&self, condition: &Bool<W>, place: usize) -> Option<Option<Bits<W>>> {
        match condition {
            Bool::And(parts) => {
                let mut all = Some(Bits::EMPTY);
                for part in parts {
                    let part = self.line_asked_for(part, place)?;
                    all = all.zip(part).map(|(all, part)| all.or(&part));
                }
                Some(all)
            }
            Bool::IsLine(test) => {
                let (Region::LastTo, LineWhats::OfPivot, Int::Const(length), [table], None, None) = (
                    &test.through,
                    &test.whats,
                    &test.length,
                    &test.dirs.by_facing[..],
                    test.dirs.towards,
                    &test.when,
                ) else {
                    return None;
                };
                let other = test.exact || test.visible || test.uncut || test.from_above || test.kinds > 1;
                if !test.contiguous || other || *length < 2 {
                    return None;
                }
                let table = &self.tables.dirs[*table as usize];
                let kept = if test.both_ways { &table.stretches } else { &table.beginnings };
                match kept.get(*length as usize)?[place][..] {
                    [] => Some(None),
                    [line] => Some(Some(line)),
                    // Any of several counts once.
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
