//! The kernel of games in which a piece slides over empty places and its owner then puts a piece of nobody's in a
//! line of sight of it, and whoever cannot move loses.

use ludex_core::Rng;

use super::course::{Course, plain_last};
use super::sow::is_again;
use super::status::Sides;
use crate::runtime::code::{Bool, Dirs, EndRule, Gen, Int, Kind, Region, Role, Sight, Verdict};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, State, nth_bit};

/// The most pieces of a player.
const PIECES: usize = 16;

/// A game of slides and shots, on at most 128 places.
#[derive(Clone, Debug)]
pub struct Slides<const W: usize> {
    sides: Sides,
    slides: Rays,
    shots: Rays,
    /// Where each place leads by one step.
    near: Vec<u128>,
    stuck: Verdict<W>,
}

/// The rays of each place, those along which the numbers of places rise first.
#[derive(Clone, Debug)]
struct Rays(Vec<([u128; 4], [u128; 4])>);

impl Rays {
    /// The rays of a table of directions, if numbers rise or fall along each.
    fn of<const W: usize>(rules: &Rules<W>, dirs: &Dirs) -> Option<Rays> {
        let ([table], None) = (&dirs.by_facing[..], dirs.towards) else { return None };
        let mut all = Vec::new();
        for (place, rays) in rules.tables.dirs[usize::from(*table)].rays.iter().enumerate() {
            let (mut up, mut down) = ([0; 4], [0; 4]);
            let (mut ups, mut downs) = (0, 0);
            for ray in rays {
                let places = ray.iter().fold(0u128, |bits, &site| bits | 1 << site);
                let rises = ray.is_sorted() && ray.first().is_some_and(|&site| usize::from(site) > place);
                let falls = ray.iter().rev().is_sorted()
                    && ray.first().is_some_and(|&site| usize::from(site) < place);
                let slot = match (rises, falls) {
                    (true, _) => {
                        ups += 1;
                        up.get_mut(ups - 1)
                    }
                    (_, true) => {
                        downs += 1;
                        down.get_mut(downs - 1)
                    }
                    _ => None,
                };
                *slot? = places;
            }
            all.push((up, down));
        }
        Some(Rays(all))
    }

    /// The places that can be seen from a place over empty ones.
    #[inline]
    fn free(&self, place: usize, occupied: u128) -> u128 {
        let (up, down) = &self.0[place];
        let mut free = 0;
        for ray in up {
            let blocked = ray & occupied;
            free |= ray & (blocked & blocked.wrapping_neg()).wrapping_sub(1);
        }
        for ray in down {
            let blocked = ray & occupied;
            // The lowest bit stands in for a ray that nothing blocks: no place lies below it.
            let high = 127 - (blocked | 1).leading_zeros();
            let open = if blocked == 0 { u128::MAX } else { u128::MAX << high << 1 };
            free |= ray & open;
        }
        free
    }
}

impl<const W: usize> Slides<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>) -> Option<Slides<W>> {
        let sides = Sides::of(rules)?;
        if rules.phases.len() != 1
            || rules.needs_history
            || rules.meta.swap
            || rules.places > 128
            || sides.what[0] == 0
        {
            return None;
        }
        let Gen::If(again, shot, slide) = &rules.phases[0].play else { return None };
        let (Gen::Leaf(shot), true) = (&**shot, is_again(again)) else { return None };
        let shot = &rules.leaves[usize::from(*shot)];
        let Kind::Add { whats: Some(whats), to, count: Int::Const(1), state: None, value: None } = &shot.kind
        else {
            return None;
        };
        let Some(Region::LineOfSight { what: Sight::Empty, at, dirs: shots }) = &to.region else {
            return None;
        };
        let arrow = matches!(whats[..], [Int::Const(what)] if what == i32::from(sides.what[0]));
        let plain = shot.then.is_empty() && shot.prior.is_empty() && to.when.is_none() && to.apply.is_none();
        if !arrow || !plain || !matches!(**at, Int::LastTo { .. }) {
            return None;
        }
        let Gen::ForEachPiece { who, player: None, names: None, within, moves: None } = &**slide else {
            return None;
        };
        if who[..] != [Role::Mover] || *within != rules.tables.all {
            return None;
        }
        let slides_of = |player: usize| -> Option<&Dirs> {
            let Some(Gen::Leaf(leaf)) = &rules.components[usize::from(sides.what[player])].moves else {
                return None;
            };
            let leaf = &rules.leaves[usize::from(*leaf)];
            let Kind::Slide { from, dirs, between: None, to: None } = &leaf.kind else { return None };
            let [Gen::Leaf(then)] = &leaf.then[..] else { return None };
            let then = &rules.leaves[usize::from(*then)];
            let plain = from.region.is_none() && from.when.is_none() && leaf.prior.is_empty();
            (plain && matches!(then.kind, Kind::MoveAgain) && then.then.is_empty()).then_some(dirs)
        };
        let slides = slides_of(1).filter(|dirs| slides_of(2) == Some(dirs))?;
        let ends: Vec<_> = rules.phases[0].end.iter().chain(&rules.end).collect();
        let [EndRule::If(Bool::NoMoves(Role::Next), inner, Some(stuck))] = ends[..] else { return None };
        // A piece that has slid can always shoot back to where it came from.
        if !inner.is_empty() || slides != shots {
            return None;
        }
        let table = usize::from(*slides.by_facing.first()?);
        let near = rules.tables.dirs[table].around.iter().map(word).collect();
        let (slides, shots) = (Rays::of(rules, slides)?, Rays::of(rules, shots)?);
        Some(Slides { slides, shots, near, stuck: stuck.clone(), sides })
    }

    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        let limit = limit.min(rules.plies_left(state));
        let Some(mut course) = Course::of(rules, state, 0) else { return 0 };
        let mut men = self.sides.load(state).map(|bits| word(&bits));
        if men[1].count_ones().max(men[2].count_ones()) as usize > PIECES {
            return 0;
        }
        let mut plies = 0;
        let mut ended = false;
        while plies < limit {
            let mover = usize::from(course.mover);
            let occupied = men[0] | men[1] | men[2];
            if course.prev == course.mover {
                let Ok(from) = usize::try_from(course.last.to) else { break };
                let places = self.shots.free(from, occupied);
                let count = places.count_ones();
                if count == 0 {
                    break;
                }
                let place = nth(places, rng.below(count));
                men[0] |= 1 << place;
                plies += 1;
                let last = plain_last(place, place, course.mover);
                let empty = !(occupied | 1 << place);
                let can_move = each(men[3 - mover]).any(|queen| self.near[queen] & empty != 0);
                if !can_move {
                    ended = true;
                    self.sides.store(state, &men.map(bits));
                    course.write_end(state, last, false);
                    rules.end_with(state, &self.stuck);
                    break;
                }
                course.tick(last, false);
                continue;
            }
            let mut targets = [(0, 0); PIECES];
            let (mut pieces, mut total) = (0, 0);
            for piece in each(men[mover]) {
                let free = self.slides.free(piece, occupied);
                targets[pieces] = (piece, free);
                pieces += 1;
                total += free.count_ones();
            }
            if total == 0 {
                break;
            }
            let mut index = rng.below(total);
            let mut at = 0;
            while index >= targets[at].1.count_ones() {
                index -= targets[at].1.count_ones();
                at += 1;
            }
            let (from, to) = (targets[at].0, nth(targets[at].1, index));
            men[mover] ^= 1 << from | 1 << to;
            plies += 1;
            course.tick(plain_last(from, to, course.mover), true);
        }
        if !ended {
            self.sides.store(state, &men.map(bits));
            course.write(state);
        }
        plies
    }
}

#[inline]
fn each(mut places: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = places.trailing_zeros() as usize;
        (places != 0).then(|| {
            places &= places - 1;
            place
        })
    })
}

#[inline]
fn nth(places: u128, index: u32) -> usize {
    let low = (places as u64).count_ones();
    let beyond = index >= low;
    let (word, index) = if beyond { ((places >> 64) as u64, index - low) } else { (places as u64, index) };
    nth_bit(word, index) as usize + usize::from(beyond) * 64
}

fn word<const W: usize>(places: &Bits<W>) -> u128 {
    places.0.iter().take(2).rev().fold(0, |all, &word| all << 64 | u128::from(word))
}

fn bits<const W: usize>(places: u128) -> Bits<W> {
    let mut bits = Bits::EMPTY;
    for (index, word) in bits.0.iter_mut().enumerate().take(2) {
        *word = (places >> (64 * index)) as u64;
    }
    bits
}
