//! The study's solver: alpha-beta from Black's view with its enhancements, each of which can be switched.
//!
//! Loops are treated as the study does, which is unsound in general: a position that already occurs on the current
//! path counts as a draw, and what was concluded from that is kept in the table like anything else. Win-or-block
//! is unsound with captures, too: a threat is answered by occupying the first winning square and nothing else.

use rustc_hash::FxHashSet;

use crate::grid::{Bits, Grid, Spot};

/// Which enhancements are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Enhancements {
    /// Win at once if possible; otherwise occupy the first winning square of the opponent, if there is one.
    pub win_or_block: bool,
    /// Remember values in a table of 2 to the power of this many entries; of two positions that share an entry,
    /// the one nearer to the root stays.
    pub table: Option<u32>,
    /// Treat the four mirror images of a rectangle as one in the table.
    pub symmetry: bool,
    /// Try moves in descending order of degree: lines that Black can still form through the square, plus 3 for
    /// each single and 1 for each pair captured.
    pub ordering: bool,
}

impl Enhancements {
    /// Plain alpha-beta.
    pub const NONE: Enhancements =
        Enhancements { win_or_block: false, table: None, symmetry: false, ordering: false };
}

/// What the study's solver found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// 1 if Black wins, -1 if White does, 0 for a draw, as the study counts loops.
    pub value: i8,
    /// Visited positions, the root and finished games included; table hits and repetitions are not counted.
    pub nodes: u64,
}

#[derive(Clone, Copy)]
struct Entry {
    tag: u64,
    depth: u32,
    value: i8,
}

struct Search<'a, B> {
    grid: &'a Grid<B>,
    on: Enhancements,
    nodes: u64,
    limit: u64,
    path: FxHashSet<(B, B, usize)>,
    table: Vec<Option<Entry>>,
    /// The lines through each place.
    lines: Vec<Vec<B>>,
}

/// Why a move ended the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Wins,
    Quiet,
}

/// Solves a board as the study does, giving up after `limit` nodes.
pub fn solve<B: Bits>(grid: &Grid<B>, on: Enhancements, limit: u64) -> Option<Found> {
    let table = on.table.map_or(0, |bits| 1usize << bits.clamp(10, 27));
    let through =
        |place| grid.lines.iter().copied().filter(|&line| !(line & B::bit(place)).is_none()).collect();
    let lines = (0..B::SQUARES).map(through).collect();
    let mut search =
        Search { grid, on, nodes: 0, limit, path: FxHashSet::default(), table: vec![None; table], lines };
    // Without win-or-block the capture variants are searched thousands of plies deep.
    let value = std::thread::scope(|scope| {
        let root = || search.visit(&grid.start(), -1, 1, 0);
        let thread = std::thread::Builder::new().stack_size(1 << 30).spawn_scoped(scope, root);
        thread.ok().and_then(|thread| thread.join().ok()).flatten()
    })?;
    Some(Found { value, nodes: search.nodes })
}

impl<B: Bits> Search<'_, B> {
    /// The entry and the tag of a position.
    fn place(&self, spot: &Spot<B>) -> (usize, u64) {
        let key = self.grid.least_key(spot, if self.on.symmetry { 4 } else { 1 });
        ((key & (self.table.len() as u64 - 1)) as usize, key)
    }

    fn visit(&mut self, spot: &Spot<B>, mut alpha: i8, mut beta: i8, depth: u32) -> Option<i8> {
        let remembers = !self.table.is_empty();
        if remembers {
            let (at, tag) = self.place(spot);
            if let Some(entry) = self.table[at].filter(|entry| entry.tag == tag) {
                return Some(entry.value);
            }
        }
        self.nodes += 1;
        if self.nodes > self.limit {
            return None;
        }
        if self.grid.is_full(spot) {
            return Some(0);
        }
        let on_path = (spot.stones[0], spot.stones[1], spot.mover);
        self.path.insert(on_path);
        let black = spot.mover == 0;
        let mut best: Option<i8> = None;
        let mut is_cut = false;
        for (place, kind) in self.moves(spot) {
            let value = if kind == Kind::Wins {
                self.nodes += 1;
                if black { 1 } else { -1 }
            } else {
                let after = self.grid.play(spot, place);
                if self.path.contains(&(after.stones[0], after.stones[1], after.mover)) {
                    0
                } else {
                    self.visit(&after, alpha, beta, depth + 1)?
                }
            };
            let better = best.is_none_or(|best| if black { value > best } else { value < best });
            let so_far = if better { value } else { best.unwrap_or(value) };
            best = Some(so_far);
            if black {
                alpha = alpha.max(so_far);
            } else {
                beta = beta.min(so_far);
            }
            if alpha >= beta {
                is_cut = true;
                break;
            }
        }
        self.path.remove(&on_path);
        let value = best.unwrap_or(0);
        if remembers && !is_cut {
            let (at, tag) = self.place(spot);
            if self.table[at].is_none_or(|entry| entry.tag == tag || entry.depth >= depth) {
                self.table[at] = Some(Entry { tag, depth, value });
            }
        }
        Some(value)
    }

    /// The moves in the order of the study, with those that win told apart.
    fn moves(&self, spot: &Spot<B>) -> Vec<(usize, Kind)> {
        let grid = self.grid;
        let empty = grid.empty(spot);
        let wins = grid.completing(spot.mine(), empty);
        if self.on.win_or_block {
            if !wins.is_none() {
                return vec![(wins.first(), Kind::Wins)];
            }
            let threats = grid.completing(spot.theirs(), empty);
            // With the refill rule the study does not say which duty comes first; filling does here.
            if !threats.is_none() && spot.pending.is_none() {
                return vec![(threats.first(), Kind::Quiet)];
            }
        }
        let kind = |place: usize| if (wins & B::bit(place)).is_none() { Kind::Quiet } else { Kind::Wins };
        let mut moves: Vec<(usize, Kind)> =
            grid.legal(spot, wins).squares().map(|place| (place, kind(place))).collect();
        if self.on.ordering {
            moves.sort_by_cached_key(|&(place, _)| std::cmp::Reverse(self.degree(spot, place)));
        }
        moves
    }

    fn degree(&self, spot: &Spot<B>, place: usize) -> u32 {
        let white = spot.stones[1];
        let open = |line: &&B| (**line & white).is_none();
        let lines = self.lines[place].iter().filter(open).count() as u32;
        let (singles, pairs) = self.grid.captured(place, spot.mine(), spot.theirs());
        lines + 3 * singles.count() + pairs.count() / 2
    }
}
