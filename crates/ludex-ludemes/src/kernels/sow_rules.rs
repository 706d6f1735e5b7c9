//! Which rules are those of a sowing game, and its tables.

use super::sow::{Arrival, MANY, Op, PLACES, Seeds, Sign, Sow, Spot, Step, Test, Tests};
use super::still::Still;
use crate::runtime::code::{Bool, EndRule, Gen, Int, Kind, Region, Role, Sow as Sowing};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, State};

/// Games with more seeds are left to the general rules.
const MOST_SEEDS: usize = 160;

/// How many seeds of one place a condition is about, and which numbers fulfil it.
type Counted = (u8, u64);

impl<const W: usize> Sow<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>, start: &State<W>) -> Option<Sow<W>> {
        let meta = &rules.meta;
        let plain = rules.players == 2
            && rules.counts
            && !rules.marks
            && !rules.draws
            && !rules.needs_history
            && rules.components.len() == 2
            && rules.places < PLACES
            && !(meta.swap || meta.gravity || meta.pin || meta.no_stack_on_fallen)
            && meta.no_repeat.is_none();
        if !plain {
            return None;
        }
        let fits = |&phase: &usize| rules.phases[phase].next.is_empty();
        (0..rules.phases.len()).filter(fits).find_map(|phase| Sow::in_phase(rules, start, phase))
    }

    fn in_phase(rules: &Rules<W>, start: &State<W>, phase: usize) -> Option<Sow<W>> {
        let mut still = Still::new(rules);
        let (moves, feeding) = match &rules.phases[phase].play {
            Gen::Afterwards { moves, when } => (&**moves, Some(&**when)),
            moves => (moves, None),
        };
        let Gen::Leaf(leaf) = moves else { return None };
        let chosen = &rules.leaves[usize::from(*leaf)];
        let (Kind::Select { from, to: None }, [Gen::Leaf(then)]) = (&chosen.kind, &chosen.then[..]) else {
            return None;
        };
        let sowing = &rules.leaves[usize::from(*then)];
        let Kind::Sow(sow) = &sowing.kind else { return None };
        if chosen.binds || !chosen.prior.is_empty() || !sowing.then.is_empty() || !sowing.prior.is_empty() {
            return None;
        }
        let region = from.region.as_ref()?;
        let (laps, region) = match region {
            Region::If(condition, again, first) if is_again(condition) && is_last_hole(again) => {
                (true, &**first)
            }
            region => (false, region),
        };
        let sides = still.by_mover(region)?;
        let (name, numbers) = counted(&mut still, from.when.as_ref()?, &mut |at, _| match at {
            Int::From => Some(0),
            _ => None,
        })?;
        let least = threshold(numbers).filter(|&least| name == 0 && least > 0)?;
        let total: usize = (0..rules.places).map(|place| usize::from(start.count(place))).sum();
        let most = total.clamp(1, MOST_SEEDS);
        if total > MOST_SEEDS {
            return None;
        }
        let mut game = Sow {
            phase: phase as u8,
            what: 1,
            places: rules.places,
            most,
            sides: low([sides[0], sides[1], sides[2]]),
            least,
            laps,
            keep: (0..PLACES).map(keep_all_but).collect(),
            rows: Vec::new(),
            arrivals: Vec::new(),
            spots: Vec::new(),
            ops: Vec::new(),
            tracks: [Vec::new(), Vec::new(), Vec::new()],
            step: match (&sow.backtracking, &sow.forward) {
                (Some(_), _) => Some(Step::Backwards),
                (None, Some(_)) => Some(Step::Forwards),
                (None, None) => None,
            },
            feeds: None,
            ends: Vec::new(),
        };
        game.read_ways(&mut still, sow)?;
        game.read_captures(&mut still, sow)?;
        if let Some(feeding) = feeding {
            // Who comes next after a move that lets the mover move again is another question.
            if game.ops.contains(&Op::Again) {
                return None;
            }
            game.feeds = Some(some_have(&mut still, feeding)?);
        }
        for rule in rules.phases[phase].end.iter().chain(&rules.end) {
            let EndRule::If(condition, inner, Some(verdict)) = rule else { return None };
            if !inner.is_empty() {
                return None;
            }
            let signs = signs(&mut still, condition)?;
            if !signs.is_empty() {
                game.ends.push((signs, verdict.clone()));
            }
        }
        Some(game)
    }

    /// Where the seeds go from each place, whatever their number.
    fn read_ways(&mut self, still: &mut Still<'_, W>, sow: &Sowing<W>) -> Option<()> {
        let plain = matches!(sow.start, Int::LastTo { .. })
            && sow.count.is_none()
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
            let mut skipped = [false; PLACES];
            for &site in &sites {
                skipped[usize::from(site)] = match &sow.skip {
                    Some(skip) => still.condition(skip, mover, i32::from(site))?,
                    None => false,
                };
            }
            for start in 0..self.places {
                for seeds in 0..=self.most {
                    let (row, arrival) = way(&sites, &skipped, start, seeds, sow.include_self);
                    self.rows.push(row);
                    self.arrivals.push(arrival);
                }
            }
            self.tracks[mover] = sites;
        }
        // A pit that is not on the track is not sown.
        let on_track = |mover: usize| self.tracks[mover].iter().fold(0, |bits, &site| bits | 1u32 << site);
        (1..=2).all(|mover| self.sides[mover] & !on_track(mover) == 0).then_some(())
    }

    /// What happens where the last seed falls.
    fn read_captures(&mut self, still: &mut Still<'_, W>, sow: &Sowing<W>) -> Option<()> {
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
                    self.read_effect(still, apply, mover, to)?;
                }
                self.spots.push(Spot { when, ops: (first, self.ops.len() as u16), goes_on });
            }
        }
        Some(())
    }

    fn read_effect(
        &mut self,
        still: &mut Still<'_, W>,
        effect: &Gen<W>,
        mover: usize,
        to: i32,
    ) -> Option<()> {
        match effect {
            Gen::None => Some(()),
            Gen::All(parts) => parts.iter().try_for_each(|part| self.read_effect(still, part, mover, to)),
            Gen::If(condition, yes, no) => {
                if let Some(holds) = still.condition(condition, mover, to) {
                    return self.read_effect(still, if holds { yes } else { no }, mover, to);
                }
                let tests = conjunction(still, condition, mover, to)?;
                let first = self.ops.len();
                self.ops.extend(tests.iter().map(|&test| Op::Unless(test, 0)));
                self.read_effect(still, yes, mover, to)?;
                self.ops.push(Op::Skip(0));
                let otherwise = self.ops.len();
                self.read_effect(still, no, mover, to)?;
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
    row.0[start] += left as u8;
    arrival.index = index as u8;
    (row, arrival)
}

fn keep_all_but(place: usize) -> Seeds {
    let mut keep = Seeds([u8::MAX; PLACES]);
    keep.0[place] = 0;
    keep
}

fn low<const W: usize>(sets: [Bits<W>; 3]) -> [u32; 3] {
    sets.map(|set| set.iter().fold(0, |bits, place| bits | 1 << (place % PLACES)))
}

fn only<const W: usize>(places: Bits<W>) -> Option<u8> {
    if places.count() == 1 { Some(places.first()? as u8) } else { None }
}

/// "The player before was the mover."
pub(super) fn is_again<const W: usize>(condition: &Bool<W>) -> bool {
    let is_mover = |int: &Int<W>| matches!(int, Int::Mover | Int::Role(Role::Mover));
    let is_prev = |int: &Int<W>| matches!(int, Int::Prev | Int::Role(Role::Prev));
    match condition {
        Bool::Eq(a, b) => (is_mover(a) && is_prev(b)) || (is_prev(a) && is_mover(b)),
        _ => false,
    }
}

fn is_last_hole<const W: usize>(region: &Region<W>) -> bool {
    let is = |int: &Int<W>| matches!(int, Int::LastTo { after: true });
    match region {
        Region::Site(site) => is(site),
        Region::Sites(sites) => matches!(&sites[..], [site] if is(site)),
        _ => false,
    }
}

/// The least number of a set that holds every number from it on.
fn threshold(numbers: u64) -> Option<u8> {
    let least = numbers.trailing_zeros();
    (least < 64 && numbers >> least == u64::MAX >> least).then_some(least as u8)
}

/// A condition on the number of seeds in one place. `place` says which place a number asks about, given the mover.
fn counted<const W: usize>(
    still: &mut Still<'_, W>,
    condition: &Bool<W>,
    place: &mut impl FnMut(&Int<W>, &mut Still<'_, W>) -> Option<u8>,
) -> Option<Counted> {
    match condition {
        Bool::Eq(a, b) | Bool::Ne(a, b) | Bool::Lt(a, b) | Bool::Le(a, b) => {
            let (at, other, turned) = match (&**a, &**b) {
                (Int::CountAt(at), other) => (at, other, false),
                (other, Int::CountAt(at)) => (at, other, true),
                _ => return None,
            };
            let number = match other {
                Int::Const(number) if (0..i32::from(MANY) - 1).contains(number) => *number,
                _ => return None,
            };
            let holds = |seeds: i32| {
                let (a, b) = if turned { (number, seeds) } else { (seeds, number) };
                match condition {
                    Bool::Eq(..) => a == b,
                    Bool::Ne(..) => a != b,
                    Bool::Lt(..) => a < b,
                    _ => a <= b,
                }
            };
            let numbers = (0..64).fold(0, |bits, seeds| bits | u64::from(holds(seeds)) << seeds);
            Some((place(at, still)?, numbers))
        }
        Bool::IsEmpty(at) => Some((place(at, still)?, 1)),
        Bool::IsOccupied(at) => Some((place(at, still)?, !1)),
        Bool::Not(inner) => counted(still, inner, place).map(|(at, numbers)| (at, !numbers)),
        Bool::Or(parts) => {
            let mut all: Option<Counted> = None;
            for part in parts {
                let (at, numbers) = counted(still, part, place)?;
                all = match all {
                    None => Some((at, numbers)),
                    Some((known, so_far)) if known == at => Some((at, so_far | numbers)),
                    Some(_) => return None,
                };
            }
            all
        }
        _ => None,
    }
}

/// A condition as tests that must all hold.
fn conjunction<const W: usize>(
    still: &mut Still<'_, W>,
    condition: &Bool<W>,
    mover: usize,
    to: i32,
) -> Option<Vec<Test>> {
    if let Some(holds) = still.condition(condition, mover, to) {
        return Some(if holds { Vec::new() } else { vec![Test { place: 0, numbers: 0 }] });
    }
    if let Bool::And(parts) = condition {
        // What can never hold need not be understood in full.
        if parts.iter().any(|part| still.condition(part, mover, to) == Some(false)) {
            return Some(vec![Test { place: 0, numbers: 0 }]);
        }
        let mut all = Vec::new();
        for part in parts {
            all.extend(conjunction(still, part, mover, to)?);
        }
        return Some(all);
    }
    let (place, numbers) = counted(still, condition, &mut |at, still| place_or_none(still, at, mover, to))?;
    Some(vec![Test { place, numbers }])
}

/// A place; beyond all places there is one that never holds a seed.
fn place_or_none<const W: usize>(still: &mut Still<'_, W>, at: &Int<W>, mover: usize, to: i32) -> Option<u8> {
    let place =
        usize::try_from(still.number(at, mover, to)?).ok().filter(|&place| place < still.rules.places);
    Some(place.unwrap_or(PLACES - 1) as u8)
}

fn both(tests: &[Test]) -> Option<Tests> {
    // One test that never holds is enough.
    if let Some(&never) = tests.iter().find(|test| test.numbers == 0) {
        return Some([never; 2]);
    }
    match tests {
        [] => Some([Test::ALWAYS; 2]),
        [one] => Some([*one, Test::ALWAYS]),
        [one, other] => Some([*one, *other]),
        _ => None,
    }
}

/// "Some place of a set has at least so many seeds", by mover.
fn some_have<const W: usize>(still: &mut Still<'_, W>, condition: &Bool<W>) -> Option<([u32; 3], u8)> {
    let none = match condition {
        Bool::Not(inner) => none_has(still, inner),
        Bool::Lt(none, count) => match (&**none, &**count) {
            (Int::Const(0), Int::CountIn(region)) => Some((still.by_mover(region)?, 1)),
            _ => None,
        },
        _ => None,
    };
    let (sets, least) = none?;
    Some((low([sets[0], sets[1], sets[2]]), least))
}

/// "No place of a set has at least so many seeds", by mover.
fn none_has<const W: usize>(
    still: &mut Still<'_, W>,
    condition: &Bool<W>,
) -> Option<([Bits<W>; crate::runtime::PLAYERS + 1], u8)> {
    match condition {
        Bool::Eq(a, b) => match (&**a, &**b) {
            (Int::Const(0), Int::CountIn(region)) | (Int::CountIn(region), Int::Const(0)) => {
                Some((still.by_mover(region)?, 1))
            }
            _ => None,
        },
        Bool::AllSites { region, when } => {
            let (_, numbers) = counted(still, when, &mut |at, _| match at {
                Int::BoundSite => Some(0),
                _ => None,
            })?;
            let least = threshold(!numbers).filter(|&least| least > 0)?;
            Some((still.by_mover(region)?, least))
        }
        _ => None,
    }
}

/// When a condition holds after a move: alternatives of signs. `None` if it cannot be told from the seeds.
fn signs<const W: usize>(still: &mut Still<'_, W>, condition: &Bool<W>) -> Option<Vec<Vec<Sign>>> {
    match condition {
        // Whoever has moved was not stuck, and has not passed.
        Bool::NoMoves(Role::Mover) | Bool::AllPassed | Bool::WasPass | Bool::Const(false) => Some(Vec::new()),
        Bool::Or(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(signs(still, part)?);
            }
            Some(all)
        }
        condition => {
            if let Some((sets, least)) = none_has(still, condition) {
                return Some(vec![vec![Sign::Bare { places: low([sets[0], sets[1], sets[2]]), least }]]);
            }
            let mut tests = [Test::ALWAYS; 3];
            for (mover, test) in tests.iter_mut().enumerate().skip(1) {
                let (place, numbers) =
                    counted(still, condition, &mut |at, still| place_or_none(still, at, mover, -1))?;
                *test = Test { place, numbers };
            }
            Some(vec![vec![Sign::Held(tests)]])
        }
    }
}
