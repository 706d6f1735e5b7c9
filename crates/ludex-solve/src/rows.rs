//! Tria, Tessera and their kin as a [`Fight`]: wins, blocks, open threats and captures are seen first.
//!
//! Three facts keep the search small, and all are sound in every variant. Who has a winning square wins at once. A
//! move never creates a winning square for the opponent, because it only adds an own stone and removes enemy stones;
//! so who faces winning squares must play a move that leaves none, by blocking or by capturing, and has lost if there
//! is no such move. And a win in three plies begins with a threat that has no answer.

use crate::fight::{FORESIGHT, Fight, Glance, Guess};
use crate::grid::{Bits, Grid, Spot};

/// A board of rows as a fight.
pub struct RowsFight<B> {
    /// The board.
    pub grid: Grid<B>,
    /// What an open line is worth by its number of stones.
    worth: [i32; 8],
}

/// A position in memory: both players' stones, with the squares to be filled in both sets, and the player to move
/// as a bit beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedSpot<B>([B; 2]);

/// A position by its stones alone, without the keys that a search for threats has no use for.
#[derive(Clone, Copy)]
struct Bare<B> {
    mine: B,
    theirs: B,
    pending: B,
}

impl<B: Bits> Bare<B> {
    fn of(spot: &Spot<B>) -> Bare<B> {
        Bare { mine: spot.mine(), theirs: spot.theirs(), pending: spot.pending }
    }

    #[inline(always)]
    fn legal(&self, empty: B) -> B {
        if self.pending.is_none() { empty } else { self.pending }
    }

    /// The position after a move that does not win, as the other player sees it.
    #[inline(always)]
    fn play(&self, grid: &Grid<B>, place: usize) -> Bare<B> {
        let (singles, pairs) = grid.captured(place, self.mine, self.theirs);
        let taken = singles | pairs;
        let pending = if grid.rules().refill() { taken } else { B::NONE };
        Bare { mine: self.theirs & !taken, theirs: self.mine | B::bit(place), pending }
    }
}

impl<B: Bits> RowsFight<B> {
    /// The fight on a board.
    pub fn new(grid: Grid<B>) -> RowsFight<B> {
        RowsFight { grid, worth: [1, 4, 20, 100, 500, 2500, 12500, 62500] }
    }

    /// The moves that leave the opponent no winning square, if there were some.
    fn parries(&self, spot: &Spot<B>, threats: B, steps: &mut Vec<u8>) {
        steps.extend(self.parrying(spot, threats).map(|place| place as u8));
    }

    /// The squares of these moves.
    pub(crate) fn parrying(&self, spot: &Spot<B>, threats: B) -> impl Iterator<Item = usize> {
        let grid = &self.grid;
        let empty = grid.empty(spot);
        let captures = grid.capturing(spot.mine(), spot.theirs(), empty);
        let candidates = (threats | captures) & grid.legal(spot, B::NONE);
        let (mine, theirs) = (spot.mine(), spot.theirs());
        candidates.squares().filter(move |&place| {
            let (singles, pairs) = grid.captured(place, mine, theirs);
            let left = (empty | singles | pairs) & !B::bit(place);
            grid.completing(theirs & !(singles | pairs), left).is_none()
        })
    }

    /// Whether the player to move, who cannot win at once, wins by threats alone, at most this many in a row.
    fn wins_by_threats(&self, spot: &Bare<B>, most: u32) -> bool {
        self.winning_threat(spot, most).is_some()
    }

    /// The first of these threats.
    fn winning_threat(&self, spot: &Bare<B>, most: u32) -> Option<usize> {
        let grid = &self.grid;
        let Bare { mine, theirs, .. } = *spot;
        let empty = grid.board & !(mine | theirs);
        let facing = grid.completing(theirs, empty);
        let candidates = if facing.is_none() {
            // A threat leaves one square of a line to be filled, or empties it by a capture.
            grid.threatening(mine, empty)
        } else {
            facing
        };
        let candidates = (candidates | grid.capturing(mine, theirs, empty)) & spot.legal(empty);
        candidates.squares().find(|&place| {
            let after = spot.play(grid, place);
            let empty = grid.board & !(after.mine | after.theirs);
            // The other player must neither win nor have too good an answer.
            if !facing.is_none() && !grid.completing(after.mine, empty).is_none() {
                return false;
            }
            let threats = grid.completing(after.theirs, empty);
            if threats.is_none() {
                return false;
            }
            let answers = (threats | grid.capturing(after.mine, after.theirs, empty)) & after.legal(empty);
            answers.squares().all(|answer| {
                let next = after.play(grid, answer);
                let empty = grid.board & !(next.mine | next.theirs);
                let parried = grid.completing(next.mine, empty).is_none();
                !parried || (most > 1 && self.wins_by_threats(&next, most - 1))
            })
        })
    }

    /// Whether the player to move can win within so many plies, at most three.
    fn wins_soon(&self, spot: &Bare<B>, plies: u32) -> bool {
        let empty = self.grid.board & !(spot.mine | spot.theirs);
        plies >= 1 && !self.grid.completing(spot.mine, empty).is_none()
            || plies >= 3 && !empty.is_none() && self.wins_by_threats(spot, 1)
    }

    /// Whether the player to move loses within so many plies, at most four.
    fn loses_soon(&self, spot: &Bare<B>, plies: u32) -> bool {
        let grid = &self.grid;
        let empty = grid.board & !(spot.mine | spot.theirs);
        if plies < 2 || empty.is_none() || !grid.completing(spot.mine, empty).is_none() {
            return false;
        }
        let threats = grid.completing(spot.theirs, empty);
        if plies < 4 && threats.is_none() {
            return false;
        }
        let replies = spot.legal(empty);
        let replies = if threats.is_none() {
            replies
        } else {
            (threats | grid.capturing(spot.mine, spot.theirs, empty)) & replies
        };
        replies.squares().all(|place| self.wins_soon(&spot.play(grid, place), plies - 1))
    }

    /// Sorts moves by what they do to the open lines of both players.
    fn order(&self, spot: &Spot<B>, steps: &mut [u8]) {
        let grid = &self.grid;
        let (mine, theirs) = (spot.mine(), spot.theirs());
        let mut scores = [0i32; 128];
        for &line in &grid.lines {
            let (own, other) = ((line & mine).count(), (line & theirs).count());
            let worth = match (own, other) {
                (own, 0) => self.worth[own as usize] + 1,
                (0, other) => self.worth[other as usize],
                _ => continue,
            };
            for place in (line & !(mine | theirs)).squares() {
                scores[place] += worth;
            }
        }
        if grid.captures() {
            let empty = grid.empty(spot);
            for place in grid.capturing(mine, theirs, empty).squares() {
                scores[place] += 30;
            }
            // A square from which the opponent would capture is worth taking too.
            for place in grid.capturing(theirs, mine, empty).squares() {
                scores[place] += 15;
            }
        }
        steps.sort_by_key(|&place| std::cmp::Reverse(scores[usize::from(place)]));
    }
}

impl<B: Bits> RowsFight<B> {
    /// What the board shows at once: that it is full, that the mover completes a line, or that she must answer a threat,
    /// with the answers; none if she may move where she likes.
    fn at_once(&self, spot: &Spot<B>, steps: &mut Vec<u8>) -> Option<Glance> {
        let grid = &self.grid;
        steps.clear();
        let empty = grid.empty(spot);
        if empty.is_none() {
            return Some(Glance::Drawn);
        }
        if !grid.completing(spot.mine(), empty).is_none() {
            return Some(Glance::Wins(1));
        }
        let threats = grid.completing(spot.theirs(), empty);
        if threats.is_none() {
            return None;
        }
        self.parries(spot, threats, steps);
        Some(if steps.is_empty() { Glance::Loses(2) } else { Glance::Open })
    }

    /// All legal moves.
    fn anywhere(&self, spot: &Spot<B>, steps: &mut Vec<u8>) {
        steps.extend(self.grid.legal(spot, B::NONE).squares().map(|place| place as u8));
    }

    /// Sorts the replies of a defender who wants a small set of positions: few open lines for the attacker, many
    /// for herself, lines dead for good, and above all no stone that can be captured. The weights were tuned on
    /// Tessera 4x4 and 4x5.
    fn order_replies(&self, spot: &Spot<B>, steps: &mut [u8]) {
        let grid = &self.grid;
        steps.sort_by_cached_key(|&place| {
            let (singles, pairs) = grid.captured(usize::from(place), spot.mine(), spot.theirs());
            let taken = singles | pairs;
            let (own, other) = (spot.mine() | B::bit(usize::from(place)), spot.theirs() & !taken);
            let empty = grid.board & !(own | other);
            let mut score = 0;
            for &line in &grid.lines {
                match ((line & own).count(), (line & other).count()) {
                    (stones, 0) => score += 3 * self.worth[stones as usize],
                    (0, stones) => score -= 4 * self.worth[stones as usize],
                    _ => {}
                }
            }
            if grid.captures() {
                score -= 120 * grid.capturing(other, own, empty).count() as i32;
                score += 40 * grid.capturing(own, other, empty).count() as i32;
                score -= 50 * taken.count() as i32;
            }
            score += 30 * grid.dead_lines(own) as i32;
            std::cmp::Reverse(score)
        });
    }
}

impl<B: Bits> Fight for RowsFight<B> {
    type Spot = Spot<B>;
    type Packed = PackedSpot<B>;
    type Step = u8;

    #[inline]
    fn key(&self, spot: &Spot<B>) -> u64 {
        self.grid.canonical(spot)
    }

    #[inline]
    fn side(&self, spot: &Spot<B>) -> usize {
        spot.mover
    }

    fn moves(&self, spot: &Spot<B>, _: usize, steps: &mut Vec<u8>) -> Glance {
        match self.at_once(spot, steps) {
            Some(glance) => glance,
            None => {
                self.anywhere(spot, steps);
                Glance::Open
            }
        }
    }

    fn guess(&self, spot: &Spot<B>, attacker: usize) -> Guess {
        self.at_first_sight(spot, attacker)
    }

    fn look(&self, spot: &Spot<B>, attacker: usize, plies: Option<u32>, steps: &mut Vec<u8>) -> Glance {
        let attacking = spot.mover == attacker;
        match self.at_once(spot, steps) {
            Some(Glance::Open) => {}
            Some(decided) => return decided,
            // Nothing can happen in time; the moves will not be looked at.
            None if plies.is_some_and(|plies| plies < self.soonest(attacking)) => return Glance::Open,
            None => self.anywhere(spot, steps),
        }
        if attacking && plies.is_some_and(|plies| plies >= 3) {
            // Only a threat wins in three, and only if there is no answer to it.
            if self.wins_by_threats(&Bare::of(spot), 1) {
                return Glance::Wins(3);
            }
            if plies.is_some_and(|plies| plies < 5) {
                steps.clear();
                return Glance::Open;
            }
        }
        if steps.len() > 1 {
            if plies.is_none() && !attacking {
                self.order_replies(spot, steps);
            } else {
                self.order(spot, steps);
            }
        }
        Glance::Open
    }

    #[inline]
    fn play(&self, spot: &Spot<B>, step: u8) -> Spot<B> {
        self.grid.play(spot, usize::from(step))
    }

    fn soonest(&self, attacking: bool) -> u32 {
        if attacking { 3 } else { 4 }
    }

    fn surely_wins(&self, spot: &Spot<B>, attacker: usize, forcing: u32) -> bool {
        spot.mover == attacker && self.wins_by_threats(&Bare::of(spot), forcing.min(FORESIGHT))
    }

    fn sure_step(&self, spot: &Spot<B>, attacker: usize) -> Option<u8> {
        let bare = Bare::of(spot);
        let attacks = spot.mover == attacker;
        // The fewest threats, so that fewer are left afterwards.
        let found = (1..=FORESIGHT).find_map(|most| self.winning_threat(&bare, most));
        found.filter(|_| attacks).map(|place| place as u8)
    }

    fn never_wins(&self, spot: &Spot<B>, attacker: usize) -> bool {
        self.grid.is_covered(spot.stones[attacker], spot.stones[attacker ^ 1])
    }

    fn soon(&self, spot: &Spot<B>, attacker: usize, plies: u32) -> Option<bool> {
        let bare = Bare::of(spot);
        if plies > 4 {
            None
        } else if spot.mover == attacker {
            Some(self.wins_soon(&bare, plies))
        } else {
            Some(self.loses_soon(&bare, plies))
        }
    }

    fn stride(&self) -> u32 {
        2
    }

    fn play_out(&self, spot: &Spot<B>, step: u8) -> Option<Spot<B>> {
        let wins = self.grid.completing(spot.mine(), self.grid.empty(spot));
        (wins & B::bit(usize::from(step))).is_none().then(|| self.play(spot, step))
    }

    fn winning_step(&self, spot: &Spot<B>) -> Option<u8> {
        let wins = self.grid.completing(spot.mine(), self.grid.empty(spot));
        (!wins.is_none()).then(|| wins.first() as u8)
    }

    fn pack(&self, spot: &Spot<B>) -> PackedSpot<B> {
        let mut stones = spot.stones.map(|stones| stones | spot.pending);
        if spot.mover == 1 {
            stones[0] |= self.grid.beside();
        }
        PackedSpot(stones)
    }

    fn unpack(&self, packed: &PackedSpot<B>) -> Spot<B> {
        let mover = usize::from(!(packed.0[0] & self.grid.beside()).is_none());
        let [black, white] = packed.0.map(|stones| stones & self.grid.board);
        let pending = black & white;
        self.grid.restore([black ^ pending, white ^ pending], pending, mover)
    }

    fn legal(&self, spot: &Spot<B>, steps: &mut Vec<u8>) {
        let grid = &self.grid;
        steps.clear();
        // A line on the board ends the game; only the player who has just moved can have one.
        let done = grid.lines.iter().any(|&line| (line & spot.theirs()) == line);
        if !done {
            let wins = grid.completing(spot.mine(), grid.empty(spot));
            steps.extend(grid.legal(spot, wins).squares().map(|place| place as u8));
        }
    }

    fn write(&self, spot: &Spot<B>) -> String {
        self.grid.write(spot)
    }

    fn write_step(&self, _: &Spot<B>, step: u8) -> String {
        self.grid.rules().square_name(self.grid.square(usize::from(step)))
    }
}
