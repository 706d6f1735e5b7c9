//! How pieces move, as tables; and which moves leave the own royal piece unthreatened.

use super::board::Board;
use super::spans::Spans;
use crate::runtime::Bits;

/// What one player's pieces can do.
#[derive(Clone, Debug)]
pub(super) struct Side<const W: usize> {
    /// The rules of the pieces, in the order of their numbers.
    pub(super) legs: Vec<Leg<W>>,
    /// The pieces that take by one step or leap, with the places from which they reach each place.
    pub(super) near: Vec<(u8, Vec<Bits<W>>)>,
    /// The same for those that slide, if nothing is in their way.
    pub(super) far: Vec<(u8, Vec<Bits<W>>)>,
    /// As `near`, for moves to empty places.
    pub(super) quiet: Vec<(u8, Vec<Bits<W>>)>,
    /// The piece that must not be threatened.
    pub(super) royal: u8,
}

/// Moves of one rule of a kind of piece.
#[derive(Clone, Debug)]
pub(super) struct Leg<const W: usize> {
    /// The number of the rule.
    pub(super) leaf: u16,
    pub(super) kind: u8,
    /// The places from which there may be a move.
    pub(super) starts: Bits<W>,
    /// Only pieces whose local state is 1.
    pub(super) marked: bool,
    pub(super) tests: Vec<Test<W>>,
    pub(super) reach: Reach<W>,
    /// What distinguishes moves with the same places, where the rules number them.
    pub(super) aux: Option<Spot>,
    /// What may be on the place it ends on: empty, a piece of one's own, one of the other player.
    pub(super) onto: Onto,
    pub(super) ops: Vec<Op<W>>,
    /// Whether nothing but the moved and the taken piece changes its place.
    pub(super) plain: bool,
}

/// Which places may be moved to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Onto {
    pub(super) empty: bool,
    pub(super) own: bool,
    pub(super) enemy: bool,
}

/// How far a rule reaches.
#[derive(Clone, Debug)]
pub(super) enum Reach<const W: usize> {
    /// To these places, by origin.
    Near(Vec<Bits<W>>),
    /// To these places, if left pending.
    Pending(Vec<Bits<W>>),
    /// Along these rays, by origin, over empty places.
    Far(Vec<Vec<Ray<W>>>),
}

/// A line of places from a place.
#[derive(Clone, Debug)]
pub(super) struct Ray<const W: usize> {
    pub(super) places: Bits<W>,
    /// Its first places, which are too near.
    pub(super) skipped: Bits<W>,
    /// Whether its numbers fall.
    pub(super) falls: bool,
}

/// A condition for a piece to move by a rule, by its place. A place that is not on the board is -1.
#[derive(Clone, Debug)]
pub(super) enum Test<const W: usize> {
    /// The local state of a place is 1.
    Marked(Vec<i16>),
    /// A piece of a kind is on a place.
    Is(Vec<i16>, u8),
    /// All of these places are empty.
    Empty(Vec<Bits<W>>),
    /// The royal piece is not threatened.
    Calm,
    /// Nor is it when the piece has gone to this place.
    Safe(Vec<i16>),
    /// The other player could not move to this empty place.
    Unreached(usize),
}

/// Something that follows from a move.
#[derive(Clone, Debug)]
pub(super) struct Op<const W: usize> {
    pub(super) when: When<W>,
    pub(super) act: Act,
}

/// When something follows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct When<const W: usize> {
    /// Whether a piece was taken.
    pub(super) taken: Option<bool>,
    /// Whether the local state of the piece is 1.
    pub(super) marked: Option<bool>,
    /// Whether the piece has arrived on one of these places.
    pub(super) on: Option<Bits<W>>,
}

#[derive(Clone, Debug)]
pub(super) enum Act {
    /// The counter is set.
    Counter(i32),
    /// The local state of the piece is set.
    Mark(bool),
    /// A place is left pending.
    Pend(Spot),
    /// What is on a place is taken away.
    Take(Spot),
    /// The piece becomes one of another kind, or this one of the other player if the other player moved it.
    Become {
        own: u8,
        theirs: u8,
    },
    /// Another piece goes from one place to another.
    Shift(Spot, Spot),
    /// As it moves, the local state of the piece becomes 0; or that of the piece that goes along.
    Unmark,
    UnmarkOther(Spot),
    /// The mover moves again, which is left to the general rules.
    Again,
}

/// A place for every origin and target of a move; -1 where there is none.
pub(super) type Spot = Box<[i16]>;

/// A move: the number of the leg, origin and target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chosen {
    pub(super) leg: u16,
    pub(super) from: u16,
    pub(super) to: u16,
}

/// What a move has brought about beside the board.
pub(super) struct Made {
    pub(super) counter: Option<i32>,
    /// The places of the last consequence that has some.
    pub(super) after: (usize, usize),
}

/// Both sides with the tables of the board.
#[derive(Clone, Debug)]
pub(super) struct Army<const W: usize> {
    pub(super) sides: [Side<W>; 2],
    pub(super) sites: usize,
    pub(super) all: Bits<W>,
    /// The places between two on a line, by both.
    pub(super) between: Vec<Bits<W>>,
    /// The places with lower and with higher numbers.
    pub(super) lower: Vec<Bits<W>>,
    pub(super) higher: Vec<Bits<W>>,
}

impl<const W: usize> Army<W> {
    /// Finds the moves of a player before it is asked what they leave threatened.
    pub(super) fn moves(&self, board: &Board<W>, mover: usize, spans: &mut Spans<W>) {
        spans.clear();
        self.each_span(board, mover, |leg, from, targets| {
            spans.push(leg, from, targets);
            true
        });
    }

    /// Goes through the moves of a player that leave the royal piece unthreatened, as long as it is told to go on.
    pub(super) fn each_safe(&self, board: &Board<W>, mover: usize, mut then: impl FnMut(Chosen) -> bool) {
        self.each_span(board, mover, |leg, from, targets| {
            targets.iter().all(|to| {
                let chosen = Chosen { leg: leg as u16, from: from as u16, to: to as u16 };
                !self.is_safe(board, mover, chosen) || then(chosen)
            })
        });
    }

    /// Goes through the moves of a player by rule and piece, with all targets at once, as long as it is told to.
    #[inline(always)]
    fn each_span(&self, board: &Board<W>, mover: usize, mut then: impl FnMut(usize, usize, Bits<W>) -> bool) {
        let occupied = board.occupied();
        let empty = self.all.minus(&occupied);
        let (own, enemy) = (&board.men[mover & 1], &board.men[(mover & 1) ^ 1]);
        for (index, leg) in self.sides[mover & 1].legs.iter().enumerate() {
            let mut origins = board.of(leg.kind).and(&leg.starts);
            if leg.marked {
                origins = origins.and(&board.marked);
            }
            if !leg.tests.is_empty() {
                for from in origins.iter() {
                    if !leg.tests.iter().all(|test| self.holds(board, mover, leg, from, test)) {
                        origins.remove(from);
                    }
                }
            }
            let pick = |chosen: bool, set: &Bits<W>| if chosen { *set } else { Bits::EMPTY };
            let stops = pick(leg.onto.own, own).or(&pick(leg.onto.enemy, enemy));
            let lands = stops.or(&pick(leg.onto.empty, &empty));
            let goes_on = match &leg.reach {
                Reach::Near(reach) => origins.iter().all(|from| then(index, from, reach[from].and(&lands))),
                Reach::Pending(reach) => {
                    let lands = lands.and(&board.pending);
                    lands.is_empty() || origins.iter().all(|from| then(index, from, reach[from].and(&lands)))
                }
                Reach::Far(rays) => origins.iter().all(|from| {
                    let mut targets = Bits::EMPTY;
                    for ray in &rays[from] {
                        targets = targets.or(&self.along(ray, &occupied).and(&lands));
                    }
                    then(index, from, targets)
                }),
            };
            if !goes_on {
                return;
            }
        }
    }

    /// The empty places of a ray and the first piece on it.
    #[inline(always)]
    fn along(&self, ray: &Ray<W>, occupied: &Bits<W>) -> Bits<W> {
        let blocked = ray.places.and(occupied);
        let first = if ray.falls { blocked.last() } else { blocked.first() };
        let Some(first) = first else { return ray.places.minus(&ray.skipped) };
        let beyond = if ray.falls { &self.lower[first] } else { &self.higher[first] };
        ray.places.minus(beyond).minus(&ray.skipped)
    }

    fn holds(&self, board: &Board<W>, mover: usize, leg: &Leg<W>, from: usize, test: &Test<W>) -> bool {
        let at = |places: &[i16]| usize::try_from(places[from]).ok();
        match test {
            Test::Marked(places) => at(places).is_some_and(|place| board.marked.has(place)),
            Test::Is(places, kind) => at(places).is_some_and(|place| board.what(place) == *kind),
            Test::Empty(places) => !places[from].meets(&board.occupied()),
            Test::Calm => !self.is_threatened(board, mover),
            Test::Safe(places) => {
                at(places).is_some_and(|place| self.is_safe_after(board, mover, leg.kind, from, place, &[]))
            }
            Test::Unreached(place) => !self.is_reached(board, *place, mover ^ 1),
        }
    }

    /// Whether the other player could move onto the royal piece of this one.
    pub(super) fn is_threatened(&self, board: &Board<W>, player: usize) -> bool {
        let occupied = board.occupied();
        board
            .of(self.sides[player & 1].royal)
            .iter()
            .any(|site| self.is_hit(board, site, player ^ 1, &occupied, &Bits::EMPTY))
    }

    /// Whether a move leaves the royal piece of the mover unthreatened.
    #[inline]
    pub(super) fn is_safe(&self, board: &Board<W>, mover: usize, chosen: Chosen) -> bool {
        let leg = &self.sides[mover & 1].legs[usize::from(chosen.leg)];
        let ops = if leg.plain { &[][..] } else { &leg.ops[..] };
        self.is_safe_after(board, mover, leg.kind, usize::from(chosen.from), usize::from(chosen.to), ops)
    }

    #[inline(always)]
    fn is_safe_after(
        &self,
        board: &Board<W>,
        mover: usize,
        kind: u8,
        from: usize,
        to: usize,
        ops: &[Op<W>],
    ) -> bool {
        let royal = self.sides[mover & 1].royal;
        let mut kings = *board.of(royal);
        let mut occupied = board.occupied();
        let mut gone = Bits::one(to);
        let mut go = |from: usize, to: usize, is_king: bool| {
            occupied.remove(from);
            occupied.insert(to);
            kings.remove(to);
            if is_king {
                kings.remove(from);
                kings.insert(to);
            }
        };
        go(from, to, kind == royal);
        let at = |spot: &Spot| usize::try_from(spot[from * self.sites + to]).ok();
        for op in ops {
            if let Act::Shift(a, b) = &op.act
                && let (Some(a), Some(b)) = (at(a), at(b))
                && board.what(a) != 0
            {
                go(a, b, board.what(a) == royal);
                gone.insert(b);
            }
        }
        for op in ops {
            if let Act::Take(spot) = &op.act
                && let Some(at) = at(spot)
            {
                occupied.remove(at);
                kings.remove(at);
                gone.insert(at);
            }
        }
        kings.iter().all(|site| !self.is_hit(board, site, mover ^ 1, &occupied, &gone))
    }

    /// Whether a piece of a player that is not among the gone ones could move onto a place where an enemy stands.
    #[inline]
    fn is_hit(&self, board: &Board<W>, site: usize, by: usize, occupied: &Bits<W>, gone: &Bits<W>) -> bool {
        let side = &self.sides[by & 1];
        let mut hits = Bits::EMPTY;
        for (kind, reach) in &side.near {
            hits = hits.or(&board.of(*kind).and(&reach[site]));
        }
        if !hits.minus(gone).is_empty() {
            return true;
        }
        let mut aims = Bits::EMPTY;
        for (kind, reach) in &side.far {
            aims = aims.or(&board.of(*kind).and(&reach[site]));
        }
        aims.minus(gone).iter().any(|from| !self.between[from * self.sites + site].meets(occupied))
    }

    /// Whether a player could move to an empty place, save by rules with conditions on the position.
    fn is_reached(&self, board: &Board<W>, site: usize, by: usize) -> bool {
        let side = &self.sides[by & 1];
        let is_pending = board.pending.has(site);
        let passing = |leg: &Leg<W>| match &leg.reach {
            Reach::Pending(reach) => board.of(leg.kind).iter().any(|from| reach[from].has(site)),
            _ => false,
        };
        side.quiet.iter().any(|(kind, reach)| board.of(*kind).meets(&reach[site]))
            || (is_pending && side.legs.iter().any(passing))
            || side.far.iter().any(|(kind, reach)| {
                let open = |from: usize| !self.between[from * self.sites + site].meets(&board.occupied());
                board.of(*kind).and(&reach[site]).iter().any(open)
            })
    }

    /// Makes a move with what follows from it.
    #[inline]
    pub(super) fn make(&self, board: &mut Board<W>, mover: usize, chosen: Chosen) -> Made {
        let leg = &self.sides[mover & 1].legs[usize::from(chosen.leg)];
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        let taken = board.what(to) != 0;
        board.shift(from, to);
        board.pending = Bits::EMPTY;
        let mut made = Made { counter: None, after: (from, to) };
        for op in &leg.ops {
            let marked = board.marked.has(to);
            if !op.when.holds(taken, marked, to) {
                continue;
            }
            let at = |spot: &Spot| usize::try_from(spot[from * self.sites + to]).ok();
            match &op.act {
                Act::Counter(number) => made.counter = Some(*number),
                Act::Mark(marked) => {
                    board.marked.remove(to);
                    if *marked {
                        board.marked.insert(to);
                    }
                    made.after = (to, to);
                }
                Act::Pend(spot) => {
                    if let Some(place) = at(spot) {
                        board.pending = Bits::one(place);
                    }
                }
                Act::Take(spot) => {
                    if let Some(place) = at(spot).filter(|&place| board.what(place) != 0) {
                        board.clear(place);
                        made.after = (place, place);
                    }
                }
                Act::Become { own, .. } => {
                    board.become_kind(to, *own);
                    made.after = (to, to);
                }
                Act::Shift(a, b) => {
                    if let (Some(a), Some(b)) = (at(a), at(b))
                        && board.what(a) != 0
                    {
                        board.shift(a, b);
                        made.after = (a, b);
                    }
                }
                Act::Unmark => board.marked.remove(to),
                Act::UnmarkOther(spot) => at(spot).into_iter().for_each(|place| board.marked.remove(place)),
                Act::Again => {}
            }
        }
        made
    }

    /// Whether a player has no move. With `tried`, the other player tries his moves.
    pub(super) fn is_stuck(&self, board: &Board<W>, player: usize, tried: bool) -> bool {
        let mut stuck = true;
        self.each_safe(board, player, |chosen| {
            stuck = tried && self.is_hit_by_change(board, player, chosen);
            stuck
        });
        stuck
    }

    /// Whether a piece that the other player moves becomes one that threatens the royal piece.
    fn is_hit_by_change(&self, board: &Board<W>, player: usize, chosen: Chosen) -> bool {
        let side = &self.sides[player & 1];
        let leg = &side.legs[usize::from(chosen.leg)];
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        let mut occupied = board.occupied();
        occupied.remove(from);
        let (taken, marked) = (board.what(to) != 0, board.marked.has(from));
        let enemy = &self.sides[(player ^ 1) & 1];
        leg.ops.iter().filter(|op| op.when.holds(taken, marked, to)).any(|op| {
            let Act::Become { theirs, .. } = op.act else { return false };
            let reaches = |list: &[(u8, Vec<Bits<W>>)], site: usize| {
                list.iter().any(|(kind, reach)| *kind == theirs && reach[site].has(to))
            };
            board.of(side.royal).iter().any(|site| {
                let open = || !self.between[to * self.sites + site].meets(&occupied);
                reaches(&enemy.near, site) || (reaches(&enemy.far, site) && open())
            })
        })
    }

    /// Whether after a move the mover moves again.
    pub(super) fn goes_on(&self, board: &Board<W>, mover: usize, chosen: Chosen) -> bool {
        let leg = &self.sides[mover & 1].legs[usize::from(chosen.leg)];
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        let holds = |op: &Op<W>| op.when.holds(board.what(to) != 0, board.marked.has(from), to);
        leg.ops.iter().any(|op| matches!(op.act, Act::Again) && holds(op))
    }
}

impl<const W: usize> When<W> {
    /// Whether nothing is asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.taken.is_none() && self.marked.is_none() && self.on.is_none()
    }

    #[inline(always)]
    fn holds(&self, taken: bool, marked: bool, to: usize) -> bool {
        self.taken.is_none_or(|wanted| wanted == taken)
            && self.marked.is_none_or(|wanted| wanted == marked)
            && self.on.is_none_or(|places| places.has(to))
    }
}
