//! What a sowing adds to the pits, worked out once for every pit and every number of seeds.

use super::lanes::Lanes;
use super::options::{Direction, MOST, Options};

/// The place number of the own store as the end of a sowing.
pub(super) const STORE: u8 = u8::MAX;

/// The result of sowing one pit, seen by the player who sows. Places are numbered counterclockwise: the own
/// pits from 0, then the opponent's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sowing<W> {
    /// What is added to the own row, the pit that was emptied included.
    pub(super) own: W,
    /// What is added to the opponent's row.
    pub(super) other: W,
    /// What falls into the own store.
    pub(super) store: u16,
    /// Where the last seed falls: a place or [`STORE`].
    pub(super) last: u8,
    /// Whether it was sown clockwise.
    pub(super) clockwise: bool,
}

/// Sows `seeds` from the place `from`, one by one. `open` are the own and the other row's pits in use.
pub(super) fn sow<W: Lanes>(options: &Options, from: usize, seeds: u32, open: [u16; 2]) -> Sowing<W> {
    let pits = usize::from(options.pits);
    let clockwise = match options.direction {
        Direction::Counterclockwise => false,
        Direction::Clockwise => true,
        Direction::Parity => seeds % 2 == 1,
    };
    // The places in order, with the store as place 2 * pits: it lies at the end of the own row.
    let store = 2 * pits;
    let next = |place: usize| match (place, clockwise) {
        (p, false) if p == pits - 1 => store,
        (p, false) if p == store => pits,
        (p, false) => (p + 1) % (2 * pits),
        (0, true) => store,
        (p, true) if p == store => 2 * pits - 1,
        (p, true) => p - 1,
    };
    let in_use = |pit: usize| open[pit / pits] >> (pit % pits) & 1 == 1;
    let usable = |place: usize| match place {
        p if p == store => options.store,
        p if p == from && options.skip_origin => false,
        p => in_use(p),
    };
    let mut added = [0u32; 2 * MOST as usize + 1];
    let mut place = from;
    let nowhere = !(0..=store).any(usable);
    let mut jumped = false;
    for _ in 0..if nowhere { 0 } else { seeds } {
        jumped = false;
        place = next(place);
        while !usable(place) {
            jumped |= place == from && in_use(from);
            place = next(place);
        }
        added[place] += 1;
    }
    if jumped && place != store && !options.jump_captures {
        // Judged as if it had ended in the pit it came from, which is empty and captures nothing.
        place = from;
    }
    let row = |range: std::ops::Range<usize>| {
        let mut row = W::default();
        for (pit, at) in range.enumerate() {
            row.put(pit, added[at]);
        }
        row
    };
    let (mut own, mut other) = (row(0..pits), row(pits..2 * pits));
    if !nowhere {
        if from < pits {
            own = own.plus(W::taking(from, seeds));
        } else {
            other = other.plus(W::taking(from - pits, seeds));
        }
    }
    Sowing {
        own,
        other,
        store: added[store] as u16,
        last: if place == store { STORE } else { place as u8 },
        clockwise,
    }
}

/// All sowings with every pit in use.
#[derive(Clone, Debug)]
pub(super) struct Sowings<W> {
    table: Vec<Sowing<W>>,
    stride: usize,
}

impl<W: Lanes> Sowings<W> {
    pub(super) fn new(options: &Options) -> Sowings<W> {
        let stride = usize::from(options.total()) + 1;
        let open = [u16::MAX; 2];
        let places = 2 * usize::from(options.pits);
        let table = (0..places)
            .flat_map(|from| (0..stride).map(move |seeds| sow(options, from, seeds as u32, open)))
            .collect();
        Sowings { table, stride }
    }

    /// Sowing `seeds` from the place `from`.
    #[inline(always)]
    pub(super) fn get(&self, from: usize, seeds: u32) -> &Sowing<W> {
        &self.table[from * self.stride + seeds as usize]
    }
}
