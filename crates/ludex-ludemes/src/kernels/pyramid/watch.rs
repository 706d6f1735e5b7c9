//! After which balls an end rule might apply, where balls are only ever added.

use super::balls::{Balls, KINDS};
use crate::kernels::trigger::{LineRule, Part, Reader, is_exact};
use crate::runtime::code::{Bool, EndRule, Ending, Int, Role, StartRule, Verdict};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, State};

/// What to look for after each ply.
#[derive(Clone, Debug)]
pub(super) struct Watch<const W: usize> {
    /// By mover and kind of the ball.
    looks: Vec<Look<W>>,
    /// Whether an end rule asks if the next player has a move.
    pub(super) stuck: bool,
    /// Whether no end rule applies without a line through the ball.
    pub(super) needs_lines: bool,
    /// Whether no end rule applies before the board is full.
    pub(super) needs_all: bool,
    /// With so many balls an end rule may apply.
    filled: u32,
    /// What the end rules say, where that is known beforehand.
    verdicts: Vec<Option<Verdict<W>>>,
}

/// What to look for after a certain player has placed a ball of a certain kind.
#[derive(Clone, Debug)]
struct Look<const W: usize> {
    /// Places where the ball may decide whatever else there is.
    always: Bits<W>,
    /// The kinds of balls that lines may consist of, as bits.
    mixes: [u8; MIXES],
    /// By place.
    lines: Vec<Box<[Stretch<W>]>>,
}

/// A stretch of a line that may decide.
#[derive(Clone, Copy, Debug)]
struct Stretch<const W: usize> {
    places: Bits<W>,
    /// The number of the kinds of balls it may consist of.
    mix: u8,
    /// Whether there must be more than one kind.
    mixed: bool,
    /// The end rule, or `UNKNOWN`.
    rule: u8,
}

/// The most different sets of kinds that lines of one player may consist of.
const MIXES: usize = 4;
/// The general rules must say what the line decides.
pub(super) const UNKNOWN: u8 = u8::MAX;

impl<const W: usize> Watch<W> {
    /// What to look for in a game, if its end rules are understood.
    pub(super) fn of(rules: &Rules<W>) -> Option<Watch<W>> {
        let (tables, sites) = (&rules.tables, rules.tables.sites);
        let none = Look { always: Bits::EMPTY, mixes: [0; MIXES], lines: vec![Box::from([]); sites] };
        let mut reader = Reader::new(rules);
        let (mut alternatives, mut verdicts) = (Vec::new(), Vec::new());
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let parts = reader.end(rule)?;
            alternatives.extend(parts.into_iter().map(|parts| (verdicts.len(), parts)));
            verdicts.push(known_verdict(rules, rule));
        }
        let is_line = |part: &Part<W>| matches!(part, Part::Line(_));
        let is_full =
            |part: &Part<W>| matches!(part, Part::Filled(a, n) if *a == tables.all && *n == a.count());
        let mut watch = Watch {
            looks: vec![none; (rules.players + 1) * KINDS],
            stuck: false,
            needs_lines: alternatives.iter().all(|(_, parts)| parts.iter().any(is_line)),
            needs_all: alternatives.iter().all(|(_, parts)| parts.iter().any(is_full)),
            filled: u32::MAX,
            verdicts,
        };
        for mover in 1..=rules.players {
            for kind in 1..rules.components.len() {
                let mut look = watch.looks[0].clone();
                let mut lines: Vec<Vec<Stretch<W>>> = vec![Vec::new(); sites];
                for (rule, parts) in &alternatives {
                    watch.read(rules, (mover, kind), (*rule, parts), &mut look, &mut lines)?;
                }
                look.lines = lines.into_iter().map(Vec::into_boxed_slice).collect();
                watch.looks[mover * KINDS + kind] = look;
            }
        }
        (!watch.stuck || rules.asks_for_moves).then_some(watch)
    }

    /// Notes where one alternative may hold.
    fn read(
        &mut self,
        rules: &Rules<W>,
        (mover, kind): (usize, usize),
        (rule, parts): (usize, &[Part<W>]),
        look: &mut Look<W>,
        lines: &mut [Vec<Stretch<W>>],
    ) -> Option<()> {
        let owner = rules.owners[kind];
        let mut places = rules.tables.all;
        let mut line: Option<&LineRule> = None;
        let known = if self.verdicts[rule].is_some() { rule as u8 } else { UNKNOWN };
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
                Part::Filled(all, number) if *all == rules.tables.all => {
                    self.filled = self.filled.min(*number);
                    return Some(());
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
            look.always = look.always.or(&places);
            return Some(());
        };
        let owners = rule.owners.as_ref().map_or(1 << owner, |owners| owners[mover]);
        let of_owners = |&kind: &usize| owners >> rules.owners[kind] & 1 == 1;
        let kinds = (1..rules.components.len()).filter(of_owners).fold(0, |all, kind| all | 1u8 << kind);
        if kinds >> kind & 1 == 0 {
            return Some(());
        }
        let mix = look.mixes.iter().position(|&mix| mix == kinds || mix == 0)?;
        look.mixes[mix] = kinds;
        let stretches = &rules.tables.dirs[rule.table].stretches;
        for place in places.iter() {
            // The length is at least 1, and a ball is a line of one.
            let length = usize::from(rule.length[place]);
            let longer = stretches.get(length + 1).is_none_or(|longer| !longer[place].is_empty());
            match stretches.get(length) {
                Some(stretches) if length > 1 => {
                    let mixed = rule.mixed && !longer;
                    let rule = if mixed == rule.mixed { known } else { UNKNOWN };
                    let stretch = |&places| Stretch { places, mix: mix as u8, mixed, rule };
                    lines[place].extend(stretches[place].iter().map(stretch));
                }
                _ => look.always.insert(place),
            }
        }
        Some(())
    }

    /// Whether an end rule might apply after a player has placed a ball, which is among those of its kind already.
    #[inline(always)]
    pub(super) fn may_end(&self, balls: &Balls<W>, mover: usize, kind: usize, place: usize) -> bool {
        let look = &self.looks[mover * KINDS + kind];
        let sets = look.mixes.map(|mix| balls.of(mix));
        let alike = &balls.own[kind % KINDS];
        look.always.has(place)
            || (self.filled != u32::MAX && balls.occupied.count() + 1 >= self.filled)
            || look.lines[place].iter().any(|stretch| stretch.is_whole(&sets, alike))
    }

    /// What the end rules say after a ball after which they might apply, if that is known beforehand.
    pub(super) fn verdict(
        &self,
        balls: &Balls<W>,
        mover: usize,
        kind: usize,
        place: usize,
    ) -> Option<&Verdict<W>> {
        let look = &self.looks[mover * KINDS + kind];
        if look.always.has(place) || self.filled != u32::MAX {
            return None;
        }
        let sets = look.mixes.map(|mix| balls.of(mix));
        let whole =
            look.lines[place].iter().filter(|stretch| stretch.is_whole(&sets, &balls.own[kind % KINDS]));
        let rules = whole.map(|stretch| stretch.rule);
        // Of several rules the first applies; one that is not known might come before it.
        let first = rules.clone().min()?;
        let all_known = rules.max()? != UNKNOWN;
        self.verdicts.get(usize::from(first)).filter(|_| all_known)?.as_ref()
    }
}

impl<const W: usize> Stretch<W> {
    #[inline(always)]
    fn is_whole(&self, sets: &[Bits<W>; MIXES], alike: &Bits<W>) -> bool {
        let within = self.places.is_within(&sets[usize::from(self.mix) % MIXES]);
        within && !(self.mixed && self.places.is_within(alike))
    }
}

/// What an end rule says, if its alternatives are all that it asks for and the game is over then.
pub(super) fn known_verdict<const W: usize>(rules: &Rules<W>, rule: &EndRule<W>) -> Option<Verdict<W>> {
    let teams = rules.start.iter().any(|rule| matches!(rule, StartRule::SetTeam { .. }));
    let EndRule::If(condition, inner, Some(verdict)) = rule else { return None };
    let Verdict::Of(Role::Mover | Role::Next | Role::Player(_), Ending::Win | Ending::Loss) = verdict else {
        return None;
    };
    let known = rules.players == 2 && !teams && inner.is_empty() && is_exact(condition);
    known.then(|| verdict.clone())
}

/// Who wins by an end rule when a player has moved and no other rule applies: a colour, if the rule's alternatives are
/// all that it asks for, the game is over then and all others are level.
pub(super) fn known_winner<const W: usize>(rules: &Rules<W>, rule: usize, mover: usize) -> Option<u8> {
    let all: Vec<&EndRule<W>> = rules.phases[0].end.iter().chain(&rules.end).collect();
    let EndRule::If(condition, inner, Some(verdict)) = all[rule] else { return None };
    if rules.scored || !inner.is_empty() || !is_exact(condition) || !matches!(verdict, Verdict::Of(..)) {
        return None;
    }
    let players = rules.players;
    let mut state = State::new(players, rules.marks, rules.vars.len());
    state.mover = mover as u8;
    state.next = (mover % players + 1) as u8;
    state.prev = ((mover + players - 2) % players + 1) as u8;
    rules.end_with(&mut state, verdict);
    // With more than two players a later rule ends the game as soon as one of them plays no more.
    for later in &all[rule + 1..] {
        if let EndRule::If(condition, inner, Some(verdict @ Verdict::Of(..))) = later
            && !state.over
            && inner.is_empty()
            && is_about_active(condition)
            && rules.holds_in(&state, condition)
        {
            rules.end_with(&mut state, verdict);
        }
    }
    let ranks = &state.ranks[1..=players];
    let winner = ranks.iter().position(|&rank| rank == 2)?;
    let level = |player: usize| player == winner || usize::from(ranks[player]) == players + 2;
    (state.over && (0..players).all(level)).then_some(winner as u8 + 1)
}

/// Whether a condition compares the number of those who still play with a constant.
fn is_about_active<const W: usize>(condition: &Bool<W>) -> bool {
    match condition {
        Bool::Lt(a, b) | Bool::Le(a, b) | Bool::Eq(a, b) => {
            matches!((&**a, &**b), (Int::CountActive, Int::Const(_)) | (Int::Const(_), Int::CountActive))
        }
        _ => false,
    }
}
