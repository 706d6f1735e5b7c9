//! The kernel of games in which a piece is put where it encloses rows of the other player's pieces, which then change
//! sides. All directions are looked at side by side.

use ludex_core::Rng;

use super::course::{Course, is_ordinary};
use super::place::Open;
use super::status::{ENEMY, OWN, Sides, status};
use crate::runtime::code::{Bool, EndRule, Gen, Int, Kind, Region, Role, Verdict};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Last, Move, State, nth_bit};

/// The most directions.
const WAYS: usize = 8;
/// Rows grow by one piece, then by two, then by four.
const STAGES: usize = 3;
/// The most pieces of a row.
const LONGEST: usize = (1 << STAGES) - 1;

/// A game of turning pieces over, on at most 64 places.
#[derive(Clone, Debug)]
pub struct Flips<const W: usize> {
    leaf: u16,
    sides: Sides,
    ways: Ways,
    full: Option<Verdict<W>>,
    /// Whether a single pass may end the game.
    pass_ends: bool,
}

/// Steps in each direction: by how much places are turned round, and which places they may lead to.
#[derive(Clone, Copy, Debug)]
struct Ways {
    turn: [u32; WAYS],
    onto: [u64; WAYS],
}

/// The places of a set that a row may go through, and those where it may do so for two and for four steps, by
/// direction.
type Runs = [[u64; WAYS]; STAGES];

// Loops over indices rather than iterators: they become a few operations on whole vectors.
#[allow(clippy::needless_range_loop)]
impl Ways {
    /// Where rows may go through a set of places.
    #[inline]
    fn runs(&self, through: u64) -> Runs {
        let mut runs = [[0; WAYS]; STAGES];
        for way in 0..WAYS {
            runs[0][way] = through & self.onto[way];
        }
        for stage in 1..STAGES {
            let turn = 1 << (stage - 1);
            for way in 0..WAYS {
                let before = runs[stage - 1][way];
                runs[stage][way] = before & before.rotate_left(self.turn[way] * turn);
            }
        }
        runs
    }

    /// The rows that begin beside a start, and what lies beyond them, in every direction.
    #[inline]
    fn rows(&self, start: u64, runs: &Runs) -> ([u64; WAYS], [u64; WAYS]) {
        let mut rows = [start; WAYS];
        for stage in 0..STAGES {
            for way in 0..WAYS {
                rows[way] |= runs[stage][way] & rows[way].rotate_left(self.turn[way] << stage);
            }
        }
        let mut beyond = [0; WAYS];
        for way in 0..WAYS {
            rows[way] &= runs[0][way];
            beyond[way] = rows[way].rotate_left(self.turn[way]) & self.onto[way];
        }
        (rows, beyond)
    }

    /// The places from which a row of the other player's pieces leads to an own one. Directions come in pairs, so
    /// it does not matter that rows are followed from the own pieces outwards.
    #[inline]
    fn targets(&self, own: u64, empty: u64, runs: &Runs) -> u64 {
        let (_, beyond) = self.rows(own, runs);
        let mut targets = 0;
        for way in 0..WAYS {
            targets |= beyond[way];
        }
        targets & empty
    }

    /// The rows that a piece on a place turns over.
    #[inline]
    fn turned(&self, place: u64, own: u64, runs: &Runs) -> [u64; WAYS] {
        let (mut rows, beyond) = self.rows(place, runs);
        for way in 0..WAYS {
            rows[way] &= if beyond[way] & own != 0 { u64::MAX } else { 0 };
        }
        rows
    }

    /// The piece that is turned over last: in the last direction, the farthest.
    fn last(&self, turned: &[u64; WAYS]) -> Option<usize> {
        let way = (0..WAYS).rev().find(|&way| turned[way] != 0)?;
        let row = turned[way];
        Some(if self.turn[way] < 32 { 63 - row.leading_zeros() } else { row.trailing_zeros() } as usize)
    }
}

impl<const W: usize> Flips<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>) -> Option<Flips<W>> {
        let sides = Sides::of(rules)?;
        if rules.phases.len() != 1 || rules.needs_history || rules.meta.swap || rules.places > 64 {
            return None;
        }
        let Gen::Leaf(number) = &rules.phases[0].play else { return None };
        let leaf = &rules.leaves[usize::from(*number)];
        let Kind::Add { whats: None, to, count: Int::Const(1), state: None, value: None } = &leaf.kind else {
            return None;
        };
        let (Some(Bool::CanMove(can)), [then]) = (&to.when, &leaf.then[..]) else { return None };
        let open = Open::of(to.region.as_ref()?)?;
        let everywhere =
            open.empty && !open.supported && open.area.is_none_or(|area| area == rules.tables.all);
        // A player's number is the number of his piece.
        if !everywhere || to.apply.is_some() || !leaf.prior.is_empty() || sides.what != [0, 1, 2] {
            return None;
        }
        let ways = turning(rules, can, |from| matches!(from, Int::To))?;
        let again = turning(rules, then, |from| matches!(from, Int::LastTo { .. }))?;
        if ways != again {
            return None;
        }
        let (mut full, mut pass_ends) = (None, false);
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let EndRule::If(condition, inner, Some(verdict)) = rule else { return None };
            if !inner.is_empty() {
                return None;
            }
            pass_ends |= ends_by_pass(condition);
            if when_full(condition)? && full.is_none() {
                full = Some(verdict.clone());
            }
        }
        let ways = shifts(rules, usize::from(ways))?;
        Some(Flips { leaf: *number, sides, ways, full, pass_ends })
    }

    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        // A copy of its own stays in registers.
        let mut source = rng.clone();
        let plies = self.run_with(rules, state, limit, |targets| match targets.count_ones() {
            // The only move is to pass, and even that is drawn.
            0 => {
                source.below(1);
                None
            }
            count => Some(nth_bit(targets, source.below(count))),
        });
        *rng = source;
        plies
    }

    /// Where the mover may put a piece.
    fn targets(&self, rules: &Rules<W>, state: &State<W>) -> u64 {
        let men = self.sides.load(state);
        let mover = usize::from(state.mover) % 3;
        let (own, other) = (men[mover].0[0], men[3 - mover].0[0]);
        self.ways.targets(own, rules.tables.all.0[0] & !own & !other, &self.ways.runs(other))
    }

    /// Makes a move. False if the general rules must.
    pub(super) fn make(&self, rules: &Rules<W>, state: &mut State<W>, made: Move) -> bool {
        let place = u32::try_from(made.to).ok().filter(|&place| place < 64 && made.leaf == self.leaf);
        let Some(place) = place.filter(|_| is_ordinary(rules, state, 1)) else { return false };
        if self.targets(rules, state) >> place & 1 == 0 {
            return false;
        }
        self.run_with(rules, state, 1, |_| Some(place)) == 1
    }

    /// Lists the moves. False if the general rules must, or if there is none.
    pub(super) fn list(&self, rules: &Rules<W>, state: &State<W>, moves: &mut Vec<Move>) -> bool {
        if !is_ordinary(rules, state, 0) {
            return false;
        }
        let aux = i16::from(state.mover);
        let at = |place: usize| Move { from: place as i16, to: place as i16, aux, ..Move::bare(self.leaf) };
        moves.extend(Bits([self.targets(rules, state)]).iter().map(at));
        !moves.is_empty()
    }

    #[inline(always)]
    fn run_with(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        limit: u32,
        mut choose: impl FnMut(u64) -> Option<u32>,
    ) -> u32 {
        let limit = limit.min(rules.plies_left(state));
        let Some(mut course) = Course::of(rules, state, 0) else { return 0 };
        let men = self.sides.load(state);
        let all = rules.tables.all.0[0];
        let (mut own, mut other) = (men[1].0[0], men[2].0[0]);
        if course.mover != 1 {
            std::mem::swap(&mut own, &mut other);
        }
        let mut turned = [0; WAYS];
        let mut plies = 0;
        let mut ended = false;
        // Passes up to now, one after another; whether the last ply was one, and whether the general rules make one.
        let (mut passed, mut was_pass, mut passes_on) = (state.passed, false, false);
        // Who has passed instead of moving.
        let mut stuck = 0;
        while plies < limit {
            let empty = all & !own & !other;
            let runs = self.ways.runs(other);
            let targets = self.ways.targets(own, empty, &runs);
            let Some(place) = choose(targets) else {
                plies += 1;
                if passed > 0 || self.pass_ends || course.this_turn() > 0 {
                    passes_on = true;
                    break;
                }
                (passed, was_pass) = (1, true);
                stuck |= 1 << course.mover;
                course.step();
                std::mem::swap(&mut own, &mut other);
                continue;
            };
            (passed, was_pass) = (0, false);
            stuck &= !(1 << course.mover);
            turned = self.ways.turned(1 << place, own, &runs);
            let mut flips = 0;
            for row in &turned {
                flips |= row;
            }
            own |= flips | 1 << place;
            other &= !flips;
            plies += 1;
            course.last.to = place as i16;
            if empty.count_ones() == 1 && self.full.is_some() {
                ended = true;
                break;
            }
            course.step();
            std::mem::swap(&mut own, &mut other);
        }
        // After the last ply of a game nobody is on turn any more.
        let first_is_own = course.mover == 1;
        let (first, second) = if first_is_own { (own, other) } else { (other, own) };
        let word = |places: u64| {
            let mut bits = Bits::EMPTY;
            bits.0[0] = places;
            bits
        };
        self.sides.store(state, &[Bits::EMPTY, word(first), word(second)]);
        if plies > u32::from(passes_on) {
            let place = course.last.to;
            let after = self.ways.last(&turned).map_or(place, |place| place as i16);
            let mover = if ended { course.mover } else { course.prev };
            let last = match was_pass {
                true => Last { from: -1, to: -1, from_after: -1, to_after: -1, mover, pass: true },
                false => {
                    Last { from: place, to: place, from_after: after, to_after: after, mover, pass: false }
                }
            };
            match (&self.full, ended) {
                (Some(verdict), true) => {
                    course.write_end(state, last, false);
                    state.stuck |= stuck;
                    rules.end_with(state, verdict);
                }
                _ => {
                    course.last = last;
                    course.write(state);
                    (state.passed, state.stuck) = (passed, state.stuck | stuck);
                }
            }
        }
        if passes_on {
            rules.apply(state, Move::PASS);
        }
        plies
    }
}

/// The directions in which enclosed rows of the other player's pieces become the mover's.
fn turning<const W: usize>(
    rules: &Rules<W>,
    moves: &Gen<W>,
    is_start: impl Fn(&Int<W>) -> bool,
) -> Option<u16> {
    let Gen::Leaf(leaf) = moves else { return None };
    let leaf = &rules.leaves[usize::from(*leaf)];
    let Kind::Custodial { from, dirs, range, target, friend, effect } = &leaf.kind else { return None };
    let is_there = |int: &Int<W>| matches!(int, Int::To | Int::Between);
    let plain = is_start(from)
        && leaf.then.is_empty()
        && leaf.prior.is_empty()
        && status(target, &is_there)? == ENEMY
        && status(friend, &is_there)? == OWN
        && matches!(range.0, Int::Const(..=1))
        && matches!(range.1, Int::Const(32..))
        && dirs.towards.is_none();
    let ([table], Gen::Leaf(effect), true) = (&dirs.by_facing[..], effect, plain) else { return None };
    let effect = &rules.leaves[usize::from(*effect)];
    let Kind::Promote { site, whats, owner } = &effect.kind else { return None };
    let between = matches!(site, Region::Site(site) if matches!(**site, Int::Between));
    let to_mover = match (&whats[..], owner) {
        // One kind of piece for all: whose it is to be says which it becomes.
        ([Int::Const(_)], Some(owner)) => is_mover(owner) && same_name(rules),
        ([Int::IdOf { role, .. }], None) => is_mover(role) && same_name(rules),
        _ => false,
    };
    (between && to_mover && effect.then.is_empty() && effect.prior.is_empty()).then_some(*table)
}

fn is_mover<const W: usize>(int: &Int<W>) -> bool {
    matches!(int, Int::Mover | Int::Role(Role::Mover))
}

fn same_name<const W: usize>(rules: &Rules<W>) -> bool {
    rules.components[1..].iter().all(|component| component.plain == rules.components[1].plain)
}

/// Whether a rule applies when the board is full; `None` if it may apply at other times, save after passes.
fn when_full<const W: usize>(condition: &Bool<W>) -> Option<bool> {
    match condition {
        Bool::IsFull => Some(true),
        Bool::AllPassed | Bool::WasPass => Some(false),
        Bool::Or(parts) => parts.iter().try_fold(false, |any, part| Some(any | when_full(part)?)),
        _ => None,
    }
}

/// Whether a rule may apply after a single pass.
fn ends_by_pass<const W: usize>(condition: &Bool<W>) -> bool {
    match condition {
        Bool::WasPass => true,
        Bool::Or(parts) => parts.iter().any(ends_by_pass),
        _ => false,
    }
}

/// The directions as turns, in the order of the rays.
fn shifts<const W: usize>(rules: &Rules<W>, table: usize) -> Option<Ways> {
    let rays = &rules.tables.dirs[table].rays;
    // The place with the most rays shows the order of the directions.
    let widest = (0..rays.len()).max_by_key(|&place| rays[place].len())?;
    let offset = |place: usize, ray: &[u16]| ray.first().map(|&site| i32::from(site) - place as i32);
    let offsets: Vec<i32> = rays[widest].iter().map(|ray| offset(widest, ray)).collect::<Option<_>>()?;
    if offsets.len() > WAYS {
        return None;
    }
    let mut onto = [0; WAYS];
    let mut longest = 0;
    for (place, rays) in rays.iter().enumerate() {
        let mut order = 0;
        for ray in rays {
            let offset = offset(place, ray)?;
            let mut at = place as i32;
            for &site in ray {
                if i32::from(site) - at != offset {
                    return None;
                }
                at = i32::from(site);
            }
            let way = offsets.iter().position(|&known| known == offset)?;
            // Rays come in the same order everywhere, or the piece turned over last would be another.
            if way < order {
                return None;
            }
            order = way;
            onto[way] |= ray.first().map_or(0, |&site| 1 << site);
            longest = longest.max(ray.len());
        }
    }
    // A direction that there is not leads nowhere.
    let mut turn = [0; WAYS];
    turn.iter_mut().zip(&offsets).for_each(|(turn, offset)| *turn = offset.rem_euclid(64) as u32);
    // Rows are also followed backwards: every direction needs its opposite.
    let paired = offsets.iter().all(|offset| offsets.contains(&-offset));
    // The last place of a row of places is the own piece that encloses it.
    let fits =
        paired && (2..=LONGEST + 1).contains(&longest) && offsets.iter().all(|offset| offset.abs() < 32);
    fits.then_some(Ways { turn, onto })
}
