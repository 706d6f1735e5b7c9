//! Boards of lines: wedges, spirals, polygons, stars and repeated shapes.

use std::f64::consts::PI;

use crate::board::SiteType;
use crate::board::error::{BoardError, Result, allow_dimension, allow_number, allow_vertices};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, Index};
use crate::board::operators::Polygon;

/// A triangle of vertices with its tip at the top: rows of `columns` vertices that grow wider downwards.
pub fn wedge(rows: i32, columns: Option<i32>) -> Result<Graph> {
    let rows = allow_dimension("the number of rows of a wedge", rows)?;
    let given = i64::from(columns.unwrap_or(3));
    allow_number("the number of columns of a wedge", given, 2, 1000, "at least two are needed")?;
    let columns = given as usize;
    allow_vertices(1 + (rows - 1) * columns)?;
    let tip = (rows - 1) as f64;
    let mut graph = Graph::new();
    graph.add_vertex(Point::flat(tip, tip));
    for row in 1..rows {
        let (left, right) = (tip - row as f64, tip + row as f64);
        for column in 0..columns {
            let t = column as f64 / (columns - 1) as f64;
            graph.add_vertex(Point::flat(left + t * (right - left), tip - row as f64));
        }
    }
    if rows > 1 {
        for column in 0..columns {
            graph.add_edge(0, 1 + column as Index);
        }
    }
    for row in 1..rows {
        let start = (1 + (row - 1) * columns) as Index;
        for column in 0..columns as Index - 1 {
            graph.add_edge(start + column, start + column + 1);
        }
        if row + 1 < rows {
            for column in 0..columns as Index {
                graph.add_edge(start + column, start + columns as Index + column);
            }
        }
    }
    Ok(graph)
}

/// Vertices along a spiral that starts in the middle.
pub fn spiral(turns: i32, sites: i32, clockwise: bool) -> Result<Graph> {
    allow_number("the number of turns of a spiral", i64::from(turns), 1, 100, "1 to 100 are possible")?;
    allow_number("the number of sites of a spiral", i64::from(sites), 2, 1000, "2 to 1000 are possible")?;
    let n = sites as usize;
    let mut angles = spiral_angles(turns, n)?;
    for _ in 0..2 {
        for v in 2..n {
            angles[v] = (angles[v - 1] + angles[v + 1]) / 2.0;
        }
    }
    angles[1] -= 0.5 * (angles[2] - angles[1]);
    let mut graph = Graph::new();
    graph.add_vertex(Point::default());
    for &angle in &angles[1..n] {
        let x = angle * angle.cos();
        graph.add_vertex(Point::flat(if clockwise { -x } else { x }, angle * angle.sin()));
    }
    for v in 0..n - 1 {
        let at = |v: usize| graph.vertices[v].at;
        let leave = at(v.saturating_sub(1)).to(at(v + 1)).unit();
        let arrive = at(v).to(at((v + 1).min(n - 1))).unit();
        graph.add_curve(v as Index, v as Index + 1, [leave, arrive]);
    }
    graph.vertices.iter_mut().for_each(|v| v.pivot = Some(0));
    Ok(graph)
}

/// The angle of each vertex before smoothing: a number of steps in the first turn that doubles twice.
fn spiral_angles(turns: i32, sites: usize) -> Result<Vec<f64>> {
    let total = |base: usize| {
        let (mut steps, mut total) = (base, 1);
        for ring in 1..turns {
            total += steps;
            if ring <= 2 {
                steps *= 2;
            }
        }
        total
    };
    let base = (1..sites).find(|&base| total(base) > sites).map_or(0, |base| base - 1);
    if base == 0 {
        return Err(BoardError::Impossible(format!(
            "a spiral with {turns} turns cannot have {sites} sites: choose more sites or fewer turns"
        )));
    }
    let mut angles = vec![0.0];
    let mut steps = base;
    for ring in 1..=turns + 1 {
        let each = PI * 2.0 / steps as f64;
        let mut angle = PI * 2.0 * f64::from(ring);
        if ring <= 2 || ring % 2 == 1 {
            angle -= each / 2.0;
        }
        for _ in 0..steps {
            angles.push(angle);
            angle += each;
        }
        if ring <= 2 {
            steps *= 2;
        }
    }
    // Beyond the last ring the reference reads zeros.
    angles.resize(angles.len().max(4 * sites), 0.0);
    Ok(angles)
}

/// A regular polygon.
pub fn regular(sides: i32, sites: SiteType) -> Result<Graph> {
    on_circle(sides, 1, sites)
}

/// A star with this many points: the corners of a polygon joined to those nearly opposite.
pub fn star(points: i32, sites: SiteType) -> Result<Graph> {
    on_circle(points, (points.max(1) - 1) / 2, sites)
}

fn on_circle(corners: i32, reach: i32, sites: SiteType) -> Result<Graph> {
    allow_number("the number of corners", i64::from(corners), 3, 1000, "3 to 1000 are possible")?;
    let mut graph = Graph::new();
    let radius = f64::from(corners) / (2.0 * PI);
    let first = if corners == 4 { PI / 4.0 } else { PI / 2.0 };
    for n in 0..corners {
        let angle = first + f64::from(n) / f64::from(corners) * 2.0 * PI;
        graph.add_vertex(Point::flat(radius * angle.cos(), radius * angle.sin()));
    }
    for n in 0..corners {
        graph.add_edge(n as Index, ((n + reach) % corners) as Index);
    }
    if sites == SiteType::Cell {
        graph.make_faces(true);
    }
    graph.renumber();
    Ok(graph)
}

/// Polygons repeated in rows and columns, with the steps from one column and one row to the next.
pub fn repeat(rows: i32, columns: i32, steps: [Point; 2], shapes: &[Polygon]) -> Result<Graph> {
    let rows = allow_dimension("the number of rows", rows)?;
    let columns = allow_dimension("the number of columns", columns)?;
    allow_vertices(rows * columns)?;
    let mut graph = Graph::new();
    for row in 0..rows {
        for column in 0..columns {
            let (r, c) = (row as f64, column as f64);
            let from = Point::flat(c * steps[0].x + r * steps[1].x, c * steps[0].y + r * steps[1].y);
            for shape in shapes {
                let corners = shape.corners();
                for (i, a) in corners.iter().enumerate() {
                    let b = corners[(i + 1) % corners.len()];
                    let v = graph.vertex_at_or_new(Point::flat(from.x + a.x, from.y + a.y));
                    let w = graph.vertex_at_or_new(Point::flat(from.x + b.x, from.y + b.y));
                    if v != w {
                        graph.add_edge_once(v, w);
                    }
                }
                allow_vertices(graph.vertices.len())?;
            }
        }
    }
    graph.make_faces(false);
    graph.renumber();
    Ok(graph)
}
