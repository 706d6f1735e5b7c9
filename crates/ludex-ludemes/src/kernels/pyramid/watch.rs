//! After which balls an end rule might apply, where balls are only ever added.

use super::balls::{Balls, KINDS};
use crate::kernels::trigger::{LineRule, Part, Reader};
use crate::runtime::Bits;
use crate::runtime::rules::Rules;

/// What to look for after each ply.
#[derive(Clone, Debug)]
pub(super) struct Watch<const W: usize> {
    /// By mover and kind of the ball.
    looks: Vec<Look<W>>,
    /// Whether an end rule asks if the next player has a move.
    pub(super) stuck: bool,
    /// Whether no end rule applies without a line through the ball.
    pub(super) needs_lines: bool,
}

/// What to look for after a certain player has placed a ball of a certain kind.
#[derive(Clone, Debug)]
struct Look<const W: usize> {
    /// Places where the ball may decide whatever else there is.
    always: Bits<W>,
    /// By place.
    lines: Vec<Box<[Stretch<W>]>>,
}

/// A stretch of a line that may decide.
#[derive(Clone, Copy, Debug)]
struct Stretch<const W: usize> {
    places: Bits<W>,
    /// The kinds of balls it may consist of, as bits.
    kinds: u8,
    /// Whether there must be more than one kind.
    mixed: bool,
}

impl<const W: usize> Watch<W> {
    /// What to look for in a game, if its end rules are understood.
    pub(super) fn of(rules: &Rules<W>) -> Option<Watch<W>> {
        let none = Look { always: Bits::EMPTY, lines: vec![Box::from([]); rules.tables.sites] };
        let alternatives = Reader::new(rules).ends()?;
        let is_line = |part: &Part<W>| matches!(part, Part::Line(_));
        let needs_lines = alternatives.iter().all(|parts| parts.iter().any(is_line));
        let looks = vec![none; (rules.players + 1) * KINDS];
        let mut watch = Watch { looks, stuck: false, needs_lines };
        for mover in 1..=rules.players {
            for kind in 1..rules.components.len() {
                let mut lines: Vec<Vec<Stretch<W>>> = vec![Vec::new(); rules.tables.sites];
                let mut always = Bits::EMPTY;
                for parts in &alternatives {
                    watch.read(rules, (mover, kind), parts, &mut always, &mut lines)?;
                }
                let lines = lines.into_iter().map(Vec::into_boxed_slice).collect();
                watch.looks[mover * KINDS + kind] = Look { always, lines };
            }
        }
        (!watch.stuck || rules.asks_for_moves).then_some(watch)
    }

    /// Notes where one alternative may hold.
    fn read(
        &mut self,
        rules: &Rules<W>,
        (mover, kind): (usize, usize),
        parts: &[Part<W>],
        always: &mut Bits<W>,
        lines: &mut [Vec<Stretch<W>>],
    ) -> Option<()> {
        let owner = rules.owners[kind];
        let mut places = rules.tables.all;
        let mut line: Option<&LineRule> = None;
        for part in parts {
            match part {
                Part::On(on) => places = places.and(on),
                Part::Mover(players) if players >> mover & 1 == 0 => return Some(()),
                Part::Owner(players) if players >> owner & 1 == 0 => return Some(()),
                Part::Mover(_) | Part::Owner(_) => {}
                // The board fills from below: only the ball on top, or the last one, can complete it.
                Part::Filled(all, number) if *number == all.count() && *all == rules.tables.all => {
                    let carries_nothing = |&place: &usize| rules.tables.up[place].is_empty();
                    places = places.iter().filter(carries_nothing).collect();
                }
                Part::Line(rule) if line.is_none() && rule.both_ways => line = Some(rule),
                Part::Stuck => {
                    self.stuck = true;
                    return Some(());
                }
                _ => return None,
            }
        }
        let Some(rule) = line else {
            *always = always.or(&places);
            return Some(());
        };
        let owners = rule.owners.as_ref().map_or(1 << owner, |owners| owners[mover]);
        let of_owners = |&kind: &usize| owners >> rules.owners[kind] & 1 == 1;
        let kinds = (1..rules.components.len()).filter(of_owners).fold(0, |all, kind| all | 1u8 << kind);
        if kinds >> kind & 1 == 0 {
            return Some(());
        }
        let stretches = &rules.tables.dirs[rule.table].stretches;
        for place in places.iter() {
            // The length is at least 1, and a ball is a line of one.
            let length = usize::from(rule.length[place]);
            let longer = stretches.get(length + 1).is_none_or(|longer| !longer[place].is_empty());
            match stretches.get(length) {
                Some(stretches) if length > 1 => {
                    let stretch = |&places| Stretch { places, kinds, mixed: rule.mixed && !longer };
                    lines[place].extend(stretches[place].iter().map(stretch));
                }
                _ => always.insert(place),
            }
        }
        Some(())
    }

    /// Whether an end rule might apply after a player has placed a ball, which is among the balls already.
    #[inline(always)]
    pub(super) fn may_end(&self, balls: &Balls<W>, mover: usize, kind: usize, place: usize) -> bool {
        let look = &self.looks[mover * KINDS + kind];
        let alike = &balls.own[kind % KINDS];
        let mut ends = look.always.has(place);
        for stretch in &look.lines[place] {
            let within = stretch.places.is_within(&balls.of(stretch.kinds));
            ends |= within && !(stretch.mixed && stretch.places.is_within(alike));
        }
        ends
    }
}
