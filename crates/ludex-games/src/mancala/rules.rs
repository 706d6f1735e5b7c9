//! Playing a move: sowing, laps, capture, the next turn and the end.

use super::capture::capture;
use super::history::Memory;
use super::lanes::Lanes;
use super::options::{
    AWARI, Capture, End, Feed, KALAH, Laps, OHVALHU, OWARE, Options, Rest, Rounds, Slam, VAI_LUNG_THLAN,
};
use super::sowing::{STORE, Sowing, Sowings, sow};
use super::state::Board;

/// The rules of one game: its options and the tables made from them.
#[derive(Clone, Debug)]
pub(super) struct Engine<W> {
    pub(super) options: Options,
    pub(super) sowings: Sowings<W>,
}

/// Options known when the program is compiled, so that the code for a named game tests no switch. The number
/// of seeds at the start is not among them.
pub(super) trait Known {
    fn options(given: &Options) -> Options;
}

macro_rules! known {
    ($($name:ident = $options:expr, $doc:literal;)*) => {$(
        #[doc = $doc]
        pub(super) struct $name;

        impl Known for $name {
            #[inline(always)]
            fn options(_: &Options) -> Options {
                $options
            }
        }
    )*};
}

known! {
    AsKalah = KALAH, "Kalah on rows of six.";
    AsAwari = AWARI, "Awari on rows of six.";
    AsOware = OWARE, "Oware on rows of six.";
    AsVaiLungThlan = VAI_LUNG_THLAN, "Vai Lung Thlan on rows of six.";
    AsOhvalhu = OHVALHU, "One round of Ohvalhu on rows of eight.";
}

/// Options that are only known when a game is opened.
pub(super) struct AsGiven;

impl Known for AsGiven {
    #[inline(always)]
    fn options(given: &Options) -> Options {
        *given
    }
}

#[inline(always)]
fn all_pits(options: &Options) -> u16 {
    (1 << options.pits) - 1
}

impl<W: Lanes> Engine<W> {
    pub(super) fn new(options: Options) -> Engine<W> {
        Engine { options, sowings: Sowings::new(&options) }
    }

    /// The position at the start of the first round.
    pub(super) fn start(&self, memory: &mut impl Memory<W>) -> Board<W> {
        let options = &self.options;
        let mut row = W::default();
        for pit in 0..usize::from(options.pits) {
            row.put(pit, u32::from(options.seeds));
        }
        let mut board = Board {
            rows: [row; 2],
            stores: [0; 2],
            open: [all_pits(options); 2],
            legal: 0,
            mover: 0,
            last: [0; 2],
            pending: 0,
            filling: false,
            round: 1,
            drawn: false,
        };
        memory.clear();
        self.begin_turn::<AsGiven>(&mut board, 0, memory);
        board
    }

    /// What sowing a place does for a player with these rows.
    #[inline(always)]
    fn sowing(&self, options: &Options, board: &Board<W>, me: usize, from: usize, seeds: u32) -> Sowing<W> {
        if options.pit_limit > 0 {
            let open = [me, me ^ 1].map(|player| self.below_limit(board.rows[player]) & board.open[player]);
            return sow(options, from, seeds, open);
        }
        if options.rounds != Rounds::One && board.open != [all_pits(options); 2] {
            return sow(options, from, seeds, [board.open[me], board.open[me ^ 1]]);
        }
        *self.sowings.get(from, seeds)
    }

    /// The pits that are not full.
    #[cold]
    fn below_limit(&self, row: W) -> u16 {
        let limit = u32::from(self.options.pit_limit);
        (0..usize::from(self.options.pits)).fold(0, |open, pit| open | u16::from(row.get(pit) < limit) << pit)
    }

    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn play<K: Known>(&self, board: &mut Board<W>, chosen: usize, memory: &mut impl Memory<W>) {
        let options = K::options(&self.options);
        let pits = usize::from(options.pits);
        let me = board.me();
        if options.rounds == Rounds::Choose && board.filling {
            return self.fill(board, chosen, memory);
        }
        let mut own = board.rows[me];
        let mut other = board.rows[me ^ 1];
        let mut store = board.stores[me];
        let mut from = chosen;
        if options.laps == Laps::Steps && board.pending > 0 {
            from = usize::from(board.pending - 1);
            board.pending = 0;
        } else {
            board.last[me] = chosen as u8 + 1;
        }
        let sowing = loop {
            let seeds = if from < pits { own.get(from) } else { other.get(from - pits) };
            let sowing = self.sowing(&options, board, me, from, seeds);
            own = own.plus(sowing.own);
            other = other.plus(sowing.other);
            store += sowing.store;
            if options.laps == Laps::One || sowing.last == STORE {
                break sowing;
            }
            from = usize::from(sowing.last);
            let there = if from < pits { own.get(from) } else { other.get(from - pits) };
            if there <= 1 {
                break sowing;
            }
            if options.laps == Laps::Steps {
                if store != board.stores[me] {
                    memory.clear();
                }
                board.rows[me] = own;
                board.rows[me ^ 1] = other;
                board.stores[me] = store;
                board.pending = sowing.last + 1;
                board.legal = 1 << pits;
                return;
            }
        };
        let again = options.store && sowing.last == STORE;
        let mut ended = false;
        if !again {
            let taken = capture(&options, &sowing, &mut own, &mut other);
            store += taken as u16;
            if taken > 0 && options.slam != Slam::Plain && other.is_empty() {
                // Only these two variants let a grand slam that captures happen and end the game with it.
                ended = matches!(options.slam, Slam::TakesAll | Slam::RestToOpponent);
            }
        }
        if store != board.stores[me] {
            memory.clear();
        }
        board.rows[me] = own;
        board.rows[me ^ 1] = other;
        board.stores[me] = store;
        if ended {
            let winner = if options.slam == Slam::TakesAll { me } else { me ^ 1 };
            board.stores[winner] += own.sum() as u16;
            board.rows[me] = W::default();
            board.mover = (me ^ 1) as u8;
            self.end_round(board, memory);
            return;
        }
        self.begin_turn::<K>(board, if again { me } else { me ^ 1 }, memory);
    }

    /// Gives the turn to `next`, or ends the game.
    #[inline(always)]
    pub(super) fn begin_turn<K: Known>(
        &self,
        board: &mut Board<W>,
        next: usize,
        memory: &mut impl Memory<W>,
    ) {
        let options = K::options(&self.options);
        board.mover = next as u8;
        let half = self.options.total() / 2;
        let decided = options.majority && (board.stores[0] > half || board.stores[1] > half);
        let bare = options.end == End::Row && (board.rows[0].is_empty() || board.rows[1].is_empty());
        if decided || bare || (options.end == End::Singles && self.is_thin(board)) {
            return self.settle(board, memory);
        }
        let mut legal = self.legal::<K>(board, next);
        if options.pass && legal == 0 {
            legal = self.legal::<K>(board, next ^ 1);
            if legal != 0 {
                board.mover = (next ^ 1) as u8;
            }
            board.drawn = legal == 0 && options.deadlock_draws;
        }
        if legal == 0 {
            return self.settle(board, memory);
        }
        board.legal = legal;
        if options.repetition > 0 && memory.note(board.seen()) >= u32::from(options.repetition) {
            self.settle(board, memory);
        }
    }

    /// Whether no pit holds more than one seed.
    pub(super) fn is_thin(&self, board: &Board<W>) -> bool {
        let thin = |row: W| row.equal(0) | row.equal(1);
        let all = all_pits(&self.options);
        thin(board.rows[0]) & thin(board.rows[1]) & all == all
    }

    /// The legal moves of `player` if she is on turn.
    #[inline(always)]
    fn legal<K: Known>(&self, board: &Board<W>, player: usize) -> u16 {
        let options = K::options(&self.options);
        let own = board.rows[player];
        let other = board.rows[player ^ 1];
        let mut legal = own.filled();
        if options.feed == Feed::Reach && other.is_empty() {
            legal = self
                .only(legal, |pit| !self.sowing(&options, board, player, pit, own.get(pit)).other.is_empty());
        }
        if options.feed == Feed::Always {
            legal = self.only(legal, |pit| {
                let (_, other) = self.tried(&options, board, player, pit);
                !other.is_empty()
            });
        }
        if matches!(options.slam, Slam::Forbidden | Slam::ForcedOnly) {
            // Every pit of the opponent gets a seed or is empty, so none may hold the most that is captured.
            let mut small = other.equal(0) | other.equal(1) | other.equal(2);
            if options.capture == Capture::ToFour {
                small |= other.equal(3);
            }
            if small & all_pits(&options) == all_pits(&options) {
                let tame = self.only(legal, |pit| {
                    let (taken, other) = self.tried(&options, board, player, pit);
                    taken == 0 || !other.is_empty()
                });
                if tame != 0 || options.slam == Slam::Forbidden {
                    legal = tame;
                }
            }
        }
        legal
    }

    /// The moves of a set that pass a test.
    #[inline(always)]
    fn only(&self, moves: u16, test: impl Fn(usize) -> bool) -> u16 {
        let mut left = moves;
        let mut passed = 0;
        while left != 0 {
            let pit = left.trailing_zeros() as usize;
            left &= left - 1;
            passed |= u16::from(test(pit)) << pit;
        }
        passed
    }

    /// What a move would capture, and the opponent's row after it.
    #[inline(always)]
    fn tried(&self, options: &Options, board: &Board<W>, player: usize, pit: usize) -> (u32, W) {
        let [mut own, mut other] = [board.rows[player], board.rows[player ^ 1]];
        let sowing = self.sowing(options, board, player, pit, own.get(pit));
        own = own.plus(sowing.own);
        other = other.plus(sowing.other);
        let taken = if sowing.last == STORE { 0 } else { capture(options, &sowing, &mut own, &mut other) };
        (taken, other)
    }

    /// Hands out the seeds left on the board and ends the round.
    #[cold]
    pub(super) fn settle(&self, board: &mut Board<W>, memory: &mut impl Memory<W>) {
        let [south, north] = board.rows.map(|row| row.sum() as u16);
        match self.options.rest {
            Rest::Owner => {
                board.stores[0] += south;
                board.stores[1] += north;
                board.rows = [W::default(); 2];
            }
            Rest::Opponent => {
                board.stores[board.me() ^ 1] += south + north;
                board.rows = [W::default(); 2];
            }
            Rest::Nobody => {}
        }
        self.end_round(board, memory);
    }

    /// Begins the next round if there is one.
    fn end_round(&self, board: &mut Board<W>, memory: &mut impl Memory<W>) {
        let options = &self.options;
        let seeds = u16::from(options.seeds);
        memory.clear();
        board.legal = 0;
        board.pending = 0;
        let last = options.rounds == Rounds::One || board.round == options.round_limit;
        if last || board.stores.iter().any(|&store| store < seeds) {
            return;
        }
        board.round = board.round.saturating_add(1);
        board.rows = [W::default(); 2];
        if options.rounds == Rounds::Choose {
            board.filling = true;
            board.open = [0; 2];
            board.legal = all_pits(options);
            return;
        }
        // The winner of a round begins the next; after a drawn round, the player who would have been on turn.
        let next = match board.stores[0].cmp(&board.stores[1]) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => board.me(),
        };
        for player in 0..2 {
            let filled = (board.stores[player] / seeds).min(u16::from(options.pits));
            for pit in 0..usize::from(filled) {
                board.rows[player].put(pit, u32::from(seeds));
            }
            board.stores[player] -= filled * seeds;
            board.open[player] = ((1u32 << filled) - 1) as u16;
        }
        self.begin_turn::<AsGiven>(board, next, memory);
    }

    /// Works out what is legal in a position that was set up.
    pub(super) fn resume(&self, board: &mut Board<W>, memory: &mut impl Memory<W>) {
        let me = board.me();
        if board.filling && self.fillable(board, me) != 0 {
            board.legal = self.fillable(board, me);
        } else if board.pending > 0 {
            board.legal = 1 << self.options.pits;
        } else {
            board.filling = false;
            self.begin_turn::<AsGiven>(board, me, memory);
        }
    }

    /// The pits that a player may fill for the next round.
    fn fillable(&self, board: &Board<W>, player: usize) -> u16 {
        if board.stores[player] < u16::from(self.options.seeds) {
            return 0;
        }
        all_pits(&self.options) & !board.open[player]
    }

    /// Fills a pit for the next round.
    #[cold]
    fn fill(&self, board: &mut Board<W>, pit: usize, memory: &mut impl Memory<W>) {
        let seeds = u16::from(self.options.seeds);
        let me = board.me();
        board.rows[me].put(pit, u32::from(seeds));
        board.stores[me] = board.stores[me].saturating_sub(seeds);
        board.open[me] |= 1 << pit;
        for next in [me ^ 1, me] {
            board.legal = self.fillable(board, next);
            if board.legal != 0 {
                board.mover = next as u8;
                return;
            }
        }
        board.filling = false;
        self.begin_turn::<AsGiven>(board, me ^ 1, memory);
    }
}
