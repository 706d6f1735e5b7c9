//! Conditions on a place as set algebra: the set of all places where a condition holds, in a few operations.

use super::Bits;
use super::code::{Bool, Int, Missing, Role};
use super::draw::is_plain;
use super::eval::Eval;

/// The name a condition is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Name {
    /// The target.
    To,
    /// The target, which is also what lies between.
    ToOrBetween,
    /// The origin.
    From,
    /// The place an iterator stands at.
    Site,
}

impl<const W: usize> Eval<'_, W> {
    /// The places for which a condition holds; `None` if set algebra cannot say.
    pub(super) fn set_where(&mut self, condition: &Bool<W>, name: Name) -> Option<Bits<W>> {
        let is_name = |int: &Int<W>| match int {
            Int::To => matches!(name, Name::To | Name::ToOrBetween),
            Int::BoundSite => name == Name::Site,
            Int::Between => name == Name::ToOrBetween,
            Int::From => name == Name::From,
            _ => false,
        };
        let everywhere = self.rules.everywhere;
        Some(match condition {
            Bool::Const(true) => everywhere,
            Bool::Const(false) => Bits::EMPTY,
            Bool::And(parts) => {
                let mut all = everywhere;
                for part in parts {
                    all = all.and(&self.set_where(part, name)?);
                }
                all
            }
            Bool::Or(parts) => {
                let mut any = Bits::EMPTY;
                for part in parts {
                    any = any.or(&self.set_where(part, name)?);
                }
                any
            }
            Bool::Not(part) => everywhere.minus(&self.set_where(part, name)?),
            Bool::IsEmpty(site) if is_name(site) => everywhere.minus(self.state.occupied()),
            Bool::IsOccupied(site) if is_name(site) => *self.state.occupied(),
            Bool::IsFlat(site) if is_name(site) => self.rules.tables.platforms(self.state.occupied()),
            Bool::IsEnemy(player) => match &**player {
                Int::Who(site) if is_name(site) => {
                    let shared = *self.state.owned(self.rules.everybody());
                    self.players_of(Role::Enemy).fold(shared, |all, p| all.or(self.state.owned(p)))
                }
                _ => return None,
            },
            Bool::IsFriend(player) => match &**player {
                Int::Who(site) if is_name(site) => {
                    self.players_of(Role::Friend).fold(Bits::EMPTY, |all, p| all.or(self.state.owned(p)))
                }
                _ => return None,
            },
            Bool::Eq(a, b) if is_name(a) && is_free(b) => {
                let site = self.int(b);
                self.place(site).map_or(Bits::EMPTY, Bits::one)
            }
            Bool::Eq(a, b) => self.owned_where(a, b, is_name)?,
            Bool::Ne(a, b) => everywhere.minus(&self.owned_where(a, b, is_name)?),
            // At least one piece.
            Bool::Lt(least, count) | Bool::Le(least, count) => match (&**least, &**count) {
                (Int::Const(number), Int::CountAt(site))
                    if is_name(site) && *number == i32::from(matches!(condition, Bool::Le(..))) =>
                {
                    *self.state.occupied()
                }
                _ => return None,
            },
            Bool::IsIn(sites, region) => match &sites[..] {
                [site] if is_name(site) && is_plain(region) => self.region(region).and(&everywhere),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The places about which something equals a number: whose piece is there, which one, in which layer.
    fn owned_where(&mut self, a: &Int<W>, b: &Int<W>, is_name: impl Fn(&Int<W>) -> bool) -> Option<Bits<W>> {
        let (asked, number) = match (a, b) {
            (Int::Const(_), _) => (b, a),
            _ => (a, b),
        };
        if !is_free(number) {
            return None;
        }
        let player = match asked {
            Int::Who(site) if is_name(site) => number,
            Int::What(site) if is_name(site) => {
                return Some(match self.int(number) {
                    0 => self.rules.everywhere.minus(self.state.occupied()),
                    what => u8::try_from(what).map_or(Bits::EMPTY, |what| self.places_of(what)),
                });
            }
            // What never changes of a place: its layer, its row.
            Int::Table { at, entries, missing: Missing::Off } if is_name(at) => {
                let wanted = self.int(number);
                let fits = entries.iter().enumerate().filter(|&(_, &entry)| entry == wanted);
                let places: Bits<W> =
                    fits.map(|(place, _)| place).filter(|&p| p < self.rules.places).collect();
                let beyond = if wanted == -1 && entries.len() < self.rules.places {
                    Bits::range(entries.len(), self.rules.places)
                } else {
                    Bits::EMPTY
                };
                return Some(places.or(&beyond));
            }
            _ => return None,
        };
        Some(match usize::try_from(self.int(player)) {
            // Nobody's: neutral pieces, and places without a piece.
            Ok(0) => self.rules.everywhere.minus(self.state.occupied()).or(self.state.owned(0)),
            Ok(player) if player <= self.rules.everybody() => *self.state.owned(player),
            _ => Bits::EMPTY,
        })
    }
}

/// Whether a number certainly does not depend on what a generator binds.
fn is_free<const W: usize>(int: &Int<W>) -> bool {
    match int {
        Int::Const(_) | Int::Mover | Int::Next | Int::Prev => true,
        Int::Role(role) => *role != Role::Bound,
        Int::Table { at, .. } => is_free(at),
        Int::HandSite { of, index } => is_free(of) && is_free(index),
        Int::IdOf { role, .. } => is_free(role),
        _ => false,
    }
}
