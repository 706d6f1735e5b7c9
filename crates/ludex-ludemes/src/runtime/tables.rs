//! What never changes on a board, as tables of bits: neighbours, rays, what lies above and below.

use crate::board::{Board, Direction, Mark, SiteType};

use super::Bits;

/// The board of a game as its rules see it.
#[derive(Clone, Debug)]
pub struct Tables<const W: usize> {
    /// The board.
    pub board: Board,
    /// How many places the board has; hands follow.
    pub sites: usize,
    /// All places of the board.
    pub all: Bits<W>,
    /// On pyramids, the places one layer up that touch each place.
    pub up: Vec<Bits<W>>,
    /// On pyramids, the places one layer down that touch each place.
    pub down: Vec<Bits<W>>,
    /// The places above the ground with the places one layer down that carry them.
    pub upper: Vec<(u16, Bits<W>)>,
    /// What carries each place above the ground, and the place: as `upper`, in a form that is gone through at once.
    rests: Vec<(Bits<W>, Bits<W>)>,
    /// The same in the order in which pieces fall, clockwise from north.
    pub falls: Vec<Vec<u16>>,
    /// On pyramids, the places on the straight lines that lead upwards from each place.
    pub above_lines: Vec<Bits<W>>,
    /// On pyramids, the places exactly above each place.
    pub cover: Vec<Bits<W>>,
    /// The places of the lowest layer.
    pub ground: Bits<W>,
    /// The neighbours to the north, east, south and west.
    pub beside: Vec<Bits<W>>,
    /// The place reached by a step down each of the four slopes, and up each of the four; -1 for none.
    pub slopes: [[Vec<i16>; 4]; 2],
    /// The place reached by a step in each orthogonal direction of the board, clockwise; -1 for none.
    pub orthogonal: Vec<Vec<i16>>,
    /// The places on the outline of the board.
    pub outer: Bits<W>,
    /// Tables of directions, by number.
    pub dirs: Vec<DirTable<W>>,
    made: Vec<Vec<Direction>>,
}

/// Everything about one set of directions.
#[derive(Clone, Debug)]
pub struct DirTable<const W: usize> {
    /// The neighbours of each place.
    pub around: Vec<Bits<W>>,
    /// The rays from each place, without the place itself.
    pub rays: Vec<Vec<Ray>>,
    /// The lines through each place: every ray once, with the rays that go the opposite way.
    pub lines: Vec<Vec<Line>>,
    /// On small boards, by length and place: every stretch of a line that holds the place.
    pub stretches: Vec<Vec<Box<[Bits<W>]>>>,
    /// On small boards, by length and place: the first places of every ray, and the place itself.
    pub beginnings: Vec<Vec<Box<[Bits<W>]>>>,
}

/// Stretches of lines are kept for boards up to this many places.
const SMALL: usize = 128;
/// The longest stretch that is kept.
const LONGEST: usize = 8;

/// Places in a straight line from a place, in order.
pub type Ray = Box<[u16]>;

/// A ray and those that continue it on the other side of its start.
#[derive(Clone, Debug)]
pub struct Line {
    /// One way.
    pub out: Ray,
    /// The other way; several where lines fork.
    pub back: Vec<Ray>,
}

impl<const W: usize> DirTable<W> {
    fn stretches(&self, site: usize, length: usize) -> Box<[Bits<W>]> {
        let mut found = Vec::new();
        for line in &self.lines[site] {
            let none: Ray = Box::new([]);
            let backs = if line.back.is_empty() { std::slice::from_ref(&none) } else { &line.back[..] };
            for back in backs {
                let mut places: Vec<usize> = back.iter().rev().map(|&place| usize::from(place)).collect();
                places.push(site);
                places.extend(line.out.iter().map(|&place| usize::from(place)));
                let with = places.windows(length.max(1)).filter(|places| places.contains(&site));
                found.extend(with.map(|places| places.iter().copied().collect::<Bits<W>>()));
            }
        }
        found.sort_unstable();
        found.dedup();
        found.into()
    }

    fn beginnings(&self, site: usize, length: usize) -> Box<[Bits<W>]> {
        let long = self.rays[site].iter().filter(|ray| ray.len() + 1 >= length);
        let places = |ray: &Ray| -> Bits<W> {
            let first = ray.iter().take(length.max(1) - 1).map(|&place| usize::from(place));
            first.chain([site]).collect()
        };
        long.map(places).collect()
    }
}

impl<const W: usize> Tables<W> {
    /// The tables of a board.
    pub fn new(board: Board) -> Tables<W> {
        let sites = board.sites();
        let kind = board.default_type();
        let layered = kind == SiteType::Vertex && board.layers(kind).len() > 1;
        let touching = |direction| {
            let touch = |site| board.neighbours(kind, site, direction).map(usize::from).collect();
            (0..sites).map(|site| if layered { touch(site) } else { Bits::EMPTY }).collect::<Vec<Bits<W>>>()
        };
        let cover = |site: usize| board.from_above().covering(site).iter().map(|&s| usize::from(s)).collect();
        let step = |direction| -> Vec<i16> {
            let to = |site| board.neighbours(kind, site, direction).next().map_or(-1, |to| to as i16);
            (0..sites).map(to).collect()
        };
        let beside = |site| {
            let ways = [Direction::N, Direction::E, Direction::S, Direction::W].into_iter();
            ways.flat_map(|way| board.neighbours(kind, site, way)).map(usize::from).collect()
        };
        let compass = board.supported(kind, Direction::Orthogonal, None);
        let compass = compass.into_iter().filter(|direction| direction.compass_index().is_some());
        let outer = board.marked(kind, Mark::Outer).iter().map(|&site| usize::from(site)).collect();
        let ground: Bits<W> = (0..sites).filter(|&site| board.layer(kind, site) == 0).collect();
        let down = touching(Direction::Downward);
        let above_ground = Bits::range(0, sites).minus(&ground);
        Tables {
            sites,
            rests: above_ground.iter().map(|site| (down[site], Bits::one(site))).collect(),
            upper: above_ground.iter().map(|site| (site as u16, down[site])).collect(),
            beside: (0..sites).map(beside).collect(),
            slopes: [
                [Direction::DNW, Direction::DNE, Direction::DSW, Direction::DSE].map(step),
                [Direction::UNW, Direction::UNE, Direction::USW, Direction::USE].map(step),
            ],
            orthogonal: compass.map(step).collect(),
            outer,
            all: Bits::range(0, sites),
            up: touching(Direction::Upward),
            down,
            falls: (0..sites).map(|site| if layered { board.supports(site) } else { Vec::new() }).collect(),
            above_lines: (0..sites)
                .map(|site| if layered { above_lines(&board, site) } else { Bits::EMPTY })
                .collect(),
            cover: (0..sites).map(|site| if layered { cover(site) } else { Bits::EMPTY }).collect(),
            ground,
            dirs: Vec::new(),
            made: Vec::new(),
            board,
        }
    }

    /// The number of the table for these directions, which is made if it is not there.
    pub fn table_of(&mut self, directions: &[Direction]) -> u16 {
        if let Some(known) = self.made.iter().position(|made| made == directions) {
            return known as u16;
        }
        let table = self.make(directions);
        self.dirs.push(table);
        self.made.push(directions.to_vec());
        (self.dirs.len() - 1) as u16
    }

    /// The number of the table for the directions of two tables together.
    pub fn joined(&mut self, a: u16, b: u16) -> u16 {
        let mut all = self.made[a as usize].clone();
        all.extend(
            self.made[b as usize].iter().filter(|direction| !self.made[a as usize].contains(direction)),
        );
        self.table_of(&all)
    }

    fn make(&self, directions: &[Direction]) -> DirTable<W> {
        let kind = self.board.default_type();
        let radials = self.board.radials(kind);
        let outwards = |sites: &[u16]| -> Ray { sites[1..].into() };
        let mut table = DirTable {
            around: Vec::new(),
            rays: Vec::new(),
            lines: Vec::new(),
            stretches: Vec::new(),
            beginnings: Vec::new(),
        };
        for site in 0..self.sites {
            let mut around = Bits::EMPTY;
            let mut rays: Vec<Ray> = Vec::new();
            let mut lines = Vec::new();
            for &direction in directions {
                for to in self.board.neighbours(kind, site, direction) {
                    around.insert(usize::from(to));
                }
                for radial in radials.from_site(site, direction) {
                    let ray = outwards(radial.sites);
                    if !rays.contains(&ray) {
                        rays.push(ray);
                    }
                }
                for radial in radials.distinct(site, direction) {
                    let back = radials.opposites(radial.id).map(|other| outwards(other.sites)).collect();
                    lines.push(Line { out: outwards(radial.sites), back });
                }
            }
            table.around.push(around);
            table.rays.push(rays);
            table.lines.push(lines);
        }
        if self.sites <= SMALL {
            let each = |length: usize, of: &dyn Fn(usize, usize) -> Box<[Bits<W>]>| {
                (0..self.sites).map(|site| of(site, length)).collect()
            };
            table.stretches =
                (0..=LONGEST).map(|length| each(length, &|s, l| table.stretches(s, l))).collect();
            table.beginnings =
                (0..=LONGEST).map(|length| each(length, &|s, l| table.beginnings(s, l))).collect();
        }
        table
    }

    /// The places where a ball would rest: the ground, and every platform of occupied places.
    #[inline]
    pub fn platforms(&self, occupied: &Bits<W>) -> Bits<W> {
        let mut platforms = self.ground;
        for (down, site) in &self.rests {
            platforms = platforms.or(if down.is_within(occupied) { site } else { &Bits::EMPTY });
        }
        platforms
    }
}

fn above_lines<const W: usize>(board: &Board, site: usize) -> Bits<W> {
    let radials = board.radials(board.default_type());
    let upward = radials.from_site(site, Direction::Upward);
    upward.flat_map(|radial| radial.sites[1..].iter().map(|&to| usize::from(to))).collect()
}
