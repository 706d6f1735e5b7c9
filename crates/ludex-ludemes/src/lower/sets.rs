//! Conditions on a target as set algebra: instead of testing every place, the set of places where a condition
//! holds is computed at once, with a few operations on bits.

use crate::runtime::code::{Bool, FromClause, Int, Region};

use super::Lower;

/// The name a condition is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    To,
    From,
}

impl<const W: usize> Lower<W> {
    /// Moves as much of a condition on `to` as possible into the set of targets.
    pub(super) fn sift_to(
        &self,
        region: Option<Region<W>>,
        when: Option<Bool<W>>,
    ) -> (Option<Region<W>>, Option<Bool<W>>) {
        match region {
            Some(region) => {
                let (region, when) = self.sift(region, when, Name::To);
                (Some(region), when)
            }
            None => (None, when),
        }
    }

    /// Moves as much of a condition on `from` as possible into the set of origins.
    pub(super) fn sift_from(&self, region: Option<Region<W>>, when: Option<Bool<W>>) -> FromClause<W> {
        match region {
            Some(region) => {
                let (region, when) = self.sift(region, when, Name::From);
                FromClause { region: Some(region), when }
            }
            None => FromClause { region: None, when },
        }
    }

    fn sift(&self, region: Region<W>, when: Option<Bool<W>>, name: Name) -> (Region<W>, Option<Bool<W>>) {
        let parts = match when {
            None => return (region, None),
            Some(Bool::And(parts)) => parts,
            Some(other) => vec![other],
        };
        let mut sets = vec![region];
        let mut rest = Vec::new();
        for part in parts {
            match self.as_set(&part, name) {
                Some(set) => sets.push(set),
                None => rest.push(part),
            }
        }
        let region = match sets.len() {
            1 => sets.remove(0),
            _ => Region::Intersection(sets),
        };
        let when = match rest.len() {
            0 => None,
            1 => Some(rest.remove(0)),
            _ => Some(Bool::And(rest)),
        };
        (region, when)
    }

    /// The set of places for which a condition holds, if set algebra can say it.
    fn as_set(&self, condition: &Bool<W>, name: Name) -> Option<Region<W>> {
        let is_name = |int: &Int<W>| matches!((int, name), (Int::To, Name::To) | (Int::From, Name::From));
        let everywhere = || Region::Const(self.everywhere());
        match condition {
            Bool::And(parts) => Some(Region::Intersection(
                parts.iter().map(|part| self.as_set(part, name)).collect::<Option<_>>()?,
            )),
            Bool::Or(parts) => {
                Some(Region::Union(parts.iter().map(|part| self.as_set(part, name)).collect::<Option<_>>()?))
            }
            Bool::Not(part) => {
                Some(Region::Difference(Box::new(everywhere()), Box::new(self.as_set(part, name)?)))
            }
            // Only sets that do not themselves depend on the name.
            Bool::IsIn(sites, region) if sites.len() == 1 && is_name(&sites[0]) && !depends(region) => {
                Some(region.as_ref().clone())
            }
            Bool::IsEmpty(site) if is_name(site) => Some(Region::Difference(
                Box::new(everywhere()),
                Box::new(Region::Occupied {
                    who: vec![crate::runtime::code::Role::All],
                    whats: None,
                    within: self.everywhere(),
                }),
            )),
            Bool::IsFlat(site) if is_name(site) => Some(Region::Platforms),
            _ => None,
        }
    }
}

/// Whether a set may depend on what a generator binds: only plain sets are known not to.
fn depends<const W: usize>(region: &Region<W>) -> bool {
    match region {
        Region::Const(_) | Region::Empty | Region::Occupied { whats: None, .. } => false,
        Region::ByPlayer(_, who) => {
            !matches!(who.as_ref(), Int::Mover | Int::Next | Int::Prev | Int::Const(_))
        }
        Region::Union(parts) | Region::Intersection(parts) => parts.iter().any(depends),
        Region::Difference(a, b) => depends(a) || depends(b),
        _ => true,
    }
}
