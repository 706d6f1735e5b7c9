//! Six the ordinary way: a board of bytes, lists and loops. Slower, shorter, and written apart from the engine:
//! the second opinion on the rules, and what the engine's speed is compared with.

use ludex_core::Rng;

use crate::Baseline;

/// Rows follow each other in one list that is joined at its ends: larger than any field of tiles.
const SIDE: usize = 64;
const CELLS: usize = SIDE * SIDE;

const STEPS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
const TRIANGLE: [(i32, i32); 6] = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)];

/// The cell `q` columns and `r` rows further.
fn shifted(from: usize, q: i32, r: i32) -> usize {
    (from as i32 + q + 64 * r) as usize % CELLS
}

/// A game in progress. Colours are 0 (red) and 1 (black); cells are numbered
/// `64 * row + column` from the first tile, modulo 4096.
#[derive(Clone)]
pub struct Plain {
    /// 0 for an empty cell, else 1 + colour.
    board: Vec<u8>,
    tiles: [Vec<usize>; 2],
    /// The cells where a tile may be laid.
    open: Vec<usize>,
    is_open: Vec<bool>,
    /// For the search for groups: the number of the search in which a cell was last seen.
    seen: Vec<u32>,
    searches: u32,
    hand: [u32; 2],
    half: bool,
    mover: usize,
    over: bool,
    winner: Option<usize>,
}

impl Plain {
    /// A new game with `tiles` of each colour; only the first phase if `half`.
    pub fn new(half: bool, tiles: u32) -> Plain {
        let mut game = Plain {
            board: vec![0; CELLS],
            tiles: [Vec::new(), Vec::new()],
            open: Vec::new(),
            is_open: vec![false; CELLS],
            seen: vec![0; CELLS],
            searches: 0,
            hand: [0, 0],
            half,
            mover: 0,
            over: false,
            winner: None,
        };
        game.restart(tiles);
        game
    }

    fn restart(&mut self, tiles: u32) {
        self.board.fill(0);
        self.is_open.fill(false);
        self.tiles.iter_mut().for_each(Vec::clear);
        self.open.clear();
        self.open.push(0);
        self.is_open[0] = true;
        self.hand = [tiles; 2];
        self.mover = 0;
        self.over = false;
        self.winner = None;
    }

    /// The cells where a tile may be laid.
    pub fn open(&self) -> &[usize] {
        &self.open
    }

    /// The tiles of a colour on the field.
    pub fn tiles(&self, colour: usize) -> &[usize] {
        &self.tiles[colour]
    }

    /// Whether all tiles have been laid once.
    pub fn in_second_phase(&self) -> bool {
        self.hand == [0, 0]
    }

    /// The colour on turn.
    pub fn mover(&self) -> usize {
        self.mover
    }

    /// The result, when there is one: the winner, or nobody.
    pub fn result(&self) -> Option<Option<usize>> {
        self.over.then_some(self.winner)
    }

    /// Lays a new tile, or one just lifted, and ends the turn.
    pub fn lay(&mut self, at: usize) {
        if let Some(number) = self.open.iter().position(|&open| open == at) {
            self.lay_number(number);
        }
    }

    /// Lays a tile on the open cell with this number.
    fn lay_number(&mut self, number: usize) {
        let at = self.open.swap_remove(number);
        self.is_open[at] = false;
        if self.hand[self.mover] > 0 {
            self.hand[self.mover] -= 1;
        }
        self.board[at] = 1 + self.mover as u8;
        self.tiles[self.mover].push(at);
        self.open_around(at);
        if self.completes(at) {
            self.over = true;
            self.winner = Some(self.mover);
        } else if self.half && self.hand == [0, 0] {
            self.over = true;
        } else {
            self.mover ^= 1;
        }
    }

    fn open_around(&mut self, at: usize) {
        for (q, r) in STEPS {
            let beside = shifted(at, q, r);
            if self.board[beside] == 0 && !self.is_open[beside] {
                self.is_open[beside] = true;
                self.open.push(beside);
            }
        }
    }

    fn is_own(&self, at: usize) -> bool {
        self.board[at] == 1 + self.mover as u8
    }

    fn completes(&self, at: usize) -> bool {
        let reach = |q: i32, r: i32| (1..6).take_while(|&n| self.is_own(shifted(at, n * q, n * r))).count();
        if STEPS[..3].iter().any(|&(q, r)| reach(q, r) + reach(-q, -r) >= 5) {
            return true;
        }
        let ring = STEPS.iter().any(|&(q, r)| {
            let middle = shifted(at, q, r);
            STEPS.iter().all(|&(q, r)| self.is_own(shifted(middle, q, r)))
        });
        let triangle = [1, -1].iter().any(|sign| {
            TRIANGLE.iter().any(|&(q, r)| {
                let corner = shifted(at, -sign * q, -sign * r);
                TRIANGLE.iter().all(|&(q, r)| self.is_own(shifted(corner, sign * q, sign * r)))
            })
        });
        ring || triangle
    }

    /// Lifts an own tile and returns the groups that remain, in the order in which they touch its cell.
    pub fn lift(&mut self, from: usize) -> Vec<Vec<usize>> {
        self.board[from] = 0;
        self.tiles[self.mover].retain(|&tile| tile != from);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        self.searches += 1;
        for (q, r) in STEPS {
            let start = shifted(from, q, r);
            if self.board[start] == 0 || self.seen[start] == self.searches {
                continue;
            }
            self.seen[start] = self.searches;
            let mut group = vec![start];
            let mut next = 0;
            while next < group.len() {
                let tile = group[next];
                next += 1;
                for (q, r) in STEPS {
                    let beside = shifted(tile, q, r);
                    if self.board[beside] != 0 && self.seen[beside] != self.searches {
                        self.seen[beside] = self.searches;
                        group.push(beside);
                    }
                }
            }
            groups.push(group);
        }
        groups
    }

    /// Keeps one of the groups, captures the others, looks for a shut-out, and lists where the tile may go.
    pub fn keep(&mut self, groups: &[Vec<usize>], kept: usize) {
        for (number, group) in groups.iter().enumerate() {
            if number != kept {
                for &tile in group {
                    self.board[tile] = 0;
                }
            }
        }
        if groups.len() > 1 {
            let board = &self.board;
            self.tiles.iter_mut().for_each(|tiles| tiles.retain(|&tile| board[tile] != 0));
            let out = |colour: usize| self.tiles[colour].len() + usize::from(colour == self.mover) < 6;
            if out(0) || out(1) {
                self.over = true;
                self.winner = if out(0) && out(1) { None } else { Some(usize::from(out(0))) };
                return;
            }
        }
        for at in self.open.drain(..) {
            self.is_open[at] = false;
        }
        for colour in 0..2 {
            for number in 0..self.tiles[colour].len() {
                self.open_around(self.tiles[colour][number]);
            }
        }
    }

    /// Plays one random turn.
    pub fn random_turn(&mut self, rng: &mut Rng) {
        if self.in_second_phase() {
            let own = &self.tiles[self.mover];
            let from = own[rng.below(own.len() as u32) as usize];
            let groups = self.lift(from);
            let most = groups.iter().map(Vec::len).max();
            let largest: Vec<usize> = (0..groups.len()).filter(|&g| Some(groups[g].len()) == most).collect();
            let kept = largest[rng.below(largest.len() as u32) as usize];
            self.keep(&groups, kept);
            if self.over {
                return;
            }
        }
        self.lay_number(rng.below(self.open.len() as u32) as usize);
    }
}

/// Plays random games and returns the number of turns.
fn playouts(half: bool, games: u32, seed: u64) -> u64 {
    let mut rng = Rng::new(seed);
    let mut game = Plain::new(half, 19);
    let mut turns = 0;
    for _ in 0..games {
        game.restart(19);
        while !game.over {
            game.random_turn(&mut rng);
            turns += 1;
        }
    }
    turns
}

/// The ordinary implementations to compare with.
pub(super) fn baselines() -> Vec<Baseline> {
    vec![
        Baseline { game: "six(form=half)", playouts: |games, seed| playouts(true, games, seed) },
        Baseline { game: "six", playouts: |games, seed| playouts(false, games, seed) },
    ]
}
