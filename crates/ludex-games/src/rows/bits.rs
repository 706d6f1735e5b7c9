//! Bit extract and deposit, by one instruction where the machine has it.

/// The bits of `word` at the places of `mask`, pushed together at the low end.
#[inline(always)]
pub(super) fn extract(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: the feature is switched on for the whole program.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        portable_extract(word, mask)
    }
}

/// The low bits of `word` spread to the places of `mask`.
#[inline(always)]
pub(super) fn deposit(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: the feature is switched on for the whole program.
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        portable_deposit(word, mask)
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn portable_extract(word: u64, mut mask: u64) -> u64 {
    let (mut out, mut place) = (0, 0);
    while mask != 0 {
        out |= (word >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
        place += 1;
    }
    out
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn portable_deposit(mut word: u64, mut mask: u64) -> u64 {
    let mut out = 0;
    // Stops as soon as nothing is left to spread, so picking one of many bits does not walk them all.
    while mask != 0 && word != 0 {
        if word & 1 != 0 {
            out |= mask & mask.wrapping_neg();
        }
        word >>= 1;
        mask &= mask - 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use ludex_core::Rng;

    use super::*;

    #[test]
    fn the_portable_way_gives_the_same_bits() {
        let mut rng = Rng::new(1);
        for _ in 0..10_000 {
            let (word, mask) = (rng.bits(), rng.bits() & rng.bits());
            assert_eq!(extract(word, mask), portable_extract(word, mask));
            assert_eq!(deposit(word, mask), portable_deposit(word, mask));
            assert_eq!(extract(deposit(word, mask), mask), word & ((1 << mask.count_ones()) - 1));
        }
    }
}
