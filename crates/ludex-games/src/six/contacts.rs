//! Which tiles touch each other, by number: every set of tiles is one word.

use super::cell::Cell;

/// The mark of a cell without a tile; tiles are numbered below 60.
const NOBODY: u8 = 63;

/// Which tiles touch each other.
pub(super) struct Contacts {
    /// The number of the tile on each cell.
    number: [u8; 4096],
    /// The tiles that touch each tile. What stands at the number of nobody means nothing.
    touching: [u64; 64],
}

impl Contacts {
    /// The contacts of tiles numbered in the order of `cells`.
    pub(super) fn of(cells: &[Cell]) -> Contacts {
        let mut contacts = Contacts { number: [NOBODY; 4096], touching: [0; 64] };
        for (number, &cell) in cells.iter().enumerate() {
            contacts.add(number as u32, cell);
        }
        contacts
    }

    /// Adds a tile.
    #[inline(always)]
    pub(super) fn add(&mut self, number: u32, cell: Cell) {
        let mut around = 0;
        let at = cell.index();
        // The cells around it, in the numbering of 64 to a row; tiles never lie at the seam here.
        for step in [1, 63, 64, 4096 - 1, 4096 - 63, 4096 - 64] {
            let other = self.number[(at + step) & 4095] & 63;
            around |= 1 << other;
            self.touching[usize::from(other)] |= 1 << number;
        }
        self.touching[number as usize & 63] = around & !(1 << NOBODY);
        self.number[at & 4095] = number as u8;
    }

    /// Removes a tile and returns those that touched it.
    #[inline(always)]
    pub(super) fn remove(&mut self, number: u32, cell: Cell) -> u64 {
        self.forget(cell);
        let around = self.touching[number as usize & 63];
        let mut left = around;
        while left != 0 {
            self.touching[left.trailing_zeros() as usize & 63] &= !(1 << number);
            left &= left - 1;
        }
        around
    }

    /// Removes a tile whose whole group goes.
    #[inline(always)]
    pub(super) fn forget(&mut self, cell: Cell) {
        self.number[cell.index() & 4095] = NOBODY;
    }

    /// The tiles that hang together with the lowest of `targets`; not necessarily all of them if the other
    /// targets are among them.
    #[inline(always)]
    fn spread(&self, targets: u64) -> u64 {
        let mut fresh = targets & targets.wrapping_neg();
        let mut reached = fresh;
        while fresh != 0 && reached & targets != targets {
            let mut next = 0;
            while fresh != 0 {
                next |= self.touching[fresh.trailing_zeros() as usize & 63];
                fresh &= fresh - 1;
            }
            fresh = next & !reached;
            reached |= fresh;
        }
        reached
    }

    /// The groups (at most three, the last may be empty) into which `all` tiles fall, if those `around` a lifted
    /// tile no longer hang together.
    #[inline(always)]
    pub(super) fn groups(&self, all: u64, around: u64) -> Option<[u64; 3]> {
        let first = self.spread(around);
        let others = around & !first;
        if others == 0 {
            return None;
        }
        // Nobody is never reached, so this spreads as far as it goes.
        let second = self.spread(others & others.wrapping_neg() | 1 << NOBODY);
        Some([first, second, all & !first & !second])
    }
}
