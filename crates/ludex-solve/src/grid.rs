//! Boards of Tria, Tessera and their kin as whole sets of squares, for search.
//!
//! The rules engine looks at one square at a time; a solver asks for all winning squares and all capturing squares
//! at once. Rows are kept with one empty column between them, so that shifting a whole board never carries a
//! stone around its edge. The two implementations of the rules are compared move by move in the tests.

use std::hash::Hash;
use std::ops::{BitAndAssign, BitOrAssign, Shl, Shr};

use ludex_core::mix;
use ludex_games::rows::{Rules, Word};

/// A set of squares of a padded board, which can be shifted as a whole.
pub trait Bits:
    Word + BitAndAssign + BitOrAssign + Shl<usize, Output = Self> + Shr<usize, Output = Self>
{
}

impl Bits for u64 {}
impl Bits for u128 {}

/// How many symmetries a board has at most.
const MIRRORS: usize = 8;

/// A position: the stones of Black and White, the squares that must be filled next, and keys of all mirror
/// images.
#[derive(Clone, Copy, Debug)]
pub struct Spot<B> {
    /// Black's stones and White's.
    pub stones: [B; 2],
    /// Emptied squares of which one must be filled next, unless the move wins; only where the rules say so.
    pub pending: B,
    /// 0 if Black is to move, 1 if White is.
    pub mover: usize,
    keys: [u64; MIRRORS],
}

impl<B: Bits> PartialEq for Spot<B> {
    fn eq(&self, other: &Spot<B>) -> bool {
        (self.stones, self.pending, self.mover) == (other.stones, other.pending, other.mover)
    }
}

impl<B: Bits> Eq for Spot<B> {}

impl<B: Bits> Hash for Spot<B> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.keys[0].hash(state);
    }
}

impl<B: Bits> Spot<B> {
    /// The stones of the player to move.
    #[inline(always)]
    pub fn mine(&self) -> B {
        self.stones[self.mover]
    }

    /// The stones of the other player.
    #[inline(always)]
    pub fn theirs(&self) -> B {
        self.stones[self.mover ^ 1]
    }
}

/// A board with its rules.
#[derive(Debug)]
pub struct Grid<B> {
    rules: Rules,
    stride: usize,
    /// All squares.
    pub board: B,
    /// The shifts along the axes in which three squares or more lie in a line.
    axes: Vec<usize>,
    single: bool,
    double: bool,
    mirrors: usize,
    /// Random numbers by place and kind (black, white, pending), one for each mirror image.
    keys: Vec<[[u64; MIRRORS]; 3]>,
    /// All winning lines.
    pub lines: Vec<B>,
}

/// Changes all keys when the turn passes.
const TURN: u64 = mix(0x6d6f_7665);

impl<B: Bits> Grid<B> {
    /// The board for these rules, unless it does not fit or captured pairs can win.
    pub fn new(rules: Rules) -> Option<Grid<B>> {
        let stride = rules.cols() + 1;
        let axes = if rules.rows() < 3 { vec![1] } else { vec![1, stride - 1, stride, stride + 1] };
        let farthest = 3 * axes.iter().fold(0, |most, &axis| most.max(axis));
        if rules.pairs() > 0 || stride * rules.rows() > B::SQUARES || farthest >= B::SQUARES {
            return None;
        }
        let (rows, cols) = (rules.rows(), rules.cols());
        let mirrors = if rows == cols { 8 } else { 4 };
        let image = |symmetry: usize, row: usize, col: usize| {
            let (mut row, mut col) = (row, col);
            if symmetry & 1 != 0 {
                col = cols - 1 - col;
            }
            if symmetry & 2 != 0 {
                row = rows - 1 - row;
            }
            if symmetry & 4 != 0 {
                (row, col) = (col, row);
            }
            row * cols + col
        };
        let mut keys = vec![[[0; MIRRORS]; 3]; B::SQUARES];
        let mut board = B::NONE;
        for row in 0..rows {
            for col in 0..cols {
                let place = row * stride + col;
                board |= B::bit(place);
                for (kind, keys) in keys[place].iter_mut().enumerate() {
                    for (symmetry, key) in keys.iter_mut().enumerate() {
                        let square = image(symmetry % mirrors, row, col);
                        *key = mix(mix(square as u64 + 1) ^ (kind as u64 + 1));
                    }
                }
            }
        }
        let mut lines = Vec::new();
        for place in board.squares() {
            for &axis in &axes {
                let far = place + axis * (rules.line() - 1);
                let line = (0..rules.line()).map(|n| place + axis * n);
                if far < B::SQUARES && line.clone().all(|p| !(board & B::bit(p)).is_none()) {
                    lines.push(line.fold(B::NONE, |set, p| set | B::bit(p)));
                }
            }
        }
        let capture = rules.capture();
        let (single, double) = (capture.single(), capture.double());
        Some(Grid { rules, stride, board, axes, single, double, mirrors, keys, lines })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A bit that no square has: the end of the first row, in the column between the rows.
    pub fn beside(&self) -> B {
        B::bit(self.stride - 1)
    }

    /// The place of a square numbered row by row without gaps.
    pub fn place(&self, square: usize) -> usize {
        let cols = self.rules.cols();
        square / cols * self.stride + square % cols
    }

    /// The number of a square, row by row without gaps.
    #[inline]
    pub fn square(&self, place: usize) -> usize {
        place / self.stride * self.rules.cols() + place % self.stride
    }

    /// The empty board with Black to move.
    pub fn start(&self) -> Spot<B> {
        Spot { stones: [B::NONE; 2], pending: B::NONE, mover: 0, keys: [0; MIRRORS] }
    }

    /// The position with these stones.
    pub fn restore(&self, stones: [B; 2], pending: B, mover: usize) -> Spot<B> {
        let mut spot = self.start();
        for (colour, stones) in stones.into_iter().enumerate() {
            for place in stones.squares() {
                self.toggle(&mut spot, place, colour);
            }
        }
        for place in pending.squares() {
            self.mark(&mut spot, place, 2);
        }
        spot.pending = pending;
        if mover == 1 {
            spot.mover = 1;
            spot.keys.iter_mut().for_each(|key| *key ^= TURN);
        }
        spot
    }

    /// The position as the game writes it.
    pub fn write(&self, spot: &Spot<B>) -> String {
        let mut text = String::new();
        for row in 0..self.rules.rows() {
            if row > 0 {
                text.push('/');
            }
            let mut gap = 0;
            for col in 0..self.rules.cols() {
                let here = B::bit(row * self.stride + col);
                let stone = match spot.stones.map(|stones| !(stones & here).is_none()) {
                    [true, _] => 'b',
                    [_, true] => 'w',
                    _ => {
                        gap += 1;
                        continue;
                    }
                };
                if gap > 0 {
                    text.push_str(&std::mem::take(&mut gap).to_string());
                }
                text.push(stone);
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
        }
        text.push_str(if spot.mover == 0 { " b" } else { " w" });
        if self.rules.refill() {
            let names: Vec<String> =
                spot.pending.squares().map(|place| self.rules.square_name(self.square(place))).collect();
            text.push(' ');
            text.push_str(if names.is_empty() { "-" } else { "" });
            text.push_str(&names.join(","));
        }
        text
    }

    /// A position with these stones (by square) and the player to move.
    pub fn spot(&self, stones: [&[usize]; 2], pending: &[usize], mover: usize) -> Spot<B> {
        let set = |squares: &[usize]| squares.iter().fold(B::NONE, |set, &s| set | B::bit(self.place(s)));
        self.restore([set(stones[0]), set(stones[1])], set(pending), mover)
    }

    #[inline(always)]
    fn mark(&self, spot: &mut Spot<B>, place: usize, kind: usize) {
        let marks = &self.keys[place][kind];
        for (key, mark) in spot.keys.iter_mut().zip(marks) {
            *key ^= mark;
        }
    }

    #[inline(always)]
    fn toggle(&self, spot: &mut Spot<B>, place: usize, colour: usize) {
        spot.stones[colour] = spot.stones[colour] ^ B::bit(place);
        self.mark(spot, place, colour);
    }

    /// A key that is the same for all mirror images of a position.
    #[inline(always)]
    pub fn canonical(&self, spot: &Spot<B>) -> u64 {
        spot.keys[..self.mirrors].iter().fold(u64::MAX, |least, &key| least.min(key))
    }

    /// A key of the position as it stands.
    #[inline(always)]
    pub fn key(&self, spot: &Spot<B>) -> u64 {
        spot.keys[0]
    }

    /// The key of the first `mirrors` mirror images only, for solvers that know fewer symmetries.
    pub fn least_key(&self, spot: &Spot<B>, mirrors: usize) -> u64 {
        spot.keys[..mirrors].iter().fold(u64::MAX, |least, &key| least.min(key))
    }

    /// Squares without a stone.
    #[inline(always)]
    pub fn empty(&self, spot: &Spot<B>) -> B {
        self.board & !(spot.stones[0] | spot.stones[1])
    }

    /// The empty squares that complete a line of `mine`.
    #[inline(always)]
    pub fn completing(&self, mine: B, empty: B) -> B {
        let mut found = B::NONE;
        if self.rules.line() == 3 {
            for &s in &self.axes {
                let (a, b) = (mine << s, mine >> s);
                found |= (a & (mine << (2 * s))) | (a & b) | (b & (mine >> (2 * s)));
            }
        } else if self.rules.line() == 4 {
            for &s in &self.axes {
                let (a1, b1) = (mine << s, mine >> s);
                let (a2, b2) = (a1 & (mine << (2 * s)), b1 & (mine >> (2 * s)));
                found |= (a2 & (mine << (3 * s))) | (a2 & b1) | (a1 & b2) | (b2 & (mine >> (3 * s)));
            }
        } else {
            return self.completing_by_lines(mine, empty);
        }
        found & empty
    }

    fn completing_by_lines(&self, mine: B, empty: B) -> B {
        let missing = |line: &&B| (**line & !mine).count() == 1;
        self.lines.iter().filter(missing).fold(B::NONE, |set, &line| set | (line & !mine)) & empty
    }

    /// The empty squares of lines in which `mine` lacks two stones and nothing is in the way: a stone there threatens to
    /// complete the line.
    #[inline(always)]
    pub fn threatening(&self, mine: B, empty: B) -> B {
        let mut found = B::NONE;
        match self.rules.line() {
            3 => {
                for &s in &self.axes {
                    let open = mine | empty;
                    let (m1, m2) = (mine >> s, mine >> (2 * s));
                    let lines = open & (open >> s) & (open >> (2 * s)) & (mine ^ m1 ^ m2);
                    found |= lines | (lines << s) | (lines << (2 * s));
                }
            }
            4 => {
                for &s in &self.axes {
                    let [_, lines, _] = self.open_lines(s, mine, empty);
                    let pairs = lines | (lines << s);
                    found |= pairs | (pairs << (2 * s));
                }
            }
            line => {
                let lacks_two = |here: &&B| (**here & mine).count() as usize + 2 == line;
                let open = |here: &&B| (**here & !(mine | empty)).is_none();
                let lines = self.lines.iter().filter(lacks_two).filter(open);
                found = lines.fold(B::NONE, |set, &here| set | here);
            }
        }
        found & empty
    }

    /// Where lines of four begin along an axis that hold one, two or three stones of `mine` and otherwise empty squares.
    #[inline(always)]
    fn open_lines(&self, s: usize, mine: B, empty: B) -> [B; 3] {
        let open = (mine | empty) & ((mine | empty) >> s);
        let open = open & (open >> (2 * s));
        // Pairs of neighbours: one of them, or both.
        let (one, both) = (mine ^ (mine >> s), mine & (mine >> s));
        let (one_far, both_far) = (one >> (2 * s), both >> (2 * s));
        let odd = open & (one ^ one_far);
        let some_pair = both | both_far;
        [odd & !some_pair, open & ((one & one_far) | (some_pair & !(one ^ one_far))), odd & some_pair]
    }

    /// How many lines are still open to `mine` in which she lacks two stones, and how many in which she lacks three.
    #[inline(always)]
    pub fn prospects(&self, mine: B, empty: B) -> (u32, u32) {
        let (mut two, mut three) = (0, 0);
        if self.rules.line() == 4 {
            for &s in &self.axes {
                let [single, pair, _] = self.open_lines(s, mine, empty);
                two += pair.count();
                three += single.count();
            }
        } else {
            for &here in self.lines.iter().filter(|&&here| (here & !(mine | empty)).is_none()) {
                let lacks = self.rules.line() as u32 - (here & mine).count();
                two += u32::from(lacks == 2);
                three += u32::from(lacks == 3);
            }
        }
        (two, three)
    }

    /// The empty squares from which `mine` captures stones of `theirs`.
    #[inline(always)]
    pub fn capturing(&self, mine: B, theirs: B, empty: B) -> B {
        let mut found = B::NONE;
        if self.single {
            for &s in &self.axes {
                found |= ((theirs << s) & (mine << (2 * s))) | ((theirs >> s) & (mine >> (2 * s)));
            }
        }
        if self.double {
            for &s in &self.axes {
                found |= (theirs << s) & (theirs << (2 * s)) & (mine << (3 * s));
                found |= (theirs >> s) & (theirs >> (2 * s)) & (mine >> (3 * s));
            }
        }
        found & empty
    }

    /// The shifts along the axes.
    pub(crate) fn axes(&self) -> &[usize] {
        &self.axes
    }

    /// Whether single stones are captured.
    pub(crate) fn takes_singles(&self) -> bool {
        self.single
    }

    /// Whether pairs are captured.
    pub(crate) fn takes_pairs(&self) -> bool {
        self.double
    }

    /// Whether anything is ever captured.
    pub fn captures(&self) -> bool {
        self.single || self.double
    }

    /// The stones of `theirs` that a stone of `mine` on `place` captures, singles and pairs apart.
    #[inline(always)]
    pub fn captured(&self, place: usize, mine: B, theirs: B) -> (B, B) {
        let (mut singles, mut pairs) = (B::NONE, B::NONE);
        if !self.captures() {
            return (singles, pairs);
        }
        let here = B::bit(place);
        for &s in &self.axes {
            let (up, down) = ((here << s) & theirs, (here >> s) & theirs);
            if self.single {
                singles |= (up & (mine >> s)) | (down & (mine << s));
            }
            if self.double {
                let up = up & (theirs >> s) & (mine >> (2 * s));
                let down = down & (theirs << s) & (mine << (2 * s));
                pairs |= up | (up << s) | down | (down >> s);
            }
        }
        (singles, pairs)
    }

    /// The squares on which the player to move may place a stone. `wins` are those that win.
    #[inline(always)]
    pub fn legal(&self, spot: &Spot<B>, wins: B) -> B {
        if spot.pending.is_none() { self.empty(spot) } else { spot.pending | wins }
    }

    /// The position after a stone is placed that does not win.
    #[inline(always)]
    pub fn play(&self, spot: &Spot<B>, place: usize) -> Spot<B> {
        let mut after = *spot;
        for place in spot.pending.squares() {
            self.mark(&mut after, place, 2);
        }
        after.pending = B::NONE;
        self.toggle(&mut after, place, spot.mover);
        let (singles, pairs) = self.captured(place, spot.mine(), spot.theirs());
        let captured = singles | pairs;
        if !captured.is_none() {
            for place in captured.squares() {
                self.toggle(&mut after, place, spot.mover ^ 1);
            }
            if self.rules.refill() {
                after.pending = captured;
                for place in captured.squares() {
                    self.mark(&mut after, place, 2);
                }
            }
        }
        after.mover ^= 1;
        after.keys.iter_mut().for_each(|key| *key ^= TURN);
        after
    }

    /// Whether the board is full.
    #[inline(always)]
    pub fn is_full(&self, spot: &Spot<B>) -> bool {
        self.empty(spot).is_none()
    }
}
