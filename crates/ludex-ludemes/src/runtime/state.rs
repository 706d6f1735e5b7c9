//! What a described game remembers: the places and what stands on them, whose turn it is, scores and variables.
//!
//! Players are numbered from 1 here, as descriptions do; 0 is nobody and `players + 1` is everybody.

use ludex_core::mix;
use smallvec::{SmallVec, smallvec};

use super::{Bits, Progress};

/// The most players of a described game.
pub const PLAYERS: usize = 8;
/// Owners: nobody, the players, everybody.
const OWNERS: usize = PLAYERS + 2;

/// What stands on one place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Content {
    /// The component, 0 for nothing.
    pub what: u8,
    /// How many of it.
    pub count: u16,
    /// Its local state.
    pub state: i16,
    /// Its value.
    pub value: i16,
}

impl Content {
    /// What it adds to the key of the board when it stands on a place.
    #[inline]
    pub(crate) fn key(self, place: usize) -> u64 {
        mix((place as u64) << 48 ^ u64::from(self.what) << 32 ^ u64::from(self.count))
    }

    /// One piece without further marks.
    pub fn piece(what: u8) -> Content {
        Content { what, count: 1, ..Content::default() }
    }
}

/// The move that was made last, as rules ask for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Last {
    /// Where it came from, or -1.
    pub from: i16,
    /// Where it went, or -1.
    pub to: i16,
    /// Where the last of its consequences came from, or -1.
    pub from_after: i16,
    /// Where the last of its consequences went, or -1.
    pub to_after: i16,
    /// Who made it.
    pub mover: u8,
    /// Whether it was a pass.
    pub pass: bool,
}

/// What has been proposed, and how a vote stands. Proposals are numbered from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ballot {
    /// The proposals made, as bits.
    pub proposed: u64,
    /// The votes cast, in order.
    pub votes: [u8; PLAYERS],
    /// What was decided by the last vote; 0 for nothing.
    pub decided: u8,
}

impl Ballot {
    /// Makes a proposal.
    pub(super) fn propose(&mut self, name: u8) {
        self.proposed |= 1 << (name & 63);
    }

    /// Casts a vote. When every player has voted, what more than half of them want is decided, and everything that
    /// was proposed is forgotten.
    pub(super) fn vote(&mut self, name: u8, players: usize) {
        let Some(at) = self.votes[..players].iter().position(|&vote| vote == 0) else { return };
        self.votes[at] = name;
        if at + 1 < players {
            return;
        }
        let votes = self.votes;
        let of = |name: u8| votes[..players].iter().filter(|&&vote| vote == name).count();
        let decided = votes[..players].iter().copied().find(|&name| of(name) > players / 2);
        *self = Ballot { decided: decided.unwrap_or(self.decided), ..Ballot::default() };
    }

    fn key(&self) -> u64 {
        mix(u64::from_le_bytes(self.votes) ^ mix(self.proposed ^ u64::from(self.decided) << 56))
    }
}

/// A position of a described game on at most 64·W places.
#[derive(PartialEq, Eq, Debug)]
pub struct State<const W: usize> {
    what: [[u8; 64]; W],
    count: [[u16; 64]; W],
    /// Local states and values, only where the rules use them: all states, then all values.
    marks: Vec<i16>,
    /// The pieces that lie under others, only where pieces are stacked: by place, the lowest first.
    pub(super) covered: Vec<(u16, Content)>,
    owned: [Bits<W>; OWNERS],
    occupied: Bits<W>,
    pub(super) board_key: u64,
    /// Whose turn it is.
    pub mover: u8,
    /// Who comes after.
    pub next: u8,
    /// Who was before.
    pub prev: u8,
    /// The phase of each player.
    pub phase: [u8; PLAYERS + 1],
    /// Players who still play, as bits.
    pub active: u16,
    /// Twice the rank of each player, 0 while unknown.
    pub ranks: [u8; PLAYERS + 1],
    /// Whether the game has ended.
    pub over: bool,
    /// Players who were found without a move, as bits.
    pub stuck: u16,
    /// How many turns up to now were a single pass each.
    pub passed: u16,
    /// How many moves were made.
    pub moves: u32,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// How many moves the mover has already made in this turn.
    pub moves_this_turn: u32,
    /// The counter of the rules.
    pub counter: i32,
    /// Points.
    pub scores: [i32; PLAYERS + 1],
    /// Values of players, -1 if never set.
    pub values: [i32; PLAYERS + 1],
    /// Teams of players.
    pub teams: [u8; PLAYERS + 1],
    /// Who sits where: the person that plays each colour.
    pub seats: [u8; PLAYERS + 1],
    /// Events that rules have triggered, as bits: event times players.
    pub triggers: u64,
    /// What was proposed and voted for.
    pub ballot: Ballot,
    /// Variables, the unnamed one first.
    pub vars: SmallVec<[i32; 4]>,
    /// Values pending for the next move.
    pub pending: SmallVec<[i32; 4]>,
    /// Remembered values: the list and the value.
    pub remembered: Vec<(u8, i32)>,
    /// Places visited in this turn.
    pub visited: Bits<W>,
    /// Places to be cleared at the end of the turn.
    pub to_clear: Bits<W>,
    /// The last move.
    pub last: Last,
    /// Keys of earlier positions, only where the rules ask for repetitions.
    pub history: Vec<u64>,
    /// The move that waits for chance, with what was drawn so far.
    pub waiting: Option<Box<Waiting<W>>>,
    /// What was rolled for the moves of the player on turn: the first effect it belongs to, and the number drawn.
    pub rolled: Vec<(u16, u16)>,
    /// How far pieces have come on tracks, only where tracks come by a place more than once.
    pub on_tracks: Vec<Progress>,
}

/// A move whose effects need a random number that has not been drawn: the position before it, and the numbers
/// drawn so far. When the next one is drawn, the move is played anew with all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting<const W: usize> {
    /// The position before the move; `None` for the set-up.
    pub before: Option<State<W>>,
    /// The move.
    pub chosen: super::Move,
    /// What was drawn.
    pub draws: Vec<u32>,
    /// How many equally likely numbers the next draw chooses from.
    pub sides: u32,
    /// The first effect of the player's moves that is rolled for; then no move has been chosen.
    pub roll: Option<u16>,
}

impl<const W: usize> std::hash::Hash for State<W> {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key());
    }
}

impl<const W: usize> Clone for State<W> {
    fn clone(&self) -> State<W> {
        State { history: self.history.clone(), waiting: self.waiting.clone(), ..self.trial() }
    }

    fn clone_from(&mut self, other: &State<W>) {
        // Lists keep their room.
        let mut marks = std::mem::take(&mut self.marks);
        let mut covered = std::mem::take(&mut self.covered);
        let mut remembered = std::mem::take(&mut self.remembered);
        let mut history = std::mem::take(&mut self.history);
        let mut rolled = std::mem::take(&mut self.rolled);
        let mut on_tracks = std::mem::take(&mut self.on_tracks);
        marks.clone_from(&other.marks);
        covered.clone_from(&other.covered);
        remembered.clone_from(&other.remembered);
        history.clone_from(&other.history);
        rolled.clone_from(&other.rolled);
        on_tracks.clone_from(&other.on_tracks);
        *self = State {
            marks,
            covered,
            vars: SmallVec::from_slice(&other.vars),
            pending: SmallVec::from_slice(&other.pending),
            remembered,
            history,
            rolled,
            on_tracks,
            waiting: other.waiting.clone(),
            ..*other
        };
    }
}

impl<const W: usize> State<W> {
    /// An empty board; player 1 begins.
    pub fn new(players: usize, has_marks: bool, vars: usize) -> State<W> {
        let mut seats = [0; PLAYERS + 1];
        for (colour, seat) in seats.iter_mut().enumerate() {
            *seat = colour as u8;
        }
        State {
            what: [[0; 64]; W],
            count: [[0; 64]; W],
            marks: if has_marks { vec![0; 2 * 64 * W] } else { Vec::new() },
            covered: Vec::new(),
            owned: [Bits::EMPTY; OWNERS],
            occupied: Bits::EMPTY,
            board_key: 0,
            mover: 1,
            next: if players > 1 { 2 } else { 1 },
            prev: 0,
            phase: [0; PLAYERS + 1],
            active: ((1u32 << (players + 1)) - 2) as u16,
            ranks: [0; PLAYERS + 1],
            over: false,
            stuck: 0,
            passed: 0,
            moves: 0,
            turn: 1,
            moves_this_turn: 0,
            counter: -1,
            scores: [0; PLAYERS + 1],
            values: [-1; PLAYERS + 1],
            teams: seats,
            seats,
            triggers: 0,
            ballot: Ballot::default(),
            vars: smallvec![-1; vars],
            pending: SmallVec::new(),
            remembered: Vec::new(),
            visited: Bits::EMPTY,
            to_clear: Bits::EMPTY,
            last: Last { from: -1, to: -1, from_after: -1, to_after: -1, mover: 0, pass: false },
            history: Vec::new(),
            waiting: None,
            rolled: Vec::new(),
            on_tracks: Vec::new(),
        }
    }

    /// A copy to try a move on: without the earlier positions, which only the position itself is asked for.
    pub(super) fn trial(&self) -> State<W> {
        State {
            marks: if self.marks.is_empty() { Vec::new() } else { self.marks.clone() },
            covered: if self.covered.is_empty() { Vec::new() } else { self.covered.clone() },
            vars: SmallVec::from_slice(&self.vars),
            pending: SmallVec::from_slice(&self.pending),
            remembered: if self.remembered.is_empty() { Vec::new() } else { self.remembered.clone() },
            history: Vec::new(),
            waiting: None,
            rolled: if self.rolled.is_empty() { Vec::new() } else { self.rolled.clone() },
            on_tracks: if self.on_tracks.is_empty() { Vec::new() } else { self.on_tracks.clone() },
            ..*self
        }
    }

    /// The component on a place, 0 for none.
    #[inline]
    pub fn what(&self, place: usize) -> u8 {
        self.what[place >> 6][place & 63]
    }

    /// How many pieces are on a place.
    #[inline]
    pub fn count(&self, place: usize) -> u16 {
        self.count[place >> 6][place & 63]
    }

    /// The local state of a place.
    #[inline]
    pub fn local(&self, place: usize) -> i16 {
        self.marks.get(place).copied().unwrap_or(0)
    }

    /// The value of the piece on a place.
    #[inline]
    pub fn piece_value(&self, place: usize) -> i16 {
        self.marks.get(64 * W + place).copied().unwrap_or(0)
    }

    /// The places whose local state is 1, if all others are 0 and no piece has a value.
    pub(crate) fn marked_places(&self) -> Option<Bits<W>> {
        let (states, values) = self.marks.split_at(self.marks.len() / 2);
        let mut marked = Bits::EMPTY;
        for (place, &state) in states.iter().enumerate().filter(|(_, state)| **state != 0) {
            if state != 1 {
                return None;
            }
            marked.insert(place);
        }
        values.iter().all(|&value| value == 0).then_some(marked)
    }

    /// All that stands on a place.
    pub fn content(&self, place: usize) -> Content {
        Content {
            what: self.what(place),
            count: self.count(place),
            state: self.local(place),
            value: self.piece_value(place),
        }
    }

    /// Puts something on a place, or clears it. `owners` are the owners of the components; a piece that there is not,
    /// which rules may ask for where they look at an empty place, is not put anywhere.
    #[inline]
    pub fn put(&mut self, place: usize, content: Content, owners: &[u8]) {
        let Some(&owner) = owners.get(content.what as usize) else { return };
        let before = self.content(place);
        if before.what != 0 {
            self.owned[owners[before.what as usize] as usize].remove(place);
            self.board_key ^= before.key(place);
        }
        let content = if content.what == 0 || content.count == 0 {
            // A place without pieces may still carry a local state.
            Content { state: content.state, value: content.value, ..Content::default() }
        } else {
            content
        };
        self.what[place >> 6][place & 63] = content.what;
        self.count[place >> 6][place & 63] = content.count;
        if !self.marks.is_empty() {
            self.marks[place] = content.state;
            self.marks[64 * W + place] = content.value;
        }
        if content.what != 0 {
            self.owned[owner as usize].insert(place);
            self.occupied.insert(place);
            self.board_key ^= content.key(place);
        } else {
            self.occupied.remove(place);
        }
    }

    /// Puts one piece on an empty place that carries no marks.
    #[inline]
    pub(crate) fn drop_in(&mut self, place: usize, what: u8, owner: usize) {
        self.what[place >> 6][place & 63] = what;
        self.count[place >> 6][place & 63] = 1;
        self.owned[owner].insert(place);
        self.occupied.insert(place);
        self.board_key ^= Content::piece(what).key(place);
    }

    /// Lets every player have one piece on each of these places and none elsewhere: player p pieces of the
    /// component p on `own[p]`.
    pub(crate) fn rearrange(&mut self, own: &[Bits<W>], owners: &[u8]) {
        for (player, places) in own.iter().enumerate().skip(1) {
            for place in self.owned[player].minus(places).iter() {
                self.put(place, Content::default(), owners);
            }
        }
        for (player, places) in own.iter().enumerate().skip(1) {
            for place in places.minus(&self.owned[player]).iter() {
                self.drop_in(place, player as u8, player);
            }
        }
    }

    /// Puts a piece on each of some empty places; `keys` are what such a piece adds to the key, by place.
    pub(crate) fn drop_all(&mut self, places: Bits<W>, what: u8, owner: usize, keys: &[u64]) {
        for place in places.iter() {
            self.what[place >> 6][place & 63] = what;
            self.count[place >> 6][place & 63] = 1;
            self.board_key ^= keys[place];
        }
        self.owned[owner] = self.owned[owner].or(&places);
        self.occupied = self.occupied.or(&places);
    }

    /// Takes the pieces from some places where one of an owner stands each; `keys` as for `drop_all`.
    pub(crate) fn clear_all(&mut self, places: Bits<W>, owner: usize, keys: &[u64]) {
        for place in places.iter() {
            self.what[place >> 6][place & 63] = 0;
            self.count[place >> 6][place & 63] = 0;
            self.board_key ^= keys[place];
        }
        self.owned[owner] = self.owned[owner].minus(&places);
        self.occupied = self.occupied.minus(&places);
    }

    /// Adds pieces to a place that holds some of the same kind already. False if it does not.
    #[inline]
    pub(super) fn add_alike(&mut self, place: usize, what: u8, count: u16) -> bool {
        let (at, word) = (place & 63, place >> 6);
        if self.what[word][at] != what {
            return false;
        }
        let before = self.count[word][at];
        let key = |count| Content { what, count, ..Content::default() }.key(place);
        self.count[word][at] = before + count;
        self.board_key ^= key(before) ^ key(before + count);
        true
    }

    /// Takes one piece from a place.
    pub(crate) fn take_one(&mut self, place: usize, owners: &[u8]) {
        let there = self.content(place);
        let left = Content { count: there.count.saturating_sub(1), ..there };
        self.put(place, if left.count == 0 { Content::default() } else { left }, owners);
    }

    /// The places with pieces of an owner.
    #[inline]
    pub fn owned(&self, owner: usize) -> &Bits<W> {
        &self.owned[owner]
    }

    /// The places with any piece.
    #[inline]
    pub fn occupied(&self) -> &Bits<W> {
        &self.occupied
    }

    /// A key of what stands on the board alone.
    pub fn board_key(&self) -> u64 {
        self.board_key
    }

    /// The key of the board computed anew.
    pub fn board_key_from_scratch(&self) -> u64 {
        let tops = self.occupied.iter().fold(0, |key, place| key ^ self.content(place).key(place));
        self.occupied.iter().fold(tops, |key, place| key ^ self.covered_key(place))
    }

    /// A key of everything that matters for what lies ahead, save counters of turns and histories.
    pub fn key(&self) -> u64 {
        self.key_with(self.board_key)
    }

    /// [`key`](State::key) with another key of the board.
    pub fn key_with(&self, board_key: u64) -> u64 {
        let mut key =
            mix(board_key ^ u64::from(self.mover) << 8 ^ u64::from(self.next) ^ u64::from(self.prev) << 16);
        let mut add = |number: u64| key = mix(key ^ number);
        add(u64::from(self.active) | u64::from(self.over) << 16 | u64::from(self.passed) << 32);
        add(self.phase.iter().fold(0, |sum, &phase| sum * 31 + u64::from(phase)));
        add(self.seats.iter().fold(0, |sum, &seat| sum * 31 + u64::from(seat)));
        for &score in &self.scores {
            add(score as u64);
        }
        for &var in self.vars.iter().chain(&self.pending).chain(&self.values) {
            add(var as u64);
        }
        for &(list, value) in &self.remembered {
            add(u64::from(list) << 32 | u64::from(value as u32));
        }
        for &mark in &self.marks {
            add(mark as u64);
        }
        add(self.triggers ^ u64::from(self.last.pass) << 63);
        if self.ballot != Ballot::default() {
            add(self.ballot.key());
        }
        add((self.last.to as u64) << 16 | self.last.from as u16 as u64);
        if let Some(waiting) = &self.waiting {
            add(waiting.draws.iter().fold(1, |sum, &draw| mix(sum ^ u64::from(draw))));
        }
        for progress in &self.on_tracks {
            let Progress { track, what, index, count } = *progress;
            add(u64::from(track) << 48
                | u64::from(what) << 32
                | u64::from(index) << 16
                | count as u16 as u64);
        }
        for &(prior, number) in &self.rolled {
            add(u64::from(prior) << 16 | u64::from(number));
        }
        key
    }
}

/// What one piece without further marks adds to the key of the board.
pub(crate) fn piece_key(place: usize, what: u8) -> u64 {
    Content::piece(what).key(place)
}
