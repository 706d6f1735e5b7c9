//! Stones that are taken when others enclose them in a row, on at most 64 places.

use super::status::{ENEMY, OWN, removes, status};
use crate::runtime::code::{Gen, Int, Kind};
use crate::runtime::rules::Rules;

/// The most rows that a stone may enclose, with every length of each.
const ROWS: usize = 16;

/// A row that is taken: the stones in it, the one that closes it, and the last of those taken.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    between: u64,
    end: u64,
    far: u8,
}

/// What a stone on each place may take.
#[derive(Clone, Debug)]
pub(super) struct Takes {
    /// Without an enemy on one of these places nothing is taken.
    near: Box<[u64; 64]>,
    /// In the order in which they are taken.
    rows: Box<[[Row; ROWS]; 64]>,
    counts: Box<[u8; 64]>,
}

impl Takes {
    /// What follows from a stone, if it is that enclosed stones are taken.
    pub(super) fn of<const W: usize>(rules: &Rules<W>, then: &Gen<W>) -> Option<Takes> {
        let leaf = |moves: &Gen<W>| match moves {
            Gen::Leaf(leaf) => Some(&rules.leaves[usize::from(*leaf)]),
            _ => None,
        };
        let enclosing = leaf(then)?;
        let Kind::Custodial { from, dirs, range, target, friend, effect } = &enclosing.kind else {
            return None;
        };
        let (Int::LastTo { .. }, [table], (Int::Const(min), Int::Const(max))) =
            (from, &dirs.by_facing[..], range)
        else {
            return None;
        };
        let taking = leaf(effect)?;
        let plain = [enclosing, taking].iter().all(|leaf| leaf.then.is_empty() && leaf.prior.is_empty());
        let fits = plain
            && dirs.towards.is_none()
            && rules.tables.sites <= 64
            && status(target, &|int| matches!(int, Int::Between))? == ENEMY
            && status(friend, &|int| matches!(int, Int::To))? == OWN
            && removes(&taking.kind, &|int| matches!(int, Int::Between));
        if !fits {
            return None;
        }
        let (min, max) = ((*min).max(1) as usize, (*max).max(1) as usize);
        let mut takes = Takes {
            near: Box::new([0; 64]),
            rows: Box::new([[Row::default(); ROWS]; 64]),
            counts: Box::new([0; 64]),
        };
        for (place, rays) in rules.tables.dirs[usize::from(*table)].rays.iter().enumerate() {
            let mut rows = Vec::new();
            for ray in rays {
                for length in min..=max.min(ray.len().saturating_sub(1)) {
                    let between = ray[..length].iter().fold(0, |bits, &site| bits | 1u64 << site);
                    rows.push(Row { between, end: 1 << ray[length], far: ray[length - 1] as u8 });
                    takes.near[place] |= 1 << ray[0];
                }
            }
            takes.rows[place].get_mut(..rows.len())?.copy_from_slice(&rows);
            takes.counts[place] = rows.len() as u8;
        }
        Some(takes)
    }

    /// The stones that a stone on a place takes.
    #[inline]
    pub(super) fn taken(&self, place: usize, own: u64, other: u64) -> u64 {
        let place = place % 64;
        if self.near[place] & other == 0 {
            return 0;
        }
        let mut taken = 0;
        for row in &self.rows[place][..usize::from(self.counts[place]).min(ROWS)] {
            let closed = (other & row.between == row.between) & (own & row.end != 0);
            taken |= if closed { row.between } else { 0 };
        }
        taken
    }

    /// The stone that is taken last.
    pub(super) fn last(&self, place: usize, own: u64, other: u64) -> Option<usize> {
        let rows = &self.rows[place % 64][..usize::from(self.counts[place % 64]).min(ROWS)];
        let closed = |row: &&Row| other & row.between == row.between && own & row.end != 0;
        rows.iter().rev().find(closed).map(|row| usize::from(row.far))
    }
}
