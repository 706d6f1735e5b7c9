//! A stream of numbers of any length, of which little is kept: mean, spread, ends, and a fine histogram.

use std::collections::BTreeMap;

use crate::{Sample, student_quantile};

/// What is known of numbers seen one by one, in memory that does not grow with their number.
///
/// Numbers are counted in cells a two-thousandth of their size wide, and each cell keeps the mean of what fell
/// into it. So quantiles are exact for whole numbers up to 4096, and otherwise off by less than one part in 2000.
///
/// ```
/// use ludex_stats::Stream;
///
/// let mut stream = Stream::default();
/// (1..=101).for_each(|n| stream.add(f64::from(n)));
/// assert_eq!((stream.median(), stream.min(), stream.max()), (51.0, 1.0, 101.0));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stream {
    sample: Sample,
    ends: Option<(f64, f64)>,
    cells: BTreeMap<i32, Cell>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Cell {
    count: u64,
    sum: f64,
}

/// One bar of a histogram.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bar {
    /// Where it begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// How many numbers lie in it.
    pub count: u64,
}

impl Stream {
    /// Adds a number; what is not a number is left out.
    pub fn add(&mut self, value: f64) {
        if value.is_nan() {
            return;
        }
        self.sample.add(value);
        self.ends = Some(self.ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))));
        let cell = self.cells.entry(cell_of(value)).or_default();
        cell.count += 1;
        cell.sum += value;
    }

    /// How many numbers there were.
    pub fn count(&self) -> u64 {
        self.sample.count()
    }

    /// Mean and spread.
    pub fn sample(&self) -> &Sample {
        &self.sample
    }

    /// The smallest; 0 of nothing.
    pub fn min(&self) -> f64 {
        self.ends.map_or(0.0, |ends| ends.0)
    }

    /// The largest; 0 of nothing.
    pub fn max(&self) -> f64 {
        self.ends.map_or(0.0, |ends| ends.1)
    }

    /// The number in the middle.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The number below which a share `p` of all lie; in the middle between two where there is no single one.
    pub fn quantile(&self, p: f64) -> f64 {
        let count = self.count();
        if count == 0 {
            return 0.0;
        }
        let place = p.clamp(0.0, 1.0) * (count - 1) as f64;
        let (below, above) = (self.ranked(place.floor() as u64), self.ranked(place.ceil() as u64));
        below + (above - below) * place.fract()
    }

    /// The number that comes at this place in ascending order.
    fn ranked(&self, place: u64) -> f64 {
        let mut left = place;
        for cell in self.cells.values() {
            if left < cell.count {
                return (cell.sum / cell.count as f64).clamp(self.min(), self.max());
            }
            left -= cell.count;
        }
        self.max()
    }

    /// The interval of the mean at this confidence, by Student's t.
    pub fn interval(&self, confidence: f64) -> (f64, f64) {
        let margin = self.margin(confidence);
        (self.sample.mean() - margin, self.sample.mean() + margin)
    }

    /// Half the width of that interval; infinite for fewer than two numbers.
    pub fn margin(&self, confidence: f64) -> f64 {
        if self.count() < 2 {
            return f64::INFINITY;
        }
        let t = student_quantile(0.5 + confidence / 2.0, self.count() - 1);
        t * self.sample.deviation() / (self.count() as f64).sqrt()
    }

    /// At most `most` bars of equal width that hold all numbers. Whole numbers get bars around whole numbers.
    pub fn bars(&self, most: usize) -> Vec<Bar> {
        let (low, high) = (self.min(), self.max());
        if self.count() == 0 || most == 0 {
            return Vec::new();
        }
        let whole = self.cells.values().all(|cell| (cell.sum / cell.count as f64).fract() == 0.0);
        let (start, width, bars) = if whole {
            let width = ((high - low + 1.0) / most as f64).ceil().max(1.0);
            (low - 0.5, width, ((high - low + 1.0) / width).ceil())
        } else if high > low {
            (low, (high - low) / most as f64, most as f64)
        } else {
            (low - 0.5, 1.0, 1.0)
        };
        let mut result: Vec<Bar> = (0..bars as usize)
            .map(|bar| Bar {
                low: start + bar as f64 * width,
                high: start + (bar + 1) as f64 * width,
                count: 0,
            })
            .collect();
        for cell in self.cells.values() {
            let bar = ((cell.sum / cell.count as f64 - start) / width).max(0.0) as usize;
            let last = result.len() - 1;
            result[bar.min(last)].count += cell.count;
        }
        result
    }
}

/// The cell of a number: its sign, exponent and first eleven binary digits, in ascending order.
fn cell_of(value: f64) -> i32 {
    // Both zeros are one number.
    let bits = (value + 0.0).to_bits();
    let size = ((bits & !(1 << 63)) >> 41) as i32;
    if bits >> 63 == 1 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_near_those_of_the_sorted_numbers() {
        let mut stream = Stream::default();
        let mut numbers: Vec<f64> = (0..5000).map(|i| (f64::from(i * 7919 % 5000) - 2500.0) * 0.37).collect();
        numbers.iter().for_each(|&number| stream.add(number));
        numbers.sort_by(f64::total_cmp);
        for p in [0.0, 0.01, 0.25, 0.5, 0.9, 1.0] {
            let exact = numbers[(p * 4999.0) as usize];
            let found = stream.quantile(p);
            assert!((found - exact).abs() <= 0.5 + exact.abs() / 2000.0, "{p}: {found} for {exact}");
        }
    }

    #[test]
    fn whole_numbers_have_exact_medians() {
        let mut stream = Stream::default();
        [3.0, 1000.0, 4000.0, 4000.0, 7.0].into_iter().for_each(|number| stream.add(number));
        assert_eq!(stream.median(), 1000.0);
        stream.add(1001.0);
        assert_eq!(stream.median(), 1000.5);
    }

    #[test]
    fn bars_hold_every_number_once() {
        let mut stream = Stream::default();
        (0..1000).for_each(|n| stream.add(f64::from(n % 17)));
        let bars = stream.bars(40);
        assert_eq!(bars.len(), 17);
        assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), 1000);
        assert_eq!((bars[0].low, bars[0].count), (-0.5, 59));
    }

    #[test]
    fn nothing_is_left_out_but_what_is_no_number() {
        let mut stream = Stream::default();
        [f64::NAN, 0.0, -0.0].into_iter().for_each(|number| stream.add(number));
        assert_eq!((stream.count(), stream.cells.len()), (2, 1));
        assert_eq!(stream.interval(0.95), (0.0, 0.0));
    }
}
