//! The kernel of games in which stones are put on a board and enclosed groups are taken, where a stone must have a
//! liberty, positions may not repeat, and the players may pass.

use ludex_core::Rng;

use super::course::{Course, is_ordinary};
use super::place::Open;
use super::status::{ENEMY, Men, Sides, status};
use crate::runtime::code::{Bool, EndRule, Gen, Int, Kind, Region, Repeat};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Last, Move, State, TRIES};

/// A game of enclosing.
#[derive(Clone, Debug)]
pub struct Enclose<const W: usize> {
    leaf: u16,
    sides: Sides,
    around: Vec<Bits<W>>,
    pass: Option<u16>,
    /// Whether a stone must have a liberty.
    breathes: bool,
    /// Whether positions may not repeat.
    no_repeat: bool,
}

/// The position as the loop keeps it.
struct Now<const W: usize> {
    men: Men<W>,
    mover: usize,
    empty: Bits<W>,
    key: u64,
    /// Whether a position may come again without anything being taken.
    may_repeat: bool,
}

/// A stone that may be put.
struct Put<const W: usize> {
    taken: Bits<W>,
    last_taken: Option<usize>,
    key: u64,
}

impl<const W: usize> Enclose<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>) -> Option<Enclose<W>> {
        let sides = Sides::of(rules)?;
        let no_repeat = match rules.meta.no_repeat {
            None => false,
            Some(Repeat::Positional) => true,
            Some(_) => return None,
        };
        let plain = rules.phases.len() == 1
            && rules.needs_history == no_repeat
            && !rules.meta.swap
            && sides.what == [0, 1, 2];
        let (put, pass) = match &rules.phases[0].play {
            Gen::All(parts) => match &parts[..] {
                [put, Gen::Leaf(pass)] => (put, Some(*pass)),
                _ => return None,
            },
            put => (put, None),
        };
        let passes = pass.is_none_or(|pass| {
            let leaf = &rules.leaves[usize::from(pass)];
            matches!(leaf.kind, Kind::Pass) && leaf.then.is_empty() && leaf.prior.is_empty()
        });
        let (leaf, liberty) = match put {
            Gen::Afterwards { moves, when } => match &**moves {
                Gen::Leaf(leaf) => (*leaf, Some(has_liberty(when)?)),
                _ => return None,
            },
            Gen::Leaf(leaf) => (*leaf, None),
            _ => return None,
        };
        let table = taking(rules, leaf)?;
        if !plain || !passes || liberty.is_some_and(|liberty| liberty != table) {
            return None;
        }
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let EndRule::If(Bool::AllPassed, ..) = rule else { return None };
        }
        let around = rules.tables.dirs[usize::from(table)].around.clone();
        Some(Enclose { leaf, sides, around, pass, breathes: liberty.is_some(), no_repeat })
    }

    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        self.run_with(rules, state, limit, |now, history| {
            let kept = rng.clone();
            let mut open = now.empty;
            let mut count = open.count();
            for _ in 0..TRIES {
                let total = count + u32::from(self.pass.is_some());
                if total == 0 {
                    break;
                }
                let Some(place) = open.nth(rng.below(total)) else { return Some(None) };
                if let Some(put) = self.legal(now, place, history) {
                    return Some(Some((place, put)));
                }
                open.remove(place);
                count -= 1;
            }
            // What was drawn in vain is drawn again by the general rules.
            *rng = kept;
            None
        })
    }

    /// Makes a move. False if the general rules must.
    pub(super) fn make(&self, rules: &Rules<W>, state: &mut State<W>, made: Move) -> bool {
        let place = usize::try_from(made.to).ok().filter(|_| made.leaf == self.leaf);
        let Some(place) = place.filter(|&place| place < rules.tables.sites) else { return false };
        let plies = self.run_with(rules, state, 1, |now, _| {
            let put = now.empty.has(place).then(|| self.put(&now.men, now.mover, place, &now.empty, now.key));
            Some(Some((place, put.flatten()?)))
        });
        plies == 1
    }

    /// Lists the moves. False if the general rules must, or if there is none.
    pub(super) fn list(&self, rules: &Rules<W>, state: &State<W>, moves: &mut Vec<Move>) -> bool {
        if !is_ordinary(rules, state, 0) {
            return false;
        }
        let now = self.now(rules, state);
        let aux = i16::from(state.mover);
        for place in now.empty.iter().filter(|&place| self.legal(&now, place, &state.history).is_some()) {
            moves.push(Move { from: place as i16, to: place as i16, aux, ..Move::bare(self.leaf) });
        }
        moves.extend(self.pass.map(Move::bare));
        !moves.is_empty()
    }

    fn now(&self, rules: &Rules<W>, state: &State<W>) -> Now<W> {
        let men = self.sides.load(state);
        Now {
            empty: rules.tables.all.minus(&men[1]).minus(&men[2]),
            men,
            mover: usize::from(state.mover) % 3,
            key: state.board_key(),
            // Before anything has been taken, no position can come again.
            may_repeat: state.moves != state.occupied().count(),
        }
    }

    /// What a stone on an empty place takes; `None` if it may not be put there.
    #[inline(always)]
    fn legal(&self, now: &Now<W>, place: usize, history: &[u64]) -> Option<Put<W>> {
        let put = self.put(&now.men, now.mover, place, &now.empty, now.key)?;
        let may_be_old = self.no_repeat && (now.may_repeat || !put.taken.is_empty());
        (!may_be_old || !history.contains(&put.key)).then_some(put)
    }

    /// Plays plies as they are chosen: a stone, a pass, or nothing that this loop knows of.
    #[inline(always)]
    fn run_with(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        limit: u32,
        mut choose: impl FnMut(&Now<W>, &[u64]) -> Option<Option<(usize, Put<W>)>>,
    ) -> u32 {
        let limit = limit.min(rules.plies_left(state));
        let Some(mut course) = Course::of(rules, state, 0) else { return 0 };
        let mut now = self.now(rules, state);
        // How many passes there were up to now, one after another.
        let mut passed = state.passed;
        let mut plies = 0;
        while plies < limit {
            now.mover = usize::from(course.mover) % 3;
            now.empty = rules.tables.all.minus(&now.men[1]).minus(&now.men[2]);
            let Some(chosen) = choose(&now, &state.history) else { break };
            plies += 1;
            let Some((place, put)) = chosen else {
                if passed + 1 < 2 && course.this_turn() == 0 {
                    // Whoever may pass is never without a move.
                    passed += 1;
                    if self.no_repeat {
                        state.history.push(now.key);
                    }
                    let mover = course.mover;
                    let last = Last { from: -1, to: -1, from_after: -1, to_after: -1, mover, pass: true };
                    course.tick(last, false);
                    continue;
                }
                self.write(state, &now.men, &course, passed);
                rules.apply(state, Move::bare(self.pass.unwrap_or(0)));
                return plies;
            };
            passed = 0;
            let mover = now.mover;
            now.men[mover].insert(place);
            now.men[3 - mover] = now.men[3 - mover].minus(&put.taken);
            now.key = put.key;
            now.may_repeat |= !put.taken.is_empty();
            if self.no_repeat {
                state.history.push(now.key);
            }
            let (site, after) = (place as i16, put.last_taken.unwrap_or(place) as i16);
            let last = Last {
                from: site,
                to: site,
                from_after: after,
                to_after: after,
                mover: course.mover,
                pass: false,
            };
            course.tick(last, false);
        }
        self.write(state, &now.men, &course, passed);
        plies
    }

    fn write(&self, state: &mut State<W>, men: &Men<W>, course: &Course<W>, passed: u16) {
        self.sides.store(state, men);
        course.write(state);
        state.passed = passed;
    }

    /// What a stone on an empty place takes; `None` if it would have no liberty.
    #[inline(always)]
    fn put(&self, men: &Men<W>, mover: usize, place: usize, empty: &Bits<W>, key: u64) -> Option<Put<W>> {
        let near = &self.around[place];
        let mut free = *empty;
        free.remove(place);
        let mut put = Put { taken: Bits::EMPTY, last_taken: None, key: key ^ self.sides.key(mover, place) };
        let other = &men[3 - mover];
        let mut left = near.and(other);
        while let Some(start) = left.first() {
            let (group, breathes) = self.group(start, other, &free);
            left = left.minus(&group);
            if !breathes {
                put.taken = put.taken.or(&group);
                for stone in group.iter() {
                    put.key ^= self.sides.key(3 - mover, stone);
                    put.last_taken = Some(stone);
                }
            }
        }
        let breathes = !self.breathes
            || near.meets(&free)
            || !put.taken.is_empty()
            || self.group(place, &men[mover], &free).1;
        breathes.then_some(put)
    }

    /// The group of a place, and whether it has a liberty; of a group that has one, only a part is known.
    #[inline]
    fn group(&self, start: usize, own: &Bits<W>, free: &Bits<W>) -> (Bits<W>, bool) {
        let mut group = Bits::one(start);
        let mut edge = group;
        while let Some(place) = edge.first() {
            let near = &self.around[place];
            if near.meets(free) {
                return (group, true);
            }
            edge.remove(place);
            let more = near.and(own).minus(&group);
            group = group.or(&more);
            edge = edge.or(&more);
        }
        (group, false)
    }
}

/// "The stone put last has a liberty": along which directions.
fn has_liberty<const W: usize>(condition: &Bool<W>) -> Option<u16> {
    let count = match condition {
        Bool::Lt(none, count) if matches!(**none, Int::Const(0)) => count,
        Bool::Le(one, count) if matches!(**one, Int::Const(1)) => count,
        _ => return None,
    };
    match &**count {
        Int::CountLiberties { at, dirs, when: None } => match (&**at, &dirs.by_facing[..], dirs.towards) {
            (Int::LastTo { .. }, [table], None) => Some(*table),
            _ => None,
        },
        _ => None,
    }
}

/// A stone is put on any empty place and takes the enemy's groups that it encloses: along which directions.
fn taking<const W: usize>(rules: &Rules<W>, leaf: u16) -> Option<u16> {
    let leaf = &rules.leaves[usize::from(leaf)];
    let Kind::Add { whats: None, to, count: Int::Const(1), state: None, value: None } = &leaf.kind else {
        return None;
    };
    let open = Open::of(to.region.as_ref()?)?;
    let everywhere = open.empty && !open.supported && open.area.is_none_or(|area| area == rules.tables.all);
    let plain = everywhere && to.when.is_none() && to.apply.is_none() && leaf.prior.is_empty() && !leaf.binds;
    let ([Gen::Leaf(then)], true) = (&leaf.then[..], plain) else { return None };
    let then = &rules.leaves[usize::from(*then)];
    let Kind::Enclose { from: Int::LastTo { .. }, dirs, target, exceptions: 0, effect: Gen::Leaf(effect) } =
        &then.kind
    else {
        return None;
    };
    let is_there = |int: &Int<W>| matches!(int, Int::To | Int::Between);
    let effect = &rules.leaves[usize::from(*effect)];
    let removes = match &effect.kind {
        Kind::Remove { region: Region::Site(site), when: None, at_end: false, count: None } => {
            matches!(**site, Int::Between)
        }
        _ => false,
    };
    let plain =
        then.then.is_empty() && effect.then.is_empty() && then.prior.is_empty() && effect.prior.is_empty();
    let ([table], None) = (&dirs.by_facing[..], dirs.towards) else { return None };
    (removes && plain && status(target, &is_there)? == ENEMY).then_some(*table)
}
