//! A board as seen from straight above: what covers what, and lines that change layers freely.
//!
//! On a pyramid a line seen from above is not a line in space: it may climb and fall. So it is a relation of
//! its own between *spots*, the points of the ground plan; a spot may hold several sites above each other.

use super::SiteType;
use super::direction::Direction;
use super::geometry::{Point, bend};
use super::topology::Board;

/// The ground plan of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct FromAbove {
    spot_of: Vec<u16>,
    sites: Vec<Vec<u16>>,
    lines: Vec<Vec<Vec<u16>>>,
    axes: Vec<Vec<Axis>>,
}

/// A line from a spot and, if there is one, the line that goes the opposite way.
pub type Axis = (Vec<u16>, Option<Vec<u16>>);

impl FromAbove {
    pub(crate) fn of(board: &Board) -> Self {
        let kind = if board.default_type() == SiteType::Cell { SiteType::Cell } else { SiteType::Vertex };
        let flat = |s: usize| {
            let p = board.at(kind, s);
            Point::flat(p.x, p.y)
        };
        let mut places: Vec<Point> = Vec::new();
        let mut sites: Vec<Vec<u16>> = Vec::new();
        let mut spot_of = Vec::new();
        for s in 0..board.count(kind) {
            let spot = places.iter().position(|p| p.is_near(flat(s), 0.001)).unwrap_or_else(|| {
                places.push(flat(s));
                sites.push(Vec::new());
                places.len() - 1
            });
            sites[spot].push(s as u16);
            spot_of.push(spot as u16);
        }
        for column in &mut sites {
            let height = |s: &u16| board.at(kind, usize::from(*s)).z;
            column.sort_by(|a, b| height(a).total_cmp(&height(b)));
        }
        let near: Vec<Vec<u16>> = (0..sites.len())
            .map(|spot| {
                let mut near: Vec<u16> = sites[spot]
                    .iter()
                    .flat_map(|&s| board.neighbours(kind, usize::from(s), Direction::Adjacent))
                    .map(|s| spot_of[usize::from(s)])
                    .collect();
                near.sort_unstable();
                near.dedup();
                near
            })
            .collect();
        let lines: Vec<Vec<Vec<u16>>> =
            (0..sites.len()).map(|spot| lines_from(spot as u16, &near, &places)).collect();
        let axes = lines.iter().map(|lines| axes_of(lines, &places)).collect();
        Self { spot_of, sites, lines, axes }
    }

    /// How many spots the ground plan has.
    pub fn spots(&self) -> usize {
        self.sites.len()
    }

    /// The spot at which a site is seen.
    pub fn spot_of(&self, site: usize) -> usize {
        usize::from(self.spot_of[site])
    }

    /// The sites above each other at a spot, lowest first.
    pub fn sites_at(&self, spot: usize) -> &[u16] {
        &self.sites[spot]
    }

    /// The sites exactly above a site: a piece there covers one here.
    pub fn covering(&self, site: usize) -> &[u16] {
        let column = self.sites_at(self.spot_of(site));
        let here = column.iter().position(|&s| usize::from(s) == site).map_or(column.len(), |n| n + 1);
        &column[here..]
    }

    /// The lines seen from above that start at a spot: each a list of spots beginning with this one, with
    /// even spaces, in which neighbouring spots have sites that touch.
    pub fn lines(&self, spot: usize) -> &[Vec<u16>] {
        &self.lines[spot]
    }

    /// The same lines, those that continue each other on the two sides of the spot together. A line without an
    /// opposite stands alone.
    pub fn axes(&self, spot: usize) -> &[Axis] {
        &self.axes[spot]
    }
}

fn axes_of(lines: &[Vec<u16>], places: &[Point]) -> Vec<Axis> {
    let at = |line: &[u16], index: usize| places[usize::from(line[index])];
    let opposite = |a: &[u16], b: &[u16]| {
        let (from, out, back) = (at(a, 0), at(a, 1), at(b, 1));
        (out.x + back.x - 2.0 * from.x).abs() < 0.01 && (out.y + back.y - 2.0 * from.y).abs() < 0.01
    };
    let mut axes = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        match lines.iter().position(|other| opposite(line, other)) {
            Some(before) if before < index => {}
            found => axes.push((line.clone(), found.map(|other| lines[other].clone()))),
        }
    }
    axes
}

fn lines_from(spot: u16, near: &[Vec<u16>], places: &[Point]) -> Vec<Vec<u16>> {
    let at = |s: u16| places[usize::from(s)];
    near[usize::from(spot)]
        .iter()
        .map(|&first| {
            let mut line = vec![spot, first];
            let even = at(spot).distance(at(first));
            loop {
                let (before, here) = (line[line.len() - 2], line[line.len() - 1]);
                let next = near[usize::from(here)].iter().copied().find(|&n| {
                    let evenly = (at(here).distance(at(n)) - even).abs() < 0.01;
                    evenly && bend(at(before), at(here), at(n)) < 0.01 && !line.contains(&n)
                });
                match next {
                    Some(n) => line.push(n),
                    None => return line,
                }
            }
        })
        .collect()
}
