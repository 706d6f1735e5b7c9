//! Tricolor written the ordinary way, straight from the rules: arrays, loops, a list of moves. It is what
//! benchmarks compare with, and the second opinion on the rules in tests. It shares no code with the fast engine,
//! not even the board.

use ludex_core::Rng;

/// The rules.
pub struct PlainTricolor {
    players: usize,
    draw: u32,
    /// Neighbours of each tile in the six directions.
    neighbours: Vec<[Option<usize>; 6]>,
    /// What a piece counts on each tile.
    values: Vec<u32>,
    side: usize,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainState {
    /// Pieces of each player on each tile.
    pub pieces: Vec<[u32; 3]>,
    /// Who owns each tile.
    pub owner: Vec<Option<usize>>,
    /// Who is to move.
    pub mover: usize,
    /// The number of this turn, from 1.
    pub turn: u32,
    /// The turn of the last capture.
    pub last_capture: u32,
    /// Who has dropped out, in order.
    pub out: Vec<usize>,
}

/// A move: origin, destination, number of pieces.
pub type PlainMove = (usize, usize, u32);

/// What a move does to its destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Contact {
    Quiet,
    Imprison,
    Capture,
}

impl PlainTricolor {
    /// The game for `players` on a board of this side, drawn after more than `draw` turns without capture
    /// (0: never).
    pub fn new(players: usize, side: usize, draw: u32) -> PlainTricolor {
        let middle = side - 1;
        let length = |row: usize| 2 * side - 1 - row.abs_diff(middle);
        let first: Vec<usize> = (0..2 * side)
            .scan(0, |sum, row| Some(std::mem::replace(sum, *sum + length(row.min(2 * middle)))))
            .collect();
        let tile_at = |row: i32, column: i32| -> Option<usize> {
            if row < 0 || row > 2 * middle as i32 || column < 0 || column >= length(row as usize) as i32 {
                return None;
            }
            Some(first[row as usize] + column as usize)
        };
        let mut neighbours = Vec::new();
        let mut values = Vec::new();
        for row in 0..=2 * middle as i32 {
            for column in 0..length(row as usize) as i32 {
                // A row further from the middle is shorter, so its columns are shifted by half a tile.
                let above = if row <= middle as i32 { column - 1 } else { column };
                let below = if row < middle as i32 { column } else { column - 1 };
                neighbours.push([
                    tile_at(row, column - 1),
                    tile_at(row, column + 1),
                    tile_at(row - 1, above),
                    tile_at(row - 1, above + 1),
                    tile_at(row + 1, below),
                    tile_at(row + 1, below + 1),
                ]);
                // Along a row the colours repeat red, black, white; the middle column of the middle row is red.
                let slant = column - row.min(middle as i32) - row + middle as i32;
                values.push([3, 2, 1][slant.rem_euclid(3) as usize]);
            }
        }
        PlainTricolor { players, draw, neighbours, values, side }
    }

    /// The position in which the game begins.
    pub fn start(&self) -> PlainState {
        let tiles = self.values.len();
        let mut state = PlainState {
            pieces: vec![[0; 3]; tiles],
            owner: vec![None; tiles],
            mover: 0,
            turn: 1,
            last_capture: 1,
            out: Vec::new(),
        };
        let mut put = |tile: usize, player: usize| {
            state.pieces[tile][player] = 1;
            state.owner[tile] = Some(player);
        };
        if self.players == 2 {
            let army: usize = (0..self.side - 2).map(|row| self.side + row).sum();
            for tile in 0..army {
                put(tile, 1);
                put(tiles - 1 - tile, 0);
            }
        } else {
            // An army's rows begin at a corner of the board and one step further in each.
            for (player, (start, along, inward)) in self.edges().into_iter().enumerate() {
                let mut begin = start;
                for depth in 0..self.side - 3 {
                    let mut at = Some(begin);
                    for _ in 0..self.side + depth {
                        let tile = at.expect("an army fits on the board");
                        put(tile, player);
                        at = self.neighbours[tile][along];
                    }
                    begin = self.neighbours[begin][inward].expect("an army fits on the board");
                }
            }
        }
        state
    }

    /// For White, Black and Red: a corner, the direction along the edge, and the direction to the start of the
    /// next row.
    fn edges(&self) -> [(usize, usize, usize); 3] {
        let walk = |from: usize, direction: usize| {
            (1..self.side).fold(from, |tile, _| self.neighbours[tile][direction].expect("an edge"))
        };
        let top_left = 0;
        let left = walk(top_left, 4);
        let bottom_left = walk(left, 5);
        let bottom_right = walk(bottom_left, 1);
        // White: from the top left corner to the right, rows going down-left. Black: from the bottom left corner up
        // to the left corner, rows going right. Red: from the bottom right corner up to the right corner.
        [(top_left, 1, 4), (bottom_left, 2, 1), (bottom_right, 3, 0)]
    }

    /// All legal moves, or none if the game is over.
    pub fn moves(&self, state: &PlainState) -> Vec<PlainMove> {
        let mut quiet = Vec::new();
        let mut attacks = Vec::new();
        for from in 0..self.values.len() {
            if state.owner[from] != Some(state.mover) {
                continue;
            }
            let height: u32 = state.pieces[from].iter().sum();
            for count in 1..=height {
                let group = count.min(state.pieces[from][state.mover]).min(3);
                for direction in 0..6 {
                    let mut here = from;
                    for _ in 0..group {
                        let Some(next) = self.neighbours[here][direction] else { break };
                        here = next;
                        match self.contact(state, from, here, group) {
                            Some(Contact::Quiet) => quiet.push((from, here, count)),
                            Some(_) => attacks.push((from, here, count)),
                            None => {}
                        }
                        if state.owner[here].is_some() {
                            break;
                        }
                    }
                }
            }
        }
        if attacks.is_empty() { quiet } else { attacks }
    }

    /// What a group of `group` counting pieces does at `to`; `None` if it is too weak.
    fn contact(&self, state: &PlainState, from: usize, to: usize, group: u32) -> Option<Contact> {
        let owner = match state.owner[to] {
            Some(owner) if owner != state.mover => owner,
            _ => return Some(Contact::Quiet),
        };
        let power = group * self.values[from];
        let defence = state.pieces[to][owner].min(3) * self.values[to];
        if power > 2 * defence {
            Some(Contact::Capture)
        } else if power > defence {
            Some(Contact::Imprison)
        } else {
            None
        }
    }

    /// Plays a legal move.
    pub fn play(&self, state: &mut PlainState, (from, to, count): PlainMove) {
        let mover = state.mover;
        let group = count.min(state.pieces[from][mover]).min(3);
        if self.contact(state, from, to, group) == Some(Contact::Capture)
            && let Some(beaten) = state.owner[to]
        {
            state.pieces[to][beaten] = 0;
            state.last_capture = state.turn;
        }
        let mut left = count;
        for player in self.order(mover) {
            let taken = left.min(state.pieces[from][player]);
            left -= taken;
            state.pieces[from][player] -= taken;
            state.pieces[to][player] += taken;
        }
        state.owner[to] = Some(mover);
        state.owner[from] = self.order(mover).find(|&player| state.pieces[from][player] > 0);
        state.turn += 1;
        state.mover = (mover + 1) % self.players;
        if self.players > 2 {
            self.drop_players_who_cannot_move(state);
        }
    }

    fn order(&self, first: usize) -> impl Iterator<Item = usize> {
        let players = self.players;
        (0..players).map(move |offset| (first + offset) % players)
    }

    fn drop_players_who_cannot_move(&self, state: &mut PlainState) {
        while state.out.len() + 1 < self.players {
            if !state.out.contains(&state.mover) {
                if !self.moves(state).is_empty() {
                    return;
                }
                state.out.push(state.mover);
            }
            state.mover = (state.mover + 1) % self.players;
        }
        while state.out.contains(&state.mover) {
            state.mover = (state.mover + 1) % self.players;
        }
    }

    /// Whether the draw rule ends the game before this turn.
    pub fn is_drawn(&self, state: &PlainState) -> bool {
        self.draw > 0 && state.turn - state.last_capture > self.draw
    }

    /// Whether only one of three players is left.
    pub fn is_last(&self, state: &PlainState) -> bool {
        self.players > 2 && state.out.len() + 1 >= self.players
    }

    /// Plays one uniformly random game and returns the number of its moves.
    pub fn playout(&self, rng: &mut Rng) -> u64 {
        let mut state = self.start();
        let mut plies = 0;
        while !self.is_last(&state) && !self.is_drawn(&state) {
            let moves = self.moves(&state);
            let Some(&chosen) = rng.pick(&moves) else { break };
            self.play(&mut state, chosen);
            plies += 1;
        }
        plies
    }
}

/// Plays this many random games on the standard board and returns the number of moves made.
pub fn playouts(players: usize, games: u32, seed: u64) -> u64 {
    let game = PlainTricolor::new(players, 5, 100);
    (0..games).map(|number| game.playout(&mut Rng::derived(seed, u64::from(number), 0))).sum()
}
