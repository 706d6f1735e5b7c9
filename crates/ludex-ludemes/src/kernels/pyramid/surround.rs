//! The kernel of Go on pyramids: a ball is placed on a playable point, visible groups of the opponent without
//! freedom are taken off layer by layer as far as they carry nothing, and the ball must have freedom then.
//!
//! A point is drawn and tried on a copy of a few words; if the ball has no freedom there, or the position was there
//! before, the point is dropped and another one is drawn. Dead balls are found from the living: whatever a ball
//! beside a hole is linked to lives.

use ludex_core::Rng;

use crate::kernels::place::Clock;
use crate::runtime::code::{Bool, EndRule, Gen, Int, Kind, PendingWhat, Region, Role, Verdict};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, Content, Move, PLAYERS, State};

/// Contacts of a place that may be hidden.
const CROSSED: usize = 4;

/// A game of surrounding.
#[derive(Clone, Debug)]
pub struct Surround<const W: usize> {
    leaf: u16,
    sites: Vec<Site<W>>,
    /// The layers in the order in which captured balls are taken off.
    layers: Vec<Bits<W>>,
}

/// What must be known about a place.
#[derive(Clone, Debug)]
struct Site<const W: usize> {
    /// The places that touch it.
    around: Bits<W>,
    /// Pairs of places above, and the neighbour whose contact they hide together.
    crossed: [(Bits<W>, Bits<W>); CROSSED],
    /// The places exactly below and exactly above.
    under: Bits<W>,
    cover: Bits<W>,
    /// The key of a ball of each player.
    keys: [u64; 3],
}

/// A position.
#[derive(Clone, Copy)]
struct Board<const W: usize> {
    own: [Bits<W>; 3],
    occupied: Bits<W>,
    open: Bits<W>,
    /// The places with something exactly above them.
    covered: Bits<W>,
    /// The places beside an empty hole of the ground.
    free: Bits<W>,
    key: u64,
}

/// What a ply leaves in the position besides the balls.
#[derive(Clone, Copy)]
struct Ply<const W: usize> {
    place: usize,
    captured: Bits<W>,
    /// The place where the last change was.
    last: usize,
}

impl<const W: usize> Surround<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(in crate::kernels) fn of(rules: &Rules<W>) -> Option<Surround<W>> {
        let meta = &rules.meta;
        if !super::is_plain(rules)
            || rules.players != 2
            || meta.gravity
            || meta.pin
            || meta.no_stack_on_fallen
        {
            return None;
        }
        let Gen::Afterwards { moves, when } = &rules.phases[0].play else { return None };
        let (Gen::Leaf(leaf), Bool::IsFreedom { region, except: None }) = (&**moves, &**when) else {
            return None;
        };
        let number = *leaf;
        let leaf = &rules.leaves[number as usize];
        let is_last = |site: &Int<W>| matches!(site, Int::LastTo { after: false });
        let table = visible_group(region, is_last)?;
        match &leaf.kind {
            Kind::Add { whats: None, to, count: Int::Const(1), state: None, value: None }
                if super::is_open(to) => {}
            _ => return None,
        }
        let ([Gen::Seq(steps)], true, false) = (&leaf.then[..], leaf.prior.is_empty(), leaf.binds) else {
            return None;
        };
        let (first, lifts) = steps.split_first()?;
        if !marks_the_dead(rules, first, table) || !ends_by_count(rules) {
            return None;
        }
        let layers: Option<Vec<Bits<W>>> = lifts.iter().map(|lift| lifted(rules, lift)).collect();
        let sites: Option<Vec<Site<W>>> =
            (0..rules.tables.sites).map(|site| Site::new(rules, table, site)).collect();
        Some(Surround {
            leaf: number,
            sites: sites?,
            layers: layers?.into_iter().filter(|layer| !layer.is_empty()).collect(),
        })
    }

    /// Plays ordinary plies.
    pub(in crate::kernels) fn run(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> u32 {
        let Some(mut board) = self.board(rules, state) else { return 0 };
        let limit = limit.min(rules.plies_left(state));
        let forbids = rules.meta.no_repeat.is_some();
        // With more balls than ever before a position is new. Before the first capture there is one ball a move.
        let mut most = match state.moves == board.occupied.count() {
            true => state.moves,
            false => u32::MAX,
        };
        let mut clock = Clock::new(2, state.mover);
        let mut last: Option<Ply<W>> = None;
        let mut plies = 0;
        let goes_on = loop {
            if plies == limit {
                break last.is_none() || self.can_move(rules, &board, clock.mover);
            }
            let before = rng.clone();
            let mut left = board.open;
            let mut count = left.count();
            let mut possible = false;
            let drawn = loop {
                if count == 0 {
                    break None;
                }
                let place = left.nth(rng.below(count)).unwrap_or(0);
                if let Some((after, ply)) = self.attempt(rules, &board, clock.mover, place) {
                    possible = true;
                    let new = !forbids
                        || after.occupied.count() > most
                        || !state.history.contains(&rules.repetition_key(after.key, 3 - clock.mover));
                    if new {
                        break Some((after, ply));
                    }
                }
                left.remove(place);
                count -= 1;
            };
            let Some((after, ply)) = drawn else {
                *rng = before;
                break possible;
            };
            board = after;
            most = most.max(board.occupied.count());
            last = Some(ply);
            plies += 1;
            clock.tick(ply.place, ply.place);
            if rules.needs_history {
                state.history.push(rules.repetition_key(board.key, clock.mover));
            }
        };
        let Some(ply) = last else { return 0 };
        self.store(rules, state, &board, &mut clock, ply);
        if !goes_on {
            // The ply just played has left the other player without a move.
            self.end(rules, state, &board);
        }
        plies
    }

    /// Writes the legal moves of a position, if it is one of the course of the game.
    pub(in crate::kernels) fn list(&self, rules: &Rules<W>, state: &State<W>, moves: &mut Vec<Move>) -> bool {
        let Some(board) = self.board(rules, state) else { return false };
        let forbids = rules.meta.no_repeat.is_some();
        let is_legal = |place: usize| {
            self.attempt(rules, &board, state.mover, place).is_some_and(|(after, _)| {
                !forbids || !state.history.contains(&rules.repetition_key(after.key, 3 - state.mover))
            })
        };
        moves.clear();
        for place in board.open.iter().filter(|&place| is_legal(place)) {
            let (site, aux) = (place as i16, i16::from(state.mover));
            moves.push(Move { from: site, to: site, aux, ..Move::bare(self.leaf) });
        }
        if moves.is_empty() {
            moves.push(Move::PASS);
        }
        true
    }

    /// Makes a legal move, if the position is one of the course of the game.
    pub(in crate::kernels) fn make(&self, rules: &Rules<W>, state: &mut State<W>, made: Move) -> bool {
        if made.leaf != self.leaf || rules.plies_left(state) == 0 {
            return false;
        }
        let Some(board) = self.board(rules, state).filter(|board| board.open.has(made.to as usize)) else {
            return false;
        };
        let Some((board, ply)) = self.attempt(rules, &board, state.mover, made.to as usize) else {
            return false;
        };
        let mut clock = Clock::new(2, state.mover);
        clock.tick(ply.place, ply.place);
        if rules.needs_history {
            state.history.push(rules.repetition_key(board.key, clock.mover));
        }
        self.store(rules, state, &board, &mut clock, ply);
        if !self.can_move(rules, &board, state.mover) {
            self.end(rules, state, &board);
        }
        true
    }

    /// Tells a position about the plies played.
    fn store(
        &self,
        rules: &Rules<W>,
        state: &mut State<W>,
        board: &Board<W>,
        clock: &mut Clock,
        ply: Ply<W>,
    ) {
        state.rearrange(&board.own, &rules.owners);
        clock.write(state);
        (state.last.from_after, state.last.to_after) = (ply.last as i16, ply.last as i16);
        state.pending.extend(ply.captured.iter().map(|place| place as i32));
    }

    /// The last ply ends the game, and balls are counted.
    fn end(&self, rules: &Rules<W>, state: &mut State<W>, board: &Board<W>) {
        let mut scores = [0; PLAYERS + 1];
        for (score, own) in scores.iter_mut().zip(&board.own).skip(1) {
            *score = own.count() as i32;
        }
        rules.end_by_score(state, &scores[1..=2]);
    }

    /// The board of a position, if it is one of the course of the game.
    fn board(&self, rules: &Rules<W>, state: &State<W>) -> Option<Board<W>> {
        let own = [Bits::EMPTY, *state.owned(1), *state.owned(2)];
        let tables = &rules.tables;
        let occupied = own[1].or(&own[2]);
        if !super::is_ordinary(rules, state) || occupied != *state.occupied() {
            return None;
        }
        let holes = tables.ground.minus(&occupied);
        let below = occupied.iter().fold(Bits::EMPTY, |all, place| all.or(&self.sites[place].under));
        Some(Board {
            own,
            occupied,
            open: tables.platforms(&occupied).minus(&occupied),
            covered: below,
            free: holes.iter().fold(Bits::EMPTY, |all, hole| all.or(&tables.beside[hole])),
            key: state.board_key(),
        })
    }

    /// Whether a player has a legal placement, whatever positions were there before.
    fn can_move(&self, rules: &Rules<W>, board: &Board<W>, mover: u8) -> bool {
        board.open.iter().any(|place| self.attempt(rules, board, mover, place).is_some())
    }

    /// The position after a ball is placed, if it has freedom then.
    #[inline]
    fn attempt(
        &self,
        rules: &Rules<W>,
        board: &Board<W>,
        mover: u8,
        place: usize,
    ) -> Option<(Board<W>, Ply<W>)> {
        let tables = &rules.tables;
        let (mover, enemy) = (usize::from(mover & 1 ^ 1) + 1, usize::from(mover & 1) + 1);
        let mut after = *board;
        after.own[mover].insert(place);
        after.occupied.insert(place);
        after.covered = after.covered.or(&self.sites[place].under);
        after.key ^= self.sites[place].keys[mover];
        if tables.ground.has(place) {
            let holes = tables.ground.minus(&after.occupied);
            for near in tables.beside[place].iter() {
                if !tables.beside[near].meets(&holes) {
                    after.free.remove(near);
                }
            }
        }
        after.open.remove(place);
        for above in tables.up[place].iter() {
            if tables.down[above].is_within(&after.occupied) {
                after.open.insert(above);
            }
        }
        let captured = self.dead(&after, enemy);
        let mut last = place;
        if !captured.is_empty() {
            for layer in &self.layers {
                for taken in captured.and(layer).iter() {
                    if !tables.up[taken].meets(&after.occupied) {
                        self.take(rules, &mut after, enemy, taken);
                        last = taken;
                    }
                }
            }
        }
        self.has_freedom(&after, mover, place).then_some((after, Ply { place, captured, last }))
    }

    /// The visible balls that are linked to none beside a hole.
    #[inline]
    fn dead(&self, board: &Board<W>, owner: usize) -> Bits<W> {
        let visible = board.own[owner].minus(&board.covered);
        let mut alive = visible.and(&board.free);
        let mut rest = visible.minus(&board.free);
        while !rest.is_empty() {
            let before = rest;
            for place in before.iter() {
                if self.links(place, &board.occupied).meets(&alive) {
                    alive.insert(place);
                    rest.remove(place);
                }
            }
            if rest == before {
                break;
            }
        }
        rest
    }

    /// The places whose contact with a place can be seen.
    #[inline(always)]
    fn links(&self, place: usize, occupied: &Bits<W>) -> Bits<W> {
        let site = &self.sites[place];
        let mut links = site.around;
        for (across, near) in &site.crossed {
            if across.is_within(occupied) {
                links = links.minus(near);
            }
        }
        links
    }

    fn take(&self, rules: &Rules<W>, board: &mut Board<W>, owner: usize, place: usize) {
        let tables = &rules.tables;
        board.own[owner].remove(place);
        board.occupied.remove(place);
        board.key ^= self.sites[place].keys[owner];
        for below in self.sites[place].under.iter() {
            if !self.sites[below].cover.meets(&board.occupied) {
                board.covered.remove(below);
            }
        }
        board.open = board.open.minus(&tables.up[place]);
        board.open.insert(place);
        if tables.ground.has(place) {
            board.free = board.free.or(&tables.beside[place]);
        }
    }

    /// Whether the visible group of a ball is beside a hole.
    #[inline]
    fn has_freedom(&self, board: &Board<W>, owner: usize, place: usize) -> bool {
        if board.free.has(place) {
            return true;
        }
        let visible = board.own[owner].minus(&board.covered);
        if !visible.meets(&board.free) {
            return false;
        }
        let mut left = visible;
        left.remove(place);
        let mut edge = Bits::one(place);
        while let Some(from) = edge.first() {
            edge.remove(from);
            let next = self.links(from, &board.occupied).and(&left);
            if next.meets(&board.free) {
                return true;
            }
            left = left.minus(&next);
            edge = edge.or(&next);
        }
        false
    }
}

impl<const W: usize> Site<W> {
    fn new(rules: &Rules<W>, table: usize, site: usize) -> Option<Site<W>> {
        let tables = &rules.tables;
        let around = tables.dirs[table].around[site];
        // What is never there hides nothing.
        let never = Bits([u64::MAX; W]);
        let mut crossed = [(never, Bits::EMPTY); CROSSED];
        let mut count = 0;
        for near in around.iter() {
            let across = tables.up[site].and(&tables.up[near]);
            match across.count() {
                0 | 1 => {}
                2 if count < CROSSED => {
                    crossed[count] = (across, Bits::one(near));
                    count += 1;
                }
                _ => return None,
            }
        }
        let under = (0..tables.sites).filter(|&below| tables.cover[below].has(site)).collect();
        let key = |player: u8| Content::piece(player).key(site);
        Some(Site { around, crossed, under, cover: tables.cover[site], keys: [0, key(1), key(2)] })
    }
}

/// The table of directions of a visible group around a place.
fn visible_group<const W: usize>(region: &Region<W>, is_site: impl Fn(&Int<W>) -> bool) -> Option<usize> {
    let Region::Group { from, dirs, when: None, visible: true } = region else { return None };
    match (&**from, &dirs.by_facing[..]) {
        (Region::Site(site), [table]) if is_site(site) && dirs.towards.is_none() => Some(*table as usize),
        _ => None,
    }
}

/// "Every ball of the next player whose visible group has no freedom is pending."
fn marks_the_dead<const W: usize>(rules: &Rules<W>, step: &Gen<W>, table: usize) -> bool {
    let Gen::ForEachSite { region, moves, otherwise } = step else { return false };
    let of_next = match &**region {
        Region::Occupied { who, whats: None, within } => {
            who == &[Role::Next] && rules.tables.all.is_within(within)
        }
        _ => false,
    };
    let (Gen::If(condition, yes, no), Gen::None) = (&**moves, &**otherwise) else { return false };
    let (Bool::And(parts), Gen::Leaf(mark), Gen::None) = (&**condition, &**yes, &**no) else { return false };
    let is_group =
        |region: &Region<W>| visible_group(region, |site| matches!(site, Int::BoundSite)) == Some(table);
    let [Bool::Lt(none, size), Bool::Not(free)] = &parts[..] else { return false };
    let seen = matches!((&**none, &**size), (Int::Const(0), Int::CountSites(group)) if is_group(group));
    let bound = matches!(&**free, Bool::IsFreedom { region, except: None } if is_group(region));
    let mark = &rules.leaves[*mark as usize];
    let marks = matches!(&mark.kind, Kind::SetPending(Some(PendingWhat::Number(Int::BoundSite))));
    of_next && seen && bound && marks && mark.then.is_empty() && mark.prior.is_empty()
}

/// "Remove what is pending on a layer and carries nothing": the layer.
fn lifted<const W: usize>(rules: &Rules<W>, step: &Gen<W>) -> Option<Bits<W>> {
    let Gen::Leaf(leaf) = step else { return None };
    let leaf = &rules.leaves[*leaf as usize];
    let Kind::Remove { region: Region::Difference(marked, support), when: None, at_end: false, count: None } =
        &leaf.kind
    else {
        return None;
    };
    let (Region::Intersection(parts), Region::Support(None)) = (&**marked, &**support) else { return None };
    match &parts[..] {
        [Region::Const(layer), Region::Pending] if super::is_bare(leaf) => Some(*layer),
        _ => None,
    }
}

/// "Who has no move, or a pass, ends the game, and balls are counted."
fn ends_by_count<const W: usize>(rules: &Rules<W>) -> bool {
    let mut ends = rules.phases[0].end.iter().chain(&rules.end);
    let (Some(EndRule::If(Bool::Or(parts), inner, Some(Verdict::ByScore(scores, false)))), None) =
        (ends.next(), ends.next())
    else {
        return false;
    };
    let counts = |index: usize, player: u8| {
        let (who, Int::CountSites(region)) = (&scores[index].0, &scores[index].1) else { return false };
        let own = match &**region {
            Region::Occupied { who, whats: None, within } => {
                who == &[Role::Player(player)] && rules.tables.all.is_within(within)
            }
            _ => false,
        };
        own && matches!(who, Int::Role(Role::Player(p)) if *p == player)
    };
    matches!(parts[..], [Bool::NoMoves(Role::Next), Bool::WasPass])
        && inner.is_empty()
        && scores.len() == 2
        && counts(0, 1)
        && counts(1, 2)
}
