//! A compiled game: equipment, rules and tables.

use super::Bits;
use super::code::{EndRule, Gen, Leaf, Meta, Phase, StartRule, Ways};
use super::dice::Dice;
use super::tables::Tables;
use crate::kernels::Guard;

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Component<const W: usize> {
    /// Its name with the number of its owner.
    pub name: String,
    /// Its name without.
    pub plain: String,
    /// Its owner: 0 nobody, `players + 1` everybody.
    pub owner: u8,
    /// Which way it faces, clockwise from north in sixteenths.
    pub facing: u8,
    /// How it moves, where its definition says so.
    pub moves: Option<Gen<W>>,
    /// The local states it is flipped between.
    pub flips: Option<(i16, i16)>,
}

/// The board or a hand.
#[derive(Clone, Debug)]
pub struct Container {
    /// Its name.
    pub name: String,
    /// Its owner.
    pub owner: u8,
    /// The number of its first place.
    pub first: usize,
    /// How many places it has.
    pub len: usize,
    /// Whether dice lie there.
    pub is_dice: bool,
}

/// A path over the board.
#[derive(Clone, Debug)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// Its owner; 0 for all.
    pub owner: u8,
    /// Its places in order; -2 is the end where pieces leave.
    pub sites: Vec<i32>,
    /// Whether it begins again after its end.
    pub looped: bool,
}

impl Track {
    /// The index of a place on the track.
    pub fn index_of(&self, site: i32) -> Option<usize> {
        self.sites.iter().position(|&s| s == site)
    }

    /// The place `steps` after an index, or -1 beyond the end.
    pub fn after(&self, index: usize, steps: i32) -> i32 {
        let len = self.sites.len() as i64;
        let at = index as i64 + i64::from(steps);
        if self.looped {
            return self.sites[at.rem_euclid(len) as usize];
        }
        if (0..len).contains(&at) { self.sites[at as usize] } else { -1 }
    }
}

/// The rules of a described game, ready to be played.
#[derive(Clone, Debug)]
pub struct Rules<const W: usize> {
    /// The name of the game.
    pub name: String,
    /// How many players.
    pub players: usize,
    /// The board.
    pub tables: Tables<W>,
    /// The pieces; number 0 is nothing.
    pub components: Vec<Component<W>>,
    /// The owner of each component.
    pub owners: Vec<u8>,
    /// Whether each component is the only one of its owner.
    pub alone: Vec<bool>,
    /// The board and the hands.
    pub containers: Vec<Container>,
    /// Paths.
    pub tracks: Vec<Track>,
    /// Whether a track comes by a place more than once.
    pub winding: bool,
    /// How many places there are.
    pub places: usize,
    /// All places.
    pub everywhere: Bits<W>,
    /// Whether the board is played on its cells, as hands are.
    pub cells: bool,
    /// The phases; at least one.
    pub phases: Vec<Phase<W>>,
    /// Ends that hold in all phases.
    pub end: Vec<EndRule<W>>,
    /// The set-up.
    pub start: Vec<StartRule<W>>,
    /// Rules about rules.
    pub meta: Meta,
    /// Generators.
    pub leaves: Vec<Leaf<W>>,
    /// First effects of moves that come after one.
    pub priors: Vec<Gen<W>>,
    /// Directions that depend on the position.
    pub ways: Vec<Ways<W>>,
    /// Names of variables, the unnamed first.
    pub vars: Vec<String>,
    /// Names of remembered lists, the unnamed first.
    pub lists: Vec<String>,
    /// Names of events.
    pub events: Vec<String>,
    /// What can be proposed and voted for; the first has no name.
    pub proposals: Vec<String>,
    /// Whether places hold several pieces of a kind.
    pub counts: bool,
    /// Whether pieces are stacked.
    pub stacks: bool,
    /// Whether places have local states or values.
    pub marks: bool,
    /// Whether earlier positions matter.
    pub needs_history: bool,
    /// Whether a rule asks for the number of the move or the turn, or for the counter.
    pub counts_time: bool,
    /// Whether a move may be generated twice.
    pub may_repeat_moves: bool,
    /// Whether the set-up or a rule draws random numbers while a move is made.
    pub draws: bool,
    /// Whether moves begin with effects that draw random numbers.
    pub rolls: bool,
    /// The dice.
    pub dice: Dice,
    /// The places on which each component stands when the game begins.
    pub starts: Vec<Bits<W>>,
    /// Whether end rules ask for a move of the next player that the next ply would find the same way.
    pub asks_for_moves: bool,
    /// Whether the rules count points.
    pub scored: bool,
    /// What must hold for an end rule to apply, where that is known.
    pub(crate) guard: Option<Guard<W>>,
}

impl<const W: usize> Rules<W> {
    /// The places of a player's hand.
    pub fn hand(&self, player: usize) -> Bits<W> {
        let is_hand = |container: &&Container| container.owner as usize == player && !container.is_dice;
        let hands = self.containers[1..].iter().filter(is_hand);
        hands.fold(Bits::EMPTY, |bits, hand| bits.or(&Bits::range(hand.first, hand.first + hand.len)))
    }

    /// The places of the board on which each component stands when the game begins.
    pub(crate) fn starting_places(&self) -> Vec<Bits<W>> {
        let begun = self.begin(Vec::new());
        let of = |what: usize| {
            let on_board = begun.occupied().and(&self.tables.all);
            on_board.iter().filter(|&place| usize::from(begun.what(place)) == what).collect()
        };
        (0..self.components.len()).map(of).collect()
    }

    /// The components of an owner.
    pub fn components_of(&self, owner: u8) -> impl Iterator<Item = u8> + '_ {
        (1..self.components.len()).filter(move |&c| self.owners[c] == owner).map(|c| c as u8)
    }

    /// The places whose pieces count where no kind of site is named: hands are cells, so on a board of vertices
    /// only those of the board.
    #[inline]
    pub(super) fn counted(&self) -> &Bits<W> {
        if self.cells { &self.everywhere } else { &self.tables.all }
    }

    /// The owner number that stands for everybody.
    pub fn everybody(&self) -> usize {
        self.players + 1
    }
}

impl<const W: usize> Rules<W> {
    /// Whether the set-up or a rule draws random numbers.
    pub(super) fn has_chance(&self) -> bool {
        self.draws
    }
}
