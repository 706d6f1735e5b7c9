//! Positions in which one player can never complete a line again, seen without a search.
//!
//! A stone can never be captured if on every axis one of its neighbours is off the board, or is a stone of the same
//! owner that can never be captured either; the stones of such a group hold each other. (Where pairs are captured, the
//! same is asked of both ends of each pair that the stone could be part of.) A line that holds such a stone of the
//! defender is dead for good. A line that does not is *covered* by two empty squares in which a stone of the defender
//! could never be captured: when the attacker takes one of them, the defender takes the other. If all lines are dead,
//! or covered by pairs of squares that have none in common, the attacker never wins, whatever else happens on the
//! board. Where emptied squares must be filled, the defender is not free to answer, and only dead lines count.

use crate::grid::{Bits, Grid};

impl<B: Bits> Grid<B> {
    /// Whether the owner of `attacking`, who is to move, can be kept from ever completing a line by dead lines and
    /// pairs of squares. A yes is certain, a no means nothing.
    pub fn is_covered(&self, attacking: B, defending: B) -> bool {
        let (lasting, lost) = self.lasting(defending);
        let empty = self.board & !(attacking | defending);
        let sure = if self.rules().refill() { B::NONE } else { empty & !lost };
        let open = || self.lines.iter().filter(|&&line| (line & lasting).is_none()).map(|&line| line & sure);
        if open().any(|line| line.count() < 2) {
            return false;
        }
        let mut open: Vec<B> = open().collect();
        // Those with the least choice first.
        open.sort_unstable_by_key(|line| line.count());
        cover(&open, &mut Vec::new(), B::NONE, &mut 200)
    }

    /// How many lines hold a stone among `stones` that can never be captured.
    pub fn dead_lines(&self, stones: B) -> usize {
        let (lasting, _) = self.lasting(stones);
        self.lines.iter().filter(|&&line| !(line & lasting).is_none()).count()
    }

    /// The stones among `stones` that can never be captured, and the squares where a further stone could be.
    fn lasting(&self, stones: B) -> (B, B) {
        let mut lasting = stones;
        loop {
            let exposed = self.exposed(self.board & !lasting);
            if (lasting & exposed).is_none() {
                return (lasting, exposed);
            }
            lasting &= !exposed;
        }
    }

    /// The squares in which a stone could be captured by stones on squares of `open`.
    fn exposed(&self, open: B) -> B {
        let mut exposed = B::NONE;
        for &s in self.axes() {
            let (before, after) = (open << s, open >> s);
            if self.takes_singles() {
                exposed |= before & after;
            }
            if self.takes_pairs() {
                exposed |= before & (self.board >> s) & (open >> (2 * s));
                exposed |= after & (self.board << s) & (open << (2 * s));
            }
        }
        exposed
    }
}

/// Whether every line has a pair of squares of its own, `used` not among them, or one of `pairs`.
fn cover<B: Bits>(lines: &[B], pairs: &mut Vec<B>, used: B, tries: &mut u32) -> bool {
    let Some((&line, rest)) = lines.split_first() else { return true };
    if pairs.iter().any(|&pair| (pair & line) == pair) {
        return cover(rest, pairs, used, tries);
    }
    let free = line & !used;
    for one in free.squares() {
        for other in free.squares().take_while(|&other| other < one) {
            if *tries == 0 {
                return false;
            }
            *tries -= 1;
            let pair = B::bit(one) | B::bit(other);
            pairs.push(pair);
            if cover(rest, pairs, used | pair, tries) {
                return true;
            }
            pairs.pop();
        }
    }
    false
}
