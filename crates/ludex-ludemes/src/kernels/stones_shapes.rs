//! Shapes of stones: what walks from a place go through, whichever way they begin.

use crate::runtime::Bits;
use crate::runtime::code::Walk;
use crate::runtime::rules::Rules;

/// The most places of a shape besides the one it is asked for.
const OTHERS: usize = 7;

/// The shapes of all places.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    /// Where the shapes of each place begin; they end where those of the next begin.
    first: Vec<u32>,
    /// The other places of each shape; a shape of fewer names one of them again.
    others: Vec<[u16; OTHERS]>,
    /// How many neighbours belong to every shape at least, by place.
    near: Vec<u8>,
}

impl Shapes {
    /// The shapes of some walks; `around` are the neighbours of each place.
    pub(super) fn of<const W: usize>(
        rules: &Rules<W>,
        walks: &[Vec<Walk>],
        around: &[Bits<W>],
    ) -> Option<Shapes> {
        let mut shapes = Shapes::default();
        for (place, around) in around.iter().enumerate() {
            shapes.first.push(shapes.others.len() as u32);
            let mut of_place: Vec<Vec<u16>> = Vec::new();
            for walk in walks {
                for mut others in rules.walks_from(place, walk) {
                    others.sort_unstable();
                    others.dedup();
                    others.retain(|&other| usize::from(other) != place);
                    if others.is_empty() || others.len() > OTHERS {
                        return None;
                    }
                    if !of_place.contains(&others) {
                        of_place.push(others);
                    }
                }
            }
            let beside =
                |others: &Vec<u16>| others.iter().filter(|&&other| around.has(usize::from(other))).count();
            shapes.near.push(of_place.iter().map(beside).min().unwrap_or(0) as u8);
            for others in of_place {
                let mut padded = [others[0]; OTHERS];
                padded[..others.len()].copy_from_slice(&others);
                shapes.others.push(padded);
            }
        }
        shapes.first.push(shapes.others.len() as u32);
        Some(shapes)
    }

    /// Whether stones with a new one on a place make a shape; so many of its neighbours are among them.
    #[inline]
    pub(super) fn has<const N: usize>(&self, place: usize, own: &Bits<N>, near: u32) -> bool {
        if near < u32::from(self.near[place]) {
            return false;
        }
        let (first, end) = (self.first[place] as usize, self.first[place + 1] as usize);
        self.others[first..end].iter().any(|others| others.iter().all(|&other| own.has(usize::from(other))))
    }
}
