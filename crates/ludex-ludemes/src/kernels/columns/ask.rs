//! What rules ask about a move from a column to another: numbers and conditions that depend on nothing but the group
//! that moves, the two columns and what the board says about their places.

use crate::kernels::status::{EMPTY, ENEMY, OWN, status};
use crate::runtime::code::{Bool, Int, Missing, Region, Role, StackCount, StackMark};

/// A column as the mover sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Column {
    pub(super) site: usize,
    /// The men of the mover and of the other player.
    pub(super) own: usize,
    pub(super) other: usize,
    /// Whose men lie on top: a status.
    pub(super) owner: u8,
}

impl Column {
    /// The columns of so many men, one for each player who may be on top.
    pub(super) fn all(site: usize, own: usize, other: usize) -> impl Iterator<Item = Column> {
        let owners = [(EMPTY, own + other == 0), (OWN, own > 0), (ENEMY, other > 0)];
        let of = move |(owner, is)| if is { Some(Column { site, own, other, owner }) } else { None };
        owners.into_iter().filter_map(of)
    }

    /// Who is on top, as a number: nobody, the mover, the other player.
    pub(super) fn on_top(&self) -> usize {
        match self.owner {
            EMPTY => 0,
            OWN => 1,
            _ => 2,
        }
    }
}

/// A group that may move from a column to another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scene {
    pub(super) group: usize,
    pub(super) from: Column,
    pub(super) to: Column,
}

/// A question depends on the group and where it comes from, or on where it goes.
pub(super) const FROM: u8 = 1;
pub(super) const TO: u8 = 2;

/// Something to ask that depends on one end of a move alone.
#[derive(Clone, Copy)]
pub(super) enum Term<'r, const W: usize> {
    Number(&'r Int<W>),
    Condition(&'r Bool<W>),
}

impl<const W: usize> Term<'_, W> {
    pub(super) fn worth(&self, scene: &Scene) -> Option<i32> {
        match self {
            Term::Number(int) => scene.number(int),
            Term::Condition(condition) => scene.holds(condition).map(i32::from),
        }
    }
}

impl Scene {
    /// What a number is worth, if nothing else is asked for.
    pub(super) fn number<const W: usize>(&self, int: &Int<W>) -> Option<i32> {
        let all = |parts: &[Int<W>]| parts.iter().map(|part| self.number(part)).collect::<Option<Vec<_>>>();
        Some(match int {
            Int::Const(number) => *number,
            Int::BoundValue => self.group as i32,
            Int::From => self.from.site as i32,
            Int::To => self.to.site as i32,
            Int::Add(parts) => all(parts)?.into_iter().fold(0, i32::wrapping_add),
            Int::Mul(parts) => all(parts)?.into_iter().fold(1, i32::wrapping_mul),
            Int::Max(parts) => all(parts)?.into_iter().max()?,
            Int::Min(parts) => all(parts)?.into_iter().min()?,
            Int::Sub(a, b) => self.number(a)?.wrapping_sub(self.number(b)?),
            Int::If(condition, yes, no) => self.number(if self.holds(condition)? { yes } else { no })?,
            Int::Table { at, entries, missing } => {
                let key = self.number(at)?;
                match (usize::try_from(key).ok().and_then(|key| entries.get(key).copied()), missing) {
                    (Some(entry), Missing::Off) => entry,
                    (Some(entry), Missing::Key) if entry != i32::MIN => entry,
                    (_, Missing::Key) => key,
                    (None, Missing::Off) => -1,
                }
            }
            Int::SizeStack(region) => {
                let column = self.column(region)?;
                (column.own + column.other) as i32
            }
            Int::CountStack(count) => {
                let column = self.column(&count.of)?;
                match counted(count)? {
                    Counted::All => (column.own + column.other) as i32,
                    Counted::Own => column.own as i32,
                    Counted::Other => column.other as i32,
                }
            }
            _ => return None,
        })
    }

    /// Whether a condition holds, if nothing else is asked for.
    pub(super) fn holds<const W: usize>(&self, condition: &Bool<W>) -> Option<bool> {
        let pair = |a: &Int<W>, b: &Int<W>| Some((self.number(a)?, self.number(b)?));
        if let Some(statuses) = status(condition, &|int| matches!(int, Int::To)) {
            return Some(statuses & self.to.owner != 0);
        }
        Some(match condition {
            Bool::And(parts) => {
                let all: Vec<bool> = parts.iter().map(|part| self.holds(part)).collect::<Option<_>>()?;
                all.into_iter().all(|holds| holds)
            }
            Bool::Or(parts) => {
                let all: Vec<bool> = parts.iter().map(|part| self.holds(part)).collect::<Option<_>>()?;
                all.into_iter().any(|holds| holds)
            }
            Bool::Not(part) => !self.holds(part)?,
            Bool::Eq(a, b) => pair(a, b).map(|(a, b)| a == b)?,
            Bool::Ne(a, b) => pair(a, b).map(|(a, b)| a != b)?,
            Bool::Lt(a, b) => pair(a, b).map(|(a, b)| a < b)?,
            Bool::Le(a, b) => pair(a, b).map(|(a, b)| a <= b)?,
            _ => return None,
        })
    }

    fn column<const W: usize>(&self, region: &Region<W>) -> Option<&Column> {
        match end_of(region)? {
            FROM => Some(&self.from),
            _ => Some(&self.to),
        }
    }
}

/// Whose men of a column are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    All,
    Own,
    Other,
}

/// Whose men a count of a column is about.
pub(super) fn counted<const W: usize>(count: &StackCount<W>) -> Option<Counted> {
    if count.stop.is_some() {
        return None;
    }
    let Some(when) = &count.when else { return Some(Counted::All) };
    let Bool::Eq(a, b) = when else { return None };
    let is_owner = |int: &Int<W>| match int {
        Int::OfLevel { mark: StackMark::Who, at, level } => {
            matches!((&**at, &**level), (Int::To, Int::Level))
        }
        _ => false,
    };
    let player = match (is_owner(a), is_owner(b)) {
        (true, false) => b,
        (false, true) => a,
        _ => return None,
    };
    match **player {
        Int::Mover | Int::Role(Role::Mover) => Some(Counted::Own),
        Int::Next | Int::Role(Role::Next) => Some(Counted::Other),
        _ => None,
    }
}

/// The end of a move that a region is.
fn end_of<const W: usize>(region: &Region<W>) -> Option<u8> {
    let Region::Site(site) = region else { return None };
    match **site {
        Int::From => Some(FROM),
        Int::To => Some(TO),
        _ => None,
    }
}

/// Which ends of a move a number depends on.
fn ends_of<const W: usize>(int: &Int<W>) -> Option<u8> {
    let all = |parts: &[Int<W>]| parts.iter().try_fold(0, |ends, part| Some(ends | ends_of(part)?));
    match int {
        Int::Const(_) => Some(0),
        Int::BoundValue | Int::From => Some(FROM),
        Int::To => Some(TO),
        Int::Add(parts) | Int::Mul(parts) | Int::Max(parts) | Int::Min(parts) => all(parts),
        Int::Sub(a, b) => Some(ends_of(a)? | ends_of(b)?),
        Int::If(condition, a, b) => Some(ends_of_condition(condition)? | ends_of(a)? | ends_of(b)?),
        Int::Table { at, .. } => ends_of(at),
        Int::SizeStack(region) => end_of(region),
        Int::CountStack(count) => counted(count).and_then(|_| end_of(&count.of)),
        _ => None,
    }
}

fn ends_of_condition<const W: usize>(condition: &Bool<W>) -> Option<u8> {
    if status(condition, &|int| matches!(int, Int::To)).is_some() {
        return Some(TO);
    }
    match condition {
        Bool::And(parts) | Bool::Or(parts) => {
            parts.iter().try_fold(0, |ends, part| Some(ends | ends_of_condition(part)?))
        }
        Bool::Not(part) => ends_of_condition(part),
        Bool::Eq(a, b) | Bool::Ne(a, b) | Bool::Lt(a, b) | Bool::Le(a, b) => Some(ends_of(a)? | ends_of(b)?),
        _ => None,
    }
}

/// Whether a number depends on the group and where it comes from alone.
pub(super) fn is_from_alone<const W: usize>(int: &Int<W>) -> bool {
    ends_of(int).is_some_and(|ends| ends & TO == 0)
}

/// Takes a condition apart into what depends on one end alone. `None` if it depends on anything else.
pub(super) fn split<'r, const W: usize>(
    condition: &'r Bool<W>,
    terms: &mut Vec<(u8, Term<'r, W>)>,
) -> Option<()> {
    let ends = ends_of_condition(condition)?;
    if ends != FROM | TO {
        terms.push((ends, Term::Condition(condition)));
        return Some(());
    }
    match condition {
        Bool::And(parts) | Bool::Or(parts) => parts.iter().try_for_each(|part| split(part, terms)),
        Bool::Not(part) => split(part, terms),
        Bool::Eq(a, b) | Bool::Ne(a, b) | Bool::Lt(a, b) | Bool::Le(a, b) => {
            split_number(a, terms)?;
            split_number(b, terms)
        }
        _ => None,
    }
}

fn split_number<'r, const W: usize>(int: &'r Int<W>, terms: &mut Vec<(u8, Term<'r, W>)>) -> Option<()> {
    let ends = ends_of(int)?;
    if ends != FROM | TO {
        terms.push((ends, Term::Number(int)));
        return Some(());
    }
    match int {
        Int::Add(parts) | Int::Mul(parts) | Int::Max(parts) | Int::Min(parts) => {
            parts.iter().try_for_each(|part| split_number(part, terms))
        }
        Int::Sub(a, b) => {
            split_number(a, terms)?;
            split_number(b, terms)
        }
        _ => None,
    }
}

/// Collects the tables that a number looks up, with the entries by place.
pub(super) fn tables_in<'r, const W: usize>(int: &'r Int<W>, found: &mut Vec<&'r Int<W>>) {
    match int {
        Int::Table { .. } => found.push(int),
        Int::Add(parts) | Int::Mul(parts) | Int::Max(parts) | Int::Min(parts) => {
            parts.iter().for_each(|part| tables_in(part, found));
        }
        Int::Sub(a, b) => [a, b].into_iter().for_each(|part| tables_in(part, found)),
        Int::If(condition, a, b) => {
            tables_in_condition(condition, found);
            [a, b].into_iter().for_each(|part| tables_in(part, found));
        }
        // The place itself may be asked for: then every place is one of its kind.
        Int::From | Int::To => found.push(int),
        _ => {}
    }
}

pub(super) fn tables_in_condition<'r, const W: usize>(condition: &'r Bool<W>, found: &mut Vec<&'r Int<W>>) {
    match condition {
        Bool::And(parts) | Bool::Or(parts) => {
            parts.iter().for_each(|part| tables_in_condition(part, found));
        }
        Bool::Not(part) => tables_in_condition(part, found),
        Bool::Eq(a, b) | Bool::Ne(a, b) | Bool::Lt(a, b) | Bool::Le(a, b) => {
            [a, b].into_iter().for_each(|part| tables_in(part, found));
        }
        _ => {}
    }
}
