//! Plies of plain sowing: any pit with enough seeds may be sown, the sowing ends where its last seed falls, and all
//! that can happen there is that seeds of one or two places go elsewhere and that the mover moves again.
//!
//! The seeds of all places are the bytes of two words, the pits of each player in one of them, so that a ply takes a
//! few operations on registers. None of its branches depends on the seeds but the end of the game: what does not happen
//! moves no seeds.

use ludex_core::Rng;

use super::ends::Sign;
use super::make::{Op, Spot, Tables};
use super::seeds::{MANY, PLACES, Seeds, Test};
use super::{Choice, Game, Sow};
use crate::runtime::nth_bit;

/// The bytes of a word.
const BYTES: usize = 8;
/// Bytes have room for a test whether they reach a number.
const MOST_SEEDS: usize = 127;
/// The highest bits of all bytes.
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// A number of seeds for each place.
type Words = [u64; 2];

/// The byte of a place.
#[derive(Clone, Copy, Debug, Default)]
struct Byte {
    /// Its bits in both words; none for no place.
    mask: Words,
    shift: u32,
}

impl Byte {
    #[inline(always)]
    fn of(&self, seeds: &Words) -> u64 {
        (seeds[0] & self.mask[0] | seeds[1] & self.mask[1]) >> self.shift
    }

    /// So many seeds in this place.
    #[inline(always)]
    fn with(&self, seeds: u64) -> Words {
        let shifted = seeds << self.shift;
        [shifted & self.mask[0], shifted & self.mask[1]]
    }
}

/// Which byte each place is.
#[derive(Clone, Debug)]
struct Layout([Byte; PLACES]);

impl Layout {
    /// A layout in which the pits of each player are in a word of their own, in ascending order.
    fn of(places: usize, pits: [u32; 2]) -> Option<Layout> {
        if pits[0] & pits[1] != 0 {
            return None;
        }
        let mut bytes = [Byte::default(); PLACES];
        let mut used = [0; 2];
        let is_pit = |place: usize| (pits[0] | pits[1]) >> place & 1 == 1;
        let order =
            (0..places).filter(|&place| is_pit(place)).chain((0..places).filter(|&place| !is_pit(place)));
        for place in order {
            let word = match pits.map(|pits| pits >> place & 1 == 1) {
                [true, _] => 0,
                [_, true] => 1,
                _ => usize::from(used[0] >= BYTES),
            };
            if used[word] >= BYTES {
                return None;
            }
            let shift = 8 * used[word] as u32;
            used[word] += 1;
            bytes[place].shift = shift;
            bytes[place].mask[word] = 0xff << shift;
        }
        Some(Layout(bytes))
    }

    /// The words with these bytes; numbers below zero as they are added.
    fn words(&self, seeds: &Seeds) -> Words {
        let mut words = [0u64; 2];
        for (byte, &seeds) in self.0.iter().zip(&seeds.0) {
            let word = usize::from(byte.mask[0] == 0);
            words[word] = words[word].wrapping_add((i64::from(seeds as i8) << byte.shift) as u64);
        }
        words
    }

    fn seeds(&self, words: &Words) -> Seeds {
        let mut seeds = Seeds::NONE;
        for (byte, seeds) in self.0.iter().zip(&mut seeds.0) {
            *seeds = byte.of(words) as u8;
        }
        seeds
    }

    /// What must be added so that the highest bits show which places of a set have so many seeds.
    fn reaching(&self, need: &Seeds) -> Words {
        let mut words = [0; 2];
        for (byte, &need) in self.0.iter().zip(&need.0) {
            if usize::from(need) <= MOST_SEEDS {
                let [low, high] = byte.with(0x80 - u64::from(need));
                words = [words[0] | low, words[1] | high];
            }
        }
        words
    }
}

/// Up to so many seeds of a place go to another.
#[derive(Clone, Copy, Debug, Default)]
struct Take {
    from: Byte,
    to: Byte,
    most: u64,
}

/// A sowing, with what happens where it ends.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Row {
    adds: Words,
    /// Something happens only with such a number of seeds in a place.
    tested: Byte,
    numbers: u64,
    takes: [Take; 2],
    /// What moving again does to the number of the mover.
    again: u64,
}

/// What ends the game, by the word of the mover.
#[derive(Clone, Copy, Debug)]
enum End {
    /// No place of a set has so many seeds.
    Bare([Words; 2]),
    /// A place has such a number of seeds.
    Held([(Byte, u64); 2]),
}

/// A game of plain sowing.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    layout: Layout,
    /// What shows the pits that may be sown, by mover.
    need: [u64; 2],
    /// By mover, byte of the pit and number of seeds.
    rows: Vec<Row>,
    /// How many rows a pit has.
    stride: usize,
    /// What ends the game, with the number of the result.
    ends: Vec<(End, usize)>,
}

impl Plain {
    /// The game, if its sowing is plain.
    pub(super) fn of<const W: usize>(game: &Sow<W>) -> Option<Plain> {
        let [Choice { need, unless: None, feeds: None, tried: None }] = &game.choices[..] else {
            return None;
        };
        let tables = &game.tables;
        let is_plain = game.laps.is_none()
            && !tables.relays
            && tables.step.is_none()
            && game.keys.is_empty()
            && tables.most <= MOST_SEEDS;
        if !is_plain {
            return None;
        }
        let pits = |mover: usize| {
            let can_be_sown = |&place: &usize| usize::from(need[mover].0[place]) <= MOST_SEEDS;
            (0..tables.places).filter(can_be_sown).fold(0, |bits, place| bits | 1u32 << place)
        };
        let layout = Layout::of(tables.places, [pits(1), pits(2)])?;
        let stride = tables.most + 1;
        let mut rows = vec![Row::NOTHING; 2 * BYTES * stride];
        for mover in 1..=2 {
            for pit in (0..tables.places).filter(|&place| pits(mover) >> place & 1 == 1) {
                let first = tables.starts[mover][pit] as usize;
                let place = (mover - 1) * BYTES + layout.0[pit].shift as usize / 8;
                for seeds in 0..=tables.most {
                    let to = usize::from(tables.arrivals[first + seeds].to);
                    let spot = &tables.spots[(mover - 1) * tables.places + to];
                    let adds = layout.words(&tables.rows[first + seeds]);
                    let happens = Row::of(tables, &layout, spot)?;
                    rows[place * stride + seeds] = Row { adds, ..happens };
                }
            }
        }
        let ends = game.ends[0].iter().map(|(sign, end)| Some((End::of(sign, &layout)?, *end)));
        let need = [0, 1].map(|mover| layout.reaching(&need[mover + 1])[mover]);
        Some(Plain { need, rows, stride, ends: ends.collect::<Option<_>>()?, layout })
    }

    /// Plays until the game ends, with the number of the result, or until the mover has no pit to sow.
    pub(super) fn play(&self, game: &mut Game, rng: &mut Rng, limit: u32) -> Option<usize> {
        // A copy of its own stays in registers.
        let mut source = rng.clone();
        let mut seeds = self.layout.words(&game.seeds);
        let (mut mover, mut prev) = (game.mover as u64 - 1, game.prev as u64);
        let mut over = None;
        while game.plies < limit {
            let at = mover as usize & 1;
            let pits = seeds[at].wrapping_add(self.need[at]) & HIGHS;
            if pits == 0 {
                break;
            }
            let shift = nth_bit(pits, source.below(pits.count_ones())) & 56;
            let sown = (seeds[at] >> shift) as usize & MOST_SEEDS;
            let row = &self.rows[(at * BYTES + shift as usize / 8) * self.stride + sown];
            let sown = [seeds[0].wrapping_add(row.adds[0]), seeds[1].wrapping_add(row.adds[1])];
            let happens = row.numbers >> row.tested.of(&sown).min(u64::from(MANY)) & 1;
            seeds = sown;
            for take in &row.takes {
                let moved = take.from.of(&sown).min(take.most) & happens.wrapping_neg();
                let (out, into) = (take.from.with(moved), take.to.with(moved));
                seeds[0] = seeds[0].wrapping_sub(out[0]).wrapping_add(into[0]);
                seeds[1] = seeds[1].wrapping_sub(out[1]).wrapping_add(into[1]);
            }
            game.plies += 1;
            prev = mover + 1;
            mover ^= 1 ^ (row.again & happens);
            over = self.ends.iter().find(|(end, _)| end.shows(at, &seeds)).map(|end| end.1);
            if over.is_some() {
                break;
            }
        }
        *rng = source;
        game.seeds = self.layout.seeds(&seeds);
        (game.mover, game.prev) = (mover as usize + 1, prev as usize);
        over
    }
}

impl End {
    fn of(sign: &Sign, layout: &Layout) -> Option<End> {
        match sign {
            Sign::Bare { places, least } => Some(End::Bare([1, 2].map(|mover: usize| {
                let mut need = Seeds([u8::MAX; PLACES]);
                let among = |place: &usize| places[mover] >> place & 1 == 1;
                (0..PLACES).filter(among).for_each(|place| need.0[place] = *least);
                layout.reaching(&need)
            }))),
            Sign::Held(tests) => {
                let of = |test: &Test| (layout.0[usize::from(test.place)], test.numbers);
                Some(End::Held([of(&tests[1]), of(&tests[2])]))
            }
            Sign::Always | Sign::Stuck | Sign::Repeat => None,
        }
    }

    #[inline(always)]
    fn shows(&self, mover: usize, seeds: &Words) -> bool {
        match self {
            End::Bare(need) => {
                let need = &need[mover];
                (seeds[0].wrapping_add(need[0]) | seeds[1].wrapping_add(need[1])) & HIGHS == 0
            }
            End::Held(tests) => {
                let (byte, numbers) = &tests[mover];
                numbers >> byte.of(seeds).min(u64::from(MANY)) & 1 == 1
            }
        }
    }
}

impl Row {
    const NOTHING: Row = {
        let nowhere = Byte { mask: [0; 2], shift: 0 };
        let nothing = Take { from: nowhere, to: nowhere, most: 0 };
        Row { adds: [0; 2], tested: nowhere, numbers: 0, takes: [nothing; 2], again: 0 }
    };

    /// What happens at a place, if it is plain.
    fn of(tables: &Tables, layout: &Layout, spot: &Spot) -> Option<Row> {
        let byte = |place: u8| layout.0[usize::from(place) % PLACES];
        let test = match spot.when {
            [test, Test::ALWAYS] | [Test::ALWAYS, test] => test,
            [test, _] | [_, test] if test.numbers == 0 => test,
            _ => return None,
        };
        let mut row = Row { tested: byte(test.place), numbers: test.numbers, ..Row::NOTHING };
        let mut takes = Vec::new();
        let mut ops = &tables.ops[usize::from(spot.ops.0)..usize::from(spot.ops.1)];
        while let Some((op, rest)) = ops.split_first() {
            ops = rest;
            match *op {
                Op::Again => row.again = 1,
                Op::Skip(0) => {}
                Op::Take { from, to, count } => takes.push((from, to, u64::from(count))),
                Op::TakeAll { from, to, counted } if from == counted => takes.push((from, to, u64::MAX)),
                // From a place without seeds nothing is taken anyway.
                Op::Unless(Test { place, numbers }, left_out) if numbers == !1 => {
                    let takes_there = |op: &Op| match *op {
                        Op::Take { from, .. } | Op::TakeAll { from, .. } => from == place,
                        Op::Skip(left_out) => left_out == 0,
                        _ => false,
                    };
                    if !rest.get(..usize::from(left_out))?.iter().all(takes_there) {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        // What the second takes is not what the first has brought or left.
        let apart = takes.len() < 2 || (takes[1].0 != takes[0].0 && takes[1].0 != takes[0].1);
        if takes.len() > 2 || !apart {
            return None;
        }
        for (take, (from, to, most)) in row.takes.iter_mut().zip(takes) {
            *take = Take { from: byte(from), to: byte(to), most };
        }
        Some(row)
    }
}
