//! Lines as words: for every straight line of the board one word per owner, with a bit for each of its places, so
//! that the longest run through a place is found by counting bits.

use crate::runtime::tables::{Line, Tables};

/// The most lines a map can have.
pub(super) const MOST_LINES: usize = 128;
/// The most lines that go through one place.
const MOST_THROUGH: usize = 8;
/// Owners that words are kept for: nobody and up to four players.
pub(super) const OWNERS: usize = 5;

/// Which lines go through each place, and where the place lies on them.
#[derive(Clone, Debug)]
pub(super) struct LineMap {
    through: Vec<Through>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Through {
    count: u8,
    line: [u8; MOST_THROUGH],
    position: [u8; MOST_THROUGH],
}

/// The pieces of each owner on each line.
pub(super) struct Words([[u32; MOST_LINES]; OWNERS]);

impl Words {
    pub(super) fn new() -> Words {
        Words([[0; MOST_LINES]; OWNERS])
    }
}

impl LineMap {
    /// The lines of a table of directions; `shortest` says for each place how long a line must be to matter.
    /// `None` if lines fork or there are too many.
    pub(super) fn new<const W: usize>(
        tables: &Tables<W>,
        table: usize,
        shortest: impl Fn(usize) -> usize,
    ) -> Option<LineMap> {
        let mut known: Vec<Vec<u16>> = Vec::new();
        let mut through = vec![Through::default(); tables.sites];
        for (site, at) in through.iter_mut().enumerate() {
            for line in &tables.dirs[table].lines[site] {
                let places = places_of(line, site)?;
                if places.len() < shortest(site) {
                    continue;
                }
                let position = places.iter().position(|&place| usize::from(place) == site)?;
                let number = known.iter().position(|line| *line == places).unwrap_or_else(|| {
                    known.push(places.clone());
                    known.len() - 1
                });
                let index = usize::from(at.count);
                if number >= MOST_LINES || index >= MOST_THROUGH || places.len() > 32 {
                    return None;
                }
                at.line[index] = number as u8;
                at.position[index] = position as u8;
                at.count += 1;
            }
        }
        Some(LineMap { through })
    }

    /// The lines through a place and its positions on them.
    pub(super) fn through(&self, place: usize) -> impl Iterator<Item = (u8, u8)> + '_ {
        let through = &self.through[place];
        (0..usize::from(through.count)).map(|index| (through.line[index], through.position[index]))
    }

    /// Adds a piece.
    #[inline]
    pub(super) fn add(&self, words: &mut Words, owner: usize, place: usize) {
        let through = &self.through[place];
        for index in 0..usize::from(through.count) {
            words.0[owner][usize::from(through.line[index])] |= 1 << through.position[index];
        }
    }

    /// The longest run of pieces through a place, which is taken to hold one of them.
    #[inline]
    pub(super) fn longest(&self, words: &Words, owners: u16, place: usize) -> u32 {
        let through = &self.through[place];
        let mut longest = 1;
        for index in 0..usize::from(through.count) {
            let (line, position) = (usize::from(through.line[index]), u32::from(through.position[index]));
            let mut word = 1 << position;
            let mut left = u32::from(owners);
            while left != 0 {
                word |= words.0[left.trailing_zeros() as usize % OWNERS][line];
                left &= left - 1;
            }
            longest = longest.max(run_at(word, position));
        }
        longest
    }
}

/// The places of a line through a place, from the end with the lower number. `None` if the line forks.
pub(super) fn places_of(line: &Line, place: usize) -> Option<Vec<u16>> {
    if line.back.len() > 1 {
        return None;
    }
    let back = line.back.first().map_or(&[][..], |back| &back[..]);
    let mut places: Vec<u16> = back.iter().rev().copied().collect();
    places.push(place as u16);
    places.extend(line.out.iter());
    if places.first() > places.last() {
        places.reverse();
    }
    Some(places)
}

/// How many set bits in a row there are around a position.
#[inline]
pub(super) fn run_at(word: u32, position: u32) -> u32 {
    let up = (!(word >> position)).trailing_zeros();
    let down = (!(word << (31 - position))).leading_zeros();
    up + down - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_counted_both_ways() {
        assert_eq!(run_at(0b0111_0110, 5), 3);
        assert_eq!(run_at(0b0111_0110, 1), 2);
        assert_eq!(run_at(1 << 31, 31), 1);
        assert_eq!(run_at(u32::MAX, 7), 32);
    }
}
