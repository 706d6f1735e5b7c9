//! Finding lines and captures around a placed stone.
//!
//! Two ways for two sizes: masks with bit extract and deposit where the whole board is one register or two, and
//! walks along the eight rays on larger boards, where looking at few squares is cheaper than touching all words.

use std::fmt::Debug;

use super::rules::{AXES, DIRECTIONS};
use super::word::{Gather, Wide, Word};
use super::{Capture, Rules};

/// Looks for lines and captures through one square of a board.
pub trait Kernel<W>: Send + Sync + 'static {
    /// What is to be known of the surroundings of a square.
    type Around: Debug + Send + Sync;

    /// Prepares what is the same for all squares.
    fn new(rules: &Rules) -> Self;

    /// Prepares what is to be known of a square.
    fn around(rules: &Rules, square: usize) -> Self::Around;

    /// Whether `mine` has a winning line through the square.
    fn line(&self, around: &Self::Around, mine: W) -> bool;

    /// The stones of `theirs` that a stone of `mine` on the square captures.
    fn captured(&self, around: &Self::Around, mine: W, theirs: W) -> W;
}

/// The squares that matter to one square. Places of a ray beyond the edge are missing from the masks.
#[derive(Clone, Copy, Debug)]
pub struct MasksAround<W> {
    /// Along each axis, the squares that can be in a winning line with this one, itself included.
    axes: [W; 4],
    /// The squares two steps away on the eight rays.
    second: W,
    /// The neighbours on those rays of `second`. Both masks have one bit a ray, in the same order, so that
    /// gathering from one and scattering to the other moves bits along the rays.
    before_second: W,
    /// The squares three steps away.
    third: W,
    /// The neighbours on the rays of `third`.
    before_third: W,
}

/// Lines and captures by masks.
#[derive(Debug)]
pub struct Masks<W> {
    /// Everything if single stones are captured, otherwise nothing.
    single: W,
    /// Everything if pairs are captured, otherwise nothing.
    double: W,
    captures: bool,
    /// A run is found by three steps: twos, then twos `doubling` apart, then those `stretch` apart.
    doubling: u32,
    stretch: u32,
}

/// How far apart the windows of the four axes lie in one word; a window has at most 2 * 6 - 1 bits.
const WINDOW: u32 = 12;

impl<W: Gather> Kernel<W> for Masks<W> {
    type Around = MasksAround<W>;

    fn new(rules: &Rules) -> Masks<W> {
        let all_or_nothing = |is_on: bool| if is_on { !W::NONE } else { W::NONE };
        Masks {
            single: all_or_nothing(rules.capture().single()),
            double: all_or_nothing(rules.capture().double()),
            captures: rules.capture() != Capture::None,
            doubling: if rules.line() == 3 { 1 } else { 2 },
            stretch: (rules.line() as u32).saturating_sub(4),
        }
    }

    fn around(rules: &Rules, square: usize) -> MasksAround<W> {
        let reach = rules.line() as i32 - 1;
        let set = |squares: &mut dyn Iterator<Item = usize>| squares.fold(W::NONE, |set, s| set | W::bit(s));
        let at = |steps: i32| move |&direction: &_| rules.step(square, direction, steps);
        let before =
            |steps: i32| set(&mut DIRECTIONS.iter().filter(|d| at(steps)(d).is_some()).filter_map(at(1)));
        MasksAround {
            axes: AXES.map(|axis| set(&mut (-reach..=reach).filter_map(|n| rules.step(square, axis, n)))),
            second: set(&mut DIRECTIONS.iter().filter_map(at(2))),
            before_second: before(2),
            third: set(&mut DIRECTIONS.iter().filter_map(at(3))),
            before_third: before(3),
        }
    }

    #[inline(always)]
    fn line(&self, around: &MasksAround<W>, mine: W) -> bool {
        let [a, b, c, d] = around.axes.map(|axis| mine.gather(axis));
        let stones = a | b << WINDOW | c << (2 * WINDOW) | d << (3 * WINDOW);
        let twos = stones & stones >> 1;
        let more = twos & twos >> self.doubling;
        more & more >> self.stretch != 0
    }

    #[inline(always)]
    fn captured(&self, around: &MasksAround<W>, mine: W, theirs: W) -> W {
        if !self.captures {
            return W::NONE;
        }
        let own_second = W::scatter(mine.gather(around.second), around.before_second);
        let own_third = W::scatter(mine.gather(around.third), around.before_third);
        let enemy_second = W::scatter(theirs.gather(around.second), around.before_second);
        let singles = theirs & own_second & self.single;
        let doubles = theirs & enemy_second & own_third & self.double;
        if (singles | doubles).is_none() {
            return W::NONE;
        }
        singles | doubles | W::scatter(doubles.gather(around.before_second), around.second)
    }
}

/// Where a square is and how many steps each of its rays has before the edge.
#[derive(Clone, Copy, Debug)]
pub struct WalkAround {
    square: usize,
    free: [u8; 8],
}

/// Lines and captures by walking.
#[derive(Debug)]
pub struct Walk {
    /// What a step in each direction adds to the number of a square.
    steps: [isize; 8],
    line: usize,
    capture: Capture,
}

impl Walk {
    /// How many stones of `mine` follow on a ray without a gap.
    #[inline(always)]
    fn run(&self, around: &WalkAround, ray: usize, mine: &Wide) -> usize {
        let most = usize::from(around.free[ray]).min(self.line - 1);
        let mut at = around.square;
        for length in 0..most {
            at = at.wrapping_add_signed(self.steps[ray]);
            if !mine.has(at) {
                return length;
            }
        }
        most
    }
}

impl Kernel<Wide> for Walk {
    type Around = WalkAround;

    fn new(rules: &Rules) -> Walk {
        Walk {
            steps: DIRECTIONS.map(|(row, col)| row as isize * rules.cols() as isize + col as isize),
            line: rules.line(),
            capture: rules.capture(),
        }
    }

    fn around(rules: &Rules, square: usize) -> WalkAround {
        let free =
            |direction| (1..).take_while(|&n| rules.step(square, direction, n).is_some()).count() as u8;
        WalkAround { square, free: DIRECTIONS.map(free) }
    }

    #[inline]
    fn line(&self, around: &WalkAround, mine: Wide) -> bool {
        // Directions 0 to 3 are opposite to 7 to 4.
        (0..4).any(|ray| 1 + self.run(around, ray, &mine) + self.run(around, 7 - ray, &mine) >= self.line)
    }

    #[inline]
    fn captured(&self, around: &WalkAround, mine: Wide, theirs: Wide) -> Wide {
        let mut captured = Wide::NONE;
        if self.capture == Capture::None {
            return captured;
        }
        for (&free, &step) in around.free.iter().zip(&self.steps) {
            let at = |steps: isize| around.square.wrapping_add_signed(step * steps);
            if free < 2 || !theirs.has(at(1)) {
                continue;
            }
            if mine.has(at(2)) {
                if self.capture.single() {
                    captured = captured | Wide::bit(at(1));
                }
            } else if self.capture.double() && free > 2 && theirs.has(at(2)) && mine.has(at(3)) {
                captured = captured | Wide::bit(at(1)) | Wide::bit(at(2));
            }
        }
        captured
    }
}
