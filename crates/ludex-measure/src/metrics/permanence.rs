//! Permanence: how much of a gain outlasts the answer (the concept is C. Browne's; the formula is stated here).
//!
//! Of all that moves gained for their movers, the share that is still there after the next move of another side.

use super::{Column, Metric};
use crate::ply::{Ended, Ply};

/// Sums up gains, and what is left of them one move of another side later.
#[derive(Default)]
pub(crate) struct Permanence {
    /// The last mover's side, its standing before the move, and what it gained.
    last: Option<(usize, f64, f64)>,
    gained: f64,
    kept: f64,
}

impl Metric for Permanence {
    const COLUMNS: &'static [Column] = &[Column {
        name: "permanence",
        title: "Permanence",
        unit: "% of gains",
        what: "the share of the standing gained by moves that is left after the next move of another side",
        variant: false,
    }];

    fn observe(&mut self, ply: &Ply) {
        let Some(worth) = ply.worth else { return };
        if let Some((side, before, gain)) = self.last
            && side != ply.side
            && gain > 0.0
        {
            self.gained += gain;
            self.kept += (worth.after[side] - before).clamp(0.0, gain);
        }
        self.last = Some((ply.side, worth.before[ply.side], worth.gain(ply.side)));
    }

    fn end(&mut self, _: Ended, _: u32, values: &mut Vec<f64>) {
        values.push(if self.gained > 0.0 { 100.0 * self.kept / self.gained } else { f64::NAN });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ply::Worth;
    use ludex_core::{Journey, Survey};

    #[test]
    fn a_gain_that_is_half_undone_is_half_permanent() {
        let survey = Survey::default();
        let mut metric = Permanence::default();
        for (side, before, after) in [(0, 0.0, 0.4), (1, 0.4, 0.2), (0, 0.2, 0.2)] {
            let (before, after) = ([before, -before], [after, -after]);
            let (leader_before, leader_after) = (None, None);
            let worth = Worth {
                before: &before,
                after: &after,
                leader_before,
                leader_after,
                held: None,
                options: None,
            };
            let (journey, worth) = (Journey::default(), Some(worth));
            let (before, after) = (&survey, &survey);
            metric.observe(&Ply {
                number: 1,
                player: side,
                side,
                legal: 1,
                journey,
                before,
                after,
                key: 0,
                worth,
            });
        }
        let mut values = Vec::new();
        metric.end(Ended::Drawn, 3, &mut values);
        // Of 0.4 gained 0.2 was left; of the answer's 0.2 all was.
        assert!((values[0] - 100.0 * 0.4 / 0.6).abs() < 1e-9, "{values:?}");
    }
}
