//! Which rules are those of a sowing game.

use super::chain::Chain;
use super::conditions::{counted, low, some_have, threshold};
use super::ends::{Result, Sign, signs};
use super::make::{Op, Tables};
use super::plain::Plain;
use super::seeds::{PLACES, Seeds};
use super::{Choice, Sow};
use crate::kernels::still::Still;
use crate::runtime::code::{Bool, EndRule, Gen, Int, Kind, Leaf, Region, Role, Sow as Sowing};
use crate::runtime::rules::Rules;
use crate::runtime::{Content, State};

/// Games with more seeds are left to the general rules.
const MOST_SEEDS: usize = 160;
/// The kind of piece that seeds are: the only one.
const SEED: u8 = 1;

/// One way to choose a pit and sow its seeds.
struct Way<'r, const W: usize> {
    leaf: u16,
    chosen: &'r Leaf<W>,
    feeding: Option<&'r Bool<W>>,
    sow: &'r Sowing<W>,
    /// The variable in which a sowing that goes on keeps its place.
    relay: Option<usize>,
}

impl<'r, const W: usize> Way<'r, W> {
    fn read(rules: &'r Rules<W>, play: &'r Gen<W>) -> Option<Way<'r, W>> {
        let (moves, feeding) = match play {
            Gen::Afterwards { moves, when } => (&**moves, Some(&**when)),
            moves => (moves, None),
        };
        let leaf = |moves: &Gen<W>| match moves {
            Gen::Leaf(leaf) => Some(&rules.leaves[usize::from(*leaf)]),
            _ => None,
        };
        let Gen::Leaf(number) = moves else { return None };
        let chosen = leaf(moves)?;
        if chosen.binds || !chosen.prior.is_empty() {
            return None;
        }
        let (then, relay) = match &chosen.then[..] {
            [Gen::Seq(parts)] => {
                let [first, Gen::While { when, moves }] = &parts[..] else { return None };
                let first = leaf(first)?;
                let (Kind::SetVar(var, Int::LastTo { after: false }), Bool::Le(zero, place)) =
                    (&first.kind, &**when)
                else {
                    return None;
                };
                let goes_on = matches!((&**zero, &**place), (Int::Const(0), Int::Var(asked)) if asked == var);
                if !goes_on || !first.then.is_empty() || !first.prior.is_empty() {
                    return None;
                }
                (leaf(moves)?, Some(*var))
            }
            [then] => (leaf(then)?, None),
            _ => return None,
        };
        let Kind::Sow(sow) = &then.kind else { return None };
        let begins = match (&sow.start, relay) {
            (Int::Var(var), Some(relay)) => *var == relay,
            (Int::LastTo { .. }, None) => true,
            _ => false,
        };
        (begins && then.then.is_empty() && then.prior.is_empty()).then_some(Way {
            leaf: *number,
            chosen,
            feeding,
            sow,
            relay,
        })
    }
}

impl<const W: usize> Sow<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(in crate::kernels) fn of(rules: &Rules<W>, start: &State<W>) -> Option<Sow<W>> {
        let meta = &rules.meta;
        let plain = rules.players == 2
            && rules.counts
            && !rules.marks
            && !rules.draws
            && rules.components.len() == 2
            && rules.places < PLACES
            && !(meta.swap || meta.gravity || meta.pin || meta.no_stack_on_fallen)
            && meta.no_repeat.is_none();
        if !plain {
            return None;
        }
        let fits = |&phase: &usize| rules.phases[phase].next.is_empty();
        (0..rules.phases.len()).filter(fits).find_map(|phase| Sow::in_phase(rules, start, phase))
    }

    fn in_phase(rules: &Rules<W>, start: &State<W>, phase: usize) -> Option<Sow<W>> {
        let mut still = Still::new(rules);
        let meta = &rules.meta;
        let parts = match &rules.phases[phase].play {
            Gen::Priority(parts) => &parts[..],
            play => std::slice::from_ref(play),
        };
        let ways: Vec<Way<W>> = parts.iter().map(|part| Way::read(rules, part)).collect::<Option<_>>()?;
        let total: usize = (0..rules.places).map(|place| usize::from(start.count(place))).sum();
        if total > MOST_SEEDS {
            return None;
        }
        let mut all = Vec::new();
        let (mut choices, mut laps) = (Vec::new(), None);
        for way in &ways {
            all.push(Tables::read(&mut still, way.sow, way.relay, total.max(1))?);
            let (choice, lap) = read_choice(&mut still, way)?;
            // Only one way to choose may go on where the last move ended.
            if lap.is_some() && ways.len() > 1 {
                return None;
            }
            choices.push(choice);
            laps = laps.or(lap);
        }
        let tables = all.pop()?;
        // The choices differ in where they begin, not in what they do.
        if all.iter().any(|other| *other != tables) || ways.iter().any(|way| way.relay != ways[0].relay) {
            return None;
        }
        let on_track = |mover: usize| tables.tracks[mover].iter().fold(0, |bits, &site| bits | 1u32 << site);
        let all_begin = |mover: usize| choices.iter().fold(0, |bits, choice| bits | choice.begins(mover));
        // A pit that is not on the track is not sown.
        if (1..=2).any(|mover| all_begin(mover) & !on_track(mover) != 0) {
            return None;
        }
        // Who comes next after a move that lets the mover move again is another question.
        if choices.iter().any(|choice| choice.feeds.is_some()) && tables.ops.contains(&Op::Again) {
            return None;
        }
        let mut stores = Seeds([u8::MAX; PLACES]);
        let loses = |place: usize| {
            let taken = |op: &Op| match *op {
                Op::Take { from, .. } | Op::TakeAll { from, .. } => usize::from(from) == place,
                Op::Onward(from) => usize::from(from) == place,
                _ => false,
            };
            laps.is_some() || tables.ops.iter().any(taken) || (all_begin(1) | all_begin(2)) >> place & 1 == 1
        };
        stores.0.iter_mut().enumerate().filter(|(place, _)| loses(*place)).for_each(|(_, mark)| *mark = 0);
        let most = tables.most;
        let key = |index: usize| match (index / (most + 1), index % (most + 1)) {
            (_, 0) => 0,
            (place, count) => Content { count: count as u16, ..Content::piece(SEED) }.key(place),
        };
        let keys = if rules.needs_history { rules.places * (most + 1) } else { 0 };
        let ends = !rules.phases[phase].end.is_empty() || !rules.end.is_empty();
        let mut game = Sow {
            phase: phase as u8,
            what: SEED,
            choices,
            leaves: ways.iter().map(|way| way.leaf).collect(),
            laps,
            tables,
            relay: ways[0].relay,
            ends: [Vec::new(), Vec::new(), Vec::new()],
            passes_end: !meta.passes_go_on && ends,
            verdicts: Vec::new(),
            results: None,
            keys: (0..keys).map(key).collect(),
            stores,
            plain: None,
            chain: None,
        };
        game.read_ends(&mut still)?;
        game.plain = Plain::of(&game);
        game.chain = Chain::of(&game);
        Some(game)
    }

    fn read_ends(&mut self, still: &mut Still<'_, W>) -> Option<()> {
        let rules = still.rules;
        let mut results = Some(Vec::new());
        let ends = rules.phases[usize::from(self.phase)].end.iter().chain(&rules.end);
        for (number, rule) in ends.enumerate() {
            let EndRule::If(condition, inner, Some(verdict)) = rule else { return None };
            if !inner.is_empty() {
                return None;
            }
            for (passes, known) in self.ends.iter_mut().enumerate() {
                let signs = signs(still, condition, passes)?;
                known.extend(signs.into_iter().map(|sign| (sign, number)));
            }
            self.verdicts.push(verdict.clone());
            let result = Result::read(still, verdict, self.what);
            results = results.zip(result).map(|(mut results, result)| {
                results.push(result);
                results
            });
        }
        self.results = results;
        // Whether somebody who goes on where he ended is stuck is another question.
        let asks = self.ends.iter().flatten().any(|(sign, _)| matches!(sign, Sign::Stuck));
        (!asks || self.laps.is_none()).then_some(())
    }
}

/// Where the moves of a choice begin, what they must lead to, and how many seeds it takes to go on where the last
/// move ended, if the mover does that.
fn read_choice<const W: usize>(still: &mut Still<'_, W>, way: &Way<'_, W>) -> Option<(Choice, Option<u8>)> {
    let Kind::Select { from, to: None } = &way.chosen.kind else { return None };
    let (laps, region) = match from.region.as_ref()? {
        Region::If(condition, again, first) if is_again(condition) && is_last_hole(again) => (true, &**first),
        region => (false, region),
    };
    let sides = still.by_mover(region)?;
    let when = from.when.as_ref()?;
    let mut reader = Origins { fed: None, mover: 0, from: 0 };
    let mut need = [Seeds([u8::MAX; PLACES]); 3];
    let mut strict = need;
    for mover in 1..=2 {
        for pit in sides[mover].iter() {
            (reader.mover, reader.from) = (mover, pit);
            let (free, bound) = reader.numbers(still, when)?;
            need[mover].0[pit] = needed(free)?;
            strict[mover].0[pit] = needed(bound)?;
        }
    }
    let lap = if laps {
        // The place where a move ended may be any.
        let (_, numbers) = counted(still, when, (1, -1), &mut |at, _| match at {
            Int::From => Some(0),
            _ => None,
        })?;
        Some(threshold(numbers).filter(|&least| least > 0)?)
    } else {
        None
    };
    let feeds = match way.feeding {
        Some(feeding) => Some(some_have(still, feeding)?),
        None => None,
    };
    let tried = (!still.rules.is_set_of_origins(when)).then(|| low([sides[0], sides[1], sides[2]]));
    if tried.is_some() && laps {
        return None;
    }
    let unless = reader.fed.map(|(fed, least)| (fed, least, strict));
    Some((Choice { need, unless, feeds, tried }, lap))
}

/// Reads a condition on the pit that is chosen.
struct Origins {
    /// The condition on other places that may stand instead of one on the pit: somewhere in a set, so many seeds.
    fed: Option<([u32; 3], u8)>,
    mover: usize,
    from: usize,
}

impl Origins {
    /// The numbers of seeds with which a pit may be chosen, if the other places are as they should be and if not.
    fn numbers<const W: usize>(
        &mut self,
        still: &mut Still<'_, W>,
        condition: &Bool<W>,
    ) -> Option<(u64, u64)> {
        match condition {
            Bool::Const(holds) => Some(if *holds { (u64::MAX, u64::MAX) } else { (0, 0) }),
            Bool::And(parts) => {
                let mut all = (u64::MAX, u64::MAX);
                for part in parts {
                    let (free, bound) = self.numbers(still, part)?;
                    all = (all.0 & free, all.1 & bound);
                }
                Some(all)
            }
            Bool::Or(parts) if parts.iter().any(|part| some_have(still, part).is_some()) => {
                let mut bound = 0;
                for part in parts {
                    match some_have(still, part) {
                        Some(fed) if self.fed.is_none_or(|known| known == fed) => self.fed = Some(fed),
                        Some(_) => return None,
                        None => bound |= self.counted(still, part)?,
                    }
                }
                Some((u64::MAX, bound))
            }
            condition => self.counted(still, condition).map(|numbers| (numbers, numbers)),
        }
    }

    fn counted<const W: usize>(&self, still: &mut Still<'_, W>, condition: &Bool<W>) -> Option<u64> {
        let bound = (self.mover, self.from as i32);
        counted(still, condition, bound, &mut |at, _| match at {
            Int::From => Some(0),
            _ => None,
        })
        .map(|(_, numbers)| numbers)
    }
}

/// How many seeds it takes, if every larger number will do too; 255 if no number will.
fn needed(numbers: u64) -> Option<u8> {
    match numbers {
        0 => Some(u8::MAX),
        numbers => threshold(numbers).filter(|&least| least > 0),
    }
}

/// "The player before was the mover."
pub(in crate::kernels) fn is_again<const W: usize>(condition: &Bool<W>) -> bool {
    let is_mover = |int: &Int<W>| matches!(int, Int::Mover | Int::Role(Role::Mover));
    let is_prev = |int: &Int<W>| matches!(int, Int::Prev | Int::Role(Role::Prev));
    match condition {
        Bool::Eq(a, b) => (is_mover(a) && is_prev(b)) || (is_prev(a) && is_mover(b)),
        _ => false,
    }
}

fn is_last_hole<const W: usize>(region: &Region<W>) -> bool {
    let is = |int: &Int<W>| matches!(int, Int::LastTo { after: true });
    match region {
        Region::Site(site) => is(site),
        Region::Sites(sites) => matches!(&sites[..], [site] if is(site)),
        _ => false,
    }
}
