//! Boards from descriptions: each ludeme that gives a graph is one line of one table here.

use super::SiteType;
use super::error::BoardError;
use super::geometry::Point;
use super::graph::{Graph, Index};
use super::operators::{self, Additions, Polygon, Removals};
use super::shapes::{self, BrickShape, Concentric, Diagonals, HexShape, Rings, Store, Tiling, TriShape};
use super::topology::Board;
use super::track::Track;
use super::values::{DescribedError, dim, dims, flag, place, places, real};
use crate::check::{Applied, Term};

type Result<T> = std::result::Result<T, DescribedError>;

/// The size of the square or triangular table when tiles are laid without a board.
const TABLE: i32 = 41;
/// The size of the hexagonal table when tiles are laid without a board.
const HEX_TABLE: i32 = 21;

/// The board of a `(board ...)`, `(mancalaBoard ...)`, `(boardless ...)` or `(surakartaBoard ...)`. A game that
/// uses the ludeme `layer` says so with `layered`: rows and columns are then those of the ground.
pub fn board(item: &Term, layered: bool) -> Result<Board> {
    let call = called(item)?;
    let sites = match call.head() {
        "mancalaBoard" | "surakartaBoard" => SiteType::Vertex,
        "boardless" => SiteType::Cell,
        _ => call.get("use").and_then(site_type).unwrap_or(SiteType::Cell),
    };
    let graph = match call.head() {
        "mancalaBoard" => {
            let store = match call.get("store").and_then(Term::constant) {
                Some("None") => Store::None,
                Some("Inner") => Store::Inner,
                _ => Store::Outer,
            };
            let stores = call.get("numStores").map_or(Ok(2), dim)?;
            shapes::mancala(
                needed_dim(call, item, "rows")?,
                needed_dim(call, item, "columns")?,
                store,
                stores,
            )
            .map_err(|error| at(item, error))?
        }
        "boardless" => {
            let size = call.get("size").map(dim).transpose()?;
            match call.kind {
                "Hexagonal" => shapes::hex(HexShape::Hexagon, size.unwrap_or(HEX_TABLE), None),
                "Triangular" => shapes::tri(TriShape::Triangle, size.unwrap_or(TABLE), None, sites),
                _ => shapes::square(size.unwrap_or(TABLE), None, sites),
            }
            .map_err(|error| at(item, error))?
        }
        _ => graph(needed(call, item, "graph")?, sites)?,
    };
    let made = match call.head() {
        "boardless" => Board::table(graph),
        _ if layered => Board::with_layers(graph, sites),
        _ => Board::new(graph, sites),
    };
    made.map_err(|error| at(item, error))
}

/// The tracks written into a `(board ...)` or `(mancalaBoard ...)`.
pub fn tracks(item: &Term, board: &Board) -> Result<Vec<Track>> {
    let call = called(item)?;
    let written = if has(call, "tracks") { needed(call, item, "tracks")?.items() } else { &[] };
    written.iter().map(|term| track(term, board)).collect()
}

/// The track of a `(track ...)`.
pub fn track(term: &Term, board: &Board) -> Result<Track> {
    let call = called(term)?;
    let name = needed(call, term, "name")?.text().unwrap_or("Track");
    let steps = needed(call, term, "steps")?;
    let sites = match steps.text() {
        Some(text) => Track::sites(board, text).map_err(|error| at(steps, error))?,
        None => dims(steps)?,
    };
    Track::new(name, &sites, call.is_true("loop"), call.is_true("directed")).map_err(|error| at(term, error))
}

/// The graph that a ludeme describes, for a board played on a kind of site.
pub fn graph(term: &Term, sites: SiteType) -> Result<Graph> {
    let call = called(term)?;
    let here = |result: super::Result<Graph>| result.map_err(|error| at(term, error));
    let part = |name: &str| graph(needed(call, term, name)?, sites);
    let size = |name: &str| needed_dim(call, term, name);
    let optional = |name: &str| call.get(name).map(dim).transpose();
    match call.head() {
        // Shapes.
        "square" | "rectangle" => squares(call, term, sites),
        "hex" => match has(call, "rows") {
            true => here(shapes::hex(hex_shape(call.kind), size("rows")?, optional("columns")?)),
            false => shaped(call, term, shapes::hex_within, shapes::hex_sides),
        },
        "tri" => match has(call, "rows") {
            true if call.is_true("pyramidal") => here(shapes::tetrahedron(size("rows")?)),
            true => here(shapes::tri(tri_shape(call.kind), size("rows")?, optional("columns")?, sites)),
            false => shaped(call, term, shapes::tri_within, shapes::tri_sides),
        },
        "tiling" => {
            let which = tiling(call.kind).ok_or_else(|| wrong(term, "this tiling is not known"))?;
            if has(call, "rows") {
                here(shapes::tiling(which, size("rows")?, optional("columns")?))
            } else {
                let (within, sides) = (
                    |polygon: &Polygon| shapes::tiling_within(which, polygon),
                    |sides: &[i32]| shapes::tiling_sides(which, sides),
                );
                shaped(call, term, within, sides)
            }
        }
        "brick" => {
            let shape = match call.kind {
                "Diamond" => BrickShape::Diamond,
                "Prism" => BrickShape::Prism,
                "Limping" => BrickShape::Limping,
                "Spiral" => return Err(wrong(term, "bricks in a spiral cannot be laid yet")),
                _ => BrickShape::Rectangle,
            };
            here(shapes::brick(shape, size("rows")?, optional("columns")?, call.is_true("trim")))
        }
        "celtic" => {
            if has(call, "rows") {
                here(shapes::celtic(size("rows")?, optional("columns")?.unwrap_or(size("rows")?)))
            } else {
                shaped(call, term, shapes::celtic_within, shapes::celtic_sides)
            }
        }
        "quadhex" => here(shapes::quadhex(size("size")?, call.is_true("thirds"))),
        "regular" if call.kind == "Star" => here(shapes::star(size("sides")?, sites)),
        "regular" => here(shapes::regular(size("sides")?, sites)),
        "spiral" => here(shapes::spiral(size("turns")?, size("sites")?, flag(call, "clockwise", true))),
        "wedge" => here(shapes::wedge(size("rows")?, optional("columns")?)),
        "concentric" => rings(call, term, sites),
        "repeat" => {
            let steps = places(needed(call, term, "step")?)?;
            let [column, row] = steps[..] else { return Err(wrong(term, "`step:` takes two pairs")) };
            let polygons = needed(call, term, "shape")?.items().iter().map(polygon);
            let polygons = polygons.collect::<Result<Vec<_>>>()?;
            here(shapes::repeat(size("rows")?, size("columns")?, [column, row], &polygons))
        }
        "graph" => {
            let edges = call.get("edges").map_or(Ok(Vec::new()), index_pairs)?;
            here(Graph::from_lists(&places(needed(call, term, "vertices")?)?, &edges))
        }
        // Operators.
        "merge" => here(operators::merge(parts(call, term, sites)?, call.is_true("connect"))),
        "union" => here(operators::union(parts(call, term, sites)?, call.is_true("connect"))),
        "intersect" => Ok(operators::intersect(&parts(call, term, sites)?)),
        "shift" => {
            let by = |name| call.get(name).map_or(Ok(0.0), real);
            Ok(operators::shift(part("graph")?, by("x")?, by("y")?, by("z")?))
        }
        "scale" => {
            let x = real(needed(call, term, "x")?)?;
            let (y, z) = (call.get("y").map_or(Ok(x), real)?, call.get("z").map_or(Ok(1.0), real)?);
            Ok(operators::scale(part("graph")?, x, y, z))
        }
        "rotate" => Ok(operators::rotate(part("graph")?, real(needed(call, term, "angle")?)?)),
        "skew" => Ok(operators::skew(part("graph")?, real(needed(call, term, "amount")?)?)),
        "add" => {
            let base = if has(call, "graph") { part("graph")? } else { Graph::new() };
            here(operators::add(base, &additions(call, term)?))
        }
        "remove" if has(call, "shape") => {
            Ok(operators::remove_within(part("graph")?, &polygon(needed(call, term, "shape")?)?))
        }
        "remove" => Ok(operators::remove(part("graph")?, &removals(call)?)),
        "hole" => here(operators::hole(part("graph")?, &polygon(needed(call, term, "shape")?)?)),
        "keep" => here(operators::keep(&part("graph")?, &polygon(needed(call, term, "shape")?)?)),
        "clip" => here(operators::clip(&part("graph")?, &polygon(needed(call, term, "shape")?)?)),
        "trim" => Ok(operators::trim(part("graph")?)),
        "dual" => Ok(operators::dual(part("graph")?)),
        "makeFaces" => Ok(operators::make_faces(part("graph")?)),
        "splitCrossings" => here(operators::split_crossings(part("graph")?)),
        "subdivide" => {
            let min = optional("min")?.unwrap_or(1).max(0) as usize;
            here(operators::subdivide(part("graph")?, min, sites))
        }
        "complete" if call.is_true("eachCell") => here(operators::complete_cells(part("graph")?)),
        "complete" => here(operators::complete(part("graph")?)),
        "recoordinate" => part("graph"),
        "renumber" => {
            let mut graph = part("graph")?;
            let kinds = ["type", "type2", "type3"].into_iter().filter_map(|n| site_type(call.get(n)?));
            let kinds: Vec<SiteType> = kinds.collect();
            for kind in SiteType::EVERY.into_iter().filter(|k| kinds.is_empty() || kinds.contains(k)) {
                graph.renumber_kind(kind);
            }
            Ok(graph)
        }
        other => Err(wrong(term, &format!("`({other} ...)` cannot make a board yet"))),
    }
}

fn squares(call: &Applied, term: &Term, sites: SiteType) -> Result<Graph> {
    let diagonals = call.get("diagonals").and_then(Term::constant).and_then(diagonals);
    let size = |name: &str| needed_dim(call, term, name);
    let made = match (call.head(), call.kind) {
        ("rectangle", _) => {
            let columns = call.get("columns").map_or_else(|| size("rows"), dim)?;
            shapes::rectangle(size("rows")?, columns, diagonals, sites)
        }
        _ if has(call, "shape") => {
            let within = |polygon: &Polygon| shapes::square_within(polygon, diagonals);
            return shaped(call, term, within, |sides: &[i32]| shapes::square_sides(sides, diagonals));
        }
        (_, "Diamond") => shapes::square_diamond(size("size")?, diagonals),
        (_, kind) => {
            let rows = size("size")?;
            let columns = rows + i32::from(kind == "Limping");
            if call.is_true("pyramidal") {
                shapes::pyramid(rows, columns, sites)
            } else {
                shapes::rectangle(rows, columns, diagonals, sites)
            }
        }
    };
    made.map_err(|error| at(term, error))
}

fn rings(call: &Applied, term: &Term, sites: SiteType) -> Result<Graph> {
    let rings = || needed_dim(call, term, "rings");
    let parts = Rings {
        midpoints: flag(call, "midpoints", true),
        join_midpoints: flag(call, "joinMidpoints", true),
        join_corners: flag(call, "joinCorners", false),
    };
    let made = match call.kind {
        "Triangle" => shapes::concentric(Concentric::Triangle, rings()?, parts, sites),
        "Square" => shapes::concentric(Concentric::Square, rings()?, parts, sites),
        "Hexagon" => shapes::concentric(Concentric::Hexagon, rings()?, parts, sites),
        "Target" => match call.get("steps").map(dim).transpose()? {
            Some(steps) => {
                let count = rings()?.clamp(0, 1000) as usize;
                shapes::concentric_circles(&vec![steps; count], false, sites)
            }
            None => shapes::concentric_target(rings()?, sites),
        },
        _ => match (call.get("sides"), call.get("cells")) {
            (Some(sides), _) => shapes::concentric(Concentric::Sides(dim(sides)?), rings()?, parts, sites),
            (None, Some(cells)) => {
                shapes::concentric_circles(&dims(cells)?, flag(call, "stagger", false), sites)
            }
            (None, None) => {
                return Err(wrong(term, "rings need a shape, a number of sides or the cells of each ring"));
            }
        },
    };
    made.map_err(|error| at(term, error))
}

fn additions(call: &Applied, term: &Term) -> Result<Additions> {
    let mut new = Additions { connect: call.is_true("connect"), ..Additions::default() };
    if let Some(vertices) = call.get("vertices") {
        new.vertices = places(vertices)?;
    }
    if let Some((slot, edges)) = call.given("edges") {
        if slot.takes.lists == 3 {
            new.edges_at = place_pairs(edges)?;
        } else {
            new.edges = index_pairs(edges)?;
        }
    }
    if let Some(curves) = call.get("edgesCurved") {
        for curve in curves.items() {
            let points = places(curve)?;
            let points = points.try_into();
            new.curves
                .push(points.map_err(|_| wrong(term, "a curved edge takes two ends and two tangents"))?);
        }
    }
    if let Some((slot, cells)) = call.given("cells") {
        if slot.takes.lists == 3 {
            new.cells_at = cells.items().iter().map(places).collect::<Result<_>>()?;
        } else {
            new.cells = cells.items().iter().map(indices).collect::<Result<_>>()?;
        }
    }
    Ok(new)
}

fn removals(call: &Applied) -> Result<Removals> {
    let mut gone = Removals { trim_edges: flag(call, "trimEdges", true), ..Removals::default() };
    if let Some((slot, cells)) = call.given("cells") {
        if slot.takes.lists == 3 {
            gone.cells_at = cells.items().iter().map(places).collect::<Result<_>>()?;
        } else {
            gone.cells = indices(cells)?;
        }
    }
    if let Some((slot, edges)) = call.given("edges") {
        if slot.takes.lists == 3 {
            gone.edges_at = place_pairs(edges)?;
        } else {
            gone.edges = index_pairs(edges)?;
        }
    }
    if let Some((slot, vertices)) = call.given("vertices") {
        if slot.takes.lists == 2 {
            gone.vertices_at = places(vertices)?;
        } else {
            gone.vertices = indices(vertices)?;
        }
    }
    Ok(gone)
}

/// A shape given as a polygon or as a list of sides.
fn shaped(
    call: &Applied,
    term: &Term,
    within: impl Fn(&Polygon) -> super::Result<Graph>,
    sides: impl Fn(&[i32]) -> super::Result<Graph>,
) -> Result<Graph> {
    let shape = needed(call, term, "shape")?;
    let made = if shape.call().is_some_and(|c| c.head() == "poly") {
        within(&polygon(shape)?)
    } else {
        sides(&dims(shape)?)
    };
    made.map_err(|error| at(term, error))
}

fn polygon(term: &Term) -> Result<Polygon> {
    let call = called(term)?;
    let turns = call.get("rotns").map_or(Ok(0), dim)?;
    Ok(Polygon::rotated(places(needed(call, term, "points")?)?, turns))
}

fn parts(call: &Applied, term: &Term, sites: SiteType) -> Result<Vec<Graph>> {
    if has(call, "all") {
        needed(call, term, "all")?.items().iter().map(|part| graph(part, sites)).collect()
    } else {
        ["a", "b"].iter().map(|name| graph(needed(call, term, name)?, sites)).collect()
    }
}

fn place_pairs(term: &Term) -> Result<Vec<(Point, Point)>> {
    let pair = |edge: &Term| match edge.items() {
        [a, b, ..] => Ok((place(a)?, place(b)?)),
        _ => Err(wrong(edge, "an edge takes two places")),
    };
    term.items().iter().map(pair).collect()
}

fn index_pairs(term: &Term) -> Result<Vec<(Index, Index)>> {
    let pair = |edge: &Term| match indices(edge)?[..] {
        [a, b, ..] => Ok((a, b)),
        _ => Err(wrong(edge, "an edge takes two vertices")),
    };
    term.items().iter().map(pair).collect()
}

fn indices(term: &Term) -> Result<Vec<Index>> {
    let index = |term: &Term| {
        let number = dim(term)?;
        Index::try_from(number).map_err(|_| wrong(term, "numbers of sites count from 0"))
    };
    term.items().iter().map(index).collect()
}

/// Whether a call was written with a slot of this name; signatures of one ludeme have different slots.
fn has(call: &Applied, name: &str) -> bool {
    call.arguments().any(|(slot, _)| slot.name == name)
}

fn called(term: &Term) -> Result<&Applied> {
    term.call().ok_or_else(|| wrong(term, "a ludeme in round brackets is expected here"))
}

fn needed<'t>(call: &'t Applied, term: &Term, name: &str) -> Result<&'t Term> {
    call.get(name).ok_or_else(|| wrong(term, &format!("`{name}` is missing here")))
}

fn needed_dim(call: &Applied, term: &Term, name: &str) -> Result<i32> {
    dim(needed(call, term, name)?)
}

fn at(term: &Term, error: BoardError) -> DescribedError {
    DescribedError { span: term.span, error }
}

fn wrong(term: &Term, sentence: &str) -> DescribedError {
    at(term, BoardError::Impossible(sentence.into()))
}

/// The kind of site that a constant names.
pub fn site_type(term: &Term) -> Option<SiteType> {
    SiteType::EVERY.into_iter().find(|kind| term.constant() == Some(kind.name()))
}

fn diagonals(name: &str) -> Option<Diagonals> {
    Some(match name {
        "Implied" => Diagonals::Implied,
        "Solid" => Diagonals::Solid,
        "SolidNoSplit" => Diagonals::SolidNoSplit,
        "Alternating" => Diagonals::Alternating,
        "Concentric" => Diagonals::Concentric,
        "Radiating" => Diagonals::Radiating,
        _ => return None,
    })
}

fn hex_shape(name: &str) -> HexShape {
    match name {
        "Triangle" => HexShape::Triangle,
        "Diamond" => HexShape::Diamond,
        "Prism" => HexShape::Prism,
        "Star" => HexShape::Star,
        "Limping" => HexShape::Limping,
        "Square" => HexShape::Square,
        "Rectangle" => HexShape::Rectangle,
        _ => HexShape::Hexagon,
    }
}

fn tri_shape(name: &str) -> TriShape {
    match name {
        "Hexagon" => TriShape::Hexagon,
        "Diamond" => TriShape::Diamond,
        "Prism" => TriShape::Prism,
        "Star" => TriShape::Star,
        "Limping" => TriShape::Limping,
        "Square" => TriShape::Square,
        "Rectangle" => TriShape::Rectangle,
        _ => TriShape::Triangle,
    }
}

fn tiling(name: &str) -> Option<Tiling> {
    Some(match name {
        "T31212" => Tiling::T31212,
        "T3464" => Tiling::T3464,
        "T488" => Tiling::T488,
        "T33434" => Tiling::T33434,
        "T33336" => Tiling::T33336,
        "T33344" => Tiling::T33344,
        "T3636" => Tiling::T3636,
        "T4612" => Tiling::T4612,
        "T333333_33434" => Tiling::T333333_33434,
        _ => return None,
    })
}
