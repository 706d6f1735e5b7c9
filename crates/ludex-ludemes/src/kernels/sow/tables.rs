//! The tables of a sowing: where seeds go, and what happens at the last place.

use super::conditions::{both, conjunction, place_or_none};
use super::make::{Arrival, HALT, Op, Spot, Step, Tables};
use super::seeds::{PLACES, Seeds, Test};
use crate::kernels::still::Still;
use crate::runtime::Bits;
use crate::runtime::code::{Bool, Gen, Int, Kind, Sow as Sowing};

impl Tables {
    /// The tables of a sowing.
    pub(super) fn read<const W: usize>(
        still: &mut Still<'_, W>,
        sow: &Sowing<W>,
        relay: Option<usize>,
        most: usize,
    ) -> Option<Tables> {
        let mut tables = Tables {
            places: still.rules.places,
            most,
            rows: Vec::new(),
            starts: [[0; PLACES]; 3],
            arrivals: Vec::new(),
            spots: Vec::new(),
            ops: Vec::new(),
            tracks: [Vec::new(), Vec::new(), Vec::new()],
            step: match (&sow.backtracking, &sow.forward) {
                (Some(_), _) => Some(Step::Backwards),
                (None, Some(_)) => Some(Step::Forwards),
                (None, None) => None,
            },
            relays: relay.is_some(),
        };
        tables.read_ways(still, sow)?;
        tables.read_captures(still, sow, relay)?;
        Some(tables)
    }

    /// Where the seeds go from each place, whatever their number.
    fn read_ways<const W: usize>(&mut self, still: &mut Still<'_, W>, sow: &Sowing<W>) -> Option<()> {
        let plain = sow.count.is_none()
            && matches!(sow.per_hole, Int::Const(1))
            && sow.effect.is_none()
            && sow.origin.is_none();
        if !plain {
            return None;
        }
        let rules = still.rules;
        for mover in 1..=2 {
            let owner = match &sow.track.owner {
                Some(owner) => Some(still.number(owner, mover, -1)?),
                None => None,
            };
            let fits = |number: &&u16| {
                let track = &rules.tracks[usize::from(**number)];
                owner.is_none_or(|owner| i32::from(track.owner) == owner || track.owner == 0)
            };
            let mut tracks = sow.track.candidates.iter().filter(fits);
            let track = &rules.tracks[usize::from(*tracks.next()?)];
            // Which track is meant must not depend on the place.
            if tracks.next().is_some() || !track.looped || track.sites.len() > PLACES {
                return None;
            }
            let sites: Vec<u8> =
                track.sites.iter().map(|&site| u8::try_from(site).ok()).collect::<Option<_>>()?;
            for start in 0..self.places {
                let mut skipped = [false; PLACES];
                for &site in &sites {
                    let to = i32::from(site);
                    skipped[usize::from(site)] = match &sow.skip {
                        None => false,
                        // A sowing that goes on begins elsewhere than the move.
                        Some(skip) if self.relays => still.condition(skip, mover, to)?,
                        Some(skip) => still.condition_after(skip, mover, to, start)?,
                    };
                }
                self.starts[mover][start] = self.rows.len() as u32;
                for seeds in 0..=self.most {
                    let (row, arrival) = way(&sites, &skipped, start, seeds, sow.include_self);
                    self.rows.push(row);
                    self.arrivals.push(arrival);
                }
            }
            self.tracks[mover] = sites;
        }
        Some(())
    }

    /// What happens where the last seed falls.
    fn read_captures<const W: usize>(
        &mut self,
        still: &mut Still<'_, W>,
        sow: &Sowing<W>,
        relay: Option<usize>,
    ) -> Option<()> {
        for mover in 1..=2 {
            for place in 0..self.places {
                let to = place as i32;
                let mut tests = |condition: Option<&Bool<W>>| match condition {
                    Some(condition) => both(&conjunction(still, condition, mover, to)?),
                    None => Some([Test::ALWAYS; 2]),
                };
                let when = tests(sow.when.as_ref())?;
                let goes_on = tests(sow.backtracking.as_ref().or(sow.forward.as_ref()))?;
                let first = self.ops.len() as u16;
                if let Some(apply) = &sow.apply {
                    self.read_effect(still, apply, relay, (mover, to))?;
                }
                let mut spot = Spot { when, ops: (first, self.ops.len() as u16), goes_on };
                self.ask_first(&mut spot);
                self.spots.push(spot);
            }
        }
        Some(())
    }

    /// Lets a condition on all that happens at a place be asked before anything, where nothing comes after it.
    fn ask_first(&self, spot: &mut Spot) {
        if self.step.is_some() || self.relays {
            return;
        }
        let (first, end) = spot.ops;
        if first == end {
            spot.when = [Test::NEVER; 2];
        }
        if let Some(&Op::Unless(test, left_out)) = self.ops.get(usize::from(first)).filter(|_| first < end)
            && first + 1 + left_out == end
            && spot.when[1] == Test::ALWAYS
        {
            spot.when[1] = test;
            spot.ops.0 += 1;
        }
    }

    fn read_effect<const W: usize>(
        &mut self,
        still: &mut Still<'_, W>,
        effect: &Gen<W>,
        relay: Option<usize>,
        bound: (usize, i32),
    ) -> Option<()> {
        let (mover, to) = bound;
        match effect {
            Gen::None => Some(()),
            Gen::All(parts) => parts.iter().try_for_each(|part| self.read_effect(still, part, relay, bound)),
            Gen::If(condition, yes, no) => {
                if let Some(holds) = still.condition(condition, mover, to) {
                    return self.read_effect(still, if holds { yes } else { no }, relay, bound);
                }
                let tests = conjunction(still, condition, mover, to)?;
                let first = self.ops.len();
                self.ops.extend(tests.iter().map(|&test| Op::Unless(test, 0)));
                self.read_effect(still, yes, relay, bound)?;
                self.ops.push(Op::Skip(0));
                let otherwise = self.ops.len();
                self.read_effect(still, no, relay, bound)?;
                let end = self.ops.len();
                for (at, &test) in (first..).zip(&tests) {
                    self.ops[at] = Op::Unless(test, (otherwise - at - 1) as u16);
                }
                self.ops[otherwise - 1] = Op::Skip((end - otherwise) as u16);
                Some(())
            }
            Gen::Leaf(leaf) => {
                let leaf = &still.rules.leaves[usize::from(*leaf)];
                if !leaf.then.is_empty() || !leaf.prior.is_empty() || leaf.binds {
                    return None;
                }
                match &leaf.kind {
                    Kind::MoveAgain => self.ops.push(Op::Again),
                    Kind::SetVar(var, place) if relay == Some(*var) => {
                        let place = still.number(place, mover, to)?;
                        // A place, or none.
                        self.ops.push(Op::Onward(match place {
                            -1 => HALT,
                            place if place == to => u8::try_from(place).ok()?,
                            _ => return None,
                        }));
                    }
                    Kind::FromTo { from, to: target, count, copy: false } => {
                        if from.when.is_some() || target.when.is_some() || target.apply.is_some() {
                            return None;
                        }
                        let from = still.region(from.region.as_ref()?, mover, to)?;
                        let target = still.region(target.region.as_ref()?, mover, to)?;
                        if from.is_empty() || target.is_empty() {
                            return Some(());
                        }
                        let (from, target) = (only(from)?, only(target)?);
                        self.ops.push(match count {
                            None => Op::Take { from, to: target, count: 1 },
                            // The places that were asked for are still what they were outside the move.
                            Some(Int::CountAt(at)) => {
                                let counted = place_or_none(still, at, mover, to)?;
                                Op::TakeAll { from, to: target, counted }
                            }
                            Some(count) => {
                                let count = u8::try_from(still.number(count, mover, to)?).ok()?;
                                Op::Take { from, to: target, count }
                            }
                        });
                    }
                    _ => return None,
                }
                Some(())
            }
            _ => None,
        }
    }
}

/// Follows so many seeds from a place: what it adds to each place, and where it ends.
fn way(
    sites: &[u8],
    skipped: &[bool; PLACES],
    start: usize,
    seeds: usize,
    include_self: bool,
) -> (Seeds, Arrival) {
    let mut row = Seeds([0; PLACES]);
    let mut arrival = Arrival { to: start as u8, index: 0, last: start as u8 };
    let Some(mut index) = sites.iter().position(|&site| usize::from(site) == start) else {
        return (row, arrival);
    };
    let (mut left, mut passed) = (seeds, 0);
    while left > 0 && passed <= sites.len() {
        index = (index + 1) % sites.len();
        arrival.to = sites[index];
        if skipped[usize::from(sites[index])] {
            passed += 1;
            continue;
        }
        if usize::from(sites[index]) == start && !include_self {
            index = (index + 1) % sites.len();
        }
        passed = 0;
        arrival.last = sites[index];
        row.0[usize::from(sites[index])] += 1;
        left -= 1;
    }
    row.0[start] = row.0[start].wrapping_add(left as u8).wrapping_sub(seeds as u8);
    arrival.index = index as u8;
    (row, arrival)
}

fn only<const W: usize>(places: Bits<W>) -> Option<u8> {
    if places.count() == 1 { Some(places.first()? as u8) } else { None }
}
