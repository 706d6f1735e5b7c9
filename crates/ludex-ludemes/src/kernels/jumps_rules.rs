//! Which rules are those of a game of jumps, and its tables.

use super::jumps::{Jumps, RULES, Rule, Sign, WAYS, Way};
use super::sow::is_again;
use super::status::{EMPTY, ENEMY, removes, status};
use super::still::Still;
use super::winners_by;
use crate::runtime::code::{
    BetweenClause, Bool, Dirs, EndRule, FromClause, Gen, Int, Kind, Leaf, Region, Role, ToClause,
};
use crate::runtime::rules::Rules;

/// What is known of the rules while they are read.
struct Reader<'a, const W: usize> {
    rules: &'a Rules<W>,
    still: Still<'a, W>,
    what: [[u8; 2]; 2],
}

impl<const W: usize> Jumps<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>) -> Option<Jumps<W>> {
        let meta = &rules.meta;
        let plain = rules.players == 2
            && rules.phases.len() == 1
            && rules.places == rules.tables.sites
            && rules.places <= 64
            && !(meta.swap || meta.gravity || meta.pin || meta.no_stack_on_fallen)
            && !(rules.needs_history || rules.draws || rules.marks || rules.counts)
            && rules.components.len() == 5;
        if !plain {
            return None;
        }
        let kinds = |player: u8| -> Option<[u8; 2]> {
            let own: Vec<u8> = rules.components_of(player).collect();
            own.try_into().ok()
        };
        let what = [kinds(1)?, kinds(2)?];
        let mut reader = Reader { rules, still: Still::new(rules), what };
        let Gen::If(again, more, first) = &rules.phases[0].play else { return None };
        let (Gen::If(which, one, other), Gen::Priority(parts), true) = (&**more, &**first, is_again(again))
        else {
            return None;
        };
        let kind = reader.kind_moved(which)?;
        let (Gen::Leaf(one), Gen::Leaf(other)) = (&**one, &**other) else { return None };
        let one = reader.rule(*one, kind, true)?;
        let other = reader.rule(*other, 1 - kind, true)?;
        let again = if kind == 0 { [one, other] } else { [other, one] };
        let [jumps, steps] = &parts[..] else { return None };
        let (jumps, steps) = (reader.rules_of_pieces(jumps)?, reader.rules_of_pieces(steps)?);
        let alike = |rule: &Rule| !rule.goes_on || rule.ways == again[rule.kind].ways;
        let fits = again.iter().chain(&jumps).chain(&steps).all(alike)
            && again.iter().chain(&jumps).all(|rule| rule.jumps)
            && again.iter().all(|rule| rule.goes_on)
            && steps.iter().all(|rule| !rule.jumps);
        if !fits {
            return None;
        }
        let mut ends = Vec::new();
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let EndRule::If(condition, inner, Some(verdict)) = rule else { return None };
            let sign = match condition {
                Bool::NoMoves(Role::Next) => Sign::Stuck,
                Bool::Le(least, counter) => match (&**least, &**counter) {
                    (Int::Const(number), Int::Counter) => Sign::Counter(*number),
                    _ => return None,
                },
                _ => return None,
            };
            if !inner.is_empty() {
                return None;
            }
            ends.push((sign, verdict.clone()));
        }
        let winners = winners_by(rules, ends.iter().map(|(_, verdict)| verdict));
        Some(Jumps { what, jumps, steps, again, ends, winners })
    }
}

impl<const W: usize> Reader<'_, W> {
    /// "The piece that moved last is of this kind."
    fn kind_moved(&mut self, condition: &Bool<W>) -> Option<usize> {
        let Bool::Eq(a, b) = condition else { return None };
        let id = match (&**a, &**b) {
            (Int::What(at), id) | (id, Int::What(at)) if matches!(**at, Int::LastTo { .. }) => id,
            _ => return None,
        };
        let kinds: Option<Vec<usize>> = (1..=2)
            .map(|mover| {
                let id = self.still.number(id, mover, -1)?;
                self.what[mover - 1].iter().position(|&what| i32::from(what) == id)
            })
            .collect();
        kinds.filter(|kinds| kinds[0] == kinds[1]).map(|kinds| kinds[0])
    }

    /// The rules of pieces of one kind after another.
    fn rules_of_pieces(&mut self, moves: &Gen<W>) -> Option<Vec<Rule>> {
        match moves {
            Gen::All(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.rules_of_pieces(part)?);
                }
                (all.len() <= RULES).then_some(all)
            }
            Gen::ForEachPiece { who, player: None, names: Some(names), within, moves: Some(moves) } => {
                let kind = (0..2).find(|&kind| {
                    let mut own: Vec<u8> = self.what.iter().map(|what| what[kind]).collect();
                    own.sort_unstable();
                    let mut names = names.clone();
                    names.sort_unstable();
                    own == names
                })?;
                let (Gen::Leaf(leaf), true) = (&**moves, who[..] == [Role::Mover]) else { return None };
                (*within == self.rules.tables.all).then_some(())?;
                Some(vec![self.rule(*leaf, kind, false)?])
            }
            _ => None,
        }
    }

    /// How a leaf moves pieces of a kind; `goes_on` if it moves the piece that moved last.
    fn rule(&mut self, number: u16, kind: usize, goes_on: bool) -> Option<Rule> {
        let leaf = &self.rules.leaves[usize::from(number)];
        let (dirs, jumps) = match &leaf.kind {
            Kind::Hop { from, dirs, between, to } => {
                self.is_jump(from, between.as_ref(), to, goes_on, true)?;
                (dirs, true)
            }
            Kind::Step { from, dirs, to } => {
                let plain =
                    from.region.is_none() && from.when.is_none() && to.region.is_none() && to.apply.is_none();
                let empty = status(to.when.as_ref()?, &|int| matches!(int, Int::To))? == EMPTY;
                (plain && empty && !goes_on).then_some(())?;
                (dirs, false)
            }
            _ => return None,
        };
        let ways = [self.ways(dirs, kind, 0, jumps)?, self.ways(dirs, kind, 1, jumps)?];
        let mut rule = Rule { kind, jumps, ways, counter: None, promotes: [0; 2], goes_on: false };
        self.then(leaf, dirs, &mut rule)?;
        leaf.prior.is_empty().then_some(rule)
    }

    /// A jump over one piece of the other player, which may be taken, to an empty place.
    fn is_jump(
        &self,
        from: &FromClause<W>,
        between: Option<&BetweenClause<W>>,
        to: &ToClause<W>,
        from_last: bool,
        takes: bool,
    ) -> Option<()> {
        let origin = match &from.region {
            None => !from_last,
            Some(Region::Site(site)) => from_last && matches!(**site, Int::LastTo { .. }),
            Some(Region::LastTo) => from_last,
            Some(_) => false,
        };
        let between = between?;
        let is_there = |int: &Int<W>| matches!(int, Int::To | Int::Between);
        let over = status(between.when.as_ref()?, &is_there)? == ENEMY;
        let onto = status(to.when.as_ref()?, &|int| matches!(int, Int::To))? == EMPTY;
        let removes = match &between.apply {
            None => !takes,
            Some(apply) => match &apply.effect {
                Some(Gen::Leaf(effect)) => {
                    let effect = &self.rules.leaves[usize::from(*effect)];
                    let there = removes(&effect.kind, &|int| matches!(int, Int::Between));
                    there && apply.when.is_none() && self.counts_only(effect, None)
                }
                _ => false,
            },
        };
        let near = between.before.is_none() && between.after.is_none() && between.range.is_none();
        let plain =
            from.when.is_none() && to.region.is_none() && to.apply.is_none() && between.trail.is_none();
        (origin && over && onto && removes && near && plain).then_some(())
    }

    fn then(&mut self, leaf: &Leaf<W>, dirs: &Dirs, rule: &mut Rule) -> Option<()> {
        for effect in &leaf.then {
            if let Gen::Leaf(number) = effect
                && let Kind::SetCounter(Int::Const(counter)) = &self.rules.leaves[usize::from(*number)].kind
            {
                rule.counter = Some(*counter);
            }
        }
        leaf.then.iter().try_for_each(|effect| self.effect(effect, dirs, rule))
    }

    fn effect(&mut self, effect: &Gen<W>, dirs: &Dirs, rule: &mut Rule) -> Option<()> {
        match effect {
            Gen::None => Some(()),
            Gen::All(parts) | Gen::Seq(parts) => {
                parts.iter().try_for_each(|part| self.effect(part, dirs, rule))
            }
            Gen::Leaf(leaf) => match &self.rules.leaves[usize::from(*leaf)] {
                Leaf { kind: Kind::SetCounter(Int::Const(counter)), then, .. } if then.is_empty() => {
                    rule.counter = Some(*counter);
                    Some(())
                }
                _ => None,
            },
            Gen::If(condition, yes, no) => match &**condition {
                Bool::IsIn(sites, region) => {
                    let ([Int::LastTo { .. }], Gen::Leaf(promote)) = (&sites[..], &**yes) else {
                        return None;
                    };
                    self.promotes(*promote, rule)?;
                    let goals = self.still.by_mover(region)?;
                    rule.promotes = [goals[1].0[0], goals[2].0[0]];
                    self.effect(no, dirs, rule)
                }
                Bool::CanMove(moves) => {
                    let (Gen::Leaf(hop), Gen::Leaf(again), Gen::None) = (&**moves, &**yes, &**no) else {
                        return None;
                    };
                    let again = &self.rules.leaves[usize::from(*again)];
                    let Kind::Hop { from, dirs: more, between, to } =
                        &self.rules.leaves[usize::from(*hop)].kind
                    else {
                        return None;
                    };
                    let takes = between.as_ref().is_some_and(|between| between.apply.is_some());
                    self.is_jump(from, between.as_ref(), to, true, takes)?;
                    rule.goes_on = true;
                    let plain = matches!(again.kind, Kind::MoveAgain) && self.counts_only(again, Some(rule));
                    (more == dirs && plain).then_some(())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The piece that moved last becomes one of the other kind.
    fn promotes(&mut self, leaf: u16, rule: &Rule) -> Option<()> {
        let leaf = &self.rules.leaves[usize::from(leaf)];
        let Kind::Promote { site, whats, owner } = &leaf.kind else { return None };
        let there = match site {
            Region::Site(site) => matches!(**site, Int::LastTo { .. }),
            Region::LastTo => true,
            _ => false,
        };
        let [what] = &whats[..] else { return None };
        for mover in 1..=2 {
            let wanted = usize::from(self.what[mover - 1][1 - rule.kind]);
            let named = self.still.number(what, mover, -1)?;
            let named = usize::try_from(named).ok().filter(|&named| named < self.rules.components.len())?;
            // With an owner given, the name alone counts.
            let fits = match owner {
                Some(owner) => {
                    self.still.number(owner, mover, -1)? == mover as i32
                        && self.rules.components[named].plain == self.rules.components[wanted].plain
                }
                None => named == wanted,
            };
            fits.then_some(())?;
        }
        (there && self.counts_only(leaf, Some(rule))).then_some(())
    }

    /// Whether nothing follows from an effect, save that the counter is set as the rule itself sets it; what follows
    /// from effects on the way of a move is never carried out.
    fn counts_only(&self, leaf: &Leaf<W>, rule: Option<&Rule>) -> bool {
        leaf.then.iter().all(|then| match then {
            Gen::Leaf(then) => match &self.rules.leaves[usize::from(*then)].kind {
                Kind::SetCounter(Int::Const(counter)) => {
                    rule.is_none_or(|rule| rule.counter == Some(*counter))
                }
                _ => false,
            },
            _ => false,
        })
    }

    /// The directions of a rule for a player's pieces of a kind, in the order in which moves are counted.
    fn ways(&self, dirs: &Dirs, kind: usize, player: usize, jumps: bool) -> Option<[Way; WAYS]> {
        let component = &self.rules.components[usize::from(self.what[player][kind])];
        let table = match (&dirs.by_facing[..], dirs.towards) {
            ([only], None) => *only,
            (all, None) => *all.get(usize::from(component.facing))?,
            _ => return None,
        };
        let rays = &self.rules.tables.dirs[usize::from(table)].rays;
        let offset = |place: usize, ray: &[u16]| ray.first().map(|&site| i32::from(site) - place as i32);
        let widest = (0..rays.len()).max_by_key(|&place| rays[place].len())?;
        let mut offsets: Vec<i32> =
            rays[widest].iter().map(|ray| offset(widest, ray)).collect::<Option<_>>()?;
        if !jumps {
            // Steps are counted target by target.
            offsets.sort_unstable();
        }
        if offsets.len() > WAYS {
            return None;
        }
        let mut ways = [Way::default(); WAYS];
        for (way, &offset) in ways.iter_mut().zip(&offsets) {
            (way.up, way.down) = (offset.max(0) as u32, (-offset).max(0) as u32);
        }
        for (place, rays) in rays.iter().enumerate() {
            let mut order = 0;
            for ray in rays {
                let offset = offset(place, ray)?;
                let way = offsets.iter().position(|&known| known == offset)?;
                if jumps && way < order {
                    return None;
                }
                order = way;
                ways[way].steps |= 1 << place;
                if let Some(&beyond) = ray.get(1) {
                    if i32::from(beyond) - place as i32 != 2 * offset {
                        return None;
                    }
                    ways[way].jumps |= 1 << place;
                }
            }
        }
        Some(ways)
    }
}
