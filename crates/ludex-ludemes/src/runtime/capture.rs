//! Effects on what lies around a place: custodial capture, surrounding, enclosing, intervening.

use super::Bits;
use super::code::{Bool, Dirs, Gen, Int};
use super::eval::Eval;
use super::generate::Sink;
use super::moves::{Action, Actions};
use super::sets::Name;

impl<const W: usize> Eval<'_, W> {
    /// Whether a condition holds with a place bound as target and as the place between.
    fn holds_at(&mut self, condition: &Bool<W>, site: usize) -> bool {
        let before = self.bound;
        self.bound.between = site as i32;
        self.bound.to = site as i32;
        let holds = self.bool(condition);
        self.bound = before;
        holds
    }

    /// Runs an effect on each place.
    fn effect_on(&mut self, places: impl Iterator<Item = usize>, effect: &Gen<W>, sink: Sink<'_, W>) -> bool {
        let before = self.bound;
        let mut goes_on = true;
        for place in places {
            self.bound.between = place as i32;
            self.bound.to = place as i32;
            goes_on = self.generate(effect, sink);
            if !goes_on {
                break;
            }
        }
        self.bound = before;
        goes_on
    }

    /// A run of targets from the place on, on every ray.
    pub(super) fn directional(
        &mut self,
        from: &Int<W>,
        dirs: &Dirs,
        target: &Bool<W>,
        effect: &Gen<W>,
        sink: Sink<'_, W>,
    ) -> bool {
        let from = self.int(from);
        let Some(place) = self.place(from).filter(|&p| p < self.rules.tables.sites) else { return true };
        let table = self.dirs(dirs, from);
        let rules = self.rules;
        rules.tables.dirs[table].rays[place].iter().all(|ray| {
            let run = ray.iter().take_while(|&&site| self.holds_at(target, usize::from(site))).count();
            self.effect_on(ray[..run].iter().map(|&site| usize::from(site)), effect, sink)
        })
    }

    /// A run of targets between the place and a friend, on every ray.
    #[allow(clippy::too_many_arguments)] // The slots of one ludeme.
    pub(super) fn custodial(
        &mut self,
        from: &Int<W>,
        dirs: &Dirs,
        range: (&Int<W>, &Int<W>),
        target: &Bool<W>,
        friend: &Bool<W>,
        effect: &Gen<W>,
        sink: Sink<'_, W>,
    ) -> bool {
        let from = self.int(from);
        let (min, max) = (self.int(range.0).max(1) as usize, self.int(range.1).max(1) as usize);
        let Some(place) = self.place(from).filter(|&p| p < self.rules.tables.sites) else { return true };
        let table = self.dirs(dirs, from);
        let rules = self.rules;
        rules.tables.dirs[table].rays[place].iter().all(|ray| {
            let run = ray.iter().take_while(|&&site| self.holds_at(target, usize::from(site))).count();
            let closed = ray.get(run).is_some_and(|&site| self.holds_at(friend, usize::from(site)));
            if run < min || run > max || !closed {
                return true;
            }
            self.effect_on(ray[..run].iter().map(|&site| usize::from(site)), effect, sink)
        })
    }

    /// Targets beside the place all of whose neighbours are friends or the place itself.
    #[allow(clippy::too_many_arguments)] // The slots of one ludeme.
    pub(super) fn surround(
        &mut self,
        from: &Int<W>,
        dirs: &Dirs,
        except: i32,
        target: &Bool<W>,
        friend: &Bool<W>,
        effect: &Gen<W>,
        sink: Sink<'_, W>,
    ) -> bool {
        let from = self.int(from);
        let Some(place) = self.place(from).filter(|&p| p < self.rules.tables.sites) else { return true };
        let table = self.dirs(dirs, from);
        let around = &self.rules.tables.dirs[table].around;
        around[place].iter().all(|near| {
            if !self.holds_at(target, near) {
                return true;
            }
            let open =
                around[near].iter().filter(|&side| side != place && !self.holds_at(friend, side)).count();
            open as i32 > except || self.effect_on(std::iter::once(near), effect, sink)
        })
    }

    /// Groups of targets beside the place that no empty place touches.
    pub(super) fn enclose(
        &mut self,
        from: &Int<W>,
        dirs: &Dirs,
        target: &Bool<W>,
        exceptions: i32,
        effect: &Gen<W>,
        sink: Sink<'_, W>,
    ) -> bool {
        let from = self.int(from);
        let Some(place) = self.place(from).filter(|&p| p < self.rules.tables.sites) else { return true };
        let table = self.dirs(dirs, from);
        let rules = self.rules;
        let around = &rules.tables.dirs[table].around;
        let targets: Bits<W> = match self.set_where(target, Name::ToOrBetween) {
            Some(targets) => targets.and(&rules.tables.all),
            None => rules.tables.all.iter().filter(|&site| self.holds_at(target, site)).collect(),
        };
        let empty = rules.tables.all.minus(self.state.occupied());
        let mut left = around[place].and(&targets);
        while let Some(start) = left.first() {
            let group = self.flood(Bits::one(start), &targets, table);
            left = left.minus(&group);
            let touching = group.iter().fold(Bits::EMPTY, |all, site| all.or(&around[site]));
            let open = touching.and(&empty).count() as i32;
            if open <= exceptions && !self.effect_on(group.iter(), effect, sink) {
                return false;
            }
        }
        true
    }

    /// Targets on both sides of the place.
    pub(super) fn intervene(
        &mut self,
        from: &Int<W>,
        dirs: &Dirs,
        range: (&Int<W>, &Int<W>),
        target: &Bool<W>,
        effect: &Gen<W>,
        sink: Sink<'_, W>,
    ) -> bool {
        let from = self.int(from);
        let (min, max) = (self.int(range.0).max(1) as usize, self.int(range.1).max(1) as usize);
        let Some(place) = self.place(from).filter(|&p| p < self.rules.tables.sites) else { return true };
        let table = self.dirs(dirs, from);
        let rules = self.rules;
        rules.tables.dirs[table].lines[place].iter().all(|line| {
            let mut run = |ray: &[u16]| {
                let count = ray
                    .iter()
                    .take(max)
                    .take_while(|&&site| self.holds_at(target, usize::from(site)))
                    .count();
                ray[..count].iter().map(|&site| usize::from(site)).collect::<Vec<_>>()
            };
            let out = run(&line.out);
            let backs: Vec<Vec<usize>> = line.back.iter().map(|back| run(back)).collect();
            backs.into_iter().all(|back| {
                if out.len() < min || back.len() < min {
                    return true;
                }
                self.effect_on(out.iter().chain(&back).copied(), effect, sink)
            })
        })
    }
}

/// Effects that move or turn what stands on the board by themselves.
impl<const W: usize> Eval<'_, W> {
    /// Two players exchange their seats; the mover goes on.
    pub(super) fn swap_players(&mut self, a: &Int<W>, b: &Int<W>, out: &mut Actions) {
        let (a, b) = (self.int(a), self.int(b));
        let players = 1..=self.rules.players as i32;
        if players.contains(&a) && players.contains(&b) {
            out.push(Action::Swap { a: a as u8, b: b as u8 });
        }
        out.push(Action::SetNext(self.state.mover));
    }

    /// The piece on a place shows its other side.
    pub(super) fn flip(&mut self, site: &Int<W>, out: &mut Actions) {
        let site = self.int(site);
        let Some(place) = self.place(site) else { return };
        let flips = self.rules.components[self.state.what(place) as usize].flips;
        let shown = self.state.local(place);
        let to = match flips {
            Some((one, other)) if one == shown => other,
            Some((one, other)) if other == shown => one,
            Some(_) => shown,
            None => return,
        };
        out.push(Action::SetState { at: place as u16, to });
    }

    /// The pieces of a row each go one place further, until one finds an empty place or leaves the board.
    pub(super) fn push(&mut self, from: &Int<W>, dirs: &Dirs, out: &mut Actions) {
        let from = self.int(from);
        let Some(place) = self.place(from).filter(|&p| p < self.rules.tables.sites) else { return };
        let table = self.dirs(dirs, from);
        for ray in &self.rules.tables.dirs[table].rays[place] {
            let mut pushed = self.state.what(place);
            out.push(Action::Remove { at: place as u16, count: u16::MAX });
            for &to in ray.iter() {
                let there = self.state.what(usize::from(to));
                if there != 0 {
                    out.push(Action::Remove { at: to, count: u16::MAX });
                }
                out.push(Action::Add { to, what: pushed, count: 1, state: 0, value: 0 });
                if there == 0 {
                    break;
                }
                pushed = there;
            }
        }
    }
}
