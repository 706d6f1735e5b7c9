//! Seeded randomness that stays the same for ever.
//!
//! The generator is xoshiro256++ seeded through SplitMix64. Everything drawn from it goes through the small
//! sampling layer here, whose results are pinned by golden vectors: neither a new version of a library nor
//! another machine may change what a seed means.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random numbers. The same seed gives the same stream on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream of one game (or task) of an experiment. Streams of different `index` or `role` are unrelated,
    /// so results do not depend on which thread plays which game, or on what else is played.
    pub fn derived(seed: u64, index: u64, role: u64) -> Rng {
        Rng::new(derive_seed(seed, index, role))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, every one exactly as likely (Lemire's method with its rejection test).
    ///
    /// # Panics
    /// If `n` is 0 (in builds with debug assertions; otherwise the answer is 0).
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "nothing to choose from");
        let mut product = (self.bits() >> 32) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n.max(1);
            while (product as u32) < threshold {
                product = (self.bits() >> 32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// A number in [0, 1) with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with probability `p`.
    #[inline]
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// One element, every one equally likely; `None` of nothing.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len() as u32) as usize]) }
    }

    /// Puts the elements in random order, every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// The seed of one part of an experiment, mixed from the experiment's seed, the number of the part, and its
/// role in it (which player, which purpose).
pub fn derive_seed(seed: u64, index: u64, role: u64) -> u64 {
    mix(mix(mix(seed).wrapping_add(index)).wrapping_add(role))
}

/// One step of SplitMix64: spreads a number over all 64 bits. Different numbers give different results.
#[inline]
pub const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_uniform_and_in_range() {
        let mut rng = Rng::new(7);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        // Chi-squared with 6 degrees of freedom; 22.46 is its 99.9 % point.
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 22.46, "chi-squared {chi}");
    }

    #[test]
    fn derived_streams_differ_by_index_and_role() {
        let draws: std::collections::BTreeSet<u64> =
            (0..50).flat_map(|i| (0..4).map(move |r| Rng::derived(5, i, r).bits())).collect();
        assert_eq!(draws.len(), 200);
    }

    #[test]
    fn a_shuffle_keeps_the_elements() {
        let mut items: Vec<u32> = (0..100).collect();
        Rng::new(3).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
