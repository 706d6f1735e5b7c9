//! A set of positions with a mark of four bits each, one word a position.
//!
//! The mark takes the place of the lowest four bits of the key. What a word leaves out of the key is nothing else, so that
//! the set can grow without knowing the positions again.

/// Positions by key, each with a mark from 1 to 15.
pub(crate) struct Marks {
    words: Vec<u64>,
    len: usize,
}

/// The bits of a word that hold the mark.
const MARK: u64 = 15;
/// The smallest number of words.
const LEAST: usize = 1 << 10;

impl Marks {
    pub(crate) fn new() -> Marks {
        Marks { words: vec![0; LEAST], len: 0 }
    }

    /// How many positions are marked.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Where a key is, or would be put.
    #[inline(always)]
    fn place(words: &[u64], key: u64) -> usize {
        let mask = words.len() - 1;
        let mut at = ((key >> 4).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & mask;
        while words[at] != 0 && (words[at] ^ key) & !MARK != 0 {
            at = (at + 1) & mask;
        }
        at
    }

    /// The mark of a position; 0 if it has none.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> u8 {
        (self.words[Self::place(&self.words, key)] & MARK) as u8
    }

    /// Marks a position, instead of what mark it had.
    #[inline]
    pub(crate) fn set(&mut self, key: u64, mark: u8) {
        if (self.len + 1) * 8 > self.words.len() * 7 {
            self.grow();
        }
        let at = Self::place(&self.words, key);
        self.len += usize::from(self.words[at] == 0);
        self.words[at] = (key & !MARK) | u64::from(mark);
    }

    fn grow(&mut self) {
        let mut words = vec![0; 2 * self.words.len()];
        for &word in self.words.iter().filter(|&&word| word != 0) {
            let at = Self::place(&words, word);
            words[at] = word;
        }
        self.words = words;
    }

    /// Gives all positions another mark.
    pub(crate) fn change(&mut self, new: impl Fn(u8) -> u8) {
        for word in self.words.iter_mut().filter(|word| **word != 0) {
            *word = (*word & !MARK) | u64::from(new((*word & MARK) as u8));
        }
    }

    /// The keys of all positions with this mark, as far as they are kept.
    pub(crate) fn marked(&self, mark: u8) -> impl Iterator<Item = u64> + '_ {
        self.words.iter().filter(move |&&word| word & MARK == u64::from(mark)).map(|&word| word & !MARK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::mix;

    #[test]
    fn a_growing_set_keeps_every_mark() {
        let mut marks = Marks::new();
        for n in 0..100_000u64 {
            marks.set(mix(n), (n % 15) as u8 + 1);
        }
        marks.set(mix(7), 3);
        assert_eq!(marks.len(), 100_000);
        assert!((8..100_000u64).all(|n| marks.get(mix(n)) == (n % 15) as u8 + 1));
        assert_eq!((marks.get(mix(7)), marks.get(mix(100_001))), (3, 0));
        marks.change(|mark| if mark == 15 { 15 } else { 1 });
        assert_eq!(marks.marked(15).count(), 100_000 / 15);
        assert_eq!(marks.marked(1).count(), 100_000 - 100_000 / 15);
    }
}
