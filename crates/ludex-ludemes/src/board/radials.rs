//! Radials: straight lines of sites outwards from each site, for every direction.
//!
//! A radial begins with its own site and a step in its direction, and goes on with the step in the same
//! direction that bends least (under a quarter of a radian, measured in space). Where two steps are equally
//! straight it forks into two radials. It ends before it would visit a site twice.

use super::direction::{DIRECTIONS, Direction};
use super::geometry::{Point, bend};
use super::steps::{Step, clockwise_from_north};

/// A line of sites outwards from its first site.
#[derive(Clone, Copy, Debug)]
pub struct Radial<'a> {
    /// Its number among the radials of the board.
    pub id: u32,
    /// The direction it was followed in.
    pub direction: Direction,
    /// The sites of the line; the first is where it starts.
    pub sites: &'a [u16],
}

/// The radials of all sites of one kind.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Radials {
    sites: Vec<u16>,
    entries: Vec<Entry>,
    opposites: Vec<u32>,
    /// For each direction its place in the rows of `lists`, 255 if no radial has it.
    columns: Vec<u8>,
    width: usize,
    lists: Lists,
    distinct: Lists,
}

#[derive(Clone, PartialEq, Debug)]
struct Entry {
    direction: Direction,
    start: u32,
    len: u16,
    opposites: (u32, u32),
}

/// Lists of radial numbers, one for each site and direction.
#[derive(Clone, PartialEq, Debug, Default)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn push(&mut self, list: &[u32]) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.items.extend_from_slice(list);
        self.starts.push(self.items.len() as u32);
    }

    fn get(&self, n: usize) -> &[u32] {
        &self.items[self.starts[n] as usize..self.starts[n + 1] as usize]
    }
}

impl Radials {
    /// The radials of a site in a direction or class of directions, clockwise from north.
    pub fn from_site(&self, site: usize, direction: Direction) -> impl Iterator<Item = Radial<'_>> {
        self.list(&self.lists, site, direction)
    }

    /// The same without those that are the opposite of one listed before, so that each line through the
    /// site comes once.
    pub fn distinct(&self, site: usize, direction: Direction) -> impl Iterator<Item = Radial<'_>> {
        self.list(&self.distinct, site, direction)
    }

    /// The radials that continue a radial straight backwards through its start.
    pub fn opposites(&self, id: u32) -> impl Iterator<Item = Radial<'_>> {
        let (from, to) = self.entries[id as usize].opposites;
        self.opposites[from as usize..to as usize].iter().map(|&id| self.radial(id))
    }

    /// The radial with this number.
    pub fn radial(&self, id: u32) -> Radial<'_> {
        let Entry { direction, start, len, .. } = self.entries[id as usize];
        let sites = &self.sites[start as usize..start as usize + usize::from(len)];
        Radial { id, direction, sites }
    }

    fn list<'a>(
        &'a self,
        lists: &'a Lists,
        site: usize,
        direction: Direction,
    ) -> impl Iterator<Item = Radial<'a>> {
        let column = self.columns.get(direction as usize).copied().unwrap_or(u8::MAX);
        let ids = if column == u8::MAX { &[] } else { lists.get(site * self.width + usize::from(column)) };
        ids.iter().map(|&id| self.radial(id))
    }

    /// Follows all radials of sites at these places with these steps.
    pub(crate) fn new(places: &[Point], steps: &[&[Step]]) -> Self {
        let used = steps.iter().copied().flatten().fold(0, |all, s| all | s.directions.0);
        let used: Vec<Direction> = Direction::EVERY.into_iter().filter(|d| used & d.bit() != 0).collect();
        let mut columns = vec![u8::MAX; DIRECTIONS];
        for (i, &d) in used.iter().enumerate() {
            columns[d as usize] = i as u8;
        }
        let mut all = Self { columns, width: used.len(), ..Self::default() };
        let follower = Follower { places, steps };
        for site in 0..steps.len() {
            let found = follower.all_from(site as u16, &used);
            all.append(found, &used, places);
        }
        all
    }

    /// Adds the radials of the next site.
    fn append(&mut self, mut found: Found, used: &[Direction], places: &[Point]) {
        found.drop_opposites_within_others();
        let by_direction = found.by_direction(used);
        let base = self.entries.len() as u32;
        // Equal lines under several directions share their sites.
        let mut shared: Vec<(usize, u32)> = Vec::new();
        for (n, ray) in found.rays.iter().enumerate() {
            let known = shared.iter().find(|(m, _)| found.rays[*m].sites == ray.sites).map(|&(_, s)| s);
            let start = known.unwrap_or_else(|| {
                let start = self.sites.len() as u32;
                self.sites.extend_from_slice(&ray.sites);
                shared.push((n, start));
                start
            });
            let from = self.opposites.len() as u32;
            self.opposites.extend(ray.opposites.iter().map(|&o| base + o as u32));
            let opposites = (from, self.opposites.len() as u32);
            let len = ray.sites.len() as u16;
            self.entries.push(Entry { direction: ray.direction, start, len, opposites });
        }
        for list in by_direction {
            let ids = |mut l: Vec<usize>| {
                l.sort_by(|&m, &n| found.turned(m, places).total_cmp(&found.turned(n, places)));
                l.into_iter().map(|n| base + n as u32).collect::<Vec<u32>>()
            };
            self.distinct.push(&ids(found.distinct(&list)));
            self.lists.push(&ids(list));
        }
    }
}

struct Follower<'a> {
    places: &'a [Point],
    steps: &'a [&'a [Step]],
}

struct Ray {
    direction: Direction,
    sites: Vec<u16>,
    opposites: Vec<usize>,
}

/// The radials found from one site.
#[derive(Default)]
struct Found {
    rays: Vec<Ray>,
}

impl Follower<'_> {
    fn all_from(&self, site: u16, used: &[Direction]) -> Found {
        let mut found = Found::default();
        for &direction in used {
            for step in self.steps[usize::from(site)] {
                if step.directions.has(direction) {
                    self.follow(vec![site], step.to, direction, &mut found);
                }
            }
        }
        found
    }

    fn follow(&self, mut line: Vec<u16>, first: u16, direction: Direction, found: &mut Found) {
        let mut here = first;
        loop {
            let before = line[line.len() - 1];
            line.push(here);
            let next = self.onward(before, here, direction);
            match next.as_slice() {
                [] => break,
                &[only] if !line.contains(&only) => here = only,
                forks => {
                    for &to in forks {
                        if line.contains(&to) {
                            found.add(direction, line.clone(), self.places);
                        } else {
                            self.follow(line.clone(), to, direction, found);
                        }
                    }
                    return;
                }
            }
        }
        found.add(direction, line, self.places);
    }

    /// The straightest steps onward; several if equally straight.
    fn onward(&self, before: u16, here: u16, direction: Direction) -> OneOrMore {
        let steps = self.steps[usize::from(here)].iter().filter(|s| s.directions.has(direction));
        let mut best = OneOrMore::default();
        if matches!(direction, Direction::CW | Direction::CCW | Direction::In | Direction::Out) {
            steps.take(1).for_each(|s| best.push(s.to));
            return best;
        }
        let at = |s: u16| self.places[usize::from(s)];
        let mut least = 0.25f64.tan();
        for step in steps {
            let off = bend(at(before), at(here), at(step.to));
            if off < least {
                least = off;
                best.clear();
                best.push(step.to);
                if off == 0.0 {
                    break;
                }
            } else if off == least {
                best.push(step.to);
            }
        }
        best
    }
}

/// A short list that needs no allocation for its usual single entry.
#[derive(Default)]
struct OneOrMore {
    len: usize,
    few: [u16; 4],
}

impl OneOrMore {
    fn push(&mut self, value: u16) {
        if self.len < self.few.len() {
            self.few[self.len] = value;
            self.len += 1;
        }
    }

    fn clear(&mut self) {
        self.len = 0;
    }

    fn as_slice(&self) -> &[u16] {
        &self.few[..self.len]
    }
}

impl Found {
    fn add(&mut self, direction: Direction, sites: Vec<u16>, places: &[Point]) {
        if self.rays.iter().any(|r| r.direction == direction && r.sites == sites) {
            return;
        }
        let new = self.rays.len();
        let mut ray = Ray { direction, sites, opposites: Vec::new() };
        for n in 0..new {
            if self.rays[n].is_opposite(&ray, places) {
                let old = &self.rays[n];
                if ray.opposites.iter().all(|&o| ray.may_have_another(old, &self.rays[o])) {
                    ray.opposites.push(n);
                }
                if old.opposites.iter().all(|&o| old.may_have_another(&ray, &self.rays[o])) {
                    self.rays[n].opposites.push(new);
                }
            }
        }
        self.rays.push(ray);
    }

    /// An opposite that is the beginning of another opposite adds nothing.
    fn drop_opposites_within_others(&mut self) {
        for n in 0..self.rays.len() {
            let mut list = std::mem::take(&mut self.rays[n].opposites);
            for o in (0..list.len()).rev() {
                let within = |p: usize| self.rays[list[p]].sites.starts_with(&self.rays[list[o]].sites);
                if (0..list.len()).any(|p| p != o && within(p)) {
                    list.remove(o);
                }
            }
            self.rays[n].opposites = list;
        }
    }

    /// The radials for each direction used. Rotational radials are those in, out and both ways round.
    fn by_direction(&self, used: &[Direction]) -> Vec<Vec<usize>> {
        let of = |d: Direction| (0..self.rays.len()).filter(move |&n| self.rays[n].direction == d);
        used.iter()
            .map(|&d| {
                let mut list: Vec<usize> = of(d).collect();
                if d == Direction::Rotational {
                    for part in [Direction::In, Direction::Out, Direction::CW, Direction::CCW] {
                        list.extend(of(part));
                    }
                    for n in (0..list.len()).rev() {
                        let within =
                            |m: usize| self.rays[list[m]].sites.starts_with(&self.rays[list[n]].sites);
                        if (0..list.len()).any(|m| m != n && within(m)) {
                            list.remove(n);
                        }
                    }
                }
                list
            })
            .collect()
    }

    /// How far round, clockwise from north, a radial leaves its start.
    fn turned(&self, n: usize, places: &[Point]) -> f64 {
        let at = |i: usize| places[usize::from(self.rays[n].sites[i])];
        clockwise_from_north(at(0).angle_to(at(1)))
    }

    fn distinct(&self, list: &[usize]) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::new();
        for &n in list {
            let goes_back = |o: &usize| self.rays[*o].sites == self.rays[n].sites;
            if !kept.iter().any(|&k| k != n && self.rays[k].opposites.iter().any(goes_back)) {
                kept.push(n);
            }
        }
        kept
    }
}

impl Ray {
    /// Whether the two leave their common start in opposite directions of a comparable kind.
    fn is_opposite(&self, other: &Ray, places: &[Point]) -> bool {
        use Direction::{CCW, CW, In, Out};
        let pair = (self.direction, other.direction);
        if matches!(pair, (CW, CCW) | (CCW, CW) | (In, Out) | (Out, In)) {
            return true;
        }
        let comparable = (self.direction.is_specific() && other.direction.is_specific())
            || self.direction == other.direction;
        let at = |s: u16| places[usize::from(s)];
        comparable && bend(at(other.sites[1]), at(self.sites[0]), at(self.sites[1])) < 0.1f64.tan()
    }

    /// A radial has one opposite; only those of a class may have several, from other classes.
    fn may_have_another(&self, new: &Ray, known: &Ray) -> bool {
        !self.direction.is_specific() && new.direction != self.direction && new.sites != known.sites
    }
}
