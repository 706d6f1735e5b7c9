//! The rule switches of the family: one struct, of which every named game is a constant.

use ludex_core::SpecError;

/// The most pits a row may have, and the most seeds a pit may start with.
pub const MOST: u8 = 12;

/// Which way seeds are sown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// To the right along the own row, then along the opponent's.
    Counterclockwise,
    /// To the left.
    Clockwise,
    /// Even counts counterclockwise, odd counts clockwise.
    Parity,
}

/// What happens when the last seed of a sowing falls into a pit that holds seeds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Laps {
    /// The sowing ends.
    One,
    /// The pit is picked up, last seed included, and sown on.
    Many,
    /// As `Many`, but every lap is a move of its own (with no choice).
    Steps,
}

/// What the last seed of a sowing captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Capture {
    /// An opponent's pit brought to two or three, and those directly before it that hold two or three.
    ToThree,
    /// The same with two, three or four.
    ToFour,
    /// A pit on either side that was empty, and every directly preceding pit that holds a single seed.
    Singles,
    /// From an own pit that was empty: the facing pit.
    Facing,
    /// A pit on either side brought to exactly six.
    Six,
}

/// What a capture does that would leave the opponent's row empty (a grand slam).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slam {
    /// It is a capture like any other.
    Plain,
    /// The move is legal but captures nothing.
    Nothing,
    /// The mover takes everything left on the board, and the game ends.
    TakesAll,
    /// The capture is made, the opponent gets everything left on the board, and the game ends.
    RestToOpponent,
    /// The pit where the last seed fell is not captured.
    KeepLast,
    /// The captured pit that was sown first is not captured.
    KeepFirst,
    /// The move is illegal.
    Forbidden,
    /// The move is illegal, unless every move is a grand slam.
    ForcedOnly,
}

/// Whether a player must leave the opponent something to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feed {
    /// No.
    No,
    /// When the opponent's row is empty, only moves that reach it are legal.
    Reach,
    /// No move may leave the opponent's row empty.
    Always,
}

/// When a game (or round) ends, besides by repetition or majority.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// When the player to move has no legal move; if players pass, when neither has one.
    Stuck,
    /// As soon as either row is empty.
    Row,
    /// As soon as no pit holds more than one seed, or when the players are stuck.
    Singles,
}

/// Who gets the seeds left on the board at the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rest {
    /// The player in whose row they lie.
    Owner,
    /// Nobody.
    Nobody,
    /// The opponent of the player to move.
    Opponent,
}

/// Whether the game goes on with another round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounds {
    /// One round is the game.
    One,
    /// The pits are filled again from the left; pits that cannot be filled are closed for the round.
    Refill,
    /// The players take turns to choose which of their pits to fill.
    Choose,
}

/// Every rule in which the games of the family differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Pits in a row, 1 to 12.
    pub pits: u8,
    /// Seeds in a pit at the start, 1 to 12.
    pub seeds: u8,
    /// Which way seeds are sown.
    pub direction: Direction,
    /// Whether the own store is sown (the opponent's never is); a last seed there gives another turn.
    pub store: bool,
    /// Whether a sowing of a full lap leaves out the pit it began in.
    pub skip_origin: bool,
    /// Whether a last seed that has just passed over the left-out pit captures where it falls.
    pub jump_captures: bool,
    /// Pits that hold this many seeds or more are passed over in sowing; 0 means that none is.
    pub pit_limit: u8,
    /// What a last seed in a pit with seeds does.
    pub laps: Laps,
    /// What the last seed captures.
    pub capture: Capture,
    /// `Capture::Facing`: whether the capture is also made when the facing pit is empty.
    pub empty_capture: bool,
    /// `Capture::Facing`: whether a last seed in an empty pit of the opponent captures too.
    pub both_sides: bool,
    /// `Capture::Facing`: whether the last seed itself stays where it fell.
    pub lander_stays: bool,
    /// `Capture::Singles`: whether the chain goes on from one row into the other.
    pub chain_crosses: bool,
    /// What a grand slam does.
    pub slam: Slam,
    /// Whether the opponent must be fed.
    pub feed: Feed,
    /// When the game ends.
    pub end: End,
    /// Whether a player without a legal move passes. A pass is not a move: the other player is simply on
    /// turn again.
    pub pass: bool,
    /// Whether players who are both stuck have drawn with nothing, whatever they captured.
    pub deadlock_draws: bool,
    /// Whether the game ends as soon as a player has more than half of the seeds.
    pub majority: bool,
    /// Who gets the seeds left on the board.
    pub rest: Rest,
    /// The game ends when a position (pits and side to move) occurs for this many times; 0 means never.
    pub repetition: u8,
    /// Whether there are further rounds.
    pub rounds: Rounds,
    /// After how many rounds the player with more seeds has won; 0 means no limit. The rules know none, but
    /// random players need hundreds of rounds to finish a game.
    pub round_limit: u8,
}

/// Wari as the study gives it. Where it lets players agree to end an endless cycle, the game here ends when a
/// position repeats.
pub const WARI: Options = Options {
    pits: 6,
    seeds: 4,
    direction: Direction::Counterclockwise,
    store: false,
    skip_origin: true,
    jump_captures: true,
    pit_limit: 0,
    laps: Laps::One,
    capture: Capture::ToThree,
    empty_capture: false,
    both_sides: false,
    lander_stays: false,
    chain_crosses: false,
    slam: Slam::Nothing,
    feed: Feed::Reach,
    end: End::Stuck,
    pass: false,
    deadlock_draws: false,
    majority: false,
    rest: Rest::Owner,
    repetition: 2,
    rounds: Rounds::One,
    round_limit: 50,
};

/// Cross-Wari: odd counts are sown clockwise, and what is left at the end is nobody's.
pub const CROSS_WARI: Options = Options { direction: Direction::Parity, rest: Rest::Nobody, ..WARI };

/// Awari: a grand slam is forbidden unless every move is one.
pub const AWARI: Options = Options { slam: Slam::ForcedOnly, ..WARI };

/// Oware: Awari that captures fours as well.
pub const OWARE: Options = Options { capture: Capture::ToFour, ..AWARI };

/// Vai Lung Thlan.
pub const VAI_LUNG_THLAN: Options = Options {
    seeds: 5,
    skip_origin: false,
    capture: Capture::Singles,
    chain_crosses: true,
    slam: Slam::Plain,
    feed: Feed::No,
    pass: true,
    majority: true,
    rest: Rest::Nobody,
    repetition: 0,
    ..WARI
};

/// Kalah.
pub const KALAH: Options = Options {
    store: true,
    skip_origin: false,
    capture: Capture::Facing,
    empty_capture: true,
    slam: Slam::Plain,
    feed: Feed::No,
    end: End::Row,
    repetition: 0,
    ..WARI
};

/// One round of Ohvalhu.
pub const OHVALHU: Options =
    Options { pits: 8, seeds: 8, laps: Laps::Many, empty_capture: false, end: End::Stuck, ..KALAH };

/// Awari as Ludii 1.3.14 plays it.
pub const LUDII_AWARI: Options = Options {
    jump_captures: false,
    slam: Slam::Plain,
    feed: Feed::Always,
    end: End::Singles,
    pass: true,
    deadlock_draws: true,
    rest: Rest::Nobody,
    repetition: 0,
    ..WARI
};

/// Oware as Ludii 1.3.14 plays it.
pub const LUDII_OWARE: Options =
    Options { jump_captures: false, slam: Slam::Plain, feed: Feed::Always, repetition: 0, ..WARI };

/// Vai Lung Thlan as Ludii 1.3.14 plays it.
pub const LUDII_VAI_LUNG_THLAN: Options =
    Options { direction: Direction::Clockwise, pass: false, majority: false, ..VAI_LUNG_THLAN };

/// Ohvalhu (there called Ovalhu) as Ludii 1.3.14 plays it.
pub const LUDII_OHVALHU: Options = Options {
    laps: Laps::Steps,
    both_sides: true,
    lander_stays: true,
    pass: true,
    rounds: Rounds::Choose,
    ..OHVALHU
};

/// Kalah as Ludii 1.3.14 plays it.
pub const LUDII_KALAH: Options = Options { empty_capture: false, end: End::Stuck, ..KALAH };

/// Wari as Ludii 1.3.14 plays it: another game, in which sixes are captured.
pub const LUDII_WARI: Options = Options {
    skip_origin: false,
    capture: Capture::Six,
    slam: Slam::Plain,
    feed: Feed::No,
    rest: Rest::Nobody,
    repetition: 0,
    ..WARI
};

impl Options {
    /// All seeds of the game.
    pub const fn total(&self) -> u16 {
        2 * self.pits as u16 * self.seeds as u16
    }

    /// Refuses sizes out of range and switches that contradict each other.
    pub fn check(&self) -> Result<(), SpecError> {
        let problem = if !(1..=MOST).contains(&self.pits) {
            "a row has 1 to 12 pits"
        } else if !(1..=MOST).contains(&self.seeds) {
            "a pit starts with 1 to 12 seeds"
        } else if self.laps != Laps::One && !self.store {
            "sowing in several laps needs store=true, or it might never end"
        } else if self.direction == Direction::Parity && self.store {
            "direction=parity needs store=false, because seeds would meet the store from both sides"
        } else if self.slam != Slam::Plain && !matches!(self.capture, Capture::ToThree | Capture::ToFour) {
            "a grand-slam rule (slam) needs capture=to-three or capture=to-four"
        } else if self.slam != Slam::Plain && self.laps != Laps::One {
            "a grand-slam rule (slam) needs laps=one"
        } else if self.feed != Feed::No && self.laps != Laps::One {
            "feeding (feed) needs laps=one"
        } else if self.end == End::Row && self.pass {
            "pass=true means nothing when the game ends with an empty row (end=row)"
        } else if self.deadlock_draws && !self.pass {
            "deadlock-draws=true means nothing unless players pass (pass=true)"
        } else if self.rounds != Rounds::One && (self.rest == Rest::Nobody || self.majority) {
            "further rounds need all seeds: rest=nobody and majority=true do not go with rounds"
        } else if self.rounds != Rounds::One && (self.feed != Feed::No || self.slam != Slam::Plain) {
            "further rounds need feed=no and slam=plain"
        } else if self.rounds != Rounds::One && self.end == End::Singles {
            "further rounds need end=stuck or end=row"
        } else if self.repetition == 1 {
            "every position occurs once: repetition is 0 (never ends the game) or at least 2"
        } else if self.pit_limit > 0 && self.laps != Laps::One {
            "a limit for pits (pit-limit) needs laps=one"
        } else {
            return Ok(());
        };
        Err(SpecError::new(problem))
    }
}
