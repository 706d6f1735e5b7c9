//! Which rules are those of a game of stones, and its tables.

use super::lines::{LineMap, places_of};
use super::place::Open;
use super::still::Still;
use super::stones::{Board, Groups, NOWHERE, Play, Sign, Stones, THROUGH};
use super::stones_figures::{Figures, Parts};
use super::stones_grow::Grow;
use super::stones_small::Small;
use super::stones_takes::Takes;
use super::winners_by;
use crate::runtime::code::{
    Around, Bool, EndRule, Gen, Goals, Int, Kind, LineTest, LineWhats, Region, Role, Walk,
};
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, piece_key};

/// A rule's conditions while they are read.
#[derive(Default)]
struct Reading<const W: usize> {
    ends: Vec<Vec<Sign>>,
    lines: Option<usize>,
    table: Option<usize>,
    goals: Vec<Bits<W>>,
    /// The table of directions in which stones are put beside others, if they are.
    beside: Option<usize>,
    walks: Vec<Vec<Walk>>,
    moves: Option<u32>,
    /// The goals of each player, if a connection is asked for exactly once.
    connections: Vec<([u16; 2], u32)>,
}

impl<const W: usize> Stones<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>) -> Option<Stones<W>> {
        let meta = &rules.meta;
        let plain = rules.players == 2
            && rules.phases.len() == 1
            && rules.places == rules.tables.sites
            && !(meta.gravity || meta.pin || meta.no_stack_on_fallen)
            && !(rules.needs_history || rules.draws || rules.marks)
            && meta.no_repeat.is_none();
        let Gen::Leaf(number) = &rules.phases[0].play else { return None };
        let leaf = &rules.leaves[usize::from(*number)];
        if !plain || !leaf.prior.is_empty() || leaf.binds {
            return None;
        }
        let takes = match &leaf.then[..] {
            [] => None,
            [then] => Some(Takes::of(rules, then)?),
            _ => return None,
        };
        let Kind::Add { whats, to, count: Int::Const(1), state: None, value: None } = &leaf.kind else {
            return None;
        };
        let mut still = Still::new(rules);
        let mut what = [0; 3];
        for (mover, piece) in what.iter_mut().enumerate().skip(1) {
            *piece = match whats.as_deref() {
                None => mover as u8,
                Some([one]) => u8::try_from(still.number(one, mover, -1)?).ok()?,
                Some(_) => return None,
            };
            if rules.owners.get(usize::from(*piece)).copied() != Some(mover as u8) {
                return None;
            }
        }
        // Only one kind of piece each: whose a stone is says which it is.
        if rules.components.len() != 3 || to.apply.is_some() {
            return None;
        }
        let region = to.region.as_ref()?;
        let grows = growth(&mut still, region);
        let area = match grows {
            Some(_) if takes.is_some() || meta.swap || to.when.is_some() => return None,
            Some(_) => rules.tables.all,
            None => {
                let open = Open::of(region).filter(|open| open.empty && !open.supported)?;
                open.area.unwrap_or(rules.tables.all).and(&rules.tables.all)
            }
        };
        let opens = match &to.when {
            None => None,
            Some(when) => Some(drops(&mut still, &area, when)?),
        };
        let mut reading = Reading { beside: grows.map(|(_, table)| table), ..Reading::default() };
        let mut verdicts = Vec::new();
        for rule in rules.phases[0].end.iter().chain(&rules.end) {
            let EndRule::If(condition, inner, Some(verdict)) = rule else { return None };
            let mut signs = Vec::new();
            reading.condition(&mut still, condition, &area, &mut signs)?;
            // Shapes are not told apart, so only one rule may ask for some.
            let shaped = |signs: &[Sign]| signs.iter().any(|sign| matches!(sign, Sign::Shape));
            if shaped(&signs) && reading.ends.iter().any(|signs| shaped(signs)) {
                return None;
            }
            if !inner.is_empty() {
                return None;
            }
            reading.ends.push(signs);
            verdicts.push(verdict.clone());
        }
        let sites = rules.tables.sites;
        let play = match sites {
            0..=64 => {
                let board = reading.board(rules, opens)?;
                match reading.masks(rules).and_then(|lines| Small::of(&board, &lines, takes.clone())) {
                    Some(small) => Play::Small(board, small),
                    // Only the smallest boards know of stones that are taken.
                    None if takes.is_some() => return None,
                    None => Play::One(board),
                }
            }
            _ if takes.is_some() => return None,
            65..=128 => Play::Two(reading.board(rules, opens)?),
            129..=256 => Play::Four(reading.board(rules, opens)?),
            _ => Play::Eight(reading.board(rules, opens)?),
        };
        let keys = [1, 2].map(|player| (0..sites).map(|place| piece_key(place, what[player])).collect());
        // A loop is for the general rules to judge.
        let loops = reading.ends.iter().flatten().any(|sign| matches!(sign, Sign::Loop));
        let winners = winners_by(rules, verdicts.iter()).filter(|_| !loops);
        Some(Stones {
            leaf: *number,
            what,
            keys,
            area,
            grows,
            play,
            verdicts,
            takes: takes.is_some(),
            winners,
        })
    }
}

/// Where the first stone is put, and the table of directions in which all others are put beside stones.
fn growth<const W: usize>(still: &mut Still<'_, W>, region: &Region<W>) -> Option<(Bits<W>, usize)> {
    let Region::If(condition, first, later) = region else { return None };
    let Bool::Eq(a, b) = &**condition else { return None };
    let ((Int::Const(0), Int::CountMoves) | (Int::CountMoves, Int::Const(0))) = (&**a, &**b) else {
        return None;
    };
    let Region::Around { of, dirs, distance, when: None, what: Around::Empty, include_self: false } =
        &**later
    else {
        return None;
    };
    let everyone = match &**of {
        Region::Occupied { who, whats: None, within } => {
            who == &[Role::All] && still.rules.tables.all.is_within(within)
        }
        _ => false,
    };
    let ([table], Int::Const(1), true, None) = (&dirs.by_facing[..], &**distance, everyone, dirs.towards)
    else {
        return None;
    };
    Some((still.region(first, 1, -1)?.and(&still.rules.tables.all), usize::from(*table)))
}

/// For each place, the place that opens when it is filled, where stones must lie on the edge or on another stone.
fn drops<const W: usize>(still: &mut Still<'_, W>, area: &Bits<W>, when: &Bool<W>) -> Option<Vec<u16>> {
    let Bool::Or(parts) = when else { return None };
    let rules = still.rules;
    let mut opens = vec![NOWHERE; rules.tables.sites];
    for place in area.iter() {
        let (mut rests, mut below) = (false, None);
        for part in parts {
            match part {
                Bool::IsOccupied(at) => match &**at {
                    Int::Ahead { site, steps, dirs }
                        if matches!(**site, Int::To) && dirs.towards.is_none() =>
                    {
                        let ([table], Int::Const(1)) = (&dirs.by_facing[..], &**steps) else { return None };
                        let ray = rules.tables.dirs[usize::from(*table)].rays[place].first();
                        // Where the board ends, the place itself is meant, which is empty.
                        below = ray.and_then(|ray| ray.first().copied());
                    }
                    _ => return None,
                },
                part => rests |= still.condition(part, 1, place as i32)?,
            }
        }
        match (rests, below) {
            (true, _) => {}
            (false, Some(below)) if opens[usize::from(below)] == NOWHERE => {
                opens[usize::from(below)] = place as u16
            }
            _ => return None,
        }
    }
    Some(opens)
}

impl<const W: usize> Reading<W> {
    fn condition(
        &mut self,
        still: &mut Still<'_, W>,
        condition: &Bool<W>,
        area: &Bits<W>,
        signs: &mut Vec<Sign>,
    ) -> Option<()> {
        match condition {
            Bool::Or(parts) => parts.iter().try_for_each(|part| self.condition(still, part, area, signs)),
            Bool::IsFull if *area == still.rules.tables.all && self.beside.is_none() => {
                signs.push(Sign::Full);
                Some(())
            }
            Bool::IsLine(test) => {
                signs.push(self.line(still, test)?);
                Some(())
            }
            Bool::IsConnected { number, at, dirs, goals } => {
                let (Int::LastTo { .. }, [table]) = (&**at, &dirs.by_facing[..]) else { return None };
                self.group_table(usize::from(*table))?;
                let mut own = [0; 2];
                let mut needed = [0; 2];
                for player in 1..=2 {
                    let sets = goal_sets(still, goals, player)?;
                    needed[player - 1] = match number.as_deref() {
                        None => sets.len() as u32,
                        Some(Int::Const(number)) => u32::try_from(*number).ok()?,
                        Some(_) => return None,
                    };
                    for set in sets {
                        own[player - 1] |= self.goal(set)?;
                    }
                }
                if needed[0] != needed[1] || needed[0] == 0 {
                    return None;
                }
                self.connections.push((own, needed[0]));
                signs.push(Sign::Touch(own, needed[0]));
                Some(())
            }
            Bool::IsPattern { walk, from, whats } if self.beside.is_some() && whats.is_empty() => {
                self.walks.push(walk.clone());
                signs.push(Sign::Shape);
                matches!(**from, Int::LastTo { .. }).then_some(())
            }
            Bool::Eq(a, b) if self.beside.is_some() => {
                let ((Int::CountMoves, Int::Const(moves)) | (Int::Const(moves), Int::CountMoves)) =
                    (&**a, &**b)
                else {
                    return None;
                };
                let moves = u32::try_from(*moves).ok().filter(|&moves| moves > 0)?;
                signs.push(Sign::Moves);
                (*self.moves.get_or_insert(moves) == moves).then_some(())
            }
            Bool::IsLoop { dirs, surround: None, colour } => {
                let own = matches!(**colour, Int::Mover | Int::Role(Role::Mover))
                    || matches!(&**colour, Int::Who(at) if matches!(**at, Int::LastTo { .. }));
                let [table] = dirs.by_facing[..] else { return None };
                self.group_table(usize::from(table))?;
                signs.push(Sign::Loop);
                own.then_some(())
            }
            _ => None,
        }
    }

    fn line(&mut self, still: &mut Still<'_, W>, test: &LineTest<W>) -> Option<Sign> {
        let through_last = match &test.through {
            Region::LastTo => true,
            Region::Site(site) => matches!(**site, Int::LastTo { .. }),
            Region::Sites(sites) => matches!(&sites[..], [Int::LastTo { .. }]),
            _ => false,
        };
        let plain = through_last
            && test.contiguous
            && test.both_ways
            && !(test.exact || test.visible || test.uncut || test.from_above)
            && test.when.is_none()
            && test.kinds <= 1
            && matches!(test.whats, LineWhats::OfPivot)
            && test.dirs.towards.is_none();
        let [table] = test.dirs.by_facing[..] else { return None };
        let length = still.number(&test.length, 1, -1).filter(|length| (2..32).contains(length))?;
        if !plain || self.lines.is_some_and(|known| known != usize::from(table)) {
            return None;
        }
        self.lines = Some(usize::from(table));
        Some(Sign::Line(length as u32))
    }

    fn group_table(&mut self, table: usize) -> Option<()> {
        (*self.table.get_or_insert(table) == table).then_some(())
    }

    /// The bit of a goal.
    fn goal(&mut self, set: Bits<W>) -> Option<u16> {
        let known = self.goals.iter().position(|goal| *goal == set);
        let index = known.unwrap_or_else(|| {
            self.goals.push(set);
            self.goals.len() - 1
        });
        (index < 16).then(|| 1 << index)
    }

    /// The lines through each place as sets of at most 64 places, if their places come in order.
    fn masks(&self, rules: &Rules<W>) -> Option<Vec<Vec<u64>>> {
        let least = self.shortest()? as usize;
        let mut masks = vec![Vec::new(); rules.tables.sites];
        for (site, masks) in masks.iter_mut().enumerate() {
            for line in &rules.tables.dirs[self.lines?].lines[site] {
                let places = places_of(line, site).filter(|places| places.is_sorted())?;
                if places.len() >= least {
                    masks.push(places.iter().fold(0, |mask, &place| mask | 1 << place));
                }
            }
        }
        Some(masks)
    }

    /// The lengths of the lines that end the game.
    fn lengths(&self) -> Vec<u32> {
        let lengths = self.ends.iter().flatten().filter_map(|sign| match sign {
            Sign::Line(length) => Some(*length),
            _ => None,
        });
        lengths.collect()
    }

    /// The length of the shortest of them.
    fn shortest(&self) -> Option<u32> {
        self.lengths().into_iter().min()
    }

    /// How stones are put beside others, in a table of directions.
    fn grow(&self, rules: &Rules<W>, table: usize) -> Option<Grow> {
        let lengths = self.lengths();
        let figures = Figures::of(rules, self.lines.map(|table| (table, &lengths[..])), &self.walks)?;
        Some(Grow { beside: Parts::of(&rules.tables.dirs[table].around), figures, moves: self.moves })
    }

    fn board<const N: usize>(&self, rules: &Rules<W>, opens: Option<Vec<u16>>) -> Option<Board<N>> {
        let sites = rules.tables.sites;
        let shortest = self.shortest();
        let map = match (self.lines, shortest) {
            (Some(table), Some(least)) if self.beside.is_none() => {
                Some(LineMap::new(&rules.tables, table, |_| least as usize)?)
            }
            _ => None,
        };
        let mut lines = 0;
        let mut through = vec![[0; 2 * THROUGH]; sites];
        if let Some(map) = &map {
            for (place, entry) in through.iter_mut().enumerate() {
                // The first word stands for no line.
                for (index, (line, position)) in map.through(place).enumerate() {
                    if index >= THROUGH || line >= 126 {
                        return None;
                    }
                    (entry[index], entry[THROUGH + index]) = (line + 1, position);
                    lines = lines.max(usize::from(line) + 1);
                }
            }
        }
        let loops = self.ends.iter().flatten().any(|sign| matches!(sign, Sign::Loop));
        let wanted = |player: usize| match &self.connections[..] {
            [(own, 2)] if own[player].count_ones() == 2 => {
                let goal = |bits: u16| narrow_goal(&self.goals[bits.trailing_zeros() as usize]);
                Some((goal(own[player]), goal(own[player] & (own[player] - 1))))
            }
            _ => None,
        };
        let two_goals = match (wanted(0), wanted(1)) {
            (Some(one), Some(other)) if !loops && map.is_none() => Some([one, other]),
            _ => None,
        };
        let groups = match (self.table, &two_goals) {
            (None, _) => Groups::None,
            (Some(_), Some(_)) => Groups::Reached,
            (Some(_), None) => Groups::Joined,
        };
        if opens.is_some() && groups != Groups::None {
            return None;
        }
        let around = match self.table {
            Some(table) => rules.tables.dirs[table].around.iter().map(narrow_goal).collect(),
            None => Vec::new(),
        };
        let goals = |site| {
            let sets = self.goals.iter().enumerate();
            sets.filter(|(_, goal)| goal.has(site)).fold(0, |bits, (index, _)| bits | 1 << index)
        };
        let grow = match self.beside {
            Some(_) if groups != Groups::None => return None,
            Some(table) => Some(self.grow(rules, table)?),
            None => None,
        };
        let [one, other] = two_goals.unwrap_or([(Bits::EMPTY, Bits::EMPTY); 2]);
        let own = |player: usize| self.connections.iter().fold(0, |all, (own, _)| all | own[player]);
        let fewest = self.connections.iter().map(|(_, needed)| *needed).min().unwrap_or(u32::MAX);
        let opened = |place| opens.as_ref().is_some_and(|opens| opens.contains(&(place as u16)));
        Some(Board {
            through,
            lines: lines + 1,
            around,
            groups,
            goals: (0..sites).map(goals).collect(),
            first_goal: [one.0, other.0],
            second_goal: [one.1, other.1],
            drops: opens.is_some(),
            rests: (0..sites).filter(|&place| !opened(place)).collect(),
            opens: opens.unwrap_or_default(),
            grow,
            loops,
            shortest: shortest.unwrap_or(u32::MAX),
            fewest: [fewest; 2],
            own_goals: [own(0), own(1)],
            ends: self.ends.clone(),
        })
    }
}

fn goal_sets<const W: usize>(
    still: &mut Still<'_, W>,
    goals: &Goals<W>,
    player: usize,
) -> Option<Vec<Bits<W>>> {
    match goals {
        Goals::Regions(regions) => regions.iter().map(|region| still.region(region, player, -1)).collect(),
        Goals::ByPlayer(sets, who) => {
            let who = still.number(who, player, -1)?;
            // The regions of another player are no business of this one's stones.
            if who != 0 && who != player as i32 {
                return None;
            }
            Some(sets.get(who as usize).cloned().unwrap_or_default())
        }
    }
}

fn narrow_goal<const W: usize, const N: usize>(bits: &Bits<W>) -> Bits<N> {
    let mut narrow = Bits::EMPTY;
    narrow.0.iter_mut().zip(&bits.0).for_each(|(to, from)| *to = *from);
    narrow
}
