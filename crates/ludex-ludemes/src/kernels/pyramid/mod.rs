//! Kernels of games on pyramids.

mod balls;
pub(super) mod bounce;
pub(super) mod build;
pub(super) mod couple;
pub(super) mod fall;
mod goals;
pub(super) mod stack;
pub(super) mod surround;
mod watch;

use crate::runtime::State;
use crate::runtime::code::{Leaf, Region, ToClause};
use crate::runtime::rules::Rules;

/// Whether every player has one kind of piece, which has the player's number, and the rules have no more than one
/// phase, no chance and no marks.
fn is_plain<const W: usize>(rules: &Rules<W>) -> bool {
    rules.phases.len() == 1
        && !rules.draws
        && !rules.marks
        && !rules.counts
        && rules.containers.len() == 1
        && rules.components.len() > rules.players
        && (1..=rules.players)
            .all(|player| usize::from(rules.owners[player]) == player && rules.alone[player])
}

/// Whether a position is one of the course of the game.
fn is_ordinary<const W: usize>(rules: &Rules<W>, state: &State<W>) -> bool {
    let everyone = ((1u32 << (rules.players + 1)) - 2) as u16;
    !state.over
        && state.waiting.is_none()
        && state.active == everyone
        && state.to_clear.is_empty()
        && state.moves_this_turn == 0
        && (!rules.meta.swap || state.moves as usize >= rules.players)
}

/// Whether nothing comes before or after the moves of a leaf.
fn is_bare<const W: usize>(leaf: &Leaf<W>) -> bool {
    leaf.then.is_empty() && leaf.prior.is_empty() && !leaf.binds
}

/// Whether moves may end on any playable point.
fn is_open<const W: usize>(to: &ToClause<W>) -> bool {
    let ToClause { region: Some(Region::Intersection(parts)), when: None, apply: None } = to else {
        return false;
    };
    matches!(parts[..], [Region::Empty, Region::Platforms])
}
