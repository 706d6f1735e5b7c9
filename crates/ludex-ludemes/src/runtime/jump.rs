//! Jumps along a line over others.

use super::Bits;
use super::tables::Ray;

/// What is jumped over and where a jump may land.
pub(super) struct Jump<const W: usize> {
    pub(super) hurdles: Bits<W>,
    pub(super) landings: Bits<W>,
    pub(super) before: usize,
    pub(super) range: (usize, usize),
    pub(super) after: usize,
}

impl<const W: usize> Jump<W> {
    /// Goes through the jumps along the rays of a place: the landing, and what tells it from others.
    pub(super) fn each(&self, rays: &[Ray], mut then: impl FnMut(usize, i32)) {
        let (min, max) = self.range;
        for (index, ray) in rays.iter().enumerate() {
            let mut start = 0;
            loop {
                let over = ray.iter().skip(start).take(max);
                let hurdles = over.take_while(|&&site| self.hurdles.has(usize::from(site))).count();
                if hurdles >= min {
                    for jumped in min.max(usize::from(min > 0))..=hurdles {
                        let aux = (index << 8 | start << 4 | jumped) as i32;
                        let landings = ray.iter().skip(start + jumped).take(self.after + 1);
                        let landings = landings.map(|&site| usize::from(site));
                        landings.take_while(|&site| self.landings.has(site)).for_each(|site| then(site, aux));
                    }
                }
                match ray.get(start) {
                    Some(&site) if start < self.before && self.landings.has(usize::from(site)) => start += 1,
                    _ => break,
                }
            }
        }
    }
}
