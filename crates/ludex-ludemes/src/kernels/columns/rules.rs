//! Which rules are those of a game of columns.

use super::ask::{Column, Counted, Scene, counted, is_from_alone, split, tables_in, tables_in_condition};
use super::tables::{All, KINDS, Said, Site, work_out};
use super::{Clock, Columns, SITES, Sign};
use crate::kernels::status::{ANY, EMPTY, ENEMY};
use crate::kernels::still::Still;
use crate::kernels::winners_by;
use crate::runtime::code::{Bool, EndRule, Gen, Int, Kind, Leaf, Region, Role, Values};
use crate::runtime::rules::Rules;
use crate::runtime::{Content, State};

/// Games with more men of a player are left to the general rules.
const MOST_MEN: usize = 40;

impl<const W: usize> Columns<W> {
    /// The kernel for these rules, if they are of this shape; `start` is the position in which games begin.
    pub(in crate::kernels) fn of(rules: &Rules<W>, start: &State<W>) -> Option<Columns<W>> {
        let meta = &rules.meta;
        let plain = rules.stacks
            && rules.players == 2
            && rules.places <= SITES
            && rules.phases.len() == 1
            && rules.phases[0].next.is_empty()
            && !(rules.marks || rules.draws || rules.rolls || rules.scored || rules.needs_history)
            && !(meta.swap || meta.gravity || meta.pin || meta.no_stack_on_fallen)
            && meta.no_repeat.is_none();
        let [_, first, second] = rules.owners[..] else { return None };
        if !plain || (first, second) != (1, 2) {
            return None;
        }
        let reader = Reader { rules, what: [1, 2] };
        let parts = match &rules.phases[0].play {
            Gen::Priority(parts) => &parts[..],
            part => std::slice::from_ref(part),
        };
        let read: Vec<Read<W>> = parts.iter().map(|part| reader.way(part)).collect::<Option<_>>()?;
        let table = read.first()?.table;
        // Moves are in the order of their leaves, and only those of one way are to choose from.
        if read.iter().any(|way| way.table != table) {
            return None;
        }
        let most = (1..=2).map(|player| men_of(start, player)).max().filter(|&most| most <= MOST_MEN)?;
        let (sorts, sort_of) = sorts(rules, &read);
        let all = All { sorts, most };
        let (captured, said): (Vec<_>, Vec<_>) = read.into_iter().map(|way| (way.captured, way.said)).unzip();
        let (ways, kinds, kinds_used) = work_out(&said, &all)?;
        let mut sites = Vec::new();
        let mut bare = [0; KINDS];
        for (site, &sort) in sort_of.iter().enumerate() {
            let first_column = all.first_column(sort);
            sites.push(Site::of(rules, table, site, first_column)?);
            bare[usize::from(kinds[3 * first_column])] |= 1 << site;
        }
        let mut game = Columns {
            what: reader.what,
            most,
            sites,
            kinds,
            kinds_used,
            bare,
            ways,
            clock: None,
            ends: Vec::new(),
            verdicts: Vec::new(),
            winners: Vec::new(),
        };
        game.takes_all(&all, &captured)?;
        game.read_ends(rules)?;
        Some(game)
    }

    /// Whether what is captured is all that the other player has on top of a column, and nothing else ever is.
    fn takes_all(&self, all: &All, captured: &[Option<&Int<W>>]) -> Option<()> {
        for (way, captured) in self.ways.iter().zip(captured) {
            let Some(count) = captured else { continue };
            for (number, to) in all.columns() {
                let scene = Scene { to, ..Scene::default() };
                let kind = self.kinds[3 * number + to.on_top()];
                let suffers = way.suffers[usize::from(kind)] != 0;
                if suffers && (to.owner != ENEMY || scene.number(count) != Some(to.other as i32)) {
                    return None;
                }
            }
        }
        Some(())
    }

    fn read_ends(&mut self, rules: &Rules<W>) -> Option<()> {
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let EndRule::If(condition, inner, Some(verdict)) = rule else { return None };
            let sign = match condition {
                Bool::NoMoves(Role::Next) => Sign::Stuck,
                Bool::Le(plies, since) => {
                    let (Int::Const(plies), Int::Sub(moves, since)) = (&**plies, &**since) else {
                        return None;
                    };
                    let (Int::CountMoves, Some(var)) = (&**moves, remembered(since)) else { return None };
                    let since = (**since).clone();
                    let clock = Clock { var, plies: *plies, since };
                    if self.clock.replace(clock).is_some() {
                        return None;
                    }
                    Sign::Late
                }
                _ => return None,
            };
            if !inner.is_empty() {
                return None;
            }
            self.ends.push(sign);
            self.verdicts.push(verdict.clone());
        }
        self.winners = winners_by(rules, self.verdicts.iter())?;
        // Whatever is set must be what the clock looks at.
        let var = self.clock.as_ref().map(|clock| clock.var);
        self.ways.iter().all(|way| way.sets.as_ref().is_none_or(|(set, _)| Some(*set) == var)).then_some(())
    }
}

/// The men of a player in a position.
fn men_of<const W: usize>(state: &State<W>, player: u8) -> usize {
    let covered = state.covered().filter(|(_, piece)| *piece == Content::piece(player)).count();
    covered + state.owned(usize::from(player)).count() as usize
}

/// The variable that a number depends on, if it depends on nothing else.
fn remembered<const W: usize>(int: &Int<W>) -> Option<usize> {
    match int {
        Int::Var(var) => Some(*var),
        Int::Add(parts) | Int::Max(parts) | Int::Min(parts) => {
            let mut vars = parts.iter().filter(|part| !matches!(part, Int::Const(_)));
            let var = remembered(vars.next()?)?;
            vars.next().is_none().then_some(var)
        }
        _ => None,
    }
}

/// A place of each sort of places, and the sort of every place: places of a sort look the same to all rules.
fn sorts<const W: usize>(rules: &Rules<W>, ways: &[Read<'_, W>]) -> (Vec<usize>, Vec<usize>) {
    let mut tables = Vec::new();
    for Read { said, captured, .. } in ways {
        [said.least, said.most, said.reach].into_iter().for_each(|int| tables_in(int, &mut tables));
        captured.iter().for_each(|int| tables_in(int, &mut tables));
        let conditions = said.lands.iter().chain(&said.suffers);
        conditions.for_each(|condition| tables_in_condition(condition, &mut tables));
    }
    let mut known: Vec<Vec<Option<i32>>> = Vec::new();
    let (mut sorts, mut sort_of) = (Vec::new(), Vec::new());
    for site in 0..rules.tables.sites {
        let here = Column { site, ..Column::default() };
        let scene = Scene { from: here, to: here, ..Scene::default() };
        let values: Vec<Option<i32>> = tables.iter().map(|table| scene.number(table)).collect();
        let sort = known.iter().position(|known| *known == values).unwrap_or_else(|| {
            known.push(values);
            sorts.push(site);
            sorts.len() - 1
        });
        sort_of.push(sort);
    }
    (sorts, sort_of)
}

/// A way to move groups as the rules have it.
struct Read<'r, const W: usize> {
    said: Said<'r, W>,
    /// The table of directions.
    table: u16,
    /// How many men are taken off the target, if any.
    captured: Option<&'r Int<W>>,
}

struct Reader<'r, const W: usize> {
    rules: &'r Rules<W>,
    what: [u8; 2],
}

impl<'r, const W: usize> Reader<'r, W> {
    fn leaf(&self, moves: &Gen<W>) -> Option<(u16, &'r Leaf<W>)> {
        let Gen::Leaf(number) = moves else { return None };
        let leaf = &self.rules.leaves[usize::from(*number)];
        (leaf.prior.is_empty() && leaf.stack.is_none() && leaf.dice.is_none()).then_some((*number, leaf))
    }

    /// Groups of every size ride from each own column in straight lines.
    fn way(&self, part: &'r Gen<W>) -> Option<Read<'r, W>> {
        let Gen::ForEachStacked { who, player: None, names: None, within, moves: Some(moves), top: true } =
            part
        else {
            return None;
        };
        let Gen::ForEachValue { values: Values::Range(least, most), moves } = &**moves else { return None };
        let (number, leaf) = self.leaf(moves)?;
        let Kind::FromTo { from, to, count: Some(Int::BoundValue), copy: false } = &leaf.kind else {
            return None;
        };
        let from_here =
            from.region.as_ref().is_none_or(|region| is_at(region, &Int::From)) && from.when.is_none();
        let everywhere = self.rules.tables.all.is_within(within);
        if who[..] != [Role::Mover] || !everywhere || !from_here || !self.sorts(&leaf.then) {
            return None;
        }
        let (region, onto) = match to.region.as_ref()? {
            Region::Intersection(parts) => match &parts[..] {
                [region, empty] if is_empty(empty) => (region, EMPTY),
                _ => return None,
            },
            region => (region, ANY),
        };
        let Region::Direction { from, dirs, included: false, stop, stop_included: true, distance } = region
        else {
            return None;
        };
        let stops = matches!(stop.as_deref(), Some(Bool::IsOccupied(at)) if matches!(**at, Int::To));
        let ([table], None) = (&dirs.by_facing[..], dirs.towards) else { return None };
        let alone = [least, most, &**distance].into_iter().all(is_from_alone);
        if !stops || !is_at(from, &Int::From) || !alone {
            return None;
        }
        let apply = to.apply.as_ref();
        let mut said = Said {
            leaf: number,
            binds: leaf.binds,
            least,
            most,
            reach: distance,
            onto,
            lands: to.when.iter().collect(),
            suffers: apply.and_then(|apply| apply.when.as_ref()).into_iter().collect(),
            has_effect: apply.is_some(),
            captures: false,
            sets: None,
            terms: Vec::new(),
        };
        for &condition in said.lands.iter().chain(&said.suffers) {
            split(condition, &mut said.terms)?;
        }
        let mut captured = None;
        if let Some(effect) = apply.and_then(|apply| apply.effect.as_ref()) {
            let parts = match effect {
                Gen::All(parts) => &parts[..],
                part => std::slice::from_ref(part),
            };
            for part in parts {
                let (_, leaf) = self.leaf(part).filter(|(_, leaf)| leaf.then.is_empty())?;
                match &leaf.kind {
                    Kind::Remove { region, when: None, at_end: false, count: Some(count) }
                        if is_at(region, &Int::To) && captured.is_none() =>
                    {
                        captured = Some(count);
                    }
                    Kind::SetVar(var, to) if said.sets.is_none() && is_ticking(to) => {
                        said.sets = Some((*var, to));
                    }
                    _ => return None,
                }
            }
        }
        said.captures = captured.is_some();
        Some(Read { said, table: *table, captured })
    }

    /// The column that the group has come to is taken apart and built again: the men of the other player, then those of
    /// the mover.
    fn sorts(&self, then: &[Gen<W>]) -> bool {
        let [Gen::All(parts)] = then else { return false };
        let [first, second, third] = &parts[..] else { return false };
        self.clears(first) && self.adds(second, Counted::Other) && self.adds(third, Counted::Own)
    }

    fn clears(&self, part: &Gen<W>) -> bool {
        let Some((_, leaf)) = self.leaf(part).filter(|(_, leaf)| leaf.then.is_empty()) else { return false };
        let Kind::Remove { region, when: None, at_end: false, count: Some(count) } = &leaf.kind else {
            return false;
        };
        let all = match count {
            Int::SizeStack(region) => is_last(region),
            Int::CountStack(count) => is_last(&count.of) && counted(count) == Some(Counted::All),
            _ => false,
        };
        is_last(region) && all
    }

    fn adds(&self, part: &Gen<W>, whose: Counted) -> bool {
        let Some((_, leaf)) = self.leaf(part).filter(|(_, leaf)| leaf.then.is_empty()) else { return false };
        let Kind::Add { whats: Some(whats), to, count: Int::CountStack(count), state: None, value: None } =
            &leaf.kind
        else {
            return false;
        };
        let mut still = Still::new(self.rules);
        let [what] = &whats[..] else { return false };
        let is_his = (1..=2).all(|mover| {
            let player = if whose == Counted::Own { mover } else { 3 - mover };
            still.number(what, mover, -1) == Some(i32::from(self.what[player - 1]))
        });
        let there = to.when.is_none() && to.apply.is_none() && to.region.as_ref().is_some_and(is_last);
        is_his && there && is_last(&count.of) && counted(count) == Some(whose)
    }
}

/// Whether a number depends on nothing but the number of moves.
fn is_ticking<const W: usize>(int: &Int<W>) -> bool {
    match int {
        Int::Const(_) | Int::CountMoves => true,
        Int::Add(parts) | Int::Max(parts) | Int::Min(parts) => parts.iter().all(is_ticking),
        _ => false,
    }
}

fn is_at<const W: usize>(region: &Region<W>, place: &Int<W>) -> bool {
    let Region::Site(site) = region else { return false };
    matches!((&**site, place), (Int::From, Int::From) | (Int::To, Int::To))
}

/// Whether a region is all places without a piece.
fn is_empty<const W: usize>(region: &Region<W>) -> bool {
    let Region::Difference(all, occupied) = region else { return false };
    let (Region::Const(all), Region::Occupied { who, whats: None, within }) = (&**all, &**occupied) else {
        return false;
    };
    all == within && who[..] == [Role::All]
}

fn is_last<const W: usize>(region: &Region<W>) -> bool {
    match region {
        Region::LastTo => true,
        Region::Site(site) => matches!(**site, Int::LastTo { after: false }),
        _ => false,
    }
}
