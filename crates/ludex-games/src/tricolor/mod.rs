//! Tricolor, by Maurice Kraitchik (1930), for two and for three players.
//!
//! Rules after A. Bourceanu's study of the game (UCLouvain, 2025-2026) and the program that comes with it, M.
//! Boutin's article on the rules (2021), and the two games that Kraitchik printed.
//!
//! A hexagonal board of 61 tiles ([`Board`] has the numbers and colours). A piece on a white tile counts 1, on a
//! black tile 2, on a red tile 3. Pieces on a tile form a column: the owner's on top, prisoners beneath.
//!
//! 1. A move takes 1 or more pieces from the top of an own column in a straight line over empty tiles. The group
//!    reaches as many steps as it has pieces of the mover, at most three, and stops on an empty tile or on the first
//!    occupied one. Prisoners travel only beneath all of the mover's pieces of their column.
//! 2. The power of a group is the number of the mover's pieces in it, at most 3, times the value of the tile it comes
//!    from; the defence of a column is the number of its owner's pieces, at most 3, times the value of its tile. A
//!    power above the defence imprisons the owner's pieces, a power above twice the defence captures them: they leave
//!    the game. Pieces of the mover held there are free again; prisoners carried along stay prisoners.
//! 3. Who can attack must attack; any attack will do.
//! 4. On the origin the column keeps its owner if a piece of the owner stays, else the prisoners are free.
//! 5. Who cannot move loses. The study adds a draw: turns are counted from 1, and the game is drawn before a turn
//!    that comes more than 100 turns after the last capture, the start counting as turn 1. So with no capture at all
//!    101 turns are played, after a capture exactly 100 more. Imprisonments do not count, and a player who cannot
//!    move loses even then. The parameter `draw` replaces the 100; 0 leaves the rule out.
//!
//! Boards of other sides keep the centre red and three empty rows between the armies ([`Board::armies`]).
//!
//! The study's text and its program differ in places, and the program decides here: the text has a draw after 100
//! turns and three terms in the search heuristic, the program counts as above and has two levels.
//!
//! In Kraitchik's game for three, White, Black and Red have 11 pieces each along every other edge (Boutin's text says
//! 13, but his figure shows 11 and Kraitchik's printed game fits only that). An attack is
//! measured against the owner of a column and takes or imprisons only the owner's pieces; a third player's
//! prisoners stay prisoners. A player who cannot move drops out for good, and the last one left wins. His text
//! leaves open what happens when a column with prisoners of two players is split below the owner's pieces; here a
//! column is always sorted in the order of turns from its owner: the owner's pieces on top, beneath them those of
//! the player who moves next after the owner, beneath them those of the third. Groups take from the top as ever,
//! and what stays behind belongs to whoever is uppermost in it. The draw rule counts every player's turn.
//!
//! ```
//! use ludex_core::{Game, Text};
//! use ludex_games::tricolor::{Notation, TwoPlayer};
//!
//! let game = TwoPlayer::standard();
//! let mut state = game.start();
//! assert_eq!(game.count_moves(&state, &mut Vec::new()), 88);
//! let first = game.read_move(&state, "51-44").unwrap();
//! assert_eq!(game.write_move_in(Notation::Kraitchik, &state, first), "6-12");
//! game.play(&mut state, first);
//! assert_eq!(game.write_position(&state), "1-18:b 44:w2 45-50:w 52-61:w black 1");
//! ```

use ludex_core::{Entry, Param, Player, Spec, SpecError, TextError, Visitor};

use crate::Baseline;

mod board;
mod judge;
mod layout;
mod list;
mod mask;
pub mod plain;
mod position;
mod rules;
mod show;
mod state;
mod text;
mod whole;

use board::Tables;
pub use board::{Board, SIDES, Tile, TileColour};
pub use mask::Mask;
use position::Limits;
pub use state::{Column, Kind, TricolorMove, TricolorState};
pub use text::Notation;
pub use whole::{WholeColumns, WholeMove, WholeState};

/// What the players are called, in the order of turns.
const NAMES: [&str; 3] = ["White", "Black", "Red"];

/// The side of Kraitchik's board.
const STANDARD_SIDE: usize = 5;

/// The study's limit of turns without a capture.
const STANDARD_DRAW: u16 = 100;

/// The largest limit that may be asked for.
const LARGEST_DRAW: u16 = 10_000;

/// The rules for `P` players on a board of up to `N` tiles, with sets of tiles of type `M`.
#[derive(Clone, Debug)]
pub struct Tricolor<M: Mask, const P: usize, const N: usize> {
    board: Board,
    tables: Tables<M, N>,
    draw: u16,
    army: usize,
    start: TricolorState<P, N>,
}

/// The game for two on boards of side 3 to 5.
pub type TwoPlayer = Tricolor<u64, 2, 64>;
/// The game for two on the board of side 6.
pub type LargeTwoPlayer = Tricolor<u128, 2, 128>;
/// The game for three on boards of side 4 and 5.
pub type ThreePlayer = Tricolor<u64, 3, 64>;
/// The game for three on the board of side 6.
pub type LargeThreePlayer = Tricolor<u128, 3, 128>;

impl<M: Mask, const P: usize, const N: usize> Tricolor<M, P, N> {
    /// The game on a board of this side, with a draw after more than `draw` turns without capture (0: never).
    pub fn new(side: usize, draw: u16) -> Result<Self, SpecError> {
        let least = if P == 2 { *SIDES.start() } else { SIDES.start() + 1 };
        if !(least..=*SIDES.end()).contains(&side) {
            return Err(SpecError::new(format!(
                "tricolor for {P} players has a board of side {least} to {}, not {side}",
                SIDES.end()
            )));
        }
        if draw > LARGEST_DRAW {
            return Err(SpecError::new(format!(
                "tricolor: draw must be from 0 to {LARGEST_DRAW}, not {draw}"
            )));
        }
        let board = Board::new(side);
        if board.len() >= M::BITS {
            return Err(SpecError::new(format!(
                "sets of {} bits do not hold a board of side {side}",
                M::BITS
            )));
        }
        let tables = Tables::new(&board);
        let mut start = TricolorState::EMPTY;
        let armies = board.armies(P);
        for (player, army) in armies.iter().enumerate() {
            for &tile in army {
                let mut pieces = [0; P];
                pieces[player] = 1;
                start.set_column(tile, Column { owner: Some(Player::new(player)), pieces });
            }
        }
        Ok(Tricolor { army: armies[0].len(), board, tables, draw, start })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Builds a position from its columns in the order of the tiles, refusing with a reason what cannot be.
    /// `dropped_out` is for three players, in order.
    pub fn position(
        &self,
        columns: &[Column<P>],
        mover: Player,
        since_capture: u16,
        dropped_out: &[Player],
    ) -> Result<TricolorState<P, N>, TextError> {
        let limits = Limits { board: &self.board, army: self.army, draw: self.draw, names: &NAMES[..P] };
        let mut state = limits.build(columns, mover, since_capture, dropped_out)?;
        self.settle(&mut state);
        Ok(state)
    }
}

impl TwoPlayer {
    /// The game of the study: the board of 61 tiles, drawn after more than 100 turns without capture.
    pub fn standard() -> TwoPlayer {
        TwoPlayer::new(STANDARD_SIDE, STANDARD_DRAW).expect("the standard game exists")
    }
}

impl ThreePlayer {
    /// Kraitchik's game for three on the board of 61 tiles, with the same draw rule.
    pub fn standard() -> ThreePlayer {
        ThreePlayer::new(STANDARD_SIDE, STANDARD_DRAW).expect("the standard game exists")
    }
}

/// The games of this family.
pub fn entries() -> Vec<Entry> {
    vec![Entry {
        name: "tricolor".to_string(),
        family: "tricolor".to_string(),
        players: "2-3".to_string(),
        summary:
            "Columns on a hexagon of three colours capture and imprison each other; attacking is compulsory."
                .to_string(),
        parameters: vec![
            Param::whole("players", 2..=3, 2, "how many play; three need a side of at least 4"),
            Param::whole("side", 3..=6, STANDARD_SIDE as i64, "tiles on an edge of the board"),
            Param::whole(
                "draw",
                0..=i64::from(LARGEST_DRAW),
                i64::from(STANDARD_DRAW),
                "turns without a capture after which the game is drawn; 0 for never",
            ),
            Param::choice(
                "rules",
                &["study", "ludii"],
                "ludii: whole columns only, for two on 61 tiles, as Ludii's library has the game",
            ),
        ],
        source: "M. Kraitchik, La mathématique des jeux, 1930; A. Bourceanu, UCLouvain, 2026".to_string(),
    }]
}

/// Opens a game of this family.
pub fn open<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
    let values = spec.resolve(&entries()[0].parameters)?;
    let side = values.whole("side") as usize;
    let draw = values.whole("draw") as u16;
    if values.word("rules") == "ludii" {
        if values.whole("players") != 2 || side != STANDARD_SIDE || draw != STANDARD_DRAW {
            return Err(SpecError::new("tricolor: rules=ludii goes with no other parameter"));
        }
        return Ok(visitor.visit(WholeColumns::new()));
    }
    Ok(match (values.whole("players"), side) {
        (2, 6) => visitor.visit(LargeTwoPlayer::new(side, draw)?),
        (2, _) => visitor.visit(TwoPlayer::new(side, draw)?),
        (_, 6) => visitor.visit(LargeThreePlayer::new(side, draw)?),
        _ => visitor.visit(ThreePlayer::new(side, draw)?),
    })
}

/// The ordinary implementations of this family.
pub fn baselines() -> Vec<Baseline> {
    vec![
        Baseline { game: "tricolor", playouts: |games, seed| plain::playouts(2, games, seed) },
        Baseline { game: "tricolor(players=3)", playouts: |games, seed| plain::playouts(3, games, seed) },
    ]
}
