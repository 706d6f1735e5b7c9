//! Drawing a random move without listing all of them.
//!
//! Where a rule says "any of these places, if ...", a candidate is drawn from the set of places and tested; if it
//! fails, it is dropped and another is drawn. Every legal move stays exactly as likely as any other, and most of
//! the tests are never made.

use std::cell::Cell;

use ludex_core::Rng;
use smallvec::SmallVec;

use super::Bits;
use super::code::{Bool, FromClause, Gen, Kind, Region, ToClause};
use super::eval::{Chance, Eval};
use super::moves::{Move, SWAP};
use super::rules::Rules;
use super::state::State;
use super::turns::FUEL;

/// How often a candidate may fail before all moves are listed after all.
const TRIES: u32 = 64;

/// Where candidates come from.
enum Source<'g, const W: usize> {
    /// A place, with one of some components.
    Places { leaf: u16, places: Bits<W>, whats: SmallVec<[i32; 4]>, when: Option<&'g Bool<W>> },
    /// Any of these origins with any of these targets.
    Pairs { leaf: u16, origins: Bits<W>, targets: Bits<W>, from: &'g FromClause<W>, to: &'g ToClause<W> },
    /// One move.
    Single(Move),
}

impl<const W: usize> Source<'_, W> {
    fn count(&self) -> u32 {
        match self {
            Source::Places { places, whats, .. } => places.count() * whats.len() as u32,
            Source::Pairs { origins, targets, .. } => origins.count() * targets.count(),
            Source::Single(_) => 1,
        }
    }
}

/// A source with what must hold after its moves.
struct Tested<'g, const W: usize> {
    source: Source<'g, W>,
    afterwards: SmallVec<[&'g Bool<W>; 2]>,
}

type Sources<'g, const W: usize> = SmallVec<[Tested<'g, W>; 4]>;

impl<const W: usize> Rules<W> {
    /// A move drawn uniformly among the legal ones, if the rules are of a shape that allows it without a list and
    /// there is a legal move. `None` means that the moves must be listed.
    pub fn draw_move(&self, state: &State<W>, rng: &mut Rng) -> Option<Move> {
        let chance = Chance::default();
        let fuel = Cell::new(FUEL);
        let mut eval = Eval::new(self, state, &chance, &fuel);
        let mut sources = Sources::new();
        let play = &self.phase_of(state, state.mover).play;
        if !eval.sources(play, &[], &mut sources) {
            return None;
        }
        if self.can_swap(state) {
            let source = Source::Single(Move::bare(SWAP));
            sources.push(Tested { source, afterwards: SmallVec::new() });
        }
        let mut total: u32 = sources.iter().map(|tested| tested.source.count()).sum();
        for _ in 0..TRIES {
            if total == 0 {
                return None;
            }
            let mut index = rng.below(total);
            let tested = sources.iter_mut().find(|tested| {
                let count = tested.source.count();
                let here = index < count;
                index -= if here { 0 } else { count };
                here
            })?;
            let made = eval.candidate(&tested.source, index);
            let fits = made.is_some_and(|made| {
                self.is_allowed(state, made)
                    && tested.afterwards.iter().all(|when| eval.holds_after(made, when))
                    && (self.meta.no_repeat.is_none() || self.is_new(state, made, &chance, &fuel))
            });
            if fits {
                return made;
            }
            // A failed place can be dropped; a failed pair is drawn again as often as it comes up.
            if let Source::Places { places, whats, .. } = &mut tested.source
                && whats.len() == 1
                && let Some(failed) = places.nth(index)
            {
                places.remove(failed);
                total -= 1;
            }
        }
        None
    }
}

impl<const W: usize> Eval<'_, W> {
    /// Collects where the moves of a generator come from. False if they must be listed.
    fn sources<'g>(&mut self, moves: &'g Gen<W>, afterwards: &[&'g Bool<W>], out: &mut Sources<'g, W>) -> bool
    where
        Self: 'g,
    {
        match moves {
            Gen::None => true,
            Gen::All(parts) | Gen::Seq(parts) => parts.iter().all(|part| self.sources(part, afterwards, out)),
            Gen::If(condition, yes, no) => {
                let branch = if self.bool(condition) { yes } else { no };
                self.sources(branch, afterwards, out)
            }
            Gen::Afterwards { moves, when } => {
                let mut more: SmallVec<[&Bool<W>; 2]> = SmallVec::from_slice(afterwards);
                more.push(when);
                self.sources(moves, &more, out)
            }
            Gen::Leaf(leaf) => {
                let Some(source) = self.source(*leaf) else { return false };
                out.push(Tested { source, afterwards: SmallVec::from_slice(afterwards) });
                true
            }
            _ => false,
        }
    }

    fn source<'g>(&mut self, leaf: u16) -> Option<Source<'g, W>>
    where
        Self: 'g,
    {
        let rules = self.rules;
        match &rules.leaves[leaf as usize].kind {
            Kind::Add { whats, to, .. } => {
                let places = self.region(to.region.as_ref()?);
                let whats = match whats {
                    None => SmallVec::from_slice(&[i32::from(self.state.mover)]),
                    Some(whats) => whats.iter().map(|what| self.int(what)).collect(),
                };
                Some(Source::Places { leaf, places, whats, when: to.when.as_ref() })
            }
            Kind::FromTo { from, to, count: None, copy } => {
                let (origins, targets) = (from.region.as_ref()?, to.region.as_ref()?);
                if !is_plain(targets) {
                    return None;
                }
                let mut origins = self.region(origins);
                if !copy {
                    origins = origins.and(self.state.occupied());
                }
                let targets = self.region(targets);
                Some(Source::Pairs { leaf, origins, targets, from, to })
            }
            Kind::Pass => Some(Source::Single(Move { from: -1, to: -1, ..self.made(leaf, -1, -1, -1) })),
            _ => None,
        }
    }

    /// The candidate with this number, if the conditions on its places hold.
    fn candidate(&mut self, source: &Source<'_, W>, index: u32) -> Option<Move> {
        match source {
            Source::Places { leaf, places, whats, when, .. } => {
                let kinds = whats.len() as u32;
                let (place, what) = match kinds {
                    1 => (places.nth(index)?, whats[0]),
                    _ => (places.nth(index / kinds)?, whats[(index % kinds) as usize]),
                };
                let before = self.bound;
                self.bound.to = place as i32;
                self.bound.from = place as i32;
                let fits = when.is_none_or(|when| self.bool(when));
                let made = fits.then(|| self.made(*leaf, place as i32, place as i32, what));
                self.bound = before;
                made
            }
            Source::Pairs { leaf, origins, targets, from, to } => {
                let width = targets.count();
                let (origin, target) = (origins.nth(index / width)?, targets.nth(index % width)?);
                let before = self.bound;
                self.bound.from = origin as i32;
                let mut fits = from.when.as_ref().is_none_or(|when| self.bool(when));
                self.bound.to = target as i32;
                fits = fits && to.when.as_ref().is_none_or(|when| self.bool(when));
                let made = fits.then(|| self.made(*leaf, origin as i32, target as i32, -1));
                self.bound = before;
                made
            }
            Source::Single(made) => Some(*made),
        }
    }
}

/// Whether a set certainly does not depend on what a generator binds.
fn is_plain<const W: usize>(region: &Region<W>) -> bool {
    match region {
        Region::Const(_) | Region::Empty | Region::Platforms | Region::Occupied { whats: None, .. } => true,
        Region::Union(parts) | Region::Intersection(parts) => parts.iter().all(is_plain),
        Region::Difference(a, b) => is_plain(a) && is_plain(b),
        _ => false,
    }
}
