//! Making moves: a play rule, or an effect, enumerated in a position.

use std::cell::Cell;

use super::Bits;
use super::code::{Bool, Dirs, Gen, Int, Kind, Region, StackPart, ToClause, Values};
use super::eval::{Bound, Eval, Numbers};
use super::moves::Move;

/// What is done with each move that is made; false stops the making.
pub(super) type Sink<'s, const W: usize> = &'s mut dyn FnMut(&mut Eval<'_, W>, Move) -> bool;

/// How many steps the making of moves counts for; a condition is one.
const GENERATION: u64 = 20;

thread_local! {
    static OVERRUNS: Cell<u64> = const { Cell::new(0) };
}

/// Whether a condition says no more than that something is not threatened.
fn is_no_threat<const W: usize>(condition: &Bool<W>) -> bool {
    matches!(condition, Bool::Not(part) if matches!(**part, Bool::IsThreatened { .. }))
}

/// Notes that rules were stopped.
#[cold]
pub(super) fn note_overrun() {
    OVERRUNS.set(OVERRUNS.get() + 1);
}

/// How often rules have been stopped on this thread because they did not come to an end.
pub fn overruns() -> u64 {
    OVERRUNS.get()
}

impl<const W: usize> Eval<'_, W> {
    /// Makes all moves of a generator. False if the sink stopped it.
    pub(super) fn generate(&mut self, moves: &Gen<W>, sink: Sink<'_, W>) -> bool {
        if !self.burn() {
            return false;
        }
        match moves {
            Gen::None => true,
            Gen::All(parts) | Gen::Seq(parts) => parts.iter().all(|part| self.generate(part, sink)),
            Gen::If(condition, yes, no) => {
                if self.bool(condition) {
                    self.generate(yes, sink)
                } else {
                    self.generate(no, sink)
                }
            }
            Gen::Priority(parts) => {
                for part in parts {
                    let mut any = false;
                    let goes_on = self.generate(part, &mut |eval, made| {
                        any = true;
                        sink(eval, made)
                    });
                    if any || !goes_on {
                        return goes_on;
                    }
                }
                true
            }
            Gen::ForEachPiece { who, player, names, within, moves } => {
                if let Some(player) = player {
                    let Ok(player) = usize::try_from(self.int(player)) else { return true };
                    return self.for_each_piece(player, names.as_deref(), within, moves.as_deref(), sink);
                }
                who.iter().all(|&role| {
                    self.players_of(role).all(|player| {
                        self.for_each_piece(player, names.as_deref(), within, moves.as_deref(), sink)
                    })
                })
            }
            Gen::ForEachStacked { who, player, names, within, moves, top } => {
                let (names, moves) = (names.as_deref(), moves.as_deref());
                if let Some(player) = player {
                    let Ok(player) = usize::try_from(self.int(player)) else { return true };
                    return self.for_each_stacked(player, names, (within, *top), moves, sink);
                }
                who.iter().all(|&role| {
                    self.players_of(role)
                        .all(|player| self.for_each_stacked(player, names, (within, *top), moves, sink))
                })
            }
            Gen::ForEachLevel { site, from_top, moves } => self.for_each_level(site, *from_top, moves, sink),
            Gen::ForEachSite { region, moves, otherwise } => {
                let places = self.region(region);
                let mut any = false;
                let before = self.bound;
                let goes_on = places.iter().all(|place| {
                    self.bound.site = place as i32;
                    self.bound.to = place as i32;
                    self.generate(moves, &mut |eval, made| {
                        any = true;
                        sink(eval, made)
                    })
                });
                self.bound = before;
                if any || !goes_on { goes_on } else { self.generate(otherwise, sink) }
            }
            Gen::ForEachValue { values, moves } => {
                let values = self.values(values);
                let before = self.bound.value;
                let goes_on = values.into_iter().all(|value| {
                    self.bound.value = value;
                    self.generate(moves, sink)
                });
                self.bound.value = before;
                goes_on
            }
            Gen::ForEachPlayer { who, moves } => {
                let before = self.bound.player;
                let everyone = [super::code::Role::Each];
                let goes_on = who.as_deref().unwrap_or(&everyone).iter().all(|&role| {
                    self.players_of(role).all(|player| {
                        self.bound.player = player as i32;
                        self.generate(moves, sink)
                    })
                });
                self.bound.player = before;
                goes_on
            }
            Gen::ForEachDirection { from, dirs, min, max, between, when, moves } => self.for_each_direction(
                from,
                dirs,
                (min, max),
                between.as_deref(),
                when.as_deref(),
                moves,
                sink,
            ),
            Gen::ForEachGroup { dirs, when, moves } => {
                let groups = self.own_groups(dirs, when.as_deref());
                let (before, outer) = (self.bound, self.group);
                let goes_on = groups.into_iter().all(|group| {
                    self.group = Some(group);
                    self.bound.site = group.first().map_or(-1, |place| place as i32);
                    self.bound.to = self.bound.site;
                    self.generate(moves, sink)
                });
                (self.bound, self.group) = (before, outer);
                goes_on
            }
            // Within a threat nothing counts as threatened.
            Gen::Afterwards { moves, when } if self.nested > 0 && is_no_threat(when) => {
                self.generate(moves, sink)
            }
            Gen::Afterwards { moves, when } => {
                // The moves may be those of another player; what holds afterwards is asked by the mover.
                let outer = self.at(self.state);
                self.generate(moves, &mut |eval, made| {
                    if outer.holds_after(made, when) { sink(eval, made) } else { true }
                })
            }
            Gen::After { prior, moves, otherwise } => {
                let mut copy = self.state.trial();
                self.first_effect(&mut copy, *prior);
                let mut any = false;
                let goes_on = self.at(&copy).generate(moves, &mut |eval, made| {
                    any = true;
                    sink(eval, made)
                });
                match otherwise {
                    Some(pass) if !any && goes_on => sink(self, Move::bare(*pass)),
                    _ => goes_on,
                }
            }
            Gen::FirstOnTrack { tracks, owner, moves } => {
                let owner = owner.as_ref().map(|owner| self.int(owner));
                let tracks = tracks.iter().map(|&track| &self.rules.tracks[track as usize]);
                let mut own =
                    tracks.filter(|track| owner.is_none_or(|owner| i32::from(track.owner) == owner));
                let Some(track) = own.next() else { return true };
                let before = self.bound.site;
                let mut any = false;
                let goes_on = track.sites.iter().filter(|&&site| site >= 0).all(|&site| {
                    self.bound.site = site;
                    any || self.generate(moves, &mut |eval, made| {
                        any = true;
                        sink(eval, made)
                    })
                });
                self.bound.site = before;
                goes_on
            }
            Gen::While { moves, .. } => self.generate(moves, sink),
            Gen::MaxMoves { moves, .. } if self.chaining => self.generate(moves, sink),
            Gen::MaxMoves { moves, value } => self.longest_chains(moves, value.as_deref(), sink),
            Gen::Leaf(leaf) => self.leaf(*leaf, sink),
        }
    }

    /// Uses up some of the work a rule may do. False when it has done too much: rules that loop for ever stop.
    pub(super) fn burn(&self) -> bool {
        self.burn_some(GENERATION)
    }

    /// Uses up a number of steps.
    #[inline]
    pub(super) fn burn_some(&self, steps: u64) -> bool {
        let left = self.fuel.get();
        if left <= steps {
            if left > 0 {
                self.fuel.set(0);
                note_overrun();
            }
            return false;
        }
        self.fuel.set(left - steps);
        true
    }

    /// What an iterator over values runs over.
    pub(super) fn values(&mut self, values: &Values<W>) -> Numbers {
        match values {
            Values::Range(from, to) => {
                let (from, to) = (self.int(from), self.int(to));
                (from..=to.min(from.saturating_add(10_000))).collect()
            }
            Values::List(list) => self.array(list),
        }
    }

    fn for_each_piece(
        &mut self,
        player: usize,
        names: Option<&[u8]>,
        within: &Bits<W>,
        moves: Option<&Gen<W>>,
        sink: Sink<'_, W>,
    ) -> bool {
        if player > self.rules.everybody() {
            return true;
        }
        let other = player != self.state.mover as usize && (1..=self.rules.players).contains(&player);
        if other {
            let mut copy = self.state.trial();
            copy.next = copy.mover;
            copy.mover = player as u8;
            return self.at(&copy).for_each_piece(player, names, within, moves, sink);
        }
        let places = self.state.owned(player).and(within);
        let before = self.bound;
        let rules = self.rules;
        let goes_on = places.iter().all(|place| {
            let what = self.state.what(place);
            if names.is_some_and(|names| !names.contains(&what)) {
                return true;
            }
            self.bound.from = place as i32;
            match moves.or(rules.components[what as usize].moves.as_ref()) {
                Some(moves) => self.generate(moves, sink),
                None => true,
            }
        });
        self.bound = before;
        goes_on
    }

    #[allow(clippy::too_many_arguments)] // The slots of one ludeme.
    fn for_each_direction(
        &mut self,
        from: &Int<W>,
        dirs: &Dirs,
        (min, max): (&Int<W>, &Int<W>),
        between: Option<&Bool<W>>,
        when: Option<&Bool<W>>,
        moves: &Gen<W>,
        sink: Sink<'_, W>,
    ) -> bool {
        let from = self.int(from);
        let (min, max) = (self.int(min), self.int(max));
        let Some(place) = self.place(from).filter(|&p| p < self.rules.tables.sites) else { return true };
        let table = self.dirs_onward(dirs, from);
        let before = self.bound;
        let rules = self.rules;
        let goes_on = rules.tables.dirs[table].rays[place].iter().all(|ray| {
            for (distance, &to) in (1..=max).zip(ray.iter()) {
                self.bound.between = i32::from(to);
                self.bound.to = i32::from(to);
                if distance < min && between.is_some_and(|between| !self.bool(between)) {
                    break;
                }
                self.bound.between = before.between;
                if when.is_some_and(|when| !self.bool(when)) {
                    break;
                }
                if distance >= min && !self.generate(moves, sink) {
                    return false;
                }
            }
            true
        });
        self.bound = before;
        goes_on
    }

    /// Binds the names a move of a leaf was made with. An effect without places of its own sees those around it.
    pub(super) fn bind(&mut self, made: Move) {
        if made.from >= 0 || made.to >= 0 {
            self.bound.from = i32::from(made.from);
            self.bound.to = i32::from(made.to);
        }
        if made.site >= 0 {
            self.bound.site = i32::from(made.site);
        }
        if made.value != i16::MIN {
            self.bound.value = i32::from(made.value);
        }
    }

    pub(super) fn made(&self, leaf: u16, from: i32, to: i32, aux: i32) -> Move {
        let binds = self.rules.leaves[leaf as usize].binds;
        let (site, value) = if binds { (self.bound.site, self.bound.value) } else { (-1, -1) };
        Move {
            leaf,
            from: from as i16,
            to: to as i16,
            aux: aux as i16,
            site: site as i16,
            value: value as i16,
        }
    }

    /// Makes the moves of a leaf.
    fn leaf(&mut self, leaf: u16, sink: Sink<'_, W>) -> bool {
        let rules = self.rules;
        let before = self.bound;
        let goes_on = match &rules.leaves[leaf as usize].kind {
            Kind::Add { whats, to, .. } => self.adds(leaf, whats.as_deref(), to, sink),
            Kind::Step { from, dirs, to } => self.each_origin(from, &mut |eval, place| {
                let Some(level) = eval.level_of(leaf) else { return true };
                let table = eval.dirs(dirs, place as i32);
                let targets = rules.tables.dirs[table].around.get(place).copied().unwrap_or(Bits::EMPTY);
                eval.each_target(leaf, place, targets, to, level, sink)
            }),
            Kind::Slide { from, dirs, between, to } => self.each_origin(from, &mut |eval, place| {
                eval.slides(leaf, place, dirs, between.as_ref(), to.as_ref(), sink)
            }),
            Kind::Hop { from, dirs, between, to } => self.each_origin(from, &mut |eval, place| {
                eval.hops(leaf, place, dirs, between.as_ref(), to, sink)
            }),
            Kind::Leap { from, walks, rotations, forward, to } => {
                self.each_origin(from, &mut |eval, place| {
                    let targets = eval.leap_targets(place, walks, *rotations, *forward);
                    eval.each_target(leaf, place, targets, to, -1, sink)
                })
            }
            Kind::FromTo { from, to, count, copy } => self.each_origin(from, &mut |eval, place| {
                if !eval.state.occupied().has(place) && !copy {
                    return true;
                }
                let targets = match &to.region {
                    Some(region) => eval.region(region),
                    None => eval.place(eval.bound.to).map_or(Bits::EMPTY, Bits::one),
                };
                // How many is asked before the target is bound: `(to)` is still what it was outside.
                let Some(level) = eval.level_of(leaf) else { return true };
                let many = count.as_ref().map_or(level, |count| eval.int(count));
                eval.each_target(leaf, place, targets, to, many, sink)
            }),
            Kind::Remove { region, when, .. } => {
                let places = self.region(region).and(self.state.occupied());
                places.iter().all(|place| {
                    self.bound.to = place as i32;
                    self.bound.site =
                        if rules.leaves[leaf as usize].binds { self.bound.site } else { place as i32 };
                    if when.as_ref().is_some_and(|when| !self.bool(when)) {
                        return true;
                    }
                    self.bound.site = before.site;
                    let Some(level) = self.level_of(leaf) else { return true };
                    let made = self.made(leaf, place as i32, place as i32, level);
                    sink(self, made)
                })
            }
            Kind::Select { from, to } => self.each_selected(from, &mut |eval, place| match to {
                None => {
                    let made = eval.made(leaf, place as i32, place as i32, -1);
                    sink(eval, made)
                }
                Some(to) => {
                    let targets = to.region.as_ref().map_or(Bits::EMPTY, |region| eval.region(region));
                    eval.each_target(leaf, place, targets, to, -1, sink)
                }
            }),
            Kind::Promote { site, whats, .. } => {
                let places = self.region(site).and(self.state.occupied());
                let whats: smallvec::SmallVec<[i32; 4]> = whats.iter().map(|what| self.int(what)).collect();
                places.iter().all(|place| {
                    whats.iter().all(|&what| {
                        let made = self.made(leaf, place as i32, place as i32, what);
                        sink(self, made)
                    })
                })
            }
            Kind::Ballot { names, .. } => names.iter().all(|&name| {
                let made = self.made(leaf, -1, -1, i32::from(name));
                sink(self, made)
            }),
            Kind::Custodial { from, dirs, range, target, friend, effect } => {
                self.custodial(from, dirs, (&range.0, &range.1), target, friend, effect, sink)
            }
            Kind::Surround { from, dirs, except, target, friend, effect } => {
                self.surround(from, dirs, *except, target, friend, effect, sink)
            }
            Kind::Enclose { from, dirs, target, exceptions, effect } => {
                self.enclose(from, dirs, target, *exceptions, effect, sink)
            }
            Kind::Intervene { from, dirs, range, target, effect } => {
                self.intervene(from, dirs, (&range.0, &range.1), target, effect, sink)
            }
            Kind::Directional { from, dirs, target, effect } => {
                self.directional(from, dirs, target, effect, sink)
            }
            Kind::SwapPieces { a, b } => {
                let (a, b) = (self.int(a), self.int(b));
                let made = self.made(leaf, a, b, -1);
                sink(self, made)
            }
            _ => {
                let made = self.made(leaf, before.from, before.to, -1);
                sink(self, Move { from: -1, to: -1, ..made })
            }
        };
        self.bound = before;
        goes_on
    }

    /// The level of a stack that a move of a leaf begins at, -1 where the rules name none. Nothing where there is
    /// no such level.
    pub(super) fn level_of(&mut self, leaf: u16) -> Option<i32> {
        let rules = self.rules;
        match rules.leaves[leaf as usize].stack.as_deref() {
            Some(StackPart { level: Some(level), .. }) => Some(self.int(level)).filter(|&level| level >= 0),
            _ => Some(-1),
        }
    }

    fn adds(&mut self, leaf: u16, whats: Option<&[Int<W>]>, to: &ToClause<W>, sink: Sink<'_, W>) -> bool {
        let places = match &to.region {
            Some(region) => self.region(region),
            None => self.place(self.bound.to).map_or(Bits::EMPTY, Bits::one),
        };
        let default = [i32::from(self.state.mover)];
        let whats: smallvec::SmallVec<[i32; 4]> = match whats {
            None => default.iter().copied().collect(),
            Some(whats) => whats.iter().map(|what| self.int(what)).collect(),
        };
        places.iter().all(|place| {
            self.bound.to = place as i32;
            self.bound.from = place as i32;
            if to.when.as_ref().is_some_and(|when| !self.bool(when)) {
                return true;
            }
            whats.iter().all(|&what| {
                let made = self.made(leaf, place as i32, place as i32, what);
                sink(self, made)
            })
        })
    }

    /// Whether a generator can make a move at all.
    pub(super) fn can_move(&mut self, moves: &Gen<W>) -> bool {
        !self.generate(moves, &mut |_, _| false) && self.fuel.get() > 0
    }

    /// Whether a player cannot move, as the rules ask for it.
    pub(super) fn no_moves(&mut self, role: super::code::Role) -> bool {
        let player = self.role(role);
        if role != super::code::Role::Next {
            return (0..16).contains(&player) && self.state.stuck >> player & 1 == 1;
        }
        if self.chance.trusts_in_a_move() || !self.chance.begin_looking() {
            return false;
        }
        let mut copy = self.state.trial();
        copy.prev = copy.mover;
        copy.mover = copy.next;
        copy.next = self.rules.player_after(&copy, copy.mover);
        let phase = self.rules.phase_of(&copy, copy.mover);
        let mut later = self.at(&copy);
        later.bound = Bound::NONE;
        let stuck = !later.can_move(&phase.play);
        self.chance.end_looking();
        stuck
    }

    /// Whether an enemy could move onto one of the places.
    pub(super) fn is_threatened(
        &mut self,
        what: Option<&Int<W>>,
        sites: Option<&Region<W>>,
        moves: Option<&Gen<W>>,
    ) -> bool {
        if self.nested > 0 {
            return false;
        }
        let what = what.map(|what| self.int(what));
        let sites = match sites {
            Some(region) => self.region(region),
            None => {
                let is = |&p: &usize| what.is_none_or(|what| i32::from(self.state.what(p)) == what);
                self.state.occupied().iter().filter(is).collect()
            }
        };
        let owner = match what {
            Some(what) => self.rules.owners.get(what.max(0) as usize).copied().unwrap_or(0),
            None => sites.first().map_or(0, |site| self.who(site as i32) as u8),
        };
        for enemy in 1..=self.rules.players {
            if enemy as u8 == owner || self.state.teams[enemy] == self.state.teams[owner as usize] {
                continue;
            }
            // The enemy's turn comes after the owner's, also where the enemy has just moved.
            let mut copy = self.state.trial();
            (copy.prev, copy.mover, copy.next) = (owner, enemy as u8, owner);
            let phase = self.rules.phase_of(&copy, enemy as u8);
            let mut later = self.at(&copy);
            later.bound = Bound::NONE;
            later.nested = 1;
            let safe = later.generate(moves.unwrap_or(&phase.play), &mut |_, made| {
                !usize::try_from(made.to).is_ok_and(|to| sites.has(to))
            });
            if !safe {
                return true;
            }
        }
        false
    }

    /// The places moves of a generator begin at, or end at.
    pub(super) fn sites_of_moves(&mut self, moves: &Gen<W>, to: bool) -> Bits<W> {
        let mut found = Bits::EMPTY;
        let kept = self.nested;
        self.nested = 1;
        self.generate(moves, &mut |_, made| {
            if let Ok(site) = usize::try_from(if to { made.to } else { made.from }) {
                found.insert(site);
            }
            true
        });
        self.nested = kept;
        found
    }
}
