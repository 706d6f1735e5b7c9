//! Figures of stones: rows and shapes through a place, all of whose places one player must hold.
//!
//! The stones around a place are gathered into one word, with which all its figures are compared at once. Figures that
//! look alike from several places are kept once.

use crate::runtime::code::Walk;
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, gather_bits};

use super::lines::places_of;

/// So many figures are compared together.
const TOGETHER: usize = 8;
/// So many places are gathered into a word. One bit is never set, and nothing matches a mask with all bits.
const MOST_GATHERED: u32 = 63;

/// The places of a set in one word, and where they go when they are gathered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part {
    pub(super) mask: u64,
    pub(super) word: u8,
    shift: u8,
}

/// Sets of places, word by word. All have as many parts, so that a loop over them is foreseen.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    parts: Vec<Part>,
    each: usize,
}

impl Parts {
    pub(super) fn of<const W: usize>(sets: &[Bits<W>]) -> Parts {
        let words = |set: &Bits<W>| set.0.iter().filter(|word| **word != 0).count();
        let each = sets.iter().map(words).max().unwrap_or(0).max(1);
        let mut parts = vec![Part::default(); sets.len() * each];
        for (set, parts) in sets.iter().zip(parts.chunks_exact_mut(each)) {
            let filled = set.0.iter().enumerate().filter(|(_, mask)| **mask != 0);
            let mut shift = 0;
            for (part, (word, &mask)) in parts.iter_mut().zip(filled) {
                *part = Part { mask, word: word as u8, shift };
                shift += mask.count_ones() as u8;
            }
        }
        Parts { parts, each }
    }

    /// The parts of a set.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> &[Part] {
        &self.parts[index * self.each..][..self.each]
    }

    /// The stones among a set, moved together.
    #[inline(always)]
    fn gather<const N: usize>(&self, index: usize, stones: &Bits<N>) -> u64 {
        let parts = self.get(index).iter();
        parts.fold(0, |all, part| {
            all | gather_bits(stones.0[usize::from(part.word) % N], part.mask) << (part.shift % 64)
        })
    }
}

/// A figure through a place.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Figure<const W: usize> {
    /// Its other places.
    others: Bits<W>,
    /// How long the row is; 0 for a shape.
    length: u8,
}

/// Figures that are looked for in the same gathered places.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Looks {
    masks: Vec<[u64; TOGETHER]>,
    lengths: Vec<[u8; TOGETHER]>,
}

/// The figures through each place.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    /// How often stones must be gathered for a place.
    views: usize,
    /// What is gathered, by place and view.
    around: Parts,
    /// Which figures are looked for there.
    looks: Vec<u16>,
    known: Vec<Looks>,
}

impl Figures {
    /// The rows of such lengths, in the lines of a table of directions, and the shapes of some walks. `None` if lines
    /// fork.
    pub(super) fn of<const W: usize>(
        rules: &Rules<W>,
        rows: Option<(usize, &[u32])>,
        walks: &[Vec<Walk>],
    ) -> Option<Figures> {
        let mut all = Vec::new();
        for place in 0..rules.tables.sites {
            let mut figures: Vec<Figure<W>> = Vec::new();
            if let Some((table, lengths)) = rows {
                for line in &rules.tables.dirs[table].lines[place] {
                    let places = places_of(line, place)?;
                    for &length in lengths {
                        let stretches = places.windows(length as usize);
                        let through = stretches.filter(|stretch| stretch.contains(&(place as u16)));
                        figures.extend(through.map(|stretch| Figure::of(place, stretch, length as u8)));
                    }
                }
            }
            for walk in walks {
                let walks = rules.walks_from(place, walk);
                figures.extend(walks.iter().map(|walk| Figure::of(place, walk, 0)));
            }
            all.push(figures);
        }
        Figures::seen(&all)
    }

    /// The figures through each place, as they are seen. `None` if one is too large for a word.
    fn seen<const W: usize>(all: &[Vec<Figure<W>>]) -> Option<Figures> {
        let by_place: Vec<Vec<View<W>>> = all.iter().map(|figures| views(figures)).collect::<Option<_>>()?;
        let most = by_place.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let mut figures =
            Figures { views: most, around: Parts::of::<W>(&[]), looks: Vec::new(), known: Vec::new() };
        let mut around = Vec::new();
        for mut views in by_place {
            views.resize(most, View { around: Bits::EMPTY, figures: Vec::new() });
            for view in views {
                let looks = view.looks();
                let number = figures.known.iter().position(|known| *known == looks).unwrap_or_else(|| {
                    figures.known.push(looks);
                    figures.known.len() - 1
                });
                figures.looks.push(u16::try_from(number).ok()?);
                around.push(view.around);
            }
        }
        figures.around = Parts::of(&around);
        Some(figures)
    }

    /// Whether stones with a new one on a place make a figure.
    #[inline(always)]
    pub(super) fn any<const N: usize>(&self, place: usize, stones: &Bits<N>) -> bool {
        for view in place * self.views..(place + 1) * self.views {
            let gathered = self.around.gather(view, stones);
            let mut found = false;
            for masks in &self.known[usize::from(self.looks[view])].masks {
                for mask in masks {
                    found |= mask & !gathered == 0;
                }
            }
            if found {
                return true;
            }
        }
        false
    }

    /// The longest row that stones make with a new one on a place, 0 if none, and whether they make a shape.
    pub(super) fn made<const N: usize>(&self, place: usize, stones: &Bits<N>) -> (u32, bool) {
        let (mut longest, mut shaped) = (0, false);
        for view in place * self.views..(place + 1) * self.views {
            let gathered = self.around.gather(view, stones);
            let looks = &self.known[usize::from(self.looks[view])];
            let figures = looks.masks.as_flattened().iter().zip(looks.lengths.as_flattened());
            for (_, &length) in figures.filter(|(mask, _)| *mask & !gathered == 0) {
                longest = longest.max(u32::from(length));
                shaped |= length == 0;
            }
        }
        (longest, shaped)
    }
}

impl<const W: usize> Figure<W> {
    fn of(place: usize, places: &[u16], length: u8) -> Figure<W> {
        let others = places.iter().map(|&other| usize::from(other)).filter(|&other| other != place);
        Figure { others: others.collect(), length }
    }
}

/// Places that are gathered together, and the figures in them.
#[derive(Clone)]
struct View<const W: usize> {
    around: Bits<W>,
    figures: Vec<Figure<W>>,
}

/// The figures through a place, in as few views as they fit in when they are taken in turn.
fn views<const W: usize>(figures: &[Figure<W>]) -> Option<Vec<View<W>>> {
    let mut views: Vec<View<W>> = Vec::new();
    for figure in figures {
        if figure.others.count() > MOST_GATHERED {
            return None;
        }
        let together = views.last().map_or(figure.others, |view| view.around.or(&figure.others));
        match views.last_mut().filter(|_| together.count() <= MOST_GATHERED) {
            Some(view) => {
                view.around = together;
                if !view.figures.contains(figure) {
                    view.figures.push(figure.clone());
                }
            }
            None => views.push(View { around: figure.others, figures: vec![figure.clone()] }),
        }
    }
    Some(views)
}

impl<const W: usize> View<W> {
    fn looks(&self) -> Looks {
        let mut looks = Looks { masks: Vec::new(), lengths: Vec::new() };
        for together in self.figures.chunks(TOGETHER) {
            let (mut masks, mut lengths) = ([u64::MAX; TOGETHER], [0; TOGETHER]);
            for (at, figure) in together.iter().enumerate() {
                let places = self.around.iter().enumerate();
                masks[at] =
                    places.fold(0, |mask, (bit, place)| mask | u64::from(figure.others.has(place)) << bit);
                lengths[at] = figure.length;
            }
            looks.masks.push(masks);
            looks.lengths.push(lengths);
        }
        looks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(others: &[usize], length: u8) -> Figure<2> {
        Figure { others: others.iter().copied().collect(), length }
    }

    #[test]
    fn figures_are_found_with_all_their_places() {
        let all =
            vec![vec![figure(&[1, 2], 3), figure(&[1, 70, 127], 0), figure(&[1, 2, 3, 4], 5)], Vec::new()];
        let figures = Figures::seen(&all).unwrap();
        let made = |stones: &[usize]| {
            let stones: Bits<2> = stones.iter().copied().collect();
            assert_eq!(figures.any(0, &stones), figures.made(0, &stones) != (0, false));
            assert!(!figures.any(1, &stones));
            figures.made(0, &stones)
        };
        assert_eq!(made(&[2, 3, 4, 70, 127]), (0, false));
        assert_eq!(made(&[1, 2, 4, 70]), (3, false));
        assert_eq!(made(&[1, 70, 127]), (0, true));
        assert_eq!(made(&[1, 2, 3, 4, 70, 127]), (5, true));
    }

    #[test]
    fn figures_that_reach_too_many_places_are_looked_for_one_view_after_the_other() {
        let all: Vec<Figure<2>> =
            (0..12).map(|row| figure(&(10 * row..10 * row + 9).collect::<Vec<_>>(), 9)).collect();
        let figures = Figures::seen(&[all]).unwrap();
        assert_eq!(figures.views, 2);
        for row in 0..12 {
            let mut stones: Bits<2> = (10 * row..10 * row + 9).collect();
            assert!(figures.any(0, &stones));
            stones.remove(10 * row + 4);
            assert!(!figures.any(0, &stones));
        }
    }
}
