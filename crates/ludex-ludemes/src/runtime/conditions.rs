//! Whether conditions hold.

use smallvec::SmallVec;

use super::Bits;
use super::code::{Bool, Dirs, Goals, Int};
use super::eval::Eval;

impl<const W: usize> Eval<'_, W> {
    /// Whether a condition holds.
    pub(super) fn bool(&mut self, condition: &Bool<W>) -> bool {
        // Conditions within conditions for each place can be asked without end.
        if !self.burn_some(1) {
            return false;
        }
        match condition {
            Bool::Const(value) => *value,
            Bool::And(parts) => parts.iter().all(|part| self.bool(part)),
            Bool::Or(parts) => parts.iter().any(|part| self.bool(part)),
            Bool::Not(part) => !self.bool(part),
            Bool::Xor(a, b) => self.bool(a) != self.bool(b),
            Bool::If(condition, yes, no) => {
                if self.bool(condition) {
                    self.bool(yes)
                } else {
                    self.bool(no)
                }
            }
            Bool::Eq(a, b) => self.int(a) == self.int(b),
            Bool::Ne(a, b) => self.int(a) != self.int(b),
            Bool::Lt(a, b) => self.int(a) < self.int(b),
            Bool::Le(a, b) => self.int(a) <= self.int(b),
            Bool::SameRegion(a, b) => self.region(a) == self.region(b),
            Bool::IsEmpty(at) => {
                let site = self.int(at);
                self.place(site).is_some_and(|site| !self.state.occupied().has(site))
            }
            Bool::IsOccupied(at) => {
                let site = self.int(at);
                self.place(site).is_some_and(|site| self.state.occupied().has(site))
            }
            Bool::IsIn(sites, region) => {
                let places = self.region(region);
                sites.iter().all(|site| {
                    let site = self.int(site);
                    self.place(site).is_some_and(|site| places.has(site))
                })
            }
            Bool::IsInArray(value, array) => {
                let value = self.int(value);
                self.of_list(array, |values| i32::from(values.contains(&value))) == 1
            }
            Bool::IsEnemy(player) => {
                let player = self.int(player);
                self.is_enemy(player)
            }
            Bool::IsFriend(player) => {
                let player = self.int(player);
                player > 0 && player <= self.rules.players as i32 && !self.is_enemy(player)
            }
            Bool::IsActive(player) => {
                let player = self.int(player);
                (0..16).contains(&player) && self.state.active >> player & 1 == 1
            }
            Bool::IsEven(value) => self.int(value) % 2 == 0,
            Bool::IsPending => !self.state.pending.is_empty(),
            Bool::IsFull => self.rules.tables.all.is_within(self.state.occupied()),
            Bool::IsVisited(site) => {
                let site = self.int(site);
                let last = self.state.last;
                let just_left = self.follows && (site == i32::from(last.from) || site == i32::from(last.to));
                self.place(site).is_some_and(|site| just_left || self.state.visited.has(site))
            }
            Bool::IsFlat(site) => {
                let site = self.int(site);
                let tables = &self.rules.tables;
                self.place(site).filter(|&site| site < tables.sites).is_some_and(|site| {
                    tables.ground.has(site) || tables.down[site].is_within(self.state.occupied())
                })
            }
            Bool::IsLine(test) => self.is_line(test),
            Bool::IsStackLine(test, which) => self.is_stack_line(test, *which),
            Bool::IsConnected { number, at, dirs, goals } => {
                self.is_connected(number.as_deref(), at, dirs, goals)
            }
            Bool::IsLoop { dirs, surround, colour } => self.is_loop(dirs, surround.as_deref(), colour),
            Bool::IsPattern { walk, from, whats } => self.is_pattern(walk, from, whats),
            Bool::IsWithin { what, region } => {
                let what = self.int(what);
                self.region(region).iter().any(|place| i32::from(self.state.what(place)) == what)
            }
            Bool::IsCycle => self.is_cycle(),
            Bool::IsRepeat { situational } => self.rules.has_occurred(self.state, *situational),
            Bool::IsFreedom { region, except } => self.is_freedom(region, except.as_deref()),
            Bool::IsPyramidCorners(region) => {
                let places = self.region(region);
                places.iter().any(|place| self.is_pyramid_corners(place))
            }
            Bool::IsRelated { dirs, site, region } => {
                let site = self.int(site);
                let goal = self.region(region);
                let table = self.dirs(dirs, site);
                let near = self.place(site).filter(|&site| site < self.rules.tables.sites);
                near.is_some_and(|site| self.rules.tables.dirs[table].around[site].meets(&goal))
            }
            Bool::IsThreatened { what, sites, moves } => {
                self.is_threatened(what.as_deref(), sites.as_deref(), moves.as_deref())
            }
            Bool::IsProposed(name) => self.state.ballot.proposed >> (name & 63) & 1 == 1,
            Bool::IsDecided(name) => self.state.ballot.decided == *name,
            Bool::IsTriggered { event, who } => {
                let who = self.int(who);
                self.state.triggers >> trigger_bit(*event, who) & 1 == 1
            }
            Bool::CanMove(moves) => {
                let before = std::mem::replace(&mut self.follows, true);
                let can = self.can_move(moves);
                self.follows = before;
                can
            }
            Bool::NoMoves(role) => self.no_moves(*role),
            Bool::NoPieces { who, names, within } => {
                self.count_pieces(*who, names.as_deref(), within, &None) == 0
            }
            Bool::AllSites { region, when } => {
                let places = self.region(region);
                let before = self.bound.site;
                let all = places.iter().all(|place| {
                    self.bound.site = place as i32;
                    self.bool(when)
                });
                self.bound.site = before;
                all
            }
            Bool::AllGroups { dirs, of, when } => {
                let (before, kept) = (self.group, self.bound);
                let all = self.own_groups(dirs, of.as_deref()).into_iter().all(|group| {
                    self.group = Some(group);
                    self.bool(when)
                });
                (self.group, self.bound) = (before, kept);
                all
            }
            Bool::AllDiceUsed => self.all_dice_used(),
            Bool::AllDiceEqual => self.all_dice_equal(),
            Bool::IsAnyDie(number) => {
                let number = self.int(number);
                self.is_any_die(number)
            }
            Bool::AllPassed => usize::from(self.state.passed) >= self.rules.players,
            Bool::WasPass => self.state.last.pass,
        }
    }

    /// Whether a player is an enemy of the mover. Shared pieces count as an enemy's; neutral ones do not.
    pub(super) fn is_enemy(&self, player: i32) -> bool {
        let mover = self.state.mover as usize;
        match usize::try_from(player) {
            Ok(0) | Err(_) => false,
            Ok(player) if player <= self.rules.players => self.state.teams[player] != self.state.teams[mover],
            Ok(_) => true,
        }
    }

    #[inline(never)]
    fn is_connected(&mut self, number: Option<&Int<W>>, at: &Int<W>, dirs: &Dirs, goals: &Goals<W>) -> bool {
        let at = self.int(at);
        let Some(start) = self.place(at).filter(|&site| site < self.rules.tables.sites) else { return false };
        let owner = self.who(at);
        if owner <= 0 {
            return false;
        }
        let regions: SmallVec<[Bits<W>; 4]>;
        let goals: &[Bits<W>] = match goals {
            Goals::Regions(sets) => {
                regions = sets.iter().map(|region| self.region(region)).collect();
                &regions
            }
            Goals::ByPlayer(by_player, who) => {
                let who = self.int(who).max(0) as usize;
                // The regions of a player are connected by that player's pieces.
                if (1..=self.rules.players).contains(&who) && owner as usize != who {
                    return false;
                }
                by_player.get(who).map_or(&[], |sets| &sets[..])
            }
        };
        let needed = number.map_or(goals.len() as i32, |number| self.int(number));
        let table = self.dirs(dirs, at);
        let own = *self.state.owned(owner as usize);
        let group = self.flood(Bits::one(start), &own, table);
        let touched = goals.iter().filter(|goal| goal.meets(&group)).count() as i32;
        touched >= needed && needed > 0
    }
}

/// Which bit remembers that an event was triggered for a player.
pub(super) fn trigger_bit(event: u8, player: i32) -> u32 {
    (u32::from(event) * 8 + player.max(0) as u32) % 64
}
