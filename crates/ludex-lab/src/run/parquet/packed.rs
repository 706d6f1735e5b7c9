//! Numbers packed the way Parquet knows.
//!
//! Nearly all columns of a run are small numbers, or a few values again and again. Packed into as few bits as they
//! need they take less room than compressed, and a fraction of the time.

/// Whether the value of a column is there in each row, as runs of equal answers.
#[derive(Clone, Default)]
pub(super) struct Present {
    runs: Vec<(bool, u64)>,
    rows: u64,
}

impl Present {
    /// Adds a row.
    #[inline(always)]
    pub(super) fn add(&mut self, present: bool) {
        self.add_many(present, 1);
    }

    /// Adds rows that are alike.
    #[inline(always)]
    pub(super) fn add_many(&mut self, present: bool, rows: u64) {
        self.rows += rows;
        match self.runs.last_mut() {
            Some((last, many)) if *last == present => *many += rows,
            _ => self.runs.push((present, rows)),
        }
    }

    /// Forgets all rows.
    pub(super) fn clear(&mut self) {
        self.runs.clear();
        self.rows = 0;
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// Whether no row has a value.
    pub(super) fn nowhere(&self) -> bool {
        self.runs.iter().all(|(present, _)| !present)
    }

    /// The answers as levels, one for each row.
    pub(super) fn levels(&self) -> Vec<i16> {
        let runs = self.runs.iter();
        runs.flat_map(|&(present, rows)| std::iter::repeat_n(i16::from(present), rows as usize)).collect()
    }

    /// The levels as the beginning of a page: their length and runs.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let at = out.len();
        out.extend([0; 4]);
        for &(present, rows) in &self.runs {
            varint(out, rows << 1);
            out.push(u8::from(present));
        }
        let length = (out.len() - at - 4) as u32;
        out[at..at + 4].copy_from_slice(&length.to_le_bytes());
    }
}

/// A number in as many bytes as it needs, seven bits each.
pub(super) fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Small numbers of both signs as small numbers.
fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

/// Numbers by their differences (`DELTA_BINARY_PACKED`): blocks of 128 in four parts of 32, each with as many bits as
/// its largest difference needs.
pub(super) fn differences(out: &mut Vec<u8>, values: &[i64]) {
    const BLOCK: usize = 128;
    const PART: usize = 32;
    varint(out, BLOCK as u64);
    varint(out, (BLOCK / PART) as u64);
    varint(out, values.len() as u64);
    varint(out, zigzag(values.first().copied().unwrap_or(0)));
    let mut at = 1;
    // Columns of nothing but zeros are frequent: no differences in any block.
    let first = values.first().copied().unwrap_or(0);
    if values.iter().fold(0, |all, &value| all | (value ^ first)) == 0 {
        out.resize(out.len() + (1 + BLOCK / PART) * values.len().saturating_sub(1).div_ceil(BLOCK), 0);
        return;
    }
    let mut block = [0i64; BLOCK];
    while at < values.len() {
        let count = BLOCK.min(values.len() - at);
        for (off, pair) in block.iter_mut().zip(values[at - 1..at + count].windows(2)) {
            *off = pair[1].wrapping_sub(pair[0]);
        }
        let least = block[..count].iter().copied().min().unwrap_or(0);
        // Places after the last value are packed too, as nothing.
        block[count..].fill(least);
        varint(out, zigzag(least));
        let mut bits = [0; BLOCK / PART];
        for (bits, part) in bits.iter_mut().zip(block.chunks_exact(PART)) {
            let all = part.iter().fold(0, |all, &off| all | off.wrapping_sub(least) as u64);
            *bits = 64 - all.leading_zeros() as u8;
        }
        out.extend(bits);
        for (part, bits) in block.chunks_exact(PART).zip(bits) {
            pack(out, part.iter().map(|&off| off.wrapping_sub(least) as u64), u32::from(bits));
        }
        at += count;
    }
}

/// Numbers below `kinds` as places in a list (`RLE_DICTIONARY`): the number of bits, then all numbers packed, or one
/// run if they are all the same.
pub(super) fn places(out: &mut Vec<u8>, values: &[u32], kinds: usize) {
    let bits = (usize::BITS - kinds.saturating_sub(1).leading_zeros()).max(1);
    out.push(bits as u8);
    let Some(&first) = values.first() else { return };
    if values.iter().all(|&value| value == first) {
        run(out, first, values.len() as u64, bits);
    } else {
        let groups = values.len().div_ceil(8);
        varint(out, (groups as u64) << 1 | 1);
        let filled = values.iter().copied().chain(std::iter::repeat_n(0, 8 * groups - values.len()));
        pack(out, filled.map(u64::from), bits);
    }
}

/// The same for numbers that come in runs, given with how often they come.
pub(super) fn places_in_runs(out: &mut Vec<u8>, runs: &[(u32, u64)], kinds: usize) {
    let bits = (usize::BITS - kinds.saturating_sub(1).leading_zeros()).max(1);
    out.push(bits as u8);
    for &(value, many) in runs {
        run(out, value, many, bits);
    }
}

fn run(out: &mut Vec<u8>, value: u32, many: u64, bits: u32) {
    varint(out, many << 1);
    out.extend(&value.to_le_bytes()[..bits.div_ceil(8) as usize]);
}

/// Numbers of so many bits each, lowest first; all together must fill whole bytes.
#[inline(always)]
fn pack(out: &mut Vec<u8>, values: impl Iterator<Item = u64>, bits: u32) {
    if bits == 0 {
        return;
    }
    if bits <= 32 {
        let (mut held, mut many) = (0u64, 0);
        for value in values {
            held |= value << many;
            many += bits;
            if many >= 32 {
                out.extend((held as u32).to_le_bytes());
                held >>= 32;
                many -= 32;
            }
        }
        out.extend(&held.to_le_bytes()[..many.div_ceil(8) as usize]);
    } else {
        let (mut held, mut many) = (0u128, 0);
        for value in values {
            held |= u128::from(value) << many;
            many += bits;
            while many >= 8 {
                out.push(held as u8);
                held >>= 8;
                many -= 8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Rng;

    /// Reads what [`varint`] wrote.
    fn number(bytes: &mut &[u8]) -> u64 {
        let mut value = 0;
        for shift in (0..).step_by(7) {
            let byte = bytes[0];
            *bytes = &bytes[1..];
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        value
    }

    fn signed(bytes: &mut &[u8]) -> i64 {
        let value = number(bytes);
        (value >> 1) as i64 ^ -((value & 1) as i64)
    }

    /// Number `at` of numbers of so many bits.
    fn unpacked(bytes: &[u8], bits: usize, at: usize) -> u64 {
        (0..bits)
            .map(|bit| at * bits + bit)
            .enumerate()
            .fold(0, |value, (bit, at)| value | u64::from(bytes[at / 8] >> (at % 8) & 1) << bit)
    }

    /// The reader that the format describes, written without regard for speed.
    fn read_differences(mut bytes: &[u8]) -> Vec<i64> {
        let (block, parts, count) = (number(&mut bytes), number(&mut bytes), number(&mut bytes));
        let part = (block / parts) as usize;
        let mut values = vec![signed(&mut bytes)];
        while values.len() < count as usize {
            let least = signed(&mut bytes);
            let (widths, rest) = bytes.split_at(parts as usize);
            bytes = rest;
            for &bits in widths {
                for at in 0..part {
                    let off = unpacked(bytes, bits as usize, at) as i64;
                    values.push(values[values.len() - 1].wrapping_add(least).wrapping_add(off));
                }
                bytes = &bytes[part * bits as usize / 8..];
            }
        }
        assert!(bytes.is_empty());
        values.truncate(count as usize);
        values
    }

    #[test]
    fn differences_read_back() {
        let mut rng = Rng::new(1);
        for count in [1, 2, 31, 129, 130, 1000] {
            let columns: [Vec<i64>; 6] = [
                vec![7; count],
                (0..count as i64).collect(),
                (0..count).map(|_| i64::from(rng.below(100)) - 50).collect(),
                (0..count).map(|_| rng.bits() as i64).collect(),
                (0..count).map(|at| if at % 2 == 0 { i64::MIN } else { i64::MAX }).collect(),
                (0..count).map(|_| (rng.bits() >> 24) as i64).collect(),
            ];
            for values in columns {
                let mut out = Vec::new();
                differences(&mut out, &values);
                assert_eq!(read_differences(&out), values);
            }
        }
    }

    #[test]
    fn places_read_back() {
        let mut rng = Rng::new(2);
        for (count, kinds) in [(1, 1), (9, 2), (1000, 3), (77, 300), (5000, 70_000)] {
            let values: Vec<u32> = (0..count).map(|_| rng.below(kinds as u32)).collect();
            let mut out = Vec::new();
            places(&mut out, &values, kinds);
            let bits = out[0] as usize;
            assert!(kinds <= 1 << bits && (bits == 1 || kinds > 1 << (bits - 1)));
            let mut bytes = &out[1..];
            let head = number(&mut bytes);
            if head & 1 == 1 {
                assert_eq!(
                    (bytes.len(), head >> 1),
                    (bits * values.len().div_ceil(8), values.len().div_ceil(8) as u64)
                );
                let read: Vec<u32> = (0..values.len()).map(|at| unpacked(bytes, bits, at) as u32).collect();
                assert_eq!(read, values);
            } else {
                assert_eq!((head >> 1, bytes[0]), (values.len() as u64, values[0] as u8));
            }
        }
    }
}
