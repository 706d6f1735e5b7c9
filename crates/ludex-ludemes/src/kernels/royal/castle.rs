//! Castling as a move beside those of the pieces: from a fixed place, if pieces on fixed places have not moved.

use super::super::status::{ANY, EMPTY, status};
use super::board::Board;
use super::moves::{Act, Army, Leg, Onto, Op, Ray, Reach, Side, Spot, Test, When};
use super::read::{Ask, Piece, Reader, on_board};
use crate::runtime::code::{BetweenClause, Bool, Dirs, Gen, Int, Kind, Region, Role, ToClause};
use crate::runtime::{Bits, State};

/// A slide of exactly some places from a fixed one.
struct Ride<'a, const W: usize> {
    from: usize,
    /// The places on the way, the last of which it ends on.
    way: Vec<usize>,
    /// What must hold of each place on the way but the last.
    passes: Option<&'a Bool<W>>,
}

impl<'a, const W: usize> Reader<'a, W> {
    /// Reads moves of the royal piece that are not among its own.
    pub(super) fn castles(
        &mut self,
        piece: Piece,
        moves: &Gen<W>,
        ask: &Ask<W>,
        legs: &mut Vec<Leg<W>>,
    ) -> Option<()> {
        match moves {
            Gen::None => Some(()),
            Gen::All(parts) => parts.iter().try_for_each(|part| self.castles(piece, part, ask, legs)),
            Gen::If(condition, yes, no) if matches!(**no, Gen::None) => {
                let mut ask = ask.clone();
                self.ask_beside(piece, condition, &mut ask)?;
                self.castles(piece, yes, &ask, legs)
            }
            Gen::Leaf(leaf) => {
                legs.push(self.castle(piece, *leaf, ask)?);
                Some(())
            }
            _ => None,
        }
    }

    /// Reads a condition that is not about a piece.
    fn ask_beside(&mut self, piece: Piece, condition: &Bool<W>, ask: &mut Ask<W>) -> Option<()> {
        match condition {
            Bool::And(parts) => parts.iter().try_for_each(|part| self.ask_beside(piece, part, ask)),
            Bool::Eq(a, b) => match (&**a, &**b) {
                (Int::State(at), Int::Const(1)) | (Int::Const(1), Int::State(at)) => {
                    let place = self.fixed(piece, at)?;
                    ask.tests.push(Test::Marked(vec![place as i16; self.rules.tables.sites]));
                    Some(())
                }
                _ => None,
            },
            Bool::CanMove(moves) => {
                let Gen::Leaf(leaf) = **moves else { return None };
                let ride = self.ride(piece, leaf)?;
                if status(ride.passes?, &|int| matches!(int, Int::To | Int::Between)) != Some(EMPTY) {
                    return None;
                }
                let (_, passed) = ride.way.split_last()?;
                let passed: Bits<W> = passed.iter().copied().collect();
                ask.tests.push(Test::Empty(vec![passed; self.rules.tables.sites]));
                Some(())
            }
            condition if self.guarded(condition) == Some(Role::Mover) => {
                ask.tests.push(Test::Calm);
                Some(())
            }
            _ => None,
        }
    }

    fn castle(&mut self, piece: Piece, number: u16, ask: &Ask<W>) -> Option<Leg<W>> {
        let rules = self.rules;
        let sites = rules.tables.sites;
        let ride = self.ride(piece, number)?;
        let (&to, passed) = ride.way.split_last()?;
        let mut tests = ask.tests.clone();
        let mut parts: Vec<&Bool<W>> = vec![ride.passes?];
        while let Some(part) = parts.pop() {
            match part {
                Bool::And(more) => parts.extend(more),
                Bool::Not(not) => {
                    let Bool::IsThreatened { what: Some(what), sites: Some(at), moves: None } = &**not else {
                        return None;
                    };
                    let Region::Site(at) = &**at else { return None };
                    let own = self.still.number(what, piece.mover, -1)? == i32::from(piece.what);
                    if !own || !matches!(**at, Int::To) {
                        return None;
                    }
                    tests.extend(passed.iter().map(|&place| Test::Unreached(place)));
                }
                part => {
                    let lands = status(part, &|int| matches!(int, Int::To | Int::Between))?;
                    let set: Bits<W> = passed.iter().copied().collect();
                    match lands {
                        EMPTY => tests.insert(0, Test::Empty(vec![set; sites])),
                        _ => return None,
                    }
                }
            }
        }
        // Castling ends on an empty place, from where nothing has moved, and never out of a threat.
        let has = |wanted: &dyn Fn(&Test<W>) -> bool| tests.iter().any(wanted);
        let ends_on_empty = has(&|test| matches!(test, Test::Empty(sets) if sets[0].has(to)));
        let unmoved = has(&|test| matches!(test, Test::Marked(places) if places[0] == ride.from as i16));
        if !ends_on_empty || !unmoved || !has(&|test| matches!(test, Test::Calm)) {
            return None;
        }
        tests.retain(|test| !matches!(test, Test::Marked(places) if places[0] == ride.from as i16));
        let mut ops = vec![Op { when: When::default(), act: Act::Unmark }];
        let [Gen::Leaf(other)] = &rules.leaves[usize::from(number)].then[..] else { return None };
        let along = self.ride(piece, *other)?;
        let passes = status(along.passes?, &|int| matches!(int, Int::To | Int::Between));
        if !rules.leaves[usize::from(*other)].then.is_empty() || passes != Some(ANY) {
            return None;
        }
        let spot = |place: usize| -> Spot { vec![on_board(place as i32, sites); sites * sites].into() };
        let end = *along.way.last()?;
        if end == to || along.from == to || along.from == ride.from {
            return None;
        }
        ops.push(Op { when: When::default(), act: Act::UnmarkOther(spot(along.from)) });
        ops.push(Op { when: When::default(), act: Act::Shift(spot(along.from), spot(end)) });
        let mut rays = vec![Vec::new(); sites];
        let places: Bits<W> = ride.way.iter().copied().collect();
        let falls = to < ride.from;
        rays[ride.from].push(Ray { places, skipped: passed.iter().copied().collect(), falls });
        Some(Leg {
            leaf: number,
            kind: piece.what,
            starts: Bits::one(ride.from),
            marked: true,
            tests,
            reach: Reach::Far(rays),
            aux: None,
            onto: Onto { empty: true, own: false, enemy: false },
            ops,
            plain: false,
        })
    }

    /// Reads a slide of exactly some places from a fixed one, which sets the local state of its piece to 0.
    fn ride(&mut self, piece: Piece, number: u16) -> Option<Ride<'a, W>> {
        let rules = self.rules;
        let leaf = &rules.leaves[usize::from(number)];
        let Kind::Slide { from, dirs, between: Some(between), to: Some(to) } = &leaf.kind else {
            return None;
        };
        if leaf.binds || leaf.stack.is_some() || leaf.dice.is_some() || !leaf.prior.is_empty() {
            return None;
        }
        let Some(Region::Site(site)) = &from.region else { return None };
        let (Dirs { by_facing, towards: None }, None) = (dirs, &from.when) else { return None };
        let ([table], Some(length)) = (&by_facing[..], exact(between)) else { return None };
        if !ends_anywhere(rules, to) {
            return None;
        }
        let place = self.fixed(piece, site)?;
        let [ray] = &rules.tables.dirs[usize::from(*table)].rays[place][..] else { return None };
        let way: Vec<usize> = ray.get(..length)?.iter().map(|&place| usize::from(place)).collect();
        let rises = way.is_sorted() && way[0] > place;
        let falls = way.iter().rev().is_sorted() && way[0] < place;
        (rises || falls).then_some(Ride { from: place, way, passes: between.when.as_ref() })
    }

    /// A place that depends on nothing but the mover.
    fn fixed(&mut self, piece: Piece, site: &Int<W>) -> Option<usize> {
        let place = usize::try_from(self.still.number(site, piece.mover, -1)?).ok()?;
        (place < self.rules.tables.sites).then_some(place)
    }
}

/// How many places a slide goes, if that is fixed.
fn exact<const W: usize>(between: &BetweenClause<W>) -> Option<usize> {
    let plain = between.before.is_none() && between.after.is_none() && between.trail.is_none();
    match &between.range {
        Some((Int::Const(least), Int::Const(most))) if least == most && plain && between.apply.is_none() => {
            usize::try_from(*least).ok().filter(|&length| length > 0)
        }
        _ => None,
    }
}

/// Whether a slide may end on whatever is there, and only sets the local state of its piece to 0.
fn ends_anywhere<const W: usize>(rules: &crate::runtime::rules::Rules<W>, to: &ToClause<W>) -> bool {
    let Some(apply) = &to.apply else { return false };
    let Some(Gen::Leaf(effect)) = &apply.effect else { return false };
    let leaf = &rules.leaves[usize::from(*effect)];
    let here = |region: &Region<W>| matches!(region, Region::Site(site) if matches!(**site, Int::From));
    to.region.is_none()
        && matches!(to.when, Some(Bool::Const(true)))
        && apply.when.is_none()
        && leaf.then.is_empty()
        && matches!(&leaf.kind, Kind::SetState { at, to: Int::Const(0) } if here(at))
}

impl<const W: usize> Side<W> {
    /// The rules by which the royal piece goes with another.
    fn castling(&self) -> impl Iterator<Item = &Leg<W>> {
        self.legs.iter().filter(|leg| leg.ops.iter().any(|op| matches!(op.act, Act::Unmark)))
    }

    /// Whether there are such rules.
    pub(super) fn castles(&self) -> bool {
        self.castling().next().is_some()
    }
}

impl<const W: usize> Army<W> {
    /// Whether places that must not be reached are out of reach of rules with conditions on the position.
    pub(super) fn knows_what_reaches(&self) -> bool {
        self.sides.iter().enumerate().all(|(player, side)| {
            side.legs.iter().flat_map(|leg| &leg.tests).all(|test| {
                let Test::Unreached(place) = test else { return true };
                let conditional =
                    self.sides[player ^ 1].legs.iter().filter(|leg| leg.marked || !leg.tests.is_empty());
                let mut pairs = conditional.flat_map(|leg| leg.pairs());
                // What slides to an empty place takes there, too.
                let slides_take = self.sides[player ^ 1].legs.iter().all(|leg| match leg.reach {
                    Reach::Far(_) => leg.onto.enemy || !leg.pairs().iter().any(|(_, to)| to == place),
                    _ => true,
                });
                slides_take && pairs.all(|(_, to)| to != *place)
            })
        })
    }

    /// Whether only pieces that have not moved have a local state of 1, where that matters.
    pub(super) fn marks_only_unmoved(&self, start: &State<W>) -> bool {
        let Some(marked) = start.marked_places() else { return false };
        let unmarks = |leg: &Leg<W>| {
            let resets = |op: &Op<W>| match op.act {
                Act::Mark(false) => {
                    op.when.taken.is_none() && op.when.on.is_none() && op.when.marked != Some(false)
                }
                Act::Unmark => true,
                _ => false,
            };
            leg.ops.iter().any(resets)
        };
        let marks = |leg: &Leg<W>| leg.ops.iter().any(|op| matches!(op.act, Act::Mark(true)));
        let legs = || self.sides.iter().flat_map(|side| &side.legs);
        let is_marked = |kind: u8| marked.iter().any(|place| start.what(place) == kind);
        !self.sides.iter().any(Side::castles)
            || legs().all(|leg| !marks(leg) && (!is_marked(leg.kind) || unmarks(leg)))
    }

    /// Whether the pieces on the places from which royal pieces castle are those, as long as they have not moved.
    pub(super) fn is_castled_by_royals(&self, board: &Board<W>) -> bool {
        self.sides.iter().flat_map(Side::castling).all(|leg| {
            leg.starts.iter().all(|place| !board.marked.has(place) || board.what(place) == leg.kind)
        })
    }
}
