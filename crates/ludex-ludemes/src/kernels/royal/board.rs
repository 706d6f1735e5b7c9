//! The pieces on the board as sets, one for each kind, and what stands on each place.

use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Content, State};

/// One more than the highest number of a kind of piece.
pub(super) const KINDS: usize = 32;

/// What stands where.
#[derive(Clone, Debug)]
pub(super) struct Board<const W: usize> {
    what: [[u8; 64]; W],
    of: [Bits<W>; KINDS],
    /// The pieces of both players.
    pub(super) men: [Bits<W>; 2],
    /// The places whose local state is 1; it is 0 elsewhere.
    pub(super) marked: Bits<W>,
    /// The place left pending by the last move, if there is one.
    pub(super) pending: Bits<W>,
}

impl<const W: usize> Board<W> {
    /// The board of a position, if it has nothing that is not kept here.
    pub(super) fn load(rules: &Rules<W>, state: &State<W>) -> Option<Board<W>> {
        let pending = match state.pending[..] {
            [] => Bits::EMPTY,
            [only] => Bits::one(usize::try_from(only).ok().filter(|&place| place < rules.tables.sites)?),
            _ => return None,
        };
        let mut board = Board {
            what: [[0; 64]; W],
            of: [Bits::EMPTY; KINDS],
            men: [*state.owned(1), *state.owned(2)],
            marked: state.marked_places()?,
            pending,
        };
        for place in state.occupied().iter() {
            let what = state.what(place);
            board.what[place >> 6][place & 63] = what;
            board.of[usize::from(what) % KINDS].insert(place);
        }
        (!pending.meets(state.occupied())).then_some(board)
    }

    /// Puts the pieces of a position where they stand now.
    pub(super) fn store(&self, rules: &Rules<W>, state: &mut State<W>) {
        for place in rules.tables.all.iter() {
            let (what, marked) = (self.what(place), self.marked.has(place));
            if state.what(place) != what || (state.local(place) == 1) != marked {
                let content = Content { state: i16::from(marked), ..Content::piece(what) };
                state.put(place, content, &rules.owners);
            }
        }
        state.pending.clear();
        state.pending.extend(self.pending.iter().map(|place| place as i32));
    }

    /// The kind of piece on a place, 0 for none.
    #[inline(always)]
    pub(super) fn what(&self, place: usize) -> u8 {
        self.what[(place >> 6) % W][place & 63]
    }

    /// Where the pieces of a kind stand.
    #[inline(always)]
    pub(super) fn of(&self, kind: u8) -> &Bits<W> {
        &self.of[usize::from(kind) % KINDS]
    }

    /// The places with a piece.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Bits<W> {
        self.men[0].or(&self.men[1])
    }

    /// Takes away what is on a place.
    #[inline(always)]
    pub(super) fn clear(&mut self, place: usize) {
        let what = std::mem::take(&mut self.what[(place >> 6) % W][place & 63]);
        self.of[usize::from(what) % KINDS].remove(place);
        self.men[0].remove(place);
        self.men[1].remove(place);
        self.marked.remove(place);
    }

    /// Puts a piece of a player (0 or 1) on an empty place.
    #[inline(always)]
    fn put(&mut self, place: usize, what: u8, player: usize, marked: bool) {
        self.what[(place >> 6) % W][place & 63] = what;
        self.of[usize::from(what) % KINDS].insert(place);
        self.men[player & 1].insert(place);
        if marked {
            self.marked.insert(place);
        }
    }

    /// Moves a piece, if there is one, in place of what is there.
    #[inline(always)]
    pub(super) fn shift(&mut self, from: usize, to: usize) {
        let what = self.what(from);
        if what == 0 || from == to {
            return;
        }
        let (player, marked) = (usize::from(self.men[1].has(from)), self.marked.has(from));
        self.clear(from);
        self.clear(to);
        self.put(to, what, player, marked);
    }

    /// Lets the piece on a place be of another kind of the same player.
    pub(super) fn become_kind(&mut self, place: usize, what: u8) {
        let (player, marked) = (usize::from(self.men[1].has(place)), self.marked.has(place));
        self.clear(place);
        self.put(place, what, player, marked);
    }
}
