//! Six, by Steffen Mühlhäuser (Steffen-Spiele, 2003), and SixExe, the form of it that a study of Monte Carlo
//! players used.
//!
//! Rules, as G. Deering gives them ("Applications of Monte Carlo on the Board Game Six", bachelor thesis, Leiden
//! 2018):
//!
//! - Red and black have 19 hexagonal tiles each; there is no board. Red begins.
//! - First phase: lay a tile of your colour so that it shares a side with a tile that lies.
//! - Whoever completes six tiles of the own colour as a line, a filled triangle or a ring wins at once.
//! - Second phase, when all tiles lie: lift a tile of your own and lay it elsewhere beside the others. If lifting
//!   it makes the field fall apart, only the largest group stays and the other tiles leave the game; between
//!   equal largest groups the mover chooses.
//! - Shut-out: whoever has fewer than six tiles after a capture has lost; if both have, nobody wins.
//! - Four players are two teams that share a colour and take turns: A (red), C (black), B (red), D (black).
//!
//! SixExe (`six(exe)`) differs in one point: chance chooses between equal groups. Half-SixExe (`six(half)`) is the
//! first phase alone, drawn when the last tile completes no shape.
//!
//! What the text leaves open, and how it is read here:
//!
//! - A lifted tile may be laid back where it was if it touches a tile there (`back=false` forbids it).
//! - A shut-out is tested right after the capture, before the tile is laid again, and the tile in the mover's
//!   hand counts for the mover (`hand=false` does not count it). Such a turn counts as a turn.
//! - Where three groups remain, the largest stays; the choice between equal ones is among the largest.
//! - If the colours have different numbers of tiles, the one who has none left sits out until all are laid: the
//!   second phase begins only then, with the player who would be next.

mod cell;
mod contacts;
mod field;
mod judge;
mod options;
mod plain;
mod playout;
mod rules;
mod shapes;
mod state;
mod symmetry;
mod text;
mod tiles;
mod view;

use ludex_core::{Entry, Spec, SpecError, Visitor};

use crate::Baseline;

pub use cell::{Cell, DIRECTIONS, Hex, Sides};
pub use options::{Decisions, Form, Options, TILES, Ties};
pub use plain::Plain;
pub use rules::{Move, Six};
pub use shapes::{Shape, Shapes};
pub use state::{BLACK, Ending, RED, Reason, Stage, State};
pub use tiles::Tiles;

/// The games of this family.
pub fn entries() -> Vec<Entry> {
    vec![Entry {
        name: "six".to_string(),
        family: "six".to_string(),
        players: "2-4".to_string(),
        summary: "Lay hexagonal tiles side by side, then move them: six in a line, a triangle or a ring win."
            .to_string(),
        parameters: Options::params(),
        source:
            "Steffen Mühlhäuser 2003; rules and SixExe after G. Deering, Applications of Monte Carlo on the \
                 Board Game Six, bachelor thesis, Leiden 2018"
                .to_string(),
    }]
}

/// Opens a game of this family.
pub fn open<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
    if spec.name() != "six" {
        return Err(SpecError::unknown("game", spec.name(), std::iter::once("six")));
    }
    let values = spec.resolve(&Options::params())?;
    Ok(visitor.visit(Six::new(Options::from_values(&values)?)?))
}

/// The ordinary implementations of this family.
pub fn baselines() -> Vec<Baseline> {
    plain::baselines()
}
