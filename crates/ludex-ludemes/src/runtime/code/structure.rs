//! The structure of a game: set-up, phases, ends, rules about rules.

use super::{Bool, Gen, Int, PendingWhat, Region, Role, Values};

/// A rule that may end the game.
#[derive(Clone, Debug)]
pub enum EndRule<const W: usize> {
    /// If the condition holds: the first of the inner rules that fires, else the result.
    If(Bool<W>, Vec<EndRule<W>>, Option<Verdict<W>>),
    /// The condition and result for each of these players.
    ForEach(Vec<Role>, Bool<W>, Verdict<W>),
}

/// How a game ends.
#[derive(Clone, Debug)]
pub enum Verdict<const W: usize> {
    /// For these players.
    Of(Role, Ending),
    /// By score, after setting the given ones.
    ByScore(Vec<(Int<W>, Int<W>)>, bool),
}

/// What a result says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Ending {
    Win,
    Loss,
    Draw,
    Tie,
    Abandon,
}

/// A rule for the set-up.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum StartRule<const W: usize> {
    Place {
        what: u8,
        at: Region<W>,
        count: Int<W>,
        state: Int<W>,
        value: Int<W>,
    },
    /// Pieces on top of one another, the first below; the whole stack so often.
    PlaceStack {
        whats: Vec<u8>,
        at: Region<W>,
        count: Int<W>,
        state: Int<W>,
        value: Int<W>,
    },
    PlaceRandom {
        at: Region<W>,
        whats: Vec<u8>,
        counts: Vec<Int<W>>,
        random_order: bool,
    },
    SetCount {
        what: u8,
        at: Region<W>,
        to: Int<W>,
    },
    SetScore {
        who: Vec<Int<W>>,
        to: Int<W>,
    },
    SetValue {
        at: Region<W>,
        to: Int<W>,
    },
    SetState {
        at: Region<W>,
        to: Int<W>,
    },
    SetTeam {
        team: u8,
        players: Vec<u8>,
    },
    Remember {
        list: u8,
        values: PendingWhat<W>,
    },
    ForEachValue(Values<W>, Vec<StartRule<W>>),
    ForEachSite(Region<W>, Vec<StartRule<W>>),
}

/// A phase of the game.
#[derive(Clone, Debug)]
pub struct Phase<const W: usize> {
    /// Its name.
    pub name: String,
    /// Whose phase it is; 0 for all.
    pub owner: u8,
    /// What may be played.
    pub play: Gen<W>,
    /// How it may end the game.
    pub end: Vec<EndRule<W>>,
    /// Where it may lead.
    pub next: Vec<NextPhase<W>>,
}

/// A change of phase.
#[derive(Clone, Debug)]
pub struct NextPhase<const W: usize> {
    /// For whom; `None` for all.
    pub who: Option<Int<W>>,
    /// If this holds.
    pub when: Bool<W>,
    /// To which phase.
    pub to: u8,
}

/// Rules about the rules.
#[derive(Clone, Debug, Default)]
pub struct Meta {
    /// The second player may swap sides.
    pub swap: bool,
    /// Pieces without support fall.
    pub gravity: bool,
    /// Pieces that support several may not go.
    pub pin: bool,
    /// Moved pieces may not rest on fallen ones.
    pub no_stack_on_fallen: bool,
    /// Positions may not repeat.
    pub no_repeat: Option<Repeat>,
    /// A round of passes does not end the game.
    pub passes_go_on: bool,
}

/// Which positions count as repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Repeat {
    Positional,
    Situational,
    PositionalInTurn,
    SituationalInTurn,
}
