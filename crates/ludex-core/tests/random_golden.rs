//! What a seed means never changes: these numbers are part of the promise that experiments repeat bit for bit.

use ludex_core::{Rng, derive_seed, mix};

fn draw<T>(seed: u64, count: usize, mut one: impl FnMut(&mut Rng) -> T) -> Vec<T> {
    let mut rng = Rng::new(seed);
    (0..count).map(|_| one(&mut rng)).collect()
}

#[test]
fn the_stream_of_a_seed_is_fixed() {
    let bits = draw(42, 4, Rng::bits);
    let expected = [
        15_021_278_609_987_233_951,
        5_881_210_131_331_364_753,
        18_149_643_915_985_481_100,
        12_933_668_939_759_105_464,
    ];
    assert_eq!(bits, expected);
}

#[test]
fn sampling_from_a_seed_is_fixed() {
    assert_eq!(draw(42, 12, |rng| rng.below(10)), [8, 3, 9, 7, 7, 5, 1, 6, 2, 9, 5, 8]);
    assert_eq!(draw(7, 1, |rng| rng.below(3_000_000_000)), [166_081_309]);
    assert_eq!(draw(42, 3, Rng::unit), [0.8143051451229099, 0.3188210400616611, 0.9838941681774888]);
    let mut items: Vec<u32> = (0..10).collect();
    Rng::new(42).shuffle(&mut items);
    assert_eq!(items, [5, 3, 1, 0, 9, 6, 4, 7, 2, 8]);
}

#[test]
fn derived_seeds_are_fixed() {
    assert_eq!(derive_seed(1, 2, 3), 7_702_586_659_592_502_839);
    // The first two numbers of SplitMix64 from state 0, as published with it.
    assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
    assert_eq!(mix(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
}
