//! The engine: positions as two sets of squares, one generic over the width of the sets.

use ludex_core::{Game, Outcome, Player, Rng, Turn, mix};

use super::kernel::Kernel;
use super::{Rules, Word};

/// A move: the square on which a stone is placed, numbered row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// The square with this number.
    #[inline]
    pub fn new(index: usize) -> Cell {
        Cell(index.min(usize::from(u16::MAX)) as u16)
    }

    /// Its number.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The last mover has won.
pub(super) const WON: u8 = 1;
/// The board is full.
pub(super) const FULL: u8 = 2;

/// A position.
///
/// The two sets are seen from the player to move and change places at every move. A square in both is empty
/// and one of those that must be filled (refill only), so that this duty costs no room.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<W> {
    pub(super) mine: W,
    pub(super) theirs: W,
    pub(super) key: u64,
    /// How many stones Black and White have captured; counted only where that can win.
    pub(super) taken: [u8; 2],
    /// 0 if Black is to move, 1 if White is.
    pub(super) mover: u8,
    /// How the game ended ([`WON`], [`FULL`]); 0 while it goes on.
    pub(super) end: u8,
}

impl<W: Word> Position<W> {
    /// The player to move; when the game is over, the one who did not make the last move.
    #[inline]
    pub fn mover(&self) -> Player {
        if self.mover == 0 { Player::FIRST } else { Player::SECOND }
    }

    /// The squares that must be filled next, unless the move wins.
    #[inline]
    pub fn pending(&self) -> W {
        self.mine & self.theirs
    }

    /// The stones of a player.
    #[inline]
    pub fn stones(&self, player: Player) -> W {
        let own = if player == self.mover() { self.mine } else { self.theirs };
        own & !self.pending()
    }

    /// How many stones a player has captured, in games where that can win.
    pub fn taken(&self, player: Player) -> usize {
        usize::from(self.taken[player.index() & 1])
    }
}

/// A game of rows on a board that fits in `W`.
#[derive(Debug)]
pub struct Rows<W: Word> {
    pub(super) rules: Rules,
    pub(super) kernel: W::Kernel,
    /// All squares of the board.
    pub(super) board: W,
    /// Random numbers for a black stone, a white stone, and an empty square to be filled.
    pub(super) keys: Vec<[u64; 3]>,
    /// How many captured stones win; more than can be counted if none do.
    pub(super) goal: u16,
    /// The winning lines of the board, for judging positions.
    pub(super) lines: Vec<W>,
    /// Where each symmetry puts each square.
    pub(super) mirrors: Vec<Vec<u16>>,
}

/// Changes the key when the turn passes.
const TURN_KEY: u64 = mix(0x7475_726e);

/// The part of the key that stands for the captured stones.
fn taken_key(taken: [u8; 2]) -> u64 {
    match taken {
        [0, 0] => 0,
        [black, white] => mix(1 << 32 | u64::from(black) << 8 | u64::from(white)),
    }
}

impl<W: Word> Rows<W> {
    /// The engine for these rules.
    ///
    /// # Panics
    /// If the board does not fit in `W`; [`build`](super::build) chooses a width that fits.
    pub fn new(rules: Rules) -> Rows<W> {
        assert!(rules.cells() <= W::SQUARES, "a board of {} squares needs a wider word", rules.cells());
        let key = |square: usize, kind: usize| mix(mix(square as u64) ^ kind as u64);
        Rows {
            rules,
            kernel: W::Kernel::new(&rules),
            board: (0..rules.cells()).fold(W::NONE, |board, square| board | W::bit(square)),
            keys: (0..rules.cells()).map(|square| std::array::from_fn(|kind| key(square, kind))).collect(),
            goal: if rules.pairs() == 0 { u16::MAX } else { 2 * rules.pairs() as u16 },
            lines: super::judge::lines(&rules),
            mirrors: super::judge::mirrors(&rules),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The squares without a stone.
    #[inline(always)]
    pub(super) fn empty(&self, state: &Position<W>) -> W {
        let (mine, theirs) = (state.mine, state.theirs);
        if self.rules.refill() { self.board & !(mine ^ theirs) } else { self.board & !(mine | theirs) }
    }

    /// The squares on which the player to move may place a stone.
    #[inline(always)]
    pub(super) fn legal(&self, state: &Position<W>) -> W {
        if state.end != 0 {
            W::NONE
        } else if self.rules.refill() && !state.pending().is_none() {
            self.refilling(state)
        } else {
            self.empty(state)
        }
    }

    /// The squares to be filled, and those that win at once.
    #[inline(never)]
    fn refilling(&self, state: &Position<W>) -> W {
        let pending = state.pending();
        let wins = self.empty(state).squares().filter(|&square| self.wins(state, square));
        wins.fold(pending, |legal, square| legal | W::bit(square))
    }

    /// Whether the player to move wins at once on this empty square.
    pub(super) fn wins(&self, state: &Position<W>, square: usize) -> bool {
        let mut after = *state;
        self.play(&mut after, Cell::new(square));
        after.end & WON != 0
    }

    /// What a capture changes, apart from the hot path because it is rare. Returns the squares to be filled.
    #[inline]
    fn capture(&self, state: &mut Position<W>, captured: W, won: &mut bool) -> W {
        let theirs = usize::from(state.mover & 1 ^ 1);
        for square in captured.squares() {
            state.key ^= self.keys.get(square).map_or(0, |keys| keys[theirs]);
        }
        if self.rules.pairs() > 0 {
            state.key ^= taken_key(state.taken);
            let own = &mut state.taken[usize::from(state.mover & 1)];
            *own = own.saturating_add(captured.count() as u8);
            *won |= u16::from(*own) >= self.goal;
            state.key ^= taken_key(state.taken);
        }
        if self.rules.refill() && !*won { captured } else { W::NONE }
    }

    /// The random numbers of squares to be filled.
    fn pending_key(&self, pending: W) -> u64 {
        pending.squares().fold(0, |key, square| key ^ self.keys.get(square).map_or(0, |keys| keys[2]))
    }
}

impl<W: Word> Game for Rows<W> {
    type State = Position<W>;
    type Move = Cell;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn start(&self) -> Position<W> {
        Position { mine: W::NONE, theirs: W::NONE, key: 0, taken: [0; 2], mover: 0, end: 0 }
    }

    #[inline(always)]
    fn turn(&self, state: &Position<W>) -> Turn {
        if state.end != 0 { Turn::Over } else { Turn::Player(state.mover()) }
    }

    #[inline]
    fn moves(&self, state: &Position<W>, moves: &mut Vec<Cell>) {
        let mut rest = self.legal(state);
        moves.resize(rest.count() as usize, Cell(0));
        for place in moves.iter_mut() {
            *place = Cell(rest.first() as u16);
            rest = rest.without_first();
        }
    }

    #[inline(always)]
    fn play(&self, state: &mut Position<W>, chosen: Cell) {
        let square = chosen.index();
        let Some(keys) = self.keys.get(square) else { return };
        state.key ^= keys[usize::from(state.mover & 1)] ^ TURN_KEY;
        if self.rules.refill() {
            let pending = state.pending();
            if !pending.is_none() {
                state.key ^= self.pending_key(pending);
                state.mine = state.mine ^ pending;
                state.theirs = state.theirs ^ pending;
            }
        }
        let mine = state.mine | W::bit(square);
        let captured = self.kernel.captured(square, mine, state.theirs);
        let mut won = self.kernel.line(square, mine);
        let mut pending = W::NONE;
        let mut theirs = state.theirs;
        if !captured.is_none() {
            theirs = theirs & !captured;
            pending = self.capture(state, captured, &mut won);
            if !pending.is_none() {
                state.key ^= self.pending_key(pending);
            }
        }
        let full = (mine | theirs) == self.board;
        state.mine = theirs | pending;
        state.theirs = mine | pending;
        state.mover ^= 1;
        state.end = if won {
            WON
        } else if full {
            FULL
        } else {
            0
        };
    }

    #[inline]
    fn outcome(&self, state: &Position<W>) -> Option<Outcome> {
        match state.end {
            0 => None,
            WON => Some(Outcome::loss(state.mover())),
            _ => Some(Outcome::draw(2)),
        }
    }

    #[inline(always)]
    fn key(&self, state: &Position<W>) -> u64 {
        state.key
    }

    fn key_from_scratch(&self, state: &Position<W>) -> u64 {
        let turn = if state.mover == 0 { 0 } else { TURN_KEY };
        let mut key = turn ^ taken_key(state.taken) ^ self.pending_key(state.pending());
        for (colour, player) in [Player::FIRST, Player::SECOND].into_iter().enumerate() {
            for square in state.stones(player).squares() {
                key ^= self.keys.get(square).map_or(0, |keys| keys[colour]);
            }
        }
        key
    }

    #[inline]
    fn move_id(&self, chosen: Cell) -> u32 {
        u32::from(chosen.0)
    }

    #[inline]
    fn count_moves(&self, state: &Position<W>, _: &mut Vec<Cell>) -> usize {
        self.legal(state).count() as usize
    }

    #[inline]
    fn is_legal(&self, state: &Position<W>, chosen: Cell) -> bool {
        self.legal(state).has(chosen.index())
    }

    #[inline(always)]
    fn random_move(&self, state: &Position<W>, rng: &mut Rng, _: &mut Vec<Cell>) -> Cell {
        let legal = self.legal(state);
        Cell(legal.nth(rng.below(legal.count())) as u16)
    }
}
