//! A finished board: its sites, what is special about them, and how they are related.

use std::sync::{Arc, OnceLock};

use super::SiteType;
use super::above::FromAbove;
use super::direction::{Direction, Directions};
use super::distance::Distances;
use super::error::{BoardError, MAX_SITES, Result};
use super::geometry::Point;
use super::graph::{Graph, Index};
use super::marks::{Mark, Marks};
use super::radials::Radials;
use super::rows::{Grid, grids, phases};
use super::steps::{Step, steps};

/// A board that never changes. Copies share everything.
#[derive(Clone, Debug)]
pub struct Board {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    graph: Graph,
    default_type: SiteType,
    kinds: [Kind; 3],
    above: OnceLock<FromAbove>,
}

/// What is known about the elements of one kind. Relations and radials are computed when first asked for:
/// most games use one kind of site.
#[derive(Debug)]
struct Kind {
    grid: Grid,
    phase: OnceLock<Vec<u8>>,
    marked: Vec<Vec<u16>>,
    relations: OnceLock<Relations>,
    radials: OnceLock<Radials>,
}

/// The steps of all sites of a kind: those of site `s` are `starts[s]..starts[s + 1]`, clockwise from north.
#[derive(Debug)]
struct Relations {
    starts: Vec<u32>,
    steps: Vec<Step>,
}

impl Board {
    /// The board made of a graph, on which sites are by default of one kind.
    pub fn new(graph: Graph, default_type: SiteType) -> Result<Self> {
        Self::build(graph, default_type, false)
    }

    /// The same for a game that speaks of layers: there, rows and columns are those of the ground layer.
    pub fn with_layers(graph: Graph, default_type: SiteType) -> Result<Self> {
        Self::build(graph, default_type, true)
    }

    /// The empty table on which tiles are laid without a board: its cells belong to no layer.
    pub fn table(graph: Graph) -> Result<Self> {
        graph.check_size()?;
        let mut grids = grids(&graph, false);
        grids.iter_mut().for_each(|grid| grid.layers.clear());
        Ok(Self::assembled(graph, SiteType::Cell, grids))
    }

    fn build(graph: Graph, default_type: SiteType, base_rows: bool) -> Result<Self> {
        graph.check_size()?;
        if graph.count(default_type) == 0 {
            let what = match default_type {
                SiteType::Vertex => "vertices",
                SiteType::Edge => "edges",
                SiteType::Cell => "cells: perhaps it is meant to be played on vertices, with `use:Vertex`",
            };
            return Err(BoardError::Impossible(format!("this board has no {what}")));
        }
        let grids = grids(&graph, base_rows);
        Ok(Self::assembled(graph, default_type, grids))
    }

    fn assembled(graph: Graph, default_type: SiteType, mut grids: [Grid; 3]) -> Self {
        let marks = Marks::of(&graph);
        let kinds = SiteType::EVERY.map(|kind| Kind {
            grid: std::mem::take(&mut grids[kind as usize]),
            phase: OnceLock::new(),
            marked: Mark::EVERY.iter().map(|&mark| marks.with(kind, mark)).collect(),
            relations: OnceLock::new(),
            radials: OnceLock::new(),
        });
        Self { inner: Arc::new(Inner { graph, default_type, kinds, above: OnceLock::new() }) }
    }

    /// The graph it was made of.
    pub fn graph(&self) -> &Graph {
        &self.inner.graph
    }

    /// The kind of site meant when a rule names none.
    pub fn default_type(&self) -> SiteType {
        self.inner.default_type
    }

    /// How many sites of the default kind there are.
    pub fn sites(&self) -> usize {
        self.count(self.default_type())
    }

    /// How many sites of a kind there are.
    pub fn count(&self, kind: SiteType) -> usize {
        self.inner.graph.count(kind)
    }

    /// The number of the first place after this board: hands and dice continue the numbering of cells.
    pub fn first_free_site(&self) -> usize {
        self.sites().max(self.count(SiteType::Cell))
    }

    fn kind(&self, kind: SiteType) -> &Kind {
        &self.inner.kinds[kind as usize]
    }

    /// Where a site is.
    pub fn at(&self, kind: SiteType, site: usize) -> Point {
        self.inner.graph.at(kind, site)
    }

    /// What players call a site: column letter and row number, with the layer on boards with several.
    pub fn label(&self, kind: SiteType, site: usize) -> &str {
        &self.kind(kind).grid.label[site]
    }

    /// The site with this name.
    pub fn site_labelled(&self, kind: SiteType, label: &str) -> Option<usize> {
        self.kind(kind).grid.label.iter().position(|l| l == label)
    }

    /// The row of a site, counted from 0.
    pub fn row(&self, kind: SiteType, site: usize) -> u16 {
        self.kind(kind).grid.row[site]
    }

    /// The column of a site, counted from 0.
    pub fn column(&self, kind: SiteType, site: usize) -> u16 {
        self.kind(kind).grid.column[site]
    }

    /// The layer of a site, counted from 0.
    pub fn layer(&self, kind: SiteType, site: usize) -> u16 {
        self.kind(kind).grid.layer[site]
    }

    /// The phase of a site: on a chequered board the colour of its field.
    pub fn phase(&self, kind: SiteType, site: usize) -> u8 {
        self.phases(kind)[site]
    }

    fn phases(&self, kind: SiteType) -> &[u8] {
        self.kind(kind).phase.get_or_init(|| phases(&self.inner.graph, kind))
    }

    /// The sites of each row.
    pub fn rows(&self, kind: SiteType) -> &[Vec<u16>] {
        &self.kind(kind).grid.rows
    }

    /// The sites of each column.
    pub fn columns(&self, kind: SiteType) -> &[Vec<u16>] {
        &self.kind(kind).grid.columns
    }

    /// The sites of each layer.
    pub fn layers(&self, kind: SiteType) -> &[Vec<u16>] {
        &self.kind(kind).grid.layers
    }

    /// The sites of a phase.
    pub fn in_phase(&self, kind: SiteType, phase: u8) -> Vec<u16> {
        let phases = self.phases(kind);
        (0..phases.len()).filter(|&s| phases[s] == phase).map(|s| s as u16).collect()
    }

    /// The sites with a mark, in order: corners, sides, the centre and so on.
    pub fn marked(&self, kind: SiteType, mark: Mark) -> &[u16] {
        &self.kind(kind).marked[mark as usize]
    }

    /// The sites of the side that faces a compass point; there are eight sides.
    pub fn side(&self, kind: SiteType, facing: Direction) -> &[u16] {
        Mark::side(facing).map_or(&[], |mark| self.marked(kind, mark))
    }

    fn relations(&self, kind: SiteType) -> &Relations {
        self.kind(kind).relations.get_or_init(|| {
            let lists = steps(&self.inner.graph, kind);
            let mut starts = vec![0];
            for list in &lists {
                starts.push(starts[starts.len() - 1] + list.len() as u32);
            }
            Relations { starts, steps: lists.into_iter().flatten().collect() }
        })
    }

    fn steps_from(&self, kind: SiteType, site: usize) -> &[Step] {
        let relations = self.relations(kind);
        &relations.steps[relations.starts[site] as usize..relations.starts[site + 1] as usize]
    }

    /// The neighbours of a site in a direction, a class of directions or a relation, clockwise from north.
    pub fn neighbours(
        &self,
        kind: SiteType,
        site: usize,
        direction: Direction,
    ) -> impl Iterator<Item = u16> + '_ {
        self.steps_from(kind, site).iter().filter(move |s| s.directions.has(direction)).map(|s| s.to)
    }

    /// All steps from a site with all their directions, clockwise from north.
    pub fn steps(&self, kind: SiteType, site: usize) -> impl Iterator<Item = (u16, Directions)> + '_ {
        self.steps_from(kind, site).iter().map(|s| (s.to, s.directions))
    }

    /// The specific directions in which steps of a relation go, from one site or from any: the directions
    /// among which "forward" and its like choose. For the whole board compass points come clockwise from north.
    pub fn supported(&self, kind: SiteType, relation: Direction, site: Option<usize>) -> Vec<Direction> {
        let steps = match site {
            Some(site) => self.steps_from(kind, site),
            None => &self.relations(kind).steps,
        };
        let mut found: Vec<Direction> = Vec::new();
        let mut seen = Directions::default();
        for step in steps.iter().filter(|s| s.directions.has(relation)) {
            let new = Directions(step.directions.0 & !seen.0);
            if new.0 != 0 {
                found.extend(new.iter().filter(|d| d.is_specific()));
                seen.0 |= new.0;
            }
        }
        if site.is_none() {
            found.sort_by_key(|d| d.rank());
        }
        found
    }

    /// The straight lines outwards from each site of a kind.
    pub fn radials(&self, kind: SiteType) -> &Radials {
        self.kind(kind).radials.get_or_init(|| {
            let places: Vec<Point> = (0..self.count(kind)).map(|s| self.at(kind, s)).collect();
            let lists: Vec<&[Step]> = (0..places.len()).map(|s| self.steps_from(kind, s)).collect();
            Radials::new(&places, &lists)
        })
    }

    /// The sites of one kind that belong to a site of another: ends of an edge, corners of a cell and so on.
    pub fn incident(&self, kind: SiteType, site: usize, of: SiteType) -> Vec<u16> {
        let graph = &self.inner.graph;
        let sorted = |list: &[Index]| {
            let mut list = short(list);
            list.sort_unstable();
            list
        };
        match (kind, of) {
            (SiteType::Vertex, SiteType::Edge) => sorted(&graph.vertices[site].edges),
            (SiteType::Vertex, SiteType::Cell) => sorted(&graph.vertices[site].faces),
            (SiteType::Edge, SiteType::Vertex) => {
                vec![graph.edges[site].a as u16, graph.edges[site].b as u16]
            }
            (SiteType::Edge, SiteType::Cell) => {
                let edge = &graph.edges[site];
                sorted(&edge.left.into_iter().chain(edge.right).collect::<Vec<_>>())
            }
            (SiteType::Cell, SiteType::Vertex) => short(&graph.faces[site].corners),
            (SiteType::Cell, SiteType::Edge) => short(&graph.faces[site].edges),
            _ => vec![site as u16],
        }
    }

    /// The distances between all sites of a kind in steps of a relation; refused for more than [`MAX_SITES`].
    pub fn distances(&self, kind: SiteType, relation: Direction) -> Result<Distances> {
        let count = self.count(kind);
        if count > MAX_SITES {
            return Err(BoardError::TooLarge { what: "sites for distances", count, most: MAX_SITES });
        }
        Ok(Distances::of(count, |s| self.neighbours(kind, s, relation)))
    }

    /// The board as seen from straight above.
    pub fn from_above(&self) -> &FromAbove {
        self.inner.above.get_or_init(|| FromAbove::of(self))
    }

    /// On a pyramid, the sites that carry a site: those it touches one layer down, clockwise from north.
    pub fn supports(&self, site: usize) -> Vec<u16> {
        self.neighbours(SiteType::Vertex, site, Direction::Downward).collect()
    }

    /// On a pyramid, the sites that rest on a site: those it touches one layer up, clockwise from north.
    pub fn carried(&self, site: usize) -> Vec<u16> {
        self.neighbours(SiteType::Vertex, site, Direction::Upward).collect()
    }

    /// The outline of a site seen from above, for drawing: the corners of a cell, the ends of an edge, or the
    /// vertex itself.
    pub fn outline(&self, kind: SiteType, site: usize) -> Vec<Point> {
        let corners = match kind {
            SiteType::Vertex => vec![site as u16],
            _ => self.incident(kind, site, SiteType::Vertex),
        };
        corners.iter().map(|&v| self.at(SiteType::Vertex, usize::from(v))).collect()
    }

    /// The lines of the board for drawing: the ends of each edge.
    pub fn lines(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let at = |v: Index| self.inner.graph.vertices[v as usize].at;
        self.inner.graph.edges.iter().map(move |e| (at(e.a), at(e.b)))
    }
}

fn short(list: &[Index]) -> Vec<u16> {
    list.iter().map(|&i| i as u16).collect()
}
