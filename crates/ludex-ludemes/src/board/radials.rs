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
        let follower = Follower::new(places, steps, &used);
        for (site, list) in steps.iter().enumerate() {
            all.append(follower.all_from(site, places, list, &used), &used);
        }
        all
    }

    /// Adds the radials of the next site.
    fn append(&mut self, mut found: Found, used: &[Direction]) {
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
                l.sort_by(|&m, &n| found.turned(m).total_cmp(&found.turned(n)));
                l.into_iter().map(|n| base + n as u32).collect::<Vec<u32>>()
            };
            self.distinct.push(&ids(found.distinct(&list)));
            self.lists.push(&ids(list));
        }
    }
}

/// How lines go on: for each step and direction the next step. Computed once, so that following all lines
/// is walking through a table.
struct Follower {
    /// The steps of site `s` are numbered `starts[s]..starts[s + 1]`.
    starts: Vec<usize>,
    /// Where each step leads.
    to: Vec<u16>,
    /// How far round, clockwise from north, each step leaves its site.
    turned: Vec<f64>,
    /// For each direction used, the next step after each step: a number, [`STOP`], or [`FORK`] plus an index.
    next: Vec<Vec<u32>>,
    /// The steps at which lines fork into several.
    forks: Vec<Vec<u32>>,
}

/// Boards with several vertices at one place can fork at every step; more lines than this are not followed.
const MOST_FROM_A_SITE: usize = 2000;

const STOP: u32 = u32::MAX;
const FORK: u32 = 1 << 31;

struct Ray {
    direction: Direction,
    /// The number of its first step among those of its site.
    first: usize,
    sites: Vec<u16>,
    opposites: Vec<usize>,
}

/// The radials found from one site.
struct Found {
    rays: Vec<Ray>,
    /// How far round each step leaves the site.
    turned: Vec<f64>,
    /// Whether two steps of the site are opposite, row by row.
    opposite: Vec<bool>,
}

impl Follower {
    fn new(places: &[Point], steps: &[&[Step]], used: &[Direction]) -> Self {
        let mut starts = vec![0];
        for list in steps {
            starts.push(starts[starts.len() - 1] + list.len());
        }
        let place = |s: u16| places[usize::from(s)];
        let to: Vec<u16> = steps.iter().copied().flatten().map(|s| s.to).collect();
        let mut follower = Self {
            turned: Vec::with_capacity(to.len()),
            next: vec![vec![STOP; to.len()]; used.len()],
            forks: Vec::new(),
            starts,
            to,
        };
        let mut bends = Vec::new();
        for (from, list) in steps.iter().enumerate() {
            for step in *list {
                let id = follower.turned.len();
                follower.turned.push(clockwise_from_north(places[from].angle_to(place(step.to))));
                let onward = steps[usize::from(step.to)];
                bends.clear();
                bends.extend(onward.iter().map(|s| bend(places[from], place(step.to), place(s.to))));
                for (d, &direction) in used.iter().enumerate() {
                    if step.directions.has(direction) {
                        let first = follower.starts[usize::from(step.to)];
                        follower.next[d][id] = follower.onward(onward, &bends, direction, first as u32);
                    }
                }
            }
        }
        follower
    }

    /// The straightest steps onward in a direction; several if equally straight.
    fn onward(&mut self, steps: &[Step], bends: &[f64], direction: Direction, first: u32) -> u32 {
        let mut choices = steps.iter().enumerate().filter(|(_, s)| s.directions.has(direction));
        if matches!(direction, Direction::CW | Direction::CCW | Direction::In | Direction::Out) {
            return choices.next().map_or(STOP, |(n, _)| first + n as u32);
        }
        let mut least = 0.25f64.tan();
        let mut best: Vec<u32> = Vec::new();
        for (n, _) in choices {
            if bends[n] < least {
                least = bends[n];
                best.clear();
                best.push(first + n as u32);
                if least == 0.0 {
                    break;
                }
            } else if bends[n] == least {
                best.push(first + n as u32);
            }
        }
        match best.as_slice() {
            [] => STOP,
            &[only] => only,
            _ => {
                self.forks.push(best);
                FORK | (self.forks.len() as u32 - 1)
            }
        }
    }

    fn all_from(&self, site: usize, places: &[Point], steps: &[Step], used: &[Direction]) -> Found {
        let at = |n: usize| places[usize::from(steps[n].to)];
        let turned = self.turned[self.starts[site]..self.starts[site + 1]].to_vec();
        let pairs = (0..steps.len()).flat_map(|m| (0..steps.len()).map(move |n| (m, n)));
        let opposite = pairs.map(|(m, n)| bend(at(m), places[site], at(n)) < 0.1f64.tan()).collect();
        let mut found = Found { rays: Vec::new(), turned, opposite };
        for (d, &direction) in used.iter().enumerate() {
            for first in (0..steps.len()).filter(|&n| steps[n].directions.has(direction)) {
                let step = (self.starts[site] + first) as u32;
                let mut sites = Vec::with_capacity(32);
                sites.push(site as u16);
                let line = Line { direction: d, first, sites };
                self.follow(line, step, direction, &mut found);
            }
        }
        found
    }

    fn follow(&self, mut line: Line, mut step: u32, direction: Direction, found: &mut Found) {
        if found.rays.len() >= MOST_FROM_A_SITE {
            return;
        }
        loop {
            line.sites.push(self.to[step as usize]);
            let next = self.next[line.direction][step as usize];
            let visited = |step: u32| line.sites.contains(&self.to[step as usize]);
            if next != STOP && next & FORK == 0 && !visited(next) {
                step = next;
                continue;
            }
            let forks = if next != STOP && next & FORK != 0 {
                self.forks[(next & !FORK) as usize].as_slice()
            } else {
                &[]
            };
            for &fork in forks {
                if visited(fork) {
                    found.add(direction, line.first, line.sites.clone());
                } else {
                    self.follow(line.clone(), fork, direction, found);
                }
            }
            if forks.is_empty() {
                found.add(direction, line.first, line.sites);
            }
            return;
        }
    }
}

/// A line being followed.
#[derive(Clone)]
struct Line {
    direction: usize,
    first: usize,
    sites: Vec<u16>,
}

impl Found {
    fn add(&mut self, direction: Direction, first: usize, sites: Vec<u16>) {
        if self.rays.iter().any(|r| r.direction == direction && r.sites == sites) {
            return;
        }
        let new = self.rays.len();
        let mut ray = Ray { direction, first, sites, opposites: Vec::new() };
        for n in 0..new {
            if self.are_opposite(&self.rays[n], &ray) {
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

    /// Whether two leave their common start in opposite directions of a comparable kind.
    fn are_opposite(&self, a: &Ray, b: &Ray) -> bool {
        use Direction::{CCW, CW, In, Out};
        if matches!((a.direction, b.direction), (CW, CCW) | (CCW, CW) | (In, Out) | (Out, In)) {
            return true;
        }
        let comparable =
            (a.direction.is_specific() && b.direction.is_specific()) || a.direction == b.direction;
        comparable && self.opposite[b.first * self.turned.len() + a.first]
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
    fn turned(&self, n: usize) -> f64 {
        self.turned[self.rays[n].first]
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
    /// A radial has one opposite; only those of a class may have several, from other classes.
    fn may_have_another(&self, new: &Ray, known: &Ray) -> bool {
        !self.direction.is_specific() && new.direction != self.direction && new.sites != known.sites
    }
}
