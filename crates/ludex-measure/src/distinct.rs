//! How many different positions there were, without remembering them.

use ludex_core::mix;

/// Registers are told apart by so many bits; the relative error of the estimate is about 1.04 over the root of their
/// number, 0.8 %.
const BITS: u32 = 14;

/// Counts distinct keys in 16 kilobytes (HyperLogLog, Flajolet, Fusy, Gandouet and Meunier 2007). The result does
/// not depend on the order in which keys come, nor on how counts of parts are merged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distinct {
    registers: Vec<u8>,
    seen: u64,
}

impl Default for Distinct {
    fn default() -> Distinct {
        Distinct { registers: vec![0; 1 << BITS], seen: 0 }
    }
}

impl Distinct {
    /// Adds a key.
    #[inline]
    pub fn add(&mut self, key: u64) {
        let hash = mix(key);
        let register = (hash >> (64 - BITS)) as usize;
        let rank = ((hash << BITS) | 1 << (BITS - 1)).leading_zeros() as u8 + 1;
        self.registers[register] = self.registers[register].max(rank);
        self.seen += 1;
    }

    /// Adds all keys of another count.
    pub fn merge(&mut self, other: &Distinct) {
        for (register, &more) in self.registers.iter_mut().zip(&other.registers) {
            *register = (*register).max(more);
        }
        self.seen += other.seen;
    }

    /// How many keys were added, equal ones too.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// About how many were different.
    pub fn estimate(&self) -> f64 {
        let count = self.registers.len() as f64;
        let sum: f64 = self.registers.iter().map(|&rank| 0.5f64.powi(i32::from(rank))).sum();
        let empty = self.registers.iter().filter(|&&rank| rank == 0).count();
        let raw = 0.7213 / (1.0 + 1.079 / count) * count * count / sum;
        let found = if raw < 2.5 * count && empty > 0 { count * (count / empty as f64).ln() } else { raw };
        found.min(self.seen as f64)
    }

    /// The relative standard error of the estimate.
    pub fn relative_error(&self) -> f64 {
        1.04 / (self.registers.len() as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_within_three_standard_errors() {
        for count in [10u64, 1000, 50_000, 1_000_000] {
            let mut distinct = Distinct::default();
            (0..count).chain(0..count / 2).for_each(|key| distinct.add(key));
            let off = distinct.estimate() / count as f64 - 1.0;
            assert!(off.abs() < 3.0 * distinct.relative_error(), "{count}: {off}");
        }
    }

    #[test]
    fn merging_is_the_same_as_adding_all() {
        let (mut a, mut b, mut all) = (Distinct::default(), Distinct::default(), Distinct::default());
        (0..1000).for_each(|key| a.add(key));
        (500..3000).for_each(|key| b.add(key));
        (0..1000).chain(500..3000).for_each(|key| all.add(key));
        a.merge(&b);
        assert_eq!(a, all);
    }
}
