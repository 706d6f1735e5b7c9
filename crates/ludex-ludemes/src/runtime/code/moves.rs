//! What makes moves and effects.

use super::{Array, Bool, Int, Region, Role, StackMark, TrackChoice, Walk};
use crate::runtime::{Bits, DiceUse};

/// Directions of steps and lines: the number of a table of them, or one for each way a piece may face.
#[derive(Clone, PartialEq, Debug)]
pub struct Dirs {
    /// One table, or sixteen by the facing of the piece, clockwise from north. With `towards`: one for each
    /// direction of the board, then one for none of them.
    pub by_facing: Vec<u16>,
    /// Directions that depend on the position: their number among the rules.
    pub towards: Option<u16>,
}

/// Directions that depend on the position.
#[derive(Clone, Debug)]
pub enum Ways<const W: usize> {
    /// The direction that leads from one place to another.
    Towards(Int<W>, Int<W>),
    /// All but the direction that leads from one place to another; with a table for each direction.
    Without(Int<W>, Int<W>, Vec<u16>),
    /// These if a condition holds, else those.
    Either(Bool<W>, Dirs, Dirs),
}

/// Where moves begin: `from`.
#[derive(Clone, Debug)]
pub struct FromClause<const W: usize> {
    /// The places; `None` means the place bound already.
    pub region: Option<Region<W>>,
    /// Only where this holds.
    pub when: Option<Bool<W>>,
}

/// Where moves end: `to`.
#[derive(Clone, Debug)]
pub struct ToClause<const W: usize> {
    /// The places, where a clause names them.
    pub region: Option<Region<W>>,
    /// Only where this holds.
    pub when: Option<Bool<W>>,
    /// Effects that come before the move, if this holds.
    pub apply: Option<Apply<W>>,
}

/// What is jumped over or passed: `between`.
#[derive(Clone, Debug)]
pub struct BetweenClause<const W: usize> {
    /// Free places before.
    pub before: Option<Int<W>>,
    /// The least and the most places.
    pub range: Option<(Int<W>, Int<W>)>,
    /// Free places after.
    pub after: Option<Int<W>>,
    /// Only where this holds.
    pub when: Option<Bool<W>>,
    /// The piece left behind on each.
    pub trail: Option<Int<W>>,
    /// Effects on each.
    pub apply: Option<Apply<W>>,
}

/// Effects with a condition.
#[derive(Clone, Debug)]
pub struct Apply<const W: usize> {
    /// Only if this holds.
    pub when: Option<Bool<W>>,
    /// The effects.
    pub effect: Option<Gen<W>>,
}

/// What makes moves: decisions in a play rule, effects in a consequence.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // Each is the ludeme of the same name.
pub enum Gen<const W: usize> {
    None,
    All(Vec<Gen<W>>),
    If(Box<Bool<W>>, Box<Gen<W>>, Box<Gen<W>>),
    Priority(Vec<Gen<W>>),
    Seq(Vec<Gen<W>>),
    ForEachPiece {
        who: Vec<Role>,
        player: Option<Box<Int<W>>>,
        names: Option<Vec<u8>>,
        within: Bits<W>,
        moves: Option<Box<Gen<W>>>,
    },
    /// In games with stacks: the pieces on every level, or those on top.
    ForEachStacked {
        who: Vec<Role>,
        player: Option<Box<Int<W>>>,
        names: Option<Vec<u8>>,
        within: Bits<W>,
        moves: Option<Box<Gen<W>>>,
        top: bool,
    },
    ForEachLevel {
        site: Box<Int<W>>,
        from_top: bool,
        moves: Box<Gen<W>>,
    },
    ForEachSite {
        region: Box<Region<W>>,
        moves: Box<Gen<W>>,
        otherwise: Box<Gen<W>>,
    },
    ForEachValue {
        values: Values<W>,
        moves: Box<Gen<W>>,
    },
    ForEachPlayer {
        who: Option<Vec<Role>>,
        moves: Box<Gen<W>>,
    },
    ForEachDirection {
        from: Box<Int<W>>,
        dirs: Dirs,
        min: Box<Int<W>>,
        max: Box<Int<W>>,
        between: Option<Box<Bool<W>>>,
        when: Option<Box<Bool<W>>>,
        moves: Box<Gen<W>>,
    },
    ForEachGroup {
        dirs: Dirs,
        when: Option<Box<Bool<W>>>,
        moves: Box<Gen<W>>,
    },
    /// Only moves after which a condition holds.
    Afterwards {
        moves: Box<Gen<W>>,
        when: Box<Bool<W>>,
    },
    /// Moves in the position after a first effect, which is then part of each.
    After {
        prior: u16,
        moves: Box<Gen<W>>,
        /// The pass that is left when there are no moves, in games with dice.
        otherwise: Option<u16>,
    },
    /// The moves for the first place of a track that has any.
    FirstOnTrack {
        /// The tracks whose name fits, in order.
        tracks: Vec<u16>,
        owner: Option<Box<Int<W>>>,
        moves: Box<Gen<W>>,
    },
    While {
        when: Box<Bool<W>>,
        moves: Box<Gen<W>>,
    },
    MaxMoves {
        moves: Box<Gen<W>>,
        value: Option<Box<Int<W>>>,
    },
    /// A generator that makes moves itself: its number in the list of leaves.
    Leaf(u16),
}

/// What `forEach Value` runs over.
#[derive(Clone, Debug)]
pub enum Values<const W: usize> {
    /// From the first number to the last.
    Range(Int<W>, Int<W>),
    /// A list.
    List(Array<W>),
}

/// A generator at the end of a branch: what it does, and what follows.
#[derive(Clone, Debug)]
pub struct Leaf<const W: usize> {
    /// What it does.
    pub kind: Kind<W>,
    /// What follows when a move of it was made.
    pub then: Vec<Gen<W>>,
    /// What is done before, for moves that follow a first effect.
    pub prior: Vec<u16>,
    /// Whether the enclosing iterators bind a place or a value that effects may read.
    pub binds: bool,
    /// Marks decisions of this leaf in text, when others look alike.
    pub tag: String,
    /// Which part of a stack moves, where the rules say so.
    pub stack: Option<Box<StackPart<W>>>,
    /// The dice that a move uses up.
    pub dice: Option<Box<DiceUse<W>>>,
}

/// Which part of a stack moves, and to which level.
#[derive(Clone, Debug, Default)]
pub struct StackPart<const W: usize> {
    /// The piece at this level.
    pub level: Option<Int<W>>,
    /// To this level of the target.
    pub onto: Option<Int<W>>,
    /// All of it.
    pub whole: bool,
}

/// What a leaf does.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // Each is the ludeme of the same name.
pub enum Kind<const W: usize> {
    Add {
        whats: Option<Vec<Int<W>>>,
        to: ToClause<W>,
        count: Int<W>,
        state: Option<Int<W>>,
        value: Option<Int<W>>,
    },
    Step {
        from: FromClause<W>,
        dirs: Dirs,
        to: ToClause<W>,
    },
    Slide {
        from: FromClause<W>,
        dirs: Dirs,
        between: Option<BetweenClause<W>>,
        to: Option<ToClause<W>>,
    },
    Hop {
        from: FromClause<W>,
        dirs: Dirs,
        between: Option<BetweenClause<W>>,
        to: ToClause<W>,
    },
    Leap {
        from: FromClause<W>,
        walks: Vec<Vec<Walk>>,
        rotations: bool,
        forward: bool,
        to: ToClause<W>,
    },
    FromTo {
        from: FromClause<W>,
        to: ToClause<W>,
        count: Option<Int<W>>,
        copy: bool,
    },
    Remove {
        region: Region<W>,
        when: Option<Bool<W>>,
        at_end: bool,
        count: Option<Int<W>>,
    },
    Select {
        from: FromClause<W>,
        to: Option<ToClause<W>>,
    },
    Pass,
    Swap,
    Promote {
        site: Region<W>,
        whats: Vec<Int<W>>,
        owner: Option<Int<W>>,
    },
    SwapPieces {
        a: Int<W>,
        b: Int<W>,
    },
    MoveAgain,
    Roll,
    SwapPlayers {
        a: Int<W>,
        b: Int<W>,
    },
    Flip(Int<W>),
    Push {
        from: Int<W>,
        dirs: Dirs,
    },
    Directional {
        from: Int<W>,
        dirs: Dirs,
        target: Bool<W>,
        effect: Gen<W>,
    },
    SetNext(Int<W>),
    SetScore {
        who: Vec<Int<W>>,
        to: Int<W>,
    },
    AddScore {
        who: Vec<Int<W>>,
        by: Vec<Int<W>>,
    },
    SetVar(usize, Int<W>),
    SetCounter(Int<W>),
    SetPending(Option<PendingWhat<W>>),
    SetCount {
        at: Region<W>,
        to: Int<W>,
        what: Option<Int<W>>,
    },
    SetState {
        at: Region<W>,
        to: Int<W>,
    },
    /// A mark of the piece at a level of a stack.
    MarkLevel {
        at: Int<W>,
        level: Int<W>,
        mark: StackMark,
        to: Int<W>,
    },
    SetValue {
        at: Region<W>,
        to: Int<W>,
    },
    SetPlayerValue {
        who: Int<W>,
        to: Int<W>,
    },
    Remember {
        list: u8,
        values: PendingWhat<W>,
        unique: bool,
    },
    Forget {
        list: u8,
        values: Option<PendingWhat<W>>,
    },
    /// A proposal, or a vote, for one of these.
    Ballot {
        names: Vec<u8>,
        vote: bool,
    },
    Trigger {
        event: u8,
        who: Int<W>,
    },
    Sow(Box<Sow<W>>),
    Custodial {
        from: Int<W>,
        dirs: Dirs,
        range: (Int<W>, Int<W>),
        target: Bool<W>,
        friend: Bool<W>,
        effect: Gen<W>,
    },
    Surround {
        from: Int<W>,
        dirs: Dirs,
        except: i32,
        target: Bool<W>,
        friend: Bool<W>,
        effect: Gen<W>,
    },
    Enclose {
        from: Int<W>,
        dirs: Dirs,
        target: Bool<W>,
        exceptions: i32,
        effect: Gen<W>,
    },
    Intervene {
        from: Int<W>,
        dirs: Dirs,
        range: (Int<W>, Int<W>),
        target: Bool<W>,
        effect: Gen<W>,
    },
}

/// A number or a set of places.
#[derive(Clone, Debug)]
pub enum PendingWhat<const W: usize> {
    /// One number.
    Number(Int<W>),
    /// Every place of a set.
    Sites(Region<W>),
}

/// `sow` with all its parameters.
#[derive(Clone, Debug)]
pub struct Sow<const W: usize> {
    /// The place sown from.
    pub start: Int<W>,
    /// How many seeds.
    pub count: Option<Int<W>>,
    /// How many into each place.
    pub per_hole: Int<W>,
    /// Along which track.
    pub track: TrackChoice<W>,
    /// The capture happens while this holds.
    pub when: Option<Bool<W>>,
    /// What happens at each place sown into.
    pub effect: Option<Gen<W>>,
    /// What happens at the last place.
    pub apply: Option<Gen<W>>,
    /// Whether the start is sown into when passed.
    pub include_self: bool,
    /// Whether the first seed goes back into the start.
    pub origin: Option<Bool<W>>,
    /// Places that are passed over.
    pub skip: Option<Bool<W>>,
    /// Captures go on backwards while this holds.
    pub backtracking: Option<Bool<W>>,
    /// Captures go on forwards while this holds.
    pub forward: Option<Bool<W>>,
}
