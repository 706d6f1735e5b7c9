//! Numbers, conditions, sets of places and lists.

use super::{Dirs, Gen};
use crate::runtime::Bits;

/// A number of a place; -1 (`Off`) is no place.
pub type Site = i32;

/// Which of the players a role stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Nobody: neutral pieces.
    Neutral,
    /// A certain player.
    Player(u8),
    /// The player on turn.
    Mover,
    /// The player who comes next.
    Next,
    /// The player who was before.
    Prev,
    /// The player an iterator stands at.
    Bound,
    /// Everybody together: shared pieces.
    Shared,
    /// All players.
    All,
    /// Each player.
    Each,
    /// The players that are not on turn.
    NonMover,
    /// The enemies of the mover.
    Enemy,
    /// The mover and his team.
    Friend,
    /// The team of the mover without him.
    Ally,
    /// A certain team.
    Team(u8),
}

/// A number.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // Each is the ludeme of the same name.
pub enum Int<const W: usize> {
    Const(i32),
    From,
    To,
    Between,
    BoundSite,
    BoundPlayer,
    BoundValue,
    Level,
    Mover,
    Next,
    Prev,
    Role(Role),
    LastFrom {
        after: bool,
    },
    LastTo {
        after: bool,
    },
    Add(Vec<Int<W>>),
    /// How many of these lines, by the last place, are all of the piece there: made by the compiler.
    LinesThroughLast(Vec<Box<[Bits<W>]>>),
    Sub(Box<Int<W>>, Box<Int<W>>),
    Mul(Vec<Int<W>>),
    Div(Box<Int<W>>, Box<Int<W>>),
    Mod(Box<Int<W>>, Box<Int<W>>),
    Pow(Box<Int<W>>, Box<Int<W>>),
    Neg(Box<Int<W>>),
    Abs(Box<Int<W>>),
    Max(Vec<Int<W>>),
    Min(Vec<Int<W>>),
    SumOf(Box<Array<W>>),
    ProductOf(Box<Array<W>>),
    MaxOf(Box<Array<W>>),
    MinOf(Box<Array<W>>),
    If(Box<Bool<W>>, Box<Int<W>>, Box<Int<W>>),
    Who(Box<Int<W>>),
    What(Box<Int<W>>),
    State(Box<Int<W>>),
    PieceValue(Box<Int<W>>),
    PlayerValue(Box<Int<W>>),
    CountAt(Box<Int<W>>),
    /// Of a place beside the board; nothing for one on it.
    CountBeside(Box<Int<W>>),
    CountIn(Box<Region<W>>),
    CountSites(Box<Region<W>>),
    CountPieces {
        who: Role,
        names: Option<Vec<u8>>,
        within: Option<Box<Region<W>>>,
        when: Option<Box<Bool<W>>>,
    },
    CountMoves,
    CountTurns,
    CountMovesThisTurn,
    CountActive,
    CountGroups {
        dirs: Dirs,
        when: Option<Box<Bool<W>>>,
        min: Box<Int<W>>,
    },
    CountLiberties {
        at: Box<Int<W>>,
        dirs: Dirs,
        when: Option<Box<Bool<W>>>,
    },
    CountSteps {
        dirs: Dirs,
        from: Box<Int<W>>,
        to: Box<Region<W>>,
    },
    /// With steps of a certain kind.
    CountStepsBy {
        dirs: Dirs,
        when: Option<Box<Bool<W>>>,
        from: Box<Int<W>>,
        to: Box<Region<W>>,
    },
    SizeBiggestGroup {
        dirs: Dirs,
        among: Option<Box<Region<W>>>,
        when: Option<Box<Bool<W>>>,
        visible: bool,
    },
    SizeBiggestLine {
        dirs: Dirs,
        when: Option<Box<Bool<W>>>,
    },
    SizeLongestStrand {
        who: Role,
        dirs: Dirs,
        visible: bool,
        induced: bool,
    },
    SitesPlatformBelow {
        site: Box<Int<W>>,
        by: Vec<Int<W>>,
        owner: bool,
    },
    SizeGroup {
        at: Box<Int<W>>,
        dirs: Dirs,
        when: Option<Box<Bool<W>>>,
        visible: bool,
    },
    SizeTerritory {
        who: Role,
        dirs: Dirs,
    },
    SizeArray(Box<Array<W>>),
    ArrayValue(Box<Array<W>>, Box<Int<W>>),
    Table {
        at: Box<Int<W>>,
        entries: Vec<i32>,
        missing: Missing,
    },
    HandSite {
        of: Box<Int<W>>,
        index: Box<Int<W>>,
    },
    IdOf {
        name: Vec<(u8, u8)>,
        role: Box<Int<W>>,
    },
    Where {
        what: Box<Int<W>>,
        state: Option<Box<Int<W>>>,
    },
    Ahead {
        site: Box<Int<W>>,
        steps: Box<Int<W>>,
        dirs: Dirs,
    },
    RegionSite(Box<Region<W>>, Box<Int<W>>),
    Score(Box<Int<W>>),
    Var(usize),
    Counter,
    PendingValue,
    Random {
        from: Box<Int<W>>,
        to: Box<Int<W>>,
    },
    TrackMove {
        from: Box<Int<W>>,
        track: TrackChoice<W>,
        steps: Box<Int<W>>,
    },
    TrackFirst {
        track: TrackChoice<W>,
        from: Option<Box<Int<W>>>,
        when: Option<Box<Bool<W>>>,
    },
    CountValue {
        of: Box<Int<W>>,
        within: Box<Array<W>>,
    },
    /// Something about the piece at a level of a stack.
    OfLevel {
        mark: StackMark,
        at: Box<Int<W>>,
        level: Box<Int<W>>,
    },
    /// The sum of what these dice have left.
    Pips(Vec<u8>),
    CountPips(Box<Int<W>>),
    Face(Box<Int<W>>),
    TrackEnd(TrackChoice<W>),
    SizeStack(Box<Region<W>>),
    TopLevel(Box<Int<W>>),
    CountStack(Box<StackCount<W>>),
    WhereLevel {
        what: Box<Int<W>>,
        at: Box<Int<W>>,
        state: Option<Box<Int<W>>>,
        from_top: bool,
    },
}

/// What can be asked of a piece in a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum StackMark {
    What,
    Who,
    State,
    Value,
}

/// Which pieces of stacks make a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StackLine {
    /// Any of a stack.
    Any,
    /// Those on top.
    Top,
    /// Those on the same level, or on levels that rise or fall by one.
    ByLevel,
}

/// `count Stack` with all its parameters.
#[derive(Clone, Debug)]
pub struct StackCount<const W: usize> {
    /// The places of the stacks.
    pub of: Region<W>,
    /// Whether stacks are gone through from the top.
    pub from_top: bool,
    /// Only pieces for which this holds count.
    pub when: Option<Bool<W>>,
    /// The count of a stack ends where this holds.
    pub stop: Option<Bool<W>>,
}

/// What a table answers for a number it does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// -1.
    Off,
    /// The number itself.
    Key,
}

/// Which track is meant: the candidates with their owners, and whose is wanted.
#[derive(Clone, Debug)]
pub struct TrackChoice<const W: usize> {
    /// Tracks whose name fits, in order.
    pub candidates: Vec<u16>,
    /// Whether a name was asked for.
    pub named: bool,
    /// Only a track of this owner, if given.
    pub owner: Option<Box<Int<W>>>,
}

/// Yes or no.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // Each is the ludeme of the same name.
pub enum Bool<const W: usize> {
    Const(bool),
    And(Vec<Bool<W>>),
    Or(Vec<Bool<W>>),
    Not(Box<Bool<W>>),
    Xor(Box<Bool<W>>, Box<Bool<W>>),
    If(Box<Bool<W>>, Box<Bool<W>>, Box<Bool<W>>),
    Eq(Box<Int<W>>, Box<Int<W>>),
    Ne(Box<Int<W>>, Box<Int<W>>),
    Lt(Box<Int<W>>, Box<Int<W>>),
    Le(Box<Int<W>>, Box<Int<W>>),
    SameRegion(Box<Region<W>>, Box<Region<W>>),
    IsEmpty(Box<Int<W>>),
    IsOccupied(Box<Int<W>>),
    IsIn(Vec<Int<W>>, Box<Region<W>>),
    IsInArray(Box<Int<W>>, Box<Array<W>>),
    IsEnemy(Box<Int<W>>),
    IsFriend(Box<Int<W>>),
    IsActive(Box<Int<W>>),
    IsEven(Box<Int<W>>),
    IsPending,
    IsFull,
    IsVisited(Box<Int<W>>),
    IsFlat(Box<Int<W>>),
    IsLine(Box<LineTest<W>>),
    /// In games with stacks: a line over pieces on any level, on top, or level by level.
    IsStackLine(Box<LineTest<W>>, StackLine),
    IsConnected {
        number: Option<Box<Int<W>>>,
        at: Box<Int<W>>,
        dirs: Dirs,
        goals: Goals<W>,
    },
    IsLoop {
        dirs: Dirs,
        surround: Option<Vec<Role>>,
        colour: Box<Int<W>>,
    },
    IsPattern {
        walk: Vec<Walk>,
        from: Box<Int<W>>,
        whats: Vec<Int<W>>,
    },
    IsWithin {
        what: Box<Int<W>>,
        region: Box<Region<W>>,
    },
    IsCycle,
    IsRepeat {
        situational: bool,
    },
    IsFreedom {
        region: Box<Region<W>>,
        except: Option<Box<Int<W>>>,
    },
    IsPyramidCorners(Box<Region<W>>),
    IsRelated {
        dirs: Dirs,
        site: Box<Int<W>>,
        region: Box<Region<W>>,
    },
    IsThreatened {
        what: Option<Box<Int<W>>>,
        sites: Option<Box<Region<W>>>,
        moves: Option<Box<Gen<W>>>,
    },
    IsProposed(u8),
    IsDecided(u8),
    IsTriggered {
        event: u8,
        who: Box<Int<W>>,
    },
    CanMove(Box<Gen<W>>),
    NoMoves(Role),
    NoPieces {
        who: Role,
        names: Option<Vec<u8>>,
        within: Option<Box<Region<W>>>,
    },
    AllSites {
        region: Box<Region<W>>,
        when: Box<Bool<W>>,
    },
    AllGroups {
        dirs: Dirs,
        of: Option<Box<Bool<W>>>,
        when: Box<Bool<W>>,
    },
    AllPassed,
    AllDiceUsed,
    AllDiceEqual,
    IsAnyDie(Box<Int<W>>),
    WasPass,
}

/// The regions a connection must touch.
#[derive(Clone, Debug)]
pub enum Goals<const W: usize> {
    /// These regions.
    Regions(Vec<Region<W>>),
    /// Fixed sets, one list for each player (index 0 for everybody).
    ByPlayer(Vec<Vec<Bits<W>>>, Box<Int<W>>),
}

/// A step of a walk over the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// One step ahead.
    Forward,
    /// A quarter turn to the left.
    Left,
    /// A quarter turn to the right.
    Right,
}

/// `is Line` with all its parameters.
#[derive(Clone, Debug)]
pub struct LineTest<const W: usize> {
    /// How long.
    pub length: Int<W>,
    /// Along which directions.
    pub dirs: Dirs,
    /// Through which places, one of which must be on the line.
    pub through: Region<W>,
    /// Whether `through` was given as a set (`throughAny`).
    pub any: bool,
    /// Which components count; by default that of the place itself.
    pub whats: LineWhats<W>,
    /// The length must be met exactly.
    pub exact: bool,
    /// The places must follow one another.
    pub contiguous: bool,
    /// Only places where this holds count.
    pub when: Option<Bool<W>>,
    /// So many different components at least.
    pub kinds: i32,
    /// Only what is seen from above counts.
    pub visible: bool,
    /// Lines go both ways from the place.
    pub both_ways: bool,
    /// Only pieces that are seen count, and only contacts that nothing lies across.
    pub uncut: bool,
    /// Lines are those of the ground plan: they may change layers from piece to piece.
    pub from_above: bool,
}

/// Which components a line may consist of.
#[derive(Clone, Debug)]
pub enum LineWhats<const W: usize> {
    /// That of the place the line goes through.
    OfPivot,
    /// All of a player.
    Of(Role),
    /// These.
    These(Vec<Int<W>>),
}

/// A set of places.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // Each is the ludeme of the same name.
pub enum Region<const W: usize> {
    Const(Bits<W>),
    /// A fixed set for each player (index 0 for nobody).
    ByPlayer(Vec<Bits<W>>, Box<Int<W>>),
    /// A fixed set for each number from 0.
    ByIndex(Vec<Bits<W>>, Box<Int<W>>),
    Empty,
    Occupied {
        who: Vec<Role>,
        whats: Option<Vec<Int<W>>>,
        within: Bits<W>,
    },
    /// In games with stacks: places with such a piece on any level, or on top.
    OccupiedStacks {
        who: Vec<Role>,
        whats: Option<Vec<Int<W>>>,
        within: Bits<W>,
        top: bool,
    },
    OccupiedBy {
        who: Box<Int<W>>,
        within: Bits<W>,
    },
    Site(Box<Int<W>>),
    Sites(Vec<Int<W>>),
    OfArray(Box<Array<W>>),
    Union(Vec<Region<W>>),
    Intersection(Vec<Region<W>>),
    Difference(Box<Region<W>>, Box<Region<W>>),
    If(Box<Bool<W>>, Box<Region<W>>, Box<Region<W>>),
    ForEach(Box<Region<W>>, Box<Bool<W>>),
    /// Places for which a condition on `to` holds, as set algebra: made by the compiler.
    Platforms,
    Around {
        of: Box<Region<W>>,
        dirs: Dirs,
        distance: Box<Int<W>>,
        when: Option<Box<Bool<W>>>,
        what: Around,
        include_self: bool,
    },
    Expand {
        of: Box<Region<W>>,
        steps: Box<Int<W>>,
        dirs: Dirs,
    },
    Direction {
        from: Box<Region<W>>,
        dirs: Dirs,
        included: bool,
        stop: Option<Box<Bool<W>>>,
        stop_included: bool,
        distance: Box<Int<W>>,
    },
    LineOfSight {
        what: Sight,
        at: Box<Int<W>>,
        dirs: Dirs,
    },
    Distance {
        from: Box<Int<W>>,
        min: Box<Int<W>>,
        max: Box<Int<W>>,
        dirs: Dirs,
    },
    Group {
        from: Box<Region<W>>,
        dirs: Dirs,
        when: Option<Box<Bool<W>>>,
        visible: bool,
    },
    BetweenSites {
        from: Box<Int<W>>,
        to: Box<Int<W>>,
        dirs: Dirs,
    },
    OfMoves {
        moves: Box<Gen<W>>,
        to: bool,
    },
    /// Where pieces of a kind stood when the game began.
    Start(Box<Int<W>>),
    /// The group that an iterator stands at.
    BoundGroup,
    Walk {
        from: Box<Int<W>>,
        walks: Vec<Vec<Walk>>,
        rotations: bool,
    },
    Pattern {
        walk: Vec<Walk>,
        from: Box<Int<W>>,
        whats: Vec<Int<W>>,
    },
    Pending,
    ToClear,
    LastTo,
    LastFrom,
    State(Box<Int<W>>),
    Support(Option<Box<Int<W>>>),
    TrackPart {
        track: TrackChoice<W>,
        from: Option<Box<Int<W>>>,
        to: Option<Box<Int<W>>>,
    },
    Hand(Box<Int<W>>),
    Random {
        of: Box<Region<W>>,
        count: Box<Int<W>>,
    },
}

/// What `sites Around` keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Around {
    Any,
    Empty,
    NotEmpty,
    Own,
    Enemy,
}

/// What `sites LineOfSight` shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Sight {
    Piece,
    Empty,
    Farthest,
}

/// A list of numbers.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // Each is the ludeme of the same name.
pub enum Array<const W: usize> {
    Items(Vec<Int<W>>),
    OfRegion(Box<Region<W>>),
    Remembered(Option<u8>),
    SizesGroup {
        dirs: Dirs,
        who: Role,
        min: Box<Int<W>>,
        when: Option<Box<Bool<W>>>,
        visible: bool,
    },
    Intersection(Vec<Array<W>>),
    Difference(Box<Array<W>>, Box<Array<W>>),
    Union(Vec<Array<W>>),
    If(Box<Bool<W>>, Box<Array<W>>, Box<Array<W>>),
    Team,
    /// What a number is for every pair of places.
    Results {
        from: Box<Region<W>>,
        to: Box<Region<W>>,
        value: Box<Int<W>>,
    },
}
