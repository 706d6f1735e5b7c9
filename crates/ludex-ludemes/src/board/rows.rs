//! Rows, columns and layers of a board, the coordinates made from them, and the phases (colours of fields).

use std::collections::{HashSet, VecDeque};

use super::SiteType;
use super::geometry::{Point, bounds, distance_to_line, order};
use super::graph::{Graph, Index};

/// Row, column and layer of each element of a kind, and its name.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Grid {
    pub(crate) row: Vec<u16>,
    pub(crate) column: Vec<u16>,
    pub(crate) layer: Vec<u16>,
    pub(crate) label: Vec<String>,
    /// The elements of each row, column and layer.
    pub(crate) rows: Vec<Vec<u16>>,
    pub(crate) columns: Vec<Vec<u16>>,
    pub(crate) layers: Vec<Vec<u16>>,
}

/// The grids of vertices, edges and cells. On boards with `base_rows`, rows and columns are those of the
/// ground alone: what a game means that speaks of layers.
pub(crate) fn grids(graph: &Graph, base_rows: bool) -> [Grid; 3] {
    let mut angles = [0.0, 0.5];
    SiteType::EVERY.map(|kind| {
        let places: Vec<Point> = (0..graph.count(kind)).map(|i| graph.at(kind, i)).collect();
        Grid::of(&places, kind == SiteType::Edge, &mut angles, base_rows)
    })
}

impl Grid {
    /// Edges lie in the rows that were best for the vertices.
    fn of(places: &[Point], keep_angles: bool, angles: &mut [f64; 2], base_rows: bool) -> Self {
        if places.is_empty() {
            return Self::default();
        }
        let (low, high) = bounds(places.iter().copied());
        let size = Point::flat(high.x - low.x, high.y - low.y);
        let unit = (size.x + size.y) / 2.0 / (places.len() as f64).sqrt();
        let from_row = Point::flat(low.x + size.x / 2.0, low.y - size.y);
        let from_column = Point::flat(low.x - size.x, low.y + size.y / 2.0);
        let along = |from: Point, angle: f64| {
            let to = Point::flat(from.x + size.x * angle.cos(), from.y + size.x * angle.sin());
            Clusters::of(places.iter().map(|&p| distance_to_line(p, from, to)).collect(), unit)
        };
        let best = |from: Point, tries: &[f64]| {
            let mut best = (1000.0, 0.0);
            for &angle in tries {
                let error = along(from, angle).error;
                if error < best.0 {
                    best = (error, angle);
                    if error < 0.01 {
                        break;
                    }
                }
            }
            best.1
        };
        if !keep_angles {
            let degrees = |d: f64| d / 180.0 * std::f64::consts::PI;
            angles[0] = best(from_row, &[0.0, 15.0, 30.0, 45.0, 60.0].map(degrees));
            angles[1] = best(from_column, &[90.0, 105.0, 120.0].map(|d| angles[0] + degrees(d)));
        }
        let mut grid = Self {
            row: along(from_row, angles[0]).of_item,
            column: along(from_column, angles[1]).of_item,
            layer: Clusters::of(places.iter().map(|p| p.z).collect(), unit).of_item,
            ..Self::default()
        };
        let unique = grid.name_sites();
        if !unique || base_rows {
            grid.rows = regroup(places, |p| p.y, &mut grid.row);
            grid.columns = regroup(places, |p| p.x, &mut grid.column);
        } else {
            grid.rows = group(&grid.row);
            grid.columns = group(&grid.column);
        }
        if !unique {
            grid.layer = Clusters::of(places.iter().map(|p| p.z).collect(), 0.0).of_item;
            grid.name_sites_flat();
        }
        grid.layers = group(&grid.layer);
        grid
    }

    /// Names each site by column letter and row number, with the layer where there are several. Returns
    /// whether no name came twice.
    fn name_sites(&mut self) -> bool {
        let layered = self.layer.windows(2).any(|pair| pair[0] != pair[1]);
        let mut seen = HashSet::new();
        let mut unique = true;
        for i in 0..self.row.len() {
            let mut label = format!("{}{}", letters(usize::from(self.column[i])), self.row[i] + 1);
            if layered {
                label += &format!("/{}", self.layer[i]);
            }
            unique &= seen.insert(label.clone());
            self.label.push(label);
        }
        unique
    }

    fn name_sites_flat(&mut self) {
        for i in 0..self.row.len() {
            let column = usize::from(self.column[i]);
            let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
            let mut label = String::new();
            if column >= 26 {
                label.push(letter(column / 26 - 1));
            }
            label.push(letter(column));
            self.label[i] = label + &(self.row[i] + 1).to_string();
        }
    }
}

/// The letters of a column: A to Z, then AA, AB and so on.
fn letters(mut column: usize) -> String {
    let mut text = String::from(char::from(b'A' + (column % 26) as u8));
    while column >= 26 {
        column /= 26;
        text.insert(0, char::from(b'A' + (column % 26 + 25) as u8 % 26));
    }
    text
}

/// Numbers gathered into groups of nearly equal ones.
struct Clusters {
    /// The group of each number, counted from the smallest.
    of_item: Vec<u16>,
    /// How badly the groups fit.
    error: f64,
}

impl Clusters {
    fn of(values: Vec<f64>, unit: f64) -> Self {
        let margin = 0.6 * unit;
        let mut ranked: Vec<usize> = (0..values.len()).collect();
        ranked.sort_by(|&i, &j| order(values[i], values[j]));
        let mut of_item = vec![0; values.len()];
        let (mut groups, mut total, mut size, mut last) = (0u16, 0.0, 0.0, 0.0);
        let mut error = 0.0;
        // Only the last number of a group counts for its error, as in Ludii.
        let misfit = |total: f64, size: f64, last: f64| (total / size - last).powi(2) / size;
        for i in ranked {
            if size == 0.0 || (values[i] - total / size).abs() > margin {
                if size > 0.0 {
                    error += misfit(total, size, last);
                }
                groups += 1;
                (total, size) = (0.0, 0.0);
            }
            (total, size, last) = (total + values[i], size + 1.0, values[i]);
            of_item[i] = groups - 1;
        }
        if size > 0.0 {
            error += misfit(total, size, last);
        }
        Self { of_item, error: error + 0.01 * f64::from(groups) }
    }
}

fn group(of_item: &[u16]) -> Vec<Vec<u16>> {
    let count = of_item.iter().map(|&g| usize::from(g) + 1).max().unwrap_or(0);
    let mut groups = vec![Vec::new(); count];
    for (i, &g) in of_item.iter().enumerate() {
        groups[usize::from(g)].push(i as u16);
    }
    groups
}

/// Groups by equal coordinate, with one group for each coordinate found on the ground.
fn regroup(places: &[Point], coordinate: impl Fn(&Point) -> f64, of_item: &mut [u16]) -> Vec<Vec<u16>> {
    let equal = |a: f64, b: f64| (a - b).abs() < 0.001;
    let mut found: Vec<f64> = Vec::new();
    for p in places.iter().filter(|p| p.z == 0.0) {
        if !found.iter().any(|&c| equal(c, coordinate(p))) {
            found.push(coordinate(p));
        }
    }
    found.sort_by(f64::total_cmp);
    let mut groups = vec![Vec::new(); found.len()];
    for (g, &c) in found.iter().enumerate() {
        for (i, p) in places.iter().enumerate() {
            if equal(coordinate(p), c) {
                groups[g].push(i as u16);
                of_item[i] = g as u16;
            }
        }
    }
    groups
}

/// The phase of each element: the smallest number (below four) that no neighbour has, given out breadth first,
/// elements with neighbours of several phases first. On squares these are the colours of a chessboard.
pub(crate) fn phases(graph: &Graph, kind: SiteType) -> Vec<u8> {
    const NONE: u8 = u8::MAX;
    let neighbours = |i: Index| -> Vec<Index> {
        match kind {
            SiteType::Vertex => {
                let edges = graph.vertices[i as usize].edges.iter();
                edges.map(|&e| graph.edges[e as usize].other_end(i)).collect()
            }
            SiteType::Edge => {
                let edge = &graph.edges[i as usize];
                let at = |v: Index| graph.vertices[v as usize].edges.iter().copied();
                at(edge.a).chain(at(edge.b)).filter(|&e| e != i).collect()
            }
            SiteType::Cell => {
                let edges = graph.faces[i as usize].edges.iter();
                edges.filter_map(|&e| graph.edges[e as usize].other_side(i)).collect()
            }
        }
    };
    let mut phase = vec![NONE; graph.count(kind)];
    let seen = |phase: &[u8], list: &[Index]| {
        list.iter().map(|&i| phase[i as usize]).filter(|&p| p != NONE).fold(0u8, |set, p| set | 1 << p)
    };
    let mut visited = vec![false; phase.len()];
    for start in 0..phase.len() {
        if phase[start] != NONE {
            continue;
        }
        let mut queue = VecDeque::from([start as Index]);
        while let Some(i) = queue.pop_front() {
            if std::mem::replace(&mut visited[i as usize], true) {
                continue;
            }
            let near = neighbours(i);
            phase[i as usize] = (seen(&phase, &near).trailing_ones() as u8).min(4);
            for n in near {
                if !visited[n as usize] {
                    if seen(&phase, &neighbours(n)).count_ones() > 1 {
                        queue.push_front(n);
                    } else {
                        queue.push_back(n);
                    }
                }
            }
        }
    }
    phase
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn columns_after_z_have_two_letters() {
        assert_eq!(letters(0), "A");
        assert_eq!(letters(25), "Z");
        assert_eq!(letters(26), "AA");
        assert_eq!(letters(27), "AB");
        assert_eq!(letters(52), "BA");
    }
}
