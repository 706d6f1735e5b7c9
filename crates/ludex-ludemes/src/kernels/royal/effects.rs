//! Reading what follows from a move.

use super::super::status::{ENEMY, removes, status};
use super::moves::{Act, Leg, Op, Spot, When};
use super::read::{Piece, Reader, on_board};
use crate::runtime::Bits;
use crate::runtime::code::{Bool, Gen, Int, Kind, PendingWhat, Region, ToClause};

impl<const W: usize> Reader<'_, W> {
    /// Reads what comes with a move and what follows from it.
    pub(super) fn effects_of(
        &mut self,
        piece: Piece,
        to: Option<&ToClause<W>>,
        then: &[Gen<W>],
        leg: &mut Leg<W>,
    ) -> Option<()> {
        if let Some(apply) = to.and_then(|to| to.apply.as_ref()) {
            let mut when = When::default();
            if let Some(condition) = &apply.when {
                is_capture(condition).then(|| when.taken = Some(true))?;
            }
            if let Some(effect) = &apply.effect {
                self.capture(effect, when, leg)?;
            }
        }
        then.iter().try_for_each(|effect| self.effect(piece, effect, When::default(), leg))?;
        // What asks for the local state of the piece must not come after what sets it.
        let sets = leg.ops.iter().position(|op| matches!(op.act, Act::Mark(_)));
        let asks = leg.ops.iter().rposition(|op| op.when.marked.is_some());
        if sets.is_some_and(|sets| asks.is_some_and(|asks| asks > sets)) {
            return None;
        }
        // Of what changes other places there is one thing at most, and it always happens.
        let mut others = leg.ops.iter().filter(|op| op.act.changes_others());
        let is_certain = others.next().is_none_or(|op| op.when.is_empty());
        (is_certain && others.next().is_none()).then_some(())
    }

    /// What is done before the piece moves: taking what is on the target, and setting the counter.
    fn capture(&mut self, effect: &Gen<W>, when: When<W>, leg: &mut Leg<W>) -> Option<()> {
        match effect {
            Gen::None => Some(()),
            Gen::All(parts) => parts.iter().try_for_each(|part| self.capture(part, when, leg)),
            Gen::If(condition, yes, no) => {
                if !is_capture(condition) || !matches!(**no, Gen::None) {
                    return None;
                }
                self.capture(yes, When { taken: Some(true), ..when }, leg)
            }
            Gen::Leaf(number) => {
                let leaf = &self.rules.leaves[usize::from(*number)];
                if !leaf.prior.is_empty() || leaf.stack.is_some() {
                    return None;
                }
                if removes(&leaf.kind, &|int| matches!(int, Int::To)) {
                    // Nothing follows where nothing is taken.
                    let when = When { taken: Some(true), ..when };
                    return match leg.onto.own {
                        true => None,
                        false => leaf.then.iter().try_for_each(|then| self.capture(then, when, leg)),
                    };
                }
                let Kind::SetCounter(Int::Const(number)) = leaf.kind else { return None };
                leg.ops.push(Op { when, act: Act::Counter(number) });
                leaf.then.is_empty().then_some(())
            }
            _ => None,
        }
    }

    fn effect(&mut self, piece: Piece, effect: &Gen<W>, when: When<W>, leg: &mut Leg<W>) -> Option<()> {
        match effect {
            Gen::None => Some(()),
            Gen::All(parts) | Gen::Seq(parts) => {
                parts.iter().try_for_each(|part| self.effect(piece, part, when, leg))
            }
            Gen::If(condition, yes, no) => {
                let (holds, fails) = self.when(piece, condition, when)?;
                self.effect(piece, yes, holds, leg)?;
                match **no {
                    Gen::None => Some(()),
                    _ => self.effect(piece, no, fails, leg),
                }
            }
            Gen::Leaf(number) => {
                let leaf = &self.rules.leaves[usize::from(*number)];
                if !leaf.prior.is_empty() || leaf.stack.is_some() || !leaf.then.is_empty() {
                    return None;
                }
                let act = self.act(piece, &leaf.kind, leg)?;
                leg.ops.push(Op { when, act });
                Some(())
            }
            _ => None,
        }
    }

    /// What must hold for a condition after a move to hold, and for it not to hold.
    fn when(&mut self, piece: Piece, condition: &Bool<W>, when: When<W>) -> Option<(When<W>, When<W>)> {
        if let Bool::Eq(a, b) = condition
            && let (Int::State(at), Int::Const(1)) | (Int::Const(1), Int::State(at)) = (&**a, &**b)
            && matches!(**at, Int::LastTo { after: false })
            && when.marked.is_none()
        {
            let with = |marked: bool| When { marked: Some(marked), ..when };
            return Some((with(true), with(false)));
        }
        let mut on = Bits::EMPTY;
        for last in self.rules.tables.all.iter() {
            if self.still.condition_after(condition, piece.mover, -1, last)? {
                on.insert(last);
            }
        }
        let before = when.on.unwrap_or(self.rules.tables.all);
        let with = |on: Bits<W>| When { on: Some(on), ..when };
        Some((with(before.and(&on)), with(before.minus(&on))))
    }

    fn act(&mut self, piece: Piece, kind: &Kind<W>, leg: &Leg<W>) -> Option<Act> {
        Some(match kind {
            Kind::SetCounter(Int::Const(number)) => Act::Counter(*number),
            Kind::SetState { at, to: Int::Const(to @ 0..=1) } if is_target(at) => Act::Mark(*to == 1),
            Kind::SetPending(Some(PendingWhat::Number(site))) => Act::Pend(self.spot(piece, site, leg)?),
            Kind::Remove { region, when: None, at_end: false, count: None } => {
                Act::Take(self.other_spot(piece, single(region)?, leg)?)
            }
            Kind::Promote { site, whats, owner } if is_target(site) => {
                let [what] = &whats[..] else { return None };
                let own = self.promoted(what, owner.as_ref(), piece.mover)?;
                Act::Become { own, theirs: self.promoted(what, owner.as_ref(), 3 - piece.mover)? }
            }
            Kind::FromTo { from, to, count: None, copy: false } => {
                let plain = from.when.is_none() && to.when.is_none() && to.apply.is_none();
                let (Some(from), Some(to), true) = (&from.region, &to.region, plain) else { return None };
                let from = self.other_spot(piece, single(from)?, leg)?;
                Act::Shift(from, self.other_spot(piece, single(to)?, leg)?)
            }
            Kind::MoveAgain => Act::Again,
            _ => return None,
        })
    }

    /// The piece of a mover that one becomes.
    fn promoted(&mut self, what: &Int<W>, owner: Option<&Int<W>>, mover: usize) -> Option<u8> {
        let what = usize::try_from(self.still.number(what, mover, -1)?).ok()?;
        let plain = &self.rules.components.get(what)?.plain;
        let owner = match owner {
            None => i32::from(self.rules.owners[what]),
            Some(owner) => self.still.number(owner, mover, -1)?,
        };
        let mut own = self.rules.components_of(mover as u8);
        let found = own.find(|&own| self.rules.components[usize::from(own)].plain == *plain)?;
        (owner == mover as i32).then_some(found)
    }

    /// A place for every origin and target that is never the target.
    fn other_spot(&mut self, piece: Piece, site: &Int<W>, leg: &Leg<W>) -> Option<Spot> {
        let spot = self.spot(piece, site, leg)?;
        let sites = self.rules.tables.sites;
        let is_other = |(from, to): (usize, usize)| spot[from * sites + to] != to as i16;
        leg.pairs().into_iter().all(is_other).then_some(spot)
    }

    /// A place for every origin and target.
    fn spot(&mut self, piece: Piece, site: &Int<W>, leg: &Leg<W>) -> Option<Spot> {
        let sites = self.rules.tables.sites;
        let mut spot = vec![-1; sites * sites];
        for (from, to) in leg.pairs() {
            let place = self.still.number_after(site, piece.at(from, to as i32))?;
            // Moves may be tried by the other player.
            let other = Piece { mover: 3 - piece.mover, ..piece };
            if self.still.number_after(site, other.at(from, to as i32))? != place {
                return None;
            }
            spot[from * sites + to] = on_board(place, sites);
        }
        Some(spot.into_boxed_slice())
    }
}

impl Act {
    /// Whether it changes what stands on other places than those of the move.
    pub(super) fn changes_others(&self) -> bool {
        matches!(self, Act::Take(_) | Act::Shift(..))
    }
}

/// Whether a condition says that an enemy is on the target.
fn is_capture<const W: usize>(condition: &Bool<W>) -> bool {
    status(condition, &|int| matches!(int, Int::To)) == Some(ENEMY)
}

fn single<const W: usize>(region: &Region<W>) -> Option<&Int<W>> {
    match region {
        Region::Site(site) => Some(site),
        Region::Sites(sites) => match &sites[..] {
            [only] => Some(only),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a set is the target of the last move.
fn is_target<const W: usize>(region: &Region<W>) -> bool {
    match region {
        Region::LastTo => true,
        region => matches!(single(region), Some(Int::LastTo { after: false })),
    }
}
