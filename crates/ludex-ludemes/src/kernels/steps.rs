//! The kernel of games in which one piece steps to a neighbouring place and takes what is there, until somebody reaches
//! a goal or has nothing left. Steps are counted with shifted sets; nothing is listed.

use ludex_core::Rng;

use super::course::{Course, plain_last};
use super::pick::pick;
use super::status::{ANY, EMPTY, ENEMY, OWN, Sides, status};
use super::still::Still;
use super::{Rollout, Winners, winners_by};
use crate::runtime::code::{Bool, EndRule, Gen, Int, Kind, Region, Role, Verdict};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, State};

/// The most ways to step of one rule.
const WAYS: usize = 8;
/// The most rules of a piece.
const RULES: usize = 2;

/// A game of steps, on at most 64 places.
#[derive(Clone, Debug)]
pub struct Steps<const W: usize> {
    sides: Sides,
    /// The rules of each player's piece.
    legs: [[Leg; RULES]; 2],
    /// How many ways the rules have at most.
    ways: usize,
    /// Each end: the goal of each player, or no goal for "nothing is left of the other", and the result.
    ends: Vec<(Vec<Sign>, Verdict<W>)>,
    /// Where a step of each player may end the game, and whether it may end when nothing is left.
    goals: [u64; 2],
    bare: bool,
    /// Who wins by each rule, by mover, where that is known beforehand.
    winners: Option<Winners>,
}

/// Steps of one rule.
#[derive(Clone, Copy, Debug, Default)]
struct Leg {
    ways: [Way; WAYS],
    /// Which of the empty places, of one's own and of the other player's may be stepped on.
    onto: [u64; 3],
}

/// Steps in one direction.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    from: u64,
    up: u32,
    down: u32,
}

/// A game on its way.
struct Game {
    men: [u64; 2],
    /// Whose turn it is: 0 or 1.
    mover: usize,
    plies: u32,
    /// The last step.
    made: (usize, usize),
    /// The rule that has ended it.
    end: Option<usize>,
}

/// When a rule ends the game.
#[derive(Clone, Copy, Debug)]
enum Sign {
    /// The mover has stepped on one of these places.
    Reach([u64; 2]),
    /// The other player has no piece left.
    Bare,
}

impl<const W: usize> Steps<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>) -> Option<Steps<W>> {
        let sides = Sides::of(rules)?;
        if rules.phases.len() != 1 || rules.needs_history || rules.meta.swap || rules.places > 64 {
            return None;
        }
        let Gen::ForEachPiece { who, player: None, names: None, within, moves: None } = &rules.phases[0].play
        else {
            return None;
        };
        if who[..] != [Role::Mover] || *within != rules.tables.all || sides.what[0] != 0 {
            return None;
        }
        let mut legs = [[Leg::default(); RULES]; 2];
        let mut ways = 1;
        for player in 1..=2 {
            let component = &rules.components[usize::from(sides.what[player])];
            let parts = match component.moves.as_ref()? {
                Gen::All(parts) => &parts[..],
                moves => std::slice::from_ref(moves),
            };
            if parts.len() > RULES {
                return None;
            }
            for (moves, read) in parts.iter().zip(&mut legs[player - 1]) {
                let Gen::Leaf(number) = moves else { return None };
                let count;
                (*read, count) = leg(rules, *number, usize::from(component.facing))?;
                ways = ways.max(count);
            }
        }
        let mut still = Still::new(rules);
        let mut ends = Vec::new();
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let EndRule::If(condition, inner, Some(verdict)) = rule else { return None };
            if !inner.is_empty() {
                return None;
            }
            ends.push((signs(&mut still, condition)?, verdict.clone()));
        }
        let all_signs = || ends.iter().flat_map(|(signs, _)| signs);
        let goal = |player: usize| {
            all_signs().fold(0, |all, sign| match sign {
                Sign::Reach(goals) => all | goals[player],
                Sign::Bare => all,
            })
        };
        let winners = winners_by(rules, ends.iter().map(|(_, verdict)| verdict));
        let (goals, bare) = ([goal(0), goal(1)], all_signs().any(|sign| matches!(sign, Sign::Bare)));
        Some(Steps { sides, legs, ways, goals, bare, winners, ends })
    }

    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        let Some((course, game)) = self.play(rules, state, rng, limit) else { return 0 };
        self.finish(rules, state, course, &game)
    }

    /// Plays a random game of which only its length and result are wanted.
    pub(super) fn rollout(
        &self,
        rules: &Rules<W>,
        state: &State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> Option<Rollout> {
        let (_, game) = self.play(rules, state, rng, limit)?;
        Some((game.plies, self.winners.as_ref()?[game.end?][game.mover]))
    }

    fn play(
        &self,
        rules: &Rules<W>,
        state: &State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> Option<(Course<W>, Game)> {
        let limit = limit.min(rules.plies_left(state));
        let course = Course::of(rules, state, 0)?;
        let men = [state.owned(1).0[0], state.owned(2).0[0]];
        let mut game = Game { men, mover: usize::from(state.mover != 1), plies: 0, made: (0, 0), end: None };
        let all = rules.tables.all.0[0];
        match self.ways {
            1 => self.go::<1>(&mut game, all, rng, limit),
            2 => self.go::<2>(&mut game, all, rng, limit),
            3..=4 => self.go::<4>(&mut game, all, rng, limit),
            _ => self.go::<8>(&mut game, all, rng, limit),
        }
        Some((course, game))
    }

    fn go<const K: usize>(&self, game: &mut Game, all: u64, source: &mut Rng, limit: u32) {
        // A copy of its own stays in registers.
        let mut rng = source.clone();
        let (mut own, mut other) = (game.men[game.mover], game.men[1 - game.mover]);
        let mut mover = game.mover;
        let mut plies = 0;
        while plies < limit {
            let [first, second] = &self.legs[mover];
            let (some, count) = first.origins::<K>(own, other, all);
            let (more, more_count) = second.origins::<K>(own, other, all);
            let total = count + more_count;
            if total == 0 {
                break;
            }
            // Which of the rules it is, without a branch.
            let mut index = rng.below(total);
            let is_second = index >= count;
            index -= if is_second { count } else { 0 };
            let mut origins = some;
            for way in 0..K {
                origins[way] = if is_second { more[way] } else { some[way] };
            }
            let (from, way) = pick(&origins, index);
            let way = &self.legs[mover][usize::from(is_second)].ways[way % WAYS];
            let to = (from + way.up as usize - way.down as usize) % 64;
            own = own & !(1 << from) | 1 << to;
            other &= !(1 << to);
            game.made = (from, to);
            plies += 1;
            if self.goals[mover] >> to & 1 == 1 || (self.bare && other == 0) {
                game.end = self.end(mover, to, other);
                if game.end.is_some() {
                    break;
                }
            }
            (own, other) = (other, own);
            mover ^= 1;
        }
        *source = rng;
        game.men = if mover == 0 { [own, other] } else { [other, own] };
        (game.mover, game.plies) = (mover, plies);
    }

    /// Tells the position what was played. Returns how many plies.
    fn finish(&self, rules: &Rules<W>, state: &mut State<W>, mut course: Course<W>, game: &Game) -> u32 {
        let word = |places: u64| {
            let mut bits = Bits::EMPTY;
            bits.0[0] = places;
            bits
        };
        if game.plies > 0 {
            self.sides.store(state, &[Bits::EMPTY, word(game.men[0]), word(game.men[1])]);
        }
        let (from, to) = game.made;
        course.advance(game.plies - u32::from(game.end.is_some()), to);
        match game.end {
            Some(rule) => {
                course.write_end(state, plain_last(from, to, course.mover), false);
                rules.end_with(state, &self.ends[rule].1);
            }
            None => {
                if game.plies > 0 {
                    course.last = plain_last(from, to, course.prev);
                }
                course.write(state);
            }
        }
        game.plies
    }

    /// The rule that ends the game, if one does.
    fn end(&self, mover: usize, to: usize, other: u64) -> Option<usize> {
        let shows = |sign: &Sign| match sign {
            Sign::Reach(goals) => goals[mover] >> to & 1 == 1,
            Sign::Bare => other == 0,
        };
        self.ends.iter().position(|(signs, _)| signs.iter().any(shows))
    }
}

impl Leg {
    /// From where there is a step in each direction, and how many steps there are.
    // Loops over indices rather than iterators: they are unrolled wherever they are compiled.
    #[allow(clippy::needless_range_loop)]
    #[inline]
    fn origins<const K: usize>(&self, own: u64, other: u64, all: u64) -> ([u64; K], u32) {
        let [empty, on_own, on_other] = self.onto;
        let targets = all & !(own | other) & empty | own & on_own | other & on_other;
        let mut origins = [0; K];
        let mut count = 0;
        for index in 0..K {
            let way = &self.ways[index];
            origins[index] = targets << way.down >> way.up & way.from & own;
            count += origins[index].count_ones();
        }
        (origins, count)
    }
}

/// The steps of a rule, and how many ways they go.
fn leg<const W: usize>(rules: &Rules<W>, leaf: u16, facing: usize) -> Option<(Leg, usize)> {
    let leaf = &rules.leaves[usize::from(leaf)];
    let Kind::Step { from, dirs, to } = &leaf.kind else { return None };
    let is_to = |int: &Int<W>| matches!(int, Int::To);
    let onto = match &to.when {
        Some(when) => status(when, &is_to)?,
        None => ANY,
    };
    let takes = match &to.apply {
        None => onto & (OWN | ENEMY) == 0,
        Some(apply) => match &apply.effect {
            Some(Gen::Leaf(effect)) => {
                let effect = &rules.leaves[usize::from(*effect)];
                let there = match &effect.kind {
                    Kind::Remove { region: Region::Site(site), when: None, at_end: false, count: None } => {
                        matches!(**site, Int::To)
                    }
                    _ => false,
                };
                there && effect.then.is_empty() && onto & OWN == 0
            }
            _ => false,
        },
    };
    let plain = from.region.is_none()
        && from.when.is_none()
        && to.region.is_none()
        && dirs.towards.is_none()
        && leaf.then.is_empty()
        && leaf.prior.is_empty();
    if !plain || !takes {
        return None;
    }
    let table = match &dirs.by_facing[..] {
        [only] => *only,
        all => *all.get(facing)?,
    };
    let around = &rules.tables.dirs[usize::from(table)].around;
    let mut offsets: Vec<i32> = around
        .iter()
        .enumerate()
        .flat_map(|(from, to)| to.iter().map(move |to| to as i32 - from as i32))
        .collect();
    offsets.sort_unstable();
    offsets.dedup();
    let way = |&offset: &i32| {
        let leads = |&place: &usize| {
            let to = place as i32 + offset;
            to >= 0 && around[place].has(to as usize)
        };
        let from = (0..rules.tables.sites).filter(leads).fold(0, |bits, place| bits | 1u64 << place);
        Way { from, up: offset.max(0) as u32, down: (-offset).max(0) as u32 }
    };
    if offsets.len() > WAYS || offsets.iter().any(|offset| offset.abs() >= 64) {
        return None;
    }
    let mut ways = [Way::default(); WAYS];
    ways.iter_mut().zip(offsets.iter().map(way)).for_each(|(to, way)| *to = way);
    let onto = [EMPTY, OWN, ENEMY].map(|status| if onto & status != 0 { u64::MAX } else { 0 });
    Some((Leg { ways, onto }, offsets.len()))
}

fn signs<const W: usize>(still: &mut Still<'_, W>, condition: &Bool<W>) -> Option<Vec<Sign>> {
    match condition {
        Bool::Or(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(signs(still, part)?);
            }
            Some(all)
        }
        Bool::IsIn(sites, region) => {
            let [Int::LastTo { .. }] = sites[..] else { return None };
            let goals = still.by_mover(region)?;
            Some(vec![Sign::Reach([goals[1].0[0], goals[2].0[0]])])
        }
        Bool::NoPieces { who: Role::Next, names: None, within: None } => Some(vec![Sign::Bare]),
        _ => None,
    }
}
