//! One question for all methods: can this side force a win?
//!
//! A game is asked twice, once for each side as the attacker. Every method works on a [`Fight`], of which there are
//! two kinds: any [`Game`](ludex_core::Game) as it is ([`Plain`](crate::Plain)), and boards of rows with their
//! threats found first ([`RowsFight`](crate::RowsFight)).

/// How many forcing moves are looked ahead at most.
pub const FORESIGHT: u32 = 5;

/// What can be seen of a position without searching, by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glance {
    /// Nothing yet.
    Open,
    /// The side to move wins in this many plies, and no sooner.
    Wins(u32),
    /// The side to move loses in this many plies, and cannot hold out longer.
    Loses(u32),
    /// The game is over and drawn.
    Drawn,
}

/// What a position is taken for before it is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// The attacker wins within so many plies; that is certain.
    Wins(u32),
    /// The attacker can be kept from winning; that is certain.
    Held,
    /// About so many positions will have to be won to prove a win, or held to disprove it; both at least 1.
    Open {
        /// For a proof.
        proof: u32,
        /// For a disproof.
        disproof: u32,
    },
}

/// A game of two sides without chance, as the solving methods see it.
pub trait Fight: Sync {
    /// A position while it is being searched.
    type Spot: Clone + Send;
    /// A position as it is kept in memory.
    type Packed: Clone + Send;
    /// A move.
    type Step: Copy + PartialEq + Send;

    /// A key of the position and the side to move, equal for mirror images.
    fn key(&self, spot: &Self::Spot) -> u64;

    /// A key of everything that the rules can see in a position, counters and histories of draw rules included, which
    /// [`key`](Fight::key) may leave out: a proof must not take positions for one that the rules tell apart.
    fn identity(&self, spot: &Self::Spot) -> u64 {
        self.key(spot)
    }

    /// A key of everything that the rules can still read in a position: like [`identity`](Fight::identity), but numbers
    /// of turns that no rule asks for are left out, and limits of length that end games as draws.
    fn outlook(&self, spot: &Self::Spot) -> u64 {
        self.key(spot)
    }

    /// The side to move: 0 or 1. Not asked when the game is over.
    fn side(&self, spot: &Self::Spot) -> usize;

    /// Looks at a position. If it is open, `steps` are filled with moves, the most promising first. Moves that
    /// lose at once may be left out as long as one is left. With `plies` given, the attacker only wants to win
    /// within that many plies, and moves of the attacker that cannot be part of such a win may be left out.
    fn look(
        &self,
        spot: &Self::Spot,
        attacker: usize,
        plies: Option<u32>,
        steps: &mut Vec<Self::Step>,
    ) -> Glance;

    /// Looks at a position of which all moves will be weighed anyway: [`look`](Fight::look) without an order.
    fn moves(&self, spot: &Self::Spot, attacker: usize, steps: &mut Vec<Self::Step>) -> Glance {
        self.look(spot, attacker, None, steps)
    }

    /// What a position is taken for before it is searched. It must be cheap: it is asked of every move.
    fn guess(&self, spot: &Self::Spot, attacker: usize) -> Guess {
        let _ = (spot, attacker);
        Guess::Open { proof: 1, disproof: 1 }
    }

    /// The position after a move.
    fn play(&self, spot: &Self::Spot, step: Self::Step) -> Self::Spot;

    /// How soon the attacker can win where a glance sees nothing, on move or not: 1 if glances do not look ahead.
    fn soonest(&self, attacking: bool) -> u32 {
        let _ = attacking;
        1
    }

    /// Whether it can be foreseen of an open position that the attacker wins by force, if she is to move, however
    /// long it takes; she may be looked after for so many forcing moves, at most [`FORESIGHT`], and the win comes with the
    /// move after the last reply to them.
    fn surely_wins(&self, spot: &Self::Spot, attacker: usize, forcing: u32) -> bool {
        let _ = (spot, attacker, forcing);
        false
    }

    /// The first move of the win where one is foreseen. From wherever the defender goes after it the attacker wins at
    /// once, or a win is foreseen that takes fewer moves.
    fn sure_step(&self, spot: &Self::Spot, attacker: usize) -> Option<Self::Step> {
        let _ = (spot, attacker);
        None
    }

    /// Whether it can be foreseen of an open position with the attacker to move that she can be kept from ever
    /// winning.
    fn never_wins(&self, spot: &Self::Spot, attacker: usize) -> bool {
        let _ = (spot, attacker);
        false
    }

    /// Whether the attacker can win within so few plies, where that is told faster than by searching.
    fn soon(&self, spot: &Self::Spot, attacker: usize, plies: u32) -> Option<bool> {
        let _ = (spot, attacker, plies);
        None
    }

    /// By how much the length of a win can grow: 2 where the sides strictly alternate and only the mover wins.
    fn stride(&self) -> u32 {
        1
    }

    /// The position after any legal move, `None` if it wins at once in a way that `play` does not know.
    fn play_out(&self, spot: &Self::Spot, step: Self::Step) -> Option<Self::Spot> {
        Some(self.play(spot, step))
    }

    /// A move that wins at once, where a glance sees one.
    fn winning_step(&self, spot: &Self::Spot) -> Option<Self::Step> {
        let _ = spot;
        None
    }

    /// Makes a position small.
    fn pack(&self, spot: &Self::Spot) -> Self::Packed;

    /// Restores a position.
    fn unpack(&self, packed: &Self::Packed) -> Self::Spot;

    /// All legal moves, or none if the game is over, in any order.
    fn legal(&self, spot: &Self::Spot, steps: &mut Vec<Self::Step>);

    /// The position as the game writes it.
    fn write(&self, spot: &Self::Spot) -> String;

    /// The move as the game writes it.
    fn write_step(&self, spot: &Self::Spot, step: Self::Step) -> String;
}
