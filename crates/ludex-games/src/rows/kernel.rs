//! Finding lines and captures around a placed stone.
//!
//! Two ways for two sizes: masks with bit extract and deposit where the whole board is one register or two, and
//! walks along the eight rays on larger boards, where looking at few squares is cheaper than touching all words.

use super::Rules;
use super::rules::{AXES, DIRECTIONS};
use super::word::{Gather, Wide, Word};

/// Looks for lines and captures through one square of a board.
pub trait Kernel<W>: Send + Sync + 'static {
    /// Prepares the tables of a board.
    fn new(rules: &Rules) -> Self;

    /// Whether `mine` has a winning line through `square`.
    fn line(&self, square: usize, mine: W) -> bool;

    /// The stones of `theirs` that a stone of `mine` on `square` captures.
    fn captured(&self, square: usize, mine: W, theirs: W) -> W;
}

/// The squares that matter to one square. Places of a ray beyond the edge are missing from the masks.
#[derive(Clone, Copy, Debug)]
struct Around<W> {
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
    around: Vec<Around<W>>,
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
    fn new(rules: &Rules) -> Masks<W> {
        let reach = rules.line() as i32 - 1;
        let around = |square: usize| {
            let set =
                |squares: &mut dyn Iterator<Item = usize>| squares.fold(W::NONE, |set, s| set | W::bit(s));
            let at = |steps: i32| move |&direction: &_| rules.step(square, direction, steps);
            let before =
                |steps: i32| set(&mut DIRECTIONS.iter().filter(|d| at(steps)(d).is_some()).filter_map(at(1)));
            Around {
                axes: AXES.map(|axis| set(&mut (-reach..=reach).filter_map(|n| rules.step(square, axis, n)))),
                second: set(&mut DIRECTIONS.iter().filter_map(at(2))),
                before_second: before(2),
                third: set(&mut DIRECTIONS.iter().filter_map(at(3))),
                before_third: before(3),
            }
        };
        let all_or_nothing = |is_on: bool| if is_on { !W::NONE } else { W::NONE };
        Masks {
            around: (0..rules.cells()).map(around).collect(),
            single: all_or_nothing(rules.capture().single()),
            double: all_or_nothing(rules.capture().double()),
            captures: rules.capture() != super::Capture::None,
            doubling: if rules.line() == 3 { 1 } else { 2 },
            stretch: (rules.line() as u32).saturating_sub(4),
        }
    }

    #[inline(always)]
    fn line(&self, square: usize, mine: W) -> bool {
        let Some(around) = self.around.get(square) else { return false };
        let [a, b, c, d] = around.axes.map(|axis| mine.gather(axis));
        let stones = a | b << WINDOW | c << (2 * WINDOW) | d << (3 * WINDOW);
        let twos = stones & stones >> 1;
        let more = twos & twos >> self.doubling;
        more & more >> self.stretch != 0
    }

    #[inline(always)]
    fn captured(&self, square: usize, mine: W, theirs: W) -> W {
        let Some(around) = self.around.get(square) else { return W::NONE };
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

/// Lines and captures by walking.
#[derive(Debug)]
pub struct Walk {
    /// How many steps each ray has before the edge.
    rays: Vec<[u8; 8]>,
    /// What a step in each direction adds to the number of a square.
    steps: [isize; 8],
    line: usize,
    capture: super::Capture,
}

impl Walk {
    /// How many stones of `mine` follow on a ray without a gap.
    #[inline(always)]
    fn run(&self, square: usize, ray: usize, free: u8, mine: &Wide) -> usize {
        let most = usize::from(free).min(self.line - 1);
        let mut at = square;
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
    fn new(rules: &Rules) -> Walk {
        let free =
            |square, direction| (1..).take_while(|&n| rules.step(square, direction, n).is_some()).count();
        Walk {
            rays: (0..rules.cells()).map(|s| DIRECTIONS.map(|direction| free(s, direction) as u8)).collect(),
            steps: DIRECTIONS.map(|(row, col)| row as isize * rules.cols() as isize + col as isize),
            line: rules.line(),
            capture: rules.capture(),
        }
    }

    #[inline]
    fn line(&self, square: usize, mine: Wide) -> bool {
        let Some(free) = self.rays.get(square) else { return false };
        // Directions 0 to 3 are opposite to 7 to 4.
        (0..4).any(|ray| {
            let back = self.run(square, ray, free[ray], &mine);
            1 + back + self.run(square, 7 - ray, free[7 - ray], &mine) >= self.line
        })
    }

    #[inline]
    fn captured(&self, square: usize, mine: Wide, theirs: Wide) -> Wide {
        let Some(free) = self.rays.get(square) else { return Wide::NONE };
        let mut captured = Wide::NONE;
        if self.capture == super::Capture::None {
            return captured;
        }
        for (&free, &step) in free.iter().zip(&self.steps) {
            let at = |steps: isize| square.wrapping_add_signed(step * steps);
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
