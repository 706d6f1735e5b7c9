//! The family as one [`Game`].

use std::any::Any;

use ludex_core::{Game, Outcome, Player, Rng, SpecError, Turn, mix};

use super::fast_awari::FastAwari;
use super::fast_kalah::FastKalah;
use super::history::Memory;
use super::lanes::Lanes;
use super::names::Base;
use super::options::{AWARI, KALAH, OHVALHU, OWARE, Options, VAI_LUNG_THLAN};
use super::playout;
use super::rules::{AsAwari, AsGiven, AsKalah, AsOhvalhu, AsOware, AsVaiLungThlan, Engine, Known};
use super::state::{Board, Pit, State};

/// The named games whose code is compiled for them alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Kalah,
    Awari,
    Oware,
    VaiLungThlan,
    Ohvalhu,
    Other,
}

/// The tables for the fastest playouts, where there are some.
#[derive(Clone, Debug)]
enum Fast {
    Kalah(FastKalah),
    Awari(FastAwari<3>),
    Oware(FastAwari<4>),
    None,
}

/// Calls a function with the options of the game known to the compiler where it is one of the named ones.
macro_rules! by_kind {
    ($kind:expr, $known:ident => $call:expr) => {
        match $kind {
            Kind::Kalah => by_kind!(@ AsKalah, $known, $call),
            Kind::Awari => by_kind!(@ AsAwari, $known, $call),
            Kind::Oware => by_kind!(@ AsOware, $known, $call),
            Kind::VaiLungThlan => by_kind!(@ AsVaiLungThlan, $known, $call),
            Kind::Ohvalhu => by_kind!(@ AsOhvalhu, $known, $call),
            Kind::Other => by_kind!(@ AsGiven, $known, $call),
        }
    };
    (@ $as:ident, $known:ident, $call:expr) => {{
        type $known = $as;
        $call
    }};
}

/// A mancala game with the rules its [`Options`] give. `W` holds a row: `u64` for up to eight pits,
/// [`Wide`](super::Wide) for more.
#[derive(Clone, Debug)]
pub struct Mancala<W: Lanes> {
    pub(super) engine: Engine<W>,
    pub(super) base: Base,
    kind: Kind,
    fast: Fast,
    start: State<W>,
}

/// Up to eight pits a row, packed into one word.
impl Mancala<u64> {
    /// A game with rows of up to eight pits; longer rows need [`Mancala::wide`].
    pub fn new(options: Options) -> Result<Mancala<u64>, SpecError> {
        if options.pits > 8 {
            return Err(SpecError::new("rows of more than eight pits do not fit into one word"));
        }
        Mancala::with(Base::nearest(&options), options)
    }
}

/// Rows of any length.
impl Mancala<super::Wide> {
    /// A game with rows of up to twelve pits.
    pub fn wide(options: Options) -> Result<Mancala<super::Wide>, SpecError> {
        Mancala::with(Base::nearest(&options), options)
    }
}

impl<W: Lanes> Mancala<W> {
    pub(super) fn with(base: Base, options: Options) -> Result<Mancala<W>, SpecError> {
        options.check()?;
        let engine = Engine::new(options);
        let is = |named: Options| Options { seeds: options.seeds, ..named } == options;
        let kind = if is(KALAH) {
            Kind::Kalah
        } else if is(AWARI) {
            Kind::Awari
        } else if is(OWARE) {
            Kind::Oware
        } else if is(VAI_LUNG_THLAN) {
            Kind::VaiLungThlan
        } else if is(OHVALHU) {
            Kind::Ohvalhu
        } else {
            Kind::Other
        };
        let fast = match kind {
            Kind::Kalah if options.seeds <= FastKalah::MOST_SEEDS => Fast::Kalah(FastKalah::new()),
            Kind::Awari if options.seeds <= FastAwari::<3>::MOST_SEEDS => Fast::Awari(FastAwari::new()),
            Kind::Oware if options.seeds <= FastAwari::<4>::MOST_SEEDS => Fast::Oware(FastAwari::new()),
            _ => Fast::None,
        };
        if options.repetition > 0 {
            // The thread that opens a game has its table ready, so that no playout allocates.
            W::with_recall(|recall| recall.load(&[]));
        }
        let mut history = Vec::new();
        let board = engine.start(&mut history);
        Ok(Mancala { engine, base, kind, fast, start: State { board, history } })
    }

    /// The rules.
    pub fn options(&self) -> &Options {
        &self.engine.options
    }

    /// A position with these pits (each row from its player's left) and stores, `mover` to move, with nothing
    /// remembered of the past. If the game is over in it, the seeds left are handed out.
    pub fn position(
        &self,
        rows: [&[u32]; 2],
        stores: [u32; 2],
        mover: Player,
    ) -> Result<State<W>, SpecError> {
        let options = self.options();
        let pits = usize::from(options.pits);
        for row in rows {
            if row.len() != pits {
                return Err(SpecError::new(format!("a row has {pits} pits, not {}", row.len())));
            }
        }
        let total = u64::from(options.total());
        let seeds: u64 = rows.concat().iter().chain(&stores).map(|&n| u64::from(n)).sum();
        if seeds != total {
            return Err(SpecError::new(format!(
                "the pits and stores hold {seeds} seeds in all, but this game has {total}"
            )));
        }
        let mut board = self.start.board;
        for (player, row) in rows.into_iter().enumerate() {
            for (pit, &count) in row.iter().enumerate() {
                board.rows[player].put(pit, count);
            }
        }
        board.stores = stores.map(|store| store as u16);
        let mut history = Vec::new();
        self.engine.begin_turn::<AsGiven>(&mut board, mover.index() & 1, &mut history);
        Ok(State { board, history })
    }

    #[inline(always)]
    fn run<K: Known>(
        &self,
        board: &mut Board<W>,
        rng: &mut Rng,
        limit: u32,
        memory: &mut impl Memory<W>,
    ) -> u32 {
        let mut plies = 0;
        while plies < limit && board.legal != 0 {
            let chosen = playout::pick(u64::from(board.legal), rng).trailing_zeros();
            self.engine.play::<K>(board, chosen as usize, memory);
            plies += 1;
        }
        plies
    }
}

/// A value seen as one whose rows fit into one word, if it is. Decided when the program is compiled.
#[inline(always)]
fn narrow<A: Any, B: Any>(value: &mut A) -> Option<&mut B> {
    (value as &mut dyn Any).downcast_mut()
}

impl<W: Lanes> Game for Mancala<W> {
    type State = State<W>;
    type Move = Pit;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> State<W> {
        self.start.clone()
    }

    #[inline]
    fn turn(&self, state: &State<W>) -> Turn {
        if state.board.legal == 0 { Turn::Over } else { Turn::Player(state.mover()) }
    }

    #[inline]
    fn moves(&self, state: &State<W>, moves: &mut Vec<Pit>) {
        moves.clear();
        let mut left = state.board.legal;
        while left != 0 {
            moves.push(Pit::new(left.trailing_zeros() as usize));
            left &= left - 1;
        }
    }

    #[inline]
    fn play(&self, state: &mut State<W>, chosen: Pit) {
        if !self.is_legal(state, chosen) {
            return;
        }
        let State { board, history } = state;
        if self.options().repetition > 0 && board.pending == 0 {
            history.push(board.seen());
        }
        by_kind!(self.kind, K => self.engine.play::<K>(board, chosen.index(), history));
    }

    fn outcome(&self, state: &State<W>) -> Option<Outcome> {
        if state.board.legal != 0 {
            return None;
        }
        let [first, second] = state.board.stores.map(i32::from);
        if state.board.drawn {
            return Some(Outcome::draw(2).with_scores(&[0, 0]));
        }
        let outcome = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::win(2, Player::FIRST),
            std::cmp::Ordering::Less => Outcome::win(2, Player::SECOND),
            std::cmp::Ordering::Equal => Outcome::draw(2),
        };
        Some(outcome.with_scores(&[first, second]))
    }

    /// The key of the pits, stores and turn. What was moved before, and which positions have occurred, is left
    /// out.
    #[inline]
    fn key(&self, state: &State<W>) -> u64 {
        let board = &state.board;
        let mut small = u64::from(board.stores[0]) | u64::from(board.stores[1]) << 16;
        small |= u64::from(board.mover) << 32 | u64::from(board.legal == 0) << 33;
        small |= u64::from(board.filling) << 34 | u64::from(board.pending) << 35;
        let open = u64::from(board.open[0]) | u64::from(board.open[1]) << 16;
        mix(board.rows[0]
            .digest()
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(board.rows[1].digest().wrapping_mul(0xc2b2_ae3d_27d4_eb4f))
            .wrapping_add(small.wrapping_mul(0xd6e8_feb8_6659_fd93))
            .wrapping_add(open.wrapping_mul(0xa076_1d64_78bd_642f)))
    }

    #[inline]
    fn move_id(&self, chosen: Pit) -> u32 {
        chosen.index() as u32
    }

    #[inline]
    fn count_moves(&self, state: &State<W>, _: &mut Vec<Pit>) -> usize {
        state.board.legal.count_ones() as usize
    }

    #[inline]
    fn is_legal(&self, state: &State<W>, chosen: Pit) -> bool {
        chosen.index() < 16 && state.board.legal >> chosen.index() & 1 == 1
    }

    #[inline]
    fn random_move(&self, state: &State<W>, rng: &mut Rng, _: &mut Vec<Pit>) -> Pit {
        Pit::new(playout::pick(u64::from(state.board.legal), rng).trailing_zeros() as usize)
    }

    /// Plays without listing moves, and without allocating once a thread has played its first games. Draws the
    /// same moves from the same stream as [`random_move`](Game::random_move) would.
    fn playout(&self, state: &mut State<W>, rng: &mut Rng, limit: u32, _: &mut Vec<Pit>) -> u32 {
        let State { board, history } = state;
        if let (Fast::Kalah(fast), Some(board)) = (&self.fast, narrow(board)) {
            return fast.run(board, rng, limit);
        }
        if self.options().repetition == 0 {
            return by_kind!(self.kind, K => self.run::<K>(board, rng, limit, history));
        }
        W::with_recall(|recall| {
            recall.load(history);
            if board.pending == 0 && board.legal != 0 {
                recall.note(board.seen());
            }
            let plies = match (&self.fast, narrow(board), narrow(recall)) {
                (Fast::Awari(fast), Some(board), Some(recall)) => fast.run(board, rng, limit, recall),
                (Fast::Oware(fast), Some(board), Some(recall)) => fast.run(board, rng, limit, recall),
                _ => by_kind!(self.kind, K => self.run::<K>(board, rng, limit, recall)),
            };
            history.clear();
            if board.legal != 0 {
                let now = usize::from(board.pending == 0);
                history.extend_from_slice(&recall.list()[..recall.list().len() - now]);
            }
            plies
        })
    }
}
