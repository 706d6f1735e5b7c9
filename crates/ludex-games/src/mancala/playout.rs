//! Random play without listing moves.

use ludex_core::Rng;

/// One bit of `set`, every one equally likely.
#[inline(always)]
pub(super) fn pick(set: u64, rng: &mut Rng) -> u64 {
    let index = rng.below(set.count_ones());
    nth(set, index)
}

/// The bit of `set` that has `index` members of the set below it.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
fn nth(set: u64, index: u32) -> u64 {
    // SAFETY: the instruction is available, as the condition above says.
    unsafe { std::arch::x86_64::_pdep_u64(1 << index, set) }
}

/// The bit of `set` that has `index` members of the set below it.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline(always)]
fn nth(mut set: u64, index: u32) -> u64 {
    for _ in 0..index {
        set &= set.wrapping_sub(1);
    }
    set & set.wrapping_neg()
}
