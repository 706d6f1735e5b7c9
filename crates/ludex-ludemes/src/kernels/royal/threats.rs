//! What is worked out once from the moves of all pieces: lines, and from where each place is threatened.

use super::moves::{Act, Army, Reach, Side};
use super::read::Reader;
use crate::runtime::Bits;

impl<const W: usize> Reader<'_, W> {
    /// Notes what lies between two places of a slide; there must be one line at most.
    pub(super) fn draw_lines(&self, army: &mut Army<W>) -> Option<()> {
        let sites = army.sites;
        let mut drawn = vec![false; sites * sites];
        for leg in army.sides.iter().flat_map(|side| &side.legs) {
            let Reach::Far(rays) = &leg.reach else { continue };
            for (from, rays) in rays.iter().enumerate() {
                for ray in rays {
                    for to in ray.places.iter() {
                        let near = if ray.falls { &army.higher[to] } else { &army.lower[to] };
                        let between = ray.places.and(near);
                        let pair = from * sites + to;
                        if std::mem::replace(&mut drawn[pair], true) && army.between[pair] != between {
                            return None;
                        }
                        army.between[pair] = between;
                    }
                }
            }
        }
        Some(())
    }

    /// Notes from where pieces take on each place.
    pub(super) fn find_threats(&self, side: &mut Side<W>) -> Option<()> {
        let sites = self.rules.tables.sites;
        let add = |list: &mut Vec<(u8, Vec<Bits<W>>)>, kind: u8, from: usize, targets: Bits<W>| {
            let known = list.iter().position(|(known, _)| *known == kind);
            let at = known.unwrap_or_else(|| {
                list.push((kind, vec![Bits::EMPTY; sites]));
                list.len() - 1
            });
            targets.iter().for_each(|to| list[at].1[to].insert(from));
        };
        for leg in &side.legs {
            if let Reach::Near(targets) = &leg.reach
                && leg.onto.empty
            {
                leg.starts.iter().for_each(|from| add(&mut side.quiet, leg.kind, from, targets[from]));
            }
        }
        for leg in side.legs.iter().filter(|leg| leg.onto.enemy) {
            // Places left pending are empty: no royal piece is there.
            if matches!(leg.reach, Reach::Pending(_)) {
                continue;
            }
            // Whether a move that asks for more than a place threatens is not known beforehand.
            if leg.marked || !leg.tests.is_empty() {
                return None;
            }
            for from in leg.starts.iter() {
                match &leg.reach {
                    Reach::Near(targets) => add(&mut side.near, leg.kind, from, targets[from]),
                    Reach::Far(rays) => {
                        for ray in &rays[from] {
                            add(&mut side.far, leg.kind, from, ray.places.minus(&ray.skipped));
                        }
                    }
                    Reach::Pending(_) => {}
                }
            }
        }
        Some(())
    }
}

impl<const W: usize> Army<W> {
    /// Whether only places are left pending that are empty then: the origin of the move, or what it has passed over.
    pub(super) fn leaves_empty_places_pending(&self) -> bool {
        self.sides.iter().flat_map(|side| &side.legs).all(|leg| {
            let shifts = leg.ops.iter().any(|op| matches!(op.act, Act::Shift(..)));
            leg.ops.iter().all(|op| {
                let Act::Pend(spot) = &op.act else { return true };
                let passed = |from: usize, to: usize| {
                    let pair = from * self.sites + to;
                    let place = usize::try_from(spot[pair]);
                    place.is_ok_and(|place| place == from || self.between[pair].has(place))
                };
                !shifts && leg.pairs().into_iter().all(|(from, to)| passed(from, to))
            })
        })
    }
}
