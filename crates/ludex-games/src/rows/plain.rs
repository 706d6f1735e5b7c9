//! The same games in the ordinary way: an array of squares and loops over directions. Benchmarks compare with
//! it, and tests take it as a second opinion on the rules.

use ludex_core::{Player, Rng};

use super::rules::{AXES, DIRECTIONS};
use super::{Capture, Rules};
use crate::Baseline;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Plain {
    rules: Rules,
    squares: Vec<Option<Player>>,
    mover: Player,
    taken: [usize; 2],
    pending: Vec<usize>,
    winner: Option<Player>,
    over: bool,
}

impl Plain {
    /// The empty board.
    pub fn new(rules: Rules) -> Plain {
        Plain {
            rules,
            squares: vec![None; rules.cells()],
            mover: Player::FIRST,
            taken: [0; 2],
            pending: Vec::new(),
            winner: None,
            over: false,
        }
    }

    /// The stone on a square.
    pub fn stone(&self, square: usize) -> Option<Player> {
        self.squares[square]
    }

    /// The player to move.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// How many stones a player has captured.
    pub fn taken(&self, player: Player) -> usize {
        self.taken[player.index()]
    }

    /// The squares that must be filled.
    pub fn pending(&self) -> &[usize] {
        &self.pending
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Who has won, if somebody has.
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The squares on which a stone may be placed, in order.
    pub fn moves(&self, moves: &mut Vec<usize>) {
        moves.clear();
        if self.over {
            return;
        }
        for square in 0..self.squares.len() {
            let may = self.pending.is_empty() || self.pending.contains(&square) || self.wins(square);
            if self.squares[square].is_none() && may {
                moves.push(square);
            }
        }
    }

    fn wins(&self, square: usize) -> bool {
        if self.squares[square].is_some() {
            return false;
        }
        let mut after = self.clone();
        after.play(square);
        after.winner.is_some()
    }

    fn is(&self, square: Option<usize>, player: Player) -> bool {
        square.is_some_and(|square| self.squares[square] == Some(player))
    }

    /// Places a stone and returns the squares of the captured ones, in order.
    pub fn play(&mut self, square: usize) -> Vec<usize> {
        let (own, enemy) = (self.mover, self.mover.other());
        self.squares[square] = Some(own);
        let mut captured = Vec::new();
        if self.rules.capture() != Capture::None {
            for direction in DIRECTIONS {
                let at = |steps| self.rules.step(square, direction, steps);
                let single = self.is(at(1), enemy) && self.is(at(2), own);
                let double = self.is(at(1), enemy) && self.is(at(2), enemy) && self.is(at(3), own);
                if self.rules.capture().single() && single {
                    captured.extend(at(1));
                }
                if self.rules.capture().double() && double {
                    captured.extend(at(1));
                    captured.extend(at(2));
                }
            }
        }
        captured.sort_unstable();
        for &square in &captured {
            self.squares[square] = None;
        }
        self.taken[own.index()] += captured.len();
        let by_pairs = self.rules.pairs() > 0 && self.taken[own.index()] / 2 >= self.rules.pairs();
        if by_pairs || self.has_line(square) {
            self.winner = Some(own);
        }
        self.over = self.winner.is_some() || self.squares.iter().all(Option::is_some);
        self.pending.clear();
        if self.rules.refill() && !self.over {
            self.pending.extend(&captured);
        }
        self.mover = enemy;
        captured
    }

    fn has_line(&self, square: usize) -> bool {
        AXES.iter().any(|&axis| {
            let run = |sign: i32| {
                (1..).take_while(|&n| self.is(self.rules.step(square, axis, sign * n), self.mover)).count()
            };
            1 + run(1) + run(-1) >= self.rules.line()
        })
    }
}

/// Plays random games and returns the number of moves made.
fn playouts(rules: Rules, games: u32, seed: u64) -> u64 {
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    let mut plies = 0;
    for _ in 0..games {
        let mut game = Plain::new(rules);
        while !game.is_over() {
            game.moves(&mut moves);
            let Some(&square) = rng.pick(&moves) else { break };
            game.play(square);
            plies += 1;
        }
    }
    plies
}

fn plain_playouts(rows: usize, cols: usize, line: usize, capture: Capture, games: u32, seed: u64) -> u64 {
    Rules::new(rows, cols, line, capture).map_or(0, |rules| playouts(rules, games, seed))
}

pub(super) fn baselines() -> Vec<Baseline> {
    vec![
        Baseline {
            game: "tria(rows=7,cols=8)",
            playouts: |games, seed| plain_playouts(7, 8, 3, Capture::Both, games, seed),
        },
        Baseline {
            game: "tessera(rows=8,cols=8)",
            playouts: |games, seed| plain_playouts(8, 8, 4, Capture::Both, games, seed),
        },
        Baseline {
            game: "rows",
            playouts: |games, seed| plain_playouts(15, 15, 5, Capture::None, games, seed),
        },
    ]
}
