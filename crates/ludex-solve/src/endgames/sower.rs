//! Moves forwards and backwards, for the games whose endgames can be tabulated.
//!
//! A table says what a position is worth from here on, so the rules must not look at the stores or at the past. That
//! holds for Kalah as it is, and for Wari, Awari and Oware if endless play is an even split. In Vai Lung Thlan a majority
//! ends the game at once and what is left on the board is nobody's; but who has a majority keeps it if play goes on, so
//! the winner is the same as in the game that is played until the board is empty, as long as both can be sure
//! that it will be ([`Sower::must_end`]). Games of several rounds have no tables.

use ludex_games::mancala::{Capture, Direction, End, Feed, Laps, Options, Rest, Rounds, Slam};

use super::number::{MOST, Pits, sum};

/// What a sowing adds to the rows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sown {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) store: u8,
    /// The place of the last seed: own pits, then the other's; [`STORE`] for the store.
    pub(super) last: u8,
}

pub(super) const STORE: u8 = u8::MAX;

/// A move and what it leads to.
#[derive(Clone, Copy, Debug, Default)]
pub struct After {
    /// The pit that was moved.
    pub pit: u8,
    /// The position, seen by who is to move in it.
    pub pits: Pits,
    /// How many seeds the mover has taken off the board.
    pub taken: u8,
    /// Whether the same player moves again.
    pub again: bool,
}

/// The moves of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moves {
    list: [After; 8],
    count: usize,
}

impl std::ops::Deref for Moves {
    type Target = [After];

    #[inline(always)]
    fn deref(&self) -> &[After] {
        &self.list[..self.count]
    }
}

/// The rules as tables.
#[derive(Clone, Debug)]
pub struct Sower {
    pits: usize,
    sown: Vec<Sown>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Wari and its kin: pits brought to two and up to `most` are taken.
    Wari {
        most: u8,
        slam: Slam,
    },
    Kalah {
        empty_capture: bool,
    },
    /// Vai Lung Thlan: runs of single seeds are taken, and who has none passes.
    Singles,
}

impl Sower {
    /// The rules of a game, or why its endgames cannot be tabulated.
    pub fn new(options: &Options) -> Result<Sower, String> {
        let common = options.pits <= 8
            && options.direction == Direction::Counterclockwise
            && options.laps == Laps::One
            && options.rounds == Rounds::One
            && options.pit_limit == 0
            && !options.deadlock_draws;
        let shared = options.rest == Rest::Owner && !options.pass && !options.majority;
        let singles = options.rest == Rest::Nobody
            && options.pass
            && options.majority
            && !options.store
            && !options.skip_origin
            && options.jump_captures
            && options.chain_crosses
            && options.slam == Slam::Plain
            && options.feed == Feed::No
            && options.end == End::Stuck
            && options.repetition == 0;
        let wari = shared
            && !options.store
            && options.skip_origin
            && options.jump_captures
            && options.feed == Feed::Reach
            && options.end == End::Stuck;
        let kalah = shared
            && options.store
            && !options.skip_origin
            && options.feed == Feed::No
            && options.end == End::Row
            && options.repetition == 0
            && !options.both_sides
            && !options.lander_stays;
        let kind = match options.capture {
            Capture::ToThree | Capture::ToFour if common && wari => {
                let most = if options.capture == Capture::ToThree { 3 } else { 4 };
                match options.slam {
                    Slam::Plain | Slam::Nothing | Slam::ForcedOnly => Kind::Wari { most, slam: options.slam },
                    _ => return Err("endgames with this rule for grand slams are not tabulated".to_string()),
                }
            }
            Capture::Facing if common && kalah => Kind::Kalah { empty_capture: options.empty_capture },
            Capture::Singles if common && singles => Kind::Singles,
            _ => {
                return Err(
                    "what is left to win must depend on the pits alone, which only holds for wari, awari, \
                            oware, kalah and vai-lung-thlan with rows of up to eight pits"
                        .to_string(),
                );
            }
        };
        let pits = usize::from(options.pits);
        let sown =
            (0..pits).flat_map(|pit| (0..=MOST).map(move |seeds| sow(pits, pit, seeds, kind))).collect();
        Ok(Sower { pits, sown, kind })
    }

    /// How many pits a row has.
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// Whether endless play would spoil the values: then nobody gets a majority and the game is a draw, however the
    /// seeds that were taken are shared.
    pub fn must_end(&self) -> bool {
        self.kind == Kind::Singles
    }

    /// What the player to move gets more than the other if the game is over here.
    #[inline]
    pub fn settled(&self, pits: Pits) -> Option<i32> {
        (!self.can_move(pits)).then(|| sum(pits.own) as i32 - sum(pits.other) as i32)
    }

    /// What a sowing adds to the rows.
    #[inline(always)]
    pub(super) fn sown(&self, pit: usize, seeds: u64) -> &Sown {
        &self.sown[pit * (MOST + 1) + seeds as usize]
    }

    /// Whether the game goes on.
    #[inline]
    pub fn can_move(&self, pits: Pits) -> bool {
        match self.kind {
            Kind::Kalah { .. } => pits.own != 0 && pits.other != 0,
            Kind::Singles => pits.own != 0 || pits.other != 0,
            Kind::Wari { .. } if pits.other != 0 => pits.own != 0,
            Kind::Wari { .. } => !self.moves(pits).is_empty(),
        }
    }

    /// The moves; none if the game is over.
    #[inline]
    pub fn moves(&self, pits: Pits) -> Moves {
        match self.kind {
            Kind::Kalah { empty_capture } => self.kalah(pits, empty_capture),
            Kind::Wari { most, slam } => self.wari(pits, most, slam),
            Kind::Singles => self.singles(pits),
        }
    }

    /// The moves of Vai Lung Thlan. Where the row of the mover is empty, the only move is to pass.
    #[inline(always)]
    fn singles(&self, pits: Pits) -> Moves {
        let mut moves = Moves::default();
        if pits.own == 0 && pits.other != 0 {
            moves.list[0] = After { pits: Pits { own: pits.other, other: 0 }, ..After::default() };
            moves.count = 1;
        }
        for pit in 0..self.pits {
            let seeds = pits.own >> (8 * pit) & 0xff;
            if seeds == 0 {
                continue;
            }
            let sown = self.sown(pit, seeds);
            let mut rows = [pits.own.wrapping_add(sown.own), pits.other.wrapping_add(sown.other)];
            let (mut at, mut taken) = (usize::from(sown.last), 0);
            while rows[at / self.pits] >> (8 * (at % self.pits)) & 0xff == 1 {
                rows[at / self.pits] &= !(0xff << (8 * (at % self.pits)));
                taken += 1;
                at = if at == 0 { 2 * self.pits - 1 } else { at - 1 };
            }
            let pits = Pits { own: rows[1], other: rows[0] };
            moves.list[moves.count] = After { pit: pit as u8, pits, taken, again: false };
            moves.count += 1;
        }
        moves
    }

    #[inline(always)]
    fn kalah(&self, pits: Pits, empty_capture: bool) -> Moves {
        let mut moves = Moves::default();
        if pits.own == 0 || pits.other == 0 {
            return moves;
        }
        for pit in 0..self.pits {
            let seeds = pits.own >> (8 * pit) & 0xff;
            if seeds == 0 {
                continue;
            }
            moves.list[moves.count] = self.kalah_move(pits, pit, empty_capture);
            moves.count += 1;
        }
        moves
    }

    #[inline(always)]
    fn kalah_move(&self, pits: Pits, pit: usize, empty_capture: bool) -> After {
        let sown = self.sown(pit, pits.own >> (8 * pit) & 0xff);
        let mut own = pits.own.wrapping_add(sown.own);
        let mut other = pits.other.wrapping_add(sown.other);
        let mut taken = sown.store;
        let again = sown.last == STORE;
        if usize::from(sown.last) < self.pits {
            let (here, there) = (8 * usize::from(sown.last), 8 * (self.pits - 1 - usize::from(sown.last)));
            let facing = other >> there & 0xff;
            if own >> here & 0xff == 1 && (facing > 0 || empty_capture) {
                own &= !(0xff << here);
                other &= !(0xff << there);
                taken += 1 + facing as u8;
            }
        }
        let pits = if again { Pits { own, other } } else { Pits { own: other, other: own } };
        After { pit: pit as u8, pits, taken, again }
    }

    /// Whether Kalah's rule that an empty pit can be taken holds; `None` in other games.
    pub(super) fn empty_capture(&self) -> Option<bool> {
        match self.kind {
            Kind::Kalah { empty_capture } => Some(empty_capture),
            _ => None,
        }
    }

    /// The move of a pit that is not empty, in Kalah.
    #[inline]
    pub(super) fn one_kalah_move(&self, pits: Pits, pit: usize) -> After {
        self.kalah_move(pits, pit, self.empty_capture().unwrap_or(true))
    }

    #[inline(always)]
    fn wari(&self, pits: Pits, most: u8, slam: Slam) -> Moves {
        let mut moves = Moves::default();
        let mut slams = 0u32;
        for pit in 0..self.pits {
            let seeds = pits.own >> (8 * pit) & 0xff;
            // An empty row must be fed.
            if seeds == 0 || (pits.other == 0 && (seeds as usize) < self.pits - pit) {
                continue;
            }
            let sown = self.sown(pit, seeds);
            let own = pits.own.wrapping_add(sown.own);
            let sown_other = pits.other.wrapping_add(sown.other);
            let mut other = sown_other;
            let mut at = usize::from(sown.last);
            let mut taken = 0;
            while at >= self.pits {
                let place = 8 * (at - self.pits);
                let there = (other >> place & 0xff) as u8;
                if there < 2 || there > most {
                    break;
                }
                taken += there;
                other &= !(0xff << place);
                at -= 1;
            }
            if taken > 0 && other == 0 {
                if slam == Slam::Nothing {
                    (other, taken) = (sown_other, 0);
                } else {
                    slams |= 1 << moves.count;
                }
            }
            let pits = Pits { own: other, other: own };
            moves.list[moves.count] = After { pit: pit as u8, pits, taken, again: false };
            moves.count += 1;
        }
        if slam == Slam::ForcedOnly && slams != 0 && slams != (1 << moves.count) - 1 {
            let mut kept = Moves::default();
            for (n, &after) in moves.iter().enumerate() {
                if slams >> n & 1 == 0 {
                    kept.list[kept.count] = after;
                    kept.count += 1;
                }
            }
            return kept;
        }
        moves
    }

    /// Calls `found` with every position from which a move that takes nothing leads here, once for each such move.
    #[inline]
    pub fn before(&self, pits: Pits, mut found: impl FnMut(Pits)) {
        // The mover before owned the other row; places count from her left.
        match self.kind {
            Kind::Kalah { empty_capture } => {
                if pits.own == 0 || pits.other == 0 {
                    return;
                }
                for pit in 0..self.pits {
                    if pits.other >> (8 * pit) & 0xff != 0 {
                        continue;
                    }
                    let mut row = pits.other;
                    for last in pit + 1..self.pits {
                        let there = row >> (8 * last) & 0xff;
                        if there == 0 {
                            break;
                        }
                        row -= 1 << (8 * last);
                        let facing = pits.own >> (8 * (self.pits - 1 - last)) & 0xff;
                        let captures = there == 1 && (empty_capture || facing > 0);
                        if !captures {
                            found(Pits { own: row | ((last - pit) as u64) << (8 * pit), other: pits.own });
                        }
                    }
                }
            }
            Kind::Singles => self.singles_before(pits, &mut found),
            Kind::Wari { most, slam } => {
                for pit in 0..self.pits {
                    if pits.other >> (8 * pit) & 0xff != 0 {
                        continue;
                    }
                    self.wari_before(pits, pit, (most, slam), &mut found);
                }
            }
        }
    }

    #[inline(always)]
    fn wari_before(&self, pits: Pits, pit: usize, (most, slam): (u8, Slam), found: &mut impl FnMut(Pits)) {
        let (mut own, mut other) = (pits.other, pits.own);
        let mut at = pit;
        for seeds in 1.. {
            at += 1;
            if at == 2 * self.pits {
                at = 0;
            }
            if at == pit {
                at += 1;
                // The origin is left out; after the last place comes the first.
                if at == 2 * self.pits {
                    at = 0;
                }
            }
            let (row, place) =
                if at < self.pits { (&mut own, 8 * at) } else { (&mut other, 8 * (at - self.pits)) };
            if *row >> place & 0xff == 0 {
                return;
            }
            *row -= 1 << place;
            // A single pit a row would be sown into itself without end.
            if seeds as usize > MOST {
                return;
            }
            // Who does not feed an empty row has not moved legally.
            if other == 0 && pits.own == 0 {
                continue;
            }
            if at >= self.pits {
                let there = (pits.own >> place & 0xff) as u8;
                if (2..=most).contains(&there) && !(slam == Slam::Nothing && self.is_slam(pits.own, at, most))
                {
                    continue;
                }
            }
            found(Pits { own: own | (seeds as u64) << (8 * pit), other });
        }
    }

    fn singles_before(&self, pits: Pits, found: &mut impl FnMut(Pits)) {
        if pits.other == 0 && pits.own != 0 {
            found(Pits { own: 0, other: pits.own });
        }
        let around = 2 * self.pits;
        let get = |rows: &[u64; 2], at: usize| rows[at / self.pits] >> (8 * (at % self.pits)) & 0xff;
        let after = [pits.other, pits.own];
        for pit in 0..self.pits {
            let mut rows = after;
            let mut at = pit;
            for seeds in 1..=MOST {
                at = (at + 1) % around;
                let laps = (seeds / around) as u64;
                // The origin was emptied, so that what it holds has come with full laps.
                if laps > get(&after, pit) {
                    break;
                }
                if at != pit {
                    if get(&rows, at) == 0 {
                        break;
                    }
                    rows[at / self.pits] -= 1 << (8 * (at % self.pits));
                }
                // A last seed in an empty pit would have been taken.
                if laps == get(&after, pit) && get(&after, at) >= 2 {
                    let own = rows[0] & !(0xff << (8 * pit)) | (seeds as u64) << (8 * pit);
                    found(Pits { own, other: rows[1] });
                }
            }
        }
    }

    /// Whether a last seed at this place would take the whole row.
    fn is_slam(&self, row: u64, at: usize, most: u8) -> bool {
        let mut left = row;
        let mut at = at;
        while at >= self.pits {
            let place = 8 * (at - self.pits);
            let there = (row >> place & 0xff) as u8;
            if there < 2 || there > most {
                break;
            }
            left &= !(0xff << place);
            at -= 1;
        }
        left == 0
    }
}

/// Sows one by one.
fn sow(pits: usize, pit: usize, seeds: usize, kind: Kind) -> Sown {
    let mut rows = [[0u8; 8]; 2];
    let mut store = 0u8;
    let mut at = pit;
    let mut in_store = false;
    let kalah = matches!(kind, Kind::Kalah { .. });
    let skips = matches!(kind, Kind::Wari { .. });
    for _ in 0..seeds {
        if kalah && at == pits - 1 && !in_store {
            in_store = true;
            store = store.wrapping_add(1);
            continue;
        }
        in_store = false;
        at = (at + 1) % (2 * pits);
        if skips && at == pit {
            at = (at + 1) % (2 * pits);
        }
        rows[at / pits][at % pits] += 1;
    }
    let [own, other] = rows.map(u64::from_le_bytes);
    let own = own.wrapping_sub((seeds as u64) << (8 * pit));
    Sown { own, other, store, last: if in_store { STORE } else { at as u8 } }
}
