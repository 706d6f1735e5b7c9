//! Which rules are those of a game of mills, and its tables.

use super::mills::{Mills, Mode, Sign, When};
use super::status::{EMPTY, status};
use super::still::Still;
use super::winners_by;
use crate::runtime::code::{
    Bool, Dirs, EndRule, Gen, Int, Kind, Leaf, LineTest, LineWhats, Region, Role, ToClause,
};
use crate::runtime::rules::Rules;

/// What is known of the rules while they are read.
struct Reader<'a, const W: usize> {
    rules: &'a Rules<W>,
    still: Still<'a, W>,
    what: [u8; 2],
    hands: [usize; 2],
    modes: Vec<(When, Mode)>,
    /// The directions in which men step.
    steps: Option<usize>,
    /// The directions and the length of rows.
    rows: Option<(usize, usize)>,
}

impl<const W: usize> Mills<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>) -> Option<Mills<W>> {
        let meta = &rules.meta;
        let plain = rules.players == 2
            && rules.phases.len() == 1
            && rules.places <= 64
            && rules.components.len() == 3
            && !(meta.swap || meta.gravity || meta.pin || meta.no_stack_on_fallen)
            && !(rules.needs_history || rules.draws || rules.marks)
            && meta.no_repeat.is_none();
        let hand = |player: u8| {
            let mut own = rules.containers[1..].iter().filter(|container| container.owner == player);
            own.next().filter(|hand| hand.len == 1).map(|hand| hand.first)
        };
        let what = |player: u8| rules.components_of(player).next();
        if !plain || rules.containers.len() != 3 {
            return None;
        }
        let mut reader = Reader {
            rules,
            still: Still::new(rules),
            what: [what(1)?, what(2)?],
            hands: [hand(1)?, hand(2)?],
            modes: Vec::new(),
            steps: None,
            rows: None,
        };
        let Gen::If(pending, take, play) = &rules.phases[0].play else { return None };
        let (Bool::IsPending, Gen::Leaf(take)) = (&**pending, &**take) else { return None };
        reader.play(play)?;
        reader.take(*take)?;
        let mut ends = Vec::new();
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let EndRule::If(condition, inner, Some(verdict)) = rule else { return None };
            if !inner.is_empty() {
                return None;
            }
            ends.push((sign(condition)?, verdict.clone()));
        }
        let winners = winners_by(rules, ends.iter().map(|(_, verdict)| verdict));
        let mut around = Box::new([0; 64]);
        if let Some(table) = reader.steps {
            let tables = rules.tables.dirs[table].around.iter();
            around.iter_mut().zip(tables).for_each(|(to, near)| *to = near.0[0]);
        }
        let (table, length) = reader.rows?;
        let stretches = rules.tables.dirs[table].stretches.get(length)?;
        let through: Vec<Vec<u64>> =
            stretches.iter().map(|rows| rows.iter().map(|row| row.0[0]).collect()).collect();
        let mut rows: Vec<u64> = through.iter().flatten().copied().collect();
        rows.sort_unstable();
        rows.dedup();
        if through.len() != rules.tables.sites {
            return None;
        }
        Some(Mills {
            what: reader.what,
            hands: reader.hands,
            all: rules.tables.all.0[0],
            around,
            through,
            rows,
            modes: reader.modes,
            ends,
            winners,
        })
    }
}

impl<const W: usize> Reader<'_, W> {
    /// How men move while nothing is to be taken.
    fn play(&mut self, play: &Gen<W>) -> Option<()> {
        match play {
            Gen::If(condition, yes, no) => {
                let when = self.when(condition)?;
                let mode = self.mode(yes)?;
                self.modes.push((when, mode));
                self.play(no)
            }
            Gen::None => Some(()),
            play => {
                let mode = self.mode(play)?;
                self.modes.push((When::Always, mode));
                Some(())
            }
        }
    }

    fn when(&mut self, condition: &Bool<W>) -> Option<When> {
        match condition {
            Bool::Lt(none, count) => {
                let (Int::Const(0), Int::CountAt(at) | Int::CountBeside(at)) = (&**none, &**count) else {
                    return None;
                };
                self.is_own_hand(at).then_some(When::InHand)
            }
            Bool::Eq(a, b) => match (&**a, &**b) {
                (Int::Const(number), count) | (count, Int::Const(number)) => {
                    let number = u32::try_from(*number).ok()?;
                    is_all_men(count, Role::Mover).then_some(When::Men(number))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn is_own_hand(&mut self, at: &Int<W>) -> bool {
        (1..=2).all(|player| self.still.number(at, player, -1) == Some(self.hands[player - 1] as i32))
    }

    fn mode(&mut self, play: &Gen<W>) -> Option<Mode> {
        let rules = self.rules;
        match play {
            Gen::Leaf(number) => {
                let leaf = &rules.leaves[usize::from(*number)];
                let Kind::FromTo { from, to, count: None, copy: false } = &leaf.kind else { return None };
                let ToClause { region: Some(Region::Empty), when: None, apply: None } = to else {
                    return None;
                };
                if from.when.is_some() {
                    return None;
                }
                self.row(leaf)?;
                match from.region.as_ref()? {
                    Region::Site(at) => self.is_own_hand(at).then_some(Mode::Enter),
                    region => is_men(region, Role::Mover, rules).then_some(Mode::Fly),
                }
            }
            Gen::ForEachPiece { who, player: None, names: None, within, moves: None } => {
                if who[..] != [Role::Mover] || *within != rules.tables.all {
                    return None;
                }
                for what in self.what {
                    let Some(Gen::Leaf(number)) = &rules.components[usize::from(what)].moves else {
                        return None;
                    };
                    self.step(&rules.leaves[usize::from(*number)])?;
                }
                Some(Mode::Step)
            }
            _ => None,
        }
    }

    fn step(&mut self, leaf: &Leaf<W>) -> Option<()> {
        let Kind::Step { from, dirs, to } = &leaf.kind else { return None };
        let empty = status(to.when.as_ref()?, &|int| matches!(int, Int::To))? == EMPTY;
        let plain = from.region.is_none() && from.when.is_none() && to.region.is_none() && to.apply.is_none();
        let table = one_table(dirs)?;
        self.row(leaf)?;
        (empty && plain && *self.steps.get_or_insert(table) == table).then_some(())
    }

    /// "If that makes a row, something is to be taken, and the mover goes on": what follows from a move.
    fn row(&mut self, leaf: &Leaf<W>) -> Option<()> {
        let [Gen::If(condition, yes, no)] = &leaf.then[..] else { return None };
        let (Bool::IsLine(test), Gen::All(parts), Gen::None) = (&**condition, &**yes, &**no) else {
            return None;
        };
        let through_last = match &test.through {
            Region::LastTo => true,
            Region::Site(site) => matches!(**site, Int::LastTo { .. }),
            _ => false,
        };
        self.line(test)?;
        let (mut pends, mut goes_on) = (false, false);
        for part in parts {
            let Gen::Leaf(number) = part else { return None };
            let effect = &self.rules.leaves[usize::from(*number)];
            match effect.kind {
                Kind::SetPending(None) => pends = true,
                Kind::MoveAgain => goes_on = true,
                _ => return None,
            }
            if !effect.then.is_empty() || !effect.prior.is_empty() {
                return None;
            }
        }
        (through_last && pends && goes_on && leaf.prior.is_empty() && !leaf.binds).then_some(())
    }

    /// A test for a row of a player's men; all tests ask for the same rows.
    fn line(&mut self, test: &LineTest<W>) -> Option<()> {
        let plain = test.contiguous
            && test.both_ways
            && !(test.exact || test.visible || test.uncut || test.from_above)
            && test.when.is_none()
            && test.kinds <= 1
            && matches!(test.whats, LineWhats::OfPivot);
        let Int::Const(length @ 2..=16) = test.length else { return None };
        let rows = (one_table(&test.dirs)?, length as usize);
        (plain && *self.rows.get_or_insert(rows) == rows).then_some(())
    }

    /// "Take a man outside rows, or any if there is none": what is played when something is to be taken.
    fn take(&mut self, number: u16) -> Option<()> {
        let leaf = &self.rules.leaves[usize::from(number)];
        let Kind::Remove { region, when: None, at_end: false, count: None } = &leaf.kind else { return None };
        let Region::If(condition, free, all) = region else { return None };
        let Bool::Lt(none, count) = &**condition else { return None };
        let (Int::Const(0), Int::CountSites(counted)) = (&**none, &**count) else { return None };
        self.exposed(counted)?;
        self.exposed(free)?;
        let plain = leaf.then.is_empty() && leaf.prior.is_empty() && !leaf.binds;
        (plain && is_men(all, Role::Next, self.rules)).then_some(())
    }

    fn exposed(&mut self, region: &Region<W>) -> Option<()> {
        let Region::ForEach(men, condition) = region else { return None };
        let Bool::Not(row) = &**condition else { return None };
        let Bool::IsLine(test) = &**row else { return None };
        let through_site = matches!(&test.through, Region::Site(site) if matches!(**site, Int::BoundSite));
        self.line(test)?;
        (through_site && is_men(men, Role::Next, self.rules)).then_some(())
    }
}

/// "Nothing is to be taken, and ...".
fn sign<const W: usize>(condition: &Bool<W>) -> Option<Sign> {
    let Bool::And(parts) = condition else { return None };
    let [Bool::Not(pending), sign] = &parts[..] else { return None };
    let Bool::IsPending = **pending else { return None };
    match sign {
        Bool::NoMoves(Role::Next) => Some(Sign::Stuck),
        Bool::Lt(count, least) => match **least {
            Int::Const(least) if is_all_men(count, Role::Next) => Some(Sign::Few(u32::try_from(least).ok()?)),
            _ => None,
        },
        _ => None,
    }
}

/// The number of all men of a player.
fn is_all_men<const W: usize>(count: &Int<W>, whose: Role) -> bool {
    matches!(count, Int::CountPieces { who, names: None, within: None, when: None } if *who == whose)
}

/// The places of the board with men of a player.
fn is_men<const W: usize>(region: &Region<W>, whose: Role, rules: &Rules<W>) -> bool {
    match region {
        Region::Occupied { who, whats: None, within } => who[..] == [whose] && *within == rules.tables.all,
        _ => false,
    }
}

fn one_table(dirs: &Dirs) -> Option<usize> {
    match (&dirs.by_facing[..], dirs.towards) {
        ([table], None) => Some(usize::from(*table)),
        _ => None,
    }
}
