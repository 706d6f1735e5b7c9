//! Which sowing games capture in a chain, and their tables.

use super::chain::{BYTES, Both, Chain, Ends, HIGHS, MOST_SEEDS, Row, Side};
use super::ends::Sign;
use super::make::{Op, Spot, Step};
use super::seeds::{MANY, PLACES, Seeds, Test};
use super::{Choice, Sow};

/// Salts for positions of both movers, with the highest bit of every byte.
const SALTS: [u64; 2] = [0x9eb7_f9b9_ff8a_fc95, 0xa2cb_aed4_96be_e487];

/// What is asked for holds in every position.
const ALWAYS: Both = [HIGHS; 2];

/// Which byte of which player's word a place is.
type Bytes = [Option<(usize, usize)>; PLACES];

impl Chain {
    /// The game, if its captures are like that.
    pub(super) fn of<const W: usize>(game: &Sow<W>) -> Option<Chain> {
        let Choice { need, unless: None, feeds, tried: None } = game.choices.first()? else { return None };
        let tables = &game.tables;
        let fits = game.laps.is_none()
            && !tables.relays
            && tables.step == Some(Step::Backwards)
            && tables.most <= MOST_SEEDS;
        if !fits {
            return None;
        }
        let places = [layout(game, 1), layout(game, 2)];
        let mut bytes: Bytes = [None; PLACES];
        for (player, places) in places.iter().enumerate() {
            for (byte, &place) in places.iter().enumerate() {
                let known = bytes[usize::from(place)].replace((player, byte));
                if known.is_some() || byte >= BYTES {
                    return None;
                }
            }
        }
        let stores = [store(game, 1)?, store(game, 2)?];
        let is_pit = |place: u8| bytes[usize::from(place) % PLACES].is_some();
        let all_sown = tables.tracks.iter().flatten().all(|&place| is_pit(place));
        if !all_sown || stores[0] == stores[1] || stores.iter().any(|&store| is_pit(store)) {
            return None;
        }
        let mut sides = [Side::default(); 2];
        for (player, side) in sides.iter_mut().enumerate() {
            let mover = player + 1;
            side.need = asked(&bytes, player, &need[mover])?[0];
            side.turned = if places[player].is_sorted() { 0 } else { u32::MAX };
            for (place, byte) in bytes.iter().enumerate().take(tables.places) {
                let Some((owner, byte)) = byte else { continue };
                let (least, most) = captured(game, mover, place)?;
                let word = owner ^ player;
                side.least[word] |= (0x80 - least) << (8 * byte);
                side.above[word] |= (0x7f - most) << (8 * byte);
            }
            side.feeds = match feeds {
                Some((fed, least)) => asked(&bytes, player, &somewhere(fed[mover], *least))?,
                None => ALWAYS,
            };
            side.salt = SALTS[player];
        }
        let mut chain = Chain {
            places,
            stores,
            sides,
            rows: Vec::new(),
            beyond: Vec::new(),
            // An odd number spreads the pits over the cache.
            stride: (tables.most / 8 + 1) | 1,
            wide: false,
            ends: Ends::default(),
        };
        chain.read_ends(game, &bytes)?;
        chain.read_rows(game, &bytes)?;
        Some(chain)
    }

    fn read_ends<const W: usize>(&mut self, game: &Sow<W>, bytes: &Bytes) -> Option<()> {
        for &(sign, number) in &game.ends[0] {
            let known = match sign {
                Sign::Repeat => &mut self.ends.repeat,
                Sign::Stuck => &mut self.ends.stuck,
                Sign::Held(tests) => {
                    for (player, side) in self.sides.iter_mut().enumerate() {
                        let test = tests[player + 1];
                        if test.place != self.stores[player] || self.ends.held.is_some() {
                            return None;
                        }
                        side.held = test.numbers;
                    }
                    &mut self.ends.held
                }
                Sign::Always | Sign::Bare { .. } => return None,
            };
            known.get_or_insert(number);
        }
        // A choice that must lead to nothing tells at once that there is a move.
        let choice = game.choices.iter().find(|choice| choice.feeds.is_none());
        for (player, side) in self.sides.iter_mut().enumerate() {
            side.fed = ALWAYS;
            if self.ends.stuck.is_none() {
                side.free = ALWAYS[0];
            } else if let Some(choice) = choice {
                side.free = asked(bytes, player, &choice.need[player + 1])?[0];
                if let Some((fed, least, strict)) = &choice.unless {
                    side.fed = asked(bytes, player, &somewhere(fed[player + 1], *least))?;
                    side.bound = asked(bytes, player, &strict[player + 1])?[0];
                }
            }
        }
        Some(())
    }

    fn read_rows<const W: usize>(&mut self, game: &Sow<W>, bytes: &Bytes) -> Option<()> {
        let tables = &game.tables;
        let rows = 2 * BYTES * BYTES * self.stride;
        self.rows = vec![Row::default(); rows];
        self.beyond = vec![false; rows];
        for player in 0..2 {
            for (byte, &pit) in self.places[player].iter().enumerate() {
                let first = tables.starts[player + 1][usize::from(pit)] as usize;
                for seeds in 1..=tables.most {
                    let mut row = Row::default();
                    for (place, &adds) in
                        tables.rows[first + seeds].0.iter().enumerate().filter(|(_, adds)| **adds != 0)
                    {
                        let (owner, byte) = bytes[place]?;
                        let word = &mut row.adds[owner ^ player];
                        *word = word.wrapping_add((i64::from(adds as i8) << (8 * byte)) as u64);
                    }
                    let (reached, beyond) = walk(game, bytes, player, pit, seeds)?;
                    row.reached = reached;
                    self.wide |= beyond || reached[0] != 0;
                    let number = (player * 64 + 8 * byte) * self.stride + seeds;
                    self.rows[number] = row;
                    self.beyond[number] = beyond;
                }
            }
        }
        Some(())
    }
}

/// The places of a player, as captures go through them: in ascending or in descending order.
fn layout<const W: usize>(game: &Sow<W>, mover: usize) -> Vec<u8> {
    let begins = game.choices.iter().fold(0, |bits, choice| bits | choice.begins(mover));
    let mut places: Vec<u8> = (0..PLACES as u8).filter(|place| begins >> place & 1 == 1).collect();
    let track = game.tables.tracks[3 - mover].iter().filter(|place| places.contains(place));
    let along: Vec<&u8> = track.collect();
    let ascends = along.windows(2).filter(|pair| pair[0] < pair[1]).count();
    if 2 * ascends >= along.len() {
        places.reverse();
    }
    places
}

/// Where a player's captures go.
fn store<const W: usize>(game: &Sow<W>, mover: usize) -> Option<u8> {
    let tables = &game.tables;
    let mut stores = spots(game, mover).iter().filter_map(|spot| {
        match tables.ops.get(usize::from(spot.ops.0)..usize::from(spot.ops.1)) {
            Some([Op::TakeAll { to, .. } | Op::Take { to, .. }]) => Some(*to),
            _ => None,
        }
    });
    let store = stores.next()?;
    stores.all(|other| other == store).then_some(store)
}

fn spots<const W: usize>(game: &Sow<W>, mover: usize) -> &[Spot] {
    &game.tables.spots[(mover - 1) * game.tables.places..][..game.tables.places]
}

/// The numbers of seeds with which a place is captured, the least and the most; 128 and 127 if it never is.
fn captured<const W: usize>(game: &Sow<W>, mover: usize, place: usize) -> Option<(u64, u64)> {
    let spot = &spots(game, mover)[place];
    let numbers = |tests: &[Test; 2]| {
        tests.iter().try_fold(u64::MAX, |all, test| match test.numbers {
            u64::MAX => Some(all),
            0 => Some(0),
            numbers => (usize::from(test.place) == place).then_some(all & numbers),
        })
    };
    let when = numbers(&spot.when)?;
    if when == 0 {
        return Some((0x80, 0x7f));
    }
    let (least, most) = (u64::from(when.trailing_zeros()), u64::from(63 - when.leading_zeros()));
    let takes_all = match game.tables.ops.get(usize::from(spot.ops.0)..usize::from(spot.ops.1))? {
        [Op::TakeAll { from, counted, .. }] => usize::from(*from) == place && from == counted,
        [Op::Take { from, count, .. }] => usize::from(*from) == place && most <= u64::from(*count),
        _ => false,
    };
    let is_range = when >> least == u64::MAX >> (63 - most + least);
    // Captures go on wherever there was one.
    let goes_on = numbers(&spot.goes_on)? & when == when;
    let most = if most == u64::from(MANY) { MOST_SEEDS as u64 } else { most };
    (takes_all && is_range && goes_on && least > 0).then_some((least, most))
}

/// The pits that a sowing may capture, and whether there may be more of them in the other word.
fn walk<const W: usize>(
    game: &Sow<W>,
    bytes: &Bytes,
    player: usize,
    pit: u8,
    seeds: usize,
) -> Option<(Both, bool)> {
    let tables = &game.tables;
    let row = tables.starts[player + 1][usize::from(pit)] as usize + seeds;
    let (arrival, track) = (&tables.arrivals[row], &tables.tracks[player + 1]);
    let mut index = usize::from(arrival.index);
    let mut reached = [0; 2];
    // A sowing that would have ended in the pit it came from asks about that pit, which is empty.
    if track[index] != arrival.to {
        let is_left_empty = tables.rows[row].0[usize::from(pit)] == (seeds as u8).wrapping_neg();
        return (arrival.to == pit && is_left_empty).then_some((reached, false));
    }
    let mut before = None;
    for _ in 0..track.len() {
        let hole = track[index];
        let is_captured = captured(game, player + 1, usize::from(hole))? != (0x80, 0x7f);
        if !is_captured || (before.is_some() && hole == pit) {
            break;
        }
        let (owner, byte) = bytes[usize::from(hole)]?;
        if before.is_some_and(|before| before != (owner, byte.wrapping_sub(1))) {
            return Some((reached, true));
        }
        reached[owner ^ player] |= 0xff << (8 * byte);
        before = Some((owner, byte));
        index = (index + track.len() - 1) % track.len();
    }
    Some((reached, false))
}

/// So many seeds in some place of a set.
fn somewhere(places: u32, least: u8) -> Seeds {
    let mut need = Seeds([u8::MAX; PLACES]);
    (0..PLACES).filter(|place| places >> place & 1 == 1).for_each(|place| need.0[place] = least);
    need
}

/// What must be added so that the highest bits show which places have as many seeds as they need; `None` if other
/// places than pits are asked about.
fn asked(bytes: &Bytes, player: usize, need: &Seeds) -> Option<Both> {
    let mut words = [0; 2];
    for (place, &need) in need.0.iter().enumerate().filter(|(_, need)| usize::from(**need) <= MOST_SEEDS) {
        let (owner, byte) = bytes[place]?;
        words[owner ^ player] |= (0x80 - u64::from(need)) << (8 * byte);
    }
    Some(words)
}
