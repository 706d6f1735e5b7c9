//! What follows from plies, read from the compiled rules.

use super::plan::{Bag, Effect, Layer, Num, Sizes};
use super::rules::Reader;
use crate::kernels::pyramid::is_bare;
use crate::runtime::code::{Array, Bool, Gen, Int, Kind, Leaf, PendingWhat, Region, Role, ToClause};
use crate::runtime::{Content, State};

impl<const W: usize> Reader<'_, W> {
    pub(super) fn effects(&mut self, leaf: &Leaf<W>) -> Option<Vec<Effect<W>>> {
        match &leaf.then[..] {
            [] => Some(Vec::new()),
            [Gen::All(parts)] => parts.iter().map(|part| self.effect(part)).collect(),
            [Gen::Seq(steps)] => Some(vec![self.fill(steps).or_else(|| self.refill(steps))?]),
            [Gen::If(condition, yes, no)] if matches!(**no, Gen::None) => match self.lines(condition, yes) {
                Some(lines) => Some(vec![lines]),
                None => Some(vec![self.effect(&leaf.then[0])?]),
            },
            [Gen::Leaf(only)] => match &self.rules.leaves[*only as usize].kind {
                Kind::SetScore { who, to } if is_mover(who) => match self.own_sizes(to) {
                    // Only where there is no other way to score, and no other score.
                    Some(sizes) if matches!(self.rules.phases[0].play, Gen::Leaf(_)) => {
                        self.sizes = Some(sizes);
                        Some(Vec::new())
                    }
                    _ => Some(vec![self.effect(&leaf.then[0])?]),
                },
                _ => Some(vec![self.effect(&leaf.then[0])?]),
            },
            [effect] => Some(vec![self.effect(effect)?]),
            _ => None,
        }
    }

    /// "The product of the sizes of the mover's groups."
    fn own_sizes(&self, score: &Int<W>) -> Option<Sizes<W>> {
        let Int::ProductOf(array) = score else { return None };
        let Array::SizesGroup { dirs, who: Role::Mover, min, when: None, visible: false } = &**array else {
            return None;
        };
        let ([table], None, Int::Const(..=1)) = (&dirs.by_facing[..], dirs.towards, &**min) else {
            return None;
        };
        let tables = &self.rules.tables;
        Some(Sizes { all: tables.all, around: tables.dirs[*table as usize].around.clone() })
    }

    /// "If there are lines through the last ball, the mover scores them and is noted."
    fn lines(&mut self, condition: &Bool<W>, yes: &Gen<W>) -> Option<Effect<W>> {
        let (Bool::Lt(none, lines), Gen::All(parts)) = (condition, yes) else { return None };
        let (Int::Const(0), Int::LinesThroughLast(lines)) = (&**none, &**lines) else { return None };
        let [Gen::Leaf(score), Gen::Leaf(note)] = parts[..] else { return None };
        let (score, note) = (&self.rules.leaves[score as usize], &self.rules.leaves[note as usize]);
        let scores = match &score.kind {
            Kind::AddScore { who, by } if is_mover(who) => {
                matches!(&by[..], [Int::LinesThroughLast(scored)] if scored == lines)
            }
            _ => false,
        };
        let Kind::SetVar(var, Int::Mover) = note.kind else { return None };
        if !scores || !is_bare(score) || !is_bare(note) {
            return None;
        }
        self.scorer = Some(var);
        Some(Effect::Lines(lines.clone()))
    }

    /// "Every platform of a layer gets a ball, whose kind depends on the four below."
    fn fill(&mut self, steps: &[Gen<W>]) -> Option<Effect<W>> {
        let layers: Option<Vec<_>> = steps.iter().map(|step| self.layer(step)).collect();
        let layers = layers?.into_iter().filter(|layer| !layer.places.is_empty()).collect();
        self.fills = true;
        Some(Effect::Fill(layers))
    }

    fn layer(&self, step: &Gen<W>) -> Option<Layer<W>> {
        let (rules, tables) = (self.rules, &self.rules.tables);
        let Gen::ForEachSite { region, moves, otherwise } = step else { return None };
        let (Region::ForEach(region, flat), Gen::Priority(choices), Gen::None) =
            (&**region, &**moves, &**otherwise)
        else {
            return None;
        };
        let (Region::Intersection(parts), Bool::IsFlat(site)) = (&**region, &**flat) else { return None };
        let ([Region::Const(places), Region::Empty], Int::BoundSite) = (&parts[..], &**site) else {
            return None;
        };
        if rules.components.len() > 4 || tables.down.iter().any(|down| down.count() > 4) {
            return None;
        }
        let choices: Option<Vec<_>> = choices.iter().map(|choice| self.choice(choice)).collect();
        let choices = choices?;
        let mut kinds = [0; 125];
        if let Some(place) = places.first() {
            let below: Vec<usize> = tables.down[place].iter().collect();
            let alike = |other: usize| tables.down[other].count() as usize == below.len();
            if !places.iter().all(alike) {
                return None;
            }
            for (index, kind) in kinds.iter_mut().enumerate() {
                let have = [index % 5, index / 5 % 5, index / 25];
                if have.iter().sum::<usize>() != below.len() {
                    continue;
                }
                let mut state = State::new(rules.players, false, rules.vars.len());
                let balls = (1u8..).zip(have).flat_map(|(kind, number)| std::iter::repeat_n(kind, number));
                for (&place, kind) in below.iter().zip(balls) {
                    state.put(place, Content::piece(kind), &rules.owners);
                }
                let fits = |(when, _): &&(&Bool<W>, u8)| rules.holds_on(&state, place as i32, when);
                *kind = choices.iter().find(fits).map_or(0, |(_, kind)| *kind);
            }
        }
        Some(Layer { places: *places, below: tables.down.clone(), kinds })
    }

    /// "If so many balls of some kinds are below, a ball of this kind."
    fn choice<'g>(&self, choice: &'g Gen<W>) -> Option<(&'g Bool<W>, u8)> {
        fn counts<const W: usize>(int: &Int<W>) -> bool {
            match int {
                Int::Const(_) => true,
                Int::SitesPlatformBelow { site, by, .. } => {
                    matches!(**site, Int::BoundSite)
                        && by.iter().all(|by| matches!(by, Int::Const(_) | Int::Role(Role::Player(_))))
                }
                _ => false,
            }
        }
        fn compares<const W: usize>(condition: &Bool<W>) -> bool {
            match condition {
                Bool::And(parts) | Bool::Or(parts) => parts.iter().all(compares),
                Bool::Lt(a, b) | Bool::Le(a, b) | Bool::Eq(a, b) => counts(a) && counts(b),
                _ => false,
            }
        }
        let Gen::If(condition, yes, no) = choice else { return None };
        let (Gen::Leaf(leaf), Gen::None) = (&**yes, &**no) else { return None };
        let leaf = &self.rules.leaves[*leaf as usize];
        let Kind::Add { whats: Some(whats), to, count: Int::Const(1), state: None, value: None } = &leaf.kind
        else {
            return None;
        };
        let ([Int::Const(kind)], ToClause { region: Some(Region::Site(site)), when: None, apply: None }) =
            (&whats[..], to)
        else {
            return None;
        };
        let fits = matches!(**site, Int::BoundSite) && leaf.then.is_empty() && leaf.prior.is_empty();
        let known = (1..self.rules.components.len() as i32).contains(kind);
        (fits && known && compares(condition)).then_some((&**condition, *kind as u8))
    }

    /// "The placed ball is forgotten; while there are balls in the bag, one of them goes to the hand."
    fn refill(&mut self, steps: &[Gen<W>]) -> Option<Effect<W>> {
        let [Gen::Leaf(forget), Gen::If(condition, yes, no)] = steps else { return None };
        let (Bool::Lt(none, size), Gen::Leaf(draw), Gen::None) = (&**condition, &**yes, &**no) else {
            return None;
        };
        let (forget, draw) = (&self.rules.leaves[*forget as usize], &self.rules.leaves[*draw as usize]);
        let Kind::Forget { list, values: Some(PendingWhat::Number(Int::What(last))) } = &forget.kind else {
            return None;
        };
        let Kind::Add { whats: Some(whats), to, count: Int::Const(1), state: None, value: None } = &draw.kind
        else {
            return None;
        };
        let is_bag = |array: &Array<W>| matches!(array, Array::Remembered(Some(of)) if of == list);
        let is_size = |int: &Int<W>| matches!(int, Int::SizeArray(array) if is_bag(array));
        let [Int::ArrayValue(array, index)] = &whats[..] else { return None };
        let Int::Random { from, to: end } = &**index else { return None };
        let to_the_end = match &**end {
            Int::Sub(size, one) => is_size(size) && matches!(**one, Int::Const(1)),
            _ => false,
        };
        let ToClause { region: Some(Region::Const(hand)), when: None, apply: None } = to else { return None };
        let fits = matches!(**none, Int::Const(0))
            && is_size(size)
            && is_bag(array)
            && matches!(**from, Int::Const(0))
            && to_the_end
            && is_last(last)
            && hand.count() == 1
            && is_bare(forget)
            && is_bare(draw);
        if !fits || self.bag.is_some() {
            return None;
        }
        let hand = self.hands(&Int::Const(hand.first()? as i32))?[1];
        let bag = Bag { list: *list, hand };
        self.bag = Some(bag);
        Some(Effect::Refill(bag))
    }

    fn effect(&self, effect: &Gen<W>) -> Option<Effect<W>> {
        match effect {
            Gen::If(condition, yes, no) => match (self.effect(yes)?, &**no) {
                (Effect::Again(None), Gen::None) => Some(Effect::Again(Some(self.when(condition)?))),
                _ => None,
            },
            Gen::Leaf(leaf) => {
                let leaf = &self.rules.leaves[*leaf as usize];
                if !leaf.then.is_empty() || !leaf.prior.is_empty() {
                    return None;
                }
                Some(match &leaf.kind {
                    Kind::MoveAgain => Effect::Again(None),
                    Kind::SetScore { who, to } => {
                        Effect::SetScore { next: !is_mover(who) && is_next(who)?, to: self.number(to)? }
                    }
                    Kind::AddScore { who, by } => match &by[..] {
                        [by] => {
                            Effect::AddScore { next: !is_mover(who) && is_next(who)?, by: self.number(by)? }
                        }
                        _ => return None,
                    },
                    _ => return None,
                })
            }
            _ => None,
        }
    }

    fn number(&self, int: &Int<W>) -> Option<Num<W>> {
        let all = |parts: &[Int<W>]| parts.iter().map(|part| self.number(part)).collect::<Option<Vec<_>>>();
        Some(match int {
            Int::Const(number) => Num::Const(*number),
            Int::Score(who) => match &**who {
                Int::Mover | Int::Role(Role::Mover) => Num::Score { next: false },
                Int::Next | Int::Role(Role::Next) => Num::Score { next: true },
                _ => return None,
            },
            Int::Add(parts) => Num::Sum(all(parts)?),
            Int::Max(parts) => Num::Max(all(parts)?),
            Int::Sub(a, b) => Num::Minus(Box::new(self.number(a)?), Box::new(self.number(b)?)),
            Int::CountSites(region) => {
                let (near, kinds, free) = self.near(region, &|site| is_last(site))?;
                if free {
                    return None;
                }
                Num::Near { near, kinds }
            }
            _ => return None,
        })
    }
}

fn is_mover<const W: usize>(who: &[Int<W>]) -> bool {
    matches!(who, [Int::Mover | Int::Role(Role::Mover)])
}

/// Whether it is the next player; `None` if it is somebody else.
fn is_next<const W: usize>(who: &[Int<W>]) -> Option<bool> {
    matches!(who, [Int::Next | Int::Role(Role::Next)]).then_some(true)
}

fn is_last<const W: usize>(site: &Int<W>) -> bool {
    matches!(site, Int::LastTo { after: false })
}
