//! The positions that may come again.

/// How many bits of a hash say where it is kept.
const PLACE_BITS: u32 = 8;
const SLOTS: usize = 1 << PLACE_BITS;
/// So many hashes are kept in the table, so that a free slot is near.
const MOST: usize = SLOTS / 2;

/// The hashes of earlier positions. Each is kept in a slot near the one that its first bits name, with the number of
/// the stretch of the game it belongs to in their place: to forget everything is to begin a new stretch.
pub(super) struct Past {
    slots: [u64; SLOTS],
    stretch: u64,
    count: usize,
    /// What the table has no room for.
    others: Vec<u64>,
}

impl Default for Past {
    fn default() -> Past {
        Past { slots: [0; SLOTS], stretch: 1, count: 0, others: Vec::new() }
    }
}

impl Past {
    /// Adds a position. True if it was there before.
    #[inline(always)]
    pub(super) fn note(&mut self, hash: u64) -> bool {
        let kept = hash << PLACE_BITS | self.stretch;
        let mut at = (hash >> (64 - PLACE_BITS)) as usize;
        loop {
            let slot = &mut self.slots[at % SLOTS];
            if *slot == kept {
                return true;
            }
            if *slot % SLOTS as u64 != self.stretch {
                if self.count == MOST {
                    return self.note_beyond(hash);
                }
                *slot = kept;
                self.count += 1;
                return false;
            }
            at += 1;
        }
    }

    #[cold]
    fn note_beyond(&mut self, hash: u64) -> bool {
        let is_known = self.others.contains(&hash);
        if !is_known {
            self.others.push(hash);
        }
        is_known
    }

    /// Forgets everything if `really`.
    #[inline(always)]
    pub(super) fn forget_if(&mut self, really: bool) {
        self.stretch += u64::from(really);
        self.count = if really { 0 } else { self.count };
        if self.stretch == SLOTS as u64 || (really && !self.others.is_empty()) {
            self.start_afresh();
        }
    }

    #[cold]
    fn start_afresh(&mut self) {
        self.slots = [0; SLOTS];
        self.stretch = 1;
        self.others.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_is_known_until_all_is_forgotten() {
        let mut past = Past::default();
        let hash = |index: u64| ludex_core::mix(index);
        for (round, noted) in [500, 3, 100, 0, 127, 128, 129].into_iter().cycle().take(700).enumerate() {
            let first = round as u64 * 100;
            assert!((first..first + noted).all(|index| !past.note(hash(index))));
            past.forget_if(false);
            assert!((first..first + noted).all(|index| past.note(hash(index))));
            past.forget_if(true);
        }
    }
}
