//! Boards in several layers, laid out flat.

use super::{Line, Scene, Site, SiteId};

/// Heights that differ by less are one layer.
const SAME_LAYER: f32 = 0.05;
/// The space left between two layers laid side by side, in board units.
const GAP: f32 = 1.5;

impl Scene {
    /// The heights at which sites lie, lowest first.
    pub fn layer_heights(&self) -> Vec<f32> {
        let mut heights: Vec<f32> = self.sites.iter().map(|site| site.at[2]).collect();
        heights.sort_by(f32::total_cmp);
        heights.dedup_by(|a, b| (*a - *b).abs() < SAME_LAYER);
        heights
    }

    /// The sites that carry a ball laid on `site`: those of the next layer down that touch it.
    pub fn supports(&self, site: SiteId) -> Vec<SiteId> {
        let top = self.sites[site as usize].at;
        let carries = |below: &Site| {
            let [dx, dy, dz] = [0, 1, 2].map(|axis| (below.at[axis] - top[axis]).abs());
            below.at[2] < top[2] - SAME_LAYER && dx < 0.75 && dy < 0.75 && dz < 0.95
        };
        (0..self.sites.len() as SiteId).filter(|&below| carries(&self.sites[below as usize])).collect()
    }

    /// Whether a piece could be laid on an empty site: everything beneath it is filled.
    pub fn is_open(&self, site: SiteId) -> bool {
        self.supports(site).iter().all(|&below| self.is_filled(below))
    }

    /// Whether a piece lies on a site.
    pub fn is_filled(&self, site: SiteId) -> bool {
        self.pieces.iter().any(|piece| piece.site == site && piece.count > 0)
    }

    /// The same scene with the layers side by side on the ground, the lowest at the left, their first rows on a
    /// line. Sites keep their numbers.
    pub fn side_by_side(&self) -> Scene {
        let heights = self.layer_heights();
        if heights.len() < 2 {
            return self.clone();
        }
        let mut flat = self.clone();
        let mut left = 0.0;
        let mut shifts = Vec::new();
        for &height in &heights {
            let here = || self.sites.iter().filter(|site| same_layer(site.at[2], height));
            let low = |axis: usize| here().map(|site| site.at[axis]).fold(f32::MAX, f32::min);
            let right = here().map(|site| site.at[0]).fold(f32::MIN, f32::max);
            shifts.push([left - low(0), -low(1)]);
            left += right - low(0) + GAP;
        }
        let place = |at: [f32; 3]| {
            let layer = heights.iter().position(|&height| same_layer(at[2], height));
            layer.map(|layer| [at[0] + shifts[layer][0], at[1] + shifts[layer][1], 0.0])
        };
        for site in &mut flat.sites {
            site.at = place(site.at).unwrap_or(site.at);
        }
        flat.lines = (self.lines.iter())
            .filter(|line| same_layer(line.from[2], line.to[2]))
            .filter_map(|line| Some(Line { from: place(line.from)?, to: place(line.to)? }))
            .collect();
        flat
    }
}

fn same_layer(a: f32, b: f32) -> bool {
    (a - b).abs() < SAME_LAYER
}
