//! Decisions: what a player chooses, in a few bytes. Effects are computed when the move is played.

use super::code::StackMark;

/// A decision: which generator made it, with the places and numbers it was made for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The generator, by its number among the leaves.
    pub leaf: u16,
    /// Where it begins, or -1.
    pub from: i16,
    /// Where it ends, or -1.
    pub to: i16,
    /// What distinguishes moves with the same places: a component, a number of pieces, the length of a jump.
    pub aux: i16,
    /// The place an enclosing iterator stands at, or -1.
    pub site: i16,
    /// The value an enclosing iterator stands at, or -1.
    pub value: i16,
}

/// The leaf of the pass that stands for "no move is possible".
pub const FORCED_PASS: u16 = 0;
/// The leaf of the swap of sides.
pub const SWAP: u16 = 1;

impl Move {
    /// A decision without places.
    pub const fn bare(leaf: u16) -> Move {
        Move { leaf, from: -1, to: -1, aux: -1, site: -1, value: -1 }
    }

    /// The pass of a player who has no other move.
    pub const PASS: Move = Move::bare(FORCED_PASS);
}

/// Changes in order, in place as long as they are few, so that playing allocates nothing.
pub(super) type Actions = smallvec::SmallVec<[Action; 64]>;

/// An atomic change of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The fields are places, players, components and numbers.
pub enum Action {
    Add {
        to: u16,
        what: u8,
        count: u16,
        state: i16,
        value: i16,
    },
    Remove {
        at: u16,
        count: u16,
    },
    /// Pieces go from a place to another. With `keep` the marks of the target stay as they are.
    Move {
        from: u16,
        to: u16,
        count: u16,
        keep: bool,
    },
    /// Pieces of a stack from a level on go to a level of another (-1: on top), in the same order.
    MoveStack {
        from: u16,
        level: i16,
        count: u16,
        to: u16,
        onto: i16,
        marks: bool,
    },
    RemoveLevel {
        at: u16,
        level: u16,
    },
    Insert {
        at: u16,
        level: u16,
        what: u8,
        state: i16,
    },
    MarkLevel {
        at: u16,
        level: u16,
        mark: StackMark,
        to: i16,
    },
    Copy {
        from: u16,
        to: u16,
    },
    Select {
        from: i16,
        to: i16,
    },
    Pass,
    Swap {
        a: u8,
        b: u8,
    },
    SetScore {
        who: u8,
        to: i32,
    },
    AddScore {
        who: u8,
        by: i32,
    },
    SetCount {
        at: u16,
        what: u8,
        count: u16,
    },
    SetState {
        at: u16,
        to: i16,
    },
    SetValue {
        at: u16,
        to: i16,
    },
    SetPlayerValue {
        who: u8,
        to: i32,
    },
    SetNext(u8),
    SetVar {
        var: u16,
        to: i32,
    },
    SetCounter(i32),
    SetPending(i32),
    Remember {
        list: u8,
        value: i32,
        unique: bool,
    },
    Forget {
        list: u8,
        value: i32,
    },
    Promote {
        at: u16,
        what: u8,
    },
    ClearLater {
        at: u16,
    },
    Propose {
        name: u8,
    },
    Vote {
        name: u8,
    },
    Trigger {
        event: u8,
        who: u8,
    },
    SwapPieces {
        a: u16,
        b: u16,
    },
}

impl Action {
    /// Where the action begins and ends, for rules that ask for the last of several.
    pub fn places(&self) -> Option<(i16, i16)> {
        let both = |from: u16, to: u16| Some((from as i16, to as i16));
        match *self {
            Action::Add { to: at, .. }
            | Action::SetCount { at, .. }
            | Action::SetState { at, .. }
            | Action::SetValue { at, .. }
            | Action::Promote { at, .. }
            | Action::RemoveLevel { at, .. }
            | Action::Insert { at, .. }
            | Action::MarkLevel { at, .. }
            | Action::Remove { at, .. } => both(at, at),
            Action::Move { from, to, .. }
            | Action::MoveStack { from, to, .. }
            | Action::Copy { from, to } => both(from, to),
            Action::Select { from, to } => Some((from, if to < 0 { from } else { to })),
            _ => None,
        }
    }
}
