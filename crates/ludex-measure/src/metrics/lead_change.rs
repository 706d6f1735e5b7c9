//! Lead change: how many moves would turn the lead over.
//!
//! A move does so if another side leads after it than the one that led last. The study's text says the same (the
//! sign flips between plus and minus); its program counts every move unless the same side leads before and after, so
//! that leaving, touching or staying at an even score counts.

use super::{Column, Metric, mean};
use crate::ply::{Ended, NOBODY, Options, Ply, Worth, count};

/// Counts legal moves that change who leads.
#[derive(Default)]
pub(crate) struct LeadChange {
    changes: u64,
    pub(super) not_kept: u64,
    turns: u32,
}

/// How many options give the lead to a side other than the one that led last, and after how many the side that
/// leads now does not lead.
fn changes(worth: &Worth, options: &Options, side: usize) -> (u64, u64) {
    let own = options.own;
    if !options.leaders.is_empty() {
        let others = |held: u8| options.leaders.iter().filter(|&&leader| leader != held).count() as u64;
        let free = options.leaders.iter().filter(|&&leader| leader == NOBODY).count() as u64;
        let changes = worth.held.map_or(0, |held| others(held) - free);
        return (changes, worth.leader_before.map_or(own.len() as u64, others));
    }
    // Between two sides the sign of the mover's standing says it all.
    let above = count(own, |standing| standing > 0.0);
    let below = count(own, |standing| standing < 0.0);
    let mine = |leader: u8| usize::from(leader) == side;
    let changes = worth.held.map_or(0, |held| if mine(held) { below } else { above });
    let kept = worth.leader_before.map_or(0, |leader| if mine(leader) { above } else { below });
    (changes, own.len() as u64 - kept)
}

impl Metric for LeadChange {
    const COLUMNS: &'static [Column] = &[
        Column {
            name: "lead_change",
            title: "Lead change",
            unit: "legal moves",
            what: "the mean number of legal moves at a turn that would give the lead to another side",
            variant: false,
        },
        Column {
            name: "lead_change_study",
            title: "Lead change (even scores count)",
            unit: "legal moves",
            what: "the same, counting every move unless the same side leads before and after it, as the study's program",
            variant: true,
        },
    ];

    fn observe(&mut self, ply: &Ply) {
        let Some(worth) = ply.worth else { return };
        let Some(options) = &worth.options else { return };
        let (changes, not_kept) = changes(&worth, options, ply.side);
        self.changes += changes;
        self.not_kept += not_kept;
        self.turns += 1;
    }

    fn end(&mut self, _: Ended, _: u32, values: &mut Vec<f64>) {
        values.push(mean(self.changes as f64, self.turns));
        values.push(mean(self.not_kept as f64, self.turns));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(before: &[f64], held: Option<u8>) -> Worth<'_> {
        let leader_before = crate::ply::leader(before);
        Worth { before, after: before, leader_before, leader_after: None, held, options: None }
    }

    #[test]
    fn only_the_other_side_takes_the_lead() {
        let own = [0.5, 0.0, -0.5, -0.1];
        let options = Options { own: &own, leaders: &[] };
        assert_eq!(changes(&worth(&[0.2, -0.2], Some(0)), &options, 0), (2, 3));
        assert_eq!(changes(&worth(&[0.2, -0.2], Some(0)), &options, 1), (1, 2));
        // At an even score the side that led last still holds the lead.
        assert_eq!(changes(&worth(&[0.0, 0.0], Some(0)), &options, 0), (2, 4));
        assert_eq!(changes(&worth(&[0.0, 0.0], None), &options, 0), (0, 4));
    }

    #[test]
    fn among_three_sides_the_leaders_are_listed() {
        let options = Options { own: &[0.0; 4], leaders: &[0, 1, 2, NOBODY] };
        assert_eq!(changes(&worth(&[0.3, 0.1, -0.4], Some(0)), &options, 1), (2, 3));
    }
}
